(* Mechanism H without redundancy, with calls up to a slack, with noisy tests, and with a liar who changes its report from
   call to call (consensus/new-mechanism-h-slack, new-approximate-calls, new-h-with-noise, new-exposure-noisy,
   new-inconsistent-liar). Any number of clients, any sets of models.
   Modelled: client m accepts [S m]; a passed test vouches for the wider set [V m]; a call grants [P m] to every truthful
   client whom it asks: S for exact calls, a wider set for calls up to a slack. [R c m] is the report of m in call c, which
   leaves out nobody (None) or one client. Noise is what lies between: whoever is granted a model passes its test, and whoever
   passes is in V. Not modelled: how many draws make that probable (Hoeffding's inequality). *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import MechanismH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Setting.
Variables (I : finType) (X : Type) (S P V : I -> X -> Prop) (R : option I -> I -> X -> Prop).
Variables (test : I -> X -> bool) (liar : I).
Variable call : option I -> X + {set I}.                       (* the answers, whatever the oracle chooses *)

(* A point suits the truthful clients that were asked; the reports of a witness have no common point. *)
Definition sound c := match call c with
  | inl x => forall m, Some m != c -> m != liar -> P m x
  | inr A => (forall m, m \in A -> Some m != c) /\ ~ exists x, forall m, m \in A -> R c m x
  end.

(* Without redundancy: the first point ends the search; it suits everybody but perhaps the client left out. *)
Fixpoint search (fuel : nat) (suspects : seq I) : outcome I X :=
  match fuel, suspects with
  | k.+1, n :: others =>
    match call (Some n) with
    | inl x =>
      if [pick m | (m != n) && ~~ test m x] is Some m
      then Outcome (if call (Some m) is inl y then Some y else None) (Some m) 2 1
      else Outcome (Some x) (if others is [::] then Some n else None) 1 1
    | inr A => one_more (search k [seq m <- others | m \in A])
    end
  | _, _ => Outcome None None 0 0
  end.

(* With redundancy and noise: a client that fails alone is truthful and is crossed off; the last suspect is the liar. *)
Definition tested_more (o : outcome I X) := Outcome (output o) (named o) (calls o).+1 (tested o).+1.
Fixpoint noisy_search (fuel : nat) (suspects : seq I) : outcome I X :=
  match fuel, suspects with
  | k.+1, n :: others =>
    match call (Some n) with
    | inl x =>
      if others is [::] then Outcome (Some x) (Some n) 1 0
      else if [pick m | (m != n) && ~~ test m x] is Some m
      then Outcome (if call (Some m) is inl y then Some y else None) (Some m) 2 1
      else if test n x then Outcome (Some x) None 1 1 else tested_more (noisy_search k others)
    | inr A => one_more (noisy_search k [seq m <- others | m \in A])
    end
  | _, _ => Outcome None None 0 0
  end.

Definition mechanism (find : nat -> seq I -> outcome I X) : outcome I X :=
  match call None with inl x => Outcome (Some x) None 1 0 | inr A => one_more (find #|A| (enum A)) end.

Hypothesis common : exists w, forall m, S m w.
Hypothesis honest : forall c m x, m != liar -> R c m x <-> S m x.
Hypothesis answers : forall c, sound c.
Hypothesis granted_passes : forall m x, m != liar -> P m x -> test m x.
Hypothesis passed_is_vouched : forall m x, test m x -> V m x.

Lemma witness_holds c (A : {set I}) : ~ (exists x, forall m, m \in A -> R c m x) -> liar \in A.
Proof.
move: common => [w W] none; apply: contraT => out; case: none; exists w => m mA.
by apply/honest; [apply: contraNneq out => <-|apply: W].
Qed.

Lemma without_liar : exists2 y, call (Some liar) = inl y & forall m, m != liar -> P m y.
Proof.
have := answers (Some liar); rewrite /sound; case: (call _) => [y H|A [out none]].
  by exists y => // m ml; apply: H.
by have := out _ (witness_holds none); rewrite eqxx.
Qed.

(* One candidate: whoever fails it, the client left out apart, is the liar; if nobody does, it suits all, in the wide sense. *)
Theorem exposure_with_noise n x : call (Some n) = inl x ->
  [/\ (forall m, test m x) -> forall m, V m x, forall m, m != n -> ~~ test m x -> m = liar &
      (forall m, m != n -> test m x) -> forall m, m != n -> V m x].
Proof.
move=> e; have := answers (Some n); rewrite /sound e => H; split=> [ok m|m mn|ok m mn].
- exact: passed_is_vouched.
- by apply: contraNeq => ml; apply: granted_passes => //; apply: H.
- by apply: passed_is_vouched; apply: ok.
Qed.

Definition suits_all_but_one (o : outcome I X) := exists2 x, output o = Some x & exists n, forall m, m != n -> V m x.
Definition nobody_else_named (o : outcome I X) := forall m, named o = Some m -> m = liar.

Lemma search_ends fuel suspects : liar \in suspects -> size suspects <= fuel ->
  let o := search fuel suspects in
  [/\ suits_all_but_one o, nobody_else_named o, calls o <= size suspects & tested o <= 1].
Proof.
have [y ey Py] := without_liar.
have last : exists n, forall m, m != n -> V m y by exists liar => m ml; apply: passed_is_vouched; apply: granted_passes (Py m ml).
elim: fuel suspects => [|k IH] [|n others] //= inside few.
have := answers (Some n); rewrite /sound; case e: (call (Some n)) => [x|A] H.
  have [_ fails ok] := exposure_with_noise e.
  case: pickP => [m /andP[mn bad]|all].
    have ml := fails m mn bad; rewrite ml ey; rewrite ml eq_sym in mn.
    split=> [|? [<-]||] //; first by exists y.
    by move: inside; rewrite inE eq_sym (negPf mn) /=; case: (others).
  split=> //; first by exists x => //; exists n; apply: ok => m mn; have := all m; rewrite mn /= => /negbFE.
  by case: others inside {few} => [|a s] inside //; move: inside; rewrite inE => /eqP <- ? [<-].
have [out none] := H; have inA := witness_holds none.
have left : liar \in [seq m <- others | m \in A].
  by move: inside; rewrite mem_filter inA inE; case/orP => // /eqP ln; have := out _ inA; rewrite ln eqxx.
have shorter : size [seq m <- others | m \in A] <= size others by rewrite size_filter count_size.
by have [good name few_calls few_tests] := IH _ left (leq_trans shorter few); split=> //=; rewrite ltnS (leq_trans few_calls).
Qed.

(* Nothing is assumed of redundancy: the output suits everybody but one, in the wide sense; the counts stay. *)
Theorem mechanism_h_with_slack : let o := mechanism search in
  [/\ suits_all_but_one o, nobody_else_named o, tested o <= 1 &
      match call None with inl _ => calls o = 1 | inr A => calls o <= #|A|.+1 end].
Proof.
rewrite /mechanism; have := answers None; rewrite /sound; case: (call None) => [x H|A [_ none]].
  by split=> //; exists x => //; exists liar => m ml; apply: passed_is_vouched; apply: granted_passes => //; apply: H.
have inA : liar \in enum A by rewrite mem_enum (witness_holds none).
have [|good name few_calls few_tests] := search_ends inA (fuel := #|A|); first by rewrite cardE.
by split=> //=; rewrite ltnS; apply: leq_trans few_calls _; rewrite -cardE.
Qed.

(* Whatever contains what suits all but one contains the output: W widened by the slack. *)
Corollary widened_by_the_slack (U : X -> Prop) : (forall n x, (forall m, m != n -> V m x) -> U x) ->
  exists2 x, output (mechanism search) = Some x & U x.
Proof. by move=> wide; have [[x e [n ok]] _ _ _] := mechanism_h_with_slack; exists x => //; apply: wide ok. Qed.

(* With redundancy: exact calls, noisy tests. *)
Section Noise.
Hypothesis exact_calls : forall m x, P m x <-> S m x.
Hypothesis redundant : forall n x, (forall m, m != n -> S m x) -> forall m, S m x.
Hypothesis accepted_passes : forall m x, S m x -> test m x.

Lemma noisy_search_ends fuel suspects : liar \in suspects -> uniq suspects -> size suspects <= fuel ->
  let o := noisy_search fuel suspects in
  [/\ exists2 x, output o = Some x & forall m, V m x, nobody_else_named o, calls o <= size suspects &
      (tested o).+1 <= size suspects].
Proof.
have [y ey Py] := without_liar.
have served x : (forall m, m != liar -> P m x) -> forall m, S m x.
  by move=> H; apply: (redundant (n := liar)) => m ml; apply/exact_calls/H.
have last m : V m y by apply/passed_is_vouched/accepted_passes/served.
elim: fuel suspects => [|k IH] [|n others] //= inside /andP[fresh un] few.
have := answers (Some n); rewrite /sound; case e: (call (Some n)) => [x|A] H.
  have [all_ok fails _] := exposure_with_noise e.
  case: others inside few fresh un => [|a s] inside few _ un.
    have ln : n = liar by move: inside; rewrite inE => /eqP.
    split=> // [|m [<-]//]; exists x => // m; apply/passed_is_vouched/accepted_passes/served => j jl.
    by apply: H => //; rewrite ln.
  case: pickP => [m /andP[mn bad]|all].
    by rewrite (fails m mn bad) ey; split=> [|? [<-]||] //; exists y.
  have ok m : m != n -> test m x by move=> mn; have := all m; rewrite mn /= => /negbFE.
  have [nx|fails_alone] := boolP (test n x).
    by split=> //; exists x => //; apply: all_ok => m; have [->|/ok] := eqVneq m n.
  have nl : n != liar.
    apply: contraNneq fails_alone => nl; apply/accepted_passes/served => m ml; apply: H => //.
    by rewrite nl.
  have left : liar \in a :: s by move: inside; rewrite inE eq_sym (negPf nl).
  by have [good name few_calls few_tests] := IH _ left un few; split.
have [out none] := H; have inA := witness_holds none.
have left : liar \in [seq m <- others | m \in A].
  by move: inside; rewrite mem_filter inA inE; case/orP => // /eqP ln; have := out _ inA; rewrite ln eqxx.
have shorter : size [seq m <- others | m \in A] <= size others by rewrite size_filter count_size.
have [good name few_calls few_tests] := IH _ left (filter_uniq _ un) (leq_trans shorter few).
by split=> //=; rewrite ltnS ?(leq_trans few_calls) // (leq_trans (ltnW few_tests)).
Qed.

Theorem mechanism_h_with_noise : let o := mechanism noisy_search in
  [/\ exists2 x, output o = Some x & forall m, V m x, nobody_else_named o &
      match call None with
      | inl _ => calls o = 1 /\ tested o = 0
      | inr A => calls o <= #|A|.+1 /\ tested o <= #|A|.-1
      end].
Proof.
rewrite /mechanism; have := answers None; rewrite /sound; case: (call None) => [x H|A [_ none]].
  split=> //; exists x => // m; apply/passed_is_vouched/accepted_passes; apply: (redundant (n := liar)) => j jl.
  by apply/exact_calls/H.
have inA : liar \in enum A by rewrite mem_enum (witness_holds none).
have [|good name few_calls few_tests] := noisy_search_ends inA (enum_uniq _) (fuel := #|A|); first by rewrite cardE.
split=> //=; split; first by rewrite ltnS; apply: leq_trans few_calls _; rewrite -cardE.
by rewrite [X in _ <= X.-1]cardE; case: (size (enum A)) few_tests.
Qed.
End Noise.
End Setting.
