(* What the theorem of OneThirdAlone.v needs: each hypothesis below is dropped in turn; one player or two break the
   rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import ThreePlayersBlocks Coalitions Stability OneThirdAlone.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one_says (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :=
  let stable := individually_stable (err n mu s2) P in let small C := forall i, i \in C -> 3%:R * s2 * n i <= mu in
  (stable -> forall C D, C \in P -> D \in P -> small C -> small D -> C = D) /\
  (forall i0 : I, small setT -> stable <-> P = [set setT]).

(* No block at all: nobody can move anywhere, and being alone is no gain on nothing. *)
Theorem one_small_block_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set
  I}}),
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> one_says n mu s2 P).
Proof.
move=> H; have [_ +] := H rat_realFieldType _ (fun _ : unit => 1) 3%:R 1 set0 (fun=> isT) isT isT I.
have stable : individually_stable (err (fun _ : unit => 1 : rat) 3%:R 1) set0.
  move=> C [] [|->] ; first by rewrite inE.
  move=> _ [+ _]; have nowhere : pblock set0 tt = set0 :> {set unit}.
    by rewrite /pblock; case: pickP => [A /andP[]|]; rewrite ?inE.
  rewrite /at_home nowhere setU0 /err /size !big_set0 big_set1 setDv !big_set0 set0D big_set0; by vm_compute.
by move=> /(_ tt (fun _ _ => isT))[/(_ stable)/setP/(_ setT) + _]; rewrite !inE eqxx.
Qed.

(* Two players of negative size, each alone, lose by company. *)
Theorem one_small_block_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set
  I}}),
  True -> 0 < mu -> 0 < s2 -> partition P setT -> one_says n mu s2 P).
Proof.
pose P : {set {set bool}} := [set [set true]; [set false]]; pose n (_ : bool) : rat := - 1.
have part : partition P setT.
  apply/and3P; split.
  - rewrite eqEsubset subsetT; apply/subsetP => j _; apply/bigcupP; exists [set j]; last exact: set11.
    by rewrite !inE; case: j; rewrite ?eqxx ?orbT.
  - apply/trivIsetP => A B; rewrite !inE => /orP[]/eqP -> /orP[]/eqP ->; rewrite ?eqxx // => _; by rewrite disjoints1
    inE.
  by rewrite !inE !(eq_sym set0) !negb_or; apply/andP; split; apply/set0Pn; [exists true|exists false]; rewrite inE.
have [_ tr _] := and3P part.
have home j : pblock P j = [set j] by apply: (def_pblock tr); rewrite !inE; case: j; rewrite ?eqxx ?orbT.
have alone j : err n 1 1 [set j] j = - 1 by rewrite /err /size !big_set1 setDv big_set0; apply/eqP; vm_compute.
have both i j : i != j -> err n 1 1 [set j; i] j = 0.
  move=> ij; have ji : j \notin [set i] by rewrite inE eq_sym.
  by rewrite /err /size big_setU1 //= big_set1 setU1K // big_set1; apply/eqP; vm_compute.
have stable : individually_stable (err n 1 1) P.
  move=> C j [CP|->] jC [gain _]; last by move: gain; rewrite /at_home home setU0 ltxx.
  have [i Ci] : exists i, C = [set i] by move=> {gain jC}; move: CP; rewrite !inE => /orP[]/eqP ->; [exists
    true|exists false].
  have ij : i != j by move: jC; rewrite Ci inE eq_sym.
  by move: gain; rewrite Ci /at_home (home j) (alone j) (both i j ij).
move=> H; have [one _] := H _ _ n 1 1 P I isT isT part.
have /setP/(_ true) : [set true] = [set false].
  by apply: (one stable); rewrite ?inE ?eqxx ?orbT // => i _; vm_compute.
by rewrite !inE.
Qed.

(* With a negative spread the smaller of two dislikes a third, and nobody else wants to move. *)
Theorem one_small_block_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set
  I}}), (forall i : I, 0 < n i) -> 0 < mu -> True -> partition P [set: I] -> let stable :=
  Stability.individually_stable (Coalitions.err n mu s2) P in let small := fun C : {pred I} => forall i : I, i \in C
  -> 3 * s2 * n i <= mu in (stable -> forall C D : set_of_finType I, C \in P -> D \in P -> small C -> small D -> C =
  D) /\ (I -> small [set: I] -> stable <-> P = [set [set: I]])).
Proof.
have pos := @three_positive 1 1 3%:R isT isT isT; set n := three_sizes 1 1 3%:R in pos.
have small i : 3%:R * (- 1) * n i <= 1.
  by rewrite (le_trans _ ler01) // mulrN1 mulNr oppr_le0 mulr_ge0 ?ler0n // ltW ?pos.
have [h0 h1 h2] := pair_home.
have stable : individually_stable (Coalitions.err n 1 (- 1)) pair.
  move=> C j [/pair_is[]->|->]; move: j; apply: all_three; rewrite /at_home ?h0 ?h1 ?h2 ?inE //= => _ [] gain welcome.
  - have := welcome p0; rewrite h0 inE /= => /(_ isT); by rewrite /n; written3; vm_compute.
  - by move: gain; rewrite /n; written3; vm_compute.
  - by move: gain; rewrite /n; written3; vm_compute.
  - by move: gain; rewrite setU0 (_ : [set p0] = picked true false false) /n; [written3; vm_compute|
      apply/setP; apply: all_three; rewrite !inE].
  - by move: gain; rewrite setU0 (_ : [set p1] = picked false true false) ?ltxx //; apply/setP; apply: all_three;
      rewrite !inE.
  - by move: gain; rewrite setU0 (_ : [set p2] = picked false false true) /n; [written3; vm_compute|
      apply/setP; apply: all_three; rewrite !inE].
move=> H; have [one _] := H _ _ n 1 (- 1) _ pos isT I pair_partition; have [a b] := in_pair.
by apply: pair_differ; apply: (one stable _ _ a b) => i _; apply: small.
Qed.
