(* Without money everybody ends with the error that it would have alone (new-without-money), for any number of members
   over any real closed field.
   Modelled: the error of a mixture is [fine] of FineWeights.v (Theorem 4.2); a member chooses its size and its weights
   at once, against any sizes of the others, and gives no weight to a report without records. "Equal members": mu and c
   are the same for all; their sizes may differ. [least_sum L]: no sizes and weights cost everybody together less than
   L, and some cost L. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum poly.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights OneNumber.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Choices.
Variables (K : rcfType) (I : finType) (mu c : K).
Implicit Types (n w : I -> K) (i k : I).
Definition mixes n w := \sum_k w k = 1 /\ forall k, n k = 0 -> w k = 0.
(* What member i pays without money: its error and its records. *)
Definition pays s2 n w i := fine n mu s2 i w + c * n i.
Definition at_its_best s2 n w i := mixes n w /\
  forall x w', 0 <= x -> mixes (collects n i x) w' -> pays s2 n w i <= pays s2 (collects n i x) w' i.
(* Sizes and weights of all members. *)
Definition allowed n (W : I -> I -> K) := (forall k, 0 <= n k) /\ forall i, mixes n (W i).
Definition least_sum s2 L := (exists n, exists2 W, allowed n W & \sum_i pays s2 n (W i) i = L) /\
  forall n W, allowed n W -> L <= \sum_i pays s2 n (W i) i.
(* Nobody can do better by itself. *)
Definition equilibrium s2 n (W : I -> I -> K) := (forall k, 0 <= n k) /\ forall i, at_its_best s2 n (W i) i.

Hypotheses (mu_pos : 0 < mu) (c_pos : 0 < c).

Lemma flat (a b : K) : (forall t, -1 < t -> 0 <= t * a + t ^+ 2 * b) -> a = 0.
Proof.
move=> up; apply/eqP; apply/negP => /negP a0; pose D := `|a| + `|b| + 1.
have D0 : 0 < D by rewrite ltr_paddl // addr_ge0.
have b_small : b < D by rewrite /D -addrA ltr_paddl // (le_lt_trans (ler_norm b)) // ltr_addl ltr01.
have small : -1 < - (a / D).
  rewrite ltr_opp2 ltr_pdivr_mulr // mul1r; apply: le_lt_trans (ler_norm _) _.
  by rewrite /D -addrA ltr_addl ltr_paddl // ltr01.
have := up _ small; have -> : - (a / D) * a + (- (a / D)) ^+ 2 * b = - ((a / D) ^+ 2 * (D - b)).
  by field; rewrite gt_eqF.
rewrite oppr_ge0 leNgt pmulr_lgt0 ?subr_gt0 // lt_def sqr_ge0 andbT expf_eq0 /=.
by rewrite mulf_eq0 invr_eq0 negb_or a0 gt_eqF.
Qed.

Lemma pays_same s2 n n' w i : n =1 n' -> pays s2 n w i = pays s2 n' w i.
Proof. by move=> nn; rewrite /pays /fine nn; congr (_ * _ + _ + _); apply: eq_bigr => k _; rewrite nn. Qed.
Lemma mixes_same n n' w : n =1 n' -> mixes n w -> mixes n' w.
Proof. by move=> nn [one none]; split=> // k; rewrite -nn; apply: none. Qed.

(* A little more weight on the own records changes nothing to first order: the error is the own weight times mu / n. *)
Lemma own_weight s2 n w i : 0 < n i -> at_its_best s2 n w i -> fine n mu s2 i w = w i * (mu / n i).
Proof.
move=> ni [[one none] best]; apply/eqP; rewrite -subr_eq0; apply/eqP.
set F := fine _ _ _ _ _; pose g := w i * (mu / n i); rewrite -/g.
suff: 2%:R * (g - F) = 0 by move/eqP; rewrite mulf_eq0 pnatr_eq0 /= subr_eq0 eq_sym -subr_eq0 => /eqP.
apply: (@flat _ (F - 2%:R * g + mu / n i)) => t _.
pose w' k := (1 - t) * w k + (if k == i then t else 0).
have same := collects_same n i.
have mix : mixes n w'.
  split=> [|k nk]; first by rewrite big_split /= -mulr_sumr one -big_mkcond big_pred1_eq; ring.
  rewrite /w' none // mulr0 add0r; case: eqP => // ki; by move: ni; rewrite -ki nk ltxx.
have := best (n i) w' (ltW ni) (mixes_same (fsym same) mix).
rewrite (pays_same s2 w' i same) /pays ler_add2r -/F.
have others k : k != i -> w' k = (1 - t) * w k by rewrite /w' => /negPf->; rewrite addr0.
have -> : fine n mu s2 i w' = (1 - t) ^+ 2 * F + 2%:R * t * (1 - t) * g + t ^+ 2 * (mu / n i).
  rewrite /F /fine (eq_bigr _ (fun k (ki : k != i) => others k ki)) -mulr_sumr.
  rewrite [\sum_(k | k != i) w' k ^+ 2](eq_bigr (fun k => (1 - t) ^+ 2 * w k ^+ 2)) => [|k ki];
    last by rewrite others // exprMn.
  rewrite -mulr_sumr [\sum_k w' k ^+ 2 / n k](bigD1 i) //= [\sum_k w k ^+ 2 / n k](bigD1 i) //=.
  rewrite [\sum_(k | k != i) w' k ^+ 2 / n k](eq_bigr (fun k => (1 - t) ^+ 2 * (w k ^+ 2 / n k))) =>
    [|k ki]; last by rewrite others // exprMn -mulrA.
  rewrite -mulr_sumr {1}/w' eqxx /g.
  move: (\sum_(k | _) w k ^+ 2 / n k) (\sum_(k | _) w k ^+ 2) (\sum_(k | _) w k) => A B C.
  by field; rewrite gt_eqF.
rewrite -subr_ge0; congr (_ <= _); ring.
Qed.

Lemma stops s2 n w i : 0 <= s2 -> (forall k, 0 <= n k) -> 0 < n i -> at_its_best s2 n w i ->
  fine n mu s2 i w = Num.sqrt (mu * c).
Proof.
move=> s20 n0 ni best; have F := own_weight ni best; have [[one none] less] := best.
have F0 : 0 <= fine n mu s2 i w.
  apply: addr_ge0; last by rewrite mulr_ge0 // addr_ge0 ?sqr_ge0 // sumr_ge0 // => k _; apply: sqr_ge0.
  by rewrite mulr_ge0 ?(ltW mu_pos) // sumr_ge0 // => k _; rewrite divr_ge0 ?sqr_ge0.
rewrite -[LHS](ger0_norm F0) -sqrtr_sqr; congr Num.sqrt.
have : c * n i ^+ 2 - mu * w i ^+ 2 = 0.
  apply: (@flat _ (c * n i ^+ 2)) => t t1.
  have t2 : 0 < 1 + t by rewrite -ltr_subl_addl sub0r.
  have x0 : 0 < n i * (1 + t) by rewrite mulr_gt0.
  have mix : mixes (collects n i (n i * (1 + t))) w.
    by split=> // k; rewrite /collects; case: eqP => _; [move=> x; move: x0; rewrite x ltxx | apply: none].
  have others : \sum_(k | k != i) w k ^+ 2 / collects n i (n i * (1 + t)) k = \sum_(k | k != i) w k ^+ 2 / n k.
    by apply: eq_bigr => k /negPf ki; rewrite /collects ki.
  have := less _ _ (ltW x0) mix; rewrite /pays /fine [\sum_k w k ^+ 2 / n k](bigD1 i) //=.
  rewrite [\sum_k w k ^+ 2 / collects _ _ _ k](bigD1 i) //= {1 3}/collects eqxx.
  rewrite others; move: (\sum_(k | _) w k ^+ 2 / n k) (_ * s2) => A B; rewrite -subr_ge0 => up.
  have -> : t * (c * n i ^+ 2 - mu * w i ^+ 2) + t ^+ 2 * (c * n i ^+ 2) = n i * (1 + t) *
    (mu * (w i ^+ 2 / (n i * (1 + t)) + A) + B + c * (n i * (1 + t)) - (mu * (w i ^+ 2 / n i + A) + B + c * n i)).
    by field; rewrite !gt_eqF.
  by rewrite mulr_ge0 // ltW.
move/eqP; rewrite subr_eq0 => /eqP e; rewrite F.
have -> : (w i * (mu / n i)) ^+ 2 = mu * (mu * w i ^+ 2) / n i ^+ 2 by field; rewrite gt_eqF.
by rewrite -e; field; rewrite gt_eqF.
Qed.

(* Where members agree, nobody's error is below mu over all records. *)
Lemma agree n i w : fine n mu 0 i w = mu * \sum_k w k ^+ 2 / n k.
Proof. by rewrite /fine mulr0 addr0. Qed.
Lemma some_collects n w : (forall k, 0 <= n k) -> mixes n w -> 0 < \sum_k n k.
Proof.
move=> n0 [one none]; rewrite lt_def sumr_ge0 // andbT; apply/eqP => zero.
have/psumr_eq0P all : forall k, xpredT k -> 0 <= n k by move=> k _.
have : \sum_k w k = 0 by rewrite big1 // => k _; apply/none/all.
by rewrite one => /eqP; rewrite oner_eq0.
Qed.
Lemma all_records n w i : (forall k, 0 <= n k) -> mixes n w -> mu / (\sum_k n k) <= fine n mu 0 i w.
Proof.
move=> n0 mix; have N0 := some_collects n0 mix; have [one none] := mix; rewrite agree ler_pmul2l //.
have [N NE] : exists N, \sum_k n k = N by exists (\sum_k n k).
rewrite NE in N0 *.
have -> : N^-1 = \sum_k (2%:R * w k / N - n k / N ^+ 2).
  by rewrite sumrB -!mulr_suml -mulr_sumr one NE; field; rewrite gt_eqF.
apply: ler_sum => k _; have := n0 k; rewrite le_eqVlt => /orP[/eqP nk|nk].
  by rewrite none // -nk !(mulr0, mul0r) expr0n /= mul0r subrr.
rewrite -subr_ge0; have -> : w k ^+ 2 / n k - (2%:R * w k / N - n k / N ^+ 2) = (w k - n k / N) ^+ 2 / n k.
  by field; rewrite !gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // ltW.
Qed.
Lemma shares n : 0 < \sum_k n k -> mixes n (fun k => n k / (\sum_l n l)).
Proof.
move=> N0; split=> [|k ->]; last by rewrite mul0r.
by rewrite -mulr_suml mulfV // gt_eqF.
Qed.
Lemma at_shares n i : 0 < \sum_k n k -> fine n mu 0 i (fun k => n k / (\sum_l n l)) = mu / (\sum_k n k).
Proof.
move=> N0; rewrite agree; congr (_ * _); have [N NE] : exists N, \sum_k n k = N by exists (\sum_k n k).
rewrite NE in N0 *.
rewrite (eq_bigr (fun k => n k / N ^+ 2)) => [|k _]; first by rewrite -mulr_suml NE; field; rewrite gt_eqF.
have [->|nk] := eqVneq (n k) 0; first by rewrite !mul0r expr0n /= mul0r.
by field; rewrite nk gt_eqF.
Qed.
(* Twice the square root is the least that errors and records of anybody can sum to. *)
Lemma two_roots (m N : K) : 0 < m -> 0 < N -> 2%:R * Num.sqrt (m * c) <= m / N + c * N.
Proof.
move=> m0 N0; have r := sqr_sqrtr (ltW (mulr_gt0 m0 c_pos)); set q := Num.sqrt _ in r *.
rewrite -subr_ge0; have -> : m / N + c * N - 2%:R * q = (q - c * N) ^+ 2 / (c * N).
  by rewrite sqrrB r; field; rewrite !gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // ltW // mulr_gt0.
Qed.
Lemma root_pos (m : K) : 0 < m -> 0 < Num.sqrt (m * c).
Proof. by move=> m0; rewrite sqrtr_gt0 mulr_gt0. Qed.

Hypothesis somebody : (0 < #|I|)%N.
Notation M := (#|I|%:R : K).
Let M_pos : 0 < M. Proof. by rewrite ltr0n. Qed.

Lemma sum_same (x : K) : \sum_(i : I) x = M * x.
Proof. by rewrite sumr_const mulr_natl. Qed.

Lemma least_is : least_sum 0 (2%:R * Num.sqrt (M * mu * c)).
Proof.
have m0 : 0 < M * mu by rewrite mulr_gt0.
have r := sqr_sqrtr (ltW (mulr_gt0 m0 c_pos)); have r0 := root_pos m0.
split=> [|n W [n0 mix]].
  pose N := Num.sqrt (M * mu * c) / c; have N0 : 0 < N by rewrite divr_gt0.
  pose n := fun k : I => N / M; have NE : \sum_k n k = N by rewrite sum_same; field; rewrite gt_eqF.
  have sum0 : 0 < \sum_k n k by rewrite NE.
  exists n, (fun _ k => n k / (\sum_l n l)); first by split=> [k|_]; [rewrite divr_ge0 // ltW|apply: shares].
  rewrite (eq_bigr (fun=> mu / N + c * (N / M))) => [|i _]; last by rewrite /pays at_shares // NE.
  rewrite sum_same /N; move: r r0; set q := Num.sqrt _ => r r0.
  have -> : M * (mu / (q / c) + c * (q / c / M)) = M * mu * c / q + q by field; rewrite !gt_eqF.
  by rewrite -r; field; rewrite gt_eqF.
have [i _] : exists i : I, i \in I by apply/card_gt0P.
have N0 := some_collects n0 (mix i); apply: le_trans (two_roots m0 N0) _.
by rewrite big_split /= -mulr_sumr ler_add2r -mulrA -sum_same; apply: ler_sum => j _; apply: all_records.
Qed.

Lemma in_equilibrium n W : equilibrium 0 n W -> \sum_i pays 0 n (W i) i = (M + 1) * Num.sqrt (mu * c).
Proof.
move=> [n0 best]; have [i0 _] : exists i : I, i \in I by apply/card_gt0P.
have N0 := some_collects n0 (best i0).1.
have r := sqr_sqrtr (ltW (mulr_gt0 mu_pos c_pos)); have r0 := root_pos mu_pos.
have error i : fine n mu 0 i (W i) = mu / (\sum_k n k).
  apply/eqP; rewrite eq_le (all_records _ n0 (best i).1) andbT.
  have same := collects_same n i; have mix := mixes_same (fsym same) (shares N0).
  by have := (best i).2 _ _ (n0 i) mix; rewrite (pays_same _ _ _ same) /pays ler_add2r at_shares.
have [k nk] : exists k, 0 < n k.
  apply/existsP; apply: contraTT N0 => /existsPn none.
  by rewrite -leNgt -oppr_ge0 -sumrN sumr_ge0 // => k _; rewrite oppr_ge0 leNgt; apply: none.
have := stops (lexx 0) n0 nk (best k); rewrite error => e.
rewrite /pays big_split /= -mulr_sumr (eq_bigr _ (fun i _ => error i)) sum_same e.
have NE : \sum_k n k = mu / Num.sqrt (mu * c) by rewrite -e; field; rewrite !gt_eqF.
rewrite NE; move: r r0; set q := Num.sqrt _ => r r0.
have -> : M * q + c * (mu / q) = M * q + mu * c / q by field; rewrite gt_eqF.
rewrite -r mulrDl mul1r; congr (_ + _); by field; rewrite gt_eqF.
Qed.

Lemma some_equilibrium : exists n, exists W, equilibrium 0 n W.
Proof.
have r := sqr_sqrtr (ltW (mulr_gt0 mu_pos c_pos)); have r0 := root_pos mu_pos.
pose q := Num.sqrt (mu * c); pose N := q / c; have N0 : 0 < N by rewrite divr_gt0.
pose n := fun k : I => N / M; have NE : \sum_k n k = N by rewrite sum_same; field; rewrite gt_eqF.
have sum0 : 0 < \sum_k n k by rewrite NE.
have n_pos k : 0 < n k by rewrite divr_gt0.
exists n, (fun _ k => n k / (\sum_l n l)); split=> [k|i]; first exact: ltW.
split=> [|x w x0 mix]; first exact: shares.
have x_pos k : 0 <= collects n i x k by rewrite /collects; case: ifP => // _; apply: ltW.
have N1 := some_collects x_pos mix; have := two_roots mu_pos N1; have := all_records i x_pos mix.
have own : collects n i x i = x by rewrite /collects eqxx.
rewrite /pays at_shares // NE own.
have -> : \sum_k collects n i x k = N - N / M + x.
  have rest : \sum_(k | k != i) n k = N - n i by apply: (addrI (n i)); rewrite addrCA subrr addr0 -NE [in RHS](bigD1 i).
  rewrite (bigD1 i) //= own (eq_bigr (fun k => n k)) => [|k /negPf ki]; last by rewrite /collects ki.
  by rewrite rest addrC.
have [T TE] : exists T, N - N / M + x = T by exists (N - N / M + x).
rewrite TE; move: (fine _ _ _ _ _) => F low two.
have xE : x = T - N + N / M by rewrite -TE; ring.
have top : 2%:R * Num.sqrt (mu * c) = mu / N + c * N.
  rewrite -/q /N; have -> : mu / (q / c) = mu * c / q by field; rewrite !gt_eqF.
  by rewrite -r -/q; field; rewrite !gt_eqF.
rewrite xE; rewrite top in two; rewrite -subr_ge0.
have -> : F + c * (T - N + N / M) - (mu / N + c * n i) =
  (F - mu / T) + (mu / T + c * T - (mu / N + c * N)) by rewrite /n; ring.
by rewrite addr_ge0 // subr_ge0.
Qed.
End Choices.

(* The page's proposition. *)
Theorem without_money (K : rcfType) (I : finType) (mu c : K) : 0 < mu -> 0 < c -> (0 < #|I|)%N ->
  [/\ forall s2 n w (i : I), 0 <= s2 -> (forall k, 0 <= n k) -> at_its_best mu c s2 n w i -> 0 < n i ->
      fine n mu s2 i w = Num.sqrt (mu * c),
    forall s2 n w (i : I), 0 <= s2 -> (forall k, 0 <= n k) -> at_its_best mu c s2 n w i ->
      (forall k, k != i -> n k = 0) -> fine n mu s2 i w = Num.sqrt (mu * c),
    exists n, exists W : I -> I -> K, equilibrium mu c 0 n W &
    exists2 L, @least_sum K I mu c 0 L & forall n (W : I -> I -> K), equilibrium mu c 0 n W ->
      \sum_i pays mu c 0 n (W i) i = (#|I|%:R + 1) / (2%:R * Num.sqrt #|I|%:R) * L].
Proof.
move=> mu0 c0 some; have M0 : 0 < #|I|%:R :> K by rewrite ltr0n.
split=> [s2 n w i s20 n0 best ni|s2 n w i s20 n0 best lone||]; first exact: stops.
- apply: (stops mu0) => //; have := some_collects n0 best.1.
  by rewrite (bigD1 i) //= big1 ?addr0 // => k /lone.
- exact: some_equilibrium.
exists (2%:R * Num.sqrt (#|I|%:R * mu * c)); first exact: least_is.
move=> n W /in_equilibrium ->//.
have -> : Num.sqrt (#|I|%:R * mu * c) = Num.sqrt #|I|%:R * Num.sqrt (mu * c) by rewrite -mulrA sqrtrM // ltW.
have s0 : 0 < Num.sqrt (#|I|%:R : K) by rewrite sqrtr_gt0.
by field; rewrite gt_eqF.
Qed.
