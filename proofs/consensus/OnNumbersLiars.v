(* Types of points, redundancy and coalitions of liars on the numbers of the pages "What is trust worth?" (four clients
   with [0,4] and [1,6], each twice, of whom client 0 reports {5}) and "Which rule can no lie move?" (five reports and
   their depth). Computed: who accepts a point, how deep it is, who can be spared, who contradicts whom and is peeled,
   which candidates are kept, and what is within a tolerance. The tolerances and runs are our own.
   Modelled: nothing new; numbers are fractions. Not modelled: what the theorems of the other files say of all numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import OnNumbers.
From Incentives Require LeaveOneOut Candidates Trust Peeling Exposure DepthMore Depth Averages.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Four clients accept [0,4], [0,4], [1,6], [1,6]. Any one of them can be spared, not any two; W = [1,4]. --- *)
Notation c := (client 3).
Definition two_kinds (k : nat) (x : rat) := if k == 0%N then between 0 4%:R x else between 1 6%:R x.
Definition S (m : 'I_4) := two_kinds m./2.
Arguments S : simpl never.
Example one_can_be_spared_but_not_two : [/\ LeaveOneOut.spares S 1, Trust.spares S 1, Exposure.spares S 1,
  LeaveOneOut.redundant S & ~ LeaveOneOut.spares S 2] /\
  forall x, LeaveOneOut.agreed S x <-> between 1 4%:R x.
Proof.
have one : LeaveOneOut.spares S 1 by move=> A x; apply: (copies_stay (has := two_kinds)).
split; [split; [exact one | exact one | exact one | |] |].
- move=> n x all_x; apply: (one [set n]); first by rewrite cards1.
  by move=> m; rewrite inE; apply: all_x.
- move=> two; have five m : m \notin group [:: c 0; c 1] -> S m 5%:R.
    by move: m; apply: every; rewrite /= !in_group; do! split; first [by [] | move=> _; computed].
  by have := two _ _ _ five (c 0); rewrite card_group // => /(_ isT); apply/negP; computed.
move=> x; split=> [all_x|x_in]; last by apply: every; do! split; apply: wider x_in.
by have /andP[one_x _] := all_x (c 2); have /andP[_ four_x] := all_x (c 0); apply/andP.
Qed.
(* Client 0 reports {5}: the point 5 has the type {2, 3}, is reported by 0, 2 and 3, and suits all but 1 by the
   reports. *)
Definition told (m : 'I_4) (x : rat) := if m == 0%N :> nat then x == 5%:R else S m x.
Arguments told : simpl never.
Example the_point_five : [/\ Candidates.type S 5%:R = group [:: c 2; c 3], Candidates.type told 5%:R = group [:: c 0;
  c 2; c 3],
  LeaveOneOut.accepting S 5%:R = 2%N, LeaveOneOut.accepting S 1 = 4%N & Trust.depth told 5%:R = 3%N] /\
  LeaveOneOut.without told (c 1) 5%:R /\ ~ LeaveOneOut.without told (c 2) 5%:R.
Proof.
split; first split; rewrite ?/Candidates.type ?/LeaveOneOut.accepting ?/Trust.depth ?set_size; try computed.
- by apply: as_group; computed.
- by apply: as_group; computed.
split; first by apply: every; do! split; first [by [] | move=> _; computed].
by move=> /(_ (c 1) isT); apply/negP; computed.
Qed.
Example other_names_of_W : [/\ Depth.W S 2%:R, Exposure.agreed S 2%:R, Trust.agreed S 2%:R, ~ Depth.W S 5%:R &
  ~ Exposure.agreed S 5%:R] /\ Averages.agree (fun m : 'I_4 => (2 <= m)%N%:R) (fun m : 'I_4 => if (m < 2)%N then 4%:R
    else 6%:R)
    (1 : rat) /\ ~~ Averages.inside (fun m : 'I_4 => (2 <= m)%N%:R) (fun m : 'I_4 => if (m < 2)%N then 4%:R else
      6%:R) (c 2) (0 : rat).
Proof.
split; first split; try (apply: every; do! split; computed).
- by move=> /(_ (c 0)); apply/negP; computed.
- by move=> /(_ (c 0)); apply/negP; computed.
by split; [apply: every; do! split; computed | computed].
Qed.
Example convex_or_not : Candidates.order_convex (S (c 2)) /\ ~ Candidates.order_convex (fun x : rat => (x == 0) || (x
  == 1)).
Proof.
split; last by move=> /(_ 0 (1 / 2%:R) 1 isT isT isT isT); apply/negP; computed.
by move=> x y z xy yz /andP[one_x _] /andP[_ z_six]; apply/andP; split; [apply: le_trans xy | apply: le_trans z_six].
Qed.

(* Who contradicts whom, and peeling: clients 0 and 1 are taken away, and the second call returns 3, which suits
   everybody. *)
Definition three : rat := 3%:R.
Definition five : rat := 5%:R.
Definition peel_call (G : {set 'I_4}) : rat + {set 'I_4} :=
  if (c 0 \in G) && (c 1 \in G) then inr (group [:: c 0; c 1]) else inl (if c 0 \in G then five else three).
Lemma zero_against_one (A : {set 'I_4}) : c 0 \in A -> c 1 \in A -> Trust.witness told A.
Proof.
move=> A0 A1 [x in_A]; have /eqP is_five : x == 5%:R := in_A _ A0.
by have := in_A _ A1; rewrite is_five; apply/negP; computed.
Qed.
Lemma minimal_pair : Trust.minimal_witness told (group [:: c 0; c 1]).
Proof.
split; first by apply: zero_against_one; rewrite in_group.
move=> m; rewrite in_group !inE => /orP[]/eqP->; [exists three | exists five] => k; rewrite !inE.
  by move=> /andP[/negPf->]/= /eqP->; computed.
by move=> /andP[/negPf-> /orP[/eqP->|//]]; computed.
Qed.
Example who_is_peeled : [/\ Trust.witness told (group [:: c 0; c 1]), ~ Trust.witness told (group [:: c 0; c 2; c 3]),
  Trust.minimal_witness told (group [:: c 0; c 1]) & ~ Trust.minimal_witness told (group [:: c 0; c 1; c 2])] /\
  Peeling.sound told (Trust.minimal_witness told) peel_call /\ Peeling.peel peel_call 2 setT = (Some three, 2%N) /\
  Peeling.peel peel_call 1 setT = (None, 1%N).
Proof.
have w : Trust.witness told (group [:: c 0; c 1]) by apply: zero_against_one; rewrite in_group.
have rest : peel_call (setT :\: group [:: c 0; c 1]) = inl three by rewrite /peel_call !inE.
have all_of : peel_call setT = inr (group [:: c 0; c 1]) by rewrite /peel_call !inE.
split; [split; [exact: w | | exact: minimal_pair |] |].
- by apply; exists five; move=> m; rewrite in_group !inE => /or3P[]/eqP->; computed.
- move=> [_ /(_ (c 2))]; rewrite in_group => /(_ isT)[x in_two]; apply: (zero_against_one (A := group [:: c 0; c
  1])); rewrite ?in_group //.
  by exists x => m in_m; apply: in_two; rewrite !inE; move: in_m; rewrite !in_group !inE => /orP[]/eqP->.
split; last by rewrite /= all_of rest.
move=> G; rewrite /peel_call; case: ifP => [/andP[G0 G1]|no].
  split; [apply/subsetP => m; rewrite in_group !inE => /orP[]/eqP->; [exact: G0 | exact: G1] | exact: w | exact:
    minimal_pair].
move=> m mG; case: ifP no => [G0 /= G1|G0 _].
  have: m != c 1 by apply: contraTneq mG => ->; rewrite G1.
  by move: m {mG}; apply: every; do! split; first [by [] | move=> _; computed].
have: m != c 0 by apply: contraTneq mG => ->; rewrite G0.
by move: m {mG}; apply: every; do! split; first [by [] | move=> _; computed].
Qed.

(* Candidates: the run without 0 returns 3, the run without 1 returns 5, and the others return nothing. Client 0 finds
   5 no better than 3, so candidate 0 is kept; client 1 finds 3 better than 5, so candidate 1 is not. *)
Definition excess (m : 'I_4) (x : rat) : rat := let top := if (m < 2)%N then 4%:R else 6%:R in
  if x < 1 then 1 - x else if top < x then x - top else 0.
Definition run (n : 'I_4) := nth None [:: Some three; Some five] n.
Example runs_and_candidates : Candidates.sound_runs told run /\ ~ Candidates.sound_runs told (fun=> Some five) /\
  Candidates.kept run excess (c 0) /\ ~ Candidates.kept run excess (c 1).
Proof.
have two n : n != c 0 -> n != c 1 -> ~ exists x, LeaveOneOut.without told n x.
  move=> n0 n1 [x rest]; apply: (zero_against_one (A := group [:: c 0; c 1])); rewrite ?in_group //.
  by exists x => m; rewrite in_group !inE => /orP[]/eqP->; apply: rest; rewrite eq_sym.
split; last split; last split.
- by apply: every; do! split; rewrite /=; try (apply: two; by []); apply: every; do! split; first [by [] | move=> _;
  computed].
- by move=> /(_ (c 0) (c 1) isT); apply/negP; computed.
- by exists three, (c 1), five; split; try by []; computed.
move=> [x [k [y [[<-]]]]]; move: k; apply: every; rewrite /run /=.
split; first by move=> [<-] _; apply/negP; computed.
split; first by move=> _ /negP contradiction _; apply: contradiction.
by split; [|split; [|exact I]]; move=> none; discriminate none.
Qed.
(* Tolerances and averages. At 5 the first two lose 1 each, which the tolerance 1 just allows; the average is 1/2. *)
Definition nearly : rat := 9%:R / 10%:R.
Definition returned (n : 'I_4) : rat := if n == 1%N :> nat then five else three.
Example tolerances : [/\ LeaveOneOut.content excess (fun=> 0) 1 (c 0) five, ~~ LeaveOneOut.content excess (fun=> 0)
  nearly (c 0) five,
  LeaveOneOut.serves excess (fun=> 0) 1 five & ~ LeaveOneOut.serves excess (fun=> 0) nearly five] /\
  [/\ LeaveOneOut.passes excess 1 returned five, ~ LeaveOneOut.passes excess nearly returned five,
  Averages.content excess (fun=> 0) 1 (c 0) five & ~~ Averages.content excess (fun=> 0) nearly (c 0) five] /\
  [/\ Averages.agreed excess (fun=> 0) three, ~ Averages.agreed excess (fun=> 0) five &
  Averages.average excess (fun=> 1) five = 1 / 2%:R].
Proof.
split; [split | split; split].
- by computed.
- by computed.
- by apply: every; do! split; computed.
- by move=> /(_ (c 0)); apply/negP; computed.
- by apply: every; do! split; apply: every; do! split; computed.
- by move=> /(_ (c 0) (c 0)); apply/negP; computed.
- by computed.
- by computed.
- by apply: every; do! split; apply/eqP; computed.
- by move=> /(_ (c 0)) /eqP; apply/negP; computed.
by rewrite /Averages.average card_ord !big_ord_recl big_ord0; apply/eqP; computed.
Qed.

(* --- "Which rule can no lie move?": five clients report [0,4], [1,5], [1,3], [2,6] and [7,8], one may lie. Points of
   [2,3] have depth 4 and are deep, 1 has depth 3 only. --- *)
Definition five_reports (m : 'I_5) := let e := nth (0, 0) [:: (0, 4%:R); (1, 5%:R); (1, 3%:R); (2%:R, 6%:R); (7%:R,
  8%:R)] m in
  between e.1 e.2.
Example depths : [/\ Trust.depth five_reports 2%:R = 4%N, Trust.depth five_reports three = 4%N, Trust.depth
  five_reports 1 = 3%N &
  Trust.depth five_reports 8%:R = 1%N] /\ Trust.deep 1 five_reports 2%:R /\ ~ Trust.deep 1 five_reports 1 /\
    Trust.deep 2 five_reports 1.
Proof.
rewrite /Trust.deep /Trust.depth !set_size card_ord; split; first by split; computed.
by split; [computed | split; [apply/negP; computed | computed]].
Qed.
(* Kinds of clients, and groups of two among four. *)
Example kinds_and_groups : Trust.of_kind (fun m : 'I_4 => m./2) 1%N = group [:: c 2; c 3] /\
  Trust.truth two_kinds (fun m : 'I_4 => m./2) (c 3) five /\ ~~ Trust.truth two_kinds (fun m : 'I_4 => m./2) (c 1)
    five /\
  #|DepthMore.groups [finType of 'I_4] 2| = 6%N /\ group [:: c 0; c 1] \in DepthMore.groups [finType of 'I_4] 2 /\
  group [:: c 0] \notin DepthMore.groups [finType of 'I_4] 2.
Proof.
split; first by apply: as_group.
split; [computed | split; [computed | split]]; first by rewrite card_draws card_ord.
by rewrite !inE !card_group.
Qed.
