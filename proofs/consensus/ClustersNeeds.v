(* What the theorems of Clusters.v need: each hypothesis below is dropped in turn, and one client breaks the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Clusters.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

(* Nobody can serve an interval whose ends are the wrong way round. *)
Theorem greedy_is_minimal_needs_1 : ~ (forall (disp : unit) (K : orderType disp) (I : eqType) (lo hi : I -> K)
  (waiting : seq I), True -> let points := sweep lo hi (size waiting) waiting in (forall m : I, m \in waiting ->
  serves lo hi points m) /\ (forall other : seq K, (forall m : I, m \in waiting -> serves lo hi other m) -> (size
  points <= size other)%N)).
Proof.
move=> H; have [/(_ tt)] := H _ [orderType of nat] _ (fun _ : unit => 1) (fun _ => 0) [:: tt] I.
by rewrite mem_head => /(_ isT).
Qed.
Theorem incompatible_are_apart_needs_1 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (k : nat) (x : 'I_k
  -> X) (a : I -> 'I_k) (i j : I), True -> ~ (exists y : X, R i y /\ R j y) -> a i <> a j).
Proof.
move=> H; apply: (H _ _ (fun (_ : bool) (_ : unit) => False) 1 (fun=> tt) (fun=> ord0) true false I) => //.
by case=> y [].
Qed.
Theorem incompatible_are_apart_needs_2 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (k : nat) (x : 'I_k
  -> X) (a : I -> 'I_k) (i j : I), feasible R x a -> True -> a i <> a j).
Proof. by move=> H; apply: (H _ _ (fun (_ : bool) (_ : unit) => True) 1 (fun=> tt) (fun=> ord0) true false). Qed.
Theorem minimal_exists_needs_1 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop), True -> exists (k : nat)
  (x : 'I_k -> X) (a : I -> 'I_k), minimal R x a).
Proof. by move=> H; have [k [x [a [/(_ tt)]]]] := H _ _ (fun (_ : unit) (_ : unit) => False) I. Qed.
Theorem two_clusters_suffice_needs_3 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> Prop) (liar : I) (w l :
  X), (forall m : I, m != liar -> forall x : X, R m x <-> S0 m x) -> (forall m : I, S0 m w) -> True -> exists (x :
  'I_2 -> X) (a : I -> 'I_2), feasible R x a /\ (exists i : 'I_2, forall m : I, S0 m (x i))).
Proof.
move=> H; pose S (_ : bool) (_ : unit) := True; pose R (m : bool) (_ : unit) := ~~ m.
have honest m : m != true -> forall x, R m x <-> S m x by case: m.
by have [x [a [/(_ true)]]] := H _ _ S R true tt tt honest (fun=> Logic.I) I.
Qed.
