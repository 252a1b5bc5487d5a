(* What the theorems of Preferences.v need: each hypothesis below is dropped in turn. Division by zero gives zero
   here, as
   always in Coq; so a coalition of total size zero breaks a formula that divides by it. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import TwoPlayers ThreePlayersBlocks Coalitions Preferences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma no_error (I : finType) (n : I -> rat) mu s2 (C : {set I}) j : size n C = 0 -> err n mu s2 C j = 0.
Proof. by move=> e; rewrite /err e expr0n /= !invr0 !mulr0 addr0. Qed.
Lemma no_size (I : finType) (n : I -> rat) : size n set0 = 0.
Proof. by rewrite /size big_set0. Qed.
Lemma no_squares (I : finType) (n : I -> rat) : squares n set0 = 0.
Proof. by rewrite /squares big_set0. Qed.
Lemma alone_size (n : unit -> rat) : size n [set tt] = n tt.
Proof. by rewrite /size big_set1. Qed.
Lemma alone_squares (n : unit -> rat) : squares n [set tt] = n tt ^+ 2.
Proof. by rewrite /squares big_set1. Qed.
Lemma alone_error (n : unit -> rat) mu s2 : 0 < n tt -> err n mu s2 [set tt] tt = mu / n tt.
Proof. by move=> pos; apply: alone => -[]. Qed.
Definition samples (_ : unit) : rat := 1.
Lemma samples_pos i : 0 < samples i.
Proof. exact: ltr01. Qed.

Theorem a_coalition_is_two_numbers_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  True -> forall (C D : {set I}) (j : I), j \in C -> j \in D -> Coalitions.err n mu s2 C j = mu / Coalitions.size n
  C + s2 * (Coalitions.squares n C / Coalitions.size n C ^+ 2 + 1 - 2 * n j / Coalitions.size n C) /\
  (Coalitions.size n C = Coalitions.size n D -> Coalitions.squares n C = Coalitions.squares n D -> Coalitions.err n
  mu s2 C j = Coalitions.err n mu s2 D j)).
Proof.
move=> H; have [] := H rat_realFieldType _ (fun=> 0) 1 1 I [set tt] [set tt] tt (set11 _) (set11 _).
by rewrite no_error ?alone_size ?alone_squares // expr0n.
Qed.
Theorem a_coalition_is_two_numbers_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> forall (C D : {set I}) (j : I), True -> j \in D -> Coalitions.err n mu s2 C j = mu /
  Coalitions.size n C + s2 * (Coalitions.squares n C / Coalitions.size n C ^+ 2 + 1 - 2 * n j / Coalitions.size n C)
  /\ (Coalitions.size n C = Coalitions.size n D -> Coalitions.squares n C = Coalitions.squares n D -> Coalitions.err
  n mu s2 C j = Coalitions.err n mu s2 D j)).
Proof.
move=> H; have [] := H rat_realFieldType _ samples 1 1 samples_pos set0 [set tt] tt I (set11 _).
by rewrite no_error ?no_size ?no_squares // expr0n.
Qed.
Theorem a_coalition_is_two_numbers_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> forall (C D : {set I}) (j : I), j \in C -> True -> Coalitions.err n mu s2 C j = mu /
  Coalitions.size n C + s2 * (Coalitions.squares n C / Coalitions.size n C ^+ 2 + 1 - 2 * n j / Coalitions.size n C)
  /\ (Coalitions.size n C = Coalitions.size n D -> Coalitions.squares n C = Coalitions.squares n D -> Coalitions.err
  n mu s2 C j = Coalitions.err n mu s2 D j)).
Proof.
move=> H; have one (_ : bool) : 0 < (1 : rat) by [].
have [_] := H rat_realFieldType _ (fun=> 1) 1 1 one [set true] [set false] true (set11 _) I.
have out : [set false] :\ true = [set false] by apply/setP => -[]; rewrite !inE.
rewrite /squares /size !big_set1 => /(_ erefl erefl).
by rewrite /err /size out setDv big_set0 !big_set1.
Qed.
Theorem largest_member_vetoes_needs_6 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < s2 -> forall (C : {set I}) (d j L : I), j \in C -> L \in C -> (forall i : I, i \in
  C -> n i <= n L) -> True -> Coalitions.err n mu s2 C L < Coalitions.err n mu s2 (d |: C) L).
