(* When optima have equal gains, and when the best contributor gets the best level (rewards/lemma-4, lemma-4-proof,
   new-lemmas-3-and-4-together, new-anchor).
   Modelled: any number of clients 0, ..., N with contributions c, every accuracy from l to h on offer; "low" and "top"
   are a least and a largest contributor. Readings, values and optima are those of Readings.v. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings Correlation Optimum.
Open Scope R_scope.

Section Clients.
Variables (N : nat) (c : nat -> R) (l h eps k : R).
Notation allocation := (allocation N c l h).
Notation optimal := (optimal N c eps k allocation).
Notation value := (value N c eps k).
Notation variance := (variance N c).
Notation mean_gain := (mean_gain N c).
Notation equal_gains := (equal_gains N c).
Definition extremes low top := (low <= N)%nat /\ (top <= N)%nat /\ forall i, (i <= N)%nat -> c low <= c i <= c top.
Definition is_shift t (a : nat -> R) := forall i, (i <= N)%nat -> a i = c i + t.

Lemma equal_is_shift a j : (j <= N)%nat -> equal_gains a -> is_shift (a j - c j) a.
Proof. intros Hj H i Hi. specialize (H i j Hi Hj). lra. Qed.
Lemma shift_is_equal a t : is_shift t a -> equal_gains a.
Proof. intros H i j Hi Hj. rewrite (H i Hi), (H j Hj). ring. Qed.
Lemma shift_moments a t : is_shift t a -> mean_gain a = t /\ variance a = 0.
Proof.
  intro H. split; [|apply variance_zero; now apply (shift_is_equal a t)].
  rewrite mean_gain_mean, (mean_ext N _ (fun _ => t)), mean_const; [reflexivity|]. intros i Hi. rewrite (H i Hi). ring.
Qed.
Lemma shift_allowed low top a t : extremes low top -> is_shift t a ->
  allocation a <-> Rmax 0 (l - c low) <= t <= h - c top.
Proof.
  intros [Hl [Ht X]] H. split.
  - intro A. destruct (A low Hl) as [[L1 _] L2]. destruct (A top Ht) as [[_ T1] _].
    rewrite (H low Hl) in *. rewrite (H top Ht) in *. split; [apply Rmax_lub|]; lra.
  - intros [T1 T2] i Hi. rewrite (H i Hi). specialize (X i Hi).
    pose proof (Rmax_l 0 (l - c low)). pose proof (Rmax_r 0 (l - c low)). lra.
Qed.

(* Under ratio and deviation-ratio nothing costs less than equal gains, and they cost nothing. *)
Lemma cost_sign r m V : divides_by_mean r -> 0 < eps -> 0 <= m -> 0 <= V ->
  0 <= cost eps k r m V /\ (cost eps k r m V = 0 <-> V = 0).
Proof.
  intros D E M [P|<-].
  - assert (0 < cost eps k r m V).
    { destruct D as [-> | ->]; simpl; apply Rdiv_lt_0_compat; try lra. now apply sqrt_lt_R0. }
    split; [lra|]. split; lra.
  - destruct D as [-> | ->]; simpl; rewrite ?sqrt_0; unfold Rdiv; rewrite Rmult_0_l; split; try lra; now split.
Qed.
Lemma value_sign r a : divides_by_mean r -> 0 < eps -> allocation a ->
  0 <= value r a /\ (value r a = 0 <-> equal_gains a).
Proof.
  intros D E A. rewrite <- variance_zero. apply cost_sign; auto; [|apply variance_nonneg].
  apply mean_gain_nonneg. intros i Hi. now apply A.
Qed.
Lemma equal_optima r a b : divides_by_mean r -> 0 < eps -> allocation b -> equal_gains b ->
  optimal r a <-> allocation a /\ equal_gains a.
Proof.
  intros D E B Eb. assert (Zb : value r b = 0) by now apply value_sign. split.
  - intros [A Best]. split; [assumption|]. apply (value_sign r a D E A). specialize (Best b B).
    destruct (value_sign r a D E A). lra.
  - intros [A Ea]. split; [assumption|]. intros d Hd. assert (value r a = 0) by now apply value_sign.
    destruct (value_sign r d D E Hd). lra.
Qed.

(* The allocation of Lemma 4: the shift by what the best level has above the top contributor. *)
Theorem lemma_4_proof low top : extremes low top -> some_differ N c -> c top <= h -> l <= c low + (h - c top) ->
  allocation (fun i => c i + (h - c top)) /\ correlation N (fun i => c i + (h - c top)) c 1.
Proof.
  intros X Di T F. assert (S : is_shift (h - c top) (fun i => c i + (h - c top))) by now intros i Hi. split.
  - apply (shift_allowed low top _ (h - c top) X S). split; [apply Rmax_lub|]; lra.
  - now apply (shift_has_correlation_one N c _ (h - c top)).
Qed.

(* Lemma 4 for the two readings that divide by the mean gain: where the floor is out of play. *)
Theorem lemma_4 r low top : divides_by_mean r -> 0 < eps -> extremes low top -> some_differ N c -> c top <= h ->
  l <= c low + (h - c top) ->
  (exists a, optimal r a) /\ forall a, optimal r a -> correlation N a c 1.
Proof.
  intros D E X Di T F. set (b := fun i => c i + (h - c top)). assert (Sb : is_shift (h - c top) b) by now intros i Hi.
  assert (B : allocation b).
  { apply (shift_allowed low top b (h - c top) X Sb). split; [apply Rmax_lub|]; lra. }
  pose proof (fun a => equal_optima r a b D E B (shift_is_equal b _ Sb)) as O. split.
  - exists b. apply O. split; [assumption|]. now apply (shift_is_equal b (h - c top)).
  - intros a Ha. apply O in Ha. destruct Ha as [A Ea]. destruct X as [Hl _].
    apply (shift_has_correlation_one N c a (a low - c low)); [assumption|]. now apply equal_is_shift.
Qed.

Theorem lemmas_3_and_4_together r low top : divides_by_mean r -> 0 < eps -> extremes low top -> some_differ N c ->
  c top <= h -> l <= h ->
  let theta := Rmax 0 (l - c low) in
  ((forall a, optimal r a -> equal_gains a) <-> theta <= h - c top) /\
  ((forall a, optimal r a -> a top = h) <-> theta >= h - c top).
Proof.
  intros D E X Di T L theta. assert (X' := X). destruct X' as [Hl [Ht High]].
  assert (cap : forall i, (i <= N)%nat -> c i <= h) by (intros i Hi; specialize (High i Hi); lra).
  assert (K : 0 < 1) by lra.
  assert (none : h - c top < theta -> forall a, allocation a -> ~ equal_gains a).
  { intros Lt a A Ea. apply (shift_allowed low top a (a low - c low) X) in A; [|now apply equal_is_shift].
    fold theta in A. lra. }
  set (b := fun i => c i + theta). assert (Sb : is_shift theta b) by now intros i Hi.
  assert (B : theta <= h - c top -> allocation b).
  { intro Le. apply (shift_allowed low top b theta X Sb). fold theta. lra. }
  pose proof (fun Le a => equal_optima r a b D E (B Le) (shift_is_equal b _ Sb)) as O.
  assert (same : forall a, Readings.value N c eps 1 r a = value r a) by (intro a; destruct D as [-> | ->]; reflexivity).
  split; split.
  - intro all. destruct (Rle_lt_dec theta (h - c top)) as [|Lt]; [assumption|exfalso].
    destruct (optimum_exists N c l h eps 1 E K r cap L) as [a [A Best]]. apply (none Lt a A), all. split; [assumption|].
    intros d Hd. rewrite <- !same. now apply Best.
  - intros Le a Ha. now apply (O Le).
  - intro all. destruct (Rle_lt_dec (h - c top) theta) as [|Lt]; [lra|exfalso].
    assert (Le : theta <= h - c top) by lra. assert (Ob : optimal r b).
    { apply (O Le). split; [now apply B|]. now apply (shift_is_equal b theta). }
    specialize (all b Ob). unfold b in all. lra.
  - intros Ge a Ha. destruct (Rle_lt_or_eq_dec _ _ (Rge_le _ _ Ge)) as [Lt|Eq].
    + apply (top_of_optimum N c eps 1 l h r a top E K Ht); [intros i Hi; now apply High| |].
      * right. apply (none Lt). apply Ha.
      * destruct Ha as [A Best]. split; [assumption|]. intros d Hd. rewrite !same. now apply Best.
    + assert (Le : theta <= h - c top) by lra. apply (O Le) in Ha. destruct Ha as [A Ea].
      assert (S := equal_is_shift a top Ht Ea). apply (shift_allowed low top a _ X S) in A. fold theta in A. lra.
Qed.

(* The repaired rules: the anchored rule gives every top contributor the best level and makes the variance least;
   the rule of least variance breaks ties by the larger mean gain. *)
Definition anchored top a := allocation a /\ forall i, (i <= N)%nat -> c i = c top -> a i = h.
Definition anchored_optimum top a := anchored top a /\ forall b, anchored top b -> variance a <= variance b.
Definition least_variance_optimum a := allocation a /\ forall b, allocation b ->
  variance a < variance b \/ (variance a = variance b /\ mean_gain b <= mean_gain a).
Theorem anchor low top : extremes low top -> c top <= h -> l <= c low + (h - c top) ->
  (forall a, (anchored_optimum top a <-> is_shift (h - c top) a) /\
    (least_variance_optimum a <-> is_shift (h - c top) a)) /\
  forall a, is_shift (h - c top) a -> a top = h /\ (some_differ N c -> correlation N a c 1).
Proof.
  intros X T F. assert (X' := X). destruct X' as [Hl [Ht High]].
  set (b := fun i => c i + (h - c top)). assert (Sb : is_shift (h - c top) b) by now intros i Hi.
  assert (all : forall a, is_shift (h - c top) a -> allocation a).
  { intros a Sa. apply (shift_allowed low top a (h - c top) X Sa). split; [apply Rmax_lub|]; lra. }
  assert (anch : forall a, is_shift (h - c top) a -> anchored top a).
  { intros a Sa. split; [now apply all|]. intros i Hi e. rewrite (Sa i Hi), e. ring. }
  destruct (shift_moments b _ Sb) as [Mb Vb]. split; [intro a|intros a Sa; split; [rewrite (Sa top Ht); ring|]];
    [|intro Di; now apply (shift_has_correlation_one N c a (h - c top))]. pose proof (variance_nonneg N c a) as V0.
      split; split.
  - intros [[A Top] Best]. specialize (Best b (anch b Sb)). assert (Z : variance a = 0) by lra.
    apply variance_zero in Z. pose proof (equal_is_shift a top Ht Z) as S. now rewrite (Top top Ht eq_refl) in S.
  - intro Sa. split; [now apply anch|]. intros d _. destruct (shift_moments a _ Sa) as [_ ->]. apply variance_nonneg.
  - intros [A Best]. destruct (Best b (all b Sb)) as [Lt|[Eq Le]]; [lra|]. rewrite Vb in Eq.
    apply variance_zero in Eq. pose proof (equal_is_shift a top Ht Eq) as S. destruct (shift_moments a _ S) as [Ma _].
    destruct (A top Ht) as [[_ Lh] _]. replace (h - c top) with (a top - c top) by lra. assumption.
  - intro Sa. destruct (shift_moments a _ Sa) as [Ma Va]. split; [now apply all|]. intros d Hd.
    pose proof (variance_nonneg N c d) as [P|Z]; [left; lra|right]. rewrite Va. split; [lra|].
    symmetry in Z. apply variance_zero in Z. pose proof (equal_is_shift d top Ht Z) as S.
    destruct (shift_moments d _ S) as [Md _]. destruct (Hd top Ht) as [[_ Lh] _]. lra.
Qed.
End Clients.
