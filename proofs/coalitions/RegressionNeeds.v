(* What the theorems of Regression.v need: one member, one data point, one input, and random variables that are numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Regression.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition numbers := [comAlgType rat of rat^o].
Definition one_by_one (c : rat) : 'M[numbers]_1 := const_mx (c : numbers).
Definition anything (_ : numbers) := True.
Lemma entry c i j : one_by_one c i j = c. Proof. by rewrite mxE. Qed.

(* An expectation that multiplies by c: the inverse is w, the label error e, its variance z, the coefficient t. *)
Definition Ex (c : rat) (f : numbers) : rat := c * (f : rat).
Lemma Ex_add c f g : Ex c (f + g) = Ex c f + Ex c g. Proof. exact: mulrDr. Qed.
Lemma Ex_scale c k f : Ex c (k *: f) = k * Ex c f. Proof. exact: mulrCA. Qed.
Definition every (c : rat) (_ : unit) := one_by_one c.
Lemma inverse w : w = 1 -> forall i, every w i *m ((every 1 i)^T *m every 1 i) = 1%:M.
Proof. by move=> -> i; apply/matrixP => k l; rewrite !(mxE, big_ord1) !ord1 /= !mulr1. Qed.
Lemma label_errors c e z : e ^+ 2 = z -> forall (f : numbers) (i : unit) (l m : 'I_1), anything f ->
  Ex c (f * (every e i l 0 * every e i m 0)) = if l == m then Ex c (f * z) else 0.
Proof. by move=> <- f i l m _; rewrite !entry !ord1 eqxx expr2. Qed.
Lemma mean_noise c z m : z = m -> forall (f : numbers) (i : unit), anything f -> Ex c (f * z) = m * Ex c f.
Proof. by move=> -> f i _; rewrite /Ex mulrA [RHS]mulrC. Qed.
Lemma nobody_else c e (f : numbers) (i k : unit) (l m : 'I_1) : anything f -> i != k ->
  Ex c (f * (every e i l 0 * every e k m 0)) = 0.
Proof. by case: i k => -[]; rewrite eqxx. Qed.
Lemma fresh c w : c = 1 -> forall (i : unit) (a b k l : 'I_1),
  Ex c (one_by_one 1 a 0 * one_by_one 1 b 0 * every w i k l) = Ex c (one_by_one 1 a 0 * one_by_one 1 b 0) * Ex c (every w i k l).
Proof. by move=> -> i a b k l; rewrite !entry /Ex !mul1r. Qed.
Lemma missed c w e t : Ex c ((prediction (one_by_one 1) (fit (every 1) (every w) (every e) (one_by_one t) (every 0) tt)
  - prediction (one_by_one 1) (coefficients_of (one_by_one t) (every 0) tt)) ^+ 2) = c * (w * (t + e) - t) ^+ 2.
Proof. by rewrite /prediction /fit /labels /coefficients_of !(mxE, big_ord1) !mul1r addr0. Qed.
Lemma costs c w : \tr (second_moment (Ex c) (one_by_one 1) *m mean_inverse (Ex c) (every w) tt) = c * (c * w).
Proof. by rewrite /mxtrace /second_moment /mean_inverse !(mxE, big_ord1) /Ex !mulr1. Qed.

Theorem local_regression_needs_3 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I
  -> nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex
  f) -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean : 'cV_D) (d :
  I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), True -> (forall c : K, inputs c%:A) -> (forall f g :
  A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g : A, inputs f -> inputs g -> inputs (f * g)) -> (forall
  a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i)) (a : 'I_D), inputs (X i l a)) -> (forall (i : I) (a b
  : 'I_D), inputs (W i a b)) -> (forall (f : A) (i : I) (l m : 'I_(n i)), inputs f -> Ex (f * (eta i l 0 * eta i m
  0)) = (if l == m then Ex (f * noise i) else 0)) -> (forall (f : A) (i : I), inputs f -> Ex (f * noise i) = mu * Ex
  f) -> (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n k)), inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m
  0)) = 0) -> (forall (i : I) (a b c e : 'I_D), Ex (x a 0 * x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e)) ->
  forall j : I, Ex ((prediction x (fit X W eta mean d j) - prediction x (coefficients_of mean d j)) ^+ 2) = mu * \tr
  (second_moment Ex x *m mean_inverse Ex W j)).
Proof.
move=> H; have := H rat_realFieldType numbers _ 1%N (fun=> 1%N) (Ex 1) (Ex_add 1) (Ex_scale 1) (every 1) (every 2%:R) (every 0)
  (one_by_one 1) (one_by_one 1) (every 0) (fun=> 0) 0 anything I (fun _ => I) (fun _ _ _ _ => I) (fun _ _ _ _ => I) (fun _ => I) (fun _ _ _ => I) (fun _ _ _ => I) (@label_errors 1 0 0 erefl) (@mean_noise 1 0 0 erefl) (@nobody_else 1 0) (@fresh 1 2%:R erefl) tt.
by rewrite missed costs => /eqP; vm_compute.
Qed.

Theorem local_regression_needs_10 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I
  -> nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex
  f) -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean : 'cV_D) (d :
  I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), (forall i : I, W i *m ((X i)^T *m X i) = 1%:M) ->
  (forall c : K, inputs c%:A) -> (forall f g : A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g : A, inputs
  f -> inputs g -> inputs (f * g)) -> (forall a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i)) (a :
  'I_D), inputs (X i l a)) -> (forall (i : I) (a b : 'I_D), inputs (W i a b)) -> True -> (forall (f : A) (i : I),
  inputs f -> Ex (f * noise i) = mu * Ex f) -> (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n k)), inputs f ->
  i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0) -> (forall (i : I) (a b c e : 'I_D), Ex (x a 0 * x b 0 * W i c e)
  = Ex (x a 0 * x b 0) * Ex (W i c e)) -> forall j : I, Ex ((prediction x (fit X W eta mean d j) - prediction x
  (coefficients_of mean d j)) ^+ 2) = mu * \tr (second_moment Ex x *m mean_inverse Ex W j)).
