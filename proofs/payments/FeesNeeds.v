(* What the theorems of Fees.v need: each hypothesis below is dropped in turn; one or two outcomes break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Fees.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X1 := [finType of 'I_1].
Notation X2 := [finType of bool].
Definition sure (c : rat) (_ : 'I_1) := c.
Lemma linear : convex (fun x : rat => x - 1).
Proof.
move=> x y a _ _ _; rewrite -subr_ge0.
by have -> : a * (x - 1) + (1 - a) * (y - 1) - (a * x + (1 - a) * y - 1) = 0 by ring.
Qed.
Lemma sure_one : distribution (sure 1).
Proof. by split=> //; rewrite big_ord1. Qed.
Definition menu (m : 'I_1 -> rat) := m ord0 = 1.
Definition V (R : 'I_1 -> rat) := R ord0.
Lemma V_best R : exists2 p, best_for menu (fun=> 0) R p & V R = mean p R - 0.
Proof.
exists (sure 1); last by rewrite /mean big_ord1 subr0 mul1r.
by split=> // m m1; rewrite /mean !big_ord1 m1.
Qed.

Theorem divergences_needs_1 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (p q : X -> K), True -> f 1 = 0
  -> (forall x : X, 0 < q x) -> distribution q -> distribution p -> [/\ 0 <= divergence f p q, divergence f q q = 0 &
  forall c : K, divergence (fun x : K => f x + c * (x - 1)) p q = divergence f p q]).
Proof.
pose f (x : rat) := - (x - 1) ^+ 2; pose p (x : bool) : rat := x%:R.
have dq : distribution (fun _ : bool => 2%:R^-1 : rat) by split=> //; rewrite big_bool.
have dp : distribution p by split=> [[]|] //; rewrite big_bool.
move=> H; have [bad _ _] := H rat_realFieldType X2 f p (fun=> 2%:R^-1) I erefl (fun=> isT) dq dp.
by move: bad; rewrite /divergence big_bool; vm_compute.
Qed.

Theorem divergences_needs_2 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (p q : X -> K), convex f ->
  True -> (forall x : X, 0 < q x) -> distribution q -> distribution p -> [/\ 0 <= divergence f p q, divergence f q q =
  0 & forall c : K, divergence (fun x : K => f x + c * (x - 1)) p q = divergence f p q]).
Proof.
have conv : convex (fun _ : rat => 1 : rat) by move=> x y a _ _ _; rewrite !mulr1 addrC subrK.
move=> H; have [_ bad _] := H rat_realFieldType X1 (fun=> 1) (sure 1) (sure 1) conv I (fun=> isT) sure_one sure_one.
by move: bad; rewrite /divergence big_ord1.
Qed.

Theorem divergences_needs_3 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (p q : X -> K), convex f -> f 1
  = 0 -> True -> distribution q -> distribution p -> [/\ 0 <= divergence f p q, divergence f q q = 0 & forall c : K,
  divergence (fun x : K => f x + c * (x - 1)) p q = divergence f p q]).
Proof.
pose q (x : bool) : rat := x%:R; pose p (x : bool) : rat := (~~ x)%:R.
have dq : distribution q by split=> [[]|] //; rewrite big_bool.
have dp : distribution p by split=> [[]|] //; rewrite big_bool.
move=> H; have [bad _ _] := H rat_realFieldType X2 (fun x => x - 1) p q linear erefl I dq dp.
by move: bad; rewrite /divergence big_bool; vm_compute.
Qed.

Theorem divergences_needs_4 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (p q : X -> K), convex f -> f 1
  = 0 -> (forall x : X, 0 < q x) -> True -> distribution p -> [/\ 0 <= divergence f p q, divergence f q q = 0 & forall
  c : K, divergence (fun x : K => f x + c * (x - 1)) p q = divergence f p q]).
Proof.
move=> H; have [bad _ _] := H rat_realFieldType X1 (fun x => x - 1) (sure 1) (sure 2%:R) linear erefl (fun=> isT) I
  sure_one.
by move: bad; rewrite /divergence big_ord1; vm_compute.
Qed.

Theorem divergences_needs_5 : ~ (forall (K : realFieldType) (X : finType) (f : K -> K) (p q : X -> K), convex f -> f 1
  = 0 -> (forall x : X, 0 < q x) -> distribution q -> True -> [/\ 0 <= divergence f p q, divergence f q q = 0 & forall
  c : K, divergence (fun x : K => f x + c * (x - 1)) p q = divergence f p q]).
Proof.
move=> H; have [bad _ _] := H rat_realFieldType X1 (fun x => x - 1) (sure 0) (sure 1) linear erefl (fun=> isT)
  sure_one I.
by move: bad; rewrite /divergence big_ord1; vm_compute.
Qed.

Theorem largest_fee_needs_3 : ~ (forall (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D V : (X -> K) ->
  K), (forall R : X -> K, exists2 p : X -> K, best_for menu D R p & V R = mean p R - D p) -> forall (R : X -> K)
  (legal : K -> Prop) (low fee : K), (forall m : X -> K, menu m -> distribution m) -> True -> 0 <= low -> (forall w :
  K, legal w -> low <= w) -> let normalised := fun rm : X -> K => (forall x : X, 0 <= rm x <= 1) /\ (exists x : X, rm
  x = 1) in let kept := fun (w : K) (rm p : X -> K) => w * mean p rm - (V R - (mean p R - D p)) in (forall (w : K) (rm
  p : X -> K), legal w -> normalised rm -> best_for menu D (fun x : X => R x + w * rm x) p -> fee <= kept w rm p) <->
  (forall y : X, fee <= V (fun x : X => R x + low * (x == y)%:R) - V R)).
Proof.
have models m : menu m -> distribution m by move=> m1; split=> [x|]; rewrite ?big_ord1 ?(ord1 x) m1.
move=> H; have [E _] := H rat_realFieldType X1 menu (fun=> 0) V V_best (sure 0) (fun=> False) 0 1 models I isT (fun
  _ => False_ind _).
by have := E (fun _ _ _ => False_ind _) ord0.
Qed.

Theorem largest_fee_needs_5 : ~ (forall (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D V : (X -> K) ->
  K), (forall R : X -> K, exists2 p : X -> K, best_for menu D R p & V R = mean p R - D p) -> forall (R : X -> K)
  (legal : K -> Prop) (low fee : K), (forall m : X -> K, menu m -> distribution m) -> legal low -> 0 <= low -> True ->
  let normalised := fun rm : X -> K => (forall x : X, 0 <= rm x <= 1) /\ (exists x : X, rm x = 1) in let kept := fun
  (w : K) (rm p : X -> K) => w * mean p rm - (V R - (mean p R - D p)) in (forall (w : K) (rm p : X -> K), legal w ->
  normalised rm -> best_for menu D (fun x : X => R x + w * rm x) p -> fee <= kept w rm p) <-> (forall y : X, fee <= V
  (fun x : X => R x + low * (x == y)%:R) - V R)).
Proof.
have models m : menu m -> distribution m by move=> m1; split=> [x|]; rewrite ?big_ord1 ?(ord1 x) m1.
move=> H; have [_ E] := H rat_realFieldType X1 menu (fun=> 0) V V_best (sure 0) (fun w => 0 <= w) 1 1 models isT isT I.
have best : best_for menu (fun=> 0) (fun x => sure 0 x + 0 * sure 1 x) (sure 1).
  by split=> // m m1; rewrite /mean !big_ord1 m1.
have norm : (forall x : 'I_1, 0 <= sure 1 x <= 1) /\ exists x : 'I_1, sure 1 x = 1 by split=> //; exists ord0.
have := E _ 0 (sure 1) (sure 1) isT norm best; rewrite /mean !big_ord1 /V /sure !mul0r => bad.
by have : (1 : rat) <= 0 by apply: bad => y; rewrite (ord1 y) eqxx.
Qed.

Theorem false_names_needs_1 : ~ (forall (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D V : (X -> K) ->
  K), True -> forall R S0 p : X -> K, best_for menu D R p -> [/\ forall (s t : Num.NumDomain.porder_ringType K) (a :
  K), 0 <= a <= 1 -> part V R S0 p (a * s + (1 - a) * t) <= a * part V R S0 p s + (1 - a) * part V R S0 p t, (forall s
  : K, 0 <= part V R S0 p s) /\ part V R S0 p 0 = 0, forall (n : nat) (share : 'I_n -> K), (forall k : 'I_n, 0 <=
  share k) -> \sum_k share k = 1 -> \sum_k part V R S0 p (share k) <= part V R S0 p 1 & forall n : nat, (0 < n)%N ->
  n.+1%:R * part V R S0 p n.+1%:R^-1 <= n%:R * part V R S0 p n%:R^-1]).
Proof.
have best : best_for menu (fun=> 0) (sure 0) (sure 1) by split=> // m m1; rewrite /mean !big_ord1 m1.
move=> H; have [_ [low _] _ _] := H rat_realFieldType X1 menu (fun=> 0) (fun=> 0) I (sure 0) (sure 1) (sure 1) best.
by have := low (- 1); rewrite /part /mean big_ord1; vm_compute.
Qed.

Theorem false_names_needs_2 : ~ (forall (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D V : (X -> K) ->
  K), (forall R : X -> K, exists2 p : X -> K, best_for menu D R p & V R = mean p R - D p) -> forall R S0 p : X -> K,
  True -> [/\ forall (s t : Num.NumDomain.porder_ringType K) (a : K), 0 <= a <= 1 -> part V R S0 p (a * s + (1 - a) *
  t) <= a * part V R S0 p s + (1 - a) * part V R S0 p t, (forall s : K, 0 <= part V R S0 p s) /\ part V R S0 p 0 = 0,
  forall (n : nat) (share : 'I_n -> K), (forall k : 'I_n, 0 <= share k) -> \sum_k share k = 1 -> \sum_k part V R S0 p
  (share k) <= part V R S0 p 1 & forall n : nat, (0 < n)%N -> n.+1%:R * part V R S0 p n.+1%:R^-1 <= n%:R * part V R S0
  p n%:R^-1]).
Proof.
move=> H; have [_ [low _] _ _] := H rat_realFieldType X1 menu (fun=> 0) V V_best (sure 0) (sure 1) (sure 0) I.
by have := low 1; rewrite /part /mean big_ord1; vm_compute.
Qed.
