(* Rewards known only up to an error (payments/lemma-f-1, lemma-b-2, new-sizes-too, new-loss-total-variation), for any
   number of groups and outcomes and any set of models.
   Modelled: the provider maximises over a menu the sum of valuations that it uses, w_i v'_i, minus the penalty D, and charges
   group i the number h, which i cannot influence, minus what the others get. The valuations used differ from the true ones by
   at most e on every model that is compared. Numbers: any ordered ring. Not modelled: where the error comes from; expectations
   over it (the inequalities hold for every outcome of the noise, so also in the mean). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Valuation.
Variables (K : realDomainType) (X : finType).

(* A valuation is an average, so an error of at most e in each reward is an error of at most e in the valuation. *)
Theorem error_of_a_valuation (p r r' : X -> K) (e : K) : (forall x, 0 <= p x) -> \sum_x p x = 1 ->
  (forall x, `|r x - r' x| <= e) -> `|\sum_x p x * r x - \sum_x p x * r' x| <= e.
Proof.
move=> pos one close; rewrite -sumrB; apply: (le_trans (ler_norm_sum _ _ _)).
rewrite -[X in _ <= X]mul1r -one mulr_suml; apply: ler_sum => x _.
by rewrite -mulrBr normrM (ger0_norm (pos x)); apply: ler_wpmul2l.
Qed.

(* Between two models the errors matter only where the models differ: the positive part of the difference counts, which is
   the total variation distance. *)
Theorem error_of_a_comparison (p p' r r' : X -> K) (e : K) : (forall x, `|r x - r' x| <= e) ->
  \sum_x (p x - p' x) * (r x - r' x) <= e * \sum_x `|p x - p' x|.
Proof.
move=> close; rewrite mulr_sumr; apply: ler_sum => x _; apply: (le_trans (ler_norm _)).
by rewrite normrM mulrC; apply: ler_wpmul2r.
Qed.
End Valuation.

Section Mechanism.
Variables (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop).
Variables (w : I -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K).
Hypothesis sizes : forall i, 0 <= w i.
Hypothesis close : forall i t, menu t -> `|v i t - v' i t| <= e.
Definition welfare (u : I -> Model -> K) t := \sum_i w i * u i t - D t.

Lemma welfare_close t : menu t -> `|welfare v t - welfare v' t| <= e * \sum_i w i.
Proof.
move=> inm; rewrite /welfare opprB addrA subrK -sumrB mulr_sumr.
apply: (le_trans (ler_norm_sum _ _ _)); apply: ler_sum => i _.
by rewrite -mulrBr normrM (ger0_norm (sizes i)) mulrC; apply: ler_wpmul2r => //; apply: close.
Qed.

(* Choosing by the valuations used loses at most 2 e times the number of members, in true welfare. *)
Theorem lost_welfare chosen t : menu chosen -> menu t -> (forall s, menu s -> welfare v' s <= welfare v' chosen) ->
  welfare v t <= welfare v chosen + 2%:R * (e * \sum_i w i).
Proof.
move=> inc inm best; have := welfare_close inm; have := welfare_close inc; have := best t inm.
set a := welfare v t; set b := welfare v chosen; set a' := welfare v' t; set b' := welfare v' chosen.
set d := e * _; rewrite !ler_norml => ab /andP[lo _] /andP[_ hi].
rewrite mulr2n mulrDl mul1r.
have -> : a = (a - a') + a' by rewrite subrK.
have -> : b + (d + d) = d + (b' + (d + (b - b'))) by ring.
by apply: ler_add => //; apply: (le_trans ab); rewrite ler_addl -ler_subl_addl sub0r.
Qed.
End Mechanism.

Section Truth.
Variables (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h : K) (v v' others : Model -> K).
Hypotheses (size : 0 <= w) (close : forall t, menu t -> `|v t - v' t| <= e).
Definition utility t := w * v t - (h - others t).

(* [others] is what the mechanism uses of the other groups, minus the penalty. At the truth it maximises w v' + others; a lie,
   about reward or size, makes it choose some other model of the menu. *)
Theorem truth_loses_little honest lie : menu honest -> menu lie ->
  (forall t, menu t -> w * v' t + others t <= w * v' honest + others honest) ->
  utility lie <= utility honest + 2%:R * (w * e).
Proof.
move=> inh inl best; have := best lie inl; have := close inh; have := close inl.
rewrite /utility !ler_norml => /andP[_ hi] /andP[lo _] better.
have up : w * v lie <= w * v' lie + w * e by rewrite -mulrDr; apply: ler_wpmul2l => //; rewrite addrC -ler_subl_addr.
have down : w * v' honest <= w * v honest + w * e.
  by rewrite -mulrDr; apply: ler_wpmul2l => //; rewrite -ler_subl_addr addrC -ler_subr_addr.
rewrite mulr2n mulrDl mul1r.
have -> : w * v lie - (h - others lie) = w * v lie + others lie - h by ring.
have -> : w * v honest - (h - others honest) + (w * e + w * e) = (w * v honest + w * e) + others honest + w * e - h by ring.
rewrite ler_add2r; apply: (@le_trans _ _ (w * v' lie + w * e + others lie)); first by rewrite ler_add2r.
rewrite addrAC ler_add2r; apply: (le_trans better); by rewrite ler_add2r.
Qed.
End Truth.
