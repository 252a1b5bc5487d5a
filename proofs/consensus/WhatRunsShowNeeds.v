(* What the theorems of WhatRunsShow.v need: each hypothesis below is dropped in turn; two clients break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut Definition3 WhatRunsShow.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Nobody accepts anything; all accept everything; both accept the point true only; the client true alone refuses false. *)
Definition nothing (_ : bool) (X : Type) (_ : X) := false.
Definition everything (_ : bool) (X : Type) (_ : X) := true.
Definition first (_ x : bool) := x.
Definition picky (m x : bool) := x || (m != true).
Lemma first_redundant : redundant first.
Proof. by move=> n x H m; apply: (H (~~ n)); case: n {H}. Qed.
Lemma picky_without : without picky true false.
Proof. by case. Qed.
Lemma picky_refuses : ~ agreed picky false.
Proof. by move/(_ true). Qed.
Lemma first_refuses : ~ agreed first false.
Proof. by move/(_ true). Qed.

Theorem truthful_run_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True -> redundant
  S -> (forall x : X, without S liar x <-> agreed S x) /\ (forall x : X, without R liar x -> agreed S x)).
Proof.
move=> H; have [_ e] := H _ _ first (fun m => @everything m bool) true I first_redundant.
by apply: first_refuses; apply: e => m.
Qed.
Theorem truthful_run_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m : I, m
  != liar -> R m =1 S m) -> True -> (forall x : X, without S liar x <-> agreed S x) /\ (forall x : X, without R liar x
  -> agreed S x)).
Proof.
move=> H; have [_ e] := H _ _ picky picky true (fun _ _ _ => erefl) I.
by apply: picky_refuses; apply: e; apply: picky_without.
Qed.

Definition value (S : bool -> bool -> bool) m x : rat := (if S m x then 0 else 1)%R.
Lemma value_small S m x : (value S m x <= 0 + 0)%R = S m x.
Proof. by rewrite /value; case: (S m x). Qed.
Lemma value_passes S x : (forall m, value S m x - 0 <= 0)%R -> agreed S x.
Proof. by move=> H m; have := H m; rewrite /value; case: (S m x). Qed.
Theorem candidate_passes_needs_1 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I
  -> K) (eps : K) (R : I -> X -> bool) (liar : I), True -> redundant (fun m x => F m x <= least m + eps)%R ->
  let passes x := forall m, (F m x - least m <= eps)%R in
  (forall x, without R liar x -> passes x) /\ (forall x, passes x -> agreed (fun m x => F m x <= least m + eps)%R x)).
Proof.
move=> H; have red : redundant (fun m x => value first m x <= 0 + 0)%R.
  by move=> n x K m; rewrite value_small; apply: (@first_redundant n) => k kn; rewrite -value_small K.
have [e _] := H _ _ _ (value first) (fun=> 0%R) 0%R (fun m => @everything m bool) true I red.
by apply: first_refuses; apply: value_passes; apply: e => m.
Qed.
Theorem candidate_passes_needs_2 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I
  -> K) (eps : K) (R : I -> X -> bool) (liar : I), (forall m, m != liar -> R m =1 (fun x => F m x <= least m + eps)%R) ->
  True -> let passes x := forall m, (F m x - least m <= eps)%R in
  (forall x, without R liar x -> passes x) /\ (forall x, passes x -> agreed (fun m x => F m x <= least m + eps)%R x)).
Proof.
move=> H; have honest m : m != true -> picky m =1 (fun x => value picky m x <= 0 + 0)%R by move=> _ x; rewrite value_small.
have [e _] := H _ _ _ (value picky) (fun=> 0%R) 0%R picky true honest I.
by apply: picky_refuses; apply: value_passes; apply: e; apply: picky_without.
Qed.

Theorem harm_shows_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True -> redundant S
  -> (forall x : X, ~ agreed S x -> exists2 m : I, m != liar & ~~ S m x) /\ (forall (n : I) (x : X), without R n x ->
  ~ agreed S x -> (exists2 m : I, m != liar & ~~ S m x) /\ (forall m : I, m != n -> ~~ S m x -> m = liar))).
Proof.
move=> H; have [_ e] := H _ _ first (fun m => @everything m bool) true I first_redundant.
by have [|_ /(_ false isT isT)] := e true false _ first_refuses.
Qed.
Theorem harm_shows_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m : I, m !=
  liar -> R m =1 S m) -> True -> (forall x : X, ~ agreed S x -> exists2 m : I, m != liar & ~~ S m x) /\ (forall (n : I)
  (x : X), without R n x -> ~ agreed S x -> (exists2 m : I, m != liar & ~~ S m x) /\ (forall m : I, m != n -> ~~ S m x
  -> m = liar))).
Proof.
by move=> H; have [/(_ false picky_refuses)[[]]] := H _ _ picky picky true (fun _ _ _ => erefl) I.
Qed.

