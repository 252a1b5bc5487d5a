(* What the theorems of RandomWidths.v need: each hypothesis below is dropped in turn; forms of two coordinates, two or
   four widths. Weights that do not sum to 1 leave the last bound as it is, as both its sides are linear in them. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps RandomWidths.
Open Scope R_scope.

(* A form with the slope b between the coordinates, and its gradient. *)
Definition form (b : R) (x : nat -> R) := (x 0%nat ^ 2 + x 1%nat ^ 2) / 2 + b * (x 0%nat * x 1%nat).
Definition slope (b : R) (x : nat -> R) (k : nat) := match k with O => x 0%nat + b * x 1%nat | _ => x 1%nat + b * x 0%nat end.
Definition all (_ _ : nat) := true.
(* Widths that keep both coordinates, the first, the second, none. *)
Definition some (p k : nat) := match p, k with O, _ => true | 1%nat, O => true | 2%nat, 1%nat => true | _, _ => false end.
Definition flat (_ : nat -> R) := 0.
Definition four (a b c d : R) (p : nat) := match p with O => a | 1%nat => b | 2%nat => c | _ => d end.
Definition zero (_ : nat) := 0.
Ltac compute_in H := cbv [width_averaged at_width expectation expected_gradient masked mask sum sum_f_R0 all some four form slope
  flat zero less dot norm2] in H; cbn [sum_f_R0] in H.
Ltac compute_all := cbv [width_averaged at_width expectation expected_gradient masked mask sum sum_f_R0 all some four form slope
  flat zero less dot norm2]; cbn [sum_f_R0].

Lemma limit_of_square a b c : derivable_pt_lim (fun t => a + b * t + c * t ^ 2) 0 b.
Proof.
  intros e He. assert (Hd : 0 < e / (Rabs c + 1)) by (apply Rdiv_lt_0_compat; [|pose proof (Rabs_pos c)]; lra).
  exists (mkposreal _ Hd). intros h H0 H1. simpl in H1.
  replace ((a + b * (0 + h) + c * (0 + h) ^ 2 - (a + b * 0 + c * 0 ^ 2)) / h - b) with (c * h) by (field; assumption).
  rewrite Rabs_mult. pose proof (Rabs_pos c). pose proof (Rabs_pos h).
  apply (Rmult_lt_compat_r (Rabs c + 1)) in H1; [|lra]. unfold Rdiv in H1.
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r in H1 by lra. nra.
Qed.
Lemma form_gradient b : is_gradient 1 (form b) (slope b).
Proof.
  intros x d. pose proof (limit_of_square (form b x) (dot 1 (slope b x) d) (form b d)) as Q.
  intros e He. destruct (Q e He) as [h Hh]. exists h. intros s S0 S1. specialize (Hh s S0 S1).
  replace (form b (along x (0 + s) d)) with (form b x + dot 1 (slope b x) d * (0 + s) + form b d * (0 + s) ^ 2)
    by (unfold form, along, dot, slope, sum; cbn [sum_f_R0]; field).
  replace (form b (along x 0 d)) with (form b x + dot 1 (slope b x) d * 0 + form b d * 0 ^ 2)
    by (unfold form, along, dot, slope, sum; cbn [sum_f_R0]; field). exact Hh.
Qed.
Lemma form_smooth b : 0 <= b -> smooth 1 (1 + b) (slope b).
Proof.
  intro B. apply square_to_smooth; [lra|]. intros x y. compute_all.
  set (u := x 0%nat - y 0%nat). set (v := x 1%nat - y 1%nat).
  replace (x 0%nat + b * x 1%nat - (y 0%nat + b * y 1%nat)) with (u + b * v) by (unfold u, v; ring).
  replace (x 1%nat + b * x 0%nat - (y 1%nat + b * y 0%nat)) with (v + b * u) by (unfold u, v; ring).
  pose proof (Rmult_le_pos b ((u - v) ^ 2) B (pow2_ge_0 _)). nra.
Qed.
Lemma form_convex b : 0 <= b <= 1 -> convex (form b).
Proof.
  intros B x y t T. unfold form.
  set (u := x 0%nat - y 0%nat). set (v := x 1%nat - y 1%nat).
  assert (Q : 0 <= t * (1 - t) * ((u ^ 2 + v ^ 2) / 2 + b * (u * v))).
  { apply Rmult_le_pos; [nra|]. pose proof (pow2_ge_0 (u + v)). pose proof (pow2_ge_0 (u - v)). nra. }
  unfold u, v in Q. nra.
Qed.
Lemma all_convex : convex flat.
Proof. intros x y t _. unfold flat. lra. Qed.
Lemma flat_gradient D : is_gradient D flat (fun _ => zero).
Proof.
  intros x d. replace (dot D zero d) with 0.
  - apply derivable_pt_lim_const.
  - unfold dot, zero. rewrite (sum_ext D _ (fun _ => 0)); [rewrite sum_const; ring|]. intros. ring.
Qed.
Lemma one_weight : forall p : nat, (p <= 0)%nat -> 0 <= 1.
Proof. intros. lra. Qed.

Theorem width_averaged_objective_needs_1 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), True ->
  Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R), Gradients.is_gradient D F
  G -> Gradients.is_gradient D (width_averaged P w keep F) (expected_gradient P w keep G) /\ (Gradients.convex F ->
  Gradients.convex (width_averaged P w keep F)) /\ (Gradients.smooth D L G -> Gradients.smooth D L (expected_gradient
  P w keep G))).
