(* Uniform federation, any number of players, any real field: merging two blocks, at most one small block, everybody
   together as the only core-stable partition when nobody is above one third of the ratio mu/s2, and the lemma on deficits
   (the first step towards "less than twice the least total").
   Modelled: [err] of Coalitions.v. A partition is core stable if no coalition exists all of whose members strictly gain. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section OneThird.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation err := (err n mu s2).

Definition core_stable (P : {set {set I}}) :=
  forall C : {set I}, C != set0 -> ~ (forall j, j \in C -> err C j < err (pblock P j) j).

(* Mean size that a sample of the coalition sees. *)
Definition seen (C : {set I}) := squares C / size C.
(* What the member j of C gains, up to a positive factor, when C and D merge. *)
Definition gain (C D : {set I}) j :=
  let w := size C / (size C + size D) in mu - 2%:R * s2 * n j + s2 * (seen C * (1 + w) - seen D * w).

Lemma sizeU (C D : {set I}) : [disjoint C & D] -> size (C :|: D) = size C + size D.
Proof. by move=> CD; rewrite /size -bigU //=; apply: eq_bigl => i; rewrite inE. Qed.
Lemma squaresU (C D : {set I}) : [disjoint C & D] -> squares (C :|: D) = squares C + squares D.
Proof. by move=> CD; rewrite /squares -bigU //=; apply: eq_bigl => i; rewrite inE. Qed.

Lemma nonempty_size (C : {set I}) : C != set0 -> 0 < size C.
Proof. by case/set0Pn => i; apply: size_pos. Qed.

Lemma merging (C D : {set I}) j : [disjoint C & D] -> D != set0 -> j \in C ->
  err C j - err (C :|: D) j = size D / (size C * (size C + size D)) * gain C D j.
Proof.
move=> CD D0 jC; have jU : j \in C :|: D by rewrite inE jC.
rewrite (err_two_numbers _ _ n_pos jC) (err_two_numbers _ _ n_pos jU) sizeU // squaresU // /gain /seen.
have A := size_pos n_pos jC; have B := nonempty_size D0; have AB : 0 < size C + size D by rewrite addr_gt0.
by field; rewrite !gt_eqF.
Qed.

Lemma merging_pays (C D : {set I}) j : [disjoint C & D] -> D != set0 -> j \in C ->
  (err (C :|: D) j < err C j) = (0 < gain C D j).
Proof.
move=> CD D0 jC; rewrite -subr_gt0 merging // pmulr_rgt0 //.
have A := size_pos n_pos jC; have B := nonempty_size D0.
by rewrite divr_gt0 // mulr_gt0 // addr_gt0.
Qed.

Lemma seen_high b (C : {set I}) : C != set0 -> (forall i, i \in C -> n i <= b) -> seen C <= b.
Proof. by move=> C0 high; rewrite /seen ler_pdivr_mulr ?nonempty_size //; apply: squares_high. Qed.
Lemma seen_pos (C : {set I}) : C != set0 -> 0 < seen C.
Proof.
move=> C0; rewrite divr_gt0 ?nonempty_size //; case/set0Pn: C0 => i iC.
rewrite /squares (bigD1 i) //= ltr_paddr ?exprn_gt0 //.
by apply: sumr_ge0 => k _; apply: sqr_ge0.
Qed.

Section Blocks.
Variable P : {set {set I}}.
Hypotheses (part : partition P setT) (stable : core_stable P).

Lemma block_not_empty C : C \in P -> C != set0.
Proof. by case/and3P: part => _ _ no CP; apply: contraNneq no => <-. Qed.
Lemma blocks_disjoint C D : C \in P -> D \in P -> C != D -> [disjoint C & D].
Proof. by case/and3P: part => _ /trivIsetP tr _; apply: tr. Qed.
Lemma home C j : C \in P -> j \in C -> pblock P j = C.
Proof. by case/and3P: part => _ tr _ CP jC; apply: def_pblock. Qed.

(* Two blocks of a stable partition: somebody does not want to merge. *)
Lemma somebody_objects C D : C \in P -> D \in P -> C != D ->
  (exists2 j, j \in C & gain C D j <= 0) \/ (exists2 j, j \in D & gain D C j <= 0).
Proof.
move=> CP DP CD; have disj := blocks_disjoint CP DP CD.
have C0 := block_not_empty CP; have D0 := block_not_empty DP.
case: (pickP [pred j in C | gain C D j <= 0]) => [j /andP[jC g] | allC]; first by left; exists j.
case: (pickP [pred j in D | gain D C j <= 0]) => [j /andP[jD g] | allD]; first by right; exists j.
case: (stable (C := C :|: D)).
  by case/set0Pn: C0 => i iC; apply/set0Pn; exists i; rewrite inE iC.
move=> j /setUP[jC | jD].
- by rewrite (home CP jC) merging_pays // ltNge; move: (allC j); rewrite /= jC /= => ->.
- rewrite (home DP jD) setUC merging_pays //; last by rewrite disjoint_sym.
  by rewrite ltNge; move: (allD j); rewrite /= jD /= => ->.
Qed.

Lemma small_gains C D j : C != set0 -> D != set0 -> j \in C ->
  (forall i, i \in C :|: D -> 3%:R * s2 * n i <= mu) -> 0 < gain C D j.
Proof.
move=> C0 D0 jC small; rewrite /gain; set w := size C / _.
have A := nonempty_size C0; have B := nonempty_size D0; have AB := addr_gt0 A B.
have w0 : 0 <= w by rewrite divr_ge0 // ltW.
have w1 : w <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addl ltW.
have sj : 3%:R * s2 * n j <= mu by apply: small; rewrite inE jC.
have sD : 3%:R * s2 * seen D <= mu.
  have t : 0 < 3%:R * s2 by rewrite mulr_gt0 ?ltr0n.
  rewrite -ler_pdivl_mull // seen_high // => i iD.
  by rewrite ler_pdivl_mull //; apply: small; rewrite inE iD orbT.
have p : 0 < s2 * (seen C * (1 + w)) by apply: mulr_gt0 => //; apply: mulr_gt0; [exact: seen_pos | rewrite ltr_paddr ?ltr01].
have three : 0 < 3%:R :> K by rewrite ltr0n.
rewrite -(pmulr_rgt0 _ three).
have -> : 3%:R * (mu - 2%:R * s2 * n j + s2 * (seen C * (1 + w) - seen D * w)) =
  3%:R * (s2 * (seen C * (1 + w))) + (2%:R * (mu - 3%:R * s2 * n j) + w * (mu - 3%:R * s2 * seen D) + mu * (1 - w))
  by ring.
rewrite ltr_paddr //; last by rewrite mulr_gt0.
by rewrite !addr_ge0 // mulr_ge0 ?subr_ge0 ?ler0n // ltW.
Qed.

Theorem at_most_one_small_block C D : C \in P -> D \in P ->
  (forall i, i \in C :|: D -> 3%:R * s2 * n i <= mu) -> C = D.
Proof.
move=> CP DP small; apply/eqP/negPn/negP => CD.
have C0 := block_not_empty CP; have D0 := block_not_empty DP.
case: (somebody_objects CP DP CD) => -[j jX]; rewrite leNgt small_gains // => i.
by rewrite setUC; apply: small.
Qed.

(* Deficits. [top C] is a largest member of the block C. *)
Variable top : {set I} -> I.
Hypotheses (top_in : forall C, C \in P -> top C \in C).
Hypothesis top_largest : forall C i, C \in P -> i \in C -> n i <= n (top C).
Definition short (C : {set I}) := mu - 2%:R * s2 * n (top C).
Definition deficit (C : {set I}) := Num.max 0 (short C).

Lemma seen_top C : C \in P -> seen C <= n (top C).
Proof. by move=> CP; apply: seen_high (block_not_empty CP) _ => i; apply: top_largest. Qed.

Lemma gain_top C D j : C \in P -> j \in C -> gain C D (top C) <= gain C D j.
Proof.
move=> CP jC; rewrite /gain ler_add2r ler_add2l ler_opp2 ler_pmul2l ?mulr_gt0 ?ltr0n //.
exact: top_largest.
Qed.

Lemma two_deficits C D : C \in P -> D \in P -> C != D -> 0 < short C -> 0 < short D -> seen C <= seen D ->
  short C <= s2 * (seen D - 2%:R * seen C).
Proof.
move=> CP DP CD sC sD le; have C0 := block_not_empty CP; have D0 := block_not_empty DP.
have A := nonempty_size C0; have B := nonempty_size D0; have AB := addr_gt0 A B.
have frac (X Y : K) : 0 < X -> 0 < Y -> 0 <= X / (X + Y) /\ X / (X + Y) <= 1.
  move=> X0 Y0; have XY := addr_gt0 X0 Y0; split; first by rewrite divr_ge0 // ltW.
  by rewrite ler_pdivr_mulr // mul1r ler_addl ltW.
case: (somebody_objects CP DP CD) => -[j jX obj].
- have := le_trans (gain_top D CP jX) obj; rewrite /gain -/(short C); set w := _ / _ => g.
  have [w0 w1] := frac _ _ A B; rewrite -/w in w0 w1.
  rewrite -subr_ge0; move: g; rewrite -oppr_ge0 => g.
  have -> : s2 * (seen D - 2%:R * seen C) - short C =
    - (short C + s2 * (seen C * (1 + w) - seen D * w)) + s2 * ((1 - w) * (seen D - seen C)) by ring.
  by apply: addr_ge0 => //; apply: mulr_ge0 (ltW s2_pos) _; apply: mulr_ge0; rewrite subr_ge0.
- have := le_trans (gain_top C DP jX) obj; rewrite /gain -/(short D); set w := _ / _ => g.
  have [w0 w1] := frac _ _ B A; rewrite -/w in w0 w1.
  suff : 0 < short D + s2 * (seen D * (1 + w) - seen C * w) by rewrite ltNge g.
  apply: addr_gt0 => //; apply: mulr_gt0 => //.
  have -> : seen D * (1 + w) - seen C * w = seen D + w * (seen D - seen C) by ring.
  by rewrite ltr_paddr ?seen_pos // mulr_ge0 // subr_ge0.
Qed.

Lemma chain m : forall (Q : {set {set I}}) C, #|Q| = m.+1 -> Q \subset P -> (forall D, D \in Q -> 0 < short D) ->
  C \in Q -> (forall D, D \in Q -> seen C <= seen D) ->
  \sum_(D in Q) short D <= mu - s2 * (\sum_(D in Q) seen D + seen C).
Proof.
elim: m => [|m IH] Q C card QP pos CQ least.
  have /eqP/cards1P[X E] := card; move: CQ QP; rewrite E => /set1P -> /subsetP/(_ X (set11 X)) XP.
  rewrite !big_set1 -subr_ge0.
  have -> : mu - s2 * (seen X + seen X) - short X = 2%:R * s2 * (n (top X) - seen X) by rewrite /short; ring.
  by rewrite mulr_ge0 ?subr_ge0 ?seen_top // mulr_ge0 ?ler0n // ltW.
have CP := subsetP QP C CQ.
have card' : #|Q :\ C| = m.+1 by move: card; rewrite (cardsD1 C) CQ => -[].
have [X0 X0Q] : exists X, X \in Q :\ C by apply/set0Pn; rewrite -card_gt0 card'.
have [X XQ low] : exists2 X, X \in Q :\ C & forall D, D \in Q :\ C -> seen X <= seen D.
  by case: (@arg_minP _ _ _ X0 (mem (Q :\ C)) seen X0Q) => X XQ lX; exists X.
have /setD1P[XC XQ'] := XQ.
have rest := IH (Q :\ C) X card' (subset_trans (subsetDl _ _) QP)
  (fun D h => pos D (subsetP (subsetDl _ _) D h)) XQ low.
have first : short C <= s2 * (seen X - 2%:R * seen C).
  by apply: two_deficits; rewrite ?(subsetP QP) ?pos ?least // eq_sym.
have sum f : \sum_(D in Q) f D = f C + \sum_(D in Q :\ C) f D :> K by rewrite (big_setD1 C).
move: rest; rewrite !sum; set u := \sum_(D in Q :\ C) short D; set v := \sum_(D in Q :\ C) seen D => rest.
apply: le_trans (ler_add first rest) _.
by have -> : s2 * (seen X - 2%:R * seen C) + (mu - s2 * (v + seen X)) = mu - s2 * (seen C + v + seen C) by ring.
Qed.

Theorem deficits : \sum_(C in P) deficit C < mu.
Proof.
pose Q := [set C in P | 0 < short C].
have -> : \sum_(C in P) deficit C = \sum_(C in Q) short C.
  rewrite (bigID (fun C => 0 < short C)) /= addrC big1 ?add0r => [|C /andP[_]]; last first.
    by rewrite -leNgt /deficit => h; apply/max_idPl.
  apply: eq_big => [C | C /andP[_ h]]; first by rewrite !inE.
  by rewrite /deficit; apply/max_idPr/ltW.
have [-> | Q0] := eqVneq Q set0; first by rewrite big_set0.
have [X0 X0Q] := set0Pn _ Q0.
have [X XQ low] : exists2 X, X \in Q & forall D, D \in Q -> seen X <= seen D.
  by case: (@arg_minP _ _ _ X0 (mem Q) seen X0Q) => X XQ lX; exists X.
have QP : Q \subset P by apply/subsetP => C; rewrite inE => /andP[].
have card : #|Q| = #|Q|.-1.+1 by rewrite prednK // card_gt0.
have pos D : D \in Q -> 0 < short D by rewrite inE => /andP[].
apply: le_lt_trans (chain card QP pos XQ low) _.
rewrite ltr_subl_addr ltr_addl mulr_gt0 //.
have s0 D : D \in Q -> 0 < seen D by move=> DQ; apply: seen_pos; apply: block_not_empty; apply: (subsetP QP).
by rewrite ltr_paddl ?s0 //; apply: sumr_ge0 => D DQ; apply/ltW/s0.
Qed.
End Blocks.

Theorem unique_at_one_third (P : {set {set I}}) (i0 : I) : (forall i, 3%:R * s2 * n i <= mu) ->
  partition P setT -> core_stable P <-> P = [set setT].
Proof.
move=> small part; split=> [stable | E].
  have one C D : C \in P -> D \in P -> C = D.
    by move=> CP DP; apply: (at_most_one_small_block part stable) => // i _.
  have [cov tr no] := and3P part.
  have bP : pblock P i0 \in P by rewrite pblock_mem // (eqP cov) inE.
  have E : P = [set pblock P i0] by apply/setP => C; rewrite inE; apply/idP/eqP => [CP | -> //]; apply: one.
  by move: cov; rewrite E /cover big_set1 => /eqP ->.
move=> C C0 gains.
have all_small i : s2 * n i <= mu.
  apply: le_trans (small i); rewrite -mulrA; apply: ler_pemull; last by rewrite ler1n.
  by rewrite mulr_ge0 // ltW.
have no := grand_coalition n_pos s2_pos all_small; apply: (no C).
have h j : pblock P j = setT by apply: (home part); rewrite ?inE // E inE.
split=> [j jC|]; first by apply: ltW; rewrite -(h j); apply: gains.
by case/set0Pn: C0 => j jC; exists j => //; rewrite -(h j); apply: gains.
Qed.
End OneThird.
