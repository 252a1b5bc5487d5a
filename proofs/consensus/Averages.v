(* Averages of losses, for any number of clients (consensus/new-positive-rescaling, prose-averaged-objective,
   new-average-to-accuracy, new-unbiased-only, theorem-1-proof-step-1, new-intervals-need-twins).
   Modelled: a client has a loss at each model, at least its least value; a gap is the difference. Numbers: any ordered field.
   Not modelled: how a minimiser is found. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Averages.
Variables (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K).
Hypothesis optimal : forall m x, least m <= F m x.
Definition gap m x := F m x - least m.
Definition content eps m x := F m x <= least m + eps.
Definition average (s : I -> K) x := (\sum_m s m * F m x) / #|I|%:R.
Definition agreed x := forall m, F m x = least m.                       (* W* *)

Lemma gap_ge0 m x : 0 <= gap m x.
Proof. by rewrite subr_ge0. Qed.

Lemma average_is_gap s x w : agreed w -> average s x - average s w = (\sum_m s m * gap m x) / #|I|%:R.
Proof.
move=> W; rewrite /average -mulrBl -sumrB; congr (_ / _); apply: eq_bigr => m _.
by rewrite /gap -mulrBr W.
Qed.

(* With a common minimiser, the minimisers of a rescaled average are the common minimisers. *)
Theorem positive_rescaling (s : I -> K) x : (exists w, agreed w) -> (forall m, 0 < s m) ->
  (forall y, average s x <= average s y) <-> agreed x.
Proof.
move=> [w W] pos; have terms y m : true -> 0 <= s m * gap m y by move=> _; apply: mulr_ge0; [apply: ltW|apply: gap_ge0].
split=> [best m|Wx y].
  have M0 : 0 < #|I|%:R^-1 :> K by rewrite invr_gt0 ltr0n; apply/card_gt0P; exists m.
  have := best w; rewrite -subr_le0 (average_is_gap s x W) pmulr_lle0 // => sum0.
  have /eqP : \sum_m s m * gap m x = 0 by apply/eqP; rewrite eq_le sum0; apply: sumr_ge0 => k _; apply: terms.
  rewrite psumr_eq0 => [/allP/(_ m)|k _]; last exact: terms.
  by rewrite mem_index_enum mulf_eq0 gt_eqF //= subr_eq0 => /(_ isT)/eqP.
by rewrite -subr_ge0 (average_is_gap s y Wx) mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => m _; apply: terms.
Qed.

(* The average itself: all scales are one. *)
Corollary averaged_objective x : (exists w, agreed w) ->
  (forall y, average (fun=> 1) x <= average (fun=> 1) y) <-> agreed x.
Proof. by move=> common; apply: positive_rescaling => // m; exact: ltr01. Qed.

(* A common minimiser is accepted by everybody at every tolerance. *)
Theorem agreement_is_not_empty eps : 0 <= eps ->
  (forall w, agreed w -> forall m, content eps m w) /\ ((exists w, agreed w) -> exists w, forall m, content eps m w).
Proof.
move=> e0; have accepted w : agreed w -> forall m, content eps m w by move=> W m; rewrite /content W ler_addl.
by split=> // -[w W]; exists w; apply: accepted.
Qed.

(* An average gap of at most eps / M leaves nobody with more than eps. *)
Theorem average_to_accuracy eps x w : agreed w ->
  average (fun=> 1) x - average (fun=> 1) w <= eps / #|I|%:R -> forall m, content eps m x.
Proof.
move=> W close m; have M0 : 0 < #|I|%:R^-1 :> K by rewrite invr_gt0 ltr0n; apply/card_gt0P; exists m.
move: close; rewrite (average_is_gap _ x W) ler_pmul2r // (bigD1 m) //= mul1r => close.
rewrite /content -ler_subl_addl; apply: le_trans close; rewrite ler_addl.
by apply: sumr_ge0 => k _; rewrite mul1r gap_ge0.
Qed.
End Averages.

(* The factor M is best possible: one client may bear everything. *)
Lemma average_is_sharp (K : realFieldType) (I : finType) (a : I) (eps worse : K) : 0 <= eps -> eps < worse ->
  exists F : I -> bool -> K, [/\ forall m x, 0 <= F m x, agreed F (fun=> 0) false,
    average F (fun=> 1) true - average F (fun=> 1) false = worse / #|I|%:R & ~ content F (fun=> 0) eps a true].
Proof.
move=> e0 more; exists (fun m x => if x && (m == a) then worse else 0); split=> // [m x||].
- by case: ifP => // _; apply: ltW (le_lt_trans e0 more).
- rewrite /average [X in _ - X / _](_ : _ = 0) ?mul0r ?subr0; last by rewrite big1 // => m _; rewrite mulr0.
  congr (_ / _); rewrite (bigD1 a) //= eqxx mul1r big1 ?addr0 // => m /negPf ->; exact: mulr0.
by rewrite /content eqxx add0r; apply/negP; rewrite -ltNge.
Qed.

(* Both together: an average gap of eps / M leaves everybody within eps, and of more than that one client may have all. *)
Theorem averages_and_accuracy (K : realFieldType) (I : finType) (eps : K) : 0 <= eps ->
  (forall (X : Type) (F : I -> X -> K) (least : I -> K) x w, (forall m y, least m <= F m y) -> agreed F least w ->
    average F (fun=> 1) x - average F (fun=> 1) w <= eps / #|I|%:R -> forall m, content F least eps m x) /\
  (forall (a : I) worse, eps < worse -> exists F : I -> bool -> K, [/\ forall m x, 0 <= F m x, agreed F (fun=> 0) false,
    average F (fun=> 1) true - average F (fun=> 1) false = worse / #|I|%:R & ~ content F (fun=> 0) eps a true]).
Proof.
move=> e0; split=> [X F least x w opt W close m|a worse more]; first exact: average_to_accuracy close m.
exact: average_is_sharp.
Qed.

(* What is needed: without positive scales a client can be ignored, and what is no minimiser for it is chosen. *)
Theorem positive_rescaling_needs_3 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K),
  (forall (m : I) (x : X), least m <= F m x) -> forall (s : I -> K) (x : X), (exists w : X, agreed F least w) -> True ->
  (forall y : X, average F s x <= average F s y) <-> agreed F least x).
Proof.
pose F (_ : 'I_1) (x : bool) : rat := x%:R; have low (m : 'I_1) x : 0 <= F m x by rewrite ler0n.
move=> /(_ _ _ _ F (fun=> 0) low (fun=> 0) true) H.
have [|best _] := H _ I; first by exists false.
have ignored y : average F (fun=> 0) true <= average F (fun=> 0) y.
  by rewrite /average !big1 // => m _; rewrite mul0r.
by have := best ignored ord0.
Qed.

Theorem positive_rescaling_needs_1 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K),
  True -> forall (s : I -> K) (x : X), (exists w : X, agreed F least w) -> (forall m : I, 0 < s m) ->
  (forall y : X, average F s x <= average F s y) <-> agreed F least x).
Proof.
pose F (_ : 'I_1) (x : bool) : rat := if x then -1 else 0.
move=> /(_ _ _ _ F (fun=> 0) I (fun=> 1) true) H.
have [|m|best _] := H; [by exists false|exact: ltr01|].
have lower y : average F (fun=> 1) true <= average F (fun=> 1) y by rewrite /average !big_ord1 !mul1r card_ord !divr1; case: y.
by have := best lower ord0.
Qed.
Theorem positive_rescaling_needs_2 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K),
  (forall (m : I) (x : X), least m <= F m x) -> forall (s : I -> K) (x : X), True -> (forall m : I, 0 < s m) ->
  (forall y : X, average F s x <= average F s y) <-> agreed F least x).
