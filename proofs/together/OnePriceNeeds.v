(* What the theorems of OnePrice.v need: each hypothesis below is dropped in turn; numbers break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import OnePrice.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The best amount is not worse than itself, and a negative amount costs less than nothing. *)
Theorem contribution_needs_5 : ~ (forall (K : realFieldType) (mu c B best : K), 0 < c -> 0 < best -> c * best ^+ 2 =
  mu * B -> forall n : K, 0 < n -> True -> terms mu c B best < terms mu c B n).
Proof. by move=> H; have := H rat_realFieldType 1 1 1 1 isT isT erefl 1 isT I; rewrite ltxx. Qed.
Theorem contribution_needs_4 : ~ (forall (K : realFieldType) (mu c B best : K), 0 < c -> 0 < best -> c * best ^+ 2 =
  mu * B -> forall n : K, True -> n != best -> terms mu c B best < terms mu c B n).
Proof. by move=> H; have := H rat_realFieldType 1 1 1 1 isT isT erefl (- 1) I isT; vm_compute. Qed.
Theorem cost_of_laziness_needs_3 : ~ (forall (K : realFieldType) (mu c B best : K), 0 < best -> c * best ^+ 2 = mu *
  B -> forall n : K, True -> terms mu c B n = terms mu c B best + c * (n - best) ^+ 2 / n).
Proof. by move=> H; have /eqP := H rat_realFieldType 1 1 1 1 isT erefl 0 I; vm_compute. Qed.

(* Numbers with their product: a shift towards what the reference expects lowers the stake. *)
Definition product (f g : rat^o) : rat := f * g.
Lemma product_sym f g : product f g = product g f.
Proof. exact: mulrC. Qed.
Lemma product_add f g h : product (f + g) h = product f h + product g h.
Proof. exact: mulrDl. Qed.
Theorem cost_of_a_lie_needs_3 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), (forall f g : V, E
  f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) -> forall own reference u : V, True -> stake E own
  reference u = stake E own reference 0 + E u u).
Proof.
move=> H; have := H rat_realFieldType _ product product_sym product_add 1 0 (- 1) I.
by move/eqP; rewrite /stake /product; vm_compute.
Qed.
Theorem truth_needs_4 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), (forall f g : V, E f g = E
  g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) -> (forall f : V, 0 <= E f f) -> forall own reference u :
  V, True -> stake E own reference 0 <= stake E own reference u).
Proof.
move=> H; have := H rat_realFieldType _ product product_sym product_add (fun f => sqr_ge0 f) 1 0 (- 1) I.
by rewrite /stake /product; vm_compute.
Qed.

(* A product that turns signs; pairings that are not symmetric or not additive. *)
Theorem contribution_needs_1 : ~ (forall (K : realFieldType) (mu c B best : K), True -> 0 < best -> c * best ^+ 2 =
  mu * B -> forall n : K, 0 < n -> n != best -> terms mu c B best < terms mu c B n).
Proof. by move=> H; have := H rat_realFieldType (- 1) (- 1) 1 1 I isT erefl 2%:R isT isT; vm_compute. Qed.
Theorem contribution_needs_3 : ~ (forall (K : realFieldType) (mu c B best : K), 0 < c -> 0 < best -> True ->
  forall n : K, 0 < n -> n != best -> terms mu c B best < terms mu c B n).
Proof. by move=> H; have := H rat_realFieldType 0 1 0 1 isT isT I (1 / 2%:R) isT isT; vm_compute. Qed.
Theorem cost_of_laziness_needs_2 : ~ (forall (K : realFieldType) (mu c B best : K), 0 < best -> True -> forall n : K,
  0 < n -> terms mu c B n = terms mu c B best + c * (n - best) ^+ 2 / n).
Proof. by move=> H; have /eqP := H rat_realFieldType 0 1 0 1 isT I 2%:R isT; vm_compute. Qed.
Definition second (a : rat) (f g : rat^o) : rat := if (g : rat) == a then f else 0.
Lemma second_add a f g h : second a (f + g) h = second a f h + second a g h.
Proof. by rewrite /second; case: ifP => // _; rewrite addr0. Qed.
Definition both (a : rat) (f g : rat^o) : rat := if ((f : rat) == a) && ((g : rat) == a) then 1 else 0.
Lemma both_sym a f g : both a f g = both a g f.
Proof. by rewrite /both andbC. Qed.
Lemma both_pos a f : 0 <= both a f f.
Proof. by rewrite /both; case: ifP. Qed.
Theorem cost_of_a_lie_needs_1 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), True ->
  (forall f g h : V, E (f + g) h = E f h + E g h) -> forall own reference u : V, E (own - reference) u = 0 ->
  stake E own reference u = stake E own reference 0 + E u u).
Proof.
by move=> H; have /eqP := H rat_realFieldType _ (second 2%:R) I (@second_add _) 1 0 1 erefl; vm_compute.
Qed.
Theorem cost_of_a_lie_needs_2 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), (forall f g : V, E
  f g = E g f) -> True -> forall own reference u : V, E (own - reference) u = 0 -> stake E own reference u = stake E
  own reference 0 + E u u).
Proof.
by move=> H; have /eqP := H rat_realFieldType _ (both 2%:R) (@both_sym _) I 1 0 1 erefl; vm_compute.
Qed.
Theorem truth_needs_1 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), True -> (forall f g h : V, E
  (f + g) h = E f h + E g h) -> (forall f : V, 0 <= E f f) -> forall own reference u : V, E (own - reference) u = 0
  -> stake E own reference 0 <= stake E own reference u).
Proof.
move=> H; have pos f : 0 <= second 1 f f by rewrite /second; case: eqP => // ->.
by have := H rat_realFieldType _ (second 1) I (@second_add _) pos 1 0 2%:R erefl; vm_compute.
Qed.
Theorem truth_needs_2 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), (forall f g : V, E f g = E g
  f) -> True -> (forall f : V, 0 <= E f f) -> forall own reference u : V, E (own - reference) u = 0 -> stake E own
  reference 0 <= stake E own reference u).
Proof.
by move=> H; have := H rat_realFieldType _ (both 1) (@both_sym _) I (@both_pos _) 1 0 2%:R erefl; vm_compute.
Qed.
Theorem truth_needs_3 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K), (forall f g : V, E f g = E g
  f) -> (forall f g h : V, E (f + g) h = E f h + E g h) -> True -> forall own reference u : V, E (own - reference) u =
  0 -> stake E own reference 0 <= stake E own reference u).
Proof.
move=> H; pose minus (f g : rat^o) : rat := - product f g.
have sym f g : minus f g = minus g f by rewrite /minus product_sym.
have add f g h : minus (f + g) h = minus f h + minus g h by rewrite /minus product_add opprD.
by have := H rat_realFieldType _ minus sym add I 0 0 1 erefl; vm_compute.
Qed.
