(* Where the printed bound of the relative change under KL fails (payments/new-printed-exponent-region). Any number of
   outcomes.
   Modelled: best models, multipliers and tilts as in Tilting.v; lo and hi are bounds of the changes of the rewards, so
   that a and b are the exponentials of the largest and of the least change over lam if these are attained.
   Not modelled: convex sets of models. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting SharpKL.
Open Scope R_scope.

(* The relative change, between the least and the largest change of the rewards. *)
Lemma relative_change N q lam (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x) R R' p p' lo hi x :
  best N q lam R p -> best N q lam R' p' ->
  (forall y, (y <= N)%nat -> lo <= R' y - R y <= hi) -> (x <= N)%nat ->
  Rabs (1 - exp ((R' x - R x + multiplier N q lam R - multiplier N q lam R') / lam)) <=
    exp (hi / lam) / exp (lo / lam) - 1.
Proof.
  intros B B' H Hx.
  destruct (multipliers_between N q lam lam_pos q_pos R R' p p' B B') as [[y [Hy L]] [z [Hz U]]].
  pose proof (H y Hy). pose proof (H z Hz). pose proof (H x Hx). assert (I : 0 < / lam) by now apply Rinv_0_lt_compat.
  set (e := (R' x - R x + multiplier N q lam R - multiplier N q lam R') / lam). set (d := hi / lam - lo / lam).
  assert (A : - d <= e <= d).
  { unfold d, e, Rdiv. replace (- (hi * / lam - lo * / lam)) with ((lo - hi) * / lam) by ring.
    replace (hi * / lam - lo * / lam) with ((hi - lo) * / lam) by ring. split; apply Rmult_le_compat_r; lra. }
  replace (exp (hi / lam) / exp (lo / lam)) with (exp d) by (unfold d, Rminus; now rewrite exp_plus, exp_Ropp).
  pose proof (exp_mono _ _ (proj1 A)) as E1. pose proof (exp_mono _ _ (proj2 A)) as E2. rewrite exp_Ropp in E1.
  pose proof (exp_pos d) as P. assert (2 <= exp d + / exp d).
  { apply (Rmult_le_reg_l (exp d)); [assumption|]. rewrite Rmult_plus_distr_l, Rinv_r by lra.
    pose proof (pow2_ge_0 (exp d - 1)). lra. }
  unfold Rabs. destruct (Rcase_abs _); lra.
Qed.

(* The printed bound of the relative change, with a and b the exponentials of the largest and the least change over
   lam: it holds if a is at least 1 / b or at most 2 b - b^3. In between it fails in every model in which one answer
   changes by the most, all others by the least, and that answer is rare enough. *)
Notation change_of N q lam R R' x := (1 - exp ((R' x - R x + multiplier N q lam R - multiplier N q lam R') / lam)).
Theorem printed_exponent_region (lam : R) : 0 < lam ->
  (forall N q R R' p p' lo hi, (forall x, (x <= N)%nat -> 0 < q x) -> best N q lam R p -> best N q lam R' p' ->
     (forall x, (x <= N)%nat -> lo <= R' x - R x <= hi) -> let a := exp (hi / lam) in let b := exp (lo / lam) in
     / b <= a \/ a <= 2 * b - b ^ 3 ->
     forall x, (x <= N)%nat -> Rabs (change_of N q lam R R' x) <= Rmax (a ^ 2 - 1) (1 - b ^ 2)) /\
  (forall lo hi, lo <= hi -> let a := exp (hi / lam) in let b := exp (lo / lam) in 2 * b - b ^ 3 < a < / b ->
     exists rare, 0 < rare /\ forall N q R R' p p' x, (forall y, (y <= N)%nat -> 0 < q y) -> best N q lam R p ->
       best N q lam R' p' -> (x <= N)%nat -> p x < rare ->
       (forall y, (y <= N)%nat -> R' y - R y = if Nat.eq_dec y x then hi else lo) ->
       Rmax (a ^ 2 - 1) (1 - b ^ 2) < Rabs (change_of N q lam R R' x)) /\
  forall b, 0 < b < 1 -> exists a, b < a /\ 2 * b - b ^ 3 < a < / b.
Proof.
  intro L. split; [|split].
  - intros N q R R' p p' lo hi Q B B' H a b where_ x Hx.
    apply Rle_trans with (1 := relative_change N q lam L Q R R' p p' lo hi x B B' H Hx). fold a b.
    assert (a0 : 0 < a) by apply exp_pos. assert (b0 : 0 < b) by apply exp_pos. destruct where_ as [high|low].
    + apply Rle_trans with (a ^ 2 - 1); [|apply Rmax_l]. unfold Rdiv. nra.
    + apply Rle_trans with (1 - b ^ 2); [|apply Rmax_r]. apply (Rmult_le_reg_r b); [assumption|].
      unfold Rdiv. replace ((a * / b - 1) * b) with (a - b) by (field; lra). nra.
  - intros lo hi LH a b [low high]. assert (a0 : 0 < a) by apply exp_pos. assert (b0 : 0 < b) by apply exp_pos.
    set (m := Rmax (a ^ 2 - 1) (1 - b ^ 2)).
    assert (ba : b <= a) by (apply exp_mono; unfold Rdiv; apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|
      assumption]).
    assert (m1 : m < a / b - 1).
    { apply Rmax_lub_lt; apply (Rmult_lt_reg_r b); try assumption.
      - replace ((a / b - 1) * b) with (a - b) by (field; lra). assert (a * b < 1).
        { apply (Rmult_lt_compat_r b) in high; [|assumption]. rewrite Rinv_l in high; lra. } nra.
      - replace ((a / b - 1) * b) with (a - b) by (field; lra). nra. }
    assert (m0 : -1 < m) by (apply Rlt_le_trans with (a ^ 2 - 1); [nra|apply Rmax_l]).
    (* the new probability over the old one is a / (t a + (1 - t) b) at the probability t *)
    set (rare := (a - (m + 1) * b) / ((m + 1) * (a - b) + 1)).
    assert (k0 : 0 < (m + 1) * (a - b) + 1) by nra.
    assert (top : 0 < a - (m + 1) * b).
    { apply (Rmult_lt_compat_r b) in m1; [|assumption]. replace ((a / b - 1) * b) with (a - b) in m1 by (field; lra).
      lra. }
    exists rare. split; [now apply Rdiv_lt_0_compat|].
    intros N q R R' p p' x Q B B' Hx small H. destruct (tilt N q lam L Q R R' p p' B B') as [T _].
    pose proof (best_pos N q lam L Q R p x B Hx) as Px. pose proof (new_share N q lam L Q R R' p p' x B B' Hx) as S.
    set (e := exp ((R' x - R x + multiplier N q lam R - multiplier N q lam R') / lam)).
    assert (E : p' x = p x * e) by (unfold e; now apply T). rewrite E in S.
    assert (Z : sum N (fun y => p y * exp ((R' y - R y) / lam)) = p x * a + (1 - p x) * b).
    { rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * a else b * p y)).
      - rewrite (sum_change N (fun y => b * p y) x (p x * a) Hx), sum_times, (proj2 (proj1 B)). ring.
      - intros y Hy. rewrite H by assumption. destruct (Nat.eq_dec y x) as [->|]; [reflexivity|unfold b; ring]. }
    rewrite Z in S. rewrite (H x Hx) in S. destruct (Nat.eq_dec x x) as [_|ne]; [|now elim ne]. fold a in S.
    set (t := p x) in *. assert (S' : e * (t * (a - b) + b) = a).
    { apply (Rmult_eq_reg_l t); [|lra]. rewrite <- S. ring. }
    assert (tk : t * ((m + 1) * (a - b) + 1) < a - (m + 1) * b).
    { apply (Rmult_lt_compat_r ((m + 1) * (a - b) + 1)) in small; [|assumption].
      unfold rare in small. replace ((a - (m + 1) * b) / ((m + 1) * (a - b) + 1) * ((m + 1) * (a - b) + 1)) with
        (a - (m + 1) * b) in small by (field; lra). assumption. }
    assert (d0 : 0 < t * (a - b) + b) by nra.
    assert (m + 1 < e).
    { apply (Rmult_lt_reg_r (t * (a - b) + b)); [assumption|]. rewrite S'. lra. }
    rewrite Rabs_minus_sym. apply Rlt_le_trans with (e - 1); [lra|apply Rle_abs].
  - intros b b01. set (u := / b). assert (bu : b * u = 1) by (unfold u; apply Rinv_r; lra).
    assert (b ^ 2 < 1) by nra. assert (low : 2 * b - b ^ 3 < u).
    { apply (Rmult_lt_reg_l b); [lra|]. rewrite bu. assert (0 < (1 - b ^ 2) ^ 2) by (apply pow_lt; lra). lra. }
    assert (b < 2 * b - b ^ 3) by nra.
    exists ((2 * b - b ^ 3 + u) / 2). lra.
Qed.
