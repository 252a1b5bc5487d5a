(* Who still collects (new-half-threshold, new-same-learning), over the reals, for any number M >= 2 of members.
   Modelled: errors and costs as the page gives them; all but one collect n each, and one collects a. Sizes are real numbers. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

(* If small steps h to one side gain nothing, the slope p on that side is not negative. *)
Lemma one_sided (p B k : R) (b : R -> R) : 0 < k -> 0 < B -> (forall h, 0 < h <= k -> b h <= B) ->
  (forall h, 0 < h <= k -> 0 <= h * p + h ^ 2 * b h) -> 0 <= p.
Proof.
  intros k0 B0 bound gain; destruct (Rle_or_lt 0 p) as [| neg]; [assumption |].
  set (h := Rmin k (- p / (2 * B))).
  assert (h0 : 0 < h) by (apply Rmin_glb_lt; [lra | apply Rdiv_lt_0_compat; lra]).
  assert (hk : h <= k) by apply Rmin_l.
  assert (hp : h * B <= - p / 2).
  { apply Rle_trans with (- p / (2 * B) * B); [apply Rmult_le_compat_r; [lra | apply Rmin_r] |].
    apply Req_le; field; lra. }
  pose proof (gain h (conj h0 hk)); pose proof (bound h (conj h0 hk)); nra.
Qed.

Section Average.
Variables M mu s c : R.
Hypotheses (many : 2 <= M) (mu_pos : 0 < mu) (s_pos : 0 <= s) (c_pos : 0 < c).

(* Error (the formula of the part on coalitions) and costs of the one who collects a. *)
Definition records n a := a + (M - 1) * n.
Definition squares n a := a ^ 2 + (M - 1) * n ^ 2.
Definition spends n a :=
  mu / records n a + s * (squares n a / records n a ^ 2 + 1 - 2 * a / records n a) + c * a.
Definition condition n := c * M ^ 2 * n ^ 2 - 2 * s * (M - 1) * n - mu.
Definition slope n := condition n / (M * n) ^ 2.
Definition bend n T := mu / ((M * n) ^ 2 * T) + s * (M - 1) * (2 * T + M * n) / (M * (M * n) * T ^ 2).

Lemma records_pos n a : 0 < n -> 0 <= a -> 0 < records n a.
Proof. unfold records; intros; assert (0 < (M - 1) * n) by nra; lra. Qed.

Lemma difference n a : 0 < n -> 0 <= a ->
  spends n a - spends n n = (a - n) * slope n + (a - n) ^ 2 * bend n (records n a).
Proof.
  intros n0 a0; pose proof (records_pos n a n0 a0).
  unfold spends, squares, slope, condition, bend, records in *; field; repeat split; try lra; nra.
Qed.

Lemma bend_pos n T : 0 < n -> 0 < T -> 0 < bend n T.
Proof.
  intros n0 T0; unfold bend; assert (0 < M * n) by nra.
  assert (0 < mu / ((M * n) ^ 2 * T)) by (apply Rdiv_lt_0_compat; [| apply Rmult_lt_0_compat; [apply pow_lt |]]; lra).
  assert (0 <= s * (M - 1) * (2 * T + M * n) / (M * (M * n) * T ^ 2)); [| lra].
  apply Rmult_le_pos; [apply Rmult_le_pos; [apply Rmult_le_pos |]; lra |].
  apply Rlt_le, Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; lra.
Qed.

Lemma bend_bound n T : 0 < n -> M * n / 2 <= T ->
  bend n T <= 2 * mu / (M * n) ^ 3 + s * (M - 1) * 16 / (M * (M * n) ^ 2).
Proof.
  intros n0 far; assert (Z0 : 0 < M * n) by nra; unfold bend; set (Z := M * n) in *; assert (T0 : 0 < T) by lra.
  assert (i0 : 0 < / T) by (apply Rinv_0_lt_compat; assumption).
  assert (z0 : 0 < / Z) by (apply Rinv_0_lt_compat; assumption).
  assert (iz : / T <= 2 * / Z).
  { replace (2 * / Z) with (/ (Z / 2)) by (field; lra); apply Rinv_le_contravar; lra. }
  replace (mu / (Z ^ 2 * T)) with (mu * (/ Z) ^ 2 * / T) by (field; lra).
  replace (2 * mu / Z ^ 3) with (mu * (/ Z) ^ 2 * (2 * / Z)) by (field; lra).
  replace (s * (M - 1) * (2 * T + Z) / (M * Z * T ^ 2))
    with (s * (M - 1) * / M * / Z * (2 * / T + Z * (/ T * / T))) by (field; lra).
  replace (s * (M - 1) * 16 / (M * Z ^ 2)) with (s * (M - 1) * / M * / Z * (16 * / Z)) by (field; lra).
  apply Rplus_le_compat; apply Rmult_le_compat_l; try assumption.
  - apply Rmult_le_pos; [lra | apply pow2_ge_0].
  - repeat apply Rmult_le_pos; try lra; apply Rlt_le, Rinv_0_lt_compat; lra.
  - assert (Z * (/ T * / T) <= Z * (2 * / Z * (2 * / Z))) by (apply Rmult_le_compat_l; [lra |]; apply Rmult_le_compat; lra).
    replace (Z * (2 * / Z * (2 * / Z))) with (4 * / Z) in H by (field; lra); lra.
Qed.

Lemma slope_sign n : 0 < n -> (slope n = 0 <-> condition n = 0).
Proof.
  intro n0; assert (0 < (M * n) ^ 2) by (apply pow_lt; nra); unfold slope; split; intro E.
  - replace (condition n) with (condition n / (M * n) ^ 2 * (M * n) ^ 2) by (field; lra); rewrite E; ring.
  - rewrite E; unfold Rdiv; ring.
Qed.

(* All collecting n is an equilibrium exactly at the root of the condition. *)
Lemma equilibrium n : 0 < n -> ((forall a, 0 <= a -> spends n n <= spends n a) <-> condition n = 0).
Proof.
  intro n0; rewrite <- slope_sign by assumption; assert (Mn : 0 < M * n) by nra.
  set (B := 2 * mu / (M * n) ^ 3 + s * (M - 1) * 16 / (M * (M * n) ^ 2)).
  split; intro H.
  - assert (B0 : 0 < B).
    { pose proof (bend_pos n (M * n) n0 Mn); pose proof (bend_bound n (M * n) n0 ltac:(lra)); fold B in H1; lra. }
    assert (up : 0 <= slope n).
    { apply (one_sided (slope n) B (n / 2) (fun h => bend n (records n (n + h)))); try lra.
      - intros h [h0 _]; apply bend_bound; [assumption | unfold records; nra].
      - intros h [h0 h1]; pose proof (H (n + h) ltac:(lra)); pose proof (difference n (n + h) n0 ltac:(lra)).
        replace (n + h - n) with h in H1 by ring; lra. }
    assert (down : 0 <= - slope n).
    { apply (one_sided (- slope n) B (n / 2) (fun h => bend n (records n (n - h)))); try lra.
      - intros h [h0 h1]; apply bend_bound; [assumption | unfold records; nra].
      - intros h [h0 h1]; pose proof (H (n - h) ltac:(lra)); pose proof (difference n (n - h) n0 ltac:(lra)).
        replace (n - h - n) with (- h) in H1 by ring; lra. }
    lra.
  - intros a a0; pose proof (difference n a n0 a0) as D; rewrite H in D.
    pose proof (bend_pos n _ n0 (records_pos n a n0 a0)); pose proof (pow2_ge_0 (a - n)); nra.
Qed.

Lemma steep n : 0 < n -> condition n = 0 -> 2 * s * (M - 1) < c * M ^ 2 * n.
Proof. unfold condition; intros n0 E; assert (0 < n * (c * M ^ 2 * n - 2 * s * (M - 1))) by nra; nra. Qed.

Lemma condition_sign n x : 0 < n -> condition n = 0 -> 0 < x -> (n < x <-> 0 < condition x).
Proof.
  intros n0 E x0; pose proof (steep n n0 E).
  assert (D : condition x = (x - n) * (c * M ^ 2 * (x + n) - 2 * s * (M - 1))).
  { unfold condition in *; nra. }
  assert (0 < c * M ^ 2 * x) by (repeat apply Rmult_lt_0_compat; try lra).
  assert (0 < c * M ^ 2 * (x + n) - 2 * s * (M - 1)) by lra.
  rewrite D; split; intro; nra.
Qed.

(* The planner: all sizes, of sum N and squares S, by the sum of the errors of all members. *)
Definition total N S := M * mu / N + s * (M * S / N ^ 2 + M - 2) + c * N.
Definition efficient := sqrt (mu / (c * M)).
Lemma efficient_square : 0 < efficient /\ c * M * efficient ^ 2 = mu.
Proof.
  assert (P : 0 < mu / (c * M)) by (apply Rdiv_lt_0_compat; nra).
  split; [apply sqrt_lt_R0, P |]; unfold efficient; rewrite <- Rsqr_pow2, Rsqr_sqrt by lra; field; lra.
Qed.

Lemma planner N S : 0 < N -> N ^ 2 <= M * S -> total (M * efficient) (M * efficient ^ 2) <= total N S.
Proof.
  destruct efficient_square as [e0 E]; intros N0 Q; set (e := efficient) in *.
  apply Rle_trans with (total N (N ^ 2 / M)).
  - assert (D : total N (N ^ 2 / M) - total (M * e) (M * e ^ 2) = c * (N - M * e) ^ 2 / N).
    { unfold total; rewrite <- E; field; lra. }
    assert (0 <= c * (N - M * e) ^ 2 / N); [| lra].
    apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply pow2_ge_0] | apply Rlt_le, Rinv_0_lt_compat, N0].
  - unfold total; assert (M * (N ^ 2 / M) / N ^ 2 <= M * S / N ^ 2); [| nra].
    apply Rmult_le_compat_r; [apply Rlt_le, Rinv_0_lt_compat, pow_lt, N0 |].
    replace (M * (N ^ 2 / M)) with (N ^ 2) by (field; lra); exact Q.
