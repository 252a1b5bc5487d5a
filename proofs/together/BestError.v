(* The error of a member at its best weights in closed form, from which the slope of that error is read in OneNumber.v,
   for any number of members over any ordered field.
   Modelled: [fine] and [best] of FineWeights.v (Lemma 7.1), at any positive sizes k. What it takes from the others is
   their sum [H] of precisions alone. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BestError.
Variables (K : realFieldType) (I : finType) (mu s2 : K).
Hypotheses (mu_pos : 0 < mu) (s2_pos : 0 < s2).

Lemma cleared (h x : K) : x != 0 -> 1 + (s2 + mu / x) * h = (x + (s2 * x + mu) * h) / x.
Proof. by move=> x0; field. Qed.
Lemma best_error (k : I -> K) j : (forall i, 0 < k i) ->
  fine k mu s2 j (best k mu s2 j) = mu / k j * (1 + s2 * H k mu s2 j) / (1 + V k mu s2 j * H k mu s2 j).
Proof.
move=> k0; have D := lt0r_neq0 (D_pos j k0 mu_pos s2_pos); have sums := best_sums j k0 mu_pos s2_pos.
rewrite fine_is //.
have -> : \sum_i V k mu s2 i * best k mu s2 j i ^+ 2 =
    (V k mu s2 j - s2) / (1 + V k mu s2 j * H k mu s2 j) + s2 * best k mu s2 j j.
  rewrite (eq_bigr (fun i => (V k mu s2 j - s2) / (1 + V k mu s2 j * H k mu s2 j) * best k mu s2 j i
      + (if i == j then s2 * best k mu s2 j j else 0))) => [|i _].
    by rewrite big_split /= -mulr_sumr sums mulr1 -big_mkcond big_pred1_eq.
  by rewrite expr2 mulrA stationary //; case: eqP => [->|_]; ring.
rewrite {1 2}/best eqxx /V; have /lt0r_neq0 x0 := k0 j; move: D; rewrite /V; move: (H _ _ _ _) (k j) x0 =>
  h x x0.
rewrite (cleared h x0) mulf_eq0 invr_eq0 negb_or x0 andbT => D; field; by rewrite x0.
Qed.
End BestError.