Proof.
move=> H; have := H rat_realFieldType _ samples 1 1 samples_pos isT [set tt] tt tt tt (set11 _) (set11 _).
by move=> /(_ (fun i _ => lexx _) I); rewrite setUid ltxx.
Qed.
Theorem smallest_member_leads_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < s2 -> forall (C D : {set I}) (a : I), C \subset D -> True -> (forall i : I, i \in C
  -> n a <= n i) -> (forall i : I, i \in C -> Coalitions.err n mu s2 C i < Coalitions.err n mu s2 D i) <->
  Coalitions.err n mu s2 C a < Coalitions.err n mu s2 D a).
Proof.
move=> H; have [|+ _] := H rat_realFieldType _ samples 1 1 samples_pos isT set0 set0 tt (subxx _) I.
  by move=> i; rewrite inE.
have empty i : i \in (set0 : {set unit}) -> err samples 1 1 set0 i < err samples 1 1 set0 i by rewrite inE.
by move=> /(_ empty); rewrite ltxx.
Qed.
Theorem welfare_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}), True
  -> C != set0 -> \sum_(j in C) n j * Coalitions.err n mu s2 C j = mu + s2 * (Coalitions.size n C -
  Coalitions.squares n C / Coalitions.size n C)).
Proof.
move=> H; have := H rat_realFieldType _ (fun=> 0) 1 0 [set tt] I.
by rewrite big_set1 !mul0r addr0 -card_gt0 cards1 => /(_ isT).
Qed.
Theorem welfare_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}),
  (forall i : I, 0 < n i) -> True -> \sum_(j in C) n j * Coalitions.err n mu s2 C j = mu + s2 * (Coalitions.size n C
  - Coalitions.squares n C / Coalitions.size n C)).
Proof. by move=> H; have := H rat_realFieldType _ samples 1 0 set0 samples_pos I; rewrite big_set0 mul0r addr0. Qed.

(* Two players, or three of whom the second joins; a negative size or spread turns the preferences of the first and
   the third. *)
Lemma in_two : p0 \in picked true false true /\ p2 \in picked true false true.
Proof. by rewrite !inE. Qed.
Lemma in_all : p0 \in picked true true true /\ p2 \in picked true true true.
Proof. by rewrite !inE. Qed.
Lemma two_in_all : picked true false true \subset picked true true true.
Proof. by apply/subsetP; apply: all_three; rewrite !inE. Qed.
Lemma among_two (Q : 'I_3 -> Prop) : Q p0 -> Q p2 -> forall i, i \in picked true false true -> Q i.
Proof. by move=> ? ?; apply: all_three; rewrite // inE. Qed.

Theorem largest_member_vetoes_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < s2 -> forall (C : {set I}) (d j L : I), j \in C -> L \in C -> (forall i : I, i \in C -> n i <= n L) ->
  Coalitions.err n mu s2 C j < Coalitions.err n mu s2 (d |: C) j -> Coalitions.err n mu s2 C L < Coalitions.err n mu
  s2 (d |: C) L).
Proof.
move=> H; have [i0 i2] := in_two; have := H _ _ (three_sizes 1 1 (- 2%:R)) 3%:R 1 I isT _ p1 p2 p0 i2 i0.
by move=> /(_ (among_two _ _)); written3; vm_compute=> /(_ isT isT isT).
Qed.
Theorem largest_member_vetoes_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> True -> forall (C : {set I}) (d j L : I), j \in C -> L \in C -> (forall i : I, i \in C -> n i <=
  n L) -> Coalitions.err n mu s2 C j < Coalitions.err n mu s2 (d |: C) j -> Coalitions.err n mu s2 C L <
  Coalitions.err n mu s2 (d |: C) L).
