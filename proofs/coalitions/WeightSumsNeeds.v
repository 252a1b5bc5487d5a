(* What the theorems of WeightSums.v need: a member who is alone or absent, or sizes, noise or spread that are zero. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions FineWeights TwoPlayers WeightSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma with_company : [set: bool] :\ true != set0. Proof. by rewrite all_but_t some_one. Qed.
Ltac parts := rewrite /noise_part /spread_part; written.

Theorem variance_and_bias_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (j : I), True -> 0 < mu -> 0 < s2 -> j \in C -> C :\ j != set0 -> [/\ Coalitions.err n mu s2 C j = noise_part
  n mu C + spread_part n s2 j C, noise_part n mu C < noise_part n mu [set j], spread_part n s2 j [set j] = 0 & 0 <
  spread_part n s2 j C]).
Proof.
move=> H; have [_ + _ _] := H rat_realFieldType _ (sizes 0 0) 1 1 setT true I isT isT (in_setT _) with_company.
by parts; vm_compute.
Qed.

Theorem variance_and_bias_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (j : I), (forall i : I, 0 < n i) -> True -> 0 < s2 -> j \in C -> C :\ j != set0 -> [/\ Coalitions.err n mu s2
  C j = noise_part n mu C + spread_part n s2 j C, noise_part n mu C < noise_part n mu [set j], spread_part n s2 j
  [set j] = 0 & 0 < spread_part n s2 j C]).
Proof.
move=> H; have [_ + _ _] := H rat_realFieldType _ (sizes 1 1) 0 1 setT true ones I isT (in_setT _) with_company.
by parts; vm_compute.
Qed.

Theorem variance_and_bias_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (j : I), (forall i : I, 0 < n i) -> 0 < mu -> True -> j \in C -> C :\ j != set0 -> [/\ Coalitions.err n mu s2
  C j = noise_part n mu C + spread_part n s2 j C, noise_part n mu C < noise_part n mu [set j], spread_part n s2 j
  [set j] = 0 & 0 < spread_part n s2 j C]).
Proof.
move=> H; have [_ _ _] := H rat_realFieldType _ (sizes 1 1) 1 0 setT true ones isT I (in_setT _) with_company.
by parts; vm_compute.
Qed.

Theorem variance_and_bias_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (j : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> j \in C -> True -> [/\ Coalitions.err n mu s2 C j =
  noise_part n mu C + spread_part n s2 j C, noise_part n mu C < noise_part n mu [set j], spread_part n s2 j [set j]
  = 0 & 0 < spread_part n s2 j C]).
Proof.
move=> H; have [_ _ _] := H rat_realFieldType _ (sizes 1 1) 1 1 [set true] true ones isT isT (set11 _) I.
by parts; vm_compute.
Qed.

Theorem best_weights_between_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (j k :
  I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> forall i : I, 0 < FineWeights.best n mu s2 j i /\
  FineWeights.best n mu s2 j i < 1).
Proof.
move=> H; have [_] := H rat_realFieldType _ (fun _ : unit => 1) 1 1 tt tt (fun _ => isT) isT isT I tt.
have nobody : FineWeights.H (fun _ : unit => 1) 1 1 tt = 0 :> rat by rewrite /FineWeights.H big1 // => -[].
by rewrite /best eqxx nobody !mulr0 addr0 divr1 ltxx.
Qed.
