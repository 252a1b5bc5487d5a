(* What the theorem on a swap needs: each hypothesis is dropped in turn, and two clients get less than they have. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat fingroup perm.
From Incentives Require Import Swap.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition up (i : bool) : rat := if i then 1 else 0.
Definition under (i : bool) : rat := if i then - 2%:R else - 1.

Theorem swap_needs_1 : ~ (forall (K : realFieldType) (I : finType) (c a : I -> K) (i j : I), True -> a j < a i ->
  (forall k : I, c k <= a k) -> [/\ forall k : I, c k <= swapped a i j k, mean_gain c (swapped a i j) = mean_gain c
  a & variance c (swapped a i j) = variance c a - 2 * (c j - c i) * (a i - a j) / #|I|%:R]).
Proof.
move=> H; have [/(_ true)] := H rat_realFieldType _ up up true false I isT (fun k => lexx _).
by rewrite /swapped tpermL.
Qed.
Theorem swap_needs_2 : ~ (forall (K : realFieldType) (I : finType) (c a : I -> K) (i j : I), c i < c j -> True ->
  (forall k : I, c k <= a k) -> [/\ forall k : I, c k <= swapped a i j k, mean_gain c (swapped a i j) = mean_gain c
  a & variance c (swapped a i j) = variance c a - 2 * (c j - c i) * (a i - a j) / #|I|%:R]).
Proof.
move=> H; have [/(_ true)] := H rat_realFieldType _ up up false true isT I (fun k => lexx _).
by rewrite /swapped tpermR.
Qed.
Theorem swap_needs_3 : ~ (forall (K : realFieldType) (I : finType) (c a : I -> K) (i j : I), c i < c j -> a j < a i
  -> True -> [/\ forall k : I, c k <= swapped a i j k, mean_gain c (swapped a i j) = mean_gain c a & variance c
  (swapped a i j) = variance c a - 2 * (c j - c i) * (a i - a j) / #|I|%:R]).
Proof.
move=> H; have [/(_ true)] := H rat_realFieldType _ up under false true isT isT I.
by rewrite /swapped tpermR.
Qed.
