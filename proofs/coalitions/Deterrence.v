(* Stability is deterrence (S8): under uniform federation everybody together is core stable if and only if the largest
   member does not prefer being alone. Any number of players, any positive sizes, any real field.
   Modelled: the error of Corollary 4.3 for mean estimation ([err] of Coalitions.v, proved there from expectations).
   A coalition blocks if it is not empty and each member strictly gains. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Two inequalities between numbers: a smallest, L largest member. --- *)
Section Numbers.
Variable K : realFieldType.
Implicit Types a L X Y R s : K.

(* L belongs to the coalition: X is the rest of the coalition, R all who stay behind, s the mean size a sample of R sees. *)
Lemma largest_inside a L X R s : 0 < a -> a <= L -> 0 <= X -> 0 < R -> s <= L -> s <= R ->
  (s - a) * X * (X + R + L) <= (X + R) ^+ 2 * (L - a).
Proof.
move=> a0 aL X0 R0 sL sR.
have T0 : 0 <= X + R by rewrite addr_ge0 // ltW.
have L0 : 0 <= L by apply: le_trans aL; apply: ltW.
have Q0 : 0 <= X * (X + R + L) by rewrite mulr_ge0 // addr_ge0.
have goal m : s <= m -> (m - a) * X * (X + R + L) <= (X + R) ^+ 2 * (L - a) ->
    (s - a) * X * (X + R + L) <= (X + R) ^+ 2 * (L - a).
  by move=> sm; apply: le_trans; rewrite -!mulrA ler_wpmul2r // ler_sub.
case: (lerP L R) => [LR | /ltW RL].
  apply: (goal L) => //; rewrite -subr_ge0.
  have -> : (X + R) ^+ 2 * (L - a) - (L - a) * X * (X + R + L) = (L - a) * (R ^+ 2 + X * (R - L)) by ring.
  by rewrite mulr_ge0 ?subr_ge0 // addr_ge0 ?sqr_ge0 // mulr_ge0 ?subr_ge0.
case: (lerP a R) => [aR | /ltW Ra].
  apply: (goal R) => //; rewrite -subr_ge0.
  have -> : (X + R) ^+ 2 * (L - a) - (R - a) * X * (X + R + L) =
      (R - a) * R ^+ 2 + (L - R) * (X ^+ 2 + X * R + R ^+ 2 + a * X) by ring.
  apply: addr_ge0; first by rewrite mulr_ge0 ?sqr_ge0 // subr_ge0.
  by rewrite mulr_ge0 ?subr_ge0 // !addr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
apply: (goal a); first exact: le_trans sR Ra.
by rewrite subrr !mul0r mulr_ge0 ?sqr_ge0 ?subr_ge0.
Qed.

(* L stays behind with Y more, whose squares sum to q; X is the coalition. *)
Lemma largest_outside a L X Y q : 0 < a -> a <= L -> a <= X -> 0 <= Y -> 0 <= q -> q <= L * Y ->
  a * (L + Y) ^+ 2 * (X + Y) + (L ^+ 2 + q) * X * (X + Y) <=
  L * (X + Y) ^+ 2 * (L + Y) + L * (a * X + q) * (L + Y).
Proof.
move=> a0 aL aX Y0 q0 qLY.
have L0 : 0 < L by apply: lt_le_trans aL.
have X0 : 0 < X by apply: lt_le_trans aX.
have XY0 : 0 <= X + Y by rewrite addr_ge0 // ltW.
have LY0 : 0 <= L + Y by rewrite addr_ge0 // ltW.
pose F b p := L * (X + Y) ^+ 2 * (L + Y) + L * (b * X + p) * (L + Y)
  - (b * (L + Y) ^+ 2 * (X + Y) + (L ^+ 2 + p) * X * (X + Y)).
rewrite -subr_ge0 -/(F a q).
have P : 0 <= (X + Y) * (L + Y) - X * L.
  have -> : (X + Y) * (L + Y) - X * L = Y * (X + L + Y) by ring.
  by rewrite mulr_ge0 // !addr_ge0 // ltW.
have at_most : 0 <= F a (L * Y).
  have -> : F a (L * Y) = (L + Y) * (Y * (L - a) * (X + Y + L)) by rewrite /F; ring.
  by apply: mulr_ge0 => //; apply: mulr_ge0; [rewrite mulr_ge0 ?subr_ge0 | rewrite addr_ge0 // ltW].
