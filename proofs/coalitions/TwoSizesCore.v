(* Which coalitions can block the recipe's arrangement of two sizes (coalitions/new-who-can-block, new-no-guests-core).
   Any number of small and large players, any sizes a < b, any ordered field.
   Modelled as in TwoSizesRecipe.v: all small players and their guests sit at one table, every other player is alone. A coalition
   blocks if it is not empty and each of its members strictly gains. Not modelled: which arrangement is in the core if this one
   is not. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability TwoSizesShapes TwoSizesGuests OneTable TwoSizesRecipe.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Numbers: s of S small players and l large ones leave, if the first large player refuses the table of all small ones --- *)
Section Numbers.
Variables (K : realFieldType) (mu s2 a b s S l : K).
Hypotheses (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2) (low : s2 * a <= mu) (s_pos : 0 < s) (sS : s <= S).
Local Notation error := (error mu s2 a b).
Let b_pos : 0 < b := lt_trans a_pos ab.
Let S_pos : 0 < S := lt_le_trans s_pos sS.
Let gap : 0 < b - a. Proof. by rewrite subr_gt0. Qed.
Let N := s * a + l * b.
Let room := S * a + b.
Let J := mu * room - s2 * a * b * (S + 1).
Let room_pos : 0 < room. Proof. by rewrite addr_gt0 // mulr_gt0. Qed.

Lemma refusal : mu / b < error b S 1 -> J < 0.
Proof.
have E : mu / b - error b S 1 = J * (S * a / (b * room ^+ 2)).
  rewrite /TwoSizesShapes.error /squared /samples /J mul1r -/room; move: (lt0r_neq0 room_pos); rewrite /room => r0.
  by field; rewrite r0 gt_eqF.
by rewrite -subr_lt0 E pmulr_llt0 // divr_gt0 ?mulr_gt0 ?exprn_gt0.
Qed.

(* Step 1: they have more samples than all small players. *)
Lemma more_samples : 0 < l -> error a s l < error a S 0 -> S * a < N.
Proof.
move=> l0; have N0 : 0 < N by rewrite addr_gt0 // mulr_gt0.
have E : error a S 0 - error a s l =
    (mu - s2 * a) * (N - S * a) / (S * a * N) - s2 * l * b * (b - a) / N ^+ 2.
  rewrite /TwoSizesShapes.error /squared /samples !mul0r !addr0 -/N; move: (lt0r_neq0 N0); rewrite /N => n0.
  by field; rewrite n0 !gt_eqF.
rewrite -subr_gt0 E subr_gt0 => gain.
have rest : 0 < s2 * l * b * (b - a) / N ^+ 2 by rewrite divr_gt0 ?exprn_gt0 // !mulr_gt0.
have D0 : 0 < (S * a * N)^-1 by rewrite invr_gt0 !mulr_gt0.
have := lt_trans rest gain; rewrite (pmulr_lgt0 _ D0) => product.
rewrite ltNge -subr_le0; apply/negP => few; move: product; rewrite ltNge => /negP; apply.
by rewrite mulr_ge0_le0 // subr_ge0.
Qed.

(* Step 2: there is one large member at most. *)
Lemma one_large : 1 <= l -> J < 0 -> S * a < N -> error b s l < mu / b -> l < 2%:R.
Proof.
move=> l1 refuses more; have N0 : 0 < N by apply: lt_trans more; rewrite mulr_gt0.
have R0 : 0 < N - b.
  have -> : N - b = s * a + (l - 1) * b by rewrite /N; ring.
  by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0 ?subr_ge0 // ltW.
have E : mu / b - error b s l = (N - b) / (N * b) *
    (J / room + s2 * b * (b - a) * (s * a / (N * (N - b)) - room^-1)).
  rewrite /TwoSizesShapes.error /squared /samples /J -/N.
  move: (lt0r_neq0 N0) (lt0r_neq0 R0) (lt0r_neq0 room_pos); rewrite /room /N => n0 r0 m0.
  by field; rewrite n0 r0 m0 gt_eqF.
