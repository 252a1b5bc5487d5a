(* What the theorems of WhatRunsShow.v need: each hypothesis below is dropped in turn; two clients break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut Definition3 WhatRunsShow.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* All accept everything; both accept the point true only; the client true alone refuses false. *)
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
