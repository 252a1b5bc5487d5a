(* Lies without payments (payments/theorem-3-2-constant, theorem-3-2-misreport, theorem-3-2-proof-kkt,
  new-stretching). Any finite
   number of outcomes, any reports of the others (R0, their total), any ordered field.
   Modelled: the provider chooses a model that is best for the total reward minus a penalty D; D is any function in
     the first
   half, and an f-divergence over all distributions where strictness is at stake. A slope of f is the limit of
     quotients, with
   epsilon and delta; f need not be convex, as only the slopes at the ratios of one model are used.
   Not modelled: the existence of a best model. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Moves.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q R rm : X -> K).

Definition slope (f : K -> K) r d := forall eta, 0 < eta ->
  exists2 delta, 0 < delta & forall h, `|h| < delta -> `|f (r + h) - f r - d * h| <= eta * `|h|.
Definition shift p x y (e : K) z := if z == x then p x + e else if z == y then p y - e else p z.

Lemma two_places (F G : X -> K) x y : x != y -> (forall z, z != x -> z != y -> F z = G z) ->
  \sum_z F z - \sum_z G z = (F x - G x) + (F y - G y).
Proof.
move=> xy same; have yx : y != x by rewrite eq_sym.
rewrite -sumrB (bigD1 x) //= (bigD1 y) //= big1 ?addr0 // => z /andP[zx zy].
by rewrite same // subrr.
Qed.

Lemma shift_at p x y e : x != y -> (shift p x y e x = p x + e) * (shift p x y e y = p y - e).
Proof. by rewrite /shift eqxx eq_sym => /negbTE ->; rewrite eqxx. Qed.
Lemma shift_off p x y e z : z != x -> z != y -> shift p x y e z = p z.
Proof. by rewrite /shift => /negbTE -> /negbTE ->. Qed.

Lemma shift_distribution p x y e : x != y -> 0 <= e -> e <= p y -> distribution p -> distribution (shift p x y e).
Proof.
move=> xy e0 ey [p0 one]; split=> [z|].
  by rewrite /shift; case: eqP => _; [rewrite addr_ge0|case: eqP => _; rewrite ?subr_ge0].
apply/eqP; rewrite -one -subr_eq0 (two_places xy) => [|z zx zy]; last exact: shift_off.
by rewrite !(shift_at _ _ xy); apply/eqP; ring.
Qed.

Lemma shift_mean p R x y e : x != y -> mean (shift p x y e) R - mean p R = e * (R x - R y).
Proof.
move=> xy; rewrite /mean (two_places xy) => [|z zx zy]; last by rewrite shift_off.
by rewrite !(shift_at _ _ xy); ring.
Qed.

Lemma shift_divergence f p q x y e : x != y -> divergence f (shift p x y e) q - divergence f p q =
  q x * (f ((p x + e) / q x) - f (p x / q x)) + q y * (f ((p y - e) / q y) - f (p y / q y)).
Proof.
move=> xy; rewrite /divergence (two_places xy) => [|z zx zy]; last by rewrite shift_off.
by rewrite !(shift_at _ _ xy); ring.
Qed.

(* The first-order condition: at an interior best model, total reward minus slope is the same at every outcome. *)
Theorem first_order f q R p (s : X -> K) : (forall x, 0 < q x) -> best_for (@distribution K X) (fun m => divergence
  f m q) R p ->
  (forall x, 0 < p x) -> (forall x, slope f (p x / q x) (s x)) -> exists mu, forall x, R x - s x = mu.
Proof.
move=> q0 [dp best] p0 slopes.
have below x y : R x - s x <= R y - s y.
  have [->|xy] := eqVneq x y; first exact: lexx.
  rewrite leNgt; apply/negP; rewrite -subr_gt0; set g := _ - _ => g0.
  have eta0 : 0 < g / 4%:R by rewrite divr_gt0 // ltr0n.
  have [dx dx0 nearx] := slopes x _ eta0; have [dy dy0 neary] := slopes y _ eta0.
  pose e : K := Num.min (p y) (Num.min (dx * q x) (dy * q y)) / 2%:R.
  have top0 : 0 < Num.min (p y) (Num.min (dx * q x) (dy * q y)) by rewrite !lt_minr p0 !mulr_gt0.
  have e0 : 0 < e by rewrite divr_gt0 // ltr0n.
  have e_lt : e < Num.min (p y) (Num.min (dx * q x) (dy * q y)).
    by rewrite /e ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
  move: e_lt; rewrite !lt_minr => /and3P[e_y e_x e_y'].
  have qx : q x != 0 by rewrite gt_eqF.
  have qy : q y != 0 by rewrite gt_eqF.
  have up z : `|e / q z| = e / q z by rewrite ger0_norm // divr_ge0 ?ltW.
  have A := nearx (e / q x); rewrite up ltr_pdivr_mulr // in A; have {}A := A e_x.
  have B := neary (- (e / q y)); rewrite normrN up ltr_pdivr_mulr // in B; have {}B := B e_y'.
  have := best _ (shift_distribution xy (ltW e0) (ltW e_y) dp).
  rewrite -subr_ge0 => better.
  have {}A := le_trans (ler_norm _) A; have {}B := le_trans (ler_norm _) B.
  have {}A := ler_wpmul2l (ltW (q0 x)) A; have {}B := ler_wpmul2l (ltW (q0 y)) B.
  have gain0 : 0 < e * g / 2%:R.
    by apply: divr_gt0; [apply: mulr_gt0|rewrite ltr0n].
  suff bad : 0 <= - (e * g / 2%:R) by move: bad; rewrite oppr_ge0 leNgt gain0.
  have E : mean p R - divergence f p q - (mean (shift p x y e) R - divergence f (shift p x y e) q) =
      - (e * (R x - R y)) + (q x * (f ((p x + e) / q x) - f (p x / q x)) + q y * (f ((p y - e) / q y) - f (p y / q y))).
    by rewrite -(shift_mean p R e xy) -(shift_divergence f p q e xy); ring.
  rewrite E in better; apply: le_trans better _.
  have ex : (p x + e) / q x = p x / q x + e / q x by rewrite mulrDl.
  have ey : (p y - e) / q y = p y / q y + - (e / q y) by rewrite mulrBl.
  have gE : R x - R y = g + s x - s y by rewrite /g; ring.
  rewrite -ex in A; rewrite -ey in B; rewrite gE; clearbody e g.
  set Fx := f ((p x + e) / q x) in A *; set Fy := f ((p y - e) / q y) in B *.
  apply: (by2 A B); field.
  by rewrite qx qy.
