(* Equal gains hold four of the five players together (new-equal-gains-for-five), over the reals.
   Modelled: the players, errors and partitions of EmptyCore.v, at noise 11 and spread 1. A member of a coalition gains its error
   alone less that in the coalition, and all gains are cut down to the smallest. A partition is core stable if no coalition has
   a cut above those of all its members' blocks. *)
Require Import Reals ZArith List Bool Lra Lia.
From Incentives Require Import EmptyCore.
Import ListNotations.
Open Scope R_scope.

Definition alone (j : nat) := err 11 (fun i => Nat.eqb i j) j.
Definition saved (C : coalition) j := alone j - err 11 C j.
Definition cut (C : coalition) :=
  match map (saved C) (members C) with [] => 0 | x :: l => fold_right Rmin x l end.
Definition lasts (same : nat -> nat -> bool) :=
  forall C : coalition, members C <> [] -> exists j, In j (members C) /\ cut C <= cut (same j).
Definition four : coalition := fun j => Nat.ltb j 4.
Definition everybody : coalition := fun _ => true.
Definition split_up (i j : nat) := Bool.eqb (four i) (four j).

Lemma least_low x l y : In y (x :: l) -> fold_right Rmin x l <= y.
Proof.
  induction l as [| z l IH]; simpl; intro H; [destruct H as [-> | []]; lra |].
  destruct H as [-> | [-> | H]]; [| apply Rmin_l |].
  - eapply Rle_trans; [apply Rmin_r | apply IH; left; reflexivity].
  - eapply Rle_trans; [apply Rmin_r | apply IH; right; exact H].
Qed.
Lemma least_in x l : In (fold_right Rmin x l) (x :: l).
Proof.
  induction l as [| z l IH]; simpl; [auto |].
  apply (Rmin_case z (fold_right Rmin x l) (fun y => x = y \/ z = y \/ In y l)); [auto | destruct IH; auto].
Qed.
Lemma cut_low C j : In j (members C) -> cut C <= saved C j.
Proof.
  intro H; apply (in_map (saved C)) in H; unfold cut; destruct (map (saved C) (members C)); [destruct H |].
  apply least_low, H.
Qed.
Lemma cut_is C x j : In j (members C) -> saved C j = x -> (forall k, In k (members C) -> x <= saved C k) -> cut C = x.
Proof.
  intros H e low; pose proof (cut_low C j H); enough (x <= cut C) by lra.
  assert (I : In (cut C) (map (saved C) (members C))).
  { unfold cut; apply (in_map (saved C)) in H; destruct (map (saved C) (members C)); [destruct H | apply least_in]. }
  apply in_map_iff in I; destruct I as [k [<- K]]; apply low, K.
Qed.

Lemma saved_is C j : In j players -> saved C j = 11 / IZR (size j) - (11 / IZR (total C)
  + IZR (squares C) / (IZR (total C) * IZR (total C)) + 1 - 2 * IZR (size j) / IZR (total C)).
Proof.
  intro H; assert (A : alone j = 11 / IZR (size j)).
  { unfold alone, err; simpl in H; repeat (destruct H as [<- | H]; [cbn -[IZR Rplus Rminus Rdiv Rmult pow]; simpl pow; lra |]).
    destruct H. }
  unfold saved, err; rewrite A; simpl pow; rewrite Rmult_1_r; reflexivity.
Qed.

Lemma cut_of_four C : members C = members four -> cut C = 283/150.
Proof.
  intro E; assert (T : total C = 10%Z /\ squares C = 28%Z) by (unfold total, squares; rewrite E; split; reflexivity).
  destruct T as [T Q]; assert (M : members C = [0; 1; 2; 3]%nat) by (rewrite E; reflexivity).
  apply (cut_is C _ 1%nat); rewrite ?M; [simpl; auto | |].
  - rewrite saved_is by (simpl; auto); rewrite T, Q; unfold size, nth; lra.
  - intros k H; rewrite saved_is by (simpl in *; tauto); rewrite T, Q.
    simpl in H; repeat (destruct H as [<- | H]; [unfold size, nth; lra |]); destruct H.
Qed.
Lemma cut_of_all : cut everybody = - (1/20088).
Proof.
  assert (T : total everybody = 72%Z /\ squares everybody = 3872%Z) by (split; reflexivity); destruct T as [T Q].
  apply (cut_is _ _ 4%nat); [simpl; auto 6 | |].
  - rewrite saved_is by (simpl; auto 6); rewrite T, Q; unfold size, nth; lra.
  - intros k H; rewrite saved_is by (simpl in *; tauto); rewrite T, Q.
    simpl in H; repeat (destruct H as [<- | H]; [unfold size, nth; lra |]); destruct H.
Qed.
Lemma cut_of_one C : members C = [4%nat] -> cut C = 0.
Proof.
  intro M; assert (T : total C = 62%Z /\ squares C = 3844%Z) by (unfold total, squares; rewrite M; split; reflexivity).
  destruct T as [T Q]; unfold cut; rewrite M; simpl map; unfold fold_right.
  rewrite saved_is by (simpl; auto 6); rewrite T, Q; unfold size, nth; lra.
Qed.

(* Any other coalition has a smaller cut. *)
Lemma less C : members C <> [] -> members C <> members four -> cut C < 283/150.
Proof.
  intros some other; assert (L : forall j, In j (members C) -> In j players -> cut C <= 11 / IZR (size j) - (11 / IZR (total C)
    + IZR (squares C) / (IZR (total C) * IZR (total C)) + 1 - 2 * IZR (size j) / IZR (total C))).
  { intros j J P; rewrite <- saved_is by exact P; apply cut_low, J. }
  generalize dependent (cut C); intros c L; unfold total, squares in L; unfold members, players, filter in *.
  destruct (C 0%nat), (C 1%nat), (C 2%nat), (C 3%nat), (C 4%nat); try (exfalso; apply some; reflexivity);
    try (exfalso; apply other; reflexivity);
    first [specialize (L 4%nat ltac:(simpl; tauto) ltac:(simpl; tauto)) | specialize (L 3%nat ltac:(simpl; tauto) ltac:(simpl; tauto))
      | specialize (L 2%nat ltac:(simpl; tauto) ltac:(simpl; tauto)) | specialize (L 1%nat ltac:(simpl; tauto) ltac:(simpl; tauto))
      | specialize (L 0%nat ltac:(simpl; tauto) ltac:(simpl; tauto))];
    cbn -[IZR Rle Rmult Rplus Rdiv Rminus] in L; lra.
Qed.

(* The page's proposition. *)
Theorem equal_gains_for_five :
  (partition split_up /\ lasts split_up /\
    forall same, partition same -> lasts same -> forall i j, In i players -> In j players -> same i j = split_up i j) /\
  (forall j, In j (members four) -> cut (split_up j) = 283/150) /\ members (split_up 4) = [4%nat] /\
  cut everybody = - (1/20088).
Proof.
  assert (together : forall j, In j (members four) -> members (split_up j) = members four).
  { intros j H; simpl in H; repeat (destruct H as [<- | H]; [reflexivity |]); destruct H. }
  assert (G : forall j, In j (members four) -> cut (split_up j) = 283/150) by (intros; apply cut_of_four; auto).
  split; [split; [| split] | split; [exact G | split; [reflexivity | exact cut_of_all]]].
  - unfold partition, split_up; repeat split.
    + intro i; apply eqb_reflx.
    + intros i j; destruct (four i), (four j); reflexivity.
    + intros i j k; destruct (four i), (four j), (four k); simpl; auto.
  - intros C some.
    assert (D : members C = [4%nat] \/ exists j, In j (members C) /\ In j (members four)).
    { unfold members, players, filter in *; destruct (C 0%nat), (C 1%nat), (C 2%nat), (C 3%nat), (C 4%nat);
        try (exfalso; apply some; reflexivity); auto; right;
        first [exists 0%nat; split; simpl; tauto | exists 1%nat; split; simpl; tauto
          | exists 2%nat; split; simpl; tauto | exists 3%nat; split; simpl; tauto]. }
    destruct D as [one | [j [J F]]].
    + exists 4%nat; split; [rewrite one; simpl; auto | rewrite (cut_of_one C one), (cut_of_one (split_up 4) eq_refl); lra].
    + exists j; split; [exact J |]; rewrite (G j F).
      destruct (list_eq_dec Nat.eq_dec (members C) (members four)) as [e | ne]; [rewrite (cut_of_four C e); lra |].
      apply Rlt_le, less; assumption.
  - intros same part last; destruct (last four ltac:(discriminate)) as [j [J better]].
    rewrite (cut_of_four four eq_refl) in better.
    destruct part as [refl [sym trans]].
    assert (P : In j players) by (simpl in *; tauto).
    assert (B : members (same j) = members four).
    { destruct (list_eq_dec Nat.eq_dec (members (same j)) (members four)) as [e | ne]; [exact e |].
      assert (some : members (same j) <> []).
      { intro none; assert (I : In j (members (same j))) by (apply filter_In; split; [exact P | apply refl]).
        rewrite none in I; destruct I. }
      pose proof (less (same j) some ne); lra. }
    assert (S : forall k, In k players -> same j k = four k).
    { intros k K; assert (E : In k (members (same j)) <-> In k (members four)) by (rewrite B; tauto).
      unfold members in E; rewrite !filter_In in E; destruct (same j k), (four k); try reflexivity; tauto || (exfalso; intuition congruence). }
    intros i k I K; unfold split_up; rewrite <- (S i I), <- (S k K).
    destruct (same j i) eqn:ji, (same j k) eqn:jk, (same i k) eqn:ik; try reflexivity; exfalso.
    + rewrite sym in ji; rewrite (trans i j k ji jk) in ik; discriminate.
    + rewrite (trans j i k ji ik) in jk; discriminate.
    + rewrite sym in ik; rewrite (trans j k i jk ik) in ji; discriminate.
    + rewrite (S i I) in ji; rewrite (S k K) in jk.
      simpl in I, K; assert (i = 4%nat) by (destruct I as [<- | [<- | [<- | [<- | [<- | []]]]]]; try discriminate; reflexivity).
      assert (k = 4%nat) by (destruct K as [<- | [<- | [<- | [<- | [<- | []]]]]]; try discriminate; reflexivity).
      subst; rewrite refl in ik; discriminate.
Qed.
