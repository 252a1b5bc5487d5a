(* What the theorem of HardFamily.v needs: each hypothesis is dropped in turn; the worst curvature is no longer between 0 and L. *)
Require Import Reals Lra Psatz Lia List PeanoNat.
From Incentives Require Import HardFamily.
Open Scope R_scope.

Notation conclusion M T L B := (let worst := INR M * L / (2 * INR T + 1) in
  (0 < worst <= L) /\ gap_after M T worst L B = worst_gap M T L B /\
  (forall lam, 0 < lam <= L -> gap_after M T lam L B <= worst_gap M T L B /\
    (B <> 0 -> gap_after M T lam L B = worst_gap M T L B -> lam = worst)) /\
  ((0 < T)%nat -> 2 * INR T / (2 * INR T + 1) * about M T L B <= worst_gap M T L B <= about M T L B)).

Theorem hard_family_worst_gap_needs_1 : ~ (forall (M T : nat) (L B : R), True -> (M - 1 <= 2 * T)%nat -> 0 < L -> conclusion M T L B).
Proof. intro H. destruct (H 0%nat 0%nat 1 1 I (le_n 0) Rlt_0_1) as [[up _] _]. simpl in up. lra. Qed.
Theorem hard_family_worst_gap_needs_2 : ~ (forall (M T : nat) (L B : R), (0 < M)%nat -> True -> 0 < L -> conclusion M T L B).
Proof. intro H. destruct (H 2%nat 0%nat 1 1 (le_S _ _ (le_n 1)) I Rlt_0_1) as [[_ up] _]. simpl in up. lra. Qed.
Theorem hard_family_worst_gap_needs_3 : ~ (forall (M T : nat) (L B : R), (0 < M)%nat -> (M - 1 <= 2 * T)%nat -> True -> conclusion M T L B).
Proof. intro H. destruct (H 1%nat 0%nat 0 1 (le_n 1) (le_n 0) I) as [[up _] _]. simpl in up. lra. Qed.
