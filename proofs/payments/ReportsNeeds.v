(* What the theorems of Reports.v need: each hypothesis below is dropped in turn; one outcome breaks the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import Reports.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X1 := [finType of 'I_1].
Notation Maximum := Stretching.Maximum.
Definition sure (c : rat) (_ : 'I_1) := c.
Lemma legal : Stretching.normalised Maximum (sure 1).
Proof. by split=> //; exists ord0. Qed.

Theorem sizes_apart_needs_1 : ~ (forall (K : realFieldType) (X : finType) (sc : Stretching.scale) (rm rm' : X -> K) (n
  n' : nat), True -> Stretching.normalised sc rm -> Stretching.normalised sc rm' -> match sc with | Stretching.Maximum
  => exists x : X, 1 <= n%:R * rm x - n'%:R * rm' x | Stretching.Sum => 1 <= \sum_x `|n%:R * rm x - n'%:R * rm' x|
  end).
Proof.
by move=> H; have [x] := H rat_realFieldType X1 Maximum (sure 1) (sure 1) 1%N 1%N I legal legal.
Qed.

Theorem sizes_apart_needs_2 : ~ (forall (K : realFieldType) (X : finType) (sc : Stretching.scale) (rm rm' : X -> K) (n
  n' : nat), (n' < n)%N -> True -> Stretching.normalised sc rm' -> match sc with | Stretching.Maximum => exists x : X,
  1 <= n%:R * rm x - n'%:R * rm' x | Stretching.Sum => 1 <= \sum_x `|n%:R * rm x - n'%:R * rm' x| end).
Proof.
by move=> H; have [x] := H rat_realFieldType X1 Maximum (sure 0) (sure 1) 1%N 0%N isT I legal.
Qed.

Theorem sizes_apart_needs_3 : ~ (forall (K : realFieldType) (X : finType) (sc : Stretching.scale) (rm rm' : X -> K) (n
  n' : nat), (n' < n)%N -> Stretching.normalised sc rm -> True -> match sc with | Stretching.Maximum => exists x : X,
  1 <= n%:R * rm x - n'%:R * rm' x | Stretching.Sum => 1 <= \sum_x `|n%:R * rm x - n'%:R * rm' x| end).
Proof.
move=> H; have [x bad] := H rat_realFieldType X1 Maximum (sure 1) (sure 3%:R) 2%N 1%N isT legal I.
by move: bad; vm_compute.
Qed.
