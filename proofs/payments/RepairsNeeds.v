(* What more theorems of Repairs.v need: each hypothesis below is dropped in turn; two reports and two models break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Repairs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition hit (m : bool) : int := m%:R.                               (* worth 1 at the model true, 0 at the other *)
Definition flat (_ : bool) : int := 0.
Definition low (t : int) := t <= 0.                                    (* a rule that turns the wrong way *)
Definition high (t : int) := 0 < t.

Theorem budget_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (others
  : I -> Model -> K) (best : I -> Model) (chosen : Model), True -> (forall i : I, menu (best i)) -> (forall (i : I)
  (m : Model), menu m -> others i m <= others i (best i)) -> 0 <= \sum_i (others i (best i) - others i chosen) /\
  (\sum_i (others i (best i) - others i chosen) = 0 <-> (forall (i : I) (m : Model), menu m -> others i m <= others
  i chosen))).
Proof.
pose menu m := m = false; have best (_ : 'I_1) m : menu m -> hit m <= hit false by move=> ->.
move=> H; have [] := H int_realDomainType _ bool menu (fun=> hit) (fun=> false) true I (fun=> erefl) best.
by rewrite big_ord1.
Qed.
Theorem budget_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (others
  : I -> Model -> K) (best : I -> Model) (chosen : Model), menu chosen -> (forall i : I, menu (best i)) -> True -> 0
  <= \sum_i (others i (best i) - others i chosen) /\ (\sum_i (others i (best i) - others i chosen) = 0 <-> (forall
  (i : I) (m : Model), menu m -> others i m <= others i chosen))).
Proof.
move=> H; have [] := H int_realDomainType [finType of 'I_1] bool (fun=> True) (fun=> hit) (fun=> false) true Logic.I (fun=> Logic.I) I.
by rewrite big_ord1.
Qed.
Theorem one_peak_needs_1 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (x y : Model -> K)
  (f : K -> Model), True -> (forall (t : K) (m : Model), menu m -> t * x m + y m <= t * x (f t) + y (f t)) ->
  (forall s t : K, s < t -> x (f s) <= x (f t)) /\ (forall s t : K, s < t -> t <= 1 -> x (f s) + y (f s) <= x (f t)
  + y (f t)) /\ (forall s t : K, s < t -> 1 <= s -> x (f t) + y (f t) <= x (f s) + y (f s))).
Proof.
by move=> H; have [/(_ 0 1 isT)] := H int_realDomainType bool (fun=> False) hit flat low I (fun _ _ => False_ind _).
Qed.
Theorem one_peak_needs_2 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (x y : Model -> K)
  (f : K -> Model), (forall t : K, menu (f t)) -> True -> (forall s t : K, s < t -> x (f s) <= x (f t)) /\ (forall s
  t : K, s < t -> t <= 1 -> x (f s) + y (f s) <= x (f t) + y (f t)) /\ (forall s t : K, s < t -> 1 <= s -> x (f t) +
  y (f t) <= x (f s) + y (f s))).
Proof.
by move=> H; have [/(_ 0 1 isT)] := H int_realDomainType bool (fun=> True) hit flat low (fun=> Logic.I) I.
Qed.
Theorem runs_without_needs_3 : ~ (forall (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model
  -> K) (f : T -> Model) (menu : Model -> Prop) (t : T) (without : K) (m0 : Model), menu m0 -> (forall m : Model,
  menu m -> v t m + others m <= v t (f t) + others (f t)) -> True -> - (without - others m0) <= utility v f (fun r :
  T => without - others (f r)) t t /\ (without <= others m0 -> 0 <= utility v f (fun r : T => without - others (f
  r)) t t)).
Proof.
by move=> H; have [] := H int_realDomainType unit bool (fun _ _ => - 1) flat (fun=> true) (fun=> True) tt 0 true Logic.I
  (fun _ _ => isT) I.
