(* What the theorems of Readings.v need: each hypothesis below is dropped in turn, and one or two clients break the rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings.
Open Scope R_scope.

Definition pair (x y : R) (i : nat) := match i with O => x | _ => y end.
Lemma one_client c a : mean_gain 0 c a = a 0%nat - c 0%nat /\ variance 0 c a = 0.
Proof. unfold variance, mean_gain, sum, clients. simpl. split; field. Qed.
Lemma two_clients c a : mean_gain 1 c a = ((a 0%nat - c 0%nat) + (a 1%nat - c 1%nat)) / 2 /\
  variance 1 c a = ((a 0%nat - c 0%nat) - (a 1%nat - c 1%nat)) ^ 2 / 4.
Proof. unfold variance, mean_gain, sum, clients. simpl. split; field. Qed.
Lemma value_one c e k r a : value 0 c e k r a = cost e k r (a 0%nat - c 0%nat) 0.
Proof. unfold value. now destruct (one_client c a) as [-> ->]. Qed.
Lemma value_two c e k r a : value 1 c e k r a = cost e k r (((a 0%nat - c 0%nat) + (a 1%nat - c 1%nat)) / 2)
  (((a 0%nat - c 0%nat) - (a 1%nat - c 1%nat)) ^ 2 / 4).
Proof. unfold value. now destruct (two_clients c a) as [-> ->]. Qed.
Lemma strict r : r <> ratio -> r <> deviation_ratio -> ~ divides_by_mean r.
Proof. intros A B [E|E]; contradiction. Qed.
Ltac two_menu H := pose proof (H 0%nat ltac:(lia)) as [M0 C0]; pose proof (H 1%nat ltac:(lia)) as [M1 C1].

Theorem six_costs_needs_1 : ~ (forall (eps k : R) (r : reading), True -> 0 < k ->
  (forall m V W : R, 0 < m -> 0 <= V < W -> cost eps k r m V < cost eps k r m W) /\
  (forall m q V : R, 0 < V -> 0 <= m < q -> cost eps k r q V < cost eps k r m V)).
Proof. intro H. destruct (H (-1) 1 ratio I ltac:(lra)) as [P _]. specialize (P (/ 2) 0 1). simpl in P. lra. Qed.
Theorem six_costs_needs_2 : ~ (forall (eps k : R) (r : reading), 0 < eps -> True ->
  (forall m V W : R, 0 < m -> 0 <= V < W -> cost eps k r m V < cost eps k r m W) /\
  (forall m q V : R, 0 < V -> 0 <= m < q -> cost eps k r q V < cost eps k r m V)).
Proof. intro H. destruct (H 1 (-1) linear ltac:(lra) I) as [_ P]. specialize (P 0 1 1). simpl in P. lra. Qed.

Theorem lift_lowers_needs_1 : ~ (forall (N : nat) (c : nat -> R) (eps k : R) (r : reading) (a : nat -> R) (d : R),
  True -> 0 < k -> rational N c a -> 0 < d -> ~ divides_by_mean r \/ ~ equal_gains N c a ->
  value N c eps k r (fun i : nat => a i + d) < value N c eps k r a).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) (-1) 1 total (fun _ => 0) 2 I ltac:(lra)).
  assert (P : rational 0 (fun _ => 0) (fun _ => 0)) by (intros i _; lra).
  specialize (H P ltac:(lra) (or_introl (strict total ltac:(discriminate) ltac:(discriminate)))).
  rewrite !value_one in H. simpl in H. lra.
Qed.
Theorem lift_lowers_needs_2 : ~ (forall (N : nat) (c : nat -> R) (eps k : R) (r : reading) (a : nat -> R) (d : R),
  0 < eps -> True -> rational N c a -> 0 < d -> ~ divides_by_mean r \/ ~ equal_gains N c a ->
  value N c eps k r (fun i : nat => a i + d) < value N c eps k r a).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 (-1) linear (fun _ => 0) 2 ltac:(lra) I).
  assert (P : rational 0 (fun _ => 0) (fun _ => 0)) by (intros i _; lra).
  specialize (H P ltac:(lra) (or_introl (strict linear ltac:(discriminate) ltac:(discriminate)))).
  rewrite !value_one in H. simpl in H. lra.
