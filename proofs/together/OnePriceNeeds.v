(* What the theorems of OnePrice.v need: each hypothesis below is dropped in turn; numbers, or one player, break the rest. *)
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

(* One player whose error grows with its own samples, and whose price covers nothing. *)
Theorem nobody_leaves_needs_1 : ~ (forall (K : realFieldType) (I : finType) (err : I -> (I -> K) -> K) (n c : I ->
  K) (p : I -> I -> K), True -> (forall i j : I, 0 <= p i j) -> (forall j : I, \sum_i p i j <= c j) -> (forall j :
  I, n j * (\sum_i p i j) = c j * n j) -> forall (C : {set I}) (k : I -> K), (forall j : I, 0 <= k j) -> (forall j :
  I, j \notin C -> k j = 0) -> \sum_(i in C) bill err n c p i <= \sum_(i in C) (err i k + c i * k i)).
Proof.
pose err (_ : 'I_1) (n : 'I_1 -> rat) := n ord0.
have sum f : \sum_(i in [set: 'I_1]) f i = f ord0 :> rat by under eq_bigl do rewrite inE; rewrite big_ord1.
move=> H; have := H rat_realFieldType _ err (fun=> 1) (fun=> 0) (fun _ _ => 0) I (fun _ _ => isT) _ _ setT
  (fun=> 0) (fun=> isT).
rewrite !sum /bill !big_ord1 /err => bad; suff : (1 : rat) <= 0 by [].
apply: (le_trans _ (le_trans (bad _ _ _) _)); rewrite ?mulr0 ?mul0r ?addr0 ?subr0 //.
all: by move=> j; rewrite ?big_ord1 ?mulr0 ?mul0r ?inE.
Qed.
