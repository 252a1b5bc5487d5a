(* Gains that are lifted, scores with momentum, and coordinates averaged over those who hold them (rewards/equation-2,
   equation-4, prose-masked-averaging).
   Modelled: clients 0, ..., N; the score after t + 1 rounds comes from the one after t and from the assessment of round
   t; client i holds the coordinate k if holds i k. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Pasts.
Open Scope R_scope.

Definition gain (a c : nat -> R) (i : nat) := a i - c i.
Theorem lifted_gains N a c delta :
  var N (gain (fun i => a i + delta) c) = var N (gain a c) /\
  mean N (gain (fun i => a i + delta) c) = mean N (gain a c) + delta.
Proof.
  split.
  - rewrite <- (var_shift N (gain a c) delta). apply var_ext. intros. unfold gain. ring.
  - rewrite (mean_ext N _ (fun i => gain a c i + delta)) by (intros; unfold gain; ring).
    now rewrite mean_plus, mean_const.
Qed.

Fixpoint score (gamma start : R) (assessed : nat -> R) t := match t with
  | O => start
  | S t => gamma * score gamma start assessed t + (1 - gamma) * assessed t
  end.
Definition weight_of_round gamma t s := (1 - gamma) * gamma ^ (t - S s).
Lemma older_rounds gamma t f : total t (fun s => weight_of_round gamma (S t) s * f s) =
  gamma * total t (fun s => weight_of_round gamma t s * f s).
Proof.
  rewrite <- total_times. apply total_ext. intros s Hs. unfold weight_of_round.
  replace (S t - S s)%nat with (S (t - S s)) by lia. simpl. ring.
Qed.
Theorem score_is_weighted_mean gamma start assessed t :
  score gamma start assessed t = gamma ^ t * start + total t (fun s => weight_of_round gamma t s * assessed s) /\
  gamma ^ t + total t (weight_of_round gamma t) = 1 /\
  (0 <= gamma <= 1 -> 0 <= gamma ^ t /\ forall s, 0 <= weight_of_round gamma t s).
Proof.
  split; [|split].
  - induction t as [|t IH]; [simpl; ring|]. cbn [score total]. rewrite IH, older_rounds. unfold weight_of_round at 3.
    rewrite Nat.sub_diag. simpl. ring.
  - induction t as [|t IH]; [simpl; ring|]. cbn [total].
    rewrite (total_ext t _ (fun s => weight_of_round gamma (S t) s * 1)), older_rounds by (intros; ring).
    rewrite (total_ext t (fun s => weight_of_round gamma t s * 1) (weight_of_round gamma t)) by (intros; ring).
    unfold weight_of_round at 2. rewrite Nat.sub_diag. simpl.
    replace (total t (weight_of_round gamma t)) with (1 - gamma ^ t) by lra. ring.
  - intros [G0 G1]. split; [now apply pow_le|]. intro s. apply Rmult_le_pos; [lra|now apply pow_le].
Qed.

Definition held (holds : nat -> nat -> bool) k i := if holds i k then 1 else 0.
Definition holders N holds k := sum N (held holds k).
Definition masked_average N holds (x : nat -> nat -> R) k :=
  sum N (fun i => held holds k i * x i k) / holders N holds k.
Theorem masked_average_is_between N holds (x : nat -> nat -> R) j :
  (j <= N)%nat -> (forall k, holds j k = true) ->
  forall k, 0 < holders N holds k /\
    forall lo hi, (forall i, (i <= N)%nat -> holds i k = true -> lo <= x i k <= hi) ->
    lo <= masked_average N holds x k <= hi.
Proof.
  intros Hj full k. assert (H0 : forall i, 0 <= held holds k i) by (intro i; unfold held; destruct (holds i k); lra).
  assert (H : 0 < holders N holds k).
  { apply Rlt_le_trans with (held holds k j); [unfold held; rewrite full; lra|].
    apply (sum_at_least N (held holds k) j Hj). intros i _. apply H0. }
  split; [assumption|]. intros lo hi B. unfold masked_average. set (h := holders N holds k) in *.
  assert (E : forall v, v * h = sum N (fun i => held holds k i * v)).
  { intro v. unfold h, holders. rewrite <- sum_times. apply sum_ext. intros. ring. }
  split; apply (Rmult_le_reg_r h); try assumption; unfold Rdiv; rewrite Rmult_assoc, Rinv_l, Rmult_1_r, E by lra;
    apply sum_le; intros i Hi; unfold held; destruct (holds i k) eqn:U; try lra; destruct (B i Hi U); lra.
Qed.
