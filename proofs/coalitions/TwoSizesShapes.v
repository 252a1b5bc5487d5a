(* How an error of a game of two sizes changes when players join (coalitions/lemma-c-1, lemma-c-2, lemma-c-2-threshold,
   lemma-c-3, lemma-c-3-threshold, lemma-c-4, lemma-c-4-below-the-ratio, lemma-c-5-as-used,
   new-small-players-never-object). Any positive sizes a < b, any real field.
   Modelled: [error v x y] is the error of a member of size v under uniform federation in a coalition of x small and y large
   players. Numbers of players are any numbers of the field, whole or not; [whole] says that for whole ones it is the error of
   TwoSizes.v. "Rises" and "falls" compare any two numbers of players. Not modelled: derivatives. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import TwoSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* m N N' against g (N + N'), on either side of the point where m N = 2 g. *)
Section Phases.
Variables (K : realFieldType) (m g N N' : K).
Hypotheses (m_pos : 0 < m) (N_pos : 0 < N) (more : N < N').
Lemma before : m * N' <= 2%:R * g -> m * (N * N') < g * (N + N').
Proof.
move=> low; have low' : m * N < 2%:R * g by apply: lt_le_trans low; rewrite ltr_pmul2l.
rewrite -subr_gt0 -(pmulr_rgt0 _ (ltr0Sn K 1)).
have -> : 2%:R * (g * (N + N') - m * (N * N')) = N * (2%:R * g - m * N') + N' * (2%:R * g - m * N) by ring.
by apply: ltr_paddl; [apply: mulr_ge0 (ltW N_pos) _|apply: mulr_gt0 (lt_trans N_pos more) _]; rewrite ?subr_ge0 ?subr_gt0.
Qed.
Lemma after : 2%:R * g <= m * N -> g * (N + N') < m * (N * N').
Proof.
move=> high; have high' : 2%:R * g < m * N' by apply: le_lt_trans high _; rewrite ltr_pmul2l.
rewrite -subr_gt0 -(pmulr_rgt0 _ (ltr0Sn K 1)).
have -> : 2%:R * (m * (N * N') - g * (N + N')) = N' * (m * N - 2%:R * g) + N * (m * N' - 2%:R * g) by ring.
by apply: ltr_paddl; [apply: mulr_ge0 (ltW (lt_trans N_pos more)) _|apply: mulr_gt0 N_pos _]; rewrite ?subr_ge0 ?subr_gt0.
Qed.
(* A threshold t that is given as a quotient A / D. *)
Lemma at_threshold (t A D z : K) : 0 < D -> t * D = A -> (z <= t) = (z * D <= A) /\ (t <= z) = (A <= z * D).
Proof. by move=> D0 <-; rewrite !ler_pmul2r. Qed.
End Phases.

Section Shapes.
Variables (K : realFieldType) (mu s2 a b : K).
Hypotheses (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Implicit Types v x y z : K.

Definition samples x y := x * a + y * b.
Definition squared x y := x * a ^+ 2 + y * b ^+ 2.
Definition error v x y :=
  mu / samples x y + s2 * (squared x y / samples x y ^+ 2 + 1) - s2 * 2%:R * v / samples x y.
Lemma whole s l : err_S mu s2 a b s l = error a s%:R l%:R /\ err_L mu s2 a b s l = error b s%:R l%:R.
Proof. by []. Qed.

Let b_pos : 0 < b := lt_trans a_pos ab.
Let gap : 0 < b - a. Proof. by rewrite subr_gt0. Qed.
Lemma some_samples x y : 0 <= x -> 0 <= y -> 0 < x \/ 0 < y -> 0 < samples x y.
Proof. by move=> x0 y0 []h; rewrite /samples; [apply: ltr_paddr|apply: ltr_paddl]; rewrite ?mulr_gt0 ?mulr_ge0 // ltW. Qed.

(* The sign of what a member of size v gains when players of size c come, so that N samples become N'. *)
Definition gain v c N N' Q := (mu + s2 * (c - 2%:R * v)) * (N * N') + s2 * (Q - c * N) * (N + N').
Lemma gain_sign v c x y x' y' : 0 < samples x y -> samples x y < samples x' y' ->
  squared x' y' = squared x y + c * (samples x' y' - samples x y) ->
  let G := gain v c (samples x y) (samples x' y') (squared x y) in
  [/\ (error v x' y' < error v x y) = (0 < G), (error v x y < error v x' y') = (G < 0) &
      (error v x y == error v x' y') = (G == 0)].
Proof.
move=> N0 more sq G; have N0' := lt_trans N0 more; have P : 0 < samples x' y' - samples x y by rewrite subr_gt0.
have r0 : 0 < (samples x' y' - samples x y) / (samples x y * samples x' y') ^+ 2.
  by rewrite divr_gt0 // exprn_gt0 // mulr_gt0.
have E : error v x y - error v x' y' = G * ((samples x' y' - samples x y) / (samples x y * samples x' y') ^+ 2).
  rewrite /error sq /G /gain; move: (samples x y) (samples x' y') (squared x y) N0 N0' => N N' Q N0 N0'.
  by field; rewrite !gt_eqF.
split; first by rewrite -subr_gt0 E pmulr_lgt0.
  by rewrite -subr_lt0 E pmulr_llt0.
by rewrite -subr_eq0 E mulf_eq0 (gt_eqF r0) orbF.
Qed.
Lemma small_join v x x' y : 0 < samples x y -> x < x' ->
  let G := gain v a (samples x y) (samples x' y) (squared x y) in
  [/\ (error v x' y < error v x y) = (0 < G), (error v x y < error v x' y) = (G < 0) &
      (error v x y == error v x' y) = (G == 0)].
Proof. by move=> N0 xx; apply: gain_sign; rewrite ?ltr_add2r ?ltr_pmul2r // /squared /samples; ring. Qed.
Lemma large_join v x y y' : 0 < samples x y -> y < y' ->
  let G := gain v b (samples x y) (samples x y') (squared x y) in
  [/\ (error v x y' < error v x y) = (0 < G), (error v x y < error v x y') = (G < 0) &
      (error v x y == error v x y') = (G == 0)].
Proof. by move=> N0 yy; apply: gain_sign; rewrite ?ltr_add2l ?ltr_pmul2r // /squared /samples; ring. Qed.
Lemma large_samples x y y' : y < y' -> samples x y < samples x y'.
Proof. by move=> yy; rewrite ltr_add2l ltr_pmul2r. Qed.
Lemma small_samples x x' y : x < x' -> samples x y < samples x' y.
Proof. by move=> xx; rewrite ltr_add2r ltr_pmul2r. Qed.

Lemma from_small x y : squared x y - a * samples x y = y * b * (b - a).
Proof. by rewrite /squared /samples; ring. Qed.
Lemma from_large x y : squared x y - b * samples x y = - (x * a * (b - a)).
Proof. by rewrite /squared /samples; ring. Qed.

(* Lemma C.1, at most the ratio: small players help small players; on the ratio and among themselves nothing changes. *)
Theorem lemma_c_1 x x' y : 0 < x -> x < x' -> 0 <= y -> s2 * a <= mu ->
  (s2 * a < mu \/ 0 < y -> error a x' y < error a x y) /\ (s2 * a = mu -> y = 0 -> error a x' y = error a x y).
Proof.
move=> x0 xx y0 low; have N0 : 0 < samples x y by apply: some_samples => //; [apply: ltW|left].
have N0' := lt_trans N0 (small_samples y xx); have [-> _ same] := small_join a N0 xx.
have G : gain a a (samples x y) (samples x' y) (squared x y) =
    (mu - s2 * a) * (samples x y * samples x' y) + s2 * (y * b * (b - a)) * (samples x y + samples x' y).
  by rewrite /gain from_small; ring.
split=> [|tie none]; last by apply/eqP; rewrite eq_sym same G -tie none subrr !mul0r mulr0 mul0r addr0.
have low' : 0 <= mu - s2 * a by rewrite subr_ge0.
rewrite G; case=> h; [apply: ltr_paddr|apply: ltr_paddl].
- exact: mulr_ge0 (mulr_ge0 (ltW s2_pos) (mulr_ge0 (mulr_ge0 y0 (ltW b_pos)) (ltW gap))) (ltW (addr_gt0 N0 N0')).
- by apply: mulr_gt0 (mulr_gt0 N0 N0'); rewrite subr_gt0.
- exact: mulr_ge0 low' (ltW (mulr_gt0 N0 N0')).
exact: mulr_gt0 (mulr_gt0 s2_pos (mulr_gt0 (mulr_gt0 h b_pos) gap)) (addr_gt0 N0 N0').
Qed.

(* Lemma C.2, at least the ratio: large players hurt large players. *)
Lemma same_kind x y y' : gain b b (samples x y) (samples x y') (squared x y) =
  (mu - s2 * b) * (samples x y * samples x y') - s2 * (x * a * (b - a)) * (samples x y + samples x y').
Proof. by rewrite /gain from_large; ring. Qed.
Theorem lemma_c_2 x y y' : 0 <= x -> 0 < y -> y < y' -> mu <= s2 * b ->
  (mu < s2 * b \/ 0 < x -> error b x y < error b x y') /\ (mu = s2 * b -> x = 0 -> error b x y' = error b x y).
Proof.
move=> x0 y0 yy high; have N0 : 0 < samples x y by apply: some_samples => //; [apply: ltW|right].
have N0' := lt_trans N0 (large_samples x yy); have [_ -> same] := large_join b N0 yy.
split=> [|tie none]; last by apply/eqP; rewrite eq_sym same same_kind tie none subrr !mul0r mulr0 mul0r subr0.
have high' : 0 <= s2 * b - mu by rewrite subr_ge0.
have -> : (gain b b (samples x y) (samples x y') (squared x y) < 0) = (0 < (s2 * b - mu) * (samples x y * samples x y')
    + s2 * (x * a * (b - a)) * (samples x y + samples x y')).
  by rewrite same_kind -oppr_gt0; congr (0 < _); ring.
case=> h; [apply: ltr_paddr|apply: ltr_paddl].
- exact: mulr_ge0 (mulr_ge0 (ltW s2_pos) (mulr_ge0 (mulr_ge0 x0 (ltW a_pos)) (ltW gap))) (ltW (addr_gt0 N0 N0')).
- by apply: mulr_gt0 (mulr_gt0 N0 N0'); rewrite subr_gt0.
- exact: mulr_ge0 high' (ltW (mulr_gt0 N0 N0')).
exact: mulr_gt0 (mulr_gt0 s2_pos (mulr_gt0 (mulr_gt0 h a_pos) gap)) (addr_gt0 N0 N0').
Qed.

(* Lemma C.2, below the ratio: up before the threshold, down after it. *)
Theorem lemma_c_2_threshold x y y' : 0 <= x -> 0 < y -> y < y' -> s2 * b < mu ->
  let top := a * x * (mu - 3%:R * b * s2 + 2%:R * a * s2) / (b * (b * s2 - mu)) in
  [/\ y' <= top -> error b x y < error b x y', top <= y -> error b x y' < error b x y &
      top <= 0 -> error b x y' < error b x y].
Proof.
move=> x0 y0 yy low top; have N0 : 0 < samples x y by apply: some_samples => //; [apply: ltW|right].
have m0 : 0 < mu - s2 * b by rewrite subr_gt0.
have neg : b * s2 - mu != 0 by rewrite mulrC lt_eqF // subr_lt0.
have D0 : 0 < b * (mu - s2 * b) by rewrite mulr_gt0.
have E : top * (b * (mu - s2 * b)) = a * x * (3%:R * b * s2 - 2%:R * a * s2 - mu).
  by rewrite /top; field; rewrite neg gt_eqF.
have [_ high] := at_threshold y D0 E; have [lower _] := at_threshold y' D0 E.
have [falls rises _] := large_join b N0 yy; have more := large_samples x yy.
have down : top <= y -> error b x y' < error b x y.
  rewrite high falls same_kind subr_gt0 => h; apply: after => //.
  rewrite -subr_ge0; rewrite -subr_ge0 in h; apply: le_trans h _.
  by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /samples; ring.
split=> // [|low0]; last by apply: down; apply: le_trans low0 (ltW y0).
rewrite lower rises same_kind subr_lt0 => h; apply: before => //.
rewrite -subr_ge0; rewrite -subr_ge0 in h; apply: le_trans h _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /samples; ring.
Qed.

(* Where the gain is m N N' - g (N + N') and m is positive, joining hurts before m N = 2 g and helps after it. *)
Lemma up_then_down v c x y x' y' m g : 0 < samples x y -> samples x y < samples x' y' ->
  squared x' y' = squared x y + c * (samples x' y' - samples x y) -> 0 < m ->
  gain v c (samples x y) (samples x' y') (squared x y) =
    m * (samples x y * samples x' y') - g * (samples x y + samples x' y') ->
  (m * samples x' y' <= 2%:R * g -> error v x y < error v x' y') /\
  (2%:R * g <= m * samples x y -> error v x' y' < error v x y).
Proof.
move=> N0 more sq m0 G; have [-> -> _] := gain_sign v N0 more sq; rewrite G.
by split=> h; [rewrite subr_lt0; apply: before|rewrite subr_gt0; apply: after].
Qed.
End Shapes.
