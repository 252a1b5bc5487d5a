(* Two sizes at the best weights (coalitions/lemma-d-1, lemma-d-2, lemma-d-3, lemma-d-4, new-noise-of-indifference).
   Any positive sizes a < b, any real field.
   Modelled: [best v x y] is the error of a member of size v at its best weight whose company are x small and y large players,
   by Lemma 6.3 in the form of Precision.v; [best_is] of TwoKinds.v proves that from [coarse_err] there. [err_S s l] and
   [err_L s l] are the errors of a small and a large member of a coalition of s small and l large players. Numbers of players
   are any numbers of the field, whole or not. Not modelled: derivatives. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import TwoSizesShapes TwoSizesGuests.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Best.
Variables (K : realFieldType) (mu s2 a b : K).
Hypotheses (mu_pos : 0 < mu) (s2_pos : 0 < s2) (a_pos : 0 < a) (ab : a < b).
Implicit Types v x y s l : K.
Local Notation samples := (samples a b).
Local Notation squared := (squared a b).
(* How far the average of x small and y large players is from the mean of somebody else. *)
Definition off x y := error mu s2 a b 0 x y.
Definition best v x y := if (x == 0) && (y == 0) then mu / v else (v / mu + (off x y)^-1)^-1.
Definition err_S s l := best a (s - 1) l.
Definition err_L s l := best b s (l - 1).
Let b_pos : 0 < b := lt_trans a_pos ab.
Let gap : 0 < b - a. Proof. by rewrite subr_gt0. Qed.

Lemma company x y : 0 <= x -> 0 <= y -> ~~ ((x == 0) && (y == 0)) -> 0 < samples x y.
Proof.
move=> x0 y0; rewrite negb_and => some; apply: (some_samples a_pos ab) => //.
by case/orP: some => ne; [left|right]; rewrite lt_def ne.
Qed.
Lemma off_pos x y : 0 <= x -> 0 <= y -> 0 < samples x y -> 0 < off x y.
Proof.
move=> x0 y0 N0; rewrite /off /error mulr0 mul0r subr0 addr_gt0 ?divr_gt0 // mulr_gt0 //.
apply: ltr_paddl (@ltr01 K); rewrite divr_ge0 ?sqr_ge0 //.
by rewrite /TwoSizesShapes.squared addr_ge0 // mulr_ge0 // sqr_ge0.
Qed.
Lemma best_company v x y : 0 < v -> 0 <= x -> 0 <= y -> ~~ ((x == 0) && (y == 0)) ->
  best v x y = (v / mu + (off x y)^-1)^-1 /\ best v x y < mu / v.
Proof.
move=> v0 x0 y0 some; rewrite /best (negPf some); split=> //.
have o := off_pos x0 y0 (company x0 y0 some); rewrite -(invf_div v mu).
by rewrite ltf_pinv ?posrE ?addr_gt0 ?divr_gt0 ?invr_gt0 // ltr_addl invr_gt0.
Qed.

(* At the best weight a member ranks companies by how far their averages are off. *)
Lemma best_order v x y x' y' : 0 < v -> 0 <= x -> 0 <= y -> ~~ ((x == 0) && (y == 0)) ->
  0 <= x' -> 0 <= y' -> ~~ ((x' == 0) && (y' == 0)) ->
  (best v x' y' < best v x y) = (off x' y' < off x y) /\ (best v x' y' == best v x y) = (off x' y' == off x y).
Proof.
move=> v0 x0 y0 some x0' y0' some'.
have [-> _] := best_company v0 x0 y0 some; have [-> _] := best_company v0 x0' y0' some'.
have o := off_pos x0 y0 (company x0 y0 some); have o' := off_pos x0' y0' (company x0' y0' some').
have d := divr_gt0 v0 mu_pos; split.
  rewrite ltf_pinv ?posrE ?addr_gt0 ?invr_gt0 // ltr_add2l ltf_pinv ?posrE //.
by rewrite (inj_eq invr_inj) (inj_eq (addrI _)) (inj_eq invr_inj).
Qed.