Qed.
Theorem lift_lowers_needs_3 : ~ (forall (N : nat) (c : nat -> R) (eps k : R) (r : reading) (a : nat -> R) (d : R),
  0 < eps -> 0 < k -> True -> 0 < d -> ~ divides_by_mean r \/ ~ equal_gains N c a ->
  value N c eps k r (fun i : nat => a i + d) < value N c eps k r a).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 total (fun _ => -2) 2 ltac:(lra) ltac:(lra) I ltac:(lra)
    (or_introl (strict total ltac:(discriminate) ltac:(discriminate)))).
  rewrite !value_one in H. simpl in H. lra.
Qed.
Theorem lift_lowers_needs_4 : ~ (forall (N : nat) (c : nat -> R) (eps k : R) (r : reading) (a : nat -> R) (d : R),
  0 < eps -> 0 < k -> rational N c a -> True -> ~ divides_by_mean r \/ ~ equal_gains N c a ->
  value N c eps k r (fun i : nat => a i + d) < value N c eps k r a).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 linear (fun _ => 2) (-1) ltac:(lra) ltac:(lra)).
  assert (P : rational 0 (fun _ => 0) (fun _ => 2)) by (intros i _; lra).
  specialize (H P I (or_introl (strict linear ltac:(discriminate) ltac:(discriminate)))).
  rewrite !value_one in H. simpl in H. lra.
Qed.
Theorem lift_lowers_needs_5 : ~ (forall (N : nat) (c : nat -> R) (eps k : R) (r : reading) (a : nat -> R) (d : R),
  0 < eps -> 0 < k -> rational N c a -> 0 < d -> True ->
  value N c eps k r (fun i : nat => a i + d) < value N c eps k r a).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 ratio (fun _ => 0) 1 ltac:(lra) ltac:(lra)).
  assert (P : rational 0 (fun _ => 0) (fun _ => 0)) by (intros i _; lra).
  specialize (H P ltac:(lra) I). rewrite !value_one in H. simpl in H. lra.
Qed.

Theorem best_contributor_needs_1 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), True -> 0 < k -> (top <= N)%nat -> (forall i : nat, (i <= N)%nat -> c i <= c top) ->
  ~ divides_by_mean r -> optimal N c eps k (allocation N c l h) r a -> a top = h).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) (-1) 1 0 1 growth (fun _ => 0) 0%nat I ltac:(lra) ltac:(lia)
    (fun _ _ => Rle_refl 0) (strict growth ltac:(discriminate) ltac:(discriminate))).
  assert (O : optimal 0 (fun _ => 0) (-1) 1 (allocation 0 (fun _ => 0) 0 1) growth (fun _ => 0)); [|specialize (H O);
    lra].
  split; [intros i _; lra|]. intros b B. rewrite !value_one. simpl. destruct (B 0%nat ltac:(lia)). lra.
Qed.
Theorem best_contributor_needs_2 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> True -> (top <= N)%nat -> (forall i : nat, (i <= N)%nat -> c i <= c top) ->
  ~ divides_by_mean r -> optimal N c eps k (allocation N c l h) r a -> a top = h).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 (-1) 0 1 linear (fun _ => 0) 0%nat ltac:(lra) I ltac:(lia)
    (fun _ _ => Rle_refl 0) (strict linear ltac:(discriminate) ltac:(discriminate))).
  assert (O : optimal 0 (fun _ => 0) 1 (-1) (allocation 0 (fun _ => 0) 0 1) linear (fun _ => 0)); [|specialize (H O);
    lra].
  split; [intros i _; lra|]. intros b B. rewrite !value_one. simpl. destruct (B 0%nat ltac:(lia)). lra.
