(* What the theorems of Fractions.v need: each hypothesis is dropped in turn, and one or two clients break the rest. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings Fractions.
Open Scope R_scope.

Theorem sum_on_fractions_needs_1 : ~ (forall (N : nat) (eps : R), True -> (forall u v : nat -> R, (forall i : nat,
  (i <= N)%nat -> 0 <= u i <= v i /\ v i <= 1) -> (exists i : nat, (i <= N)%nat /\ u i < v i) -> Readings.cost eps 0
  Readings.total (Moments.mean N v) (Moments.var N v) < Readings.cost eps 0 Readings.total (Moments.mean N u)
  (Moments.var N u)) /\ (forall (c : nat -> R) (admissible : (nat -> R) -> Prop) (best : nat -> R), admissible best
  -> (forall a : nat -> R, admissible a -> forall i : nat, (i <= N)%nat -> 0 <= a i - c i <= 1 /\ a i <= best i) ->
  Readings.optimal N c eps 0 admissible Readings.total best /\ (forall a : nat -> R, Readings.optimal N c eps 0
  admissible Readings.total a -> forall i : nat, (i <= N)%nat -> a i = best i))).
Proof.
  intro H. destruct (H 0%nat (- / 2) I) as [P _]. specialize (P (fun _ => 0) (fun _ => 1)).
  unfold cost, var, mean, sum, clients in P. simpl in P.
  assert (E : exists i : nat, (i <= 0)%nat /\ 0 < 1) by (exists 0%nat; split; [lia|lra]).
  specialize (P (fun _ _ => conj (conj (Rle_refl 0) Rle_0_1) (Rle_refl 1)) E).
  replace (1 / (1 / (0 + 1) + - / 2)) with 2 in P by field. replace (1 / (0 / (0 + 1) + - / 2)) with (-2) in P by field.
  lra.
Qed.
