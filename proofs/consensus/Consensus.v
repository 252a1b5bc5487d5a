(* Truthful federated learning: Theorem 1 (corrected), Theorem 2 (refuted), the exact condition. Plain Coq 8.16.
   Clients are the numbers below M. Sets of models are arbitrary predicates: infinite and non-convex ones included. *)
Require Import Arith Lia Reals Lra Classical List.

Section Setting.
Variable X : Type.                       (* models *)
Variable M : nat.                        (* clients *)
Variable S : nat -> X -> Prop.           (* S m: what client m accepts, S_m^epsilon *)

Definition W x := forall m, m < M -> S m x.
Definition realizable := exists x, W x.
Definition redundant := forall n x, n < M -> (forall m, m < M -> m <> n -> S m x) -> W x.   (* Assumption 3 *)

(* ---------- Theorem 1 ---------- *)
Section LeaveOneOut.
Variables Strategy Seed : Type.          (* a strategy may be adaptive and randomised: the seed holds all chance *)
Variable truth : nat -> Strategy.
Variable run : (nat -> Strategy) -> nat -> Seed -> X.   (* run s n w: the consensus run without client n; it always ends *)
Definition honest (s : nat -> Strategy) m := s m = truth m.
Hypothesis consensus : forall s n w, n < M ->
  (forall m, m < M -> m <> n -> honest s m) -> forall m, m < M -> m <> n -> S m (run s n w).
Variable choose : (nat -> Strategy) -> Seed -> nat.     (* any rule that takes a candidate that passes, if there is one *)
Hypothesis tested : forall s w, (exists n, n < M /\ W (run s n w)) -> W (run s (choose s w) w).
Definition outcome s w := run s (choose s w) w.

Lemma theorem_1_outcome : redundant -> forall s liar, liar < M ->
  (forall m, m < M -> m <> liar -> honest s m) -> forall w, W (outcome s w).
Proof.
  intros red s liar Hl Hh w. apply tested. exists liar. split; [exact Hl|].
  apply (red liar _ Hl). intros m Hm Hn. now apply consensus.
Qed.

(* Definition 3, for utilities of any kind (numbers, or minus infinity as well), any notion of expectation and of being more, and
   any notion of probability one that a sure event has. *)
Variable Worth : Type.
Variable more : Worth -> Worth -> Prop.
Variable u : nat -> X -> Worth.
Variable E : (Seed -> Worth) -> Worth.
Variable almost_surely : (Seed -> Prop) -> Prop.
Hypothesis sure : forall A : Seed -> Prop, (forall w, A w) -> almost_surely A.
Definition lies m (t : Strategy) : nat -> Strategy := fun j => if Nat.eq_dec j m then t else truth j.

Theorem theorem_1 : redundant -> forall m t, m < M ->
  more (E (fun w => u m (outcome (lies m t) w))) (E (fun w => u m (outcome truth w))) ->
  almost_surely (fun w => W (outcome (lies m t) w)).
Proof.
  intros red m t Hm _. apply sure. intro w. apply (theorem_1_outcome red _ m Hm).
  intros j _ Hj. unfold honest, lies. now destruct (Nat.eq_dec j m).
Qed.
End LeaveOneOut.

(* ---------- Definition 4 and Theorem 2 ---------- *)
Definition feasible (R : nat -> X -> Prop) (k : nat) (x : nat -> X) (a : nat -> nat) :=
  forall m, m < M -> a m < k /\ R m (x (a m)).
Definition minimal R k x a := feasible R k x a /\ forall k' x' a', feasible R k' x' a' -> k <= k'.
Definition reports m (L : X -> Prop) : nat -> X -> Prop := fun j => if Nat.eq_dec j m then L else S j.

(* Every minimal output of every single lie holds a point of W. *)
Definition safe := forall m L k x a, m < M -> minimal (reports m L) k x a -> exists i, i < k /\ W (x i).

Definition identifies m (G : nat -> Prop) := forall x, (forall j, j < M -> j <> m -> G j -> S j x) -> W x.
Definition guarded := forall m (G : nat -> Prop), m < M ->
  (exists j, j < M /\ j <> m /\ G j) -> (exists j, j < M /\ j <> m /\ ~ G j) ->
  identifies m G \/ identifies m (fun j => ~ G j).
Definition two_common_failures := forall x y, ~ W x -> ~ W y ->
  exists j l, j < M /\ l < M /\ j <> l /\ ~ S j x /\ ~ S j y /\ ~ S l x /\ ~ S l y.

