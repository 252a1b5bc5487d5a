(* The steps of the proof of Lemma 6, on how far two clients drift apart (rewards/lemma-6-proof-one-step,
   lemma-6-proof-inner-product, lemma-6-proof-square, lemma-6-proof-telescoping, lemma-6-proof-average).
   Modelled: clients 0, ..., N, coordinates 0, ..., D; client i has the objective F i with the gradient G i, and
   [of_all] is the average of the gradients; that it is the gradient of the average objective is not proved here. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps.
Open Scope R_scope.

Definition of_all N (G : nat -> (nat -> R) -> nat -> R) (x : nat -> R) := average N (fun i => G i x).
Definition similar N D zeta (G : nat -> (nat -> R) -> nat -> R) :=
  forall i x, (i <= N)%nat -> norm D (less (G i x) (of_all N G x)) <= zeta.

Theorem two_clients_one_step D eta (x1 x2 g1 g2 : nat -> R) :
  exists v, forall n1 n2 : nat -> R,
    let step x g n := along x (- eta) (fun k => g k + n k) in
    let d := less x1 x2 in let h := less g1 g2 in let n := less n1 n2 in
    norm D (less (step x1 g1 n1) (step x2 g2 n2)) ^ 2 =
    norm D d ^ 2 - 2 * eta * dot D h d + eta ^ 2 * norm D h ^ 2 + eta ^ 2 * norm D n ^ 2 + dot D n v.
Proof.
  exists (fun k => 2 * eta * (eta * (g1 k - g2 k) - (x1 k - x2 k))). intros n1 n2 step d h n.
  rewrite !norm_square. unfold step, d, h, n. coordinates. ring.
Qed.

Lemma smooth_square D L G x y : smooth D L G -> norm2 D (less (G x) (G y)) <= L ^ 2 * norm2 D (less x y).
Proof.
  intro H. specialize (H x y). rewrite <- !norm_square. pose proof (norm_nonneg D (less (G x) (G y))). nra.
Qed.
Lemma of_all_less N D G x y v :
  dot D (less (of_all N G x) (of_all N G y)) v = mean N (fun i => dot D (less (G i x) (G i y)) v).
Proof.
  rewrite <- (dot_average N D (fun i => less (G i x) (G i y))). apply dot_ext; [|reflexivity].
  intro k. unfold less, of_all, average. now rewrite <- mean_minus.
Qed.
(* An average of convex and smooth objectives is as co-coercive as each of them. *)
Lemma average_cocoercive N D L F G x y : 0 < L ->
  (forall i, (i <= N)%nat -> is_gradient D (F i) (G i) /\ smooth D L (G i) /\ convex (F i)) ->
  / L * norm2 D (less (of_all N G x) (of_all N G y)) <= dot D (less (of_all N G x) (of_all N G y)) (less x y).
Proof.
  intros PL H. rewrite of_all_less.
  apply Rle_trans with (mean N (fun i => / L * norm2 D (less (G i x) (G i y)))).
  - rewrite mean_times. apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; assumption|].
    replace (less (of_all N G x) (of_all N G y)) with (average N (fun i => less (G i x) (G i y))).
    + apply norm2_average.
    + apply functional_extensionality. intro k. unfold less, of_all, average. apply mean_minus.
  - apply mean_le. intros i Hi. destruct (H i Hi) as [A [B C]]. rewrite <- norm_square.
    apply (proj2 (convex_above_tangent D L (F i) (G i) PL A B C)).
Qed.
(* What the dissimilarity leaves between the gradients of two clients and those of the average. *)
Definition rest N G i j (x y : nat -> R) k :=
  less (G i x) (G j y) k - less (of_all N G x) (of_all N G y) k.
Lemma rest_bound N D zeta G i j x y : (i <= N)%nat -> (j <= N)%nat -> similar N D zeta G ->
  norm2 D (rest N G i j x y) <= 4 * zeta ^ 2.
