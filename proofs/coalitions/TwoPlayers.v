(* Sums over coalitions of two players, for the counterexamples of the files that show what is needed. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Weights FineWeights Precision Fair.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Two players with these sizes. *)
Definition sizes (x y : rat) (i : bool) : rat := if i then x else y.
Lemma ones i : 0 < sizes 1 1 i. Proof. by case: i. Qed.
Lemma one_two i : 0 < sizes 1 2%:R i. Proof. by case: i. Qed.
Lemma two_one i : 0 < sizes 2%:R 1 i. Proof. by case: i. Qed.
Lemma sum_both (f : bool -> rat) : \sum_(i in [set: bool]) f i = f true + f false.
Proof. by under eq_bigl do rewrite inE; rewrite big_bool. Qed.
Lemma sum_all (f : bool -> rat) : \sum_i f i = f true + f false.
Proof. by rewrite big_bool. Qed.
Lemma sum_one (j : bool) (f : bool -> rat) : \sum_(i in [set j]) f i = f j.
Proof. by rewrite big_set1. Qed.
Lemma sum_none (f : bool -> rat) : \sum_(i in set0) f i = 0.
Proof. by rewrite big_set0. Qed.
Lemma sum_others (j : bool) (f : bool -> rat) : \sum_(i | i != j) f i = f (~~ j).
Proof. by rewrite (bigD1 (~~ j)) /= ?big1 ?addr0 //; case: j => // -[]. Qed.
Lemma all_but_t : [set: bool] :\ true = [set false]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma all_but_f : [set: bool] :\ false = [set true]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma t_but_t : [set true] :\ true = set0. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma f_but_f : [set false] :\ false = set0. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma t_but_f : [set true] :\ false = [set true]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma f_but_t : [set false] :\ true = [set false]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma none_but (j : bool) : set0 :\ j = set0. Proof. exact: set0D. Qed.
Lemma t_and_f : true |: [set false] = setT. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma f_and_t : false |: [set true] = setT. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma t_with_f : [set true; false] = setT. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma f_with_t : [set false; true] = setT. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma some_one (j : bool) : [set j] != set0. Proof. by apply/set0Pn; exists j; rewrite inE. Qed.
Lemma one_not_all (j : bool) : [set j] != setT.
Proof. by apply/eqP => /setP/(_ (~~ j)); rewrite !inE; case: j. Qed.
Lemma two_ones : [disjoint [set true] & [set false]]. Proof. by rewrite disjoints1 inE. Qed.
Definition two := (t_and_f, f_and_t, t_with_f, f_with_t, all_but_t, all_but_f, t_but_t, f_but_f, t_but_f, f_but_t,
  none_but).
Definition sums := (sum_both, sum_all, sum_one, sum_none, sum_others).

(* What the players pay, as rational numbers that can be computed. *)
Ltac written := rewrite /fine_err /coarse_err /Precision.b /FineWeights.fine /best /R /FineWeights.V /coarse
  /best_weight /bias
  /Coalitions.err /bound ?two /size /squares ?two ?sums ?inE /=.
