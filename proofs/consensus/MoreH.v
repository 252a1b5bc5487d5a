(* Mechanism H, the rest of it (consensus/new-lies-inside-or-named, new-mechanism-h-slack, new-approximate-calls,
   new-inconsistent-liar): any number of clients, any sets of models.
   Modelled as in MechanismH.v and SlackH.v: a call leaves out nobody or one client, and returns a point or a witness, whatever the
   oracle chooses; [liar] reports what it likes. Not modelled: how a call finds a point or a witness. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import MechanismH SlackH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Exact calls and tests, fixed reports: the output is in W; and in the liar's report, or the liar is named. Nobody else is
   ever named. So a lie that is not named moves the output inside W only; and if being named costs a fine that is more
   than any model of W is worth above any other, a lie that is named leaves the liar with less than the truth, whose outcome
   [y] is some model of W. *)
Theorem lies_inside_or_named (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (all : X + {set I}) (call : I -> X + {set I}) :
  (forall m, m != liar -> R m =1 S m) -> (exists w, agreed S w) -> redundant S -> sound_all R all ->
  (forall n, MechanismH.sound R call n) ->
  let o := mechanism_h S all call in
  (exists2 x, output o = Some x & agreed S x /\ (R liar x /\ named o = None \/ named o = Some liar)) /\
  forall (K : realDomainType) (u : X -> K) (fine : K) (y x : X), agreed S y ->
    (forall v w, agreed S v -> agreed S w -> u v - u w < fine)%R -> named o = Some liar -> output o = Some x ->
    (u x - fine < u y)%R.
Proof.
move=> honest common red first later o.
have [[x e W] [_ counts]] := mechanism_h_is_right honest common red first later; rewrite -/o in e counts.
split=> [|K u fine y x' Wy dear name e']; last first.
  by move: e'; rewrite e => -[<-]; rewrite ltr_subl_addr -ltr_subl_addl; apply: dear.
have joint z : all = inl z -> output o = Some z /\ named o = None by rewrite /o /mechanism_h => ->.
clearbody o; exists x => //; split=> //; case: all first counts joint => [z H _|A _ [_ ->] _]; last by right.
by move=> /(_ z erefl)[]; rewrite e => -[->] ->; left.
Qed.

Section Slack.
Variables (I : finType) (X : Type).

(* Nothing is assumed of redundancy. The output suits all but one; so it lies in whatever U holds all points that suit all but
   one, such as W at the tolerance widened by the slack. Only the liar is named: a client that fails a test, or is the last
   suspect. With witnesses of at most h clients there are at most h + 1 calls and one test. And no smaller U will do: for
   every point x that suits all but n, some lie of n and some sound answers make x the output. *)
Theorem mechanism_h_and_the_slack (S : I -> X -> bool) (h : nat) :
  (forall (R : I -> X -> Prop) (liar : I) (call : option I -> X + {set I}), (exists w, forall m, S m w) ->
    (forall m x, m != liar -> R m x <-> S m x) ->
    (forall c, SlackH.sound (fun m x => S m x) (fun=> R) liar call c) -> (forall c A, call c = inr A -> #|A| <= h) ->
    let o := mechanism call (search S call) in
    [/\ exists2 x, output o = Some x & (exists n, forall m, m != n -> S m x) /\
          forall U : X -> Prop, (forall n y, (forall m, m != n -> S m y) -> U y) -> U x,
      forall m, named o = Some m -> m = liar, calls o <= h.+1 & tested o <= 1]) /\
  forall (n : I) (x : X), (forall m, m != n -> S m x) ->
    exists (R : I -> X -> Prop) (call : option I -> X + {set I}), [/\ forall m y, m != n -> R m y <-> S m y,
      forall c, SlackH.sound (fun m y => S m y) (fun=> R) n call c, forall c z, call c = inl z -> R n z &
      output (mechanism call (search S call)) = Some x].
Proof.
split=> [R liar call common honest answers small|n x others].
  have [|m y _ //|m y //|[x e [n ok]] name few_tests few_calls] :=
    mechanism_h_with_slack (P := fun m x => S m x) (V := fun m x => S m x) (test := S) common _ answers; first by move=> _ m x; apply: honest.
  split=> //; first by exists x => //; split=> [|U wide]; [exists n|apply: wide ok].
  by move: few_calls; case e0: (call None) => [y|A] => [-> //|/leq_trans]; apply; rewrite ltnS (small None).
exists (fun m y => if m == n then y = x else S m y), (fun=> inl x); split=> //.
- by move=> m y /negPf ->.
- by move=> c; rewrite /SlackH.sound => m _ /others.
by move=> c z [<-]; rewrite eqxx.
Qed.
End Slack.

(* Calls up to a slack tau: a point of excess at most eps + tau at all truthful clients that were asked, or a witness that has no
   common point at eps; tests at eps + tau. The counts stay, the output suits all but one at eps + tau, so it is in W there
   under Assumption 3, and the client that is named is the liar. *)
Section Approximate.
Variables (K : realFieldType) (I : finType) (X : Type) (g : I -> X -> K) (eps tau : K).
Definition accepted (t : K) m x := (g m x <= t)%R.

Theorem approximate_calls (R : I -> X -> Prop) (liar : I) (call : option I -> X + {set I}) (h : nat) :
  (exists w, forall m, accepted eps m w) -> (forall m x, m != liar -> R m x <-> accepted eps m x) ->
  (forall c, SlackH.sound (fun m x => accepted (eps + tau)%R m x) (fun=> R) liar call c) -> (forall c A, call c = inr A -> #|A| <= h) ->
  let o := mechanism call (search (accepted (eps + tau)%R) call) in
  [/\ exists2 x, output o = Some x & (exists n, forall m, m != n -> accepted (eps + tau)%R m x) /\
        ((forall n y, (forall m, m != n -> accepted (eps + tau)%R m y) -> forall m, accepted (eps + tau)%R m y) ->
          forall m, accepted (eps + tau)%R m x),
    forall m, named o = Some m -> m = liar, calls o <= h.+1 & tested o <= 1].
Proof.
move=> common honest answers small.
have [|m y _ //|m y //|[x e [n ok]] name few_tests few_calls] :=
  mechanism_h_with_slack (S := fun m x => accepted eps m x) (P := fun m x => accepted (eps + tau)%R m x)
    (V := fun m x => accepted (eps + tau)%R m x) (test := accepted (eps + tau)%R) common _ answers.
- by move=> _ m x; apply: honest.
split=> //; first by exists x => //; split=> [|red]; [exists n|apply: red ok].
by move: few_calls; case e0: (call None) => [y|A] => [-> //|/leq_trans]; apply; rewrite ltnS (small None).
Qed.
End Approximate.

(* The client without whom a point passes may be innocent: clients who are all alike, and a slack above 0. The models are None,
   which only the liar reports to accept, true, which they truly accept, and false, which is tau beyond. *)
Theorem a_name_for_a_point_that_passes (K : realFieldType) (I : finType) (liar n : I) (eps tau : K) : n != liar ->
  (0 <= eps)%R -> (0 < tau)%R -> let told x : K := if x is Some true then (eps + tau + 1)%R else if x is Some false then (eps + tau)%R else 0%R in
  exists (g : I -> option bool -> K) (call : option I -> option bool + {set I}),
  let report m x := if m == liar then (told x <= eps)%R else (g m x <= eps)%R in
  [/\ (forall m x, 0 <= g m x)%R /\ (exists w, forall m, g m w = 0%R) /\ (forall m, exists x, report m x) /\ (forall m k x, g m x = g k x),
    forall c, SlackH.sound (fun m x => accepted g (eps + tau)%R m x) (fun _ m x => report m x) liar call c &
    (exists2 A, call None = inr A & n \in A) /\ exists x, [/\ call (Some n) = inl x, (told x <= eps + tau)%R & forall m, accepted g (eps + tau)%R m x]].
Proof.
move=> nl e0 t0 told.
pose g (m : I) (x : option bool) : K := (if x is Some b then if b then 0 else eps + tau else eps + tau + 1)%R.
exists g, (fun c => if c is None then inr setT else inl (Some false)).
have big : (eps < eps + tau)%R by rewrite ltr_addl.
have bigger : (eps < eps + tau + 1)%R by rewrite (lt_trans big) // ltr_addl ltr01.
split.
- split=> [m [[]|]|]; [exact: lexx|by apply: ltW; apply: le_lt_trans big|by apply: ltW; apply: le_lt_trans bigger|].
  split; first by exists (Some true).
  by split=> // m; case: (m == liar); [exists None|exists (Some true)].
- case=> [c|]; rewrite /SlackH.sound; first by move=> m _ _; rewrite /accepted /= lexx.
  split=> // -[x H]; have := H liar; have := H n; rewrite !inE eqxx (negPf nl) /told /g.
  by case: x {H} => [[]|] => [_|+ _|+ _] => /(_ isT); rewrite leNgt ?big ?bigger.
by split; [exists setT; rewrite ?inE|exists (Some false); rewrite /accepted /= lexx].
Qed.

(* A liar who reports anew in every call: the output stays in W and the counts stay; the client that is named, who failed a
   test or is the last suspect, is the liar. With fixed reports mechanism H also names the client without whom a point passes,
   and rightly so; with reports that change this accuses the innocent. *)
Theorem inconsistent_liar :
  (forall (I : finType) (X : Type) (S : I -> X -> bool) (R : option I -> I -> X -> Prop) (liar : I)
      (call : option I -> X + {set I}) (h : nat), (exists w, forall m, S m w) ->
    (forall n x, (forall m, m != n -> S m x) -> forall m, S m x) ->
    (forall c m x, m != liar -> R c m x <-> S m x) -> (forall c, SlackH.sound (fun m x => S m x) R liar call c) ->
    (forall c A, call c = inr A -> #|A| <= h) -> let o := mechanism call (search S call) in
    [/\ exists2 x, output o = Some x & forall m, S m x, forall m, named o = Some m -> m = liar, calls o <= h.+1 & tested o <= 1]) /\
  (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (A : {set I}) (call : I -> X + {set I}),
    (forall m, m != liar -> R m =1 S m) -> (exists w, agreed S w) -> redundant S -> sound_all R (inr A) ->
    (forall n, MechanismH.sound R call n) -> named (mechanism_h S (inr A) call) = Some liar) /\
  exists (S : 'I_3 -> bool -> bool) (R : option 'I_3 -> 'I_3 -> bool -> bool) (call : option 'I_3 -> bool + {set 'I_3}) (liar : 'I_3),
    [/\ redundant S /\ exists w, agreed S w, forall c m, m != liar -> R c m =1 S m, forall c m, exists x, R c m x,
      forall c, match call c with
        | inl x => forall m, Some m != c -> R c m x
        | inr A => (forall m, m \in A -> Some m != c) /\ ~ exists x, forall m, m \in A -> R c m x
        end &
      named (mechanism_h S (call None) (fun n => call (Some n))) = Some ord0 /\ liar != ord0].
Proof.
split=> [I X S R liar call h common red honest answers small|].
  have [m y _ //|m y //|[x e [n ok]] name few_tests few_calls] :=
    mechanism_h_with_slack (P := fun m x => S m x) (V := fun m x => S m x) (test := S) common honest answers.
  split=> //; first by exists x => //; apply: red ok.
  by move: few_calls; case e0: (call None) => [y|A] => [-> //|/leq_trans]; apply; rewrite ltnS (small None).
split=> [I X S R liar A call honest common red first later|].
  by have [_ [_ [_ ]]] := mechanism_h_is_right honest common red first later.
exists (fun _ x => x), (fun c m x => if (m == ord_max) && (c == None) then ~~ x else x).
exists (fun c => if c is None then inr setT else inl true), ord_max; split.
- split; last by exists true.
  move=> n x H m; apply: (H (if n == ord0 then ord_max else ord0)); case: (eqVneq n ord0) => [->//|].
  by rewrite eq_sym.
- by move=> c m /negPf ->.
- by move=> c m; case: (_ && _); [exists false|exists true].
- case=> [c m _|]; first by rewrite andbF.
  split=> // -[x H].
  by have := H ord0 (in_setT _); have := H ord_max (in_setT _); rewrite eqxx /=; case: x {H}.
split=> //; rewrite /mechanism_h /= cardsT card_ord /=.
have -> : enum [set: 'I_3] = enum 'I_3 by apply: eq_enum => m; rewrite inE.
rewrite (enum_ordS 2) /=; case: ifP => // /forallP H; case: H => m //.
Qed.
