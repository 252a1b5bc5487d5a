(* The exact worst case of the hard family (consensus/new-rounds-of-the-hard-family), for any numbers of clients and rounds.
   Modelled: M losses on the line, lam/2 x^2 for the first client and 0 for the others; a round is a step of length 1/L along the
   gradient of their average, from a start at distance B of the common minimiser 0. Numbers are Coq's reals.
   Not modelled: noise, and other losses. *)
Require Import Reals Lra Lia.
Open Scope R_scope.

Definition descent (M : nat) (lam L : R) (x : R) := x - / L * (lam * x / INR M).
Definition gap_after (M T : nat) (lam L B : R) := lam / 2 * (Nat.iter T (descent M lam L) B) ^ 2.
Definition worst_gap (M T : nat) (L B : R) :=
  INR M * L * B ^ 2 / (2 * (2 * INR T + 1)) * (2 * INR T / (2 * INR T + 1)) ^ (2 * T).
Definition about (M T : nat) (L B : R) := INR M * L * B ^ 2 / (4 * exp 1 * INR T).

Lemma descents M T lam L B : Nat.iter T (descent M lam L) B = (1 - lam / (INR M * L)) ^ T * B.
Proof.
  induction T as [|n IH]; [simpl; ring|]. simpl Nat.iter. rewrite IH. unfold descent, Rdiv. simpl pow.
  rewrite Rinv_mult. ring.
Qed.

Lemma exp_power t n : exp t ^ n = exp (INR n * t).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_l, exp_0; reflexivity|].
  rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

Lemma below_exp t : 1 + t <= exp t.
Proof. destruct (Req_dec t 0) as [->|N]; [rewrite exp_0; lra|left; now apply exp_ineq1]. Qed.

(* One number and n equal ones of sum n + 1 have a product of at most 1, and less if the first is not 1. *)
Lemma product_below u w n : 0 <= u -> 0 <= w -> u + INR n * w = INR n + 1 -> u * w ^ n <= 1 /\ (u <> 1 -> u * w ^ n < 1).
Proof.
  intros u0 w0 sum. assert (W : w ^ n <= exp (w - 1) ^ n) by (apply pow_incr; split; [assumption|pose proof (below_exp (w - 1)); lra]).
  assert (one : exp (u - 1) * exp (w - 1) ^ n = 1).
  { rewrite exp_power, <- exp_plus. transitivity (exp 0); [apply f_equal; lra|apply exp_0]. }
  assert (E : 0 < exp (w - 1) ^ n) by apply pow_lt, exp_pos.
  assert (P : 0 <= w ^ n) by now apply pow_le.
  split.
  - rewrite <- one. apply Rmult_le_compat; try assumption. pose proof (below_exp (u - 1)); lra.
  - intro N. rewrite <- one. apply Rle_lt_trans with (u * exp (w - 1) ^ n); [now apply Rmult_le_compat_l|].
    apply Rmult_lt_compat_r; [assumption|]. assert (u - 1 <> 0) by lra. pose proof (exp_ineq1 (u - 1) H). lra.
Qed.

(* After T >= (M - 1)/2 rounds no curvature leaves a larger gap than M L/(2R + 1), and no other one as large a gap; this worst gap is
   at most M L B^2/(4 e T), and at least the share 2R/(2R + 1) of it. *)
Theorem hard_family_worst_gap (M T : nat) (L B : R) : (0 < M)%nat -> (M - 1 <= 2 * T)%nat -> 0 < L ->
  let worst := INR M * L / (2 * INR T + 1) in
  (0 < worst <= L) /\ gap_after M T worst L B = worst_gap M T L B /\
  (forall lam, 0 < lam <= L -> gap_after M T lam L B <= worst_gap M T L B /\
    (B <> 0 -> gap_after M T lam L B = worst_gap M T L B -> lam = worst)) /\
  ((0 < T)%nat -> 2 * INR T / (2 * INR T + 1) * about M T L B <= worst_gap M T L B <= about M T L B).
