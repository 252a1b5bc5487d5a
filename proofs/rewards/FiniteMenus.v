(* What finite menus do: examples, and the anchored rule (rewards/new-less-is-more, new-anchor-finite,
   new-width-reward-can-harm).
   Modelled: clients 0, ..., N with contributions c; an allocation gives each a level of the menu that is not below its
   contribution. Readings, values, optima and correlation are those of Readings.v and Correlation.v. The rule of least
   variance breaks ties by the larger mean gain. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings Correlation EqualGains.
Import ListNotations.
Open Scope R_scope.

Definition listed (xs : list R) (i : nat) := nth i xs 0.
Definition from_menu N (c : nat -> R) (menu : list R) (a : nat -> R) :=
  forall i, (i <= N)%nat -> In (a i) menu /\ c i <= a i.

(* Equal gains cost nothing under the two readings that divide by the mean gain, all others something. *)
Lemma only_equal_gains N c eps k menu r b : divides_by_mean r -> 0 < eps -> from_menu N c menu b -> equal_gains N c b ->
  forall a, optimal N c eps k (from_menu N c menu) r a <-> from_menu N c menu a /\ equal_gains N c a.
Proof.
  intros D E B Eb.
  assert (sign : forall a, from_menu N c menu a ->
    0 <= value N c eps k r a /\ (value N c eps k r a = 0 <-> equal_gains N c a)).
  { intros a A. rewrite <- variance_zero. apply cost_sign; auto; [|apply variance_nonneg].
    apply mean_gain_nonneg. intros i Hi. now apply A. }
  assert (Zb : value N c eps k r b = 0) by now apply sign. intro a. split.
  - intros [A Best]. split; [assumption|]. apply (sign a A). specialize (Best b B). destruct (sign a A). lra.
  - intros [A Ea]. split; [assumption|]. intros d Hd. assert (value N c eps k r a = 0) by now apply sign.
    destruct (sign d Hd). lra.
Qed.
Theorem less_is_more eps k r : 0 < eps -> divides_by_mean r ->
  let menu := [1; 2; 4] in let who_optimal c := optimal 1 (listed c) eps k (from_menu 1 (listed c) menu) r in
  (forall a, who_optimal [1; 2] a <-> a 0%nat = 1 /\ a 1%nat = 2) /\
  (forall a, who_optimal [0; 2] a <-> a 0%nat = 2 /\ a 1%nat = 4).
Proof.
  intros E D menu who_optimal.
  assert (two : forall P : nat -> Prop, P 0%nat -> P 1%nat -> forall i, (i <= 1)%nat -> P i)
    by (intros P P0 P1 i Hi; destruct i as [|[|]]; [assumption|assumption|lia]).
  assert (admissible : forall c a, from_menu 1 c menu a <->
    (In (a 0%nat) menu /\ c 0%nat <= a 0%nat) /\ In (a 1%nat) menu /\ c 1%nat <= a 1%nat).
  { intros c a. split; [intro H; split; apply H; lia|]. intros [H0 H1].
    exact (two (fun i => In (a i) menu /\ c i <= a i) H0 H1). }
  assert (gains : forall c a, equal_gains 1 c a <-> a 0%nat - c 0%nat = a 1%nat - c 1%nat).
  { intros c a. split; [intro H; apply H; lia|]. intros H i j Hi Hj.
    destruct i as [|[|]], j as [|[|]]; try lia; lra. }
  split; intro a; unfold who_optimal.
  - rewrite (only_equal_gains 1 (listed [1; 2]) eps k menu r (listed [1; 2]) D E); rewrite ?admissible, ?gains;
      unfold menu, listed; simpl; [|lra..]. intuition lra.
  - rewrite (only_equal_gains 1 (listed [0; 2]) eps k menu r (listed [2; 4]) D E); rewrite ?admissible, ?gains;
      unfold menu, listed; simpl; [|lra..]. intuition lra.
Qed.

(* Widths by contributions: two of three clients receive less than they have. *)
Definition width_for (narrowest low high c : R) := narrowest + (1 - narrowest) * ((c - low) / (high - low)).
Theorem width_reward_can_harm :
  let c := listed [5 / 10; 6 / 10; 7 / 10] in let accuracy := listed [40 / 100; 55 / 100; 80 / 100] in
  let width i := width_for (/ 4) (5 / 10) (7 / 10) (c i) in
  (width 0%nat = 1 / 4 /\ width 1%nat = 5 / 8 /\ width 2%nat = 1) /\
  (accuracy 0%nat < c 0%nat /\ accuracy 1%nat < c 1%nat /\ ~ accuracy 2%nat < c 2%nat) /\ correlation 2 width c 1.
Proof.
  intros c accuracy width. split; [|split].
  - unfold width, width_for, c, listed. simpl. repeat split; field.
  - unfold accuracy, c, listed. simpl. lra.
  - apply correlation_one.
    + exists 0%nat, 1%nat. unfold c, listed. simpl. repeat split; [lia|lia|lra].
    + exists (/ 4 - 15 / 8), (15 / 4). split; [lra|]. intros i _. unfold width, width_for. field.
Qed.

(* The anchored rule on a finite menu. *)
Definition anchored_allocation N c menu h a := from_menu N c menu a /\
  forall i, (i <= N)%nat -> (forall j, (j <= N)%nat -> c j <= c i) -> a i = h.
Definition least_of N c (admissible : (nat -> R) -> Prop) a :=
  admissible a /\ forall b, admissible b -> variance N c a <= variance N c b.
Definition least_variance_choice N c menu a := least_of N c (from_menu N c menu) a /\
  forall b, least_of N c (from_menu N c menu) b -> mean_gain N c b <= mean_gain N c a.


(* All choices from finite lists are finitely many, up to what nobody is given; so one of them is least. *)
Fixpoint choices (allowed : nat -> list R) (n : nat) : list (nat -> R) := match n with
  | O => [fun _ => 0]
  | S n => flat_map (fun a => map (fun b => moved a n b n b) (allowed n)) (choices allowed n)
  end.
Lemma moved_there a n b i : moved a n b n b i = if Nat.eq_dec i n then b else a i.
Proof. unfold moved. now destruct (Nat.eq_dec i n). Qed.
Lemma choices_allowed allowed n a : In a (choices allowed n) -> forall i, (i < n)%nat -> In (a i) (allowed i).
Proof.
  revert a. induction n as [|n IH]; intros a H i Hi; [lia|]. simpl in H. apply in_flat_map in H.
  destruct H as [d [Hd H]]. apply in_map_iff in H. destruct H as [b [<- Hb]]. rewrite moved_there.
  destruct (Nat.eq_dec i n) as [->|]; [assumption|]. apply IH; [assumption|lia].
Qed.
Lemma all_choices allowed n a : (forall i, (i < n)%nat -> In (a i) (allowed i)) ->
  exists b, In b (choices allowed n) /\ forall i, (i < n)%nat -> b i = a i.
Proof.
  intro H. induction n as [|n IH]; [exists (fun _ => 0); split; [now left|lia]|].
  destruct IH as [b [Hb E]]; [intros i Hi; apply H; lia|]. exists (moved b n (a n) n (a n)). split.
  - simpl. apply in_flat_map. exists b. split; [assumption|]. apply (in_map (fun x => moved b n x n x)). apply H. lia.
  - intros i Hi. rewrite moved_there. destruct (Nat.eq_dec i n) as [->|]; [reflexivity|]. apply E. lia.
Qed.
Lemma least_in_list (f : (nat -> R) -> R) xs x : In x xs -> exists b, In b xs /\ forall d, In d xs -> f b <= f d.
Proof.
  revert x. induction xs as [|y xs IH]; intros x Hx; [destruct Hx|]. destruct xs as [|z xs].
  - exists y. split; [now left|]. intros d [<-|[]]. lra.
  - destruct (IH z (or_introl eq_refl)) as [b [Hb Least]]. destruct (Rle_lt_dec (f y) (f b)) as [L|L].
    + exists y. split; [now left|]. intros d [<-|Hd]; [lra|]. specialize (Least d Hd). lra.
    + exists b. split; [now right|]. intros d [<-|Hd]; [lra|now apply Least].
Qed.
Lemma variance_same N c a b : (forall i, (i <= N)%nat -> a i = b i) -> variance N c a = variance N c b.
Proof. intro H. rewrite !variance_var. apply var_ext. intros i Hi. now rewrite H. Qed.

Theorem anchor_on_menus :
  (forall N c menu h, In h menu -> (forall b, In b menu -> b <= h) -> (forall i, (i <= N)%nat -> c i <= h) ->
     (exists a, least_of N c (anchored_allocation N c menu h) a) /\
     forall a, least_of N c (anchored_allocation N c menu h) a ->
       forall i, (i <= N)%nat -> (forall j, (j <= N)%nat -> c j <= c i) -> a i = h) /\
  forall a, least_variance_choice 1 (listed [50; 52]) [52; 54; 55] a <-> a 0%nat = 52 /\ a 1%nat = 54.
Proof.
  split.
  - intros N c menu h Hh Best cap. split; [|intros a [[_ A] _]; exact A]. destruct (largest N c) as [top [Ht Max]].
    set (allowed := fun i => if Rle_dec (c top) (c i) then [h] else
      filter (fun b => if Rle_dec (c i) b then true else false) menu).
    assert (right : forall a, (forall i, (i < S N)%nat -> In (a i) (allowed i)) <-> anchored_allocation N c menu h a).
    { intro a. split.
      - intro H. assert (K : forall i, (i <= N)%nat -> (In (a i) menu /\ c i <= a i) /\ (c top <= c i -> a i = h)).
        { intros i Hi. specialize (H i ltac:(lia)). unfold allowed in H. destruct (Rle_dec (c top) (c i)) as [L|L].
          - destruct H as [<-|[]]. auto.
          - apply filter_In in H. destruct H as [H L2]. destruct (Rle_dec (c i) (a i)); [tauto|discriminate]. }
        split; [intros i Hi; now apply K|]. intros i Hi T. apply K; auto.
      - intros [A T] i Hi. unfold allowed. destruct (A i ltac:(lia)) as [A1 A2].
        destruct (Rle_dec (c top) (c i)) as [L|L].
        + left. symmetry. apply T; [lia|]. intros j Hj. specialize (Max j Hj). lra.
        + apply filter_In. split; [assumption|]. now destruct (Rle_dec (c i) (a i)). }
    assert (some : anchored_allocation N c menu h (fun _ => h)) by (split; [intros i Hi; auto|reflexivity]).
    destruct (all_choices allowed (S N) (fun _ => h) (proj2 (right _) some)) as [x [Hx _]].
    destruct (least_in_list (variance N c) _ x Hx) as [b [Hb Least]]. exists b. split.
    + apply right. now apply choices_allowed.
    + intros d D. destruct (all_choices allowed (S N) d (proj2 (right d) D)) as [e [He E]].
      rewrite (variance_same N c d e); [now apply Least|]. intros i Hi. symmetry. apply E. lia.
  - set (c := listed [50; 52]). set (menu := [52; 54; 55]). set (b := listed [52; 54]). intro a.
    assert (B : from_menu 1 c menu b)
      by (intros i Hi; destruct i as [|[|]]; try lia; unfold b, c, menu, listed; simpl; lra).
    assert (Zb : variance 1 c b = 0).
    { apply variance_zero. intros i j Hi Hj.
      destruct i as [|[|]], j as [|[|]]; try lia; unfold b, c, listed; simpl; lra. }
    assert (only : forall d, least_of 1 c (from_menu 1 c menu) d <-> d 0%nat = 52 /\ d 1%nat = 54).
    { intro d. split.
      - intros [D Least]. specialize (Least b B). pose proof (variance_nonneg 1 c d).
        assert (Z : variance 1 c d = 0) by lra. apply variance_zero in Z.
        specialize (Z 0%nat 1%nat ltac:(lia) ltac:(lia)). destruct (D 0%nat ltac:(lia)) as [D0 _].
        destruct (D 1%nat ltac:(lia)) as [D1 _]. unfold menu, c, listed in *. simpl in *. intuition lra.
      - intros [D0 D1]. assert (same : forall i, (i <= 1)%nat -> d i = b i)
          by (intros i Hi; destruct i as [|[|]]; try lia; unfold b, listed; simpl; assumption).
        split; [intros i Hi; rewrite same by assumption; now apply B|]. intros e He.
        rewrite (variance_same 1 c d b same), Zb. apply variance_nonneg. }
    split; [intros [L _]; now apply only|]. intros Da. split; [now apply only|]. intros d Hd. apply only in Hd.
    destruct Da as [A0 A1], Hd as [D0 D1]. unfold mean_gain, sum. simpl. rewrite A0, A1, D0, D1. lra.
Qed.