have [x0|none] := pickP X; last by exists 0 => x; have := none x.
by move=> _; exists (R x0 - s x0) => x; apply/eqP; rewrite eq_le !below.
Qed.
End Moves.

Section Stretched.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q rm : X -> K).
Notation models := (@distribution K X).

(* A group that values everything alike gets the same from every model, so that no report gains anything. *)
Theorem constant_loses_nothing rm c p p' : (forall x, rm x = c) -> models p -> models p' -> mean p rm = mean p' rm.
Proof.
have value m : (forall x, rm x = c) -> models m -> mean m rm = c.
  by move=> flat [_ one]; rewrite -[RHS]mul1r -one mulr_suml; apply: eq_bigr => x _; rewrite flat.
by move=> flat dp dp'; rewrite !value.
Qed.

Definition truth (R0 : X -> K) w rm x := R0 x + w * rm x.
Definition stretched (R0 : X -> K) w k b rm x := R0 x + w * (k * (rm x - b)).

Lemma mean_stretched R0 w k b rm p : models p ->
  mean p (stretched R0 w k b rm) = mean p (truth R0 (k * w) rm) - k * w * b.
Proof.
move=> [_ one]; have -> : k * w * b = \sum_x p x * (k * w * b) by rewrite -mulr_suml one mul1r.
by rewrite /mean -sumrB; apply: eq_bigr => x _; rewrite /stretched /truth; ring.
Qed.
Lemma mean_truth R0 w rm p : mean p (truth R0 w rm) = mean p R0 + w * mean p rm.
Proof. by rewrite /mean mulr_sumr -big_split; apply: eq_bigr => x _; rewrite /truth mulrDr mulrCA. Qed.

Lemma never_worse (menu : (X -> K) -> Prop) (D : (X -> K) -> K) R0 rm w k b p p' : 0 < w -> 1 < k -> (forall m, menu
  m -> models m) ->
  best_for menu D (truth R0 w rm) p -> best_for menu D (stretched R0 w k b rm) p' ->
  mean p rm <= mean p' rm /\ (mean p rm = mean p' rm -> best_for menu D (stretched R0 w k b rm) p).
Proof.
move=> w0 k1 sub [inp best] [inp' best']; have dp := sub p inp; have dp' := sub p' inp'.
have E := best p' inp'; have E' := best' p inp.
rewrite !mean_stretched // !mean_truth in E'; rewrite !mean_truth in E.
have c0 : 0 < w * (k - 1) by rewrite mulr_gt0 // subr_gt0.
split=> [|same].
  rewrite -subr_ge0 -(pmulr_rge0 _ c0); have := addr_ge0 (etrans (subr_ge0 _ _) E) (etrans (subr_ge0 _ _) E').
  by congr (is_true (0 <= _)); ring.
split=> // m inm; apply: le_trans (best' m inm) _; rewrite !mean_stretched // !mean_truth.
by apply: (by1 E); rewrite same; ring.
Qed.

(* Stretching: the report k (rm - b) gives at least what the truth gives, for any distributions as models and any
  penalty; it acts
   as the size k w; and it gives strictly more if all distributions are models, the penalty is a divergence with a
     slope at the
   ratios of the truthful model, and that model is interior. *)
Theorem stretching R0 rm w k b : 0 < w -> 1 < k ->
  [/\ forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) p p', (forall m, menu m -> models m) ->
        best_for menu D (truth R0 w rm) p -> best_for menu D (stretched R0 w k b rm) p' -> mean p rm <= mean p' rm,
      forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) p, (forall m, menu m -> models m) ->
        best_for menu D (stretched R0 w k b rm) p <-> best_for menu D (truth R0 (k * w) rm) p &
      forall (f : K -> K) q p p' (s : X -> K), (exists x y, rm x != rm y) -> (forall x, 0 < q x) ->
        best_for models (fun m => divergence f m q) (truth R0 w rm) p ->
        best_for models (fun m => divergence f m q) (stretched R0 w k b rm) p' ->
        (forall x, 0 < p x) -> (forall x, slope f (p x / q x) (s x)) -> mean p rm < mean p' rm].
