(* What the theorems of Precision.v need: two players of equal size, or of none, and noise or spread that is zero. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Weights FineWeights TwoPlayers Precision.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem order_of_federations_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> True -> [/\ fine_err n mu s2 C j
  <= coarse_err n mu s2 C j, coarse_err n mu s2 C j < Coalitions.err n mu s2 C j, coarse_err n mu s2 C j <
  Coalitions.err n mu s2 [set j] j & fine_err n mu s2 C j = coarse_err n mu s2 C j <-> (forall i k : I, i \in C :\ j
  -> k \in C :\ j -> n i = n k)]).
Proof. move=> H; have [_ + _ _] := H rat_realFieldType _ (sizes 1 1) 1 1 ones isT isT [set true] true (set11 _) I. by
  written; vm_compute.
Qed.

Theorem order_of_federations_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), True -> C :\ j != set0 -> [/\ fine_err n mu
  s2 C j <= coarse_err n mu s2 C j, coarse_err n mu s2 C j < Coalitions.err n mu s2 C j, coarse_err n mu s2 C j <
  Coalitions.err n mu s2 [set j] j & fine_err n mu s2 C j = coarse_err n mu s2 C j <-> (forall i k : I, i \in C :\ j
  -> k \in C :\ j -> n i = n k)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones isT isT [set true] false I;
  rewrite t_but_f => /(_ (some_one _))[_ _ + _]; by written; vm_compute.
Qed.

Theorem order_of_federations_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I), j \in C -> C :\ j != set0 -> [/\ fine_err n mu
  s2 C j <= coarse_err n mu s2 C j, coarse_err n mu s2 C j < Coalitions.err n mu s2 C j, coarse_err n mu s2 C j <
  Coalitions.err n mu s2 [set j] j & fine_err n mu s2 C j = coarse_err n mu s2 C j <-> (forall i k : I, i \in C :\ j
  -> k \in C :\ j -> n i = n k)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 0 ones isT I setT true (in_setT _);
  rewrite all_but_t => /(_ (some_one _))[_ + _ _]; by written; vm_compute.
Qed.

Theorem order_of_federations_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> C :\ j != set0 -> [/\ fine_err n mu
  s2 C j <= coarse_err n mu s2 C j, coarse_err n mu s2 C j < Coalitions.err n mu s2 C j, coarse_err n mu s2 C j <
  Coalitions.err n mu s2 [set j] j & fine_err n mu s2 C j = coarse_err n mu s2 C j <-> (forall i k : I, i \in C :\ j
  -> k \in C :\ j -> n i = n k)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 0 1 ones I isT setT true (in_setT _);
  rewrite all_but_t => /(_ (some_one _))[_ _ + _]; by written; vm_compute.
Qed.

Theorem order_of_federations_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> C :\ j != set0 -> [/\ fine_err n mu s2 C j <=
  coarse_err n mu s2 C j, coarse_err n mu s2 C j < Coalitions.err n mu s2 C j, coarse_err n mu s2 C j <
  Coalitions.err n mu s2 [set j] j & fine_err n mu s2 C j = coarse_err n mu s2 C j <-> (forall i k : I, i \in C :\ j
  -> k \in C :\ j -> n i = n k)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 0 0) 1 1 I isT isT setT true (in_setT _);
  rewrite all_but_t => /(_ (some_one _))[_ _ + _]; by written; vm_compute.
Qed.

Theorem precision_addition_coarse_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  True -> 0 < mu -> 0 < s2 -> (forall (T : {set I}) (j : I), T != set0 -> j \notin T -> (coarse_err n mu s2 (j |: T)
  j)^-1 = n j / mu + (s2 + b n mu s2 T)^-1) /\ (forall j : I, (coarse_err n mu s2 [set j] j)^-1 = n j / mu) /\
  (forall (T T' : {set I}) (j k : I), j \notin T :|: T' -> k \notin T :|: T' -> (T != set0 -> T' != set0 ->
  (coarse_err n mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (b n mu s2 T <= b n mu s2 T')) /\ (coarse_err
  n mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (coarse_err n mu s2 (k |: T) k <= coarse_err n mu s2 (k |:
  T') k))).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 0 0) 1 1 I isT isT;
  move=> /(_ [set true] false (some_one _)); rewrite !inE => /(_ isT)/eqP; by written; vm_compute.
Qed.

Theorem precision_addition_coarse_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> (forall (T : {set I}) (j : I), T != set0 -> j \notin T -> (coarse_err
  n mu s2 (j |: T) j)^-1 = n j / mu + (s2 + b n mu s2 T)^-1) /\ (forall j : I, (coarse_err n mu s2 [set j] j)^-1 = n
  j / mu) /\ (forall (T T' : {set I}) (j k : I), j \notin T :|: T' -> k \notin T :|: T' -> (T != set0 -> T' != set0
  -> (coarse_err n mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (b n mu s2 T <= b n mu s2 T')) /\
  (coarse_err n mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (coarse_err n mu s2 (k |: T) k <= coarse_err n
  mu s2 (k |: T') k))).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 1 1) 0 1 ones I isT;
  move=> /(_ [set true] false (some_one _)); rewrite !inE => /(_ isT)/eqP; by written; vm_compute.
Qed.

Theorem precision_addition_coarse_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> (forall (T : {set I}) (j : I), T != set0 -> j \notin T -> (coarse_err n
  mu s2 (j |: T) j)^-1 = n j / mu + (s2 + b n mu s2 T)^-1) /\ (forall j : I, (coarse_err n mu s2 [set j] j)^-1 = n j /
  mu) /\ (forall (T T' : {set I}) (j k : I), j \notin T :|: T' -> k \notin T :|: T' -> (T != set0 -> T' != set0 ->
  (coarse_err n mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (b n mu s2 T <= b n mu s2 T')) /\ (coarse_err n
  mu s2 (j |: T) j <= coarse_err n mu s2 (j |: T') j) = (coarse_err n mu s2 (k |: T) k <= coarse_err n mu s2 (k |: T')
  k))).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 1 1) 2%:R (- 1) ones isT I;
  move=> /(_ [set true] false (some_one _)); rewrite !inE => /(_ isT)/eqP; by written; vm_compute.
Qed.

Theorem precision_addition_fine_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> [/\ weights_of C (best n mu s2 C j), forall v : I ->
  K, weights_of C v -> FineWeights.fine n mu s2 j v = fine_err n mu s2 C j + \sum_(i in C) FineWeights.V n mu s2 i *
  (v i - best n mu s2 C j i) ^+ 2, C :\ j != set0 -> (fine_err n mu s2 C j)^-1 = n j / mu + (s2 + (\sum_(i in C :\ j)
  (FineWeights.V n mu s2 i)^-1)^-1)^-1 & C = [set j] -> (fine_err n mu s2 C j)^-1 = n j / mu]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 0) 1 1 I isT isT setT false (in_setT _);
  rewrite all_but_f => -[_ _ /(_ (some_one _))/eqP + _]; by written; vm_compute.
Qed.

Theorem precision_addition_fine_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> [/\ weights_of C (best n mu s2
  C j), forall v : I -> K, weights_of C v -> FineWeights.fine n mu s2 j v = fine_err n mu s2 C j + \sum_(i in C)
  FineWeights.V n mu s2 i * (v i - best n mu s2 C j i) ^+ 2, C :\ j != set0 -> (fine_err n mu s2 C j)^-1 = n j / mu +
  (s2 + (\sum_(i in C :\ j) (FineWeights.V n mu s2 i)^-1)^-1)^-1 & C = [set j] -> (fine_err n mu s2 C j)^-1 = n j /
  mu]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 0 1 ones I isT setT true (in_setT _);
  rewrite all_but_t => -[_ _ /(_ (some_one _))/eqP + _]; by written; vm_compute.
Qed.

Theorem precision_addition_fine_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I), j \in C -> [/\ weights_of C (best n mu s2
  C j), forall v : I -> K, weights_of C v -> FineWeights.fine n mu s2 j v = fine_err n mu s2 C j + \sum_(i in C)
  FineWeights.V n mu s2 i * (v i - best n mu s2 C j i) ^+ 2, C :\ j != set0 -> (fine_err n mu s2 C j)^-1 = n j / mu +
  (s2 + (\sum_(i in C :\ j) (FineWeights.V n mu s2 i)^-1)^-1)^-1 & C = [set j] -> (fine_err n mu s2 C j)^-1 = n j /
  mu]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 (- 1) ones isT I setT true (in_setT _);
  rewrite all_but_t => -[_ _ /(_ (some_one _))/eqP + _]; by written; vm_compute.
Qed.

Theorem precision_addition_fine_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), True -> [/\ weights_of C (best n mu s2
  C j), forall v : I -> K, weights_of C v -> FineWeights.fine n mu s2 j v = fine_err n mu s2 C j + \sum_(i in C)
  FineWeights.V n mu s2 i * (v i - best n mu s2 C j i) ^+ 2, C :\ j != set0 -> (fine_err n mu s2 C j)^-1 = n j / mu +
  (s2 + (\sum_(i in C :\ j) (FineWeights.V n mu s2 i)^-1)^-1)^-1 & C = [set j] -> (fine_err n mu s2 C j)^-1 = n j /
  mu]).
Proof. move=> H; have [[_ /(_ true) +] _ _ _] := H rat_realFieldType _ (sizes 1 1) 1 1 ones isT isT set0 true I;
  move=> /(_ (negbT (in_set0 _)))/eqP; by written; vm_compute.
Qed.

Theorem error_is_own_weight_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0
  < mu -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> (let w := Weights.best_weight n mu s2 C j in coarse_err n
  mu s2 C j = mu / n j * (w + (1 - w) * (n j / Coalitions.size n C))) /\ fine_err n mu s2 C j = mu / n j * best n mu
  s2 C j j).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 1 0) 1 1 I isT isT setT false (in_setT _);
  move/eqP; by written; vm_compute.
Qed.

Theorem error_is_own_weight_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i
  : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I), j \in C -> (let w := Weights.best_weight n mu s2 C
  j in coarse_err n mu s2 C j = mu / n j * (w + (1 - w) * (n j / Coalitions.size n C))) /\ fine_err n mu s2 C j = mu /
  n j * best n mu s2 C j j).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 1 1) (- 1) 1 ones I isT setT true (in_setT _);
  move/eqP; by written; vm_compute.
Qed.

Theorem error_is_own_weight_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i
  : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I), j \in C -> (let w := Weights.best_weight n mu s2 C
  j in coarse_err n mu s2 C j = mu / n j * (w + (1 - w) * (n j / Coalitions.size n C))) /\ fine_err n mu s2 C j = mu /
  n j * best n mu s2 C j j).
Proof. move=> H; have [+ _] := H rat_realFieldType _ (sizes 1 1) 1 (- 1) ones isT I setT true (in_setT _);
  move/eqP; by written; vm_compute.
Qed.
