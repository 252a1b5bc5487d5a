(* What every payment that replaces verification must risk (steps of new-least-risk and new-least-range), over any
   ordered field; NormalRisk.v has the theorems themselves.
   Modelled: for the least risk, expectation of a product is a symmetric bilinear form E that is never negative on
   squares; "the payment charges b": its covariance with the score of V_i is b. [one] is the constant, [square] is the
   squared distance d^2 with the mean and the second moment that a normal law of variance v gives it. For the least
   range, payments are functions of the outcome, and the mean is monotone and scales. Not modelled: that the slope of
   an expected payment in V_i is that covariance, densities, and that the other differences tell nothing about V_i. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Risk.
Variables (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (E_pos : forall f, 0 <= E f f).
Hypotheses (v_pos : 0 < v) (constant : E one one = 1) (mean_square : E square one = v).
Hypothesis fourth : E square square = 3%:R * v ^+ 2.

Definition variance p := E p p - E p one ^+ 2.
Definition score := (2%:R * v ^+ 2)^-1 *: square - (2%:R * v)^-1 *: one.

Lemma E_add_r h f g : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.
Lemma E_scale_r c h f : E h (c *: f) = c * E h f.
Proof. by rewrite E_sym E_scale E_sym. Qed.
Lemma E_opp f g : E (- f) g = - E f g.
Proof. by rewrite -scaleN1r E_scale mulN1r. Qed.
Lemma E_opp_r f g : E g (- f) = - E g f.
Proof. by rewrite E_sym E_opp E_sym. Qed.

Lemma score_mean : E score one = 0.
Proof. by rewrite E_add E_opp !E_scale constant mean_square; field; rewrite gt_eqF. Qed.
Lemma information : E score score = (2%:R * v ^+ 2)^-1.
Proof.
have -> : E score score = (2%:R * v ^+ 2)^-1 * E score square.
  by rewrite {2}/score E_add_r E_opp_r !E_scale_r score_mean mulr0 subr0.
by rewrite E_add E_opp !E_scale fourth [E one _]E_sym mean_square; field; rewrite gt_eqF.
Qed.

(* What is left of p without its mean and without what the score explains is a square. *)
Lemma explained p b c : E p score = b -> let rest := p - E p one *: one - c *: score in
  E rest rest = variance p - 2%:R * c * b + c ^+ 2 / (2%:R * v ^+ 2).
Proof.
rewrite -information /variance; move: score score_mean => s zero charges /=.
rewrite !E_add !E_opp !E_scale !E_add_r !E_opp_r !E_scale_r [E one p]E_sym [E one s]E_sym [E s p]E_sym charges
  constant zero.
ring.
Qed.

(* The square of the distance is one payment that charges b, and none that does has a smaller variance. *)
Theorem least_risk b :
  (forall p, E p score = b -> 2%:R * b ^+ 2 * v ^+ 2 <= variance p) /\
  E (b *: square) score = b /\ variance (b *: square) = 2%:R * b ^+ 2 * v ^+ 2.
Proof.
split=> [p charges|].
  rewrite -subr_ge0; have := explained (2%:R * b * v ^+ 2) charges; rewrite /= => e.
  have -> : variance p - 2%:R * b ^+ 2 * v ^+ 2 =
    variance p - 2%:R * (2%:R * b * v ^+ 2) * b + (2%:R * b * v ^+ 2) ^+ 2 / (2%:R * v ^+ 2) by field; rewrite gt_eqF.
  by rewrite -e E_pos.
split; last by rewrite /variance !E_scale E_scale_r fourth mean_square; ring.
rewrite E_scale E_add_r E_opp_r !E_scale_r fourth mean_square; field; by rewrite gt_eqF.
Qed.
End Risk.

Section Range.
Variables (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K).
Hypothesis mean_mono : forall f g, (forall w, f w <= g w) -> mean f <= mean g.
Hypothesis mean_scale : forall (c : K) (f : W -> K), 0 <= c -> mean (fun w => c * f w) = c * mean f.
Definition gain := mean (fun w => Num.max 0 (score w)).
Hypothesis gain_pos : 0 < gain.
Definition charges (p : W -> K) b := mean (fun w => p w * score w) = b.
Definition fine (top : K) w := if 0 < score w then top else 0.

(* Payments between 0 and top charge at most top times the mean of what the score has above zero, and a fine of top
   where the
   score is positive charges as much. So for the charge b the least range is b over this mean. *)
Theorem least_range b : 0 <= b ->
  (forall p top, (forall w, 0 <= p w) -> (forall w, p w <= top) -> charges p b -> b / gain <= top) /\
  charges (fine (b / gain)) b.
Proof.
move=> b0; have top0 : 0 <= b / gain by rewrite divr_ge0 // ltW.
have same f g : (forall w, f w = g w) -> mean f = mean g.
  by move=> fg; apply/eqP; rewrite eq_le !mean_mono // => w; rewrite fg.
split=> [p top p0 high <-|].
  rewrite ler_pdivr_mulr //.
  have [t0|t0] := lerP 0 top; last first.
    have : gain = mean (fun w => 0 * 0) by apply: same => w; have := le_lt_trans (high w) t0; rewrite ltNge p0.
    by rewrite mean_scale // mul0r => none; move: gain_pos; rewrite none ltxx.
  rewrite -mean_scale //; apply: mean_mono => w.
  apply: (@le_trans _ _ (p w * Num.max 0 (score w))).
    by apply: ler_wpmul2l => //; rewrite le_maxr lexx orbT.
  by apply: ler_wpmul2r => //; rewrite le_maxr lexx.
rewrite /charges (same _ (fun w => b / gain * Num.max 0 (score w))) => [|w]; last first.
  by rewrite /fine; case: ltP => h; rewrite ?mulr0 ?mul0r.
by rewrite mean_scale // divfK // gt_eqF.
Qed.
End Range.

(* The exponent of the normal density of the others' reports: a part with their best mean x, and a part that knows only
   how they differ from it, and not the common mean theta. So x is independent of the differences among them. *)
Theorem others_split (K : realFieldType) (J : finType) (V m : J -> K) (theta : K) : (forall j, 0 < V j) ->
  let P := \sum_j (V j)^-1 in let x := (\sum_j m j / V j) / P in
  \sum_j (m j - theta) ^+ 2 / V j = P * (x - theta) ^+ 2 + \sum_j (m j - x) ^+ 2 / V j.
Proof.
move=> V0 P x; have xP : \sum_j m j / V j = x * P.
  have [j0 _|none] := pickP (@predT J); last by rewrite /P !big_pred0 ?mulr0.
  rewrite /x divfK // gt_eqF // /P (bigD1 j0) //= ltr_paddr ?invr_gt0 // sumr_ge0 // => j _.
  by rewrite invr_ge0 ltW.
rewrite (eq_bigr (fun j => (m j - x) ^+ 2 / V j + (2%:R * (x - theta) * (m j / V j) -
  (x ^+ 2 - theta ^+ 2) * (V j)^-1))) => [|j _]; last by ring.
by rewrite big_split /= sumrB -!mulr_sumr xP -/P; ring.
Qed.
