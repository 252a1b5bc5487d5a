(* One call of a minimal personalization oracle on the numbers of the page "Can one shot replace the leave-one-out
   runs?": three clients on a line who accept [-2,1], [-1,2] and [-1,1], of whom client 2 reports [-9/4,-5/4]; the
   exercise with four clients; and the same with two more who have W. Computed: W, who can be spared, which outputs
   are minimal, which worlds are safe and why. Modelled: nothing new. Not modelled: what the theorems of the other
   files say of all numbers. *)
Require Import Arith Lia Reals Lra Classical List.
Import ListNotations.
From Incentives Require Consensus OneShot Owners Spoiled.
Open Scope R_scope.

(* Sets are intervals, given by two lists of ends. *)
Definition line (low high : list R) := Consensus.interval (fun m => nth m low 0) (fun m => nth m high 0).
Ltac ends := unfold line, Consensus.interval, Consensus.reports in *; simpl in *.
Ltac by_client m := destruct m as [|[|[|[|[|[|m]]]]]]; try lia.

(* --- Three clients --- *)
Definition three := line [-2; -1; -1] [1; 2; 1].
Definition lie x := -9/4 <= x <= -5/4.
Definition told := Consensus.reports R three 2 lie.
Example agree_from_minus_one_to_one x : Consensus.W R 3 three x <-> -1 <= x <= 1.
Proof.
  unfold Consensus.W, three. split.
  - intro all. pose proof (all 2%nat ltac:(lia)). ends. lra.
  - intros H m Hm. by_client m; ends; lra.
Qed.
Example anyone_can_be_spared : Consensus.realizable R 3 three /\ Consensus.redundant R 3 three /\
  ~ Consensus.spares_two R 3 three /\ ~ Consensus.redundant R 2 three.
Proof.
  split; [|split; [|split]].
  - exists 0. apply agree_from_minus_one_to_one. lra.
  - intros n x Hn all. apply agree_from_minus_one_to_one. unfold three in all.
    assert (n = 0 \/ n = 1 \/ n = 2)%nat as [-> | [-> | ->]] by lia;
      [pose proof (all 1 ltac:(lia) ltac:(lia))%nat; pose proof (all 2 ltac:(lia) ltac:(lia))%nat |
       pose proof (all 0 ltac:(lia) ltac:(lia))%nat; pose proof (all 2 ltac:(lia) ltac:(lia))%nat |
       pose proof (all 0 ltac:(lia) ltac:(lia))%nat; pose proof (all 1 ltac:(lia) ltac:(lia))%nat]; ends; lra.
  - intro two. assert (wrong : Consensus.W R 3 three (-2)).
    { apply (two 1 2)%nat; try lia. intros m Hm n1 n2. by_client m. unfold three. ends. lra. }
    apply agree_from_minus_one_to_one in wrong. lra.
  - intro one. assert (wrong : Consensus.W R 2 three (-2)).
    { apply (one 1%nat); [lia|]. intros m Hm n1. by_client m. unfold three. ends. lra. }
    pose proof (wrong 1%nat ltac:(lia)). unfold three in *. ends. lra.
Qed.