Definition served (I : finType) (X : Type) (S R : I -> X -> bool) c := exists Z : {set I}, [/\ #|Z| = c, exists x, forall
  m, m \notin Z -> R m x & forall x, (forall m, m \notin Z -> R m x) -> agreed S x].
Lemma not_served (S : bool -> unit -> bool) : ~ served S (fun m => @nothing m unit) 0.
Proof. by move=> [Z [/eqP]]; rewrite cards_eq0 => /eqP -> [x /(_ true)]; rewrite inE => /(_ isT). Qed.
Lemma everything_spared c : spares (fun m => @everything m unit) c.
Proof. by []. Qed.
Lemma nothing_spared : spares (fun m => @nothing m unit) 0.
Proof. by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> /(_ true); rewrite inE => /(_ isT). Qed.
Lemma common_everything : exists w : unit, agreed (fun m => @everything m unit) w.
Proof. by exists tt. Qed.
Lemma outside_all (R S : bool -> unit -> bool) m : m \notin [set: bool] -> R m =1 S m.
Proof. by rewrite inE. Qed.

Theorem some_run_without_liars_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c
  : nat), True -> #|liars| <= c -> c <= #|I| -> spares S c -> (exists w, agreed S w) -> served S R c).
Proof.
move=> H; apply: (@not_served (fun m => @everything m unit)).
by apply: (H _ _ _ _ set0) => //; [rewrite cards0|apply: common_everything].
Qed.
Theorem some_run_without_liars_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c
  : nat), (forall m : I, m \notin liars -> R m =1 S m) -> True -> c <= #|I| -> spares S c -> (exists w, agreed S w) ->
  served S R c).
Proof.
move=> H; apply: (@not_served (fun m => @everything m unit)).
by apply: (H _ _ _ _ setT _ (@outside_all _ _)) => //; apply: common_everything.
Qed.
Theorem some_run_without_liars_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c
  : nat), (forall m : I, m \notin liars -> R m =1 S m) -> #|liars| <= c -> True -> spares S c -> (exists w, agreed S w)
  -> served S R c).
Proof.
move=> H; have [|Z [e _ _]] := H _ _ _ (fun m => @everything m unit) set0 3 (fun _ _ _ => erefl) _ I (@everything_spared 3) common_everything.
  by rewrite cards0.
by have := max_card (mem Z); rewrite e card_bool.
Qed.
Lemma own_other (z m : bool) : m \notin [set z] -> ~~ z == m.
Proof. by rewrite inE; case: m z => -[]. Qed.
Lemma not_own (z : bool) : ~~ z != z.
Proof. by case: z. Qed.
Theorem some_run_without_liars_needs_4 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c
  : nat), (forall m : I, m \notin liars -> R m =1 S m) -> #|liars| <= c -> c <= #|I| -> True -> (exists w, agreed S w)
  -> served S R c).
Proof.
pose own (m : bool) (x : option bool) := if x is Some b then b == m else true.
move=> H; have [|||Z [/eqP/cards1P[z ->] _ all]] := H _ _ own own set0 1 (fun _ _ _ => erefl) _ _ I.
- by rewrite cards0.
- by rewrite card_bool.
- by exists None.
by have := all (Some (~~ z)) (fun m mz => own_other mz) z; rewrite /own (negPf (not_own z)).
Qed.
Theorem some_run_without_liars_needs_5 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c
  : nat), (forall m : I, m \notin liars -> R m =1 S m) -> #|liars| <= c -> c <= #|I| -> spares S c -> True -> served S
  R c).
Proof.
move=> H; apply: (@not_served (fun m => @nothing m unit)).
by apply: (H _ _ _ _ set0 _ (fun _ _ _ => erefl)) => //; [rewrite cards0|apply: nothing_spared].
Qed.

Theorem archetypes_twice_needs_1 : ~ (forall (I : finType) (X Kind : Type) (has : Kind -> X -> bool) (kind : I -> Kind),
  True -> let S m := has (kind m) in forall (n : I) (x : X), without S n x <-> agreed S x).
Proof.
move=> H; have [e _] := H _ _ _ picky id I true false.
by apply: picky_refuses; apply: e; apply: picky_without.
Qed.
Theorem always_served_needs_1 : ~ (forall (K : realFieldType) (Seed : Type) (ch : chance K Seed) (I : finType) (X : Type)
  (Strategy : I -> Type) (truth : forall m : I, Strategy m) (W : X -> bool) (u : I -> option X -> worth K) (mechanism :
  (forall m : I, Strategy m) -> Seed -> option X), True -> definition_3 ch truth W u mechanism).
Proof.
by move=> H; have [p [one [u [mechanism [_ _ breach]]]]] := silence_with_chance rat_realFieldType; apply: breach; apply: H.
Qed.
