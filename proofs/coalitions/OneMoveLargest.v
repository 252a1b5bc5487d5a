(* The block of which a sample sees most, beside one light block or two. Any sizes above zero, any ordered field, uniform
   federation, sizes in units of mu/s2.
   Modelled: blocks by the five numbers of OneMoveBlocks.v. M, be, b belong to the block of which a sample sees most; N, al, a, s
   to a light block. Not modelled: the other blocks. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import OneMoveArithmetic OneMoveBlocks OneMoveLight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable K : realFieldType.
Implicit Types N M al be a b s t x : K.

(* Whoever keeps a small one out wastes much. *)
Theorem keeping_out_costs N al a s x : block N al a s -> 0 < x -> keeps_out N al a x -> 1 - 2%:R * x < N - al.
Proof.
move=> B x0; have sq := square_at_most B; have [s0 sal ala aN _ _] := B; rewrite /keeps_out => ko.
have N0 : 0 < N by lra.
rewrite ltNge; apply/negP => le.
have k1 : N * (1 - 2%:R * a + 2%:R * al) < 2%:R * x * (a - x) by have := le_le le (ltW x0); lra.
have k2 : 2%:R * (a ^+ 2 - x * a + x ^+ 2) < N * (2%:R * a - 1) by lra.
have b0 : 0 < 2%:R * a - 1.
  rewrite -(pmulr_rgt0 _ N0); apply: le_lt_trans k2; have := sqr_ge0 (2%:R * a - x); have := sqr_ge0 x; lra.
have k3 : N * (2%:R * N - (2%:R * a - 1)) - 2%:R * x * (a - x) < 2%:R * N * (1 - 2%:R * x) by have := le_le le (ltW N0); lra.
have := lt_lt k3 b0; have := lt_lt k2 N0.
have : 0 <= x * (2%:R * a - 1) * (N + x - a) by factors.
have := mulr_ge0 (ltW N0) (sqr_ge0 (4%:R * x - 1)).
lra.
Qed.

(* --- Two light blocks beside it: t, d, D belong to the second of them, C to the first. --- *)
Theorem beside_two M be b r D d t C : block M be b r -> 2%:R <= M + 2%:R * be -> 1 < 4%:R * t -> t <= d -> d <= be -> d <= D ->
  3%:R * d < 2%:R -> 2%:R < C + t -> 8%:R * (1 - t) <= 3%:R * C -> keeps_out M be b t \/ stays D d M be t ->
  0 < 1 + (M - be) + (C - 2%:R) + (D + 2%:R * d - 2%:R).
Proof.
move=> B heavy t4 td dbe dD d3 p q; have [s0 sal ala aN _ _] := B.
have t0 : 0 < t by lra. have D0 : 0 < D by lra. have M0 : 0 < M by lra. have tbe := le_trans td dbe.
have [big|small] := lerP (1 - 2%:R * t) (M - be); first by move=> _; lra.
case=> [ko|st]; first by have := keeping_out_costs B t0 ko; lra.
have {st} st := stays_below D0 M0 t0 (lexx be) tbe st.
have w0 : 0 < 1 - 2%:R * t + be by lra.
have beM : be <= M by lra.
have [t3|t3] := lerP 1 (3%:R * t).
  have e0 : 0 <= 1 - 2%:R * t + d by lra.
  have e1 : 1 - 2%:R * t + be <= M + t by lra.
  have : 1 - 2%:R * t + d <= D by rewrite -(ler_pmul2r w0); have := le_le e1 e0; lra.
  lra.
have at_be : 1 + 2%:R * t <= 3%:R * be by lra.
have : 1 + 5%:R * t <= 4%:R * D; last by lra.
rewrite -(ler_pmul2r w0); have := le_le (ltW t3) at_be.
have e1 : 0 <= 1 - 2%:R * t + d by lra.
have e2 : 0 <= be + t by lra.
have := le_le beM e1; have := le_le td e2; lra.
Qed.

(* --- One light block beside it: its largest member b does not gain in the light block; the others of its block have the sum
   rho, and v is what it wastes. --- *)
Lemma largest_accepted_numbers N al s b rho v : 0 < s -> s <= al -> 0 < N -> 0 <= rho -> rho <= v -> v < N -> 0 < b ->
  N + 2%:R * al + v <= 1 -> 2%:R <= b + rho + 2%:R * (b + rho - v) ->
  b ^+ 2 <= (b + rho - v) * (b + rho) -> (b + rho - v) * (b + rho) <= b ^+ 2 + rho ^+ 2 ->
  (b + rho + s) * (1 - 2%:R * s + al) <= N * (1 - 2%:R * s + (b + rho - v)) ->
  ~ ((N + b) ^+ 2 * (1 - 2%:R * b + (b + rho - v)) <= (b + rho) * ((1 - 2%:R * b) * (N + b) + al * N + b ^+ 2)).
Proof.
move=> s0 sal N0 rho0 rhov vN b0 le heavy sq upper below st.
have al0 : 0 < al by lra. have v0 : 0 <= v by lra. have z0 : 0 <= N - rho by lra.
have M0 : 0 < b + rho by lra. have B0 : 0 < N + b by lra. have v2 : 2%:R * v <= 1 by lra.
have first : 2%:R * (N - rho) * (1 - N) - (N - rho) * v <= 2%:R * (al * N).
  rewrite -(ler_pmul2l (mulr_gt0 B0 M0)).
  have f1 : 2%:R * b * rho <= v * (b + rho) by lra.
  have h2 : 0 <= (N - rho) * (N + b) * (v * (b + rho) - 2%:R * b * rho) by factors.
  have h3 : 0 <= (N - rho) * (N ^+ 2 * (b + rho)) by factors.
  have h4 : 0 <= al * N * ((b + rho) * (N - rho)) by factors.
  have h5 : 0 <= ((b + rho - v) * (b + rho) - b ^+ 2) * (N + b) ^+ 2 by factors.
  have h6 := le_le st (ltW M0); lra.
have second : N * (1 - N) <= rho * (2%:R - 2%:R * N - v).
  have : 0 <= N * (1 - N - v - 2%:R * al) by factors.
  lra.
have y0 : 0 < 1 - N by lra.
have third : N * (1 - v) <= rho * (2%:R - 3%:R * v).
  rewrite -(ler_pmul2r y0); have w0 : 0 <= 1 - v by lra. have := le_le second w0.
  have vy : 0 <= rho * v * (1 - v - (1 - N)) by factors.
  lra.
have f1 : 2%:R * b * rho <= v * (b + rho) by lra.
have b3 : 2%:R - v <= 3%:R * b by lra.
have fourth : rho * (4%:R - 5%:R * v) <= v * (2%:R - v).
  have [pos|neg] := lerP 0 (v - 2%:R * rho).
    have e : 0 <= 2%:R - v by lra. have := mulr_ge0 e pos; have := mulr_ge0 rho0 v0; lra.
  have := le_le b3 (ltW neg); lra.
have fifth : N * ((1 - v) * (4%:R - 5%:R * v)) <= v * ((2%:R - v) * (2%:R - 3%:R * v)).
  have e : 0 <= 4%:R - 5%:R * v by lra. have e' : 0 <= 2%:R - 3%:R * v by lra.
  have := le_le third e; have := le_le fourth e'; lra.
have ka0 : 0 < 1 - 2%:R * s + al by lra.
have be0 : 0 <= b + rho - v by lra.
have sixth : (b + rho - v) * v <= N - v.
  rewrite -(ler_pmul2r ka0).
  have vs : 0 <= 1 - v by lra.
  have kaN : 0 <= 1 - 2%:R * s + al - N - v * (1 - 2%:R * s + al) by have := le_le sal vs; have := mulr_ge0 v0 (ltW al0); lra.
  have := mulr_ge0 be0 kaN; have := mulr_gt0 s0 ka0; have := mulr_gt0 N0 al0; lra.
have seventh : v * (2%:R - v) <= 3%:R * (N - v).
  have e : 2%:R - v <= 3%:R * (b + rho - v) by lra.
  have := le_le e v0; lra.
have pos : 0 < v.
  rewrite lt_neqAle v0 andbT; apply/eqP => e; move: fifth; rewrite -e; lra.
have c0 : 0 <= (1 - v) * (4%:R - 5%:R * v) by apply: mulr_ge0; lra.
have := le_le seventh c0; have e : 0 <= v * v by rewrite mulr_ge0.
have cube : 0 < 8%:R - 25%:R * v + 25%:R * v ^+ 2 - 5%:R * v ^+ 3.
  have := sqr_ge0 (2%:R * v - 1); have := le_le v2 e; have := le_le v2 v0; lra.
have := mulr_gt0 pos cube; lra.
Qed.

(* A block that costs very little, with the largest member z N, accepts 3/2. *)
Lemma accepts_up_to_three_halves N al z : 0 < N -> 0 < z -> z <= 1 -> z ^+ 2 * N <= al -> N + 2%:R * al <= 1 ->
  0 <= 3%:R + 3%:R * al - N - 6%:R * (z * N) + 4%:R * (al * N) - 4%:R * (N * (z * N)).
Proof.
move=> N0 z0 z1 low cap; pose w := 1 + 2%:R * z ^+ 2; have zz : 0 <= z * (1 - z) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have w0 : 0 < w by rewrite /w; have := sqr_ge0 z; lra.
have p1 : N * w <= 1 by rewrite /w; lra.
have p0 : 0 < N * w by rewrite mulr_gt0.
suff bound : 0 <= 3%:R - N * (1 + 6%:R * z - 3%:R * z ^+ 2) - 4%:R * (N ^+ 2 * (z * (1 - z))).
  have := le_le low (ltW N0); lra.
rewrite -(pmulr_rge0 _ (exprn_gt0 2 w0)).
have c0 : 0 <= w * (1 + 6%:R * z - 3%:R * z ^+ 2) by apply: mulr_ge0; [exact: ltW|lra].
have c1 : 0 <= (1 - N * w) * (1 + N * w) * (z * (1 - z)) by apply: mulr_ge0 => //; apply: mulr_ge0; lra.
have c2 := le_le p1 c0.
have c3 : 0 <= 2%:R - 10%:R * z + 17%:R * z ^+ 2 - 12%:R * z ^+ 3 + 18%:R * z ^+ 4.
  have := mulr_ge0 (sqr_ge0 z) (sqr_ge0 (3%:R * z - 1)); have := sqr_ge0 (3%:R * z - 1); lra.
move: c1 c2; rewrite /w; lra.
Qed.

(* --- One light block beside it. --- *)
Section One.
Variables (M be b r N al a s : K).
Hypotheses (BM : block M be b r) (BC : block N al a s) (lightC : light N al) (albe : al <= be).
(* What is left of the two without the others. *)
Let g := N + 2%:R * al + (M - be) - 1.

Theorem smallest_kept_out_of_it : keeps_out M be b s -> 0 < g.
Proof. by move=> ko; have [s0 sal ala aN _ _] := BC; have := keeping_out_costs BM s0 ko; rewrite /g; lra. Qed.

Hypotheses (content : stays N al M be s) (little : g <= 0).

Lemma content_below : (M + s) * (1 - 2%:R * s + al) <= N * (1 - 2%:R * s + be).
Proof.
have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ _] := BM; apply: stays_below content => //; lra.
Qed.
Lemma wastes_less : M - be < N.
Proof.
have below := content_below; move: little; rewrite /g => le; have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ _] := BM.
have N0 : 0 < N by lra. have al0 : 0 < al by lra. have be0 : 0 <= be by lra.
rewrite ltNge; apply/negP => NM; have ka0 : 0 < 1 - 2%:R * s + al by lra.
have kaN : 0 <= 1 - 2%:R * s + al - N by lra.
have := le_le NM (ltW ka0); have := mulr_gt0 s0 ka0; have := mulr_gt0 N0 al0; have := mulr_ge0 be0 kaN; lra.
Qed.

