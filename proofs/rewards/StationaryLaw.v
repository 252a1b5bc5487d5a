(* A finite chain in which every state is reached from every other has exactly one stationary law
   (rewards/theorem-2-proof-unique).
   Modelled: states are the numbers up to n, P x y is the probability of moving from x to y, in any ordered field. Of
   the two conditions of the page, irreducible and aperiodic, the proof needs only the first. *)
From mathcomp Require Import all_ssreflect all_algebra.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section StationaryLaw.
Variables (K : realFieldType) (n : nat) (P : 'I_n.+1 -> 'I_n.+1 -> K).
Definition stationary (p : 'I_n.+1 -> K) := forall y, \sum_x p x * P x y = p y.
Definition stationary_law (p : 'I_n.+1 -> K) := [/\ forall x, 0 <= p x, \sum_x p x = 1 & stationary p].
Hypothesis P_nonneg : forall x y, 0 <= P x y.
Hypothesis P_sum : forall x, \sum_y P x y = 1.

(* The vector of ones is fixed from the right, so the matrix less the identity is singular: some vector is fixed from
   the left as well. *)
Lemma some_fixed_vector : exists2 v : 'I_n.+1 -> K, stationary v & exists x, v x != 0.
Proof.
pose Q : 'M[K]_n.+1 := \matrix_(x, y) P x y; pose A := Q - 1%:M; pose c : 'cV[K]_n.+1 := const_mx 1.
have Ac : A *m c = 0.
  rewrite mulmxBl mul1mx; apply/matrixP=> x j; rewrite !mxE; apply/eqP; rewrite subr_eq0; apply/eqP.
  by rewrite -[RHS](P_sum x); apply: eq_bigr => y _; rewrite !mxE mulr1.
have c0 : c != 0 by apply/eqP=> /matrixP /(_ ord0 ord0); rewrite !mxE => /eqP; rewrite oner_eq0.
have singular : kermx A != 0.
  rewrite kermx_eq0 row_free_unit; apply/negP=> unit; case/eqP: c0.
  by rewrite -[c](mulKmx unit) Ac mulmx0.
case/rowV0Pn: singular => v /sub_kermxP vA v0.
exists (fun x => v ord0 x); last first.
  apply/existsP; rewrite -negb_forall; apply: contra v0 => /forallP all0.
  by apply/eqP/matrixP=> i x; rewrite ord1 mxE; apply/eqP; apply: all0.
move=> y; move/matrixP: vA => /(_ ord0 y); rewrite mulmxBr mulmx1 !mxE => /eqP; rewrite subr_eq0 => /eqP <-.
by apply: eq_bigr => x _; rewrite !mxE.
Qed.

(* The sizes of its entries are fixed, too: no entry can grow, for all of them together do not. *)
Lemma fixed_sizes v : stationary v -> stationary (fun x => `|v x|).
Proof.
move=> fixed.
have grow y : `|v y| <= \sum_x `|v x| * P x y.
  rewrite -{1}(fixed y); apply: le_trans (ler_norm_sum _ _ _) _; apply: ler_sum => x _.
  by rewrite normrM (ger0_norm (P_nonneg x y)).
have total : \sum_y (\sum_x `|v x| * P x y - `|v y|) = 0.
  rewrite sumrB exchange_big /=; apply/eqP; rewrite subr_eq0; apply/eqP.
  by apply: eq_bigr => x _; rewrite -mulr_sumr P_sum mulr1.
move=> y; apply/eqP; rewrite -subr_eq0; apply/eqP.
by apply: (psumr_eq0P _ total) => // z _; rewrite subr_ge0.
Qed.

Definition moves := [rel x y | 0 < P x y].
(* Where a stationary measure is zero, it is zero wherever one can come from. *)
Lemma zero_spreads r x y : (forall z, 0 <= r z) -> stationary r -> connect moves x y -> r y = 0 -> r x = 0.
Proof.
move=> r0 fixed /connectP[s]; elim: s x => [|z s IH] x /=; first by move=> _ <-.
case/andP=> step path last_y ry; have rz : r z = 0 by apply: (IH z path last_y ry).
have zero : r x * P x z = 0.
  have := fixed z; rewrite rz => total; apply: (psumr_eq0P _ total) => // u _; exact: mulr_ge0.
by move/eqP: zero; rewrite mulf_eq0 (gt_eqF step) orbF => /eqP.
Qed.

Theorem one_stationary_law :
  (forall x y, connect moves x y) ->
  exists p, stationary_law p /\ forall p', stationary_law p' -> forall x, p' x = p x.
Proof.
move=> irreducible.
have [v fixed [x0 vx0]] := some_fixed_vector.
have sizes := fixed_sizes v fixed.
pose s := \sum_x `|v x|.
have s0 : 0 < s.
  rewrite /s (bigD1 x0) //=; apply: ltr_paddr; last by rewrite normr_gt0.
  by apply: sumr_ge0 => x _; exact: normr_ge0.
pose p x := `|v x| / s.
have lawp : stationary_law p.
  split=> [x||y]; first by rewrite divr_ge0 // ltW.
    by rewrite -mulr_suml divff // gt_eqF.
  by rewrite /p -(sizes y) mulr_suml; apply: eq_bigr => x _; rewrite mulrAC.
(* A stationary law is positive everywhere. *)
have positive q : stationary_law q -> forall x, 0 < q x.
  case=> q0 q1 qs x; rewrite lt_neqAle q0 andbT eq_sym; apply/eqP=> qx.
  have all0 y : q y = 0 by apply: (zero_spreads q y x).
  by move: q1; rewrite big1 // => /eqP; rewrite eq_sym oner_eq0.
exists p; split=> // p' lawp'; have [p0 p1 ps] := lawp; have [q0 q1 qs] := lawp'.
(* Take away the largest multiple of p that p' holds; the rest is zero somewhere, hence everywhere. *)
pose ratio x := p' x / p x.
have [t least] : exists t, forall x, ratio t <= ratio x.
  by case: (arg_minP ratio (erefl : xpredT x0)) => t _ H; exists t => x; apply: H.
pose r x := p' x - ratio t * p x.
have r0 x : 0 <= r x by rewrite subr_ge0 -ler_pdivl_mulr ?least //; exact: positive.
have rs : stationary r.
  move=> y; rewrite /r -(qs y) -(ps y) mulr_sumr -sumrB.
  by apply: eq_bigr => x _; rewrite mulrBl mulrA.
have rt : r t = 0 by rewrite /r /ratio divfK ?subrr // gt_eqF // positive.
have all0 x : r x = 0 by apply: (zero_spreads r x t).
have one : ratio t = 1.
  have : \sum_x r x = 0 by apply: big1.
  by rewrite sumrB -mulr_sumr p1 q1 mulr1 => /eqP; rewrite subr_eq0 => /eqP.
by move=> x; have /eqP := all0 x; rewrite /r one mul1r subr_eq0 => /eqP.
Qed.
End StationaryLaw.
