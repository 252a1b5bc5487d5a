(* The sharp modulus of strongly convex penalties (payments/new-sharp-strongly-convex). Any finite number of
  outcomes, any ordered
   field.
   Modelled: q is the initial model; p and p' are best among all distributions for the total rewards R and R', which
     differ by at most
   Delta at every outcome; f is strongly convex with constant alpha on the numbers that are not negative. No
     derivative is used, and
   models may lie on the boundary.
   Not modelled: the existence of a best model. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum matrix.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching HowFar.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sharp.
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

Section Pair.
Variables (f : K -> K) (alpha Delta : K) (q : X -> K).
Hypotheses (alpha0 : 0 < alpha) (sc : strongly_convex alpha f) (q0 : forall x, 0 < q x) (q1 : \sum_x q x = 1).

Lemma gain_and_loss R R' p p' x y : (forall x, `|R' x - R x| <= Delta) ->
  best_for models (fun m => divergence f m q) R p -> best_for models (fun m => divergence f m q) R' p' ->
  p x < p' x -> p' y < p y -> alpha * ((p' x - p x) / q x + (p y - p' y) / q y) <= 2%:R * Delta.
Proof.
move=> close best best' px py; have xy : x != y by apply: contraTneq px => ->; rewrite -leNgt ltW.
have [[pp _] [pp' _]] := (best.1, best'.1); have dx0 : 0 < p' x - p x by rewrite subr_gt0.
have dy0 : 0 < p y - p' y by rewrite subr_gt0.
have qx : q x != 0 by rewrite gt_eqF.
have qy : q y != 0 by rewrite gt_eqF.
apply: in_the_limit => [|a /andP[a0 a1]].
  by apply: mulr_ge0; [apply: ltW|rewrite addr_ge0 // divr_ge0 // ltW].
pose m := Num.min (p' x - p x) (p y - p' y); have m0 : 0 < m by rewrite lt_minr dx0.
have mx : m <= p' x - p x by rewrite le_minl lexx.
have my : m <= p y - p' y by rewrite le_minl lexx orbT.
pose e : K := (1 - a) * m; have e0 : 0 < e by rewrite mulr_gt0 // subr_gt0.
have em : e < m by rewrite -subr_gt0 /e; have -> : m - (1 - a) * m = a * m by [ring]; rewrite mulr_gt0.
have e_y : e <= p y by apply: ltW (lt_le_trans em _); apply: le_trans my _; rewrite ger_addl oppr_le0.
have e_x : e <= p' x by apply: ltW (lt_le_trans em _); apply: le_trans mx _; rewrite ger_addl oppr_le0.
have E := exchange xy (ltW e0) e_y e_x best best'.
have unscaled b c z : b < c -> 0 <= b -> e < c - b -> q z * (f ((b + e) / q z) + f ((c - e) / q z) -
    (f (b / q z) + f (c / q z))) <= - (alpha * e * ((c - b - e) / q z)).
  move=> bc b0 ebc; have qz : q z != 0 by rewrite gt_eqF.
  have b' : 0 <= b / q z by rewrite divr_ge0 // ltW.
  have bc' : b / q z < c / q z by rewrite ltr_pmul2r // invr_gt0.
  have e' : 0 < e / q z < c / q z - b / q z by rewrite divr_gt0 //= -mulrBl ltr_pmul2r // invr_gt0.
  have := ler_wpmul2l (ltW (q0 z)) (nearer_strongly sc b' bc' e'); rewrite -mulrDl -mulrBl.
  by atoms f; move=> S; apply: (by1 S); field.
have A := unscaled _ _ x px (pp x) (lt_le_trans em mx).
have B := unscaled _ _ y py (pp' y) (lt_le_trans em my); rewrite [f _ + f _]addrC [f (_ / _) + f (p y / _)]addrC in B.
have := le_trans E (ler_add A B); move: (close x) (close y); rewrite !ler_norml => /andP[_ cx] /andP[cy _] S.
have S' : e * (alpha * ((p' x - p x - e) / q x + (p y - p' y - e) / q y)) <= e * (2%:R * Delta).
  apply: (by2 S (ler_wpmul2l (ltW e0) (ler_add cx (_ : - (R' y - R y) <= Delta)))); last by ring.
  by rewrite ler_oppl.
rewrite ler_pmul2l // in S'; apply: le_trans S'; rewrite mulrCA ler_pmul2l // mulrDr.
have inner c z : m <= c -> a * (c / q z) <= (c - e) / q z.
  move=> mc; rewrite mulrA ler_pmul2r ?invr_gt0 // -subr_ge0.
  have -> : c - e - a * c = (1 - a) * (c - m) by rewrite /e; ring.
  by rewrite mulr_ge0 ?subr_ge0 // ltW.
by rewrite ler_add ?inner.
Qed.

Lemma upwards R R' p p' x : (forall x, `|R' x - R x| <= Delta) ->
  best_for models (fun m => divergence f m q) R p -> best_for models (fun m => divergence f m q) R' p' ->
  p x < p' x -> p' x - p x <= 2%:R * q x * (1 - q x) * Delta / alpha.
Proof.
move=> close best best' px; pose B := fun y => p' y < p y.
have [[pp one] [pp' one']] := (best.1, best'.1); have xB : ~~ B x by rewrite /B -leNgt ltW.
have qx : q x != 0 by rewrite gt_eqF.
pose Q := \sum_(y | B y) q y; pose G := \sum_(y | B y) (p y - p' y).
have Gd : p' x - p x <= G.
  have : \sum_y (p' y - p y) = 0 by rewrite sumrB one one' subrr.
  rewrite (bigID B) /= -[X in X + _]opprK -sumrN (eq_bigr (fun y => p y - p' y)) => [|y _]; last by rewrite opprB.
  rewrite /G => /eqP; rewrite addrC subr_eq0 => /eqP <-; rewrite (bigD1 x) //= ler_addl sumr_ge0 // => y /andP[yB _].
  by rewrite subr_ge0 leNgt.
have Q1 : Q <= 1 - q x.
  rewrite -q1 [X in _ <= X - _](bigD1 x) //= addrAC subrr add0r [X in _ <= X](bigID B) /= ler_paddr ?sumr_ge0 // =>
    [y _|].
    exact: ltW.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => y; case: eqP => // ->; exact: negbTE.
have d0 : 0 < p' x - p x by rewrite subr_gt0.
have each y : B y -> alpha * ((p' x - p x) / q x * q y + (p y - p' y)) <= 2%:R * Delta * q y.
  move=> By; have qy : q y != 0 by rewrite gt_eqF.
  have := ler_wpmul2r (ltW (q0 y)) (gain_and_loss close best best' px By).
  by move=> S; apply: (by1 S); field; rewrite qx qy.
have total : alpha * ((p' x - p x) / q x * Q + G) <= 2%:R * Delta * Q.
  have -> : alpha * ((p' x - p x) / q x * Q + G) = \sum_(y | B y) alpha * ((p' x - p x) / q x * q y + (p y - p' y)).
    by rewrite -mulr_sumr big_split /= -mulr_sumr.
  by rewrite mulr_sumr; apply: ler_sum.
have Q0 : 0 <= Q by rewrite sumr_ge0 // => y _; apply: ltW.
have D0 : 0 <= Delta by apply: le_trans (close x).
have S : alpha * (p' x - p x) * (Q + q x) <= 2%:R * Delta * Q * q x.
  have G' := ler_wpmul2l (ltW (q0 x)) (ler_wpmul2l (ltW alpha0) Gd).
  by apply: (by2 (ler_wpmul2r (ltW (q0 x)) total) G'); field.
have W0 : 0 < Q + q x by rewrite ltr_paddl.
have step : 2%:R * Delta * Q * q x <= 2%:R * q x * (1 - q x) * Delta * (Q + q x).
  rewrite -subr_ge0; have -> : 2%:R * q x * (1 - q x) * Delta * (Q + q x) - 2%:R * Delta * Q * q x =
    2%:R * (q x ^+ 2 * (Delta * (1 - q x - Q))) by ring.
  by rewrite mulr_ge0 ?ler0n // mulr_ge0 ?sqr_ge0 // mulr_ge0 // subr_ge0.
by rewrite ler_pdivl_mulr // mulrC -(ler_pmul2r W0); apply: le_trans step.
Qed.

(* Over all distributions nothing moves further than 2 q (1 - q) Delta / alpha, so nowhere further than Delta / (2
  alpha). *)
Lemma sharp_bound R R' p p' x : (forall x, `|R' x - R x| <= Delta) ->
  best_for models (fun m => divergence f m q) R p -> best_for models (fun m => divergence f m q) R' p' ->
  `|p' x - p x| <= 2%:R * q x * (1 - q x) * Delta / alpha /\ 2%:R * q x * (1 - q x) * Delta / alpha <= Delta / (2%:R
    * alpha).
Proof.
move=> close best best'; have an : alpha != 0 by rewrite gt_eqF.
have D0 : 0 <= Delta by apply: le_trans (close x).
split; last first.
  rewrite -subr_ge0; have -> : Delta / (2%:R * alpha) - 2%:R * q x * (1 - q x) * Delta / alpha =
    2%:R * (q x - 2%:R^-1) ^+ 2 * Delta / alpha by field.
  by rewrite divr_ge0 ?(ltW alpha0) // mulr_ge0 // mulr_ge0 ?ler0n ?sqr_ge0.
have close' z : `|R z - R' z| <= Delta by rewrite distrC.
have [up|down|eq] := ltrgtP (p x) (p' x).
- exact: upwards close best best' up.
- exact: upwards close' best' best down.
have qx1 : q x <= 1 by rewrite -q1 (bigD1 x) //= ler_addl sumr_ge0 // => y _; apply: ltW.
rewrite divr_ge0 ?(ltW alpha0) // mulr_ge0 // mulr_ge0 ?subr_ge0 // mulr_ge0 ?ler0n //; exact: ltW.
Qed.
End Pair.
End Sharp.

Lemma parabola (K : realFieldType) (lambda : K) : strongly_convex (2%:R * lambda) (fun x => lambda * (x - 1) ^+ 2).
Proof. by move=> x y a _ _ _; rewrite le_eqVlt; apply/orP; left; apply/eqP; field. Qed.

(* Two normalised reports of a group of size w against each other, chi-squared with weight lambda on a fair coin. *)
Section Coin.
Variable K : realFieldType.
Definition coin_report (Delta w : K) (b x : bool) : K := if x == b then 1 else 1 - Delta / w.
Definition coin_model (Delta lambda : K) (b x : bool) : K :=
  if x == b then 2%:R^-1 + Delta / (8%:R * lambda) else 2%:R^-1 - Delta / (8%:R * lambda).

Lemma extremal_coin lambda Delta w : 0 < lambda -> 0 <= Delta -> Delta <= w -> 0 < w -> Delta <= 4%:R * lambda ->
  let D m := divergence (fun x => lambda * (x - 1) ^+ 2) m (fun _ : bool => 2%:R^-1) in
  (forall b, normalised Maximum (coin_report Delta w b)) /\
  (forall x, `|w * coin_report Delta w false x - w * coin_report Delta w true x| <= Delta) /\
  forall b, best_for (@distribution K [finType of bool]) D (fun x => w * coin_report Delta w b x) (coin_model Delta
    lambda b).
Proof.
move=> l0 D0 Dw w0 Dl D; have wn : w != 0 by rewrite gt_eqF.
have ln : lambda != 0 by rewrite gt_eqF.
have part : 0 <= Delta / w <= 1 by rewrite divr_ge0 ?(ltW w0) // ler_pdivr_mulr // mul1r.
have [part0 part1] := andP part.
have half : 0 <= Delta / (8%:R * lambda) <= 2%:R^-1.
  have l8 : 0 < 8%:R * lambda by rewrite mulr_gt0 ?ltr0n.
  rewrite divr_ge0 ?(ltW l8) // ler_pdivr_mulr //=; apply: le_trans Dl _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
have [half0 half1] := andP half.
split=> [b|].
  split=> [x|]; last by exists b; rewrite /coin_report eqxx.
  by rewrite /coin_report; case: ifP => _; rewrite ?ler01 ?lexx // subr_ge0 part1 ger_addl oppr_le0.
have shift : w * (1 - Delta / w) = w - Delta by field.
split=> [|b]; first by case; rewrite /coin_report /= shift mulr1; [rewrite addrAC subrr sub0r normrN|rewrite opprB
  addrC subrK]; rewrite ger0_norm.
split=> [|m [m0 one]].
  split=> [x|]; first by rewrite /coin_model; case: ifP => _; rewrite ?subr_ge0 // addr_ge0 // invr_ge0 ler0n.
  by rewrite big_bool /coin_model; case: b; rewrite /=; field.
rewrite -subr_ge0; have E : m (~~ b) = 1 - m b by rewrite -one big_bool /=; case: b; rewrite /=; ring.
have -> : mean (coin_model Delta lambda b) (fun x => w * coin_report Delta w b x) - D (coin_model Delta lambda b) -
    (mean m (fun x => w * coin_report Delta w b x) - D m) = 4%:R * lambda * (m b - coin_model Delta lambda b b) ^+ 2.
  rewrite /D /divergence /mean !big_bool /coin_model /coin_report.
  by case: b E => /= E; rewrite E; field; rewrite ln wn.
by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n // ltW.
Qed.
End Coin.

(* The sharp modulus. No other delta than 2 alpha eps serves all: with a larger one two normalised reports move a
  coin further. *)
Theorem sharp_strongly_convex (K : realFieldType) :
  (forall (X : finType) (f : K -> K) (alpha Delta : K) (q R R' p p' : X -> K) (x : X), 0 < alpha ->
     strongly_convex alpha f -> (forall x, 0 < q x) -> \sum_x q x = 1 -> (forall x, `|R' x - R x| <= Delta) ->
     best_for (@distribution K X) (fun m => divergence f m q) R p ->
     best_for (@distribution K X) (fun m => divergence f m q) R' p' ->
     `|p' x - p x| <= 2%:R * q x * (1 - q x) * Delta / alpha /\
     2%:R * q x * (1 - q x) * Delta / alpha <= Delta / (2%:R * alpha)) /\
  forall lambda Delta w : K, 0 < lambda -> 0 <= Delta -> Delta <= w -> 0 < w -> Delta <= 4%:R * lambda ->
    let alpha := 2%:R * lambda in
    let f x := lambda * (x - 1) ^+ 2 in
    let D m := divergence f m (fun _ : bool => 2%:R^-1) in
    strongly_convex alpha f /\
    exists rm rm' p p' : bool -> K, [/\ normalised Maximum rm /\ normalised Maximum rm',
      forall x, `|w * rm' x - w * rm x| <= Delta, best_for (@distribution K [finType of bool]) D (fun x => w * rm x) p,
      best_for (@distribution K [finType of bool]) D (fun x => w * rm' x) p' & forall x, `|p' x - p x| = Delta /
        (2%:R * alpha)].
Proof.
split=> [X f alpha Delta q R R' p p' x a0 sc q0 q1 close best best'|lambda Delta w l0 D0 Dw w0 Dl alpha f D].
  exact: (sharp_bound a0 sc q0 q1 x close best best').
split; first exact: parabola.
have [A [B C]] := extremal_coin l0 D0 Dw w0 Dl.
exists (coin_report Delta w true), (coin_report Delta w false), (coin_model Delta lambda true), (coin_model Delta
  lambda false).
have ln : lambda != 0 by rewrite gt_eqF.
have far : 0 <= Delta / (2%:R * alpha) by rewrite divr_ge0 // !mulr_ge0 ?ler0n // ltW.
split; [by split; apply: A|exact: B|exact: C|exact: C|].
have moved b : coin_model Delta lambda false b - coin_model Delta lambda true b =
    if b then - (Delta / (2%:R * alpha)) else Delta / (2%:R * alpha).
  by case: b; rewrite /coin_model /= /alpha; field; exact: ln.
by move=> b; rewrite moved; case: b; rewrite ?normrN ger0_norm.
Qed.
