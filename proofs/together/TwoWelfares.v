(* Size weights and precision weights serve two welfares (new-two-welfares), for any number of members over any ordered
   field.
   Modelled: all members use one model, a mixture of the reports at weights that sum to 1; the error of member i is
   [fine] of FineWeights.v (Theorem 4.2). [by_size] and [by_precision] are the two kinds of weights. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Welfares.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation V := (V n mu s2).
Definition over_records v := \sum_i n i * fine n mu s2 i v.
Definition over_members v := \sum_i fine n mu s2 i v.
Definition by_size i := n i / \sum_k n k.
Definition by_precision i := (V i)^-1 / \sum_k (V k)^-1.

(* A sum of errors at any weights g of the members, and weights at which it is the same to give any member more. *)
Lemma least (g best v : I -> K) (l : K) : (forall i, 0 <= g i) -> \sum_i v i = 1 -> \sum_i best i = 1 ->
  (forall i, (\sum_k g k) * V i * best i - s2 * g i = l) ->
  \sum_i g i * fine n mu s2 i best <= \sum_i g i * fine n mu s2 i v.
Proof.
move=> g0 one one' same; set G := \sum_k g k.
have G0 : 0 <= G by apply: sumr_ge0.
have sumE w : \sum_i w i = 1 ->
    \sum_i g i * fine n mu s2 i w = \sum_i (G * V i * w i ^+ 2 - 2%:R * s2 * (g i * w i)) + s2 * G.
  move=> w1; rewrite (eq_bigr (fun i => g i * (\sum_k V k * w k ^+ 2) - 2%:R * s2 * (g i * w i) + s2 * g i)) => [|i _].
    rewrite big_split /= sumrB -mulr_suml -!mulr_sumr -/G sumrB -mulr_sumr; congr (_ - _ + _).
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulrA.
  by rewrite fine_is //; ring.
rewrite !sumE // ler_add2r -subr_ge0 -sumrB.
rewrite (eq_bigr (fun i => G * V i * (v i - best i) ^+ 2 + 2%:R * l * (v i - best i))) => [|i _].
  rewrite big_split /= -mulr_sumr sumrB one one' subrr mulr0 addr0; apply: sumr_ge0 => i _.
  by rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW // V_pos.
by rewrite -(same i) -/G; ring.
Qed.
End Welfares.

(* The page's proposition. *)
Theorem two_welfares (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> (0 < #|I|)%N ->
  [/\ \sum_i by_size n i = 1, \sum_i by_precision n mu s2 i = 1 & forall v, \sum_i v i = 1 ->
    over_records n mu s2 (by_size n) <= over_records n mu s2 v /\
    over_members n mu s2 (by_precision n mu s2) <= over_members n mu s2 v].
Proof.
move=> n0 mu0 s20 /card_gt0P[i0 _]; have V0 i := V_pos n0 mu0 s20 i.
have N0 : 0 < \sum_k n k by rewrite (bigD1 i0) //= ltr_paddr // sumr_ge0 // => k _; rewrite ltW.
have P0 : 0 < \sum_k (V n mu s2 k)^-1.
  by rewrite (bigD1 i0) //= ltr_paddr ?invr_gt0 // sumr_ge0 // => k _; rewrite invr_ge0 ltW.
have size1 : \sum_i by_size n i = 1 by rewrite -mulr_suml mulfV // gt_eqF.
have precision1 : \sum_i by_precision n mu s2 i = 1 by rewrite -mulr_suml mulfV // gt_eqF.
split=> // v one; split.
  apply: (@least _ _ _ _ _ n0 mu0 s20 n _ _ mu) => // i; first exact: ltW.
  by rewrite /by_size /V; have ni := n0 i; field; rewrite !gt_eqF.
have plain w : over_members n mu s2 w = \sum_i 1 * fine n mu s2 i w by apply: eq_bigr => i _; rewrite mul1r.
rewrite !plain; apply: (@least _ _ _ _ _ n0 mu0 s20 (fun=> 1) _ _
  ((\sum_(k : I) 1) / (\sum_k (V n mu s2 k)^-1) - s2)) => // i; first exact: ler01.
rewrite /= /by_precision; have vi := V0 i; move: (\sum_k (V n mu s2 k)^-1) P0 (V n mu s2 i) vi => P P0 x x0.
by rewrite mulr1 -mulrA mulVKf // gt_eqF.
Qed.
