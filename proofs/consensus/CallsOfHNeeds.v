(* What the theorems of CallsOfH.v need: each hypothesis below is dropped in turn; two clients break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Unless Helly MechanismH CallsOfH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* Two clients accept the model true only, and the liar, client true, reports to accept both. Asked alone, it gets the model false. *)
Definition right_model (_ x : bool) := x.
Definition all_too_kind (m x : bool) := m || x.
Definition no_witness (n : bool) : bool + {set bool} := inl n.
Definition mechanism_without (k : nat) := forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  unless k 1 (forall m, m != liar -> R m =1 S m) -> unless k 2 (exists w, agreed S w) -> unless k 3 (redundant S) ->
  forall (all : X + {set I}) (call : I -> X + {set I}) (h : nat),
  unless k 4 (sound_all R all) -> unless k 5 (forall n, sound R call n) -> unless k 6 (0 < h) ->
  unless k 7 (forall A, all = inr A \/ (exists n, call n = inr A) -> #|A| <= h) ->
  (forall order, (forall A, all = inr A -> perm_eq order (enum A)) -> let o := begun_with_everybody S call all order in
    [/\ right S o, tested o <= 1, (exists y, joint R y) -> calls o = 1 /\ tested o = 0,
        ~ (exists y, joint R y) -> named o = Some liar & forall A, all = inr A -> calls o <= #|A|.+1 <= h.+1]) /\
  (forall order, perm_eq order (enum I) -> let o := begun_by_leaving_out S call order in
    [/\ right S o, tested o <= 1, calls o <= minn #|I| h.+1 & ~ (exists y, joint R y) -> named o = Some liar]) /\
  forall (K : realFieldType) d (C : I -> 'rV[K]_d -> bool) A, (forall m, convex (C m)) -> Trust.minimal_witness C A -> #|A| <= d.+1.
Theorem mechanism_h_in_full_needs_6 : ltac:(fails (mechanism_without 6)).
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

(* Two clients judge models that are themselves true or false; the truth is [fine] or S, the reports are R. *)
Definition fine (_ x : bool) := x.
Definition gives (x _ : bool) : bool + {set bool} := inl x.
Lemma fine_redundant : redundant fine.
Proof. by move=> n x only m; apply: (only (~~ n)); case: n {only}. Qed.
Lemma fine_somewhere : exists w, agreed fine w.
Proof. by exists true. Qed.
Lemma named_nowhere x y (A : {set bool}) : (inl x : bool + {set bool}) = inr A \/ (exists n, gives y n = inr A) -> #|A| <= 1.
Proof. by case=> [|[]]. Qed.
Lemma no_order x (order : seq bool) (A : {set bool}) : (inl x : bool + {set bool}) = inr A -> perm_eq order (enum A).
Proof. by []. Qed.
Theorem mechanism_h_in_full_needs_1 : ltac:(fails (mechanism_without 1)).
Proof.
move=> H; have [everybody _] := H [finType of bool] bool fine (fun _ => negb) true I fine_somewhere fine_redundant (inl false)
  (gives false) 1 (fun=> isT) (fun _ _ _ => isT) isT (@named_nowhere false false).
by have [[x [<-] /(_ true)]] := everybody [::] (@no_order false _).
Qed.
Theorem mechanism_h_in_full_needs_2 : ltac:(fails (mechanism_without 2)).
Proof.
(* Nobody accepts anything, and the first says that it does. *)
pose R (m x : bool) := m; have wit : witness R [set false] by case=> x /(_ false); rewrite inE => /(_ isT).
pose call (n : bool) : bool + {set bool} := if n then inr [set false] else inl true.
have answers n : sound R call n by case: n; rewrite /sound /=; [rewrite inE|case].
have few A : (inr [set false] : bool + {set bool}) = inr A \/ (exists n, call n = inr A) -> #|A| <= 1.
  by case=> [[<-]|[[] // [<-]]]; rewrite cards1.
have honest m : m != true -> R m =1 (fun=> false) by case: m.
have red : redundant (fun _ _ : bool => false) by move=> n x only m; apply: (only (~~ n)); case: n {only}.
move=> H; have [everybody _] := H [finType of bool] bool _ R true honest I red (inr [set false]) call 1 wit answers isT few.
have [|[x _ /(_ true)]] := everybody (enum [set false]); last by [].
by move=> A [<-].
Qed.
Theorem mechanism_h_in_full_needs_3 : ltac:(fails (mechanism_without 3)).
Proof.
(* The second accepts everything, so that what the first rejects is missed. *)
pose S (m x : bool) := ~~ m || x; have honest m : m != true -> (fun=> true) =1 S m by case: m.
have some : exists w, agreed S w by exists true; case.
move=> H; have [everybody _] := H [finType of bool] bool S (fun _ _ => true) true honest some I (inl false)
  (gives false) 1 (fun=> isT) (fun _ _ _ => isT) isT (@named_nowhere false false).
by have [[x [<-] /(_ true)]] := everybody [::] (@no_order false _).
Qed.
Theorem mechanism_h_in_full_needs_4 : ltac:(fails (mechanism_without 4)).
Proof.
move=> H; have [everybody _] := H [finType of bool] bool fine fine true (fun _ _ _ => erefl) fine_somewhere fine_redundant
  (inl false) (gives true) 1 I (fun _ _ _ => isT) isT (@named_nowhere false true).
by have [[x [<-] /(_ true)]] := everybody [::] (@no_order false _).
Qed.
Theorem mechanism_h_in_full_needs_5 : ltac:(fails (mechanism_without 5)).
Proof.
move=> H; have [_ [leaving _]] := H [finType of bool] bool fine fine true (fun _ _ _ => erefl) fine_somewhere fine_redundant
  (inl true) (gives false) 1 (fun=> isT) I isT (@named_nowhere true false).
have [|[x] + /(_ true) good _ _ _] := leaving [:: false; true].
  by apply: uniq_perm; rewrite ?enum_uniq // => m; rewrite mem_enum; case: m.
by rewrite /fine in good; rewrite good /begun_by_leaving_out /=; case: pickP => [m _ []|/(_ true)].
Qed.
Theorem mechanism_h_in_full_needs_7 : ltac:(fails (mechanism_without 7)).
Proof.
(* The first reports to accept only what nobody should. *)
pose R (m x : bool) := m (+) x; have wit : witness R setT.
  by case=> x both; have := both true (in_setT _); have := both false (in_setT _); case: x {both}.
pose call (n : bool) : bool + {set bool} := inl n.
have answers n : sound R call n by case: n; case.
have honest m : m != true -> R m =1 fine m by case: m => // _ [].
move=> H; have [everybody _] := H [finType of bool] bool fine R true honest fine_somewhere fine_redundant (inr setT) call 1
  wit answers isT I.
have [|_ _ _ _ /(_ _ erefl)/andP[_]] := everybody (enum setT); first by move=> A [<-].
by rewrite cardsT card_bool.
Qed.
