(* Money for the five players whom no partition satisfies (new-money-for-five), over the reals.
   Modelled: the players, errors, partitions and core stability of EmptyCore.v, at noise 11 and spread 1. What a coalition costs
   is the sum of its members' errors, each taken once for each of the member's records. [moved] is what a player pays, or
   receives if it is negative, and [now] what it pays in all if the four small ones are together and the large one alone. *)
Require Import Reals ZArith List Bool Lra Lia.
From Incentives Require Import EmptyCore.
Import ListNotations.
Open Scope R_scope.

Definition sum (l : list R) := fold_right Rplus 0 l.
Definition bill (C : coalition) j := IZR (size j) * err 11 C j.
Definition cost (C : coalition) := sum (map (bill C) (members C)).
Definition small : coalition := fun j => Nat.ltb j 4.
Definition large : coalition := fun j => Nat.eqb j 4.
Definition moved (j : nat) := nth j [- (6/25); 2/25; 2/25; 2/25; 0] 0.
Definition now (j : nat) := bill (if Nat.ltb j 4 then small else large) j + moved j.

(* Total and squares of a coalition, by what its members have. *)
Lemma bill_is (C : coalition) j t q : total C = t -> squares C = q ->
  bill C j = IZR (size j) * (11 / IZR t + IZR q / (IZR t * IZR t) + 1 - 2 * IZR (size j) / IZR t).
Proof. intros <- <-; unfold bill, err; simpl; rewrite Rmult_1_r; reflexivity. Qed.

(* What each player pays now. *)
Lemma now_values : now 0 = 1 * (11/10 + 28/100 + 1 - 2/10) - 6/25 /\ now 1 = 3 * (11/10 + 28/100 + 1 - 6/10) + 2/25 /\
  now 2 = now 1 /\ now 3 = now 1 /\ now 4 = 11.
Proof.
  unfold now; cbn [Nat.ltb Nat.leb]; rewrite !(bill_is small _ 10 28 eq_refl eq_refl), (bill_is large 4 62 3844 eq_refl eq_refl).
  unfold moved, size, nth; repeat split; lra.
Qed.

(* The page's proposition. *)
Theorem money_for_five :
  (forall same, partition same -> ~ core_stable 11 same) /\
  sum (map moved players) = 0 /\
  (forall C : coalition, members C <> [] -> sum (map now (members C)) <= cost C).
Proof.
  split; [exact empty_core_at_11 | split; [cbn; lra |]].
  intros C some; destruct now_values as [v0 [v1 [v2 [v3 v4]]]].
  unfold cost; set (t := total C); set (q := squares C).
  rewrite (map_ext _ _ (fun j => bill_is C j t q eq_refl eq_refl)); unfold t, q, total, squares; clear t q.
  unfold members, players, filter in *.
  destruct (C 0%nat), (C 1%nat), (C 2%nat), (C 3%nat), (C 4%nat); try (exfalso; apply some; reflexivity);
    cbn -[IZR Rle Rmult Rplus Rdiv Rminus Ropp Rinv now]; rewrite ?v4, ?v3, ?v2, ?v1, ?v0; lra.
Qed.
