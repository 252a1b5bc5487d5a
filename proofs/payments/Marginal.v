(* How payments move with the report (payments/new-marginal-payments). Any number of outcomes, any set of models.
   Modelled: as in SmoothTraining.v; S is the others' total, r the weighted reward that the group reports. That KL is
   smooth everywhere, with its covariance, is part of the theorem.
   Not modelled: derivatives along curves other than lines. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Tilting SharpKL SmoothTraining.
Open Scope R_scope.

(* KL: the normaliser, its logarithm and the tilts along a line. *)
Section KL.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Definition covariance (p : nat -> R) x y := ((if Nat.eq_dec x y then p x else 0) - p x * p y) / lam.
Notation Z := (normaliser N q lam).

Lemma slope_of_weight T d s x :
  derivable_pt_lim (fun t => q x * exp (line T d t x / lam)) s (q x * exp (line T d s x / lam) * (d x / lam)).
Proof.
  apply (slope_is s _ (0 * exp (line T d s x / lam) + q x * (exp (line T d s x / lam) * (d x / lam)))); [ring|].
  apply (derivable_pt_lim_mult (fun _ => q x) (fun t => exp (line T d t x / lam))); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_comp (fun t => line T d t x / lam) exp); [|apply derivable_pt_lim_exp].
  unfold line. apply (slope_ext s (fun t => T x / lam + d x / lam * t)); [intro; field; lra|].
  apply (slope_is s _ (0 + d x / lam * 1)); [ring|].
  apply (derivable_pt_lim_plus (fun _ => T x / lam)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
Qed.
Lemma slope_of_normaliser T d s : derivable_pt_lim (fun t => Z (line T d t)) s
  (Z (line T d s) * (inner N (tilted N q lam (line T d s)) d / lam)).
Proof.
  pose proof (normaliser_pos N q lam q_pos (line T d s)) as P.
  apply (slope_is s _ (sum N (fun x => q x * exp (line T d s x / lam) * (d x / lam)))).
  - replace (Z (line T d s) * (inner N (tilted N q lam (line T d s)) d / lam)) with
      (Z (line T d s) / lam * inner N (tilted N q lam (line T d s)) d) by (field; lra).
    unfold inner. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold tilted. field. split; lra.
  - apply slope_of_sum. intros x _. apply slope_of_weight.
Qed.
Lemma kl_chooses : chooses_best N (distribution N) (fun m => lam * divergence N m q) (fun S => lam * ln (Z S))
  (tilted N q lam).
Proof.
  intro S. destruct (closed_form N q lam lam_pos q_pos S) as [[D B] [E _]]. split; [assumption|].
  split; [now rewrite <- E|]. intros m Hm. rewrite <- E. now apply B.
Qed.
Lemma kl_slope T d s x : (x <= N)%nat -> derivable_pt_lim (fun t => tilted N q lam (line T d t) x) s
  (sum N (fun y => covariance (tilted N q lam (line T d s)) x y * d y)).
Proof.
  intro Hx. pose proof (normaliser_pos N q lam q_pos (line T d s)) as P.
  set (p := tilted N q lam (line T d s)). set (m := inner N p d).
  apply (slope_is s _ ((q x * exp (line T d s x / lam) * (d x / lam) * Z (line T d s) -
    Z (line T d s) * (m / lam) * (q x * exp (line T d s x / lam))) / Rsqr (Z (line T d s)))).
  + assert (E : sum N (fun y => covariance p x y * d y) = p x * (d x - m) / lam).
    { rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * (d x - p x * d x) / lam else - (p x / lam) * (p y *
        d y))).
      - rewrite (sum_change N (fun y => - (p x / lam) * (p y * d y)) x _ Hx), sum_times. fold (inner N p d) m.
        field. lra.
      - intros y Hy. unfold covariance. destruct (Nat.eq_dec y x) as [->|ne].
        + destruct (Nat.eq_dec x x) as [_|n]; [field; lra|now elim n].
        + destruct (Nat.eq_dec x y) as [->|_]; [now elim ne|field; lra]. }
    rewrite E. unfold p, tilted, Rsqr. field. split; lra.
  + apply (derivable_pt_lim_div (fun t => q x * exp (line T d t x / lam)) (fun t => Z (line T d t)));
      [apply slope_of_weight|apply slope_of_normaliser|lra].
