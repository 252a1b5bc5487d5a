(* What the theorem on a fixed weight of ThreeSizes.v needs: at weight one, company changes nothing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability Weights FineWeights TwoPlayers Precision ThreeSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem fixed_weight_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 w : K), (forall i : I,
  0 < n i) -> 0 < mu -> 0 < s2 -> 0 <= w -> True -> (forall (C : {set I}) (j : I), j \in C -> fixed n mu s2 w C j = (1
  - w) ^+ 2 * Coalitions.err n (noise mu w) s2 C j + mu * w ^+ 2 / n j) /\ (forall (C D : {set I}) (j : I), j \in C ->
  j \in D -> (fixed n mu s2 w C j < fixed n mu s2 w D j) = (Coalitions.err n (noise mu w) s2 C j < Coalitions.err n
  (noise mu w) s2 D j)) /\ (forall a b c : I, ThreePlayers.three a b c -> exists2 P : {set {set I}}, partition P [set:
  I] & Stability.core_stable (fixed n mu s2 w) P)).
Proof.
move=> H; have [_ [+ _]] := H _ _ (sizes 1 1) 1 1 1 ones isT isT isT I.
by move=> /(_ [set true] setT true (set11 _) (in_setT _)); rewrite /fixed /noise; written; vm_compute.
Qed.
