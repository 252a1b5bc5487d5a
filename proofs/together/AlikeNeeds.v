(* What the theorem of Alike.v needs: each hypothesis below is dropped in turn; two members break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat all_fingroup.
From Incentives Require Import Half Alike.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* One member pays the squared difference to the other; both pay it. *)
Definition from_one (i j k : bool) : rat := if i then 1 else -1.
Definition from_both (i j k : bool) : rat := 1.
Definition differ (b : bool) : rat := if b then 1 else 0.

Theorem symmetric_rules_needs_3 : ~ (forall (K : realFieldType) (I : finType) (c : I -> I -> I -> K), paired c ->
  balanced_rule c -> True -> ((2 < #|I|)%N -> exists alpha : K, forall (m : I -> K) (i : I), charge c m i = pays alpha
  m i) /\ (#|I| = 2%N -> forall (m : I -> K) (i : I), charge c m i = 0)).
Proof.
move=> H; have bal : balanced_rule from_one by move=> j k _; rewrite big_bool /= subrr.
have [_ e] := H rat_realFieldType _ from_one (fun _ _ _ => erefl) bal I.
by have /eqP := e card_bool differ true; rewrite /charge !big_bool.
Qed.
Theorem symmetric_rules_needs_2 : ~ (forall (K : realFieldType) (I : finType) (c : I -> I -> I -> K), paired c -> True
  -> Alike.alike c -> ((2 < #|I|)%N -> exists alpha : K, forall (m : I -> K) (i : I), charge c m i = pays alpha m i) /\
  (#|I| = 2%N -> forall (m : I -> K) (i : I), charge c m i = 0)).
Proof.
move=> H; have [_ e] := H rat_realFieldType _ from_both (fun _ _ _ => erefl) I (fun _ _ _ _ => erefl).
by have /eqP := e card_bool differ true; rewrite /charge !big_bool.
Qed.
