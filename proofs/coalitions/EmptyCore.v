(* The empty core of the flagship: sizes 1, 3, 3, 3, 62, spread 1. For every noise strictly between 1259/115 and 496/45
   (noise 11 among them) each of the 52 partitions of the five players is blocked.
   Modelled: expected errors of uniform federation in mean estimation (Corollary 4.3 in two numbers), noise a real number,
   partitions as equivalence relations. Not modelled: where the error formula comes from (Coalitions.v).
   The search for a blocking coalition runs inside Coq, on integers. Standard library alone. *)
Require Import Reals ZArith List Bool Lra Lia.
Import ListNotations.

Definition players := [0; 1; 2; 3; 4]%nat.
Definition size (j : nat) : Z := nth j [1; 3; 3; 3; 62]%Z 0%Z.
Definition coalition := nat -> bool.
Definition members (C : coalition) := filter C players.
Definition total (C : coalition) : Z := fold_right Z.add 0%Z (map size (members C)).
Definition squares (C : coalition) : Z := fold_right Z.add 0%Z (map (fun j => size j * size j)%Z (members C)).

Open Scope R_scope.
Definition err (mu : R) (C : coalition) (j : nat) : R :=
  mu / IZR (total C) + IZR (squares C) / IZR (total C) ^ 2 + 1 - 2 * IZR (size j) / IZR (total C).

(* A partition says of any two players whether they are together; the block of j is [same j]. *)
Definition partition (same : nat -> nat -> bool) :=
  (forall i, same i i = true) /\ (forall i j, same i j = same j i) /\
  (forall i j k, same i j = true -> same j k = true -> same i k = true).
Definition blocks mu (same : nat -> nat -> bool) (C : coalition) :=
  members C <> [] /\ forall j, In j (members C) -> err mu C j < err mu (same j) j.
Definition core_stable mu same := forall C, ~ blocks mu same C.

(* --- The gain of a player as a straight line in the noise, with whole coefficients. --- *)
Definition slope (B C : coalition) : Z := ((total C - total B) * total B * total C)%Z.
Definition start (B C : coalition) (j : nat) : Z :=
  (squares B * (total C * total C) - squares C * (total B * total B)
   - 2 * size j * (total C - total B) * total B * total C)%Z.

Lemma gain mu B C j : (0 < total B)%Z -> (0 < total C)%Z ->
  IZR (slope B C) * mu + IZR (start B C j) > 0 -> err mu C j < err mu B j.
Proof.
  intros HB HC H. apply IZR_lt in HB, HC. unfold slope, start in H.
  rewrite !minus_IZR, !mult_IZR, !minus_IZR in H. unfold err.
  set (b := IZR (total B)) in *. set (c := IZR (total C)) in *. apply Rminus_gt_0_lt.
  replace (_ - _) with (((c - b) * b * c * mu + (IZR (squares B) * (c * c) - IZR (squares C) * (b * b)
    - 2 * IZR (size j) * (c - b) * b * c)) / (b ^ 2 * c ^ 2)) by (field; lra).
  apply Rdiv_lt_0_compat; [exact H | apply Rmult_lt_0_compat; apply pow_lt; assumption].
Qed.

(* Not negative at both ends and positive at one: positive between them. *)
Definition gains (B C : coalition) (j : nat) : bool :=
  let at_low := (slope B C * 1259 + start B C j * 115)%Z in
  let at_high := (slope B C * 496 + start B C j * 45)%Z in
  ((0 <? total B) && (0 <? total C) && (0 <=? at_low) && (0 <=? at_high) && (0 <? at_low + at_high))%Z.

Lemma gains_true mu B C j : 1259/115 < mu < 496/45 -> gains B C j = true -> err mu C j < err mu B j.
Proof.
  intros [low high]. unfold gains. rewrite !andb_true_iff, !Z.ltb_lt, !Z.leb_le. intros [[[[HB HC] L] H] S].
  apply gain; [assumption | assumption |].
  apply IZR_le in L, H. apply IZR_lt in S. rewrite ?plus_IZR, ?mult_IZR in *.
  set (p := IZR (slope B C)) in *. set (q := IZR (start B C j)) in *.
  assert (convex : (496/45 - 1259/115) * (p * mu + q) =
    (496/45 - mu) * ((p * 1259 + q * 115) / 115) + (mu - 1259/115) * ((p * 496 + q * 45) / 45)) by field.
  assert (0 <= (496/45 - mu) * ((p * 1259 + q * 115) / 115)) by (apply Rmult_le_pos; lra).
  assert (0 <= (mu - 1259/115) * ((p * 496 + q * 45) / 45)) by (apply Rmult_le_pos; lra).
  destruct (Rle_lt_dec (p * 1259 + q * 115) 0).
  - assert (0 < (mu - 1259/115) * ((p * 496 + q * 45) / 45)) by (apply Rmult_lt_0_compat; lra). lra.
  - assert (0 < (496/45 - mu) * ((p * 1259 + q * 115) / 115)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* --- All relations on five players as tables of ten answers; all coalitions as tables of five. --- *)
