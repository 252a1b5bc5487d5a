(* The largest fee under KL over all distributions (payments/new-largest-fee-kl). Any number of outcomes.
   Modelled: outcomes, best models and normalisers as in Tilting.v; Q is the others' total reward, whose best model is
   p. A type is a size w >= low and a normalised reward rm; [kept] is what it keeps by the truth under affine maximizer
   payments, and a fee is bearable if no type keeps less than it. [filled c] is the reward of the second half of the
   statement; some c with the sum 1 exists, and no other type keeps as little.
   Not modelled: other penalties; for them see Fees.v. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting SharpKL.
Open Scope R_scope.

Section Fees.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Notation V R := (lam * ln (normaliser N q lam R)).
Definition total (Q : nat -> R) w (rm : nat -> R) x := Q x + w * rm x.

(* What a truthful group keeps: its valuation less what the others lose by it. *)
Definition kept (Q : nat -> R) w rm (p p_without : nat -> R) :=
  w * sum N (fun x => p x * rm x) - (welfare N q lam Q p_without - welfare N q lam Q p).

Lemma welfare_total Q w rm p : welfare N q lam (total Q w rm) p =
  welfare N q lam Q p + w * sum N (fun x => p x * rm x).
Proof.
  unfold welfare, total. rewrite <- sum_times, (sum_ext N _ (fun x => p x * Q x + w * (p x * rm x))) by (intros; ring).
  rewrite sum_plus. ring.
Qed.
Lemma value_of_best R p : best N q lam R p -> welfare N q lam R p = V R.
Proof.
  intros [D B]. destruct (closed_form N q lam lam_pos q_pos R) as [[D' B'] [E _]]. rewrite <- E.
  apply Rle_antisym; auto.
Qed.
Lemma mean_of_tilts Q w rm p : best N q lam Q p ->
  normaliser N q lam (total Q w rm) = normaliser N q lam Q * sum N (fun x => p x * exp (w * rm x / lam)).
Proof.
  intro B. destruct (closed_form N q lam lam_pos q_pos Q) as [_ [_ [_ U]]]. rewrite <- sum_times.
  unfold normaliser at 1. apply sum_ext. intros x Hx. rewrite (U p B x Hx). unfold tilted, total.
  pose proof (normaliser_pos N q lam q_pos Q) as Z. rewrite <- Rmult_assoc.
  replace ((Q x + w * rm x) / lam) with (Q x / lam + w * rm x / lam) by (field; lra). rewrite exp_plus. field. lra.
Qed.
Lemma kept_is Q w rm p p_without : best N q lam Q p_without -> best N q lam (total Q w rm) p ->
  kept Q w rm p p_without = lam * ln (sum N (fun x => p_without x * exp (w * rm x / lam))).
Proof.
  intros B0 B. unfold kept. rewrite (value_of_best Q p_without B0).
  replace (w * sum N (fun x => p x * rm x) - (V Q - welfare N q lam Q p)) with
    (welfare N q lam (total Q w rm) p - V Q) by (rewrite welfare_total; ring).
  rewrite (value_of_best _ p B), (mean_of_tilts Q w rm p_without B0), ln_mult; [ring| |].
  - now apply normaliser_pos.
  - apply Rlt_le_trans with (p_without 0%nat * exp (w * rm 0%nat / lam)).
    + apply Rmult_lt_0_compat; [|apply exp_pos]. apply (best_pos N q lam lam_pos q_pos Q); [assumption|lia].
    + apply (sum_at_least N (fun x => p_without x * exp (w * rm x / lam)) 0 (Nat.le_0_l N)). intros x Hx.
      apply Rmult_le_pos; [apply (proj1 (proj1 B0) x Hx)|apply Rlt_le, exp_pos].
Qed.

(* A fee that all types can bear: the mean of the tilt is at least exp (fee / lam). *)
Definition bearable (legal : (nat -> R) -> Prop) low Q p_without fee := forall w rm p, low <= w -> legal rm ->
  best N q lam (total Q w rm) p -> fee <= kept Q w rm p p_without.
Definition filled (p : nat -> R) low c x := Rmax 0 (c - lam / low * ln (p x)).

Lemma ln_mono u v : 0 < u -> u <= v -> ln u <= ln v.
Proof. intros U M. destruct (Rle_lt_or_eq_dec u v M) as [Q| ->]; [now apply Rlt_le, ln_increasing|lra]. Qed.

Lemma mean_rises p w low rm : distribution N p -> low <= w -> (forall x, (x <= N)%nat -> 0 <= rm x) ->
  sum N (fun x => p x * exp (low * rm x / lam)) <= sum N (fun x => p x * exp (w * rm x / lam)).
Proof.
  intros [P _] W H. apply sum_le. intros x Hx. apply Rmult_le_compat_l; [auto|]. apply exp_mono. unfold Rdiv.
  apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|]. apply Rmult_le_compat_r; auto.
