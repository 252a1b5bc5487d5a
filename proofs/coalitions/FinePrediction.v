(* What fine-grained federation predicts, and who stays (coalitions/new-fine-is-blup, new-equal-sizes-shrinkage,
   new-fine-all-notions). Any number of players, any positive sizes, any real field.
   Modelled: the best fine weights and [fine_err] of Precision.v; averages are elements of any vector space,
     so numbers, vectors
   or random variables; the stability notions of Stability.v. Not modelled: prior distributions. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability OneThird Weights FineWeights Precision EqualSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Prediction.
Variables (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu s2 : K) (average : I -> W).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types (C : {set I}).
Local Notation V := (V n mu s2).

(* The common mean, each average weighed by its precision. *)
Definition gls C := (\sum_(i in C) (V i)^-1)^-1 *: (\sum_(i in C) (V i)^-1 *: average i).
Definition mean C := #|C|%:R^-1 *: (\sum_(i in C) average i).
(* What a member predicts, fine-grained and coarse-grained. *)
Definition fine_prediction C j := \sum_(i in C) best n mu s2 C j i *: average i.
Definition coarse_prediction C j := let w := best_weight n mu s2 C j in
  w *: average j + (1 - w) *: (\sum_(i in C) (n i / size n C) *: average i).

Let G C := \sum_(i in C) (V i)^-1.
Let v_pos i : 0 < V i. Proof. exact: Vpos. Qed.
Let G_pos C j : j \in C -> 0 < G C.
Proof. by move=> jC; apply: (R_pos n_pos mu_pos s2_pos); apply/set0Pn; exists j. Qed.

(* No other weights of C have a smaller error. *)
Theorem fine_is_blup C j : j \in C -> fine_prediction C j = gls C + (s2 / V j) *: (average j - gls C) /\
  forall v, weights_of C v -> fine_err n mu s2 C j <= fine n mu s2 j v.
Proof.
move=> jC; split=> [|v one]; last first.
  by rewrite (fine_gap n_pos mu_pos s2_pos jC one) ler_addl sumr_ge0 // => i _; rewrite mulr_ge0 ?sqr_ge0 ?ltW.
have vj := lt0r_neq0 (v_pos j); have g0 := lt0r_neq0 (G_pos jC).
have cut : R n mu s2 (C :\ j) = G C - (V j)^-1 by rewrite /G (big_setD1 j jC) /= addrAC subrr add0r.
have D : 1 + V j * (G C - (V j)^-1) = V j * G C by field.
have weight i : i \in C -> best n mu s2 C j i = (if i == j then s2 / V j else 0) + (1 - s2 / V j) * (G C)^-1 * (V i)^-1.
  move=> iC; rewrite /best cut D iC; have vi := lt0r_neq0 (v_pos i).
  by case: eqVneq => [->|_]; field; rewrite ?vi ?vj g0.
rewrite /fine_prediction (eq_bigr (fun i => (if i == j then s2 / V j else 0) *: average i +
   (1 - s2 / V j) *: ((G C)^-1 *: ((V i)^-1 *: average i)))) => [|i iC]; last by
     rewrite weight // scalerDl !scalerA mulrA.
rewrite big_split /= -!scaler_sumr -/(gls C) (big_setD1 j jC) /= eqxx big1 => [|i /setD1P[/negPf -> _]]; last by
  rewrite scale0r.
by rewrite addr0 scalerBr scalerBl scale1r addrCA.
Qed.

(* One size for all: both federations shrink towards the plain mean, by the same share. *)
Theorem equal_sizes_shrinkage C j x : j \in C -> (forall i, i \in C -> n i = x) ->
  let shrunk := mean C + (s2 / (s2 + mu / x)) *: (average j - mean C) in
  coarse_prediction C j = shrunk /\ fine_prediction C j = shrunk.
Proof.
move=> jC same shrunk; have x0 : 0 < x by rewrite -(same j jC).
have M : 0 < #|C|%:R :> K by rewrite ltr0n card_gt0; apply/set0Pn; exists j.
have N : size n C = #|C|%:R * x by rewrite /size (eq_bigr _ same) sumr_const mulr_natl.
have v : 0 < s2 + mu / x by rewrite addr_gt0 // divr_gt0.
have plain : \sum_(i in C) (n i / size n C) *: average i = mean C.
  rewrite /mean scaler_sumr; apply: eq_bigr => i iC; congr (_ *: _); rewrite N same //; field; by rewrite !gt_eqF.
split; last first.
  rewrite (fine_is_blup jC).1; have V_is i : i \in C -> V i = s2 + mu / x by move=> iC; rewrite /FineWeights.V same.
  suff -> : gls C = mean C by rewrite V_is.
  rewrite /gls /mean scaler_sumr [RHS]scaler_sumr; apply: eq_bigr => i iC; rewrite scalerA; congr (_ *: _).
  rewrite (eq_bigr (fun=> (s2 + mu / x)^-1)) => [|k kC]; last by rewrite V_is.
  rewrite V_is // sumr_const -mulr_natl; move: (s2 + mu / x) v => y v; field; by rewrite !gt_eqF.
rewrite /coarse_prediction plain; have [E|T0] := eqVneq (C :\ j) set0.
  have C1 : C = [set j] by rewrite -(setD1K jC) E setU0.
  have mj : mean C = average j by rewrite /mean C1 cards1 big_set1 invr1 scale1r.
  by rewrite /shrunk mj subrr scaler0 addr0 -scalerDl addrC subrK scale1r.
suff -> : best_weight n mu s2 C j = s2 / (s2 + mu / x).
  by rewrite /shrunk scalerBr scalerBl scale1r addrCA.
have r := nonempty_size n_pos T0; have B := bias_pos n_pos jC T0.
have cut : size n C = x + size n (C :\ j) by rewrite (cut n jC) same.
have q : squares n (C :\ j) = x * size n (C :\ j).
  rewrite /squares /size mulr_sumr; apply: eq_bigr => i; rewrite !inE => /andP[_ iC]; by rewrite same // expr2.
rewrite best_is // /share bias_is // q (same j jC); move: (size n (C :\ j)) r => r r0.
have D1 : 0 < s2 * x + mu by rewrite addr_gt0 // mulr_gt0.
have D2 : 0 < mu * (x + r) * r + x * (x * r + r ^+ 2) * s2.
  by rewrite addr_gt0 // !mulr_gt0 // ?addr_gt0 // ?mulr_gt0 ?exprn_gt0.
by field; rewrite !gt_eqF.
Qed.
End Prediction.

(* With the best fine weights a newcomer helps everybody, so only everybody together is stable,
   in each of the four senses. *)
Theorem fine_all_notions (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (i0 : I) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> only_stable (fine_err n mu s2) [set setT].
Proof.
move=> n_pos mu_pos s2_pos; have v_pos i : 0 < V n mu s2 i := Vpos n_pos mu_pos s2_pos i.
have g_pos i : 0 < (V n mu s2 i)^-1 by rewrite invr_gt0.
refine (@company_helps _ _ _ i0 (fun i => (V n mu s2 i)^-1) g_pos _) => C D j jC jD fewer.
rewrite !fine_own_weight // ltr_pmul2l ?divr_gt0 // !best_self.
have c := D_gt0 n_pos mu_pos s2_pos (C :\ j) j; have d := D_gt0 n_pos mu_pos s2_pos (D :\ j) j.
rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -subr_gt0.
move: fewer; rewrite -/(R n mu s2 (D :\ j)) -/(R n mu s2 (C :\ j)) => fewer.
have -> : (1 + s2 * R n mu s2 (D :\ j)) * (1 + V n mu s2 j * R n mu s2 (C :\ j)) -
  (1 + s2 * R n mu s2 (C :\ j)) * (1 + V n mu s2 j * R n mu s2 (D :\ j)) =
  mu / n j * (R n mu s2 (C :\ j) - R n mu s2 (D :\ j)) by rewrite /V; ring.
by rewrite mulr_gt0 ?divr_gt0 // subr_gt0.
Qed.
