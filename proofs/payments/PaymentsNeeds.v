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

(* One group: the others want nothing, so that a payment is a difference of two penalties. *)
Definition J := [finType of 'I_1].
Definition hit (m : bool) : int := m%:R.
Definition me : J := ord0.
Definition said (r : J -> bool) := r me.
Section One.
Variables (value : bool -> bool -> int) (D : bool -> int) (psi : (J -> bool) -> bool) (without : J -> (J -> bool) -> bool).
Lemma asw1 (r : J -> bool) t : ASW value D r t = value (r me) t - D t.
Proof. by rewrite /ASW big_ord1. Qed.
Lemma asw_without1 (i : J) (r : J -> bool) t : ASW_without value D i r t = - D t.
Proof. by rewrite /ASW_without big_pred0 ?sub0r // => j; rewrite (ord1 j) (ord1 i). Qed.
Lemma payment1 (i : J) r : payment value D psi without i r = D (psi r) - D (without i r).
Proof. by rewrite /payment !asw_without1 opprK addrC. Qed.
Lemma utility1 (i : J) t r : utility value D psi without i t r = value t (psi r) - (D (psi r) - D (without i r)).
Proof. by rewrite /utility payment1. Qed.
End One.
Theorem dominant_by_welfare_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), True -> (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi
  r)) -> (forall (i : I) (r : I -> Report) (x : Report), psi_without i (set_report r i x) = psi_without i r) -> forall
  (i : I) (type : Report) (r : I -> Report) (x : Report), utility value D psi psi_without i type (set_report r i x) -
  utility value D psi psi_without i type (set_report r i type) = ASW value D (set_report r i type) (psi (set_report r
  i x)) - ASW value D (set_report r i type) (psi (set_report r i type)) /\ utility value D psi psi_without i type
  (set_report r i x) <= utility value D psi psi_without i type (set_report r i type)).
Proof.
move=> H; have [_] := H _ J bool bool (fun=> False) (fun=> hit) flat said (fun _ _ => false) I (fun _ _ => False_ind _)
  (fun _ _ _ => erefl) me false (fun=> false) true; by rewrite !utility1.
Qed.
Theorem dominant_by_welfare_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> True -> (forall (i : I) (r : I -> Report) (x : Report),
  psi_without i (set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I -> Report) (x :
  Report), utility value D psi psi_without i type (set_report r i x) - utility value D psi psi_without i type
  (set_report r i type) = ASW value D (set_report r i type) (psi (set_report r i x)) - ASW value D (set_report r i
  type) (psi (set_report r i type)) /\ utility value D psi psi_without i type (set_report r i x) <= utility value D
  psi psi_without i type (set_report r i type)).
Proof.
move=> H; have [_] := H _ J bool bool (fun=> True) (fun=> hit) flat said (fun _ _ => false) (fun _ => Logic.I) I
  (fun _ _ _ => erefl) me false (fun=> false) true; by rewrite !utility1.
Qed.
Theorem dominant_by_welfare_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> (forall (r : I -> Report) (t : Model), menu t -> ASW
  value D r t <= ASW value D r (psi r)) -> True -> forall (i : I) (type : Report) (r : I -> Report) (x : Report),
  utility value D psi psi_without i type (set_report r i x) - utility value D psi psi_without i type (set_report r i
  type) = ASW value D (set_report r i type) (psi (set_report r i x)) - ASW value D (set_report r i type) (psi
  (set_report r i type)) /\ utility value D psi psi_without i type (set_report r i x) <= utility value D psi
  psi_without i type (set_report r i type)).
Proof.
move=> H; have best (r : J -> bool) t : True -> ASW (fun=> flat) hit r t <= ASW (fun=> flat) hit r false.
  by move=> _; rewrite !asw1; case: t.
have [_] := H _ J bool bool (fun=> True) (fun=> flat) hit (fun=> false) (fun _ => said) (fun _ => Logic.I) best I me
  false (fun=> false) true; by rewrite !utility1.
Qed.
Theorem truth_is_dominant_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model
  -> Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> (forall (r : I -> Report) (t : Model), menu t -> ASW
  value D r t <= ASW value D r (psi r)) -> True -> forall (i : I) (type : Report) (r : I -> Report) (x : Report),
  utility value D psi psi_without i type (set_report r i x) <= utility value D psi psi_without i type (set_report r i
  type)).
