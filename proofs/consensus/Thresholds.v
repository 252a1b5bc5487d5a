(* How many liars which rule withstands: worlds in which it fails (consensus/new-trust-threshold, new-two-c-copies,
   new-two-liars, new-depth-threshold, future-more-restrictive) and peeling by small witnesses (new-peeling-helly).
   Any number of clients and of liars.
   Modelled: client m accepts [S m] and reports [R m]; a world spares r if any r clients can be left out without gaining a
   point. A rule that sees reports only returns the same in two worlds with the same reports. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust Clusters.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Lemma subset_of_size (I : finType) (G : {set I}) c : c <= #|G| -> exists2 D : {set I}, D \subset G & #|D| = c.
Proof.
move=> many; exists [set m in take c (enum G)].
  by apply/subsetP => m; rewrite inE => /mem_take; rewrite mem_enum.
by rewrite cardsE (card_uniqP _) ?take_uniq ?enum_uniq // size_takel // -cardE.
Qed.

(* A world that spares c clients but not 2c: c clients D lie in it as c clients C would in another one, which spares c as
   well; the reports R are the same, and the two agreement sets do not meet. So no rule that sees R serves both. *)
Theorem trust_threshold (I : finType) (X : Type) (S : I -> X -> bool) (c : nat) (y : X) (G : {set I}) :
  spares S c -> #|G| <= 2 * c -> (forall m, m \notin G -> S m y) -> ~ agreed S y ->
  exists (C D : {set I}) (R S' : I -> X -> Prop),
    [/\ #|C| <= c /\ #|D| <= c, forall m, m \notin D -> forall x, R m x <-> S m x,
      forall m, m \notin C -> forall x, R m x <-> S' m x, forall m, S' m y &
      (forall (A : {set I}) x, #|A| <= c -> (forall m, m \notin A -> S' m x) -> forall m, S' m x) /\
      forall x, ~ (agreed S x /\ forall m, S' m x)].
Proof.
move=> spared few others bad.
have many : c < #|G| by rewrite ltnNge; apply/negP => small; apply: bad; apply: (spared G).
have [D DG cD] := subset_of_size (ltnW many).
have only (A : {set I}) x : #|A| <= c -> (forall m, m \notin A -> if m \in G then x = y else S m x) -> x = y.
  move=> small H; have /subsetPn[m mG mA] : ~~ (G \subset A).
    by apply: contraTN many => /subset_leq_card; rewrite -leqNgt => /leq_trans ->.
  by have := H m mA; rewrite mG.
exists (G :\: D), D, (fun m x => if m \in D then x = y else S m x), (fun m x => if m \in G then x = y else S m x).
split=> [|m /negPf -> //|m|m|].
- by rewrite cD cardsD (setIidPr DG) cD leq_subLR addnn -mul2n.
- rewrite inE negb_and negbK => /orP[mD|/negPf mG] x; first by rewrite mD (subsetP DG m mD).
  by rewrite mG; case: ifP => // /(subsetP DG); rewrite mG.
- by case: ifP => // /negbT; apply: others.
split=> [A x small H m|x [W H]]; first by rewrite (only A x small H); case: ifP => // /negbT; apply: others.
have xy : x = y by apply: (only set0) => [|m _]; [rewrite cards0|apply: H].
by apply: bad; rewrite -xy.
Qed.

(* 2c copies of one archetype and c liars: the same reports in two worlds that agree on different points. *)
Theorem twice_the_liars (c : nat) : exists R : 'I_c * bool -> bool -> bool, forall w : bool,
  let S (_ : 'I_c * bool) (x : bool) := x == w in
  [/\ #|[set: 'I_c * bool]| = 2 * c, #|[set m | [exists x, R m x != S m x]]| = c & 0 < c -> forall x, agreed S x <-> x = w].
Proof.
exists (fun m x => x == m.2) => w S; split.
- by rewrite cardsT card_prod card_ord card_bool mulnC.
- rewrite -[RHS]card_ord -cardsT -(card_imset _ (f := fun i : 'I_c => (i, ~~ w))) => [|i j [->]] //.
  apply: eq_card => -[i b]; rewrite !inE; apply/existsP/imsetP => [[x]|[j _ [_ ->]]]; last first.
    by exists w; rewrite /S /= eqxx eq_sym -eqb_negLR; case: (w).
  have alike : forall u v y : bool, (y == u) != (y == v) -> u = ~~ v by case; case; case.
  by rewrite /S /= => /alike ->; exists i.
by move=> c0 x; split=> [/(_ (Ordinal c0, true))/eqP //|-> m]; exact: eqxx.
Qed.

(* Two liars defeat minimality: any r clients can be spared, and no minimal output, of which there is one, holds a point of W. *)
Theorem two_liars_defeat_minimality (r : nat) :
  exists (S R : 'I_r.+1 * bool -> option bool -> bool) (l1 l2 : 'I_r.+1 * bool),
    [/\ forall m, m != l1 -> m != l2 -> R m =1 S m, spares S r, exists w, agreed S w,
      exists k x a, @minimal _ _ (fun m y => R m y) k x a &
      forall k x a, @minimal _ _ (fun m y => R m y) k x a -> forall i, ~ agreed S (x i)].
Proof.
pose S (m : 'I_r.+1 * bool) x := (x == None) || (x == Some m.2).
pose R (m : 'I_r.+1 * bool) x := if m.1 == ord0 then x == Some m.2 else S m x.
have agree x : agreed S x <-> x = None.
  split=> [H|-> m //]; have := (H (ord0, true), H (ord0, false)).
  by rewrite /S /=; case: x {H} => [[]|] [].
exists S, R, (ord0, true), (ord0, false); split=> [[i b] l1 l2 x|A x small H|||k x a [ok least] i /agree xi].
- by rewrite /R /=; case: ifP => // /eqP i0; move: l1 l2; rewrite i0; case: b; rewrite ?eqxx.
- have other b : exists2 i, (i, b) \notin A & true.
    have : ~~ ([set (i, b) | i in [set: 'I_r.+1]] \subset A).
      apply: contraTN small => /subset_leq_card; rewrite card_imset => [|i j [->]] //.
      by rewrite cardsT card_ord -ltnNge.
    by case/subsetPn => _ /imsetP[i _ ->] iA; exists i.
  apply/agree; have [i /H Si _] := other true; have [j /H Sj _] := other false.
  by move: Si Sj; rewrite /S /=; case: (x) => [[]|].
- by exists None => m.
- exists 2, (fun i => Some (i == ord0)), (fun m => if m.2 then ord0 else ord_max); split=> [[j b]|k [x [a ok]]].
    by rewrite /R /S /=; case: b; case: ifP.
  case: k x a ok => [|[|//]] x a ok; first by case: (a (ord0, true)).
  by have := ok (ord0, false); rewrite ord1; have /eqP := ok (ord0, true); rewrite ord1 => ->.
have k2 : k <= 2.
  apply: least; exists (fun i => Some (i == ord0)), (fun m => if m.2 then ord0 else ord_max) => -[j b].
  by rewrite /R /S /=; case: b; case: ifP.
have /eqP x1 : x (a (ord0, true)) == Some true := ok (ord0, true).
have /eqP x0 : x (a (ord0, false)) == Some false := ok (ord0, false).
have ij : a (ord0, true) != a (ord0, false) by apply: contra_eq_neq x1 => ->; rewrite x0.
have i1 : i != a (ord0, true) by apply: contra_eq_neq xi => ->; rewrite x1.
have i0 : i != a (ord0, false) by apply: contra_eq_neq xi => ->; rewrite x0.
have : #|[set i; a (ord0, true); a (ord0, false)]| <= k by rewrite -[X in _ <= X]card_ord max_card.
rewrite -setUA cardsU1 cards2 ij !inE negb_or i1 i0 /= => /leq_trans/(_ k2).
by [].
Qed.

Lemma first_ones M k : k <= M -> #|[set m : 'I_M | m < k]| = k.
Proof.
move=> kM; rewrite -[RHS]card_ord -cardsT -(card_imset _ (f := widen_ord kM)) => [|i j /(congr1 val)/= e]; last exact: val_inj.
apply: eq_card => m; rewrite !inE; apply/idP/imsetP => [mk|[j _ ->]]; last exact: (ltn_ord j).
by exists (Ordinal mk) => //; apply: val_inj.
Qed.

(* M - c is the only threshold of depth that works. *)
Theorem depth_threshold (M c t : nat) : 2 * c < M ->
  (forall (X : Type) (S R : 'I_M -> X -> bool) (liars : {set 'I_M}), #|liars| <= c ->
    (forall m, m \notin liars -> R m =1 S m) -> spares S (2 * c) -> forall x, t <= depth R x <-> agreed S x) <-> t = M - c.
Proof.
move=> few; have cM : c <= M by apply: leq_trans (ltnW few); rewrite leq_pmull.
split=> [H|-> X S R liars small honest spared x]; last first.
  have [up down] := depth_sandwich small honest x; rewrite /Trust.deep card_ord in up down.
  by rewrite leq_subLR addnC; split=> [/down[G cG]|/up //]; apply: spared.
have upper : t <= M - c.
  pose S (_ : 'I_M) (x : unit) := true; pose R (m : 'I_M) (x : unit) := c <= m.
  have [|m|A x _ _ m|_ /(_ (fun=> isT))] := H _ S R [set m : 'I_M | m < c] _ _ _ tt => //.
  - by rewrite first_ones.
  - by rewrite inE -leqNgt => cm x; rewrite /R cm.
  move/leq_trans; apply; rewrite /depth -(leq_add2l c) subnKC // -[X in _ <= X]card_ord.
  rewrite -[X in X + _](first_ones cM) -(cardsC [set m : 'I_M | m < c]) leq_add2l; apply: subset_leq_card.
  by apply/subsetP => m; rewrite !inE -leqNgt.
apply/eqP; rewrite eqn_leq upper leq_subLR; apply: contraT; rewrite -ltnNge => low.
pose S (m : 'I_M) x := x || (2 * c < m); pose R (m : 'I_M) x := S m x || (m < c).
have [|m|A x small out|deep _] := H _ S R [set m : 'I_M | m < c] _ _ _ false; first by rewrite first_ones.
- by rewrite inE => /negPf mc x; rewrite /R mc orbF.
- have /subsetPn[m] : ~~ ([set m : 'I_M | m < (2 * c).+1] \subset A).
    by apply: contraTN small => /subset_leq_card; rewrite first_ones // -ltnNge.
  by rewrite inE ltnS leqNgt => low_m /out; rewrite /S (negPf low_m) orbF => -> j.
have : t <= depth R false.
  have middle : #|~: [set m | R m false]| <= c.+1.
    have -> : ~: [set m | R m false] = [set m : 'I_M | m < (2 * c).+1] :\: [set m : 'I_M | m < c].
      by apply/setP => m; rewrite !inE /R /S /= negb_or -!leqNgt ltnS andbC.
    rewrite cardsD (setIidPr _); last by apply/subsetP => m; rewrite !inE => mc; rewrite ltnS; apply: leq_trans (ltnW mc) _; rewrite leq_pmull.
    by rewrite !first_ones // leq_subLR addnS addnn -mul2n.
  have := cardsC [set m | R m false]; rewrite card_ord => total; rewrite -(leq_add2l c.+1).
  by apply: leq_trans low _; rewrite -[X in X <= _]total addnC leq_add2r.
by move/deep => /(_ (Ordinal (leq_ltn_trans (leq0n _) few))); rewrite /S ltn0.
Qed.

(* Sparing more clients is a stronger demand, and strictly so, for every number of clients that it can be made of. *)
Theorem more_is_more_restrictive (r c : nat) : r < c ->
  (forall (I : finType) (X : Type) (S : I -> X -> bool), spares S c -> spares S r) /\
  forall I : finType, c <= #|I| -> exists S : I -> bool -> bool, [/\ exists w, agreed S w, spares S r & ~ spares S c].
Proof.
move=> rc; split=> [I X S spared A x small|I cM]; first by apply: spared; apply: leq_trans small (ltnW rc).
have [|A _ cA] := @subset_of_size I setT c; first by rewrite cardsT.
exists (fun m x => x || (m \notin A)); split=> [|B x small H m|H]; first by exists true.
  have /subsetPn[j jA jB] : ~~ (A \subset B).
    by apply: contraTN small => /subset_leq_card; rewrite cA -ltnNge; apply: leq_trans rc.
  by have := H j jB; rewrite jA orbF => ->.
have /card_gt0P[j jA] : 0 < #|A| by rewrite cA; apply: leq_ltn_trans rc.
by have := H A false; rewrite cA leqnn => /(_ isT (fun m mA => mA) j); rewrite jA.
Qed.

(* Peeling by witnesses of at most h clients, if any c h clients can be spared: at most c peels, then a point of W. *)
Theorem peeling_small_witnesses (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c h : nat)
    (peeled : {set {set I}}) : #|liars| <= c -> (forall m, m \notin liars -> R m =1 S m) -> (exists w, agreed S w) ->
  spares S (c * h) -> 0 < h -> trivIset peeled -> (forall A, A \in peeled -> witness R A /\ #|A| <= h) ->
  #|peeled| <= c /\ forall x, (forall m, m \notin cover peeled -> R m x) -> agreed S x.
Proof.
move=> few honest [w W] spared h0 apart small.
have liar_in A : A \in peeled -> 0 < #|A :&: liars|.
  move=> /small[none _]; rewrite lt0n; apply/negP => /eqP/cards0_eq nobody; case: none; exists w => m mA.
  by rewrite honest //; apply/negP => ml; have := in_set0 m; rewrite -nobody inE mA ml.
have number : #|peeled| <= #|cover peeled :&: liars|.
  by rewrite card_cover_part // -sum1_card; apply: leq_sum.
have cover_small : #|cover peeled| <= #|peeled| * h.
  by rewrite -(eqP apart) -sum_nat_const; apply: leq_sum => A /small[].
have few_peels : #|peeled| <= c by apply: leq_trans number _; apply: leq_trans few; apply: subset_leq_card (subsetIr _ _).
split=> // x H; apply: (spared (cover peeled :|: liars)) => [|m]; last first.
  by rewrite inE negb_or => /andP[mC ml]; rewrite -honest // H.
rewrite cardsU -(leq_add2r #|cover peeled :&: liars|) subnK; last first.
  by apply: leq_trans (leq_addr _ _); apply: subset_leq_card (subsetIl _ _).
apply: leq_trans (leq_add cover_small few) _.
have key e t : t * h + (e + t) <= (e + t) * h + t by rewrite mulnDl addnA leq_add2r addnC leq_add2r leq_pmulr.
by have := key (c - #|peeled|) #|peeled|; rewrite subnK // => /leq_trans; apply; rewrite leq_add2l.
Qed.
