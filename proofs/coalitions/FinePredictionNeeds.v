(* What the theorems of FinePrediction.v need: nobody, or two players with sizes, noise or spread that are not
   positive. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Stability Weights FineWeights TwoPlayers TwoPlayersBlocks Precision
  EqualSizes.
From Incentives Require Import FinePrediction.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The averages of the two. *)
Definition first (i : bool) : rat^o := if i then 1 else 0.
Lemma sum_in_both (f : bool -> rat^o) : \sum_(i in [set: bool]) f i = f true + f false.
Proof. by under eq_bigl do rewrite inE; rewrite big_bool. Qed.
Ltac predicted := rewrite /fine_prediction /coarse_prediction /mean /gls ?sum_in_both ?big_set1 ?big_set0 ?cards1
  ?cards0 ?cardsT ?card_bool; written; move/eqP; vm_compute.

Theorem equal_sizes_shrinkage_needs_1 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu
  s2 : K) (average : I -> W), True -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I) (x : K), j \in C -> (forall i :
  I, i \in C -> n i = x) -> let shrunk := mean average C + (s2 / (s2 + mu / x)) *: (average j - mean average C) in
  coarse_prediction n mu s2 average C j = shrunk /\ fine_prediction n mu s2 average C j = shrunk).
Proof.
have none_have (i : bool) : i \in [set true] -> sizes 0 0 i = 0 by case: i.
by move=> H; have [+ _] := H _ _ _ (sizes 0 0) 1 1 first I isT isT [set true] true 0 (set11 _) none_have; predicted.
Qed.
Theorem equal_sizes_shrinkage_needs_2 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu
  s2 : K) (average : I -> W), (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I) (x : K), j \in
  C -> (forall i : I, i \in C -> n i = x) -> let shrunk := mean average C + (s2 / (s2 + mu / x)) *: (average j - mean
  average C) in coarse_prediction n mu s2 average C j = shrunk /\ fine_prediction n mu s2 average C j = shrunk).
Proof.
have ones_are (i : bool) : i \in [set: bool] -> sizes 1 1 i = 1 by case: i.
by move=> H; have [_] := H _ _ _ (sizes 1 1) (- 1) 1 first ones I isT setT true 1 (in_setT _) ones_are; predicted.
Qed.
Theorem equal_sizes_shrinkage_needs_3 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu
  s2 : K) (average : I -> W), (forall i : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I) (x : K), j \in
  C -> (forall i : I, i \in C -> n i = x) -> let shrunk := mean average C + (s2 / (s2 + mu / x)) *: (average j - mean
  average C) in coarse_prediction n mu s2 average C j = shrunk /\ fine_prediction n mu s2 average C j = shrunk).
Proof.
have ones_are (i : bool) : i \in [set: bool] -> sizes 1 1 i = 1 by case: i.
by move=> H; have [_] := H _ _ _ (sizes 1 1) 1 (- 1) first ones isT I setT true 1 (in_setT _) ones_are; predicted.
Qed.
Theorem equal_sizes_shrinkage_needs_4 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu
  s2 : K) (average : I -> W), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I) (x : K),
  True -> (forall i : I, i \in C -> n i = x) -> let shrunk := mean average C + (s2 / (s2 + mu / x)) *: (average j -
  mean average C) in coarse_prediction n mu s2 average C j = shrunk /\ fine_prediction n mu s2 average C j = shrunk).
Proof.
have ones_are (i : bool) : i \in (set0 : {set bool}) -> sizes 1 1 i = 1 by case: i.
by move=> H; have [_] := H _ _ _ (sizes 1 1) 1 1 first ones isT isT set0 true 1 I ones_are; predicted.
Qed.
Theorem equal_sizes_shrinkage_needs_5 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu
  s2 : K) (average : I -> W), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I) (x : K), j
  \in C -> True -> let shrunk := mean average C + (s2 / (s2 + mu / x)) *: (average j - mean average C) in
  coarse_prediction n mu s2 average C j = shrunk /\ fine_prediction n mu s2 average C j = shrunk).
Proof.
by move=> H; have [+ _] := H _ _ _ (sizes 1 2%:R) 1 1 first one_two isT isT setT true 1 (in_setT _) I; predicted.
Qed.

