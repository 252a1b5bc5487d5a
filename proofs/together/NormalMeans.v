(* Means of payments where a distance is normal, and what the square of the distance charges and risks, for
   NormalRisk.v.
   Modelled: an outcome w is all differences among the reports, d w the distance of member i's report from the best mean
   of the others. The density of an outcome is the normal density of d, with the variance V + Q, times a law of the
   differences among the others. [integral] integrates against that law and against d: it is any linear and positive
   functional on some class of functions that gives every normal density the integral 1. The moments of d follow from
   this, since the variance may be any. "A payment charges b for each unit of V": b is the slope of its mean in V at the
   true V. Not modelled: measurability. *)
Require Import Reals Lra Psatz FunctionalExtensionality.
Open Scope R_scope.

Definition density (v x : R) := exp (- x ^ 2 / (2 * v)) / sqrt (2 * PI * v).

Section Normal.
Variables (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R).
Definition linear_and_positive :=
  (forall a b f g, integrable f -> integrable g -> integrable (fun w => a * f w + b * g w) /\
    integral (fun w => a * f w + b * g w) = a * integral f + b * integral g) /\
  (forall f, integrable f -> (forall w, 0 <= f w) -> 0 <= integral f).
(* The mean of f where the variance of d is v. *)
Definition has_mean v f := integrable (fun w => density v (d w) * f w).
Definition mean v f := integral (fun w => density v (d w) * f w).
Definition normal := forall v, 0 < v ->
  has_mean v (fun _ => 1) /\ mean v (fun _ => 1) = 1 /\ has_mean v (fun w => d w ^ 2) /\ has_mean v (fun w => d w ^ 4).
Definition near V (P : R -> Prop) := exists r, 0 < r /\ forall x, Rabs (x - V) < r -> P x.
Definition charges V Q p b :=
  near V (fun x => has_mean (x + Q) p) /\ derivable_pt_lim (fun x => mean (x + Q) p) V b.
Definition deviation v p := sqrt (mean v (fun w => p w ^ 2) - mean v p ^ 2).
Definition beyond k w := if Rlt_dec k (Rabs (d w)) then 1 else 0.
Definition tails := exists Phi, (forall x, derivable_pt_lim Phi x (density 1 x)) /\
  forall v k, 0 < v -> 0 < k ->
    has_mean v (beyond k) /\ mean v (beyond k) = 1 - (Phi (k / sqrt v) - Phi (- (k / sqrt v))).

