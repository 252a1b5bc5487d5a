(* Equal gains have no hold on the member who gains least (new-top-contributor), for any number of members over any ordered
   field.
   Modelled: member t collects a records at mu / m^2 each, the others have the sizes n; errors, gains and the cut of all members
   are those of CutGains.v. Who is in a federation with equal gains has its error alone less the cut. Sizes are positive
   numbers. Not modelled: how a model is spoiled. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import CutGains.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Top.
Variables (K : realFieldType) (I : finType) (n : I -> K) (t : I) (mu s2 m : K).
Definition at_ a k := if k == t then a else n k.
Definition cut a := is_cut (at_ a) mu s2 setT.
Definition least_gainer a := forall k, gain (at_ a) mu s2 setT t <= gain (at_ a) mu s2 setT k.
(* The error of the others' average; error with equal gains and cost of the records, if the cut is x. *)
Definition theirs := apart n mu s2 setT t.
Definition spends a x := alone (at_ a) mu t - x + mu / m ^+ 2 * a.
Definition left_over := m - mu / theirs.

Hypotheses (n_pos : forall k, 0 < n k) (mu_pos : 0 < mu) (s2_pos : 0 <= s2) (company : exists k, k != t) (m_pos : 0 < m).

Lemma rest_same a : rest (at_ a) setT t = rest n setT t.
Proof. by apply: eq_bigr => k /andP[_ /negPf kt]; rewrite /at_ kt. Qed.
Lemma apart_same a : apart (at_ a) mu s2 setT t = theirs.
Proof.
rewrite /theirs /apart rest_same; congr (_ + _ * _ / _).
by apply: eq_bigr => k /andP[_ /negPf kt]; rewrite /at_ kt.
Qed.
Lemma rest_some : rest n setT t != 0.
Proof.
case: company => k kt; rewrite gt_eqF // /rest (bigD1 k) ?inE //= ltr_paddr // sumr_ge0 // => l _.
by rewrite ltW.
Qed.
Lemma theirs_pos : 0 < theirs.
Proof. by apply: apart_pos => //; apply: rest_some. Qed.
Lemma at_pos a k : 0 < a -> 0 < at_ a k.
Proof. by rewrite /at_; case: ifP. Qed.

(* The cut is never more than one's own gain, and for the least gainer it is that. *)
Lemma own_gain a : gain (at_ a) mu s2 setT t = (mu / a) ^+ 2 / (mu / a + theirs).
Proof. by rewrite /gain rest_same (negPf rest_some) apart_same /alone /at_ eqxx. Qed.
Lemma cut_low a x : cut a x -> x <= gain (at_ a) mu s2 setT t.
Proof. by move=> [_]; apply; rewrite inE. Qed.
Lemma cut_is a x : least_gainer a -> cut a x -> x = gain (at_ a) mu s2 setT t.
Proof.
by move=> least c; apply/eqP; rewrite eq_le cut_low //; case: c => [[k _ <-] _]; rewrite least.
Qed.

Lemma unspoiled a : 0 < a -> mu / a - gain (at_ a) mu s2 setT t = mu / (a + mu / theirs).
Proof.
move=> a0; rewrite own_gain; have d0 := theirs_pos; move: theirs d0 => d d0; field.
by rewrite !gt_eqF // addr_gt0 // mulr_gt0.
Qed.
Lemma spends_own a : 0 < a -> spends a (gain (at_ a) mu s2 setT t) = mu / (a + mu / theirs) + mu / m ^+ 2 * a.
Proof. by move=> a0; rewrite /spends /alone {1}/at_ eqxx unspoiled. Qed.
Lemma what_another_costs a : 0 < a -> 0 < left_over ->
  spends a (gain (at_ a) mu s2 setT t) - spends left_over (gain (at_ left_over) mu s2 setT t)
  = mu / m ^+ 2 * (a - left_over) ^+ 2 / (a + mu / theirs).
Proof.
move=> a0 s0; rewrite !spends_own // /left_over subrK; have d0 := theirs_pos.
move: theirs d0 => d d0; field; rewrite !gt_eqF //.
by rewrite ?addr_gt0 ?mulr_gt0 ?divr_gt0.
Qed.

Lemma no_hold :
  [/\ forall a x, 0 < a -> least_gainer a -> cut a x ->
    (exists v, alone (at_ a) mu t - x = mixed (at_ a) mu s2 setT t v) /\
    forall v, alone (at_ a) mu t - x <= mixed (at_ a) mu s2 setT t v,
  forall a x y, 0 < left_over -> least_gainer left_over -> cut left_over y -> 0 < a -> cut a x -> a != left_over ->
    spends left_over y < spends a x
  & forall x y, 0 < left_over -> least_gainer left_over -> cut left_over y -> least_gainer m -> cut m x ->
    spends m x - spends left_over y = (mu / m) ^+ 3 / (theirs * (mu / m + theirs))].
Proof.
split=> [a x a0 least c|a x y s0 least c a0 cx other|x y s0 least c least' c'].
- rewrite (cut_is least c); have r0 : rest (at_ a) setT t != 0 by rewrite rest_same rest_some.
  have [[v e] best] := @best_mixture _ _ _ mu s2 (fun k => at_pos k a0) mu_pos s2_pos _ _ r0.
  split; first by exists v; rewrite -e opprB addrC subrK.
  by move=> w; rewrite ler_subl_addr addrC -ler_subl_addr.
- rewrite (cut_is least c); apply: lt_le_trans (_ : spends a (gain (at_ a) mu s2 setT t) <= _); last first.
    by rewrite /spends ler_add2r ler_add2l ler_opp2 cut_low.
  rewrite -subr_gt0 what_another_costs //; apply: divr_gt0; last by rewrite addr_gt0 // divr_gt0 // theirs_pos.
  apply: mulr_gt0; first by rewrite divr_gt0 // exprn_gt0.
  by rewrite exprn_even_gt0 //= subr_eq0.
- rewrite (cut_is least c) (cut_is least' c') what_another_costs // /left_over.
  have d0 := theirs_pos; move: theirs d0 => d d0; field; rewrite !gt_eqF //.
  by rewrite ?addr_gt0 ?mulr_gt0 ?divr_gt0.
Qed.
End Top.

(* The page's example: two members with 5 records, one with a. *)
Section Example.
Variable K : realFieldType.
Let five (k : 'I_3) : K := 5%:R.
Let others_exist : exists k, k != m2 :> 'I_3.
Proof. by exists m0. Qed.
Let five_pos k : 0 < five k.
Proof. by rewrite ltr0n. Qed.

Lemma theirs_five : theirs five m2 10%:R 1 = 5%:R / 2%:R.
Proof. by rewrite /theirs /apart /rest !sum3 !inE /= /five; field. Qed.
Lemma left_over_five : left_over five m2 10%:R 1 25%:R = 21%:R.
Proof. by rewrite /left_over theirs_five; field. Qed.

Lemma least_from_5_to_25 (a : K) : 5%:R <= a -> least_gainer five m2 10%:R 1 a.
Proof.
move=> a5; have a0 : 0 < a by apply: lt_le_trans a5; rewrite ltr0n.
have b0 : 0 < 5%:R + a by rewrite addr_gt0 ?ltr0n.
have small : 4%:R / (2%:R + (2%:R + 50%:R / (5%:R + a) ^+ 2)) = 4%:R / (4%:R + 50%:R / (5%:R + a) ^+ 2).
  by congr (_ / _); ring.
have enough : gain (at_ five m2 a) 10%:R 1 setT m2 <= 4%:R / (4%:R + 50%:R / (5%:R + a) ^+ 2).
  rewrite own_gain ?ltr0n ?ler01 // theirs_five.
  have -> : (10%:R / a) ^+ 2 / (10%:R / a + 5%:R / 2%:R) = 4%:R / (a * (4%:R + a) / 10%:R).
    by field; rewrite !gt_eqF // ?addr_gt0 ?mulr_gt0 ?ltr01 // ?ltr0n.
  have q0 : 0 < 4%:R + 50%:R / (5%:R + a) ^+ 2 by rewrite addr_gt0 ?divr_gt0 ?exprn_gt0 ?ltr0n.
  have low : 4%:R + 50%:R / (5%:R + a) ^+ 2 <= a * (4%:R + a) / 10%:R.
    apply: (@le_trans _ _ (4%:R + 50%:R / 100%:R)).
      rewrite ler_add2l ler_wpmul2l ?ler0n // lef_pinv ?posrE ?exprn_gt0 ?ltr0n //.
      have -> : 100%:R = 10%:R ^+ 2 :> K by ring.
      rewrite ler_expn2r ?nnegrE ?ler0n ?(ltW b0) //.
      by apply: (@le_trans _ _ (5%:R + 5%:R)); [rewrite -natrD|rewrite ler_add2l].
    rewrite ler_pdivl_mulr ?ltr0n // (_ : _ * 10%:R = 5%:R * (4%:R + 5%:R)); last by field.
    by apply: ler_pmul; rewrite ?ler_add2l -?natrD ?ler0n.
  rewrite ler_wpmul2l ?ler0n // lef_pinv ?posrE //.
  by rewrite divr_gt0 ?mulr_gt0 ?addr_gt0 ?ltr01.
have each : 10%:R / 5%:R + (1 + 10%:R / (5%:R + a) + 1 * (5%:R ^+ 2 + a ^+ 2) / (5%:R + a) ^+ 2)
    = 4%:R + 50%:R / (5%:R + a) ^+ 2.
  by field; rewrite gt_eqF.
have four : (10%:R / 5%:R) ^+ 2 = 4%:R :> K by field.
apply: all3 => //; apply: le_trans enough _; rewrite /gain /apart /rest /alone !sum3 !inE /at_ /= ?add0r /five.
  by rewrite gt_eqF // each four.
by rewrite gt_eqF // each four.
Qed.

(* Of the sizes up to 25 the best one is 21, and it saves 32 / 3625. *)
Lemma example : (forall a : K, 5%:R <= a -> a <= 25%:R -> least_gainer five m2 10%:R 1 a) /\
  forall y, cut five m2 10%:R 1 21%:R y ->
  (forall (k : nat) x, (0 < k <= 25)%N -> k != 21%N -> cut five m2 10%:R 1 k%:R x ->
    spends five m2 10%:R 25%:R 21%:R y < spends five m2 10%:R 25%:R k%:R x) /\
  forall x, cut five m2 10%:R 1 25%:R x ->
    spends five m2 10%:R 25%:R 25%:R x - spends five m2 10%:R 25%:R 21%:R y = 32%:R / 3625%:R.
Proof.
split=> [a a5 _|y cy]; first exact: least_from_5_to_25.
have mu0 : 0 < 10%:R :> K by rewrite ltr0n.
have m0' : 0 < 25%:R :> K by rewrite ltr0n.
have least21 : least_gainer five m2 10%:R 1 21%:R by apply: least_from_5_to_25; rewrite ler_nat.
have least25 : least_gainer five m2 10%:R 1 25%:R by apply: least_from_5_to_25; rewrite ler_nat.
have [_ better saved] := @no_hold K _ five m2 10%:R 1 25%:R five_pos mu0 ler01 others_exist m0'.
rewrite left_over_five in better saved; have s0 : 0 < 21%:R :> K by rewrite ltr0n.
split=> [k x /andP[k0 _] other cx|x cx]; first by apply: better; rewrite ?ltr0n ?eqr_nat.
by rewrite saved // theirs_five; field.
Qed.
End Example.

(* The page's proposition: alone t collects m records; the model is not spoiled while t gains least, so what its best mixture errs is left; among the sizes
   at which it gains least [left_over] is the one best size; what it saves; and the example. *)
Theorem top_contributor (K : realFieldType) (I : finType) (n : I -> K) (t : I) (mu s2 m : K) :
  (forall k, 0 < n k) -> 0 < mu -> 0 <= s2 -> (exists k, k != t) -> 0 < m ->
  (forall a, 0 < a -> a != m -> mu / m + mu / m ^+ 2 * m < mu / a + mu / m ^+ 2 * a) /\
  [/\ forall a x, 0 < a -> least_gainer n t mu s2 a -> cut n t mu s2 a x ->
    (exists v, alone (at_ n t a) mu t - x = mixed (at_ n t a) mu s2 setT t v) /\
    forall v, alone (at_ n t a) mu t - x <= mixed (at_ n t a) mu s2 setT t v,
  forall a x y, let best := m - mu / theirs n t mu s2 in
    0 < best -> least_gainer n t mu s2 best -> cut n t mu s2 best y -> 0 < a -> least_gainer n t mu s2 a ->
    cut n t mu s2 a x -> a != best -> spends n t mu m best y < spends n t mu m a x,
  forall x y, let best := m - mu / theirs n t mu s2 in let A := mu / m in let D := theirs n t mu s2 in
    0 < best -> least_gainer n t mu s2 best -> cut n t mu s2 best y -> least_gainer n t mu s2 m -> cut n t mu s2 m x ->
    spends n t mu m m x - spends n t mu m best y = A ^+ 3 / (D * (A + D))
  & let five := fun _ : 'I_3 => 5%:R : K in
    (forall a : K, 5%:R <= a -> a <= 25%:R -> least_gainer five m2 10%:R 1 a) /\
    forall y, cut five m2 10%:R 1 21%:R y ->
    (forall (k : nat) x, (0 < k <= 25)%N -> k != 21%N -> cut five m2 10%:R 1 k%:R x ->
      spends five m2 10%:R 25%:R 21%:R y < spends five m2 10%:R 25%:R k%:R x) /\
    forall x, cut five m2 10%:R 1 25%:R x ->
      spends five m2 10%:R 25%:R 25%:R x - spends five m2 10%:R 25%:R 21%:R y = 32%:R / 3625%:R].
Proof.
move=> n0 mu0 s20 company m0; have [whole better saved] := no_hold n0 mu0 s20 company m0.
split=> [a a0 am|].
  have e : mu / a + mu / m ^+ 2 * a - (mu / m + mu / m ^+ 2 * m) = mu * (a - m) ^+ 2 / (a * m ^+ 2).
    by field; rewrite !gt_eqF.
  rewrite -subr_gt0 e; apply: divr_gt0; last by rewrite mulr_gt0 // exprn_gt0.
  by rewrite mulr_gt0 // exprn_even_gt0 //= subr_eq0.
split=> // [a x y b b0 least cy a0 _|]; [exact: better | exact: example].
Qed.