Proof.
  (* Twice what does not depend on the model, less a convex form. *)
  intro H. destruct (H 1%nat 3%nat (four (- 1) 0 0 2) some I ltac:(compute_all; lra) 1 (form 0) (slope 0) (form_gradient 0))
    as (_ & C & _).
  specialize (C (form_convex 0 ltac:(lra)) (fun _ => 1) (fun _ => - 1) (/ 2) ltac:(lra)). compute_in C. lra.
Qed.
Theorem width_averaged_objective_needs_2 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p
  : nat, (p <= P)%nat -> 0 <= w p) -> True -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R),
  Gradients.is_gradient D F G -> Gradients.is_gradient D (width_averaged P w keep F) (expected_gradient P w keep G) /\
  (Gradients.convex F -> Gradients.convex (width_averaged P w keep F)) /\ (Gradients.smooth D L G -> Gradients.smooth
  D L (expected_gradient P w keep G))).
Proof.
  intro H. destruct (H 1%nat 0%nat (fun _ => 2) all ltac:(intros; lra) I 1 (form 0) (slope 0) (form_gradient 0)) as (_ & _ & S).
  pose proof (form_smooth 0 ltac:(lra)) as F. rewrite Rplus_0_r in F.
  specialize (S F (fun _ => 1) (fun _ => 0)).
  apply (fun L => pow_incr _ _ 2 (conj (norm_nonneg _ _) L)) in S.
  rewrite Rpow_mult_distr, !norm_square in S. compute_in S. lra.
Qed.
Theorem width_averaged_objective_needs_3 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p
  : nat, (p <= P)%nat -> 0 <= w p) -> Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) ->
  nat -> R), True -> Gradients.is_gradient D (width_averaged P w keep F) (expected_gradient P w keep G) /\
  (Gradients.convex F -> Gradients.convex (width_averaged P w keep F)) /\ (Gradients.smooth D L G -> Gradients.smooth
  D L (expected_gradient P w keep G))).
Proof.
  intro H. destruct (H 0%nat 0%nat (fun _ => 1) all (one_weight) eq_refl 1 flat (fun _ _ => 1) I) as (G & _).
  specialize (G zero (fun _ => 1)).
  assert (Z : derivable_pt_lim (fun t => width_averaged 0 (fun _ => 1) all flat (along zero t (fun _ => 1))) 0 0).
  { unfold width_averaged, at_width, flat. apply derivable_pt_lim_const. }
  pose proof (uniqueness_limite _ _ _ _ G Z) as E. compute_in E. lra.
Qed.

Ltac squares H := unfold expectation, sum in H; cbn [sum_f_R0] in H; rewrite ?norm_square in H; compute_in H.
Theorem expected_smoothness_needs_1 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), True ->
  Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R) (star x : nat -> R), 0 < L
  -> Gradients.is_gradient D F G -> Gradients.smooth D L G -> Gradients.convex F -> minimises (width_averaged P w keep
  F) star -> LocalSteps.expectation P w (fun p : nat => Gradients.norm D (Gradients.less (Quadratics.masked keep G p
  x) (Quadratics.masked keep G p star)) ^ 2) <= 2 * L * (width_averaged P w keep F x - width_averaged P w keep F
  star)).
Proof.
  intro H.
  assert (M : minimises (width_averaged 3 (four 4 (- 1) 4 (- 6)) some (form 1)) zero).
  { intro y. compute_all. pose proof (pow2_ge_0 (3 * y 0%nat + 4 * y 1%nat)). pose proof (pow2_ge_0 (y 1%nat)). nra. }
  specialize (H 1%nat 3%nat (four 4 (- 1) 4 (- 6)) some I ltac:(compute_all; lra) (1 + 1) (form 1) (slope 1) zero
    (fun k => match k with O => 1 | _ => 0 end) ltac:(lra) (form_gradient 1) (form_smooth 1 ltac:(lra))
    (form_convex 1 ltac:(lra)) M). squares H. lra.
