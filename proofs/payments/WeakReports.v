(* Payments are of second order where reports are weak (payments/new-payment-hoeffding).
Any number N + 1 of outcomes, any
   reports of the others (R0, their total), real numbers.
   Modelled: KL as in Tilting.v and DivergencePayments.v, chi-squared as in ChiSquared.v and CutLine.v.
   Ri is the weighted
   report of the group; a payment is what the others lose by it. [lo] and [hi] are any bounds of Ri, for instance its
   least and its largest value. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting ChiSquared CutLine DivergencePayments BestReplies.
Open Scope R_scope.

(* What starts at 0 and has no negative slope is not negative. *)
Lemma never_below f f' h : (forall c, 0 <= c -> derivable_pt_lim f c (f' c)) -> (forall c, 0 <= c -> 0 <= f' c) ->
  f 0 = 0 -> 0 <= h -> 0 <= f h.
Proof.
  intros D P Z [h0|<-]; [|lra]. destruct (MVT_cor2 f f' 0 h h0) as [c [E [c0 _]]].
  - intros c [c0 _]. now apply D.
  - specialize (P c (Rlt_le _ _ c0)). nra.
Qed.
(* The logarithm of a mean of two exponentials, Hoeffding's lemma for a coin. *)
Lemma coin theta h : 0 <= theta <= 1 -> 0 <= h -> ln (1 + theta * (exp h - 1)) <= theta * h + h ^ 2 / 8.
Proof.
  intros T H. set (d := fun x => 1 + theta * (exp x - 1)).
  assert (d0 : forall x, 0 <= x -> 0 < d x).
  { intros x Hx. unfold d. pose proof (exp_ineq1_le x). nra. }
  assert (Dd : forall x, derivable_pt_lim d x (theta * exp x)).
  { intro x. unfold d. replace (theta * exp x) with (0 + theta * (exp x - 0)) by ring.
    apply derivable_pt_lim_plus; [apply derivable_pt_lim_const|].
    apply (derivable_pt_lim_scal (fun x => exp x - 1)). apply derivable_pt_lim_minus;
      [apply derivable_pt_lim_exp|apply derivable_pt_lim_const]. }
  assert (linear : forall k x, derivable_pt_lim (fun x => k * x) x k).
  { intros k x. pose proof (derivable_pt_lim_scal id k x 1 (derivable_pt_lim_id x)) as D. now rewrite Rmult_1_r in D. }
  set (slope := fun x => / 4 * x + theta - theta * exp x / d x).
  assert (S : forall x, 0 <= x -> 0 <= slope x).
  { intros x Hx. apply (never_below slope (fun x => / 4 + 0 - (theta * exp x * d x - theta * exp x * (theta * exp x))
    / Rsqr (d x))).
    - intros c c0. unfold slope. apply derivable_pt_lim_minus.
      + apply derivable_pt_lim_plus; [apply linear|apply derivable_pt_lim_const].
      + apply (derivable_pt_lim_div (fun x => theta * exp x) d); [|apply Dd|specialize (d0 c c0); lra].
        apply (derivable_pt_lim_scal exp). apply derivable_pt_lim_exp.
    - intros c c0. specialize (d0 c c0). assert (s0 : 0 < Rsqr (d c)) by (unfold Rsqr; now apply Rmult_lt_0_compat).
      replace (/ 4 + 0 - (theta * exp c * d c - theta * exp c * (theta * exp c)) / Rsqr (d c)) with
        ((1 - theta - theta * exp c) ^ 2 / (4 * Rsqr (d c))).
      + apply Rmult_le_pos; [apply pow2_ge_0|]. apply Rlt_le, Rinv_0_lt_compat. lra.
      + unfold Rsqr in *. unfold d in *. field. lra.
    - unfold slope, d. rewrite exp_0. field; lra.
    - assumption. }
  enough (0 <= / 8 * h ^ 2 + theta * h - ln (d h)) by (unfold d in *; lra).
  apply (never_below (fun x => / 8 * x ^ 2 + theta * x - ln (d x)) slope); [|assumption| |assumption].
  - intros c c0. unfold slope. replace (/ 4 * c) with (/ 8 * (INR 2 * c ^ pred 2)) by (simpl; field).
    replace (theta * exp c / d c) with (/ d c * (theta * exp c)) by (unfold Rdiv; ring).
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_plus; [|apply linear]|].
    + apply (derivable_pt_lim_scal (fun x => x ^ 2)). apply derivable_pt_lim_pow.
    + apply (derivable_pt_lim_comp d ln); [apply Dd|]. apply derivable_pt_lim_ln. now apply d0.
  - unfold d. rewrite exp_0. replace (1 + theta * (1 - 1)) with 1 by ring. rewrite ln_1. ring.
Qed.

Section Weak.
Variables (N : nat) (q : nat -> R) (lam : R) (R0 Ri : nat -> R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x).

Lemma hoeffding p lo hi : distribution N p -> (forall x, (x <= N)%nat -> lo <= Ri x <= hi) ->
  average N p Ri + lam * ln (average N p (fun x => exp (- Ri x / lam))) <= (hi - lo) ^ 2 / (8 * lam).
Proof.
  intros [P P1] range. assert (le : lo <= hi) by (specialize (range 0%nat (Nat.le_0_l N)); lra).
  assert (chord : exists theta, 0 <= theta <= 1 /\ average N p Ri = hi - (hi - lo) * theta /\
    average N p (fun x => exp (- Ri x / lam)) <= exp (- hi / lam) * (1 + theta * (exp ((hi - lo) / lam) - 1))).
  { destruct le as [lt|eq].
    - set (s := fun x => (hi - Ri x) / (hi - lo)).
      assert (sE : forall x, Ri x = hi - (hi - lo) * s x) by (intro x; unfold s; field; lra).
      assert (s01 : forall x, (x <= N)%nat -> 0 <= s x <= 1).
      { intros x Hx. specialize (range x Hx). specialize (sE x). split; apply (Rmult_le_reg_l (hi - lo)); lra. }
      exists (average N p s). split; [split|split].
      + apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [auto|now apply s01].
      + rewrite <- P1. apply sum_le. intros x Hx. specialize (P x Hx). destruct (s01 x Hx). nra.
      + unfold average. rewrite (sum_ext N _ (fun x => hi * p x - (hi - lo) * (p x * s x)))
          by (intros x _; rewrite (sE x) at 1; ring).
        rewrite sum_minus, !sum_times. change (sum N (fun x => p x)) with (sum N p). rewrite P1. ring.
      + set (k := exp ((hi - lo) / lam) - 1). apply Rle_trans with (sum N (fun x => exp (- hi / lam) * (p x + k * (p
        x * s x)))).
        * apply sum_le. intros x Hx. specialize (P x Hx).
          replace (- Ri x / lam) with (- hi / lam + (hi - lo) / lam * s x) by (rewrite (sE x); field; lra).
          rewrite exp_plus. destruct (below_chord ((hi - lo) / lam) (s x) ltac:(apply Rdiv_lt_0_compat;
            lra) (s01 x Hx)) as [B _].
          fold k in B. pose proof (exp_pos (- hi / lam)) as E.
          replace (p x * (exp (- hi / lam) * exp ((hi - lo) / lam * s x))) with
            (exp (- hi / lam) * (p x * exp ((hi - lo) / lam * s x))) by ring.
          apply Rmult_le_compat_l; [lra|]. apply (Rmult_le_compat_l (p x)) in B; lra.
        * rewrite sum_times, sum_plus, sum_times. change (sum N (fun x => p x)) with (sum N p). rewrite P1.
          unfold average. lra.
    - exists 0. split; [lra|]. assert (same : forall x, (x <= N)%nat -> Ri x = hi) by (intros x Hx;
      specialize (range x Hx); lra).
      assert (flat : forall g k, (forall x, (x <= N)%nat -> g x = k) -> average N p g = k).
      { intros g k G. unfold average. rewrite (sum_ext N _ (fun x => k * p x)) by (intros x Hx; rewrite (G x Hx); ring).
        rewrite sum_times. change (sum N (fun x => p x)) with (sum N p). rewrite P1. ring. }
      split; [rewrite (flat Ri hi same); ring|]. rewrite (flat _ (exp (- hi / lam))); [lra|].
      intros x Hx. now rewrite (same x Hx). }
  destruct chord as [theta [T [-> B]]]. set (l := (hi - lo) / lam) in *.
  assert (l0 : 0 <= l) by (unfold l, Rdiv; apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat]).
  assert (A0 : 0 < average N p (fun x => exp (- Ri x / lam))).
  { apply Rlt_le_trans with (sum N (fun x => exp (- hi / lam) * p x)).
    - rewrite sum_times. change (sum N (fun x => p x)) with (sum N p). rewrite P1, Rmult_1_r. apply exp_pos.
    - apply sum_le. intros x Hx. rewrite Rmult_comm. apply Rmult_le_compat_l; [auto|].
      specialize (range x Hx). apply exp_mono. unfold Rdiv.
      apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|lra]. }
  assert (C0 : 0 < 1 + theta * (exp l - 1)) by (pose proof (exp_ineq1_le l); nra).
  assert (L : ln (average N p (fun x => exp (- Ri x / lam))) <= - hi / lam + (theta * l + l ^ 2 / 8)).
  { apply Rle_trans with (ln (exp (- hi / lam) * (1 + theta * (exp l - 1)))).
    - destruct B as [lt|eq]; [now apply Rlt_le, ln_increasing|rewrite eq; lra].
    - rewrite ln_mult, ln_exp by (assumption || apply exp_pos). pose proof (coin theta l T l0). lra. }
  apply (Rmult_le_compat_l lam) in L; [|lra].
  replace (lam * (- hi / lam + (theta * l + l ^ 2 / 8))) with (- hi + (hi - lo) * theta + (hi - lo) ^ 2 / (8 * lam))
    in L
    by (unfold l; field; lra). lra.
