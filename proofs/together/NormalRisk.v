(* What every payment that replaces verification must risk (new-least-risk, new-least-range).
   Modelled: an outcome w is all differences among the reports, d w the distance of member i's report from the best mean
   of the others. The density of an outcome is the normal density of d, with the variance V + Q (Q is one over the
   others' precision, so that only V is member i's), times a law of the differences among the others, which V does not
   enter (Risk.others_split says why). A payment is any function of the outcome that has means near V, as NormalMeans.v
   says; "it charges b for each unit of V": b is the slope of its mean in V at the true V. What the square charges is
   shown there, what a payment with bounds can charge in NormalRange.v. Not modelled: measurability. *)
Require Import Reals Lra Psatz FunctionalExtensionality.
From Incentives Require Export NormalMeans.
From Incentives Require Import NormalRange Digits.
Open Scope R_scope.

Section Risk.
Variables (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R).
Hypotheses (calculus : linear_and_positive W integrable integral) (law : normal W d integrable integral).
Local Notation has_mean := (has_mean W d integrable).
Local Notation mean := (mean W d integral).
Local Notation deviation := (deviation W d integral).
Local Notation charges := (charges W d integrable integral).
Local Notation comb := (comb W integrable integral calculus).
Local Notation nonneg := (nonneg W integrable integral calculus).
Local Notation whole := (whole W d integrable integral law).

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
End Risk.

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
