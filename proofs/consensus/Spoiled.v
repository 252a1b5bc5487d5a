(* Which worlds one lie can spoil (consensus/new-two-clients-or-two-points, new-two-spared-alone-fails,
   new-largest-cluster-alone-fails). Any number of clients, any sets of models, unless a number is named; definitions are
   those of Consensus.v: a world is [safe] if every minimal output of every lie of one client holds a model of W. *)
Require Import Arith Lia Classical List Reals.
Import ListNotations.
From Incentives Require Import Consensus OneShot Owners.
Local Open Scope nat_scope.

Section Safe.
Variables (X : Type) (M : nat) (S : nat -> X -> Prop).
Notation W := (W X M S).
Notation safe := (safe X M S).
Notation guarded := (guarded X M S).

(* Two clients, or two models only. *)
Lemma two_clients_or_two_points : realizable X M S -> redundant X M S ->
  (M = 2 \/ exists v w : X, forall x, x = v \/ x = w) -> safe.
Proof.
  intros real red few. apply (safe_by_failures X M S); trivial.
  assert (fails : forall x, ~ W x -> forall n, n < M -> exists j, j < M /\ j <> n /\ ~ S j x).
  { intros x Nx n Hn. apply NNPP. intro none. apply Nx, (red n x Hn). intros m Hm Hmn. apply NNPP. intro D.
    apply none. now exists m. }
  assert (some : forall x, ~ W x -> 0 < M).
  { intros x Nx. destruct M; [exfalso; apply Nx; intros m Hm; lia|lia]. }
  intros x y Nx Ny. destruct few as [two|[v [w all]]].
  - assert (both : forall z, ~ W z -> forall j, j < 2 -> ~ S j z).
    { intros z Nz j Hj. destruct (fails z Nz (1 - j) ltac:(lia)) as [i [Hi [D F]]].
      replace j with i by lia. exact F. }
    exists 0, 1. repeat split; try lia; apply both; trivial; lia.
  - assert (same : x = y).
    { destruct real as [z Wz]. destruct (all x) as [->| ->], (all y) as [->| ->]; trivial; destruct (all z) as [->| ->]; contradiction. }
    subst y. destruct (fails x Nx 0 (some x Nx)) as [j [Hj [_ Fj]]]. destruct (fails x Nx j Hj) as [l [Hl [D Fl]]].
    exists j, l. repeat split; auto.
Qed.

(* Any two can be spared and there are at most four clients: safe. *)
Lemma two_spared_up_to_four_clients : M <= 4 -> realizable X M S -> spares_two X M S -> safe.
Proof.
  intros four real two. assert (red : redundant X M S) by (intros n x Hn H; apply (two n n); auto).
  apply (safe_by_failures X M S); trivial. intros x y Nx Ny. apply NNPP. intro none.
  assert (one : exists c, c < 4 /\ forall j, j <> c -> (j < M -> S j x) \/ (j < M -> S j y)).
  { destruct (classic (exists c, c < M /\ ~ S c x /\ ~ S c y)) as [[c [Hc [Cx Cy]]]|C].
    - exists c. split; [lia|]. intros j D. apply NNPP. intro N. apply none. exists c, j.
      apply not_or_and in N. destruct N as [N1 N2]. apply imply_to_and in N1, N2. intuition auto.
    - exists 0. split; [lia|]. intros j _. apply NNPP. intro N. apply C. exists j.
      apply not_or_and in N. destruct N as [N1 N2]. apply imply_to_and in N1, N2. intuition auto. }
  destruct one as [c [Hc one]].
  assert (spare : forall z, ~ W z -> forall o, ~ forall j, j <> c -> j <> o -> j < M -> S j z).
  { intros z Nz o H. apply Nz. destruct (le_lt_dec M c) as [Lc|Lc], (le_lt_dec M o) as [Lo|Lo].
    - intros j Hj. apply H; lia.
    - apply (two o o); auto; intros; apply H; auto; lia.
    - apply (two c c); auto; intros; apply H; auto; lia.
    - apply (two c o); auto. }
  assert (go : forall z o p q, ~ W z -> (forall j, j < 4 -> j = c \/ j = o \/ j = p \/ j = q) ->
    (p < M -> S p z) -> (q < M -> S q z) -> False).
  { intros z o p q Nz every Hp Hq. apply (spare z Nz o). intros j Djc Djo Hj.
    destruct (every j ltac:(lia)) as [E|[E|[E|E]]]; subst; try contradiction; auto. }
  assert (some : forall o1 o2 o3, o1 <> c -> o2 <> c -> o3 <> c ->
    (forall j, j < 4 -> j = c \/ j = o1 \/ j = o2 \/ j = o3) -> False).
  { intros o1 o2 o3 D1 D2 D3 all.
    destruct (one o1 D1) as [A|A], (one o2 D2) as [B|B], (one o3 D3) as [C|C];
      first [apply (go x o3 o1 o2 Nx); trivial; intros j Hj; specialize (all j Hj); tauto
            |apply (go x o2 o1 o3 Nx); trivial; intros j Hj; specialize (all j Hj); tauto
            |apply (go x o1 o2 o3 Nx); trivial; intros j Hj; specialize (all j Hj); tauto
            |apply (go y o3 o1 o2 Ny); trivial; intros j Hj; specialize (all j Hj); tauto
            |apply (go y o2 o1 o3 Ny); trivial; intros j Hj; specialize (all j Hj); tauto
            |apply (go y o1 o2 o3 Ny); trivial; intros j Hj; specialize (all j Hj); tauto]. }
  destruct c as [|[|[|[|c]]]]; [apply (some 1 2 3)|apply (some 0 2 3)|apply (some 0 1 3)|apply (some 0 1 2)|lia]; lia.
