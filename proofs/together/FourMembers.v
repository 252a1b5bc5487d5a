(* With four members no other rewards can be safe at half (new-four-members-rewards), over any ordered field.
   Modelled: as in SomeMajority.v, payments that are quadratic in differences and sum to zero; the reward of i is the
   factor of (m i)^2 in its own payment. There is a shift u that every member can make, whatever its data say. "No
   pair gains" asks for no more than lies that shift the two reports by multiples of u. Not modelled: payments that
   are not quadratic. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike SomeMajority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variables (K : realFieldType) (I : finType) (c : I -> I -> I -> K).
Hypotheses (c_paired : paired c) (c_balanced : balanced_rule c) (four : #|I| = 4%N).
Implicit Types (T : {set I}) (x : I -> K).
Definition joint T x := \sum_(i in T) charge c x i.
(* No pair is better off when it moves its reports and nobody else does. *)
Hypothesis no_pair : forall T x, #|T| = 2%N -> (forall i, i \notin T -> x i = 0) -> 0 <= joint T x.

Lemma all_charges x : \sum_i charge c x i = 0.
Proof.
rewrite exchange_big big1 //= => j _; rewrite exchange_big big1 //= => k _; rewrite -mulr_suml.
by have [->|jk] := eqVneq j k; [rewrite subrr expr0n mulr0|rewrite c_balanced // mul0r].
Qed.
Lemma charge_shift x a i : charge c (fun j => a - x j) i = charge c x i.
Proof.
apply: eq_bigr => j _; apply: eq_bigr => k _; congr (_ * _).
have -> : a - x j - (a - x k) = - (x j - x k) by ring.
exact: sqrrN.
Qed.

(* What a pair loses by a common shift the other pair gains by it: both are indifferent. *)
Lemma common_shift T : #|T| = 2%N -> joint T (joined K T) = 0.
Proof.
move=> two; have other : #|~: T| = 2%N by have := cardsC T; rewrite two four => /(@addnI 2%N _ 2%N).
have turned : joint (~: T) (joined K (~: T)) = - joint T (joined K T).
  apply/eqP; rewrite -addr_eq0 addrC; apply/eqP; rewrite -[RHS](all_charges (joined K T)) [RHS](bigID (mem T)) /=.
  congr (_ + _); rewrite /joint (eq_bigl (fun i => i \notin T)) => [|i]; last by rewrite inE.
  apply: eq_bigr => i _.
  rewrite -[RHS](charge_shift _ 1); apply: eq_bigr => j _; apply: eq_bigr => k _.
  by rewrite /joined !inE; case: (j \in T); case: (k \in T); rewrite /= ?(subr0, subrr).
have zero (A : {set I}) i : i \notin A -> joined K A i = 0 by rewrite /joined => /negPf ->.
apply/eqP; rewrite eq_le no_pair ?andbT => [|//|]; last exact: zero.
by rewrite -oppr_ge0 -turned; apply: no_pair => //; apply: zero.
Qed.

(* The factor of (m j)^2 in what i pays. *)
Definition square_of j i := charge c (joined K [set j]) i.
Definition moved (i j : I) (x y : K) k := if k == i then x else if k == j then y else 0.

Lemma two_squares i j (x y : K) h : i != j -> charge c (moved i j x y) h =
  x * (x - y) * square_of i h + y * (y - x) * square_of j h + x * y * charge c (joined K [set i; j]) h.
Proof.
move=> ij; rewrite /square_of /charge !mulr_sumr -!big_split; apply: eq_bigr => k _ /=.
rewrite !mulr_sumr -!big_split; apply: eq_bigr => l _ /=; rewrite /moved /joined !inE.
have [->|ki] := eqVneq k i; have [->|li] := eqVneq l i; rewrite ?(negPf ij) ?[i == j]eq_sym ?orbT /=;
  try (have [->|kj] := eqVneq k j); try (have [->|lj] := eqVneq l j); rewrite ?eqxx ?(negPf ij) /=; ring.
Qed.

(* So what a pair pays is a square of its own difference. *)
Definition beta i j := square_of i i + square_of i j.
Lemma pair_is_a_square i j : i != j -> beta i j = beta j i /\ 0 <= beta i j.
Proof.
move=> ij; have two : #|[set i; j]| = 2%N by rewrite cards2 ij.
have in_pair (f : I -> K) : \sum_(h in [set i; j]) f h = f i + f j.
  by rewrite big_setU1 ?inE //= big_set1.
have form (x y : K) : joint [set i; j] (moved i j x y) = (x - y) * (x * beta i j - y * beta j i).
  have zero := common_shift two; rewrite /joint in_pair in zero; rewrite /joint in_pair !two_squares // /beta.
  by rewrite -[RHS]addr0 -(mulr0 (x * y)) -zero; ring.
have pays (x y : K) : 0 <= (x - y) * (x * beta i j - y * beta j i).
  rewrite -form; apply: no_pair => // k; rewrite !inE negb_or /moved => /andP[/negPf -> /negPf ->]; exact: erefl.
have pos : 0 <= beta i j by have := pays 1 0; rewrite subr0 !mul1r mul0r subr0.
split=> //; set a := beta i j in pos pays *; set b := beta j i in pays *.
have a1 : 0 < a + 1 by rewrite ltr_paddl ?ltr01.
have := pays (1 - (a - b) / (a + 1)) 1.
have -> : (1 - (a - b) / (a + 1) - 1) * ((1 - (a - b) / (a + 1)) * a - 1 * b) = - ((a - b) / (a + 1)) ^+ 2.
  by field; rewrite gt_eqF.
rewrite oppr_ge0 => neg; have : ((a - b) / (a + 1)) ^+ 2 == 0 by rewrite eq_le neg sqr_ge0.
by rewrite sqrf_eq0 mulf_eq0 invr_eq0 (gt_eqF a1) orbF subr_eq0 => /eqP.
Qed.

(* The factors of one square cancel, so the squares of a member's three pairs have twice its reward. *)
Lemma twice i : \sum_(j | j != i) beta i j = 2%:R * factor c i.
Proof.
have all : square_of i i + \sum_(j | j != i) square_of i j = 0 by rewrite -[RHS](all_charges (joined K [set i]))
  [RHS](bigD1 i).
have three : #|predC1 i| = 3%N by rewrite cardC1 four.
have own : square_of i i = factor c i by apply: reward_alone.
rewrite big_split /= sumr_const three; have -> : \sum_(j | j != i) square_of i j = - square_of i i.
  by apply/eqP; rewrite -addr_eq0 addrC all.
by rewrite own -mulr_natl; ring.
Qed.

Lemma rewards i : factor c i <= \sum_(j | j != i) factor c j.
Proof.
rewrite -(@ler_pmul2l _ 2%:R) ?ltr0n // -twice mulr_sumr; apply: ler_sum => j ji.
have ij : i != j by rewrite eq_sym.
have [-> _] := pair_is_a_square ij; rewrite -twice (bigD1 i) //= ler_addl sumr_ge0 // => k /andP[kj _].
have jk : j != k by rewrite eq_sym.
by have [] := pair_is_a_square jk.
Qed.
End Pairs.

(* The page's proposition. *)
Theorem four_members_rewards (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (c : I -> I -> I -> K)
    (honest : I -> V) (u : V) :
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule c -> #|I| = 4%N ->
  (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u ->
  (forall (T : {set I}) (x : I -> K), #|T| = 2%N -> (forall i, i \notin T -> x i = 0) ->
    0 <= change E c T honest (fun i => x i *: u)) ->
  forall i, factor c i <= \sum_(j | j != i) factor c j.
Proof.
move=> sym add scale pair bal four flat real safe; apply: rewards => // T x two out.
by have := safe T x two out; rewrite change_is // pmulr_rge0.
Qed.
