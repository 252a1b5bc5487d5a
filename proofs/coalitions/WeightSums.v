(* Sums over weights: what fine-grained weights contain, and the multipliers of the error formulas (coalitions/
   theorem-4-2-proof-pair-sum, corollary-4-3-proof-multipliers, corollary-4-4-proof-mean-chain,
   corollary-4-4-proof-spread-multiplier, prose-weights-recover-coarse, prose-variance-and-bias, prose-weights-between-0-and-1,
   new-spread-bounds). Any number of members, any positive sizes, any ordered field.
   Modelled: [err] of Coalitions.v and [best] of FineWeights.v; estimates are elements of any vector space. A second moment and a
   covariance are sums of products a a^T with weights that are not negative. Not modelled: expectations,
   but in [spread_bounds]; that every second moment and every covariance is such a sum is not proved here. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum matrix.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions FineWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sums.
Variables (K : realFieldType) (I : finType) (j : I).

(* Products over ordered pairs of two others. *)
Theorem pair_sum (v : I -> K) : \sum_(i | i != j) \sum_(k | (k != j) && (k != i)) v i * v k =
  (\sum_(i | i != j) v i) ^+ 2 - \sum_(i | i != j) v i ^+ 2.
Proof.
rewrite expr2 mulr_suml -sumrB; apply: eq_bigr => i ij.
by rewrite [in RHS](bigD1 i) //= mulrDr -expr2 addrAC subrr add0r mulr_sumr.
Qed.

Variable n : I -> K.
Hypothesis n_pos : forall i, 0 < n i.
Definition all_samples := \sum_i n i.
Let N := all_samples.
Lemma all_samples_pos : 0 < N.
Proof. by rewrite /N /all_samples (bigD1 j) //= ltr_paddr // sumr_ge0 // => i _; apply: ltW. Qed.
Let N0 : N != 0. Proof. by rewrite gt_eqF // all_samples_pos. Qed.

(* The share w on the own model, the rest on the average of all samples. *)
Definition coarse_weight w i := w * (i == j)%:R + (1 - w) * (n i / N).
Lemma others_weight w i : i != j -> coarse_weight w i = (1 - w) * (n i / N).
Proof. by rewrite /coarse_weight => /negPf ->; rewrite mulr0 add0r. Qed.
Lemma own_weight w : coarse_weight w j = w + (1 - w) * (n j / N).
Proof. by rewrite /coarse_weight eqxx mulr1. Qed.

(* They sum to one; they give coarse-grained federation, and with it uniform and local federation. *)
Theorem weights_recover_coarse (U : lmodType K) (estimate : I -> U) w :
  [/\ coarse_weight w j = w + (1 - w) * n j / N /\ (forall i, i != j -> coarse_weight w i = (1 - w) * n i / N),
      \sum_i coarse_weight w i = 1,
      \sum_i coarse_weight w i *: estimate i = w *: estimate j + (1 - w) *: (\sum_i (n i / N) *: estimate i),
      \sum_i coarse_weight 0 i *: estimate i = \sum_i (n i / N) *: estimate i &
      \sum_i coarse_weight 1 i *: estimate i = estimate j].
Proof.
have gives x : \sum_i coarse_weight x i *: estimate i = x *: estimate j + (1 - x) *: (\sum_i (n i / N) *: estimate i).
  rewrite /coarse_weight; under eq_bigr do rewrite scalerDl -[(x * _) *: _]scalerA -[((1 - x) * _) *: _]scalerA.
  rewrite big_split /= -!scaler_sumr; congr (_ *: _ + _).
  by rewrite (bigD1 j) //= eqxx scale1r big1 ?addr0 // => i /negPf ->; rewrite scale0r.
split=> //.
- by split=> [|i ij]; rewrite ?own_weight ?others_weight // mulrA.
- rewrite big_split /= -!mulr_sumr -mulr_suml -/all_samples divff // mulr1 (bigD1 j) //= eqxx big1 ?addr0 ?mulr1.
    by rewrite addrC subrK.
  by move=> i /negPf ->.
- by rewrite gives scale0r add0r subr0 scale1r.
by rewrite gives scale1r subrr scale0r addr0.
Qed.

(* What multiplies the noise and the spread in the error formula. *)
Definition noise_sum (v : I -> K) := \sum_i v i ^+ 2 / n i.
Definition spread_sum (v : I -> K) := \sum_(i | i != j) v i ^+ 2 + (\sum_(i | i != j) v i) ^+ 2.
Definition uniform_weight i := n i / N.

Theorem uniform_multipliers :
  spread_sum uniform_weight = (\sum_(i | i != j) n i ^+ 2 + (\sum_(i | i != j) n i) ^+ 2) / N ^+ 2 /\
  noise_sum uniform_weight = N^-1.
Proof.
split.
  rewrite /spread_sum /uniform_weight -mulr_suml expr_div_n mulrDl; congr (_ + _).
  by rewrite mulr_suml; apply: eq_bigr => i _; rewrite expr_div_n.
rewrite /noise_sum /uniform_weight (eq_bigr (fun i => n i / N ^+ 2)) => [|i _]; last first.
  by have ni := lt0r_neq0 (n_pos i); field; rewrite ni N0.
by rewrite -mulr_suml -/all_samples -/N; field.
Qed.

Theorem coarse_noise_multiplier w : noise_sum (coarse_weight w) = w ^+ 2 / n j + (1 - w ^+ 2) / N.
Proof.
have nj := lt0r_neq0 (n_pos j).
rewrite /noise_sum (bigD1 j) //= own_weight (eq_bigr (fun i => (1 - w) ^+ 2 / N ^+ 2 * n i)) => [|i ij]; last first.
  by rewrite others_weight //; have ni := lt0r_neq0 (n_pos i); field; rewrite ni N0.
have -> : \sum_(i | i != j) (1 - w) ^+ 2 / N ^+ 2 * n i = (1 - w) ^+ 2 / N ^+ 2 * (N - n j).
  rewrite -mulr_sumr; congr (_ * _); have -> : N = n j + \sum_(i | i != j) n i by rewrite /N /all_samples (bigD1 j).
  by rewrite addrAC subrr add0r.
by field; rewrite nj N0.
Qed.

Theorem coarse_spread_multiplier w : spread_sum (coarse_weight w) = (1 - w) ^+ 2 * spread_sum uniform_weight.
Proof.
rewrite /spread_sum mulrDr (eq_bigr _ (others_weight w)) -mulr_sumr exprMn; congr (_ + _).
by rewrite mulr_sumr; apply: eq_bigr => i ij; rewrite others_weight // exprMn.
Qed.
End Sums.

(* Joining lowers the part of the noise and raises the part of the spread, which is 0 alone. *)
Section Parts.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (j : I).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2) (jC : j \in C) (company : C :\ j != set0).
Definition noise_part (D : {set I}) := mu / size n D.
Definition spread_part (D : {set I}) := s2 * ((\sum_(i in D :\ j) n i ^+ 2) + (size n D - n j) ^+ 2) / size n D ^+ 2.

