(* Lemma 6: how far clients drift apart within a round (rewards/lemma-6-proof-recursion, lemma-6, and a lemma for
   new-half-drift).
   Modelled: the process of LocalTraining.v; a round is a past whose length is a multiple of tau and the steps after it.
   Noise has finitely many outcomes. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps LocalPairs Pasts LocalTraining.
Open Scope R_scope.

Section Drift.
Variables (N D P : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R) (tau : nat).
Variable prob : list nat -> nat -> R.
Variable g : nat -> list nat -> nat -> nat -> R.
Variables (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R).
Notation here := (places N x0 eta tau g).
Notation centre := (middle N x0 eta tau g).
Notation E := (later P prob).
Hypothesis L_pos : 0 < L.
Hypothesis eta_pos : 0 < eta.
Hypothesis tau_pos : (1 <= tau)%nat.
Hypothesis chance : probabilities P prob.
Hypothesis objectives : convex_and_smooth N D L F G.
Hypothesis dissimilarity : similar N D zeta G.
Hypothesis right : unbiased N D P prob here G g.
Hypothesis noise : bounded_noise N D P sigma prob here G g.
Hypothesis alone : independent_clients N P prob g.

Lemma tau_real : 1 <= INR tau.
Proof. apply (le_INR 1). exact tau_pos. Qed.
Lemma start_together past i j : Nat.modulo (length past) tau = 0%nat -> here past i = here past j.
Proof. destruct past as [|p past]; [reflexivity|]. intro H. cbn [places]. now rewrite H. Qed.

(* The noises of two clients add up. *)
Definition deviation i past p := less (g i past p) (G i (here past i)).
Lemma deviation_zero i past k : (i <= N)%nat -> (k <= D)%nat -> expectation P (prob past) (fun p => deviation i past p
  k) = 0.
Proof.
  intros Hi Hk. unfold deviation, less. rewrite expectation_minus, expectation_const by apply chance.
  rewrite (right i past k Hi Hk). ring.
Qed.
Lemma deviations_uncorrelated i j past k : (i <= N)%nat -> (j <= N)%nat -> (k <= D)%nat -> i <> j ->
  expectation P (prob past) (fun p => deviation i past p k * deviation j past p k) = 0.
Proof.
  intros Hi Hj Hk ne. assert (W : forall i j, (i < j <= N)%nat ->
    expectation P (prob past) (fun p => deviation i past p k * deviation j past p k) = 0).
  { clear - chance right alone Hk. intros i j B.
    pose proof (alone i j past B (fun v => v k - G i (here past i) k) (fun v => v k - G j (here past j) k)) as Q.
    unfold deviation, less. rewrite Q.
    pose proof (deviation_zero i past k ltac:(lia) Hk) as Z. unfold deviation, less in Z. rewrite Z. ring. }
  destruct (Nat.lt_ge_cases i j) as [B|B]; [apply W; lia|].
  rewrite (expectation_ext P (prob past) _ (fun p => deviation j past p k * deviation i past p k)) by (intros; ring).
  apply W. lia.
Qed.
Lemma noise_of_pair i j past : (i <= N)%nat -> (j <= N)%nat ->
  expectation P (prob past) (fun p => norm D (less (deviation i past p) (deviation j past p)) ^ 2) <= 2 * sigma ^ 2.
Proof.
  intros Hi Hj. destruct (Nat.eq_dec i j) as [<-|ne].
  - rewrite (expectation_ext P (prob past) _ (fun _ => 0)).
    + rewrite expectation_const by apply chance. pose proof (pow2_ge_0 sigma). lra.
    + intros p _. rewrite norm_square. unfold norm2, dot, less. rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring).
      rewrite sum_const. ring.
  - rewrite (expectation_ext P (prob past) _ (fun p => norm D (deviation i past p) ^ 2 + norm D (deviation j past p) ^ 2
      - 2 * dot D (deviation i past p) (deviation j past p)))
      by (intros; rewrite !norm_square; coordinates; ring).
    rewrite expectation_minus, expectation_plus, expectation_times. unfold dot.
    rewrite (expectation_sum P (prob past) D (fun k p => deviation i past p k * deviation j past p k)).
    rewrite (sum_ext D _ (fun _ => 0)) by (intros k Hk; now apply deviations_uncorrelated). rewrite sum_const.
    pose proof (noise i past Hi). pose proof (noise j past Hj). unfold deviation. lra.