rewrite -subr_gt0 E pmulr_rgt0 ?divr_gt0 ?mulr_gt0 // => gain.
have drop : J / room < 0 by rewrite pmulr_llt0 ?invr_gt0.
have lead : 0 < s2 * b * (b - a) * (s * a / (N * (N - b)) - room^-1).
  by rewrite -(ltr_add2l (J / room)) addr0; apply: lt_trans gain.
move: lead; rewrite pmulr_rgt0 ?mulr_gt0 // subr_gt0 => lead.
have cross : N * (N - b) < s * a * room.
  by move: lead; rewrite ltr_pdivl_mulr ?mulr_gt0 // mulrC ltr_pdivr_mulr.
have : N * (N - b) < s * a * (N + b).
  by apply: lt_trans cross _; rewrite ltr_pmul2l ?mulr_gt0 // ltr_add2r.
rewrite -subr_gt0; have -> : s * a * (N + b) - N * (N - b) = b * (s * a - N * (l - 1)) by rewrite /N; ring.
rewrite pmulr_rgt0 // subr_gt0 => h; rewrite ltNge; apply/negP => l2.
have : N * (l - 1) < N.
  by apply: lt_le_trans h _; rewrite /N ler_addl mulr_ge0 ?(ltW b_pos) //; apply: le_trans l1.
by rewrite gtr_pmulr // ltr_subl_addr ltNge => /negP; apply; exact: l2.
Qed.

(* Step 3: with one large member the small ones lose. *)
Lemma small_lose : l = 1 -> J < 0 -> S * a < N -> error a S 0 < error a s l.
Proof.
move=> l1 refuses more; have N0 : 0 < N by apply: lt_trans more; rewrite mulr_gt0.
have E : error a S 0 - error a s l = (N - S * a) * J / (S * a * N * room)
    - s2 * a * (S - s) * (b - a) * (2%:R * b + s * a) / (N ^+ 2 * room).
  rewrite /TwoSizesShapes.error /squared /samples !mul0r !addr0 /J -/N.
  move: (lt0r_neq0 N0) (lt0r_neq0 room_pos); rewrite /room /N l1 mul1r => n0 m0.
  by field; rewrite n0 m0 !gt_eqF.
rewrite -subr_lt0 E; apply: (@lt_le_trans _ _ (0 - 0)); last by rewrite subr0.
apply: ltr_le_sub.
  by rewrite pmulr_llt0 ?invr_gt0 ?mulr_gt0 // pmulr_rlt0 // subr_gt0.
apply: divr_ge0; last exact: ltW (mulr_gt0 (exprn_gt0 2 N0) room_pos).
have g := ltW gap; have a0 := ltW a_pos; have s20 := ltW s2_pos; have s0 := ltW s_pos; have b0 := ltW b_pos.
apply: mulr_ge0; last by rewrite addr_ge0 // mulr_ge0 // ler0n.
by apply: mulr_ge0 g; apply: mulr_ge0; [apply: mulr_ge0|rewrite subr_ge0].
Qed.
End Numbers.

