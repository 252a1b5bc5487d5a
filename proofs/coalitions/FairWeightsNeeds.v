(* What the theorems of FairWeights.v need: two players; without noise, spread,
   membership or a difference in size the bounds break. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Weights FineWeights Precision TwoPlayers Fair FairWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem fair_weights_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i
  j : I), True -> 0 < mu -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> (n i * coarse_err n mu s2 C i < n j *
  coarse_err n mu s2 C j /\ n j * coarse_err n mu s2 C j < mu) /\ n i * fine_err n mu s2 C i < n j * fine_err n mu
  s2 C j /\ n j * fine_err n mu s2 C j < mu).
Proof. move=> H; have [[_ +] _] := H rat_realFieldType _ (sizes 0 1) 1 1 setT true false I isT isT (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i
  j : I), (forall k : I, 0 < n k) -> True -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> (n i * coarse_err n mu s2
  C i < n j * coarse_err n mu s2 C j /\ n j * coarse_err n mu s2 C j < mu) /\ n i * fine_err n mu s2 C i < n j *
  fine_err n mu s2 C j /\ n j * fine_err n mu s2 C j < mu).
Proof. move=> H; have [[_ +] _] := H rat_realFieldType _ (sizes 1 2%:R) 0 1 setT true false one_two I isT (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i
  j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> True -> j \in C -> n i < n j -> (n i * coarse_err n mu s2 C
  i < n j * coarse_err n mu s2 C j /\ n j * coarse_err n mu s2 C j < mu) /\ n i * fine_err n mu s2 C i < n j *
  fine_err n mu s2 C j /\ n j * fine_err n mu s2 C j < mu).
Proof. move=> H; have [[_ +] _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set false] true false one_two isT isT I
  (set11 _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i
  j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> i \in C -> True -> n i < n j -> (n i * coarse_err n mu s2 C
  i < n j * coarse_err n mu s2 C j /\ n j * coarse_err n mu s2 C j < mu) /\ n i * fine_err n mu s2 C i < n j *
  fine_err n mu s2 C j /\ n j * fine_err n mu s2 C j < mu).
Proof. move=> H; have [[+ _] _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set true] true false one_two isT isT
  (set11 _) I isT; by written; vm_compute.
Qed.

Theorem fair_weights_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i
  j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> i \in C -> j \in C -> True -> (n i * coarse_err n mu s2 C i
  < n j * coarse_err n mu s2 C j /\ n j * coarse_err n mu s2 C j < mu) /\ n i * fine_err n mu s2 C i < n j *
  fine_err n mu s2 C j /\ n j * fine_err n mu s2 C j < mu).
Proof. move=> H; have [[+ _] _] := H rat_realFieldType _ (sizes 1 1) 1 1 setT true false ones isT isT (in_setT _)
  (in_setT _) I; by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), True -> 0 < mu -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> let most := (mu + 2 * n j * s2) /
  (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu s2 C i /
  coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most, fine_err n
  mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [_ _ _ _] := H rat_realFieldType _ (sizes 0 1) 1 1 setT true false I isT isT (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), (forall k : I, 0 < n k) -> True -> 0 < s2 -> i \in C -> j \in C -> n i < n j -> let most := (mu + 2
  * n j * s2) / (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu
  s2 C i / coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most,
  fine_err n mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [_ [_ +] _ _ _] := H rat_realFieldType _ (sizes 1 2%:R) 0 1 setT true false one_two I isT
  (in_setT _) (in_setT _) isT; rewrite t_with_f => /(_ erefl); by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), (forall k : I, 0 < n k) -> 0 < mu -> True -> i \in C -> j \in C -> n i < n j -> let most := (mu + 2
  * n j * s2) / (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu
  s2 C i / coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most,
  fine_err n mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [_ _ _ _] := H rat_realFieldType _ (sizes 1 2%:R) 1 0 setT true false one_two isT I (in_setT _)
  (in_setT _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> True -> j \in C -> n i < n j -> let most := (mu + 2
  * n j * s2) / (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu
  s2 C i / coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most,
  fine_err n mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [+ _ _ _ _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set false] true false one_two isT isT
  I (set11 _) isT; by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> i \in C -> True -> n i < n j -> let most := (mu + 2
  * n j * s2) / (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu
  s2 C i / coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most,
  fine_err n mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [+ _ _ _ _] := H rat_realFieldType _ (sizes 1 2%:R) 1 1 [set true] true false one_two isT isT
  (set11 _) I isT; by written; vm_compute.
Qed.

Theorem fair_weights_ratio_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (i j : I), (forall k : I, 0 < n k) -> 0 < mu -> 0 < s2 -> i \in C -> j \in C -> True -> let most := (mu + 2 *
  n j * s2) / (mu + 2 * n i * s2) in [/\ coarse_err n mu s2 C i / coarse_err n mu s2 C j <= most, coarse_err n mu s2
  C i / coarse_err n mu s2 C j = most <-> C = [set i; j], fine_err n mu s2 C i / fine_err n mu s2 C j <= most,
  fine_err n mu s2 C i / fine_err n mu s2 C j = most <-> C = [set i; j] & most < bound n mu s2 i j]).
Proof. move=> H; have [_ _ _ _] := H rat_realFieldType _ (sizes 1 1) 1 1 setT true false ones isT isT (in_setT _)
  (in_setT _) I; by written; vm_compute.
Qed.

Theorem fair_weights_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j
  : I), (forall k : I, 0 < n k) -> 0 < mu -> True -> i \in C -> j \in C -> n i < n j -> (n i * Precision.coarse_err n
  mu s2 C i < n j * Precision.coarse_err n mu s2 C j /\ n j * Precision.coarse_err n mu s2 C j < mu) /\ n i *
  Precision.fine_err n mu s2 C i < n j * Precision.fine_err n mu s2 C j /\ n j * Precision.fine_err n mu s2 C j < mu).
Proof. move=> H; have [[+ +] _] := H rat_realFieldType _ (sizes 1 2%:R) 1 (- 1) setT true false one_two isT I (in_setT
  _)
  (in_setT _) isT; by written; vm_compute.
Qed.
