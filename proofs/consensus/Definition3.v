(* What Definition 3 promises, and what satisfies it (consensus/new-harm-does-not-pay, new-vacuous-mechanisms,
   new-printed-infinity, new-verified-silence): any number of clients, any sets of models, any mechanism, with any kind of chance.
   Modelled: a strategy of each client; a mechanism draws a seed and outputs a model or nothing. The worth of an output is a
   number, minus or plus infinity. Of probability and expected worth no more is asked than [chance] says, which probability spaces
   satisfy, infinite ones included; [finite] is the case of finitely many seeds w with probabilities [p w]. Definition 3: whatever
   strategy brings one client more than the truth, the others being truthful, the output is acceptable to all with probability one. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
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

Definition is_bottom v := if v is Bottom then true else false.
Definition is_top v := if v is Top then true else false.

(* What is asked of chance and of expected worth: whatever is worth minus infinity with a positive probability is worth that, and
   what is certain is worth itself. [likely] says that a probability is positive. *)
Record chance (Seed : Type) := Chance {
  likely : (Seed -> bool) -> bool;
  expected : (Seed -> worth) -> worth;
  likely_more : forall A B : Seed -> bool, (forall w, A w -> B w) -> likely A -> likely B;
  likely_sure : likely (fun=> true);
  likely_never : likely (fun=> false) = false;
  expected_same : forall f g, f =1 g -> expected f = expected g;
  expected_bottom : forall f, likely (fun w => is_bottom (f w)) -> expected f = Bottom;
  expected_sure : forall v, expected (fun=> v) = v }.

(* Finitely many random outcomes: the expected worth is minus infinity if that has a positive probability, otherwise plus infinity
   if that has, otherwise the sum. *)
Section Finite.
Variables (Seed : finType) (p : Seed -> K).
Hypothesis one : (\sum_w p w = 1)%R.
Definition finite_likely (A : Seed -> bool) := [exists w, (0 < p w)%R && A w].
Definition finite_expected (f : Seed -> worth) : worth :=
  if finite_likely (fun w => is_bottom (f w)) then Bottom
  else if finite_likely (fun w => is_top (f w)) then Top
  else Number (\sum_w p w * number (f w))%R.
Lemma finite_more (A B : Seed -> bool) : (forall w, A w -> B w) -> finite_likely A -> finite_likely B.
Proof. by move=> AB /existsP[w /andP[pw Aw]]; apply/existsP; exists w; rewrite pw AB. Qed.
Lemma finite_sure : finite_likely (fun=> true).
Proof.
apply: contraPT one => /existsPn low one'.
have : (\sum_w p w <= \sum_(w : Seed) 0)%R by apply: ler_sum => w _; rewrite leNgt; have := low w; rewrite andbT.
by rewrite one' big1 // ler10.
Qed.
Lemma finite_never : finite_likely (fun=> false) = false.
Proof. by apply/existsPn => w; rewrite andbF. Qed.
Lemma finite_same f g : f =1 g -> finite_expected f = finite_expected g.
Proof.
move=> e; rewrite /finite_expected.
have -> : finite_likely (fun w => is_bottom (f w)) = finite_likely (fun w => is_bottom (g w)) by apply: eq_existsb => w; rewrite e.
have -> : finite_likely (fun w => is_top (f w)) = finite_likely (fun w => is_top (g w)) by apply: eq_existsb => w; rewrite e.
by congr (if _ then _ else if _ then _ else Number _); apply: eq_bigr => w _; rewrite e.
Qed.
Lemma finite_bottom f : finite_likely (fun w => is_bottom (f w)) -> finite_expected f = Bottom.
Proof. by rewrite /finite_expected => ->. Qed.
Lemma finite_constant v : finite_expected (fun=> v) = v.
Proof.
have if_likely b : finite_likely (fun=> b) = b by case: b; [exact: finite_sure|exact: finite_never].
by rewrite /finite_expected !if_likely; case: v => //= b; rewrite -mulr_suml one mul1r.
Qed.
Definition finite := Chance finite_more finite_sure finite_never finite_same finite_bottom finite_constant.
End Finite.

Variables (Seed : Type) (ch : chance Seed).
Definition surely (A : Seed -> bool) := ~~ likely ch (fun w => ~~ A w).

Lemma surely_all (A : Seed -> bool) : (forall w, A w) -> surely A.
Proof. by move=> all; apply/negP => /(@likely_more _ ch _ (fun=> false) _); rewrite likely_never => H; apply: notF (H _) => w; rewrite all. Qed.

Lemma surely_more (A B : Seed -> bool) : (forall w, A w -> B w) -> surely A -> surely B.
Proof. by move=> AB; apply: contraNN; apply: likely_more => w; apply: contraNN; apply: AB. Qed.

Lemma more_is_finite f u : more (expected ch f) u -> surely (fun w => ~~ is_bottom (f w)).
Proof.
move=> gain; apply/negP => bad; move: gain; rewrite (expected_bottom (c := ch)); first by case: u.
by apply: likely_more bad => w; rewrite negbK.
Qed.

Lemma more_irr v : more v v = false.
Proof. by case: v => //= a; rewrite ltxx. Qed.

Section Definition3.
Variables (I : finType) (X : Type) (Strategy : I -> Type) (truth : forall m, Strategy m).
Variables (W : X -> bool) (u : I -> option X -> worth).        (* W: acceptable to all; the worth of a model and of nothing *)
Variable mechanism : (forall m, Strategy m) -> Seed -> option X.
Definition deviates (s : forall m, Strategy m) a := forall m, m != a -> s m = truth m.
Definition served (o : option X) := if o is Some x then W x else false.
Definition gains (s : forall m, Strategy m) a := more (expected ch (fun w => u a (mechanism s w))) (expected ch (fun w => u a (mechanism truth w))).
Definition definition_3 := forall a s, deviates s a -> gains s a -> surely (fun w => served (mechanism s w)).

(* (a) A mechanism that does not listen, whatever it outputs. *)
Lemma constant_mechanisms : (forall s w, mechanism s w = mechanism truth w) -> definition_3.
Proof.
move=> constant a s _; rewrite /gains (expected_same ch (g := fun w => u a (mechanism truth w))) ?more_irr // => w.
by rewrite constant.
Qed.

(* (b) A mechanism that outputs nothing or a model acceptable to all, if nothing is worth minus infinity. *)
Lemma verified_or_nothing : (forall s w, if mechanism s w is Some x then W x else true) ->
  (forall a, u a None = Bottom) -> definition_3.
Proof.
move=> verified bottom a s _ /more_is_finite; apply: surely_more => w.
by have := verified s w; case: (mechanism s w) => [x|] //=; rewrite bottom.
Qed.

(* (d) A strategy that brings strictly more than the truth and is harmful with any positive probability is a breach. *)
Lemma gain_with_harm a s : deviates s a -> gains s a -> likely ch (fun w => ~~ served (mechanism s w)) -> ~ definition_3.
Proof. by move=> dev gain bad /(_ a s dev gain)/negP.
Qed.

(* A mechanism without chance that outputs only models acceptable to all: it is enough that nothing is no better than any
   model. With chance that is not enough; see [silence_with_chance] below. *)
Lemma verified_silence : (forall s w, if mechanism s w is Some x then W x else true) ->
  (forall s w v, mechanism s w = mechanism s v) -> (forall a x, ~~ more (u a None) (u a (Some x))) -> definition_3.
Proof.
move=> verified fixed least a s _; rewrite /gains => gain; apply: surely_all => w0; move: gain.
have constant s' : expected ch (fun w => u a (mechanism s' w)) = u a (mechanism s' w0).
  by rewrite -[RHS](expected_sure ch); apply: expected_same => w; rewrite (fixed s' w w0).
rewrite !constant; have := verified s w0; case: (mechanism s w0) => [x|] //= _.
by case: (mechanism truth w0) => [y|]; [rewrite (negPf (least a y))|rewrite more_irr].
Qed.
End Definition3.
End Worth.

(* With plus infinity for nothing, a veto is a triumph: whatever one client can bring to output nothing is a breach.
   The mechanism has finitely many random outcomes: then no expected worth of numbers is infinite. *)
Theorem printed_infinity (K : realFieldType) (Seed : finType) (p : Seed -> K) (one : (\sum_w p w = 1)%R) (I : finType) (X : Type)
    (Strategy : I -> Type) (truth : forall m, Strategy m) (W : X -> bool) (u : I -> option X -> worth K)
    (mechanism : (forall m, Strategy m) -> Seed -> option X) a s : (forall w, if mechanism truth w is Some x then W x else false) ->
  (forall x, W x -> exists v, u a (Some x) = Number v) -> u a None = Top K ->
  (forall x, ~~ W x -> u a (Some x) <> Bottom K) ->
  deviates truth s a -> likely (finite one) (fun w => if mechanism s w is None then true else false) ->
  ~ definition_3 (finite one) truth W u mechanism.
Proof.
move=> good numbers top high dev silence; apply: (gain_with_harm dev); last first.
  by case/existsP: silence => w /andP[pw none]; apply/existsP; exists w; rewrite pw; case: (mechanism s w) none.
rewrite /gains /= /finite_expected.
have no_bottom : finite_likely p (fun w => is_bottom (u a (mechanism s w))) = false.
  apply/negbTE/existsPn => w; rewrite negb_and; apply/orP; right; case: (mechanism s w) => [x|]; last by rewrite top.
  case Wx: (W x); first by have [v ->] := numbers x Wx.
  by have := high x; rewrite Wx => /(_ isT); case: (u a _).
have some_top : finite_likely p (fun w => is_top (u a (mechanism s w))).
  by case/existsP: silence => w /andP[pw none]; apply/existsP; exists w; rewrite pw; case: (mechanism s w) none => // _; rewrite top.
rewrite no_bottom some_top.
have each w : exists v, u a (mechanism truth w) = Number v.
  by have := good w; case: (mechanism truth w) => // x /numbers.
rewrite [X in more _ (if X then _ else _)](_ : _ = false); last first.
  by apply/negbTE/existsPn => w; have [v ->] := each w; rewrite andbF.
rewrite [X in more _ (if X then _ else _)](_ : _ = false) //.
by apply/negbTE/existsPn => w; have [v ->] := each w; rewrite andbF.
Qed.

(* Leave-one-out without any test: whatever one client does, the output is some candidate, a model that everybody else reports to
   accept but perhaps the client left out. A candidate that is not acceptable to all is not acceptable to the liar, to whom it
   is worth minus infinity; so under Assumption 3 the mechanism satisfies Definition 3, whichever candidate it returns. *)
Theorem harm_does_not_pay_anybody (K : realFieldType) (Seed : Type) (ch : chance K Seed) (I : finType) (X : Type) (Strategy : I -> Type)
    (truth : forall m, Strategy m) (S : I -> X -> bool) (u : I -> option X -> worth K)
    (mechanism : (forall m, Strategy m) -> Seed -> option X) :
  redundant S -> (forall a x, ~~ S a x -> u a (Some x) = Bottom K) ->
  let W x := [forall m, S m x] in
  let candidate a n x := forall m, m != n -> m != a -> S m x in
  (forall a s w, deviates truth s a -> exists n x, mechanism s w = Some x /\ candidate a n x) ->
  (forall a n x, candidate a n x -> ~~ W x -> ~~ S a x /\ u a (Some x) = Bottom K) /\
  definition_3 ch truth W u mechanism.
Proof.
move=> red low W candidate returns.
have harm a n x : candidate a n x -> ~~ W x -> ~~ S a x.
  move=> H; apply: contraNN => Sa; apply/forallP; apply: (red n) => m mn.
  by have [->//|ma] := eqVneq m a; apply: H.
split=> [a n x H bad|a s dev /more_is_finite]; first by rewrite (harm a n x) // low // (harm a n x).
apply: surely_more => w; have [n [x [e H]]] := returns a s w dev.
rewrite e /=; case Wx: (W x) => //.
by rewrite low //; apply: (harm a n x); rewrite ?Wx.
Qed.

(* With chance, silence that is merely worse than every model deters nobody: one client, who gambles. *)
Lemma silence_with_chance (K : realFieldType) : exists (p : bool -> K) (one : (\sum_w p w = 1)%R)
    (u : unit -> option bool -> worth K) (mechanism : (unit -> bool) -> bool -> option bool),
  [/\ forall w, (0 < p w)%R, forall a x, more (u a (Some x)) (u a None) &
    ~ definition_3 (finite one) (fun=> true) xpredT u mechanism].
Proof.
have half : (2%:R^-1 + 2%:R^-1 = 1 :> K)%R by rewrite -mulr2n -[LHS]mulr_natl mulfV // pnatr_eq0.
have one : (\sum_(w : bool) 2%:R^-1 = 1 :> K)%R by rewrite big_bool.
exists (fun=> 2%:R^-1)%R, one, (fun _ o => Number (match o with None => -1 | Some x => if x then 1 + 1 else 0 end)%R).
exists (fun s w => if s tt then Some false else if w then Some true else None).
split; first by move=> w; rewrite invr_gt0 ltr0n.
  by move=> a [|] /=; rewrite ?ltrN10 // (lt_trans (ltrN10 K)) // addr_gt0 // ltr01.
move=> /(_ tt (fun=> false) _)/=; rewrite /gains /= /finite_expected /finite_likely /=.
have none (f : bool -> bool) : (forall w, f w = false) -> [exists w : bool, (0 < 2%:R^-1 :> K)%R && f w] = false.
  by move=> e; apply/existsPn => w; rewrite e andbF.
rewrite !none; try by case.
rewrite /= !big_bool /= !mulr0 addr0 mulrN1 mulrDr mulr1 half => H.
have /existsPn/(_ false) : surely (finite one) (fun w : bool => served xpredT (if w then Some true else None)).
  by apply: H => [[]|] //; rewrite subr_gt0 invf_lt1 ?ltr0n // ltr1n.
by rewrite invr_gt0 ltr0n.
Qed.

(* All four wrong ways at once. (c) is the game in which client 0 loses as much at the model x as at w, and may have either. *)
Theorem vacuous_mechanisms (K : realFieldType) (Seed : Type) (ch : chance K Seed) :
  (forall (I : finType) (X : Type) (Strategy : I -> Type) (truth : forall m, Strategy m) (W : X -> bool)
      (u : I -> option X -> worth K) (mechanism : (forall m, Strategy m) -> Seed -> option X),
    [/\ (forall s w, mechanism s w = mechanism truth w) -> definition_3 ch truth W u mechanism,
      (forall s w, if mechanism s w is Some x then W x else true) -> (forall a, u a None = Bottom K) ->
        definition_3 ch truth W u mechanism &
      forall a s, deviates truth s a -> gains ch truth u mechanism s a ->
        likely ch (fun w => ~~ served W (mechanism s w)) -> ~ definition_3 ch truth W u mechanism]) /\
  let u (m : 'I_3) (o : option bool) := if o is Some w then if w || (m == ord0) then Number (-1)%R else Bottom K else Bottom K in
  let mechanism (s : 'I_3 -> bool) (_ : Seed) := Some (s ord0) in
  definition_3 ch (fun=> true) id u mechanism /\
  exists s : 'I_3 -> bool, [/\ deviates (fun=> true) s ord0, forall w, ~~ served id (mechanism s w) &
    forall w, u ord0 (mechanism s w) = u ord0 (mechanism (fun=> true) w)].
Proof.
split=> [I X Strategy truth W u mechanism|u mechanism]; first split.
- exact: constant_mechanisms.
- exact: verified_or_nothing.
- by move=> a s; apply: gain_with_harm.
split=> [a s dev|].
  suff same w : u a (mechanism s w) = u a (mechanism (fun=> true) w).
    by rewrite /gains (expected_same ch same) more_irr.
  rewrite /mechanism; have [->|a0] := eqVneq a ord0; first by rewrite /u eqxx !orbT.
  by rewrite dev // eq_sym.
by exists (fun m => m != ord0); split=> [m ->|w|w] //; rewrite /mechanism /u eqxx.
Qed.
