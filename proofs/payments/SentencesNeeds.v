(* What the theorem on the estimate in Sentences.v needs: each hypothesis is dropped in turn; one or two sentences break
   the rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting Sentences.
Open Scope R_scope.

Definition const (c : R) (_ : nat) := c.
Definition first (a b : R) (x : nat) := match x with 0%nat => a | _ => b end.
Lemma ln2_pos : 0 < ln 2.
Proof. rewrite <- ln_1. apply ln_increasing; lra. Qed.

Theorem kl_from_samples_needs_1 : ~ (forall (N : nat) (p q s : nat -> R), True -> sum N q = 1 ->
  (forall x : nat, (x <= N)%nat -> 0 < s x) -> distribution N p ->
  sum N (fun x : nat => s x * estimate_term p q s x) = divergence N p q /\
  (forall x : nat, (x <= N)%nat -> 0 <= estimate_term p q s x)).
Proof.
  intro H. destruct (H 1%nat (first 1 0) (first 2 (-1)) (const 1) I) as [_ bad].
  - unfold sum, first. simpl. lra.
  - intros. unfold const. lra.
  - split; [intros [|x] _; unfold first; lra|unfold sum, first; simpl; lra].
  - specialize (bad 1%nat (le_n 1)). unfold estimate_term, first, const in bad.
    replace (0 / -1) with 0 in bad by field. lra.
Qed.
Theorem kl_from_samples_needs_2 : ~ (forall (N : nat) (p q s : nat -> R),
  (forall x : nat, (x <= N)%nat -> 0 < q x) -> True ->
  (forall x : nat, (x <= N)%nat -> 0 < s x) -> distribution N p ->
  sum N (fun x : nat => s x * estimate_term p q s x) = divergence N p q /\
  (forall x : nat, (x <= N)%nat -> 0 <= estimate_term p q s x)).
Proof.
  intro H. destruct (H 0%nat (const 1) (const 2) (const 1)) as [bad _]; try exact I.
  - intros. unfold const. lra.
  - intros. unfold const. lra.
  - split; [intros; unfold const; lra|reflexivity].
  - unfold sum, divergence, sum, estimate_term, const in bad. simpl in bad. lra.
Qed.
Theorem kl_from_samples_needs_3 : ~ (forall (N : nat) (p q s : nat -> R),
  (forall x : nat, (x <= N)%nat -> 0 < q x) -> sum N q = 1 -> True -> distribution N p ->
  sum N (fun x : nat => s x * estimate_term p q s x) = divergence N p q /\
  (forall x : nat, (x <= N)%nat -> 0 <= estimate_term p q s x)).
Proof.
  intro H. destruct (H 1%nat (first 1 0) (const (/ 2)) (const 0)) as [bad _]; try exact I.
  - intros. unfold const. lra.
  - unfold sum, const. simpl. lra.
  - split; [intros [|x] _; unfold first; lra|unfold sum, first; simpl; lra].
  - unfold divergence, sum, first, const in bad. simpl in bad. replace (1 / / 2) with 2 in bad by field.
    pose proof ln2_pos. lra.
Qed.
Theorem kl_from_samples_needs_4 : ~ (forall (N : nat) (p q s : nat -> R),
  (forall x : nat, (x <= N)%nat -> 0 < q x) -> sum N q = 1 ->
  (forall x : nat, (x <= N)%nat -> 0 < s x) -> True ->
  sum N (fun x : nat => s x * estimate_term p q s x) = divergence N p q /\
  (forall x : nat, (x <= N)%nat -> 0 <= estimate_term p q s x)).
Proof.
  intro H. destruct (H 0%nat (const 2) (const 1) (const 1)) as [bad _]; try exact I.
  - intros. unfold const. lra.
  - reflexivity.
  - intros. unfold const. lra.
  - unfold sum, divergence, sum, estimate_term, const in bad. simpl in bad. replace (2 / 1) with 2 in bad by field. lra.
Qed.