Proof.
move=> H; have best (r : J -> bool) t : True -> ASW (fun=> flat) hit r t <= ASW (fun=> flat) hit r false.
  by move=> _; rewrite !asw1; case: t.
have := H _ J bool bool (fun=> True) (fun=> flat) hit (fun=> false) (fun _ => said) (fun _ => Logic.I) best I me
  false (fun=> false) true; by rewrite !utility1.
Qed.
Lemma hit_pos t : 0 <= hit t. Proof. by case: t. Qed.
Theorem nobody_regrets_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), True -> (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> (forall (i : I) (r : I ->
  Report) (x : Report), psi_without i (set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I
  -> Report), (forall t : Model, 0 <= value type t) -> value type (psi_without i r) <= utility value D psi psi_without
  i type (set_report r i type) /\ 0 <= utility value D psi psi_without i type (set_report r i type)).
Proof.
move=> H; have [bad _] := H _ J bool bool (fun=> True) (fun=> hit) flat (fun=> false) (fun _ _ => true) I (fun _ _ => Logic.I)
  (fun _ _ _ => erefl) me false (fun=> false) hit_pos; by move: bad; rewrite !utility1.
Qed.
Theorem nobody_regrets_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi r)) ->
  True -> (forall (i : I) (r : I -> Report) (x : Report), psi_without i (set_report r i x) = psi_without i r) ->
  forall (i : I) (type : Report) (r : I -> Report), (forall t : Model, 0 <= value type t) -> value type (psi_without i
  r) <= utility value D psi psi_without i type (set_report r i type) /\ 0 <= utility value D psi psi_without i type
  (set_report r i type)).
Proof.
move=> H; have best (r : J -> bool) t : t = false -> ASW (fun=> hit) flat r t <= ASW (fun=> hit) flat r false by move=> ->.
have [bad _] := H _ J bool bool (fun t => t = false) (fun=> hit) flat (fun=> false) (fun _ _ => true) best I
  (fun _ _ _ => erefl) me false (fun=> false) hit_pos; by move: bad; rewrite !utility1.
Qed.
Theorem nobody_regrets_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi r)) ->
  (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> True -> forall (i : I) (type : Report) (r : I ->
  Report), (forall t : Model, 0 <= value type t) -> value type (psi_without i r) <= utility value D psi psi_without i
  type (set_report r i type) /\ 0 <= utility value D psi psi_without i type (set_report r i type)).
Proof.
move=> H; have best (r : J -> bool) t : True -> ASW (fun=> hit) hit r t <= ASW (fun=> hit) hit r false.
  by move=> _; rewrite !asw1 !subrr.
have [bad _] := H _ J bool bool (fun=> True) (fun=> hit) hit (fun=> false) (fun _ => said) best (fun _ _ => Logic.I) I
  me false (fun=> true) hit_pos; by move: bad; rewrite !utility1.
Qed.
Theorem nobody_regrets_needs_4 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi r)) ->
  (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> (forall (i : I) (r : I -> Report) (x : Report),
  psi_without i (set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I -> Report), True ->
  value type (psi_without i r) <= utility value D psi psi_without i type (set_report r i type) /\ 0 <= utility value D
  psi psi_without i type (set_report r i type)).
Proof.
move=> H; pose bad (_ : bool) : int := - 1.
have best (r : J -> bool) t : True -> ASW (fun=> bad) flat r t <= ASW (fun=> bad) flat r false by move=> _; exact: lexx.
have [_] := H _ J bool bool (fun=> True) (fun=> bad) flat (fun=> false) (fun _ _ => false) best (fun _ _ => Logic.I)
  (fun _ _ _ => erefl) me false (fun=> false) I; by rewrite !utility1.
Qed.
Theorem payment_bounds_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), True -> (forall (r : I -> Report) (t : Model), menu t -> ASW value D r t <= ASW value D r (psi
  r)) -> (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> (forall (i : I) (r : I -> Report) (t : Model),
  menu t -> ASW_without value D i r t <= ASW_without value D i r (psi_without i r)) -> forall (i : I) (r : I ->
  Report) (w : K), (forall t : Model, 0 <= value (r i) t <= w) -> [/\ 0 <= payment value D psi psi_without i r,
  payment value D psi psi_without i r <= value (r i) (psi r) - value (r i) (psi_without i r) & value (r i) (psi r) -
  value (r i) (psi_without i r) <= w]).
