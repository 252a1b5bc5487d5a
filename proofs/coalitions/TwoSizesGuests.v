(* Small and large players as guests of each other (coalitions/lemma-c-3, lemma-c-3-threshold, lemma-c-4,
   lemma-c-4-below-the-ratio, lemma-c-5-as-used). Any positive sizes a < b, any real field.
   Modelled as in TwoSizesShapes.v: numbers of players are any numbers of the field, whole or not.
   Not modelled: derivatives; arrangements of all players. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import TwoSizesShapes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma same_sign (K : realFieldType) (p q r s : K) : q - p = s - r -> (p <= q) = (r <= s).
Proof. by rewrite -subr_ge0 -[r <= s]subr_ge0 => ->. Qed.

Section Guests.
Variables (K : realFieldType) (mu s2 a b : K).
Hypotheses (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Implicit Types x y : K.
Local Notation samples := (samples a b).
Local Notation squared := (squared a b).
Local Notation error := (error mu s2 a b).
Let b_pos : 0 < b := lt_trans a_pos ab.
Let gap : 0 < b - a. Proof. by rewrite subr_gt0. Qed.

Lemma samples_pos x y : 0 < x -> 0 <= y -> 0 < samples x y.
Proof. by move=> x0 y0; apply: (some_samples a_pos ab) => //; [apply: ltW|left]. Qed.
Lemma host x y y' : gain mu s2 a b (samples x y) (samples x y') (squared x y) =
  (mu - s2 * a + s2 * (b - a)) * (samples x y * samples x y') - s2 * (x * a * (b - a)) * (samples x y + samples x y').
Proof. by rewrite /gain (from_large a b); ring. Qed.

(* Lemma C.3, at most the ratio: large players help small players. *)
Theorem lemma_c_3 x y y' : 0 < x -> 0 <= y -> y < y' -> s2 * b <= mu -> error a x y' < error a x y.
Proof.
move=> x0 y0 yy low; have N0 := samples_pos x0 y0; have y0' := le_lt_trans y0 yy.
have [-> _ _] := large_join mu s2 a_pos ab a N0 yy; rewrite host.
have -> : (mu - s2 * a + s2 * (b - a)) * (samples x y * samples x y')
    - s2 * (x * a * (b - a)) * (samples x y + samples x y') =
    (mu - s2 * b) * (samples x y * samples x y') + s2 * (b - a) * (samples x y * (y' * b) + samples x y' * (y * b)).
  by rewrite /TwoSizesShapes.samples; ring.
have N0' := samples_pos x0 (ltW y0').
apply: ltr_paddl; first by apply: mulr_ge0 (ltW (mulr_gt0 N0 N0')); rewrite subr_ge0.
apply: mulr_gt0 (mulr_gt0 s2_pos gap) _; apply: ltr_paddr; first exact: mulr_ge0 (ltW N0') (mulr_ge0 y0 (ltW b_pos)).
exact: mulr_gt0 N0 (mulr_gt0 y0' b_pos).
Qed.

(* Up to a number of large players the small ones' error rises, beyond it it falls; the number need not be positive. *)
Definition peak x := x * a * (b * s2 - mu) / (b * (mu - a * s2 + s2 * (b - a))).
Lemma peak_is x y : s2 * a <= mu -> let m := mu - s2 * a + s2 * (b - a) in
  0 < m /\ (y <= peak x) = (m * samples x y <= 2%:R * (s2 * (x * a * (b - a)))) /\
  (peak x <= y) = (2%:R * (s2 * (x * a * (b - a))) <= m * samples x y).
Proof.
move=> low m; have m0 : 0 < m by apply: ltr_paddl; [rewrite subr_ge0|apply: mulr_gt0].
have D0 : 0 < b * m by apply: mulr_gt0.
have E : peak x * (b * m) = x * a * (b * s2 - mu).
  by rewrite /peak mulrC [a * s2]mulrC -/m mulrCA mulfV ?mulr1 // gt_eqF.
have [-> ->] := at_threshold y D0 E; split=> //.
by split; apply: same_sign; rewrite /m /TwoSizesShapes.samples; ring.
Qed.
Lemma around_peak x y y' : 0 < x -> 0 <= y -> y < y' -> s2 * a <= mu ->
  (y' <= peak x -> error a x y < error a x y') /\ (peak x <= y -> error a x y' < error a x y).
Proof.
move=> x0 y0 yy low; have [m0 [_ ->]] := peak_is x y low; have [_ [-> _]] := peak_is x y' low.
apply: (@up_then_down K mu s2 a b a b x y x y') => //; [exact: samples_pos|exact: (large_samples a_pos ab)| |exact: host].
by rewrite /TwoSizesShapes.squared /TwoSizesShapes.samples; ring.
Qed.

(* Lemma C.3, large players above the ratio: up, then down. *)
Theorem lemma_c_3_threshold x y y' : 0 < x -> 0 <= y -> y < y' -> s2 * a <= mu -> mu < s2 * b ->
  [/\ 0 < peak x, y' <= peak x -> error a x y < error a x y' & peak x <= y -> error a x y' < error a x y].
Proof.
move=> x0 y0 yy low high; have [up down] := around_peak x0 y0 yy low; split=> //.
have [m0 _] := peak_is x 0 low; rewrite divr_gt0 //; first by rewrite !mulr_gt0 // subr_gt0 mulrC.
by rewrite [a * s2]mulrC mulr_gt0.
Qed.

(* Lemma C.4: how a large player likes small ones. *)
Lemma guest x x' y : gain mu s2 b a (samples x y) (samples x' y) (squared x y) =
  s2 * (y * b * (b - a)) * (samples x y + samples x' y) - (s2 * (2%:R * b - a) - mu) * (samples x y * samples x' y).
Proof. by rewrite /gain (from_small a b); ring. Qed.
Definition valley y := y * b * (mu - a * s2) / (a * (s2 * (2%:R * b - a) - mu)).
Lemma around_valley x x' y : 0 <= x -> x < x' -> 0 < y -> s2 * a + mu < 2%:R * s2 * b ->
  (x' <= valley y -> error b x' y < error b x y) /\ (valley y <= x -> error b x y < error b x' y).
Proof.
move=> x0 xx y0 steep; set m := s2 * (2%:R * b - a) - mu.
have m0 : 0 < m.
  by rewrite -subr_gt0 in steep; rewrite (_ : m = 2%:R * s2 * b - (s2 * a + mu)) // /m; ring.
have N0 : 0 < samples x y by apply: (some_samples a_pos ab) => //; [apply: ltW|right].
have more := small_samples b a_pos y xx.
have D0 : 0 < a * m by apply: mulr_gt0.
have E : valley y * (a * m) = y * b * (mu - a * s2) by rewrite /valley -/m mulrC mulrCA mulfV ?mulr1 // gt_eqF.
have [lower _] := at_threshold x' D0 E; have [_ upper] := at_threshold x D0 E.
have [-> -> _] := small_join mu s2 a_pos b N0 xx; rewrite guest -/m subr_gt0 subr_lt0 lower upper.
by split=> h; [apply: before|apply: after] => //; move: h; congr (is_true _); apply: same_sign;
  rewrite /m /TwoSizesShapes.samples; ring.
Qed.

(* First case, large players at least at the ratio: down, then up. *)
Theorem lemma_c_4 y : 0 < y -> s2 * a <= mu -> mu <= s2 * b -> exists x0, 0 <= x0 /\
  forall x x', 0 <= x -> x < x' ->
    (x' <= x0 -> error b x' y < error b x y) /\ (x0 <= x -> error b x y < error b x' y).
Proof.
move=> y0 low high; have steep : s2 * a + mu < 2%:R * s2 * b.
  rewrite -mulrA mulr_natl mulr2n; apply: ltr_le_add => //; by rewrite ltr_pmul2l.
exists (valley y); split=> [|x x' x0 xx]; last exact: around_valley.
rewrite divr_ge0 //; first by rewrite !mulr_ge0 ?(ltW y0) ?(ltW b_pos) // subr_ge0 mulrC.
rewrite mulr_ge0 ?(ltW a_pos) //; rewrite -subr_gt0 in steep; apply: ltW.
by rewrite (_ : s2 * (2%:R * b - a) - mu = 2%:R * s2 * b - (s2 * a + mu)) //; ring.
Qed.

(* Second case, repaired: below the ratio the error falls throughout, or it falls and then rises. *)
Theorem lemma_c_4_below y : 0 < y -> s2 * b < mu ->
  (2%:R * s2 * b <= s2 * a + mu -> forall x x', 0 <= x -> x < x' -> error b x' y < error b x y) /\
  (s2 * a + mu < 2%:R * s2 * b -> exists x0, 0 < x0 /\ forall x x', 0 <= x -> x < x' ->
    (x' <= x0 -> error b x' y < error b x y) /\ (x0 <= x -> error b x y < error b x' y)).
Proof.
move=> y0 low; split=> [flat x x' x0 xx|steep].
  have N0 : 0 < samples x y by apply: (some_samples a_pos ab) => //; [apply: ltW|right].
  have N0' := lt_trans N0 (small_samples b a_pos y xx).
  have [-> _ _] := small_join mu s2 a_pos b N0 xx; rewrite guest -mulNr.
  apply: ltr_paddr; first apply: mulr_ge0 (ltW (mulr_gt0 N0 N0')).
    by rewrite oppr_ge0 subr_le0; rewrite -subr_ge0 in flat; rewrite -subr_ge0; apply: le_trans flat _; rewrite le_eqVlt;
      apply/orP; left; apply/eqP; ring.
  exact: mulr_gt0 (mulr_gt0 s2_pos (mulr_gt0 (mulr_gt0 y0 b_pos) gap)) (addr_gt0 N0 N0').
exists (valley y); split=> [|x x' x0 xx]; last exact: around_valley.
have la : s2 * a < mu by apply: lt_trans low; rewrite ltr_pmul2l.
rewrite divr_gt0 //; first by rewrite !mulr_gt0 // subr_gt0 mulrC.
rewrite mulr_gt0 //; rewrite -subr_gt0 in steep.
by rewrite (_ : s2 * (2%:R * b - a) - mu = 2%:R * s2 * b - (s2 * a + mu)) //; ring.
Qed.

(* What large guests change for small hosts, against none. *)
Lemma guests_or_none x y : 0 < x -> 0 < y ->
  (error a x y <= error a x 0) = (s2 * (b - a) * (x * a) <= (mu - s2 * a) * samples x y).
Proof.
move=> x0 y0; have N0 := samples_pos x0 (lexx 0); have none : samples x 0 = x * a by rewrite /TwoSizesShapes.samples; ring.
have [_ rises _] := large_join mu s2 a_pos ab a N0 y0; rewrite leNgt rises host none [RHS]leNgt; congr (~~ _).
rewrite -[RHS]subr_lt0 -[RHS](pmulr_rlt0 _ (mulr_gt0 x0 a_pos)); congr (_ < 0); ring.
Qed.

(* If large players like it there at least as well as alone, the small ones like them at least as well as not having them. *)
Lemma no_objection x y : 0 < x -> 1 <= y -> error b x y <= mu / b -> error a x y <= error a x 0.
Proof.
move=> x0 y1; have y0 := lt_le_trans ltr01 y1; rewrite guests_or_none //.
have N0 := samples_pos x0 (ltW y0); have Nb : 0 < samples x y - b.
  have -> : samples x y - b = x * a + (y - 1) * b by rewrite /TwoSizesShapes.samples; ring.
  by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0 ?subr_ge0 // ltW.
set N := samples x y in N0 Nb *; move=> stay.
have E : mu / b - error b x y = (mu * (N * (N - b)) - s2 * b * (squared x y + N ^+ 2 - 2%:R * b * N)) / (b * N ^+ 2).
  by rewrite /TwoSizesShapes.error -/N; move: (squared x y) => Q; field; rewrite !gt_eqF.
have top : 0 <= mu * (N * (N - b)) - s2 * b * (squared x y + N ^+ 2 - 2%:R * b * N).
  by rewrite -subr_ge0 E pmulr_lge0 ?invr_gt0 ?mulr_gt0 ?exprn_gt0 in stay.
rewrite -subr_ge0 -(pmulr_rge0 _ Nb).
have -> : (N - b) * ((mu - s2 * a) * N - s2 * (b - a) * (x * a)) =
    mu * (N * (N - b)) - s2 * b * (squared x y + N ^+ 2 - 2%:R * b * N) + s2 * b * ((y - 1) * (b - a) * N).
  by rewrite /N /TwoSizesShapes.squared /TwoSizesShapes.samples; ring.
apply: addr_ge0 => //; rewrite !mulr_ge0 ?(ltW s2_pos) ?(ltW b_pos) ?(ltW gap) ?(ltW N0) // subr_ge0 //.
Qed.

(* Lemma C.5 as it is used: not both kinds leave for fewer small players. *)
Theorem lemma_c_5_as_used x1 y1 x2 y2 : mu <= s2 * b -> 0 < x2 -> x2 < x1 -> 0 < y1 -> 0 <= y2 ->
  error a x1 y1 <= error a x1 0 -> ~ (error a x2 y2 < error a x1 y1 /\ error b x2 y2 < error b x1 y1).
Proof.
move=> high x20 xx y10 y20 like; have x10 := lt_trans x20 xx; have N1 := samples_pos x10 (ltW y10).
have low : s2 * a < mu.
  move: like; rewrite guests_or_none // => h; rewrite -subr_gt0 -(pmulr_lgt0 _ N1); apply: lt_le_trans h.
  by rewrite !mulr_gt0.
pose y' := y1 + (x1 - x2) * a / b.
have y0' : 0 < y' by rewrite addr_gt0 // divr_gt0 // mulr_gt0 // subr_gt0.
have same : samples x2 y' = samples x1 y1 by rewrite /TwoSizesShapes.samples /y'; field; rewrite gt_eqF.
have worse v : error v x1 y1 < error v x2 y'.
  rewrite -subr_gt0 /TwoSizesShapes.error same; have -> : squared x2 y' = squared x1 y1 + (x1 - x2) * a * (b - a).
    by rewrite /TwoSizesShapes.squared /y'; field; rewrite gt_eqF.
  move: (samples x1 y1) N1 (squared x1 y1) => N N0 Q.
  have -> : mu / N + s2 * ((Q + (x1 - x2) * a * (b - a)) / N ^+ 2 + 1) - s2 * 2%:R * v / N
      - (mu / N + s2 * (Q / N ^+ 2 + 1) - s2 * 2%:R * v / N) = s2 * ((x1 - x2) * a * (b - a)) / N ^+ 2.
    by field; rewrite gt_eqF.
  by rewrite divr_gt0 ?exprn_gt0 // !mulr_gt0 // subr_gt0.
case=> small large; case: (ltP y' y2) => [more|few].
  have [rises _] := lemma_c_2 a_pos ab s2_pos (ltW x20) y0' more high.
  by have := lt_trans (lt_trans (worse b) (rises (or_intror x20))) large; rewrite ltxx.
have at_none : error a x1 y1 <= error a x2 0.
  have [falls _] := lemma_c_1 a_pos ab s2_pos x20 xx (lexx 0) (ltW low).
  by apply: le_trans like _; apply: ltW; apply: falls; left.
suff : error a x1 y1 <= error a x2 y2 by rewrite leNgt small.
case: (leP y2 (peak x2)) => [before_peak|after_peak].
  apply: le_trans at_none _; move: y20; rewrite le_eqVlt => /orP[/eqP <- //|y20].
  by apply: ltW; apply: (around_peak x20 (lexx 0) y20 (ltW low)).1.
apply: le_trans (ltW (worse a)) _; move: few; rewrite le_eqVlt => /orP[/eqP -> //|few].
by apply: ltW; apply: (around_peak x20 y20 few (ltW low)).2; apply: ltW.
Qed.
End Guests.
