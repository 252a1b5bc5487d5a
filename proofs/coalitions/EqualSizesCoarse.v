(* Players of one size who weigh their own data best: everybody together is the only stable arrangement, in each of the four
   senses (coalitions/prose-6-only-stable-arrangement). Any number of players, any positive size, any ordered field.
   Modelled: [coarse_err] of Precision.v, the error of coarse-grained federation at the best weight; the stability notions of
   Stability.v. Not modelled: weights that are not the best. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability OneThird Weights Precision EqualSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Equal.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 x : K).
Hypotheses (x_pos : 0 < x) (mu_pos : 0 < mu) (s2_pos : 0 < s2) (equal : forall i, n i = x).
Let n_pos i : 0 < n i. Proof. by rewrite equal. Qed.

(* The pooled average of so many others is the better the more they are. *)
Lemma b_equal (T : {set I}) : T != set0 -> b n mu s2 T = (mu / x + s2) / #|T|%:R.
Proof.
rewrite -card_gt0 => T0; have m0 : #|T|%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
have N : size n T = #|T|%:R * x by rewrite /size (eq_bigr (fun=> x)) ?sumr_const ?mulr_natl.
have Q : squares n T = #|T|%:R * x ^+ 2.
  by rewrite /squares (eq_bigr (fun=> x ^+ 2)) ?sumr_const ?mulr_natl // => i _; rewrite equal.
rewrite /Precision.b N Q; move: (#|T|%:R : K) m0 => m m0; have x0 := lt0r_neq0 x_pos.
by field; rewrite m0 x0.
Qed.

Lemma more_is_better (C D : {set I}) j : j \in C -> j \in D -> (#|D :\ j| < #|C :\ j|)%N ->
  coarse_err n mu s2 C j < coarse_err n mu s2 D j.
Proof.
move=> jC jD more; have C0 : C :\ j != set0 by rewrite -card_gt0; apply: leq_ltn_trans more.
have [E|D0] := eqVneq (D :\ j) set0.
  rewrite -(setD1K jD) E setU0 coarse_alone //.
  by have [] := better_than_both n_pos mu_pos s2_pos jC C0.
rewrite ltNge coarse_order // -ltNge !b_equal // ltr_pmul2l ?addr_gt0 ?divr_gt0 //.
by rewrite ltf_pinv ?posrE ?ltr0n ?card_gt0 // ltr_nat.
Qed.

Theorem only_together (i0 : I) : only_stable (coarse_err n mu s2) [set setT].
Proof.
have heads (T : {set I}) : \sum_(i in T) (1 : K) = #|T|%:R by rewrite sumr_const.
refine (@company_helps _ _ _ i0 (fun=> 1) (fun=> ltr01) _) => C D j jC jD fewer.
by apply: more_is_better => //; move: fewer; rewrite !heads ltr_nat.
Qed.
End Equal.
