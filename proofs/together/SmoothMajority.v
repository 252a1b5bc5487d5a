(* Balanced payments that need not be quadratic: some majority gains (new-majority-beyond-squares). Any number of
   members, any ordered field.
   Modelled: P i x is what i expects to pay more if each report j is moved by x j; small moves along each direction
   change it by a slope and a curvature, up to less than any multiple of the square. Not modelled: the law of the
   reports and the payments themselves, of which P is the expectation. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike SomeMajority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Smooth.
Variables (K : realFieldType) (I : finType).
Implicit Types (x y : {ffun I -> K}) (T : {set I}).

Definition scaled (s : K) x : {ffun I -> K} := [ffun j => s * x j].
Definition raised (a : K) x : {ffun I -> K} := [ffun j => x j + a].
Definition moved (T : {set I}) (u : K) : {ffun I -> K} := [ffun j => if j \in T then u else 0].
Definition form (H : I -> I -> K) x := \sum_j \sum_k H j k * (x j * x k).
(* Along each direction: a slope, a curvature, and a rest that is small against the square. *)
Definition second_order (P : {ffun I -> K} -> K) (l : I -> K) (H : I -> I -> K) := forall x e, 0 < e ->
  exists2 d, 0 < d & forall s, `|s| <= d ->
    `|P (scaled s x) - (s * (\sum_j l j * x j) + s ^+ 2 * form H x)| <= e * s ^+ 2.

(* Two opposite moves together: the slope cancels. *)
Lemma opposite P l H x e : second_order P l H -> 0 < e -> exists2 d, 0 < d & forall s, 0 < s -> s <= d ->
  `|P (scaled s x) + P (scaled (- s) x) - 2%:R * s ^+ 2 * form H x| <= e * s ^+ 2.
Proof.
move=> order e0; have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [d d0 near] := order x _ e2; exists d => // s s0 sd.
have := near (- s); rewrite normrN gtr0_norm // => /(_ sd); rewrite sqrrN => back.
have := near s; rewrite gtr0_norm // => /(_ sd) forth.
have := le_trans (ler_norm_add _ _) (ler_add forth back).
have -> : e / 2%:R * s ^+ 2 + e / 2%:R * s ^+ 2 = e * s ^+ 2 by field.
by congr (`|_| <= _); ring.
Qed.

(* The same for what several members pay together. *)
Lemma opposite_sum (A : {pred I}) P l H x e : (forall i, second_order (P i) (l i) (H i)) -> 0 < e ->
  exists2 d, 0 < d & forall s, 0 < s -> s <= d ->
  `|\sum_(i in A) P i (scaled s x) + \sum_(i in A) P i (scaled (- s) x)
    - 2%:R * s ^+ 2 * \sum_(i in A) form (H i) x| <= e * s ^+ 2.
Proof.
move=> order e0; pose n : K := #|I|.+1%:R; have n0 : 0 < n by rewrite ltr0n.
have n_neq : n != 0 by rewrite gt_eqF.
have each i : exists d, 0 < d /\ forall s, 0 < s -> s <= d ->
  `|P i (scaled s x) + P i (scaled (- s) x) - 2%:R * s ^+ 2 * form (H i) x| <= e / n * s ^+ 2.
  by have [d d0 near] := opposite x (order i) (divr_gt0 e0 n0); exists d.
have [d near] := fin_all_exists each.
have d_pos i : 0 < d i by case: (near i).
have rest0 i : 0 <= \sum_(j | j != i) (d j)^-1 by apply: sumr_ge0 => j _; rewrite invr_ge0 ltW.
have all0 : 0 < 1 + \sum_i (d i)^-1.
  by apply: ltr_paddr; rewrite ?ltr01 //; apply: sumr_ge0 => i _; rewrite invr_ge0 ltW.
have least i : (1 + \sum_i (d i)^-1)^-1 <= d i.
  by rewrite -[d i]invrK lef_pinv ?posrE ?invr_gt0 // (bigD1 i) //= addrCA ler_addl addr_ge0 ?ler01.