Proof.
move=> w0 k1; split=> [menu D p p' sub best best'|menu D p sub|f q p p' s [x [y xy]] q0 best best' p0 slopes].
- by have [] := never_worse w0 k1 sub best best'.
- have move m : menu m -> mean m (stretched R0 w k b rm) = mean m (truth R0 (k * w) rm) - k * w * b.
    by move=> inm; apply: mean_stretched; apply: sub.
  by split=> -[inp best]; split=> // m inm; have := best m inm; rewrite !move // => H; apply: (by1 H); ring.
have [weak same] := never_worse w0 k1 (fun m => id) best best'.
rewrite lt_neqAle weak andbT; apply/eqP => /same best2.
have [mu muE] := first_order q0 best p0 slopes; have [nu nuE] := first_order q0 best2 p0 slopes.
have c0 : w * (k - 1) != 0 by rewrite mulf_neq0 ?gt_eqF // subr_gt0.
have level z : w * (k - 1) * rm z = nu - mu + w * k * b.
  by rewrite -(muE z) -(nuE z) /stretched /truth; ring.
by case/eqP: xy; apply: (mulfI c0); rewrite !level.
Qed.

Variant scale := Maximum | Sum.
Definition normalised sc rm := match sc with
  | Maximum => (forall x, 0 <= rm x <= 1) /\ exists x, rm x = 1
  | Sum => (forall x, 0 <= rm x) /\ \sum_x rm x = 1
  end.

(* Theorem 3.2, second half: a group whose least reward b is positive and that does not value everything alike has a
  report that is
   strictly better than the truth, whatever the others report and whatever its size. *)
Theorem misreport sc rm b : normalised sc rm -> (exists x y, rm x != rm y) -> (forall x, b <= rm x) -> (exists x, rm
  x = b) ->
  0 < b -> exists lie, normalised sc lie /\ forall R0 w (f : K -> K) q p p' (s : X -> K), 0 < w -> (forall x, 0 < q
    x) ->
    best_for models (fun m => divergence f m q) (truth R0 w rm) p ->
    best_for models (fun m => divergence f m q) (truth R0 w lie) p' ->
    (forall x, 0 < p x) -> (forall x, slope f (p x / q x) (s x)) -> mean p rm < mean p' rm.
Proof.
move=> norm two low [x0 xb] b0; suff [k [k1 legal]] : exists k, 1 < k /\ normalised sc (fun x => k * (rm x - b)).
  exists (fun x => k * (rm x - b)); split=> // R0 w f q p p' s w0 q0 best best' p0 slopes.
  by have [_ _ strict] := stretching R0 rm b w0 k1; apply: strict best best' p0 slopes.
have [z zb] : exists z, b < rm z.
  have [x [y xy]] := two; have [xb'|xb'] := eqVneq (rm x) b; last by exists x; rewrite lt_neqAle eq_sym xb' low.
  by exists y; rewrite lt_neqAle low andbT -xb'.
have spread x : 0 <= rm x - b by rewrite subr_ge0.
case: sc norm => /= -[pos top].
  have [t rt] := top; have b1 : b < 1 by have /andP[_ z1] := pos z; apply: lt_le_trans z1.
  have c0 : 0 < 1 - b by rewrite subr_gt0.
  exists (1 - b)^-1; split; first by rewrite invf_gt1 // ltr_subl_addr ltr_addl.
  split=> [x|]; last by exists t; rewrite rt mulVf // gt_eqF.
  have /andP[_ x1] := pos x; rewrite mulr_ge0 ?invr_ge0 ?(ltW c0) // mulrC ler_pdivr_mulr // mul1r.
  by rewrite ler_add2r.
pose c := \sum_x (rm x - b); have c1 : c < 1.
  rewrite /c sumrB top ltr_subl_addr ltr_addl (bigD1 x0) //=.
  by rewrite ltr_paddr // sumr_ge0 // => *; apply: ltW.
have c0 : 0 < c by rewrite /c (bigD1 z) //= ltr_paddr ?sumr_ge0 // subr_gt0.
exists c^-1; split; first by rewrite invf_gt1.
by split=> [x|]; [rewrite mulr_ge0 // invr_ge0 ltW|rewrite -mulr_sumr mulVf // gt_eqF].
Qed.
End Stretched.
