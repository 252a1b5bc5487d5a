(* What the theorems of OneThird.v need: each hypothesis below is dropped in turn; nobody, or one player, breaks the
   rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import TwoPlayers TwoPlayersBlocks ThreePlayersBlocks Coalitions Deterrence OneThird.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one (_ : unit) : rat := 1.
Lemma one_pos i : 0 < one i.
Proof. exact: ltr01. Qed.
Lemma alone_stable mu s2 : core_stable one mu s2 solo.
Proof. exact: (@solo_stable _ _ (Coalitions.err one mu s2) _ (set11 _)). Qed.

Theorem unique_at_one_third_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, True -> (forall i : I, 3 * s2 * n i <= mu) ->
  partition P [set: I] -> core_stable n mu s2 P <-> P = [set [set: I]]).
Proof.
pose none := [finType of 'I_0]; move=> H; have no (i : none) : False by case: i.
have empty (A : {set none}) : A = set0 by apply/setP => i; case: (no i).
have part : partition (set0 : {set {set none}}) setT.
  by rewrite /partition /cover big_set0 (empty setT) eqxx inE andbT /trivIset /cover !big_set0 cards0.
have [+ _] := H rat_realFieldType none (fun=> 1) 1 1 (fun=> isT) isT isT set0 I (fun i => False_ind _ (no i)) part.
have stable : core_stable (fun _ : none => 1 : rat) 1 1 set0 by move=> C; rewrite (empty C) eqxx.
by move=> /(_ stable)/setP/(_ setT); rewrite !inE eqxx.
Qed.
Theorem at_most_one_small_block_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu
  s2 P -> forall C D : set_of_finType I, True -> D \in P -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C
  = D).
Proof.
move=> H; have := H rat_realFieldType _ one 3%:R 1 one_pos isT isT _ solo_partition (@alone_stable _ _) set0 setT I.
by rewrite inE eqxx => /(_ isT (fun _ _ => isT))/setP/(_ tt); rewrite !inE.
Qed.
Theorem deficits_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 <
  n i) -> True -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall top :
  {set I} -> I, (forall (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P)
  deficit n mu s2 top C < mu).
Proof.
move=> H; have := H rat_realFieldType _ one (- 1) 1 one_pos I isT _ solo_partition (@alone_stable _ _) (fun=> tt).
by rewrite big_set1 => /(_ (fun _ _ _ _ => lexx _)); rewrite ltNge (le_trans (lerN10 _)) // /deficit le_maxr lexx.
Qed.

(* Nobody with a size; one block too many; two players alone, by the ratio or against their interest. *)
Definition two_blocks : {set {set unit}} := [set set0; setT].
Lemma all_in_two : setT \in two_blocks. Proof. by rewrite !inE eqxx orbT. Qed.
Lemma apart : [set true] <> [set false] :> {set bool}. Proof. by move/setP/(_ true); rewrite !inE. Qed.
Lemma top_alone (n : unit -> rat) (P : {set {set unit}}) (C : set_of_finType [finType of unit]) (i : unit) :
  C \in P -> i \in C -> n i <= n tt.
Proof. by case: i. Qed.
Lemma none_stay : core_stable (sizes 0 0) 1 1 each.
Proof. by apply: (@each_core _ _ _ true); written; vm_compute. Qed.
Lemma ones_stay : core_stable (sizes 1 1) 1 1 each.
Proof. by apply: (@each_core _ _ _ true); written; vm_compute. Qed.
Lemma none_are i (x : rat) : 0 <= x -> 3%:R * 1 * sizes 0 0 i <= x. Proof. by case: i => /=; rewrite mulr0. Qed.

Theorem at_most_one_small_block_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall C D :
  set_of_finType I, C \in P -> D \in P -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C = D).
Proof.
move=> H; apply: apart; apply: (H _ _ (sizes 0 0) 1 1 I isT isT _ each_partition none_stay); rewrite ?one_in_each //
  => i _.
exact: none_are.
Qed.
Theorem at_most_one_small_block_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, True -> core_stable n mu s2 P -> forall C D
  : set_of_finType I, C \in P -> D \in P -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C = D).
Proof.
move=> H; have := H _ _ one 3%:R 1 one_pos isT isT two_blocks I (solo_stable all_in_two) setT set0 all_in_two.
by rewrite !inE eqxx => /(_ isT (fun _ _ => isT))/setP/(_ tt); rewrite !inE.
Qed.
Theorem at_most_one_small_block_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> True -> forall C D
  : set_of_finType I, C \in P -> D \in P -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C = D).
Proof.
move=> H; apply: apart; apply: (H _ _ (sizes 1 1) 10%:R 1 ones isT isT _ each_partition I); rewrite ?one_in_each //.
by case.
Qed.
Theorem at_most_one_small_block_needs_7 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2
  P -> forall C D : set_of_finType I, C \in P -> True -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C =
  D).
Proof.
move=> H; have := H _ _ one 3%:R 1 one_pos isT isT _ solo_partition (@alone_stable _ _) setT set0.
by rewrite inE eqxx => /(_ isT I (fun _ _ => isT))/setP/(_ tt); rewrite !inE.
Qed.
Theorem at_most_one_small_block_needs_8 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2
  P -> forall C D : set_of_finType I, C \in P -> D \in P -> True -> C = D).
Proof.
by move=> H; apply: apart; apply: (H _ _ _ 1 1 ones isT isT _ each_partition ones_stay); rewrite ?one_in_each.
Qed.
Theorem deficits_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0 < mu -> 0 <
  s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall top : {set I} -> I, (forall
  (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P) deficit n mu s2 top C <
  mu).