Qed.

(* An indicator of the least likely outcome is worst under maximum normalisation. *)
Lemma mean_of_indicator p low x : distribution N p -> (x <= N)%nat ->
  sum N (fun y => p y * exp (low * (if Nat.eq_dec y x then 1 else 0) / lam)) = 1 + p x * (exp (low / lam) - 1).
Proof.
  intros [_ One] Hx. rewrite <- One at 1.
  rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * exp (low / lam) else p y)).
  - rewrite sum_change by assumption. ring.
  - intros y Hy. destruct (Nat.eq_dec y x) as [->|].
    + now rewrite Rmult_1_r.
    + replace (low * 0 / lam) with 0 by (field; lra). rewrite exp_0. ring.
Qed.
Lemma mean_at_least p low rm x y : distribution N p -> 0 <= low -> (x <= N)%nat -> (y <= N)%nat ->
  (forall z, (z <= N)%nat -> p x <= p z) -> unit_reward N rm -> rm y = 1 ->
  1 + p x * (exp (low / lam) - 1) <= sum N (fun z => p z * exp (low * rm z / lam)).
Proof.
  intros D L Hx Hy least H R1. assert (g : 0 <= exp (low / lam) - 1).
  { pose proof (exp_mono 0 (low / lam)) as E. rewrite exp_0 in E.
    enough (0 <= low / lam) by (specialize (E H0); lra).
    apply Rmult_le_pos; [assumption|now apply Rlt_le, Rinv_0_lt_compat]. }
  apply Rle_trans with (1 + p y * (exp (low / lam) - 1)).
  { specialize (least y Hy). nra. }
  rewrite <- (mean_of_indicator p low y D Hy). apply sum_le. intros z Hz. apply Rmult_le_compat_l; [now apply D|].
  apply exp_mono. unfold Rdiv. apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
  apply Rmult_le_compat_l; [assumption|]. destruct (Nat.eq_dec z y) as [->|]; [lra|now apply H].
Qed.

(* Under sum normalisation: tangents of the exponential at the filled reward. *)
Lemma mean_at_least_filled p low rm c : distribution N p -> (forall x, (x <= N)%nat -> 0 < p x) -> 0 < low ->
  (forall x, (x <= N)%nat -> 0 <= rm x) -> sum N rm = 1 -> sum N (filled p low c) = 1 ->
  sum N (fun x => p x * exp (low * filled p low c x / lam)) <= sum N (fun x => p x * exp (low * rm x / lam)) /\
  forall x, (x <= N)%nat -> rm x <> filled p low c x ->
    sum N (fun x => p x * exp (low * filled p low c x / lam)) < sum N (fun x => p x * exp (low * rm x / lam)).
