(* What the theorem on two dimensions of WidthExamples.v needs: a full model that is not convex has no minimum, and a full
   width of weight zero leaves the second coordinate free. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments WidthOptima WidthExamples.
Open Scope R_scope.

Theorem price_in_two_dimensions_needs_1 : ~ (forall rho w : R, True -> 0 < w < 1 ->
  let q := 1 - (1 - w) * rho ^ 2 in
  let gap := fun r v : R => r ^ 2 * v ^ 2 * (1 - r) / (2 * (1 + r) * (1 - (1 - v) * r ^ 2) ^ 2) in
  (forall x1 x2 : R, (forall y1 y2 : R, bowl_averaged rho w x1 x2 <= bowl_averaged rho w y1 y2) <->
    x1 = / q * (1 - (1 - w) * rho) /\ x2 = / q * (1 - rho)) /\
  (exists b1 b2 : R, forall y1 y2 : R, bowl rho b1 b2 <= bowl rho y1 y2) /\
  (forall b1 b2 : R, (forall y1 y2 : R, bowl rho b1 b2 <= bowl rho y1 y2) ->
    bowl rho (/ q * (1 - (1 - w) * rho)) (/ q * (1 - rho)) - bowl rho b1 b2 = gap rho w) /\
  gap rho (/ 2) = rho ^ 2 * (1 - rho) / (2 * (1 + rho) * (2 - rho ^ 2) ^ 2) /\ gap (/ 2) (/ 2) = 2 / 147).
Proof.
  intro H. destruct (H 2 (/ 2) I ltac:(lra)) as [_ [[b1 [b2 B]] _]]. set (t := 1 + Rabs (bowl 2 b1 b2)).
  specialize (B t (- t)). pose proof (Rabs_pos (bowl 2 b1 b2)). pose proof (Rle_abs (- bowl 2 b1 b2)) as L.
  rewrite Rabs_Ropp in L. assert (E : bowl 2 t (- t) = - t ^ 2) by (unfold bowl; field).
  rewrite E in B. assert (1 <= t) by (unfold t; lra). assert (- bowl 2 b1 b2 < t) by (unfold t; lra). nra.
Qed.
Theorem price_in_two_dimensions_needs_2 : ~ (forall rho w : R, 0 < rho < 1 -> True ->
  let q := 1 - (1 - w) * rho ^ 2 in
  let gap := fun r v : R => r ^ 2 * v ^ 2 * (1 - r) / (2 * (1 + r) * (1 - (1 - v) * r ^ 2) ^ 2) in
  (forall x1 x2 : R, (forall y1 y2 : R, bowl_averaged rho w x1 x2 <= bowl_averaged rho w y1 y2) <->
    x1 = / q * (1 - (1 - w) * rho) /\ x2 = / q * (1 - rho)) /\
  (exists b1 b2 : R, forall y1 y2 : R, bowl rho b1 b2 <= bowl rho y1 y2) /\
  (forall b1 b2 : R, (forall y1 y2 : R, bowl rho b1 b2 <= bowl rho y1 y2) ->
    bowl rho (/ q * (1 - (1 - w) * rho)) (/ q * (1 - rho)) - bowl rho b1 b2 = gap rho w) /\
  gap rho (/ 2) = rho ^ 2 * (1 - rho) / (2 * (1 + rho) * (2 - rho ^ 2) ^ 2) /\ gap (/ 2) (/ 2) = 2 / 147).
Proof.
  intro H. destruct (H (/ 2) 1 ltac:(lra) I) as [P _]. destruct (proj1 (P 1 5)) as [_ E]; [|lra].
  intros y1 y2. unfold bowl_averaged, bowl. pose proof (pow2_ge_0 (y1 - 1)). lra.
Qed.
