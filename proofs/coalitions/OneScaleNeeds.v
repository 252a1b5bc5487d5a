(* What the theorem of OneScale.v needs: each hypothesis is dropped in turn, for two players of equal size under uniform
   federation. Division by zero gives zero here, as always in Coq. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Weights FineWeights Precision OneScale.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition uniform : federation rat_realFieldType bool_finType := Uniform _ _.
Lemma by_itself (c mu s2 : rat) : err (fun _ : bool => c) mu s2 [set true] true = mu / c + s2 * (0 + (c - c) ^+ 2) / c ^+ 2.
Proof. by rewrite /err /size setDv big_set0 big_set1. Qed.
Lemma with_the_other (c mu s2 : rat) :
  err (fun _ : bool => c) mu s2 setT true = mu / (c + c) + s2 * (c ^+ 2 + (c + c - c) ^+ 2) / (c + c) ^+ 2.
Proof.
have other : setT :\ true = [set false] by apply/setP => -[]; rewrite !inE.
have all : size (fun _ : bool => c) setT = c + c by rewrite /size (big_setD1 true) ?inE //= other big_set1.
by rewrite /err all other big_set1.
Qed.

Theorem one_scale_needs_1 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), True -> 0 < mu -> 0 < mu' -> 0 < s2 -> 0 < s2' ->
  (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [+ _ _] := H _ _ uniform (fun=> 1) (fun=> 1) 1 1 1 1 0 I isT isT isT isT (fun=> erefl).
by move=> /(_ [set true] true); rewrite /= !by_itself => /eqP; vm_compute.
Qed.
Theorem one_scale_needs_2 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), 0 < k -> True -> 0 < mu' -> 0 < s2 -> 0 < s2' ->
  (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [_ _ /(_ setT [set true] true)] := H _ _ uniform (fun=> 1) (fun=> 0) 0 1 1 1 1 isT I isT isT isT (fun=> erefl).
by rewrite /= !by_itself !with_the_other; vm_compute.
Qed.
Theorem one_scale_needs_3 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), 0 < k -> 0 < mu -> True -> 0 < s2 -> 0 < s2' ->
  (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [_ _ /(_ setT [set true] true)] := H _ _ uniform (fun=> 0) (fun=> 1) 1 0 1 1 1 isT isT I isT isT (fun=> erefl).
by rewrite /= !by_itself !with_the_other; vm_compute.
Qed.
Theorem one_scale_needs_4 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), 0 < k -> 0 < mu -> 0 < mu' -> True -> 0 < s2' ->
  (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [_ _ /(_ [set true] setT true)] := H _ _ uniform (fun=> 1) (fun=> 0) 1 1 0 1 1 isT isT isT I isT (fun=> erefl).
by rewrite /= !by_itself !with_the_other; vm_compute.
Qed.
Theorem one_scale_needs_5 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), 0 < k -> 0 < mu -> 0 < mu' -> 0 < s2 -> True ->
  (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [_ _ /(_ [set true] setT true)] := H _ _ uniform (fun=> 0) (fun=> 1) 1 1 1 0 1 isT isT isT isT I (fun=> erefl).
by rewrite /= !by_itself !with_the_other; vm_compute.
Qed.
Theorem one_scale_needs_6 : ~ (forall (K : realFieldType) (I : finType) (F : federation K I) (n n' : I -> K)
    (mu mu' s2 s2' k : K), 0 < k -> 0 < mu -> 0 < mu' -> 0 < s2 -> 0 < s2' ->
  True ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)]).
Proof.
move=> H; have [_ _ /(_ [set true] setT true)] := H _ _ uniform (fun=> 1) (fun=> 1) 1 2%:R 1 1 1 isT isT isT isT isT I.
by rewrite /= !by_itself !with_the_other; vm_compute.
Qed.
