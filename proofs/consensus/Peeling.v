(* Peeling, as the server does it (consensus/new-peeling, new-peeling-helly): call everybody; as long as a witness comes back,
   take it away and call those who are left; output the first point. Any number of clients and of liars, any sets of models.
   Modelled: a call of a group returns a point that the whole group reports to accept, or a group inside it whose reports
   have no common point; everything else is up to the oracle. No test of a point is used.
   Not modelled: how a call finds a point or a witness. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust Thresholds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Peeling.
Variables (I : finType) (X : Type) (R : I -> X -> bool) (allowed : {set I} -> Prop) (call : {set I} -> X + {set I}).
(* The answers are sound: all of the group report the point, or the witness is one, of the allowed kind. *)
Definition sound := forall G, match call G with
  | inl x => forall m, m \in G -> R m x
  | inr A => [/\ A \subset G, witness R A & allowed A]
  end.
(* The output, if there is one, and the number of calls; at most [fuel] calls are made. *)
Fixpoint peel (fuel : nat) (G : {set I}) : option X * nat :=
  if fuel is k.+1 then
    match call G with
    | inl x => (Some x, 1)
    | inr A => let: (output, calls) := peel k (G :\: A) in (output, calls.+1)
    end
  else (None, 0).

Lemma peel_ends (good : X -> Prop) (c : nat) : sound -> ~ witness R set0 ->
  (forall P : {set {set I}}, trivIset P -> (forall A, A \in P -> witness R A /\ allowed A) ->
    #|P| <= c /\ forall x, (forall m, m \notin cover P -> R m x) -> good x) ->
  forall fuel (P : {set {set I}}), trivIset P -> (forall A, A \in P -> witness R A /\ allowed A) -> c < fuel + #|P| ->
  (exists2 x, (peel fuel (~: cover P)).1 = Some x & good x) /\ (peel fuel (~: cover P)).2 + #|P| <= c.+1.
Proof.
move=> answers some bound; elim=> [|k IH] P apart kinds enough.
  by have [few _] := bound P apart kinds; rewrite add0n ltnNge few in enough.
have [few fine] := bound P apart kinds; have := answers (~: cover P) => /=.
case: (call _) => [x H|A [inside none kind]].
  by split; [exists x => //; apply: fine => m mP; apply: H; rewrite inE|].
have disjoint B : B \in P -> [disjoint A & B].
  move=> BP; rewrite -setI_eq0 -subset0; apply/subsetP => m; rewrite !inE => /andP[/(subsetP inside)].
  by rewrite inE => out mB; case/negP: out; apply/bigcupP; exists B.
have [|apart' fresh] := trivIsetU1 disjoint apart; first by apply: contra_notN some => /kinds[].
have covered : ~: cover P :\: A = ~: cover (A |: P).
  by rewrite /cover bigcup_setU big_set1 setCU setDE setIC.
have [||good_end few_calls] := IH (A |: P) apart'.
- by move=> B; rewrite !inE => /orP[/eqP ->|/kinds].
- by rewrite cardsU1 fresh addnA addn1.
rewrite -covered in good_end few_calls; rewrite cardsU1 fresh addnA addn1 in few_calls.
by case: (peel k _) good_end few_calls.
Qed.

Lemma peel_all (good : X -> Prop) (c fuel : nat) : sound -> ~ witness R set0 ->
  (forall P : {set {set I}}, trivIset P -> (forall A, A \in P -> witness R A /\ allowed A) ->
    #|P| <= c /\ forall x, (forall m, m \notin cover P -> R m x) -> good x) ->
  c < fuel -> (exists2 x, (peel fuel setT).1 = Some x & good x) /\ (peel fuel setT).2 <= c.+1.
Proof.
move=> answers some bound enough; have apart : trivIset (@set0 [finType of {set I}]).
  by apply/trivIsetP => A B; rewrite inE.
have [||] := peel_ends answers some bound (fuel := fuel) apart; [by move=> A; rewrite inE|by rewrite cards0 addn0|].
by rewrite cards0 addn0 /cover big_set0 setC0.
Qed.
End Peeling.

(* With 2c + 1 clients of each archetype, at most c liars and minimal witnesses: a point of W after at most c + 1 calls. *)
Theorem peeling_outputs_a_point_of_W (I : finType) (Q : eqType) (X : Type) (has : Q -> X -> bool) (kind : I -> Q)
    (R : I -> X -> bool) (liars : {set I}) (c fuel : nat) (call : {set I} -> X + {set I}) :
  (forall m, m \notin liars -> R m =1 truth has kind m) -> #|liars| <= c ->
  (exists w, forall m, truth has kind m w) -> (forall m, 2 * c < #|of_kind kind (kind m)|) ->
  sound R (minimal_witness R) call -> c < fuel ->
  (exists2 x, (peel call fuel setT).1 = Some x & forall m, truth has kind m x) /\ (peel call fuel setT).2 <= c.+1.
Proof.
move=> honest few common many answers; apply: peel_all answers _ _.
  by case: common => v _; case; exists v => m; rewrite inE.
move=> P apart kinds; apply: (peeling honest few common many apart) => A /kinds[]//.
Qed.

(* With witnesses of at most h clients, any c h of which can be spared, and at most c liars: the same. *)
Theorem peeling_small_outputs_a_point_of_W (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h fuel : nat)
    (call : {set I} -> X + {set I}) : (forall m, m \notin liars -> R m =1 S m) -> #|liars| <= c ->
  (exists w, agreed S w) -> spares S (c * h) -> 0 < h -> sound R (fun A => #|A| <= h) call -> c < fuel ->
  (exists2 x, (peel call fuel setT).1 = Some x & agreed S x) /\ (peel call fuel setT).2 <= c.+1.
Proof.
move=> honest few common spared some answers; apply: peel_all answers _ _.
  by case: common => v _; case; exists v => m; rewrite inE.
by move=> P apart kinds; apply: (peeling_small_witnesses few honest common spared some apart kinds).
Qed.
