(* From five players on the core can be empty (new-empty-core-from-five-on): for every M >= 5 there are M whole sizes and a
   whole noise for which no partition is core stable.
   The game is that of EmptyCore.v, all five sizes and the noise 11 times a large number N, with M - 5 more players of size
   1, the grains. What a coalition of the five gains is a fraction with a denominator of at most 72^4, so it is never tiny;
   what M grains change is less than 13 M / N. So the coalitions that block without grains block with them.
   Modelled: the error of EmptyCore.v for any sizes, spread 1; partitions as equivalence relations. Not modelled: where the
   formula of the error comes from (Coalitions.v). Standard library alone. *)
Require Import Reals ZArith List Bool Lra Lia.
From Incentives Require Import EmptyCore.
Import ListNotations.

(* --- Games of M players 0, ..., M - 1 with whole sizes n. --- *)
Section Games.
Variables (M : nat) (n : nat -> Z).
Definition members_of (C : coalition) := filter C (seq 0 M).
Definition total_of (C : coalition) : Z := fold_right Z.add 0%Z (map n (members_of C)).
Definition squares_of (C : coalition) : Z := fold_right Z.add 0%Z (map (fun j => n j * n j)%Z (members_of C)).

Open Scope R_scope.
Definition err_of (mu : R) (C : coalition) (j : nat) : R :=
  mu / IZR (total_of C) + IZR (squares_of C) / IZR (total_of C) ^ 2 + 1 - 2 * IZR (n j) / IZR (total_of C).
Definition core_stable_of mu (same : nat -> nat -> bool) := forall C : coalition,
  ~ (members_of C <> [] /\ forall j, In j (members_of C) -> err_of mu C j < err_of mu (same j) j).
End Games.

(* Without grains it is the game of EmptyCore.v. *)
Lemma five_players mu C j : err_of 5 size mu C j = err mu C j.
Proof. reflexivity. Qed.

(* --- What a gain is at least. --- *)
(* A group of the five: its samples are from 1 to 72, and their squares sum to at most the square of this number. *)
Lemma group_bounds C : members C <> [] -> (1 <= total C <= 72)%Z /\ (0 <= squares C <= total C * total C)%Z.
Proof.
  unfold total, squares, members, players. simpl.
  destruct (C 0%nat), (C 1%nat), (C 2%nat), (C 3%nat), (C 4%nat); simpl; intros some;
    try (exfalso; apply some; reflexivity); split; split; vm_compute; discriminate.
Qed.

Lemma size_bounds j : (j < 5)%nat -> (0 < size j)%Z.
Proof. intros H. do 5 (destruct j as [|j]; [reflexivity|]). lia. Qed.

Open Scope R_scope.
(* What somebody gains is a fraction over the squares of two numbers of samples, or less than nothing. *)
Lemma gain_is_not_tiny B C j : members B <> [] -> members C <> [] -> err 11 C j < err 11 B j ->
  / (72 ^ 4) <= err 11 B j - err 11 C j.
Proof.
  intros someB someC better. destruct (group_bounds B someB) as [HB _], (group_bounds C someC) as [HC _].
  assert (E : err 11 B j - err 11 C j =
    IZR (slope B C * 11 + start B C j) / (IZR (total B) ^ 2 * IZR (total C) ^ 2)).
  { unfold slope, start, err. rewrite !plus_IZR, !mult_IZR, !minus_IZR, !mult_IZR, !minus_IZR.
    assert (IZR (total B) <> 0) by (apply not_0_IZR; lia). assert (IZR (total C) <> 0) by (apply not_0_IZR; lia).
    field. split; assumption. }
  assert (b1 : 1 <= IZR (total B) <= 72) by (split; apply IZR_le; lia).
  assert (c1 : 1 <= IZR (total C) <= 72) by (split; apply IZR_le; lia).
  rewrite E in *. set (b := IZR (total B)) in *. set (c := IZR (total C)) in *. set (z := (_ + _)%Z) in *.
  assert (squares_b : 1 <= b ^ 2 <= 72 ^ 2) by (split; nra).
  assert (squares_c : 1 <= c ^ 2 <= 72 ^ 2) by (split; nra).
  assert (below : 0 < b ^ 2 * c ^ 2 <= 72 ^ 4) by (split; nra).
  assert (pos : 0 < IZR z / (b ^ 2 * c ^ 2)) by lra.
  assert (whole : 1 <= IZR z).
  { apply IZR_le. assert (0 < IZR z); [|apply lt_IZR in H; lia].
    replace (IZR z) with (IZR z / (b ^ 2 * c ^ 2) * (b ^ 2 * c ^ 2)) by (field; split; nra).
    apply Rmult_lt_0_compat; lra. }
  apply Rle_trans with (1 / (b ^ 2 * c ^ 2)).
  - unfold Rdiv. rewrite Rmult_1_l. apply Rinv_le_contravar; lra.
  - unfold Rdiv. apply Rmult_le_compat_r; [|exact whole]. left. apply Rinv_0_lt_compat. lra.