Qed.
End Safe.

(* A world of models None, which all accept, and two others: [fails v j] says that client j does not accept the model v. *)
Definition world (fails : bool -> nat -> bool) (j : nat) (x : option bool) : Prop :=
  match x with None => True | Some v => fails v j = false end.

Lemma world_is_safe M fails : safe (option bool) M (world fails) -> redundant (option bool) M (world fails) ->
  (exists j, j < M /\ fails true j = true) -> (exists j, j < M /\ fails false j = true) ->
  exists j l, j < M /\ l < M /\ j <> l /\ fails true j = true /\ fails false j = true /\ fails true l = true /\ fails false l = true.
Proof.
  intros safe red [j1 [H1 F1]] [j2 [H2 F2]].
  assert (real : realizable (option bool) M (world fails)) by (exists None; intros m _; exact I).
  destruct (guarded_splits _ M _ real red) as [A B]. apply A, B in safe.
  destruct (safe (Some true) (Some false)) as [j [l [Hj [Hl [D [a [b [c d]]]]]]]].
  - intro Wx. specialize (Wx j1 H1). simpl in Wx. congruence.
  - intro Wx. specialize (Wx j2 H2). simpl in Wx. congruence.
  - exists j, l. simpl in *. apply Bool.not_false_is_true in a, b, c, d. tauto.
Qed.

(* For two clients, or two models, every world is safe; for three clients and three models one is not. *)
Theorem two_clients_or_two_points_and_no_more :
  (forall (X : Type) (M : nat) (S : nat -> X -> Prop), realizable X M S -> redundant X M S ->
    (M = 2 \/ exists v w : X, forall x, x = v \/ x = w) -> safe X M S) /\
  exists S : nat -> option bool -> Prop, realizable (option bool) 3 S /\ redundant (option bool) 3 S /\ ~ safe (option bool) 3 S.
Proof.
  split; [intros X M S; apply two_clients_or_two_points|].
  set (fails := fun (v : bool) j => if v then j <? 2 else 0 <? j). exists (world fails).
  assert (red : redundant (option bool) 3 (world fails)).
  { intros n [v|] Hn H m Hm; [|exact I]. exfalso.
    destruct v, n as [|[|[|n]]]; try lia; first [now specialize (H 0 ltac:(lia) ltac:(lia))
      |now specialize (H 1 ltac:(lia) ltac:(lia))|now specialize (H 2 ltac:(lia) ltac:(lia))]. }
  split; [exists None; intros m _; exact I|]. split; [exact red|]. intro safe.
  destruct (world_is_safe 3 fails safe red) as [j [l [Hj [Hl [D [a [b [c d]]]]]]]]; [exists 0; split; [lia|reflexivity]|exists 2; split; [lia|reflexivity]|].
  destruct j as [|[|[|j]]], l as [|[|[|l]]]; try lia; discriminate.
Qed.

(* Any two can be spared, and yet one lie spoils: not with four clients or fewer, but with five. *)
Theorem two_spared_alone_fails :
  (forall (X : Type) (M : nat) (S : nat -> X -> Prop), M <= 4 -> realizable X M S -> spares_two X M S -> safe X M S) /\
  exists S : nat -> option bool -> Prop, realizable (option bool) 5 S /\ spares_two (option bool) 5 S /\ ~ safe (option bool) 5 S.
