(* Exposure with groups left out (consensus/new-exposure, new-exposure-infeasible): any number of clients, any sets of
   models, any number of liars.
   Modelled: client m accepts x if [S m x] and reports [R m]; outside [liars] the reports are true. A call leaves out the
   group Z and returns a point that all the others report to accept. Not modelled: how a call finds it; tests with noise. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

Section Exposure.
Variables (I : finType) (X : Type) (S : I -> X -> bool).
Definition agreed x := forall m, S m x.
Definition spares r := forall (A : {set I}) x, #|A| <= r -> (forall m, m \notin A -> S m x) -> agreed x.

Section Reports.
Variables (R : I -> X -> bool) (liars : {set I}).
Hypothesis honest : forall m, m \notin liars -> R m =1 S m.
Variables (r : nat) (Z : {set I}) (x : X).
Hypotheses (spared : spares r) (small : #|Z| <= r) (point : forall m, m \notin Z -> R m x).

Lemma only_liars_fail m : m \notin Z -> ~~ S m x -> m \in liars.
Proof. by move=> mZ; apply: contraNT => ml; rewrite -honest ?point. Qed.

(* The point serves everybody, or it fails one client beside the group, the liar. However many lie, a point that fails nobody
   beside the group serves everybody, and whoever it fails there is a liar. *)
Theorem exposure_of_groups :
  (#|liars| <= 1 -> ((forall m, m \notin Z -> S m x) /\ agreed x) \/
    exists l, [/\ l \in liars, l \notin Z, ~~ S l x & forall m, m \notin Z -> ~~ S m x -> m = l]) /\
  ((forall m, m \notin Z -> S m x) -> agreed x) /\ (forall m, m \notin Z -> ~~ S m x -> m \in liars).
Proof.
split=> [one|]; last by split; [exact: (spared small)|exact: only_liars_fail].
case: (pickP (fun m => (m \notin Z) && ~~ S m x)) => [l /andP[lZ lS]|nobody].
  right; exists l; split=> // [|m mZ mS]; first exact: only_liars_fail.
  by have/card_le1_eqP same := one; apply: same; apply: only_liars_fail.
have all m : m \notin Z -> S m x by move=> mZ; have := nobody m; rewrite mZ /= => /negbFE.
by left; split=> //; apply: (spared small).
Qed.
End Reports.

(* If the reports contradict each other, the point fails nobody, or exactly the group and the liar. *)
Theorem exposure_of_contradictions (R : I -> X -> bool) (liar : I) (r : nat) (Z : {set I}) x :
  (forall m, m != liar -> R m =1 S m) -> spares r -> #|Z| <= r -> ~ (exists y, forall m, R m y) ->
  (forall m, m \notin Z -> R m x) ->
  (liar \in Z -> agreed x) /\ (liar \notin Z -> forall m, ~~ S m x = (m \in Z) || (m == liar)).
Proof.
move=> honest spared small none point; split=> [inside|outside].
  by apply: (spared _ _ small) => m mZ; rewrite -honest ?point //; apply: contraNneq mZ => ->.
pose failing := [set m | ~~ S m x].
have sub : failing \subset liar |: Z.
  apply/subsetP => m; rewrite !inE; case: (eqVneq m liar) => //= ml.
  by apply: contraNT => mZ; rewrite -honest ?point.
have bad : ~ agreed x.
  move=> W; apply: none; exists x => m; have [mZ|] := boolP (m \in Z); last exact: point.
  by rewrite honest //; apply: contraNneq outside => <-.
have many : r < #|failing|.
  by rewrite ltnNge; apply/negP => few; apply: bad; apply: (spared _ _ few) => m; rewrite inE negbK.
have /eqP E : failing == liar |: Z.
  rewrite eqEcard sub cardsU1 outside add1n; exact: leq_ltn_trans many.
by move=> m; have /setP/(_ m) := E; rewrite !inE orbC.
Qed.
End Exposure.
