(* Fine-grained federation at its best weights (coalitions/lemma-7-1, corollary-7-2). Any number of members, any
   positive sizes, any ordered field.
   Modelled: the error of Theorem 4.2 for mean estimation, which Coalitions.v proves from expectations. A coalition is a set of
   weights that are zero outside of it. Not modelled: regression. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fine.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (j : I).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Definition fine (v : I -> K) :=
  mu * (\sum_i v i ^+ 2 / n i) + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * s2.
(* How far the average of i is from the common mean, squared, in expectation. *)
Definition V i := s2 + mu / n i.
Definition H := \sum_(i | i != j) (V i)^-1.
Definition best i := if i == j then (1 + s2 * H) / (1 + V j * H) else (V i)^-1 * ((V j - s2) / (1 + V j * H)).

Lemma V_pos i : 0 < V i.
Proof. by rewrite addr_gt0 // divr_gt0. Qed.
Lemma H_ge0 : 0 <= H.
Proof. by apply: sumr_ge0 => i _; rewrite invr_ge0 ltW // V_pos. Qed.
Lemma D_pos : 0 < 1 + V j * H.
Proof. by rewrite ltr_paddr ?ltr01 // mulr_ge0 ?H_ge0 // ltW // V_pos. Qed.

(* With weights that sum to one, the error is a sum of squares, less what the own weight saves. *)
Lemma fine_is v : \sum_i v i = 1 -> fine v = \sum_i V i * v i ^+ 2 - 2%:R * s2 * v j + s2.
Proof.
move=> one; rewrite /fine.
have others : \sum_(i | i != j) v i = 1 - v j.
    by have := one; rewrite (bigD1 j) //= => <-; rewrite addrAC subrr add0r.
have -> : \sum_i V i * v i ^+ 2 = s2 * (\sum_i v i ^+ 2) + mu * (\sum_i v i ^+ 2 / n i).
  by rewrite !mulr_sumr -big_split; apply: eq_bigr => i _ /=; rewrite /V; ring.
rewrite others [\sum_i v i ^+ 2](bigD1 j) //=; move: (\sum_(i | _) _) (\sum_i _) (v j) => a b x; ring.
Qed.

Lemma best_sums : \sum_i best i = 1.
Proof.
rewrite (bigD1 j) //= {1}/best eqxx.
rewrite (eq_bigr (fun i => (V i)^-1 * ((V j - s2) / (1 + V j * H)))) => [|i ij]; last by rewrite /best (negPf ij).
by rewrite -mulr_suml -/H; have D := lt0r_neq0 D_pos; field.
Qed.

(* All marginal errors are equal there. *)
Lemma stationary i : V i * best i = (V j - s2) / (1 + V j * H) + (if i == j then s2 else 0).
Proof.
have D := lt0r_neq0 D_pos; rewrite /best; case: eqVneq => [->|_]; first by field.
by rewrite addr0 mulrA mulfV ?mul1r // gt_eqF // V_pos.
Qed.

(* Lemma 7.1: any other weights cost more, by exactly so much, since all V i are positive. *)
Theorem lemma_7_1 : \sum_i best i = 1 /\
  (forall v, \sum_i v i = 1 -> fine v = fine best + \sum_i V i * (v i - best i) ^+ 2) /\ forall i, 0 < V i.
Proof.
split; first exact: best_sums.
split=> [v one|]; last exact: V_pos.
rewrite !fine_is ?best_sums //.
have -> : \sum_i V i * v i ^+ 2 = \sum_i V i * best i ^+ 2 + \sum_i V i * (v i - best i) ^+ 2
    + 2%:R * (\sum_i V i * best i * (v i - best i)).
  by rewrite mulr_sumr -!big_split; apply: eq_bigr => i _ /=; ring.
have -> : \sum_i V i * best i * (v i - best i) = s2 * (v j - best j).
  rewrite (eq_bigr (fun i => (V j - s2) / (1 + V j * H) * (v i - best i) + (if i == j then s2 * (v j - best j) else 0))).
    by rewrite big_split /= -mulr_sumr sumrB one best_sums subrr mulr0 add0r -big_mkcond big_pred1_eq.
  by move=> i _; rewrite stationary; case: eqVneq => [->|_]; ring.
ring.
Qed.

Lemma best_pos i : 0 < best i.
Proof.
have D := D_pos; rewrite /best; case: eqP => _.
  by rewrite divr_gt0 // ltr_paddr ?ltr01 // mulr_ge0 ?H_ge0 // ltW.
by rewrite mulr_gt0 ?invr_gt0 ?V_pos // divr_gt0 // /V addrAC subrr add0r divr_gt0.
Qed.

(* Corollary 7.2: whoever leaves somebody out, with whatever weights, is strictly worse off than together with all. *)
Theorem corollary_7_2 v k : \sum_i v i = 1 -> v k = 0 -> fine best < fine v.
Proof.
move=> one out; have [_ [gap _]] := lemma_7_1; rewrite (gap v one) ltr_addl (bigD1 k) //= ltr_paddr //; last first.
  by rewrite out sub0r sqrrN mulr_gt0 ?exprn_gt0 ?best_pos ?V_pos.
by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?sqr_ge0 // ltW // V_pos.
Qed.
End Fine.
