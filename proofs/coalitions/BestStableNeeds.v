(* What the theorem of BestStable.v needs: nobody, one player, or two with sizes, noise or spread that are not positive
   have a core-stable partition that costs nothing or less. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability TwoPlayers TwoPlayersBlocks TwoPlayersTotals OneThird.
From Incentives Require Import BestPartition BestStable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* The best one costs no more than this one, and more than nothing. *)
Lemma for_nothing (I : finType) (n : I -> rat) (mu s2 : rat) (Q : {set {set I}}) : partition Q setT ->
  OneThird.core_stable n mu s2 Q -> total n mu s2 Q <= 0 ->
  ~ (exists P : {set {set I}}, [/\ partition P [set: I], OneThird.core_stable n mu s2 P,
    forall Q : {set {set I}}, partition Q [set: I] -> OneThird.core_stable n mu s2 Q ->
      total n mu s2 P <= total n mu s2 Q &
    forall Q : {set {set I}}, partition Q [set: I] -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q]).
Proof.
move=> part core low [P [partP _ least all]]; have := all P partP.
rewrite (_ : 3%:R = 2%:R + 1) // mulrDl mul1r ltr_addl => /lt_le_trans/(_ (le_trans (least Q part core) low)).
by rewrite ltxx.
Qed.

Theorem best_core_stable_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < mu -> 0 < s2 -> I ->
  (exists2 P : {set {set I}}, partition P [set: I] & OneThird.core_stable n mu s2 P) ->
  exists P : {set {set I}}, [/\ partition P [set: I], OneThird.core_stable n mu s2 P,
    forall Q : {set {set I}}, partition Q [set: I] -> OneThird.core_stable n mu s2 Q ->
      total n mu s2 P <= total n mu s2 Q &
    forall Q : {set {set I}}, partition Q [set: I] -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q]).
Proof.
move=> H; apply: for_nothing (H rat_realFieldType _ (fun=> 0) 1 1 I isT isT tt (ex_intro2 _ _ solo solo_partition
  (@solo_stable _ _ (Coalitions.err (fun=> 0) 1 1) _ (set11 _)))); 
  [exact: solo_partition|exact: (@solo_stable _ _ (Coalitions.err (fun=> 0) 1 1) _ (set11 _))|by totals].
Qed.
Theorem best_core_stable_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n i) ->
  True -> 0 < s2 -> I ->
  (exists2 P : {set {set I}}, partition P [set: I] & OneThird.core_stable n mu s2 P) ->
  exists P : {set {set I}}, [/\ partition P [set: I], OneThird.core_stable n mu s2 P,
    forall Q : {set {set I}}, partition Q [set: I] -> OneThird.core_stable n mu s2 Q ->
      total n mu s2 P <= total n mu s2 Q &
    forall Q : {set {set I}}, partition Q [set: I] -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q]).
Proof.
move=> H; apply: for_nothing (H _ _ one (- 1) 1 one_pos I isT tt (ex_intro2 _ _ solo solo_partition
  (@solo_stable _ _ (Coalitions.err one (- 1) 1) _ (set11 _)))); 
  [exact: solo_partition|exact: (@solo_stable _ _ (Coalitions.err one (- 1) 1) _ (set11 _))|by totals].
Qed.
Theorem best_core_stable_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n i) ->
  0 < mu -> True -> I ->
  (exists2 P : {set {set I}}, partition P [set: I] & OneThird.core_stable n mu s2 P) ->
  exists P : {set {set I}}, [/\ partition P [set: I], OneThird.core_stable n mu s2 P,
    forall Q : {set {set I}}, partition Q [set: I] -> OneThird.core_stable n mu s2 Q ->
      total n mu s2 P <= total n mu s2 Q &
    forall Q : {set {set I}}, partition Q [set: I] -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q]).
Proof.
move=> H; apply: for_nothing (H _ _ (sizes 1 1) 1 (- 2%:R) ones isT I true (ex_intro2 _ _ both both_partition
  (both_core less_stay))); [exact: both_partition|exact: (both_core less_stay)|by totals].
Qed.
Theorem best_core_stable_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n i) ->
  0 < mu -> 0 < s2 -> True ->
  (exists2 P : {set {set I}}, partition P [set: I] & OneThird.core_stable n mu s2 P) ->
  exists P : {set {set I}}, [/\ partition P [set: I], OneThird.core_stable n mu s2 P,
    forall Q : {set {set I}}, partition Q [set: I] -> OneThird.core_stable n mu s2 Q ->
      total n mu s2 P <= total n mu s2 Q &
    forall Q : {set {set I}}, partition Q [set: I] -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q]).
Proof.
move=> H; apply: for_nothing (H rat_realFieldType void_finType (fun=> 1) 1 1 (fun=> isT) isT isT I (ex_intro2 _ _ set0 none_partition
  (@none_stable _ _ _))); [exact: none_partition|exact: (@none_stable _ _ _)|by totals].
Qed.
