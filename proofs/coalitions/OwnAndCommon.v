(* Errors of averages of samples (coalitions/theorem-4-1-mean-estimation, theorem-4-2-mean-estimation,
   corollary-4-3-mean-estimation, corollary-4-4-mean-estimation). Any number of members and of samples, any real field.
   Modelled as in Coalitions.v: expectation of a product is a symmetric bilinear form. Each sample is off by a disturbance of its
   own; disturbances are uncorrelated with each other and with the deviations of the members, and their mean square is mu.
   That an average is then off by mu over the number of samples is proved. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
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

(* What the weights of coarse-grained federation make of the formula of Theorem 4.2. *)
Section Weighted.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypothesis n_pos : forall i, 0 < n i.
Definition mixed (C : {set I}) j w i := w * (i == j)%:R + (1 - w) * (if i \in C then n i / size n C else 0).

Lemma mixed_sums (C : {set I}) j w : j \in C -> let v := mixed C j w in
  \sum_i v i = 1 /\
  mu * (\sum_i v i ^+ 2 / n i) + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * s2 =
  mu * (w ^+ 2 / n j + (1 - w ^+ 2) / size n C)
    + ((\sum_(i in C :\ j) n i ^+ 2) + (size n C - n j) ^+ 2) / size n C ^+ 2 * (1 - w) ^+ 2 * s2.
Proof.
move=> jC weight; have N : size n C != 0 by rewrite gt_eqF // (size_pos n_pos jC).
have nj : n j != 0 by rewrite gt_eqF.
have share : \sum_i (if i \in C then n i / size n C else 0) = 1 by rewrite -big_mkcond /= -mulr_suml divff.
have own : \sum_i (i == j)%:R = 1 :> K by rewrite (bigD1 j) //= eqxx big1 ?addr0 // => i /negPf ->.
have one : \sum_i weight i = 1 by rewrite /weight /mixed big_split /= -!mulr_sumr own share !mulr1 addrC subrK.
split; first exact: one.
have out i : i != j -> weight i = (1 - w) * (if i \in C then n i / size n C else 0).
  by rewrite /weight /mixed => /negPf ->; rewrite mulr0 add0r.
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
  have mine : weight j = w + (1 - w) * (n j / size n C) by rewrite /weight /mixed eqxx jC mulr1.
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

(* Theorem 4.2 and its corollaries: the members average samples, and the sizes are the numbers of samples. *)
Section Members.
Variables (K : realFieldType) (V : lmodType K) (I : finType) (E : V -> V -> K) (mean : V) (d : I -> V).
Variables (m : I -> nat) (x : forall i, 'I_(m i) -> V) (mu s2 : K).
Hypotheses (sym : forall f g, E f g = E g f) (add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (scale : forall c f h, E (c *: f) h = c * E f h) (some : forall i, (0 < m i)%N).
Hypothesis dd : forall i k, E (d i) (d k) = if i == k then s2 else 0.
Hypothesis xx : forall i (k l : 'I_(m i)), E (x k) (x l) = if k == l then mu else 0.
Hypothesis apart : forall i j (k : 'I_(m i)) (l : 'I_(m j)), i != j -> E (x k) (x l) = 0.
Hypothesis dx : forall i j (l : 'I_(m j)), E (d i) (x l) = 0.
Local Notation average := (average mean d x).
Local Notation theta := (theta mean d).
Local Notation n := (fun i => (m i)%:R).

Let weighted (v : I -> K) : \sum_i v i *: average i = \sum_i v i *: estimate mean d (sampling x) i.
Proof. by apply: eq_bigr => i _; rewrite average_is. Qed.
Let n_pos i : 0 < n i :> K. Proof. by rewrite ltr0n. Qed.

Theorem theorem_4_2 (v : I -> K) j : \sum_i v i = 1 ->
  let error := \sum_i v i *: average i - theta j in
  E error error = mu * (\sum_i v i ^+ 2 / (m i)%:R) + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * s2.
Proof.
move=> one error; have [_ [ee de]] := averages_are_estimates mean sym add scale some xx apart dx.
by rewrite /error weighted (Coalitions.theorem_4_2 sym add scale mean dd ee de).
Qed.

Let mixture (C : {set I}) j w : w *: average j + (1 - w) *: (\sum_(i in C) (n i / size n C) *: average i) =
  \sum_i mixed n C j w i *: average i.
Proof.
rewrite /mixed; under [in RHS]eq_bigr do rewrite scalerDl -!scalerA.
rewrite big_split /= -!scaler_sumr; congr (_ *: _ + _ *: _).
  by rewrite (bigD1 j) //= eqxx scale1r big1 ?addr0 // => i /negPf ->; rewrite scale0r.
by rewrite big_mkcond; apply: eq_bigr => i _; case: ifP; rewrite ?scale0r.
Qed.

(* Uniform federation: every average counts with its number of samples. *)
Theorem corollary_4_3 (C : {set I}) j : j \in C ->
  let N := \sum_(i in C) (m i)%:R in
  let error := \sum_(i in C) ((m i)%:R / N) *: average i - theta j in
  E error error = mu / N + ((\sum_(i in C :\ j) (m i)%:R ^+ 2) + (N - (m j)%:R) ^+ 2) / N ^+ 2 * s2.
Proof.
move=> jC N error; have [one sums] := mixed_sums mu s2 n_pos 0 jC; have := mixture C j 0.
rewrite scale0r add0r subr0 scale1r /error => ->; rewrite theorem_4_2 // sums -/N.
by rewrite expr0n mul0r add0r subr0 expr1n mulr1 div1r.
Qed.

(* Coarse-grained federation: the share w for the own average, the rest for the common one. *)
Theorem corollary_4_4 (C : {set I}) j w : j \in C ->
  let N := \sum_(i in C) (m i)%:R in
  let error := w *: average j + (1 - w) *: (\sum_(i in C) ((m i)%:R / N) *: average i) - theta j in
  E error error = mu * (w ^+ 2 / (m j)%:R + (1 - w ^+ 2) / N)
    + ((\sum_(i in C :\ j) (m i)%:R ^+ 2) + (N - (m j)%:R) ^+ 2) / N ^+ 2 * (1 - w) ^+ 2 * s2.
Proof.
by move=> jC N error; have [one sums] := mixed_sums mu s2 n_pos w jC; rewrite /error mixture theorem_4_2.
Qed.
End Members.

(* There are such members, for any numbers of samples, any noise and any spread. *)
Section World.
Variables (K : realFieldType) (I : finType) (m : I -> nat) (mu s2 : K).
Definition source := (I + {i : I & 'I_(m i)})%type.
Definition only (z : source) : {ffun source -> K^o} := [ffun y => (y == z)%:R].
Definition product (f g : {ffun source -> K^o}) : K := \sum_(z : source) (if z is inl _ then s2 else mu) * (f z * g z).
Definition deviation i := only (inl i).
Definition disturbance i (l : 'I_(m i)) := only (inr (Tagged _ l)).

Lemma product_only y z : product (only y) (only z) = if y == z then if y is inl _ then s2 else mu else 0.
Proof.
rewrite /product (bigD1 y) //= !ffunE eqxx mul1r big1 => [|t /negPf ty]; last by rewrite !ffunE ty mul0r mulr0.
by rewrite addr0; case: eqP; rewrite ?mulr1 ?mulr0.
Qed.
Lemma such_members :
  (forall f g, product f g = product g f) /\ (forall f g h, product (f + g) h = product f h + product g h) /\
  (forall c f h, product (c *: f) h = c * product f h) /\
  (forall i k, product (deviation i) (deviation k) = if i == k then s2 else 0) /\
  (forall i (k l : 'I_(m i)), product (disturbance k) (disturbance l) = if k == l then mu else 0) /\
  (forall i j (k : 'I_(m i)) (l : 'I_(m j)), i != j -> product (disturbance k) (disturbance l) = 0) /\
  (forall i j (l : 'I_(m j)), product (deviation i) (disturbance l) = 0).
Proof.
split=> [f g|]; first by apply: eq_bigr => z _; rewrite [f z * _]mulrC.
split=> [f g h|]; first by rewrite -big_split; apply: eq_bigr => z _; rewrite ffunE mulrDl mulrDr.
split=> [c f h|]; first by rewrite mulr_sumr; apply: eq_bigr => z _; rewrite ffunE -[c *: f z]/(c * f z) -mulrA mulrCA.
split=> [i k|]; first exact: product_only.
split=> [i k l|].
  rewrite product_only; have [->|kl] := eqVneq k l; first by rewrite eqxx.
  by case: eqP => // -[] /eqP; rewrite eq_Tagged /= (negPf kl).
split=> [i j k l ij|i j l]; last by rewrite product_only.
by rewrite product_only; case: eqP => // -[] ji; rewrite ji eqxx in ij.
Qed.
End World.
