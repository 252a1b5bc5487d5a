(* What the theorems of Majority.v need: each hypothesis below is dropped in turn; three members break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Majority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition scaled (c : rat) (f g : rat^o) : rat := c * (f * g).
Lemma scaled_sym c f g : scaled c f g = scaled c g f.
Proof. by rewrite /scaled (mulrC f). Qed.
Lemma scaled_add c f g h : scaled c (f + g) h = scaled c f h + scaled c g h.
Proof. by rewrite /scaled -mulrDr; congr (_ * _); apply: mulrDl. Qed.
Lemma scaled_pos f : 0 <= scaled 1 f f.
Proof. by rewrite /scaled mul1r; apply: sqr_ge0. Qed.
Definition shift (T : {set 'I_3}) (i : 'I_3) : rat^o := if i \in T then 1 else 0.
Lemma shift_out (T : {set 'I_3}) (i : 'I_3) : i \notin T -> shift T i = 0.
Proof. by rewrite /shift => /negbTE ->. Qed.
Lemma shift_in (T : {set 'I_3}) (i : 'I_3) : i \in T -> shift T i = 1.
Proof. by rewrite /shift => ->. Qed.
Lemma shift_flat c (T : {set 'I_3}) (i j k : 'I_3) : i \in T -> scaled c ((0 : rat^o) - 0) (shift T i) = 0.
Proof. by rewrite /scaled subr0 mul0r mulr0. Qed.
Lemma three : (2 < #|'I_3|)%N.
Proof. by rewrite card_ord. Qed.
Lemma change_three (c a : rat) (T : {set 'I_3}) : change (scaled c) a T (fun=> 0) (shift T) =
  a * (#|T|%:R * (3%:R - #|T|%:R) * (3%:R - 2%:R * #|T|%:R) / ((3%:R - 1) * (3%:R - 2%:R))) * c.
Proof.
rewrite (curvature _ (@scaled_sym c) (@scaled_add c) three (@shift_out T) (@shift_flat c T) (@shift_in T)) card_ord.
by rewrite /scaled !mulr1.
Qed.
Notation one := [set ord0 : 'I_3].
Notation two := [set~ ord0 : 'I_3].
Lemma size_one : #|one| = 1%N. Proof. exact: cards1. Qed.
Lemma size_two : #|two| = 2%N. Proof. by rewrite cardsC1 card_ord. Qed.

Theorem half_is_safe_needs_7 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (alpha : K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall f : V, 0 <= E f f) -> (2 < #|I|)%N -> forall (T : {set I}) (honest lie : I -> V),
  (forall i : I, i \notin T -> lie i = 0) -> (forall i j k : I, i \in T -> E (honest j - honest k) (lie i) = 0) ->
  True -> (2 * #|T| <= #|I|)%N -> 0 <= Majority.change E alpha T honest lie).
Proof.
move=> H; have := H _ _ _ _ (- 1) (@scaled_sym 1) (@scaled_add 1) scaled_pos three one _ _ (@shift_out one)
  (@shift_flat 1 one) I; rewrite size_one card_ord change_three size_one => /(_ isT); by vm_compute.
Qed.
Theorem half_is_safe_needs_8 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (alpha : K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall f : V, 0 <= E f f) -> (2 < #|I|)%N -> forall (T : {set I}) (honest lie : I -> V),
  (forall i : I, i \notin T -> lie i = 0) -> (forall i j k : I, i \in T -> E (honest j - honest k) (lie i) = 0) ->
  0 <= alpha -> True -> 0 <= Majority.change E alpha T honest lie).
Proof.
move=> H; have := H _ _ _ _ 1 (@scaled_sym 1) (@scaled_add 1) scaled_pos three two _ _ (@shift_out two)
  (@shift_flat 1 two) isT I; rewrite change_three size_two; by vm_compute.
Qed.
Theorem half_is_safe_needs_3 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (alpha : K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  True -> (2 < #|I|)%N -> forall (T : {set I}) (honest lie : I -> V),
  (forall i : I, i \notin T -> lie i = 0) -> (forall i j k : I, i \in T -> E (honest j - honest k) (lie i) = 0) ->
  0 <= alpha -> (2 * #|T| <= #|I|)%N -> 0 <= Majority.change E alpha T honest lie).
Proof.
move=> H; have := H _ _ _ _ 1 (@scaled_sym (- 1)) (@scaled_add (- 1)) I three one _ _ (@shift_out one)
  (@shift_flat (- 1) one) isT; rewrite size_one card_ord change_three size_one => /(_ isT); by vm_compute.
Qed.
(* All members together gain nothing. *)
