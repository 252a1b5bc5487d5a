(* How far models move when rewards change (payments/new-indicators-truthful, new-sharp-strongly-convex, new-convex-model-sets,
   new-welfare-loss-strongly-convex, lemma-e-1, proposition-e-3-chi-squared). Any finite number of outcomes, any ordered field.
   Modelled: q is the initial model, p and p' are best for the total rewards R and R', which differ by at most Delta at every
   outcome. f is strictly convex, or strongly convex with constant alpha, on the numbers that are not negative; no derivative is
   used. Models are all distributions, or any convex set of them.
   Not modelled: KL, and the existence of a best model. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Values of f as letters, so that [ring] sees equal ones as equal. *)
Ltac atoms f := repeat match goal with |- context [f ?t] => let u := fresh "u" in set u := f t; clearbody u end.

Section Convexity.
Variables (K : realFieldType) (X : finType).
Implicit Types (f : K -> K) (p q R : X -> K).
Notation models := (@distribution K X).
Definition strictly_convex f := forall x y a, 0 <= x -> 0 <= y -> x != y -> 0 < a < 1 ->
  f (a * x + (1 - a) * y) < a * f x + (1 - a) * f y.
Definition strongly_convex (alpha : K) f := forall x y a, 0 <= x -> 0 <= y -> 0 <= a <= 1 ->
  f (a * x + (1 - a) * y) + alpha / 2%:R * (a * (1 - a) * (x - y) ^+ 2) <= a * f x + (1 - a) * f y.

(* Two numbers that come nearer to each other. *)
Lemma inner_part (x y d : K) : x < y -> 0 < d < y - x -> exists2 a, 0 < a < 1 &
  [/\ x + d = a * x + (1 - a) * y, y - d = (1 - a) * x + (1 - (1 - a)) * y & a * (1 - a) * (x - y) ^+ 2 = d * (y - x - d)].
Proof.
move=> xy /andP[d0 dxy]; have g0 : 0 < y - x by rewrite subr_gt0.
have gn : y - x != 0 by rewrite gt_eqF.
exists (1 - d / (y - x)); last by split; field.
by rewrite subr_gt0 ltr_pdivr_mulr // mul1r dxy ltr_subl_addr ltr_addl divr_gt0.
Qed.

Lemma nearer f (x y d : K) : strictly_convex f -> 0 <= x -> x < y -> 0 < d < y - x -> f (x + d) + f (y - d) < f x + f y.
Proof.
move=> sc x0 xy dxy; have [a a01 [-> -> _]] := inner_part xy dxy; have y0 : 0 <= y by apply: ltW (le_lt_trans x0 xy).
have a01' : 0 < 1 - a < 1 by case/andP: a01 => a0 a1; rewrite subr_gt0 a1 ltr_subl_addr ltr_addl.
have xy' : x != y by rewrite lt_eqF.
have A := sc _ _ _ x0 y0 xy' a01; have B := sc _ _ _ x0 y0 xy' a01'.
have -> : f x + f y = a * f x + (1 - a) * f y + ((1 - a) * f x + (1 - (1 - a)) * f y) by ring.
exact: ltr_add A B.
Qed.

Lemma nearer_strongly f alpha (x y d : K) : strongly_convex alpha f -> 0 <= x -> x < y -> 0 < d < y - x ->
  f (x + d) + f (y - d) + alpha * (d * (y - x - d)) <= f x + f y.
Proof.
move=> sc x0 xy dxy; have [a a01 [-> -> <-]] := inner_part xy dxy; have y0 : 0 <= y by apply: ltW (le_lt_trans x0 xy).
have [a0 a1] := andP a01; have b01 : 0 <= a <= 1 by rewrite !ltW.
have b01' : 0 <= 1 - a <= 1 by rewrite subr_ge0 ltW // ger_addl oppr_le0 ltW.
have A := sc _ _ _ x0 y0 b01; have B := sc _ _ _ x0 y0 b01'.
set u := f (a * x + _) in A *; set v := f ((1 - a) * x + _) in B *.
by apply: (by2 A B); field.
Qed.

