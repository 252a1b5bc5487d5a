(* What the theorems of Thresholds.v need: each hypothesis below is dropped in turn, and one or two clients break the rest. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust Clusters Thresholds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition all (_ : unit) (_ : unit) := true.
Definition none (_ : unit) (_ : unit) := false.

(* Two clients, one of them a liar, if two can be spared: everybody agrees with everything, so the threshold 0 does too. *)
Theorem depth_threshold_needs_1 : ~ (forall M c t : nat, True -> (forall (X : Type) (S0 R : 'I_M -> X -> bool)
  (liars : {set 'I_M}), (#|liars| <= c)%N -> (forall m : ordinal_finType M, m \notin liars -> R m =1 S0 m) ->
  Trust.spares S0 (2 * c) -> forall x : X, (t <= Trust.depth R x)%N <-> Trust.agreed S0 x) <-> t = (M - c)%N).
Proof.
move=> H; have [/(_ _)] := H 2 1 0 I; rewrite subn1 /= => K _; suff : 0 = 1 by [].
apply: K => X S R liars _ _ two x; split=> // _; apply: (two setT) => [|m]; last by rewrite inE.
by rewrite cardsT card_ord.
Qed.

Lemma spares_no_one (S : unit -> unit -> bool) : spares S 0.
Proof. by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> H m; apply: H; rewrite inE. Qed.
Lemma nobody : #|set0 : {set unit}| <= 0.
Proof. by rewrite cards0. Qed.
Lemma disjoint_alone (A : {set unit}) : trivIset [set A].
Proof. by apply/trivIsetP => B C /set1P -> /set1P ->; rewrite eqxx. Qed.
Lemma common : exists w, agreed all w.
Proof. by exists tt. Qed.
Lemma peeled A : A \in [set [set: unit]] -> witness none A /\ #|A| <= 1.
Proof.
move=> /set1P ->; split; last by rewrite cardsT card_unit.
by move=> [x /(_ tt)]; rewrite inE => /(_ isT).
Qed.

Theorem peeling_small_witnesses_needs_1 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set
  I}) (c h : nat) (peeled : {set {set I}}), True -> (forall m : I, m \notin liars -> R m =1 S0 m) -> (exists w : X,
  Trust.agreed S0 w) -> Trust.spares S0 (c * h) -> (0 < h)%N -> trivIset peeled -> (forall A : set_of_finType I, A
  \in peeled -> Trust.witness R A /\ (#|A| <= h)%N) -> (#|peeled| <= c)%N /\ (forall x : X, (forall m : I, m \notin
  cover peeled -> R m x) -> Trust.agreed S0 x)).
Proof.
move=> H; have [||] := H _ _ all none setT 0 1 [set setT] I _ common _ isT (disjoint_alone _) peeled.
- by move=> m; rewrite inE.
- exact: spares_no_one.
by rewrite cards1.
Qed.
Theorem peeling_small_witnesses_needs_2 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set
  I}) (c h : nat) (peeled : {set {set I}}), (#|liars| <= c)%N -> True -> (exists w : X, Trust.agreed S0 w) ->
  Trust.spares S0 (c * h) -> (0 < h)%N -> trivIset peeled -> (forall A : set_of_finType I, A \in peeled ->
  Trust.witness R A /\ (#|A| <= h)%N) -> (#|peeled| <= c)%N /\ (forall x : X, (forall m : I, m \notin cover peeled
  -> R m x) -> Trust.agreed S0 x)).
Proof.
move=> H; have [|] := H _ _ all none set0 0 1 [set setT] nobody I common _ isT (disjoint_alone _) peeled.
  exact: spares_no_one.
by rewrite cards1.
Qed.
Theorem peeling_small_witnesses_needs_3 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set
  I}) (c h : nat) (peeled : {set {set I}}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S0 m) ->
  True -> Trust.spares S0 (c * h) -> (0 < h)%N -> trivIset peeled -> (forall A : set_of_finType I, A \in peeled ->
  Trust.witness R A /\ (#|A| <= h)%N) -> (#|peeled| <= c)%N /\ (forall x : X, (forall m : I, m \notin cover peeled
  -> R m x) -> Trust.agreed S0 x)).
Proof.
move=> H; have [||] := H _ _ none none set0 0 1 [set setT] nobody _ I _ isT (disjoint_alone _) peeled.
- by [].
- exact: spares_no_one.
by rewrite cards1.
Qed.
Theorem peeling_small_witnesses_needs_7 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liars : {set
  I}) (c h : nat) (peeled : {set {set I}}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S0 m) ->
  (exists w : X, Trust.agreed S0 w) -> Trust.spares S0 (c * h) -> (0 < h)%N -> trivIset peeled -> True -> (#|peeled|
  <= c)%N /\ (forall x : X, (forall m : I, m \notin cover peeled -> R m x) -> Trust.agreed S0 x)).
Proof.
move=> H; have [||] := H _ _ all all set0 0 1 [set setT] nobody _ common _ isT (disjoint_alone _) I.
- by [].
- exact: spares_no_one.
by rewrite cards1.
Qed.

(* Too few clients stay: nobody lies, so both worlds are one. *)
Theorem trust_threshold_needs_3 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (y : X) (G :
  {set I}), Trust.spares S0 c -> (#|G| <= 2 * c)%N -> True -> ~ Trust.agreed S0 y -> exists (C D : {set I}) (R S' :
  I -> X -> Prop), [/\ (#|C| <= c)%N /\ (#|D| <= c)%N, forall m : I, m \notin D -> forall x : X, R m x <-> S0 m x,
  forall m : I, m \notin C -> forall x : X, R m x <-> S' m x, forall m : I, S' m y & (forall (A : {set I}) (x : X),
  (#|A| <= c)%N -> (forall m : I, m \notin A -> S' m x) -> forall m : I, S' m x) /\ (forall x : X, ~ (Trust.agreed
  S0 x /\ (forall m : I, S' m x)))]).
Proof.
move=> H; have no : ~ agreed none tt by move=> /(_ tt).
have [C [D [R [S' [[]]]]]] := H _ _ none 0 tt set0 (@spares_no_one _) nobody I no.
rewrite !leqn0 !cards_eq0 => /eqP -> /eqP -> here there /(_ tt) yes _.
by have := (there tt _ tt).2 yes; rewrite inE => /(_ isT)/(here tt); rewrite inE => /(_ isT).
Qed.
Theorem trust_threshold_needs_4 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (y : X) (G :
  {set I}), Trust.spares S0 c -> (#|G| <= 2 * c)%N -> (forall m : I, m \notin G -> S0 m y) -> True -> exists (C D :
  {set I}) (R S' : I -> X -> Prop), [/\ (#|C| <= c)%N /\ (#|D| <= c)%N, forall m : I, m \notin D -> forall x : X, R
  m x <-> S0 m x, forall m : I, m \notin C -> forall x : X, R m x <-> S' m x, forall m : I, S' m y & (forall (A :
  {set I}) (x : X), (#|A| <= c)%N -> (forall m : I, m \notin A -> S' m x) -> forall m : I, S' m x) /\ (forall x : X,
  ~ (Trust.agreed S0 x /\ (forall m : I, S' m x)))]).
Proof.
move=> H; have [C [D [R [S' [_ _ _ yes [_ /(_ tt)]]]]]] := H _ _ all 0 tt set0 (@spares_no_one _) nobody
  (fun _ _ => isT) I.
by apply.
Qed.
