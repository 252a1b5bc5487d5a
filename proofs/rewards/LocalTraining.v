(* Local training as a process, and Lemma 5: the progress that it makes (rewards/lemma-5, new-progress-larger-step).
   Modelled: clients 0, ..., N, coordinates 0, ..., D; outcomes 0, ..., P come step by step, as Pasts.v says. The
   stochastic gradient g i past p of client i may depend on the whole past. After every tau steps all clients go on
   from their average. Independent means: in pairs, given the past. The theorems hold for any tau steps in a row, of
   which a round is a case. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps LocalPairs Pasts.
Open Scope R_scope.

Section Process.
Variable N : nat.
Variables (x0 : nat -> R) (eta : R) (tau : nat).
Variable g : nat -> list nat -> nat -> nat -> R.

(* Where the clients are after a past, and their average. *)
Fixpoint places (past : list nat) : nat -> nat -> R := match past with
  | nil => fun _ => x0
  | p :: before =>
      let moved i := along (places before i) (- eta) (g i before p) in
      if Nat.eqb (Nat.modulo (length past) tau) 0 then fun _ => average N moved else moved
  end.
Definition middle past := average N (places past).
End Process.

(* Stochastic gradients are right on average, vary at most by sigma, and are drawn by each client on its own. *)
Definition unbiased N D P prob places (G : nat -> (nat -> R) -> nat -> R) (g : nat -> list nat -> nat -> nat -> R) :=
  forall i past k, (i <= N)%nat -> (k <= D)%nat ->
    expectation P (prob past) (fun p => g i past p k) = G i (places past i) k.
Definition bounded_noise N D P sigma prob places (G : nat -> (nat -> R) -> nat -> R)
  (g : nat -> list nat -> nat -> nat -> R) :=
  forall i past, (i <= N)%nat ->
    expectation P (prob past) (fun p => norm D (less (g i past p) (G i (places past i))) ^ 2) <= sigma ^ 2.
Definition independent_clients N P prob (g : nat -> list nat -> nat -> nat -> R) :=
  forall i j past, (i < j <= N)%nat -> independent P (prob past) (g i past) (g j past).
Definition convex_and_smooth N D L (F : nat -> (nat -> R) -> R) G :=
  forall i, (i <= N)%nat -> is_gradient D (F i) (G i) /\ smooth D L (G i) /\ convex (F i).
Definition objective N (F : nat -> (nat -> R) -> R) (x : nat -> R) := mean N (fun i => F i x).
(* Mean squared distance of the clients' points from their average. *)
Definition drift N D (x : nat -> nat -> R) := mean N (fun i => norm D (less (x i) (average N x)) ^ 2).

Section Progress.
Variables (N D P : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat).
Variable prob : list nat -> nat -> R.
Variable g : nat -> list nat -> nat -> nat -> R.
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Notation E := (later P prob).
Hypothesis eta_pos : 0 < eta.
Hypothesis chance : probabilities P prob.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis right : unbiased N D P prob here G g.
Hypothesis noise : bounded_noise N D P sigma prob here G g.
Hypothesis alone : independent_clients N P prob g.

(* Averaging does not move the average. *)
Lemma middle_moves past p : centre (p :: past) = along (centre past) (- eta) (average N (fun i => g i past p)).
Proof.
  apply functional_extensionality. intro k. unfold middle. cbn [places].
  destruct (Nat.eqb _ 0); unfold average, along; [rewrite mean_const|]; now rewrite mean_plus, mean_times.
Qed.
Definition noise_at i past p := less (G i (here past i)) (g i past p).
Definition mean_noise past p := average N (fun i => noise_at i past p).
Lemma noise_mean_zero i past k : (i <= N)%nat -> (k <= D)%nat ->
  expectation P (prob past) (fun p => noise_at i past p k) = 0.
Proof.
  intros Hi Hk. unfold noise_at, less. rewrite expectation_minus, expectation_const by apply chance.
  rewrite (right i past k Hi Hk). ring.
Qed.
Lemma noise_square i past : (i <= N)%nat -> expectation P (prob past) (fun p => norm2 D (noise_at i past p)) <=
  sigma ^ 2.
Proof.
  intro Hi. apply Rle_trans with (2 := noise i past Hi). apply Req_le, expectation_ext. intros p _.
  rewrite norm_square. unfold noise_at. coordinates. ring.
Qed.
Lemma noise_independent i j past : (i < j <= N)%nat ->
  independent P (prob past) (noise_at i past) (noise_at j past).
Proof.
  intros B a b. apply (alone i j past B (fun v => a (less (G i (here past i)) v)) (fun v => b (less (G j (here past j))
    v))).
Qed.
Lemma mean_noise_square past :
  expectation P (prob past) (fun p => norm2 D (mean_noise past p)) <= sigma ^ 2 / clients N.
Proof.
  apply noise_of_average.
  - intros i k. apply noise_mean_zero.
  - intro i. apply noise_square.
  - intros i j. apply noise_independent.
Qed.

(* One step, given the past before it. *)
Lemma one_step star past : eta * (2 * L) <= 1 ->
  expectation P (prob past) (fun p => objective N F (centre (p :: past))) <=
    objective N F star + / (2 * eta) * (norm2 D (less (centre past) star) -
      expectation P (prob past) (fun p => norm2 D (less (centre (p :: past)) star))) +
    eta * (sigma ^ 2 / clients N) + L * drift N D (here past).
Proof.
  intro small. destruct (chance past) as [W W1]. set (a := less (centre past) star).
  set (slope := average N (fun i => G i (here past i))). set (v := along a (- eta) slope).
  apply Rle_trans with (expectation P (prob past) (fun p => (objective N F star + / (2 * eta) * norm2 D a +
    L * drift N D (here past)) + (- / (2 * eta) * norm2 D (less (centre (p :: past)) star) +
    (eta * norm2 D (mean_noise past p) + dot D (mean_noise past p) v)))).
  - apply expectation_le; [assumption|]. intros p _. set (new := centre (p :: past)).
    assert (A : objective N F new <= objective N F star + dot D slope (less new star) +
      L * norm2 D (less new (centre past)) + L * drift N D (here past)).
    { unfold objective, slope, drift. rewrite dot_average. rewrite <- (mean_times N L).
      rewrite <- (mean_const N (L * norm2 D (less new (centre past)))), <- !mean_plus. apply mean_le. intros i Hi.
      destruct (objectives i Hi) as [O1 [O2 O3]].
      pose proof (one_client D L (F i) (G i) (here past i) (centre past) new star O1 O2 O3) as Q.
      rewrite (norm_square D (less new _)) in Q. exact Q. }
    set (n := mean_noise past p) in *.
    assert (M : new = fun k => centre past k - eta * (slope k - n k)).
    { unfold new. rewrite middle_moves. apply functional_extensionality. intro k. unfold n, mean_noise, noise_at, slope,
        along, average, less. rewrite mean_minus. ring. }
    assert (I : dot D slope (less new star) + / (2 * eta) * norm2 D (less new (centre past)) =
      / (2 * eta) * norm2 D a - / (2 * eta) * norm2 D (less new star) + (eta * norm2 D n + dot D n v)).
    { rewrite M. unfold v, a. coordinates. field. lra. }
    assert (J : L * norm2 D (less new (centre past)) <= / (2 * eta) * norm2 D (less new (centre past))).
    { apply Rmult_le_compat_r; [apply norm2_nonneg|]. apply (Rmult_le_reg_l (2 * eta)); [lra|].
      rewrite Rinv_r by lra. lra. }
    fold new. lra.
  - rewrite !expectation_plus, !expectation_times, !(expectation_const P (prob past) W1).
    rewrite (expectation_dot P (prob past) D (mean_noise past) v).
    + pose proof (mean_noise_square past) as S. apply (Rmult_le_compat_l eta) in S; [|lra]. lra.
    + intros k Hk. unfold mean_noise, average. rewrite (expectation_mean P (prob past) N (fun i p => noise_at i past p
        k)).
      rewrite (mean_ext N _ (fun _ => 0)); [apply mean_const|]. intros i Hi. now apply noise_mean_zero.
Qed.

(* Any number m of steps from any past on; the distances telescope. *)
Lemma many_steps star past m : eta * (2 * L) <= 1 ->
  total m (fun k => E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    / (2 * eta) * (norm2 D (less (centre past) star) - E m (fun q => norm2 D (less (centre q) star)) past) +
    INR m * (eta * (sigma ^ 2 / clients N)) + L * total m (fun k => E k (fun q => drift N D (here q)) past).
Proof.
  intro small. set (e := fun k => E k (fun q => norm2 D (less (centre q) star)) past).
  apply Rle_trans with (total m (fun k => / (2 * eta) * (e k - e (S k)) + (eta * (sigma ^ 2 / clients N) +
    L * E k (fun q => drift N D (here q)) past))).
  - apply total_le. intros k _. rewrite later_last.
    pose proof (later_le_at P prob chance k _ _ past (fun q _ => one_step star q small)) as Q.
    assert (X : later P prob k (fun past => objective N F star + / (2 * eta) * (norm2 D (less (centre past) star) -
        expectation P (prob past) (fun p => norm2 D (less (centre (p :: past)) star))) +
        eta * (sigma ^ 2 / clients N) + L * drift N D (here past)) past =
      (objective N F star + eta * (sigma ^ 2 / clients N)) + (/ (2 * eta) * (e k - e (S k)) +
        L * later P prob k (fun q => drift N D (here q)) past)).
    { unfold e. rewrite (later_last P prob k (fun q => norm2 D (less (centre q) star))).
      rewrite <- (later_times P prob k L). replace (later P prob k _ past - later P prob k _ past) with
        (later P prob k (fun q => norm2 D (less (centre q) star) + - 1 * expectation P (prob q) (fun p => norm2 D (less
          (centre (p :: q)) star))) past) by (rewrite later_plus, later_times; ring).
      rewrite <- later_times, <- later_plus, <- (later_const P prob chance k (objective N F star + _) past) at 1.
      rewrite <- later_plus. apply (later_ext P prob chance). intro q. ring. }
    rewrite X in Q. lra.
  - rewrite !total_plus, !total_times, telescope, total_const. unfold e. simpl. lra.
Qed.

(* Lemma 5 with twice the step, from any past on, such as one of whole rounds. *)
Theorem progress_larger_step (star : nat -> R) (past : list nat) :
  (1 <= tau)%nat -> 0 < L -> eta <= / (2 * L) ->
  / INR tau * total tau (fun k => E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    (norm D (less (centre past) star) ^ 2 - E tau (fun q => norm D (less (centre q) star) ^ 2) past) /
      (2 * eta * INR tau) + eta * sigma ^ 2 / clients N +
    L * (/ INR tau * total tau (fun k => E k (fun q => drift N D (here q)) past)).
Proof.
  intros T PL small. assert (PT : 1 <= INR tau) by (apply (le_INR 1); assumption).
  assert (small2 : eta * (2 * L) <= 1).
  { apply (Rmult_le_compat_r (2 * L)) in small; [|lra]. rewrite Rinv_l in small; lra. }
  pose proof (many_steps star past tau small2) as Q. apply (Rmult_le_compat_l (/ INR tau)) in Q;
    [|apply Rlt_le, Rinv_0_lt_compat; lra].
  apply Rle_trans with (1 := Q). apply Req_le. rewrite norm_square.
  rewrite (later_ext P prob chance tau (fun q => norm D _ ^ 2) (fun q => norm2 D (less (centre q) star)))
    by (intro; apply norm_square).
  pose proof (n_pos N). field. lra.
Qed.
Corollary progress (star : nat -> R) (past : list nat) :
  (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) ->
  / INR tau * total tau (fun k => E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    (norm D (less (centre past) star) ^ 2 - E tau (fun q => norm D (less (centre q) star) ^ 2) past) /
      (2 * eta * INR tau) + eta * sigma ^ 2 / clients N +
    L * (/ INR tau * total tau (fun k => E k (fun q => drift N D (here q)) past)).
Proof.
  intros T PL small. apply progress_larger_step; [assumption|assumption|]. apply Rle_trans with (1 := small).
  apply Rinv_le_contravar; lra.
Qed.
End Progress.
