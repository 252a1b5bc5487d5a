(* What the theorems of Deterrence.v need: players with negative sizes break the comparison with being alone. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Deterrence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition debts (i : bool) : rat := if i then - 1 else - 2%:R.
Lemma both (f : bool -> rat) : \sum_(i in [set: bool]) f i = f true + f false.
Proof. by under eq_bigl do rewrite inE; rewrite big_bool. Qed.

Theorem largest_decides_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0 <
  s2 -> forall L : I, (forall i : I, n i <= n L) -> (core_stable_grand n mu s2 <-> Coalitions.err n mu s2 [set: I] L
  <= Coalitions.err n mu s2 [set L] L) /\ (Coalitions.err n mu s2 [set: I] L <= Coalitions.err n mu s2 [set L] L) =
  (s2 * n L * (Coalitions.squares n [set: I] + Coalitions.size n [set: I] * (Coalitions.size n [set: I] - 2 * n L))
  <= mu * Coalitions.size n [set: I] * (Coalitions.size n [set: I] - n L))).
Proof.
move=> H; have [|_] := H rat_realFieldType _ debts 1 1 I isT true; first by case.
have others : [set: bool] :\ true = [set false] by apply/setP => -[]; rewrite !inE.
by rewrite /err /squares /size others setDv big_set0 !big_set1 !both; vm_compute.
Qed.
