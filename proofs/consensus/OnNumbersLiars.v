(* Types of points, redundancy and coalitions of liars on the numbers of the pages "What is trust worth?" (four clients with
   [0,4] and [1,6], each twice), "Truth that cannot be moved" (five reports and their depth), "When is nobody needed?" and
   "What can coalitions of liars do?". Computed: who accepts a point, how deep it is, who can be spared, and who is peeled.
   Modelled: nothing new; numbers are fractions. Not modelled: what the theorems of the other files say of all numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import OnNumbers.
From Incentives Require LeaveOneOut Candidates Trust Peeling Exposure DepthMore Depth Guessing Averages.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Four clients accept [0,4], [0,4], [1,6], [1,6]. Any one of them can be spared, not any two; W = [1,4]. --- *)
Notation c := (client 3).
Definition two_kinds (k : nat) (x : rat) := if k == 0%N then between 0 4%:R x else between 1 6%:R x.
Definition S (m : 'I_4) := two_kinds m./2.
Arguments S : simpl never.
Example one_can_be_spared_but_not_two : [/\ LeaveOneOut.spares S 1, Trust.spares S 1, Exposure.spares S 1,
  LeaveOneOut.redundant S & ~ LeaveOneOut.spares S 2] /\
  forall x, LeaveOneOut.agreed S x <-> between 1 4%:R x.
Proof.
have one : LeaveOneOut.spares S 1 by move=> A x; apply: (copies_stay (has := two_kinds)).
split; [split; [exact one | exact one | exact one | |] |].
- move=> n x all_x; apply: (one [set n]); first by rewrite cards1.
  by move=> m; rewrite inE; apply: all_x.
- move=> two; have five m : m \notin group [:: c 0; c 1] -> S m 5%:R.
    by move: m; apply: every; rewrite /= !in_group; do! split; first [by [] | move=> _; computed].
  by have := two _ _ _ five (c 0); rewrite card_group // => /(_ isT); apply/negP; computed.
move=> x; split=> [all_x|x_in]; last by apply: every; do! split; apply: wider x_in.
by have /andP[one_x _] := all_x (c 2); have /andP[_ four_x] := all_x (c 0); apply/andP.
Qed.
(* Client 0 reports {5}: the point 5 has the type {2, 3}, is reported by 0, 2 and 3, and suits all but 1 by the reports. *)
Definition told (m : 'I_4) (x : rat) := if m == 0%N :> nat then x == 5%:R else S m x.
Arguments told : simpl never.
Example the_point_five : [/\ Candidates.type S 5%:R = group [:: c 2; c 3], Candidates.type told 5%:R = group [:: c 0; c 2; c 3],
  LeaveOneOut.accepting S 5%:R = 2%N, LeaveOneOut.accepting S 1 = 4%N & Trust.depth told 5%:R = 3%N] /\
  LeaveOneOut.without told (c 1) 5%:R /\ ~ LeaveOneOut.without told (c 2) 5%:R.
Proof.
split; first split; rewrite ?/Candidates.type ?/LeaveOneOut.accepting ?/Trust.depth ?set_size; try computed.
- by apply: as_group; computed.
- by apply: as_group; computed.
split; first by apply: every; do! split; first [by [] | move=> _; computed].
by move=> /(_ (c 1) isT); apply/negP; computed.
Qed.
