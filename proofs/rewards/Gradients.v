(* Vectors, gradients, and the two standard consequences of smoothness and convexity (rewards/assumption-1,
   assumption-2).
   Modelled: a vector has the coordinates 0, ..., D, a product of two vectors sums over them. G is the gradient of F
   if along every line F has the derivative that G gives; convex means below the chords. Nothing is assumed about
   second derivatives. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Section Vectors.
Variable D : nat.
Definition dot (x y : nat -> R) := sum D (fun k => x k * y k).
Definition norm2 (x : nat -> R) := dot x x.
Definition norm (x : nat -> R) := sqrt (norm2 x).
Definition less (x y : nat -> R) (k : nat) := x k - y k.
Definition along (x : nat -> R) (t : R) (d : nat -> R) (k : nat) := x k + t * d k.

Definition is_gradient (F : (nat -> R) -> R) (G : (nat -> R) -> nat -> R) :=
  forall x d, derivable_pt_lim (fun t => F (along x t d)) 0 (dot (G x) d).
Definition smooth L (G : (nat -> R) -> nat -> R) := forall x y, norm (less (G x) (G y)) <= L * norm (less x y).
Definition convex (F : (nat -> R) -> R) :=
  forall x y t, 0 <= t <= 1 -> F (fun k => (1 - t) * x k + t * y k) <= (1 - t) * F x + t * F y.

Lemma norm2_nonneg x : 0 <= norm2 x.
Proof. apply sum_nonneg. intros. nra. Qed.
Lemma norm_nonneg x : 0 <= norm x.
Proof. apply sqrt_pos. Qed.
Lemma norm_square x : norm x ^ 2 = norm2 x.
Proof. unfold norm. simpl. rewrite Rmult_1_r. apply sqrt_sqrt, norm2_nonneg. Qed.
Lemma dot_ext x y u v : (forall k, x k = u k) -> (forall k, y k = v k) -> dot x y = dot u v.
Proof. intros E H. apply sum_ext. intros k _. now rewrite E, H. Qed.
(* Both sides are sums over coordinates of the same expression. *)
Lemma dot_linear a b x y z : dot (fun k => a * x k + b * y k) z = a * dot x z + b * dot y z.
Proof. unfold dot. rewrite <- !sum_times, <- sum_plus. apply sum_ext. intros. ring. Qed.
Lemma dot_sym x y : dot x y = dot y x.
Proof. apply sum_ext. intros. ring. Qed.
Lemma square_of_sum a b x y : norm2 (fun k => a * x k + b * y k) = a ^ 2 * norm2 x + 2 * a * b * dot x y + b ^ 2 *
  norm2 y.
Proof. unfold norm2, dot. rewrite <- !sum_times, <- !sum_plus. apply sum_ext. intros. ring. Qed.

Lemma dot_opposite u x y : dot u (less x y) = - dot u (less y x).
Proof.
  replace (- dot u (less y x)) with (- 1 * dot u (less y x)) by ring.
  unfold dot. rewrite <- sum_times. apply sum_ext. intros. unfold less. ring.
Qed.

(* Cauchy and Schwarz: a square of lengths |y|^2 x - <x,y> y is not negative. *)
Lemma cauchy_schwarz x y : dot x y <= norm x * norm y.
Proof.
  pose proof (norm_nonneg x) as Px. pose proof (norm_nonneg y) as Py.
  assert (S : dot x y ^ 2 <= norm2 x * norm2 y).
  { pose proof (norm2_nonneg y) as Py2. destruct (Rle_lt_or_eq_dec _ _ Py2) as [P|Z].
    - pose proof (norm2_nonneg (fun k => norm2 y * x k + (- dot x y) * y k)) as Q. rewrite square_of_sum in Q.
      apply (Rmult_le_reg_l (norm2 y)); [assumption|]. apply Rminus_le. ring_simplify in Q. ring_simplify. lra.
    - assert (Y : forall k, (k <= D)%nat -> y k = 0).
      { intros k Hk. assert (Z2 : y k * y k = 0); [|now destruct (Rmult_integral _ _ Z2)].
        apply (sum_zero D (fun k => y k * y k)); [intros; nra| |assumption].
        unfold norm2, dot in Z. lra. }
      replace (dot x y) with 0; [rewrite <- Z; lra|]. symmetry. unfold dot.
      rewrite (sum_ext D _ (fun _ => 0)); [rewrite sum_const; ring|]. intros k Hk. rewrite (Y k Hk). ring. }
  rewrite <- !norm_square in S. apply Rsqr_incr_0_var; [unfold Rsqr; lra|now apply Rmult_le_pos].
Qed.

(* The derivative along a line, at any of its points. *)
Lemma gradient_on_line F G x d t : is_gradient F G ->
  derivable_pt_lim (fun s => F (along x s d)) t (dot (G (along x t d)) d).
Proof.
  intros HG e He. destruct (HG (along x t d) d e He) as [h Hh]. exists h. intros s S0 S1.
  specialize (Hh s S0 S1).
  replace (along (along x t d) (0 + s) d) with (along x (t + s) d) in Hh
    by (apply functional_extensionality; intro k; unfold along; ring).
  replace (along (along x t d) 0 d) with (along x t d) in Hh
    by (apply functional_extensionality; intro k; unfold along; ring).
  exact Hh.
Qed.
Lemma along_ends x y : along x 0 (less y x) = x /\ along x 1 (less y x) = y.
Proof. split; apply functional_extensionality; intro k; unfold along, less; ring. Qed.

(* From x to y the slope changes at most at the rate L |y - x|^2; compare with the parabola. *)
Theorem smooth_below_parabola L F G :
  is_gradient F G -> smooth L G ->
  forall x y, F y <= F x + dot (G x) (less y x) + L / 2 * norm (less y x) ^ 2.
Proof.
  intros HG HL x y. set (d := less y x). rewrite norm_square.
  set (gap := fun t => F (along x t d) - dot (G x) d * t - L / 2 * norm2 d * t ^ 2).
  set (slope := fun t => dot (G (along x t d)) d - dot (G x) d - L * norm2 d * t).
  destruct (MVT_cor2 gap slope 0 1 ltac:(lra)) as [c [E [C0 C1]]].
  { intros c _. unfold gap, slope.
    apply derivable_pt_lim_minus; [apply derivable_pt_lim_minus|].
    - now apply gradient_on_line.
    - assert (T : derivable_pt_lim (fun t => dot (G x) d * t) c (dot (G x) d * 1))
        by (apply derivable_pt_lim_scal, derivable_pt_lim_id).
      now rewrite Rmult_1_r in T.
    - replace (L * norm2 d * c) with (L / 2 * norm2 d * (INR 2 * c ^ (pred 2))) by (simpl; field).
      assert (T := derivable_pt_lim_pow c 2). exact (derivable_pt_lim_scal _ (L / 2 * norm2 d) _ _ T). }
  assert (S : slope c <= 0).
  { unfold slope. replace (dot (G (along x c d)) d - dot (G x) d) with (dot (less (G (along x c d)) (G x)) d).
    2: { unfold dot, less. rewrite <- sum_minus. apply sum_ext. intros. ring. }
    pose proof (cauchy_schwarz (less (G (along x c d)) (G x)) d) as CS.
    assert (step : norm (less (along x c d) x) = c * norm d).
    { unfold norm. replace (norm2 (less (along x c d) x)) with (c ^ 2 * norm2 d).
      - rewrite sqrt_mult_alt by apply pow2_ge_0. now rewrite sqrt_pow2 by lra.
      - unfold norm2, dot, less, along. rewrite <- sum_times. apply sum_ext. intros. ring. }
    specialize (HL (along x c d) x). rewrite step in HL. pose proof (norm_nonneg d).
    rewrite <- norm_square. nra. }
  unfold gap in E. destruct (along_ends x y) as [E0 E1]. fold d in E0, E1. rewrite E0, E1 in E.
  rewrite Rminus_0_r, Rmult_1_r in E. lra.
Qed.

(* Below its chords means above its tangents. *)
Lemma above_tangents F G : is_gradient F G -> convex F -> forall x y, F x + dot (G x) (less y x) <= F y.
Proof.
  intros HG HC x y. apply Rnot_lt_le. intro N. set (e := F x + dot (G x) (less y x) - F y).
  destruct (HG x (less y x) e ltac:(unfold e; lra)) as [[delta P] H]. simpl in H.
  set (h := Rmin (delta / 2) 1).
  assert (B : 0 < h <= 1 /\ h < delta) by (unfold h, Rmin; destruct (Rle_dec _ _); lra).
  specialize (H h ltac:(lra)). rewrite (Rabs_pos_eq h), (proj1 (along_ends x y)), Rplus_0_l in H by lra.
  specialize (H (proj2 B)). specialize (HC x y h ltac:(lra)).
  replace (fun k => (1 - h) * x k + h * y k) with (along x h (less y x)) in HC
    by (apply functional_extensionality; intro k; unfold along, less; ring).
  apply Rabs_def2 in H. destruct H as [_ H].
  assert (Q : (F (along x h (less y x)) - F x) / h <= F y - F x).
  { apply (Rmult_le_reg_r h); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  unfold e in H. lra.
Qed.

(* A step of 1/L against the difference of the gradients lowers what lies above the tangent. *)
Theorem convex_above_tangent L F G :
  0 < L -> is_gradient F G -> smooth L G -> convex F ->
  (forall x y, F x + dot (G x) (less y x) + / (2 * L) * norm (less (G y) (G x)) ^ 2 <= F y) /\
  (forall x y, / L * norm (less (G y) (G x)) ^ 2 <= dot (less (G y) (G x)) (less y x)).
Proof.
  intros PL HG HL HC.
  assert (A : forall x y, F x + dot (G x) (less y x) + / (2 * L) * norm (less (G y) (G x)) ^ 2 <= F y).
  { intros x y. rewrite norm_square. set (h := less (G y) (G x)). set (z := along y (- / L) h).
    pose proof (smooth_below_parabola L F G HG HL y z) as U. rewrite norm_square in U.
    pose proof (above_tangents F G HG HC x z) as V.
    replace (norm2 (less z y)) with (/ L ^ 2 * norm2 h) in U.
    2: { unfold norm2, dot, less, z, along. rewrite <- sum_times. apply sum_ext. intros. field. lra. }
    replace (dot (G y) (less z y)) with (dot (G x) (less z y) - / L * norm2 h) in U.
    2: { unfold norm2, dot. rewrite <- sum_times, <- sum_minus. apply sum_ext. intros.
         unfold z, along, h, less. ring. }
    replace (dot (G x) (less z x)) with (dot (G x) (less z y) + dot (G x) (less y x)) in V.
    2: { unfold dot. rewrite <- sum_plus. apply sum_ext. intros. unfold less. ring. }
    replace (L / 2 * (/ L ^ 2 * norm2 h)) with (/ (2 * L) * norm2 h) in U by (field; lra).
    replace (/ L * norm2 h) with (2 * (/ (2 * L) * norm2 h)) in U by (field; lra). lra. }
  split; [exact A|]. intros x y. pose proof (A x y) as U. pose proof (A y x) as V. rewrite norm_square in *.
  replace (norm2 (less (G x) (G y))) with (norm2 (less (G y) (G x))) in V
    by (unfold norm2, dot, less; apply sum_ext; intros; ring).
  replace (dot (less (G y) (G x)) (less y x)) with (dot (G y) (less y x) - dot (G x) (less y x))
    by (unfold dot; rewrite <- sum_minus; apply sum_ext; intros; unfold less; ring).
  rewrite (dot_opposite (G y) x y) in V.
  replace (/ L * norm2 (less (G y) (G x))) with (2 * (/ (2 * L) * norm2 (less (G y) (G x)))) by (field; lra). lra.
Qed.
End Vectors.
