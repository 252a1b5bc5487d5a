(* Only one reading passes the tests of both lemmas (rewards/new-only-sharpe-fits).
   Modelled: three clients with contributions 50, 60 and 70, in points, and the best level 90. Readings and values are
   those of Readings.v, with any constants 0 < eps < 14 and k; the library's are 1 / 10^8 and 1 / 10. Equal gains t
   are feasible up to 20. A lift of the others adds x and y to the levels that equal gains of 20
   give to the other two, nothing negative and not zero to both. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings Correlation Optimum EqualGains FiniteMenus.
Import ListNotations.
Open Scope R_scope.

Definition three_clients := listed [50; 60; 70].
Definition with_gain t i := three_clients i + t.
Definition others_lifted x y := listed [70 + x; 80 + y; 90].
Definition more_is_better eps k r := forall s t, 0 <= s < t -> t <= 20 ->
  value 2 three_clients eps k r (with_gain t) < value 2 three_clients eps k r (with_gain s).
Definition beats_a_small_lift eps k r := exists d, 0 < d /\ forall x y, 0 <= x <= d -> 0 <= y <= d -> 0 < x + y ->
  value 2 three_clients eps k r (with_gain 20) < value 2 three_clients eps k r (others_lifted x y).

Lemma value_of_gain eps k r t : value 2 three_clients eps k r (with_gain t) = cost eps k r t 0.
Proof. unfold value. now destruct (shift_moments 2 three_clients (with_gain t) t ltac:(easy)) as [-> ->]. Qed.
Lemma value_of_lift eps k r x y : value 2 three_clients eps k r (others_lifted x y) =
  cost eps k r (20 + / 3 * (x + y)) (2 / 9 * (x ^ 2 - x * y + y ^ 2)).
Proof.
  assert (M : mean_gain 2 three_clients (others_lifted x y) = 20 + / 3 * (x + y)).
  { unfold mean_gain, sum, clients, three_clients, others_lifted, listed. simpl. field. }
  unfold value. f_equal; [exact M|]. unfold variance. rewrite M.
  unfold sum, clients, three_clients, others_lifted, listed. simpl. field.
Qed.
(* A reading fails the second test if lifting both by x is no worse for every small enough x. *)
Lemma fails eps k r b : 0 < b -> (forall x, 0 < x <= b -> cost eps k r (20 + 2 / 3 * x) (2 / 9 * x ^ 2) <=
  cost eps k r 20 0) -> ~ beats_a_small_lift eps k r.
Proof.
  intros B H [d [D Beats]]. assert (X : 0 < Rmin d b) by now apply Rmin_glb_lt.
  specialize (H (Rmin d b) (conj X (Rmin_r d b))). assert (U := Rmin_l d b). set (x := Rmin d b) in *.
  specialize (Beats x x ltac:(lra) ltac:(lra) ltac:(lra)). rewrite value_of_gain, value_of_lift in Beats.
  replace (/ 3 * (x + x)) with (2 / 3 * x) in Beats by field.
  replace (x ^ 2 - x * x + x ^ 2) with (x ^ 2) in Beats by ring. lra.
Qed.
Lemma quotients_le a b x y : 0 < b -> 0 < y -> a * y <= x * b -> a / b <= x / y.
Proof.
  intros B Y H. apply (Rmult_le_reg_r (b * y)); [now apply Rmult_lt_0_compat|].
  replace (a / b * (b * y)) with (a * y) by (field; lra). now replace (x / y * (b * y)) with (x * b) by (field; lra).
Qed.
Lemma quotients_lt a b x y : 0 < b -> 0 < y -> a * y < x * b -> a / b < x / y.
Proof.
  intros B Y H. apply (Rmult_lt_reg_r (b * y)); [now apply Rmult_lt_0_compat|].
  replace (a / b * (b * y)) with (a * y) by (field; lra). now replace (x / y * (b * y)) with (x * b) by (field; lra).
Qed.

Theorem only_sharpe_fits eps k r : 0 < eps < 14 ->
  more_is_better eps k r /\ beats_a_small_lift eps k r <-> r = sharpe.
Proof.
  intros E. split.
  - intros [More Beats]. specialize (More 0 1 ltac:(lra) ltac:(lra)). rewrite !value_of_gain in More.
    destruct r; [exfalso..|reflexivity|exfalso|exfalso].
    + simpl in More. unfold Rdiv in More. lra.
    + simpl in More. rewrite sqrt_0 in More. unfold Rdiv in More. lra.
    + revert Beats. apply (fails eps k growth (eps / 10)); [lra|]. intros x X. simpl. rewrite !opp_div.
      apply Ropp_le_contravar, quotients_le; nra.
    + revert Beats. set (b := (20 + eps) * (21 + eps)). assert (B : 400 < b) by (unfold b; nra).
      assert (I : 0 < 3 / b) by (apply Rdiv_lt_0_compat; lra).
      assert (I1 : 3 / b <= 1) by (apply (Rmult_le_reg_r b); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
      apply (fails eps k total (3 / b)); [assumption|]. intros x X. simpl cost.
      assert (Q : x * b <= 3).
      { apply Rle_trans with (3 / b * b); [apply Rmult_le_compat_r; lra|]. right. field. lra. }
      assert (D : 1 / (20 + eps) - 1 / (20 + 2 / 3 * x + eps) = 2 / 3 * x / ((20 + eps) * (20 + 2 / 3 * x + eps)))
        by (field; lra).
      assert (L : 2 / 9 * x ^ 2 / 1 <= 2 / 3 * x / ((20 + eps) * (20 + 2 / 3 * x + eps))).
      { apply quotients_le; [lra|nra|]. assert ((20 + eps) * (20 + 2 / 3 * x + eps) <= b) by (unfold b; nra). nra. }
      lra.
    + simpl in More. assert (P : 0 < k) by lra. revert Beats. apply (fails eps k linear (3 * k)); [lra|]. intros x X. simpl. nra.
  - intros ->. split.
    + intros s t S T. rewrite !value_of_gain. simpl. rewrite sqrt_0, !opp_div. apply Ropp_lt_contravar.
      apply quotients_lt; nra.
    + exists 1. split; [lra|]. intros x y X Y P. rewrite value_of_gain, value_of_lift. unfold cost. rewrite sqrt_0, !opp_div.
      apply Ropp_lt_contravar. assert (Root : 47 / 200 * (x + y) <= sqrt (2 / 9 * (x ^ 2 - x * y + y ^ 2))).
      { rewrite <- (sqrt_pow2 (47 / 200 * (x + y))) by lra. apply sqrt_le_1_alt. pose proof (pow2_ge_0 (x - y)). nra. }
      apply quotients_lt; [lra|lra|]. nra.
Qed.