Qed.

(* The squared distance of two clients, and that of the gradients of the average objective there. *)
Notation gap i j := (fun past => norm D (less (here past i) (here past j)) ^ 2).
Notation slopes i j := (fun past => norm D (less (of_all N G (here past i)) (of_all N G (here past j))) ^ 2).
Lemma gap_one_step i j past : (i <= N)%nat -> (j <= N)%nat ->
  expectation P (prob past) (fun p => gap i j (p :: past)) <=
    (1 + / INR tau) * gap i j past + (4 * INR tau + 6) * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2 +
    eta * (3 * eta - 2 / L) * slopes i j past.
Proof.
  intros Hi Hj. pose proof tau_real as T. cbv beta.
  destruct (two_clients_one_step D eta (here past i) (here past j) (G i (here past i)) (G j (here past j))) as [v V].
  set (h := less (G i (here past i)) (G j (here past j))) in *. set (d := less (here past i) (here past j)) in *.
  set (n := fun p => less (deviation i past p) (deviation j past p)).
  assert (A : expectation P (prob past) (fun p => gap i j (p :: past)) <= expectation P (prob past) (fun p =>
    (norm D d ^ 2 - 2 * eta * dot D h d + eta ^ 2 * norm D h ^ 2) + (eta ^ 2 * norm D (n p) ^ 2 + dot D (n p) v))).
  { apply expectation_le; [apply chance|]. intros p _. cbn [places].
    specialize (V (deviation i past p) (deviation j past p)). cbv beta zeta in V. fold h d in V.
    replace (fun k => G i (here past i) k + deviation i past p k) with (g i past p) in V
      by (apply functional_extensionality; intro k; unfold deviation, less; ring).
    replace (fun k => G j (here past j) k + deviation j past p k) with (g j past p) in V
      by (apply functional_extensionality; intro k; unfold deviation, less; ring).
    unfold n. rewrite <- Rplus_assoc, <- V. destruct (Nat.eqb _ 0); [|apply Rle_refl].
    rewrite (norm_square D (less _ (average N _))). replace (norm2 D (less _ (average N _))) with 0; [apply pow2_ge_0|].
    symmetry. unfold norm2, dot, less. rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const. ring. }
  rewrite !expectation_plus, !expectation_times, !expectation_const in A by apply chance.
  rewrite (expectation_dot P (prob past) D n v) in A.
  2: { intros k Hk. unfold n, less. rewrite expectation_minus.
       rewrite (deviation_zero i past k Hi Hk), (deviation_zero j past k Hj Hk). ring. }
  pose proof (noise_of_pair i j past Hi Hj) as B. fold (n) in B.
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
  unfold n in A. lra.
Qed.

Theorem pair_recursion i j (past : list nat) (m : nat) :
  (i <= N)%nat -> (j <= N)%nat ->
  E (S m) (gap i j) past <= (1 + / INR tau) * E m (gap i j) past + (4 * INR tau + 6) * eta ^ 2 * zeta ^ 2 +
    2 * eta ^ 2 * sigma ^ 2 + eta * (3 * eta - 2 / L) * E m (slopes i j) past /\
  (eta <= / (4 * L) -> 3 * eta - 2 / L < 0) /\ 4 * INR tau + 6 <= 10 * INR tau.
Proof.
  intros Hi Hj. pose proof tau_real. split; [|split; [|lra]].
  - rewrite later_last. set (c := (4 * INR tau + 6) * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2).
    apply Rle_trans with (E m (fun q => c + ((1 + / INR tau) * gap i j q + eta * (3 * eta - 2 / L) * slopes i j q))
      past).
    + apply later_le_at; [assumption|]. intros q _. pose proof (gap_one_step i j q Hi Hj) as Q. cbv beta in Q. unfold c.
      lra.
    + rewrite !later_plus, !later_times, later_const by assumption. unfold c. lra.
  - intro small. assert (I : 0 < / L) by (apply Rinv_0_lt_compat; assumption).
    rewrite Rinv_mult_distr in small by lra. unfold Rdiv. lra.
Qed.

