(* Who owns the set W, and which worlds that keeps safe (consensus/new-sufficient-for-safety, new-nested-sets). Any number of
   clients, any sets of models, unless a number is named; definitions are those of Consensus.v: a world is [safe] if every
   minimal output of every lie of one client holds a model of W. *)
Require Import Arith Lia Classical List Reals.
Import ListNotations.
From Incentives Require Import Consensus OneShot.
Local Open Scope nat_scope.

Lemma NoDup_firstn (l : list nat) k : NoDup l -> NoDup (firstn k l).
Proof.
  intro H. revert k. induction H as [|j l out _ IH]; intros [|k]; simpl; try constructor; trivial.
  intro inside. apply out. rewrite <- (firstn_skipn k l). apply in_or_app. now left.
Qed.

Section Safe.
Variables (X : Type) (M : nat) (S : nat -> X -> Prop).
Notation W := (W X M S).
Notation safe := (safe X M S).
Notation guarded := (guarded X M S).

Lemma safe_by_failures : realizable X M S -> redundant X M S -> two_common_failures X M S -> safe.
Proof.
  intros real red T. destruct (guarded_splits X M S real red) as [A B]. apply A, B, T.
Qed.

(* Two clients with the set W, whoever they are, make a world safe. *)
Lemma two_owners_are_safe p q : realizable X M S -> redundant X M S -> p < M -> q < M -> p <> q ->
  (forall x, S p x -> W x) -> (forall x, S q x -> W x) -> safe.
Proof.
  intros real red Hp Hq D Wp Wq. apply safe_by_failures; trivial. intros x y Nx Ny. exists p, q. repeat split; auto.
Qed.

(* Nested sets: two clients have the set W, and the world is safe. *)
Theorem nested_sets_are_safe : 2 <= M -> realizable X M S -> redundant X M S ->
  (forall m n, m < M -> n < M -> (forall x, S m x -> S n x) \/ (forall x, S n x -> S m x)) ->
  (exists p q, p < M /\ q < M /\ p <> q /\ (forall x, S p x <-> W x) /\ (forall x, S q x <-> W x)) /\ safe.
Proof.
  intros two real red chain.
  assert (least : forall P : nat -> Prop, forall N, N <= M -> (exists j, j < N /\ P j) ->
    exists k, k < N /\ P k /\ forall j, j < N -> P j -> forall x, S k x -> S j x).
  { intros P N. induction N as [|N IH]; intros HN [j [Hj Pj]]; [lia|].
    destruct (classic (exists i, i < N /\ P i)) as [ex|none].
    - destruct (IH ltac:(lia) ex) as [k [Hk [Pk low]]].
      destruct (classic (P N)) as [PN|PN].
      + destruct (chain k N ltac:(lia) ltac:(lia)) as [kN|Nk].
        * exists k. repeat split; auto. intros i Hi Pi. destruct (Nat.eq_dec i N) as [->|]; auto. apply low; auto; lia.
        * exists N. repeat split; auto. intros i Hi Pi x H. destruct (Nat.eq_dec i N) as [->|]; auto. apply low; auto; lia.
      + exists k. repeat split; auto. intros i Hi Pi. apply low; auto.
        destruct (Nat.eq_dec i N) as [->|]; [contradiction|lia].
    - assert (j = N) by (destruct (Nat.eq_dec j N); trivial; exfalso; apply none; exists j; split; trivial; lia). subst j.
      exists N. repeat split; auto. intros i Hi Pi. destruct (Nat.eq_dec i N) as [->|]; auto.
      exfalso; apply none; exists i; split; trivial; lia. }
  destruct (least (fun _ => True) M ltac:(lia)) as [p [Hp [_ lowp]]]; [exists 0; split; trivial; lia|].
  destruct (least (fun j => j <> p) M ltac:(lia)) as [q [Hq [D lowq]]].
  { destruct p; [exists 1|exists 0]; split; lia. }
  assert (Wq : forall x, S q x -> W x).
  { intros x H. apply (red p x Hp). intros m Hm Hmp. now apply (lowq m). }
  assert (Wp : forall x, S p x -> W x).
  { intros x H. apply Wq. now apply (lowp q). }
  split; [|apply (two_owners_are_safe p q); auto].
  exists p, q. repeat split; auto; intro H; apply H; trivial.
Qed.

(* Any M / 2 clients, rounded down, which is half of the others, rounded up, identify W. *)
Definition half_identifies := forall l : list nat, NoDup l -> length l = M / 2 -> (forall j, In j l -> j < M) ->
  forall x, (forall j, In j l -> S j x) -> W x.

