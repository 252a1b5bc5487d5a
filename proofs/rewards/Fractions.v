(* On fractions of one the cost 1 / (m + eps) + V gives everybody the best model (rewards/new-sum-on-fractions).
   Modelled: clients 0, ..., N; any set of allocations whose gains lie from 0 to 1, finite or not, in which one gives
   everybody at least as much as every other. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings.
Open Scope R_scope.

(* On fractions the cost falls with every gain, so everybody is given the best that is admissible. *)
Lemma falls N (u v : nat -> R) (eps : R) : 0 < eps < 1 / 2 -> (forall i, (i <= N)%nat -> 0 <= u i <= v i /\ v i <= 1) ->
  (exists i, (i <= N)%nat /\ u i < v i) -> 1 / (mean N v + eps) + var N v < 1 / (mean N u + eps) + var N u.
Proof.
  intros E H [j [Hj L]]. set (p := mean N u). set (q := mean N v).
  assert (P0 : 0 <= p) by (apply mean_nonneg; intros i Hi; apply H; assumption).
  assert (D : p < q).
  { assert (0 < mean N (fun i => v i - u i)); [|rewrite mean_minus in H0; unfold p, q; lra].
    apply (mean_pos N _ j Hj); [|lra]. intros i Hi. specialize (H i Hi). lra. }
  assert (Q : mean N (fun i => v i ^ 2) - mean N (fun i => u i ^ 2) <= 2 * (q - p)).
  { unfold p, q. rewrite <- !mean_minus, <- mean_times. apply mean_le. intros i Hi. specialize (H i Hi). nra. }
  unfold var. fold p q. set (x := p + eps). set (y := q + eps). assert (X : 0 < x) by (unfold x; lra).
  assert (Y : x < y) by (unfold x, y; lra).
  assert (I : 1 / x - 1 / y = (q - p) / (x * y)) by (unfold x, y in *; field; lra).
  assert (B : (2 + 2 * eps - x - y) * (x * y) < 1).
  { set (h := (x + y) / 2). assert (x * y <= h ^ 2).
    { unfold h. pose proof (pow2_ge_0 (x - y)). lra. }
    assert (0 < h) by (unfold h; lra). assert (A : 2 + 2 * eps - x - y = 2 * (1 + eps - h)) by (unfold h; field).
    rewrite A. destruct (Rle_lt_dec (1 + eps) h); [assert (0 < x * y) by (apply Rmult_lt_0_compat; lra); nra|].
    assert ((1 + eps - h) * h ^ 2 <= 4 / 27 * (1 + eps) ^ 3).
    { assert (0 <= (h - 2 / 3 * (1 + eps)) ^ 2 * (h + (1 + eps) / 3)) by (apply Rmult_le_pos; [apply pow2_ge_0|lra]).
      lra. }
    assert (A2 : (1 + eps) ^ 2 < 9 / 4) by nra.
    assert (A3 : (1 + eps) ^ 2 * (1 + eps) < 9 / 4 * (3 / 2)) by (apply Rmult_le_0_lt_compat; try lra; apply pow2_ge_0).
    apply Rle_lt_trans with (2 * (1 + eps - h) * h ^ 2); [apply Rmult_le_compat_l; lra|]. lra. }
  assert (C : (q - p) * (2 - p - q) < (q - p) / (x * y)).
  { apply (Rmult_lt_reg_r (x * y)); [apply Rmult_lt_0_compat; lra|].
    replace ((q - p) / (x * y) * (x * y)) with (q - p) by (field; lra).
    replace (2 - p - q) with (2 + 2 * eps - x - y) by (unfold x, y; ring). rewrite Rmult_assoc.
    rewrite <- (Rmult_1_r (q - p)) at 2. apply Rmult_lt_compat_l; lra. }
  lra.
Qed.

Theorem sum_on_fractions N (eps : R) : 0 < eps < 1 / 2 ->
  (forall u v, (forall i, (i <= N)%nat -> 0 <= u i <= v i /\ v i <= 1) -> (exists i, (i <= N)%nat /\ u i < v i) ->
     cost eps 0 total (mean N v) (var N v) < cost eps 0 total (mean N u) (var N u)) /\
  forall c (admissible : (nat -> R) -> Prop) best, admissible best ->
    (forall a, admissible a -> forall i, (i <= N)%nat -> 0 <= a i - c i <= 1 /\ a i <= best i) ->
    optimal N c eps 0 admissible total best /\
    forall a, optimal N c eps 0 admissible total a -> forall i, (i <= N)%nat -> a i = best i.
Proof.
  intro E. split; [intros u v; now apply falls|]. intros c admissible best B H.
  assert (less : forall a, admissible a -> (forall i, (i <= N)%nat -> a i = best i) \/
    value N c eps 0 total best < value N c eps 0 total a).
  { intros a A. destruct (largest N (fun i => best i - a i)) as [j [Hj Max]].
    destruct (Rle_lt_dec (best j) (a j)) as [L|L].
    - left. intros i Hi. specialize (Max i Hi). destruct (H a A i Hi). lra.
    - right. unfold value, cost. rewrite !mean_gain_mean, !variance_var. apply falls; [assumption| |].
      + intros i Hi. destruct (H a A i Hi). destruct (H best B i Hi). lra.
      + exists j. split; [assumption|lra]. }
  split.
  - split; [assumption|]. intros a A. destruct (less a A) as [Eq|Lt]; [|lra]. apply Req_le. unfold value.
    rewrite !mean_gain_mean, !variance_var. f_equal; [apply mean_ext|apply var_ext]; intros i Hi; now rewrite Eq.
  - intros a [A Best]. destruct (less a A) as [|Lt]; [assumption|]. specialize (Best best B). lra.
Qed.
