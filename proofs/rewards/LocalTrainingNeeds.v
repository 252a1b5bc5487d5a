(* What the theorem on the progress of local training needs: without one of its hypotheses some one-dimensional
    training
   of one to three clients breaks the rest. Where the objective is zero everywhere only the noise moves the clients.
    *)
Require Import Reals Lra Psatz Lia List FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances Pasts.
From Incentives Require Import LocalProcess LocalTraining.
Open Scope R_scope.

Definition coin (p : nat) : R := match p with O => 1 | _ => - 1 end.
Definition half_square (x : nat -> R) := / 2 * x 0%nat ^ 2.
Lemma flip : probabilities 1 (fun _ _ => / 2).
Proof. intro past. split; [intros; lra|unfold sum; simpl; lra]. Qed.
Lemma sure : probabilities 0 (fun _ _ => 1).
Proof. intro past. split; [intros; lra|reflexivity]. Qed.
Notation all := (fun _ => True).
Notation every := (fun _ _ => True).
Lemma flip_rules : chance all every (finite 1 (fun _ _ => / 2)).
Proof. exact (proj1 (finite_chance _ _ flip)). Qed.
Lemma sure_rules : chance all every (finite 0 (fun _ _ => 1)).
Proof. exact (proj1 (finite_chance _ _ sure)). Qed.
Lemma norm_zero : norm 0 (fun _ => 0) = 0.
Proof. unfold norm, norm2, dot, sum. simpl. rewrite Rmult_0_r. apply sqrt_0. Qed.
Lemma less_same x : less x x = fun _ => 0.
Proof. apply functional_extensionality. intro. unfold less. ring. Qed.
Lemma nothing_smooth c : smooth 0 1 (fun _ _ => c).
Proof. intros x y. rewrite less_same, norm_zero. pose proof (norm_nonneg 0 (less x y)). lra. Qed.
Lemma level c N : convex_and_smooth N 0 1 (fun _ _ => c) (fun _ _ _ => 0).
Proof.
  intros i _. split; [|split; [apply nothing_smooth|intros x y t _; lra]].
  intros x d. replace (dot 0 (fun _ => 0) d) with 0 by (unfold dot, sum; simpl; ring). apply derivable_pt_lim_const.
Qed.
Lemma bowl N : convex_and_smooth N 0 1 (fun _ => half_square) (fun _ x => x).
Proof.
  intros i _. split; [|split].
  - intros x d. unfold dot, sum, half_square, along. cbn [sum_f_R0]. intros e He. set (b := d 0%nat).
    pose proof (pow2_ge_0 b) as B.
    exists (mkposreal (e / (b ^ 2 + 1)) ltac:(apply Rdiv_lt_0_compat; lra)). intros h H0 H1. cbn [pos] in H1.
    replace ((/ 2 * (x 0%nat + (0 + h) * b) ^ 2 - / 2 * (x 0%nat + 0 * b) ^ 2) / h - x 0%nat * b) with (/ 2 * b ^ 2
    * h)
      by (field; assumption).
    rewrite Rabs_mult, (Rabs_pos_eq (/ 2 * b ^ 2)) by lra. pose proof (Rmult_le_pos _ _ B (Rabs_pos h)).
    pose proof (Rabs_pos h). apply (Rmult_lt_compat_r (b ^ 2 + 1)) in H1; [|lra].
    unfold Rdiv in H1. rewrite Rmult_assoc, Rinv_l in H1 by lra. lra.
  - intros x y. lra.
  - intros x y t Ht. unfold half_square. pose proof (Rmult_le_pos (t * (1 - t)) ((x 0%nat - y 0%nat) ^ 2)
      (Rmult_le_pos t (1 - t) ltac:(lra) ltac:(lra)) (pow2_ge_0 _)). lra.
Qed.
(* One client that follows its slope on the bowl, from 1 on. *)
Lemma downhill eta (g : nat -> list nat -> nat -> nat -> R) past : (forall past p k, g 0%nat past p k = (1 - eta) ^
    length past) ->
  places 0 (fun _ => 1) eta 1 g past 0 = fun _ => (1 - eta) ^ length past.
