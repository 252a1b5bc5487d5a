(* What the theorem on everybody together of Coalitions.v needs: two players, one of them without a size, or large
   ones. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions TwoPlayers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma one_leaves (n : bool -> rat) mu s2 j : Coalitions.err n mu s2 [set j] j < Coalitions.err n mu s2 setT j ->
  ~ strictly_core_stable_grand n mu s2.
Proof.
move=> less /(_ [set j]); apply; split; last by exists j; rewrite ?inE.
by move=> i; rewrite inE => /eqP ->; apply: ltW.
Qed.
Theorem grand_coalition_any_sizes_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < s2 -> (forall i : I, s2 * n i <= mu) -> strictly_core_stable_grand n mu s2 /\ (forall (C : {set I}) (a : I),
  a \in C -> (forall i : I, i \in C -> n a <= n i) -> size n (~: C) ^+ 2 * (mu - s2 * n a) / (size n C * size n [set:
  I] ^+ 2) <= err n mu s2 C a - err n mu s2 [set: I] a)).
Proof.
move=> H; have below (i : bool) : 1 * sizes 1 0 i <= 1 by case: i.
by have [+ _] := H _ _ (sizes 1 0) 1 1 I isT below; apply: (@one_leaves _ _ _ false); written; vm_compute.
Qed.
Theorem grand_coalition_any_sizes_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < s2 -> True -> strictly_core_stable_grand n mu s2 /\ (forall (C : {set I}) (a : I), a
  \in C -> (forall i : I, i \in C -> n a <= n i) -> size n (~: C) ^+ 2 * (mu - s2 * n a) / (size n C * size n [set: I]
  ^+ 2) <= err n mu s2 C a - err n mu s2 [set: I] a)).
Proof.
by move=> H; have [+ _] := H _ _ (sizes 1 1) 1 2%:R ones isT I; apply: (@one_leaves _ _ _ true); written; vm_compute.
Qed.
