(* What the theorems of Wants.v need: each hypothesis below is dropped in turn; two clients and two models break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Wants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition rival (m : bool) (u v : rat) (x : bool) : rat := if m then (if x then u else 0) else if x then v else 1.
Lemma only_rival (w : bool -> rat) : \sum_(n | n != true) w n = w false.
Proof. by rewrite big_mkcond big_bool /= add0r. Qed.
Theorem corrected_assumption_is_satisfiable_needs_1 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (G : I ->
  X -> K) (eps : K) (m : I) (w : I -> K), True -> (forall (n : I) (x : X), 0 <= G n x) -> (forall n : I, 0 < w n) ->
  assumption_1 G eps m (hierarchical G eps m w)).
Proof.
(* With a negative slack no model is within it. *)
move=> H; have [high _ _] := H rat_realFieldType [finType of bool] bool (fun _ _ => 0) (- 1) true (fun=> 1) I (fun _ _ => lexx 0) (fun=> isT).
by have := high true isT; rewrite /hierarchical eqxx.
Qed.
Theorem corrected_assumption_is_satisfiable_needs_2 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (G : I ->
  X -> K) (eps : K) (m : I) (w : I -> K), 0 <= eps -> True -> (forall n : I, 0 < w n) -> assumption_1 G eps m
  (hierarchical G eps m w)).
Proof.
(* A negative excess is better than none, but at none the rival suffers. *)
move=> H; have [_ better _] := H rat_realFieldType [finType of bool] bool (fun m => rival m (- 1) 1) 0 true (fun=> 4%:R) isT I (fun=> isT).
by have := better true false isT isT isT; rewrite /hierarchical !only_rival; vm_compute.
Qed.
Theorem corrected_assumption_is_satisfiable_needs_3 : ~ (forall (K : realFieldType) (I : finType) (X : Type) (G : I ->
  X -> K) (eps : K) (m : I) (w : I -> K), 0 <= eps -> (forall (n : I) (x : X), 0 <= G n x) -> True -> assumption_1 G
  eps m (hierarchical G eps m w)).
Proof.
(* A client that gives the rival no weight. *)
move=> H; have G0 (m x : bool) : 0 <= rival m 0 2%:R x by case: m x => -[].
have [_ _ worse] := H rat_realFieldType [finType of bool] bool (fun m => rival m 0 2%:R) 0 true (fun=> 0) isT G0 I.
have := worse true false erefl erefl (ex_intro2 _ _ false isT isT).
rewrite /hierarchical !only_rival /= !mul0r ltxx => bad; have // : false.
by apply: bad => -[].
Qed.
Theorem silent_ties_needs_2 : ~ (forall (K : realFieldType) (I : finType) (X : eqType) (G : I -> X -> K) (eps : K) (m
  : I) (x y : X), (forall (n : I) (z : X), 0 <= G n z) -> True -> exists u v : X -> option K, [/\ assumption_1 G eps m
  u, assumption_1 G eps m v, above (u x) (u y) & above (v y) (v x)]).
Proof.
move=> H; have [u [v [_ _ above_itself _]]] := H rat_realFieldType [finType of bool] unit_eqType (fun _ _ => 0) 0 true tt tt (fun _ _ => lexx 0) I.
by move: above_itself; case: (u tt) => //= a; rewrite ltxx.
Qed.
