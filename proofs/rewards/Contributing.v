(* Who would contribute less (rewards/new-who-pays-for-the-top, new-equal-gains-equilibria, new-growth-pays-the-top,
   new-fixed-gain-contributes).
   Modelled: clients 0, ..., N with abilities c i >= 0; client i contributes x i from 0 to c i at a price of k for each
   unit, is given a level, and uses the better of the level and of what it reaches alone. Equal gains: the level is the
   contribution and what the best model has above the largest contribution. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Fixpoint most N (x : nat -> R) := match N with O => x O | S m => Rmax (most m x) (x (S m)) end.
Definition instead (x : nat -> R) i y := fun j => if Nat.eq_dec j i then y else x j.

Section Clients.
Variables (N : nat) (c : nat -> R) (k : R).
(* What a rule gives to client i at the contributions x; what that is worth to it; and equilibria. *)
Variable rule : (nat -> R) -> nat -> R.
Definition payoff x i := Rmax (c i) (rule x i) - k * x i.
Definition equilibrium x := (forall i, (i <= N)%nat -> 0 <= x i <= c i) /\
  forall i y, (i <= N)%nat -> 0 <= y <= c i -> payoff (instead x i y) i <= payoff x i.
(* "first" has the largest ability, "second" the largest of the others. *)
Definition two_largest first second := (first <= N)%nat /\ (second <= N)%nat /\ first <> second /\
  c second <= c first /\ forall i, (i <= N)%nat -> i <> first -> c i <= c second.
End Clients.
Definition equal_gains N (best : (nat -> R) -> R) (x : nat -> R) i := x i + (best x - most N x).
Definition fixed_gain (t h : R) (x : nat -> R) (i : nat) := Rmin (x i + t) h.

Lemma most_spec N x : (forall i, (i <= N)%nat -> x i <= most N x) /\ exists i, (i <= N)%nat /\ x i = most N x.
Proof.
  induction N as [|m [Le [j [Hj E]]]]; simpl.
  - split; [intros i Hi; replace i with O by lia; lra|now exists O].
  - split.
    + intros i Hi. destruct (Nat.eq_dec i (S m)) as [->|]; [apply Rmax_r|].
      apply Rle_trans with (most m x); [apply Le; lia|apply Rmax_l].
    + unfold Rmax. destruct (Rle_dec _ _); [now exists (S m)|]. exists j. split; [lia|assumption].
Qed.
Lemma most_eq N x i : (i <= N)%nat -> (forall j, (j <= N)%nat -> x j <= x i) -> most N x = x i.
Proof.
  intros Hi H. destruct (most_spec N x) as [Le [j [Hj E]]]. apply Rle_antisym; [rewrite <- E|]; auto.
Qed.
Lemma instead_same x i y : instead x i y i = y.
Proof. unfold instead. now destruct (Nat.eq_dec i i). Qed.
Lemma instead_other x i y j : j <> i -> instead x i y j = x j.
Proof. intro D. unfold instead. now destruct (Nat.eq_dec j i). Qed.

Lemma sum_derivable N (f : nat -> R -> R) (d : nat -> R) x : (forall i, (i <= N)%nat -> derivable_pt_lim (f i) x (d
  i)) ->
  derivable_pt_lim (fun y => sum N (fun i => f i y)) x (sum N d).
Proof.
  unfold sum. intro H. induction N as [|m IH]; simpl; [now apply (H O)|].
  apply (derivable_pt_lim_plus (fun y => sum_f_R0 (fun i => f i y) m) (f (S m))); [apply IH; intros i Hi|]; apply H;
    lia.
Qed.

(* More of the top contribution: slope is that of the best level H at it. *)
Theorem who_pays_for_the_top N c (H : R -> R) (slope : R) top : (top <= N)%nat ->
  (forall i, (i <= N)%nat -> i <> top -> c i < c top) -> derivable_pt_lim H (c top) slope ->
  let level i x := equal_gains N (fun y => H (most N y)) (instead c top x) i in
  derivable_pt_lim (level top) (c top) slope /\
  (forall i, (i <= N)%nat -> i <> top -> derivable_pt_lim (level i) (c top) (slope - 1)) /\
  derivable_pt_lim (fun x => sum N (fun i => level i x)) (c top) (clients N * slope - INR N) /\
  (0 < clients N * slope - INR N <-> 1 - / clients N < slope).
Proof.
  intros Ht High D level.
  destruct (largest N (fun i => if Nat.eq_dec i top then c top - 1 else c i)) as [j [Hj Max]].
  set (u := if Nat.eq_dec j top then c top - 1 else c j) in *.
  assert (U : u < c top). { unfold u. destruct (Nat.eq_dec j top); [lra|now apply High]. }
  assert (M : forall x, u < x -> most N (instead c top x) = x).
  { intros x Hx. rewrite (most_eq N _ top Ht); [apply instead_same|]. intros i Hi. rewrite instead_same.
    specialize (Max i Hi). simpl in Max. destruct (Nat.eq_dec i top) as [->|ne]; [rewrite instead_same; lra|].
    rewrite instead_other by assumption. lra. }
  assert (near : u < c top < c top + 1) by lra.
  assert (one : forall i, (i <= N)%nat ->
    derivable_pt_lim (level i) (c top) (if Nat.eq_dec i top then slope else slope - 1)).
  { intros i Hi. destruct (Nat.eq_dec i top) as [->|ne].
    - apply (derivable_pt_lim_locally_ext H _ _ u (c top + 1)); [assumption| |assumption].
      intros x [Hx _]. unfold level, equal_gains. rewrite M, instead_same by assumption. ring.
    - apply (derivable_pt_lim_locally_ext (fun x => c i + (H x - x)) _ _ u (c top + 1)); [assumption| |].
      + intros x [Hx _]. unfold level, equal_gains. rewrite M, instead_other by assumption. reflexivity.
      + replace (slope - 1) with (0 + (slope - 1)) by ring.
        apply (derivable_pt_lim_plus (fun _ => c i) (fun x => H x - x)); [apply derivable_pt_lim_const|].
        apply (derivable_pt_lim_minus H id); [assumption|apply derivable_pt_lim_id]. }
  split; [|split; [|split]].
  - specialize (one top Ht). now destruct (Nat.eq_dec top top).
  - intros i Hi ne. specialize (one i Hi). now destruct (Nat.eq_dec i top).
  - replace (clients N * slope - INR N) with (sum N (fun i => if Nat.eq_dec i top then slope else slope - 1)).
    + now apply (sum_derivable N level (fun i => if Nat.eq_dec i top then slope else slope - 1)).
    + rewrite (sum_change N (fun _ => slope - 1)), sum_const by assumption. unfold clients. ring.
  - pose proof (n_pos N) as P. replace (clients N * slope - INR N) with (clients N * (slope - (1 - / clients N)))
      by (unfold clients in *; field; lra).
    split; intro Q; [|apply Rmult_lt_0_compat; lra].
    apply Rnot_le_lt. intro L. assert (0 <= clients N * (1 - / clients N - slope)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* Equal gains with a fixed best level: all equilibria. *)
Theorem equal_gains_equilibria N c (k h : R) first second : (forall i, (i <= N)%nat -> 0 <= c i) -> 0 < k < 1 ->
  two_largest N c first second -> k * c first < h - c first ->
  forall x, equilibrium N c k (equal_gains N (fun _ => h)) x <->
    exists X, 0 <= X <= c second /\ forall i, (i <= N)%nat -> x i = Rmin (c i) X.
Proof.
  intros C0 [K0 K1] [Hf [Hs [ne [Hfs Hi2]]]] Room x.
  assert (Cf : forall i, (i <= N)%nat -> c i <= c first).
  { intros i Hi. destruct (Nat.eq_dec i first) as [->|D]; [lra|]. specialize (Hi2 i Hi D). lra. }
  assert (cheap : forall i, (i <= N)%nat -> k * c i < h - c first).
  { intros i Hi. specialize (Cf i Hi). nra. }
  destruct (most_spec N x) as [Le [j [Hj E]]]. split.
  - intros [P Eq]. set (X := most N x) in *. exists X.
    assert (XC : X <= c first) by (rewrite <- E; specialize (P j Hj); specialize (Cf j Hj); lra).
    assert (all : forall i, (i <= N)%nat -> x i = Rmin (c i) X).
    { intros i Hi. specialize (P i Hi) as Pi. pose proof (Le i Hi) as Li.
      destruct (Rle_lt_dec (Rmin (c i) X) (x i)) as [L|L].
      - apply Rle_antisym; [apply Rmin_glb; lra|assumption].
      - exfalso. set (m := Rmin (c i) X) in *. assert (m1 : m <= c i) by apply Rmin_l.
        assert (m2 : m <= X) by apply Rmin_r. assert (m3 : m = c i \/ m = X) by (unfold m, Rmin; destruct (Rle_dec _
          _); auto).
        specialize (Eq i m Hi ltac:(lra)). apply (Rle_not_lt _ _ Eq). unfold payoff, equal_gains.
        assert (ji : j <> i) by (intros ->; lra).
        assert (T : most N (instead x i m) = X).
        { rewrite <- E. rewrite <- (instead_other x i m j) by assumption. apply most_eq; [assumption|].
          intros l Hl. rewrite (instead_other x i m j) by assumption. destruct (Nat.eq_dec l i) as [->|D].
          - rewrite instead_same. lra.
          - rewrite instead_other by assumption. rewrite E. now apply Le. }
        rewrite T, instead_same. fold X. pose proof (cheap i Hi). specialize (Cf i Hi).
        assert (k * m <= k * c i) by (apply Rmult_le_compat_l; lra).
        assert (k * x i < 1 * x i \/ x i = 0) by (destruct (Rle_lt_or_eq_dec 0 (x i)); [lra|left; nra|auto]).
        assert (A : c i < m + (h - X) - k * m) by (destruct m3; nra).
        assert (B : (1 - k) * x i < (1 - k) * m) by (apply Rmult_lt_compat_l; lra).
        apply Rlt_le_trans with (m + (h - X) - k * m); [|pose proof (Rmax_r (c i) (m + (h - X))); lra].
        assert (0 <= k * x i) by (apply Rmult_le_pos; lra).
        unfold Rmax. destruct (Rle_dec _ _); lra. }
    split; [|assumption]. split; [rewrite <- E; apply P; assumption|].
    destruct (Rle_lt_dec X (c second)) as [|L]; [assumption|exfalso].
    assert (others : forall i, (i <= N)%nat -> i <> first -> x i <= c second).
    { intros i Hi D. specialize (Hi2 i Hi D). specialize (P i Hi). lra. }
    assert (jf : j = first). { destruct (Nat.eq_dec j first); [assumption|]. specialize (others j Hj n). lra. }
    subst j. pose proof (C0 second Hs). specialize (Eq first (c second) Hf ltac:(lra)). apply (Rle_not_lt _ _ Eq).
    unfold payoff, equal_gains.
    assert (T : most N (instead x first (c second)) = c second).
    { rewrite (most_eq N _ first Hf); [apply instead_same|]. intros i Hi. rewrite instead_same.
      destruct (Nat.eq_dec i first) as [->|D]; [rewrite instead_same; lra|]. rewrite instead_other by assumption.
        auto. }
    rewrite T, instead_same. fold X. rewrite E.
    replace (c second + (h - c second)) with h by ring. replace (X + (h - X)) with h by ring. nra.
  - intros [X [[X0 X1] H]].
    assert (P : forall i, (i <= N)%nat -> 0 <= x i <= c i /\ x i <= X).
    { intros i Hi. rewrite (H i Hi). specialize (C0 i Hi). pose proof (Rmin_l (c i) X). pose proof (Rmin_r (c i) X).
      split; [split; [apply Rmin_glb|]|]; lra. }
    assert (full : forall i, i = first \/ i = second -> x i = X).
    { intros i [-> | ->]; rewrite H by assumption; apply Rmin_right; lra. }
    assert (T : most N x = X).
    { rewrite (most_eq N x first Hf); [apply full; auto|]. intros i Hi. rewrite (full first) by auto. now apply P. }
    split; [intros i Hi; apply P; assumption|]. intros i y Hi Hy. unfold payoff, equal_gains. rewrite T, instead_same.
    assert (T2 : Rmax X y <= most N (instead x i y)).
    { destruct (most_spec N (instead x i y)) as [Le2 _]. apply Rmax_lub.
      - destruct (Nat.eq_dec i first) as [->|D].
        + specialize (Le2 second Hs). rewrite instead_other, (full second) in Le2 by auto. assumption.
        + specialize (Le2 first Hf). rewrite instead_other, (full first) in Le2 by auto. assumption.
      - specialize (Le2 i Hi). now rewrite instead_same in Le2. }
    set (Y := most N (instead x i y)) in *. pose proof (Rmax_l X y). pose proof (Rmax_r X y).
    pose proof (cheap i Hi). pose proof (Cf i Hi). destruct (P i Hi) as [Pi Px].
    assert (now : c i < x i + (h - X) - k * x i).
    { rewrite (H i Hi). unfold Rmin. destruct (Rle_dec (c i) X); [nra|]. assert (k * X < k * c i) by nra. nra. }
    apply Rle_trans with (x i + (h - X) - k * x i); [|pose proof (Rmax_r (c i) (x i + (h - X))); lra].
    assert (0 <= k * y) by (apply Rmult_le_pos; lra).
    unfold Rmax. destruct (Rle_dec (c i) (y + (h - Y))); [|lra].
    destruct (Rle_lt_dec y (x i)) as [L|L].
    + assert ((1 - k) * y <= (1 - k) * x i) by (apply Rmult_le_compat_l; lra). lra.
    + assert (x i = X). { rewrite (H i Hi) in *. unfold Rmin in *. destruct (Rle_dec (c i) X); lra. }
      assert (k * x i <= k * y) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The best level grows with all contributions: full contributions are an equilibrium if it grows by at least the price
   of a unit, where giving up and using one's own model does not pay. *)
Theorem growth_pays_the_top N c (k h0 g : R) first second : (forall i, (i <= N)%nat -> 0 <= c i) -> 0 < k < 1 ->
  two_largest N c first second ->
  let rule := equal_gains N (fun x => h0 + g * sum N x) in
  (forall i, (i <= N)%nat -> c i <= rule c i - k * c i) ->
  (k <= g -> equilibrium N c k rule c) /\ (g < k -> c second < c first -> ~ equilibrium N c k rule c).
Proof.
  intros C0 [K0 K1] [Hf [Hs [ne [Hfs Hi2]]]] rule Stay.
  assert (Cf : forall i, (i <= N)%nat -> c i <= c first).
  { intros i Hi. destruct (Nat.eq_dec i first) as [->|D]; [lra|]. specialize (Hi2 i Hi D). lra. }
  assert (T : most N c = c first) by now apply most_eq.
  assert (S : forall i y, (i <= N)%nat -> sum N (instead c i y) = sum N c - c i + y).
  { intros i y Hi. apply (sum_change N c i y Hi). }
  assert (mine : forall i, (i <= N)%nat -> payoff c k rule c i = rule c i - k * c i).
  { intros i Hi. unfold payoff. rewrite Rmax_right; [reflexivity|]. specialize (Stay i Hi). specialize (C0 i Hi). nra. }
  split.
  - intro G. split; [intros i Hi; specialize (C0 i Hi); lra|]. intros i y Hi Hy. rewrite (mine i Hi). unfold payoff.
    rewrite instead_same. specialize (Stay i Hi). assert (0 <= k * y) by nra.
    unfold Rmax. destruct (Rle_dec _ _); [|lra]. unfold rule, equal_gains. rewrite instead_same, T, (S i y Hi).
    destruct (most_spec N (instead c i y)) as [Le _]. destruct (Nat.eq_dec i first) as [->|D].
    + specialize (Le first Hf). rewrite instead_same in Le. nra.
    + specialize (Le first Hf). rewrite instead_other in Le by auto. nra.
  - intros G L [_ Eq]. pose proof (C0 second Hs). specialize (Eq first (c second) Hf ltac:(lra)).
    rewrite (mine first Hf) in Eq. apply (Rle_not_lt _ _ Eq). unfold payoff. rewrite instead_same.
    apply Rlt_le_trans with (rule (instead c first (c second)) first - k * c second);
      [|pose proof (Rmax_r (c first) (rule (instead c first (c second)) first)); lra].
    unfold rule, equal_gains. rewrite instead_same, T, (S first (c second) Hf).
    rewrite (most_eq N _ first Hf), instead_same; [nra|]. intros i Hi. rewrite instead_same.
    destruct (Nat.eq_dec i first) as [->|D]; [rewrite instead_same; lra|]. rewrite instead_other by assumption. auto.
Qed.

(* A common gain that is announced beforehand: to contribute all is best for everybody, whatever the others do. *)
Theorem fixed_gain_contributes N c (k t h : R) : (forall i, (i <= N)%nat -> 0 <= c i /\ c i + t <= h /\ k * c i < t) ->
  0 < k < 1 ->
  (forall x i y, (i <= N)%nat -> 0 <= y < c i ->
     payoff c k (fixed_gain t h) (instead x i y) i < payoff c k (fixed_gain t h) (instead x i (c i)) i) /\
  (forall x, equilibrium N c k (fixed_gain t h) x <-> forall i, (i <= N)%nat -> x i = c i) /\
  var N (fun i => fixed_gain t h c i - c i) = 0.
Proof.
  intros A [K0 K1].
  assert (best : forall x i y, (i <= N)%nat -> 0 <= y < c i ->
     payoff c k (fixed_gain t h) (instead x i y) i < payoff c k (fixed_gain t h) (instead x i (c i)) i).
  { intros x i y Hi Hy. destruct (A i Hi) as [C0 [Ch Ct]]. unfold payoff, fixed_gain. rewrite !instead_same.
    rewrite (Rmin_left (c i + t)), (Rmin_left (y + t)) by lra. rewrite (Rmax_right (c i) (c i + t)) by nra.
    assert (0 <= k * y) by nra. unfold Rmax. destruct (Rle_dec _ _); nra. }
  split; [assumption|]. split.
  - intro x. split.
    + intros [P Eq] i Hi. destruct (P i Hi) as [P0 P1]. destruct (Rle_lt_or_eq_dec _ _ P1) as [L|];
      [exfalso|assumption].
      specialize (Eq i (c i) Hi ltac:(lra)). specialize (best x i (x i) Hi ltac:(lra)).
      assert (Same : payoff c k (fixed_gain t h) (instead x i (x i)) i = payoff c k (fixed_gain t h) x i).
      { unfold payoff, fixed_gain. now rewrite instead_same. }
      lra.
    + intro E. split; [intros i Hi; rewrite (E i Hi); destruct (A i Hi); lra|]. intros i y Hi [Hy0 Hy1].
      assert (Same : payoff c k (fixed_gain t h) x i = payoff c k (fixed_gain t h) (instead x i (c i)) i).
      { unfold payoff, fixed_gain. now rewrite instead_same, (E i Hi). }
      rewrite Same. destruct (Rle_lt_or_eq_dec _ _ Hy1) as [L| ->]; [|lra]. apply Rlt_le, best; [assumption|lra].
  - apply var_zero. intros i Hi. rewrite (mean_ext N _ (fun _ => t)), mean_const.
    + unfold fixed_gain. destruct (A i Hi) as [_ [Ch _]]. rewrite Rmin_left; lra.
    + intros j Hj. unfold fixed_gain. destruct (A j Hj) as [_ [Ch _]]. rewrite Rmin_left; lra.
Qed.