Qed.
Theorem size_monotone_needs_2 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (v others :
  Model -> K) (h : K) (f : K -> Model), (forall t : K, menu (f t)) -> True -> forall s t : K, 0 <= s -> s < t -> v
  (f s) <= v (f t) /\ h - others (f s) <= h - others (f t)).
Proof.
by move=> H; have [] := H int_realDomainType bool (fun=> True) hit flat 0 low (fun=> Logic.I) I 0 1 isT isT.
Qed.
Theorem size_monotone_needs_4 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (v others :
  Model -> K) (h : K) (f : K -> Model), (forall t : K, menu (f t)) -> (forall (t : K) (m : Model), menu m -> t * v m
  + others m <= t * v (f t) + others (f t)) -> forall s t : K, 0 <= s -> True -> v (f s) <= v (f t) /\ h - others (f
  s) <= h - others (f t)).
Proof.
have best (t : int) m : True -> t * hit m + flat m <= t * hit (high t) + flat (high t).
  by rewrite /hit /high /flat !addr0 => _; case: (ltrP 0 t) => t0; case: m; rewrite ?mulr1 ?mulr0 // ltW.
by move=> H; have [] := H int_realDomainType bool (fun=> True) hit flat 0 high (fun=> Logic.I) best 1 0 isT I.
Qed.

(* Models off the menu, and models that are not best. *)
Definition dear (m : bool) : int := 5%:R * m%:R.
Theorem penalty_trades_needs_3 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K)
  (l l' : K) (a b : Model), 0 <= l -> l < l' -> True -> menu b -> (forall m : Model, menu m -> e m - l * d m <= e a - l *
  d a) -> (forall m : Model, menu m -> e m - l' * d m <= e b - l' * d b) -> d b <= d a /\ e b <= e a).
Proof.
move=> H; have at_a m : m = true -> flat m - 0 * hit m <= flat false - 0 * hit false by move=> ->.
have at_b m : m = true -> flat m - 1 * hit m <= flat true - 1 * hit true by move=> ->.
by have [] := H _ bool (fun m => m = true) flat hit 0 1 false true isT isT I erefl at_a at_b.
Qed.
Theorem penalty_trades_needs_4 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K)
  (l l' : K) (a b : Model), 0 <= l -> l < l' -> menu a -> True -> (forall m : Model, menu m -> e m - l * d m <= e a - l *
  d a) -> (forall m : Model, menu m -> e m - l' * d m <= e b - l' * d b) -> d b <= d a /\ e b <= e a).
