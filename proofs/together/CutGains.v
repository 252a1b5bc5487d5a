(* Equal gains where members mix at home (new-equal-gains-cost, new-top-contributor), over any ordered field.
   Modelled: a member of the coalition C with the pull v of its own mean has the error v^2 A + (1 - v)^2 D, where A is its
   error alone and D that of the average of the others of C, by the page's formulas; its gain is what its best pull saves, and
   it is nothing for who is alone. The cut of a coalition is the least gain in it. Not modelled: how a model is spoiled. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gains.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Implicit Types (C : {set I}) (i : I).
Definition rest C i := \sum_(k | (k \in C) && (k != i)) n k.
Definition alone i := mu / n i.
Definition apart C i := s2 + mu / rest C i + s2 * (\sum_(k | (k \in C) && (k != i)) n k ^+ 2) / rest C i ^+ 2.
Definition mixed C i v := v ^+ 2 * alone i + (1 - v) ^+ 2 * apart C i.
Definition gain C i := if rest C i == 0 then 0 else alone i ^+ 2 / (alone i + apart C i).
Definition is_cut C g := (exists2 i, i \in C & gain C i = g) /\ forall i, i \in C -> g <= gain C i.

Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 <= s2).
Lemma alone_pos i : 0 < alone i.
Proof. exact: divr_gt0. Qed.
Lemma rest_ge0 C i : 0 <= rest C i.
Proof. by apply: sumr_ge0 => k _; rewrite ltW. Qed.
Lemma apart_pos C i : rest C i != 0 -> 0 < apart C i.
Proof.
move=> r0; have R0 : 0 < rest C i by rewrite lt_neqAle eq_sym r0 rest_ge0.
rewrite /apart -addrA ltr_paddl // ltr_paddr ?divr_gt0 //.
by rewrite divr_ge0 ?exprn_ge0 ?mulr_ge0 ?(ltW R0) // sumr_ge0 // => k _; rewrite exprn_ge0 // ltW.
Qed.

(* The gain is that of the best mixture. *)
Lemma best_mixture C i : rest C i != 0 ->
  (exists v, alone i - mixed C i v = gain C i) /\ forall v, alone i - mixed C i v <= gain C i.
Proof.
move=> r0; rewrite /gain /mixed (negPf r0); have a0 := alone_pos i; have d0 := apart_pos r0.
move: (alone i) (apart C i) a0 d0 => a d a0 d0; have s0 : 0 < a + d by apply: addr_gt0.
split=> [|v]; first by exists (d / (a + d)); field; rewrite gt_eqF.
have e : a ^+ 2 / (a + d) - (a - (v ^+ 2 * a + (1 - v) ^+ 2 * d)) = (a + d) * (v - d / (a + d)) ^+ 2.
  by field; rewrite gt_eqF.
by rewrite -subr_ge0 e mulr_ge0 ?sqr_ge0 // ltW.
Qed.
End Gains.

