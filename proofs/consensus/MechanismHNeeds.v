(* What the theorems of MechanismH.v need: each hypothesis below is dropped in turn, and two clients break the rest. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import MechanismH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition nothing (_ : bool) (_ : unit) := false.
Definition everything (_ : bool) (_ : unit) := true.
Definition first (_ : bool) (x : bool) := x.                           (* both accept the point true only *)
Definition second (_ : bool) (x : bool) := ~~ x.

Lemma first_redundant : redundant first.
Proof. by move=> n x H m; apply: (H (~~ n)); case: n {H}. Qed.
Lemma impossible (A : {set bool}) m : m \in A -> witness nothing A.
Proof. by move=> mA [x /(_ m mA)]. Qed.

Theorem witness_holds_the_liar_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True
  -> forall A : {set I}, (exists w : X, agreed S w) -> witness R A -> liar \in A).
Proof.
move=> H; have common : exists w, agreed everything w by exists tt.
by have := H _ _ everything nothing true I [set false] common (@impossible _ _ (set11 _)); rewrite !inE.
Qed.
Theorem witness_holds_the_liar_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m : I, m != liar -> R m =1 S m) -> forall A : {set I}, True -> witness R A -> liar \in A).
Proof.
by move=> H; have := H _ _ nothing nothing true (fun _ _ _ => erefl) [set false] I (@impossible _ _ (set11 _)); rewrite !inE.
Qed.
Theorem witness_holds_the_liar_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m : I, m != liar -> R m =1 S m) -> forall A : {set I}, (exists w : X, agreed S w) -> True -> liar \in A).
Proof.
move=> H; have common : exists w, agreed everything w by exists tt.
by have := H _ _ everything everything true (fun _ _ _ => erefl) set0 common I; rewrite !inE.
Qed.

Lemma common_first : exists w, agreed first w.
Proof. by exists true. Qed.

Theorem mechanism_h_is_right_needs_1 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (all :
  X + {set I}) (call : I -> X + {set I}), True -> (exists w : X, agreed S0 w) -> redundant S0 -> sound_all R all ->
  (forall n : I, sound R call n) -> right S0 (mechanism_h S0 all call) /\ (tested (mechanism_h S0 all call) <= 1)%N
  /\ match all with | inl _ => calls (mechanism_h S0 all call) = 1%N /\ named (mechanism_h S0 all call) = None | inr
  A => (calls (mechanism_h S0 all call) <= #|A|.+1)%N /\ named (mechanism_h S0 all call) = Some liar end).
Proof.
move=> H; have sound : forall n, sound second (fun=> inl false) n by move=> n m.
have [[x [<-] /(_ true)]] := H _ _ first second true (inl false) _ I common_first first_redundant (fun=> isT) sound.
by [].
Qed.
Theorem mechanism_h_is_right_needs_2 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (all :
  X + {set I}) (call : I -> X + {set I}), (forall m : I, m != liar -> R m =1 S0 m) -> True -> redundant S0 ->
  sound_all R all -> (forall n : I, sound R call n) -> right S0 (mechanism_h S0 all call) /\ (tested (mechanism_h S0
  all call) <= 1)%N /\ match all with | inl _ => calls (mechanism_h S0 all call) = 1%N /\ named (mechanism_h S0 all
  call) = None | inr A => (calls (mechanism_h S0 all call) <= #|A|.+1)%N /\ named (mechanism_h S0 all call) = Some
  liar end).
Proof.
move=> H; pose call (n : bool) : unit + {set bool} := inr [set ~~ n].
have sound n : sound nothing call n by split; [rewrite inE; case: n|apply: impossible (set11 _)].
have whole : sound_all nothing (inr setT) by apply: (@impossible _ true); rewrite inE.
have red : redundant nothing by move=> n x /(_ (~~ n)); case: n => /(_ isT).
by have [[x _ /(_ true)]] := H _ _ nothing nothing true _ _ (fun _ _ _ => erefl) I red whole sound.
Qed.
Theorem mechanism_h_is_right_needs_3 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (all :
  X + {set I}) (call : I -> X + {set I}), (forall m : I, m != liar -> R m =1 S0 m) -> (exists w : X, agreed S0 w) ->
  True -> sound_all R all -> (forall n : I, sound R call n) -> right S0 (mechanism_h S0 all call) /\ (tested
  (mechanism_h S0 all call) <= 1)%N /\ match all with | inl _ => calls (mechanism_h S0 all call) = 1%N /\ named
  (mechanism_h S0 all call) = None | inr A => (calls (mechanism_h S0 all call) <= #|A|.+1)%N /\ named (mechanism_h
  S0 all call) = Some liar end).
Proof.
pose S (m x : bool) := if m then x else true; pose R (m x : bool) := if m then ~~ x else true.
move=> H; have sound n : sound R (fun=> inl false) n by case: n => -[].
have honest m : m != true -> R m =1 S m by case: m.
have common : exists w, agreed S w by exists true; case.
have whole : sound_all R (inl false : bool + {set bool}) by case.
by have [[x [<-] /(_ true)]] := H _ _ S R true _ _ honest common I whole sound.
Qed.
Theorem mechanism_h_is_right_needs_4 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (all :
  X + {set I}) (call : I -> X + {set I}), (forall m : I, m != liar -> R m =1 S0 m) -> (exists w : X, agreed S0 w) ->
  redundant S0 -> True -> (forall n : I, sound R call n) -> right S0 (mechanism_h S0 all call) /\ (tested
  (mechanism_h S0 all call) <= 1)%N /\ match all with | inl _ => calls (mechanism_h S0 all call) = 1%N /\ named
  (mechanism_h S0 all call) = None | inr A => (calls (mechanism_h S0 all call) <= #|A|.+1)%N /\ named (mechanism_h
  S0 all call) = Some liar end).
Proof.
move=> H; have sound n : sound first (fun=> inl true) n by [].
by have [[x [<-] /(_ true)]] := H _ _ first first true (inl false) _ (fun _ _ _ => erefl) common_first
  first_redundant I sound.
Qed.

(* Calls that name no suspect, so that the search ends with nothing. *)
Lemma nothing_found (S : bool -> bool -> bool) fuel s : output (search S (fun=> inr set0) fuel s) = None.
Proof. by elim: fuel s => [|k IH] [|n s] //=. Qed.
Theorem mechanism_h_is_right_needs_5 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (all :
  X + {set I}) (call : I -> X + {set I}), (forall m : I, m != liar -> R m =1 S0 m) -> (exists w : X, agreed S0 w) ->
  redundant S0 -> sound_all R all -> True -> right S0 (mechanism_h S0 all call) /\ (tested (mechanism_h S0 all call) <=
  1)%N /\ match all with | inl _ => calls (mechanism_h S0 all call) = 1%N /\ named (mechanism_h S0 all call) = None |
  inr A => (calls (mechanism_h S0 all call) <= #|A|.+1)%N /\ named (mechanism_h S0 all call) = Some liar end).
Proof.
move=> H; pose R (m x : bool) := ~~ m && x; have honest m : m != true -> R m =1 first m by case: m.
have whole : sound_all R (inr setT) by move=> [x /(_ true)]; rewrite inE => /(_ isT).
have [[x]] := H _ _ first R true (inr setT) (fun=> inr set0) honest common_first first_redundant whole I.
by rewrite /mechanism_h /= nothing_found.
Qed.
