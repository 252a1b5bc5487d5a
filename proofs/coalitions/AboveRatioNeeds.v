(* What the theorem at the threshold of AboveRatio.v needs: one player who is nowhere, or two with no size or with
   small ones. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks AboveRatio.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem core_at_the_threshold_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  forall P : {set {set I}}, partition P [set: I] -> (forall i : I, mu <= s2 * n i) -> [/\ Stability.core_stable
  (Coalitions.err n mu s2) P <-> apart n mu s2 P, Stability.strictly_core_stable (Coalitions.err n mu s2) P <-> apart
  n mu s2 P, Stability.individually_stable (Coalitions.err n mu s2) P <-> apart n mu s2 P & apart n mu s2 P -> forall
  (C : {set I}) (j : I), j \in C -> Stability.at_home (Coalitions.err n mu s2) P j <= Coalitions.err n mu s2 C j]).
Proof.
move=> H; have high i : - 1 <= 1 * sizes 0 0 i by case: i.
have [[+ _] _ _ _] := H _ _ (sizes 0 0) (- 1) 1 I both both_partition high.
have stable : core_stable (Coalitions.err (sizes 0 0) (- 1) 1) both.
  by apply: both_core => -[]; written; vm_compute.
by move=> /(_ stable true isT); rewrite home_both => /esym/eqP; rewrite (negbTE (one_not_all _)).
Qed.
Theorem core_at_the_threshold_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> forall P : {set {set I}}, True -> (forall i : I, mu <= s2 * n i) -> [/\ Stability.core_stable
  (Coalitions.err n mu s2) P <-> apart n mu s2 P, Stability.strictly_core_stable (Coalitions.err n mu s2) P <-> apart
  n mu s2 P, Stability.individually_stable (Coalitions.err n mu s2) P <-> apart n mu s2 P & apart n mu s2 P -> forall
  (C : {set I}) (j : I), j \in C -> Stability.at_home (Coalitions.err n mu s2) P j <= Coalitions.err n mu s2 C j]).
Proof.
move=> H; have [[+ _] _ _ _] := H rat_realFieldType _ (fun=> 1) 1 2%:R (fun=> isT) set0 I (fun _ : unit => isT).
have stable : core_stable (Coalitions.err (fun=> 1 : rat) 1 2%:R) (set0 : {set {set unit}}).
  move=> C /solo_everybody -> /(_ tt); rewrite inE /at_home solo_nowhere => /(_ isT).
  by rewrite solo_all /Coalitions.err /size set0D setDv !big_set0 big_set1; vm_compute.
by move=> /(_ stable tt isT); rewrite solo_nowhere => /setP/(_ tt); rewrite !inE.
Qed.
Theorem core_at_the_threshold_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> forall P : {set {set I}}, partition P [set: I] -> True -> [/\ Stability.core_stable
  (Coalitions.err n mu s2) P <-> apart n mu s2 P, Stability.strictly_core_stable (Coalitions.err n mu s2) P <-> apart
  n mu s2 P, Stability.individually_stable (Coalitions.err n mu s2) P <-> apart n mu s2 P & apart n mu s2 P -> forall
  (C : {set I}) (j : I), j \in C -> Stability.at_home (Coalitions.err n mu s2) P j <= Coalitions.err n mu s2 C j]).
Proof.
move=> H; have [[_ +] _ _ _] := H _ _ _ 2%:R 1 ones each each_partition I.
have all_apart : apart (sizes 1 1) 2%:R 1 each by move=> j _; apply: home_each.
by move=> /(_ all_apart); apply: each_unites => -[]; written; vm_compute.
Qed.
