(* Models as gifts and as rewards (new-crowding-out, new-equal-gains-interval, new-working-for-nothing), over the reals.
   Modelled: a member that mixes a model of error D at home with its own n records has the error 1 / (n / mu + 1 / D). Equal
   gains, members who agree: one collects a, the other M - 1 collect n each, and everybody's error is lower than alone by what the
   best contributor gains. Sizes are real numbers. *)
Require Import Reals Lra Psatz.
From Incentives Require Import Brings.
Open Scope R_scope.

Section Gift.
Variables mu c D : R.
Hypotheses (mu_pos : 0 < mu) (c_pos : 0 < c) (D_pos : 0 < D).
Definition final n := / (n / mu + / D).
Definition keeps n := final n + c * n.
Definition still := Rmax 0 (sqrt (mu / c) - mu / D).

Lemma root_square : 0 < sqrt (mu / c) /\ c * sqrt (mu / c) ^ 2 = mu.
Proof.
  assert (P : 0 < mu / c) by (apply Rdiv_lt_0_compat; assumption); split; [apply sqrt_lt_R0, P |].
  rewrite <- Rsqr_pow2, Rsqr_sqrt by lra; field; lra.
Qed.

Theorem crowding_out : (forall n, 0 <= n -> n <> still -> keeps still < keeps n) /\
  (0 < still -> final still = sqrt (mu * c)).
Proof.
  destruct root_square as [r0 r2]; set (r := sqrt (mu / c)) in *; set (g := mu / D).
  assert (g0 : 0 < g) by (apply Rdiv_lt_0_compat; assumption).
  assert (F : forall n, 0 <= n -> final n = mu / (n + g)).
  { intros n n0; unfold final, g; field; assert (0 <= n * D) by (apply Rmult_le_pos; lra); repeat split; lra. }
  assert (best : still = Rmax 0 (r - g)) by reflexivity; unfold keeps; clearbody r g; split.
  - intros n n0 other; assert (s0 : 0 <= still) by apply Rmax_l; rewrite !F by assumption.
    assert (den : 0 < (n + g) * (still + g)) by (apply Rmult_lt_0_compat; lra).
    assert (E : mu / (n + g) + c * n - (mu / (still + g) + c * still)
                = (n - still) * (c * (n + g) * (still + g) - mu) / ((n + g) * (still + g))) by (field; lra).
    assert (pos : 0 < (n - still) * (c * (n + g) * (still + g) - mu)).
    { destruct (Rle_or_lt (r - g) 0) as [low | high].
      - rewrite Rmax_left in best by assumption; rewrite best in *.
        assert (mu <= c * g ^ 2) by (rewrite <- r2; apply Rmult_le_compat_l; [lra | apply pow_incr; lra]).
        assert (0 < c * n * g) by (repeat apply Rmult_lt_0_compat; lra); apply Rmult_lt_0_compat; nra.
      - rewrite Rmax_right in best by lra; rewrite best in *; rewrite <- r2.
        replace ((n - (r - g)) * (c * (n + g) * (r - g + g) - c * r ^ 2)) with (c * r * (n - (r - g)) ^ 2) by ring.
        apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; lra |].
        assert (Q : n - (r - g) <> 0) by lra; pose proof (Rsqr_pos_lt _ Q); unfold Rsqr in *; simpl; lra. }
    assert (0 < (n - still) * (c * (n + g) * (still + g) - mu) / ((n + g) * (still + g))); [| lra].
    apply Rdiv_lt_0_compat; assumption.
  - intro s0; rewrite F by lra; destruct (Rle_or_lt (r - g) 0) as [low | high].
    + rewrite Rmax_left in best by assumption; lra.
    + rewrite Rmax_right in best by lra; rewrite best; replace (r - g + g) with r by ring.
      apply Rsqr_inj; [apply Rlt_le, Rdiv_lt_0_compat; lra | apply sqrt_pos |].
      rewrite Rsqr_sqrt by (apply Rmult_le_pos; lra); unfold Rsqr; rewrite <- r2; field; lra.
Qed.
End Gift.

Section Gains.
Variables M mu c : R.
Hypotheses (many : 2 <= M) (mu_pos : 0 < mu) (c_pos : 0 < c).
Definition lone := sqrt (mu / c).
(* Error of a member alone with a records; of the model that all records make; and with equal gains: the best contributor
   receives that model, and everybody else's error falls by as much as the best contributor's. *)
