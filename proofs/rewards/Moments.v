(* Sums, means and variances over clients 0, ..., N of real numbers: what the files on costs and correlations share.
   A mean divides by the number N + 1 of clients; a variance is the mean square less the square of the mean. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards.
Open Scope R_scope.

Section Moments.
Variable N : nat.
Notation n := (clients N).
Definition mean f := sum N f / n.
Definition var f := mean (fun i => f i ^ 2) - mean f ^ 2.
Definition cov f g := mean (fun i => f i * g i) - mean f * mean g.

Lemma n_pos : 0 < n.
Proof. unfold clients. pose proof (pos_INR N). lra. Qed.
Lemma sum_const x : sum N (fun _ => x) = n * x.
Proof. unfold sum, clients. induction N as [|k IH]; [simpl; lra|]. rewrite S_INR. simpl. lra. Qed.
Lemma sum_nonneg f : (forall i, (i <= N)%nat -> 0 <= f i) -> 0 <= sum N f.
Proof. intro H. replace 0 with (sum N (fun _ => 0)) by (rewrite sum_const; ring). now apply sum_le. Qed.
Lemma sum_at_least f j : (j <= N)%nat -> (forall i, (i <= N)%nat -> 0 <= f i) -> f j <= sum N f.
Proof.
  intros Hj H. pose proof (sum_nonneg f H).
  replace (f j) with (sum N (fun i => if Nat.eq_dec i j then f j else 0)).
  - apply sum_le. intros i Hi. destruct (Nat.eq_dec i j) as [->|]; [lra|auto].
  - clear - Hj. unfold sum. induction N as [|k IH]; cbn [sum_f_R0].
    + destruct (Nat.eq_dec 0 j) as [<-|]; [reflexivity|lia].
    + destruct (Nat.eq_dec (S k) j) as [e|ne].
      * rewrite (sum_eq _ (fun _ => 0)); [|intros i Hi; destruct (Nat.eq_dec i j); [lia|reflexivity]].
        rewrite sum_cte, e. ring.
      * rewrite IH by lia. ring.
Qed.
Lemma sum_change f j v : (j <= N)%nat -> sum N (fun i => if Nat.eq_dec i j then v else f i) = sum N f - f j + v.
Proof.
  unfold sum. clear. intro Hj. induction N as [|k IH]; cbn [sum_f_R0].
  - destruct (Nat.eq_dec 0 j) as [<-|]; [ring|lia].
  - destruct (Nat.eq_dec (S k) j) as [<-|ne].
    + rewrite (sum_eq _ f); [ring|]. intros i Hi. destruct (Nat.eq_dec i (S k)); [lia|reflexivity].
    + rewrite IH by lia. ring.
Qed.
Lemma mean_const x : mean (fun _ => x) = x.
Proof. unfold mean. rewrite sum_const. pose proof n_pos. field. lra. Qed.
Lemma mean_ext f g : (forall i, (i <= N)%nat -> f i = g i) -> mean f = mean g.
Proof. intro H. unfold mean. now rewrite (sum_ext N f g H). Qed.
Lemma mean_plus f g : mean (fun i => f i + g i) = mean f + mean g.
Proof. unfold mean. rewrite sum_plus. pose proof n_pos. field. lra. Qed.
Lemma mean_minus f g : mean (fun i => f i - g i) = mean f - mean g.
Proof. unfold mean. rewrite sum_minus. pose proof n_pos. field. lra. Qed.
Lemma mean_times k f : mean (fun i => k * f i) = k * mean f.
Proof. unfold mean. rewrite sum_times. pose proof n_pos. field. lra. Qed.
Lemma mean_le f g : (forall i, (i <= N)%nat -> f i <= g i) -> mean f <= mean g.
Proof.
  intro H. unfold mean, Rdiv. apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, n_pos|now apply sum_le].
