(* Sizes that a coalition chooses together (new-joint-sizes), for any number of members over any ordered field.
   Modelled: expectation of a product is a symmetric bilinear form. At sizes k the truthful report of i is the common
   mean and an error [noise k i] of variance s2 + mu / k i, uncorrelated with the others' errors. Member i stakes
   towards j the product of its distances from two means of reports, of two groups that share nobody and hold neither
   i nor j; such groups need four members. Each stake is paid to the other member, less any constant. Members' errors
   are [fine] of FineWeights.v (Theorem 4.2) at weights that do not follow the sizes. Announced sizes are efficient as
   in OneNumber.v: no other positive sizes have a smaller sum of errors and costs; announced weights are the best ones
   for them. Then a record costs what it is worth to all at these weights, which is [efficient] here.
   Not modelled: sizes of zero. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights.
From Incentives Require OneNumber.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Score.
Variables (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K) (common : U) (noise : I -> U) (q : I ->
  K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypothesis E_scale : forall c f h, E (c *: f) h = c * E f h.
Hypothesis independent : forall i j, E (noise i) (noise j) = if i == j then q i else 0.
Definition report i := common + noise i.
Definition reference (a : I -> K) := \sum_k a k *: report k.

Lemma E_sum (a : I -> K) (h : U) : E (\sum_k a k *: noise k) h = \sum_k a k * E (noise k) h.
Proof.
have zero : E 0 h = 0 by rewrite -(scale0r (0 : U)) E_scale mul0r.
rewrite (big_morph (fun f => E f h) (fun f g => E_add f g h) zero); apply: eq_bigr => k _; exact: E_scale.
Qed.

(* The mean score is the variance of i's report, whatever the other variances are. *)
Lemma score (a b : I -> K) i : \sum_k a k = 1 -> \sum_k b k = 1 -> a i = 0 -> b i = 0 -> (forall k, a k * b k = 0) ->
  E (report i - reference a) (report i - reference b) = q i.
Proof.
move=> a1 b1 ai bi apart.
have gap c : \sum_k c k = 1 -> report i - reference c = noise i - \sum_k c k *: noise k.
  move=> c1; rewrite /reference /report (eq_bigr (fun k => c k *: common + c k *: noise k)) => [|k _]; last exact:
    scalerDr.
  by rewrite big_split /= -scaler_suml c1 scale1r opprD addrACA subrr add0r.
have opp f h : E (- f) h = - E f h by rewrite -scaleN1r E_scale mulN1r.
have right f g h : E h (f + g) = E h f + E h g by rewrite E_sym E_add !(E_sym h).
have opp_r f h : E h (- f) = - E h f by rewrite E_sym opp E_sym.
have one c : c i = 0 -> E (\sum_k c k *: noise k) (noise i) = 0.
  move=> ci; rewrite E_sum big1 // => k _; rewrite independent; case: eqP => [->|_]; by rewrite ?ci ?mul0r ?mulr0.
have both : E (\sum_k a k *: noise k) (\sum_k b k *: noise k) = 0.
  rewrite E_sum big1 // => k _; rewrite E_sym E_sum (bigD1 k) //= big1 => [|l /negPf lk].
    by rewrite independent eqxx addr0 mulrA apart mul0r.
  by rewrite independent lk mulr0.
rewrite (gap a a1) (gap b b1); have := one a ai; have := one b bi; move: both.
move: (\sum_k a k *: noise k) (\sum_k b k *: noise k) => A B AB Bi Ai.
by rewrite E_add opp !right !opp_r [E (noise i) B]E_sym AB Ai Bi independent eqxx; ring.
Qed.
End Score.

Section Sizes.
Variables (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K).
(* a i j and b i j weigh the reports of the two groups for the stake of i towards j, and [constant i j] is what is
   taken off. *)
Variables (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K).
Variable constant : I -> I -> K.
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypothesis E_scale : forall c f h, E (c *: f) h = c * E f h.
Hypothesis independent : forall k i j, (forall l, 0 < k l) ->
  E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0.
Hypothesis weights : forall j, \sum_i v j i = 1.
Hypotheses (a_mean : forall i j, i != j -> \sum_k a i j k = 1) (b_mean : forall i j, i != j -> \sum_k b i j k = 1).
Hypotheses (a_others : forall i j, i != j -> a i j i = 0 /\ a i j j = 0).
Hypotheses (b_others : forall i j, i != j -> b i j i = 0 /\ b i j j = 0).
Hypothesis apart : forall i j k, i != j -> a i j k * b i j k = 0.
Implicit Types (k n : I -> K) (T : {set I}).

Definition staked k i j := let m := report common (noise k) in
  v j i ^+ 2 * (E (m i - reference common (noise k) (a i j)) (m i - reference common (noise k) (b i j)) - constant i j).
(* Error, records, and what i pays to the others less what they pay to it. *)
Definition spends k i := fine k mu s2 i (v i) + cost i * k i + \sum_(j | j != i) (staked k i j - staked k j i).
Definition efficient n := forall i, cost i * n i ^+ 2 = mu * \sum_j v j i ^+ 2.

Lemma staked_is k i j : (forall l, 0 < k l) -> i != j -> staked k i j = v j i ^+ 2 * (s2 + mu / k i - constant i j).
Proof.
move=> k0 ij; have [ai _] := a_others ij; have [bi _] := b_others ij; rewrite /staked /=; congr (_ * (_ - _)).
pose q l := s2 + mu / k l; have ind l l' : E (noise k l) (noise k l') = if l == l' then q l else 0 by apply:
  independent.
rewrite -/(q i); apply: (score common E_sym E_add E_scale ind) => // [||l]; [exact: a_mean|exact: b_mean|exact: apart].
Qed.

(* Of what a coalition spends, only this depends on the size of its member i. *)
Definition own k i := (\sum_j v j i ^+ 2) * mu / k i + cost i * k i.
Lemma joint_spending T n k : (forall l, 0 < n l) -> (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends k i - \sum_(i in T) spends n i = \sum_(i in T) (own k i - own n i).
Proof.
move=> n0 k0 out; pose delta i := mu / k i - mu / n i.
have zero i : i \notin T -> delta i = 0 by move=> iT; rewrite /delta out // subrr.
have err i : fine k mu s2 i (v i) - fine n mu s2 i (v i) = \sum_(j in T) v i j ^+ 2 * delta j.
  rewrite !fine_is //; set z := _ * v i i.
  have cancel (x y : K) : x - z + s2 - (y - z + s2) = x - y by ring.
  rewrite cancel -sumrB (bigID (mem T)) /= [X in _ + X]big1 ?addr0 => [|j jT]; last by rewrite /V out // subrr.
  by apply: eq_bigr => j _; rewrite /delta /V; ring.
(* Within the coalition stakes are paid from one hand to the other. *)
pose y k' i j := if j == i then 0 else staked k' i j.
have paid k' : \sum_(i in T) \sum_(j | j != i) (staked k' i j - staked k' j i) =
    \sum_(i in T) \sum_(j | j \notin T) (y k' i j - y k' j i).
  transitivity (\sum_(i in T) \sum_j (y k' i j - y k' j i)).
    apply: eq_bigr => i _; rewrite [RHS](bigD1 i) //= subrr add0r; apply: eq_bigr => j /negPf ji.
    by rewrite /y ji eq_sym ji.
  rewrite (eq_bigr _ (fun i _ => bigID (mem T) _ _)) big_split /=.
  rewrite [X in X + _](eq_bigr _ (fun i _ => sumrB _ _ _ _)) sumrB [X in _ - X + _]exchange_big /= subrr add0r.
  exact: erefl.
have stakes : \sum_(i in T) \sum_(j | j != i) (staked k i j - staked k j i)
    - \sum_(i in T) \sum_(j | j != i) (staked n i j - staked n j i) =
    \sum_(i in T) \sum_(j | j \notin T) v j i ^+ 2 * delta i.
  rewrite !paid -sumrB; apply: eq_bigr => i iT; rewrite -sumrB; apply: eq_bigr => j jT.
  have ji : j != i by apply: contraNneq jT => ->.
  have ij : i != j by rewrite eq_sym.
  rewrite /y (negPf ji) (negPf ij) !staked_is // (out j jT) /delta; ring.
rewrite /spends big_split big_split /= [X in _ - X]big_split [X in _ - (X + _)]big_split /=.
have regroup (e1 c1 s1 e2 c2 s2' : K) : e1 + c1 + s1 - (e2 + c2 + s2') = (e1 - e2) + (s1 - s2') + (c1 - c2) by ring.
rewrite regroup stakes -!sumrB (eq_bigr _ (fun i _ => err i)) exchange_big /= -!big_split /=; apply: eq_bigr => i iT.
have -> : own k i - own n i = (\sum_j v j i ^+ 2) * delta i + (cost i * k i - cost i * n i) by rewrite /own /delta;
  ring.
congr (_ + _); rewrite [\sum_j _](bigID (mem T)) /= mulrDl !mulr_suml; exact: erefl.
Qed.

(* No coalition spends less together at any sizes that it chooses, the others' given. *)
Theorem joint_sizes T n k : (forall i, 0 <= cost i) -> efficient n ->
  (forall l, 0 < n l) -> (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends n i <= \sum_(i in T) spends k i.
Proof.
move=> c0 eff n0 k0 out; rewrite -subr_ge0 joint_spending //; apply: sumr_ge0 => i _.
have ki := k0 i; have ni := n0 i.
have -> : own k i - own n i = cost i * (k i - n i) ^+ 2 / k i.
  rewrite /own [_ * mu]mulrC -(eff i); field; by rewrite !gt_eqF.
by rewrite divr_ge0 ?(ltW ki) // mulr_ge0 // sqr_ge0.
Qed.
End Sizes.

(* The page's theorem: at efficient sizes and the weights that are best for them. *)
Theorem no_coalition_resizes (K : realFieldType) (I : finType) (cost : I -> K) (mu s2 : K) (U : lmodType K)
    (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K) (constant : I -> I -> K)
    (T : {set I}) (n k : I -> K) :
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) ->
  0 < mu -> 0 < s2 -> (forall l, 0 < n l) -> OneNumber.efficient mu s2 cost n ->
  (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends (best n mu s2) cost mu s2 E common noise a b constant n i <=
    \sum_(i in T) spends (best n mu s2) cost mu s2 E common noise a b constant k i.
Proof.
move=> sym add scale ind a1 b1 a0 b0 apart mu0 s0 n0 least k0 out.
have condition := OneNumber.efficient_condition n0 mu0 s0 least.
apply: joint_sizes => // [j|i]; first exact: best_sums.
have ni : 0 < n i ^+ 2 by rewrite exprn_gt0.
rewrite -(pmulr_lge0 _ ni) condition mulr_ge0 ?(ltW mu0) //; apply: sumr_ge0 => j _; apply: sqr_ge0.
Qed.
