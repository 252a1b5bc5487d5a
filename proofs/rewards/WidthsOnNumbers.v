(* The definitions of networks of random width and of local training on numbers: the two-dimensional example of the
   page on random widths, two clients whose losses are least at 0 and at 1, and vectors with two coordinates.
   Modelled: nothing new. Not modelled: what the theorems of the other files say of all numbers. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Rewards Moments Quadratics Gradients LocalSteps LocalPairs Chance Chances LocalProcess Pasts
  RandomWidths.
From Incentives Require WidthOptima WidthExamples NarrowNetworks OtherMethods HiddenLayer.
Import ListNotations.
Open Scope R_scope.
Notation pair := OtherMethods.pair.

(* --- "What does training at random widths converge to?": a bowl with correlation 1/2, trained with one or two
  coordinates, each half
   of the time. Its own minimum is -2/3, and the averaged one costs 2/147 more. --- *)
Definition best := pair (6/7) (4/7).
Definition bowl (x : nat -> R) := WidthOptima.bowl (1/2) (x 0%nat) (x 1%nat).
Definition gradient (x : nat -> R) (k : nat) :=
  match k with O => x 0%nat + / 2 * x 1%nat - 1 | _ => / 2 * x 0%nat + x 1%nat - 1 end.
Notation half := (fun _ : nat => / 2).

Example bowl_on_numbers : WidthOptima.bowl (1/2) (2/3) (2/3) = - (2/3) /\ bowl best - - (2/3) = 2/147 /\
  WidthOptima.bowl_averaged (1/2) (1/2) (6/7) (4/7) = - (4/7) /\
  RandomWidths.at_width WidthOptima.first_or_full bowl 0 best = - (24/49) /\
  RandomWidths.width_averaged 1 half WidthOptima.first_or_full bowl best = - (4/7) /\
  LocalSteps.expectation 1 half INR = / 2.
Proof.
  unfold RandomWidths.width_averaged, RandomWidths.at_width, LocalSteps.expectation, Quadratics.mask, bowl,
    WidthOptima.bowl_averaged, WidthOptima.bowl, best, WidthOptima.first_or_full, Rewards.sum. simpl.
  repeat split; field.
Qed.

Example gradients_cancel :
  RandomWidths.expected_gradient 1 half WidthOptima.first_or_full gradient best 0 = 0 /\
  RandomWidths.expected_gradient 1 half WidthOptima.first_or_full gradient best 1 = 0 /\
  Quadratics.masked WidthOptima.first_or_full gradient 0 best 0 = - (1/7) /\
  Quadratics.expected 1 half INR = / 2 /\
  Quadratics.width_noise 1 1 half WidthOptima.first_or_full gradient best = 1/49.
Proof.
  unfold RandomWidths.expected_gradient, LocalSteps.expectation, Quadratics.width_noise, Quadratics.expected,
    Quadratics.square, Quadratics.masked, Quadratics.mask, gradient, best, WidthOptima.first_or_full, Rewards.sum.
  simpl. repeat split; field.
Qed.

Example curvatures_of_widths : let H k l := if Nat.eqb k l then 1 else / 2 in
  Quadratics.masked_hessian WidthOptima.first_or_full H 0 0 0 = 1 /\
  Quadratics.masked_hessian WidthOptima.first_or_full H 0 0 1 = 0 /\
  Quadratics.masked_hessian WidthOptima.first_or_full H 1 0 1 = / 2 /\
  WidthExamples.quadratic 1 H (fun _ => 1) best = bowl best /\
  Quadratics.affine 1 H (fun _ => 1) best 0 = gradient best 0 /\ WidthExamples.nested 1 1 = true.
Proof.
  unfold WidthExamples.quadratic, Quadratics.affine, Gradients.dot, bowl, WidthOptima.bowl, gradient, best,
    Rewards.sum. simpl. repeat split; field.
Qed.

(* --- For "How fast does local training converge?", on numbers of our own: two clients, losses least at 0 and at 1,
  curvature 1, steps of 1/2 and
   two of them in a round. Everybody starts at 0 and is at 3/8 after a round; with equal curvatures so is the server
   that averages after each step. --- *)
Definition one_curve (k l : nat) := 1.
Definition target (i k : nat) := INR i.
Definition quiet (t i k : nat) := 0.
Example first_round : Quadratics.local 1 0 one_curve target (1/2) quiet 2 (fun _ _ => 0) 1 1 0 = / 2 /\
  Quadratics.local 1 0 one_curve target (1/2) quiet 2 (fun _ _ => 0) 2 1 0 = 3/8 /\
  Quadratics.central 1 0 one_curve target (1/2) quiet (fun _ => 0) 2 0 = 3/8 /\
  Quadratics.round (1/2) 0 = 3/8 /\ Quadratics.rounds (1/2) 0 2 = 33/64 /\
  Quadratics.average 1 (fun i _ => INR i) 0 = / 2.
Proof.
  repeat split; cbv -[Rplus Rmult Rminus Rdiv Ropp Rinv IZR]; field.
Qed.

(* The same step as the process of the bounds: client 1 moves by half of its gradient -1. *)
Definition pull (i : nat) (past : list nat) (p k : nat) := - INR i.
Example first_step : LocalProcess.places 1 (fun _ => 0) (1/2) 2 pull [0%nat] 1 0 = / 2 /\
  LocalProcess.middle 1 (fun _ => 0) (1/2) 2 pull [0%nat] 0 = 1/4 /\
  LocalProcess.places 1 (fun _ => 0) (1/2) 2 pull [0%nat; 0%nat] 1 0 = / 2 /\
  LocalProcess.objective 1 (fun i x => / 2 * (x 0%nat - INR i) ^ 2) (fun _ => 0) = 1/4 /\
  LocalPairs.of_all 1 (fun i x k => x k - INR i) (fun _ => 0) 0 = - / 2.
Proof.
  repeat split; cbv -[Rplus Rmult Rminus Rdiv Ropp Rinv IZR pow]; field.
Qed.

(* Chances of what comes: of two fair coins one shows up on average. *)
Example two_coins : Pasts.later 1 (fun _ _ => / 2) 2 (fun past => INR (fold_right plus 0%nat past)) [] = 1 /\
  Pasts.probabilities 1 (fun _ _ => / 2) /\
  Chances.expected (Pasts.finite 1 (fun _ _ => / 2)) 2 (fun past => INR (fold_right plus 0%nat past)) [] = 1.
Proof.
  split; [|split]; [unfold Pasts.later, LocalSteps.expectation, Rewards.sum; simpl; field| |].
  - intro past. split; [intros; lra|unfold Rewards.sum; simpl; lra].
  - unfold Chances.expected, Pasts.finite, LocalSteps.expectation, Rewards.sum. simpl. field.
Qed.
(* The mean squared distance of -1, 0 and 1 from their average is 2/3; the first coordinate is continuous, a jump is
  not. *)
Example drift_of_three : LocalProcess.drift 2 0 (fun i _ => INR i - 1) = 2/3 /\
  Chance.continuous 0 (fun x => x 0%nat) /\ ~ Chance.continuous 0 (fun x => if Rle_dec (x 0%nat) 0 then 0 else 1).
Proof.
  split; [|split].
  - unfold LocalProcess.drift, Moments.mean, Rewards.sum, Rewards.clients. cbn [sum_f_R0 INR].
    rewrite !Gradients.norm_square. unfold Gradients.norm2, Gradients.dot, Gradients.less, Quadratics.average,
      Moments.mean, Rewards.sum, Rewards.clients. cbn [sum_f_R0 INR]. field.
  - apply Chance.coordinate_continuous. lia.
  - intro C. destruct (C (fun _ => 0) 1 ltac:(lra)) as [d [d0 H]]. specialize (H (fun _ => d / 2)).
    lapply H; [clear H; intro H|intros k _; rewrite Rminus_0_r, Rabs_pos_eq; lra].
    destruct (Rle_dec (d / 2) 0); [lra|]. destruct (Rle_dec 0 0); [|lra]. rewrite Rminus_0_r, Rabs_R1 in H. lra.
Qed.

(* --- Numbers of our own, vectors with two coordinates: (3, 4) has the length 5 and the cosine 3/5 with (1, 0) --- *)
Lemma length_of_3_4 : Gradients.norm 1 (pair 3 4) = 5.
Proof.
  unfold Gradients.norm, Gradients.norm2, Gradients.dot, Rewards.sum. simpl.
  replace (3 * 3 + 4 * 4) with (5 * 5) by ring. apply sqrt_square. lra.
Qed.
Lemma length_of_1_0 : Gradients.norm 1 (pair 1 0) = 1.
Proof.
  unfold Gradients.norm, Gradients.norm2, Gradients.dot, Rewards.sum. simpl.
  replace (1 * 1 + 0 * 0) with (1 * 1) by ring. apply sqrt_square. lra.
Qed.
Example three_four_five : Gradients.norm 1 (pair 3 4) = 5 /\ OtherMethods.cosine 1 (pair 1 0) (pair 3 4) = 3/5 /\
  OtherMethods.scaled 1 10 (pair 3 4) 1 = 8 /\ Gradients.less (pair 3 4) (pair 1 0) 0 = 2 /\
  Gradients.along (pair 3 4) 2 (pair 1 0) 0 = 5 /\ OtherMethods.kept (Nat.eqb 1) (pair 3 4) 0 = 0 /\
  OtherMethods.aggregate 1 half (fun j => if Nat.eqb j 0 then pair 3 4 else pair 1 0) 0 = 2.
Proof.
  unfold OtherMethods.cosine, OtherMethods.scaled. rewrite length_of_3_4, length_of_1_0.
  unfold Gradients.less, Gradients.along, OtherMethods.kept, OtherMethods.aggregate, Gradients.dot, Rewards.sum.
  simpl. repeat split; field.
Qed.

(* --- For "What does a narrow network keep?", on numbers of our own: a loss of two weights at three widths, a form,
  and a hidden layer --- *)
Example narrow_losses : NarrowNetworks.tilted (2/3) (4/3) = - (2/3) /\
  map (fun width => NarrowNetworks.loss_at width (2/3) (4/3)) [0; 1; 2]%nat = [0; 2/9; - (2/3)] /\
  NarrowNetworks.average_loss (2/3) (4/3) = - (4/27) /\ NarrowNetworks.passes 2 = 5.
Proof.
  unfold NarrowNetworks.average_loss, Moments.mean, Rewards.clients, Rewards.sum, NarrowNetworks.loss_at,
    NarrowNetworks.tilted, NarrowNetworks.passes. simpl.
  repeat split; try field. repeat match goal with |- cons _ _ = cons _ _ => apply f_equal2 end; try reflexivity; field.
Qed.
Example forms_on_numbers : NarrowNetworks.form 1 (NarrowNetworks.diagonal 2 6) (pair 1 1) = 4 /\
  NarrowNetworks.times 1 (NarrowNetworks.diagonal 2 6) (pair 1 1) 1 = 6 /\
  NarrowNetworks.symmetric 1 (NarrowNetworks.diagonal 2 6) /\
  NarrowNetworks.restricted (fun x => x 0%nat + 10 * x 1%nat) 1 (pair 5 7) (pair 1 2) = 25 /\
  NarrowNetworks.padded 0 (pair 3 4) 1 = 0 /\ HiddenLayer.loss (pair 2 (1/2)) = 0 /\ HiddenLayer.loss (pair 1 0) = / 2.
Proof.
  unfold NarrowNetworks.form, NarrowNetworks.times, Gradients.dot, NarrowNetworks.diagonal, NarrowNetworks.restricted,
    NarrowNetworks.padded, HiddenLayer.loss, Rewards.sum. simpl.
  repeat split; try field. intros k l Hk Hl. destruct k as [|[|]], l as [|[|]]; try lia; reflexivity.
Qed.
