(* The definitions of the part on coalitions on the numbers of its pages: three players whose weights a page prints, and
   players of two sizes. Modelled: any ordered field, since the numbers are fractions.
   Not modelled: what the theorems of the other files say of all numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Coalitions OneThird BestPartition Weights FineWeights Precision WeightSums.
From Incentives Require TwoSizesShapes TwoSizesGuests.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable K : realFieldType.

Definition p0 : 'I_3 := @Ordinal 3 0 isT.
Definition p1 : 'I_3 := @Ordinal 3 1 isT.
Definition p2 : 'I_3 := @Ordinal 3 2 isT.
Definition three (a b c : K) (i : 'I_3) := if i == p0 then a else if i == p1 then b else c.

(* A sum over three members, written out; what is left is arithmetic with fractions, which Coq computes. *)
Lemma sum3 (V : zmodType) (P : pred 'I_3) (f : 'I_3 -> V) : \sum_(i | P i) f i =
  (if P p0 then f p0 else 0) + ((if P p1 then f p1 else 0) + (if P p2 then f p2 else 0)).
Proof.
have e1 : lift ord0 ord0 = p1 :> 'I_3 by apply: val_inj.
have e2 : lift ord0 (lift ord0 ord0) = p2 :> 'I_3 by apply: val_inj.
by rewrite big_mkcond /= !big_ord_recl big_ord0 /= addr0 e1 e2 (_ : ord0 = p0) //; apply: val_inj.
Qed.
(* Then both sides are compared by the laws of a field. *)
Ltac parts := repeat match goal with
  |- and _ _ => split | |- and3 _ _ _ => split | |- and4 _ _ _ _ => split end.
Ltac compute_it := rewrite ?sum3 ?inE /three /=; parts; by field.

Notation mu := (10%:R : K).
(* --- "When do small and large players want each other?", exercise "Where the curve turns": sizes 5 and 25. Twenty
   small players have their worst number of guests at 12/5, and with 12 guests the error 21/20 that they have with none. --- *)
Notation a := (5%:R : K).
Notation b := (25%:R : K).
Example where_the_curve_turns : let error := TwoSizesShapes.error mu 1 a b in
  [/\ error a 20%:R 12%:R = 21%:R / 20%:R, error a 20%:R 0 = 21%:R / 20%:R & error b 20%:R 12%:R = 19%:R / 20%:R] /\
  [/\ TwoSizesGuests.peak mu 1 a b 20%:R = 12%:R / 5%:R, TwoSizesShapes.samples a b 20%:R 12%:R = 400%:R &
      TwoSizesShapes.squared a b 20%:R 12%:R = 80%:R * 100%:R].
Proof. rewrite /TwoSizesGuests.peak
  /TwoSizesShapes.error /TwoSizesShapes.squared /TwoSizesShapes.samples; compute_it. Qed.

(* --- "What if everybody may weigh everybody?": sizes 10, 5 and 25, noise 10, spread 1. The player with 10 gives itself
   43/65 and the others 7/65 and 3/13. --- *)
Notation n := (three 10%:R 5%:R 25%:R).

Example best_fine_weights : let best := FineWeights.best n mu 1 p0 in
  [/\ best p0 = 43%:R / 65%:R, best p1 = 7%:R / 65%:R & best p2 = 3%:R / 13%:R] /\
  [/\ FineWeights.V n mu 1 p2 = 7%:R / 5%:R, FineWeights.H n mu 1 p0 = 22%:R / 21%:R &
      FineWeights.fine n mu 1 p0 best = 43%:R / 65%:R].
Proof.
move=> best; have [own five many] : [/\ best p0 = 43%:R / 65%:R, best p1 = 7%:R / 65%:R & best p2 = 3%:R / 13%:R].
  by rewrite /best /FineWeights.best /FineWeights.H /FineWeights.V; compute_it.
split=> //; split; last by rewrite /FineWeights.fine !sum3 /= own five many /three /=; field.
- by rewrite /FineWeights.V /three /=; field.
- by rewrite /FineWeights.H /FineWeights.V; compute_it.
Qed.

Example uniform_errors : [/\ Coalitions.size n setT = 40%:R, Coalitions.squares n setT = 750%:R &
  Coalitions.err n mu 1 setT p0 = 39%:R / 32%:R] /\
  [/\ OneThird.seen n setT = 75%:R / 4%:R, BestPartition.cost n setT = 89%:R / 4%:R &
      Precision.b n mu 1 setT = 23%:R / 32%:R].
Proof.
rewrite /Precision.b /BestPartition.cost /OneThird.seen /Coalitions.err /Coalitions.squares /Coalitions.size.
compute_it.
Qed.

Example best_errors : [/\ Precision.fine_err n mu 1 setT p0 = 43%:R / 65%:R,
  Precision.coarse_err n mu 1 setT p0 = 37%:R / 55%:R, Weights.best_weight n mu 1 setT p0 = 31%:R / 55%:R &
  Precision.R n mu 1 setT = 65%:R / 42%:R].
Proof.
have total : Precision.R n mu 1 setT = 65%:R / 42%:R by rewrite /Precision.R /FineWeights.V; compute_it.
have [own five many] : [/\ Precision.best n mu 1 setT p0 p0 = 43%:R / 65%:R,
    Precision.best n mu 1 setT p0 p1 = 7%:R / 65%:R & Precision.best n mu 1 setT p0 p2 = 3%:R / 13%:R].
  by rewrite /Precision.best /Precision.R /FineWeights.V; compute_it.
have weight : Weights.best_weight n mu 1 setT p0 = 31%:R / 55%:R.
  by rewrite /Weights.best_weight /Weights.bias /Coalitions.squares /Coalitions.size; compute_it.
split=> //.
- by rewrite /Precision.fine_err /FineWeights.fine !sum3 /= own five many /three /=; field.
- by rewrite /Precision.coarse_err weight /Weights.coarse /Weights.bias /Coalitions.squares /Coalitions.size; compute_it.
Qed.

(* The page on the error formula splits an error into noise and spread: 39/32 = 1/4 + 31/32. *)
Example parts_of_an_error : let v := WeightSums.uniform_weight n in
  [/\ WeightSums.all_samples n = 40%:R, v p0 = 1 / 4%:R & WeightSums.coarse_weight p0 n (1 / 2%:R) p0 = 5%:R / 8%:R] /\
  [/\ WeightSums.noise_sum n v = 1 / 40%:R, WeightSums.spread_sum p0 v = 31%:R / 32%:R,
      WeightSums.noise_part n mu setT = 1 / 4%:R & WeightSums.spread_part n 1 p0 setT = 31%:R / 32%:R].
Proof.
rewrite /WeightSums.noise_part /WeightSums.spread_part /WeightSums.noise_sum /WeightSums.spread_sum
  /WeightSums.coarse_weight /WeightSums.uniform_weight /WeightSums.all_samples /Coalitions.size.
compute_it.
Qed.
End Numbers.
