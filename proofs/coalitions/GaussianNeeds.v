(* What Theorem 4.1 with Gaussian inputs (Gaussian.v) needs: one member, one input, and a fixed design of which one row
   is not 0. Random variables are polynomials over the rationals, of which [Ex] adds four coefficients, and inputs are
   numbers. Label errors are X, X^3 and X^9, so that the product of two has the mean 1 if they are the same, and else 0.
   Not modelled: a law that is Gaussian. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Regression Wishart Gaussian.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition variables := [comAlgType rat of {poly rat}].
Definition Ex (f : variables) : rat := let p := f : {poly rat} in p`_0 + p`_2 + p`_6 + p`_18.
Lemma Ex_add f g : Ex (f + g) = Ex f + Ex g.
Proof. by rewrite /Ex !coefD; ring. Qed.
Lemma Ex_scale c f : Ex (c *: f) = c * Ex f.
Proof. by rewrite /Ex !coefZ; ring. Qed.
Definition number (f : variables) := exists c, f = c%:A.

(* Of two label errors the product has the mean 1 if they are the same, and else 0. *)
Definition label (k : nat) : variables := ('X^(3 ^ k) : {poly rat}).
Lemma Ex_one : Ex 1 = 1.
Proof. by rewrite /Ex !coef1 /= !addr0. Qed.
Lemma Ex_number c : Ex c%:A = c. Proof. by rewrite Ex_scale Ex_one mulr1. Qed.
Lemma Ex_labels k l : (k < 3)%N -> (l < 3)%N -> Ex (label k * label l) = if k == l then 1 else 0.
Proof.
have -> : Ex (label k * label l) = ((0 == 3 ^ k + 3 ^ l)%N)%:R + ((2 == 3 ^ k + 3 ^ l)%N)%:R
    + ((6 == 3 ^ k + 3 ^ l)%N)%:R + ((18 == 3 ^ k + 3 ^ l)%N)%:R.
  by rewrite /Ex /label -exprD !coefXn.
by case: k => [|[|[|k]]] //; case: l => [|[|[|l]]] //= _ _; rewrite ?addr0 ?add0r.
Qed.

(* One member with m + 1 rows, of which the first is t, and u as the fresh input. *)
Section Member.
Variables (m : nat) (small : (m < 3)%N) (t u : rat) (t0 : t != 0).
Definition design (_ : unit) : 'M[variables]_(m.+1, 1) := \matrix_(l, a) (if l == 0 then t%:A else 0).
Definition weight (_ : unit) : 'M[variables]_1 := const_mx ((t ^- 2)%:A).
Definition errors (_ : unit) : 'cV[variables]_m.+1 := \col_l label l.
Definition column : 'cV[variables]_1 := const_mx u%:A.
Definition zeros (_ : unit) : 'cV[variables]_1 := 0.

Lemma design_square i : (design i)^T *m design i = const_mx ((t ^+ 2)%:A).
Proof.
apply/matrixP => a b; rewrite !mxE big_ord_recl !mxE /= big1 => [|l _]; last by rewrite !mxE /= mul0r.
by rewrite addr0 -scalerAl mul1r scalerA expr2.
Qed.
Lemma inverse i : weight i *m ((design i)^T *m design i) = 1%:M.
Proof.
rewrite design_square; apply/matrixP => a b; rewrite !(mxE, big_ord1) !ord1 eqxx.
by rewrite -scalerAl mul1r scalerA mulVf ?scale1r // expf_neq0.
Qed.
Lemma numbers_are : forall c, number c%:A. Proof. by move=> c; exists c. Qed.
Lemma sums f g : number f -> number g -> number (f + g).
Proof. by move=> [b ->] [c ->]; exists (b + c); rewrite scalerDl. Qed.
Lemma products f g : number f -> number g -> number (f * g).
Proof. by move=> [b ->] [c ->]; exists (b * c); rewrite -scalerAl mul1r scalerA. Qed.
Lemma fresh_in a : number (column a 0). Proof. by rewrite mxE; apply: numbers_are. Qed.
Lemma own_in i l a : number (design i l a).
Proof. by rewrite mxE; case: ifP => _; [exists t|exists 0; rewrite scale0r]. Qed.
Lemma inverse_in i a b : number (weight i a b). Proof. by rewrite mxE; apply: numbers_are. Qed.
Lemma label_errors f (i : unit) (k l : 'I_m.+1) : number f ->
  Ex (f * (errors i k 0 * errors i l 0)) = if k == l then Ex (f * 1) else 0.
Proof.
move=> [c ->]; rewrite !mxE -scalerAl mul1r Ex_scale Ex_labels; try exact: leq_trans (ltn_ord _) small.
by rewrite mulr1 Ex_number -val_eqE /=; case: ifP; rewrite ?mulr1 ?mulr0.
Qed.
Lemma mean_noise f (i : unit) : number f -> Ex (f * 1) = 1 * Ex f.
Proof. by rewrite mulr1 mul1r. Qed.
Lemma nobody_else f (i k : unit) (p q : 'I_m.+1) : number f -> i != k -> Ex (f * (errors i p 0 * errors k q 0)) = 0.
Proof. by case: i k => -[]; rewrite eqxx. Qed.
Lemma fresh (i : unit) (a b c e : 'I_1) :
  Ex (column a 0 * column b 0 * weight i c e) = Ex (column a 0 * column b 0) * Ex (weight i c e).
Proof. by rewrite !mxE -scalerAl mul1r scalerA -scalerAl mul1r scalerA !Ex_number. Qed.
Lemma missed : Ex ((prediction column (fit design weight errors 0 zeros tt)
  - prediction column (coefficients_of 0 zeros tt)) ^+ 2) = (u / t) ^+ 2.
Proof.
have -> : coefficients_of 0 zeros tt = 0 by rewrite /coefficients_of addr0.
have -> : fit design weight errors 0 zeros tt = const_mx (t^-1 *: label 0).
  apply/matrixP => a b; rewrite /fit /labels /coefficients_of addr0 mulmx0 add0r !(mxE, big_ord1).
  rewrite big_ord_recl !mxE /= big1 => [|l _]; last by rewrite !mxE /= mul0r.
  by rewrite addr0 -!scalerAl !mul1r scalerA; congr (_ *: _); field.
rewrite /prediction mulmx0 [(0 : 'M_1) 0 0]mxE subr0 !(mxE, big_ord1) -scalerAl mul1r scalerA.
by rewrite exprZn Ex_scale (expr2 (label 0)) Ex_labels //= mulr1.
Qed.
End Member.

(* A design that is fixed has another error than a Gaussian one; and with one row nothing is asked of [gaussian]. *)
Theorem local_gaussian_needs_15 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I ->
  nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex f)
  -> Ex 1 = 1 -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean :
  'cV_D) (d : I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), (forall i : I, W i *m ((X i)^T *m X i) =
  1%:M) -> (forall c : K, inputs c%:A) -> (forall f g : A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g :
  A, inputs f -> inputs g -> inputs (f * g)) -> (forall a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i))
  (a : 'I_D), inputs (X i l a)) -> (forall (i : I) (a b : 'I_D), inputs (W i a b)) -> (forall (f : A) (i : I) (l m :
  'I_(n i)), inputs f -> Ex (f * (eta i l 0 * eta i m 0)) = (if l == m then Ex (f * noise i) else 0)) -> (forall (f
  : A) (i : I), inputs f -> Ex (f * noise i) = mu * Ex f) -> (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n
  k)), inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0) -> (forall (i : I) (a b c e : 'I_D), Ex (x a 0 *
  x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e)) -> forall j : I, True -> (D.+1 < n j)%N -> Ex ((prediction x
  (fit X W eta mean d j) - prediction x (coefficients_of mean d j)) ^+ 2) = mu * (D%:R / ((n j)%:R - D%:R - 1))).
