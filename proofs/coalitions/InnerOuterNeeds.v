(* What the theorem on blocks that do not unite of InnerOuter.v needs: two players with no sizes, or with small ones
   in blocks
   that overlap, that are not in the arrangement, or that would unite. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoPlayersTotals BestPartition
  InnerOuter.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma small_stay j : Coalitions.err small 1 1 setT j <= Coalitions.err small 1 1 [set j] j.
Proof. by rewrite /small; case: j; written; vm_compute. Qed.
Lemma none_unite (n : bool -> rat) (P R : {set {set bool}}) : Stability.core_stable (Coalitions.err n 1 1) P ->
  (forall C, C \in R -> C != set0) -> no_union_blocks n 1 1 P R.
Proof.
move=> stable some U UR /set0Pn[C CU]; apply: stable; have /set0Pn[j jC] := some C (subsetP UR C CU).
by apply/set0Pn; exists j; apply/bigcupP; exists C.
Qed.
Lemma each_some C : C \in each -> C != set0. Proof. by case/each_is => j ->; apply: some_one. Qed.
Lemma twice_some C : C \in twice -> C != set0. Proof. by case/twice_is => ->; rewrite ?two_some ?some_one. Qed.
Lemma twice_excess n : excess n twice =
  3%:R * BestPartition.cost n setT - 2%:R * (BestPartition.cost n setT + BestPartition.cost n [set true]) :> rat.
Proof.
have e : cover twice = setT by rewrite /cover big_setU1 ?not_the_same //= big_set1 setTU.
by rewrite /excess e big_setU1 ?not_the_same // big_set1.
Qed.
Ltac excesses := rewrite ?each_excess ?twice_excess /BestPartition.cost /OneThird.seen /small; written; vm_compute.

Theorem blocks_that_do_not_unite_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), True -> forall P
  R : {set {set I}}, partition P [set: I] -> R \subset P -> no_union_blocks n 1 1 P R -> 0 < excess n R /\ 1 -
  OneThird.seen n (cover R) <= excess n R).
Proof.
move=> H; have stable : Stability.core_stable (Coalitions.err (sizes 0 0) 1 1) each.
  by apply: (@each_core _ _ _ true); written; vm_compute.
by have [+ _] := H _ _ (sizes 0 0) I each each each_partition (subxx _) (none_unite stable each_some); excesses.
Qed.
Theorem blocks_that_do_not_unite_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0
  < n i) -> forall P R : {set {set I}}, True -> R \subset P -> no_union_blocks n 1 1 P R -> 0 < excess n R /\ 1 -
  OneThird.seen n (cover R) <= excess n R).
Proof.
move=> H; have stable := twice_core small_stay.
by have [+ _] := H _ _ small small_pos twice twice I (subxx _) (none_unite stable twice_some); excesses.
Qed.
Theorem blocks_that_do_not_unite_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0
  < n i) -> forall P R : {set {set I}}, partition P [set: I] -> True -> no_union_blocks n 1 1 P R -> 0 < excess n R /\
  1 - OneThird.seen n (cover R) <= excess n R).
Proof.
move=> H; have stable := both_core small_stay.
by have [+ _] := H _ _ small small_pos both twice both_partition I (none_unite stable twice_some); excesses.
Qed.
Theorem blocks_that_do_not_unite_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0
  < n i) -> forall P R : {set {set I}}, partition P [set: I] -> R \subset P -> True -> 0 < excess n R /\ 1 -
  OneThird.seen n (cover R) <= excess n R).
Proof. by move=> H; have [+ _] := H _ _ small small_pos each each each_partition (subxx _) I; excesses. Qed.
