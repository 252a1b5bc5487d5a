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
