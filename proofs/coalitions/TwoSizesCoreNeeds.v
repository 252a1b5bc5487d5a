(* What the theorems of TwoSizesCore.v need: a large player who wants to come forms a coalition with the small one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability TwoSizesShapes TwoPlayers OneTable TwoSizesRecipe TwoSizesCore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A small player of size 1 and a large one of size 2 at the ratio 2: together both have less error than alone. *)
Lemma kinds i : sizes 1 2%:R i = 1 \/ sizes 1 2%:R i = 2%:R. Proof. by case: i; [left|right]. Qed.
Lemma one_small : smalls (sizes 1 2%:R) 1 = [set true]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Theorem no_guests_core_needs_8 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K), (forall i
  : I, n i = a \/ n i = b) -> 0 < a -> a < b -> 0 < s2 -> TwoSizesRecipe.smalls n a != set0 -> s2 * a <= mu -> mu <=
  s2 * b -> True -> Stability.core_stable (Coalitions.err n mu s2) (OneTable.arrangement (TwoSizesRecipe.smalls n
  a))).
Proof.
move=> H; have core := H rat_realFieldType _ (sizes 1 2%:R) 2%:R 1 1 2%:R kinds isT isT isT _ isT isT I.
have someone : smalls (sizes 1 2%:R) 1 != set0 by rewrite one_small some_one.
apply: (core someone setT); first by apply/set0Pn; exists true; rewrite inE.
rewrite one_small => -[] _; rewrite /at_home; last by rewrite home_alone ?inE ?some_one //; written; vm_compute.
by rewrite home_table ?inE ?some_one //; written; vm_compute.
Qed.
