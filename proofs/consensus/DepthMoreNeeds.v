(* What the theorems of DepthMore.v need: each hypothesis below is dropped in turn; two clients break the rest. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust DepthMore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

Definition everything (_ : bool) (_ : unit) := true.
Definition nothing (_ : bool) (_ : unit) := false.
(* Only the run without everybody has an answer where nobody accepts anything. *)
Definition hopeless (G : {set bool}) : option unit := if G == setT then Some tt else None.
Lemma hopeless_sound G : if hopeless G is Some x then forall m, m \notin G -> nothing m x
  else ~ exists x, forall m, m \notin G -> nothing m x.
Proof.
rewrite /hopeless; have [->|] := eqVneq G setT; first by move=> m; rewrite inE.
by rewrite -subTset => /subsetPn[m _ mG] [x /(_ m mG)].
Qed.
Definition passing (S : bool -> unit -> bool) run (G : {set bool}) := if run G is Some x then [forall m : bool, S m x] else false.
Lemma none_passes S : ~ exists2 G : {set bool}, G \in groups _ 0 & passing S hopeless G.
Proof.
move=> [G]; rewrite /groups inE cards_eq0 => /eqP ->; rewrite /passing /hopeless; case: eqP => // /setP/(_ true).
by rewrite !inE.
Qed.
Lemma common : exists w, agreed everything w. Proof. by exists tt. Qed.
Lemma nobody : #|set0 : {set bool}| <= 0. Proof. by rewrite cards0. Qed.
Lemma all_spared c : spares everything c. Proof. by []. Qed.
Lemma none_spared : spares nothing 0.
Proof. by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> /(_ true); rewrite inE => /(_ isT). Qed.
Lemma outside_all (R S : bool -> unit -> bool) m : m \notin [set: bool] -> R m =1 S m.
Proof. by rewrite inE. Qed.
Notation conclusion I X S run c := (let passes (G : {set I}) := if run G is Some x then [forall m : I, S m x] else false in
  [/\ #|groups I c| = 'C(#|I|, c), exists2 G : {set I}, G \in groups I c & passes G &
    forall (G : {set I}) (x : X), run G = Some x -> passes G -> agreed S x]).
Notation sound I X R run := (forall G : {set I}, match run G with Some x => forall m : I, m \notin G -> R m x
  | None => ~ (exists x : X, forall m : I, m \notin G -> R m x) end).

Theorem all_groups_of_c_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat)
  (run : {set I} -> option X), True -> (forall m : I, m \notin liars -> R m =1 S m) -> c <= #|I| ->
  (exists w : X, agreed S w) -> spares S c -> sound I X R run -> conclusion I X S run c).
Proof.
move=> H; have [_ found _] := H _ _ everything nothing setT 0 hopeless I (@outside_all _ _) (leq0n _) common (@all_spared 0)
  hopeless_sound.
exact: none_passes found.
Qed.
Theorem all_groups_of_c_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat)
  (run : {set I} -> option X), #|liars| <= c -> True -> c <= #|I| -> (exists w : X, agreed S w) -> spares S c ->
  sound I X R run -> conclusion I X S run c).
Proof.
move=> H; have [_ found _] := H _ _ everything nothing set0 0 hopeless nobody I (leq0n _) common (@all_spared 0) hopeless_sound.
exact: none_passes found.
Qed.
Theorem all_groups_of_c_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat)
  (run : {set I} -> option X), #|liars| <= c -> (forall m : I, m \notin liars -> R m =1 S m) -> True ->
  (exists w : X, agreed S w) -> spares S c -> sound I X R run -> conclusion I X S run c).
Proof.
move=> H; have [_ [G]] := H _ _ everything everything set0 3 (fun=> Some tt) (leqW (leqW (leqW nobody))) (fun _ _ _ => erefl) I
  common (@all_spared 3) (fun _ _ _ => isT).
by rewrite /groups inE => /eqP e _ _; have := max_card (mem G); rewrite e card_bool.
Qed.
Theorem all_groups_of_c_needs_4 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat)
  (run : {set I} -> option X), #|liars| <= c -> (forall m : I, m \notin liars -> R m =1 S m) -> c <= #|I| -> True ->
  spares S c -> sound I X R run -> conclusion I X S run c).
