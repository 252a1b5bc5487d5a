(* What the theorem of TwoWelfares.v needs: each hypothesis below is dropped in turn; two members of one size, whose reports
   have a negative variance, or nobody, break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights TwoWelfares.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition one_takes_all (i : bool) : rat := i%:R.
Lemma two : (0 < #|bool_finType|)%N.
Proof. by rewrite card_bool. Qed.
Lemma takes_all : \sum_i one_takes_all i = 1.
Proof. by rewrite big_bool. Qed.
Lemma fine_two (c mu s2 : rat) (v : bool -> rat) i : \sum_i v i = 1 ->
  fine (fun=> c) mu s2 i v = (s2 + mu / c) * v true ^+ 2 + (s2 + mu / c) * v false ^+ 2 - 2%:R * s2 * v i + s2.
Proof. by move=> one; rewrite fine_is // big_bool. Qed.
Lemma records_two (c mu s2 : rat) (v : bool -> rat) : \sum_i v i = 1 -> over_records (fun=> c) mu s2 v =
  \sum_i c * ((s2 + mu / c) * v true ^+ 2 + (s2 + mu / c) * v false ^+ 2 - 2%:R * s2 * v i + s2).
Proof. by move=> one; apply: eq_bigr => i _; rewrite fine_two. Qed.
Lemma by_size_two (c : rat) i : by_size (fun _ : bool => c) i = c / (c + c).
Proof. by rewrite /by_size big_bool. Qed.
(* Weights in proportion to the sizes, which are equal, lose to one member's weight. *)
Lemma worse (c mu s2 : rat) : c / (c + c) + c / (c + c) = 1 ->
  over_records (fun=> c) mu s2 (by_size (fun _ : bool => c)) <= over_records (fun=> c) mu s2 one_takes_all ->
  c * ((s2 + mu / c) * (c / (c + c)) ^+ 2 + (s2 + mu / c) * (c / (c + c)) ^+ 2 - 2%:R * s2 * (c / (c + c)) + s2) +
  c * ((s2 + mu / c) * (c / (c + c)) ^+ 2 + (s2 + mu / c) * (c / (c + c)) ^+ 2 - 2%:R * s2 * (c / (c + c)) + s2) <=
  c * ((s2 + mu / c) * 1 ^+ 2 + (s2 + mu / c) * 0 ^+ 2 - 2%:R * s2 * 1 + s2) +
  c * ((s2 + mu / c) * 1 ^+ 2 + (s2 + mu / c) * 0 ^+ 2 - 2%:R * s2 * 0 + s2).
Proof.
move=> half; have sum : \sum_i by_size (fun _ : bool => c) i = 1 by rewrite big_bool !by_size_two.
by rewrite (records_two _ _ _ sum) (records_two _ _ _ takes_all) !big_bool !by_size_two.
Qed.

Theorem two_welfares_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0 < mu ->
  0 < s2 -> (0 < #|I|)%N -> [/\ \sum_i by_size n i = 1, \sum_i by_precision n mu s2 i = 1 & forall v : I -> K, \sum_i
  v i = 1 -> over_records n mu s2 (by_size n) <= over_records n mu s2 v /\ over_members n mu s2 (by_precision n mu s2)
  <= over_members n mu s2 v]).
Proof.
move=> H; have [_ _ /(_ _ takes_all)[bad _]] := H rat_realFieldType _ (fun=> - 1) 1 2%:R I isT isT two.
by move: (worse (eqP (isT : - 1 / (- 1 + - 1) + - 1 / (- 1 + - 1) == 1 :> rat)) bad); vm_compute.
Qed.
Theorem two_welfares_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> True -> 0 < s2 -> (0 < #|I|)%N -> [/\ \sum_i by_size n i = 1, \sum_i by_precision n mu s2 i = 1 & forall v
  : I -> K, \sum_i v i = 1 -> over_records n mu s2 (by_size n) <= over_records n mu s2 v /\ over_members n mu s2
  (by_precision n mu s2) <= over_members n mu s2 v]).
Proof.
move=> H; have [_ _ /(_ _ takes_all)[bad _]] := H rat_realFieldType _ (fun=> 1) (- 2%:R) 1 (fun=> isT) I isT
  two.
by move: (worse (eqP (isT : 1 / (1 + 1) + 1 / (1 + 1) == 1 :> rat)) bad); vm_compute.
Qed.
Theorem two_welfares_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> 0 < mu -> True -> (0 < #|I|)%N -> [/\ \sum_i by_size n i = 1, \sum_i by_precision n mu s2 i = 1 & forall v
  : I -> K, \sum_i v i = 1 -> over_records n mu s2 (by_size n) <= over_records n mu s2 v /\ over_members n mu s2
  (by_precision n mu s2) <= over_members n mu s2 v]).
Proof.
move=> H; have [_ _ /(_ _ takes_all)[bad _]] := H rat_realFieldType _ (fun=> 1) 1 (- 2%:R) (fun=> isT) isT I
  two.
by move: (worse (eqP (isT : 1 / (1 + 1) + 1 / (1 + 1) == 1 :> rat)) bad); vm_compute.
Qed.
Theorem two_welfares_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (forall i : I, 0
  < n i) -> 0 < mu -> 0 < s2 -> True -> [/\ \sum_i by_size n i = 1, \sum_i by_precision n mu s2 i = 1 & forall v : I
  -> K, \sum_i v i = 1 -> over_records n mu s2 (by_size n) <= over_records n mu s2 v /\ over_members n mu s2
  (by_precision n mu s2) <= over_members n mu s2 v]).
Proof.
move=> H; have [none _ _] := H rat_realFieldType [finType of 'I_0] (fun=> 1) 1 1 (fun=> isT) isT isT I.
by move: none; rewrite big_ord0 => /eqP; rewrite eq_sym oner_eq0.
Qed.
