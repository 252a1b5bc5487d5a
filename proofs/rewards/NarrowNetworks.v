(* What a slice of a network keeps, in examples (rewards/new-lemma-1-strict-and-equal, new-layer-norm-no-restriction,
   new-wider-can-be-worse, new-arithmetic-overhead).
   Modelled: vectors have the coordinates 0, ..., D. The constant of a function is the least L for which its gradient is
   L-Lipschitz. That a symmetric matrix has an orthonormal basis of eigenvectors is the spectral theorem; here such a
   basis is given. Layer norm has a scale for each channel, no bias, and no constant in its denominator; the kept
   channels are 0, ..., K of 0, ..., N. The mean over a width that is drawn uniformly is an integral divided by the
   length of its interval. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Quadratics Gradients RandomWidths.
Open Scope R_scope.

(* The constant of a quadratic form. *)
Definition constant D (F : (nat -> R) -> R) L :=
  exists G, is_gradient D F G /\ Gradients.smooth D L G /\ forall M, Gradients.smooth D M G -> L <= M.
Definition times D (A : nat -> nat -> R) (x : nat -> R) k := sum D (fun l => A k l * x l).
Definition form D A x := / 2 * dot D x (times D A x).
Definition symmetric D (A : nat -> nat -> R) := forall k l, (k <= D)%nat -> (l <= D)%nat -> A k l = A l k.
Definition eigenbasis D A (value : nat -> R) (v : nat -> nat -> R) :=
  (forall i k, (i <= D)%nat -> (k <= D)%nat -> times D A (v i) k = value i * v i k) /\
  (forall i, (i <= D)%nat -> dot D (v i) (v i) = 1) /\
  forall x k, (k <= D)%nat -> x k = sum D (fun i => dot D (v i) x * v i k).

Lemma dot_same D x y u w : (forall k, (k <= D)%nat -> x k = u k) -> (forall k, (k <= D)%nat -> y k = w k) ->
  dot D x y = dot D u w.
Proof. intros H K. apply sum_ext. intros k Hk. now rewrite H, K. Qed.
Lemma dot_swaps D x y : dot D x y = dot D y x.
Proof. apply sum_ext. intros. ring. Qed.
Lemma times_moves D A x y : symmetric D A -> dot D x (times D A y) = dot D (times D A x) y.
Proof.
  intro S. unfold dot, times.
  rewrite (sum_ext D _ (fun k => sum D (fun l => x k * (A k l * y l)))) by (intros; now rewrite sum_times).
  rewrite sum_exchange. apply sum_ext. intros l Hl. rewrite (Rmult_comm _ (y l)), <- sum_times.
  apply sum_ext. intros k Hk. rewrite (S k l) by assumption. ring.
Qed.
Lemma form_gradient D A : symmetric D A -> is_gradient D (form D A) (times D A).
Proof.
  intros S x d e He. set (c := form D A d). pose proof (Rabs_pos c).
  exists (mkposreal (e / (1 + Rabs c)) ltac:(apply Rdiv_lt_0_compat; lra)). simpl. intros h H0 Hh.
  assert (E : forall t, form D A (along x t d) = form D A x + t * dot D (times D A x) d + t ^ 2 * c).
  { intro t. unfold c, form. assert (T : forall k, times D A (along x t d) k = times D A x k + t * times D A d k).
    { intro k. unfold times. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold along. ring. }
    assert (X : dot D (along x t d) (times D A (along x t d)) = dot D x (times D A x) + t * dot D x (times D A d) +
      t * dot D d (times D A x) + t ^ 2 * dot D d (times D A d)).
    { unfold dot. rewrite <- !sum_times, <- !sum_plus. apply sum_ext. intros k _. rewrite T. unfold along. ring. }
    rewrite X, (times_moves D A x d S), (dot_swaps D d). field. }
  rewrite !E. replace (_ / h - _) with (h * c) by (field; assumption). rewrite Rabs_mult.
  apply Rle_lt_trans with (Rabs h * (1 + Rabs c)); [pose proof (Rabs_pos h); nra|].
  apply (Rmult_lt_compat_r (1 + Rabs c)) in Hh; [|lra]. unfold Rdiv in Hh. rewrite Rmult_assoc, Rinv_l in Hh; lra.
Qed.
Lemma pythagoras D A value v x : eigenbasis D A value v -> norm2 D x = sum D (fun i => dot D (v i) x ^ 2).
Proof.
  intros [_ [_ B]]. unfold norm2, dot at 1.
  rewrite (sum_ext D _ (fun k => sum D (fun i => dot D (v i) x * v i k * x k))).
  - rewrite sum_exchange. apply sum_ext. intros i _.
    rewrite (sum_ext D _ (fun k => dot D (v i) x * (v i k * x k))) by (intros; ring). rewrite sum_times.
    fold (dot D (v i) x). ring.
  - intros k Hk. rewrite (B x k Hk) at 1. rewrite Rmult_comm, <- sum_times. apply sum_ext. intros. ring.
Qed.
Lemma largest_eigenvalue D F A value v m : symmetric D A -> is_gradient D F (times D A) -> eigenbasis D A value v ->
  (m <= D)%nat -> (forall i, (i <= D)%nat -> Rabs (value i) <= Rabs (value m)) -> constant D F (Rabs (value m)).
Proof.
  intros S HG E Hm Max. assert (E' := E). destruct E' as [Eig [Unit _]]. exists (times D A).
  assert (T : forall x y k, less (times D A x) (times D A y) k = times D A (less x y) k).
  { intros x y k. unfold less at 1, times. rewrite <- sum_minus. apply sum_ext. intros. unfold less. ring. }
  split; [assumption|split].
  - apply square_to_smooth; [apply Rabs_pos|]. intros x y. set (z := less x y).
    replace (norm2 D (less (times D A x) (times D A y))) with (norm2 D (times D A z))
      by (apply dot_same; intros; symmetry; apply T).
    rewrite !(pythagoras D A value v _ E), <- sum_times. apply sum_le. intros i Hi.
    replace (dot D (v i) (times D A z)) with (value i * dot D (v i) z).
    2: { rewrite (times_moves D A (v i) z S), (dot_same D (times D A (v i)) z (fun k => value i * v i k) z) by auto.
      unfold dot. rewrite <- sum_times. apply sum_ext. intros. ring. }
    rewrite Rpow_mult_distr. apply Rmult_le_compat_r; [apply pow2_ge_0|]. rewrite <- (pow2_abs (value i)).
    apply pow_incr. split; [apply Rabs_pos|auto].
  - intros M HM. specialize (HM (v m) (fun _ => 0)). unfold norm in HM.
    assert (N1 : norm2 D (less (v m) (fun _ => 0)) = 1).
    { rewrite <- (Unit m Hm). apply dot_same; intros; unfold less; ring. }
    assert (N2 : norm2 D (less (times D A (v m)) (times D A (fun _ => 0))) = Rsqr (value m)).
    { unfold norm2. rewrite (dot_same D _ _ (fun k => value m * v m k) (fun k => value m * v m k)).
      - unfold dot. rewrite (sum_ext D _ (fun k => Rsqr (value m) * (v m k * v m k))) by (intros; unfold Rsqr; ring).
        rewrite sum_times. fold (dot D (v m) (v m)). rewrite (Unit m Hm). ring.
      - intros k Hk. rewrite T, <- (Eig m k Hm Hk). apply sum_ext. intros. unfold less. ring.
      - intros k Hk. rewrite T, <- (Eig m k Hm Hk). apply sum_ext. intros. unfold less. ring. }
    rewrite N1, N2, sqrt_1, sqrt_Rsqr_abs in HM. lra.
Qed.

(* Two coordinates, and the restriction to one of them while the other is held fixed. *)
Definition diagonal (a b : R) (k l : nat) := if Nat.eqb k l then if Nat.eqb k 0 then a else b else 0.
Definition restricted (F : (nat -> R) -> R) (kept : nat) (held x : nat -> R) :=
  F (fun k => if Nat.eqb k kept then x k else held k).
Lemma diagonal_constant F a b L : Rmax (Rabs a) (Rabs b) = L -> is_gradient 1 F (times 1 (diagonal a b)) ->
  constant 1 F L.
Proof.
  intros <- HG. set (value := fun i => if Nat.eqb i 0 then a else b).
  set (v := fun i k => if Nat.eqb i k then 1 else 0).
  assert (S : symmetric 1 (diagonal a b)).
  { intros k l Hk Hl. destruct k as [|[|]], l as [|[|]]; try lia; reflexivity. }
  assert (E : eigenbasis 1 (diagonal a b) value v).
  { split; [|split].
    - intros i k Hi Hk. destruct i as [|[|]], k as [|[|]]; try lia; unfold times, sum, diagonal, value, v; simpl; ring.
    - intros i Hi. destruct i as [|[|]]; try lia; unfold dot, sum, v; simpl; ring.
    - intros x k Hk. destruct k as [|[|]]; try lia; unfold dot, sum, v; simpl; ring. }
  destruct (Rle_lt_dec (Rabs a) (Rabs b)) as [L|L].
  - rewrite Rmax_right by assumption. apply (largest_eigenvalue 1 F _ value v 1 S HG E); [lia|].
    intros i Hi. destruct i as [|[|]]; try lia; unfold value; simpl; lra.
  - rewrite Rmax_left by lra. apply (largest_eigenvalue 1 F _ value v 0 S HG E); [lia|].
    intros i Hi. destruct i as [|[|]]; try lia; unfold value; simpl; lra.
Qed.
Theorem strict_and_equal :
  let F := form 1 (diagonal 1 10) in
  constant 1 F 10 /\ (forall held, constant 1 (restricted F 0 held) 1) /\
  (forall held, constant 1 (restricted F 1 held) 10) /\ constant 1 (form 1 (diagonal 1 (- 10))) 10 /\
  forall D A value v, symmetric D A -> eigenbasis D A value v ->
    exists m, (m <= D)%nat /\ (forall i, (i <= D)%nat -> Rabs (value i) <= Rabs (value m)) /\
      constant D (form D A) (Rabs (value m)).
Proof.
  intro F.
  assert (S : forall a b, symmetric 1 (diagonal a b))
    by (intros a b k l Hk Hl; destruct k as [|[|]], l as [|[|]]; try lia; reflexivity).
  assert (R1 : Rabs 1 = 1) by (apply Rabs_right; lra). assert (R10 : Rabs 10 = 10) by (apply Rabs_right; lra).
  assert (parabola : forall H a b c, (forall x, H x = form 1 (diagonal a b) x + c) ->
    is_gradient 1 H (times 1 (diagonal a b))).
  { intros H a b c E x d e He. destruct (form_gradient 1 _ (S a b) x d e He) as [h Hh]. exists h. intros s S0 S1.
    rewrite !E. specialize (Hh s S0 S1). replace (form 1 (diagonal a b) (along x (0 + s) d) + c - _) with
      (form 1 (diagonal a b) (along x (0 + s) d) - form 1 (diagonal a b) (along x 0 d)) by ring. exact Hh. }
  assert (R1' : Rabs (- 10) = 10) by (rewrite Rabs_left; lra).
  split; [|split; [|split; [|split]]].
  - apply (diagonal_constant F 1 10); [rewrite R1, R10; apply Rmax_right; lra|apply form_gradient, S].
  - intro held. apply (diagonal_constant _ 1 0); [rewrite R1, Rabs_R0; apply Rmax_left; lra|].
    apply (parabola _ 1 0 (5 * held 1%nat ^ 2)). intro x.
    unfold restricted, F, form, dot, times, sum, diagonal. simpl. field.
  - intro held. apply (diagonal_constant _ 0 10); [rewrite R10, Rabs_R0; apply Rmax_right; lra|].
    apply (parabola _ 0 10 (/ 2 * held 0%nat ^ 2)). intro x.
    unfold restricted, F, form, dot, times, sum, diagonal. simpl. field.
  - apply (diagonal_constant _ 1 (- 10)); [rewrite R1, R1'; apply Rmax_right; lra|apply form_gradient, S].
  - intros D A value v Sy E. destruct (largest D (fun i => Rabs (value i))) as [m [Hm Max]]. exists m.
    split; [assumption|split; [assumption|]]. apply (largest_eigenvalue D _ A value v m); auto. now apply form_gradient.
Qed.

(* Layer norm: channels that are set to zero still count. *)
Definition padded K (x : nat -> R) j := if Nat.leb j K then x j else 0.
Definition layer_norm N (scale x : nat -> R) j := scale j * ((x j - mean N x) / sqrt (var N x)).
Lemma sum_padded K N f x : (K <= N)%nat -> f 0 = 0 -> sum N (fun j => f (padded K x j)) = sum K (fun j => f (x j)).
Proof.
  intros L Z. induction N as [|n IH].
  - replace K with 0%nat by lia. reflexivity.
  - destruct (Nat.eq_dec K (S n)) as [->|D].
    + apply sum_ext. intros j Hj. unfold padded. apply Nat.leb_le in Hj. now rewrite Hj.
    + rewrite <- IH by lia. unfold sum. cbn [sum_f_R0]. unfold padded at 2. destruct (Nat.leb_spec (S n) K); [lia|].
      rewrite Z. ring.
Qed.
Theorem no_restriction K N scale x : (K <= N)%nat -> mean K x = 0 -> forall j, (j <= K)%nat ->
  layer_norm N scale (padded K x) j = sqrt (clients N / clients K) * layer_norm K scale x j.
Proof.
  intros L M j Hj. pose proof (n_pos K) as PK. pose proof (n_pos N) as PN.
  assert (Z : sum K x = 0).
  { unfold mean in M. replace (sum K x) with (sum K x / clients K * clients K) by (field; lra). rewrite M. ring. }
  assert (M' : mean N (padded K x) = 0).
  { pose proof (sum_padded K N (fun t => t) x L eq_refl) as E. cbv beta in E. unfold mean.
    replace (sum N (padded K x)) with (sum K x) by (symmetry; exact E). rewrite Z. unfold Rdiv. ring. }
  assert (V : var N (padded K x) = var K x * (clients K / clients N)).
  { pose proof (sum_padded K N (fun t => t ^ 2) x L ltac:(cbv beta; ring)) as E. cbv beta in E. unfold var.
    rewrite M, M'. unfold mean. rewrite E. field. lra. }
  unfold layer_norm. rewrite M, M', V. unfold padded. destruct (Nat.leb_spec j K); [|lia].
  destruct (Rle_lt_or_eq_dec 0 (var K x) (var_nonneg K x)) as [P|E].
  - assert (Q : 0 < clients N / clients K) by now apply Rdiv_lt_0_compat.
    replace (var K x * (clients K / clients N)) with (var K x / (clients N / clients K)) by (field; lra).
    rewrite sqrt_div by lra. pose proof (sqrt_lt_R0 _ P). pose proof (sqrt_lt_R0 _ Q). field. lra.
  - symmetry in E. rewrite var_zero in E. rewrite (E j Hj), M. unfold Rdiv. ring.
Qed.

(* A wider slice can be worse at the exact optimum: the three widths use no coordinate, one, and both. *)
Definition tilted (x y : R) := / 2 * x ^ 2 + / 2 * y ^ 2 - / 2 * (x * y) - y.
Definition loss_at (width : nat) x y := match width with O => tilted 0 0 | 1%nat => tilted x 0 | _ => tilted x y end.
Definition average_loss x y := mean 2 (fun width => loss_at width x y).
Theorem wider_can_be_worse : let x := 2 / 7 in let y := 8 / 7 in
  (forall u w, average_loss x y <= average_loss u w /\ (average_loss u w = average_loss x y -> u = x /\ w = y)) /\
  loss_at 0 x y = 0 /\ loss_at 1 x y = 2 / 49 /\ loss_at 2 x y = - (30 / 49) /\
  forall width, (width <= 2)%nat -> width <> 1%nat -> loss_at width x y < loss_at 1 x y.
Proof.
  intros x y. split; [|repeat split; try (unfold loss_at, tilted, x, y; field)].
  - intros u w.
    assert (E : average_loss u w = average_loss x y + / 3 * ((u - w / 4) ^ 2 + 7 / 16 * (w - y) ^ 2)).
    { unfold average_loss, mean, sum, clients, loss_at, tilted, x, y. simpl. field. }
    pose proof (pow2_ge_0 (u - w / 4)). pose proof (pow2_ge_0 (w - y)). split; [lra|]. intro Q.
    assert (W : w - y = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra).
    assert (U : u - w / 4 = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra). unfold x, y in *. split; lra.
  - intros width Hw D. destruct width as [|[|[|]]]; try lia; unfold loss_at, tilted, x, y; lra.
Qed.

(* A full pass and one at a random width: the mean cost, an integral. *)
Definition passes (p : R) := 1 + p ^ 2.
Definition primitive (p : R) := p + / 3 * p ^ 3.
Lemma primitive_slope p : derivable_pt_lim primitive p (passes p).
Proof.
  unfold primitive, passes. replace (1 + p ^ 2) with (1 + / 3 * (INR 3 * p ^ 2)) by (simpl; field).
  apply (derivable_pt_lim_plus (fun q => q) (fun q => / 3 * q ^ 3)); [apply derivable_pt_lim_id|].
  apply (derivable_pt_lim_scal (fun q => q ^ 3) (/ 3)), (derivable_pt_lim_pow p 3).
Qed.
Lemma passes_continuous p : continuity_pt passes p.
Proof. apply derivable_continuous_pt. unfold passes. reg. Qed.
Lemma primitive_derivable : derivable primitive.
Proof. intro p. exists (passes p). apply primitive_slope. Defined.
Theorem arithmetic_overhead (least : R) : least < 1 ->
  exists integrable : Riemann_integrable passes least 1,
    let cost := RiemannInt integrable / (1 - least) in
    cost = 1 + / 3 * (1 + least + least ^ 2) /\ (least = / 4 -> cost = 23 / 16) /\ (least = / 2 -> cost = 19 / 12).
Proof.
  intro L. assert (I : Riemann_integrable passes least 1)
    by (apply continuity_implies_RiemannInt; [lra|intros; apply passes_continuous]).
  exists I. intro cost.
  assert (C : continuity (derive primitive primitive_derivable)) by exact passes_continuous.
  assert (V : RiemannInt I = primitive 1 - primitive least).
  { exact (FTC_Riemann (mkC1 C) I). }
  assert (K : cost = 1 + / 3 * (1 + least + least ^ 2)).
  { unfold cost. rewrite V. unfold primitive. field. lra. }
  split; [assumption|]. rewrite K. split; intros ->; field.
Qed.
