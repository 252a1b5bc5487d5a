(* Why nobody leaves the table of all small players and their guests (coalitions/new-small-players-never-object,
   algorithm-5-5, theorem-5-5, and the steps of its proof). Any number of small and large players, any sizes a < b, any ordered field.
   Modelled: [err] of Coalitions.v and the moves of Stability.v: a player may join another block, or be alone, where everybody
   there agrees. [most_guests] is the largest number of guests who do at least as well as alone, or 0; [recipe] adds the third
   step of the paper; [bisected] is what the search of OneTable.v finds. Not modelled: coalitions that move. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Preferences TwoSizes TwoSizesShapes TwoSizesGuests OneTable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Recipe.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (two : forall i, n i = a \/ n i = b) (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Local Notation err := (Coalitions.err n mu s2).
Local Notation error := (TwoSizesShapes.error mu s2 a b).
Definition smalls := [set i | n i == a].
Definition larges := [set i | n i == b].
Let b_pos : 0 < b := lt_trans a_pos ab.
Let n_pos i : 0 < n i. Proof. by case: (two i) => ->. Qed.

Lemma is_large i : i \notin smalls -> n i = b.
Proof. by rewrite inE; case: (two i) => ->; rewrite ?eqxx. Qed.

(* The error of a member from the numbers of small and of large members. *)
Lemma seated (A B : {set I}) j : (forall i, i \in A -> n i = a) -> (forall i, i \in B -> n i = b) -> j \in A :|: B ->
  err (A :|: B) j = error (n j) #|A|%:R #|B|%:R.
Proof.
move=> inA inB jU; have ne : a != b by rewrite lt_eqF.
have count x (Y Z : {set I}) : (forall i, i \in Y -> n i = x) -> (forall i, i \in Z -> n i != x) ->
    with_size n (Y :|: Z) x = Y.
  move=> inY inZ; apply/setP => i; rewrite !inE; have [iY|iY] /= := boolP (i \in Y); first by rewrite inY ?eqxx.
  by have [/inZ/negPf ->|//] := boolP (i \in Z).
have cA : with_size n (A :|: B) a = A by apply: count => // i /inB ->; rewrite eq_sym.
have cB : with_size n (A :|: B) b = B by rewrite setUC; apply: count => // i /inA ->.
rewrite (two_sizes_form mu s2 ne n_pos _ jU) => [|i _]; last exact: two.
by rewrite cA cB /TwoSizesShapes.error /squared /samples; ring.
Qed.
Lemma err_alone j : err [set j] j = mu / n j.
Proof. exact: alone. Qed.

Lemma alone_small : error a 1 0 = mu / a.
Proof. by rewrite /TwoSizesShapes.error /squared /samples; field; rewrite gt_eqF. Qed.
Lemma alone_large : error b 0 1 = mu / b.
Proof. by rewrite /TwoSizesShapes.error /squared /samples; field; rewrite gt_eqF. Qed.

(* --- How many guests come --- *)
Let S := #|smalls|. Let L := #|larges|.
Definition willing l := error b S%:R l%:R <= mu / b.
Definition most_guests := \max_(l < L.+1 | willing l) l.
(* The third step of the recipe sends all guests home where the small players do worse with them. *)
Definition recipe := if error a S%:R 0 < error a S%:R most_guests%:R then 0%N else most_guests.
Definition bisected := bisect (fun l => (l <= L)%N && willing l) (trunc_log 2 L).+1 0%N.

Lemma most_is : (most_guests == 0%N) || ((most_guests <= L)%N && willing most_guests).
Proof.
rewrite /most_guests; elim/big_ind: _ => [|k l|l w]; first by [].
  by move=> hk hl; rewrite /maxn; case: (k < l)%N.
by rewrite w -ltnS ltn_ord orbT.
Qed.
Lemma most_is_most l : (l <= L)%N -> willing l -> (l <= most_guests)%N.
Proof. by rewrite -ltnS => lL w; apply: (@leq_bigmax_cond _ _ _ (Ordinal lL)). Qed.

(* Small players never object to guests who want to come, in whatever numbers; so the third step changes nothing. *)
Theorem small_players_never_object :
  (forall x y, 0 < x -> 1 <= y -> error b x y <= mu / b -> error a x y <= error a x 0) /\
  (smalls != set0 -> recipe = most_guests).
Proof.
have never := no_objection a_pos ab s2_pos (mu := mu); split=> // some; rewrite /recipe ltNge.
case/orP: most_is => [/eqP -> |/andP[_ w]]; first by rewrite lexx.
have [->|y1] := posnP most_guests; first by rewrite lexx.
by rewrite never // ?ler1n // ltr0n card_gt0.
Qed.

Hypotheses (some : smalls != set0) (high : mu <= s2 * b).
Let x0 : 0 < S%:R :> K. Proof. by rewrite ltr0n card_gt0. Qed.
Lemma willing_falls l l' : (0 < l)%N -> (l <= l')%N -> willing l' -> willing l.
Proof.
move=> l0; rewrite leq_eqVlt => /orP[/eqP -> //|ll] w; apply: le_trans w; apply: ltW.
have p : 0 < l%:R :> K by rewrite ltr0n.
have q : l%:R < l'%:R :> K by rewrite ltr_nat.
by apply: (lemma_c_2 a_pos ab s2_pos (ltW x0) p q high).1; right.
Qed.

(* Bisection finds that number, with one question for each binary digit of L. *)
Lemma bisection_finds : bisected.1 = most_guests /\ seq.size bisected.2 = (trunc_log 2 L).+1.
Proof.
split; last exact: questions.
pose ask l := (l <= L)%N && willing l.
have falls l l' : (0 < l)%N -> (l <= l')%N -> ask l' -> ask l.
  by move=> l0 ll /andP[l'L w]; rewrite /ask (leq_trans ll l'L) (willing_falls l0 ll w).
have [||found most] := @bisect_finds ask falls (trunc_log 2 L).+1 0%N; first by [].
  by move=> l /andP[lL _]; rewrite add0n (leq_ltn_trans lL) // trunc_log_ltn.
apply/eqP; rewrite eqn_leq; apply/andP; split.
  by case/orP: found => [/eqP e|/andP[lL w]]; [rewrite /bisected -/ask e|apply: most_is_most].
by case/orP: most_is => [/eqP -> //|w]; apply: most.
Qed.

Lemma nobody_objects : error a S%:R most_guests%:R <= error a S%:R 0.
Proof.
case/orP: most_is => [/eqP -> //|/andP[_ w]]; have [->//|y1] := posnP most_guests.
by apply: small_players_never_object.1 w; rewrite ?ler1n.
Qed.
Lemma recipe_is : recipe = most_guests.
Proof. exact: small_players_never_object.2. Qed.

(* What the first guest would refuse, the small players would lose by. *)
Lemma refused : mu / b < error b S%:R 1 -> error a S%:R 0 < error a S%:R 1.
Proof.
rewrite -alone_large => refuses; have S1 : (0 < S)%N by rewrite card_gt0.
have [sm lg] := merging_groups mu s2 a_pos b_pos S1 (isT : (0 < 1)%N).
have N : 0 < total a b S 1 by apply: total_pos; rewrite // addn_gt0 S1.
have q : bracket mu s2 a b S 1 < 0.
  move: refuses; rewrite -subr_lt0 [X in X < 0]lg pmulr_llt0 //.
  by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
rewrite -subr_lt0 [X in X < 0]sm pmulr_llt0 //.
by rewrite divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n.
Qed.

(* Large players among themselves do no better than alone. *)
Lemma larges_alone l : (0 < l)%N -> mu / b <= error b 0 l%:R.
Proof.
rewrite leq_eqVlt -alone_large => /orP[/eqP <- //|l1]; have l1' : 1 < l%:R :> K by rewrite ltr1n.
have [rises tie] := lemma_c_2 a_pos ab s2_pos (lexx 0) ltr01 l1' high.
have := high; rewrite le_eqVlt => /orP[/eqP e|h]; first by rewrite tie.
by apply: ltW; apply: rises; left.
Qed.

(* --- Why nobody moves --- *)
Hypothesis low : s2 * a <= mu.
(* Among themselves small players do best all together. *)
Lemma fewer_smalls s : (0 < s)%N -> (s <= S)%N -> error a S%:R 0 <= error a s%:R 0.
Proof.
move=> s0; rewrite leq_eqVlt => /orP[/eqP -> //|sS].
have sp : 0 < s%:R :> K by rewrite ltr0n.
have sS' : s%:R < S%:R :> K by rewrite ltr_nat.
have [falls tie] := lemma_c_1 a_pos ab s2_pos sp sS' (lexx 0) low.
have := low; rewrite le_eqVlt => /orP[/eqP e|l]; first by rewrite tie.
by apply: ltW; apply: falls; left.
Qed.
(* One large player does better with all small players than with one of them, as far as a small one sees it. *)
Lemma more_smalls : error a S%:R 1 <= error a 1 1.
Proof.
have [->//|s1] := eqVneq S 1%N; have S1 : 1 < S%:R :> K by rewrite ltr1n ltn_neqAle eq_sym s1 card_gt0.
by apply: ltW; apply: (lemma_c_1 a_pos ab s2_pos ltr01 S1 ler01 low).1; right.
Qed.
(* The small players' error rises up to a peak and falls after it; with all guests it is not above its start, so they are beyond
   the peak, and it is not above that with fewer guests. *)
Lemma fewer_guests l : (l <= most_guests)%N -> error a S%:R most_guests%:R <= error a S%:R l%:R.
Proof.
rewrite leq_eqVlt => /orP[/eqP -> //|lm]; have [->|l0] := posnP l; first exact: nobody_objects.
have lp : 0 < l%:R :> K by rewrite ltr0n.
have lm' : l%:R < most_guests%:R :> K by rewrite ltr_nat.
have yp := lt_trans lp lm'; have beyond : peak mu s2 a b S%:R < most_guests%:R.
  rewrite ltNge; apply/negP => before; have [rises _] := around_peak a_pos ab s2_pos x0 (lexx 0) yp low.
  by have := rises before; rewrite ltNge nobody_objects.
have [peakl|/ltW peakl] := leP (peak mu s2 a b S%:R) l%:R.
  by apply: ltW; apply: (around_peak a_pos ab s2_pos x0 (ltW lp) lm' low).2.
apply: le_trans nobody_objects _; apply: ltW.
by apply: (around_peak a_pos ab s2_pos x0 (lexx 0) lp low).1.
Qed.

Section Stable.
Variable guests : {set I}.
Hypotheses (guests_large : guests \subset larges) (as_many : #|guests| = most_guests).
Let T := smalls :|: guests. Let y := #|guests|.
Let T0 : T != set0.
Proof. by case/set0Pn: some => i iS; apply/set0Pn; exists i; rewrite inE iS. Qed.
Let P := arrangement T.
Let in_smalls i : i \in smalls -> n i = a. Proof. by rewrite inE => /eqP. Qed.
Let in_guests i : i \in guests -> n i = b. Proof. by move=> /(subsetP guests_large); rewrite inE => /eqP. Qed.
Let outside i : i \notin T -> n i = b. Proof. by rewrite inE negb_or => /andP[/is_large]. Qed.

Lemma at_table j : j \in T -> at_home err P j = error (n j) S%:R y%:R.
Proof. by move=> jT; rewrite /at_home home_table // seated. Qed.
Lemma at_single j : j \notin T -> at_home err P j = mu / b.
Proof. by move=> jT; rewrite /at_home home_alone // err_alone outside. Qed.

(* Nobody at the table would rather be alone. *)
Lemma small_content : error a S%:R y%:R <= mu / a.
Proof.
rewrite /y as_many; apply: le_trans nobody_objects _; rewrite -alone_small.
by apply: (@fewer_smalls 1); rewrite // card_gt0.
Qed.
Lemma guest_content : guests != set0 -> error b S%:R y%:R <= mu / b.
Proof.
rewrite -card_gt0 /y as_many => y0; case/orP: most_is => [/eqP e|/andP[]//]; by rewrite e in y0.
Qed.
(* Where a large player is left over, one more guest would rather be alone. *)
Lemma one_more i : i \notin T -> mu / b < error b S%:R y.+1%:R.
Proof.
move=> iT; rewrite ltNge; apply/negP => w.
suff few : (y < L)%N by have := most_is_most few w; rewrite /y as_many ltnn.
apply: (@leq_trans #|i |: guests|); first by rewrite cardsU1; move: iT; rewrite inE negb_or => /andP[_ ->].
apply: subset_leq_card; apply/subsetP => k /setU1P[->|/(subsetP guests_large)//]; by rewrite inE outside.
Qed.
(* A small player does no better with one large player than at the table. *)
Lemma small_and_large i : i \notin T -> error a S%:R y%:R <= error a 1 1.
Proof.
move=> iT; apply: le_trans more_smalls; have [y0|y0] := posnP y; last by move: y0; rewrite /y as_many; apply: fewer_guests.
by have := one_more iT; rewrite y0 => /refused/ltW.
Qed.

Theorem nobody_moves : partition P setT /\ individually_stable err P.
Proof.
split; first exact: arrangement_partition.
move=> C j [CP|->] jC [gain welcome]; last first.
  (* to be alone *)
  move: gain; rewrite setU0 err_alone ltNge; have [jT|jT] := boolP (j \in T); last by rewrite at_single // outside // lexx.
  rewrite at_table //; move: jT; rewrite inE => /orP[jS|jG]; first by rewrite (in_smalls jS) small_content.
  by rewrite (in_guests jG) guest_content //; apply/set0Pn; exists j.
case: (blocks CP) => [E|[i iT E]]; rewrite {C}E in CP jC gain welcome *.
  (* a large player to the table *)
  have jb := outside jC; move: gain; rewrite at_single // setUC -setUA seated //.
    have no := ltW (one_more jC); move: (jC); rewrite inE negb_or => /andP[_ jG].
    by rewrite setUC cardsU1 jb jG add1n ltNge no.
  by move=> k; rewrite !inE => /orP[/in_guests//|/eqP ->].
  by rewrite !inE eqxx !orbT.
have ij : i != j by apply: contraNneq jC => ->; rewrite inE.
have ib := outside iT; have [jS|jS] := boolP (j \in smalls).
  (* a small player to a large one *)
  have jT : j \in T by rewrite inE jS.
  move: gain; rewrite at_table // (seated (A := [set j]) (B := [set i])) ?inE ?eqxx //.
  - by rewrite !cards1 (in_smalls jS) ltNge (small_and_large iT).
  - by move=> k; rewrite inE => /eqP ->; apply: in_smalls.
  by move=> k; rewrite inE => /eqP ->.
(* a large player to a large one *)
have jb := is_large jS; have home : at_home err P j <= mu / b.
  have [jT|jT] := boolP (j \in T); last by rewrite at_single.
  rewrite at_table // jb guest_content //; apply/set0Pn; exists j; move: jT; by rewrite inE (negbTE jS).
move: gain; rewrite -[j |: [set i]]set0U (seated (A := set0) (B := j |: [set i])) ?inE ?eqxx //.
- by rewrite cards0 cardsU1 inE eq_sym ij cards1 jb ltNge (le_trans home (larges_alone _)).
- by move=> k; rewrite inE.
by move=> k; rewrite !inE => /orP[] /eqP ->.
Qed.
End Stable.
End Recipe.