have at_0 : 0 <= F a 0.
  have down b : a <= b -> 0 <= F b 0 -> 0 <= F a 0.
    move=> ab Fb; have -> : F a 0 = F b 0 + (b - a) * (L + Y) * ((X + Y) * (L + Y) - X * L) by rewrite /F; ring.
    by apply: addr_ge0 => //; apply: mulr_ge0 => //; rewrite mulr_ge0 ?subr_ge0.
  case: (lerP X L) => [XL | /ltW LX].
    apply: (down X) => //.
    have -> : F X 0 = Y ^+ 2 * (L - X) * (X + Y + L) by rewrite /F; ring.
    by apply: mulr_ge0; [rewrite mulr_ge0 ?sqr_ge0 ?subr_ge0 | rewrite addr_ge0 // ltW].
  apply: (down L) => //.
  have -> : F L 0 = L * (X - L) * ((X + Y) * (L + Y) - X * L) by rewrite /F; ring.
  by apply: mulr_ge0 => //; rewrite mulr_ge0 ?subr_ge0 // ltW.
case: (eqVneq (L * Y) 0) => [LY | LY].
  suff -> : q = 0 by [].
  by apply/eqP; rewrite eq_le q0 andbT -LY.
have LYp : 0 < L * Y by rewrite lt_def LY mulr_ge0 // ltW.
rewrite -(pmulr_rge0 _ LYp).
have -> : L * Y * F a q = (L * Y - q) * F a 0 + q * F a (L * Y) by rewrite /F; ring.
by rewrite addr_ge0 // mulr_ge0 // subr_ge0.
Qed.
End Numbers.

Section Deterrence.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (s2_pos : 0 < s2).
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation err := (err n mu s2).

Definition core_stable_grand := forall C : {set I}, C != set0 -> ~ (forall j, j \in C -> err C j < err setT j).

Lemma size_ge0 (C : {set I}) : 0 <= size C.
Proof. by apply: sumr_ge0 => i _; apply: ltW. Qed.
Lemma squares_ge0 (C : {set I}) : 0 <= squares C.
Proof. by apply: sumr_ge0 => i _; apply: sqr_ge0. Qed.
Lemma squares_low a (C : {set I}) : (forall i, i \in C -> a <= n i) -> a * size C <= squares C.
Proof.
move=> low; rewrite /size mulr_sumr; apply: ler_sum => i iC.
by rewrite expr2; apply: ler_wpmul2r (low i iC); apply: ltW.
Qed.
Lemma squares_high b (C : {set I}) : (forall i, i \in C -> n i <= b) -> squares C <= b * size C.
Proof.
move=> high; rewrite /size mulr_sumr; apply: ler_sum => i iC.
by rewrite expr2; apply: ler_wpmul2r (high i iC); apply: ltW.
Qed.
Lemma split (C : {set I}) : size setT = size C + size (~: C).
Proof. by apply: all_is_both. Qed.
Lemma split2 (C : {set I}) : squares setT = squares C + squares (~: C).
Proof. by apply: squares_both. Qed.
Lemma member_size (C : {set I}) i : i \in C -> n i <= size C.
Proof. by move=> iC; rewrite /size (bigD1 i) //= ler_addl; apply: sumr_ge0 => k _; apply: ltW. Qed.

(* The smallest member a of a coalition does not gain by leaving if the noise is high enough. *)
Lemma stays (C : {set I}) a : a \in C -> (forall i, i \in C -> n a <= n i) -> 0 < size (~: C) ->
  s2 * (n a * size (~: C) ^+ 2 + squares (~: C) * size C) <= mu * size setT * size (~: C) ->
  err setT a <= err C a.
Proof.
move=> aC low R0 high; have A0 := size_pos n_pos aC; have T0 : 0 < size setT by rewrite (split C) addr_gt0.
have Q := squares_low low.
rewrite (err_two_numbers _ _ n_pos aC) (err_two_numbers _ _ n_pos (in_setT a)) (split2 C) -subr_ge0.
move: high T0 Q; rewrite (split C); set A := size C in A0 *; set R := size (~: C) in R0 *.
set q := squares C; set r := squares (~: C) => high T0 Q.
have -> : mu / A + s2 * (q / A ^+ 2 + 1 - 2%:R * n a / A)
    - (mu / (A + R) + s2 * ((q + r) / (A + R) ^+ 2 + 1 - 2%:R * n a / (A + R))) =
    (A * (mu * (A + R) * R - s2 * (n a * R ^+ 2 + r * A)) + s2 * (q - n a * A) * (R ^+ 2 + 2%:R * A * R)) /
    (A ^+ 2 * (A + R) ^+ 2) by field; rewrite !gt_eqF.
apply: divr_ge0; last by rewrite mulr_ge0 ?sqr_ge0.
apply: addr_ge0; first by rewrite mulr_ge0 ?subr_ge0 // ltW.
rewrite mulr_ge0 // ?mulr_ge0 ?subr_ge0 ?(ltW s2_pos) //.
by rewrite addr_ge0 ?sqr_ge0 // mulr_ge0 ?(ltW R0) // mulr_ge0 ?ler0n // ltW.
Qed.

Variable L : I.
Hypothesis largest : forall i, n i <= n L.

(* What it means that the largest does not prefer being alone; T is everybody else. *)
Lemma alone_size : size [set L] = n L.
Proof. by rewrite /size big_set1. Qed.
Lemma alone_squares : squares [set L] = n L ^+ 2.
Proof. by rewrite /squares big_set1. Qed.

Lemma not_alone : (err setT L <= err [set L] L) =
  (s2 * n L * (size (~: [set L]) ^+ 2 + squares (~: [set L])) <= mu * size setT * size (~: [set L])).
Proof.
have L0 := n_pos L; have Ls := set11 L.
rewrite (err_two_numbers _ _ n_pos Ls) (err_two_numbers _ _ n_pos (in_setT L)) (split2 [set L]) (split [set L]).
rewrite alone_size alone_squares; set T := size (~: _); set q := squares _.
have T0 : 0 <= T by apply: size_ge0.
have N0 : 0 < n L + T by rewrite ltr_paddr.
rewrite -subr_ge0 -[in RHS]subr_ge0.
have -> : mu / n L + s2 * (n L ^+ 2 / n L ^+ 2 + 1 - 2%:R * n L / n L)
    - (mu / (n L + T) + s2 * ((n L ^+ 2 + q) / (n L + T) ^+ 2 + 1 - 2%:R * n L / (n L + T))) =
    (mu * (n L + T) * T - s2 * n L * (T ^+ 2 + q)) / (n L * (n L + T) ^+ 2) by field; rewrite !gt_eqF.
by rewrite pmulr_lge0 // invr_gt0 mulr_gt0 // exprn_gt0.
Qed.

(* The closed form of the criterion: three numbers of the federation, M operations. *)
Lemma criterion : (err setT L <= err [set L] L) =
  (s2 * n L * (size setT ^+ 2 - 2%:R * size setT * n L + squares setT) <= mu * size setT * (size setT - n L)).
Proof.
rewrite not_alone (split [set L]) (split2 [set L]) alone_size alone_squares; congr (_ <= _); ring.
Qed.

Theorem deterrence : core_stable_grand <-> err setT L <= err [set L] L.
Proof.
split=> [stable | content C C0 gain].
  rewrite leNgt; apply/negP => alone; apply: (stable [set L]); first by apply/set0Pn; exists L; apply: set11.
  by move=> j /set1P ->.
have [k kC] := set0Pn _ C0.
have [a aC low] : exists2 a, a \in C & forall i, i \in C -> n a <= n i.
  by case: (@arg_minP _ _ I k (mem C) n kC) => a aC am; exists a.
have R0 : 0 < size (~: C).
  rewrite lt_def size_ge0 andbT; apply/eqP => R0.
  have E : C = setT.
    apply/setP => i; rewrite inE; apply/negP => iC; have : i \in ~: C by rewrite inE; apply/negP => /idP.
    by move/(size_pos n_pos); rewrite R0 ltxx.
  by move: (gain a aC); rewrite E ltxx.
suff : err setT a <= err C a by rewrite leNgt gain.
apply: stays => //.
have a0 := n_pos a; have aL := largest a.
have rL : squares (~: C) <= n L * size (~: C) by apply: squares_high.
have [LC | LC] := boolP (L \in C).
- (* the largest walks out, too *)
  move: content; rewrite not_alone.
  have cut : size C = n L + size (C :\ L) by rewrite /size (big_setD1 L).
  have cut2 : squares C = n L ^+ 2 + squares (C :\ L) by rewrite /squares (big_setD1 L).
  have X0 := size_ge0 (C :\ L).
  have Xq : n a * size (C :\ L) <= squares (C :\ L) by apply: squares_low => i /setD1P[_]; exact: low.
  have rR : squares (~: C) <= size (~: C) ^+ 2.
    by rewrite expr2 {1}/size; apply: squares_high => i; exact: member_size.
  have T : size (~: [set L]) = size (C :\ L) + size (~: C).
    by apply: (@addrI _ (n L)); rewrite -{1}alone_size -split addrA -cut -split.
  have T2 : squares (~: [set L]) = squares (C :\ L) + squares (~: C).
    by apply: (@addrI _ (n L ^+ 2)); rewrite -{1}alone_squares -split2 addrA -cut2 -split2.
  rewrite T T2 (split C) cut; set X := size _ in X0 Xq *; set R := size _ in R0 rL rR *.
  move: Xq; set q := squares _; set r := squares _ in rL rR * => Xq content.
  have s_le : r / R <= n L by rewrite ler_pdivr_mulr.
  have s_le' : r / R <= R by rewrite ler_pdivr_mulr // -expr2.
  have key := largest_inside a0 aL X0 R0 s_le s_le'.
  have XR : 0 < X + R by rewrite ltr_paddl.
  rewrite -subr_ge0 -(pmulr_rge0 _ XR).
  have -> : (X + R) * (mu * (n L + X + R) * R - s2 * (n a * R ^+ 2 + r * (n L + X))) =
    R * (mu * (n L + X + R) * (X + R) - s2 * n L * ((X + R) ^+ 2 + (q + r)))
    + s2 * R * n L * (q - n a * X)
    + s2 * R * ((X + R) ^+ 2 * (n L - n a) - (r / R - n a) * X * (X + R + n L)) by field; rewrite gt_eqF.
  apply: addr_ge0; last by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 // ltW.
  apply: addr_ge0; first by rewrite mulr_ge0 ?subr_ge0 // ltW.
  by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 ?(ltW (n_pos L)) // mulr_ge0 // ltW.
- (* the largest stays behind *)
  move: content; rewrite not_alone.
  have LR : L \in ~: C by rewrite inE.
  have cut : size (~: C) = n L + size (~: C :\ L) by rewrite /size (big_setD1 L).
  have cut2 : squares (~: C) = n L ^+ 2 + squares (~: C :\ L) by rewrite /squares (big_setD1 L).
  have T : size (~: [set L]) = size C + size (~: C :\ L).
    by apply: (@addrI _ (n L)); rewrite -{1}alone_size -split addrCA -cut -split.
  have T2 : squares (~: [set L]) = squares C + squares (~: C :\ L).
    by apply: (@addrI _ (n L ^+ 2)); rewrite -{1}alone_squares -split2 addrCA -cut2 -split2.
  have aX := member_size aC; have Y0 := size_ge0 (~: C :\ L); have q0 := squares_ge0 (~: C :\ L).
  have qY : squares (~: C :\ L) <= n L * size (~: C :\ L) by apply: squares_high.
  have Xq := squares_low low.
  rewrite T T2 (split C) cut cut2; set X := size C in aX Xq *; set Y := size _ in Y0 qY *.
  move: Xq; set p := squares C; set q := squares _ in q0 qY * => Xp content.
  have key := largest_outside a0 aL aX Y0 q0 qY.
  have L0 := n_pos L; have LY : 0 < n L + Y by rewrite ltr_paddr.
  have XY : 0 < X + Y by rewrite ltr_paddr //; apply: lt_le_trans aX.
  rewrite -subr_ge0 -(pmulr_rge0 _ XY).
  have -> : (X + Y) * (mu * (X + (n L + Y)) * (n L + Y) - s2 * (n a * (n L + Y) ^+ 2 + (n L ^+ 2 + q) * X)) =
    (n L + Y) * (mu * (X + (n L + Y)) * (X + Y) - s2 * n L * ((X + Y) ^+ 2 + (p + q)))
    + s2 * n L * (n L + Y) * (p - n a * X)
    + s2 * (n L * (X + Y) ^+ 2 * (n L + Y) + n L * (n a * X + q) * (n L + Y)
            - (n a * (n L + Y) ^+ 2 * (X + Y) + (n L ^+ 2 + q) * X * (X + Y))) by ring.
  apply: addr_ge0; last by rewrite mulr_ge0 ?subr_ge0 // ltW.
  apply: addr_ge0; first by rewrite mulr_ge0 ?subr_ge0 // ltW.
  by rewrite mulr_ge0 ?subr_ge0 // mulr_ge0 ?(ltW LY) // mulr_ge0 // ltW.
Qed.

Theorem largest_decides : (core_stable_grand <-> err setT L <= err [set L] L) /\ (err setT L <= err [set L] L) =
  (s2 * n L * (squares setT + size setT * (size setT - 2%:R * n L)) <= mu * size setT * (size setT - n L)).
Proof. split; [exact: deterrence|rewrite criterion; congr (_ <= _); ring]. Qed.
End Deterrence.
