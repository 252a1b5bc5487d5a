(* What the theorems of Guessing.v need: each hypothesis below is dropped in turn. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Guessing.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Whoever names every group misses no world. *)
Theorem fewer_miss_some_world_needs_1 : ~ (forall (I : finType) (c : nat) (answer : seq (group I c)), True -> exists
  A : group I c, forall v : sig_eqType (fun A0 : {set I} => #|A0| == c), v \in answer -> ~~ agreed A v).
Proof.
move=> H; have [A /(_ A)] := H [finType of unit] 0 (enum {: group [finType of unit] 0}) I.
by rewrite mem_enum inE => /(_ isT); have [-> _ _ _] := worlds_alike A; rewrite eqxx.
Qed.
Theorem as_many_candidates_needs_1 : ~ (forall (I : finType) (c : nat) (candidates : seq (group I c)), True ->
  ('C(#|I|, c) <= size candidates)%N).
Proof. by move=> H; have := H [finType of unit] 0 [::] I; rewrite bin0. Qed.
