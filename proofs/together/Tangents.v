(* Functions of one size, for errors that are convex in all sizes (Leaving.v); any ordered field.
   Modelled: how far x / (s x + m) and one over x stay from their tangents; and sums over finitely many members of mu over
   the square of a line in the size x of one member, which rises. Where a little more or less than y saves, at the
   prices there, no more than it costs, then the sum at y is at most the cost c of a record, and c itself where y is not
   zero ([at_a_least_sum]).
   Not modelled: which errors have such slopes. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tangents.
Variable K : realFieldType.

Lemma plus_pos (a b : K) : 0 <= a -> 0 < b -> 0 < a + b.
Proof. by move=> a0 b0; apply: (lt_le_trans b0); rewrite ler_addr. Qed.
Lemma pos_plus (a b : K) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. by move=> a0 b0; apply: (lt_le_trans a0); rewrite ler_addl. Qed.

(* x / (s x + m) lies below its tangent at y; one over x lies above. *)
Lemma saturating (s m x y : K) : 0 <= s -> 0 < m -> 0 <= x -> 0 <= y ->
  x / (s * x + m) <= y / (s * y + m) + m / (s * y + m) ^+ 2 * (x - y).
Proof.
move=> s0 m0 x0 y0; rewrite -subr_ge0.
have dx : 0 < s * x + m by apply: plus_pos => //; apply: mulr_ge0.
have dy : 0 < s * y + m by apply: plus_pos => //; apply: mulr_ge0.
have -> : y / (s * y + m) + m / (s * y + m) ^+ 2 * (x - y) - x / (s * x + m)
          = s * m * (x - y) ^+ 2 / ((s * x + m) * (s * y + m) ^+ 2) by field; rewrite !gt_eqF.
by apply: divr_ge0; [rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW | rewrite mulr_ge0 ?ltW // exprn_gt0].
Qed.

Lemma inverse (x y : K) : 0 < x -> 0 < y -> y^-1 - (x - y) / y ^+ 2 <= x^-1.
Proof.
move=> x0 y0; rewrite -subr_ge0.
have -> : x^-1 - (y^-1 - (x - y) / y ^+ 2) = (x - y) ^+ 2 / (x * y ^+ 2) by field; rewrite !gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ltW // exprn_gt0.
Qed.
End Tangents.

Section Lines.
Variable K : realFieldType.

(* What holds up to a small part, for all small steps g, holds without it. *)
Lemma squeeze (A B R d : K) : 0 <= A -> 0 <= R -> 0 < d -> (forall g, 0 < g -> g < d -> A * (1 - 2%:R * R * g) <= B) ->
  A <= B.
Proof.
move=> A0 R0 d0 H; rewrite leNgt; apply/negP => BA; set m := A - B; have m0 : 0 < m by rewrite subr_gt0.
pose Q := 2%:R * (A * R) + 1; have Q0 : 0 < Q by rewrite ltr_paddl ?ltr01 // mulr_ge0 ?ler0n // mulr_ge0.
pose g := Num.min d (m / Q) / 2%:R; have min0 : 0 < Num.min d (m / Q) by rewrite lt_minr d0 divr_gt0.
have g0 : 0 < g by rewrite divr_gt0 ?ltr0n.
have gmin : g < Num.min d (m / Q) by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
have [gd gm] : g < d /\ g < m / Q by move: gmin; rewrite lt_minr => /andP[].
have := H g g0 gd; rewrite leNgt => /negP; apply; rewrite -subr_gt0.
have -> : A * (1 - 2%:R * R * g) - B = m - g * Q + g by rewrite /m /Q; ring.
by rewrite addr_gt0 // subr_gt0 -ltr_pdivl_mulr.
Qed.

(* Every small step from y towards x shows what a record is worth up to a part that shrinks with the step; costs C are
   convex, so a part of the way costs at most that part of the whole. *)
Lemma at_a_least_sum (I : finType) (mu y : K) (C : K -> K) (alpha beta : I -> K) : 0 < mu -> 0 <= y ->
  (forall i, 0 <= alpha i) -> (forall i, 0 < beta i) -> (forall i, 0 < alpha i + beta i * y) ->
  (forall a b t, 0 <= a -> 0 <= b -> 0 <= t -> t <= 1 -> C (t * a + (1 - t) * b) <= t * C a + (1 - t) * C b) ->
  let slopes x := \sum_i mu / (alpha i + beta i * x) ^+ 2 in
  (forall x, 0 < x -> slopes x * (x - y) <= C x - C y) -> forall x, 0 <= x -> slopes y * (x - y) <= C x - C y.
Proof.
move=> mu0 y0 a0 b0 q0 bent slopes little x x0; pose p i := mu / (alpha i + beta i * y) ^+ 2.
have p0 i : 0 <= p i by rewrite divr_ge0 ?sqr_ge0 // ltW.
pose r i := beta i / (alpha i + beta i * y); have r0 i : 0 <= r i by rewrite divr_ge0 // ltW.
pose R := \sum_i r i; have R0 : 0 <= R by apply: sumr_ge0.
have rR i : r i <= R by rewrite /R (bigD1 i) //= ler_addl sumr_ge0.
have -> : slopes y = \sum_i p i by [].
set S := \sum_i p i; have S0 : 0 <= S by apply: sumr_ge0.
have shifted g i : 0 < y + g -> 0 < 1 + r i * g /\ mu / (alpha i + beta i * (y + g)) ^+ 2 = p i / (1 + r i * g) ^+ 2.
  move=> yg; have : 0 < alpha i + beta i * (y + g) by apply: plus_pos => //; apply: mulr_gt0.
  have -> : alpha i + beta i * (y + g) = (alpha i + beta i * y) * (1 + r i * g).
    by rewrite /r; field; rewrite gt_eqF.
  rewrite (pmulr_rgt0 _ (q0 i)) => z; split=> //; rewrite /p.
  by have := q0 i; move: z; move: (1 + _) (alpha i + _) => a b z b'; field; rewrite !gt_eqF.
have part t : 0 < t -> t <= 1 -> 0 < y + t * (x - y) -> slopes (y + t * (x - y)) * (x - y) <= C x - C y.
  move=> t0 t1 pos; rewrite -(ler_pmul2l t0) mulrCA; have := little _ pos; rewrite [y + _ - y]addrC addKr => le.
  apply: le_trans le _; have := bent x y t x0 y0 (ltW t0) t1.
  have -> : t * x + (1 - t) * y = y + t * (x - y) by ring.
  by have -> : t * (C x - C y) = t * C x + (1 - t) * C y - C y; [ring | rewrite ler_sub_addr subrK].
have [xy|yx|->] := ltgtP x y; last by rewrite !subrr mulr0.
  have e0 : 0 < y - x by rewrite subr_gt0.
  pose c := (C y - C x) / (y - x); rewrite -[x - y]opprB -[C x - C y]opprB mulrN ler_opp2 -ler_pdivr_mulr // -/c.
  pose d := Num.min (y - x) (R + 1)^-1; have R1 : 0 < R + 1 by rewrite ltr_paddl ?ltr01.
  have d0 : 0 < d by rewrite lt_minr e0 invr_gt0.
  have [neg|cj] := ltP c 0; first by rewrite ltW // (lt_le_trans neg).
  apply: (@squeeze c S R d) => // g g0; rewrite lt_minr => /andP[gy gR].
  have yg : 0 < y - g by rewrite subr_gt0 (lt_le_trans gy) // ler_subl_addr ler_addl.
  have le : c <= slopes (y - g).
    have at_g : y + g / (y - x) * (x - y) = y - g by field; rewrite subr_eq0 gt_eqF.
    have := @part (g / (y - x)); rewrite at_g divr_gt0 // ler_pdivr_mulr // mul1r (ltW gy) => /(_ isT isT yg).
    by rewrite -[x - y]opprB -[C x - C y]opprB mulrN ler_opp2 -ler_pdivr_mulr.
  have Rg : R * g < 1.
    apply: (@le_lt_trans _ _ ((R + 1) * g)); first by rewrite ler_wpmul2r ?(ltW g0) // ler_addl ler01.
    by rewrite mulrC -ltr_pdivl_mulr // div1r.
  have w0 : 0 < 1 - R * g by rewrite subr_gt0.
  have le2 : c <= S / (1 - R * g) ^+ 2.
    apply: le_trans le _; rewrite mulr_suml; apply: ler_sum => i _.
    have [z ->] := shifted (- g) i yg; apply: ler_wpmul2l => //.
    rewrite lef_pinv ?posrE ?exprn_gt0 //.
    have le3 : 1 - R * g <= 1 + r i * - g by rewrite mulrN ler_add2l ler_opp2 ler_wpmul2r // ltW.
    by rewrite ler_pexpn2r // nnegrE ltW.
  have : c * (1 - R * g) ^+ 2 <= S by rewrite -ler_pdivl_mulr // exprn_gt0.
  apply: le_trans; apply: ler_wpmul2l => //; rewrite -subr_ge0.
  have -> : (1 - R * g) ^+ 2 - (1 - 2%:R * R * g) = (R * g) ^+ 2 by ring.
  exact: sqr_ge0.
have e0 : 0 < x - y by rewrite subr_gt0.
pose c := (C x - C y) / (x - y); rewrite -ler_pdivl_mulr // -/c.
apply: (@squeeze S c R (x - y)) => // g g0 gx.
have yg : 0 < y + g by rewrite ltr_paddl.
have le : slopes (y + g) <= c.
  have at_g : y + g / (x - y) * (x - y) = y + g by rewrite divfK // gt_eqF.
  have := @part (g / (x - y)); rewrite at_g divr_gt0 // ler_pdivr_mulr // mul1r (ltW gx) => /(_ isT isT yg).
  by rewrite -ler_pdivl_mulr.
apply: le_trans le; rewrite mulr_suml; apply: ler_sum => i _.
have [z ->] := shifted g i yg; apply: ler_wpmul2l => //.
have rg : 0 <= r i * g by rewrite mulr_ge0 // ltW.
apply: (@le_trans _ _ (1 - 2%:R * (r i * g))).
  by rewrite ler_add2l ler_opp2 -mulrA ler_wpmul2l ?ler0n // ler_wpmul2r // ltW.
rewrite -[X in _ <= X]mul1r ler_pdivl_mulr ?exprn_gt0 // -subr_ge0; move: (r i * g) rg => w w0.
have -> : 1 - (1 - 2%:R * w) * (1 + w) ^+ 2 = w ^+ 2 * (3%:R + 2%:R * w) by ring.
by rewrite mulr_ge0 ?sqr_ge0 // addr_ge0 ?ler0n // mulr_ge0 ?ler0n.
Qed.
End Lines.