Lemma scale_pos v : 0 < v -> 0 < sqrt (2 * PI * v).
Proof. intro. apply sqrt_lt_R0. pose proof PI_RGT_0. nra. Qed.
Lemma density_pos v x : 0 < v -> 0 < density v x.
Proof. intro H. apply Rdiv_lt_0_compat; [apply exp_pos|now apply scale_pos]. Qed.
(* Another variance multiplies the density by this. *)
Definition ratio v v' x := exp (x ^ 2 * ((v' - v) / (2 * v * v'))) / sqrt (v' / v).
Lemma root_pos v v' : 0 < v -> 0 < v' -> 0 < sqrt (v' / v).
Proof. intros. apply sqrt_lt_R0. now apply Rdiv_lt_0_compat. Qed.
Lemma changed v v' x : 0 < v -> 0 < v' -> density v' x = density v x * ratio v v' x.
Proof.
  intros Hv Hv'. pose proof (scale_pos v Hv) as S. pose proof (root_pos v v' Hv Hv') as T. unfold density, ratio.
  replace (2 * PI * v') with (v' / v * (2 * PI * v)) by (field; lra). pose proof PI_RGT_0.
  rewrite sqrt_mult; [|apply Rlt_le, Rdiv_lt_0_compat; lra|apply Rmult_le_pos; lra].
  replace (- x ^ 2 / (2 * v')) with (- x ^ 2 / (2 * v) + x ^ 2 * ((v' - v) / (2 * v * v'))) by (field; lra).
  rewrite exp_plus. field. lra.
Qed.

Hypotheses (calculus : linear_and_positive) (law : normal).
Definition int f x := integrable f /\ integral f = x.
Lemma comb a b f g x y : int f x -> int g y -> int (fun w => a * f w + b * g w) (a * x + b * y).
Proof. intros [F <-] [G <-]. destruct (proj1 calculus a b f g F G). now split. Qed.
Lemma nonneg f g x : int f x -> (forall w, g w = f w) -> (forall w, 0 <= g w) -> 0 <= x.
Proof.
  intros [F <-] E P. apply (proj2 calculus); [exact F|]. intro w. rewrite <- E. apply P.
Qed.
Lemma whole v : 0 < v -> int (fun w => density v (d w) * 1) 1.
Proof. intro H. destruct (law v H) as (A & B & _). now split. Qed.

(* The second and the fourth moment follow from the integrals of the normal densities. *)
Lemma flat f : continuity_pt f 1 -> (forall r, 0 < r -> (r - 1) * f r <= 0) -> f 1 = 0.
Proof.
  intros C S. destruct (Req_dec (f 1) 0) as [|N]; [assumption|exfalso].
  destruct (C (Rabs (f 1)) ltac:(now apply Rabs_pos_lt)) as (delta & Hd & H). simpl in H. unfold R_dist in H.
  set (t := Rmin (delta / 2) (1 / 2)). assert (T : 0 < t) by (apply Rmin_glb_lt; lra).
  assert (t <= delta / 2) by apply Rmin_l. assert (t <= 1 / 2) by apply Rmin_r.
  destruct (Rtotal_order (f 1) 0) as [L|[|G]]; [|easy|].
  - specialize (H (1 - t)). rewrite (Rabs_left (f 1)) in H by assumption.
    assert (Q : Rabs (f (1 - t) - f 1) < - f 1).
    { apply H. split; [split; [exact I|lra]|]. replace (1 - t - 1) with (- t) by ring.
      rewrite Rabs_Ropp, Rabs_pos_eq; lra. }
    apply Rabs_def2 in Q. specialize (S (1 - t) ltac:(lra)). nra.
  - specialize (H (1 + t)). rewrite (Rabs_pos_eq (f 1)) in H by lra.
    assert (Q : Rabs (f (1 + t) - f 1) < f 1).
    { apply H. split; [split; [exact I|lra]|]. replace (1 + t - 1) with t by ring. rewrite Rabs_pos_eq; lra. }
    apply Rabs_def2 in Q. specialize (S (1 + t) ltac:(lra)). nra.
Qed.
Lemma next_moment g v r x y z : (forall w, 0 <= g w) -> 0 < v -> 0 < r ->
  int (fun w => density v (d w) * g w) x -> int (fun w => density (r ^ 2 * v) (d w) * g w) y ->
  int (fun w => density v (d w) * (g w * d w ^ 2)) z ->
  (r ^ 2 - 1) / (2 * v * r ^ 2) * z <= r * y - x.
Proof.
  intros P Hv Hr X Y Z. set (th := (r ^ 2 - 1) / (2 * v * r ^ 2)). assert (0 < r ^ 2) by nra.
  assert (Hv' : 0 < r ^ 2 * v) by nra.
  assert (E : forall x, r * density (r ^ 2 * v) x = density v x * exp (x ^ 2 * th)).
  { intro u. rewrite (changed v _ u Hv Hv'). unfold ratio. replace (r ^ 2 * v / v) with (r ^ 2) by (field; lra).
    rewrite sqrt_pow2 by lra. replace ((r ^ 2 * v - v) / (2 * v * (r ^ 2 * v))) with th by (unfold th; field; lra).
    field. lra. }
  pose proof (comb 1 (- 1) _ _ _ _ (comb r (- 1) _ _ _ _ Y X) (comb th 0 _ _ _ _ Z Z)) as D.
  apply (nonneg _ (fun w => density v (d w) * g w * (exp (d w ^ 2 * th) - (1 + d w ^ 2 * th)))) in D.
  - lra.
  - intro w. replace (r * (density (r ^ 2 * v) (d w) * g w)) with (r * density (r ^ 2 * v) (d w) * g w) by ring.
    rewrite E. ring.
  - intro w. pose proof (density_pos v (d w) Hv). pose proof (P w).
    apply Rmult_le_pos; [nra|]. pose proof (exp_ineq1_le (d w ^ 2 * th)). lra.
Qed.
Lemma second_moment v : 0 < v -> int (fun w => density v (d w) * d w ^ 2) v.
Proof.
  intro Hv. destruct (law v Hv) as (A & B & C & _). split; [exact C|]. set (z := integral _).
  assert (S : forall r, 0 < r -> (r - 1) * ((r + 1) * z - 2 * v * r ^ 2) <= 0).
  { intros r Hr. assert (0 < r ^ 2) by nra. assert (Z : int (fun w => density v (d w) * (1 * d w ^ 2)) z).
    { replace (fun w => density v (d w) * (1 * d w ^ 2)) with (fun w => density v (d w) * d w ^ 2); [now split|].
      apply functional_extensionality. intro. ring. }
    pose proof (next_moment (fun _ => 1) v r _ _ _ ltac:(intros; lra) Hv Hr (whole v Hv)
      (whole (r ^ 2 * v) ltac:(nra)) Z) as N.
    replace ((r - 1) * ((r + 1) * z - 2 * v * r ^ 2)) with
      (2 * v * r ^ 2 * ((r ^ 2 - 1) / (2 * v * r ^ 2) * z - (r * 1 - 1))) by (field; lra).
    assert (0 < 2 * v * r ^ 2) by nra. nra. }
  pose proof (flat (fun r => (r + 1) * z - 2 * v * r ^ 2) ltac:(reg) S). simpl in H. lra.
Qed.
Lemma fourth_moment v : 0 < v -> int (fun w => density v (d w) * d w ^ 4) (3 * v ^ 2).
Proof.
  intro Hv. destruct (law v Hv) as (_ & _ & _ & C). split; [exact C|]. set (z := integral _).
  assert (S : forall r, 0 < r -> (r - 1) * ((r + 1) * z - 2 * v ^ 2 * r ^ 2 * (r ^ 2 + r + 1)) <= 0).
  { intros r Hr. assert (0 < r ^ 2) by nra. assert (Z : int (fun w => density v (d w) * (d w ^ 2 * d w ^ 2)) z).
    { replace (fun w => density v (d w) * (d w ^ 2 * d w ^ 2)) with (fun w => density v (d w) * d w ^ 4); [now split|].
      apply functional_extensionality. intro. ring. }
    pose proof (next_moment (fun w => d w ^ 2) v r _ _ _ ltac:(intros; apply pow2_ge_0) Hv Hr (second_moment v Hv)
      (second_moment (r ^ 2 * v) ltac:(nra)) Z) as N.
    replace ((r - 1) * ((r + 1) * z - 2 * v ^ 2 * r ^ 2 * (r ^ 2 + r + 1))) with
      (2 * v * r ^ 2 * ((r ^ 2 - 1) / (2 * v * r ^ 2) * z - (r * (r ^ 2 * v) - v))) by (field; lra).
    assert (0 < 2 * v * r ^ 2) by nra. nra. }
  pose proof (flat (fun r => (r + 1) * z - 2 * v ^ 2 * r ^ 2 * (r ^ 2 + r + 1)) ltac:(reg) S). simpl in H. lra.
Qed.

(* So the square charges b and has that deviation. *)
Lemma square_means v b : 0 < v -> int (fun w => density v (d w) * (b * d w ^ 2)) (b * v) /\
  int (fun w => density v (d w) * (b * d w ^ 2) ^ 2) (b ^ 2 * (3 * v ^ 2)).
Proof.
  intro Hv. pose proof (comb b 0 _ _ _ _ (second_moment v Hv) (second_moment v Hv)) as A.
  pose proof (comb (b ^ 2) 0 _ _ _ _ (fourth_moment v Hv) (fourth_moment v Hv)) as B. split.
  - replace (fun w => density v (d w) * (b * d w ^ 2)) with
      (fun w => b * (density v (d w) * d w ^ 2) + 0 * (density v (d w) * d w ^ 2)).
    + replace (b * v) with (b * v + 0 * v) by ring. exact A.
    + apply functional_extensionality. intro. ring.
  - replace (fun w => density v (d w) * (b * d w ^ 2) ^ 2) with
      (fun w => b ^ 2 * (density v (d w) * d w ^ 4) + 0 * (density v (d w) * d w ^ 4)).
    + replace (b ^ 2 * (3 * v ^ 2)) with (b ^ 2 * (3 * v ^ 2) + 0 * (3 * v ^ 2)) by ring. exact B.
    + apply functional_extensionality. intro. ring.
Qed.
Lemma slope_near (f g : R -> R) x l r : 0 < r -> (forall y, Rabs (y - x) < r -> f y = g y) ->
  derivable_pt_lim g x l -> derivable_pt_lim f x l.
Proof.
  intros Hr E D eps He. destruct (D eps He) as [delta H].
  assert (0 < delta) by apply cond_pos. assert (P : 0 < Rmin delta r) by (apply Rmin_glb_lt; lra).
  exists (mkposreal _ P). intros h Hh S. simpl in S. pose proof (Rmin_l delta r). pose proof (Rmin_r delta r).
  rewrite (E (x + h)), (E x); [apply H; [assumption|lra]|rewrite Rminus_diag_eq, Rabs_R0; trivial|].
  replace (x + h - x) with h by ring. lra.
Qed.
Lemma square_charges V Q b : 0 < V -> 0 <= Q -> charges V Q (fun w => b * d w ^ 2) b.
Proof.
  intros HV HQ.
  assert (pos : forall x, Rabs (x - V) < V -> 0 < x + Q) by (intros x H; apply Rabs_def2 in H; lra). split.
  - exists V. split; [assumption|]. intros x H. now apply square_means, pos.
  - apply (slope_near _ (fun x => b * (x + Q)) _ _ V HV).
    + intros y H. now apply square_means, pos.
    + pose proof (derivable_pt_lim_scal _ b _ _ (derivable_pt_lim_plus _ _ V _ _ (derivable_pt_lim_id V)
        (derivable_pt_lim_const Q V))) as D.
      rewrite Rplus_0_r, Rmult_1_r in D. exact D.
Qed.
Lemma square_deviation v b : 0 < v -> 0 <= b -> deviation v (fun w => b * d w ^ 2) = sqrt 2 * b * v.
Proof.
  intros Hv Hb. destruct (square_means v b Hv) as [[_ A] [_ B]]. unfold deviation, mean. rewrite A, B.
  replace (b ^ 2 * (3 * v ^ 2) - (b * v) ^ 2) with (2 * (b * v) ^ 2) by ring.
  rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; nra). ring.
Qed.
End Normal.
