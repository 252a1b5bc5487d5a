(* A pair that pools its data first (new-pooling-pair), for any number of equal members over any ordered field.
   Modelled: as in Majority.v, expectation of a product is a symmetric bilinear form and [expected] is what a member
   expects to pay under the symmetric rule. Honest reports are the common mean and errors of variance v, uncorrelated
   between members.
   Not modelled: that no other joint report of the pair is better. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Pairs.
From Incentives Require Import Majority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pooling.
Variables (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (alpha v : K) (common : U) (noise : I
  -> U).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (many : (2 < #|I|)%N).
Hypothesis independent : forall i j, E (noise i) (noise j) = if i == j then v else 0.
Variables (i j : I).
Hypothesis ij : i != j.
Local Notation M := (#|I|%:R : K).
Definition pair := [set i; j].
Definition honest k := common + noise k.
Definition pooled k := if k \in pair then 2%:R^-1 *: (honest i + honest j) else honest k.

Lemma opp f g : E (- f) g = - E f g.
Proof. by rewrite -scaleN1r E_scale mulN1r. Qed.
Lemma add_r f g h : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.
Lemma opp_r f h : E h (- f) = - E h f.
Proof. by rewrite E_sym opp E_sym. Qed.
Lemma scale_r c f h : E h (c *: f) = c * E h f.
Proof. by rewrite E_sym E_scale E_sym. Qed.

(* Two independent reports are 2 v apart; the average of two and a third one v + v/2. *)
Lemma far_honest k l : k != l -> far E honest k l = 2%:R * v.
Proof.
move=> /negPf kl; rewrite /far /honest.
have -> : common + noise k - (common + noise l) = noise k - noise l by rewrite opprD addrACA subrr add0r.
by rewrite E_add opp !add_r !opp_r !independent !eqxx [l == k]eq_sym kl; ring.
Qed.
Lemma far_pooled k l : k \in pair -> l \notin pair -> far E pooled k l = 3%:R / 2%:R * v.
Proof.
move=> kp lp; rewrite /far /pooled kp (negPf lp) /honest.
have [li lj] : l != i /\ l != j by move: lp; rewrite !inE negb_or => /andP.
have half : 2%:R^-1 + 2%:R^-1 = 1 :> K by field.
have -> : 2%:R^-1 *: (common + noise i + (common + noise j)) - (common + noise l)
        = 2%:R^-1 *: noise i + 2%:R^-1 *: noise j - noise l.
  by rewrite [common + noise i + _]addrACA !scalerDr -scalerDl half scale1r opprD addrACA subrr add0r.
rewrite !E_add opp !E_scale !add_r !opp_r !scale_r !independent !eqxx (negPf ij) [j == i]eq_sym (negPf ij).
by rewrite ![_ == l]eq_sym (negPf li) (negPf lj); field.
Qed.
Lemma far_same (m : I -> U) k : far E m k k = 0.
Proof. by rewrite /far subrr -(scale0r (0 : U)) E_scale mul0r. Qed.

Local Notation stakes := (Pairs.staked E (fun _ _ => alpha / (M - 1))).
Lemma by_pairs (T : {set I}) (m : I -> U) : \sum_(k in T) expected E alpha m k = \sum_(k in T) Pairs.pays (stakes m) k.
Proof. by apply: eq_bigr => k _; apply: equal_pairs. Qed.
Lemma stakes_sym (m : I -> U) k l : stakes m k l = stakes m l k.
Proof. exact: (Pairs.staked_sym E_sym E_add). Qed.
Lemma stakes_diag (m : I -> U) k : stakes m k k = 0.
Proof. by rewrite /Pairs.staked -/(far E m k k) far_same mulr0. Qed.

Lemma all_pay (m : I -> U) : \sum_k expected E alpha m k = 0.
Proof.
have whole (y : I -> K) : \sum_(k in setT) y k = \sum_k y k by apply: eq_bigl => k; rewrite inE.
have empty (y : I -> K) : \sum_(k | k \notin setT) y k = 0 by apply: big_pred0 => k; rewrite inE.
rewrite -whole by_pairs (Pairs.joint_payment setT many (stakes_sym m) (stakes_diag m)) cardsT subrr !mul0r.
by rewrite /Pairs.border big1 => [|k _]; rewrite ?empty // /Pairs.beyond empty !mulr0 add0r subr0.
Qed.

(* What the pair saves, and that the others pay it. *)
Theorem pooling_pair :
  \sum_(k in pair) expected E alpha honest k - \sum_(k in pair) expected E alpha pooled k = M / (M - 1) * alpha * v /\
  \sum_(k | k \notin pair) expected E alpha pooled k - \sum_(k | k \notin pair) expected E alpha honest k
    = M / (M - 1) * alpha * v.
Proof.
have saved : \sum_(k in pair) expected E alpha honest k - \sum_(k in pair) expected E alpha pooled k
    = M / (M - 1) * alpha * v.
  have two : #|pair| = 2%N by rewrite cards2 ij.
  rewrite !by_pairs !(Pairs.joint_payment pair many (stakes_sym _) (stakes_diag _)) two.
  have in_pair (y : I -> K) : \sum_(k in pair) y k = y i + y j by rewrite big_setU1 ?inE //= big_set1.
  have ip : i \in pair by rewrite !inE eqxx.
  have jp : j \in pair by rewrite !inE eqxx orbT.
  have ji : j != i by rewrite eq_sym.
  pose e := alpha / (M - 1).
  have insides m : Pairs.inside (stakes m) pair = e * far E m i j + e * far E m j i.
    by rewrite /Pairs.inside in_pair !in_pair !stakes_diag add0r addr0.
  have together : far E pooled i j = 0 /\ far E pooled j i = 0.
    by rewrite /far /pooled ip jp subrr -(scale0r (0 : U)) E_scale mul0r.
  have outside : #|~: pair|%:R = M - 2%:R :> K by rewrite -(cardsC pair) two natrD addrAC subrr add0r.
  have borders m x : (forall k l, k \in pair -> l \notin pair -> far E m k l = x) ->
      Pairs.border (stakes m) pair = 2%:R * (M - 2%:R) * e * x.
    move=> same; rewrite /Pairs.border in_pair.
    have row k : k \in pair -> \sum_(l | l \notin pair) stakes m k l = (M - 2%:R) * (e * x).
      move=> kp; rewrite (eq_bigr (fun=> e * x)) => [|l lp]; last by rewrite /Pairs.staked -/(far E m k l) same.
      by rewrite (eq_bigl (mem (~: pair))) => [|l]; rewrite ?sumr_const -?outside ?mulr_natl // !inE.
    by rewrite !row //; ring.
  have beyonds : Pairs.beyond (stakes pooled) pair = Pairs.beyond (stakes honest) pair.
    apply: eq_bigr => k kp; apply: eq_bigr => l lp; rewrite /Pairs.staked /pooled (negPf kp) (negPf lp); exact: erefl.
  have apart k l : k \in pair -> l \notin pair -> far E honest k l = 2%:R * v.
    by move=> kp lp; apply: far_honest; apply: contraTneq kp => ->.
  have [t1 t2] := together; rewrite !insides t1 t2 beyonds (borders _ _ far_pooled) (borders _ _ apart) !far_honest //.
  have M1 := M1 K many; have M2 := M2 K many; rewrite /e.
  by move: (Pairs.beyond (stakes honest) pair) M M1 M2 => B N N1 N2; field; apply/andP.
split=> //; rewrite -saved; apply/eqP; rewrite subr_eq addrAC -subr_eq opprK; apply/eqP.
have both m : \sum_(k in pair) expected E alpha m k + \sum_(k | k \notin pair) expected E alpha m k = 0.
  by rewrite -[RHS](all_pay m) [RHS](bigID (mem pair)).
have := both honest; have := both pooled; move=> /eqP; rewrite addr_eq0 => /eqP -> /eqP; rewrite addr_eq0 => /eqP ->;
  ring.
Qed.
End Pooling.