Proof.
  intros D P W H One F. set (k := exp (low * c / lam)).
  set (G := fun x => p x * exp (low * rm x / lam) -
    (p x * exp (low * filled p low c x / lam) + k * (low / lam) * (rm x - filled p low c x))).
  assert (each : forall x, (x <= N)%nat -> 0 <= G x /\ (rm x <> filled p low c x -> 0 < G x)).
  { intros x Hx. specialize (P x Hx). specialize (H x Hx). set (r := filled p low c x).
    assert (W' : 0 < low / lam) by now apply Rdiv_lt_0_compat.
    assert (E : exp (low * rm x / lam) = exp (low * r / lam) * exp (low / lam * (rm x - r)))
      by (rewrite <- exp_plus; f_equal; field; lra).
    assert (strict : rm x <> r ->
      p x * exp (low * r / lam) * (1 + low / lam * (rm x - r)) < p x * exp (low * rm x / lam)).
    { intro ne. rewrite E, <- Rmult_assoc. apply Rmult_lt_compat_l.
      - apply Rmult_lt_0_compat; [assumption|apply exp_pos].
      - apply exp_ineq1. apply Rmult_integral_contrapositive_currified; lra. }
    assert (tangent : p x * exp (low * r / lam) * (1 + low / lam * (rm x - r)) <= p x * exp (low * rm x / lam)).
    { destruct (Req_dec (rm x) r) as [e|ne]; [|now apply Rlt_le, strict].
      rewrite e. apply Req_le. ring. }
    assert (level : p x * exp (low * (c - lam / low * ln (p x)) / lam) = k).
    { unfold k. rewrite <- (exp_ln (p x) P) at 1. rewrite <- exp_plus. f_equal. field. lra. }
    assert (slope : k * (rm x - r) <= p x * exp (low * r / lam) * (rm x - r)).
    { unfold r, filled in *. destruct (Rle_dec 0 (c - lam / low * ln (p x))) as [pos|neg].
      - rewrite Rmax_right by assumption. rewrite level. lra.
      - rewrite Rmax_left by lra. apply Rmult_le_compat_r; [lra|]. rewrite <- level. apply Rmult_le_compat_l; [lra|].
        apply exp_mono. unfold Rdiv. apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
        apply Rmult_le_compat_l; lra. }
    apply (Rmult_le_compat_l (low / lam)) in slope; [|lra]. unfold G. fold r.
    split; [lra|]. intro ne. specialize (strict ne). lra. }
  assert (S : sum N G = sum N (fun x => p x * exp (low * rm x / lam)) -
    sum N (fun x => p x * exp (low * filled p low c x / lam))).
  { unfold G. rewrite sum_minus, sum_plus, sum_times, sum_minus, One, F. ring. }
  assert (at_least : forall x, (x <= N)%nat -> G x <= sum N G).
  { intros x Hx. apply (sum_at_least N G x Hx). intros y Hy. now apply each. }
  split.
  - pose proof (at_least 0%nat (Nat.le_0_l N)). pose proof (proj1 (each 0%nat (Nat.le_0_l N))). lra.
  - intros x Hx ne. specialize (at_least x Hx). pose proof (proj2 (each x Hx) ne). lra.
Qed.
End Fees.

(* Some level c fills rewards that add up to 1. *)
Lemma level_exists N lam p low : exists c, sum N (filled lam p low c) = 1.
Proof.
  set (f := fun c => sum N (filled lam p low c)).
  assert (step : forall x c d, Rabs (filled lam p low c x - filled lam p low d x) <= Rabs (c - d)).
  { intros x c d. unfold filled, Rmax. repeat destruct (Rle_dec _ _); unfold Rabs; repeat destruct (Rcase_abs _); lra. }
  assert (lip : forall c d, Rabs (f c - f d) <= clients N * Rabs (c - d)).
  { intros c d. unfold f. rewrite <- sum_minus, <- sum_const. unfold sum. eapply Rle_trans; [apply Rsum_abs|].
    apply sum_Rle. intros x _. apply step. }
  assert (cont : continuity (fun c => f c - 1)).
  { intros c e E. pose proof (n_pos N) as n0. exists (e / clients N). split; [now apply Rdiv_lt_0_compat|].
    intros d [_ H]. simpl in *. unfold R_dist in *.
    replace (f d - 1 - (f c - 1)) with (f d - f c) by ring. apply Rle_lt_trans with (1 := lip d c).
    apply (Rmult_lt_compat_l (clients N)) in H; [|assumption].
    replace (clients N * (e / clients N)) with e in H by (field; lra). assumption. }
  destruct (largest N (fun x => - (lam / low * ln (p x)))) as [lo [Hlo least]].
  set (a := lam / low * ln (p lo)). set (b := lam / low * ln (p 0%nat) + 1).
  assert (ab : a <= b) by (specialize (least 0%nat (Nat.le_0_l N)); unfold a, b; lra).
  assert (fa : f a = 0).
  { unfold f. rewrite (sum_ext N _ (fun _ => 0)); [rewrite sum_const; ring|]. intros x Hx. specialize (least x Hx).
    unfold filled. apply Rmax_left. unfold a. lra. }
  assert (fb : 1 <= f b).
  { apply Rle_trans with (filled lam p low b 0%nat).
    - unfold filled. replace (b - lam / low * ln (p 0%nat)) with 1 by (unfold b; ring). apply Rmax_r.
    - apply (sum_at_least N (filled lam p low b) 0 (Nat.le_0_l N)). intros. apply Rmax_l. }
  destruct (IVT_cor (fun c => f c - 1) a b cont ab) as [c [_ Hc]]; [rewrite fa; nra|].
  exists c. fold (f c). lra.
Qed.

Theorem largest_fee_kl N q lam low Q p : 0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) -> 0 < low ->
  best N q lam Q p ->
  (forall x, (x <= N)%nat -> (forall y, (y <= N)%nat -> p x <= p y) ->
     let g := lam * ln (1 + p x * (exp (low / lam) - 1)) in
     0 < g /\ forall fee, bearable N q lam (by_maximum N) low Q p fee <-> fee <= g) /\
  (exists c, sum N (filled lam p low c) = 1) /\
  forall c, sum N (filled lam p low c) = 1 -> by_sum N (filled lam p low c) /\
    forall w rm m m', low <= w -> by_sum N rm -> best N q lam (total Q low (filled lam p low c)) m ->
      best N q lam (total Q w rm) m' ->
      kept N q lam Q low (filled lam p low c) m p <= kept N q lam Q w rm m' p /\
      (kept N q lam Q w rm m' p = kept N q lam Q low (filled lam p low c) m p ->
       w = low /\ forall x, (x <= N)%nat -> rm x = filled lam p low c x).