Proof.
move=> H; have [i0 i2] := in_two.
have := H _ _ (three_sizes 1 1 2%:R) (- 1) (- 1) (@three_positive 1 1 2%:R isT isT isT) I _ p1 p0 p2 i0 i2.
by move=> /(_ (among_two _ _)); written3; vm_compute=> /(_ isT isT isT).
Qed.
Theorem largest_member_vetoes_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < s2 -> forall (C : {set I}) (d j L : I), j \in C -> True -> (forall i : I, i \in C -> n i <= n
  L) -> Coalitions.err n mu s2 C j < Coalitions.err n mu s2 (d |: C) j -> Coalitions.err n mu s2 C L < Coalitions.err
  n mu s2 (d |: C) L).
Proof.
move=> H; have low i : i \in [set true] -> sizes 1 1 i <= sizes 1 1 false by case: i.
have := H _ _ (sizes 1 1) 1 2%:R ones isT _ false true false (set11 _) I low.
by written; vm_compute=> /(_ isT).
Qed.
Theorem largest_member_vetoes_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < s2 -> forall (C : {set I}) (d j L : I), j \in C -> L \in C -> True -> Coalitions.err n mu s2
  C j < Coalitions.err n mu s2 (d |: C) j -> Coalitions.err n mu s2 C L < Coalitions.err n mu s2 (d |: C) L).
Proof.
move=> H; have [i0 i2] := in_two; have := H _ _ (three_sizes 1 1 2%:R) 1 1 (@three_positive 1 1 2%:R isT isT isT) isT
  _ p1 p2 p0 i2 i0 I.
by written3; vm_compute=> /(_ isT).
Qed.
Theorem smallest_member_leads_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < s2 -> forall (C D : {set I}) (a : I), C \subset D -> a \in C -> (forall i : I, i \in C -> n a <= n i) -> (forall
  i : I, i \in C -> Coalitions.err n mu s2 C i < Coalitions.err n mu s2 D i) <-> Coalitions.err n mu s2 C a <
  Coalitions.err n mu s2 D a).
Proof.
move=> H; have [i0 i2] := in_two; have [_] := H _ _ (three_sizes 1 1 (- 2%:R)) 3%:R 1 I isT _ _ p2 two_in_all i2
  (among_two isT isT).
have gain : err (three_sizes 1 1 (- 2%:R)) 3%:R 1 (picked true false true) p2 <
  err (three_sizes 1 1 (- 2%:R)) 3%:R 1 (picked true true true) p2 by written3; vm_compute.
by move=> /(_ gain _ i0); written3; vm_compute.
Qed.
Theorem smallest_member_leads_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> True -> forall (C D : {set I}) (a : I), C \subset D -> a \in C -> (forall i : I, i \in C -> n a
  <= n i) -> (forall i : I, i \in C -> Coalitions.err n mu s2 C i < Coalitions.err n mu s2 D i) <-> Coalitions.err n
  mu s2 C a < Coalitions.err n mu s2 D a).
Proof.
move=> H; have [i0 i2] := in_two; have [_] := H _ _ (three_sizes 1 1 2%:R) (- 1) (- 1) (@three_positive 1 1 2%:R isT
  isT isT) I _ _ p0
  two_in_all i0 (among_two isT isT).
have gain : err (three_sizes 1 1 2%:R) (- 1) (- 1) (picked true false true) p0 <
  err (three_sizes 1 1 2%:R) (- 1) (- 1) (picked true true true) p0 by written3; vm_compute.
by move=> /(_ gain _ i2); written3; vm_compute.
Qed.
Theorem smallest_member_leads_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < s2 -> forall (C D : {set I}) (a : I), True -> a \in C -> (forall i : I, i \in C -> n a <= n
  i) -> (forall i : I, i \in C -> Coalitions.err n mu s2 C i < Coalitions.err n mu s2 D i) <-> Coalitions.err n mu s2
  C a < Coalitions.err n mu s2 D a).
