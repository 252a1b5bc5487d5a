(* What the theorems of Fair.v need: two players; without noise, spread or membership the bounds break. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Weights FineWeights Precision TwoPlayers Fair.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem fair_ratio_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j
  : I), True -> 0 < mu -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C i /
  Coalitions.err n mu s2 C j <= bound n mu s2 i j, bound n mu s2 i j < 1 + 2 * n j * s2 / mu & C = [set i; j] ->
  Coalitions.err n mu s2 C i / Coalitions.err n mu s2 C j = bound n mu s2 i j]).
Proof. move=> H; have [_ + _] := H rat_realFieldType _ (sizes 0 1) 1 1 setT true false I isT isT (in_setT _) (in_setT
  _) isT; by written; vm_compute.
Qed.

Theorem fair_ratio_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j
  : I), (forall k : I, 0 < n k) -> True -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C
  i / Coalitions.err n mu s2 C j <= bound n mu s2 i j, bound n mu s2 i j < 1 + 2 * n j * s2 / mu & C = [set i; j] ->
  Coalitions.err n mu s2 C i / Coalitions.err n mu s2 C j = bound n mu s2 i j]).
Proof. move=> H; have [_ + _] := H rat_realFieldType _ (sizes 1 2%:R) 0 1 setT true false one_two I isT (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_ratio_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j
  : I), (forall k : I, 0 < n k) -> 0 < mu -> True -> i \in C -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C
  i / Coalitions.err n mu s2 C j <= bound n mu s2 i j, bound n mu s2 i j < 1 + 2 * n j * s2 / mu & C = [set i; j] ->
  Coalitions.err n mu s2 C i / Coalitions.err n mu s2 C j = bound n mu s2 i j]).
Proof. move=> H; have [_ + _] := H rat_realFieldType _ (sizes 1 2%:R) 1 0 setT true false one_two isT I (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_ratio_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j
  : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> True -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C
  i / Coalitions.err n mu s2 C j <= bound n mu s2 i j, bound n mu s2 i j < 1 + 2 * n j * s2 / mu & C = [set i; j] ->
  Coalitions.err n mu s2 C i / Coalitions.err n mu s2 C j = bound n mu s2 i j]).
Proof. move=> H; have [+ _ _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set false] true false one_two isT isT I
  (set11 _) isT; by written; vm_compute.
Qed.

Theorem fair_proportion_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I})
  (i j : I), (forall k : I, 0 < n k) -> 0 < s2 -> True -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C i <=
  Coalitions.err n mu s2 [set i] i -> n i * Coalitions.err n mu s2 C i <= n j * Coalitions.err n mu s2 C j,
  Coalitions.err n mu s2 C j <= Coalitions.err n mu s2 [set j] j -> n i * Coalitions.err n mu s2 C i <= n j *
  Coalitions.err n mu s2 C j & n j * Coalitions.err n mu s2 C j < n i * Coalitions.err n mu s2 C i -> Coalitions.err
  n mu s2 [set i] i < Coalitions.err n mu s2 C i /\ Coalitions.err n mu s2 [set j] j < Coalitions.err n mu s2 C j]).
Proof. move=> H; have [_ + _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set false] true false one_two isT I (set11
  _) isT; rewrite lexx => /(_ isT); by written; vm_compute.
Qed.

Theorem fair_proportion_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I})
  (i j : I), (forall k : I, 0 < n k) -> 0 < s2 -> i \in C -> j \in C -> True -> [/\ Coalitions.err n mu s2 C i <=
  Coalitions.err n mu s2 [set i] i -> n i * Coalitions.err n mu s2 C i <= n j * Coalitions.err n mu s2 C j,
  Coalitions.err n mu s2 C j <= Coalitions.err n mu s2 [set j] j -> n i * Coalitions.err n mu s2 C i <= n j *
  Coalitions.err n mu s2 C j & n j * Coalitions.err n mu s2 C j < n i * Coalitions.err n mu s2 C i -> Coalitions.err
  n mu s2 [set i] i < Coalitions.err n mu s2 C i /\ Coalitions.err n mu s2 [set j] j < Coalitions.err n mu s2 C j]).
Proof. move=> H; have [+ _ _] := H rat_realFieldType _ (sizes 2%:R 1) 10%:R 1 setT true false two_one isT (in_setT _)
  (in_setT _) I; by written; vm_compute=> /(_ isT).
Qed.

Theorem fair_proportion_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I})
  (i j : I), True -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> [/\ Coalitions.err n mu s2 C i <= Coalitions.err n
  mu s2 [set i] i -> n i * Coalitions.err n mu s2 C i <= n j * Coalitions.err n mu s2 C j, Coalitions.err n mu s2 C j
  <= Coalitions.err n mu s2 [set j] j -> n i * Coalitions.err n mu s2 C i <= n j * Coalitions.err n mu s2 C j & n j *
  Coalitions.err n mu s2 C j < n i * Coalitions.err n mu s2 C i -> Coalitions.err n mu s2 [set i] i < Coalitions.err n
  mu s2 C i /\ Coalitions.err n mu s2 [set j] j < Coalitions.err n mu s2 C j]).
Proof. move=> H; have [_ + _] := H rat_realFieldType _ (sizes 1 0) (- 1) 1 setT false true I isT (in_setT _) (in_setT
  _) isT; by written; vm_compute=> /(_ isT).
Qed.
