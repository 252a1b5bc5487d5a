(* What Lemma 6 needs: without one of its hypotheses two clients on a line, or one beside the others, drift further. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances Pasts.
From Incentives Require Import LocalProcess LocalTraining LocalTrainingNeeds LocalDrift.
Open Scope R_scope.

(* Two clients with tilted bowls, or slopes where a is 0. *)
Definition sign (i : nat) : R := match i with O => 1 | _ => - 1 end.
Definition tilted a c (x : nat -> R) := a * half_square x + c * x 0%nat.
Lemma tilted_bowls N a (c : nat -> R) : 0 <= a <= 1 ->
  convex_and_smooth N 0 1 (fun i => tilted a (c i)) (fun i x k => a * x k + c i).
Proof.
  intros Ha i _. destruct (bowl 0 0%nat (le_n 0)) as [B1 [_ B3]]. split; [|split].
  - intros x d. unfold tilted.
    replace (dot 0 (fun k => a * x k + c i) d) with (a * dot 0 x d + c i * d 0%nat)
      by (unfold dot, sum; cbn [sum_f_R0]; ring).
    apply derivable_pt_lim_plus; [apply (derivable_pt_lim_scal (fun t => half_square (along x t d))), B1|].
    apply (derivable_pt_lim_scal (fun t => along x t d 0%nat)). unfold along.
    intros e He. exists (mkposreal 1 Rlt_0_1). intros h H0 _.
    replace (_ - _) with 0 by (field; assumption). rewrite Rabs_R0. assumption.
  - intros x y. rewrite Rmult_1_l. apply sqrt_le_1_alt. unfold norm2, dot, sum, less. cbn [sum_f_R0].
    replace ((a * x 0%nat + c i - (a * y 0%nat + c i)) * (a * x 0%nat + c i - (a * y 0%nat + c i))) with
      (a * a * ((x 0%nat - y 0%nat) * (x 0%nat - y 0%nat))) by ring.
    pose proof (Rle_0_sqr (x 0%nat - y 0%nat)) as P. unfold Rsqr in P. assert (A : a * a <= 1) by nra.
    apply (Rmult_le_compat_r _ _ _ P) in A. lra.
  - intros x y t Ht. unfold tilted. specialize (B3 x y t Ht). cbv beta in B3. apply (Rmult_le_compat_l a) in B3; lra.
Qed.
Lemma tilts_similar a zeta : 1 <= zeta -> similar 1 0 zeta (fun i x k => a * x k + sign i).
Proof.
  intros Hz i x Hi. apply Rle_trans with 1; [|assumption]. rewrite <- sqrt_1. apply sqrt_le_1_alt.
  unfold norm2, dot, sum, less, of_all, average, mean, sum, clients. cbn [sum_f_R0 INR sign].
  destruct i as [|[|i]]; [| |lia]; cbn [sign]; apply Req_le; field.
Qed.
Lemma less_zero z : 0 <= z -> norm 0 (fun _ => 0) <= z.
Proof. intro. rewrite norm_zero. assumption. Qed.

(* Three steps away from the middle, by symmetry; then the average, where they began. *)
Definition place eta (n : nat) : R := match Nat.modulo n 3 with O => 0 | S O => - eta | _ => eta ^ 2 - 2 * eta end.
Definition slope eta i (past : list nat) (w k : nat) := place eta (length past) * sign i + sign i.
Lemma next_of_three n : Nat.modulo (S n) 3 = match Nat.modulo n 3 with O => 1%nat | S O => 2%nat | _ => 0%nat end.
Proof.
  pose proof (Nat.div_mod n 3 ltac:(lia)) as Q. pose proof (Nat.mod_upper_bound n 3 ltac:(lia)) as B.
  destruct (Nat.modulo n 3) as [|[|[|r]]]; [| | |lia]; symmetry.
  - apply Nat.mod_unique with (n / 3)%nat; lia.
  - apply Nat.mod_unique with (n / 3)%nat; lia.
  - apply Nat.mod_unique with (S (n / 3)); lia.
Qed.
Lemma apart eta past : forall i, (i <= 1)%nat ->
  places 1 (fun _ => 0) eta 3 (slope eta) past i = fun _ => place eta (length past) * sign i.
Proof.
  induction past as [|w past IH]; intros i Hi; apply functional_extensionality; intro k; cbn [places].
  - unfold place. simpl. ring.
  - cbn [length]. unfold place at 1. rewrite next_of_three.
    pose proof (IH 0%nat ltac:(lia)) as I0. pose proof (IH 1%nat ltac:(lia)) as I1. pose proof (IH i Hi) as Ii.
    revert I0 I1 Ii. unfold slope, place.
    destruct (Nat.modulo (length past) 3) as [|[|r]]; intros I0 I1 Ii; cbn [Nat.eqb]; cbv beta;
      unfold average, mean, sum, clients, along; cbn [sum_f_R0 INR]; rewrite ?I0, ?I1, ?Ii;
      [ring|ring|cbn [sign]; field].
Qed.
Lemma far_apart eta : 100 <= Rabs eta ->
  ~ expected (finite 0 (fun _ _ => 1)) 2 (fun q => norm 0 (less (places 1 (fun _ => 0) eta 3 (slope eta) q 0)
    (middle 1 (fun _ => 0) eta 3 (slope eta) q)) ^ 2) nil <=
  18 * INR 3 ^ 2 * eta ^ 2 * 1 ^ 2 + 4 * INR 3 * eta ^ 2 * 0 ^ 2.
Proof.
  intros B H. cbn [expected] in H. unfold finite, expectation, sum in H. cbn [sum_f_R0] in H.
  rewrite norm_square in H. unfold norm2, dot, sum, less, middle, average, mean, sum, clients in H.
  cbn [sum_f_R0] in H. rewrite !apart in H by lia. unfold place in H.
  cbn [length Nat.modulo Nat.divmod snd Nat.sub sign INR] in H.
  assert (S : 10000 <= eta ^ 2) by (unfold Rabs in B; destruct (Rcase_abs _); nra).
  assert (T : 96 * Rabs eta <= Rabs (eta - 2) * Rabs eta) by
    (apply Rmult_le_compat_r; [apply Rabs_pos|unfold Rabs in *; repeat destruct (Rcase_abs _); lra]).
  rewrite <- Rabs_mult in T.
  assert (U : (96 * Rabs eta) ^ 2 <= ((eta - 2) * eta) ^ 2).
  { rewrite <- (pow2_abs ((eta - 2) * eta)). apply pow_incr. pose proof (Rabs_pos eta). lra. }
  rewrite Rpow_mult_distr, pow2_abs in U. nra.
Qed.
Theorem drift_of_a_client_needs_2 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R)
  (tau : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R)
  -> R) (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L
  -> True -> (1 <= tau)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g
  D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (i : nat)
  (past : list W) (k : nat), (i <= N)%nat -> eta <= / (4 * L) -> length past mod tau = 0%nat -> (k <= tau)%nat ->
  Chances.expected E k (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.places N x0 eta tau g q i)
  (LocalProcess.middle N x0 eta tau g q)) ^ 2) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 *
  sigma ^ 2).
