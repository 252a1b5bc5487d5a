(* What payments leave open (payments/definition-f-divergence, new-one-group, new-largest-fee, new-false-names,
   new-normalising-weighs, new-mixture-is-size). Any finite number of outcomes and groups, any set of models, any
     ordered field.
   Modelled: models are distributions over the outcomes X. A total reward R gives the welfare [mean m R - D m], D
     any function in
   the place of the penalty; V R is the best welfare. A group whose weighted reward is S pays V (R - S) - (V R -
     mean p S), with p
   the model chosen for R: what the others lose. f is convex on the numbers that are not negative, without any
     derivative.
   Not modelled: payments in closed form, such as those of KL. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Payments Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Divergence.
Variables (K : realFieldType) (X : finType).
Implicit Types (f : K -> K) (p q : X -> K).
Definition distribution p := (forall x, 0 <= p x) /\ \sum_x p x = 1.
Definition convex f := forall x y a, 0 <= x -> 0 <= y -> 0 <= a <= 1 -> f (a * x + (1 - a) * y) <= a * f x + (1 - a)
  * f y.
Definition divergence f p q := \sum_x q x * f (p x / q x).

Lemma jensen f (weight point : X -> K) (s : seq X) : convex f -> (forall x, 0 < weight x) -> (forall x, 0 <= point x) ->
  s != [::] -> (\sum_(x <- s) weight x) * f ((\sum_(x <- s) weight x * point x) / \sum_(x <- s) weight x) <=
  \sum_(x <- s) weight x * f (point x).
Proof.
move=> conv pos pos'; case: s => // x s _; elim: s x => [|y s IH] x.
  by rewrite !big_seq1 mulrAC divff ?mul1r ?lexx // gt_eqF.
have ge0 z t : 0 < \sum_(u <- z :: t) weight u by rewrite big_cons ltr_paddr // sumr_ge0 // => u _; apply: ltW.
rewrite big_cons; set P := \sum_(u <- y :: s) weight u; have P0 : 0 < P by apply: ge0.
rewrite [in X in f X]big_cons [X in _ <= X]big_cons; set Q := \sum_(u <- y :: s) weight u * point u.
apply: (@le_trans _ _ (weight x * f (point x) + P * f (Q / P))); last by rewrite ler_add2l; apply: IH.
have S0 : 0 < weight x + P by rewrite addr_gt0.
have Sn : weight x + P != 0 by rewrite gt_eqF.
have Pn : P != 0 by rewrite gt_eqF.
pose a := weight x / (weight x + P).
have a01 : 0 <= a <= 1 by rewrite divr_ge0 ?(ltW (pos x)) ?(ltW S0) //= ler_pdivr_mulr // mul1r ler_addl ltW.
have Q0 : 0 <= Q / P by rewrite divr_ge0 ?(ltW P0) // sumr_ge0 // => u _; rewrite mulr_ge0 // ltW.
have -> : (weight x * point x + Q) / (weight x + P) = a * point x + (1 - a) * (Q / P) by rewrite /a; field; rewrite
  ?Sn ?Pn.
apply: le_trans (ler_wpmul2l (ltW S0) (conv _ _ _ (pos' x) Q0 a01)) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /a; field.
exact: Sn.
Qed.

(* A divergence is not negative, it is 0 between equal models, and multiples of x - 1 change nothing. *)
Theorem divergences f p q : convex f -> f 1 = 0 -> (forall x, 0 < q x) -> distribution q -> distribution p ->
  [/\ 0 <= divergence f p q, divergence f q q = 0 &
      forall c, divergence (fun x => f x + c * (x - 1)) p q = divergence f p q].
Proof.
move=> conv f1 pos [_ oneq] [p0 onep]; have qn x : q x != 0 by rewrite gt_eqF.
split.
- have some : index_enum X != [::].
    by apply/eqP => none; have := oner_neq0 K; rewrite -oneq none big_nil eqxx.
  have ratio0 x : 0 <= p x / q x by rewrite divr_ge0 // ltW.
  have := jensen conv pos ratio0 some; rewrite oneq.
  by under eq_bigr do rewrite mulrC mulfVK //; rewrite onep divr1 f1 mulr0.
- by rewrite /divergence big1 // => x _; rewrite divff // f1 mulr0.
move=> c; apply/eqP; rewrite -subr_eq0 -sumrB.
have -> : \sum_x (q x * (f (p x / q x) + c * (p x / q x - 1)) - q x * f (p x / q x)) = \sum_x c * (p x - q x).
  by apply: eq_bigr => x _; field.
by rewrite -mulr_sumr sumrB onep oneq subrr mulr0.
Qed.

(* A single group pays exactly the penalty of the model that it gets. *)
Theorem one_group_pays_the_divergence (f : K -> K) (lambda : K) q (I : finType) (i : I) (Report : Type)
    (value : Report -> (X -> K) -> K) (psi : (I -> Report) -> X -> K) (psi_without : I -> (I -> Report) -> X -> K) :
  let D p := lambda * divergence f p q in
  (forall j, j = i) -> 0 <= lambda -> convex f -> f 1 = 0 -> (forall x, 0 < q x) -> distribution q ->
  (forall r, distribution (psi_without i r)) ->
  (forall r m, distribution m -> ASW_without value D i r m <= ASW_without value D i r (psi_without i r)) ->
  forall r, payment value D psi psi_without i r = D (psi r).
Proof.
move=> D alone l0 conv f1 pos dq inw best r.
have none m : ASW_without value D i r m = - D m.
  by rewrite /ASW_without big1 ?add0r // => j; rewrite (alone j) eqxx.
have [low zero _] := divergences conv f1 pos dq (inw r).
have : D (psi_without i r) = 0.
  apply/eqP; rewrite eq_le mulr_ge0 // andbT; have := best r q dq; rewrite !none ler_opp2.
  by rewrite /D zero mulr0.
by rewrite /payment !none => ->; rewrite oppr0 sub0r opprK.
Qed.
End Divergence.

Section Totals.
Variables (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (V : (X -> K) -> K).
Implicit Types (R S : X -> K) (m p : X -> K).
Definition mean m R := \sum_x m x * R x.
Definition best_for R p := menu p /\ forall m, menu m -> mean m R - D m <= mean p R - D p.
Hypothesis V_is_best : forall R, exists2 p, best_for R p & V R = mean p R - D p.

Lemma V_best R p : best_for R p -> V R = mean p R - D p.
Proof.
by move=> [inp best]; have [p' [inp' best'] ->] := V_is_best R; apply/eqP; rewrite eq_le best // best'.
Qed.
Lemma V_above R m : menu m -> mean m R - D m <= V R.
Proof. by move=> inm; have [p [_ best] ->] := V_is_best R; apply: best. Qed.
Lemma mean_line m R S s : mean m (fun x => R x + s * S x) = mean m R + s * mean m S.
Proof. by rewrite /mean mulr_sumr -big_split /=; apply: eq_bigr => x _; ring. Qed.

(* The fee that every truthful type of a group can bear is the one that the type can bear that has the smallest size
  and likes one
   outcome only. R is the others' total; [kept] is what the type keeps under affine maximizer payments. *)
Theorem largest_fee (R : X -> K) (legal : K -> Prop) (low fee : K) : (forall m, menu m -> distribution m) ->
  legal low -> 0 <= low -> (forall w, legal w -> low <= w) ->
  let normalised (rm : X -> K) := (forall x, 0 <= rm x <= 1) /\ exists x, rm x = 1 in
  let kept w rm p := w * mean p rm - (V R - (mean p R - D p)) in
  (forall w rm p, legal w -> normalised rm -> best_for (fun x => R x + w * rm x) p -> fee <= kept w rm p) <->
  forall y, fee <= V (fun x => R x + low * (x == y)%:R) - V R.
Proof.
move=> models legal_low low0 least normalised kept.
have kept_V w rm p : best_for (fun x => R x + w * rm x) p -> kept w rm p = V (fun x => R x + w * rm x) - V R.
  by move=> /V_best ->; rewrite mean_line /kept; ring.
split=> [all y|single w rm p lw [unit [y ry]] best].
  have [p best _] := V_is_best (fun x => R x + low * (x == y)%:R).
  rewrite -(kept_V low (fun x => (x == y)%:R) p best); apply: all => //.
  by split=> [x|]; [case: eqP; rewrite ?lexx ?ler01|exists y; rewrite eqxx].
rewrite kept_V //; apply: le_trans (single y) _; rewrite ler_add2r.
have [p' [inp' _] ->] := V_is_best (fun x => R x + low * (x == y)%:R).
apply: le_trans (V_above _ inp'); rewrite ler_add2r; have [pos _] := models _ inp'.
apply: ler_sum => x _; apply: ler_wpmul2l => //; rewrite ler_add2l; have /andP[r0 _] := unit x.
have [->|_] := eqVneq x y; first by rewrite ry !mulr1 least.
by rewrite mulr0 mulr_ge0 // (le_trans low0) // least.
Qed.

(* Several names. A part s of a group with the weighted reward S pays [part s]: convex, not negative, 0 at 0. So
  parts pay at most
   what the whole pays, and equal parts the less the more they are. *)
Section Names.
Variables (R S p : X -> K).
Hypothesis chosen : best_for R p.
Definition part s := V (fun x => R x - s * S x) - V R + s * mean p S.

Lemma part_line s : exists2 m, menu m & part s = mean m R - D m - V R + s * (mean p S - mean m S).
Proof.
have [m [inm _] E] := V_is_best (fun x => R x - s * S x); exists m => //.
rewrite /part E; have := mean_line m R S (- s); rewrite (_ : mean m _ = mean m (fun x => R x - s * S x)) => [->|];
  first by ring.
by apply: eq_bigr => x _; rewrite mulNr.
Qed.
Lemma part_above s m : menu m -> mean m R - D m - V R + s * (mean p S - mean m S) <= part s.
Proof.
move=> inm; apply: (by1 (V_above (fun x => R x - s * S x) inm)).
have := mean_line m R S (- s); rewrite (_ : mean m _ = mean m (fun x => R x - s * S x)) => [->|]; first by rewrite
  /part; ring.
by apply: eq_bigr => x _; rewrite mulNr.
Qed.

Lemma part_convex s t a : 0 <= a <= 1 -> part (a * s + (1 - a) * t) <= a * part s + (1 - a) * part t.
Proof.
move=> /andP[a0 a1]; have [m inm ->] := part_line (a * s + (1 - a) * t).
have a1' : 0 <= 1 - a by rewrite subr_ge0.
by apply: (by2 (ler_wpmul2l a0 (part_above s inm)) (ler_wpmul2l a1' (part_above t inm))); ring.
Qed.

Theorem false_names :
  [/\ forall s t a, 0 <= a <= 1 -> part (a * s + (1 - a) * t) <= a * part s + (1 - a) * part t,
      (forall s, 0 <= part s) /\ part 0 = 0,
      forall n (share : 'I_n -> K), (forall k, 0 <= share k) -> \sum_k share k = 1 -> \sum_k part (share k) <= part 1 &
      forall n, (0 < n)%N -> n.+1%:R * part (n.+1%:R^-1) <= n%:R * part (n%:R^-1)].
Proof.
have zero : part 0 = 0.
  rewrite /part mul0r addr0; apply/eqP; rewrite subr_eq0; apply/eqP; have [m best _] := V_is_best R.
  have same : best_for (fun x => R x - 0 * S x) m.
    have E m' : mean m' (fun x => R x - 0 * S x) = mean m' R by apply: eq_bigr => x _; rewrite mul0r subr0.
    by case: best => inm top; split=> // m' inm'; rewrite !E; apply: top.
  rewrite (V_best same) (V_best best); congr (_ - _); apply: eq_bigr => x _; by rewrite mul0r subr0.
have scale (s a : K) : 0 <= a <= 1 -> part (a * s) <= a * part s.
  by move=> /(part_convex s 0); rewrite zero !mulr0 !addr0.
split=> [||n share pos one|n n0]; first exact: part_convex.
- split=> // s; have [inp _] := chosen; apply: le_trans (part_above s inp).
  by rewrite (V_best chosen) !subrr mulr0 addr0.
- have -> : part 1 = \sum_k share k * part 1 by rewrite -mulr_suml one mul1r.
  apply: ler_sum => k _; rewrite -[X in part X]mulr1; apply: scale.
  by rewrite pos -one (bigD1 k) //= ler_addl sumr_ge0.
have nn : n%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
have n1 : n.+1%:R != 0 :> K by rewrite pnatr_eq0.
pose a : K := n%:R / n.+1%:R.
have a01 : 0 <= a <= 1 by rewrite divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat leqnSn.
have -> : n.+1%:R^-1 = a * n%:R^-1 by rewrite /a mulrAC divff // mul1r.
apply: le_trans (ler_wpmul2l (ler0n _ _) (scale _ _ a01)) _.
by rewrite mulrA [n.+1%:R * _]mulrC /a mulfVK.
Qed.
End Names.
End Totals.
