(* What the theorems of EqualGains.v need: each hypothesis below is dropped in turn, and one or two clients break the rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings Correlation EqualGains.
Open Scope R_scope.

Definition pair (x y : R) (i : nat) := match i with O => x | _ => y end.
Lemma differ : some_differ 1 (pair 0 1).
Proof. exists 0%nat, 1%nat. simpl. repeat split; try lia. lra. Qed.
Lemma none_offered (l h : R) a : h < 1 \/ h < l -> ~ allocation 1 (pair 0 1) l h a.
Proof. intros D A. destruct (A 1%nat ltac:(lia)) as [[L U] C]. simpl in C. lra. Qed.
Lemma ends : extremes 1 (pair 0 1) 0 1.
Proof. repeat split; try lia; destruct i; simpl; lra. Qed.
Lemma alone : extremes 0 (fun _ => 0) 0 0.
Proof. repeat split; try lia; lra. Qed.

Theorem lemma_4_proof_needs_1 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), True ->
  Correlation.some_differ N c -> c top <= h -> l <= c low + (h - c top) -> Rewards.allocation N c l h (fun i : nat
  => c i + (h - c top)) /\ Correlation.correlation N (fun i : nat => c i + (h - c top)) c 1).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 0 (/ 2) 0%nat 0%nat I differ) as [A _]; simpl; try lra.
  revert A. apply none_offered. lra.
Qed.
Theorem lemma_4_proof_needs_2 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), extremes N c low top
  -> True -> c top <= h -> l <= c low + (h - c top) -> Rewards.allocation N c l h (fun i : nat => c i + (h - c top))
  /\ Correlation.correlation N (fun i : nat => c i + (h - c top)) c 1).
Proof.
  intro H. destruct (H 0%nat (fun _ => 0) 0 1 0%nat 0%nat alone I) as [_ C]; try lra.
  now apply one_model_has_none in C.
Qed.
Theorem lemma_4_proof_needs_3 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), extremes N c low top
  -> Correlation.some_differ N c -> True -> l <= c low + (h - c top) -> Rewards.allocation N c l h (fun i : nat => c
  i + (h - c top)) /\ Correlation.correlation N (fun i : nat => c i + (h - c top)) c 1).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) (-5) 0 0%nat 1%nat ends differ I) as [A _]; simpl; try lra.
  revert A. apply none_offered. lra.
Qed.
Theorem lemma_4_proof_needs_4 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), extremes N c low top
  -> Correlation.some_differ N c -> c top <= h -> True -> Rewards.allocation N c l h (fun i : nat => c i + (h - c
  top)) /\ Correlation.correlation N (fun i : nat => c i + (h - c top)) c 1).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 5 2 0%nat 1%nat ends differ ltac:(simpl; lra) I) as [A _].
  revert A. apply none_offered. lra.
Qed.
Theorem lemma_4_needs_3 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading) (low top : nat),
  Readings.divides_by_mean r -> 0 < eps -> True -> Correlation.some_differ N c -> c top <= h -> l <= c low + (h - c
  top) -> (exists a : nat -> R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a) /\ (forall a : nat ->
  R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> Correlation.correlation N a c 1)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 0 (/ 2) 1 1 ratio 0%nat 0%nat (or_introl eq_refl) ltac:(lra) I differ) as [[a
    [A _]] _];
    simpl; try lra. revert A. apply none_offered. lra.
Qed.
Theorem lemma_4_needs_4 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading) (low top : nat),
  Readings.divides_by_mean r -> 0 < eps -> extremes N c low top -> True -> c top <= h -> l <= c low + (h - c top) ->
  (exists a : nat -> R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a) /\ (forall a : nat -> R,
  Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> Correlation.correlation N a c 1)).
Proof.
  intro H. destruct (H 0%nat (fun _ => 0) 0 1 1 1 ratio 0%nat 0%nat (or_introl eq_refl) ltac:(lra) alone I) as [[a O]
    C];
    try lra. apply C in O. apply one_model_has_none in O; [assumption|]. intros i j Hi Hj. now replace i with j by lia.
Qed.
Theorem lemma_4_needs_5 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading) (low top : nat),
  Readings.divides_by_mean r -> 0 < eps -> extremes N c low top -> Correlation.some_differ N c -> True -> l <= c low
  + (h - c top) -> (exists a : nat -> R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a) /\ (forall a :
  nat -> R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> Correlation.correlation N a c 1)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) (-5) 0 1 1 ratio 0%nat 1%nat (or_introl eq_refl) ltac:(lra) ends differ I)
    as [[a [A _]] _]; simpl; try lra. revert A. apply none_offered. lra.
Qed.
Theorem lemma_4_needs_6 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading) (low top : nat),
  Readings.divides_by_mean r -> 0 < eps -> extremes N c low top -> Correlation.some_differ N c -> c top <= h -> True
  -> (exists a : nat -> R, Readings.optimal N c eps k (Rewards.allocation N c l h) r a) /\ (forall a : nat -> R,
  Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> Correlation.correlation N a c 1)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 5 2 1 1 ratio 0%nat 1%nat (or_introl eq_refl) ltac:(lra) ends differ
    ltac:(simpl; lra) I) as [[a [A _]] _]. revert A. apply none_offered. lra.
