(* Two other methods (rewards/new-cgsv-moves-at-most, new-cosines-measure-agreement).
   Modelled: vectors have the coordinates 0, ..., D. In round t of CGSV client j sends an update raw t j, which is scaled
   to the length L. The aggregate is the mean of the scaled updates with non-negative weights of sum one. A client's own
   step is undone, and its model moves by the aggregate, of which the entries that keep leaves out are set to zero. Updates, weights and the entries that are kept may depend on anything. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Quadratics Gradients.
Open Scope R_scope.

Definition scaled D L (u : nat -> R) k := L / norm D u * u k.
Definition kept (keep : nat -> bool) (x : nat -> R) k := if keep k then x k else 0.
Definition aggregate N (w : nat -> R) (u : nat -> nat -> R) k := sum N (fun j => w j * u j k).

Lemma norm2_below D x L : 0 <= L -> norm2 D x <= L ^ 2 -> norm D x <= L.
Proof. intros P H. unfold norm. rewrite <- (sqrt_pow2 L P). now apply sqrt_le_1_alt. Qed.
Lemma scaled_length D L u : norm2 D (scaled D L u) <= L ^ 2.
Proof.
  assert (E : norm2 D (scaled D L u) = (L / norm D u) ^ 2 * norm D u ^ 2).
  { rewrite norm_square. unfold norm2, dot. rewrite <- sum_times. apply sum_ext. intros. unfold scaled. ring. }
  rewrite E. destruct (Rle_lt_or_eq_dec 0 _ (norm_nonneg D u)) as [P|Z].
  - right. field. lra.
  - rewrite <- Z. replace (_ * 0 ^ 2) with 0 by ring. apply pow2_ge_0.
Qed.
(* A weighted mean is no longer than the longest of its rows. *)
Lemma mean_no_longer D N w u B : (forall j, (j <= N)%nat -> 0 <= w j) -> sum N w = 1 ->
  (forall j, (j <= N)%nat -> norm2 D (u j) <= B) -> norm2 D (aggregate N w u) <= B.
Proof.
  intros W S H. apply Rle_trans with (sum N (fun j => w j * norm2 D (u j))).
  - unfold norm2, dot. rewrite (sum_ext N _ (fun j => sum D (fun k => w j * (u j k * u j k)))) by
      (intros; now rewrite sum_times).
    rewrite sum_exchange. apply sum_le. intros k _. set (m := aggregate N w u k).
    assert (Q : 0 <= sum N (fun j => w j * (u j k - m) ^ 2)).
    { apply sum_nonneg. intros j Hj. apply Rmult_le_pos; [auto|apply pow2_ge_0]. }
    rewrite (sum_ext N _ (fun j => (w j * (u j k * u j k) - 2 * m * (w j * u j k)) + m ^ 2 * w j)) in Q
      by (intros; ring).
    rewrite sum_plus, sum_minus, !sum_times, S in Q. fold (aggregate N w u k) in Q. fold m in Q. lra.
  - apply Rle_trans with (sum N (fun j => B * w j)); [|rewrite sum_times, S; lra].
    apply sum_le. intros j Hj. rewrite (Rmult_comm B). apply Rmult_le_compat_l; auto.
Qed.
Lemma kept_no_longer D keep x : norm2 D (kept keep x) <= norm2 D x.
Proof. apply sum_le. intros k _. unfold kept. destruct (keep k); nra. Qed.
Lemma triangle D x y : norm D (fun k => x k + y k) <= norm D x + norm D y.
Proof.
  pose proof (norm_nonneg D x). pose proof (norm_nonneg D y). apply norm2_below; [lra|].
  assert (E : norm2 D (fun k => x k + y k) = norm2 D x + 2 * dot D x y + norm2 D y).
  { unfold norm2, dot. rewrite <- sum_times, <- !sum_plus. apply sum_ext. intros. ring. }
  rewrite E, <- !norm_square. pose proof (cauchy_schwarz D x y). lra.
Qed.

Theorem cgsv_moves_at_most D N L (w : nat -> nat -> R) (raw : nat -> nat -> nat -> R) (keep : nat -> nat -> bool)
    (model : nat -> nat -> R) T :
  0 <= L -> (forall t j, (t < T)%nat -> (j <= N)%nat -> 0 <= w t j) -> (forall t, (t < T)%nat -> sum N (w t) = 1) ->
  (forall t k, (t < T)%nat -> (k <= D)%nat ->
     model (S t) k = model t k + kept (keep t) (aggregate N (w t) (fun j => scaled D L (raw t j))) k) ->
  norm D (less (model T) (model 0%nat)) <= INR T * L.
Proof.
  intros P W S M. induction T as [|T IH].
  - simpl. apply norm2_below; [lra|]. right. unfold norm2, dot.
    rewrite (sum_ext D _ (fun _ => 0)) by (intros; unfold less; ring). rewrite sum_const. ring.
  - set (step := kept (keep T) (aggregate N (w T) (fun j => scaled D L (raw T j)))).
    assert (B : norm D step <= L).
    { apply norm2_below; [assumption|]. apply Rle_trans with (1 := kept_no_longer D _ _). apply mean_no_longer.
      - intros j Hj. apply W; [lia|assumption].
      - apply S. lia.
      - intros j _. apply scaled_length. }
    assert (E : norm D (less (model (Datatypes.S T)) (model 0%nat)) =
      norm D (fun k => less (model T) (model 0%nat) k + step k)).
    { unfold norm, norm2, dot. f_equal. apply sum_ext. intros k Hk. unfold less.
      rewrite (M T k) by lia. fold step. ring. }
    rewrite E, S_INR. apply Rle_trans with (1 := triangle D _ _).
    assert (IH' : norm D (less (model T) (model 0%nat)) <= INR T * L).
    { apply IH; intros; [apply W|apply S|apply M]; lia. }
    lra.
Qed.

(* Three wrong clients and a right one. *)
Definition cosine D x y := dot D x y / (norm D x * norm D y).
Definition pair (a b : R) (k : nat) := match k with O => a | _ => b end.
Lemma cosine_negative D x y : dot D x y < 0 -> cosine D x y < 0.
Proof.
  intro H. pose proof (norm_nonneg D x) as P. pose proof (norm_nonneg D y) as Q.
  pose proof (cauchy_schwarz D x (fun k => - 1 * y k)) as C.
  assert (V : dot D x (fun k => - 1 * y k) = - 1 * dot D x y)
    by (unfold dot; rewrite <- sum_times; apply sum_ext; intros; ring).
  assert (0 < norm D x * norm D y).
  { destruct P as [P|P]; [destruct Q as [Q|Q]|].
    - now apply Rmult_lt_0_compat.
    - exfalso. assert (Z : norm2 D (fun k => - 1 * y k) = norm2 D y) by (apply sum_ext; intros; ring).
      unfold norm at 2 in C. rewrite Z in C. fold (norm D y) in C. rewrite <- Q in C.
      lra.
    - exfalso. rewrite <- P in C.
      lra. }
  unfold cosine, Rdiv. assert (0 < / (norm D x * norm D y)) by now apply Rinv_0_lt_compat. nra.
Qed.
Theorem agreement_not_quality : exists (truth : nat -> R) (update : nat -> nat -> R),
  let average k := mean 3 (fun j => update j k) in
  (forall j, (1 <= j <= 3)%nat -> cosine 1 (update j) truth < 0) /\ cosine 1 (update 0%nat) truth = 1 /\
  cosine 1 (update 0%nat) average < 0.
Proof.
  exists (pair 1 0), (fun j => match j with
    | O => pair 1 0 | S O => pair (- 1) (2 / 10) | S (S O) => pair (- 1) (- (1 / 10)) | _ => pair (- 1) 0 end).
  intro average. split; [|split].
  - intros j Hj. apply cosine_negative. destruct j as [|[|[|[|]]]]; try lia; unfold dot, sum, pair; simpl; lra.
  - assert (U : norm 1 (pair 1 0) = 1).
    { unfold norm, norm2, dot, sum, pair. simpl. replace (1 * 1 + 0 * 0) with 1 by ring. exact sqrt_1. }
    unfold cosine. rewrite U. unfold dot, sum, pair. simpl. field.
  - apply cosine_negative. unfold average, mean, clients, dot, sum, pair. simpl. lra.
Qed.
