(* The errors of members who weigh everybody, and what a member would pay for one more record: minus the slope of its error.
   Modelled: member i's error is one over the sum of two precisions, n i / mu of its own records and P / (s P + 1) of what
   the others say. It is convex in all sizes: it lies above its tangent, whose slopes are the prices ([tangent]). In the
   size of one member alone the price is mu over the square of a rising line ([price_shape]).
   Any number of members, any ordered field. Tangents in one size are in Tangents.v.
   Not modelled: where the formula of the error comes from (part on coalitions). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Tangents.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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

(* The sizes n with x in place of what j collects. *)
Definition collects n j x l := if l == j then x else n l.
(* As a function of the size x of j, what i would pay for a record of j is mu over the square of a rising line. *)
Lemma price_shape n i j : (forall l, 0 <= n l) -> exists alpha beta, 0 <= alpha /\ 0 < beta /\
  forall x, 0 <= x -> 0 < precision (collects n j x) i -> 0 < alpha + beta * x /\
    price (collects n j x) i j = mu / (alpha + beta * x) ^+ 2.
Proof.
move=> n0; have [ij|ij] := eqVneq j i.
  rewrite ij; pose T := told n i; have T0 : 0 <= T := told_pos i n0.
  have D : 0 < s * T + 1 := den_pos T0.
  exists (mu * (T / (s * T + 1))), 1; split; first by rewrite mulr_ge0 ?divr_ge0 // ltW.
  split=> // x x0; have t : told (collects n i x) i = T.
    by apply: eq_bigr => l /negPf li; rewrite /collects li.
  rewrite /price /err /precision t /collects !eqxx => P; rewrite mul1r.
  have e : mu * (T / (s * T + 1)) + x = mu * (x / mu + T / (s * T + 1)) by field; rewrite !gt_eqF.
  rewrite e; split; first by rewrite mulr_gt0.
  by move: P; move: (x / mu + _) => q q0; field; rewrite !gt_eqF.
pose T := \sum_(l | (l != i) && (l != j)) n l / (s * n l + mu); pose A := n i / mu.
have T0 : 0 <= T by apply: sumr_ge0 => l _; rewrite divr_ge0 // ltW // den_mu_pos.
have A0 : 0 <= A by rewrite divr_ge0 // ltW.
pose B := A * (s * T + 1) + T; have B0 : 0 <= B.
  by rewrite addr_ge0 // mulr_ge0 // addr_ge0 ?ler01 // mulr_ge0.
exists (mu * B), (s * B + (A * s + 1)); split; first by rewrite mulr_ge0 // ltW.
split; first by rewrite ltr_paddl ?mulr_ge0 // ltr_paddl ?ltr01 // mulr_ge0.
move=> x x0; have D : 0 < s * x + mu by rewrite den_mu_pos.
have t : told (collects n j x) i = T + x / (s * x + mu).
  rewrite /told (bigD1 j) //= addrC /collects eqxx; congr (_ + _).
  by apply: eq_bigr => l /andP[_ /negPf lj]; rewrite lj.
have N : 0 < s * (T + x / (s * x + mu)) + 1.
  by rewrite den_pos // addr_ge0 // divr_ge0 // ltW.
rewrite /price /err /precision t (negPf ij) {1 2}/collects eq_sym (negPf ij) -/A => P.
have e : mu * B + (s * B + (A * s + 1)) * x =
    (A + (T + x / (s * x + mu)) / (s * (T + x / (s * x + mu)) + 1)) * (s * (T + x / (s * x + mu)) + 1) * (s * x + mu).
  have clear (z w : K) : 0 < w -> (A + z / w) * w = A * w + z by move=> w0; rewrite mulrDl divfK ?gt_eqF.
  by rewrite clear // /B; field; rewrite gt_eqF.
rewrite e; split; first by rewrite !mulr_gt0.
rewrite /collects eqxx; move: N P D; move: (s * (T + x / (s * x + mu)) + 1) => q q0.
move: (A + (T + x / (s * x + mu)) / q) => p p0; move: (s * x + mu) => r r0.
by field; rewrite !gt_eqF.
Qed.
End Errors.