(* The light block accepts the largest member b of the other, which does not gain there. *)
Theorem largest_accepted : 2%:R <= M + 2%:R * be -> ~ stays M be N al b.
Proof.
move=> heavy st; have below := content_below; have vN := wastes_less; have sq := square_at_most BM.
move: little; rewrite /g => le; have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ upper] := BM.
pose v := M - be; pose rho := M - b.
have [beE bE] : be = M - v /\ M = b + rho by rewrite /v /rho; split; [rewrite subKr|rewrite addrC subrK].
move: v rho beE bE => v rho beE bE; rewrite bE in beE; rewrite {}/stays {}beE {}bE in st heavy below vN sq le rbe beb bM upper.
by apply: (@largest_accepted_numbers N al s b rho v) => //; lra.
Qed.

(* The light block keeps the largest member of the other out. *)
Lemma large_member : keeps_out N al a b -> 3%:R < 2%:R * b.
Proof.
move=> ko; rewrite ltNge; apply/negP => small.
move: little; rewrite /g => le; have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ _] := BM.
have [h2 h3 _ _] := light_block BC lightC; have sq := square_at_most BC.
have ale : 2%:R * a <= 1 + 2%:R * al by lra. have b0 : 0 < b by lra.
have two : 0 < 2%:R :> K by rewrite ltr0n.
have bh : b <= 3%:R / 2%:R by rewrite ler_pdivl_mulr // mulrC.
have {ko} := keeps_out_larger BC ale b0 ko bh; rewrite /keeps_out; set y := _ / _.
have yE : 2%:R * y = 3%:R by rewrite /y mulrC divfK ?gt_eqF.
rewrite -(ltr_pmul2l two) [2%:R * (y * _)]mulrA yE => ko.
have N0 : 0 < N by lra. have a0 : 0 < a by lra.
pose z := a / N; have aE : a = z * N by rewrite /z divfK ?gt_eqF.
have z1 : z <= 1 by rewrite ler_pdivr_mulr ?mul1r.
have z0 : 0 < z by rewrite divr_gt0.
have low : z ^+ 2 * N <= al by rewrite -(ler_pmul2r N0); move: sq; rewrite aE; lra.
have cap : N + 2%:R * al <= 1 by lra.
have := accepts_up_to_three_halves N0 z0 z1 low cap; rewrite -aE; lra.
Qed.
Theorem largest_kept_out : keeps_out N al a b ->
  0 < g * (N + M) + 3%:R * (N * (be - al)) /\ 0 < (g - 2%:R) * (N + M) + 3%:R * (al * N + be * M).
