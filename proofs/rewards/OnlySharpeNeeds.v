(* What the theorem of OnlySharpe.v needs: with a constant above 15 a small lift is better under sharpe, too. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings EqualGains FiniteMenus OnlySharpe.
Open Scope R_scope.

Theorem only_sharpe_fits_needs_1 : ~ (forall (eps k : R) (r : reading), True ->
  more_is_better eps k r /\ beats_a_small_lift eps k r <-> r = sharpe).
Proof.
  intro H. destruct (proj2 (H 20 1 sharpe I) eq_refl) as [_ Beats]. revert Beats. apply (fails 20 1 sharpe 1); [lra|].
  intros x X. unfold cost. rewrite sqrt_0, !opp_div. apply Ropp_le_contravar.
  assert (Root : sqrt (2 / 9 * x ^ 2) <= / 2 * x).
  { rewrite <- (sqrt_pow2 (/ 2 * x)) by lra. apply sqrt_le_1_alt. nra. }
  pose proof (sqrt_pos (2 / 9 * x ^ 2)). apply quotients_le; lra.
Qed.
