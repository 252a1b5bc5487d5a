(* What the theorems of Injury.v need: each hypothesis below is dropped in turn; numbers break the rest. *)
Require Import Reals Lra Psatz.
From Incentives Require Import Injury.
Open Scope R_scope.

(* Errors that move together; no error of one's own and none of the others. *)
Theorem parabola_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall v : R,
  Injury.error A D C v = (v ^ 2 * A + (1 - v) ^ 2 * D)%R /\
  Injury.error A D C v = (A * D / (A + D) + (A + D) * (Injury.best A D - v) ^ 2)%R).
Proof.
  intro H; destruct (H 1 1 1 ltac:(lra) ltac:(lra) I (1 / 2)) as [E _]; unfold Injury.error in E; lra.
Qed.
Theorem chord_needs_1 : ~ (forall A D C : R, True -> forall n r : R, (0 < n)%R -> (0 < r)%R ->
  let w := (n / (n + r))%R in let paid := (r * w ^ 2 * Injury.distance A D C / n)%R in
  paid = (w * (1 - w) * (A + D))%R /\ (Injury.error A D C w + paid)%R = (w * A + (1 - w) * D)%R /\
  ((Injury.error A D C w + paid < A)%R <-> (D < A)%R)).
Proof.
  intro H; destruct (H 1 1 1 I 1 1 ltac:(lra) ltac:(lra)) as [E _]; unfold Injury.distance in E.
  replace (1 / (1 + 1)) with (1 / 2) in E by lra; lra.
Qed.
Theorem personalisation_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall w z : R, (w < 1)%R ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H 1 3 1 ltac:(lra) ltac:(lra) I 0 (3 / 4) ltac:(lra)) as [_ E].
  assert (B : 3 / 4 + (1 - 3 / 4) * 0 = Injury.best 1 3) by (unfold Injury.best; lra).
  pose proof (E B 1) as F; unfold Injury.error in F; lra.
Qed.
Theorem personalisation_needs_4 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> C = 0%R -> forall w z : R, True ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H 1 1 0 ltac:(lra) ltac:(lra) eq_refl 1 0 I) as [E _].
  assert (F : 0 + (1 - 0) * 1 = Injury.best 1 1); [apply E; intro z; unfold Injury.error; nra |].
  unfold Injury.best in F; lra.
Qed.
Theorem exclusion_needs_4 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> C = 0%R -> forall w : R, True ->
  ((Injury.error A D C w < A)%R <-> ((1 - w) * D < (1 + w) * A)%R) /\
  (forall v : R, (Injury.error A D C (Injury.best A D) <= Injury.error A D C v)%R)).
Proof.
  intro H; destruct (H 1 1 0 ltac:(lra) ltac:(lra) eq_refl 2 I) as [[_ E] _].
  assert (F : (1 - 2) * 1 < (1 + 2) * 1) by lra; apply E in F; unfold Injury.error in F; lra.
Qed.
Theorem exclusion_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall w : R, (w < 1)%R ->
  ((Injury.error A D C w < A)%R <-> ((1 - w) * D < (1 + w) * A)%R) /\
  (forall v : R, (Injury.error A D C (Injury.best A D) <= Injury.error A D C v)%R)).
Proof.
  intro H; destruct (H 1 1 1 ltac:(lra) ltac:(lra) I (1 / 2) ltac:(lra)) as [[_ E] _].
  assert (F : (1 - 1 / 2) * 1 < (1 + 1 / 2) * 1) by lra; apply E in F; unfold Injury.error in F; lra.
Qed.
Theorem payments_reverse_the_lie_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall w k : R,
  (0 < w)%R -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H 1 1 1 ltac:(lra) ltac:(lra) I (1 / 2) 0 ltac:(lra)) as [E _].
  unfold Injury.charged, Injury.error, Injury.best, Injury.distance in E; lra.
Qed.
Theorem payments_reverse_the_lie_needs_4 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> C = 0%R -> forall w k : R,
  True -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H 1 1 0 ltac:(lra) ltac:(lra) eq_refl 0 0 I) as [_ [E _]].
  assert (F : 0 <> Injury.best 1 1) by (unfold Injury.best; lra); apply E in F.
  unfold Injury.charged, Injury.error, Injury.best, Injury.distance in F; lra.
Qed.