Theorem fine_is_blup_needs_1 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu s2 : K)
  (average : I -> W), True -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> fine_prediction n mu s2
  average C j = gls n mu s2 average C + (s2 / FineWeights.V n mu s2 j) *: (average j - gls n mu s2 average C) /\
  (forall v : I -> K, Precision.weights_of C v -> Precision.fine_err n mu s2 C j <= FineWeights.fine n mu s2 j v)).
Proof.
by move=> H; have [+ _] := H _ _ _ (sizes (- 1) (- 1)) 1 1 first I isT isT [set true] true (set11 _); predicted.
Qed.
Theorem fine_is_blup_needs_2 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu s2 : K)
  (average : I -> W), (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C ->
  fine_prediction n mu s2 average C j = gls n mu s2 average C + (s2 / FineWeights.V n mu s2 j) *: (average j - gls n
  mu s2 average C) /\ (forall v : I -> K, Precision.weights_of C v -> Precision.fine_err n mu s2 C j <=
  FineWeights.fine n mu s2 j v)).
Proof.
by move=> H; have [+ _] := H _ _ _ (sizes 1 1) (- 1) 1 first ones I isT [set true] true (set11 _); predicted.
Qed.
Theorem fine_is_blup_needs_3 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu s2 : K)
  (average : I -> W), (forall i : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I), j \in C ->
  fine_prediction n mu s2 average C j = gls n mu s2 average C + (s2 / FineWeights.V n mu s2 j) *: (average j - gls n
  mu s2 average C) /\ (forall v : I -> K, Precision.weights_of C v -> Precision.fine_err n mu s2 C j <=
  FineWeights.fine n mu s2 j v)).
Proof.
by move=> H; have [+ _] := H _ _ _ (sizes 1 1) 1 (- 1) first ones isT I [set true] true (set11 _); predicted.
Qed.
Theorem fine_is_blup_needs_4 : ~ (forall (K : realFieldType) (W : lmodType K) (I : finType) (n : I -> K) (mu s2 : K)
  (average : I -> W), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), True ->
  fine_prediction n mu s2 average C j = gls n mu s2 average C + (s2 / FineWeights.V n mu s2 j) *: (average j - gls n
  mu s2 average C) /\ (forall v : I -> K, Precision.weights_of C v -> Precision.fine_err n mu s2 C j <=
  FineWeights.fine n mu s2 j v)).
Proof.
by move=> H; have [+ _] := H _ _ _ (sizes 1 1) 1 1 first ones isT isT set0 true I; predicted.
Qed.

Theorem fine_all_notions_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> EqualSizes.only_stable (Precision.fine_err n mu s2) [set [set: I]]).
Proof.
move=> H; have [[+ _] _ _ _] := H rat_realFieldType void_finType (fun=> 1) 1 1 I (fun=> isT) isT isT _ none_partition.
exact: none_or_all.
Qed.
Theorem fine_all_notions_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), I -> True ->
  0 < mu -> 0 < s2 -> EqualSizes.only_stable (Precision.fine_err n mu s2) [set [set: I]]).
Proof.
move=> H; have [[+ _] _ _ _] := H _ _ (sizes 0 0) 1 1 true I isT isT _ each_partition.
by apply: (@each_or_both _ _ _ true); written; vm_compute.
Qed.
Theorem fine_all_notions_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), I -> (forall
  i : I, 0 < n i) -> True -> 0 < s2 -> EqualSizes.only_stable (Precision.fine_err n mu s2) [set [set: I]]).
Proof.
move=> H; have [[+ _] _ _ _] := H _ _ (sizes 1 1) 0 1 true ones I isT _ each_partition.
by apply: (@each_or_both _ _ _ true); written; vm_compute.
Qed.
Theorem fine_all_notions_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), I -> (forall
  i : I, 0 < n i) -> 0 < mu -> True -> EqualSizes.only_stable (Precision.fine_err n mu s2) [set [set: I]]).
Proof.
move=> H; have [[+ _] _ _ _] := H _ _ (sizes 1 1) 1 (- 1) true ones isT I _ each_partition.
by apply: (@each_or_both _ _ _ true); written; vm_compute.
Qed.
