(* What the theorems of Payments.v need: each hypothesis below is dropped in turn; one group and two models break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Payments.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition flat (_ : bool) : int := 0.
Definition own (t m : bool) : int := (t != m)%:R.                      (* every type prefers what the other one reports *)

Theorem gain_at_most_loss_needs_1 : ~ (forall (K : realDomainType) (Type_ Model : Type) (value : Type_ -> Model ->
  K) (f : Type_ -> Model) (others : Model -> K) (h : K) (menu : Model -> Prop) (t : Type_) (xi : K), True -> (forall
  m : Model, menu m -> value t m + others m <= value t (f t) + others (f t) + xi) -> forall r : Type_, value t (f r)
  - (h - others (f r)) <= value t (f t) - (h - others (f t)) + xi).
Proof.
by move=> H; have := H int_realDomainType bool bool own id flat 0 (fun=> False) true 0 I (fun _ => False_ind _) false.
Qed.
Theorem gain_at_most_loss_needs_2 : ~ (forall (K : realDomainType) (Type_ Model : Type) (value : Type_ -> Model ->
  K) (f : Type_ -> Model) (others : Model -> K) (h : K) (menu : Model -> Prop) (t : Type_) (xi : K), (forall r :
  Type_, menu (f r)) -> True -> forall r : Type_, value t (f r) - (h - others (f r)) <= value t (f t) - (h - others
  (f t)) + xi).
Proof.
by move=> H; have := H int_realDomainType bool bool own id flat 0 (fun=> True) true 0 (fun=> Logic.I) I false.
Qed.
(* Each of two types prefers what the other one gets: the cycle through both has the weight -2. *)
Theorem no_negative_cycle_needs_1 : ~ (forall (K : realDomainType) (Type_ Model : Type) (value : Type_ -> Model ->
  K) (f : Type_ -> Model) (n : nat) (c : 'I_n.+1 -> Type_) (price : Type_ -> K), True -> 0 <= \sum_i (value (c i) (f
  (c i)) - value (c i) (f (c (i + Zp1))))).
Proof.
move=> H; have := H int_realDomainType bool bool own id 1%N (fun i => i == ord0) (fun=> 0) I.
by rewrite big_ord_recl big_ord1.
Qed.

(* One group, which alone decides, and a rule that gives it what it does not want. *)
Definition wrong (r : 'I_1 -> bool) := r ord0.
Theorem truth_is_dominant_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), True -> (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi
  r)) -> (forall (i : I) (r : I -> Report) (x : Report), psi_without i (set_report r i x) = psi_without i r) ->
  forall (i : I) (type : Report) (r : I -> Report) (x : Report), utility value D psi psi_without i type (set_report
  r i x) <= utility value D psi psi_without i type (set_report r i type)).
Proof.
move=> H; have := H int_realDomainType _ bool bool (fun=> False) own flat wrong (fun _ _ => true) I (fun _ _ => False_ind _)
  (fun _ _ _ => erefl) ord0 true (fun=> true) false.
by rewrite /utility /payment /ASW_without !big1 // => -[[]].
Qed.
Theorem truth_is_dominant_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> True -> (forall (i : I) (r : I -> Report) (x :
  Report), psi_without i (set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I -> Report)
  (x : Report), utility value D psi psi_without i type (set_report r i x) <= utility value D psi psi_without i type
  (set_report r i type)).
Proof.
move=> H; have := H int_realDomainType _ bool bool (fun=> True) own flat wrong (fun _ _ => true) (fun=> Logic.I) I
  (fun _ _ _ => erefl) ord0 true (fun=> true) false.
by rewrite /utility /payment /ASW_without !big1 // => -[[]].
Qed.
Theorem payment_bounds_needs_5 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> (forall (r : I -> Report) (t : Model), menu t -> ASW
  value D r t <= ASW value D r (psi r)) -> (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> (forall (i
  : I) (r : I -> Report) (t : Model), menu t -> ASW_without value D i r t <= ASW_without value D i r (psi_without i
  r)) -> forall (i : I) (r : I -> Report) (w : K), True -> [/\ 0 <= payment value D psi psi_without i r, payment
  value D psi psi_without i r <= value (r i) (psi r) - value (r i) (psi_without i r) & value (r i) (psi r) - value
  (r i) (psi_without i r) <= w]).
Proof.
by move=> H; have [_ _] := H int_realDomainType [finType of 'I_1] bool bool (fun=> True) (fun=> flat) flat (fun=> true)
  (fun _ _ => true) (fun=> Logic.I) (fun r t _ => lexx _) (fun _ _ => Logic.I) (fun i r t _ => lexx _) ord0 (fun=> true) (- 1) I.
Qed.
