(* What the theorem of OneRule.v needs: each hypothesis below is dropped in turn; two members break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat all_fingroup.
From Incentives Require Import Half Alike OneRule.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Both members pay the squared difference; one pays it to the other. *)
Definition both_pay (i j k : bool) : rat := 1.
Definition one_pays (i j k : bool) : rat := if i then 1 else -1.
Definition apart (b : bool) : rat := if b then 1 else 0.

Theorem one_symmetric_rule_needs_1 : ~ (forall (K : realFieldType) (I : finType) (c : I -> I -> I -> K), True ->
  (forall (s : {perm I}) (m : I -> K) (i : I), charge c (fun k : I => m (s k)) i = charge c m (s i)) ->
  ((2 < #|I|)%N -> exists alpha : K, forall (m : I -> K) (i : I), charge c m i =
    alpha * ((\sum_(j | j != i) (m i - m j) ^+ 2) / (#|I|%:R - 1)
      - (\sum_(j | j != i) \sum_(k | (k != i) && (k != j)) (m j - m k) ^+ 2) / ((#|I|%:R - 1) * (#|I|%:R - 2%:R)))) /\
  (#|I| = 2%N -> forall (m : I -> K) (i : I), charge c m i = 0)).
Proof.
move=> H; have same (s : {perm bool}) m i : charge both_pay (fun k => m (s k)) i = charge both_pay m (s i).
  rewrite /charge [RHS](reindex_inj (@perm_inj _ s)) /=; apply: eq_bigr => j _.
  by rewrite [RHS](reindex_inj (@perm_inj _ s)).
have [_ e] := H rat_realFieldType _ both_pay I same.
by have /eqP := e card_bool apart true; rewrite /charge !big_bool.
Qed.
Theorem one_symmetric_rule_needs_2 : ~ (forall (K : realFieldType) (I : finType) (c : I -> I -> I -> K),
  (forall m : I -> K, \sum_i charge c m i = 0) -> True ->
  ((2 < #|I|)%N -> exists alpha : K, forall (m : I -> K) (i : I), charge c m i =
    alpha * ((\sum_(j | j != i) (m i - m j) ^+ 2) / (#|I|%:R - 1)
      - (\sum_(j | j != i) \sum_(k | (k != i) && (k != j)) (m j - m k) ^+ 2) / ((#|I|%:R - 1) * (#|I|%:R - 2%:R)))) /\
  (#|I| = 2%N -> forall (m : I -> K) (i : I), charge c m i = 0)).
Proof.
move=> H; have zero (m : bool -> rat) : \sum_i charge one_pays m i = 0.
  rewrite big_bool /charge /= -big_split big1 // => j _ /=; rewrite -big_split big1 // => k _ /=.
  by rewrite mulN1r mul1r subrr.
have [_ e] := H rat_realFieldType _ one_pays zero I.
by have /eqP := e card_bool apart true; rewrite /charge !big_bool.
Qed.