Proof.
  intros L P0 W B. assert (D := proj1 B). pose proof (fun x Hx => best_pos N q lam L P0 Q p x B Hx) as P.
  assert (mean_pos : forall w rm, 0 < sum N (fun x => p x * exp (w * rm x / lam))).
  { intros w rm. apply Rlt_le_trans with (p 0%nat * exp (w * rm 0%nat / lam)).
    - apply Rmult_lt_0_compat; [apply P; lia|apply exp_pos].
    - apply (sum_at_least N (fun x => p x * exp (w * rm x / lam)) 0 (Nat.le_0_l N)). intros x Hx.
      apply Rmult_le_pos; [now apply Rlt_le, P|apply Rlt_le, exp_pos]. }
  split; [|split; [apply level_exists|]].
  - intros x Hx least g. assert (grown : 0 < exp (low / lam) - 1).
    { pose proof (exp_increasing 0 (low / lam) (Rdiv_lt_0_compat _ _ W L)) as E. rewrite exp_0 in E. lra. }
    assert (m1 : 1 < 1 + p x * (exp (low / lam) - 1)).
    { pose proof (Rmult_lt_0_compat _ _ (P x Hx) grown). lra. }
    split.
    + apply Rmult_lt_0_compat; [assumption|]. rewrite <- ln_1. apply ln_increasing; lra.
    + intro fee. split.
      * intro H. set (one := fun y => if Nat.eq_dec y x then 1 else 0).
        destruct (closed_form N q lam L P0 (total Q low one)) as [Bm _].
        assert (legal : by_maximum N one).
        { split; [intros y _; unfold one; destruct (Nat.eq_dec y x); lra|]. exists x. split; [assumption|].
          unfold one. destruct (Nat.eq_dec x x) as [_|ne]; [reflexivity|now elim ne]. }
        specialize (H low one _ (Rle_refl low) legal Bm). rewrite (kept_is N q lam L P0 Q low one _ p B Bm) in H.
        unfold one in H. now rewrite (mean_of_indicator N lam L p low x D Hx) in H.
      * intros H w rm m Lw [unit [y [Hy one]]] Bm. rewrite (kept_is N q lam L P0 Q w rm m p B Bm).
        apply Rle_trans with (1 := H). apply Rmult_le_compat_l; [lra|]. apply ln_mono; [lra|].
        apply Rle_trans with (sum N (fun z => p z * exp (low * rm z / lam))).
        -- apply (mean_at_least N lam L p low rm x y); try assumption. lra.
        -- apply mean_rises; try assumption. intros z Hz. now apply unit.
  - intros c F. assert (pos : forall x, 0 <= filled lam p low c x) by (intro; apply Rmax_l). split.
    + split; [|assumption]. intros x Hx. split; [apply pos|]. rewrite <- F.
      apply (sum_at_least N (filled lam p low c)); auto.
    + intros w rm m m' Lw [unit one] Bm Bm'.
      rewrite (kept_is N q lam L P0 Q low _ m p B Bm), (kept_is N q lam L P0 Q w rm m' p B Bm').
      assert (rm0 : forall z, (z <= N)%nat -> 0 <= rm z) by (intros z Hz; now apply unit).
      destruct (mean_at_least_filled N lam L p low rm c D P W rm0 one F) as [weak strict].
      pose proof (mean_rises N lam L p w low rm D Lw rm0) as rises.
      split; [apply Rmult_le_compat_l; [lra|]; apply ln_mono; [apply mean_pos|lra]|].
      intro E. apply Rmult_eq_reg_l in E; [|lra]. apply ln_inv in E; [|apply mean_pos|apply mean_pos]. split.
      * destruct (Rle_lt_or_eq_dec low w Lw) as [more|]; [|now symmetry]. exfalso.
        assert (none : forall z, (z <= N)%nat -> rm z = 0).
        { intros z Hz. destruct (Rle_lt_or_eq_dec 0 (rm z) (rm0 z Hz)) as [some|]; [|now symmetry]. exfalso.
          assert (each : forall y, (y <= N)%nat -> exp (low * rm y / lam) <= exp (w * rm y / lam)).
          { intros y Hy. apply exp_mono. unfold Rdiv. apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|].
            apply Rmult_le_compat_r; auto. }
          assert (up : exp (low * rm z / lam) < exp (w * rm z / lam)).
          { apply exp_increasing. unfold Rdiv. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|].
            now apply Rmult_lt_compat_r. }
          pose proof (sum_at_least N (fun y => p y * (exp (w * rm y / lam) - exp (low * rm y / lam))) z Hz) as A.
          rewrite (sum_ext N (fun y => p y * (exp (w * rm y / lam) - exp (low * rm y / lam)))
            (fun y => p y * exp (w * rm y / lam) - p y * exp (low * rm y / lam))), sum_minus in A by (intros; ring).
          pose proof (Rmult_lt_0_compat _ _ (P z Hz) (Rlt_Rminus _ _ up)) as G.
          enough (forall y, (y <= N)%nat -> 0 <= p y * (exp (w * rm y / lam) - exp (low * rm y / lam))) as H
            by (specialize (A H); lra).
          intros y Hy. specialize (each y Hy). apply Rmult_le_pos; [now apply Rlt_le, P|lra]. }
        rewrite (sum_ext N rm (fun _ => 0) none), sum_const in one. lra.
      * intros x Hx. destruct (Req_dec (rm x) (filled lam p low c x)) as [|ne]; [assumption|]. exfalso.
        specialize (strict x Hx ne). lra.
Qed.
