(* Where members agree every record earns the same (new-proportional-reward), for any number of members over any
   ordered field.
   Modelled: what a record earns from a member is that member's Lindahl price, minus the slope of its error at its best
   weights (OneNumber.v); "as s2 -> 0": for each eps there is a delta such that the sum of the others' prices is closer
   than eps to the limit whenever 0 < s2 < delta. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights OneNumber.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Squeeze.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation N := (\sum_k n k).
Local Notation t := (s2 * N / mu).

Lemma N_pos (i : I) : 0 < N.
Proof. by rewrite (bigD1 i) //= ltr_paddr // sumr_ge0 // => k _; rewrite ltW. Qed.
Lemma n_le k : n k <= N.
Proof. by rewrite (bigD1 k) //= ler_addl sumr_ge0 // => l _; rewrite ltW. Qed.

(* A report's precision lies between that of its records and a little less. *)
Lemma precise_above k : (V n mu s2 k)^-1 <= n k / mu.
Proof.
have nk := n_pos k; rewrite -[n k / mu]invrK lef_pinv ?posrE ?invr_gt0 ?divr_gt0 // ?V_pos //.
by rewrite /V invf_div ler_addr ltW.
Qed.
Lemma precise_below k : n k / mu <= (1 + t) * (V n mu s2 k)^-1.
Proof.
have nk := n_pos k; have v := V_pos n_pos mu_pos s2_pos k; rewrite ler_pdivl_mulr //.
have -> : n k / mu * V n mu s2 k = 1 + s2 * n k / mu by rewrite /V; field; rewrite !gt_eqF.
rewrite ler_add2l; apply: ler_wpmul2r; first by rewrite invr_ge0 ltW.
by rewrite ler_pmul2l // n_le.
Qed.

Lemma best_other i j : i != j ->
  best n mu s2 j i = mu / n j * ((V n mu s2 j)^-1 * (V n mu s2 i)^-1 / \sum_k (V n mu s2 k)^-1).
Proof.
move=> ij; rewrite /best (negPf ij) [\sum_k _](bigD1 j) //= -/(H n mu s2 j).
have vj := V_pos n_pos mu_pos s2_pos j; have vi := V_pos n_pos mu_pos s2_pos i.
have h0 := H_ge0 j n_pos mu_pos s2_pos; have D := D_pos j n_pos mu_pos s2_pos.
have -> : V n mu s2 j - s2 = mu / n j by rewrite /V; ring.
have nj := n_pos j; move: (V n mu s2 j) (V n mu s2 i) (H n mu s2 j) vj vi h0 D => x y h x0 y0 h0 D.
have e : x^-1 + h = (1 + x * h) / x by field; rewrite gt_eqF.
by rewrite e; field; rewrite !gt_eqF.
Qed.

Let sum_above : \sum_k (V n mu s2 k)^-1 <= N / mu.
Proof. by rewrite mulr_suml; apply: ler_sum => k _; apply: precise_above. Qed.
Let sum_below : N / mu <= (1 + t) * \sum_k (V n mu s2 k)^-1.
Proof. by rewrite mulr_suml mulr_sumr; apply: ler_sum => k _; apply: precise_below. Qed.

(* So the weight of i lies between its share of all records and a little more, or less. *)
Lemma weight_between i j : i != j ->
  best n mu s2 j i <= (1 + t) * (n i / N) /\ n i / N <= (1 + t) ^+ 2 * best n mu s2 j i.
Proof.
move=> ij; have N0 := N_pos i; have nj := n_pos j; have ni := n_pos i.
have t0 : 0 < t by rewrite divr_gt0 // mulr_gt0.
have vj0 : 0 < (V n mu s2 j)^-1 by rewrite invr_gt0 V_pos.
have vi0 : 0 < (V n mu s2 i)^-1 by rewrite invr_gt0 V_pos.
rewrite best_other //; have := precise_above j; have := precise_above i; have := precise_below j.
have := precise_below i; move: sum_above sum_below.
have S0 : 0 < \sum_k (V n mu s2 k)^-1.
  by rewrite (bigD1 i) //= ltr_paddr // sumr_ge0 // => k _; rewrite invr_ge0 ltW // V_pos.
move: (\sum_k (V n mu s2 k)^-1) S0 (V n mu s2 j)^-1 vj0 (V n mu s2 i)^-1 vi0 => S S0 x x0 y y0.
move: t t0 => u u0; move: (\sum_k n k) N0 (n j) nj (n i) ni => T T0 a a0 b b0.
have u1 : 0 < 1 + u by rewrite addr_gt0 ?ltr01.
move=> S_above S_below y_below x_below y_above x_above; split.
  have -> : (1 + u) * (b / T) = mu / a * (a / mu * (b / mu) * ((1 + u) * mu / T)) by field; rewrite !gt_eqF.
  rewrite ler_pmul2l ?divr_gt0 //; apply: ler_pmul; try by [rewrite mulr_ge0 // ltW|rewrite invr_ge0 ltW].
    by apply: ler_pmul => //; rewrite ltW.
  rewrite -[(1 + u) * mu / T]invrK lef_pinv ?posrE ?invr_gt0 ?divr_gt0 ?mulr_gt0 //.
  have -> : ((1 + u) * mu / T)^-1 = T / mu / (1 + u) by field; rewrite !gt_eqF.
  by rewrite ler_pdivr_mulr // [S * _]mulrC.
have -> : b / T = mu / a * (a / mu * (b / mu) / (T / mu)) by field; rewrite !gt_eqF.
rewrite [X in _ <= X]mulrCA ler_pmul2l ?divr_gt0 // [X in _ <= X]mulrA.
have -> : (1 + u) ^+ 2 * (x * y) = (1 + u) * x * ((1 + u) * y) by ring.
apply: ler_pmul; [by rewrite mulr_ge0 // divr_ge0 // ltW|by rewrite invr_ge0 divr_ge0 // ltW| |].
  by apply: ler_pmul => //; rewrite divr_ge0 // ltW.
by rewrite lef_pinv ?posrE ?divr_gt0.
Qed.

(* And its square is close to the square of the share. *)
Lemma close (u a w : K) : 0 < u -> u <= 1 -> 0 < a -> 0 < w -> w <= (1 + u) * a -> a <= (1 + u) ^+ 2 * w ->
  `|w ^+ 2 - a ^+ 2| <= 18%:R * u * a ^+ 2.
Proof.
move=> u0 u1 a0 w0 high low; have two : 1 + u <= 2%:R by rewrite (_ : 2%:R = 1 + 1 :> K) ?ler_add2l.
have w2 : w <= 2%:R * a by apply: le_trans high _; rewrite ler_pmul2r.
have uu : u * u <= u by rewrite ler_pimulr // ltW.
rewrite subr_sqr normrM; have -> : 18%:R * u * a ^+ 2 = 6%:R * u * a * (3%:R * a) by ring.
apply: ler_pmul; rewrite ?normr_ge0 //; last first.
  rewrite gtr0_norm ?addr_gt0 // (_ : 3%:R * a = 2%:R * a + a); last by ring.
  by rewrite ler_add2r.
rewrite ler_norml; apply/andP; split.
  rewrite ler_oppl opprB ler_subl_addr; apply: le_trans low _.
  rewrite -subr_ge0; have -> : 6%:R * u * a + w - (1 + u) ^+ 2 * w =
    3%:R * u * (2%:R * a - w) + w * (u - u * u) by ring.
  by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ?mulr_ge0 ?ler0n // ltW.
rewrite ler_subl_addr; apply: le_trans high _; rewrite -subr_ge0.
have -> : 6%:R * u * a + a - (1 + u) * a = 5%:R * (u * a) by ring.
by rewrite mulr_ge0 ?ler0n // mulr_ge0 // ltW.
Qed.
End Squeeze.

(* p j is what member j would pay for one more record of i; together the others pay nearly (M - 1) mu / N ^ 2 for it. *)
Theorem proportional_reward (K : realFieldType) (I : finType) (n : I -> K) (mu : K) (i : I) :
  (forall k, 0 < n k) -> 0 < mu -> forall eps, 0 < eps -> exists2 delta, 0 < delta &
  forall s2, 0 < s2 -> s2 < delta -> exists2 p : I -> K,
    forall j, slope_at (fun x => least_error mu s2 j (collects n i x)) (n i) (- p j) &
    `|\sum_(j | j != i) p j - (#|I|%:R - 1) * mu / (\sum_k n k) ^+ 2| < eps.
Proof.
move=> n0 mu0 eps eps0; have N0 := N_pos n0 i; have ni := n0 i; set N := \sum_k n k.
have some : 0 < #|I|%:R :> K by rewrite ltr0n; apply/card_gt0P; exists i.
have c0 : 0 < 18%:R * #|I|%:R / N by rewrite divr_gt0 // mulr_gt0 // ltr0n.
exists (Num.min (mu / N) (eps / (18%:R * #|I|%:R / N))) => [|s2 s20].
  by rewrite lt_minr (divr_gt0 mu0 N0) (divr_gt0 eps0 c0).
rewrite lt_minr ltr_pdivl_mulr // ltr_pdivl_mulr // => /andP[small close_to].
exists (fun j => best n mu s2 j i ^+ 2 * (mu / n i ^+ 2)) => [j|].
  have [_ [p at_p ->]] := one_number i j n0 mu0 s20.
  by have -> : p * (n i ^+ 2 / mu) * (mu / n i ^+ 2) = p by field; rewrite !gt_eqF.
pose u := s2 * N / mu; have u0 : 0 < u by rewrite divr_gt0 // mulr_gt0.
have u1 : u <= 1 by rewrite ler_pdivr_mulr // mul1r ltW.
have each j : j != i -> `|best n mu s2 j i ^+ 2 * (mu / n i ^+ 2) - mu / N ^+ 2| <= 18%:R * s2 / N.
  rewrite eq_sym => ij; have [high low] := weight_between n0 mu0 s20 ij.
  have a0 : 0 < n i / N by rewrite divr_gt0.
  have b0 := best_pos j n0 mu0 s20 i.
  have -> : mu / N ^+ 2 = (n i / N) ^+ 2 * (mu / n i ^+ 2) by field; rewrite !gt_eqF.
  rewrite -mulrBl normrM [`|mu / _|]gtr0_norm ?divr_gt0 ?exprn_gt0 //.
  have -> : 18%:R * s2 / N = 18%:R * u * (n i / N) ^+ 2 * (mu / n i ^+ 2) by rewrite /u; field; rewrite !gt_eqF.
  by rewrite ler_pmul2r ?divr_gt0 ?exprn_gt0 //; apply: close.
have count : \sum_(j | j != i) (mu / N ^+ 2) = (#|I|%:R - 1) * mu / N ^+ 2.
  have all : \sum_(j : I) (mu / N ^+ 2) = #|I|%:R * (mu / N ^+ 2) by rewrite sumr_const mulr_natl.
  by move: all; rewrite (bigD1 i) //= => all; apply: (addrI (mu / N ^+ 2)); rewrite all; ring.
rewrite -count -sumrB; apply: le_lt_trans (ler_norm_sum _ _ _) _.
apply: (@le_lt_trans _ _ (\sum_(j : I) 18%:R * s2 / N)).
  rewrite [X in _ <= X](bigD1 i) //= ler_paddl ?ler_sum //.
  by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
rewrite sumr_const -[_ *+ _]mulr_natl; apply: le_lt_trans close_to; rewrite le_eqVlt; apply/orP; left; apply/eqP.
rewrite -[in LHS]/(#|I|); ring.
Qed.
