(* No other multiple of the price is truthful under KL over all distributions (payments/new-no-other-multiple). Any
   number of outcomes.
   Modelled: as in SmoothTraining.v; S is the others' total and a group of size w with the reward rm that reports the weighted
   reward r is charged c times the affine maximizer payment. That truth is not dominant is shown for both
   normalisations: for every total of the others under normalisation by the maximum, and where the others' total is the
   same at every outcome under normalisation by the sum.
   Not modelled: other penalties, for which the text says nothing. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Tilting SharpKL SmoothTraining Marginal.
Open Scope R_scope.

(* Where a slope is not zero, one of the two ways leads up. *)
Lemma one_way_up f D e : derivable_pt_lim f 0 D -> D <> 0 -> 0 < e -> exists s, Rabs s < e /\ f 0 < f s.
Proof.
  intros H D0 E. assert (A : 0 < Rabs D) by now apply Rabs_pos_lt.
  destruct (H (Rabs D) A) as [[d d0] B]. simpl in B. set (m := Rmin d e / 2).
  assert (m0 : 0 < m) by (unfold m; pose proof (Rmin_pos d e d0 E); lra).
  assert (md : m < d) by (unfold m; pose proof (Rmin_l d e); pose proof (Rmin_pos d e d0 E); lra).
  assert (me : m < e) by (unfold m; pose proof (Rmin_r d e); pose proof (Rmin_pos d e d0 E); lra).
  assert (try : forall s, Rabs s = m -> 0 < D * s -> f 0 < f s).
  { intros s S P. assert (s0 : s <> 0) by (intros ->; rewrite Rabs_R0 in S; lra).
    specialize (B s s0 ltac:(lra)). rewrite Rplus_0_l in B. set (r := (f s - f 0) / s) in *.
    replace (f s - f 0) with (r * s) in * by (unfold r; field; assumption).
    enough (0 < f s - f 0) by lra. replace (f s - f 0) with (r * s) by (unfold r; field; assumption).
    destruct (Rlt_le_dec 0 s) as [p|n].
    - assert (0 < D) by nra. rewrite (Rabs_right D) in B by lra. assert (0 < r); [|nra].
      unfold Rabs in B. destruct (Rcase_abs _); lra.
    - assert (s < 0) by lra. assert (D < 0) by nra. rewrite (Rabs_left D) in B by lra. assert (r < 0); [|nra].
      unfold Rabs in B. destruct (Rcase_abs _); lra. }
  destruct (Rdichotomy D 0 D0) as [neg|pos].
  - exists (- m). rewrite Rabs_Ropp, (Rabs_right m) by lra. split; [assumption|].
    apply try; [rewrite Rabs_Ropp; apply Rabs_right; lra|nra].
  - exists m. rewrite (Rabs_right m) by lra. split; [assumption|]. apply try; [apply Rabs_right; lra|nra].
Qed.

Section Multiple.
Variables (N : nat) (q : nat -> R) (lam c : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Notation model := (tilted N q lam).
Definition best_welfare S := lam * ln (normaliser N q lam S).
(* What a group of size w with the reward rm keeps if it reports the weighted reward r. *)
Definition keeps S w rm r := w * inner N (model (plus S r)) rm - c * payment N best_welfare model S r.
Definition one_outcome (x y : nat) := if Nat.eq_dec y x then 1 else 0.
Definition variance (p rm : nat -> R) := inner N p (fun x => rm x ^ 2) - inner N p rm ^ 2.

Lemma form_covariance p r d :
  form N (covariance lam p) r d = (inner N p (fun x => r x * d x) - inner N p r * inner N p d) / lam.
Proof.
  assert (E : forall x, (x <= N)%nat -> sum N (fun y => covariance lam p x y * d y) =
    p x * (d x - inner N p d) / lam).
  { intros x Hx. rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * (d x - p x * d x) / lam else
      - (p x / lam) * (p y * d y))).
    - rewrite (sum_change N (fun y => - (p x / lam) * (p y * d y)) x _ Hx), sum_times. unfold inner. field. lra.
    - intros y Hy. unfold covariance. destruct (Nat.eq_dec y x) as [e|ne]; destruct (Nat.eq_dec x y) as [e'|ne'];
        try (now elim ne'); try (now elim ne); [rewrite e|]; field; lra. }
  unfold form. rewrite (sum_ext N _ (fun x => / lam * (p x * (r x * d x)) - inner N p d / lam * (p x * r x))).
  - rewrite sum_minus, !sum_times. unfold inner. field. lra.
  - intros x Hx. rewrite E by assumption. field. lra.
Qed.

Lemma slope_along S w rm d :
  derivable_pt_lim (fun t => keeps S w rm (scaled w (line rm d t))) 0
    ((1 - c) * w ^ 2 * form N (covariance lam (model (plus S (scaled w rm)))) rm d).
Proof.
  set (T0 := plus S (scaled w rm)). pose proof (kl_chooses N q lam lam_pos q_pos) as T.
  pose proof (kl_smooth N q lam lam_pos q_pos (line T0 (scaled w d) 0)) as M.
  pose proof (slope_of_value N _ _ T0 (scaled w d) 0 rm M) as A.
  pose proof (slope_of_charge N _ _ _ _ T _ T0 (scaled w rm) (scaled w d) (best_welfare S) 0 M) as B.
  assert (E : forall t, line T0 (scaled w d) t = plus S (scaled w (line rm d t)))
    by (intro; apply functional_extensionality; intro x; unfold T0, line, plus, scaled; ring).
  assert (F : forall t, line (scaled w rm) (scaled w d) t = scaled w (line rm d t))
    by (intro; apply functional_extensionality; intro x; unfold line, scaled; ring).
  assert (G : line T0 (scaled w d) 0 = T0)
    by (apply functional_extensionality; intro x; unfold line; ring).
  assert (G' : line (scaled w rm) (scaled w d) 0 = scaled w rm)
    by (apply functional_extensionality; intro x; unfold line; ring).
  rewrite G in A, B. rewrite G' in B.
  apply (slope_ext 0 (fun t => w * inner N (model (line T0 (scaled w d) t)) rm - c * (best_welfare S -
    best_welfare (line T0 (scaled w d) t) +
    inner N (model (line T0 (scaled w d) t)) (line (scaled w rm) (scaled w d) t)))).
  { intro t. rewrite E, F. reflexivity. }
  set (C := covariance lam (model T0)) in *.
  apply (slope_is 0 _ (w * form N C rm (scaled w d) - c * form N C (scaled w rm) (scaled w d))).
  - assert (H : forall a, form N C a (scaled w d) = w * form N C a d).
    { intro a. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled.
      rewrite (sum_ext N _ (fun y => w * (C x y * d y))) by (intros; ring). rewrite sum_times. ring. }
    rewrite !H. replace (form N C (scaled w rm) d) with (w * form N C rm d); [ring|].
    unfold form. rewrite <- sum_times. apply sum_ext. intros. unfold scaled. ring.
  - apply (derivable_pt_lim_minus (fun t => w * inner N (model (line T0 (scaled w d) t)) rm)).
    + now apply (derivable_pt_lim_scal (fun t => inner N (model (line T0 (scaled w d) t)) rm)).
    + apply (derivable_pt_lim_scal (fun t => best_welfare S - best_welfare (line T0 (scaled w d) t) +
        inner N (model (line T0 (scaled w d) t)) (line (scaled w rm) (scaled w d) t))). exact B.
Qed.

Lemma inner_one p x f : (x <= N)%nat -> inner N p (fun y => f y * one_outcome x y) = p x * f x.
Proof.
  intro Hx. unfold inner. rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * f x else 0)).
  - rewrite (sum_change N (fun _ => 0) x _ Hx), sum_const. ring.
  - intros y Hy. unfold one_outcome. destruct (Nat.eq_dec y x) as [->|]; ring.
Qed.
Lemma two_first f : (1 <= N)%nat -> (forall x, (2 <= x)%nat -> f x = 0) -> sum N f = f 0%nat + f 1%nat.
Proof.
  intros H Z. clear q_pos. destruct N as [|n]; [lia|]. clear H. unfold sum. induction n as [|k IH]; [reflexivity|].
  change (sum_f_R0 f (S (S k))) with (sum_f_R0 f (S k) + f (S (S k))). rewrite IH, (Z (S (S k))) by lia. ring.
Qed.
Lemma first_two_at_most p : (1 <= N)%nat -> distribution N p -> p 0%nat + p 1%nat <= 1.
Proof.
  intros H [P P1].
  rewrite <- P1, <- (two_first (fun x => match x with 0%nat => p 0%nat | 1%nat => p 1%nat | _ => 0 end)).
  - apply sum_le. intros [|[|x]] Hx; [lra|lra|now apply P].
  - assumption.
  - intros [|[|x]] Hx; [lia|lia|reflexivity].
Qed.
End Multiple.

Theorem no_other_multiple N q lam c : 0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) ->
  let p S w rm := tilted N q lam (plus S (scaled w rm)) in
  (forall S w rm x, (x <= N)%nat ->
     derivable_pt_lim (fun t => keeps N q lam c S w rm (scaled w (line rm (one_outcome x) t))) 0
       ((1 - c) * w ^ 2 * p S w rm x * (rm x - inner N (p S w rm) rm) / lam)) /\
  (forall S w rm,
     derivable_pt_lim (fun a => keeps N q lam c S w rm (scaled (a * w) rm)) 1
       ((1 - c) * w ^ 2 * variance N (p S w rm) rm / lam)) /\
  (c <> 1 -> (1 <= N)%nat -> forall w, 0 < w ->
     (forall S, exists rm lie, by_maximum N rm /\ by_maximum N lie /\
        keeps N q lam c S w rm (scaled w rm) < keeps N q lam c S w rm (scaled w lie)) /\
     forall k, exists rm lie, by_sum N rm /\ by_sum N lie /\
       keeps N q lam c (fun _ => k) w rm (scaled w rm) < keeps N q lam c (fun _ => k) w rm (scaled w lie)).
