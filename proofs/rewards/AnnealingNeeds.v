(* What the theorems on the annealing chain need: two states with unequal proposals, and two states of equal costs. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Annealing.
Open Scope R_scope.

Definition swap (x y : nat) : R := if Nat.eq_dec x y then 0 else 1.
Definition lopsided (x y : nat) : R := match x, y with
  | O, O => / 2 | O, _ => / 2 | _, O => / 4 | _, _ => 3 / 4
  end.
Lemma no_climb C T x y : C x = C y -> accept C T x y = 1.
Proof.
  intro E. unfold accept. replace (C y - C x) with 0 by lra. rewrite Rmax_left by lra. rewrite <- exp_0. f_equal.
  unfold Rdiv. ring.
Qed.
Lemma swap_proposes : proposals 1 swap.
Proof.
  intros x Hx. split; [intros y _; unfold swap; destruct (Nat.eq_dec x y); lra|].
  destruct x as [|[|x]]; [| |lia]; unfold swap, sum; simpl; lra.
Qed.
Lemma swap_reaches : irreducible 1 swap.
Proof.
  intros x y Hx Hy. destruct (Nat.eq_dec x y) as [->|ne]; [constructor|].
  apply (Step 1 swap x y y Hy); [unfold swap; destruct (Nat.eq_dec x y); [congruence|lra]|constructor].
Qed.
(* With equal costs nothing is declined, so every move changes the state. *)
Lemma never_stays T x : (x <= 1)%nat -> move 1 (fun _ => 0) swap T x x = 0.
Proof.
  intro Hx. unfold move, leave, sum. cbn [sum_f_R0]. rewrite !no_climb by reflexivity.
  destruct (Nat.eq_dec x x) as [_|]; [|congruence]. destruct x as [|[|x]]; [| |lia]; unfold swap; simpl; lra.
Qed.
Lemma even_walks T n x y : walk 1 (fun _ => 0) swap T n x y -> (x <= 1)%nat -> (y <= 1)%nat ->
  Nat.even n = Nat.eqb x y.
Proof.
  induction 1 as [x|n x z y Hz M W IH]; intros Hx Hy; [now rewrite Nat.eqb_refl|].
  specialize (IH Hz Hy). destruct (Nat.eq_dec x z) as [->|ne]; [rewrite (never_stays T z Hz) in M; lra|].
  rewrite Nat.even_succ, <- Nat.negb_even, IH.
  destruct x as [|[|x]], z as [|[|z]], y as [|[|y]]; try lia; reflexivity.
Qed.

Theorem gibbs_is_stationary_needs_1 : ~ (forall (N : nat) (C : nat -> R) (q : nat -> nat -> R) (T : R), True -> law
  N (gibbs N C T) /\ stationary N C q T (gibbs N C T)).
Proof.
  intro H. destruct (H 1%nat (fun _ => 0) lopsided 1 I) as [_ S]. specialize (S 0%nat ltac:(lia)).
  assert (E : gibbs 1 (fun _ => 0) 1 1 = gibbs 1 (fun _ => 0) 1 0) by reflexivity.
  pose proof (gibbs_pos 1 (fun _ => 0) 1 0) as P. set (u := gibbs 1 (fun _ => 0) 1 0) in *.
  unfold move, leave, sum in S. cbn [sum_f_R0] in S. rewrite E, !no_climb in S by reflexivity. simpl in S.
  change (gibbs 1 (fun _ => 0) 1 0) with u in S. lra.
Qed.

Theorem aperiodic_for_free_needs_4 : ~ (forall (N : nat) (C : nat -> R) (q : nat -> nat -> R) (T : R) (x d : nat), 0
  < T -> proposals N q -> irreducible N q -> True -> (x <= N)%nat -> (forall n : nat, walk N C q T n x x ->
  Nat.divide d n) -> d = 1%nat).
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) swap 1 0%nat 2%nat Rlt_0_1 swap_proposes swap_reaches I (Nat.le_0_l 1)).
  discriminate H. intros n W. apply Nat.mod_divide; [discriminate|].
  pose proof (even_walks 1 n 0 0 W ltac:(lia) ltac:(lia)) as E. apply Nat.even_spec in E. destruct E as [m ->].
  rewrite Nat.mul_comm. now apply Nat.mod_mul.
Qed.
