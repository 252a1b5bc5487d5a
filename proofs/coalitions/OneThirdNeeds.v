(* What the theorems of OneThird.v need: each hypothesis below is dropped in turn; nobody, or one player, breaks the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Deterrence OneThird.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one (_ : unit) : rat := 1.
Lemma one_pos i : 0 < one i.
Proof. exact: ltr01. Qed.
Lemma alone_partition : partition [set [set: unit]] setT.
Proof.
rewrite /partition /cover big_set1 eqxx /trivIset big_set1 /cover big_set1 eqxx /= inE eq_sym.
by apply/set0Pn; exists tt; rewrite inE.
Qed.
Lemma everybody (C : {set unit}) : C != set0 -> C = setT.
Proof. by case/set0Pn => -[] tC; apply/setP => -[]; rewrite tC inE. Qed.
Lemma home : pblock [set [set: unit]] tt = setT.
Proof. by apply: def_pblock; rewrite ?inE //; case/and3P: alone_partition. Qed.
Lemma alone_stable mu s2 : core_stable one mu s2 [set setT].
Proof. by move=> C /everybody -> /(_ tt); rewrite home inE ltxx => /(_ isT). Qed.

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
move=> H; have := H rat_realFieldType _ one 3%:R 1 one_pos isT isT _ alone_partition (@alone_stable _ _) set0 setT I.
by rewrite inE eqxx => /(_ isT (fun _ _ => isT))/setP/(_ tt); rewrite !inE.
Qed.
Theorem deficits_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0 <
  n i) -> True -> 0 < s2 -> forall P : {set {set I}}, partition P [set: I] -> core_stable n mu s2 P -> forall top :
  {set I} -> I, (forall (C : set_of_finType I) (i : I), C \in P -> i \in C -> n i <= n (top C)) -> \sum_(C in P)
  deficit n mu s2 top C < mu).
Proof.
move=> H; have := H rat_realFieldType _ one (- 1) 1 one_pos I isT _ alone_partition (@alone_stable _ _) (fun=> tt).
by rewrite big_set1 => /(_ (fun _ _ _ _ => lexx _)); rewrite ltNge (le_trans (lerN10 _)) // /deficit le_maxr lexx.
Qed.