Qed.

(* One symmetric equilibrium; members collect too few below half the ratio and too many above. *)
Lemma half_threshold : exists n, 0 < n /\
  (forall x, 0 < x -> ((forall a, 0 <= a -> spends x x <= spends x a) <-> x = n)) /\
  (n < efficient <-> 2 * s * efficient < mu) /\ (efficient < n <-> mu < 2 * s * efficient).
Proof.
  destruct efficient_square as [e0 E]; set (e := efficient) in *.
  set (q := sqrt (s ^ 2 * (M - 1) ^ 2 + c * M ^ 2 * mu)).
  assert (inner : 0 < c * M ^ 2 * mu) by (repeat apply Rmult_lt_0_compat; lra).
  assert (inner2 : 0 <= s ^ 2 * (M - 1) ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0).
  assert (q2 : q ^ 2 = s ^ 2 * (M - 1) ^ 2 + c * M ^ 2 * mu) by (unfold q; rewrite <- Rsqr_pow2, Rsqr_sqrt; lra).
  assert (q0 : 0 < q) by (apply sqrt_lt_R0; lra).
  assert (cM : 0 < c * M ^ 2) by (repeat apply Rmult_lt_0_compat; lra).
  assert (sM : 0 <= s * (M - 1)) by (apply Rmult_le_pos; lra).
  exists ((s * (M - 1) + q) / (c * M ^ 2)); set (n := _ / _).
  assert (n0 : 0 < n) by (apply Rdiv_lt_0_compat; lra).
  assert (root : condition n = 0).
  { unfold condition, n; apply Rmult_eq_reg_l with (c * M ^ 2); [| lra].
    replace (c * M ^ 2 * (c * M ^ 2 * ((s * (M - 1) + q) / (c * M ^ 2)) ^ 2
      - 2 * s * (M - 1) * ((s * (M - 1) + q) / (c * M ^ 2)) - mu))
      with (q ^ 2 - (s ^ 2 * (M - 1) ^ 2 + c * M ^ 2 * mu)) by (field; lra).
    rewrite q2; ring. }
  assert (at_e : condition e = (M - 1) * (mu - 2 * s * e)) by (unfold condition; nra).
  pose proof (condition_sign n e n0 root e0) as low.
  split; [exact n0 | split; [| split]].
  - intros x x0; rewrite equilibrium by assumption; split; intro H; [| subst; assumption].
    destruct (Rtotal_order x n) as [L | [L | L]]; [| assumption |].
    + pose proof (proj1 (condition_sign x n x0 H n0) L); lra.
    + pose proof (proj1 (condition_sign n x n0 root x0) L); lra.
  - rewrite low, at_e; split; intro; nra.
  - split; intro H.
    + destruct (Rlt_or_le (2 * s * e) mu) as [L | L]; [assert (n < e) by (apply low; rewrite at_e; nra); lra |].
      destruct L as [L | L]; [assumption |].
      assert (Z : condition e = 0) by (rewrite at_e, L; ring).
      pose proof (proj1 (condition_sign e n e0 Z n0) H); lra.
    + destruct (Rtotal_order e n) as [L | [L | L]]; [assumption | |].
      * rewrite L in at_e at 1; nra.
      * pose proof (proj1 low L); nra.
