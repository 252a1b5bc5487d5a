(* What the theorems of Noise.v need: each hypothesis below is dropped in turn; one group and two models break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Noise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition hit (m : bool) : int := m%:R.                               (* worth 1 at the model true, 0 at the other *)
Definition flat (_ : bool) : int := 0.
Lemma close (u : bool -> int) (menu : bool -> Prop) t : menu t -> `|u t - u t| <= 0.
Proof. by rewrite subrr normr0. Qed.
Lemma no_worth (K : Prop) (m : bool) : K -> 1 * flat m + flat m <= 1 * flat false + flat false.
Proof. by []. Qed.

Theorem error_of_a_comparison_needs_1 : ~ (forall (K : realDomainType) (X : finType) (p p' r r' : X -> K) (e : K),
  True -> \sum_x (p x - p' x) * (r x - r' x) <= e * (\sum_x `|p x - p' x|)).
Proof.
by move=> H; have := H int_realDomainType [finType of 'I_1] (fun=> 1) (fun=> 0) (fun=> 1)
  (fun=> 0) 0 I; rewrite !big_ord1.
Qed.
Theorem error_of_a_valuation_needs_3 : ~ (forall (K : realDomainType) (X : finType) (p r r' : X -> K) (e : K),
  (forall x : X, 0 <= p x) -> \sum_x p x = 1 -> True -> `|\sum_x p x * r x - \sum_x p x * r' x| <= e).
Proof.
move=> H; have := H int_realDomainType [finType of 'I_1] (fun=> 1) (fun=> 1) (fun=> 0) 0 (fun=> isT).
by rewrite !big_ord1 => /(_ erefl I).
Qed.
Theorem truth_loses_little_needs_1 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h :
  K) (v v' others : Model -> K), True -> (forall t : Model, menu t -> `|v t - v' t| <= e) -> forall honest lie :
  Model, menu honest -> menu lie -> (forall t : Model, menu t -> w * v' t + others t <= w * v' honest + others
  honest) -> utility w h v others lie <= utility w h v others honest + 2 * (w * e)).
Proof.
move=> H; have := H int_realDomainType bool (fun=> True) (- 1) 1 0 flat flat flat I (fun _ _ => isT) true true Logic.I Logic.I.
by move=> /(_ (fun _ _ => isT)).
Qed.
Theorem truth_loses_little_needs_2 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h :
  K) (v v' others : Model -> K), 0 <= w -> True -> forall honest lie : Model, menu honest -> menu lie -> (forall t :
  Model, menu t -> w * v' t + others t <= w * v' honest + others honest) -> utility w h v others lie <= utility w h
  v others honest + 2 * (w * e)).
Proof.
move=> H; have := H int_realDomainType bool (fun=> True) 1 0 0 hit flat flat isT I false true Logic.I Logic.I.
by move=> /(_ (fun m => @no_worth _ m)).
Qed.
Theorem truth_loses_little_needs_4 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h :
  K) (v v' others : Model -> K), 0 <= w -> (forall t : Model, menu t -> `|v t - v' t| <= e) -> forall honest lie :
  Model, menu honest -> True -> (forall t : Model, menu t -> w * v' t + others t <= w * v' honest + others honest)
  -> utility w h v others lie <= utility w h v others honest + 2 * (w * e)).
Proof.
pose menu m := m = false; move=> H; have := H int_realDomainType bool menu 1 0 0 hit hit flat isT (@close _ _) false true
  erefl I.
by have best m : menu m -> 1 * hit m + flat m <= 1 * hit false + flat false by [move=> ->]; move=> /(_ best).
Qed.
Theorem truth_loses_little_needs_5 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h :
  K) (v v' others : Model -> K), 0 <= w -> (forall t : Model, menu t -> `|v t - v' t| <= e) -> forall honest lie :
  Model, menu honest -> menu lie -> True -> utility w h v others lie <= utility w h v others honest + 2 * (w * e)).
Proof.
move=> H; have := H int_realDomainType bool (fun=> True) 1 0 0 hit hit flat isT (@close _ _) false true
  Logic.I Logic.I I.
by [].
Qed.
Theorem lost_welfare_needs_5 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (w
  : I -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K), (forall i : I, 0 <= w i) -> (forall (i : I) (t :
  Model), menu t -> `|v i t - v' i t| <= e) -> forall chosen t : Model, menu chosen -> menu t -> True -> welfare w D
  v t <= welfare w D v chosen + 2 * (e * (\sum_i w i))).
Proof.
move=> H; have := H int_realDomainType [finType of 'I_1] bool (fun=> True) (fun=> 1) (fun=> hit) (fun=> hit) flat 0
  (fun=> isT).
by move=> /(_ (fun _ => @close _ _) false true Logic.I Logic.I I); rewrite /welfare !big_ord1.
Qed.
(* One client; chances that are negative or too many; models off the menu. *)
Definition J := [finType of 'I_1].
Theorem error_of_a_valuation_needs_1 : ~ (forall (K : realDomainType) (X : finType) (p r r' : X -> K) (e : K), True ->
  \sum_x p x = 1 -> (forall x : X, `|r x - r' x| <= e) -> `|\sum_x p x * r x - \sum_x p x * r' x| <= e).
Proof.
move=> H; pose p (b : bool) : int := if b then 2%:R else -1; pose r (b : bool) : int := if b then 1 else -1.
have one : \sum_b p b = 1 by rewrite big_bool.
have small b : `|r b - flat b| <= 1 by case: b.
by have := H _ _ p r flat 1 I one small; rewrite !big_bool.
Qed.
Theorem error_of_a_valuation_needs_2 : ~ (forall (K : realDomainType) (X : finType) (p r r' : X -> K) (e : K), (forall
  x : X, 0 <= p x) -> True -> (forall x : X, `|r x - r' x| <= e) -> `|\sum_x p x * r x - \sum_x p x * r' x| <= e).
