(* What the theorems of TwoSizes.v need: each hypothesis below is dropped in turn. A player of size 0 brings nothing to
   divide by, and division by zero gives zero in Coq. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Coalitions Deterrence TwoSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem a_pair_gains_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> 0 < b -> (err_S mu s2 a b 1 1
  < err_S mu s2 a b 1 0) = (s2 * (2 * a * b / (a + b)) < mu)).
Proof. by move=> H; have := H rat_realFieldType 1 1 0 1 I isT; vm_compute. Qed.
Theorem a_pair_gains_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> (err_S mu s2 a b 1 1
  < err_S mu s2 a b 1 0) = (s2 * (2 * a * b / (a + b)) < mu)).
Proof. by move=> H; have := H rat_realFieldType 1 1 1 0 isT I; vm_compute. Qed.
Theorem both_or_neither_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> 0 < b -> forall s l : nat,
  (0 < s)%N -> (0 < l)%N -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (0 < bracket mu s2 a b s l) /\ (err_L mu
  s2 a b s l < err_L mu s2 a b 0 l) = (0 < bracket mu s2 a b s l)).
Proof. by move=> H; have [+ _] := H rat_realFieldType 1 1 0 1 I isT 1%N 1%N isT isT; vm_compute. Qed.
Theorem both_or_neither_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> 0 < b -> forall s l : nat,
  True -> (0 < l)%N -> (err_S mu s2 a b s l < err_S mu s2 a b s 0) = (0 < bracket mu s2 a b s l) /\ (err_L mu s2 a b
  s l < err_L mu s2 a b 0 l) = (0 < bracket mu s2 a b s l)).
Proof. by move=> H; have [+ _] := H rat_realFieldType 2%:R 1 1 1 isT isT 0%N 1%N I isT; vm_compute. Qed.
Theorem merging_groups_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> 0 < b -> forall s l : nat,
  (0 < s)%N -> (0 < l)%N -> err_S mu s2 a b s 0 - err_S mu s2 a b s l = bracket mu s2 a b s l * (l%:R * b / (s%:R *
  a * total a b s l ^+ 2)) /\ err_L mu s2 a b 0 l - err_L mu s2 a b s l = bracket mu s2 a b s l * (s%:R * a / (l%:R
  * b * total a b s l ^+ 2))).
Proof. by move=> H; have [/eqP + _] := H rat_realFieldType 1 1 0 1 I isT 1%N 1%N isT isT; vm_compute. Qed.
Theorem lemma_5_1_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> forall M M' : nat, (0 < M)%N ->
  True -> [/\ s2 * a < mu -> err_S mu s2 a b M' 0 < err_S mu s2 a b M 0, mu < s2 * a -> err_S mu s2 a b M 0 < err_S
  mu s2 a b M' 0 & mu = s2 * a -> err_S mu s2 a b M 0 = s2 /\ err_S mu s2 a b M' 0 = s2]).
Proof. by move=> H; have [/(_ isT)] := H rat_realFieldType 2%:R 1 1 0 isT 1%N 1%N isT I; rewrite ltxx. Qed.