Definition by_itself a := mu / a.
Definition pooled n a := mu / (a + (M - 1) * n).
Definition rewarded n a := by_itself a - (by_itself (Rmax a n) - pooled n a).
Definition pays n a := rewarded n a + c * a.

Lemma below n a : 0 < n -> 0 < a <= n ->
  pays n a - pays n n = (n - a) * (mu / (a * n) + mu / ((a + (M - 1) * n) * (M * n)) - c).
Proof.
  intros n0 [a0 an]; unfold pays, rewarded, by_itself, pooled; rewrite !Rmax_right by lra.
  assert (0 < (M - 1) * n) by nra; field; repeat split; try lra; nra.
Qed.
Lemma above n a : 0 < n -> n <= a -> pays n a - pays n n = (a - n) * (c - mu / ((a + (M - 1) * n) * (M * n))).
Proof.
  intros n0 an; unfold pays, rewarded, by_itself, pooled; rewrite !Rmax_left by lra.
  assert (0 < (M - 1) * n) by nra; field; repeat split; try lra; nra.
Qed.

Theorem equal_gains_interval n : 0 < n -> ((forall a, 0 < a -> pays n n <= pays n a) <->
  1 / M * lone <= n <= sqrt (1 + 1 / M ^ 2) * lone).
Proof.
  intro n0; assert (Mn : 0 < M * n) by nra; destruct (root_square mu c mu_pos c_pos) as [L0 L2]; fold lone in L0, L2.
  assert (M2 : 0 < M ^ 2) by (apply pow_lt; lra); assert (k0 : 0 < 1 / M ^ 2) by (apply Rdiv_lt_0_compat; lra).
  assert (low : 1 / M * lone <= n <-> 0 <= c - mu / (M * n) ^ 2).
  { assert (Z2 : 0 < (M * n) ^ 2) by (apply pow_lt; assumption).
    replace (c - mu / (M * n) ^ 2) with (c * ((M * n) ^ 2 - lone ^ 2) * / (M * n) ^ 2) by (rewrite <- L2; field; lra).
    assert (iz : 0 < / (M * n) ^ 2) by (apply Rinv_0_lt_compat; assumption).
    replace (1 / M * lone) with (lone * / M) by (field; lra); split; intro H.
    - apply Rmult_le_pos; [apply Rmult_le_pos; [lra |] | lra].
      assert (lone <= M * n); [| nra].
      replace lone with (M * (lone * / M)) by (field; lra); apply Rmult_le_compat_l; lra.
    - assert (lone <= M * n).
      { apply Rnot_lt_le; intro B; assert ((M * n) ^ 2 < lone ^ 2) by nra.
        assert (0 < c * (lone ^ 2 - (M * n) ^ 2) * / (M * n) ^ 2) by (repeat apply Rmult_lt_0_compat; lra); nra. }
      replace n with (M * n * / M) by (field; lra); apply Rmult_le_compat_r; [| assumption].
      apply Rlt_le, Rinv_0_lt_compat; lra. }
  assert (high : n <= sqrt (1 + 1 / M ^ 2) * lone <-> 0 <= mu / n ^ 2 + mu / (M * n) ^ 2 - c).
  { set (q := sqrt (1 + 1 / M ^ 2)).
    assert (q0 : 0 < q) by (apply sqrt_lt_R0; lra).
    assert (q2 : q ^ 2 = 1 + 1 / M ^ 2) by (unfold q; rewrite <- Rsqr_pow2, Rsqr_sqrt; lra).
    assert (N2 : 0 < n ^ 2) by (apply pow_lt; assumption).
    replace (mu / n ^ 2 + mu / (M * n) ^ 2 - c) with (c * ((q * lone) ^ 2 - n ^ 2) * / n ^ 2).
    2: { replace ((q * lone) ^ 2) with (q ^ 2 * lone ^ 2) by ring; rewrite q2, <- L2; field; lra. }
    assert (iz : 0 < / n ^ 2) by (apply Rinv_0_lt_compat; assumption); assert (0 < q * lone) by nra; split; intro H1.
    - apply Rmult_le_pos; [apply Rmult_le_pos; [lra |] | lra]; nra.
    - apply Rnot_lt_le; intro B; assert ((q * lone) ^ 2 < n ^ 2) by nra.
      assert (0 < c * (n ^ 2 - (q * lone) ^ 2) * / n ^ 2) by (repeat apply Rmult_lt_0_compat; lra); nra. }
  rewrite low, high; split; [intro H; split | intros [lo hi] a a0].
  - apply (one_sided _ (mu / (M * n) ^ 3) n (fun h => mu / ((M * n) ^ 2 * (M * n + h)))); try lra.
    + apply Rdiv_lt_0_compat; [| apply pow_lt]; assumption.
    + intros h [h0 _]; apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; [apply pow_lt; assumption |].
      replace ((M * n) ^ 3) with ((M * n) ^ 2 * (M * n)) by ring; apply Rmult_le_compat_l; [apply pow2_ge_0 | lra].
    + intros h [h0 _]; pose proof (H (n + h) ltac:(lra)); pose proof (above n (n + h) n0 ltac:(lra)).
      replace (h * (c - mu / (M * n) ^ 2) + h ^ 2 * (mu / ((M * n) ^ 2 * (M * n + h))))
        with ((n + h - n) * (c - mu / ((n + h + (M - 1) * n) * (M * n)))); [lra | field; repeat split; try lra; nra].
  - apply (one_sided _ (2 * mu / n ^ 3 + 2 * mu / ((M * n) ^ 2 * n)) (n / 2)
      (fun h => mu / (n ^ 2 * (n - h)) + mu / ((M * n) ^ 2 * (M * n - h)))); try lra.
    + assert (0 < 2 * mu / n ^ 3) by (apply Rdiv_lt_0_compat; [lra | apply pow_lt; assumption]).
      assert (0 < 2 * mu / ((M * n) ^ 2 * n)); [| lra].
      apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; [apply pow_lt |]; assumption].
    + intros h [h0 h1]; apply Rplus_le_compat.
      * replace (2 * mu / n ^ 3) with (mu * / (n ^ 2 * (n / 2))) by (field; lra); apply Rmult_le_compat_l; [lra |].
        apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [apply pow_lt |]; lra |].
        apply Rmult_le_compat_l; [apply pow2_ge_0 | lra].
      * replace (2 * mu / ((M * n) ^ 2 * n)) with (mu * / ((M * n) ^ 2 * (n / 2))) by (field; lra).
        apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [apply pow_lt |]; lra |].
        apply Rmult_le_compat_l; [apply pow2_ge_0 | nra].
    + intros h [h0 h1]; pose proof (H (n - h) ltac:(lra)); pose proof (below n (n - h) n0 ltac:(lra)).
      assert (0 < M * n - h) by nra.
      replace (h * (mu / n ^ 2 + mu / (M * n) ^ 2 - c)
               + h ^ 2 * (mu / (n ^ 2 * (n - h)) + mu / ((M * n) ^ 2 * (M * n - h))))
        with ((n - (n - h)) * (mu / ((n - h) * n) + mu / ((n - h + (M - 1) * n) * (M * n)) - c));
        [lra | field; repeat split; try lra; nra].
  - assert (0 <= pays n a - pays n n); [| lra].
    destruct (Rle_or_lt a n) as [an | na].
    + rewrite below by lra; apply Rmult_le_pos; [lra |].
      assert (mu / n ^ 2 <= mu / (a * n)) by (apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; nra).
      assert (mu / (M * n) ^ 2 <= mu / ((a + (M - 1) * n) * (M * n))); [| lra].
      apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; [apply Rmult_lt_0_compat; nra |].
      replace ((M * n) ^ 2) with (M * n * (M * n)) by ring; apply Rmult_le_compat_r; nra.
    + rewrite above by lra; apply Rmult_le_pos; [lra |].
      assert (mu / ((a + (M - 1) * n) * (M * n)) <= mu / (M * n) ^ 2); [| lra].
      apply Rmult_le_compat_l; [lra |]; apply Rinv_le_contravar; [apply pow_lt; assumption |].
      replace ((M * n) ^ 2) with (M * n * (M * n)) by ring; apply Rmult_le_compat_r; nra.
Qed.

(* Sharing what everybody would have collected alone costs as much as free riding. *)
Definition each_pays n := mu / (M * n) + c * n.
Theorem working_for_nothing : each_pays (1 / M * lone) = each_pays lone.
Proof.
  destruct (root_square mu c mu_pos c_pos) as [r0 r2]; unfold each_pays, lone; set (r := sqrt (mu / c)) in *.
  rewrite <- r2; field; lra.
Qed.
End Gains.
