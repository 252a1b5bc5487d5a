(* Payments are fixed by the training rule, for free (payments/new-equivalence-for-free, new-constant-pays-least,
   prose-3-known-sizes, corollary-3-7, prose-3-essentially-affine). Any finite number of outcomes, any set of
     models, any rule.
   Modelled: a type has a reward [rm t] and a size [size t]; a model is a distribution over the outcomes; no rule is
     given a
   property that it does not need: it may jump, break ties in any way and choose from any set of distributions. The
     rewards of
   the domain contain the constant c and, with each reward, the segment to it, at every size that the domain knows.
   Numbers: any ordered field in which the fractions 1/n become small (archiFieldType), so the reals or the rationals.
   Not modelled: mechanisms that draw payments at random. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Domain.
Variables (K : archiFieldType) (X : finType) (T : Type) (rm : T -> X -> K) (size : T -> K) (c : K).
Implicit Types (m : X -> K) (t s : T) (ps qs : seq T).
Definition mean m (reward : X -> K) := \sum_x m x * reward x.
Definition distribution m := (forall x, 0 <= m x) /\ \sum_x m x = 1.
Definition worth t m := size t * mean m (rm t).
(* With each reward the segment to the constant c belongs to the domain, at the same size. *)
Definition star_shaped := forall t a, 0 <= a <= 1 -> exists u, size u = size t /\ forall x, rm u x = c + a * (rm t x
  - c).
Variable f : T -> X -> K.
Hypothesis models : forall t, distribution (f t).
Hypothesis sizes : forall t, 0 <= size t.

Lemma mean_constant m : distribution m -> mean m (fun=> c) = c.
Proof. by case=> _ one; rewrite /mean -mulr_suml one mul1r. Qed.

Lemma worth_constant t m : (forall x, rm t x = c) -> distribution m -> worth t m = size t * c.
Proof. by move=> flat dm; congr (_ * _); rewrite -[RHS](mean_constant dm); apply: eq_bigr => x _; rewrite flat. Qed.

(* A constant reward is the cheapest report, and costs the same at every size. *)
Theorem constant_pays_least price : truthful worth f price ->
  (forall t r, (forall x, rm t x = c) -> price t <= price r) /\
  (forall t u, (forall x, rm t x = c) -> (forall x, rm u x = c) -> price t = price u).
Proof.
move=> H; have low t r : (forall x, rm t x = c) -> price t <= price r.
  by move=> flat; have := H t r; rewrite !worth_constant // ler_add2l ler_opp2.
by split=> // t u ft fu; apply/eqP; rewrite eq_le !low.
Qed.

(* Values differ by at most the spread of the rewards. *)
Lemma spread m m' (reward : X -> K) o : distribution m -> distribution m' -> (forall x y, reward x - reward y <= o) ->
  mean m reward - mean m' reward <= o.
Proof.
move=> [pm onem] [pm' onem'] osc.
have -> : mean m reward - mean m' reward = \sum_x \sum_y m x * m' y * (reward x - reward y).
  rewrite /mean -{1}[\sum_x m x * _]mulr1 -{1}onem' -[X in _ - X]mul1r -{1}onem mulr_suml mulr_suml -sumrB.
  apply: eq_bigr => x _; rewrite !mulr_sumr -sumrB; apply: eq_bigr => y _; ring.
have -> : o = \sum_x \sum_y m x * m' y * o.
  by under eq_bigr do rewrite -mulr_suml -mulr_sumr onem' mulr1; rewrite -mulr_suml onem mul1r.
by apply: ler_sum => x _; apply: ler_sum => y _; apply: ler_wpmul2l => //; apply: mulr_ge0.
Qed.

Hypothesis star : star_shaped.

(* In n equal steps from a constant report up to t, and back. *)
Lemma ladder t n k : (0 < n)%N -> (k <= n)%N -> forall u, size u = size t ->
  (forall x, rm u x = c + k%:R / n%:R * (rm t x - c)) -> exists z ps qs,
  [/\ size z = size t, forall x, rm z x = c, last z ps = u, last u qs = z &
  weight worth f z ps + weight worth f u qs =
    size t / n%:R * (mean (f u) (fun x => rm t x - c) - mean (f z) (fun x => rm t x - c))].
Proof.
move=> n0; have nu : n%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
elim: k => [|k IH] kn u su ru.
  exists u, [::], [::]; split=> //=; last by rewrite subrr mulr0 addr0.
  by move=> x; rewrite ru mul0r mul0r addr0.
have part : 0 <= (k%:R / n%:R : K) <= 1.
  by rewrite divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat ltnW.
have [v [sv rv]] := star t part; have [z [ps [qs [sz rz lz lv E]]]] := IH (ltnW kn) v sv rv.
exists z, (rcons ps u), (v :: qs); split=> //; first by rewrite last_rcons.
rewrite -cats1 weight_cat lz /= addr0.
have step : loss worth f v u + loss worth f u v =
    size t / n%:R * (mean (f u) (fun x => rm t x - c) - mean (f v) (fun x => rm t x - c)).
  rewrite /loss /worth su sv.
  have -> : mean (f u) (rm u) = mean (f u) (fun x => c + k.+1%:R / n%:R * (rm t x - c)).
    by apply: eq_bigr => x _; rewrite ru.
  have -> : mean (f v) (rm u) = mean (f v) (fun x => c + k.+1%:R / n%:R * (rm t x - c)).
    by apply: eq_bigr => x _; rewrite ru.
  have -> : mean (f u) (rm v) = mean (f u) (fun x => c + k%:R / n%:R * (rm t x - c)).
    by apply: eq_bigr => x _; rewrite rv.
  have -> : mean (f v) (rm v) = mean (f v) (fun x => c + k%:R / n%:R * (rm t x - c)).
    by apply: eq_bigr => x _; rewrite rv.
  have parts m a : distribution m -> mean m (fun x => c + a * (rm t x - c)) = c + a * mean m (fun x => rm t x - c).
    move=> dm; rewrite -[X in _ = X + _](mean_constant dm) /mean mulr_sumr -big_split /=.
    by apply: eq_bigr => x _; ring.
  by rewrite !parts // -(addn1 k) natrD; field.
have -> : weight worth f z ps + loss worth f v u + (loss worth f u v + weight worth f v qs) =
  (weight worth f z ps + weight worth f v qs) + (loss worth f v u + loss worth f u v) by ring.
by rewrite E step; ring.
Qed.

Lemma there_and_back s t n o o' : (0 < n)%N -> (forall x y, rm s x - rm s y <= o) -> (forall x y, rm t x - rm t y <=
  o') ->
  exists ps qs, [/\ last s ps = t, last t qs = s &
    weight worth f s ps + weight worth f t qs <= (size s * o + size t * o') / n%:R].
Proof.
move=> n0 os ot; have nu : n%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
have full u x : rm u x = c + n%:R / n%:R * (rm u x - c) by rewrite divff // mul1r addrC subrK.
have [z [ps [qs [sz rz lz ls E]]]] := ladder n0 (leqnn n) (erefl (size s)) (full s).
have [y [ps' [qs' [sy ry ly lt E']]]] := ladder n0 (leqnn n) (erefl (size t)) (full t).
exists (qs ++ y :: ps'), (qs' ++ z :: ps); rewrite !last_cat /= ly lz; split=> //.
have flat : loss worth f z y = 0 /\ loss worth f y z = 0 by rewrite /loss !worth_constant ?subrr.
have small u v oo : (forall x y, rm u x - rm u y <= oo) ->
    size u / n%:R * (mean (f u) (fun x => rm u x - c) - mean (f v) (fun x => rm u x - c)) <= size u * oo / n%:R.
  move=> osc; rewrite mulrAC; apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n //; apply: ler_wpmul2l => //.
  by apply: spread => // x x'; rewrite opprB addrA subrK.
rewrite !weight_cat /= ls lt flat.1 flat.2 !add0r.
have A := small s z o os; have B := small t y o' ot; rewrite -E in A; rewrite -E' in B.
by apply: (by2 A B); ring.
Qed.

(* So two truthful payments differ by a constant. *)
Lemma fixed_up_to_a_constant p p' s t : truthful worth f p -> truthful worth f p' -> p' s - p s = p' t - p t.
Proof.
have half q q' : truthful worth f q -> truthful worth f q' -> q t - q s <= q' t - q' s.
  move=> Q Q'; rewrite leNgt; apply/negP => gap.
  pose osc u := \sum_x `|rm u x| + \sum_x `|rm u x|.
  have oscP u x y : rm u x - rm u y <= osc u.
    have big z : `|rm u z| <= \sum_x `|rm u x| by rewrite (bigD1 z) //= ler_addl sumr_ge0.
    by apply: ler_add; [apply: le_trans (big x)|apply: le_trans (big y); rewrite -normrN]; apply: ler_norm.
  pose C := size s * osc s + size t * osc t; pose e := q t - q s - (q' t - q' s).
  have e0 : 0 < e by rewrite subr_gt0.
  have C0 : 0 <= C by rewrite addr_ge0 // mulr_ge0 // addr_ge0 // sumr_ge0.
  have := archi_boundP (divr_ge0 C0 (ltW e0)); set n := Num.bound _ => big.
  have n0 : (0 < n)%N.
    by rewrite -(ltr_nat K); apply: le_lt_trans big; rewrite divr_ge0 // ltW.
  have [ps [qs [ls lt small]]] := there_and_back n0 (@oscP s) (@oscP t).
  have A := along s ps Q; have B := along t qs Q'; rewrite ls in A; rewrite lt in B.
  have : e <= C / n%:R by apply: le_trans small; apply: (by2 A B); rewrite /e; ring.
  by rewrite ler_pdivl_mulr ?ltr0n // mulrC -ler_pdivl_mulr // leNgt big.
move=> P P'; apply/eqP; rewrite eq_le; apply/andP; split.
  by apply: (by1 (half _ _ P P')); ring.
by apply: (by1 (half _ _ P' P)); ring.
Qed.
End Domain.

Section Rules.
Variables (K : archiFieldType) (X : finType) (I : finType) (T : Type) (rm : T -> X -> K) (size : T -> K) (c : K).
Variable f : {ffun I -> T} -> X -> K.
Hypothesis models : forall r, distribution (f r).
Hypothesis sizes : forall t, 0 <= size t.

Lemma equivalence_of_star : star_shaped rm size c -> payment_equivalence (worth rm size) f.
Proof.
move=> star; apply: equivalence_by_group => i r q q' H H' s t.
by apply: (fixed_up_to_a_constant _ sizes star _ _ H H') => u; apply: models.
Qed.

(* Payment equivalence for every rule; and there and back, the way of the paper weighs at most the spreads over n. *)
Theorem equivalence_for_free : star_shaped rm size c -> payment_equivalence (worth rm size) f /\
  forall i r s t n o o', (0 < n)%N -> (forall x y, rm s x - rm s y <= o) -> (forall x y, rm t x - rm t y <= o') ->
    exists ps qs, [/\ last s ps = t, last t qs = s &
      weight (worth rm size) (seen_by f r i) s ps + weight (worth rm size) (seen_by f r i) t qs <=
      (size s * o + size t * o') / n%:R].
Proof.
move=> star; split=> [|i r s t n o o' n0 os ot]; first exact: equivalence_of_star.
by apply: (there_and_back (fun u => models (set_report r i u)) sizes star n0 os ot).
Qed.
End Rules.

(* The two domains of the paper, with any set of legal sizes: with one known size, and for every training rule. *)
Section Normalised.
Variables (K : archiFieldType) (X : finType) (I : finType).
Variant scale := Maximum | Sum.
Definition normalised s (reward : X -> K) := match s with
  | Maximum => (forall x, 0 <= reward x <= 1) /\ exists x, reward x = 1
  | Sum => (forall x, 0 <= reward x) /\ \sum_x reward x = 1
  end.
Variables (s : scale) (legal : nat -> Prop).
Definition type := {t : (X -> K) * nat | normalised s t.1 /\ legal t.2}.
Definition reward_of (t : type) := (proj1_sig t).1.
Definition size_of (t : type) : K := (proj1_sig t).2%:R.
Definition indifferent : K := if s is Maximum then 1 else #|X|%:R^-1.

Lemma normalised_star : star_shaped reward_of size_of indifferent.
Proof.
move=> [[r w] [/= nr lw]] a /andP[a0 a1].
suff mixed : normalised s (fun x => indifferent + a * (r x - indifferent)).
  by exists (exist _ (fun x => indifferent + a * (r x - indifferent), w) (conj mixed lw)).
have shape d x : d + a * (r x - d) = (1 - a) * d + a * r x by ring.
move: nr; rewrite /indifferent; case: s => /= -[pos top].
  have [x rx] := top; split=> [y|]; last by exists x; rewrite rx subrr mulr0 addr0.
  have /andP[p q] := pos y; rewrite shape mulr1 addr_ge0 ?subr_ge0 ?mulr_ge0 //=.
  rewrite -subr_ge0; have -> : 1 - (1 - a + a * r y) = a * (1 - r y) by ring.
  by rewrite mulr_ge0 ?subr_ge0.
split=> [x|]; first by rewrite shape addr_ge0 // mulr_ge0 ?subr_ge0 ?invr_ge0 ?ler0n.
have some : #|X|%:R != 0 :> K.
  apply/eqP => none; have := oner_neq0 K; rewrite -top big_pred0 ?eqxx // => x.
  by move/eqP: none; rewrite pnatr_eq0 => /eqP/card0_eq/(_ x).
rewrite (eq_bigr _ (fun x _ => shape _ x)) big_split /= -[X in _ + X = _]mulr_sumr top sumr_const.
by rewrite -[X in X + _]mulr_natr (@eq_card _ _ X) // mulfVK // mulr1 subrK.
Qed.

Theorem normalised_equivalence (f : {ffun I -> type} -> X -> K) : (forall r, distribution (f r)) ->
  payment_equivalence (worth reward_of size_of) f.
Proof. by move=> models; apply: equivalence_of_star models _ normalised_star => t; apply: ler0n. Qed.
End Normalised.

(* Rules that maximise welfare: what makes the truth dominant is the affine maximizer payment and a function of the
  reports of
   the others. [D] is any function in place of the divergence, [menu] any set of distributions. *)
Section Maximizers.
Variables (K : archiFieldType) (X : finType) (I : finType) (s : scale) (legal : nat -> Prop).
Notation T := (type K X s legal).
Variables (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (psi : {ffun I -> T} -> X -> K).
Definition value (t : T) m := worth (@reward_of K X s legal) (@size_of K X s legal) t m.
Definition ASW (r : {ffun I -> T}) m := \sum_i value (r i) m - D m.
Definition others i (r : {ffun I -> T}) m := \sum_(j | j != i) value (r j) m - D m.
Variable without : I -> {ffun I -> T} -> X -> K.                       (* the model without a group, from any set *)
Definition p_aff i r := others i r (without i r) - others i r (psi r).

Lemma others_blind i r x m : others i (set_report r i x) m = others i r m.
Proof. by congr (_ - _); apply: eq_bigr => j ji; rewrite ffunE (negbTE ji). Qed.
Lemma ASW_set i r x m : ASW (set_report r i x) m = value x m + others i r m.
Proof. by rewrite -(others_blind i r x) /ASW (bigD1 i) //= ffunE eqxx addrA. Qed.

(* A rule that maximises welfare is implementable, and has payment equivalence. *)
Theorem maximizers_equivalence : (forall m, menu m -> distribution m) ->
  (forall r, menu (psi r)) -> (forall r m, menu m -> ASW r m <= ASW r (psi r)) ->
  (forall i r x, without i (set_report r i x) = without i r) -> dsic value psi p_aff /\ payment_equivalence value psi.
Proof.
move=> models inm best w_blind; split=> [i r t x|].
  have := best (set_report r i t) _ (inm (set_report r i x)); rewrite !ASW_set => H.
  by rewrite /p_aff !w_blind !others_blind; apply: (by1 H); ring.
by apply: normalised_equivalence => r; apply: models.
Qed.

Theorem essentially_affine (p : I -> {ffun I -> T} -> K) : (forall m, menu m -> distribution m) ->
  (forall r, menu (psi r)) -> (forall r m, menu m -> ASW r m <= ASW r (psi r)) ->
  (forall i r x, without i (set_report r i x) = without i r) ->
  dsic value psi p <-> forall i, exists g, blind i g /\ forall r, p i r = p_aff i r + g r.
Proof.
move=> models inm best w_blind; have [aff same] := maximizers_equivalence models inm best w_blind.
split=> [H i|H]; first exact: same aff H i.
move=> i r t x; have [g [B E]] := H i; rewrite !E !B; apply: (by1 (aff i r t x)); ring.
Qed.
End Maximizers.
