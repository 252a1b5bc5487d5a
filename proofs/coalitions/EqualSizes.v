(* Games in which company always helps, or never does, or makes no difference,
   and equal sizes (coalitions/corollary-5-2,
   new-equal-sizes-all-notions). Any number of players, any real field.
   Modelled: the stability notions of Stability.v; [err] of Coalitions.v for the players of one size. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A partition is stable in all four senses, and no other one is in any. *)
Definition only_stable (K : realFieldType) (I : finType) (cost : {set I} -> I -> K) (Q : {set {set I}}) :=
  forall P, partition P setT ->
  [/\ core_stable cost P <-> P = Q, strictly_core_stable cost P <-> P = Q, individually_stable cost P <-> P = Q &
      nash_stable cost P <-> P = Q].

Section Company.
Variables (K : realFieldType) (I : finType) (cost : {set I} -> I -> K) (i0 : I).
Implicit Types (C D : {set I}) (P : {set {set I}}).

(* Blocks and homes. *)
Lemma together_partition : partition [set setT : {set I}] setT.
Proof.
rewrite /partition /cover /trivIset !big_set1 /cover big_set1 !eqxx /= inE eq_sym.
by apply/set0Pn; exists i0; rewrite inE.
Qed.
Lemma together_home j : pblock [set setT : {set I}] j = setT.
Proof. by apply: def_pblock; rewrite ?inE //; case/and3P: together_partition. Qed.
Lemma alone_partition : partition [set [set j] | j in I] setT.
Proof.
apply/and3P; split.
- rewrite /cover; apply/eqP/setP => j; rewrite inE; apply/bigcupP; exists [set j]; rewrite ?set11 //; exact: imset_f.
- apply/trivIsetP => A B /imsetP[i _ ->] /imsetP[k _ ->] ik; rewrite disjoints1 inE.
  by apply: contra ik => /eqP ->.
by apply/imsetP => -[j _ /setP/(_ j)]; rewrite !inE eqxx.
Qed.
Lemma alone_home j : pblock [set [set j] | j in I] j = [set j].
Proof. by apply: def_pblock; rewrite ?set11 //; [case/and3P: alone_partition|exact: imset_f]. Qed.
Lemma two_blocks P : partition P setT -> P != [set setT] -> exists C D, [/\ C \in P, D \in P & C != D].
Proof.
move=> part ne; have [/eqP cov tr no] := and3P part; pose C := pblock P i0.
have CP : C \in P by rewrite pblock_mem // cov inE.
have [/forall_inP same|/forall_inPn[D DP CD]] := boolP [forall D in P, D == C]; last by exists C, D; split;
  rewrite // eq_sym.
case/eqP: ne; have PC : P = [set C] by apply/setP => D; rewrite inE; apply/idP/idP => [/same|/eqP ->].
by rewrite PC; congr [set _]; rewrite -cov /cover PC big_set1.
Qed.
Lemma all_alone P : partition P setT -> (forall j, pblock P j = [set j]) -> P = [set [set j] | j in I].
Proof.
move=> part alone; have [/eqP cov tr no] := and3P part.
apply/setP => C; apply/idP/imsetP => [CP|[j _ ->]]; last by rewrite -alone pblock_mem // cov inE.
have /set0Pn[j jC] : C != set0 by apply: contraNneq no => <-.
by exists j => //; rewrite -(def_pblock tr CP jC) alone.
Qed.
Lemma home_member P C j : partition P setT -> C \in P -> j \in C -> pblock P j = C.
Proof. by case/and3P=> _ tr _ CP jC; apply: def_pblock. Qed.

(* What is strictly best for everybody is stable in all senses; the other direction has to be shown for one of them. *)
Lemma only_from_individual Q : partition Q setT -> (forall C j, j \in C -> C != pblock Q j ->
  at_home cost Q j < cost C j) ->
  (forall P, partition P setT -> individually_stable cost P -> P = Q) -> only_stable cost Q.