Proof.
move=> H; have := H rat_realFieldType _ (fun=> 0) 1 1 I isT isT _ solo_partition (solo_stable (set11 _)) (fun=> tt)
  (@top_alone _ _).
by rewrite big_set1; vm_compute.
Qed.
Theorem deficits_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n
  i) -> 0 < mu -> True -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall top : {set
  I} -> I, (forall (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P) deficit n
  mu s2 top C < mu).
Proof.
move=> H; have := H _ _ one 1 0 one_pos isT I _ solo_partition (@alone_stable _ _) (fun=> tt) (@top_alone _ _).
by rewrite big_set1; vm_compute.
Qed.
Theorem deficits_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n
  i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, True -> core_stable n mu s2 P -> forall top : {set I} -> I,
  (forall (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P) deficit n mu s2 top
  C < mu).
Proof.
move=> H; have := H _ _ one 4%:R 1 one_pos isT isT two_blocks I (solo_stable all_in_two) (fun=> tt) (@top_alone _ _).
by rewrite big_setU1 ?big_set1; [vm_compute|rewrite inE eq_sym solo_some].
Qed.
Theorem deficits_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n
  i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> True -> forall top : {set I} -> I,
  (forall (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P) deficit n mu s2 top
  C < mu).
Proof.
move=> H; have := H _ _ (sizes 1 1) 10%:R 1 ones isT isT _ each_partition I (fun=> true).
have top C (i : bool) : C \in each -> i \in C -> sizes 1 1 i <= sizes 1 1 true by case: i.
move=> /(_ top); rewrite big_setU1 ?big_set1 ?inE; last by apply/eqP => /apart.
by vm_compute.
Qed.
Theorem unique_at_one_third_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0
  < mu -> 0 < s2 -> forall P : {set {set I}}, I -> (forall i : I, 3 * s2 * n i <= mu) -> partition P [set: I] ->
  core_stable n mu s2 P <-> P = [set [set: I]]).
Proof.
move=> H; have [+ _] := H _ _ (sizes 0 0) 1 1 I isT isT each true (fun i => none_are i ler01) each_partition.
by move=> /(_ none_stay)/each_not_both.
Qed.
Theorem unique_at_one_third_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i
  : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, I -> True -> partition P [set: I] -> core_stable n mu
  s2 P <-> P = [set [set: I]]).
Proof.
move=> H; have [+ _] := H _ _ _ 1 1 ones isT isT each true I each_partition.
by move=> /(_ ones_stay)/each_not_both.
Qed.
Theorem unique_at_one_third_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i
  : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, I -> (forall i : I, 3 * s2 * n i <= mu) -> True ->
  core_stable n mu s2 P <-> P = [set [set: I]]).
Proof.
move=> H; have [+ _] := H _ _ one 3%:R 1 one_pos isT isT two_blocks tt (fun=> isT) I.
by move=> /(_ (solo_stable all_in_two))/setP/(_ set0); rewrite !inE eqxx eq_sym (negbTE solo_some).
Qed.

(* Three players: with a negative spread the smaller of two dislikes a third; the largest member is not the one who is
   told. *)
Ltac somebody_stays := apply: pair_core; do 3!case; [..|by []]; move=> _; apply/negP => /and3P[] /=;
  [move=> + _ _|move=> + _ _|move=> + _ _|move=> + _ _|move=> _ _ +|move=> _ + _|move=> _ _ +]; by written3; vm_compute.
Lemma pair_stays : Stability.core_stable (Coalitions.err (three_sizes 1 1 3%:R) 1 (- 1)) pair.
Proof. somebody_stays. Qed.
Lemma stays_pos i : 0 < three_sizes 1 1 3%:R i. Proof. exact: (@three_positive 1 1 3%:R). Qed.
Lemma below_zero i : 3%:R * (- 1) * three_sizes 1 1 3%:R i <= 1.
Proof. by rewrite (le_trans _ ler01) // mulrN1 mulNr oppr_le0 mulr_ge0 ?ler0n // ltW ?stays_pos. Qed.
Theorem at_most_one_small_block_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P
  -> forall C D : set_of_finType I, C \in P -> D \in P -> (forall i : I, i \in C :|: D -> 3 * s2 * n i <= mu) -> C =
  D).
Proof.
move=> H; have [a b] := in_pair; apply: pair_differ.
exact: (H _ _ _ 1 (- 1) stays_pos isT I _ pair_partition pair_stays _ _ a b (fun i _ => below_zero i)).
Qed.
Theorem unique_at_one_third_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i
  : I, 0 < n i) -> 0 < mu -> True -> forall P : {set {set I}}, I -> (forall i : I, 3 * s2 * n i <= mu) -> partition P
  [set: I] -> core_stable n mu s2 P <-> P = [set [set: I]]).
Proof.
move=> H; have [a b] := in_pair.
have [/(_ pair_stays) E _] := H _ _ _ 1 (- 1) stays_pos isT I pair p0 below_zero pair_partition.
by apply: pair_differ; move: a b; rewrite E !inE => /eqP -> /eqP ->.
Qed.
Theorem deficits_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 < n
  i) -> 0 < mu -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall top :
  {set I} -> I, True -> \sum_(C in P) deficit n mu s2 top C < mu).
Proof.
move=> H; have stable : Stability.core_stable (Coalitions.err (three_sizes 4%:R 3%:R 1) 4%:R 1) pair by somebody_stays.
have pos := @three_positive 4%:R 3%:R 1 isT isT isT.
have := H _ _ (three_sizes 4%:R 3%:R 1) 4%:R 1 pos isT isT _ pair_partition stable (fun=> p2) I.
rewrite big_setU1 ?big_set1; first by vm_compute.
by rewrite inE; apply/eqP; apply: pair_differ.
Qed.