Qed.
Lemma kl_smooth S : smooth_at N (tilted N q lam) (covariance (tilted N q lam S)) S.
Proof.
  split.
  - intros d x Hx. pose proof (kl_slope S d 0 x Hx) as K. now rewrite line_zero in K.
  - intros x y _ _. unfold covariance. destruct (Nat.eq_dec x y) as [e|ne].
    + destruct (Nat.eq_dec y x) as [_|n]; [now rewrite e|now elim n].
    + destruct (Nat.eq_dec y x) as [e|_]; [now elim ne|]. unfold Rdiv. ring.
Qed.
End KL.

Theorem marginal_payments :
  (forall N menu cost V model A, chooses_best N menu cost V model ->
     (forall S r d, smooth_at N model A (plus S r) ->
        derivable_pt_lim (fun t => payment N V model S (line r d t)) 0
          (inner N d (fun x => sum N (fun y => A x y * r y)))) /\
     (forall S w rm alpha, let total t := plus S (scaled (t * w) rm) in smooth_at N model A (total alpha) ->
        let slope := w ^ 2 * form N A rm rm in
        derivable_pt_lim (fun t => w * inner N (model (total t)) rm) alpha slope /\
        derivable_pt_lim (fun t => payment N V model S (scaled (t * w) rm)) alpha (alpha * slope)) /\
     (forall S w rm1 rm2 beta, let d x := rm1 x - rm2 x in
        let mixture t := scaled w (fun x => t * rm1 x + (1 - t) * rm2 x) in
        smooth_at N model A (plus S (mixture beta)) ->
        let paid t := payment N V model S (mixture t) in
        derivable_pt_lim paid beta (w ^ 2 * (beta * form N A d d + form N A rm2 d)) /\
        derivable_pt_lim (fun t => w * inner N (model (plus S (mixture t))) rm1 - paid t) beta
          ((1 - beta) * w ^ 2 * form N A d d))) /\
  forall N q lam, 0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) ->
    chooses_best N (distribution N) (fun m => lam * divergence N m q) (fun S => lam * ln (normaliser N q lam S))
      (tilted N q lam) /\
    forall S, smooth_at N (tilted N q lam) (covariance lam (tilted N q lam S)) S.
