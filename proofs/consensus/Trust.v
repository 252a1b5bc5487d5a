(* What coalitions of liars can do, for any number of clients and any sets of models (consensus/new-depth-union,
   new-depth-sandwich, new-depth-equilibrium, new-deepest-is-steerable, new-verified-groups, new-copies-for-depth,
   new-minimal-witness, new-peeling).
   Modelled: client m accepts x if [S m x], and reports [R m]; outside [liars], at most c clients, reports are true.
   The depth of a point is the number of reports that hold it. Not modelled: how a call finds a point or a witness. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Trust.
Variables (I : finType) (X : Type) (S : I -> X -> bool).
Definition agreed x := forall m, S m x.
Definition spares r := forall (A : {set I}) x, #|A| <= r -> (forall m, m \notin A -> S m x) -> agreed x.
Definition depth (R : I -> X -> bool) x := #|[set m | R m x]|.

Section Reports.
Variables (c : nat) (R : I -> X -> bool) (liars : {set I}).
Hypotheses (few : #|liars| <= c) (honest : forall m, m \notin liars -> R m =1 S m).
Definition deep x := #|I| <= depth R x + c.

Lemma deep_without x : deep x <-> exists2 G : {set I}, #|G| <= c & forall m, m \notin G -> R m x.
Proof.
rewrite /deep /depth; split=> [H|[G cG H]].
  by exists (~: [set m | R m x]) => [|m]; [rewrite cardsCs setCK leq_subLR|rewrite !inE negbK].
have /subset_leq_card : ~: G \subset [set m | R m x] by apply/subsetP => m; rewrite !inE => /H.
by rewrite cardsCs setCK leq_subLR addnC => /leq_trans; apply; rewrite leq_add2l.
Qed.

(* The deep points are what the runs without groups of c clients choose from. *)
Lemma depth_union x : deep x <-> exists2 G : {set I}, #|G| <= c & forall m, m \notin G -> R m x.
Proof. exact: deep_without. Qed.

(* Without any redundancy: everything agreed is deep, and what is deep suits all but 2c clients. *)
Theorem depth_sandwich x : (agreed x -> deep x) /\
  (deep x -> exists2 G : {set I}, #|G| <= 2 * c & forall m, m \notin G -> S m x).
Proof.
split=> [W|/deep_without[G cG H]].
  by apply/deep_without; exists liars => // m ml; rewrite honest.
exists (G :|: liars) => [|m]; last by rewrite inE negb_or => /andP[mG ml]; rewrite -honest ?H.
by apply: leq_trans (leq_card_setU _ _).1 _; rewrite mul2n -addnn leq_add.
Qed.

(* If any 2c can be spared, no group of c liars moves what a fixed choice from the deep points returns. *)
Lemma depth_equilibrium (choice : (X -> Prop) -> X) :
  (forall P Q : X -> Prop, (forall x, P x <-> Q x) -> choice P = choice Q) ->
  spares (2 * c) -> choice deep = choice agreed.
Proof.
move=> extensional spared; apply: extensional => x; have [in_deep all_but] := depth_sandwich x.
by split=> [/all_but[G cG H]|//]; apply: (spared G).
Qed.

(* So nobody gains, whatever its utility, and the outcome is what it would be without a lie. *)
Theorem no_group_gains (choice : (X -> Prop) -> X) :
  (forall P Q : X -> Prop, (forall x, P x <-> Q x) -> choice P = choice Q) ->
  spares (2 * c) -> choice deep = choice agreed /\
  forall (U : Type) (u : X -> U), u (choice deep) = u (choice (fun x => #|I| <= depth S x + c)).
Proof.
move=> extensional spared; have moved := depth_equilibrium extensional spared; split=> // U u; rewrite moved.
congr u; apply: extensional => x; split=> [W|H].
  have -> : depth S x = #|I| by rewrite /depth -cardsT; congr #|pred_of_set _|; apply/setP => m; rewrite !inE W.
  exact: leq_addr.
apply: (spared (~: [set m | S m x])) => [|m]; last by rewrite !inE negbK.
by rewrite cardsCs setCK leq_subLR (leq_trans H) // leq_add2l leq_pmull.
Qed.

(* The deepest points lie in W. *)
Theorem deepest_is_agreed x : spares (2 * c) -> (exists w, agreed w) -> (forall y, depth R y <= depth R x) -> agreed x.
Proof.
move=> spared [w W] most; have [[in_deep _] [_ all_but]] := (depth_sandwich w, depth_sandwich x).
have [|G cG H] := all_but; last exact: (spared G).
by apply: leq_trans (in_deep W) _; rewrite leq_add2r.
Qed.

(* With tests one can trust, redundancy against c is enough: the run without the liars serves everybody. *)
Theorem verified_groups : spares c -> (exists w, agreed w) ->
  (exists x, forall m, m \notin liars -> R m x) /\ forall x, (forall m, m \notin liars -> R m x) -> agreed x.
Proof.
move=> spared [w W]; split; first by exists w => m ml; rewrite honest.
by move=> x H; apply: (spared liars) => // m ml; rewrite -honest ?H.
Qed.
End Reports.
End Trust.

Lemma card_cover_part (I : finType) (P : {set {set I}}) (B : {set I}) : trivIset P ->
  #|cover P :&: B| = \sum_(A in P) #|A :&: B|.
Proof.
move=> apart; rewrite -sum1_card (eq_bigl (fun m => (m \in cover P) && (m \in B))) => [|m]; last by rewrite inE.
rewrite big_mkcondr /= big_trivIset //; apply: eq_bigr => A _.
by rewrite -sum1_card -big_mkcondr; apply: eq_bigl => m; rewrite inE.
Qed.

Section Copies.
Variables (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I -> K).
Definition of_kind k := [set m | kind m == k].
Definition truth m := has (kind m).

(* r + 1 clients of each archetype: any r can be spared. *)
Lemma copies r : (forall m, r < #|of_kind (kind m)|) -> spares truth r.
Proof.
move=> many A x cA H m; have : ~~ (of_kind (kind m) \subset A).
  by apply: contraTN (many m) => /subset_leq_card; rewrite -leqNgt => /leq_trans ->.
by case/subsetPn => k; rewrite inE => /eqP e kA; rewrite /truth -e; apply: H.
Qed.

Section Peeling.
Variables (R : I -> X -> bool) (liars : {set I}).
Hypothesis honest : forall m, m \notin liars -> R m =1 truth m.
Definition witness (A : {set I}) := ~ exists x, forall m, m \in A -> R m x.
Definition minimal_witness A := witness A /\ forall m, m \in A -> exists x, forall k, k \in A :\ m -> R k x.

(* A minimal witness holds a liar, and at most one truthful client of each archetype. *)
Theorem minimal_witnesses A : (exists w, forall m, truth m w) -> minimal_witness A ->
  (exists2 m, m \in A & m \in liars) /\
  forall m k, m \in A :\: liars -> k \in A :\: liars -> kind m = kind k -> m = k.
Proof.
move=> [w W] [none least]; split.
  have [/exists_inP[m mA ml]|nobody] := boolP [exists m in A, m \in liars]; first by exists m.
  case: none; exists w => m mA; rewrite honest //; apply: contraNN nobody => ml; apply/exists_inP; by exists m.
move=> m k; rewrite !inE => /andP[ml mA] /andP[kl kA] same; apply/eqP; apply: contraT => mk.
have [x H] := least m mA; case: none; exists x => j jA.
have [->|jm] := eqVneq j m; last by apply: H; rewrite !inE jm.
by rewrite honest // /truth same -[has _ _]/(truth k x) -honest // H // !inE eq_sym mk.
Qed.

(* Peeling: with 2c + 1 clients of each archetype and at most c liars, take away disjoint minimal witnesses. There are at
   most c of them, and once a call of those who are left returns a point, it serves everybody. No test is used. *)
Theorem peeling c (peeled : {set {set I}}) : #|liars| <= c -> (exists w, forall m, truth m w) ->
  (forall m, 2 * c < #|of_kind (kind m)|) -> trivIset peeled -> (forall A, A \in peeled -> minimal_witness A) ->
  #|peeled| <= c /\ forall x, (forall m, m \notin cover peeled -> R m x) -> forall m, truth m x.
Proof.
move=> few common many apart minimal.
have liar_in A : A \in peeled -> 0 < #|A :&: liars|.
  by move=> /minimal/(minimal_witnesses common)[[m mA ml] _]; rewrite card_gt0; apply/set0Pn; exists m; rewrite inE mA.
have number : #|peeled| <= #|liars|.
  have -> : #|peeled| = \sum_(A in peeled) 1 by rewrite sum1_card.
  apply: (@leq_trans (\sum_(A in peeled) #|A :&: liars|)); first exact: leq_sum.
  rewrite -card_cover_part //.
  exact: subset_leq_card (subsetIr _ _).
split=> [|x H m]; first exact: leq_trans number few.
have [k] : exists k, k \in of_kind (kind m) :\: (liars :|: cover peeled :\: liars).
  apply/set0Pn; rewrite -card_gt0 cardsD subn_gt0; apply: leq_ltn_trans (many m).
  have -> : of_kind (kind m) :&: (liars :|: cover peeled :\: liars) =
      (of_kind (kind m) :&: liars) :|: (cover peeled :&: (of_kind (kind m) :\: liars)).
    by apply/setP => j; rewrite !inE; case: (kind j == _); case: (j \in liars); case: (j \in cover _).
  apply: leq_trans (leq_card_setU _ _).1 _; rewrite mul2n -addnn; apply: leq_add.
    exact: leq_trans (subset_leq_card (subsetIr _ _)) few.
  apply: leq_trans (leq_trans number few); rewrite card_cover_part // -sum1_card; apply: leq_sum => A inP.
  have [_ once] := minimal_witnesses common (minimal A inP).
  rewrite leqNgt; apply/negP => /card_gt1P[i [j [iA jA /eqP ij]]]; apply: ij.
  move: iA jA; rewrite !inE => /andP[iA /andP[il /eqP ik]] /andP[jA /andP[jl /eqP jk]].
  by apply: once; rewrite ?inE ?il ?jl // ik jk.
rewrite !inE negb_or negb_and negbK => /andP[/andP[kl kc] /eqP same].
by rewrite /truth -same -[has _ _]/(truth k x) -honest // H //; case/orP: kc => //; rewrite (negPf kl).
Qed.
End Peeling.
End Copies.

(* r + 1 copies of each archetype are enough, and r copies are not. *)
Theorem copies_and_one_fewer (r : nat) :
  (forall (I : finType) (K : eqType) (X : Type) (has : K -> X -> bool) (kind : I -> K),
    (forall m, r < #|of_kind kind (kind m)|) -> spares (truth has kind) r) /\
  (0 < r -> exists (kind : 'I_r * bool -> bool) (has : bool -> bool -> bool),
    (forall m, #|of_kind kind (kind m)| = r) /\ ~ spares (truth has kind) r).
Proof.
split=> [I K X has kind|r0]; first exact: copies.
have each b : #|of_kind (fun m : 'I_r * bool => m.2) b| = r.
  rewrite -[RHS]card_ord -cardsT -(card_imset _ (f := fun i : 'I_r => (i, b))) => [|i j [->]] //.
  apply: eq_card => -[i b']; rewrite !inE /=; apply/eqP/imsetP => [->|[j _ [_ ->]]] //; by exists i.
exists (fun m => m.2), (fun k x => k || x); split=> // spared.
have := spared (of_kind (fun m => m.2) false) false; rewrite each leqnn => /(_ isT) H.
have {}H : agreed (truth (fun k x : bool => k || x) (fun m : 'I_r * bool => m.2)) false.
  by apply: H => -[i [|]]; rewrite !inE.
by have := H (Ordinal r0, false).
Qed.
