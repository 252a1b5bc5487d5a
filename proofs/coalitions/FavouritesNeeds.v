(* What the theorems of Favourites.v need: two players with sizes, noise or spread that are not positive,
   or a newcomer who is in. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Stability Weights FineWeights TwoPlayers ThreePlayersBlocks Precision
  Favourites.
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

Theorem smaller_newcomers_help_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (T : {set I}) (i g : I), True -> g \notin T -> n g <= n i -> (T :\ i
  != set0 -> Precision.b n mu s2 T <= Precision.b n mu s2 (T :\ i)) -> Precision.b n mu s2 (g |: T) < Precision.b n mu
  s2 T).
Proof. move=> H; have := H rat_realFieldType _ (sizes 1 1) 1 1 ones isT isT set0 true true I;
  rewrite inE none_but eqxx setU0 => /(_ isT (lexx _) (fun e => match notF e with end)); by written; vm_compute.
Qed.

Theorem smaller_newcomers_help_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (T : {set I}) (i g : I), i \in T -> g \notin T -> True -> (T :\ i !=
  set0 -> Precision.b n mu s2 T <= Precision.b n mu s2 (T :\ i)) -> Precision.b n mu s2 (g |: T) < Precision.b n mu s2
  T).
Proof.
move=> H; have pos : forall i, 0 < three_sizes 1 10%:R 1 i by apply: all_three.
have := H _ _ _ 10%:R^-1 1 pos isT isT (picked true false true) p0 p1; rewrite !inE => /(_ isT isT I).
have known : picked true false true :\ p0 != set0 -> b (three_sizes 1 10%:R 1) 10%:R^-1 1 (picked true false true) <=
  b (three_sizes 1 10%:R 1) 10%:R^-1 1 (picked true false true :\ p0) by move=> _; written3; vm_compute.
by move=> /(_ known); written3; vm_compute.
Qed.

Theorem three_players_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> 0 < mu -> True -> (#|I| <= 3)%N -> (forall (C : {set I}) (j : I), j \in C -> C != [set: I] ->
  Precision.coarse_err n mu s2 [set: I] j < Precision.coarse_err n mu s2 C j) /\ (I -> forall P : {set {set I}},
  partition P [set: I] -> Stability.core_stable (Precision.coarse_err n mu s2) P <-> P = [set [set: I]])).
Proof. move=> H; have [|/(_ [set true] true) + _] := H rat_realFieldType _ (sizes 1 1) 1 (- 2%:R) ones isT I;
  rewrite ?card_bool // inE one_not_all => /(_ isT isT); by written; vm_compute.
Qed.

(* Three players of one size, or of none, to whom all is one, and a negative spread. *)
Lemma no_noise (I : finType) (n : I -> rat) s2 (C : {set I}) j : coarse_err n 0 s2 C j = 0.
Proof.
rewrite /coarse_err /Weights.coarse /best_weight !mul0r !add0r; have [->|B] := eqVneq (bias n C j) 0; first by rewrite
  !mul0r.
have [->|s0] := eqVneq s2 0; first by rewrite mulr0.
by rewrite divff ?mulf_neq0 // subrr expr0n mulr0 mul0r.
Qed.
Lemma no_sizes (I : finType) mu s2 (C : {set I}) j : coarse_err (fun=> 0 : rat) mu s2 C j = 0.
Proof.
have s0 : size (fun=> 0 : rat) C = 0 by rewrite /size big1.
by rewrite /coarse_err /Weights.coarse s0 expr0n /= invr0 !(mulr0, mul0r, addr0).
Qed.
Lemma not_alike (n : 'I_3 -> rat) : n p1 = n p2 -> ~ (forall i k, i != p0 -> k != p0 -> n i = n k ->
  (i \in picked true true false) = (k \in picked true true false)).
Proof. by move=> e /(_ p1 p2 isT isT e); rewrite !inE. Qed.
Theorem favourites_are_prefixes_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True
  -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), favourite n mu s2 j C -> (exists x : K, forall k : I, k != j ->
  (k \in C) = (n k <= x)) /\ (forall i k : I, i != j -> k != j -> n i = n k -> (i \in C) = (k \in C))).
Proof.
move=> H; have [] := H rat_realFieldType _ (fun=> 0) 1 1 I isT isT (picked true true false) p0; last first.
  by move=> _; apply: not_alike.
by split=> [|D _]; rewrite ?no_sizes ?inE.
Qed.
Theorem favourites_are_prefixes_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall (C : {set I}) (j : I), favourite n mu s2 j C -> (exists x : K,
  forall k : I, k != j -> (k \in C) = (n k <= x)) /\ (forall i k : I, i != j -> k != j -> n i = n k -> (i \in C) = (k
  \in C))).
Proof.
move=> H; have [] := H rat_realFieldType _ (fun=> 1) 0 1 (fun=> isT) I isT (picked true true false) p0; last first.
  by move=> _; apply: not_alike.
by split=> [|D _]; rewrite ?no_noise ?inE.
Qed.
Theorem favourites_are_prefixes_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> forall (C : {set I}) (j : I), favourite n mu s2 j C -> (exists x : K,
  forall k : I, k != j -> (k \in C) = (n k <= x)) /\ (forall i k : I, i != j -> k != j -> n i = n k -> (i \in C) = (k
  \in C))).
Proof.
move=> H; have pos : forall i, 0 < three_sizes 1 1 2%:R i by apply: all_three.
have [] := H _ _ _ 1 (- 2%:R^-1) pos isT I (picked true false true) p0; last first.
  by case=> x le _; have := le p1 isT; have := le p2 isT; rewrite !inE /= => /esym x2 /esym/negP[]; apply: le_trans x2.
split=> [|D]; first by rewrite inE.
rewrite (picks D) inE /= => ->; move: (p1 \in D) (p2 \in D) => -[] []; written3; by vm_compute.
Qed.
Theorem favourites_are_prefixes_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall (C : {set I}) (j : I), True -> (exists x : K, forall k : I, k
  != j -> (k \in C) = (n k <= x)) /\ (forall i k : I, i != j -> k != j -> n i = n k -> (i \in C) = (k \in C))).
Proof.
move=> H; have [_] := H rat_realFieldType _ (fun=> 1) 1 1 (fun=> isT) isT isT (picked true true false) p0 I.
exact: not_alike.
Qed.
