(* Random widths in two and three dimensions (rewards/new-two-dimensional-gap, new-optima-agree-three-widths).
   Modelled: as in WidthOptima.v. In two dimensions the two coordinates are numbers, and the half width sets the second
   one to zero. In three dimensions the widths 0, 1 and 2 keep one, two and three coordinates. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps RandomWidths WidthOptima.
Open Scope R_scope.

(* Two dimensions: both minima exist, there is one of each, and between them lies the gap. *)
Theorem price_in_two_dimensions rho w : 0 < rho < 1 -> 0 < w < 1 ->
  let q := 1 - (1 - w) * rho ^ 2 in
  let gap r v := r ^ 2 * v ^ 2 * (1 - r) / (2 * (1 + r) * (1 - (1 - v) * r ^ 2) ^ 2) in
  (forall x1 x2, (forall y1 y2, bowl_averaged rho w x1 x2 <= bowl_averaged rho w y1 y2) <->
     x1 = / q * (1 - (1 - w) * rho) /\ x2 = / q * (1 - rho)) /\
  (exists b1 b2, forall y1 y2, bowl rho b1 b2 <= bowl rho y1 y2) /\
  (forall b1 b2, (forall y1 y2, bowl rho b1 b2 <= bowl rho y1 y2) ->
     bowl rho (/ q * (1 - (1 - w) * rho)) (/ q * (1 - rho)) - bowl rho b1 b2 = gap rho w) /\
  gap rho (/ 2) = rho ^ 2 * (1 - rho) / (2 * (1 + rho) * (2 - rho ^ 2) ^ 2) /\ gap (/ 2) (/ 2) = 2 / 147.
Proof.
  intros Hr Hw q gap. assert (Q : 0 < q) by (unfold q; nra).
  set (a := / q * (1 - (1 - w) * rho)). set (b := / q * (1 - rho)). set (m := / (1 + rho)).
  assert (HX : forall y1 y2, bowl_averaged rho w a b <= bowl_averaged rho w y1 y2).
  { intros y1 y2.
    assert (E : bowl_averaged rho w y1 y2 = bowl_averaged rho w a b + / 2 * ((1 - w) * (y2 - b + rho * (y1 - a)) ^ 2 +
      q * (y1 - a) ^ 2)) by (unfold bowl_averaged, bowl, a, b; unfold q in *; field; lra).
    assert (0 <= (1 - w) * (y2 - b + rho * (y1 - a)) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]).
    assert (0 <= q * (y1 - a) ^ 2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]). lra. }
  assert (HB : forall y1 y2, bowl rho m m <= bowl rho y1 y2).
  { intros y1 y2.
    assert (E : bowl rho y1 y2 = bowl rho m m + / 2 * ((y2 - m + rho * (y1 - m)) ^ 2 + (1 - rho ^ 2) * (y1 - m) ^ 2))
      by (unfold bowl, m; field; lra).
    pose proof (pow2_ge_0 (y2 - m + rho * (y1 - m))).
    assert (0 <= (1 - rho ^ 2) * (y1 - m) ^ 2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]). lra. }
  assert (W : 0 <= w < 1) by lra. split; [|split; [|split; [|split]]].
  - intros x1 x2. split; [intro H|intros [-> ->]; assumption].
    destruct (two_dimensional_gap rho w x1 x2 m m Hr W H HB) as [-> [-> _]]. fold q. unfold a, b, Rdiv.
    now rewrite !(Rmult_comm (/ q)).
  - now exists m, m.
  - intros b1 b2 H. now destruct (two_dimensional_gap rho w a b b1 b2 Hr W HX H) as [_ [_ [G _]]].
  - unfold gap. field. nra.
  - unfold gap. field.
Qed.

