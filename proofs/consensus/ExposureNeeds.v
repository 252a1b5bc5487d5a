(* What the theorems of Exposure.v need: each hypothesis below is dropped in turn, and one or two clients break the rest. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Exposure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition all (_ : bool) (_ : unit) := true.
Definition none (_ : bool) (_ : unit) := false.

Lemma spares_no_one (S : bool -> unit -> bool) : spares S 0.
Proof. by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> H m; apply: H; rewrite inE. Qed.
Lemma contradiction : ~ exists y, forall m, none m y.
Proof. by move=> [y /(_ true)]. Qed.
Lemma outside_all (R : bool -> unit -> bool) m : m \notin [set: bool] -> R m tt.
Proof. by rewrite inE. Qed.

Theorem exposure_of_contradictions_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r
  : nat) (Z : {set I}) (x : X), True -> spares S r -> (#|Z| <= r)%N -> ~ (exists y : X, forall m : I, R m y) ->
  (forall m : I, m \notin Z -> R m x) -> (liar \in Z -> agreed S x) /\ (liar \notin Z -> forall m : I, ~~ S m x = (m
  \in Z) || (m == liar))).
Proof.
pose R (m : bool) (_ : unit) := ~~ m.
have spared : spares all 1 by move=> A x _ _ m.
have bad : ~ exists y, forall m, R m y by move=> [y /(_ true)].
have fine m : m \notin [set true] -> R m tt by rewrite inE; case: m.
move=> H; have [|_ /(_ _ true)] := H _ _ all R false 1 [set true] tt I spared _ bad fine; first by rewrite cards1.
by rewrite !inE => /(_ isT).
Qed.
Theorem exposure_of_contradictions_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r
  : nat) (Z : {set I}) (x : X), (forall m : I, m != liar -> R m =1 S m) -> True -> (#|Z| <= r)%N -> ~ (exists y : X,
  forall m : I, R m y) -> (forall m : I, m \notin Z -> R m x) -> (liar \in Z -> agreed S x) /\ (liar \notin Z ->
  forall m : I, ~~ S m x = (m \in Z) || (m == liar))).
Proof.
move=> H; have [|/(_ _ true)] := H _ _ none none true 2 setT tt (fun _ _ _ => erefl) I _ contradiction (@outside_all _).
  by rewrite cardsT card_bool.
by rewrite inE => /(_ isT).
Qed.
Theorem exposure_of_contradictions_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r
  : nat) (Z : {set I}) (x : X), (forall m : I, m != liar -> R m =1 S m) -> spares S r -> True -> ~ (exists y : X,
  forall m : I, R m y) -> (forall m : I, m \notin Z -> R m x) -> (liar \in Z -> agreed S x) /\ (liar \notin Z ->
  forall m : I, ~~ S m x = (m \in Z) || (m == liar))).
Proof.
move=> H; have [/(_ _ true)] := H _ _ none none true 0 setT tt (fun _ _ _ => erefl) (@spares_no_one _) I contradiction
  (@outside_all _).
by rewrite inE => /(_ isT).
Qed.
Theorem exposure_of_contradictions_needs_4 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r
  : nat) (Z : {set I}) (x : X), (forall m : I, m != liar -> R m =1 S m) -> spares S r -> (#|Z| <= r)%N -> True ->
  (forall m : I, m \notin Z -> R m x) -> (liar \in Z -> agreed S x) /\ (liar \notin Z -> forall m : I, ~~ S m x = (m
  \in Z) || (m == liar))).
Proof.
move=> H; have [|_] := H _ _ all all true 0 set0 tt (fun _ _ _ => erefl) (@spares_no_one _) _ I (fun _ _ => isT).
  by rewrite cards0.
by rewrite inE => /(_ isT true); rewrite inE.
Qed.
Theorem exposure_of_groups_needs_1 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set I}),
  True -> forall (r : nat) (Z : {set I}) (x : X), spares S0 r -> (#|Z| <= r)%N -> (forall m : I, m \notin Z -> R m
  x) -> ((#|liars| <= 1)%N -> (forall m : I, m \notin Z -> S0 m x) /\ agreed S0 x \/ (exists l : I, [/\ l \in liars,
  l \notin Z, ~~ S0 l x & forall m : I, m \notin Z -> ~~ S0 m x -> m = l])) /\ ((forall m : I, m \notin Z -> S0 m x) -> agreed S0 x) /\ (forall m : I, m \notin Z -> ~~ S0 m
  x -> m \in liars)).
Proof.
move=> H; have [|_ [_ /(_ true)]] := H _ _ none all set0 I 0 set0 tt (@spares_no_one _) _ (fun _ _ => isT).
  by rewrite cards0.
