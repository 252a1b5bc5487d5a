(* What the theorems of TwoSizesStable.v need: two players who would rather be alone, or a guest who is left out. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Unless Coalitions Stability TwoSizesShapes TwoPlayers TwoPlayersBlocks OneTable TwoSizesRecipe
  TwoSizesStable.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem large_player_to_a_large_one_needs_4 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> True -> mu / b < TwoSizesShapes.error mu s2 a b b 0 2).
Proof. by move=> H; have := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT I; vm_compute. Qed.

(* Two players of size 2 at the ratio 1. Nobody is large, so nobody is a guest. *)
Definition twos := sizes 2%:R 2%:R.
Lemma all_small : smalls twos 2%:R = setT. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma no_large : larges twos 3%:R = set0. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma nobody_comes : recipe twos 1 1 2%:R 3%:R = 0%N.
Proof.
rewrite /recipe; case: ifP => // _; have := most_is twos 1 1 2%:R 3%:R; rewrite no_large cards0 leqn0.
by case/orP => [/eqP//|/andP[/eqP]].
Qed.
Local Notation stable n mu s2 P := (partition P setT /\ individually_stable (Coalitions.err n mu s2) P).
Definition algorithm_without (k : nat) := forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K),
  unless k 1 (forall i, n i = a \/ n i = b) -> unless k 2 (0 < a) -> unless k 3 (a < b) -> unless k 4 (0 < s2) ->
  forall guests : {set I}, unless k 5 (smalls n a != set0) -> unless k 6 (s2 * a <= mu) -> unless k 7 (mu <= s2 * b) ->
  unless k 8 (guests \subset larges n b) -> unless k 9 (#|guests| = recipe n mu s2 a b) ->
  stable n mu s2 (arrangement (smalls n a :|: guests)).
Theorem algorithm_5_5_needs_6 : ltac:(fails (algorithm_without 6)).
Proof.
move=> H; have two i : twos i = 2%:R \/ twos i = 3%:R by left; case: i.
have some : smalls twos 2%:R != set0 by rewrite all_small; apply/set0Pn; exists true; rewrite inE.
have none : #|set0 : {set bool}| = recipe twos 1 1 2%:R 3%:R by rewrite cards0 nobody_comes.
have [_ stable] := H rat_realFieldType _ twos 1 1 2%:R 3%:R two isT isT isT set0 some I isT (sub0set _) none.
have T : smalls twos 2%:R :|: set0 = setT by rewrite all_small setU0.
apply: (stable set0 true); rewrite ?inE //; first by right.
split=> [|i]; last by rewrite inE.
rewrite T /at_home home_table ?inE // ?setU0; last by apply/set0Pn; exists true; rewrite inE.
by written; vm_compute.
Qed.

(* A small player of size 1 and a large one of size 2 at the ratio 2: together both have less error than alone. *)
Lemma kinds i : sizes 1 2%:R i = 1 \/ sizes 1 2%:R i = 2%:R. Proof. by case: i; [left|right]. Qed.
Lemma one_small : smalls (sizes 1 2%:R) 1 = [set true]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Theorem algorithm_5_5_needs_9 : ltac:(fails (algorithm_without 9)).
Proof.
move=> H; have some : smalls (sizes 1 2%:R) 1 != set0 by rewrite one_small some_one.
have [_ stable] := H rat_realFieldType _ (sizes 1 2%:R) 2%:R 1 1 2%:R kinds isT isT isT set0 some isT isT (sub0set _) I.
rewrite one_small setU0 in stable; apply: (stable [set true] false); rewrite ?inE //; first by left; apply: setU11.
rewrite f_and_t; split=> [|i]; [|rewrite inE => /eqP ->].
  by rewrite /at_home home_alone ?inE ?some_one //; written; vm_compute.
by rewrite /at_home home_table ?inE ?some_one //; written; vm_compute.
Qed.

(* Nobody; two players who are larger than the theorem knows. *)
Lemma three_leave : ~ individually_stable (Coalitions.err (sizes 3%:R 3%:R) 2%:R 1) both.
Proof. by apply: (@both_moves_out _ _ _ true); written; vm_compute. Qed.
Definition all_sizes_without (k : nat) := forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K),
  unless k 1 (forall i, n i = a \/ n i = b) -> unless k 2 (0 < a) -> unless k 3 (a < b) -> unless k 4 (0 < s2) -> unless k 5 I ->
  [/\ s2 * b <= mu -> stable n mu s2 [set [set: I]], mu <= s2 * a -> stable n mu s2 (all_alone I) &
      s2 * a <= mu -> mu <= s2 * b -> smalls n a != set0 -> let found := bisected n mu s2 a b in
        seq.size found.2 = (trunc_log 2 #|larges n b|).+1 /\
        forall guests : {set I}, guests \subset larges n b -> #|guests| = found.1 ->
          stable n mu s2 (arrangement (smalls n a :|: guests))].
Theorem new_5_5_all_sizes_needs_1 : ltac:(fails (all_sizes_without 1)).
Proof.
move=> H; have [/(_ isT)[_ + ] _ _] := H _ _ (sizes 3%:R 3%:R) 2%:R 1 1 2%:R I isT isT isT true.
exact: three_leave.
Qed.
Theorem new_5_5_all_sizes_needs_3 : ltac:(fails (all_sizes_without 3)).
Proof.
move=> H; have all_three (i : bool) : sizes 3%:R 3%:R i = 3%:R \/ sizes 3%:R 3%:R i = 1 by left; case: i.
have [/(_ isT)[_ + ] _ _] := H _ _ _ 2%:R 1 3%:R 1 all_three isT I isT true.
exact: three_leave.
Qed.
Theorem new_5_5_all_sizes_needs_5 : ltac:(fails (all_sizes_without 5)).
Proof.
move=> H; have nobody (i : void) : (1 : rat) = 1 \/ (1 : rat) = 2%:R by case: i.
have [/(_ isT)[/and3P[_ _ + ] _] _ _] := H rat_realFieldType void_finType (fun=> 1) 2%:R 1 1 2%:R nobody isT isT isT I.
by rewrite inE (_ : setT = set0) ?eqxx //; apply/setP => -[].
Qed.
