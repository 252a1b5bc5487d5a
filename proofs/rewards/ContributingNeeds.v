(* What the theorems of Contributing.v need: each hypothesis below is dropped in turn, and one or two clients break the
   rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Contributing.
Open Scope R_scope.

Lemma payoff_one c k rule x y : payoff c k rule (instead x 0 y) 0 = Rmax (c 0%nat) (rule (instead x 0 y) 0%nat) - k * y.
Proof. unfold payoff. now rewrite instead_same. Qed.

Theorem fixed_gain_contributes_needs_1 : ~ (forall (N : nat) (c : nat -> R) (k t h : R), True -> 0 < k < 1 ->
  (forall (x : nat -> R) (i : nat) (y : R), (i <= N)%nat -> 0 <= y < c i -> payoff c k (fixed_gain t h) (instead x i
  y) i < payoff c k (fixed_gain t h) (instead x i (c i)) i) /\ (forall x : nat -> R, equilibrium N c k (fixed_gain t
  h) x <-> (forall i : nat, (i <= N)%nat -> x i = c i)) /\ Moments.var N (fun i : nat => fixed_gain t h c i - c i) =
  0).
Proof.
  intro H. destruct (H 0%nat (fun _ => 1) (/ 2) (-5) 10 I ltac:(lra)) as [P _].
  specialize (P (fun _ => 1) 0%nat 0 ltac:(lia) ltac:(lra)). rewrite !payoff_one in P. unfold fixed_gain in P.
  rewrite !instead_same, (Rmin_left (0 + -5)), (Rmin_left (1 + -5)), !Rmax_left in P by lra. lra.
Qed.
Theorem fixed_gain_contributes_needs_2 : ~ (forall (N : nat) (c : nat -> R) (k t h : R), (forall i : nat, (i <=
  N)%nat -> 0 <= c i /\ c i + t <= h /\ k * c i < t) -> True -> (forall (x : nat -> R) (i : nat) (y : R), (i <=
  N)%nat -> 0 <= y < c i -> payoff c k (fixed_gain t h) (instead x i y) i < payoff c k (fixed_gain t h) (instead x i
  (c i)) i) /\ (forall x : nat -> R, equilibrium N c k (fixed_gain t h) x <-> (forall i : nat, (i <= N)%nat -> x i =
  c i)) /\ Moments.var N (fun i : nat => fixed_gain t h c i - c i) = 0).
Proof.
  intro H. destruct (H 0%nat (fun _ => 1) 2 3 10) as [P _]; [intros; lra|exact I|].
  specialize (P (fun _ => 1) 0%nat 0 ltac:(lia) ltac:(lra)). rewrite !payoff_one in P. unfold fixed_gain in P.
  rewrite !instead_same, (Rmin_left (0 + 3)), (Rmin_left (1 + 3)), !Rmax_right in P by lra. lra.
Qed.
Theorem who_pays_for_the_top_needs_2 : ~ (forall (N : nat) (c : nat -> R) (H : R -> R) (slope : R) (top : nat), (top
  <= N)%nat -> True -> derivable_pt_lim H (c top) slope -> let level := fun (i : nat) (x : R) => equal_gains N (fun
  y : nat -> R => H (most N y)) (instead c top x) i in derivable_pt_lim (level top) (c top) slope /\ (forall i :
  nat, (i <= N)%nat -> i <> top -> derivable_pt_lim (level i) (c top) (slope - 1)) /\ derivable_pt_lim (fun x : R =>
  Rewards.sum N (fun i : nat => level i x)) (c top) (Rewards.clients N * slope - INR N) /\ (0 < Rewards.clients N *
  slope - INR N <-> 1 - / Rewards.clients N < slope)).
Proof.
  intro H. destruct (H 1%nat (fun _ => 1) (fun _ => 0) 0 0%nat ltac:(lia) I (derivable_pt_lim_const 0 1)) as [D _].
  assert (D2 : derivable_pt_lim (fun x => equal_gains 1 (fun _ => 0) (instead (fun _ => 1) 0 x) 0) 1 0) by exact D.
  destruct (D2 (/ 2) ltac:(lra)) as [d Hd]. pose proof (cond_pos d) as P. specialize (Hd (- (d / 2)) ltac:(lra)).
  rewrite Rabs_Ropp, (Rabs_right (d / 2)) in Hd by lra. specialize (Hd ltac:(lra)).
  unfold equal_gains, instead in Hd. simpl in Hd. rewrite Rmax_right in Hd by lra. rewrite Rmax_left in Hd by lra.
  replace ((1 + - (d / 2) + (0 - 1) - (1 + (0 - 1))) / - (d / 2) - 0) with 1 in Hd by (field; lra).
  rewrite Rabs_R1 in Hd. lra.
Qed.
