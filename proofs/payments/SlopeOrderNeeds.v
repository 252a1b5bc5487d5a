(* What the theorem on the valuation of SlopeOrder.v needs: each hypothesis below is dropped in turn; two outcomes
  break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import SlopeOrder.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X2 := [finType of bool].
Definition two (a b : rat) (x : bool) := if x then a else b.
Lemma ends (a b : rat) : b <= a -> forall x, two a b false <= two a b x <= two a b true.
Proof. by move=> ba [] /=; rewrite ?ba ?lexx. Qed.
Lemma no_others (p p' : bool -> rat) : forall x, x != true -> x != false -> p' x <= p x.
Proof. by case. Qed.

Theorem valuation_rises_needs_1 : ~ (forall (K : realFieldType) (X : finType) (rm p p' : X -> K) (best worst : X),
  True -> \sum_x p' x = 1 -> (forall x : X, rm worst <= rm x <= rm best) -> rm worst < rm best -> p best < p' best ->
  p' worst < p worst -> (forall x : X, x != best -> x != worst -> p' x <= p x) \/ (forall x : X, x != best -> x !=
  worst -> p x <= p' x) -> \sum_x p x * rm x < \sum_x p' x * rm x).
Proof.
have one' : \sum_x two 1 0 x = 1 by rewrite big_bool.
move=> H; have bad := H rat_realFieldType X2 (two 2%:R 1) (two 0 9%:R) (two 1 0) true false I one' (@ends 2%:R 1
  isT) isT isT isT
  (or_introl (@no_others _ _)).
by move: bad; rewrite !big_bool; vm_compute.
Qed.

Theorem valuation_rises_needs_2 : ~ (forall (K : realFieldType) (X : finType) (rm p p' : X -> K) (best worst : X),
  \sum_x p x = 1 -> True -> (forall x : X, rm worst <= rm x <= rm best) -> rm worst < rm best -> p best < p' best ->
  p' worst < p worst -> (forall x : X, x != best -> x != worst -> p' x <= p x) \/ (forall x : X, x != best -> x !=
  worst -> p x <= p' x) -> \sum_x p x * rm x < \sum_x p' x * rm x).
Proof.
have one : \sum_x two 0 1 x = 1 by rewrite big_bool.
move=> H; have bad := H rat_realFieldType X2 (two 2%:R 1) (two 0 1) (two 1 (- 9%:R)) true false one I (@ends 2%:R 1
  isT) isT isT isT
  (or_introl (@no_others _ _)).
by move: bad; rewrite !big_bool; vm_compute.
Qed.

Theorem valuation_rises_needs_4 : ~ (forall (K : realFieldType) (X : finType) (rm p p' : X -> K) (best worst : X),
  \sum_x p x = 1 -> \sum_x p' x = 1 -> (forall x : X, rm worst <= rm x <= rm best) -> True -> p best < p' best -> p'
  worst < p worst -> (forall x : X, x != best -> x != worst -> p' x <= p x) \/ (forall x : X, x != best -> x != worst
  -> p x <= p' x) -> \sum_x p x * rm x < \sum_x p' x * rm x).
Proof.
have one : \sum_x two 0 1 x = 1 by rewrite big_bool.
have one' : \sum_x two 1 0 x = 1 by rewrite big_bool.
move=> H; have bad := H rat_realFieldType X2 (two 1 1) (two 0 1) (two 1 0) true false one one' (@ends 1 1 isT) I isT isT
  (or_introl (@no_others _ _)).
by move: bad; rewrite !big_bool; vm_compute.
Qed.