Proof.
move=> ko; have b3 := large_member ko; have below := content_below; have sq := square_at_most BM.
have [h2 h3 _ _] := light_block BC lightC.
move: little; rewrite /g => le; have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ _] := BM.
have vN := wastes_less.
have N0 : 0 < N by lra. have M0 : 0 < M by lra.
have v2 : 2%:R * (M - be) <= 1 by lra.
have be5 : 5%:R < 4%:R * be.
  rewrite ltNge; apply/negP => small; have be0 : 0 <= be by lra.
  have b0 : 0 <= b by lra.
  have := le_le v2 be0; have := le_le small be0; have := le_le (ltW b3) b0; lra.
have N2 : 1 < 2%:R * N.
  rewrite ltNge; apply/negP => small.
  have ka0 : 0 <= 1 - 2%:R * s + al by lra. have Mbe : be <= M + s by lra. have al2 : 0 < 1 - 2%:R * al by lra.
  have beN : N <= be by lra. have be1 : 1 < be by lra. have q0 : 0 <= be + 1 - 2%:R * al by lra.
  have := le_le Mbe ka0; have := le_le sal beN; have := le_le small q0; have := lt_lt be1 al2; lra.
have al4 : 0 <= 1 - 4%:R * al by lra.
have q0 : 0 < N + M by lra.
split.
  have g2 : 0 < 2%:R * (N + 2%:R * al + (M - be) - 1) + 1 by lra.
  have big : 0 <= 36%:R * be - 17%:R by lra.
  have := mulr_gt0 g2 q0; have := mulr_ge0 (ltW N0) al4; have := le_le (ltW N2) big; lra.
have c1 : 0 <= N - 3%:R + 3%:R * be by lra. have c2 : 0 <= 12%:R * be + 3%:R + 4%:R * N by lra.
have beM : be <= M by lra. have Mbe : 0 <= 2%:R * al + (M - be) by lra. have al0 : 0 <= al by lra.
have := le_le beM c1; have := le_le (ltW be5) c2; have := sqr_ge0 (8%:R * N - 7%:R); have := mulr_ge0 Mbe (ltW q0).
have := mulr_ge0 (ltW N0) al0; lra.
Qed.
End One.
End Numbers.
