(* What the theorems of Deterrence.v need: players with negative sizes break the comparison with being alone. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import ThreePlayersBlocks Coalitions Deterrence.
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

(* Three players. The largest stays, and another one leaves; the first, who is not the largest, stays, and the third
   leaves. *)
Lemma everybody : setT = picked true true true. Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma only0 : [set p0] = picked true false false. Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma only2 : [set p2] = picked false false true. Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Theorem largest_decides_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I,
  0 < n i) -> True -> forall L : I, (forall i : I, n i <= n L) -> (core_stable_grand n mu s2 <-> Coalitions.err n mu
  s2 [set: I] L <= Coalitions.err n mu s2 [set L] L) /\ (Coalitions.err n mu s2 [set: I] L <= Coalitions.err n mu s2
  [set L] L) = (s2 * n L * (Coalitions.squares n [set: I] + Coalitions.size n [set: I] * (Coalitions.size n [set: I] -
  2 * n L)) <= mu * Coalitions.size n [set: I] * (Coalitions.size n [set: I] - n L))).
Proof.
move=> H; have pos : forall i, 0 < three_sizes 1 1 2%:R i by apply: all_three.
have low : forall i, three_sizes 1 1 2%:R i <= three_sizes 1 1 2%:R p2 by apply: all_three.
have [[_ stable] _] := H _ _ _ (- 3%:R) (- 2%:R) pos I p2 low.
apply: (stable _ (picked true false false)); rewrite ?picked_some ?everybody ?only2 //; first by written3; vm_compute.
by apply: all_three; rewrite inE // => _; written3; vm_compute.
Qed.
Theorem largest_decides_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I,
  0 < n i) -> 0 < s2 -> forall L : I, True -> (core_stable_grand n mu s2 <-> Coalitions.err n mu s2 [set: I] L <=
  Coalitions.err n mu s2 [set L] L) /\ (Coalitions.err n mu s2 [set: I] L <= Coalitions.err n mu s2 [set L] L) = (s2 *
  n L * (Coalitions.squares n [set: I] + Coalitions.size n [set: I] * (Coalitions.size n [set: I] - 2 * n L)) <= mu *
  Coalitions.size n [set: I] * (Coalitions.size n [set: I] - n L))).
Proof.
move=> H; have pos : forall i, 0 < three_sizes 1 1 3%:R i by apply: all_three.
have [[_ stable] _] := H _ _ _ 3%:R 2%:R pos isT p0 I.
apply: (stable _ (picked false false true)); rewrite ?picked_some ?everybody ?only0 //; first by written3; vm_compute.
by apply: all_three; rewrite inE // => _; written3; vm_compute.
Qed.