(* Three widths: the gradients of the two smaller ones cancel. *)
Definition nested (p k : nat) := Nat.leb k p.
Definition quadratic D A b (x : nat -> R) := / 2 * dot D x (fun k => sum D (fun l => A k l * x l)) - dot D b x.
Definition coupled (k l : nat) : R := match k, l with
  | O, O | S O, S O | S (S O), S (S O) => 1
  | O, S O | S O, O => - / 2
  | O, S (S O) | S (S O), O => / 4
  | _, _ => 0
  end.
Definition pull (k : nat) : R := match k with O => 3 / 4 | S O => / 2 | _ => 5 / 4 end.
Theorem errors_of_two_cancel : exists A b, let F := quadratic 2 A b in let ones := fun _ : nat => 1 in
  minimises F ones /\ (forall x, minimises F x -> forall k, (k <= 2)%nat -> x k = 1) /\
  minimises (width_averaged 2 (fun _ => / 3) nested F) ones /\
  ~ minimises (at_width nested F 0) ones /\ ~ minimises (at_width nested F 1) ones.
Proof.
  exists coupled, pull. intros F ones.
  assert (full : forall x, F x = F ones + / 2 * ((x 1%nat - 1 - / 2 * (x 0%nat - 1)) ^ 2 +
    (x 2%nat - 1 + / 4 * (x 0%nat - 1)) ^ 2 + 11 / 16 * (x 0%nat - 1) ^ 2)).
  { intro x. unfold F, quadratic, dot, sum, coupled, pull, ones. simpl. field. }
  assert (square : forall t : R, t ^ 2 <= 0 -> t = 0).
  { intros t H. pose proof (pow2_ge_0 t). apply Rsqr_0_uniq. unfold Rsqr. lra. }
  split; [|split; [|split; [|split]]].
  - intro x. rewrite (full x). pose proof (pow2_ge_0 (x 1%nat - 1 - / 2 * (x 0%nat - 1))).
    pose proof (pow2_ge_0 (x 2%nat - 1 + / 4 * (x 0%nat - 1))). pose proof (pow2_ge_0 (x 0%nat - 1)). lra.
  - intros x H. specialize (H ones). rewrite (full x) in H.
    pose proof (pow2_ge_0 (x 1%nat - 1 - / 2 * (x 0%nat - 1))) as P1.
    pose proof (pow2_ge_0 (x 2%nat - 1 + / 4 * (x 0%nat - 1))) as P2. pose proof (pow2_ge_0 (x 0%nat - 1)) as P0.
    pose proof (square (x 0%nat - 1) ltac:(lra)). pose proof (square (x 1%nat - 1 - / 2 * (x 0%nat - 1)) ltac:(lra)).
    pose proof (square (x 2%nat - 1 + / 4 * (x 0%nat - 1)) ltac:(lra)).
    intros k Hk. destruct k as [|[|[|]]]; [lra|lra|lra|lia].
  - intro x.
    assert (E : width_averaged 2 (fun _ => / 3) nested F x = width_averaged 2 (fun _ => / 3) nested F ones +
      / 3 * ((x 1%nat - 1 - / 2 * (x 0%nat - 1)) ^ 2 + / 2 * (x 2%nat - 1 + / 4 * (x 0%nat - 1)) ^ 2 +
        39 / 32 * (x 0%nat - 1) ^ 2)).
    { unfold width_averaged, expectation, at_width, F, quadratic, dot, sum, mask, nested, coupled, pull, ones.
      simpl. field. }
    rewrite E. pose proof (pow2_ge_0 (x 1%nat - 1 - / 2 * (x 0%nat - 1))).
    pose proof (pow2_ge_0 (x 2%nat - 1 + / 4 * (x 0%nat - 1))). pose proof (pow2_ge_0 (x 0%nat - 1)). lra.
  - intro H. specialize (H (fun _ => 3 / 4)).
    unfold at_width, F, quadratic, dot, sum, mask, nested, coupled, pull, ones in H. simpl in H. lra.
  - intro H. specialize (H (fun _ => 7 / 6)).
    unfold at_width, F, quadratic, dot, sum, mask, nested, coupled, pull, ones in H. simpl in H. lra.
Qed.
