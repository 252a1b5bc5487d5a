(* The penalty KL on all distributions: the best model in closed form, and the steps of the proof of Proposition E.3
   (payments/new-closed-form-kl, proposition-e-3-kl-proof-stationarity, proposition-e-3-kl-proof-tilt,
   proposition-e-3-kl-proof-multipliers, proposition-e-3-kl-proof-exponent, proposition-e-3-kl-proof-conclusion).
   Modelled: outcomes 0, ..., N; the initial model q gives each a positive probability; lam is the weight of the
   penalty. A term p log (p / q) with p = 0 is 0, as the product with 0. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Section Tilting.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.

Definition distribution (p : nat -> R) := (forall x, (x <= N)%nat -> 0 <= p x) /\ sum N p = 1.
Definition divergence (p r : nat -> R) := sum N (fun x => p x * ln (p x / r x)).
Definition welfare (R p : nat -> R) := sum N (fun x => p x * R x) - lam * divergence p q.
Definition best (R p : nat -> R) := distribution p /\ forall p', distribution p' -> welfare R p' <= welfare R p.
Definition normaliser (R : nat -> R) := sum N (fun x => q x * exp (R x / lam)).
Definition tilted (R : nat -> R) x := q x * exp (R x / lam) / normaliser R.
Definition multiplier (R : nat -> R) := lam * ln (normaliser R) - lam.

Lemma normaliser_pos R : 0 < normaliser R.
Proof.
  assert (T : forall x, (x <= N)%nat -> 0 < q x * exp (R x / lam))
    by (intros; apply Rmult_lt_0_compat; [auto|apply exp_pos]).
  apply Rlt_le_trans with (1 := T 0%nat (Nat.le_0_l N)).
  apply (sum_at_least N (fun x => q x * exp (R x / lam)) 0 (Nat.le_0_l N)). intros. now apply Rlt_le, T.
Qed.
Lemma tilted_pos R x : (x <= N)%nat -> 0 < tilted R x.
Proof.
  intro Hx. apply Rdiv_lt_0_compat; [|apply normaliser_pos]. apply Rmult_lt_0_compat; [auto|apply exp_pos].
Qed.
Lemma tilted_distribution R : distribution (tilted R).
Proof.
  split; [intros; now apply Rlt_le, tilted_pos|]. pose proof (normaliser_pos R). unfold tilted, Rdiv.
  rewrite (sum_ext N _ (fun x => / normaliser R * (q x * exp (R x / lam)))) by (intros; unfold Rdiv; ring).
  rewrite sum_times. change (/ normaliser R * normaliser R = 1). apply Rinv_l. lra.
Qed.
Lemma log_tilted R x : (x <= N)%nat -> ln (tilted R x / q x) = R x / lam - ln (normaliser R).
Proof.
  intro Hx. pose proof (q_pos x Hx) as Q. pose proof (normaliser_pos R).
  replace (tilted R x / q x) with (exp (R x / lam) * / normaliser R) by (unfold tilted; field; lra).
  rewrite ln_mult, ln_exp, ln_Rinv; [ring|assumption|apply exp_pos|apply Rinv_0_lt_compat; assumption].
Qed.

(* log t is at most t - 1, and less where t is not 1. *)
Lemma term_at_least p r : 0 <= p -> 0 < r -> p - r <= p * ln (p / r) /\ (p * ln (p / r) = p - r -> p = r).
Proof.
  intros P R. destruct (Rle_lt_or_eq_dec 0 p P) as [L|<-]; [|rewrite !Rmult_0_l; split; lra].
  assert (E : ln (p / r) = - ln (r / p)).
  { rewrite <- ln_Rinv by (now apply Rdiv_lt_0_compat). f_equal. field. lra. }
  destruct (Req_dec (r / p) 1) as [one|ne].
  - assert (r = p) as -> by (replace r with (r / p * p) by (field; lra); rewrite one; ring).
    rewrite E, one, ln_1. split; lra.
  - assert (S : ln (r / p) < r / p - 1).
    { rewrite <- (ln_exp (r / p - 1)). apply ln_increasing; [now apply Rdiv_lt_0_compat|].
      pose proof (exp_ineq1 (r / p - 1) ltac:(lra)). lra. }
    apply (Rmult_lt_compat_l p) in S; [|assumption]. replace (p * (r / p - 1)) with (r - p) in S by (field; lra).
    rewrite E. split; [lra|]. intro Q. lra.
Qed.
Lemma divergence_nonneg p r : distribution p -> (forall x, (x <= N)%nat -> 0 < r x) -> sum N r = 1 ->
  0 <= divergence p r /\ (divergence p r = 0 -> forall x, (x <= N)%nat -> p x = r x).
Proof.
  intros [P P1] R R1.
  assert (D : divergence p r = sum N (fun x => p x * ln (p x / r x) - (p x - r x)))
    by (rewrite !sum_minus, P1, R1; unfold divergence; ring).
  assert (T : forall x, (x <= N)%nat -> 0 <= p x * ln (p x / r x) - (p x - r x)).
  { intros x Hx. destruct (term_at_least (p x) (r x) (P x Hx) (R x Hx)). lra. }
  split; [rewrite D; now apply sum_nonneg|]. intros Z x Hx. apply term_at_least; auto.
  rewrite D in Z. pose proof (sum_zero N _ T ltac:(lra) x Hx). lra.
Qed.
Lemma short_of_best R p :
  distribution p -> lam * ln (normaliser R) - welfare R p = lam * divergence p (tilted R).
Proof.
  intros [P P1]. unfold welfare, divergence.
  rewrite <- (Rmult_1_r (lam * ln (normaliser R))), <- P1, <- !sum_times.
  replace (sum N (fun x => lam * ln (normaliser R) * p x) - (sum N (fun x => p x * R x) -
    sum N (fun x => lam * (p x * ln (p x / q x))))) with
    (sum N (fun x => lam * ln (normaliser R) * p x - (p x * R x - lam * (p x * ln (p x / q x)))))
    by (rewrite !sum_minus; ring).
  apply sum_ext. intros x Hx. destruct (Rle_lt_or_eq_dec 0 (p x) (P x Hx)) as [L|<-]; [|ring].
  pose proof (tilted_pos R x Hx) as T. pose proof (q_pos x Hx) as Q.
  replace (p x / tilted R x) with (p x / q x * / (tilted R x / q x)) by (field; lra).
  assert (U : 0 < tilted R x / q x) by now apply Rdiv_lt_0_compat.
  rewrite ln_mult, ln_Rinv, log_tilted; try assumption; [|now apply Rdiv_lt_0_compat|now apply Rinv_0_lt_compat].
  field. lra.
Qed.

Theorem closed_form R :
  best R (tilted R) /\ welfare R (tilted R) = lam * ln (normaliser R) /\
  (forall p, distribution p -> welfare R (tilted R) - welfare R p = lam * divergence p (tilted R)) /\
  forall p, best R p -> forall x, (x <= N)%nat -> p x = tilted R x.
Proof.
  pose proof (tilted_distribution R) as T. pose proof (fun x Hx => tilted_pos R x Hx) as T0.
  assert (V : welfare R (tilted R) = lam * ln (normaliser R)).
  { pose proof (short_of_best R (tilted R) T) as S. enough (Z : divergence (tilted R) (tilted R) = 0).
    { rewrite Z in S. lra. }
    unfold divergence. rewrite (sum_ext N _ (fun _ => 0)); [rewrite sum_const; ring|]. intros x Hx.
    specialize (T0 x Hx). replace (tilted R x / tilted R x) with 1 by (field; lra). rewrite ln_1. ring. }
  assert (G : forall p, distribution p -> welfare R (tilted R) - welfare R p = lam * divergence p (tilted R))
    by (intros; rewrite V; now apply short_of_best).
  assert (B : forall p, distribution p -> welfare R p <= welfare R (tilted R)).
  { intros p Hp. destruct (divergence_nonneg p (tilted R) Hp T0 (proj2 T)) as [D _]. specialize (G p Hp). nra. }
  split; [now split|split; [assumption|split; [assumption|]]]. intros p [Hp Bp].
  apply (divergence_nonneg p (tilted R) Hp T0 (proj2 T)). specialize (G p Hp). specialize (Bp (tilted R) T).
  specialize (B p Hp). apply (Rmult_eq_reg_l lam); lra.
Qed.

Theorem stationarity R p x : best R p -> (x <= N)%nat -> R x - lam * ln (p x / q x) - lam = multiplier R.
Proof.
  intros B Hx. destruct (closed_form R) as [_ [_ [_ U]]]. rewrite (U p B x Hx), log_tilted by assumption.
  unfold multiplier. field. lra.
Qed.

Section Two.
Variables R R' p p' : nat -> R.
Hypothesis best_p : best R p.
Hypothesis best_p' : best R' p'.
Notation change x := (R' x - R x).
Notation shift := (multiplier R' - multiplier R).

Lemma tilt_one x : (x <= N)%nat -> p' x = p x * exp ((change x - shift) / lam).
Proof.
  intro Hx. destruct (closed_form R) as [_ [_ [_ U]]]. destruct (closed_form R') as [_ [_ [_ U']]].
  rewrite (U p best_p x Hx), (U' p' best_p' x Hx). unfold tilted, multiplier.
  pose proof (normaliser_pos R) as Z. pose proof (normaliser_pos R') as Z'.
  replace ((R' x - R x - (lam * ln (normaliser R') - lam - (lam * ln (normaliser R) - lam))) / lam) with
    (R' x / lam + - (R x / lam) + (- ln (normaliser R') + ln (normaliser R))) by (field; lra).
  rewrite !exp_plus, !exp_Ropp, !exp_ln by assumption. pose proof (exp_pos (R x / lam)). field. lra.
