(* A few questions to four players and what follows from the answers: a check that a computation can make, and
   what it shows (a tool of coalitions/new-four-players-core). Any ordered field.
   Modelled: trees of questions, each asking a player which of two coalitions it would rather have; the answers
   imply others by the order of thresholds (NoiseThresholds.v) and because wishes are transitive. A cone of sizes
   is cut in pieces, each with a tree. [settled] is the check; it holds up to the boundary of a piece, as what is
   strict there is strict inside.
   Not modelled: how the trees were found. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp Require Import ring.
From Incentives Require Import NoNegative NoiseThresholds NearbySizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Arguments prefers : simpl never.

(* A partition gives each player the name of its table. *)
Definition tables := seq nat.
Definition home (l : tables) p : coalition := [seq nth 0 l q == nth 0 l p | q <- iota 0 4]%N.
Inductive questions := Name of tables | Ask of threshold & questions & questions.
Fixpoint depth q := if q is Ask _ low high then (maxn (depth low) (depth high)).+1 else 0%N.
Fixpoint asked q := if q is Ask (p, C, D) low high
  then [&& (p < 4)%N, [&& C \in companies, D \in companies, nth false C p & nth false D p], asked low & asked high]
  else true.
(* Where the answers lead. *)
Fixpoint answered (ask : threshold -> bool) q :=
  match q with
  | Name l => l
  | Ask v low high => if ask v then answered ask low else answered ask high
  end.
(* The same, where either answer will do for an indifferent player. *)
Fixpoint named (ask : threshold -> bool) q :=
  match q with
  | Name l => [:: l]
  | Ask v low high => (if ask v then named ask low else [::]) ++ (if ask (opposite v) then named ask high else [::])
  end.

(* --- What follows from answers, found in a limited number of steps --- *)
Section Steps.
Variable fuel : nat.
Section Order.
Variable order : seq (threshold * threshold).
Definition by_order (x : threshold) := [seq vw.2 | vw <- order & vw.1 == x] ++
  [seq opposite vw.1 | vw <- order & opposite vw.2 == x].
Definition joined (x : threshold) (known : seq threshold) :=
  [seq (x.1.1, x.1.2, y.2) | y <- known & (y.1.1 == x.1.1) && (y.1.2 == x.2)] ++
  [seq (x.1.1, y.1.2, x.2) | y <- known & (y.1.1 == x.1.1) && (y.2 == x.1.2)].
Fixpoint consequences fuel (open known : seq threshold) :=
  match fuel, open with
  | k.+1, x :: rest => if x \in known then consequences k rest known
    else consequences k (by_order x ++ joined x known ++ rest) (x :: known)
  | _, _ => known
  end.
(* In every coalition it is known of somebody that it gains nothing. *)
Definition unblocked (l : tables) (known : seq threshold) := all (fun C => has (fun p => nth false C p &&
  ((home l p == C) || ((p, home l p, C) \in known))) (iota 0 4)) companies.
Fixpoint end_well known q :=
  match q with
  | Name l => unblocked l known
  | Ask v low high => end_well (consequences fuel [:: v] known) low &&
      end_well (consequences fuel [:: opposite v] known) high
  end.
End Order.

(* --- Pieces of a cone --- *)
Inductive pieces := Piece of seq (threshold * threshold) & seq threshold & questions
  | Cut of pieces & pieces | Turn of pieces | Flip of pieces.
Definition between (x y : seq Z) := [seq Z.add (entry x i) (entry y i) | i <- iota 0 4].
Definition apart (u : seq Z) := all (fun C => all (fun D => (C == D) ||
  ~~ Z.eqb (total_of Z.add Z0 u C) (total_of Z.add Z0 u D)) companies) companies.
Definition middle (g : cone) := let: (g0, g1, g2, g3) := g in
  [seq Z.add (Z.add (entry g0 i) (entry g1 i)) (Z.add (entry g2 i) (entry g3 i)) | i <- iota 0 4].
Fixpoint settled (g : cone) w := let: (g0, g1, g2, g3) := g in
  match w with
  | Piece order never q => [&& all (in_order g) order, all (never_positive g) never, apart (middle g), asked q &
      (depth q <= 6)%N && end_well order (consequences order fuel (map opposite never) [::]) q]
  | Cut one two => settled (g0, between g0 g1, g2, g3) one && settled (between g0 g1, g1, g2, g3) two
  | Turn rest => settled (g1, g2, g3, g0) rest
  | Flip rest => settled (g1, g0, g2, g3) rest
  end.
End Steps.

Section Sound.
Variables (K : realFieldType) (fuel : nat).
Implicit Types (n : seq K) (l : tables).
(* Nobody leaves: in every coalition somebody gains nothing. *)
Definition stays n mu s2 l := all (fun C => has (fun p => nth false C p &&
  (error n mu s2 p (home l p) <= error n mu s2 p C)) (iota 0 4)) companies.

Lemma mem_companies C : size C = 4%N -> has id C -> C \in companies.
Proof.
by case: C => [|x [|y [|z [|w [|//]]]]] // _; rewrite /companies mem_filter => ->; case: x; case: y; case: z; case: w.
Qed.
Lemma home_company l p : (p < 4)%N -> home l p \in companies.
Proof.
move=> p4; apply: mem_companies; first by rewrite size_map size_iota.
apply/(has_nthP false); exists p; first by rewrite size_map size_iota.
by rewrite (nth_map 0%N) ?size_iota // nth_iota // eqxx.
Qed.

(* --- What is named for nearby sizes is named here, and who leaves here leaves nearby --- *)
Section Nearby.
Variables (x u : nat -> K) (mu s2 : K).
Hypothesis pos : forall C, C \in companies -> 0 < total (moved x u 0) C.
Lemma soon_left l : ~~ stays (moved x u 0) mu s2 l -> soon (fun e => ~~ stays (moved x u e) mu s2 l).
Proof.
case/allPn => C inC /hasPn gain.
have all p : p \in iota 0 4 -> soon (fun e => ~~ (nth false C p && prefers (moved x u e) mu s2 (p, home l p, C))).
  move=> p4; have := gain p p4; case: (nth false C p) => //= strict; last by exists 1.
  by rewrite mem_iota in p4; apply: soon_strict => //; apply: home_company.
by apply: soon_then (soon_all all) => e _ gains; apply/allPn; exists C => //; apply/hasPn.
Qed.
Lemma soon_named q : asked q ->
  (forall l, l \in named (prefers (moved x u 0) mu s2) q -> ~~ stays (moved x u 0) mu s2 l) ->
  soon (fun e => ~~ stays (moved x u e) mu s2 (answered (prefers (moved x u e) mu s2) q)).
Proof.
elim: q => [l _ leave|[[p C] D] low IHl high IHh] /=; first by apply: soon_left; apply: leave; rewrite mem_head.
case/and4P => p4 /and4P[inC inD _ _] askl askh leave.
have [yes|no] := boolP (prefers (moved x u 0) mu s2 (p, C, D)); last first.
  have opp : prefers (moved x u 0) mu s2 (p, D, C) by move: no; rewrite /prefers -ltNge => /ltW.
  have high1 : soon (fun e => ~~ stays (moved x u e) mu s2 (answered (prefers (moved x u e) mu s2) high)).
    by apply: IHh => // l inl; apply: leave; rewrite mem_cat opp inl orbT.
  by apply: soon_then (soon_and (soon_strict pos p4 inC inD no) high1) => e _ [/negPf ->].
have low1 : soon (fun e => ~~ stays (moved x u e) mu s2 (answered (prefers (moved x u e) mu s2) low)).
  by apply: IHl => // l inl; apply: leave; rewrite mem_cat yes inl.
have [opp|no] := boolP (prefers (moved x u 0) mu s2 (p, D, C)).
  have high1 : soon (fun e => ~~ stays (moved x u e) mu s2 (answered (prefers (moved x u e) mu s2) high)).
    by apply: IHh => // l inl; apply: leave; rewrite mem_cat opp inl orbT.
  by apply: soon_then (soon_and low1 high1) => e _ [l1 h1]; case: ifP.
apply: soon_then (soon_and (soon_strict pos p4 inD inC no) low1) => e _ [].
by rewrite /prefers -ltNge => /ltW ->.
Qed.
End Nearby.

Section Here.
Variable n : seq K.
Hypothesis gen : general n.
Section Noise.
Variables (g : cone) (mu s2 : K).
Hypotheses (here : within g n) (s2_pos : 0 < s2) (mu_ge0 : 0 <= mu).
Local Notation prefers := (prefers n mu s2).
Lemma either v : ~~ prefers v -> prefers (opposite v).
Proof. by case: v => [[p C] D]; rewrite /prefers -ltNge => /ltW. Qed.

Variable order : seq (threshold * threshold).
Hypothesis right : all (in_order g) order.
Lemma consequences_sound k open known : all prefers open -> all prefers known ->
  all prefers (consequences order k open known).
Proof.
elim: k open known => [|k IH] [|x rest] known //= /andP[x1 rest1] known1.
case: ifP => _; apply: IH => //; last by rewrite /= x1.
rewrite /by_order /joined !all_cat rest1 andbT !all_map.
apply/andP; split; apply/andP; split; apply/allP => y /=; rewrite mem_filter.
- case: y => v w /andP[/eqP e /(allP right)/(@order_sound _ g n mu s2 here gen s2_pos)[next _]]; apply: next.
  by rewrite -e in x1.
- case: y => v w /andP[/eqP e /(allP right)/(@order_sound _ g n mu s2 here gen s2_pos)[_ next]]; apply: next.
  by rewrite -e in x1.
- rewrite /prefers; case: x y x1 => [[p C] D] [[q E] F] /= x1.
  by move=> /andP[/andP[/eqP -> /eqP ->] /(allP known1)]; apply: le_trans.
rewrite /prefers; case: x y x1 => [[p C] D] [[q E] F] /= x1.
by move=> /andP[/andP[/eqP -> /eqP e] /(allP known1)] /=; rewrite e => y1; apply: le_trans x1.
Qed.

Lemma end_well_sound q known : all prefers known -> end_well fuel order known q -> stays n mu s2 (answered prefers q).
Proof.
elim: q known => [l|v low IHl high IHh] known known1 /=.
  move=> /allP blocked; apply/allP => C /blocked /hasP[p p4 /andP[pC gains]]; apply/hasP; exists p => //.
  by rewrite pC /=; case/orP: gains => [/eqP ->|/(allP known1)].
case/andP => lowq highq; case: ifP => [yes|/negbT/either no]; [apply: IHl lowq|apply: IHh highq];
  by apply: consequences_sound; rewrite //= ?yes ?no.
Qed.
End Noise.
End Here.

(* --- Sizes of a cone lie in one of its pieces --- *)
Definition blend (g : cone) (t0 t1 t2 t3 : K) i := let: (g0, g1, g2, g3) := g in
  whole K (entry g0 i) * t0 + whole K (entry g1 i) * t1 + whole K (entry g2 i) * t2 + whole K (entry g3 i) * t3.
Lemma withinP n g0 g1 g2 g3 : within (g0, g1, g2, g3) n <-> exists t0 t1 t2 t3 : K,
  [/\ 0 <= t0, 0 <= t1, 0 <= t2 /\ 0 <= t3 & n = [seq blend (g0, g1, g2, g3) t0 t1 t2 t3 i | i <- iota 0 4]].
Proof.
have on_linear (t0 t1 t2 t3 : K) i : 0 <= t0 -> 0 <= t1 -> 0 <= t2 -> 0 <= t3 ->
    value t0 t1 t2 t3 (linear (entry g0 i) (entry g1 i) (entry g2 i) (entry g3 i)) =
    blend (g0, g1, g2, g3) t0 t1 t2 t3 i.
  move=> p0 p1 p2 p3; rewrite /linear !(valueD p0 p1 p2 p3) !(valueM p0 p1 p2 p3) !value_constant.
  by have [-> -> -> ->] := value_unknown t0 t1 t2 t3.
split=> -[t0 [t1 [t2 [t3 [p0 p1 [p2 p3] e]]]]]; exists t0, t1, t2, t3; split=> //; rewrite e /sizes_on -map_comp;
  by apply: eq_map => i; rewrite [LHS]on_linear || rewrite [RHS]on_linear.
Qed.

Lemma cut n g0 g1 g2 g3 : within (g0, g1, g2, g3) n ->
  within (g0, between g0 g1, g2, g3) n \/ within (between g0 g1, g1, g2, g3) n.
Proof.
move=> /withinP[t0 [t1 [t2 [t3 [h0 h1 [h2 h3] e]]]]]; rewrite !withinP.
have middle i : (i < 4)%N -> whole K (entry (between g0 g1) i) = whole K (entry g0 i) + whole K (entry g1 i).
  have [_ vD _ _] := integers_sound K; rewrite -vD => i4.
  by rewrite /entry /between (nth_map 0%N) ?size_iota // nth_iota.
have [le|/ltW le] := lerP t1 t0; [left; exists (t0 - t1), t1, t2, t3|right; exists t0, (t1 - t0), t2, t3];
  split; rewrite ?subr_ge0 // e; apply/eq_in_map => i; rewrite mem_iota => /andP[_ i4]; rewrite /blend middle //; ring.
Qed.

(* The check shows: at most six questions, the same at each noise, name a partition that nobody leaves. *)
Lemma settled_sound n g w : (forall C, C \in companies -> 0 < total n C) -> within g n -> settled fuel g w ->
  exists2 q, asked q && (depth q <= 6)%N &
    forall mu s2, 0 <= mu -> 0 < s2 -> has (stays n mu s2) (named (prefers n mu s2) q).
Proof.
move=> pos; elim: w g => [order never q|one IH1 two IH2|rest IH|rest IH] [[[g0 g1] g2] g3] /=.
- move=> /withinP[t0 [t1 [t2 [t3 [h0 h1 [h2 h3] here]]]]] /and5P[right no spread ask /andP[deep ends]].
  pose x := blend (g0, g1, g2, g3) t0 t1 t2 t3.
  pose u i := whole K (entry g0 i) + whole K (entry g1 i) + (whole K (entry g2 i) + whole K (entry g3 i)).
  have nx : moved x u 0 = n by rewrite here; apply: eq_map => i; rewrite mul0r addr0.
  have inside e : 0 < e -> within (g0, g1, g2, g3) (moved x u e).
    move=> e0; apply/withinP; exists (t0 + e), (t1 + e), (t2 + e), (t3 + e).
    have e1 := ltW e0; split; [exact: addr_ge0|exact: addr_ge0|by split; exact: addr_ge0|].
    by apply: eq_map => i; rewrite /x /u /blend; ring.
  have differ C D : C \in companies -> D \in companies -> C != D ->
      total [seq u i | i <- iota 0 4] C != total [seq u i | i <- iota 0 4] D.
    move=> inC inD CD; have := allP (allP spread C inC) D inD; rewrite (negPf CD) orFb; apply: contra.
    have [v0 vD _ _] := integers_sound K.
    have -> : [seq u i | i <- iota 0 4] = map (whole K) (middle (g0, g1, g2, g3)).
      by rewrite /= /u !vD.
    rewrite -!(value_total v0 vD) /whole eqr_int => /eqP/(can_inj int_of_ZK) ->.
    exact: Z.eqb_refl.
  exists q => [|mu s2 mu0 s20]; first by rewrite ask.
  apply: contraT => /hasPn leave; rewrite -nx in leave pos.
  have [e e0 [gen left]] := soon_once (soon_and (soon_general pos differ) (soon_named pos ask leave)).
  case/negP: left; have ine := inside e e0.
  apply: (@end_well_sound _ gen _ mu s2 ine s20 order right q _ _ ends).
  apply: (@consequences_sound _ gen _ mu s2 ine s20 order right) => //.
  by rewrite all_map; apply/allP => v /(allP no)/(@never_sound _ _ _ mu s2 ine gen s20 mu0).
- move=> here /andP[ok1 ok2]; by case: (cut here) => [/IH1|/IH2]; apply.
- move=> /withinP[t0 [t1 [t2 [t3 [h0 h1 [h2 h3] e]]]]]; apply: IH; apply/withinP; exists t1, t2, t3, t0; split=> //.
  by rewrite e; apply: eq_map => i; rewrite /blend; ring.
move=> /withinP[t0 [t1 [t2 [t3 [h0 h1 [h2 h3] e]]]]]; apply: IH; apply/withinP; exists t1, t0, t2, t3; split=> //.
by rewrite e; apply: eq_map => i; rewrite /blend; ring.
Qed.
End Sound.
