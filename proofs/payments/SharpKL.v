(* How far models move under the penalty KL over all distributions (payments/new-sharp-kl). Any number of outcomes.
   Modelled: outcomes, best models, multipliers and tilts as in Tilting.v; p and p' are best for the total rewards R and
   R'. A reward is normalised if it is not negative and at most 1, with the largest value 1 or with the sum 1.
   Not modelled: sizes as whole numbers; the reports that reach the bound exist for every size that is large enough. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

Lemma exp_mono u v : u <= v -> exp u <= exp v.
Proof. intro M. destruct (Rle_lt_or_eq_dec u v M) as [Q| ->]; [now apply Rlt_le, exp_increasing|lra]. Qed.
Lemma tanh_half lam D : 0 < lam -> tanh (D / (2 * lam)) = (exp (D / lam) - 1) / (exp (D / lam) + 1).
Proof.
  intro L. unfold tanh, sinh, cosh. set (z := D / (2 * lam)).
  replace (D / lam) with (z + z) by (unfold z; field; lra). rewrite exp_plus, exp_Ropp.
  pose proof (exp_pos z). field. split; nra.
Qed.

Section Moves.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.

(* What a probability becomes, by the changes of the rewards alone. *)
Lemma new_share R R' p p' x : best N q lam R p -> best N q lam R' p' -> (x <= N)%nat ->
  p' x * sum N (fun y => p y * exp ((R' y - R y) / lam)) = p x * exp ((R' x - R x) / lam).
Proof.
  intros B B' Hx. destruct (tilt N q lam lam_pos q_pos R R' p p' B B') as [T One].
  set (k := exp ((multiplier N q lam R - multiplier N q lam R') / lam)).
  assert (E : forall y, exp ((R' y - R y + multiplier N q lam R - multiplier N q lam R') / lam) =
    k * exp ((R' y - R y) / lam)).
  { intro y. unfold k. rewrite <- exp_plus. f_equal. field. lra. }
  rewrite (T x Hx), E. rewrite (sum_ext N _ (fun y => k * (p y * exp ((R' y - R y) / lam)))) in One
    by (intros; rewrite E; ring).
  rewrite sum_times in One. transitivity (p x * exp ((R' x - R x) / lam) *
    (k * sum N (fun y => p y * exp ((R' y - R y) / lam)))); [ring|rewrite One; ring].
Qed.
Lemma best_pos R p x : best N q lam R p -> (x <= N)%nat -> 0 < p x.
Proof.
  intros B Hx. destruct (closed_form N q lam lam_pos q_pos R) as [_ [_ [_ U]]].
  rewrite (U p B x Hx). now apply tilted_pos.
Qed.

Lemma moves_up D R R' p p' x : best N q lam R p -> best N q lam R' p' ->
  (forall y, (y <= N)%nat -> Rabs (R' y - R y) <= D) -> (x <= N)%nat -> p' x - p x <= tanh (D / (2 * lam)).
Proof.
  intros B B' H Hx. rewrite tanh_half by assumption. pose proof (new_share R R' p p' x B B' Hx) as S.
  pose proof (best_pos R p x B Hx) as Px. set (u := exp (D / lam)).
  assert (I : 0 < / lam) by now apply Rinv_0_lt_compat.
  assert (range : forall y, (y <= N)%nat -> / u <= exp ((R' y - R y) / lam) <= u).
  { intros y Hy. specialize (H y Hy). unfold u. rewrite <- exp_Ropp.
    assert (- D <= R' y - R y <= D) by (unfold Rabs in H; destruct (Rcase_abs _); lra).
    split; apply exp_mono; unfold Rdiv; [rewrite <- Ropp_mult_distr_l_reverse|]; apply Rmult_le_compat_r; lra. }
  set (A := exp ((R' x - R x) / lam)) in *. destruct (range x Hx) as [A1 A2]. fold A in A1, A2.
  assert (u0 : 0 < u) by apply exp_pos. assert (A0 : 0 < A) by apply exp_pos.
  assert (u1 : 1 <= u).
  { unfold u. rewrite <- exp_0. apply exp_mono. pose proof (Rabs_pos (R' x - R x)). specialize (H x Hx).
    apply Rmult_le_pos; lra. }
  pose proof (proj1 (proj1 B)) as P0. pose proof (proj2 (proj1 B)) as P1.
  assert (p1 : p x <= 1) by (rewrite <- P1; now apply sum_at_least).
  assert (low : p x * A + (1 - p x) * / u <= sum N (fun y => p y * exp ((R' y - R y) / lam))).
  { replace (p x * A + (1 - p x) * / u) with (sum N (fun y => / u * p y) - / u * p x + p x * A)
      by (rewrite sum_times, P1; ring).
    rewrite <- (sum_change N (fun y => / u * p y) x (p x * A) Hx). apply sum_le. intros y Hy.
    destruct (Nat.eq_dec y x) as [->|]; [apply Rle_refl|]. rewrite Rmult_comm. apply Rmult_le_compat_l; [auto|].
    now apply range. }
  set (Z := sum N (fun y => p y * exp ((R' y - R y) / lam))) in *. set (t := p x) in *. set (t' := p' x) in *.
  assert (t'0 : 0 < t') by (unfold t'; now apply (best_pos R' p' x B')).
  assert (up : t' * (t * A * u + (1 - t)) <= t * A * u).
  { assert (E : t * A * u = t' * (u * Z)) by (rewrite <- S; ring). rewrite E at 2.
    replace (t * A * u + (1 - t)) with (u * (t * A + (1 - t) * / u)) by (field; lra).
    apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; lra. }
  assert (up2 : t' * (t * u * u + (1 - t)) <= t * u * u).
  { assert (t' <= 1). { assert (0 < t * A * u) by (repeat apply Rmult_lt_0_compat; assumption). nra. }
    assert (t * A * u <= t * u * u) by (apply Rmult_le_compat_r; [lra|]; apply Rmult_le_compat_l; lra). nra. }
  assert (K0 : 0 < t * u * u + (1 - t)).
  { assert (0 < t * u * u) by (repeat apply Rmult_lt_0_compat; assumption). lra. }
  apply (Rmult_le_reg_r (u + 1)); [lra|]. replace ((u - 1) / (u + 1) * (u + 1)) with (u - 1) by (field; lra).
  apply (Rmult_le_reg_r (t * u * u + (1 - t))); [assumption|].
  assert (0 <= (u - 1) * (t * (u + 1) - 1) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
  assert (t' * (t * u * u + (1 - t)) * (u + 1) <= t * u * u * (u + 1)) by (apply Rmult_le_compat_r; lra).
  nra.
Qed.

Lemma moves D R R' p p' x : best N q lam R p -> best N q lam R' p' ->
  (forall y, (y <= N)%nat -> Rabs (R' y - R y) <= D) -> (x <= N)%nat -> Rabs (p' x - p x) <= tanh (D / (2 * lam)).
Proof.
  intros B B' H Hx. pose proof (moves_up D R R' p p' x B B' H Hx) as U.
  assert (H' : forall y, (y <= N)%nat -> Rabs (R y - R' y) <= D)
    by (intros y Hy; rewrite Rabs_minus_sym; auto).
  pose proof (moves_up D R' R p' p x B' B H' Hx). unfold Rabs. destruct (Rcase_abs _); lra.
Qed.
End Moves.

Definition unit_reward N (rm : nat -> R) := forall x, (x <= N)%nat -> 0 <= rm x <= 1.
Definition by_maximum N rm := unit_reward N rm /\ exists x, (x <= N)%nat /\ rm x = 1.
Definition by_sum N rm := unit_reward N rm /\ sum N rm = 1.

(* Two outcomes, a fair coin, one group of size w: [away] and its mirror image. *)
Definition away (base D w : R) (x : nat) := match x with 0%nat => base | _ => base + D / w end.
Definition towards (base D w : R) (x : nat) := match x with 0%nat => base + D / w | _ => base end.
Definition half (_ : nat) := / 2.

Lemma coin_moves lam base D w p p' : 0 < lam -> w <> 0 ->
  best 1 half lam (fun x => w * away base D w x) p -> best 1 half lam (fun x => w * towards base D w x) p' ->
  p' 0%nat - p 0%nat = tanh (D / (2 * lam)).
Proof.
  intros L W B B'. rewrite tanh_half by assumption.
  assert (H : forall x, (x <= 1)%nat -> 0 < half x) by (intros; unfold half; lra).
  destruct (closed_form 1 half lam L H (fun x => w * away base D w x)) as [_ [_ [_ U]]].
  destruct (closed_form 1 half lam L H (fun x => w * towards base D w x)) as [_ [_ [_ U']]].
  rewrite (U p B 0%nat), (U' p' B' 0%nat) by lia. unfold tilted, normaliser, sum, half, away, towards.
  cbn [sum_f_R0]. replace (w * (base + D / w) / lam) with (w * base / lam + D / lam) by (field; lra).
  rewrite exp_plus. pose proof (exp_pos (w * base / lam)). pose proof (exp_pos (D / lam)). field. nra.
Qed.

(* The sharp modulus. Reports that are normalised in either way reach it, at every size from D on; so the distance
   delta serves exactly if it is at most lam log ((1 + eps) / (1 - eps)). *)
Theorem sharp_kl (lam : R) : 0 < lam ->
  (forall N q D R R' p p', (forall x, (x <= N)%nat -> 0 < q x) -> best N q lam R p -> best N q lam R' p' ->
     (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= D) ->
     forall x, (x <= N)%nat -> Rabs (p' x - p x) <= tanh (D / (2 * lam))) /\
  (forall legal D w, legal = by_maximum 1 \/ legal = by_sum 1 -> 0 <= D <= w -> 0 < w ->
     exists rm rm' p p', legal rm /\ legal rm' /\ (forall x, (x <= 1)%nat -> Rabs (w * rm' x - w * rm x) = D) /\
       best 1 half lam (fun x => w * rm x) p /\ best 1 half lam (fun x => w * rm' x) p' /\
       Rabs (p' 0%nat - p 0%nat) = tanh (D / (2 * lam))) /\
  forall eps, 0 < eps < 1 ->
    (forall N q R R' p p', (forall x, (x <= N)%nat -> 0 < q x) -> best N q lam R p -> best N q lam R' p' ->
       (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= lam * ln ((1 + eps) / (1 - eps))) ->
       forall x, (x <= N)%nat -> Rabs (p' x - p x) <= eps) /\
    forall legal delta w, legal = by_maximum 1 \/ legal = by_sum 1 ->
      lam * ln ((1 + eps) / (1 - eps)) < delta -> lam * ln ((1 + eps) / (1 - eps)) < w ->
      exists rm rm' p p', legal rm /\ legal rm' /\
        (forall x, (x <= 1)%nat -> Rabs (w * rm' x - w * rm x) <= delta) /\
        best 1 half lam (fun x => w * rm x) p /\ best 1 half lam (fun x => w * rm' x) p' /\
        eps < Rabs (p' 0%nat - p 0%nat).
Proof.
  intro L. assert (T0 : forall D, 0 <= D -> 0 <= tanh (D / (2 * lam))).
  { intros D D0. rewrite tanh_half by assumption. assert (1 <= exp (D / lam)).
    { rewrite <- exp_0. apply exp_mono. apply Rmult_le_pos; [assumption|]. now apply Rlt_le, Rinv_0_lt_compat. }
    apply Rmult_le_pos; [lra|]. apply Rlt_le, Rinv_0_lt_compat. lra. }
  assert (Reached : forall legal D w, legal = by_maximum 1 \/ legal = by_sum 1 -> 0 <= D <= w -> 0 < w ->
     exists rm rm' p p', legal rm /\ legal rm' /\ (forall x, (x <= 1)%nat -> Rabs (w * rm' x - w * rm x) = D) /\
       best 1 half lam (fun x => w * rm x) p /\ best 1 half lam (fun x => w * rm' x) p' /\
       Rabs (p' 0%nat - p 0%nat) = tanh (D / (2 * lam))).
  { intros legal D w which Dw W.
    assert (part : 0 <= D / w <= 1).
    { split; [apply Rmult_le_pos; [lra|now apply Rlt_le, Rinv_0_lt_compat]|].
      apply (Rmult_le_reg_r w); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (Half : forall x, (x <= 1)%nat -> 0 < half x) by (intros; unfold half; lra).
    assert (G : exists b, legal (away b D w) /\ legal (towards b D w)).
    { destruct which as [-> | ->].
      - exists (1 - D / w). unfold by_maximum, unit_reward, away, towards. split; split.
        + intros [|x] _; lra.
        + exists 1%nat. split; [lia|ring].
        + intros [|x] _; lra.
        + exists 0%nat. split; [lia|ring].
      - exists ((1 - D / w) / 2). unfold by_sum, unit_reward, away, towards, sum. cbn [sum_f_R0]. split; split;
          try (intros [|x] _; lra); lra. }
    destruct G as [b [G G']].
    destruct (closed_form 1 half lam L Half (fun x => w * away b D w x)) as [B _].
    destruct (closed_form 1 half lam L Half (fun x => w * towards b D w x)) as [B' _].
    exists (away b D w), (towards b D w), (tilted 1 half lam (fun x => w * away b D w x)),
      (tilted 1 half lam (fun x => w * towards b D w x)).
    split; [assumption|split; [assumption|split; [|split; [assumption|split; [assumption|]]]]].
    - intros [|x] _; unfold away, towards.
      + replace (w * (b + D / w) - w * b) with D by (field; lra). apply Rabs_right. lra.
      + replace (w * b - w * (b + D / w)) with (- D) by (field; lra). rewrite Rabs_Ropp. apply Rabs_right. lra.
    - rewrite (coin_moves lam b D w _ _ L (Rgt_not_eq _ _ W) B B'). apply Rabs_right, Rle_ge, T0. lra. }
  split; [|split; [exact Reached|]].
  - intros N q D R R' p p' Q B B' H x Hx. now apply (moves N q lam L Q D R R').
  - intros eps E. set (d := lam * ln ((1 + eps) / (1 - eps))).
    assert (K : 1 < (1 + eps) / (1 - eps)).
    { apply (Rmult_lt_reg_r (1 - eps)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (exact_ : tanh (d / (2 * lam)) = eps).
    { rewrite tanh_half by assumption. replace (d / lam) with (ln ((1 + eps) / (1 - eps))) by (unfold d; field; lra).
      rewrite exp_ln by lra. field. repeat split; lra. }
    assert (d0 : 0 < d).
    { apply Rmult_lt_0_compat; [assumption|]. rewrite <- ln_1. apply ln_increasing; lra. }
    split.
    + intros N q R R' p p' Q B B' H x Hx. rewrite <- exact_. now apply (moves N q lam L Q d R R').
    + intros legal delta w which big W. set (D := Rmin delta w).
      assert (dD : d < D) by now apply Rmin_glb_lt.
      destruct (Reached legal D w which) as [rm [rm' [p [p' [A [A' [C [B [B' M]]]]]]]]].
      { split; [lra|apply Rmin_r]. } { lra. }
      exists rm, rm', p, p'. split; [assumption|split; [assumption|split; [|split; [assumption|split; [assumption|]]]]].
      * intros x Hx. rewrite C by assumption. apply Rmin_l.
      * rewrite M, <- exact_, !tanh_half by assumption.
        assert (exp (d / lam) < exp (D / lam)).
        { apply exp_increasing. unfold Rdiv. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|assumption]. }
        set (u := exp (d / lam)) in *. set (u' := exp (D / lam)) in *. assert (0 < u) by apply exp_pos.
        assert (0 < / (u + 1)) by (apply Rinv_0_lt_compat; lra). assert (/ (u' + 1) < / (u + 1)).
        { apply Rinv_lt_contravar; [|lra]. apply Rmult_lt_0_compat; lra. }
        replace ((u - 1) / (u + 1)) with (1 - 2 * / (u + 1)) by (field; lra).
        replace ((u' - 1) / (u' + 1)) with (1 - 2 * / (u' + 1)) by (field; lra). lra.
Qed.
