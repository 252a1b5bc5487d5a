(* How unequal the errors of two members are under one common model (coalitions/new-fair-ratio,
   new-fair-proportion). Any number of players, any positive sizes, any real field.
   Modelled: [err] of Coalitions.v for uniform federation. The two members are i, the smaller one,
     and j. Not modelled: other notions of fairness. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions OneThird Preferences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fair.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j : I).
Hypotheses (n_pos : forall k, 0 < n k) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Hypotheses (iC : i \in C) (jC : j \in C) (smaller : n i < n j).
Local Notation err := (err n mu s2).
(* The others, their sum and the sum of their squares. *)
Let rest := (C :\ i) :\ j.
Let r := size n rest. Let q := squares n rest.

Lemma other : i != j. Proof. by apply: contraTneq smaller => ->; rewrite ltxx. Qed.
Lemma splits (f : I -> K) : \sum_(k in C) f k = f i + (f j + \sum_(k in rest) f k).
Proof. by rewrite (big_setD1 i iC) (big_setD1 j) //= !inE eq_sym other. Qed.
Lemma without_i (f : I -> K) : \sum_(k in C :\ i) f k = f j + \sum_(k in rest) f k.
Proof. by rewrite (big_setD1 j) //= !inE eq_sym other. Qed.
Lemma without_j (f : I -> K) : \sum_(k in C :\ j) f k = f i + \sum_(k in rest) f k.
Proof.
rewrite (big_setD1 i) //= ?inE ?other //; congr (_ + _); apply: eq_bigl => k; rewrite !inE; exact: andbCA.
Qed.
Lemma r_ge0 : 0 <= r. Proof. by apply: sumr_ge0 => k _; apply: ltW. Qed.
Lemma q_ge0 : 0 <= q. Proof. by apply: sumr_ge0 => k _; apply: sqr_ge0. Qed.
Lemma q_le : q <= r ^+ 2.
Proof.
rewrite expr2 /q /r /squares {1}/size mulr_suml; apply: ler_sum => k kR; rewrite expr2 ler_pmul2l //.
by rewrite /size (bigD1 k) //= ler_addl sumr_ge0 // => x _; apply: ltW.
Qed.
Lemma pair : (C == [set i; j]) = (r == 0).
Proof.
have -> : C = i |: (j |: rest) by rewrite !setD1K // !inE eq_sym other.
apply/eqP/eqP => [e|e]; last first.
  suff -> : rest = set0 by rewrite setU0.
  apply/eqP; apply: contraT => /(nonempty_size n_pos); by rewrite -/r e ltxx.
rewrite /r /size big1 // => k kR; have : k \in [set i; j] by rewrite -e !inE in kR *; rewrite kR !orbT.
by move: kR; rewrite !inE => /and3P[/negPf -> /negPf ->].
Qed.

(* --- One common model: a pair is the worst case. --- *)
Definition bound := 1 + 2%:R * (n j - n i) * s2 / (mu + 2%:R * n i ^+ 2 / (n i + n j) * s2).
Lemma ratio_is : let N := n i + (n j + r) in
  err C i / err C j = 1 + 2%:R * (n j - n i) * s2 / (mu + (n i ^+ 2 + q + (n i + r) ^+ 2) / N * s2).
Proof.
move=> N; have N0 : 0 < N by rewrite addr_gt0 // ltr_paddr // r_ge0.
have Q : 0 <= n i ^+ 2 + q + (n i + r) ^+ 2 by rewrite !addr_ge0 ?sqr_ge0 // q_ge0.
have D : 0 < mu * N + s2 * (n i ^+ 2 + q + (n i + r) ^+ 2) by rewrite ltr_paddr ?mulr_gt0 ?mulr_ge0 // ltW.
rewrite !err_two_numbers // /squares /size !splits -/(size n rest) -/(squares n rest) -/r -/q -/N.
have -> : mu / N + s2 * ((n i ^+ 2 + (n j ^+ 2 + q)) / N ^+ 2 + 1 - 2%:R * n j / N) =
  (mu * N + s2 * (n i ^+ 2 + q + (n i + r) ^+ 2)) / N ^+ 2.
  by rewrite /N; move: N0; rewrite /N; move: (n i) (n j) r q => a b c d N0; field; rewrite gt_eqF.
have -> : mu + (n i ^+ 2 + q + (n i + r) ^+ 2) / N * s2 = (mu * N + s2 * (n i ^+ 2 + q + (n i + r) ^+ 2)) / N.
  by field; rewrite gt_eqF.
have D' := lt0r_neq0 D; have N1 := lt0r_neq0 N0; move: D'; set X := mu * N + _ => X0.
have -> : s2 * ((n i ^+ 2 + (n j ^+ 2 + q)) / N ^+ 2 + 1 - 2%:R * n i / N) = X / N ^+ 2 - mu / N + 2%:R * (n j - n i)
  * s2 / N.
  by rewrite /X; move: N0 N1; rewrite /N; move: (n i) (n j) r q => a b c d N0 N1; field.
by field; rewrite X0 N1.
Qed.

Theorem fair_ratio :
  [/\ err C i / err C j <= bound, bound < 1 + 2%:R * n j * s2 / mu & C = [set i; j] -> err C i / err C j = bound].
