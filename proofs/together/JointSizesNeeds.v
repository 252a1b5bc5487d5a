(* What the theorem of JointSizes.v needs, as far as one member shows it, who stakes nothing: announced sizes that are
   efficient, and sizes that are positive. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights OneNumber SmallStakes JointSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition noise (mu : rat) (k : unit -> rat) (i : unit) : vec := of_variance (1 + mu / k i).
Lemma noise_is mu k i j : (forall l, 0 < k l) -> cross (noise mu k i) (noise mu k j) = if i == j then 1 + mu / k i
  else 0.
Proof. by move=> _; case: i; case: j; rewrite eqxx variance. Qed.
(* What one member spends at a size. *)
Lemma spends_one n mu k : \sum_(i in [set: unit]) spends (FineWeights.best n mu 1) (fun=> 1) mu 1 cross 0 (noise mu)
    (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ => 0) (fun=> k) i = mu / k + 1 * k.
Proof.
rewrite (eq_bigl xpredT) => [|i]; last by rewrite inE.
by rewrite over_one /spends over_none addr0 fine_one // best_one.
Qed.

Theorem no_coalition_resizes_needs_13 : ~ (forall (K : realFieldType) (I : finType) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K)
  (constant : I -> I -> K) (T : {set I}) (n k : I -> K),
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) -> 0 < mu -> 0 < s2 -> (forall l, 0 < n l) -> True ->
  (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends (FineWeights.best n mu s2) cost mu s2 E common noise a b constant n i <=
    \sum_(i in T) spends (FineWeights.best n mu s2) cost mu s2 E common noise a b constant k i).
Proof.
move=> H; have := H _ _ (fun=> 1) 1 1 _ cross 0 (noise 1) (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ => 0) setT
  (fun=> 2%:R) (fun=> 1) cross_sym cross_add cross_scale (@noise_is _) (fun i j => @apart i j _)
  (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j k => @apart i j _) isT isT
  (fun=> isT) I (fun=> isT); rewrite !spends_one => bad.
suff : (1 / 2%:R + 1 * 2%:R <= 1 / 1 + 1 * 1 :> rat) by vm_compute.
by apply: bad => i; rewrite inE.
Qed.
Theorem no_coalition_resizes_needs_14 : ~ (forall (K : realFieldType) (I : finType) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K)
  (constant : I -> I -> K) (T : {set I}) (n k : I -> K),
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) -> 0 < mu -> 0 < s2 -> (forall l, 0 < n l) ->
  OneNumber.efficient mu s2 cost n -> True -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends (FineWeights.best n mu s2) cost mu s2 E common noise a b constant n i <=
    \sum_(i in T) spends (FineWeights.best n mu s2) cost mu s2 E common noise a b constant k i).
Proof.
move=> H; have := H _ _ (fun=> 1) 1 1 _ cross 0 (noise 1) (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ => 0) setT
  (fun=> 1) (fun=> - 1) cross_sym cross_add cross_scale (@noise_is _) (fun i j => @apart i j _)
  (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j k => @apart i j _) isT isT
  (fun=> isT) one_is_efficient I; rewrite !spends_one => bad.
suff : (1 / 1 + 1 * 1 <= 1 / (- 1) + 1 * (- 1) :> rat) by vm_compute.
by apply: bad => i; rewrite inE.
Qed.
