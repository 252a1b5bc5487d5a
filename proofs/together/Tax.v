(* Payments and bills of an average (new-pivot-is-a-tax, new-bill-per-record), for any number of members over any ordered field.
   Modelled: member j's report m j, its size n j; the others' welfare at the model x is minus the sum of n j (x - m j)^2. Errors
   are those of uniform federation, [err] of the part on coalitions; a coalition's cost counts each member's error once for each
   of its records. Not modelled: who learns what. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pivot.
Variables (K : realFieldType) (I : finType) (n m : I -> K) (i : I).
Hypotheses (n_pos : forall j, 0 < n j) (company : exists j, j != i).
Definition records := \sum_j n j.
Definition others := \sum_(j | j != i) n j.
Definition model := (\sum_j n j * m j) / records.
Definition without := (\sum_(j | j != i) n j * m j) / others.
Definition welfare x := - \sum_(j | j != i) n j * (x - m j) ^+ 2.

(* The pivot payment: what the others lose by member i's presence. *)
Theorem pivot_is_a_tax : let w := n i / records in
  [/\ forall x, welfare x <= welfare without,
    welfare without - welfare model = others * w ^+ 2 * (m i - without) ^+ 2 &
    welfare without - welfare model = \sum_(j | j != i) n j * w ^+ 2 * (m i - without) ^+ 2].
Proof.
move=> w; have R0 : 0 < others.
  case: company => j ji; rewrite /others (bigD1 j) //= ltr_paddr // sumr_ge0 // => k _; exact: ltW.
have all : records = n i + others by rewrite /records (bigD1 i).
have N0 : 0 < records by rewrite all addr_gt0.
have sum : \sum_(j | j != i) n j * m j = others * without by rewrite /without mulrC divfK // gt_eqF.
have square x : welfare without - welfare x = others * (x - without) ^+ 2.
  rewrite /welfare opprK addrC -sumrB.
  rewrite (eq_bigr (fun j => (x - without) * (n j * (x + without) - 2%:R * (n j * m j)))) => [|j _]; last by ring.
  by rewrite -mulr_sumr sumrB -mulr_suml -mulr_sumr -/others sum; ring.
have shift : model - without = w * (m i - without).
  rewrite /model (bigD1 i) //= sum /w all; have N1 : n i + others != 0 by rewrite -all gt_eqF.
  by move: without others N1 => a b N1; field.
have paid : welfare without - welfare model = others * w ^+ 2 * (m i - without) ^+ 2.
  by rewrite square shift exprMn mulrA.
split=> // [x|]; first by rewrite -subr_ge0 square mulr_ge0 ?sqr_ge0 // ltW.
by rewrite paid /others !mulr_suml.
Qed.
End Pivot.

Section Bills.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall j, 0 < n j) (s2_pos : 0 <= s2) (small : forall j, s2 * n j <= mu) (some : I).
Implicit Types C : {set I}.
Local Notation N := (size n setT).
Definition cost C := \sum_(j in C) n j * err n mu s2 C j.
Definition bill j := n j * (s2 + (mu - s2 * n j) / N).

Theorem bill_per_record :
  \sum_j bill j = cost setT /\
  forall C, C != set0 ->
    cost C - \sum_(j in C) bill j = (N - size n C) / N * (mu - s2 * squares n C / size n C) /\
    \sum_(j in C) bill j <= cost C.
Proof.
have N0 : 0 < N by apply: (size_pos n_pos (in_setT some)).
have sums C : \sum_(j in C) bill j = s2 * size n C + (mu * size n C - s2 * squares n C) / N.
  rewrite (eq_bigr (fun j => s2 * n j + (mu * n j - s2 * n j ^+ 2) / N)) => [|j _]; last by rewrite /bill; ring.
  by rewrite big_split /= -mulr_suml sumrB -!mulr_sumr.
have costs C : C != set0 -> cost C = mu + s2 * (size n C - squares n C / size n C).
  case/set0Pn => i iC; have C0 := size_pos n_pos iC.
  rewrite /cost (eq_bigr (fun j => n j * (mu / size n C + s2 * (squares n C / size n C ^+ 2 + 1))
      - s2 * 2%:R / size n C * n j ^+ 2)) => [|j jC]; last by rewrite (err_two_numbers _ _ n_pos jC); field; rewrite gt_eqF.
  rewrite sumrB -mulr_suml -mulr_sumr -/(size n C) -/(squares n C); move: (size n C) (squares n C) C0 => M Q M0.
  by field; rewrite gt_eqF.
have slack C : C != set0 -> cost C - \sum_(j in C) bill j = (N - size n C) / N * (mu - s2 * squares n C / size n C).
  move=> C0; rewrite costs // sums; case/set0Pn: C0 => i iC; have C0 := size_pos n_pos iC.
  by move: N (size n C) (squares n C) N0 C0 => T M Q T0 M0; field; rewrite !gt_eqF.
split=> [|C C0].
  have TT : [set: I] != set0 by apply/set0Pn; exists some; rewrite inE.
  have := slack setT TT; rewrite subrr !mul0r => /eqP; rewrite subr_eq0 => /eqP ->.
  by apply: eq_bigl => j; rewrite inE.
split; first exact: slack.
rewrite -subr_ge0 slack //; case/set0Pn: C0 => i iC; have M0 := size_pos n_pos iC.
apply: mulr_ge0; first rewrite divr_ge0 ?(ltW N0) // subr_ge0.
  by rewrite (all_is_both n C) ler_addl (rest_ge0 n_pos).
rewrite subr_ge0 ler_pdivr_mulr // /squares /size !mulr_sumr.
by apply: ler_sum => j _; rewrite expr2 mulrA ler_wpmul2r // ltW.
Qed.
End Bills.
