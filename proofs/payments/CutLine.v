(* The penalty chi-squared over all distributions: a cut line is best, and what other models miss
   (payments/new-closed-form-chi-squared). Any number N + 1 of outcomes, real numbers.
   Modelled: outcomes, welfare and best models as in ChiSquared.v; [cut mu] is q times the positive part of
   1 + (R - mu) / (2 lam), [slack mu] what an outcome lacks to be given a positive probability, [alive] a sum over the
   outcomes of positive probability. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting ChiSquared.
Open Scope R_scope.

Section Cut.
Variables (N : nat) (q : nat -> R) (lam : R) (rew : nat -> R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x) (q_sum : sum N q = 1).
Definition cut mu x := q x * Rmax 0 (1 + (rew x - mu) / (2 * lam)).
Definition slack mu x := Rmax 0 (mu - 2 * lam - rew x).
Definition alive (p g : nat -> R) := sum N (fun x => if Rlt_dec 0 (p x) then g x else 0).

Lemma positive_parts u v : Rabs (Rmax 0 u - Rmax 0 v) <= Rabs (u - v).
Proof. unfold Rmax, Rabs. repeat destruct (Rle_dec _ _); repeat destruct (Rcase_abs _); lra. Qed.
Lemma total_continuous : continuity (fun mu => sum N (cut mu) - 1).
Proof.
  intros mu eps E. exists (2 * lam * eps). split; [apply Rmult_gt_0_compat; lra|]. intros nu [_ close].
  simpl in close |- *. unfold R_dist in *.
  replace (sum N (cut nu) - 1 - (sum N (cut mu) - 1)) with (sum N (fun x => cut nu x - cut mu x))
    by (rewrite sum_minus; change (sum N (fun x => cut nu x)) with (sum N (cut nu));
        change (sum N (fun x => cut mu x)) with (sum N (cut mu)); ring).
  apply Rle_lt_trans with (sum N (fun x => Rabs (nu - mu) / (2 * lam) * q x)).
  - eapply Rle_trans; [unfold sum; apply Rsum_abs|]. apply sum_le. intros x Hx. pose proof (q_pos x Hx).
    unfold cut. rewrite <- Rmult_minus_distr_l, Rabs_mult, (Rabs_pos_eq (q x)), Rmult_comm by lra.
    apply Rmult_le_compat_r; [lra|]. apply Rle_trans with (1 := positive_parts _ _).
    replace (1 + (rew x - nu) / (2 * lam) - (1 + (rew x - mu) / (2 * lam))) with ((mu - nu) / (2 * lam)) by (field;
      lra).
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ (2 * lam))) by (apply Rlt_le, Rinv_0_lt_compat; lra).
    rewrite (Rabs_minus_sym mu nu). lra.
  - rewrite sum_times, q_sum, Rmult_1_r. apply (Rmult_lt_reg_r (2 * lam)); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma some_cut : exists mu, sum N (cut mu) = 1.
Proof.
  destruct (largest N rew) as [t [Ht most]]. destruct (largest N (fun x => - rew x)) as [s [Hs least]].
  assert (le : rew s <= rew t) by (now apply most).
  assert (I : 0 < / (2 * lam)) by (apply Rinv_0_lt_compat; lra).
  assert (high : sum N (cut (rew t)) - 1 <= 0).
  { enough (0 <= sum N q - sum N (cut (rew t))) by lra. rewrite <- sum_minus. apply sum_nonneg. intros x Hx.
    specialize (most x Hx). pose proof (q_pos x Hx). unfold cut.
    assert ((rew x - rew t) / (2 * lam) <= 0) by (unfold Rdiv; nra). unfold Rmax. destruct (Rle_dec _ _); nra. }
  assert (low : 0 <= sum N (cut (rew s)) - 1).
  { rewrite <- q_sum, <- sum_minus. apply sum_nonneg. intros x Hx. specialize (least x Hx). pose proof (q_pos x Hx).
    unfold cut. assert (0 <= (rew x - rew s) / (2 * lam)) by (unfold Rdiv; apply Rmult_le_pos; lra).
    unfold Rmax. destruct (Rle_dec _ _); nra. }
  destruct (IVT_cor (fun mu => sum N (cut mu) - 1) (rew s) (rew t) total_continuous le ltac:(nra)) as [mu [_ Z]].
  exists mu. lra.