Proof.
  intro H. apply (far_apart (- (100))); [unfold Rabs; destruct (Rcase_abs _); lra|].
  apply (H nat 1%nat 0%nat 1 0 1 (fun _ => 0) (- (100)) 3%nat all every (finite 0 (fun _ _ => 1)) (slope (- (100)))
    (fun i => tilted 1 (sign i)) (fun i x k => 1 * x k + sign i)); try exact I; try lra; try lia.
  - exact sure_rules.
  - intros i k _ _. exact I.
  - apply tilted_bowls. lra.
  - apply tilts_similar. lra.
  - intros i past k Hi _. split; [exact I|]. rewrite apart by assumption. unfold finite, expectation, sum, slope.
    cbn [sum_f_R0]. ring.
  - intros i past Hi. split; [exact I|]. rewrite apart by assumption. unfold finite, expectation, sum. cbn [sum_f_R0].
    rewrite norm_square. unfold norm2, dot, sum, less, slope. cbn [sum_f_R0]. apply Req_le. ring.
  - intros i j past _ a b _ _ _ _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. ring.
  - reflexivity.
Qed.
Theorem drift_of_a_client_needs_7 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R)
  (tau : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R)
  -> R) (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L
  -> 0 < eta -> (1 <= tau)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> True -> LocalProcess.unbiased N g D integrable E
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma (LocalProcess.places N
  x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (i : nat) (past : list W) (k :
  nat), (i <= N)%nat -> eta <= / (4 * L) -> length past mod tau = 0%nat -> (k <= tau)%nat -> Chances.expected E k (fun
  q : list W => Gradients.norm D (Gradients.less (LocalProcess.places N x0 eta tau g q i) (LocalProcess.middle N x0
  eta tau g q)) ^ 2) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 * sigma ^ 2).
Proof.
  intro H. specialize (H nat 1%nat 0%nat 1 0 0 (fun _ => 0) (/ 4) 2%nat all every (finite 0 (fun _ _ => 1))
    (fun i _ _ _ => sign i) (fun i => tilted 0 (sign i)) (fun i x k => 0 * x k + sign i) Rlt_0_1 ltac:(lra) ltac:(lia)
    sure_rules (fun _ _ _ _ => I) (tilted_bowls 1 0 sign ltac:(lra)) I).
  lapply H; [clear H; intro H|intros i past k _ _; split; [exact I|]; unfold finite, expectation, sum; cbn [sum_f_R0];
    ring].
  lapply H; [clear H; intro H|].
  2: { intros i past _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. rewrite norm_square.
       unfold norm2, dot, sum, less. cbn [sum_f_R0]. lra. }
  lapply H; [clear H; intro H|].
  2: { intros i j past _ a b _ _ _ _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. ring. }
  specialize (H 0%nat nil 1%nat ltac:(lia) ltac:(lra) eq_refl ltac:(lia)). compute_in H. cbn [sign] in H. lra.
Qed.
Theorem drift_of_a_client_needs_9 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R)
  (tau : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R)
  -> R) (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L
  -> 0 < eta -> (1 <= tau)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g
  D integrable E (LocalProcess.places N x0 eta tau g) G -> True -> LocalProcess.independent_clients N g D integrable E
  -> forall (i : nat) (past : list W) (k : nat), (i <= N)%nat -> eta <= / (4 * L) -> length past mod tau = 0%nat -> (k
  <= tau)%nat -> Chances.expected E k (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.places N x0
  eta tau g q i) (LocalProcess.middle N x0 eta tau g q)) ^ 2) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR
  tau * eta ^ 2 * sigma ^ 2).
