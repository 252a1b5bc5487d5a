(* Steps of the paper's proofs about small and large players (coalitions/theorem-5-4-proof-small, theorem-5-4-proof-large-alone,
   theorem-5-4-proof-conclusion, theorem-5-5-proof-fewer-large, lemma-c-5-proof-same-size, lemma-c-5-proof-difference,
   example-c-6-strict, example-c-6-one-kind). Any positive sizes a < b, any ordered field.
   Modelled as in TwoSizesShapes.v: numbers of players are any numbers of the field, whole or not, except where the recipe of
   TwoSizesRecipe.v is meant. Not modelled: derivatives. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import TwoSizes TwoSizesShapes TwoSizesGuests TwoSizesRecipe.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Steps.
Variables (K : realFieldType) (mu s2 a b : K).
Hypotheses (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Implicit Types x y : K.
Local Notation error := (error mu s2 a b).
Let b_pos : 0 < b := lt_trans a_pos ab.

(* Theorem 5.4: both sizes at most at the ratio. A small player does best with everybody. *)
Theorem everybody_is_best_for_small x y x' y' : s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> y <= y' ->
  x < x' \/ y < y' -> error a x' y' < error a x y.
Proof.
move=> low x0 y0 xx yy more; have low_a : s2 * a < mu by apply: lt_le_trans low; rewrite ltr_pmul2l.
have y0' := le_trans y0 yy; have x0' := lt_le_trans x0 xx.
have more_small : x < x' -> error a x' y' < error a x y'.
  by move=> lt; apply: (lemma_c_1 a_pos ab s2_pos x0 lt y0' (ltW low_a)).1; left.
have more_large : y < y' -> error a x y' < error a x y by move=> lt; apply: lemma_c_3.
move: xx yy; rewrite !le_eqVlt => /orP[/eqP ex|lx] /orP[/eqP ey|ly].
- by case: more; rewrite ex ey ltxx.
- by rewrite -ex; apply: more_large.
- by rewrite -ey; move: more_small; rewrite -ey; apply.
by apply: lt_trans (more_small lx) (more_large ly).
Qed.

(* Large players among themselves: their error falls below the ratio, and is constant on it. *)
Theorem larges_by_themselves y y' : 0 < y -> y < y' ->
  (s2 * b < mu -> error b 0 y' < error b 0 y) /\ (s2 * b = mu -> error b 0 y' = error b 0 y).
Proof.
move=> y0 yy; split=> [low|tie].
  by have [_ _] := lemma_c_2_threshold a_pos ab (lexx 0) y0 yy low; apply; rewrite mulr0 !mul0r.
have high : mu <= s2 * b by rewrite tie.
by apply: (lemma_c_2 a_pos ab s2_pos (lexx 0) y0 yy high).2; rewrite ?tie.
Qed.

(* Large players gain from small ones. *)
Theorem larges_gain_from_smalls s l : (0 < s)%N -> (0 < l)%N -> s2 * b <= mu ->
  b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b) /\ error b s%:R l%:R < error b 0 l%:R.
Proof.
move=> s0 l0 low; have sp : 0 < s%:R :> K by rewrite ltr0n.
have lp : 0 < l%:R :> K by rewrite ltr0n.
have low_a : s2 * a < mu by apply: lt_le_trans low; rewrite ltr_pmul2l.
have key : 0 < bracket mu s2 a b s l.
  rewrite /bracket /total natrD.
  have -> : mu * (s%:R * a + l%:R * b) - s2 * a * b * (s%:R + l%:R) =
      s%:R * a * (mu - s2 * b) + l%:R * b * (mu - s2 * a).
    by move: (s%:R : K) (l%:R : K) => x y; ring.
  apply: ltr_paddl; first by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 // ltW.
  by rewrite !mulr_gt0 // subr_gt0.
split.
  move: key; rewrite /bracket /total subr_gt0; congr (is_true (_ < _)); rewrite [in RHS]addnC.
  by move: ((s + l)%:R : K) => x; ring.
have [_ lg] := both_or_neither mu s2 a_pos b_pos s0 l0.
have gain : err_L mu s2 a b s l < err_L mu s2 a b 0 l by rewrite lg.
exact: gain.
Qed.

(* Theorem 5.5: if a number of guests is too many for the small players, fewer are too many as well, as long as one comes. *)
Theorem fewer_are_too_many_too x y y' : 0 < x -> 0 < y -> y < y' -> error a x 0 < error a x y' -> error a x 0 < error a x y.
Proof.
move=> x0 y0 yy; have y0' := lt_trans y0 yy; rewrite !ltNge !guests_or_none // -!ltNge => much.
have N0 : 0 < samples a b x y by apply: some_samples => //; [exact: ltW|exact: ltW|left].
have more : samples a b x y < samples a b x y' by apply: large_samples.
have [above|below] := leP (s2 * a) mu; last first.
  apply: (@lt_trans _ _ 0); first by rewrite nmulr_rlt0 // subr_lt0.
  by rewrite !mulr_gt0 // subr_gt0.
by apply: le_lt_trans much; rewrite ler_wpmul2l ?subr_ge0 // ltW.
Qed.

(* Lemma C.5: as many samples, held by fewer small and more large players, raise both kinds' errors. *)
Theorem same_samples x1 y1 x2 : 0 < x2 -> x2 < x1 -> 0 <= y1 -> let y' := y1 + (x1 - x2) * a / b in
  samples a b x2 y' = samples a b x1 y1 /\ forall v, error v x1 y1 < error v x2 y'.
Proof.
move=> x0 xx y0 y'; have x10 := lt_trans x0 xx.
have N0 : 0 < samples a b x1 y1 by apply: some_samples => //; [exact: ltW|left].
have same : samples a b x2 y' = samples a b x1 y1 by rewrite /samples /y'; field; rewrite gt_eqF.
split=> // v; rewrite -subr_gt0 /TwoSizesShapes.error same.
have -> : squared a b x2 y' = squared a b x1 y1 + (x1 - x2) * a * (b - a).
  by rewrite /squared /y'; field; rewrite gt_eqF.
move: (samples a b x1 y1) N0 (squared a b x1 y1) => N N0 Q.
have -> : mu / N + s2 * ((Q + (x1 - x2) * a * (b - a)) / N ^+ 2 + 1) - s2 * 2%:R * v / N
    - (mu / N + s2 * (Q / N ^+ 2 + 1) - s2 * 2%:R * v / N) = s2 * ((x1 - x2) * a * (b - a)) / N ^+ 2.
  by field; rewrite gt_eqF.
by rewrite divr_gt0 ?exprn_gt0 // !mulr_gt0 // subr_gt0.
Qed.

(* In one coalition small players err more, by a fixed amount; so the large players' error rises with the small ones'. *)
Theorem small_err_more x y : 0 < x -> 0 < y ->
  error a x y = error b x y + 2%:R * s2 * ((b - a) / (y * b + x * a)) /\
  forall x2, 0 < x2 -> x2 < x -> let y' := (x - x2) * a / b + y in error b x y < error b x2 y'.
Proof.
move=> x0 y0; have N0 : 0 < samples a b x y by apply: some_samples => //; [exact: ltW|exact: ltW|left].
split; last by move=> x2 x20 xx; rewrite addrC; apply: (same_samples x20 xx (ltW y0)).2.
rewrite /TwoSizesShapes.error; move: (squared a b x y) => Q; rewrite [y * b + _]addrC.
by move: (lt0r_neq0 N0); rewrite /samples => n0; field.
Qed.

(* Example C.6: the comparisons by which groups of one kind do not leave; guests gain strictly unless there is a tie. *)
Section Example.
Variables (I : finType) (n : I -> K).
Local Notation S := #|smalls n a|.
Local Notation guests := (recipe n mu s2 a b).
Hypotheses (some : smalls n a != set0) (low : s2 * a < mu) (high : mu < s2 * b).

Theorem one_kind_stays :
  [/\ forall s, (0 < s)%N -> (s < S)%N -> error a S%:R 0 < error a s%:R 0,
      error a S%:R guests%:R <= error a S%:R 0 &
      forall l, (1 < l)%N -> mu / b < error b 0 l%:R].
Proof.
split=> [s s0 sS||l l1].
- have sp : 0 < s%:R :> K by rewrite ltr0n.
  have sS' : s%:R < S%:R :> K by rewrite ltr_nat.
  by apply: (lemma_c_1 a_pos ab s2_pos sp sS' (lexx 0) (ltW low)).1; left.
- by rewrite (recipe_is mu a_pos ab s2_pos some); apply: nobody_objects.
rewrite -(alone_large mu s2 a_pos ab); have l1' : 1 < l%:R :> K by rewrite ltr1n.
by apply: (lemma_c_2 a_pos ab s2_pos (lexx 0) ltr01 l1' (ltW high)).1; left.
Qed.

Theorem guests_gain : (0 < guests)%N -> error b S%:R guests%:R != mu / b -> error b S%:R guests%:R < mu / b.
Proof.
rewrite (recipe_is mu a_pos ab s2_pos some) => g0 tie; rewrite lt_neqAle tie.
by case/orP: (most_is n mu s2 a b) => [/eqP e|/andP[]//]; rewrite e in g0.
Qed.
End Example.
End Steps.