by rewrite !inE => /(_ isT isT).
Qed.
Theorem exposure_of_groups_needs_4 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set I}),
  (forall m : I, m \notin liars -> R m =1 S0 m) -> forall (r : nat) (Z : {set I}) (x : X), spares S0 r -> (#|Z| <=
  r)%N -> True -> ((#|liars| <= 1)%N -> (forall m : I, m \notin Z -> S0 m x) /\ agreed S0 x \/ (exists l : I, [/\ l
  \in liars, l \notin Z, ~~ S0 l x & forall m : I, m \notin Z -> ~~ S0 m x -> m = l])) /\ ((forall m : I, m \notin Z -> S0 m x) -> agreed S0 x) /\ (forall m : I, m \notin Z
  -> ~~ S0 m x -> m \in liars)).
Proof.
move=> H; have [|_ [_ /(_ true)]] := H _ _ none none set0 (fun _ _ _ => erefl) 0 set0 tt (@spares_no_one _) _ I.
  by rewrite cards0.
by rewrite !inE => /(_ isT isT).
Qed.

(* Two clients, one of whom alone refuses the point false; a liar who accepts nothing beside a client of its kind. *)
Definition picky (m x : bool) := x || (m != true).
Lemma picky_outside m : m \notin [set true] -> picky m false.
Proof. by rewrite inE => /negPf; rewrite /picky /= => ->. Qed.
Lemma no_liars (S : bool -> bool -> bool) m : m \notin (set0 : {set bool}) -> S m =1 S m.
Proof. by []. Qed.
Theorem exposure_of_groups_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) -> forall (r : nat) (Z : {set I}) (x : X), True -> (#|Z| <= r)%N ->
  (forall m : I, m \notin Z -> R m x) -> ((#|liars| <= 1)%N -> (forall m : I, m \notin Z -> S m x) /\ agreed S x \/
  (exists l : I, [/\ l \in liars, l \notin Z, ~~ S l x & forall m : I, m \notin Z -> ~~ S m x -> m = l])) /\
  ((forall m : I, m \notin Z -> S m x) -> agreed S x) /\ (forall m : I, m \notin Z -> ~~ S m x -> m \in liars)).
Proof.
move=> H; have [few _] := H _ _ picky picky set0 (@no_liars _) 1 [set true] false I (eq_leq (cards1 _)) picky_outside.
by have [|[_ /(_ true)]//|[l []]] := few _; [rewrite cards0|rewrite inE].
Qed.
Theorem exposure_of_groups_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) -> forall (r : nat) (Z : {set I}) (x : X), spares S r -> True ->
  (forall m : I, m \notin Z -> R m x) -> ((#|liars| <= 1)%N -> (forall m : I, m \notin Z -> S m x) /\ agreed S x \/
  (exists l : I, [/\ l \in liars, l \notin Z, ~~ S l x & forall m : I, m \notin Z -> ~~ S m x -> m = l])) /\
  ((forall m : I, m \notin Z -> S m x) -> agreed S x) /\ (forall m : I, m \notin Z -> ~~ S m x -> m \in liars)).
Proof.
move=> H; have spared : spares picky 0.
  by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> K m; apply: K; rewrite inE.
have [few _] := H _ _ picky picky set0 (@no_liars _) 0 [set true] false spared I picky_outside.
by have [|[_ /(_ true)]//|[l []]] := few _; [rewrite cards0|rewrite inE].
Qed.
Theorem exposure_of_contradictions_needs_5 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r :
  nat) (Z : {set I}) (x : X), (forall m : I, m != liar -> R m =1 S m) -> spares S r -> (#|Z| <= r)%N -> ~ (exists y :
  X, forall m : I, R m y) -> True -> (liar \in Z -> agreed S x) /\ (liar \notin Z -> forall m : I, ~~ S m x = (m \in Z)
  || (m == liar))).
Proof.
move=> H; pose S (_ x : bool) := x; pose R (m x : bool) := ~~ m && x.
have honest m : m != true -> R m =1 S m by case: m.
have spared : spares S 1.
  move=> A x small K m; have [k kA] : exists k, k \notin A; last exact: (K k kA).
  have [E|] := eqVneq A setT; first by rewrite E cardsT card_bool in small.
  by rewrite -subTset => /subsetPn[k _ kA]; exists k.
have none : ~ exists y, forall m, R m y by move=> [y /(_ true)].
by have [/(_ (set11 _) true)] := H _ _ S R true 1 [set true] false honest spared (eq_leq (cards1 _)) none I.
Qed.