Theorem variance_and_bias :
  [/\ err n mu s2 C j = noise_part C + spread_part C, noise_part C < noise_part [set j], spread_part [set j] = 0 &
      0 < spread_part C].
Proof.
have cut : size n C = n j + size n (C :\ j) by rewrite /size (big_setD1 j).
have R0 : 0 < size n (C :\ j) by case/set0Pn: company => i; apply: size_pos.
have S0 : 0 < size n C by rewrite cut addr_gt0.
have one : size n [set j] = n j by rewrite /size big_set1.
split=> //.
- by rewrite /noise_part one ltr_pmul2l // ltf_pinv ?posrE // cut ltr_addl.
- by rewrite /spread_part one setDv big_set0 subrr expr0n addr0 mulr0 mul0r.
rewrite /spread_part divr_gt0 ?exprn_gt0 // mulr_gt0 //.
by rewrite ltr_paddl ?sumr_ge0 ?exprn_gt0 // => [i _|]; rewrite ?sqr_ge0 // cut addrAC subrr add0r.
Qed.
End Parts.

(* Each best weight of fine-grained federation lies strictly between 0 and 1, if there are two members. *)
Theorem best_weights_between (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (j k : I) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> j != k -> forall i, 0 < best n mu s2 j i /\ best n mu s2 j i < 1.
Proof.
move=> n_pos mu_pos s2_pos jk i; have pos l : 0 < best n mu s2 j l by apply: best_pos.
split=> //; have [l li] : exists l, l != i by have [e|?] := eqVneq i j; [exists k; rewrite e eq_sym|exists j; rewrite eq_sym].
have [one _] := lemma_7_1 j n_pos mu_pos s2_pos.
rewrite -one (bigD1 i) //= ltr_addl (bigD1 l) //= ltr_paddr ?pos // sumr_ge0 // => m _; exact: ltW.
Qed.

(* --- How much correlation can change the spread --- *)
Section Correlation.
Variables (K : realFieldType) (D : nat).
(* A sum of products of directions with themselves, with weights: every second moment and every covariance is one. *)
Definition moment (R : finType) (weight : R -> K) (a : R -> 'I_D -> K) : 'M[K]_D :=
  \matrix_(d, e) \sum_r weight r * (a r d * a r e).

Lemma pairs_of_squares (B : comRingType) (x : 'I_D -> B) :
  \sum_d \sum_e (x d - x e) ^+ 2 = 2%:R * (D%:R * (\sum_d x d ^+ 2) - (\sum_d x d) ^+ 2).
Proof.
have row d : \sum_e (x d - x e) ^+ 2 = D%:R * x d ^+ 2 - 2%:R * x d * (\sum_e x e) + \sum_e x e ^+ 2.
  under eq_bigr do rewrite sqrrB; rewrite big_split /= sumrB sumr_const card_ord mulr_natl; congr (_ - _ + _).
  by rewrite mulr_sumr; apply: eq_bigr => e _; rewrite -mulr_natl mulrA.
under eq_bigr do rewrite row; rewrite big_split /= sumrB sumr_const card_ord -mulr_sumr -mulr_suml -mulr_sumr.
by move: (\sum_d x d) (\sum_d x d ^+ 2) => T Q; rewrite -[Q *+ D]mulr_natl; move: (D%:R : B) => z; ring.
Qed.
Lemma square_of_sum (x : 'I_D -> K) : (\sum_d x d) ^+ 2 <= D%:R * \sum_d x d ^+ 2.
Proof.
have : 0 <= 2%:R * (D%:R * (\sum_d x d ^+ 2) - (\sum_d x d) ^+ 2).
  by rewrite -pairs_of_squares; apply: sumr_ge0 => d _; apply: sumr_ge0 => e _; apply: sqr_ge0.
by rewrite pmulr_rge0 ?ltr0n // subr_ge0.
Qed.

Section Two.
Variables (R T : finType) (u : R -> K) (v : T -> K) (a : R -> 'I_D -> K) (c : T -> 'I_D -> K).
Lemma trace_is : \tr (moment u a *m moment v c) = \sum_r \sum_t u r * v t * (\sum_d a r d * c t d) ^+ 2.
Proof.
transitivity (\sum_d \sum_e \sum_r \sum_t u r * v t * (a r d * c t d * (a r e * c t e))).
  apply: eq_bigr => d _; rewrite mxE; apply: eq_bigr => e _; rewrite !mxE mulr_suml; apply: eq_bigr => r _.
  by rewrite mulr_sumr; apply: eq_bigr => t _; ring.
under eq_bigr do rewrite exchange_big; rewrite exchange_big; apply: eq_bigr => r _ /=.
under eq_bigr do rewrite exchange_big; rewrite exchange_big; apply: eq_bigr => t _ /=.
under eq_bigr do rewrite -mulr_sumr; rewrite -mulr_sumr; congr (_ * _).
by rewrite expr2 mulr_suml; apply: eq_bigr => d _; rewrite mulr_sumr.
Qed.
Lemma diagonal_is : \sum_d moment u a d d * moment v c d d = \sum_r \sum_t u r * v t * \sum_d (a r d * c t d) ^+ 2.
Proof.
transitivity (\sum_d \sum_r \sum_t u r * v t * (a r d * c t d) ^+ 2).
  apply: eq_bigr => d _; rewrite !mxE mulr_suml; apply: eq_bigr => r _.
  by rewrite mulr_sumr; apply: eq_bigr => t _; ring.
rewrite exchange_big; apply: eq_bigr => r _; rewrite exchange_big; apply: eq_bigr => t _ /=.
by rewrite -mulr_sumr.
Qed.
End Two.

(* Inputs x and coefficients c as random variables: independent of each other, and a square has no negative expectation. *)
Section Random.
Variables (A : comAlgType K) (Ex : A -> K) (x c : 'I_D -> A).
Hypotheses (Ex_add : forall f g, Ex (f + g) = Ex f + Ex g) (Ex_scale : forall k f, Ex (k *: f) = k * Ex f).
Hypothesis Ex_square : forall f, 0 <= Ex (f ^+ 2).
Hypothesis independent : forall d e, Ex (x d * x e * (c d * c e)) = Ex (x d * x e) * Ex (c d * c e).
Definition second_moment (z : 'I_D -> A) := \matrix_(d, e) Ex (z d * z e).

Lemma random_spread_bounds : let S := second_moment x in let C := second_moment c in
  0 <= \tr (S *m C) /\ \tr (S *m C) <= D%:R * \sum_d S d d * C d d.
Proof.
move=> S C; have Ex_0 : Ex 0 = 0 by rewrite -(scale0r (0 : A)) Ex_scale mul0r.
have Ex_sum (F : 'I_D -> A) : Ex (\sum_d F d) = \sum_d Ex (F d) by apply: (big_morph Ex Ex_add Ex_0).
pose y d := x d * c d.
have pair d e : Ex (y d * y e) = S d e * C e d.
  by rewrite !mxE [c e * c d]mulrC -independent; congr (Ex _); rewrite /y !mulrA; congr (_ * _); rewrite mulrAC.
have trace : \tr (S *m C) = Ex ((\sum_d y d) ^+ 2).
  rewrite expr2 mulr_suml Ex_sum; apply: eq_bigr => d _; rewrite mulr_sumr Ex_sum mxE.
  by apply: eq_bigr => e _; rewrite pair.
have diagonal : \sum_d S d d * C d d = Ex (\sum_d y d ^+ 2).
  by rewrite Ex_sum; apply: eq_bigr => d _; rewrite expr2 pair.
rewrite trace diagonal; split=> //; rewrite -subr_ge0 -(pmulr_rge0 _ (ltr0Sn K 1)).
have -> : 2%:R * (D%:R * Ex (\sum_d y d ^+ 2) - Ex ((\sum_d y d) ^+ 2)) =
    Ex (2%:R * (D%:R * (\sum_d y d ^+ 2) - (\sum_d y d) ^+ 2)).
  have times k f : Ex (k%:R * f) = k%:R * Ex f by rewrite -[k%:R]scaler_nat -scalerAl mul1r scaler_nat -scaler_nat Ex_scale.
  by rewrite times Ex_add times -scaleN1r Ex_scale mulN1r.
rewrite -pairs_of_squares Ex_sum; apply: sumr_ge0 => d _; rewrite Ex_sum; apply: sumr_ge0 => e _; exact: Ex_square.
Qed.
End Random.

(* The bounds, for random variables and for sums of products; with one direction each, both ends occur. *)
Theorem spread_bounds :
  (forall (A : comAlgType K) (Ex : A -> K) (x c : 'I_D -> A),
    (forall f g, Ex (f + g) = Ex f + Ex g) -> (forall k f, Ex (k *: f) = k * Ex f) -> (forall f, 0 <= Ex (f ^+ 2)) ->
    (forall d e, Ex (x d * x e * (c d * c e)) = Ex (x d * x e) * Ex (c d * c e)) ->
    let S := second_moment Ex x in let C := second_moment Ex c in
    0 <= \tr (S *m C) /\ \tr (S *m C) <= D%:R * \sum_d S d d * C d d) /\
  (forall (R T : finType) (u : R -> K) (v : T -> K) (a : R -> 'I_D -> K) (c : T -> 'I_D -> K),
    (forall r, 0 <= u r) -> (forall t, 0 <= v t) -> let S := moment u a in let C := moment v c in
    0 <= \tr (S *m C) /\ \tr (S *m C) <= D%:R * \sum_d S d d * C d d) /\
  forall one : unit -> K, (forall r, one r = 1) ->
    ((0 < D)%N -> exists a, let S := moment one a in
       \tr (S *m S) = D%:R * (\sum_d S d d * S d d) /\ 0 < \sum_d S d d * S d d) /\
    ((1 < D)%N -> exists a c, let S := moment one a in let C := moment one c in
       \tr (S *m C) = 0 /\ 0 < \sum_d S d d * C d d).
Proof.
split=> [A Ex x c add scale square independent S C|]; first exact: random_spread_bounds.
split=> [R T u v a c u0 v0 S C|one one1].
  have w r t : 0 <= u r * v t by rewrite mulr_ge0.
  rewrite trace_is diagonal_is; split.
    by apply: sumr_ge0 => r _; apply: sumr_ge0 => t _; rewrite mulr_ge0 ?sqr_ge0.
  rewrite mulr_sumr; apply: ler_sum => r _; rewrite mulr_sumr; apply: ler_sum => t _.
  by rewrite [X in _ <= X]mulrCA ler_wpmul2l ?square_of_sum.
have single (F : unit -> K) : \sum_r F r = F tt by rewrite (bigD1 tt) //= big1 ?addr0 // => -[].
split=> [D0|D1].
  exists (fun _ _ => 1) => S; rewrite trace_is diagonal_is !single !one1 !mul1r.
  by rewrite expr1n sumr_const card_ord expr2 ltr0n.
pose i : 'I_D := Ordinal (ltnW D1); pose k : 'I_D := Ordinal D1; have ki : k != i by [].
exists (fun _ _ => 1), (fun _ d => (d == i)%:R - (d == k)%:R) => S C; rewrite trace_is diagonal_is !single !one1 !mul1r.
have pick (l : 'I_D) : \sum_d (d == l)%:R = 1 :> K by rewrite (bigD1 l) //= eqxx big1 ?addr0 // => d /negPf ->.
split; first by under eq_bigr do rewrite mul1r; rewrite sumrB !pick subrr expr0n.
by rewrite (bigD1 i) //= mul1r subr0 expr1n ltr_paddr ?ltr01 // sumr_ge0 // => d _; rewrite sqr_ge0.
Qed.
End Correlation.
