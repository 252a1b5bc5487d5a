(* What Theorem 1 needs: without one of its hypotheses one client on a line breaks the rest, in one step. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances Pasts.
From Incentives Require Import LocalProcess LocalTraining LocalDrift LocalConvergence LocalTrainingNeeds.
Open Scope R_scope.

(* One client is the average: it differs from it by nothing. *)
Lemma alone_is_average G : similar 0 0 0 G.
Proof.
  intros i x Hi. replace i with 0%nat by lia. replace (less (G 0%nat x) (of_all 0 G x)) with (fun _ : nat => 0).
  - rewrite norm_zero. lra.
  - apply functional_extensionality. intro k. unfold less, of_all, average, mean, sum, clients. simpl. field.
Qed.

Theorem convergence_needs_2 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau T :
  nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g
  : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L -> True ->
  (1 <= tau)%nat -> (1 <= T)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g
  D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall star : nat
  -> R, eta <= / (4 * L) -> / INR (tau * T) * Pasts.total (tau * T) (fun k : nat => Chances.expected E (S k) (fun q :
  list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) nil - LocalProcess.objective N F star)
  <= Gradients.norm D (Gradients.less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / Rewards.clients N
  + 4 * INR tau * eta ^ 2 * L * sigma ^ 2 + 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 0 (fun _ => 1) (- 1) 1%nat 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ past _ _ => (1 - - 1) ^ length past) (fun _ => half_square) (fun _ x => x) Rlt_0_1 I (le_n 1) (le_n 1)
    sure_rules (fun _ _ _ _ => I)
    (bowl 0) (alone_is_average _)).
  assert (D := fun past => downhill (- 1) (fun _ past _ _ => (1 - (- 1)) ^ length past) past (fun _ _ _ => eq_refl)).
  lapply H; [clear H; intro H|].
  - lapply H; [clear H; intro H|].
    + lapply H; [clear H; intro H|intros i j past B; lia].
      specialize (H (fun _ => 0) ltac:(lra)). cbn [Nat.mul Nat.add] in H. compute_in H. lra.
    + intros i past Hi. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past), less_same, norm_zero.
    unfold finite, expectation, sum.
      cbn [sum_f_R0]. lra.
  - intros i past k Hi Hk. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past). unfold finite,
    expectation, sum. cbn [sum_f_R0]. ring.
Qed.
Theorem convergence_needs_5 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau T :
  nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g
  : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L -> 0 < eta
  -> (1 <= tau)%nat -> (1 <= T)%nat -> True -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g D integrable
  E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places
  N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall star : nat -> R, eta <= / (4 * L)
  -> / INR (tau * T) * Pasts.total (tau * T) (fun k : nat => Chances.expected E (S k) (fun q : list W =>
  LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) nil - LocalProcess.objective N F star) <=
  Gradients.norm D (Gradients.less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / Rewards.clients N +
  4 * INR tau * eta ^ 2 * L * sigma ^ 2 + 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 0 (fun _ => 0) (/ 4) 1%nat 1%nat all every (finite 0 (fun _ _ => 2))
    (fun _ _ _ _ => 0)
    (fun _ _ => 1) (fun _ _ _ => 0) Rlt_0_1 ltac:(lra) (le_n 1) (le_n 1) I (fun _ _ _ _ => I) (level 1 0)
    (alone_is_average _)).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn
    [sum_f_R0]; ring].
  lapply H; [clear H; intro H|intros i past _; split; [exact I|]; rewrite less_same, norm_zero; unfold finite,
    expectation, sum; cbn [sum_f_R0];
    lra].
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 0) ltac:(lra)). cbn [Nat.mul Nat.add] in H. compute_in H. lra.
Qed.
Theorem convergence_needs_7 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau T :
  nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g
  : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L -> 0 < eta
  -> (1 <= tau)%nat -> (1 <= T)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> True -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g D integrable E (LocalProcess.places
  N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places N x0 eta tau g) G ->
  LocalProcess.independent_clients N g D integrable E -> forall star : nat -> R, eta <= / (4 * L) -> / INR (tau * T) *
  Pasts.total (tau * T) (fun k : nat => Chances.expected E (S k) (fun q : list W => LocalProcess.objective N F
  (LocalProcess.middle N x0 eta tau g q)) nil - LocalProcess.objective N F star) <= Gradients.norm D (Gradients.less
  x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / Rewards.clients N + 4 * INR tau * eta ^ 2 * L * sigma
  ^ 2 + 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 0 (fun _ => 0) (/ 4) 1%nat 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ _ _ _ => 0)
    (fun _ x => - (10 * x 0%nat)) (fun _ _ _ => 0) Rlt_0_1 ltac:(lra) (le_n 1) (le_n 1) sure_rules (fun _ _ _ _ =>
    I) I (alone_is_average _)).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn
    [sum_f_R0]; ring].
  lapply H; [clear H; intro H|intros i past _; split; [exact I|]; rewrite less_same, norm_zero; unfold finite,
    expectation, sum; cbn [sum_f_R0];
    lra].
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 1) ltac:(lra)). cbn [Nat.mul Nat.add] in H. compute_in H. lra.
Qed.
Theorem convergence_needs_12 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau T
  : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R)
  (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L -> 0 <
  eta -> (1 <= tau)%nat -> (1 <= T)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g
  D measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N
  g D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall star : nat
  -> R, True -> / INR (tau * T) * Pasts.total (tau * T) (fun k : nat => Chances.expected E (S k) (fun q : list W =>
  LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) nil - LocalProcess.objective N F star) <=
  Gradients.norm D (Gradients.less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / Rewards.clients N +
  4 * INR tau * eta ^ 2 * L * sigma ^ 2 + 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 0 (fun _ => 1) 3 1%nat 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ past _ _ => (1 - 3) ^ length past) (fun _ => half_square) (fun _ x => x)
    Rlt_0_1 ltac:(lra) (le_n 1) (le_n 1) sure_rules (fun _ _ _ _ => I)
    (bowl 0) (alone_is_average _)).
  assert (D := fun past => downhill 3 (fun _ past _ _ => (1 - 3) ^ length past) past (fun _ _ _ => eq_refl)).
  lapply H; [clear H; intro H|].
  - lapply H; [clear H; intro H|].
    + lapply H; [clear H; intro H|intros i j past B; lia].
      specialize (H (fun _ => 0) I). cbn [Nat.mul Nat.add] in H. compute_in H. lra.
    + intros i past Hi. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past), less_same, norm_zero.
    unfold finite, expectation, sum.
      cbn [sum_f_R0]. lra.
  - intros i past k Hi Hk. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past). unfold finite,
    expectation, sum. cbn [sum_f_R0]. ring.
Qed.
