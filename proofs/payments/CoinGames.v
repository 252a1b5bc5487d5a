(* The sum of the payments, and games on a coin (payments/new-budget).
   Any finite number of groups, any set of models, any ordered ring in the general statements.
   Modelled: payments as in Payments.v. The examples are those of Affine.v: all distributions over two outcomes,
   chi-squared with weight 1 against a fair coin, three groups; a model is the probability of the first outcome.
   Not modelled: other penalties in the examples. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Payments Equivalence Repairs Affine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Three groups that want the same collect less than the penalty; two that disagree collect more. *)
Definition agreement (_ : 'I_3) : report := (1, 0, 1).
Definition conflict (j : 'I_3) : report :=
  if (j == 0%N :> nat) then (1, 0, 1) else if (j == 1%N :> nat) then (0, 1, 1) else (1, 1, 1).

Theorem no_deficit_no_balance :
  (forall (K : realDomainType) (I : finType) (Report Model : Type) (menu : Model -> Prop) (value : Report -> Model -> K)
     (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report) -> Model) (r : I -> Report),
     menu (psi r) -> (forall i, menu (psi_without i r)) ->
     (forall i m, menu m -> ASW_without value D i r m <= ASW_without value D i r (psi_without i r)) ->
     0 <= \sum_i payment value D psi psi_without i r /\
     (\sum_i payment value D psi psi_without i r = 0 <->
      forall i m, menu m -> ASW_without value D i r m <= ASW_without value D i r (psi r))) /\
  [/\ forall r, probability (psi r) /\
        forall y, probability y -> ASW coin_value chi_squared r y <= ASW coin_value chi_squared r (psi r),
      forall i r, probability (psi_without i r) /\ forall y, probability y ->
        ASW_without coin_value chi_squared i r y <= ASW_without coin_value chi_squared i r (psi_without i r) &
      \sum_i payment coin_value chi_squared psi psi_without i agreement < chi_squared (psi agreement) /\
      chi_squared (psi conflict) < \sum_i payment coin_value chi_squared psi psi_without i conflict].
Proof.
split=> [K I Report Model menu value D f without r inp inw best|].
  exact: (@budget K I Model menu (fun i => ASW_without value D i r) (fun i => without i r) (f r) inp inw best).
split=> [r|i r|].
- split=> [|y py]; first by have [] := best_coin_is (\sum_j lean (r j)).
  by rewrite /ASW !coin_sum -!addrA ler_add2l; have [_] := best_coin_is (\sum_j lean (r j)); apply.
- split=> [|y py]; first by have [] := best_coin_is (\sum_(j | j != i) lean (r j)).
  by rewrite /ASW_without !coin_sum -!addrA ler_add2l; have [_] := best_coin_is (\sum_(j | j != i) lean (r j)); apply.
rewrite /payment /ASW_without /psi_without /psi.
rewrite !big_ord_recl !big_ord0 ![\sum_(j | _ != _) _]big_mkcond !big_ord_recl !big_ord0.
by split; vm_cast_no_check (erefl true).
Qed.