Proof.
  split.
  - intros N menu cost V model A T. split; [|split].
    + intros S r d M. assert (Sy := proj2 M). assert (E : forall t,
        V S - V (line (plus S r) d t) + inner N (model (line (plus S r) d t)) (line r d t) =
        payment N V model S (line r d t)).
      { intro t. unfold payment. replace (line (plus S r) d t) with (plus S (line r d t)); [reflexivity|].
        apply functional_extensionality. intro x. unfold plus, line. ring. }
      apply (slope_ext 0 _ _ _ E). rewrite <- (line_zero (plus S r) d) in M.
      pose proof (slope_of_charge N menu cost V model T A (plus S r) r d (V S) 0 M) as C.
      rewrite line_zero, (form_symmetric N _ r d Sy) in C. exact C.
    + intros S w rm alpha total M slope.
      assert (E : forall t, line S (scaled w rm) t = total t)
        by (intro; apply functional_extensionality; intro x; unfold total, line, plus, scaled; ring).
      assert (scale : forall (a : nat -> R) d, form N A a (scaled w d) = w * form N A a d).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled.
        rewrite (sum_ext N _ (fun y => w * (A x y * d y))) by (intros; ring). rewrite sum_times. ring. }
      assert (scale' : forall d, form N A (scaled w rm) d = w * form N A rm d).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled. ring. }
      rewrite <- E in M. split.
      * pose proof (slope_of_value N model A S (scaled w rm) alpha rm M) as C. rewrite scale in C.
        apply (slope_is alpha _ (w * (w * form N A rm rm))); [unfold slope; ring|].
        apply (slope_ext alpha (fun t => w * inner N (model (line S (scaled w rm) t)) rm)); [intro; now rewrite E|].
        now apply (derivable_pt_lim_scal (fun t => inner N (model (line S (scaled w rm) t)) rm)).
      * pose proof (slope_of_charge N menu cost V model T A S (fun _ => 0) (scaled w rm) (V S) alpha M) as C.
        assert (F : forall t, line (fun _ => 0) (scaled w rm) t = scaled (t * w) rm)
          by (intro; apply functional_extensionality; intro x; unfold line, scaled; ring).
        apply (slope_ext alpha (fun t => V S - V (line S (scaled w rm) t) + inner N (model (line S (scaled w rm) t))
          (line (fun _ => 0) (scaled w rm) t))); [intro t; rewrite E, F; reflexivity|].
        eapply slope_is; [|exact C]. rewrite F, scale. unfold slope.
        replace (form N A (scaled (alpha * w) rm) rm) with
          (alpha * w * form N A rm rm); [ring|].
        unfold form. rewrite <- sum_times. apply sum_ext. intros. unfold scaled. ring.
    + intros S w rm1 rm2 beta d mixture M paid.
      set (base := scaled w rm2). set (dir := scaled w d).
      assert (E : forall t, line (plus S base) dir t = plus S (mixture t))
        by (intro; apply functional_extensionality; intro x; unfold base, dir, mixture, d, line, plus, scaled; ring).
      assert (F : forall t, line base dir t = mixture t)
        by (intro; apply functional_extensionality; intro x; unfold base, dir, mixture, d, line, scaled; ring).
      assert (scale : forall (a e : nat -> R), form N A a (scaled w e) = w * form N A a e).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled.
        rewrite (sum_ext N _ (fun y => w * (A x y * e y))) by (intros; ring). rewrite sum_times. ring. }
      rewrite <- E in M. assert (P : derivable_pt_lim paid beta (w ^ 2 * (beta * form N A d d + form N A rm2 d))).
      { pose proof (slope_of_charge N menu cost V model T A (plus S base) base dir (V S) beta M) as C.
        apply (slope_ext beta (fun t => V S - V (line (plus S base) dir t) + inner N (model (line (plus S base) dir t))
          (line base dir t))); [intro t; rewrite E, F; reflexivity|].
        eapply slope_is; [|exact C]. unfold dir. rewrite scale.
        replace (form N A (line base (scaled w d) beta) d) with (w * (beta * form N A d d + form N A rm2 d)); [ring|].
        unfold form. rewrite <- sum_times, <- sum_plus, <- sum_times. apply sum_ext. intros.
        unfold base, line, scaled. ring. }
      split; [exact P|].
      pose proof (slope_of_value N model A (plus S base) dir beta rm1 M) as C.
      apply (slope_is beta _ (w * form N A rm1 dir - w ^ 2 * (beta * form N A d d + form N A rm2 d))).
      * unfold dir. rewrite scale. replace (form N A rm1 d) with (form N A d d + form N A rm2 d); [ring|].
        unfold form. rewrite <- sum_plus. apply sum_ext. intros. unfold d. ring.
      * apply (derivable_pt_lim_minus (fun t => w * inner N (model (plus S (mixture t))) rm1) paid); [|exact P].
        apply (derivable_pt_lim_scal (fun t => inner N (model (plus S (mixture t))) rm1)).
        apply (slope_ext beta (fun t => inner N (model (line (plus S base) dir t)) rm1)); [intro; now rewrite E|].
        exact C.
  - intros N q lam L Q. split; [now apply kl_chooses|]. intro S. now apply kl_smooth.
Qed.
