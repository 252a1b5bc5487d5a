(* How much one member of three may bring before somebody leaves (together/new-largest-may-bring): with sizes 5, 5 and b >= 5,
   noise 10 and spread 1, all three together are core stable exactly if b is at most 20. Any ordered field.
   Modelled: the error and the core of Deterrence.v, of which this is one case. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition brings (K : realFieldType) (b : K) (i : 'I_3) : K := if i == ord_max then b else 5%:R.

Theorem largest_may_bring (K : realFieldType) (b : K) : 5%:R <= b ->
  core_stable_grand (brings b) 10%:R 1 <-> b <= 20%:R.
Proof.
move=> large; have b0 : 0 < b by apply: lt_le_trans large; rewrite ltr0n.
have pos i : 0 < brings b i by rewrite /brings; case: ifP => // _; rewrite ltr0n.
have most i : brings b i <= brings b ord_max by rewrite /brings eqxx; case: ifP.
have sum (f : 'I_3 -> K) : \sum_(i in [set: 'I_3]) f i = f ord0 + f (lift ord0 ord0) + f ord_max.
  rewrite (eq_bigl xpredT) => [|i]; last by rewrite inE.
  rewrite !big_ord_recl big_ord0 addr0 addrA; congr (_ + f _ + f _); exact: val_inj.
have total : size (brings b) setT = 10%:R + b by rewrite /size sum /brings /= -natrD.
have two : squares (brings b) setT = 50%:R + b ^+ 2 by rewrite /squares sum /brings /= -!natrX -natrD.
have [core crit] := largest_decides 10%:R pos ltr01 most; apply: (iff_trans core).
rewrite crit total two /brings eqxx -(subr_ge0 b) -(subr_ge0 _ (10%:R * _ * _)).
have -> : 10%:R * (10%:R + b) * (10%:R + b - b) - 1 * b * (50%:R + b ^+ 2 + (10%:R + b) * (10%:R + b - 2%:R * b)) =
    50%:R * (20%:R - b) by ring.
by rewrite pmulr_rge0 ?ltr0n.
Qed.
