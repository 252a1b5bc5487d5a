(* Mixing word by word is not mixing whole sentences (payments/new-word-mixture). Any vocabulary, any number of models,
   any shares, any finite list of sentences.
   Modelled: a sentence is a list of words; [allowed h w] says that the word w (or an end, which is a word like the
   others) may come after the prefix h, and [next j h w] is its chance there in model j. [root j] is the power with the
   share of model j as its exponent: of powers only root j (a b) = root j a * root j b and 0 < root j a are used, for
   a, b > 0. Z h is the sum by which decoding divides after the prefix h. That decoding is a law on the sentences is a
   hypothesis: they are all the ways to an end.
   Not modelled: languages with infinitely many sentences. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum poly.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Words.
Variables (K : realFieldType) (Word J : finType) (allowed : seq Word -> pred Word).
Variables (next : J -> seq Word -> Word -> K) (root : J -> K -> K).
Definition power (f : K -> K) := forall a b, 0 < a -> 0 < b -> f (a * b) = f a * f b /\ 0 < f a.
(* The words of x are allowed after the prefix h; the product over the prefixes of h ++ x, from h on. *)
Fixpoint sentence_from (h x : seq Word) : bool :=
  if x is w :: rest then allowed h w && sentence_from (rcons h w) rest else true.
Fixpoint along (g : seq Word -> Word -> K) (h x : seq Word) : K :=
  if x is w :: rest then g h w * along g (rcons h w) rest else 1.
Definition mixed h w := \prod_j root j (next j h w).
Definition Z h := \sum_(w | allowed h w) mixed h w.
Definition decoding := along (fun h w => mixed h w / Z h) [::].
Definition divisors := along (fun h _ => Z h) [::].
Definition chance j := along (next j) [::].
Definition sentence_mixture (S : seq (seq Word)) x :=
  (\prod_j root j (chance j x)) / \sum_(y <- S) \prod_j root j (chance j y).

Hypotheses (next_pos : forall j h w, allowed h w -> 0 < next j h w) (powers : forall j, power (root j)).

Lemma mixed_pos h w : allowed h w -> 0 < mixed h w.
Proof. by move=> ok; apply: prodr_gt0 => j _; have [] := powers j (next_pos j ok) ltr01. Qed.
Lemma Z_pos h w : allowed h w -> 0 < Z h.
Proof.
move=> ok; rewrite /Z (bigD1 w) //= ltr_spaddl ?mixed_pos // sumr_ge0 // => v /andP[ok' _].
by rewrite ltW ?mixed_pos.
Qed.
Lemma along_pos g h x : (forall h w, allowed h w -> 0 < g h w) -> sentence_from h x -> 0 < along g h x.
Proof. by move=> pos; elim: x h => [|w x IH] h /= => [|/andP[ok rest]]; rewrite ?ltr01 // mulr_gt0 ?pos ?IH. Qed.
Lemma root_one j : root j 1 = 1.
Proof.
have [E pos] := powers j ltr01 (ltr01 : 0 < 1 :> K); apply: (mulfI (lt0r_neq0 pos)).
by rewrite mulr1 -{1}E mulr1.
Qed.
Lemma whole h x : sentence_from h x -> \prod_j root j (along (next j) h x) = along mixed h x.
Proof.
elim: x h => [|w x IH] h /= => [_|/andP[ok rest]]; first by apply: big1 => j _; apply: root_one.
rewrite -IH // /mixed -big_split /=; apply: eq_bigr => j _.
by have [] := powers j (next_pos j ok) (along_pos (next_pos j) rest).
Qed.
Lemma step_by_step h x : sentence_from h x ->
  along (fun h w => mixed h w / Z h) h x = along mixed h x / along (fun h _ => Z h) h x.
Proof.
elim: x h => [|w x IH] h /= => [_|/andP[ok rest]]; first by rewrite invr1 mulr1.
rewrite IH //; have z1 := lt0r_neq0 (Z_pos ok); have z2 := lt0r_neq0 (along_pos Z_pos rest).
by field; rewrite z2 z1.
Qed.
End Words.

(* [S] lists the sentences. *)
Theorem word_mixture (K : realFieldType) (Word J : finType) (allowed : seq Word -> pred Word)
    (next : J -> seq Word -> Word -> K) (root : J -> K -> K) (S : seq (seq Word)) :
  (forall j h w, allowed h w -> 0 < next j h w) -> (forall j, power (root j)) ->
  (forall x, x \in S -> sentence_from allowed [::] x) -> \sum_(x <- S) decoding allowed next root x = 1 ->
  (exists c, 0 < c /\ forall x, x \in S ->
     decoding allowed next root x = sentence_mixture next root S x * c / divisors allowed next root x) /\
  ((forall x, x \in S -> decoding allowed next root x = sentence_mixture next root S x) <->
   (forall x y, x \in S -> y \in S -> divisors allowed next root x = divisors allowed next root y)).
Proof.
move=> pos powers legal one; have [s Ss] : exists s, s \in S.
  by case: S one {legal} => [|s S _]; [rewrite big_nil => /esym/eqP; rewrite oner_eq0|exists s; rewrite mem_head].
set c := \sum_(y <- S) \prod_j root j (chance next j y).
have prod0 x : x \in S -> 0 < \prod_j root j (chance next j x).
  by move=> Sx; rewrite (whole pos powers (legal x Sx)) (along_pos (mixed_pos pos powers)) ?legal.
have c0 : 0 < c.
  rewrite /c (big_rem s) //= ltr_spaddl ?prod0 // big_seq sumr_ge0 // => y Sy; apply/ltW/prod0; exact: mem_rem Sy.
have d0 x : x \in S -> 0 < divisors allowed next root x.
  by move=> Sx; apply: (along_pos (g := fun h _ => Z allowed next root h) (Z_pos pos powers)); apply: legal.
have E x : x \in S -> decoding allowed next root x = sentence_mixture next root S x * c / divisors allowed next root x.
  move=> Sx; rewrite /decoding (step_by_step pos powers (legal x Sx)) -(whole pos powers (legal x Sx)).
  by rewrite /sentence_mixture -/c divfK // gt_eqF.
have mix0 x : x \in S -> sentence_mixture next root S x != 0.
  by move=> Sx; rewrite gt_eqF // divr_gt0 ?prod0.
split; first by exists c.
split=> [same x y Sx Sy|same x Sx].
  have at_c z : z \in S -> divisors allowed next root z = c.
    move=> Sz; have dn := lt0r_neq0 (d0 z Sz); have := same z Sz; rewrite (E z Sz) => /(canRL (divfK dn)).
    by move/(mulfI (mix0 z Sz)).
  by rewrite !at_c.
have mass : \sum_(y <- S) sentence_mixture next root S y = 1 by rewrite -mulr_suml -/c divff // gt_eqF.
have k1 : c / divisors allowed next root x = 1.
  rewrite -[LHS]mul1r -{1}mass mulr_suml -[RHS]one big_seq [RHS]big_seq; apply: eq_bigr => y Sy.
  by rewrite (E y Sy) (same y x) // mulrA.
by rewrite (E x Sx) -mulrA k1 mulr1.
Qed.