Proof.
move=> H; have [_ found _] := H _ _ nothing nothing set0 0 hopeless nobody (fun _ _ _ => erefl) (leq0n _) I none_spared
  hopeless_sound.
exact: none_passes found.
Qed.
Theorem all_groups_of_c_needs_6 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat)
  (run : {set I} -> option X), #|liars| <= c -> (forall m : I, m \notin liars -> R m =1 S m) -> c <= #|I| ->
  (exists w : X, agreed S w) -> spares S c -> True -> conclusion I X S run c).
Proof.
by move=> H; have [_ [G _]] := H _ _ everything everything set0 0 (fun=> None) nobody (fun _ _ _ => erefl) (leq0n _) common
  (@all_spared 0) I.
Qed.
Theorem depth_union_of_groups_needs_1 : ~ (forall (I : finType) (X : Type) (R : I -> X -> bool) (c : nat) (x : X), True ->
  (#|I| - c <= depth R x <-> exists2 G : {set I}, #|G| = c & forall m : I, m \notin G -> R m x)).
Proof.
move=> H; have [found _] := H _ _ everything 3 tt I; have [|G e _] := found _; first by rewrite card_bool.
by have := max_card (mem G); rewrite e card_bool.
Qed.

Definition both_ways (I : finType) (liars : {set I}) c :=
  (forall (X : Type) (S R : I -> X -> bool), (forall m, m \notin liars -> R m =1 S m) -> forall x,
    (agreed S x -> #|I| <= depth R x + c) /\
    (#|I| <= depth R x + c -> exists2 G : {set I}, #|G| = 2 * c & forall m, m \notin G -> S m x)) /\
  forall (disp : unit) (K : orderType disp) (lo hi : I -> K) (R : I -> K -> bool) (d : K),
    (forall m, m \notin liars -> R m =1 (fun x => (lo m <= x <= hi m)%O)) ->
    (exists w, forall m, (lo m <= w <= hi m)%O) ->
    ((forall x, #|I| - c <= depth R x -> (nth d (sort >=%O [seq lo m | m <- enum I]) (2 * c) <= x)%O) /\
      forall top, (forall m, (lo m <= lo top)%O) -> #|I| - c <= depth R (lo top)) /\
    ((forall x, #|I| - c <= depth R x -> (x <= nth d (sort <=%O [seq hi m | m <- enum I]) (2 * c))%O) /\
      forall low, (forall m, (hi low <= hi m)%O) -> #|I| - c <= depth R (hi low)).
Theorem depth_sandwich_everywhere_needs_1 : ~ (forall (I : finType) (liars : {set I}) (c : nat), True -> 2 * c < #|I| ->
  both_ways liars c).
Proof.
move=> H; have many : 2 * 0 < #|[finType of bool]| by rewrite card_bool.
have [sets _] := H _ setT 0 I many; have [deep _] := sets _ everything nothing (@outside_all _ _) tt.
by have := deep (fun=> isT); rewrite card_bool /depth (_ : [set _ | _] = set0) ?cards0 //; apply/setP => m; rewrite !inE.
Qed.
Theorem depth_sandwich_everywhere_needs_2 : ~ (forall (I : finType) (liars : {set I}) (c : nat), #|liars| <= c -> True ->
  both_ways liars c).
Proof.
move=> H; have [_ line] := H _ set0 1 (leqW nobody) I.
pose lo (_ : bool) := 0; pose R (m : bool) (x : nat) := (0 <= x <= 0)%O.
have [|[low _] _] := line _ [orderType of nat] lo lo R 5 (fun _ _ _ => erefl); first by exists 0.
have := low 0; rewrite nth_default; last by rewrite size_sort size_map -cardE card_bool.
move=> bad; suff enough : #|[finType of bool]| - 1 <= depth R 0 by have := bad enough.
by rewrite card_bool /depth (_ : [set _ | _] = setT) ?cardsT ?card_bool //; apply/setP => m; rewrite !inE.
Qed.
