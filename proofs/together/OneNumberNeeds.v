(* What the theorem of OneNumber.v needs: each hypothesis below is dropped in turn; one member without records or
   noise breaks it. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights OneNumber.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one_number_says (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (i j : I) := let v := best n mu
  s2 j in
  (forall (U : lmodType K) (E : U -> U -> K) (one target : U) (m : I -> U) (u : K),
    (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
    (forall c f h, E (c *: f) h = c * E f h) -> E one one = 1 -> (forall k, E (m k - target) one = 0) -> u != 0 ->
    v i ^+ 2 = harm E one target m v i u / u ^+ 2) /\
  exists2 p, slope_at (fun x => least_error mu s2 j (collects n i x)) (n i) (- p) & v i ^+ 2 = p * (n i ^+ 2 / mu).
Lemma own_weight (n : unit -> rat) mu s2 : best n mu s2 tt tt = 1.
Proof. by rewrite /best eqxx (_ : H n mu s2 tt = 0) ?mulr0 ?addr0 ?divr1 // /H big1 // => -[]. Qed.

Theorem one_number_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (i j : I), True ->
  0 < mu -> 0 < s2 -> one_number_says n mu s2 i j).
Proof.
move=> H; have [_ [p _]] := H rat_realFieldType _ (fun _ : unit => 0) 1 1 tt tt I isT isT.
by rewrite own_weight expr0n mul0r mulr0 => /eqP.
Qed.
Theorem one_number_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (i j : I),
  (forall k, 0 < n k) -> True -> 0 < s2 -> one_number_says n mu s2 i j).
Proof.
move=> H; have [_ [p _]] := H rat_realFieldType _ (fun _ : unit => 1) 0 1 tt tt (fun=> isT) I isT.
by rewrite own_weight invr0 !mulr0 => /eqP.
Qed.
