(* Groups left out: all of them, or several suspects at a time (consensus/future-leave-c-out, new-batches). Any number of clients,
   any sets of models.
   Modelled: a call leaves out a group; it returns a point that all the others report to accept, or a witness, a group of
   those asked whose reports have no common point. One test asks everybody about one point.
   Not modelled: noise; sets whose witnesses are known to be small (a bound on the first witness is what is used). *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import MechanismH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Groups.
Variables (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}).
Variable call : {set I} -> X + {set I}.                        (* the answers, whatever the oracle chooses *)
Definition spares r := forall (A : {set I}) x, #|A| <= r -> (forall m, m \notin A -> S m x) -> agreed S x.
Definition sound Z := match call Z with
  | inl x => forall m, m \notin Z -> R m x
  | inr A => A \subset ~: Z /\ ~ exists x, forall m, m \in A -> R m x
  end.
Hypothesis common : exists w, agreed S w.
Hypothesis honest : forall m, m \notin liars -> R m =1 S m.
Hypothesis answers : forall Z, sound Z.

Lemma some_liar (A : {set I}) : ~ (exists x, forall m, m \in A -> R m x) -> exists2 l, l \in A & l \in liars.
Proof.
move: common => [w W] none; have [/exists_inP[l lA ll]|nobody] := boolP [exists l in A, l \in liars]; first by exists l.
by case: none; exists w => m mA; rewrite honest //; apply: contraNN nobody => ml; apply/exists_inP; exists m.
Qed.

Lemma without_the_liars (Z : {set I}) : liars \subset Z -> exists2 x, call Z = inl x & forall m, m \notin Z -> S m x.
Proof.
move=> out; have := answers Z; rewrite /sound; case: (call Z) => [x H|A [away none]].
  by exists x => // m mZ; rewrite -honest ?H //; apply: contraNN mZ; apply: (subsetP out).
have [l lA ll] := some_liar none; have := subsetP away l lA.
by rewrite inE (subsetP out l ll).
Qed.

(* Leave c out: one of the runs serves everybody, and a trusted test finds it. *)
Theorem leave_c_out c (runs : seq {set I}) : #|liars| <= c -> spares c -> liars \in runs ->
  exists2 Z, Z \in runs & exists2 x, call Z = inl x & agreed S x.
Proof.
move=> few spared inside; exists liars => //; have [x e H] := without_the_liars (subxx liars).
by exists x => //; apply: spared few H.
Qed.
End Groups.

