(* What the theorems of OneShot.v need: each hypothesis below is dropped in turn, and up to three clients break the rest. *)
Require Import Arith Lia Reals Classical.
From Incentives Require Import Consensus OneShot.
Local Open Scope nat_scope.

Theorem some_minimal_output_serves_all_needs_2 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop) (m : nat) (L
  : X -> Prop), m < M -> True -> Consensus.redundant X M S -> (exists l : X, L l) -> exists (k : nat) (x : nat -> X)
  (a : nat -> nat), Consensus.minimal X M (Consensus.reports X S m L) k x a /\ (exists i : nat, i < k /\ Consensus.W
  X M S (x i))).
Proof.
  intros H. pose (S := fun (_ : nat) (_ : unit) => False).
  destruct (H unit 2 S 0 (fun _ => True)) as [k [x [a [[feas _] _]]]]; [lia|exact I| |exists tt; exact I|].
  - intros n x Hn K. exfalso. destruct (Nat.eq_dec n 0); [apply (K 1); lia|apply (K 0); lia].
  - destruct (feas 1) as [_ bad]; [lia|exact bad].
Qed.
Theorem some_minimal_output_serves_all_needs_4 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop) (m : nat) (L
  : X -> Prop), m < M -> Consensus.realizable X M S -> Consensus.redundant X M S -> True -> exists (k : nat) (x :
  nat -> X) (a : nat -> nat), Consensus.minimal X M (Consensus.reports X S m L) k x a /\ (exists i : nat, i < k /\
  Consensus.W X M S (x i))).
Proof.
  intros H. pose (S := fun (_ : nat) (_ : unit) => True).
  destruct (H unit 1 S 0 (fun _ => False)) as [k [x [a [[feas _] _]]]]; [lia| | |exact I|].
  - exists tt. intros m _. exact I.
  - intros n x _ _ m _. exact I.
  - destruct (feas 0) as [_ bad]; [lia|exact bad].
Qed.
(* One client with the smallest set is not enough: the others' sets are cut at two different points. *)
Definition cut (m x : nat) := match m with 0 => x <> 0 /\ x <> 1 | 1 => x <> 0 | _ => x <> 1 end.
Theorem two_clients_with_W_needs_3 : ~ (forall (X : Type) (M : nat) (S : nat -> X -> Prop) (p q : nat), p < M -> q <
  M -> True -> (forall x : X, S p x -> Consensus.W X M S x) -> (forall x : X, S q x -> Consensus.W X M S x) ->
  Consensus.guarded X M S).
Proof.
  intros H.
  assert (least : forall x, cut 0 x -> Consensus.W nat 3 cut x).
  - intros x [x0 x1] m Hm. destruct m as [|[|m]]; simpl; auto.
  - destruct (H nat 3 cut 0 0 ltac:(lia) ltac:(lia) I least least 0 (fun j => j = 1)) as [bad|bad];
      [lia|exists 1; lia|exists 2; lia| |].
    + destruct (bad 1 ltac:(intros j _ _ ->; simpl; lia) 0 ltac:(lia)) as [_ no]. now apply no.
    + destruct (bad 0 ltac:(intros [|[|j]] Hj j0 j1; simpl; lia) 0 ltac:(lia)) as [no _]. now apply no.
Qed.
Theorem every_number_of_clients_needs_1 : ~ (forall M : nat, True -> let intervals := fun lo hi : nat -> R =>
  Consensus.realizable R M (Consensus.interval lo hi) /\ Consensus.redundant R M (Consensus.interval lo hi) in let
  spoiled := fun lo hi : nat -> R => exists (m : nat) (l : R) (k : nat) (x : nat -> R) (a : nat -> nat), m < M /\
  Consensus.minimal R M (Consensus.reports R (Consensus.interval lo hi) m (fun y : R => y = l)) k x a /\ (forall i :
  nat, i < k -> ~ Consensus.W R M (Consensus.interval lo hi) (x i)) in (exists lo hi : nat -> R, intervals lo hi /\
  spoiled lo hi) /\ (4 <= M -> exists lo hi : nat -> R, intervals lo hi /\ spoiled lo hi /\ (forall m : nat, m < M
  -> exists n : nat, n < M /\ n <> m /\ lo n = lo m /\ hi n = hi m))).
Proof.
  intros H. destruct (H 0 I) as [[lo [hi [_ [m [l [k [x [a [Hm _]]]]]]]]] _]. lia.
Qed.
