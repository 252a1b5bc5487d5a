(* Four players with the best coarse weights: everybody together is core stable, or the three smallest and the largest
   are (coalitions/new-four-players-coarse-core). Any positive sizes, equal ones too, and any ordered field.
   Modelled: [coarse_err] of Precision.v, the error at the best weight; the core of Stability.v. Nobody is larger than
   the largest; where several are as large, it is any of them.
   Not modelled: weights that are not the best.
   The proof does not cut the sizes in pieces. Each player wants the pooled average of the others to be good. It gets
   better if anybody joins a single player, and if somebody joins a pair and has at most twice their records. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Weights Precision.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Four.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types C D S T : {set I}.
Local Notation b := (b n mu s2).
Local Notation cost := (coarse_err n mu s2).

(* --- What makes the others' pooled average better --- *)
Lemma with_one T x : x \notin T -> size n (x |: T) = n x + size n T /\ squares n (x |: T) = n x ^+ 2 + squares n T.
Proof. by move=> xT; rewrite /size /squares !big_setU1. Qed.

Lemma company_is_better k S : k \in S -> b S <= b [set k].
Proof.
move=> kS; have N := size_pos n_pos kS; have x := n_pos k; have r : 0 <= size n (S :\ k).
  by apply: sumr_ge0 => i _; apply: ltW.
have sz : size n S = n k + size n (S :\ k) by rewrite /size (big_setD1 k).
have all : squares n S <= size n S ^+ 2.
  rewrite expr2 {1}/size mulr_suml; apply: ler_sum => i iS; rewrite expr2 ler_wpmul2l ?(ltW (n_pos i)) //.
  by rewrite /size (big_setD1 i) //= ler_addl; apply: sumr_ge0 => h _; apply: ltW.
rewrite /Precision.b /squares /size !big_set1 -/(size n S) -/(squares n S) ler_add //.
  by rewrite ler_wpmul2l ?(ltW mu_pos) // lef_pinv ?posrE // sz ler_addl.
rewrite ler_wpmul2l ?(ltW s2_pos) // divff ?expf_neq0 ?gt_eqF //.
by rewrite ler_pdivr_mulr ?exprn_gt0 // mul1r.
Qed.

Lemma third_is_better x T : #|T| = 2%N -> x \notin T -> n x <= 2%:R * size n T -> b (x |: T) < b T.
Proof.
move=> /eqP/cards2P[p [q [pq E]]] xT; have [sx qx] := with_one xT; rewrite /Precision.b sx qx.
have sT : size n T = n p + n q by rewrite E /size big_setU1 ?inE // big_set1.
have qT : squares n T = n p ^+ 2 + n q ^+ 2 by rewrite E /squares big_setU1 ?inE // big_set1.
rewrite sT qT.
move: (n p) (n q) (n x) (n_pos p) (n_pos q) (n_pos x) => y z t y0 z0 t0 few.
have N : 0 < y + z by rewrite addr_gt0. have M : 0 < t + (y + z) by rewrite addr_gt0.
have m := mu_pos; rewrite -subr_gt0.
have -> : mu / (y + z) + s2 * ((y ^+ 2 + z ^+ 2) / (y + z) ^+ 2) -
    (mu / (t + (y + z)) + s2 * ((t ^+ 2 + (y ^+ 2 + z ^+ 2)) / (t + (y + z)) ^+ 2)) =
  t * (mu * (y + z) * (t + (y + z)) +
       s2 * (2%:R * (y + z) * (y - z) ^+ 2 + 2%:R * y * z * (2%:R * (y + z) - t))) / ((y + z) * (t + (y + z))) ^+ 2.
  by field; rewrite !gt_eqF.
rewrite divr_gt0 ?exprn_gt0 ?mulr_gt0 // ltr_paddr ?mulr_gt0 // mulr_ge0 ?(ltW s2_pos) // addr_ge0 //.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n ?(ltW N).
by rewrite mulr_ge0 ?subr_ge0 // !mulr_ge0 ?ler0n ?(ltW y0) ?(ltW z0).
Qed.

(* --- Who leaves whom --- *)
Lemma others_some C j k : k \in C -> k != j -> C :\ j != set0.
Proof. by move=> kC kj; apply/set0Pn; exists k; rewrite !inE kj. Qed.
Lemma gain_others C D j k l : j \in C -> j \in D -> k \in C -> k != j -> l \in D -> l != j ->
  (cost C j < cost D j) = (b (C :\ j) < b (D :\ j)).
Proof. by move=> jC jD kC kj lD lj; rewrite !ltNge coarse_order // ?(others_some kC) ?(others_some lD). Qed.

(* At most two of a coalition do not all gain by leaving the rest of it. *)
Lemma few_stay C D : C != set0 -> (#|C| <= 2)%N -> C \subset D -> ~ (forall j, j \in C -> cost C j < cost D j).
Proof.
move=> C0 few /subsetP CD gain; have [j jC] := set0Pn _ C0; have jD := CD j jC; have := gain j jC.
have [alone|/set0Pn[k]] := eqVneq (C :\ j) set0.
  have -> : C = [set j] by rewrite -(setD1K jC) alone setU0.
  have [E|D0] := eqVneq (D :\ j) set0; first by rewrite -(setD1K jD) E setU0 ltxx.
  have := company_helps n_pos mu_pos s2_pos D0 (negbT (setD11 j D)).
  by rewrite setD1K // => /lt_trans lt /lt; rewrite ltxx.
rewrite !inE => /andP[kj kC]; have kD := CD k kC.
have one : C :\ j = [set k].
  apply/esym/eqP; rewrite eqEcard sub1set !inE kj kC cards1 -ltnS.
  by apply: leq_trans few; rewrite (cardsD1 j C) jC.
by rewrite (gain_others jC jD kC kj kD kj) one ltNge company_is_better // !inE kj.
Qed.

Hypothesis four : #|I| = 4%N.
Variable d : I.
Hypothesis largest : forall i, n i <= n d.
Local Notation three := (~: [set d]).

Lemma card_three : #|three| = 3%N.
Proof. by rewrite cardsCs setCK cards1 four. Qed.

(* Company of the largest player is not better than everybody's. *)
Lemma all_but_better S p : d \in S -> p \notin S -> b (setT :\ p) <= b S.
Proof.
move=> dS pS; have [few|] := leqP #|S| 1.
  have -> : S = [set d] by apply/esym/eqP; rewrite eqEcard sub1set dS cards1.
  by apply: company_is_better; rewrite !inE andbT; apply: contraNneq pS => <-.
have SA : S \subset setT :\ p by rewrite subsetD1 subsetT.
have A3 : #|setT :\ p| = 3%N by rewrite cardsDS ?subsetT // cardsT four cards1.
have := subset_leq_card SA; rewrite A3 leq_eqVlt => /orP[/eqP S3|lt3] gt1.
  by have /eqP -> : S == setT :\ p by rewrite eqEcard SA A3 S3.
have S2 : #|S| = 2%N by apply/eqP; rewrite eqn_leq -ltnS lt3.
have /set0Pn[x] : (setT :\ p) :\: S != set0 by rewrite -card_gt0 cardsDS // A3 S2.
rewrite inE => /andP[xS xA]; have -> : setT :\ p = x |: S.
  by apply/esym/eqP; rewrite eqEcard subUset sub1set xA SA cardsU1 xS A3 S2.
apply: ltW; apply: third_is_better => //; apply: le_trans (largest x) _.
rewrite /size (big_setD1 d) //= mulrDr mulr_natl mulr2n -addrA ler_addl addr_ge0 ?(ltW (n_pos d)) //.
by rewrite mulr_ge0 ?ler0n // sumr_ge0 // => i _; apply: ltW.
Qed.

(* Only the three others leave everybody, and each of them is then better off without the largest. *)
Lemma who_leaves_all C : C != set0 -> (forall j, j \in C -> cost C j < cost setT j) -> C = three.
Proof.
move=> C0 gain; have [dC|dC] := boolP (d \in C).
  have [alone|/set0Pn[p]] := eqVneq (C :\ d) set0.
    case: (@few_stay C setT) => //.
    by rewrite -(setD1K dC) alone setU0 cards1.
  rewrite !inE => /andP[pd pC]; have := gain p pC; have dp : d != p by rewrite eq_sym.
  by rewrite (gain_others pC (in_setT p) dC dp (in_setT d) dp) ltNge all_but_better ?inE ?eqxx ?dp.
have CT : C \subset three by rewrite subsetC sub1set inE.
apply/eqP; rewrite eqEcard CT card_three ltnNge; apply/negP => few.
by case: (@few_stay C setT).
Qed.

Lemma home_of_all j : pblock [set [set: I]] j = setT.
Proof.
apply: def_pblock; rewrite ?inE //; apply/trivIsetP => A B.
by rewrite !inE => /eqP -> /eqP ->; rewrite eqxx.
Qed.
Lemma two_apart : trivIset [set three; [set d]].
Proof.
have apart : [disjoint three & [set d]] by rewrite disjoint_sym disjoints1 !inE eqxx.
apply/trivIsetP => A B; rewrite !inE => /orP[]/eqP -> /orP[]/eqP ->; rewrite ?eqxx // => _.
by rewrite disjoint_sym.
Qed.
Lemma home_of_three j : j != d -> pblock [set three; [set d]] j = three.
Proof. by move=> jd; apply: def_pblock two_apart _ _; rewrite !inE ?eqxx. Qed.
Lemma home_of_largest : pblock [set three; [set d]] d = [set d].
Proof. by apply: def_pblock two_apart _ _; rewrite !inE ?eqxx ?orbT. Qed.

(* If the three others would leave everybody, nobody leaves when they have. *)
Lemma three_stay : (forall j, j \in three -> cost three j < cost setT j) ->
  core_stable cost [set three; [set d]].
Proof.
move=> left C C0 gain; have at_three j : j \in C -> j != d -> cost C j < cost three j.
  by move=> jC jd; have := gain j jC; rewrite /at_home home_of_three.
have [dC|dC] := boolP (d \in C); last first.
  have CT : C \subset three by rewrite subsetC sub1set inE.
  have stay j : j \in C -> cost C j < cost three j.
    by move=> jC; apply: at_three => //; apply: contraNneq dC => <-.
  have [few|] := leqP #|C| 2; first exact: few_stay few CT stay.
  rewrite -card_three => more; have E : C = three by apply/eqP; rewrite eqEcard CT more.
  by have [j jC] := set0Pn _ C0; have := stay j jC; rewrite E ltxx.
have [alone|/set0Pn[p]] := eqVneq (C :\ d) set0.
  by have := gain d dC; rewrite /at_home home_of_largest -(setD1K dC) alone setU0 ltxx.
rewrite !inE => /andP[pd pC]; have dp : d != p by rewrite eq_sym.
have := lt_trans (at_three p pC pd) (left p _); rewrite !inE => /(_ pd).
by rewrite (gain_others pC (in_setT p) dC dp (in_setT d) dp) ltNge all_but_better ?inE ?eqxx ?dp.
Qed.

(* The three others stay if for one of them the largest has at most twice the records of the two remaining ones. *)
Lemma all_stay j : j != d -> n d <= 2%:R * size n (three :\ j) -> core_stable cost [set setT].
Proof.
move=> jd few C C0 gain; have gains i : i \in C -> cost C i < cost setT i.
  by move=> iC; have := gain i iC; rewrite /at_home home_of_all.
have E := who_leaves_all C0 gains; have jT : j \in three by rewrite !inE.
have T2 : #|three :\ j| = 2%N by have := card_three; rewrite (cardsD1 j) jT => -[].
have [k] : exists k, k \in three :\ j by apply/set0Pn; rewrite -card_gt0 T2.
rewrite !inE => /andP[kj kd]; have kT : k \in three by rewrite !inE.
have dT : d \notin three :\ j by rewrite !inE eqxx andbF.
have all : setT :\ j = d |: (three :\ j).
  by apply/setP => x; rewrite !inE; have [->|] := eqVneq x d; rewrite ?(eq_sym d) ?jd //= andbT.
have := gains j; rewrite E => /(_ jT).
by rewrite (gain_others jT (in_setT j) kT kj (in_setT k) kj) all ltNge ltW ?third_is_better.
Qed.
End Four.

Theorem four_players_coarse_core (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (d : I) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> #|I| = 4%N -> (forall i, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set setT] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set setT]).
Proof.
move=> n_pos mu_pos s2_pos four largest; split=> [|not_more].
  have [/forall_inP left|/forall_inPn[j jT stays]] :=
      boolP [forall j in ~: [set d], coarse_err n mu s2 (~: [set d]) j < coarse_err n mu s2 setT j].
    by right; apply: three_stay.
  left=> C C0 gain; have gains i : i \in C -> coarse_err n mu s2 C i < coarse_err n mu s2 setT i.
    by move=> iC; have := gain i iC; rewrite /at_home home_of_all.
  have E := who_leaves_all n_pos mu_pos s2_pos four largest C0 gains.
  by case/negP: stays; rewrite -E gains // E.
have T3 := card_three four d; have [j jT] : exists j, j \in ~: [set d] by apply/set0Pn; rewrite -card_gt0 T3.
have Tj2 : #|~: [set d] :\ j| = 2%N by move: T3; rewrite (cardsD1 j) jT => -[].
have [k] : exists k, k \in ~: [set d] :\ j by apply/set0Pn; rewrite -card_gt0 Tj2.
rewrite !inE => /andP[kj kd]; have jd : j != d by move: jT; rewrite !inE.
have kT : k \in ~: [set d] by rewrite !inE.
have sum i : i \in ~: [set d] -> size n (~: [set d]) = n i + size n (~: [set d] :\ i).
  by move=> iT; rewrite /size (big_setD1 i).
have all : \sum_(i | i != d) n i = size n (~: [set d]) by apply: eq_bigl => i; rewrite !inE.
have [few|more] := lerP (n d) (2%:R * size n (~: [set d] :\ j)); first exact: all_stay jd few.
have [few|more'] := lerP (n d) (2%:R * size n (~: [set d] :\ k)); first exact: all_stay kd few.
have jk : n j + n k <= size n (~: [set d]).
  rewrite (sum j jT) ler_add2l /size (big_setD1 k) ?inE ?kj //= ler_addl.
  by apply: sumr_ge0 => i _; apply: ltW.
have := ltr_add more more'; rewrite -mulrDr ltNge => /negP[]; rewrite all in not_more.
apply: le_trans (ler_add not_more not_more) _.
have -> : size n (~: [set d] :\ j) = size n (~: [set d]) - n j by rewrite (sum j jT); ring.
have -> : size n (~: [set d] :\ k) = size n (~: [set d]) - n k by rewrite (sum k kT); ring.
rewrite -subr_ge0; have -> : 2%:R * (size n (~: [set d]) - n j + (size n (~: [set d]) - n k)) -
    (size n (~: [set d]) + size n (~: [set d])) = 2%:R * (size n (~: [set d]) - (n j + n k)) by ring.
by rewrite mulr_ge0 ?ler0n ?subr_ge0.
Qed.
