(* Hedonic games as such: which stability implies which, favourites, whole coalitions (coalitions/new-stability-implications,
   new-strictly-best-is-unique, new-whole-coalitions). Any finite set of players, any preferences.
   Modelled: [cost C j] is what player j has in the coalition C, smaller is better; a partition is a set of blocks.
   Not modelled: where the costs come from. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.
Local Open Scope order_scope.

Section Games.
Variables (disp : unit) (K : orderType disp) (I : finType) (cost : {set I} -> I -> K).
Implicit Types (P : {set {set I}}) (C D : {set I}).
Definition at_home P j := cost (pblock P j) j.
(* No coalition whose members all gain; no coalition where nobody loses and somebody gains. *)
Definition core_stable P := forall C, C != set0 -> ~ (forall j, j \in C -> cost C j < at_home P j).
Definition strictly_core_stable P := forall C,
  ~ ((forall j, j \in C -> cost C j <= at_home P j) /\ exists2 j, j \in C & cost C j < at_home P j).
(* A player may move to another block, or be alone. *)
Definition place P C := C \in P \/ C = set0.
Definition nash_stable P := forall C j, place P C -> j \notin C -> at_home P j <= cost (j |: C) j.
Definition individually_stable P := forall C j, place P C -> j \notin C ->
  ~ (cost (j |: C) j < at_home P j /\ forall i, i \in C -> cost (j |: C) i <= at_home P i).

Theorem stability_implications P :
  [/\ strictly_core_stable P -> core_stable P, strictly_core_stable P -> individually_stable P &
      nash_stable P -> individually_stable P].
Proof.
split=> [strict C /set0Pn[j jC] gain|strict C j pl jC [gain welcome]|nash C j pl jC [gain _]].
- apply: (strict C); split=> [i iC|]; first by apply: ltW; apply: gain.
  by exists j => //; apply: gain.
- apply: (strict (j |: C)); split=> [i /setU1P[->|iC]|]; [exact: ltW|exact: welcome|exists j => //; exact: setU11].
by have := nash C j pl jC; rewrite leNgt gain.
Qed.

Section Best.
Variable P : {set {set I}}.
Hypothesis part : partition P setT.
Hypothesis best : forall C j, j \in C -> C != pblock P j -> at_home P j < cost C j.

Lemma own j : j \in pblock P j.
Proof. by rewrite mem_pblock; case/and3P: part => /eqP -> _ _; rewrite inE. Qed.
Lemma block j : pblock P j \in P.
Proof. by rewrite pblock_mem //; case/and3P: part => /eqP -> _ _; rewrite inE. Qed.
Lemma at_best C j : j \in C -> at_home P j <= cost C j.
Proof. by move=> jC; have [->//|ne] := eqVneq C (pblock P j); apply: ltW; apply: best. Qed.

(* A partition that is strictly best for everybody is stable in all four senses, and no other one is in the core or in the
   strict core. *)
Theorem strictly_best_is_unique :
  [/\ strictly_core_stable P, core_stable P, nash_stable P & individually_stable P] /\
  forall Q, partition Q setT -> core_stable Q \/ strictly_core_stable Q -> Q = P.
Proof.
have strict : strictly_core_stable P by move=> C [_ [j jC]]; rewrite ltNge at_best.
have nash : nash_stable P by move=> C j _ _; apply: at_best; apply: setU11.
have [core _ indiv] := stability_implications P.
split; first by split=> //; [exact: core|exact: indiv].
move=> Q partQ either; have coreQ : core_stable Q.
  by case: either => // strictQ; have [+ _ _] := stability_implications Q; apply.
have [covQ trQ noQ] := and3P partQ; have [covP trP noP] := and3P part.
have ownQ j : j \in pblock Q j by rewrite mem_pblock (eqP covQ) inE.
have blockQ j : pblock Q j \in Q by rewrite pblock_mem // (eqP covQ) inE.
have same j : pblock Q j = pblock P j.
  apply/eqP; apply: contraT => other; case: (coreQ (pblock P j)).
    by apply/set0Pn; exists j; apply: own.
  move=> i ij; have ei : pblock P i = pblock P j by apply: same_pblock.
  have [eq|ne] := eqVneq (pblock Q i) (pblock P i); last by rewrite -ei; apply: best.
  case/negP: other; rewrite -ei -eq; apply/eqP; apply: same_pblock => //.
  by rewrite eq ei own.
apply/setP => C; apply/idP/idP => CX.
  have /set0Pn[j jC] : C != set0 by apply: contraNneq noQ => <-.
  by rewrite -(def_pblock trQ CX jC) same block.
have /set0Pn[j jC] : C != set0 by apply: contraNneq noP => <-.
by rewrite -(def_pblock trP CX jC) -same blockQ.
Qed.
End Best.

(* A coalition is whole if no part of it would rather be by itself. *)
Definition whole C := forall D, D \proper C -> D != set0 -> ~ (forall j, j \in D -> cost D j < cost C j).

Lemma whole_part C (worth : I -> K) : C != set0 -> (forall j, j \in C -> cost C j < worth j) ->
  exists2 D, D != set0 /\ whole D & forall j, j \in D -> cost D j < worth j.
Proof.
have [n le] := ubnP #|C|; elim: n C le => // n IH C le C0 gain.
have [/existsP[D /and3P[DC D0 /forall_inP leave]]|none] :=
  boolP [exists D : {set I}, [&& D \proper C, D != set0 & [forall j in D, cost D j < cost C j]]].
  apply: (IH D) => // [|j jD]; first by rewrite ltnS in le; apply: leq_trans (proper_card DC) le.
  by apply: lt_trans (leave j jD) (gain j (subsetP (proper_sub DC) j jD)).
exists C => //; split=> // D DC D0 leave; case/negP: none; apply/existsP; exists D.
by rewrite DC D0; apply/forall_inP.
Qed.

Theorem whole_coalitions_suffice P : partition P setT ->
  (core_stable P -> forall C, C \in P -> whole C) /\
  (forall C, C != set0 -> (forall j, j \in C -> cost C j < at_home P j) ->
    exists2 D, D != set0 /\ whole D & forall j, j \in D -> cost D j < at_home P j).
Proof.
move=> part; split=> [core C CP D DC D0 leave|C C0 gain]; last exact: whole_part gain.
apply: (core D) => // j jD; have [_ tr _] := and3P part; have jC := subsetP (proper_sub DC) j jD.
by rewrite /at_home (def_pblock tr CP jC); apply: leave.
Qed.
End Games.
