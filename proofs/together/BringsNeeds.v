(* What the theorem on equilibria of Brings.v needs: each hypothesis below is dropped in turn; numbers break the rest. *)
Require Import Reals Lra Psatz.
From Incentives Require Import Brings.
Open Scope R_scope.

Definition collecting M mu s c := exists n, 0 < n /\ condition M mu s c n = 0 /\
  (forall x, 0 < x -> ((forall a, 0 <= a -> spends M mu s c x x <= spends M mu s c x a) <-> x = n)) /\
  (forall N S, 0 < N -> N ^ 2 <= M * S ->
    total M mu s c (M * efficient M mu c) (M * efficient M mu c ^ 2) <= total M mu s c N S) /\
  (n < efficient M mu c <-> efficient M mu c < mu / (2 * s) \/ s = 0) /\
  (efficient M mu c < n <-> 0 < s /\ mu / (2 * s) < efficient M mu c).

(* No positive size meets the condition; with a negative spread members collect too little and the rule says otherwise. *)
Theorem who_collects_needs_1 : ~ (forall M mu s c : R, True -> (0 < mu)%R -> (0 <= s)%R -> (0 < c)%R -> collecting M mu s c).
Proof.
  intro H; destruct (H 0 1 0 1 I ltac:(lra) ltac:(lra) ltac:(lra)) as [n [n0 [E _]]]; unfold condition in E; nra.
Qed.
Theorem who_collects_needs_2 : ~ (forall M mu s c : R, (2 <= M)%R -> True -> (0 <= s)%R -> (0 < c)%R -> collecting M mu s c).
Proof.
  intro H; destruct (H 2 (-1) 0 1 ltac:(lra) I ltac:(lra) ltac:(lra)) as [n [n0 [E _]]]; unfold condition in E; nra.
Qed.
Theorem who_collects_needs_3 : ~ (forall M mu s c : R, (2 <= M)%R -> (0 < mu)%R -> True -> (0 < c)%R -> collecting M mu s c).
Proof.
  intro H; destruct (H 2 1 (-10) 1 ltac:(lra) ltac:(lra) I ltac:(lra)) as [n [n0 [E [_ [_ [[L _] _]]]]]].
  assert (small : n < / 4) by (unfold condition in E; nra).
  assert (e : / 2 < efficient 2 1 1).
  { unfold efficient; rewrite <- (sqrt_Rsqr (/ 2)) by lra; apply sqrt_lt_1; unfold Rsqr; lra. }
  destruct (L ltac:(lra)) as [q | z]; lra.
Qed.
Theorem who_collects_needs_4 : ~ (forall M mu s c : R, (2 <= M)%R -> (0 < mu)%R -> (0 <= s)%R -> True -> collecting M mu s c).
Proof.
  intro H; destruct (H 2 1 0 (-1) ltac:(lra) ltac:(lra) ltac:(lra) I) as [n [n0 [E _]]]; unfold condition in E; nra.
Qed.
