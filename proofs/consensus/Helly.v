(* How large a minimal witness of convex sets is (consensus/new-minimal-witness): at most d + 1 clients in d dimensions, for any number of
   clients and any convex sets, open, closed or neither, over any ordered field. This is Helly's theorem for finitely many
   sets, proved as Radon did; boxes need two clients in every dimension.
   Modelled: client m reports that it accepts the point x of a space of row vectors if [R m x]. A witness is a group whose
   reports have no common point; it is minimal if every smaller group has one. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Trust.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Helly.
Variables (K : realFieldType) (d : nat).
Notation point := 'rV[K]_d.
Definition convex (C : point -> bool) := forall x y t, 0 <= t -> t <= 1 -> C x -> C y -> C (t *: x + (1 - t) *: y).

Lemma weighted (J : eqType) (C : point -> bool) (a : J -> K) (x : J -> point) (s : seq J) : convex C ->
  (forall i, 0 <= a i) -> (forall i, a i != 0 -> C (x i)) -> 0 < \sum_(i <- s) a i ->
  C ((\sum_(i <- s) a i)^-1 *: \sum_(i <- s) a i *: x i).
Proof.
move=> cvx a0 Cx; elim: s => [|i s IH]; first by rewrite big_nil ltxx.
rewrite !big_cons; have [->|ai] := eqVneq (a i) 0; first by rewrite add0r scale0r add0r.
have rest : 0 <= \sum_(j <- s) a j by apply: sumr_ge0 => j _.
have pos : 0 < a i by rewrite lt_def ai a0.
move: rest; rewrite le_eqVlt => /orP[/eqP none|some] total.
  have zero : \sum_(j <- s) a j *: x j = 0.
    apply: big1_seq => j /andP[_ js]; have /eqP := esym none.
    by rewrite psumr_eq0 // => /allP/(_ j js)/eqP ->; rewrite scale0r.
  by rewrite -none zero !addr0 scalerA mulVf // scale1r Cx.
set b := \sum_(j <- s) a j in some total IH *.
have -> : (a i + b)^-1 *: (a i *: x i + \sum_(j <- s) a j *: x j) =
    (a i / (a i + b)) *: x i + (1 - a i / (a i + b)) *: (b^-1 *: \sum_(j <- s) a j *: x j).
  have -> : 1 - a i / (a i + b) = b / (a i + b).
    by apply: (mulIf (lt0r_neq0 total)); rewrite mulrBl mul1r !divfK ?lt0r_neq0 // addrAC subrr add0r.
  rewrite scalerDr !scalerA; congr (_ *: _ + _ *: _); first exact: mulrC.
  by rewrite mulrAC mulfV ?mul1r // lt0r_neq0.
apply: cvx; rewrite ?Cx ?IH //; first by rewrite divr_ge0 // ltW.
by rewrite ler_pdivr_mulr // mul1r ler_addl ltW.
Qed.

(* More than d + 1 points, each in all sets but its own: then some point is in all sets. *)
Lemma radon n (C : 'I_n -> point -> bool) (x : 'I_n -> point) : (d.+1 < n)%N -> (forall j, convex (C j)) ->
  (forall i j, j != i -> C j (x i)) -> exists p, forall j, C j p.
Proof.
move=> many cvx H; pose A : 'M[K]_(n, 1 + d) := \matrix_i row_mx 1 (x i).
have /rowV0Pn[v /sub_kermxP vA v0] : kermx A != 0.
  rewrite kermx_eq0 /row_free neq_ltn (leq_ltn_trans _ many) //; exact: rank_leq_col.
have sums : \sum_i v 0 i *: row i A = 0 by rewrite -mulmx_sum_row.
have weights : \sum_i v 0 i = 0.
  have := congr1 (fun u : 'rV_(1 + d) => u 0 (lshift d 0)) sums; rewrite summxE [RHS]mxE => e; rewrite -[RHS]e.
  apply: eq_bigr => i _.
  by rewrite mxE [row i A _ _]mxE mxE row_mxEl mxE mulr1.
have points : \sum_i v 0 i *: x i = 0.
  apply/rowP => k; have := congr1 (fun u : 'rV_(1 + d) => u 0 (rshift 1 k)) sums.
  rewrite summxE [X in _ = X]mxE => e; rewrite summxE [RHS]mxE -[RHS]e; apply: eq_bigr => i _.
  by rewrite mxE [RHS]mxE; congr (_ * _); rewrite [RHS]mxE mxE row_mxEr.
pose a i := Num.max (v 0 i) 0; pose b i := Num.max (- v 0 i) 0.
have a0 i : 0 <= a i by rewrite le_maxr lexx orbT.
have b0 i : 0 <= b i by rewrite le_maxr lexx orbT.
have split i : v 0 i = a i - b i.
  rewrite /a /b; case: (leP (v 0 i) 0) => vi; first by rewrite max_l ?oppr_ge0 // opprK add0r.
  by rewrite max_r ?subr0 // oppr_le0 ltW.
have same : \sum_i a i = \sum_i b i.
  by apply/eqP; rewrite -subr_eq0 -sumrB -[X in _ == X]weights; apply/eqP; apply: eq_bigr => i _; rewrite split.
have same_point : \sum_i a i *: x i = \sum_i b i *: x i.
  apply/eqP; rewrite -subr_eq0 -sumrB -[X in _ == X]points; apply/eqP; apply: eq_bigr => i _.
  by rewrite split scalerBl.
have total : 0 < \sum_i a i.
  rewrite lt_def sumr_ge0 ?andbT => [|i _]; last exact: a0.
  apply: contraNneq v0 => none; apply/eqP/rowP => i; rewrite [RHS]mxE split.
  have /eqP := none; rewrite psumr_eq0 => [/allP/(_ i)|j _]; last exact: a0.
  rewrite mem_index_enum => /(_ isT)/eqP ->; have /eqP := none; rewrite same psumr_eq0 => [/allP/(_ i)|j _]; last exact: b0.
  by rewrite mem_index_enum => /(_ isT)/eqP ->; rewrite subr0.
exists ((\sum_i a i)^-1 *: \sum_i a i *: x i) => j; case: (ltP 0 (v 0 j)) => vj.
  rewrite same_point same; apply: weighted => // [i bi|]; last by rewrite -same.
  apply: H; apply: contraNneq bi => <-; rewrite /b max_r // oppr_le0 ltW //.
apply: weighted => // i ai; apply: H; apply: contraNneq ai => <-.
by rewrite /a max_r.
Qed.

(* A minimal witness of convex reports has at most d + 1 clients. *)
Lemma convex_witnesses_are_small (I : finType) (R : I -> point -> bool) (A : {set I}) : (forall m, convex (R m)) ->
  minimal_witness R A -> (#|A| <= d.+1)%N.
Proof.
move=> cvx [none least]; rewrite leqNgt; apply/negP => many; apply: none.
have /fin_all_exists[x Hx] (i : 'I_#|A|) : exists x, forall j : 'I_#|A|, j != i -> R (enum_val j) x.
  have [x Hx] := least (enum_val i) (enum_valP i); exists x => j ji; apply: Hx.
  by rewrite !inE (inj_eq enum_val_inj) ji enum_valP.
have [p Hp] := radon (C := fun j => R (enum_val j)) many (fun j => cvx _) Hx.
by exists p => m mA; have := Hp (enum_rank_in mA m); rewrite enum_rankK_in.
Qed.
End Helly.

(* One liar and k archetypes: at most k + 1 clients, and at most min(k, d) + 1 if reports are convex in d dimensions. Whatever
   the number of liars, no two truthful clients of the same archetype. *)
Theorem minimal_witnesses_are_small (K : realFieldType) (I Q : finType) (X : Type) (has : Q -> X -> bool) (kind : I -> Q)
    (R : I -> X -> bool) (liars : {set I}) (A : {set I}) : (forall m, m \notin liars -> R m =1 truth has kind m) ->
  (exists w, forall m, truth has kind m w) -> minimal_witness R A ->
  [/\ forall m k, m \in A :\: liars -> k \in A :\: liars -> kind m = kind k -> m = k,
    (#|liars| <= 1)%N -> (#|A| <= #|Q| + 1)%N &
    forall d (see : X -> 'rV[K]_d) (C : I -> 'rV[K]_d -> bool), bijective see -> (forall m, convex (C m)) ->
      (forall m x, R m x = C m (see x)) -> (#|liars| <= 1)%N -> (#|A| <= minn #|Q| d + 1)%N].
Proof.
move=> honest common minimal; have [_ once] := minimal_witnesses honest common minimal.
have kinds : (#|liars| <= 1)%N -> (#|A| <= #|Q| + 1)%N.
  move=> one; rewrite -(cardsID liars A) addnC leq_add //; last first.
    by apply: leq_trans one; apply: subset_leq_card (subsetIr _ _).
  rewrite -(card_in_imset (f := kind)); first exact: max_card.
  by move=> m k mA kA; apply: once.
split=> // d see C [back seeK backK] cvx same one; rewrite addn_minl leq_min kinds //= addn1.
apply: (convex_witnesses_are_small cvx); have [none least] := minimal; split=> [[p Hp]|m mA].
  by apply: none; exists (back p) => m mA; rewrite same backK Hp.
by have [x Hx] := least m mA; exists (see x) => k kA; rewrite -same Hx.
Qed.

(* Boxes, products of intervals, which may be open, closed or neither, and unbounded: if any two of some boxes have a common point,
   all have; so a minimal witness has at most two clients. *)
Definition interval (disp : unit) (K : orderType disp) (C : K -> bool) := forall x y z, C x -> C z -> (x <= y <= z)%O -> C y.
Theorem boxes_need_two (disp : unit) (K : orderType disp) (J : Type) (I : finType) (B : I -> J -> K -> bool) (A : {set I}) :
  (forall m i, interval (B m i)) ->
  (forall m k, m \in A -> k \in A -> exists x, (forall i, B m i (x i)) /\ (forall i, B k i (x i))) ->
  A != set0 -> exists x, forall m, m \in A -> forall i, B m i (x i).
Proof.
move=> itv pairs /set0Pn[m0 m0A]; have [x0 _] := pairs m0 m0 m0A m0A.
have /fin_all_exists[p Hp] (mk : I * I) : exists x, mk.1 \in A -> mk.2 \in A -> (forall i, B mk.1 i (x i)) /\ (forall i, B mk.2 i (x i)).
  case: mk => m k /=; case: (boolP (m \in A)) => mA; last by exists x0.
  case: (boolP (k \in A)) => kA; last by exists x0.
  by have [x both] := pairs m k mA kA; exists x.
pose q m i := p (m, [arg min_(k < m0 | k \in A) p (m, k) i]%O) i.
exists (fun i => q [arg max_(m > m0 | m \in A) q m i]%O i) => k kA i; case: arg_maxP => // m mA most.
apply: (itv k i (q k i) _ (p (m, k) i)).
- by rewrite /q; case: arg_minP => // l lA _; have [own _] := Hp (k, l) kA lA.
- by have [_ own] := Hp (m, k) mA kA.
by apply/andP; split; [exact: most|rewrite /q; case: arg_minP => // l _; apply].
Qed.