Proof.
  intros HM HR HL worst. set (n := INR (2 * T)). assert (nE : 2 * INR T = n) by (unfold n; rewrite mult_INR; reflexivity).
  assert (n0 : 0 <= n) by (unfold n; apply pos_INR).
  assert (M1 : 1 <= INR M) by (change 1 with (INR 1); apply le_INR; lia).
  assert (Mn : INR M <= n + 1) by (unfold n; rewrite <- S_INR; apply le_INR; lia).
  set (p lam := lam / (INR M * L)).
  assert (ML : 0 < INR M * L) by (apply Rmult_lt_0_compat; lra).
  assert (gapE : forall lam, gap_after M T lam L B = INR M * L * B ^ 2 / 2 * (p lam * (1 - p lam) ^ (2 * T))).
  { intro lam. unfold gap_after. rewrite descents, Rpow_mult_distr, <- pow_mult, (Nat.mul_comm T 2). unfold p. field. lra. }
  set (k := n / (n + 1)). assert (k0 : 0 <= k) by (unfold k, Rdiv; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  assert (worstE : worst_gap M T L B = INR M * L * B ^ 2 / 2 * (/ (n + 1) * k ^ (2 * T))).
  { unfold worst_gap. rewrite nE. unfold k. field. lra. }
  assert (pworst : p worst = / (n + 1)) by (unfold p, worst; rewrite nE; field; lra).
  assert (B2 : 0 <= B ^ 2) by apply pow2_ge_0.
  assert (C : 0 <= INR M * L * B ^ 2 / 2) by (unfold Rdiv; apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
  split; [|split; [|split]].
  - unfold worst. rewrite nE. split; [apply Rdiv_lt_0_compat; lra|].
    apply (Rmult_le_reg_r (n + 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r, Rmult_comm.
    apply Rmult_le_compat_l; lra.
  - rewrite gapE, worstE, pworst. do 3 f_equal. unfold k. field. lra.
  - intros lam [l0 lL]. assert (p0 : 0 < p lam) by (now apply Rdiv_lt_0_compat).
    assert (p1 : p lam <= 1).
    { unfold p. apply (Rmult_le_reg_r (INR M * L)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    rewrite gapE, worstE. destruct (Nat.eq_dec T 0) as [->|R0].
    + assert (M = 1%nat) by lia. subst M. change (INR (2 * 0)) with 0 in n. change ((1 - p lam) ^ (2 * 0)) with 1. change (k ^ (2 * 0)) with 1.
      replace (/ (n + 1) * 1) with 1 by (unfold n; field). rewrite (Rmult_1_r (p lam)). split.
      * now apply Rmult_le_compat_l.
      * intros BN E. change (INR 1) with 1 in *. assert (B0 : 0 < B ^ 2) by (apply Rsqr_pos_lt in BN; unfold Rsqr in BN; nra).
        apply Rmult_eq_reg_l in E; [|nra]. unfold worst, p in *. rewrite nE. unfold n.
        replace lam with (lam / (1 * L) * L) by (field; lra). rewrite E. field.
    + assert (n1 : 1 <= n) by (unfold n; change 1 with (INR 1); apply le_INR; lia).
      assert (kp : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; lra).
      destruct (product_below (p lam * (n + 1)) ((1 - p lam) / k) (2 * T)) as [most strict].
      * nra.
      * unfold Rdiv; apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat].
      * fold n. unfold k. field. lra.
      * set (rest := / (n + 1) * k ^ (2 * T)). assert (kN : 0 < k ^ (2 * T)) by now apply pow_lt.
        assert (restp : 0 < rest) by (unfold rest; apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; lra|assumption]).
        assert (same : p lam * (1 - p lam) ^ (2 * T) = p lam * (n + 1) * ((1 - p lam) / k) ^ (2 * T) * rest).
        { unfold rest, Rdiv. rewrite Rpow_mult_distr, pow_inv. field. lra. }
        rewrite same. split.
        -- apply Rmult_le_compat_l; [assumption|]. rewrite <- (Rmult_1_l rest) at 2. apply Rmult_le_compat_r; [lra|exact most].
        -- intros BN E. assert (pos : 0 < INR M * L * B ^ 2 / 2).
           { assert (0 < B ^ 2) by (apply Rsqr_pos_lt in BN; unfold Rsqr in BN; nra).
             unfold Rdiv. apply Rmult_lt_0_compat; [now apply Rmult_lt_0_compat|lra]. }
           apply Rmult_eq_reg_l in E; [|lra]. destruct (Req_dec (p lam * (n + 1)) 1) as [one|other].
           ++ unfold worst. rewrite nE. apply (Rmult_eq_reg_r ((n + 1) / (INR M * L))).
              ** unfold p in one. unfold Rdiv in *. rewrite <- Rmult_assoc, (Rmult_assoc lam), (Rmult_comm (n + 1)), <- Rmult_assoc.
                 rewrite one. field. lra.
              ** apply Rgt_not_eq, Rdiv_lt_0_compat; lra.
           ++ apply strict in other. exfalso. rewrite <- (Rmult_1_l rest) in E at 2. apply Rmult_eq_reg_r in E; [|lra].
              rewrite E in other. exact (Rlt_irrefl _ other).
  - intro R0. assert (n1 : 1 <= n) by (unfold n; change 1 with (INR 1); apply le_INR; lia).
    assert (kp : 0 < k) by (unfold k; apply Rdiv_lt_0_compat; lra). pose proof (exp_pos 1) as e0.
    assert (low : / exp 1 <= k ^ (2 * T)).
    { apply (Rmult_le_reg_l (exp 1)); [assumption|]. rewrite Rinv_r by lra.
      assert (up : (/ k) ^ (2 * T) <= exp 1).
      { replace (exp 1) with (exp (/ n) ^ (2 * T)) by (rewrite exp_power; fold n; f_equal; field; lra).
        apply pow_incr. split; [left; now apply Rinv_0_lt_compat|].
        replace (/ k) with (1 + / n) by (unfold k; field; lra). apply below_exp. }
      assert (kN : 0 < k ^ (2 * T)) by now apply pow_lt.
      apply Rle_trans with ((/ k) ^ (2 * T) * k ^ (2 * T)); [|apply Rmult_le_compat_r; lra].
      rewrite <- Rpow_mult_distr, Rinv_l, pow1 by lra. lra. }
    assert (high : k ^ S (2 * T) <= / exp 1).
    { replace (/ exp 1) with (exp (- / (n + 1)) ^ S (2 * T)).
      - apply pow_incr. split; [lra|]. replace k with (1 + - / (n + 1)) by (unfold k; field; lra). apply below_exp.
      - rewrite exp_power, S_INR. fold n. rewrite <- exp_Ropp. f_equal. field. lra. }
    assert (aboutE : about M T L B = INR M * L * B ^ 2 / 2 * (/ exp 1 / n)).
    { unfold about. replace (4 * exp 1 * INR T) with (2 * exp 1 * n) by (rewrite <- nE; ring). field. lra. }
    rewrite aboutE, worstE, nE. split.
    + replace (n / (n + 1) * (INR M * L * B ^ 2 / 2 * (/ exp 1 / n))) with (INR M * L * B ^ 2 / 2 * (/ (n + 1) * / exp 1))
        by (field; lra).
      apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat; lra|assumption].
    + apply Rmult_le_compat_l; [assumption|]. simpl pow in high.
      replace (/ (n + 1) * k ^ (2 * T)) with (k * k ^ (2 * T) / n) by (unfold k at 1; field; lra).
      unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|exact high].
Qed.
