(* The printed proof of Theorem 3.2, step by step (payments/theorem-3-2-proof-a, theorem-3-2-proof-b,
   theorem-3-2-proof-conclusion, theorem-3-2-proof-max). Any finite number of outcomes, any ordered field.
   Modelled: q is the initial model, p and p' are interior best models for the total rewards R and R', so that
     reward minus
   slope is the same number mu, or mu', at every outcome. The slope, f' in the paper, does not fall, as f is convex.
   Not modelled: where the first-order condition comes from; that is Stretching.v. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Order.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q R rm : X -> K) (slope : K -> K).
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

(* Step (a): the outcome that is overstated gains, the understated one loses. *)
Theorem overstated_gains slope q R R' p p' (mu mu' : K) best worst : (forall x, 0 < q x) -> (forall x, 0 < p x) ->
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

(* Step (b), with a slope that rises strictly: where the reward is the same, all outcomes move in one direction, and the
   probabilities move as the slopes do. *)
Theorem one_direction slope q R R' p p' (mu mu' : K) (others : X -> Prop) z : (forall x, 0 < q x) ->
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

(* Maximum normalisation: only the least reward is lowered. Its outcome loses, all others gain, and the valuation
  rises. *)
Theorem lowest_lowered slope q R R' p p' rm (mu mu' : K) worst : (forall x, 0 < q x) ->
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
End Order.
