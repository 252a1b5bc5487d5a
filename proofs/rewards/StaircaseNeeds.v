(* What the theorem of Staircase.v needs: if the largest contribution is negative, all receive everything and are below
   the last step. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Staircase.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem iafl_staircase_needs_1 : ~ (forall (K : realFieldType) (n : nat) (c : 'I_n.+2 -> K) (top : 'I_n.+2), True ->
  (forall i : 'I_n.+2, c i <= c top) ->
  (forall (i : 'I_n.+2) (S : {set 'I_n.+2}), received_by c top i S -> S = [set~ i] <-> last_step c top < c i) /\
  ((forall i : 'I_n.+2, last_step c top < c i) -> forall (V : lmodType K) (train : nat -> 'I_n.+2 -> V -> V)
     (start : V) (S : nat -> 'I_n.+2 -> {set 'I_n.+2}), (forall (t : nat) (i : 'I_n.+2), received_by c top i (S t i)) ->
     forall (t : nat) (i : 'I_n.+2), iafl train start S t i = averaging train start t)).
Proof.
move=> H; have [/(_ ord0 [set~ ord0]) all _] := H rat_realFieldType 0%N (fun _ => - 1) ord0 I (fun _ => lexx _).
have got : received_by (fun _ : 'I_2 => - 1 : rat) ord0 ord0 [set~ ord0].
  by rewrite /received_by in_setC1 eqxx /rounded_up cardsC1 card_ord divff // mul1r lexx andbT.
by case: (all got) => /(_ erefl); rewrite /last_step mul0r.
Qed.
