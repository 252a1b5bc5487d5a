(* What the theorem on all notions of EqualSizes.v needs: nobody, or two players with sizes of zero, or with other
   sizes. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks EqualSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem equal_sizes_all_notions_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 x : K), True
  -> 0 < x -> (forall i : I, n i = x) -> [/\ s2 * x < mu -> only_stable (Coalitions.err n mu s2) [set [set: I]], mu <
  s2 * x -> only_stable (Coalitions.err n mu s2) [set [set j] | j in I] & mu = s2 * x -> forall P : {set {set I}},
  partition P [set: I] -> [/\ Stability.core_stable (Coalitions.err n mu s2) P, Stability.strictly_core_stable
  (Coalitions.err n mu s2) P, Stability.individually_stable (Coalitions.err n mu s2) P & Stability.nash_stable
  (Coalitions.err n mu s2) P]]).
Proof.
move=> H; have none (i : void) : 1 = 1 :> rat by case: i.
have [/(_ isT) + _ _] := H rat_realFieldType void_finType (fun=> 1) 2%:R 1 1 I isT none.
by move=> /(_ _ none_partition)[[+ _] _ _ _]; apply: none_or_all.
Qed.
Theorem equal_sizes_all_notions_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 x : K), I ->
  True -> (forall i : I, n i = x) -> [/\ s2 * x < mu -> only_stable (Coalitions.err n mu s2) [set [set: I]], mu < s2 *
  x -> only_stable (Coalitions.err n mu s2) [set [set j] | j in I] & mu = s2 * x -> forall P : {set {set I}},
  partition P [set: I] -> [/\ Stability.core_stable (Coalitions.err n mu s2) P, Stability.strictly_core_stable
  (Coalitions.err n mu s2) P, Stability.individually_stable (Coalitions.err n mu s2) P & Stability.nash_stable
  (Coalitions.err n mu s2) P]]).
Proof.
move=> H; have none (i : bool) : sizes 0 0 i = 0 by case: i.
have [/(_ isT) + _ _] := H _ _ (sizes 0 0) 1 1 0 true I none.
by move=> /(_ _ each_partition)[[+ _] _ _ _]; apply: (@each_or_both _ _ _ true); written; vm_compute.
Qed.
Theorem equal_sizes_all_notions_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 x : K), I ->
  0 < x -> True -> [/\ s2 * x < mu -> only_stable (Coalitions.err n mu s2) [set [set: I]], mu < s2 * x -> only_stable
  (Coalitions.err n mu s2) [set [set j] | j in I] & mu = s2 * x -> forall P : {set {set I}}, partition P [set: I] ->
  [/\ Stability.core_stable (Coalitions.err n mu s2) P, Stability.strictly_core_stable (Coalitions.err n mu s2) P,
  Stability.individually_stable (Coalitions.err n mu s2) P & Stability.nash_stable (Coalitions.err n mu s2) P]]).
Proof.
move=> H; have [/(_ isT) + _ _] := H _ _ (sizes 3%:R 3%:R) 2%:R 1 1 true isT I.
by move=> /(_ _ both_partition)[[_ /(_ erefl)+] _ _ _]; apply: (@both_leaves _ _ _ true); written; vm_compute.
Qed.
