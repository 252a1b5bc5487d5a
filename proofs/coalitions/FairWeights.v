(* How unequal the errors of two members are at the best weights (coalitions/new-fair-weights, new-fair-weights-ratio).
   Any number of players, any positive sizes, any real field.
   Modelled: [coarse_err] and [fine_err] of Precision.v. The two members are i, the smaller one, and j;
     [bound] of Fair.v is the
   bound under one common model. Not modelled: other notions of fairness. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions OneThird Weights FineWeights Precision Fair.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fair.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (C : {set I}) (i j : I).
Hypotheses (n_pos : forall k, 0 < n k) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Hypotheses (iC : i \in C) (jC : j \in C) (smaller : n i < n j).
Local Notation coarse_err := (coarse_err n mu s2).
Local Notation fine_err := (fine_err n mu s2).
Local Notation bound := (bound n mu s2 i j).
(* The others, their sum and the sum of their squares. *)
Let rest := (C :\ i) :\ j.
Let r := size n rest. Let q := squares n rest.
Let other : i != j := other smaller.
Let splits := splits iC jC smaller.
Let without_i := without_i jC smaller.
Let without_j := without_j iC smaller.
Let r_ge0 : 0 <= r := r_ge0 C i j n_pos.
Let q_ge0 : 0 <= q := q_ge0 n C i j.
Let q_le : q <= r ^+ 2 := q_le C i j n_pos.
Let pair : (C == [set i; j]) = (r == 0) := pair n_pos iC jC smaller.

Lemma company_i : C :\ i != set0. Proof. by apply/set0Pn; exists j; rewrite !inE eq_sym other. Qed.
Lemma company_j : C :\ j != set0. Proof. by apply/set0Pn; exists i; rewrite !inE other. Qed.

(* What an average over the rest and one more of size x is off, with the spread. *)
Let c (x : K) := s2 + (mu / (x + r) + s2 * ((x ^+ 2 + q) / (x + r) ^+ 2)).
Let t (x : K) := s2 * ((x + r) ^+ 2 + x ^+ 2 + q) + mu * (x + r).
Lemma c_is x : 0 < x -> c x = t x / (x + r) ^+ 2 /\ 0 < t x.
Proof.
move=> x0; have X : 0 < x + r by rewrite ltr_paddr // r_ge0.
split; first by rewrite /c /t; field; rewrite gt_eqF.
by rewrite ltr_paddl ?mulr_gt0 // mulr_ge0 ?(ltW s2_pos) // !addr_ge0 ?sqr_ge0 // q_ge0.
Qed.
Lemma coarse_i : (coarse_err C i)^-1 = n i / mu + (c (n j))^-1.
Proof. by rewrite coarse_precision // ?company_i // /b /size /squares !without_i. Qed.
Lemma coarse_j : (coarse_err C j)^-1 = n j / mu + (c (n i))^-1.
Proof. by rewrite coarse_precision // ?company_j // /b /size /squares !without_j. Qed.

Lemma coarse_in_proportion : n i * coarse_err C i < n j * coarse_err C j /\ n j * coarse_err C j < mu.
Proof.
have x := n_pos i; have y := n_pos j; have r0 := r_ge0; have q0 := q_ge0.
have [ci ti] := c_is x; have [cj tj] := c_is y; have X : 0 < n i + r by rewrite ltr_paddr.
have Y : 0 < n j + r by rewrite ltr_paddr.
have ci0 : 0 < c (n i) by rewrite ci divr_gt0 ?exprn_gt0.
have cj0 : 0 < c (n j) by rewrite cj divr_gt0 ?exprn_gt0.
have ei : n i * coarse_err C i = (mu^-1 + (n i * c (n j))^-1)^-1.
  rewrite -[coarse_err C i]invrK coarse_i; have S : 0 < n i / mu + (c (n j))^-1 by rewrite addr_gt0 ?divr_gt0 ?invr_gt0.
  have -> : mu^-1 + (n i * c (n j))^-1 = (n i / mu + (c (n j))^-1) / n i by field; rewrite !gt_eqF.
  by rewrite invf_div.
have ej : n j * coarse_err C j = (mu^-1 + (n j * c (n i))^-1)^-1.
  rewrite -[coarse_err C j]invrK coarse_j; have S : 0 < n j / mu + (c (n i))^-1 by rewrite addr_gt0 ?divr_gt0 ?invr_gt0.
  have -> : mu^-1 + (n j * c (n i))^-1 = (n j / mu + (c (n i))^-1) / n j by field; rewrite !gt_eqF.
  by rewrite invf_div.
have ui : 0 < n i * c (n j) by rewrite mulr_gt0.
have uj : 0 < n j * c (n i) by rewrite mulr_gt0.
rewrite ei ej; split; last first.
  by rewrite -[X in _ < X]invrK ltf_pinv ?posrE ?addr_gt0 ?invr_gt0 // ltr_addl invr_gt0.
rewrite ltf_pinv ?posrE ?addr_gt0 ?invr_gt0 // ltr_add2l ltf_pinv ?posrE // -subr_gt0 ci cj.
have -> : n j * (t (n i) / (n i + r) ^+ 2) - n i * (t (n j) / (n j + r) ^+ 2) = (n j - n i) *
   (mu * (n i + n j + r) * ((n i + r) * (n j + r)) +
    s2 * ((n i * n j) ^+ 2 *+ 2 + 2%:R * (n i * n j) * r * (n i + n j) + n i * n j * r ^+ 2 + (n i * r + n j * r + r
      ^+ 2) ^+ 2
     + q * (n i ^+ 2 + n i * n j + n j ^+ 2 + 2%:R * r * (n i + n j) + r ^+ 2)))
   / ((n i + r) * (n j + r)) ^+ 2.
  by rewrite /t; field; rewrite !gt_eqF.
rewrite divr_gt0 ?exprn_gt0 ?mulr_gt0 // ?subr_gt0 //.
have xy := mulr_gt0 x y; have xpy := addr_gt0 x y.
rewrite ltr_paddr ?mulr_gt0 //; last by rewrite ltr_paddr.
apply: mulr_ge0; first exact: ltW.
rewrite !addr_ge0 ?mulrn_wge0 ?mulr_ge0 ?sqr_ge0 ?ler0n ?addr_ge0 ?mulr_ge0 ?sqr_ge0 ?ler0n ?(ltW x) ?(ltW y) ?(ltW
  xy) ?(ltW xpy) //.
Qed.
(* What the two inverse errors differ by, multiplied crosswise. *)
Lemma coarse_cross : (mu + 2%:R * n j * s2) / coarse_err C i - (mu + 2%:R * n i * s2) / coarse_err C j =
  s2 ^+ 2 * (n j - n i) * (r ^+ 2 + q) * (2%:R * n i * n j + 2%:R * r * (n i + n j) + (r ^+ 2 - q)) / (t (n i) * t (n
    j)).
Proof.
have x := n_pos i; have y := n_pos j; have [ci ti] := c_is x; have [cj tj] := c_is y.
have m := lt0r_neq0 mu_pos; rewrite coarse_i coarse_j ci cj !invf_div.
move: (lt0r_neq0 ti) (lt0r_neq0 tj); rewrite /t; move: (n i) (n j) r q => a b u v ta tb.
by field; rewrite m ta tb.
Qed.

Lemma ratio_by_difference (x y A B : K) : 0 < y -> 0 < B ->
  (x / y <= A / B) = (0 <= y * A - x * B) /\ (x / y = A / B <-> y * A - x * B = 0).
Proof.
move=> y0 B0; rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // subr_ge0 [A * y]mulrC; split=> //.
have [y1 B1] := (lt0r_neq0 y0, lt0r_neq0 B0); split=> [/eqP|/eqP]; last first.
  by rewrite subr_eq0 => /eqP e; apply/eqP; rewrite eqr_div // -e mulrC.
by rewrite eqr_div // => /eqP e; apply/eqP; rewrite subr_eq0 e mulrC.
Qed.

Lemma nobody_else : r = 0 <-> C = [set i; j].
Proof. by split=> [/eqP|/eqP]; [rewrite -pair|rewrite pair] => /eqP. Qed.

(* Fine weights: what each average weighs by itself, and in the whole coalition. *)
Let G k := (V n mu s2 k)^-1. Let H := \sum_(k in C) G k.
Lemma G_pos k : 0 < G k. Proof. by rewrite invr_gt0 Vpos. Qed.
Lemma H_is : H = G i + (G j + R n mu s2 rest). Proof. by rewrite /H splits. Qed.
Lemma larger_G : G i < G j.
Proof.
rewrite /G ltf_pinv ?posrE ?Vpos // /FineWeights.V ltr_add2l ltr_pmul2l // ltf_pinv ?posrE //.
Qed.
Lemma own_weight k : k \in C -> best n mu s2 C k k = G k * (1 + s2 * (H - G k)) / H.
Proof.
move=> kC; have v := Vpos n_pos mu_pos s2_pos k; have g := G_pos k.
have e : R n mu s2 (C :\ k) = H - G k by rewrite /H (big_setD1 k kC) /= addrAC subrr add0r.
have H0 : 0 < H by rewrite /H (bigD1 k) //= ltr_paddr // sumr_ge0 // => x _; apply: ltW (G_pos x).
rewrite best_self e; have -> : V n mu s2 k = (G k)^-1 by rewrite invrK.
have -> : 1 + (G k)^-1 * (H - G k) = H / G k by field; rewrite gt_eqF.
by field; rewrite !gt_eqF.
Qed.

Lemma fine_in_proportion : n i * fine_err C i < n j * fine_err C j /\ n j * fine_err C j < mu.
Proof.
have x := n_pos i; have y := n_pos j; have gi := G_pos i; have gj := G_pos j; have lar := larger_G.
have r0 : 0 <= R n mu s2 rest by apply: R_ge0.
have H0 : 0 < H by rewrite H_is addr_gt0 // ltr_paddr.
have each k z : n k * (mu / n k * z) = mu * z by field; rewrite gt_eqF.
rewrite !fine_own_weight // !each; split.
  rewrite ltr_pmul2l // !own_weight // ltr_pmul2r ?invr_gt0 // -subr_gt0 H_is.
  have -> : G j * (1 + s2 * (G i + (G j + R n mu s2 rest) - G j)) - G i * (1 + s2 * (G i + (G j + R n mu s2 rest) - G
    i)) =
    (G j - G i) * (1 + s2 * R n mu s2 rest) by ring.
  by rewrite mulr_gt0 ?subr_gt0 // ltr_paddr ?ltr01 // mulr_ge0 // ltW.
rewrite -[X in _ < X]mulr1 ltr_pmul2l // best_self; have v := R_pos n_pos mu_pos s2_pos company_j.
rewrite ltr_pdivr_mulr ?D_gt0 // mul1r ltr_add2l ltr_pmul2r // /FineWeights.V ltr_addl divr_gt0 //.
Qed.
Lemma fine_cross : fine_err C j * (mu + 2%:R * n j * s2) - fine_err C i * (mu + 2%:R * n i * s2) =
  mu / H * (s2 ^+ 2 * (G j - G i) * R n mu s2 rest).
Proof.
have x := n_pos i; have y := n_pos j; have gi := G_pos i; have gj := G_pos j.
have H0 : 0 < H by rewrite H_is addr_gt0 // ltr_paddr // R_ge0.
have each k : k \in C -> fine_err C k * (mu + 2%:R * n k * s2) = mu / H * ((1 + s2 * G k) * (1 + s2 * (H - G k))).
  move=> kC; have z := n_pos k; have g := G_pos k; rewrite fine_own_weight // own_weight //.
  have -> : mu + 2%:R * n k * s2 = n k * ((G k)^-1 + s2) by rewrite /G invrK /FineWeights.V; field; rewrite gt_eqF.
  by field; rewrite !gt_eqF.
rewrite !each // -mulrBr H_is; congr (_ * _); ring.
Qed.

(* Errors are in proportion to the sizes, and below what a single sample's worth of noise allows. *)
Theorem fair_weights :
  (n i * coarse_err C i < n j * coarse_err C j /\ n j * coarse_err C j < mu) /\
  (n i * fine_err C i < n j * fine_err C j /\ n j * fine_err C j < mu).
Proof. by split; [exact: coarse_in_proportion|exact: fine_in_proportion]. Qed.

(* A pair is the worst case again, and less bad than under one common model. *)
Theorem fair_weights_ratio : let most := (mu + 2%:R * n j * s2) / (mu + 2%:R * n i * s2) in
  [/\ coarse_err C i / coarse_err C j <= most, coarse_err C i / coarse_err C j = most <-> C = [set i; j],
      fine_err C i / fine_err C j <= most, fine_err C i / fine_err C j = most <-> C = [set i; j] & most < bound].
Proof.
move=> most; have x := n_pos i; have y := n_pos j; have r0 := r_ge0; have q0 := q_ge0; have qr := q_le.
have B : 0 < mu + 2%:R * n i * s2 by rewrite addr_gt0 // !mulr_gt0 ?ltr0n.
have ei := coarse_pos n_pos mu_pos s2_pos iC; have ej := coarse_pos n_pos mu_pos s2_pos jC.
have fj : 0 < fine_err C j.
  by rewrite -invr_gt0 fine_precision // ?company_j // addr_gt0 ?divr_gt0 // invr_gt0 addr_gt0 // invr_gt0 R_pos //
    company_j.
have [_ ti] := c_is x; have [_ tj] := c_is y; have d : 0 < n j - n i by rewrite subr_gt0.
have [Cle Ceq] := ratio_by_difference (coarse_err C i) (mu + 2%:R * n j * s2) ej B.
have [Fle Feq] := ratio_by_difference (fine_err C i) (mu + 2%:R * n j * s2) fj B.
have cross : coarse_err C j * (mu + 2%:R * n j * s2) - coarse_err C i * (mu + 2%:R * n i * s2) =
    coarse_err C i * coarse_err C j * (s2 ^+ 2 * (n j - n i) * (r ^+ 2 + q) *
      (2%:R * n i * n j + 2%:R * r * (n i + n j) + (r ^+ 2 - q)) / (t (n i) * t (n j))).
  by rewrite -coarse_cross; field; rewrite !gt_eqF.
have last_factor : 0 < 2%:R * n i * n j + 2%:R * r * (n i + n j) + (r ^+ 2 - q).
  by rewrite ltr_paddr ?subr_ge0 // ltr_paddr ?mulr_ge0 ?ler0n ?addr_ge0 ?(ltW x) ?(ltW y) // !mulr_gt0 ?ltr0n.
have R0 : 0 <= R n mu s2 rest by apply: R_ge0.
have lar := larger_G; have H0 : 0 < H by rewrite H_is addr_gt0 ?G_pos // ltr_paddr ?G_pos.
split.
- rewrite Cle cross; apply: mulr_ge0; first by rewrite ltW // mulr_gt0.
  apply: divr_ge0; last by rewrite ltW // mulr_gt0.
  apply: mulr_ge0 (ltW last_factor); apply: mulr_ge0; last by rewrite addr_ge0 ?sqr_ge0.
  by rewrite mulr_ge0 ?sqr_ge0 // ltW.
- rewrite Ceq cross -nobody_else; split=> [/eqP|e]; last first.
    have -> : q = 0 by apply/eqP; rewrite eq_le q0 andbT; move: qr; rewrite e expr0n.
    by rewrite e expr0n addr0 !(mulr0, mul0r).
  rewrite mulf_eq0 gt_eqF ?mulr_gt0 //= !mulf_eq0 invr_eq0 [t _ * _ == 0]gt_eqF ?mulr_gt0 // (gt_eqF last_factor) !orbF.
  rewrite (gt_eqF d) (gt_eqF s2_pos) /= paddr_eq0 ?sqr_ge0 // => /andP[+ _].
  by rewrite sqrf_eq0 => /eqP.
- rewrite Fle fine_cross !mulr_ge0 ?sqr_ge0 ?invr_ge0 ?subr_ge0 ?(ltW lar) ?(ltW H0) ?(ltW mu_pos) ?(ltW s2_pos) //.
- rewrite Feq fine_cross -nobody_else; split=> [/eqP|e].
    rewrite mulf_eq0 gt_eqF ?divr_gt0 //= mulf_eq0 gt_eqF ?mulr_gt0 ?exprn_gt0 ?subr_gt0 //=.
    move=> /eqP e; apply/eqP; apply: contraT => rn; have [E|/(R_pos n_pos mu_pos s2_pos)] := eqVneq rest set0.
      by rewrite /r E /size big_set0 eqxx in rn.
    by rewrite e ltxx.
  have -> : rest = set0.
    by apply/eqP; apply: contraT => /(nonempty_size n_pos); rewrite -/r e ltxx.
  by rewrite /R big_set0 !mulr0.
have P : 0 < mu + 2%:R * n i ^+ 2 / (n i + n j) * s2.
  by rewrite addr_gt0 // mulr_gt0 // divr_gt0 ?addr_gt0 // mulr_gt0 ?ltr0n ?exprn_gt0.
have -> : most = 1 + 2%:R * (n j - n i) * s2 / (mu + 2%:R * n i * s2) by rewrite /most; field; rewrite gt_eqF.
rewrite /bound ltr_add2l ltr_pmul2l ?mulr_gt0 ?ltr0n // ltf_pinv ?posrE // ltr_add2l ltr_pmul2r //.
rewrite ltr_pdivr_mulr ?addr_gt0 // -subr_gt0.
have -> : 2%:R * n i * (n i + n j) - 2%:R * n i ^+ 2 = 2%:R * n i * n j by ring.
by rewrite !mulr_gt0 ?ltr0n.
Qed.
End Fair.
