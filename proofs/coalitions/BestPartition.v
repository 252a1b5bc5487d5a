(* The partition that costs least (coalitions/new-best-partition): it pools the smallest players and leaves the others alone.
   Any number of players, any real field, uniform federation, sizes in units of the ratio mu/s2 and errors in units of s2
   ([ThreeHalves.v] returns to any mu and s2).
   Modelled: what a block costs is the sum of the errors of its members times their sizes, [err] of Coalitions.v.
   Not modelled: the order in which an algorithm lets players in. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence OneThird.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What a partition costs: the errors of all players, weighted by their sizes. *)
Definition total (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :=
  \sum_(C in P) \sum_(j in C) n j * err n mu s2 C j.

(* The largest player x of two blocks {x} + A and B is left alone, and A and B unite: p, q are their sums, alpha, beta what
   their samples see. *)
Lemma regroup (K : realFieldType) (x p q alpha beta : K) : 0 < p -> 0 < q -> 0 < x -> 0 <= alpha -> alpha <= x -> beta <= x ->
  beta <= q -> (x ^+ 2 + alpha * p) / (x + p) + beta <= x + (alpha * p + beta * q) / (p + q).
Proof.
move=> p0 q0 x0 a0 ax bx bq; have xp := addr_gt0 x0 p0; have pq := addr_gt0 p0 q0.
rewrite -subr_ge0 -(pmulr_rge0 _ (mulr_gt0 xp pq)).
have -> : (x + p) * (p + q) * (x + (alpha * p + beta * q) / (p + q) - ((x ^+ 2 + alpha * p) / (x + p) + beta)) =
  p * ((x - alpha) * (p + q) + (alpha - beta) * (x + p)) by field; rewrite !gt_eqF.
apply: mulr_ge0 (ltW p0) _; case: (lerP beta alpha) => [ba|/ltW ab].
  by apply: addr_ge0; rewrite mulr_ge0 ?subr_ge0 // ltW.
have -> : (x - alpha) * (p + q) + (alpha - beta) * (x + p) =
  (beta - alpha) * (q - beta) + (x - beta) * (p + alpha + (q - beta)) by ring.
by apply: addr_ge0; rewrite mulr_ge0 ?subr_ge0 // addr_ge0 ?subr_ge0 // addr_ge0 // ltW.
Qed.

Section Best.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypothesis n_pos : forall i, 0 < n i.
Implicit Types (A C D U : {set I}) (P Q : {set {set I}}).
Local Notation size := (size n).
Local Notation seen := (seen n).
Definition cost C := 1 + size C - seen C.
(* A is pooled, the others are alone. *)
Definition pooled A := cost A + #|~: A|%:R.
(* A holds the smallest players. *)
Definition smallest A := forall i j, i \in A -> j \notin A -> n i <= n j.

Lemma size1 i : size [set i] = n i.
Proof. by rewrite /size big_set1. Qed.
Lemma seen1 i : seen [set i] = n i.
Proof. by rewrite /seen /squares big_set1 size1 expr2 mulfK // gt_eqF. Qed.
Lemma seen_size C : C != set0 -> seen C * size C = squares n C.
Proof. by move=> C0; rewrite /seen divfK // gt_eqF // nonempty_size. Qed.
Lemma size_ge C : 0 <= size C.
Proof. by apply: sumr_ge0 => i _; apply: ltW. Qed.
Lemma seen_ge C : 0 <= seen C.
Proof. by have [->|C0] := eqVneq C set0; [rewrite /seen /size big_set0 invr0 mulr0|apply/ltW/seen_pos]. Qed.
Lemma seen_at_most_size C : C != set0 -> seen C <= size C.
Proof. by move=> C0; apply: seen_high C0 _ => // i iC; apply: member_size. Qed.

(* What a block costs is what its members pay, weighted by their sizes. *)
Lemma cost_of_block C : C != set0 -> \sum_(j in C) n j * err n 1 1 C j = cost C.
Proof.
move=> C0; have N : size C != 0 by rewrite gt_eqF // nonempty_size.
transitivity (\sum_(j in C) (n j * (1 / size C + seen C / size C + 1) - 2%:R * n j ^+ 2 / size C)).
  by apply: eq_bigr => j jC; rewrite (err_two_numbers _ _ n_pos jC) /OneThird.seen; field.
rewrite sumrB -mulr_suml -mulr_suml -mulr_sumr -/(squares n C) -/(size C) /cost /OneThird.seen; field.
exact: N.
Qed.
Lemma total_is P : partition P setT -> total n 1 1 P = \sum_(C in P) cost C.
Proof. by case/and3P => _ _ no; apply: eq_bigr => C CP; apply: cost_of_block; apply: contraNneq no => <-. Qed.

Lemma regrouped x A B : x \notin A :|: B -> [disjoint A & B] -> A != set0 -> B != set0 ->
  (forall i, i \in A :|: B -> n i <= n x) -> 1 + cost (A :|: B) <= cost (x |: A) + cost B.
Proof.
move=> xAB AB A0 B0 high; have [xA xB] : x \notin A /\ x \notin B by move: xAB; rewrite inE negb_or => /andP.
have p0 := nonempty_size n_pos A0; have q0 := nonempty_size n_pos B0.
have dx : [disjoint [set x] & A] by rewrite disjoints1.
have lowA : seen A <= n x by apply: seen_high A0 _ => // i iA; apply: high; rewrite inE iA.
have lowB : seen B <= n x by apply: seen_high B0 _ => // i iB; apply: high; rewrite inE iB orbT.
have := regroup p0 q0 (n_pos x) (seen_ge A) lowA lowB (seen_at_most_size B0).
rewrite (seen_size A0) (seen_size B0) -(squaresU n AB) -(sizeU n AB) => H.
have sx : n x ^+ 2 + squares n A = squares n (x |: A) by rewrite squaresU // /squares big_set1.
have ex : n x + size A = size (x |: A) by rewrite sizeU // size1.
move: H; rewrite sx ex -/(seen (x |: A)) -/(seen (A :|: B)) => H.
rewrite /cost -ex sizeU // -subr_ge0.
have -> : 1 + (n x + size A) - seen (x |: A) + (1 + size B - seen B) - (1 + (1 + (size A + size B) - seen (A :|: B))) =
  (n x + seen (A :|: B)) - (seen (x |: A) + seen B) by ring.
by rewrite subr_ge0.
Qed.

(* Pooling the smallest of U, in a certain number, costs no more than the blocks of Q. *)
Lemma best_of Q U : partition Q U -> U != set0 -> exists2 A : {set I}, A \subset U /\ A != set0 &
  (forall i j, i \in A -> j \in U -> j \notin A -> n i <= n j) /\ cost A + #|U :\: A|%:R <= \sum_(C in Q) cost C.
Proof.
have [m] := ubnP #|U|; elim: m U Q => // m IH U Q /ltnSE few part /set0Pn[i0 i0U].
have [x xU high] : exists2 x, x \in U & forall i, i \in U -> n i <= n x.
  by case: (@arg_maxP _ _ I i0 (mem U) n i0U) => x xU h; exists x.
have [/eqP cov tr no] := and3P part.
pose C := pblock Q x; have CQ : C \in Q by rewrite pblock_mem // cov.
have xC : x \in C by rewrite mem_pblock cov.
have CU : C \subset U := partitionS part CQ.
have smaller : (#|U :\ x| < m)%N by rewrite (leq_trans _ few) // (cardsD1 x U) xU.
have grow (A : {set I}) (v : K) : A \subset U :\ x -> cost A + #|(U :\ x) :\: A|%:R <= v -> cost A + #|U :\: A|%:R <= 1 + v.
  move=> sub le; have -> : #|U :\: A| = #|(U :\ x) :\: A|.+1.
    have xA : x \notin A by apply/negP => /(subsetP sub); rewrite !inE eqxx.
    rewrite (cardsD1 x (U :\: A)) !inE xA xU /= add1n; congr _.+1; apply: eq_card => i; rewrite !inE; by case: (i == x); rewrite ?andbF.
  by rewrite -addn1 natrD addrA [X in _ <= X]addrC ler_add2r.
have wider (A : {set I}) : A \subset U :\ x -> (forall i j, i \in A -> j \in U :\ x -> j \notin A -> n i <= n j) ->
    forall i j, i \in A -> j \in U -> j \notin A -> n i <= n j.
  move=> sub low i j iA jU jA; have [->|jx] := eqVneq j x; last by apply: low; rewrite // !inE jx.
  by apply: high; have := subsetP sub i iA; rewrite !inE => /andP[].
(* Leave x alone, and pool the others of its block with another block. *)
have [Cx|Cx] := eqVneq C [set x].
  have [U1|U1] := eqVneq (U :\ x) set0.
    exists [set x]; first by rewrite sub1set xU; split=> //; apply/set0Pn; exists x; rewrite inE.
    split=> [i j|]; first by move=> _ jU jx; move: U1 => /setP/(_ j); rewrite !inE jU andbT; move: jx; rewrite inE => ->.
    rewrite U1 cards0 addr0 (big_setD1 C CQ) /= Cx ler_addl sumr_ge0 // => D /setD1P[_ DQ].
    have D0 : D != set0 by apply: contraNneq no => <-.
    by rewrite /cost -addrA addr_ge0 ?ler01 // subr_ge0 seen_at_most_size.
  have part1 : partition (Q :\ C) (U :\ x) by rewrite -Cx; apply: partitionD1.
  have [A [AU A0] [low le]] := IH _ _ smaller part1 U1.
  exists A; first by split=> //; apply: subset_trans AU (subsetDl _ _).
  split; first exact: wider.
  rewrite (big_setD1 C CQ) /= {1}Cx; have -> : cost [set x] = 1 by rewrite /cost size1 seen1 addrK.
  exact: grow.
have [one|] := eqVneq (Q :\ C) set0.
  have UC : U = C.
    by rewrite -cov /cover (big_setD1 C CQ) one big_set0 /= setU0.
  exists U; first by split=> //; apply/set0Pn; exists i0.
  split=> [i j _ -> //|]; rewrite setDv cards0 addr0 (big_setD1 C CQ) one big_set0 /= addr0 {1}UC; exact: lexx.
case/set0Pn => D /setD1P[DC DQ].
have D0 : D != set0 by apply: contraNneq no => <-.
have DisC : [disjoint C & D] by move/trivIsetP: tr; apply=> //; rewrite eq_sym.
pose B := C :\ x; have B0 : B != set0.
  by apply: contraNneq Cx => B0; rewrite -(setD1K xC) -/B B0 setU0.
have xD : x \notin D by apply/negP => xD; move/pred0P/(_ x): DisC; rewrite /= xC xD.
have BD : [disjoint B & D] by apply: disjointWl DisC; apply: subsetDl.
pose R := (Q :\ C) :\ D; have DQC : D \in Q :\ C by rewrite !inE DC.
have partR : partition R ((U :\: C) :\: D) by apply: partitionD1 DQC; apply: partitionD1.
have BDU : (B :|: D) :|: ((U :\: C) :\: D) = U :\ x.
  apply/setP => i; rewrite /B !inE; have [->|ix] /= := eqVneq i x; first by rewrite xC (negPf xD).
  have := subsetP CU i; have := subsetP (partitionS part DQ) i.
  case: (boolP (i \in C)) => [_ _ /(_ isT) -> //|_]; by case: (boolP (i \in D)) => [_ /(_ isT) -> //|_ _ _].
have BD0 : B :|: D != set0 by rewrite -subset0 subUset negb_and !subset0 B0.
have disR : [disjoint B :|: D & (U :\: C) :\: D].
  rewrite -setI_eq0; apply/eqP/setP => i; rewrite /B !inE; by case: (i \in C); case: (i \in D); rewrite ?andbF.
have part2 : partition ((B :|: D) |: R) (U :\ x) by rewrite -BDU; apply: partitionU1.
have new : B :|: D \notin R.
  apply/negP => inR; have /subsetP/(_ _ _) sub := partitionS partR inR.
  by have /set0Pn[i iBD] := BD0; move/pred0P/(_ i): disR; rewrite /= iBD sub.
have U2 : U :\ x != set0 by rewrite -BDU setU_eq0 negb_and BD0.
have [A [AU A0] [low le]] := IH _ _ smaller part2 U2.
exists A; first by split=> //; apply: subset_trans AU (subsetDl _ _).
split; first exact: wider.
apply: le_trans (grow _ _ AU le) _; rewrite big_setU1 // (big_setD1 C CQ) (big_setD1 D DQC) /= -/R.
rewrite addrA [X in _ <= X]addrA ler_add2r -{1}(setD1K xC); apply: regrouped => //; first by rewrite !inE eqxx (negPf xD).
by move=> i /setUP[/setD1P[_ iC]|iD]; apply: high; [apply: (subsetP CU)|apply: (subsetP (partitionS part DQ))].
Qed.
(* Whoever is alone and not above 1 may as well join, from the smallest on. *)
Lemma joiner A y : A != set0 -> y \notin A -> (forall i, i \in A -> n i <= n y) -> n y <= 1 ->
  pooled (y |: A) <= pooled A.
Proof.
move=> A0 yA high y1; have N0 := nonempty_size n_pos A0; have Y0 := n_pos y; have T0 := addr_gt0 Y0 N0.
have dy : [disjoint [set y] & A] by rewrite disjoints1.
have low : seen A <= n y by apply: seen_high A0 _.
have one : #|~: A|%:R = 1 + #|~: (y |: A)|%:R :> K.
  by rewrite (cardsD1 y (~: A)) inE yA natrD; congr (_ + _%:R); apply: eq_card => i; rewrite !inE negb_or.
have after : seen (y |: A) = (n y ^+ 2 + seen A * size A) / (n y + size A).
  by rewrite {1}/OneThird.seen sizeU // squaresU // size1 {1}/squares big_set1 seen_size.
rewrite /pooled one /cost after sizeU // size1 -subr_ge0; set k := #|~: _|%:R.
have -> : 1 + size A - seen A + (1 + k) - (1 + (n y + size A) - (n y ^+ 2 + seen A * size A) / (n y + size A) + k) =
  (1 - n y) + n y * (n y - seen A) / (n y + size A) by field; rewrite gt_eqF.
by apply: addr_ge0; rewrite ?subr_ge0 // divr_ge0 ?(ltW T0) // mulr_ge0 ?subr_ge0 // ltW.
Qed.

(* No partition costs less than pooling the smallest players, in a certain number, and leaving the others, all above the
   ratio, alone. *)
Theorem pool_the_smallest Q (i0 : I) : partition Q setT -> exists2 A, A != set0 /\ smallest A &
  (forall j, j \notin A -> 1 < n j) /\ pooled A <= total n 1 1 Q.
Proof.
move=> part; have ne : [set: I] != set0 by apply/set0Pn; exists i0.
have [A [_ A0] [low le]] := best_of part ne.
have {low} : smallest A by move=> i j iA; apply: low iA _; rewrite inE.
have {le} : pooled A <= total n 1 1 Q by rewrite total_is //; move: le; rewrite setTD.
have [m] := ubnP #|~: A|; elim: m A A0 => // m IH A A0 /ltnSE few le low.
have [/existsP[j0 /andP[j0A j01]]|none] := boolP [exists j, (j \notin A) && (n j <= 1)]; last first.
  exists A => //; split=> // j jA; rewrite ltNge; apply: contra none => j1; apply/existsP; exists j; by rewrite jA.
have [y yA least] : exists2 y, y \notin A & forall j, j \notin A -> n y <= n j.
  by case: (@arg_minP _ _ I j0 [pred j | j \notin A] n j0A) => y yA h; exists y.
have y1 : n y <= 1 := le_trans (least j0 j0A) j01.
apply: (IH (y |: A)).
- by apply/set0Pn; exists y; rewrite setU11.
- by rewrite (leq_trans _ few) // (cardsD1 y (~: A)) inE yA ltnS subset_leq_card //; apply/subsetP => i; rewrite !inE negb_or.
- by apply: le_trans le; apply: joiner => // i iA; apply: low.
move=> i j; rewrite !inE negb_or => /predU1P[->|iA] /andP[_ jA]; [exact: least|exact: low].
Qed.
End Best.