Proof.
  intros L Q p. split; [|split].
  - intros S w rm x Hx. 
    eapply slope_is; [|now apply (slope_along N q lam c L Q S w rm (one_outcome x))].
    rewrite (form_covariance N lam L). fold (p S w rm). rewrite inner_one by assumption.
    assert (E : inner N (p S w rm) (one_outcome x) = p S w rm x).
    { rewrite <- (Rmult_1_r (p S w rm x)), <- (inner_one N (p S w rm) x (fun _ => 1) Hx).
      apply inner_ext; intros; ring. }
    rewrite E. field. lra.
  - intros S w rm. destruct marginal_payments as [G _].
    set (T := plus S (scaled (1 * w) rm)).
    destruct (G N _ _ _ _ (covariance lam (tilted N q lam T)) (kl_chooses N q lam L Q)) as [_ [A0 _]].
    specialize (A0 S w rm 1 (kl_smooth N q lam L Q T)). cbv zeta in A0. unfold T in A0. destruct A0 as [A B]. rewrite (form_covariance N lam L) in A, B. replace (1 * w) with w in * by ring.
    rewrite Rmult_1_l in B. fold (p S w rm) in A, B.
    assert (E : inner N (p S w rm) (fun x => rm x * rm x) = inner N (p S w rm) (fun x => rm x ^ 2))
      by (apply inner_ext; intros; ring).
    rewrite E in A, B. eapply slope_is; [|apply (derivable_pt_lim_minus (fun a => w * inner N (tilted N q lam (plus S
      (scaled (a * w) rm))) rm)); [exact A|apply (derivable_pt_lim_scal (fun a => payment N (best_welfare N q lam)
      (tilted N q lam) S (scaled (a * w) rm))); exact B]]. unfold variance. field. lra.
  - intros c1 N1 w W. assert (gain : forall S rm d D e, derivable_pt_lim (fun t => keeps N q lam c S w rm (scaled w
      (line rm d t))) 0 D -> D <> 0 -> 0 < e -> exists s, Rabs s < e /\
      keeps N q lam c S w rm (scaled w rm) < keeps N q lam c S w rm (scaled w (line rm d s))).
    { intros S rm d D e H D0 E. destruct (one_way_up _ D e H D0 E) as [s [S1 S2]]. exists s. split; [assumption|].
      replace (line rm d 0) with rm in S2 by (apply functional_extensionality; intro x; unfold line; ring).
      assumption. }
    assert (pos : forall S x, (x <= N)%nat -> 0 < tilted N q lam S x) by (intros; now apply tilted_pos).
    assert (scale0 : (1 - c) * w ^ 2 / lam <> 0).
    { assert (w ^ 2 / lam > 0) by (apply Rdiv_lt_0_compat; [now apply pow_lt|assumption]).
      replace ((1 - c) * w ^ 2 / lam) with ((1 - c) * (w ^ 2 / lam)) by (field; lra).
      apply Rmult_integral_contrapositive_currified; lra. }
    split.
    + intro S. set (rm := fun x : nat => match x with 0%nat => 1 | _ => / 2 end). set (m := p S w rm).
      assert (v : inner N m rm = / 2 + m 0%nat * / 2).
      { unfold inner. rewrite (sum_ext N _ (fun x => if Nat.eq_dec x 0 then m 0%nat else / 2 * m x)).
        - rewrite sum_change by lia. rewrite sum_times. unfold m, p.
          rewrite (proj2 (tilted_distribution N q lam Q _)). field.
        - intros [|x] Hx; simpl; unfold rm; ring. }
      destruct (gain S rm (one_outcome 1) ((1 - c) * w ^ 2 / lam * (m 1%nat * (rm 1%nat - inner N m rm))) (/ 2)) as
        [s [small better]].
      * eapply slope_is; [|now apply (slope_along N q lam c L Q S w rm (one_outcome 1))].
        rewrite (form_covariance N lam L). fold (p S w rm) m. rewrite inner_one by assumption.
        assert (E : inner N m (one_outcome 1) = m 1%nat).
        { rewrite <- (Rmult_1_r (m 1%nat)), <- (inner_one N m 1 (fun _ => 1) N1). apply inner_ext; intros; ring. }
        rewrite E. field. lra.
      * assert (0 < m 0%nat) by (apply pos; lia). assert (0 < m 1%nat) by now apply pos.
        apply Rmult_integral_contrapositive_currified; [assumption|]. rewrite v. unfold rm.
        apply Rmult_integral_contrapositive_currified; lra.
      * lra.
      * exists rm, (line rm (one_outcome 1) s). split; [|split; [|assumption]].
        -- split; [intros [|x] _; unfold rm; lra|]. exists 0%nat. split; [lia|reflexivity].
        -- assert (- / 2 < s < / 2) by (unfold Rabs in small; destruct (Rcase_abs _); lra).
           split; [|exists 0%nat; split; [lia|unfold line, one_outcome, rm; simpl; ring]].
           intros [|[|x]] _; unfold line, one_outcome, rm; simpl; lra.
    + intro k. set (S := fun _ : nat => k).
      set (first := if Rle_dec (q 1%nat) (q 0%nat) then 2 / 3 else / 3).
      set (rm := fun x : nat => match x with 0%nat => first | 1%nat => 1 - first | _ => 0 end).
      set (d := fun x : nat => match x with 0%nat => 1 | 1%nat => -1 | _ => 0 end).
      set (m := p S w rm).
      assert (split_ : forall f, inner N m (fun x => d x * f x) = m 0%nat * f 0%nat - m 1%nat * f 1%nat).
      { intro f. unfold inner. rewrite (two_first N _ N1); [unfold d; ring|].
        intros [|[|x]] Hx; [lia|lia|unfold d; ring]. }
      assert (md : inner N m d = m 0%nat - m 1%nat).
      { transitivity (inner N m (fun x => d x * 1)); [apply inner_ext; intros; ring|]. rewrite split_. ring. }
      assert (mr : inner N m rm = m 0%nat * first + m 1%nat * (1 - first)).
      { unfold inner. rewrite (two_first N _ N1); [reflexivity|]. intros [|[|x]] Hx; [lia|lia|unfold rm; ring]. }
      assert (mrd : inner N m (fun x => rm x * d x) = m 0%nat * first - m 1%nat * (1 - first)).
      { transitivity (inner N m (fun x => d x * rm x)); [apply inner_ext; intros; ring|]. now rewrite split_. }
      set (D := m 0%nat * first - m 1%nat * (1 - first) - (m 0%nat * first + m 1%nat * (1 - first)) * (m 0%nat - m
        1%nat)).
      assert (a0 : 0 < m 0%nat) by (apply pos; lia). assert (b0 : 0 < m 1%nat) by now apply pos.
      assert (one : m 0%nat + m 1%nat <= 1)
        by (apply (first_two_at_most N m N1); unfold m, p; now apply tilted_distribution).
      assert (D0 : D <> 0).
      { pose proof (normaliser_pos N q lam Q (plus S (scaled w rm))) as Z.
        assert (cmp : forall x y, 0 < q y -> q y <= q x -> rm y <= rm x -> m y <= m x).
        { intros x y Qy Qxy R. unfold m, p, tilted, Rdiv at 1 3. apply Rmult_le_compat_r; [now apply Rlt_le,
            Rinv_0_lt_compat|]. apply Rmult_le_compat; [lra|apply Rlt_le, exp_pos|assumption|]. apply exp_mono.
          unfold Rdiv. apply Rmult_le_compat_r; [now apply Rlt_le, Rinv_0_lt_compat|]. unfold plus, scaled, S.
          apply Rplus_le_compat_l. apply Rmult_le_compat_l; lra. }
        unfold D, rm, first in *. destruct (Rle_dec (q 1%nat) (q 0%nat)) as [le|gt].
        - assert (m 1%nat <= m 0%nat) by (apply cmp; [now apply Q|assumption|simpl; lra]).
          apply Rgt_not_eq. set (a := m 0%nat) in *. set (b := m 1%nat) in *.
          assert (0 <= (a - b) * (1 - a - b)) by (apply Rmult_le_pos; lra).
          assert (0 < a * (1 - a + b)) by (apply Rmult_lt_0_compat; lra). nra.
        - assert (m 0%nat <= m 1%nat) by (apply cmp; [apply Q; lia|lra|simpl; lra]).
          apply Rlt_not_eq. set (a := m 0%nat) in *. set (b := m 1%nat) in *.
          assert (0 <= (b - a) * (1 - a - b)) by (apply Rmult_le_pos; lra).
          assert (0 < b * (1 + a - b)) by (apply Rmult_lt_0_compat; lra). nra. }
      assert (f01 : / 3 <= first <= 2 / 3) by (unfold first; destruct (Rle_dec _ _); lra).
      destruct (gain S rm d ((1 - c) * w ^ 2 / lam * D) (/ 3)) as [s [small better]].
      * eapply slope_is; [|now apply (slope_along N q lam c L Q S w rm d)].
        rewrite (form_covariance N lam L). fold (p S w rm) m. rewrite mrd, mr, md. unfold D. field. lra.
      * now apply Rmult_integral_contrapositive_currified.
      * lra.
      * assert (s3 : - / 3 < s < / 3) by (unfold Rabs in small; destruct (Rcase_abs _); lra).
        exists rm, (line rm d s). split; [|split; [|assumption]].
        -- split; [intros [|[|x]] _; unfold rm; lra|]. rewrite (two_first N _ N1); [unfold rm; ring|].
           intros [|[|x]] Hx; [lia|lia|reflexivity].
        -- split; [intros [|[|x]] _; unfold line, rm, d; lra|].
           rewrite (two_first N _ N1); [unfold line, rm, d; ring|].
           intros [|[|x]] Hx; [lia|lia|unfold line, rm, d; ring].
Qed.
