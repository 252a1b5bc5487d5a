(* Members who rank coalitions by precision (new-precision-weights, new-who-stays-among-liars), for any number of
   members over any ordered field.
   Modelled: [precision_err] is the error of Theorem 4.2 ([fine] of FineWeights.v, proved there from expectations) at
   precision weights; [liars_error] is that of the equilibrium of Liars.v, proved there. The small members together
   and each other member alone is [arranged] of Ranking.v; stability as in Stability.v. Not modelled: where a tie
   breaks. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights Stability Ranking.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Members.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types C D : {set I}.
Local Notation V := (V n mu s2).
Definition precision C := \sum_(i in C) (V i)^-1.
Lemma V0 i : 0 < V i. Proof. exact: V_pos. Qed.
Lemma inverse_pos i : 0 < (V i)^-1. Proof. by rewrite invr_gt0 V0. Qed.
Lemma precision_pos C j : j \in C -> 0 < precision C.
Proof.
move=> jC; rewrite /precision (bigD1 j) //= ltr_paddr ?inverse_pos // sumr_ge0 // => i _; exact/ltW/inverse_pos.
Qed.
Lemma precision_alone j : precision [set j] = (V j)^-1.
Proof. exact: big_set1. Qed.
Lemma more_than_alone C j : j \in C -> C != [set j] -> precision [set j] < precision C.
Proof.
move=> jC ne; apply: (proper_number inverse_pos); rewrite properEneq eq_sym ne; apply/subsetP => i.
by rewrite inE => /eqP ->.
Qed.

(* --- Precision weights, truthful members --- *)
Definition precision_weight C i := if i \in C then (V i * precision C)^-1 else 0.
Definition precision_err C j := fine n mu s2 j (precision_weight C).
Lemma precision_err_is C j : j \in C -> precision_err C j = s2 + (1 - 2%:R * s2 / V j) / precision C.
Proof.
move=> jC; have P := precision_pos jC; have v := V0 j.
rewrite /precision_err fine_is; last first.
  rewrite /precision_weight -big_mkcond /= (eq_bigr (fun i => (V i)^-1 / precision C)) => [|i _]; last first.
    by rewrite invfM.
  by rewrite -mulr_suml -/(precision C) divff // gt_eqF.
have -> : \sum_i V i * precision_weight C i ^+ 2 = (precision C)^-1.
  transitivity (\sum_(i in C) (V i)^-1 / precision C ^+ 2).
    rewrite [RHS]big_mkcond; apply: eq_bigr => i _; rewrite /precision_weight; case: ifP => _; last by rewrite expr0n
      mulr0.
    by have vi := V0 i; field; rewrite !gt_eqF.
  by rewrite -mulr_suml -/(precision C); field; rewrite gt_eqF.
by rewrite /precision_weight jC; field; rewrite !gt_eqF.
Qed.

Local Notation ratio := (mu / s2).
Lemma small_factor j : (0 < 1 - 2%:R * s2 / V j) = (n j < ratio).
Proof.
have x := n_pos j; have v := V0 j; rewrite subr_gt0 ltr_pdivr_mulr // mul1r /FineWeights.V mulr_natl mulr2n ltr_add2l.
by rewrite !ltr_pdivl_mulr // mulrC.
Qed.
Lemma large_factor j : (1 - 2%:R * s2 / V j < 0) = (ratio < n j).
Proof.
have x := n_pos j; have v := V0 j; rewrite subr_lt0 ltr_pdivl_mulr // mul1r /FineWeights.V mulr_natl mulr2n ltr_add2l.
by rewrite !ltr_pdivr_mulr // mulrC.
Qed.

Lemma precision_small C D j : j \in C -> j \in D -> n j < ratio ->
  (precision_err C j < precision_err D j) = (precision D < precision C).
Proof.
move=> jC jD; rewrite -small_factor => f; rewrite !precision_err_is // ltr_add2l ltr_pmul2l //.
by rewrite ltf_pinv ?posrE // (@precision_pos _ j).
Qed.
Lemma precision_large C D j : j \in C -> j \in D -> ratio < n j ->
  (precision_err C j < precision_err D j) = (precision C < precision D).
Proof.
move=> jC jD; rewrite -large_factor => f; rewrite !precision_err_is // ltr_add2l ltr_nmul2l //.
by rewrite ltf_pinv ?posrE // (@precision_pos _ j).
Qed.
Lemma precision_tie C D j : j \in C -> j \in D -> n j = ratio -> precision_err C j = precision_err D j.
Proof.
move=> jC jD e; rewrite !precision_err_is //.
have -> : 1 - 2%:R * s2 / V j = 0.
  by apply/eqP; rewrite eq_le !leNgt small_factor large_factor e ltxx.
by rewrite !mul0r.
Qed.

Theorem precision_weights : let small j := n j < ratio in
  [/\ forall C j, j \in C -> precision_err C j = s2 + (1 - 2%:R * s2 / V j) / precision C,
    forall C D j, j \in C -> j \in D -> small j -> (precision_err C j < precision_err D j) = (precision D < precision
      C),
    (forall C D j, j \in C -> j \in D -> ratio < n j -> (precision_err C j < precision_err D j) = (precision C <
      precision D))
      /\ (forall C j, j \in C -> ratio < n j -> C != [set j] -> precision_err [set j] j < precision_err C j),
    partition (arranged small) setT /\ core_stable precision_err (arranged small) &
    (forall j, n j != ratio) -> forall Q, partition Q setT -> core_stable precision_err Q -> Q = arranged small].
Proof.
move=> small; have large C j : j \in C -> ratio < n j -> C != [set j] -> precision_err [set j] j < precision_err C j.
  by move=> jC lj ne; rewrite (precision_large (set11 j) jC) // more_than_alone.
have tie C D j : j \in C -> j \in D -> ~~ small j -> ~~ (ratio < n j) -> precision_err C j = precision_err D j.
  by move=> jC jD a b; apply: precision_tie => //; apply/eqP; rewrite eq_le !leNgt a b.
split=> //; [exact: precision_err_is|exact: precision_small|split=> //; exact: precision_large| |].
  split; first exact: arranged_partition.
  by apply: (arranged_core inverse_pos precision_small large tie).
move=> no_ties Q; apply: (arranged_only inverse_pos precision_small large) => j.
by have := no_ties j; rewrite neq_lt.
Qed.

(* --- Liars --- *)
Variable t2 : K.
Hypothesis t2_pos : 0 < t2.
(* The error of a member of variance v among liars of precision P. *)
Definition liars_error P v := (s2 + t2) * (1 + s2 * P - 2%:R * s2 / v) / (1 + t2 * P).
Definition liars_err C j := liars_error (precision C) (V j).
Definition threshold := ratio * ((t2 - s2) / (t2 + s2)).

Lemma liars_difference C D j : j \in C -> j \in D -> liars_err D j - liars_err C j =
  (s2 + t2) * s2 * (t2 + s2) / (V j * n j * (1 + t2 * precision C) * (1 + t2 * precision D))
  * ((threshold - n j) * (precision C - precision D)).
Proof.
move=> jC jD; have x := n_pos j; have v := V0 j; have ts := addr_gt0 t2_pos s2_pos.
have P1 : 0 < 1 + t2 * precision C by rewrite addr_gt0 ?ltr01 // mulr_gt0 // (precision_pos jC).
have P2 : 0 < 1 + t2 * precision D by rewrite addr_gt0 ?ltr01 // mulr_gt0 // (precision_pos jD).
have VE : n j = mu / (V j - s2) by rewrite /FineWeights.V addrAC subrr add0r; field; rewrite !gt_eqF.
have vs : 0 < V j - s2 by rewrite /FineWeights.V addrAC subrr add0r divr_gt0.
rewrite /liars_err /liars_error /threshold VE; move: (V j) v vs (precision C) (precision D) P1 P2 => w w0 ws a b P1 P2.
by field; rewrite !gt_eqF.
Qed.
Lemma liars_order C D j : j \in C -> j \in D ->
  (liars_err C j < liars_err D j) = (0 < (threshold - n j) * (precision C - precision D)).
Proof.
move=> jC jD; rewrite -subr_gt0 (liars_difference jC jD) pmulr_rgt0 //.
have x := n_pos j; have v := V0 j; have ts := addr_gt0 t2_pos s2_pos; have st := addr_gt0 s2_pos t2_pos.
have pos (A : {set I}) : j \in A -> 0 < 1 + t2 * precision A by move=> jA; rewrite addr_gt0 ?ltr01 // mulr_gt0 //
  (precision_pos jA).
by rewrite divr_gt0 ?mulr_gt0 ?pos.
Qed.
Lemma liars_below C D j : j \in C -> j \in D -> n j < threshold ->
  (liars_err C j < liars_err D j) = (precision D < precision C).
Proof. by move=> jC jD; rewrite -(subr_gt0 (n j)) => f; rewrite liars_order // pmulr_rgt0 // subr_gt0. Qed.
Lemma liars_above C D j : j \in C -> j \in D -> threshold < n j ->
  (liars_err C j < liars_err D j) = (precision C < precision D).
Proof. by move=> jC jD; rewrite -(subr_lt0 (n j)) => f; rewrite liars_order // nmulr_rgt0 // subr_lt0. Qed.
Lemma liars_tie C D j : j \in C -> j \in D -> n j = threshold -> liars_err C j = liars_err D j.
Proof.
move=> jC jD e; apply/eqP; rewrite eq_sym -subr_eq0 (liars_difference jC jD) e subrr mul0r mulr0; exact: eqxx.
Qed.
Lemma liars_alone j : liars_err [set j] j = s2 + t2 - (s2 + t2) ^+ 2 / (t2 + V j).
Proof.
have v := V0 j; have tv := addr_gt0 t2_pos v; rewrite /liars_err /liars_error precision_alone.
by move: (V j) v tv => w w0 tw; field; rewrite !gt_eqF // addrC.
Qed.

(* Alone a member has its posterior mean: its own mean has variance s2 + t2, and its data explain the rest. *)
Theorem who_stays_among_liars : let below j := n j < threshold in
  [/\ forall j, liars_err [set j] j = s2 + t2 - (s2 + t2) ^+ 2 / (t2 + V j),
    (1 < #|I|)%N -> forall j,
      (forall C, j \in C -> C != [set j] -> liars_err C j < liars_err [set j] j) <-> below j,
    forall C D j, j \in C -> j \in D -> below j -> (liars_err C j < liars_err D j) = (precision D < precision C),
    partition (arranged below) setT /\ core_stable liars_err (arranged below) &
    (forall j, n j != threshold) -> forall Q, partition Q setT -> core_stable liars_err Q -> Q = arranged below].
Proof.
move=> below; have above C j : j \in C -> threshold < n j -> C != [set j] -> liars_err [set j] j < liars_err C j.
  by move=> jC lj ne; rewrite (liars_above (set11 j) jC) // more_than_alone.
have tie C D j : j \in C -> j \in D -> ~~ below j -> ~~ (threshold < n j) -> liars_err C j = liars_err D j.
  by move=> jC jD a b; apply: liars_tie => //; apply/eqP; rewrite eq_le !leNgt a b.
split; [exact: liars_alone| |exact: liars_below| |].
- move=> many j; split=> [any|low C jC ne]; last by rewrite (liars_below jC (set11 j)) // more_than_alone.
  have [i ij] : exists i, i != j.
    have : (0 < #|predC1 j|)%N by rewrite cardC1 -subn1 subn_gt0.
    by case/card_gt0P => i; rewrite inE => ij; exists i.
  have jC : j \in [set j; i] by rewrite !inE eqxx.
  have ne : [set j; i] != [set j].
    by apply: contraNneq ij => /setP/(_ i); rewrite !inE eqxx orbT => /esym.
  have more := more_than_alone jC ne; rewrite -subr_gt0 in more.
  have := any _ jC ne; rewrite (liars_order jC (set11 j)) -subr_gt0 subr0 pmulr_lgt0 // subr_gt0; exact.
- split; first exact: arranged_partition.
  by apply: (arranged_core inverse_pos liars_below above tie).
move=> no_ties Q; apply: (arranged_only inverse_pos liars_below above) => j.
by have := no_ties j; rewrite neq_lt.
Qed.
End Members.
