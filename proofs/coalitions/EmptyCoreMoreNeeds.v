(* What the theorem of EmptyCoreMore.v needs: a game without players has a core. *)
Require Import Reals ZArith List Bool Lia.
From Incentives Require Import EmptyCore EmptyCoreMore.

Theorem from_five_on_needs_1 : ~ (forall M : nat, True -> exists (n : nat -> Z) (mu : Z), (forall j : nat, (0 < n j)%Z) /\
  (0 < mu)%Z /\ (forall same : nat -> nat -> bool, partition same -> ~ core_stable_of M n (IZR mu) same)).
Proof.
  intros H. destruct (H 0%nat I) as [n [mu [_ [_ none]]]]. apply (none Nat.eqb).
  - split; [exact Nat.eqb_refl | split; [exact Nat.eqb_sym|]].
    intros i j k ij jk. apply Nat.eqb_eq in ij, jk. apply Nat.eqb_eq. lia.
  - intros C [some _]. apply some. reflexivity.
Qed.
