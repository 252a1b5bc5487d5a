(* What peeling needs: each hypothesis is dropped in turn, and one client breaks the rest. Its true model is true. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust Peeling.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Lemma spared_true r : r = 0 -> Trust.spares (fun (_ : 'I_1) (x : bool) => x) r.
Proof.
move=> -> A x; rewrite leqn0 => /eqP/cards0_eq -> H m; apply: (H ord0); by rewrite inE.
Qed.
Lemma agreed_true : exists w, Trust.agreed (fun (_ : 'I_1) (x : bool) => x) w.
Proof. by exists true. Qed.
Lemma not_agreed (o : option bool) : o = Some false ->
  ~ exists2 x, o = Some x & Trust.agreed (fun (_ : 'I_1) (x : bool) => x) x.
Proof. by move=> -> [x [<-] /(_ ord0)]. Qed.

Theorem peeling_small_outputs_a_point_of_W_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}),
  True ->
  (#|liars| <= c)%N ->
  (exists w : X, Trust.agreed S w) ->
  Trust.spares S (c * h) ->
  (0 < h)%N ->
  sound R (fun A => #|A| <= h)%N call ->
  (c < fuel)%N ->
  (exists2 x : X, (peel call fuel setT).1 = Some x & Trust.agreed S x) /\ ((peel call fuel setT).2 <= c.+1)%N).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ _ => true) set0 0 1 1 (fun=> inl false)) H.
have [||||||bad _] := H I; rewrite ?cards0 //; [exact: agreed_true|exact: spared_true|exact: not_agreed bad].
Qed.
Theorem peeling_small_outputs_a_point_of_W_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) ->
  True ->
  (exists w : X, Trust.agreed S w) ->
  Trust.spares S (c * h) ->
  (0 < h)%N ->
  sound R (fun A => #|A| <= h)%N call ->
  (c < fuel)%N ->
  (exists2 x : X, (peel call fuel setT).1 = Some x & Trust.agreed S x) /\ ((peel call fuel setT).2 <= c.+1)%N).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ _ => true) setT 0 1 1 (fun=> inl false)) H.
have [|||bad _] := H _ I agreed_true (spared_true (mul0n 1)) isT; [by move=> m; rewrite inE|by []|by []|exact: not_agreed bad].
Qed.
Theorem peeling_small_outputs_a_point_of_W_needs_4 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) ->
  (#|liars| <= c)%N ->
  (exists w : X, Trust.agreed S w) ->
  True ->
  (0 < h)%N ->
  sound R (fun A => #|A| <= h)%N call ->
  (c < fuel)%N ->
  (exists2 x : X, (peel call fuel setT).1 = Some x & Trust.agreed S x) /\ ((peel call fuel setT).2 <= c.+1)%N).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ _ => true) setT 1 1 2 (fun=> inl false)) H.
have [||||bad _] := H _ _ agreed_true I isT; [by move=> m; rewrite inE|by rewrite cardsT card_ord|by []|by []|exact: not_agreed bad].
Qed.
Theorem peeling_small_outputs_a_point_of_W_needs_6 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) ->
  (#|liars| <= c)%N ->
  (exists w : X, Trust.agreed S w) ->
  Trust.spares S (c * h) ->
  (0 < h)%N ->
  True ->
  (c < fuel)%N ->
  (exists2 x : X, (peel call fuel setT).1 = Some x & Trust.agreed S x) /\ ((peel call fuel setT).2 <= c.+1)%N).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ x => x) set0 0 1 1 (fun=> inl false)) H.
have [||bad _] := H _ _ agreed_true (spared_true (mul0n 1)) isT I isT; [by []|by rewrite cards0|exact: not_agreed bad].
Qed.
Theorem peeling_small_outputs_a_point_of_W_needs_7 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}),
  (forall m : I, m \notin liars -> R m =1 S m) ->
  (#|liars| <= c)%N ->
  (exists w : X, Trust.agreed S w) ->
  Trust.spares S (c * h) ->
  (0 < h)%N ->
  sound R (fun A => #|A| <= h)%N call ->
  True ->
  (exists2 x : X, (peel call fuel setT).1 = Some x & Trust.agreed S x) /\ ((peel call fuel setT).2 <= c.+1)%N).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ x => x) set0 0 1 0 (fun=> inl true)) H.
have [|||[x //] _] := H _ _ agreed_true (spared_true (mul0n 1)) isT _ I; [by []|by rewrite cards0|by []].
Qed.
