(* Games with few players, decided by computation: all partitions and all coalitions of m players are listed,
   costs are rational
   numbers, and the four kinds of stability become answers of a program that is proved right here. FiniteExamples.v
     uses it.
   Modelled: a coalition is a set of players 0, ..., m-1; what a member pays depends on the list of the members;
     partitions are
   equivalence relations, the block of j is [same j]. Standard library alone. *)
Require Import QArith List Bool Arith Lia.
Import ListNotations.

Section Games.
Variables (m : nat) (cost : list nat -> nat -> Q).
Definition players := seq 0 m.
Definition coalition := nat -> bool.
Definition members (C : coalition) := filter C players.
Definition partition (same : nat -> nat -> bool) :=
  (forall i, same i i = true) /\ (forall i j, same i j = same j i) /\
  (forall i j k, same i j = true -> same j k = true -> same i k = true).
Definition pays (C : coalition) j := cost (members C) j.
Definition home (same : nat -> nat -> bool) j := pays (same j) j.
Definition with_newcomer j (B : coalition) : coalition := fun i => Nat.eqb i j || B i.
(* The four kinds of stability. A player may move to another block or be alone. *)
Definition blocks same C := members C <> [] /\ forall j, In j (members C) -> pays C j < home same j.
Definition core same := forall C, ~ blocks same C.
Definition strict_core same := forall C, ~ ((forall j, In j (members C) -> pays C j <= home same j) /\
  exists j, In j (members C) /\ pays C j < home same j).
Definition place same (B : coalition) := members B = [] \/ exists k, In k players /\ members B = members (same k).
Definition nash same := forall B j, place same B -> In j players -> ~ In j (members B) ->
  home same j <= pays (with_newcomer j B) j.
Definition individual same := forall B j, place same B -> In j players -> ~ In j (members B) ->
  ~ (pays (with_newcomer j B) j < home same j /\
     forall i, In i (members B) -> pays (with_newcomer j B) i <= home same i).

(* --- Partitions and coalitions as lists --- *)
(* The label of a player is the first player of its block. *)
Fixpoint label_lists (k : nat) : list (list nat) :=
  match k with O => [[]] | S k => flat_map (fun t => map (fun x => t ++ [x]) (seq 0 (S k))) (label_lists k) end.
Fixpoint tables (k : nat) : list (list bool) :=
  match k with O => [[]] | S k => flat_map (fun t => [true :: t; false :: t]) (tables k) end.
Definition label (same : nat -> nat -> bool) i := match find (same i) (seq 0 (S i)) with Some k => k | None => i end.
Definition labels same := map (label same) players.
Definition read (t : list nat) i j := Nat.eqb (nth i t i) (nth j t j).
Definition group (t : list bool) : coalition := fun j => nth j t false.
Definition coalitions := map group (tables m).
(* Blocks with these labels. *)
Definition looks same (t : list nat) := forall i j, In i players -> In j players -> same i j = read t i j.

Lemma in_tables k (f : coalition) a : In (map f (seq a k)) (tables k).
Proof.
  revert a; induction k as [|k IH]; intros a; simpl; [auto|]. apply in_flat_map. exists (map f (seq (S a) k)).
  split; [apply IH|]. destruct (f a); simpl; auto.
Qed.
Lemma in_label_lists (f : nat -> nat) k : (forall i, (f i <= i)%nat) -> In (map f (seq 0 k)) (label_lists k).
Proof.
  intros H; induction k as [|k IH]; [simpl; auto|]. rewrite seq_S, map_app. cbn [label_lists map]. apply in_flat_map.
  exists (map f (seq 0 k)). split; [exact IH|]. apply in_map_iff. exists (f k). split; [reflexivity|].
  apply in_seq. specialize (H k). lia.
Qed.
Lemma nth_map_seq {A} (f : nat -> A) i d : (i < m)%nat -> nth i (map f players) d = f i.
Proof. intros H. rewrite nth_indep with (d' := f 0%nat) by (rewrite map_length; unfold players; rewrite seq_length;
  exact H).
  rewrite map_nth. unfold players. rewrite seq_nth by exact H. reflexivity. Qed.

