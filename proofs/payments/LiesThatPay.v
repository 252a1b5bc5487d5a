(* Which small lies pay if nobody pays (payments/theorem-e-2-max, theorem-e-2-sum-negative, theorem-e-2-sum-positive,
   new-marginal-conditions). Any number N + 1 of outcomes, any reports of the others (their total), real numbers.
   Modelled: outcomes, f, its derivatives f1 and f2 and trained models as in SmallLies.v. [psi r] is the model that is
   trained if the group reports r; each legal report has one. [responsive x] is the paper's a(x) at the truthful model,
   [marginal] the paper's t. Only the truthful model has to be interior. That the group values at least two things, 0
   the least, that f2 is continuous and that the probabilities of q add up to 1 is not used.
   Not modelled: the existence of a trained model. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting SmallLies.
Open Scope R_scope.

Section Lies.
Variables (N : nat) (q : nat -> R) (f f1 f2 : R -> R) (w : R) (others rm : nat -> R) (psi : (nat -> R) -> nat -> R).
Hypotheses (q_pos : forall x, (x <= N)%nat -> 0 < q x) (conv : convex_from_zero f).
Hypotheses (first : derivative f f1) (second : derivative f1 f2) (w_pos : 0 < w).

Definition by_maximum (r : nat -> R) := (forall x, (x <= N)%nat -> 0 <= r x <= 1) /\ exists x, (x <= N)%nat /\ r x = 1.
Definition by_sum (r : nat -> R) := (forall x, (x <= N)%nat -> 0 <= r x) /\ sum N r = 1.
Definition worth (p : nat -> R) := sum N (fun x => p x * rm x).
Definition trains (legal : (nat -> R) -> Prop) := forall r, legal r ->
  trained N q f (fun x => others x + w * r x) (psi r).
Definition truth_optimal (legal : (nat -> R) -> Prop) := forall r, legal r -> worth (psi r) <= worth (psi rm).
Definition responsive x := q x / f2 (psi rm x / q x).
Definition marginal z := sum N (fun x => (rm z - rm x) * responsive x).

Section Direction.
Variable D : nat -> R.
Hypotheses (pos : forall x, (x <= N)%nat -> 0 < psi rm x).
Hypotheses (curved : forall x, (x <= N)%nat -> 0 < f2 (psi rm x / q x)).
Hypotheses (truth : trained N q f (fun x => others x + w * rm x) (psi rm)).
Notation p := (psi rm).
Notation r x := (psi rm x / q x).
Notation c x := (f2 (psi rm x / q x)).

Lemma responsive_pos x : (x <= N)%nat -> 0 < responsive x.
Proof. intro Hx. apply Rdiv_lt_0_compat; auto. Qed.

(* If a direction of lies has a positive rate, every small enough step in it pays. *)
Lemma small_lie_pays : 0 < sum N (fun x => responsive x * marginal x * D x) ->
  exists e0, 0 < e0 /\ forall e p', 0 < e <= e0 ->
    trained N q f (fun x => others x + w * (rm x + e * D x)) p' -> worth p < worth p'.
Proof.
  intro G0. set (a := responsive) in *. set (t := marginal) in *. set (G := sum N (fun x => a x * t x * D x)) in *.
  assert (a0 : forall x, (x <= N)%nat -> 0 < a x) by (intros; now apply responsive_pos).
  assert (Q0 : forall x, (x <= N)%nat -> 0 < r x) by (intros; apply Rdiv_lt_0_compat; auto).
  set (B := sum N (fun x => Rabs (D x))). assert (B0 : 0 <= B) by (apply sum_nonneg; intros; apply Rabs_pos).
  assert (HB : forall x, (x <= N)%nat -> Rabs (D x) <= B)
    by (intros x Hx; apply (sum_at_least N (fun x => Rabs (D x)) x Hx); intros; apply Rabs_pos).
  set (M := sum N (fun x => a x * Rabs (t x) * (4 * B / c x))).
  assert (M0 : 0 <= M).
  { apply sum_nonneg. intros x Hx. specialize (curved x Hx). specialize (a0 x Hx). pose proof (Rabs_pos (t x)).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra|]. apply Rmult_le_pos; [lra|]. now apply Rlt_le, Rinv_0_lt_compat. }
  destruct (uniform N (fun x e => e <= c x / 2 /\ e * (2 * (M + 1)) <= G)) as [eta [eta0 E]].
  { intros x Hx. specialize (curved x Hx). exists (Rmin (c x / 2) (G / (2 * (M + 1)))).
    assert (k0 : 0 < G / (2 * (M + 1))) by (apply Rdiv_lt_0_compat; lra). split; [apply Rmin_glb_lt; lra|].
    intros e He. pose proof (Rmin_l (c x / 2) (G / (2 * (M + 1)))). pose proof (Rmin_r (c x / 2) (G / (2 * (M + 1)))).
    split; [lra|]. replace G with (G / (2 * (M + 1)) * (2 * (M + 1))) at 1 by (field; lra).
    apply Rmult_le_compat_r; lra. }
  destruct (uniform N (fun x d => d <= r x /\ forall h, Rabs h < d ->
    Rabs (f1 (r x + h) - f1 (r x) - c x * h) <= eta * Rabs h)) as [d [d0 near_x]].
  { intros x Hx. destruct (near f1 (r x) _ eta (second _ (Q0 x Hx)) eta0) as [d [d0 H]].
    exists (Rmin d (r x)). split; [apply Rmin_glb_lt; auto|]. pose proof (Rmin_l d (r x)). pose proof (Rmin_r d (r x)).
    intros e He. split; [lra|]. intros h Hh. apply H. lra. }
  destruct (stays_close N q f f1 f2 q_pos conv first second _ D p B truth pos curved B0 HB d d0) as [e1 [e10 close]].
  exists (e1 / w). split; [now apply Rdiv_lt_0_compat|]. intros e' p' He' T'.
  set (e := e' * w). assert (He : 0 < e <= e1).
  { unfold e. split; [nra|]. replace e1 with (e1 / w * w) by (field; lra). apply Rmult_le_compat_r; lra. }
  assert (T : trained N q f (fun x => others x + w * rm x + e * D x) p').
  { destruct T' as [dist best']. split; [assumption|]. intros m dm. specialize (best' m dm). unfold penalised in *.
    rewrite (sum_ext N (fun x => m x * (others x + w * rm x + e * D x) - q x * f (m x / q x))
      (fun x => m x * (others x + w * (rm x + e' * D x)) - q x * f (m x / q x))) by (intros; unfold e; ring).
    rewrite (sum_ext N (fun x => p' x * (others x + w * rm x + e * D x) - q x * f (p' x / q x))
      (fun x => p' x * (others x + w * (rm x + e' * D x)) - q x * f (p' x / q x))) by (intros; unfold e; ring).
      assumption. }
  specialize (close e p' He T). set (h := fun x => p' x / q x - r x).
  assert (pE : forall x, (x <= N)%nat -> p' x = p x + q x * h x)
    by (intros x Hx; specialize (q_pos x Hx); unfold h; field; lra).
  assert (pos' : forall x, (x <= N)%nat -> 0 < p' x).
  { intros x Hx. destruct (near_x x Hx) as [dr _]. pose proof (inside _ _ (close x Hx)).
    replace (p' x) with (q x * (p' x / q x)) by (specialize (q_pos x Hx); field; lra).
    apply Rmult_lt_0_compat; [auto|lra]. }
  destruct (stationary N q f f1 q_pos first _ p truth pos) as [mu S].
  destruct (stationary N q f f1 q_pos first _ p' T pos') as [mu' S'].
  set (m := mu' - mu). set (err := fun x => f1 (p' x / q x) - f1 (r x) - c x * h x).
  assert (rise : forall x, (x <= N)%nat -> f1 (p' x / q x) - f1 (r x) = e * D x - m)
    by (intros x Hx; specialize (S x Hx); specialize (S' x Hx); unfold m; lra).
  assert (errE : forall x, (x <= N)%nat -> Rabs (err x) <= eta * Rabs (h x)).
  { intros x Hx. destruct (near_x x Hx) as [_ K]. specialize (K (h x) (close x Hx)).
    replace (r x + h x) with (p' x / q x) in K by (unfold h; ring). exact K. }
  assert (zero : sum N (fun x => q x * h x) = 0).
  { rewrite (sum_ext N _ (fun x => p' x - p x)) by (intros x Hx; rewrite (pE x Hx); ring).
    rewrite sum_minus. pose proof (proj2 (proj1 truth)). pose proof (proj2 (proj1 T)).
    change (sum N (fun x => p' x)) with (sum N p'). lra. }
  assert (some : forall s, s = 1 \/ s = -1 -> exists x, (x <= N)%nat /\ 0 <= s * h x).
  { intros s Hs. destruct (largest N (fun x => q x * (s * h x))) as [x [Hx most]]. exists x. split; [assumption|].
    apply Rnot_lt_le. intro neg. assert (below : q x * (s * h x) < 0) by (specialize (q_pos x Hx); nra).
    assert (Z : sum N (fun x => q x * (s * h x)) = 0).
    { rewrite (sum_ext N _ (fun x => s * (q x * h x))) by (intros; ring). rewrite sum_times, zero. ring. }
    pose proof (sum_le N _ (fun _ => q x * (s * h x)) most) as L. rewrite Z, sum_const in L. pose proof (n_pos N).
    nra. }
  assert (side : forall x, (x <= N)%nat -> 0 <= (e * D x - m) * h x).
  { intros x Hx. rewrite <- (rise x Hx). apply (slopes_rise f f1 conv first); [auto|apply Rdiv_lt_0_compat; auto]. }
  assert (flat : forall x, (x <= N)%nat -> h x = 0 -> e * D x - m = 0).
  { intros x Hx Z. rewrite <- (rise x Hx). replace (p' x / q x) with (r x) by (unfold h in Z; lra). ring. }
  assert (eB : forall x, (x <= N)%nat -> - (e * B) <= e * D x <= e * B)
    by (intros x Hx; pose proof (within _ _ (HB x Hx)); nra).
  assert (mB : - (e * B) <= m <= e * B).
  { destruct (some 1 (or_introl eq_refl)) as [x [Hx Px]]. destruct (some (-1) (or_intror eq_refl)) as [y [Hy Py]].
    pose proof (side x Hx). pose proof (side y Hy). pose proof (eB x Hx). pose proof (eB y Hy).
    assert (m <= e * D x) by (destruct (Req_dec (h x) 0) as [Z|ne]; [specialize (flat x Hx Z); lra|nra]).
    assert (e * D y <= m) by (destruct (Req_dec (h y) 0) as [Z|ne]; [specialize (flat y Hy Z); lra|nra]). lra. }
  assert (hB : forall x, (x <= N)%nat -> Rabs (h x) <= e * (4 * B / c x)).
  { intros x Hx. specialize (curved x Hx). destruct (E x Hx) as [half _]. pose proof (within _ _ (errE x Hx)) as W.
    pose proof (eB x Hx). assert (id : c x * h x = e * D x - m - err x) by (rewrite <- (rise x Hx); unfold err; ring).
    pose proof (Rabs_pos (h x)). assert (eta * Rabs (h x) <= c x / 2 * Rabs (h x)) by (apply Rmult_le_compat_r;
      assumption).
    assert (K : c x * Rabs (h x) <= 4 * (e * B)).
    { unfold Rabs in *. destruct (Rcase_abs (h x)); lra. }
    apply (Rmult_le_reg_l (c x)); [assumption|]. replace (c x * (e * (4 * B / c x))) with (4 * (e * B)) by (field; lra).
    assumption. }
  set (A := sum N a). assert (A0 : 0 < A).
  { apply Rlt_le_trans with (a 0%nat); [apply a0; lia|]. apply sum_at_least; [lia|]. intros; now apply Rlt_le, a0. }
  assert (move : forall x, (x <= N)%nat -> q x * h x = a x * (e * D x - m - err x)).
  { intros x Hx. rewrite <- (rise x Hx). unfold err, a, responsive. specialize (curved x Hx). field. lra. }
  assert (tE : forall z, t z = rm z * A - sum N (fun x => a x * rm x)).
  { intro z. unfold t, marginal, A. fold a. rewrite <- sum_times, <- sum_minus. apply sum_ext. intros; ring. }
  assert (gain : A * (worth p' - worth p) = e * G - sum N (fun x => a x * t x * err x)).
  { assert (W : worth p' - worth p = sum N (fun x => q x * h x * rm x)).
    { unfold worth. rewrite <- sum_minus. apply sum_ext. intros x Hx. rewrite (pE x Hx). ring. }
    rewrite W. set (R1 := sum N (fun x => a x * rm x)) in *.
    replace (A * sum N (fun x => q x * h x * rm x)) with
      (sum N (fun x => A * (q x * h x * rm x) - R1 * (q x * h x)))
      by (rewrite sum_minus, !sum_times, zero; ring).
    rewrite (sum_ext N _ (fun x => e * (a x * t x * D x) - a x * t x * err x - m * (a x * t x))).
    - rewrite !sum_minus, !sum_times. fold G. replace (sum N (fun x => a x * t x)) with 0; [ring|].
      rewrite (sum_ext N _ (fun x => A * (a x * rm x) - R1 * a x)) by (intros x _; rewrite tE; ring).
      rewrite sum_minus, !sum_times. fold R1 A. ring.
    - intros x Hx. rewrite (move x Hx), tE. ring. }
  assert (lost : sum N (fun x => a x * t x * err x) <= e * eta * M).
  { unfold M. rewrite <- sum_times. apply sum_le. intros x Hx. specialize (a0 x Hx). pose proof (Rabs_pos (t x)).
    apply Rle_trans with (1 := Rle_abs _). rewrite !Rabs_mult, (Rabs_pos_eq (a x)) by lra.
    replace (e * eta * (a x * Rabs (t x) * (4 * B / c x))) with (a x * Rabs (t x) * (eta * (e * (4 * B / c x)))) by
      ring.
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|]. apply Rle_trans with (1 := errE x Hx).
    apply Rmult_le_compat_l; [lra|auto]. }
  destruct (E 0%nat ltac:(lia)) as [_ less]. assert (e * (eta * M) < e * G) by (apply Rmult_lt_compat_l; nra).
  assert (0 < A * (worth p' - worth p)) by lra. nra.
Qed.
End Direction.

Section Conditions.
Hypotheses (pos : forall x, (x <= N)%nat -> 0 < psi rm x).
Hypotheses (curved : forall x, (x <= N)%nat -> 0 < f2 (psi rm x / q x)).

Definition no_gain_at_one := forall x, (x <= N)%nat -> 0 < rm x < 1 -> marginal x = 0.
Definition no_gain_between_two := forall x y, (x <= N)%nat -> (y <= N)%nat -> 0 < rm x -> 0 < rm y ->
  responsive x * marginal x = responsive y * marginal y.

Lemma at_one x s : by_maximum rm -> trains by_maximum -> truth_optimal by_maximum -> (x <= N)%nat -> 0 < rm x < 1 ->
  s = 1 \/ s = -1 -> s * marginal x <= 0.
Proof.
  intros norm T opt Hx mid Hs. apply Rnot_lt_le. intro up. set (D := fun z => if Nat.eq_dec z x then s else 0).
  destruct (small_lie_pays D pos curved (T rm norm)) as [e0 [e00 pays]].
  { rewrite (sum_ext N _ (fun z => if Nat.eq_dec z x then responsive x * marginal x * s else 0)).
    - rewrite (sum_change N (fun _ => 0) x _ Hx), sum_const. pose proof (responsive_pos curved x Hx). nra.
    - intros z _. unfold D. destruct (Nat.eq_dec z x) as [->|]; ring. }
  set (e := Rmin e0 (Rmin (rm x) (1 - rm x))). assert (e1 : 0 < e) by (repeat apply Rmin_glb_lt; lra).
  assert (e2 : e <= e0) by apply Rmin_l. assert (e3 : e <= Rmin (rm x) (1 - rm x)) by apply Rmin_r.
  pose proof (Rmin_l (rm x) (1 - rm x)). pose proof (Rmin_r (rm x) (1 - rm x)). destruct norm as [unit [b [Hb one]]].
  assert (legal : by_maximum (fun z => rm z + e * D z)).
  { split.
    - intros z Hz. specialize (unit z Hz). unfold D. destruct (Nat.eq_dec z x) as [->|]; destruct Hs as [->| ->]; lra.
    - exists b. split; [assumption|]. unfold D. destruct (Nat.eq_dec b x) as [->|]; lra. }
  pose proof (pays e _ (conj e1 e2) (T _ legal)). specialize (opt _ legal). lra.
Qed.
Lemma between_two x y : by_sum rm -> trains by_sum -> truth_optimal by_sum -> (x <= N)%nat -> (y <= N)%nat ->
  0 < rm x -> responsive y * marginal y <= responsive x * marginal x.
Proof.
  intros norm T opt Hx Hy some. apply Rnot_lt_le. intro up.
  assert (ne : x <> y) by (intros ->; lra).
  set (D := fun z => if Nat.eq_dec z y then 1 else if Nat.eq_dec z x then -1 else 0).
  assert (two : forall F : nat -> R, sum N (fun z => F z * D z) = F y - F x).
  { intro F. rewrite (sum_ext N _ (fun z => if Nat.eq_dec z y then F y else if Nat.eq_dec z x then - F x else 0)).
    - rewrite (sum_change N (fun z => if Nat.eq_dec z x then - F x else 0) y _ Hy).
      rewrite (sum_change N (fun _ => 0) x _ Hx), sum_const.
      destruct (Nat.eq_dec y x) as [e|]; [now rewrite e in ne|ring].
    - intros z _. unfold D. destruct (Nat.eq_dec z y) as [->|]; [ring|]. destruct (Nat.eq_dec z x) as [->|]; ring. }
  destruct (small_lie_pays D pos curved (T rm norm)) as [e0 [e00 pays]].
  { rewrite (two (fun z => responsive z * marginal z)). lra. }
  set (e := Rmin e0 (rm x)). assert (e1 : 0 < e) by (now apply Rmin_glb_lt).
  assert (e2 : e <= e0) by apply Rmin_l. assert (e3 : e <= rm x) by apply Rmin_r. destruct norm as [nonneg one].
  assert (legal : by_sum (fun z => rm z + e * D z)).
  { split.
    - intros z Hz. specialize (nonneg z Hz). unfold D. destruct (Nat.eq_dec z y) as [->|]; [lra|].
      destruct (Nat.eq_dec z x) as [->|]; lra.
    - rewrite sum_plus, sum_times, (sum_ext N D (fun z => 1 * D z)) by (intros; ring). rewrite (two (fun _ => 1)).
      change (sum N (fun z => rm z)) with (sum N rm). lra. }
  pose proof (pays e _ (conj e1 e2) (T _ legal)). specialize (opt _ legal). lra.
Qed.
Lemma ordered x y : rm y <= rm x -> marginal y <= marginal x.
Proof.
  intro le. enough (0 <= marginal x - marginal y) by lra. unfold marginal. rewrite <- sum_minus. apply sum_nonneg.
  intros z Hz. pose proof (responsive_pos curved z Hz). nra.
Qed.
Lemma liked : exists b, (b <= N)%nat /\ 0 <= marginal b /\ forall x, (x <= N)%nat -> rm x <= rm b.
Proof.
  destruct (largest N rm) as [b [Hb most]]. exists b. repeat split; try assumption. apply sum_nonneg. intros x Hx.
  specialize (most x Hx). pose proof (responsive_pos curved x Hx). nra.
Qed.

(* Truth is optimal only if no small lie pays; and each printed hypothesis makes one pay. *)
Lemma conditions :
  (by_maximum rm -> trains by_maximum -> truth_optimal by_maximum -> no_gain_at_one) /\
  (by_sum rm -> trains by_sum -> truth_optimal by_sum -> no_gain_between_two) /\
  forall x1, (x1 <= N)%nat ->
    (marginal x1 <> 0 -> 0 < rm x1 < 1 -> ~ no_gain_at_one) /\
    (marginal x1 < 0 -> 0 < rm x1 < 1 -> ~ no_gain_between_two) /\
    forall x2, (x2 <= N)%nat -> 0 < marginal x1 -> rm x1 < 1 -> rm x2 <= rm x1 -> 0 < rm x2 ->
      responsive x2 < responsive x1 -> ~ no_gain_between_two.
Proof.
  split; [|split].
  - intros norm T opt x Hx mid. pose proof (at_one x 1 norm T opt Hx mid (or_introl eq_refl)).
    pose proof (at_one x (-1) norm T opt Hx mid (or_intror eq_refl)). lra.
  - intros norm T opt x y Hx Hy Px Py. apply Rle_antisym; apply between_two; assumption.
  - intros x1 H1. pose proof (responsive_pos curved x1 H1) as A1. split; [|split].
    + intros ne mid none. now apply ne, none.
    + intros neg mid none. destruct liked as [b [Hb [tb most]]]. specialize (most x1 H1).
      pose proof (none x1 b H1 Hb ltac:(lra) ltac:(lra)). pose proof (responsive_pos curved b Hb). nra.
    + intros x2 H2 t1 _ order some less none. pose proof (none x1 x2 H1 H2 ltac:(lra) some) as E.
      pose proof (ordered x1 x2 order). pose proof (responsive_pos curved x2 H2). nra.
Qed.
End Conditions.
End Lies.