Proof.
move=> H; have := H rat_realFieldType numbers _ 1%N (fun=> 1%N) (Ex 1) (Ex_add 1) (Ex_scale 1) (every 1) (every 1) (every 1)
  (one_by_one 1) (one_by_one 0) (every 0) (fun=> 0) 0 anything (inverse erefl) (fun _ => I) (fun _ _ _ _ => I) (fun _ _ _ _ => I) (fun _ => I) (fun _ _ _ => I) (fun _ _ _ => I) I (@mean_noise 1 0 0 erefl) (@nobody_else 1 1) (@fresh 1 1 erefl) tt.
by rewrite missed costs => /eqP; vm_compute.
Qed.

Theorem local_regression_needs_11 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I
  -> nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex
  f) -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean : 'cV_D) (d :
  I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), (forall i : I, W i *m ((X i)^T *m X i) = 1%:M) ->
  (forall c : K, inputs c%:A) -> (forall f g : A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g : A, inputs
  f -> inputs g -> inputs (f * g)) -> (forall a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i)) (a :
  'I_D), inputs (X i l a)) -> (forall (i : I) (a b : 'I_D), inputs (W i a b)) -> (forall (f : A) (i : I) (l m :
  'I_(n i)), inputs f -> Ex (f * (eta i l 0 * eta i m 0)) = (if l == m then Ex (f * noise i) else 0)) -> True ->
  (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n k)), inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) =
  0) -> (forall (i : I) (a b c e : 'I_D), Ex (x a 0 * x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e)) ->
  forall j : I, Ex ((prediction x (fit X W eta mean d j) - prediction x (coefficients_of mean d j)) ^+ 2) = mu * \tr
  (second_moment Ex x *m mean_inverse Ex W j)).
Proof.
move=> H; have := H rat_realFieldType numbers _ 1%N (fun=> 1%N) (Ex 1) (Ex_add 1) (Ex_scale 1) (every 1) (every 1) (every 1)
  (one_by_one 1) (one_by_one 0) (every 0) (fun=> 1) 0 anything (inverse erefl) (fun _ => I) (fun _ _ _ _ => I) (fun _ _ _ _ => I) (fun _ => I) (fun _ _ _ => I) (fun _ _ _ => I) (@label_errors 1 1 1 erefl) I (@nobody_else 1 1) (@fresh 1 1 erefl) tt.
by rewrite missed costs => /eqP; vm_compute.
Qed.

Theorem local_regression_needs_13 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I
  -> nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex
  f) -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean : 'cV_D) (d :
  I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), (forall i : I, W i *m ((X i)^T *m X i) = 1%:M) ->
  (forall c : K, inputs c%:A) -> (forall f g : A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g : A, inputs
  f -> inputs g -> inputs (f * g)) -> (forall a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i)) (a :
  'I_D), inputs (X i l a)) -> (forall (i : I) (a b : 'I_D), inputs (W i a b)) -> (forall (f : A) (i : I) (l m :
  'I_(n i)), inputs f -> Ex (f * (eta i l 0 * eta i m 0)) = (if l == m then Ex (f * noise i) else 0)) -> (forall (f
  : A) (i : I), inputs f -> Ex (f * noise i) = mu * Ex f) -> (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n
  k)), inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0) -> True -> forall j : I, Ex ((prediction x (fit X
  W eta mean d j) - prediction x (coefficients_of mean d j)) ^+ 2) = mu * \tr (second_moment Ex x *m mean_inverse Ex
  W j)).
Proof.
move=> H; have := H rat_realFieldType numbers _ 1%N (fun=> 1%N) (Ex 2%:R) (Ex_add 2%:R) (Ex_scale 2%:R) (every 1) (every 1) (every 1)
  (one_by_one 1) (one_by_one 0) (every 0) (fun=> 1) 1 anything (inverse erefl) (fun _ => I) (fun _ _ _ _ => I) (fun _ _ _ _ => I) (fun _ => I) (fun _ _ _ => I) (fun _ _ _ => I) (@label_errors 2%:R 1 1 erefl) (@mean_noise 2%:R 1 1 erefl) (@nobody_else 2%:R 1) I tt.
by rewrite missed costs => /eqP; vm_compute.
Qed.
