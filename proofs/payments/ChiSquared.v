(* The penalty chi-squared where both models give every outcome a positive probability: how the model moves
   (payments/proposition-e-3-chi-squared-proof-shift, proposition-e-3-chi-squared-proof-bound).
   Modelled: outcomes 0, ..., N, all distributions over them; the initial model q gives each a positive probability.
   For the bound a multiplier mu is any number for which the model is q times the positive part of
   1 + (R - mu) / (2 lam), on the boundary, too. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

Section ChiSquared.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Hypothesis q_sum : sum N q = 1.

Definition squared_welfare (R p : nat -> R) :=
  sum N (fun x => p x * R x) - lam * sum N (fun x => q x * (p x / q x - 1) ^ 2).
Definition squared_best (R p : nat -> R) :=
  distribution N p /\ forall p', distribution N p' -> squared_welfare R p' <= squared_welfare R p.
(* Where every outcome keeps a positive probability, the multiplier is the mean reward under the initial model. *)
Definition inner_multiplier (R : nat -> R) := sum N (fun x => q x * R x).
Definition inner_model (R : nat -> R) x := q x * (1 + (R x - inner_multiplier R) / (2 * lam)).

Lemma inner_model_sum R : sum N (inner_model R) = 1.
Proof.
  unfold inner_model. rewrite (sum_ext N _ (fun x => q x + / (2 * lam) * (q x * R x - inner_multiplier R * q x)))
    by (intros; field; lra).
  rewrite sum_plus, sum_times, sum_minus, sum_times, q_sum. unfold inner_multiplier. ring.
Qed.
(* A positive model that is best cannot gain by a step towards the inner model. *)
Lemma best_inside R p : squared_best R p -> (forall x, (x <= N)%nat -> 0 < p x) ->
  forall x, (x <= N)%nat -> p x = inner_model R x.
Proof.
  intros [[P P1] B] pos. set (d := fun x => inner_model R x - p x). set (Q := sum N (fun x => d x ^ 2 / q x)).
  assert (d0 : sum N d = 0) by (unfold d; rewrite sum_minus, inner_model_sum; lra).
  assert (Q0 : forall x, (x <= N)%nat -> 0 <= d x ^ 2 / q x).
  { intros x Hx. apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat. auto. }
  assert (gain : forall s, squared_welfare R (fun x => p x + s * d x) = squared_welfare R p + lam * s * (2 - s) * Q).
  { intro s. assert (E : sum N (fun x => (p x + s * d x) * R x - lam * (q x * ((p x + s * d x) / q x - 1) ^ 2)) =
      sum N (fun x => (p x * R x - lam * (q x * (p x / q x - 1) ^ 2)) +
        (lam * s * (2 - s) * (d x ^ 2 / q x) + s * inner_multiplier R * d x))).
    { apply sum_ext. intros x Hx. pose proof (q_pos x Hx). unfold d, inner_model. field. lra. }
    rewrite sum_plus, !sum_minus, sum_plus, !sum_times, d0 in E. unfold squared_welfare, Q. lra. }
  assert (step : exists s, 0 < s <= 1 /\ forall x, (x <= N)%nat -> 0 <= p x + s * d x).
  { destruct (largest N (fun x => - p x)) as [t [Ht least]]. set (big := 1 + sum N (fun x => Rabs (d x))).
    assert (b1 : 0 <= sum N (fun x => Rabs (d x))) by (apply sum_nonneg; intros; apply Rabs_pos).
    assert (low : 0 < Rmin (p t) 1) by (apply Rmin_glb_lt; [auto|lra]).
    exists (Rmin (p t) 1 / big). assert (I : 0 < / big) by (apply Rinv_0_lt_compat; unfold big; lra).
    assert (I1 : / big <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; unfold big; lra).
    pose proof (Rmin_l (p t) 1). pose proof (Rmin_r (p t) 1). unfold Rdiv. split; [split; nra|].
    intros x Hx. specialize (least x Hx).
    pose proof (sum_at_least N (fun x => Rabs (d x)) x Hx (fun y _ => Rabs_pos (d y))) as A. cbv beta in A.
    assert (C : Rmin (p t) 1 * / big * Rabs (d x) <= Rmin (p t) 1 * / big * big)
      by (apply Rmult_le_compat_l; [nra|unfold big; lra]).
    replace (Rmin (p t) 1 * / big * big) with (Rmin (p t) 1) in C by (field; unfold big; lra).
    pose proof (Rle_abs (- d x)) as A2. rewrite Rabs_Ropp in A2.
    assert (Rmin (p t) 1 * / big * - d x <= Rmin (p t) 1 * / big * Rabs (d x)) by (apply Rmult_le_compat_l; nra). lra. }
  destruct step as [s [[s0 s1] inside]].
  assert (dist : distribution N (fun x => p x + s * d x))
    by (split; [assumption|rewrite sum_plus, sum_times, d0, P1; ring]).
  specialize (B _ dist). rewrite gain in B. assert (0 < lam * s * (2 - s)) by (repeat apply Rmult_lt_0_compat; lra).
  assert (Qn : Q <= 0) by (apply Rnot_lt_le; intro L; nra).
  intros x Hx. pose proof (sum_zero N _ Q0 Qn x Hx) as Z. cbv beta in Z. pose proof (q_pos x Hx) as qx.
  assert (Z2 : d x ^ 2 = 0) by (replace (d x ^ 2) with (d x ^ 2 / q x * q x) by (field; lra); rewrite Z; ring).
  assert (d x = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra). unfold d in *. lra.
Qed.

Theorem shift_of_model R R' p p' :
  squared_best R p -> squared_best R' p' -> (forall x, (x <= N)%nat -> 0 < p x /\ 0 < p' x) ->
  inner_multiplier R' - inner_multiplier R = sum N (fun x => q x * (R' x - R x)) /\
  forall x, (x <= N)%nat -> p x = q x * (1 + (R x - inner_multiplier R) / (2 * lam)) /\
    p' x = p x + q x / (2 * lam) * (R' x - R x + inner_multiplier R - inner_multiplier R').