Qed.

Lemma at_most a c d : 0 < d -> a <= c * d -> a / d <= c.
Proof.
  intros d0 H. apply Rmult_le_reg_r with d; [exact d0|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.
Close Scope R_scope.

(* --- The game with grains. --- *)
Section Grains.
Variables (M : nat) (N : Z).
Hypotheses (five : (5 <= M)%nat) (large : (1000000000 * Z.of_nat M <= N)%Z).
Definition with_grains (j : nat) : Z := if Nat.ltb j 5 then (N * size j)%Z else 1%Z.
Definition grains (C : coalition) : Z := Z.of_nat (length (filter C (seq 5 (M - 5)))).
Definition only_the_five (C : coalition) : coalition := fun j => C j && Nat.ltb j 5.

Lemma sum_app u v : (fold_right Z.add 0 (u ++ v) = fold_right Z.add 0 u + fold_right Z.add 0 v)%Z.
Proof. induction u as [|x u IH]; simpl; [reflexivity | rewrite IH; lia]. Qed.

Lemma both_kinds C : members_of M C = members C ++ filter C (seq 5 (M - 5)).
Proof.
  unfold members_of, members. replace M with (5 + (M - 5))%nat at 1 by lia.
  rewrite seq_app, filter_app. reflexivity.
Qed.

Lemma among_five C j : In j (members C) -> (j < 5)%nat.
Proof. intros H. apply filter_In in H. destruct H as [H _]. simpl in H. lia. Qed.

Lemma sum_of_five (f g : nat -> Z) c C : (forall j, (j < 5)%nat -> f j = c * g j)%Z ->
  fold_right Z.add 0%Z (map f (members C)) = (c * fold_right Z.add 0 (map g (members C)))%Z.
Proof.
  intros H. pose proof (among_five C) as small. induction (members C) as [|j l IH]; simpl; [lia|].
  rewrite IH by (intros i Hi; apply small; right; exact Hi). rewrite H by (apply small; left; reflexivity). lia.
Qed.

Lemma sum_of_grains (f : nat -> Z) C : (forall j, (5 <= j)%nat -> f j = 1%Z) ->
  fold_right Z.add 0%Z (map f (filter C (seq 5 (M - 5)))) = grains C.
Proof.
  intros H. unfold grains.
  assert (small : forall j, In j (filter C (seq 5 (M - 5))) -> (5 <= j)%nat).
  { intros j Hj. apply filter_In in Hj. destruct Hj as [Hj _]. apply in_seq in Hj. lia. }
  induction (filter C (seq 5 (M - 5))) as [|j l IH]; [reflexivity|].
  cbn [map fold_right length]. rewrite IH by (intros i Hi; apply small; right; exact Hi).
  rewrite H by (apply small; left; reflexivity). lia.
Qed.

Lemma size_of_five j : (j < 5)%nat -> with_grains j = (N * size j)%Z.
Proof. intros H. unfold with_grains. apply Nat.ltb_lt in H. rewrite H. reflexivity. Qed.
Lemma size_of_grain j : (5 <= j)%nat -> with_grains j = 1%Z.
Proof. intros H. unfold with_grains. apply Nat.ltb_ge in H. rewrite H. reflexivity. Qed.

Lemma total_is C : total_of M with_grains C = (N * total C + grains C)%Z.
Proof.
  unfold total_of, total. rewrite both_kinds, map_app, sum_app, sum_of_grains by apply size_of_grain.
  rewrite (sum_of_five _ size N) by apply size_of_five. reflexivity.
Qed.
Lemma squares_is C : squares_of M with_grains C = (N * N * squares C + grains C)%Z.
Proof.
  unfold squares_of, squares. rewrite both_kinds, map_app, sum_app, sum_of_grains.
  - rewrite (sum_of_five _ (fun j => size j * size j)%Z (N * N)%Z); [reflexivity|].
    intros j Hj. rewrite size_of_five by exact Hj. ring.
  - intros j Hj. rewrite size_of_grain by exact Hj. reflexivity.
Qed.

Lemma grains_bounds C : (0 <= grains C <= Z.of_nat M)%Z.
Proof.
  unfold grains. assert (H : forall l, (length (filter C l) <= length l)%nat).
  { induction l as [|x l IH]; simpl; [lia|]. destruct (C x); simpl; lia. }
  specialize (H (seq 5 (M - 5))). rewrite seq_length in H. lia.
Qed.

Lemma no_grain_in C : filter (only_the_five C) (seq 5 (M - 5)) = [].
Proof.
  assert (H : forall l, (forall j, In j l -> (5 <= j)%nat) -> filter (only_the_five C) l = []).
  { induction l as [|x l IH]; intros H; [reflexivity|]. simpl.
    assert (no : only_the_five C x = false).
    { unfold only_the_five. replace (Nat.ltb x 5) with false; [apply andb_false_r|].
      symmetry. apply Nat.ltb_ge, H. left. reflexivity. }
    rewrite no. apply IH. intros j Hj. apply H. right. exact Hj. }
  apply H. intros j Hj. apply in_seq in Hj. lia.
Qed.

Lemma same_five C : members (only_the_five C) = members C.
Proof.
  apply filter_ext_in. intros j Hj. unfold only_the_five.
  replace (Nat.ltb j 5) with true; [apply andb_true_r|]. symmetry. apply Nat.ltb_lt. simpl in Hj. lia.
Qed.

Open Scope R_scope.

Lemma N_pos : 0 < IZR N.
Proof. apply IZR_lt. lia. Qed.

(* The error with grains, for one of the five: grains add x to the samples, in units of N. *)
Lemma err_with_grains B j : members B <> [] -> (j < 5)%nat -> let x := IZR (grains B) / IZR N in
  err_of M with_grains (11 * IZR N) B j = 11 / (IZR (total B) + x) +
    (IZR (squares B) + x / IZR N) / (IZR (total B) + x) ^ 2 + 1 - 2 * IZR (size j) / (IZR (total B) + x).
Proof.
  intros some Hj x. unfold err_of, x. rewrite total_is, squares_is, size_of_five by exact Hj.
  rewrite !plus_IZR, !mult_IZR. destruct (group_bounds B some) as [[b1 _] _]. destruct (grains_bounds B) as [g0 _].
  apply IZR_le in b1, g0. pose proof N_pos. set (b := IZR (total B)) in *. set (g := IZR (grains B)) in *.
  assert (0 < IZR N * b) by (apply Rmult_lt_0_compat; lra). field. split; lra.
Qed.

(* They make it less by 13 x at most. *)
Lemma grains_change_little B j : members B <> [] -> (j < 5)%nat ->
  err 11 B j - err_of M with_grains (11 * IZR N) B j <= 13 * (IZR (grains B) / IZR N).
Proof.
  intros some Hj. rewrite err_with_grains by assumption. unfold err.
  destruct (group_bounds B some) as [[b1 _] [q0 qb]]. destruct (grains_bounds B) as [g0 _].
  pose proof (size_bounds j Hj) as s0. apply IZR_le in b1, g0, q0, qb. apply IZR_lt in s0. rewrite mult_IZR in qb.
  pose proof N_pos as N0. set (x := IZR (grains B) / IZR N). set (b := IZR (total B)) in *.
  set (q := IZR (squares B)) in *. set (s := IZR (size j)) in *.
  assert (x0 : 0 <= x) by (apply Rmult_le_pos; [exact g0 | left; apply Rinv_0_lt_compat; exact N0]).
  assert (y0 : 0 <= x / IZR N) by (apply Rmult_le_pos; [exact x0 | left; apply Rinv_0_lt_compat; exact N0]).
  set (T := b + x) in *. assert (T1 : 1 <= T) by (unfold T; lra).
  assert (T2 : T <= T ^ 2) 
    by (simpl; rewrite Rmult_1_r; pattern T at 1; rewrite <- Rmult_1_r; apply Rmult_le_compat_l; lra).
  assert (b2 : 1 <= b ^ 2) by (simpl; rewrite Rmult_1_r; rewrite <- (Rmult_1_r 1); apply Rmult_le_compat; lra).
  assert (noise : 11 / b - 11 / T <= 11 * x).
  { replace (11 / b - 11 / T) with (11 * x / (b * T)) by (unfold T; field; unfold T in T1; lra).
    assert (1 <= b * T) by (rewrite <- (Rmult_1_r 1); apply Rmult_le_compat; lra).
    apply at_most; [lra|]. rewrite <- (Rmult_1_r (11 * x)) at 1. apply Rmult_le_compat_l; lra. }
  assert (spread : q / b ^ 2 - q / T ^ 2 <= 2 * x).
  { replace (q / b ^ 2 - q / T ^ 2) with (q * (x * (2 * b + x)) / (b ^ 2 * T ^ 2))
      by (unfold T; field; unfold T in T1; lra).
    apply at_most; [apply Rmult_lt_0_compat; lra|].
    apply Rle_trans with (b ^ 2 * (x * (2 * T ^ 2))); [|right; ring].
    apply Rmult_le_compat; [exact q0 | apply Rmult_le_pos; lra | simpl; lra |].
    apply Rmult_le_compat_l; [exact x0|]. unfold T in *. lra. }
  assert (grain : q / T ^ 2 <= (q + x / IZR N) / T ^ 2).
  { unfold Rdiv at 1 2. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
  assert (own : 2 * s / T <= 2 * s / b).
  { unfold Rdiv. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; unfold T; lra. }
  lra.
Qed.

(* The coalition of the five that blocks without grains blocks. *)
Lemma grains_keep_it_empty same : partition same -> ~ core_stable_of M with_grains (11 * IZR N) same.
Proof.
  intros part stable. apply (empty_core_at_11 same part). intros C [some better].
  assert (five_only : members_of M (only_the_five C) = members C).
  { rewrite both_kinds, no_grain_in, app_nil_r. apply same_five. }
  apply (stable (only_the_five C)). rewrite five_only. split; [exact some|]. intros j Hj.
  assert (j5 : (j < 5)%nat) by (apply (among_five C); exact Hj). specialize (better j Hj).
  assert (home : members (same j) <> []).
  { destruct part as [refl _]. intros none. assert (In j (members (same j))) as H; [|rewrite none in H; exact H].
    apply filter_In. split; [|apply refl]. apply filter_In in Hj. apply Hj. }
  assert (E : err_of M with_grains (11 * IZR N) (only_the_five C) j = err 11 C j).
  { rewrite err_with_grains; [|rewrite same_five; exact some | exact j5].
    replace (IZR (grains (only_the_five C)) / IZR N) with 0
      by (unfold grains; rewrite no_grain_in; unfold Rdiv; simpl; ring).
    replace (0 / IZR N) with 0 by (unfold Rdiv; ring).
    rewrite !Rplus_0_r. unfold err, total, squares. rewrite same_five. reflexivity. }
  rewrite E. pose proof (gain_is_not_tiny (same j) C j home some better).
  pose proof (grains_change_little (same j) j home j5).
  assert (few : IZR (grains (same j)) / IZR N <= / 1000000000).
  { apply at_most; [exact N_pos|]. destruct (grains_bounds (same j)) as [_ g]. apply IZR_le in g.
    apply IZR_le in large. rewrite mult_IZR in large. lra. }
  assert (72 ^ 4 = 26873856) as value by ring. rewrite value in *. lra.
Qed.
End Grains.

(* The page's theorem; the spread is 1. *)
Theorem from_five_on M : (5 <= M)%nat -> exists (n : nat -> Z) (mu : Z), (forall j, 0 < n j)%Z /\ (0 < mu)%Z /\
  forall same, partition same -> ~ core_stable_of M n (IZR mu) same.
Proof.
  intros five. set (N := (1000000000 * Z.of_nat M)%Z). exists (with_grains N), (11 * N)%Z. split; [|split].
  - intros j. unfold with_grains. destruct (Nat.ltb j 5) eqn:j5; [|lia].
    apply Nat.ltb_lt in j5. pose proof (size_bounds j j5). unfold N. lia.
  - unfold N. lia.
  - intros same. rewrite mult_IZR. apply grains_keep_it_empty; [exact five | unfold N; lia].
Qed.
