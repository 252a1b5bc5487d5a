(* Payments that repair what training does to the truth, and how choices move (payments/new-penalty-monotone, new-line-unimodal,
   new-mixture-not-monotone, new-size-monotone, prose-c-alpha-valuation, prose-c-alpha-payment, new-runs-without), and why
   their sum is not negative. Any set of models, any ordered ring.
   Modelled: from one group's side. [v t m] is what the model m is worth to it if its type is t, [others m] what m is worth
   to the others minus the penalty, [f r] the model chosen for the report r; it pays h - others (f r).
   Not modelled: the closed forms of particular divergences. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Choices.
Variables (K : realDomainType) (Model : Type) (menu : Model -> Prop).
Implicit Types (x y d e : Model -> K).

(* What is best for s and for t, s < t, in x weighted with the parameter: x does not fall. *)
Lemma weighted_more x y s t a b : s < t -> menu a -> menu b ->
  (forall m, menu m -> s * x m + y m <= s * x a + y a) -> (forall m, menu m -> t * x m + y m <= t * x b + y b) ->
  x a <= x b.
Proof.
move=> st ina inb best_a best_b; have := ler_add (best_a b inb) (best_b a ina).
rewrite -subr_ge0; have -> : s * x a + y a + (t * x b + y b) - (s * x b + y b + (t * x a + y a)) = (t - s) * (x b - x a).
  by ring.
by rewrite pmulr_rge0 ?subr_gt0 // subr_ge0.
Qed.

(* A larger penalty: nearer to the initial model, less reward. *)
Theorem penalty_trades (e d : Model -> K) l l' a b : 0 <= l -> l < l' -> menu a -> menu b ->
  (forall m, menu m -> e m - l * d m <= e a - l * d a) -> (forall m, menu m -> e m - l' * d m <= e b - l' * d b) ->
  d b <= d a /\ e b <= e a.
Proof.
move=> l0 ll ina inb best_a best_b.
have near : d b <= d a.
  rewrite -ler_opp2; apply: (@weighted_more (fun m => - d m) e l l' a b ll ina inb) => m inm.
    by have := best_a m inm; rewrite !mulrN ![- _ + _]addrC.
  by have := best_b m inm; rewrite !mulrN ![- _ + _]addrC.
split=> //; have := best_a b inb; rewrite -subr_ge0 => H; rewrite -subr_ge0.
have -> : e a - e b = (e a - l * d a - (e b - l * d b)) + l * (d a - d b) by ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.

(* Reports on a line through the truth, which is reached at 1: utility has one peak, there. [x] is what the direction adds, and
   truth is [y + x]; the report at t is chosen for y + t x. *)
Theorem one_peak x y (f : K -> Model) : (forall t, menu (f t)) ->
  (forall t m, menu m -> t * x m + y m <= t * x (f t) + y (f t)) ->
  (forall s t, s < t -> x (f s) <= x (f t)) /\
  (forall s t, s < t -> t <= 1 -> x (f s) + y (f s) <= x (f t) + y (f t)) /\
  (forall s t, s < t -> 1 <= s -> x (f t) + y (f t) <= x (f s) + y (f s)).
Proof.
move=> inm best; have up s t : s < t -> x (f s) <= x (f t).
  by move=> st; apply: (weighted_more st) => // m; apply: best.
split=> //; split=> s t st le1; rewrite -subr_ge0.
  have := best t (f s) (inm s); rewrite -subr_ge0 => H.
  have -> : x (f t) + y (f t) - (x (f s) + y (f s)) =
    t * x (f t) + y (f t) - (t * x (f s) + y (f s)) + (1 - t) * (x (f t) - x (f s)) by ring.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0 // up.
have := best s (f t) (inm t); rewrite -subr_ge0 => H.
have -> : x (f s) + y (f s) - (x (f t) + y (f t)) =
  s * x (f s) + y (f s) - (s * x (f t) + y (f t)) + (s - 1) * (x (f t) - x (f s)) by ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0 // up.
Qed.

(* A claimed size t, 0 or more: neither the valuation nor the payment falls with it. *)
Theorem size_monotone (v others : Model -> K) (h : K) (f : K -> Model) : (forall t, menu (f t)) ->
  (forall t m, menu m -> t * v m + others m <= t * v (f t) + others (f t)) ->
  forall s t, 0 <= s -> s < t -> v (f s) <= v (f t) /\ h - others (f s) <= h - others (f t).
Proof.
move=> inm best s t s0 st; have up : v (f s) <= v (f t) by apply: (weighted_more st) => // m; apply: best.
split=> //; rewrite ler_add2l ler_opp2; have := best s (f t) (inm t); rewrite -subr_ge0 => H; rewrite -subr_ge0.
have -> : others (f s) - others (f t) =
  (s * v (f s) + others (f s) - (s * v (f t) + others (f t))) + s * (v (f t) - v (f s)) by ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.
End Choices.

Section Training.
Variables (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K) (f : T -> Model).
Definition utility (price : T -> K) t r := v t (f r) - price r.

(* h is the best welfare of the others in a table trained without the group. If the choice is best in its own table, the group
   keeps at least what some model of this table misses of h for the others: nothing if the one table contains the other. *)
Theorem runs_without (menu : Model -> Prop) t (without : K) (m0 : Model) : menu m0 ->
  (forall m, menu m -> v t m + others m <= v t (f t) + others (f t)) -> (forall m, menu m -> 0 <= v t m) ->
  - (without - others m0) <= utility (fun r => without - others (f r)) t t /\
  (without <= others m0 -> 0 <= utility (fun r => without - others (f r)) t t).
Proof.
move=> in0 best pos; have keeps : - (without - others m0) <= utility (fun r => without - others (f r)) t t.
  rewrite -subr_ge0; have -> : utility (fun r => without - others (f r)) t t - - (without - others m0) =
    (v t (f t) + others (f t) - (v t m0 + others m0)) + v t m0 by rewrite /utility; ring.
  by apply: addr_ge0; [rewrite subr_ge0; apply: best|apply: pos].
by split=> // inside; apply: le_trans keeps; rewrite oppr_ge0 subr_le0.
Qed.
End Training.

(* No deficit: payments are not negative, and their sum is zero only if the chosen model is best without each group. *)
Theorem budget (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (others : I -> Model -> K)
    (best : I -> Model) (chosen : Model) : menu chosen -> (forall i, menu (best i)) ->
  (forall i m, menu m -> others i m <= others i (best i)) ->
  0 <= \sum_i (others i (best i) - others i chosen) /\
  (\sum_i (others i (best i) - others i chosen) = 0 <-> forall i m, menu m -> others i m <= others i chosen).
Proof.
move=> inc inb top; have pos i : true -> 0 <= others i (best i) - others i chosen by rewrite subr_ge0 => _; apply: top.
split=> [|]; first by apply: sumr_ge0 => i; apply: pos.
split=> [/eqP|H].
  rewrite psumr_eq0 // => /allP all i m inm; have /eqP := implyP (all i (mem_index_enum i)) isT.
  by move/eqP; rewrite subr_eq0 => /eqP <-; apply: top.
by apply/eqP; rewrite psumr_eq0 //; apply/allP => i _; rewrite /= subr_eq0 eq_le H // top.
Qed.

(* Trading reward for nearness needs a penalty that is not negative, and a larger one. *)
Theorem penalty_trades_needs_1 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K) (l l' : K)
  (a b : Model), True -> l < l' -> menu a -> menu b -> (forall m : Model, menu m -> e m - l * d m <= e a - l * d a) ->
  (forall m : Model, menu m -> e m - l' * d m <= e b - l' * d b) -> d b <= d a /\ e b <= e a).
Proof.
pose e (m : bool) : rat := if m then 0 else 3%:R; pose d (m : bool) : rat := if m then 2%:R else 0.
move=> /(_ _ _ (fun=> True) e d (- 2%:R) (- 1) true false I isT I I) H.
by have [||_] := H; [case|case|].
Qed.
Theorem penalty_trades_needs_2 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K) (l l' : K)
  (a b : Model), 0 <= l -> True -> menu a -> menu b -> (forall m : Model, menu m -> e m - l * d m <= e a - l * d a) ->
  (forall m : Model, menu m -> e m - l' * d m <= e b - l' * d b) -> d b <= d a /\ e b <= e a).
Proof.
pose e (m : bool) : rat := if m then 0 else 1; pose d (m : bool) : rat := if m then 0 else 2%:R.
move=> /(_ _ _ (fun=> True) e d 1 0 true false isT I I I) H.
by have [||] := H; [case|case|].
Qed.
