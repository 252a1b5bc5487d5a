(* What blocks between which no single move is welcome waste together: E is positive, and above 1 - 3 beta, where beta is what a
   sample of their union sees. Any number of blocks, any sizes above zero, any ordered field, uniform federation, in units of mu/s2.
   Modelled: each block by the five numbers of OneMoveBlocks.v; E is three times what the union costs less twice what the
   blocks cost, written with these numbers. Not modelled: players. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From Incentives Require Import OneMoveArithmetic OneMoveBlocks OneMoveLight OneMoveFamily OneMoveLargest.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Inner.
Variables (K : realFieldType) (T : finType) (U : {set T}) (N al a s : T -> K) (beta : K).
Implicit Types (C D : T) (V : {set T}).
Hypotheses (blocks : forall C, C \in U -> block (N C) (al C) (a C) (s C)) (unwelcome : no_welcome_move U N al a s).
Hypothesis union : beta * (\sum_(C in U) N C) = \sum_(C in U) al C * N C.
Local Notation is_light C := (light (N C) (al C)).
Local Notation beyond := (beyond N al).

Section Largest.
Variable m : T.
Hypotheses (mU : m \in U) (most : forall C, C \in U -> al C <= al m).
Local Notation be := (al m).
Local Notation M := (N m).
Let V := U :\ m.
Let S := \sum_(C in V) beyond C.
Let VU : V \subset U := subsetDl _ _.

Lemma N_pos C : C \in U -> 0 < N C.
Proof. by move=> /blocks[*]; lra. Qed.
Lemma sum_pos : 0 < \sum_(C in U) N C.
Proof.
rewrite (big_setD1 m mU) /=; apply: ltr_paddr (N_pos mU).
by apply: sumr_ge0 => C CV; apply: ltW; apply: N_pos (subsetP VU C CV).
Qed.
Lemma union_below_most : beta <= be.
Proof.
rewrite -(ler_pmul2r sum_pos) union mulr_sumr; apply: ler_sum => C CU; apply: ler_wpmul2r (most CU); exact: ltW (N_pos CU).
Qed.

(* One light block besides m. *)
Lemma one_light C : C \in V -> is_light C -> (forall D, D \in V :\ C -> ~~ is_light D) ->
  0 < 1 + (M - be) + 3%:R * (be - beta) + S.
Proof.
move=> CV lC heavy; have CU := subsetP VU C CV; have Cm : C != m by move: CV; rewrite !inE => /andP[].
have mC : m != C by rewrite eq_sym.
have BM := blocks mU; have BC := blocks CU; have le := most CU; have below := union_below_most.
pose R := \sum_(D in V :\ C) beyond D; have R0 : 0 <= R := beyond_heavy heavy.
have SE : S = N C + 2%:R * al C - 2%:R + R by rewrite /S (big_setD1 C CV).
pose g := N C + 2%:R * al C + (M - be) - 1.
suff : 0 < g + 3%:R * (be - beta) + R by rewrite SE /g; lra.
have [pos|little] := ltrP 0 g; first by lra.
have [ko|content] := unwelcome CU mU Cm (or_introl erefl).
  by have := smallest_kept_out_of_it BM BC le ko; rewrite -/g ltNge little.
have ko : keeps_out (N C) (al C) (a C) (a m).
  have [//|st] := unwelcome mU CU mC (or_intror erefl).
  have [lm|hm] := ltrP (M + 2%:R * be) 2%:R; last first.
    by case: (largest_accepted BM BC le content little hm st).
  have [h2 _ _ _] := light_block BC lC; have [s0 sal ala aN _ _] := BC; have [r0 rbe beb bM _ _] := BM.
  have e : 2%:R * a C <= 1 + 2%:R * al C by lra.
  apply: (keeps_out_larger BC e r0 (smallest_kept_out blocks unwelcome CU mU Cm lC lm le)); lra.
have [k1 k2] := largest_kept_out BM BC lC le content little ko; rewrite -/g in k1 k2.
have q0 : 0 < N C + M by rewrite addr_gt0 ?N_pos.
rewrite -(pmulr_rgt0 _ q0).
case: (pickP [pred D in V :\ C | al C * N C + be * M < al D * (N C + M)]) => [D /andP[DV more]|none].
  have DU : D \in U by move: DV; rewrite !inE => /and3P[].
  have : 3%:R * al D - 2%:R <= R.
    rewrite /R (big_setD1 D DV) /=; set R' := \sum_(_ in _) _; have R'0 : 0 <= R'.
      by apply: beyond_heavy => F; rewrite inE => /andP[_ /heavy].
    by rewrite /OneMoveFamily.beyond; case: (blocks DU) => *; lra.
  move=> large; have := le_le large (ltW q0); have := le_le below (ltW q0); lra.
have few : (N C + M) * beta <= al C * N C + be * M.
  rewrite -(ler_pmul2r sum_pos) -mulrA union.
  rewrite (big_setD1 m mU) (big_setD1 m mU) /= -/V (big_setD1 C CV) (big_setD1 C CV) /=.
  set X := \sum_(_ in _) al _ * _; set Y := \sum_(_ in _) N _.
  have : (N C + M) * X <= (al C * N C + be * M) * Y; last by lra.
  rewrite !mulr_sumr; apply: ler_sum => D DV; rewrite mulrCA mulrA mulrC mulrA [in X in _ <= X]mulrC.
  have := none D; rewrite /= DV /= => /negbT; rewrite -leNgt => le'.
  have DU : D \in U by move: DV; rewrite !inE => /and3P[].
  have := le_le le' (ltW (N_pos DU)); lra.
have := mulr_ge0 R0 (ltW q0); lra.
Qed.

Lemma positive_from_most : 0 < 1 + (M - be) + 3%:R * (be - beta) + S.
Proof.
have below := union_below_most; have BM := blocks mU.
have [none|[C [CV lC none]]|[C [D [[CV DV CD [lC lD] le] sum]]]] := beyond_of blocks unwelcome VU.
- by have := beyond_heavy none; rewrite -/S; case: BM => *; lra.
- exact: one_light lC none.
have [CU DU] := (subsetP VU C CV, subsetP VU D DV).
have [Cm Dm] : C != m /\ D != m by move: CV DV; rewrite !inE => /andP[? _] /andP[? _].
have [t4 p q _] := two_light_blocks blocks unwelcome CU DU CD lC lD le.
have heavy : 2%:R <= M + 2%:R * be.
  rewrite leNgt; apply/negP => lm; exact: (at_most_two_light blocks unwelcome CU DU mU CD Dm Cm).
have [_ d3 _ _] := light_block (blocks DU) lD; have [t0 td da aD _ _] := blocks DU.
have dD := le_trans da aD.
have move_t := unwelcome DU mU Dm (or_introl erefl).
have := beside_two BM heavy t4 td (most DU) dD d3 p q move_t.
by move: sum; rewrite -/S /OneMoveFamily.beyond; lra.
Qed.
End Largest.

(* --- L5 and L6. --- *)
Theorem inner_blocks : U != set0 -> let E := 3%:R - 2%:R * #|U|%:R + \sum_(C in U) (N C + 2%:R * al C) - 3%:R * beta in
  0 < E /\ 1 - 3%:R * beta < E.
Proof.
case/set0Pn => C0 CU0; have [m mU most] : exists2 m, m \in U & forall C, C \in U -> al C <= al m.
  by case: (@arg_maxP _ _ _ C0 (mem U) al CU0) => m mU h; exists m.
move=> E; have EE : E = 3%:R + \sum_(C in U) beyond C - 3%:R * beta.
  rewrite /E /OneMoveFamily.beyond sumrB sumr_const -[2%:R *+ _]mulr_natr; set X := \sum_(_ in _) _; set k := #|U|%:R.
  by apply/eqP; rewrite eq_le; apply/andP; split; lra.
have pos := positive_from_most mU most; have all := beyond_all blocks unwelcome.
rewrite EE; split; last by lra.
rewrite (big_setD1 m mU) /=; move: pos; rewrite /OneMoveFamily.beyond; set X := \sum_(_ in _) _; lra.
Qed.
End Inner.
