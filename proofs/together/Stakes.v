(* Stakes on reports as members pay them, all at once (new-truth, new-unverified-sizes, new-payments-sum-to-zero), for
   any number of members over any ordered field.
   Modelled: member i pays each other member j the squared weight v j i times the squared distance of its report from
   a mean of the reports of members other than i and j, less any constant. Expectation of a product is a symmetric
   bilinear form, never negative on squares. "Flat prior" is: differences of honest reports are uncorrelated with the
   shift of a report. For sizes the truthful report of i is the common mean and an error of variance s2 + mu / k i,
   uncorrelated with the others' errors; a member's own error is [fine] of FineWeights.v at the announced weights.
   Sizes are efficient if they make the sum of all errors, at their best weights, and of all costs least among
   positive sizes. Not modelled: densities. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights OneNumber.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Weights of the reports that i is measured by towards j: a mean that holds neither of the two. *)
Definition means_of_others (K : realFieldType) (I : finType) (a : I -> I -> I -> K) :=
  forall i j, i != j -> [/\ \sum_k a i j k = 1, a i j i = 0 & a i j j = 0].

Section Stakes.
Variables (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K).
Variables (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (means : means_of_others a).
Implicit Types (m : I -> U) (i j : I).
Definition gap m i j := m i - \sum_k a i j k *: m k.
Definition stake m i j := v j i ^+ 2 * (E (gap m i j) (gap m i j) - constant i j).
(* What i expects to pay to the others less what it expects to be paid by them. *)
Definition pays m i := \sum_(j | j != i) (stake m i j - stake m j i).
Definition shifted m i u k := if k == i then m k + u else m k.

Lemma E_sum (r : I -> K) (g : I -> U) f : E (\sum_k r k *: g k) f = \sum_k r k * E (g k) f.
Proof.
have zero : E 0 f = 0 by rewrite -(scale0r (0 : U)) E_scale mul0r.
rewrite (big_morph (fun g => E g f) (fun x y => E_add x y f) zero).
by apply: eq_bigr => k _; rewrite E_scale.
Qed.
Lemma E_add_r f g h : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.

(* Nobody but i moves, so only its own stakes change: by the square of the shift. *)
Lemma own_stake m i u j : (forall j k, E (m j - m k) u = 0) -> j != i ->
  stake (shifted m i u) i j = stake m i j + v j i ^+ 2 * E u u.
Proof.
move=> flat ji; have [one ai aj] := means (ltac:(by rewrite eq_sym) : i != j).
have moved : gap (shifted m i u) i j = gap m i j + u.
  rewrite /gap {1}/shifted eqxx addrAC; congr (_ - _ + _); apply: eq_bigr => k _; rewrite /shifted.
  by case: eqP => [->|//]; rewrite ai !scale0r.
have differences : gap m i j = \sum_k a i j k *: (m i - m k).
  rewrite /gap [RHS](eq_bigr (fun k => a i j k *: m i - a i j k *: m k)) => [|k _]; last exact: scalerBr.
  by rewrite sumrB -scaler_suml one scale1r.
have zero : E (gap m i j) u = 0.
  by rewrite differences E_sum big1 // => k _; rewrite flat mulr0.
rewrite /stake moved; move: (gap m i j) zero => x zero.
by rewrite E_add !E_add_r [E u x]E_sym zero; ring.
Qed.
Lemma others_stake m i u j : j != i -> stake (shifted m i u) j i = stake m j i.
Proof.
move=> ji; have [_ aj ai] := means ji; rewrite /stake /gap.
have -> : shifted m i u j = m j by rewrite /shifted (negPf ji).
have -> // : \sum_k a j i k *: shifted m i u k = \sum_k a j i k *: m k.
by apply: eq_bigr => k _; rewrite /shifted; case: eqP => [->|//]; rewrite ai !scale0r.
Qed.

(* What a shift of its report costs a member: so truth is its one best report, where its stakes are not all zero. *)
Theorem truth_is_best m i u : (forall f, 0 <= E f f) -> (forall j k, E (m j - m k) u = 0) ->
  [/\ pays (shifted m i u) i = pays m i + (\sum_(j | j != i) v j i ^+ 2) * E u u,
    pays m i <= pays (shifted m i u) i &
    (exists2 j, j != i & v j i != 0) -> 0 < E u u -> pays m i < pays (shifted m i u) i].
Proof.
move=> E_pos flat.
have cost : pays (shifted m i u) i = pays m i + (\sum_(j | j != i) v j i ^+ 2) * E u u.
  rewrite /pays mulr_suml -big_split /=; apply: eq_bigr => j ji.
  by rewrite own_stake // others_stake // addrAC.
have weights0 : 0 <= \sum_(j | j != i) v j i ^+ 2 by apply: sumr_ge0 => j _; apply: sqr_ge0.
rewrite cost ler_addl ltr_addl; split=> // [|[j ji vj] u0]; first exact: mulr_ge0.
apply: mulr_gt0 => //; rewrite (bigD1 j) //= ltr_paddr ?exprn_even_gt0 //.
by apply: sumr_ge0 => k _; apply: sqr_ge0.
Qed.
End Stakes.

(* The payments themselves, at any reports. *)
Section Balance.
Variables (K : realFieldType) (I : finType) (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K).
Definition amount (m : I -> K) i j := v j i ^+ 2 * ((m i - \sum_k a i j k * m k) ^+ 2 - constant i j).
Definition paid (m : I -> K) i := \sum_(j | j != i) (amount m i j - amount m j i).
Lemma paid_to_each_other m : \sum_i paid m i = 0.
Proof.
pose q i j := if j == i then 0 else amount m i j.
transitivity (\sum_i (\sum_j q i j - \sum_j q j i)).
  apply: eq_bigr => i _; rewrite -sumrB [RHS](bigD1 i) //= subrr add0r; apply: eq_bigr => j /negPf ji.
  by rewrite /q ji eq_sym ji.
by rewrite sumrB exchange_big subrr.
Qed.
End Balance.

Theorem stakes_balance (K : realFieldType) (I : finType) :
  (2 < #|I|)%N -> (exists a : I -> I -> I -> K, means_of_others a) /\
  forall (v : I -> I -> K) a constant m, \sum_i paid v a constant m i = 0.
Proof.
move=> three; split=> [|v a constant m]; last exact: paid_to_each_other.
have third i j : exists k : I, (k != i) && (k != j).
  apply/existsP; apply: contraLR three; rewrite negb_exists => /forallP none.
  rewrite -leqNgt -cardsT; apply: (@leq_trans #|[set i; j]|); last by rewrite cards2; case: (i != j).
  by apply: subset_leq_card; apply/subsetP => k _; have := none k; rewrite negb_and !negbK !inE.
exists (fun i j k => (k == xchoose (third i j))%:R) => i j _; have /andP[ki kj] := xchooseP (third i j).
split; last by rewrite eq_sym (negPf kj).
  rewrite (bigD1 (xchoose (third i j))) //= eqxx big1 ?addr0 // => k /negPf; by move=> ->.
by rewrite eq_sym (negPf ki).
Qed.

(* Sizes, with truthful reports. *)
Section Sizes.
Variables (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K).
Variables (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U).
Variables (a : I -> I -> I -> K) (constant : I -> I -> K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (means : means_of_others a).
Hypothesis independent : forall k i j, (forall l, 0 < k l) ->
  E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0.
Hypothesis weights : forall j, \sum_i v j i = 1.
Implicit Types (k n : I -> K) (i j : I).
Definition truthful k i := common + noise k i.
(* Error, records and stakes. *)
Definition spends k i := fine k mu s2 i (v i) + cost i * k i + pays E v a constant (truthful k) i.

(* The expected square is the variance of the report and that of its reference. *)
Lemma expected_square k i j : (forall l, 0 < k l) -> i != j ->
  E (gap a (truthful k) i j) (gap a (truthful k) i j) = s2 + mu / k i + \sum_l a i j l ^+ 2 * (s2 + mu / k l).
Proof.
move=> k0 ij; have [one ai _] := means ij.
have -> : gap a (truthful k) i j = noise k i - \sum_l a i j l *: noise k l.
  rewrite /gap /truthful (eq_bigr (fun l => a i j l *: common + a i j l *: noise k l)) => [|l _]; last exact: scalerDr.
  by rewrite big_split /= -scaler_suml one scale1r opprD addrACA subrr add0r.
have opp f h : E (- f) h = - E f h by rewrite -scaleN1r E_scale mulN1r.
have own : E (\sum_l a i j l *: noise k l) (noise k i) = 0.
  by rewrite E_sum // big1 // => l _; rewrite independent //; case: eqP => [->|_]; rewrite ?ai ?mul0r ?mulr0.
have both : E (\sum_l a i j l *: noise k l) (\sum_l a i j l *: noise k l) = \sum_l a i j l ^+ 2 * (s2 + mu / k l).
  rewrite E_sum //; apply: eq_bigr => l _; rewrite E_sym E_sum // (bigD1 l) //= big1 => [|l' /negPf ll].
    by rewrite independent // eqxx addr0 mulrA expr2.
  by rewrite independent // ll mulr0.
have self : E (noise k i) (noise k i) = s2 + mu / k i by rewrite independent // eqxx.
move: own both self; move: (\sum_l a i j l *: noise k l) (noise k i) => A x Ax AA xx.
have xA : E x A = 0 by rewrite E_sym.
have opp_r f h : E h (- f) = - E h f by rewrite E_sym opp E_sym.
by rewrite E_add opp !(E_add_r E_sym E_add) !opp_r Ax xA xx AA; ring.
Qed.

(* Of what i spends, only this depends on its own size, whatever the others collect. *)
Lemma own_size k i x y : (forall l, 0 < k l) -> 0 < x -> 0 < y ->
  spends (collects k i x) i - spends (collects k i y) i =
  (\sum_j v j i ^+ 2) * (mu / x - mu / y) + cost i * (x - y).
Proof.
move=> k0 x0 y0; have X := @collects_pos K I k k0 i x x0; have Y := @collects_pos K I k k0 i y y0.
have at_i z : collects k i z i = z by rewrite /collects eqxx.
have away z l : l != i -> collects k i z l = k l by move=> /negPf li; rewrite /collects li.
have err : fine (collects k i x) mu s2 i (v i) - fine (collects k i y) mu s2 i (v i) =
    v i i ^+ 2 * (mu / x - mu / y).
  have parts z : \sum_l V (collects k i z) mu s2 l * v i l ^+ 2 =
      (s2 + mu / z) * v i i ^+ 2 + \sum_(l | l != i) (s2 + mu / k l) * v i l ^+ 2.
    by rewrite (bigD1 i) //= /V at_i; congr (_ + _); apply: eq_bigr => l li; rewrite away.
  by rewrite !fine_is // !parts; move: (\sum_(l | _) _) (mu / x) (mu / y) => rest p q; ring.
have stakes : pays E v a constant (truthful (collects k i x)) i - pays E v a constant (truthful (collects k i y)) i =
    \sum_(j | j != i) v j i ^+ 2 * (mu / x - mu / y).
  rewrite /pays -sumrB; apply: eq_bigr => j ji; have ij : i != j by rewrite eq_sym.
  have [_ ai _] := means ij; have [_ _ aji] := means ji.
  have rest z : 0 < z -> \sum_l a i j l ^+ 2 * (s2 + mu / collects k i z l) = \sum_(l | l != i) a i j l ^+ 2 * (s2 + mu / k l).
    move=> _; rewrite (bigD1 i) //= ai expr0n mul0r add0r; apply: eq_bigr => l li; by rewrite away.
  have other z : 0 < z -> \sum_l a j i l ^+ 2 * (s2 + mu / collects k i z l) = \sum_(l | l != i) a j i l ^+ 2 * (s2 + mu / k l).
    move=> _; rewrite (bigD1 i) //= aji expr0n mul0r add0r; apply: eq_bigr => l li; by rewrite away.
  rewrite /stake !expected_square // !rest // !other // !at_i !away //.
  by move: (\sum_(l | _) a i j l ^+ 2 * _) (\sum_(l | _) a j i l ^+ 2 * _) (mu / x) (mu / y) (mu / k j) => r r' p q o; ring.
have regroup (e1 c1 p1 e2 c2 p2 : K) : e1 + c1 + p1 - (e2 + c2 + p2) = (e1 - e2) + (p1 - p2) + (c1 - c2) by ring.
rewrite /spends regroup err stakes !at_i; congr (_ + _); last by rewrite mulrBr.
by rewrite -mulr_suml -mulrDl; congr (_ * _); rewrite [RHS](bigD1 i).
Qed.

(* One size is best for i: the one whose square is mu times its squared weights over its cost. At the weights that are
   best for efficient sizes it is the efficient size. *)
Theorem best_size i (best : K) : 0 < cost i -> 0 < best -> best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i ->
  (forall k x, (forall l, 0 < k l) -> 0 < x ->
    spends (collects k i x) i = spends (collects k i best) i + cost i * (x - best) ^+ 2 / x /\
    (x != best -> spends (collects k i best) i < spends (collects k i x) i)) /\
  forall n, (forall l, 0 < n l) -> 0 < mu -> 0 < s2 -> efficient mu s2 cost n ->
    (forall j, v j =1 FineWeights.best n mu s2 j) -> n i = best.
Proof.
move=> c0 b0 bE; split=> [k x k0 x0|n n0 mu0 s0 eff same].
  have e : spends (collects k i x) i = spends (collects k i best) i + cost i * (x - best) ^+ 2 / x.
    apply/eqP; rewrite addrC -subr_eq own_size //; apply/eqP.
    have B : mu * (\sum_j v j i ^+ 2) = cost i * best ^+ 2 by rewrite bE mulrCA mulfV ?mulr1 // gt_eqF.
    have -> : (\sum_j v j i ^+ 2) * (mu / x - mu / best) = mu * (\sum_j v j i ^+ 2) * (x^-1 - best^-1) by ring.
    by rewrite B; field; rewrite !gt_eqF.
  split=> // xb; rewrite e ltr_addl divr_gt0 // mulr_gt0 //.
  by rewrite lt_def sqr_ge0 andbT expf_eq0 /= subr_eq0.
have := efficient_condition n0 mu0 s0 eff i.
rewrite -(eq_bigr _ (fun j _ => congr1 (fun z => z ^+ 2) (same j i))) => condition.
apply/eqP; rewrite -(@eqr_expn2 _ 2) ?ltW //; apply/eqP.
by rewrite bE -condition mulrAC mulfV ?mul1r // gt_eqF.
Qed.
End Sizes.
