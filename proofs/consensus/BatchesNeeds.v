(* What the theorems of Batches.v need: each hypothesis below is dropped in turn. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import MechanismH Batches.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition first (_ : bool) (x : bool) := x.
Definition second (_ : bool) (x : bool) := ~~ x.
Lemma common : exists w, agreed first w.
Proof. by exists true. Qed.
Lemma spared : spares first 1.
Proof.
move=> A x small H m; have [m' m'A] : exists m', m' \notin A; last exact: (H m').
apply/existsP; rewrite -negb_forall; apply: contraL small => /forallP full.
by rewrite (_ : A = setT) ?cardsT ?card_bool //; apply/setP => k; rewrite full inE.
Qed.
Lemma at_once (X : eqType) (w : X) q (A : {set bool}) : (inl w : X + {set bool}) = inr A -> #|A| <= q * 1.
Proof. by []. Qed.

(* Everybody lies alike, or the answers of the calls are no good, and everybody takes the point that nobody accepts. *)
Theorem batches_of_r_needs_2 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (r : nat) (call
  : {set I} -> X + {set I}), (exists w : X, MechanismH.agreed S0 w) -> True -> (forall Z : {set I}, sound R call Z)
  -> spares S0 r -> (0 < r)%N -> forall q : nat, (forall A : {set I}, call set0 = inr A -> (#|A| <= q * r)%N) -> [/\
  exists2 x : X, MechanismH.output (batches S0 r call) = Some x & MechanismH.agreed S0 x, (MechanismH.calls (batches
  S0 r call) <= q.+1)%N & (MechanismH.tested (batches S0 r call) <= 1)%N]).
Proof.
move=> H; have sound Z : sound second (fun=> inl false) Z by [].
by have [[x [<-] /(_ true)]] := H _ _ first second true 1 _ common I sound spared isT 0 (@at_once _ _ _).
Qed.
Theorem batches_of_r_needs_3 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (r : nat) (call
  : {set I} -> X + {set I}), (exists w : X, MechanismH.agreed S0 w) -> (forall m : I, m \notin [set liar] -> R m =1
  S0 m) -> True -> spares S0 r -> (0 < r)%N -> forall q : nat, (forall A : {set I}, call set0 = inr A -> (#|A| <= q
  * r)%N) -> [/\ exists2 x : X, MechanismH.output (batches S0 r call) = Some x & MechanismH.agreed S0 x,
  (MechanismH.calls (batches S0 r call) <= q.+1)%N & (MechanismH.tested (batches S0 r call) <= 1)%N]).
Proof.
move=> H; pose call (Z : {set bool}) : bool + {set bool} := inl false.
by have [[x [<-] /(_ true)]] := H _ _ first first true 1 call common (fun _ _ _ => erefl) I spared isT 0 (@at_once _ _ _).
Qed.
