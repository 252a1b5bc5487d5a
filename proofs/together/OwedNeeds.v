(* What the theorem of Owed.v needs: two rewards below zero satisfy the inequality, and no stakes pay them. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Owed.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem which_rewards_needs_1 : ~ (forall (K : realFieldType) (n : nat) (a : 'I_n -> K), True ->
  (exists e : 'I_n -> 'I_n -> K,
     [/\ forall i j : 'I_n, e i j = e j i, forall i j : 'I_n, 0 <= e i j, forall i : 'I_n, e i i = 0
       & forall i : 'I_n, \sum_j e i j = a i]) <-> (forall i : 'I_n, a i <= \sum_(j | j != i) a j)).
Proof.
move=> H; have [_ []] := H rat_realFieldType 2%N (fun=> - 1) I.
  by move=> i; rewrite sumr_const (cardC1 i) card_ord.
move=> e [_ pos _ sum]; have : 0 <= \sum_j e ord0 j by apply: sumr_ge0.
by rewrite sum.
Qed.
