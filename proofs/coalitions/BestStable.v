(* The best core-stable partition costs less than three halves (coalitions/new-price-of-stability-below-three-halves): where
   some partition is core stable, some core-stable one costs least among them, and less than three halves of every partition.
   Any number of players, any positive sizes, any noise and spread above zero, any ordered field, uniform federation.
   Modelled: the core of OneThird.v, [total] of BestPartition.v. Not modelled: that 3/2 cannot be lowered. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Coalitions OneThird BestPartition ThreeHalves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BestStable.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Local Notation err := (err n mu s2).

(* Whether a partition is in the core can be decided: there are finitely many coalitions. *)
Definition in_core (P : {set {set I}}) := partition P setT &&
  [forall C : {set I}, (C != set0) ==> ~~ [forall j in C, err C j < err (pblock P j) j]].
Lemma in_coreP P : reflect (partition P setT /\ core_stable n mu s2 P) (in_core P).
Proof.
apply: (iffP andP) => -[part core]; split=> //.
  by move=> C C0 gain; have /implyP/(_ C0)/negP[] := forallP core C; apply/forall_inP.
apply/forallP => C; apply/implyP => C0; apply/negP => /forall_inP gain; exact: core C C0 gain.
Qed.
End BestStable.

Theorem best_core_stable (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I ->
  (exists2 P, partition P setT & core_stable n mu s2 P) ->
  exists P, [/\ partition P setT, core_stable n mu s2 P,
    forall Q, partition Q setT -> core_stable n mu s2 Q -> total n mu s2 P <= total n mu s2 Q &
    forall Q, partition Q setT -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q].
Proof.
move=> n_pos mu_pos s2_pos i0 [P0 part0 core0].
have yes : in_core n mu s2 P0 by apply/in_coreP.
case: (arg_minP (total n mu s2) yes) => P /in_coreP[part core] least; exists P; split=> // Q partQ.
  by move=> coreQ; apply: least; apply/in_coreP.
by have [+ _] := less_than_three_halves n_pos mu_pos s2_pos i0 part partQ; apply.
Qed.
