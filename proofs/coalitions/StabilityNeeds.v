(* What the theorems of Stability.v need: blocks that leave somebody out are no partition, and the list of blocks that
   is
   empty is as stable as any. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Stability TwoPlayers TwoPlayersBlocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

Definition cost (C : {set unit}) (_ : unit) : nat := #|C|.

Theorem strictly_best_is_unique_needs_1 : ~ (forall (disp : unit) (K : orderType disp) (I : finType) (cost : {set I}
  -> I -> K) (P : {set {set I}}), True -> (forall (C : {set I}) (j : I), j \in C -> C != pblock P j -> (at_home cost
  P j < cost C j)%O) -> [/\ strictly_core_stable cost P, core_stable cost P, nash_stable cost P &
  individually_stable cost P] /\ (forall Q : {set {set I}}, partition Q [set: I] -> core_stable cost Q \/
  strictly_core_stable cost Q -> Q = P)).
Proof.
move=> H; have [|_ unique] := H _ _ _ cost set0 I.
  by move=> C [] tC _; rewrite /at_home solo_nowhere /cost cards0; apply/card_gt0P; exists tt.
have stable : core_stable cost [set setT].
  move=> C /solo_everybody -> /(_ tt); rewrite inE /at_home (_ : pblock _ _ = setT) ?ltxx => [/(_ isT)//|].
  by apply: solo_home; rewrite inE.
by have /setP/(_ setT) := unique _ solo_partition (or_introl stable); rewrite !inE eqxx.
Qed.

(* Two players who would rather be alone. *)
Definition crowd (C : {set bool}) (_ : bool) : nat := #|C|.
Theorem strictly_best_is_unique_needs_2 : ~ (forall (disp : unit) (K : orderType disp) (I : finType) (cost : {set I}
  -> I -> K) (P : {set {set I}}), partition P [set: I] -> True -> [/\ strictly_core_stable cost P, core_stable cost P,
  nash_stable cost P & individually_stable cost P] /\ (forall Q : {set {set I}}, partition Q [set: I] -> core_stable
  cost Q \/ strictly_core_stable cost Q -> Q = P)).
Proof.
move=> H; have [[_ + _ _] _] := H _ _ _ crowd both both_partition I.
by apply: (both_leaves (j := true)); rewrite /crowd cards1 cardsT card_bool.
Qed.
