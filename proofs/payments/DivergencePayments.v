(* Payments under KL over all distributions (payments/new-kl-payments, new-repaired-payments). Any number N + 1 of
   outcomes, any initial model q with positive probabilities, any reports of the others, real numbers.
   Modelled: outcomes, welfare, best models and KL as in Tilting.v. R0 is the total reward of the others, Ri what the
   group reports, weighted by its size; a group that is charged [charge] and reports the truth keeps [mean p Ri] less
   the charge. In the second theorem psi is any training rule whose models give every outcome a positive probability.
   Not modelled: samples, from which the expectations are estimated. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

Section Payments.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x).
Notation W := (welfare N q lam).
Notation Z := (normaliser N q lam).
Notation tilt R := (tilted N q lam R).
Definition average (p g : nat -> R) := sum N (fun x => p x * g x).

Lemma more_reward R0 Ri p : W (fun x => R0 x + Ri x) p = W R0 p + average p Ri.
Proof.
  unfold welfare, average. rewrite (sum_ext N _ (fun x => p x * R0 x + p x * Ri x)) by (intros; ring).
  rewrite sum_plus. ring.
Qed.
Lemma same_divergence p r r' : (forall x, (x <= N)%nat -> r x = r' x) -> divergence N p r = divergence N p r'.
Proof. intro E. apply sum_ext. intros x Hx. now rewrite E. Qed.
Lemma undone R0 Ri p : (forall x, (x <= N)%nat -> p x = tilt (fun x => R0 x + Ri x) x) ->
  average p (fun x => exp (- Ri x / lam)) = Z R0 / Z (fun x => R0 x + Ri x).
Proof.
  intro E. set (R := fun x => R0 x + Ri x). pose proof (normaliser_pos N q lam q_pos R) as P.
  unfold normaliser at 1. unfold Rdiv at 2. rewrite Rmult_comm, <- sum_times. apply sum_ext. intros x Hx.
  rewrite E by assumption.
  fold R. unfold tilted. replace (R0 x / lam) with (R x / lam + - Ri x / lam) by (unfold R; field; lra).
  rewrite exp_plus. field. lra.
Qed.
Lemma done R0 Ri p : (forall x, (x <= N)%nat -> p x = tilt R0 x) ->
  average p (fun x => exp (Ri x / lam)) = Z (fun x => R0 x + Ri x) / Z R0.
Proof.
  intro E. pose proof (normaliser_pos N q lam q_pos R0) as P.
  unfold normaliser at 1. unfold Rdiv at 2. rewrite Rmult_comm, <- sum_times. apply sum_ext. intros x Hx.
  rewrite E by assumption.
  unfold tilted. replace ((R0 x + Ri x) / lam) with (R0 x / lam + Ri x / lam) by (field; lra).
  rewrite exp_plus. field. lra.
Qed.
Lemma log_ratio a b : 0 < a -> 0 < b -> lam * ln (a / b) = lam * ln a - lam * ln b.
Proof.
  intros A B. unfold Rdiv. rewrite ln_mult, ln_Rinv by (try apply Rinv_0_lt_compat; assumption). ring.
Qed.

(* What the others lose by the group, at the optimum p, with p0 the optimum without the group. *)
Theorem kl_payments R0 Ri p p0 :
  let R := fun x => R0 x + Ri x in
  best N q lam R p -> best N q lam R0 p0 ->
  let payment := W R0 p0 - W R0 p in
  let utility := average p Ri - payment in
  (payment = lam * divergence N p p0 /\ payment = average p Ri + lam * ln (average p (fun x => exp (- Ri x / lam)))) /\
  utility = lam * ln (average p0 (fun x => exp (Ri x / lam))) /\
  utility = - (lam * ln (average p (fun x => exp (- Ri x / lam)))).
Proof.
  intros R B B0 payment utility. destruct (closed_form N q lam lam_pos q_pos R) as [_ [_ [_ U]]].
  destruct (closed_form N q lam lam_pos q_pos R0) as [T0 [V0 [G0 U0]]]. specialize (U p B). specialize (U0 p0 B0).
  pose proof (normaliser_pos N q lam q_pos R) as P. pose proof (normaliser_pos N q lam q_pos R0) as P0.
  assert (v0 : W R0 p0 = lam * ln (Z R0)).
  { rewrite <- V0. apply Rle_antisym; [apply T0, B0|apply B0, T0]. }
  destruct (closed_form N q lam lam_pos q_pos R) as [T [V _]].
  assert (v : W R p = lam * ln (Z R)).
  { rewrite <- V. apply Rle_antisym; [apply T, B|apply B, T]. }
  assert (D : payment = lam * divergence N p p0).
  { unfold payment. rewrite v0, <- V0, (same_divergence p p0 _ U0). apply G0, B. }
  assert (A : average p (fun x => exp (- Ri x / lam)) = Z R0 / Z R) by now apply undone.
  assert (A0 : average p0 (fun x => exp (Ri x / lam)) = Z R / Z R0) by now apply done.
  assert (E : W R p = W R0 p + average p Ri) by apply more_reward.
  rewrite A, A0, !log_ratio by assumption. unfold utility. split; [split; [assumption|]|split]; unfold payment; lra.
Qed.

(* Any positive model gives the others' optimum by its own expectation; so this charge does not depend on the report but
   through what the others lose. *)
Theorem charge_what_is_lost (R0 : nat -> R) (psi : (nat -> R) -> nat -> R) :
  (forall r, distribution N (psi r) /\ forall x, (x <= N)%nat -> 0 < psi r x) ->
  let charge r := lam * ln (average (psi r) (fun x => q x / psi r x * exp (R0 x / lam))) - W R0 (psi r) in
  let kept Ri r := average (psi r) Ri - charge r in
  (forall r, 0 <= charge r) /\
  forall Ri xi, (forall p, distribution N p -> W (fun x => R0 x + Ri x) p <= W (fun x => R0 x + Ri x) (psi Ri) + xi) ->
    (forall r, kept Ri r <= kept Ri Ri + xi) /\ ((forall x, (x <= N)%nat -> 0 <= Ri x) -> - xi <= kept Ri Ri).
Proof.
  intros pos charge kept. destruct (closed_form N q lam lam_pos q_pos R0) as [[T0 T1] [V0 [G0 _]]].
  assert (C : forall r, charge r = W R0 (tilt R0) - W R0 (psi r)).
  { intro r. unfold charge. rewrite V0. f_equal. f_equal. f_equal. apply sum_ext. intros x Hx.
    destruct (pos r) as [_ P]. specialize (P x Hx). field. lra. }
  split; [intro r; rewrite C; destruct (pos r) as [dist _]; specialize (T1 _ dist); lra|]. intros Ri xi missed.
  assert (K : forall r, kept Ri r = W (fun x => R0 x + Ri x) (psi r) - W R0 (tilt R0))
    by (intro r; unfold kept; rewrite C, more_reward; ring).
  split.
  - intro r. rewrite !K. specialize (missed (psi r) (proj1 (pos r))). lra.
  - intro nonneg. rewrite K. specialize (missed _ T0). rewrite (more_reward R0 Ri (tilt R0)) in missed.
    assert (0 <= average (tilt R0) Ri); [|lra]. apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [now apply T0|auto].
Qed.
End Payments.
