(* Every wish of a player under uniform federation is a threshold of the noise, and on a cone of sizes polynomials
   put thresholds in order (a tool of coalitions/new-four-players-core). Any ordered field.
   Modelled: the error of Corollary 4.3 for players with numbers, whose sizes are a list; a coalition says of each
   number whether that player is in. On a cone with four generators sizes are polynomials in the weights of the
   generators.
   Not modelled: thresholds of the same coalition, or of coalitions with equal totals. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp Require Import ring.
From Incentives Require Import NoNegative.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A coalition says of each player whether it is in; sizes are lists with one entry for each player. *)
Definition coalition := seq bool.
Fixpoint choices k : seq coalition :=
  if k is k'.+1 then [seq w :: C | w <- [:: true; false], C <- choices k'] else [:: [::]].
Definition companies := [seq C <- choices 4 | has id C].
(* Between two coalitions of a player, the first of smaller total. *)
Definition threshold := (nat * coalition * coalition)%type.

(* --- Totals, sums of squares and thresholds, of numbers or of polynomials --- *)
(* The threshold is (above / below) * s2. *)
Section Formulas.
Variables (R : Type) (add mul sub : R -> R -> R) (nil : R) (sizes : seq R).
Definition total_of (C : coalition) := foldr add nil (mask C sizes).
Definition squares_of (C : coalition) := foldr add nil (mask C (map (fun x => mul x x) sizes)).
Definition below_of C D := mul (mul (total_of C) (total_of D)) (sub (total_of D) (total_of C)).
Definition above_of p C D := add (sub (mul (squares_of D) (mul (total_of C) (total_of C)))
  (mul (squares_of C) (mul (total_of D) (total_of D))))
  (let twice := mul (nth nil sizes p) (below_of C D) in add twice twice).
End Formulas.
Arguments total_of {R}.

Section Numbers.
Variables (K : realFieldType) (n : seq K) (mu s2 : K).
Definition total := total_of +%R 0 n.
Definition squares := squares_of +%R *%R 0 n.
Definition below := below_of +%R *%R (fun x y => x - y) 0 n.
Definition above := above_of +%R *%R (fun x y => x - y) 0 n.
Definition error p C := mu / total C + s2 * (squares C / total C ^+ 2 + 1 - 2%:R * nth 0 n p / total C).
Definition prefers (v : threshold) := let: (p, C, D) := v in error p C <= error p D.
Definition opposite (v : threshold) : threshold := let: (p, C, D) := v in (p, D, C).

Lemma belowE C D : below C D = total C * total D * (total D - total C). Proof. by []. Qed.
Lemma aboveE p C D : above p C D = squares D * total C ^+ 2 - squares C * total D ^+ 2 + 2%:R * nth 0 n p * below C D.
Proof. by rewrite -mulrA mulr_natl mulr2n. Qed.

(* Noise at most as high as a threshold says that the player likes the smaller total as much. *)
Lemma prefersE p C D : 0 < total C -> 0 < total D ->
  prefers (p, C, D) = (mu * below C D <= s2 * above p C D).
Proof.
move=> C0 D0; rewrite /prefers -subr_ge0 -[RHS]subr_ge0.
have -> : error p D - error p C = (s2 * above p C D - mu * below C D) / (total C * total D) ^+ 2.
  rewrite /error aboveE belowE; field; by rewrite !gt_eqF.
by rewrite pmulr_lge0 // invr_gt0 exprn_gt0 // mulr_gt0.
Qed.

Hypotheses (s2_pos : 0 < s2) (mu_ge0 : 0 <= mu).
Lemma next_threshold (v w : threshold) : let: (p, C, D) := v in let: (q, E, F) := w in
  0 < total C -> total C < total D -> 0 < total E -> total E < total F ->
  0 <= above q E F * below C D - above p C D * below E F ->
  (prefers v -> prefers w) /\ (prefers (opposite w) -> prefers (opposite v)).
Proof.
case: v w => [[p C] D] [[q E] F] C0 CD E0 EF order; have D0 := lt_trans C0 CD; have F0 := lt_trans E0 EF.
have pos A B : 0 < total A -> total A < total B -> 0 < below A B.
  by move=> A0 AB; rewrite belowE !mulr_gt0 ?subr_gt0 // (lt_trans A0).
