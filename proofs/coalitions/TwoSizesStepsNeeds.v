(* What the theorems of TwoSizesSteps.v need: sizes, spread or numbers of players that are not positive, or sizes above the ratio. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import TwoSizes TwoSizesShapes TwoSizesRecipe TwoSizesSteps.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem everybody_is_best_for_small_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2
  -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 1 1 0 1 I isT isT 1 0 2%:R 0 isT isT isT isT isT (or_introl isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> 0 < s2
  -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 0 1 1 0 isT I isT 1 0 2%:R 0 isT isT isT isT isT (or_introl isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> True
  -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 0 0 1 2%:R isT isT I 1 0 1 1 isT isT isT isT isT (or_intror isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_4 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, True -> 0 < x -> 0 <= y -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 0 1 1 2%:R isT isT isT 1 0 2%:R 0 I isT isT isT isT (or_introl isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, s2 * b <= mu -> True -> 0 <= y -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 0 0 1 0 isT I isT isT isT (or_introl isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_6 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> True -> x <= x' -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 1 (- 1) 1 0 isT isT I isT isT (or_intror isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_7 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> True -> y <= y' -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 1 0 0 1 isT isT isT I isT (or_intror isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_8 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> True -> x < x' \/ y < y' ->
  TwoSizesShapes.error mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 3%:R 1 1 2%:R isT isT isT 1 1 2%:R 0 isT isT isT isT I (or_introl isT); vm_compute. Qed.
Theorem everybody_is_best_for_small_needs_9 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 <
  s2 -> forall x y x' y' : K, s2 * b <= mu -> 0 < x -> 0 <= y -> x <= x' -> y <= y' -> True -> TwoSizesShapes.error
  mu s2 a b a x' y' < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 1 0 1 0 isT isT isT isT isT I; vm_compute. Qed.
Theorem fewer_are_too_many_too_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2 ->
  forall x y y' : K, 0 < x -> 0 < y -> y < y' -> TwoSizesShapes.error mu s2 a b a x 0 < TwoSizesShapes.error mu s2 a
  b a x y' -> TwoSizesShapes.error mu s2 a b a x 0 < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType (- 1) 1 (- 1) 1 I isT isT 1 1 2%:R isT isT isT isT; vm_compute. Qed.
Theorem fewer_are_too_many_too_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall x y y' : K, 0 < x -> True -> y < y' -> TwoSizesShapes.error mu s2 a b a x 0 < TwoSizesShapes.error mu s2 a
  b a x y' -> TwoSizesShapes.error mu s2 a b a x 0 < TwoSizesShapes.error mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 0 1 1 2%:R isT isT isT 1 0 1 isT I isT isT; vm_compute. Qed.
Theorem fewer_are_too_many_too_needs_7 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall x y y' : K, 0 < x -> 0 < y -> y < y' -> True -> TwoSizesShapes.error mu s2 a b a x 0 < TwoSizesShapes.error
  mu s2 a b a x y).
Proof. by move=> H; have  := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 1 1 2%:R isT isT isT I; vm_compute. Qed.
Theorem larges_by_themselves_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2 ->
  forall y y' : K, 0 < y -> y < y' -> (s2 * b < mu -> TwoSizesShapes.error mu s2 a b b 0 y' < TwoSizesShapes.error
  mu s2 a b b 0 y) /\ (s2 * b = mu -> TwoSizesShapes.error mu s2 a b b 0 y' = TwoSizesShapes.error mu s2 a b b 0
  y)).
Proof. by move=> H; have [/(_ isT) + _] := H rat_realFieldType 1 1 (- 1) 0 I isT isT 1 2%:R isT isT; vm_compute. Qed.
Theorem larges_by_themselves_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> 0 < s2 ->
  forall y y' : K, 0 < y -> y < y' -> (s2 * b < mu -> TwoSizesShapes.error mu s2 a b b 0 y' < TwoSizesShapes.error
  mu s2 a b b 0 y) /\ (s2 * b = mu -> TwoSizesShapes.error mu s2 a b b 0 y' = TwoSizesShapes.error mu s2 a b b 0
  y)).
Proof. by move=> H; have [/(_ isT) + _] := H rat_realFieldType 1 1 1 0 isT I isT 1 2%:R isT isT; vm_compute. Qed.
Theorem larges_by_themselves_needs_4 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall y y' : K, True -> y < y' -> (s2 * b < mu -> TwoSizesShapes.error mu s2 a b b 0 y' < TwoSizesShapes.error mu
  s2 a b b 0 y) /\ (s2 * b = mu -> TwoSizesShapes.error mu s2 a b b 0 y' = TwoSizesShapes.error mu s2 a b b 0 y)).
Proof. by move=> H; have [/(_ isT) + _] := H rat_realFieldType 3%:R 1 1 2%:R isT isT isT 0 1 I isT; vm_compute. Qed.
Theorem larges_by_themselves_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall y y' : K, 0 < y -> True -> (s2 * b < mu -> TwoSizesShapes.error mu s2 a b b 0 y' < TwoSizesShapes.error mu
  s2 a b b 0 y) /\ (s2 * b = mu -> TwoSizesShapes.error mu s2 a b b 0 y' = TwoSizesShapes.error mu s2 a b b 0 y)).
Proof. by move=> H; have [/(_ isT) + _] := H rat_realFieldType 3%:R 1 1 2%:R isT isT isT 1 1 isT I; vm_compute. Qed.
Theorem same_samples_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2 -> forall x1
  y1 x2 : K, 0 < x2 -> x2 < x1 -> 0 <= y1 -> let y' := y1 + (x1 - x2) * a / b in TwoSizesShapes.samples a b x2 y' =
  TwoSizesShapes.samples a b x1 y1 /\ (forall v : K, TwoSizesShapes.error mu s2 a b v x1 y1 < TwoSizesShapes.error
  mu s2 a b v x2 y')).
Proof. by move=> H; have [_ /(_ 0)] := H rat_realFieldType 0 1 0 1 I isT isT 2%:R 1 1 isT isT isT; vm_compute. Qed.
Theorem same_samples_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> 0 < s2 -> forall x1
  y1 x2 : K, 0 < x2 -> x2 < x1 -> 0 <= y1 -> let y' := y1 + (x1 - x2) * a / b in TwoSizesShapes.samples a b x2 y' =
  TwoSizesShapes.samples a b x1 y1 /\ (forall v : K, TwoSizesShapes.error mu s2 a b v x1 y1 < TwoSizesShapes.error
  mu s2 a b v x2 y')).
Proof. by move=> H; have [/eqP + _] := H rat_realFieldType 0 1 1 0 isT I isT 2%:R 1 1 isT isT isT; vm_compute. Qed.
Theorem same_samples_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> True -> forall x1 y1
  x2 : K, 0 < x2 -> x2 < x1 -> 0 <= y1 -> let y' := y1 + (x1 - x2) * a / b in TwoSizesShapes.samples a b x2 y' =
  TwoSizesShapes.samples a b x1 y1 /\ (forall v : K, TwoSizesShapes.error mu s2 a b v x1 y1 < TwoSizesShapes.error
  mu s2 a b v x2 y')).
Proof. by move=> H; have [_ /(_ 0)] := H rat_realFieldType 0 0 1 2%:R isT isT I 2%:R 1 1 isT isT isT; vm_compute. Qed.
Theorem same_samples_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 -> forall x1
  y1 x2 : K, 0 < x2 -> True -> 0 <= y1 -> let y' := y1 + (x1 - x2) * a / b in TwoSizesShapes.samples a b x2 y' =
  TwoSizesShapes.samples a b x1 y1 /\ (forall v : K, TwoSizesShapes.error mu s2 a b v x1 y1 < TwoSizesShapes.error
  mu s2 a b v x2 y')).
Proof. by move=> H; have [_ /(_ 0)] := H rat_realFieldType 0 1 1 2%:R isT isT isT 0 1 1 isT I isT; vm_compute. Qed.
Theorem same_samples_needs_6 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 -> forall x1
  y1 x2 : K, 0 < x2 -> x2 < x1 -> True -> let y' := y1 + (x1 - x2) * a / b in TwoSizesShapes.samples a b x2 y' =
  TwoSizesShapes.samples a b x1 y1 /\ (forall v : K, TwoSizesShapes.error mu s2 a b v x1 y1 < TwoSizesShapes.error
  mu s2 a b v x2 y')).
Proof. by move=> H; have [_ /(_ 0)] := H rat_realFieldType 0 1 1 2%:R isT isT isT 2%:R (- 1) 1 isT isT I; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2 ->
  forall s l : nat, (0 < s)%N -> (0 < l)%N -> s2 * b <= mu -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b)
  /\ TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [_ +] := H rat_realFieldType 1 1 0 1 I isT isT 1%N 1%N isT isT isT; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> 0 < s2 ->
  forall s l : nat, (0 < s)%N -> (0 < l)%N -> s2 * b <= mu -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b)
  /\ TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [+ _] := H rat_realFieldType 0 1 1 0 isT I isT 1%N 1%N isT isT isT; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> True ->
  forall s l : nat, (0 < s)%N -> (0 < l)%N -> s2 * b <= mu -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b)
  /\ TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [+ _] := H rat_realFieldType 0 0 1 2%:R isT isT I 1%N 1%N isT isT isT; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_4 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall s l : nat, True -> (0 < l)%N -> s2 * b <= mu -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b) /\
  TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [_ +] := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 0%N 1%N I isT isT; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall s l : nat, (0 < s)%N -> True -> s2 * b <= mu -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b) /\
  TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [+ _] := H rat_realFieldType 2%:R 1 1 2%:R isT isT isT 1%N 0%N isT I isT; vm_compute. Qed.
Theorem larges_gain_from_smalls_needs_6 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 ->
  forall s l : nat, (0 < s)%N -> (0 < l)%N -> True -> b * a * (l + s)%:R * s2 < mu * (s%:R * a + l%:R * b) /\
  TwoSizesShapes.error mu s2 a b b s%:R l%:R < TwoSizesShapes.error mu s2 a b b 0 l%:R).
Proof. by move=> H; have [+ _] := H rat_realFieldType 0 1 1 2%:R isT isT isT 1%N 1%N isT isT I; vm_compute. Qed.
Theorem small_err_more_needs_1 : ~ (forall (K : realFieldType) (mu s2 a b : K), True -> a < b -> 0 < s2 -> forall x
  y : K, 0 < x -> 0 < y -> TwoSizesShapes.error mu s2 a b a x y = TwoSizesShapes.error mu s2 a b b x y + 2 * s2 *
  ((b - a) / (y * b + x * a)) /\ (forall x2 : K, 0 < x2 -> x2 < x -> let y' := (x - x2) * a / b + y in
  TwoSizesShapes.error mu s2 a b b x y < TwoSizesShapes.error mu s2 a b b x2 y')).
Proof. by move=> H; have [_ /(_ 1 isT isT)] := H rat_realFieldType 0 1 0 1 I isT isT 2%:R 1 isT isT; vm_compute. Qed.
Theorem small_err_more_needs_2 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> True -> 0 < s2 -> forall x
  y : K, 0 < x -> 0 < y -> TwoSizesShapes.error mu s2 a b a x y = TwoSizesShapes.error mu s2 a b b x y + 2 * s2 *
  ((b - a) / (y * b + x * a)) /\ (forall x2 : K, 0 < x2 -> x2 < x -> let y' := (x - x2) * a / b + y in
  TwoSizesShapes.error mu s2 a b b x y < TwoSizesShapes.error mu s2 a b b x2 y')).
Proof. by move=> H; have [_ /(_ 1 isT isT)] := H rat_realFieldType 0 1 1 1 isT I isT 2%:R 1 isT isT; vm_compute. Qed.
Theorem small_err_more_needs_3 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> True -> forall x y
  : K, 0 < x -> 0 < y -> TwoSizesShapes.error mu s2 a b a x y = TwoSizesShapes.error mu s2 a b b x y + 2 * s2 * ((b
  - a) / (y * b + x * a)) /\ (forall x2 : K, 0 < x2 -> x2 < x -> let y' := (x - x2) * a / b + y in
  TwoSizesShapes.error mu s2 a b b x y < TwoSizesShapes.error mu s2 a b b x2 y')).
Proof. by move=> H; have [_ /(_ 1 isT isT)] := H rat_realFieldType 0 0 1 2%:R isT isT I 2%:R 1 isT isT; vm_compute. Qed.
Theorem small_err_more_needs_5 : ~ (forall (K : realFieldType) (mu s2 a b : K), 0 < a -> a < b -> 0 < s2 -> forall x
  y : K, 0 < x -> True -> TwoSizesShapes.error mu s2 a b a x y = TwoSizesShapes.error mu s2 a b b x y + 2 * s2 * ((b
  - a) / (y * b + x * a)) /\ (forall x2 : K, 0 < x2 -> x2 < x -> let y' := (x - x2) * a / b + y in
  TwoSizesShapes.error mu s2 a b b x y < TwoSizesShapes.error mu s2 a b b x2 y')).
Proof. by move=> H; have [_ /(_ 1 isT isT)] := H rat_realFieldType 0 1 1 2%:R isT isT isT 2%:R (- 1) isT I; vm_compute. Qed.
