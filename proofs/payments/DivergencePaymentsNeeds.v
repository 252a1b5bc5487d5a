(* What the theorem on charges of DivergencePayments.v needs: a model that is no distribution is charged less than
   nothing. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting DivergencePayments.
Open Scope R_scope.

Theorem charge_what_is_lost_needs_3 : ~ (forall (N : nat) (q : nat -> R) (lam : R), 0 < lam ->
  (forall x, (x <= N)%nat -> 0 < q x) -> forall (R0 : nat -> R) (psi : (nat -> R) -> nat -> R), True ->
  let charge r := lam * ln (average N (psi r) (fun x => q x / psi r x * exp (R0 x / lam))) - welfare N q lam R0 (psi
    r) in
  let kept Ri r := average N (psi r) Ri - charge r in
  (forall r, 0 <= charge r) /\
  forall Ri xi, (forall p, distribution N p ->
      welfare N q lam (fun x => R0 x + Ri x) p <= welfare N q lam (fun x => R0 x + Ri x) (psi Ri) + xi) ->
    (forall r, kept Ri r <= kept Ri Ri + xi) /\ ((forall x, (x <= N)%nat -> 0 <= Ri x) -> - xi <= kept Ri Ri)).
Proof.
  intro H. destruct (H 0%nat (fun _ => 1) 1 Rlt_0_1 (fun _ _ => Rlt_0_1) (fun _ => 0) (fun _ _ => exp (-1)) I) as [P _].
  specialize (P (fun _ => 0)). pose proof (exp_pos (-1)) as E.
  unfold average, welfare, divergence, sum in P. simpl in P.
  replace (exp (-1) * (1 / exp (-1) * exp (0 / 1))) with 1 in P.
  - replace (exp (-1) / 1) with (exp (-1)) in P by field. rewrite ln_exp, ln_1 in P. lra.
  - replace (0 / 1) with 0 by field. rewrite exp_0. field. lra.
Qed.