Lemma label_is same i : partition same -> (i < m)%nat -> find (same i) players = Some (label same i).
Proof.
  intros [refl _] H. unfold label, players. replace m with (S i + (m - S i))%nat by lia. rewrite seq_app.
  assert (found : forall l1 l2 : list nat, find (same i) l1 <> None -> find (same i) (l1 ++ l2) = find (same i) l1).
  { intros l1 l2; induction l1 as [|x l1 IH]; simpl; [congruence|]. destruct (same i x); [reflexivity|exact IH]. }
  assert (some : find (same i) (seq 0 (S i)) <> None).
  { intros none. apply find_none with (x := i) in none; [rewrite refl in none; discriminate|]. apply in_seq. lia. }
  rewrite found by exact some. destruct (find (same i) (seq 0 (S i))); [reflexivity|congruence].
Qed.
Lemma label_low same i : (label same i <= i)%nat.
Proof.
  unfold label. destruct (find (same i) (seq 0 (S i))) eqn:E; [|lia]. apply find_some in E. destruct E as [E _].
  apply in_seq in E. lia.
Qed.
Lemma read_labels same : partition same -> looks same (labels same).
Proof.
  intros part i j Hi Hj. assert (P := part). destruct P as [refl [sym trans]]. apply in_seq in Hi, Hj.
  unfold read, labels. rewrite !nth_map_seq by lia.
  pose proof (label_is same i part ltac:(lia)) as Li. pose proof (label_is same j part ltac:(lia)) as Lj.
  destruct (same i j) eqn:E; symmetry.
  - apply Nat.eqb_eq. assert (X : find (same i) players = find (same j) players).
    { assert (ext : forall x, same i x = same j x).
      { intros x. destruct (same i x) eqn:a, (same j x) eqn:b; try reflexivity.
        - rewrite <- b. symmetry. apply trans with i; [rewrite sym; exact E|exact a].
        - rewrite <- a. apply trans with j; [exact E|exact b]. }
      generalize players. intros l; induction l as [|x l IH]; simpl; [reflexivity|]. rewrite ext, IH. reflexivity. }
    congruence.
  - apply Nat.eqb_neq. intros e. apply find_some in Li, Lj. destruct Li as [_ Li], Lj as [_ Lj].
    rewrite e in Li. rewrite sym in Lj. rewrite (trans _ _ _ Li Lj) in E. discriminate.
Qed.
Lemma labels_listed same : In (labels same) (label_lists m).
Proof. apply in_label_lists. intros i. apply label_low. Qed.
(* Only the answers about players matter. *)
Lemma members_ext C D : (forall i, In i players -> C i = D i) -> members C = members D.
Proof. intros H. apply filter_ext_in. exact H. Qed.
Lemma home_ext same t j : looks same t -> In j players -> home same j = home (read t) j.
Proof. intros H Hj. unfold home, pays. f_equal. apply members_ext. intros i Hi. apply H; assumption. Qed.
Lemma listed C : exists D, In D coalitions /\ members D = members C.
Proof.
  exists (group (map C players)). split; [apply in_map_iff; exists (map C players); split;
    [reflexivity|apply in_tables]|].
  apply members_ext. intros i Hi. unfold group. apply nth_map_seq. apply in_seq in Hi. lia.
Qed.

(* --- The program --- *)
Definition less (x y : Q) := negb (Qle_bool y x).
Lemma less_true x y : less x y = true <-> x < y.
Proof.
  unfold less. rewrite negb_true_iff. split; intros H.
  - apply Qnot_le_lt. intros K. apply Qle_bool_iff in K. congruence.
  - destruct (Qle_bool y x) eqn:E; [|reflexivity]. apply Qle_bool_iff in E. exfalso. apply (Qlt_not_le x y); assumption.
Qed.
Definition some C := negb (match members C with [] => true | _ => false end).
Definition core_b t := forallb (fun C => negb (some C && forallb (fun j => less (pays C j) (home (read t) j))
  (members C))) coalitions.
Definition strict_b t := forallb (fun C => negb (forallb (fun j => Qle_bool (pays C j) (home (read t) j)) (members C) &&
  existsb (fun j => less (pays C j) (home (read t) j)) (members C))) coalitions.
Definition places t := (fun _ => false) :: map (read t) players.
Definition inside (B : coalition) j := existsb (Nat.eqb j) (members B).
Definition nash_b t := forallb (fun j => forallb (fun B => inside B j || Qle_bool (home (read t) j) (pays
  (with_newcomer j B) j))
  (places t)) players.
Definition individual_b t := forallb (fun j => forallb (fun B => inside B j || negb (less (pays (with_newcomer j B)
  j) (home (read t) j)
  && forallb (fun i => Qle_bool (pays (with_newcomer j B) i) (home (read t) i)) (members B))) (places t)) players.
