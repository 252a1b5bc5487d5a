(* Groups that agree pay next to nothing (payments/new-crowds). Real numbers.
   Modelled: two outcomes, equally likely in the initial model; n groups of size 1 to which outcome 0 is worth 1 and
   outcome 1 nothing; KL as in Tilting.v. [p n] is the model for all n groups, [p0 n] the one for n - 1 of them, and a
   group pays what the others lose by it. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Tilting DivergencePayments.
Open Scope R_scope.

Definition liked (x : nat) := if Nat.eq_dec x 0 then 1 else 0.
Definition fair (_ : nat) := / 2.
Lemma two_outcomes f : sum 1 f = f 0%nat + f 1%nat.
Proof. reflexivity. Qed.

(* n u and what is less than a multiple of it tend to 0. *)
Lemma vanishes a C l (f : nat -> R) : 0 < a -> 0 <= C ->
  (forall n, (1 <= n)%nat -> Rabs (f n - l) <= C * (INR n * exp (- (INR n * a)))) -> Un_cv f l.
Proof.
  intros A C0 H eps E. set (k := 4 * C / (a * a * eps)).
  assert (aa : 0 < a * a) by (now apply Rmult_lt_0_compat).
  assert (b0 : 0 < a * a * eps) by (now apply Rmult_lt_0_compat).
  destruct (archimed k) as [above _]. exists (S (Z.to_nat (up k))). intros n Hn. unfold R_dist.
  assert (n1 : (1 <= n)%nat) by lia. apply Rle_lt_trans with (1 := H n n1).
  assert (big : k < INR n).
  { destruct (Z_lt_le_dec (up k) 0) as [neg|pos].
    - apply Rlt_le_trans with (1 := above). apply Rle_trans with 0; [apply IZR_le; lia|apply pos_INR].
    - apply Rlt_le_trans with (1 := above). rewrite INR_IZR_INZ. apply IZR_le. lia. }
  assert (m0 : 1 <= INR n) by (now apply (le_INR 1)). set (m := INR n) in *.
  assert (ex : (m * a) * (m * a) / 4 < exp (m * a)).
  { replace (m * a) with (m * a / 2 + m * a / 2) at 3 by field. rewrite exp_plus.
    pose proof (exp_ineq1_le (m * a / 2)). assert (0 < m * a / 2) by nra. nra. }
  rewrite exp_Ropp. pose proof (exp_pos (m * a)) as P. apply (Rmult_lt_reg_r (exp (m * a))); [assumption|].
  replace (C * (m * / exp (m * a)) * exp (m * a)) with (C * m) by (field; lra).
  apply Rle_lt_trans with (eps * (m * a * (m * a) / 4)); [|apply Rmult_lt_compat_l; assumption].
  assert (kE : k * (a * a * eps) = 4 * C) by (unfold k; field; lra).
  assert (k * (a * a * eps) <= m * (a * a * eps)) by (apply Rmult_le_compat_r; lra). nra.
Qed.

Section Crowd.
Variables (lam : R) (p p0 : nat -> nat -> R).
Hypothesis lam_pos : 0 < lam.
Notation total k := (fun x => k * liked x).
Hypothesis all_groups : forall n, (1 <= n)%nat -> best 1 fair lam (total (INR n)) (p n).
Hypothesis but_one : forall n, (1 <= n)%nat -> best 1 fair lam (total (INR n - 1)) (p0 n).
Definition paid n := welfare 1 fair lam (total (INR n - 1)) (p0 n) - welfare 1 fair lam (total (INR n - 1)) (p n).
Notation E := (exp (/ lam)).
Notation u n := (exp (- (INR n * / lam))).

Lemma fair_pos x : (x <= 1)%nat -> 0 < fair x.
Proof. intros _. unfold fair. lra. Qed.
Lemma model n : (1 <= n)%nat -> p n 0%nat = / (1 + u n) /\ p n 1%nat = u n / (1 + u n).
Proof.
  intro Hn. destruct (closed_form 1 fair lam lam_pos fair_pos (total (INR n))) as [_ [_ [_ U]]].
  specialize (U _ (all_groups n Hn)). rewrite (U 0%nat), (U 1%nat) by lia. unfold tilted, normaliser.
  rewrite two_outcomes. unfold fair, liked. simpl.
  replace (INR n * 0 / lam) with 0 by (field; lra). rewrite exp_0.
  replace (INR n * 1 / lam) with (INR n * / lam) by (field; lra). rewrite exp_Ropp.
  pose proof (exp_pos (INR n * / lam)). split; field; lra.
Qed.
Lemma paid_formula n : (1 <= n)%nat ->
  paid n = lam * ln ((1 + E * u n) / (1 + u n)) - u n / (1 + u n) /\ 0 <= paid n.
Proof.
  intro Hn. assert (same : (fun x => (INR n - 1) * liked x + liked x) = total (INR n))
    by (apply functional_extensionality; intro; ring).
  pose proof (kl_payments 1 fair lam lam_pos fair_pos (total (INR n - 1)) liked (p n) (p0 n)) as K. cbv beta zeta in K.
  rewrite same in K. destruct (K (all_groups n Hn) (but_one n Hn)) as [[_ P] _]. fold (paid n) in P.
  destruct (model n Hn) as [M0 M1]. pose proof (exp_pos (- (INR n * / lam))) as U. pose proof (exp_pos (/ lam)) as E0.
  split.
  - rewrite P. unfold average. rewrite !two_outcomes, M0, M1. unfold liked. simpl.
    replace (- (0) / lam) with 0 by (field; lra). replace (- (1) / lam) with (- / lam) by (field; lra).
    rewrite exp_0, (exp_Ropp (/ lam)).
    replace (/ (1 + u n) * / E + u n / (1 + u n) * 1) with ((1 + E * u n) / (1 + u n) * / E) by (field; lra).
    rewrite ln_mult, ln_Rinv, ln_exp; try assumption; [field; lra| |now apply Rinv_0_lt_compat].
    apply Rdiv_lt_0_compat; nra.
  - destruct (but_one n Hn) as [_ B]. specialize (B _ (proj1 (all_groups n Hn))). unfold paid. lra.
Qed.
Lemma paid_bound n : (1 <= n)%nat -> paid n <= (lam * (E - 1) - 1) * u n.
Proof.
  intro Hn. destruct (paid_formula n Hn) as [-> _]. pose proof (exp_pos (- (INR n * / lam))) as U.
  pose proof (exp_ineq1_le (/ lam)) as L. set (v := u n) in *.
  assert (le : 1 <= lam * (E - 1)).
  { apply Rle_trans with (lam * / lam); [rewrite Rinv_r; lra|apply Rmult_le_compat_l; lra]. }
  assert (e1 : 1 < E) by (rewrite <- exp_0; apply exp_increasing, Rinv_0_lt_compat; assumption).
  assert (log : ln ((1 + E * v) / (1 + v)) <= (E - 1) * (v / (1 + v))).
  { rewrite <- (ln_exp ((E - 1) * (v / (1 + v)))).
    assert (q0 : 0 < (1 + E * v) / (1 + v)) by (apply Rdiv_lt_0_compat; nra).
    pose proof (exp_ineq1_le ((E - 1) * (v / (1 + v)))) as B.
    replace (1 + (E - 1) * (v / (1 + v))) with ((1 + E * v) / (1 + v)) in B by (field; lra).
    destruct B as [lt|<-]; [now apply Rlt_le, ln_increasing|lra]. }
  assert (s : v / (1 + v) <= v) by (apply (Rmult_le_reg_r (1 + v)); [lra|]; unfold Rdiv;
    rewrite Rmult_assoc, Rinv_l by lra; nra).
  apply (Rmult_le_compat_l lam) in log; [|lra].
  assert ((lam * (E - 1) - 1) * (v / (1 + v)) <= (lam * (E - 1) - 1) * v) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem crowds :
  (forall n, (1 <= n)%nat -> paid n = lam * ln ((1 + E * u n) / (1 + u n)) - u n / (1 + u n) /\
    paid n <= (lam * (E - 1) - 1) * u n) /\
  Un_cv (fun n => INR n * paid n) 0 /\ Un_cv (fun n => divergence 1 (p n) fair) (ln 2).
Proof.
  assert (a0 : 0 < / lam) by (now apply Rinv_0_lt_compat).
  split; [intros n Hn; split; [now apply paid_formula|now apply paid_bound]|split].
  - pose proof (exp_ineq1_le (/ lam)) as L.
    assert (le : 1 <= lam * (E - 1)).
    { apply Rle_trans with (lam * / lam); [rewrite Rinv_r; lra|apply Rmult_le_compat_l; lra]. }
    apply (vanishes (/ lam) (lam * (E - 1) - 1)); [assumption|lra|]. intros n Hn. destruct (paid_formula n Hn) as [_ P].
    pose proof (paid_bound n Hn). pose proof (pos_INR n).
    rewrite Rminus_0_r, Rabs_pos_eq by (now apply Rmult_le_pos). nra.
  - apply (vanishes (/ lam) (1 + / lam)); [assumption|lra|]. intros n Hn. destruct (model n Hn) as [M0 M1].
    unfold divergence. rewrite two_outcomes, M0, M1. unfold fair. pose proof (exp_pos (- (INR n * / lam))) as U.
    assert (logu : ln (u n) = - (INR n * / lam)) by apply ln_exp. set (v := u n) in *.
    assert (i0 : 0 < / (1 + v)) by (apply Rinv_0_lt_compat; lra). assert (m1 : 1 <= INR n) by (now apply (le_INR 1)).
    replace (/ (1 + v) / / 2) with (2 * / (1 + v)) by (field; lra).
    replace (v / (1 + v) / / 2) with (2 * / (1 + v) * v) by (field; lra).
    rewrite (ln_mult (2 * / (1 + v)) v), ln_mult, ln_Rinv, logu by (assumption || lra).
    replace (/ (1 + v) * (ln 2 + - ln (1 + v)) + v / (1 + v) * (ln 2 + - ln (1 + v) + - (INR n * / lam)) - ln 2) with
      (- (ln (1 + v) + v * / (1 + v) * (INR n * / lam))) by (field; lra).
    rewrite Rabs_Ropp. assert (i1 : / (1 + v) <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
    assert (lo : 0 <= ln (1 + v)) by (rewrite <- ln_1; apply Rlt_le, ln_increasing; lra).
    assert (hi : ln (1 + v) <= v).
    { rewrite <- (ln_exp v) at 2. pose proof (exp_ineq1 v ltac:(lra)). apply Rlt_le, ln_increasing; lra. }
    assert (r0 : 0 <= INR n * / lam) by nra.
    assert (t0 : 0 <= v * / (1 + v)) by nra. assert (t1 : v * / (1 + v) <= v) by nra.
    rewrite Rabs_pos_eq by (pose proof (Rmult_le_pos _ _ t0 r0); lra).
    pose proof (Rmult_le_compat_r _ _ _ r0 t1). nra.
Qed.
End Crowd.