Proof.
move=> H; have low i : i \in [set: bool] -> sizes 1 1 false <= sizes 1 1 i by case: i.
have [_] := H _ _ (sizes 1 1) 1 1 ones isT setT [set true] false I (in_setT _) low.
have gain : err (sizes 1 1) 1 1 setT false < err (sizes 1 1) 1 1 [set true] false by written; vm_compute.
by move=> /(_ gain true (in_setT _)); written; vm_compute.
Qed.
Theorem smallest_member_leads_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> 0 < s2 -> forall (C D : {set I}) (a : I), C \subset D -> a \in C -> True -> (forall i : I, i \in
  C -> Coalitions.err n mu s2 C i < Coalitions.err n mu s2 D i) <-> Coalitions.err n mu s2 C a < Coalitions.err n mu
  s2 D a).
Proof.
move=> H; have [i0 i2] := in_two; have [_] := H _ _ (three_sizes 1 1 2%:R) 1 1 (@three_positive 1 1 2%:R isT isT isT)
  isT _ _ p2
  two_in_all i2 I.
have gain : err (three_sizes 1 1 2%:R) 1 1 (picked true false true) p2 <
  err (three_sizes 1 1 2%:R) 1 1 (picked true true true) p2 by written3; vm_compute.
by move=> /(_ gain _ i0); written3; vm_compute.
Qed.
Theorem exchanging_coalitions_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < s2 -> forall C D : {set I}, exists alpha : K, (forall j : I, j \in C -> j \in D -> Coalitions.err n mu s2 C j -
  Coalitions.err n mu s2 D j = alpha + 2 * s2 * n j * ((Coalitions.size n D)^-1 - (Coalitions.size n C)^-1)) /\
  (Coalitions.size n D < Coalitions.size n C -> forall i j : I, i \in C -> i \in D -> j \in C -> j \in D -> n i <= n j
  -> Coalitions.err n mu s2 C i - Coalitions.err n mu s2 D i <= Coalitions.err n mu s2 C j - Coalitions.err n mu s2 D
  j)).
Proof.
move=> H; have [i0 i2] := in_two; have [d0 d2] := in_all.
have [alpha [_ order]] := H _ _ (three_sizes 1 (- 10%:R) 2%:R) 1 1 I isT (picked true false true) (picked true true
  true).
have less : size (three_sizes 1 (- 10%:R) 2%:R) (picked true true true) <
  size (three_sizes 1 (- 10%:R) 2%:R) (picked true false true) by written3; vm_compute.
by have := order less p0 p2 i0 d0 i2 d2 isT; written3; vm_compute.
Qed.
Theorem exchanging_coalitions_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall
  i : I, 0 < n i) -> True -> forall C D : {set I}, exists alpha : K, (forall j : I, j \in C -> j \in D ->
  Coalitions.err n mu s2 C j - Coalitions.err n mu s2 D j = alpha + 2 * s2 * n j * ((Coalitions.size n D)^-1 -
  (Coalitions.size n C)^-1)) /\ (Coalitions.size n D < Coalitions.size n C -> forall i j : I, i \in C -> i \in D -> j
  \in C -> j \in D -> n i <= n j -> Coalitions.err n mu s2 C i - Coalitions.err n mu s2 D i <= Coalitions.err n mu s2
  C j - Coalitions.err n mu s2 D j)).
Proof.
move=> H; have [i0 i2] := in_two; have [d0 d2] := in_all.
have [alpha [_ order]] := H _ _ (three_sizes 1 1 2%:R) 1 (- 1) (@three_positive 1 1 2%:R isT isT isT) I (picked true
  true true)
  (picked true false true).
have less : size (three_sizes 1 1 2%:R) (picked true false true) <
  size (three_sizes 1 1 2%:R) (picked true true true) by written3; vm_compute.
by have := order less p0 p2 d0 i0 d2 i2 isT; written3; vm_compute.
Qed.
