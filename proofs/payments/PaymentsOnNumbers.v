(* The definitions of the part on payments on the numbers of its pages: the help desk under chi-squared, a tilt whose
   exponentials are fractions, and the reports and copies of the page on who chooses the models.
   Modelled: nothing new. Not modelled: what the theorems of the other files say of all numbers. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Rewards Tilting ChiSquared CutLine SmallLies LiesThatPay LinearLies BestReplies SmoothTraining.
From Incentives Require OtherMultiples Marginal Sentences SharpKL NoPrice DivergencePayments FeesKL Crowds.
Import ListNotations.
Open Scope R_scope.

Definition third (_ : nat) := 1/3.
Definition of (xs : list R) (x : nat) := nth x xs 0.
Notation likes := (of [1; 1/4; 0]).
(* What is left of an example: an equation, a choice, or a sentence about each of the three answers. *)
Ltac by_answer := intros; repeat match goal with
  H : (?x <= 2)%nat |- _ => destruct x as [|[|[|]]]; [| | |lia]; clear H end; unfold of, third; simpl.
Ltac compare := unfold Rmax; repeat destruct (Rle_dec _ _); lra.
Ltac each := repeat match goal with |- cons _ _ = cons _ _ => apply f_equal2 end; try reflexivity.
Ltac numbers := repeat split; solve [field | lra | each; field | each; compare | compare | by_answer; lra |
  by_answer; compare | unfold Rewards.sum, of; simpl; lra | exists 0%nat; split; [lia | reflexivity]].

(* --- "Which model does training select?": group 1 of the help desk alone, uniform initial model, chi-squared. The
  multiplier is
   the mean reward 5/12, and at the penalty 5/24 the joke has just died. --- *)
Notation at_the_edge := (of [4/5; 1/5; 0]).
Example where_the_joke_dies : ChiSquared.inner_multiplier 2 third likes = 5/12 /\
  map (ChiSquared.inner_model 2 third (5/24) likes) [0; 1; 2]%nat = [4/5; 1/5; 0] /\
  map (CutLine.cut third (5/24) likes (5/12)) [0; 1; 2]%nat = [4/5; 1/5; 0] /\
  CutLine.slack (5/24) likes (5/12) 2 = 0 /\ Tilting.distribution 2 at_the_edge /\
  ChiSquared.with_multiplier 2 third (5/24) likes at_the_edge (5/12).
Proof.
  assert (M : ChiSquared.inner_multiplier 2 third likes = 5/12).
  { unfold ChiSquared.inner_multiplier, Rewards.sum, of, third. simpl. field. }
  split; [exact M|]. unfold ChiSquared.inner_model. rewrite M. unfold CutLine.cut, CutLine.slack, of, third. simpl.
  numbers.
Qed.
(* Below this penalty the other two answers share the whole probability; at 1/6 they get 7/8 and 1/8. *)
Example below_the_edge : map (CutLine.cut third (1/6) likes (11/24)) [0; 1; 2]%nat = [7/8; 1/8; 0] /\
  CutLine.slack (1/6) likes (11/24) 2 = 1/8 /\ CutLine.alive 2 (of [7/8; 1/8; 0]) third = 2/3.
Proof.
  unfold CutLine.alive, Rewards.sum, CutLine.cut, CutLine.slack, of, third. simpl. split; [|split].
  - repeat match goal with |- cons _ _ = cons _ _ => apply f_equal2 end; try reflexivity; compare.
  - compare.
  - repeat destruct (Rlt_dec _ _); lra.
Qed.
Example worth_of_the_model : ChiSquared.squared_welfare 2 third (5/24) likes at_the_edge = 19/30 /\
  SmallLies.penalised 2 third (fun r => 5/24 * (r - 1) ^ 2) likes at_the_edge = 19/30 /\
  LiesThatPay.worth 2 likes at_the_edge = 17/20 /\ DivergencePayments.average 2 at_the_edge likes = 17/20 /\
  SmoothTraining.inner 2 at_the_edge likes = 17/20 /\ OtherMultiples.variance 2 at_the_edge likes = 9/100 /\
  Sentences.worth 2 (2, likes) at_the_edge = 17/10 /\
  Sentences.rest_less 2 likes (fun _ => 1/4) at_the_edge = 3/5 /\ Sentences.normalised 2 likes 0 = 4/5 /\
  Marginal.covariance (1/2) at_the_edge 0 1 = - (8/25) /\ Marginal.covariance (1/2) at_the_edge 0 0 = 8/25.
Proof.
  unfold ChiSquared.squared_welfare, SmallLies.penalised, LiesThatPay.worth, DivergencePayments.average,
    OtherMultiples.variance, SmoothTraining.inner, Sentences.worth, Sentences.rest_less, Sentences.normalised,
    Marginal.covariance, Rewards.sum, of, third. simpl. repeat split; field.
Qed.

(* --- "What is the best lie?": how much a report of each answer moves the model of the help desk. Under chi-squared the
   second derivative of the penalty is 2 * 5/24. --- *)
Example where_a_lie_pays :
  LiesThatPay.responsive third (fun _ => 5/12) likes (fun _ => at_the_edge) 1 = 4/5 /\
  LiesThatPay.marginal 2 third (fun _ => 5/12) likes (fun _ => at_the_edge) 1 = - (2/5) /\
  LinearLies.prior 2 third likes = 5/12 /\ LiesThatPay.by_maximum 2 likes /\ LiesThatPay.by_sum 2 at_the_edge /\
  map (BestReplies.indicator likes (1/4)) [0; 1; 2]%nat = [1; 1; 0] /\
  map (BestReplies.single 1) [0; 1; 2]%nat = [0; 1; 0].
Proof.
  unfold LiesThatPay.responsive, LiesThatPay.marginal, LinearLies.prior, LiesThatPay.responsive, Rewards.sum, of, third.
  unfold BestReplies.indicator. simpl. repeat destruct (Rle_dec _ _); try lra. numbers.
Qed.
Example directions : SmoothTraining.plus likes at_the_edge 0 = 9/5 /\ SmoothTraining.line likes at_the_edge 2 1 =
  13/20 /\
  SmoothTraining.scaled 3 likes 1 = 3/4 /\ OtherMultiples.one_outcome 1 1 = 1 /\ OtherMultiples.one_outcome 1 0 = 0 /\
  SmoothTraining.form 2 (fun x y => if Nat.eqb x y then 1 else 0) likes at_the_edge = 17/20 /\
  FeesKL.total likes 2 at_the_edge 0 = 13/5 /\ SharpKL.by_maximum 2 likes /\ SharpKL.by_sum 2 at_the_edge.
Proof.
  unfold SmoothTraining.plus, SmoothTraining.line, SmoothTraining.scaled, SmoothTraining.form, FeesKL.total,
    Rewards.sum,
    of. simpl. numbers.
Qed.

(* --- KL, on numbers of our own: two answers, penalty 1 and the reward ln 3 for the first. The tilt is 3/4 and 1/4,
  and it is worth ln 2. --- *)
Definition log_three (x : nat) := match x with O => ln 3 | _ => 0 end.
Lemma doubled : Tilting.normaliser 1 SharpKL.half 1 log_three = 2.
Proof.
  unfold Tilting.normaliser, Rewards.sum, log_three, SharpKL.half. simpl. unfold Rdiv. rewrite Rinv_1, !Rmult_1_r,
    exp_0.
  rewrite exp_ln by lra. lra.
Qed.
Example tilt_on_numbers : Tilting.tilted 1 SharpKL.half 1 log_three 0 = 3/4 /\
  Tilting.tilted 1 SharpKL.half 1 log_three 1 = 1/4 /\ Tilting.multiplier 1 SharpKL.half 1 log_three = ln 2 - 1 /\
  Tilting.welfare 1 SharpKL.half 1 log_three (of [3/4; 1/4]) = ln 2 /\
  OtherMultiples.best_welfare 1 SharpKL.half 1 log_three = ln 2 /\
  Tilting.divergence 1 (of [1/2; 1/2]) SharpKL.half = 0.
Proof.
  unfold Tilting.tilted, Tilting.multiplier, OtherMultiples.best_welfare. rewrite doubled. repeat split; try ring.
  - unfold log_three, SharpKL.half, Rdiv. rewrite Rinv_1, Rmult_1_r, exp_ln by lra. lra.
  - unfold log_three, SharpKL.half, Rdiv. rewrite Rmult_0_l, exp_0. lra.
  - unfold Tilting.welfare, Tilting.divergence, Rewards.sum, log_three, SharpKL.half, of. simpl.
    replace (3 / 4 / / 2) with (3 * / 2) by field. replace (1 / 4 / / 2) with (/ 2) by field.
    rewrite ln_mult, ln_Rinv by lra. lra.
  - unfold Tilting.divergence, Rewards.sum, SharpKL.half, of. simpl. replace (1 / 2 / / 2) with 1 by field.
    rewrite ln_1. lra.
Qed.
Example two_answers : Crowds.liked 0 = 1 /\ Crowds.liked 1 = 0 /\ Crowds.fair 1 = / 2.
Proof. repeat split. Qed.

(* --- "Who chooses the models?": two types, a rival, and the copies that are trained for them --- *)
Example copies_on_numbers : NoPrice.legal NoPrice.typeA /\ NoPrice.simplex NoPrice.copyA /\
  NoPrice.chi2 NoPrice.start = 0 /\ NoPrice.chi2 NoPrice.copyA = 13/128 /\
  NoPrice.dot NoPrice.copyA NoPrice.typeA = 53/96 /\ NoPrice.welfare NoPrice.typeA NoPrice.rival NoPrice.start = 7/6.
Proof.
  unfold NoPrice.legal, NoPrice.simplex, NoPrice.welfare, NoPrice.chi2, NoPrice.dot, NoPrice.typeA, NoPrice.copyA,
    NoPrice.rival, NoPrice.start. simpl.
  repeat split; try lra; try field.
Qed.