(* --- The program is right. --- *)
Lemma in_players C j : In j (members C) -> In j players.
Proof. intros H. apply filter_In in H. apply H. Qed.
Lemma some_true C : some C = true <-> members C <> [].
Proof. unfold some. destruct (members C); simpl; split; congruence. Qed.
Lemma inside_true B j : inside B j = true <-> In j (members B).
Proof.
  unfold inside. rewrite existsb_exists. split; [intros [x [H E]]; apply Nat.eqb_eq in E; subst; exact H|].
  intros H. exists j. split; [exact H|apply Nat.eqb_refl].
Qed.
Lemma newcomer_ext B D j : members B = members D -> members (with_newcomer j B) = members (with_newcomer j D).
Proof.
  intros E. apply members_ext. intros i Hi. unfold with_newcomer. f_equal. destruct (B i) eqn:b, (D i) eqn:d;
    try reflexivity.
  - assert (In i (members D)) as X by (rewrite <- E; apply filter_In; split;
    assumption). apply filter_In in X. destruct X. congruence.
  - assert (In i (members B)) as X by (rewrite E; apply filter_In; split;
    assumption). apply filter_In in X. destruct X. congruence.
Qed.
Section Right.
Variables (same : nat -> nat -> bool) (t : list nat).
Hypothesis L : looks same t.
Lemma home_member C j : In j (members C) -> home same j = home (read t) j.
Proof. intros H. apply home_ext; [exact L|exact (in_players C j H)]. Qed.

Lemma core_right : core same <-> core_b t = true.
Proof.
  unfold core_b. rewrite forallb_forall. split.
  - intros H D _. apply negb_true_iff, not_true_iff_false. rewrite andb_true_iff, some_true,
    forallb_forall. intros [ne F].
    apply (H D). split; [exact ne|]. intros j Hj. rewrite (home_member D j Hj). apply less_true. exact (F j Hj).
  - intros H C [ne gain]. destruct (listed C) as [D [HD e]]. specialize (H D HD).
    apply negb_true_iff, not_true_iff_false in H. apply H. rewrite andb_true_iff, some_true, forallb_forall,
      e. split; [exact ne|].
    intros j Hj. apply less_true. unfold pays. rewrite e. rewrite <- (home_member C j Hj). exact (gain j Hj).
Qed.
Lemma strict_right : strict_core same <-> strict_b t = true.
Proof.
  unfold strict_b. rewrite forallb_forall. split.
  - intros H D _. apply negb_true_iff, not_true_iff_false. rewrite andb_true_iff, existsb_exists, forallb_forall.
    intros [F [j [Hj E]]]. apply (H D). split; [|exists j; split; [exact Hj|rewrite (home_member D j Hj);
      apply less_true; exact E]].
    intros i Hi. rewrite (home_member D i Hi). apply Qle_bool_iff. exact (F i Hi).
  - intros H C [weak [j [Hj gain]]]. destruct (listed C) as [D [HD e]]. specialize (H D HD).
    apply negb_true_iff, not_true_iff_false in H. apply H. rewrite andb_true_iff, existsb_exists, forallb_forall,
      e. unfold pays. rewrite e.
    split; [intros i Hi; apply Qle_bool_iff; rewrite <- (home_member C i Hi); exact (weak i Hi)|].
    exists j. split; [exact Hj|]. apply less_true. rewrite <- (home_member C j Hj). exact gain.
Qed.
Lemma members_read k : In k players -> members (read t k) = members (same k).
Proof. intros H. apply members_ext. intros i Hi. symmetry. apply L; assumption. Qed.
Lemma place_listed B : place same B -> exists D, In D (places t) /\ members D = members B.
Proof.
  intros [E|[k [Hk E]]]; [exists (fun _ => false); split; [left; reflexivity|]|].
  - rewrite E. unfold members. induction players as [|x l IH]; [reflexivity|exact IH].
  - exists (read t k). split; [right; apply in_map; exact Hk|]. rewrite E. apply members_read. exact Hk.
Qed.
Lemma listed_place D : In D (places t) -> place same D.
Proof.
  intros [<-|H]; [left; unfold members; induction players as [|x l IH]; [reflexivity|exact IH]|].
  apply in_map_iff in H. destruct H as [k [<- Hk]]. right. exists k. split; [exact Hk|apply members_read; exact Hk].
