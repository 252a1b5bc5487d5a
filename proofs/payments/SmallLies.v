(* When a small lie pays if nobody pays (payments/theorem-e-2-max, theorem-e-2-sum-negative, theorem-e-2-sum-positive,
   new-marginal-conditions). Any number N + 1 of outcomes, any reports of the others (their total), real numbers.
   Modelled: q is the initial model; f is convex on the numbers that are not negative, f1 is its derivative and f2 that
   of f1 at every number above 0. A trained model is best among all distributions for the total reward minus the
   f-divergence from q (the weight of the penalty is a factor of f). Only the truthful model has to be interior, and f2
   need not be continuous: no function of the model is differentiated, small lies are compared with the truth directly.
   Not modelled: the existence of a trained model. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

Definition convex_from_zero (f : R -> R) := forall x y a, 0 <= x -> 0 <= y -> 0 <= a <= 1 ->
  f (a * x + (1 - a) * y) <= a * f x + (1 - a) * f y.
Definition strongly_convex_from_zero alpha (f : R -> R) := forall x y a, 0 <= x -> 0 <= y -> 0 <= a <= 1 ->
  f (a * x + (1 - a) * y) + alpha / 2 * (a * (1 - a) * (x - y) ^ 2) <= a * f x + (1 - a) * f y.
Definition derivative (f f1 : R -> R) := forall r, 0 < r -> derivable_pt_lim f r (f1 r).

Lemma near f r l eps : derivable_pt_lim f r l -> 0 < eps ->
  exists d, 0 < d /\ forall h, Rabs h < d -> Rabs (f (r + h) - f r - l * h) <= eps * Rabs h.
Proof.
  intros D E. destruct (D eps E) as [[d d0] H]. exists d. split; [assumption|]. intros h Hh.
  destruct (Req_dec h 0) as [->|ne].
  - rewrite Rplus_0_r, Rabs_R0. replace (f r - f r - l * 0) with 0 by ring. rewrite Rabs_R0. lra.
  - specialize (H h ne Hh). replace (f (r + h) - f r - l * h) with (((f (r + h) - f r) / h - l) * h) by (field;
    assumption).
    rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos|]. now apply Rlt_le.
Qed.
Lemma inside u d : Rabs u < d -> - d < u < d.
Proof. unfold Rabs. destruct (Rcase_abs u); lra. Qed.
Lemma within u d : Rabs u <= d -> - d <= u <= d.
Proof. unfold Rabs. destruct (Rcase_abs u); lra. Qed.

(* A convex function lies above its tangents. *)
Lemma above f r y l : convex_from_zero f -> 0 <= r -> 0 <= y -> derivable_pt_lim f r l -> f r + l * (y - r) <= f y.
Proof.
  intros C r0 y0 D. apply Rnot_lt_le. intro lt. set (g := f r + l * (y - r) - f y).
  assert (g0 : 0 < g) by (unfold g; lra).
  set (n := Rabs (y - r) + 1). assert (n0 : 0 < n) by (unfold n; pose proof (Rabs_pos (y - r)); lra).
  destruct (near f r l (g / (2 * n)) D ltac:(apply Rdiv_lt_0_compat; lra)) as [d [d0 H]].
  set (t := d / (d + n)). assert (t0 : 0 < t) by (apply Rdiv_lt_0_compat; lra).
  assert (tE : t * (d + n) = d) by (unfold t; field; lra). assert (t1 : t <= 1) by nra.
  assert (hE : Rabs (t * (y - r)) = t * (n - 1)) by (rewrite Rabs_mult, (Rabs_pos_eq t) by lra; unfold n; ring).
  specialize (H (t * (y - r))). rewrite hE in H. assert (small : t * (n - 1) < d) by nra. specialize (H small).
  apply within in H. pose proof (C r y (1 - t) r0 y0 ltac:(lra)) as K.
  replace ((1 - t) * r + (1 - (1 - t)) * y) with (r + t * (y - r)) in K by ring.
  assert (le : g / (2 * n) * (t * (n - 1)) <= t * g / 2).
  { replace (g / (2 * n) * (t * (n - 1))) with (t * g / 2 * ((n - 1) / n)) by (field; lra).
    assert ((n - 1) / n <= 1) by (apply (Rmult_le_reg_r n); [lra|]; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra).
    assert (0 < t * g) by (now apply Rmult_lt_0_compat). nra. }
  assert (t * g = t * (f r + l * (y - r) - f y)) by reflexivity. assert (0 < t * g) by (now apply Rmult_lt_0_compat).
  lra.