Proof.
  split; [intros X M S; apply two_spared_up_to_four_clients|].
  set (fails := fun (v : bool) j => if v then j <? 3 else 1 <? j). exists (world fails).
  assert (two : spares_two (option bool) 5 (world fails)).
  { intros n p [v|] Hn Hp H m Hm; [|exact I]. exfalso.
    assert (some : exists j, j < 5 /\ j <> n /\ j <> p /\ fails v j = true).
    { destruct v.
      - assert (exists j, j < 3 /\ j <> n /\ j <> p) as [j Hj].
        { destruct n as [|[|n]], p as [|[|p]]; first [exists 0; lia|exists 1; lia|exists 2; lia]. }
        exists j. repeat split; try lia. apply Nat.ltb_lt. lia.
      - assert (exists j, 1 < j /\ j < 5 /\ j <> n /\ j <> p) as [j Hj].
        { destruct (Nat.eq_dec n 2), (Nat.eq_dec n 3), (Nat.eq_dec p 2), (Nat.eq_dec p 3);
            first [exists 2; lia|exists 3; lia|exists 4; lia]. }
        exists j. repeat split; try lia. apply Nat.ltb_lt. lia. }
    destruct some as [j [Hj [D1 [D2 F]]]]. specialize (H j Hj D1 D2). simpl in H. congruence. }
  split; [exists None; intros m _; exact I|]. split; [exact two|]. intro safe.
  assert (red : redundant (option bool) 5 (world fails)) by (intros n x Hn H; apply (two n n); auto).
  destruct (world_is_safe 5 fails safe red) as [j [l [Hj [Hl [D [a [b [c d]]]]]]]]; [exists 0; split; [lia|reflexivity]|exists 4; split; [lia|reflexivity]|].
  apply Nat.ltb_lt in a, b, c, d. lia.
Qed.

(* Under Assumption 3 alone the largest cluster of all minimal outputs is no guide: three clients, the liar is client 1. *)
Definition size_of_cluster (M : nat) (a : nat -> nat) i := length (filter (fun j => Nat.eqb (a j) i) (seq 0 M)).

Theorem largest_cluster_alone_fails : exists (S : nat -> option bool -> Prop) (L : option bool -> Prop) x a i,
  realizable (option bool) 3 S /\ redundant (option bool) 3 S /\
  minimal (option bool) 3 (reports (option bool) S 1 L) 2 x a /\ i < 2 /\
  (forall k' x' a' i', minimal (option bool) 3 (reports (option bool) S 1 L) k' x' a' ->
    size_of_cluster 3 a' i' <= size_of_cluster 3 a i) /\
  forall i, i < 2 -> ~ W (option bool) 3 S (x i).
Proof.
  set (fails := fun (v : bool) j => if v then j <? 2 else 0 <? j).
  exists (world fails), (fun x => x = Some true), (fun i => match i with 0 => Some true | _ => Some false end),
    (fun j => match j with 0 => 1 | _ => 0 end), 0.
  assert (red : redundant (option bool) 3 (world fails)).
  { intros n [v|] Hn H m Hm; [|exact I]. exfalso.
    destruct v, n as [|[|[|n]]]; try lia; first [now specialize (H 0 ltac:(lia) ltac:(lia))
      |now specialize (H 1 ltac:(lia) ltac:(lia))|now specialize (H 2 ltac:(lia) ltac:(lia))]. }
  assert (none : forall y, ~ forall j, j < 3 -> reports (option bool) (world fails) 1 (fun x => x = Some true) j y).
  { intros y H. pose proof (H 1 ltac:(lia)) as H1. pose proof (H 0 ltac:(lia)) as H0.
    unfold reports in H0, H1. simpl in H0, H1. subst y. discriminate. }
  assert (alone : forall k' x' a', feasible (option bool) 3 (reports (option bool) (world fails) 1 (fun x => x = Some true)) k' x' a' ->
    forall i, ~ forall j, j < 3 -> a' j = i).
  { intros k' x' a' F i E. apply (none (x' i)). intros j Hj. destruct (F j Hj) as [_ G]. now rewrite E in G. }
  split; [exists None; intros m _; exact I|]. split; [exact red|]. split; [split|].
  - intros [|[|[|j]]] Hj; try lia; (split; [lia|]); unfold reports; reflexivity.
  - intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F 0); lia| |lia]. exfalso.
    apply (alone 1 x' a' F 0). intros j Hj. destruct (F j Hj). lia.
  - split; [lia|]. split.
    + intros k' x' a' i' [F _]. unfold size_of_cluster. simpl.
      destruct (Nat.eqb_spec (a' 0) i'), (Nat.eqb_spec (a' 1) i'), (Nat.eqb_spec (a' 2) i'); simpl; try lia.
      exfalso. apply (alone k' x' a' F i'). intros [|[|[|j]]] Hj; trivial; lia.
    + intros [|[|i]] Hi Wx; try lia; [specialize (Wx 0 ltac:(lia))|specialize (Wx 2 ltac:(lia))]; discriminate.
Qed.
