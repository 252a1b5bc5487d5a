(* What the theorems of SmallWorlds.v need: each hypothesis is dropped in turn. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Wants MechanismH SmallWorlds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* At tolerance 0 all losses are 0. *)
Theorem factor_two_needs_1 : ~ (forall (K : realFieldType) (rule : ('I_4 -> 'I_4 -> K) -> 'I_4) (eps rho : K), True -> rho < 2%:R ->
  let F b m x := eps * loss K b m x in let gap b m x := F b m x - F b m None in
  (forall b, [/\ forall m x, F b m None <= F b m x, redundant (fun m x => gap b m x <= eps) &
      forall m, gap b m (Some (returned (lying b))) <= eps]) /\
  (forall n m, F true m (Some (returned n)) = F false m (Some (returned n))) /\
  exists b m, rho * eps < gap b m (Some (returned (rule (fun n m => F b m (Some (returned n))))))).
Proof.
move=> /(_ rat_realFieldType (fun=> ord0) 0 0 I (ltr0n _ 2))[_ [_ [b [m]]]].
by rewrite !mul0r subrr ltxx.
Qed.
(* The rule that takes the run without client 0, twice the tolerance: no gap is larger. *)
Theorem factor_two_needs_2 : ~ (forall (K : realFieldType) (rule : ('I_4 -> 'I_4 -> K) -> 'I_4) (eps rho : K), 0 < eps -> True ->
  let F b m x := eps * loss K b m x in let gap b m x := F b m x - F b m None in
  (forall b, [/\ forall m x, F b m None <= F b m x, redundant (fun m x => gap b m x <= eps) &
      forall m, gap b m (Some (returned (lying b))) <= eps]) /\
  (forall n m, F true m (Some (returned n)) = F false m (Some (returned n))) /\
  exists b m, rho * eps < gap b m (Some (returned (rule (fun n m => F b m (Some (returned n))))))).
Proof.
move=> /(_ rat_realFieldType (fun=> ord0) 1 2%:R ltr01 I)[_ [_ [b [m]]]].
by rewrite !mul1r mulr1 /loss /values /least /=; case: b; case: (m < 2)%N.
Qed.

Notation game K I eps := (exists (X : Type) (G : I -> X -> K) (u : I -> X -> option K) (favourite : I -> X),
    [/\ (forall m x, 0 <= G m x) /\ (exists w, forall m, G m w = 0), forall m, assumption_1 G eps m (u m),
        forall m, exists k, eps < G k (favourite m) &
        forall m x, (forall k, G k x = 0) -> above (u m (favourite m)) (u m x)]).
(* One client harms only itself, and below the least loss everything is worth minus infinity. *)
Theorem target_is_not_wanted_needs_1 : ~ (forall (K : realFieldType) (I : finType) (eps : K), True -> 0 <= eps -> game K I eps).
Proof.
move=> /(_ rat_realFieldType [finType of unit] 0 I (lexx 0))[X [G [u [f [[_ [w W]] legal far best]]]]].
have [[] harm] := far tt; have [none _ _] := legal tt; have := best tt w (fun k => W k).
by rewrite (none _ harm).
Qed.
Theorem target_is_not_wanted_needs_2 : ~ (forall (K : realFieldType) (I : finType) (eps : K), (1 < #|I|)%N -> True -> game K I eps).
Proof.
move=> /(_ rat_realFieldType [finType of bool] (-1)) H.
have [|X [G [u [f [[G0 [w W]] legal _ best]]]]] := H _ I; first by rewrite card_bool.
have [none _ _] := legal true; have := best true w W.
by rewrite (none (f true)) // (lt_le_trans _ (G0 true (f true))) // oppr_lt0 ltr01.
Qed.
