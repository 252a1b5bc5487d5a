(* What the theorem on the noise of indifference of BestWeightSizes.v needs: numbers that are not positive break it. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import TwoSizesShapes BestWeightSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem noise_of_indifference_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> 0 < s2 -> 0 < a -> a <
  b -> forall s l : K, 1 <= s -> 0 < l -> [/\ 1 < s -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (indifferent s2 a
  b s l < mu), 1 < s -> (err_S mu s2 a b s l == err_S mu s2 a b s 0) = (mu == indifferent s2 a b s l), s = 1 -> err_S
  mu s2 a b s l < err_S mu s2 a b s 0 & [/\ s2 = 1, a = 30, b = 300, s = 3 & l = 1] -> indifferent s2 a b s l = 15]).
Proof.
by move=> H; have [/(_ isT)+ _ _ _] := H rat_realFieldType (- 1) 1 1 2%:R I isT isT isT 2%:R 1 isT isT; vm_compute.
Qed.
Theorem noise_of_indifference_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < mu -> True -> 0 < a -> a <
  b -> forall s l : K, 1 <= s -> 0 < l -> [/\ 1 < s -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (indifferent s2 a
  b s l < mu), 1 < s -> (err_S mu s2 a b s l == err_S mu s2 a b s 0) = (mu == indifferent s2 a b s l), s = 1 -> err_S
  mu s2 a b s l < err_S mu s2 a b s 0 & [/\ s2 = 1, a = 30, b = 300, s = 3 & l = 1] -> indifferent s2 a b s l = 15]).
Proof.
by move=> H; have [_ _ /(_ erefl)+ _] := H rat_realFieldType 1 (- 1) 1 2%:R isT I isT isT 1 1 isT isT; vm_compute.
Qed.
Theorem noise_of_indifference_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < mu -> 0 < s2 -> True -> a <
  b -> forall s l : K, 1 <= s -> 0 < l -> [/\ 1 < s -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (indifferent s2 a
  b s l < mu), 1 < s -> (err_S mu s2 a b s l == err_S mu s2 a b s 0) = (mu == indifferent s2 a b s l), s = 1 -> err_S
  mu s2 a b s l < err_S mu s2 a b s 0 & [/\ s2 = 1, a = 30, b = 300, s = 3 & l = 1] -> indifferent s2 a b s l = 15]).
Proof.
by move=> H; have [/(_ isT)+ _ _ _] := H rat_realFieldType 1 1 (- 1) 1 isT isT I isT 2%:R 1 isT isT; vm_compute.
Qed.
Theorem noise_of_indifference_needs_4 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < mu -> 0 < s2 -> 0 < a ->
  True -> forall s l : K, 1 <= s -> 0 < l -> [/\ 1 < s -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (indifferent
  s2 a b s l < mu), 1 < s -> (err_S mu s2 a b s l == err_S mu s2 a b s 0) = (mu == indifferent s2 a b s l), s = 1 ->
  err_S mu s2 a b s l < err_S mu s2 a b s 0 & [/\ s2 = 1, a = 30, b = 300, s = 3 & l = 1] -> indifferent s2 a b s l =
  15]).
Proof.
by move=> H; have [/(_ isT)+ _ _ _] := H rat_realFieldType 1 1 1 (- 1) isT isT isT I 3%:R 1 isT isT; vm_compute.
Qed.
Theorem noise_of_indifference_needs_6 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < mu -> 0 < s2 -> 0 < a -> a
  < b -> forall s l : K, 1 <= s -> True -> [/\ 1 < s -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (indifferent s2
  a b s l < mu), 1 < s -> (err_S mu s2 a b s l == err_S mu s2 a b s 0) = (mu == indifferent s2 a b s l), s = 1 ->
  err_S mu s2 a b s l < err_S mu s2 a b s 0 & [/\ s2 = 1, a = 30, b = 300, s = 3 & l = 1] -> indifferent s2 a b s l =
  15]).
Proof.
by move=> H; have [_ _ /(_ erefl)+ _] := H rat_realFieldType 1 1 1 2%:R isT isT isT isT 1 0 isT I; vm_compute.
Qed.