Qed.
Theorem best_contributor_needs_3 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> True -> (forall i : nat, (i <= N)%nat -> c i <= c top) ->
  ~ divides_by_mean r -> optimal N c eps k (allocation N c l h) r a -> a top = h).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 0 1 linear (pair 1 0) 1%nat ltac:(lra) ltac:(lra) I
    (fun _ _ => Rle_refl 0) (strict linear ltac:(discriminate) ltac:(discriminate))).
  assert (O : optimal 0 (fun _ => 0) 1 1 (allocation 0 (fun _ => 0) 0 1) linear (pair 1 0)).
  { split; [intros i Hi; replace i with 0%nat by lia; simpl; lra|]. intros b B. rewrite !value_one. simpl.
    destruct (B 0%nat ltac:(lia)). lra. }
  specialize (H O). simpl in H. lra.
Qed.
Theorem best_contributor_needs_4 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> (top <= N)%nat -> True ->
  ~ divides_by_mean r -> optimal N c eps k (allocation N c l h) r a -> a top = h).
Proof.
  intro H. specialize (H 1%nat (pair 0 1) 1 (/ 2) 0 1 linear (pair (/ 2) 1) 0%nat ltac:(lra) ltac:(lra) ltac:(lia) I
    (strict linear ltac:(discriminate) ltac:(discriminate))).
  assert (O : optimal 1 (pair 0 1) 1 (/ 2) (allocation 1 (pair 0 1) 0 1) linear (pair (/ 2) 1)).
  { split; [intros [|i] _; simpl; lra|]. intros b B. rewrite !value_two. simpl.
    destruct (B 0%nat ltac:(lia)) as [B0 _]. destruct (B 1%nat ltac:(lia)) as [B1 B2]. simpl in B2.
    assert (E : b 1%nat = 1) by lra. rewrite E. pose proof (pow2_ge_0 (b 0%nat - / 2)). lra. }
  specialize (H O). simpl in H. lra.
Qed.
Theorem best_contributor_needs_5 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> (top <= N)%nat -> (forall i : nat, (i <= N)%nat -> c i <= c top) ->
  True -> optimal N c eps k (allocation N c l h) r a -> a top = h).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 0 1 ratio (fun _ => 0) 0%nat ltac:(lra) ltac:(lra) ltac:(lia)
    (fun _ _ => Rle_refl 0) I).
  assert (O : optimal 0 (fun _ => 0) 1 1 (allocation 0 (fun _ => 0) 0 1) ratio (fun _ => 0)); [|specialize (H O); lra].
  split; [intros i _; lra|]. intros b B. rewrite !value_one. simpl. unfold Rdiv. rewrite !Rmult_0_l. lra.
Qed.
Theorem best_contributor_needs_6 : ~ (forall (N : nat) (c : nat -> R) (eps k l h : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> (top <= N)%nat -> (forall i : nat, (i <= N)%nat -> c i <= c top) ->
  ~ divides_by_mean r -> True -> a top = h).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 0 1 linear (fun _ => 0) 0%nat ltac:(lra) ltac:(lra) ltac:(lia)
    (fun _ _ => Rle_refl 0) (strict linear ltac:(discriminate) ltac:(discriminate)) I). simpl in H. lra.
Qed.

