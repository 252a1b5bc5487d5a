(* Lemma 6: how far clients drift apart within a round (rewards/lemma-6-proof-recursion, lemma-6, and a lemma for
   new-half-drift).
   Modelled: the process of LocalProcess.v with laws of any kind, as Chances.v says; a round is a past whose length is
   a multiple of tau and the steps after it. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances LocalProcess.
From Incentives Require Import LocalSizes LocalTraining.
Open Scope R_scope.

Section Drift.
Variable W : Type.
Variables (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau : nat).
Variables (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop).
Variables (E : list W -> (W -> R) -> R) (g : nat -> list W -> W -> nat -> R).
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Hypothesis L_pos : 0 < L.
Hypothesis eta_pos : 0 < eta.
Hypothesis tau_pos : (1 <= tau)%nat.
Hypothesis rules : chance measurable integrable E.
Hypothesis random : random_gradients N g D measurable.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis dissimilarity : similar N D zeta G.
Hypothesis right : unbiased N g D integrable E here G.
Hypothesis noise : bounded_noise N g D integrable E sigma here G.
Hypothesis alone : independent_clients N g D integrable E.

Lemma tau_real : 1 <= INR tau.
Proof. apply (le_INR 1). exact tau_pos. Qed.
Lemma start_together past i j : Nat.modulo (length past) tau = 0%nat -> here past i = here past j.
Proof. destruct past as [|p past]; [reflexivity|]. intro H. cbn [places]. now rewrite H. Qed.

(* The noises of two clients add up. *)
Notation noise_of := (noise_at W N x0 eta tau g G).
Lemma zero i past : (i <= N)%nat -> centred (integrable past) (E past) D (noise_of i past).
Proof. now apply (noise_mean_zero W N D x0 eta tau measurable integrable E g G). Qed.
Lemma square i past : (i <= N)%nat -> integrable past (fun w => norm2 D (noise_of i past w)) /\
  E past (fun w => norm2 D (noise_of i past w)) <= sigma ^ 2.
Proof. now apply (noise_square W N D sigma x0 eta tau integrable E g G). Qed.
Lemma noise_of_pair i j past : (i <= N)%nat -> (j <= N)%nat ->
  integrable past (fun w => norm2 D (less (noise_of i past w) (noise_of j past w))) /\
  E past (fun w => norm2 D (less (noise_of i past w) (noise_of j past w))) <= 2 * sigma ^ 2.
Proof.
  intros Hi Hj. pose proof (E_rules W measurable integrable E rules past) as R.
  destruct (Nat.eq_dec i j) as [<-|ne].
  - replace (fun w => norm2 D (less (noise_of i past w) (noise_of i past w))) with (fun _ : W => 0).
    + destruct (E_const _ _ R 0) as [I0 E0]. split; [exact I0|]. rewrite E0. pose proof (pow2_ge_0 sigma). lra.
    + apply functional_extensionality. intro w. unfold norm2, dot, less.
      rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring.
  - assert (P : integrable past (fun w => dot D (noise_of i past w) (noise_of j past w)) /\
      E past (fun w => dot D (noise_of i past w) (noise_of j past w)) = 0).
    { assert (A : forall i j, (i < j <= N)%nat -> independent_vectors (integrable past) (E past) D (noise_of i past)
        (noise_of j past)) by (intros; now apply (noise_independent W N D x0 eta tau integrable E g G)).
      destruct (Nat.lt_ge_cases i j) as [B|B].
      - apply (product_zero _ _ R); [now apply zero|now apply zero|apply A; lia].
      - replace (fun w => dot D (noise_of i past w) (noise_of j past w)) with
          (fun w => dot D (noise_of j past w) (noise_of i past w))
          by (apply functional_extensionality; intro; apply dot_sym).
        apply (product_zero _ _ R); [now apply zero|now apply zero|apply A; lia]. }
    destruct P as [I1 E1]. destruct (square i past Hi) as [I2 B2]. destruct (square j past Hj) as [I3 B3].
    destruct (E_times _ _ R (- 2) _ I1) as [I4 E4]. destruct (E_plus _ _ R _ _ I2 I3) as [I5 E5].
    destruct (E_plus _ _ R _ _ I5 I4) as [I6 E6].
    replace (fun w => norm2 D (less (noise_of i past w) (noise_of j past w))) with (fun w =>
      (norm2 D (noise_of i past w) + norm2 D (noise_of j past w)) + - 2 * dot D (noise_of i past w) (noise_of j past w))
      by (apply functional_extensionality; intro; coordinates; ring).
    split; [exact I6|]. rewrite E6, E5, E4, E1. lra.
Qed.

(* The squared distance of two clients, and that of the gradients of the average objective there. *)
Notation gap i j := (fun past => norm D (less (here past i) (here past j)) ^ 2).
Notation slopes i j := (fun past => norm D (less (of_all N G (here past i)) (of_all N G (here past j))) ^ 2).
Notation fine := (moderate W measurable (size N D x0 eta tau g)).
Lemma grows : size_grows W measurable integrable E (size N D x0 eta tau g).
Proof. now apply (size_rules N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma fine_pair i j : (i <= N)%nat -> (j <= N)%nat -> fine (gap i j).
Proof. now apply (fine_gap N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma fine_slope i j : (i <= N)%nat -> (j <= N)%nat -> fine (slopes i j).
Proof. now apply (fine_slopes N D L sigma x0 eta tau measurable integrable E g F G). Qed.
Lemma gap_one_step i j past : (i <= N)%nat -> (j <= N)%nat ->
  E past (fun w => gap i j (w :: past)) <=
    (1 + / INR tau) * gap i j past + (4 * INR tau + 6) * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2 +
    eta * (3 * eta - 2 / L) * slopes i j past.
Proof.
  intros Hi Hj. pose proof tau_real as T. pose proof (E_rules W measurable integrable E rules past) as R.
  destruct (two_clients_one_step D eta (here past i) (here past j) (G i (here past i)) (G j (here past j))) as [v V].
  set (h := less (G i (here past i)) (G j (here past j))) in *. set (d := less (here past i) (here past j)) in *.
  set (n := fun w => less (noise_of j past w) (noise_of i past w)).
  set (c := norm D d ^ 2 - 2 * eta * dot D h d + eta ^ 2 * norm D h ^ 2).
  destruct (noise_of_pair j i past Hj Hi) as [I1 B]. fold (n) in I1, B. change (fun w => norm2 D (less _ _)) with
    (fun w => norm2 D (n w)) in I1, B.
  destruct (E_const _ _ R c) as [I0 E0]. destruct (E_times _ _ R (eta ^ 2) _ I1) as [I2 E2].
  destruct (E_dot _ _ R D n v) as [I3 E3].
  { intros k Hk. destruct (zero i past Hi k Hk) as [J1 F1]. destruct (zero j past Hj k Hk) as [J2 F2].
    destruct (E_minus _ _ R _ _ J2 J1) as [J3 F3]. split; [exact J3|]. unfold n, less at 1. rewrite F3, F1, F2. ring. }
  destruct (E_plus _ _ R _ _ I2 I3) as [I4 E4]. destruct (E_plus _ _ R _ _ I0 I4) as [I5 E5].
  assert (A : E past (fun w => gap i j (w :: past)) <= E past (fun w => c + (eta ^ 2 * norm2 D (n w) + dot D (n w) v))).
  { apply (E_le _ _ R); [|exact I5|].
    - exact (moderate_next W measurable integrable E rules _ grows _ past (fine_pair i j Hi Hj)).
    - intro w. cbn [places].
      specialize (V (fun k => - noise_of i past w k) (fun k => - noise_of j past w k)). cbv beta zeta in V. fold h d
        in V.
      replace (fun k => G i (here past i) k + - noise_of i past w k) with (g i past w) in V
        by (apply functional_extensionality; intro k; unfold noise_at, less; ring).
      replace (fun k => G j (here past j) k + - noise_of j past w k) with (g j past w) in V
        by (apply functional_extensionality; intro k; unfold noise_at, less; ring).
      replace (less (fun k => - noise_of i past w k) (fun k => - noise_of j past w k)) with (n w) in V
        by (apply functional_extensionality; intro k; unfold n, less; ring).
      rewrite <- (norm_square D (n w)), <- Rplus_assoc. unfold c. rewrite <- V.
      destruct (Nat.eqb _ 0); [|apply Rle_refl].
      rewrite (norm_square D (less _ (average N _))). replace (norm2 D (less _ (average N _))) with 0; [apply
        pow2_ge_0|].
      symmetry. unfold norm2, dot, less. rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const.
        ring. }
  rewrite E5, E0, E4, E2, E3 in A.
  pose proof (inner_product N D L zeta eta (INR tau) F G i j (here past i) (here past j) L_pos eta_pos ltac:(lra) Hi Hj
    objectives dissimilarity) as C. cbv beta zeta in C. fold h d in C.
  destruct (square_of_gradients N D zeta G i j (here past i) (here past j) Hi Hj dissimilarity) as [S1 S2].
  fold h in S1. set (s := norm D (less (of_all N G (here past i)) (of_all N G (here past j)))) in *.
  pose proof (Rle_trans _ _ _ S1 S2) as S.
  apply (Rmult_le_compat_l (2 * eta)) in C; [|lra].
  replace (2 * eta * (- (s ^ 2 / L) + norm D d ^ 2 / (2 * eta * INR tau) + 2 * eta * INR tau * zeta ^ 2)) with
    (- (2 * eta / L * s ^ 2) + / INR tau * norm D d ^ 2 + 4 * INR tau * eta ^ 2 * zeta ^ 2) in C by (field; lra).
  apply (Rmult_le_compat_l (eta ^ 2)) in S; [|apply pow2_ge_0].
  apply (Rmult_le_compat_l (eta ^ 2)) in B; [|apply pow2_ge_0].
  replace (eta * (3 * eta - 2 / L) * s ^ 2) with (3 * eta ^ 2 * s ^ 2 - 2 * eta / L * s ^ 2) by (field; lra).
  unfold c in A. lra.
Qed.

Theorem pair_recursion i j (past : list W) (m : nat) :
  (i <= N)%nat -> (j <= N)%nat ->
  expected E (S m) (gap i j) past <= (1 + / INR tau) * expected E m (gap i j) past + (4 * INR tau + 6) * eta ^ 2 *
    zeta ^ 2 +
    2 * eta ^ 2 * sigma ^ 2 + eta * (3 * eta - 2 / L) * expected E m (slopes i j) past /\
  (eta <= / (4 * L) -> 3 * eta - 2 / L < 0) /\ 4 * INR tau + 6 <= 10 * INR tau.
Proof.
  intros Hi Hj. pose proof tau_real. split; [|split; [|lra]].
  - rewrite expected_last. set (c := (4 * INR tau + 6) * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2).
    pose proof (fine_pair i j Hi Hj) as F1. pose proof (fine_slope i j Hi Hj) as F2.
    pose proof (moderate_times W measurable integrable E rules _ (1 + / INR tau) _ F1) as F3.
    pose proof (moderate_times W measurable integrable E rules _ (eta * (3 * eta - 2 / L)) _ F2) as F4.
    pose proof (moderate_plus W measurable integrable E rules _ _ _ F3 F4) as F5.
    pose proof (moderate_const W measurable integrable E rules (size N D x0 eta tau g) c) as F0.
    pose proof (moderate_plus W measurable integrable E rules _ _ _ F0 F5) as F6.
    pose proof (moderate_expectation W measurable integrable E rules _ grows _ F1) as F7.
    pose proof (expected_le_at W measurable integrable E rules _ grows m _ _ past F7 F6) as Q.
    rewrite (expected_plus W measurable integrable E rules _ grows m _ _ F0 F5),
      (expected_plus W measurable integrable E rules _ grows m _ _ F3 F4),
      (expected_times W measurable integrable E rules _ grows m _ _ F1),
      (expected_times W measurable integrable E rules _ grows m _ _ F2),
      (expected_const W measurable integrable E rules) in Q. unfold c in Q.
    assert (expected E m (fun q => E q (fun w => gap i j (w :: q))) past <= _)
      by (apply Q; intros q _; pose proof (gap_one_step i j q Hi Hj) as G1; cbv beta in G1; lra). lra.
  - intro small. assert (I : 0 < / L) by (apply Rinv_0_lt_compat; assumption).
    rewrite Rinv_mult_distr in small by lra. unfold Rdiv. lra.
Qed.

(* Within a round every pair stays close, and the more so on average. *)
Lemma pair_bound i j past k : (i <= N)%nat -> (j <= N)%nat -> eta <= 2 / (3 * L) ->
  Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  expected E k (gap i j) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2.
Proof.
  intros Hi Hj small round Hk. pose proof tau_real as T.
  set (c := 10 * INR tau * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2).
  pose proof (pow2_ge_0 (eta * zeta)) as EZ. pose proof (pow2_ge_0 (eta * sigma)) as ES.
  assert (c0 : 0 <= c) by (unfold c; nra).
  destruct (telescoping tau c (fun m => expected E m (gap i j) past) tau_pos) as [X [Y Z]].
  assert (B : expected E k (gap i j) past <= c * INR tau * ((1 + / INR tau) ^ k - 1)).
  { apply X.
    - simpl. rewrite (start_together past i j round). unfold norm, norm2, dot, less.
      rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const, Rmult_0_r, sqrt_0. ring.
    - intro m. destruct (pair_recursion i j past m Hi Hj) as [R [_ R2]]. apply Rle_trans with (1 := R).
      assert (drop : 0 <= eta * (2 / L - 3 * eta) * expected E m (slopes i j) past).
      { replace (2 / L) with (3 * (2 / (3 * L))) by (field; lra). apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
        apply (expected_nonneg W measurable integrable E rules _ grows); [now apply fine_slope|].
        intro. apply pow2_ge_0. }
      assert (ten : (4 * INR tau + 6) * (eta * zeta) ^ 2 <= 10 * INR tau * (eta * zeta) ^ 2)
        by (apply Rmult_le_compat_r; lra).
      rewrite Rpow_mult_distr in ten. unfold c. lra. }
  assert (K : (1 + / INR tau) ^ k <= (1 + / INR tau) ^ tau).
  { apply Rle_pow; [|assumption]. pose proof (Rinv_0_lt_compat (INR tau) ltac:(lra)). lra. }
  assert (c * INR tau * ((1 + / INR tau) ^ k - 1) <= c * INR tau * (9 / 5)).
  { apply Rmult_le_compat_l; [nra|]. lra. }
  assert (S : 0 <= INR tau * (eta * sigma) ^ 2) by nra.
  replace (c * INR tau * (9 / 5)) with (18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 18 / 5 * INR tau * eta ^ 2 * sigma ^ 2)
    in * by (unfold c; field). replace (INR tau * (eta * sigma) ^ 2) with (INR tau * eta ^ 2 * sigma ^ 2) in S by ring.
  lra.
Qed.

Theorem drift_of_a_client i (past : list W) (k : nat) :
  (i <= N)%nat -> eta <= / (4 * L) -> Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  expected E k (fun q => norm D (less (here q i) (centre q)) ^ 2) past <=
    18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2.
Proof.
  intros Hi small round Hk. assert (small2 : eta <= 2 / (3 * L)).
  { apply Rle_trans with (1 := small). apply (Rmult_le_reg_l (12 * L)); [lra|].
    replace (12 * L * / (4 * L)) with 3 by (field; lra). replace (12 * L * (2 / (3 * L))) with 8 by (field; lra). lra. }
  apply Rle_trans with (expected E k (fun q => mean N (fun j => gap i j q)) past).
  - apply (expected_le_at W measurable integrable E rules _ grows).
    + now apply (fine_away N D L sigma x0 eta tau measurable integrable E g F G).
    + now apply (moderate_mean W measurable integrable E rules _ N (fun j => gap i j)); auto using fine_pair.
    + intros q _. apply (pairs_to_average N D (here q) i).
  - rewrite (expected_mean W measurable integrable E rules _ grows N k (fun j => gap i j)) by auto using fine_pair.
    rewrite <- (mean_const N (18 * _ * _ * _ + _)). apply mean_le. intros j Hj. now apply pair_bound.
Qed.

(* The mean squared distance to the average is half the mean over all pairs, of which N + 1 are at distance zero. *)
Lemma drift_of_pairs (x : nat -> nat -> R) :
  drift N D x = / 2 * mean N (fun i => mean N (fun j => norm D (less (x i) (x j)) ^ 2)).
Proof.
  unfold drift. set (b := mean N (fun i => norm D (less (x i) (average N x)) ^ 2)).
  rewrite (mean_ext N _ (fun i => b + norm D (less (x i) (average N x)) ^ 2)).
  - rewrite mean_plus, mean_const. fold b. field.
  - intros i _. destruct (pairs_to_average N D x i) as [_ Q]. fold b in Q. lra.
Qed.
Lemma half_drift (past : list W) (k : nat) :
  eta <= 2 / (3 * L) -> Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  expected E k (fun q => drift N D (here q)) past <=
    INR N / (INR N + 1) * (9 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 2 * INR tau * eta ^ 2 * sigma ^ 2).
Proof.
  intros small round Hk. set (B := 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2).
  assert (FM : forall i, (i <= N)%nat -> fine (fun q => mean N (fun j => gap i j q))).
  { intros i Hi. apply (moderate_mean W measurable integrable E rules _ N (fun j => gap i j)). auto using fine_pair. }
  rewrite (expected_ext W E k _ (fun q => / 2 * mean N (fun i => mean N (fun j => gap i j q))))
    by (intro; apply drift_of_pairs).
  rewrite (expected_times W measurable integrable E rules _ grows),
    (expected_mean W measurable integrable E rules _ grows N k (fun i q => mean N (fun j => gap i j q)))
    by (assumption || now apply (moderate_mean W measurable integrable E rules _ N (fun i q => mean N (fun j => gap i
      j q)))).
  pose proof (n_pos N) as PN. fold (clients N). apply Rle_trans with (/ 2 * (INR N / clients N * B)).
  2: { apply Req_le. unfold B. field. lra. }
  apply Rmult_le_compat_l; [lra|]. rewrite <- (mean_const N (INR N / clients N * B)). apply mean_le. intros i Hi.
  rewrite (expected_mean W measurable integrable E rules _ grows N k (fun j => gap i j)) by auto using fine_pair.
  apply Rle_trans with (mean N (fun j => if Nat.eq_dec j i then 0 else B)).
  - apply mean_le. intros j Hj. destruct (Nat.eq_dec j i) as [->|ne]; [|now apply pair_bound].
    rewrite (expected_ext W E k _ (fun _ => 0)), (expected_const W measurable integrable E rules) by
      (assumption || (intro; rewrite norm_square; unfold norm2, dot, less; rewrite (sum_ext D _ (fun _ => 0)) by
        (intros; ring); rewrite sum_const; ring)). lra.
  - apply Req_le. unfold mean. rewrite (sum_change N (fun _ => B) i 0 Hi), sum_const. unfold clients. field.
    unfold clients in PN. lra.
Qed.
End Drift.
