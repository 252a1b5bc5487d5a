(* Mechanism H: leave out the clients of one contradiction, one after the other (consensus/new-exposure, new-mechanism-h,
   new-lies-inside-or-named, new-inconsistent-liar, new-mechanism-h-slack). Any number of clients, any sets of models.
   Modelled: a call leaves out one client, or nobody; it returns a point that all the others report to accept, or a witness:
   a group of them whose reports have no common point. A test is the truth of every client about one point.
   Everybody but [liar] reports the truth. Not modelled: calls up to a slack, tests with noise. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Exposure.
Variables (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I).
Definition agreed x := forall m, S m x.
Definition redundant := forall n x, (forall m, m != n -> S m x) -> agreed x.
Hypothesis honest : forall m, m != liar -> R m =1 S m.
Definition joint x := forall m, R m x.
Definition point_without n x := forall m, m != n -> R m x.
Definition witness (A : {set I}) := ~ exists x, forall m, m \in A -> R m x.

(* A contradiction holds the liar. *)
Theorem witness_holds_the_liar A : (exists w, agreed w) -> witness A -> liar \in A.
Proof.
move=> [w W] none; case: (boolP (liar \in A)) => // out; case: none; exists w => m mA.
by rewrite honest //; apply: contraNneq out => <-.
Qed.

(* A point made without n is good, or it fails the liar and names it. *)
Lemma exposure n x : redundant -> point_without n x ->
  agreed x \/ (~~ S liar x /\ forall m, m != n -> ~~ S m x -> m = liar).
Proof.
move=> red H; have others m : m != n -> m != liar -> S m x by move=> mn ml; rewrite -honest ?H.
case: (boolP (S liar x)) => fails; [left|right].
  by apply: (red n) => m mn; have [->|ml] := eqVneq m liar; [|apply: others].
by split=> // m mn; apply: contraNeq => ml; apply: others.
Qed.

(* If the reports contradict each other and a point made without n is good, then n is the liar. *)
Lemma good_point_names n x : ~ (exists y, joint y) -> point_without n x -> agreed x -> n = liar.
Proof.
move=> none H W; apply/eqP; apply/negP => /negP nl; apply: none; exists x => m.
by have [->|mn] := eqVneq m n; [rewrite honest|apply: H].
Qed.
End Exposure.

Section Mechanism.
Variables (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I).
Variables (all : X + {set I}) (call : I -> X + {set I}).      (* the answers, whatever the oracle chooses *)
Definition sound_all := match all with inl x => joint R x | inr A => witness R A end.
Definition sound n := match call n with inl x => point_without R n x | inr A => n \notin A /\ witness R A end.
Definition good x := [forall m, S m x].                        (* one test of one point at all clients *)

Record outcome := Outcome { output : option X; named : option I; calls : nat; tested : nat }.
Definition one_more (o : outcome) := Outcome (output o) (named o) (calls o).+1 (tested o).

(* Leave out the first suspect. A good point ends the search; a bad one names its other failing client, whose call is the
   last; a witness clears the first suspect and everybody outside of it. *)
Fixpoint search (fuel : nat) (suspects : seq I) : outcome :=
  match fuel, suspects with
  | k.+1, n :: others =>
    match call n with
    | inl x =>
      if good x then Outcome (Some x) (Some n) 1 1
      else if [pick m | (m != n) && ~~ S m x] is Some m
           then Outcome (if call m is inl y then Some y else None) (Some m) 2 1
           else Outcome None None 1 1
    | inr A => one_more (search k [seq m <- others | m \in A])
    end
  | _, _ => Outcome None None 0 0
  end.

Definition mechanism_h : outcome :=
  match all with
  | inl x => Outcome (Some x) None 1 0
  | inr A => one_more (search #|A| (enum A))
  end.

Hypothesis honest : forall m, m != liar -> R m =1 S m.
Hypothesis common : exists w, agreed S w.
Hypothesis red : redundant S.
Hypotheses (sound_first : sound_all) (sound_later : forall n, sound n).

Definition right (o : outcome) := exists2 x, output o = Some x & agreed S x.

Lemma search_is_right fuel suspects : ~ (exists y, joint R y) -> liar \in suspects -> size suspects <= fuel ->
  right (search fuel suspects) /\ named (search fuel suspects) = Some liar /\
  calls (search fuel suspects) <= size suspects /\ tested (search fuel suspects) <= 1.
Proof.
move=> none; elim: fuel suspects => [|k IH] [|n others] //= inside few.
have last y : call liar = inl y -> agreed S y.
  move=> e; have := sound_later liar; rewrite /sound e => H; apply: (red (n := liar)) => m ml.
  by rewrite -(honest ml); apply: H.
have answered : exists y, call liar = inl y.
  have := sound_later liar; rewrite /sound; case: (call liar) => [y|A [out wit]]; first by exists y.
  by rewrite (witness_holds_the_liar honest common wit) in out.
case e: (call n) (sound_later n) => [x|A]; rewrite /sound e => H.
  have [good_x|bad] := boolP (good x).
    have W : agreed S x by move=> m; exact: (forallP good_x).
    by rewrite /= (good_point_names honest none H W); split; first exists x.
  have [W|[fails only]] := exposure honest red H; first by case/negP: bad; apply/forallP.
  have nl : n != liar.
    by apply: contraNneq bad => nl; apply/forallP => m; apply: last; rewrite -nl e.
  case: pickP => [m /andP[mn mS]|nobody]; last by have := nobody liar; rewrite eq_sym nl fails.
  rewrite (only m mn mS) /=; have [y ey] := answered; rewrite ey; split; first by exists y => //; apply: last.
  split=> //; split=> //.
  by move: inside; rewrite inE eq_sym (negPf nl) /=; case: (others).
have [out wit] := H; have inA := witness_holds_the_liar honest common wit.
have liar_left : liar \in [seq m <- others | m \in A].
  by move: inside; rewrite mem_filter inA inE; case/orP => // /eqP ln; rewrite -ln inA in out.
have shorter : size [seq m <- others | m \in A] <= size others by rewrite size_filter count_size.
have [good_end [name [few_calls few_tests]]] := IH _ liar_left (leq_trans shorter few).
by split=> //; split=> //; split=> //=; rewrite ltnS (leq_trans few_calls).
Qed.

(* Mechanism H outputs a point of W; if the reports contradict each other, it names the liar; it makes at most one call more
   than the first witness has clients, and tests at most one point. *)
Theorem mechanism_h_is_right : right mechanism_h /\ tested mechanism_h <= 1 /\
  match all with
  | inl _ => calls mechanism_h = 1 /\ named mechanism_h = None
  | inr A => calls mechanism_h <= #|A|.+1 /\ named mechanism_h = Some liar
  end.
Proof.
move: sound_first; rewrite /sound_all /mechanism_h; case: all => [x H|A wit].
  by split=> //; exists x => //; apply: (red (n := liar)) => m ml; rewrite -(honest ml); apply: H.
have none : ~ exists y, joint R y by move=> [y H]; apply: wit; exists y => m _; apply: H.
have inA : liar \in enum A by rewrite mem_enum (witness_holds_the_liar honest common wit).
have [|good_end [name [few_calls few_tests]]] := search_is_right none inA (fuel := #|A|); first by rewrite cardE.
split; first exact: good_end.
split; first exact: few_tests.
by split; [move: few_calls; rewrite /= ltnS -cardE|exact: name].
Qed.
End Mechanism.
