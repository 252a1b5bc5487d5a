(* In local training squared distances and objectives are measurable and moderate: bounded by the sum V of the clients'
   squared distances from the origin, which one step raises at most by constants in expectation. So they have
   expectations after any number of steps (expectations_exist). Lemmas for LocalTraining.v, LocalDrift.v and
   LocalConvergence.v. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances LocalProcess.
Open Scope R_scope.
Notation origin := (fun _ : nat => 0).

Section Sizes.
Context {W : Type}.
Variables (N D : nat) (L sigma : R) (x0 : nat -> R) (eta : R) (tau : nat).
Variables (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop).
Variables (E : list W -> (W -> R) -> R) (g : nat -> list W -> W -> nat -> R).
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Hypothesis rules : chance measurable integrable E.
Hypothesis random : random_gradients N g D measurable.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis noise : bounded_noise N g D integrable E sigma here G.

(* At one length after the other. *)
Lemma length_measurable n : measurable (fun q : list W => if Nat.eqb (length q) n then 1 else 0).
Proof.
  apply (M_lengths W measurable integrable E rules). intro m. exists (fun _ => if Nat.eqb m n then 1 else 0).
  split; [apply (M_const W measurable integrable E rules)|]. now intros q ->.
Qed.
Lemma here_at_length n : forall i k, (i <= N)%nat -> (k <= D)%nat ->
  measurable (fun q => if Nat.eqb (length q) n then here q i k else 0).
Proof.
  induction n as [|n IH]; intros i k Hi Hk.
  - replace (fun q : list W => if Nat.eqb (length q) 0 then here q i k else 0) with
      (fun q : list W => (if Nat.eqb (length q) 0 then 1 else 0) * x0 k)
      by (apply functional_extensionality; intro q; destruct q; simpl; ring).
    apply (M_mult W measurable integrable E rules); [apply length_measurable|].
    apply (M_const W measurable integrable E rules).
  - set (moved := fun i q => (if Nat.eqb (length (tl q)) n then here (tl q) i k else 0) + - eta *
      match q with nil => 0 | w :: before => g i before w k end).
    assert (M : forall i, (i <= N)%nat -> measurable (moved i)).
    { intros j Hj. apply (M_plus W measurable integrable E rules).
      - exact (M_before W measurable integrable E rules _ (IH j k Hj Hk)).
      - apply (M_mult W measurable integrable E rules (fun _ => - eta)); [apply (M_const W measurable integrable E
        rules)|].
        now apply random. }
    replace (fun q : list W => if Nat.eqb (length q) (S n) then here q i k else 0) with
      (fun q : list W => (if Nat.eqb (length q) (S n) then 1 else 0) *
        (if Nat.eqb (Nat.modulo (S n) tau) 0 then mean N (fun j => moved j q) else moved i q)).
    + apply (M_mult W measurable integrable E rules); [apply length_measurable|].
      destruct (Nat.eqb _ 0); [apply (M_mean W measurable integrable E rules N (fun j q => moved j q))|]; auto.
    + apply functional_extensionality. intro q. destruct q as [|w q]; [simpl; ring|].
      unfold moved. cbn [length tl Nat.eqb places]. destruct (Nat.eqb (length q) n) eqn:B; [|ring].
      apply Nat.eqb_eq in B. rewrite B. destruct (Nat.eqb _ 0); unfold average, along; ring.
Qed.
Lemma here_measurable i k : (i <= N)%nat -> (k <= D)%nat -> measurable (fun q => here q i k).
Proof.
  intros Hi Hk. apply (M_lengths W measurable integrable E rules). intro n.
  exists (fun q => if Nat.eqb (length q) n then here q i k else 0). split; [now apply here_at_length|].
  intros q B. rewrite B, Nat.eqb_refl. reflexivity.
Qed.
Lemma centre_measurable k : (k <= D)%nat -> measurable (fun q => centre q k).
Proof.
  intro Hk. apply (M_mean W measurable integrable E rules N (fun i q => here q i k)). intros. now apply here_measurable.
Qed.

Definition size q := sum N (fun i => norm2 D (here q i)).
Lemma size_at_least q i : (i <= N)%nat -> norm2 D (here q i) <= size q.
Proof. intro Hi. apply (sum_at_least N (fun i => norm2 D (here q i))); [assumption|]. intros. apply norm2_nonneg. Qed.
Lemma size_nonneg q : 0 <= size q.
Proof. apply sum_nonneg. intros. apply norm2_nonneg. Qed.
Lemma three_squares (x s y : nat -> R) : norm2 D (along x (- eta) y) <=
  3 * norm2 D x + 3 * eta ^ 2 * norm2 D s + 3 * eta ^ 2 * norm2 D (less y s).
Proof.
  unfold norm2, dot. rewrite <- !sum_times, <- !sum_plus. apply sum_le. intros k _. unfold along, less.
  pose proof (pow2_ge_0 (x k + eta * s k)) as A. pose proof (pow2_ge_0 (x k + eta * (y k - s k))) as B.
  pose proof (pow2_ge_0 (eta * s k - eta * (y k - s k))) as C. apply Rminus_le.
  replace (_ - _) with (- ((x k + eta * s k) ^ 2 + (x k + eta * (y k - s k)) ^ 2 +
    (eta * s k - eta * (y k - s k)) ^ 2)) by ring. lra.
Qed.
Lemma size_rules : size_grows W measurable integrable E size.
Proof.
  split; [|split; [exact size_nonneg|]].
  - apply (M_sum W measurable integrable E rules N (fun i q => norm2 D (here q i))). intros i Hi.
    apply (M_norm2 W measurable integrable E rules D (fun q => here q i)). intros. now apply here_measurable.
  - set (known := fun q i => 3 * norm2 D (here q i) + 3 * eta ^ 2 * norm2 D (G i (here q i))).
    set (drawn := fun q i w => norm D (less (g i q w) (G i (here q i))) ^ 2).
    exists (fun q w => sum N (fun i => known q i + 3 * eta ^ 2 * drawn q i w)).
    assert (I : forall q i, (i <= N)%nat -> integrable q (fun w => known q i + 3 * eta ^ 2 * drawn q i w) /\
      E q (fun w => known q i + 3 * eta ^ 2 * drawn q i w) = known q i + 3 * eta ^ 2 * E q (drawn q i)).
    { intros q i Hi. pose proof (E_rules W measurable integrable E rules q) as R.
      destruct (E_times _ _ R (3 * eta ^ 2) _ (proj1 (noise i q Hi))) as [I1 E1].
      destruct (E_const _ _ R (known q i)) as [I0 E0]. destruct (E_plus _ _ R _ _ I0 I1) as [I2 E2].
      split; [exact I2|]. fold (drawn q i) in *. rewrite E0, E1 in E2. exact E2. }
    split; [|split].
    + intros q w. apply Rle_trans with (sum N (fun i => norm2 D (along (here q i) (- eta) (g i q w)))).
      * unfold size. cbn [places]. destruct (Nat.eqb _ 0); [|apply Rle_refl]. rewrite sum_const.
        pose proof (norm2_average N D (fun i => along (here q i) (- eta) (g i q w))) as Q. pose proof (n_pos N) as PN.
        apply (Rmult_le_compat_l (clients N)) in Q; [|lra]. apply Rle_trans with (1 := Q). apply Req_le.
        unfold mean. field. lra.
      * apply sum_le. intros i _. unfold known, drawn. rewrite norm_square. apply three_squares.
    + intro q. apply (E_sum _ _ (E_rules W measurable integrable E rules q) N
        (fun i w => known q i + 3 * eta ^ 2 * drawn q i w)). intros i Hi. apply (I q i Hi).
    + pose proof (pow2_ge_0 eta) as PE. pose proof (pow2_ge_0 L) as PL. pose proof (pow2_ge_0 sigma) as PS.
      exists (sum N (fun i => 6 * eta ^ 2 * norm2 D (G i origin) + 3 * eta ^ 2 * sigma ^ 2)), (3 + 6 * eta ^ 2 * L ^ 2).
      split; [|split].
      * apply sum_nonneg. intros i _. pose proof (Rmult_le_pos _ _ PE (norm2_nonneg D (G i origin))).
        pose proof (Rmult_le_pos _ _ PE PS). lra.
      * pose proof (Rmult_le_pos _ _ PE PL). lra.
      * intro q. rewrite (proj2 (E_sum _ _ (E_rules W measurable integrable E rules q) N
          (fun i w => known q i + 3 * eta ^ 2 * drawn q i w) (fun i Hi => proj1 (I q i Hi)))).
        unfold size. rewrite <- sum_times, <- sum_plus. apply sum_le. intros i Hi. rewrite (proj2 (I q i Hi)).
        destruct (objectives i Hi) as [_ [S _]]. pose proof (gradient_grows D L (G i) (here q i) S) as B1.
        pose proof (proj2 (noise i q Hi)) as B2. fold (drawn q i) in B2. unfold known.
        apply (Rmult_le_compat_l _ _ _ PE) in B1. apply (Rmult_le_compat_l _ _ _ PE) in B2. lra.
Qed.

Notation fine := (moderate W measurable size).
Lemma fine_below f h : measurable f -> fine h -> (forall q, Rabs (f q) <= h q) -> fine f.
Proof. apply moderate_below. Qed.
Lemma fine_less (X Y : list W -> nat -> R) :
  (forall k, (k <= D)%nat -> measurable (fun q => X q k)) -> (forall k, (k <= D)%nat -> measurable (fun q => Y q k)) ->
  fine (fun q => norm2 D (X q)) -> fine (fun q => norm2 D (Y q)) -> fine (fun q => norm D (less (X q) (Y q)) ^ 2).
Proof.
  intros MX MY FX FY. replace (fun q => norm D (less (X q) (Y q)) ^ 2) with (fun q => norm2 D (less (X q) (Y q)))
    by (apply functional_extensionality; intro; symmetry; apply norm_square).
  apply fine_below with (fun q => 2 * norm2 D (X q) + 2 * norm2 D (Y q)).
  - apply (M_norm2 W measurable integrable E rules D (fun q => less (X q) (Y q))). intros k Hk.
    apply (M_minus W measurable integrable E rules); auto.
  - apply (moderate_plus W measurable integrable E rules); apply (moderate_times W measurable integrable E rules);
      assumption.
  - intro q. rewrite Rabs_pos_eq by apply norm2_nonneg. apply norm2_less.
Qed.
Lemma fine_here i : (i <= N)%nat -> fine (fun q => norm2 D (here q i)).
Proof.
  intro Hi. apply fine_below with size.
  - apply (M_norm2 W measurable integrable E rules D (fun q => here q i)). intros. now apply here_measurable.
  - apply (moderate_size W measurable integrable E size size_rules).
  - intro q. rewrite Rabs_pos_eq by apply norm2_nonneg. now apply size_at_least.
Qed.
Lemma fine_centre : fine (fun q => norm2 D (centre q)).
Proof.
  apply fine_below with (fun q => mean N (fun i => norm2 D (here q i))).
  - apply (M_norm2 W measurable integrable E rules D (fun q => centre q)). intros. now apply centre_measurable.
  - apply (moderate_mean W measurable integrable E rules size N (fun i q => norm2 D (here q i))). intros.
    now apply fine_here.
  - intro q. rewrite Rabs_pos_eq by apply norm2_nonneg. apply norm2_average.
Qed.
Lemma fine_constant (y : nat -> R) : fine (fun _ => norm2 D y).
Proof. apply (moderate_const W measurable integrable E rules). Qed.
Lemma fine_from star : fine (fun q => norm D (less (centre q) star) ^ 2).
Proof.
  apply (fine_less centre (fun _ => star)); [exact centre_measurable| |exact fine_centre|apply fine_constant].
  intros. apply (M_const W measurable integrable E rules).
Qed.
Lemma fine_gap i j : (i <= N)%nat -> (j <= N)%nat -> fine (fun q => norm D (less (here q i) (here q j)) ^ 2).
Proof.
  intros Hi Hj. apply (fine_less (fun q => here q i) (fun q => here q j)); try now apply fine_here.
  - intros. now apply here_measurable.
  - intros. now apply here_measurable.
Qed.
Lemma fine_away i : (i <= N)%nat -> fine (fun q => norm D (less (here q i) (centre q)) ^ 2).
Proof.
  intro Hi. apply (fine_less (fun q => here q i) centre); [|exact centre_measurable|now apply fine_here|exact
    fine_centre].
  intros. now apply here_measurable.
Qed.
Lemma fine_drift : fine (fun q => drift N D (here q)).
Proof.
  apply (moderate_mean W measurable integrable E rules size N (fun i q => norm D (less (here q i) (centre q)) ^ 2)).
  exact fine_away.
Qed.
Lemma slope_measurable i j k : (i <= N)%nat -> (j <= N)%nat -> (k <= D)%nat ->
  measurable (fun q => G i (here q j) k).
Proof.
  intros Hi Hj Hk. destruct (objectives i Hi) as [_ [S _]].
  apply (M_continuous W measurable integrable E rules D (fun x => G i x k) (fun k q => here q j k));
    [now apply gradient_continuous with L|]. intros. now apply here_measurable.
Qed.
Lemma fine_slopes i j : (i <= N)%nat -> (j <= N)%nat ->
  fine (fun q => norm D (less (of_all N G (here q i)) (of_all N G (here q j))) ^ 2).
Proof.
  assert (A : forall j, (j <= N)%nat -> forall k, (k <= D)%nat -> measurable (fun q => of_all N G (here q j) k)).
  { intros l Hl k Hk. apply (M_mean W measurable integrable E rules N (fun i q => G i (here q l) k)). intros.
    now apply slope_measurable. }
  assert (B : forall j, (j <= N)%nat -> fine (fun q => norm2 D (of_all N G (here q j)))).
  { intros l Hl. apply fine_below with (fun q => mean N (fun i => 2 * L ^ 2 * norm2 D (here q l) + 2 * norm2 D (G i
    origin))).
    - apply (M_norm2 W measurable integrable E rules D (fun q => of_all N G (here q l))). auto.
    - apply (moderate_mean W measurable integrable E rules size N
        (fun i q => 2 * L ^ 2 * norm2 D (here q l) + 2 * norm2 D (G i origin))). intros m _.
      apply (moderate_plus W measurable integrable E rules); [|apply (moderate_const W measurable integrable E rules)].
      apply (moderate_times W measurable integrable E rules). now apply fine_here.
    - intro q. rewrite Rabs_pos_eq by apply norm2_nonneg. apply Rle_trans with (1 := norm2_average N D _).
      apply mean_le. intros m Hm. destruct (objectives m Hm) as [_ [S _]]. now apply gradient_grows. }
  intros Hi Hj. now apply (fine_less (fun q => of_all N G (here q i)) (fun q => of_all N G (here q j))); auto.
Qed.
Lemma fine_objective : fine (fun q => objective N F (centre q)).
Proof.
  apply (moderate_mean W measurable integrable E rules size N (fun i q => F i (centre q))). intros i Hi.
  destruct (objectives i Hi) as [A [B C]].
  apply fine_below with (fun q => (Rabs (F i origin) + norm2 D (G i origin)) + (1 + L / 2) * norm2 D (centre q)).
  - apply (M_continuous W measurable integrable E rules D (F i) (fun k q => centre q k));
      [now apply objective_continuous with L (G i)|exact centre_measurable].
  - apply (moderate_plus W measurable integrable E rules); [apply (moderate_const W measurable integrable E rules)|].
    apply (moderate_times W measurable integrable E rules). exact fine_centre.
  - intro q. now apply objective_grows.
Qed.

(* So all expectations of the theorems on local training exist. *)
Theorem expectations_exist (star : nat -> R) (i : nat) (past : list W) (m : nat) : (i <= N)%nat ->
  integrable past (fun w => expected E m (fun q => objective N F (centre q)) (w :: past)) /\
  integrable past (fun w => expected E m (fun q => norm D (less (centre q) star) ^ 2) (w :: past)) /\
  integrable past (fun w => expected E m (fun q => norm D (less (here q i) (centre q)) ^ 2) (w :: past)) /\
  integrable past (fun w => expected E m (fun q => drift N D (here q)) (w :: past)).
Proof.
  assert (A : forall f, fine f -> integrable past (fun w => expected E m f (w :: past))).
  { intros f H. apply (moderate_next W measurable integrable E rules size size_rules).
    now apply (moderate_expected W measurable integrable E rules size size_rules). }
  intro Hi. repeat split; apply A; auto using fine_objective, fine_from, fine_away, fine_drift.
Qed.
End Sizes.