Proof.
  intro Hg. induction past as [|p past IH]; [reflexivity|]. apply functional_extensionality. intro k. cbn [places].
  replace (Nat.modulo (length (p :: past)) 1) with 0%nat by (symmetry; apply Nat.mod_1_r). cbn [Nat.eqb].
  unfold average, mean, sum, clients. cbn [sum_f_R0]. unfold along. rewrite IH, Hg. simpl. field.
Qed.
Ltac compute_in H := cbn [total expected] in H; unfold finite, expectation, drift, objective, half_square, mean, sum
    in H;
  cbn [sum_f_R0] in H; rewrite ?norm_square in H; unfold norm2, dot, less, middle, average, mean, sum, clients in H;
  cbn [places length Nat.modulo Nat.divmod Nat.eqb snd fst Nat.sub sum_f_R0] in H;
  unfold along, average, mean, sum, clients in H; cbn [sum_f_R0 INR coin length pow] in H; rewrite ?Rplus_0_l in H.

Theorem progress_needs_1 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), True ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> LocalProcess.unbiased N g D integrable E (LocalProcess.places N x0 eta
  tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places N x0 eta tau g) G ->
  LocalProcess.independent_clients N g D integrable E -> forall (star : nat -> R) (past : list W), (1 <= tau)%nat -> 0
  < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau (fun k : nat => Chances.expected E (S k) (fun q : list W =>
  LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) past - LocalProcess.objective N F star) <=
  (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g past) star) ^ 2 - Chances.expected E tau (fun
  q : list W => Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g q) star) ^ 2) past) / (2 * eta *
  INR tau) + eta * sigma ^ 2 / Rewards.clients N + L * (/ INR tau * Pasts.total tau (fun k : nat => Chances.expected E
  k (fun q : list W => LocalProcess.drift N D (LocalProcess.places N x0 eta tau g q)) past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 (fun _ => 1) (- 1) 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ past _ _ => (1 - - 1) ^ length past) (fun _ => half_square) (fun _ x => x) I sure_rules (fun _ _ _ _ =>
    I) (bowl 0)).
  assert (D := fun past => downhill (- 1) (fun _ past _ _ => (1 - - 1) ^ length past) past (fun _ _ _ => eq_refl)).
  lapply H; [clear H; intro H|].
  - lapply H; [clear H; intro H|].
    + lapply H; [clear H; intro H|intros i j past B; lia].
      specialize (H (fun _ => 0) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
    + intros i past Hi. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past), less_same, norm_zero.
    unfold finite, expectation, sum.
      cbn [sum_f_R0]. lra.
  - intros i past k Hi Hk. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past). unfold finite,
    expectation, sum. cbn [sum_f_R0]. ring.
