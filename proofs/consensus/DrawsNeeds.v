(* What the theorems of Draws.v need: archetypes that there are, and powers from 0 on. *)
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