Section Batches.
Variables (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (r : nat) (call : {set I} -> X + {set I}).
Hypothesis common : exists w, agreed S w.
Hypothesis honest : forall m, m \notin [set liar] -> R m =1 S m.
Hypothesis answers : forall Z, sound R call Z.
Hypothesis spared : spares S r.
Hypothesis some : 0 < r.

(* Leave out the next r suspects; the last r are left out together, without a test. *)
Fixpoint search (fuel : nat) (suspects : seq I) : outcome I X :=
  match fuel with
  | k.+1 =>
    let Z := [set m in take r suspects] in let later := drop r suspects in
    match call Z with
    | inl x =>
      if later is [::] then Outcome (Some x) None 1 0
      else if [forall m, S m x] then Outcome (Some x) None 1 1
      else if [pick m | (m \notin Z) && ~~ S m x] is Some m
           then Outcome (if call [set m] is inl y then Some y else None) (Some m) 2 1
           else Outcome None None 1 1
    | inr A => one_more (search k [seq m <- later | m \in A])
    end
  | _ => Outcome None None 0 0
  end.
Definition batches := match call set0 with inl x => Outcome (Some x) None 1 0 | inr A => one_more (search #|A| (enum A)) end.

Lemma holds (A : {set I}) : ~ (exists x, forall m, m \in A -> R m x) -> liar \in A.
Proof. by move=> none; have [l lA] := some_liar common honest none; rewrite inE => /eqP <-. Qed.

Lemma first_group (s : seq I) : uniq s -> #|[set m in take r s]| <= r.
Proof. by move=> un; rewrite cardsE (card_uniqP _) ?take_uniq // size_take; case: ltnP. Qed.

(* With at most q r suspects the search makes at most q calls. *)
Lemma search_counts fuel q suspects : liar \in suspects -> uniq suspects -> size suspects <= fuel -> size suspects <= q * r ->
  let o := search fuel suspects in
  [/\ exists2 x, output o = Some x & agreed S x, calls o <= q & tested o <= 1].
Proof.
elim: fuel q suspects => [|k IH] q suspects inside un few many; first by case: suspects inside few {un many}.
have q0 : 0 < q by case: q many => // ; case: (suspects) inside.
rewrite /=; set Z := [set m in _]; have := answers Z; rewrite /sound; case e: (call Z) => [x|A] H.
  have small : #|Z| <= r by apply: first_group.
  case lE: (drop r suspects) => [|a s].
    split=> //; exists x => //; apply: (spared small) => m mZ.
    rewrite -honest ?H //; rewrite inE; apply: contraNneq mZ => ->.
    by move: inside; rewrite -(cat_take_drop r suspects) lE cats0 inE.
  have more : r < size suspects by have := size_drop r suspects; rewrite lE /= => /esym; rewrite ltnNge -subn_eq0 => ->.
  have q2 : 1 < q by move: (leq_trans more many); case: (q) => [|[|]] //; rewrite mul1n ltnn.
  have [/forallP good|bad] := boolP [forall m, S m x]; first by split=> //; exists x.
  case: pickP => [m /andP[mZ fails]|nobody]; last first.
    case/negP: bad; apply/forallP; apply: (spared small) => m mZ; have := nobody m; rewrite mZ /=.
    by move/negbFE.
  have ml : m = liar by apply/eqP; apply: contraNT fails => ml; rewrite -honest ?inE ?H.
  have [|y ey Sy] := @without_the_liars _ _ _ _ _ _ common honest answers [set m]; first by rewrite ml.
  rewrite ey; split=> //; exists y => //; apply: (spared (A := [set m])); rewrite ?cards1 //.
have [away none] := H; have inA := holds none.
have outside : liar \notin take r suspects.
  by have := subsetP away _ inA; rewrite !inE.
have left : liar \in [seq m <- drop r suspects | m \in A].
  by rewrite mem_filter inA; move: inside; rewrite -{1}(cat_take_drop r suspects) mem_cat (negPf outside).
have size_left : size [seq m <- drop r suspects | m \in A] <= size suspects - r.
  by rewrite size_filter -size_drop count_size.
case: q q0 many => // q _ many; have [|||good few_calls few_tests] := IH q _ left.
- by rewrite filter_uniq // drop_uniq.
- apply: leq_trans size_left _; rewrite leq_subLR; apply: leq_trans few _.
  by rewrite -add1n leq_add2r.
- by apply: leq_trans size_left _; rewrite leq_subLR -mulSn.
by split.
Qed.

(* 1 + ceil(h / r) calls and at most one tested point; with h at most r, two calls and no test. *)
Theorem batches_of_r q : (forall A, call set0 = inr A -> #|A| <= q * r) ->
  [/\ exists2 x, output batches = Some x & agreed S x, calls batches <= q.+1 & tested batches <= 1].
Proof.
rewrite /batches => bound; have := answers set0; rewrite /sound; case e: (call set0) => [x|A] H.
  split=> //; exists x => //; apply: (spared (A := [set liar])); rewrite ?cards1 // => m ml.
  by rewrite -honest ?H // inE.
have [_ none] := H; have inA : liar \in enum A by rewrite mem_enum (holds none).
have small : size (enum A) <= q * r by rewrite -cardE bound.
have [|good few_calls few_tests] := search_counts inA (enum_uniq _) (fuel := #|A|) _ small; first by rewrite cardE.
by split.
Qed.
End Batches.
