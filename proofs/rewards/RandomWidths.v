(* Training at random widths: the objective that it minimises, and what it costs
   (rewards/new-width-averaged-objective, new-price-of-widths, new-expected-smoothness).
   Modelled: coordinates 0, ..., D; width p of 0, ..., P keeps the coordinates with keep p and is drawn with the weight
   w p. Masks need not be nested. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps.
Open Scope R_scope.

Definition minimises (F : (nat -> R) -> R) (x : nat -> R) := forall y, F x <= F y.
Definition at_width (keep : nat -> nat -> bool) (F : (nat -> R) -> R) p (x : nat -> R) := F (mask keep p x).
Definition width_averaged P w keep (F : (nat -> R) -> R) (x : nat -> R) :=
  expectation P w (fun p => at_width keep F p x).
Definition expected_gradient P w keep G (x : nat -> R) k := expectation P w (fun p => masked keep G p x k).

(* The gradient vanishes at a minimum. *)
Lemma gradient_at_minimum D F G x : is_gradient D F G -> minimises F x -> forall d, dot D (G x) d = 0.
Proof.
  intros HG HM d. pose (f := fun t => F (along x t d)).
  assert (pr : derivable_pt f 0) by (exists (dot D (G x) d); apply HG).
  transitivity (derive_pt f 0 pr); [symmetry; apply derive_pt_eq_0, HG|].
  apply (deriv_minimum f (-1) 1 0 pr); [lra|lra|]. intros t _ _. unfold f.
  replace (along x 0 d) with x by (apply functional_extensionality; intro; unfold along; ring). apply HM.
Qed.
(* Convex functions are least where the gradient vanishes. *)
Lemma minimum_at_zero_gradient D F G x :
  is_gradient D F G -> convex F -> (forall d, dot D (G x) d = 0) -> minimises F x.
Proof. intros HG HC Z y. pose proof (above_tangents D F G HG HC x y) as Q. rewrite Z in Q. lra. Qed.

Section Masks.
Variables (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool).
Lemma mask_along p x t d : mask keep p (along x t d) = along (mask keep p x) t (mask keep p d).
Proof. apply functional_extensionality. intro k. unfold mask, along. destruct (keep p k); ring. Qed.
Lemma mask_moves p x y : dot D (mask keep p x) y = dot D x (mask keep p y).
Proof. apply sum_ext. intros k _. unfold mask. destruct (keep p k); ring. Qed.
Lemma mask_no_longer p x : norm2 D (mask keep p x) <= norm2 D x.
Proof. apply sum_le. intros k _. unfold mask. destruct (keep p k); nra. Qed.
Lemma mask_less p x y : less (mask keep p x) (mask keep p y) = mask keep p (less x y).
Proof. apply functional_extensionality. intro k. unfold mask, less. destruct (keep p k); ring. Qed.
(* Each width has the gradient that its mask leaves, and is as convex and smooth as the full model. *)
Lemma width_gradient F G p : is_gradient D F G -> is_gradient D (at_width keep F p) (masked keep G p).
Proof.
  intros HG x d. unfold masked. rewrite mask_moves. unfold at_width.
  pose proof (HG (mask keep p x) (mask keep p d)) as Q. intros e He. destruct (Q e He) as [h Hh]. exists h.
  intros s S0 S1. rewrite !mask_along. now apply Hh.
Qed.
Lemma width_convex F p : convex F -> convex (at_width keep F p).
Proof.
  intros HC x y t Ht. unfold at_width. pose proof (HC (mask keep p x) (mask keep p y) t Ht) as Q.
  replace (mask keep p (fun k => (1 - t) * x k + t * y k)) with
    (fun k => (1 - t) * mask keep p x k + t * mask keep p y k); [exact Q|].
  apply functional_extensionality. intro k. unfold mask. destruct (keep p k); ring.
Qed.
Lemma square_to_smooth L G : 0 <= L -> (forall x y, norm2 D (less (G x) (G y)) <= L ^ 2 * norm2 D (less x y)) ->
  smooth D L G.
Proof.
  intros PL H x y. specialize (H x y). rewrite <- !norm_square in H. apply Rsqr_incr_0_var.
  - unfold Rsqr. lra.
  - apply Rmult_le_pos; [assumption|apply norm_nonneg].
Qed.
Lemma width_smooth_square L G p x y : smooth D L G ->
  norm2 D (less (masked keep G p x) (masked keep G p y)) <= L ^ 2 * norm2 D (less x y).
Proof.
  intro HL. unfold masked. rewrite mask_less. apply Rle_trans with (1 := mask_no_longer p _).
  pose proof (HL (mask keep p x) (mask keep p y)) as Q.
  pose proof (norm_nonneg D (less (G (mask keep p x)) (G (mask keep p y)))) as N0.
  pose proof (mask_no_longer p (less x y)) as M. rewrite <- mask_less in M.
  rewrite <- (norm_square D (less (G _) _)). rewrite <- (norm_square D (less (mask keep p x) _)) in M.
  pose proof (pow2_ge_0 L). apply Rle_trans with (L ^ 2 * norm D (less (mask keep p x) (mask keep p y)) ^ 2).
  - rewrite <- Rpow_mult_distr. apply pow_incr. lra.
  - now apply Rmult_le_compat_l.
Qed.
Lemma width_smooth L G p : smooth D L G -> smooth D L (masked keep G p).
Proof.
  intro HL. apply square_to_smooth; [now apply (smooth_positive D L G)|]. intros. now apply width_smooth_square.
Qed.

Hypothesis w_nonneg : forall p, (p <= P)%nat -> 0 <= w p.
Hypothesis w_sum : sum P w = 1.
Lemma mean_square f : expectation P w f ^ 2 <= expectation P w (fun p => f p ^ 2).
Proof.
  set (m := expectation P w f).
  assert (Q : 0 <= expectation P w (fun p => f p ^ 2 - 2 * m * f p + m ^ 2)).
  { rewrite <- (expectation_const P w w_sum 0). apply expectation_le; [assumption|]. intros p _.
    replace (f p ^ 2 - 2 * m * f p + m ^ 2) with ((f p - m) ^ 2) by ring. apply pow2_ge_0. }
  rewrite expectation_plus, expectation_minus, expectation_times, (expectation_const P w w_sum) in Q. fold m in Q. lra.
Qed.

Theorem width_averaged_objective L F G :
  is_gradient D F G ->
  is_gradient D (width_averaged P w keep F) (expected_gradient P w keep G) /\
  (convex F -> convex (width_averaged P w keep F)) /\
  (smooth D L G -> smooth D L (expected_gradient P w keep G)).
Proof.
  intro HG. split; [|split].
  - intros x d. replace (dot D (expected_gradient P w keep G x) d) with
      (sum P (fun p => w p * dot D (masked keep G p x) d)).
    + clear w_nonneg w_sum. unfold width_averaged, expectation, sum. induction P as [|m IH]; cbn [sum_f_R0].
      * apply (derivable_pt_lim_scal (fun t => at_width keep F 0 (along x t d))). now apply width_gradient.
      * apply (derivable_pt_lim_plus _ (fun t => w (S m) * at_width keep F (S m) (along x t d))); [exact IH|].
        apply (derivable_pt_lim_scal (fun t => at_width keep F (S m) (along x t d))). now apply width_gradient.
    + unfold dot, expected_gradient, expectation.
      rewrite (sum_ext P _ (fun p => sum D (fun k => w p * (masked keep G p x k * d k)))) by (intros; now rewrite
        sum_times).
      rewrite sum_exchange. apply sum_ext. intros k _. rewrite (Rmult_comm (sum P _)), <- sum_times. apply sum_ext.
      intros. ring.
  - intros HC x y t Ht. unfold width_averaged. rewrite <- !expectation_times, <- expectation_plus.
    apply expectation_le; [assumption|]. intros p _. now apply width_convex.
  - intro HL. apply square_to_smooth; [now apply (smooth_positive D L G)|]. intros x y.
    apply Rle_trans with (expectation P w (fun p => norm2 D (less (masked keep G p x) (masked keep G p y)))).
    + unfold norm2, dot. rewrite (expectation_sum P w D (fun k p => less (masked keep G p x) (masked keep G p y) k *
        less (masked keep G p x) (masked keep G p y) k)).
      apply sum_le. intros k _. unfold less, expected_gradient. rewrite <- expectation_minus.
      pose proof (mean_square (fun p => masked keep G p x k - masked keep G p y k)) as Q. simpl in Q.
      rewrite Rmult_1_r in Q. apply Rle_trans with (1 := Q). apply Req_le, expectation_ext. intros. ring.
    + rewrite <- (expectation_const P w w_sum (L ^ 2 * norm2 D (less x y))). apply expectation_le; [assumption|].
      intros p _. now apply width_smooth_square.
Qed.

Theorem expected_smoothness L F G star x :
  0 < L -> is_gradient D F G -> smooth D L G -> convex F -> minimises (width_averaged P w keep F) star ->
  expectation P w (fun p => norm D (less (masked keep G p x) (masked keep G p star)) ^ 2) <=
    2 * L * (width_averaged P w keep F x - width_averaged P w keep F star).
Proof.
  intros PL HG HL HC HM. destruct (width_averaged_objective L F G HG) as [HE _].
  pose proof (gradient_at_minimum D _ _ star HE HM (less x star)) as Z.
  assert (Z2 : expectation P w (fun p => dot D (masked keep G p star) (less x star)) = 0).
  { rewrite <- Z. unfold dot. rewrite (expectation_sum P w D (fun k p => masked keep G p star k * less x star k)).
    apply sum_ext. intros k _. unfold expected_gradient. rewrite Rmult_comm, <- expectation_times.
    apply expectation_ext. intros. ring. }
  assert (Q : expectation P w (fun p => (at_width keep F p star + dot D (masked keep G p star) (less x star)) +
    / (2 * L) * norm D (less (masked keep G p x) (masked keep G p star)) ^ 2) <= width_averaged P w keep F x).
  { apply expectation_le; [assumption|]. intros p _.
    apply (convex_above_tangent D L (at_width keep F p) (masked keep G p) PL (width_gradient F G p HG)
      (width_smooth L G p HL) (width_convex F p HC)). }
  rewrite !expectation_plus, expectation_times, Z2 in Q. fold (width_averaged P w keep F star) in Q.
  apply (Rmult_le_compat_l (2 * L)) in Q; [|lra]. rewrite !Rmult_plus_distr_l, <- (Rmult_assoc (2 * L) (/ (2 * L))),
    Rinv_r in Q by lra. lra.
Qed.
End Masks.

(* What the full model loses at the compromise: narrow widths 0, ..., P of weights w, the full one of weight v; least p
   is a lower bound, such as the minimum, of what width p can reach. *)
Theorem price_of_widths P w v keep F (least : nat -> R) (full compromise : nat -> R) :
  0 < v -> (forall p, (p <= P)%nat -> 0 <= w p) -> (forall p x, (p <= P)%nat -> least p <= at_width keep F p x) ->
  minimises (fun x => v * F x + width_averaged P w keep F x) compromise ->
  F compromise - F full <= sum P (fun p => w p / v * (at_width keep F p full - least p)).
Proof.
  intros Pv W HL HM. specialize (HM full). cbv beta in HM.
  assert (Q : expectation P w least <= width_averaged P w keep F compromise)
    by (apply expectation_le; [assumption|]; intros; now apply HL).
  apply (Rmult_le_reg_l v); [assumption|]. rewrite <- sum_times.
  rewrite (sum_ext P _ (fun p => w p * at_width keep F p full - w p * least p)) by (intros; field; lra).
  rewrite sum_minus. unfold width_averaged, expectation in *. lra.
Qed.
