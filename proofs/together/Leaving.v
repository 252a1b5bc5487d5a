(* Errors are convex in all sizes, so nobody leaves (new-nobody-leaves), for any number of members over any ordered field.
   Modelled: member i's error is one over the sum of two precisions, n i / mu of its own records and P / (s P + 1) of what the
   others say; prices are the slopes of the errors. "Efficient" is the condition that a record costs at least what it is worth,
   and exactly that where any is collected; [efficient_sizes] shows that it makes the sum of errors and costs least.
   Not modelled: where the formula of the error comes from (part on coalitions). *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require OnePrice.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Tangents.
Variable K : realFieldType.

Lemma plus_pos (a b : K) : 0 <= a -> 0 < b -> 0 < a + b.
Proof. by move=> a0 b0; apply: (lt_le_trans b0); rewrite ler_addr. Qed.
Lemma pos_plus (a b : K) : 0 < a -> 0 <= b -> 0 < a + b.
Proof. by move=> a0 b0; apply: (lt_le_trans a0); rewrite ler_addl. Qed.

(* x / (s x + m) lies below its tangent at y; one over x lies above. *)
Lemma saturating (s m x y : K) : 0 <= s -> 0 < m -> 0 <= x -> 0 <= y ->
  x / (s * x + m) <= y / (s * y + m) + m / (s * y + m) ^+ 2 * (x - y).
Proof.
move=> s0 m0 x0 y0; rewrite -subr_ge0.
have dx : 0 < s * x + m by apply: plus_pos => //; apply: mulr_ge0.
have dy : 0 < s * y + m by apply: plus_pos => //; apply: mulr_ge0.
have -> : y / (s * y + m) + m / (s * y + m) ^+ 2 * (x - y) - x / (s * x + m)
          = s * m * (x - y) ^+ 2 / ((s * x + m) * (s * y + m) ^+ 2) by field; rewrite !gt_eqF.
by apply: divr_ge0; [rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 // ltW | rewrite mulr_ge0 ?ltW // exprn_gt0].
Qed.

Lemma inverse (x y : K) : 0 < x -> 0 < y -> y^-1 - (x - y) / y ^+ 2 <= x^-1.
Proof.
move=> x0 y0; rewrite -subr_ge0.
have -> : x^-1 - (y^-1 - (x - y) / y ^+ 2) = (x - y) ^+ 2 / (x * y ^+ 2) by field; rewrite !gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // mulr_ge0 ?ltW // exprn_gt0.
Qed.
End Tangents.

Section Errors.
Variables (K : realFieldType) (I : finType) (s mu : K).
Hypotheses (s_pos : 0 <= s) (mu_pos : 0 < mu).
Implicit Types (n k : I -> K) (i j : I).

Definition told n i := \sum_(j | j != i) n j / (s * n j + mu).
Definition precision n i := n i / mu + told n i / (s * told n i + 1).
Definition err i n := (precision n i)^-1.
(* What i would pay for one more record of j: minus the slope of its error. *)
Definition price n i j := (err i n) ^+ 2 *
  (if j == i then mu^-1 else (s * told n i + 1) ^- 2 * (mu / (s * n j + mu) ^+ 2)).

Lemma told_pos n i : (forall j, 0 <= n j) -> 0 <= told n i.
Proof.
move=> n0; apply: sumr_ge0 => j _; apply: divr_ge0 => //.
by apply: addr_ge0; [apply: mulr_ge0 | apply: ltW].
Qed.

Lemma price_pos n i j : 0 <= price n i j.
Proof.
rewrite mulr_ge0 ?sqr_ge0 //; case: ifP => _; first by rewrite invr_ge0 ltW.
by rewrite mulr_ge0 ?invr_ge0 ?sqr_ge0 // divr_ge0 ?sqr_ge0 // ltW.
Qed.

Lemma den_pos a : 0 <= a -> 0 < s * a + 1.
Proof. by move=> a0; apply: plus_pos; [apply: mulr_ge0 | apply: ltr01]. Qed.
Lemma den_mu_pos a : 0 <= a -> 0 < s * a + mu.
Proof. by move=> a0; apply: plus_pos; [apply: mulr_ge0 | apply: mu_pos]. Qed.

Lemma precision_pos n i : (forall j, 0 <= n j) -> (exists j, 0 < n j) -> 0 < precision n i.
Proof.
move=> n0 [j nj]; have t0 := told_pos i n0; rewrite /precision.
have [ji|ji] := eqVneq j i.
  by apply: pos_plus; [rewrite -ji divr_gt0 | rewrite divr_ge0 // ltW // den_pos].
apply: plus_pos; first by rewrite divr_ge0 // ltW.
rewrite divr_gt0 ?den_pos // /told (bigD1 j) //=; apply: pos_plus; first by rewrite divr_gt0 // den_mu_pos.
by apply: sumr_ge0 => k _; rewrite divr_ge0 // ltW // den_mu_pos.
Qed.

(* The error of each member lies above its tangent: it is convex in all sizes together. *)
Lemma tangent n k i : (forall j, 0 <= n j) -> (forall j, 0 <= k j) -> (exists j, 0 < n j) -> (exists j, 0 < k j) ->
  err i n + \sum_j price n i j * (n j - k j) <= err i k.
Proof.
move=> n0 k0 some_n some_k.
have gn := precision_pos i n0 some_n; have gk := precision_pos i k0 some_k.
pose P := told n i; pose Q := told k i; have P0 : 0 <= P := told_pos i n0; have Q0 : 0 <= Q := told_pos i k0.
have den : 0 < s * P + 1 := den_pos P0.
have step1 : Q <= P + \sum_(j | j != i) mu / (s * n j + mu) ^+ 2 * (k j - n j).
  by rewrite /P /Q /told -big_split; apply: ler_sum => j _; apply: saturating.
have step2 : Q / (s * Q + 1) <= P / (s * P + 1)
             + (s * P + 1) ^- 2 * \sum_(j | j != i) mu / (s * n j + mu) ^+ 2 * (k j - n j).
  apply: le_trans (saturating s_pos ltr01 Q0 P0) _; rewrite ler_add2l div1r; apply: ler_wpmul2l.
    by rewrite invr_ge0 sqr_ge0.
  by rewrite ler_subl_addl.
pose line := \sum_j (if j == i then mu^-1 else (s * P + 1) ^- 2 * (mu / (s * n j + mu) ^+ 2)) * (k j - n j).
have step3 : precision k i - precision n i <= line.
  rewrite /line (bigD1 i) //= eqxx /precision -/P -/Q.
  have -> : \sum_(j | j != i) (if j == i then mu^-1 else (s * P + 1) ^- 2 * (mu / (s * n j + mu) ^+ 2)) * (k j - n j)
            = (s * P + 1) ^- 2 * \sum_(j | j != i) mu / (s * n j + mu) ^+ 2 * (k j - n j).
    by rewrite [RHS]mulr_sumr; apply: eq_bigr => j /negbTE->; rewrite -mulrA.
  rewrite opprD addrACA -mulrBl [_ / mu]mulrC ler_add2l ler_subl_addl.
  exact: step2.
apply: le_trans (inverse gk gn); rewrite /err ler_add2l.
have -> : \sum_j price n i j * (n j - k j) = - ((precision n i)^-1 ^+ 2 * line).
  rewrite /line mulr_sumr -sumrN; apply: eq_bigr => j _.
  by rewrite /price /err -/P -[n j - k j]opprB mulrN [in RHS]mulrA.
by rewrite ler_opp2 exprVn [X in _ <= X]mulrC; apply: ler_wpmul2r => //; rewrite invr_ge0 sqr_ge0.
Qed.

Variables (n c : I -> K).
Hypotheses (n_pos : forall j, 0 <= n j) (some : exists j, 0 < n j).
Hypothesis worth : forall j, \sum_i price n i j <= c j.
Hypothesis collected : forall j, 0 < n j -> \sum_i price n i j = c j.

Definition bill i := err i n + c i * n i + \sum_j price n i j * n j - n i * \sum_j price n j i.

(* No coalition that collects anything does better by leaving with sizes of its own, however it shares its cost; and the bills
   sum to what everybody spends. *)
Lemma nobody_leaves (C : {set I}) k : (forall j, 0 <= k j) -> (forall j, j \notin C -> k j = 0) -> (exists j, 0 < k j) ->
  \sum_(i in C) bill i <= \sum_(i in C) (err i k + c i * k i) /\ \sum_i bill i = \sum_i (err i n + c i * n i).
Proof.
move=> k0 outside some_k; split; last exact: (OnePrice.bills_cover_the_cost err n c (price n)).
have at_n j : n j * (\sum_i price n i j) = c j * n j.
  have := n_pos j; rewrite le_eqVlt => /orP[/eqP<-|nj]; first by rewrite mul0r mulr0.
  by rewrite collected // mulrC.
have short i : bill i = err i n + \sum_j price n i j * n j by rewrite /bill at_n; ring.
have used : \sum_(i in C) \sum_j price n i j * k j <= \sum_(i in C) c i * k i.
  rewrite exchange_big /= (bigID (mem C)) /= addrC big1 ?add0r => [|j jC]; last first.
    by rewrite big1 // => i _; rewrite outside // mulr0.
  apply: ler_sum => j _; rewrite -mulr_suml; apply: ler_wpmul2r => //.
  apply: le_trans (worth j); rewrite [X in _ <= X](bigID (mem C)) /= ler_addl.
  by apply: sumr_ge0 => i _; apply: price_pos.
rewrite [X in _ <= X]big_split /= -ler_subl_addr; apply: le_trans (ler_sub (lexx _) used) _.
rewrite -sumrB; apply: ler_sum => i _; apply: le_trans (tangent i n_pos k0 some some_k).
by rewrite short -addrA ler_add2l -sumrB le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _; rewrite mulrBr.
Qed.

(* So these sizes are the efficient ones: everybody together cannot spend less. *)
Lemma efficient_sizes k : (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
  \sum_i (err i n + c i * n i) <= \sum_i (err i k + c i * k i).
Proof.
move=> k0 some_k; have [] := @nobody_leaves setT k k0 _ some_k; first by move=> j; rewrite inE.
have all f : \sum_(i in [set: I]) f i = \sum_i f i by apply: eq_bigl => i; rewrite inE.
by rewrite !all => H <-.
Qed.
End Errors.

(* The page's theorem: prices that the tangents of the errors give, bills that cover the cost, and nobody who leaves. *)
Theorem with_lump_sums (K : realFieldType) (I : finType) (s mu : K) (n c : I -> K) :
  0 <= s -> 0 < mu -> (forall j, 0 <= n j) -> (exists j, 0 < n j) ->
  (forall j, \sum_i price s mu n i j <= c j) -> (forall j, 0 < n j -> \sum_i price s mu n i j = c j) ->
  let spent k i := err s mu i k + c i * k i in
  [/\ forall i k, (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
      err s mu i n + \sum_j price s mu n i j * (n j - k j) <= err s mu i k,
    forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i spent n i <= \sum_i spent k i,
    forall (C : {set I}) k, (forall j, 0 <= k j) -> (forall j, j \notin C -> k j = 0) -> (exists j, 0 < k j) ->
      \sum_(i in C) bill s mu n c i <= \sum_(i in C) spent k i &
    \sum_i bill s mu n c i = \sum_i spent n i].
Proof.
move=> s0 mu0 n0 some worth collected spent; split=> [i k k0 some_k|k k0 some_k|C k k0 out some_k|].
- exact: tangent.
- exact: efficient_sizes.
- by have [] := nobody_leaves s0 mu0 n0 some worth collected k0 out some_k.
by have [] := @nobody_leaves K I s mu s0 mu0 n c n0 some worth collected setT n n0 _ some; first by move=> j; rewrite inE.
Qed.
