(* Blocks of a partition that costs less than three halves of the least (coalitions/new-inner-blocks, its key;
   new-outer-blocks, its first case). Numbers of one block, in units of the ratio; any ordered field.
   Modelled: a block with the sum N, mean size seen by a sample alpha and largest member a; w is its share of the samples of a
   union that does not block, y is w times what the rest of the union sees. An outer block has a largest member L and others with
   the sum r and the squares z r, none of them above the ratio. Not modelled: large guests beside L, the induction over blocks,
   the shape of the optimum. *)
From mathcomp Require Import all_ssreflect all_algebra.
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
