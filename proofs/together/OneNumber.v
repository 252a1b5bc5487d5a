(* Harm of a lie, value of precision and Lindahl price are one number (new-one-number), for any number of members over
   any ordered field.
   Modelled: a member's error at its best weights, [fine] and [best] of FineWeights.v (Lemma 7.1); a slope as the
   limit of quotients of differences; the Lindahl price as minus the slope of the error, since a member pays for a
   little more of something what it saves by it. Expectation of a product is a symmetric bilinear form, [one] the
   constant, and each report has the mean of member j's own mean. Not modelled: densities. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights BestError.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Slopes.
Variable K : realFieldType.
(* Close to x the quotient of differences is as close to a as one likes. *)
Definition slope_at (f : K -> K) (x a : K) := forall eps, 0 < eps -> exists2 delta, 0 < delta &
  forall h, h != 0 -> `|h| < delta -> `|(f (x + h) - f x) / h - a| < eps.

(* A quotient of two linear functions. *)
Lemma quotient (f : K -> K) (x p q r s : K) : 0 < r -> 0 <= s -> 0 < x ->
  (forall y, 0 < y -> f y = (p + q * y) / (s + r * y)) -> slope_at f x ((q * s - p * r) / (s + r * x) ^+ 2).
Proof.
move=> r0 s0 x0 fE eps eps0; set w := q * s - p * r; set Q := s + r * x.
have rx := mulr_gt0 r0 x0; have Q0 : 0 < Q by rewrite ltr_paddl.
have two : 0 < 2%:R :> K by rewrite ltr0n.
pose bound := `|w| * r / (Q ^+ 2 * (Q / 2%:R)) + 1; have bound0 : 0 < bound.
  apply: ltr_paddl ltr01; apply: divr_ge0; first by rewrite mulr_ge0 // ltW.
  by apply: mulr_ge0; [apply: sqr_ge0|apply: divr_ge0; apply: ltW].
exists (Num.min (x / 2%:R) (eps / bound)) => [|h h0]; first by rewrite lt_minr !divr_gt0.
rewrite lt_minr ltr_norml => /andP[/andP[low _] he].
have y0 : 0 < x + h.
  have -> : x + h = x / 2%:R + (h - - (x / 2%:R)) by field.
  by rewrite addr_gt0 ?divr_gt0 ?subr_gt0.
(* The denominator stays above half of what it is at x. *)
have Qh : Q / 2%:R < s + r * (x + h).
  rewrite -subr_gt0; have -> : s + r * (x + h) - Q / 2%:R = s / 2%:R + r * (h - - (x / 2%:R)) by rewrite /Q; field.
  by rewrite ltr_paddl ?divr_ge0 ?(ltW two) // mulr_gt0 // subr_gt0.
have Qh0 : 0 < s + r * (x + h) by apply: lt_trans Qh; rewrite divr_gt0.
have -> : (f (x + h) - f x) / h - w / Q ^+ 2 = - (w * r * h / (Q ^+ 2 * (s + r * (x + h)))).
  by rewrite !fE // /w /Q; move: Q0 Qh0; rewrite /Q => a b; field; rewrite h0 !gt_eqF.
rewrite normrN !normrM normfV [`|Q ^+ 2 * _|]gtr0_norm ?mulr_gt0 ?exprn_gt0 // (gtr0_norm r0).
apply: (@le_lt_trans _ _ (`|h| * bound)); last by rewrite -ltr_pdivl_mulr.
rewrite [_ * `|h|]mulrC -mulrA; apply: ler_wpmul2l => //.
apply: (@le_trans _ _ (`|w| * r / (Q ^+ 2 * (Q / 2%:R)))); last by rewrite /bound ler_addl ler01.
apply: ler_wpmul2l; first by rewrite mulr_ge0 // ltW.
have half0 : 0 < Q / 2%:R by rewrite divr_gt0.
have square0 : 0 < Q ^+ 2 by rewrite exprn_gt0.
by rewrite lef_pinv ?posrE ?(mulr_gt0 square0) // (ler_pmul2l square0) ltW.
Qed.
End Slopes.

Section Number.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation best := (best n mu s2).
(* Member i collects x instead; the error of j at the weights that are best for these sizes. *)
Definition collects i x k := if k == i then x else n k.
Definition least_error j (k : I -> K) := fine k mu s2 j (FineWeights.best k mu s2 j).

Lemma least_error_is (k : I -> K) j : (forall i, 0 < k i) ->
  least_error j k = mu / k j * (1 + s2 * H k mu s2 j) / (1 + V k mu s2 j * H k mu s2 j).
Proof. exact: best_error. Qed.

Lemma H_other j i x : i != j -> H (collects i x) mu s2 j =
  (\sum_(k | (k != j) && (k != i)) (V n mu s2 k)^-1) + (s2 + mu / x)^-1.
Proof.
move=> ij; rewrite /H (bigD1 i) //= addrC; congr (_ + _); last by rewrite /V /collects eqxx.
by apply: eq_bigr => k /andP[_ /negPf ki]; rewrite /V /collects ki.
Qed.
Lemma H_own j x : H (collects j x) mu s2 j = H n mu s2 j.
Proof. by apply: eq_bigr => k /negPf kj; rewrite /V /collects kj. Qed.
Lemma collects_pos i x : 0 < x -> forall k, 0 < collects i x k.
Proof. by move=> x0 k; rewrite /collects; case: ifP. Qed.
Lemma collects_same i : collects i (n i) =1 n.
Proof. by move=> k; rewrite /collects; case: eqP => [->|]. Qed.

(* The slope of the least error in somebody's size. *)
Lemma slope i j : slope_at (fun x => least_error j (collects i x)) (n i) (- (best j i ^+ 2 * (mu / n i ^+ 2))).
Proof.
have ni := n_pos i; have nj := n_pos j; have vj := V_pos n_pos mu_pos s2_pos j.
have [ij|ij] := eqVneq i j.
  rewrite -ij in nj vj *; set h := H n mu s2 i; have h0 : 0 <= h := H_ge0 i n_pos mu_pos s2_pos.
  have r0 : 0 < 1 + s2 * h by rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW.
  have s0 : 0 <= mu * h by rewrite mulr_ge0 // ltW.
  have := @quotient K (fun x => least_error i (collects i x)) (n i) (mu * (1 + s2 * h)) 0 _ _ r0 s0 ni.
  have Q : 0 < mu * h + (1 + s2 * h) * n i by rewrite ltr_paddl // mulr_gt0.
  have -> : - (best i i ^+ 2 * (mu / n i ^+ 2)) =
      (0 * (mu * h) - mu * (1 + s2 * h) * (1 + s2 * h)) / (mu * h + (1 + s2 * h) * n i) ^+ 2.
    rewrite /FineWeights.best eqxx -/h /V; have x := lt0r_neq0 ni; have q := lt0r_neq0 Q.
    have e : (1 + s2 * h) / (1 + (s2 + mu / n i) * h) = (1 + s2 * h) * n i / (mu * h + (1 + s2 * h) * n i).
      by rewrite (cleared mu s2 h x); have -> : n i + (s2 * n i + mu) * h = mu * h + (1 + s2 * h) * n i; [ring|field;
        rewrite q x].
    by rewrite e; field; rewrite q x.
  apply=> y y0; rewrite least_error_is; last exact: collects_pos.
  rewrite H_own -/h /V /collects eqxx; have q : 0 < mu * h + (1 + s2 * h) * y by rewrite ltr_paddl // mulr_gt0.
  have y1 := lt0r_neq0 y0; rewrite (cleared mu s2 h y1).
  have -> : y + (s2 * y + mu) * h = mu * h + (1 + s2 * h) * y by ring.
  by rewrite mul0r addr0; field; rewrite y1 gt_eqF.
pose t := \sum_(k | (k != j) && (k != i)) (V n mu s2 k)^-1.
have t0 : 0 <= t by apply: sumr_ge0 => k _; rewrite invr_ge0 ltW // V_pos.
set W := V n mu s2 j in vj; pose A := mu / n j; have A0 : 0 < A by rewrite divr_gt0.
have b0 : 0 < 1 + W * t by rewrite ltr_paddr ?ltr01 // mulr_ge0 // ltW.
have r0 : 0 < (1 + W * t) * s2 + W by rewrite addr_gt0 // mulr_gt0.
have s0 : 0 <= (1 + W * t) * mu by rewrite mulr_ge0 // ltW.
have := @quotient K (fun x => least_error j (collects i x)) (n i) (A * (1 + s2 * t) * mu) (A * ((1 + s2 * t) * s2 +
  s2)) _ _ r0 s0 ni.
have denominator y : 0 < y -> 0 < (1 + W * t) * mu + ((1 + W * t) * s2 + W) * y.
  by move=> y0; rewrite addr_gt0 // mulr_gt0.
have with_y y : 0 < y -> 1 + W * (t + (s2 + mu / y)^-1) = ((1 + W * t) * mu + ((1 + W * t) * s2 + W) * y) / (s2 * y +
  mu).
  move=> y0; have D : 0 < s2 * y + mu by rewrite addr_gt0 // mulr_gt0.
  by field; rewrite !gt_eqF.
have -> : - (best j i ^+ 2 * (mu / n i ^+ 2)) =
    (A * ((1 + s2 * t) * s2 + s2) * ((1 + W * t) * mu) - A * (1 + s2 * t) * mu * ((1 + W * t) * s2 + W))
    / ((1 + W * t) * mu + ((1 + W * t) * s2 + W) * n i) ^+ 2.
  have D : 0 < s2 * n i + mu by rewrite addr_gt0 // mulr_gt0.
  have h : H n mu s2 j = t + (s2 + mu / n i)^-1.
    have e := H_other (n i) ij; rewrite -/t in e; rewrite -e; apply: eq_bigr => k _; by rewrite /V collects_same.
  rewrite /FineWeights.best (negPf ij) h -/W (with_y _ ni).
  have -> : W - s2 = A by rewrite /W /V /A; ring.
  have wE : W = A + s2 by rewrite /W /V /A; ring.
  by move: (denominator _ ni); rewrite wE /V => q; field; rewrite !gt_eqF.
apply=> y y0; rewrite least_error_is; last exact: collects_pos.
have same : V (collects i y) mu s2 j = W by rewrite /V /collects eq_sym (negPf ij).
rewrite H_other // -/t same (with_y _ y0) {1}/collects eq_sym (negPf ij) -/A.
have D : 0 < s2 * y + mu by rewrite addr_gt0 // mulr_gt0.
by have q := denominator _ y0; field; rewrite !gt_eqF.
Qed.
End Number.

(* Efficient sizes: no other positive sizes have a smaller sum of errors and costs. There a record costs what it is
   worth to all. *)
Section Efficient.
Variables (K : realFieldType) (I : finType) (mu s2 : K) (cost : I -> K).
Definition everything (k : I -> K) := \sum_j (least_error mu s2 j k + cost j * k j).
Definition efficient (n : I -> K) := forall k, (forall i, 0 < k i) -> everything n <= everything k.

Lemma slope_add (f g : K -> K) x a b : slope_at f x a -> slope_at g x b -> slope_at (fun y => f y + g y) x (a + b).
Proof.
move=> F G eps eps0; have half0 : 0 < eps / 2%:R by rewrite divr_gt0 ?ltr0n.
have [d d0 D] := F _ half0; have [e e0 D'] := G _ half0.
exists (Num.min d e) => [|h h0]; first by rewrite lt_minr d0.
rewrite lt_minr => /andP[hd he].
have -> : (f (x + h) + g (x + h) - (f x + g x)) / h - (a + b) =
    (f (x + h) - f x) / h - a + ((g (x + h) - g x) / h - b) by field.
have -> : eps = eps / 2%:R + eps / 2%:R by field.
by apply: le_lt_trans (ler_norm_add _ _) _; rewrite ltr_add ?D ?D'.
Qed.
Lemma slope_sum (s : seq I) (f : I -> K -> K) x (a : I -> K) : (forall j, slope_at (f j) x (a j)) ->
  slope_at (fun y => \sum_(j <- s) f j y) x (\sum_(j <- s) a j).
Proof.
move=> F; elim: s => [|j s IH] eps eps0.
  by exists 1 => // h _ _; rewrite !big_nil subrr mul0r subrr normr0.
have [d d0 D] := slope_add (F j) IH eps0; exists d => // h h0 hd; rewrite !big_cons; exact: D.
Qed.
(* Where a function is least its slope is zero. *)
Lemma slope_at_least (f : K -> K) x a d : 0 < d -> (forall h, `|h| < d -> f x <= f (x + h)) -> slope_at f x a -> a = 0.
Proof.
move=> d0 least S; apply/eqP; apply/negPn/negP => a0; have aa : 0 < `|a| by rewrite normr_gt0.
have [e e0 D] := S _ aa; pose z := Num.min d e / 2%:R.
have m0 : 0 < Num.min d e by rewrite lt_minr d0.
have z0 : 0 < z by rewrite divr_gt0 ?ltr0n.
have zm : z < Num.min d e by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
have [zd ze] : z < d /\ z < e by move: zm; rewrite lt_minr => /andP[].
have z1 : z != 0 by rewrite gt_eqF.
have := ltP a 0 => -[neg|pos].
  have := D z z1; rewrite (gtr0_norm z0) => /(_ ze).
  rewrite (ltr0_norm neg) ltr_norml => /andP[_]; rewrite ltr_subl_addr addNr ltNge => /negP; apply.
  by apply: divr_ge0; [rewrite subr_ge0 least // (gtr0_norm z0)|apply: ltW].
have := D (- z); rewrite oppr_eq0 normrN (gtr0_norm z0) => /(_ z1 ze).
rewrite (ger0_norm pos) ltr_norml => /andP[+ _]; rewrite ltr_subr_addr addNr ltNge => /negP; apply.
rewrite invrN mulrN oppr_le0; apply: divr_ge0; last exact: ltW.
by rewrite subr_ge0 least // normrN (gtr0_norm z0).
Qed.

Lemma efficient_condition n : (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> efficient n ->
  forall i, cost i * n i ^+ 2 = mu * \sum_j best n mu s2 j i ^+ 2.
Proof.
move=> n0 mu0 s0 eff i; have ni := n0 i.
pose f j x := least_error mu s2 j (collects n i x) + cost j * collects n i x j.
pose a j := - (best n mu s2 j i ^+ 2 * (mu / n i ^+ 2)) + (if j == i then cost j else 0).
have F j : slope_at (f j) (n i) (a j).
  apply: slope_add (slope n0 mu0 s0 i j) _ => eps eps0; exists 1 => // h h0 _; rewrite /collects; case: eqP => _.
    by rewrite -mulrBr addrAC subrr add0r mulfK // subrr normr0.
  by rewrite subrr mul0r subrr normr0.
have least h : `|h| < n i -> \sum_j f j (n i) <= \sum_j f j (n i + h).
  move=> hn; have x0 : 0 < n i + h by move: hn; rewrite ltr_norml -subr_gt0 opprK addrC => /andP[].
  have le := eff _ (collects_pos n0 i x0).
  apply: le_trans le; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _; rewrite /f.
  congr (_ + _ * _); last exact: collects_same.
  rewrite !least_error_is // => [|l]; last exact: collects_pos.
  have same := collects_same n i; rewrite /V same; have -> // : H (collects n i (n i)) mu s2 j = H n mu s2 j.
  by apply: eq_bigr => k _; rewrite /V same.
have := slope_at_least ni least (slope_sum (index_enum I) F).
rewrite /a big_split /= sumrN -mulr_suml -big_mkcond big_pred1_eq addrC => /eqP; rewrite subr_eq0 => /eqP ->.
rewrite -[X in X * _ * _ = _]/(\sum_j best n mu s2 j i ^+ 2); move: (\sum_j _) => B.
by field; rewrite gt_eqF.
Qed.
End Efficient.

Section Harm.
Variables (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (one target : U) (m : I -> U) (v : I ->
  K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (constant : E one one = 1).
Hypotheses (same_mean : forall k, E (m k - target) one = 0) (weights : \sum_k v k = 1).
Definition mistake (r : I -> U) := \sum_k v k *: r k - target.
(* Report i is shifted by the number u. *)
Definition shifted i u k := if k == i then m k + u *: one else m k.
Definition harm i u := E (mistake (shifted i u)) (mistake (shifted i u)) - E (mistake m) (mistake m).

Lemma harm_is i u : harm i u = v i ^+ 2 * u ^+ 2.
Proof.
have zero : E (mistake m) one = 0.
  have -> : mistake m = \sum_k v k *: (m k - target).
    by rewrite /mistake (eq_bigr _ (fun k _ => scalerBr _ _ _)) sumrB -scaler_suml weights scale1r.
  have E_0 : E 0 one = 0 by rewrite -(scale0r (0 : U)) E_scale mul0r.
  rewrite (big_morph (fun f => E f one) (fun f g => E_add f g one) E_0) big1 // => k _.
  by rewrite E_scale same_mean mulr0.
have moved : mistake (shifted i u) = mistake m + (v i * u) *: one.
  rewrite /mistake (bigD1 i) //= [in RHS](bigD1 i) //= {1}/shifted eqxx scalerDr scalerA.
  rewrite (eq_bigr (fun k => v k *: m k)) => [|k /negPf ki]; last by rewrite /shifted ki.
  by rewrite [_ + _ + \sum_(_ | _) _]addrAC addrAC.
rewrite /harm moved; move: (mistake m) zero => x zero.
by rewrite E_add E_scale [E x (x + _)]E_sym [E one (x + _)]E_sym !E_add !E_scale constant [E one x]E_sym zero; ring.
Qed.
End Harm.

(* The page's theorem: p is member j's Lindahl price of a record of i. *)
Theorem one_number (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (i j : I) :
  (forall k, 0 < n k) -> 0 < mu -> 0 < s2 ->
  let v := best n mu s2 j in
  (forall (U : lmodType K) (E : U -> U -> K) (one target : U) (m : I -> U) (u : K),
    (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
    (forall c f h, E (c *: f) h = c * E f h) -> E one one = 1 -> (forall k, E (m k - target) one = 0) -> u != 0 ->
    v i ^+ 2 = harm E one target m v i u / u ^+ 2) /\
  exists2 p, slope_at (fun x => least_error mu s2 j (collects n i x)) (n i) (- p) & v i ^+ 2 = p * (n i ^+ 2 / mu).
Proof.
move=> n0 mu0 s20 v; split=> [U E one target m u sym add scale constant same u0|].
  have weights : \sum_k v k = 1 by apply: best_sums.
  by rewrite (harm_is sym add scale constant same weights) mulfK // expf_neq0.
exists (v i ^+ 2 * (mu / n i ^+ 2)); first exact: slope.
by field; rewrite !gt_eqF.
Qed.
