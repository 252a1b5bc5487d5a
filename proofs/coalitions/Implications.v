(* Which stability implies which (coalitions/new-stability-implications). Any finite set of players, any preferences.
   Modelled: the four notions of Stability.v. That an implication fails is shown by a game of two or three players with
   natural numbers as costs. Not modelled: where the costs come from. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Stability EqualSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

Definition notion := forall (I : finType), ({set I} -> I -> nat) -> {set {set I}} -> Prop.
Definition core : notion := fun I cost => core_stable cost.
Definition strict : notion := fun I cost => strictly_core_stable cost.
Definition individual : notion := fun I cost => individually_stable cost.
Definition nash : notion := fun I cost => nash_stable cost.
(* Whatever the game, each partition that is stable in the first sense is so in the second. *)
Definition implies (A B : notion) := forall (I : finType) cost P, partition P [set: I] -> A I cost P -> B I cost P.

(* --- The first player would gain by joining the second, who does not care, or loses by it. --- *)
Definition joining (loss : nat) (C : {set bool}) (j : bool) : nat :=
  if j then (if C == setT then 0 else 1) else (if C == setT then loss else 0).
Definition apart : {set {set bool}} := [set [set j] | j in bool_finType].
Lemma apart_partition : partition apart setT. Proof. exact: alone_partition. Qed.
Lemma apart_home loss j : at_home (joining loss) apart j = if j then 1 else 0.
Proof.
have one (i : bool) : ([set i] == setT) = false.
  by apply/negbTE/eqP => /setP/(_ (~~ i)); rewrite !inE; case: i.
by rewrite /at_home alone_home /joining !one; case: j.
Qed.
Lemma joined : true |: [set false] = setT.
Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma apart_core loss : core_stable (joining loss) apart.
Proof.
move=> C C0 gain; have [CT|CT] := eqVneq C setT.
  by have := gain false; rewrite CT inE apart_home => /(_ isT).
have /set0Pn[j jC] := C0; have := gain j jC; rewrite apart_home /joining (negPf CT); by case: j {jC}.
Qed.
Lemma apart_strict : strictly_core_stable (joining 1) apart.
Proof.
move=> C [weak [j jC]]; have [CT|CT] := eqVneq C setT; last by rewrite apart_home /joining (negPf CT); case: j {jC}.
by have := weak false; rewrite apart_home CT inE /joining eqxx => /(_ isT).
Qed.
Lemma apart_not_strict : ~ strictly_core_stable (joining 0) apart.
Proof.
move=> H; apply: (H setT); split=> [j _|]; first by rewrite apart_home /joining eqxx; case: j.
by exists true; rewrite ?inE // apart_home /joining eqxx.
Qed.
Lemma single : place apart [set false]. Proof. by left; apply: imset_f. Qed.
Lemma apart_not_individual : ~ individually_stable (joining 0) apart.
Proof.
move=> H; apply: (H [set false] true single); rewrite ?inE // joined; split; first by rewrite apart_home /joining eqxx.
by move=> i; rewrite inE => /eqP ->; rewrite apart_home /joining eqxx.
Qed.
Lemma apart_not_nash loss : ~ nash_stable (joining loss) apart.
Proof. by move=> H; have := H [set false] true single; rewrite !inE joined apart_home /joining eqxx => /(_ isT). Qed.

(* --- Three players like pairs best, and being alone least. --- *)
Definition crowd (C : {set 'I_3}) (_ : 'I_3) : nat := if #|C| == 2 then 0 else if #|C| == 3 then 1 else 2.
Definition together : {set {set 'I_3}} := [set setT].
Lemma together_is : partition together setT. Proof. exact: (together_partition ord0). Qed.
Lemma together_at_home j : at_home crowd together j = 1.
Proof. by rewrite /at_home (together_home ord0) /crowd cardsT card_ord. Qed.
Lemma together_nash : nash_stable crowd together.
Proof.
move=> C j [|->]; first by rewrite inE => /eqP ->; rewrite inE.
by rewrite together_at_home setU0 /crowd cards1.
Qed.
Lemma together_not_core : ~ core_stable crowd together.
Proof.
move=> H; apply: (H [set ord0; lift ord0 ord0]); first by apply/set0Pn; exists ord0; rewrite !inE.
by move=> j _; rewrite together_at_home /crowd cards2.
Qed.

(* The three implications hold for costs of any kind, and none of the nine others. *)
Theorem which_implies_which :
  (forall (disp : unit) (K : orderType disp) (I : finType) (cost : {set I} -> I -> K) P, partition P setT ->
    [/\ strictly_core_stable cost P -> core_stable cost P, strictly_core_stable cost P -> individually_stable cost P &
        nash_stable cost P -> individually_stable cost P]) /\
  [/\ ~ implies core strict, ~ implies core individual & ~ implies core nash] /\
  [/\ ~ implies individual core, ~ implies individual strict & ~ implies individual nash] /\
  [/\ ~ implies nash core, ~ implies nash strict & ~ implies strict nash].
Proof.
split=> [disp K I cost P _|]; first exact: stability_implications.
have [from_strict _ _] := stability_implications crowd together.
have [_ _ from_nash] := stability_implications crowd together.
have [_ indiv _] := stability_implications (joining 1) apart.
split; [split|split; split] => H.
- by apply: apart_not_strict; apply: (H _ _ _ apart_partition); apply: apart_core.
- by apply: apart_not_individual; apply: (H _ _ _ apart_partition); apply: apart_core.
- by apply: (@apart_not_nash 0); apply: (H _ _ _ apart_partition); apply: apart_core.
- by apply: together_not_core; apply: (H _ _ _ together_is); apply: from_nash; apply: together_nash.
- by apply: together_not_core; apply: from_strict; apply: (H _ _ _ together_is); apply: from_nash; apply: together_nash.
- by apply: (@apart_not_nash 1); apply: (H _ _ _ apart_partition); apply: indiv; apply: apart_strict.
- by apply: together_not_core; apply: (H _ _ _ together_is); apply: together_nash.
- by apply: together_not_core; apply: from_strict; apply: (H _ _ _ together_is); apply: together_nash.
by apply: (@apart_not_nash 1); apply: (H _ _ _ apart_partition); apply: apart_strict.
Qed.