Qed.
Theorem expected_smoothness_needs_4 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p :
  nat, (p <= P)%nat -> 0 <= w p) -> Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat
  -> R) (star x : nat -> R), 0 < L -> True -> Gradients.smooth D L G -> Gradients.convex F -> minimises
  (width_averaged P w keep F) star -> LocalSteps.expectation P w (fun p : nat => Gradients.norm D (Gradients.less
  (Quadratics.masked keep G p x) (Quadratics.masked keep G p star)) ^ 2) <= 2 * L * (width_averaged P w keep F x -
  width_averaged P w keep F star)).
Proof.
  intro H. pose proof (form_smooth 0 ltac:(lra)) as F. rewrite Rplus_0_r in F.
  specialize (H 1%nat 0%nat (fun _ => 1) all one_weight eq_refl 1 flat (slope 0) zero (fun _ => 1) ltac:(lra) I F all_convex
    (fun _ => Rle_refl _)). squares H. lra.
Qed.
Theorem expected_smoothness_needs_5 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p :
  nat, (p <= P)%nat -> 0 <= w p) -> Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat
  -> R) (star x : nat -> R), 0 < L -> Gradients.is_gradient D F G -> True -> Gradients.convex F -> minimises
  (width_averaged P w keep F) star -> LocalSteps.expectation P w (fun p : nat => Gradients.norm D (Gradients.less
  (Quadratics.masked keep G p x) (Quadratics.masked keep G p star)) ^ 2) <= 2 * L * (width_averaged P w keep F x -
  width_averaged P w keep F star)).
Proof.
  intro H.
  assert (M : minimises (width_averaged 0 (fun _ => 1) all (form 0)) zero) by (intro y; compute_all; nra).
  specialize (H 1%nat 0%nat (fun _ => 1) all one_weight eq_refl (/ 2) (form 0) (slope 0) zero (fun _ => 1) ltac:(lra)
    (form_gradient 0) I (form_convex 0 ltac:(lra)) M). squares H. lra.
Qed.
Theorem expected_smoothness_needs_6 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p :
  nat, (p <= P)%nat -> 0 <= w p) -> Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat
  -> R) (star x : nat -> R), 0 < L -> Gradients.is_gradient D F G -> Gradients.smooth D L G -> True -> minimises
  (width_averaged P w keep F) star -> LocalSteps.expectation P w (fun p : nat => Gradients.norm D (Gradients.less
  (Quadratics.masked keep G p x) (Quadratics.masked keep G p star)) ^ 2) <= 2 * L * (width_averaged P w keep F x -
  width_averaged P w keep F star)).
Proof.
  intro H. pose (w := four (/ 4) (3 / 8) (3 / 8) 0).
  assert (W : forall p, (p <= 3)%nat -> 0 <= w p) by (intros [|[|[|p]]] _; unfold w, four; lra).
  assert (M : minimises (width_averaged 3 w some (form 2)) zero).
  { intro y. unfold w. compute_all. pose proof (pow2_ge_0 (y 0%nat + y 1%nat)). pose proof (pow2_ge_0 (y 0%nat - y 1%nat)). nra. }
  specialize (H 1%nat 3%nat w some W ltac:(unfold w; compute_all; lra) (1 + 2) (form 2) (slope 2) zero
    (fun k => match k with O => 1 | _ => - 1 end) ltac:(lra) (form_gradient 2) (form_smooth 2 ltac:(lra)) I M).
  unfold w in H. squares H. lra.
Qed.
Theorem expected_smoothness_needs_7 : ~ (forall (D P : nat) (w : nat -> R) (keep : nat -> nat -> bool), (forall p :
  nat, (p <= P)%nat -> 0 <= w p) -> Rewards.sum P w = 1 -> forall (L : R) (F : (nat -> R) -> R) (G : (nat -> R) -> nat
  -> R) (star x : nat -> R), 0 < L -> Gradients.is_gradient D F G -> Gradients.smooth D L G -> Gradients.convex F ->
  True -> LocalSteps.expectation P w (fun p : nat => Gradients.norm D (Gradients.less (Quadratics.masked keep G p x)
  (Quadratics.masked keep G p star)) ^ 2) <= 2 * L * (width_averaged P w keep F x - width_averaged P w keep F star)).
