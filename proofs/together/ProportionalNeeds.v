(* What the theorem of Proportional.v needs: with no room around the limit it says that a size is below zero. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights OneNumber Proportional.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem proportional_reward_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu : K) (i : I),
  (forall k, 0 < n k) -> 0 < mu -> forall eps : K, True -> exists2 delta, 0 < delta &
  forall s2, 0 < s2 -> s2 < delta -> exists2 p : I -> K,
    forall j, slope_at (fun x => least_error mu s2 j (collects n i x)) (n i) (- p j) &
    `|\sum_(j | j != i) p j - (#|I|%:R - 1) * mu / (\sum_k n k) ^+ 2| < eps).
Proof.
move=> H; have [delta d0 close] := H rat_realFieldType _ (fun _ : unit => 1) 1 tt (fun=> isT) isT 0 I.
have half : 0 < delta / 2%:R by rewrite divr_gt0.
have [|p _] := close _ half; last by rewrite normr_lt0.
by rewrite ltr_pdivr_mulr // ltr_pmulr.
Qed.
