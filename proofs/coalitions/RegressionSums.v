(* Two sums for expected errors in linear regression (Regression.v): of the squares of what a linear map makes of the fresh
   input, and of shares in all data points.
   Modelled: x is a column over any commutative ring, and M a matrix. Member i has n i data points; with the weight w for j
   and 1 - w for everybody by size, shares sum to one, and the others' shares and their squares sum to what is left.
   Not modelled: expectations, which Regression.v takes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma squares_of_weights (R : comRingType) (D n : nat) (x : 'cV[R]_D) (M : 'M[R]_(D, n)) :
  \sum_l (x^T *m M) 0 l ^+ 2 = \sum_a \sum_b x a 0 * x b 0 * (M *m M^T) a b.
Proof.
have swap (f g h l : R) : f * g * (h * l) = f * h * (g * l) by rewrite !mulrA; congr (_ * _); rewrite mulrAC.
transitivity (\sum_l \sum_a \sum_b x a 0 * x b 0 * (M a l * M b l)).
  apply: eq_bigr => l _; rewrite expr2 mxE mulr_suml; apply: eq_bigr => a _; rewrite mulr_sumr.
  by apply: eq_bigr => b _; rewrite swap !mxE.
rewrite exchange_big; apply: eq_bigr => a _; rewrite exchange_big; apply: eq_bigr => b _; rewrite -mulr_sumr.
by congr (_ * _); rewrite mxE; apply: eq_bigr => l _; rewrite mxE.
Qed.

Lemma sums_of_shares (K : realFieldType) (I : finType) (n : I -> nat) (w : K) (j : I) : (0 < n j)%N ->
  let all := (\sum_i n i)%N in let share i := w * (i == j)%:R + (1 - w) * ((n i)%:R / all%:R) in
  [/\ \sum_i share i = 1,
    \sum_(i | i != j) share i ^+ 2 = (1 - w) ^+ 2 * ((\sum_(i | i != j) (n i)%:R ^+ 2) / all%:R ^+ 2) &
    \sum_(i | i != j) share i = (1 - w) * ((all%:R - (n j)%:R) / all%:R)].
Proof.
move=> nj all share; have N : all%:R != 0 :> K.
  by rewrite pnatr_eq0 -lt0n /all (bigD1 j) //= ltn_addr.
have total : \sum_i (n i)%:R / all%:R = 1 :> K by rewrite -mulr_suml -natr_sum divff.
have others : \sum_(i | i != j) share i = (1 - w) * ((all%:R - (n j)%:R) / all%:R).
  rewrite (eq_bigr (fun i => (1 - w) * ((n i)%:R / all%:R))) => [|i /negPf e]; last first.
    by rewrite /share e mulr0 add0r.
  rewrite -mulr_sumr -mulr_suml; congr (_ * (_ / _)).
  by rewrite /all [in RHS](bigD1 j) //= natrD natr_sum addrAC subrr add0r.
split=> //; last first.
  rewrite mulr_suml mulr_sumr; apply: eq_bigr => i /negPf e.
  by rewrite /share e mulr0 add0r exprMn expr_div_n.
by rewrite (bigD1 j) //= others /share eqxx mulr1; move: ((n j)%:R : K) (all%:R : K) N => a p p0; field.
Qed.
