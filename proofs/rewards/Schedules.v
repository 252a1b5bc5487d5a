(* The classic logarithmic schedule: when its terms have an infinite sum (rewards/assumption-9-example).
   Modelled: step k of the page, from 1 on, is k + 1 here; a sum is infinite if its partial sums pass every number. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Pasts.
Open Scope R_scope.

Definition infinite (f : nat -> R) := forall B, exists n, B < total n f.
Definition temperature c k := c / ln (INR k + 1).
Definition climbs delta c k := exp (- delta / temperature c (S k)).

Lemma above_one k : 1 < INR (S k) + 1.
Proof. rewrite S_INR. pose proof (pos_INR k). lra. Qed.
Lemma ln_pos k : 0 < ln (INR (S k) + 1).
Proof. rewrite <- ln_1. apply ln_increasing; [lra|apply above_one]. Qed.
Lemma climbs_power delta c k : 0 < c -> climbs delta c k = Rpower (INR (S k) + 1) (- (delta / c)).
Proof. intro P. unfold climbs, temperature, Rpower. f_equal. field. pose proof (ln_pos k). lra. Qed.
Lemma total_nonneg n f : (forall k, 0 <= f k) -> 0 <= total n f.
Proof. intro H. induction n as [|n IH]; simpl; [lra|]. specialize (H n). lra. Qed.

(* The harmonic sum is at least a logarithm, which passes every number. *)
Lemma harmonic_at_least n : ln (INR n + 2) - ln 2 <= total n (fun k => / (INR (S k) + 1)).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rplus_0_l; lra|]. cbn [total].
  pose proof (pos_INR n) as P. rewrite S_INR.
  assert (E : ln (INR n + 1 + 2) <= ln (INR n + 2) + / (INR n + 1 + 1)); [|lra].
  replace (INR n + 1 + 2) with ((INR n + 2) * (1 + / (INR n + 1 + 1))) by (field; lra).
  assert (I : 0 < / (INR n + 1 + 1)) by (apply Rinv_0_lt_compat; lra).
  rewrite ln_mult by lra. apply Rplus_le_compat_l. rewrite <- (ln_exp (/ (INR n + 1 + 1))) at 2.
  apply Rlt_le, ln_increasing; [lra|]. apply exp_ineq1. lra.
Qed.
Lemma harmonic_infinite : infinite (fun k => / (INR (S k) + 1)).
Proof.
  intro B. destruct (archimed (exp (B + ln 2))) as [A _]. set (z := up (exp (B + ln 2))) in *.
  assert (Z : (0 <= z)%Z) by (apply le_IZR; pose proof (exp_pos (B + ln 2)); simpl; lra).
  exists (Z.to_nat z). apply Rlt_le_trans with (2 := harmonic_at_least _).
  rewrite INR_IZR_INZ, Z2Nat.id by assumption. assert (B + ln 2 < ln (IZR z + 2)); [|lra].
  rewrite <- (ln_exp (B + ln 2)). apply ln_increasing; [apply exp_pos|lra].
Qed.
(* Powers above one: each term is at most a difference of the power before it and its own. *)
Lemma power_step s x : 0 < s -> 1 < x -> s * Rpower x (- (1 + s)) <= Rpower (x - 1) (- s) - Rpower x (- s).
Proof.
  intros S X. assert (A : Rpower x (- (1 + s)) = / x * Rpower x (- s)).
  { replace (- (1 + s)) with (- (1) + - s) by ring. rewrite Rpower_plus, Rpower_Ropp, Rpower_1 by lra. reflexivity. }
  assert (C : Rpower (x - 1) (- s) = Rpower x (- s) * exp (- s * ln (1 - / x))).
  { unfold Rpower. rewrite <- exp_plus. f_equal. replace (x - 1) with (x * (1 - / x)) by (field; lra).
    assert (/ x < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra). rewrite ln_mult by lra. ring. }
  assert (L : ln (1 - / x) <= - / x).
  { assert (I : / x < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
    rewrite <- (ln_exp (- / x)). apply Rnot_lt_le. intro H. apply ln_lt_inv in H; [|apply exp_pos|lra].
    pose proof (exp_ineq1_le (- / x)). lra. }
  assert (B : 1 + s * / x <= exp (- s * ln (1 - / x))).
  { apply Rle_trans with (exp (s * / x)); [apply exp_ineq1_le|].
    assert (M : s * / x <= - s * ln (1 - / x)) by nra. destruct (Rle_lt_or_eq_dec _ _ M) as [Q| ->]; [|lra].
    apply Rlt_le, exp_increasing. assumption. }
  rewrite A, C. assert (P : 0 < Rpower x (- s)) by apply exp_pos.
  apply (Rmult_le_compat_l (Rpower x (- s))) in B; [|lra]. lra.
Qed.
Lemma powers_bounded s n : 0 < s -> s * total n (fun k => Rpower (INR (S k) + 1) (- (1 + s))) <=
  1 - Rpower (INR n + 1) (- s).
Proof.
  intro S. induction n as [|n IH].
  - simpl. rewrite Rplus_0_l. unfold Rpower. rewrite ln_1, !Rmult_0_r, exp_0. lra.
  - cbn [total]. pose proof (power_step s (INR (Datatypes.S n) + 1) S (above_one n)) as Q.
    replace (INR (Datatypes.S n) + 1 - 1) with (INR n + 1) in Q by (rewrite S_INR; ring). lra.
Qed.

Theorem logarithmic_schedule delta c :
  0 < c ->
  (forall k, climbs delta c k = Rpower (INR (S k) + 1) (- (delta / c))) /\ (infinite (climbs delta c) <-> delta <= c).
Proof.
  intro C. split; [intro; now apply climbs_power|split].
  - intro H. apply Rnot_lt_le. intro L. set (s := delta / c - 1).
    assert (S : 0 < s).
    { unfold s. assert (1 < delta / c); [|lra]. apply (Rmult_lt_reg_r c); [assumption|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
    destruct (H (/ s)) as [n Hn].
    rewrite (total_ext n _ (fun k => Rpower (INR (Datatypes.S k) + 1) (- (1 + s)))) in Hn
      by (intros; rewrite climbs_power by assumption; unfold s; f_equal; ring).
    pose proof (powers_bounded s n S) as Q. assert (0 < Rpower (INR n + 1) (- s)) by apply exp_pos.
    apply (Rmult_lt_compat_l s) in Hn; [|assumption]. rewrite Rinv_r in Hn; lra.
  - intros L B. destruct (harmonic_infinite B) as [n Hn]. exists n. apply Rlt_le_trans with (1 := Hn).
    apply total_le. intros k _. rewrite climbs_power by assumption. unfold Rpower.
    assert (Q : delta / c <= 1) by (apply (Rmult_le_reg_r c); [assumption|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l;
      lra).
    rewrite <- (exp_ln (/ (INR (S k) + 1))) by (apply Rinv_0_lt_compat; pose proof (above_one k); lra).
    rewrite ln_Rinv by (pose proof (above_one k); lra). pose proof (ln_pos k) as P.
    assert (M : - ln (INR (S k) + 1) <= - (delta / c) * ln (INR (S k) + 1)) by nra.
    destruct (Rle_lt_or_eq_dec _ _ M) as [U|E]; [apply Rlt_le, exp_increasing; assumption|rewrite E; lra].
Qed.
