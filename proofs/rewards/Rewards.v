(* Rewards: with continuous levels the allocations of least variance are clipped shifts, one for each attainable mean gain
   (rewards/new-clip); a restriction of a smooth function is at least as smooth (rewards/lemma-1). *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
Open Scope R_scope.

Section Sums.
Variable N : nat.                                     (* clients 0, ..., N *)
Definition sum f := sum_f_R0 f N.
Lemma sum_plus f g : sum (fun i => f i + g i) = sum f + sum g.
Proof. unfold sum. induction N; simpl; lra. Qed.
Lemma sum_minus f g : sum (fun i => f i - g i) = sum f - sum g.
Proof. unfold sum. induction N; simpl; lra. Qed.
Lemma sum_times k f : sum (fun i => k * f i) = k * sum f.
Proof. unfold sum. induction N; simpl; lra. Qed.
Lemma sum_le f g : (forall i, (i <= N)%nat -> f i <= g i) -> sum f <= sum g.
Proof. intro H. unfold sum. apply sum_Rle. exact H. Qed.
Lemma sum_ext f g : (forall i, (i <= N)%nat -> f i = g i) -> sum f = sum g.
Proof. intro H. apply Rle_antisym; apply sum_le; intros i Hi; rewrite (H i Hi); lra. Qed.
Lemma sum_zero f : (forall i, (i <= N)%nat -> 0 <= f i) -> sum f <= 0 -> forall i, (i <= N)%nat -> f i = 0.
Proof.
  unfold sum. induction N as [|n IH]; simpl; intros P Q i Hi.
  - replace i with 0%nat by lia. specialize (P 0%nat ltac:(lia)). lra.
  - assert (B : 0 <= sum_f_R0 f n).
    { clear - P. induction n; simpl; [apply P; lia|]. assert (0 <= f (S n)) by (apply P; lia).
      assert (0 <= sum_f_R0 f n) by (apply IHn; intros; apply P; lia). lra. }
    pose proof (P (S n) ltac:(lia)). destruct (Nat.eq_dec i (S n)) as [->|]; [lra|].
    apply IH; [intros; apply P; lia|lra|lia].
Qed.
End Sums.

Section Clip.
Variable N : nat.
Variables (c : nat -> R) (l h : R).
Hypothesis c_le_h : forall i, (i <= N)%nat -> c i <= h.
Hypothesis l_le_h : l <= h.
Definition lo i := Rmax l (c i).
Definition clip x a b := Rmin (Rmax x a) b.
Definition shifted t i := clip (c i + t) (lo i) h.
(* An allocation is a level for each client, on offer, and no worse than what the client has. *)
Definition allocation a := forall i, (i <= N)%nat -> l <= a i <= h /\ c i <= a i.
Definition clients := INR N + 1.
Definition mean_gain a := sum N (fun i => a i - c i) / clients.
Definition variance a := sum N (fun i => (a i - c i) ^ 2) / clients - mean_gain a ^ 2.

Lemma lo_le_h i : (i <= N)%nat -> lo i <= h.
Proof. intro. apply Rmax_lub; auto. Qed.
Lemma shifted_is_allocation t : allocation (shifted t).
Proof.
  intros i Hi. unfold shifted, clip. pose proof (lo_le_h i Hi).
  pose proof (Rmax_l l (c i)). pose proof (Rmax_r l (c i)). fold (lo i) in *.
  pose proof (Rmax_r (c i + t) (lo i)). unfold Rmin. destruct (Rle_dec _ _); lra.
Qed.

(* The sum of the levels of a clipped shift is continuous in the shift, so it takes every value in between. *)
Lemma clip_lipschitz x y a b : Rabs (clip x a b - clip y a b) <= Rabs (x - y).
Proof. unfold clip, Rmin, Rmax. repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra. Qed.
Lemma clients_pos : 0 < clients.
Proof. unfold clients. pose proof (pos_INR N). lra. Qed.
Lemma total_lipschitz x y : Rabs (sum N (shifted x) - sum N (shifted y)) <= clients * Rabs (x - y).
Proof.
  unfold sum, clients. clear. induction N as [|n IH].
  - simpl. unfold shifted. pose proof (clip_lipschitz (c 0%nat + x) (c 0%nat + y) (lo 0) h).
    replace (c 0%nat + x - (c 0%nat + y)) with (x - y) in H by ring. lra.
  - rewrite S_INR. simpl. pose proof (clip_lipschitz (c (S n) + x) (c (S n) + y) (lo (S n)) h).
    replace (c (S n) + x - (c (S n) + y)) with (x - y) in H by ring. unfold shifted in *.
    match goal with |- Rabs (?A + ?a - (?B + ?b)) <= _ => replace (A + a - (B + b)) with ((A - B) + (a - b)) by ring;
      pose proof (Rabs_triang (A - B) (a - b)) end. lra.
Qed.
Lemma total_continuous : continuity (fun t => sum N (shifted t)).
Proof.
  intros x e He. pose proof clients_pos. exists (e / clients). split; [apply Rdiv_lt_0_compat; lra|].
  intros y [_ D]. simpl in *. unfold R_dist in *. apply Rle_lt_trans with (1 := total_lipschitz y x).
  replace e with (clients * (e / clients)) by (field; lra). apply Rmult_lt_compat_l; lra.
Qed.

Lemma some_shift_attains a : allocation a -> exists t, sum N (shifted t) = sum N a.
Proof.
  intro Ha. set (s := sum N a). set (t1 := sum N (fun i => Rabs (h - c i))).
  assert (big : forall i, (i <= N)%nat -> h <= c i + t1).
  { intros i Hi. assert (h - c i <= t1); [|lra]. apply Rle_trans with (1 := Rle_abs _). unfold t1, sum. clear - Hi.
    induction N as [|n IH]; [replace i with 0%nat by lia; simpl; lra|]. simpl.
    assert (0 <= sum_f_R0 (fun j => Rabs (h - c j)) n) by (clear; induction n; simpl; [apply Rabs_pos|pose proof (Rabs_pos (h - c (S n))); lra]).
    destruct (Nat.eq_dec i (S n)) as [->|]; [lra|]. pose proof (Rabs_pos (h - c (S n))). specialize (IH ltac:(lia)). lra. }
  assert (t1pos : 0 <= t1) by (specialize (big 0%nat ltac:(lia)); pose proof (c_le_h 0%nat ltac:(lia)); lra).
  destruct (IVT_cor (fun t => sum N (shifted t) - s) 0 t1) as [t [_ Ht]].
  - apply continuity_minus; [exact total_continuous|apply continuity_const; intros ? ?; reflexivity].
  - exact t1pos.
  - assert (L : sum N (shifted 0) <= s).
    { apply sum_le. intros i Hi. destruct (Ha i Hi) as [[A B] C]. unfold shifted, clip, lo, Rmin, Rmax.
      repeat destruct (Rle_dec _ _); lra. }
    assert (U : s <= sum N (shifted t1)).
    { apply sum_le. intros i Hi. destruct (Ha i Hi) as [[A B] C]. specialize (big i Hi). unfold shifted, clip, lo, Rmin, Rmax.
      repeat destruct (Rle_dec _ _); lra. }
    nra.
  - exists t. lra.
Qed.

Lemma one_client a t i : (i <= N)%nat -> allocation a ->
  (a i - c i) ^ 2 >= (shifted t i - c i) ^ 2 + (a i - shifted t i) ^ 2 + 2 * t * (a i - shifted t i).
Proof.
  intros Hi Ha. destruct (Ha i Hi) as [[A B] C]. pose proof (c_le_h i Hi). set (p := shifted t i).
  assert (0 <= (a i - p) * (p - c i - t)); [|nra].
  unfold p, shifted, clip, lo, Rmin, Rmax. repeat destruct (Rle_dec _ _); nra.
Qed.

Theorem clipped_shift a : allocation a -> exists t, allocation (shifted t) /\ mean_gain (shifted t) = mean_gain a /\
  forall b, allocation b -> mean_gain b = mean_gain a ->
    variance (shifted t) <= variance b /\ (variance b = variance (shifted t) -> forall i, (i <= N)%nat -> b i = shifted t i).
Proof.
  intro Ha. destruct (some_shift_attains a Ha) as [t Ht]. exists t. pose proof clients_pos as P.
  assert (same : forall x y, mean_gain x = mean_gain y <-> sum N x = sum N y).
  { intros x y. unfold mean_gain. rewrite !sum_minus. split; intro H; [|rewrite H; reflexivity].
    apply Rmult_eq_reg_r in H; [lra|]. apply Rinv_neq_0_compat. lra. }
  split; [apply shifted_is_allocation|]. split; [now apply same|]. intros b Hb E.
  assert (Sb : sum N b = sum N (shifted t)) by (rewrite Ht; now apply same).
  assert (G : mean_gain b = mean_gain (shifted t)) by now apply same.
  assert (K : sum N (fun i => (b i - c i) ^ 2) >= sum N (fun i => (shifted t i - c i) ^ 2) + sum N (fun i => (b i - shifted t i) ^ 2)).
  { replace (sum N (fun i => (shifted t i - c i) ^ 2) + sum N (fun i => (b i - shifted t i) ^ 2))
      with (sum N (fun i => (shifted t i - c i) ^ 2 + (b i - shifted t i) ^ 2 + 2 * t * (b i - shifted t i))).
    - apply Rle_ge, sum_le. intros i Hi. apply Rge_le, one_client; assumption.
    - rewrite (sum_plus N (fun i => (shifted t i - c i) ^ 2 + (b i - shifted t i) ^ 2)), sum_plus, sum_times, sum_minus. rewrite Sb. ring. }
  assert (Q : 0 <= sum N (fun i => (b i - shifted t i) ^ 2)).
  { replace 0 with (sum N (fun _ => 0)); [apply sum_le; intros; apply pow2_ge_0|].
    unfold sum. clear. induction N; simpl; lra. }
  assert (inv : 0 < / clients) by now apply Rinv_0_lt_compat.
  unfold variance. rewrite G. split; [unfold Rdiv; nra|]. intros V i Hi.
  assert (Z : sum N (fun i => (b i - shifted t i) ^ 2) <= 0) by (unfold Rdiv in V; nra).
  assert (D := sum_zero N _ (fun i _ => pow2_ge_0 (b i - shifted t i)) Z i Hi). simpl in D. nra.
Qed.

(* So every cost that, among allocations of equal mean gain, grows strictly with the variance has clipped shifts as its
   only optima. *)
Corollary every_such_cost (cost : (nat -> R) -> R) a :
  (forall x y, allocation x -> allocation y -> mean_gain x = mean_gain y -> variance x < variance y -> cost x < cost y) ->
  allocation a -> (forall b, allocation b -> cost a <= cost b) -> exists t, forall i, (i <= N)%nat -> a i = shifted t i.
Proof.
  intros grows Ha best. destruct (clipped_shift a Ha) as [t [At [Gt Least]]]. exists t.
  destruct (Least a Ha eq_refl) as [Le Eq]. apply Eq. destruct Le as [Lt|]; [|congruence].
  exfalso. specialize (best _ At). specialize (grows _ _ At Ha Gt Lt). lra.
Qed.

Theorem least_variance_is_clipped a : allocation a ->
  (exists t, allocation (shifted t) /\ mean_gain (shifted t) = mean_gain a /\
    forall b, allocation b -> mean_gain b = mean_gain a ->
      variance (shifted t) <= variance b /\
      (variance b = variance (shifted t) -> forall i, (i <= N)%nat -> b i = shifted t i)) /\
  forall cost,
    (forall x y, allocation x -> allocation y -> mean_gain x = mean_gain y -> variance x < variance y ->
      cost x < cost y) ->
    (forall b, allocation b -> cost a <= cost b) -> exists t, forall i, (i <= N)%nat -> a i = shifted t i.
Proof. intro Ha. split; [now apply clipped_shift|]. intros cost grows best. now apply (every_such_cost cost). Qed.
End Clip.

Section Restriction.
Variable D : nat.                                     (* coordinates 0, ..., D *)
Variables (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R) (L : R).
Definition upd (x : nat -> R) i t := fun j => if Nat.eq_dec j i then t else x j.
Definition gradient F G on := forall x i, on i -> derivable_pt_lim (fun t => F (upd x i t)) (x i) (G x i).
Definition dist2 (on : nat -> bool) (x y : nat -> R) := sum D (fun i => if on i then (x i - y i) ^ 2 else 0).
Definition smooth (on : nat -> bool) (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R) L :=
  gradient F G (fun i => (i <= D)%nat /\ on i = true) /\ forall x y, dist2 on (G x) (G y) <= L ^ 2 * dist2 on x y.
Variables (keep : nat -> bool) (fixed : nat -> R).    (* the coordinates of the slice; the others are held fixed *)
Definition glue x := fun i => if keep i then x i else fixed i.

Theorem lemma_1 : smooth (fun _ => true) F G L -> smooth keep (fun x => F (glue x)) (fun x => G (glue x)) L.
Proof.
  intros [HG HL]. split.
  - intros x i [Hi Ki]. replace (fun t => F (glue (upd x i t))) with (fun t => F (upd (glue x) i t)).
    + replace (x i) with (glue x i) by (unfold glue; now rewrite Ki). apply HG. auto.
    + extensionality t. f_equal. extensionality j. unfold glue, upd. destruct (Nat.eq_dec j i) as [->|]; [now rewrite Ki|reflexivity].
  - intros x y. apply Rle_trans with (dist2 (fun _ => true) (G (glue x)) (G (glue y))).
    + apply sum_le. intros i _. destruct (keep i); [lra|apply pow2_ge_0].
    + apply Rle_trans with (1 := HL (glue x) (glue y)). apply Req_le. f_equal. apply sum_ext. intros i _.
      unfold glue. destruct (keep i); [reflexivity|ring].
Qed.
End Restriction.