Qed.
Lemma uniform n (P : nat -> R -> Prop) : (forall x, (x <= n)%nat -> exists d, 0 < d /\ forall e, 0 < e <= d -> P x e) ->
  exists d, 0 < d /\ forall x, (x <= n)%nat -> P x d.
Proof.
  intro H. enough (exists d, 0 < d /\ forall x, (x <= n)%nat -> forall e, 0 < e <= d -> P x e) as [d [d0 K]].
  { exists d. split; [assumption|]. intros x Hx. apply K; [assumption|lra]. }
  induction n as [|n IH].
  - destruct (H 0%nat (le_n _)) as [d [d0 K]]. exists d. split; [assumption|]. intros x Hx.
    now replace x with 0%nat by lia.
  - destruct IH as [d [d0 K]]; [intros; apply H; lia|]. destruct (H (S n) (le_n _)) as [d' [d0' K']].
    exists (Rmin d d'). split; [now apply Rmin_glb_lt|]. pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
    intros x Hx e He. destruct (Nat.eq_dec x (S n)) as [->|]; [apply K'; lra|apply K; [lia|lra]].
Qed.

Section Small.
Variables (N : nat) (q : nat -> R) (f f1 f2 : R -> R).
Hypotheses (q_pos : forall x, (x <= N)%nat -> 0 < q x) (conv : convex_from_zero f).
Hypotheses (first : derivative f f1) (second : derivative f1 f2).
Definition penalised (R p : nat -> R) := sum N (fun x => p x * R x - q x * f (p x / q x)).
Definition trained (R p : nat -> R) := distribution N p /\ forall p',
  distribution N p' -> penalised R p' <= penalised R p.

Definition moved (p : nat -> R) x y t z := if Nat.eq_dec z x then p x + t else if Nat.eq_dec z y then p y - t else p z.
Lemma two_places (F : nat -> R -> R) p x y t : (x <= N)%nat -> (y <= N)%nat -> x <> y ->
  sum N (fun z => F z (moved p x y t z)) =
  sum N (fun z => F z (p z)) - F x (p x) - F y (p y) + F x (p x + t) + F y (p y - t).
Proof.
  intros Hx Hy xy. rewrite (sum_ext N _ (fun z => if Nat.eq_dec z x then F x (p x + t) else
    if Nat.eq_dec z y then F y (p y - t) else F z (p z))).
  - rewrite (sum_change N (fun z => if Nat.eq_dec z y then F y (p y - t) else F z (p z)) x _ Hx).
    rewrite (sum_change N (fun z => F z (p z)) y _ Hy). destruct (Nat.eq_dec x y); [contradiction|ring].
  - intros z _. unfold moved. destruct (Nat.eq_dec z x) as [->|]; [reflexivity|].
    destruct (Nat.eq_dec z y) as [->|]; reflexivity.
Qed.
Lemma along a s b l : b <> 0 -> derivable_pt_lim f (a / b) l ->
  derivable_pt_lim (fun t => b * f ((a + s * t) / b)) 0 (s * l).
Proof.
  intros B D. replace (s * l) with (b * (l * (s / b))) by (field; assumption).
  apply (derivable_pt_lim_scal (fun t => f ((a + s * t) / b))).
  apply (derivable_pt_lim_comp (fun t => (a + s * t) / b) f).
  - intros eps E. exists (mkposreal 1 Rlt_0_1). intros h hn _.
    replace (((a + s * (0 + h)) / b - (a + s * 0) / b) / h - s / b) with 0 by (field; now split). now rewrite Rabs_R0.
  - now replace ((a + s * 0) / b) with (a / b) by (field; assumption).
Qed.

(* The first-order condition at an interior model. *)
Lemma stationary R p : trained R p -> (forall x, (x <= N)%nat -> 0 < p x) ->
  exists mu, forall x, (x <= N)%nat -> R x - f1 (p x / q x) = mu.
Proof.
  intros [[P P1] B] pos. exists (R 0%nat - f1 (p 0%nat / q 0%nat)). intros x Hx.
  destruct (Nat.eq_dec x 0) as [->|ne]; [reflexivity|]. set (y := 0%nat) in *.
  assert (Hy : (y <= N)%nat) by (unfold y; lia).
  pose proof (q_pos x Hx) as Qx. pose proof (q_pos y Hy) as Qy. pose proof (pos x Hx) as Px.
  pose proof (pos y Hy) as Py.
  set (phi := fun t => q x * f ((p x + 1 * t) / q x) + q y * f ((p y + -1 * t) / q y) - (R x - R y) * t).
  assert (D : derivable_pt_lim phi 0 (1 * f1 (p x / q x) + -1 * f1 (p y / q y) - (R x - R y) * 1)).
  { apply derivable_pt_lim_minus; [apply derivable_pt_lim_plus|].
    - apply along; [lra|]. apply first. now apply Rdiv_lt_0_compat.
    - apply along; [lra|]. apply first. now apply Rdiv_lt_0_compat.
    - apply (derivable_pt_lim_scal id). apply derivable_pt_lim_id. }
  pose proof (deriv_minimum phi (- p x) (p y) 0 (exist _ _ D) ltac:(lra) ltac:(lra)) as M. cbn in M.
  enough (K : forall t, - p x < t -> t < p y -> phi 0 <= phi t) by (specialize (M K); lra).
  intros t lo hi. assert (dist : distribution N (moved p x y t)).
  { split.
    - intros z Hz. unfold moved. destruct (Nat.eq_dec z x); [lra|]. destruct (Nat.eq_dec z y); [lra|auto].
    - rewrite (two_places (fun _ u => u)) by assumption. change (sum N (fun z => p z)) with (sum N p). lra. }
  specialize (B _ dist). unfold penalised in B.
  rewrite (two_places (fun z u => u * R z - q z * f (u / q z)) p x y t Hx Hy ne) in B. unfold phi.
  replace (p x + 1 * 0) with (p x) by ring. replace (p y + -1 * 0) with (p y) by ring.
  replace (p x + 1 * t) with (p x + t) by ring. replace (p y + -1 * t) with (p y - t) by ring. lra.
Qed.
Lemma slopes_rise r y : 0 < r -> 0 < y -> 0 <= (f1 y - f1 r) * (y - r).
Proof.
  intros r0 y0. pose proof (above f r y _ conv ltac:(lra) ltac:(lra) (first r r0)).
  pose proof (above f y r _ conv ltac:(lra) ltac:(lra) (first y y0)). lra.
Qed.
(* Away from r the function lies above its tangent by a fixed amount. *)
Lemma gap r d : 0 < r -> 0 < f2 r -> 0 < d ->
  exists g, 0 < g /\ forall y, 0 <= y -> d <= Rabs (y - r) -> f r + f1 r * (y - r) + g <= f y.
Proof.
  intros r0 c0 d0. destruct (near f1 r _ (f2 r / 2) (second r r0) ltac:(lra)) as [e [e0 H]].
  set (u := Rmin (d / 2) (Rmin (e / 2) (r / 2))). assert (u0 : 0 < u) by (repeat apply Rmin_glb_lt; lra).
  assert (u1 : u <= d / 2) by apply Rmin_l.
  assert (u2 : u <= e / 2) by (unfold u; eapply Rle_trans; [apply Rmin_r|apply Rmin_l]).
  assert (u3 : u <= r / 2) by (unfold u; eapply Rle_trans; [apply Rmin_r|apply Rmin_r]).
  exists (f2 r / 2 * u * u). split; [repeat apply Rmult_lt_0_compat; lra|]. intros y y0 far. unfold Rabs in far.
  destruct (Rcase_abs (y - r)).
  - pose proof (H (- u) ltac:(rewrite Rabs_Ropp, Rabs_pos_eq; lra)) as S. apply within in S.
    rewrite Rabs_Ropp, Rabs_pos_eq in S by lra. replace (r + - u) with (r - u) in S by ring.
    pose proof (above f r (r - u) _ conv ltac:(lra) ltac:(lra) (first r r0)).
    pose proof (above f (r - u) y _ conv ltac:(lra) ltac:(lra) (first (r - u) ltac:(lra))).
    assert (0 <= (f1 r - f1 (r - u) - f2 r / 2 * u) * (r - u - y)) by (apply Rmult_le_pos; lra).
    assert (0 <= f2 r / 2 * u) by (apply Rmult_le_pos; lra).
    assert (0 <= f2 r / 2 * u * (r - u - y - u)) by (apply Rmult_le_pos; lra). lra.
  - pose proof (H u ltac:(rewrite Rabs_pos_eq; lra)) as S. apply within in S. rewrite Rabs_pos_eq in S by lra.
    pose proof (above f r (r + u) _ conv ltac:(lra) ltac:(lra) (first r r0)).
    pose proof (above f (r + u) y _ conv ltac:(lra) ltac:(lra) (first (r + u) ltac:(lra))).
    assert (0 <= (f1 (r + u) - f1 r - f2 r / 2 * u) * (y - r - u)) by (apply Rmult_le_pos; lra).
    assert (0 <= f2 r / 2 * u) by (apply Rmult_le_pos; lra).
    assert (0 <= f2 r / 2 * u * (y - r - u - u)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* Small changes of the total reward change the model little, whatever becomes of the other outcomes. *)
Lemma stays_close R D p B : trained R p -> (forall x, (x <= N)%nat -> 0 < p x) ->
  (forall x, (x <= N)%nat -> 0 < f2 (p x / q x)) -> 0 <= B -> (forall x, (x <= N)%nat -> Rabs (D x) <= B) ->
  forall d, 0 < d -> exists e0, 0 < e0 /\ forall e p', 0 < e <= e0 -> trained (fun x => R x + e * D x) p' ->
    forall x, (x <= N)%nat -> Rabs (p' x / q x - p x / q x) < d.
Proof.
  intros T pos curved B0 HB d d0. destruct (stationary R p T pos) as [mu S]. pose proof T as [[P P1] _].
  destruct (uniform N (fun x g => forall y, 0 <= y -> d <= Rabs (y - p x / q x) ->
    q x * (f (p x / q x) + f1 (p x / q x) * (y - p x / q x)) + g <= q x * f y)) as [g [g0 G]].
  { intros x Hx. pose proof (q_pos x Hx) as Q.
    destruct (gap (p x / q x) d (Rdiv_lt_0_compat _ _ (pos x Hx) Q) (curved x Hx) d0) as [g [g0 G]].
    exists (q x * g). split; [now apply Rmult_lt_0_compat|]. intros e He y y0 far. specialize (G y y0 far).
    apply (Rmult_le_compat_l (q x)) in G; lra. }
  exists (g / (2 * B + 1) / 2). assert (k0 : 0 < g / (2 * B + 1)) by (apply Rdiv_lt_0_compat; lra). split; [lra|].
  intros e p' He [[P' P1'] Best] x Hx. apply Rnot_le_lt. intro far. specialize (Best p (conj P P1)).
  assert (eB : 2 * e * B < g).
  { assert (E : g / (2 * B + 1) * (2 * B + 1) = g) by (field; lra).
    assert (e * (2 * B + 1) <= g / (2 * B + 1) / 2 * (2 * B + 1)) by (apply Rmult_le_compat_r; lra). nra. }
  set (U := fun z => (p' z - p z) * mu + e * B * (p' z + p z)).
  set (V := fun z => p' z * (R z + e * D z) - q z * f (p' z / q z) - (p z * (R z + e * D z) - q z * f (p z / q z))).
  assert (SU : sum N U = 2 * e * B).
  { unfold U. rewrite (sum_ext N _ (fun z => (mu * p' z - mu * p z) + (e * B * p' z + e * B * p z))) by (intros; ring).
    rewrite sum_plus, sum_minus, sum_plus, !sum_times, P1, P1'. ring. }
  assert (SV : 0 <= sum N V).
  { unfold V. rewrite sum_minus. unfold penalised in Best. lra. }
  assert (term : forall z, (z <= N)%nat -> forall g',
    q z * (f (p z / q z) + f1 (p z / q z) * (p' z / q z - p z / q z)) + g'
    <= q z * f (p' z / q z) -> g' <= U z - V z).
  { intros z Hz g' K. pose proof (q_pos z Hz) as Q. specialize (S z Hz). specialize (P z Hz). specialize (P' z Hz).
    replace (q z * (f (p z / q z) + f1 (p z / q z) * (p' z / q z - p z / q z))) with
      (q z * f (p z / q z) + (R z - mu) * (p' z - p z)) in K by (rewrite <- S; field; lra).
    pose proof (within _ _ (HB z Hz)). unfold U, V.
    assert (0 <= e * (p' z * (B - D z))) by (repeat apply Rmult_le_pos; lra).
    assert (0 <= e * (p z * (B + D z))) by (repeat apply Rmult_le_pos; lra). lra. }
  assert (ratio : forall z, (z <= N)%nat -> 0 <= p' z / q z)
    by (intros z Hz; apply Rmult_le_pos; [auto|now apply Rlt_le, Rinv_0_lt_compat, q_pos]).
  pose proof (sum_at_least N (fun z => U z - V z) x Hx) as A. cbv beta in A. rewrite sum_minus in A.
  assert (g <= U x - V x) by (apply term; [assumption|]; apply G; auto).
  assert (U x - V x <= sum N U - sum N V); [|lra]. apply A. intros z Hz. apply term; [assumption|].
  rewrite Rplus_0_r. apply Rmult_le_compat_l; [now apply Rlt_le, q_pos|].
  apply above; [assumption|apply Rlt_le, Rdiv_lt_0_compat; auto|auto|apply first, Rdiv_lt_0_compat; auto].
Qed.
End Small.
