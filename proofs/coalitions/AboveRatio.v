(* Players at or above the ratio (coalitions/lemma-5-3, new-core-at-the-threshold). Any number of players, any real field.
   Modelled: [err] of Coalitions.v, the stability notions of Stability.v. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Preferences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AboveRatio.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (s2_pos : 0 < s2).
Local Notation err := (err n mu s2).

Section Coalition.
Variables (C : {set I}) (j : I).
Hypotheses (jC : j \in C) (high : forall i, i \in C -> mu <= s2 * n i).
Let others := C :\ j.

(* What company costs, as a sum of terms that are not negative. *)
Lemma price_of_company : err C j - mu / n j =
  ((\sum_(i in others) n i * (s2 * n i - mu)) + (size n others) ^+ 2 * (s2 * n j - mu) / n j) / size n C ^+ 2.
Proof.
have N := size_pos n_pos jC; have nj : n j != 0 by rewrite gt_eqF.
have cut : size n C = n j + size n others by rewrite /size (big_setD1 j).
have -> : \sum_(i in others) n i * (s2 * n i - mu) = s2 * (\sum_(i in others) n i ^+ 2) - mu * size n others.
  by rewrite /size !mulr_sumr -sumrB; apply: eq_bigr => i _; ring.
rewrite /Coalitions.err -/others; move: N; rewrite cut; move: (size n others) (\sum_(i in others) _) (n j) nj => R q x x0 N.
by field; rewrite x0 gt_eqF.
Qed.

(* Nobody is better off in such company than alone; strictly worse off is whoever is above the ratio. *)
Theorem lemma_5_3 : mu / n j <= err C j /\ (mu < s2 * n j -> C != [set j] -> mu / n j < err C j).
Proof.
have N := size_pos n_pos jC; have N2 : 0 < size n C ^+ 2 by rewrite exprn_gt0.
have sum : 0 <= \sum_(i in others) n i * (s2 * n i - mu).
  by apply: sumr_ge0 => i /setD1P[_ iC]; rewrite mulr_ge0 ?subr_ge0 ?high // ltW.
split=> [|above company]; [rewrite -subr_ge0|rewrite -subr_gt0]; rewrite price_of_company.
  by rewrite divr_ge0 ?(ltW N2) // addr_ge0 // divr_ge0 ?(ltW (n_pos j)) // mulr_ge0 ?sqr_ge0 // subr_ge0 high.
have [i io] : exists i, i \in others.
  apply/set0Pn; apply: contraNneq company => e; apply/eqP; rewrite -(setD1K jC) -/others e.
  by apply/setP => k; rewrite !inE orbF.
by rewrite divr_gt0 // ltr_paddl // divr_gt0 // mulr_gt0 ?subr_gt0 // exprn_gt0 // (size_pos n_pos io).
Qed.
End Coalition.

(* At the ratio company makes no difference. *)
Theorem at_the_ratio (C : {set I}) j : j \in C -> (forall i, i \in C -> s2 * n i = mu) -> err C j = mu / n j.
Proof.
move=> jC tie; apply/eqP; rewrite -subr_eq0 price_of_company // (tie j jC) subrr mulr0 mul0r addr0.
by rewrite big1 ?mul0r // => i /setD1P[_ iC]; rewrite tie // subrr mulr0.
Qed.

(* Everybody at or above the ratio: a partition is stable, in whichever sense, exactly if those above it are alone. Then nobody
   could do better anywhere. *)
Definition apart (P : {set {set I}}) := forall j, mu < s2 * n j -> pblock P j = [set j].
Theorem core_at_the_threshold (P : {set {set I}}) : partition P setT -> (forall i, mu <= s2 * n i) ->
  [/\ core_stable err P <-> apart P, strictly_core_stable err P <-> apart P, individually_stable err P <-> apart P &
      apart P -> forall (C : {set I}) j, j \in C -> at_home err P j <= err C j].
Proof.
move=> part high; have [/eqP cov tr no] := and3P part.
have own j : j \in pblock P j by rewrite mem_pblock cov inE.
have best : apart P -> forall (C : {set I}) j, j \in C -> at_home err P j <= err C j.
  move=> alone_above C j jC; have [low _] := lemma_5_3 jC (fun i _ => high i); apply: le_trans low.
  have [above|tie] := ltP mu (s2 * n j); first by rewrite /at_home alone_above // (alone mu s2 n_pos).
  rewrite /at_home at_the_ratio // => i ij; apply/eqP; rewrite eq_le high andbT leNgt; apply/negP => above.
  have : pblock P i = pblock P j by apply: same_pblock.
  rewrite (alone_above i above) => e; have := own j; rewrite -e inE => /eqP ji.
  by move: above; rewrite -ji ltNge tie.
have leaves j : mu < s2 * n j -> pblock P j != [set j] -> err [set j] j < at_home err P j.
  move=> above company; rewrite (alone mu s2 n_pos) /at_home.
  by have [_ strict] := lemma_5_3 (own j) (fun i _ => high i); apply: strict.
have [strict_core strict_indiv _] := stability_implications err P.
have all : apart P -> strictly_core_stable err P.
  by move=> ap C [_ [j jC]]; rewrite ltNge best.
have core_apart : core_stable err P -> apart P.
  move=> core j above; apply/eqP; apply: contraT => company; case: (core [set j]); first by apply/set0Pn; exists j; rewrite inE.
  by move=> i; rewrite inE => /eqP ->; apply: leaves.
split=> //; split=> //; first by move=> /all/strict_core.
- by move=> /strict_core.
- move=> indiv j above; apply/eqP; apply: contraT => company; case: (indiv set0 j); rewrite ?inE //; first by right.
  by rewrite setU0; split=> [|i]; [apply: leaves|rewrite inE].
by move=> /all/strict_indiv.
Qed.

(* Everybody above the ratio: only the partition where all are alone. *)
Theorem only_alone (P : {set {set I}}) : partition P setT -> (forall i, mu < s2 * n i) ->
  core_stable err P <-> P = [set [set j] | j in I].
Proof.
move=> part above; have [/eqP cov tr no] := and3P part.
have [-> _ _ _] := core_at_the_threshold part (fun i => ltW (above i)).
have own j : j \in pblock P j by rewrite mem_pblock cov inE.
split=> [all_alone|-> j _].
  apply/setP => C; apply/idP/imsetP => [CP|[j _ ->]]; last by rewrite -all_alone // pblock_mem // cov inE.
  have /set0Pn[j jC] : C != set0 by apply: contraNneq no => <-.
  by exists j => //; rewrite -(def_pblock tr CP jC) all_alone.
apply: def_pblock; rewrite ?inE //; last by apply: imset_f.
apply/trivIsetP => A B /imsetP[i _ ->] /imsetP[k _ ->] ik; rewrite disjoints1 inE.
by apply: contra ik => /eqP ->.
Qed.

(* Lemma 5.3 as the page states it. *)
Theorem plenty_of_data (P : {set {set I}}) : partition P setT ->
  ((forall i, mu < s2 * n i) -> (core_stable err P <-> P = [set [set j] | j in I])) /\
  ((forall i, mu <= s2 * n i) -> apart P -> core_stable err P).
Proof.
move=> part; split=> [above|high]; first exact: only_alone.
by have [core _ _ _] := core_at_the_threshold part high; move/core.
Qed.
End AboveRatio.
