(* Four players always have an individually stable partition, even if somebody is indifferent
   (coalitions/new-four-players-individual-ties). Any positive sizes, equal ones too, and any ordered field.
   Modelled: [err] of Coalitions.v, individual stability of Stability.v: a newcomer is let in unless somebody there
   loses. The partition is one that is core stable at a little more noise.
   Not modelled: which partition it is. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability Newcomers FourPlayers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem four_players_individual_ties (K : realFieldType) (I : finType) (n : I -> K) : (forall i, 0 < n i) ->
  #|I| = 4%N -> forall mu s2, 0 < mu -> 0 < s2 ->
  exists2 P, partition P setT & individually_stable (err n mu s2) P.
Proof.
move=> n_pos four mu s2 mu0 s20; apply: indifferent_may_let_in => // more up.
exact: four_players_individual (lt_trans mu0 up) s20.
Qed.
