(* Two sizes at the best weights as a hedonic game (coalitions/new-theorem-6-5-repaired): any numbers of small and
   large players, any real field.
   Modelled: [coarse_err] of Precision.v; the kinds are the sets of players of size a and of size b; core, strict core and
   partitions are those of Stability.v. [best_is] proves the errors of BestWeightSizes.v from [coarse_err].
   Not modelled: partitions other than the two of the theorem. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Precision TwoSizesShapes BestWeightSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Kinds.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (mu_pos : 0 < mu) (s2_pos : 0 < s2) (a_pos : 0 < a) (ab : a < b) (two : forall i, n i = a \/ n i = b).
Implicit Types (C T : {set I}) (j : I).
Local Notation cost := (coarse_err n mu s2).
Local Notation err_S := (err_S mu s2 a b).
Local Notation err_L := (err_L mu s2 a b).
Definition kind x := [set i | n i == x].
Local Notation smalls C := #|C :&: kind a|.
Local Notation larges C := #|C :&: kind b|.

Lemma n_pos i : 0 < n i.
Proof. by case: (two i) => ->; last exact: lt_trans ab. Qed.
Lemma other i : (i \in kind b) = (i \notin kind a).
Proof. by rewrite !inE; case: (two i) => ->; rewrite eqxx ?(lt_eqF ab) ?(gt_eqF ab). Qed.
Lemma sum_kinds (f : K -> K) T : \sum_(i in T) f (n i) = (smalls T)%:R * f a + (larges T)%:R * f b.
Proof.
rewrite (bigID (mem (kind a))) /= !mulr_natl -!sumr_const; congr (_ + _).
  by apply: eq_big => [i|i /andP[_]]; [rewrite in_setI|rewrite inE => /eqP ->].
by apply: eq_big => [i|i /andP[_]]; [rewrite in_setI other|rewrite -other inE => /eqP ->].
Qed.
Lemma count_both T : #|T| = (smalls T + larges T)%N.
Proof.
rewrite -(cardsID (kind a) T); congr (_ + _)%N; congr #|pred_of_set _|; apply/setP => i.
by rewrite in_setD in_setI other andbC.
Qed.

Lemma best_is C j : j \in C ->
  cost C j = best mu s2 a b (n j) (smalls (C :\ j))%:R (larges (C :\ j))%:R.
Proof.
move=> jC; rewrite /best !pnatr_eq0 -addn_eq0 -count_both cards_eq0; case: ifP => [/eqP T0|/negbT T0].
  by rewrite -(setD1K jC) T0 setU0 (coarse_alone mu s2 n_pos).
rewrite -[LHS]invrK (coarse_precision n_pos mu_pos s2_pos jC T0); congr (_ + _^-1)^-1.
rewrite /Precision.b /off /error /Coalitions.size /squares (sum_kinds id) (sum_kinds (fun x => x ^+ 2)).
by rewrite -/(samples a b _ _) -/(squared a b _ _); move: (squared _ _ _ _ / _) (mu / _) => q m; rewrite mulr0 mul0r; ring.
Qed.
Lemma small_err C j : j \in C -> j \in kind a -> cost C j = err_S (smalls C)%:R (larges C)%:R /\ (0 < smalls C)%N.
Proof.
move=> jC ja; rewrite best_is //; have na : n j = a by apply/eqP; move: ja; rewrite inE.
have -> : (smalls C = (smalls (C :\ j)).+1)%N by rewrite (cardsD1 j) inE jC ja setIDAC.
have -> : (larges C = larges (C :\ j))%N.
  congr #|pred_of_set _|; apply/setP => i; rewrite !inE; case: (eqVneq i j) => [->|_] //=.
  by rewrite na (lt_eqF ab) andbF.
by rewrite /BestWeightSizes.err_S [X in X - 1]mulrSr addrK na.
Qed.
Lemma large_err C j : j \in C -> j \in kind b -> cost C j = err_L (smalls C)%:R (larges C)%:R /\ (0 < larges C)%N.
Proof.
move=> jC jb; rewrite best_is //; have nb : n j = b by apply/eqP; move: jb; rewrite inE.
have -> : (larges C = (larges (C :\ j)).+1)%N by rewrite (cardsD1 j) inE jC jb setIDAC.
have -> : (smalls C = smalls (C :\ j))%N.
  congr #|pred_of_set _|; apply/setP => i; rewrite !inE; case: (eqVneq i j) => [->|_] //=.
  by rewrite nb (gt_eqF ab) andbF.
by rewrite /BestWeightSizes.err_L [X in X - 1]mulrSr addrK nb.
Qed.

Local Notation S := #|kind a|.
Local Notation L := #|kind b|.
Lemma few C : (smalls C <= S)%N /\ (larges C <= L)%N.
Proof. by split; apply/subset_leq_card/subsetIr. Qed.

(* A small player's favourites are all small players by themselves, or everybody. *)
Lemma two_ends (s l : nat) : (0 < s)%N -> (s <= S)%N -> (l <= L)%N -> (s < S)%N || (0 < l)%N && (l < L)%N ->
  err_S S%:R 0 < err_S s%:R l%:R \/ err_S S%:R L%:R < err_S s%:R l%:R.
Proof.
move=> s0 sS lL inner; have fewer : err_S S%:R l%:R <= err_S s%:R l%:R.
  move: sS; rewrite leq_eqVlt => /orP[/eqP -> //|sS].
  by apply: ltW; apply: (lemma_d_1 mu_pos s2_pos a_pos ab); rewrite ?ler1n ?ltr_nat ?ler0n.
have strict : (s < S)%N -> err_S S%:R l%:R < err_S s%:R l%:R.
  by move=> ss; apply: (lemma_d_1 mu_pos s2_pos a_pos ab); rewrite ?ler1n ?ltr_nat ?ler0n.
have [l0|l_some] := posnP l.
  by move: inner strict; rewrite l0 /= orbF => ss /(_ ss); left.
move: lL; rewrite leq_eqVlt => /orP[/eqP e|lL].
  by move: inner strict; rewrite e ltnn andbF orbF => ss /(_ ss); right.
have S1 : 1 <= S%:R :> K by rewrite ler1n (leq_trans s0).
have x0 : 0 <= S%:R - 1 :> K by rewrite subr_ge0.
have l0K : 0 < l%:R :> K by rewrite ltr0n.
have some : ~~ ((S%:R - 1 == 0 :> K) && (l%:R == 0 :> K)) by rewrite (gt_eqF l0K) andbF.
have someL : ~~ ((S%:R - 1 == 0 :> K) && (L%:R == 0 :> K)) by rewrite [X in _ && X]gt_eqF ?andbF // ltr0n (leq_trans _ lL).
pose m := mu + s2 * b; pose g := s2 * ((S%:R - 1) * a * (b - a)).
have [down|up] := leP (2%:R * g) (m * samples a b (S%:R - 1) l%:R).
  right; apply: lt_le_trans fewer.
  rewrite /BestWeightSizes.err_S (best_order mu_pos s2_pos a_pos ab a_pos x0 (ltW l0K) some x0 (ler0n _ _) someL).1.
  by apply: (large_off mu_pos s2_pos a_pos ab x0 (ltW l0K) some _).2; rewrite ?ltr_nat.
left; apply: lt_le_trans fewer; have x1 : 0 < S%:R - 1 :> K.
  rewrite lt_def x0 andbT; apply: contraTN up => /eqP e; rewrite -leNgt /g e !mul0r !mulr0.
  have b0 : 0 < b := lt_trans a_pos ab.
  apply: mulr_ge0; first exact: ltW (addr_gt0 mu_pos (mulr_gt0 s2_pos b0)).
  by rewrite /samples mul0r add0r mulr_ge0 ?ler0n // ltW.
have none : ~~ ((S%:R - 1 == 0 :> K) && (0 == 0 :> K)) by rewrite gt_eqF.
rewrite /BestWeightSizes.err_S (best_order mu_pos s2_pos a_pos ab a_pos x0 (ler0n _ _) some x0 (lexx 0) none).1.
by apply: (large_off mu_pos s2_pos a_pos ab x0 (lexx 0) none l0K).1; apply: ltW.
Qed.

Hypotheses (some_small : kind a != set0) (some_large : kind b != set0).
Definition apart := [set kind a; kind b].
Definition together := [set [set: I]].
Lemma S0 : (0 < S)%N. Proof. by rewrite card_gt0. Qed.
Lemma home_apart x j : x = a \/ x = b -> j \in kind x -> at_home cost apart j = cost (kind x) j.
Proof.
move=> ex jx; rewrite /at_home (def_pblock _ _ jx) //; last by case: ex => ->; rewrite !inE eqxx ?orbT.
have dis : [disjoint kind a & kind b] by rewrite -setI_eq0; apply/eqP/setP => i; rewrite in_setI other andbN in_set0.
apply/trivIsetP => A B; rewrite !inE => /orP[]/eqP -> /orP[]/eqP ->; rewrite ?eqxx // => _ //.
by rewrite disjoint_sym.
Qed.
Lemma home_together j : at_home cost together j = cost setT j.
Proof. by rewrite /at_home (def_pblock _ (set11 _) (in_setT j)) // trivIset1. Qed.
Lemma whole_kind : [/\ smalls (kind a) = S, larges (kind a) = 0%N, smalls (kind b) = 0%N & larges (kind b) = L].
Proof.
have no : kind a :&: kind b = set0 by apply/setP => i; rewrite in_setI other andbN in_set0.
by rewrite !setIid no [kind b :&: _]setIC no cards0.
Qed.
Lemma all_kinds : smalls setT = S /\ larges setT = L. Proof. by rewrite !setTI. Qed.
Lemma is_small C : smalls C = S -> larges C = 0%N -> C = kind a.
Proof.
move=> cs cl; apply/eqP; rewrite eqEcard [X in (_ <= X)%N]count_both cs cl addn0 leqnn andbT; apply/subsetP => i iC.
move/eqP: cl; rewrite cards_eq0 => /eqP/setP/(_ i); rewrite inE iC /= in_set0 other => /negbFE; by [].
Qed.
Lemma is_large C : smalls C = 0%N -> larges C = L -> C = kind b.
Proof.
move=> cs cl; apply/eqP; rewrite eqEcard [X in (_ <= X)%N]count_both cs cl leqnn andbT; apply/subsetP => i iC.
by move/eqP: cs; rewrite cards_eq0 => /eqP/setP/(_ i); rewrite inE iC /= in_set0 other => ->.
Qed.
Lemma is_all C : smalls C = S -> larges C = L -> C = setT.
Proof.
move=> cs cl; have [es el] := all_kinds; apply/eqP; rewrite eqEcard subsetT /=.
by rewrite [X in (_ <= X)%N]count_both [X in (X <= _)%N]count_both cs cl es el.
Qed.

(* A coalition without small members: its members like it at most as well as all large players together. *)
Lemma only_large C j : smalls C = 0%N -> j \in C -> j \in kind b /\
  (err_L 0 L%:R <= cost C j) /\ (cost C j <= err_L 0 L%:R -> C = kind b).
Proof.
move=> none jC; have jb : j \in kind b.
  by move/eqP: none; rewrite cards_eq0 => /eqP/setP/(_ j); rewrite inE jC /= in_set0 other => ->.
have [e l0] := large_err jC jb; rewrite e none mulr0n; have [_ lL] := few C; split=> //.
have falls := (lemma_d_3 mu_pos s2_pos a_pos ab (lexx (0 : K))).2 erefl (larges C)%:R L%:R.
move: lL; rewrite leq_eqVlt => /orP[/eqP e'|lL]; first by rewrite e'; split=> // _; apply: is_large.
have lt : err_L 0 L%:R < err_L 0 (larges C)%:R by apply: falls; rewrite ?ler1n ?ltr_nat ?ler0n.
by split; [apply: ltW|rewrite leNgt lt].
Qed.

(* A coalition with a small member j, compared with that member's two favourites. *)
Lemma with_small C j : j \in C -> j \in kind a ->
  [\/ C = kind a, C = setT | err_S S%:R 0 < cost C j \/ err_S S%:R L%:R < cost C j].
Proof.
move=> jC ja; have [-> s0] := small_err jC ja; have [sS lL] := few C.
have [/two_ends-/(_ s0 sS lL) ends|] := boolP ((smalls C < S)%N || (0 < larges C)%N && (larges C < L)%N); first by constructor 3.
rewrite negb_or negb_and -!leqNgt => /andP[Ss ends].
have es : smalls C = S by apply/eqP; rewrite eqn_leq sS.
case/orP: ends => [|Ll]; first by rewrite leqn0 => /eqP none; constructor 1; apply: is_small.
by constructor 2; apply: is_all => //; apply/eqP; rewrite eqn_leq lL.
Qed.
Lemma cost_small j : j \in kind a -> cost (kind a) j = err_S S%:R 0 /\ cost setT j = err_S S%:R L%:R.
Proof.
move=> ja; have [-> _] := small_err ja ja; have [-> _] := small_err (in_setT j) ja.
by have [-> -> _ _] := whole_kind; have [-> ->] := all_kinds.
Qed.
Lemma cost_large j : j \in kind b -> cost (kind b) j = err_L 0 L%:R /\ cost setT j = err_L S%:R L%:R.
Proof.
move=> jb; have [-> _] := large_err jb jb; have [-> _] := large_err (in_setT j) jb.
by have [_ _ -> ->] := whole_kind; have [-> ->] := all_kinds.
Qed.
Lemma gain_of_all : err_L S%:R L%:R < err_L 0 L%:R.
Proof. by apply: (lemma_d_4 mu_pos s2_pos a_pos ab); rewrite ?ltr0n ?S0 // ler1n card_gt0. Qed.
Lemma has_small C : (exists2 j, j \in C & j \in kind a) \/ smalls C = 0%N.
Proof.
have [E|/set0Pn[j]] := eqVneq (C :&: kind a) set0; first by right; rewrite E cards0.
by rewrite in_setI => /andP[jC ja]; left; exists j.
Qed.

(* Theorem 6.5, repaired. *)
Theorem theorem_6_5 :
  [/\ (forall j, j \in kind a -> cost (kind a) j < cost setT j) -> strictly_core_stable cost apart,
    (forall j, j \in kind a -> cost setT j <= cost (kind a) j) -> strictly_core_stable cost together &
    (forall j, j \in kind a -> cost setT j = cost (kind a) j) -> core_stable cost apart /\ core_stable cost together].
Proof.
have [j0 ja0] := set0Pn _ some_small.
have stay : (forall j, j \in kind a -> cost setT j <= cost (kind a) j) -> strictly_core_stable cost together.
  move=> /(_ j0 ja0); have [-> ->] := cost_small ja0; move=> like C [weak [k kC strict]].
  have [[j jC ja]|none] := has_small C; last first.
    have [kb [low _]] := only_large none kC; have := strict; rewrite home_together (cost_large kb).2 => lt.
    by have := lt_trans (le_lt_trans low lt) gain_of_all; rewrite ltxx.
  case: (with_small jC ja) => [E|E|worse].
  - have ka : k \in kind a by rewrite -E.
    move: strict; rewrite E home_together (cost_small ka).1 (cost_small ka).2 => lt.
    by have := le_lt_trans like lt; rewrite ltxx.
  - by move: strict; rewrite E home_together ltxx.
  have := weak j jC; rewrite home_together (cost_small ja).2 => le.
  by case: worse => /lt_le_trans/(_ le) lt; [have := le_lt_trans like lt|have := lt]; rewrite ltxx.
split=> // [/(_ j0 ja0)|tie].
  have [-> ->] := cost_small ja0; move=> like C [weak [k kC strict]].
  have [[j jC ja]|none] := has_small C; last first.
    have [kb [_ all]] := only_large none kC; have le := weak k kC.
    move: le strict; rewrite (home_apart (or_intror erefl) kb) (cost_large kb).1 => /all E.
    by rewrite E (cost_large kb).1 ltxx.
  case: (with_small jC ja) => [E|E|worse].
  - have ka : k \in kind a by rewrite -E.
    by move: strict; rewrite E (home_apart (or_introl erefl) ka) ltxx.
  - have := weak j jC; rewrite E (home_apart (or_introl erefl) ja) (cost_small ja).1 (cost_small ja).2 => le.
    by have := lt_le_trans like le; rewrite ltxx.
  have := weak j jC; rewrite (home_apart (or_introl erefl) ja) (cost_small ja).1 => le.
  by case: worse => /lt_le_trans/(_ le) lt; [have := lt|have := lt_trans like lt]; rewrite ltxx.
split; last first.
  by move=> C /set0Pn[j jC] gain; apply: (stay _ C) => [i /tie ->//|]; split=> [i iC|]; [apply/ltW/gain|exists j => //; apply: gain].
have e : err_S S%:R L%:R = err_S S%:R 0 by have := tie j0 ja0; have [-> ->] := cost_small ja0.
move=> C /set0Pn[k kC] gain; have [[j jC ja]|none] := has_small C; last first.
  have [kb [low _]] := only_large none kC; have := gain k kC.
  by rewrite (home_apart (or_intror erefl) kb) (cost_large kb).1 => /(le_lt_trans low); rewrite ltxx.
have := gain j jC; rewrite (home_apart (or_introl erefl) ja); case: (with_small jC ja) => [->|->|worse].
- by rewrite ltxx.
- by rewrite tie // ltxx.
by rewrite (cost_small ja).1; case: worse; rewrite ?e => lt /(lt_trans lt); rewrite ltxx.
Qed.
End Kinds.
