(* What the theorem of ThreeHalves.v needs: nobody, one player, or two with sizes, noise or spread that are not
   positive;
   blocks that are no partition. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoPlayersTotals BestPartition
  InnerOuter.
From Incentives Require Import ThreeHalves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma one_stable (n : unit -> rat) mu s2 : OneThird.core_stable n mu s2 solo.
Proof. exact: (@solo_stable _ _ (Coalitions.err n mu s2) _ (set11 _)). Qed.

Theorem less_than_three_halves_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), True -> 0 < mu -> 0 < s2 -> I -> partition P [set: I] -> partition Q [set: I] ->
  (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H rat_realFieldType _ (fun=> 0) 1 1 solo solo I isT isT tt solo_partition solo_partition.
by move=> /(_ (@one_stable _ _ _)); totals.
Qed.
Theorem less_than_three_halves_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), (forall i : I, 0 < n i) -> True -> 0 < s2 -> I -> partition P [set: I] -> partition Q [set: I] ->
  (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H _ _ one (- 1) 1 solo solo one_pos I isT tt solo_partition solo_partition.
by move=> /(_ (@one_stable _ _ _)); totals.
Qed.
Theorem less_than_three_halves_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> True -> I -> partition P [set: I] -> partition Q [set: I] ->
  (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H _ _ (sizes 1 1) 1 (- 2%:R) both both ones isT I true both_partition both_partition.
by move=> /(_ (both_core less_stay)); totals.
Qed.
Theorem less_than_three_halves_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> partition P [set: I] -> partition Q [set: I]
  -> (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H rat_realFieldType void_finType (fun=> 1) 1 1 set0 set0 (fun=> isT) isT isT I none_partition
  none_partition.
by move=> /(_ (@none_stable _ _ _)); totals.
Qed.
Theorem less_than_three_halves_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> True -> partition Q [set: I] ->
  (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H _ _ (sizes 1 1) 10%:R 1 twice both ones isT isT true I both_partition.
by move=> /(_ (twice_core ten_stay)); totals.
Qed.
Theorem less_than_three_halves_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q :
  {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P [set: I] -> True ->
  (OneThird.core_stable n mu s2 P -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q) /\
  (InnerOuter.nobody_prefers_alone n mu s2 P -> InnerOuter.no_union_blocks n mu s2 P P -> 2 * BestPartition.total n mu
  s2 P < 3 * BestPartition.total n mu s2 Q)).
Proof.
move=> H; have [+ _] := H _ _ one 1 1 solo set0 one_pos isT isT tt solo_partition I.
by move=> /(_ (@one_stable _ _ _)); totals.
Qed.
