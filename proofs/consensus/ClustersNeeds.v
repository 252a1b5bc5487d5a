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
  X), (forall m : I, m != liar -> forall x : X, R m x <-> S0 m x) -> (forall m : I, S0 m w) -> True -> (exists (x :
  'I_2 -> X) (a : I -> 'I_2), [/\ feasible R x a, forall m : I, a m = (if m == liar then ord_max else ord0) & forall m : I,
  S0 m (x ord0)]) /\ (R liar w -> feasible R (fun=> w) (fun=> ord0 : 'I_1))).
Proof.
move=> H; pose S (_ : bool) (_ : unit) := True; pose R (m : bool) (_ : unit) := ~~ m.
have honest m : m != true -> forall x, R m x <-> S m x by case: m.
by have [[x [a [/(_ true)]]]] := H _ _ S R true tt tt honest (fun=> Logic.I) I.
Qed.

(* Two clients, one model to choose: nobody accepts it, everybody does, or one of them does. *)
Definition two_models (n : bool) (m : bool) : 'I_2 := if m == n then ord_max else ord0.
Lemma one_too_many (R : bool -> unit -> Prop) k (x : 'I_k.+2 -> unit) a : (forall m, R m tt) -> ~ minimal R x a.
Proof.
move=> all [_ least]; have one : enough R 1 by exists (fun=> tt), (fun=> ord0) => m; apply: all.
by have := least 1 one.
Qed.

Theorem outlier_needs_1 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (n : I) (y z : X), True -> (forall m :
  I, m != n -> R m y) -> R n z -> let x := fun i : 'I_2 => if i == ord0 then y else z in let a := fun m : I => if m ==
  n then ord_max else ord0 in minimal R x a).
Proof.
move=> H; apply: (@one_too_many (fun _ _ => True) 0) => //.
exact: (H _ _ (fun _ _ => True) true tt tt I (fun _ _ => I) I).
Qed.
Theorem outlier_needs_2 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (n : I) (y z : X), ~ (exists x : X,
  common R x) -> True -> R n z -> let x := fun i : 'I_2 => if i == ord0 then y else z in let a := fun m : I => if m ==
  n then ord_max else ord0 in minimal R x a).
Proof.
move=> H; have none : ~ exists x : unit, common (fun m _ => m = true) x by move=> [x /(_ false)].
by have [/(_ false)] := H _ _ (fun m _ => m = true) true tt tt none I erefl.
Qed.
Theorem outlier_needs_3 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (n : I) (y z : X), ~ (exists x : X,
  common R x) -> (forall m : I, m != n -> R m y) -> True -> let x := fun i : 'I_2 => if i == ord0 then y else z in
  let a := fun m : I => if m == n then ord_max else ord0 in minimal R x a).
Proof.
move=> H; have none : ~ exists x : unit, common (fun m _ => m = false) x by move=> [x /(_ true)].
have others (m : bool) : m != true -> m = false by case: m.
by have [/(_ true)] := H _ _ (fun m _ => m = false) true tt tt none others I.
Qed.
Theorem one_cluster_needs_1 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (k : nat) (x : 'I_k -> X) (a : I
  -> 'I_k), True -> (0 < #|I|)%N -> (exists y : X, common R y) <-> k = 1%N).
Proof.
move=> H; have some : (0 < #|[finType of bool]|)%N by rewrite card_bool.
by have [e _] := H _ _ (fun _ _ => True) 2 (fun=> tt) (two_models true) I some; have := e (ex_intro _ tt (fun=> I)).
Qed.
Theorem one_cluster_needs_2 : ~ (forall (I : finType) (X : Type) (R : I -> X -> Prop) (k : nat) (x : 'I_k -> X) (a : I
  -> 'I_k), minimal R x a -> True -> (exists y : X, common R y) <-> k = 1%N).
Proof.
move=> H; pose x (i : 'I_0) := tt; pose a (m : void) : 'I_0 := match m with end.
have least : minimal (fun _ _ => True) x a by split.
by have [e _] := H _ _ _ _ x a least I; have := e (ex_intro _ tt (fun=> I)).
Qed.
Theorem two_clusters_suffice_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> Prop) (liar : I) (w l : X),
  True -> (forall m : I, S m w) -> R liar l -> (exists (x :
  'I_2 -> X) (a : I -> 'I_2), [/\ feasible R x a, forall m : I, a m = (if m == liar then ord_max else ord0) & forall m : I,
  S m (x ord0)]) /\ (R liar w -> feasible R (fun=> w) (fun=> ord0 : 'I_1))).
Proof.
by move=> H; have [[x [a [/(_ false)]]]] := H _ unit (fun _ _ => True) (fun m _ => m = true) true tt tt I (fun=> I) erefl.
Qed.
Theorem two_clusters_suffice_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> Prop) (liar : I) (w l : X),
  (forall m : I, m != liar -> forall x : X, R m x <-> S m x) -> True -> R liar l -> (exists (x :
  'I_2 -> X) (a : I -> 'I_2), [/\ feasible R x a, forall m : I, a m = (if m == liar then ord_max else ord0) & forall m : I,
  S m (x ord0)]) /\ (R liar w -> feasible R (fun=> w) (fun=> ord0 : 'I_1))).
Proof.
move=> H; pose none (m : bool) (x : unit) := m = true.
by have [[x [a [/(_ false)]]]] := H _ _ none none true tt tt (fun _ _ _ => iff_refl _) I erefl.
Qed.
