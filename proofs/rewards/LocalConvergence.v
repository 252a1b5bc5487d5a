(* Theorem 1: how fast local training converges, with its constants, with half the drift, and at the tuned step
   (rewards/theorem-1, new-half-drift, theorem-1-tuned).
   Modelled: the process of LocalProcess.v from its start on, with laws of any kind as Chances.v says, rounds 0, ..., T
   - 1 of tau steps each; the mean over all steps is over the tau T averages after a step. The point star may be any;
   the page takes a minimiser. Powers with the exponents 1/3, 2/3, 4/3 are those of the real numbers. At the distance
   zero the tuned step would be zero, so the distance is supposed to be positive there. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances Pasts.
From Incentives Require Import LocalProcess LocalSizes LocalTraining LocalDrift.
Open Scope R_scope.

Section Convergence.
Variable W : Type.
Variables (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau T : nat).
Variables (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop).
Variables (E : list W -> (W -> R) -> R) (g : nat -> list W -> W -> nat -> R).
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Hypothesis L_pos : 0 < L.
Hypothesis eta_pos : 0 < eta.
Hypothesis tau_pos : (1 <= tau)%nat.
Hypothesis T_pos : (1 <= T)%nat.
Hypothesis rules : chance measurable integrable E.
Hypothesis random : random_gradients N g D measurable.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis dissimilarity : similar N D zeta G.
Hypothesis right : unbiased N g D integrable E here G.
Hypothesis noise : bounded_noise N g D integrable E sigma here G.
Hypothesis alone : independent_clients N g D integrable E.

Lemma start : centre nil = x0.
Proof. apply functional_extensionality. intro k. exact (mean_const N (x0 k)). Qed.
Lemma grow : size_grows W measurable integrable E (size N D x0 eta tau g).
Proof. now apply (size_rules N D L sigma x0 eta tau measurable integrable E g F G). Qed.
(* A bound on the drift within every round is a bound at every step. *)
Lemma drift_at_any_step B :
  (forall past k, Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat -> expected E k (fun q => drift N D (here
    q)) past <= B)
  -> forall m, expected E m (fun q => drift N D (here q)) nil <= B.
Proof.
  intros H m. rewrite (Nat.div_mod m tau) by lia. rewrite expected_expected.
  apply Rle_trans with (expected E (tau * (m / tau)) (fun _ => B) nil); [|rewrite (expected_const W measurable
    integrable E rules); lra].
  apply (expected_le_at W measurable integrable E rules _ grow).
  { apply (moderate_expected W measurable integrable E rules _ grow).
    now apply (fine_drift N D L sigma x0 eta tau measurable integrable E g F G). }
  { apply (moderate_const W measurable integrable E rules). }
  intros q Lq. apply H.
  - rewrite Lq. simpl length. rewrite Nat.add_0_r, Nat.mul_comm. apply Nat.mod_mul. lia.
  - apply Nat.lt_le_incl, Nat.mod_upper_bound. lia.
Qed.
Lemma convergence_from_drift star B : eta <= / (2 * L) ->
  (forall past k, Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat -> expected E k (fun q => drift N D (here
    q)) past <= B)
  -> / INR (tau * T) * total (tau * T) (fun k => expected E (S k) (fun q => objective N F (centre q)) nil - objective
    N F star)
    <= norm D (less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / clients N + L * B.
Proof.
  intros small HB. set (n := (tau * T)%nat). assert (n1 : 1 <= INR n) by (apply (le_INR 1); unfold n; nia).
  assert (small2 : eta * (2 * L) <= 1).
  { apply (Rmult_le_compat_r (2 * L)) in small; [|lra]. rewrite Rinv_l in small; lra. }
  pose proof (many_steps W N D L sigma x0 eta tau measurable integrable E g F G eta_pos rules random objectives right
    noise
    alone star nil n small2) as Q. cbv beta in Q. rewrite start in Q.
  assert (Z : 0 <= expected E n (fun q => norm D (less (centre q) star) ^ 2) nil).
  { apply (expected_nonneg W measurable integrable E rules _ grow); [|intro; apply pow2_ge_0].
    now apply (fine_from N D L sigma x0 eta tau measurable integrable E g F G). }
  assert (S : total n (fun k => expected E k (fun q => drift N D (here q)) nil) <= INR n * B).
  { rewrite <- total_const. apply total_le. intros k _. now apply drift_at_any_step. }
  apply (Rmult_le_compat_l L) in S; [|lra].
  assert (H : 0 < / (2 * eta)) by (apply Rinv_0_lt_compat; lra).
  apply (Rmult_le_reg_l (INR n)); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  replace (INR n * (norm D (less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / clients N + L * B)) with
    (/ (2 * eta) * norm D (less x0 star) ^ 2 + INR n * (eta * (sigma ^ 2 / clients N)) + L * (INR n * B)).
  - nra.
  - pose proof (n_pos N). assert (0 < INR tau) by (apply (lt_INR 0); lia).
    assert (0 < INR T) by (apply (lt_INR 0); lia).
    unfold n. rewrite mult_INR. field. lra.
Qed.

Theorem half_the_drift (star : nat -> R) :
  (eta <= 2 / (3 * L) -> forall past k, Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
    expected E k (fun q => drift N D (here q)) past <=
      INR N / (INR N + 1) * (9 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 2 * INR tau * eta ^ 2 * sigma ^ 2)) /\
  (eta <= / (2 * L) ->
    / INR (tau * T) * total (tau * T) (fun k => expected E (S k) (fun q => objective N F (centre q)) nil - objective
      N F star)
    <= norm D (less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / clients N +
      INR N / (INR N + 1) * (2 * INR tau * eta ^ 2 * L * sigma ^ 2 + 9 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2)).
Proof.
  split.
  - intros small past k. now apply (half_drift W N D L sigma zeta x0 eta tau measurable integrable E g F G).
  - intro small. eapply Rle_trans.
    + apply (convergence_from_drift star (INR N / (INR N + 1) * (9 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 +
        2 * INR tau * eta ^ 2 * sigma ^ 2)) small). intros past k.
      apply (half_drift W N D L sigma zeta x0 eta tau measurable integrable E g F G); try assumption.
      apply Rle_trans with (1 := small). apply (Rmult_le_reg_l (6 * L)); [lra|].
      replace (6 * L * / (2 * L)) with 3 by (field; lra). replace (6 * L * (2 / (3 * L))) with 4 by (field; lra). lra.
    + apply Req_le. ring.
Qed.
Theorem convergence (star : nat -> R) :
  eta <= / (4 * L) ->
  / INR (tau * T) * total (tau * T) (fun k => expected E (S k) (fun q => objective N F (centre q)) nil - objective N
    F star)
    <= norm D (less x0 star) ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / clients N +
      4 * INR tau * eta ^ 2 * L * sigma ^ 2 + 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2.
Proof.
  intro small. destruct (half_the_drift star) as [_ H]. eapply Rle_trans.
  - apply H. apply Rle_trans with (1 := small). apply Rinv_le_contravar; lra.
  - pose proof (n_pos N) as PN. fold (clients N) in *. set (f := INR N / clients N).
    assert (f1 : 0 <= f <= 1).
    { unfold f. pose proof (pos_INR N). split.
      - apply Rmult_le_pos; [assumption|]. apply Rlt_le, Rinv_0_lt_compat; assumption.
      - apply (Rmult_le_reg_r (clients N)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra.
        unfold clients. lra. }
    set (X := INR tau * eta ^ 2 * L * sigma ^ 2). set (Y := INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
    assert (0 <= X) by (unfold X; pose proof (pos_INR tau);
      apply Rmult_le_pos; [apply Rmult_le_pos; [|lra]|apply pow2_ge_0];
      apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    assert (0 <= Y) by (unfold Y;
      apply Rmult_le_pos; [apply Rmult_le_pos; [|lra]|apply pow2_ge_0]; apply Rmult_le_pos; apply pow2_ge_0).
    replace (2 * INR tau * eta ^ 2 * L * sigma ^ 2 + 9 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2) with (2 * X + 9 * Y)
      by (unfold X, Y; ring).
    replace (4 * INR tau * eta ^ 2 * L * sigma ^ 2) with (4 * X) by (unfold X; ring).
    replace (18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2) with (18 * Y) by (unfold Y; ring).
    assert (f * (2 * X + 9 * Y) <= 1 * (2 * X + 9 * Y)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
End Convergence.

Ltac positive := repeat first [assumption | apply pow_lt | apply Rdiv_lt_0_compat | apply Rmult_lt_0_compat | lra].
(* Cube roots. *)
Lemma thirds x : 0 < x -> exists c, 0 < c /\ x = c ^ 3 /\ Rpower x (1 / 3) = c /\ Rpower x (2 / 3) = c ^ 2 /\
  Rpower x (4 / 3) = c ^ 4.
Proof.
  intro P. exists (Rpower x (1 / 3)). assert (C : 0 < Rpower x (1 / 3)) by apply exp_pos.
  assert (pw : forall n, Rpower x (1 / 3) ^ n = Rpower x (1 / 3 * INR n)).
  { intro n. rewrite <- Rpower_mult. symmetry. now apply Rpower_pow. }
  repeat split; try assumption; rewrite ?pw.
  - replace (1 / 3 * INR 3) with 1 by (simpl; field). symmetry. now apply Rpower_1.
  - f_equal. simpl. field.
  - f_equal. simpl. field.
Qed.
Lemma four_steps a b c d e : 0 < a -> 0 < b -> 0 < c -> 0 < d -> e = Rmin (Rmin a b) (Rmin c d) ->
  0 < e /\ e <= a /\ e <= b /\ e <= c /\ e <= d /\ / e <= / a + / b + / c + / d.
Proof.
  intros A B C D0 ->. pose proof (Rinv_0_lt_compat a A). pose proof (Rinv_0_lt_compat b B).
  pose proof (Rinv_0_lt_compat c C). pose proof (Rinv_0_lt_compat d D0).
  unfold Rmin. repeat destruct (Rle_dec _ _); repeat split; lra.
Qed.
Theorem tuned_step (W : Type) N D L sigma zeta x0 eta (tau T : nat) (measurable : (list W -> R) -> Prop)
  (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R) (g : nat -> list W -> W -> nat -> R) F G
  (star : nat -> R) :
  0 < L -> 0 < sigma -> 0 < zeta -> 0 < norm D (less x0 star) -> (1 <= tau)%nat -> (1 <= T)%nat ->
  eta = Rmin (Rmin (/ (4 * L)) (sqrt (clients N) * norm D (less x0 star) / (sqrt (INR tau * INR T) * sigma)))
    (Rmin (Rpower (norm D (less x0 star)) (2 / 3) /
        (Rpower (INR tau) (2 / 3) * Rpower (INR T) (1 / 3) * Rpower L (1 / 3) * Rpower sigma (2 / 3)))
      (Rpower (norm D (less x0 star)) (2 / 3) /
        (INR tau * Rpower (INR T) (1 / 3) * Rpower L (1 / 3) * Rpower zeta (2 / 3)))) ->
  chance measurable integrable E -> random_gradients N g D measurable -> convex_and_smooth N D L F G ->
  similar N D zeta G -> unbiased N g D integrable E (places N x0 eta tau g) G ->
  bounded_noise N g D integrable E sigma (places N x0 eta tau g) G -> independent_clients N g D integrable E ->
  let dist := norm D (less x0 star) in
  / INR (tau * T) * total (tau * T) (fun k => expected E (S k) (fun q => objective N F (middle N x0 eta tau g q)) nil
      - objective N F star) <=
    2 * L * dist ^ 2 / (INR tau * INR T) + 2 * sigma * dist / sqrt (clients N * INR tau * INR T) +
    5 * Rpower L (1 / 3) * Rpower sigma (2 / 3) * Rpower dist (4 / 3) / (Rpower (INR tau) (1 / 3) * Rpower (INR T) (2
      / 3)) +
    19 * Rpower L (1 / 3) * Rpower zeta (2 / 3) * Rpower dist (4 / 3) / Rpower (INR T) (2 / 3).
Proof.
  intros PL PS PZ PD Htau HT Heta rules random objectives dissimilarity right noise alone dist. fold dist in PD, Heta.
  assert (Pt : 0 < INR tau) by (apply (lt_INR 0); lia). assert (PT : 0 < INR T) by (apply (lt_INR 0); lia).
  pose proof (n_pos N) as PN. set (M := clients N) in *.
  assert (Q : 0 < eta -> eta <= / (4 * L) -> / INR (tau * T) * total (tau * T) (fun k => expected E (S k)
    (fun q => objective N F (middle N x0 eta tau g q)) nil - objective N F star) <=
    dist ^ 2 / (2 * eta * INR tau * INR T) + eta * sigma ^ 2 / M + 4 * INR tau * eta ^ 2 * L * sigma ^ 2 + 18 * INR
      tau ^ 2 * eta ^ 2 * L * zeta ^ 2).
  { intros E0 E1. now apply (convergence W N D L sigma zeta x0 eta tau T measurable integrable E g F G). }
  destruct (thirds L PL) as [l [l0 [El [l1 [l2 _]]]]]. destruct (thirds sigma PS) as [s [s0 [Es [_ [s2 _]]]]].
  destruct (thirds zeta PZ) as [z [z0 [Ez [_ [z2 _]]]]]. destruct (thirds dist PD) as [d [d0 [Ed [_ [d2 d4]]]]].
  destruct (thirds (INR tau) Pt) as [t [t0 [Et [t1 [t2 _]]]]].
  destruct (thirds (INR T) PT) as [u [u0 [Eu [u1 [u2 _]]]]].
  rewrite l1, s2, z2, d2, t2, u1 in Heta. rewrite l1, s2, z2, d4, t1, u2.
  set (m := sqrt M) in *. assert (m0 : 0 < m) by now apply sqrt_lt_R0.
  assert (Em : M = m ^ 2) by (unfold m; simpl; rewrite Rmult_1_r, sqrt_sqrt; lra).
  set (v := sqrt (INR tau * INR T)) in *. assert (v0 : 0 < v) by (apply sqrt_lt_R0; nra).
  assert (Ev : INR tau * INR T = v ^ 2) by (unfold v; simpl; rewrite Rmult_1_r, sqrt_sqrt; nra).
  assert (R : sqrt (M * INR tau * INR T) = m * v) by (unfold m, v; rewrite Rmult_assoc; apply sqrt_mult; nra).
  rewrite R. clear R.
  destruct (four_steps (/ (4 * L)) (m * dist / (v * sigma)) (d ^ 2 / (t ^ 2 * u * l * s ^ 2))
    (d ^ 2 / (INR tau * u * l * z ^ 2)) eta) as [E0 [E1 [E2 [E3 [E4 E5]]]]]; try assumption.
  - apply Rinv_0_lt_compat. lra.
  - positive.
  - positive.
  - positive.
  - apply Rle_trans with (1 := Q E0 E1). clear Q Heta.
    (* Each of the four steps pays for its own share. *)
    assert (B1 : dist ^ 2 / (2 * eta * INR tau * INR T) <= 2 * L * dist ^ 2 / (INR tau * INR T) +
      / 2 * (sigma * dist / (m * v)) + / 2 * (l * s ^ 2 * d ^ 4 / (t * u ^ 2)) + / 2 * (l * z ^ 2 * d ^ 4 / u ^ 2)).
    { replace (dist ^ 2 / (2 * eta * INR tau * INR T)) with (dist ^ 2 / (2 * INR tau * INR T) * / eta) by (field; lra).
      apply (Rmult_le_compat_l (dist ^ 2 / (2 * INR tau * INR T))) in E5.
      2: { apply Rlt_le. positive. }
      apply Rle_trans with (1 := E5). apply Req_le.
      replace (sigma * dist / (m * v)) with (sigma * dist * v / (m * (INR tau * INR T))) by (rewrite Ev; field; lra).
      rewrite Ed, Et, Eu. field. rewrite <- ?Ed. repeat split; try lra. }
    assert (B2 : eta * sigma ^ 2 / M <= sigma * dist / (m * v)).
    { apply (Rmult_le_compat_r (sigma ^ 2 / M)) in E2; [|apply Rlt_le; positive].
      replace (m * dist / (v * sigma) * (sigma ^ 2 / M)) with (sigma * dist / (m * v)) in E2
        by (rewrite Em; field; lra). lra. }
    assert (square : forall e, eta <= e -> eta ^ 2 <= e ^ 2) by (intros; nra).
    apply square in E3. apply square in E4.
    assert (B3 : 4 * INR tau * eta ^ 2 * L * sigma ^ 2 <= 4 * (l * s ^ 2 * d ^ 4 / (t * u ^ 2))).
    { apply (Rmult_le_compat_l (4 * INR tau * L * sigma ^ 2)) in E3.
      2: { apply Rmult_le_pos; [|apply pow2_ge_0]. nra. }
      replace (4 * INR tau * L * sigma ^ 2 * (d ^ 2 / (t ^ 2 * u * l * s ^ 2)) ^ 2) with
        (4 * (l * s ^ 2 * d ^ 4 / (t * u ^ 2))) in E3 by (rewrite El, Es, Et; field; lra). lra. }
    assert (B4 : 18 * INR tau ^ 2 * eta ^ 2 * L * zeta ^ 2 <= 18 * (l * z ^ 2 * d ^ 4 / u ^ 2)).
    { apply (Rmult_le_compat_l (18 * INR tau ^ 2 * L * zeta ^ 2)) in E4.
      2: { apply Rmult_le_pos; [|apply pow2_ge_0]. pose proof (pow2_ge_0 (INR tau)). nra. }
      replace (18 * INR tau ^ 2 * L * zeta ^ 2 * (d ^ 2 / (INR tau * u * l * z ^ 2)) ^ 2) with
        (18 * (l * z ^ 2 * d ^ 4 / u ^ 2)) in E4 by (rewrite El, Ez, Et; field; lra). lra. }
    assert (C1 : 0 < sigma * dist / (m * v)) by positive.
    assert (C2 : 0 < l * s ^ 2 * d ^ 4 / (t * u ^ 2)) by positive.
    assert (C3 : 0 < l * z ^ 2 * d ^ 4 / u ^ 2) by positive.
    unfold Rdiv in *. lra.
Qed.