Lemma small_off x x' y : 0 <= x -> 0 <= y -> ~~ ((x == 0) && (y == 0)) -> x < x' -> off x' y < off x y.
Proof.
move=> x0 y0 some xx; have N0 := company x0 y0 some; have N0' := lt_trans N0 (small_samples b a_pos y xx).
have [-> _ _] := small_join mu s2 a_pos 0 N0 xx.
have -> : gain mu s2 0 a (samples x y) (samples x' y) (squared x y) = (mu + s2 * a) * (samples x y * samples x' y)
    + s2 * (y * b * (b - a)) * (samples x y + samples x' y) by rewrite /gain (from_small a b); ring.
apply: ltr_paddr; last exact: mulr_gt0 (addr_gt0 mu_pos (mulr_gt0 s2_pos a_pos)) (mulr_gt0 N0 N0').
exact: mulr_ge0 (mulr_ge0 (ltW s2_pos) (mulr_ge0 (mulr_ge0 y0 (ltW b_pos)) (ltW gap))) (ltW (addr_gt0 N0 N0')).
Qed.

(* Small players in the company help everybody. *)
Lemma small_company v x x' y : 0 < v -> 0 <= x -> 0 <= y -> x < x' -> best v x' y < best v x y.
Proof.
move=> v0 x0 y0 xx; have x0' := le_lt_trans x0 xx.
have some' : ~~ ((x' == 0) && (y == 0)) by rewrite gt_eqF.
have [alone|some] := boolP ((x == 0) && (y == 0)).
  have [_ low] := best_company v0 (ltW x0') y0 some'; by rewrite {2}/best alone.
have [-> _] := best_order v0 x0 y0 some (ltW x0') y0 some'; exact: small_off.
Qed.

(* Large players help from some number on: the number need not be positive. *)
Lemma large_off x y y' : 0 <= x -> 0 <= y -> ~~ ((x == 0) && (y == 0)) -> y < y' ->
  let m := mu + s2 * b in let g := s2 * (x * a * (b - a)) in
  (m * samples x y' <= 2%:R * g -> off x y < off x y') /\ (2%:R * g <= m * samples x y -> off x y' < off x y).
Proof.
move=> x0 y0 some yy m g; have N0 := company x0 y0 some.
apply: (@up_then_down K mu s2 a b 0 b x y x y' m g) => //; first exact: (large_samples a_pos ab).
- by rewrite /TwoSizesShapes.squared /TwoSizesShapes.samples; ring.
- by rewrite addr_gt0 // mulr_gt0.
by rewrite /gain (from_large a b) /m /g; ring.
Qed.
Lemma large_company v x y y' : 0 < v -> 0 <= x -> 0 <= y -> y < y' ->
  2%:R * (s2 * (x * a * (b - a))) / (mu + s2 * b) / b <= y -> best v x y' < best v x y.
Proof.
move=> v0 x0 y0 yy far; have y0' := le_lt_trans y0 yy.
have some' : ~~ ((x == 0) && (y' == 0)) by rewrite (gt_eqF y0') andbF.
have [alone|some] := boolP ((x == 0) && (y == 0)).
  have [_ low] := best_company v0 x0 (ltW y0') some'; by rewrite {2}/best alone.
have [-> _] := best_order v0 x0 y0 some x0 (ltW y0') some'; apply: (large_off x0 y0 some yy).2.
have m0 : 0 < mu + s2 * b by rewrite addr_gt0 // mulr_gt0.
move: far; rewrite ler_pdivr_mulr // ler_pdivr_mulr // => /le_trans; apply.
by rewrite mulrC ler_pmul2l // ler_addr mulr_ge0 // ltW.
Qed.

Lemma threshold x : 0 <= x -> 0 <= 2%:R * (s2 * (x * a * (b - a))) / (mu + s2 * b) / b.
Proof.
move=> x0; apply: divr_ge0 (ltW b_pos); apply: divr_ge0 (ltW (addr_gt0 mu_pos (mulr_gt0 s2_pos b_pos))).
exact: mulr_ge0 (ler0n K 2) (mulr_ge0 (ltW s2_pos) (mulr_ge0 (mulr_ge0 x0 (ltW a_pos)) (ltW gap))).
Qed.

(* Lemmas D.1 and D.4: both kinds like more small players, however few there are. *)
Theorem lemma_d_1 s s' l : 1 <= s -> s < s' -> 0 <= l -> err_S s' l < err_S s l.
Proof. by move=> s1 ss l0; apply: small_company => //; rewrite ?subr_ge0 ?ltr_add2r. Qed.
Theorem lemma_d_4 s s' l : 0 <= s -> s < s' -> 1 <= l -> err_L s' l < err_L s l.
Proof. by move=> s0 ss l1; apply: small_company => //; rewrite subr_ge0. Qed.

(* Lemmas D.2 and D.3: both kinds like more large players beyond some number; without small players, from the first on. *)
Theorem lemma_d_2 s : 1 <= s -> exists l0, 0 <= l0 /\ forall l l', l0 <= l -> l < l' -> err_S s l' < err_S s l.
Proof.
move=> s1; have x0 : 0 <= s - 1 by rewrite subr_ge0.
have t0 := threshold x0.
exists (2%:R * (s2 * ((s - 1) * a * (b - a))) / (mu + s2 * b) / b); split=> // l l' far ll.
exact: (large_company a_pos x0 (le_trans t0 far) ll far).
Qed.
Theorem lemma_d_3 s : 0 <= s ->
  (exists l1, 1 <= l1 /\ forall l l', l1 <= l -> l < l' -> err_L s l' < err_L s l) /\
  (s = 0 -> forall l l', 1 <= l -> l < l' -> err_L s l' < err_L s l).
Proof.
move=> s0; have t0 := threshold s0.
split=> [|none l l' l1 ll]; last first.
  by apply: large_company; rewrite ?subr_ge0 ?ltr_add2r // none !(mul0r, mulr0) subr_ge0.
exists (2%:R * (s2 * (s * a * (b - a))) / (mu + s2 * b) / b + 1); split=> [|l l']; first by rewrite ler_addr.
rewrite -ler_subr_addr => far ll; apply: (large_company b_pos s0 (le_trans t0 far) _ far); by rewrite ltr_add2r.
Qed.

(* The noise at which small players are indifferent between all together and all small ones. *)
Definition indifferent s l := s2 * a * ((s - 1 - l) * b - 2%:R * (s - 1) * a) / ((s - 1) * a + l * b).
Theorem noise_of_indifference s l : 1 <= s -> 0 < l ->
  [/\ 1 < s -> (err_S s l < err_S s 0) = (indifferent s l < mu),
    1 < s -> (err_S s l == err_S s 0) = (mu == indifferent s l), s = 1 -> err_S s l < err_S s 0 &
    [/\ s2 = 1, a = 30%:R, b = 300%:R, s = 3%:R & l = 1] -> indifferent s l = 15%:R].
Proof.
move=> s1 l0; split=> [more|more|one|[e1 e2 e3 e4 e5]]; last first.
- rewrite /indifferent e1 e2 e3 e4 e5; have D : (3%:R - 1) * 30%:R + 1 * 300%:R = 360%:R :> K by ring.
  by rewrite D; apply/(canLR (mulfK _)); rewrite ?pnatr_eq0 //; ring.
- have some : ~~ ((0 == 0 :> K) && (l == 0)) by rewrite (gt_eqF l0) andbF.
  have [_ low] := best_company a_pos (lexx 0) (ltW l0) some.
  by rewrite /err_S one subrr {2}/best !eqxx; apply: low.
all: have x0 : 0 < s - 1 by rewrite subr_gt0.
all: have some : ~~ ((s - 1 == 0) && (0 == 0 :> K)) by rewrite gt_eqF.
all: have some' : ~~ ((s - 1 == 0) && (l == 0)) by rewrite gt_eqF.
all: have [strict tie] := best_order a_pos (ltW x0) (lexx 0) some (ltW x0) (ltW l0) some'.
all: rewrite /err_S ?strict ?tie; have N0 := company (ltW x0) (lexx 0) some.
all: have [falls _ same] := large_join mu s2 a_pos ab 0 N0 l0.
all: have D : 0 < (s - 1) * a + l * b by rewrite addr_gt0 // mulr_gt0.
all: have G : gain mu s2 0 b (samples (s - 1) 0) (samples (s - 1) l) (squared (s - 1) 0) =
    (mu - indifferent s l) * ((s - 1) * a * ((s - 1) * a + l * b)).
all: try (by rewrite /gain (from_large a b) /indifferent /TwoSizesShapes.samples; field; rewrite gt_eqF).
  by rewrite /off eq_sym same G mulf_eq0 subr_eq0 [X in _ || X]gt_eqF ?orbF // !mulr_gt0.
by rewrite /off falls G pmulr_lgt0 ?subr_gt0 // !mulr_gt0.
Qed.
End Best.