Qed.
Lemma nash_right : nash same <-> nash_b t = true.
Proof.
  unfold nash_b. rewrite forallb_forall. split.
  - intros H j Hj. apply forallb_forall. intros B HB. destruct (inside B j) eqn:E; [reflexivity|]. apply Qle_bool_iff.
    rewrite <- (home_ext same t j L Hj). apply H; [apply listed_place;
      exact HB|exact Hj|]. rewrite <- inside_true. congruence.
  - intros H B j place Hj out. destruct (place_listed B place) as [D [HD e]]. specialize (H j Hj). rewrite
    forallb_forall in H.
    specialize (H D HD). apply orb_true_iff in H. destruct H as [H|H]; [apply inside_true in H; rewrite e in H;
      contradiction|].
    apply Qle_bool_iff in H. rewrite (home_ext same t j L Hj). unfold pays in *. rewrite <- (newcomer_ext D B j e).
      exact H.
Qed.
Lemma individual_right : individual same <-> individual_b t = true.
Proof.
  unfold individual_b. rewrite forallb_forall. split.
  - intros H j Hj. apply forallb_forall. intros B HB. destruct (inside B j) eqn:E; [reflexivity|]. simpl.
    apply negb_true_iff, not_true_iff_false. rewrite andb_true_iff, forallb_forall. intros [gain welcome].
    apply (H B j); [apply listed_place; exact HB|exact Hj|rewrite <- inside_true; congruence|]. split.
    + rewrite (home_ext same t j L Hj). apply less_true. exact gain.
    + intros i Hi. rewrite (home_member B i Hi). apply Qle_bool_iff. exact (welcome i Hi).
  - intros H B j place Hj out [gain welcome]. destruct (place_listed B place) as [D [HD e]]. specialize (H j Hj).
    rewrite forallb_forall in H. specialize (H D HD). apply orb_true_iff in H.
    destruct H as [H|H]; [apply inside_true in H; rewrite e in H; contradiction|].
    apply negb_true_iff, not_true_iff_false in H. apply H. rewrite andb_true_iff, forallb_forall. unfold pays in *.
    rewrite (newcomer_ext D B j e), e. split; [apply less_true; rewrite <- (home_ext same t j L Hj); exact gain|].
    intros i Hi. apply Qle_bool_iff. rewrite <- (home_member B i Hi). exact (welcome i Hi).
Qed.
End Right.

(* Exactly the partitions of a list are stable in some sense. *)
Definition alike t u := forallb (fun i => forallb (fun j => Bool.eqb (read t i j) (read u i j)) players) players.
Lemma alike_right same t u : looks same t -> (looks same u <-> alike t u = true).
Proof.
  intros L. unfold alike. rewrite forallb_forall. split.
  - intros H i Hi. apply forallb_forall. intros j Hj. apply eqb_true_iff. rewrite <- L, <- H by assumption. reflexivity.
  - intros H i j Hi Hj. specialize (H i Hi). rewrite forallb_forall in H. specialize (H j Hj). apply eqb_prop in H.
    rewrite L by assumption. exact H.
Qed.
Lemma exactly (stable : (nat -> nat -> bool) -> Prop) (answer : list nat -> bool) (known : list (list nat)) :
  (forall same t, looks same t -> (stable same <-> answer t = true)) ->
  forallb (fun t => Bool.eqb (answer t) (existsb (alike t) known)) (label_lists m) = true ->
  forall same, partition same -> (stable same <-> exists u, In u known /\ looks same u).
Proof.
  intros right all same part. pose proof (read_labels same part) as L. rewrite (right same _ L).
  rewrite forallb_forall in all. specialize (all _ (labels_listed same)). apply eqb_prop in all. rewrite all,
    existsb_exists.
  split; intros [u [Hu E]]; exists u; split; try exact Hu; apply (alike_right same _ u L); exact E.
Qed.
(* What holds of every stable partition. *)
Lemma of_every (stable : (nat -> nat -> bool) -> Prop) (answer good : list nat -> bool) :
  (forall same t, looks same t -> (stable same <-> answer t = true)) ->
  forallb (fun t => implb (answer t) (good t)) (label_lists m) = true ->
  forall same, partition same -> stable same -> good (labels same) = true.
Proof.
  intros right all same part S. pose proof (read_labels same part) as L. apply (right same _ L) in S.
  rewrite forallb_forall in all. specialize (all _ (labels_listed same)). rewrite S in all. exact all.
Qed.
End Games.
