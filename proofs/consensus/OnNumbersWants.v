(* Utilities and rounds on the numbers of the pages "What does a client want, and what would be truthful?" (four
   clinics, the models (0,0), (0,9), (1,0) and (2,0), tolerance 1) and "How many rounds until everybody is content?"
   (two clients, curvature and step 1/2, a coin). Computed: the utilities that the page prints, what breaks each
   clause of Assumption 1, and where rounds and coins lead. Modelled: nothing new; numbers are fractions. Not
   modelled: what the theorems of the other files say of all numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import OnNumbers.
From Incentives Require Wants Rounds Definition3.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Clinics 0 and 1 lose the square of the first number, 2 and 3 that of the second. --- *)
Notation c := (client 3).
Definition loss (m : 'I_4) (p : rat * rat) : rat := if (m < 2)%N then p.1 * p.1 else p.2 * p.2.
Definition quarter (_ : 'I_4) : rat := 1 / 4%:R.
Notation utility := (Wants.hierarchical loss 1 (c 0) quarter).
Example printed_utilities : [/\ utility (0, 9%:R) = Some (81%:R / 164%:R), utility (1, 0) = Some (- 1), utility (0,
  0) = Some 0 &
  utility (2%:R, 0) = None].
Proof. by split; rewrite /Wants.hierarchical big_mkcond !big_ord_recl big_ord0; computed. Qed.
Example better_and_worse : [/\ Wants.above (Some (1 : rat)) (Some 0), Wants.above (Some (0 : rat)) None,
  ~~ Wants.above (None : option rat) None, ~~ Wants.above (Some (0 : rat)) (Some 0) & ~~ Wants.above None (Some (0 :
    rat))].
Proof. by split; computed. Qed.
(* A utility that is always 0 breaks all three clauses; one that is minus infinity everywhere breaks the second and
   third. *)
Notation always v := (fun _ : rat * rat => v : option rat).
Example what_breaks_a_clause : [/\ ~ Wants.clause_1 loss 1 (c 0) (always (Some 0)), ~ Wants.clause_2 loss 1 (c 0)
  (always (Some 0)),
  ~ Wants.clause_3 loss (c 0) (always (Some 0)), Wants.clause_1 loss 1 (c 0) (always None) & ~ Wants.assumption_1
    loss 1 (c 0) (always None)].
Proof.
split.
- by move=> /(_ (2%:R, 0) isT).
- by move=> /(_ (0, 0) (1, 0) isT isT isT).
- move=> /(_ (0, 1) (0, 0) (erefl _) (erefl _)) told; suff: Wants.above (Some (0 : rat)) (Some 0) by [].
  by apply: told; [exists (c 2) | apply: every].
- by [].
by move=> [_ /(_ (0, 0) (1, 0) isT isT isT)].
Qed.
Notation Q := rat_realFieldType.
Example worths : [/\ Definition3.more (@Definition3.Number Q 1) (@Definition3.Number Q 0),
  Definition3.more (@Definition3.Number Q 0) (Definition3.Bottom Q),
  ~~ Definition3.more (Definition3.Top Q) (Definition3.Top Q) & Definition3.more (Definition3.Top Q)
    (@Definition3.Number Q 5%:R)] /\
  [/\ Definition3.served id (Some true), ~~ Definition3.served id (Some false) & ~~ Definition3.served id None].
Proof. by split; split; computed. Qed.

(* --- The hard family: client 0 has the loss x^2/4, client 1 none; L = 1. Two local steps leave 5/8 of the distance.
   --- *)
Notation half := (Rounds.half Q).
Example local_steps : [/\ Rounds.curvature half 0 = half, Rounds.curvature half 1 = 0, Rounds.gap half 0 2%:R = 1,
  Rounds.gradient half 0 2%:R = 1 & Rounds.walk half 1 2 0 1 = 1 / 4%:R] /\ Rounds.walk half 1 2 1 1 = 1 /\
  Rounds.round half 1 2 2 1 = 5%:R / 8%:R /\ Rounds.round half 1 1 2 1 = 3%:R / 4%:R.
Proof. by rewrite /Rounds.round !big_ord_recl !big_ord0; do! split; apply/eqP; computed. Qed.
(* One coin: up leads to 3/8, inside; down to 11/8, outside. *)
Example one_coin : [/\ Rounds.noisy_step 1 true = 3%:R / 8%:R :> rat, Rounds.noisy_step 1 false = 11%:R / 8%:R :> rat,
  Rounds.coin Q false = - 1, Rounds.inside (3%:R / 8%:R : rat) & ~~ Rounds.inside (11%:R / 8%:R : rat)] /\
  [tuple true] \in Rounds.inside_at_last (1 : rat) 1 /\ [tuple false] \notin Rounds.inside_at_last (1 : rat) 1.
Proof.
have up : Rounds.noisy_step 1 true = 3%:R / 8%:R :> rat by rewrite /Rounds.noisy_step !big_ord_recl big_ord0;
  apply/eqP; computed.
have down : Rounds.noisy_step 1 false = 11%:R / 8%:R :> rat by rewrite /Rounds.noisy_step !big_ord_recl big_ord0;
  apply/eqP; computed.
have yes : Rounds.inside (3%:R / 8%:R : rat) by rewrite /Rounds.inside tested; computed.
have no : ~~ Rounds.inside (11%:R / 8%:R : rat) by rewrite /Rounds.inside tested; computed.
split; first by split.
split; rewrite inE.
- by have -> : foldl (@Rounds.noisy_step Q) 1 [tuple true] = 3%:R / 8%:R by exact: up.
by have -> : foldl (@Rounds.noisy_step Q) 1 [tuple false] = 11%:R / 8%:R by exact: down.
Qed.
