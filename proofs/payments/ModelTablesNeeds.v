(* What the theorems of ModelTables.v need: each hypothesis below is dropped in turn; one or two models break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import ModelTables.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition level (c : int) (_ : 'I_1) := c.
Lemma top c d : level c =1 (fun=> d) -> largest (level c) d.
Proof. by move=> E; split=> [|j]; [exists ord0|]; rewrite E. Qed.
Lemma close c : forall j : 'I_1, `|level c j - level c j| <= level 0 j.
Proof. by move=> j; rewrite subrr normr0. Qed.
Notation J := [finType of 'I_1].

Theorem payment_interval_needs_1 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), True -> estimate k = 0 -> error k = 0 -> largest lead payment -> largest (fun j : J =>
  estimate j - error j) lower -> largest (fun j : J => estimate j + error j) upper -> [/\ 0 <= lower, lower <= payment
  & payment <= upper]).
Proof.
by move=> H; have [] := H int_realDomainType J (level 5%:R) (level 0) (level 0) ord0 5%:R 0 0 I erefl erefl (@top _
  _ (fun=> erefl))
  (@top 0 0 (fun=> erefl)) (@top 0 0 (fun=> erefl)).
Qed.

Theorem payment_interval_needs_2 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), (forall j : J, `|estimate j - lead j| <= error j) -> True -> error k = 0 -> largest lead
  payment -> largest (fun j : J => estimate j - error j) lower -> largest (fun j : J => estimate j + error j) upper ->
  [/\ 0 <= lower, lower <= payment & payment <= upper]).
Proof.
by move=> H; have [] := H int_realDomainType J (level (- 1)) (level (- 1)) (level 0) ord0 (- 1) (- 1) (- 1) (@close
  _) I erefl
  (@top _ _ (fun=> erefl)) (@top (- 1) (- 1) (fun=> erefl)) (@top (- 1) (- 1) (fun=> erefl)).
Qed.

Theorem payment_interval_needs_3 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), (forall j : J, `|estimate j - lead j| <= error j) -> estimate k = 0 -> True -> largest
  lead payment -> largest (fun j : J => estimate j - error j) lower -> largest (fun j : J => estimate j + error j)
  upper -> [/\ 0 <= lower, lower <= payment & payment <= upper]).
Proof.
have near : forall j : 'I_1, `|level 0 j - level 0 j| <= level 1 j by move=> j; rewrite subrr normr0.
by move=> H; have [] := H int_realDomainType J (level 0) (level 0) (level 1) ord0 0 (- 1) 1 near erefl I
  (@top _ _ (fun=> erefl)) (@top (- 1) (- 1) (fun=> erefl)) (@top 1 1 (fun=> erefl)).
Qed.

Theorem payment_interval_needs_4 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), (forall j : J, `|estimate j - lead j| <= error j) -> estimate k = 0 -> error k = 0 ->
  True -> largest (fun j : J => estimate j - error j) lower -> largest (fun j : J => estimate j + error j) upper ->
  [/\ 0 <= lower, lower <= payment & payment <= upper]).
Proof.
by move=> H; have [] := H int_realDomainType J (level 0) (level 0) (level 0) ord0 1 0 0 (@close _) erefl erefl I
  (@top 0 0 (fun=> erefl)) (@top 0 0 (fun=> erefl)).
Qed.

Theorem payment_interval_needs_5 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), (forall j : J, `|estimate j - lead j| <= error j) -> estimate k = 0 -> error k = 0 ->
  largest lead payment -> True -> largest (fun j : J => estimate j + error j) upper -> [/\ 0 <= lower, lower <=
  payment & payment <= upper]).
Proof.
by move=> H; have [] := H int_realDomainType J (level 0) (level 0) (level 0) ord0 0 (- 1) 0 (@close _) erefl erefl
  (@top _ _ (fun=> erefl)) I (@top 0 0 (fun=> erefl)).
