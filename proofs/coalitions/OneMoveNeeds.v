(* What the theorem of OneMove.v needs: nobody, one player, or two with sizes, noise or spread that are not positive;
   blocks
   that are no partition; two players who are alone against their interest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoPlayersTotals BestPartition OneMove.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem individually_stable_less_than_three_halves_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), True -> 0 < mu -> 0 < s2 -> I -> partition P [set: I] ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> partition Q [set: I] -> 2 * BestPartition.total n mu s2
  P < 3 * BestPartition.total n mu s2 Q).
Proof.
move=> H; have := H rat_realFieldType _ (fun=> 0) 1 1 solo solo I isT isT tt solo_partition (@solo_individual _).
by move=> /(_ solo_partition); totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> True -> 0 < s2 -> I -> partition P [set: I] ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> partition Q [set: I] -> 2 * BestPartition.total n mu s2
  P < 3 * BestPartition.total n mu s2 Q).
Proof.
move=> H; have := H _ _ one (- 1) 1 solo solo one_pos I isT tt solo_partition (@solo_individual _) solo_partition.
by totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> True -> I -> partition P [set: I] ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> partition Q [set: I] -> 2 * BestPartition.total n mu s2
  P < 3 * BestPartition.total n mu s2 Q).
Proof.
move=> H; have := H _ _ (sizes 1 1) 1 (- 2%:R) both both ones isT I true both_partition (both_individual less_stay)
  both_partition.
by totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> partition P [set: I] ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> partition Q [set: I] -> 2 * BestPartition.total n mu s2
  P < 3 * BestPartition.total n mu s2 Q).
Proof.
move=> H; have := H rat_realFieldType void_finType (fun=> 1) 1 1 set0 set0 (fun=> isT) isT isT I none_partition.
by move=> /(_ (@none_individual _) none_partition); totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> True ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> partition Q [set: I] -> 2 * BestPartition.total n mu s2
  P < 3 * BestPartition.total n mu s2 Q).
Proof.
by move=> H; have := H _ _ (sizes 1 1) 10%:R 1 twice both ones isT isT true I (twice_individual ten_stay)
  both_partition; totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P [set: I] -> True
  -> partition Q [set: I] -> 2 * BestPartition.total n mu s2 P < 3 * BestPartition.total n mu s2 Q).
Proof.
by move=> H; have := H _ _ (sizes 1 1) 10%:R 1 each both ones isT isT true each_partition I both_partition; totals.
Qed.
Theorem individually_stable_less_than_three_halves_needs_7 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K)
  (mu s2 : K) (P Q : {set {set I}}), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P [set: I] ->
  Stability.individually_stable (Coalitions.err n mu s2) P -> True -> 2 * BestPartition.total n mu s2 P < 3 *
  BestPartition.total n mu s2 Q).
Proof.
by move=> H; have := H _ _ one 1 1 solo set0 one_pos isT isT tt solo_partition (@solo_individual _) I; totals.
Qed.
