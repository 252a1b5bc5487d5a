(* Balanced payments that are quadratic in differences, alike for all members or not: some majority gains
   (new-some-majority-gains). Any number of members, any ordered field.
   Modelled: as in Alike.v, c i j k is the factor of (m j - m k)^2 in what i pays, each pair counted twice, and the
   reward of i is [factor], the factor of (m i)^2 in its own payment. Expectation of a product is a symmetric bilinear
   form, and differences of honest reports are uncorrelated with lies, as in Majority.v. Not modelled: payments that
   are not quadratic. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum all_fingroup.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Expected.
Variables (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (c : I -> I -> I -> K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypothesis E_scale : forall a f h, E (a *: f) h = a * E f h.
Implicit Types (T : {set I}) (m lie : I -> V).

(* What i expects to pay, and what a joint lie of T changes for T. *)
Definition expects m i := \sum_j \sum_k c i j k * E (m j - m k) (m j - m k).
Definition change T (honest lie : I -> V) :=
  \sum_(i in T) expects (fun j => honest j + lie j) i - \sum_(i in T) expects honest i.

(* A lie that moves each report by a number times u: the change is the same quadratic form in these numbers. *)
Lemma change_is T honest (u : V) (x : I -> K) : (forall j k, E (honest j - honest k) u = 0) ->
  change T honest (fun j => x j *: u) = E u u * \sum_(i in T) charge c x i.
Proof.
move=> flat; rewrite /change -sumrB mulr_sumr; apply: eq_bigr => i _; rewrite /expects /charge -sumrB mulr_sumr.
apply: eq_bigr => j _; rewrite -sumrB mulr_sumr; apply: eq_bigr => k _; rewrite -mulrBr.
have -> : honest j + x j *: u - (honest k + x k *: u) = (honest j - honest k) + (x j - x k) *: u.
  by rewrite scalerBl opprD addrACA.
move: (flat j k); move: (honest j - honest k) (x j - x k) => h a hu.
have hu' : E u h = 0 by rewrite E_sym.
have right f g : E h (f + g) = E h f + E h g by rewrite E_sym E_add !(E_sym h).
have right' f g : E u (f + g) = E u f + E u g by rewrite E_sym E_add !(E_sym u).
have scale_h : E h (a *: u) = 0 by rewrite E_sym E_scale hu' mulr0.
have scale_u : E u (a *: u) = a * E u u by rewrite E_sym E_scale.
rewrite E_add E_scale right right' hu' scale_h scale_u; ring.
Qed.
End Expected.

Section Average.
Variables (K : realFieldType) (I : finType) (c : I -> I -> I -> K).
Hypotheses (c_paired : paired c) (c_balanced : balanced_rule c).
Local Notation M := (#|I|%:R : K).
Definition joined (T : {set I}) i : K := if i \in T then 1 else 0.
Definition renamed (s : {perm I}) i j k := c (s i) (s j) (s k).
Definition averaged i j k := \sum_(s : {perm I}) renamed s i j k.

(* Averaged over all ways to rename the members, the rule treats them alike. *)
Lemma averaged_paired : paired averaged.
Proof. by move=> i j k; apply: eq_bigr => s _; apply: c_paired. Qed.
Lemma averaged_balanced : balanced_rule averaged.
Proof.
move=> j k jk; rewrite exchange_big /=; apply: big1 => s _.
have sjk : s j != s k by rewrite (inj_eq perm_inj).
by rewrite -[RHS](c_balanced sjk) [RHS](reindex_inj (@perm_inj _ s)).
Qed.
Lemma averaged_alike : alike averaged.
Proof.
move=> t i j k; rewrite [RHS](reindex_inj (mulgI t)); apply: eq_bigr => s _.
by rewrite /renamed !permM.
Qed.

(* What a renamed rule charges a coalition, the rule charges the renamed coalition. *)
Lemma charge_renamed s (T : {set I}) :
  \sum_(i in T) charge (renamed s) (joined T) i = \sum_(i in [set s i | i in T]) charge c (joined [set s i | i in T]) i.
Proof.
have inT i : (s i \in [set s i | i in T]) = (i \in T) by apply: mem_imset; apply: perm_inj.
rewrite [RHS]big_imset => [|i j _ _]; last exact: perm_inj.
apply: eq_bigr => i _; rewrite /charge [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => j _.
by rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => k _; rewrite /joined !inT.
Qed.
Lemma charge_averaged (T : {set I}) : \sum_(i in T) charge averaged (joined T) i =
  \sum_(s : {perm I}) \sum_(i in [set s i | i in T]) charge c (joined [set s i | i in T]) i.
Proof.
rewrite -(eq_bigr _ (fun s _ => charge_renamed s T)) [RHS]exchange_big /=; apply: eq_bigr => i _.
rewrite /charge [RHS]exchange_big /=; apply: eq_bigr => j _; rewrite [RHS]exchange_big /=; apply: eq_bigr => k _.
by rewrite /averaged mulr_suml.
Qed.

(* The reward of a member is what it pays for a shift of its own. *)
Lemma reward_alone i : charge c (joined [set i]) i = factor c i.
Proof.
have far j k : (joined [set i] j - joined [set i] k) ^+ 2 = if (j == i) == (k == i) then 0 else 1.
  by rewrite /joined !inE; case: (j == i); case: (k == i); rewrite ?subrr ?subr0 ?sub0r ?sqrrN ?expr0n ?expr1n.
have row : \sum_k c i i k * (joined [set i] i - joined [set i] k) ^+ 2 = \sum_(k | k != i) c i i k.
  rewrite (bigD1 i) //= far !eqxx mulr0 add0r; apply: eq_bigr => k /negPf ki; by rewrite far eqxx ki mulr1.
rewrite /charge (bigD1 i) //= row /factor mulr_natl mulr2n; congr (_ + _); apply: eq_bigr => j /negPf ji.
rewrite (bigD1 i) //= far ji eqxx mulr1 c_paired big1 ?addr0 // => k /negPf ki; by rewrite far ji ki mulr0.
Qed.
End Average.

Section Majority.
Variables (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (c : I -> I -> I -> K).

(* If truth is best, no reward is negative; if somebody is rewarded, every size above half and below all has a
   coalition that gains
   by a common shift. *)
Theorem some_majority_gains (honest : I -> V) (u : V) (t : nat) :
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule c ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) ->
  (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u -> (#|I| < 2 * t)%N -> (t < #|I|)%N ->
  exists2 T : {set I}, #|T| = t & change E c T honest (fun i => if i \in T then u else 0) < 0.
Proof.
move=> sym add scale pair bal reward [i0 i0_pos] flat real most short.
have [A At] : exists A : {set I}, #|A| = t.
  have : (0 < #|[set A : {set I} | #|A| == t]|)%N by rewrite card_draws bin_gt0 ltnW.
  by case/card_gt0P => A; rewrite inE => /eqP; exists A.
have many : (2 < #|I|)%N by move: most short; case: #|I| => [|[|[|]]] //; case: t {At} => [|[|]] // t; rewrite ?muln1
  // => _; rewrite !ltnS leqn0 => /eqP.
have [alpha rule] := one_symmetric_rule (averaged_paired pair) (averaged_balanced bal) (@averaged_alike _ _ c) many.
have M1 : #|I|%:R - 1 != 0 :> K by rewrite subr_eq0 -[1]/(1%:R) eqr_nat gtn_eqF // ltnW.
have M2 : #|I|%:R - 2%:R != 0 :> K by rewrite subr_eq0 eqr_nat gtn_eqF.
have sum (T : {set I}) : \sum_(i in T) charge (averaged c) (joined K T) i =
    alpha * (#|T|%:R * (#|I|%:R - #|T|%:R) * (#|I|%:R - 2%:R * #|T|%:R) / ((#|I|%:R - 1) * (#|I|%:R - 2%:R))).
  rewrite (eq_bigr _ (fun i _ => rule (joined K T) i)).
  by have := Half.curvature alpha M1 M2 T 1; rewrite expr1n mulr1.
(* The scale is the sum of the renamed rewards. *)
have alpha_pos : 0 < alpha.
  have := sum [set i0]; rewrite charge_averaged cards1 mulr1 mul1r divff ?mulf_neq0 // mulr1 => <-.
  have one (s : {perm I}) : \sum_(i in [set s i | i in [set i0]]) charge c (joined K [set s i | i in [set i0]]) i
      = factor c (s i0) by rewrite imset_set1 big_set1 reward_alone.
  rewrite (eq_bigr _ (fun s _ => one s)) (bigD1 1%g) //= perm1 ltr_paddr // sumr_ge0 // => s _; exact: reward.
have gain : \sum_(s : {perm I}) \sum_(i in [set s i | i in A]) charge c (joined K [set s i | i in A]) i < 0.
  rewrite -charge_averaged sum At pmulr_rlt0 // pmulr_llt0 ?invr_gt0; last first.
    by rewrite mulr_gt0 // subr_gt0 ?ltr1n ?ltr_nat // ltnW.
  have t0 : 0 < t%:R :> K by rewrite ltr0n; case: t most {At short} => // ; rewrite muln0.
  by rewrite nmulr_llt0 ?mulr_gt0 ?subr_lt0 ?subr_gt0 ?ltr_nat // -natrM ltr_nat.
have [s neg] : exists s : {perm I}, \sum_(i in [set s i | i in A]) charge c (joined K [set s i | i in A]) i < 0.
  apply/existsP; apply: contraTT gain; rewrite negb_exists => /forallP all; rewrite -leNgt sumr_ge0 // => s _.
  by rewrite leNgt all.
exists [set s i | i in A]; first by rewrite card_imset //; apply: perm_inj.
have -> : change E c [set s i | i in A] honest (fun i => if i \in [set s i | i in A] then u else 0)
        = change E c [set s i | i in A] honest (fun i => joined K [set s i | i in A] i *: u).
  rewrite /change; congr (_ - _); apply: eq_bigr => i _; apply: eq_bigr => j _; apply: eq_bigr => k _.
  by rewrite /joined; case: ifP; case: ifP; rewrite ?scale1r ?scale0r.
by rewrite change_is // pmulr_rlt0.
Qed.
End Majority.
