(* What a payment with bounds must range over where a distance is normal, for NormalRisk.v (new-least-range).
   Modelled: payments and means as in NormalMeans.v. A larger variance raises the mean of a payment between 0 and K by
   no more than it raises that of the fine of K for whoever is far enough from the others; and the fine for whoever is
   further than one standard deviation attains this. The chance that d is not beyond k is what Phi, whose slope is the
   standard normal density, grows by between - k and k standard deviations. *)
Require Import Reals Lra Psatz FunctionalExtensionality.
From Incentives Require Import NormalMeans.
Open Scope R_scope.

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

Section Range.
Variables (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R).
Hypotheses (calculus : linear_and_positive W integrable integral) (law : normal W d integrable integral).
Local Notation has_mean := (has_mean W d integrable).
Local Notation mean := (mean W d integral).
Local Notation charges := (charges W d integrable integral).
Local Notation beyond := (beyond W d).
Local Notation int := (int W integrable integral).
Local Notation comb := (comb W integrable integral calculus).
Local Notation nonneg := (nonneg W integrable integral calculus).
Local Notation whole := (whole W d integrable integral law).

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
      unfold NormalMeans.beyond. pose proof exp_0 as E0. assert (Q : d w ^ 2 = Rabs (d w) ^ 2) by now rewrite pow2_abs.
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
End Range.
