(* What the arrangements of one player and of two cost in all, for the counterexamples of the files that show what is
   needed. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks OneThird BestPartition InnerOuter.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* One player of size 1; two of size 1 who stay together; two who are small. *)
Definition one (_ : unit) : rat := 1.
Lemma one_pos i : 0 < one i. Proof. exact: ltr01. Qed.
Lemma ten_stay j : Coalitions.err (sizes 1 1) 10%:R 1 setT j <= Coalitions.err (sizes 1 1) 10%:R 1 [set j] j.
Proof. by case: j; written; vm_compute. Qed.
Lemma less_stay j : Coalitions.err (sizes 1 1) 1 (- 2%:R) setT j <= Coalitions.err (sizes 1 1) 1 (- 2%:R) [set j] j.
Proof. by case: j; written; vm_compute. Qed.
Definition small := sizes 4%:R^-1 4%:R^-1.
Lemma small_pos i : 0 < small i. Proof. by case: i. Qed.
Lemma none_total (I : finType) (n : I -> rat) mu s2 : total n mu s2 set0 = 0.
Proof. exact: big_set0. Qed.
Lemma solo_pays (n : unit -> rat) mu s2 : Coalitions.err n mu s2 [set tt] tt = mu / n tt.
Proof. by rewrite /Coalitions.err /size big_set1 setDv big_set0 subrr expr0n addr0 mulr0 mul0r addr0. Qed.
Lemma solo_total (n : unit -> rat) mu s2 : total n mu s2 solo = n tt * (mu / n tt).
Proof. by rewrite /total big_set1 solo_all big_set1 solo_pays. Qed.
Lemma both_total (n : bool -> rat) mu s2 : total n mu s2 both =
  n true * Coalitions.err n mu s2 setT true + n false * Coalitions.err n mu s2 setT false.
Proof. by rewrite /total big_set1 sum_both. Qed.
Lemma different : [set true] \notin [set [set false]]. Proof. by rewrite inE; apply/eqP => /setP/(_ true); rewrite
  !inE. Qed.
Lemma each_total (n : bool -> rat) mu s2 : total n mu s2 each =
  n true * Coalitions.err n mu s2 [set true] true + n false * Coalitions.err n mu s2 [set false] false.
Proof. by rewrite /total big_setU1 ?different // !big_set1. Qed.

Lemma each_excess n : excess n each =
  3%:R * BestPartition.cost n setT - 2%:R * (BestPartition.cost n [set true] + BestPartition.cost n [set false]) :> rat.
Proof. by have /and3P[/eqP e _ _] := each_partition; rewrite /excess e big_setU1 ?different // big_set1. Qed.

(* One of the two is in two blocks, which is no partition. *)
Definition twice : {set {set bool}} := [set setT; [set true]].
Lemma not_the_same : setT \notin [set [set true]]. Proof. by rewrite inE eq_sym one_not_all. Qed.
Lemma twice_total (n : bool -> rat) mu s2 : total n mu s2 twice =
  n true * Coalitions.err n mu s2 setT true + n false * Coalitions.err n mu s2 setT false +
  n true * Coalitions.err n mu s2 [set true] true.
Proof. by rewrite /total big_setU1 ?not_the_same // !big_set1 sum_both. Qed.
Lemma twice_is (C : {set bool}) : C \in twice -> C = setT \/ C = [set true].
Proof. by rewrite !inE => /orP[]/eqP ->; [left|right]. Qed.
Lemma twice_home j : pblock twice j = setT \/ j = true /\ pblock twice j = [set true].
Proof.
rewrite /pblock; case: pickP => [A /= /andP[/twice_is[]-> jA]|/(_ setT)]; [by left| |by rewrite /= !inE eqxx].
by right; move: jA; rewrite inE => /eqP.
Qed.
Section Twice.
Variable cost : {set bool} -> bool -> rat.
Hypothesis stay : forall j, cost setT j <= cost [set j] j.
Lemma twice_keeps j : at_home cost twice j <= cost [set j] j.
Proof. by rewrite /at_home; have [->|[-> ->]] := twice_home j; rewrite ?stay. Qed.
Lemma twice_false : at_home cost twice false = cost setT false.
Proof. by rewrite /at_home; have [->|[]] := twice_home false. Qed.
Lemma twice_core : Stability.core_stable cost twice.
Proof.
move=> C /some_of_two[->|[j ->]] gain; last by have := gain j; rewrite inE eqxx ltNge twice_keeps => /(_ isT).
by have := gain false; rewrite twice_false inE ltxx => /(_ isT).
Qed.
Lemma twice_individual : individually_stable cost twice.
Proof.
move=> C j [/twice_is[->|->]|->]; rewrite ?inE //; last by move=> _ []; rewrite setU0 ltNge twice_keeps.
by case: j => // _ []; rewrite f_and_t twice_false ltxx.
Qed.
End Twice.
Lemma solo_individual (cost : {set unit} -> unit -> rat) : individually_stable cost solo.
Proof.
move=> C [] [|->]; first by rewrite !inE => /eqP ->; rewrite inE.
by move=> _ []; rewrite setU0 /at_home solo_home ?inE // solo_all ltxx.
Qed.
Lemma none_individual (cost : {set void} -> void -> rat) : individually_stable cost set0.
Proof. by move=> C []. Qed.

Ltac totals := rewrite ?none_total ?solo_total ?both_total ?each_total ?twice_total; written; vm_compute.
