(* What the theorems of Stretching.v need: each hypothesis below is dropped in turn; one or two outcomes break the
  rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Stretching.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X1 := [finType of 'I_1].
Notation X2 := [finType of bool].
Definition sure (c : rat) (_ : 'I_1) := c.
Definition hit (b x : bool) : rat := (x == b)%:R.                      (* also the model that is certain of b *)
Lemma sure_one : Fees.distribution (sure 1).
Proof. by split=> //; rewrite big_ord1. Qed.
Lemma certain b : Fees.distribution (hit b).
Proof. by split=> [x|]; [rewrite /hit ler0n|rewrite big_bool /hit; case: b]. Qed.
Lemma mean_hit b c : Fees.mean (hit b) (hit c) = (b == c)%:R.
Proof. by rewrite /Fees.mean big_bool /hit; case: b; case: c. Qed.

Theorem constant_loses_nothing_needs_1 : ~ (forall (K : realFieldType) (X : finType) (rm : X -> K) (c : K) (p p' : X
  -> K), True -> Fees.distribution p -> Fees.distribution p' -> Fees.mean p rm = Fees.mean p' rm).
Proof.
move=> H; have := H rat_realFieldType X2 (hit true) 0 (hit true) (hit false) I (certain _) (certain _).
by rewrite !mean_hit.
Qed.

Theorem constant_loses_nothing_needs_2 : ~ (forall (K : realFieldType) (X : finType) (rm : X -> K) (c : K) (p p' : X
  -> K), (forall x : X, rm x = c) -> True -> Fees.distribution p' -> Fees.mean p rm = Fees.mean p' rm).
Proof.
move=> H; have := H rat_realFieldType X1 (sure 1) 1 (sure 0) (sure 1) (fun=> erefl) I sure_one.
by rewrite /Fees.mean !big_ord1.
Qed.

Theorem constant_loses_nothing_needs_3 : ~ (forall (K : realFieldType) (X : finType) (rm : X -> K) (c : K) (p p' : X
  -> K), (forall x : X, rm x = c) -> Fees.distribution p -> True -> Fees.mean p rm = Fees.mean p' rm).
Proof.
move=> H; have := H rat_realFieldType X1 (sure 1) 1 (sure 1) (sure 0) (fun=> erefl) sure_one I.
by rewrite /Fees.mean !big_ord1.
Qed.

Theorem stretching_needs_1 : ~ (forall (K : realFieldType) (X : finType) (R0 rm : X -> K) (w k b : K), True -> 1 < k
  -> [/\ forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (p p' : X -> K), (forall m : X -> K, menu m ->
  Fees.distribution m) -> Fees.best_for menu D (truth R0 w rm) p -> Fees.best_for menu D (stretched R0 w k b rm) p' ->
  Fees.mean p rm <= Fees.mean p' rm, forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (p : X -> K), (forall m : X
  -> K, menu m -> Fees.distribution m) -> Fees.best_for menu D (stretched R0 w k b rm) p <-> Fees.best_for menu D
  (truth R0 (k * w) rm) p & forall (f : K -> K) (q p p' s : X -> K), (exists x y : X, rm x != rm y) -> (forall x : X,
  0 < q x) -> Fees.best_for (Fees.distribution (X:=X)) ((Fees.divergence f)^~ q) (truth R0 w rm) p -> Fees.best_for
  (Fees.distribution (X:=X)) ((Fees.divergence f)^~ q) (stretched R0 w k b rm) p' -> (forall x : X, 0 < p x) ->
  (forall x : X, slope f (p x / q x) (s x)) -> Fees.mean p rm < Fees.mean p' rm]).
Proof.
have tie R b : (forall x, R x = 0) -> Fees.best_for (@Fees.distribution rat_realFieldType X2) (fun=> 0) R (hit b).
  move=> E; split; first exact: certain.
  by move=> m _; rewrite /Fees.mean !big1 // => x _; rewrite E mulr0.
move=> H; have [weak _ _] := H rat_realFieldType X2 (fun=> 0) (hit true) 0 2%:R 0 I isT.
have := weak _ _ _ _ (fun _ => id) (tie _ true _) (tie _ false _); rewrite !mean_hit => bad.
by have : (1 : rat) <= 0 by apply: bad => x; rewrite ?/truth ?/stretched mul0r addr0.
Qed.

Theorem stretching_needs_2 : ~ (forall (K : realFieldType) (X : finType) (R0 rm : X -> K) (w k b : K), 0 < w -> True
  -> [/\ forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (p p' : X -> K), (forall m : X -> K, menu m ->
  Fees.distribution m) -> Fees.best_for menu D (truth R0 w rm) p -> Fees.best_for menu D (stretched R0 w k b rm) p' ->
  Fees.mean p rm <= Fees.mean p' rm, forall (menu : (X -> K) -> Prop) (D : (X -> K) -> K) (p : X -> K), (forall m : X
  -> K, menu m -> Fees.distribution m) -> Fees.best_for menu D (stretched R0 w k b rm) p <-> Fees.best_for menu D
  (truth R0 (k * w) rm) p & forall (f : K -> K) (q p p' s : X -> K), (exists x y : X, rm x != rm y) -> (forall x : X,
  0 < q x) -> Fees.best_for (Fees.distribution (X:=X)) ((Fees.divergence f)^~ q) (truth R0 w rm) p -> Fees.best_for
  (Fees.distribution (X:=X)) ((Fees.divergence f)^~ q) (stretched R0 w k b rm) p' -> (forall x : X, 0 < p x) ->
  (forall x : X, slope f (p x / q x) (s x)) -> Fees.mean p rm < Fees.mean p' rm]).
Proof.
pose D m := Fees.mean m (hit true).
have tie R b : (forall x, R x = hit true x) -> Fees.best_for (@Fees.distribution rat_realFieldType X2) D R (hit b).
  move=> E; split; first exact: certain.
  by move=> m _; rewrite /D /Fees.mean -!sumrB !big1 // => x _; rewrite E subrr.
move=> H; have [weak _ _] := H rat_realFieldType X2 (fun=> 0) (hit true) 1 1 0 isT I.
have := weak _ D _ _ (fun _ => id) (tie _ true _) (tie _ false _); rewrite !mean_hit => bad.
by have : (1 : rat) <= 0 by apply: bad => x; rewrite ?/truth ?/stretched add0r ?subr0 !mul1r.
Qed.