Proof.
  (* Only client 0 throws a coin. *)
  intro H. specialize (H nat 1%nat 0%nat 1 0 0 (fun _ => 0) (/ 4) 2%nat all every (finite 1 (fun _ _ => / 2))
    (fun i _ w _ => match i with O => coin w | _ => 0 end) (fun _ _ => 0) (fun _ _ _ => 0) Rlt_0_1 ltac:(lra)
    ltac:(lia) flip_rules (fun _ _ _ _ => I) (level 0 1)).
  lapply H; [clear H; intro H|].
  2: { intros i x _. replace (less _ _) with (fun _ : nat => 0); [now apply less_zero, Rle_refl|].
       apply functional_extensionality. intro k. unfold less, of_all, average. rewrite mean_const. ring. }
  lapply H; [clear H; intro H|].
  2: { intros i past k _ _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0 coin]. destruct i; lra. }
  specialize (H I). lapply H; [clear H; intro H|].
  2: { intros i j past B a b _ _ _ _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0].
       destruct i as [|i]; [|lia]. destruct j as [|j]; [lia|]. lra. }
  specialize (H 0%nat nil 1%nat ltac:(lia) ltac:(lra) eq_refl ltac:(lia)). compute_in H. lra.
Qed.
Theorem drift_of_a_client_needs_11 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R)
  (tau : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R)
  -> R) (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L
  -> 0 < eta -> (1 <= tau)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g
  D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (i : nat)
  (past : list W) (k : nat), True -> eta <= / (4 * L) -> length past mod tau = 0%nat -> (k <= tau)%nat ->
  Chances.expected E k (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.places N x0 eta tau g q i)
  (LocalProcess.middle N x0 eta tau g q)) ^ 2) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 *
  sigma ^ 2).
