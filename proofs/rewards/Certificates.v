(* Which of the costs have a certificate (rewards/new-costs-of-the-sweep). Modelled as in Sweep.v: clients 0, ..., N
   with
   finite menus of levels no worse than what they have; the costs are those of Readings.v, and the variance itself. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings Sweep.
Open Scope R_scope.

Section Certificates.
Variables (N : nat) (eps k : R).
Hypotheses (E : 0 < eps) (K : 0 < k).
Notation n := (clients N).
Notation m S := (S / n).
Notation V S Q := (Q / n - (S / n) ^ 2).
Notation g r := (of_sums N (cost eps k r)).

Lemma mean_mixed S S' x : m (x * S + (1 - x) * S') = x * m S + (1 - x) * m S'.
Proof. pose proof (n_pos N). field. lra. Qed.
Lemma variance_mixed S Q S' Q' x : 0 < x < 1 ->
  V (x * S + (1 - x) * S') (x * Q + (1 - x) * Q') = x * V S Q + (1 - x) * V S' Q' + x * (1 - x) * (m S - m S') ^ 2 /\
  0 <= x * (1 - x) * (m S - m S') ^ 2 /\ (S <> S' -> 0 < x * (1 - x) * (m S - m S') ^ 2).
Proof.
  intros X. pose proof (n_pos N). split; [field; lra|]. split.
  { apply Rmult_le_pos; [nra|apply pow2_ge_0]. }
  intro D. apply Rmult_lt_0_compat; [nra|].
  assert (m S - m S' <> 0).
  { intro Z. apply D. replace S with (n * m S) by (field; lra). replace S' with (n * m S') by (field; lra). nra. }
  nra.
Qed.
Lemma more_square S Q Q' : Q < Q' -> V S Q < V S Q'.
Proof. intro L. apply Rplus_lt_compat_r, div_lt; [apply n_pos|assumption]. Qed.
Lemma mean_region S Q : region N 0 S Q -> 0 <= m S.
Proof. intros [L _]. apply Rmult_le_pos; [assumption|apply Rlt_le, Rinv_0_lt_compat, n_pos]. Qed.
Lemma div_le_iff x y d : 0 < d -> (x <= y / d <-> x * d <= y).
Proof.
  intro P. split; intro H.
  - apply (Rmult_le_compat_r d) in H; [|lra]. unfold Rdiv in H. rewrite Rmult_assoc, Rinv_l in H; lra.
  - apply (Rmult_le_reg_r d); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Lemma div_eq_iff x y d : 0 < d -> (y / d = x <-> y = x * d).
Proof. intro P. split; intro H; [rewrite <- H; field; lra|rewrite H; field; lra]. Qed.

Lemma variance_certificate alpha : certificate N 0 (of_sums N (fun _ v => v)) alpha (fun S Q => V S Q - alpha).
Proof.
  unfold of_sums. split; [|split; [|split]].
  - intros S Q _ H. lra.
  - intros S Q _ H. lra.
  - intros S Q S' Q' x _ _ X. destruct (variance_mixed S Q S' Q' x X) as [I [P0 P]]. cbv zeta. rewrite I.
    split; [lra|]. intro D. specialize (P D). lra.
  - intros S Q Q' _ L. pose proof (more_square S Q Q' L). lra.
Qed.
Lemma linear_certificate alpha : certificate N 0 (g linear) alpha (fun S Q => V S Q - k * m S - alpha).
Proof.
  cbv beta iota delta [of_sums cost]. split; [|split; [|split]].
  - intros S Q _ H. lra.
  - intros S Q _ H. lra.
  - intros S Q S' Q' x _ _ X. destruct (variance_mixed S Q S' Q' x X) as [I [P0 P]]. cbv zeta. rewrite I, mean_mixed.
    split; [lra|]. intro D. specialize (P D). lra.
  - intros S Q Q' _ L. pose proof (more_square S Q Q' L). lra.
