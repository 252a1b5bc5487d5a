(* What the theorems of Merging.v need: two players, one of whom may owe its samples, and groups of another size,
   nobody, or
   twice the same. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Weights FineWeights OneThird Precision TwoPlayers Merging.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem merging_equation_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  forall (C D : {set I}) (j : I), [disjoint C & D] -> D != set0 -> j \in C -> let w := size n C / (size n C + size n
  D) in err n mu s2 C j - err n mu s2 (C :|: D) j = size n D / (size n C * (size n C + size n D)) * (mu - 2 * s2 * n
  j + s2 * (OneThird.seen n C * (1 + w) - OneThird.seen n D * w))).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 (- 1)) 1 1 I [set true] [set false] true two_ones (some_one
  _) (set11 _) => /eqP; by rewrite ?t_with_f; rewrite /OneThird.seen; written; vm_compute.
Qed.

Theorem merging_equation_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i :
  I, 0 < n i) -> forall (C D : {set I}) (j : I), True -> D != set0 -> j \in C -> let w := size n C / (size n C +
  size n D) in err n mu s2 C j - err n mu s2 (C :|: D) j = size n D / (size n C * (size n C + size n D)) * (mu - 2 *
  s2 * n j + s2 * (OneThird.seen n C * (1 + w) - OneThird.seen n D * w))).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 2%:R 1 ones [set true] [set true] true I (some_one _)
  (set11 _) => /eqP; rewrite setUid; by rewrite /OneThird.seen; written; vm_compute.
Qed.

Theorem merging_equation_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i :
  I, 0 < n i) -> forall (C D : {set I}) (j : I), [disjoint C & D] -> D != set0 -> True -> let w := size n C / (size
  n C + size n D) in err n mu s2 C j - err n mu s2 (C :|: D) j = size n D / (size n C * (size n C + size n D)) * (mu
  - 2 * s2 * n j + s2 * (OneThird.seen n C * (1 + w) - OneThird.seen n D * w))).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones [set true] [set false] false two_ones (some_one
  _) I => /eqP; by rewrite /OneThird.seen; written; vm_compute.
Qed.

Theorem joiner_decides_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  forall (C : {set I}) (d : I), C != set0 -> d \notin C -> total_error n mu s2 C + total_error n mu s2 [set d] -
  total_error n mu s2 (d |: C) = n d * (n d + size n C) / size n C * (err n mu s2 [set d] d - err n mu s2 (d |: C)
  d)).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 (- 1)) 1 1 I [set true] false (some_one _);
  rewrite inE => /(_ isT)/eqP; rewrite /total_error ?two ?sums; by rewrite /OneThird.seen; written; vm_compute.
Qed.

Theorem joiner_decides_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i :
  I, 0 < n i) -> forall (C : {set I}) (d : I), C != set0 -> True -> total_error n mu s2 C + total_error n mu s2 [set
  d] - total_error n mu s2 (d |: C) = n d * (n d + size n C) / size n C * (err n mu s2 [set d] d - err n mu s2 (d |:
  C) d)).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones [set true] true (some_one _) I => /eqP;
  rewrite setUid /total_error ?two ?sums; by rewrite /OneThird.seen; written; vm_compute.
Qed.

Theorem one_joiner_and_a_pair_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < s2 -> (forall (C : {set I}) (k : I) (a : K), C != set0 -> k \notin C -> (forall i : I, i \in C -> n i = a)
  -> let v := mu * (#|C|%:R * a + n k) - s2 * n k * a * (#|C|%:R + 1) in [/\ 0 < v -> (forall j : I, j \in C -> err
  n mu s2 (k |: C) j < err n mu s2 C j) /\ err n mu s2 (k |: C) k < err n mu s2 [set k] k, v < 0 -> (forall j : I, j
  \in C -> err n mu s2 C j < err n mu s2 (k |: C) j) /\ err n mu s2 [set k] k < err n mu s2 (k |: C) k & v = 0 ->
  (forall j : I, j \in C -> err n mu s2 C j = err n mu s2 (k |: C) j) /\ err n mu s2 [set k] k = err n mu s2 (k |:
  C) k]) /\ (forall i k : I, i != k -> err n mu s2 [set i; k] i < err n mu s2 [set i] i /\ err n mu s2 [set i; k] k
  < err n mu s2 [set k] k <-> 2 * n i * n k / (n i + n k) < mu / s2)).
Proof. move=> H; have [_ /(_ true false isT)] := H rat_realFieldType _ (sizes 0 0) 1 1 I isT; case=> _; by written;
  vm_compute=> /(_ isT)[].
Qed.

