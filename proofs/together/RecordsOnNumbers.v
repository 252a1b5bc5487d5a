(* The definitions of the last part on the numbers of its pages, where they are about real numbers: five equal members
   at the threshold of one half, gifts and rewards of a federation that agrees, the five clinics, and one liar.
   Modelled: nothing new. Not modelled: what the theorems of the other files say of all numbers. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require EmptyCore FiveGains FivePlayers Brings Collect Injury Score.
Import ListNotations.
Open Scope R_scope.
Ltac compare := unfold Rmax, Rmin; repeat destruct (Rle_dec _ _); lra.
Lemma root a b : 0 <= b -> b * b = a -> sqrt a = b.
Proof. intros pos <-. now apply sqrt_square. Qed.

(* --- "Who still collects data?": noise 10, spread 1 and five members. At the cost 2/25 of a record the efficient
  number and
   the collected one are both 5, half of the ratio. --- *)
Example five_members_bring_five : Brings.efficient 5 10 (2/25) = 5 /\ Brings.condition 5 10 1 (2/25) 5 = 0 /\
  Brings.records 5 5 5 = 25 /\ Brings.squares 5 5 5 = 125 /\ Brings.spends 5 10 1 (2/25) 5 5 = 8/5 /\
  Brings.total 5 10 1 (2/25) 25 125 = 8.
Proof.
  unfold Brings.efficient, Brings.condition, Brings.total, Brings.spends, Brings.squares, Brings.records.
  split; [apply root; [lra|field]|]. repeat split; field.
Qed.

(* The second half of the page: noise 10, a record costs 1/10. Alone a member collects 10; a gift with the error 2
   displaces five of them, and the error is 1 in either case. *)
Example a_gift_displaces_five : Collect.lone 10 (1/10) = 10 /\ Collect.still 10 (1/10) 2 = 5 /\
  Collect.final 10 2 5 = 1 /\ Collect.keeps 10 (1/10) 2 5 = 3/2.
Proof.
  assert (L : sqrt (10 / (1/10)) = 10) by (apply root; [lra|field]).
  unfold Collect.lone, Collect.still, Collect.keeps, Collect.final. rewrite L. repeat split; try field. compare.
Qed.
Example rewards_for_ten : Collect.by_itself 10 10 = 1 /\ Collect.pooled 2 10 10 10 = 1/2 /\
  Collect.rewarded 2 10 10 10 = 1/2 /\ Collect.rewarded 2 10 10 5 = 5/3 /\ Collect.pays 2 10 (1/10) 10 10 = 3/2 /\
  Collect.each_pays 2 10 (1/10) 10 = 3/2.
Proof.
  unfold Collect.pays, Collect.rewarded, Collect.pooled, Collect.by_itself, Collect.each_pays.
  replace (Rmax 10 10) with 10 by compare. replace (Rmax 5 10) with 10 by compare. repeat split; field.
Qed.

(* --- "Why do two different lies gain the same?": the clinic with 5 of 35 records, beside 5 and 25 others --- *)
Example clinic_with_five : Injury.best (Injury.alone 5 10) (Injury.without 30 650 10 1) = 37/73 /\
  Injury.distance 2 (37/18) 0 = 73/18 /\ Injury.charged 2 (37/18) 0 (1/2) 1 = 73/36 /\
  Score.share 5 30 = 1/7 /\ Score.model 5 30 7 0 = 1 /\ Score.loses 5 30 7 0 7 = 210.
Proof.
  unfold Injury.charged, Injury.error, Injury.best, Injury.alone, Injury.without, Injury.distance, Score.loses,
    Score.model, Score.share. repeat split; field.
Qed.

(* --- "Can a federation live with liars?": the five clinics, noise 11. Elm, the largest, alone has 11/62. --- *)
Example five_clinics : FiveGains.alone 4 = 11/62 /\ FiveGains.alone 0 = 11 /\
  FiveGains.saved FiveGains.four 0 = 441/50 /\ FiveGains.saved FiveGains.four 1 = 283/150 /\
  FiveGains.cut FiveGains.four = 283/150 /\ FivePlayers.bill FivePlayers.large 4 = 11 /\
  FivePlayers.cost FivePlayers.small = 91/5.
Proof.
  unfold FivePlayers.cost, FivePlayers.sum, FivePlayers.bill, FiveGains.cut, FiveGains.saved, FiveGains.alone,
    EmptyCore.err, EmptyCore.total, EmptyCore.squares, EmptyCore.members, EmptyCore.size. simpl.
  repeat split; try lra. compare.
Qed.
