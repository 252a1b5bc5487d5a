(* What correlation one means, and what rounding can do to a correlation (rewards/new-correlation-one,
   prose-fedavg-undefined, new-rounding-bound, new-rounding-bound-sharp).
   Modelled: any number of clients 0, ..., N; the correlation of two lists of numbers, which exists only where both
     vary. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

(* "r is the Pearson correlation of x and y" *)
Definition correlation N (x y : nat -> R) r :=
  0 < var N x /\ 0 < var N y /\ r = cov N x y / (sqrt (var N x) * sqrt (var N y)).
Definition some_differ N (x : nat -> R) := exists i j, (i <= N)%nat /\ (j <= N)%nat /\ x i <> x j.

Section Clients.
Variables (N : nat) (c a : nat -> R).
Notation var := (var N).
Notation cov := (cov N).

Lemma some_differ_var x : some_differ N x -> 0 < var x.
Proof. intros [i [j [Hi [Hj D]]]]. now apply (var_pos N x i j). Qed.
Lemma cov_sym x y : cov x y = cov y x.
Proof. unfold Moments.cov. rewrite (mean_ext N _ (fun i => y i * x i)) by (intros; ring). ring. Qed.
Lemma cov_line x b t : cov (fun i => t + b * x i) x = b * var x.
Proof.
  rewrite var_cov. unfold Moments.cov.
  rewrite (mean_ext N (fun i => (t + b * x i) * x i) (fun i => t * x i + b * (x i * x i))) by (intros; ring).
  rewrite !mean_plus, !mean_times, mean_const. ring.
Qed.
Lemma var_combination x y b : var (fun i => x i - b * y i) = var x - 2 * b * cov x y + b ^ 2 * var y.
Proof.
  unfold Moments.var, Moments.cov.
  rewrite (mean_ext N (fun i => (x i - b * y i) ^ 2) (fun i => (x i ^ 2 - 2 * b * (x i * y i)) + b ^ 2 * (y i ^ 2)))
    by (intros; ring).
  rewrite mean_plus, !mean_minus, !mean_times. ring.
Qed.
Lemma cauchy x y : cov x y ^ 2 <= var x * var y.
Proof.
  pose proof (var_nonneg N x) as X. pose proof (var_nonneg N y) as Y.
  destruct (Rle_lt_or_eq_dec 0 _ Y) as [P|Z].
  - pose proof (var_nonneg N (fun i => x i - cov x y / var y * y i)) as H. rewrite var_combination in H.
    replace (var x - 2 * (cov x y / var y) * cov x y + (cov x y / var y) ^ 2 * var y)
      with ((var x * var y - cov x y ^ 2) / var y) in H by (field; lra).
    apply (Rmult_le_compat_r (var y)) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H; lra.
  - symmetry in Z. rewrite Z. rewrite var_zero in Z. rewrite cov_centred.
    rewrite (mean_ext N _ (fun _ => 0)); [rewrite mean_const; lra|]. intros i Hi. rewrite (Z i Hi) at 1. ring.
Qed.
Lemma sd_square x : sqrt (var x) ^ 2 = var x.
Proof. apply pow2_sqrt, var_nonneg. Qed.

(* Correlation one is a rising line; on it gains are equal for slope one only. *)
Theorem correlation_one : some_differ N c ->
  (correlation N a c 1 <-> exists alpha beta, 0 < beta /\ forall i, (i <= N)%nat -> a i = alpha + beta * c i) /\
  (forall alpha beta, (forall i, (i <= N)%nat -> a i = alpha + beta * c i) ->
     ((forall i j, (i <= N)%nat -> (j <= N)%nat -> a i - c i = a j - c j) <-> beta = 1)).
Proof.
  intro D. assert (C := some_differ_var c D). split; [split|].
  - intros [A [_ E]]. assert (SA : 0 < sqrt (var a)) by now apply sqrt_lt_R0.
    assert (SC : 0 < sqrt (var c)) by now apply sqrt_lt_R0.
    assert (E2 : cov a c = sqrt (var a) * sqrt (var c)).
    { replace (cov a c) with (cov a c / (sqrt (var a) * sqrt (var c)) * (sqrt (var a) * sqrt (var c))) by (field; lra).
      rewrite <- E. ring. }
    set (b := cov a c / var c). assert (P : 0 < cov a c) by (rewrite E2; nra).
    assert (Z : var (fun i => a i - b * c i) = 0).
    { assert (VA : var a * var c = cov a c ^ 2) by (rewrite E2, Rpow_mult_distr, !sd_square; reflexivity).
      rewrite var_combination. unfold b.
      replace (var a - 2 * (cov a c / var c) * cov a c + (cov a c / var c) ^ 2 * var c)
        with ((var a * var c - cov a c ^ 2) / var c) by (field; lra). rewrite VA. field. lra. }
    rewrite var_zero in Z. exists (mean N (fun i => a i - b * c i)), b. split.
    + unfold b. now apply Rdiv_lt_0_compat.
    + intros i Hi. rewrite <- (Z i Hi). ring.
  - intros [t [b [B H]]].
    assert (V : var a = b ^ 2 * var c).
    { rewrite var_cov. unfold Moments.cov.
      rewrite (mean_ext N a (fun i => t + b * c i) H), (mean_ext N (fun i => a i * a i)
        (fun i => (t ^ 2 + 2 * t * b * c i) + b ^ 2 * (c i ^ 2))) by (intros i Hi; rewrite (H i Hi); ring).
      rewrite !mean_plus, !mean_times, !mean_const. unfold Moments.var. ring. }
    assert (W : cov a c = b * var c).
    { rewrite <- (cov_line c b t). unfold Moments.cov. rewrite (mean_ext N a (fun i => t + b * c i) H). f_equal.
      apply mean_ext. intros i Hi. now rewrite (H i Hi). }
    assert (B2 : 0 < b ^ 2) by now apply pow_lt.
    split; [rewrite V; now apply Rmult_lt_0_compat|]. split; [assumption|]. rewrite V, W, sqrt_mult by lra. rewrite
      sqrt_pow2 by lra.
    assert (SC : 0 < sqrt (var c)) by now apply sqrt_lt_R0.
    rewrite <- (sd_square c) at 1. field. lra.
  - intros t b H. split.
    + intro same. destruct D as [i [j [Hi [Hj D]]]]. specialize (same i j Hi Hj). rewrite (H i Hi), (H j Hj) in same.
      assert ((b - 1) * (c i - c j) = 0) by lra. apply Rmult_integral in H0. destruct H0; lra.
    + intros -> i j Hi Hj. rewrite (H i Hi), (H j Hj). ring.
Qed.

(* Where everybody gets the same model there is no correlation. *)
Theorem one_model_has_none : (forall i j, (i <= N)%nat -> (j <= N)%nat -> a i = a j) ->
  forall r, ~ correlation N a c r.
Proof.
  intros same r [V _]. assert (Z : var a = 0); [|lra]. apply var_zero. intros i Hi.
  rewrite (mean_ext N a (fun _ => a i)); [now rewrite mean_const|]. intros j Hj. now apply same.
Qed.

(* A shift of contributions that differ has correlation one with them. *)
Lemma shift_has_correlation_one t : some_differ N c -> (forall i, (i <= N)%nat -> a i = c i + t) ->
  correlation N a c 1.
Proof.
  intros D H. apply (proj1 (correlation_one D)). exists t, 1. split; [lra|]. intros i Hi. rewrite (H i Hi). ring.
Qed.

(* Levels within delta / 2 of one common shift. *)
Theorem rounding_bound (delta t : R) : (forall i, (i <= N)%nat -> Rabs (a i - (c i + t)) <= delta / 2) ->
  delta < 2 * sqrt (var c) ->
  exists r, correlation N a c r /\ sqrt (1 - (delta / (2 * sqrt (var c))) ^ 2) <= r.
Proof.
  intros near small.
  assert (D0 : 0 <= delta) by (pose proof (near 0%nat ltac:(lia)); pose proof (Rabs_pos (a 0%nat - (c 0%nat + t)));
    lra).
  set (s := sqrt (var c)) in *. assert (S : 0 < s) by lra.
  assert (X : var c = s ^ 2) by (symmetry; apply sd_square).
  set (z := fun i => a i - c i). set (Z := var z). set (d := cov z c).
  assert (Zs : Z <= delta ^ 2 / 4).
  { unfold Z. rewrite <- (var_shift N z (- t)). unfold Moments.var.
    pose proof (pow2_ge_0 (mean N (fun i => z i + - t))).
    assert (mean N (fun i => (z i + - t) ^ 2) <= delta ^ 2 / 4); [|lra].
    rewrite <- (mean_const N (delta ^ 2 / 4)). apply mean_le. intros i Hi. specialize (near i Hi).
    unfold z. replace (a i - c i + - t) with (a i - (c i + t)) by ring.
    rewrite <- (pow2_abs (a i - (c i + t))). pose proof (Rabs_pos (a i - (c i + t))). nra. }
  assert (Z0 : 0 <= Z) by apply var_nonneg.
  assert (CS : d ^ 2 <= Z * s ^ 2) by (rewrite <- X; apply cauchy).
  assert (A1 : var a = s ^ 2 + 2 * d + Z).
  { rewrite (var_ext N a (fun i => z i - (-1) * c i)) by (intros; unfold z; ring). rewrite var_combination, X.
    fold Z d. ring. }
  assert (A2 : cov a c = s ^ 2 + d).
  { rewrite <- X, var_cov. unfold d, Moments.cov.
    rewrite (mean_ext N (fun i => a i * c i) (fun i => c i * c i + z i * c i)) by (intros; unfold z; ring).
    rewrite (mean_ext N a (fun i => c i + z i)) by (intros; unfold z; ring). rewrite !mean_plus. ring. }
  assert (pos : 0 < s ^ 2 + d).
  { assert (Z < s ^ 2) by nra. assert (d ^ 2 < (s ^ 2) ^ 2) by nra. nra. }
  assert (va : 0 < var a) by (rewrite A1; nra).
  set (w := sqrt (var a)). assert (W : 0 < w) by now apply sqrt_lt_R0. assert (W2 : w ^ 2 = s ^ 2 + 2 * d + Z).
  { rewrite <- A1. apply sd_square. }
  exists ((s ^ 2 + d) / (w * s)). split.
  - split; [assumption|]. split; [rewrite X; nra|]. now rewrite A2.
  - assert (R : 0 < (s ^ 2 + d) / (w * s)) by (apply Rdiv_lt_0_compat; nra).
    rewrite <- (sqrt_pow2 ((s ^ 2 + d) / (w * s))) by lra. apply sqrt_le_1_alt.
    assert (U : 1 - (delta / (2 * s)) ^ 2 <= 1 - Z / s ^ 2).
    { assert (Z / s ^ 2 <= (delta ^ 2 / 4) / s ^ 2).
      { apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat; nra|assumption]. }
      replace ((delta / (2 * s)) ^ 2) with ((delta ^ 2 / 4) / s ^ 2) by (field; lra). lra. }
    apply Rle_trans with (1 := U).
    assert (I : ((s ^ 2 + d) / (w * s)) ^ 2 - (1 - Z / s ^ 2) = ((s ^ 2 + d) ^ 2 - w ^ 2 * (s ^ 2 - Z)) / (w * s) ^ 2)
      by (field; lra).
    assert (0 <= ((s ^ 2 + d) ^ 2 - w ^ 2 * (s ^ 2 - Z)) / (w * s) ^ 2); [rewrite W2|lra].
    apply Rmult_le_pos; [|apply Rlt_le, Rinv_0_lt_compat; nra].
    replace ((s ^ 2 + d) ^ 2 - (s ^ 2 + 2 * d + Z) * (s ^ 2 - Z)) with ((d + Z) ^ 2) by ring. apply pow2_ge_0.