exists (1 + \sum_i (d i)^-1)^-1; first by rewrite invr_gt0.
move=> s s0 sd; rewrite -big_split mulr_sumr -sumrB /=.
apply: le_trans (ler_norm_sum _ _ _) _.
have small i : `|P i (scaled s x) + P i (scaled (- s) x) - 2%:R * s ^+ 2 * form (H i) x| <= e / n * s ^+ 2.
  by have [_ ->] // := near i; apply: le_trans sd _.
apply: le_trans (ler_sum _ (fun i _ => small i)) _; rewrite sumr_const -[_ *+ _]mulr_natr mulrAC.
have -> : e / n * #|A|%:R * s ^+ 2 = e * s ^+ 2 * (#|A|%:R / n) by field.
apply: ler_pimulr; first by rewrite mulr_ge0 ?sqr_ge0 // ltW.
by rewrite ler_pdivr_mulr // mul1r ler_nat ltnW // ltnS max_card.
Qed.

(* A curvature that is below every multiple of the square is zero or less, and one that is above, zero or more. *)
Lemma at_most (b d e : K) : 0 < d -> (forall s, 0 < s -> s <= d -> b * s ^+ 2 <= e * s ^+ 2) -> b <= e.
Proof. by move=> d0 /(_ d d0 (lexx d)); rewrite ler_pmul2r // exprn_gt0. Qed.
Lemma nothing (b : K) : (forall e, 0 < e -> b <= e) -> b <= 0.
Proof. by move=> small; rewrite leNgt; apply/negP => b0; have := small _ (divr_gt0 b0 (ltr0n _ 2)); rewrite
  ler_pdivl_mulr ?ltr0n // ger_pmulr // lern1. Qed.

(* What the members of A pay together is nowhere negative along x: neither is the curvature. *)
Lemma curvature_ge0 (A : {pred I}) P l H x : (forall i, second_order (P i) (l i) (H i)) ->
  (forall s, 0 <= \sum_(i in A) P i (scaled s x)) -> 0 <= \sum_(i in A) form (H i) x.
Proof.
move=> order never; rewrite -oppr_le0; apply: nothing => e e0.
have e2 : 0 < 2%:R * e by rewrite mulr_gt0 ?ltr0n.
have [d d0 near] := opposite_sum A x order e2; apply: (at_most d0) => s s0 sd.
have := near s s0 sd; rewrite ler_norml => /andP[_].
have := addr_ge0 (never s) (never (- s)); move: (\sum_(i in A) form (H i) x) (_ + _) => b two two0 below.
rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // [X in _ <= X]mulrA; apply: le_trans below.
by rewrite -subr_ge0 (_ : _ - _ = two) //; ring.
Qed.

(* Payments that sum to zero: so do their curvatures. *)
Lemma curvature_0 (A : {pred I}) P l H x : (forall i, second_order (P i) (l i) (H i)) ->
  (forall y, \sum_(i in A) P i y = 0) -> \sum_(i in A) form (H i) x = 0.
Proof.
move=> order zero; apply/eqP; rewrite eq_le (@curvature_ge0 A P l H) // ?andbT => [|s]; last by rewrite zero.
rewrite -oppr_ge0 -sumrN.
have -> : \sum_(i in A) - form (H i) x = \sum_(i in A) form (fun j k => - H i j k) x.
  apply: eq_bigr => i _; rewrite /form -sumrN; apply: eq_bigr => j _; rewrite -sumrN; apply: eq_bigr => k _.
  by rewrite mulNr.
apply: (@curvature_ge0 A (fun i y => - P i y) (fun i j => - l i j)) => [i y e e0|s]; last by rewrite sumrN zero oppr0.
have [d d0 near] := order i y e e0; exists d => // s sd.
have turned : \sum_j - l i j * y j = - \sum_j l i j * y j by rewrite -sumrN; apply: eq_bigr => j _; rewrite mulNr.
have bent : form (fun j k => - H i j k) y = - form (H i) y.
  rewrite /form -sumrN; apply: eq_bigr => j _; rewrite -sumrN; apply: eq_bigr => k _; exact: mulNr.
rewrite /= turned bent -normrN.
have -> : - (- P i (scaled s y) - (s * - (\sum_j l i j * y j) + s ^+ 2 * - form (H i) y)) =
  P i (scaled s y) - (s * (\sum_j l i j * y j) + s ^+ 2 * form (H i) y) by ring.
exact: near.
Qed.

(* A move of all reports together changes nothing: nor does it change a curvature. *)
Lemma curvature_raised P l H x a : second_order P l H -> (forall y b, P (raised b y) = P y) ->
  form H (raised a x) = form H x.
Proof.
move=> order same; apply/eqP; rewrite -subr_eq0 -normr_le0; apply: nothing => e e0.
have [d1 d1_pos near1] := opposite x order e0; have [d2 d2_pos near2] := opposite (raised a x) order e0.
have d0 : 0 < Num.min d1 d2 by rewrite lt_minr d1_pos.
apply: (at_most d0) => s s0; rewrite le_minr => /andP[/(near1 s s0) one /(near2 s s0)].
have lifted t : P (scaled t (raised a x)) = P (scaled t x).
  by rewrite -(same (scaled t x) (t * a)); congr P; apply/ffunP => j; rewrite !ffunE mulrDr.
rewrite !lifted distrC => two; have both := le_trans (ler_norm_add _ _) (ler_add one two).
have split : P (scaled s x) + P (scaled (- s) x) - 2%:R * s ^+ 2 * form H x +
  (2%:R * s ^+ 2 * form H (raised a x) - (P (scaled s x) + P (scaled (- s) x))) =
  2%:R * s ^+ 2 * (form H (raised a x) - form H x) by ring.
have sum_e : e * s ^+ 2 + e * s ^+ 2 = 2%:R * s ^+ 2 * e by ring.
have pos : 0 < 2%:R * s ^+ 2 by rewrite mulr_gt0 ?ltr0n ?exprn_gt0.
move: both; rewrite split sum_e normrM gtr0_norm // ler_pmul2l // => close.
by rewrite ler_wpmul2r ?sqr_ge0.
Qed.

Lemma form_moved H T : form H (moved T 1) = \sum_(j in T) \sum_(k in T) H j k.
Proof.
rewrite /form [RHS]big_mkcond; apply: eq_bigr => j _; case: ifP => jT; last first.
  by apply: big1 => k _; rewrite !ffunE jT mul0r mulr0.
by rewrite [RHS]big_mkcond; apply: eq_bigr => k _; rewrite !ffunE jT mul1r; case: ifP; rewrite ?mulr1 ?mulr0.
Qed.

(* If a move of all reports changes nothing, the rows of the symmetric part add up to zero. *)
Lemma rows H j : (forall x a, form H (raised a x) = form H x) -> \sum_k (H j k + H k j) = 0.
Proof.
move=> same; have all0 : \sum_j' \sum_k H j' k = 0.
  have := same (moved set0 1) 1; rewrite form_moved big_set0 => zero; rewrite -[RHS]zero.
  by apply: eq_bigr => j' _; apply: eq_bigr => k _; rewrite !ffunE !inE add0r !mulr1.
have value : form H (raised 1 (moved [set j] 1)) - form H (moved [set j] 1) =
    \sum_j' \sum_k ((j' == j)%:R * H j' k + (k == j)%:R * H j' k + H j' k).
  rewrite /form -sumrB; apply: eq_bigr => j' _; rewrite -sumrB; apply: eq_bigr => k _.
  by rewrite !ffunE !inE; case: (j' == j); case: (k == j) => /=; ring.
move: value; rewrite same subrr => /esym.
rewrite (eq_bigr (fun j' => (j' == j)%:R * (\sum_k H j' k) + H j' j + \sum_k H j' k)) => [|j' _].
  rewrite !big_split /= all0 addr0 (bigD1 j) //= eqxx mul1r [X in _ + X + _]big1 ?addr0 //.
  by move=> j' /negPf ->; rewrite mul0r.
rewrite !big_split /= -mulr_sumr [X in _ + X + _](bigD1 j) //= eqxx mul1r [X in _ + (_ + X) + _]big1 ?addr0 //.
by move=> k /negPf ->; rewrite mul0r.
Qed.

(* So the form is a rule of squared differences, as in Alike.v. *)
Definition squares (H : I -> I -> I -> K) i j k := - (H i j k + H i k j) / 4%:R.
Lemma squares_paired H : paired (squares H).
Proof. by move=> i j k; rewrite /squares addrC. Qed.
Lemma squares_charge H i x : (forall y a, form (H i) (raised a y) = form (H i) y) ->
  charge (squares H) x i = form (H i) x.
Proof.
move=> same; pose S j k := H i j k + H i k j.
have zero : \sum_j x j ^+ 2 * (\sum_k S j k) = 0 by apply: big1 => j _; rewrite (rows j same) mulr0.
have zero' : \sum_j \sum_k S j k * x k ^+ 2 = 0.
  rewrite exchange_big -[RHS]zero; apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => j _.
  by rewrite mulrC /S addrC.
have twice : \sum_j \sum_k S j k * (x j * x k) = 2%:R * form (H i) x.
  have other : form (H i) x = \sum_j \sum_k H i k j * (x k * x j) by rewrite /form exchange_big.
  rewrite mulr_natl mulr2n {2}other -big_split; apply: eq_bigr => j _ /=; rewrite -big_split.
  by apply: eq_bigr => k _ /=; rewrite /S; ring.
transitivity (- ((\sum_j x j ^+ 2 * (\sum_k S j k)) + (\sum_j \sum_k S j k * x k ^+ 2)
  - 2%:R * (\sum_j \sum_k S j k * (x j * x k))) / 4%:R); last by rewrite zero zero' twice; field.
rewrite mulr_sumr -big_split -sumrB -sumrN mulr_suml; apply: eq_bigr => j _ /=.
rewrite !mulr_sumr -big_split -sumrB -sumrN mulr_suml; apply: eq_bigr => k _ /=.
by rewrite /squares /S; field.
Qed.
Lemma squares_factor H i : (forall y a, form (H i) (raised a y) = form (H i) y) -> factor (squares H) i = H i i i.
Proof.
move=> same; have := rows i same; rewrite (bigD1 i) //= => /eqP; rewrite addr_eq0 => /eqP own.
by rewrite /factor /squares -mulr_suml sumrN -own; field.
Qed.
Lemma squares_balanced H : (forall x, \sum_i form (H i) x = 0) -> balanced_rule (squares H).
Proof.
move=> zero j k jk; rewrite /squares -mulr_suml sumrN.
have one j' : \sum_i H i j' j' = 0.
  by rewrite -[RHS](zero (moved [set j'] 1)); apply: eq_bigr => i _; rewrite form_moved !big_set1.
have := zero (moved [set j; k] 1).
rewrite (eq_bigr (fun i => H i j j + H i k k + (H i j k + H i k j))) => [|i _]; last first.
  by rewrite form_moved !(big_setU1, big_set1) ?inE //=; ring.
by rewrite !big_split /= !one !add0r => ->; rewrite oppr0 mul0r.
Qed.

(* Some coalition of each size above half and below all has a negative form. *)
Lemma some_form H t : (forall i y a, form (H i) (raised a y) = form (H i) y) -> (forall x, \sum_i form (H i) x = 0) ->
  (forall i, 0 <= H i i i) -> (exists i, 0 < H i i i) -> (#|I| < 2 * t)%N -> (t < #|I|)%N ->
  exists2 T : {set I}, #|T| = t & \sum_(i in T) form (H i) (moved T 1) < 0.
Proof.
move=> same zero reward [i0 i0_pos] most short; pose E (f g : K^o) : K := f * g.
have flat (j k : I) : E (0 - 0) (1 : K^o) = 0 by rewrite /E subrr mul0r.
have E_sym f g : E f g = E g f by apply: mulrC.
have E_add f g h : E (f + g) h = E f h + E g h by apply: mulrDl.
have E_scale a f h : E (a *: f) h = a * E f h by rewrite /E -mulrA.
have own i : factor (squares H) i = H i i i by rewrite squares_factor.
have [|||T Tt] := @some_majority_gains K I [lmodType K of K^o] E (squares H) (fun=> 0) 1 t E_sym E_add E_scale
  (squares_paired H) (squares_balanced zero) _ _ (fun j k => flat j k) _ most short.
- by move=> i; rewrite own.
- by exists i0; rewrite own.
- by rewrite /E mulr1 ltr01.
move=> neg; exists T => //; move: neg.
rewrite (_ : change _ _ _ _ _ = change E (squares H) T (fun=> 0) (fun j => joined K T j *: (1 : K^o))); last first.
  rewrite /change; congr (_ - _); apply: eq_bigr => i _; apply: eq_bigr => j _; apply: eq_bigr => k _.
  by rewrite /joined; case: ifP; case: ifP; rewrite ?scale1r ?scale0r.
rewrite change_is // /E mulr1 mul1r (eq_bigr (fun i => form (H i) (moved T 1))) // => i _.
rewrite -squares_charge // /charge; apply: eq_bigr => j _; apply: eq_bigr => k _; by rewrite !ffunE.
Qed.

(* If payments depend on differences only and sum to zero, if truth is best, and if somebody is rewarded, then some
   coalition of each size above half and below all gains by a common shift. *)
Theorem majority_beyond_squares (P : I -> {ffun I -> K} -> K) (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat) :
  (forall i, second_order (P i) (l i) (H i)) -> (forall i x a, P i (raised a x) = P i x) ->
  (forall x, \sum_i P i x = 0) -> (forall i u, 0 <= P i (moved [set i] u)) -> (exists i, 0 < H i i i) ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N ->
  exists2 T : {set I}, #|T| = t & exists u, \sum_(i in T) P i (moved T u) < 0.
Proof.
move=> order same zero truth some most short.
have on (T : {set I}) s : scaled s (moved T 1) = moved T s.
  by apply/ffunP => j; rewrite !ffunE; case: ifP; rewrite ?mulr1 ?mulr0.
have [|||T Tt] := @some_form H t _ _ _ some most short.
- by move=> i y a; apply: curvature_raised (order i) (same i).
- by move=> x; apply: (curvature_0 _ order).
- move=> i; have := @curvature_ge0 (pred1 i) P l H (moved [set i] 1) order.
  rewrite !big_pred1_eq form_moved !big_set1; apply=> s; rewrite big_pred1_eq on; exact: truth.
move=> neg; have e0 : 0 < - \sum_(i in T) form (H i) (moved T 1) by rewrite oppr_gt0.
have [d d0 /(_ d d0 (lexx d))] := opposite_sum T (moved T 1) order e0.
move: e0 neg; set b := \sum_(i in T) form (H i) (moved T 1) => _ neg.
rewrite !on ler_norml => /andP[_ below]; exists T => //.
have : \sum_(i in T) P i (moved T d) + \sum_(i in T) P i (moved T (- d)) < 0.
  rewrite -(ler_add2r (2%:R * d ^+ 2 * b)) addrNK in below; apply: le_lt_trans below _.
  rewrite (_ : - b * d ^+ 2 + _ = b * d ^+ 2); last by ring.
  by rewrite nmulr_rlt0 // exprn_gt0.
have [less _|pos] := ltP (\sum_(i in T) P i (moved T d)) 0; first by exists d.
move=> two; exists (- d); apply: le_lt_trans two; by rewrite ler_addr.
Qed.
End Smooth.
