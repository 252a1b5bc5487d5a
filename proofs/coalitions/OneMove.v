(* How bad can stability be when players move one at a time: a partition where nobody prefers to be alone and no single move
   between blocks is welcome costs less than three halves of any other one, and so does every individually stable partition.
   Any number of players, any positive sizes, any noise and spread above zero, any real field, uniform federation.
   Modelled: [err] of Coalitions.v, [total] of BestPartition.v, single moves of OneMoveGames.v, individual stability of
   Stability.v. Not modelled: that 3/2 cannot be lowered. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Coalitions OneThird BestPartition InnerOuter ThreeHalves OneMoveGames.
From Incentives Require Stability.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma account_of_single_moves (K : realFieldType) (I : finType) (n : I -> K) (P : {set {set I}}) (A : {set I}) :
  (forall i, 0 < n i) -> partition P setT -> A != set0 -> smallest n A -> (forall j, j \notin A -> 1 < n j) ->
  nobody_prefers_alone n 1 1 P -> no_single_move n 1 1 P -> 2%:R * (\sum_(C in P) cost n C) < 3%:R * pooled n A.
Proof.
move=> n_pos part A0 low above content unwelcome; pose R := [set C in P | C \subset A].
have RP : R \subset P by apply/subsetP => C; rewrite inE => /andP[].
have unwelcomeR : no_single_move n 1 1 R.
  by move=> C D j /(subsetP RP) CP /(subsetP RP) DP; apply: unwelcome.
have [E0 E1] : 0 < excess n R /\ 1 - 3%:R * seen n (cover R) < excess n R.
  have [->|R0] := eqVneq R set0; last exact: (excess_of_blocks n_pos part RP unwelcomeR R0).
  by have [-> ->] := excess_of_none n; rewrite mulr0 subr0 ltr1n ltr0n.
exact: (account n_pos part A0 low above content E0 E1).
Qed.

Theorem one_move_less_than_three_halves (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P Q : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P setT -> nobody_prefers_alone n mu s2 P ->
  no_single_move n mu s2 P -> partition Q setT -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q.
Proof.
move=> n_pos mu_pos s2_pos i0 part content unwelcome partQ; apply: account_in_units => // A A0 low above.
have u_pos := units_pos n_pos mu_pos s2_pos; have content1 := content_in_units n_pos mu_pos s2_pos part content.
have unit (C : {set I}) j : j \in C -> err n mu s2 C j = s2 * err (units n mu s2) 1 1 C j by apply: err_in_units.
have unwelcome1 : no_single_move (units n mu s2) 1 1 P.
  move=> C D j CP DP CD jC [gain accept]; apply: (unwelcome C D j CP DP CD jC); split=> [|i iD].
    by rewrite (unit _ _ (setU11 j D)) (unit _ _ jC) ltr_pmul2l.
  have iU : i \in j |: D by rewrite inE iD orbT.
  by rewrite (unit _ _ iU) (unit _ _ iD) ler_pmul2l // accept.
exact: account_of_single_moves.
Qed.

(* Individual stability is both: to be alone is a move to no block. *)
Lemma individually_stable_is_enough (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :
  partition P setT -> Stability.individually_stable (err n mu s2) P -> nobody_prefers_alone n mu s2 P /\ no_single_move n mu s2 P.
Proof.
move=> part stable; split=> [j|C D j CP DP CD jC [gain accept]].
  rewrite leNgt; apply/negP => gain; apply: (stable set0 j); [by right|by rewrite inE|split=> [|i]; last by rewrite inE].
  by rewrite setU0.
have jD : j \notin D by apply/negP => jD; move: (blocks_disjoint part CP DP CD) => /pred0P/(_ j); rewrite /= jC jD.
apply: (stable D j); [by left|by []|rewrite /Stability.at_home (home part CP jC); split=> // i iD].
by rewrite (home part DP iD) accept.
Qed.

Theorem individually_stable_less_than_three_halves (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (P Q : {set {set I}}) : (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> I -> partition P setT ->
  Stability.individually_stable (err n mu s2) P -> partition Q setT -> 2%:R * total n mu s2 P < 3%:R * total n mu s2 Q.
Proof.
move=> n_pos mu_pos s2_pos i0 part stable partQ; have [content unwelcome] := individually_stable_is_enough part stable.
exact: one_move_less_than_three_halves.
Qed.
