(* What the theorems of Transfers.v need: each hypothesis below is dropped in turn; one member, or two, break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Transfers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A mean that does not turn round with the sign; two payments that are not opposite. *)
Theorem at_most_one_needs_1 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K), True ->
  (forall a b : K, p a b + q a b = 0) -> forall v w h : K,
  ~ (Transfers.first p mean (v - h) w < Transfers.first p mean v w /\
     Transfers.second q mean v (w - h) < Transfers.second q mean v w)).
Proof.
move=> H; apply: (H rat_realFieldType (fun _ _ => 0) (fun _ _ => 0) (fun v _ => v) I (fun _ _ => addr0 _) 1 1 1).
by split; vm_compute.
Qed.
Theorem at_most_one_needs_2 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K),
  (forall (v : K) (f g : K -> K), (forall x : K, f x = - g x) -> mean v f = - mean v g) -> True -> forall v w h : K,
  ~ (Transfers.first p mean (v - h) w < Transfers.first p mean v w /\
     Transfers.second q mean v (w - h) < Transfers.second q mean v w)).
Proof.
move=> H; apply: (H rat_realFieldType (fun _ _ => 1) (fun _ _ => 1) (fun v f => v * f 0) _ I 1 1 1).
  by move=> v f g fg; rewrite fg mulrN.
by split; vm_compute.
Qed.
Theorem two_members_needs_1 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K), True ->
  (forall a b : K, p a b + q a b = 0) -> forall v w h : K, Transfers.second q mean v (w - h) - Transfers.second q mean v
  w = - (Transfers.first p mean (v - h) w - Transfers.first p mean v w)).
Proof.
move=> H; have /eqP := H rat_realFieldType (fun _ _ => 0) (fun _ _ => 0) (fun v _ => v) I (fun _ _ => addr0 _) 1 1 1.
by vm_compute.
Qed.
Theorem two_members_needs_2 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K),
  (forall (v : K) (f g : K -> K), (forall x : K, f x = - g x) -> mean v f = - mean v g) -> True -> forall v w h : K,
  Transfers.second q mean v (w - h) - Transfers.second q mean v w =
  - (Transfers.first p mean (v - h) w - Transfers.first p mean v w)).
Proof.
move=> H; have turns v (f g : rat -> rat) : (forall x, f x = - g x) -> v * f 0 = - (v * g 0).
  by move=> fg; rewrite fg mulrN.
by have /eqP := H rat_realFieldType (fun _ _ => 0) (fun _ _ => 1) (fun v f => v * f 0) turns I 1 1 1; vm_compute.
Qed.

(* Payments that look at one report only; payments that both members make. *)
Definition alone : {set bool} := [set true].
Lemma of_alone (f : bool -> rat) : \sum_(i in alone) f i = f true.
Proof. by rewrite big_set1. Qed.
Lemma of_other (f : bool -> rat) : \sum_(i in ~: alone) f i = f false.
Proof. by rewrite (_ : ~: alone = [set false]) ?big_set1 //; apply/setP => -[]; rewrite !inE. Qed.
Theorem shift_and_counter_shift_needs_2 : ~ (forall (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K), (forall
  (i : I) (m m' : I -> K), m =1 m' -> p i m = p i m') -> True -> (forall m : I -> K, \sum_i p i m = 0) ->
  (forall (T : {set I}) (u : K) (m : I -> K), cost p (~: T) (- u) m = - cost p T u m) /\
  (forall (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) (T : {set I}) (u : K),
  (forall f g : W -> K, (forall w : W, f w = - g w) -> mean f = - mean g) ->
  ~ (0 < mean (fun w : W => cost p T u (reports w)) /\ 0 < mean (fun w : W => cost p (~: T) (- u) (reports w))))).
Proof.
move=> H; pose p (i : bool) (m : bool -> rat) := if i then m true else - m true.
have same i m m' : m =1 m' -> p i m = p i m' by rewrite /p => ->.
have zero m : \sum_i p i m = 0 by rewrite big_bool /= subrr.
have [e _] := H rat_realFieldType _ p same I zero; have /eqP := e alone 1 (fun=> 0).
by rewrite /cost /joint !of_alone !of_other /p /shifted !inE.
Qed.
Theorem shift_and_counter_shift_needs_3 : ~ (forall (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K), (forall
  (i : I) (m m' : I -> K), m =1 m' -> p i m = p i m') -> (forall (i : I) (m : I -> K) (a : K),
  p i (fun j : I => m j + a) = p i m) -> True ->
  (forall (T : {set I}) (u : K) (m : I -> K), cost p (~: T) (- u) m = - cost p T u m) /\
  (forall (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) (T : {set I}) (u : K),
  (forall f g : W -> K, (forall w : W, f w = - g w) -> mean f = - mean g) ->
  ~ (0 < mean (fun w : W => cost p T u (reports w)) /\ 0 < mean (fun w : W => cost p (~: T) (- u) (reports w))))).
Proof.
move=> H; pose p (i : bool) (m : bool -> rat) := m true - m false.
have same i m m' : m =1 m' -> p i m = p i m' by rewrite /p => e; rewrite !e.
have differences i m a : p i (fun j => m j + a) = p i m by rewrite /p opprD addrACA subrr addr0.
have [e _] := H rat_realFieldType _ p same differences I; have /eqP := e alone 1 (fun=> 0).
by rewrite /cost /joint !of_alone !of_other /p /shifted !inE.
Qed.
