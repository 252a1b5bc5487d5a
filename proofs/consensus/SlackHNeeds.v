(* What the theorems of SlackH.v need: each hypothesis below is dropped in turn, and two clients and one point break the
   rest. Everything accepts everything, except what a hypothesis would have forbidden. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import MechanismH SlackH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Definition all (_ : bool) (_ : unit) := True.
Definition none (_ : bool) (_ : unit) := False.
Definition told (_ : option bool) := all.
Definition call (_ : option bool) : unit + {set bool} := inl tt.
Definition passes (_ : bool) (_ : unit) := true.
Definition fails (_ : bool) (_ : unit) := false.
Lemma common : exists w, forall m, all m w.
Proof. by exists tt. Qed.
Lemma sound_call c : sound all told true call c.
Proof. by []. Qed.
Lemma honest c m x : m != true -> told c m x <-> all m x.
Proof. by []. Qed.

Theorem exposure_with_noise_needs_1 : ~ (forall (I : finType) (X : Type) (P V : I -> X -> Prop) (R : option I -> I
  -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), True -> (forall (m : I) (x :
  X), m != liar -> P m x -> test m x) -> (forall (m : I) (x : X), test m x -> V m x) -> forall (n : I) (x : X), call
  (Some n) = inl x -> [/\ (forall m : I, test m x) -> forall m : I, V m x, forall m : I, m != n -> ~~ test m x -> m
  = liar & (forall m : I, m != n -> test m x) -> forall m : I, m != n -> V m x]).
Proof.
have no (m : bool) (x : unit) : m != true -> none m x -> fails m x by [].
have good (m : bool) (x : unit) : fails m x -> none m x by [].
by move=> H; have [_ /(_ false isT isT)] := H _ _ none none told fails true call I no good true tt erefl.
Qed.
Theorem exposure_with_noise_needs_2 : ~ (forall (I : finType) (X : Type) (P V : I -> X -> Prop) (R : option I -> I
  -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (forall c : option I, sound P R
  liar call c) -> True -> (forall (m : I) (x : X), test m x -> V m x) -> forall (n : I) (x : X), call (Some n) = inl
  x -> [/\ (forall m : I, test m x) -> forall m : I, V m x, forall m : I, m != n -> ~~ test m x -> m = liar &
  (forall m : I, m != n -> test m x) -> forall m : I, m != n -> V m x]).
Proof.
have good (m : bool) (x : unit) : fails m x -> none m x by [].
by move=> H; have [_ /(_ false isT isT)] := H _ _ all none told fails true call sound_call I good true tt erefl.
Qed.
Theorem exposure_with_noise_needs_3 : ~ (forall (I : finType) (X : Type) (P V : I -> X -> Prop) (R : option I -> I
  -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (forall c : option I, sound P R
  liar call c) -> (forall (m : I) (x : X), m != liar -> P m x -> test m x) -> True -> forall (n : I) (x : X), call
  (Some n) = inl x -> [/\ (forall m : I, test m x) -> forall m : I, V m x, forall m : I, m != n -> ~~ test m x -> m
  = liar & (forall m : I, m != n -> test m x) -> forall m : I, m != n -> V m x]).
Proof.
move=> H; have complete (m : bool) (x : unit) : m != true -> all m x -> passes m x by [].
by have [/(_ (fun=> isT) true)] := H _ _ all none told passes true call sound_call complete I true tt erefl.
Qed.
Theorem mechanism_h_with_slack_needs_5 : ~ (forall (I : finType) (X : Type) (S0 P V : I -> X -> Prop) (R : option I
  -> I -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (exists w : X, forall m :
  I, S0 m w) -> (forall (c : option I) (m : I) (x : X), m != liar -> R c m x <-> S0 m x) -> (forall c : option I,
  sound P R liar call c) -> (forall (m : I) (x : X), m != liar -> P m x -> test m x) -> True -> let o := mechanism
  call (search test call) in [/\ suits_all_but_one V o, nobody_else_named liar o, (MechanismH.tested o <= 1)%N &
  match call None with | inl _ => MechanismH.calls o = 1%N | inr A => (MechanismH.calls o <= #|A|.+1)%N end]).
Proof.
move=> H; have [[x _ [n bad]] _ _ _] := H _ _ all all none told passes true call common honest sound_call
  (fun _ _ _ _ => isT) I.
by have := bad (~~ n); case: (n) => /(_ isT).
Qed.
Theorem mechanism_h_with_noise_needs_5 : ~ (forall (I : finType) (X : Type) (S0 P V : I -> X -> Prop) (R : option I
  -> I -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (exists w : X, forall m :
  I, S0 m w) -> (forall (c : option I) (m : I) (x : X), m != liar -> R c m x <-> S0 m x) -> (forall c : option I,
  sound P R liar call c) -> (forall (m : I) (x : X), m != liar -> P m x -> test m x) -> True -> (forall (m : I) (x :
  X), P m x <-> S0 m x) -> (forall (n : I) (x : X), (forall m : I, m != n -> S0 m x) -> forall m : I, S0 m x) ->
  (forall (m : I) (x : X), S0 m x -> test m x) -> let o := mechanism call (noisy_search test call) in [/\ exists2 x
  : X, MechanismH.output o = Some x & forall m : I, V m x, nobody_else_named liar o & match call None with | inl _
  => MechanismH.calls o = 1%N /\ MechanismH.tested o = 0%N | inr A => (MechanismH.calls o <= #|A|.+1)%N /\
  (MechanismH.tested o <= #|A|.-1)%N end]).
Proof.
move=> H; have [|n x /(_ (~~ n))|[x _ /(_ true)]] // := H _ _ all all none told passes true call common honest sound_call
  (fun _ _ _ _ => isT) I _ _ (fun _ _ _ => isT).
Qed.
Theorem widened_by_the_slack_needs_5 : ~ (forall (I : finType) (X : Type) (S P V : I -> X -> Prop) (R : option I ->
  I -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (exists w : X, forall m : I,
  S m w) -> (forall (c : option I) (m : I) (x : X), m != liar -> R c m x <-> S m x) -> (forall c : option I, sound P
  R liar call c) -> (forall (m : I) (x : X), m != liar -> P m x -> test m x) -> True -> forall U : X -> Prop,
  (forall (n : I) (x : X), (forall m : I, m != n -> V m x) -> U x) -> exists2 x : X, MechanismH.output (mechanism
  call (search test call)) = Some x & U x).
Proof.
move=> H; have [n x /(_ (~~ n))|x _ []] := H _ _ all all none told passes true call common honest sound_call
  (fun _ _ _ _ => isT) I (fun=> False).
by case: n => /(_ isT).
Qed.
Theorem widened_by_the_slack_needs_6 : ~ (forall (I : finType) (X : Type) (S P V : I -> X -> Prop) (R : option I ->
  I -> X -> Prop) (test : I -> X -> bool) (liar : I) (call : option I -> X + {set I}), (exists w : X, forall m : I,
  S m w) -> (forall (c : option I) (m : I) (x : X), m != liar -> R c m x <-> S m x) -> (forall c : option I, sound P
  R liar call c) -> (forall (m : I) (x : X), m != liar -> P m x -> test m x) -> (forall (m : I) (x : X), test m x ->
  V m x) -> forall U : X -> Prop, True -> exists2 x : X, MechanismH.output (mechanism call (search test call)) =
  Some x & U x).
Proof.
by move=> H; have [|x _ []] := H _ _ all all all told passes true call common honest sound_call
  (fun _ _ _ _ => isT) _ (fun=> False) I.
Qed.