Proof.
pose F (_ : 'I_1) (x : unit) : rat := 1; have low (m : 'I_1) x : 0 <= F m x by exact: ler01.
move=> /(_ _ _ _ F (fun=> 0) low (fun=> 1) tt I (fun=> ltr01)) [best _].
by have := best (fun=> lexx _) ord0.
Qed.

(* Bernoulli: N draws, each 0 but with the small probability d / N, are all 0 with probability 1 - d or more. *)
Theorem unbiased_values_fool (K : realFieldType) (N : nat) (d g : K) : (0 < N)%N -> 0 < d -> d <= 1 ->
  let q := d / N%:R in let answer := g / q in
  [/\ 0 < q, q <= 1, q * answer + (1 - q) * 0 = g & 1 - d <= (1 - q) ^+ N].
Proof.
move=> N0 d0 d1 q answer; have NN : 0 < N%:R :> K by rewrite ltr0n.
have q0 : 0 < q by rewrite divr_gt0.
have q1 : q <= 1 by rewrite ler_pdivr_mulr // mul1r; apply: le_trans d1 _; rewrite ler1n.
split=> //; first by rewrite mulr0 addr0 mulrC divfK // gt_eqF.
have bernoulli n : 1 - n%:R * q <= (1 - q) ^+ n.
  elim: n => [|n IH]; first by rewrite mul0r subr0 expr0.
  rewrite exprS; apply: (@le_trans _ _ ((1 - q) * (1 - n%:R * q))); last by apply: ler_wpmul2l; rewrite ?subr_ge0.
  rewrite -subr_ge0 -addn1 natrD; have -> : (1 - q) * (1 - n%:R * q) - (1 - (n%:R + 1) * q) = n%:R * (q * q) by ring.
  by rewrite mulr_ge0 ?ler0n // mulr_ge0 // ltW.
