(* What the count of calls of CallsOfH.v needs: that the bound on witnesses is at least 1, where no call is ever empty. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Helly MechanismH CallsOfH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* Two clients accept the model true only, and the liar, client true, reports to accept both. Asked alone, it gets the model false. *)
Definition right_model (_ x : bool) := x.
Definition all_too_kind (m x : bool) := m || x.
Definition no_witness (n : bool) : bool + {set bool} := inl n.
Theorem mechanism_h_in_full_needs_6 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m, m != liar -> R m =1 S m) -> (exists w, agreed S w) -> redundant S ->
  forall (all : X + {set I}) (call : I -> X + {set I}) (h : nat), sound_all R all -> (forall n, sound R call n) -> True ->
  (forall A, all = inr A \/ (exists n, call n = inr A) -> #|A| <= h) ->
  (forall order, (forall A, all = inr A -> perm_eq order (enum A)) -> let o := begun_with_everybody S call all order in
    [/\ right S o, tested o <= 1, (exists y, joint R y) -> calls o = 1 /\ tested o = 0,
        ~ (exists y, joint R y) -> named o = Some liar & forall A, all = inr A -> calls o <= #|A|.+1 <= h.+1]) /\
  (forall order, perm_eq order (enum I) -> let o := begun_by_leaving_out S call order in
    [/\ right S o, tested o <= 1, calls o <= minn #|I| h.+1 & ~ (exists y, joint R y) -> named o = Some liar]) /\
  forall (K : realFieldType) d (C : I -> 'rV[K]_d -> bool) A, (forall m, convex (C m)) -> Trust.minimal_witness C A -> #|A| <= d.+1).
Proof.
move=> H.
have [||||||_ [leaving _]] := H [finType of bool] bool right_model all_too_kind true _ _ _ (inl true) no_witness 0 _ _ I _.
- by case.
- by exists true.
- by move=> n x H' m; apply: (H' (~~ n)); case: n {H'}.
- by move=> m; apply: orbT.
- by move=> [] [].
- by move=> A [|[n]].
have [|_ _] := leaving [:: false; true].
  by apply: uniq_perm; rewrite ?enum_uniq // => m; rewrite mem_enum; case: m.
rewrite /begun_by_leaving_out /= card_bool.
case: pickP => [m _ //|/(_ true)]; by [].
Qed.
