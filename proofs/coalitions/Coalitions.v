(* Model-sharing games: the error formula for any weights (Theorem 4.2, mean estimation), and strict core stability of the
   grand coalition when nobody is above the ratio (new-grand-coalition-any-sizes). Any real field.
   Modelled: the expectation of a product as a symmetric bilinear form. Not modelled: densities, measure theory. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ErrorFormula.
Variables (K : realFieldType) (V : lmodType K) (I : finType).
(* E f g stands for the expectation of the product of two square-integrable random variables. *)
Variable E : V -> V -> K.
Hypothesis E_sym : forall f g, E f g = E g f.
Hypothesis E_add : forall f g h, E (f + g) h = E f h + E g h.
Hypothesis E_scale : forall c f h, E (c *: f) h = c * E f h.
Variables (mean : V) (d e : I -> V) (n : I -> K) (mu s2 : K).   (* theta_i = mean + d i, estimate = theta_i + e i *)
Hypothesis n_pos : forall i, 0 < n i.
Hypothesis dd : forall i j, E (d i) (d j) = if i == j then s2 else 0.
Hypothesis ee : forall i j, E (e i) (e j) = if i == j then mu / n i else 0.
Hypothesis de : forall i j, E (d i) (e j) = 0.

Definition theta i := mean + d i.
Definition estimate i := theta i + e i.

Lemma E_add_r h f g : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.
Lemma E_scale_r c h f : E h (c *: f) = c * E h f.
Proof. by rewrite E_sym E_scale E_sym. Qed.
Lemma E_0 h : E 0 h = 0.
Proof. by rewrite -(scale0r (0 : V)) E_scale mul0r. Qed.
Lemma E_sum (F : I -> V) h : E (\sum_i F i) h = \sum_i E (F i) h.
Proof. by apply: (big_morph (fun f => E f h)) => [f g|]; [exact: E_add|exact: E_0]. Qed.
Lemma E_sum_r (F : I -> V) h : E h (\sum_i F i) = \sum_i E h (F i).
Proof. by rewrite E_sym E_sum; apply: eq_bigr => i _; rewrite E_sym. Qed.

(* Squared norm of a combination of pairwise uncorrelated terms. *)
Lemma square (a : I -> K) (F : I -> V) (q : I -> K) :
  (forall i j, E (F i) (F j) = if i == j then q i else 0) ->
  E (\sum_i a i *: F i) (\sum_i a i *: F i) = \sum_i a i ^+ 2 * q i.
Proof.
move=> H; rewrite E_sum; apply: eq_bigr => i _; rewrite E_scale E_sum_r (bigD1 i) //= big1 => [|j ji].
  by rewrite E_scale_r H eqxx addr0 expr2 mulrA.
by rewrite E_scale_r H eq_sym (negbTE ji) mulr0.
Qed.

Theorem theorem_4_2 (v : I -> K) (j : I) : \sum_i v i = 1 ->
  let err := \sum_i v i *: estimate i - theta j in
  E err err = mu * (\sum_i v i ^+ 2 / n i) + ((\sum_(i | i != j) v i ^+ 2) + (\sum_(i | i != j) v i) ^+ 2) * s2.
Proof.
move=> v1 err.
pose a i := v i - (if i == j then 1 else 0).
have -> : err = \sum_i a i *: d i + \sum_i v i *: e i.
  rewrite /err /estimate /theta /a.
  under eq_bigr do rewrite !scalerDr; rewrite !big_split /= -scaler_suml v1 scale1r.
  under [in RHS]eq_bigr do rewrite scalerBl; rewrite sumrB /=.
  have -> : \sum_i (if i == j then 1 else 0) *: d i = d j.
    by rewrite (bigD1 j) //= eqxx scale1r big1 ?addr0 // => i ij; rewrite (negbTE ij) scale0r.
  by rewrite -[mean + _ + _]addrA [mean + _]addrC addrKA addrAC.
rewrite E_add !E_add_r (square _ dd) (square _ ee).
have cross : E (\sum_i a i *: d i) (\sum_i v i *: e i) = 0.
  by rewrite E_sum big1 // => i _; rewrite E_scale E_sum_r big1 ?mulr0 // => k _; rewrite E_scale_r de mulr0.
rewrite cross (E_sym (\sum_i v i *: e i)) cross addr0 add0r [RHS]addrC; congr (_ + _).
  rewrite -mulr_suml; congr (_ * _); rewrite (bigD1 j) //= addrC; congr (_ + _).
    by apply: eq_bigr => i ij; rewrite /a (negbTE ij) subr0.
  rewrite /a eqxx; move: v1; rewrite (bigD1 j) //= => <-.
  by rewrite opprD addrA subrr sub0r sqrrN.
by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrCA.
Qed.
End ErrorFormula.

Section GrandCoalition.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Definition size (C : {set I}) := \sum_(i in C) n i.
(* Corollary 4.3, mean estimation: the error of member j of C under uniform federation. *)
Definition err (C : {set I}) j :=
  mu / size C + s2 * ((\sum_(i in C :\ j) n i ^+ 2) + (size C - n j) ^+ 2) / size C ^+ 2.
Definition squares (C : {set I}) := \sum_(i in C) n i ^+ 2.

Lemma size_pos (C : {set I}) j : j \in C -> 0 < size C.
Proof.
move=> jC; rewrite /size (bigD1 j) //=; apply: ltr_paddr (n_pos j).
by apply: sumr_ge0 => i _; apply: ltW.
Qed.

Lemma err_two_numbers (C : {set I}) j : j \in C ->
  err C j = mu / size C + s2 * (squares C / size C ^+ 2 + 1 - 2%:R * n j / size C).
Proof.
move=> jC; have S := size_pos jC; have S0 : size C != 0 by rewrite gt_eqF.
have -> : squares C = n j ^+ 2 + (\sum_(i in C :\ j) n i ^+ 2) by rewrite /squares (big_setD1 j).
rewrite /err; field; exact: S0.
Qed.

Section Leaving.
Hypothesis small : forall i, s2 * n i <= mu.
Variables (C : {set I}) (a : I).
Hypotheses (aC : a \in C) (smallest : forall i, i \in C -> n a <= n i).
Let A := size C. Let T := size setT. Let Rest := size (~: C).

Lemma all_is_both : T = A + Rest.
Proof.
rewrite /T /A /Rest /size [LHS](bigID (mem C)) /=; congr (_ + _); apply: eq_bigl => i; by rewrite !inE.
Qed.
Lemma squares_both : squares setT = squares C + squares (~: C).
Proof. rewrite /squares [LHS](bigID (mem C)) /=; congr (_ + _); apply: eq_bigl => i; by rewrite !inE. Qed.

Lemma rest_ge0 : 0 <= Rest.
Proof. by apply: sumr_ge0 => i _; apply: ltW. Qed.

Theorem loss_of_leaving :
  Rest ^+ 2 * (mu - s2 * n a) / (A * T ^+ 2) <= err C a - err setT a.
Proof.
have Ap : 0 < A := size_pos aC.
have Rp := rest_ge0.
have Tp : 0 < T by rewrite all_is_both ltr_paddr.
have QC : n a * A <= squares C.
  rewrite /A /size mulr_sumr /squares; apply: ler_sum => i iC.
  by rewrite expr2; apply: ler_wpmul2r (smallest iC); apply: ltW.
have QR : s2 * squares (~: C) <= mu * Rest.
  rewrite /squares /Rest /size !mulr_sumr; apply: ler_sum => i _.
  by rewrite expr2 mulrA; apply: ler_wpmul2r (small i); apply: ltW.
rewrite (err_two_numbers aC) (err_two_numbers (in_setT a)) -/A -/T squares_both.
rewrite -subr_ge0; set q := squares C; set r := squares (~: C).
have -> : mu / A + s2 * (q / A ^+ 2 + 1 - 2%:R * n a / A) - (mu / T + s2 * ((q + r) / T ^+ 2 + 1 - 2%:R * n a / T))
   - Rest ^+ 2 * (mu - s2 * n a) / (A * T ^+ 2) =
   ((mu * Rest - s2 * r) * A ^+ 2 + s2 * (q - n a * A) * (T ^+ 2 - A ^+ 2)) / (A ^+ 2 * T ^+ 2).
  by rewrite all_is_both; field; rewrite -all_is_both; apply/andP; split; rewrite gt_eqF.
apply: divr_ge0; last by rewrite mulr_ge0 // sqr_ge0.
apply: addr_ge0; first by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0.
apply: mulr_ge0; first by rewrite mulr_ge0 ?subr_ge0 // ltW.
by rewrite subr_ge0 ler_sqr ?nnegrE ?(ltW Ap) ?(ltW Tp) // all_is_both ler_paddr.
Qed.
End Leaving.

(* No coalition in which nobody loses and someone gains. *)
Definition strictly_core_stable_grand :=
  forall C : {set I}, ~ ((forall j, j \in C -> err C j <= err setT j) /\ exists2 j, j \in C & err C j < err setT j).

Theorem grand_coalition : (forall i, s2 * n i <= mu) -> strictly_core_stable_grand.
Proof.
move=> small C [weak [j jC strict]].
have [a aC smallest] : exists2 a, a \in C & forall i, i \in C -> n a <= n i.
  case: (@arg_minP _ _ I j (mem C) n jC) => a aC am; by exists a.
have L := loss_of_leaving small aC smallest.
have Ap := size_pos aC.
have Rp := rest_ge0 C.
have Tp : 0 < size setT by rewrite (all_is_both C) ltr_paddr.
have B : 0 <= size (~: C) ^+ 2 * (mu - s2 * n a) / (size C * size setT ^+ 2).
  apply: divr_ge0; last by rewrite mulr_ge0 ?sqr_ge0 // ltW.
  by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0.
have Z : size (~: C) ^+ 2 * (mu - s2 * n a) / (size C * size setT ^+ 2) = 0.
  by apply/eqP; rewrite eq_le B andbT; apply: le_trans L _; rewrite subr_le0 weak.
have F : (size (~: C) == 0) || (mu == s2 * n a).
  have P : 0 < size C * size setT ^+ 2 by rewrite mulr_gt0 ?exprn_gt0.
  by move/eqP: Z; rewrite mulf_eq0 invr_eq0 (gt_eqF P) orbF mulf_eq0 expf_eq0 /= subr_eq0.
case/orP: F => F.
- have E : C = setT.
    apply/setP => i; rewrite inE; apply/negP => iC; have : i \in ~: C by rewrite inE; apply/negP => /idP.
    by move/size_pos; rewrite (eqP F) ltxx.
  by move: strict; rewrite E ltxx.
- have nj : n j = n a.
    apply/eqP; rewrite eq_le (smallest _ jC) andbT -(ler_pmul2l s2_pos) -(eqP F); exact: small.
  have sj : forall i, i \in C -> n j <= n i by move=> i iC; rewrite nj smallest.
  have := loss_of_leaving small jC sj; rewrite -nj in F; rewrite -(eqP F) subrr mulr0 mul0r subr_ge0.
  by move=> H; move: (lt_le_trans strict H); rewrite ltxx.
Qed.
End GrandCoalition.

(* Nobody above the ratio: everybody together is strictly core stable, and the smallest of those who leave loses that much. *)
Theorem grand_coalition_any_sizes (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) :
  (forall i, 0 < n i) -> 0 < s2 -> (forall i, s2 * n i <= mu) ->
  strictly_core_stable_grand n mu s2 /\
  forall (C : {set I}) a, a \in C -> (forall i, i \in C -> n a <= n i) ->
    size n (~: C) ^+ 2 * (mu - s2 * n a) / (size n C * size n setT ^+ 2) <= err n mu s2 C a - err n mu s2 setT a.
Proof.
move=> n_pos s2_pos small; split=> [|C a aC low]; first exact: grand_coalition.
exact: loss_of_leaving.
Qed.
