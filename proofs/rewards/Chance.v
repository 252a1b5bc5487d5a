(* Chance of any kind, by the rules of its expectations. The files on local training rest on it.
   Modelled: at every step an outcome from a set W comes, and its law may depend on the whole past, a list of the
   outcomes so far, the last one first. Of the laws only rules are supposed that hold for every probability, discrete
   or continuous: some quantities are measurable, some functions of the next outcome have an expectation. No measure is
   constructed; Pasts.v shows the rules where the outcomes are finitely many. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients.
Open Scope R_scope.

(* In the coordinates 0, ..., D. *)
Definition continuous D (phi : (nat -> R) -> R) := forall x e, 0 < e ->
  exists d, 0 < d /\ forall y, (forall k, (k <= D)%nat -> Rabs (y k - x k) < d) -> Rabs (phi y - phi x) < e.

Section OneStep.
Context {W : Type}.
Variables (integrable : (W -> R) -> Prop) (E : (W -> R) -> R).
Definition expectation_rules :=
  (forall t, integrable (fun _ => t) /\ E (fun _ => t) = t) /\
  (forall f h, integrable f -> integrable h ->
    integrable (fun w => f w + h w) /\ E (fun w => f w + h w) = E f + E h) /\
  (forall t f, integrable f -> integrable (fun w => t * f w) /\ E (fun w => t * f w) = t * E f) /\
  (forall f h, integrable f -> integrable h -> (forall w, f w <= h w) -> E f <= E h).
(* Two random vectors: continuous functions of them multiply in expectation. *)
Definition independent_vectors D (X Y : W -> nat -> R) := forall a b, continuous D a -> continuous D b ->
  integrable (fun w => a (X w)) -> integrable (fun w => b (Y w)) ->
  integrable (fun w => a (X w) * b (Y w)) /\
  E (fun w => a (X w) * b (Y w)) = E (fun w => a (X w)) * E (fun w => b (Y w)).

Hypothesis rules : expectation_rules.
Lemma E_const t : integrable (fun _ => t) /\ E (fun _ => t) = t.
Proof. exact (proj1 rules t). Qed.
Lemma E_plus f h : integrable f -> integrable h ->
  integrable (fun w => f w + h w) /\ E (fun w => f w + h w) = E f + E h.
Proof. exact (proj1 (proj2 rules) f h). Qed.
Lemma E_times t f : integrable f -> integrable (fun w => t * f w) /\ E (fun w => t * f w) = t * E f.
Proof. exact (proj1 (proj2 (proj2 rules)) t f). Qed.
Lemma E_le f h : integrable f -> integrable h -> (forall w, f w <= h w) -> E f <= E h.
Proof. exact (proj2 (proj2 (proj2 rules)) f h). Qed.
Lemma E_ext (f h : W -> R) : (forall w, f w = h w) -> f = h.
Proof. intro H. now apply functional_extensionality. Qed.
Lemma E_minus f h : integrable f -> integrable h ->
  integrable (fun w => f w - h w) /\ E (fun w => f w - h w) = E f - E h.
Proof.
  intros If Ih. destruct (E_times (- 1) h Ih) as [In En]. destruct (E_plus f _ If In) as [Is Es].
  replace (fun w => f w - h w) with (fun w => f w + - 1 * h w) by (apply E_ext; intro; ring).
  split; [assumption|]. rewrite Es, En. ring.
Qed.
Lemma E_sum n (f : nat -> W -> R) : (forall i, (i <= n)%nat -> integrable (f i)) ->
  integrable (fun w => sum n (fun i => f i w)) /\ E (fun w => sum n (fun i => f i w)) = sum n (fun i => E (f i)).
Proof.
  unfold sum. induction n as [|n IH]; intro H; cbn [sum_f_R0].
  - split; [exact (H 0%nat (le_n 0))|reflexivity].
  - destruct IH as [I1 E1]; [intros; apply H; lia|]. destruct (E_plus _ _ I1 (H (S n) (le_n _))) as [I2 E2].
    split; [exact I2|]. now rewrite E2, E1.
Qed.
(* A random vector of mean zero. *)
Definition centred D (e : W -> nat -> R) :=
  forall k, (k <= D)%nat -> integrable (fun w => e w k) /\ E (fun w => e w k) = 0.
Lemma E_dot D e v : centred D e -> integrable (fun w => dot D (e w) v) /\ E (fun w => dot D (e w) v) = 0.
Proof.
  intro H. assert (A : forall k, (k <= D)%nat -> integrable (fun w => e w k * v k) /\ E (fun w => e w k * v k) = 0).
  { intros k Hk. destruct (H k Hk) as [I1 E1]. destruct (E_times (v k) _ I1) as [I2 E2].
    replace (fun w => e w k * v k) with (fun w => v k * e w k) by (apply E_ext; intro; ring).
    split; [assumption|]. rewrite E2, E1. ring. }
  destruct (E_sum D (fun k w => e w k * v k)) as [I3 E3]; [intros k Hk; apply (A k Hk)|].
  split; [exact I3|]. unfold dot. rewrite E3, (sum_ext D _ (fun _ => 0)) by (intros k Hk; apply (A k Hk)).
  rewrite sum_const. ring.
Qed.

(* Products of independent vectors of mean zero have mean zero, so the squares add up. *)
Lemma coordinate_continuous D k : (k <= D)%nat -> continuous D (fun v => v k).
Proof. intros Hk x e He. exists e. auto. Qed.
Lemma product_zero D X Y : centred D X -> centred D Y -> independent_vectors D X Y ->
  integrable (fun w => dot D (X w) (Y w)) /\ E (fun w => dot D (X w) (Y w)) = 0.
Proof.
  intros CX CY I.
  assert (A : forall k, (k <= D)%nat -> integrable (fun w => X w k * Y w k) /\ E (fun w => X w k * Y w k) = 0).
  { intros k Hk. destruct (CX k Hk) as [IX EX]. destruct (CY k Hk) as [IY EY].
    pose proof (coordinate_continuous D k Hk) as C.
    destruct (I (fun v => v k) (fun v => v k) C C IX IY) as [IP EP]. split; [exact IP|]. rewrite EP, EX. ring. }
  destruct (E_sum D (fun k w => X w k * Y w k)) as [I3 E3]; [intros k Hk; apply (A k Hk)|].
  split; [exact I3|]. unfold dot. rewrite E3, (sum_ext D _ (fun _ => 0)) by (intros k Hk; apply (A k Hk)).
  rewrite sum_const. ring.
Qed.
Lemma squares_add_up D n (e : nat -> W -> nat -> R) :
  (forall i, (i <= n)%nat -> centred D (e i)) ->
  (forall i, (i <= n)%nat -> integrable (fun w => norm2 D (e i w))) ->
  (forall i j, (i < j <= n)%nat -> independent_vectors D (e i) (e j)) ->
  integrable (fun w => norm2 D (fun k => sum n (fun i => e i w k))) /\
  E (fun w => norm2 D (fun k => sum n (fun i => e i w k))) = sum n (fun i => E (fun w => norm2 D (e i w))).
Proof.
  unfold sum. induction n as [|n IH]; intros M Q I; cbn [sum_f_R0].
  - split; [exact (Q 0%nat (le_n 0))|reflexivity].
  - destruct IH as [I1 E1]; [intros; apply M; lia|intros; apply Q; lia|intros; apply I; lia|].
    assert (A : forall i, (i <= n)%nat -> integrable (fun w => dot D (e i w) (e (S n) w)) /\
      E (fun w => dot D (e i w) (e (S n) w)) = 0).
    { intros i Hi. apply product_zero; [apply M; lia|apply M; lia|apply I; lia]. }
    destruct (E_sum n (fun i w => dot D (e i w) (e (S n) w))) as [I2 E2]; [intros i Hi; apply (A i Hi)|].
    rewrite (sum_ext n _ (fun _ => 0)), sum_const, Rmult_0_r in E2 by (intros i Hi; apply (A i Hi)).
    destruct (E_times 2 _ I2) as [I3 E3]. destruct (E_plus _ _ I1 (Q (S n) (le_n _))) as [I4 E4].
    destruct (E_plus _ _ I4 I3) as [I5 E5].
    assert (S : (fun w => norm2 D (fun k => sum_f_R0 (fun i => e i w k) n + e (S n) w k)) =
      (fun w => (norm2 D (fun k => sum_f_R0 (fun i => e i w k) n) + norm2 D (e (S n) w)) +
        2 * sum n (fun i => dot D (e i w) (e (S n) w)))).
    { apply E_ext. intro w. unfold dot at 1. change (fun i => dot D (e i w) (e (S n) w)) with
        (fun i => sum D (fun k => e i w k * e (S n) w k)). rewrite (sum_exchange n D).
      unfold norm2, dot. rewrite <- sum_times, <- !sum_plus. apply sum_ext. intros k _.
      rewrite (sum_ext n (fun i => e i w k * e (S n) w k) (fun i => e (S n) w k * e i w k)) by (intros; ring).
      rewrite sum_times. unfold sum. ring. }
    rewrite S. split; [exact I5|]. rewrite E5, E4, E1, E3, E2. ring.
Qed.
Lemma noise_of_average D N sigma (e : nat -> W -> nat -> R) :
  (forall i, (i <= N)%nat -> centred D (e i)) ->
  (forall i, (i <= N)%nat -> integrable (fun w => norm2 D (e i w)) /\ E (fun w => norm2 D (e i w)) <= sigma ^ 2) ->
  (forall i j, (i < j <= N)%nat -> independent_vectors D (e i) (e j)) ->
  integrable (fun w => norm2 D (average N (fun i => e i w))) /\
  E (fun w => norm2 D (average N (fun i => e i w))) <= sigma ^ 2 / clients N.
Proof.
  intros M V I. pose proof (n_pos N) as PN.
  destruct (squares_add_up D N e M (fun i Hi => proj1 (V i Hi)) I) as [I1 E1].
  destruct (E_times (/ clients N ^ 2) _ I1) as [I2 E2].
  replace (fun w => norm2 D (average N (fun i => e i w))) with
    (fun w => / clients N ^ 2 * norm2 D (fun k => sum N (fun i => e i w k))).
  - split; [exact I2|]. rewrite E2, E1.
    replace (sigma ^ 2 / clients N) with (/ clients N ^ 2 * (clients N * sigma ^ 2)) by (field; lra).
    apply Rmult_le_compat_l; [apply Rlt_le, Rinv_0_lt_compat; nra|].
    rewrite <- (sum_const N). apply sum_le. intros i Hi. apply (V i Hi).
  - apply E_ext. intro w. unfold norm2, dot. rewrite <- sum_times. apply sum_ext. intros k _.
    unfold average, mean. field. lra.
Qed.
End OneStep.
