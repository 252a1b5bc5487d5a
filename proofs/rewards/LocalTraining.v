(* Lemma 5: the progress that local training makes (rewards/lemma-5, new-progress-larger-step).
   Modelled: the process of LocalProcess.v with laws of any kind, as Chances.v says: "expected E m f past" is the
   expectation of f after m more steps, given the past. The theorems hold for any past and any tau steps in a row, of
   which a round is a case, and for any point star; the page takes a minimiser. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances Pasts.
From Incentives Require Import LocalProcess LocalSizes.
Open Scope R_scope.

Section Progress.
Variable W : Type.
Variables (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat).
Variables (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop).
Variables (E : list W -> (W -> R) -> R) (g : nat -> list W -> W -> nat -> R).
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Hypothesis eta_pos : 0 < eta.
Hypothesis rules : chance measurable integrable E.
Hypothesis random : random_gradients N g D measurable.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis right : unbiased N g D integrable E here G.
Hypothesis noise : bounded_noise N g D integrable E sigma here G.
Hypothesis alone : independent_clients N g D integrable E.

(* Averaging does not move the average. *)
Lemma middle_moves past w : centre (w :: past) = along (centre past) (- eta) (average N (fun i => g i past w)).
Proof.
  apply functional_extensionality. intro k. unfold middle. cbn [places].
  destruct (Nat.eqb _ 0); unfold average, along; [rewrite mean_const|]; now rewrite mean_plus, mean_times.
Qed.
Lemma law past : expectation_rules (integrable past) (E past).
Proof. exact (E_rules W measurable integrable E rules past). Qed.
Definition noise_at i past w := less (G i (here past i)) (g i past w).
Definition mean_noise past w := average N (fun i => noise_at i past w).
Lemma noise_mean_zero i past : (i <= N)%nat -> centred (integrable past) (E past) D (noise_at i past).
Proof.
  intros Hi k Hk. destruct (right i past k Hi Hk) as [I1 E1]. destruct (E_const _ _ (law past) (G i (here past i) k))
    as [I0 E0].
  destruct (E_minus _ _ (law past) _ _ I0 I1) as [I2 E2]. split; [exact I2|]. unfold noise_at, less. rewrite E2, E0, E1.
  ring.
Qed.
Lemma noise_square i past : (i <= N)%nat -> integrable past (fun w => norm2 D (noise_at i past w)) /\
  E past (fun w => norm2 D (noise_at i past w)) <= sigma ^ 2.
Proof.
  intro Hi. replace (fun w => norm2 D (noise_at i past w)) with
    (fun w => norm D (less (g i past w) (G i (here past i))) ^ 2); [now apply noise|].
  apply functional_extensionality. intro w. rewrite norm_square. unfold noise_at. coordinates. ring.
Qed.
Lemma continuous_shift a c : continuous D a -> continuous D (fun v => a (less c v)).
Proof.
  intros A x e He. destruct (A (less c x) e He) as [d [d0 H]]. exists d. split; [assumption|]. intros y B. apply H.
  intros k Hk. specialize (B k Hk). rewrite <- Rabs_Ropp. replace (- (less c y k - less c x k)) with (y k - x k)
    by (unfold less; ring). assumption.
Qed.
Lemma noise_independent i j past : (i < j <= N)%nat ->
  independent_vectors (integrable past) (E past) D (noise_at i past) (noise_at j past).
Proof.
  intros B a b Ca Cb. exact (alone i j past B (fun v => a (less (G i (here past i)) v))
    (fun v => b (less (G j (here past j)) v)) (continuous_shift a _ Ca) (continuous_shift b _ Cb)).
Qed.
Lemma mean_noise_square past : integrable past (fun w => norm2 D (mean_noise past w)) /\
  E past (fun w => norm2 D (mean_noise past w)) <= sigma ^ 2 / clients N.
Proof.
  apply (noise_of_average _ _ (law past) D N sigma (fun i => noise_at i past)).
  - intro i. apply noise_mean_zero.
  - intro i. apply noise_square.
  - intros i j. apply noise_independent.
Qed.
Lemma mean_noise_zero past : centred (integrable past) (E past) D (mean_noise past).
Proof.
  intros k Hk. destruct (E_sum _ _ (law past) N (fun i w => noise_at i past w k)) as [I1 E1];
    [intros i Hi; now apply noise_mean_zero|].
  rewrite (sum_ext N _ (fun _ => 0)), sum_const, Rmult_0_r in E1 by (intros i Hi; now apply noise_mean_zero).
  destruct (E_times _ _ (law past) (/ clients N) _ I1) as [I2 E2].
  replace (fun w => mean_noise past w k) with (fun w => / clients N * sum N (fun i => noise_at i past w k))
    by (apply functional_extensionality; intro w; unfold mean_noise, average, mean, Rdiv; ring).
  split; [exact I2|]. rewrite E2, E1. ring.
Qed.
Notation fine := (moderate W measurable (size N D x0 eta tau g)).
Notation far star := (fun q => norm D (less (centre q) star) ^ 2).
Lemma sizes : size_grows W measurable integrable E (size N D x0 eta tau g).
Proof. now apply (size_rules N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma has_expectation f past : fine f -> integrable past (fun w => f (w :: past)).
Proof. apply (moderate_next W measurable integrable E rules _ sizes). Qed.
Lemma fine_distance star : fine (far star).
Proof. now apply (fine_from N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma fine_value : fine (fun q => objective N F (centre q)).
Proof. now apply (fine_objective N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma fine_spread : fine (fun q => drift N D (here q)).
Proof. now apply (fine_drift N D L sigma x0 eta tau measurable integrable E g F G). Qed.

(* One step, given the past before it. *)
Lemma one_step star past : eta * (2 * L) <= 1 ->
  E past (fun w => objective N F (centre (w :: past))) <=
    objective N F star + / (2 * eta) * (far star past - E past (fun w => far star (w :: past))) +
    eta * (sigma ^ 2 / clients N) + L * drift N D (here past).
Proof.
  intro small. pose proof (law past) as R. set (a := less (centre past) star).
  set (slope := average N (fun i => G i (here past i))). set (v := along a (- eta) slope).
  set (C := objective N F star + / (2 * eta) * norm2 D a + L * drift N D (here past)).
  destruct (E_const _ _ R C) as [I0 E0]. pose proof (has_expectation _ past (fine_distance star)) as I1.
  destruct (E_times _ _ R (- / (2 * eta)) _ I1) as [I2 E2]. destruct (mean_noise_square past) as [I3 B3].
  destruct (E_times _ _ R eta _ I3) as [I4 E4]. destruct (E_dot _ _ R D _ v (mean_noise_zero past)) as [I5 E5].
  destruct (E_plus _ _ R _ _ I4 I5) as [I6 E6]. destruct (E_plus _ _ R _ _ I2 I6) as [I7 E7].
  destruct (E_plus _ _ R _ _ I0 I7) as [I8 E8].
  apply Rle_trans with (E past (fun w => C + (- / (2 * eta) * far star (w :: past) +
    (eta * norm2 D (mean_noise past w) + dot D (mean_noise past w) v)))).
  - apply (E_le _ _ R _ _ (has_expectation _ past fine_value) I8). intro w. set (new := centre (w :: past)).
    assert (A : objective N F new <= objective N F star + dot D slope (less new star) +
      L * norm2 D (less new (centre past)) + L * drift N D (here past)).
    { unfold objective, slope, drift. rewrite dot_average. rewrite <- (mean_times N L).
      rewrite <- (mean_const N (L * norm2 D (less new (centre past)))), <- !mean_plus. apply mean_le. intros i Hi.
      destruct (objectives i Hi) as [O1 [O2 O3]].
      pose proof (one_client D L (F i) (G i) (here past i) (centre past) new star O1 O2 O3) as Q.
      rewrite (norm_square D (less new _)) in Q. exact Q. }
    set (n := mean_noise past w) in *.
    assert (M : new = fun k => centre past k - eta * (slope k - n k)).
    { unfold new. rewrite middle_moves. apply functional_extensionality. intro k. unfold n, mean_noise, noise_at, slope,
        along, average, less. rewrite mean_minus. ring. }
    assert (I : dot D slope (less new star) + / (2 * eta) * norm2 D (less new (centre past)) =
      / (2 * eta) * norm2 D a - / (2 * eta) * norm2 D (less new star) + (eta * norm2 D n + dot D n v)).
    { rewrite M. unfold v, a. coordinates. field. lra. }
    assert (J : L * norm2 D (less new (centre past)) <= / (2 * eta) * norm2 D (less new (centre past))).
    { apply Rmult_le_compat_r; [apply norm2_nonneg|]. apply (Rmult_le_reg_l (2 * eta)); [lra|].
      rewrite Rinv_r by lra. lra. }
    rewrite norm_square. unfold C. lra.
  - rewrite E8, E0, E7, E2, E6, E4, E5. apply (Rmult_le_compat_l eta) in B3; [|lra].
    rewrite (norm_square D (less (centre past) star)). unfold C, a. lra.
Qed.

(* Any number m of steps from any past on; the distances telescope. *)
Lemma many_steps star past m : eta * (2 * L) <= 1 ->
  total m (fun k => expected E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    / (2 * eta) * (far star past - expected E m (far star) past) +
    INR m * (eta * (sigma ^ 2 / clients N)) + L * total m (fun k => expected E k (fun q => drift N D (here q)) past).
Proof.
  intro small. set (e := fun k => expected E k (far star) past).
  apply Rle_trans with (total m (fun k => / (2 * eta) * (e k - e (S k)) + (eta * (sigma ^ 2 / clients N) +
    L * expected E k (fun q => drift N D (here q)) past))).
  - apply total_le. intros k _. set (c := objective N F star + eta * (sigma ^ 2 / clients N)).
    set (next := fun q => E q (fun w => far star (w :: q))).
    assert (Fn : fine next) by apply (moderate_expectation W measurable integrable E rules _ sizes _ (fine_distance
      star)).
    assert (Fv : fine (fun q => E q (fun w => objective N F (centre (w :: q)))))
      by apply (moderate_expectation W measurable integrable E rules _ sizes _ fine_value).
    pose proof (moderate_times W measurable integrable E rules _ (/ (2 * eta)) _ (fine_distance star)) as F1.
    pose proof (moderate_times W measurable integrable E rules _ (- / (2 * eta)) _ Fn) as F2.
    pose proof (moderate_times W measurable integrable E rules _ L _ fine_spread) as F3.
    pose proof (moderate_plus W measurable integrable E rules _ _ _ F1 F2) as F4.
    pose proof (moderate_plus W measurable integrable E rules _ _ _ F4 F3) as F5.
    pose proof (moderate_const W measurable integrable E rules (size N D x0 eta tau g) c) as F0.
    pose proof (moderate_plus W measurable integrable E rules _ _ _ F0 F5) as F6.
    rewrite (expected_last W E k (fun q => objective N F (centre q))).
    pose proof (expected_le_at W measurable integrable E rules _ sizes k _ _ past Fv F6) as Q.
    rewrite (expected_plus W measurable integrable E rules _ sizes k _ _ F0 F5),
      (expected_plus W measurable integrable E rules _ sizes k _ _ F4 F3),
      (expected_plus W measurable integrable E rules _ sizes k _ _ F1 F2),
      (expected_times W measurable integrable E rules _ sizes k (/ (2 * eta)) _ (fine_distance star)),
      (expected_times W measurable integrable E rules _ sizes k (- / (2 * eta)) _ Fn),
      (expected_times W measurable integrable E rules _ sizes k L _ fine_spread),
      (expected_const W measurable integrable E rules) in Q.
    unfold e. rewrite (expected_last W E k (far star)). fold next. unfold c in Q.
    assert (expected E k (fun q => E q (fun w => objective N F (centre (w :: q)))) past <= _)
      by (apply Q; intros q _; pose proof (one_step star q small); unfold next, c; lra). lra.
  - rewrite !total_plus, !total_times, telescope, total_const. unfold e. simpl. lra.
Qed.

(* Lemma 5 with twice the step, from any past on, such as one of whole rounds. *)
Theorem progress_larger_step (star : nat -> R) (past : list W) :
  (1 <= tau)%nat -> 0 < L -> eta <= / (2 * L) ->
  / INR tau * total tau (fun k => expected E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    (norm D (less (centre past) star) ^ 2 - expected E tau (fun q => norm D (less (centre q) star) ^ 2) past) /
      (2 * eta * INR tau) + eta * sigma ^ 2 / clients N +
    L * (/ INR tau * total tau (fun k => expected E k (fun q => drift N D (here q)) past)).
Proof.
  intros T PL small. assert (PT : 1 <= INR tau) by (apply (le_INR 1); assumption).
  assert (small2 : eta * (2 * L) <= 1).
  { apply (Rmult_le_compat_r (2 * L)) in small; [|lra]. rewrite Rinv_l in small; lra. }
  pose proof (many_steps star past tau small2) as Q. apply (Rmult_le_compat_l (/ INR tau)) in Q;
    [|apply Rlt_le, Rinv_0_lt_compat; lra].
  apply Rle_trans with (1 := Q). apply Req_le. pose proof (n_pos N). field. lra.
Qed.
Corollary progress (star : nat -> R) (past : list W) :
  (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) ->
  / INR tau * total tau (fun k => expected E (S k) (fun q => objective N F (centre q)) past - objective N F star) <=
    (norm D (less (centre past) star) ^ 2 - expected E tau (fun q => norm D (less (centre q) star) ^ 2) past) /
      (2 * eta * INR tau) + eta * sigma ^ 2 / clients N +
    L * (/ INR tau * total tau (fun k => expected E k (fun q => drift N D (here q)) past)).
Proof.
  intros T PL small. apply progress_larger_step; [assumption|assumption|]. apply Rle_trans with (1 := small).
  apply Rinv_le_contravar; lra.
Qed.
End Progress.
