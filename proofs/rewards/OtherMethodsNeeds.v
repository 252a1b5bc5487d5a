(* What the theorem on CGSV of OtherMethods.v needs: each hypothesis is dropped in turn, and one number moves too far in
   one round. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Gradients OtherMethods.
Open Scope R_scope.

Definition jump (s : R) (t k : nat) : R := match t with O => 0 | _ => s end.
Lemma length_of_jump s : norm 0 (less (jump s 1) (jump s 0)) = Rabs s.
Proof.
  unfold norm, norm2, dot, sum, less, jump. simpl. rewrite Rminus_0_r. apply sqrt_Rsqr_abs.
Qed.
Lemma length_one s : s ^ 2 = 1 -> norm 0 (fun _ => s) = 1.
Proof. intro E. unfold norm, norm2, dot, sum. simpl. replace (s * s) with 1 by lra. exact sqrt_1. Qed.
Theorem cgsv_moves_at_most_needs_1 : ~ (forall (D N : nat) (L : R) (w : nat -> nat -> R) (raw : nat -> nat -> nat -> R)
  (keep : nat -> nat -> bool) (model : nat -> nat -> R) (T : nat), True ->
  (forall t j : nat, (t < T)%nat -> (j <= N)%nat -> 0 <= w t j) -> (forall t : nat, (t < T)%nat -> sum N (w t) = 1) ->
  (forall t k : nat, (t < T)%nat -> (k <= D)%nat ->
     model (S t) k = model t k + kept (keep t) (aggregate N (w t) (fun j : nat => scaled D L (raw t j))) k) ->
  norm D (less (model T) (model 0%nat)) <= INR T * L).
Proof.
  intro H. specialize (H 0%nat 0%nat (- 1) (fun _ _ => 1) (fun _ _ _ => 0) (fun _ _ => false) (fun _ _ => 0) 1%nat I).
  apply (Rle_not_lt _ _ (H ltac:(intros; lra) ltac:(intros; reflexivity) ltac:(intros; unfold kept; ring))).
  pose proof (norm_nonneg 0 (less (fun _ : nat => 0) (fun _ => 0))). simpl. lra.
Qed.
Theorem cgsv_moves_at_most_needs_2 : ~ (forall (D N : nat) (L : R) (w : nat -> nat -> R) (raw : nat -> nat -> nat -> R)
  (keep : nat -> nat -> bool) (model : nat -> nat -> R) (T : nat), 0 <= L -> True ->
  (forall t : nat, (t < T)%nat -> sum N (w t) = 1) ->
  (forall t k : nat, (t < T)%nat -> (k <= D)%nat ->
     model (S t) k = model t k + kept (keep t) (aggregate N (w t) (fun j : nat => scaled D L (raw t j))) k) ->
  norm D (less (model T) (model 0%nat)) <= INR T * L).
Proof.
  intro H. specialize (H 0%nat 1%nat 1 (fun _ j => match j with O => 2 | _ => - 1 end)
    (fun _ j _ => match j with O => 1 | _ => - 1 end) (fun _ _ => true) (jump 3) 1%nat Rle_0_1 I).
  rewrite length_of_jump, Rabs_right in H by lra. simpl in H. apply (Rle_not_lt (1 * 1) 3); [|lra]. apply H.
  - intros. unfold sum. simpl. ring.
  - intros t k Ht Hk. replace t with 0%nat by lia. unfold kept, aggregate, sum, scaled. simpl.
    rewrite !length_one by ring. field.
Qed.
Theorem cgsv_moves_at_most_needs_3 : ~ (forall (D N : nat) (L : R) (w : nat -> nat -> R) (raw : nat -> nat -> nat -> R)
  (keep : nat -> nat -> bool) (model : nat -> nat -> R) (T : nat), 0 <= L ->
  (forall t j : nat, (t < T)%nat -> (j <= N)%nat -> 0 <= w t j) -> True ->
  (forall t k : nat, (t < T)%nat -> (k <= D)%nat ->
     model (S t) k = model t k + kept (keep t) (aggregate N (w t) (fun j : nat => scaled D L (raw t j))) k) ->
  norm D (less (model T) (model 0%nat)) <= INR T * L).
Proof.
  intro H. specialize (H 0%nat 0%nat 1 (fun _ _ => 2) (fun _ _ _ => 1) (fun _ _ => true) (jump 2) 1%nat Rle_0_1).
  rewrite length_of_jump, Rabs_right in H by lra. simpl in H. apply (Rle_not_lt (1 * 1) 2); [|lra].
  apply H; [intros; lra|exact I|].
  intros t k Ht Hk. replace t with 0%nat by lia. unfold kept, aggregate, sum, scaled. simpl.
  rewrite !length_one by ring. field.
Qed.
Theorem cgsv_moves_at_most_needs_4 : ~ (forall (D N : nat) (L : R) (w : nat -> nat -> R) (raw : nat -> nat -> nat -> R)
  (keep : nat -> nat -> bool) (model : nat -> nat -> R) (T : nat), 0 <= L ->
  (forall t j : nat, (t < T)%nat -> (j <= N)%nat -> 0 <= w t j) -> (forall t : nat, (t < T)%nat -> sum N (w t) = 1) ->
  True -> norm D (less (model T) (model 0%nat)) <= INR T * L).
Proof.
  intro H. specialize (H 0%nat 0%nat 1 (fun _ _ => 1) (fun _ _ _ => 1) (fun _ _ => true) (jump 2) 1%nat Rle_0_1).
  rewrite length_of_jump, Rabs_right in H by lra. simpl in H. apply (Rle_not_lt (1 * 1) 2); [|lra].
  apply H; [intros; lra|reflexivity|exact I].
Qed.
