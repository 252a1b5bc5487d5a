(* Two averages over the same law of what both share (NoiseMeans.v), any ordered field.
   Modelled: o is what the others' reports become, e or e' the own draw. Two laws give the pairs (e, o) and (e', o) their
   probabilities, and o has one law under both. Not modelled: infinitely many draws. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Draws.
Variables (K : realFieldType) (O : finType).

(* Of two averages over the same law of o, the first is at most the second and d, if it is so for every pair of
  draws. *)
Lemma averages (E E' : finType) (law : E -> O -> K) (law' : E' -> O -> K) (u : E -> O -> K) (u' : E' -> O -> K) d :
  (forall e o, 0 <= law e o) -> (forall e o, 0 <= law' e o) -> \sum_o \sum_e law e o = 1 ->
  (forall o, \sum_e law e o = \sum_e law' e o) ->
  (forall e e' o, law e o != 0 -> u' e' o <= u e o + d) ->
  \sum_o \sum_e law' e o * u' e o <= (\sum_o \sum_e law e o * u e o) + d.
Proof.
move=> pos pos' one same low; rewrite -[d]mul1r -one mulr_suml -big_split /=; apply: ler_sum => o _.
rewrite mulr_suml -big_split /=.
have [none|some] := eqVneq (\sum_e law e o) 0.
  have zero e : law e o = 0 by move/eqP: none; rewrite psumr_eq0 // => /allP/(_ e (mem_index_enum e))/eqP.
  have zero' e : law' e o = 0.
    by move/eqP: none; rewrite same psumr_eq0 // => /allP/(_ e (mem_index_enum e))/eqP.
  by rewrite !big1 // => e _; rewrite ?zero ?zero' !mul0r ?addr0.
have A0 : 0 < \sum_e law e o by rewrite lt_neqAle eq_sym some sumr_ge0.
rewrite -(ler_pmul2l A0) [X in _ <= X * _]same !big_distrlr [X in _ <= X]exchange_big /=.
apply: ler_sum => e _; apply: ler_sum => e' _; have [->|nz] := eqVneq (law e o) 0; first by rewrite !mul0r addr0 mulr0.
rewrite -mulrDr mulrCA; apply: ler_wpmul2l => //; apply: ler_wpmul2l => //; exact: low.
Qed.
End Draws.