Qed.
Theorem tilt :
  (forall x, (x <= N)%nat -> p' x = p x * exp ((change x + multiplier R - multiplier R') / lam)) /\
  sum N (fun x => p x * exp ((change x + multiplier R - multiplier R') / lam)) = 1.
Proof.
  assert (A : forall x, (x <= N)%nat -> p' x = p x * exp ((change x + multiplier R - multiplier R') / lam)).
  { intros x Hx. rewrite tilt_one by assumption. do 2 f_equal. unfold Rdiv. ring. }
  split; [assumption|]. destruct best_p' as [[_ <-] _]. apply sum_ext. intros x Hx. now rewrite A.
Qed.
(* If all changes were above the shift, every probability would rise. *)
Theorem multipliers_between :
  (exists x, (x <= N)%nat /\ change x <= shift) /\ exists x, (x <= N)%nat /\ shift <= change x.
Proof.
  pose proof (proj2 (proj1 best_p)) as P1. pose proof (proj2 (proj1 best_p')) as P1'.
  assert (T : forall x, (x <= N)%nat -> 0 < p x).
  { intros x Hx. destruct (closed_form R) as [_ [_ [_ U]]]. rewrite (U p best_p x Hx). now apply tilted_pos. }
  assert (strict : forall f g, (forall x, (x <= N)%nat -> f x < g x) -> sum N f < sum N g).
  { intros f g H. pose proof (sum_at_least N (fun x => g x - f x) 0 (Nat.le_0_l N)
      (fun x Hx => Rlt_le _ _ (Rlt_Rminus _ _ (H x Hx)))) as Q.
    rewrite sum_minus in Q. specialize (H 0%nat (Nat.le_0_l N)). lra. }
  destruct (largest N (fun x => change x)) as [hi [Hhi most]].
  destruct (largest N (fun x => - (change x))) as [lo [Hlo least]].
  assert (rate : forall u, 0 < u -> 0 < u / lam) by (intros; now apply Rdiv_lt_0_compat).
  split; [exists lo|exists hi]; (split; [assumption|]); apply Rnot_lt_le; intro C.
  - enough (sum N p < sum N p') by lra. apply strict. intros x Hx. rewrite (tilt_one x Hx). specialize (T x Hx).
    specialize (least x Hx). assert (1 < exp ((change x - shift) / lam)); [|nra].
    rewrite <- exp_0. apply exp_increasing, rate. lra.
  - enough (sum N p' < sum N p) by lra. apply strict. intros x Hx. rewrite (tilt_one x Hx). specialize (T x Hx).
    specialize (most x Hx). assert (exp ((change x - shift) / lam) < 1); [|nra].
    rewrite <- exp_0. apply exp_increasing. specialize (rate (shift - change x) ltac:(lra)). unfold Rdiv in *. lra.
Qed.
Theorem exponent_bound big :
  (forall y, (y <= N)%nat -> Rabs (change y) <= big) ->
  forall x, (x <= N)%nat ->
    Rabs (1 - exp ((change x + multiplier R - multiplier R') / lam)) <= exp (2 * big / lam) - 1.
Proof.
  intros H x Hx. destruct multipliers_between as [[lo [Hlo L]] [hi [Hhi U]]].
  assert (range : forall y, (y <= N)%nat -> - big <= change y <= big)
    by (intros y Hy; specialize (H y Hy); unfold Rabs in H; destruct (Rcase_abs _); lra).
  pose proof (range lo Hlo). pose proof (range hi Hhi). pose proof (range x Hx).
  set (t := (change x + multiplier R - multiplier R') / lam). set (b := 2 * big / lam).
  assert (I : 0 < / lam) by (apply Rinv_0_lt_compat; assumption).
  assert (t1 : t <= b) by (unfold t, b, Rdiv; apply Rmult_le_compat_r; lra).
  assert (t2 : - b <= t).
  { unfold t, b, Rdiv. rewrite <- Ropp_mult_distr_l_reverse. apply Rmult_le_compat_r; lra. }
  assert (mono : forall u v, u <= v -> exp u <= exp v).
  { intros u v M. destruct (Rle_lt_or_eq_dec u v M) as [Q| ->]; [now apply Rlt_le, exp_increasing|lra]. }
  pose proof (mono _ _ t1) as E1. pose proof (mono _ _ t2) as E2.
  (* 1 - exp (-b) is at most exp b - 1 *)
  assert (E3 : 2 <= exp b + exp (- b)).
  { rewrite exp_Ropp. pose proof (exp_pos b) as Pb. apply (Rmult_le_reg_l (exp b)); [assumption|].
    rewrite Rmult_plus_distr_l, Rinv_r by lra. pose proof (pow2_ge_0 (exp b - 1)). lra. }
  unfold Rabs. destruct (Rcase_abs _); lra.
Qed.
End Two.
End Tilting.

Theorem small_changes lam eps (N : nat) (change : nat -> R) :
  0 < lam -> 0 <= eps < 1 ->
  (forall x, (x <= N)%nat -> Rabs (change x) <= Rmin (lam / 2 * ln (/ (1 - eps))) (lam / 2 * ln (1 + eps))) ->
  forall x, (x <= N)%nat -> exp (2 * change x / lam) - 1 <= eps /\ 1 - exp (2 * change x / lam) <= eps.
Proof.
  intros L E H x Hx. specialize (H x Hx). pose proof (Rmin_l (lam / 2 * ln (/ (1 - eps))) (lam / 2 * ln (1 + eps))).
  pose proof (Rmin_r (lam / 2 * ln (/ (1 - eps))) (lam / 2 * ln (1 + eps))).
  assert (A : - (lam / 2 * ln (/ (1 - eps))) <= change x <= lam / 2 * ln (1 + eps))
    by (unfold Rabs in H; destruct (Rcase_abs _); lra).
  rewrite ln_Rinv in A by lra. assert (I : 0 < / lam) by (apply Rinv_0_lt_compat; assumption).
  assert (mono : forall u v, u <= v -> exp u <= exp v).
  { intros u v M. destruct (Rle_lt_or_eq_dec u v M) as [Q| ->]; [now apply Rlt_le, exp_increasing|lra]. }
  assert (up : 2 * change x / lam <= ln (1 + eps)).
  { apply (Rmult_le_reg_r lam); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (down : ln (1 - eps) <= 2 * change x / lam).
  { apply (Rmult_le_reg_r lam); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (mono _ _ up) as U. pose proof (mono _ _ down) as V. rewrite exp_ln in U, V by lra. lra.
Qed.
