(* Who is indifferent to a newcomer at one noise is glad of it at a little more: so individual stability in the usual
   sense, where the indifferent let newcomers in, follows from the sense in which they may refuse
   (coalitions/new-four-players-individual-ties). Any number of players, any positive sizes, any ordered field.
   Modelled: [err] of Coalitions.v; individual stability of Stability.v. In [may_refuse] a move needs a gain of
   everybody in the coalition that it makes.
   Not modelled: how much more noise is little enough. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability NearbySizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* No move makes a coalition in which all gain, the mover among them. *)
Definition may_refuse (K : realFieldType) (I : finType) (cost : {set I} -> I -> K) (P : {set {set I}}) :=
  forall B j, place P B -> j \notin B -> ~ forall i, i \in j |: B -> cost (j |: B) i < at_home cost P i.

Section Noise.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypothesis n_pos : forall i, 0 < n i.
Implicit Types (C B : {set I}) (P : {set {set I}}).
Local Notation err e := (err n (mu + e) s2).

(* More noise costs each member of a coalition the same: the less, the more records they have. *)
Lemma more_noise e C j : err e C j = Coalitions.err n mu s2 C j + e / size n C.
Proof. rewrite /Coalitions.err; ring. Qed.
Lemma size_ge0 C : 0 <= size n C.
Proof. by apply: sumr_ge0 => i _; apply: ltW. Qed.
Lemma newcomer_is_more B j i : i \in B -> j \notin B -> 0 < size n B /\ size n B < size n (j |: B).
Proof. by move=> iB jB; rewrite (size_pos n_pos iB) /size big_setU1 //= ltr_addr. Qed.

(* Whom a move pays, it pays at a little more noise, too. *)
Lemma still_gains P B j : Coalitions.err n mu s2 (j |: B) j < at_home (Coalitions.err n mu s2) P j ->
  soon (fun e => err e (j |: B) j < at_home (err e) P j).
Proof.
rewrite -subr_gt0 => gap; have N : 0 < size n (j |: B) by apply: (size_pos n_pos (setU11 j B)).
exists ((at_home (Coalitions.err n mu s2) P j - Coalitions.err n mu s2 (j |: B) j) * size n (j |: B)) => [|e e0].
  by rewrite mulr_gt0.
rewrite -ltr_pdivr_mulr // ltr_subr_addl -more_noise => /lt_le_trans; apply.
by rewrite /at_home more_noise ler_addl divr_ge0 ?size_ge0 // ltW.
Qed.

Theorem indifferent_may_let_in :
  (forall more, mu < more -> exists2 P, partition P setT & may_refuse (Coalitions.err n more s2) P) ->
  exists2 P, partition P setT & individually_stable (Coalitions.err n mu s2) P.
Proof.
move=> stable; pose gains e (m : {set {set I}} * {set I} * I) := err e (m.2 |: m.1.2) m.2 < at_home (err e) m.1.1 m.2.
have : soon (fun e => forall m, m \in enum {: {set {set I}} * {set I} * I} -> gains 0 m -> gains e m).
  apply: soon_all => m _; rewrite {1}/gains addr0; have [pays|no] := boolP (_ < _); last by exists 1.
  by apply: soon_then (still_gains pays).
case/soon_once=> e e0 still; have [|P part refuse] := stable (mu + e); first by rewrite ltr_addl.
exists P => // B j at_B jB [pays welcome]; apply: (refuse B j at_B jB) => i /setU1P[->|iB].
  by apply: (still (P, B, j)); rewrite ?mem_enum // /gains addr0.
have [tr _] : trivIset P /\ True by case/and3P: part.
have BP : B \in P by case: at_B => // B0; rewrite B0 inE in iB.
have [N M] := newcomer_is_more iB jB; have := welcome i iB; rewrite /at_home (def_pblock tr BP iB) !more_noise => le.
apply: ler_lt_add le _; rewrite ltr_pmul2l // ltf_pinv ?posrE //; exact: lt_trans M.
Qed.
End Noise.
