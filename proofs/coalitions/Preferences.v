(* Who prefers what under uniform federation, for any number of players of any sizes (coalitions/new-two-number-coalitions,
   new-intermediate-preferences, new-largest-member-vetoes, new-smallest-member-leads, new-welfare).
   Modelled: the error of Corollary 4.3 for mean estimation, [err] of Coalitions.v. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Preferences.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (s2_pos : 0 < s2).
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation err := (err n mu s2).

(* Alone a player has its own noise only. *)
Theorem alone j : err [set j] j = mu / n j.
Proof.
have nj : n j != 0 by rewrite gt_eqF.
by rewrite /Coalitions.err /Coalitions.size setDv !big_set0 big_set1 subrr expr0n /= addr0 mulr0 mul0r addr0.
Qed.

(* Of its company only two numbers matter to a player: the total and the sum of squares. *)
Theorem two_numbers (C D : {set I}) j : j \in C -> j \in D -> size C = size D -> squares C = squares D ->
  err C j = err D j.
Proof. by move=> jC jD eS eQ; rewrite !err_two_numbers // eS eQ. Qed.

(* The same with the formula. *)
Theorem a_coalition_is_two_numbers (C D : {set I}) j : j \in C -> j \in D ->
  err C j = mu / size C + s2 * (squares C / size C ^+ 2 + 1 - 2%:R * n j / size C) /\
  (size C = size D -> squares C = squares D -> err C j = err D j).
Proof. by move=> jC jD; split; [exact: err_two_numbers|exact: two_numbers]. Qed.

Definition shift C D := mu * ((size C)^-1 - (size D)^-1) + s2 * (squares C / size C ^+ 2 - squares D / size D ^+ 2).

(* What a player gains by exchanging C for D is the same for all, plus its size times a number that is the same for all. *)
Theorem intermediate_preferences (C D : {set I}) j : j \in C -> j \in D ->
  err C j - err D j = shift C D + 2%:R * s2 * n j * ((size D)^-1 - (size C)^-1).
Proof. by move=> jC jD; rewrite !err_two_numbers // /shift; field; rewrite !gt_eqF // (size_pos n_pos (j := j)). Qed.

(* Into a smaller total the larger of two common members gains at least as much. *)
Corollary larger_gains_more (C D : {set I}) i j : i \in C -> i \in D -> j \in C -> j \in D ->
  size D <= size C -> n i <= n j -> err C i - err D i <= err C j - err D j.
Proof.
move=> iC iD jC jD DC ij; rewrite !intermediate_preferences // ler_add2l.
apply: ler_wpmul2r; last by apply: ler_wpmul2l ij; rewrite mulr_ge0 ?ler0n // ltW.
by rewrite subr_ge0 lef_pinv ?posrE ?(size_pos n_pos iC) ?(size_pos n_pos iD).
Qed.

Theorem exchanging_coalitions (C D : {set I}) : exists alpha,
  (forall j, j \in C -> j \in D -> err C j - err D j = alpha + 2%:R * s2 * n j * ((size D)^-1 - (size C)^-1)) /\
  (size D < size C -> forall i j, i \in C -> i \in D -> j \in C -> j \in D -> n i <= n j ->
    err C i - err D i <= err C j - err D j).
Proof.
exists (shift C D); split=> [j|/ltW DC i j iC iD jC jD]; first exact: intermediate_preferences.
exact: larger_gains_more.
Qed.

(* If anybody loses by a newcomer, the largest member does. *)
Theorem largest_member_vetoes (C : {set I}) d j L : j \in C -> L \in C -> (forall i, i \in C -> n i <= n L) ->
  err C j < err (d |: C) j -> err C L < err (d |: C) L.
Proof.
move=> jC LC top loses; have inU i : i \in C -> i \in d |: C by move=> iC; rewrite !inE iC orbT.
have grows : size C <= size (d |: C).
  have [dC|dC] := boolP (d \in C); first by rewrite (setUidPr _) // sub1set.
  by rewrite /Coalitions.size big_setU1 //= ler_addr ltW.
rewrite -subr_gt0; apply: lt_le_trans (larger_gains_more (inU _ jC) jC (inU _ LC) LC grows (top _ jC)).
by rewrite subr_gt0.
Qed.

(* A part of a coalition blocks it exactly if the smallest member of the part strictly prefers the part. *)
Theorem smallest_member_leads (C D : {set I}) a : C \subset D -> a \in C -> (forall i, i \in C -> n a <= n i) ->
  (forall i, i \in C -> err C i < err D i) <-> err C a < err D a.
Proof.
move=> CD aC low; split=> [H|gains i iC]; first exact: H.
have inD j : j \in C -> j \in D by move=> jC; apply: (subsetP CD).
have grows : size C <= size D.
  rewrite /Coalitions.size [X in _ <= X](big_setID C) /= (setIidPr CD) ler_addl.
  by apply: sumr_ge0 => j _; apply: ltW.
rewrite -subr_gt0; apply: lt_le_trans (larger_gains_more (inD _ aC) aC (inD _ iC) iC grows (low _ iC)).
by rewrite subr_gt0.
Qed.
End Preferences.

(* Weighted with the sizes, the errors of a coalition add up to a number that sees its two numbers only. *)
Theorem welfare (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) :
  (forall i, 0 < n i) -> C != set0 ->
  \sum_(j in C) n j * err n mu s2 C j = mu + s2 * (Coalitions.size n C - squares n C / Coalitions.size n C).
Proof.
move=> n_pos /set0Pn[i iC]; have S : Coalitions.size n C != 0 by rewrite gt_eqF // (size_pos n_pos iC).
set N := Coalitions.size n C in S *; set Q := squares n C.
have each j : j \in C -> n j * err n mu s2 C j = n j * (mu / N + s2 * (Q / N ^+ 2 + 1)) - n j ^+ 2 * (2%:R * s2 / N).
  by move=> jC; rewrite (err_two_numbers mu s2 n_pos jC) -/N -/Q; field.
rewrite (eq_bigr _ each) sumrB -!mulr_suml -[\sum_(j in C) n j]/N -[\sum_(j in C) n j ^+ 2]/Q; field; exact: S.
Qed.