Proof.
move=> H; have best (r : J -> bool) t : t = true -> ASW (fun=> flat) hit r t <= ASW (fun=> flat) hit r false.
  by move=> ->; rewrite !asw1.
have best' (i : J) (r : J -> bool) t : t = true -> ASW_without (fun=> flat) hit i r t <= ASW_without (fun=> flat) hit i r true by move=> ->.
have [] := H _ J bool bool (fun t => t = true) (fun=> flat) hit (fun=> false) (fun _ _ => true) I best (fun _ _ => erefl) best'
  me (fun=> false) 0 (fun=> isT); by rewrite payment1.
Qed.
Theorem payment_bounds_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> True -> (forall (i : I) (r : I -> Report), menu
  (psi_without i r)) -> (forall (i : I) (r : I -> Report) (t : Model), menu t -> ASW_without value D i r t <=
  ASW_without value D i r (psi_without i r)) -> forall (i : I) (r : I -> Report) (w : K), (forall t : Model, 0 <=
  value (r i) t <= w) -> [/\ 0 <= payment value D psi psi_without i r, payment value D psi psi_without i r <= value (r
  i) (psi r) - value (r i) (psi_without i r) & value (r i) (psi r) - value (r i) (psi_without i r) <= w]).
Proof.
move=> H; have best' (i : J) (r : J -> bool) t : True -> ASW_without (fun=> hit) flat i r t <= ASW_without (fun=> hit) flat i r true.
  by move=> _; rewrite !asw_without1; exact: lexx.
have within t : 0 <= hit t <= 1 by case: t.
have [_] := H _ J bool bool (fun=> True) (fun=> hit) flat (fun=> false) (fun _ _ => true) (fun _ => Logic.I) I
  (fun _ _ => Logic.I) best' me (fun=> false) 1 within; by rewrite payment1.
Qed.
Theorem payment_bounds_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> (forall (r : I -> Report) (t : Model), menu t -> ASW
  value D r t <= ASW value D r (psi r)) -> True -> (forall (i : I) (r : I -> Report) (t : Model), menu t ->
  ASW_without value D i r t <= ASW_without value D i r (psi_without i r)) -> forall (i : I) (r : I -> Report) (w : K),
  (forall t : Model, 0 <= value (r i) t <= w) -> [/\ 0 <= payment value D psi psi_without i r, payment value D psi
  psi_without i r <= value (r i) (psi r) - value (r i) (psi_without i r) & value (r i) (psi r) - value (r i)
  (psi_without i r) <= w]).
Proof.
move=> H; have best (r : J -> bool) t : t = false -> ASW (fun=> hit) flat r t <= ASW (fun=> hit) flat r false by move=> ->.
have best' (i : J) (r : J -> bool) t : t = false -> ASW_without (fun=> hit) flat i r t <= ASW_without (fun=> hit) flat i r true.
  by move=> _; rewrite !asw_without1; exact: lexx.
have within t : 0 <= hit t <= 1 by case: t.
have [_] := H _ J bool bool (fun t => t = false) (fun=> hit) flat (fun=> false) (fun _ _ => true) (fun _ => erefl) best I
  best' me (fun=> false) 1 within; by rewrite payment1.
Qed.
Theorem payment_bounds_needs_4 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (menu : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I ->
  Report) -> Model), (forall r : I -> Report, menu (psi r)) -> (forall (r : I -> Report) (t : Model), menu t -> ASW
  value D r t <= ASW value D r (psi r)) -> (forall (i : I) (r : I -> Report), menu (psi_without i r)) -> True ->
  forall (i : I) (r : I -> Report) (w : K), (forall t : Model, 0 <= value (r i) t <= w) -> [/\ 0 <= payment value D
  psi psi_without i r, payment value D psi psi_without i r <= value (r i) (psi r) - value (r i) (psi_without i r) &
  value (r i) (psi r) - value (r i) (psi_without i r) <= w]).
Proof.
move=> H; have best (r : J -> bool) t : True -> ASW (fun=> flat) hit r t <= ASW (fun=> flat) hit r false.
  by move=> _; rewrite !asw1; case: t.
have [] := H _ J bool bool (fun=> True) (fun=> flat) hit (fun=> false) (fun _ _ => true) (fun _ => Logic.I) best
  (fun _ _ => Logic.I) I me (fun=> false) 0 (fun=> isT); by rewrite payment1.
Qed.
