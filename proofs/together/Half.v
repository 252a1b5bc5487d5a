(* Theorem C, its curvature. A symmetric balanced rule that sees differences only pays each member alpha times: the mean of
   its own squared differences, minus the mean of the squared differences of pairs among the others. If the members of T
   shift together by u (from equal reports: the quadratic part of any shift), T together pays what the theorem says.
   Not modelled: that every such rule is of this form (averaging over permutations). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Half.
Variables (K : realFieldType) (I : finType) (alpha : K).
Local Notation M := (#|I|%:R : K).
Hypotheses (two : M - 1 != 0) (three : M - 2%:R != 0).
Implicit Types (m : I -> K) (i j k : I).

Definition d m i j := (m i - m j) ^+ 2.
Definition own m i := \sum_j d m i j.
Definition all m := \sum_i own m i.
Definition others m i := \sum_(j | j != i) \sum_(k | k != i) d m j k.
Definition pays m i := alpha * (own m i / (M - 1) - others m i / ((M - 1) * (M - 2%:R))).

Lemma d_same m i : d m i i = 0.
Proof. by rewrite /d subrr expr0n. Qed.
Lemma d_sym m i j : d m i j = d m j i.
Proof. by rewrite /d -opprB sqrrN. Qed.

Lemma without_one m i : others m i = all m - 2%:R * own m i.
Proof.
have column : \sum_(j | j != i) d m j i = own m i.
  by rewrite /own [RHS](bigD1 i) //= d_same add0r; apply: eq_bigr => j _; apply: d_sym.
have -> : all m = own m i + (own m i + others m i).
  rewrite /all (bigD1 i) //=; congr (_ + _); rewrite -{1}column /others -big_split /=.
  by apply: eq_bigr => j _; rewrite /own (bigD1 i).
ring.
Qed.

Lemma balanced m : \sum_i pays m i = 0.
Proof.
rewrite /pays -mulr_sumr sumrB -!mulr_suml.
have -> : \sum_i others m i = (M - 2%:R) * all m.
  under eq_bigr do rewrite without_one.
  by rewrite sumrB -mulr_sumr sumr_const -/(all m) -mulr_natl mulrBl.
rewrite -/(all m); suff -> : all m / (M - 1) - (M - 2%:R) * all m / ((M - 1) * (M - 2%:R)) = 0 by rewrite mulr0.
by field; apply/andP.
Qed.

Variables (T : {set I}) (u : K).
Local Notation t := (#|T|%:R : K).
Definition shift i := if i \in T then u else 0.

Lemma outside : #|~: T|%:R = M - t :> K.
Proof. by rewrite -(cardsC T) natrD; ring. Qed.

Lemma own_inside i : i \in T -> own shift i = (M - t) * u ^+ 2.
Proof.
move=> iT; rewrite /own (bigID (mem T)) /= big1 ?add0r => [|j jT]; last by rewrite /d /shift iT jT subrr expr0n.
rewrite -outside mulr_natl -sumr_const; apply: eq_big => [j | j jT]; first by rewrite !inE.
by rewrite /d /shift iT (negbTE jT) subr0.
Qed.

Lemma own_outside i : i \notin T -> own shift i = t * u ^+ 2.
Proof.
move=> iT; rewrite /own (bigID (mem T)) /= addrC big1 ?add0r => [|j jT]; last first.
  by rewrite /d /shift (negbTE iT) (negbTE jT) subrr expr0n.
by rewrite mulr_natl -sumr_const; apply: eq_bigr => j jT; rewrite /d /shift (negbTE iT) jT sub0r sqrrN.
Qed.

Lemma all_shift : all shift = 2%:R * (t * (M - t) * u ^+ 2).
Proof.
rewrite /all (bigID (mem T)) /= (eq_bigr _ own_inside) sumr_const (eq_bigr _ own_outside).
have -> : \sum_(i | i \notin T) t * u ^+ 2 = (M - t) * (t * u ^+ 2).
  transitivity (\sum_(i in ~: T) t * u ^+ 2); first by apply: eq_bigl => i; rewrite inE.
  by rewrite sumr_const -outside [RHS]mulr_natl.
by rewrite -[(M - t) * u ^+ 2 *+ _]mulr_natl; move: (#|T|%:R : K) (#|I|%:R : K) => a b; ring.
Qed.

Lemma curvature :
  \sum_(i in T) pays shift i = alpha * (t * (M - t) * (M - 2%:R * t) / ((M - 1) * (M - 2%:R))) * u ^+ 2.
Proof.
have each i : i \in T ->
  pays shift i = alpha * ((M - t) * (M - 2%:R * t) / ((M - 1) * (M - 2%:R))) * u ^+ 2.
  move=> iT; rewrite /pays without_one all_shift own_inside //; move: two three.
  by move: (#|T|%:R : K) (#|I|%:R : K) => a b a1 a2; field; apply/andP.
rewrite (eq_bigr _ each) sumr_const -[alpha * _ * _ *+ _]mulr_natl; move: two three.
by move: (#|T|%:R : K) (#|I|%:R : K) => a b a1 a2; field; apply/andP.
Qed.
End Half.