Fixpoint tables (k : nat) : list (list bool) :=
  match k with O => [[]] | S k => flat_map (fun t => [true :: t; false :: t]) (tables k) end.
Definition pairs := [(0,1); (0,2); (0,3); (0,4); (1,2); (1,3); (1,4); (2,3); (2,4); (3,4)]%nat.
Definition together (t : list bool) (i j : nat) : bool :=
  Nat.eqb i j || existsb (fun '((a, b), yes) => yes && (Nat.eqb a i && Nat.eqb b j || Nat.eqb a j && Nat.eqb b i))
                         (combine pairs t).
Definition transitive (t : list bool) : bool :=
  forallb (fun i => forallb (fun j => forallb (fun k =>
    if together t i j then if together t j k then together t i k else true else true) players) players) players.
Definition group (t : list bool) : coalition := fun j => nth j t false.
Definition walks_out (t c : list bool) : bool :=
  negb (match members (group c) with [] => true | _ => false end) &&
  forallb (fun j => gains (together t j) (group c) j) (members (group c)).

Lemma every_partition_is_blocked :
  forallb (fun t => existsb (walks_out t) (tables 5)) (filter transitive (tables 10)) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma number_of_partitions : length (filter transitive (tables 10)) = 52%nat.
Proof. vm_cast_no_check (eq_refl 52%nat). Qed.

(* --- From tables to partitions. --- *)
Definition table (same : nat -> nat -> bool) := map (fun '(i, j) => same i j) pairs.

Lemma in_tables k t : length t = k -> In t (tables k).
Proof.
  revert t; induction k as [|k IH]; intros t; simpl.
  - destruct t; [auto | discriminate].
  - destruct t as [|b t]; [discriminate|]. intros E; injection E as E. apply in_flat_map. exists t.
    split; [apply IH; assumption|]. destruct b; simpl; auto.
Qed.

Lemma together_is_same same i j : partition same -> In i players -> In j players ->
  together (table same) i j = same i j.
Proof.
  intros [refl [sym _]] Hi Hj.
  repeat (destruct Hi as [<- | Hi]; [|]); try (destruct Hi);
  repeat (destruct Hj as [<- | Hj]; [|]); try (destruct Hj);
  cbn; rewrite ?refl, ?andb_false_r, ?andb_true_r, ?orb_false_r; try reflexivity; apply sym.
Qed.

Lemma same_block (B B' : coalition) : (forall j, In j players -> B j = B' j) -> members B = members B'.
Proof. intros H. apply filter_ext_in. exact H. Qed.

Lemma same_err mu B B' j : members B = members B' -> err mu B j = err mu B' j.
Proof. intros H. unfold err, total, squares. rewrite H. reflexivity. Qed.

Theorem empty_core mu same : 1259/115 < mu < 496/45 -> partition same -> ~ core_stable mu same.
Proof.
  intros noise part stable.
  pose proof every_partition_is_blocked as all. rewrite forallb_forall in all.
  assert (trans : transitive (table same) = true).
  { unfold transitive. apply forallb_forall; intros i Hi. apply forallb_forall; intros j Hj.
    apply forallb_forall; intros k Hk. rewrite !together_is_same by assumption.
    destruct part as [_ [_ tr]]. destruct (same i j) eqn:ij, (same j k) eqn:jk; try reflexivity.
    exact (tr i j k ij jk). }
  specialize (all (table same)). rewrite filter_In, existsb_exists in all.
  destruct all as [c [_ out]]; [split; [apply in_tables; reflexivity | exact trans] |].
  unfold walks_out in out. apply andb_true_iff in out. destruct out as [some out]. rewrite forallb_forall in out.
  apply (stable (group c)). split.
  - intros none. rewrite none in some. discriminate.
  - intros j Hj. rewrite <- (same_err mu (together (table same) j) (same j) j).
    + apply gains_true; [assumption | apply out; assumption].
    + apply same_block. intros i Hi. apply together_is_same; [assumption | | assumption].
      apply filter_In in Hj. apply Hj.
Qed.

Corollary empty_core_at_11 same : partition same -> ~ core_stable 11 same.
Proof. apply empty_core. lra. Qed.

(* The definitions on the page's numbers: at noise 11 the largest player alone has 11/62. *)
Example largest_alone : err 11 (fun j => Nat.eqb j 4) 4 = 11/62.
Proof. unfold err, total, squares, members, size. simpl. lra. Qed.

