(* What the theorems of Favourites.v need: two players with sizes, noise or spread that are not positive,
   or a newcomer who is in. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability Weights FineWeights TwoPlayers Precision Favourites.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem smaller_newcomers_help_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < mu -> 0 < s2 -> forall (T : {set I}) (i g : I), i \in T -> g \notin T -> n g <= n i -> (T :\ i != set0 -> b
  n mu s2 T <= b n mu s2 (T :\ i)) -> b n mu s2 (g |: T) < b n mu s2 T).
Proof. move=> H; have := H rat_realFieldType _ (sizes 0 0) 1 1 I isT isT [set true] true false (set11 _);
  rewrite inE t_but_t => /(_ isT (lexx _)); rewrite eqxx => /(_ (fun e => match notF e with end)); by written;
    vm_compute.
Qed.

Theorem smaller_newcomers_help_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall (T : {set I}) (i g : I), i \in T -> g \notin T -> n g <= n i
  -> (T :\ i != set0 -> b n mu s2 T <= b n mu s2 (T :\ i)) -> b n mu s2 (g |: T) < b n mu s2 T).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) (- 2%:R) 1 ones I isT [set true] true false (set11 _);
  rewrite inE t_but_t => /(_ isT (lexx _)); rewrite eqxx => /(_ (fun e => match notF e with end)); by written;
    vm_compute.
Qed.

Theorem smaller_newcomers_help_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> forall (T : {set I}) (i g : I), i \in T -> g \notin T -> n g <= n i
  -> (T :\ i != set0 -> b n mu s2 T <= b n mu s2 (T :\ i)) -> b n mu s2 (g |: T) < b n mu s2 T).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 (- 2%:R) ones isT I [set true] true false (set11 _);
  rewrite inE t_but_t => /(_ isT (lexx _)); rewrite eqxx => /(_ (fun e => match notF e with end)); by written;
    vm_compute.
Qed.

Theorem smaller_newcomers_help_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (T : {set I}) (i g : I), i \in T -> True -> n g <= n i -> (T
  :\ i != set0 -> b n mu s2 T <= b n mu s2 (T :\ i)) -> b n mu s2 (g |: T) < b n mu s2 T).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones isT isT [set true] true true (set11 _) I (lexx
  _); rewrite t_but_t eqxx setUid ltxx => /(_ (fun e => match notF e with end)); by [].
Qed.

Theorem three_players_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0 < mu
  -> 0 < s2 -> (#|I| <= 3)%N -> (forall (C : {set I}) (j : I), j \in C -> C != [set: I] -> coarse_err n mu s2 [set:
  I] j < coarse_err n mu s2 C j) /\ (I -> forall P : {set {set I}}, partition P [set: I] -> core_stable
  (coarse_err n mu s2) P <-> P = [set [set: I]])).
Proof. move=> H; have [|/(_ [set true] true) + _] := H rat_realFieldType _ (sizes 0 0) 1 1 I isT isT;
  rewrite ?card_bool // inE one_not_all => /(_ isT isT); by written; vm_compute.
Qed.

Theorem three_players_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I,
  0 < n i) -> True -> 0 < s2 -> (#|I| <= 3)%N -> (forall (C : {set I}) (j : I), j \in C -> C != [set: I] ->
  coarse_err n mu s2 [set: I] j < coarse_err n mu s2 C j) /\ (I -> forall P : {set {set I}}, partition P [set: I] ->
  core_stable (coarse_err n mu s2) P <-> P = [set [set: I]])).
Proof. move=> H; have [|/(_ [set true] true) + _] := H rat_realFieldType _ (sizes 1 1) 0 1 ones I isT;
  rewrite ?card_bool // inE one_not_all => /(_ isT isT); by written; vm_compute.
Qed.

(* Alone against together with the other, who has a negative size, or at a negative noise or spread. *)
Lemma both_at_home : pblock [set [set: bool]] true = setT.
Proof.
apply: def_pblock; rewrite ?inE //; apply/trivIsetP => A B.
by rewrite !inE => /eqP -> /eqP ->; rewrite eqxx.
Qed.
Lemma moves_out (n : bool -> rat) mu s2 : nash_stable (coarse_err n mu s2) [set [set: bool]] ->
  coarse_err n mu s2 setT true <= coarse_err n mu s2 [set true] true.
Proof.
by move=> /(_ set0 true (or_intror erefl)); rewrite inE setU0 /at_home both_at_home => /(_ isT).
Qed.
Theorem grand_coalition_stays_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < mu -> 0 < s2 -> individually_stable (coarse_err n mu s2) [set [set: I]] /\
  nash_stable (coarse_err n mu s2) [set [set: I]]).
Proof.
by move=> H; have [_ /moves_out] := H _ _ (sizes 1 (- 4%:R^-1)) 1 1 I isT isT; written; vm_compute.
Qed.
Theorem grand_coalition_stays_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> individually_stable (coarse_err n mu s2) [set [set: I]] /\
  nash_stable (coarse_err n mu s2) [set [set: I]]).
Proof.
by move=> H; have [_ /moves_out] := H _ _ (sizes 1 1) (- 4%:R) 1 ones I isT; written; vm_compute.
Qed.
Theorem grand_coalition_stays_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> individually_stable (coarse_err n mu s2) [set [set: I]] /\
  nash_stable (coarse_err n mu s2) [set [set: I]]).
Proof.
by move=> H; have [_ /moves_out] := H _ _ (sizes 1 1) 1 (- 2%:R) ones isT I; written; vm_compute.
Qed.
