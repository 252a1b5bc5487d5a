(* The depth rule (consensus/new-depth-rule), with what it needs, and counted copies (consensus/new-counting-copies), for any number of clients
   and any sets. Mathematical Components. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Depth.
Variables (I : finType) (X : Type) (c : nat) (S R : I -> X -> bool).   (* true sets and reported sets *)
Definition W x := forall m, S m x.
Hypothesis spares : forall (A : {set I}) x, #|A| <= 2 * c -> (forall m, m \notin A -> S m x) -> W x.
Variable liars : {set I}.
Hypotheses (few : #|liars| <= c) (honest : forall m, m \notin liars -> forall x, R m x = S m x).

Theorem depth_rule x : (#|I| - c <= #|[set m | R m x]|) <-> W x.
Proof.
split=> [deep | Wx].
  apply: (spares (A := liars :|: ~: [set m | R m x])) => [|m].
    apply: leq_trans (leq_card_setU _ _).1 _; rewrite mul2n -addnn; apply: leq_add => //.
    by rewrite cardsCs setCK leq_subLR addnC -leq_subLR.
  by rewrite !inE negb_or negbK => /andP[h]; rewrite -(honest h).
have : ~: liars \subset [set m | R m x] by apply/subsetP => m; rewrite !inE => h; rewrite (honest h).
by move/subset_leq_card; apply: leq_trans; rewrite cardsCs setCK leq_sub2l.
Qed.
End Depth.

Section Copies.
Variables (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (c : nat) (kind told : I -> K).
Variable liars : {set I}.
Hypotheses (few : #|liars| <= c) (honest : forall m, m \notin liars -> told m = kind m).
Hypothesis copies : forall m, 2 * c + 1 <= #|[set i | kind i == kind m]|.

Theorem counting_copies x :
  (forall k, c + 1 <= #|[set i | told i == k]| -> has k x) <-> (forall m, has (kind m) x).
Proof.
split=> H => [m|k].
  apply: H; have : [set i | kind i == kind m] :\: liars \subset [set i | told i == kind m].
    by apply/subsetP => i; rewrite !inE => /andP[h /eqP <-]; rewrite (honest h).
  move/subset_leq_card; apply: leq_trans; rewrite cardsD.
  apply: leq_trans (leq_sub2l _ (leq_trans (subset_leq_card (subsetIr _ _)) few)).
  by rewrite leq_subRL ?(leq_trans _ (copies m)) // mul2n -addnn -?addnA ?leq_addr //; apply: leq_trans (copies m); rewrite mul2n -addnn addnA.
move=> many; have [i] : exists i, i \in [set i | told i == k] :\: liars.
  apply/set0Pn; rewrite -card_gt0 cardsD subn_gt0.
  by apply: leq_ltn_trans (leq_trans (subset_leq_card (subsetIr _ _)) few) _; rewrite -addn1.
by rewrite !inE => /andP[h /eqP <-]; rewrite (honest h).
Qed.
End Copies.

(* Each hypothesis of the depth rule is needed; one client is enough to see it. *)
Theorem depth_rule_needs_1 : ~ (forall (I : finType) (X : Type) (c : nat) (S R : I -> X -> bool), True ->
  forall liars : {set I}, #|liars| <= c -> (forall m : I, m \notin liars -> forall x : X, R m x = S m x) ->
  forall x : X, #|I| - c <= #|[set m | R m x]| <-> W S x).
Proof.
move=> /(_ [finType of 'I_1] unit 1 (fun _ _ => false) (fun _ _ => true) I setT) H.
have [|m|deep _] := H _ _ tt; [by rewrite cardsT card_ord|by rewrite inE|].
rewrite card_ord in deep.
by have := deep isT ord0.
Qed.
Theorem depth_rule_needs_2 : ~ (forall (I : finType) (X : Type) (c : nat) (S R : I -> X -> bool),
  (forall (A : {set I}) (x : X), #|A| <= 2 * c -> (forall m : I, m \notin A -> S m x) -> W S x) ->
  forall liars : {set I}, True -> (forall m : I, m \notin liars -> forall x : X, R m x = S m x) ->
  forall x : X, #|I| - c <= #|[set m | R m x]| <-> W S x).
Proof.
move=> /(_ [finType of 'I_1] unit 0 (fun _ _ => false) (fun _ _ => true)) H.
have all : [set m : 'I_1 | true] = setT by apply/setP => m; rewrite !inE.
have [A x|m|deep _] := H _ setT I _ tt; last by have := deep _ ord0; rewrite all cardsT card_ord => /(_ isT).
  by rewrite leqn0 => /eqP/cards0_eq -> out; have := out ord0; rewrite inE => /(_ isT).
by rewrite inE.
Qed.
Theorem depth_rule_needs_3 : ~ (forall (I : finType) (X : Type) (c : nat) (S R : I -> X -> bool),
  (forall (A : {set I}) (x : X), #|A| <= 2 * c -> (forall m : I, m \notin A -> S m x) -> W S x) ->
  forall liars : {set I}, #|liars| <= c -> True ->
  forall x : X, #|I| - c <= #|[set m | R m x]| <-> W S x).
Proof.
move=> /(_ [finType of 'I_1] unit 0 (fun _ _ => false) (fun _ _ => true)) H.
have all : [set m : 'I_1 | true] = setT by apply/setP => m; rewrite !inE.
have [A x||deep _] := H _ set0 _ I tt; last by have := deep _ ord0; rewrite all cardsT card_ord => /(_ isT).
  by rewrite leqn0 => /eqP/cards0_eq -> out; have := out ord0; rewrite inE => /(_ isT).
by rewrite cards0.
Qed.
