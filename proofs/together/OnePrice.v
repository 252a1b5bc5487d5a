(* One price for lies and laziness (Theorem A, parts 2 to 5) over any real field, any number of members.
   Modelled: expectation of a product as a symmetric bilinear form; "flat prior" as: the difference between the reference
   and the own mean is uncorrelated with every way to shift the own report; convexity of the errors as the inequality of
   the tangent at the efficient sizes (a hypothesis here: convexity itself, part 4's first half, is not proved in this file).
   Not modelled: densities, the best weights and the envelope of part 1. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Truth.
Variables (K : realFieldType) (V : lmodType K) (E : V -> V -> K).
Hypothesis E_sym : forall f g, E f g = E g f.
Hypothesis E_add : forall f g h, E (f + g) h = E f h + E g h.
Hypothesis E_pos : forall f, 0 <= E f f.
Variables own reference : V.

(* The stake when the report is the own mean, shifted by u. *)
Definition stake u := E (own + u - reference) (own + u - reference).

(* Part 2: what a shift costs, exactly; so no shift lowers the expected stake. *)
Theorem cost_of_a_lie u : E (own - reference) u = 0 -> stake u = stake 0 + E u u.
Proof.
move=> flat; rewrite /stake addr0.
have -> : own + u - reference = (own - reference) + u by rewrite addrAC.
move: (own - reference) flat => x flat.
have add_r h f g : E h (f + g) = E h f + E h g by rewrite E_sym E_add !(E_sym h).
by rewrite E_add !add_r (E_sym u x) flat addr0 add0r.
Qed.

Corollary truth u : E (own - reference) u = 0 -> stake 0 <= stake u.
Proof. by move=> flat; rewrite (cost_of_a_lie flat) ler_addl. Qed.
End Truth.

(* Part 3: a member pays and suffers B mu/n for its noise and c n for its samples; B is the sum of its weights' squares.
   Whatever the others collect, the efficient size is the one best, and a deviation costs c (n - n')^2/n. *)
Section Contribution.
Variables (K : realFieldType) (mu c B best : K).
Hypotheses (c_pos : 0 < c) (best_pos : 0 < best) (efficient : c * best ^+ 2 = mu * B).
Definition terms n := B * mu / n + c * n.

Theorem cost_of_laziness n : 0 < n -> terms n = terms best + c * (n - best) ^+ 2 / n.
Proof.
move=> n0; rewrite /terms [B * mu]mulrC -efficient; field; by rewrite !gt_eqF.
Qed.

Corollary contribution n : 0 < n -> n != best -> terms best < terms n.
Proof.
move=> n0 other; rewrite (cost_of_laziness n0) ltr_addl divr_gt0 // mulr_gt0 //.
by rewrite lt_def sqr_ge0 andbT expf_eq0 /= subr_eq0.
Qed.
End Contribution.

(* Part 4: with Lindahl's lump sums no coalition does better by leaving, at whatever sizes. *)
Section Leaving.
Variables (K : realFieldType) (I : finType) (err : I -> (I -> K) -> K) (n c : I -> K) (p : I -> I -> K).
Hypothesis tangent : forall i k, (forall j, 0 <= k j) -> err i n + \sum_j p i j * (n j - k j) <= err i k.
Hypothesis price_pos : forall i j, 0 <= p i j.
Hypothesis worth : forall j, \sum_i p i j <= c j.
Hypothesis collected : forall j, n j * (\sum_i p i j) = c j * n j.

Definition bill i := err i n + c i * n i + \sum_j p i j * n j - n i * (\sum_j p j i).

Lemma nobody_leaves (C : {set I}) (k : I -> K) :
  (forall j, 0 <= k j) -> (forall j, j \notin C -> k j = 0) ->
  \sum_(i in C) bill i <= \sum_(i in C) (err i k + c i * k i).
Proof.
move=> k0 outside.
have short i : bill i = err i n + \sum_j p i j * n j by rewrite /bill collected; ring.
have used : \sum_(i in C) \sum_j p i j * k j <= \sum_(i in C) c i * k i.
  rewrite exchange_big /= (bigID (mem C)) /= addrC big1 ?add0r => [|j jC]; last first.
    by rewrite big1 // => i _; rewrite outside // mulr0.
  apply: ler_sum => j _; rewrite -mulr_suml; apply: ler_wpmul2r => //.
  apply: le_trans (worth j); rewrite [X in _ <= X](bigID (mem C)) /= ler_addl.
  by apply: sumr_ge0 => i _.
rewrite [X in _ <= X]big_split /= -ler_subl_addr.
apply: le_trans (ler_sub (lexx _) used) _.
rewrite -sumrB; apply: ler_sum => i _; apply: le_trans (tangent i k0).
by rewrite short -addrA ler_add2l -sumrB le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _; rewrite mulrBr.
Qed.

Lemma bills_cover_the_cost : \sum_i bill i = \sum_i (err i n + c i * n i).
Proof.
rewrite /bill sumrB big_split /= addrAC -[RHS]addr0 -addrA; congr (_ + _).
by rewrite exchange_big /= addrC -sumrB big1 // => j _; rewrite mulr_sumr -sumrB big1 // => i _; rewrite mulrC subrr.
Qed.
End Leaving.

(* Part 5: what i stakes towards j goes from i to j; so payments sum to zero for all reports. *)
Theorem balance (K : realFieldType) (I : finType) (q : I -> I -> K) :
  \sum_i (\sum_j q i j - \sum_j q j i) = 0.
Proof. by rewrite sumrB [X in _ - X]exchange_big /= subrr. Qed.

