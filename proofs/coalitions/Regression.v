(* Expected errors in linear regression with the members' own designs (coalitions/theorem-4-1, theorem-4-2, corollary-4-3,
   corollary-4-4; definition-least-squares, theorem-4-1-proof-residual). Gaussian inputs are in Gaussian.v.
   Any number of members, of data points and of inputs, any ordered field.
   Modelled: random variables are elements of a commutative algebra A, and [Ex] is a linear map to the numbers. [inputs f] says
   that f is a function of all inputs, those in training and the fresh one x; such functions can be added and multiplied.
   Independence is used as: an input function f can be taken out of an expectation of f and two deviations (of coefficients,
   or of labels), and the fresh input is independent of the inverses. Given all inputs the label errors of a member have the
   variance [noise i], which is random; mu is its mean. [W i] is the inverse of X^T X, where the rows of X are inputs.
   Not modelled: measure theory, that expectations exist. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions RegressionSums.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Regression.
Variables (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I -> nat).
Variable Ex : A -> K.
Hypotheses (Ex_add : forall f g, Ex (f + g) = Ex f + Ex g) (Ex_scale : forall c f, Ex (c *: f) = c * Ex f).
Variables (X : forall i, 'M[A]_(n i, D)) (W : I -> 'M[A]_D) (eta : forall i, 'cV[A]_(n i)).
Variables (x mean : 'cV[A]_D) (d : I -> 'cV[A]_D) (noise : I -> A) (mu : K) (cov : 'M[K]_D).
Variable inputs : A -> Prop.
Hypothesis inverse : forall i, W i *m ((X i)^T *m X i) = 1%:M.
Hypothesis numbers_are_inputs : forall c, inputs (c%:A).
Hypothesis sums_of_inputs : forall f g, inputs f -> inputs g -> inputs (f + g).
Hypothesis products_of_inputs : forall f g, inputs f -> inputs g -> inputs (f * g).
Hypothesis fresh_inputs : forall a, inputs (x a 0).
Hypothesis own_inputs : forall i l a, inputs (X i l a).
Hypothesis inverse_inputs : forall i a b, inputs (W i a b).
Hypothesis coefficients : forall f i k a b, inputs f ->
  Ex (f * (d i a 0 * d k b 0)) = if i == k then cov a b * Ex f else 0.
Hypothesis label_errors : forall f i l m, inputs f ->
  Ex (f * (eta i l 0 * eta i m 0)) = if l == m then Ex (f * noise i) else 0.
Hypothesis mean_noise : forall f i, inputs f -> Ex (f * noise i) = mu * Ex f.
Hypothesis label_errors_of_two : forall f i k l m, inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0.
Hypothesis cross : forall f i k a l, inputs f -> Ex (f * (d i a 0 * eta k l 0)) = 0.
Hypothesis fresh : forall i a b c e, Ex (x a 0 * x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e).

(* True coefficients, labels, the fit of one member, the mixture of all fits, and what it misses at the fresh input. *)
Definition coefficients_of i := mean + d i.
Definition labels i := X i *m coefficients_of i + eta i.
Definition fit i := W i *m ((X i)^T *m labels i).
Definition mixture (v : I -> K) := \sum_i (v i)%:A *: fit i.
Definition prediction (t : 'cV[A]_D) : A := (x^T *m t) 0 0.
Definition miss v j := prediction (mixture v) - prediction (coefficients_of j).
(* The second moment of the fresh input, the mean of an inverse, and what the noise of i costs there. *)
Definition second_moment := \matrix_(a, b) Ex (x a 0 * x b 0).
Definition mean_inverse i := map_mx Ex (W i).
Definition cost i := \tr (second_moment *m mean_inverse i).

Lemma Ex_0 : Ex 0 = 0.
Proof. by rewrite -(scale0r (0 : A)) Ex_scale mul0r. Qed.
Lemma Ex_sum (J : finType) (F : J -> A) : Ex (\sum_k F k) = \sum_k Ex (F k).
Proof. exact: (big_morph Ex Ex_add Ex_0). Qed.
Lemma inputs_sum (J : finType) (F : J -> A) : (forall k, inputs (F k)) -> inputs (\sum_k F k).
Proof.
move=> each; apply: (big_ind inputs) => //.
by rewrite -(scale0r (1 : A)); apply: numbers_are_inputs.
Qed.

(* The matrix that carries label errors into the fit. *)
Definition carry i := W i *m (X i)^T.
Lemma fit_is i : fit i = coefficients_of i + carry i *m eta i.
Proof. by rewrite /fit /labels /carry !mulmxDr !mulmxA -(mulmxA (W i) (X i)^T) inverse !mul1mx. Qed.
Lemma carry_square i : carry i *m (carry i)^T = (W i)^T.
Proof. by rewrite /carry trmx_mul trmxK mulmxA -(mulmxA (W i)) inverse mul1mx. Qed.

(* At the fresh input: what a member's coefficients and its label errors contribute. *)
Definition deviation i := \sum_a x a 0 * d i a 0.
Definition weights i := x^T *m carry i.
Definition sampling i := \sum_l weights i 0 l * eta i l 0.

Lemma predictionD t u : prediction (t + u) = prediction t + prediction u.
Proof. by rewrite /prediction mulmxDr mxE. Qed.
Lemma prediction_scale c t : prediction (c *: t) = c * prediction t.
Proof. by rewrite /prediction -scalemxAr mxE. Qed.
Lemma prediction_0 : prediction 0 = 0.
Proof. by rewrite /prediction mulmx0 mxE. Qed.
Lemma prediction_fit i : prediction (fit i) = prediction mean + deviation i + sampling i.
Proof.
rewrite fit_is /coefficients_of !predictionD; congr (_ + _ + _).
  by rewrite /prediction mxE; apply: eq_bigr => a _; rewrite mxE.
by rewrite /prediction mulmxA mxE.
Qed.
Lemma prediction_own j : prediction (coefficients_of j) = prediction mean + deviation j.
Proof. by rewrite predictionD; congr (_ + _); rewrite /prediction mxE; apply: eq_bigr => a _; rewrite mxE. Qed.

(* Least squares: the true coefficients, and label errors carried by one matrix; and what is missed at the fresh input. *)
Theorem least_squares i : W i *m ((X i)^T *m labels i) = coefficients_of i + W i *m (X i)^T *m eta i.
Proof. exact: fit_is. Qed.
Theorem residual i : prediction (coefficients_of i) - prediction (fit i) = - (x^T *m (W i *m (X i)^T *m eta i)) 0 0.
Proof. by rewrite fit_is predictionD opprD addrA subrr add0r. Qed.

Lemma weight_inputs i l : inputs (weights i 0 l).
Proof.
rewrite mxE; apply: inputs_sum => a; apply: products_of_inputs; first by rewrite mxE.
rewrite /carry mxE; apply: inputs_sum => b.
by apply: products_of_inputs => //; rewrite mxE.
Qed.

Lemma deviations i k : Ex (deviation i * deviation k) = if i == k then \tr (second_moment *m cov^T) else 0.
Proof.
have -> : Ex (deviation i * deviation k) = \sum_a \sum_b (if i == k then cov a b * Ex (x a 0 * x b 0) else 0).
  rewrite /deviation mulr_suml Ex_sum; apply: eq_bigr => a _; rewrite mulr_sumr Ex_sum; apply: eq_bigr => b _.
  rewrite -coefficients; last exact: products_of_inputs.
  by congr (Ex _); rewrite !mulrA; congr (_ * _); rewrite mulrAC.
case: eqP => _; last by rewrite big1 // => a _; rewrite big1.
by apply: eq_bigr => a _; rewrite mxE; apply: eq_bigr => b _; rewrite !mxE mulrC.
Qed.

Lemma crossed i k : Ex (deviation i * sampling k) = 0.
Proof.
rewrite /deviation /sampling mulr_suml Ex_sum big1 // => a _; rewrite mulr_sumr Ex_sum big1 // => l _.
have -> : x a 0 * d i a 0 * (weights k 0 l * eta k l 0) = x a 0 * weights k 0 l * (d i a 0 * eta k l 0).
  by rewrite !mulrA; congr (_ * _); rewrite mulrAC.
by apply: cross; apply: products_of_inputs => //; apply: weight_inputs.
Qed.

Lemma samplings i k : Ex (sampling i * sampling k) = if i == k then mu * cost i else 0.
Proof.
have swap (f g h l : A) : f * g * (h * l) = f * h * (g * l) by rewrite !mulrA; congr (_ * _); rewrite mulrAC.
have in2 l m : inputs (weights i 0 l * weights k 0 m) by apply: products_of_inputs; apply: weight_inputs.
case: eqVneq => [E|ne]; last first.
  rewrite /sampling mulr_suml Ex_sum big1 // => l _; rewrite mulr_sumr Ex_sum big1 // => m _.
  by rewrite swap label_errors_of_two.
rewrite -{k}E in in2 *.
have -> : Ex (sampling i * sampling i) = mu * Ex (\sum_l weights i 0 l ^+ 2).
  rewrite /sampling mulr_suml !Ex_sum mulr_sumr; apply: eq_bigr => l _; rewrite mulr_sumr Ex_sum (bigD1 l) //= big1.
    rewrite addr0 swap label_errors; last by apply: products_of_inputs; apply: weight_inputs.
    by rewrite eqxx mean_noise ?expr2 //; apply: products_of_inputs; apply: weight_inputs.
  move=> m ml; rewrite swap label_errors; last by apply: products_of_inputs; apply: weight_inputs.
  by rewrite eq_sym (negbTE ml).
have -> : \sum_l weights i 0 l ^+ 2 = \sum_a \sum_b x a 0 * x b 0 * W i b a.
  rewrite squares_of_weights carry_square; apply: eq_bigr => a _; apply: eq_bigr => b _.
  by rewrite mxE.
congr (_ * _); rewrite Ex_sum; apply: eq_bigr => a _; rewrite Ex_sum mxE; apply: eq_bigr => b _.
by rewrite fresh !mxE.
Qed.

(* Theorem 4.1: the own fit. Nothing about the coefficients is needed. *)
Theorem local_regression j : Ex ((prediction (fit j) - prediction (coefficients_of j)) ^+ 2) =
  mu * \tr (second_moment *m mean_inverse j).
Proof.
rewrite prediction_fit prediction_own addrAC subrr add0r expr2.
by have := samplings j j; rewrite eqxx.
Qed.

(* Theorem 4.2 for any covariance of the coefficients. *)
Theorem any_covariance v j : \sum_i v i = 1 -> Ex (miss v j ^+ 2) =
  mu * (\sum_i v i ^+ 2 * cost i)
  + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * \tr (second_moment *m cov^T).
Proof.
move=> one; pose E (f g : A) := Ex (f * g).
have sym f g : E f g = E g f by rewrite /E mulrC.
have add f g h : E (f + g) h = E f h + E g h by rewrite /E mulrDl Ex_add.
have scale c f h : E (c *: f) h = c * E f h by rewrite /E -scalerAl Ex_scale.
have ee i k : E (sampling i) (sampling k) = if i == k then mu / (cost i)^-1 else 0 by rewrite invrK; apply: samplings.
have := theorem_4_2 sym add scale (prediction mean) deviations ee crossed j one; rewrite /E -expr2 => formula.
have -> : miss v j = \sum_i v i *: estimate (prediction mean) deviation sampling i - theta (prediction mean) deviation j.
  rewrite /miss prediction_own; congr (_ - _).
  rewrite /mixture (big_morph prediction predictionD prediction_0); apply: eq_bigr => i _.
  by rewrite prediction_scale prediction_fit -scalerAl mul1r.
by rewrite formula; congr (_ * _ + _); apply: eq_bigr => i _; rewrite invrK.
Qed.

Section Uncorrelated.
Variable variance : 'I_D -> K.
Hypothesis uncorrelated : forall a b, cov a b = if a == b then variance a else 0.
Definition spread := \sum_a Ex (x a 0 ^+ 2) * variance a.

Lemma spread_is : \tr (second_moment *m cov^T) = spread.
Proof.
apply: eq_bigr => a _; rewrite mxE (bigD1 a) //= big1 => [|b ba]; first by rewrite !mxE uncorrelated eqxx addr0 -expr2.
by rewrite !mxE uncorrelated eq_sym (negbTE ba) mulr0.
Qed.

(* Theorem 4.2: uncorrelated coefficients. *)
Theorem fine_regression v j : \sum_i v i = 1 -> Ex (miss v j ^+ 2) =
  mu * (\sum_i v i ^+ 2 * cost i) + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * spread.
Proof. by move=> one; rewrite any_covariance // spread_is. Qed.

(* Corollaries 4.3 and 4.4: shares in the sum of all data points; w is what member j keeps for its own fit. *)
Definition all_points := (\sum_i n i)%N.
Definition share (w : K) j i := w * (i == j)%:R + (1 - w) * ((n i)%:R / all_points%:R).

Lemma shares w j : (0 < n j)%N -> [/\ \sum_i share w j i = 1,
    \sum_(i | i != j) share w j i ^+ 2 = (1 - w) ^+ 2 * ((\sum_(i | i != j) (n i)%:R ^+ 2) / all_points%:R ^+ 2) &
    \sum_(i | i != j) share w j i = (1 - w) * ((all_points%:R - (n j)%:R) / all_points%:R)].
Proof. exact: sums_of_shares. Qed.

Theorem coarse_regression w j : (0 < n j)%N -> Ex (miss (share w j) j ^+ 2) =
  mu * (1 - w) ^+ 2 * (\sum_i (n i)%:R ^+ 2 / all_points%:R ^+ 2 * cost i)
  + mu * (w ^+ 2 + 2%:R * w * (1 - w) * (n j)%:R / all_points%:R) * cost j
  + (1 - w) ^+ 2 * (((\sum_(i | i != j) (n i)%:R ^+ 2) + (all_points%:R - (n j)%:R) ^+ 2) / all_points%:R ^+ 2) * spread.
Proof.
move=> nj; have [one squares sums] := shares w nj; have N : all_points%:R != 0 :> K.
  by rewrite pnatr_eq0 -lt0n /all_points (bigD1 j) //= ltn_addr.
rewrite fine_regression // squares sums; congr (_ + _); last first.
  by move: (\sum_(i | _) _) ((n j)%:R : K) (all_points%:R : K) N => q a p p0; field.
have -> : \sum_i share w j i ^+ 2 * cost i = share w j j ^+ 2 * cost j
    + (1 - w) ^+ 2 * (\sum_(i | i != j) (n i)%:R ^+ 2 / all_points%:R ^+ 2 * cost i).
  rewrite (bigD1 j) //=; congr (_ + _); rewrite mulr_sumr; apply: eq_bigr => i /negPf e.
  by rewrite /share e mulr0 add0r exprMn expr_div_n !mulrA.
rewrite [\sum_i _ / _ * _](bigD1 j) //= /share eqxx mulr1; set others := \sum_(i | i != j) _.
by move: others (cost j) ((n j)%:R : K) (all_points%:R : K) N => q c a p p0; field.
Qed.

Theorem uniform_regression j : (0 < n j)%N ->
  Ex (miss (fun i => (n i)%:R / all_points%:R) j ^+ 2) =
  mu * (\sum_i (n i)%:R ^+ 2 / all_points%:R ^+ 2 * cost i)
  + ((\sum_(i | i != j) (n i)%:R ^+ 2) + (all_points%:R - (n j)%:R) ^+ 2) / all_points%:R ^+ 2 * spread.
Proof.
move=> nj; have := coarse_regression 0 nj.
have -> : miss (share 0 j) j = miss (fun i => (n i)%:R / all_points%:R) j.
  rewrite /miss /mixture; congr (prediction _ - _); apply: eq_bigr => i _.
  by rewrite /share mul0r add0r subr0 mul1r.
by move=> ->; rewrite subr0 expr1n !mul1r mulr1 expr0n mulr0 !mul0r addr0 mulr0 mul0r addr0.
Qed.
End Uncorrelated.
End Regression.
