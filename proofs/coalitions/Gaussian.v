(* Expected errors in linear regression with Gaussian inputs (coalitions/theorem-4-1-gaussian, theorem-4-2-gaussian,
   corollary-4-3-gaussian, corollary-4-4-gaussian, new-effective-sizes). Any number of members, data points and inputs,
   any ordered field.
   Modelled: as in Regression.v, and Gaussian designs as in Wishart.v: their law enters by integration by parts. The
   covariance of a fresh input, whose mean is 0, is its second moment. So members draw from one and the same
   distribution where each design is [gaussian] with the second moment of the fresh input. In
   [fine_gaussian_of_any_covariances] member i has its own covariance, [Sigma i].
   Proved: the mean of an inverse Wishart matrix (Wishart.v), that the covariance cancels, and each error.
   Not modelled: measure theory, that expectations exist. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions RegressionSums Regression Wishart.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gaussian.
Variables (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I -> nat).
Variable Ex : A -> K.
Hypotheses (Ex_add : forall f g, Ex (f + g) = Ex f + Ex g) (Ex_scale : forall c f, Ex (c *: f) = c * Ex f).
Hypothesis Ex_one : Ex 1 = 1.
Variables (X : forall i, 'M[A]_(n i, D)) (W : I -> 'M[A]_D) (eta : forall i, 'cV[A]_(n i)).
Variables (x mean : 'cV[A]_D) (d : I -> 'cV[A]_D) (noise : I -> A) (mu : K).
Variable inputs : A -> Prop.
Hypothesis inverse : forall i, W i *m ((X i)^T *m X i) = 1%:M.
Hypothesis numbers_are_inputs : forall c, inputs (c%:A).
Hypothesis sums_of_inputs : forall f g, inputs f -> inputs g -> inputs (f + g).
Hypothesis products_of_inputs : forall f g, inputs f -> inputs g -> inputs (f * g).
Hypothesis fresh_inputs : forall a, inputs (x a 0).
Hypothesis own_inputs : forall i l a, inputs (X i l a).
Hypothesis inverse_inputs : forall i a b, inputs (W i a b).
Hypothesis label_errors : forall f i l m, inputs f ->
  Ex (f * (eta i l 0 * eta i m 0)) = if l == m then Ex (f * noise i) else 0.
Hypothesis mean_noise : forall f i, inputs f -> Ex (f * noise i) = mu * Ex f.
Hypothesis label_errors_of_two : forall f i k l m, inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0.
Hypothesis fresh : forall i a b c e, Ex (x a 0 * x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e).

(* The member on whose inputs the fits are tried. *)
Variable j : I.
Local Notation error t := (Ex ((prediction x t - prediction x (coefficients_of mean d j)) ^+ 2)).
Local Notation fit := (fit X W eta mean d).
Local Notation mixture := (mixture X W eta mean d).

(* What the noise of a member costs, whatever its covariance; and with that of the fresh input nothing is left of it. *)
Lemma cost_of_two_covariances i C : gaussian Ex (X i) C -> (D.+1 < n i)%N ->
  cost Ex W x i = \tr (second_moment Ex x *m invmx C) / ((n i)%:R - D%:R - 1).
Proof.
move=> normal many; have [_ mean_is] := mean_of_the_inverse Ex_add Ex_scale Ex_one (inverse i) normal many.
by rewrite /cost /mean_inverse mean_is -scalemxAr mxtraceZ mulrC.
Qed.
Lemma common_cost i : gaussian Ex (X i) (second_moment Ex x) -> (D.+1 < n i)%N ->
  cost Ex W x i = D%:R / ((n i)%:R - D%:R - 1).
Proof.
move=> normal many; have [unit _] := mean_of_the_inverse Ex_add Ex_scale Ex_one (inverse i) normal many.
by rewrite (cost_of_two_covariances normal many) mulmxV // mxtrace1.
Qed.

(* Theorem 4.1, Gaussian inputs. *)
Theorem local_gaussian : gaussian Ex (X j) (second_moment Ex x) -> (D.+1 < n j)%N ->
  error (fit j) = mu * (D%:R / ((n j)%:R - D%:R - 1)).
Proof.
move=> normal many; have := local_regression Ex_add Ex_scale mean d inverse numbers_are_inputs sums_of_inputs
  products_of_inputs fresh_inputs own_inputs inverse_inputs label_errors mean_noise label_errors_of_two fresh j.
by move=> ->; rewrite -[\tr _]/(cost Ex W x j) common_cost.
Qed.

(* From here on all members mix their fits. Coefficients are uncorrelated, across members and among each other. *)
Variables (cov : 'M[K]_D) (variance : 'I_D -> K).
Hypothesis coefficients : forall f i k a b, inputs f ->
  Ex (f * (d i a 0 * d k b 0)) = if i == k then cov a b * Ex f else 0.
Hypothesis cross : forall f i k a l, inputs f -> Ex (f * (d i a 0 * eta k l 0)) = 0.
Hypothesis uncorrelated : forall a b, cov a b = if a == b then variance a else 0.
Hypothesis all_many : forall i, (D.+1 < n i)%N.
Local Notation spread := (spread Ex x variance).
Local Notation N := ((all_points n)%:R : K).
Local Notation size i := ((n i)%:R : K).

(* Theorem 4.2 with different covariances: the terms that stand there otherwise. *)
Theorem fine_gaussian_of_any_covariances (Sigma : I -> 'M[K]_D) v :
  (forall i, gaussian Ex (X i) (Sigma i)) -> \sum_i v i = 1 -> error (mixture v) =
  mu * (\sum_i v i ^+ 2 * (\tr (second_moment Ex x *m invmx (Sigma i)) / (size i - D%:R - 1)))
  + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * spread.
Proof.
move=> all_normal one; have := fine_regression Ex_add Ex_scale mean inverse numbers_are_inputs sums_of_inputs
  products_of_inputs fresh_inputs own_inputs inverse_inputs coefficients label_errors mean_noise label_errors_of_two
  cross fresh uncorrelated j one.
rewrite /miss => ->; congr (_ * _ + _); apply: eq_bigr => i _.
by rewrite (cost_of_two_covariances (all_normal i)).
Qed.

(* All members share one covariance, that of the fresh input. *)
Hypothesis all_gaussian : forall i, gaussian Ex (X i) (second_moment Ex x).

(* Theorem 4.2, Gaussian inputs. *)
Theorem fine_gaussian v : \sum_i v i = 1 -> error (mixture v) =
  mu * (\sum_i v i ^+ 2 * (D%:R / (size i - D%:R - 1)))
  + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * spread.
Proof.
move=> one; have := fine_regression Ex_add Ex_scale mean inverse numbers_are_inputs sums_of_inputs
  products_of_inputs fresh_inputs own_inputs inverse_inputs coefficients label_errors mean_noise label_errors_of_two
  cross fresh uncorrelated j one.
rewrite /miss => ->; congr (_ * _ + _); apply: eq_bigr => i _.
by rewrite common_cost.
Qed.

(* So with any weights regression has the error of mean estimation with the sizes n - D - 1 and the noise D mu. *)
Theorem effective_sizes v (V : lmodType K) (E : V -> V -> K) (m : V) (p e : I -> V) : \sum_i v i = 1 ->
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) ->
  (forall i k, E (p i) (p k) = if i == k then spread else 0) ->
  (forall i k, E (e i) (e k) = if i == k then D%:R * mu / (size i - D%:R - 1) else 0) ->
  (forall i k, E (p i) (e k) = 0) ->
  let of_mean := \sum_i v i *: estimate m p e i - theta m p j in
  error (mixture v) = E of_mean of_mean.
Proof.
move=> one sym add scale pp ee pe of_mean; rewrite (fine_gaussian one) /of_mean.
rewrite (theorem_4_2 (n := fun i => size i - D%:R - 1) sym add scale m pp ee pe j one); congr (_ + _).
rewrite !mulr_sumr; apply: eq_bigr => i _.
by move: (_^-1) => y; ring.
Qed.

Let some_points : (0 < n j)%N := leq_ltn_trans (leq0n D.+1) (all_many j).

(* Corollary 4.4, Gaussian inputs, corrected: the member's own term has its own number of data points. *)
Theorem coarse_gaussian w : error (mixture (share n w j)) =
  mu * (1 - w) ^+ 2 * (\sum_i size i ^+ 2 / N ^+ 2 * (D%:R / (size i - D%:R - 1)))
  + mu * (w ^+ 2 + 2%:R * w * (1 - w) * size j / N) * (D%:R / (size j - D%:R - 1))
  + (1 - w) ^+ 2 * (((\sum_(i | i != j) size i ^+ 2) + (N - size j) ^+ 2) / N ^+ 2) * spread.
Proof.
have := coarse_regression Ex_add Ex_scale mean inverse numbers_are_inputs sums_of_inputs products_of_inputs
  fresh_inputs own_inputs inverse_inputs coefficients label_errors mean_noise label_errors_of_two cross fresh
  uncorrelated w some_points.
rewrite /miss => ->; rewrite common_cost //; congr (_ * _ + _ + _); apply: eq_bigr => i _.
by rewrite common_cost.
Qed.

(* Corollary 4.3, Gaussian inputs. *)
Theorem uniform_gaussian : error (mixture (fun i => size i / N)) =
  mu * (\sum_i size i ^+ 2 / N ^+ 2 * (D%:R / (size i - D%:R - 1)))
  + ((\sum_(i | i != j) size i ^+ 2) + (N - size j) ^+ 2) / N ^+ 2 * spread.
Proof.
have := uniform_regression Ex_add Ex_scale mean inverse numbers_are_inputs sums_of_inputs products_of_inputs
  fresh_inputs own_inputs inverse_inputs coefficients label_errors mean_noise label_errors_of_two cross fresh
  uncorrelated some_points.
by rewrite /miss => ->; congr (_ * _ + _); apply: eq_bigr => i _; rewrite common_cost.
Qed.
End Gaussian.
