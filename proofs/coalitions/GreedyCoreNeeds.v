(* What the theorem of GreedyCore.v needs: below the ratio large players rather stay together. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoSizesShapes TwoSizesRecipe.
From Incentives Require Import GreedyCore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem greedy_core_needs_4 : ~ (forall (K : archiFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 -> True ->
  [/\ forall (I : finType) (n : I -> K), exists ts, seated_in_turn n mu s2 a b true [set: I] ts,
    forall (I : finType) (n : I -> K) (P : {set {set I}}) (ts : seq {set I}), (forall i : I, n i = a \/ n i = b) ->
      result n b P ts -> seated_in_turn n mu s2 a b false [set: I] ts -> core_stable (Coalitions.err n mu s2) P &
    mu < s2 * b -> forall S : nat, exists L : nat, forall (I : finType) (n : I -> K), #|smalls n a| = S ->
      (L <= #|larges n b|)%N -> forall ts : seq {set I}, seated_in_turn n mu s2 a b true [set: I] ts ->
      seated_in_turn n mu s2 a b false [set: I] ts]).
Proof.
move=> H; have [_ stable _] := H [archiFieldType of rat] 10%:R 1 1 2%:R ltr01 ltac:(by vm_compute) ltr01 I.
apply: (stable _ (sizes 2%:R 2%:R) each [::] _ _ _ setT two_some).
- by case; right.
- by split=> [|//|i _ _]; [exact: each_partition|exact: one_in_each].
- by apply/eqP; rewrite /= cards_eq0; apply/eqP/setP => -[]; rewrite !inE.
by move=> j _; rewrite /at_home home_each; case: j; written; vm_compute.
Qed.
