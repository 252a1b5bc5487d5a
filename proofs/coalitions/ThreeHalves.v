(* How bad can stability be (coalitions/new-less-than-three-halves): a partition where nobody prefers to be alone and no union
   of blocks blocks costs less than three halves of any other one. Any number of players, any positive sizes, any noise and
   spread above zero, any real field, uniform federation.
   Modelled: [err] of Coalitions.v, [total] of BestPartition.v, the blocks of InnerOuter.v.
   Not modelled: that 3/2 cannot be lowered. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence OneThird BestPartition InnerOuter.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Account.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypothesis n_pos : forall i, 0 < n i.
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation seen := (seen n).
Local Notation cost := (cost n).
Local Notation err := (err n 1 1).
Local Notation excess := (excess n).
Local Notation term := (term n).
Variables (P : {set {set I}}) (A : {set I}).
Hypotheses (part : partition P setT) (A0 : A != set0) (low : smallest n A) (above : forall j, j \notin A -> 1 < n j).
Hypothesis content : nobody_prefers_alone n 1 1 P.
Let R := [set C in P | C \subset A].
Let outer C :=  (C \in P) && ~~ (C \subset A).
Definition outer_term C := 3%:R * size (C :&: A) + 3%:R * #|C :\: A|%:R - 2%:R * cost C.

Lemma inner_or_outer (f : {set I} -> K) : \sum_(C in P) f C = \sum_(C in R) f C + \sum_(C | outer C) f C.
Proof.
rewrite (bigID (fun C : {set I} => C \subset A)) /=; congr (_ + _); apply: eq_bigl => C; by rewrite !inE.
Qed.

Lemma sum_pool (f : I -> K) : \sum_(i in A) f i = \sum_(i in cover R) f i + \sum_(C | outer C) \sum_(i in C :&: A) f i.
Proof.
have -> : \sum_(i in A) f i = \sum_(C in P) \sum_(i in C :&: A) f i.
  transitivity (\sum_(i in [set: I]) if i \in A then f i else 0).
    by rewrite -big_mkcondr; apply: eq_bigl => i; rewrite inE.
  rewrite (set_partition_big _ part); apply: eq_bigr => C _; rewrite -big_mkcondr; apply: eq_bigl => i; by rewrite inE.
rewrite inner_or_outer; congr (_ + _); rewrite big_trivIset; last first.
  by apply: trivIsetS (partition_trivIset part); apply/subsetP => C; rewrite inE => /andP[].
by apply: eq_bigr => C; rewrite inE => /andP[_ CA]; apply: eq_bigl => i; rewrite (setIidPl CA).
Qed.

Lemma alone_outside : #|~: A|%:R = \sum_(C | outer C) #|C :\: A|%:R :> K.
Proof.
have -> : #|~: A|%:R = \sum_(C in P) #|C :\: A|%:R :> K.
  rewrite -sum1_card natr_sum; transitivity (\sum_(i in [set: I]) if i \notin A then 1 else 0 : K).
    by rewrite -big_mkcondr; apply: eq_bigl => i; rewrite !inE.
  rewrite (set_partition_big _ part); apply: eq_bigr => C _; rewrite -sum1_card natr_sum -big_mkcondr.
  by apply: eq_bigl => i; rewrite !inE andbC.
rewrite inner_or_outer big1 ?add0r // => C; rewrite inE => /andP[_ CA].
by move: CA; rewrite -setD_eq0 => /eqP ->; rewrite cards0.
Qed.

Lemma outer_block_pays C : outer C -> 0 < outer_term C /\ (C :&: A != set0 -> 3%:R * seen (C :&: A) - 1 <= outer_term C).
Proof.
case/andP => CP /subsetPn[j0 j0C j0A].
have [L LC high] : exists2 L, L \in C :\: A & forall i, i \in C :\: A -> n i <= n L.
  have j0D : j0 \in C :\: A by rewrite inE j0A j0C.
  by case: (@arg_maxP _ _ I j0 (mem (C :\: A)) n j0D) => L LD h; exists L.
have [LnA LC'] : L \notin A /\ L \in C by move: LC; rewrite inE => /andP[].
have sub : C :&: A \subset C :\ L.
  by apply/subsetP => i; rewrite !inE => /andP[iC iA]; rewrite iC andbT; apply: contraTneq iA => ->.
have largest i : i \in C -> n i <= n L.
  by move=> iC; case: (boolP (i \in A)) => [iA|iA]; [exact: low|apply: high; rewrite inE iA].
have G : guests C (C :&: A) L = (C :\: A) :\ L.
  by apply/setP => i; rewrite !inE; case: (i \in C); case: (i \in A); rewrite ?andbF ?andbT.
have big i : i \in guests C (C :&: A) L -> 1 < n i by rewrite G !inE => /and3P[_ iA _]; apply: above.
have stays : err C L <= err [set L] L by rewrite -{1}(home part CP LC'); apply: content.
have := block_with_a_large_member n_pos LC' sub largest big stays.
have -> // : term C (C :&: A) L = outer_term C.
by rewrite /term /outer_term G [in RHS](cardsD1 L (C :\: A)) LC natrD.
Qed.

(* What is asked of the inner blocks: that their excess is positive, and above one minus three times what a sample sees. *)
Theorem account : 0 < excess R -> 1 - 3%:R * seen (cover R) < excess R -> 2%:R * (\sum_(C in P) cost C) < 3%:R * pooled n A.
Proof.
move=> E0 E1.
have terms : 0 <= \sum_(C | outer C) outer_term C by apply: sumr_ge0 => C /outer_block_pays[/ltW].
have adds_up : 3%:R * pooled n A - 2%:R * (\sum_(C in P) cost C) =
    excess R + \sum_(C | outer C) outer_term C - 3%:R * (seen A - seen (cover R)).
  have sums : \sum_(C | outer C) outer_term C = 3%:R * (\sum_(C | outer C) size (C :&: A)) +
      3%:R * (\sum_(C | outer C) #|C :\: A|%:R) - 2%:R * (\sum_(C | outer C) cost C).
    by rewrite /outer_term sumrB big_split /= !mulr_sumr.
  have pool : size A = size (cover R) + \sum_(C | outer C) size (C :&: A) := sum_pool n.
  rewrite sums -alone_outside (inner_or_outer cost) /excess /pooled.
  rewrite -[cost A]/(1 + size A - seen A) -[cost (cover R)]/(1 + size (cover R) - seen (cover R)) pool.
  have alg (u v x y k ci co : K) : 3%:R * (1 + (u + v) - x + k) - 2%:R * (ci + co) =
    3%:R * (1 + u - y) - 2%:R * ci + (3%:R * v + 3%:R * k - 2%:R * co) - 3%:R * (x - y) by ring.
  exact: alg.
rewrite -subr_gt0 adds_up; have [le|lt] := lerP (seen A) (seen (cover R)).
  by rewrite -addrA ltr_paddr // addr_ge0 // oppr_ge0 mulr_ge0_le0 ?ler0n // subr_le0.
(* What a sample of the pool sees is a mean: some outer block has as much. *)
have [C CO [T0 large]] : exists2 C, outer C & C :&: A != set0 /\ seen A <= seen (C :&: A).
  case: (pickP [pred C | outer C && ((C :&: A != set0) && (seen A <= seen (C :&: A)))]) => [C /andP[CO /andP[]]|none].
    by exists C.
  have less C : outer C -> squares (C :&: A) <= seen A * size (C :&: A) ?= iff (C :&: A == set0).
    move=> CO; have [->|T0] := eqVneq (C :&: A) set0.
      by apply/leifP; rewrite /Coalitions.size /Coalitions.squares !big_set0 mulr0.
    have := none C; rewrite /= CO T0 /= => /negbT; rewrite -ltNge => h.
    by apply/leifP; rewrite -(seen_size n_pos T0) ltr_pmul2r // nonempty_size.
  have : squares A < seen A * size A.
    rewrite /Coalitions.squares /Coalitions.size !sum_pool mulrDr [X in _ < _ + X]mulr_sumr.
    have [U0|U0] := eqVneq (cover R) set0.
      rewrite U0 !big_set0 mulr0 !add0r; have /set0Pn[i iA] := A0.
      have own : i \in pblock P i by rewrite mem_pblock; case/and3P: part => /eqP ->; rewrite inE.
      have blockP : pblock P i \in P by rewrite pblock_mem //; case/and3P: part => /eqP ->; rewrite inE.
      have CO : outer (pblock P i).
        rewrite /outer blockP /=; apply/negP => CA; have : i \in cover R by apply/bigcupP; exists (pblock P i); rewrite ?inE ?blockP.
        by rewrite U0 inE.
      rewrite (bigD1 _ CO) [X in _ < X](bigD1 _ CO) /=; apply: ltr_le_add; last first.
        by apply: ler_sum => C /andP[/less[]].
      by rewrite (lt_leif (less _ CO)); apply/set0Pn; exists i; rewrite inE own.
    apply: ltr_le_add; last by apply: ler_sum => C /less[].
    by rewrite -/(squares (cover R)) -(seen_size n_pos U0) ltr_pmul2r // nonempty_size.
  by rewrite seen_size // ltxx.
have [_ /(_ T0) G] := outer_block_pays CO.
have one : 3%:R * seen A - 1 <= \sum_(X | outer X) outer_term X.
  rewrite (bigD1 C CO) /=; apply: ler_paddr; first by apply: sumr_ge0 => X /andP[/outer_block_pays[/ltW]].
  by apply: le_trans G; rewrite ler_add2r ler_pmul2l ?ltr0n.
apply: (@le_lt_trans _ _ ((1 - 3%:R * seen (cover R)) + (3%:R * seen A - 1) - 3%:R * (seen A - seen (cover R)))).
  have -> // : 1 - 3%:R * seen (cover R) + (3%:R * seen A - 1) - 3%:R * (seen A - seen (cover R)) = 0 by ring.
by rewrite ltr_add2r ltr_le_add.
Qed.
End Account.

Lemma excess_of_none (K : realFieldType) (I : finType) (n : I -> K) : excess n set0 = 3%:R /\ seen n (cover set0) = 0.
Proof.
by rewrite /excess /cover !big_set0 /BestPartition.cost /OneThird.seen /Coalitions.size big_set0 invr0 !mulr0 !subr0 addr0 mulr1.
Qed.

(* No union of inner blocks blocks. *)
Lemma account_without_unions (K : realFieldType) (I : finType) (n : I -> K) (P : {set {set I}}) (A : {set I}) :
  (forall i, 0 < n i) -> partition P setT -> A != set0 -> smallest n A -> (forall j, j \notin A -> 1 < n j) ->
  nobody_prefers_alone n 1 1 P -> no_union_blocks n 1 1 P P -> 2%:R * (\sum_(C in P) cost n C) < 3%:R * pooled n A.
Proof.
move=> n_pos part A0 low above content no_union; pose R := [set C in P | C \subset A].
have RP : R \subset P by apply/subsetP => C; rewrite inE => /andP[].
have union : no_union_blocks n 1 1 P R by move=> U UR; apply: no_union; apply: subset_trans UR RP.
have [E0 E1] := blocks_that_do_not_unite n_pos part RP union.
apply: (account n_pos part A0 low above content) => //; rewrite -/R; have [R0|R0] := eqVneq R set0.
  by rewrite R0; have [-> ->] := excess_of_none n; rewrite mulr0 subr0 ltr1n.
have U0 : cover R != set0.
  have /set0Pn[C CR] := R0; have /set0Pn[i iC] := block_not_empty part (subsetP RP C CR).
  by apply/set0Pn; exists i; apply/bigcupP; exists C.
apply: lt_le_trans E1; rewrite ltr_add2l ltr_opp2 ltr_pmull ?seen_pos //; by rewrite ltr1n.
Qed.

(* Sizes in units of mu/s2, errors in units of s2. *)
Section Scale.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Definition units i := s2 / mu * n i.

Lemma units_pos i : 0 < units i.
Proof. by rewrite mulr_gt0 ?divr_gt0. Qed.

Lemma err_in_units (C : {set I}) j : j \in C -> err n mu s2 C j = s2 * err units 1 1 C j.
Proof.
move=> jC; rewrite (err_two_numbers _ _ n_pos jC) (err_two_numbers _ _ units_pos jC).
have -> : size units C = s2 / mu * size n C by rewrite /size mulr_sumr.
have -> : squares units C = (s2 / mu) ^+ 2 * squares n C.
  by rewrite /squares mulr_sumr; apply: eq_bigr => i _; rewrite exprMn.
have := size_pos n_pos jC; move: (size n C) (squares n C) => N S N0; rewrite /units; field.
by rewrite !gt_eqF.
Qed.

Lemma total_in_units (P : {set {set I}}) : total n mu s2 P = mu * total units 1 1 P.
Proof.
rewrite /total mulr_sumr; apply: eq_bigr => C CP; rewrite mulr_sumr; apply: eq_bigr => j jC.
by rewrite (err_in_units jC) /units; field; rewrite gt_eqF.
Qed.
End Scale.

(* In units of the noise, against the best partition that pools the smallest. *)
Lemma account_in_units (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P setT -> partition Q setT ->
  (forall A : {set I}, A != set0 -> smallest (units n mu s2) A -> (forall j, j \notin A -> 1 < units n mu s2 j) ->
    2%:R * (\sum_(C in P) cost (units n mu s2) C) < 3%:R * pooled (units n mu s2) A) ->
  2%:R * total n mu s2 P < 3%:R * total n mu s2 Q.
Proof.
move=> n_pos mu_pos s2_pos i0 part partQ account; have u_pos := units_pos n_pos mu_pos s2_pos.
have [A [A0 low] [above best]] := pool_the_smallest u_pos i0 partQ; have less := account A A0 low above.
rewrite (total_in_units n_pos mu_pos s2_pos P) (total_in_units n_pos mu_pos s2_pos Q).
rewrite (mulrCA 2%:R) (mulrCA 3%:R) ltr_pmul2l // (total_is u_pos part); apply: lt_le_trans less _.
by rewrite ler_pmul2l // ltr0n.
Qed.
Lemma content_in_units (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> partition P setT -> nobody_prefers_alone n mu s2 P ->
  nobody_prefers_alone (units n mu s2) 1 1 P.
Proof.
move=> n_pos mu_pos s2_pos part content j; have := content j.
have own : j \in pblock P j by rewrite mem_pblock; case/and3P: part => /eqP ->; rewrite inE.
by rewrite (err_in_units n_pos mu_pos s2_pos own) (err_in_units n_pos mu_pos s2_pos (set11 j)) ler_pmul2l.
Qed.

Lemma without_unions (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P setT -> nobody_prefers_alone n mu s2 P ->
  no_union_blocks n mu s2 P P -> partition Q setT -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q.
Proof.
move=> n_pos mu_pos s2_pos i0 part content no_union partQ; apply: account_in_units => // A A0 low above.
have u_pos := units_pos n_pos mu_pos s2_pos; have content1 := content_in_units n_pos mu_pos s2_pos part content.
have unit (C : {set I}) j : j \in C -> err n mu s2 C j = s2 * err (units n mu s2) 1 1 C j by apply: err_in_units.
have own j : j \in pblock P j by rewrite mem_pblock; case/and3P: part => /eqP ->; rewrite inE.
have union1 : no_union_blocks (units n mu s2) 1 1 P P.
  move=> U UP U0 gain; apply: (no_union U UP U0) => j jU.
  by rewrite (unit _ _ jU) (unit _ _ (own j)) ltr_pmul2l //; apply: gain.
exact: account_without_unions.
Qed.

(* Core stability is far more than what is needed. *)
Theorem less_than_three_halves (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P setT -> partition Q setT ->
  (core_stable n mu s2 P -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q) /\
  (nobody_prefers_alone n mu s2 P -> no_union_blocks n mu s2 P P -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q).
Proof.
move=> n_pos mu_pos s2_pos i0 part partQ; have enough := without_unions n_pos mu_pos s2_pos i0 part.
split=> [core|content no_union]; last exact: enough.
by have [content no_union] := core_stable_is_enough part core; apply: enough.
Qed.
