(* Light blocks, which cost little (N + 2 alpha < 2), when no single move is welcome: of two, the one of which a sample sees
   less keeps the members of the other out; it then costs not too little; with members above 1/4 it accepts everybody up to 2/3.
   Any sizes above zero, any ordered field, uniform federation, sizes in units of mu/s2.
   Modelled: the five numbers of a block in OneMoveBlocks.v. Not modelled: how many blocks there are. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import OneMoveArithmetic OneMoveBlocks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable K : realFieldType.
Implicit Types N M al be a b s t x g : K.

(* --- L2. --- *)
Theorem light_blocks_keep_out N al a s M be b t : block N al a s -> block M be b t -> light N al -> light M be -> al <= be ->
  stays N al M be s -> ~ stays M be N al t.
Proof.
move=> BC BD lC lD albe.
have [h2 h3 _ _] := light_block BC lC; have [k2 k3 _ _] := light_block BD lD.
have [s0 sal ala aN _ _] := BC; have [t0 tbe beb bM _ _] := BD; rewrite /light in lC lD.
have N0 : 0 < N by lra. have M0 : 0 < M by lra.
move=> st1; have {st1} st1 := stays_below N0 M0 s0 (lexx be) (le_trans sal albe) st1.
have [tal|alt] := lerP t al => st2.
  have {st2} st2 := stays_below M0 N0 t0 (lexx al) tal st2.
  have NM : N < M.
    have pos : 0 < 1 - 2%:R * t + al by lra.
    rewrite -(ltr_pmul2r pos); apply: lt_le_trans st2.
    have p1 := lt_lt t0 pos; have p2 := le_le albe (ltW N0); have p3 := le_le albe (ltW t0); lra.
  pose ka := 1 - 2%:R * s + al; have kaE : ka = 1 - 2%:R * s + al by [].
  have ka0 : 0 < ka by lra.
  have pt : 0 < t * (1 - 2%:R * t + be) by apply: mulr_gt0; lra.
  have sum : t * (1 - 2%:R * t + be) + s * ka <= 2%:R * (s - t) * (M - N) by rewrite kaE; lra.
  have half : ka <= 2%:R * (M - N).
    have p := le_le (ltW t0) (ltW NM); rewrite -(ler_pmul2l s0); lra.
  have p1 : (M - N + s) * ka <= N * (be - al) by rewrite kaE; lra.
  have p2 : (ka + 2%:R * s) * ka <= 2%:R * (N * (be - al)).
    apply: le_trans (_ : 2%:R * ((M - N + s) * ka) <= _); last by lra.
    have p3 := le_le half (ltW ka0); lra.
  have p4 : (1 + al) * (1 - al) <= 2%:R * (N * (be - al)).
    apply: le_trans p2; rewrite kaE; have al1 : 0 <= 1 + al by lra.
    have := le_le sal al1; lra.
  have p6 : 2%:R * (1 - al ^+ 2) - N <= 2%:R * (be - al).
    rewrite -(ler_pmul2l N0); have := sqr_ge0 (N - (1 - al ^+ 2)); have := sqr_ge0 al.
    have al1 : al ^+ 2 <= 1.
      by have al0 : 0 <= al; [lra|have := le_le al0 (ltW h3); lra].
    have : 0 <= (1 - al ^+ 2) * al ^+ 2 by factors.
    lra.
  have al0 : 0 <= al by lra. have := le_le al0 (ltW h3); lra.
have tb := tbe; pose ta := t - al; have ta0 : 0 < ta by rewrite /ta; lra.
have NM : N + t <= M.
  have pos : 0 < 1 - 2%:R * t + be by lra.
  by rewrite -(ler_pmul2r pos); apply: stays_below st2.
move: st2; rewrite /stays => st2.
have key : (N + t) * (1 - 2%:R * t + be) <= M * (1 - 2%:R * t + al) + ta * (M - N).
  rewrite -(ler_pmul2l (addr_gt0 N0 t0)); have : 0 <= ta * N * (M - (N + t)) by factors.
  rewrite /ta; lra.
have pt : 0 < t * (1 - 2%:R * t + be) by apply: mulr_gt0; lra.
have ps : 0 < s * (1 - 2%:R * s + al) by apply: mulr_gt0; lra.
have NM' : N <= M by lra.
have := le_le sal NM'; have := le_le (ltW alt) NM'; rewrite /ta in key; lra.
Qed.

(* --- L3. --- *)
(* The least N + 2 al + x, put over one denominator, where al is as small as a = z N allows. *)
Lemma not_too_cheap N al z : 0 < N -> 0 < z -> z <= 1 -> z ^+ 2 * N <= al -> al <= z * N ->
  0 < N ^+ 2 - 2%:R * N + 2%:R + 3%:R * al * N - 2%:R * al ^+ 2 - 4%:R * (z * N) * (1 - al).
Proof.
move=> N0 z0 z1 low high; have zz : 0 <= z * (1 - z) by factors.
have pos : 0 < 1 - 4%:R * z + 2%:R * z ^+ 2 + 8%:R * z ^+ 3 - 4%:R * z ^+ 4.
  have := mulr_ge0 zz (sqr_ge0 (8%:R * z - 3%:R)); have := sqr_ge0 (178%:R * z - 73%:R); have := exprn_gt0 3 z0; lra.
have rise : 0 <= (al - z ^+ 2 * N) * (3%:R * N - 2%:R * (al + z ^+ 2 * N) + 4%:R * (z * N)).
  apply: mulr_ge0; first by rewrite subr_ge0.
  have := mulr_ge0 zz (ltW N0); lra.
have := mulr_gt0 pos (exprn_gt0 2 N0); have := sqr_ge0 ((1 + 2%:R * z) * N - 2%:R); lra.
Qed.

Theorem light_block_keeps_out N al a s x : block N al a s -> light N al -> 0 < x -> keeps_out N al a x ->
  [/\ 1 + 2%:R * al < x + 2%:R * a, 1 < 4%:R * x, 2%:R < N + 2%:R * al + x & 8%:R * (1 - x) <= 3%:R * (N + 2%:R * al)].
Proof.
move=> B li x0; have [h2 h3 h6 _] := light_block B li; have sq := square_at_most B; have [s0 sal ala aN _ _] := B.
rewrite /light in li; rewrite /keeps_out => ko.
have N0 : 0 < N by lra. have al0 : 0 < al by lra. have a0 : 0 < a by lra.
have de : 0 < N - 1 + 2%:R * a - al.
  rewrite -(pmulr_rgt0 _ x0); apply: lt_trans ko; apply: mulr_gt0 => //; lra.
have first : 1 + 2%:R * al < x + 2%:R * a.
  rewrite -subr_gt0 -(pmulr_rgt0 _ N0); have := lt_lt x0 h2; lra.
have fourth : 1 < 4%:R * x.
  suff : 8%:R * a < 8%:R * al + 3%:R by lra.
  have := lt_lt al0 li; have := sqr_ge0 (24%:R * al - 5%:R) => ? ?.
  rewrite ltNge; apply/negP => le; have e : 0 <= 8%:R * a + (8%:R * al + 3%:R) by lra.
  have := le_le le e; lra.
split=> //.
  rewrite -subr_gt0 -(pmulr_rgt0 _ de).
  have : 0 < (N - 1 + 2%:R * a - al) * (N + 2%:R * al - 2%:R) + N * (1 - 2%:R * a + 2%:R * al); last by lra.
  pose z := a / N; have aE : a = z * N by rewrite /z divfK ?gt_eqF.
  have z1 : z <= 1 by rewrite ler_pdivr_mulr ?mul1r.
  have z0 : 0 < z by rewrite divr_gt0.
  have low : z ^+ 2 * N <= al by rewrite -(ler_pmul2r N0); move: sq; rewrite aE; lra.
  have high : al <= z * N by rewrite -aE.
  have := not_too_cheap N0 z0 z1 low high; rewrite -aE; lra.
have [y0|y0] := lerP (1 - x) 0; first by lra.
have p1 : (1 - x + 2%:R * al) ^+ 2 <= 4%:R * (al * N).
  have q1 : 1 - x + 2%:R * al <= 2%:R * a by lra.
  have q2 : 0 <= 2%:R * a + (1 - x + 2%:R * al) by lra.
  have := le_le q1 q2; lra.
rewrite -(ler_pmul2l al0); have := sqr_ge0 (18%:R * al - 5%:R * (1 - x)); have := sqr_ge0 (1 - x); lra.
Qed.
(* --- L4. --- *)
(* With members above 1/4 it accepts everybody of up to 2/3. *)
Theorem light_block_accepts N al a s x : block N al a s -> light N al -> 1 < 4%:R * s -> 0 < x -> 3%:R * x <= 2%:R ->
  ~ keeps_out N al a x.
Proof.
move=> B li s4 x0 x3; have [h2 h3 h6 _] := light_block B li; have [s0 sal ala aN least _] := B; move=> ko.
have ale : 2%:R * a <= 1 + 2%:R * al by lra.
have third : 0 < 3%:R :> K by rewrite ltr0n.
have le : x <= 2%:R / 3%:R by rewrite ler_pdivl_mulr // mulrC.
have {ko} := keeps_out_larger B ale x0 ko le; rewrite /keeps_out; set y := _ / _; have yE : 3%:R * y = 2%:R.
  by rewrite /y mulrC divfK ?gt_eqF.
rewrite /light in li; apply/negP; rewrite -leNgt -(ler_pmul2l third) mulrA yE.
have sum : 4%:R * a ^+ 2 + (N - a) <= 4%:R * (al * N) by have := le_le (ltW s4) aN; lra.
have [small|large] := lerP (12%:R * a) 5%:R; first by have := le_le aN small; lra.
have cap := lt_lt li large.
have al4 : 1 <= 4%:R * al by lra.
have tangent : 36%:R + 200%:R * a ^+ 2 - 50%:R * a <= 180%:R * al.
  have := le_le (ltW li) al4; have := sqr_ge0 (5%:R * al - 2%:R); lra.
have f1 : 3%:R <= 12%:R * a by lra.
have := le_le tangent f1; have c1 : 0 <= 20%:R * a + 23%:R by lra.
have := mulr_ge0 (sqr_ge0 (5%:R * a - 3%:R)) c1.
lra.
Qed.
End Numbers.
