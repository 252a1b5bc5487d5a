(* What the theorem on the pivot payment of Tax.v needs: sizes that are positive. That there is somebody else is not needed, as
   a division by 0 gives 0. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Tax.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma only_other (f : bool -> rat) : \sum_(j | j != true) f j = f false.
Proof. by rewrite big_mkcond big_bool /= add0r. Qed.
Theorem pivot_is_a_tax_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n m : I -> K) (i : I), True -> (exists j
  : I, j != i) -> let w := n i / records n in [/\ forall x : K, welfare n m i x <= welfare n m i (without n m i),
  welfare n m i (without n m i) - welfare n m i (model n m) = others n i * w ^+ 2 * (m i - without n m i) ^+ 2 &
  welfare n m i (without n m i) - welfare n m i (model n m) = \sum_(j | j != i) n j * w ^+ 2 * (m i - without n m i)
  ^+ 2]).
Proof.
(* With sizes below 0 the others want to be as far away as they can. *)
move=> H; have [|/(_ 1) + _ _] := H rat_realFieldType _ (fun _ : bool => - 1) (fun=> 0) true I; first by exists false.
by rewrite /welfare /without /others !only_other; vm_compute.
Qed.
