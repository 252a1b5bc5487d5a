(* Worlds that nobody can tell apart (consensus/new-no-trust, new-m-candidates, new-no-selection, prose-cannot-skip): a world
   for each group of c clients, with the same reports in all of them and a different agreement set in each.
   Modelled: a model for each group; a client reports the models of all groups that it does not belong to. In the world of
   a group its members lie, and accept the model of the group alone. Whatever a server computes from reports, and from tests
   that the liars answer as they report, is the same in all worlds: a list of models, or a probability for each list.
   Not modelled: convex sets that meet in the same way. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Worlds.
Variables (I : finType) (c : nat).
Definition group := {A : {set I} | #|A| == c}.
Definition report (j : I) (v : group) := j \notin val v.
Definition accepts (A : group) (j : I) (v : group) := if j \in val A then v == A else report j v.
Definition agreed A v := [forall j, accepts A j v].

Lemma number_of_groups : #|{: group}| = 'C(#|I|, c).
Proof. by rewrite card_sig -card_draws; apply: eq_card => A; rewrite !inE. Qed.

Lemma size_of (A : group) : #|val A| = c.
Proof. exact/eqP/(valP A). Qed.

(* All clients but any c, the liars among them, agree on the model of the group alone. *)
Lemma spared A (Z : {set I}) v : #|Z| <= c -> (forall j, j \notin Z -> accepts A j v) -> v = A.
Proof.
move=> few H; apply/eqP; apply: contraT => vA.
have big : c < #|val A :|: val v|.
  apply: (@leq_ltn_trans #|val A|); first by rewrite size_of.
  rewrite proper_card // properE subsetUl /=; apply: contra vA => sub.
  by rewrite -val_eqE eqEcard (subset_trans (subsetUr _ _) sub) !size_of leqnn.
have /subsetPn[j jin jZ] : ~~ (val A :|: val v \subset Z).
  by apply: contraTN big => /subset_leq_card; rewrite -leqNgt => /leq_trans ->.
have := H j jZ; move: jin; rewrite /accepts /report inE; case: ifP => [_ _|_ /= ->//].
by rewrite (negPf vA).
Qed.

Lemma agreed_is A v : agreed A v = (v == A).
Proof.
apply/forallP/eqP => [H|-> j]; last by rewrite /accepts /report; case: ifP => // ->.
by apply: (@spared A set0) => [|j _]; rewrite ?cards0.
Qed.

(* Each world has a common model, can spare any c clients, and shows the same reports. *)
Lemma worlds_alike A :
  [/\ forall v, agreed A v = (v == A), forall j, j \notin val A -> accepts A j =1 report j, #|val A| = c &
      forall (Z : {set I}) v, #|Z| <= c -> (forall j, j \notin Z -> accepts A j v) -> agreed A v].
Proof.
split=> [v|j jA v||Z v few H]; first exact: agreed_is.
- by rewrite /accepts (negPf jA).
- exact: size_of.
by rewrite agreed_is (spared few H).
Qed.

(* A list that serves every world has a model for each group: M of them against one liar. *)
Theorem as_many_candidates (candidates : seq group) :
  (forall A, exists2 v, v \in candidates & agreed A v) -> 'C(#|I|, c) <= size candidates.
Proof.
move=> serves; rewrite -number_of_groups cardE; apply: uniq_leq_size (enum_uniq _) _ => A _.
by have [v vs] := serves A; rewrite agreed_is => /eqP <-.
Qed.

(* Fewer models miss some world. *)
Theorem fewer_miss_some_world (answer : seq group) : size answer < 'C(#|I|, c) ->
  exists A, forall v, v \in answer -> ~~ agreed A v.
Proof.
move=> few; have /existsP[A missed] : [exists A, A \notin answer].
  apply: contraTT few => /existsPn all; rewrite -leqNgt; apply: as_many_candidates => A; exists A; last by rewrite agreed_is.
  by have := all A; rewrite negbK.
by exists A => v vin; rewrite agreed_is; apply: contraNneq missed => <-.
Qed.

(* At random: with k models in each answer some world is served with probability k over the number of groups at most. *)
Theorem random_answers (K : realFieldType) (k : nat) (p : {ffun 'I_k -> group} -> K) : 0 < 'C(#|I|, c) ->
  (forall f, 0 <= p f)%R -> (\sum_f p f = 1)%R ->
  exists A, (\sum_(f : {ffun 'I_k -> group} | [exists i, agreed A (f i)]) p f <= k%:R / 'C(#|I|, c)%:R)%R.
Proof.
move=> some pos one; set N := 'C(_, _) in some *.
pose served A := (\sum_(f : {ffun 'I_k -> group} | [exists i, agreed A (f i)]) p f)%R.
have total : (\sum_A served A <= k%:R)%R.
  have -> : (k%:R = \sum_f k%:R * p f)%R by rewrite -mulr_sumr one mulr1.
  rewrite /served (exchange_big_dep predT) //=; apply: ler_sum => f _.
  rewrite sumr_const -[X in (X <= _)%R]mulr_natl; apply: ler_wpmul2r => //; rewrite ler_nat.
  rewrite -[X in _ <= X](card_ord k) -cardsT; apply: leq_trans (leq_imset_card f _); apply: subset_leq_card.
  by apply/subsetP => A; rewrite unfold_in => /existsP[i]; rewrite agreed_is => /eqP <-; apply: imset_f; rewrite inE.
have /existsP[A low] : [exists A, served A <= k%:R / N%:R]%R.
  apply: contraLR total => /existsPn high; rewrite -ltNge.
  have [A0 _] : exists A0 : group, true by apply/card_gt0P; rewrite number_of_groups.
  have <- : (\sum_(A : group) (k%:R / N%:R) = k%:R :> K)%R.
    by rewrite sumr_const number_of_groups -/N -[RHS](divfK (x := N%:R)%R) ?mulr_natr // pnatr_eq0 -lt0n.
  rewrite (bigD1 A0) // [X in (_ < X)%R](bigD1 A0) //=; apply: ltr_le_add; first by rewrite ltNge.
  by apply: ler_sum => A _; apply: ltW; rewrite ltNge.
by exists A.
Qed.
End Worlds.

(* Drawing one of the M candidates at random attains 1/M: the run without the liar serves everybody. *)
Lemma drawing_attains (K : realFieldType) (I : finType) (X : Type) (S : I -> X -> bool) (run : I -> X) (liar : I) :
  (forall n x, (forall m, m != n -> S m x) -> forall m, S m x) -> (forall m, m != liar -> S m (run liar)) ->
  ((#|I|%:R : K)^-1 <= \sum_(n | [forall m, S m (run n)]) (#|I|%:R)^-1)%R.
Proof.
move=> red others; rewrite (bigD1 liar) /=; last by apply/forallP => m; apply: (red liar).
by rewrite ler_addl; apply: sumr_ge0 => n _; rewrite invr_ge0 ler0n.
Qed.

(* For one liar, together: in the world of each client the others report the truth, the models have something in common, and
   anybody can be spared; every rule, at random, is right with probability at most 1 / M in one of them; a draw attains it. *)
Theorem a_guess_is_optimal (K : realFieldType) (I : finType) : 1 < #|I| ->
  (forall A : group I 1, [/\ forall j, j \notin val A -> accepts A j =1 report j, #|val A| = 1, exists v, agreed A v &
    forall (Z : {set I}) v, #|Z| <= 1 -> (forall j, j \notin Z -> accepts A j v) -> agreed A v]) /\
  (forall p : {ffun 'I_1 -> group I 1} -> K, (forall f, 0 <= p f)%R -> (\sum_f p f = 1)%R ->
    exists A, (\sum_(f : {ffun 'I_1 -> group I 1} | [exists i, agreed A (f i)]) p f <= (#|I|%:R)^-1)%R) /\
  (forall (X : Type) (S : I -> X -> bool) (run : I -> X) (liar : I),
    (forall n x, (forall m, m != n -> S m x) -> forall m, S m x) -> (forall m, m != liar -> S m (run liar)) ->
    ((#|I|%:R : K)^-1 <= \sum_(n | [forall m, S m (run n)]) (#|I|%:R)^-1)%R).
Proof.
move=> two; split=> [A|].
  by have [same honest few red] := worlds_alike A; split=> //; exists A; rewrite same.
split=> [p pos one|X S run liar]; last exact: drawing_attains.
have [|A] := random_answers _ pos one; first by rewrite bin1; apply: ltn_trans two.
by rewrite bin1 mul1r; exists A.
Qed.

(* Three clients and one liar: three worlds, so a list needs three models. *)
Example three_clients : #|{: group [finType of 'I_3] 1}| = 3.
Proof. by rewrite number_of_groups card_ord bin1. Qed.
