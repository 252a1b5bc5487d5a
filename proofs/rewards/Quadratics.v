(* Quadratic objectives: bounded dissimilarity, bounded noise of random widths, averages that never see dissimilarity,
   and unequal numbers of local steps (rewards/new-dissimilarity-common-hessian, new-width-noise-quadratics,
   new-average-blind-to-dissimilarity, new-unequal-local-steps).
   Modelled: vectors have the coordinates 0, ..., D, clients are 0, ..., N, widths 0, ..., P with weights w; the
     gradient
   of x' H x / 2 - b' x is H x - b. A width p keeps the coordinates with keep p, and the gradient of x -> F (m_p x) is
   m_p G (m_p x), where G is the gradient of F. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Definition square D (x : nat -> R) := sum D (fun k => x k ^ 2).
Definition affine D (H : nat -> nat -> R) (b x : nat -> R) k := sum D (fun l => H k l * x l) - b k.
Definition unit_vector (l : nat) (s : R) (j : nat) := if Nat.eq_dec j l then s else 0.

Lemma square_coordinate D x k : (k <= D)%nat -> x k ^ 2 <= square D x.
Proof. intro Hk. apply (sum_at_least D (fun j => x j ^ 2) k Hk). intros. apply pow2_ge_0. Qed.
Lemma affine_unit D H b l s k : (l <= D)%nat -> affine D H b (unit_vector l s) k = H k l * s - b k.
Proof.
  intro Hl. unfold affine, unit_vector. f_equal.
  rewrite (sum_ext D _ (fun j => if Nat.eq_dec j l then H k l * s else 0)).
  - rewrite (sum_change D (fun _ => 0)), sum_const by assumption. ring.
  - intros j _. destruct (Nat.eq_dec j l) as [->|]; ring.
Qed.
(* A line that stays within a bound is level. *)
Lemma bounded_line (a b z : R) : (forall s, (a * s - b) ^ 2 <= z) -> a = 0.
Proof.
  intro H. destruct (Req_dec a 0) as [|A]; [assumption|exfalso].
  specialize (H ((b + 1 + Rabs z) / a)). replace (a * ((b + 1 + Rabs z) / a) - b) with (1 + Rabs z) in H by (field;
    assumption).
  pose proof (Rabs_pos z). pose proof (Rle_abs z). nra.
Qed.
Lemma sum_exchange A B (f : nat -> nat -> R) : sum A (fun i => sum B (f i)) = sum B (fun j => sum A (fun i => f i j)).
Proof.
  induction A as [|a IH]; [reflexivity|].
  change (sum a (fun i => sum B (f i)) + sum B (f (S a)) = sum B (fun j => sum a (fun i => f i j) + f (S a) j)).
  now rewrite sum_plus, IH.
Qed.

(* Assumption 4 for quadratics: for some zeta, at every x and for every client. *)
Theorem dissimilarity_common_hessian N D (H : nat -> nat -> nat -> R) (b : nat -> nat -> R) :
  let gradient i x := affine D (H i) (b i) x in
  let global x k := mean N (fun i => gradient i x k) in
  (exists zeta, forall i x, (i <= N)%nat -> square D (fun k => gradient i x k - global x k) <= zeta ^ 2) <->
  forall i j k l, (i <= N)%nat -> (j <= N)%nat -> (k <= D)%nat -> (l <= D)%nat -> H i k l = H j k l.
Proof.
  intros gradient global. split.
  - intros [z Hz]. assert (same : forall i k l, (i <= N)%nat -> (k <= D)%nat -> (l <= D)%nat ->
      H i k l = mean N (fun j => H j k l)).
    { intros i k l Hi Hk Hl.
      assert (Z : H i k l - mean N (fun j => H j k l) = 0); [|lra].
      apply (bounded_line _ (b i k - mean N (fun j => b j k)) (z ^ 2)). intro s.
      apply Rle_trans with (2 := Hz i (unit_vector l s) Hi).
      apply Rle_trans with (2 := square_coordinate D (fun k => gradient i (unit_vector l s) k -
        global (unit_vector l s) k) k Hk).
      apply Req_le. unfold global, gradient. cbv beta. rewrite affine_unit by assumption.
      rewrite (mean_ext N (fun j => affine D (H j) (b j) (unit_vector l s) k) (fun j => s * H j k l - b j k))
        by (intros j _; rewrite affine_unit by assumption; ring).
      rewrite mean_minus, mean_times. ring. }
    intros i j k l Hi Hj Hk Hl. now rewrite (same i), (same j).
  - intro same. set (d := fun i => square D (fun k => b i k - mean N (fun j => b j k))).
    assert (d0 : forall i, (i <= N)%nat -> 0 <= d i) by (intros; apply sum_nonneg; intros; apply pow2_ge_0).
    exists (1 + sum N d). intros i x Hi. apply Rle_trans with (d i).
    + apply Req_le, sum_ext. intros k Hk. unfold global, gradient, affine.
      rewrite mean_minus. rewrite (mean_ext N (fun j => sum D (fun l => H j k l * x l)) (fun _ => sum D (fun l => H i
        k l * x l))).
      * rewrite mean_const. ring.
      * intros j Hj. apply sum_ext. intros l Hl. now rewrite (same j i k l).
    + pose proof (sum_at_least N d i Hi d0). pose proof (d0 i Hi). nra.
Qed.

(* With one Hessian the average of the clients takes the step of the average objective, after any number of steps, where
   all clients go on from their average after every tau of them. *)
Definition average N (x : nat -> nat -> R) k := mean N (fun i => x i k).
Section OneHessian.
Variables (N D : nat) (H : nat -> nat -> R) (b : nat -> nat -> R) (eta : R) (noise : nat -> nat -> nat -> R).
Variable tau : nat.
Fixpoint local (x0 : nat -> nat -> R) t : nat -> nat -> R := match t with
  | O => x0
  | S t =>
      let moved i k := local x0 t i k - eta * (sum D (fun l => H k l * (local x0 t i l - b i l)) + noise t i k) in
      if Nat.eqb (Nat.modulo (S t) tau) 0 then fun _ => average N moved else moved
  end.
Fixpoint central (x0 : nat -> R) t k := match t with
  | O => x0 k
  | S t => central x0 t k - eta * (mean N (fun i => sum D (fun l => H k l * (central x0 t l - b i l))) + average N
    (noise t) k)
  end.
Lemma mean_of_sums (f : nat -> nat -> R) : mean N (fun i => sum D (f i)) = sum D (fun l => mean N (fun i => f i l)).
Proof.
  unfold mean. rewrite sum_exchange. unfold Rdiv. rewrite Rmult_comm, <- sum_times. apply sum_ext. intros. ring.
Qed.
Theorem average_blind x0 t : forall k, average N (local x0 t) k = central (average N x0) t k.
Proof.
  induction t as [|t IH]; intro k; [reflexivity|]. cbn [local]. set (moved := fun i k => _ - _).
  transitivity (average N moved k); [destruct (Nat.eqb _ 0); [exact (mean_const N (average N moved k))|reflexivity]|].
  unfold average at 1, moved. cbn [central]. rewrite mean_minus, mean_times, mean_plus, !mean_of_sums.
  fold (average N (local x0 t) k). fold (average N (noise t) k). rewrite (IH k). do 3 f_equal.
  apply sum_ext. intros l _. rewrite !mean_times, !mean_minus, mean_const.
  fold (average N (local x0 t) l). now rewrite (IH l).
Qed.
End OneHessian.

(* Random widths: variance of the masked gradient over widths 0, ..., P of weights w. *)
Section Widths.
Variables (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool).
Definition mask p (x : nat -> R) k := if keep p k then x k else 0.
Definition masked (G : (nat -> R) -> nat -> R) p x := mask p (G (mask p x)).
Definition expected (f : nat -> R) := sum P (fun p => w p * f p).
Definition width_noise G x := expected (fun p => square D (fun k => masked G p x k - expected (fun q => masked G q x
  k))).
Definition masked_hessian (H : nat -> nat -> R) p k l := if keep p k then if keep p l then H k l else 0 else 0.

Lemma masked_affine H b p x k : masked (affine D H b) p x k =
  affine D (masked_hessian H p) (mask p b) x k.
Proof.
  unfold masked, mask at 1, affine, masked_hessian, mask. destruct (keep p k).
  - f_equal. apply sum_ext. intros l _. destruct (keep p l); ring.
  - rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring.
Qed.
Theorem width_noise_quadratics (H : nat -> nat -> R) (b : nat -> R) :
  (forall p, (p <= P)%nat -> 0 <= w p) -> sum P w = 1 ->
  ((exists z, forall x, width_noise (affine D H b) x <= z) <->
   forall p q k l, (p <= P)%nat -> (q <= P)%nat -> 0 < w p -> 0 < w q -> (k <= D)%nat -> (l <= D)%nat ->
     masked_hessian H p k l = masked_hessian H q k l) /\
  forall G B, (forall x, square D (G x) <= B ^ 2) -> forall x, width_noise G x <= B ^ 2.
Proof.
  intros W W1.
  assert (expected_minus : forall f g, expected (fun p => f p - g p) = expected f - expected g).
  { intros f g. unfold expected. rewrite <- sum_minus. apply sum_ext. intros; ring. }
  assert (expected_times : forall t f, expected (fun p => t * f p) = t * expected f).
  { intros t f. unfold expected. rewrite <- sum_times. apply sum_ext. intros; ring. }
  assert (expected_const : forall t, expected (fun _ => t) = t).
  { intro t. unfold expected. rewrite (sum_ext P _ (fun p => t * w p)) by (intros; ring). rewrite sum_times, W1. ring. }
  assert (expected_ext : forall f g, (forall p, (p <= P)%nat -> 0 < w p -> f p = g p) -> expected f = expected g).
  { intros f g E. apply sum_ext. intros p Hp. destruct (Rle_lt_or_eq_dec 0 (w p) (W p Hp)) as [L|<-]; [now rewrite
    E|ring]. }
  split; [split|].
  - intros [z Hz].
    assert (same : forall p k l, (p <= P)%nat -> 0 < w p -> (k <= D)%nat -> (l <= D)%nat ->
      masked_hessian H p k l = expected (fun q => masked_hessian H q k l)).
    { intros p k l Hp Lp Hk Hl. assert (Z : masked_hessian H p k l - expected (fun q => masked_hessian H q k l) = 0);
      [|lra].
      apply (bounded_line _ (mask p b k - expected (fun q => mask q b k)) (z / w p)). intro s.
      specialize (Hz (unit_vector l s)). apply (Rmult_le_reg_l (w p)); [assumption|].
      replace (w p * (z / w p)) with z by (field; lra). apply Rle_trans with (2 := Hz).
      apply Rle_trans with (2 := sum_at_least P _ p Hp (fun q Hq => Rmult_le_pos _ _ (W q Hq)
        (sum_nonneg D _ (fun k _ => pow2_ge_0 _)))).
      apply Rmult_le_compat_l; [lra|].
      apply Rle_trans with (2 := square_coordinate D (fun k => masked (affine D H b) p (unit_vector l s) k -
        expected (fun q => masked (affine D H b) q (unit_vector l s) k)) k Hk).
      apply Req_le. cbv beta. rewrite masked_affine, affine_unit by assumption.
      rewrite (expected_ext (fun q => masked (affine D H b) q (unit_vector l s) k)
        (fun q => s * masked_hessian H q k l - mask q b k))
        by (intros q _ _; rewrite masked_affine, affine_unit by assumption; ring).
      rewrite expected_minus, expected_times. ring. }
    intros p q k l Hp Hq Lp Lq Hk Hl. now rewrite (same p), (same q).
  - intro same. exists (expected (fun p => square D (fun k => expected (fun q => mask q b k) - mask p b k))).
    intro x. apply Req_le. apply expected_ext. intros p Hp Lp. apply sum_ext. intros k Hk. f_equal.
    rewrite masked_affine.
    rewrite (expected_ext (fun q => masked (affine D H b) q x k)
      (fun q => sum D (fun l => masked_hessian H p k l * x l) - mask q b k)).
    + unfold affine. rewrite expected_minus, expected_const. ring.
    + intros q Hq Lq. rewrite masked_affine. unfold affine. f_equal. apply sum_ext. intros l Hl. now rewrite (same q p
      k l).
  - intros G B HB x. unfold width_noise.
    assert (V : forall f, expected (fun p => (f p - expected f) ^ 2) <= expected (fun p => f p ^ 2)).
    { intro f. rewrite (expected_ext _ (fun p => f p ^ 2 - (2 * expected f * f p - expected f ^ 2))) by (intros; ring).
      rewrite !expected_minus, expected_times, expected_const. pose proof (pow2_ge_0 (expected f)). lra. }
    assert (swap : forall F : nat -> nat -> R, expected (fun p => sum D (F p)) = sum D (fun k => expected (fun p => F
      p k))).
    { intro F. unfold expected. rewrite <- sum_exchange. apply sum_ext. intros p _. now rewrite sum_times. }
    unfold square. rewrite (swap (fun p k => (masked G p x k - expected (fun q => masked G q x k)) ^ 2)).
    apply Rle_trans with (sum D (fun k => expected (fun p => masked G p x k ^ 2))).
    + apply sum_le. intros k _. apply (V (fun p => masked G p x k)).
    + rewrite <- (swap (fun p k => masked G p x k ^ 2)). rewrite <- (expected_const (B ^ 2)). apply sum_le. intros p Hp.
      apply Rmult_le_compat_l; [now apply W|]. apply Rle_trans with (2 := HB (mask p x)). apply sum_le. intros k _.
      unfold masked, mask at 1. destruct (keep p k); [lra|]. rewrite pow_ne_zero by discriminate. apply pow2_ge_0.
Qed.
End Widths.

(* One local step on x^2 / 2 and two on (x - 1)^2 / 2: where the average settles. *)
Definition round (eta x : R) := let step1 y := y - eta * y in let step2 y := y - eta * (y - 1) in
  (step1 x + step2 (step2 x)) / 2.
Fixpoint rounds (eta x : R) t := match t with O => x | S t => round eta (rounds eta x t) end.
Theorem unequal_local_steps (eta x : R) : 0 < eta < 3 ->
  let q := 1 - eta in
  Un_cv (rounds eta x) ((1 + q) / (2 + q)) /\ 2 / 3 - (1 + q) / (2 + q) = eta / (3 * (3 - eta)).
Proof.
  intros [E1 E2] q. set (y := (1 + q) / (2 + q)). assert (Q : - 2 < q < 1) by (unfold q; lra).
  set (r := (q + q ^ 2) / 2). assert (r0 : Rabs r < 1) by (apply Rabs_def1; unfold r; nra).
  assert (G : forall t, rounds eta x t = y + r ^ t * (x - y)).
  { induction t as [|t IH]; [simpl; ring|]. simpl rounds. rewrite IH. unfold round, y, r.
    replace eta with (1 - q) by (unfold q; ring). simpl. field. lra. }
  split.
  - intros e He. destruct (pow_lt_1_zero r r0 (e / (1 + Rabs (x - y)))) as [M HM].
    { apply Rdiv_lt_0_compat; [assumption|]. pose proof (Rabs_pos (x - y)). lra. }
    exists M. intros t Ht. rewrite G. unfold R_dist. replace (y + r ^ t * (x - y) - y) with (r ^ t * (x - y)) by ring.
    rewrite Rabs_mult. specialize (HM t Ht). pose proof (Rabs_pos (x - y)). pose proof (Rabs_pos (r ^ t)).
    apply Rle_lt_trans with (Rabs (r ^ t) * (1 + Rabs (x - y))); [apply Rmult_le_compat_l; lra|].
    apply (Rmult_lt_compat_r (1 + Rabs (x - y))) in HM; [|lra]. unfold Rdiv in HM. rewrite Rmult_assoc, Rinv_l in HM;
      lra.
  - unfold y, q. field. lra.
Qed.
