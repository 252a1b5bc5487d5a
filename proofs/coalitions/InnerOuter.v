(* Blocks of a stable partition (coalitions/new-inner-blocks, new-outer-blocks): blocks of which no union blocks waste little,
   and so does a block whose largest member does not prefer to be alone. Any number of players, any positive sizes, any real
   field, uniform federation, sizes in units of mu/s2.
   Modelled: [err] of Coalitions.v, [cost] of BestPartition.v: what the members of a block pay, weighted by their sizes. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence OneThird BlockBounds BestPartition.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Stable.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}).
Local Notation err := (err n mu s2).
Definition nobody_prefers_alone := forall j, err (pblock P j) j <= err [set j] j.
(* No union of some blocks of R has only members who gain. *)
Definition no_union_blocks (R : {set {set I}}) := forall U : {set {set I}}, U \subset R -> U != set0 ->
  ~ (forall j, j \in cover U -> err (cover U) j < err (pblock P j) j).

(* Core stability is far more than that. *)
Theorem core_stable_is_enough : partition P setT -> core_stable n mu s2 P -> nobody_prefers_alone /\ no_union_blocks P.
Proof.
move=> part core; split=> [j|U UP /set0Pn[C CU]].
  by rewrite leNgt; apply/negP => gain; apply: (core [set j]) => [|i /set1P -> //]; apply/set0Pn; exists j; rewrite inE.
apply: core; have /set0Pn[j jC] : C != set0 by apply: block_not_empty part _ (subsetP UP C CU).
by apply/set0Pn; exists j; apply/bigcupP; exists C.
Qed.
End Stable.

Section Blocks.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypothesis n_pos : forall i, 0 < n i.
Implicit Types (A C D T : {set I}) (P R : {set {set I}}).
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation seen := (seen n).
Local Notation cost := (cost n).
Local Notation err := (err n 1 1).

(* --- Inner blocks. --- *)
Definition excess R := 3%:R * cost (cover R) - 2%:R * \sum_(C in R) cost C.

Theorem blocks_that_do_not_unite P R : partition P setT -> R \subset P -> no_union_blocks n 1 1 P R ->
  0 < excess R /\ 1 - seen (cover R) <= excess R.
Proof.
move=> part; have [m] := ubnP #|R|; elim: m R => // m IH R /ltnSE few RP no_union.
have nothing : size set0 = 0 /\ seen set0 = 0 by rewrite /OneThird.seen /Coalitions.size big_set0 invr0 mulr0.
have [->|R0] := eqVneq R set0.
  rewrite /excess /cover !big_set0 /BestPartition.cost (proj1 nothing) (proj2 nothing) mulr0 !subr0 addr0 mulr1.
  by rewrite ltr0n ler1n.
(* Somebody does not gain by the union: C is that block, D the union of the others. *)
have [j jR refuses] : exists2 j, j \in cover R & err (pblock P j) j <= err (cover R) j.
  case: (pickP [pred j in cover R | err (pblock P j) j <= err (cover R) j]) => [j /andP[jR le]|none]; first by exists j.
  case: (no_union R (subxx R) R0) => j jR; rewrite ltNge; have := none j; by rewrite /= jR /= => ->.
have /bigcupP[C CR jC] := jR; have CP := subsetP RP C CR.
rewrite (home part CP jC) in refuses.
have sub : R :\ C \subset R := subsetDl _ _.
have C0 := block_not_empty part CP; have N0 := nonempty_size n_pos C0.
have coverR : cover R = C :|: cover (R :\ C) by rewrite /cover (big_setD1 C CR).
have CD : [disjoint C & cover (R :\ C)].
  apply/bigcup_disjointP => X /setD1P[XC XR].
  by apply: (blocks_disjoint part CP (subsetP RP X XR)); rewrite eq_sym.
have small : seen C <= size C := seen_at_most_size n_pos C0.
have sum (f : {set I} -> K) : \sum_(X in R) f X = f C + \sum_(X in R :\ C) f X by rewrite (big_setD1 C CR).
have [E|D0] := eqVneq (cover (R :\ C)) set0.
  have one : R :\ C = set0.
    apply/eqP; apply: contraT => /set0Pn[X XR]; have /set0Pn[i iX] : X != set0.
      by apply: block_not_empty part _ (subsetP RP X _); apply: (subsetP sub).
    by move/setP/(_ i): E; rewrite inE => /negP[]; apply/bigcupP; exists X.
  rewrite /excess sum coverR E setU0 one big_set0 addr0 -mulrBl; have -> : 3%:R - 2%:R = 1 :> K by ring.
  rewrite mul1r /BestPartition.cost -addrA; split; first by rewrite ltr_paddr ?ltr01 // subr_ge0.
  by rewrite ler_add2l ler_addr ltW.
have few' : (#|R :\ C| < m)%N by rewrite (leq_trans _ few) // (cardsD1 C R) CR.
have union' : no_union_blocks n 1 1 P (R :\ C) by move=> U UR; apply: no_union; apply: subset_trans UR sub.
have [E0 E1] := IH _ few' (subset_trans sub RP) union'.
pose D := cover (R :\ C); rewrite -/D in coverR CD D0 E1.
have M0 : 0 < size D := nonempty_size n_pos D0; have MN := addr_gt0 N0 M0.
pose w := size C / (size C + size D).
have : 1 - 2%:R * 1 * n j + 1 * (seen C * (1 + w) - seen D * w) <= 0.
  by move: refuses; rewrite leNgt coverR (merging_pays _ _ n_pos CD D0 jC) -leNgt.
rewrite mulr1 mul1r => {}refuses.
have w0 : 0 < w by rewrite divr_gt0.
have w1 : w < 1 by rewrite ltr_pdivr_mulr // mul1r ltr_addl.
have square : n j ^+ 2 <= seen C * size C.
  by rewrite seen_size // /Coalitions.squares (bigD1 j) //= ler_addl sumr_ge0 // => i _; apply: sqr_ge0.
have bound : 1 + (1 + w) * seen C - w * seen D <= 2%:R * n j.
  by rewrite -subr_le0; apply: le_trans refuses; have -> : 1 + (1 + w) * seen C - w * seen D - 2%:R * n j =
    1 - 2%:R * n j + (seen C * (1 + w) - seen D * w) by ring.
have [pos low] := next_block (seen_pos n_pos C0) (seen_pos n_pos D0) w0 w1 small square bound E0 E1.
have union : seen (cover R) = united (seen C) (seen D) w.
  rewrite coverR /united /OneThird.seen sizeU // squaresU // -(seen_size n_pos C0) -(seen_size n_pos D0) /w.
  by rewrite /OneThird.seen; field; rewrite !gt_eqF.
have -> : excess R = next_excess (excess (R :\ C)) (size C) (seen C) (seen D) w.
  have together : cost (cover R) = 1 + (size C + size D) - united (seen C) (seen D) w.
    by rewrite -union coverR /BestPartition.cost sizeU.
  rewrite /excess sum together -/D /next_excess /united -[cost C]/(1 + size C - seen C) -[cost D]/(1 + size D - seen D).
  have alg (c d e f v S : K) : 3%:R * (1 + (c + d) - (v * e + (1 - v) * f)) - 2%:R * (1 + c - e + S) =
    3%:R * (1 + d - f) - 2%:R * S + c + (2%:R - 3%:R * v) * e + 3%:R * (v * f) - 2%:R by ring.
  exact: alg.
by rewrite union.
Qed.

(* --- Outer blocks: a largest member L, guests above 1, the others T. --- *)
Definition guests C T L := (C :\ L) :\: T.
Definition term C T L := 3%:R * size T + 3%:R * (1 + #|guests C T L|%:R) - 2%:R * cost C.

Lemma stays_means C L : L \in C -> C :\ L != set0 -> err C L <= err [set L] L ->
  content (n L) (size (C :\ L)) (seen (C :\ L)).
Proof.
move=> LC R0; have r0 := nonempty_size n_pos R0; have L0 := n_pos L; have T0 := addr_gt0 L0 r0.
rewrite (err_two_numbers _ _ n_pos LC) (err_two_numbers _ _ n_pos (set11 L)) {2}/Coalitions.squares big_set1 size1.
have -> : squares C = n L ^+ 2 + seen (C :\ L) * size (C :\ L) by rewrite seen_size // /Coalitions.squares (big_setD1 L LC).
have -> : size C = n L + size (C :\ L) by rewrite /Coalitions.size (big_setD1 L LC).
move: (size (C :\ L)) (seen (C :\ L)) r0 T0 => r z r0 T0; rewrite -subr_ge0 => H.
have P0 : 0 < n L * (n L + r) ^+ 2 by rewrite mulr_gt0 ?exprn_gt0.
rewrite /content -(pmulr_rge0 _ r0); have := mulr_ge0 (ltW P0) H.
congr (0 <= _); field; by rewrite !gt_eqF.
Qed.

Theorem block_with_a_large_member C T L : L \in C -> T \subset C :\ L -> (forall i, i \in C -> n i <= n L) ->
  (forall i, i \in guests C T L -> 1 < n i) -> err C L <= err [set L] L ->
  0 < term C T L /\ (T != set0 -> 3%:R * seen T - 1 <= term C T L).
Proof.
move=> LC TC largest above stays; set X := guests C T L in above *.
have sumC (f : I -> K) : \sum_(i in C) f i = f L + \sum_(i in C :\ L) f i by rewrite (big_setD1 L LC).
have sumR (f : I -> K) : \sum_(i in C :\ L) f i = \sum_(i in T) f i + \sum_(i in X) f i.
  by rewrite (big_setID T) /=; congr (_ + _); apply: eq_bigl => i; rewrite (setIidPr TC).
have [R0|R0] := eqVneq (C :\ L) set0.
  have T0 : T = set0 by apply/eqP; rewrite -subset0 -R0.
  have Xe : X = set0 by rewrite /X /guests R0 set0D.
  have Ce : C = [set L] by rewrite -(setD1K LC) R0 setU0.
  rewrite /term -/X T0 Xe cards0 addr0 mulr1 {1}/Coalitions.size big_set0 mulr0 add0r Ce /BestPartition.cost size1 seen1 //.
  by rewrite addrK mulr1 eqxx; split=> //; rewrite subr_gt0 ltr_nat.
have r0 := nonempty_size n_pos R0; have L0 := n_pos L; have T0 := addr_gt0 L0 r0.
have stay := stays_means LC R0 stays.
set r := size (C :\ L) in r0 T0 stay *; set z := seen (C :\ L) in stay *; set x := size X.
have zr : z <= r := seen_at_most_size n_pos R0.
have z0 : 0 <= z := seen_ge n_pos (C :\ L).
have sizeT : size T = r - x by rewrite /r /x /Coalitions.size sumR addrK.
have termE : term C T L = balance_with_guests (n L) r z x #|X|%:R.
  have Csize : size C = n L + r by rewrite /Coalitions.size sumC.
  have Cseen : seen C = (n L ^+ 2 + z * r) / (n L + r).
    by rewrite {1}/OneThird.seen Csize /z /r seen_size // /Coalitions.squares sumC.
  by rewrite /term -/X sizeT /BestPartition.cost Csize Cseen /balance_with_guests /balance; ring.
have [X0|X0] := eqVneq X set0.
  have Te : T = C :\ L by apply/eqP; rewrite eqEsubset TC -setD_eq0 -/(guests C T L) -/X X0 eqxx.
  have [pos low] := outer_block L0 r0 z0 zr stay.
  have -> : term C T L = balance (n L) r z.
    by rewrite termE /balance_with_guests /x X0 /Coalitions.size big_set0 cards0 subr0 mulr0 subr0.
  by split=> // _; rewrite Te.
have /set0Pn[k kX] := X0; have XC i : i \in X -> i \in C by rewrite !inE => /andP[_ /andP[]].
have L1 : 1 < n L := lt_le_trans (above k kX) (largest k (XC k kX)).
have count (b : K) : #|X|%:R * b = \sum_(i in X) b by rewrite sumr_const mulr_natl.
have h1 : 1 <= #|X|%:R :> K by rewrite ler1n card_gt0.
have hx : #|X|%:R <= x by rewrite -[X in X <= _]mulr1 count; apply: ler_sum => i /above/ltW.
have xhL : x <= #|X|%:R * n L by rewrite count; apply: ler_sum => i /XC/largest.
have xX : x <= squares X.
  by apply: ler_sum => i iX; rewrite expr2 ler_pmulr // ltW // above.
have split : z * r = squares T + squares X by rewrite /z /r seen_size // /Coalitions.squares sumR.
have T_ge : 0 <= squares T by apply: sumr_ge0 => i _; apply: sqr_ge0.
have xr : x <= r by rewrite -subr_ge0 -sizeT size_ge.
have xq : x <= z * r by rewrite split ler_paddl.
have seenT : seen T * (r - x) <= z * r - x.
  rewrite -sizeT split -addrA; apply: (@le_trans _ _ (squares T)); last by rewrite ler_addl subr_ge0.
  have [->|Tn] := eqVneq T set0; last by rewrite seen_size.
  by rewrite /OneThird.seen /Coalitions.size /Coalitions.squares !big_set0 mulr0.
have [pos low] := outer_block_with_guests L1 xr h1 hx xhL xq seenT stay.
rewrite termE; split=> // Tn; apply: low; rewrite -subr_gt0 -sizeT; exact: nonempty_size.
Qed.
End Blocks.
