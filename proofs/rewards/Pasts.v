(* Chance with finitely many outcomes that comes step by step: what later steps of a random process bring, expected
   from any past on; and that such chance follows the rules of Chances.v. Also sums over steps.
   Modelled: at every step one of the outcomes 0, ..., P comes, the probabilities of which may depend on the whole
   past; a past is the list of the outcomes so far, the last one first. Expectations are finite sums. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Chance LocalSteps Chances.
Open Scope R_scope.

Definition probabilities P (prob : list nat -> nat -> R) :=
  forall past, (forall p, (p <= P)%nat -> 0 <= prob past p) /\ sum P (prob past) = 1.
(* The expectation of f after m more steps. *)
Fixpoint later P (prob : list nat -> nat -> R) (m : nat) (f : list nat -> R) (past : list nat) : R := match m with
  | O => f past
  | S m => expectation P (prob past) (fun p => later P prob m f (p :: past))
  end.
(* Sum over 0, ..., n - 1. *)
Fixpoint total (n : nat) (f : nat -> R) := match n with O => 0 | S n => total n f + f n end.

Lemma total_le n f h : (forall k, (k < n)%nat -> f k <= h k) -> total n f <= total n h.
Proof. induction n as [|n IH]; intro H; simpl; [lra|]. apply Rplus_le_compat; [apply IH; intros|]; apply H; lia. Qed.
Lemma total_plus n f h : total n (fun k => f k + h k) = total n f + total n h.
Proof. induction n as [|n IH]; simpl; lra. Qed.
Lemma total_times n t f : total n (fun k => t * f k) = t * total n f.
Proof. induction n as [|n IH]; simpl; lra. Qed.
Lemma total_const n t : total n (fun _ => t) = INR n * t.
Proof. induction n as [|n IH]; [simpl; lra|]. rewrite S_INR. simpl. lra. Qed.
Lemma total_ext n f h : (forall k, (k < n)%nat -> f k = h k) -> total n f = total n h.
Proof. intro H. apply Rle_antisym; apply total_le; intros k Hk; rewrite (H k Hk); lra. Qed.
Lemma telescope n (f : nat -> R) : total n (fun k => f k - f (S k)) = f 0%nat - f n.
Proof. induction n as [|n IH]; simpl; lra. Qed.

Section Later.
Variables (P : nat) (prob : list nat -> nat -> R).
Hypothesis chance : probabilities P prob.
Notation E := (later P prob).
Lemma later_le_at m : forall f h past,
  (forall q, length q = (m + length past)%nat -> f q <= h q) -> E m f past <= E m h past.
Proof.
  induction m as [|m IH]; intros f h past H; simpl; [now apply H|].
  destruct (chance past) as [W _]. apply expectation_le; [assumption|].
  intros p _. apply IH. intros q L. apply H. rewrite L. simpl. lia.
Qed.
Lemma later_ext m f h past : (forall q, f q = h q) -> E m f past = E m h past.
Proof. intro H. apply Rle_antisym; apply later_le_at; intros q _; rewrite H; lra. Qed.
Lemma later_plus m f h : forall past, E m (fun q => f q + h q) past = E m f past + E m h past.
Proof.
  induction m as [|m IH]; intro past; simpl; [reflexivity|]. rewrite <- expectation_plus. f_equal.
  apply functional_extensionality. intro. apply IH.
Qed.
Lemma later_times m t f : forall past, E m (fun q => t * f q) past = t * E m f past.
Proof.
  induction m as [|m IH]; intro past; simpl; [reflexivity|]. rewrite <- expectation_times. f_equal.
  apply functional_extensionality. intro. apply IH.
Qed.
Lemma later_const m t : forall past, E m (fun _ => t) past = t.
Proof.
  induction m as [|m IH]; intro past; simpl; [reflexivity|]. destruct (chance past) as [_ W].
  transitivity (expectation P (prob past) (fun _ => t)); [|now apply expectation_const].
  f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma later_nonneg m f past : (forall q, 0 <= f q) -> 0 <= E m f past.
Proof. intro H. rewrite <- (later_const m 0 past). apply later_le_at. intros. apply H. Qed.
Lemma later_last m f : forall past, E (S m) f past = E m (fun q => expectation P (prob q) (fun p => f (p :: q))) past.
Proof.
  induction m as [|m IH]; intro past; [reflexivity|].
  change (E (S (S m)) f past) with (expectation P (prob past) (fun p => E (S m) f (p :: past))).
  simpl later at 2. f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma later_later m n f : forall past, E (m + n) f past = E m (E n f) past.
Proof.
  induction m as [|m IH]; intro past; simpl; [reflexivity|]. f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma later_mean N m (f : nat -> list nat -> R) past :
  E m (fun q => mean N (fun i => f i q)) past = mean N (fun i => E m (f i) past).
Proof.
  unfold mean. rewrite (later_ext m _ (fun q => / clients N * sum N (fun i => f i q))) by (intro; unfold Rdiv; ring).
  rewrite later_times. unfold Rdiv. rewrite Rmult_comm. f_equal. unfold sum.
  induction N as [|n IH]; cbn [sum_f_R0]; [reflexivity|]. now rewrite later_plus, IH.
Qed.
End Later.

Definition finite P (prob : list nat -> nat -> R) (past : list nat) (f : nat -> R) := expectation P (prob past) f.
Theorem finite_chance P (prob : list nat -> nat -> R) :
  probabilities P prob -> chance (fun _ => True) (fun _ _ => True) (finite P prob) /\
  forall m f past, expected (finite P prob) m f past = later P prob m f past.
Proof.
  intro C. split.
  - split; [|split; [|split; [auto|auto]]].
    + repeat split; auto.
    + intro past. destruct (C past) as [W W1]. unfold finite. split; [|split; [|split]].
      * intro t. split; [auto|]. now apply expectation_const.
      * intros f h _ _. split; [auto|]. apply expectation_plus.
      * intros t f _. split; [auto|]. apply expectation_times.
      * intros f h _ _ H. apply expectation_le; auto.
  - induction m as [|m IH]; intros f past; [reflexivity|]. simpl. unfold finite at 1. apply expectation_ext. auto.
Qed.
