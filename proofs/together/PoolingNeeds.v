(* What the theorem of Pooling.v needs: each hypothesis below is dropped in turn; two or three members break the rest.
   *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Majority Pooling RiskNeeds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition pools (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (alpha v : K) (common : U)
  (noise : I -> U)
    (i j : I) :=
  \sum_(k in pair i j) expected E alpha (honest common noise) k - \sum_(k in pair i j) expected E alpha (pooled common
    noise i j) k
    = #|I|%:R / (#|I|%:R - 1) * alpha * v /\
  \sum_(k | k \notin pair i j) expected E alpha (pooled common noise i j) k
    - \sum_(k | k \notin pair i j) expected E alpha (honest common noise) k = #|I|%:R / (#|I|%:R - 1) * alpha * v.
Definition plain := form 1 1 1.
Definition axis (k : nat) : vec := if k is 0%N then at_ 1 0 0 else if k is 1%N then at_ 0 1 0 else at_ 0 0 1.
Lemma axes k l : (k < 3)%N -> (l < 3)%N -> plain (axis k) (axis l) = if k == l then 1 else 0.
Proof. by case: k => [|[|[|]]] //; case: l => [|[|[|]]] // _ _; apply/eqP; vm_compute. Qed.

(* Two members: nobody is left to pay. *)
Theorem pooling_pair_needs_4 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (alpha v
  : K)
  (common : U) (noise : I -> U), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> True -> (forall i j, E (noise i) (noise j) = if i == j then v else 0) ->
  forall i j : I, i != j -> pools E alpha v common noise i j).
Proof.
move=> H; have ind (i j : bool) : plain (axis i) (axis j) = if i == j then 1 else 0.
  by rewrite axes //; case: i; case: j.
have [_] := H _ _ _ plain 1 1 0 (fun i : bool => axis i) (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) I ind
  true false isT.
by rewrite !big_pred0 => [|k|k]; [rewrite card_bool => /eqP|rewrite !inE; case: k..].
Qed.
(* Reports without any noise. *)
Theorem pooling_pair_needs_5 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (alpha v
  : K)
  (common : U) (noise : I -> U), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> (2 < #|I|)%N -> True -> forall i j : I, i != j ->
  pools E alpha v common noise i j).
Proof.
move=> H; have many : (2 < #|'I_3|)%N by rewrite card_ord.
have [+ _] := H _ _ _ (fun _ _ => 0) 1 1 (0 : vec) (fun _ : 'I_3 => 0) (fun _ _ => erefl)
  (fun _ _ _ => esym (addr0 0)) (fun c _ _ => esym (mulr0 c)) many I ord0 (lift ord0 ord0) isT.
have none m k : expected (fun _ _ : vec => 0 : rat) 1 m k = 0 :> rat.
  rewrite /expected /far big1 // mul0r sub0r big1 ?mul0r ?oppr0 ?mulr0 // => j _; by rewrite big1.
by rewrite !big1 // subrr card_ord => /eqP.
Qed.
(* A pair of one. *)
Theorem pooling_pair_needs_6 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K) (alpha v
  : K)
  (common : U) (noise : I -> U), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> (2 < #|I|)%N -> (forall i j, E (noise i) (noise j) = if i == j then v
    else 0) ->
  forall i j : I, True -> pools E alpha v common noise i j).
Proof.
move=> H; have many : (2 < #|'I_3|)%N by rewrite card_ord.
have ind (i j : 'I_3) : plain (axis i) (axis j) = if i == j then 1 else 0 by apply: axes.
have [+ _] := H _ _ _ plain 1 1 0 (fun i : 'I_3 => axis i) (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) many
  ind ord0 ord0 I.
have same k : pooled (0 : vec) (fun i : 'I_3 => axis i) ord0 ord0 k = honest 0 (fun i : 'I_3 => axis i) k.
  rewrite /pooled !inE orbb; case: eqP => [->|//]; rewrite -[X in X + _]scale1r -[X in _ + X]scale1r -scalerDl scalerA.
  by rewrite -[RHS]scale1r; congr (_ *: _); apply/eqP; vm_compute.
have equal : \sum_(k in pair ord0 ord0) expected plain 1 (pooled 0 (fun i : 'I_3 => axis i) ord0 ord0) k
  = \sum_(k in pair ord0 ord0) expected plain 1 (honest 0 (fun i : 'I_3 => axis i)) k.
  apply: eq_bigr => k _; rewrite /expected /far; congr (_ * (_ / _ - _ / _)); apply: eq_bigr => l _; rewrite ?same //.
  by apply: eq_bigr => h _; rewrite !same.
by rewrite equal subrr card_ord => /eqP.
Qed.
