(* What the theorems of Correlation.v need: each hypothesis below is dropped in turn, and one or two clients break the rest.
   *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Correlation.
Open Scope R_scope.

Definition pair (x y : R) (i : nat) := match i with O => x | _ => y end.
Lemma differ : some_differ 1 (pair 0 1).
Proof. exists 0%nat, 1%nat. simpl. repeat split; try lia. lra. Qed.

Theorem correlation_one_needs_1 : ~ (forall (N : nat) (c a : nat -> R), True -> (correlation N a c 1 <-> (exists
  alpha beta : R, 0 < beta /\ (forall i : nat, (i <= N)%nat -> a i = alpha + beta * c i))) /\ (forall alpha beta :
  R, (forall i : nat, (i <= N)%nat -> a i = alpha + beta * c i) -> (forall i j : nat, (i <= N)%nat -> (j <= N)%nat
  -> a i - c i = a j - c j) <-> beta = 1)).
Proof.
  intro H. destruct (H 0%nat (fun _ => 0) (fun _ => 0) I) as [_ E].
  destruct (E 0 2) as [E1 _]; [intros; lra|]. assert (2 = 1) by (apply E1; intros; lra). lra.
Qed.
Theorem one_model_has_none_needs_1 : ~ (forall (N : nat) (c a : nat -> R), True -> forall r : R, ~ correlation N a c
  r).
Proof.
  intro H. apply (H 1%nat (pair 0 1) (pair 0 1) I 1). apply correlation_one; [exact differ|].
  exists 0, 1. split; [lra|]. intros. lra.
Qed.
Theorem rounding_bound_needs_1 : ~ (forall (N : nat) (c a : nat -> R) (delta t : R), True -> delta < 2 * sqrt
  (Moments.var N c) -> exists r : R, correlation N a c r /\ sqrt (1 - (delta / (2 * sqrt (Moments.var N c))) ^ 2) <=
  r).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) (fun _ => 0) 0 0 I) as [r [C _]].
  - assert (0 < sqrt (var 1 (pair 0 1))); [|lra]. apply sqrt_lt_R0. now apply some_differ_var, differ.
  - now apply (one_model_has_none 1 (pair 0 1) (fun _ => 0)) in C.
Qed.
Theorem rounding_bound_needs_2 : ~ (forall (N : nat) (c a : nat -> R) (delta t : R), (forall i : nat, (i <= N)%nat
  -> Rabs (a i - (c i + t)) <= delta / 2) -> True -> exists r : R, correlation N a c r /\ sqrt (1 - (delta / (2 *
  sqrt (Moments.var N c))) ^ 2) <= r).
Proof.
  intro H. destruct (H 0%nat (fun _ => 0) (fun _ => 0) 1 0) as [r [C _]].
  - intros i _. replace (0 - (0 + 0)) with 0 by ring. rewrite Rabs_R0. lra.
  - exact I.
  - now apply (one_model_has_none 0 (fun _ => 0) (fun _ => 0)) in C.
Qed.
Theorem rounding_bound_sharp_needs_1 : ~ (forall k base t : R, True -> let c := fun i : nat => base + four (k - 1)
  (k + 1) (- k - 1) (1 - k) i in let a := fun i : nat => base + t + four k k (- k) (- k) i in (forall i : nat, (i <=
  3)%nat -> Rabs (a i - (c i + t)) = 1) /\ correlation 3 a c (k / sqrt (k ^ 2 + 1)) /\ 2 < 2 * sqrt (Moments.var 3
  c) /\ k / sqrt (k ^ 2 + 1) = sqrt (1 - (2 / (2 * sqrt (Moments.var 3 c))) ^ 2)).
Proof.
  intro H. destruct (H 0 0 0 I) as [_ [[V _] _]]. revert V. unfold var, mean, sum, clients. simpl. lra.
Qed.
