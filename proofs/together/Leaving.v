(* Errors are convex in all sizes, so nobody leaves (new-nobody-leaves), for any number of members over any ordered field.
   Modelled: member i's error is one over the sum of two precisions, n i / mu of its own records and P / (s P + 1) of what the
   others say; prices are the slopes of the errors. Sizes are efficient if no others have a smaller sum of errors and
   costs; then a record costs at least what it is worth, and exactly that where any is collected ([at_least_condition]),
   and the converse holds, too ([efficient_sizes]).
   Tangents and sums of inverse squares are in Tangents.v.
   Not modelled: where the formula of the error comes from (part on coalitions). *)
From mathcomp Require Import all_ssreflect all_algebra.
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
move=> k0 outside some_k; split; last first.
  rewrite /bill sumrB big_split /= addrAC -[RHS]addr0 -addrA; congr (_ + _); rewrite exchange_big /= addrC -sumrB.
  by rewrite big1 // => j _; rewrite mulr_sumr -sumrB big1 // => i _; rewrite mulrC subrr.
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

(* Sizes that make the sum of errors and costs least satisfy that condition. *)
Section Least.
Variables (K : realFieldType) (I : finType) (s mu : K).
Hypotheses (s_pos : 0 <= s) (mu_pos : 0 < mu).
Implicit Types (n k : I -> K) (i j : I).
Definition collects n j x l := if l == j then x else n l.

(* As a function of the size x of j, what i would pay for a record of j is mu over the square of a rising line. *)
Lemma price_shape n i j : (forall l, 0 <= n l) -> exists alpha beta, 0 <= alpha /\ 0 < beta /\
  forall x, 0 <= x -> 0 < precision s mu (collects n j x) i -> 0 < alpha + beta * x /\
    price s mu (collects n j x) i j = mu / (alpha + beta * x) ^+ 2.
Proof.
move=> n0; have [ij|ij] := eqVneq j i.
  rewrite ij; pose T := told s mu n i; have T0 : 0 <= T := told_pos s_pos mu_pos i n0.
  have D : 0 < s * T + 1 := den_pos s_pos T0.
  exists (mu * (T / (s * T + 1))), 1; split; first by rewrite mulr_ge0 ?divr_ge0 // ltW.
  split=> // x x0; have t : told s mu (collects n i x) i = T.
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
have t : told s mu (collects n j x) i = T + x / (s * x + mu).
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

Variables (n c : I -> K).
Hypotheses (n_pos : forall j, 0 <= n j) (some : exists j, 0 < n j).
Hypothesis least : forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
  \sum_i (err s mu i n + c i * n i) <= \sum_i (err s mu i k + c i * k i).

(* A little more or less of j: what it saves all, at the prices there, is at most what it costs. *)
Lemma little j x : 0 <= x -> (exists l, 0 < collects n j x l) ->
  (\sum_i price s mu (collects n j x) i j) * (x - n j) <= c j * (x - n j).
Proof.
move=> x0 some_x; set k := collects n j x.
have k0 l : 0 <= k l by rewrite /k /collects; case: ifP.
have kj : k j = x by rewrite /k /collects eqxx.
have kl l : l != j -> k l = n l by move=> /negPf lj; rewrite /k /collects lj.
have each i : price s mu k i j * (x - n j) <= err s mu i n - err s mu i k.
  rewrite ler_subr_addl; have := tangent s_pos mu_pos i k0 n_pos some_x some.
  by rewrite (bigD1 j) //= kj big1 ?addr0 // => l lj; rewrite kl // subrr mulr0.
have costs : \sum_i c i * k i - \sum_i c i * n i = c j * (x - n j).
  by rewrite -sumrB (bigD1 j) //= kj big1 ?addr0 ?mulrBr // => l lj; rewrite kl // subrr.
have := least k0 some_x; rewrite !big_split /= => le.
rewrite mulr_suml; apply: (@le_trans _ _ (\sum_i (err s mu i n - err s mu i k))); first exact: ler_sum.
have regroup (a b d e : K) : a + d <= b + e -> a - b <= e - d.
  by move=> h; rewrite ler_subl_addr addrAC ler_subr_addr [e + b]addrC.
by rewrite sumrB -costs; apply: regroup.
Qed.