Section Core.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (two : forall i, n i = a \/ n i = b) (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Hypotheses (some : smalls n a != set0) (low : s2 * a <= mu) (high : mu <= s2 * b).
Local Notation err := (Coalitions.err n mu s2).
Local Notation error := (TwoSizesShapes.error mu s2 a b).
Let smalls := smalls n a. Let larges := larges n b. Let S := #|smalls|.
Let b_pos : 0 < b := lt_trans a_pos ab.
Let S0 : 0 < S%:R :> K. Proof. by rewrite ltr0n card_gt0. Qed.
Let in_smalls i : i \in smalls -> n i = a. Proof. by rewrite inE => /eqP. Qed.
Let in_larges i : i \in larges -> n i = b. Proof. by rewrite inE => /eqP. Qed.

(* A coalition by its small and its large members. *)
Section Blocking.
Variables (guests C : {set I}).
Hypotheses (guests_large : guests \subset larges) (as_many : #|guests| = most_guests n mu s2 a b).
Let P := arrangement (smalls :|: guests).
Hypotheses (C0 : C != set0) (gain : forall j, j \in C -> err C j < at_home err P j).
Let A := C :&: smalls. Let B := C :&: larges.

Lemma members : C = A :|: B.
Proof.
apply/setP => i; rewrite !inE; case: (i \in C) => //=; case: (two i) => ->; by rewrite eqxx ?orbT.
Qed.
Lemma member_err j : j \in C -> err C j = error (n j) #|A|%:R #|B|%:R.
Proof.
move=> jC; rewrite {1}members (@seated _ _ n mu s2 a b) ?a_pos //.
- by move=> i; rewrite !inE => /andP[_ /eqP].
- by move=> i; rewrite !inE => /andP[_ /eqP].
by rewrite -members.
Qed.
Lemma small_gains : A != set0 -> error a #|A|%:R #|B|%:R < error a S%:R (most_guests n mu s2 a b)%:R.
Proof.
case/set0Pn => j; rewrite inE => /andP[jC jS]; have jT : j \in smalls :|: guests by rewrite inE jS.
by have := gain jC; rewrite member_err // (at_table mu s2 two a_pos ab some guests_large) // as_many (in_smalls jS).
Qed.
Lemma large_gains : B != set0 -> error b #|A|%:R #|B|%:R < mu / b.
Proof.
case/set0Pn => j; rewrite inE => /andP[jC jL]; have := gain jC; rewrite member_err // (in_larges jL) => h.
apply: lt_le_trans h _; have [jT|jT] := boolP (j \in smalls :|: guests); last first.
  by rewrite (at_single mu s2 two a_pos ab some jT).
rewrite (at_table mu s2 two a_pos ab some guests_large) // (in_larges jL); apply: guest_content => //.
apply/set0Pn; exists j; move: jT; rewrite !inE in jL *; by rewrite (eqP jL) gt_eqF.
Qed.

Lemma who_can_block : [/\ A != set0, ~~ (smalls \subset C), B != set0 & [disjoint C & guests]].
Proof.
have someA : A != set0.
  apply/negP => /eqP none; have B0 : B != set0 by move: C0; rewrite members none set0U.
  have := large_gains B0; rewrite none cards0 ltNge (larges_alone a_pos ab s2_pos high) // card_gt0; exact: B0.
have someB : B != set0.
  apply/negP => /eqP none; have := small_gains someA; rewrite none cards0 ltNge => /negP; apply.
  apply: le_trans (nobody_objects mu a_pos ab s2_pos some) _.
  by apply: (fewer_smalls a_pos ab s2_pos low); rewrite ?card_gt0 // subset_leq_card // subsetIr.
have notall : ~~ (smalls \subset C).
  apply/negP => all; have E : A = smalls by apply/setIidPr.
  have := small_gains someA; rewrite E -/S => small; have := large_gains someB; rewrite E -/S => large.
  have few : (#|B| <= most_guests n mu s2 a b)%N.
    by apply: most_is_most; [rewrite subset_leq_card // subsetIr|apply: ltW].
  by move: small; rewrite ltNge (fewer_guests a_pos ab s2_pos some low few).
split=> //; apply/pred0P => k /=; apply/negP => /andP[kC kG].
have kL := subsetP guests_large k kG; have kT : k \in smalls :|: guests by rewrite inE kG orbT.
have := gain kC; rewrite member_err // (at_table mu s2 two a_pos ab some guests_large) // as_many (in_larges kL) => large.
have y0 : 0 < (most_guests n mu s2 a b)%:R :> K by rewrite -as_many ltr0n card_gt0; apply/set0Pn; exists k.
have x0 : 0 < #|A|%:R :> K by rewrite ltr0n card_gt0.
have fewer : #|A|%:R < S%:R :> K.
  rewrite ltr_nat proper_card // properE subsetIr /=; apply: contra notall => all.
  by apply: subset_trans all _; apply: subsetIl.
apply: (lemma_c_5_as_used a_pos ab s2_pos high x0 fewer y0 (ler0n _ _)) (conj (small_gains someA) large).
exact: nobody_objects.
Qed.
End Blocking.

(* The recipe's arrangement, whichever guests of its number are seated. If all large players are, nobody is left to block. *)
Theorem blockers (guests : {set I}) : guests \subset larges -> #|guests| = recipe n mu s2 a b ->
  (forall C : {set I}, C != set0 -> (forall j, j \in C -> err C j < at_home err (arrangement (smalls :|: guests)) j) ->
    [/\ C :&: smalls != set0, ~~ (smalls \subset C), C :&: larges != set0 & [disjoint C & guests]]) /\
  (#|guests| = #|larges| -> core_stable err (arrangement (smalls :|: guests))).
Proof.
rewrite (recipe_is mu a_pos ab s2_pos some) => large many.
have who C : C != set0 -> (forall j, j \in C -> err C j < at_home err (arrangement (smalls :|: guests)) j) ->
    [/\ C :&: smalls != set0, ~~ (smalls \subset C), C :&: larges != set0 & [disjoint C & guests]].
  by move=> C0 gain; apply: who_can_block.
split=> [//|all C C0 gain]; have [_ _ /set0Pn[k kB] apart] := who C C0 gain.
have E : guests = larges by apply/eqP; rewrite eqEcard large all leqnn.
by move: kB; rewrite inE => /andP[kC kL]; have := pred0P apart k; rewrite /= kC E kL.
Qed.

(* If the first large player would rather be alone, nobody comes, and nobody can block. *)
Theorem no_guests_core : mu / b < error b S%:R 1 -> core_stable err (arrangement smalls).
Proof.
move=> refuses; have none : most_guests n mu s2 a b = 0%N.
  case: (posnP (most_guests n mu s2 a b)) => // m0.
  have /andP[_ w] : (most_guests n mu s2 a b <= #|larges|)%N && willing n mu s2 a b (most_guests n mu s2 a b).
    by case/orP: (most_is n mu s2 a b) => [/eqP e|//]; rewrite e in m0.
  have := willing_falls a_pos ab s2_pos some high (ltn0Sn 0) m0 w.
  by rewrite /willing leNgt => /negP; case.
rewrite -[smalls]setU0 => C C0 gain.
have sub : set0 \subset larges by apply: sub0set.
have count : #|set0 : {set I}| = most_guests n mu s2 a b by rewrite cards0.
have [someA _ someB _] := who_can_block sub count C0 gain.
have small := small_gains sub count gain someA; have large := large_gains sub count gain someB; rewrite none in small.
have s0 : 0 < #|C :&: smalls|%:R :> K by rewrite ltr0n card_gt0.
have sS : #|C :&: smalls|%:R <= S%:R :> K by rewrite ler_nat subset_leq_card // subsetIr.
have l1 : 1 <= #|C :&: larges|%:R :> K by rewrite ler1n card_gt0.
have J0 := refusal a_pos ab s0 sS refuses.
have more := more_samples a_pos ab s2_pos low s0 sS (lt_le_trans ltr01 l1) small.
have one := one_large a_pos ab s2_pos s0 sS l1 J0 more large.
have l_is : #|C :&: larges|%:R = 1 :> K.
  by move: one l1; rewrite ltr_nat ler1n; case: (#|_|) => [|[|]].
by have := small_lose a_pos ab s2_pos s0 sS l_is J0 more; rewrite ltNge ltW.
Qed.
End Core.
