(* One more record can raise another member's error (new-sample-pollutes), for any number of members over any ordered field.
   Modelled: errors are those of plain averaging, [err] of the part on coalitions (Corollary 4.3), in the coalition of all;
   "changes at the rate r": the quotient of differences comes as close to r as one likes for small steps of the size.
   Sizes are numbers. Not modelled: what a record costs. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition rate_is (K : realFieldType) (f : K -> K) r := forall eps, 0 < eps -> exists2 d, 0 < d &
  forall h, h != 0 -> `|h| < d -> `|(f h - f 0) / h - r| < eps.

(* A quotient of differences that misses r by h times something bounded. *)
Lemma rate_by_rest (K : realFieldType) (f q : K -> K) (r d B : K) : 0 < d -> 0 < B ->
  (forall h, h != 0 -> `|h| < d -> (f h - f 0) / h - r = h * q h /\ `|q h| <= B) -> rate_is f r.
Proof.
move=> d0 B0 rest eps eps0; exists (Num.min d (eps / B)); first by rewrite lt_minr d0 divr_gt0.
move=> h h0; rewrite lt_minr => /andP[hd hB]; have [-> bound] := rest h h0 hd.
rewrite normrM (@le_lt_trans _ _ (`|h| * B)) ?ler_wpmul2l ?normr_ge0 //.
by rewrite -ltr_pdivl_mulr.
Qed.

Section Pollutes.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypothesis n_pos : forall k, 0 < n k.
Local Notation N := (size n setT).
Local Notation S := (squares n setT).
Definition more (i : I) h k := if k == i then n k + h else n k.
Definition rate i j := (2%:R * s2 * (n i + n j - S / N) - mu) / N ^+ 2.

Lemma all_more i h : size (more i h) setT = N + h.
Proof.
rewrite /size (bigD1 i) ?inE //= [in RHS](bigD1 i) ?inE //= /more eqxx addrAC; congr (_ + _ + _).
by apply: eq_bigr => k /andP[_ /negPf ->].
Qed.
Lemma squares_more i h : squares (more i h) setT = S + 2%:R * n i * h + h ^+ 2.
Proof.
rewrite /squares (bigD1 i) ?inE //= [in RHS](bigD1 i) ?inE //= /more eqxx.
have -> : \sum_(k in setT | k != i) (if k == i then n k + h else n k) ^+ 2 = \sum_(k in setT | k != i) n k ^+ 2.
  by apply: eq_bigr => k /andP[_ /negPf ->].
by move: (\sum_(_ in _ | _) _) => r; ring.
Qed.

(* The page's proposition: the rate, and what it is for equal members. *)
Theorem sample_pollutes i j : i != j ->
  rate_is (fun h => err (more i h) mu s2 setT j) (rate i j) /\
  forall a, (forall k, n k = a) -> rate i j = (2%:R * s2 * a - mu) / N ^+ 2.
Proof.
move=> ij; have N0 : 0 < N by apply: (size_pos n_pos (in_setT i)).
split=> [|a equal]; last first.
  have Q : S = a * N by rewrite /squares /size mulr_sumr; apply: eq_bigr => k _; rewrite equal.
  by rewrite /rate Q !equal mulfK ?gt_eqF //; congr (_ / _); ring.
have e h : 0 < N + h -> (forall k, 0 < more i h k) -> err (more i h) mu s2 setT j
    = mu / (N + h) + s2 * ((S + 2%:R * n i * h + h ^+ 2) / (N + h) ^+ 2 + 1 - 2%:R * n j / (N + h)).
  move=> T0 pos; rewrite (err_two_numbers _ _ pos (in_setT j)) all_more squares_more.
  by rewrite /more eq_sym (negPf ij).
pose c1 := (mu - 2%:R * n j * s2) / N ^+ 2.
pose c2 := s2 * (N ^+ 2 + 3%:R * S - 4%:R * n i * N) / N ^+ 2.
pose c3 := 2%:R * s2 * (S - n i * N) / N ^+ 3.
pose q h := c1 / (N + h) + (c2 + c3 * h) / (N + h) ^+ 2.
pose d := Num.min (n i) (N / 2%:R); pose t := 2%:R / N.
pose B := `|c1| * t + (`|c2| + `|c3| * d) * t ^+ 2 + 1.
have d0 : 0 < d by rewrite lt_minr n_pos /=; apply: divr_gt0; rewrite ?ltr0Sn.
have t0 : 0 < t by apply: divr_gt0; rewrite ?ltr0Sn.
apply: (@rate_by_rest _ _ q _ d B) => // [|h h0 hd].
  have [t1 d1] := (ltW t0, ltW d0).
  by rewrite /B ltr_paddl ?ltr01 // addr_ge0 ?mulr_ge0 ?addr_ge0 ?exprn_ge0 ?mulr_ge0 ?normr_ge0 ?ler01 ?invr_ge0 ?(ltW N0).
have [/andP[hi _] /andP[hN _]] : (- n i < h < n i) /\ (- (N / 2%:R) < h < N / 2%:R).
  by move: hd; rewrite lt_minr !ltr_norml => /andP[].
have half : N / 2%:R < N + h by rewrite -ltr_subl_addl (_ : N / 2%:R - N = - (N / 2%:R)) //; field.
have T0 : 0 < N + h by apply: lt_trans half; rewrite divr_gt0 ?ltr0Sn.
have pos k : 0 < more i h k by rewrite /more; case: eqP => // ->; rewrite -ltr_subl_addl sub0r.
have pos0 k : 0 < more i 0 k by rewrite /more addr0; case: ifP.
have inv : (N + h)^-1 <= t by rewrite /t -invf_div lef_pinv ?posrE ?divr_gt0 ?ltr0Sn // ltW.
have inv0 : 0 <= (N + h)^-1 by rewrite invr_ge0 ltW.
split.
  rewrite !e ?addr0 // /q /rate /c1 /c2 /c3; move: N S N0 T0 => T Q T0 Th; field.
  by rewrite h0 !gt_eqF.
rewrite /q /B; clearbody c1 c2 c3; rewrite (le_trans (ler_norm_add _ _)) // -[X in X <= _]addr0 ler_add ?ler01 //.
rewrite !normrM (ler_add _ _) //.
  by rewrite ler_wpmul2l ?normr_ge0 // ger0_norm.
rewrite [`|_ ^-1|]ger0_norm ?invr_ge0 ?exprn_ge0 ?(ltW T0) // ler_pmul ?normr_ge0 ?invr_ge0 ?exprn_ge0 ?(ltW T0) //.
  rewrite (le_trans (ler_norm_add _ _)) // ler_add2l normrM ler_wpmul2l ?normr_ge0 // ltW //.
by rewrite -exprVn ler_expn2r // nnegrE ltW.
Qed.
End Pollutes.