Qed.
Theorem progress_needs_2 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta -> True ->
  LocalProcess.random_gradients N g D measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalProcess.unbiased
  N g D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (star : nat
  -> R) (past : list W), (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau (fun k : nat =>
  Chances.expected E (S k) (fun q : list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) past
  - LocalProcess.objective N F star) <= (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g past)
  star) ^ 2 - Chances.expected E tau (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta
  tau g q) star) ^ 2) past) / (2 * eta * INR tau) + eta * sigma ^ 2 / Rewards.clients N + L * (/ INR tau * Pasts.total
  tau (fun k : nat => Chances.expected E k (fun q : list W => LocalProcess.drift N D (LocalProcess.places N x0 eta tau
  g q)) past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 (fun _ => 0) (/ 4) 1%nat all every (finite 0 (fun _ _ => 2))
    (fun _ _ _ _ => 0) (fun _ _ => 1)
    (fun _ _ _ => 0) ltac:(lra) I (fun _ _ _ _ => I) (level 1 0)).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn
    [sum_f_R0]; ring].
  lapply H; [clear H; intro H|intros i past _; split; [exact I|]; rewrite less_same, norm_zero; unfold finite,
    expectation, sum; cbn [sum_f_R0];
    lra].
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 0) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
Qed.
Theorem progress_needs_4 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable -> True ->
  LocalProcess.unbiased N g D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D
  integrable E sigma (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E ->
  forall (star : nat -> R) (past : list W), (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau
  (fun k : nat => Chances.expected E (S k) (fun q : list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta
  tau g q)) past - LocalProcess.objective N F star) <= (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta
  tau g past) star) ^ 2 - Chances.expected E tau (fun q : list W => Gradients.norm D (Gradients.less
  (LocalProcess.middle N x0 eta tau g q) star) ^ 2) past) / (2 * eta * INR tau) + eta * sigma ^ 2 / Rewards.clients N
  + L * (/ INR tau * Pasts.total tau (fun k : nat => Chances.expected E k (fun q : list W => LocalProcess.drift N D
  (LocalProcess.places N x0 eta tau g q)) past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 (fun _ => 0) (/ 4) 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ _ _ _ => 0)
    (fun _ x => - (x 0%nat)) (fun _ _ _ => 0) ltac:(lra) sure_rules (fun _ _ _ _ => I) I).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn
    [sum_f_R0]; ring].
  lapply H; [clear H; intro H|intros i past _; split; [exact I|]; rewrite less_same, norm_zero; unfold finite,
    expectation, sum; cbn [sum_f_R0];
    lra].
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 1) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
Qed.
Theorem progress_needs_5 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> True -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (star : nat
  -> R) (past : list W), (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau (fun k : nat =>
  Chances.expected E (S k) (fun q : list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) past
  - LocalProcess.objective N F star) <= (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g past)
  star) ^ 2 - Chances.expected E tau (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta
  tau g q) star) ^ 2) past) / (2 * eta * INR tau) + eta * sigma ^ 2 / Rewards.clients N + L * (/ INR tau * Pasts.total
  tau (fun k : nat => Chances.expected E k (fun q : list W => LocalProcess.drift N D (LocalProcess.places N x0 eta tau
  g q)) past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 1 (fun _ => 0) (/ 4) 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ _ _ _ => 1) (fun _ _ => 0)
    (fun _ _ _ => 0) ltac:(lra) sure_rules (fun _ _ _ _ => I) (level 0 0) I).
  lapply H; [clear H; intro H|].
  2: { intros i past _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. rewrite norm_square.
    unfold norm2, dot, sum, less.
       cbn [sum_f_R0]. lra. }
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 1) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
Qed.
Theorem progress_needs_6 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> LocalProcess.unbiased N g D integrable E (LocalProcess.places N x0 eta
  tau g) G -> True -> LocalProcess.independent_clients N g D integrable E -> forall (star : nat -> R) (past : list W),
  (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau (fun k : nat => Chances.expected E (S k)
  (fun q : list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) past - LocalProcess.objective
  N F star) <= (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g past) star) ^ 2 -
  Chances.expected E tau (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g q)
  star) ^ 2) past) / (2 * eta * INR tau) + eta * sigma ^ 2 / Rewards.clients N + L * (/ INR tau * Pasts.total tau (fun
  k : nat => Chances.expected E k (fun q : list W => LocalProcess.drift N D (LocalProcess.places N x0 eta tau g q))
  past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 (fun _ => 0) (/ 4) 1%nat all every (finite 1 (fun _ _ => / 2))
    (fun _ _ p _ => coin p)
    (fun _ _ => 0) (fun _ _ _ => 0) ltac:(lra) flip_rules (fun _ _ _ _ => I) (level 0 0)).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn [sum_f_R0
    coin]; lra].
  specialize (H I). lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H (fun _ => 0) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
