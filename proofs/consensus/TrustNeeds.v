(* What the theorems of Trust.v need: each hypothesis below is dropped in turn, and one client is enough to break the rest.
   Examples: the client accepts everything, nothing, or one of two points; its report may be another one. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition all (_ : unit) (_ : unit) := true.
Definition none (_ : unit) (_ : unit) := false.
Definition first (_ : unit) (x : bool) := x.
Definition second (_ : unit) (x : bool) := ~~ x.

Lemma one (A : {set unit}) : #|A| <= 1.
Proof. by rewrite -card_unit max_card. Qed.
Lemma spares_no_one (X : Type) (S : unit -> X -> bool) : spares S (2 * 0).
Proof. by move=> A x; rewrite leqn0 cards_eq0 => /eqP -> H m; apply: H; rewrite inE. Qed.
Lemma all_liars (X : Type) (R S : unit -> X -> bool) m : m \notin [set: unit] -> R m =1 S m.
Proof. by rewrite inE. Qed.
Lemma nobody c : #|set0 : {set unit}| <= c.
Proof. by rewrite cards0. Qed.

Lemma common_first : exists w, agreed first w.
Proof. by exists true. Qed.
Lemma deepest y : depth second y <= depth second false.
Proof.
by apply: leq_trans (one _) _; apply/card_gt0P; exists tt; rewrite inE.
Qed.

Theorem deepest_is_agreed_needs_1 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X
  -> bool) (liars : {set I}), True -> (forall m : I, m \notin liars -> R m =1 S0 m) -> forall x : X, spares S0 (2 *
  c) -> (exists w : X, agreed S0 w) -> (forall y : X, (depth R y <= depth R x)%N) -> agreed S0 x).
Proof.
move=> H; by have := H _ _ first 0 second setT I (@all_liars _ _ _) false (@spares_no_one _ _) common_first deepest tt.
Qed.
Theorem deepest_is_agreed_needs_2 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X
  -> bool) (liars : {set I}), (#|liars| <= c)%N -> True -> forall x : X, spares S0 (2 * c) -> (exists w : X, agreed
  S0 w) -> (forall y : X, (depth R y <= depth R x)%N) -> agreed S0 x).
Proof.
move=> H; by have := H _ _ first 0 second set0 (nobody _) I false (@spares_no_one _ _) common_first deepest tt.
Qed.
Theorem deepest_is_agreed_needs_4 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X
  -> bool) (liars : {set I}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S0 m) -> forall x : X,
  spares S0 (2 * c) -> True -> (forall y : X, (depth R y <= depth R x)%N) -> agreed S0 x).
Proof.
move=> H; by have := H _ _ none 0 none set0 (nobody _) (fun _ _ _ => erefl) tt (@spares_no_one _ _) I (fun=> leqnn _) tt.
Qed.
Theorem deepest_is_agreed_needs_5 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X
  -> bool) (liars : {set I}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S0 m) -> forall x : X,
  spares S0 (2 * c) -> (exists w : X, agreed S0 w) -> True -> agreed S0 x).
Proof.
by move=> H; have := H _ _ first 0 first set0 (nobody _) (fun _ _ _ => erefl) false (@spares_no_one _ _) common_first I tt.
Qed.