Qed.
Lemma ratio_certificate alpha : certificate N 0 (g ratio) alpha (fun S Q => V S Q - alpha * (m S + eps)).
Proof.
  cbv beta iota delta [of_sums cost]. split; [|split; [|split]].
  - intros S Q R H. pose proof (mean_region S Q R). apply div_le_iff in H; lra.
  - intros S Q R H. pose proof (mean_region S Q R). apply div_eq_iff in H; lra.
  - intros S Q S' Q' x _ _ X. destruct (variance_mixed S Q S' Q' x X) as [I [P0 P]]. cbv zeta. rewrite I, mean_mixed.
    split; [lra|]. intro D. specialize (P D). lra.
  - intros S Q Q' _ L. pose proof (more_square S Q Q' L). lra.
Qed.
Lemma deviation_certificate alpha : 0 <= alpha ->
  certificate N 0 (g deviation_ratio) alpha (fun S Q => V S Q - alpha ^ 2 * (m S + eps) ^ 2).
Proof.
  intro A. cbv beta iota delta [of_sums cost]. split; [|split; [|split]].
  - intros S Q R H. pose proof (mean_region S Q R). apply div_le_iff in H; [|lra].
    pose proof (region_variance N 0 S Q R) as P. pose proof (pow2_sqrt (V S Q) P) as P2.
    assert (T : (alpha * (m S + eps)) ^ 2 <= sqrt (V S Q) ^ 2).
    { apply pow_incr. split; [apply Rmult_le_pos; lra|assumption]. }
    rewrite Rpow_mult_distr in T. lra.
  - intros S Q R H. pose proof (mean_region S Q R). apply div_eq_iff in H; [|lra].
    pose proof (region_variance N 0 S Q R) as P. pose proof (pow2_sqrt (V S Q) P) as P2. rewrite H in P2.
    rewrite Rpow_mult_distr in P2. lra.
  - intros S Q S' Q' x _ _ X. destruct (variance_mixed S Q S' Q' x X) as [J [P0 P]]. cbv zeta. rewrite J, mean_mixed.
    assert (I : (x * m S + (1 - x) * m S' + eps) ^ 2 = x * (m S + eps) ^ 2 + (1 - x) * (m S' + eps) ^ 2 -
      x * (1 - x) * (m S - m S') ^ 2) by ring.
    rewrite I. assert (0 <= alpha ^ 2 * (x * (1 - x) * (m S - m S') ^ 2)) by (apply Rmult_le_pos; nra).
    split; [lra|]. intro D. specialize (P D). lra.
  - intros S Q Q' _ L. pose proof (more_square S Q Q' L). lra.
Qed.
Lemma growth_certificate beta : 0 < beta ->
  certificate N 0 (g growth) (- beta) (fun S Q => beta * (V S Q + eps) - m S).
Proof.
  intro B. cbv beta iota delta [of_sums cost]. split; [|split; [|split]].
  - intros S Q R H. pose proof (region_variance N 0 S Q R). apply div_le_iff in H; lra.
  - intros S Q R H. pose proof (region_variance N 0 S Q R). apply div_eq_iff in H; lra.
  - intros S Q S' Q' x _ _ X. destruct (variance_mixed S Q S' Q' x X) as [J [P0 P]]. cbv zeta. rewrite J, mean_mixed.
    split; [pose proof (Rmult_le_pos _ _ (Rlt_le _ _ B) P0); lra|].
    intro D. pose proof (Rmult_lt_0_compat _ _ B (P D)). lra.
  - intros S Q Q' _ L. pose proof (more_square S Q Q' L). nra.
Qed.
Lemma sharpe_certificate beta : 0 < beta ->
  certificate N 0 (g sharpe) (- beta) (fun S Q => beta * (sqrt (V S Q) + eps) - m S).
Proof.
  intro B. cbv beta iota delta [of_sums cost]. split; [|split; [|split]].
  - intros S Q R H. pose proof (sqrt_pos (V S Q)). apply div_le_iff in H; lra.
  - intros S Q R H. pose proof (sqrt_pos (V S Q)). apply div_eq_iff in H; lra.
  - intros S Q S' Q' x R R' X. destruct (variance_mixed S Q S' Q' x X) as [J [P0 P]]. cbv zeta. rewrite J, mean_mixed.
    pose proof (region_variance N 0 S Q R) as P1. pose proof (region_variance N 0 S' Q' R') as P2.
    pose proof (sqrt_pos (V S Q)) as s0. pose proof (sqrt_pos (V S' Q')) as s0'.
    pose proof (pow2_sqrt (V S Q) P1) as E1. pose proof (pow2_sqrt (V S' Q') P2) as E2.
    set (s := sqrt (V S Q)) in *. set (s' := sqrt (V S' Q')) in *. rewrite <- E1, <- E2.
    set (d := x * (1 - x) * (m S - m S') ^ 2) in *.
    assert (w0 : 0 <= x * s + (1 - x) * s') by (apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra).
    assert (I : x * s ^ 2 + (1 - x) * s' ^ 2 - (x * s + (1 - x) * s') ^ 2 = x * (1 - x) * (s - s') ^ 2) by ring.
    assert (0 <= x * (1 - x) * (s - s') ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]).
    assert (L : x * s + (1 - x) * s' <= sqrt (x * s ^ 2 + (1 - x) * s' ^ 2 + d)).
    { rewrite <- (sqrt_pow2 (x * s + (1 - x) * s')) at 1 by assumption. apply sqrt_le_1_alt. lra. }
    split; [pose proof (Rmult_le_compat_l beta _ _ (Rlt_le _ _ B) L); lra|].
    intro D. specialize (P D). assert (L' : x * s + (1 - x) * s' < sqrt (x * s ^ 2 + (1 - x) * s' ^ 2 + d)).
    { rewrite <- (sqrt_pow2 (x * s + (1 - x) * s')) at 1 by assumption. apply sqrt_lt_1_alt.
      split; [apply pow2_ge_0|]. lra. }
    pose proof (Rmult_lt_compat_l beta _ _ B L'). lra.
  - intros S Q Q' R L. pose proof (more_square S Q Q' L). pose proof (region_variance N 0 S Q R).
    assert (sqrt (V S Q) < sqrt (V S Q')) by (apply sqrt_lt_1; lra). nra.
Qed.

Variables (c : nat -> R) (menu : nat -> list R).
Hypothesis rational : forall i b, (i <= N)%nat -> In b (menu i) -> c i <= b.
Lemma gains_nonneg b : offered N menu b -> 0 <= total_gain N c b.
Proof. intro O. apply sum_nonneg. intros i Hi. specialize (rational i (b i) Hi (O i Hi)). lra. Qed.

Lemma reading_of_the_sweep r a : r <> total -> optimum N c menu (g r) a ->
  ((exists F, certificate N 0 (g r) (g r (total_gain N c a) (total_square N c a)) F) \/
   forall b, offered N menu b -> total_gain N c b = 0) /\
  exists t, nearest_at N c menu t a.
Proof.
  intros D O. set (S := total_gain N c a). set (Q := total_square N c a).
  assert (R0 : forall b, offered N menu b -> region N 0 (total_gain N c b) (total_square N c b)).
  { intros b Ob. now apply in_region, gains_nonneg. }
  assert (RS : region N 0 S Q) by (apply R0, O). pose proof (mean_region S Q RS) as M0.
  pose proof (region_variance N 0 S Q RS) as V0. pose proof (sqrt_pos (V S Q)) as s0.
  assert (one : (exists F, certificate N 0 (g r) (g r S Q) F) \/ forall b, offered N menu b -> total_gain N c b = 0).
  { assert (stuck : forall d : R -> R -> R, (forall S Q, region N 0 S Q -> 0 < d S Q) ->
      (forall b, offered N menu b -> 0 <= - m (total_gain N c b) / d (total_gain N c b) (total_square N c b)) ->
      forall b, offered N menu b -> total_gain N c b = 0).
    { intros d P H b Ob. specialize (H b Ob). specialize (P _ _ (R0 b Ob)). apply div_le_iff in H; [|assumption].
      pose proof (mean_region _ _ (R0 b Ob)). pose proof (n_pos N).
      replace (total_gain N c b) with (n * m (total_gain N c b)) by (field; lra). nra. }
    destruct r; [left|left|idtac|idtac|contradiction|left].
    - eexists. apply ratio_certificate.
    - eexists. apply deviation_certificate. cbv beta iota delta [of_sums cost]. apply div_le_iff; lra.
    - destruct (Rle_lt_or_eq_dec 0 (m S) M0) as [P|Z].
      + left. replace (g growth S Q) with (- (m S / (V S Q + eps))) by (cbv beta iota delta [of_sums cost]; rewrite
        opp_div; ring).
        eexists. apply growth_certificate. apply Rdiv_lt_0_compat; lra.
      + right. apply (stuck (fun S Q => V S Q + eps)).
        * intros S' Q' R'. pose proof (region_variance N 0 S' Q' R'). lra.
        * intros b Ob. destruct O as [_ Best]. specialize (Best b Ob). fold S Q in Best.
          cbv beta iota delta [of_sums cost] in Best. rewrite <- Z in Best at 1. unfold Rdiv in Best at 1. rewrite
            Ropp_0, Rmult_0_l in Best. assumption.
    - destruct (Rle_lt_or_eq_dec 0 (m S) M0) as [P|Z].
      + left. replace (g sharpe S Q) with (- (m S / (sqrt (V S Q) + eps))) by (cbv beta iota delta [of_sums cost];
        rewrite opp_div; ring).
        eexists. apply sharpe_certificate. apply Rdiv_lt_0_compat; lra.
      + right. apply (stuck (fun S Q => sqrt (V S Q) + eps)).
        * intros S' Q' _. pose proof (sqrt_pos (V S' Q')). lra.
        * intros b Ob. destruct O as [_ Best]. specialize (Best b Ob). fold S Q in Best.
          cbv beta iota delta [of_sums cost] in Best. rewrite <- Z in Best at 1. unfold Rdiv in Best at 1. rewrite
            Ropp_0, Rmult_0_l in Best. assumption.
    - eexists. apply linear_certificate. }
  split; [exact one|]. destruct one as [[F C]|all]; [apply (nearest_levels N c menu 0 (g r) F a gains_nonneg C O)|].
  exists 0. intros i b Hi Hb ne. destruct O as [A _]. pose proof (all _ (instead_offered N menu a i b A Hb)) as Z.
  destruct (instead_sums N c a i b Hi) as [S1 _]. rewrite S1, (all a A) in Z. lra.
Qed.

(* At its least value each cost but "total" has a certificate, unless no mean gain is positive, and the variance has
   one;
   so every optimal allocation consists of nearest levels, for one shift. *)
Theorem costs_of_the_sweep a :
  (forall r, r <> total -> optimum N c menu (g r) a ->
    ((exists F, certificate N 0 (g r) (g r (total_gain N c a) (total_square N c a)) F) \/
     forall b, offered N menu b -> total_gain N c b = 0) /\
    exists t, nearest_at N c menu t a) /\
  (let variance := of_sums N (fun _ v => v) in optimum N c menu variance a ->
    (exists F, certificate N 0 variance (variance (total_gain N c a) (total_square N c a)) F) /\
    exists t, nearest_at N c menu t a).
Proof.
  split; [intros r D O; now apply reading_of_the_sweep|]. intros variance O. split; [eexists; apply
    variance_certificate|].
  exact (nearest_levels N c menu 0 _ _ a gains_nonneg (variance_certificate _) O).
Qed.
End Certificates.