Proof.
  intros Hi Hj S. pose proof (S i x Hi) as A. pose proof (S j y Hj) as B.
  pose proof (norm_nonneg D (less (G i x) (of_all N G x))). pose proof (norm_nonneg D (less (G j y) (of_all N G y))).
  set (u := less (G i x) (of_all N G x)) in *. set (v := less (G j y) (of_all N G y)) in *.
  assert (E : norm2 D (rest N G i j x y) + norm2 D (fun k => 1 * u k + 1 * v k) = 2 * norm2 D u + 2 * norm2 D v)
    by (unfold rest, u, v; coordinates; ring).
  pose proof (norm2_nonneg D (fun k => 1 * u k + 1 * v k)). rewrite <- !norm_square in E.
  rewrite <- !norm_square. nra.
Qed.

Theorem inner_product N D L zeta eta tau F G i j (x1 x2 : nat -> R) :
  0 < L -> 0 < eta -> 0 < tau -> (i <= N)%nat -> (j <= N)%nat ->
  (forall i, (i <= N)%nat -> is_gradient D (F i) (G i) /\ smooth D L (G i) /\ convex (F i)) ->
  similar N D zeta G ->
  let d := less x1 x2 in let h := less (G i x1) (G j x2) in
  - dot D h d <= - (norm D (less (of_all N G x1) (of_all N G x2)) ^ 2 / L) + norm D d ^ 2 / (2 * eta * tau) +
    2 * eta * tau * zeta ^ 2.
Proof.
  intros PL PE PT Hi Hj H S d h. rewrite !norm_square.
  pose proof (average_cocoercive N D L F G x1 x2 PL H) as C. fold d in C.
  pose proof (rest_bound N D zeta G i j x1 x2 Hi Hj S) as B. set (r := rest N G i j x1 x2) in *.
  assert (E : dot D h d = dot D (less (of_all N G x1) (of_all N G x2)) d + dot D r d)
    by (unfold h, r, rest; coordinates; ring).
  assert (Y : - dot D r d <= norm2 D d / (2 * eta * tau) + eta * tau / 2 * norm2 D r).
  { pose proof (norm2_nonneg D (fun k => 1 * d k + eta * tau * r k)) as Q. rewrite square_of_sum, (dot_sym D d r) in Q.
    assert (0 < eta * tau) by nra. apply (Rmult_le_reg_l (2 * (eta * tau))); [lra|].
    replace (2 * (eta * tau) * (norm2 D d / (2 * eta * tau) + eta * tau / 2 * norm2 D r)) with
      (norm2 D d + (eta * tau) ^ 2 * norm2 D r) by (field; lra). lra. }
  assert (eta * tau / 2 * norm2 D r <= eta * tau / 2 * (4 * zeta ^ 2)).
  { apply Rmult_le_compat_l; [|assumption]. assert (0 < eta * tau) by nra. lra. }
  unfold Rdiv at 1. rewrite E, (Rmult_comm _ (/ L)). lra.
Qed.

Theorem square_of_gradients N D zeta G i j (x1 x2 : nat -> R) :
  (i <= N)%nat -> (j <= N)%nat -> similar N D zeta G ->
  let h := less (G i x1) (G j x2) in let g := norm D (less (of_all N G x1) (of_all N G x2)) in
  norm D h ^ 2 <= (g + 2 * zeta) ^ 2 <= 3 * g ^ 2 + 6 * zeta ^ 2.
Proof.
  intros Hi Hj S h g. split; [|pose proof (pow2_ge_0 (g - zeta)); nra].
  pose proof (rest_bound N D zeta G i j x1 x2 Hi Hj S) as B. set (r := rest N G i j x1 x2) in *.
  pose proof (S i x1 Hi) as Z. pose proof (norm_nonneg D (less (G i x1) (of_all N G x1))) as Z0.
  set (u := less (of_all N G x1) (of_all N G x2)) in *.
  assert (E : norm2 D h = norm2 D u + 2 * dot D u r + norm2 D r).
  { replace (norm2 D h) with (norm2 D (fun k => 1 * u k + 1 * r k)); [rewrite square_of_sum; ring|].
    unfold h, u, r, rest. coordinates. ring. }
  pose proof (cauchy_schwarz D u r) as CS. fold g in CS. rewrite norm_square, E, <- (norm_square D u).
  rewrite <- (norm_square D r) in *. fold g. pose proof (norm_nonneg D u). pose proof (norm_nonneg D r).
  assert (norm D r <= 2 * zeta) by nra. unfold g in *. nra.
