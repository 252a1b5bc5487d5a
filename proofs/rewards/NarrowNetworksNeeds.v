(* What the theorems of NarrowNetworks.v need: each hypothesis is dropped in turn, with two or three channels, and with
   an interval of widths that is a point. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments NarrowNetworks.
Open Scope R_scope.

Definition up_down (far : R) (j : nat) := match j with O => 1 | S O => - 1 | _ => far end.
Lemma one_over_root : / sqrt 1 = 1.
Proof. rewrite sqrt_1. field. Qed.
Theorem no_restriction_needs_1 : ~ (forall (K N : nat) (scale x : nat -> R), True -> mean K x = 0 -> forall j : nat,
  (j <= K)%nat -> layer_norm N scale (padded K x) j = sqrt (clients N / clients K) * layer_norm K scale x j).
Proof.
  intro H. specialize (H 1%nat 0%nat (fun _ => 1) (up_down 0) I).
  assert (M : mean 1 (up_down 0) = 0) by (unfold mean, sum, clients, up_down; simpl; field).
  specialize (H M 0%nat ltac:(lia)). unfold layer_norm in H. rewrite M in H.
  assert (V : var 1 (up_down 0) = 1) by (unfold var; rewrite M; unfold mean, sum, clients, up_down; simpl; field).
  rewrite V in H. assert (M0 : mean 0 (padded 1 (up_down 0)) = 1).
  { unfold mean, sum, clients, padded, up_down. simpl. field. }
  rewrite M0 in H. unfold padded, up_down, Rdiv in H. simpl in H. rewrite one_over_root in H.
  assert (P : 0 < sqrt (clients 0 * / clients 1)).
  { apply sqrt_lt_R0. apply (Rdiv_lt_0_compat (clients 0) (clients 1)); apply n_pos. }
  unfold clients in *. simpl in *. lra.
Qed.
Theorem no_restriction_needs_2 : ~ (forall (K N : nat) (scale x : nat -> R), (K <= N)%nat -> True -> forall j : nat,
  (j <= K)%nat -> layer_norm N scale (padded K x) j = sqrt (clients N / clients K) * layer_norm K scale x j).
Proof.
  intro H. specialize (H 0%nat 1%nat (fun _ => 1) (fun _ => 2) ltac:(lia) I 0%nat ltac:(lia)).
  unfold layer_norm in H. rewrite (mean_const 0) in H.
  assert (M : mean 1 (padded 0 (fun _ => 2)) = 1) by (unfold mean, sum, clients, padded; simpl; field).
  assert (V : var 1 (padded 0 (fun _ => 2)) = 1).
  { unfold var. rewrite M. unfold mean, sum, clients, padded. simpl. field. }
  rewrite M, V in H. unfold padded, Rdiv in H. simpl in H. rewrite one_over_root in H.
  replace (2 + - (2)) with 0 in H by ring. replace (2 - 2) with 0 in H by ring. rewrite Rmult_0_l, !Rmult_0_r in H. lra.
Qed.
Theorem no_restriction_needs_3 : ~ (forall (K N : nat) (scale x : nat -> R), (K <= N)%nat -> mean K x = 0 ->
  forall j : nat, True -> layer_norm N scale (padded K x) j = sqrt (clients N / clients K) * layer_norm K scale x j).
Proof.
  intro H. assert (M : mean 1 (up_down 5) = 0) by (unfold mean, sum, clients, up_down; simpl; field).
  specialize (H 1%nat 2%nat (fun _ => 1) (up_down 5) ltac:(lia) M 2%nat I).
  assert (V : var 1 (up_down 5) = 1) by (unfold var; rewrite M; unfold mean, sum, clients, up_down; simpl; field).
  assert (M0 : mean 2 (padded 1 (up_down 5)) = 0) by (unfold mean, sum, clients, padded, up_down; simpl; field).
  unfold layer_norm in H. rewrite M, V, M0 in H. unfold padded, up_down, Rdiv in H. simpl in H.
  rewrite one_over_root in H. assert (P : 0 < sqrt (clients 2 * / clients 1)).
  { apply sqrt_lt_R0. apply (Rdiv_lt_0_compat (clients 2) (clients 1)); apply n_pos. }
  rewrite Rminus_0_r, Rmult_0_l in H. lra.
Qed.
Theorem arithmetic_overhead_needs_1 : ~ (forall least : R, True ->
  exists integrable : Riemann_integrable passes least 1,
    let cost := RiemannInt integrable / (1 - least) in
    cost = 1 + / 3 * (1 + least + least ^ 2) /\ (least = / 4 -> cost = 23 / 16) /\ (least = / 2 -> cost = 19 / 12)).
Proof.
  intro H. destruct (H 1 I) as [integrable [E _]]. rewrite RiemannInt_P9 in E. unfold Rdiv in E. rewrite Rmult_0_l in E.
  lra.
Qed.
