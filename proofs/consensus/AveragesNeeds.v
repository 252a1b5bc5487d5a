(* What more theorems of Averages.v need: each hypothesis below is dropped in turn, and one to three clients break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Averages.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma one_client (F : 'I_1 -> bool -> rat) x : average F (fun=> 1) x = F ord0 x.
Proof. by rewrite /average big_ord1 card_ord divr1 mul1r. Qed.

Theorem agreement_is_not_empty_needs_1 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K)
  (least : I -> K) (eps : K), True -> (forall w : X, agreed F least w -> forall m : I, content F least eps m w) /\
  ((exists w : X, agreed F least w) -> exists w : X, forall m : I, content F least eps m w)).
Proof.
move=> H; have [all _] := H rat_realFieldType [finType of 'I_1] bool (fun _ _ => 0) (fun=> 0) (- 1) I.
by have := all true (fun=> erefl) ord0.
Qed.
Theorem average_to_accuracy_needs_2 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K)
  (least : I -> K), (forall (m : I) (x : X), least m <= F m x) -> forall (eps : Num.NumDomain.porder_unitRingType K)
  (x w : X), True -> average F (fun=> 1) x - average F (fun=> 1) w <= eps / #|I|%:R -> forall m : I, content F least
  eps m x).
Proof.
move=> H; have := H rat_realFieldType [finType of 'I_1] bool (fun _ _ => 1) (fun=> 0)
  (fun _ _ => ltW ltr01) 0 true true I.
by rewrite subrr mul0r => /(_ (lexx _) ord0).
Qed.
Theorem average_to_accuracy_needs_3 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (F : I -> X -> K)
  (least : I -> K), (forall (m : I) (x : X), least m <= F m x) -> forall (eps : Num.NumDomain.porder_unitRingType K)
  (x w : X), agreed F least w -> True -> forall m : I, content F least eps m x).
Proof.
pose F (_ : 'I_1) (x : bool) : rat := x%:R; move=> H.
by have := H rat_realFieldType _ _ F (fun=> 0) (fun _ x => ler0n _ x) 0 true false (fun=> erefl) I ord0.
Qed.
Theorem averages_and_accuracy_needs_1 : ~ (forall (K : realFieldType) (I : finType) (eps : K), True -> (forall (X :
  Type) (F : I -> X -> K) (least : I -> K) (x w : X), (forall (m : I) (y : X), least m <= F m y) -> agreed F least w
  -> average F (fun=> 1) x - average F (fun=> 1) w <= eps / #|I|%:R -> forall m : I, content F least eps m x) /\
  (forall (a : I) (worse : K), eps < worse -> exists F : I -> bool -> K, [/\ forall (m : I) (x : bool), 0 <= F m x,
  agreed F (fun=> 0) false, average F (fun=> 1) true - average F (fun=> 1) false = worse / #|I|%:R & ~ content F
  (fun=> 0) eps a true])).
Proof.
move=> H; have [_ sharp] := H rat_realFieldType [finType of 'I_1] (- 2%:R) I.
have [F [pos agree]] := sharp ord0 (- 1) isT; rewrite !one_client card_ord divr1 (agree ord0) subr0 => least.
by have := pos ord0 true; rewrite least.
Qed.
(* Three clients with three different points: leaving one out never helps, and no end is there twice. *)
Theorem intervals_need_twins_needs_1 : ~ (forall (K : realFieldType) (I : finType) (lo hi : I -> K), True -> (forall
  m : I, exists k : I, k != m) -> (forall (n : I) (x : K), (forall m : I, m != n -> inside lo hi m x) -> agree lo hi
  x) <-> (forall a : I, (forall m : I, lo m <= lo a) -> exists2 k : I, k != a & lo k = lo a) /\ (forall b : I,
  (forall m : I, hi b <= hi m) -> exists2 k : I, k != b & hi k = hi b)).
Proof.
pose at_ (m : 'I_3) : rat := (m : nat)%:R; move=> H.
have two (n : 'I_3) : exists a b : 'I_3, [/\ a != n, b != n & a != b].
  by case: n => -[|[|[|//]]] i; [exists (inord 1), (inord 2)|exists (inord 0), (inord 2)|exists (inord 0), (inord 1)];
    split; rewrite -val_eqE /= !inordK.
have more (m : 'I_3) : exists k : 'I_3, k != m by have [a [_ [am _ _]]] := two m; exists a.
have at_inj a b : at_ a = at_ b -> a = b by move=> e; apply/val_inj/eqP; rewrite -(eqr_nat rat_numDomainType) -/(at_ a) e.
have [/(_ _)] := H _ _ at_ at_ I more; case=> [n x K|top _].
  have [a [b [an bn ab]]] := two n; have := K a an; have := K b bn; rewrite /inside => /le_anti eb /le_anti ea.
  by case/eqP: ab; apply: at_inj; rewrite ea eb.
have [m|k /eqP no /at_inj] := top ord_max; last by [].
by rewrite ler_nat -ltnS.
Qed.
Theorem unbiased_values_fool_needs_1 : ~ (forall (K : realFieldType) (N : nat) (d g : K), True -> 0 < d -> d <= 1 ->
  let q := d / N%:R in let answer := g / q in [/\ 0 < q, q <= 1, q * answer + (1 - q) * 0 = g & 1 - d <= (1
  - q) ^+ N]).
Proof. by move=> H; have [] := H rat_realFieldType 0%N 1 1 I isT isT. Qed.
Theorem unbiased_values_fool_needs_2 : ~ (forall (K : realFieldType) (N : nat) (d g : K), (0 < N)%N -> True -> d <=
  1 -> let q := d / N%:R in let answer := g / q in [/\ 0 < q, q <= 1, q * answer + (1 - q) * 0 = g & 1 - d
  <= (1 - q) ^+ N]).
Proof. by move=> H; have [] := H rat_realFieldType 1%N 0 1 isT I isT. Qed.
Theorem unbiased_values_fool_needs_3 : ~ (forall (K : realFieldType) (N : nat) (d g : K), (0 < N)%N -> 0 < d -> True
  -> let q := d / N%:R in let answer := g / q in [/\ 0 < q, q <= 1, q * answer + (1 - q) * 0 = g & 1 - d <=
  (1 - q) ^+ N]).
Proof.
by move=> H; have [_ small _ _] := H rat_realFieldType 1%N 2%:R 1 isT isT I; move: small; vm_compute.
Qed.

(* A chance below zero asks for more than certainty. *)
Theorem unbiased_values_support_no_test_needs_2 : ~ (forall (K : realFieldType) (N : nat) (d g : K), (0 < N)%N -> True ->
  exists q answer : K, [/\ 0 < q <= 1, q * answer + (1 - q) * 0 = g & 1 - d <= (1 - q) ^+ N]).
Proof.
move=> H; have [q [answer [/andP[q0 _] _]]] := H rat_realFieldType 1%N (- 1) 1 isT I.
rewrite expr1 opprK ler_add2l => h; have : (0 : rat) < 0; last by rewrite ltxx.
by apply: (lt_le_trans ltr01); apply: le_trans h _; rewrite oppr_le0 ltW.
Qed.
