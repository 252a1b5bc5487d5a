(* What the theorems of Candidates.v need: hypotheses are dropped in turn, and two clients break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Clusters LeaveOneOut Candidates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Nobody lies and nobody can be spared: one client, the model true for all, and the largest cluster gets the model false. *)
Theorem largest_cluster_is_right_needs_3 : ~ (forall (I : finType) (X : Type) (S0 R : I -> X -> bool) (liar : I) (k : nat)
    (x : 'I_k -> X) (a : I -> 'I_k) (i : ordinal_eqType k),
  (forall m : I, m != liar -> R m =1 S0 m) -> (exists w : X, LeaveOneOut.agreed S0 w) -> True ->
  Clusters.minimal (fun (m : I) (y : X) => R m y) x a ->
  (forall (k' : nat) (x' : 'I_k' -> X) (a' : I -> 'I_k') (i' : ordinal_eqType k'),
   Clusters.minimal (fun (m : I) (y : X) => R m y) x' a' ->
   (#|[set m | a' m == i']| <= #|[set m | a m == i]|)%N) -> LeaveOneOut.agreed S0 (x i)).
Proof.
move=> /(_ [finType of 'I_1] bool (fun _ x => x) (fun _ _ => true) ord0 1%N (fun=> false) (fun=> ord0) ord0) H.
have : LeaveOneOut.agreed (fun (_ : 'I_1) (x : bool) => x) false.
  apply: H => [||||k' x' a' i' _].
  - by move=> m; rewrite ord1.
  - by exists true.
  - by [].
  - by split=> // k' [x' [a' _]]; case: k' x' a' => // x' a'; case: (a' ord0).
  - by rewrite (_ : [set m : 'I_1 | ord0 == ord0] = setT) ?cardsT ?max_card //; apply/setP => m; rewrite !inE.
by move=> /(_ ord0).
Qed.
