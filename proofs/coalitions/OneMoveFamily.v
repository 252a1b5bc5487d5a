(* Any number of blocks between which no single move is welcome: at most two of them are light, and together the blocks have
   N + 2 alpha above 2 but for one of them. Any sizes above zero, any ordered field, uniform federation, in units of mu/s2.
   Modelled: each block by the five numbers of OneMoveBlocks.v; only the moves of smallest and largest members are used.
   Not modelled: the union of the blocks. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From Incentives Require Import OneMoveArithmetic OneMoveBlocks OneMoveLight.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Family.
Variables (K : realFieldType) (T : finType) (U : {set T}) (N al a s : T -> K).
Implicit Types (C D : T) (V : {set T}).
(* Whoever is a smallest or a largest member of C does not gain in D, or is kept out of it. *)
Definition no_welcome_move := forall C D x, C \in U -> D \in U -> C != D -> x = s C \/ x = a C ->
  keeps_out (N D) (al D) (a D) x \/ stays (N C) (al C) (N D) (al D) x.
Hypotheses (blocks : forall C, C \in U -> block (N C) (al C) (a C) (s C)) (unwelcome : no_welcome_move).
Local Notation is_light C := (light (N C) (al C)).

Theorem smallest_kept_out C D : C \in U -> D \in U -> C != D -> is_light C -> is_light D -> al C <= al D ->
  keeps_out (N C) (al C) (a C) (s D).
Proof.
move=> CU DU CD lC lD le; have BC := blocks CU; have BD := blocks DU.
have [ko|st] := unwelcome CU DU CD (or_introl erefl).
  have [_ _ _ acc] := light_block BD lD; case: (acc (s C)) => //; first by case: BC.
  by apply: le_trans le; case: BC.
have DC : D != C by rewrite eq_sym.
have [//|st2] := unwelcome DU CU DC (or_introl erefl).
by case: (light_blocks_keep_out BC BD lC lD le st st2).
Qed.

Lemma three_light_in_order C D F : C \in U -> D \in U -> F \in U -> C != D -> D != F -> is_light C -> is_light D -> is_light F ->
  al C <= al D -> al D <= al F -> False.
Proof.
move=> CU DU FU CD DF lC lD lF le1 le2; have BD := blocks DU; have BF := blocks FU.
have t0 : 0 < s D by case: BD.
have [_ fourth _ _] := light_block_keeps_out (blocks CU) lC t0 (smallest_kept_out CU DU CD lC lD le1).
have [_ h3 _ _] := light_block BF lF; have [s0 sal _ _ _ _] := BF.
apply: (light_block_accepts BD lD fourth s0 _ (smallest_kept_out DU FU DF lD lF le2)); lra.
Qed.

Theorem at_most_two_light C D F : C \in U -> D \in U -> F \in U -> C != D -> D != F -> C != F ->
  ~ [/\ is_light C, is_light D & is_light F].
Proof.
move=> CU DU FU CD DF CF [lC lD lF]; have [DC FD FC] : [/\ D != C, F != D & F != C] by split; rewrite eq_sym.
case: (lerP (al C) (al D)) => [|/ltW] o1; case: (lerP (al D) (al F)) => [|/ltW] o2; case: (lerP (al C) (al F)) => [|/ltW] o3.
- exact: (@three_light_in_order C D F).
- exact: (@three_light_in_order C D F).
- exact: (@three_light_in_order C F D).
- exact: (@three_light_in_order F C D).
- exact: (@three_light_in_order D C F).
- exact: (@three_light_in_order D F C).
- exact: (@three_light_in_order F D C).
exact: (@three_light_in_order F D C).
Qed.

(* What a block has beyond 2. *)
Definition beyond C := N C + 2%:R * al C - 2%:R.

Lemma beyond_heavy V : (forall C, C \in V -> ~~ is_light C) -> 0 <= \sum_(C in V) beyond C.
Proof. by move=> heavy; apply: sumr_ge0 => C /heavy; rewrite -leNgt subr_ge0. Qed.

(* None, one or two of some blocks are light. *)
Lemma beyond_of V : V \subset U -> [\/ (forall C, C \in V -> ~~ is_light C),
  exists C, [/\ C \in V, is_light C & forall D, D \in V :\ C -> ~~ is_light D] |
  exists C D, [/\ C \in V, D \in V, C != D, is_light C /\ is_light D & al C <= al D] /\
    beyond C + beyond D <= \sum_(F in V) beyond F].
Proof.
move=> VU; case: (pickP [pred C in V | is_light C]) => [C /andP[CV lC]|none]; last first.
  by apply: Or31 => C CV; have := none C; rewrite /= CV => /negbT.
case: (pickP [pred D in V :\ C | is_light D]) => [D /andP[DVC lD]|none]; last first.
  by apply: Or32; exists C; split=> // D DV; have := none D; rewrite /= DV => /negbT.
have [DC DV] : D != C /\ D \in V by move: DVC; rewrite !inE => /andP.
have sum : beyond C + beyond D <= \sum_(F in V) beyond F.
  rewrite (big_setD1 C CV) (big_setD1 D DVC) /= addrA ler_addl; apply: beyond_heavy => F; rewrite !inE => /and3P[FD FC FV].
  apply/negP => lF; apply: (@at_most_two_light C D F) => //; try exact: (subsetP VU); by rewrite eq_sym.
apply: Or33; case: (lerP (al C) (al D)) => [|/ltW] le; [exists C, D|exists D, C]; split=> //; last by rewrite addrC.
by split=> //; rewrite eq_sym.
Qed.

Theorem two_light_blocks C D : C \in U -> D \in U -> C != D -> is_light C -> is_light D -> al C <= al D ->
  [/\ 1 < 4%:R * s D, 2%:R < N C + 2%:R * al C + s D, 8%:R * (1 - s D) <= 3%:R * (N C + 2%:R * al C) &
    3%:R * s D <= N D + 2%:R * al D].
Proof.
move=> CU DU CD lC lD le; have BD := blocks DU; have t0 : 0 < s D by case: BD.
have [_ fourth p q] := light_block_keeps_out (blocks CU) lC t0 (smallest_kept_out CU DU CD lC lD le).
split=> //; case: BD => *; lra.
Qed.

(* --- L5. --- *)
Theorem beyond_all : - 2%:R < \sum_(C in U) beyond C.
Proof.
case: (beyond_of (subxx U)) => [none|[C [CU lC none]]|[C [D [[CU DU CD [lC lD] le] sum]]]].
- apply: lt_le_trans (beyond_heavy none); by rewrite oppr_lt0 ltr0n.
- rewrite (big_setD1 C CU) /=; have := beyond_heavy none; rewrite /beyond; set S := \sum_(_ in _) _.
  case: (blocks CU) => *; lra.
apply: lt_le_trans sum; have [fourth p _ q] := two_light_blocks CU DU CD lC lD le.
by rewrite /beyond; case: (blocks DU) => *; lra.
Qed.

Theorem sum_of_blocks : 2%:R * (#|U|%:R - 1) < \sum_(C in U) (N C + 2%:R * al C).
Proof.
have -> : \sum_(C in U) (N C + 2%:R * al C) = \sum_(C in U) beyond C + 2%:R * #|U|%:R.
  by rewrite /beyond sumrB sumr_const -[2%:R *+ _]mulr_natr subrK.
have := beyond_all; set S := \sum_(_ in _) _; set k := #|U|%:R; lra.
Qed.
End Family.
