(* What the theorems of FiniteMenus.v need: a negative constant, or a cost that rewards the mean, makes unequal gains
   better than equal ones. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Readings FiniteMenus.
Import ListNotations.
Open Scope R_scope.

Lemma two_clients c a menu : In (a 0%nat) menu /\ c 0%nat <= a 0%nat -> In (a 1%nat) menu /\ c 1%nat <= a 1%nat ->
  from_menu 1 c menu a.
Proof. intros H0 H1 i Hi. destruct i as [|[|]]; [assumption|assumption|lia]. Qed.
Theorem less_is_more_needs_1 : ~ (forall (eps k : R) (r : reading), True -> divides_by_mean r ->
  let menu := [1; 2; 4] in let who_optimal := fun c : list R => optimal 1 (listed c) eps k (from_menu 1 (listed c) menu) r in
  (forall a : nat -> R, who_optimal [1; 2] a <-> a 0%nat = 1 /\ a 1%nat = 2) /\
  (forall a : nat -> R, who_optimal [0; 2] a <-> a 0%nat = 2 /\ a 1%nat = 4)).
Proof.
  intro H. destruct (H (-3) 1 ratio I (or_introl eq_refl)) as [P _].
  destruct (proj2 (P (listed [1; 2])) (conj eq_refl eq_refl)) as [_ Best].
  specialize (Best (listed [1; 4])). apply (Rle_not_lt _ _ (Best ltac:(apply two_clients; unfold listed; simpl; lra))).
  unfold value, cost, variance, mean_gain, sum, clients, listed. simpl. lra.
Qed.
Theorem less_is_more_needs_2 : ~ (forall (eps k : R) (r : reading), 0 < eps -> True ->
  let menu := [1; 2; 4] in let who_optimal := fun c : list R => optimal 1 (listed c) eps k (from_menu 1 (listed c) menu) r in
  (forall a : nat -> R, who_optimal [1; 2] a <-> a 0%nat = 1 /\ a 1%nat = 2) /\
  (forall a : nat -> R, who_optimal [0; 2] a <-> a 0%nat = 2 /\ a 1%nat = 4)).
Proof.
  intro H. destruct (H 1 1 linear Rlt_0_1 I) as [P _].
  destruct (proj2 (P (listed [1; 2])) (conj eq_refl eq_refl)) as [_ Best].
  specialize (Best (listed [4; 4])). apply (Rle_not_lt _ _ (Best ltac:(apply two_clients; unfold listed; simpl; lra))).
  unfold value, cost, variance, mean_gain, sum, clients, listed. simpl. lra.
Qed.