Proof.
have a := n_pos i; have c := n_pos j; have ac := addr_gt0 a c; have r0 := r_ge0; have q0 := q_ge0.
have N : 0 < n i + (n j + r) by rewrite addr_gt0 // ltr_paddr.
have d : 0 < n j - n i by rewrite subr_gt0.
have P : 0 < mu + 2%:R * n i ^+ 2 / (n i + n j) * s2 by rewrite addr_gt0 // mulr_gt0 // divr_gt0 // mulr_gt0 ?ltr0n
  ?exprn_gt0.
rewrite ratio_is /bound; split.
- rewrite ler_add2l ler_pmul2l ?mulr_gt0 ?ltr0n // lef_pinv ?posrE //; last first.
    by rewrite ltr_paddr // mulr_ge0 ?(ltW s2_pos) // divr_ge0 ?(ltW N) // !addr_ge0 ?sqr_ge0.
  rewrite ler_add2l ler_pmul2r // ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -subr_ge0.
  have -> : (n i ^+ 2 + q + (n i + r) ^+ 2) * (n i + n j) - 2%:R * n i ^+ 2 * (n i + (n j + r)) =
    q * (n i + n j) + 2%:R * n i * n j * r + r ^+ 2 * (n i + n j) by ring.
  by rewrite !addr_ge0 ?mulr_ge0 ?sqr_ge0 ?ler0n // ltW.
- rewrite ltr_add2l; apply: (@lt_trans _ _ (2%:R * n j * s2 / (mu + 2%:R * n i ^+ 2 / (n i + n j) * s2))).
    by rewrite ltr_pmul2r ?invr_gt0 // ltr_pmul2r // ltr_pmul2l ?ltr0n // ltr_subl_addr ltr_addl.
  rewrite ltr_pmul2l ?mulr_gt0 ?ltr0n // ltf_pinv ?posrE // ltr_addl mulr_gt0 // divr_gt0 // mulr_gt0 ?ltr0n
    ?exprn_gt0 //.
move/eqP; rewrite pair => /eqP e.
have -> : q = 0 by apply/eqP; rewrite eq_le q0 andbT; have := q_le; rewrite e expr0n.
have twice : n i ^+ 2 + n i ^+ 2 = 2%:R * n i ^+ 2 by ring.
by rewrite e !addr0 twice.
Qed.

(* --- Out of proportion only where both would rather be alone. --- *)
Lemma proportion : let N := n i + (n j + r) in let A := (n i + r) ^+ 2 + (n i ^+ 2 + q) in
  n j * err C j - n i * err C i = (n j - n i) / N ^+ 2 * (mu * N + s2 * (A - 2%:R * n i * N)) /\
  mu / n j - err C j = (mu * N * (n i + r) - s2 * n j * A) / (n j * N ^+ 2).
Proof.
move=> N A; have N0 : 0 < N by rewrite addr_gt0 // ltr_paddr // r_ge0.
have N1 := lt0r_neq0 N0; have c := lt0r_neq0 (n_pos j).
rewrite !err_two_numbers // /squares /size !splits -/(size n rest) -/(squares n rest) -/r -/q -/N /A.
by move: N1; rewrite /N; move: (n i) (n j) c r q => x y y0 z w N1; split; field; rewrite ?y0 ?N1.
Qed.

Theorem fair_proportion :
  [/\ err C i <= err [set i] i -> n i * err C i <= n j * err C j,
      err C j <= err [set j] j -> n i * err C i <= n j * err C j &
      n j * err C j < n i * err C i -> err [set i] i < err C i /\ err [set j] j < err C j].
Proof.
have a := n_pos i; have c := n_pos j; have r0 := r_ge0; have q0 := q_ge0.
have N : 0 < n i + (n j + r) by rewrite addr_gt0 // ltr_paddr.
have P : 0 < n i + r by rewrite ltr_paddr.
rewrite !(alone mu s2 n_pos); have [diff stay] := proportion.
have large : err C j <= mu / n j -> n i * err C i <= n j * err C j.
  rewrite -subr_ge0 stay pmulr_lge0 ?invr_gt0 ?mulr_gt0 ?exprn_gt0 // => H.
  rewrite -subr_ge0 diff mulr_ge0 ?divr_ge0 ?sqr_ge0 ?subr_ge0 ?(ltW smaller) // -(pmulr_lge0 _ P).
  set A := _ + (n i ^+ 2 + q) in H *.
  have -> : (mu * (n i + (n j + r)) + s2 * (A - 2%:R * n i * (n i + (n j + r)))) * (n i + r) =
    (mu * (n i + (n j + r)) * (n i + r) - s2 * n j * A) + s2 * (n i + (n j + r)) * (r ^+ 2 + q) by rewrite /A; ring.
  by rewrite addr_ge0 // !mulr_ge0 ?(ltW s2_pos) ?(ltW N) // addr_ge0 ?sqr_ge0.
have out : n j * err C j < n i * err C i -> mu / n i < err C i /\ mu / n j < err C j.
  move=> H; have J : mu / n j < err C j by rewrite ltNge; apply: contraTN H => /large; rewrite leNgt.
  split=> //; rewrite ltr_pdivr_mulr // mulrC; apply: lt_trans H; move: J; by rewrite ltr_pdivr_mulr // mulrC.
split=> // small; rewrite leNgt; apply/negP => /out[]; by rewrite ltNge small.
Qed.
End Fair.