Qed.
End Average.

(* Members who agree: all records together are as many as one member collects alone. *)
Theorem same_learning M mu c n : 2 <= M -> 0 < mu -> 0 < c -> 0 < n ->
  (forall a, 0 <= a -> spends M mu 0 c n n <= spends M mu 0 c n a) <-> M * n = sqrt (mu / c).
Proof.
  intros many mu0 c0 n0; rewrite equilibrium by lra; unfold condition.
  assert (P : 0 < mu / c) by (apply Rdiv_lt_0_compat; assumption).
  pose proof (sqrt_lt_R0 _ P) as r0; assert (r2 : sqrt (mu / c) ^ 2 = mu / c) by (rewrite <- Rsqr_pow2, Rsqr_sqrt; lra).
  assert (r3 : c * sqrt (mu / c) ^ 2 = mu) by (rewrite r2; field; lra).
  assert (Mn : 0 < M * n) by nra; split; intro H.
  - apply Rsqr_inj; try lra; unfold Rsqr; nra.
  - rewrite <- r3, <- H; ring.
Qed.

(* The page's theorem: one symmetric equilibrium, at the root of the condition; the planner's sizes, which no others beat; and
   which of the two is larger. *)
Theorem who_collects M mu s c : 2 <= M -> 0 < mu -> 0 <= s -> 0 < c -> exists n, 0 < n /\ condition M mu s c n = 0 /\
  (forall x, 0 < x -> ((forall a, 0 <= a -> spends M mu s c x x <= spends M mu s c x a) <-> x = n)) /\
  (forall N S, 0 < N -> N ^ 2 <= M * S ->
    total M mu s c (M * efficient M mu c) (M * efficient M mu c ^ 2) <= total M mu s c N S) /\
  (n < efficient M mu c <-> efficient M mu c < mu / (2 * s) \/ s = 0) /\
  (efficient M mu c < n <-> 0 < s /\ mu / (2 * s) < efficient M mu c).
Proof.
  intros many mu0 s0 c0; destruct (half_threshold M mu s c many mu0 s0 c0) as [n [n0 [only [few much]]]].
  assert (root : condition M mu s c n = 0) by (apply equilibrium; try assumption; apply only; auto).
  exists n; split; [exact n0 |]; split; [exact root |].
  split; [exact only |]; split; [intros N S N0 Q; apply planner; assumption |].
  set (e := efficient M mu c) in *; assert (quotient : 0 < s -> mu / (2 * s) * (2 * s) = mu) by (intro; field; lra).
  split; [rewrite few | rewrite much]; split; intro H.
  - destruct s0 as [sp | z]; [left; specialize (quotient sp); nra | right; lra].
  - destruct H as [H | z]; [| subst; lra]; destruct s0 as [sp | z]; [specialize (quotient sp); nra | subst; lra].
  - destruct s0 as [sp | z]; [split; [exact sp |]; specialize (quotient sp); nra | subst; lra].
  - destruct H as [sp H]; specialize (quotient sp); nra.
Qed.