Theorem two_levels_needs_2 : ~ (forall (N : nat) (c : nat -> R) (eps k lo hi : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> True -> (1 <= N)%nat -> lo < hi -> (top <= N)%nat ->
  (forall i : nat, (i <= N)%nat -> i <> top -> c i < c top) ->
  optimal N c eps k (two_level_allocation N c lo hi) r a -> a top = hi).
Proof.
  intro H. specialize (H 1%nat (pair 0 1) 1 (-1) 1 2 linear (pair 1 1) 1%nat ltac:(lra) I ltac:(lia) ltac:(lra)
    ltac:(lia)).
  assert (T : forall i : nat, (i <= 1)%nat -> i <> 1%nat -> pair 0 1 i < pair 0 1 1).
  { intros i Hi D. replace i with 0%nat by lia. simpl. lra. }
  assert (O : optimal 1 (pair 0 1) 1 (-1) (two_level_allocation 1 (pair 0 1) 1 2) linear (pair 1 1)).
  { split; [intros [|i] _; simpl; (split; [auto|lra])|]. intros b B. two_menu B. rewrite !value_two. simpl.
    destruct M0 as [-> | ->], M1 as [-> | ->]; lra. }
  specialize (H T O). simpl in H. lra.
Qed.
Theorem two_levels_needs_3 : ~ (forall (N : nat) (c : nat -> R) (eps k lo hi : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> True -> lo < hi -> (top <= N)%nat ->
  (forall i : nat, (i <= N)%nat -> i <> top -> c i < c top) ->
  optimal N c eps k (two_level_allocation N c lo hi) r a -> a top = hi).
Proof.
  intro H. specialize (H 0%nat (fun _ => 0) 1 1 0 1 ratio (fun _ => 0) 0%nat ltac:(lra) ltac:(lra) I ltac:(lra)
    ltac:(lia)
    (fun i Hi D => False_ind _ (D ltac:(lia)))).
  assert (O : optimal 0 (fun _ => 0) 1 1 (two_level_allocation 0 (fun _ => 0) 0 1) ratio (fun _ => 0)); [|specialize
    (H O); lra].
  split; [intros i _; split; [auto|lra]|]. intros b B. rewrite !value_one. simpl. unfold Rdiv. rewrite !Rmult_0_l. lra.
Qed.
Theorem two_levels_needs_4 : ~ (forall (N : nat) (c : nat -> R) (eps k lo hi : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> (1 <= N)%nat -> True -> (top <= N)%nat ->
  (forall i : nat, (i <= N)%nat -> i <> top -> c i < c top) ->
  optimal N c eps k (two_level_allocation N c lo hi) r a -> a top = hi).
Proof.
  intro H. specialize (H 1%nat (pair 0 1) 1 1 2 1 ratio (pair 1 2) 1%nat ltac:(lra) ltac:(lra) ltac:(lia) I ltac:(lia)).
  assert (T : forall i : nat, (i <= 1)%nat -> i <> 1%nat -> pair 0 1 i < pair 0 1 1).
  { intros i Hi D. replace i with 0%nat by lia. simpl. lra. }
  assert (O : optimal 1 (pair 0 1) 1 1 (two_level_allocation 1 (pair 0 1) 2 1) ratio (pair 1 2)).
  { split; [intros [|i] _; simpl; (split; [auto|lra])|]. intros b B. two_menu B. rewrite !value_two. simpl.
    destruct M0 as [-> | ->], M1 as [-> | ->]; lra. }
  specialize (H T O). simpl in H. lra.
Qed.
Theorem two_levels_needs_6 : ~ (forall (N : nat) (c : nat -> R) (eps k lo hi : R) (r : reading) (a : nat -> R)
  (top : nat), 0 < eps -> 0 < k -> (1 <= N)%nat -> lo < hi -> (top <= N)%nat -> True ->
  optimal N c eps k (two_level_allocation N c lo hi) r a -> a top = hi).
Proof.
  intro H. specialize (H 1%nat (fun _ => 0) 1 1 0 1 ratio (fun _ => 0) 0%nat ltac:(lra) ltac:(lra) ltac:(lia)
    ltac:(lra) ltac:(lia) I).
  assert (O : optimal 1 (fun _ => 0) 1 1 (two_level_allocation 1 (fun _ => 0) 0 1) ratio (fun _ => 0)); [|specialize
    (H O); lra].
  split; [intros i _; split; [auto|lra]|]. intros b B. two_menu B. rewrite !value_two. simpl.
  destruct M0 as [-> | ->], M1 as [-> | ->]; lra.
Qed.
