(* What the theorem on tables of Affine.v needs: each hypothesis below is dropped in turn; one group and two models
  break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Affine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition flat (_ : bool) : int := 0.
Definition own (t m : bool) : int := (t != m)%:R.                      (* every type prefers what the other one
  reports *)
Definition wrong (r : 'I_1 -> bool) := r ord0.
Definition J := [finType of 'I_1].

Theorem table_is_enough_needs_2 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (table : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report)
  -> Model), (forall r : I -> Report, table (psi r)) -> True -> (forall (i : I) (r : I -> Report), table (psi_without i
  r)) -> (forall (i : I) (r : I -> Report) (x : Report), psi_without i (set_report r i x) = psi_without i r) -> forall
  (i : I) (type : Report) (r : I -> Report), (forall x : Report, Payments.utility value D psi psi_without i type
  (set_report r i x) <= Payments.utility value D psi psi_without i type (set_report r i type)) /\ ((forall t : Model,
  table t -> 0 <= value type t) -> 0 <= Payments.utility value D psi psi_without i type (set_report r i type))).
Proof.
move=> H; have [bad _] := H int_realDomainType J bool bool (fun=> True) own flat wrong (fun _ _ => true) (fun=>
  Logic.I) I
  (fun _ _ => Logic.I) (fun _ _ _ => erefl) ord0 true (fun=> true).
have := bad false; by rewrite /Payments.utility /Payments.payment /Payments.ASW_without !big1 // => -[[]].
Qed.

(* Rules that leave the table, and payments that look at the group's own report. *)
Definition me : J := ord0.
Definition hit (m : bool) : int := m%:R.
Definition said (r : J -> bool) := r me.
Lemma hit_pos t : 0 <= hit t. Proof. by case: t. Qed.
Lemma one_table (value : bool -> bool -> int) D (r : J -> bool) t : t = false ->
  Payments.ASW value D r t <= Payments.ASW value D r false.
Proof. by move=> ->. Qed.
Lemma utility1 (value : bool -> bool -> int) (D : bool -> int) psi without (i : J) t (r : J -> bool) :
  Payments.utility value D psi without i t r = value t (psi r) - (D (psi r) - D (without i r)).
Proof.
rewrite /Payments.utility /Payments.payment /Payments.ASW_without !big_pred0 ?sub0r ?opprK; last first.
- by move=> j; rewrite (ord1 j) (ord1 i).
- by move=> j; rewrite (ord1 j) (ord1 i).
by rewrite [- D _ + _]addrC.
Qed.
Theorem table_is_enough_needs_1 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (table : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report)
  -> Model), True -> (forall (r : I -> Report) (t : Model), table t -> Payments.ASW value D r t <= Payments.ASW value D
  r (psi r)) -> (forall (i : I) (r : I -> Report), table (psi_without i r)) -> (forall (i : I) (r : I -> Report) (x :
  Report), psi_without i (Payments.set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I ->
  Report), (forall x : Report, Payments.utility value D psi psi_without i type (Payments.set_report r i x) <=
  Payments.utility value D psi psi_without i type (Payments.set_report r i type)) /\ ((forall t : Model, table t -> 0 <=
  value type t) -> 0 <= Payments.utility value D psi psi_without i type (Payments.set_report r i type))).
Proof.
move=> H; have best (r : J -> bool) t : t = false -> Payments.ASW (fun=> hit) flat r t <= Payments.ASW (fun=> hit) flat r (said r).
  by move=> ->; rewrite /Payments.ASW !big_ord1 !subr0 hit_pos.
have [bad _] := H _ J bool bool (fun t => t = false) (fun=> hit) flat said (fun _ _ => false) I best (fun _ _ => erefl)
  (fun _ _ _ => erefl) me false (fun=> false); by have := bad true; rewrite !utility1.
Qed.
Theorem table_is_enough_needs_3 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (table : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report)
  -> Model), (forall r : I -> Report, table (psi r)) -> (forall (r : I -> Report) (t : Model), table t -> Payments.ASW
  value D r t <= Payments.ASW value D r (psi r)) -> True -> (forall (i : I) (r : I -> Report) (x : Report), psi_without
  i (Payments.set_report r i x) = psi_without i r) -> forall (i : I) (type : Report) (r : I -> Report), (forall x :
  Report, Payments.utility value D psi psi_without i type (Payments.set_report r i x) <= Payments.utility value D psi
  psi_without i type (Payments.set_report r i type)) /\ ((forall t : Model, table t -> 0 <= value type t) -> 0 <=
  Payments.utility value D psi psi_without i type (Payments.set_report r i type))).
Proof.
move=> H; pose D m := hit (~~ m).
have [_ /(_ (fun _ _ => isT))] := H _ J bool bool (fun t => t = false) (fun=> flat) D (fun=> false) (fun _ _ => true)
  (fun _ => erefl) (@one_table (fun=> flat) D) I (fun _ _ _ => erefl) me false (fun=> false); by rewrite !utility1.
Qed.
Theorem table_is_enough_needs_4 : ~ (forall (K : realDomainType) (I : finType) (Model Report : Type) (table : Model ->
  Prop) (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report)
  -> Model), (forall r : I -> Report, table (psi r)) -> (forall (r : I -> Report) (t : Model), table t -> Payments.ASW
  value D r t <= Payments.ASW value D r (psi r)) -> (forall (i : I) (r : I -> Report), table (psi_without i r)) -> True
  -> forall (i : I) (type : Report) (r : I -> Report), (forall x : Report, Payments.utility value D psi psi_without i
  type (Payments.set_report r i x) <= Payments.utility value D psi psi_without i type (Payments.set_report r i type)) /\
  ((forall t : Model, table t -> 0 <= value type t) -> 0 <= Payments.utility value D psi psi_without i type
  (Payments.set_report r i type))).
Proof.
move=> H; have best (r : J -> bool) t : True -> Payments.ASW (fun=> flat) hit r t <= Payments.ASW (fun=> flat) hit r false.
  by move=> _; rewrite /Payments.ASW !big_ord1; case: t.
have [bad _] := H _ J bool bool (fun=> True) (fun=> flat) hit (fun=> false) (fun _ => said) (fun _ => Logic.I) best
  (fun _ _ => Logic.I) I me false (fun=> false); by have := bad true; rewrite !utility1.
Qed.
