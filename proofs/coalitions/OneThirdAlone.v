(* One small block under individual stability, too, and at one third everybody together is the only individually
   stable partition (coalitions/new-one-small-block-individual). Any number of players, any positive sizes, any
   ordered field.
   Modelled: [err] of Coalitions.v and the moves of Stability.v: one player joins another block if nobody there loses.
   [as_it_stands C x] is what a guest of size x would err in C if it brought no samples. Not modelled: groups that
   move. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence Stability OneThird.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Alone.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Implicit Types C D : {set I}.
Local Notation size := (Coalitions.size n).
Local Notation squares := (Coalitions.squares n).
Local Notation err := (Coalitions.err n mu s2).
Definition as_it_stands C (x : K) := mu / size C + s2 * (squares C / size C ^+ 2 + 1 - 2%:R * x / size C).
Definition small C := forall i, i \in C -> 3%:R * s2 * n i <= mu.

Lemma with_guest C v : v \notin C -> size (v |: C) = n v + size C /\ squares (v |: C) = n v ^+ 2 + squares C.
Proof.
move=> vC; have disj : [disjoint [set v] & C] by rewrite disjoints1.
by rewrite sizeU // squaresU // /Coalitions.size /Coalitions.squares !big_set1.
Qed.

(* A small guest errs less in C than it would if C stayed as it stands, and everybody in C gains. *)
Lemma guest_lowers C v : C != set0 -> v \notin C -> 3%:R * s2 * n v <= mu -> err (v |: C) v < as_it_stands C (n v).
Proof.
move=> C0 vC low; have N := nonempty_size n_pos C0; have x := n_pos v; have NX := addr_gt0 x N.
have [sz sq] := with_guest vC; rewrite err_two_numbers ?setU11 // sz sq /as_it_stands -subr_gt0.
have Q : 0 <= squares C by apply: squares_ge0.
move: (size C) (squares C) (n v) N Q x NX low => M q y M0 q0 y0 MY low.
have -> : mu / M + s2 * (q / M ^+ 2 + 1 - 2%:R * y / M)
    - (mu / (y + M) + s2 * ((y ^+ 2 + q) / (y + M) ^+ 2 + 1 - 2%:R * y / (y + M))) =
    y * ((mu - 3%:R * s2 * y) * (M * (y + M)) + s2 * (y ^+ 2 * M + q * (y + 2%:R * M))) / (M ^+ 2 * (y + M) ^+ 2).
  by field; rewrite !gt_eqF.
apply: divr_gt0; last by rewrite mulr_gt0 ?exprn_gt0.
apply: mulr_gt0 => //; apply: ltr_paddl.
  by apply: mulr_ge0; [rewrite subr_ge0|rewrite ltW // mulr_gt0].
apply: mulr_gt0 => //; apply: ltr_paddr; last by rewrite mulr_gt0 ?exprn_gt0.
by apply: mulr_ge0 => //; rewrite addr_ge0 ?(ltW y0) // mulr_ge0 ?ler0n // ltW.
Qed.
Lemma guest_welcome C v i : i \in C -> v \notin C -> small C -> 3%:R * s2 * n v <= mu -> err (v |: C) i < err C i.
Proof.
move=> iC vC smallC low; have C0 : C != set0 by apply/set0Pn; exists i.
have v0 : [set v] != set0 by apply/set0Pn; exists v; rewrite inE.
have disj : [disjoint C & [set v]] by rewrite disjoint_sym disjoints1.
rewrite setUC merging_pays //; apply: small_gains => // k /setUP[/smallC //|/set1P -> //].
Qed.

Section Blocks.
Variable P : {set {set I}}.
Hypotheses (part : partition P setT) (stable : individually_stable err P).

(* So each member of a small block would err more in another small block as that stands. *)
Lemma prefers_own C D v : C \in P -> D \in P -> C != D -> small C -> small D -> v \in D ->
  as_it_stands D (n v) < as_it_stands C (n v).
Proof.
move=> CP DP CD smallC smallD vD; have [cov tr no] := and3P part.
have C0 : C != set0 by apply: contraNneq no => <-.
have disj : [disjoint C & D] by move/trivIsetP: tr; apply.
have vC : v \notin C by apply/negP => vC; have := pred0P disj v; rewrite /= vC vD.
have home : at_home err P v = as_it_stands D (n v) by rewrite /at_home (def_pblock tr DP vD) err_two_numbers.
rewrite -home; apply: le_lt_trans (guest_lowers C0 vC (smallD v vD)).
rewrite leNgt; apply/negP => gain; apply: (stable (C := C) (j := v)) => //; first by left.
split=> // i iC; rewrite /at_home (def_pblock tr CP iC); apply: ltW; exact: guest_welcome (smallD v vD).
Qed.

(* In the block with fewer samples everybody would be larger, and then its mean size per sample could not be smaller. *)
Lemma not_two C D : C \in P -> D \in P -> C != D -> small C -> small D -> size D <= size C -> False.
Proof.
move=> CP DP CD smallC smallD fewer; have [cov tr no] := and3P part.
have C0 : C != set0 by apply: contraNneq no => <-.
have D0 : D != set0 by apply: contraNneq no => <-.
have DC : D != C by rewrite eq_sym.
have N := nonempty_size n_pos C0; have M := nonempty_size n_pos D0.
have [u0 u0C] := set0Pn _ C0; have [v0 v0D] := set0Pn _ D0.
have [u uC high] : exists2 u, u \in C & forall i, i \in C -> n i <= n u.
  by case: (@arg_maxP _ _ I u0 (mem C) n u0C) => u uC h; exists u.
have [v vD low] : exists2 v, v \in D & forall i, i \in D -> n v <= n i.
  by case: (@arg_minP _ _ I v0 (mem D) n v0D) => v vD l; exists v.
have inD := prefers_own CP DP CD smallC smallD vD; have inC := prefers_own DP CP DC smallD smallC uC.
have qC := squares_high n_pos high; have qD := squares_low n_pos low.
have third := smallD v vD.
rewrite -subr_gt0 in inD; rewrite -subr_gt0 in inC; move: inC inD qC qD N M fewer third; rewrite /as_it_stands.
have y0 := n_pos v; have x0 := n_pos u.
move: (size C) (size D) (squares C) (squares D) (n u) (n v) x0 y0 => A B p q x y x0 y0 inC inD qC qD A0 B0 fewer third.
have step1 : 0 < 2%:R * s2 * (y - x) * (A - B) / (A * B).
  have := addr_gt0 inC inD; congr (is_true (0 < _)); by field; rewrite !gt_eqF.
have AB := mulr_gt0 A0 B0.
have step2 : 0 < (y - x) * (A - B).
  have twice : 0 < 2%:R * s2 / (A * B) by rewrite divr_gt0 // mulr_gt0 ?ltr0n.
  by rewrite -(pmulr_rgt0 _ twice); move: step1; congr (is_true (0 < _)); field; rewrite !gt_eqF.
have more : 0 < A - B by rewrite lt_def subr_ge0 fewer andbT; apply: contraTneq step2 => ->; rewrite mulr0 ltxx.
have yx : x < y by move: step2; rewrite (pmulr_lgt0 _ more) subr_gt0.
have p_pos : 0 < mu - 2%:R * s2 * y.
  have -> : mu - 2%:R * s2 * y = (mu - 3%:R * s2 * y) + s2 * y by ring.
  by rewrite ltr_paddl ?subr_ge0 // mulr_gt0.
have : 0 < s2 * (p / A ^+ 2 - q / B ^+ 2).
  apply: lt_trans (_ : 0 < _) _; last first; last exact: inD.
  rewrite -subr_gt0; have -> : s2 * (p / A ^+ 2 - q / B ^+ 2) - (mu / A + s2 * (p / A ^+ 2 + 1 - 2%:R * y / A)
      - (mu / B + s2 * (q / B ^+ 2 + 1 - 2%:R * y / B))) = (mu - 2%:R * s2 * y) * (A - B) / (A * B).
    by field; rewrite !gt_eqF.
  by rewrite divr_gt0 // mulr_gt0.
rewrite (pmulr_rgt0 _ s2_pos) subr_gt0 ltNge => /negP; apply.
apply: (@le_trans _ _ (x / A)).
  by rewrite ler_pdivr_mulr ?exprn_gt0 // expr2 mulrA divfK ?gt_eqF.
apply: (@le_trans _ _ (y / B)).
  by rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // ler_pmul // ltW.
by rewrite ler_pdivl_mulr ?exprn_gt0 // expr2 mulrA divfK ?gt_eqF.
Qed.

Lemma only_small_block C D : C \in P -> D \in P -> small C -> small D -> C = D.
Proof.
move=> CP DP smallC smallD; apply/eqP; apply: contraT => CD.
have [DC|/ltW DC] := leP (size D) (size C); first by case: (not_two CP DP CD smallC smallD DC).
by rewrite eq_sym in CD; case: (not_two DP CP CD smallD smallC DC).
Qed.
End Blocks.

(* Nobody above one third: everybody together is individually stable, and nothing else is. *)
Lemma together_one_at_a_time (P : {set {set I}}) (i0 : I) : (forall i, 3%:R * s2 * n i <= mu) -> partition P setT ->
  individually_stable err P <-> P = [set setT].
Proof.
move=> small part; have [/eqP cov tr no] := and3P part.
split=> [stable|E]; last first.
  have block j : pblock P j = setT by apply: (def_pblock tr); rewrite ?E !inE.
  have all_small i : s2 * n i <= mu.
    apply: le_trans (small i); rewrite -mulrA; apply: ler_pemull; last by rewrite ler1n.
    by rewrite mulr_ge0 // ltW.
  have [_ indiv _] := stability_implications err P; apply: indiv => C [weak [j jC gain]].
  apply: (grand_coalition n_pos s2_pos all_small (C := C)); split=> [i iC|]; first by have := weak i iC; rewrite
    /at_home block.
  by exists j => //; move: gain; rewrite /at_home block.
have bP : pblock P i0 \in P by rewrite pblock_mem // cov inE.
have single : P = [set pblock P i0].
  apply/setP => C; rewrite inE; apply/idP/eqP => [CP|-> //]; apply: (only_small_block part stable CP bP) => i _;
    exact: small.
by move: cov; rewrite single /cover big_set1 => ->.
Qed.
End Alone.

(* Both statements together: the page's theorem. *)
Theorem one_small_block (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> partition P setT ->
  let stable := individually_stable (Coalitions.err n mu s2) P in let small C := forall i, i \in C -> 3%:R * s2 * n i
    <= mu in
  (stable -> forall C D, C \in P -> D \in P -> small C -> small D -> C = D) /\
  (forall i0 : I, small setT -> stable <-> P = [set setT]).
Proof.
move=> n0 mu0 s0 part stable small; split=> [is_stable C D|i0 all]; first exact: only_small_block.
by apply: together_one_at_a_time => // i; apply: all; rewrite inE.
Qed.
