(* The arrangements of nobody, of one player and of two, and what makes them stable, for the counterexamples of the
   files
   that show what is needed. Any costs. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From Incentives Require Import Stability TwoPlayers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.
Local Open Scope order_scope.

(* Nobody: the only partition has no block. *)
Lemma none_partition : partition (set0 : {set {set void}}) setT.
Proof.
have empty : [set: void] = set0 by apply/setP => -[].
by rewrite /partition /cover big_set0 empty eqxx inE andbT /trivIset /cover !big_set0 cards0.
Qed.
Lemma none_not_all : (set0 : {set {set void}}) <> [set setT].
Proof. by move/setP/(_ setT); rewrite !inE eqxx. Qed.
Lemma none_stable disp (K : orderType disp) (cost : {set void} -> void -> K) : core_stable cost set0.
Proof. by move=> C /set0Pn[[]]. Qed.
Lemma none_or_all disp (K : orderType disp) (cost : {set void} -> void -> K) :
  ~ (core_stable cost set0 -> (set0 : {set {set void}}) = [set setT]).
Proof. by move=> /(_ (@none_stable _ _ cost))/none_not_all. Qed.

(* One player. *)
Definition solo : {set {set unit}} := [set setT].
Lemma solo_all : [set: unit] = [set tt]. Proof. by apply/setP => -[]; rewrite !inE. Qed.
Lemma solo_some : [set: unit] != set0. Proof. by apply/set0Pn; exists tt. Qed.
Lemma solo_everybody (C : {set unit}) : C != set0 -> C = setT.
Proof. by case/set0Pn => -[] tC; apply/setP => -[]; rewrite tC inE. Qed.
Lemma solo_partition : partition solo setT.
Proof.
by rewrite /partition /cover big_set1 eqxx /trivIset big_set1 /cover big_set1 eqxx /= inE eq_sym solo_some.
Qed.
Lemma solo_home (P : {set {set unit}}) j : setT \in P -> pblock P j = setT.
Proof.
move=> TP; rewrite /pblock; case: pickP => [A /= /andP[_ jA]|/(_ setT)]; last by rewrite /= TP inE.
by apply: solo_everybody; apply/set0Pn; exists j.
Qed.
Lemma solo_nowhere j : pblock set0 j = set0 :> {set unit}.
Proof. by rewrite /pblock; case: pickP => [A /andP[]|]; rewrite ?inE. Qed.
Lemma solo_stable disp (K : orderType disp) (cost : {set unit} -> unit -> K) (P : {set {set unit}}) :
  setT \in P -> core_stable cost P.
Proof. by move=> TP C /solo_everybody -> /(_ tt); rewrite /at_home solo_home // inE ltxx => /(_ isT). Qed.

(* Two players: both together, or each alone. *)
Definition both : {set {set bool}} := [set setT].
Definition each : {set {set bool}} := [set [set true]; [set false]].
Lemma two_some : [set: bool] != set0. Proof. by apply/set0Pn; exists true. Qed.
Lemma one_in_each j : [set j] \in each. Proof. by case: j; rewrite !inE eqxx ?orbT. Qed.
Lemma each_is (C : {set bool}) : C \in each -> exists j, C = [set j].
Proof. by rewrite !inE => /orP[]/eqP ->; [exists true|exists false]. Qed.
Lemma each_trivial : trivIset each.
Proof.
apply/trivIsetP => A B /each_is[i ->] /each_is[j ->] ne; rewrite disjoints1 inE.
by apply: contra ne => /eqP ->.
Qed.
Lemma both_trivial : trivIset both.
Proof. by apply/trivIsetP => A B; rewrite !inE => /eqP -> /eqP ->; rewrite eqxx. Qed.
Lemma both_partition : partition both setT.
Proof. by rewrite /partition both_trivial /cover big_set1 eqxx inE eq_sym two_some. Qed.
Lemma each_partition : partition each setT.
Proof.
rewrite /partition each_trivial /=; apply/andP; split; last by apply/negP => /each_is[j /setP/(_ j)]; rewrite !inE eqxx.
by rewrite eqEsubset subsetT; apply/subsetP => j _; apply/bigcupP; exists [set j]; rewrite ?one_in_each ?inE.
Qed.
Lemma home_both j : pblock both j = setT.
Proof. by apply: (def_pblock both_trivial); rewrite inE. Qed.
Lemma home_each j : pblock each j = [set j].
Proof. by apply: (def_pblock each_trivial); rewrite ?one_in_each ?inE. Qed.
Lemma each_not_both : each <> both.
Proof. by move/setP/(_ setT); rewrite !inE eqxx !(eq_sym setT) !(negbTE (one_not_all _)). Qed.
Lemma some_of_two (C : {set bool}) : C != set0 -> C = setT \/ exists j, C = [set j].
Proof.
case/set0Pn => j jC; have [kC|kC] := boolP (~~ j \in C); [left|right; exists j]; apply/setP => i; rewrite !inE;
  by case: i j jC kC => -[] jC kC; rewrite ?jC ?kC ?(negbTE kC).
Qed.

Section Stable.
Variables (disp : unit) (K : orderType disp) (cost : {set bool} -> bool -> K).
(* Alone each keeps, or wants, what it has. *)
Lemma each_core j : cost [set j] j <= cost setT j -> core_stable cost each.
Proof.
move=> stays C /some_of_two[->|[i ->]] gain; last by have := gain i; rewrite inE eqxx /at_home home_each ltxx => /(_
  isT).
by have := gain j; rewrite inE /at_home home_each ltNge stays => /(_ isT).
Qed.
Lemma each_or_both j : cost [set j] j <= cost setT j -> ~ (core_stable cost each -> each = both).
Proof. by move=> /each_core stable /(_ stable)/each_not_both. Qed.
Lemma each_unites : (forall j, cost setT j < cost [set j] j) -> ~ core_stable cost each.
Proof. by move=> gain stable; apply: (stable setT two_some) => j _; rewrite /at_home home_each. Qed.
Lemma both_core : (forall j, cost setT j <= cost [set j] j) -> core_stable cost both.
Proof.
move=> stay C /some_of_two[->|[j ->]] gain; last first.
  by have := gain j; rewrite inE eqxx /at_home home_both ltNge stay => /(_ isT).
by have := gain true; rewrite inE /at_home home_both ltxx => /(_ isT).
Qed.
Lemma both_individual : (forall j, cost setT j <= cost [set j] j) -> individually_stable cost both.
Proof.
move=> stay C j [|->]; first by rewrite !inE => /eqP ->; rewrite inE.
by move=> _ []; rewrite setU0 /at_home home_both ltNge stay.
Qed.
Lemma both_leaves j : cost [set j] j < cost setT j -> ~ core_stable cost both.
Proof.
by move=> gain /(_ [set j] (some_one j)); apply=> i; rewrite inE => /eqP ->; rewrite /at_home home_both.
Qed.
Lemma both_moves_out j : cost [set j] j < cost setT j -> ~ individually_stable cost both.
Proof.
move=> gain /(_ set0 j (or_intror erefl)); rewrite inE setU0 /at_home home_both => /(_ isT); apply; split=> // i.
by rewrite inE.
Qed.
Lemma each_individual : (forall j, cost [set j] j <= cost setT j) -> individually_stable cost each.
Proof.
move=> stay C j [/each_is[i ->]|->]; last by move=> _ []; rewrite setU0 /at_home home_each ltxx.
rewrite inE => ne []; rewrite (_ : j |: [set i] = setT) ?/at_home ?home_each ?ltNge ?stay //.
by apply/setP => k; rewrite !inE; case: k i j ne => -[] [].
Qed.
End Stable.