Qed.
Theorem progress_needs_7 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> LocalProcess.unbiased N g D integrable E (LocalProcess.places N x0 eta
  tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places N x0 eta tau g) G -> True ->
  forall (star : nat -> R) (past : list W), (1 <= tau)%nat -> 0 < L -> eta <= / (4 * L) -> / INR tau * Pasts.total tau
  (fun k : nat => Chances.expected E (S k) (fun q : list W => LocalProcess.objective N F (LocalProcess.middle N x0 eta
  tau g q)) past - LocalProcess.objective N F star) <= (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta
  tau g past) star) ^ 2 - Chances.expected E tau (fun q : list W => Gradients.norm D (Gradients.less
  (LocalProcess.middle N x0 eta tau g q) star) ^ 2) past) / (2 * eta * INR tau) + eta * sigma ^ 2 / Rewards.clients N
  + L * (/ INR tau * Pasts.total tau (fun k : nat => Chances.expected E k (fun q : list W => LocalProcess.drift N D
  (LocalProcess.places N x0 eta tau g q)) past))).
Proof.
  (* Three clients that share their coin. *)
  intro H. specialize (H nat 2%nat 0%nat 1 1 (fun _ => 0) (/ 4) 1%nat all every (finite 1 (fun _ _ => / 2))
    (fun _ _ p _ => coin p)
    (fun _ _ => 0) (fun _ _ _ => 0) ltac:(lra) flip_rules (fun _ _ _ _ => I) (level 0 2)).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn [sum_f_R0
    coin]; lra].
  lapply H; [clear H; intro H|].
  2: { intros i past _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. rewrite !norm_square.
    unfold norm2, dot, sum, less.
       cbn [sum_f_R0 coin]. lra. }
  specialize (H I (fun _ => 0) nil (le_n 1) Rlt_0_1 ltac:(lra)). compute_in H. lra.
Qed.
Theorem progress_needs_10 : ~ (forall (W : Type) (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat)
  (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g :
  nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < eta ->
  Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D measurable ->
  LocalProcess.convex_and_smooth N D L F G -> LocalProcess.unbiased N g D integrable E (LocalProcess.places N x0 eta
  tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places N x0 eta tau g) G ->
  LocalProcess.independent_clients N g D integrable E -> forall (star : nat -> R) (past : list W), (1 <= tau)%nat -> 0
  < L -> True -> / INR tau * Pasts.total tau (fun k : nat => Chances.expected E (S k) (fun q : list W =>
  LocalProcess.objective N F (LocalProcess.middle N x0 eta tau g q)) past - LocalProcess.objective N F star) <=
  (Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g past) star) ^ 2 - Chances.expected E tau (fun
  q : list W => Gradients.norm D (Gradients.less (LocalProcess.middle N x0 eta tau g q) star) ^ 2) past) / (2 * eta *
  INR tau) + eta * sigma ^ 2 / Rewards.clients N + L * (/ INR tau * Pasts.total tau (fun k : nat => Chances.expected E
  k (fun q : list W => LocalProcess.drift N D (LocalProcess.places N x0 eta tau g q)) past))).
Proof.
  intro H. specialize (H nat 0%nat 0%nat 1 0 (fun _ => 1) 3 1%nat all every (finite 0 (fun _ _ => 1))
    (fun _ past _ _ => (1 - 3) ^ length past) (fun _ => half_square) (fun _ x => x) ltac:(lra) sure_rules (fun _ _ _
    _ => I) (bowl 0)).
  assert (D := fun past => downhill 3 (fun _ past _ _ => (1 - 3) ^ length past) past (fun _ _ _ => eq_refl)).
  lapply H; [clear H; intro H|].
  - lapply H; [clear H; intro H|].
    + lapply H; [clear H; intro H|intros i j past B; lia].
      specialize (H (fun _ => 0) nil (le_n 1) Rlt_0_1 I). compute_in H. lra.
    + intros i past Hi. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past), less_same, norm_zero.
    unfold finite, expectation, sum.
      cbn [sum_f_R0]. lra.
  - intros i past k Hi Hk. split; [exact I|]. replace i with 0%nat by lia. rewrite (D past). unfold finite,
    expectation, sum. cbn [sum_f_R0]. ring.
Qed.