(* Exchange: if x gains and y loses from p to p', a little may be moved between them in both models. *)
Lemma exchange f q R R' p p' x y e : x != y -> 0 <= e -> e <= p y -> e <= p' x ->
  best_for models (fun m => divergence f m q) R p -> best_for models (fun m => divergence f m q) R' p' ->
  e * (R x - R y - (R' x - R' y)) <=
  q x * (f ((p x + e) / q x) + f ((p' x - e) / q x) - (f (p x / q x) + f (p' x / q x))) +
  q y * (f ((p y - e) / q y) + f ((p' y + e) / q y) - (f (p y / q y) + f (p' y / q y))).
Proof.
move=> xy e0 ey ex [dp best] [dp' best']; have yx : y != x by rewrite eq_sym.
have A := best _ (shift_distribution xy e0 ey dp); have B := best' _ (shift_distribution yx e0 ex dp').
have M := shift_mean p R e xy; have N := shift_divergence f p q e xy.
have M' := shift_mean p' R' e yx; have N' := shift_divergence f p' q e yx.
apply: (by2 A B); rewrite -[e * _](_ : (mean (shift p x y e) R - mean p R) + (mean (shift p' y x e) R' - mean p' R') = _).
  rewrite -[q x * _ + _](_ : (divergence f (shift p x y e) q - divergence f p q) +
    (divergence f (shift p' y x e) q - divergence f p' q) = _); first by ring.
  by rewrite N N'; atoms f; ring.
by rewrite M M'; ring.
Qed.

(* Of two different distributions, what gains in a set is paid for outside it. *)
Lemma somebody_else p p' (S : pred X) : models p -> models p' -> \sum_(x | S x) p x < \sum_(x | S x) p' x ->
  (exists x, S x /\ p x < p' x) /\ (exists y, ~~ S y /\ p' y < p y).
Proof.
move=> [_ one] [_ one'] more; split.
  have [x /andP[Sx lt]|none] := pickP (fun x => S x && (p x < p' x)); first by exists x.
  suff : \sum_(x | S x) p' x <= \sum_(x | S x) p x by rewrite leNgt more.
  by apply: ler_sum => x Sx; rewrite leNgt; have := none x; rewrite Sx /= => ->.
have [y /andP[Sy lt]|none] := pickP (fun y => ~~ S y && (p' y < p y)); first by exists y.
suff : \sum_(x | ~~ S x) p x <= \sum_(x | ~~ S x) p' x.
  move: one one'; rewrite (bigID S) /= => one; rewrite (bigID S) /= => one' le.
  by have := ltr_le_add more le; rewrite one one' ltxx.
by apply: ler_sum => y Sy; rewrite leNgt; have := none y; rewrite Sy /= => ->.
Qed.

(* A group that says yes or no, or likes a single outcome, cannot gain by a report of its rewards. *)
Theorem indicators_truthful sc f q (R0 : X -> K) w rm lie p p' : strictly_convex f -> (forall x, 0 < q x) -> 0 <= w ->
  normalised sc rm -> (forall x, rm x = 0 \/ rm x = 1) -> normalised sc lie ->
  best_for models (fun m => divergence f m q) (truth R0 w rm) p ->
  best_for models (fun m => divergence f m q) (truth R0 w lie) p' -> mean p' rm <= mean p rm.
Proof.
move=> conv q0 w0 _ yes_no legal best best'.
have unit x : 0 <= lie x <= 1.
  case: sc legal => /= -[pos top]; first exact: pos.
  by rewrite pos -top (bigD1 x) //= ler_addl sumr_ge0.
have on_liked m : mean m rm = \sum_(x | rm x == 1) m x.
  rewrite [RHS]big_mkcond; apply: eq_bigr => x _; case: (yes_no x) => ->; rewrite ?mulr0 ?mulr1 ?eqxx //.
  by rewrite eq_sym oner_eq0.
rewrite leNgt !on_liked; apply/negP => more; have [[x [Sx px]] [y [Sy py]]] := somebody_else best.1 best'.1 more.
have xy : x != y by apply: contraNneq Sy => <-.
have rx : rm x = 1 by apply/eqP. have ry : rm y = 0 by case: (yes_no y) => // r1; rewrite r1 eqxx in Sy.
pose e := Num.min (p' x - p x) (p y - p' y) / 2%:R : K.
have top0 : 0 < Num.min (p' x - p x) (p y - p' y) by rewrite lt_minr !subr_gt0 px.
have e0 : 0 < e by apply: divr_gt0; rewrite ?ltr0n.
have : e < Num.min (p' x - p x) (p y - p' y) by rewrite /e ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
rewrite lt_minr => /andP[ex ey]; clearbody e.
have [[pp _] [pp' _]] := (best.1, best'.1).
have e_y : e <= p y by apply: ltW (lt_le_trans ey _); rewrite ger_addl oppr_le0.
have e_x : e <= p' x by apply: ltW (lt_le_trans ex _); rewrite ger_addl oppr_le0.
have := exchange xy (ltW e0) e_y e_x best best'; rewrite leNgt => /negP; apply.
have unscaled a b z : a < b -> 0 <= a -> e < b - a ->
    q z * (f ((a + e) / q z) + f ((b - e) / q z) - (f (a / q z) + f (b / q z))) < 0.
  move=> ab a0 eab; rewrite pmulr_rlt0 // subr_lt0 mulrDl mulrBl; apply: nearer => //.
  - by rewrite divr_ge0 // ltW.
  - by rewrite ltr_pmul2r // invr_gt0.
  by rewrite divr_gt0 //= -mulrBl ltr_pmul2r // invr_gt0.
have A := unscaled _ _ x px (pp x) ex.
have B := unscaled _ _ y py (pp' y) ey; rewrite [f _ + f _]addrC [f (_ / _) + f (p y / _)]addrC in B.
have := ltr_add A B; rewrite addr0 => S0; apply: (lt_le_trans S0).
apply: mulr_ge0; first exact: ltW.
have -> : truth R0 w rm x - truth R0 w rm y - (truth R0 w lie x - truth R0 w lie y) = w * (1 - lie x) + w * lie y.
  by rewrite /truth rx ry; ring.
have /andP[ly _] := unit y; have /andP[_ lx] := unit x.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.
End Convexity.

Section Strong.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q R : X -> K).
Notation models := (@distribution K X).

Lemma in_the_limit (b c : K) : 0 <= c -> (forall a, 0 < a < 1 -> a * c <= b) -> c <= b.
Proof.
move=> c0 H; rewrite leNgt; apply/negP => bc.
have half : 0 < (2%:R^-1 : K) < 1 by rewrite invr_gt0 ltr0n invf_lt1 ?ltr0n // ltr1n.
have b0 : 0 <= b by apply: le_trans (H _ half); rewrite mulr_ge0 // invr_ge0 ler0n.
have c1 : 0 < c by apply: le_lt_trans bc.
have cn : c != 0 by rewrite gt_eqF.
have two : 0 < 2%:R * c by rewrite mulr_gt0 ?ltr0n.
have := H ((b + c) / (2%:R * c)); rewrite divr_gt0 ?(ltr_paddl b0) // ltr_pdivr_mulr // mul1r.
have -> : (b + c) / (2%:R * c) * c = (b + c) / 2%:R by field.
have -> : 2%:R * c = c + c by ring.
by rewrite ltr_add2r bc ler_pdivr_mulr ?ltr0n // mulr_natr mulr2n ler_add2l leNgt bc => /(_ isT).
Qed.

Definition apart q p p' := \sum_x (p' x - p x) ^+ 2 / q x.
Definition convex_set (menu : (X -> K) -> Prop) := forall p p' a, menu p -> menu p' -> 0 <= a <= 1 ->
  menu (fun x => a * p x + (1 - a) * p' x).

(* How far below the best model another one lies, on a convex set. *)
Lemma falls_short menu f alpha q R p p' : 0 <= alpha -> convex_set menu -> (forall m, menu m -> models m) ->
  strongly_convex alpha f -> (forall x, 0 < q x) -> best_for menu (fun m => divergence f m q) R p -> menu p' ->
  mean p' R - divergence f p' q + alpha / 2%:R * apart q p p' <= mean p R - divergence f p q.
Proof.
move=> a0 cm sub sc q0 [inp best] inp'; have [pp _] := sub _ inp; have [pp' _] := sub _ inp'.
have far0 : 0 <= alpha / 2%:R * apart q p p'.
  by rewrite mulr_ge0 ?divr_ge0 ?ler0n // sumr_ge0 // => x _; rewrite divr_ge0 ?sqr_ge0 // ltW.
rewrite addrC -ler_subr_addr; apply: in_the_limit => // a /andP[b0 b1].
have a01 : 0 <= a <= 1 by rewrite !ltW.
pose m x : K := a * p x + (1 - a) * p' x.
have H : 0 <= mean p R - divergence f p q - (mean m R - divergence f m q) by rewrite subr_ge0 best //; apply: cm.
have c0 : 0 < 1 - a by rewrite subr_gt0.
have D_m : divergence f m q + alpha / 2%:R * (a * (1 - a)) * apart q p p' <=
    a * divergence f p q + (1 - a) * divergence f p' q.
  rewrite /divergence /apart !mulr_sumr -!big_split /=; apply: ler_sum => x _.
  have := sc _ _ _ (divr_ge0 (pp x) (ltW (q0 x))) (divr_ge0 (pp' x) (ltW (q0 x))) a01.
  have -> : a * (p x / q x) + (1 - a) * (p' x / q x) = m x / q x by rewrite [RHS]mulrDl !mulrA.
  move=> S; have := ler_wpmul2l (ltW (q0 x)) S; have qn : q x != 0 by rewrite gt_eqF.
  atoms f; move=> S'; apply: (by1 S'); by field.
have mean_m : mean m R = a * mean p R + (1 - a) * mean p' R.
  by rewrite /mean !mulr_sumr -big_split /=; apply: eq_bigr => x _; rewrite /m; ring.
rewrite -subr_ge0 -(pmulr_rge0 _ c0); rewrite mean_m in H; have := addr_ge0 H (etrans (subr_ge0 _ _) D_m).
by congr (is_true (0 <= _)); ring.
Qed.

Lemma square_of_sum (weight z : X -> K) : (forall x, 0 < weight x) -> \sum_x weight x = 1 ->
  (\sum_x z x) ^+ 2 <= \sum_x z x ^+ 2 / weight x.
Proof.
move=> w0 one; set t := \sum_x z x; rewrite -subr_ge0.
have -> : \sum_x z x ^+ 2 / weight x - t ^+ 2 = \sum_x (z x - t * weight x) ^+ 2 / weight x.
  have -> : \sum_x (z x - t * weight x) ^+ 2 / weight x = \sum_x (z x ^+ 2 / weight x - 2%:R * t * z x + t ^+ 2 * weight x).
    by apply: eq_bigr => x _; have wn : weight x != 0 by [rewrite gt_eqF]; field.
  by rewrite big_split sumrB /= -!mulr_sumr one -/t; ring.
by rewrite sumr_ge0 // => x _; rewrite divr_ge0 ?sqr_ge0 // ltW.
Qed.

Variables (menu : (X -> K) -> Prop) (f : K -> K) (alpha Delta : K) (q R R' p p' : X -> K).
Hypotheses (alpha0 : 0 < alpha) (conv : convex_set menu) (sub : forall m, menu m -> models m).
Hypotheses (sc : strongly_convex alpha f) (q0 : forall x, 0 < q x) (q1 : \sum_x q x = 1).
Hypothesis close : forall x, `|R' x - R x| <= Delta.
Hypotheses (best : best_for menu (fun m => divergence f m q) R p) (best' : best_for menu (fun m => divergence f m q) R' p').

Lemma length_is_distance : (\sum_x `|p' x - p x|) ^+ 2 <= apart q p p'.
Proof.
apply: le_trans (square_of_sum _ q0 q1) _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by apply: eq_bigr => x _; rewrite real_normK // num_real.
Qed.
Lemma change_of_reward : \sum_x (R' x - R x) * (p' x - p x) <= Delta * \sum_x `|p' x - p x|.
Proof.
rewrite mulr_sumr; apply: ler_sum => x _; apply: le_trans (ler_norm _) _; rewrite normrM.
by apply: ler_wpmul2r.
Qed.

(* Welfare lost by training with the wrong rewards: at most Delta^2 / (2 alpha). *)
Theorem welfare_lost : mean p R - divergence f p q - (mean p' R - divergence f p' q) <= Delta ^+ 2 / (2%:R * alpha).
Proof.
have short := falls_short (ltW alpha0) conv sub sc q0 best' best.1.
set t := \sum_x `|p' x - p x|; have L := length_is_distance; have C := change_of_reward; rewrite -/t in L C.
have sym : apart q p' p = apart q p p' by apply: eq_bigr => x _; rewrite -sqrrN opprB.
rewrite sym in short; have an : alpha != 0 by rewrite gt_eqF.
have h0 : 0 <= alpha / 2%:R by rewrite divr_ge0 ?ler0n // ltW.
have square : 0 <= alpha / 2%:R * (t - Delta / alpha) ^+ 2 by rewrite mulr_ge0 ?sqr_ge0.
have split_change : \sum_x (R' x - R x) * (p' x - p x) = mean p' R' - mean p' R - (mean p R' - mean p R).
  by rewrite /mean -!sumrB; apply: eq_bigr => x _; ring.
rewrite split_change in C; apply: (by2 (ler_add (ler_add short C) (ler_wpmul2l h0 L)) square); by field.
Qed.
End Strong.