Lemma at_least_condition j : \sum_i price s mu n i j <= c j /\ (0 < n j -> \sum_i price s mu n i j = c j).
Proof.
pose y := n j; have y0 : 0 <= y := n_pos j.
have same : collects n j y =1 n by move=> l; rewrite /collects; case: eqP => [->|].
have told_same i : told s mu (collects n j y) i = told s mu n i by apply: eq_bigr => l _; rewrite same.
have price_same i : price s mu (collects n j y) i j = price s mu n i j.
  by rewrite /price /err /precision told_same !same.
have prec x i : 0 <= x -> (exists l, 0 < collects n j x l) -> 0 < precision s mu (collects n j x) i.
  move=> x0 ex; apply: precision_pos => // l; rewrite /collects; by case: ifP.
have some_y : exists l, 0 < collects n j y l by have [l nl] := some; exists l; rewrite same.
have [f fE] : exists f : I -> K * K, forall i, 0 <= (f i).1 /\ 0 < (f i).2 /\ forall x, 0 <= x ->
    0 < precision s mu (collects n j x) i -> 0 < (f i).1 + (f i).2 * x /\
    price s mu (collects n j x) i j = mu / ((f i).1 + (f i).2 * x) ^+ 2.
  apply: (@fin_all_exists I (fun=> (K * K)%type) (fun i p => 0 <= p.1 /\ 0 < p.2 /\ forall x, 0 <= x ->
    0 < precision s mu (collects n j x) i -> 0 < p.1 + p.2 * x /\
    price s mu (collects n j x) i j = mu / (p.1 + p.2 * x) ^+ 2)) => i.
  by have [al [be H]] := price_shape i j n_pos; exists (al, be).
have shape x : 0 <= x -> (exists l, 0 < collects n j x l) -> (forall i, 0 < (f i).1 + (f i).2 * x) /\
    \sum_i price s mu (collects n j x) i j = \sum_i mu / ((f i).1 + (f i).2 * x) ^+ 2.
  move=> x0 ex; have at_x i : 0 < (f i).1 + (f i).2 * x /\
      price s mu (collects n j x) i j = mu / ((f i).1 + (f i).2 * x) ^+ 2.
    by have [_ [_ H]] := fE i; apply: H (prec x i x0 ex).
  by split=> [i|]; [|apply: eq_bigr => i _]; have [] := at_x i.
have [q0 sum_y] := shape y y0 some_y.
have -> : \sum_i price s mu n i j = \sum_i mu / ((f i).1 + (f i).2 * y) ^+ 2.
  by rewrite -sum_y; apply: eq_bigr => i _; rewrite price_same.
apply: at_a_least_sum => // [i|i|x x0]; [by have [] := fE i|by have [_ []] := fE i|].
have ex : exists l, 0 < collects n j x l by exists j; rewrite /collects eqxx.
by have [_ <-] := shape x (ltW x0) ex; apply: little (ltW x0) ex.
Qed.
End Least.

(* The page's theorem, for any efficient sizes: prices that the tangents of the errors give, at which a record costs
   what it is worth to all; bills that cover the cost, and nobody who leaves. *)
Theorem with_lump_sums (K : realFieldType) (I : finType) (s mu : K) (n c : I -> K) :
  0 <= s -> 0 < mu -> (forall j, 0 <= n j) -> (exists j, 0 < n j) ->
  let spent k i := err s mu i k + c i * k i in
  (forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i spent n i <= \sum_i spent k i) ->
  [/\ forall i k, (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
      err s mu i n + \sum_j price s mu n i j * (n j - k j) <= err s mu i k,
    forall j, \sum_i price s mu n i j <= c j /\ (0 < n j -> \sum_i price s mu n i j = c j),
    forall (C : {set I}) k, (forall j, 0 <= k j) -> (forall j, j \notin C -> k j = 0) -> (exists j, 0 < k j) ->
      \sum_(i in C) bill s mu n c i <= \sum_(i in C) spent k i &
    \sum_i bill s mu n c i = \sum_i spent n i].
Proof.
move=> s0 mu0 n0 some spent least; have condition := at_least_condition s0 mu0 n0 some least.
have worth j : \sum_i price s mu n i j <= c j by have [] := condition j.
have collected j : 0 < n j -> \sum_i price s mu n i j = c j by have [] := condition j.
split=> [i k k0 some_k|//|C k k0 out some_k|].
- exact: tangent.
- by have [] := nobody_leaves s0 mu0 n0 some worth collected k0 out some_k.
by have [] := @nobody_leaves K I s mu s0 mu0 n c n0 some worth collected setT n n0 _ some; first by move=> j; rewrite inE.
Qed.
