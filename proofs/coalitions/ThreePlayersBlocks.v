(* Sums over coalitions of three players, and the arrangement that leaves one alone, for the counterexamples of the
   files
   that show what is needed. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Stability Coalitions Weights FineWeights Precision.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition p0 := @Ordinal 3 0 isT.
Definition p1 := @Ordinal 3 1 isT.
Definition p2 := @Ordinal 3 2 isT.
Lemma all_three (Q : 'I_3 -> Prop) : Q p0 -> Q p1 -> Q p2 -> forall i, Q i.
Proof.
move=> q0 q1 q2 [[|[|[|//]]] i3]; [move: q0|move: q1|move: q2]; congr (Q _); exact: val_inj.
Qed.
(* Three players with these sizes, and those of them who are in. *)
Definition three_sizes (x y z : rat) (i : 'I_3) : rat := nth 0 [:: x; y; z] i.
Lemma three_positive (x y z : rat) : 0 < x -> 0 < y -> 0 < z -> forall i, 0 < three_sizes x y z i.
Proof. by move=> ? ? ?; apply: (@all_three (fun i => 0 < three_sizes x y z i)). Qed.
Definition picked (x y z : bool) : {set 'I_3} := [set i : 'I_3 | nth false [:: x; y; z] i].
Lemma in_picked x y z : [/\ (p0 \in picked x y z) = x, (p1 \in picked x y z) = y & (p2 \in picked x y z) = z].
Proof. by rewrite !inE. Qed.
Lemma picks (C : {set 'I_3}) : C = picked (p0 \in C) (p1 \in C) (p2 \in C).
Proof. by apply/setP; apply: all_three; rewrite inE. Qed.
Lemma sum_picked x y z (f : 'I_3 -> rat) : \sum_(i in picked x y z) f i =
  (if x then f p0 else 0) + (if y then f p1 else 0) + (if z then f p2 else 0).
Proof.
rewrite big_mkcond !big_ord_recr big_ord0 /= add0r !inE /=.
by congr (_ + _ + _); case: ifP => // _; congr (f _); apply: val_inj.
Qed.
Lemma sum_of_three (f : 'I_3 -> rat) : \sum_i f i = f p0 + f p1 + f p2.
Proof. by rewrite -(sum_picked true true true); apply: eq_bigl; apply: all_three; rewrite inE. Qed.
Lemma drop0 x y z : picked x y z :\ p0 = picked false y z.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma drop1 x y z : picked x y z :\ p1 = picked x false z.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma drop2 x y z : picked x y z :\ p2 = picked x y false.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma add0 x y z : p0 |: picked x y z = picked true y z.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma add1 x y z : p1 |: picked x y z = picked x true z.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Lemma add2 x y z : p2 |: picked x y z = picked x y true.
Proof. by apply/setP; apply: all_three; rewrite !inE. Qed.
Definition moved := (drop0, drop1, drop2, add0, add1, add2).
Lemma picked_some x y z : (picked x y z != set0) = [|| x, y | z].
Proof.
apply/set0Pn/idP => [[]|]; first by apply: all_three; rewrite inE /= => ->; rewrite ?orbT.
by case/or3P => h; [exists p0|exists p1|exists p2]; rewrite inE.
Qed.
Ltac written3 := rewrite /coarse_err /Precision.b /Weights.coarse /best_weight /bias /Coalitions.err ?moved /size
  /squares
  ?moved ?sum_picked ?sum_of_three /=.

(* The second player alone. *)
Definition pair : {set {set 'I_3}} := [set picked true false true; picked false true false].
Lemma pair_is (C : {set 'I_3}) : C \in pair -> C = picked true false true \/ C = picked false true false.
Proof. by rewrite !inE => /orP[]/eqP ->; [left|right]. Qed.
Lemma in_pair : picked true false true \in pair /\ picked false true false \in pair.
Proof. by rewrite !inE !eqxx orbT. Qed.
Lemma pair_differ : picked true false true <> picked false true false.
Proof. by move/setP/(_ p0); rewrite !inE. Qed.
Lemma pair_trivial : trivIset pair.
Proof.
apply/trivIsetP => A B /pair_is[]-> /pair_is[]->; rewrite ?eqxx // => _; rewrite -setI_eq0;
  by apply/eqP/setP; apply: all_three; rewrite !inE.
Qed.
Lemma pair_home : [/\ pblock pair p0 = picked true false true, pblock pair p1 = picked false true false &
  pblock pair p2 = picked true false true].
Proof. by have [a b] := in_pair; split; apply: (def_pblock pair_trivial) => //; rewrite inE. Qed.
Lemma pair_partition : partition pair setT.
Proof.
rewrite /partition pair_trivial /=; apply/andP; split; last first.
  by apply/negP => /pair_is[]/setP; [move/(_ p0)|move/(_ p1)]; rewrite !inE.
rewrite eqEsubset subsetT; apply/subsetP => i _; apply/bigcupP; have [a b] := in_pair.
move: i; apply: all_three; [exists (picked true false true)|exists (picked false true false)|exists (picked true false
  true)] => //; by rewrite inE.
Qed.
Section Stable.
Variable cost : {set 'I_3} -> 'I_3 -> rat.
Local Notation home0 := (cost (picked true false true) p0).
Local Notation home1 := (cost (picked false true false) p1).
Local Notation home2 := (cost (picked true false true) p2).
Lemma pair_core : (forall x y z, [|| x, y | z] -> ~~ [&& x ==> (cost (picked x y z) p0 < home0),
  y ==> (cost (picked x y z) p1 < home1) & z ==> (cost (picked x y z) p2 < home2)]) -> core_stable cost pair.
Proof.
move=> nobody C; rewrite (picks C); move: (p0 \in C) (p1 \in C) (p2 \in C) => x y z; rewrite picked_some => some gain.
have [i0 i1 i2] := in_picked x y z; have [h0 h1 h2] := pair_home.
apply: (negP (nobody x y z some)); apply/and3P; split; apply/implyP => h.
- by have := gain p0; rewrite i0 /at_home h0; apply.
- by have := gain p1; rewrite i1 /at_home h1; apply.
- by have := gain p2; rewrite i2 /at_home h2; apply.
Qed.
End Stable.
