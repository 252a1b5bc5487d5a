(* What the theorems of Consensus.v need: each hypothesis below is dropped in turn, and one to three clients break the rest. *)
Require Import Arith Lia Reals Classical.
From Incentives Require Import Consensus.
Local Open Scope nat_scope.

(* One client that accepts the point true only. *)
Definition only (m : nat) (x : bool) := x = true.

Theorem guarded_splits_needs_2 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop), realizable X M S -> True ->
  (safe X M S <-> guarded X M S) /\ (guarded X M S <-> two_common_failures X M S)).
Proof.
  intros H. destruct (H bool 1 only) as [_ [common _]].
  - exists true. intros m Hm. reflexivity.
  - exact I.
  - destruct (common ltac:(intros m G Hm [j [Hj [jm _]]]; lia) false false) as [j [l [Hj [Hl [jl _]]]]]; try lia;
      intros all; assert (bad := all 0 ltac:(lia)); discriminate bad.
Qed.
Theorem exact_condition_needs_2 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop), realizable X M S -> True ->
  safe X M S <-> guarded X M S).
Proof.
  intros H. pose (S := fun (m : nat) (x : bool) => m = 1 \/ x = true).
  assert (real : realizable bool 2 S) by (exists true; intros m _; right; reflexivity).
  destruct (H bool 2 S real I) as [_ safe].
  destruct (safe ltac:(intros m G Hm [j [Hj [jm Gj]]] [l [Hl [lm nGl]]]; replace l with j in nGl by lia; contradiction)
    0 (fun x => x = false) 1 (fun _ => false) (fun _ => 0)) as [i [_ bad]]; [lia| |].
  - split.
    + intros m Hm. split; [lia|]. unfold reports. destruct (Nat.eq_dec m 0); [reflexivity|left; lia].
    + intros k' x' a' feas. destruct (feas 0 ltac:(lia)) as [less _]. lia.
  - destruct (bad 0 ltac:(lia)) as [eq|eq]; [lia|discriminate eq].
Qed.
Theorem big_clusters_are_safe_needs_1 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop), True -> forall (m :
  nat) (L : X -> Prop) (k : nat) (x : nat -> X) (a : nat -> nat) (i p : nat), (m < M)%nat -> (p < M)%nat -> feasible
  X M (reports X S m L) k x a -> (forall j : nat, (j < M)%nat -> j <> p -> a j = i) -> W X M S (x i)).
Proof.
  intros H. pose (S := fun (m : nat) (_ : unit) => m = 1).
  assert (bad := H unit 2 S I 0 (fun _ => True) 1 (fun _ => tt) (fun _ => 0) 0 1 ltac:(lia) ltac:(lia)).
  assert (W unit 2 S tt) as all.
  - apply bad; [|reflexivity]. intros m Hm. split; [lia|]. unfold reports. destruct (Nat.eq_dec m 0); [exact I|].
    unfold S. lia.
  - assert (wrong := all 0 ltac:(lia)). discriminate wrong.
Qed.
Theorem big_clusters_are_safe_needs_4 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop), spares_two X M S ->
  forall (m : nat) (L : X -> Prop) (k : nat) (x : nat -> X) (a : nat -> nat) (i p : nat), (m < M)%nat -> (p < M)%nat
  -> True -> (forall j : nat, (j < M)%nat -> j <> p -> a j = i) -> W X M S (x i)).
Proof.
  intros H. pose (S := fun (m : nat) (_ : unit) => False).
  assert (two : spares_two unit 3 S).
  - intros n p x Hn Hp K. exfalso.
    destruct (Nat.eq_dec n 0), (Nat.eq_dec p 0); try (apply (K 0); lia); destruct (Nat.eq_dec n 1), (Nat.eq_dec p 1);
      try (apply (K 1); lia); apply (K 2); lia.
  - exact (H unit 3 S two 0 (fun _ => True) 1 (fun _ => tt) (fun _ => 0) 0 0 ltac:(lia) ltac:(lia) I
      ltac:(reflexivity) 0 ltac:(lia)).
Qed.
