(* When the full optimum survives training at random widths, and an exact price in two dimensions
   (rewards/new-optima-agree, new-two-dimensional-gap).
   Modelled: widths 0, ..., P of weights w, as in RandomWidths.v; of two widths the width 1 is the full one. In two
   dimensions the two coordinates are numbers, and the half width sets the second one to zero. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps RandomWidths.
Open Scope R_scope.

(* Derivatives at 0 along a line, of what a polynomial is made of. *)
Lemma slope_line a b : derivable_pt_lim (fun t => a + t * b) 0 b.
Proof.
  intros e He. exists (mkposreal 1 Rlt_0_1). intros h H0 _.
  replace ((a + (0 + h) * b - (a + 0 * b)) / h - b) with 0 by (field; assumption). now rewrite Rabs_R0.
Qed.
Lemma slope_square f l : derivable_pt_lim f 0 l -> derivable_pt_lim (fun t => f t ^ 2) 0 (2 * f 0 * l).
Proof.
  intro H. pose proof (derivable_pt_lim_mult f f 0 l l H H) as Q.
  replace (l * f 0 + f 0 * l) with (2 * f 0 * l) in Q by ring. replace (fun t => f t ^ 2) with (f * f)%F; [exact Q|].
  apply functional_extensionality. intro t. unfold mult_fct. ring.
Qed.
Lemma slope_shift f l c k : derivable_pt_lim f 0 l -> derivable_pt_lim (fun t => c + k * f t) 0 (k * l).
Proof.
  intro H. pose proof (derivable_pt_lim_plus _ _ 0 _ _ (derivable_pt_lim_const c 0) (derivable_pt_lim_scal f k 0 l H))
    as Q.
  now rewrite Rplus_0_l in Q.
Qed.

(* Not convex: the narrow model is best at 1 and -1, the full one at (0, 1). *)
Definition bumpy (x : nat -> R) := (x 0%nat ^ 2 - 1) ^ 2 * (1 - x 1%nat) ^ 2 + 8 * (x 0%nat ^ 2 * x 1%nat ^ 2) +
  10 * (1 - x 1%nat) ^ 2.
Definition bumpy_gradient (x : nat -> R) (k : nat) := match k with
  | O => 4 * x 0%nat * (x 0%nat ^ 2 - 1) * (1 - x 1%nat) ^ 2 + 16 * x 0%nat * x 1%nat ^ 2
  | _ => - 2 * (x 0%nat ^ 2 - 1) ^ 2 * (1 - x 1%nat) + 16 * x 0%nat ^ 2 * x 1%nat - 20 * (1 - x 1%nat)
  end.
Definition first_or_full (p k : nat) := orb (Nat.eqb p 1) (Nat.eqb k 0).
Lemma bumpy_has_gradient : is_gradient 1 bumpy bumpy_gradient.
Proof.
  intros x d. set (a := x 0%nat). set (b := d 0%nat). set (c := x 1%nat). set (e := d 1%nat).
  pose proof (slope_square _ _ (slope_line a b)) as A. pose proof (slope_square _ _ (slope_line c e)) as C.
  pose proof (slope_square _ _ (slope_shift _ _ (- 1) 1 A)) as A2.
  pose proof (slope_square _ _ (slope_shift _ _ 1 (- 1) (slope_line c e))) as C2.
  pose proof (derivable_pt_lim_plus _ _ 0 _ _ (derivable_pt_lim_plus _ _ 0 _ _ (derivable_pt_lim_mult _ _ 0 _ _ A2 C2)
    (derivable_pt_lim_scal _ 8 0 _ (derivable_pt_lim_mult _ _ 0 _ _ A C))) (derivable_pt_lim_scal _ 10 0 _ C2)) as Q.
  match type of Q with derivable_pt_lim ?f 0 ?l =>
    replace (fun t => bumpy (along x t d)) with f; [replace (dot 1 (bumpy_gradient x) d) with l; [exact Q|]|] end.
  - unfold dot, sum, bumpy_gradient. cbn [sum_f_R0]. fold a b c e. ring.
  - apply functional_extensionality. intro t. unfold plus_fct, mult_fct, mult_real_fct, bumpy, along. fold a b c e.
    ring.
Qed.

Theorem optima_agree :
  (forall P w keep F full, (forall p, (p <= P)%nat -> 0 <= w p) ->
    (forall p, (p <= P)%nat -> minimises (at_width keep F p) full) -> minimises (width_averaged P w keep F) full) /\
  (forall D w keep F G full, 0 < w 0%nat -> 0 < w 1%nat -> sum 1 w = 1 -> (forall k, keep 1%nat k = true) ->
    is_gradient D F G -> convex F -> minimises F full -> minimises (width_averaged 1 w keep F) full ->
    minimises (at_width keep F 0) full) /\
  exists D F G full, is_gradient D F G /\ minimises F full /\
    minimises (width_averaged 1 (fun _ => / 2) first_or_full F) full /\ ~ minimises (at_width first_or_full F 0) full.
Proof.
  split; [|split].
  - intros P w keep F full W H y. apply expectation_le; [assumption|]. intros p Hp. now apply H.
  - intros D w keep F G full W0 W1 S K HG HC HM HA.
    assert (W : forall p, (p <= 1)%nat -> 0 <= w p)
      by (intros p Hp; destruct p as [|[|p]]; [lra|lra|lia]).
    assert (all : forall x, mask keep 1 x = x)
      by (intro x; apply functional_extensionality; intro k; unfold mask; now rewrite K).
    apply (minimum_at_zero_gradient D _ (masked keep G 0)); [now apply width_gradient|now apply width_convex|]. intro d.
    destruct (width_averaged_objective D 1 w keep W S 0 F G HG) as [HE _].
    pose proof (gradient_at_minimum D _ _ full HE HA d) as Z.
    pose proof (gradient_at_minimum D F G full HG HM d) as Z1.
    assert (E : dot D (expected_gradient 1 w keep G full) d =
      w 0%nat * dot D (masked keep G 0 full) d + w 1%nat * dot D (G full) d).
    { rewrite <- dot_linear. apply dot_ext; [|reflexivity]. intro k. unfold expected_gradient, expectation, sum.
      cbn [sum_f_R0]. unfold masked at 2. now rewrite !all. }
    rewrite E, Z1 in Z. nra.
  - set (full := fun k : nat => INR k). exists 1%nat, bumpy, bumpy_gradient, full.
    assert (f0 : full 0%nat = 0) by reflexivity. assert (f1 : full 1%nat = 1) by reflexivity.
    split; [exact bumpy_has_gradient|split; [|split]].
    + intro y. unfold bumpy. rewrite f0, f1. set (a := y 0%nat). set (c := y 1%nat).
      pose proof (pow2_ge_0 ((a ^ 2 - 1) * (1 - c))). pose proof (pow2_ge_0 (a * c)). pose proof (pow2_ge_0 (1 - c)).
      rewrite Rpow_mult_distr in *. lra.
    + intro y. unfold width_averaged, expectation, sum, at_width, bumpy, mask, first_or_full.
      cbn [sum_f_R0 orb Nat.eqb].
      rewrite f0, f1. set (a := y 0%nat). set (c := y 1%nat). set (t := a ^ 2).
      assert (T : 0 <= t) by apply pow2_ge_0. pose proof (pow2_ge_0 ((t - 1) * (1 - c))) as S1.
      pose proof (pow2_ge_0 (t - 1)). pose proof (pow2_ge_0 (1 - c)).
      rewrite Rpow_mult_distr in S1. destruct (Rle_dec (/ 2) c) as [H1|H1].
      * assert (/ 4 <= c ^ 2) by nra. assert (/ 4 * t <= t * c ^ 2) by nra. nra.
      * assert (/ 4 <= (1 - c) ^ 2) by nra.
        assert (0 <= t * c ^ 2) by (apply Rmult_le_pos; [|apply pow2_ge_0]; lra). nra.
    + intro H. specialize (H (fun _ => 1)). unfold at_width, bumpy, mask, first_or_full in H. cbn [orb Nat.eqb] in H.
      rewrite f0 in H. lra.
Qed.

(* Two dimensions: the half width keeps the first coordinate only and has the weight w. *)
Definition bowl rho x1 x2 := / 2 * (x1 ^ 2 + 2 * rho * x1 * x2 + x2 ^ 2) - x1 - x2.
Definition bowl_averaged rho w x1 x2 := w * bowl rho x1 0 + (1 - w) * bowl rho x1 x2.
Lemma form_zero c rho u v : 0 < c -> c * rho ^ 2 < 1 -> u ^ 2 + 2 * c * rho * u * v + c * v ^ 2 <= 0 -> u = 0 /\ v = 0.
Proof.
  intros C Hr H.
  assert (E : u ^ 2 + 2 * c * rho * u * v + c * v ^ 2 = c * (v + rho * u) ^ 2 + (1 - c * rho ^ 2) * u ^ 2)
    by ring.
  pose proof (pow2_ge_0 (v + rho * u)). pose proof (pow2_ge_0 u).
  assert (U : u ^ 2 = 0) by nra. assert (V : (v + rho * u) ^ 2 = 0) by nra.
  assert (u0 : u = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra). subst u.
  assert (v0 : v + rho * 0 = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra). split; lra.
Qed.
Theorem two_dimensional_gap rho w x1 x2 b1 b2 :
  0 < rho < 1 -> 0 <= w < 1 ->
  (forall y1 y2, bowl_averaged rho w x1 x2 <= bowl_averaged rho w y1 y2) ->
  (forall y1 y2, bowl rho b1 b2 <= bowl rho y1 y2) ->
  let gap r v := r ^ 2 * v ^ 2 * (1 - r) / (2 * (1 + r) * (1 - (1 - v) * r ^ 2) ^ 2) in
  x1 = (1 - (1 - w) * rho) / (1 - (1 - w) * rho ^ 2) /\ x2 = (1 - rho) / (1 - (1 - w) * rho ^ 2) /\
  bowl rho x1 x2 - bowl rho b1 b2 = gap rho w /\ gap (/ 2) (/ 2) = 2 / 147.
Proof.
  intros Hr Hw HX HB gap. set (q := 1 - (1 - w) * rho ^ 2).
  assert (Q : 0 < q) by (unfold q; nra).
  set (a := (1 - (1 - w) * rho) / q). set (b := (1 - rho) / q).
  assert (X : x1 - a = 0 /\ x2 - b = 0).
  { apply (form_zero (1 - w) rho); [lra|unfold q in Q; lra|]. specialize (HX a b).
    replace (bowl_averaged rho w x1 x2) with (bowl_averaged rho w a b + / 2 * ((x1 - a) ^ 2 + 2 * (1 - w) * rho * (x1 -
      a) * (x2 - b) + (1 - w) * (x2 - b) ^ 2)) in HX; [lra|].
    unfold bowl_averaged, bowl, a, b. unfold q in *. field. lra. }
  set (m := / (1 + rho)).
  assert (B : b1 - m = 0 /\ b2 - m = 0).
  { apply (form_zero 1 rho); [lra|nra|]. specialize (HB m m).
    replace (bowl rho b1 b2) with (bowl rho m m + / 2 * ((b1 - m) ^ 2 + 2 * 1 * rho * (b1 - m) * (b2 - m) + 1 * (b2 - m)
      ^ 2)) in HB; [lra|]. unfold bowl, m. field. lra. }
  assert (x1 = a) by lra. assert (x2 = b) by lra. assert (b1 = m) by lra. assert (b2 = m) by lra. subst x1 x2 b1 b2.
  split; [reflexivity|split; [reflexivity|split]].
  - unfold gap, bowl, a, b, m. unfold q in *. field. lra.
  - unfold gap. field.
Qed.
