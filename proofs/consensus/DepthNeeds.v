(* What counting copies needs (see Depth.v): one client of two archetypes breaks the rest. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Depth.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition has (k : bool) (_ : unit) := k.                             (* archetype true accepts, archetype false does not *)
Lemma a_copy (m : unit) : 2 * 0 + 1 <= #|[set i : unit | true == true]|.
Proof. by apply/card_gt0P; exists m; rewrite inE. Qed.
Lemma told_once : 0 + 1 <= #|[set i : unit | false == false]|.
Proof. by apply/card_gt0P; exists tt; rewrite inE. Qed.

Theorem counting_copies_needs_1 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (c : nat)
  (kind told : I -> K) (liars : {set I}), True -> (forall m : I, m \notin liars -> told m = kind m) -> (forall m :
  I, (2 * c + 1 <= #|[set i | kind i == kind m]|)%N) -> forall x : X, (forall k : K, (c + 1 <= #|[set i | told i ==
  k]|)%N -> has k x) <-> (forall m : I, has (kind m) x)).
Proof.
move=> H; have lies (m : unit) : m \notin [set: unit] -> false = true by rewrite inE.
by have [_ /(_ (fun=> isT)) /(_ false told_once)] := H _ _ _ has 0 (fun=> true) (fun=> false) setT I lies a_copy tt.
Qed.
Theorem counting_copies_needs_2 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (c : nat)
  (kind told : I -> K) (liars : {set I}), (#|liars| <= c)%N -> True -> (forall m : I, (2 * c + 1 <= #|[set i | kind
  i == kind m]|)%N) -> forall x : X, (forall k : K, (c + 1 <= #|[set i | told i == k]|)%N -> has k x) <-> (forall m
  : I, has (kind m) x)).
Proof.
move=> H; have nobody : #|set0 : {set unit}| <= 0 by rewrite cards0.
by have [_ /(_ (fun=> isT)) /(_ false told_once)] := H _ _ _ has 0 (fun=> true) (fun=> false) set0 nobody I a_copy tt.
Qed.