Qed.
Theorem lemmas_3_and_4_together_needs_3 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading)
  (low top : nat), Readings.divides_by_mean r -> 0 < eps -> True -> Correlation.some_differ N c -> c top <= h -> l
  <= h -> let theta := Rmax 0 (l - c low) in ((forall a : nat -> R, Readings.optimal N c eps k (Rewards.allocation N
  c l h) r a -> Readings.equal_gains N c a) <-> theta <= h - c top) /\ ((forall a : nat -> R, Readings.optimal N c
  eps k (Rewards.allocation N c l h) r a -> a top = h) <-> theta >= h - c top)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) (/ 4) (/ 2) 1 1 ratio 0%nat 0%nat (or_introl eq_refl) ltac:(lra) I differ) as
    [_ [T _]];
    simpl; try lra. assert (Rmax 0 (/ 4 - 0) >= / 2 - 0).
  { apply T. intros a [A _]. exfalso. revert A. apply none_offered. lra. }
  rewrite Rmax_right in H0; lra.
Qed.
Theorem lemmas_3_and_4_together_needs_5 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading)
  (low top : nat), Readings.divides_by_mean r -> 0 < eps -> extremes N c low top -> Correlation.some_differ N c ->
  True -> l <= h -> let theta := Rmax 0 (l - c low) in ((forall a : nat -> R, Readings.optimal N c eps k
  (Rewards.allocation N c l h) r a -> Readings.equal_gains N c a) <-> theta <= h - c top) /\ ((forall a : nat -> R,
  Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> a top = h) <-> theta >= h - c top)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 0 0 1 1 ratio 0%nat 1%nat (or_introl eq_refl) ltac:(lra) ends differ I) as [[T
    _] _];
    try lra. assert (Rmax 0 (0 - 0) <= 0 - 1).
  { apply T. intros a [A _]. exfalso. revert A. apply none_offered. lra. }
  pose proof (Rmax_l 0 (0 - 0)). lra.
Qed.
Theorem lemmas_3_and_4_together_needs_6 : ~ (forall (N : nat) (c : nat -> R) (l h eps k : R) (r : Readings.reading)
  (low top : nat), Readings.divides_by_mean r -> 0 < eps -> extremes N c low top -> Correlation.some_differ N c -> c
  top <= h -> True -> let theta := Rmax 0 (l - c low) in ((forall a : nat -> R, Readings.optimal N c eps k
  (Rewards.allocation N c l h) r a -> Readings.equal_gains N c a) <-> theta <= h - c top) /\ ((forall a : nat -> R,
  Readings.optimal N c eps k (Rewards.allocation N c l h) r a -> a top = h) <-> theta >= h - c top)).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 2 1 1 1 ratio 0%nat 1%nat (or_introl eq_refl) ltac:(lra) ends differ
    ltac:(simpl; lra) I) as [[T _] _]. assert (Rmax 0 (2 - 0) <= 1 - 1).
  { apply T. intros a [A _]. exfalso. revert A. apply none_offered. lra. }
  pose proof (Rmax_r 0 (2 - 0)). lra.
Qed.
Theorem anchor_needs_1 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), True -> c top <= h -> l <= c
  low + (h - c top) -> (forall a : nat -> R, (anchored_optimum N c l h top a <-> is_shift N c (h - c top) a) /\
  (least_variance_optimum N c l h a <-> is_shift N c (h - c top) a)) /\ (forall a : nat -> R, is_shift N c (h - c
  top) a -> a top = h /\ (Correlation.some_differ N c -> Correlation.correlation N a c 1))).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 0 (/ 2) 0%nat 0%nat I) as [S _]; simpl; try lra.
  destruct (S (fun i => pair 0 1 i + (/ 2 - 0))) as [_ [_ O]]. destruct O as [A _]; [now intros i Hi|].
  revert A. apply none_offered. lra.
Qed.
Theorem anchor_needs_2 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), extremes N c low top -> True
  -> l <= c low + (h - c top) -> (forall a : nat -> R, (anchored_optimum N c l h top a <-> is_shift N c (h - c top)
  a) /\ (least_variance_optimum N c l h a <-> is_shift N c (h - c top) a)) /\ (forall a : nat -> R, is_shift N c (h
  - c top) a -> a top = h /\ (Correlation.some_differ N c -> Correlation.correlation N a c 1))).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) (-5) 0 0%nat 1%nat ends I) as [S _]; simpl; try lra.
  destruct (S (fun i => pair 0 1 i + (0 - 1))) as [_ [_ O]]. destruct O as [A _]; [now intros i Hi|].
  revert A. apply none_offered. lra.
Qed.
Theorem anchor_needs_3 : ~ (forall (N : nat) (c : nat -> R) (l h : R) (low top : nat), extremes N c low top -> c top
  <= h -> True -> (forall a : nat -> R, (anchored_optimum N c l h top a <-> is_shift N c (h - c top) a) /\
  (least_variance_optimum N c l h a <-> is_shift N c (h - c top) a)) /\ (forall a : nat -> R, is_shift N c (h - c
  top) a -> a top = h /\ (Correlation.some_differ N c -> Correlation.correlation N a c 1))).
Proof.
  intro H. destruct (H 1%nat (pair 0 1) 5 2 0%nat 1%nat ends ltac:(simpl; lra) I) as [S _].
  destruct (S (fun i => pair 0 1 i + (2 - 1))) as [_ [_ O]]. destruct O as [A _]; [now intros i Hi|].
  revert A. apply none_offered. lra.
Qed.
