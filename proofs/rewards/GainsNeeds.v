(* What the theorems of Gains.v need: each hypothesis is dropped in turn, and one or two clients break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Gains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition up (i : bool) : rat := if i then 1 else 0.

Theorem price_of_equal_gains_needs_1 : ~ (forall (K : realFieldType) (I : finType) (c : I -> K) (h : K) (top : I),
  True -> [/\ forall a : I -> K, (forall i : I, a i <= h) -> mean (gain c a) <= h - mean c /\ (mean (gain c a) = h -
  mean c <-> (forall i : I, a i = h)), forall (a : I -> K) (t : K), (forall i : I, a i <= h) -> (forall i : I, gain c
  a i = t) -> mean (gain c a) = t /\ t <= h - c top, [/\ forall i : I, c i + (h - c top) <= h, forall i : I, gain c
  (fun j : I => c j + (h - c top)) i = h - c top & h - mean c - (h - c top) = c top - mean c] & c top - mean c = 0 <->
  (forall i : I, c i = c top)]).
Proof. by move=> H; have [_ _ [/(_ true) + _ _] _] := H rat_realFieldType _ up 1 false I; rewrite subr0. Qed.
Theorem reports_end_equal_needs_1 : ~ (forall (K : realFieldType) (I : finType) (h : K) (r : I -> K), True -> forall
  (i : I) (a : K), given h r i a -> a = h).
Proof.
move=> H; have := H rat_realFieldType _ 0 up I false (- 1); suff given_here : given 0 up false (- 1).
  by move=> /(_ given_here).
by exists true; split=> [[]|].
Qed.
Theorem reports_end_equal_needs_2 : ~ (forall (K : realFieldType) (I : finType) (h : K) (r : I -> K), equilibrium h
  r -> forall (i : I) (a : K), True -> a = h).
Proof.
move=> H; have same : equilibrium 0 (fun _ : unit => 0 : rat).
  by move=> [] x a b [[] [_ ->]] [[] [_ ->]]; rewrite !subrr.
by have := H rat_realFieldType _ 0 _ same tt 1 I.
Qed.