Theorem exact_condition : realizable -> redundant -> (safe <-> guarded).
Proof.
  intros [w Hw] red. split.
  - intros Hsafe m G Hm [j1 [Hj1 [Hj1m HG]]] [j2 [Hj2 [Hj2m HnG]]].
    destruct (classic (identifies m G)) as [|N1]; [now left|].
    destruct (classic (identifies m (fun j => ~ G j))) as [|N2]; [now right|]. exfalso.
    apply not_all_ex_not in N1. destruct N1 as [x1 N1]. apply imply_to_and in N1. destruct N1 as [A1 B1].
    apply not_all_ex_not in N2. destruct N2 as [x2 N2]. apply imply_to_and in N2. destruct N2 as [A2 B2].
    assert (dec : exists g : nat -> bool, forall j, j < M -> (g j = true <-> G j)).
    { clear - M G. induction M as [|n IH]; [exists (fun _ => true); lia|].
      destruct IH as [g Hg]. destruct (classic (G n)) as [Y|Y].
      - exists (fun j => if Nat.eq_dec j n then true else g j). intros j Hj. destruct (Nat.eq_dec j n); [subst; tauto|apply Hg; lia].
      - exists (fun j => if Nat.eq_dec j n then false else g j). intros j Hj.
        destruct (Nat.eq_dec j n); [subst; split; [discriminate|tauto]|apply Hg; lia]. }
    destruct dec as [g Hg].
    set (x := fun i => match i with 0 => x1 | _ => x2 end).
    set (a := fun j => if Nat.eq_dec j m then 0 else if g j then 0 else 1).
    destruct (Hsafe m (fun y => y = x1) 2 x a Hm) as [i [Hi HW]].
    + split.
      * intros j Hj. unfold reports, a. destruct (Nat.eq_dec j m) as [->|Hjm]; [simpl; split; [lia|reflexivity]|].
        destruct (g j) eqn:Eg; simpl; split; try lia.
        -- apply A1; try assumption; now apply Hg.
        -- apply A2; try assumption. intro Y. apply Hg in Y; [congruence|assumption].
      * intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F m Hm); lia| |lia]. exfalso.
        assert (Z : forall j, j < M -> a' j = 0) by (intros j Hj; destruct (F j Hj); lia).
        apply B1. apply (red m _ Hm). intros j Hj Hjm. destruct (F j Hj) as [_ Fj]. destruct (F m Hm) as [_ Fm].
        rewrite Z in Fj, Fm by assumption. unfold reports in Fj, Fm.
        destruct (Nat.eq_dec j m); [contradiction|]. destruct (Nat.eq_dec m m); [|contradiction]. now rewrite Fm in Fj.
    + destruct i as [|[|i]]; [now apply B1|now apply B2|lia].
  - intros Hg m L k x a Hm [F Min].
    assert (T : forall j, j < M -> j <> m -> S j (x (a j))).
    { intros j Hj Hjm. destruct (F j Hj) as [_ Fj]. unfold reports in Fj. now destruct (Nat.eq_dec j m). }
    assert (K : k <= 2).
    { apply (Min 2 (fun i => match i with 0 => w | _ => x (a m) end) (fun j => if Nat.eq_dec j m then 1 else 0)).
      intros j Hj. unfold reports. destruct (Nat.eq_dec j m) as [->|]; split; try lia.
      - destruct (F m Hm) as [_ Fm]. unfold reports in Fm. now destruct (Nat.eq_dec m m).
      - now apply Hw. }
    destruct (classic (exists j, j < M /\ j <> m /\ a j = 0)) as [P|P];
    destruct (classic (exists j, j < M /\ j <> m /\ a j <> 0)) as [Q|Q].
    + destruct (Hg m (fun j => a j = 0) Hm P Q) as [I|I].
      * exists 0. split; [destruct P as [j [Hj _]]; destruct (F j Hj); lia|]. apply I. intros j Hj Hjm <-. now apply T.
      * exists 1. split; [destruct Q as [j [Hj [_ N]]]; destruct (F j Hj); lia|].
        apply I. intros j Hj Hjm N. assert (E1 : a j = 1) by (destruct (F j Hj); lia). rewrite <- E1. now apply T.
    + exists 0. split; [destruct P as [j [Hj _]]; destruct (F j Hj); lia|]. apply (red m _ Hm). intros j Hj Hjm.
      assert (E1 : a j = 0) by (apply NNPP; intro; apply Q; now exists j). rewrite <- E1. now apply T.
    + exists 1. split; [destruct Q as [j [Hj [_ N]]]; destruct (F j Hj); lia|]. apply (red m _ Hm). intros j Hj Hjm.
      assert (E0 : a j <> 0) by (intro; apply P; now exists j).
      assert (E1 : a j = 1) by (destruct (F j Hj); lia). rewrite <- E1. now apply T.
    + destruct (F m Hm) as [Hk _]. exists 0. split; [lia|]. apply (red m _ Hm). intros j Hj Hjm. exfalso.
      destruct (Nat.eq_dec (a j) 0); [apply P|apply Q]; now exists j.
Qed.

Lemma guarded_means_two_common_failures : 2 <= M -> redundant -> (guarded <-> two_common_failures).
Proof.
  intros HM red. split.
  - intros Hg x y Hx Hy. apply NNPP. intro N.
    assert (one : exists m, m < M /\ forall j, j < M -> j <> m -> S j x \/ S j y).
    { destruct (classic (exists m, m < M /\ ~ S m x /\ ~ S m y)) as [[m [Hm [Nx Ny]]]|C].
      - exists m. split; [assumption|]. intros j Hj Hjm. apply NNPP. intro D. apply N. exists j, m. tauto.
      - exists 0. split; [lia|]. intros j Hj _. apply NNPP. intro D. apply C. exists j. tauto. }
    destruct one as [m [Hm one]].
    destruct (Hg m (fun j => S j x) Hm) as [I|I].
    + apply NNPP. intro C. apply Hy. apply (red m _ Hm). intros j Hj Hjm.
      destruct (one j Hj Hjm); [exfalso; apply C; now exists j|assumption].
    + apply NNPP. intro C. apply Hx. apply (red m _ Hm). intros j Hj Hjm. apply NNPP. intro D. apply C. now exists j.
    + apply Hx, I. tauto.
    + apply Hy, I. intros j Hj Hjm Nj. now destruct (one j Hj Hjm).
  - intros T m G Hm _ _. apply NNPP. intro N. apply not_or_and in N. destruct N as [N1 N2].
    apply not_all_ex_not in N1. destruct N1 as [x N1]. apply imply_to_and in N1.
    apply not_all_ex_not in N2. destruct N2 as [y N2]. apply imply_to_and in N2.
    destruct (T x y) as [j [l [Hj [Hl [D [Jx [Jy [Lx Ly]]]]]]]]; try tauto.
    assert (both : forall i, i < M -> i <> m -> S i x \/ S i y).
    { intros i Hi Him. destruct (classic (G i)); [left; now apply N1|right; now apply N2]. }
    destruct (Nat.eq_dec j m) as [->|]; [destruct (both l Hl); auto|destruct (both j Hj); auto].
Qed.

Theorem guarded_splits : realizable -> redundant -> (safe <-> guarded) /\ (guarded <-> two_common_failures).
Proof.
  intros real red. split; [now apply exact_condition|].
  destruct (le_lt_dec 2 M) as [HM|few]; [now apply guarded_means_two_common_failures|].
  assert (all : forall x, W x) by (intro x; intros m Hm; apply (red m x Hm); [lia|assumption]).
  split; [intros _ x y N; now destruct N|intros _ m G _ _ _; left; intros x _; apply all].
Qed.

(* Spare two and take the largest cluster: new-largest-cluster, for every output with M-1 or more clients in one cluster. *)
Definition spares_two := forall n p x, n < M -> p < M -> (forall m, m < M -> m <> n -> m <> p -> S m x) -> W x.
Theorem big_clusters_are_safe : spares_two -> forall m L k x a i p, m < M -> p < M ->
  feasible (reports m L) k x a -> (forall j, j < M -> j <> p -> a j = i) -> W (x i).
Proof.
  intros sp m L k x a i p Hm Hp F C. apply (sp m p _ Hm Hp). intros j Hj Hjm Hjp.
  destruct (F j Hj) as [_ Fj]. unfold reports in Fj. destruct (Nat.eq_dec j m); [contradiction|].
  now rewrite C in Fj.
Qed.
End Setting.

(* ---------- Theorem 2 fails for every number of clients from three on, with intervals on the line ---------- *)
Open Scope R_scope.
Definition interval (lo hi : nat -> R) : nat -> R -> Prop := fun m x => lo m <= x <= hi m.

Theorem theorem_2_fails (M : nat) : (3 <= M)%nat ->
  exists lo hi, realizable R M (interval lo hi) /\ redundant R M (interval lo hi) /\
    exists m l k x a, (m < M)%nat /\ minimal R M (reports R (interval lo hi) m (fun y => y = l)) k x a /\
      forall i, (i < k)%nat -> ~ W R M (interval lo hi) (x i).
Proof.
  intro HM.
  set (lo := fun m : nat => match m with 1%nat => -2 | _ => -1 end).
  set (hi := fun m : nat => match m with O => 1 | 1%nat => 1 | _ => 2 end).
  exists lo, hi. split; [|split].
  - exists 0. intros [|[|m]] _; unfold interval, lo, hi; lra.
  - intros n x Hn H m Hm.
    assert (B : -1 <= x <= 1).
    { assert (C : n <> 0%nat \/ n = 0%nat) by lia. destruct C as [C|C].
      - specialize (H 0%nat ltac:(lia) ltac:(lia)). unfold interval, lo, hi in H. lra.
      - pose proof (H 1%nat ltac:(lia) ltac:(lia)) as H1. pose proof (H 2%nat ltac:(lia) ltac:(lia)) as H2.
        unfold interval, lo, hi in H1, H2. lra. }
    destruct m as [|[|m]]; unfold interval, lo, hi; lra.
  - exists 0%nat, (-2), 2%nat, (fun i => match i with O => -2 | _ => 2 end),
      (fun j => match j with O => O | 1%nat => O | _ => 1%nat end).
    split; [lia|]. split; [split|].
    + intros [|[|j]] Hj; (split; [lia|]); unfold reports, interval, lo, hi;
        destruct (Nat.eq_dec _ _); try lia; try reflexivity; try discriminate; lra.
    + intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F 0%nat); lia| |lia]. exfalso.
      destruct (F 0%nat ltac:(lia)) as [K0 F0]. destruct (F 2%nat ltac:(lia)) as [K2 F2].
      replace (a' 0%nat) with 0%nat in F0 by lia. replace (a' 2%nat) with 0%nat in F2 by lia.
      unfold reports, interval, lo, hi in F0, F2.
      destruct (Nat.eq_dec 0 0); [|lia]. destruct (Nat.eq_dec 2 0); [lia|]. lra.
    + intros [|[|i]] Hi H; [| |lia]; specialize (H 0%nat ltac:(lia)); unfold interval, lo, hi in H; lra.