Theorem one_joiner_and_a_pair_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> (forall (C : {set I}) (k : I) (a : K), C != set0 -> k \notin C -> (forall i :
  I, i \in C -> n i = a) -> let v := mu * (#|C|%:R * a + n k) - s2 * n k * a * (#|C|%:R + 1) in [/\ 0 < v -> (forall
  j : I, j \in C -> err n mu s2 (k |: C) j < err n mu s2 C j) /\ err n mu s2 (k |: C) k < err n mu s2 [set k] k, v <
  0 -> (forall j : I, j \in C -> err n mu s2 C j < err n mu s2 (k |: C) j) /\ err n mu s2 [set k] k < err n mu s2 (k
  |: C) k & v = 0 -> (forall j : I, j \in C -> err n mu s2 C j = err n mu s2 (k |: C) j) /\ err n mu s2 [set k] k =
  err n mu s2 (k |: C) k]) /\ (forall i k : I, i != k -> err n mu s2 [set i; k] i < err n mu s2 [set i] i /\ err n
  mu s2 [set i; k] k < err n mu s2 [set k] k <-> 2 * n i * n k / (n i + n k) < mu / s2)).
Proof. move=> H; have [_ /(_ true false isT)] := H rat_realFieldType _ (sizes 1 1) 1 (- 1) ones I; case=> + _; by
  written; vm_compute=> /(_ (conj isT isT)).
Qed.