Lemma not_deep : ~ deep 0 none tt.
Proof. by rewrite /deep /depth (_ : [set _ | _] = set0) ?cards0 ?card_unit //; apply/setP => m; rewrite !inE. Qed.
Theorem depth_sandwich_needs_1 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), True -> (forall m : I, m \notin liars -> R m =1 S0 m) -> forall x : X, (agreed S0 x ->
  deep c R x) /\ (deep c R x -> exists2 G : {set I}, (#|G| <= 2 * c)%N & forall m : I, m \notin G -> S0 m x)).
Proof. by move=> H; have [/(_ (fun=> isT))/not_deep] := H _ _ all 0 none setT I (@all_liars _ _ _) tt. Qed.
Theorem depth_sandwich_needs_2 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), (#|liars| <= c)%N -> True -> forall x : X, (agreed S0 x -> deep c R x) /\ (deep c R x ->
  exists2 G : {set I}, (#|G| <= 2 * c)%N & forall m : I, m \notin G -> S0 m x)).
Proof. by move=> H; have [/(_ (fun=> isT))/not_deep] := H _ _ all 0 none set0 (nobody _) I tt. Qed.

Lemma alone_is_witness : minimal_witness none setT.
Proof. by split=> [[x /(_ tt)]|[] _]; [rewrite inE => /(_ isT)|exists tt => -[]; rewrite !inE]. Qed.
Theorem minimal_witnesses_needs_1 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I
  -> K) (R : I -> X -> bool) (liars : {set I}), True -> forall A : {set I}, (exists w : X, forall m : I, truth has
  kind m w) -> minimal_witness R A -> (exists2 m : I, m \in A & m \in liars) /\ (forall m k : I, m \in A :\: liars
  -> k \in A :\: liars -> kind m = kind k -> m = k)).
Proof.
move=> H; have common : exists w, forall m, truth all (@id unit) m w by exists tt.
by have [[m _]] := H _ _ _ all id none set0 I setT common alone_is_witness; rewrite inE.
Qed.
Theorem minimal_witnesses_needs_2 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I
  -> K) (R : I -> X -> bool) (liars : {set I}), (forall m : I, m \notin liars -> R m =1 truth has kind m) -> forall
  A : {set I}, True -> minimal_witness R A -> (exists2 m : I, m \in A & m \in liars) /\ (forall m k : I, m \in A :\:
  liars -> k \in A :\: liars -> kind m = kind k -> m = k)).
Proof.
by move=> H; have [[m _]] := H _ _ _ none id none set0 (fun _ _ _ => erefl) setT I alone_is_witness; rewrite inE.
Qed.
Theorem minimal_witnesses_needs_3 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I
  -> K) (R : I -> X -> bool) (liars : {set I}), (forall m : I, m \notin liars -> R m =1 truth has kind m) -> forall
  A : {set I}, (exists w : X, forall m : I, truth has kind m w) -> True -> (exists2 m : I, m \in A & m \in liars) /\
  (forall m k : I, m \in A :\: liars -> k \in A :\: liars -> kind m = kind k -> m = k)).
Proof.
move=> H; have common : exists w, forall m, truth all (@id unit) m w by exists tt.
by have [[m]] := H _ _ _ all id all set0 (fun _ _ _ => erefl) set0 common I; rewrite inE.
Qed.

