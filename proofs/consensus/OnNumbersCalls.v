(* Mechanism H on the numbers of the page "Can the liar be found with fewer calls?": six clients on a line of whom client 3
   lies, its exercises, and three points of which one names the liar. Computed: the outcomes that the page prints, that is,
   the point, who is named, the calls and the tested points; who contradicts whom; and what the calls may answer.
   Modelled: nothing new; numbers are fractions. Not modelled: what the theorems of the other files say of all numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import OnNumbers.
From Incentives Require MechanismH SlackH MoreH CallsOfH Batches LeaveOneOut Exposure.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.


(* --- "Can the liar be found with fewer calls?": six clients accept [0,6], [2,9] and [-1,5], each twice; client 3
   reports [7,8]. W = [2,5]. --- *)
Notation c := (client 5).
Definition kinds (k : nat) (x : rat) := let e := nth (0, 0) [:: (0, 6%:R); (2%:R, 9%:R); (-1, 5%:R)] k in
  between e.1 e.2 x.
Definition accepts (m : 'I_6) := kinds m./2.
Definition reported (m : 'I_6) := if m == 3%N :> nat then between 7%:R 8%:R else accepts m.
Definition point : rat := 7%:R / 2%:R.
Arguments accepts : simpl never. Arguments reported : simpl never.
(* The answers, exact: two clients whose intervals do not meet, or a point. *)
Definition call (n : 'I_6) : rat + {set 'I_6} :=
  if n == 3%N :> nat then inl point else if n == 4%N :> nat then inr (group [:: c 3; c 5]) else inr (group [:: c 3; c
    4]).

Example agree_from_two_to_five x : MechanismH.agreed accepts x <-> between 2%:R 5%:R x.
Proof.
split=> [all_x|x_in]; last by apply: every; repeat split; apply: wider x_in.
by have /andP[two _] := all_x (c 2); have /andP[_ five] := all_x (c 4); apply/andP.
Qed.

Example any_one_can_be_spared : [/\ MechanismH.redundant accepts, Exposure.spares accepts 1, Batches.spares accepts 1
  &
  ~ Exposure.spares accepts 2].
Proof.
have one : Exposure.spares accepts 1 by move=> A x; apply: (copies_stay (has := kinds)).
split=> // [n x all_x|two].
- apply: (one [set n]); first by rewrite cards1.
  by move=> m; rewrite inE; apply: all_x.
have six m : m \notin (group [:: c 4; c 5]) -> accepts m 6%:R.
  by move: m; apply: every; rewrite /= !in_group; do! split; first [by [] | move=> _; computed].
by have := two _ _ _ six (c 4); rewrite card_group // => /(_ isT); apply/negP; computed.
Qed.

(* Clients 3 and 4 contradict each other, 2 and 3 do not. *)
Example who_contradicts_whom :
  [/\ MechanismH.witness reported (group [:: c 3; c 4]), ~ MechanismH.witness reported (group [:: c 2; c 3]),
    MechanismH.sound_all reported (inr (group [:: c 3; c 4])), ~ MechanismH.sound_all reported (inl point) &
    forall n, MechanismH.sound reported call n].
Proof.
have apart k x : k = c 4 \/ k = c 5 -> reported (c 3) x -> ~~ reported k x.
  by move=> who /andP[seven _]; apply/negP; case: who => -> /andP[_ /(le_trans seven)].
have wit (A : {set 'I_6}) k : k = c 4 \/ k = c 5 -> c 3 \in A -> k \in A -> MechanismH.witness reported A.
  by move=> who A3 Ak [x in_A]; have := in_A _ Ak; apply/negP/(apart _ _ who)/in_A.
have w4 : MechanismH.witness reported (group [:: c 3; c 4]) by apply: (wit _ (c 4)); rewrite ?in_group //; left.
have w5 : MechanismH.witness reported (group [:: c 3; c 5]) by apply: (wit _ (c 5)); rewrite ?in_group //; right.
split; [exact: w4 | move=> none | exact: w4 | by move/(_ (c 3)); apply/negP; computed |].
- by apply: none; exists 8%:R => m; rewrite in_group !inE => /orP[]/eqP->; computed.
apply: every; rewrite /MechanismH.sound /=; do! split; rewrite ?in_group //.
by apply: every; do! split; first [by [] | move=> _; computed].
Qed.

(* The page prints: point 7/2 after 2 calls and 1 verified point, 3 named. *)
Example the_page_prints : let o := MechanismH.mechanism_h accepts (inr (group [:: c 3; c 4])) call in
  [/\ o = MechanismH.Outcome (Some point) (Some (c 3)) 2 1, MechanismH.right accepts o,
    MechanismH.good accepts point, ~~ MechanismH.good accepts 7%:R &
    MechanismH.point_without reported (c 3) point /\ ~ MechanismH.joint reported point].
Proof.
have good : MechanismH.good accepts point by rewrite /MechanismH.good tested; computed.
have -> : MechanismH.mechanism_h accepts (inr (group [:: c 3; c 4])) call =
    MechanismH.Outcome (Some point) (Some (c 3)) 2 1.
  by rewrite /MechanismH.mechanism_h card_group // enum_group //= good.
split; [by [] | | exact: good | rewrite /MechanismH.good tested; computed | split].
- by exists point; first by []; apply: every; do! split; computed.
- by apply: every; do! split; first [by [] | move=> _; computed].
by move/(_ (c 3)); apply/negP; computed.
Qed.

(* Begun with everybody or by leaving out; if client 4 goes first, client 3 is the last suspect and no point is
   tested. *)
Example other_orders : let found := Some point in
  [/\ CallsOfH.begun_with_everybody accepts call (inr (group [:: c 3; c 4])) [:: c 3; c 4]
      = MechanismH.Outcome found (Some (c 3)) 2 1,
    CallsOfH.begun_with_everybody accepts call (inr (group [:: c 3; c 4])) [:: c 4; c 3]
      = MechanismH.Outcome found (Some (c 3)) 3 0,
    CallsOfH.begun_by_leaving_out accepts call (ords 6) = MechanismH.Outcome found (Some (c 3)) 2 1 &
    CallsOfH.last_call call (c 4) = MechanismH.Outcome None (Some (c 4)) 1 0].
Proof.
have nobody : [pick m | (m != c 3) && ~~ accepts m point] = None by rewrite picked; computed.
by rewrite /CallsOfH.begun_with_everybody /CallsOfH.begun_by_leaving_out /= !in_group /= nobody.
Qed.

(* The exercise "How many calls by hand?": six clients, client 2 reports [5,6]. The page prints 3 calls and no
   verified point; MechanismH.v tests the last suspect's point as well. *)
Definition six (m : 'I_6) := let e := nth (0, 0) [:: (0, 4%:R); (1, 6%:R); (3%:R, 5%:R)] m./2 in between e.1 e.2.
Arguments six : simpl never.
Definition six_call (n : 'I_6) : rat + {set 'I_6} :=
  if n == 2%N :> nat then inl point else if n == 0%N :> nat then inr (group [:: c 1; c 2]) else inr (group [:: c 0; c
    2]).
Example calls_by_hand :
  CallsOfH.begun_with_everybody six six_call (inr (group [:: c 0; c 2])) [:: c 0; c 2] =
    MechanismH.Outcome (Some point) (Some (c 2)) 3 0 /\
  MechanismH.mechanism_h six (inr (group [:: c 0; c 2])) six_call = MechanismH.Outcome (Some point) (Some (c 2)) 3 1.
Proof.
have good : MechanismH.good six point by rewrite /MechanismH.good tested; computed.
rewrite /MechanismH.mechanism_h card_group // enum_group //.
by rewrite /CallsOfH.begun_with_everybody /= !in_group /= good.
Qed.
(* Without the sixth client Assumption 3 fails: 5/2 suits all but the last. *)
Example five_are_not_redundant : ~ MechanismH.redundant (fun (m : 'I_5) => six (client 5 m)).
Proof.
move=> /(_ (client 4 4) (5%:R / 2%:R)) suits; have /suits/(_ (client 4 4)) : forall m, m != client 4 4 ->
    six (client 5 m) (5%:R / 2%:R) by apply: every; do! split; first [by [] | move=> _; computed].
by apply/negP; computed.
Qed.

(* The exercise "The last call untested": sets {0,1}, {0,1}, {0} and client 2 reports {2}. The output 1 is not in W =
   {0}. *)
Notation k := (client 2).
Definition points (m : 'I_3) := pred_of_seq (nth [::] [:: [:: 0; 1]; [:: 0; 1]; [:: 0]]%N m) : pred nat.
Definition untested (n : 'I_3) : nat + {set 'I_3} :=
  if n == 2%N :> nat then inl 1%N else if n == 0%N :> nat then inr (group [:: k 1; k 2]) else inr (group [:: k 0; k
    2]).
Example a_wrong_output :
  let o := CallsOfH.begun_with_everybody points untested (inr (group [:: k 0; k 2])) [:: k 0; k 2] in
  o = MechanismH.Outcome (Some 1%N) (Some (k 2)) 3 0 /\ ~ MechanismH.right points o.
Proof.
have -> : CallsOfH.begun_with_everybody points untested (inr (group [:: k 0; k 2])) [:: k 0; k 2] =
    MechanismH.Outcome (Some 1%N) (Some (k 2)) 3 0.
  by rewrite /CallsOfH.begun_with_everybody /= !in_group.
by split=> // -[x [<-]] /(_ (k 2)).
Qed.

(* Points again: {0,2}, {0,1} and {0}, and client 2 reports {1,2}. The run without 0 returns 1, which fails at 0, who
   was left out, and at 2, who is named; the call without 2 is the last. *)
Definition exact_points (m : 'I_3) := pred_of_seq (nth [::] [:: [:: 0; 2]; [:: 0; 1]; [:: 0]]%N m) : pred nat.
Definition one_two_zero (n : 'I_3) : nat + {set 'I_3} := inl (nth 0%N [:: 1; 2; 0]%N n).
Example a_bad_point_names_the_liar : let o := MechanismH.Outcome (Some 0%N) (Some (k 2)) 3 1 in
  MechanismH.mechanism_h exact_points (inr (group [:: k 0; k 1; k 2])) one_two_zero = o /\
  CallsOfH.begun_with_everybody exact_points one_two_zero (inr (group [:: k 0; k 1; k 2])) [:: k 0; k 1; k 2] = o.
Proof.
have bad : MechanismH.good exact_points 1%N = false by rewrite /MechanismH.good tested; computed.
have liar : [pick m | (m != k 0) && ~~ exact_points m 1%N] = Some (k 2) by rewrite picked; computed.
have three : #|group [:: k 0; k 1; k 2]| = 3%N by apply: card_group.
have list3 : enum (group [:: k 0; k 1; k 2]) = [:: k 0; k 1; k 2] by apply: enum_group.
split; first by rewrite /MechanismH.mechanism_h three list3 [LHS]/= bad liar.
by rewrite /CallsOfH.begun_with_everybody [LHS]/= liar.
Qed.