Qed.
Lemma mean_nonneg f : (forall i, (i <= N)%nat -> 0 <= f i) -> 0 <= mean f.
Proof. intro H. rewrite <- (mean_const 0). now apply mean_le. Qed.
Lemma mean_pos f j : (j <= N)%nat -> (forall i, (i <= N)%nat -> 0 <= f i) -> 0 < f j -> 0 < mean f.
Proof. intros Hj H P. pose proof (sum_at_least f j Hj H). unfold mean. apply Rdiv_lt_0_compat; [lra|apply n_pos]. Qed.
Lemma mean_zero f : (forall i, (i <= N)%nat -> 0 <= f i) -> mean f = 0 -> forall i, (i <= N)%nat -> f i = 0.
Proof.
  intros H E i Hi. destruct (Rle_lt_or_eq_dec 0 (f i) (H i Hi)) as [P|]; [|auto].
  pose proof (mean_pos f i Hi H P). lra.
Qed.

(* The covariance of deviations: every variance is a mean of squares. *)
Lemma cov_centred f g : cov f g = mean (fun i => (f i - mean f) * (g i - mean g)).
Proof.
  rewrite (mean_ext _ (fun i => (f i * g i - mean g * f i) - (mean f * g i - mean f * mean g))) by (intros; ring).
  rewrite (mean_minus (fun i => f i * g i - mean g * f i)), !mean_minus, !mean_times, mean_const. unfold cov. ring.
Qed.
Lemma var_cov f : var f = cov f f.
Proof. unfold var, cov. rewrite (mean_ext _ (fun i => f i * f i)) by (intros; ring). ring. Qed.
Lemma var_centred f : var f = mean (fun i => (f i - mean f) ^ 2).
Proof. rewrite var_cov, cov_centred. apply mean_ext. intros. ring. Qed.
Lemma var_nonneg f : 0 <= var f.
Proof. rewrite var_centred. apply mean_nonneg. intros. apply pow2_ge_0. Qed.
Lemma var_zero f : var f = 0 <-> forall i, (i <= N)%nat -> f i = mean f.
Proof.
  rewrite var_centred. split; intro H.
  - intros i Hi. pose proof (mean_zero _ (fun i _ => pow2_ge_0 (f i - mean f)) H i Hi) as Z. simpl in Z. nra.
  - rewrite (mean_ext _ (fun _ => 0)); [apply mean_const|]. intros i Hi. rewrite (H i Hi) at 1. ring.
Qed.
Lemma var_pos f i j : (i <= N)%nat -> (j <= N)%nat -> f i <> f j -> 0 < var f.
Proof.
  intros Hi Hj D. destruct (Rle_lt_or_eq_dec 0 (var f) (var_nonneg f)) as [|Z]; [assumption|].
  symmetry in Z. rewrite var_zero in Z. elim D. now rewrite (Z i Hi), (Z j Hj).
Qed.
Lemma var_shift f t : var (fun i => f i + t) = var f.
Proof.
  rewrite !var_centred. apply mean_ext. intros i Hi. rewrite mean_plus, mean_const. ring.
Qed.
Lemma var_ext f g : (forall i, (i <= N)%nat -> f i = g i) -> var f = var g.
Proof.
  intro H. unfold var. rewrite (mean_ext f g H). f_equal. apply mean_ext. intros i Hi. now rewrite H.
Qed.

(* The least and the largest of the numbers. *)
Lemma largest (f : nat -> R) : exists t, (t <= N)%nat /\ forall i, (i <= N)%nat -> f i <= f t.
Proof.
  induction N as [|k [t [Ht H]]].
  - exists 0%nat. split; [lia|]. intros i Hi. replace i with 0%nat by lia. lra.
  - destruct (Rle_dec (f t) (f (S k))) as [L|L].
    + exists (S k). split; [lia|]. intros i Hi. destruct (Nat.eq_dec i (S k)) as [->|]; [lra|].
      specialize (H i ltac:(lia)). lra.
    + exists t. split; [lia|]. intros i Hi. destruct (Nat.eq_dec i (S k)) as [->|]; [lra|]. apply H. lia.
Qed.
End Moments.
