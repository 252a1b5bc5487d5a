(* More on one call of a minimal personalization oracle (consensus/new-sufficient-for-safety, new-all-minimal-outputs,
   new-own-cluster-check, new-every-number-of-clients). Any number of clients, any sets of models; definitions are those of Consensus.v:
   clients are the numbers below M, [reports m L] says that client m reports L and everybody else the truth, an output is k
   models x with the client j given the model x (a j), and it is minimal if no output has fewer models. *)
Require Import Arith Lia Classical Reals.
From Incentives Require Import Consensus.
Local Open Scope nat_scope.

Section OneShot.
Variables (X : Type) (M : nat) (S : nat -> X -> Prop).
Notation W := (W X M S).

(* Two clients with the set W are enough. *)
Theorem two_clients_with_W p q : p < M -> q < M -> p <> q ->
  (forall x, S p x -> W x) -> (forall x, S q x -> W x) -> guarded X M S.
Proof.
  intros Hp Hq D Wp Wq m G Hm _ _.
  assert (one : exists r, r < M /\ r <> m /\ forall x, S r x -> W x).
  { destruct (Nat.eq_dec p m) as [->|N]; [exists q|exists p]; repeat split; auto. }
  destruct one as [r [Hr [Hrm Wr]]]. destruct (classic (G r)) as [Y|Y]; [left|right]; intros x H; apply Wr, H; auto.
Qed.

(* Among the models of all minimal outputs one lies in W, whatever one client reports. *)
Theorem some_minimal_output_serves_all m (L : X -> Prop) : m < M -> realizable X M S -> redundant X M S ->
  (exists l, L l) -> exists k x a, minimal X M (reports X S m L) k x a /\ exists i, i < k /\ W (x i).
Proof.
  intros Hm [w Hw] red [l Hl]. unfold reports.
  destruct (classic (exists y, forall j, j < M -> (if Nat.eq_dec j m then L else S j) y)) as [[y Hy]|none].
  - exists 1, (fun _ => y), (fun _ => 0). split; [split|].
    + intros j Hj. split; [lia|]. now apply Hy.
    + intros k' x' a' F. destruct k'; [destruct (F m Hm); lia|lia].
    + exists 0. split; [lia|]. apply (red m _ Hm). intros j Hj Hjm. specialize (Hy j Hj).
      now destruct (Nat.eq_dec j m).
  - exists 2, (fun i => match i with 0 => w | _ => l end), (fun j => if Nat.eq_dec j m then 1 else 0). split; [split|].
    + intros j Hj. destruct (Nat.eq_dec j m) as [->|]; split; try lia; [assumption|now apply Hw].
    + intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F m Hm); lia| |lia]. exfalso. apply none.
      exists (x' 0). intros j Hj. destruct (F j Hj) as [B H]. replace (a' j) with 0 in H by lia. exact H.
    + exists 0. split; [lia|]. exact Hw.
Qed.

(* Checking each model with its own cluster: some model lies in W, or somebody fails the true test of its own model. *)
Definition own_check_suffices := forall m L k x a, m < M -> minimal X M (reports X S m L) k x a ->
  (exists i, i < k /\ W (x i)) \/ exists j, j < M /\ ~ S j (x (a j)).
Definition identifies_all (G : nat -> Prop) := forall x, (forall j, j < M -> G j -> S j x) -> W x.
Definition every_cut_identifies := forall G : nat -> Prop,
  (exists j, j < M /\ G j) -> (exists j, j < M /\ ~ G j) -> identifies_all G \/ identifies_all (fun j => ~ G j).
Definition one_common_failure := forall x y, ~ W x -> ~ W y -> exists j, j < M /\ ~ S j x /\ ~ S j y.

Lemma cuts_are_common_failures : every_cut_identifies <-> one_common_failure.
Proof.
  split.
  - intros cut x y Nx Ny. apply NNPP. intro none.
    assert (covers : forall j, j < M -> S j x \/ S j y).
    { intros j Hj. apply NNPP. intro D. apply none. exists j. tauto. }
    destruct (cut (fun j => S j x)) as [H|H].
    + apply NNPP. intro C. apply Ny. intros j Hj. destruct (covers j Hj); [exfalso; apply C; now exists j|assumption].
    + apply NNPP. intro C. apply Nx. intros j Hj. apply NNPP. intro D. apply C. now exists j.
    + apply Nx, H. auto.
    + apply Ny, H. intros j Hj Nj. now destruct (covers j Hj).
  - intros common G _ _. apply NNPP. intro N. apply not_or_and in N. destruct N as [N1 N2].
    apply not_all_ex_not in N1. destruct N1 as [x N1]. apply imply_to_and in N1.
    apply not_all_ex_not in N2. destruct N2 as [y N2]. apply imply_to_and in N2.
    destruct (common x y) as [j [Hj [Jx Jy]]]; try tauto.
    destruct (classic (G j)) as [Y|Y]; [apply Jx; now apply N1|apply Jy; now apply N2].