Qed.
Lemma one_cut mu nu : sum N (cut mu) = 1 -> sum N (cut nu) = 1 -> nu = mu.
Proof.
  intros M M'. assert (same : forall x, (x <= N)%nat -> Rabs (rew x - rew x) <= 0)
    by (intros; rewrite Rminus_diag_eq, Rabs_R0 by reflexivity; lra).
  assert (W : forall k, sum N (cut k) = 1 -> with_multiplier N q lam rew (cut k) k) by (intros k K; now split).
  pose proof (multiplier_moves_less N q lam lam_pos q_pos rew rew _ _ mu nu 0 (W mu M) (W nu M') same).
  pose proof (multiplier_moves_less N q lam lam_pos q_pos rew rew _ _ nu mu 0 (W nu M') (W mu M) same). lra.
Qed.

Section Best.
Variable mu : R.
Hypothesis one : sum N (cut mu) = 1.
Lemma cut_distribution : distribution N (cut mu).
Proof. split; [|assumption]. intros x Hx. apply Rmult_le_pos; [now apply Rlt_le, q_pos|apply Rmax_l]. Qed.
Lemma missed p : distribution N p ->
  squared_welfare N q lam rew (cut mu) - squared_welfare N q lam rew p =
  lam * sum N (fun x => (p x - cut mu x) ^ 2 / q x) + sum N (fun x => slack mu x * p x).
Proof.
  intros [P P1]. unfold squared_welfare.
  replace (sum N (fun x => cut mu x * rew x) - lam * sum N (fun x => q x * (cut mu x / q x - 1) ^ 2) -
    (sum N (fun x => p x * rew x) - lam * sum N (fun x => q x * (p x / q x - 1) ^ 2))) with
    (sum N (fun x => cut mu x * rew x - lam * (q x * (cut mu x / q x - 1) ^ 2) -
      (p x * rew x - lam * (q x * (p x / q x - 1) ^ 2)) - (mu * cut mu x - mu * p x))).
  - rewrite <- sum_times, <- sum_plus. apply sum_ext. intros x Hx. pose proof (q_pos x Hx) as Q. unfold cut, slack.
    assert (I : 0 < / (2 * lam)) by (apply Rinv_0_lt_compat; lra).
    assert (E : rew x - mu = 2 * lam * ((rew x - mu) / (2 * lam))) by (field; lra).
    unfold Rmax at 1 2 3 4. destruct (Rle_dec 0 (1 + (rew x - mu) / (2 * lam))) as [on|off].
    + rewrite Rmax_left by nra. field. lra.
    + rewrite Rmax_right by nra. field. lra.
  - rewrite !sum_minus, !sum_times, P1. change (sum N (fun x => cut mu x)) with (sum N (cut mu)). rewrite one. ring.
Qed.
Lemma missed_at_least p : distribution N p -> 0 <= lam * sum N (fun x => (p x - cut mu x) ^ 2 / q x) /\
  0 <= sum N (fun x => slack mu x * p x).
Proof.
  intros [P _]. split.
  - apply Rmult_le_pos; [lra|]. apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [apply pow2_ge_0|].
    now apply Rlt_le, Rinv_0_lt_compat, q_pos.
  - apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [apply Rmax_l|auto].
Qed.
End Best.

(* One number mu; the cut is the only best model; its outcomes are those of highest reward; mu in terms of them; and the
   shortfall of any model. *)
Theorem cut_line : exists mu, sum N (cut mu) = 1 /\ (forall nu, sum N (cut nu) = 1 -> nu = mu) /\
  squared_best N q lam rew (cut mu) /\
  (forall p, squared_best N q lam rew p -> forall x, (x <= N)%nat -> p x = cut mu x) /\
  (forall x y, (x <= N)%nat -> (y <= N)%nat -> 0 < cut mu y -> rew y <= rew x -> 0 < cut mu x) /\
  mu = (alive (cut mu) (fun x => q x * rew x) - 2 * lam * (1 - alive (cut mu) q)) / alive (cut mu) q /\
  forall p, distribution N p -> squared_welfare N q lam rew (cut mu) - squared_welfare N q lam rew p =
    lam * sum N (fun x => (p x - cut mu x) ^ 2 / q x) + sum N (fun x => slack mu x * p x).
Proof.
  destruct some_cut as [mu one]. exists mu. pose proof (cut_distribution mu one) as D.
  split; [assumption|split; [now intros; apply one_cut|split; [|split; [|split; [|split]]]]].
  - split; [assumption|]. intros p Dp. pose proof (missed mu one p Dp). destruct (missed_at_least mu p Dp). lra.
  - intros p [Dp B]. specialize (B _ D). pose proof (missed mu one p Dp) as M.
    destruct (missed_at_least mu p Dp) as [A A'].
    assert (Z : sum N (fun x => (p x - cut mu x) ^ 2 / q x) <= 0) by nra. intros x Hx.
    assert (T : (p x - cut mu x) ^ 2 / q x = 0).
    { apply (sum_zero N (fun x => (p x - cut mu x) ^ 2 / q x)); try assumption. intros z Hz.
      apply Rmult_le_pos; [apply pow2_ge_0|now apply Rlt_le, Rinv_0_lt_compat, q_pos]. }
    pose proof (q_pos x Hx). assert (Z2 : (p x - cut mu x) ^ 2 = 0).
    { replace ((p x - cut mu x) ^ 2) with ((p x - cut mu x) ^ 2 / q x * q x) by (field; lra). rewrite T. ring. }
    assert (p x - cut mu x = 0); [|lra]. apply Rsqr_0_uniq. unfold Rsqr. lra.
  - intros x y Hx Hy on order. unfold cut in *. pose proof (q_pos x Hx). pose proof (q_pos y Hy).
    apply Rmult_lt_0_compat; [assumption|].
    assert (up : (rew y - mu) / (2 * lam) <= (rew x - mu) / (2 * lam)).
    { unfold Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat|]; lra. }
    unfold Rmax in *. destruct (Rle_dec 0 (1 + (rew y - mu) / (2 * lam))); [|lra].
    destruct (Rle_dec 0 (1 + (rew x - mu) / (2 * lam))); nra.
  - set (A := alive (cut mu) q). assert (total : 1 = A + / (2 * lam) * (alive (cut mu) (fun x => q x * rew x) - mu *
    A)).
    { rewrite <- one at 1. unfold A, alive. rewrite <- sum_times, <- sum_minus, <- sum_times, <- sum_plus.
      apply sum_ext. intros x Hx. destruct (D) as [D0 _]. specialize (D0 x Hx).
      destruct (Rlt_dec 0 (cut mu x)) as [on|off]; [|lra]. unfold cut in *. pose proof (q_pos x Hx).
      unfold Rmax in *. destruct (Rle_dec _ _); [field|]; lra. }
    assert (A0 : 0 < A).
    { assert (A1 : 0 <= A).
      { apply sum_nonneg. intros x Hx. destruct (Rlt_dec 0 (cut mu x)); [now apply Rlt_le, q_pos|lra]. }
      destruct (Rle_lt_or_eq_dec 0 A A1) as [|Z]; [assumption|exfalso].
      assert (none : forall x, (x <= N)%nat -> cut mu x = 0).
      { intros x Hx. pose proof (sum_zero N (fun x => if Rlt_dec 0 (cut mu x) then q x else 0)) as S. cbv beta in S.
        specialize (S ltac:(intros z Hz; destruct (Rlt_dec 0 (cut mu z));
          [now apply Rlt_le, q_pos|lra]) (Req_le _ _ (eq_sym Z)) x Hx).
        destruct D as [D0 _]. specialize (D0 x Hx). pose proof (q_pos x Hx). destruct (Rlt_dec 0 (cut mu x)); lra. }
      rewrite (sum_ext N _ (fun _ => 0) none), sum_const in one. lra. }
    apply (Rmult_eq_reg_r A); [|lra]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
    assert (M : 2 * lam * 1 = 2 * lam * A + (alive (cut mu) (fun x => q x * rew x) - mu * A)).
    { rewrite total at 1. field. lra. }
    lra.
  - now apply missed.
Qed.
End Cut.
