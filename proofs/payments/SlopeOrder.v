(* The printed proof of Theorem 3.2, step by step (payments/theorem-3-2-proof-a, theorem-3-2-proof-b,
   theorem-3-2-proof-conclusion, theorem-3-2-proof-max). Any finite number of outcomes, any ordered field.
   Modelled: q is the initial model, p and p' are best among all distributions for the total rewards R and R', and both
   give every outcome a positive probability. f is convex on the numbers that are not negative, and f' is its slope at
   every number above 0. So reward minus slope is the same number mu, or mu', at every outcome ([first_order] of
   Stretching.v), and the slope does not fall. Where the printed proof
   needs more, the slope rises strictly.
   Not modelled: the existence of a best model. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Order.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q R rm : X -> K) (f slope : K -> K).
Notation models := (@distribution K X).
Definition stationary slope q R p mu := forall x, R x - slope (p x / q x) = mu.
(* Only of ratios above 0, as interior models have; the slope of KL, a logarithm, has no other. *)
Definition nondecreasing slope := forall a b, 0 < a -> a <= b -> slope a <= slope b.
Definition rising slope := forall a b, 0 < a -> a < b -> slope a < slope b.

Lemma smaller slope q p p' x : (forall x, 0 < q x) -> (forall x, 0 < p x) -> nondecreasing slope ->
  slope (p' x / q x) < slope (p x / q x) -> p' x < p x.
Proof.
move=> q0 p0 mono lt; rewrite ltNge; apply/negP => le; move: lt.
by rewrite ltNge mono ?divr_gt0 // ler_pmul2r // invr_gt0.
Qed.

(* Not everything can fall. *)
Lemma not_all_fall p p' x y : \sum_x p x = 1 -> \sum_x p' x = 1 -> x != y -> p' x <= p x ->
  (forall z, z != x -> p' z < p z) -> False.
Proof.
move=> one one' xy le lt; have yx : y != x by rewrite eq_sym.
have : \sum_z p' z < \sum_z p z; last by rewrite one one' ltxx.
rewrite (bigD1 x) //= [X in _ < X](bigD1 x) //=; apply: ler_lt_add => //.
rewrite (bigD1 y) //= [X in _ < X](bigD1 y) //=; apply: ltr_le_add; first exact: lt.
by apply: ler_sum => z /andP[zx _]; apply: ltW; apply: lt.
Qed.

(* A convex function lies above its tangents. *)
Lemma above_tangent f (x y s : K) : convex f -> 0 <= x -> 0 <= y -> Stretching.slope f x s -> f x + s * (y - x) <= f y.
Proof.
move=> conv x0 y0 sl; rewrite leNgt; apply/negP => below.
pose g := f x + s * (y - x) - f y; have g0 : 0 < g by rewrite subr_gt0.
pose n := `|y - x|; have n0 : 0 <= n by apply: normr_ge0.
have n1 : 0 < 2%:R * (n + 1) by rewrite mulr_gt0 ?ltr0n // ltr_paddl.
pose eta := g / (2%:R * (n + 1)); have eta0 : 0 < eta by apply: divr_gt0.
have gE : g = eta * (2%:R * (n + 1)) by rewrite divfK // gt_eqF.
have [delta d0 near] := sl _ eta0.
have dn : 0 < delta + n by rewrite ltr_paddr.
pose t := delta / (delta + n); have t0 : 0 < t by rewrite divr_gt0.
have t1 : t <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addl.
have := near (t * (y - x)); rewrite normrM (gtr0_norm t0) -/n.
have -> : t * n < delta.
  by rewrite /t mulrAC ltr_pdivr_mulr // ltr_pmul2l // ltr_addr.
move=> /(_ isT); rewrite ler_norml => /andP[low _].
have t01 : 0 <= t <= 1 by rewrite (ltW t0).
have C := conv _ _ _ y0 x0 t01.
have xE : t * y + (1 - t) * x = x + t * (y - x) by ring.
rewrite xE in C; set u := f (x + _) in low C.
have : t * g <= t * (eta * n) by apply: (by2 low C); rewrite /g; ring.
rewrite ler_pmul2l // gE ler_pmul2l // leNgt => /negP; apply.
by rewrite -subr_gt0; have -> : 2%:R * (n + 1) - n = n + 2%:R by [ring]; rewrite ltr_paddl ?ltr0n.
Qed.

(* So the slope of a convex function does not fall. *)
Lemma slope_of_convex f f' : convex f -> (forall r, 0 < r -> Stretching.slope f r (f' r)) -> nondecreasing f'.
Proof.
move=> conv sl a b a0; rewrite le_eqVlt => /orP[/eqP->//|ab]; have b0 := lt_trans a0 ab.
have A := above_tangent conv (ltW a0) (ltW b0) (sl a a0); have B := above_tangent conv (ltW b0) (ltW a0) (sl b b0).
have d0 : 0 < b - a by rewrite subr_gt0.
by rewrite -(ler_pmul2r d0); apply: (by2 A B); ring.
Qed.

Lemma overstated_at_slopes slope q R R' p p' (mu mu' : K) best worst : (forall x, 0 < q x) -> (forall x, 0 < p x) ->
  (forall x, 0 < p' x) -> nondecreasing slope -> stationary slope q R p mu -> stationary slope q R' p' mu' -> \sum_x p x = 1 -> \sum_x p' x = 1 ->
  R best < R' best -> R' worst < R worst -> (forall x, x != best -> x != worst -> R' x = R x) ->
  p best < p' best /\ p' worst < p worst.
Proof.
move=> q0 p0 p'0 mono st st' one one' up down same; have bw : best != worst.
  by apply: contraTneq up => ->; rewrite -leNgt ltW.
split; rewrite ltNge; apply/negP => bad.
  have s1 := mono _ _ (divr_gt0 (p'0 best) (q0 best)) (ler_wpmul2r (ltW (etrans (invr_gt0 _) (q0 best))) bad).
  have rise : mu < mu' by rewrite -(st best) -(st' best) ltr_le_sub.
  apply: (not_all_fall one one' bw bad) => z zb; apply: (smaller q0 p0 mono).
  have zR : R' z <= R z by have [->|zw] := eqVneq z worst; [apply: ltW|rewrite same].
  rewrite -subr_gt0; have -> : slope (p z / q z) - slope (p' z / q z) = (R z - R' z) + (mu' - mu).
    by rewrite -(st z) -(st' z); ring.
  by rewrite ltr_paddl ?subr_ge0 ?subr_gt0.
have s1 := mono _ _ (divr_gt0 (p0 worst) (q0 worst)) (ler_wpmul2r (ltW (etrans (invr_gt0 _) (q0 worst))) bad).
have fall : mu' < mu by rewrite -(st worst) -(st' worst) ltr_le_sub.
have wb : worst != best by rewrite eq_sym.
apply: (not_all_fall one' one wb bad) => z zw; apply: (smaller q0 p'0 mono).
have zR : R z <= R' z by have [->|zb] := eqVneq z best; [apply: ltW|rewrite same].
rewrite -subr_gt0; have -> : slope (p' z / q z) - slope (p z / q z) = (R' z - R z) + (mu - mu').
  by rewrite -(st z) -(st' z); ring.
by rewrite ltr_paddl ?subr_ge0 ?subr_gt0.
Qed.

(* Step (a): the outcome that is overstated gains, the understated one loses. *)
Theorem overstated_gains f f' q R R' p p' best worst : convex f -> (forall r, 0 < r -> Stretching.slope f r (f' r)) ->
  (forall x, 0 < q x) -> best_for models (fun m => divergence f m q) R p ->
  best_for models (fun m => divergence f m q) R' p' -> (forall x, 0 < p x) -> (forall x, 0 < p' x) ->
  R best < R' best -> R' worst < R worst -> (forall x, x != best -> x != worst -> R' x = R x) ->
  p best < p' best /\ p' worst < p worst.
Proof.
move=> conv sl q0 b b' p0 p'0 up down same.
have [mu st] := first_order q0 b p0 (fun x => sl _ (divr_gt0 (p0 x) (q0 x))).
have [mu' st'] := first_order q0 b' p'0 (fun x => sl _ (divr_gt0 (p'0 x) (q0 x))).
exact: (overstated_at_slopes q0 p0 p'0 (slope_of_convex conv sl) st st' b.1.2 b'.1.2 up down same).
Qed.

Lemma one_direction_at_slopes slope q R R' p p' (mu mu' : K) (others : X -> Prop) z : (forall x, 0 < q x) ->
  (forall x, 0 < p x) -> (forall x, 0 < p' x) -> rising slope -> stationary slope q R p mu -> stationary slope q R' p' mu' ->
  (forall x, others x -> R' x = R x) -> others z ->
  (forall x, p x <= p' x <-> slope (p x / q x) <= slope (p' x / q x)) /\
  (p z <= p' z -> forall x, others x -> p x <= p' x) /\ (p' z <= p z -> forall x, others x -> p' x <= p x).
Proof.
move=> q0 p0 p'0 strict st st' same oz.
have mono x (m m' : X -> K) : 0 < m x -> 0 < m' x -> m x <= m' x <-> slope (m x / q x) <= slope (m' x / q x).
  have scaled a b : (a / q x < b / q x) = (a < b) by rewrite ltr_pmul2r // invr_gt0.
  move=> m0 m'0; split=> [|le].
    by rewrite le_eqVlt => /orP[/eqP->//|]; rewrite -scaled => /(strict _ _ (divr_gt0 m0 (q0 x)))/ltW.
  by rewrite leNgt -scaled; apply/negP => /(strict _ _ (divr_gt0 m'0 (q0 x))); rewrite ltNge le.
have step x : others x -> slope (p' x / q x) - slope (p x / q x) = mu - mu'.
  by move=> ox; rewrite -(st x) -(st' x) same //; ring.
split=> [x|]; first exact: mono.
split=> le x ox; apply/mono => //; rewrite -subr_ge0.
  by rewrite step // -(step z oz) subr_ge0; apply/mono.
by rewrite -opprB step // -(step z oz) opprB subr_ge0; apply/mono.
Qed.

(* Step (b), for a slope that rises, as that of a strictly convex f does: where the reward is the same, all outcomes
   move in one direction, and the probabilities move as the slopes do. *)
Theorem one_direction f f' q R R' p p' (others : X -> Prop) z :
  (forall r, 0 < r -> Stretching.slope f r (f' r)) -> rising f' ->
  (forall x, 0 < q x) -> best_for models (fun m => divergence f m q) R p ->
  best_for models (fun m => divergence f m q) R' p' -> (forall x, 0 < p x) -> (forall x, 0 < p' x) ->
  (forall x, others x -> R' x = R x) -> others z ->
  (forall x, p x <= p' x <-> f' (p x / q x) <= f' (p' x / q x)) /\
  (p z <= p' z -> forall x, others x -> p x <= p' x) /\ (p' z <= p z -> forall x, others x -> p' x <= p x).
Proof.
move=> sl strict q0 b b' p0 p'0 same oz.
have [mu st] := first_order q0 b p0 (fun x => sl _ (divr_gt0 (p0 x) (q0 x))).
have [mu' st'] := first_order q0 b' p'0 (fun x => sl _ (divr_gt0 (p'0 x) (q0 x))).
exact: (one_direction_at_slopes q0 p0 p'0 strict st st' same oz).
Qed.

Lemma change_from p p' rm c : \sum_x p x = 1 -> \sum_x p' x = 1 ->
  \sum_x p' x * rm x - \sum_x p x * rm x = \sum_x (p' x - p x) * (rm x - c).
Proof.
move=> one one'; have -> : \sum_x (p' x - p x) * (rm x - c) = \sum_x (p' x * rm x - p x * rm x - (p' x * c - p x * c)).
  by apply: eq_bigr => x _; ring.
by rewrite !sumrB -!mulr_suml one one' subrr subr0.
Qed.
Lemma positive_sum (g : X -> K) y : (forall x, 0 <= g x) -> 0 < g y -> 0 < \sum_x g x.
Proof. by move=> g0 gy; rewrite (bigD1 y) //= ltr_paddr // sumr_ge0. Qed.

(* The conclusion: if all other outcomes move in one direction, the valuation rises. *)
Theorem valuation_rises rm p p' best worst : \sum_x p x = 1 -> \sum_x p' x = 1 ->
  (forall x, rm worst <= rm x <= rm best) -> rm worst < rm best -> p best < p' best -> p' worst < p worst ->
  (forall x, x != best -> x != worst -> p' x <= p x) \/ (forall x, x != best -> x != worst -> p x <= p' x) ->
  \sum_x p x * rm x < \sum_x p' x * rm x.
Proof.
move=> one one' range two up down; rewrite -subr_gt0; case=> others.
  rewrite (change_from _ (rm best)) //; apply: (positive_sum (y := worst)) => [x|]; last first.
    by rewrite nmulr_rgt0 ?subr_lt0.
  have [->|xb] := eqVneq x best; first by rewrite subrr mulr0.
  have le : p' x <= p x by have [->|xw] := eqVneq x worst; [apply: ltW|apply: others].
  by have /andP[_ h] := range x; rewrite mulr_le0 ?subr_le0.
rewrite (change_from _ (rm worst)) //; apply: (positive_sum (y := best)) => [x|]; last first.
  by rewrite mulr_gt0 ?subr_gt0.
have [->|xw] := eqVneq x worst; first by rewrite subrr mulr0.
have le : p x <= p' x by have [->|xb] := eqVneq x best; [apply: ltW|apply: others].
by have /andP[h _] := range x; rewrite mulr_ge0 ?subr_ge0.
Qed.

Lemma lowest_at_slopes slope q R R' p p' rm (mu mu' : K) worst : (forall x, 0 < q x) ->
  (forall x, 0 < p x) -> (forall x, 0 < p' x) -> rising slope ->
  stationary slope q R p mu -> stationary slope q R' p' mu' -> \sum_x p x = 1 -> \sum_x p' x = 1 ->
  R' worst < R worst -> (forall x, x != worst -> R' x = R x) ->
  (forall x, rm worst <= rm x) -> (exists x, rm worst < rm x) ->
  [/\ p' worst < p worst, forall x, x != worst -> p x < p' x & \sum_x p x * rm x < \sum_x p' x * rm x].
Proof.
move=> q0 p0 p'0 strict st st' one one' down same low [y high].
have mono : nondecreasing slope by move=> a b a0; rewrite le_eqVlt => /orP[/eqP->//|/(strict _ _ a0)/ltW].
have yw : worst != y by apply: contraTneq high => ->; rewrite ltxx.
have step z : slope (p' z / q z) - slope (p z / q z) = (R' z - R z) + (mu - mu') by rewrite -(st z) -(st' z); ring.
have loses : p' worst < p worst.
  rewrite ltNge; apply/negP => bad.
  have s1 := mono _ _ (divr_gt0 (p0 worst) (q0 worst)) (ler_wpmul2r (ltW (etrans (invr_gt0 _) (q0 worst))) bad).
  have fall : mu' < mu by rewrite -(st worst) -(st' worst) ltr_le_sub.
  apply: (not_all_fall one' one yw bad) => z zw; apply: (smaller q0 p'0 mono).
  by rewrite -subr_gt0 step same // subrr add0r subr_gt0.
have fall : mu' < mu.
  rewrite ltNge; apply/negP => bad; have : \sum_z p' z < \sum_z p z; last by rewrite one one' ltxx.
  rewrite (bigD1 worst) //= [X in _ < X](bigD1 worst) //=; apply: ltr_le_add => //; apply: ler_sum => z zw.
  rewrite leNgt; apply/negP => lt; have := strict _ _ (divr_gt0 (p0 z) (q0 z)) (_ : p z / q z < p' z / q z).
  rewrite ltr_pmul2r ?invr_gt0 // => /(_ lt); rewrite -subr_gt0 step same // subrr add0r subr_gt0.
  by rewrite ltNge bad.
have gain z : z != worst -> p z < p' z.
  by move=> zw; apply: (smaller q0 p'0 mono); rewrite -subr_gt0 step same // subrr add0r subr_gt0.
split=> //; rewrite -subr_gt0 (change_from _ (rm worst)) //; apply: (positive_sum (y := y)) => [x|].
  have [->|xw] := eqVneq x worst; first by rewrite subrr mulr0.
  by rewrite mulr_ge0 ?subr_ge0 // ltW // gain.
by rewrite mulr_gt0 ?subr_gt0 // gain // eq_sym.
Qed.

(* Maximum normalisation: only the least reward is lowered. Its outcome loses, all others gain, and the valuation
  rises. *)
Theorem lowest_lowered f f' q R R' p p' rm worst : (forall r, 0 < r -> Stretching.slope f r (f' r)) -> rising f' ->
  (forall x, 0 < q x) -> best_for models (fun m => divergence f m q) R p ->
  best_for models (fun m => divergence f m q) R' p' -> (forall x, 0 < p x) -> (forall x, 0 < p' x) ->
  R' worst < R worst -> (forall x, x != worst -> R' x = R x) ->
  (forall x, rm worst <= rm x) -> (exists x, rm worst < rm x) ->
  [/\ p' worst < p worst, forall x, x != worst -> p x < p' x & mean p rm < mean p' rm].
Proof.
move=> sl strict q0 b b' p0 p'0 down same low high.
have [mu st] := first_order q0 b p0 (fun x => sl _ (divr_gt0 (p0 x) (q0 x))).
have [mu' st'] := first_order q0 b' p'0 (fun x => sl _ (divr_gt0 (p'0 x) (q0 x))).
exact: (lowest_at_slopes q0 p0 p'0 strict st st' b.1.2 b'.1.2 down same low high).
Qed.
End Order.
