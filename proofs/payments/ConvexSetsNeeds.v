(* What the theorems of ConvexSets.v need: without a bound on the change of the rewards a coin moves by a quarter. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import ConvexSets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X2 := [finType of bool].
Notation models := (@Fees.distribution rat_realFieldType X2).
Definition f (x : rat) : rat := 1 * (x - 1) ^+ 2.
Definition q (_ : bool) : rat := 2%:R^-1.
Definition R b x : rat := 1 * SharpMoves.coin_report 1 1 b x.
Definition p b : bool -> rat := SharpMoves.coin_model 1 1 b.
Lemma sc : HowFar.strongly_convex (2%:R * 1) f.
Proof. exact: SharpMoves.parabola. Qed.
Lemma convex_models : convex_set models.
Proof.
move=> m m' a [m0 one] [m0' one'] /andP[a0 a1]; split=> [x|].
  by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
by rewrite big_split /= -!mulr_sumr one one' !mulr1 addrC subrK.
Qed.
Lemma q_one : \sum_x q x = 1.
Proof. by rewrite big_bool. Qed.
Lemma best b : Fees.best_for models (fun m => Fees.divergence f m q) (R b) (p b).
Proof. by have [_ [_ C]] := @SharpMoves.extremal_coin rat_realFieldType 1 1 1 isT isT isT isT isT; apply: C. Qed.

Theorem convex_model_sets_needs_7 : ~ (forall (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (f : K -> K)
  (alpha Delta : K) (q R R' p p' : X -> K), 0 < alpha -> convex_set menu -> (forall m : X -> K, menu m ->
  Fees.distribution m) -> HowFar.strongly_convex alpha f -> (forall x : X, 0 < q x) -> \sum_x q x = 1 -> True ->
  Fees.best_for menu ((Fees.divergence f)^~ q) R p -> Fees.best_for menu ((Fees.divergence f)^~ q) R' p' -> forall x :
  X, (p' x - p x) ^+ 2 <= q x * (1 - q x) * (Delta / alpha) ^+ 2 /\ `|p' x - p x| <= Delta / (2 * alpha)).
Proof.
move=> H; have [_ bad] := H rat_realFieldType X2 models f (2%:R * 1) 8%:R^-1 q _ _ _ _ isT convex_models (fun _ =>
  id) sc
  (fun=> isT) q_one I (best true) (best false) true.
by move: bad; vm_compute.
Qed.

Theorem condition_3_5_needs_8 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (alpha eps : K) (menu : (X ->
  K) -> Prop), 0 < alpha -> HowFar.strongly_convex alpha f -> convex_set menu -> (forall m : X -> K, menu m ->
  Fees.distribution m) -> 0 < eps -> forall q R R' p p' : X -> K, (forall x : X, 0 < q x) -> \sum_x q x = 1 -> True ->
  Fees.best_for menu ((Fees.divergence f)^~ q) R p -> Fees.best_for menu ((Fees.divergence f)^~ q) R' p' -> forall x :
  X, `|p' x - p x| <= eps).
Proof.
move=> H; have bad := H rat_realFieldType X2 f (2%:R * 1) 8%:R^-1 models isT sc convex_models (fun _ => id) isT q _
  _ _ _
  (fun=> isT) q_one I (best true) (best false) true.
by move: bad; vm_compute.
Qed.

Theorem condition_chi_squared_needs_7 : ~ (forall (K : realFieldType) (X : finType) (lambda eps : K) (menu : (X -> K)
  -> Prop), 0 < lambda -> convex_set menu -> (forall m : X -> K, menu m -> Fees.distribution m) -> 0 < eps -> forall q
  R R' p p' : X -> K, (forall x : X, 0 < q x) -> \sum_x q x = 1 -> True -> let D := (Fees.divergence (fun x : K =>
  lambda * (x - 1) ^+ 2))^~ q in Fees.best_for menu D R p -> Fees.best_for menu D R' p' -> forall x : X, `|p' x - p x|
  <= eps).
Proof.
move=> H; have bad := H rat_realFieldType X2 1 8%:R^-1 models isT convex_models (fun _ => id) isT q _ _ _ _
  (fun=> isT) q_one I (best true) (best false) true.
by move: bad; vm_compute.
Qed.
