(* What the theorems of Leaving.v need: each hypothesis below is dropped in turn; one member breaks the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Leaving.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma told_alone (n : 'I_1 -> rat) i : told 0 1 n i = 0.
Proof. by rewrite /told big_pred0 // => j; rewrite [j]ord1 [i]ord1 eqxx. Qed.
Lemma err_alone (n : 'I_1 -> rat) i : err 0 1 i n = (n i)^-1.
Proof. by rewrite /err /precision told_alone mul0r addr0 divr1. Qed.
Lemma price_alone (n : 'I_1 -> rat) i j : price 0 1 n i j = (n i)^-1 ^+ 2.
Proof. by rewrite /price err_alone [j]ord1 [i]ord1 eqxx invr1 mulr1. Qed.

(* Whoever collects nothing has no error here: one over zero is zero in a field of Coq. *)
Theorem tangent_needs_6 : ~ (forall (K : realFieldType) (I : finType) (s mu : K), 0 <= s -> 0 < mu ->
  forall (n k : I -> K) (i : I), (forall j : I, 0 <= n j) -> (forall j : I, 0 <= k j) -> (exists j : I, 0 < n j) ->
  True -> Leaving.err s mu i n + \sum_j Leaving.price s mu n i j * (n j - k j) <= Leaving.err s mu i k).
Proof.
move=> H; have := H rat_realFieldType _ 0 1 isT isT (fun=> 1) (fun=> 0) (ord0 : 'I_1) (fun=> isT) (fun=> isT)
  (ex_intro _ ord0 isT) I.
by rewrite big_ord1 !err_alone price_alone.
Qed.
