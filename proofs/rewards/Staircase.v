(* With few clients IAFL is a staircase, and its top step is averaging (rewards/new-iafl-staircase).
   Modelled: N = n + 2 clients, of whom top contributes most; kappa = q = 0, so that a share is the contribution divided
   by the largest one and the server's model is never recovered. In each round client i receives the updates of some of
   the others, as many as its share of their number, rounded up; which ones may depend on anything. Its model moves by
   the mean of its own update and these. A model is a vector, and train t j x is the update of client j in round t when
   it starts at x. Averaging is that of models with equal weights. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Staircase.
Variables (K : realFieldType) (n : nat) (c : 'I_n.+2 -> K) (top : 'I_n.+2).
Definition rounded_up (x : K) (m : nat) := m%:R - 1 < x <= m%:R.
Definition received_by i (S : {set 'I_n.+2}) := (i \notin S) && rounded_up (c i / c top * n.+1%:R) #|S|.
Definition last_step := n%:R / n.+1%:R * c top.

Section Rounds.
Variables (V : lmodType K) (train : nat -> 'I_n.+2 -> V -> V) (start : V) (S : nat -> 'I_n.+2 -> {set 'I_n.+2}).
Fixpoint iafl t i : V := if t is u.+1
  then iafl u i + #|S u i|.+1%:R^-1 *: (train u i (iafl u i) + \sum_(j in S u i) train u j (iafl u j)) else start.
Fixpoint averaging t : V := if t is u.+1
  then n.+2%:R^-1 *: \sum_j (averaging u + train u j (averaging u)) else start.
End Rounds.

Lemma above_last_step i : 0 < c top -> (last_step < c i) = (n%:R < c i / c top * n.+1%:R).
Proof. by move=> c0; rewrite /last_step mulrAC ltr_pdivr_mulr ?ltr0Sn // [in RHS]mulrAC ltr_pdivl_mulr. Qed.
Lemma all_others i (S : {set 'I_n.+2}) : 0 < c top -> received_by i S -> S = [set~ i] <-> last_step < c i.
Proof.
move=> c0 /andP[iS /andP[lo hi]]; rewrite above_last_step //.
have others : #|[set~ i]| = n.+1 by rewrite cardsC1 card_ord.
split=> [e|above]; first by move: lo; rewrite e others -addn1 natrD addrK.
apply/eqP; rewrite eqEcard others; apply/andP; split; first by apply/subsetP=> j jS; rewrite in_setC1; apply: contraNneq iS => <-.
by rewrite -(ltr_nat K); apply: lt_le_trans above hi.
Qed.

Theorem iafl_staircase : 0 < c top -> (forall i, c i <= c top) ->
  (forall i S, received_by i S -> S = [set~ i] <-> last_step < c i) /\
  ((forall i, last_step < c i) ->
   forall (V : lmodType K) (train : nat -> 'I_n.+2 -> V -> V) (start : V) (S : nat -> 'I_n.+2 -> {set 'I_n.+2}),
   (forall t i, received_by i (S t i)) -> forall t i, iafl train start S t i = averaging train start t).
Proof.
move=> c0 _; split=> [i S|above V train start S sizes]; first exact: all_others.
elim=> [//|t IH] i /=; rewrite IH.
have -> : S t i = [set~ i] by apply/(all_others c0 (sizes t i)).
rewrite cardsC1 card_ord /= big_split /= sumr_const card_ord [in RHS]scalerDr -[averaging _ _ _ *+ _]scaler_nat scalerA mulVf ?pnatr_eq0 // scale1r.
congr (_ + _ *: _); rewrite [RHS](bigD1 i) //=; congr (_ + _).
by apply: eq_big => [j|j _]; rewrite ?in_setC1 ?IH.
Qed.
End Staircase.