Qed.

Lemma own_cluster_check : realizable X M S -> redundant X M S -> (own_check_suffices <-> every_cut_identifies).
Proof.
  intros [w Hw] red. split.
  - intros check G [j1 [Hj1 G1]] [j2 [Hj2 G2]].
    destruct (classic (identifies_all G)) as [|N1]; [now left|].
    destruct (classic (identifies_all (fun j => ~ G j))) as [|N2]; [now right|]. exfalso.
    apply not_all_ex_not in N1. destruct N1 as [x1 N1]. apply imply_to_and in N1. destruct N1 as [A1 B1].
    apply not_all_ex_not in N2. destruct N2 as [x2 N2]. apply imply_to_and in N2. destruct N2 as [A2 B2].
    assert (dec : exists g : nat -> bool, forall j, j < M -> (g j = true <-> G j)).
    { clear - M G. induction M as [|n IH]; [exists (fun _ => true); lia|].
      destruct IH as [g Hg]. destruct (classic (G n)) as [Y|Y].
      - exists (fun j => if Nat.eq_dec j n then true else g j). intros j Hj.
        destruct (Nat.eq_dec j n); [subst; tauto|apply Hg; lia].
      - exists (fun j => if Nat.eq_dec j n then false else g j). intros j Hj.
        destruct (Nat.eq_dec j n); [subst; split; [discriminate|tauto]|apply Hg; lia]. }
    destruct dec as [g Hg].
    (* The liar is in the first group and insists on that group's point, which it accepts. *)
    destruct (check j1 (fun y => y = x1) 2 (fun i => match i with 0 => x1 | _ => x2 end)
                (fun j => if g j then 0 else 1) Hj1) as [[i [Hi HW]]|[j [Hj N]]].
    + split.
      * intros j Hj. unfold reports. destruct (g j) eqn:E; split; try lia; destruct (Nat.eq_dec j j1) as [e|D]; trivial.
        -- apply A1; try assumption. now apply Hg.
        -- exfalso. subst j. apply Hg in G1; [congruence|assumption].
        -- apply A2; try assumption. intro Y. apply Hg in Y; [congruence|assumption].
      * intros k' x' a' F. destruct k' as [|[|k']]; [destruct (F j1 Hj1); lia| |lia]. exfalso. apply B1.
        apply (red j1 _ Hj1). intros j Hj D.
        destruct (F j Hj) as [Bj Fj], (F j1 Hj1) as [Bm Fm]. unfold reports in Fj, Fm.
        destruct (Nat.eq_dec j j1); [contradiction|]. destruct (Nat.eq_dec j1 j1); [|contradiction].
        replace (a' j) with 0 in Fj by lia. replace (a' j1) with 0 in Fm by lia. now rewrite Fm in Fj.
    + destruct i as [|[|i]]; [now apply B1|now apply B2|lia].
    + apply N. destruct (g j) eqn:E.
      * apply A1; try assumption. now apply Hg.
      * apply A2; try assumption. intro Y. apply Hg in Y; [congruence|assumption].
  - intros cut m L k x a Hm [F Min].
    destruct (classic (exists j, j < M /\ ~ S j (x (a j)))) as [|none]; [now right|left].
    assert (T : forall j, j < M -> S j (x (a j))).
    { intros j Hj. apply NNPP. intro N. apply none. now exists j. }
    assert (K : k <= 2).
    { apply (Min 2 (fun i => match i with 0 => w | _ => x (a m) end) (fun j => if Nat.eq_dec j m then 1 else 0)).
      intros j Hj. unfold reports. destruct (Nat.eq_dec j m) as [->|]; split; try lia.
      - destruct (F m Hm) as [_ Fm]. unfold reports in Fm. now destruct (Nat.eq_dec m m).
      - now apply Hw. }
    destruct (classic (exists j, j < M /\ a j = 0)) as [P|P];
    destruct (classic (exists j, j < M /\ a j <> 0)) as [Q|Q].
    + destruct (cut (fun j => a j = 0) P Q) as [I|I].
      * exists 0. split; [destruct P as [j [Hj _]]; destruct (F j Hj); lia|]. apply I. intros j Hj <-. now apply T.
      * exists 1. split; [destruct Q as [j [Hj N]]; destruct (F j Hj); lia|]. apply I. intros j Hj N.
        assert (E : a j = 1) by (destruct (F j Hj); lia). rewrite <- E. now apply T.
    + exists 0. split; [destruct (F m Hm); lia|]. intros j Hj.
      assert (E : a j = 0) by (apply NNPP; intro; apply Q; now exists j). rewrite <- E. now apply T.
    + exists 1. split; [destruct Q as [j [Hj N]]; destruct (F j Hj); lia|]. intros j Hj.
      assert (N : a j <> 0) by (intro; apply P; now exists j).
      assert (E : a j = 1) by (destruct (F j Hj); lia). rewrite <- E. now apply T.
    + exfalso. destruct (Nat.eq_dec (a m) 0); [apply P|apply Q]; now exists m.
Qed.

(* Whoever fails the true test of its own model is the liar; with three clients the check always suffices. *)
Theorem own_check : realizable X M S -> redundant X M S ->
  (own_check_suffices <-> every_cut_identifies) /\ (every_cut_identifies <-> one_common_failure) /\
  (forall m L k x a j, feasible X M (reports X S m L) k x a -> j < M -> ~ S j (x (a j)) -> j = m) /\
  (M = 3 -> own_check_suffices).
Proof.
  intros real red. split; [now apply own_cluster_check|]. split; [exact cuts_are_common_failures|]. split.
  - intros m L k x a j F Hj N. destruct (F j Hj) as [_ Fj]. unfold reports in Fj.
    destruct (Nat.eq_dec j m); [assumption|contradiction].
  - intro three. apply own_cluster_check, cuts_are_common_failures; [assumption..|].
    intros x y Nx Ny. apply NNPP. intro none.
    assert (C : forall j, j < M -> S j x \/ S j y) by (intros j Hj; apply NNPP; intro D; apply none; exists j; tauto).
    assert (two : forall z, ~ W z -> forall n, n < M -> exists m, m < M /\ m <> n /\ ~ S m z).
    { intros z Nz n Hn. apply NNPP. intro D. apply Nz, (red n z Hn). intros m Hm Hmn. apply NNPP. intro E.
      apply D. now exists m. }
    destruct (two x Nx 0 ltac:(lia)) as [p [Hp [_ Np]]]. destruct (two x Nx p Hp) as [q [Hq [Dq Nq]]].
    assert (exists r, r < M /\ r <> p /\ r <> q /\ forall j, j < M -> j <> r -> j = p \/ j = q) as [r [Hr [_ [_ rest]]]].
    { exists (3 - p - q). repeat split; lia. }
    destruct (two y Ny r Hr) as [s [Hs [Ds Ns]]]. destruct (rest s Hs Ds) as [->| ->]; [destruct (C p Hp)|destruct (C q Hq)]; auto.
Qed.
End OneShot.

(* Theorem 2 fails for every number of clients from three on, from four on even if each set is there twice. *)
Theorem every_number_of_clients (M : nat) : 3 <= M ->
  let intervals lo hi := Consensus.realizable R M (interval lo hi) /\ Consensus.redundant R M (interval lo hi) in
  let spoiled lo hi := exists m l k x a, m < M /\
    minimal R M (reports R (interval lo hi) m (fun y => y = l)) k x a /\
    forall i, i < k -> ~ Consensus.W R M (interval lo hi) (x i) in
  (exists lo hi, intervals lo hi /\ spoiled lo hi) /\
  (4 <= M -> exists lo hi, intervals lo hi /\ spoiled lo hi /\
    forall m, m < M -> exists n, n < M /\ n <> m /\ lo n = lo m /\ hi n = hi m).
Proof.
  intros HM intervals spoiled. unfold intervals, spoiled. split.
  - destruct (theorem_2_fails M HM) as [lo [hi [A [B C]]]]. exists lo, hi. tauto.
  - intro H4. destruct (theorem_2_fails_with_copies M H4) as [lo [hi [A [B [C D]]]]]. exists lo, hi. tauto.
Qed.
