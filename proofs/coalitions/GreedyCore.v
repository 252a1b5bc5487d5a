(* If large players are plentiful, the core is not empty (coalitions/new-greedy-core). Any number of small and large players,
   any sizes a < b, the large size at least at the ratio; that they are plentiful needs an Archimedean field.
   Modelled: [err] of Coalitions.v and [error] of TwoSizesShapes.v. [seated_in_turn scarce standing ts] says that the coalitions
   ts form one after the other out of the players who are standing, until no small one is left: each has small members, is open,
   and errs least among open coalitions of small players who stand and of large ones; those are the large ones who stand if
   [scarce], and any of all large players if not.
   Not modelled: which players of one size form a coalition. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability TwoSizesShapes TwoSizesRecipe.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Greedy.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (two : forall i, n i = a \/ n i = b) (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Local Notation err := (Coalitions.err n mu s2).
Local Notation error := (TwoSizesShapes.error mu s2 a b).
Local Notation small_in T := #|T :&: smalls n a|.
Local Notation large_in T := #|T :&: larges n b|.
Implicit Types (T C standing : {set I}) (ts : seq {set I}).

(* Large members do at least as well as alone. *)
Definition welcome s l := (l == 0)%N || (error b s%:R l%:R <= mu / b).
Definition chosen standing many T := [/\ (0 < small_in T)%N, welcome (small_in T) (large_in T) &
  forall s l, (0 < s)%N -> (s <= small_in standing)%N -> (l <= many)%N -> welcome s l ->
    error a (small_in T)%:R (large_in T)%:R <= error a s%:R l%:R].
Fixpoint seated_in_turn (scarce : bool) standing ts : Prop :=
  if ts is T :: ts' then
    [/\ T \subset standing, chosen standing (if scarce then large_in standing else #|larges n b|) T &
        seated_in_turn scarce (standing :\: T) ts']
  else small_in standing = 0%N.

Lemma all_welcome scarce standing ts T : seated_in_turn scarce standing ts -> T \in ts ->
  welcome (small_in T) (large_in T).
Proof.
elim: ts standing => //= T' ts IH standing [_ [_ w _] rest].
by rewrite inE => /orP[/eqP ->|]; [exact: w|apply: IH rest].
Qed.

(* Of the small members of an open coalition, the one who was seated first could have had it. *)
Lemma seated_first standing ts C : seated_in_turn false standing ts -> C :&: smalls n a \subset standing ->
  (0 < small_in C)%N -> welcome (small_in C) (large_in C) ->
  exists j T, [/\ T \in ts, j \in T, j \in C :&: smalls n a &
    error a (small_in T)%:R (large_in T)%:R <= error a (small_in C)%:R (large_in C)%:R].
Proof.
elim: ts standing => [|T ts IH] standing /=.
  move=> none CS some _; move: some; suff -> : small_in C = 0%N by [].
  by apply/eqP; rewrite -leqn0 -none; apply: subset_leq_card; rewrite subsetI CS subsetIr.
move=> [_ [_ _ best] rest] CS some w.
have [apart|/set0Pn[j]] := eqVneq (C :&: smalls n a :&: T) set0; last first.
  rewrite inE => /andP[jC jT]; exists j, T; split=> //; first exact: mem_head.
  apply: best => //; apply: subset_leq_card; first by rewrite subsetI CS subsetIr.
  exact: subsetIr.
have [|j [T' [T'ts jT' jC less]]] := IH _ rest _ some w; last by exists j, T'; split; rewrite // inE T'ts orbT.
by rewrite subsetD CS -setI_eq0 apart eqxx.
Qed.

Lemma by_size C : C = C :&: smalls n a :|: C :&: larges n b.
Proof. by apply/setP => i; rewrite !inE; case: (i \in C) => //=; case: (two i) => ->; rewrite eqxx ?orbT. Qed.
Lemma member_err C j : j \in C -> err C j = error (n j) (small_in C)%:R (large_in C)%:R.
Proof.
move=> jC; rewrite {1}(by_size C) (@seated _ _ n mu s2 a b) ?a_pos //.
- by move=> i; rewrite !inE => /andP[_ /eqP].
- by move=> i; rewrite !inE => /andP[_ /eqP].
by rewrite -by_size.
Qed.

(* The result: these coalitions, and the large players who are left over alone. *)
Definition result (P : {set {set I}}) ts := [/\ partition P setT, forall T, T \in ts -> T \in P &
  forall i, i \in larges n b -> (forall T, T \in ts -> i \notin T) -> [set i] \in P].

Section Result.
Variables (P : {set {set I}}) (ts : seq {set I}).
Hypotheses (res : result P ts) (high : mu <= s2 * b).
Let tables T : T \in ts -> T \in P. Proof. by case: res => _ + _; apply. Qed.

Lemma home T j : T \in P -> j \in T -> at_home err P j = err T j.
Proof. by move=> TP jT; rewrite /at_home (def_pblock _ TP jT) //; case: res => /and3P[]. Qed.
Lemma large_at_home scarce j : seated_in_turn scarce setT ts -> j \in larges n b -> at_home err P j <= mu / b.
Proof.
move=> seats jL; have nj : n j = b by move: jL; rewrite inE => /eqP.
have [/hasP[T Tts jT]|none] := boolP (has (fun T => j \in T) ts).
  rewrite (home (tables Tts) jT) member_err // nj; have := all_welcome seats Tts.
  rewrite /welcome cards_eq0; case/orP => // /eqP none.
  have : j \in T :&: larges n b by rewrite in_setI jT.
  by rewrite none inE.
have single : [set j] \in P by case: res => _ _; apply=> // T Tts; apply: contraNN none => jT; apply/hasP; exists T.
by rewrite (home single (set11 j)) (err_alone mu s2 two a_pos ab) nj.
Qed.

Lemma never_scarce : seated_in_turn false setT ts -> core_stable err P.
Proof.
move=> seats C /set0Pn[i0 i0C] gain.
have large_gains : (0 < large_in C)%N -> error b (small_in C)%:R (large_in C)%:R < mu / b.
  rewrite card_gt0 => /set0Pn[j]; rewrite inE => /andP[jC jL]; have nj : n j = b by move: jL; rewrite inE => /eqP.
  by have := lt_le_trans (gain j jC) (large_at_home seats jL); rewrite member_err // nj.
have w : welcome (small_in C) (large_in C).
  by rewrite /welcome; case: posnP => //= /large_gains/ltW.
have [none|some] := posnP (small_in C).
  have : (0 < large_in C)%N.
    rewrite card_gt0; apply/set0Pn; exists i0; move: i0C; rewrite {1}(by_size C) inE.
    by move/eqP: none; rewrite cards_eq0 => /eqP ->; rewrite inE.
  by move=> l0; have := large_gains l0; rewrite none ltNge larges_alone.
have [|j [T [Tts jT jC less]]] := seated_first seats _ some w; first exact: subsetT.
move: jC; rewrite inE => /andP[jC]; rewrite inE => /eqP nj.
by have := gain j jC; rewrite (home (tables Tts) jT) !member_err // nj ltNge less.
Qed.
End Result.

(* --- The rule always finds a coalition, and ends. --- *)
Lemma some_of (A : {set I}) k : (k <= #|A|)%N -> exists2 B : {set I}, B \subset A & #|B| = k.
Proof.
move=> kA; exists [set x in take k (enum A)].
  by apply/subsetP => x; rewrite inE => /mem_take; rewrite mem_enum.
by rewrite cardsE (card_uniqP _) ?take_uniq ?enum_uniq // size_takel // -cardE.
Qed.

Lemma other_kind : larges n b :&: smalls n a = set0.
Proof.
apply/setP => i; rewrite !inE; apply/negP => /andP[/eqP -> /eqP ba].
by move: ab; rewrite ba ltxx.
Qed.

Lemma a_choice standing many : (0 < small_in standing)%N -> (many <= large_in standing)%N ->
  exists2 T : {set I}, T \subset standing & chosen standing many T.
Proof.
move=> some enough; pose pair := ('I_(small_in standing).+1 * 'I_many.+1)%type.
pose fine (p : pair) := (0 < p.1)%N && welcome p.1 p.2.
have yes : fine (inord 1, ord0) by rewrite /fine /= inordK // ltnS.
case: (arg_minP (fun p : pair => error a (p.1 : nat)%:R (p.2 : nat)%:R) yes) => -[s l] /andP[/= s0 w] least.
have [|A As cA] := @some_of (standing :&: smalls n a) s; first by rewrite -ltnS.
have [|B Bl cB] := @some_of (standing :&: larges n b) l; first by apply: leq_trans enough; rewrite -ltnS.
move: As Bl; rewrite !subsetI => /andP[As AS] /andP[Bs BL].
have TA : (A :|: B) :&: smalls n a = A.
  rewrite setIUl (setIidPl AS); apply/setUidPl/subsetP => i; rewrite inE => /andP[iB iS].
  have : i \in larges n b :&: smalls n a by rewrite in_setI iS (subsetP BL).
  by rewrite other_kind inE.
have TB : (A :|: B) :&: larges n b = B.
  rewrite setIUl (setIidPl BL); apply/setUidPr/subsetP => i; rewrite inE => /andP[iA iL].
  have : i \in larges n b :&: smalls n a by rewrite in_setI iL (subsetP AS).
  by rewrite other_kind inE.
exists (A :|: B); first by rewrite subUset As.
rewrite /chosen TA TB cA cB; split=> // s' l' s0' sS lm w'.
by have := least (Ordinal (sS : s' < _.+1)%N, Ordinal (lm : l' < _.+1)%N); apply; rewrite /fine /= s0'.
Qed.

Lemma who_stays standing T (A : {set I}) : T \subset standing ->
  #|(standing :\: T) :&: A| = (#|standing :&: A| - #|T :&: A|)%N.
Proof. by move=> sub; rewrite setIDAC cardsD setIAC (setIidPr sub). Qed.

Lemma the_rule_ends standing : exists ts, seated_in_turn true standing ts.
Proof.
have [m] := ubnP (small_in standing); elim: m standing => // m IH standing; rewrite ltnS => le.
have [none|some] := posnP (small_in standing); first by exists [::].
have [T sub ch] := a_choice some (leqnn _); have [sits _ _] := ch.
have [|ts rest] := IH (standing :\: T); last by exists (T :: ts).
by rewrite who_stays //; apply: leq_trans le; rewrite ltn_subrL sits some.
Qed.

(* --- If so many large players make each other's table unattractive, none is ever missing. --- *)
Lemma never_missing crowd : (0 < crowd)%N -> (forall s l, (crowd <= l)%N -> ~~ welcome s l) ->
  forall ts standing, (small_in standing * crowd <= large_in standing)%N ->
  seated_in_turn true standing ts -> seated_in_turn false standing ts.
Proof.
move=> crowd0 refuse; have few s l : welcome s l -> (l <= crowd)%N.
  by move=> w; rewrite leqNgt; apply: contraL w => /ltnW; apply: refuse.
elim=> //= T ts IH standing enough [sub [sits w best] rest]; split=> //; last first.
  apply: IH rest; rewrite !who_stays // mulnBl; apply: leq_sub enough _.
  by apply: leq_trans (few _ _ w) _; rewrite leq_pmull.
split=> // s l s0 sS _ ws; apply: best => //; apply: leq_trans (few _ _ ws) (leq_trans _ enough).
by rewrite leq_pmull // (leq_trans s0).
Qed.
End Greedy.

(* A crowd of large players errs more than one alone, whoever joins it. *)
Lemma a_crowd (K : archiFieldType) (mu s2 a b : K) : 0 < a -> a < b -> 0 < s2 -> mu < s2 * b ->
  exists2 crowd, (0 < crowd)%N & forall s l, (crowd <= l)%N -> ~~ welcome mu s2 a b s l.
Proof.
move=> a0 ab s20 high; have b0 := lt_trans a0 ab; pose d := s2 - mu / b; pose c := s2 * 2%:R * b + `|mu|.
have d0 : 0 < d by rewrite subr_gt0 ltr_pdivr_mulr.
have q0 : 0 <= c / (d * b) by rewrite divr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n // ltW.
exists (Num.bound (c / (d * b))).+1 => // s l ll.
have far : c < l%:R * (d * b).
  by rewrite -ltr_pdivr_mulr ?mulr_gt0 //; apply: lt_le_trans (archi_boundP q0) _; rewrite ler_nat ltnW.
have l0 : (0 < l)%N by apply: leq_trans ll.
rewrite /welcome negb_or -lt0n l0 -ltNge /TwoSizesShapes.error; set N := samples _ _ _ _; set Q := squared _ _ _ _.
have lb : l%:R * b <= N by rewrite /N /samples ler_addr mulr_ge0 ?ler0n // ltW.
have N0 : 0 < N by apply: lt_le_trans lb; rewrite mulr_gt0 // ltr0n.
have Q0 : 0 <= Q by rewrite /Q /squared addr_ge0 // mulr_ge0 ?ler0n // sqr_ge0.
have gain : (s2 * 2%:R * b - mu) / N < d.
  rewrite ltr_pdivr_mulr //; apply: lt_le_trans (ler_wpmul2l (ltW d0) lb).
  rewrite mulrCA; apply: le_lt_trans far; rewrite ler_add2l -(normrN mu); exact: ler_norm.
have rest : 0 <= s2 * (Q / N ^+ 2) by apply: mulr_ge0 (ltW s20) (divr_ge0 Q0 (sqr_ge0 N)).
have -> : mu / N + s2 * (Q / N ^+ 2 + 1) - s2 * 2%:R * b / N = s2 * (Q / N ^+ 2) + (s2 - (s2 * 2%:R * b - mu) / N).
  by move: (N) (Q) N0 => x y x0; field; rewrite gt_eqF.
by apply: ltr_paddl rest _; rewrite ltr_subr_addr -ltr_subr_addl.
Qed.

(* The page's theorem: the rule ends; if large players were never scarce, its result is core stable; and for given small
   players they never are, if there are enough of them. *)
Theorem greedy_core (K : archiFieldType) (mu s2 a b : K) : 0 < a -> a < b -> 0 < s2 -> mu <= s2 * b ->
  [/\ forall (I : finType) (n : I -> K), exists ts, seated_in_turn n mu s2 a b true setT ts,
    forall (I : finType) (n : I -> K) (P : {set {set I}}) ts, (forall i, n i = a \/ n i = b) -> result n b P ts ->
      seated_in_turn n mu s2 a b false setT ts -> core_stable (Coalitions.err n mu s2) P &
    mu < s2 * b -> forall S, exists L, forall (I : finType) (n : I -> K), #|smalls n a| = S -> (L <= #|larges n b|)%N ->
      forall ts, seated_in_turn n mu s2 a b true setT ts -> seated_in_turn n mu s2 a b false setT ts].
Proof.
move=> a0 ab s20 high; split=> [I n|I n P ts two res seats|above S].
- exact: the_rule_ends.
- exact: (never_scarce two a0 ab s20 res high seats).
have [crowd crowd0 refuse] := a_crowd a0 ab s20 above; exists (S * crowd)%N => I n few many ts.
by apply: (never_missing crowd0 refuse); rewrite !setTI few.
Qed.
