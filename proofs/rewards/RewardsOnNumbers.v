(* The definitions of the part on rewards on the numbers of its pages: gains and menus, scores and widths, the walk on
   three states, and networks of random width. Each example fails where a definition means something else.
   Modelled: nothing new. Not modelled: what the theorems of the other files say of all numbers. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Rewards Moments Readings Correlation EqualGains FiniteMenus Sweep Contributing Scores Pasts.
From Incentives Require Quadratics Gradients LocalSteps RandomWidths WidthOptima Annealing ThreeStates Schedules.
From Incentives Require OtherMethods OnlySharpe.
Import ListNotations.
Open Scope R_scope.

Ltac by_client := intros i Hi; destruct i as [|[|[|]]]; [| | |lia]; simpl.
Ltac each := repeat match goal with |- cons _ _ = cons _ _ => apply f_equal2 end; [.. | reflexivity].
Ltac compare := unfold Rmin, Rmax; repeat destruct (Rle_dec _ _); lra.

(* --- "Can the fair allocation be found exactly?": contributions .5, .6, .7, best level .9; a floor of .75 lifts the
   lowest client of the anchored rule --- *)
Definition own := FiniteMenus.listed [1/2; 3/5; 7/10].
Definition anchored := FiniteMenus.listed [7/10; 4/5; 9/10].

Example anchored_levels : forall i, (i <= 2)%nat -> Rewards.shifted own 0 (9/10) (1/5) i = anchored i.
Proof. by_client; unfold Rewards.shifted, Rewards.clip, Rewards.lo, own, anchored, FiniteMenus.listed; simpl;
    compare. Qed.

Example floor_lifts_the_lowest : Rewards.shifted own (3/4) (9/10) (1/5) 0 = 3/4 /\
  Rewards.shifted own (3/4) (9/10) (1/5) 1 = 4/5.
Proof. split; unfold Rewards.shifted, Rewards.clip, Rewards.lo, own, anchored, FiniteMenus.listed; simpl;
    compare. Qed.

Example gains_of_a_fifth : Rewards.mean_gain 2 own anchored = 1/5 /\ Rewards.variance 2 own anchored = 0 /\
  Scores.gain anchored own 1 = 1/5 /\ Moments.var 2 own = 1/150 /\ Moments.cov 2 own anchored = 1/150.
Proof.
  unfold Rewards.variance, Rewards.mean_gain, Rewards.clients, Scores.gain, Moments.var, Moments.cov, Moments.mean,
    Rewards.clients, Rewards.sum, own, anchored, FiniteMenus.listed. simpl. repeat split; field.
Qed.

Example anchored_is_allowed : Rewards.allocation 2 own 0 (9/10) anchored /\ EqualGains.is_shift 2 own (1/5) anchored /\
  EqualGains.anchored 2 own 0 (9/10) 2 anchored /\ EqualGains.extremes 2 own 0 2 /\ Readings.rational 2 own anchored /\
  Readings.equal_gains 2 own anchored /\ Correlation.some_differ 2 own.
Proof.
  assert (A : Rewards.allocation 2 own 0 (9/10) anchored) by (by_client; unfold own, anchored, FiniteMenus.listed;
    simpl; lra).
  split; [exact A|]. split; [by_client; unfold own, anchored, FiniteMenus.listed; simpl; lra|].
  split; [split; [exact A|by_client; unfold own, anchored, FiniteMenus.listed; simpl; lra]|].
  split; [split; [lia|split; [lia|by_client; unfold own, FiniteMenus.listed; simpl; lra]]|].
  split; [by_client; unfold own, anchored, FiniteMenus.listed; simpl; lra|]. split.
  - intros i j Hi Hj. destruct i as [|[|[|]]]; [| | |lia]; destruct j as [|[|[|]]]; try lia;
      unfold own, anchored, FiniteMenus.listed; simpl; lra.
  - exists 0%nat, 2%nat. unfold own, FiniteMenus.listed. simpl. repeat split; lia || lra.
Qed.

(* The same page: two clients with 1/2 and 3/5 and the levels 3/5, 7/10 and 19/20. Both gain 1/10. *)
Definition two := FiniteMenus.listed [1/2; 3/5].
Definition levels := [3/5; 7/10; 19/20].
Definition given := FiniteMenus.listed [3/5; 7/10].

Example both_gain_a_tenth : FiniteMenus.from_menu 1 two levels given /\ Sweep.offered 1 (fun _ => levels) given /\
  Sweep.total_gain 1 two given = 1/5 /\ Sweep.total_square 1 two given = 1/50 /\
  Sweep.nearest_at 1 two (fun _ => levels) (1/10) given /\ Sweep.region 1 0 (1/5) (1/50) /\
  Sweep.of_sums 1 (Readings.cost 1 1 Readings.ratio) (1/5) (1/50) = 0 /\
  Readings.value 1 two 1 1 Readings.ratio given = 0.
Proof.
  split; [intros i Hi; destruct i as [|[|]]; [| |lia]; unfold given, levels, two, FiniteMenus.listed; simpl; split;
    lra || tauto|].
  split; [intros i Hi; destruct i as [|[|]]; [| |lia]; unfold given, levels, FiniteMenus.listed; simpl; tauto|].
  split; [unfold Sweep.total_gain, Rewards.sum, given, two, FiniteMenus.listed; simpl; lra|].
  split; [unfold Sweep.total_square, Rewards.sum, given, two, FiniteMenus.listed; simpl; lra|].
  split; [intros i b Hi; destruct i as [|[|]]; [| |lia]; unfold given, levels, two, FiniteMenus.listed; simpl;
    intros [<-|[<-|[<-|[]]]] ne; unfold Rabs; repeat destruct (Rcase_abs _); lra|].
  split; [unfold Sweep.region, Rewards.clients; simpl; lra|].
  split; [unfold Sweep.of_sums, Readings.cost, Rewards.clients; simpl; field|].
  unfold Readings.value, Readings.cost, Rewards.variance, Rewards.mean_gain, Rewards.clients, Rewards.sum, given, two,
    FiniteMenus.listed. simpl. field.
Qed.

(* Its exercise: contributions 1 and 2, levels 2, 3 and 5. Only (2, 3) has equal gains. *)
Example two_and_three : FiniteMenus.least_variance_choice 1 (FiniteMenus.listed [1; 2]) [2; 3; 5]
  (FiniteMenus.listed [2; 3]).
Proof.
  assert (V : forall b, Rewards.variance 1 (FiniteMenus.listed [1; 2]) b = ((b 0%nat - b 1%nat + 1) / 2) ^ 2).
  { intro b. unfold Rewards.variance, Rewards.mean_gain, Rewards.clients, Rewards.sum, FiniteMenus.listed. simpl.
    field. }
  assert (menu : FiniteMenus.from_menu 1 (FiniteMenus.listed [1; 2]) [2; 3; 5] (FiniteMenus.listed [2; 3])).
  { intros i Hi. destruct i as [|[|]]; [| |lia]; unfold FiniteMenus.listed; simpl; split; lra || tauto. }
  split; [split; [exact menu|]|].
  { intros b _. rewrite !V. pose proof (pow2_ge_0 ((b 0%nat - b 1%nat + 1) / 2)). unfold FiniteMenus.listed.
    simpl in *. lra. }
  intros b [from low]. specialize (low _ menu). rewrite !V in low. unfold FiniteMenus.listed in low. simpl in low.
  destruct (from 0%nat) as [at0 _]; [lia|]. destruct (from 1%nat) as [at1 _]; [lia|]. simpl in at0, at1.
  unfold Rewards.mean_gain, Rewards.clients, Rewards.sum, FiniteMenus.listed. simpl.
  revert low. destruct at0 as [<-|[<-|[<-|[]]]], at1 as [<-|[<-|[<-|[]]]]; intros; lra.
Qed.

(* --- "Is it safe to pay in widths?": momentum 1/2; a client that works once and rests has the widths 1, 3/4, 3/8
  --- *)
Definition works_once (t : nat) := match t with O => 1 | _ => 0 end.
Example widths_after_a_rest :
  Scores.score (1/2) (1/2) works_once 1 = 3/4 /\ Scores.score (1/2) (1/2) (fun _ => 1/2) 3 = 1/2 /\
  Scores.score (1/2) (1/2) works_once 2 / Scores.score (1/2) (1/2) (fun _ => 1/2) 2 = 3/4 /\
  Scores.score (1/2) (1/2) works_once 3 / Scores.score (1/2) (1/2) (fun _ => 1/2) 3 = 3/8 /\
  Scores.weight_of_round (1/2) 3 2 = 1/2 /\ Scores.weight_of_round (1/2) 3 0 = 1/8.
Proof. unfold Scores.weight_of_round. simpl. repeat split; field. Qed.

(* The owners of eight coordinates at the widths 2/8, 5/8 and 1, and the widths of the contributions .5, .6 and .7. *)
Definition keeps (i k : nat) := Nat.ltb k (nth i [2; 5; 8]%nat 0%nat).
Example owners : map (Scores.holders 2 keeps) (seq 0 8) = [3; 3; 2; 2; 2; 1; 1; 1] /\
  Scores.masked_average 2 keeps (fun i _ => INR i) 4 = 3/2.
Proof.
  unfold Scores.masked_average, Scores.holders, Scores.held, Rewards.sum, keeps. simpl. split; [|field].
  each; lra.
Qed.
Example widths_of_contributions : map (FiniteMenus.width_for (1/4) (1/2) (7/10)) [1/2; 3/5; 7/10] = [1/4; 5/8; 1].
Proof. unfold FiniteMenus.width_for. simpl. each; field. Qed.

(* --- "Who would rather contribute less?": .3, .5 and .7 get .5, .7 and .9 under equal gains, .4, .6 and .8 with a
  gain of .1;
   one unit of effort costs 1/4 --- *)
Definition brings := FiniteMenus.listed [3/10; 1/2; 7/10].
Example equal_and_fixed_gains :
  map (Contributing.equal_gains 2 (fun _ => 9/10) brings) [0; 1; 2]%nat = [1/2; 7/10; 9/10] /\
  map (Contributing.fixed_gain (1/10) (9/10) brings) [0; 1; 2]%nat = [2/5; 3/5; 4/5] /\
  Contributing.most 2 brings = 7/10 /\ Contributing.two_largest 2 brings 2 1 /\
  Contributing.payoff brings (1/4) (Contributing.equal_gains 2 (fun _ => 9/10)) (Contributing.instead brings 2 (1/2))
    2 =
  31/40.
Proof.
  assert (M : Contributing.most 2 brings = 7/10).
  { unfold Contributing.most, brings, FiniteMenus.listed. simpl. compare. }
  split; [|split; [|split; [exact M|split]]].
  - unfold Contributing.equal_gains. rewrite M. unfold brings, FiniteMenus.listed. simpl. each; lra.
  - unfold Contributing.fixed_gain, brings, FiniteMenus.listed. simpl. each; compare.
  - repeat split; try lia; unfold brings, FiniteMenus.listed; simpl; try lra. by_client; intros; lra || lia.
  - unfold Contributing.payoff, Contributing.equal_gains, Contributing.most, Contributing.instead, brings,
      FiniteMenus.listed. simpl. unfold Rmax. repeat destruct (Rle_dec _ _); lra.
Qed.

(* --- "Which cost was meant?": contributions 50, 60 and 70, and everybody lifted by 20 --- *)
Example lifted_by_twenty : OnlySharpe.with_gain 20 1 = 80 /\ OnlySharpe.others_lifted 1 2 1 = 82 /\
  Readings.value 2 OnlySharpe.three_clients 1 1 Readings.growth (OnlySharpe.with_gain 20) = -20 /\
  Readings.value 2 OnlySharpe.three_clients 1 2 Readings.linear (OnlySharpe.with_gain 20) = -40.
Proof.
  unfold Readings.value, Readings.cost, Rewards.variance, Rewards.mean_gain, Rewards.clients, Rewards.sum,
    OnlySharpe.with_gain, OnlySharpe.others_lifted, OnlySharpe.three_clients, FiniteMenus.listed.
  simpl. repeat split; field.
Qed.

(* --- "Does annealing find the best allocation?": costs 1, 3, 0 on a path, neighbours with probability 1/2 --- *)
Ltac hop step k := apply (step _ k); [lia | simpl; lra |].
Notation move := (Annealing.move 2 ThreeStates.valley ThreeStates.neighbours).
Example one_step_in_the_valley T : 0 < T ->
  move T 0 1 = / 2 * exp (- 2 / T) /\ move T 1 2 = / 2 /\ move T 0 0 = 1 - / 2 * exp (- 2 / T) /\
  ThreeStates.probability (fun _ => T) 1 1 = / 2 * exp (- 2 / T).
Proof.
  intro pos. assert (down : exp (- 0 / T) = 1) by (replace (- 0 / T) with 0 by (field; lra); apply exp_0).
  assert (up : move T 0 1 = / 2 * exp (- 2 / T)).
  { unfold Annealing.move, Annealing.accept. simpl. now replace (Rmax 0 (3 - 1)) with 2 by compare. }
  split; [exact up|]. split; [|split].
  - unfold Annealing.move, Annealing.accept. simpl. replace (Rmax 0 (0 - 3)) with 0 by compare. rewrite down. ring.
  - unfold Annealing.move, Annealing.leave, Annealing.accept, Rewards.sum. simpl.
    replace (Rmax 0 (3 - 1)) with 2 by compare. transitivity (1 - / 2 * exp (Ropp 2 / T)); [ring|reflexivity].
  - unfold ThreeStates.probability. generalize up.
    generalize (Annealing.move 2 ThreeStates.valley ThreeStates.neighbours). intros m E. unfold Rewards.sum. simpl.
    rewrite E. ring.
Qed.
Example weights_in_the_valley : Annealing.gibbs 2 ThreeStates.valley 1 2 = 1 / (exp (- 1) + exp (- 3) + 1) /\
  Annealing.symmetric 2 ThreeStates.neighbours /\ Annealing.proposals 2 ThreeStates.neighbours /\
  Annealing.irreducible 2 ThreeStates.neighbours.
Proof.
  assert (step : forall x y z, (y <= 2)%nat -> 0 < ThreeStates.neighbours x y ->
    Annealing.reaches 2 ThreeStates.neighbours y z -> Annealing.reaches 2 ThreeStates.neighbours x z).
  { intros x y z. apply Annealing.Step. }
  split; [|split; [|split]].
  - unfold Annealing.gibbs, Annealing.weight, Rewards.sum. simpl.
    assert (same : forall x, x / 1 = x) by (intro; field). rewrite !same, Ropp_0, exp_0. unfold Rdiv.
    rewrite !Rmult_1_l. reflexivity.
  - intros x y Hx Hy. destruct x as [|[|[|]]], y as [|[|[|]]]; try lia; reflexivity.
  - intros x Hx. split; [intros y Hy|]; destruct x as [|[|[|]]]; try lia;
      try (destruct y as [|[|[|]]]; try lia; simpl; lra); unfold Rewards.sum; simpl; lra.
  - intros x y Hx Hy. destruct x as [|[|[|]]]; try lia; destruct y as [|[|[|]]]; try lia;
      first [apply Annealing.Here | solve [hop step 0%nat; apply Annealing.Here] |
             solve [hop step 1%nat; apply Annealing.Here] | solve [hop step 2%nat; apply Annealing.Here] |
             solve [hop step 1%nat; hop step 0%nat; apply Annealing.Here] |
             solve [hop step 1%nat; hop step 2%nat; apply Annealing.Here]].
Qed.
Example first_climb : Schedules.temperature 1 1 = 1 / ln 2 /\ Schedules.climbs 2 1 0 = / 4 /\
  Pasts.total 4 (fun k => INR k) = 6.
Proof.
  assert (two_pos : 0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra).
  unfold Schedules.climbs, Schedules.temperature. simpl. replace (1 + 1) with 2 by ring. split; [reflexivity|].
  split; [|lra]. replace (Ropp 2 / (1 / ln 2)) with (- ln 2 + - ln 2) by (field; lra).
  rewrite exp_plus, !exp_Ropp, exp_ln by lra. field.
Qed.
