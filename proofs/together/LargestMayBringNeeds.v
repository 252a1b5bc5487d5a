(* What the theorem of LargestMayBring.v needs: who has no data has no error in the formula, and leaves. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Coalitions Deterrence LargestMayBring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem largest_may_bring_needs_1 : ~ (forall (K : realFieldType) (b : K), True -> core_stable_grand (brings b) 10 1 <->
  b <= 20).
Proof.
move=> H; have [_ /(_ isT) stable] := H rat_realFieldType 0 I.
apply: (stable [set ord_max]) => [|j /set1P ->]; first by apply/set0Pn; exists ord_max; rewrite inE.
have alone : Coalitions.size (brings (0 : rat)) [set ord_max] = 0 by rewrite /size big_set1.
have zero : (0 : rat) ^+ 2 = 0 by rewrite expr0n.
rewrite /err alone zero invr0 !mulr0 addr0.
have all : Coalitions.size (brings (0 : rat)) setT = 10%:R.
  by rewrite /size (eq_bigl xpredT) => [|i]; [rewrite !big_ord_recl big_ord0|rewrite inE].
rewrite all; apply: ltr_paddr; last by rewrite divr_gt0.
by rewrite mul1r divr_ge0 ?sqr_ge0 // addr_ge0 ?sqr_ge0 // sumr_ge0 // => i _; apply: sqr_ge0.
Qed.