Proof.
  intro H. pose proof (form_smooth 0 ltac:(lra)) as F. rewrite Rplus_0_r in F.
  specialize (H 1%nat 0%nat (fun _ => 1) all one_weight eq_refl 1 (form 0) (slope 0) (fun _ => 1) zero ltac:(lra)
    (form_gradient 0) F (form_convex 0 ltac:(lra)) I). squares H. lra.
Qed.

(* The full width weighs - 1 where the narrow one weighs 1, or the other way round: every model is the best. *)
Definition first (x : nat -> R) := x 0%nat ^ 2.
Theorem price_of_widths_needs_1 : ~ (forall (P : nat) (w : nat -> R) (v : R) (keep : nat -> nat -> bool) (F : (nat ->
  R) -> R) (least full compromise : nat -> R), True -> (forall p : nat, (p <= P)%nat -> 0 <= w p) -> (forall (p : nat)
  (x : nat -> R), (p <= P)%nat -> least p <= at_width keep F p x) -> minimises (fun x : nat -> R => v * F x +
  width_averaged P w keep F x) compromise -> F compromise - F full <= Rewards.sum P (fun p : nat => w p / v *
  (at_width keep F p full - least p))).
Proof.
  intro H. specialize (H 0%nat (fun _ => 1) (- 1) all first zero zero (fun _ => 1) I one_weight).
  assert (L : forall p x, (p <= 0)%nat -> zero p <= at_width all first p x)
    by (intros; unfold at_width, first, mask, all, zero; nra).
  assert (M : minimises (fun x => - 1 * first x + width_averaged 0 (fun _ => 1) all first x) (fun _ => 1))
    by (intro y; unfold first; compute_all; lra).
  specialize (H L M). unfold first in H. compute_in H. lra.
Qed.
Theorem price_of_widths_needs_2 : ~ (forall (P : nat) (w : nat -> R) (v : R) (keep : nat -> nat -> bool) (F : (nat ->
  R) -> R) (least full compromise : nat -> R), 0 < v -> True -> (forall (p : nat) (x : nat -> R), (p <= P)%nat ->
  least p <= at_width keep F p x) -> minimises (fun x : nat -> R => v * F x + width_averaged P w keep F x) compromise
  -> F compromise - F full <= Rewards.sum P (fun p : nat => w p / v * (at_width keep F p full - least p))).
Proof.
  intro H. specialize (H 0%nat (fun _ => - 1) 1 all first zero zero (fun _ => 1) ltac:(lra) I).
  assert (L : forall p x, (p <= 0)%nat -> zero p <= at_width all first p x)
    by (intros; unfold at_width, first, mask, all, zero; nra).
  assert (M : minimises (fun x => 1 * first x + width_averaged 0 (fun _ => - 1) all first x) (fun _ => 1))
    by (intro y; unfold first; compute_all; lra).
  specialize (H L M). unfold first in H. compute_in H. lra.
Qed.
Theorem price_of_widths_needs_3 : ~ (forall (P : nat) (w : nat -> R) (v : R) (keep : nat -> nat -> bool) (F : (nat ->
  R) -> R) (least full compromise : nat -> R), 0 < v -> (forall p : nat, (p <= P)%nat -> 0 <= w p) -> True ->
  minimises (fun x : nat -> R => v * F x + width_averaged P w keep F x) compromise -> F compromise - F full <=
  Rewards.sum P (fun p : nat => w p / v * (at_width keep F p full - least p))).
Proof.
  intro H. specialize (H 0%nat (fun _ => 1) 1 all flat (fun _ => 1) zero zero ltac:(lra) one_weight I).
  assert (M : minimises (fun x => 1 * flat x + width_averaged 0 (fun _ => 1) all flat x) zero)
    by (intro y; compute_all; lra).
  specialize (H M). compute_in H. lra.
Qed.
Theorem price_of_widths_needs_4 : ~ (forall (P : nat) (w : nat -> R) (v : R) (keep : nat -> nat -> bool) (F : (nat ->
  R) -> R) (least full compromise : nat -> R), 0 < v -> (forall p : nat, (p <= P)%nat -> 0 <= w p) -> (forall (p :
  nat) (x : nat -> R), (p <= P)%nat -> least p <= at_width keep F p x) -> True -> F compromise - F full <= Rewards.sum
  P (fun p : nat => w p / v * (at_width keep F p full - least p))).
Proof.
  intro H. specialize (H 0%nat zero 1 all first zero zero (fun _ => 1) ltac:(lra) ltac:(intros; unfold zero; lra)).
  assert (L : forall p x, (p <= 0)%nat -> zero p <= at_width all first p x)
    by (intros; unfold at_width, first, mask, all, zero; nra).
  specialize (H L I). unfold first in H. compute_in H. lra.
Qed.
