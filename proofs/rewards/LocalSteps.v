(* The steps of the proof of Lemma 5, on local training, for vectors of any dimension
   (rewards/lemma-5-proof-one-client, lemma-5-proof-three-points, lemma-5-proof-noise, lemma-5-proof-step-size).
   Modelled: clients 0, ..., N, coordinates 0, ..., D; noise of any kind, by the rules of Chance.v. The section on
   finitely many outcomes 0, ..., P of weights w serves the files on random widths. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance.
Open Scope R_scope.

Definition expectation P (w f : nat -> R) := sum P (fun p => w p * f p).
(* Both sides are sums over coordinates of the same expression. *)
Ltac coordinates := unfold norm2, dot, less, along; rewrite <- ?sum_times;
  repeat first [rewrite <- sum_plus | rewrite <- sum_minus | rewrite <- sum_times]; apply sum_ext; intros.

Lemma smooth_positive D L G : smooth D L G -> 0 <= L.
Proof.
  intro H. specialize (H (fun _ => 1) (fun _ => 0)). set (u := less (fun _ => 1) (fun _ => 0)) in H.
  assert (U : 0 < norm D u).
  { apply sqrt_lt_R0. unfold norm2, dot, u, less. rewrite sum_const. pose proof (n_pos D). lra. }
  pose proof (norm_nonneg D (less (G (fun _ => 1)) (G (fun _ => 0)))).
  apply Rnot_lt_le. intro C. nra.
Qed.
(* The square of a mean is at most the mean of the squares, coordinate by coordinate. *)
Lemma norm2_average N D (x : nat -> nat -> R) : norm2 D (average N x) <= mean N (fun i => norm2 D (x i)).
Proof.
  unfold norm2, dot. rewrite mean_of_sums. apply sum_le. intros k _.
  pose proof (var_nonneg N (fun i => x i k)) as V. unfold var in V.
  rewrite (mean_ext N _ (fun i => x i k * x i k)) in V by (intros; ring). unfold average. lra.
Qed.
Lemma dot_average N D (x : nat -> nat -> R) v : dot D (average N x) v = mean N (fun i => dot D (x i) v).
Proof.
  unfold dot. rewrite mean_of_sums. apply sum_ext. intros k _.
  rewrite (mean_ext N _ (fun i => v k * x i k)) by (intros; ring). rewrite mean_times. unfold average. ring.
Qed.

Theorem one_client D L F G (xi bar new star : nat -> R) :
  is_gradient D F G -> smooth D L G -> convex F ->
  F new <= F star + dot D (G xi) (less new star) + L * norm D (less new bar) ^ 2 + L * norm D (less xi bar) ^ 2.
Proof.
  intros HG HL HC. rewrite !norm_square.
  pose proof (smooth_below_parabola D L F G HG HL xi new) as U. rewrite norm_square in U.
  pose proof (above_tangents D F G HG HC xi star) as V. pose proof (smooth_positive D L G HL) as P.
  assert (E : dot D (G xi) (less new xi) = dot D (G xi) (less star xi) + dot D (G xi) (less new star))
    by (coordinates; ring).
  assert (Q : 2 * norm2 D (less new bar) + 2 * norm2 D (less xi bar) - norm2 D (less new xi) =
    norm2 D (fun k => 1 * less new bar k + 1 * less xi bar k)) by (coordinates; ring).
  pose proof (norm2_nonneg D (fun k => 1 * less new bar k + 1 * less xi bar k)). nra.
Qed.

Theorem three_points N D eta (x g : nat -> nat -> R) (star : nat -> R) :
  eta <> 0 ->
  let bar := average N x in
  let new := average N (fun i => along (x i) (- eta) (g i)) in
  dot D (average N g) (less new star) =
    / (2 * eta) * (norm D (less bar star) ^ 2 - norm D (less new bar) ^ 2 - norm D (less new star) ^ 2).
Proof.
  intros E bar new. rewrite !norm_square. assert (S : new = along bar (- eta) (average N g)).
  { apply functional_extensionality. intro k. unfold new, bar, average, along. now rewrite mean_plus, mean_times. }
  rewrite S. coordinates. field. assumption.
Qed.

Section Chance.
Variables (P : nat) (w : nat -> R).
Hypothesis w_nonneg : forall p, (p <= P)%nat -> 0 <= w p.
Hypothesis w_sum : sum P w = 1.
Notation E := (expectation P w).
Lemma expectation_plus f g : E (fun p => f p + g p) = E f + E g.
Proof. unfold expectation. rewrite <- sum_plus. apply sum_ext. intros. ring. Qed.
Lemma expectation_minus f g : E (fun p => f p - g p) = E f - E g.
Proof. unfold expectation. rewrite <- sum_minus. apply sum_ext. intros. ring. Qed.
Lemma expectation_times t f : E (fun p => t * f p) = t * E f.
Proof. unfold expectation. rewrite <- sum_times. apply sum_ext. intros. ring. Qed.
Lemma expectation_const t : E (fun _ => t) = t.
Proof.
  unfold expectation. rewrite (sum_ext P _ (fun p => t * w p)) by (intros; ring). rewrite sum_times, w_sum. ring.
Qed.
Lemma expectation_le f g : (forall p, (p <= P)%nat -> f p <= g p) -> E f <= E g.
Proof. intro H. apply sum_le. intros p Hp. apply Rmult_le_compat_l; auto. Qed.
Lemma expectation_ext f g : (forall p, (p <= P)%nat -> f p = g p) -> E f = E g.
Proof. intro H. apply sum_ext. intros p Hp. now rewrite H. Qed.
Lemma expectation_sum n (f : nat -> nat -> R) : E (fun p => sum n (fun i => f i p)) = sum n (fun i => E (f i)).
Proof. unfold sum. induction n as [|m IH]; simpl; [reflexivity|]. now rewrite expectation_plus, IH. Qed.
Lemma expectation_mean n (f : nat -> nat -> R) : E (fun p => mean n (fun i => f i p)) = mean n (fun i => E (f i)).
Proof.
  unfold mean. rewrite <- expectation_sum. unfold Rdiv. rewrite Rmult_comm, <- expectation_times.
  apply expectation_ext. intros. ring.
Qed.
Lemma expectation_dot D (e : nat -> nat -> R) v : (forall k, (k <= D)%nat -> E (fun p => e p k) = 0) ->
  E (fun p => dot D (e p) v) = 0.
Proof.
  intro H. unfold dot. rewrite (expectation_sum D (fun k p => e p k * v k)), (sum_ext D _ (fun _ => 0)).
  - rewrite sum_const. ring.
  - intros k Hk. rewrite (expectation_ext _ (fun p => v k * e p k)) by (intros; ring).
    rewrite expectation_times, H by assumption. ring.
Qed.
End Chance.

Theorem noise_in_one_step N D (W : Type) (integrable : (W -> R) -> Prop) (E : (W -> R) -> R) eta sigma
  (e : nat -> W -> nat -> R) :
  0 < eta -> expectation_rules integrable E ->
  (forall i, (i <= N)%nat -> centred integrable E D (e i)) ->
  (forall i, (i <= N)%nat -> integrable (fun w => norm D (e i w) ^ 2) /\ E (fun w => norm D (e i w) ^ 2) <= sigma ^
    2) ->
  (forall i j, (i < j <= N)%nat -> independent_vectors integrable E D (e i) (e j)) ->
  let n w := average N (fun i => e i w) in
  (forall w bar new, dot D (n w) (less new bar) <= eta * norm D (n w) ^ 2 + / (4 * eta) * norm D (less new bar) ^ 2) /\
  integrable (fun w => norm D (n w) ^ 2) /\ E (fun w => norm D (n w) ^ 2) <= sigma ^ 2 / clients N.
Proof.
  intros H rules M V I n. split.
  - intros w bar new. rewrite !norm_square.
    pose proof (norm2_nonneg D (fun k => 2 * eta * n w k + (- 1) * less new bar k)) as Q. rewrite square_of_sum in Q.
    apply (Rmult_le_reg_l (4 * eta)); [lra|].
    replace (4 * eta * (eta * norm2 D (n w) + / (4 * eta) * norm2 D (less new bar))) with
      (4 * eta ^ 2 * norm2 D (n w) + norm2 D (less new bar)) by (field; lra). nra.
  - replace (fun w => norm D (n w) ^ 2) with (fun w => norm2 D (n w))
      by (apply functional_extensionality; intro; symmetry; apply norm_square).
    apply (noise_of_average integrable E rules); [assumption| |assumption]. intros i Hi. specialize (V i Hi).
    now replace (fun w => norm D (e i w) ^ 2) with (fun w => norm2 D (e i w)) in V
      by (apply functional_extensionality; intro; symmetry; apply norm_square).
Qed.

Theorem step_size L eta : 0 < L -> 0 < eta -> eta <= / (4 * L) -> L - / (2 * eta) + / (4 * eta) <= 0.
Proof.
  intros PL PE H. apply (Rmult_le_compat_r (4 * L)) in H; [|lra]. rewrite Rinv_l in H by lra.
  apply (Rmult_le_reg_r (4 * eta)); [lra|].
  replace ((L - / (2 * eta) + / (4 * eta)) * (4 * eta)) with (eta * (4 * L) - 1) by (field; lra). lra.
Qed.
