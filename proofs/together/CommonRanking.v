(* Members who all gain the same from a coalition (new-equal-gains-core): any number of members, any gains in an ordered
   field.
   Modelled: [gain C] is what each member of the coalition C gains, a cost of minus as much; stability as in Stability.v.
   A partition is taken best first if each block gains most among all coalitions of those who are in it or in blocks
   that gain no more: of those who are left before it is set aside. Not modelled: where the gains come from. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Stability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section CommonRanking.
Variables (K : realFieldType) (I : finType) (gain : {set I} -> K).
Implicit Types (B C D R : {set I}) (P Q : {set {set I}}).
Definition cost C (_ : I) := - gain C.
Definition left_with P B := \bigcup_(D in P | gain D <= gain B) D.
Definition best_first P := forall B C, B \in P -> C != set0 -> C \subset left_with P B -> gain C <= gain B.
(* Each time only one coalition is best. *)
Definition one_best P := forall B C, B \in P -> C != set0 -> C \subset left_with P B -> C != B -> gain C < gain B.

(* Whoever is set aside last among the members of a coalition gains at least as much as the coalition would give. *)
Lemma best_first_is_stable P : partition P setT -> best_first P -> core_stable cost P.
Proof.
move=> /and3P[/eqP cov tr no] best C /set0Pn[k kC] gains.
have own j : j \in pblock P j by rewrite mem_pblock cov inE.
have block j : pblock P j \in P by rewrite pblock_mem // cov inE.
case: (@arg_maxP _ _ I k (mem C) (fun j => gain (pblock P j)) kC) => j jC top.
have := gains j jC; rewrite /at_home /cost ltr_opp2 ltNge best //; first by apply/set0Pn; exists j.
apply/subsetP => i iC; apply/bigcupP; exists (pblock P i); last exact: own.
by rewrite block; exact: top.
Qed.

Lemma best_first_of R : exists2 P, partition P R & best_first P.
Proof.
have [n le] := ubnP #|R|; elim: n R le => // n IH R le.
have [->|R0] := eqVneq R set0.
  exists set0; last by move=> B C; rewrite inE.
  by apply/and3P; split; rewrite ?inE //; [rewrite /cover big_set0|apply/trivIsetP => A B; rewrite inE].
pose inside C := (C != set0) && (C \subset R).
have Rin : inside R by rewrite /inside R0 subxx.
case: (@arg_maxP _ _ _ R inside gain Rin) => B /andP[B0 BR] top.
have small : (#|R :\: B| < n)%N.
  have /set0Pn[j jB] := B0; rewrite -ltnS; apply: leq_trans le; rewrite ltnS; apply: proper_card.
  apply/properP; split; first exact: subsetDl.
  by exists j; [exact: (subsetP BR)|rewrite inE jB].
have [P partP best] := IH _ small; have [/eqP cov tr no] := and3P partP.
have sub D : D \in P -> inside D /\ D \subset R :\: B.
  move=> DP; have DR : D \subset R :\: B by rewrite -cov; apply: (bigcup_sup D).
  split=> //; rewrite /inside (subset_trans DR (subsetDl _ _)) andbT.
  by apply: contraNneq no => <-.
have apart D : D \in P -> [disjoint B & D].
  move=> /sub[_ DR]; rewrite disjoint_sym; apply: disjointWl DR _.
  by rewrite -setI_eq0; apply/eqP/setP => j; rewrite !inE; case: (j \in B); rewrite ?andbF.
have fresh : B \notin P.
  apply/negP => /apart; rewrite -setI_eq0 setIid; by apply/negP.
exists (B |: P).
  apply/and3P; split.
  - rewrite /cover big_setU1 //= -/(cover P) cov; apply/eqP/setP => j; rewrite !inE.
    by case: (boolP (j \in B)) => //= /(subsetP BR).
  - apply/trivIsetP => A D /setU1P[->|AP] /setU1P[->|DP] ne; rewrite ?eqxx // in ne *.
    + exact: apart.
    + by rewrite disjoint_sym; apply: apart.
    by move/trivIsetP: tr; apply.
  by apply/setU1P => -[e|]; [case/negP: B0; rewrite -e|apply/negP].
have all_in D C : C \subset left_with (B |: P) D -> C \subset R.
  move=> sC; apply: subset_trans sC _; apply/bigcupsP => A /andP[/setU1P[->|AP] _] //.
  by case: (sub A AP) => /andP[].
move=> D C /setU1P[->|DP] C0 sC; first by apply: top; rewrite /inside C0 (all_in B).
have [le'|more] := leP (gain B) (gain D).
  by apply: (le_trans _ le'); apply: top; rewrite /inside C0 (all_in D).
apply: best => //; apply: subset_trans sC _; apply/bigcupsP => A /andP[/setU1P[->|AP] leA].
  by rewrite leNgt more in leA.
by apply: (bigcup_sup A) => //; rewrite AP.
Qed.

(* Some partition is taken best first, all of them are in the core, and nothing else is where each time one is best. *)
Theorem common_ranking : [/\ exists2 P, partition P [set: I] & best_first P,
  forall P, partition P [set: I] -> best_first P -> core_stable cost P &
  forall P Q, partition P [set: I] -> one_best P -> partition Q [set: I] -> core_stable cost Q -> Q = P].
Proof.
split=> [|P|P Q partP best partQ core]; [exact: best_first_of|exact: best_first_is_stable|].
have [/eqP covP trP noP] := and3P partP; have [/eqP covQ trQ noQ] := and3P partQ.
have ownQ j : j \in pblock Q j by rewrite mem_pblock covQ inE.
have blockQ j : pblock Q j \in Q by rewrite pblock_mem // covQ inE.
have ownP j : j \in pblock P j by rewrite mem_pblock covP inE.
have blockP j : pblock P j \in P by rewrite pblock_mem // covP inE.
suff sub : P \subset Q.
  apply/setP => D; apply/idP/idP => [DQ|/(subsetP sub)//].
  have /set0Pn[j jD] : D != set0 by apply: contraNneq noQ => <-.
  by rewrite -(def_pblock trQ DQ jD) (def_pblock trQ (subsetP sub _ (blockP j)) (ownP j)).
apply/subsetP => B0 B0P; apply: contraT => B0Q.
pose lost B := (B \in P) && (B \notin Q).
have lost0 : lost B0 by rewrite /lost B0P.
case: (@arg_maxP _ _ _ B0 lost gain lost0) => B /andP[BP BQ] top.
case: (core B); first by apply: contraNneq noP => <-.
move=> i iB; set D := pblock Q i; rewrite /at_home /cost ltr_opp2 -/D; apply: best => //.
- by apply/set0Pn; exists i; apply: ownQ.
- apply/subsetP => j jD; apply/bigcupP; exists (pblock P j); last exact: ownP.
  rewrite blockP /= leNgt; apply/negP => more.
  have inQ : pblock P j \in Q.
    apply: contraT => out; have lostj : lost (pblock P j) by rewrite /lost blockP out.
    by have le : gain (pblock P j) <= gain B := top _ lostj; rewrite ltNge le in more.
  have same : pblock P j = D.
    by rewrite -(def_pblock trQ inQ (ownP j)); apply: def_pblock => //; apply: blockQ.
  have : i \in pblock P j by rewrite same; apply: ownQ.
  move=> /(def_pblock trP (blockP j)) e; rewrite -e (def_pblock trP BP iB) ltxx in more.
  by [].
by apply: contra BQ => /eqP <-; apply: blockQ.
Qed.
End CommonRanking.