Proof.
  (* One client, and somebody beside it. *)
  intro H. specialize (H nat 0%nat 0%nat 1 0 0 (fun _ => 0) (/ 4) 2%nat all every (finite 0 (fun _ _ => 1))
    (fun i _ _ _ => INR i) (fun _ _ => 0) (fun _ _ _ => 0) Rlt_0_1 ltac:(lra) ltac:(lia) sure_rules
    (fun _ _ _ _ => I) (level 0 0)).
  assert (zero : forall i, (i <= 0)%nat -> INR i = 0) by (intros [|i] Hi; [reflexivity|lia]).
  lapply H; [clear H; intro H|].
  2: { intros i x _. replace (less _ _) with (fun _ : nat => 0); [now apply less_zero, Rle_refl|].
       apply functional_extensionality. intro k. unfold less, of_all, average. rewrite mean_const. ring. }
  lapply H; [clear H; intro H|].
  2: { intros i past k Hi _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. rewrite zero by lia.
       ring. }
  lapply H; [clear H; intro H|].
  2: { intros i past Hi. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. rewrite norm_square,
    zero by lia.
       unfold norm2, dot, sum, less. cbn [sum_f_R0]. lra. }
  lapply H; [clear H; intro H|intros i j past B; lia].
  specialize (H 1%nat nil 1%nat I ltac:(lra) eq_refl ltac:(lia)). compute_in H. lra.
Qed.
Theorem drift_of_a_client_needs_12 : ~ (forall (W : Type) (N D : nat) (L sigma zeta : R) (x0 : nat -> R) (eta : R)
  (tau : nat) (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R)
  -> R) (g : nat -> list W -> W -> nat -> R) (F : nat -> (nat -> R) -> R) (G : nat -> (nat -> R) -> nat -> R), 0 < L
  -> 0 < eta -> (1 <= tau)%nat -> Chances.chance measurable integrable E -> LocalProcess.random_gradients N g D
  measurable -> LocalProcess.convex_and_smooth N D L F G -> LocalPairs.similar N D zeta G -> LocalProcess.unbiased N g
  D integrable E (LocalProcess.places N x0 eta tau g) G -> LocalProcess.bounded_noise N g D integrable E sigma
  (LocalProcess.places N x0 eta tau g) G -> LocalProcess.independent_clients N g D integrable E -> forall (i : nat)
  (past : list W) (k : nat), (i <= N)%nat -> True -> length past mod tau = 0%nat -> (k <= tau)%nat -> Chances.expected
  E k (fun q : list W => Gradients.norm D (Gradients.less (LocalProcess.places N x0 eta tau g q i)
  (LocalProcess.middle N x0 eta tau g q)) ^ 2) past <= 18 * INR tau ^ 2 * eta ^ 2 * zeta ^ 2 + 4 * INR tau * eta ^ 2 *
  sigma ^ 2).
Proof.
  intro H. apply (far_apart (100)); [unfold Rabs; destruct (Rcase_abs _); lra|].
  apply (H nat 1%nat 0%nat 1 0 1 (fun _ => 0) (100) 3%nat all every (finite 0 (fun _ _ => 1)) (slope (100))
    (fun i => tilted 1 (sign i)) (fun i x k => 1 * x k + sign i)); try exact I; try lra; try lia.
  - exact sure_rules.
  - intros i k _ _. exact I.
  - apply tilted_bowls. lra.
  - apply tilts_similar. lra.
  - intros i past k Hi _. split; [exact I|]. rewrite apart by assumption. unfold finite, expectation, sum, slope.
    cbn [sum_f_R0]. ring.
  - intros i past Hi. split; [exact I|]. rewrite apart by assumption. unfold finite, expectation, sum. cbn [sum_f_R0].
    rewrite norm_square. unfold norm2, dot, sum, less, slope. cbn [sum_f_R0]. apply Req_le. ring.
  - intros i j past _ a b _ _ _ _. split; [exact I|]. unfold finite, expectation, sum. cbn [sum_f_R0]. ring.
  - reflexivity.
Qed.
