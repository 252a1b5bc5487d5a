(* What the theorem of FourCoarse.v needs. Everybody together is left by the first three of the sizes 1, 1, 1, -1, of
   the sizes 1, 1, 1, 1 at a negative noise or spread, and of 1, 1, 1, 5, where the largest has more than the others
   together. With the sizes 1, 1, 1, 1, 4 it has as much as the others together, and all the others leave. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability Weights Precision FourCoarse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Players with these sizes, and the first so many of them. *)
Definition sized m (s : seq rat) (i : 'I_m) : rat := nth 0 s i.
Arguments sized : clear implicits.
Definition first m k : {set 'I_m} := [set i : 'I_m | i < k]%N.
Arguments first : clear implicits.
Ltac computed := rewrite /coarse_err /Weights.coarse /best_weight /bias /Coalitions.size /Coalitions.squares;
  rewrite !big_mkcond !big_ord_recr !big_ord0 /= !inE; vm_compute.

Lemma not_left m (n : 'I_m -> rat) mu s2 k : core_stable (coarse_err n mu s2) [set setT] -> (0 < k)%N -> (0 < m)%N ->
  ~ forall i, i \in first m k -> coarse_err n mu s2 (first m k) i < coarse_err n mu s2 setT i.
Proof.
move=> core k0 m0 gain; apply: (core (first m k)) => [|i iC]; last by rewrite /at_home home_of_all; apply: gain.
by apply/set0Pn; exists (Ordinal m0); rewrite inE.
Qed.
Ltac leave := case=> -[|[|[|[|[|//]]]]] ?; rewrite inE //= => _; computed.

Theorem four_players_coarse_core_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), True -> 0 < mu -> 0 < s2 -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [|_] := H _ _ (sized 4 [:: 1; 1; 1; -1]) 1 1 ord0 I isT isT (card_ord 4).
  by case=> -[|[|[|[|//]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT) /(@not_left _ _ _ _ 3) []//; leave.
Qed.
Theorem four_players_coarse_core_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> True -> 0 < s2 -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [||_] := H _ _ (sized 4 [:: 1; 1; 1; 1]) (- 7%:R) 1 ord0 _ I isT (card_ord 4);
  try by case=> -[|[|[|[|//]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT) /(@not_left _ _ _ _ 3) []//; leave.
Qed.
Theorem four_players_coarse_core_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> True -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [||_] := H _ _ (sized 4 [:: 1; 1; 1; 1]) 1 (- 2%:R) ord0 _ isT I (card_ord 4);
  try by case=> -[|[|[|[|//]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT) /(@not_left _ _ _ _ 3) []//; leave.
Qed.
Theorem four_players_coarse_core_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [||_] := H _ _ (sized 5 [:: 1; 1; 1; 1; 4%:R]) (7%:R)^-1 1 ord_max _ isT isT I;
  try by case=> -[|[|[|[|[|//]]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT) /(@not_left _ _ _ _ 4) []//; leave.
Qed.
Theorem four_players_coarse_core_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> #|I| = 4%N -> True ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [|_] := H _ _ (sized 4 [:: 1; 1; 1; 5%:R]) (14%:R)^-1 1 ord0 _ isT isT (card_ord 4) I;
  try by case=> -[|[|[|[|//]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT) /(@not_left _ _ _ _ 3) []//; leave.
Qed.
