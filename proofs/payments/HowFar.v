(* How far models move when rewards change (payments/new-indicators-truthful). Any finite number of outcomes, any
  ordered field.
   Modelled: q is the initial model, p and p' are best for the total rewards R and R', which differ by at most Delta
     at every
   outcome. f is strictly convex, or strongly convex with constant alpha, on the numbers that are not negative; no
     derivative is
   used. Models are all distributions, or any convex set of them.
   Not modelled: KL, and the existence of a best model. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
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
  [/\ x + d = a * x + (1 - a) * y, y - d = (1 - a) * x + (1 - (1 - a)) * y & a * (1 - a) * (x - y) ^+ 2 = d * (y - x
    - d)].
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
apply: (by2 A B); rewrite -[e * _](_ : (mean (shift p x y e) R - mean p R) + (mean (shift p' y x e) R' - mean p' R')
  = _).
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
  (forall x, rm x = 0 \/ rm x = 1) -> normalised sc lie ->
  best_for models (fun m => divergence f m q) (truth R0 w rm) p ->
  best_for models (fun m => divergence f m q) (truth R0 w lie) p' -> mean p' rm <= mean p rm.
Proof.
move=> conv q0 w0 yes_no legal best best'.
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