Theorem two_groups_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> forall (C D : {set I}) (a b : K), True -> D != set0 -> [disjoint C & D] -> (forall i : I, i \in C -> n i
  = a) -> (forall i : I, i \in D -> n i = b) -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a +
  #|D|%:R * b) -> (forall j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in D ->
  err n mu s2 (C :|: D) j < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) ->
  (forall j : I, j \in C -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j
  < err n mu s2 (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I,
  j \in C -> err n mu s2 C j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j = err n mu s2
  (C :|: D) j), (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D a b < mu / s2)
  & (mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones set0 [set true] 0 1 I (some_one _) ltac:(by
  rewrite -setI_eq0 set0I) (fun i (e : i \in set0) => ltac:(by move: e;
    rewrite inE)) (fun i (e : i \in [set true]) => ltac:(by move: e; rewrite inE => /eqP ->)) isT; case=> + _ _ _ _;
      rewrite cards0 cards1 => /(_ isT)[_ /(_ true (set11 _))]; by rewrite set0U ltxx.
Qed.

Theorem two_groups_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> forall (C D : {set I}) (a b : K), C != set0 -> D != set0 -> True -> (forall i : I, i \in C -> n i = a)
  -> (forall i : I, i \in D -> n i = b) -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a +
  #|D|%:R * b) -> (forall j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in D ->
  err n mu s2 (C :|: D) j < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) ->
  (forall j : I, j \in C -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j
  < err n mu s2 (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I,
  j \in C -> err n mu s2 C j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j = err n mu s2
  (C :|: D) j), (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D a b < mu / s2)
  & (mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 2%:R 1 ones [set true] [set true] 1 1 (some_one _)
  (some_one _) I (fun i (e : i \in [set true]) => ltac:(by move: e;
    rewrite inE => /eqP ->)) (fun i (e : i \in [set true]) => ltac:(by move: e; rewrite inE => /eqP ->)) isT;
      case=> + _ _ _ _; rewrite cards1 => /(_ isT)[_ /(_ true (set11 _))]; by rewrite setUid ltxx.
Qed.

Theorem two_groups_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> forall (C D : {set I}) (a b : K), C != set0 -> D != set0 -> [disjoint C & D] -> True -> (forall i : I, i
  \in D -> n i = b) -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b) -> (forall
  j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in D -> err n mu s2 (C :|: D) j
  < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C
  -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j < err n mu s2 (C :|: D)
  j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C -> err n mu s2 C
  j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j = err n mu s2 (C :|: D) j), (s2 * a * b
  * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D a b < mu / s2) & (mu * (#|C|%:R * a +
  #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) (1 / 2%:R) 1 ones [set true] [set false] 0 1 (some_one _)
  (some_one _) two_ones I (fun i (e : i \in [set false]) => ltac:(by move: e; rewrite inE => /eqP ->)) isT;
    case=> + _ _ _ _; rewrite !cards1 => /(_ isT)[/(_ true (set11 _)) + _]; by written; vm_compute.
Qed.

Theorem two_groups_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> forall (C D : {set I}) (a b : K), C != set0 -> D != set0 -> [disjoint C & D] -> (forall i : I, i \in C
  -> n i = a) -> True -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b) ->
  (forall j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in D -> err n mu s2 (C
  :|: D) j < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I,
  j \in C -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j < err n mu s2
  (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C -> err
  n mu s2 C j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j = err n mu s2 (C :|: D) j),
  (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D a b < mu / s2) & (mu *
  (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) (1 / 2%:R) 1 ones [set true] [set false] 1 0 (some_one _)
  (some_one _) two_ones (fun i (e : i \in [set true]) => ltac:(by move: e; rewrite inE => /eqP ->)) I isT;
    case=> + _ _ _ _; rewrite !cards1 => /(_ isT)[/(_ true (set11 _)) + _]; by written; vm_compute.
Qed.

Theorem two_groups_needs_7 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> forall (C D : {set I}) (a b : K), C != set0 -> D != set0 -> [disjoint C & D] -> (forall i : I, i \in C
  -> n i = a) -> (forall i : I, i \in D -> n i = b) -> True -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R
  * a + #|D|%:R * b) -> (forall j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in
  D -> err n mu s2 (C :|: D) j < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R +
  #|D|%:R) -> (forall j : I, j \in C -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err
  n mu s2 D j < err n mu s2 (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) ->
  (forall j : I, j \in C -> err n mu s2 C j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j
  = err n mu s2 (C :|: D) j), (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D
  a b < mu / s2) & (mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a
  b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 (- 1) ones [set true] [set false] 1 1 (some_one _)
  (some_one _) two_ones (fun i (e : i \in [set true]) => ltac:(by move: e;
    rewrite inE => /eqP ->)) (fun i (e : i \in [set false]) => ltac:(by move: e; rewrite inE => /eqP ->)) I;
      case=> _ _ _ + _; rewrite /harmonic !cards1; by vm_compute.
Qed.

Theorem two_groups_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> forall (C
  D : {set I}) (a b : K), C != set0 -> D != set0 -> [disjoint C & D] -> (forall i : I, i \in C -> n i = a) ->
  (forall i : I, i \in D -> n i = b) -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R
  * b) -> (forall j : I, j \in C -> err n mu s2 (C :|: D) j < err n mu s2 C j) /\ (forall j : I, j \in D -> err n mu
  s2 (C :|: D) j < err n mu s2 D j), mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall
  j : I, j \in C -> err n mu s2 C j < err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j < err n
  mu s2 (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C
  -> err n mu s2 C j = err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> err n mu s2 D j = err n mu s2 (C :|: D)
  j), (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) = (harmonic C D a b < mu / s2) & (mu *
  (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 < harmonic C D a b)]).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 (- 1)) 1 1 I [set true] [set false] 1 (- 1) (some_one _)
  (some_one _) two_ones (fun i (e : i \in [set true]) => ltac:(by move: e;
    rewrite inE => /eqP ->)) (fun i (e : i \in [set false]) => ltac:(by move: e; rewrite inE => /eqP ->)) isT;
      case=> + _ _ _ _; rewrite !cards1 => /(_ isT)[_ /(_ false (set11 _))]; by written; vm_compute.
Qed.

Theorem two_groups_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 <
  n i) -> forall (C D : {set I}) (a b : K), C != set0 -> True -> [disjoint C & D] -> (forall i : I, i \in C -> n i =
  a) -> (forall i : I, i \in D -> n i = b) -> 0 < s2 -> [/\ s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a +
  #|D|%:R * b) -> (forall j : I, j \in C -> Coalitions.err n mu s2 (C :|: D) j < Coalitions.err n mu s2 C j) /\
  (forall j : I, j \in D -> Coalitions.err n mu s2 (C :|: D) j < Coalitions.err n mu s2 D j), mu * (#|C|%:R * a +
  #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C -> Coalitions.err n mu s2 C j <
  Coalitions.err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> Coalitions.err n mu s2 D j < Coalitions.err n mu s2
  (C :|: D) j), mu * (#|C|%:R * a + #|D|%:R * b) = s2 * a * b * (#|C|%:R + #|D|%:R) -> (forall j : I, j \in C ->
  Coalitions.err n mu s2 C j = Coalitions.err n mu s2 (C :|: D) j) /\ (forall j : I, j \in D -> Coalitions.err n mu s2
  D j = Coalitions.err n mu s2 (C :|: D) j), (s2 * a * b * (#|C|%:R + #|D|%:R) < mu * (#|C|%:R * a + #|D|%:R * b)) =
  (harmonic C D a b < mu / s2) & (mu * (#|C|%:R * a + #|D|%:R * b) < s2 * a * b * (#|C|%:R + #|D|%:R)) = (mu / s2 <
  harmonic C D a b)]).
Proof.
move=> H; have group (i : bool) : i \in [set true] -> sizes 1 1 i = 1 by case: i.
have nobody (i : bool) : i \in (set0 : {set bool}) -> sizes 1 1 i = 1 by rewrite inE.
have apart : [disjoint [set true] & set0 : {set bool}] by rewrite -setI_eq0 setI0.
have [+ _ _ _ _] := H _ _ (sizes 1 1) 2%:R 1 ones [set true] set0 1 1 (some_one _) I apart group nobody isT.
by rewrite cards1 cards0 setU0 => /(_ isT)[/(_ true (set11 _))]; rewrite ltxx.
Qed.
