(* From three members on, payments for the truth can balance (new-truth-that-balances), for any number of members over
   any ordered field.
   Modelled: the sum over the pairs j < k is half of the sum over all j and k; [loss] is what a member loses by the model
   and pays. [reports m i r] are the reports m with r in the place of member i's. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Balanced.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypotheses (n_pos : forall i, 0 < n i) (three : (2 < #|I|)%N).
Implicit Types (m : I -> K) (i j k : I).
Local Notation M := (#|I|%:R : K).
Definition N := \sum_j n j.
Definition model m := (\sum_j n j * m j) / N.
Definition apart m j k := n j * n k / N * (m j - m k) ^+ 2.
Definition pays m i := \sum_(j | j != i) n j * (model m - m j) ^+ 2 -
  (M - 1) / (M - 2%:R) * (2%:R^-1 * \sum_(j | j != i) \sum_(k | k != i) apart m j k).
Definition reports m i r k := if k == i then r else m k.
Definition loss m i y r := n i * (model (reports m i r) - y) ^+ 2 + pays (reports m i r) i.

Lemma N_pos i : 0 < N.
Proof. by rewrite /N (bigD1 i) //= ltr_paddr // sumr_ge0 // => k _; rewrite ltW. Qed.

(* The squared distances from x of the others' reports and of y are least where x is their weighted mean. *)
Lemma what_a_lie_loses m i y r : loss m i y r = loss m i y y + n i ^+ 2 * (r - y) ^+ 2 / N.
Proof.
have N0 := N_pos i; rewrite /loss /pays.
have other s j : j != i -> reports m i s j = m j by rewrite /reports => /negPf->.
have pairs s : \sum_(j | j != i) \sum_(k | k != i) apart (reports m i s) j k =
    \sum_(j | j != i) \sum_(k | k != i) apart m j k.
  by apply: eq_bigr => j ji; apply: eq_bigr => k ki; rewrite /apart !other.
have near s : \sum_(j | j != i) n j * (model (reports m i s) - reports m i s j) ^+ 2 =
    (N - n i) * model (reports m i s) ^+ 2 - 2%:R * model (reports m i s) * (\sum_(j | j != i) n j * m j) +
    \sum_(j | j != i) n j * m j ^+ 2.
  rewrite (eq_bigr (fun j => model (reports m i s) ^+ 2 * n j - 2%:R * model (reports m i s) * (n j * m j) +
    n j * m j ^+ 2)) => [|j ji]; last by rewrite other //; ring.
  rewrite big_split sumrB -!mulr_sumr /=; congr (_ - _ + _); rewrite mulrC; congr (_ * _).
  by rewrite /N [\sum_j n j](bigD1 i) //= addrAC subrr add0r.
have modelE s : model (reports m i s) = (n i * s + \sum_(j | j != i) n j * m j) / N.
  rewrite /model (bigD1 i) //= {1}/reports eqxx; congr ((_ + _) / _).
  by apply: eq_bigr => j ji; rewrite other.
rewrite !pairs !near !modelE; move: N N0 (\sum_(j | _) n j * m j) (\sum_(j | _) n j * m j ^+ 2) => T T0 A B.
by move: ((M - 1) / _ * _) => c; field; rewrite gt_eqF.
Qed.

Lemma spread m : (exists i : I, true) -> \sum_j n j * (model m - m j) ^+ 2 = 2%:R^-1 * \sum_j \sum_k apart m j k.
Proof.
move=> [i _]; have N0 := N_pos i; set x := model m.
pose A := \sum_j n j * m j; pose B := \sum_j n j * m j ^+ 2; have xE : x = A / N by [].
have -> : \sum_j n j * (x - m j) ^+ 2 = x ^+ 2 * N - 2%:R * x * A + B.
  rewrite (eq_bigr (fun j => x ^+ 2 * n j - 2%:R * x * (n j * m j) + n j * m j ^+ 2)) => [|j _]; last by ring.
  by rewrite big_split sumrB -!mulr_sumr.
have -> : \sum_j \sum_k apart m j k = 2%:R * (B - A ^+ 2 / N).
  rewrite (eq_bigr (fun j => n j * m j ^+ 2 * (N / N) - n j * m j * (2%:R * A / N) + n j * (B / N))) => [|j _].
    by rewrite big_split sumrB -!mulr_suml -/A -/B -/N /=; field; rewrite gt_eqF.
  rewrite (eq_bigr (fun k => n j * m j ^+ 2 / N * n k - n j * m j * 2%:R / N * (n k * m k) +
    n j / N * (n k * m k ^+ 2))) => [|k _]; last by rewrite /apart; ring.
  by rewrite big_split sumrB -!mulr_sumr -/A -/B -/N /=; field; rewrite gt_eqF.
by rewrite xE; field; rewrite gt_eqF.
Qed.

Lemma pays_sum_to_zero m : \sum_i pays m i = 0.
Proof.
have [i0 _] : exists i : I, i \in I by apply/card_gt0P; apply: leq_trans three.
pose T := \sum_j \sum_k apart m j k.
have same j : apart m j j = 0 by rewrite /apart subrr expr0n mulr0.
have swap j k : apart m j k = apart m k j by rewrite /apart -sqrrN opprB [n j * _]mulrC.
have without i : \sum_(j | j != i) \sum_(k | k != i) apart m j k = T - 2%:R * \sum_k apart m i k.
  have TE : T = \sum_k apart m i k + \sum_(j | j != i) \sum_k apart m j k by rewrite /T (bigD1 i).
  have row : \sum_k apart m i k = \sum_(k | k != i) apart m i k by rewrite (bigD1 i) //= same add0r.
  have rest : \sum_(j | j != i) \sum_k apart m j k =
      \sum_(j | j != i) apart m i j + \sum_(j | j != i) \sum_(k | k != i) apart m j k.
    by rewrite -big_split; apply: eq_bigr => j _; rewrite (bigD1 i) //= swap.
  by rewrite TE rest row; ring.
rewrite /pays sumrB; have -> : \sum_i \sum_(j | j != i) n j * (model m - m j) ^+ 2 = (M - 1) * (2%:R^-1 * T).
  rewrite /T -spread; last by exists i0.
  rewrite (eq_bigr (fun i => \sum_j n j * (model m - m j) ^+ 2 - n i * (model m - m i) ^+ 2)) => [|i _].
    by rewrite sumrB sumr_const -[_ *+ _]mulr_natl mulrBl mul1r.
  by rewrite [\sum_j _](bigD1 i) //= addrAC subrr add0r.
have M2 : M - 2%:R != 0 by rewrite subr_eq0 eqr_nat gtn_eqF.
rewrite -mulr_sumr -mulr_sumr (eq_bigr _ (fun i _ => without i)) sumrB -mulr_sumr -/T sumr_const -[T *+ _]mulr_natl.
have -> : M * T - 2%:R * T = (M - 2%:R) * T by ring.
by rewrite mulrCA mulrA [_^-1 * _]mulrC; move: M M2 => a a2; field; rewrite a2.
Qed.
End Balanced.

(* The page's proposition. *)
Theorem truth_that_balances (K : realFieldType) (I : finType) (n : I -> K) : (forall i, 0 < n i) -> (2 < #|I|)%N ->
  (forall m i y r, r != y -> loss n m i y y < loss n m i y r) /\ forall m, \sum_i pays n m i = 0.
Proof.
move=> n0 three; split=> [m i y r ry|m]; last exact: pays_sum_to_zero.
rewrite (what_a_lie_loses n0 m i y r) ltr_addl divr_gt0 ?(N_pos n0 i) // mulr_gt0 //; first by rewrite exprn_gt0.
by rewrite lt_def sqr_ge0 andbT expf_eq0 /= subr_eq0.
Qed.
