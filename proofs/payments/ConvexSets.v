(* Convex sets of models (payments/new-convex-model-sets, new-welfare-loss-strongly-convex, lemma-e-1,
   proposition-e-3-chi-squared). Any finite number of outcomes, any ordered field.
   Modelled: q is the initial model, p and p' are best in a convex set of distributions for the total rewards R and
     R', which differ by
   at most Delta at every outcome; f is strongly convex with constant alpha on the numbers that are not negative.
     [apart] is the
   sum of (p' - p)^2 / q. No derivative is used; roots are avoided by squares.
   Not modelled: KL, and the existence of a best model. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching HowFar SharpMoves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Strong.
Variables (K : realFieldType) (X : finType).
Implicit Types (p q R : X -> K).
Notation models := (@distribution K X).

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
  have -> : \sum_x (z x - t * weight x) ^+ 2 / weight x = \sum_x (z x ^+ 2 / weight x - 2%:R * t * z x + t ^+ 2 *
    weight x).
    by apply: eq_bigr => x _; have wn : weight x != 0 by [rewrite gt_eqF]; field.
  by rewrite big_split sumrB /= -!mulr_sumr one -/t; ring.
by rewrite sumr_ge0 // => x _; rewrite divr_ge0 ?sqr_ge0 // ltW.
Qed.

Variables (menu : (X -> K) -> Prop) (f : K -> K) (alpha Delta : K) (q R R' p p' : X -> K).
Hypotheses (alpha0 : 0 < alpha) (conv : convex_set menu) (sub : forall m, menu m -> models m).
Hypotheses (sc : strongly_convex alpha f) (q0 : forall x, 0 < q x) (q1 : \sum_x q x = 1).
Hypothesis close : forall x, `|R' x - R x| <= Delta.
Hypotheses (best : best_for menu (fun m => divergence f m q) R p) (best' : best_for menu (fun m => divergence f m q)
  R' p').

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
Lemma welfare_lost : mean p R - divergence f p q - (mean p' R - divergence f p' q) <= Delta ^+ 2 / (2%:R * alpha).
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

Lemma distance_is_small : alpha ^+ 2 * apart q p p' <= Delta ^+ 2.
Proof.
have short := falls_short (ltW alpha0) conv sub sc q0 best' best.1.
have short' := falls_short (ltW alpha0) conv sub sc q0 best best'.1.
set t := \sum_x `|p' x - p x|; have L := length_is_distance; have C := change_of_reward; rewrite -/t in L C.
have sym : apart q p' p = apart q p p' by apply: eq_bigr => x _; rewrite -sqrrN opprB.
have split_change : \sum_x (R' x - R x) * (p' x - p x) = mean p' R' - mean p' R - (mean p R' - mean p R).
  by rewrite /mean -!sumrB; apply: eq_bigr => x _; ring.
rewrite sym in short; rewrite split_change in C.
have s0 : 0 <= apart q p p' by rewrite sumr_ge0 // => x _; rewrite divr_ge0 ?sqr_ge0 // ltW.
have A : alpha * apart q p p' <= Delta * t by apply: (by2 (ler_add short short') C); field.
have square : 0 <= (alpha * t - Delta) ^+ 2 by rewrite sqr_ge0.
have A2 := ler_wpmul2l (ltW alpha0) A; have L2 := ler_wpmul2l (sqr_ge0 alpha) L.
have E : alpha ^+ 2 * apart q p p' + alpha ^+ 2 * apart q p p' <= (Delta * (alpha * t)) + (Delta * (alpha * t)).
  by apply: (by2 A2 A2); ring.
apply: (by2 (ler_add E L2) square); ring.
Qed.