have v0 := pos _ _ C0 CD; have w0 := pos _ _ E0 EF.
have oppE r A B : 0 < total A -> 0 < total B -> prefers (r, B, A) = (s2 * above r A B <= mu * below A B).
  move=> A0 B0; rewrite prefersE //.
  have -> : below B A = - below A B by rewrite !belowE; ring.
  have -> : above r B A = - above r A B by rewrite !aboveE !belowE; ring.
  by rewrite !mulrN ler_opp2.
rewrite /opposite (oppE p C D) // (oppE q E F) // (prefersE p) // (prefersE q) //; split=> H.
  rewrite -(ler_pmul2r v0) mulrAC; apply: (@le_trans _ _ (s2 * above p C D * below E F)).
    by rewrite ler_wpmul2r // ltW.
  by rewrite -!mulrA ler_wpmul2l ?(ltW s2_pos) // -subr_ge0.
rewrite -(ler_pmul2r w0) [X in _ <= X]mulrAC; apply: (@le_trans _ _ (s2 * above q E F * below C D)); last first.
  by rewrite ler_wpmul2r // ltW.
by rewrite -!mulrA ler_wpmul2l ?(ltW s2_pos) // -subr_ge0.
Qed.

Lemma no_threshold p C D : 0 < total C -> total C < total D -> 0 <= - above p C D -> prefers (p, D, C).
Proof.
move=> C0 CD low; have D0 := lt_trans C0 CD; rewrite prefersE //.
have -> : below D C = - below C D by rewrite !belowE; ring.
have -> : above p D C = - above p C D by rewrite !aboveE !belowE; ring.
rewrite mulrN; apply: (@le_trans _ _ 0); last by rewrite mulr_ge0 // ltW.
by rewrite oppr_le0 mulr_ge0 // /below /below_of -/total !mulr_ge0 ?subr_ge0 // ltW.
Qed.
End Numbers.

(* --- The same with polynomials: sizes on a cone --- *)
Definition cone := (seq Z * seq Z * seq Z * seq Z)%type.
Definition linear (c0 c1 c2 c3 : Z) : polynomials :=
  plus (plus (plus (times (constant c0) (unknown 0)) (times (constant c1) (unknown 1)))
    (times (constant c2) (unknown 2))) (times (constant c3) (unknown 3)).
Definition entry (g : seq Z) i := nth Z0 g i.
Definition sizes_on (g : cone) : seq polynomials := let: (g0, g1, g2, g3) := g in
  [seq linear (entry g0 i) (entry g1 i) (entry g2 i) (entry g3 i) | i <- iota 0 4].
Definition total_on g := total_of plus zero (sizes_on g).
Definition below_on g := below_of plus times minus zero (sizes_on g).
Definition above_on g := above_of plus times minus zero (sizes_on g).

(* The two coalitions differ, and the second has the larger total on the cone. *)
Definition proper g (v : threshold) := let: (p, C, D) := v in
  [&& (p < 4)%N, C \in companies, D \in companies, C != D & fine (minus (total_on g D) (total_on g C))].
Definition in_order g (pair : threshold * threshold) :=
  let: ((p, C, D), (q, E, F)) := pair in
  [&& proper g (p, C, D), proper g (q, E, F) &
    fine (minus (times (above_on g q E F) (below_on g C D)) (times (above_on g p C D) (below_on g E F)))].
Definition never_positive g (v : threshold) := let: (p, C, D) := v in
  proper g v && fine (minus zero (above_on g p C D)).

Section OnCone.
Variables (K : realFieldType).
Implicit Types (n : seq K) (g : cone).
(* Sizes of the cone; sizes whose coalitions have different totals. *)
Definition within g n := exists t0 t1 t2 t3,
  [/\ 0 <= t0, 0 <= t1, 0 <= t2 /\ 0 <= t3 & n = map (value t0 t1 t2 t3) (sizes_on g)].
Definition general n := (forall C, C \in companies -> 0 < total n C) /\
  (forall C D, C \in companies -> D \in companies -> C != D -> total n C != total n D).

