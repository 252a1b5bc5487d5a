(* What the theorems of Sweep.v need: each hypothesis is dropped in turn, and one or two clients break the rest. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Readings Sweep Certificates.
Open Scope R_scope.

Definition pair (x y : R) (i : nat) := match i with O => x | _ => y end.
Definition menu (i : nat) := (0 :: 1 :: nil)%list.
(* Two equal clients with one menu: they get the same level at every shift. *)
Lemma not_nearest : ~ exists t, nearest_at 1 (fun _ => 0) menu t (pair 0 1).
Proof.
  intros [t T]. pose proof (T 0%nat 1 ltac:(lia) ltac:(simpl; auto) ltac:(simpl; lra)) as T0.
  pose proof (T 1%nat 0 ltac:(lia) ltac:(simpl; auto) ltac:(simpl; lra)) as T1. simpl in *. lra.
Qed.
Lemma floor b : offered 1 menu b -> 0 <= total_gain 1 (fun _ => 0) b.
Proof.
  intro O. apply sum_nonneg. intros i Hi. destruct (O i Hi) as [<-|[<-|[]]]; lra.
Qed.
Lemma sum_of_pair : total_gain 1 (fun _ => 0) (pair 0 1) = 1.
Proof. unfold total_gain, sum. simpl. ring. Qed.
Lemma on_menu : offered 1 menu (pair 0 1).
Proof. intros [|i] _; simpl; auto. Qed.
Definition off (S _ : R) := (S - 1) ^ 2.
Lemma off_best : optimum 1 (fun _ => 0) menu off (pair 0 1).
Proof.
  split; [exact on_menu|]. intros b _. unfold off. rewrite sum_of_pair. replace ((1 - 1) ^ 2) with 0 by ring. apply
    pow2_ge_0.
Qed.

Theorem nearest_levels_needs_1 : ~ (forall (N : nat) (c : nat -> R) (menu : nat -> list R) (least : R) (g F : R -> R
  -> R) (a : nat -> R), True -> certificate N least g (g (total_gain N c a) (total_square N c a)) F -> optimum N c
  menu g a -> exists t : R, nearest_at N c menu t a).
Proof.
  intro H. apply not_nearest.
  apply (H 1%nat (fun _ => 0) menu 100 off (fun S Q => Q / clients 1 - (S / clients 1) ^ 2) _ I); [|exact off_best].
  unfold off at 2. rewrite sum_of_pair. destruct (variance_certificate 1 0) as [A [B [C D]]].
  assert (R0 : forall S Q, region 1 100 S Q -> region 1 0 S Q) by (intros S Q [L U]; split; [lra|assumption]).
  split; [|split; [|split]].
  - intros S Q Rg _. exact (region_variance 1 0 S Q (R0 S Q Rg)).
  - intros S Q [L _] Z. unfold off in Z. exfalso. nra.
  - intros S Q S' Q' x Rg Rg' X. destruct (variance_mixed 1 S Q S' Q' x X) as [J [P0 P]]. cbv zeta. rewrite J.
    split; [lra|]. intro Ne. specialize (P Ne). lra.
  - intros S Q Q' _ L. now apply more_square.
Qed.
Theorem nearest_levels_needs_2 : ~ (forall (N : nat) (c : nat -> R) (menu : nat -> list R) (least : R) (g F : R -> R
  -> R) (a : nat -> R), (forall b : nat -> R, offered N menu b -> least <= total_gain N c b) -> True -> optimum N c
  menu g a -> exists t : R, nearest_at N c menu t a).
Proof.
  intro H. apply not_nearest.
  exact (H 1%nat (fun _ => 0) menu 0 off (fun _ _ => 0) (pair 0 1) floor I off_best).
Qed.
Theorem nearest_levels_needs_3 : ~ (forall (N : nat) (c : nat -> R) (menu : nat -> list R) (least : R) (g F : R -> R
  -> R) (a : nat -> R), (forall b : nat -> R, offered N menu b -> least <= total_gain N c b) -> certificate N least
  g (g (total_gain N c a) (total_square N c a)) F -> True -> exists t : R, nearest_at N c menu t a).
Proof.
  intro H. apply not_nearest.
  exact (H 1%nat (fun _ => 0) menu 0 _ _ (pair 0 1) floor (variance_certificate 1 _) I).
Qed.
