(* Expected errors in linear regression with Gaussian inputs (coalitions/theorem-4-1-gaussian, theorem-4-2-gaussian,
   corollary-4-3-gaussian, corollary-4-4-gaussian). Any number of members, data points and inputs, any ordered field.
   Modelled: as in Regression.v. [gaussian Z C] stands for: the rows of the design Z are independent draws from one
   Gaussian distribution with mean 0 and covariance C. Nothing is used of it but the next paragraph. [Sigma i] is the
   covariance of the inputs of member i, and the fresh input x is one of member j.
   NOT PROVED HERE, and a hypothesis of every theorem: [inverse_wishart], the mean of the inverse of a Wishart matrix.
   If the m rows of Z are Gaussian with an invertible covariance C, and m > D + 1, then the mean of (Z^T Z)^-1 is
   C^-1 / (m - D - 1). The book derives it on a page (coalitions/theorem-4-1-proof-inverse-wishart).
   Proved: that the covariance cancels, and each error from the hypotheses on.
   Not modelled: measure theory, that expectations exist. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions RegressionSums Regression.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gaussian.
Variables (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I -> nat).
Variable Ex : A -> K.
Hypotheses (Ex_add : forall f g, Ex (f + g) = Ex f + Ex g) (Ex_scale : forall c f, Ex (c *: f) = c * Ex f).
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

(* Gaussian designs, the covariances of the members' inputs, and the member on whose inputs the fits are tried. *)
Variables (gaussian : forall m, 'M[A]_(m, D) -> 'M[K]_D -> Prop) (Sigma : I -> 'M[K]_D) (j : I).
(* The one fact about Gaussian designs, which is not proved here. *)
Definition inverse_wishart := forall m (Z : 'M[A]_(m, D)) (V : 'M[A]_D) (C : 'M[K]_D), gaussian Z C -> C \in unitmx ->
  V *m (Z^T *m Z) = 1%:M -> (D.+1 < m)%N -> map_mx Ex V = (m%:R - D%:R - 1)^-1 *: invmx C.
Hypothesis mean_of_the_inverse : inverse_wishart.
Hypothesis fresh_covariance : second_moment Ex x = Sigma j.

Local Notation error t := (Ex ((prediction x t - prediction x (coefficients_of mean d j)) ^+ 2)).
Local Notation fit := (fit X W eta mean d).
Local Notation mixture := (mixture X W eta mean d).

(* What the noise of a member costs, whatever its covariance; and with a common one nothing is left of it. *)
Lemma cost_of_two_covariances i : gaussian (X i) (Sigma i) -> Sigma i \in unitmx -> (D.+1 < n i)%N ->
  cost Ex W x i = \tr (Sigma j *m invmx (Sigma i)) / ((n i)%:R - D%:R - 1).
Proof.
move=> normal unit many; rewrite /cost fresh_covariance /mean_inverse.
rewrite (mean_of_the_inverse normal unit (inverse i) many).
by rewrite -scalemxAr mxtraceZ mulrC.
Qed.
Lemma covariance_cancels i : Sigma i = Sigma j -> Sigma i \in unitmx -> \tr (Sigma j *m invmx (Sigma i)) = D%:R.
Proof. by move=> <- unit; rewrite mulmxV // mxtrace1. Qed.

(* Theorem 4.1, Gaussian inputs. *)
Theorem local_gaussian : gaussian (X j) (Sigma j) -> Sigma j \in unitmx -> (D.+1 < n j)%N ->
  error (fit j) = mu * (D%:R / ((n j)%:R - D%:R - 1)).
Proof.
move=> normal unit many; have := local_regression Ex_add Ex_scale mean d inverse numbers_are_inputs sums_of_inputs
  products_of_inputs fresh_inputs own_inputs inverse_inputs label_errors mean_noise label_errors_of_two fresh j.
by move=> ->; rewrite -[\tr _]/(cost Ex W x j) cost_of_two_covariances // covariance_cancels.
Qed.

(* From here on all members mix their fits. Coefficients are uncorrelated, across members and among each other. *)
Variables (cov : 'M[K]_D) (variance : 'I_D -> K).
Hypothesis coefficients : forall f i k a b, inputs f ->
  Ex (f * (d i a 0 * d k b 0)) = if i == k then cov a b * Ex f else 0.
Hypothesis cross : forall f i k a l, inputs f -> Ex (f * (d i a 0 * eta k l 0)) = 0.
Hypothesis uncorrelated : forall a b, cov a b = if a == b then variance a else 0.
Hypothesis all_gaussian : forall i, gaussian (X i) (Sigma i).
Hypothesis all_invertible : forall i, Sigma i \in unitmx.
Hypothesis all_many : forall i, (D.+1 < n i)%N.
Local Notation spread := (spread Ex x variance).
Local Notation N := ((all_points n)%:R : K).
Local Notation size i := ((n i)%:R : K).

(* Theorem 4.2 with different covariances: the terms that stand there otherwise. *)
Theorem fine_gaussian_of_any_covariances v : \sum_i v i = 1 -> error (mixture v) =
  mu * (\sum_i v i ^+ 2 * (\tr (Sigma j *m invmx (Sigma i)) / (size i - D%:R - 1)))
  + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * spread.
Proof.
move=> one; have := fine_regression Ex_add Ex_scale mean inverse numbers_are_inputs sums_of_inputs products_of_inputs
  fresh_inputs own_inputs inverse_inputs coefficients label_errors mean_noise label_errors_of_two cross fresh
  uncorrelated j one.
rewrite /miss => ->; congr (_ * _ + _); apply: eq_bigr => i _.
by rewrite cost_of_two_covariances.
Qed.

(* All members share one covariance. *)
Hypothesis common_covariance : forall i, Sigma i = Sigma j.
Lemma common_cost i : cost Ex W x i = D%:R / (size i - D%:R - 1).
Proof. by rewrite cost_of_two_covariances // covariance_cancels. Qed.

(* Theorem 4.2, Gaussian inputs. *)
Theorem fine_gaussian v : \sum_i v i = 1 -> error (mixture v) =
  mu * (\sum_i v i ^+ 2 * (D%:R / (size i - D%:R - 1)))
  + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * spread.
Proof.
move=> one; rewrite fine_gaussian_of_any_covariances //; congr (_ * _ + _); apply: eq_bigr => i _.
by rewrite covariance_cancels.
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
rewrite /miss => ->; rewrite common_cost; congr (_ * _ + _ + _); apply: eq_bigr => i _.
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
