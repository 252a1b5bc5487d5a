(* Training that is smooth: how the best welfare, the chosen model and the payment move with the total reward. Any number
   of outcomes, any set of models, any cost of a model.
   Modelled: V S is the best welfare at the total reward S, model S a model that reaches it. Training is smooth at a
   total reward if the model moves from there by a symmetric matrix along every line. That the slope of V is the chosen
   model is proved, so that the matrix is the second derivative of V.
   Not modelled: derivatives along curves other than lines. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments SharpKL.
Open Scope R_scope.

Definition line (S d : nat -> R) s x := S x + s * d x.
Definition plus (S r : nat -> R) x := S x + r x.
Definition scaled (w : R) (r : nat -> R) x := w * r x.
Definition inner N (m r : nat -> R) := sum N (fun x => m x * r x).
Definition form N (A : nat -> nat -> R) (r d : nat -> R) := sum N (fun x => r x * sum N (fun y => A x y * d y)).
Definition chooses_best N (menu : (nat -> R) -> Prop) (cost V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R) :=
  forall S, menu (model S) /\ V S = inner N (model S) S - cost (model S) /\
    forall m, menu m -> inner N m S - cost m <= V S.
Definition smooth_at N (model : (nat -> R) -> nat -> R) (A : nat -> nat -> R) S :=
  (forall d x, (x <= N)%nat ->
     derivable_pt_lim (fun t => model (line S d t) x) 0 (sum N (fun y => A x y * d y))) /\
  forall x y, (x <= N)%nat -> (y <= N)%nat -> A x y = A y x.
Definition payment N (V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R) (S r : nat -> R) :=
  V S - V (plus S r) + inner N (model (plus S r)) r.

Lemma slope_of_sum N (f : nat -> R -> R) (l : nat -> R) s :
  (forall x, (x <= N)%nat -> derivable_pt_lim (f x) s (l x)) ->
  derivable_pt_lim (fun t => sum N (fun x => f x t)) s (sum N l).
Proof.
  unfold sum. induction N as [|n IH]; intro D; cbn [sum_f_R0]; [apply D; lia|].
  apply (derivable_pt_lim_plus (fun t => sum_f_R0 (fun x => f x t) n) (f (S n))); [|apply D; lia].
  apply IH. intros. apply D. lia.
Qed.
Lemma slope_is s f l l' : l = l' -> derivable_pt_lim f s l -> derivable_pt_lim f s l'.
Proof. now intros ->. Qed.
Lemma slope_ext s f g l : (forall t, f t = g t) -> derivable_pt_lim f s l -> derivable_pt_lim g s l.
Proof. intros E D e He. destruct (D e He) as [d B]. exists d. intros h. rewrite <- !E. apply B. Qed.
Lemma slope_from_zero f g s l : derivable_pt_lim g 0 l -> (forall h, f (s + h) = g h) -> derivable_pt_lim f s l.
Proof.
  intros D E e He. destruct (D e He) as [d B]. exists d. intros h h0 hd. specialize (B h h0 hd).
  rewrite Rplus_0_l in B. assert (Z : f s = g 0) by (rewrite <- E; f_equal; ring). now rewrite E, Z.
Qed.
Lemma line_on S d s h : line S d (s + h) = line (line S d s) d h.
Proof. apply functional_extensionality. intro x. unfold line. ring. Qed.
Lemma line_zero S d : line S d 0 = S.
Proof. apply functional_extensionality. intro x. unfold line. ring. Qed.
Lemma inner_line N m S d t : inner N m (line S d t) = inner N m S + t * inner N m d.
Proof. unfold inner. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold line. ring. Qed.
Lemma form_symmetric N A r d : (forall x y, (x <= N)%nat -> (y <= N)%nat -> A x y = A y x) ->
  form N A r d = form N A d r.
Proof.
  intro Sy. unfold form.
  assert (E : forall r d, sum N (fun x => r x * sum N (fun y => A x y * d y)) =
    sum N (fun x => sum N (fun y => r x * A x y * d y))).
  { intros. apply sum_ext. intros. rewrite <- sum_times. apply sum_ext. intros. ring. }
  assert (swap : forall M (g : nat -> nat -> R), sum N (fun x => sum M (fun y => g x y)) =
    sum M (fun y => sum N (fun x => g x y))).
  { intros M g. induction M as [|k IH]; unfold sum in *; cbn [sum_f_R0]; [reflexivity|].
    rewrite <- IH. exact (sum_plus N (fun x => sum_f_R0 (g x) k) (fun x => g x (S k))). }
  rewrite !E, swap. apply sum_ext. intros y Hy. apply sum_ext. intros x Hx. rewrite (Sy x y Hx Hy). ring.
Qed.
Lemma inner_ext N m m' r r' : (forall x, (x <= N)%nat -> m x = m' x) -> (forall x, (x <= N)%nat -> r x = r' x) ->
  inner N m r = inner N m' r'.
Proof. intros E E'. apply sum_ext. intros x Hx. now rewrite E, E'. Qed.

Section Smooth.
Variables (N : nat) (menu : (nat -> R) -> Prop) (cost V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R).
Hypothesis training : chooses_best N menu cost V model.

(* What a reward is worth along a line of total rewards, and what is paid along it. *)
Lemma slope_of_value A T d s (a : nat -> R) : smooth_at N model A (line T d s) ->
  derivable_pt_lim (fun t => inner N (model (line T d t)) a) s (form N A a d).
Proof.
  intros [M _]. apply slope_of_sum. intros x Hx.
  apply (slope_is s _ (sum N (fun y => A x y * d y) * a x + model (line T d s) x * 0)); [ring|].
  apply (derivable_pt_lim_mult (fun t => model (line T d t) x) (fun _ => a x)); [|apply derivable_pt_lim_const].
  apply (slope_from_zero _ _ s _ (M d x Hx)). intro h. now rewrite line_on.
Qed.
(* Between two totals the best welfare rises at least by what the old model gains and at most by what the new one does. *)
Lemma slope_of_welfare A T d s : smooth_at N model A (line T d s) ->
  derivable_pt_lim (fun t => V (line T d t)) s (inner N (model (line T d s)) d).
Proof.
  intro M. set (S := line T d s) in *. set (g := fun t => V (line S d t)).
  apply (slope_from_zero _ g s); [|intro h; unfold g; now rewrite line_on].
  set (F := fun t => inner N (model (line S d t)) d).
  assert (F0 : F 0 = inner N (model S) d) by (unfold F; now rewrite line_zero). rewrite <- F0.
  assert (low : forall h, h * F 0 <= g h - g 0).
  { intro h. destruct (training S) as [I [E _]]. destruct (training (line S d h)) as [_ [_ B]].
    specialize (B (model S) I). rewrite inner_line in B. unfold g. rewrite line_zero, F0. lra. }
  assert (high : forall h, g h - g 0 <= h * F h).
  { intro h. destruct (training (line S d h)) as [I [E _]]. destruct (training S) as [_ [_ B]].
    specialize (B (model (line S d h)) I). rewrite inner_line in E. unfold g. rewrite line_zero. unfold F. lra. }
  assert (C : continuity_pt F 0).
  { apply derivable_continuous_pt. exists (form N A d d). apply slope_of_value. now rewrite line_zero. }
  intros e He. destruct (C e He) as [del [del0 B]]. exists (mkposreal del del0). intros h h0 hd. simpl in hd.
  rewrite Rplus_0_l. assert (near : Rabs (F h - F 0) < e).
  { apply B. split; [split; [exact Logic.I|intro z; now apply h0]|]. simpl. unfold R_dist. now rewrite Rminus_0_r. }
  specialize (low h). specialize (high h). set (k := (g h - g 0) / h).
  assert (K : g h - g 0 = h * k) by (unfold k; field; assumption). rewrite K in low, high.
  apply Rle_lt_trans with (2 := near). destruct (Rdichotomy h 0 h0) as [neg|pos].
  - assert (k <= F 0) by nra. assert (F h <= k) by nra.
    unfold Rabs. destruct (Rcase_abs (k - F 0)), (Rcase_abs (F h - F 0)); lra.
  - assert (F 0 <= k) by nra. assert (k <= F h) by nra.
    unfold Rabs. destruct (Rcase_abs (k - F 0)), (Rcase_abs (F h - F 0)); lra.
Qed.
Lemma slope_of_charge A T r d v0 s : smooth_at N model A (line T d s) ->
  derivable_pt_lim (fun t => v0 - V (line T d t) + inner N (model (line T d t)) (line r d t)) s
    (form N A (line r d s) d).
Proof.
  intro M. assert (E : forall t, v0 - V (line T d t) + (inner N (model (line T d t)) r + t * inner N (model (line T d t)) d) =
    v0 - V (line T d t) + inner N (model (line T d t)) (line r d t)).
  { intro t. f_equal. unfold inner. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold line. ring. }
  apply (slope_ext s _ _ _ E). pose proof (slope_of_value A T d s r M) as P. pose proof (slope_of_value A T d s d M) as Q.
  pose proof (slope_of_welfare A T d s M) as W. set (m := inner N (model (line T d s)) d) in *.
  apply (slope_is s _ (0 - m + (form N A r d + (1 * m + s * form N A d d)))).
  - replace (form N A (line r d s) d) with
      (form N A r d + s * form N A d d); [ring|].
    unfold form. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold line. ring.
  - apply (derivable_pt_lim_plus (fun t => v0 - V (line T d t))
      (fun t => inner N (model (line T d t)) r + t * inner N (model (line T d t)) d)).
    + apply (derivable_pt_lim_minus (fun _ => v0)); [apply derivable_pt_lim_const|assumption].
    + apply (derivable_pt_lim_plus (fun t => inner N (model (line T d t)) r)); [assumption|].
      apply (derivable_pt_lim_mult (fun t => t) (fun t => inner N (model (line T d t)) d)); [|assumption].
      apply derivable_pt_lim_id.
Qed.
End Smooth.