Lemma halves_are_safe : realizable X M S -> redundant X M S -> half_identifies -> safe.
Proof.
  intros real red half. apply (exact_condition X M S real red). intros m G Hm _ _.
  assert (dec : exists g : nat -> bool, forall j, j < M -> (g j = true <-> G j)).
  { clear - M G. induction M as [|n IH]; [exists (fun _ => true); lia|].
    destruct IH as [g Hg]. destruct (classic (G n)) as [Y|Y].
    - exists (fun j => if Nat.eq_dec j n then true else g j). intros j Hj.
      destruct (Nat.eq_dec j n); [subst; tauto|apply Hg; lia].
    - exists (fun j => if Nat.eq_dec j n then false else g j). intros j Hj.
      destruct (Nat.eq_dec j n); [subst; split; [discriminate|tauto]|apply Hg; lia]. }
  destruct dec as [g Hg].
  set (others := filter (fun j => negb (Nat.eqb j m)) (seq 0 M)).
  assert (In_others : forall j, In j others <-> j < M /\ j <> m).
  { intro j. unfold others. rewrite filter_In, in_seq, Bool.negb_true_iff, Nat.eqb_neq. lia. }
  assert (nodup : NoDup others) by (apply NoDup_filter, seq_NoDup).
  assert (size : M <= 1 + length others).
  { rewrite <- (seq_length M 0) at 1. apply (NoDup_incl_length (l' := m :: others)); [apply seq_NoDup|].
    intros j Hj. apply in_seq in Hj. destruct (Nat.eq_dec j m) as [->|D]; [now left|right]. apply In_others. lia. }
  assert (parts : length (filter g others) + length (filter (fun j => negb (g j)) others) = length others).
  { clear. induction others as [|j l IH]; trivial. simpl. destruct (g j); simpl; lia. }
  assert (use : forall f : nat -> bool, M / 2 <= length (filter f others) ->
    forall x, (forall j, j < M -> j <> m -> f j = true -> S j x) -> W x).
  { intros f Hf x H. set (l := filter f others) in *.
    assert (inl : forall j, In j (firstn (M / 2) l) -> In j l).
    { intros j Hj. rewrite <- (firstn_skipn (M / 2) l). apply in_or_app. now left. }
    assert (inside : forall j, In j (firstn (M / 2) l) -> j < M /\ j <> m /\ f j = true).
    { intros j Hj. apply inl, filter_In in Hj. destruct Hj as [Hj Fj]. apply In_others in Hj. tauto. }
    apply (half (firstn (M / 2) l)).
    - now apply NoDup_firstn, NoDup_filter.
    - rewrite firstn_length. lia.
    - intros j Hj. now apply inside.
    - intros j Hj. destruct (inside j Hj) as [A [B C]]. now apply H. }
  destruct (le_lt_dec (M / 2) (length (filter g others))) as [many|few].
  - left. intros x H. apply (use g many). intros j Hj Hjm Gj. apply H; trivial. now apply Hg.
  - right. intros x H. apply (use (fun j => negb (g j))).
    + pose proof (Nat.div_mod M 2 ltac:(lia)). lia.
    + intros j Hj Hjm Nj. apply H; trivial. intro Y. apply Hg in Y; trivial. rewrite Y in Nj. discriminate.
Qed.

(* Three clients: safe exactly if two of them have the set W. *)
Lemma three_clients : M = 3 -> realizable X M S -> redundant X M S ->
  (safe <-> exists p q, p < M /\ q < M /\ p <> q /\ (forall x, S p x <-> W x) /\ (forall x, S q x <-> W x)).
Proof.
  intros three real red. split.
  - intro safe. assert (Hg : guarded) by now apply (exact_condition X M S real red).
    assert (one : forall i j m, i < M -> j < M -> m < M -> i <> m -> j <> m -> i <> j ->
      (forall x, S i x -> W x) \/ (forall x, S j x -> W x)).
    { intros i j m Hi Hj Hm Dim Djm Dij. assert (rest : forall k, k < M -> k <> m -> k <> i -> k = j) by (intros; lia).
      destruct (Hg m (fun k => k = i) Hm) as [A|A]; [exists i; auto|exists j; repeat split; auto| |]; [left|right]; intros x H; apply A.
      - now intros k _ _ ->.
      - intros k Hk Hkm Hki. now rewrite (rest k). }
    assert (owner : forall m, (forall x, S m x -> W x) -> m < M -> forall x, S m x <-> W x).
    { intros m H Hm x. split; [apply H|]. intro Wx. now apply Wx. }
    destruct (one 0 1 2) as [A|A], (one 1 2 0) as [B|B], (one 0 2 1) as [C|C]; try lia;
      first [exists 0, 1; repeat split; try lia; now apply owner; trivial; lia
            |exists 0, 2; repeat split; try lia; now apply owner; trivial; lia
            |exists 1, 2; repeat split; try lia; now apply owner; trivial; lia].
  - intros [p [q [Hp [Hq [D [Wp Wq]]]]]]. apply (two_owners_are_safe p q); trivial; intros x H; [now apply Wp|now apply Wq].
Qed.

End Safe.

(* All of it: two owners of W; any half of the others, rounded up; and three clients, where two owners are needed. *)
Theorem sufficient_for_safety (X : Type) (M : nat) (S : nat -> X -> Prop) : realizable X M S -> redundant X M S ->
  let owners := exists p q, p < M /\ q < M /\ p <> q /\ (forall x, S p x <-> W X M S x) /\ (forall x, S q x <-> W X M S x) in
  (owners \/ half_identifies X M S -> safe X M S) /\ (M = 3 -> (safe X M S <-> owners)).
Proof.
  intros real red owners. split; [|intro three; now apply three_clients].
  intros [[p [q [Hp [Hq [D [Wp Wq]]]]]]|half]; [|now apply halves_are_safe].
  apply (two_owners_are_safe X M S p q); trivial; intros x H; [now apply Wp|now apply Wq].
Qed.
