(* What the theorems of BlockBounds.v need: numbers that meet all but one hypothesis and break the conclusion. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import BlockBounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem outer_block_needs_4 : ~ (forall (K : realFieldType) (L r z : K), 0 < L -> 0 < r -> 0 <= z -> True -> content
  L r z -> 0 < balance L r z /\ 3 * z - 1 <= balance L r z).
Proof. by move=> H; have := H rat_realFieldType (20%:R^-1) 1 10%:R isT isT isT I; vm_compute=> /(_ isT)[]. Qed.
Theorem outer_block_needs_5 : ~ (forall (K : realFieldType) (L r z : K), 0 < L -> 0 < r -> 0 <= z -> z <= r -> True
  -> 0 < balance L r z /\ 3 * z - 1 <= balance L r z).
Proof. by move=> H; have := H rat_realFieldType 100%:R 10%:R 0 isT isT isT isT I; vm_compute=> -[]. Qed.
Theorem who_refuses_costs_little_needs_5 : ~ (forall (K : realFieldType) (N alpha a w y : K), 0 < alpha -> 0 <= w ->
  w <= 1 -> 0 <= N -> True -> 1 + (1 + w) * alpha - y <= 2 * a -> 2 <= N + 2 * (1 - w) * alpha + 2 * y).
Proof. by move=> H; have := H rat_realFieldType 0 1 2%:R 1 0 isT isT isT isT I; vm_compute=> /(_ isT). Qed.
Theorem who_refuses_costs_little_needs_6 : ~ (forall (K : realFieldType) (N alpha a w y : K), 0 < alpha -> 0 <= w ->
  w <= 1 -> 0 <= N -> a ^+ 2 <= alpha * N -> True -> 2 <= N + 2 * (1 - w) * alpha + 2 * y).
Proof. by move=> H; have := H rat_realFieldType 0 1 0 1 0 isT isT isT isT isT I; vm_compute. Qed.
Theorem next_block_needs_1 : ~ (forall (K : realFieldType) (E0 N alpha alpha0 a w : K), True -> 0 < alpha0 -> 0 < w
  -> w < 1 -> alpha <= N -> a ^+ 2 <= alpha * N -> 1 + (1 + w) * alpha - w * alpha0 <= 2 * a -> 0 < E0 -> 1 - alpha0
  <= E0 -> 0 < next_excess E0 N alpha alpha0 w /\ 1 - united alpha alpha0 w <= next_excess E0 N alpha alpha0 w).
Proof. move=> H; have := H rat_realFieldType (1) (0) (- (1 / 2%:R)) (1 / 2%:R) (0) (1 / 2%:R);
  vm_compute=> /(_ I isT isT isT isT isT isT isT isT)[]; by [].
Qed.
Theorem next_block_needs_3 : ~ (forall (K : realFieldType) (E0 N alpha alpha0 a w : K), 0 < alpha -> 0 < alpha0 ->
  True -> w < 1 -> alpha <= N -> a ^+ 2 <= alpha * N -> 1 + (1 + w) * alpha - w * alpha0 <= 2 * a -> 0 < E0 -> 1 -
  alpha0 <= E0 -> 0 < next_excess E0 N alpha alpha0 w /\ 1 - united alpha alpha0 w <= next_excess E0 N alpha alpha0
  w).
Proof. move=> H; have := H rat_realFieldType (3%:R / 4%:R) (4%:R) (1) (2%:R) (2%:R) (- (2%:R));
  vm_compute=> /(_ isT isT I isT isT isT isT isT isT)[]; by [].
Qed.
Theorem next_block_needs_4 : ~ (forall (K : realFieldType) (E0 N alpha alpha0 a w : K), 0 < alpha -> 0 < alpha0 -> 0
  < w -> True -> alpha <= N -> a ^+ 2 <= alpha * N -> 1 + (1 + w) * alpha - w * alpha0 <= 2 * a -> 0 < E0 -> 1 -
  alpha0 <= E0 -> 0 < next_excess E0 N alpha alpha0 w /\ 1 - united alpha alpha0 w <= next_excess E0 N alpha alpha0
  w).
Proof. move=> H; have := H rat_realFieldType (1) (20%:R) (5%:R) (9%:R / 10%:R) (10%:R) (3%:R);
  vm_compute=> /(_ isT isT isT I isT isT isT isT isT)[]; by [].
Qed.
Theorem next_block_needs_6 : ~ (forall (K : realFieldType) (E0 N alpha alpha0 a w : K), 0 < alpha -> 0 < alpha0 -> 0
  < w -> w < 1 -> alpha <= N -> True -> 1 + (1 + w) * alpha - w * alpha0 <= 2 * a -> 0 < E0 -> 1 - alpha0 <= E0 -> 0
  < next_excess E0 N alpha alpha0 w /\ 1 - united alpha alpha0 w <= next_excess E0 N alpha alpha0 w).
Proof. move=> H; have := H rat_realFieldType (1 / 4%:R) (1 / 3%:R) (1 / 10%:R) (1) (1 / 3%:R) (1 / 2%:R);
  vm_compute=> /(_ isT isT isT isT isT I isT isT isT)[]; by [].
Qed.
Theorem next_block_needs_7 : ~ (forall (K : realFieldType) (E0 N alpha alpha0 a w : K), 0 < alpha -> 0 < alpha0 -> 0
  < w -> w < 1 -> alpha <= N -> a ^+ 2 <= alpha * N -> True -> 0 < E0 -> 1 - alpha0 <= E0 -> 0 < next_excess E0 N
  alpha alpha0 w /\ 1 - united alpha alpha0 w <= next_excess E0 N alpha alpha0 w).
Proof. move=> H; have := H rat_realFieldType (3%:R / 4%:R) (1) (1 / 4%:R) (1 / 3%:R) (1 / 2%:R) (1 / 2%:R);
  vm_compute=> /(_ isT isT isT isT isT isT I isT isT)[]; by [].
Qed.