Section Values.
Variables (R : Type) (add mul sub : R -> R -> R) (nil : R) (v : R -> K).
Hypotheses (v0 : v nil = 0) (vD : {morph v : x y / add x y >-> x + y}) (vM : {morph v : x y / mul x y >-> x * y})
  (vB : {morph v : x y / sub x y >-> x - y}).
Variable sizes : seq R.
Lemma value_sum s : v (foldr add nil s) = foldr +%R 0 (map v s).
Proof. by elim: s => //= x s IH; rewrite vD IH. Qed.
Lemma value_total C : v (total_of add nil sizes C) = total (map v sizes) C.
Proof. by rewrite value_sum map_mask. Qed.
Lemma value_squares C : v (squares_of add mul nil sizes C) = squares (map v sizes) C.
Proof.
rewrite value_sum map_mask /squares /squares_of -!map_comp; congr (foldr _ _ (mask _ _)).
by apply: eq_map => x /=; rewrite vM.
Qed.
Lemma value_below C D : v (below_of add mul sub nil sizes C D) = below (map v sizes) C D.
Proof. by rewrite /below_of !vM vB !value_total. Qed.
Lemma value_above p C D : (p < size sizes)%N ->
  v (above_of add mul sub nil sizes p C D) = above (map v sizes) p C D.
Proof.
move=> p4; rewrite /above_of /= vD vB [v (add (mul _ _) _)]vD [v (mul (nth _ _ _) _)]vM value_below.
rewrite !vM !value_squares !value_total.
by rewrite /above /above_of (nth_map nil).
Qed.
End Values.

(* What the polynomials show holds at all sizes of the cone with different totals. *)
Section Piece.
Variables (g : cone) (n : seq K) (mu s2 : K).
Hypotheses (here : within g n) (gen : general n) (s2_pos : 0 < s2) (mu_ge0 : 0 <= mu).
Local Notation prefers := (prefers n mu s2).
Lemma values : exists v : polynomials -> K, [/\ v zero = 0, {morph v : x y / plus x y >-> x + y},
  {morph v : x y / times x y >-> x * y}, {morph v : x y / minus x y >-> x - y} &
  (forall x, fine x -> 0 <= v x) /\ n = map v (sizes_on g)].
Proof.
have [t0 [t1 [t2 [t3 [p0 p1 [p2 p3] e]]]]] := here; exists (value t0 t1 t2 t3).
have [v0 vD vM fine0] := value_sound p0 p1 p2 p3; split=> //; exact: valueB.
Qed.
Lemma proper_totals p C D : proper g (p, C, D) -> [/\ (p < 4)%N, 0 < total n C & total n C < total n D].
Proof.
have [v [v0 vD vM vB [fine0 nv]]] := values; have [pos differ] := gen.
case/and5P => p4 inC inD CD /fine0; rewrite vB !(value_total v0 vD) -nv subr_ge0 => le.
by split; [|exact: pos|rewrite lt_neqAle le differ].
Qed.
Lemma order_sound v w : in_order g (v, w) ->
  (prefers v -> prefers w) /\ (prefers (opposite w) -> prefers (opposite v)).
Proof.
case: v w => [[p C] D] [[q E] F] /and3P[/proper_totals[p4 C0 CD] /proper_totals[q4 E0 EF]].
have [v [v0 vD vM vB [fine0 nv]]] := values => /fine0.
have four : size (sizes_on g) = 4%N by case: (g) => [[[]]].
rewrite vB [v (times (above_on g q E F) _)]vM [v (times (above_on g p C D) _)]vM.
rewrite !(value_above v0 vD vM vB) ?four // !(value_below v0 vD vM vB) -nv.
exact: (@next_threshold _ n mu s2 s2_pos (p, C, D) (q, E, F)).
Qed.
Lemma never_sound v : never_positive g v -> prefers (opposite v).
Proof.
case: v => [[p C] D] /andP[/proper_totals[p4 C0 CD]]; have [v [v0 vD vM vB [fine0 nv]]] := values => /fine0.
have four : size (sizes_on g) = 4%N by case: (g) => [[[]]].
by rewrite vB v0 (value_above v0 vD vM vB) ?four // -nv sub0r => low; apply: no_threshold.
Qed.
End Piece.
End OnCone.
