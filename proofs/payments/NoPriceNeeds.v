(* What the theorem on two types without a price needs: a rule that always answers the same has the price 0. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import NoPrice.
Open Scope R_scope.

Theorem two_types_without_a_price_needs_1 : ~ (forall (f : triple -> triple) (price : triple -> R), True -> legal
  typeA /\ legal typeB /\ 2 * dot (f typeB) typeA - price typeB - (2 * dot (f typeA) typeA - price typeA) + (2 * dot
  (f typeA) typeB - price typeA - (2 * dot (f typeB) typeB - price typeB)) = 1 / 32).
Proof.
  intros H. destruct (H (fun _ => typeA) (fun _ => 0) I) as [_ [_ bad]].
  assert (none : 2 * dot typeA typeA - 0 - (2 * dot typeA typeA - 0) + (2 * dot typeA typeB - 0 - (2 * dot typeA typeB - 0)) = 0)
    by ring.
  rewrite none in bad. lra.
Qed.