(* Within a round every pair stays close, and the more so on average. *)
Lemma pair_bound i j past k : (i <= N)%nat -> (j <= N)%nat -> eta <= 2 / (3 * L) ->
  Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  E k (gap i j) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2.
Proof.
  intros Hi Hj small round Hk. pose proof tau_real as T.
  set (c := 10 * INR tau * eta ^ 2 * zeta ^ 2 + 2 * eta ^ 2 * sigma ^ 2).
  pose proof (pow2_ge_0 (eta * zeta)) as EZ. pose proof (pow2_ge_0 (eta * sigma)) as ES.
  assert (c0 : 0 <= c) by (unfold c; nra).
  destruct (telescoping tau c (fun m => E m (gap i j) past) tau_pos) as [X [Y Z]].
  assert (B : E k (gap i j) past <= c * INR tau * ((1 + / INR tau) ^ k - 1)).
  { apply X.
    - simpl. rewrite (start_together past i j round). unfold norm, norm2, dot, less.
      rewrite (sum_ext D _ (fun _ => 0)) by (intros; ring). rewrite sum_const, Rmult_0_r, sqrt_0. ring.
    - intro m. destruct (pair_recursion i j past m Hi Hj) as [R [_ R2]]. apply Rle_trans with (1 := R).
      assert (drop : 0 <= eta * (2 / L - 3 * eta) * E m (slopes i j) past).
      { replace (2 / L) with (3 * (2 / (3 * L))) by (field; lra). apply Rmult_le_pos; [apply Rmult_le_pos; lra|].
        apply (later_nonneg P prob chance). intro. apply pow2_ge_0. }
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

Theorem drift_of_a_client i (past : list nat) (k : nat) :
  (i <= N)%nat -> eta <= / (4 * L) -> Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  E k (fun q => norm D (less (here q i) (centre q)) ^ 2) past <=
    18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2.
Proof.
  intros Hi small round Hk. assert (small2 : eta <= 2 / (3 * L)).
  { apply Rle_trans with (1 := small). apply (Rmult_le_reg_l (12 * L)); [lra|].
    replace (12 * L * / (4 * L)) with 3 by (field; lra). replace (12 * L * (2 / (3 * L))) with 8 by (field; lra). lra. }
  apply Rle_trans with (E k (fun q => mean N (fun j => gap i j q)) past).
  - apply later_le_at; [assumption|]. intros q _. apply (pairs_to_average N D (here q) i).
  - rewrite (later_mean P prob chance N k (fun j => gap i j)).
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
Lemma half_drift (past : list nat) (k : nat) :
  eta <= 2 / (3 * L) -> Nat.modulo (length past) tau = 0%nat -> (k <= tau)%nat ->
  E k (fun q => drift N D (here q)) past <=
    INR N / (INR N + 1) * (9 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 2 * INR tau * eta ^ 2 * sigma ^ 2).
Proof.
  intros small round Hk. set (B := 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2).
  rewrite (later_ext P prob chance k _ (fun q => / 2 * mean N (fun i => mean N (fun j => gap i j q))))
    by (intro; apply drift_of_pairs).
  rewrite later_times, (later_mean P prob chance N k (fun i q => mean N (fun j => gap i j q))).
  pose proof (n_pos N) as PN. fold (clients N). apply Rle_trans with (/ 2 * (INR N / clients N * B)).
  2: { apply Req_le. unfold B. field. lra. }
  apply Rmult_le_compat_l; [lra|]. rewrite <- (mean_const N (INR N / clients N * B)). apply mean_le. intros i Hi.
  rewrite (later_mean P prob chance N k (fun j => gap i j)).
  apply Rle_trans with (mean N (fun j => if Nat.eq_dec j i then 0 else B)).
  - apply mean_le. intros j Hj. destruct (Nat.eq_dec j i) as [->|ne]; [|now apply pair_bound].
    rewrite (later_ext P prob chance k _ (fun _ => 0)), later_const by
      (assumption || (intro; rewrite norm_square; unfold norm2, dot, less; rewrite (sum_ext D _ (fun _ => 0)) by
        (intros; ring); rewrite sum_const; ring)). lra.
  - apply Req_le. unfold mean. rewrite (sum_change N (fun _ => B) i 0 Hi), sum_const. unfold clients. field.
    unfold clients in PN. lra.
Qed.
End Drift.
