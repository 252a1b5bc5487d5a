(* What the theorem on the excess of blocks of OneMoveGames.v needs: a block without members, in the arrangement or
   not; two
   players with no sizes, or two who would unite. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoPlayersTotals BestPartition
  InnerOuter.
From Incentives Require Import OneMoveGames.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma each_some : each != set0. Proof. by apply/set0Pn; exists [set true]; apply: one_in_each. Qed.
Definition two_blocks : {set {set unit}} := [set set0; setT].
Lemma two_are (C : {set unit}) j : C \in two_blocks -> j \in C -> C = setT.
Proof. by rewrite !inE => /orP[]/eqP -> //; rewrite inE. Qed.
Lemma two_blocks_some : two_blocks != set0. Proof. by apply/set0Pn; exists setT; rewrite !inE eqxx orbT. Qed.
Lemma nobody_moves : no_single_move one 1 1 two_blocks.
Proof.
move=> C D [] CP DP CD tC [+ _]; have C_all := two_are CP tC; have [DT|D0] := eqVneq D setT.
  by rewrite C_all DT eqxx in CD.
by rewrite (_ : tt |: D = C) ?ltxx // C_all; apply/setP => -[]; rewrite !inE.
Qed.
Lemma two_excess : excess one two_blocks <= 0.
Proof.
have new : set0 \notin [set [set: unit]] by rewrite inE eq_sym solo_some.
rewrite /excess /cover !big_setU1 //= !big_set1 set0U solo_all /BestPartition.cost /OneThird.seen /size /squares.
by rewrite !big_set0 !big_set1; vm_compute.
Qed.

Theorem excess_of_blocks_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), True -> forall P R : {set
  {set I}}, partition P [set: I] -> R \subset P -> no_single_move n 1 1 R -> R != set0 -> 0 < InnerOuter.excess n R /\
  1 - 3 * OneThird.seen n (cover R) < InnerOuter.excess n R).
Proof.
move=> H; have none C j : Coalitions.err (sizes 0 0) 1 1 C j = 0.
  have s0 : size (sizes 0 0) C = 0 by rewrite /size big1 // => -[].
  by rewrite /Coalitions.err s0 expr0n /= invr0 !mulr0 addr0.
have stay : no_single_move (sizes 0 0) 1 1 each by move=> C D j _ _ _ _ []; rewrite !none ltxx.
have [+ _] := H _ _ (sizes 0 0) I each each each_partition (subxx _) stay each_some.
by rewrite each_excess /BestPartition.cost /OneThird.seen; written; vm_compute.
Qed.
Theorem excess_of_blocks_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0 < n i)
  -> forall P R : {set {set I}}, True -> R \subset P -> no_single_move n 1 1 R -> R != set0 -> 0 < InnerOuter.excess n
  R /\ 1 - 3 * OneThird.seen n (cover R) < InnerOuter.excess n R).
Proof.
move=> H; have [+ _] := H _ _ one one_pos two_blocks two_blocks I (subxx _) nobody_moves two_blocks_some.
by rewrite ltNge two_excess.
Qed.
Theorem excess_of_blocks_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0 < n i)
  -> forall P R : {set {set I}}, partition P [set: I] -> True -> no_single_move n 1 1 R -> R != set0 -> 0 <
  InnerOuter.excess n R /\ 1 - 3 * OneThird.seen n (cover R) < InnerOuter.excess n R).
Proof.
move=> H; have [+ _] := H _ _ one one_pos solo two_blocks solo_partition I nobody_moves two_blocks_some.
by rewrite ltNge two_excess.
Qed.
Theorem excess_of_blocks_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0 < n i)
  -> forall P R : {set {set I}}, partition P [set: I] -> R \subset P -> True -> R != set0 -> 0 < InnerOuter.excess n R
  /\ 1 - 3 * OneThird.seen n (cover R) < InnerOuter.excess n R).
Proof.
move=> H; have [+ _] := H _ _ small small_pos each each each_partition (subxx _) I each_some.
by rewrite each_excess /BestPartition.cost /OneThird.seen /small; written; vm_compute.
Qed.
