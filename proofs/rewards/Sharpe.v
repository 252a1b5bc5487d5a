(* Reading D: equal gains are the only optimum where the room above the top contributor is not tiny, and not optimal
   where it is (rewards/lemma-4-sharpe). Modelled as in EqualGains.v: clients 0, ..., N, so the square root of the
     number
   of clients less one is sqrt (INR N); every accuracy from l to h on offer. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings Correlation EqualGains.
Open Scope R_scope.

Section Clients.
Variables (N : nat) (c : nat -> R) (l h eps k : R).
Notation allocation := (allocation N c l h).
Notation optimal := (optimal N c eps k allocation).
Notation value := (value N c eps k).
Notation variance := (variance N c).
Notation mean_gain := (mean_gain N c).
Notation is_shift := (is_shift N c).

(* Samuelson's bound: nobody is further from the mean than the root of N deviations. *)
Definition only (top i : nat) := if Nat.eq_dec i top then 1 else 0.
Lemma only_moments top : (top <= N)%nat -> mean N (only top) = / clients N /\ var N (only top) = INR N / clients N ^ 2.
Proof.
  intro Ht. pose proof (n_pos N) as P. assert (n1 : clients N = INR N + 1) by reflexivity.
  assert (Me : mean N (only top) = / clients N).
  { unfold mean, only. rewrite (sum_change N (fun _ => 0)), sum_const by assumption. field. lra. }
  split; [assumption|]. unfold var. rewrite Me, (mean_ext N _ (only top)), Me; [rewrite n1; field; lra|].
  intros i _. unfold only. destruct (Nat.eq_dec i top); ring.
Qed.
Lemma samuelson u top : (top <= N)%nat -> (u top - mean N u) ^ 2 <= INR N * var N u.
Proof.
  intro Ht. pose proof (n_pos N) as P. destruct (only_moments top Ht) as [Me Ve].
  assert (Ce : cov N u (only top) = (u top - mean N u) / clients N).
  { unfold cov. rewrite Me. unfold mean. rewrite (sum_ext N (fun i => u i * only top i)
      (fun i => if Nat.eq_dec i top then u top else 0)).
    - rewrite (sum_change N (fun _ => 0)), sum_const by assumption. field. lra.
    - intros i _. unfold only. destruct (Nat.eq_dec i top) as [->|]; ring. }
  pose proof (cauchy N u (only top)) as CS. rewrite Ce, Ve in CS.
  apply (Rmult_le_compat_r (clients N ^ 2)) in CS; [|nra].
  replace (((u top - mean N u) / clients N) ^ 2 * clients N ^ 2) with ((u top - mean N u) ^ 2) in CS by (field; lra).
  replace (var N u * (INR N / clients N ^ 2) * clients N ^ 2) with (INR N * var N u) in CS by (field; lra). assumption.
Qed.
Lemma equal_cost a t : is_shift t a -> value sharpe a = - t / eps.
Proof.
  intro Sa. destruct (shift_moments N c a t Sa) as [M V]. unfold Readings.value. rewrite M, V. simpl.
  now rewrite sqrt_0, Rplus_0_l.
Qed.

Lemma room_enough low top : 0 < eps -> extremes N c low top -> l <= c low + (h - c top) ->
  eps * sqrt (INR N) < h - c top ->
  forall a, optimal sharpe a <-> is_shift (h - c top) a.
Proof.
  intros E X F Room. assert (X' := X). destruct X' as [Hl [Ht High]]. set (t := h - c top) in *.
  pose proof (sqrt_pos (INR N)) as S0. assert (T : 0 < t) by nra.
  assert (all : forall a, is_shift t a -> allocation a).
  { intros a Sa. apply (shift_allowed N c l h low top a t X Sa). split; [apply Rmax_lub|]; unfold t in *; lra. }
  assert (least : forall a, allocation a -> is_shift t a \/ - t / eps < value sharpe a).
  { intros a A. pose proof (variance_nonneg N c a) as V0. set (s := sqrt (variance a)).
    assert (Sp : 0 <= s) by apply sqrt_pos. assert (S2 : s ^ 2 = variance a) by now apply pow2_sqrt.
    pose proof (samuelson (fun i => a i - c i) top Ht) as Sm. rewrite <- variance_var, <- mean_gain_mean, <- S2 in Sm.
    rewrite <- (pow2_sqrt (INR N)) in Sm by apply pos_INR. rewrite <- Rpow_mult_distr in Sm.
    destruct (A top Ht) as [[_ Lh] _].
    assert (M : mean_gain a <= (a top - c top) + sqrt (INR N) * s).
    { assert (0 <= sqrt (INR N) * s) by nra. nra. }
    destruct (Rle_lt_or_eq_dec 0 s Sp) as [P|Z].
    - right. unfold Readings.value. simpl. fold s. rewrite !opp_div. apply Ropp_lt_contravar.
      apply (Rmult_lt_reg_r (eps * (s + eps))); [nra|].
      replace (mean_gain a / (s + eps) * (eps * (s + eps))) with (mean_gain a * eps) by (field; lra).
      replace (t / eps * (eps * (s + eps))) with (t * (s + eps)) by (field; lra). unfold t in *. nra.
    - rewrite <- Z in S2. assert (Eq : variance a = 0) by (rewrite <- S2; ring). apply variance_zero in Eq.
      pose proof (equal_is_shift N c a top Ht Eq) as S. destruct (Rle_lt_or_eq_dec _ _ Lh) as [Lt|Same].
      + right. destruct (shift_moments N c a _ S) as [Ma Va]. unfold Readings.value. rewrite Ma, Va. simpl.
        rewrite sqrt_0, Rplus_0_l, !opp_div. apply Ropp_lt_contravar, div_lt; unfold t; lra.
      + left. unfold t. now rewrite <- Same. }
  intro a. split.
  - intros [A Best]. destruct (least a A) as [|Lt]; [assumption|exfalso].
    set (b := fun i => c i + t). assert (Sb : is_shift t b) by now intros i Hi.
    specialize (Best b (all b Sb)). rewrite (equal_cost b t Sb) in Best. lra.
  - intro Sa. split; [now apply all|]. intros b B. rewrite (equal_cost a t Sa).
    destruct (least b B) as [Sb|Lt]; [rewrite (equal_cost b t Sb)|]; lra.
Qed.
(* With one top contributor and little room, raising all others by a little is better than equal gains. *)
Lemma room_too_small low top : 0 < eps -> extremes N c low top -> c top <= h -> l <= c low + (h - c top) ->
  (forall i, (i <= N)%nat -> i <> top -> c i < c top) -> h - c top < eps * sqrt (INR N) ->
  forall a, is_shift (h - c top) a -> ~ optimal sharpe a.
Proof.
  intros E [Hl [Ht High]] T F One Small a Sa [_ Best]. set (t := h - c top) in *.
  destruct (largest N (fun i => if Nat.eq_dec i top then c top - 1 else c i)) as [j [Hj Max]].
  set (X := c top - (if Nat.eq_dec j top then c top - 1 else c j)).
  assert (X0 : 0 < X). { unfold X. destruct (Nat.eq_dec j top); [lra|]. specialize (One j Hj n). lra. }
  set (b := fun i => c i + ((t + X) - X * only top i)).
  assert (B : allocation b).
  { intros i Hi. unfold b, only. specialize (High i Hi). specialize (Max i Hi). simpl in Max.
    destruct (Nat.eq_dec i top) as [->|]; unfold X, t in *; lra. }
  specialize (Best b B). rewrite (equal_cost a t Sa) in Best. apply (Rle_not_lt _ _ Best).
  destruct (only_moments top Ht) as [Me Ve]. pose proof (n_pos N) as P.
  assert (Mb : mean_gain b = t + X - X / clients N).
  { rewrite mean_gain_mean. rewrite (mean_ext N _ (fun i => (t + X) - X * only top i)) by (intros; unfold b; ring).
    rewrite mean_minus, mean_const, mean_times, Me. field. lra. }
  set (q := sqrt (INR N)) in *. assert (q2 : q ^ 2 = INR N) by apply pow2_sqrt, pos_INR.
  assert (q0 : 0 < q) by (pose proof (sqrt_pos (INR N)); unfold t, q in *; nra).
  set (s := X * q / clients N). assert (s0 : 0 < s) by (apply Rdiv_lt_0_compat; nra).
  assert (Vb : sqrt (variance b) = s).
  { rewrite variance_var. rewrite (var_ext N _ (fun i => (t + X) - X * only top i)) by (intros; unfold b; ring).
    rewrite (var_combination N (fun _ => t + X)), Ve. rewrite <- (sqrt_pow2 s) by lra. f_equal.
    assert (Z : var N (fun _ => t + X) = 0) by (apply var_zero; intros; now rewrite mean_const).
    assert (C : cov N (fun _ => t + X) (only top) = 0).
    { unfold cov. rewrite mean_times, mean_const. ring. }
    rewrite Z, C, <- q2. unfold s. field. lra. }
  assert (Ms : mean_gain b = t + s * q).
  { rewrite Mb. unfold s. replace (X * q / clients N * q) with (X * q ^ 2 / clients N) by (field; lra). rewrite q2.
    unfold clients in *. field. lra. }
  unfold Readings.value. simpl. rewrite Vb, Ms, !opp_div. apply Ropp_lt_contravar.
  apply (Rmult_lt_reg_r (eps * (s + eps))); [nra|].
  replace ((t + s * q) / (s + eps) * (eps * (s + eps))) with ((t + s * q) * eps) by (field; lra).
  replace (t / eps * (eps * (s + eps))) with (t * (s + eps)) by (field; lra). nra.
Qed.

Theorem lemma_4_sharpe low top : 0 < eps -> extremes N c low top -> some_differ N c -> c top <= h ->
  l <= c low + (h - c top) ->
  (eps * sqrt (INR N) < h - c top ->
     forall a, (optimal sharpe a <-> is_shift (h - c top) a) /\ (optimal sharpe a -> correlation N a c 1)) /\
  ((forall i, (i <= N)%nat -> i <> top -> c i < c top) -> h - c top < eps * sqrt (INR N) ->
     forall a, is_shift (h - c top) a -> ~ optimal sharpe a).
Proof.
  intros E X D T F. split; [intros Room a|intros One Small a; now apply (room_too_small low top)].
  pose proof (room_enough low top E X F Room a) as O. split; [exact O|]. intro Oa. apply O in Oa.
  now apply (shift_has_correlation_one N c a (h - c top)).
Qed.
End Clients.