Proof.
  intros B B' pos. split.
  - unfold inner_multiplier. rewrite <- sum_minus. apply sum_ext. intros. ring.
  - intros x Hx. rewrite (best_inside R p B) by (try assumption; intros; now apply pos).
    rewrite (best_inside R' p' B') by (try assumption; intros; now apply pos). split; [reflexivity|].
    unfold inner_model. field. lra.
Qed.

(* A model with its multiplier, on the boundary, too. *)
Definition with_multiplier (R p : nat -> R) mu :=
  (forall x, (x <= N)%nat -> p x = q x * Rmax 0 (1 + (R x - mu) / (2 * lam))) /\ sum N p = 1.
Lemma multiplier_moves_less R R' p p' mu mu' big : with_multiplier R p mu -> with_multiplier R' p' mu' ->
  (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= big) -> mu' - mu <= big.
Proof.
  intros [P P1] [P' P1'] H. apply Rnot_lt_le. intro C.
  assert (I : 0 < / (2 * lam)) by (apply Rinv_0_lt_compat; lra).
  assert (lower : forall x, (x <= N)%nat -> (R' x - mu') / (2 * lam) < (R x - mu) / (2 * lam)).
  { intros x Hx. apply Rmult_lt_compat_r; [assumption|]. specialize (H x Hx). pose proof (Rle_abs (R' x - R x)). lra. }
  assert (le : forall x, (x <= N)%nat -> 0 <= p x - p' x).
  { intros x Hx. rewrite (P x Hx), (P' x Hx). specialize (lower x Hx). pose proof (q_pos x Hx).
    unfold Rmax. repeat destruct (Rle_dec _ _); nra. }
  assert (same : forall x, (x <= N)%nat -> p x - p' x = 0).
  { apply sum_zero; [assumption|]. rewrite sum_minus. lra. }
  (* equal everywhere, so zero everywhere *)
  assert (zero : forall x, (x <= N)%nat -> p' x = 0).
  { intros x Hx. specialize (same x Hx). rewrite (P x Hx), (P' x Hx) in same. rewrite (P' x Hx).
    specialize (lower x Hx).
    pose proof (q_pos x Hx). unfold Rmax in *. repeat destruct (Rle_dec _ _); nra. }
  rewrite (sum_ext N p' (fun _ => 0) zero), sum_const in P1'. lra.
Qed.
Theorem bound_of_shift R R' p p' mu mu' big :
  with_multiplier R p mu -> with_multiplier R' p' mu' ->
  (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= big) ->
  forall x, (x <= N)%nat -> Rabs (q x / (2 * lam) * (R' x - R x + mu - mu')) <= / lam * big.
Proof.
  intros M M' H x Hx. pose proof (multiplier_moves_less R R' p p' mu mu' big M M' H) as A.
  assert (H' : forall x, (x <= N)%nat -> Rabs (R x - R' x) <= big) by (intros; rewrite Rabs_minus_sym; auto).
  pose proof (multiplier_moves_less R' R p' p mu' mu big M' M H') as A'. specialize (H x Hx).
  pose proof (q_pos x Hx) as qx. assert (q1 : q x <= 1).
  { rewrite <- q_sum. apply (sum_at_least N q x Hx). intros. now apply Rlt_le, q_pos. }
  assert (I : 0 < / lam) by (apply Rinv_0_lt_compat; assumption).
  assert (B : Rabs (R' x - R x + mu - mu') <= 2 * big)
    by (unfold Rabs in *; repeat destruct (Rcase_abs _); lra).
  assert (b0 : 0 <= big) by (pose proof (Rabs_pos (R' x - R x)); lra).
  rewrite Rabs_mult, (Rabs_pos_eq (q x / (2 * lam))) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
  apply Rle_trans with (q x / (2 * lam) * (2 * big)).
  - apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; lra|assumption].
  - replace (q x / (2 * lam) * (2 * big)) with (q x * (/ lam * big)) by (field; lra).
    rewrite <- (Rmult_1_l (/ lam * big)) at 2. apply Rmult_le_compat_r; [nra|assumption].
Qed.
End ChiSquared.