(* The reports have no common model, so two models are the fewest. The oracle may return -2 for clients 0 and 2, and 2
   for client 1, which fails everybody's test somewhere; or 0 for clients 0 and 1. Three models are not minimal. *)
Definition with_liar (m : nat) := if Nat.eqb m 1 then 1%nat else 0%nat.
Definition alone (m : nat) := if Nat.eqb m 2 then 1%nat else 0%nat.
Definition models (xs : list R) i := nth i xs 0.
Ltac served := intros m Hm; unfold alone, with_liar; by_client m; split; simpl; try lia; unfold told, three, lie,
  models; ends; lra.
Lemma two_at_least k x a : Consensus.feasible R 3 told k x a -> (2 <= k)%nat.
Proof.
  intros ok. destruct (ok 1%nat) as [k1 s1]; [lia|]. destruct (ok 2%nat) as [k2 s2]; [lia|].
  assert (a 1%nat <> a 2%nat); [|lia]. intro E. rewrite E in s1. unfold told, three, lie in *. ends. lra.
Qed.
Example minimal_outputs :
  Consensus.minimal R 3 told 2 (models [-2; 2]) with_liar /\ Consensus.minimal R 3 told 2 (models [0; -2]) alone /\
  ~ Consensus.minimal R 3 told 3 (models [0; 0; -2]) (fun m => m) /\
  Consensus.feasible R 3 told 3 (models [0; 0; -2]) (fun m => m) /\
  ~ Consensus.feasible R 3 told 2 (models [-2; 2]) alone /\ ~ Consensus.feasible R 3 told 1 (models [-2; 2])
    with_liar.
Proof.
  assert (two : Consensus.feasible R 3 told 2 (models [0; -2]) alone) by served.
  split; [split; [served | exact two_at_least]|]. split; [split; [exact two | exact two_at_least]|].
  split; [intros [_ least]; apply least in two; lia|]. split; [served|]. split.
  - intro ok. destruct (ok 1%nat) as [_ wrong]; [lia|]. unfold alone, told, three, models in wrong. ends. lra.
  - intro ok. destruct (ok 1%nat) as [wrong _]; [lia|]. unfold with_liar in wrong. simpl in wrong. lia.
Qed.
Example neither_is_in_W : ~ Consensus.W R 3 three (models [-2; 2] 0) /\ ~ Consensus.W R 3 three (models [-2; 2] 1) /\
  ~ Consensus.safe R 3 three /\ Spoiled.size_of_cluster 3 with_liar 0 = 2%nat /\
  Spoiled.size_of_cluster 3 with_liar 1 = 1%nat.
Proof.
  assert (no : forall i, (i < 2)%nat -> ~ Consensus.W R 3 three (models [-2; 2] i)).
  { intros i Hi inW. apply agree_from_minus_one_to_one in inW. unfold models in inW. destruct i as [|[|]]; try lia;
    simpl in inW; lra. }
  split; [apply no; lia|]. split; [apply no; lia|]. split; [|split; reflexivity].
  intro safe. destruct (safe 2%nat lie 2%nat (models [-2; 2]) with_liar) as [i [Hi inW]]; [lia | | exact (no i Hi
    inW)].
  apply minimal_outputs.
Qed.

(* The page: -2 fails at clients 1 and 2, 2 fails at clients 0 and 2, so client 2 alone has both failures. For client
   2 the cut of the others into 0 and 1 identifies nothing; without client 0 the group of client 2 identifies W. *)
Definition only (k j : nat) := j = k.
Example why_it_is_not_safe : ~ Consensus.guarded R 3 three /\ ~ Consensus.two_common_failures R 3 three /\
  OneShot.one_common_failure R 3 three /\ OneShot.every_cut_identifies R 3 three /\
  ~ Consensus.identifies R 3 three 2 (only 0) /\ Consensus.identifies R 3 three 0 (only 2) /\
  OneShot.identifies_all R 3 three (only 2) /\ ~ OneShot.identifies_all R 3 three (only 1).
Proof.
  assert (W2 : forall x, three 2 x -> Consensus.W R 3 three x).
  { intros x H. apply agree_from_minus_one_to_one. unfold three in H. ends. lra. }
  assert (far : forall x, x = -2 \/ x = 2 -> ~ Consensus.W R 3 three x).
  { intros x H inW. apply agree_from_minus_one_to_one in inW. lra. }
  assert (no : forall m (G : nat -> Prop) x, x = -2 \/ x = 2 -> (forall j, (j < 3)%nat -> j <> m -> G j -> three j x)
    ->
    ~ Consensus.identifies R 3 three m G) by (intros m G x H suits id; exact (far x H (id x suits))).
  assert (left : forall j, (j < 3)%nat -> j <> 2%nat -> j = 0%nat -> three j (-2)).
  { intros j Hj n2 ->. unfold three. ends. lra. }
  assert (right : forall j, (j < 3)%nat -> j <> 2%nat -> ~ j = 0%nat -> three j 2).
  { intros j Hj n2 n0. by_client j. unfold three. ends. lra. }
  split; [|split; [|split; [|split; [|split; [|split; [|split]]]]]].
  - intro g. destruct (g 2%nat (only 0)) as [id|id]; [lia | | | |].
    + exists 0%nat. unfold only. lia.
    + exists 1%nat. unfold only. lia.
    + exact (no _ _ (-2) ltac:(auto) left id).
    + exact (no _ _ 2 ltac:(auto) right id).
  - intro two. destruct (two (-2) 2) as [j [l [Hj [Hl [ne [f1 [f2 [f3 f4]]]]]]]]; [apply far; auto | apply far; auto
    |].
    unfold three in *. by_client j; by_client l; ends; lra.
  - intros x y nx ny. exists 2%nat. split; [lia|]. split; intro H; [apply nx | apply ny]; exact (W2 _ H).
  - intros G _ _. destruct (classic (G 2%nat)) as [g|g]; [left | right]; intros x all; apply W2; apply (all 2%nat);
    auto.
  - exact (no _ _ (-2) ltac:(auto) left).
  - intros x all. apply W2. apply (all 2%nat); [lia | lia | reflexivity].
  - intros x all. apply W2. apply (all 2%nat); [lia | reflexivity].
  - intro id. apply (far 2); [auto|]. apply id. intros j Hj ->. unfold three. ends. lra.
Qed.
(* With three clients checking each model with its own cluster is enough: client 2 truly accepts nothing outside W. *)
Example own_clusters : OneShot.own_check_suffices R 3 three.
Proof.
  intros m L k x a Hm [ok _]. destruct (ok 2%nat) as [Hk _]; [lia|].
  destruct (classic (three 2 (x (a 2%nat)))) as [H|H]; [left; exists (a 2%nat) | right; exists 2%nat]; split; auto.
  apply agree_from_minus_one_to_one. unfold three in H. ends. lra.
Qed.

(* --- The exercise: four clients accept [-3,1] and [-1,2], each twice, and client 3 reports 3/2. Then two more with
   W. --- *)
Definition four := line [-3; -3; -1; -1] [1; 1; 2; 2].
Definition six := line [-3; -3; -1; -1; -1; -1] [1; 1; 2; 2; 1; 1].
Definition halves (m : nat) := if Nat.leb 2 m then 0%nat else 1%nat.
Notation told_4 := (Consensus.reports R four 3 (fun y => y = 3/2)).
Example four_are_spoiled : Consensus.realizable R 4 four /\ Consensus.redundant R 4 four /\
  Consensus.minimal R 4 told_4 2 (models [3/2; -3]) halves /\ ~ Consensus.safe R 4 four /\
  ~ OneShot.own_check_suffices R 4 four /\ ~ OneShot.one_common_failure R 4 four /\
  ~ Owners.half_identifies R 4 four /\ ~ Consensus.spares_two R 4 four.
Proof.
  assert (inside : forall x, Consensus.W R 4 four x <-> -1 <= x <= 1).
  { intro x. unfold Consensus.W, four. split.
    - intro all. pose proof (all 0 ltac:(lia))%nat. pose proof (all 2 ltac:(lia))%nat. ends. lra.
    - intros H m Hm. by_client m; ends; lra. }
  assert (out : forall i, (i < 2)%nat -> ~ Consensus.W R 4 four (models [3/2; -3] i)).
  { intros i Hi inW. apply inside in inW. unfold models in inW. destruct i as [|[|]]; try lia; simpl in inW; lra. }
  assert (served : Consensus.minimal R 4 told_4 2 (models [3/2; -3]) halves).
  { split.
    - intros m Hm. unfold halves, four, models. by_client m; split; simpl; try lia; ends; lra.
    - intros k x a ok. destruct (ok 0 ltac:(lia))%nat as [k0 s0]. destruct (ok 3 ltac:(lia))%nat as [k3 s3].
      assert (a 0 <> a 3)%nat; [|lia]. intro E. rewrite E in s0. unfold four in *. ends. lra. }
  split; [exists 0; apply inside; lra|]. split.
  { intros n x Hn all. apply inside. unfold four in all.
    assert (low : exists j, (j = 2 \/ j = 3)%nat /\ j <> n) by (exists (if Nat.eqb n 2 then 3%nat else 2%nat);
      destruct (Nat.eqb_spec n 2); lia).
    assert (high : exists j, (j = 0 \/ j = 1)%nat /\ j <> n) by (exists (if Nat.eqb n 0 then 1%nat else 0%nat);
      destruct (Nat.eqb_spec n 0); lia).
    destruct low as [j [which nj]], high as [l [where_ nl]].
    pose proof (all j ltac:(lia) nj). pose proof (all l ltac:(lia) nl). ends.
    destruct which as [-> | ->], where_ as [-> | ->]; simpl in *; lra. }
  split; [exact served|]. split; [|split; [|split; [|split]]].
  - intro safe. destruct (safe 3%nat _ _ _ _ ltac:(lia) served) as [i [Hi inW]]. exact (out i Hi inW).
  - intro own. destruct (own 3%nat _ _ _ _ ltac:(lia) served) as [[i [Hi inW]] | [j [Hj f]]]; [exact (out i Hi inW)|].
    apply f. unfold four, halves, models. by_client j; ends; lra.
  - intro one. destruct (one (3/2) (-3)) as [j [Hj [f1 f2]]]; [apply (out 0%nat); lia | apply (out 1%nat); lia |].
    unfold four in *. by_client j; ends; lra.
  - intro half. assert (inW : Consensus.W R 4 four (-3)); [|apply inside in inW; lra].
    apply (half [0; 1]%nat); [repeat constructor; simpl; lia | reflexivity | simpl; lia |].
    intros j [<-|[<-|[]]]; unfold four; ends; lra.
  - intro two. assert (inW : Consensus.W R 4 four (-3)); [|apply inside in inW; lra].
    apply (two 2 3)%nat; try lia. intros m Hm n2 n3. unfold four. by_client m; ends; lra.
Qed.
Example six_are_safe : Consensus.guarded R 6 six /\ Consensus.two_common_failures R 6 six /\ Consensus.spares_two R 6
  six.
Proof.
  assert (W4 : forall j x, (j = 4 \/ j = 5)%nat -> six j x -> Consensus.W R 6 six x).
  { intros j x [-> | ->] H m Hm; unfold six in *; by_client m; ends; lra. }
  split; [|split].
  - intros m G Hm _ _. assert (exists j, (j = 4 \/ j = 5)%nat /\ j <> m) as [j [which ne]].
    { exists (if Nat.eqb m 4 then 5%nat else 4%nat). destruct (Nat.eqb_spec m 4); lia. }
    destruct (classic (G j)) as [g|g]; [left | right]; intros x all; apply (W4 j x which); apply all; auto; lia.
  - intros x y nx ny. exists 4%nat, 5%nat.
    repeat split; try lia; intro H; [apply nx | apply ny | apply nx | apply ny]; refine (W4 _ _ _ H); auto.
  - intros n p x Hn Hp all. unfold six in all.
    assert (low : exists j, (2 <= j < 5)%nat /\ j <> n /\ j <> p).
    { destruct (Nat.eq_dec n 2), (Nat.eq_dec p 2), (Nat.eq_dec n 3), (Nat.eq_dec p 3);
        solve [exists 2%nat; lia | exists 3%nat; lia | exists 4%nat; lia]. }
    assert (high : exists j, (j = 0 \/ j = 1 \/ j = 4)%nat /\ j <> n /\ j <> p).
    { destruct (Nat.eq_dec n 0), (Nat.eq_dec p 0), (Nat.eq_dec n 1), (Nat.eq_dec p 1);
        solve [exists 0%nat; lia | exists 1%nat; lia | exists 4%nat; lia]. }
    destruct low as [j [which [nj pj]]], high as [l [where_ [nl pl]]].
    pose proof (all j ltac:(lia) nj pj). pose proof (all l ltac:(lia) nl pl). intros m Hm. unfold six.
    assert (-1 <= x) by (ends; assert (j = 2 \/ j = 3 \/ j = 4)%nat as [-> | [-> | ->]] by lia; simpl in *; lra).
    assert (x <= 1) by (ends; destruct where_ as [-> | [-> | ->]]; simpl in *; lra).
    by_client m; ends; lra.
Qed.

(* --- Theorem 1 on the three clients: a strategy is an interval, and the run without client n returns the middle of
   what the others report. Client 2 lies, and the run without it is chosen. --- *)
Definition truth (m : nat) := nth m [(-2, 1); (-1, 2); (-1, 1)] (0, 0).
Definition told_lie := Consensus.lies (R * R) truth 2 (-9/4, -5/4).
Definition run (s : nat -> R * R) (n : nat) (_ : unit) := match n with
  | 2%nat => (Rmax (fst (s 0%nat)) (fst (s 1%nat)) + Rmin (snd (s 0%nat)) (snd (s 1%nat))) / 2
  | _ => (Rmax (fst (s (1 - n)%nat)) (fst (s 2%nat)) + Rmin (snd (s (1 - n)%nat)) (snd (s 2%nat))) / 2
  end.
Example leaving_out_the_liar : Consensus.honest (R * R) truth told_lie 0 /\ ~ Consensus.honest (R * R) truth told_lie
  2 /\
  told_lie 2%nat = (-9/4, -5/4) /\ Consensus.outcome R (R * R) unit run (fun _ _ => 2%nat) told_lie tt = 0 /\
  Consensus.outcome R (R * R) unit run (fun _ _ => 1%nat) told_lie tt = -13/8 /\
  ~ Consensus.W R 3 three (-13/8).
Proof.
  unfold Consensus.honest, told_lie, Consensus.lies, Consensus.outcome, run, truth. simpl.
  split; [reflexivity|]. split; [intro E; injection E; lra|]. split; [reflexivity|].
  unfold Rmax, Rmin. repeat destruct (Rle_dec _ _); try lra.
  all: split; [lra|]; split; [lra|]; intro inW; apply agree_from_minus_one_to_one in inW; lra.
Qed.
