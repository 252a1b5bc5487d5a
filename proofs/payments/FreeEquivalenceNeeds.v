(* What the theorem on constant rewards of FreeEquivalence.v needs: each hypothesis is dropped in turn. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import FreeEquivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X1 := [finType of 'I_1].
Definition sure (c : rat) (_ : 'I_1) := c.

Theorem constant_pays_least_needs_1 : ~ (forall (K : archiFieldType) (X : finType) (T : Type) (rm : T -> X -> K) (size
  : T -> K) (c : K) (f : T -> X -> K), True -> forall price : T -> K, Equivalence.truthful (worth rm size) f price ->
  (forall t r : T, (forall x : X, rm t x = c) -> price t <= price r) /\ (forall t u : T, (forall x : X, rm t x = c) ->
  (forall x : X, rm u x = c) -> price t = price u)).
Proof.
pose f (t : bool) := sure t%:R.
have worth_is (t r : bool) : worth (fun _ : bool => sure 1) (fun=> 1) t (f r) = r%:R.
  by rewrite /worth /mean big_ord1 mul1r mulr1.
have best : Equivalence.truthful (worth (fun _ : bool => sure 1) (fun=> 1)) f (fun t : bool => t%:R).
  by move=> t r; rewrite !worth_is !subrr.
move=> H; have [low _] := H archiType X1 bool (fun=> sure 1) (fun=> 1) 1 f I _ best.
by have := low true false (fun=> erefl).
Qed.

Theorem constant_pays_least_needs_2 : ~ (forall (K : archiFieldType) (X : finType) (T : Type) (rm : T -> X -> K) (size
  : T -> K) (c : K) (f : T -> X -> K), (forall t : T, distribution (f t)) -> forall price : T -> K, True -> (forall t
  r : T, (forall x : X, rm t x = c) -> price t <= price r) /\ (forall t u : T, (forall x : X, rm t x = c) -> (forall x
  : X, rm u x = c) -> price t = price u)).
Proof.
have one : distribution (sure 1) by split=> //; rewrite big_ord1.
move=> H; have [low _] := H archiType X1 bool (fun=> sure 0) (fun=> 1) 0 (fun=> sure 1) (fun=> one) (fun t => t%:R) I.
by have := low true false (fun=> erefl).
Qed.
