(* What every payment that replaces verification must risk (new-least-risk, new-least-range).
   Modelled: an outcome w is all differences among the reports, d w the distance of member i's report from the best mean
   of the others. The density of an outcome is the normal density of d, with the variance V + Q (Q is one over the others'
   precision, so that only V is member i's), times a law of the differences among the others, which V does not enter
   (Risk.others_split says why). [integral] integrates against that law and against d. It is any linear and positive
   functional on some class of functions that gives every normal density the integral 1. A payment is any function of the
   outcome that has means near V; "it charges b for each unit of V": b is the slope of its mean in V at the true V.
   For the fine: the chance that d is not beyond k is what some Phi, whose slope is the standard normal density, grows by
   between - k and k standard deviations. Not modelled: measurability. *)
Require Import Reals Lra Psatz FunctionalExtensionality.
From Incentives Require Import Digits.
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

(* A square of what is left of p without its mean and without a multiple of the ratio is never negative. *)
Lemma without_ratio v h p c : 0 < v -> h ^ 2 < v ^ 2 -> 0 < v + h -> h <> 0 ->
  has_mean v p -> has_mean v (fun w => p w ^ 2) -> has_mean (v + h) p ->
  0 <= mean v (fun w => p w ^ 2) - mean v p ^ 2 - 2 * c * (mean (v + h) p - mean v p)
    + c ^ 2 * (h ^ 2 / (2 * (v ^ 2 - h ^ 2))).
Proof.
  intros Hv Hs Hv' Hh P1 P2 P'. set (v' := v + h) in *.
  assert (Hw : 0 < v - h) by nra. set (v2 := v * v' / (v - h)).
  assert (H2 : 0 < v2) by (apply Rdiv_lt_0_compat; nra).
  set (X := sqrt (v2 / v) / sqrt (v' / v) ^ 2).
  pose proof (root_pos v v' Hv Hv') as r. pose proof (root_pos v v2 Hv H2) as r2.
  assert (X2 : X ^ 2 = v ^ 2 / (v ^ 2 - h ^ 2)).
  { assert (0 <= v' / v) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    assert (0 <= v2 / v) by (apply Rlt_le, Rdiv_lt_0_compat; lra).
    unfold X. replace ((sqrt (v2 / v) / sqrt (v' / v) ^ 2) ^ 2) with (sqrt (v2 / v) ^ 2 / (sqrt (v' / v) ^ 2) ^ 2)
      by (field; lra).
    rewrite !pow2_sqrt by assumption. unfold v2, v' in *. field. repeat split; nra. }
  assert (XE : X - 1 <= h ^ 2 / (2 * (v ^ 2 - h ^ 2))).
  { replace (h ^ 2 / (2 * (v ^ 2 - h ^ 2))) with ((X ^ 2 - 1) / 2) by (rewrite X2; field; nra).
    pose proof (pow2_ge_0 (X - 1)). nra. }
  assert (twice : forall x, density v x * ratio v v' x ^ 2 = X * density v2 x).
  { intro x. rewrite (changed v v2 x Hv H2). unfold X, ratio.
    replace (x ^ 2 * ((v2 - v) / (2 * v * v2))) with
      (x ^ 2 * ((v' - v) / (2 * v * v')) + x ^ 2 * ((v' - v) / (2 * v * v')))
      by (unfold v2, v' in *; field; repeat split; nra).
    rewrite exp_plus. field. lra. }
  set (m := mean v p).
  pose proof (comb 1 (2 * (c - m)) _ _ _ _ (conj P2 eq_refl) (conj P1 eq_refl)) as A.
  pose proof (comb (- 2 * c) ((m - c) ^ 2) _ _ _ _ (conj P' eq_refl) (whole v Hv)) as B.
  pose proof (comb (2 * c * (m - c)) (c ^ 2 * X) _ _ _ _ (whole v' Hv') (whole v2 H2)) as C.
  pose proof (comb 1 1 _ _ _ _ A (comb 1 1 _ _ _ _ B C)) as D.
  pose proof (nonneg _ (fun w => density v (d w) * (p w - m - c * (ratio v v' (d w) - 1)) ^ 2) _ D) as N.
  assert (N' : 0 <= mean v (fun w => p w ^ 2) - m ^ 2 - 2 * c * (mean v' p - m) + c ^ 2 * (X - 1)).
  { replace (mean v (fun w => p w ^ 2) - m ^ 2 - 2 * c * (mean v' p - m) + c ^ 2 * (X - 1)) with
      (1 * (1 * integral (fun w => density v (d w) * p w ^ 2) + 2 * (c - m) * integral (fun w => density v (d w) * p w))
      + 1 * (1 * (- 2 * c * integral (fun w => density v' (d w) * p w) + (m - c) ^ 2 * 1)
      + 1 * (2 * c * (m - c) * 1 + c ^ 2 * X * 1))).
    2:{ change (integral (fun w => density v (d w) * p w)) with m. unfold mean. ring. }
    apply N.
    - intro w. rewrite (changed v v' (d w) Hv Hv').
      replace (c ^ 2 * X * (density v2 (d w) * 1)) with (c ^ 2 * (X * density v2 (d w))) by ring.
      rewrite <- twice. ring.
    - intro w. apply Rmult_le_pos; [apply Rlt_le, density_pos, Hv|apply pow2_ge_0]. }
  pose proof (pow2_ge_0 c). nra.
Qed.

Lemma risk_near v h p : 0 < v -> h ^ 2 < v ^ 2 -> 0 < v + h -> h <> 0 ->
  has_mean v p -> has_mean v (fun w => p w ^ 2) -> has_mean (v + h) p ->
  2 * (v ^ 2 - h ^ 2) * ((mean (v + h) p - mean v p) / h) ^ 2 <= mean v (fun w => p w ^ 2) - mean v p ^ 2.
Proof.
  intros Hv Hs Hv' Hh P1 P2 P'. set (D := mean (v + h) p - mean v p).
  pose proof (without_ratio v h p (2 * (v ^ 2 - h ^ 2) * D / h ^ 2) Hv Hs Hv' Hh P1 P2 P') as N. fold D in N.
  apply Rge_le, Rminus_ge, Rle_ge. eapply Rle_trans; [exact N|]. right. field. split; nra.
Qed.

Lemma no_less V Q p b : 0 < V -> 0 <= Q -> 0 <= b -> has_mean (V + Q) (fun w => p w ^ 2) -> charges V Q p b ->
  sqrt 2 * b * (V + Q) <= deviation (V + Q) p.
Proof.
  intros HV HQ Hb P2 ((r & Hr & near_V) & slope). set (v := V + Q). assert (Hv : 0 < v) by (unfold v; lra).
  assert (P1 : has_mean v p) by (apply (near_V V); rewrite Rminus_diag_eq, Rabs_R0; trivial).
  set (T := 2 * b ^ 2 * v ^ 2).
  assert (E : sqrt 2 * b * v = sqrt T).
  { unfold T. replace (2 * b ^ 2 * v ^ 2) with (2 * (b * v) ^ 2) by ring.
    rewrite sqrt_mult, sqrt_pow2 by (try apply pow2_ge_0; nra). ring. }
  rewrite E. apply sqrt_le_1_alt. fold v in P2.
  destruct (Rle_lt_dec T (mean v (fun w => p w ^ 2) - mean v p ^ 2)) as [|C]; [assumption|exfalso].
  set (var := mean v (fun w => p w ^ 2) - mean v p ^ 2) in *.
  (* b = 0 would need a variance below zero *)
  assert (close : forall e, 0 < e < 1 -> 2 * (v ^ 2 * (1 - e)) * (b * (1 - e)) ^ 2 <= var).
  { intros e He. destruct (Req_dec b 0) as [->|Hb0].
    - replace (2 * (v ^ 2 * (1 - e)) * (0 * (1 - e)) ^ 2) with 0 by ring.
      destruct (slope 1 ltac:(lra)) as [delta H].
      set (h := Rmin (delta / 2) (Rmin (r / 2) (v / 2))).
      assert (0 < delta) by apply cond_pos.
      assert (0 < h <= Rmin (r / 2) (v / 2)) by
        (split; [repeat apply Rmin_glb_lt; lra|apply Rmin_r]).
      pose proof (Rmin_l (r / 2) (v / 2)). pose proof (Rmin_r (r / 2) (v / 2)).
      pose proof (risk_near v h p Hv ltac:(nra) ltac:(lra) ltac:(lra) P1 P2) as N.
      assert (P' : has_mean (v + h) p).
      { replace (v + h) with (V + h + Q) by (unfold v; ring). apply near_V.
        replace (V + h - V) with h by ring. rewrite Rabs_pos_eq; lra. }
      specialize (N P'). fold var in N. eapply Rle_trans; [|exact N].
      apply Rmult_le_pos; [nra|apply pow2_ge_0].
    - destruct (slope (b * e) ltac:(nra)) as [delta H].
      set (h := Rmin (delta / 2) (Rmin (r / 2) (v * e / 2))).
      assert (0 < delta) by apply cond_pos. assert (0 < v * e) by nra.
      assert (0 < h <= Rmin (r / 2) (v * e / 2)) by
        (split; [repeat apply Rmin_glb_lt; lra|apply Rmin_r]).
      pose proof (Rmin_l (r / 2) (v * e / 2)). pose proof (Rmin_r (r / 2) (v * e / 2)).
      pose proof (Rmin_l (delta / 2) (Rmin (r / 2) (v * e / 2))).
      assert (small : h ^ 2 <= v ^ 2 * e) by nra. assert (h ^ 2 < v ^ 2) by nra.
      assert (shift : V + h + Q = v + h) by (unfold v; ring).
      assert (P' : has_mean (v + h) p).
      { rewrite <- shift. apply near_V. replace (V + h - V) with h by ring. rewrite Rabs_pos_eq; lra. }
      pose proof (risk_near v h p Hv ltac:(lra) ltac:(lra) ltac:(lra) P1 P2 P') as N. fold var in N.
      specialize (H h ltac:(lra)). rewrite Rabs_pos_eq in H by lra. specialize (H ltac:(unfold h in *; lra)).
      rewrite shift in H. fold v in H. set (y := (mean (v + h) p - mean v p) / h) in *.
      apply Rabs_def2 in H. assert (b * (1 - e) <= y) by lra. assert (0 <= b * (1 - e)) by nra.
      assert ((b * (1 - e)) ^ 2 <= y ^ 2) by (apply pow_incr; lra).
      eapply Rle_trans; [|exact N]. apply Rmult_le_compat; [nra|apply pow2_ge_0|lra|assumption]. }
  assert (0 <= var) by (pose proof (close (1 / 2) ltac:(lra)); pose proof (pow2_ge_0 (b * (1 - 1 / 2))); nra).
  assert (0 < T) by lra. set (e := (T - var) / (6 * T)).
  assert (e * (6 * T) = T - var) by (unfold e; field; lra).
  assert (0 < e < 1) by nra. specialize (close e ltac:(lra)).
  replace (2 * (v ^ 2 * (1 - e)) * (b * (1 - e)) ^ 2) with (T * (1 - e) ^ 3) in close by (unfold T; ring).
  assert (1 - 3 * e <= (1 - e) ^ 3) by nra. nra.
Qed.

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
(* No x makes x times its density larger than one standard deviation does. *)
Lemma peak x : x * density 1 x <= density 1 1.
Proof.
  unfold density. pose proof (scale_pos 1 ltac:(lra)) as S.
  replace (exp (- x ^ 2 / (2 * 1))) with (exp (- 1 ^ 2 / (2 * 1)) * / exp ((x ^ 2 - 1) / 2)).
  2:{ rewrite <- exp_Ropp, <- exp_plus. f_equal. field. }
  pose proof (exp_pos ((x ^ 2 - 1) / 2)) as E. pose proof (exp_pos (- 1 ^ 2 / (2 * 1))) as F.
  pose proof (exp_ineq1_le ((x ^ 2 - 1) / 2)) as L. set (e := exp ((x ^ 2 - 1) / 2)) in *.
  assert (x <= e) by (pose proof (pow2_ge_0 (x - 1)); lra).
  replace (x * (exp (- 1 ^ 2 / (2 * 1)) * / e / sqrt (2 * PI * 1))) with
    (x / e * (exp (- 1 ^ 2 / (2 * 1)) / sqrt (2 * PI * 1))) by (field; lra).
  rewrite <- (Rmult_1_l (exp (- 1 ^ 2 / (2 * 1)) / sqrt (2 * PI * 1))) at 2.
  apply Rmult_le_compat_r; [apply Rlt_le, Rdiv_lt_0_compat; assumption|].
  apply (Rmult_le_reg_r e); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma even x : density 1 (- x) = density 1 x.
Proof. unfold density. now replace ((- x) ^ 2) with (x ^ 2) by ring. Qed.

Section Limits.
Variables (Phi : R -> R).
Hypotheses (area : forall x, derivable_pt_lim Phi x (density 1 x)).
Hypotheses (outside : forall v k, 0 < v -> 0 < k -> int (fun w => density v (d w) * beyond k w)
  (1 - (Phi (k / sqrt v) - Phi (- (k / sqrt v))))).

Lemma grows a b : a < b -> exists x, a < x < b /\ Phi b - Phi a = density 1 x * (b - a).
Proof.
  intro H. destruct (MVT_cor2 Phi (density 1) a b H) as (x & E & I); [intros; apply area|]. now exists x.
Qed.
(* A larger variance makes a payment between 0 and K larger by at most so much. *)
Lemma rise v r p K : 0 < v -> 1 < r -> (forall w, 0 <= p w <= K) -> has_mean v p -> has_mean (r ^ 2 * v) p ->
  mean (r ^ 2 * v) p - mean v p <= 2 * K * density 1 1 * (r - 1).
Proof.
  intros Hv Hr P M M'. set (v' := r ^ 2 * v). assert (R1 : 1 < r ^ 2) by nra. assert (Hv' : 0 < v') by (unfold v'; nra).
  assert (L : 0 < ln r) by (rewrite <- ln_1; apply ln_increasing; lra).
  set (th := (v' - v) / (2 * v * v')). assert (T : 0 < th).
  { apply Rdiv_lt_0_compat; [unfold v'|]; nra. }
  set (k := sqrt (ln r / th)). assert (Kp : 0 < ln r / th) by now apply Rdiv_lt_0_compat.
  assert (k0 : 0 < k) by now apply sqrt_lt_R0.
  assert (k2 : k ^ 2 * th = ln r) by (unfold k; rewrite pow2_sqrt by lra; field; lra).
  assert (ratioE : forall x, ratio v v' x = exp (x ^ 2 * th - ln r)).
  { intro x. unfold ratio. fold th. replace (v' / v) with (r ^ 2) by (unfold v'; field; lra). rewrite sqrt_pow2 by lra.
    unfold Rminus. rewrite exp_plus, exp_Ropp, exp_ln by lra. reflexivity. }
  assert (K0 : 0 <= K).
  { destruct (Rle_lt_dec 0 K) as [|N]; [assumption|exfalso].
    pose proof (comb (- 1) 0 _ _ _ _ (whole v Hv) (whole v Hv)) as C.
    pose proof (nonneg _ _ _ C (fun w => eq_refl)) as F. cut (0 <= - 1 * 1 + 0 * 1); [lra|].
    apply F. intro w. specialize (P w). lra. }
  pose proof (comb K (- K) _ _ _ _ (outside v' k Hv' k0) (outside v k Hv k0)) as A.
  assert (I1 : int (fun w => density v (d w) * p w) (mean v p)) by (split; [exact M|reflexivity]).
  assert (I2 : int (fun w => density v' (d w) * p w) (mean v' p)) by (split; [exact M'|reflexivity]).
  pose proof (comb 1 (- 1) _ _ _ _ A (comb 1 (- 1) _ _ _ _ I2 I1)) as C.
  pose proof (nonneg _ (fun w => density v (d w) * ((ratio v v' (d w) - 1) * (K * beyond k w - p w))) _ C) as F.
  assert (F' : mean v' p - mean v p <= K * ((Phi (k / sqrt v) - Phi (k / sqrt v')) +
    (Phi (- (k / sqrt v')) - Phi (- (k / sqrt v))))).
  { match type of F with _ -> _ -> 0 <= ?value => cut (0 <= value); [lra|] end. apply F.
    - intro w. rewrite (changed v v' (d w) Hv Hv'). ring.
    - intro w. apply Rmult_le_pos; [apply Rlt_le, density_pos, Hv|]. rewrite ratioE. specialize (P w).
      unfold beyond. pose proof exp_0 as E0. assert (Q : d w ^ 2 = Rabs (d w) ^ 2) by now rewrite pow2_abs.
      pose proof (Rabs_pos (d w)). rewrite Q. destruct (Rlt_dec k (Rabs (d w))) as [B'|B'].
      + apply Rmult_le_pos; [|lra].
        assert (exp 0 < exp (Rabs (d w) ^ 2 * th - ln r)); [|lra]. apply exp_increasing.
        assert (k ^ 2 < Rabs (d w) ^ 2) by nra. nra.
      + assert (Rabs (d w) ^ 2 <= k ^ 2) by nra.
        assert (exp (Rabs (d w) ^ 2 * th - ln r) <= exp 0).
        { destruct (Rle_lt_or_eq_dec (Rabs (d w) ^ 2 * th - ln r) 0 ltac:(nra)) as [G| ->]; [|lra].
          apply Rlt_le, exp_increasing, G. }
        nra. }
  assert (s : 0 < sqrt v) by now apply sqrt_lt_R0.
  assert (s' : sqrt v' = r * sqrt v) by (unfold v'; rewrite sqrt_mult, sqrt_pow2 by lra; reflexivity).
  set (a := k / sqrt v'). assert (a0 : 0 < a) by (apply Rdiv_lt_0_compat; [assumption|now apply sqrt_lt_R0]).
  assert (aE : k / sqrt v = r * a) by (unfold a; rewrite s'; field; lra).
  fold a in F'. rewrite aE in F'.
  assert (0 < (r - 1) * a) by nra.
  destruct (grows a (r * a) ltac:(lra)) as (x & Hx & E1).
  destruct (grows (- (r * a)) (- a) ltac:(lra)) as (y & Hy & E2).
  rewrite E1, E2 in F'. pose proof (peak x). pose proof (peak (- y)) as Py. rewrite even in Py.
  assert (0 < density 1 x) by (apply density_pos; lra). assert (0 < density 1 y) by (apply density_pos; lra).
  assert (A1 : density 1 x * a <= density 1 1) by nra. assert (A2 : density 1 y * a <= density 1 1) by nra.
  assert (density 1 x * a * (r - 1) <= density 1 1 * (r - 1)) by (apply Rmult_le_compat_r; lra).
  assert (density 1 y * a * (r - 1) <= density 1 1 * (r - 1)) by (apply Rmult_le_compat_r; lra).
  eapply Rle_trans; [exact F'|].
  replace (2 * K * density 1 1 * (r - 1)) with (K * (2 * (density 1 1 * (r - 1)))) by ring.
  apply Rmult_le_compat_l; [assumption|]. lra.
Qed.

Lemma no_less_range V Q p K b : 0 < V -> 0 <= Q -> (forall w, 0 <= p w <= K) -> charges V Q p b ->
  b * (V + Q) / density 1 1 <= K.
Proof.
  intros HV HQ P ((r & Hr & near_V) & slope). set (v := V + Q). assert (Hv : 0 < v) by (unfold v; lra).
  assert (P1 : has_mean v p) by (apply (near_V V); rewrite Rminus_diag_eq, Rabs_R0; trivial).
  assert (D0 : 0 < density 1 1) by (apply density_pos; lra).
  apply (Rmult_le_reg_r (density 1 1 / v)); [now apply Rdiv_lt_0_compat|].
  replace (b * v / density 1 1 * (density 1 1 / v)) with b by (field; lra).
  destruct (Rle_lt_dec b (K * (density 1 1 / v))) as [|C]; [assumption|exfalso].
  destruct (slope (b - K * (density 1 1 / v)) ltac:(lra)) as [delta H].
  assert (0 < delta) by apply cond_pos. set (h := Rmin (delta / 2) (r / 2)).
  assert (0 < h) by (apply Rmin_glb_lt; lra). pose proof (Rmin_l (delta / 2) (r / 2)).
  pose proof (Rmin_r (delta / 2) (r / 2)).
  specialize (H h ltac:(lra)). rewrite Rabs_pos_eq in H by lra. specialize (H ltac:(unfold h in *; lra)).
  assert (shift : V + h + Q = v + h) by (unfold v; ring).
  assert (P' : has_mean (v + h) p).
  { rewrite <- shift. apply near_V. replace (V + h - V) with h by ring. rewrite Rabs_pos_eq; [unfold h in *; lra|lra]. }
  rewrite shift in H. fold v in H. set (q := sqrt ((v + h) / v)).
  assert (0 < (v + h) / v) by (apply Rdiv_lt_0_compat; lra).
  assert (q2 : q ^ 2 * v = v + h) by (unfold q; rewrite pow2_sqrt by lra; field; lra).
  assert (q0 : 0 < q) by now apply sqrt_lt_R0. assert (q1 : 1 < q).
  { destruct (Rle_lt_dec q 1); [exfalso|assumption]. assert (q ^ 2 <= 1) by nra. nra. }
  rewrite <- q2 in P'. pose proof (rise v q p K Hv q1 P P1 P') as N. rewrite q2 in N.
  assert (0 <= K).
  { destruct (Rle_lt_dec 0 K) as [|Neg]; [assumption|exfalso].
    pose proof (comb (- 1) 0 _ _ _ _ (whole v Hv) (whole v Hv)) as Z.
    pose proof (nonneg _ _ _ Z (fun w => eq_refl)) as F. cut (0 <= - 1 * 1 + 0 * 1); [lra|].
    apply F. intro w. specialize (P w). lra. }
  assert (bound : 2 * K * density 1 1 * (q - 1) <= K * (density 1 1 / v) * h).
  { replace h with (v * (q ^ 2 - 1)) by lra. replace (K * (density 1 1 / v) * (v * (q ^ 2 - 1))) with
      (K * density 1 1 * ((q - 1) * (q + 1))) by (field; lra).
    assert (0 <= K * density 1 1) by (apply Rmult_le_pos; lra).
    assert (0 <= K * density 1 1 * ((q - 1) * (q - 1))) by (apply Rmult_le_pos; [assumption|nra]). lra. }
  apply Rabs_def2 in H. destruct H as [_ H].
  assert ((mean (v + h) p - mean v p) / h <= K * (density 1 1 / v)); [|lra].
  apply (Rmult_le_reg_r h); [assumption|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

(* The fine of K for whoever is further than one standard deviation from the others. *)
Lemma fine_charges V Q K : 0 < V -> 0 <= Q ->
  charges V Q (fun w => K * beyond (sqrt (V + Q)) w) (K * (density 1 1 / (V + Q))).
Proof.
  intros HV HQ. set (v := V + Q). assert (Hv : 0 < v) by (unfold v; lra). set (k := sqrt v).
  assert (k0 : 0 < k) by now apply sqrt_lt_R0.
  assert (I : forall x, 0 < x -> int (fun w => density x (d w) * (K * beyond k w))
      (K * (1 - (Phi (k / sqrt x) - Phi (- (k / sqrt x)))))).
  { intros x Hx. pose proof (comb K 0 _ _ _ _ (outside x k Hx k0) (outside x k Hx k0)) as A.
    replace (fun w => density x (d w) * (K * beyond k w)) with
      (fun w => K * (density x (d w) * beyond k w) + 0 * (density x (d w) * beyond k w)).
    - rewrite Rmult_0_l, Rplus_0_r in A. exact A.
    - apply functional_extensionality. intro. ring. }
  assert (pos : forall x, Rabs (x - V) < V -> 0 < x + Q) by (intros x H; apply Rabs_def2 in H; lra). split.
  - exists V. split; [assumption|]. intros x H. now apply I, pos.
  - apply (slope_near _ (fun x => K * (1 - (Phi (k / sqrt (x + Q)) - Phi (- (k / sqrt (x + Q)))))) _ _ V HV).
    { intros y H. now apply I, pos. }
    assert (shift : derivable_pt_lim (fun x => x + Q) V 1).
    { pose proof (derivable_pt_lim_plus _ _ V _ _ (derivable_pt_lim_id V) (derivable_pt_lim_const Q V)) as D.
      rewrite Rplus_0_r in D. exact D. }
    assert (root : derivable_pt_lim (fun x => sqrt (x + Q)) V (/ (2 * k))).
    { pose proof (derivable_pt_lim_comp _ sqrt V _ _ shift (derivable_pt_lim_sqrt v Hv)) as D.
      rewrite Rmult_1_r in D. exact D. }
    assert (kk : k * k = v) by (unfold k; apply sqrt_sqrt; lra).
    assert (g : derivable_pt_lim (fun x => k / sqrt (x + Q)) V (- / (2 * v))).
    { pose proof (derivable_pt_lim_div _ _ V _ _ (derivable_pt_lim_const k V) root) as D.
      fold v in D. fold k in D. specialize (D ltac:(apply Rgt_not_eq; exact k0)).
      replace (- / (2 * v)) with ((0 * k - / (2 * k) * fct_cte k V) / Rsqr k); [exact D|].
      unfold fct_cte, Rsqr. rewrite <- kk. field. lra. }
    assert (one : k / sqrt (V + Q) = 1) by (fold v; fold k; field; lra).
    pose proof (derivable_pt_lim_comp _ Phi V _ _ g (area _)) as up. cbv beta in up. rewrite one in up.
    pose proof (derivable_pt_lim_opp _ V _ g) as g'.
    pose proof (derivable_pt_lim_comp _ Phi V _ _ g' (area _)) as down. unfold opp_fct in down at 2.
    rewrite one, even in down.
    pose proof (derivable_pt_lim_scal _ K V _ (derivable_pt_lim_minus _ _ V _ _ (derivable_pt_lim_const 1 V)
      (derivable_pt_lim_minus _ _ V _ _ up down))) as D.
    replace (K * (density 1 1 / v)) with
      (K * (0 - (density 1 1 * - / (2 * v) - density 1 1 * - - / (2 * v)))) by (field; lra).
    exact D.
Qed.
End Limits.
End Normal.

(* The page's theorem. *)
Theorem least_risk (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R) (V Q b : R) :
  linear_and_positive W integrable integral -> normal W d integrable integral -> 0 < V -> 0 <= Q -> 0 <= b ->
  let tau2 := V + Q in let square := fun w => b * d w ^ 2 in
  (forall p, has_mean W d integrable tau2 (fun w => p w ^ 2) -> charges W d integrable integral V Q p b ->
    sqrt 2 * b * tau2 <= deviation W d integral tau2 p) /\
  charges W d integrable integral V Q square b /\ deviation W d integral tau2 square = sqrt 2 * b * tau2.
Proof.
  intros calculus law HV HQ Hb tau2 square. split; [intros; now apply no_less with integrable|]. split.
  - now apply square_charges.
  - apply square_deviation with integrable; trivial. unfold tau2. lra.
Qed.

(* The constant of the range. *)
Lemma about : 4.125 < / density 1 1 < 4.135.
Proof.
  pose proof e_below. pose proof e_above. pose proof pi_between. unfold density.
  replace (- 1 ^ 2 / (2 * 1)) with (- / 2) by lra. rewrite Rmult_1_r, exp_Ropp.
  assert (P : 0 < sqrt (2 * PI)) by (apply sqrt_lt_R0; lra). pose proof (exp_pos (/ 2)) as E.
  replace (/ (/ exp (/ 2) / sqrt (2 * PI))) with (exp (/ 2) * sqrt (2 * PI)) by (field; lra).
  assert (E2 : exp (/ 2) * exp (/ 2) = exp 1) by (rewrite <- exp_plus; f_equal; lra).
  assert (P2 : sqrt (2 * PI) * sqrt (2 * PI) = 2 * PI) by (apply sqrt_sqrt; lra).
  set (x := exp (/ 2)) in *. set (y := sqrt (2 * PI)) in *. assert (0 < x * y) by (apply Rmult_lt_0_compat; lra).
  assert (S : (x * y) * (x * y) = exp 1 * (2 * PI)) by (rewrite <- E2, <- P2; ring).
  assert (17.03 <= exp 1 * (2 * PI) <= 17.097) by nra. split; nra.
Qed.

(* The page's other theorem; phi 1 is the standard normal density at 1. *)
Theorem least_range (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R) (V Q b : R) :
  linear_and_positive W integrable integral -> normal W d integrable integral -> tails W d integrable integral ->
  0 < V -> 0 <= Q -> 0 <= b ->
  let tau2 := V + Q in let least := b * tau2 / density 1 1 in
  let fine := fun w => if Rlt_dec (sqrt tau2) (Rabs (d w)) then least else 0 in
  (forall p K, (forall w, 0 <= p w <= K) -> charges W d integrable integral V Q p b -> least <= K) /\
  (forall w, 0 <= fine w <= least) /\ charges W d integrable integral V Q fine b /\
  4.13 - 0.005 < / density 1 1 < 4.13 + 0.005.
Proof.
  intros calculus law (Phi & area & outside) HV HQ Hb tau2 least fine.
  assert (D0 : 0 < density 1 1) by (apply density_pos; lra). assert (0 < tau2) by (unfold tau2; lra).
  assert (L : 0 <= least) by (apply Rmult_le_pos; [unfold tau2 in *; nra|now apply Rlt_le, Rinv_0_lt_compat]).
  split; [|split; [|split; [|pose proof about; lra]]].
  - intros p K P C. now apply no_less_range with W d integrable integral Phi p.
  - intro w. unfold fine. destruct Rlt_dec; lra.
  - replace fine with (fun w => least * beyond W d (sqrt (V + Q)) w).
    + pose proof (fine_charges W d integrable integral calculus Phi area outside V Q least HV HQ) as F.
      replace (least * (density 1 1 / (V + Q))) with b in F; [exact F|unfold least, tau2 in *; field; lra].
    + apply functional_extensionality. intro w. unfold beyond, fine, tau2. destruct Rlt_dec; ring.
Qed.
