(* What the members of a coalition use under uniform and coarse-grained federation (coalitions/definition-uniform-federation,
   definition-coarse-grained-federation). Any coalition, any numbers of samples, any real field; samples and
   estimates are vectors. Not modelled: how a model is fitted that is no average. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Federations.
Variables (K : realFieldType) (V : lmodType K) (I : finType) (m : I -> nat) (C : {set I}).
Definition samples : K := \sum_(i in C) (m i)%:R.
Definition uniform_model (estimate : I -> V) := samples^-1 *: \sum_(i in C) (m i)%:R *: estimate i.
Definition coarse_model (estimate : I -> V) (w : I -> K) j := w j *: estimate j + (1 - w j) *: uniform_model estimate.

(* If estimates are averages of the own samples y, the uniform model is the average of all samples, counted one by one. *)
Let by_member (R : zmodType) (f : forall i, 'I_(m i) -> R) :
  \sum_(z : {i : I & 'I_(m i)} | tag z \in C) f (tag z) (tagged z) = \sum_(i in C) \sum_(l < m i) f i l.
Proof. by rewrite (sig_big_dep (fun i => i \in C) (fun _ _ => true)) /=; apply: eq_bigl => z; rewrite andbT. Qed.

Theorem uniform_is_the_average_of_all (y : forall i, 'I_(m i) -> V) :
  let sample (z : {i : I & 'I_(m i)}) := y (tag z) (tagged z) in
  let all := [set z : {i : I & 'I_(m i)} | tag z \in C] in
  uniform_model (fun i => (m i)%:R^-1 *: \sum_(l < m i) y i l) = #|all|%:R^-1 *: \sum_(z in all) sample z.
Proof.
move=> sample all; have inC z : (z \in all) = (tag z \in C) by rewrite inE.
rewrite (eq_bigl _ _ inC) by_member -sum1_card natr_sum (eq_bigl _ _ inC) (by_member (fun i _ => 1 : K)).
rewrite /uniform_model /samples; congr (_^-1 *: _); apply: eq_bigr => i _; first by rewrite sumr_const card_ord.
have [none|some] := posnP (m i); last by rewrite scalerA mulfV ?scale1r // pnatr_eq0 -lt0n.
by rewrite !big1 ?scaler0 // => l _; have := ltn_ord l; rewrite [X in (_ < X)%N]none.
Qed.

(* The share 0 for the own estimate is uniform federation, the share 1 is to be local. *)
Theorem both_ends estimate w j :
  (w j = 0 -> coarse_model estimate w j = uniform_model estimate) /\ (w j = 1 -> coarse_model estimate w j = estimate j).
Proof.
rewrite /coarse_model; split=> ->; first by rewrite scale0r add0r subr0 scale1r.
by rewrite scale1r subrr scale0r addr0.
Qed.
End Federations.