Qed.

Theorem weak_reports :
  (forall p p0 lo hi, best N q lam (fun x => R0 x + Ri x) p -> best N q lam R0 p0 ->
    (forall x, (x <= N)%nat -> lo <= Ri x <= hi) ->
    welfare N q lam R0 p0 - welfare N q lam R0 p <= (hi - lo) ^ 2 / (8 * lam)) /\
  (sum N q = 1 -> forall p mu, squared_best N q lam (fun x => R0 x + Ri x) p -> sum N (cut q lam R0 mu) = 1 ->
    squared_best N q lam R0 (cut q lam R0 mu) /\
    squared_welfare N q lam R0 (cut q lam R0 mu) - squared_welfare N q lam R0 p =
      lam * sum N (fun x => (p x - cut q lam R0 mu x) ^ 2 / q x) + sum N (fun x => slack lam R0 mu x * p x)).
Proof.
  split.
  - intros p p0 lo hi B B0 range. destruct (kl_payments N q lam lam_pos q_pos R0 Ri p p0 B B0) as [[_ E] _].
    rewrite E. apply hoeffding; [apply B|assumption].
  - intros Q p mu B M. destruct (cut_line N q lam R0 lam_pos q_pos Q) as [mu' [_ [one [best0 [_ [_ [_ missed]]]]]]].
    rewrite (one mu M). split; [assumption|]. apply missed, B.
Qed.
End Weak.
