(* Proposition E.3 for the penalty KL: on a convex set of models training is continuous (payments/proposition-e-3-kl).
   Modelled: outcomes, welfare and divergence as in Tilting.v; the set of models is any convex set of distributions. A
   bound of Pinsker's kind with a weaker constant is enough: KL(u, v) is at least a quarter of the squared distance. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

Definition convex_models N (menu : (nat -> R) -> Prop) :=
  (forall p, menu p -> distribution N p) /\
  forall p p' a, menu p -> menu p' -> 0 <= a <= 1 -> menu (fun x => a * p x + (1 - a) * p' x).
Definition best_of N q lam (menu : (nat -> R) -> Prop) (R p : nat -> R) :=
  menu p /\ forall p', menu p' -> welfare N q lam R p' <= welfare N q lam R p.
Definition distance N (u v : nat -> R) := sum N (fun x => Rabs (u x - v x)).

(* log t is at most t - 1, at the root of t = v / u. *)
Lemma roots_apart u v : 0 <= u -> 0 <= v -> (0 < u -> 0 < v) -> (sqrt u - sqrt v) ^ 2 <= u * ln (u / v) - u + v.
Proof.
  intros U V pos. pose proof (sqrt_sqrt u U) as Su. pose proof (sqrt_sqrt v V) as Sv.
  replace ((sqrt u - sqrt v) ^ 2) with (u + v - 2 * (sqrt u * sqrt v))
    by (rewrite <- Su at 1; rewrite <- Sv at 1; ring).
  destruct (Rle_lt_or_eq_dec 0 u U) as [L|<-]; [|rewrite sqrt_0; lra].
  specialize (pos L). assert (a0 : 0 < sqrt u) by now apply sqrt_lt_R0.
  assert (b0 : 0 < sqrt v) by now apply sqrt_lt_R0.
  set (a := sqrt u) in *. set (b := sqrt v) in *.
  assert (E : ln (u / v) = - (2 * ln (b / a))).
  { rewrite <- Su, <- Sv. replace (a * a / (b * b)) with (/ (b / a) * / (b / a)) by (field; lra).
    assert (0 < b / a) by now apply Rdiv_lt_0_compat. assert (0 < / (b / a)) by now apply Rinv_0_lt_compat.
    rewrite ln_mult, ln_Rinv by assumption. ring. }
  assert (B : ln (b / a) <= b / a - 1).
  { rewrite <- (ln_exp (b / a - 1)). pose proof (exp_ineq1_le (b / a - 1)) as X.
    destruct (Rle_lt_or_eq_dec (b / a) (exp (b / a - 1)) ltac:(lra)) as [Q|Q]; [|rewrite <- Q; lra].
    apply Rlt_le, ln_increasing; [now apply Rdiv_lt_0_compat|assumption]. }
  apply (Rmult_le_compat_l u) in B; [|lra]. replace (u * (b / a - 1)) with (a * b - u) in B
    by (rewrite <- Su; field; lra). rewrite E. lra.
Qed.
Lemma cauchy N f g : 0 <= sum N (fun x => f x ^ 2) -> sum N (fun x => f x * g x) ^ 2 <=
  sum N (fun x => f x ^ 2) * sum N (fun x => g x ^ 2).
Proof.
  intro F0. set (F := sum N (fun x => f x ^ 2)) in *. set (G := sum N (fun x => g x ^ 2)).
  set (H := sum N (fun x => f x * g x)).
  assert (Q : forall s t, 0 <= s ^ 2 * F - 2 * s * t * H + t ^ 2 * G).
  { intros s t. replace (s ^ 2 * F - 2 * s * t * H + t ^ 2 * G) with (sum N (fun x => (s * f x - t * g x) ^ 2)).
    - apply sum_nonneg. intros. apply pow2_ge_0.
    - unfold F, G, H. rewrite <- !sum_times, <- sum_minus, <- sum_plus. apply sum_ext. intros. ring. }
  destruct (Rle_lt_or_eq_dec 0 F F0) as [P|Z].
  - specialize (Q H F). apply (Rmult_le_reg_l F); [assumption|]. lra.
  - rewrite <- Z in *. assert (G0 : 0 <= G) by (apply sum_nonneg; intros; apply pow2_ge_0).
    destruct (Req_dec H 0) as [->|ne]; [lra|]. specialize (Q ((G + 1) / H) 1).
    replace (2 * ((G + 1) / H) * 1 * H) with (2 * (G + 1)) in Q by (field; assumption). lra.
Qed.
Lemma quarter N u v : distribution N u -> distribution N v -> (forall x, (x <= N)%nat -> 0 < u x -> 0 < v x) ->
  distance N u v ^ 2 / 4 <= divergence N u v.
Proof.
  intros [U U1] [V V1] pos. set (f := fun x => Rabs (sqrt (u x) - sqrt (v x))). set (g := fun x => sqrt (u x) + sqrt (v
    x)).
  assert (F2 : sum N (fun x => f x ^ 2) <= divergence N u v).
  { replace (divergence N u v) with (sum N (fun x => u x * ln (u x / v x) - u x + v x)).
    - apply sum_le. intros x Hx. unfold f. rewrite pow2_abs. apply roots_apart; auto.
    - rewrite sum_plus, sum_minus, U1, V1. unfold divergence. ring. }
  assert (G2 : sum N (fun x => g x ^ 2) <= 4).
  { apply Rle_trans with (sum N (fun x => 2 * u x + 2 * v x)).
    - apply sum_le. intros x Hx. unfold g. pose proof (sqrt_sqrt (u x) (U x Hx)). pose proof (sqrt_sqrt (v x) (V x Hx)).
      pose proof (pow2_ge_0 (sqrt (u x) - sqrt (v x))). lra.
    - rewrite sum_plus, !sum_times, U1, V1. lra. }
  assert (F0 : 0 <= sum N (fun x => f x ^ 2)) by (apply sum_nonneg; intros; apply pow2_ge_0).
  assert (D : distance N u v = sum N (fun x => f x * g x)).
  { apply sum_ext. intros x Hx. unfold f, g. pose proof (sqrt_pos (u x)). pose proof (sqrt_pos (v x)).
    rewrite <- (Rabs_pos_eq (sqrt (u x) + sqrt (v x))) by lra. rewrite <- Rabs_mult. f_equal.
    rewrite <- (sqrt_sqrt (u x)) at 1 by auto. rewrite <- (sqrt_sqrt (v x)) at 1 by auto. ring. }
  pose proof (cauchy N f g F0) as C. rewrite <- D in C.
  assert (sum N (fun x => f x ^ 2) * sum N (fun x => g x ^ 2) <= sum N (fun x => f x ^ 2) * 4)
    by (apply Rmult_le_compat_l; assumption). lra.
Qed.

Section Sets.
Variables (N : nat) (q : nat -> R) (lam : R) (menu : (nat -> R) -> Prop).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Hypothesis models : convex_models N menu.

(* The model half way between two has more welfare than they have on average, by their divergences from it. *)
Lemma half_way R p p' : distribution N p -> distribution N p' -> let m := fun x => / 2 * p x + (1 - / 2) * p' x in
  welfare N q lam R m = / 2 * welfare N q lam R p + / 2 * welfare N q lam R p' +
    lam * (/ 2 * divergence N p m + / 2 * divergence N p' m).
Proof.
  intros [P _] [P' _] m. unfold welfare, divergence.
  assert (E : forall x, (x <= N)%nat -> m x * R x - lam * (m x * ln (m x / q x)) =
    / 2 * (p x * R x - lam * (p x * ln (p x / q x))) + / 2 * (p' x * R x - lam * (p' x * ln (p' x / q x))) +
    lam * (/ 2 * (p x * ln (p x / m x)) + / 2 * (p' x * ln (p' x / m x)))).
  { intros x Hx. specialize (P x Hx). specialize (P' x Hx). pose proof (q_pos x Hx) as Q.
    assert (chain : forall u, 0 <= u -> (0 < u -> 0 < m x) -> u * ln (u / q x) = u * ln (u / m x) + u * ln (m x / q x)).
    { intros u U M. destruct (Rle_lt_or_eq_dec 0 u U) as [L|<-]; [|ring]. specialize (M L).
      replace (u / q x) with (u / m x * (m x / q x)) by (field; lra).
      rewrite ln_mult by (now apply Rdiv_lt_0_compat). ring. }
    rewrite (chain (p x)), (chain (p' x)) by (unfold m; lra). unfold m at 1 2. field. }
  assert (S : forall f, sum N (fun x => f x * R x) - lam * sum N (fun x => f x * ln (f x / q x)) =
    sum N (fun x => f x * R x - lam * (f x * ln (f x / q x)))) by (intro; now rewrite sum_minus, sum_times).
  rewrite !S, (sum_ext N _ _ E), !sum_plus, !sum_times, sum_plus, !sum_times. reflexivity.
Qed.
Lemma falls_short R p p' : best_of N q lam menu R p -> menu p' ->
  welfare N q lam R p' + lam * distance N p' p ^ 2 / 8 <= welfare N q lam R p.
Proof.
  intros [Mp B] Mp'. destruct models as [inside mix]. pose proof (inside p Mp) as Dp. pose proof (inside p' Mp') as Dp'.
  pose proof (mix p p' (/ 2) Mp Mp' ltac:(lra)) as Mm. set (m := fun x => / 2 * p x + (1 - / 2) * p' x) in *.
  pose proof (half_way R p p' Dp Dp') as H. cbv zeta in H. fold m in H. specialize (B m Mm).
  assert (half : forall r, distribution N r -> (forall x, Rabs (r x - m x) = / 2 * Rabs (p' x - p x)) ->
    (forall x, (x <= N)%nat -> 0 < r x -> 0 < m x) -> distance N p' p ^ 2 / 16 <= divergence N r m).
  { intros r Dr E pos. pose proof (quarter N r m Dr (inside m Mm) pos) as Q.
    replace (distance N r m) with (/ 2 * distance N p' p) in Q; [lra|].
    unfold distance. rewrite <- sum_times. apply sum_ext. intros. symmetry. apply E. }
  assert (A1 : distance N p' p ^ 2 / 16 <= divergence N p m).
  { apply half; [assumption| |].
    - intro x. unfold m. replace (p x - (/ 2 * p x + (1 - / 2) * p' x)) with (- (/ 2 * (p' x - p x))) by field.
      rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. reflexivity.
    - intros x Hx L. unfold m. pose proof (proj1 Dp' x Hx). lra. }
  assert (A2 : distance N p' p ^ 2 / 16 <= divergence N p' m).
  { apply half; [assumption| |].
    - intro x. unfold m. replace (p' x - (/ 2 * p x + (1 - / 2) * p' x)) with (/ 2 * (p' x - p x)) by field.
      rewrite Rabs_mult, (Rabs_pos_eq (/ 2)) by lra. reflexivity.
    - intros x Hx L. unfold m. pose proof (proj1 Dp x Hx). lra. }
  assert (lam * (distance N p' p ^ 2 / 16) <= lam * (/ 2 * divergence N p m + / 2 * divergence N p' m))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem condition_kl eps (R R' p p' : nat -> R) :
  0 < eps < 1 ->
  (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= Rmin (lam / 2 * ln (/ (1 - eps))) (lam / 2 * ln (1 + eps))) ->
  best_of N q lam menu R p -> best_of N q lam menu R' p' ->
  forall x, (x <= N)%nat -> Rabs (p' x - p x) <= eps.
Proof.
  intros E H B B' x Hx. set (t := distance N p' p).
  assert (small : forall y, (y <= N)%nat -> Rabs (R' y - R y) <= lam * eps / 2).
  { intros y Hy. apply Rle_trans with (1 := H y Hy). apply Rle_trans with (1 := Rmin_r _ _).
    assert (ln (1 + eps) <= eps); [|nra]. rewrite <- (ln_exp eps) at 2. apply Rlt_le, ln_increasing; [lra|].
    apply exp_ineq1. lra. }
  pose proof (falls_short R p p' B (proj1 B')) as S. pose proof (falls_short R' p' p B' (proj1 B)) as S'.
  assert (sym : distance N p p' = t) by (apply sum_ext; intros; apply Rabs_minus_sym). rewrite sym in S'. fold t in S.
  assert (G : (welfare N q lam R' p' - welfare N q lam R p') - (welfare N q lam R' p - welfare N q lam R p) <=
    lam * eps / 2 * t).
  { unfold welfare, t, distance. rewrite <- sum_times. replace (sum N (fun x => p' x * R' x) - lam * divergence N p' q -
      (sum N (fun x => p' x * R x) - lam * divergence N p' q) - (sum N (fun x => p x * R' x) - lam * divergence N p q -
      (sum N (fun x => p x * R x) - lam * divergence N p q))) with
      (sum N (fun x => (p' x * R' x - p' x * R x) - (p x * R' x - p x * R x))) by (rewrite !sum_minus; ring).
    apply sum_le. intros y Hy. replace (p' y * R' y - p' y * R y - (p y * R' y - p y * R y)) with
      ((R' y - R y) * (p' y - p y)) by ring.
    apply Rle_trans with (1 := Rle_abs _). rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|auto]. }
  (* so t is at most 2 eps, and one outcome moves by at most half of it *)
  assert (t0 : 0 <= t) by (apply sum_nonneg; intros; apply Rabs_pos).
  assert (T : t <= 2 * eps).
  { apply Rnot_lt_le. intro C. assert (lam * (t * (t - 2 * eps)) <= 0) by lra.
    assert (0 < t * (t - 2 * eps)) by (apply Rmult_lt_0_compat; lra). nra. }
  pose proof (proj2 (proj1 models p (proj1 B))) as P1. pose proof (proj2 (proj1 models p' (proj1 B'))) as P1'.
  assert (zero : sum N (fun y => p' y - p y) = 0) by (rewrite sum_minus; lra).
  assert (2 * Rabs (p' x - p x) <= t); [|lra].
  (* the others move by as much in the other direction *)
  pose proof (sum_change N (fun y => p' y - p y) x 0 Hx) as others. rewrite zero in others.
  pose proof (sum_change N (fun y => Rabs (p' y - p y)) x 0 Hx) as others_abs. fold (distance N p' p) t in others_abs.
  assert (tri : Rabs (sum N (fun y => if Nat.eq_dec y x then 0 else p' y - p y)) <=
    sum N (fun y => if Nat.eq_dec y x then 0 else Rabs (p' y - p y))).
  { unfold sum. eapply Rle_trans; [apply Rsum_abs|]. apply Req_le, sum_eq. intros y _.
    destruct (Nat.eq_dec y x); [apply Rabs_R0|reflexivity]. }
  rewrite others, others_abs in tri. replace (0 - (p' x - p x) + 0) with (- (p' x - p x)) in tri by ring.
  rewrite Rabs_Ropp in tri. lra.
Qed.
End Sets.

(* Condition 3.5 with the printed delta: it is positive, and one for all initial models and all total rewards. *)
Theorem printed_delta (N : nat) (lam eps : R) (menu : (nat -> R) -> Prop) :
  0 < lam -> convex_models N menu -> 0 < eps < 1 ->
  let delta := Rmin (lam / 2 * ln (/ (1 - eps))) (lam / 2 * ln (1 + eps)) in
  0 < delta /\ forall q R R' p p' : nat -> R, (forall x, (x <= N)%nat -> 0 < q x) ->
    (forall x, (x <= N)%nat -> Rabs (R' x - R x) <= delta) -> best_of N q lam menu R p -> best_of N q lam menu R' p' ->
    forall x, (x <= N)%nat -> Rabs (p' x - p x) <= eps.
Proof.
  intros L models E delta. split.
  - assert (pos : forall u, 1 < u -> 0 < lam / 2 * ln u).
    { intros u U. apply Rmult_lt_0_compat; [lra|]. rewrite <- ln_1. apply ln_increasing; lra. }
    apply Rmin_glb_lt; apply pos; [|lra]. rewrite <- Rinv_1 at 1. apply Rinv_lt_contravar; lra.
  - intros q R R' p p' Q close best best'.
    exact (condition_kl N q lam menu L Q models eps R R' p p' E close best best').
Qed.
