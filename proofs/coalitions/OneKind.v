(* Players of one size at the best weights (coalitions/lemma-6-4): any number of players, any real field.
   Modelled: [coarse_err] of Precision.v; core and partitions are those of Stability.v. Not modelled: other weights. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Stability Precision BestWeightSizes TwoKinds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lemma 6.4: with equal sizes and the best weights everybody together is the only partition in the core. *)
Theorem lemma_6_4 (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a : K) (P : {set {set I}}) :
  0 < mu -> 0 < s2 -> 0 < a -> (forall i, n i = a) -> I -> partition P setT ->
  core_stable (coarse_err n mu s2) P <-> P = [set [set: I]].
Proof.
move=> mu0 s0 a0 same i0 part; have ab : a < a + 1 by rewrite ltr_addl ltr01.
have two i : n i = a \/ n i = a + 1 by left.
have no_large (C : {set I}) : #|C :&: kind n (a + 1)| = 0%N.
  by apply: eq_card0 => i; rewrite !inE same (lt_eqF ab) andbF.
have all_small (C : {set I}) : C :&: kind n a = C by apply/setP => i; rewrite !inE same eqxx andbT.
have larger (C D : {set I}) j : j \in C -> j \in D -> (#|C| < #|D|)%N -> coarse_err n mu s2 D j < coarse_err n mu s2 C j.
  move=> jC jD CD; have ja : j \in kind n a by rewrite inE same.
  have [-> c0] := small_err mu0 s0 a0 ab two jC ja; have [-> _] := small_err mu0 s0 a0 ab two jD ja.
  rewrite !no_large !all_small in c0 *; apply: (lemma_d_1 mu0 s0 a0 ab); by rewrite ?ler1n ?ltr_nat.
have [/eqP cov tr no] := and3P part.
have proper_small (C : {set I}) : C != setT -> (#|C| < #|[set: I]|)%N by rewrite -properT => /proper_card.
split=> [core|->].
  have own j : j \in pblock P j by rewrite mem_pblock cov inE.
  have block j : pblock P j \in P by rewrite pblock_mem // cov inE.
  have TP : [set: I] \in P.
    apply: contraT => out; case: (core setT); first by apply/set0Pn; exists i0.
    by move=> j _; apply: larger; rewrite ?own ?inE // proper_small //; apply: contraNneq out => <-.
  apply/setP => C; rewrite inE; apply/idP/eqP => [CP|-> //].
  have /set0Pn[j jC] : C != set0 by apply: contraNneq no => <-.
  by rewrite -(def_pblock tr CP jC) (def_pblock tr TP) ?inE.
move=> C /set0Pn[j jC] gain; have := gain j jC; rewrite /at_home (def_pblock _ (set11 _) (in_setT j)) ?trivIset1 //.
have [->|/proper_small CT] := eqVneq C setT; first by rewrite ltxx.
by move/lt_trans/(_ (larger C setT j jC (in_setT j) CT)); rewrite ltxx.
Qed.