Qed.

Theorem payment_interval_needs_6 : ~ (forall (K : realDomainType) (J : finType) (lead estimate error : J -> K) (k : J)
  (payment lower upper : K), (forall j : J, `|estimate j - lead j| <= error j) -> estimate k = 0 -> error k = 0 ->
  largest lead payment -> largest (fun j : J => estimate j - error j) lower -> True -> [/\ 0 <= lower, lower <=
  payment & payment <= upper]).
Proof.
by move=> H; have [] := H int_realDomainType J (level 0) (level 0) (level 0) ord0 0 0 (- 1) (@close _) erefl erefl
  (@top _ _ (fun=> erefl)) (@top 0 0 (fun=> erefl)) I.
Qed.

Theorem payment_biased_up_needs_1 : ~ (forall (K : realDomainType) (J S : finType) (chance : S -> K) (estimate : S ->
  J -> K) (lead : J -> K) (charged : S -> K) (payment : K), True -> (forall j : J, \sum_s chance s * estimate s j =
  lead j) -> largest lead payment -> (forall s : S, largest (estimate s) (charged s)) -> payment <= \sum_s chance s *
  charged s).
Proof.
pose hit (m : bool) : int := m%:R; have most : largest (fun m => - 1 * hit m) 0 by split=> [|[]]; [exists false| |].
have best (_ : 'I_1) : largest hit 1 by split=> [|[]]; [exists true| |].
move=> H; have := H int_realDomainType [finType of bool] J (fun=> - 1) (fun=> hit) (fun m => - 1 * hit m) (fun=> 1)
  0 I _ most best.
by rewrite big_ord1 => /(_ (fun m => big_ord1 _ _)).
Qed.

Theorem payment_biased_up_needs_2 : ~ (forall (K : realDomainType) (J S : finType) (chance : S -> K) (estimate : S ->
  J -> K) (lead : J -> K) (charged : S -> K) (payment : K), (forall s : S, 0 <= chance s) -> True -> largest lead
  payment -> (forall s : S, largest (estimate s) (charged s)) -> payment <= \sum_s chance s * charged s).
Proof.
move=> H; have := H int_realDomainType J J (fun=> 1) (fun=> level 0) (level 1) (fun=> 0) 1 (fun=> isT) I (@top _ _
  (fun=> erefl))
  (fun=> @top _ _ (fun=> erefl)).
by rewrite big_ord1.
Qed.

Theorem payment_biased_up_needs_3 : ~ (forall (K : realDomainType) (J S : finType) (chance : S -> K) (estimate : S ->
  J -> K) (lead : J -> K) (charged : S -> K) (payment : K), (forall s : S, 0 <= chance s) -> (forall j : J, \sum_s
  chance s * estimate s j = lead j) -> True -> (forall s : S, largest (estimate s) (charged s)) -> payment <= \sum_s
  chance s * charged s).
Proof.
move=> H; have := H int_realDomainType J J (fun=> 1) (fun=> level 0) (level 0) (fun=> 0) 1 (fun=> isT) (fun=>
  big_ord1 _ _) I
  (fun=> @top _ _ (fun=> erefl)).
by rewrite big_ord1.
Qed.

Theorem payment_biased_up_needs_4 : ~ (forall (K : realDomainType) (J S : finType) (chance : S -> K) (estimate : S ->
  J -> K) (lead : J -> K) (charged : S -> K) (payment : K), (forall s : S, 0 <= chance s) -> (forall j : J, \sum_s
  chance s * estimate s j = lead j) -> largest lead payment -> True -> payment <= \sum_s chance s * charged s).
Proof.
move=> H; have := H int_realDomainType J J (fun=> 1) (fun=> level 0) (level 0) (fun=> - 1) 0 (fun=> isT) (fun=>
  big_ord1 _ _)
  (@top _ _ (fun=> erefl)) I.
by rewrite big_ord1.
Qed.
