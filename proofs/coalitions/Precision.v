(* Best weights add precisions (coalitions/new-precision-addition-coarse, new-precision-addition-fine,
   new-error-is-own-weight, new-order-of-federations). Any number of players, any positive sizes, any real field.
   Modelled: [coarse] and [best_weight] of Weights.v; the error of Theorem 4.2 for any weights,
     [fine] of FineWeights.v, where
   the weights of a coalition are zero outside of it. Not modelled: regression. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions OneThird Preferences Weights FineWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Precision.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types C D T : {set I}.
Local Notation V := (V n mu s2).
Local Notation fine := (fine n mu s2).

(* --- Coarse-grained federation at the best weight. --- *)
Definition coarse_err C j := coarse n mu s2 C j (best_weight n mu s2 C j).
(* How far the pooled average of T is from the common mean. *)
Definition b T := mu / size n T + s2 * (squares n T / size n T ^+ 2).

Lemma b_pos T : T != set0 -> 0 < b T.
Proof.
move=> T0; have N := nonempty_size n_pos T0; have q : 0 <= squares n T by apply: sumr_ge0 => i _; apply: sqr_ge0.
by rewrite ltr_paddr ?divr_gt0 // mulr_ge0 ?(ltW s2_pos) // divr_ge0 // sqr_ge0.
Qed.
Lemma coarse_alone j : coarse_err [set j] j = mu / n j.
Proof.
have x := n_pos j; have e : bias n [set j] j = 0 by rewrite /bias /size /squares setDv big_set0 big_set1; ring.
rewrite /coarse_err /best_weight /coarse e /size big_set1 !mul0r; field; by rewrite gt_eqF.
Qed.
Lemma coarse_precision C j : j \in C -> C :\ j != set0 -> (coarse_err C j)^-1 = n j / mu + (s2 + b (C :\ j))^-1.
Proof. by move=> jC; apply: precisions_add. Qed.
Lemma spread_b_pos T : T != set0 -> 0 < s2 + b T.
Proof. by move=> T0; rewrite addr_gt0 // b_pos. Qed.
Lemma coarse_pos C j : j \in C -> 0 < coarse_err C j.
Proof.
move=> jC; have [E|T0] := eqVneq (C :\ j) set0.
  by rewrite -(setD1K jC) E setU0 coarse_alone divr_gt0.
by rewrite -invr_gt0 coarse_precision // addr_gt0 ?divr_gt0 // invr_gt0 spread_b_pos.
Qed.
Lemma coarse_order C D j : j \in C -> j \in D -> C :\ j != set0 -> D :\ j != set0 ->
  (coarse_err C j <= coarse_err D j) = (b (C :\ j) <= b (D :\ j)).
Proof.
move=> jC jD C0 D0; rewrite -lef_pinv ?posrE ?coarse_pos // !coarse_precision // ler_add2l.
by rewrite lef_pinv ?posrE ?spread_b_pos // ler_add2l.
Qed.

Lemma company_helps T j : T != set0 -> j \notin T -> coarse_err (j |: T) j < coarse_err [set j] j.
Proof.
move=> T0 jT; rewrite -ltf_pinv ?posrE ?coarse_pos ?setU11 ?set11 // coarse_alone invf_div.
by rewrite coarse_precision ?setU11 ?setU1K // ltr_addl invr_gt0 spread_b_pos.
Qed.

(* One over the error is one over the own noise plus one over the spread and the others' error,
   so all rank the others alike. *)
Theorem precision_addition_coarse :
  (forall T j, T != set0 -> j \notin T -> (coarse_err (j |: T) j)^-1 = n j / mu + (s2 + b T)^-1) /\
  (forall j, (coarse_err [set j] j)^-1 = n j / mu) /\
  (forall T T' j k, j \notin T :|: T' -> k \notin T :|: T' ->
    (T != set0 -> T' != set0 -> (coarse_err (j |: T) j <= coarse_err (j |: T') j) = (b T <= b T')) /\
    (coarse_err (j |: T) j <= coarse_err (j |: T') j) = (coarse_err (k |: T) k <= coarse_err (k |: T') k)).
Proof.
split=> [T j T0 jT|]; first by rewrite coarse_precision ?setU11 // setU1K.
split=> [j|T T' j k]; first by rewrite coarse_alone invf_div.
rewrite !inE !negb_or => /andP[jT jT'] /andP[kT kT'].
split=> [T0 T0'|]; first by rewrite coarse_order ?setU11 // ?setU1K.
have [->|T0] := eqVneq T set0; have [->|T0'] := eqVneq T' set0; rewrite ?setU0 ?lexx //.
- by rewrite !leNgt !company_helps.
- by rewrite !ltW // company_helps.
by rewrite !coarse_order ?setU11 // ?setU1K.
Qed.

(* --- Fine-grained federation at the best weights of the coalition C. --- *)
Definition weights_of C (v : I -> K) := \sum_i v i = 1 /\ forall i, i \notin C -> v i = 0.
Definition R T := \sum_(i in T) (V i)^-1.
Definition best C j i := if i == j then (1 + s2 * R (C :\ j)) / (1 + V j * R (C :\ j))
  else if i \in C then (V i)^-1 * ((V j - s2) / (1 + V j * R (C :\ j))) else 0.
Definition fine_err C j := fine j (best C j).

Lemma Vpos i : 0 < V i.
Proof. exact: V_pos. Qed.
Lemma R_ge0 T : 0 <= R T.
Proof. by apply: sumr_ge0 => i _; rewrite invr_ge0 ltW // Vpos. Qed.
Lemma R_pos T : T != set0 -> 0 < R T.
Proof.
case/set0Pn => i iT; rewrite /R (bigD1 i) //= ltr_paddr ?invr_gt0 ?Vpos //.
by apply: sumr_ge0 => k _; rewrite invr_ge0 ltW // Vpos.
Qed.
Lemma D_gt0 T j : 0 < 1 + V j * R T.
Proof. by rewrite ltr_paddr ?ltr01 // mulr_ge0 ?R_ge0 // ltW // Vpos. Qed.

(* A sum over the others, of terms that vanish outside of C. *)
Lemma sum_members C j (f : I -> K) : j \in C -> (forall i, i \notin C -> f i = 0) ->
  \sum_i f i = f j + \sum_(i in C :\ j) f i.
Proof.
move=> jC out; rewrite (bigD1 j) //=; congr (_ + _).
rewrite [LHS](bigID (mem C)) /= [X in _ + X]big1 ?addr0 => [|i /andP[_ /out]//].
by apply: eq_bigl => i; rewrite !inE.
Qed.
Lemma best_self C j : best C j j = (1 + s2 * R (C :\ j)) / (1 + V j * R (C :\ j)).
Proof. by rewrite /best eqxx. Qed.
Lemma best_other C j i : i \in C :\ j -> best C j i = (V i)^-1 * ((V j - s2) / (1 + V j * R (C :\ j))).
Proof. by rewrite !inE /best => /andP[/negPf -> ->]. Qed.
Lemma best_out C j i : j \in C -> i \notin C -> best C j i = 0.
Proof. by move=> jC iC; rewrite /best (negPf iC); case: eqP => // e; rewrite e jC in iC. Qed.

Lemma best_weights C j : j \in C -> weights_of C (best C j).
Proof.
move=> jC; split=> [|i]; last exact: best_out.
rewrite (sum_members jC) => [|i]; last exact: best_out.
rewrite best_self (eq_bigr _ (fun i => @best_other C j i)) -mulr_suml -/(R _).
by have D := lt0r_neq0 (D_gt0 (C :\ j) j); field.
Qed.

(* Any other weights of C cost more, by exactly so much. *)
Lemma fine_gap C j v : j \in C -> weights_of C v -> fine j v = fine_err C j + \sum_(i in C) V i * (v i - best C j i)
  ^+ 2.
Proof.
move=> jC [one out]; have [bone bout] := best_weights jC.
have D := lt0r_neq0 (D_gt0 (C :\ j) j).
rewrite /fine_err !fine_is // (big_setD1 j jC) /=.
rewrite !(sum_members jC) => [|i /bout ->|i /out ->]; rewrite ?expr0n ?mulr0 //.
have restv : \sum_(i in C :\ j) v i = 1 - v j by rewrite -one (sum_members jC out) addrAC subrr add0r.
have restb : \sum_(i in C :\ j) best C j i = 1 - best C j j by rewrite -bone (sum_members jC bout) addrAC subrr add0r.
set c := (V j - s2) / (1 + V j * R (C :\ j)).
have -> : \sum_(i in C :\ j) V i * v i ^+ 2 = \sum_(i in C :\ j) V i * best C j i ^+ 2 +
    \sum_(i in C :\ j) V i * (v i - best C j i) ^+ 2 + 2%:R * c * \sum_(i in C :\ j) (v i - best C j i).
  rewrite mulr_sumr -!big_split; apply: eq_bigr => i iT /=; rewrite (best_other iT) -/c.
  by have := lt0r_neq0 (Vpos i); move: (V i) (v i) => x y x0; field.
rewrite sumrB restv restb.
have -> : c = V j * best C j j - s2 by rewrite best_self /c; field.
move: (\sum_(i in _) _) (\sum_(i in _) _) (v j) (best C j j) (V j) => p q x y z; ring.
Qed.

(* The error is the local error times the weight on oneself. *)
Lemma fine_own_weight C j : j \in C -> fine_err C j = mu / n j * best C j j.
Proof.
move=> jC; have [bone bout] := best_weights jC; have D := lt0r_neq0 (D_gt0 (C :\ j) j).
have own : mu / n j = V j - s2 by rewrite /FineWeights.V addrAC subrr add0r.
rewrite /fine_err fine_is // (sum_members jC) => [|i /bout ->]; last by rewrite expr0n mulr0.
set c := (V j - s2) / (1 + V j * R (C :\ j)).
have -> : \sum_(i in C :\ j) V i * best C j i ^+ 2 = R (C :\ j) * c ^+ 2.
  rewrite /R mulr_suml; apply: eq_bigr => i iT; rewrite (best_other iT) -/c.
  by have := lt0r_neq0 (Vpos i); move: (V i) => x x0; field.
rewrite own best_self /c; field; exact: D.
Qed.
Lemma fine_alone j : fine_err [set j] j = mu / n j.
Proof. by rewrite fine_own_weight ?set11 // best_self setDv /R big_set0 !mulr0 addr0 divr1 mulr1. Qed.
Lemma fine_precision C j : j \in C -> C :\ j != set0 -> (fine_err C j)^-1 = n j / mu + (s2 + (R (C :\ j))^-1)^-1.
Proof.
move=> jC T0; have r := R_pos T0; have x := n_pos j; rewrite fine_own_weight // best_self /FineWeights.V.
move: (R _) (n j) r x => r x r0 x0; have s := s2_pos; have m := mu_pos.
have A : 0 < 1 + s2 * r by rewrite addr_gt0 ?ltr01 // mulr_gt0.
have B : 0 < x + (s2 * x + mu) * r by rewrite addr_gt0 // mulr_gt0 // addr_gt0 // mulr_gt0.
have -> : mu / x * ((1 + s2 * r) / (1 + (s2 + mu / x) * r)) = mu * (1 + s2 * r) / (x + (s2 * x + mu) * r).
  by field; rewrite !gt_eqF.
rewrite invf_div; have -> : s2 + r^-1 = (1 + s2 * r) / r by field; rewrite gt_eqF.
by rewrite invf_div; field; rewrite !gt_eqF.
Qed.

Theorem precision_addition_fine C j : j \in C ->
  [/\ weights_of C (best C j), forall v, weights_of C v -> fine j v = fine_err C j + \sum_(i in C) V i * (v i - best
    C j i) ^+ 2,
      C :\ j != set0 -> (fine_err C j)^-1 = n j / mu + (s2 + (\sum_(i in C :\ j) (V i)^-1)^-1)^-1 &
      C = [set j] -> (fine_err C j)^-1 = n j / mu].
Proof.
move=> jC; split=> [|v|T0|->]; [exact: best_weights|exact: fine_gap|exact: fine_precision|].
by rewrite fine_alone invf_div.
Qed.

(* The total weight that the member puts on its own average: what it keeps, and its share of the pooled model. *)
Theorem error_is_own_weight C j : j \in C ->
  (let w := best_weight n mu s2 C j in coarse_err C j = mu / n j * (w + (1 - w) * (n j / size n C))) /\
  fine_err C j = mu / n j * best C j j.
Proof.
move=> jC; split; last exact: fine_own_weight.
have x := n_pos j; have [E|T0] := eqVneq (C :\ j) set0.
  have -> : C = [set j] by rewrite -(setD1K jC) E setU0.
  by rewrite coarse_alone /size big_set1 divff ?gt_eqF // mulr1 addrC subrK mulr1.
have r := nonempty_size n_pos T0; have B := bias_pos n_pos jC T0.
rewrite /coarse_err lemma_6_3 // best_is // /share (cut n jC);
  move: (n j) (size n _) (bias n C j) x r B => x r q x0 r0 q0.
have N : 0 < x + r by rewrite addr_gt0.
have D : 0 < mu * (x + r) * r + x * q * s2 by rewrite addr_gt0 // !mulr_gt0.
have -> : r * (x + r) + x * q * s2 / mu = (mu * (x + r) * r + x * q * s2) / mu by field; rewrite gt_eqF.
by field; rewrite !gt_eqF.
Qed.

(* --- In order. --- *)
Lemma two_b T : T != set0 -> b T = (R T)^-1 + \sum_(i in T) V i * (n i / size n T - (V i * R T)^-1) ^+ 2.
Proof.
move=> T0; have N := nonempty_size n_pos T0; have r := R_pos T0.
have each i : V i * (n i / size n T - (V i * R T)^-1) ^+ 2 =
    (s2 * n i ^+ 2 + mu * n i) / size n T ^+ 2 - 2%:R / (size n T * R T) * n i + (V i)^-1 / R T ^+ 2.
  have v := Vpos i; have VE : V i * n i = s2 * n i + mu by rewrite /FineWeights.V; field; rewrite gt_eqF.
  have -> : s2 * n i ^+ 2 + mu * n i = V i * n i * n i by rewrite VE; ring.
  by field; rewrite !gt_eqF.
rewrite (eq_bigr _ (fun i _ => each i)) big_split sumrB /= -!mulr_suml -mulr_sumr big_split /= -!mulr_sumr.
rewrite -/(size n T) -/(squares n T) -/(R T) /b; move: (size n T) (R T) N r => N r N0 r0; field; by rewrite !gt_eqF.
Qed.

Theorem order_of_federations C j : j \in C -> C :\ j != set0 ->
  [/\ fine_err C j <= coarse_err C j, coarse_err C j < err n mu s2 C j, coarse_err C j < err n mu s2 [set j] j &
      fine_err C j = coarse_err C j <-> forall i k, i \in C :\ j -> k \in C :\ j -> n i = n k].
Proof.
move=> jC T0; have [local uniform] := better_than_both n_pos mu_pos s2_pos jC T0.
have r := R_pos T0; have N := nonempty_size n_pos T0.
have F : 0 < fine_err C j.
  by rewrite -invr_gt0 fine_precision // addr_gt0 ?divr_gt0 // invr_gt0 addr_gt0 // invr_gt0.
have X : 0 < s2 + (R (C :\ j))^-1 by rewrite addr_gt0 // invr_gt0.
have ge i : 0 <= V i * (n i / size n (C :\ j) - (V i * R (C :\ j))^-1) ^+ 2 by rewrite mulr_ge0 ?sqr_ge0 // ltW // Vpos.
split=> //; last 1 first.
- split=> [e|same].
    have : b (C :\ j) = (R (C :\ j))^-1.
      apply: (addrI s2); apply: invr_inj; apply: (addrI (n j / mu)); rewrite -coarse_precision // -fine_precision //.
      by rewrite e.
    rewrite (two_b T0) => /eqP; rewrite -subr_eq0 addrAC subrr add0r => /eqP zero.
    have each i : i \in C :\ j -> s2 * n i + mu = size n (C :\ j) / R (C :\ j).
      move=> iT; have v := Vpos i; have := @psumr_eq0P _ _ _ _ (fun k _ => ge k) zero i iT.
      move/eqP; rewrite mulf_eq0 (gt_eqF v) /= expf_eq0 /= subr_eq0 => /eqP q.
      have <- : V i * n i = s2 * n i + mu by rewrite /FineWeights.V; field; rewrite gt_eqF.
      have -> : n i = n i / size n (C :\ j) * size n (C :\ j) by rewrite divfK // gt_eqF.
      by rewrite q; field; rewrite !gt_eqF.
    move=> i k iT kT; have := each i iT; rewrite -(each k kT) => /addIr/(mulfI (lt0r_neq0 s2_pos)); exact.
  apply: invr_inj; rewrite coarse_precision // fine_precision //; congr (_ + (_ + _)^-1).
  rewrite two_b // big1 ?addr0 // => i iT.
  have cT : 0 < #|C :\ j|%:R :> K by rewrite ltr0n card_gt0.
  have -> : size n (C :\ j) = #|C :\ j|%:R * n i.
    by rewrite /size (eq_bigr (fun=> n i)) => [|k kT]; rewrite ?sumr_const ?mulr_natl // (same k i).
  have -> : R (C :\ j) = #|C :\ j|%:R / V i.
    rewrite /R (eq_bigr (fun=> (V i)^-1)) => [|k kT]; rewrite ?sumr_const ?mulr_natl //.
    by rewrite /FineWeights.V (same k i).
  have -> : n i / (#|C :\ j|%:R * n i) - (V i * (#|C :\ j|%:R / V i))^-1 = 0.
    by field; rewrite !gt_eqF // Vpos.
  by rewrite expr0n mulr0.
- rewrite -lef_pinv ?posrE ?coarse_pos // coarse_precision // fine_precision // ler_add2l.
  by rewrite lef_pinv ?posrE ?spread_b_pos // ler_add2l two_b // ler_addl sumr_ge0.
by rewrite (alone mu s2 n_pos).
Qed.
End Precision.
