(* Weighing the own data: coarse-grained federation at the best weight (coalitions/lemma-6-1, lemma-6-3,
   new-precision-addition-coarse, new-order-of-federations; that nobody leaves the grand coalition is in Favourites.v).
   Any number of members, any positive sizes, any ordered field.
   Modelled: the error of Corollary 4.4 for mean estimation. Not proved here: that it is Theorem 4.2 at those weights.
   Not modelled: regression. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- One weight w for the own average, the rest for the average of all --- *)
Section Coarse.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (j : I).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2) (jC : j \in C) (company : C :\ j != set0).
Let N := size n C. Let rest := size n (C :\ j). Let q := squares n (C :\ j).
Definition bias := squares n (C :\ j) + (size n C - n j) ^+ 2.
Definition coarse w := mu * (w ^+ 2 / n j + (1 - w ^+ 2) / size n C) + bias / size n C ^+ 2 * (1 - w) ^+ 2 * s2.
Definition best_weight := bias * s2 / (mu * size n C ^+ 2 * ((n j)^-1 - (size n C)^-1) + bias * s2).

Lemma rest_pos : 0 < rest.
Proof. by case/set0Pn: company => i; apply: size_pos. Qed.
Lemma cut : N = n j + rest.
Proof. by rewrite /N /rest /size (big_setD1 j). Qed.
Lemma bias_is : bias = q + rest ^+ 2.
Proof. by rewrite /bias -/N cut addrAC subrr add0r. Qed.
Lemma bias_pos : 0 < bias.
Proof. by rewrite bias_is ltr_paddl ?exprn_gt0 ?rest_pos //; apply: sumr_ge0 => i _; apply: sqr_ge0. Qed.

(* The curvature is positive: one best weight, strictly between 0 and 1. *)
Definition curvature := mu * ((n j)^-1 - (size n C)^-1) + bias / size n C ^+ 2 * s2.
Lemma curvature_pos : 0 < curvature.
Proof.
have N0 : 0 < N by rewrite cut addr_gt0 ?rest_pos.
rewrite /curvature; apply: addr_gt0; last by rewrite !mulr_gt0 ?invr_gt0 ?exprn_gt0 ?bias_pos.
by rewrite mulr_gt0 // subr_gt0 ltf_pinv ?posrE // -/N cut ltr_addl rest_pos.
Qed.

(* With x the own size, r and b the rest and the bias. *)
Definition share (x r b : K) := x * b * s2 / (mu * (x + r) * r + x * b * s2).

Lemma best_is : best_weight = share (n j) rest bias.
Proof.
have x := n_pos j; have R := rest_pos; have B := bias_pos; have N0 : 0 < n j + rest by rewrite addr_gt0.
rewrite /share; have D : 0 < mu * (n j + rest) * rest + n j * bias * s2 by rewrite addr_gt0 // !mulr_gt0.
rewrite /best_weight; have -> : mu * size n C ^+ 2 * ((n j)^-1 - (size n C)^-1) = mu * (n j + rest) * rest / n j.
  by rewrite -/N cut; field; rewrite !gt_eqF.
have -> : mu * (n j + rest) * rest / n j + bias * s2 = (mu * (n j + rest) * rest + n j * bias * s2) / n j.
  by field; rewrite gt_eqF.
by move: D => /lt0r_neq0 D; field; rewrite D gt_eqF.
Qed.

Theorem lemma_6_1 : [/\ 0 < best_weight, best_weight < 1, 0 < curvature &
  forall w, coarse w = coarse best_weight + curvature * (w - best_weight) ^+ 2].
Proof.
have x := n_pos j; have R := rest_pos; have B := bias_pos; have N0 : 0 < n j + rest by rewrite addr_gt0.
have gap : 0 < mu * (n j + rest) * rest by rewrite !mulr_gt0.
have top : 0 < n j * bias * s2 by rewrite !mulr_gt0.
have D : 0 < mu * (n j + rest) * rest + n j * bias * s2 by rewrite addr_gt0.
rewrite best_is /share; split=> [|||w]; [by rewrite divr_gt0| |exact: curvature_pos|].
  by rewrite ltr_pdivr_mulr // mul1r ltr_addr.
rewrite /coarse /curvature -/N cut; move/lt0r_neq0: D; move/lt0r_neq0: N0; move/lt0r_neq0: x.
by move: (n j) rest bias => a r b a0 N0 D; field; rewrite a0 N0 D.
Qed.