Proof.
move=> H; have := H _ _ _ 1%N (fun=> 2.+1) Ex Ex_add Ex_scale Ex_one (design 2 2%:R) (weight 2%:R) (errors 2)
  (column 1) 0 zeros (fun=> 1) 1 number (@inverse 2 2%:R isT) numbers_are sums products
  (fresh_in 1) (@own_in 2 2%:R) (inverse_in 2%:R) (@label_errors 2 erefl) mean_noise (@nobody_else 2) (fresh 2%:R 1)
  tt I erefl.
by rewrite missed // => /eqP; vm_compute.
Qed.

Theorem local_gaussian_needs_16 : ~ (forall (K : realFieldType) (A : comAlgType K) (I : finType) (D : nat) (n : I ->
  nat) (Ex : A -> K), (forall f g : A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex f)
  -> Ex 1 = 1 -> forall (X : forall i : I, 'M_(n i, D)) (W : I -> 'M_D) (eta : forall i : I, 'cV_(n i)) (x mean :
  'cV_D) (d : I -> 'cV_D) (noise : I -> A) (mu : K) (inputs : A -> Prop), (forall i : I, W i *m ((X i)^T *m X i) =
  1%:M) -> (forall c : K, inputs c%:A) -> (forall f g : A, inputs f -> inputs g -> inputs (f + g)) -> (forall f g :
  A, inputs f -> inputs g -> inputs (f * g)) -> (forall a : 'I_D, inputs (x a 0)) -> (forall (i : I) (l : 'I_(n i))
  (a : 'I_D), inputs (X i l a)) -> (forall (i : I) (a b : 'I_D), inputs (W i a b)) -> (forall (f : A) (i : I) (l m :
  'I_(n i)), inputs f -> Ex (f * (eta i l 0 * eta i m 0)) = (if l == m then Ex (f * noise i) else 0)) -> (forall (f
  : A) (i : I), inputs f -> Ex (f * noise i) = mu * Ex f) -> (forall (f : A) (i k : I) (l : 'I_(n i)) (m : 'I_(n
  k)), inputs f -> i != k -> Ex (f * (eta i l 0 * eta k m 0)) = 0) -> (forall (i : I) (a b c e : 'I_D), Ex (x a 0 *
  x b 0 * W i c e) = Ex (x a 0 * x b 0) * Ex (W i c e)) -> forall j : I, gaussian Ex (X j) (second_moment Ex x) ->
  True -> Ex ((prediction x (fit X W eta mean d j) - prediction x (coefficients_of mean d j)) ^+ 2) = mu * (D%:R /
  ((n j)%:R - D%:R - 1))).
Proof.
move=> H; have := H _ _ _ 1%N (fun=> 0.+1) Ex Ex_add Ex_scale Ex_one (design 0 1) (weight 1) (errors 0)
  (column 1) 0 zeros (fun=> 1) 1 number (@inverse 0 1 isT) numbers_are sums products
  (fresh_in 1) (@own_in 0 1) (inverse_in 1) (@label_errors 0 erefl) mean_noise (@nobody_else 0) (fresh 1 1)
  tt (fun few => match notF few with end) I.
by rewrite missed // => /eqP; vm_compute.
Qed.