Proof.
move=> H; have at_a m : m = false -> dear m - 0 * hit m <= dear false - 0 * hit false by move=> ->.
have at_b m : m = false -> dear m - 1 * hit m <= dear true - 1 * hit true by move=> ->.
by have [] := H _ bool (fun m => m = false) dear hit 0 1 false true isT isT erefl I at_a at_b.
Qed.
Theorem penalty_trades_needs_5 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K)
  (l l' : K) (a b : Model), 0 <= l -> l < l' -> menu a -> menu b -> True -> (forall m : Model, menu m -> e m - l' * d m
  <= e b - l' * d b) -> d b <= d a /\ e b <= e a).
Proof.
move=> H; have at_b m : True -> dear m - 1 * hit m <= dear true - 1 * hit true by case: m.
by have [] := H _ bool (fun=> True) dear hit 0 1 false true isT isT Logic.I Logic.I I at_b.
Qed.
Theorem penalty_trades_needs_6 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (e d : Model -> K)
  (l l' : K) (a b : Model), 0 <= l -> l < l' -> menu a -> menu b -> (forall m : Model, menu m -> e m - l * d m <= e a - l
  * d a) -> True -> d b <= d a /\ e b <= e a).
Proof.
move=> H; have at_a m : True -> flat m - 0 * hit m <= flat false - 0 * hit false by case: m.
by have [] := H _ bool (fun=> True) flat hit 0 1 false true isT isT Logic.I Logic.I at_a I.
Qed.
Definition opposite (m : bool) : int := (~~ m)%:R.
Notation kept K T Model v others f t without m0 := (- (without - others m0) <= utility v f (fun r : T => without - others (f
  r)) t t /\ (without <= others m0 -> 0 <= utility v f (fun r : T => without - others (f r)) t t)).
Theorem runs_without_needs_1 : ~ (forall (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K)
  (f : T -> Model) (menu : Model -> Prop) (t : T) (without : K) (m0 : Model), True -> (forall m : Model, menu m -> v t m +
  others m <= v t (f t) + others (f t)) -> (forall m : Model, menu m -> 0 <= v t m) ->
  kept K T Model v others f t without m0).
Proof.
by move=> H; have [] := H _ unit bool (fun=> flat) opposite (fun=> true) (fun=> False) tt 0 false I (fun _ => False_ind _)
  (fun _ => False_ind _).
Qed.
Theorem runs_without_needs_2 : ~ (forall (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K)
  (f : T -> Model) (menu : Model -> Prop) (t : T) (without : K) (m0 : Model), menu m0 -> True -> (forall m : Model, menu m
  -> 0 <= v t m) -> kept K T Model v others f t without m0).
Proof.
by move=> H; have [] := H _ unit bool (fun=> flat) opposite (fun=> true) (fun=> True) tt 0 false Logic.I I (fun _ _ => isT).
Qed.
Theorem budget_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (others : I ->
  Model -> K) (best : I -> Model) (chosen : Model), menu chosen -> True -> (forall (i : I) (m : Model), menu m -> others
  i m <= others i (best i)) -> 0 <= \sum_i (others i (best i) - others i chosen) /\ (\sum_i (others i (best i) - others i
  chosen) = 0 <-> (forall (i : I) (m : Model), menu m -> others i m <= others i chosen))).
Proof.
pose menu m := m = false; have best (_ : 'I_1) m : menu m -> hit m <= hit true by move=> ->.
move=> H; have [_ [_]] := H int_realDomainType _ bool menu (fun=> hit) (fun=> true) false erefl I best.
by rewrite big_ord1 => same; have /eqP := same (fun _ m (e : menu m) => eq_ind_r (fun m => hit m <= hit false) (lexx _) e).
Qed.
Theorem size_monotone_needs_1 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (v others : Model ->
  K) (h : K) (f : K -> Model), True -> (forall (t : K) (m : Model), menu m -> t * v m + others m <= t * v (f t) + others
  (f t)) -> forall s t : K, 0 <= s -> s < t -> v (f s) <= v (f t) /\ h - others (f s) <= h - others (f t)).
Proof.
by move=> H; have [] := H _ bool (fun=> False) hit flat 0 low I (fun _ _ => False_ind _) 0 1 isT isT.
Qed.
Theorem size_monotone_needs_3 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (v others : Model ->
  K) (h : K) (f : K -> Model), (forall t : K, menu (f t)) -> (forall (t : K) (m : Model), menu m -> t * v m + others m <=
  t * v (f t) + others (f t)) -> forall s t : K, True -> s < t -> v (f s) <= v (f t) /\ h - others (f s) <= h - others
  (f t)).
Proof.
move=> H; pose f (t : int) := -1 <= t; pose one (m : bool) : int := hit m.
have best t m : True -> t * hit m + one m <= t * hit (f t) + one (f t).
  move=> _; rewrite /f /one /hit; case: (leP (-1) t) => [big|small]; case: m; rewrite ?mulr1 ?mulr0 ?addr0 ?add0r //.
    by rewrite -ler_subl_addr sub0r.
  by rewrite -ler_subr_addr sub0r ltW.
by have [_] := H _ bool (fun=> True) hit one 0 f (fun=> Logic.I) best (- 2%:R) 0 I isT.
Qed.
