(* The error formula at special weights (coalitions/theorem-4-1-mean-estimation, corollary-4-4-mean-estimation).
   Any number of members, any positive sizes, any real field.
   Modelled as in Coalitions.v: expectation of a product is a symmetric bilinear form. In Theorem 4.1 the samples of a member are
   off by uncorrelated disturbances whose mean square is mu; [coarse] of Weights.v is the printed formula
   of Corollary 4.4. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Weights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Theorem 4.1: a member by itself uses the average of its samples; each sample is off by a disturbance of its own. *)
Section Samples.
Variables (K : realFieldType) (V : lmodType K) (I : finType) (E : V -> V -> K) (mean : V) (d : I -> V).
Variables (m : I -> nat) (x : forall i, 'I_(m i) -> V) (mu : K).
Hypotheses (sym : forall f g, E f g = E g f) (add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (scale : forall c f h, E (c *: f) h = c * E f h) (some : forall i, (0 < m i)%N).
Hypothesis xx : forall i (k l : 'I_(m i)), E (x k) (x l) = if k == l then mu else 0.
Definition sample i (l : 'I_(m i)) := theta mean d i + x l.
Definition average i := (m i)%:R^-1 *: \sum_(l < m i) sample l.
Definition sampling i := (m i)%:R^-1 *: \sum_(l < m i) x l.

Let m0 i : (m i)%:R != 0 :> K. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Lemma average_is i : average i = estimate mean d sampling i.
Proof.
rewrite /average /estimate /sampling big_split /= sumr_const card_ord scalerDr; congr (_ + _).
by rewrite -scaler_nat scalerA mulVf ?scale1r.
Qed.
Lemma sampling_variance i : E (sampling i) (sampling i) = mu / (m i)%:R.
Proof.
rewrite /sampling scale (E_scale_r sym scale) (E_sum add scale).
have each (k : 'I_(m i)) : E (x k) (\sum_(l < m i) x l) = mu.
  rewrite (E_sum_r sym add scale) (bigD1 k) //= xx eqxx big1 ?addr0 // => l lk.
  by rewrite xx eq_sym (negPf lk).
rewrite (eq_bigr _ (fun k _ => each k)) sumr_const card_ord -mulr_natl.
by field; exact: m0.
Qed.
Theorem theorem_4_1 j : let error := average j - theta mean d j in E error error = mu / (m j)%:R.
Proof. by rewrite average_is /estimate addrAC subrr add0r sampling_variance. Qed.

(* So averages of samples are what Theorem 4.2 assumes. *)
Lemma averages_are_estimates : (forall i j (k : 'I_(m i)) (l : 'I_(m j)), i != j -> E (x k) (x l) = 0) ->
  (forall i j (l : 'I_(m j)), E (d i) (x l) = 0) ->
  (forall i, average i = estimate mean d sampling i) /\
  (forall i j, E (sampling i) (sampling j) = if i == j then mu / (m i)%:R else 0) /\
  (forall i j, E (d i) (sampling j) = 0).
Proof.
move=> apart dx; split; first exact: average_is.
split=> i j; last by rewrite (E_scale_r sym scale) (E_sum_r sym add scale) big1 ?mulr0.
case: eqVneq => [<-|ij]; first exact: sampling_variance.
rewrite scale (E_scale_r sym scale) (E_sum add scale) big1 ?mulr0 // => k _.
by rewrite (E_sum_r sym add scale) big1 // => l _; apply: apart.
Qed.
End Samples.

Section Weighted.
Variables (K : realFieldType) (V : lmodType K) (I : finType) (E : V -> V -> K) (mean : V) (d e : I -> V).
Variables (n : I -> K) (mu s2 : K).
Hypotheses (sym : forall f g, E f g = E g f) (add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (scale : forall c f h, E (c *: f) h = c * E f h) (n_pos : forall i, 0 < n i).
Hypothesis dd : forall i k, E (d i) (d k) = if i == k then s2 else 0.
Hypothesis ee : forall i k, E (e i) (e k) = if i == k then mu / n i else 0.
Hypothesis de : forall i k, E (d i) (e k) = 0.

(* Corollary 4.4: the share w on the own average, the rest on the average of all members of C. *)
Theorem corollary_4_4 (C : {set I}) j w : j \in C ->
  let weight i := w * (i == j)%:R + (1 - w) * (if i \in C then n i / size n C else 0) in
  let error := \sum_i weight i *: estimate mean d e i - theta mean d j in
  E error error = mu * (w ^+ 2 / n j + (1 - w ^+ 2) / size n C)
    + ((\sum_(i in C :\ j) n i ^+ 2) + (size n C - n j) ^+ 2) / size n C ^+ 2 * (1 - w) ^+ 2 * s2.
Proof.
move=> jC weight error; have N : size n C != 0 by rewrite gt_eqF // (size_pos n_pos jC).
have nj : n j != 0 by rewrite gt_eqF.
have share : \sum_i (if i \in C then n i / size n C else 0) = 1 by rewrite -big_mkcond /= -mulr_suml divff.
have own : \sum_i (i == j)%:R = 1 :> K by rewrite (bigD1 j) //= eqxx big1 ?addr0 // => i /negPf ->.
have one : \sum_i weight i = 1 by rewrite big_split /= -!mulr_sumr own share !mulr1 addrC subrK.
rewrite /error (theorem_4_2 sym add scale mean dd ee de j one).
have out i : i != j -> weight i = (1 - w) * (if i \in C then n i / size n C else 0).
  by rewrite /weight => /negPf ->; rewrite mulr0 add0r.
have others f : \sum_(i | i != j) (if i \in C then f i else 0) = \sum_(i in C :\ j) f i :> K.
  by rewrite -big_mkcondr; apply: eq_bigl => i; rewrite !inE.
have sums : \sum_(i | i != j) weight i = (1 - w) * ((size n C - n j) / size n C).
  rewrite (eq_bigr _ out) -mulr_sumr others -mulr_suml; congr (_ * (_ / _)).
  by rewrite /size (big_setD1 j jC) /= addrAC subrr add0r.
have squared : \sum_(i | i != j) weight i ^+ 2 = (1 - w) ^+ 2 * ((\sum_(i in C :\ j) n i ^+ 2) / size n C ^+ 2).
  rewrite mulr_suml mulr_sumr -others; apply: eq_bigr => i ij; rewrite out //; case: ifP => _.
    by rewrite exprMn expr_div_n.
  by rewrite mulr0 expr0n.
have noise : \sum_i weight i ^+ 2 / n i = w ^+ 2 / n j + (1 - w ^+ 2) / size n C.
  have mine : weight j = w + (1 - w) * (n j / size n C) by rewrite /weight eqxx jC mulr1.
  rewrite (bigD1 j) //= mine (eq_bigr (fun i => (1 - w) ^+ 2 / size n C ^+ 2 * (if i \in C then n i else 0))) => [|i ij].
    rewrite -mulr_sumr others; have -> : \sum_(i in C :\ j) n i = size n C - n j.
      by rewrite /size (big_setD1 j jC) /= addrAC subrr add0r.
    by move: (size n C) (n j) N nj => M x M0 x0; field; rewrite M0 x0.
  rewrite out //; case: ifP => _; last by rewrite !mulr0 expr0n mul0r.
  have xi : n i != 0 by rewrite gt_eqF.
  by move: (size n C) (n i) N xi => M x M0 x0; field; rewrite M0 x0.
rewrite noise sums squared; move: (\sum_(i in _) _) (size n C) (n j) N nj => q M x M0 x0.
by field; rewrite M0 x0.
Qed.
End Weighted.