Lemma a_copy (m : unit) : 2 * 0 < #|of_kind id m|.
Proof. by apply/card_gt0P; exists m; rewrite inE. Qed.
Lemma disjoint_alone (A : {set unit}) : trivIset [set A].
Proof. by apply/trivIsetP => B C /set1P -> /set1P ->; rewrite eqxx. Qed.
Lemma common_all : exists w, forall m, truth all (@id unit) m w.
Proof. by exists tt. Qed.
Lemma witness_peeled A : A \in [set [set: unit]] -> minimal_witness none A.
Proof. by move=> /set1P ->; apply: alone_is_witness. Qed.
Theorem peeling_needs_1 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I -> K) (R
  : I -> X -> bool) (liars : {set I}), True -> forall (c : nat) (peeled : {set {set I}}), (#|liars| <= c)%N ->
  (exists w : X, forall m : I, truth has kind m w) -> (forall m : I, (2 * c < #|of_kind kind (kind m)|)%N) ->
  trivIset peeled -> (forall A : set_of_finType I, A \in peeled -> minimal_witness R A) -> (#|peeled| <= c)%N /\
  (forall x : X, (forall m : I, m \notin cover peeled -> R m x) -> forall m : I, truth has kind m x)).
Proof.
move=> H; have := H _ _ _ all id none set0 I 0 [set setT] (nobody _) common_all a_copy (disjoint_alone _)
  witness_peeled.
by rewrite cards1 => -[].
Qed.
Theorem peeling_needs_2 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I -> K) (R
  : I -> X -> bool) (liars : {set I}), (forall m : I, m \notin liars -> R m =1 truth has kind m) -> forall (c : nat)
  (peeled : {set {set I}}), True -> (exists w : X, forall m : I, truth has kind m w) -> (forall m : I, (2 * c <
  #|of_kind kind (kind m)|)%N) -> trivIset peeled -> (forall A : set_of_finType I, A \in peeled -> minimal_witness R
  A) -> (#|peeled| <= c)%N /\ (forall x : X, (forall m : I, m \notin cover peeled -> R m x) -> forall m : I, truth
  has kind m x)).
Proof.
move=> H; have := H _ _ _ all id none setT (@all_liars _ _ _) 0 [set setT] I common_all a_copy (disjoint_alone _)
  witness_peeled.
by rewrite cards1 => -[].
Qed.
Theorem peeling_needs_6 : ~ (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I -> K) (R
  : I -> X -> bool) (liars : {set I}), (forall m : I, m \notin liars -> R m =1 truth has kind m) -> forall (c : nat)
  (peeled : {set {set I}}), (#|liars| <= c)%N -> (exists w : X, forall m : I, truth has kind m w) -> (forall m : I,
  (2 * c < #|of_kind kind (kind m)|)%N) -> trivIset peeled -> True -> (#|peeled| <= c)%N /\ (forall x : X, (forall m
  : I, m \notin cover peeled -> R m x) -> forall m : I, truth has kind m x)).
Proof.
move=> H; have := H _ _ _ all id all set0 (fun _ _ _ => erefl) 0 [set setT] (nobody _) common_all a_copy
  (disjoint_alone _) I.
by rewrite cards1 => -[].
Qed.

Theorem verified_groups_needs_1 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), True -> (forall m : I, m \notin liars -> R m =1 S m) -> spares S c -> (exists w : X,
  agreed S w) -> (exists x : X, forall m : I, m \notin liars -> R m x) /\ (forall x : X, (forall m : I, m \notin
  liars -> R m x) -> agreed S x)).
Proof.
move=> H; have [_ /(_ false) K] := H _ _ first 0 first setT I (fun _ _ _ => erefl) (@spares_no_one _ _) common_first.
by have : first tt false by apply: K => m; rewrite inE.
Qed.
Theorem verified_groups_needs_2 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), (#|liars| <= c)%N -> True -> spares S c -> (exists w : X, agreed S w) -> (exists x : X,
  forall m : I, m \notin liars -> R m x) /\ (forall x : X, (forall m : I, m \notin liars -> R m x) -> agreed S x)).
Proof.
move=> H; have [[x /(_ tt) bad] _] := H _ _ all 0 none set0 (nobody _) I (@spares_no_one _ _) (ex_intro _ tt (fun=> isT)).
by have := bad; rewrite inE => /(_ isT).
Qed.
Theorem verified_groups_needs_3 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S m) -> True -> (exists w :
  X, agreed S w) -> (exists x : X, forall m : I, m \notin liars -> R m x) /\ (forall x : X, (forall m : I, m \notin
  liars -> R m x) -> agreed S x)).
Proof.
move=> H; have [_ /(_ false) K] := H _ _ first 1 first setT (one _) (fun _ _ _ => erefl) I common_first.
by have : first tt false by apply: K => m; rewrite inE.
Qed.
Theorem verified_groups_needs_4 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S m) -> spares S c -> True
  -> (exists x : X, forall m : I, m \notin liars -> R m x) /\ (forall x : X, (forall m : I, m \notin liars -> R m x)
  -> agreed S x)).
Proof.
move=> H; have [[x /(_ tt) bad] _] := H _ _ none 0 none set0 (nobody _) (fun _ _ _ => erefl) (@spares_no_one _ _) I.
by have := bad; rewrite inE => /(_ isT).
Qed.

(* The only client lies, and nobody can be spared. *)
Theorem deepest_is_agreed_needs_3 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (c : nat) (R : I -> X ->
  bool) (liars : {set I}), (#|liars| <= c)%N -> (forall m : I, m \notin liars -> R m =1 S0 m) -> forall x : X, True ->
  (exists w : X, agreed S0 w) -> (forall y : X, (depth R y <= depth R x)%N) -> agreed S0 x).
Proof.
by move=> H; have := H _ _ first 1 second setT (one _) (@all_liars _ _ _) false I common_first deepest tt.
Qed.