Proof.
move=> H; have := H int_realDomainType J (fun=> 2%:R) (fun=> 1) (fun=> 0) 1 (fun=> isT) I (fun=> isT).
by rewrite !big_ord1.
Qed.
Lemma welfare1 (w D : int) (v : J -> bool -> int) t : welfare (fun=> w) (fun=> D) v t = w * v ord0 t - D.
Proof. by rewrite /welfare big_ord1. Qed.
Theorem lost_welfare_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (w : I
  -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K), True -> (forall (i : I) (t : Model), menu t -> `|v i t -
  v' i t| <= e) -> forall chosen t : Model, menu chosen -> menu t -> (forall s : Model, menu s -> welfare w D v' s <=
  welfare w D v' chosen) -> welfare w D v t <= welfare w D v chosen + 2%:R * (e * (\sum_i w i))).
Proof.
move=> H; have best s : True -> welfare (fun=> - 1) (fun=> 0) (fun _ : J => flat) s <= welfare (fun=> - 1) (fun=> 0) (fun _ : J => flat) true.
  by move=> _; rewrite !welfare1 lexx.
have := H _ J bool (fun=> True) (fun=> - 1) (fun=> flat) (fun=> flat) (fun=> 0) 1 I (fun _ _ _ => isT) true true Logic.I Logic.I best.
by rewrite !welfare1 big_ord1.
Qed.
Theorem lost_welfare_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (w : I
  -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K), (forall i : I, 0 <= w i) -> True -> forall chosen t : Model,
  menu chosen -> menu t -> (forall s : Model, menu s -> welfare w D v' s <= welfare w D v' chosen) -> welfare w D v t <=
  welfare w D v chosen + 2%:R * (e * (\sum_i w i))).
Proof.
move=> H; have best s : True -> welfare (fun=> 1) (fun=> 0) (fun _ : J => flat) s <= welfare (fun=> 1) (fun=> 0) (fun _ : J => flat) false.
  by move=> _; rewrite !welfare1 lexx.
have := H _ J bool (fun=> True) (fun=> 1) (fun=> hit) (fun=> flat) (fun=> 0) 0 (fun=> isT) I false true Logic.I Logic.I best.
by rewrite !welfare1 big_ord1.
Qed.
Theorem lost_welfare_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (w : I
  -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K), (forall i : I, 0 <= w i) -> (forall (i : I) (t : Model),
  menu t -> `|v i t - v' i t| <= e) -> forall chosen t : Model, True -> menu t -> (forall s : Model, menu s -> welfare w
  D v' s <= welfare w D v' chosen) -> welfare w D v t <= welfare w D v chosen + 2%:R * (e * (\sum_i w i))).
Proof.
move=> H; pose one (_ : bool) : int := 1.
have best s : s = true -> welfare (fun=> 1) (fun=> 0) (fun _ : J => one) s <= welfare (fun=> 1) (fun=> 0) (fun _ : J => one) false.
  by move=> _; rewrite !welfare1 lexx.
have near (i : J) t : t = true -> `|hit t - one t| <= 0 by move=> ->.
have := H _ J bool (fun t => t = true) (fun=> 1) (fun=> hit) (fun=> one) (fun=> 0) 0 (fun=> isT) near false true I erefl best.
by rewrite !welfare1 big_ord1.
Qed.
Theorem lost_welfare_needs_4 : ~ (forall (K : realDomainType) (I : finType) (Model : Type) (menu : Model -> Prop) (w : I
  -> K) (v v' : I -> Model -> K) (D : Model -> K) (e : K), (forall i : I, 0 <= w i) -> (forall (i : I) (t : Model),
  menu t -> `|v i t - v' i t| <= e) -> forall chosen t : Model, menu chosen -> True -> (forall s : Model, menu s ->
  welfare w D v' s <= welfare w D v' chosen) -> welfare w D v t <= welfare w D v chosen + 2%:R * (e * (\sum_i w i))).
Proof.
move=> H; have best s : s = false -> welfare (fun=> 1) (fun=> 0) (fun _ : J => hit) s <= welfare (fun=> 1) (fun=> 0) (fun _ : J => hit) false.
  by move=> ->.
have near (i : J) t : t = false -> `|hit t - hit t| <= 0 by move=> ->.
have := H _ J bool (fun t => t = false) (fun=> 1) (fun=> hit) (fun=> hit) (fun=> 0) 0 (fun=> isT) near false true erefl I best.
by rewrite !welfare1 big_ord1.
Qed.
Theorem truth_loses_little_needs_3 : ~ (forall (K : realDomainType) (Model : Type) (menu : Model -> Prop) (w e h : K) (v
  v' others : Model -> K), 0 <= w -> (forall t : Model, menu t -> `|v t - v' t| <= e) -> forall honest lie : Model, True
  -> menu lie -> (forall t : Model, menu t -> w * v' t + others t <= w * v' honest + others honest) -> utility w h v
  others lie <= utility w h v others honest + 2%:R * (w * e)).
Proof.
move=> H; pose one (_ : bool) : int := 1; have near t : t = true -> `|hit t - one t| <= 0 by move=> ->.
by have := H _ bool (fun t => t = true) 1 0 0 hit one flat isT near false true I erefl (fun _ _ => isT).
Qed.