Qed.
End Clients.

(* Four clients attain the bound: contributions k - 1, k + 1, - k - 1, 1 - k above a base, levels k, k, - k, - k above
   the same base or any other, rounding errors of exactly 1. *)
Definition four (x y z w : R) (i : nat) := match i with O => x | 1%nat => y | 2%nat => z | _ => w end.
Theorem rounding_bound_sharp (k base t : R) : 0 < k ->
  let c := fun i => base + four (k - 1) (k + 1) (- k - 1) (1 - k) i in
  let a := fun i => base + t + four k k (- k) (- k) i in
  (forall i, (i <= 3)%nat -> Rabs (a i - (c i + t)) = 1) /\
  correlation 3 a c (k / sqrt (k ^ 2 + 1)) /\
  2 < 2 * sqrt (var 3 c) /\ k / sqrt (k ^ 2 + 1) = sqrt (1 - (2 / (2 * sqrt (var 3 c))) ^ 2).
Proof.
  intros K c a.
  assert (C : var 3 c = k ^ 2 + 1) by (unfold c, var, mean, sum, clients; simpl; field).
  assert (A : var 3 a = k ^ 2) by (unfold a, var, mean, sum, clients; simpl; field).
  assert (B : cov 3 a c = k ^ 2) by (unfold a, c, cov, mean, sum, clients; simpl; field).
  assert (S : 0 < sqrt (k ^ 2 + 1)) by (apply sqrt_lt_R0; nra).
  assert (S2 : sqrt (k ^ 2 + 1) ^ 2 = k ^ 2 + 1) by (apply pow2_sqrt; nra).
  split; [|split; [|split]].
  - intros i Hi. unfold a, c. destruct i as [|[|[|i]]]; simpl;
      match goal with |- Rabs ?x = 1 => (replace x with 1 by ring; apply Rabs_R1) ||
        (replace x with (-1) by ring; rewrite Rabs_left; lra) end.
  - split; [rewrite A; nra|]. split; [rewrite C; nra|]. rewrite A, B, C, sqrt_pow2 by lra. field. lra.
  - rewrite C. assert (1 < sqrt (k ^ 2 + 1)); [|lra]. rewrite <- sqrt_1 at 1. apply sqrt_lt_1; nra.
  - rewrite C. rewrite <- (sqrt_pow2 (k / sqrt (k ^ 2 + 1))) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    f_equal. replace (2 / (2 * sqrt (k ^ 2 + 1))) with (/ sqrt (k ^ 2 + 1)) by (field; lra).
    transitivity (k ^ 2 / sqrt (k ^ 2 + 1) ^ 2); [field; lra|].
    transitivity (1 - 1 / sqrt (k ^ 2 + 1) ^ 2); [rewrite S2; field; nra|field; lra].
Qed.
