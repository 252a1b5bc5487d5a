(* What Definition 3 promises, and what satisfies it (consensus/new-harm-does-not-pay, new-vacuous-mechanisms,
   new-printed-infinity, new-verified-silence): any number of clients, any sets of models, any mechanism with finitely many
   random outcomes.
   Modelled: a strategy of each client; a mechanism draws a seed w with probability [p w] and outputs a model or nothing. The
   worth of an output is a number, minus or plus infinity; the expected worth is minus infinity if that has a positive
   probability, otherwise plus infinity if that has, otherwise the sum. Definition 3: whatever strategy brings one client more
   than the truth, the others being truthful, the output is acceptable to all with probability one.
   Not modelled: mechanisms with infinitely many random outcomes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Worth.
Variable K : realFieldType.
Inductive worth := Bottom | Number of K | Top.
Definition number (v : worth) : K := if v is Number a then a else 0.
Definition more (v u : worth) : bool := match v, u with
  | Number a, Number b => b < a
  | Top, Top => false | Top, _ => true | Number _, Bottom => true | _, _ => false
  end%R.

Variables (Seed : finType) (p : Seed -> K).
Definition likely (A : Seed -> bool) := [exists w, (0 < p w)%R && A w].
Definition surely (A : Seed -> bool) := [forall w, (0 < p w)%R ==> A w].
Definition is_bottom v := if v is Bottom then true else false.
Definition is_top v := if v is Top then true else false.
Definition expected (f : Seed -> worth) : worth :=
  if likely (fun w => is_bottom (f w)) then Bottom
  else if likely (fun w => is_top (f w)) then Top
  else Number (\sum_w p w * number (f w))%R.

Lemma more_is_finite f u : more (expected f) u -> surely (fun w => ~~ is_bottom (f w)).
Proof.
rewrite /expected; case: ifP => [_|none _]; first by case: u.
apply/forallP => w; apply/implyP => pw; move/negbT: none; rewrite negb_exists => /forallP/(_ w).
by rewrite pw.
Qed.

Lemma expected_same f g : f =1 g -> expected f = expected g.
Proof.
move=> e; rewrite /expected.
have -> : likely (fun w => is_bottom (f w)) = likely (fun w => is_bottom (g w)) by apply: eq_existsb => w; rewrite e.
have -> : likely (fun w => is_top (f w)) = likely (fun w => is_top (g w)) by apply: eq_existsb => w; rewrite e.
by congr (if _ then _ else if _ then _ else Number _); apply: eq_bigr => w _; rewrite e.
Qed.
Lemma more_irr v : more v v = false.
Proof. by case: v => //= a; rewrite ltxx. Qed.

Section Definition3.
Variables (I : finType) (X : Type) (Strategy : I -> Type) (truth : forall m, Strategy m).
Variables (W : X -> bool) (u : I -> option X -> worth).        (* W: acceptable to all; the worth of a model and of nothing *)
Variable mechanism : (forall m, Strategy m) -> Seed -> option X.
Definition deviates (s : forall m, Strategy m) a := forall m, m != a -> s m = truth m.
Definition served (o : option X) := if o is Some x then W x else false.
Definition gains (s : forall m, Strategy m) a := more (expected (fun w => u a (mechanism s w))) (expected (fun w => u a (mechanism truth w))).
Definition definition_3 := forall a s, deviates s a -> gains s a -> surely (fun w => served (mechanism s w)).

(* (a) A mechanism that does not listen, whatever it outputs. *)
Lemma constant_mechanisms : (forall s w, mechanism s w = mechanism truth w) -> definition_3.
Proof.
move=> constant a s _; rewrite /gains (_ : expected _ = expected (fun w => u a (mechanism truth w))) ?more_irr //.
by apply: expected_same => w; rewrite constant.
Qed.

(* (b) A mechanism that outputs nothing or a model acceptable to all, if nothing is worth minus infinity. *)
Lemma verified_or_nothing : (forall s w, if mechanism s w is Some x then W x else true) ->
  (forall a, u a None = Bottom) -> definition_3.
Proof.
move=> verified bottom a s _ /more_is_finite/forallP finite; apply/forallP => w; apply/implyP => pw.
have := verified s w; have := finite w; rewrite pw /=; case: (mechanism s w) => [x|] //=.
by rewrite bottom.
Qed.

(* (d) A strategy that brings strictly more than the truth and is harmful with any positive probability is a breach. *)
Lemma gain_with_harm a s : deviates s a -> gains s a -> likely (fun w => ~~ served (mechanism s w)) -> ~ definition_3.
Proof.
move=> dev gain /existsP[w /andP[pw bad]] def; have /forallP/(_ w) := def a s dev gain.
by rewrite pw /= (negPf bad).
Qed.

(* With plus infinity for nothing, a veto is a triumph: whatever one client can bring to output nothing is a breach. *)
Theorem printed_infinity a s : (forall w, if mechanism truth w is Some x then W x else false) ->
  (forall x, W x -> exists v, u a (Some x) = Number v) -> u a None = Top ->
  (forall x, ~~ W x -> u a (Some x) <> Bottom) ->
  deviates s a -> likely (fun w => if mechanism s w is None then true else false) -> ~ definition_3.
Proof.
move=> good finite top high dev silence; apply: (gain_with_harm dev); last first.
  by case/existsP: silence => w /andP[pw none]; apply/existsP; exists w; rewrite pw; case: (mechanism s w) none.
rewrite /gains /expected.
have no_bottom : likely (fun w => is_bottom (u a (mechanism s w))) = false.
  apply/negbTE/existsPn => w; rewrite negb_and; apply/orP; right; case: (mechanism s w) => [x|]; last by rewrite top.
  case Wx: (W x); first by have [v ->] := finite x Wx.
  by have := high x; rewrite Wx => /(_ isT); case: (u a _).
have some_top : likely (fun w => is_top (u a (mechanism s w))).
  by case/existsP: silence => w /andP[pw none]; apply/existsP; exists w; rewrite pw; case: (mechanism s w) none => // _; rewrite top.
rewrite no_bottom some_top.
have each w : exists v, u a (mechanism truth w) = Number v.
  by have := good w; case: (mechanism truth w) => // x /finite.
rewrite [X in more _ (if X then _ else _)](_ : _ = false); last first.
  by apply/negbTE/existsPn => w; have [v ->] := each w; rewrite andbF.
rewrite [X in more _ (if X then _ else _)](_ : _ = false) //.
by apply/negbTE/existsPn => w; have [v ->] := each w; rewrite andbF.
Qed.

(* A mechanism without chance that outputs only models acceptable to all: it is enough that nothing is no better than any
   model. With chance that is not enough; see [silence_with_chance] below. *)
Lemma verified_silence : (forall s w, if mechanism s w is Some x then W x else true) ->
  (forall s w v, mechanism s w = mechanism s v) -> (\sum_w p w = 1)%R ->
  (forall a x, ~~ more (u a None) (u a (Some x))) -> definition_3.
Proof.
move=> verified fixed one least a s _; rewrite /gains.
have some : [exists w, (0 < p w)%R].
  apply: contraPT one => /existsPn low one.
  have : (\sum_w p w <= \sum_(w : Seed) 0)%R by apply: ler_sum => w _; rewrite leNgt.
  by rewrite one big1 // ler10.
have [w0 _] := existsP some.
have constant s' : expected (fun w => u a (mechanism s' w)) = u a (mechanism s' w0).
  rewrite (expected_same (g := fun=> u a (mechanism s' w0))) => [|w]; last by rewrite (fixed s' w w0).
  have if_likely b : likely (fun=> b) = b by case: b; rewrite /likely; [under eq_existsb => w do rewrite andbT|apply/existsPn => w; rewrite andbF].
  rewrite /expected !if_likely; case: (u a _) => //= b.
  by rewrite -mulr_suml one mul1r.
rewrite !constant; have := verified s w0; case e: (mechanism s w0) => [x|] Wx gain.
  by apply/forallP => w; rewrite (fixed s w w0) e /= Wx implybT.
by move: gain; case: (mechanism truth w0) => [y|]; [rewrite (negPf (least a y))|rewrite more_irr].
Qed.
End Definition3.
End Worth.

(* Leave-one-out without any test: whatever one client does, the output is some candidate, a model that everybody else reports to
   accept but perhaps the client left out. A candidate that is not acceptable to all is not acceptable to the liar, to whom it
   is worth minus infinity; so under Assumption 3 the mechanism satisfies Definition 3, whichever candidate it returns. *)
Theorem harm_does_not_pay_anybody (K : realFieldType) (Seed : finType) (p : Seed -> K) (I : finType) (X : Type) (Strategy : I -> Type)
    (truth : forall m, Strategy m) (S : I -> X -> bool) (u : I -> option X -> worth K)
    (mechanism : (forall m, Strategy m) -> Seed -> option X) :
  redundant S -> (forall a x, ~~ S a x -> u a (Some x) = Bottom K) ->
  let W x := [forall m, S m x] in
  let candidate a n x := forall m, m != n -> m != a -> S m x in
  (forall a s w, deviates truth s a -> exists n x, mechanism s w = Some x /\ candidate a n x) ->
  (forall a n x, candidate a n x -> ~~ W x -> ~~ S a x /\ u a (Some x) = Bottom K) /\
  definition_3 p truth W u mechanism.
Proof.
move=> red low W candidate returns.
have harm a n x : candidate a n x -> ~~ W x -> ~~ S a x.
  move=> H; apply: contraNN => Sa; apply/forallP; apply: (red n) => m mn.
  by have [->//|ma] := eqVneq m a; apply: H.
split=> [a n x H bad|a s dev /more_is_finite/forallP finite]; first by rewrite (harm a n x) // low // (harm a n x).
apply/forallP => w; apply/implyP => pw; have [n [x [e H]]] := returns a s w dev.
have := finite w; rewrite pw e /=; case Wx: (W x) => //.
by rewrite low //; apply: (harm a n x); rewrite ?Wx.
Qed.

(* With chance, silence that is merely worse than every model deters nobody: one client, who gambles. *)
Lemma silence_with_chance (K : realFieldType) : exists (p : bool -> K) (u : unit -> option bool -> worth K)
    (mechanism : (unit -> bool) -> bool -> option bool),
  [/\ (forall w, (0 < p w)%R) /\ (\sum_w p w = 1)%R, forall a x, more (u a (Some x)) (u a None) &
    ~ definition_3 p (fun=> true) xpredT u mechanism].
Proof.
exists (fun=> 2%:R^-1)%R, (fun _ o => Number (match o with None => -1 | Some x => if x then 1 + 1 else 0 end)%R).
exists (fun s w => if s tt then Some false else if w then Some true else None).
have half : (2%:R^-1 + 2%:R^-1 = 1 :> K)%R by rewrite -mulr2n -[LHS]mulr_natl mulfV // pnatr_eq0.
split; first by split=> [w|]; [rewrite invr_gt0 ltr0n|rewrite big_bool].
  by move=> a [|] /=; rewrite ?ltrN10 // (lt_trans (ltrN10 K)) // addr_gt0 // ltr01.
move=> /(_ tt (fun=> false) _)/=; rewrite /gains /expected /likely /=.
have none (f : bool -> bool) : (forall w, f w = false) -> [exists w : bool, (0 < 2%:R^-1 :> K)%R && f w] = false.
  by move=> e; apply/existsPn => w; rewrite e andbF.
rewrite !none; try by case.
rewrite /= !big_bool /= !mulr0 addr0 mulrN1 mulrDr mulr1 half => H.
have /forallP/(_ false) : surely (fun=> 2%:R^-1 : K)%R (fun w : bool => served xpredT (if w then Some true else None)).
  by apply: H => [[]|] //; rewrite subr_gt0 invf_lt1 ?ltr0n // ltr1n.
by rewrite invr_gt0 ltr0n.
Qed.

(* All four wrong ways at once. (c) is the game in which client 0 loses as much at the model x as at w, and may have either. *)
Theorem vacuous_mechanisms (K : realFieldType) (Seed : finType) (p : Seed -> K) :
  (forall (I : finType) (X : Type) (Strategy : I -> Type) (truth : forall m, Strategy m) (W : X -> bool)
      (u : I -> option X -> worth K) (mechanism : (forall m, Strategy m) -> Seed -> option X),
    [/\ (forall s w, mechanism s w = mechanism truth w) -> definition_3 p truth W u mechanism,
      (forall s w, if mechanism s w is Some x then W x else true) -> (forall a, u a None = Bottom K) ->
        definition_3 p truth W u mechanism &
      forall a s, deviates truth s a -> gains p truth u mechanism s a ->
        likely p (fun w => ~~ served W (mechanism s w)) -> ~ definition_3 p truth W u mechanism]) /\
  let u (m : 'I_3) (o : option bool) := if o is Some w then if w || (m == ord0) then Number (-1)%R else Bottom K else Bottom K in
  let mechanism (s : 'I_3 -> bool) (_ : Seed) := Some (s ord0) in
  definition_3 p (fun=> true) id u mechanism /\
  exists s : 'I_3 -> bool, [/\ deviates (fun=> true) s ord0, forall w, ~~ served id (mechanism s w) &
    forall w, u ord0 (mechanism s w) = u ord0 (mechanism (fun=> true) w)].
Proof.
split=> [I X Strategy truth W u mechanism|u mechanism]; first split.
- exact: constant_mechanisms.
- exact: verified_or_nothing.
- by move=> a s; apply: gain_with_harm.
split=> [a s dev|].
  suff same w : u a (mechanism s w) = u a (mechanism (fun=> true) w).
    by rewrite /gains (expected_same _ same) more_irr.
  rewrite /mechanism; have [->|a0] := eqVneq a ord0; first by rewrite /u eqxx !orbT.
  by rewrite dev // eq_sym.
by exists (fun m => m != ord0); split=> [m ->|w|w] //; rewrite /mechanism /u eqxx.
Qed.