Proof.
move=> partQ best one P part; have [[strict core nash indiv] unique] := strictly_best_is_unique partQ best.
have [_ strict_indiv nash_indiv] := stability_implications cost P.
split; split=> [s|->] //; [by apply: unique => //; left|apply: one => //; exact: strict_indiv|exact: one|apply: one => //;
  exact: nash_indiv].
Qed.

(* Everybody adds something to a coalition, and each member has the less to pay the more the others add. *)
Section More.
Variable g : I -> K.
Hypothesis g_pos : forall i, 0 < g i.
Let G C := \sum_(i in C) g i.
Hypothesis better : forall C D j, j \in C -> j \in D -> G (D :\ j) < G (C :\ j) -> cost C j < cost D j.

Lemma G_wider C D : C \subset D -> C != D -> G C < G D.
Proof.
move=> CD ne; rewrite /G [X in _ < X](big_setID C) /= (setIidPr CD) ltr_addl.
have /set0Pn[i iDC] : D :\: C != set0 by rewrite setD_eq0; apply: contra ne => DC; rewrite eqEsubset CD.
by rewrite (bigD1 i) //= ltr_paddr // sumr_ge0 // => k _; apply: ltW.
Qed.
Lemma G_newcomer C D j : j \in C -> j \notin D -> G C <= G D -> G (C :\ j) < G ((j |: D) :\ j).
Proof. by move=> jC jD le; rewrite setU1K //; apply: lt_le_trans le;
  rewrite /G [X in _ < X](big_setD1 j) //= ltr_addr. Qed.

Lemma company_helps : only_stable cost [set setT].
Proof.
apply: only_from_individual => [|C j jC|P part indiv]; first exact: together_partition.
  rewrite /at_home !together_home => CT; apply: better; rewrite ?inE //; apply: G_wider; first exact/setSD/subsetT.
  by apply: contra CT => /eqP e; rewrite -(setD1K jC) e setD1K // inE.
apply/eqP; apply: contraT => /(two_blocks part)[C [D [CP DP CD]]].
wlog le : C D CP DP CD / G C <= G D.
  by move=> W; have [?|/ltW ?] := lerP (G C) (G D); [apply: (W C D)|apply: (W D C)]; rewrite // eq_sym.
have /set0Pn[j jC] : C != set0 by apply: contraTneq CP => ->; case/and3P: part.
have jD : j \notin D by apply/negP => jD; case/eqP: CD; rewrite -(home_member part CP jC) (home_member part DP jD).
case: (indiv D j) => //; [by left|split=> [|i iD]].
  by rewrite /at_home (home_member part CP jC); apply: better; rewrite ?setU11 //; apply: G_newcomer.
rewrite /at_home (home_member part DP iD); apply: ltW; apply: better; rewrite ?inE ?iD ?orbT //; apply: G_wider.
  by apply: setSD; apply: subsetUr.
apply/eqP => e; case/negP: jD; have ji : j != i by apply: contraTneq iD => <-; apply/negP => jD'; case/eqP: CD;
  rewrite -(home_member part CP jC) (home_member part DP jD').
by have := setU11 j D; move/setP/(_ j): e; rewrite !inE ji eqxx /= => ->.
Qed.
End More.

(* Everybody likes being alone best. *)
Lemma company_hurts : (forall C j, j \in C -> C != [set j] -> cost [set j] j < cost C j) ->
  only_stable cost [set [set j] | j in I].
Proof.
move=> worse; apply: only_from_individual => [|C j jC|P part indiv]; first exact: alone_partition.
  by rewrite /at_home !alone_home; apply: worse.
apply: all_alone => // j; apply/eqP; apply: contraT => company; have [/eqP cov _ _] := and3P part.
case: (indiv set0 j); rewrite ?inE //; first by right.
rewrite setU0; split=> [|i]; last by rewrite inE.
by apply: worse => //; rewrite mem_pblock cov inE.
Qed.

(* Nobody cares. *)
Lemma company_is_nothing P : (forall C D j, j \in C -> j \in D -> cost C j = cost D j) -> partition P setT ->
  [/\ core_stable cost P, strictly_core_stable cost P, individually_stable cost P & nash_stable cost P].
Proof.
move=> same part; have [/eqP cov _ _] := and3P part.
have home j C : j \in C -> cost C j = at_home cost P j by move=> jC; apply: same; rewrite // mem_pblock cov inE.
have strict : strictly_core_stable cost P by move=> C [_ [j jC]]; rewrite home // ltxx.
have [core indiv _] := stability_implications cost P.
split=> //; [exact: core|exact: indiv|by move=> C j _ _; rewrite home // setU11].
Qed.
End Company.

(* --- Players of one size --- *)
Section Equal.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 x : K) (i0 : I).
Hypotheses (x_pos : 0 < x) (s2_pos : 0 < s2) (equal : forall i, n i = x).
Local Notation err := (err n mu s2).

