(* Equal members (new-half-curvature, new-half-is-safe): what a coalition expects to gain by a joint lie under the symmetric rule,
   for any number of members, any coalition and any ordered field.
   Modelled as in Pairs.v: expectation of a product is a symmetric bilinear form E; differences of honest reports are
   uncorrelated with lies. A common shift is the lie that is the same number for all of the coalition. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum all_fingroup.
From mathcomp Require Import ring.
From Incentives Require Half Pairs.
From Incentives Require Import Alike.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Equal.
Variables (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (alpha : K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_pos : forall f, 0 <= E f f) (many : (2 < #|I|)%N).
Local Notation M := (#|I|%:R : K).

Definition far (m : I -> V) j k := E (m j - m k) (m j - m k).
(* The mean of one's squared distances from the others, less the mean of the squared distances among them. *)
Definition expected (m : I -> V) i :=
  alpha * ((\sum_(j | j != i) far m i j) / (M - 1)
           - (\sum_(j | j != i) \sum_(k | (k != i) && (k != j)) far m j k) / ((M - 1) * (M - 2%:R))).

Lemma M1 : M - 1 != 0.
Proof. by rewrite subr_eq0 -[1]/(1%:R) eqr_nat gtn_eqF // ltnW. Qed.
Lemma M2 : M - 2%:R != 0.
Proof. by rewrite subr_eq0 eqr_nat gtn_eqF. Qed.

(* It is the rule of pair stakes with equal stakes. *)
Lemma equal_pairs m i : expected m i = Pairs.expects E (fun _ _ => alpha / (M - 1)) m i.
Proof.
have same j : far m j j = 0 by rewrite /far subrr (Pairs.E_0l E_add).
rewrite /expected /Pairs.expects /Pairs.pays.
have -> : Pairs.own (Pairs.staked E (fun _ _ => alpha / (M - 1)) m) i = alpha / (M - 1) * \sum_(j | j != i) far m i j.
  by rewrite /Pairs.own (bigD1 i) //= /Pairs.staked -/(far m i i) same mulr0 add0r mulr_sumr.
have -> : Pairs.rest (Pairs.staked E (fun _ _ => alpha / (M - 1)) m) i
          = alpha / (M - 1) * \sum_(j | j != i) \sum_(k | (k != i) && (k != j)) far m j k.
  rewrite /Pairs.rest mulr_sumr; apply: eq_bigr => j ji.
  by rewrite (bigD1 j) //= /Pairs.staked -/(far m j j) same mulr0 add0r mulr_sumr.
move: (\sum_(j | j != i) far m i j) (\sum_(j | j != i) _) M M1 M2 => a b N N1 N2.
by field; apply/andP.
Qed.

Variables (T : {set I}) (honest lie : I -> V).
Hypothesis outside : forall i, i \notin T -> lie i = 0.
Hypothesis flat : forall i j k, i \in T -> E (honest j - honest k) (lie i) = 0.
Local Notation t := (#|T|%:R : K).
Definition change := \sum_(i in T) expected (fun j => honest j + lie j) i - \sum_(i in T) expected honest i.

Lemma sum_by (A : {pred I}) (a : K) : \sum_(i | i \in A) a = #|A|%:R * a.
Proof. by rewrite sumr_const mulr_natl. Qed.

(* The expected change is known for every common shift, and a majority short of everybody gains. *)
Lemma curvature (u : V) : (forall i, i \in T -> lie i = u) ->
  change = alpha * (t * (M - t) * (M - 2%:R * t) / ((M - 1) * (M - 2%:R))) * E u u.
Proof.
move=> same; rewrite /change.
rewrite (eq_bigr _ (fun i _ => equal_pairs _ i)) [X in _ - X](eq_bigr _ (fun i _ => equal_pairs _ i)).
rewrite (@Pairs.common_shift K I V E (fun _ _ => alpha / (M - 1)) E_sym E_add many _ T honest lie outside flat u same) //.
have -> : \sum_(j in T) \sum_(k | k \notin T) alpha / (M - 1) = t * ((M - t) * (alpha / (M - 1))).
  rewrite -sum_by; apply: eq_bigr => j _.
  rewrite (eq_bigl (fun k => k \in ~: T)) => [|k]; last by rewrite inE.
  rewrite sum_by; congr (_ * _); apply/eqP; rewrite eq_sym subr_eq -natrD addnC cardsC; exact: eqxx.
by move: t (E u u) M M1 M2 => a b N N1 N2; field; apply/andP.
Qed.

Lemma majority_gains (u : V) : (forall i, i \in T -> lie i = u) -> 0 < alpha -> 0 < E u u ->
  (#|I| < 2 * #|T|)%N -> (#|T| < #|I|)%N -> change < 0.
Proof.
move=> same rewarded real most short; rewrite (curvature same) pmulr_llt0 // pmulr_rlt0 //.
have T0 : 0 < t by rewrite ltr0n; case: #|T| most.
have out : 0 < M - t by rewrite subr_gt0 ltr_nat.
have neg : M - 2%:R * t < 0 by rewrite subr_lt0 -natrM ltr_nat.
have den : 0 < (M - 1) * (M - 2%:R) by rewrite mulr_gt0 ?subr_gt0 ?ltr1n ?ltr_nat // ltnW.
by rewrite pmulr_llt0 ?invr_gt0 // pmulr_rlt0 // mulr_gt0.
Qed.

Theorem half_is_safe : 0 <= alpha -> (2 * #|T| <= #|I|)%N -> 0 <= change.
Proof.
move=> rewarded half; rewrite /change.
rewrite (eq_bigr _ (fun i _ => equal_pairs _ i)) [X in _ - X](eq_bigr _ (fun i _ => equal_pairs _ i)) subr_ge0.
apply: (@Pairs.half_is_safe K I V E (fun _ _ => alpha / (M - 1))) => // _ _; apply: divr_ge0 => //.
by rewrite subr_ge0 -[1]/(1%:R) ler_nat; apply: leq_trans many.
Qed.
End Equal.

(* What a common shift changes and who gains by it: the page's theorem. *)
Theorem half_curvature (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (alpha : K) (T : {set I})
    (honest : I -> V) (u : V) :
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (2 < #|I|)%N ->
  (forall j k, E (honest j - honest k) u = 0) ->
  let M := #|I|%:R in let t := #|T|%:R in let shift i := if i \in T then u else 0 in
  change E alpha T honest shift = alpha * (t * (M - t) * (M - 2%:R * t) / ((M - 1) * (M - 2%:R))) * E u u /\
  (0 < alpha -> 0 < E u u -> (#|I| < 2 * #|T|)%N -> (#|T| < #|I|)%N -> change E alpha T honest shift < 0).
Proof.
move=> sym add many flat M t shift.
have out i : i \notin T -> shift i = 0 by rewrite /shift => /negPf ->.
have same i : i \in T -> shift i = u by rewrite /shift => ->.
have fl i j k : i \in T -> E (honest j - honest k) (shift i) = 0 by move=> /same ->.
split; first exact: (curvature alpha sym add many out fl same).
by move=> a0 u0 most short; apply: (majority_gains sym add many out fl same).
Qed.
