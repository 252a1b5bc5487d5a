(* What the theorems on draws and on noisy rounds need. *)
Require Import Reals Lra Psatz Lia List PeanoNat.
From Incentives Require Import Rewards Moments LocalSteps Pasts Draws.
Open Scope R_scope.

Ltac one_step H := cbn [later total] in H; unfold expectation, sum in H; cbn [sum_f_R0] in H; simpl in H.

Theorem shortage_needs_1 : ~ (forall K M j : nat, True -> probability K M (short j) = (1 - / Rewards.clients K) ^ M
  + INR M * / Rewards.clients K * (1 - / Rewards.clients K) ^ (M - 1)).
Proof.
  (* With one archetype nobody is of archetype 5. *)
  intro H. specialize (H 0%nat 2%nat 5%nat I). unfold probability, uniform, clients in H. one_step H. lra.
Qed.
Theorem count_is_binomial_needs_1 : ~ (forall K M j n : nat, True -> probability K M (fun q : list nat => drawn j q
  =? n) = binomial K M n).
Proof.
  intro H. specialize (H 0%nat 2%nat 5%nat 0%nat I). unfold probability, uniform, binomial, C, clients in H.
  one_step H. lra.
Qed.
Theorem powers_below_exponentials_needs_2 : ~ (forall x r : R, 0 <= x <= 1 -> True -> power (1 - x) r <= exp (- r *
  x)).
Proof.
  intro H. specialize (H (/ 2) (- 1) ltac:(lra) I). unfold power in H.
  destruct (Req_EM_T (- 1) 0); [lra|]. destruct (Req_EM_T (1 - / 2) 0); [lra|].
  replace (1 - / 2) with (/ 2) in H by field.
  assert (V : Rpower (/ 2) (- 1) = 2).
  { replace (- 1) with (- (1)) by ring. rewrite Rpower_Ropp, Rpower_1, Rinv_involutive by lra. reflexivity. }
  rewrite V in H.
  replace (- (-1) * / 2) with (/ 2) in H by field.
  assert (E : exp (/ 2) * exp (/ 2) = exp 1) by (rewrite <- exp_plus; f_equal; field).
  pose proof exp_le_3. nra.
Qed.
Theorem noisy_rounds_needs_1 : ~ (forall (P : nat) (prob : list nat -> nat -> R) (a eta x0 v : R) (xi : list nat ->
  nat -> R) (rounds : nat), True -> (forall past : list nat, LocalSteps.expectation P (prob past) (xi past) = 0) ->
  (forall past : list nat, LocalSteps.expectation P (prob past) (fun p : nat => xi past p ^ 2) = v) -> Pasts.later P
  prob rounds (fun q : list nat => noisy a eta x0 xi q ^ 2) nil = a ^ (2 * rounds) * x0 ^ 2 + eta ^ 2 * v *
  Pasts.total rounds (fun i : nat => a ^ (2 * i))).
Proof.
  intro H. specialize (H 0%nat (fun _ _ => 2) 1 1 1 0 (fun _ _ => 0) 1%nat I
    ltac:(intro; unfold expectation, sum; simpl; lra) ltac:(intro; unfold expectation, sum; simpl; lra)).
  one_step H. lra.
Qed.
Theorem noisy_rounds_needs_2 : ~ (forall (P : nat) (prob : list nat -> nat -> R) (a eta x0 v : R) (xi : list nat ->
  nat -> R) (rounds : nat), Pasts.probabilities P prob -> True -> (forall past : list nat, LocalSteps.expectation P
  (prob past) (fun p : nat => xi past p ^ 2) = v) -> Pasts.later P prob rounds (fun q : list nat => noisy a eta x0
  xi q ^ 2) nil = a ^ (2 * rounds) * x0 ^ 2 + eta ^ 2 * v * Pasts.total rounds (fun i : nat => a ^ (2 * i))).
Proof.
  intro H. specialize (H 0%nat (fun _ _ => 1) 1 1 1 1 (fun _ _ => 1) 1%nat
    ltac:(intro; split; [intros; lra|reflexivity]) I ltac:(intro; unfold expectation, sum; simpl; lra)).
  one_step H. lra.
Qed.
Theorem noisy_rounds_needs_3 : ~ (forall (P : nat) (prob : list nat -> nat -> R) (a eta x0 v : R) (xi : list nat ->
  nat -> R) (rounds : nat), Pasts.probabilities P prob -> (forall past : list nat, LocalSteps.expectation P (prob
  past) (xi past) = 0) -> True -> Pasts.later P prob rounds (fun q : list nat => noisy a eta x0 xi q ^ 2) nil = a ^
  (2 * rounds) * x0 ^ 2 + eta ^ 2 * v * Pasts.total rounds (fun i : nat => a ^ (2 * i))).
Proof.
  intro H. specialize (H 0%nat (fun _ _ => 1) 1 1 1 1 (fun _ _ => 0) 1%nat
    ltac:(intro; split; [intros; lra|reflexivity]) ltac:(intro; unfold expectation, sum; simpl; lra) I).
  one_step H. lra.
Qed.
