(* Games in which everybody ranks coalitions by one number: the steps of PrecisionRanks.v. Any finite set of players,
   any ordered field.
   Modelled: the number of a coalition is a sum over its members. Who likes company wants a large number; who dislikes
   it wants to be alone; the others do not care. Stability as in Stability.v. Not modelled: where the costs come from.
   *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Stability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ranking.
Variables (K : realFieldType) (I : finType) (p : I -> K) (cost : {set I} -> I -> K).
Variables (likes dislikes : pred I).
Implicit Types (C D S : {set I}) (P Q : {set {set I}}).
Definition number C := \sum_(i in C) p i.
Hypothesis p_pos : forall i, 0 < p i.
Hypothesis more_is_better : forall C D j, j \in C -> j \in D -> likes j -> (cost C j < cost D j) = (number D < number
  C).
Hypothesis alone_is_best : forall C j, j \in C -> dislikes j -> C != [set j] -> cost [set j] j < cost C j.
Hypothesis indifferent : forall C D j, j \in C -> j \in D -> ~~ likes j -> ~~ dislikes j -> cost C j = cost D j.
Hypothesis not_both : forall j, likes j -> ~~ dislikes j.

(* Who likes company is together, each of the others is alone. *)
Definition together := [set j | likes j].
Definition home j := if likes j then together else [set j].
Definition arranged := [set home j | j in I].

Lemma home_in j : j \in home j.
Proof. by rewrite /home; case: ifP => lj; rewrite ?inE. Qed.
Lemma home_same i j : i \in home j -> home i = home j.
Proof.
rewrite /home; case: (boolP (likes j)) => lj; first by rewrite inE => ->.
by rewrite inE => /eqP ->; rewrite (negPf lj).
Qed.
Lemma arranged_partition : partition arranged setT.
Proof.
apply/and3P; split.
- rewrite eqEsubset subsetT; apply/subsetP => j _; apply/bigcupP; exists (home j); [exact: imset_f|exact: home_in].
- apply/trivIsetP => A B /imsetP[i _ ->] /imsetP[j _ ->] ne; apply/pred0P => k /=; apply/negP => /andP[ki kj].
  by case/eqP: ne; rewrite -(home_same ki) (home_same kj).
by apply/imsetP => -[j _ e]; have := home_in j; rewrite -e inE.
Qed.
Lemma arranged_block j : pblock arranged j = home j.
Proof.
have [_ tr _] := and3P arranged_partition.
by apply: def_pblock => //; [exact: imset_f|exact: home_in].
Qed.

Lemma part_of_number C D : C \subset D -> number C <= number D.
Proof.
move=> CD; rewrite /number [X in _ <= X](bigID (mem C)) /=.
rewrite [X in _ <= X + _](eq_bigl (mem C)) => [|i]; last by rewrite /= andbC; case: (boolP (i \in C)) => // /(subsetP
  CD).
by rewrite ler_addl sumr_ge0 // => i _; apply: ltW.
Qed.
Lemma proper_number C D : C \proper D -> number C < number D.
Proof.
move=> /properP[CD [i iD iC]]; apply: (@lt_le_trans _ _ (number (i |: C))).
  by rewrite /number big_setU1 //= ltr_addr.
by apply: part_of_number; rewrite subUset sub1set iD.
Qed.

Lemma arranged_core : core_stable cost arranged.
Proof.
move=> C C0 gain; have ones j : j \in C -> likes j.
  move=> jC; apply: contraT => lj; have := gain j jC; rewrite /at_home arranged_block /home (negPf lj).
  have [dj|dj] := boolP (dislikes j); last by rewrite (indifferent jC (set11 j)) // ltxx.
  have [->|ne] := eqVneq C [set j]; first by rewrite ltxx.
  by move=> lt; have := lt_trans lt (alone_is_best jC dj ne); rewrite ltxx.
case/set0Pn: C0 => j jC; have lj := ones j jC; have := gain j jC; rewrite /at_home arranged_block /home lj.
rewrite more_is_better ?inE // ltNge part_of_number //; apply/subsetP => i iC; by rewrite inE ones.
Qed.

(* Without ties no other partition is in the core. *)
Lemma arranged_only Q : (forall j, likes j || dislikes j) -> partition Q setT -> core_stable cost Q -> Q = arranged.
Proof.
move=> no_ties part core; have [/eqP cov tr no] := and3P part.
have own j : j \in pblock Q j by rewrite mem_pblock cov inE.
have block j : pblock Q j \in Q by rewrite pblock_mem // cov inE.
have large j : ~~ likes j -> pblock Q j = [set j].
  move=> lj; have dj : dislikes j by have := no_ties j; rewrite (negPf lj).
  apply/eqP; apply: contraT => ne; case: (core [set j]) => [|i]; first by apply/set0Pn; exists j; rewrite inE.
  by rewrite inE => /eqP ->; apply: alone_is_best.
have inside j : likes j -> pblock Q j \subset together.
  move=> lj; apply/subsetP => i ij; rewrite inE; apply: contraT => li.
  have := large i li; rewrite (same_pblock tr ij) => e; have := own j; rewrite e inE => /eqP ji.
  by rewrite -ji lj in li.
have same j : pblock Q j = home j.
  rewrite /home; case: ifP => lj; last by apply: large; rewrite lj.
  apply/eqP; apply: contraT => ne; case: (core together) => [|i]; first by apply/set0Pn; exists j; rewrite inE.
  rewrite inE => li; rewrite more_is_better ?inE // ?own //; apply: proper_number.
  rewrite properEneq inside // andbT; apply: contra ne => /eqP e.
  by apply/eqP; rewrite -e; apply: same_pblock => //; rewrite e inE.
apply/setP => C; apply/idP/imsetP => [CQ|[j _ ->]]; last by rewrite -same.
have /set0Pn[j jC] : C != set0 by apply: contraNneq no => <-.
by exists j => //; rewrite -same (def_pblock tr CQ jC).
Qed.
End Ranking.