Qed.

(* From four clients on even with every set held by at least two clients. *)
Theorem theorem_2_fails_with_copies (M : nat) : (4 <= M)%nat ->
  exists lo hi, realizable R M (interval lo hi) /\ redundant R M (interval lo hi) /\
    (forall m, (m < M)%nat -> exists n, (n < M)%nat /\ n <> m /\ lo n = lo m /\ hi n = hi m) /\
    exists m l k x a, (m < M)%nat /\ minimal R M (reports R (interval lo hi) m (fun y => y = l)) k x a /\
      forall i, (i < k)%nat -> ~ W R M (interval lo hi) (x i).
Proof.
  intro HM.
  set (lo := fun m : nat => match m with O => -2 | 1%nat => -2 | _ => -1 end).
  set (hi := fun m : nat => match m with O => 1 | 1%nat => 1 | _ => 2 end).
  exists lo, hi. split; [|split; [|split]].
  - exists 0. intros [|[|m]] _; unfold interval, lo, hi; lra.
  - intros n x Hn H m Hm.
    assert (B1 : x <= 1).
    { assert (C : n <> 0%nat \/ n <> 1%nat) by lia. destruct C as [C|C];
        [specialize (H 0%nat ltac:(lia) ltac:(lia))|specialize (H 1%nat ltac:(lia) ltac:(lia))]; unfold interval, hi in H; lra. }
    assert (B2 : -1 <= x).
    { assert (C : n <> 2%nat \/ n <> 3%nat) by lia. destruct C as [C|C];
        [specialize (H 2%nat ltac:(lia) ltac:(lia))|specialize (H 3%nat ltac:(lia) ltac:(lia))]; unfold interval, lo in H; lra. }
    destruct m as [|[|m]]; unfold interval, lo, hi; lra.
  - intros [|[|[|m]]] Hm; [exists 1%nat|exists 0%nat|exists 3%nat|exists 2%nat]; repeat split; try lia.
  - exists 0%nat, (-3/2), 2%nat, (fun i => match i with O => -3/2 | _ => 2 end),
      (fun j => match j with O => O | 1%nat => O | _ => 1%nat end).
    split; [lia|]. split; [split|].
    + intros [|[|j]] Hj; (split; [lia|]); unfold reports, interval, lo, hi;
        destruct (Nat.eq_dec _ _); try lia; try reflexivity; try discriminate; lra.
    + intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F 0%nat); lia| |lia]. exfalso.
      destruct (F 0%nat ltac:(lia)) as [K0 F0]. destruct (F 2%nat ltac:(lia)) as [K2 F2].
      replace (a' 0%nat) with 0%nat in F0 by lia. replace (a' 2%nat) with 0%nat in F2 by lia.
      unfold reports, interval, lo, hi in F0, F2.
      destruct (Nat.eq_dec 0 0); [|lia]. destruct (Nat.eq_dec 2 0); [lia|]. lra.
    + intros [|[|i]] Hi H; [| |lia].
      * specialize (H 2%nat ltac:(lia)); unfold interval, lo, hi in H; lra.
      * specialize (H 0%nat ltac:(lia)); unfold interval, lo, hi in H; lra.
Qed.

