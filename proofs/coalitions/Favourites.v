(* Favourite coalitions at the best coarse weights (coalitions/new-smaller-newcomers-help, new-favourites-are-prefixes,
   new-coarse-three-players), and that nobody leaves the grand coalition (corollary-6-2, new-coarse-grand-nash).
   Any number of players, any positive sizes, any real field.
   Modelled: the error at the best weight, [coarse_err] of Precision.v; alone it is the local error. Individual and Nash
   stability are those of Stability.v. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability OneThird Weights Precision.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Favourites.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types C D T : {set I}.
Local Notation b := (b n mu s2).
Local Notation coarse_err := (coarse_err n mu s2).

Lemma b_size T : T != set0 -> b T * size n T ^+ 2 = mu * size n T + s2 * squares n T.
Proof. by move=> /(nonempty_size n_pos) N; rewrite /Precision.b; field; rewrite gt_eqF. Qed.
Lemma with_one T g : g \notin T -> size n (g |: T) = n g + size n T /\ squares n (g |: T) = n g ^+ 2 + squares n T.
Proof.
by move=> gT; rewrite sizeU ?squaresU ?disjoints1 // /size /squares !big_set1.
Qed.

(* Who is not better dropped makes everybody smaller welcome. Without its only member nothing is left of T. *)
Theorem smaller_newcomers_help T i g : i \in T -> g \notin T -> n g <= n i ->
  (T :\ i != set0 -> b T <= b (T :\ i)) -> b (g |: T) < b T.
Proof.
move=> iT gT small keeps; have T0 : T != set0 by apply/set0Pn; exists i.
have U0 : g |: T != set0 by apply/set0Pn; exists g; rewrite setU11.
have N := nonempty_size n_pos T0; have beta := b_pos n_pos mu_pos s2_pos T0; have y := n_pos g; have x := n_pos i.
have iTi : i \notin T :\ i by rewrite !inE eqxx.
have key : mu + n i * (s2 + b T) <= 2%:R * b T * size n T.
  have e := b_size T0; have [sz sq] := with_one iTi; rewrite setD1K // in sz sq; rewrite sz sq in e; rewrite sz.
  have [E|R0] := eqVneq (T :\ i) set0.
    rewrite E /size /squares !big_set0 !addr0 in e *; rewrite -subr_ge0 -(pmulr_lge0 _ x).
    have -> : (2%:R * b T * n i - (mu + n i * (s2 + b T))) * n i =
      b T * n i ^+ 2 - (mu * n i + s2 * n i ^+ 2) by ring.
    by rewrite e subrr lexx.
  have := b_size R0; have M := nonempty_size n_pos R0; have := keeps R0.
  move: (size n (T :\ i)) (squares n (T :\ i)) (b (T :\ i)) M e => m q c m0 e le cm.
  have : b T * m ^+ 2 <= mu * m + s2 * q by rewrite -cm ler_wpmul2r // sqr_ge0.
  rewrite -subr_ge0 => le'; rewrite -subr_ge0 -(pmulr_lge0 _ x); apply: le_trans le' _.
  rewrite -subr_ge0; have -> : (2%:R * b T * (n i + m) - (mu + n i * (s2 + b T))) * n i - (mu * m + s2 * q - b T * m
    ^+ 2) =
    b T * (n i + m) ^+ 2 - (mu * (n i + m) + s2 * (n i ^+ 2 + q)) by ring.
  by rewrite e subrr lexx.
rewrite -(ltr_pmul2r (_ : 0 < size n (g |: T) ^+ 2)) ?exprn_gt0 ?nonempty_size // b_size //.
have [-> ->] := with_one gT; rewrite -subr_gt0.
have -> : b T * (n g + size n T) ^+ 2 - (mu * (n g + size n T) + s2 * (n g ^+ 2 + squares n T)) =
  n g * ((2%:R * b T * size n T - (mu + n i * (s2 + b T))) + b T * (n i + n g) + s2 * (n i - n g)) +
  (b T * size n T ^+ 2 - (mu * size n T + s2 * squares n T)) by ring.
rewrite b_size // subrr addr0 pmulr_rgt0 // ltr_paddr ?mulr_ge0 ?subr_ge0 ?(ltW s2_pos) //.
by rewrite ltr_paddl ?subr_ge0 // mulr_gt0 // addr_gt0.
Qed.

(* --- Favourites --- *)
Definition favourite j C := j \in C /\ forall D, j \in D -> coarse_err C j <= coarse_err D j.

Lemma nobody_smaller_outside C j i k : favourite j C -> i \in C -> i != j -> k != j -> n k <= n i -> k \in C.
Proof.
move=> [jC best] iC ij kj small; apply: contraT => kC.
have iT : i \in C :\ j by rewrite !inE ij. have T0 : C :\ j != set0 by apply/set0Pn; exists i.
have kT : k \notin C :\ j by rewrite !inE negb_and kC orbT.
have jkC : j \in k |: C by rewrite !inE jC orbT.
have more : (k |: C) :\ j = k |: (C :\ j).
  by apply/setP => x; rewrite !inE; case: eqVneq => [->|_] //=; rewrite eq_sym (negPf kj).
have more0 : (k |: C) :\ j != set0 by rewrite more; apply/set0Pn; exists k; rewrite setU11.
have : b (k |: (C :\ j)) < b (C :\ j).
  apply: (smaller_newcomers_help iT kT small) => R0.
  have jCi : j \in C :\ i by rewrite !inE eq_sym ij.
  have same : (C :\ i) :\ j = (C :\ j) :\ i by apply/setP => x; rewrite !inE andbCA.
  by have := best _ jCi; rewrite coarse_order // ?same.
by have := best _ jkC; rewrite coarse_order // more leNgt => /negPf ->.
Qed.

(* A favourite coalition of j holds the others up to some size; so players of one size are all in or all out. *)
Theorem favourites_are_prefixes C j : favourite j C ->
  (exists x, forall k, k != j -> (k \in C) = (n k <= x)) /\
  (forall i k, i != j -> k != j -> n i = n k -> (i \in C) = (k \in C)).
Proof.
move=> fav; have first : exists x, forall k, k != j -> (k \in C) = (n k <= x).
  have [E|/set0Pn[i0 i0T]] := eqVneq (C :\ j) set0.
    exists 0 => k kj; rewrite leNgt n_pos /=; apply/negbTE/negP => kC.
    by move/setP/(_ k): E; rewrite !inE kj kC.
  have [i iT high] : exists2 i, i \in C :\ j & forall k, k \in C :\ j -> n k <= n i.
    by case: (@arg_maxP _ _ I i0 (mem (C :\ j)) n i0T) => i iT h; exists i.
  move: (iT); rewrite !inE => /andP[ij iC]; exists (n i) => k kj; apply/idP/idP => [kC|small].
    by apply: high; rewrite !inE kj.
  exact: (nobody_smaller_outside fav iC ij kj small).
by split=> // i k ij kj e; have [x up] := first; rewrite !up // e.
Qed.

(* --- Corollary 6.2: in the grand coalition nobody gains by a move, and the only move is to be alone. --- *)
Theorem grand_coalition_stays :
  Stability.individually_stable coarse_err [set [set: I]] /\ Stability.nash_stable coarse_err [set [set: I]].
Proof.
have nash : Stability.nash_stable coarse_err [set [set: I]].
  move=> C j [|->]; first by rewrite inE => /eqP ->; rewrite inE.
  rewrite setU0 coarse_alone // /Stability.at_home => _.
  have -> : pblock [set [set: I]] j = setT.
    apply: def_pblock; rewrite ?inE //; apply/trivIsetP => A B.
    by rewrite !inE => /eqP -> /eqP ->; rewrite eqxx.
  have [E|all0] := eqVneq ([set: I] :\ j) set0.
    by rewrite -(setD1K (in_setT j)) E setU0 coarse_alone.
  by have [/ltW] := better_than_both n_pos mu_pos s2_pos (in_setT j) all0.
split=> //; have [_ _] := Stability.stability_implications coarse_err [set [set: I]]; exact.
Qed.

(* --- At most three players --- *)
Lemma anybody_helps i k : i != k -> b (k |: [set i]) < b [set i].
Proof.
move=> ik; have kT : k \notin [set i] by rewrite inE eq_sym.
have x := n_pos i; have y := n_pos k; have s := addr_gt0 y x.
rewrite /Precision.b; have [-> ->] := with_one kT; rewrite /size /squares !big_set1 -subr_gt0.
have -> : mu / n i + s2 * (n i ^+ 2 / n i ^+ 2) - (mu / (n k + n i) + s2 * ((n k ^+ 2 + n i ^+ 2) / (n k + n i) ^+ 2)) =
  mu * n k / (n i * (n k + n i)) + s2 * (2%:R * n i * n k) / (n k + n i) ^+ 2 by field; rewrite !gt_eqF.
by rewrite addr_gt0 // divr_gt0 ?exprn_gt0 // !mulr_gt0 // ltr0n.
Qed.

Theorem three_players : (#|I| <= 3)%N ->
  (forall C j, j \in C -> C != setT -> coarse_err setT j < coarse_err C j) /\
  (forall i0 : I, forall P, partition P setT -> Stability.core_stable coarse_err P <-> P = [set setT]).
Proof.
move=> few; have best C j : j \in C -> C != setT -> coarse_err setT j < coarse_err C j.
  move=> jC CT; have /set0Pn[k] : ~: C != set0 by apply: contraNneq CT => e; rewrite -[C]setCK e setC0.
  rewrite inE => kC; have kj : k != j by apply: contraNneq kC => ->.
  have all0 : setT :\ j != set0 by apply/set0Pn; exists k; rewrite !inE kj.
  have [E|T0] := eqVneq (C :\ j) set0.
    rewrite -(setD1K jC) E setU0 coarse_alone //.
    by have [] := better_than_both n_pos mu_pos s2_pos (in_setT j) all0.
  have /set0Pn[i] := T0; rewrite !inE => /andP[ij iC].
  have ik : i != k by apply: contraNneq kC => <-.
  have Cji : C = [set j; i].
    apply/esym/eqP; rewrite eqEcard subUset !sub1set jC iC /= cards2 eq_sym ij /=.
    rewrite -ltnS (leq_trans _ few) // -cardsT proper_card // properE subsetT /=.
    by apply/subsetPn; exists k.
  have all : setT = k |: [set j; i] :> {set I}.
    apply/esym/eqP; rewrite eqEcard subsetT /= cardsT cardsU1 cards2 eq_sym ij !inE negb_or kj (eq_sym k) ik.
    exact: few.
  have Tj : C :\ j = [set i].
    by rewrite Cji; apply/setP => x; rewrite !inE; case: eqVneq => [->|//]; rewrite eq_sym (negPf ij).
  have Aj : setT :\ j = k |: [set i].
    rewrite all; apply/setP => x; rewrite !inE; case: eqVneq => [->|//] /=.
    by rewrite [j == k]eq_sym (negPf kj) eq_sym (negPf ij).
  by rewrite ltNge coarse_order // -ltNge Tj Aj anybody_helps.
split=> // i0 P part; have one : partition [set setT : {set I}] setT.
  rewrite /partition /cover /trivIset !big_set1 /cover big_set1 !eqxx /= inE eq_sym.
  by apply/set0Pn; exists i0; rewrite inE.
have home j : pblock [set setT : {set I}] j = setT by apply: def_pblock; rewrite ?inE //; case/and3P: one.
have [|[_ core _ _] unique] := @strictly_best_is_unique _ K I coarse_err _ one.
  by move=> C j jC; rewrite /at_home home; apply: best.
by split=> [s|-> //]; apply: unique => //; left.
Qed.
End Favourites.
