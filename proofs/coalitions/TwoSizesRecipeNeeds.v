(* What the theorem on small players of TwoSizesRecipe.v needs: sizes or a spread that are negative, or in the wrong
   order. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import TwoSizesShapes TwoSizesRecipe.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem small_players_never_object_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K),
  True -> a < b -> 0 < s2 -> (forall x y : K, 0 < x -> 1 <= y -> TwoSizesShapes.error mu s2 a b b x y <= mu / b ->
  TwoSizesShapes.error mu s2 a b a x y <= TwoSizesShapes.error mu s2 a b a x 0) /\ (smalls n a != set0 -> recipe n mu
  s2 a b = most_guests n mu s2 a b)).
Proof.
by move=> H; have [/(_ 1 1 isT isT)+ _] := H rat_realFieldType unit_finType (fun=> 1) 1 1 (- 1) 1 I isT isT;
  vm_compute=> /(_ isT).
Qed.
Theorem small_players_never_object_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K),
  0 < a -> True -> 0 < s2 -> (forall x y : K, 0 < x -> 1 <= y -> TwoSizesShapes.error mu s2 a b b x y <= mu / b ->
  TwoSizesShapes.error mu s2 a b a x y <= TwoSizesShapes.error mu s2 a b a x 0) /\ (smalls n a != set0 -> recipe n mu
  s2 a b = most_guests n mu s2 a b)).
Proof.
by move=> H; have [/(_ (2%:R^-1) 2%:R isT isT)+ _] := H rat_realFieldType unit_finType (fun=> 1) 2%:R 1 3%:R 1 isT I
  isT; vm_compute=> /(_ isT).
Qed.
Theorem small_players_never_object_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K),
  0 < a -> a < b -> True -> (forall x y : K, 0 < x -> 1 <= y -> TwoSizesShapes.error mu s2 a b b x y <= mu / b ->
  TwoSizesShapes.error mu s2 a b a x y <= TwoSizesShapes.error mu s2 a b a x 0) /\ (smalls n a != set0 -> recipe n mu
  s2 a b = most_guests n mu s2 a b)).
Proof.
by move=> H; have [/(_ 1 2%:R isT isT)+ _] := H rat_realFieldType unit_finType (fun=> 1) (- 2%:R) (- 1) 1 3%:R isT isT
  I; vm_compute=> /(_ isT).
Qed.
