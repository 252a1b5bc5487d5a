(* What the theorems of Weights.v need: a player alone has nobody to average with, and gains nothing. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Weights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition n (_ : unit) : rat := 1.
Lemma n_pos i : 0 < n i.
Proof. exact: ltr01. Qed.
Lemma nobody : bias n [set tt] tt = 0.
Proof. by rewrite /bias /size /squares setDv big_set0 big_set1. Qed.
Lemma alone : coarse n 1 1 [set tt] tt (best_weight n 1 1 [set tt] tt) = 1.
Proof. by rewrite /best_weight /coarse nobody /size big_set1. Qed.

Theorem better_than_both_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set
  I}) (j : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> j \in C -> True -> coarse n mu s2 C j (best_weight n
  mu s2 C j) < mu / n j /\ coarse n mu s2 C j (best_weight n mu s2 C j) < Coalitions.err n mu s2 C j).
Proof. by move=> H; have [] := H rat_realFieldType _ n 1 1 [set tt] tt n_pos isT isT (set11 _) I; rewrite alone. Qed.
Theorem precisions_add_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I})
  (j : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> j \in C -> True -> (coarse n mu s2 C j (best_weight n mu
  s2 C j))^-1 = n j / mu + (s2 + (mu / Coalitions.size n (C :\ j) + s2 * (Coalitions.squares n (C :\ j) /
  Coalitions.size n (C :\ j) ^+ 2)))^-1).
Proof.
move=> H; have := H rat_realFieldType _ n 1 1 [set tt] tt n_pos isT isT (set11 _) I.
by rewrite alone setDv /size /squares !big_set0.
Qed.
Theorem lemma_6_1_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (j :
  I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> j \in C -> True -> [/\ 0 < best_weight n mu s2 C j, best_weight
  n mu s2 C j < 1, 0 < curvature n mu s2 C j & forall w : K, coarse n mu s2 C j w = coarse n mu s2 C j (best_weight n mu s2 C j) + curvature n
  mu s2 C j * (w - best_weight n mu s2 C j) ^+ 2]).
Proof.
move=> H; have [] := H rat_realFieldType _ n 1 1 [set tt] tt n_pos isT isT (set11 _) I.
by rewrite /best_weight nobody !mul0r ltxx.
Qed.
