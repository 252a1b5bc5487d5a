(* What the theorems of Quadratics.v need: each hypothesis below is dropped in turn, and one or two clients break the rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Quadratics.
Open Scope R_scope.

Theorem unequal_local_steps_needs_1 : ~ (forall eta x : R, True -> let q := 1 - eta in Un_cv (rounds eta x) ((1 + q)
  / (2 + q)) /\ 2 / 3 - (1 + q) / (2 + q) = eta / (3 * (3 - eta))).
Proof.
  intro H. destruct (H 0 0 I) as [C _]. destruct (C (/ 2) ltac:(lra)) as [M HM]. specialize (HM M (le_n M)).
  assert (Z : forall t, rounds 0 0 t = 0) by (induction t as [|t IH]; [reflexivity|simpl; rewrite IH; unfold round;
    field]).
  rewrite Z in HM. unfold R_dist in HM. replace (0 - (1 + (1 - 0)) / (2 + (1 - 0))) with (- (2 / 3)) in HM by field.
  rewrite Rabs_Ropp, Rabs_right in HM; lra.
Qed.
Theorem width_noise_quadratics_needs_2 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool) (H : nat
  -> nat -> R) (b : nat -> R), (forall p : nat, (p <= P)%nat -> 0 <= w p) -> True -> ((exists z : R, forall x : nat
  -> R, width_noise D P w keep (affine D H b) x <= z) <-> (forall p q k l : nat, (p <= P)%nat -> (q <= P)%nat -> 0 <
  w p -> 0 < w q -> (k <= D)%nat -> (l <= D)%nat -> masked_hessian keep H p k l = masked_hessian keep H q k l)) /\
  (forall (G : (nat -> R) -> nat -> R) (B : R), (forall x : nat -> R, square D (G x) <= B ^ 2) -> forall x : nat ->
  R, width_noise D P w keep G x <= B ^ 2)).
Proof.
  intro H. destruct (H 0%nat 0%nat (fun _ => 2) (fun _ _ => true) (fun _ _ => 0) (fun _ => 0)) as [_ P]; [intros;
    lra|exact I|].
  specialize (P (fun _ _ => 1) 1). unfold width_noise, square, expected, masked, mask, sum in P. simpl in P.
  assert (F : (nat -> R) -> 1 * (1 * 1) <= 1 * (1 * 1)) by (intros; lra). specialize (P F (fun _ => 0)). lra.
Qed.
