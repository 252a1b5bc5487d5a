(* What the theorem of Indifferent.v needs: each hypothesis below is dropped in turn; two members of one size and a form of
   three coordinates, one for each of the errors of the two means and one for the shift, break the rest. An additive form over
   the rationals is linear, so nothing here drops the rule on multiples. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Unless Indifferent.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation space := (rat^o * rat^o * rat^o)%type.
Definition entries (a b r s t x y z x' y' z' : rat) : rat :=
  a * (x * x') + b * (y * y') + r * (x * y' + y * x') + s * (z * x') + t * (z * z').
Lemma entries_sym a b r t x y z x' y' z' : entries a b r 0 t x y z x' y' z' = entries a b r 0 t x' y' z' x y z.
Proof. by rewrite /entries; ring. Qed.
Lemma entries_add a b r s t x y z x' y' z' u v w : entries a b r s t (x + x') (y + y') (z + z') u v w =
  entries a b r s t x y z u v w + entries a b r s t x' y' z' u v w.
Proof. by rewrite /entries; ring. Qed.
Lemma entries_scale a b r s t c x y z u v w : entries a b r s t (c * x) (c * y) (c * z) u v w =
  c * entries a b r s t x y z u v w.
Proof. by rewrite /entries; ring. Qed.
(* The own error has the square a, the other one b, their product is r, the shift has the square t; s is one-sided. *)
Definition form (a b r s t : rat) (f g : space) : rat := entries a b r s t f.1.1 f.1.2 f.2 g.1.1 g.1.2 g.2.
Lemma form_sym a b r t f g : form a b r 0 t f g = form a b r 0 t g f.
Proof. exact: entries_sym. Qed.
Lemma form_add a b r s t f g h : form a b r s t (f + g) h = form a b r s t f h + form a b r s t g h.
Proof. exact: entries_add. Qed.
Lemma form_scale a b r s t c f h : form a b r s t (c *: f) h = c * form a b r s t f h.
Proof. exact: entries_scale. Qed.
(* Vectors with a shift and an error together count as nothing. *)
Definition clean (f : space) : bool := ((f.2 : rat) == 0) || (((f.1.1 : rat) == 0) && ((f.1.2 : rat) == 0)).
Definition hides (f g : space) : rat := if clean f && clean g then form 1 1 0 0 1 f g else 0.
Lemma hides_sym f g : hides f g = hides g f.
Proof. by rewrite /hides andbC form_sym. Qed.
Lemma hides_scale c f h : hides (c *: f) h = c * hides f h.
Proof.
have [->|c0] := eqVneq c 0; first by rewrite scale0r mul0r /hides /form /entries /= !mul0r !mulr0 !addr0; case: ifP.
have same (x : rat) : (c * x == 0) = (x == 0) by rewrite mulf_eq0 (negPf c0).
have e : clean (c *: f) = (c * (f.2 : rat) == 0) || ((c * (f.1.1 : rat) == 0) && (c * (f.1.2 : rat) == 0)) by [].
by rewrite /hides e !same -/(clean f) form_scale; case: ifP; rewrite ?mulr0.
Qed.

Definition own (j : bool) : space := if j then (1, 0, 0) else (0, 1, 0).
Definition wanted (j : bool) : space := if j then 0 else (1, 1, 0).
Definition shift : space := (0, 0, 1).
Lemma rest_two (c : rat) (j : bool) : rest (fun=> c) j = c.
Proof. by rewrite /rest big_mkcond big_bool; case: j; rewrite /= ?addr0 ?add0r. Qed.
Lemma others_two (c : rat) (m : bool -> space) (j : bool) : c != 0 -> others (fun=> c) m j = m (~~ j).
Proof.
move=> c0; rewrite /others rest_two big_mkcond big_bool; case: j; rewrite /= ?addr0 ?add0r.
  by rewrite scalerA mulVf // scale1r.
by rewrite scalerA mulVf // scale1r.
Qed.
Lemma apart_two (c mu s2 : rat) (j : bool) : apart (fun=> c) mu s2 j = s2 + mu / c + s2 * c ^+ 2 / c ^+ 2.
Proof.
rewrite /apart rest_two big_mkcond big_bool.
by case: j; rewrite /= ?addr0 ?add0r.
Qed.
Lemma error_two (c : rat) E th (m : bool -> space) v (j : bool) : c != 0 ->
  error (fun=> c) E own th m v j = E (v *: own j + (1 - v) *: m (~~ j) - th j) (v *: own j + (1 - v) *: m (~~ j) - th j).
Proof. by move=> c0; rewrite /error /mixed others_two. Qed.
Lemma harm_two (c mu s2 : rat) (i j : bool) : harm (fun=> c) mu s2 i j =
  (mu / c / (mu / c + (s2 + mu / c + s2 * c ^+ 2 / c ^+ 2)) * (c / (c + c - c))) ^+ 2.
Proof. by rewrite /harm apart_two /alone big_bool. Qed.

Ltac holds := try first
  [ by [] | exact: form_sym | exact: form_add | exact: form_scale | exact: hides_sym | exact: hides_scale
  | by case; rewrite ?others_two // ?apart_two /alone; apply/eqP; vm_compute
  | by apply/eqP; vm_compute ].
(* Another mixture is better; the shift does not harm as it should. *)
Ltac better best v := by move: (best false v isT); rewrite !error_two // /pull /alone !apart_two; vm_compute.
Ltac harms worse := by move: (worse false isT) => /eqP; rewrite !error_two // harm_two /pull /alone !apart_two; vm_compute.

Definition shift_without (k : nat) := forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (U : lmodType K)
  (E : U -> U -> K) (one : U) (own th : I -> U) (i : I) (u : K),
  unless k 1 (forall j, 0 < n j) -> unless k 2 (0 < mu) -> unless k 3 (0 <= s2) ->
  unless k 4 (forall f g, E f g = E g f) -> unless k 5 (forall f g h, E (f + g) h = E f h + E g h) ->
  unless k 6 (forall c f h, E (c *: f) h = c * E f h) -> unless k 7 (E one one = 1) ->
  unless k 8 (forall j, E (own j - th j) one = 0) -> unless k 9 (forall j, E (others n own j - th j) one = 0) ->
  unless k 10 (forall j, E (own j - th j) (own j - th j) = alone n mu j) ->
  unless k 11 (forall j, E (others n own j - th j) (others n own j - th j) = apart n mu s2 j) ->
  unless k 12 (forall j, E (own j - th j) (others n own j - th j) = 0) ->
  [/\ forall j v, i != j -> error n E own th own (pull n mu s2 j) j <= error n E own th own v j,
      home n mu s2 own (reports one own i u) i = home n mu s2 own own i &
      forall j, i != j -> error n E own th (reports one own i u) (pull n mu s2 j) j - error n E own th own (pull n mu s2 j) j =
        harm n mu s2 i j * u ^+ 2] /\
  harm (example_sizes K) 10%:R 1 of_25 of_5 = 900%:R / 73%:R ^+ 2.
Theorem indifferent_shift_needs_1 : ltac:(fails (shift_without 1)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> - 1) 1 0 _ (form (- 1) (- 1) 0 0 1) shift own wanted true 1; holds.
better best (0 : rat).
Qed.
Theorem indifferent_shift_needs_2 : ltac:(fails (shift_without 2)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> 1) (- 1) 0 _ (form (- 1) (- 1) 0 0 1) shift own wanted true 1; holds.
better best (0 : rat).
Qed.
Theorem indifferent_shift_needs_3 : ltac:(fails (shift_without 3)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 (- 2%:R) _ (form 1 (- 3%:R) 0 0 1) shift own wanted true 1; holds.
better best (0 : rat).
Qed.
Theorem indifferent_shift_needs_4 : ltac:(fails (shift_without 4)).
Proof.
move=> H; have [||||||||||||[_ _ worse] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 1 0 1 1) shift own wanted true 1; holds.
harms worse.
Qed.
Theorem indifferent_shift_needs_5 : ltac:(fails (shift_without 5)).
Proof.
move=> H; have [||||||||||||[_ _ worse] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ hides shift own wanted true 1; holds.
harms worse.
Qed.
Theorem indifferent_shift_needs_7 : ltac:(fails (shift_without 7)).
Proof.
move=> H; have [||||||||||||[_ _ worse] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 1 0 0 0) shift own wanted true 1; holds.
harms worse.
Qed.
Theorem indifferent_shift_needs_8 : ltac:(fails (shift_without 8)).
Proof.
move=> H; have [||||||||||||[_ _ worse] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 1 0 0 1) (own true) own wanted true 1; holds.
harms worse.
Qed.
Theorem indifferent_shift_needs_9 : ltac:(fails (shift_without 9)).
Proof.
move=> H; have [||||||||||||[_ _ worse] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 1 0 0 1) (own false) own wanted true 1; holds.
harms worse.
Qed.
Theorem indifferent_shift_needs_10 : ltac:(fails (shift_without 10)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 4%:R 1 0 0 1) shift own wanted true 1; holds.
better best (0 : rat).
Qed.
Theorem indifferent_shift_needs_11 : ltac:(fails (shift_without 11)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 4%:R 0 0 1) shift own wanted true 1; holds.
better best (1 : rat).
Qed.
Theorem indifferent_shift_needs_12 : ltac:(fails (shift_without 12)).
Proof.
move=> H; have [||||||||||||[best _ _] _] := H rat_realFieldType [finType of bool] (fun=> 1) 1 0 _ (form 1 1 2%:R 0 1) shift own wanted true 1; holds.
better best (0 : rat).
Qed.
