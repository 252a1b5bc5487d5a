(* One scale (coalitions/new-one-scale): multiplying sizes and noise, or noise and spread, by one number changes no preference.
   Any number of players of any sizes, any real field.
   Modelled: the error of every kind of federation, for mean estimation: [err] of Coalitions.v, [coarse] of Weights.v for any
   weights on the own average and [coarse_err] of Precision.v for the best ones, [fine] of FineWeights.v for any weights and
   [fine_err] of Precision.v for the best ones. Not modelled: regression. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Weights FineWeights Precision.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Scale.
Variables (K : realFieldType) (I : finType).
(* How the members of a coalition make their estimates; given weights need not be good ones. *)
Inductive federation :=
  | Local | Uniform | Coarse of {set I} -> I -> K | BestCoarse | Fine of {set I} -> I -> I -> K | BestFine.
Definition error F (n : I -> K) (mu s2 : K) (C : {set I}) (j : I) :=
  match F with
  | Local => mu / n j
  | Uniform => err n mu s2 C j
  | Coarse w => coarse n mu s2 C j (w C j)
  | BestCoarse => coarse_err n mu s2 C j
  | Fine v => fine n mu s2 j (v C j)
  | BestFine => fine_err n mu s2 C j
  end.

Section Times.
Variables (n : I -> K) (mu s2 k : K).
Hypothesis k0 : k != 0.
Local Notation kn := (fun i => k * n i).

Lemma cancel (a b : K) : k * a / (k * b) = a / b.
Proof. by rewrite -mulf_div divff // mul1r. Qed.
Lemma cancel2 (a b : K) : k ^+ 2 * a / (k ^+ 2 * b) = a / b.
Proof. by rewrite -mulf_div divff ?expf_neq0 // mul1r. Qed.
Lemma size_times C : size kn C = k * size n C.
Proof. by rewrite /size mulr_sumr. Qed.
Lemma squares_times C : squares kn C = k ^+ 2 * squares n C.
Proof. by rewrite /squares mulr_sumr; apply: eq_bigr => i _; rewrite exprMn. Qed.
Lemma bias_times C j : bias kn C j = k ^+ 2 * bias n C j.
Proof. by rewrite /bias squares_times size_times -mulrBr exprMn mulrDr. Qed.

(* Sizes and noise times k. *)
Lemma err_sizes C j : err kn (k * mu) s2 C j = err n mu s2 C j.
Proof.
rewrite /err -/(squares _ _) size_times squares_times cancel; congr (_ + _).
by rewrite -mulrBr !exprMn -mulrDr mulrCA cancel2.
Qed.
Lemma coarse_sizes C j w : coarse kn (k * mu) s2 C j w = coarse n mu s2 C j w.
Proof.
rewrite /coarse size_times bias_times exprMn cancel2; congr (_ + _).
by rewrite [k * mu]mulrC -mulrA; congr (_ * _); rewrite mulrDr; congr (_ + _); rewrite mulrA cancel.
Qed.
Lemma best_weight_sizes C j : best_weight kn (k * mu) s2 C j = best_weight n mu s2 C j.
Proof.
rewrite /best_weight size_times bias_times -[k ^+ 2 * _ * s2]mulrA.
suff -> : k * mu * (k * size n C) ^+ 2 * ((k * n j)^-1 - (k * size n C)^-1) + k ^+ 2 * (bias n C j * s2) =
    k ^+ 2 * (mu * size n C ^+ 2 * ((n j)^-1 - (size n C)^-1) + bias n C j * s2) by rewrite cancel2.
by rewrite !invfM; move: (bias n C j) (size n C) (size n C)^-1 (n j)^-1 => b N c a; field.
Qed.
Lemma V_sizes : V kn (k * mu) s2 =1 V n mu s2.
Proof. by move=> i; rewrite /V cancel. Qed.
Lemma fine_sizes j v : fine kn (k * mu) s2 j v = fine n mu s2 j v.
Proof.
rewrite /fine; congr (_ + _); rewrite -mulrA mulrCA; congr (_ * _); rewrite mulr_sumr.
by apply: eq_bigr => i _; rewrite mulrA cancel.
Qed.
Lemma R_sizes C : R kn (k * mu) s2 C = R n mu s2 C.
Proof. by apply: eq_bigr => i _; rewrite V_sizes. Qed.
Lemma best_sizes C j : best kn (k * mu) s2 C j =1 best n mu s2 C j.
Proof. by move=> i; rewrite /best R_sizes !V_sizes. Qed.

(* Noise and spread times k. *)
Lemma V_both i : V n (k * mu) (k * s2) i = k * V n mu s2 i.
Proof. by rewrite /V mulrDr mulrA. Qed.
Lemma R_both C : R n (k * mu) (k * s2) C = R n mu s2 C / k.
Proof. by rewrite /R mulr_suml; apply: eq_bigr => i _; rewrite V_both invfM mulrC. Qed.
Lemma best_both C j : best n (k * mu) (k * s2) C j =1 best n mu s2 C j.
Proof.
move=> i; rewrite /best !V_both R_both.
have same a : k * a * (R n mu s2 (C :\ j) / k) = a * R n mu s2 (C :\ j) by field.
rewrite !same; case: ifP => // _; case: ifP => // _; rewrite -mulrBr.
by rewrite mulrA [_^-1 * (k * _)]mulrC cancel mulrAC mulrC.
Qed.
End Times.

Lemma error_sizes F n mu s2 k C j : k != 0 -> error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j.
Proof.
move=> k0; case: F => [||w||v|] /=; rewrite ?cancel ?err_sizes ?coarse_sizes ?fine_sizes //.
  by rewrite /coarse_err coarse_sizes // best_weight_sizes.
rewrite /fine_err fine_sizes //; have same := best_sizes n mu s2 k0 C j.
rewrite /fine; congr (_ * _ + (_ + _ ^+ 2) * _); apply: eq_bigr => i _; by rewrite same.
Qed.
Lemma error_both F n mu s2 k C j : k != 0 -> error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j.
Proof.
move=> k0; have any_coarse w : coarse n (k * mu) (k * s2) C j w = k * coarse n mu s2 C j w.
  by rewrite /coarse mulrDr [k * (mu * _)]mulrA; congr (_ + _); exact: mulrCA.
have any_fine v : fine n (k * mu) (k * s2) j v = k * fine n mu s2 j v.
  by rewrite /fine mulrDr [k * (mu * _)]mulrA; congr (_ + _); exact: mulrCA.
case: F => [||w||v|] /=; rewrite ?any_coarse ?any_fine //.
- by rewrite -mulrA.
- by rewrite /err [RHS]mulrDr !mulrA.
- rewrite /coarse_err any_coarse; congr (_ * coarse _ _ _ _ _ _); rewrite /best_weight mulrCA.
  suff -> : k * mu * size n C ^+ 2 * ((n j)^-1 - (size n C)^-1) + k * (bias n C j * s2) =
      k * (mu * size n C ^+ 2 * ((n j)^-1 - (size n C)^-1) + bias n C j * s2) by rewrite cancel.
  by rewrite mulrDr -!mulrA.
- rewrite /fine_err any_fine; congr (_ * _); have same := best_both n mu s2 k0 C j.
  rewrite /fine; congr (_ * _ + (_ + _ ^+ 2) * _); apply: eq_bigr => i _; by rewrite same.
Qed.
Lemma error_same F n n' mu s2 C j : n =1 n' -> error F n mu s2 C j = error F n' mu s2 C j.
Proof.
move=> e; have S D : size n D = size n' D by apply: eq_bigr => i _; rewrite e.
have Q D : squares n D = squares n' D by apply: eq_bigr => i _; rewrite e.
have same_V i : V n mu s2 i = V n' mu s2 i by rewrite /V e.
have same_R D : R n mu s2 D = R n' mu s2 D by apply: eq_bigr => i _; rewrite same_V.
have same_coarse w : coarse n mu s2 C j w = coarse n' mu s2 C j w by rewrite /coarse /bias S Q e.
have same_fine v : fine n mu s2 j v = fine n' mu s2 j v.
  by rewrite /fine; congr (_ * _ + _); apply: eq_bigr => i _; rewrite e.
case: F => [||w||v|] /=; rewrite ?same_coarse ?same_fine ?e //.
- by rewrite /err -!/(squares _ _) S Q e.
- by rewrite /coarse_err same_coarse /best_weight /bias S Q e.
rewrite /fine_err same_fine /fine; congr (_ * _ + (_ + _ ^+ 2) * _); apply: eq_bigr => i _;
  by rewrite /best same_R !same_V.
Qed.
(* In units of the spread, with the sizes in units of the ratio. *)
Lemma error_ratios F n mu s2 C j : 0 < mu -> 0 < s2 ->
  error F n mu s2 C j = s2 * error F (fun i => s2 / mu * n i) 1 1 C j.
Proof.
move=> mu0 s0; have m := lt0r_neq0 mu0; have s1 := lt0r_neq0 s0.
have r0 : s2 / mu != 0 by rewrite mulf_neq0 ?invr_eq0.
have noise : s2 / mu * (mu / s2) = 1 by field; rewrite m s1.
have back : s2 * (mu / s2) = mu by field.
have := error_sizes F n (mu / s2) 1 C j r0; rewrite noise => ->.
by have := error_both F n (mu / s2) 1 C j s1; rewrite back mulr1.
Qed.
(* All sizes and the noise times k: the same errors. Noise and spread times k: every error times k. So where the sizes in units
   of the ratio are the same, everybody prefers the same. *)
Theorem one_scale F (n n' : I -> K) (mu mu' s2 s2' k : K) :
  0 < k -> 0 < mu -> 0 < mu' -> 0 < s2 -> 0 < s2' -> (forall i, n i * s2 / mu = n' i * s2' / mu') ->
  [/\ forall C j, error F (fun i => k * n i) (k * mu) s2 C j = error F n mu s2 C j,
      forall C j, error F n (k * mu) (k * s2) C j = k * error F n mu s2 C j &
      forall C D j, (error F n mu s2 C j <= error F n mu s2 D j) = (error F n' mu' s2' C j <= error F n' mu' s2' D j)].
Proof.
move=> k0 m m' s s' ratio; have k1 := lt0r_neq0 k0; split=> [C j|C j|C D j].
- exact: error_sizes.
- exact: error_both.
have same i : s2 / mu * n i = s2' / mu' * n' i by rewrite mulrC mulrA ratio -mulrA mulrC.
by rewrite !(error_ratios F n) // !(error_ratios F n') // !ler_pmul2l // !(error_same _ _ _ _ _ same).
Qed.
End Scale.
