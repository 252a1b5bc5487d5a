(* Where members mix at home a shifted report costs nothing and harms (new-indifferent-shift), for any number of members over
   any ordered field.
   Modelled: own j is the mean of member j's records and th j what it wants to know; a report is own j, or own i + u; j uses
   the average of the others' reports, by their sizes, and mixes it with own j. The expectation of a product is a symmetric
   bilinear form E, and one is the constant 1. The errors of the two means that j mixes have mean zero, are independent, and
   their expected squares are A and D, by the page's formulas. Not modelled: densities. (5329 is the square of 73.) *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Sizes.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Definition rest j := \sum_(k | k != j) n k.
Definition alone j := mu / n j.
Definition apart j := s2 + mu / rest j + s2 * (\sum_(k | k != j) n k ^+ 2) / rest j ^+ 2.
(* The pull of the own mean in the best proportion; by how much a shift by one moves j's error. *)
Definition pull j := apart j / (alone j + apart j).
Definition harm i j := (alone j / (alone j + apart j) * (n i / (\sum_k n k - n j))) ^+ 2.
Hypotheses (n_pos : forall k, 0 < n k) (mu_pos : 0 < mu) (s2_pos : 0 <= s2).

Lemma alone_pos j : 0 < alone j.
Proof. exact: divr_gt0. Qed.
Lemma rest_pos i j : i != j -> 0 < rest j.
Proof. by move=> ij; rewrite /rest (bigD1 i) //= ltr_paddr // sumr_ge0 // => k _; rewrite ltW. Qed.
Lemma apart_pos i j : i != j -> 0 < apart j.
Proof.
move=> ij; have R0 := rest_pos ij; rewrite /apart -addrA ltr_paddl // ltr_paddr ?divr_gt0 //.
by rewrite divr_ge0 ?exprn_ge0 ?mulr_ge0 ?(ltW R0) // sumr_ge0 // => k _; rewrite exprn_ge0 // ltW.
Qed.
Lemma rest_all j : \sum_k n k - n j = rest j.
Proof. by rewrite (bigD1 j) //= addrAC subrr add0r. Qed.
End Sizes.

(* The page's example: one member of 25 records, two of 5. *)
Definition example_sizes (K : realFieldType) (k : 'I_3) : K := if k == 2%N :> nat then 25%:R else 5%:R.
Definition of_25 := @Ordinal 3 2 isT.
Definition of_5 := @Ordinal 3 0 isT.

Section Home.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Variables (U : lmodType K) (E : U -> U -> K) (one : U) (own th : I -> U).
Definition reports (i : I) (u : K) k := if k == i then own k + u *: one else own k.
Definition others (m : I -> U) j := (rest n j)^-1 *: \sum_(k | k != j) n k *: m k.
(* The model of j, with the pull v; its expected squared distance from th j. *)
Definition mixed m v j := v *: own j + (1 - v) *: others m j.
Definition error m v j := E (mixed m v j - th j) (mixed m v j - th j).
Definition home m j := mixed m (pull n mu s2 j) j.

Theorem indifferent_shift i u :
  (forall k, 0 < n k) -> 0 < mu -> 0 <= s2 ->
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) ->
  E one one = 1 -> (forall j, E (own j - th j) one = 0) -> (forall j, E (others own j - th j) one = 0) ->
  (forall j, E (own j - th j) (own j - th j) = alone n mu j) ->
  (forall j, E (others own j - th j) (others own j - th j) = apart n mu s2 j) ->
  (forall j, E (own j - th j) (others own j - th j) = 0) ->
  [/\ forall j v, i != j -> error own (pull n mu s2 j) j <= error own v j, home (reports i u) i = home own i
    & forall j, i != j -> error (reports i u) (pull n mu s2 j) j - error own (pull n mu s2 j) j = harm n mu s2 i j * u ^+ 2]
  /\ harm (example_sizes K) 10%:R 1 of_25 of_5 = 900%:R / 73%:R ^+ 2.
Proof.
move=> n0 mu0 s20 sym add scale one1 mean mean' A D cross.
have addr f g h : E h (f + g) = E h f + E h g by rewrite sym add !(sym h).
have scaler c f h : E h (c *: f) = c * E h f by rewrite sym scale sym.
have err m x v j : others m j = others own j + x *: one ->
    error m v j = v ^+ 2 * alone n mu j + (1 - v) ^+ 2 * (apart n mu s2 j + x ^+ 2).
  move=> moved; rewrite /error /mixed moved.
  have -> : v *: own j + (1 - v) *: (others own j + x *: one) - th j
      = v *: (own j - th j) + ((1 - v) *: (others own j - th j) + ((1 - v) * x) *: one).
    rewrite !scalerBr !scalerDr scalerA [th j in LHS](_ : _ = v *: th j + (1 - v) *: th j); last first.
      by rewrite -scalerDl addrC subrK scale1r.
    by rewrite opprD [LHS]addrACA; congr (_ + _); rewrite addrAC.
  move: (mean j) (mean' j) (A j) (D j) (cross j); move: (own j - th j) (others own j - th j) => e d e1 d1 ee dd ed.
  rewrite !(add, addr, scale, scaler) (sym d e) (sym one e) (sym one d) e1 d1 ee dd ed one1; ring.
have still m v j : others m j = others own j -> error m v j = v ^+ 2 * alone n mu j + (1 - v) ^+ 2 * apart n mu s2 j.
  by move=> e; rewrite (@err m 0) ?e ?scale0r ?addr0 // expr0n /= addr0.
split; [split|].
- move=> j v ij; rewrite !still // -subr_ge0.
  have a0 := alone_pos n0 mu0 j; have d0 := apart_pos n0 mu0 s20 ij.
  rewrite /pull; move: (alone n mu j) (apart n mu s2 j) a0 d0 => a d a0 d0.
  have e : v ^+ 2 * a + (1 - v) ^+ 2 * d - ((d / (a + d)) ^+ 2 * a + (1 - d / (a + d)) ^+ 2 * d)
      = (a + d) * (v - d / (a + d)) ^+ 2 by field; rewrite gt_eqF // addr_gt0.
  by rewrite e mulr_ge0 ?sqr_ge0 // ltW // addr_gt0.
- congr (_ + _ *: (_ *: _)); apply: eq_bigr => k ki; by rewrite /reports (negPf ki).
- move=> j ij; rewrite (@err _ (n i / rest n j * u)); last first.
    rewrite /others (bigD1 i) //= [in RHS](bigD1 i) //= {1}/reports eqxx.
    rewrite (eq_bigr (fun k => n k *: own k)) => [|k /andP[_ ki]]; last by rewrite /reports (negPf ki).
    have -> (x : U) : n i *: (own i + u *: one) + x = n i *: own i + x + (n i * u) *: one.
      by rewrite scalerDr scalerA addrAC.
    by rewrite [LHS]scalerDr scalerA; congr (_ + _ *: _); rewrite mulrA [_ * n i]mulrC.
  rewrite still // /harm rest_all /pull; have R0 := rest_pos n0 ij.
  have a0 := alone_pos n0 mu0 j; have d0 := apart_pos n0 mu0 s20 ij.
  move: (alone n mu j) (apart n mu s2 j) (rest n j) a0 d0 R0 => a d r a0 d0 r0; field.
  by rewrite !gt_eqF // addr_gt0.
- rewrite /harm /alone /apart /rest /example_sizes /of_25 /of_5 !big_ord_recl !big_ord0 /= !(big_mkcond (fun k => k != _)) !big_ord_recl !big_ord0 /=.
  by field.
Qed.
End Home.