Lemma one_outcome x : (p' x - p x) ^+ 2 <= q x * (1 - q x) * apart q p p'.
Proof.
set k := q x * (1 - q x); set d := p' x - p x; set s := apart q p p'.
have lower c : 0 <= s - 2%:R * c * d + c ^+ 2 * k.
  have -> : s - 2%:R * c * d + c ^+ 2 * k = \sum_y q y * ((p' y - p y) / q y - c * ((y == x)%:R - q x)) ^+ 2.
    have -> : \sum_y q y * ((p' y - p y) / q y - c * ((y == x)%:R - q x)) ^+ 2 =
        \sum_y ((p' y - p y) ^+ 2 / q y - 2%:R * c * ((p' y - p y) * (y == x)%:R) + 2%:R * c * q x * (p' y - p y) +
                c ^+ 2 * ((1 - 2%:R * q x) * (q y * (y == x)%:R) + q x ^+ 2 * q y)).
      apply: eq_bigr => y _; have qn : q y != 0 by rewrite gt_eqF.
      by case: (y == x); rewrite /=; field.
    have [[_ one] [_ one']] := (sub best.1, sub best'.1).
    have pick (g : X -> K) : \sum_y g y * (y == x)%:R = g x by rewrite (bigD1 x) //= eqxx mulr1 big1 ?addr0 // => y
      /negbTE ->; rewrite mulr0.
    have parts (u v z w w' : X -> K) b e g h l : \sum_y (u y - b * v y + e * z y + g * (h * w y + l * w' y)) =
        (\sum_y u y) - b * (\sum_y v y) + e * (\sum_y z y) + g * (h * (\sum_y w y) + l * (\sum_y w' y)).
      by rewrite big_split big_split sumrB /= -!mulr_sumr big_split /= -!mulr_sumr.
    rewrite (parts (fun y => (p' y - p y) ^+ 2 / q y) (fun y => (p' y - p y) * (y == x)%:R) (fun y => p' y - p y)
      (fun y => q y * (y == x)%:R) q) (pick (fun y => p' y - p y)) (pick q) sumrB one one' q1 /k /d -/(apart q p p')
        -/s.
    by ring.
  by rewrite sumr_ge0 // => y _; rewrite mulr_ge0 ?sqr_ge0 // ltW.
have s0 : 0 <= s by have := lower 0; rewrite mulr0 mul0r expr0n /= mul0r subr0 addr0.
have qx1 : q x <= 1 by rewrite -q1 (bigD1 x) //= ler_addl sumr_ge0 // => y _; apply: ltW.
have k0 : 0 <= k by rewrite mulr_ge0 ?subr_ge0 // ltW.
have [kz|kn] := eqVneq k 0.
  have [->|dn] := eqVneq d 0; first by rewrite expr0n mulr_ge0.
  have := lower ((s + 1) / (2%:R * d)); rewrite kz mulr0 addr0.
  have -> : s - 2%:R * ((s + 1) / (2%:R * d)) * d = - 1 by field.
  by rewrite oppr_ge0 ler10.
have kp : 0 < k by rewrite lt_neqAle eq_sym kn.
have := lower (d / k); rewrite -(pmulr_rge0 _ kp).
have -> : k * (s - 2%:R * (d / k) * d + (d / k) ^+ 2 * k) = k * s - d ^+ 2 by field.
by rewrite subr_ge0.
Qed.

(* On a convex set of models nothing moves further than sqrt (q (1 - q)) Delta / alpha, so nowhere further than
  Delta / (2 alpha). *)
Theorem convex_model_sets x : (p' x - p x) ^+ 2 <= q x * (1 - q x) * (Delta / alpha) ^+ 2 /\
  `|p' x - p x| <= Delta / (2%:R * alpha).
Proof.
have an : alpha != 0 by rewrite gt_eqF.
have a2 : 0 < alpha ^+ 2 by rewrite exprn_gt0.
have qx1 : q x <= 1 by rewrite -q1 (bigD1 x) //= ler_addl sumr_ge0 // => y _; apply: ltW.
have k0 : 0 <= q x * (1 - q x) by rewrite mulr_ge0 ?subr_ge0 // ltW.
have far : (p' x - p x) ^+ 2 <= q x * (1 - q x) * (Delta / alpha) ^+ 2.
  apply: le_trans (one_outcome x) _; apply: ler_wpmul2l => //.
  by rewrite expr_div_n ler_pdivl_mulr // mulrC distance_is_small.
split=> //; have D0 : 0 <= Delta by apply: le_trans (close x).
rewrite -(ler_pexpn2r (ltn0Sn 1)) ?nnegrE ?divr_ge0 ?mulr_ge0 ?ler0n ?(ltW alpha0) // real_normK ?num_real //.
apply: le_trans far _; have quarter : 0 <= (Delta / alpha) ^+ 2 * (q x - 2%:R^-1) ^+ 2 by rewrite mulr_ge0 ?sqr_ge0.
by rewrite -subr_ge0; move: quarter; congr (is_true (0 <= _)); field.
Qed.
End Strong.

(* Lemma E.1: Condition 3.5 with delta = alpha eps / 2, one for all initial models and all reports. *)
Theorem condition_3_5 (K : realFieldType) (X : finType) (f : K -> K) (alpha eps : K) (menu : (X -> K) -> Prop) : 0 <
  alpha ->
  strongly_convex alpha f -> convex_set menu -> (forall m, menu m -> distribution m) -> 0 < eps ->
  forall q R R' p p' : X -> K, (forall x, 0 < q x) -> \sum_x q x = 1 -> (forall x, `|R' x - R x| <= alpha * eps /
    2%:R) ->
  best_for menu (fun m => divergence f m q) R p -> best_for menu (fun m => divergence f m q) R' p' ->
  forall x, `|p' x - p x| <= eps.
Proof.
move=> a0 sc conv sub e0 q R R' p p' q0 q1 close best best' x.
have [_ far] := convex_model_sets a0 conv sub sc q0 q1 close best best' x; apply: le_trans far _.
have an : alpha != 0 by rewrite gt_eqF.
have -> : alpha * eps / 2%:R / (2%:R * alpha) = eps / 4%:R by field.
by rewrite ler_pdivr_mulr ?ltr0n // ler_pmulr // ler1n.
Qed.

(* Proposition E.3 for chi-squared: Condition 3.5 with delta = lambda eps. *)
Theorem condition_chi_squared (K : realFieldType) (X : finType) (lambda eps : K) (menu : (X -> K) -> Prop) : 0 <
  lambda ->
  convex_set menu -> (forall m, menu m -> distribution m) -> 0 < eps ->
  forall q R R' p p' : X -> K, (forall x, 0 < q x) -> \sum_x q x = 1 -> (forall x, `|R' x - R x| <= lambda * eps) ->
  let D m := divergence (fun x => lambda * (x - 1) ^+ 2) m q in
  best_for menu D R p -> best_for menu D R' p' -> forall x, `|p' x - p x| <= eps.
Proof.
move=> l0 conv sub e0 q R R' p p' q0 q1 close D; have a0 : 0 < 2%:R * lambda by rewrite mulr_gt0 ?ltr0n.
apply: (condition_3_5 a0 (@parabola K lambda) conv sub e0 q0 q1) => x; apply: le_trans (close x) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

(* At most Delta^2 / (2 alpha) of welfare is lost on a convex set; chi-squared with weight lambda on a fair coin
  loses as much,
   Delta^2 / (4 lambda), at two normalised reports of size w. *)
Theorem welfare_bound (K : realFieldType) :
  (forall (X : finType) (menu : (X -> K) -> Prop) (f : K -> K) (alpha Delta : K) (q R R' p p' : X -> K), 0 < alpha ->
     convex_set menu -> (forall m, menu m -> distribution m) -> strongly_convex alpha f -> (forall x, 0 < q x) ->
     \sum_x q x = 1 -> (forall x, `|R' x - R x| <= Delta) ->
     best_for menu (fun m => divergence f m q) R p -> best_for menu (fun m => divergence f m q) R' p' ->
     mean p R - divergence f p q - (mean p' R - divergence f p' q) <= Delta ^+ 2 / (2%:R * alpha)) /\
  forall lambda Delta w : K, 0 < lambda -> 0 <= Delta -> Delta <= w -> 0 < w -> Delta <= 4%:R * lambda ->
    let D m := divergence (fun x => lambda * (x - 1) ^+ 2) m (fun _ : bool => 2%:R^-1) in
    exists rm rm' p p' : bool -> K, [/\ normalised Maximum rm /\ normalised Maximum rm',
      forall x, `|w * rm' x - w * rm x| <= Delta, best_for (@distribution K [finType of bool]) D (fun x => w * rm x) p,
      best_for (@distribution K [finType of bool]) D (fun x => w * rm' x) p' &
      mean p (fun x => w * rm x) - D p - (mean p' (fun x => w * rm x) - D p') = Delta ^+ 2 / (4%:R * lambda)].
Proof.
split=> [X menu f alpha Delta q R R' p p' a0 conv sub sc q0 q1 close best best'|lambda Delta w l0 D0 Dw w0 Dl D].
  exact: (welfare_lost a0 conv sub sc q0 q1 close best best').
have [A [B C]] := extremal_coin l0 D0 Dw w0 Dl.
exists (coin_report Delta w true), (coin_report Delta w false), (coin_model Delta lambda true), (coin_model Delta
  lambda false).
have ln : lambda != 0 by rewrite gt_eqF.
have wn : w != 0 by rewrite gt_eqF.
split; [by split; apply: A|exact: B|exact: C|exact: C|].
by rewrite /D /divergence /mean !big_bool /coin_report /coin_model /=; field; rewrite ln wn.
Qed.