by have := bernoulli N; rewrite mulrC divfK // gt_eqF.
Qed.

(* For every gap and every small chance there is such an oracle: its mean is the gap, and its draws show nothing. *)
Theorem unbiased_values_support_no_test (K : realFieldType) (N : nat) (d g : K) : (0 < N)%N -> 0 < d ->
  exists q answer : K, [/\ 0 < q <= 1, q * answer + (1 - q) * 0 = g & 1 - d <= (1 - q) ^+ N].
Proof.
move=> N0 d0; case: (leP d 1) => [d1|big].
  by have [q0 q1 mean rare] := unbiased_values_fool g N0 d0 d1; exists (d / N%:R), (g / (d / N%:R)); rewrite q0 q1.
exists 1, g; rewrite ltr01 lexx subrr mul0r addr0 mul1r; split=> //.
by apply: le_trans (exprn_ge0 _ (lexx 0)); rewrite subr_le0 ltW.
Qed.

Section Intervals.
Variables (K : realFieldType) (I : finType) (lo hi : I -> K).
Definition inside m x := lo m <= x <= hi m.
Definition agree x := forall m, inside m x.

(* Intervals with a common point are redundant exactly if the largest low end and the smallest high end are there twice. *)
Theorem intervals_need_twins : (exists x, agree x) -> (forall m : I, exists k, k != m) ->
  (forall n x, (forall m, m != n -> inside m x) -> agree x) <->
  (forall a, (forall m, lo m <= lo a) -> exists2 k, k != a & lo k = lo a) /\
  (forall b, (forall m, hi b <= hi m) -> exists2 k, k != b & hi k = hi b).
Proof.
move=> [w W] more; split=> [red|[low high] n x H m].
  split=> [a top|b top].
    have [k0 k0a] := more a.
    case: (@arg_maxP _ _ I k0 (fun k => k != a) lo k0a) => k ka largest; exists k => //.
    have : agree (lo k).
      apply: (red a) => m ma; rewrite /inside; apply/andP; split; first exact: largest.
      by apply: (@le_trans _ _ w); [have /andP[] := W k|have /andP[] := W m].
    by move=> /(_ a)/andP[le _]; apply/eqP; rewrite eq_le top le.
  have [k0 k0b] := more b.
  case: (@arg_minP _ _ I k0 (fun k => k != b) hi k0b) => k kb smallest; exists k => //.
  have : agree (hi k).
    apply: (red b) => m mb; rewrite /inside; apply/andP; split; last exact: smallest.
    by apply: (@le_trans _ _ w); [have /andP[] := W m|have /andP[] := W k].
  by move=> /(_ b)/andP[_ le]; apply/eqP; rewrite eq_le top le.
have [->|mn] := eqVneq m n; last exact: H.
apply/andP; split.
  case: (@arg_maxP _ _ I n xpredT lo isT) => a _ top; apply: le_trans (top n isT) _.
  have [k ka ek] := low a (fun j => top j isT).
  have [an|an] := eqVneq a n; last by case/andP: (H a an).
  have kn : k != n by rewrite -an.
  by rewrite -ek; case/andP: (H k kn).
case: (@arg_minP _ _ I n xpredT hi isT) => a _ top; apply: le_trans (top n isT).
have [k ka ek] := high a (fun j => top j isT).
have [an|an] := eqVneq a n; last by case/andP: (H a an).
have kn : k != n by rewrite -an.
by rewrite -ek; case/andP: (H k kn).
Qed.
End Intervals.
