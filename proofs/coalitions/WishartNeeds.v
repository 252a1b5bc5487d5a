(* What the mean of an inverse Wishart matrix (Wishart.v) needs: random variables that are numbers, one column, and a
   design of which one row is 1. Its inverse is 1, and 0 is tried as its covariance. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Wishart.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition numbers := [comAlgType rat of rat^o].
Definition Ex (f : numbers) : rat := f.
Definition design m : 'M[numbers]_(m.+1, 1) := \matrix_(l, a) (if l == 0 then 1 else 0).
Lemma inverse m : 1%:M *m ((design m)^T *m design m) = 1%:M.
Proof.
rewrite mul1mx; apply/matrixP => a b; rewrite !mxE big_ord_recl !mxE /= big1 => [|l _]; last by rewrite !mxE /= mul0r.
by rewrite addr0 mulr1 !ord1.
Qed.
Lemma not_invertible : (0 : 'M[rat]_1) \in unitmx -> False.
Proof. by rewrite unitmxE det0 unitr0. Qed.

Theorem mean_of_the_inverse_needs_5 : ~ (forall (K : realFieldType) (A : comAlgType K) (Ex : A -> K), (forall f g :
  A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex f) -> Ex 1 = 1 -> forall (m D : nat)
  (Z : 'M_(m, D)) (V C : 'M_D), V *m (Z^T *m Z) = 1%:M -> True -> (D.+1 < m)%N -> C \in unitmx /\ map_mx Ex V =
  (m%:R - D%:R - 1)^-1 *: invmx C).
Proof.
move=> H; have := H _ _ Ex (fun _ _ => erefl) (fun _ _ => erefl) erefl 2.+1 1%N (design 2) 1%:M 0 (inverse 2) I erefl.
by case=> /not_invertible.
Qed.

(* With one row nothing is asked of [gaussian]. *)
Theorem mean_of_the_inverse_needs_6 : ~ (forall (K : realFieldType) (A : comAlgType K) (Ex : A -> K), (forall f g :
  A, Ex (f + g) = Ex f + Ex g) -> (forall (c : K) (f : A), Ex (c *: f) = c * Ex f) -> Ex 1 = 1 -> forall (m D : nat)
  (Z : 'M_(m, D)) (V C : 'M_D), V *m (Z^T *m Z) = 1%:M -> gaussian Ex Z C -> True -> C \in unitmx /\ map_mx Ex V =
  (m%:R - D%:R - 1)^-1 *: invmx C).
Proof.
move=> H; have := H _ _ Ex (fun _ _ => erefl) (fun _ _ => erefl) erefl 0.+1 1%N (design 0) 1%:M 0 (inverse 0)
  (fun few => match notF few with end) I.
by case=> /not_invertible.
Qed.