(* Three members: their sizes, and coalitions by who is in. *)
Definition m0 : 'I_3 := @Ordinal 3 0 isT.
Definition m1 : 'I_3 := @Ordinal 3 1 isT.
Definition m2 : 'I_3 := @Ordinal 3 2 isT.
Section Three.
Variable K : realFieldType.
Definition three (a : K) (k : 'I_3) := if k == m2 then a else 5%:R.
Local Notation g := (gain (three 25%:R) 10%:R 1).
Local Notation pair := [set m0; m1].

Lemma sum3 (P : pred 'I_3) (f : 'I_3 -> K) : \sum_(k | P k) f k =
  (if P m0 then f m0 else 0) + ((if P m1 then f m1 else 0) + (if P m2 then f m2 else 0)).
Proof.
rewrite big_mkcond !big_ord_recl big_ord0 /= addr0.
have -> : lift ord0 (lift ord0 ord0) = m2 :> 'I_3 by apply: val_inj.
have -> : lift ord0 ord0 = m1 :> 'I_3 by apply: val_inj.
by have -> : ord0 = m0 :> 'I_3 by apply: val_inj.
Qed.
Lemma all3 (P : 'I_3 -> Prop) : P m0 -> P m1 -> P m2 -> forall i, P i.
Proof.
move=> p0 p1 p2 [[|[|[|//]]] l].
- by have <- : m0 = Ordinal l by apply: val_inj.
- by have <- : m1 = Ordinal l by apply: val_inj.
- by have <- : m2 = Ordinal l by apply: val_inj.
Qed.

Lemma ratio (a b c d : nat) : (0 < b)%N -> (0 < d)%N -> (a * d < c * b)%N -> a%:R / b%:R < c%:R / d%:R :> K.
Proof.
move=> b0 d0 h; have [B D] : (0 < b%:R :> K) /\ (0 < d%:R :> K) by rewrite !ltr0n.
by rewrite ltr_pdivr_mulr // mulrAC ltr_pdivl_mulr // -!natrM ltr_nat.
Qed.

(* What a member gains, by who else is there: nobody, one or two. *)
Lemma gain0 (C : {set 'I_3}) : g C m0 = (if m1 \in C then if m2 \in C then 72%:R / 73%:R else 2%:R / 3%:R
  else if m2 \in C then 10%:R / 11%:R else 0).
Proof.
rewrite /gain /apart /rest /alone !sum3 /three /=.
by case: (m1 \in C); case: (m2 \in C); rewrite /= andbF !add0r ?addr0 -?natrD ?pnatr_eq0 ?eqxx //=; field.
Qed.
Lemma gain1 (C : {set 'I_3}) : g C m1 = (if m0 \in C then if m2 \in C then 72%:R / 73%:R else 2%:R / 3%:R
  else if m2 \in C then 10%:R / 11%:R else 0).
Proof.
rewrite /gain /apart /rest /alone !sum3 /three /=.
by case: (m0 \in C); case: (m2 \in C); rewrite /= andbF !add0r ?addr0 -?natrD ?pnatr_eq0 ?eqxx //=; field.
Qed.
Lemma gain2 (C : {set 'I_3}) : g C m2 = (if m0 \in C then if m1 \in C then 8%:R / 145%:R else 2%:R / 55%:R
  else if m1 \in C then 2%:R / 55%:R else 0).
Proof.
rewrite /gain /apart /rest /alone !sum3 /three /=.
by case: (m0 \in C); case: (m1 \in C); rewrite /= andbF !addr0 ?add0r -?natrD ?pnatr_eq0 ?eqxx //=; field.
Qed.

Lemma cut_of_three : is_cut (three 25%:R) 10%:R 1 setT (8%:R / 145%:R).
Proof.
split; first by exists m2; rewrite ?inE // gain2 !inE.
by apply: all3 => _; rewrite ?gain0 ?gain1 ?gain2 !inE //= ltW // ratio.
Qed.
Lemma cut_of_pair : is_cut (three 25%:R) 10%:R 1 pair (2%:R / 3%:R).
Proof.
split; first by exists m0; rewrite ?inE // gain0 !inE.
by apply: all3; rewrite !inE //= => _; rewrite ?gain0 ?gain1 !inE.
Qed.
Lemma less_without (C : {set 'I_3}) i : i \in C -> C != setT -> g C i < g setT i.
Proof.
have zero a b : (0 < a)%N -> (0 < b)%N -> 0 < a%:R / b%:R :> K by move=> a0 b0; rewrite divr_gt0 ?ltr0n.
move=> iC /eqP notall; have out : ~~ [&& m0 \in C, m1 \in C & m2 \in C].
  apply/negP => /and3P[i0 i1 i2]; apply: notall; apply/setP => k; rewrite inE; move: k; exact: all3.
move: i iC; apply: all3; rewrite ?gain0 ?gain1 ?gain2 !inE /= => h; move: out; rewrite h /=.
- by case: (m1 \in C); case: (m2 \in C) => // _; rewrite ?zero ?ratio.
- by case: (m0 \in C); case: (m2 \in C) => // _; rewrite ?zero ?ratio.
- by case: (m0 \in C); case: (m1 \in C) => // _; rewrite ?zero ?ratio.
Qed.

(* The page's proposition on what the cut costs. *)
Theorem equal_gains_cost :
  [/\ forall C i, rest (three 25%:R) C i != 0 ->
    (exists v, alone (three 25%:R) 10%:R i - mixed (three 25%:R) 10%:R 1 C i v = g C i) /\
    forall v, alone (three 25%:R) 10%:R i - mixed (three 25%:R) 10%:R 1 C i v <= g C i,
  [/\ g setT m0 = 72%:R / 73%:R, g setT m1 = 72%:R / 73%:R & g setT m2 = 8%:R / 145%:R],
  [/\ is_cut (three 25%:R) 10%:R 1 setT (8%:R / 145%:R),
    \sum_i g setT i - 3%:R * (8%:R / 145%:R) = 2464%:R / 2683%:R * \sum_i g setT i &
    9%:R / 10%:R < 2464%:R / 2683%:R :> K],
  [/\ is_cut (three 25%:R) 10%:R 1 pair (2%:R / 3%:R), g pair m0 = 2%:R / 3%:R, g pair m1 = 2%:R / 3%:R &
    forall (C : {set 'I_3}) x, m2 \in C -> is_cut (three 25%:R) 10%:R 1 C x -> x < 2%:R / 3%:R]
  & forall (C : {set 'I_3}) i, i \in C -> C != setT -> g C i < g setT i].
Proof.
have n0 i : 0 < three 25%:R i by rewrite /three; case: ifP; rewrite ltr0n.
split; [by move=> C i; apply: best_mixture; rewrite ?ler01 ?ltr0n | | | | exact: less_without].
- by rewrite gain0 gain1 gain2 !inE.
- split; [exact: cut_of_three | | by rewrite ratio].
  by rewrite sum3 /= gain0 gain1 gain2 !inE /=; field.
split; [exact: cut_of_pair | by rewrite gain0 !inE | by rewrite gain1 !inE |].
move=> C x i2 [_ low]; apply: le_lt_trans (low _ i2) _; rewrite gain2.
by case: (m0 \in C); case: (m1 \in C); rewrite ?ratio // divr_gt0 ?ltr0n.
Qed.
End Three.