Lemma equal_err (C : {set I}) j : j \in C -> err C j = s2 + (mu / x - s2) / (1 + \sum_(i in C :\ j) 1).
Proof.
move=> jC; have n_pos i : 0 < n i by rewrite equal.
have card (D : {set I}) : \sum_(i in D) 1 = #|D|%:R :> K by rewrite sumr_const.
have -> : 1 + \sum_(i in C :\ j) 1 = #|C|%:R :> K by rewrite card (cardsD1 j C) jC natrD.
have M : #|C|%:R != 0 :> K by rewrite pnatr_eq0 cards_eq0; apply/set0Pn; exists j.
rewrite err_two_numbers // /squares /size.
have -> : \sum_(i in C) n i = #|C|%:R * x by rewrite (eq_bigr (fun=> x)) ?sumr_const ?mulr_natl.
have -> : \sum_(i in C) n i ^+ 2 = #|C|%:R * x ^+ 2.
  by rewrite (eq_bigr (fun=> x ^+ 2)) ?sumr_const ?mulr_natl // => i _; rewrite equal.
by rewrite equal; field; rewrite M gt_eqF.
Qed.

(* Corollary 5.2 and its like for the strict core, for individual and for Nash stability. *)
Theorem equal_sizes_all_notions :
  [/\ s2 * x < mu -> only_stable err [set setT], mu < s2 * x -> only_stable err [set [set j] | j in I] &
      mu = s2 * x -> forall P, partition P setT ->
        [/\ core_stable err P, strictly_core_stable err P, individually_stable err P & nash_stable err P]].
Proof.
have heads (C : {set I}) : 0 <= \sum_(i in C) (1 : K) by apply: sumr_ge0 => i _; apply: ler01.
have pos (C : {set I}) : 0 < 1 + \sum_(i in C) (1 : K) by rewrite ltr_paddr ?ltr01.
have one (i : I) : 0 < (1 : K) by exact: ltr01.
split=> [low|high|tie P part].
- refine (@company_helps _ _ _ i0 (fun=> 1) one _) => C D j jC jD fewer.
  rewrite !equal_err // ltr_add2l ltr_pmul2l ?subr_gt0 ?ltr_pdivl_mulr // ltf_pinv ?posrE // ltr_add2l; exact: fewer.
- refine (company_hurts _) => C j jC company; rewrite !equal_err ?set11 // setDv big_set0 addr0 divr1 ltr_add2l.
  have c : mu / x - s2 < 0 by rewrite subr_lt0 ltr_pdivr_mulr.
  rewrite -[X in X < _]mulr1 ltr_nmul2l // invf_lt1 // ltr_addl.
  have /set0Pn[i iT] : C :\ j != set0.
    apply: contra company => /eqP e; rewrite -(setD1K jC) e setU0; exact: eqxx.
  rewrite (bigD1 i) //= ltr_paddr ?ltr01 // sumr_ge0 // => k _; exact: ler01.
apply: company_is_nothing => // C D j jC jD; have c : mu / x - s2 = 0.
  by rewrite tie mulrK ?subrr // unitfE gt_eqF.
by rewrite !equal_err // c !mul0r.
Qed.
End Equal.
