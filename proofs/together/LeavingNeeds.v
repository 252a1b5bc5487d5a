(* What the theorems of Leaving.v need: each hypothesis below is dropped in turn; one or two members with errors one over the
   sum of all sizes break the rest. Where costs rise by steps, somebody who collects nothing leaves and pays less. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Unless Prices Leaving.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition convex_without (d : nat) := forall (K : realFieldType) (I : finType) (s mu : K) (n : I -> K) (C : I -> K -> K),
  unless d 1 (0 <= s) -> unless d 2 (0 < mu) -> unless d 3 (forall j, 0 <= n j) -> unless d 4 (exists j, 0 < n j) ->
  unless d 5 (forall j x y t, 0 <= x -> 0 <= y -> 0 <= t -> t <= 1 -> C j (t * x + (1 - t) * y) <= t * C j x + (1 - t) * C j y) ->
  let spent k i := err s mu i k + C i (k i) in
  (forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i spent n i <= \sum_i spent k i) ->
  [/\ forall j x, 0 <= x -> C j (n j) + (\sum_i price s mu n i j) * (x - n j) <= C j x,
    forall (A : {set I}) k, (forall j, 0 <= k j) -> (forall j, j \notin A -> k j = 0) -> (exists j, 0 < k j) ->
      \sum_(i in A) bill s mu n C i <= \sum_(i in A) spent k i &
    \sum_i bill s mu n C i = \sum_i spent n i].

(* Two members without spread. *)
Implicit Types n k : bool -> rat.
Lemma err_two n i : err 0 1 i n = (n true + n false)^-1.
Proof.
by case: i; rewrite /err /precision /told big_mkcond big_bool /= !mul0r !add0r !divr1 ?addr0 // addrC.
Qed.
Lemma price_two n i j : price 0 1 n i j = (n true + n false) ^- 2.
Proof. by rewrite /price err_two exprVn !mul0r !add0r expr1n ?divr1 ?invr1 ?mulr1 if_same mulr1. Qed.

(* The second has one record for nothing. With two of its own the first leaves. *)
Definition steps (i : bool) (x : rat) : rat :=
  if i then (if x <= 0 then 0 else if x <= 2%:R then 4%:R / 3%:R else 2%:R) else (if x <= 1 then 0 else 2%:R).
Arguments steps : simpl never.
Definition only (i : bool) (x : rat) (j : bool) : rat := if j == i then x else 0.
Theorem with_convex_costs_needs_5 : ltac:(fails (convex_without 5)).
Proof.
move=> H; have [|||_ stays _] := H rat_realFieldType [finType of bool] 0 1 (only false 1) steps isT isT _ _ I _.
- by case.
- by exists false.
- move=> k k0 some; rewrite !big_bool !err_two /=.
  have N0 : 0 < k true + k false.
    by case: some => -[] pos; [apply: ltr_paddr|apply: ltr_paddl].
  have -> : (only false 1 true + only false 1 false)^-1 + steps true (only false 1 true) +
    ((only false 1 true + only false 1 false)^-1 + steps false (only false 1 false)) = 2%:R by vm_compute.
  have V0 : 0 <= (k true + k false)^-1 by rewrite invr_ge0 ltW.
  have worth (a : rat) : 0 < a -> k true + k false <= a -> a^-1 <= (k true + k false)^-1 by move=> a0; rewrite lef_pinv.
  have steps0 i x : 0 <= steps i x by case: i; rewrite /steps; do ?case: ifP.
  have [f1|f1] := leP (k false) 1; last first.
    have -> : steps false (k false) = 2%:R by rewrite /steps leNgt f1.
    by rewrite addrA ler_addr !addr_ge0.
  have [t0|t0] := leP (k true) 0.
    have V1 : 1 <= (k true + k false)^-1 by rewrite -[1]invr1 worth // -[1]add0r ler_add.
    by rewrite -[2%:R]/(1 + 0 + (1 + 0)) !ler_add.
  have [t2|t2] := leP (k true) 2%:R.
    have V3 : 3%:R^-1 <= (k true + k false)^-1 by rewrite worth // (natrD _ 2 1) ler_add.
    have -> : (2%:R : rat) = 3%:R^-1 + 4%:R / 3%:R + (3%:R^-1 + 0) by apply/eqP; vm_compute.
    have -> : steps true (k true) = 4%:R / 3%:R by rewrite /steps leNgt t0 t2.
    by rewrite !ler_add.
  have -> : steps true (k true) = 2%:R by rewrite /steps leNgt t0 [_ <= 2%:R]leNgt t2.
  by rewrite addrAC ler_addr !addr_ge0.
have pays : bill 0 1 (only false 1) steps true = 2%:R by rewrite /bill !big_bool !err_two !price_two; apply/eqP; vm_compute.
have := stays [set true] (only true 2%:R); rewrite !big_set1 pays err_two => leaves.
suff: (2%:R : rat) <= 11%:R / 6%:R by [].
apply: leaves; [by case|by case; rewrite // inE|by exists true].
Qed.

(* The first has two records, the second has one less than none, and is paid for that. *)
Definition paid_for_less (_ : bool) (x : rat) : rat := if x < 0 then - 4%:R else 0.
Definition less (i : bool) : rat := if i then 2%:R else - 1.
Theorem with_convex_costs_needs_3 : ltac:(fails (convex_without 3)).
Proof.
have free i x : 0 <= x -> paid_for_less i x = 0 by move=> x0; rewrite /paid_for_less ltNge x0.
move=> H; have [||| /(_ false 2%:R isT) + _ _] := H rat_realFieldType [finType of bool] 0 1 less paid_for_less isT isT I _ _ _.
- by exists true.
- move=> j x y t x0 y0 t0 t1; rewrite !free //; first by rewrite !mulr0 addr0.
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
- move=> k k0 some; rewrite !big_bool !err_two /= !(free _ (k _)) //; apply: (@le_trans _ _ (0 : rat)); first by vm_compute.
  have N0 : 0 <= (k true + k false)^-1 by rewrite invr_ge0 addr_ge0.
  by rewrite !addr0 addr_ge0.
apply/negP; rewrite -ltNge big_bool !price_two; by vm_compute.
Qed.

(* A single member who collects nothing has no error, as one over zero is zero; its costs fall at first. *)
Definition falls (_ : 'I_1) (x : rat) : rat := (x ^+ 2 - 2%:R * x) / 2%:R.
Lemma err_one (n : 'I_1 -> rat) i : err 0 1 i n = (n ord0)^-1.
Proof. by rewrite /err /precision /told big_pred0 => [|j]; rewrite ?mul0r ?addr0 ?divr1 !ord1. Qed.
Theorem with_convex_costs_needs_4 : ltac:(fails (convex_without 4)).
Proof.
move=> H; have [|| /(_ ord0 1 isT) + _ _] := H rat_realFieldType [finType of 'I_1] 0 1 (fun=> 0) falls isT isT (fun=> isT) I _ _.
- move=> j x y t x0 y0 t0 t1; rewrite -subr_ge0 /falls.
  have -> : t * ((x ^+ 2 - 2%:R * x) / 2%:R) + (1 - t) * ((y ^+ 2 - 2%:R * y) / 2%:R) - ((t * x + (1 - t) * y) ^+ 2 -
    2%:R * (t * x + (1 - t) * y)) / 2%:R = t * (1 - t) * (x - y) ^+ 2 / 2%:R by field.
  by rewrite divr_ge0 // mulr_ge0 ?sqr_ge0 // mulr_ge0 // subr_ge0.
- move=> k k0 [j]; rewrite !big_ord1 !err_one ord1 /falls => pos; apply: (@le_trans _ _ (0 : rat)) => //.
  have [two|two] := leP (k ord0) 2%:R; last first.
    by rewrite addr_ge0 ?invr_ge0 ?k0 // divr_ge0 // expr2 -mulrBl mulr_ge0 ?k0 // subr_ge0 ltW.
  have half : 2%:R^-1 <= (k ord0)^-1 by rewrite lef_pinv.
  apply: le_trans (ler_add half (lexx _)).
  have -> : 2%:R^-1 + (k ord0 ^+ 2 - 2%:R * k ord0) / 2%:R = (k ord0 - 1) ^+ 2 / 2%:R by field.
  by rewrite divr_ge0 // sqr_ge0.
apply/negP; rewrite -ltNge big_ord1 /price err_one eqxx /falls; by vm_compute.
Qed.