(* Lemma 6.3: the error at the best weight. *)
Theorem lemma_6_3 : coarse best_weight =
  (mu * rest + bias * s2) / (rest * size n C + n j * bias * s2 / mu).
Proof.
have x := n_pos j; have R := rest_pos; have B := bias_pos; have N0 : 0 < n j + rest by rewrite addr_gt0.
have D : 0 < mu * (n j + rest) * rest + n j * bias * s2 by rewrite addr_gt0 // !mulr_gt0.
have -> : rest * size n C + n j * bias * s2 / mu = (mu * (n j + rest) * rest + n j * bias * s2) / mu.
  by rewrite -/N cut; field; rewrite gt_eqF.
rewrite best_is /share /coarse -/N cut; move/lt0r_neq0: D; move/lt0r_neq0: N0; move/lt0r_neq0: x; move/lt0r_neq0: mu_pos.
by move: (n j) rest bias => a r b m0 a0 N0 D; field; rewrite a0 N0 D m0.
Qed.

(* Corollary 6.2 and more: at the best weight a member is better off than alone and than under uniform federation. *)
Theorem better_than_both : coarse best_weight < mu / n j /\ coarse best_weight < err n mu s2 C j.
Proof.
have [low high _ all] := lemma_6_1; have x := n_pos j; have N0 : 0 < size n C by apply: size_pos jC.
have -> : mu / n j = coarse 1 by rewrite /coarse; field; rewrite !gt_eqF.
have -> : err n mu s2 C j = coarse 0.
  rewrite /Coalitions.err /coarse /bias /squares; move: (\sum_(i in _) _) (n j) x (size n C) N0 => S a a0 M M0.
  by field; rewrite !gt_eqF.
rewrite (all 1) (all 0) !ltr_addl; split; apply: mulr_gt0 curvature_pos _; rewrite exprn_even_gt0 //= ?subr_eq0.
  by rewrite gt_eqF.
by rewrite lt_eqF.
Qed.

(* Precisions add: one over the error is one over the own noise plus one over the spread and the others' error. *)
Theorem precisions_add : (coarse best_weight)^-1 = n j / mu + (s2 + (mu / rest + s2 * (q / rest ^+ 2)))^-1.
Proof.
have x := n_pos j; have R := rest_pos; have q0 : 0 <= q by apply: sumr_ge0 => i _; apply: sqr_ge0.
rewrite lemma_6_3 bias_is -/N cut; have B : 0 < q + rest ^+ 2 by rewrite ltr_paddl ?exprn_gt0.
have top : 0 < mu * rest + (q + rest ^+ 2) * s2 by rewrite addr_gt0 // mulr_gt0.
have -> : s2 + (mu / rest + s2 * (q / rest ^+ 2)) = (mu * rest + (q + rest ^+ 2) * s2) / rest ^+ 2.
  by field; rewrite gt_eqF.
rewrite !invf_div; move/lt0r_neq0: top; move/lt0r_neq0: R; move/lt0r_neq0: mu_pos.
by move: (n j) rest q => a r b m0 r0 D; field; rewrite D m0.
Qed.
End Coarse.

(* The page's numbers: three players of 5 samples each, noise 10 and spread 1, expect 4/3 under uniform federation and 10/9 at
   the best weight, which is 1/3. *)
Example three_players_of_five : let n (_ : 'I_3) := 5%:R : rat in
  [/\ err n 10%:R 1 setT ord0 = 4%:R / 3%:R, best_weight n 10%:R 1 setT ord0 = 1 / 3%:R &
      coarse n 10%:R 1 setT ord0 (1 / 3%:R) = 10%:R / 9%:R].
Proof.
have all (f : 'I_3 -> rat) : \sum_(i in setT) f i = f ord0 + (f (lift ord0 ord0) + f (lift ord0 (lift ord0 ord0))).
  by rewrite (eq_bigl xpredT) => [|i]; rewrite ?inE // !big_ord_recl big_ord0 addr0.
have others (f : 'I_3 -> rat) : \sum_(i in setT :\ ord0) f i = f (lift ord0 ord0) + f (lift ord0 (lift ord0 ord0)).
  by apply: (addrI (f ord0)); rewrite -all [RHS](big_setD1 ord0) ?inE.
by rewrite /err /best_weight /coarse /bias /squares /size !all !others; split; apply/eqP; vm_compute.
Qed.