Qed.

(* The number e, from its compound interest: 1 - 1/20 is at most the twentieth root of 1/e. *)
Lemma e_bound : exp 1 < 14 / 5.
Proof.
  assert (H : 19 / 20 <= exp (- (1 / 20))) by (pose proof (exp_ineq1_le (- (1 / 20))); lra).
  assert (K : (19 / 20) ^ 20 <= exp (- (1))).
  { replace (exp (- (1))) with (exp (- (1 / 20)) ^ 20); [apply pow_incr; lra|].
    rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. simpl. field. }
  assert (I : exp 1 * exp (- (1)) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  pose proof (exp_pos 1). assert (5 / 14 < (19 / 20) ^ 20) by (simpl; lra). nra.
Qed.

Theorem telescoping (tau : nat) (c : R) (X : nat -> R) :
  (1 <= tau)%nat ->
  let r := 1 + / INR tau in
  (X 0%nat = 0 -> (forall k, X (S k) <= r * X k + c) -> forall k, X k <= c * INR tau * (r ^ k - 1)) /\
  r ^ tau - 1 <= exp 1 - 1 /\ exp 1 - 1 < 9 / 5.
Proof.
  intros T r. assert (P : 1 <= INR tau) by (apply (le_INR 1); assumption).
  assert (R0 : 0 < / INR tau) by (apply Rinv_0_lt_compat; lra). split; [|split].
  - intros X0 step k. induction k as [|k IH]; [rewrite X0; simpl; lra|].
    apply Rle_trans with (1 := step k). apply Rle_trans with (r * (c * INR tau * (r ^ k - 1)) + c).
    + apply Rplus_le_compat_r, Rmult_le_compat_l; [unfold r; lra|assumption].
    + apply Req_le. unfold r. simpl. field. lra.
  - apply Rplus_le_compat_r. replace (exp 1) with (exp (/ INR tau) ^ tau).
    + apply pow_incr. split; [unfold r; lra|]. apply exp_ineq1_le.
    + rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. field. lra.
  - pose proof e_bound. lra.
Qed.

Theorem pairs_to_average N D (x : nat -> nat -> R) i :
  let bar := average N x in
  norm D (less (x i) bar) ^ 2 <= mean N (fun j => norm D (less (x i) (x j)) ^ 2) /\
  mean N (fun j => norm D (less (x i) (x j)) ^ 2) - norm D (less (x i) bar) ^ 2 =
    mean N (fun j => norm D (less (x j) bar) ^ 2).
Proof.
  intro bar.
  assert (E : mean N (fun j => norm D (less (x i) (x j)) ^ 2) - norm D (less (x i) bar) ^ 2 =
    mean N (fun j => norm D (less (x j) bar) ^ 2)).
  { rewrite norm_square. rewrite !(mean_ext N (fun j => norm D _ ^ 2) (fun j => norm2 D _))
      by (intros; apply norm_square).
    unfold norm2, dot. rewrite !mean_of_sums, <- sum_minus. apply sum_ext. intros k _.
    rewrite (mean_ext N (fun j => less (x i) (x j) k * less (x i) (x j) k)
      (fun j => (x i k ^ 2 - 2 * x i k * x j k) + x j k ^ 2)) by (intros; unfold less; ring).
    rewrite (mean_ext N (fun j => less (x j) bar k * less (x j) bar k)
      (fun j => (x j k ^ 2 - 2 * bar k * x j k) + bar k ^ 2)) by (intros; unfold less; ring).
    rewrite !mean_plus, !mean_minus, !mean_times, !mean_const. unfold less, bar, average. ring. }
  split; [|exact E]. assert (0 <= mean N (fun j => norm D (less (x j) bar) ^ 2)); [|lra].
  apply mean_nonneg. intros. apply pow2_ge_0.
Qed.
