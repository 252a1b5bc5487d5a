(* Blocks of a partition that costs less than three halves of the least (coalitions/new-inner-blocks, its key;
   new-outer-blocks, its first case). Numbers of one block, in units of the ratio; any ordered field.
   Modelled: a block with the sum N, mean size seen by a sample alpha and largest member a; w is its share of the samples of a
   union that does not block, y is w times what the rest of the union sees. An outer block has a largest member L and others with
   the sum r and the squares z r, none of them above the ratio. Not modelled: large guests beside L, the induction over blocks,
   the shape of the optimum. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Inner.
Variables (K : realFieldType) (N alpha a w y : K).

(* The largest member refuses a union: twice its size is at least what it would gain. Then the block costs little. *)
Theorem who_refuses_costs_little : 0 < alpha -> 0 <= w -> w <= 1 -> 0 <= N -> a ^+ 2 <= alpha * N ->
  1 + (1 + w) * alpha - y <= 2%:R * a -> 2%:R <= N + 2%:R * (1 - w) * alpha + 2%:R * y.
Proof.
move=> alpha0 w0 w1 N0 size refuses; have rest : 0 <= 2%:R * (1 - w) * alpha.
  by rewrite !mulr_ge0 ?ler0n ?subr_ge0 // ltW.
case: (lerP 1 y) => [y1|/ltW y1].
  by apply: (@le_trans _ _ (2%:R * y)); [rewrite ler_pemulr ?ler0n|rewrite ler_addr addr_ge0].
have pos : 0 <= 1 + (1 + w) * alpha - y.
  rewrite addrAC; apply: addr_ge0; first by rewrite subr_ge0.
  by apply: mulr_ge0; [apply: addr_ge0; first exact: ler01|exact: ltW].
have square : (1 + (1 + w) * alpha - y) ^+ 2 <= 4%:R * (alpha * N).
  apply: (@le_trans _ _ ((2%:R * a) ^+ 2)); first by apply: ler_expn2r; rewrite ?nnegrE // (le_trans pos).
  by rewrite exprMn -natrX ler_wpmul2l ?ler0n.
have four : 0 < 4%:R * alpha by rewrite mulr_gt0 ?ltr0n.
rewrite -subr_ge0 -(pmulr_rge0 _ four).
have -> : 4%:R * alpha * (N + 2%:R * (1 - w) * alpha + 2%:R * y - 2%:R) =
  (4%:R * (alpha * N) - (1 + (1 + w) * alpha - y) ^+ 2) + ((1 - y) - (3%:R - w) * alpha) ^+ 2 by ring.
by rewrite addr_ge0 ?sqr_ge0 // subr_ge0.
Qed.
End Inner.

Section Outer.
Variables (K : realFieldType) (L r z : K).
Hypotheses (L_pos : 0 < L) (r_pos : 0 < r) (z_ge0 : 0 <= z) (z_le : z <= r).
(* Three times what the members cost in the optimum, less twice what the block costs, with nobody but L from the alone. *)
Definition balance := 3%:R * r + 3%:R - 2%:R * (1 + r + L - (L ^+ 2 + z * r) / (L + r)).
(* The largest member does not prefer to be alone. *)
Definition content := 0 <= L + r - L * (r + z).

Theorem outer_block : content -> 0 < balance /\ 3%:R * z - 1 <= balance.
Proof.
rewrite /content => stays; have T : 0 < L + r by rewrite addr_gt0.
have rz : 0 <= r - z by rewrite subr_ge0.
have twice : (L + r) * balance = (L + r - L * (r + z)) + z * L + r ^+ 2 + 2%:R * r * z.
  by rewrite /balance; field; rewrite gt_eqF.
have more : (L + r) * (balance - 3%:R * z + 1) = 2%:R * (L + r - L * (r + z)) + (r - z) * (r + L).
  by rewrite mulrDr mulr1 mulrBr twice; ring.
split.
  rewrite -(pmulr_rgt0 _ T) twice -addrA -addrA ltr_paddl //.
  by rewrite ltr_paddl ?mulr_ge0 // ?(ltW L_pos) // ltr_paddr ?exprn_gt0 // !mulr_ge0 ?ler0n // ltW.
rewrite -subr_ge0; have -> : balance - (3%:R * z - 1) = balance - 3%:R * z + 1 by ring.
rewrite -(pmulr_rge0 _ T) more; apply: addr_ge0; first by rewrite mulr_ge0 ?ler0n.
by rewrite mulr_ge0 // addr_ge0 // ltW.
Qed.
End Outer.

(* The next block is returned to those before: with their excess E0 also the new excess is positive and at least one minus
   what a sample of the union sees. *)
Section NextBlock.
Variables (K : realFieldType) (E0 N alpha alpha0 a w : K).
Definition united := w * alpha + (1 - w) * alpha0.
Definition next_excess := E0 + N + (2%:R - 3%:R * w) * alpha + 3%:R * (w * alpha0) - 2%:R.

Theorem next_block : 0 < alpha -> 0 < alpha0 -> 0 < w -> w < 1 -> alpha <= N -> a ^+ 2 <= alpha * N ->
  1 + (1 + w) * alpha - w * alpha0 <= 2%:R * a -> 0 < E0 -> 1 - alpha0 <= E0 ->
  0 < next_excess /\ 1 - united <= next_excess.
Proof.
move=> al0 be0 w0 w1 alN size refuses E0p E0u; have N0 : 0 < N := lt_le_trans al0 alN.
have key : 2%:R <= N + 2%:R * (1 - w) * alpha + 2%:R * (w * alpha0).
  by apply: who_refuses_costs_little al0 _ _ _ size refuses; exact: ltW.
have above : 1 - united <= next_excess.
  rewrite -subr_ge0; have -> : next_excess - (1 - united) =
    (E0 - (1 - alpha0)) + (N + 2%:R * (1 - w) * alpha + 2%:R * (w * alpha0) - 2%:R) by rewrite /next_excess /united; ring.
  by rewrite addr_ge0 // subr_ge0.
split=> //; case: (ltrP united 1) => [less|more]; first by apply: lt_le_trans above; rewrite subr_gt0.
have t0 : 0 < 1 - w by rewrite subr_gt0.
case: (lerP 1 (w * alpha0)) => [y1|y1].
  have -> : next_excess = E0 + (N - alpha) + 3%:R * ((1 - w) * alpha) + 3%:R * (w * alpha0 - 1) + 1.
    by rewrite /next_excess; ring.
  rewrite ltr_paddr ?ler01 // ltr_paddr ?mulr_ge0 ?subr_ge0 ?ler0n // ltr_paddr ?(mulr_ge0, ler0n) ?ltW //.
  by rewrite ltr_paddr // subr_ge0.
have pos : 0 < 1 + (1 + w) * alpha - w * alpha0.
  by rewrite addrAC ltr_paddr ?subr_gt0 // mulr_ge0 ?addr_ge0 ?ler01 // ltW.
have square : (1 + (1 + w) * alpha - w * alpha0) ^+ 2 <= 4%:R * (alpha * N).
  apply: (@le_trans _ _ ((2%:R * a) ^+ 2)); first by apply: ler_expn2r; rewrite ?nnegrE // ltW // (lt_le_trans pos).
  by rewrite exprMn -natrX ler_wpmul2l ?ler0n.
(* The least N, put in: a square and the rest. *)
have least : E0 + 2%:R * (w * (1 - w)) * alpha + w * (alpha0 * (1 + w) - 1) <= next_excess.
  have four : 0 < 4%:R * alpha by rewrite mulr_gt0 ?ltr0n.
  rewrite -subr_ge0 -(pmulr_rge0 _ four).
  have -> : 4%:R * alpha * (next_excess - (E0 + 2%:R * (w * (1 - w)) * alpha + w * (alpha0 * (1 + w) - 1))) =
    (4%:R * (alpha * N) - (1 + (1 + w) * alpha - w * alpha0) ^+ 2) + (1 - w * alpha0 - 3%:R * (1 - w) * alpha) ^+ 2.
    by rewrite /next_excess; ring.
  by rewrite addr_ge0 ?sqr_ge0 // subr_ge0.
apply: lt_le_trans least; case: (lerP alpha0 1) => [small|large]; last first.
  rewrite -addrA ltr_paddr // addr_ge0 //; first by rewrite !mulr_ge0 ?ler0n // ltW.
  rewrite mulr_ge0 ?(ltW w0) // subr_ge0; apply: (le_trans (ltW large)).
  by rewrite ler_pmulr // ler_addl ltW.
have alpha1 : 1 <= alpha.
  rewrite -(ler_pmul2l w0) mulr1 -subr_ge0; have -> : w * alpha - w = (united - 1) + (1 - w) * (1 - alpha0).
    by rewrite /united; ring.
  by rewrite addr_ge0 ?subr_ge0 // mulr_ge0 ?subr_ge0 // ltW.
have -> : E0 + 2%:R * (w * (1 - w)) * alpha + w * (alpha0 * (1 + w) - 1) = (E0 - (1 - alpha0)) +
  2%:R * (w * (1 - w)) * (alpha - 1) + (1 - alpha0) * ((1 - w) * (1 + 2%:R * w)) + alpha0 * (w * (1 + (1 - w))) by ring.
apply: ltr_paddl; last by rewrite !mulr_gt0 // addr_gt0 ?ltr01.
have w2 : 0 <= 1 + 2%:R * w by rewrite addr_ge0 ?ler01 // mulr_ge0 ?ler0n // ltW.
have [[wg tg] w1g] := (ltW w0, ltW t0, ltW w1).
apply: addr_ge0; last by apply: mulr_ge0; [rewrite subr_ge0|rewrite mulr_ge0].
apply: addr_ge0; first by rewrite subr_ge0.
by apply: mulr_ge0; [apply: mulr_ge0; [exact: ler0n|exact: mulr_ge0]|rewrite subr_ge0].
Qed.
End NextBlock.

(* An outer block with guests above the ratio: x is the sum of these h guests, t what a sample of the others sees. *)
Section Guests.
Variables (K : realFieldType) (L r z x h t : K).
Definition balance_with_guests := balance L r z - 3%:R * (x - h).

Theorem outer_block_with_guests : 1 < L -> x <= r -> 1 <= h -> h <= x -> x <= h * L -> x <= z * r ->
  t * (r - x) <= z * r - x -> content L r z ->
  0 < balance_with_guests /\ (x < r -> 3%:R * t - 1 <= balance_with_guests).
Proof.
move=> L1 xr h1 hx xhL xq seen stays; have L0 : 0 < L := lt_trans ltr01 L1.
have x1 : 1 <= x := le_trans h1 hx; have x0 : 0 < x := lt_le_trans ltr01 x1.
have r0 : 0 < r := lt_le_trans x0 xr; have T : 0 < L + r by rewrite addr_gt0.
pose m := x / r; have xm : x = m * r by rewrite /m divfK // gt_eqF.
have mz : m <= z by rewrite ler_pdivr_mulr.
have m0 : 0 < m by rewrite divr_gt0.
have z0 : 0 < z := lt_le_trans m0 mz.
pose s := L + r - L * (r + z); have s0 : 0 <= s by [].
have z1 : z < 1.
  rewrite -subr_gt0 -(pmulr_rgt0 _ L0); have -> : L * (1 - z) = s + r * (L - 1) by rewrite /s; ring.
  by rewrite ltr_paddl // mulr_gt0 // subr_gt0.
have guests : x - h <= m * (1 - z).
  rewrite -(ler_pmul2r L0); have -> : m * (1 - z) * L = m * s + x * (L - 1) by rewrite xm /s; ring.
  rewrite -subr_ge0; have -> : m * s + x * (L - 1) - (x - h) * L = m * s + (h * L - x) by ring.
  by rewrite addr_ge0 ?subr_ge0 // mulr_ge0 // ltW.
have others : x < r -> (1 - m) * t <= z - m.
  move=> _; rewrite -(ler_pmul2r r0); have -> : (z - m) * r = z * r - x by rewrite xm; ring.
  by apply: le_trans seen; have -> // : (1 - m) * t * r = t * (r - x) by rewrite xm; ring.
have part : x < r -> 0 < 1 - m by move=> less; rewrite subr_gt0 ltr_pdivr_mulr // mul1r.
have at_least : balance L r z - 3%:R * (m * (1 - z)) <= balance_with_guests.
  by rewrite /balance_with_guests ler_add2l ler_opp2 ler_wpmul2l ?ler0n.
(* From a bound of the balance without guests to both conclusions. *)
have enough b : b <= balance L r z -> 0 < b - 3%:R * (z * (1 - z)) ->
    (x < r -> 0 <= (1 - m) * (b - 3%:R * (m * (1 - z)) + 1) - 3%:R * (z - m)) ->
    0 < balance_with_guests /\ (x < r -> 3%:R * t - 1 <= balance_with_guests).
  move=> low pos bound; split=> [|less].
    apply: lt_le_trans at_least; apply: lt_le_trans pos _; apply: ler_sub => //.
    by rewrite ler_wpmul2l ?ler0n // ler_wpmul2r // subr_ge0 ltW.
  apply: le_trans at_least; rewrite -subr_ge0 -(pmulr_rge0 _ (part less)).
  have -> : (1 - m) * (balance L r z - 3%:R * (m * (1 - z)) - (3%:R * t - 1)) =
    (1 - m) * (balance L r z - b) + ((1 - m) * (b - 3%:R * (m * (1 - z)) + 1) - 3%:R * (z - m)) +
    3%:R * ((z - m) - (1 - m) * t) by ring.
  apply: addr_ge0; last by rewrite mulr_ge0 ?ler0n // subr_ge0 others.
  by apply: addr_ge0; [rewrite mulr_ge0 ?(ltW (part less)) // subr_ge0|exact: bound].
case: (lerP L r) => [Lr|rL].
  apply: (enough (1 + z)).
  - rewrite -subr_ge0 -(pmulr_rge0 _ T); have -> : (L + r) * (balance L r z - (1 + z)) = (r + z) * (r - L).
      by rewrite /balance; field; rewrite gt_eqF.
    by rewrite mulr_ge0 ?subr_ge0 // addr_ge0 // ltW.
  - have -> : 1 + z - 3%:R * (z * (1 - z)) = (1 - z) ^+ 2 + 2%:R * z ^+ 2 by ring.
    by rewrite ltr_paddr ?exprn_gt0 ?subr_gt0 // mulr_ge0 ?ler0n // sqr_ge0.
  move=> less; have -> : (1 - m) * (1 + z - 3%:R * (m * (1 - z)) + 1) - 3%:R * (z - m) =
    (1 - z) * (2%:R * (1 - m) + 3%:R * m ^+ 2) by ring.
  have zg := ltW z1; apply: mulr_ge0; first by rewrite subr_ge0.
  by apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n ?sqr_ge0 // ltW // part.
have r2 : r < 2%:R.
  rewrite -subr_gt0 -(pmulr_rgt0 _ L0); have -> : L * (2%:R - r) = s + (L - r) + L * z by rewrite /s; ring.
  by rewrite ltr_paddr ?mulr_ge0 ?(ltW L0) ?(ltW z0) // ltr_paddl ?subr_gt0.
have half : 1 < 2%:R * z.
  apply: (@lt_le_trans _ _ (2%:R * m)); last by rewrite ler_pmul2l ?ltr0n.
  by rewrite /m mulrA ltr_pdivl_mulr // mul1r; apply: lt_le_trans r2 _; rewrite ler_pemulr ?ler0n.
apply: (enough (2%:R * z)).
- rewrite -subr_ge0 -(pmulr_rge0 _ T); have -> : (L + r) * (balance L r z - 2%:R * z) = (L + r) * (r - 1) + 2%:R * s.
    by rewrite /balance /s; field; rewrite gt_eqF.
  by rewrite addr_ge0 ?mulr_ge0 ?ler0n ?(ltW T) // subr_ge0 (le_trans x1).
- have -> : 2%:R * z - 3%:R * (z * (1 - z)) = z * ((2%:R * z - 1) + z) by ring.
  by rewrite mulr_gt0 // addr_gt0 // subr_gt0.
move=> less; have -> : (1 - m) * (2%:R * z - 3%:R * (m * (1 - z)) + 1) - 3%:R * (z - m) =
  (1 - z) * (1 - m + 3%:R * m ^+ 2) by ring.
have zg := ltW z1; apply: mulr_ge0; first by rewrite subr_ge0.
by apply: addr_ge0; [exact: ltW (part less)|rewrite mulr_ge0 ?ler0n ?sqr_ge0].
Qed.
End Guests.
