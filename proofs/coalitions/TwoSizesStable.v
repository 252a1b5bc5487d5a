(* Games of two sizes have an individually stable arrangement, and bisection finds it (coalitions/algorithm-5-5, theorem-5-5,
   prose-two-sizes-stable, new-5-5-all-sizes, theorem-5-5-proof-alone, theorem-5-5-proof-one-one, theorem-5-5-proof-large-pair).
   Any number of small and large players, any sizes a < b, any ordered field.
   Modelled as in TwoSizesRecipe.v; which of the large players are the guests does not matter. Efficient means here: the search
   asks about as many numbers of guests as L has binary digits. Not modelled: what one evaluation of an error costs. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability AboveRatio TwoSizesShapes TwoSizesGuests OneTable TwoSizesRecipe.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- The theorems --- *)
Section Theorems.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (two : forall i, n i = a \/ n i = b) (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Local Notation err := (Coalitions.err n mu s2).
Local Notation stable P := (partition P setT /\ individually_stable err P).
Let n_pos i : 0 < n i. Proof. by case: (two i) => -> //; exact: lt_trans a_pos ab. Qed.

(* The recipe, with its third step: whichever guests of that number are seated. *)
Theorem algorithm_5_5 (guests : {set I}) : smalls n a != set0 -> s2 * a <= mu -> mu <= s2 * b ->
  guests \subset larges n b -> #|guests| = recipe n mu s2 a b -> stable (arrangement (smalls n a :|: guests)).
Proof.
by move=> some low high large; rewrite recipe_is //; apply: nobody_moves.
Qed.

(* Everybody at most at the ratio: everybody together. *)
Lemma everybody_together (i0 : I) : s2 * b <= mu -> stable [set [set: I]].
Proof.
move=> low; have part : partition [set setT : {set I}] setT.
  by apply/and3P; split; rewrite ?trivIset1 ?cover1 // inE eq_sym; apply/set0Pn; exists i0; rewrite inE.
have small i : s2 * n i <= mu.
  by apply: le_trans low; rewrite ler_pmul2l //; case: (two i) => -> //; apply: ltW.
have home j : pblock [set [set: I]] j = setT by apply: def_pblock; rewrite ?inE //; case/and3P: part.
split=> //; have [_ strict _] := stability_implications err [set [set: I]]; apply: strict => C [weak [j jC gain]].
apply: (grand_coalition n_pos s2_pos small (C := C)); split=> [i iC|].
  by have := weak i iC; rewrite /at_home home.
by exists j => //; move: gain; rewrite /at_home home.
Qed.

(* Everybody at least at the ratio: everybody alone. *)
Definition all_alone := [set [set i] | i in I].
Lemma everybody_alone : (forall i, mu <= s2 * n i) -> stable all_alone.
Proof.
move=> high; have part : partition all_alone setT.
  apply/and3P; split.
  - apply/eqP/setP => i; rewrite inE; apply/bigcupP; exists [set i]; [exact: imset_f|exact: set11].
  - apply/trivIsetP => C D /imsetP[i _ ->] /imsetP[k _ ->] ne; rewrite disjoints1 inE.
    by apply: contra ne => /eqP ->.
  by apply/imsetP => -[i _ e]; have := set11 i; rewrite -e inE.
have home j : pblock all_alone j = [set j].
  by apply: def_pblock (set11 j); [case/and3P: part|apply: imset_f].
split=> //; have [_ _ [_ indiv] _] := core_at_the_threshold n_pos part high.
by apply: indiv => j _; apply: home.
Qed.

(* One rule for all sizes. *)
Theorem new_5_5_all_sizes (i0 : I) :
  [/\ s2 * b <= mu -> stable [set [set: I]], mu <= s2 * a -> stable all_alone &
      s2 * a <= mu -> mu <= s2 * b -> smalls n a != set0 ->
        let found := bisected n mu s2 a b in
        seq.size found.2 = (trunc_log 2 #|larges n b|).+1 /\
        forall guests : {set I}, guests \subset larges n b -> #|guests| = found.1 ->
          stable (arrangement (smalls n a :|: guests))].
Proof.
split=> [|above|low high some found]; first exact: everybody_together.
  apply: everybody_alone => i; apply: le_trans above _; rewrite ler_pmul2l //.
  by case: (two i) => -> //; apply: ltW.
have [E count] := bisection_finds a_pos ab s2_pos some high; split=> // guests large; rewrite /found E.
exact: nobody_moves.
Qed.

(* Large players above the ratio: there is an arrangement; up to small players at the ratio the recipe finds it, and does so with
   few questions; from there on it is the one in which all are alone. *)
Theorem theorem_5_5 : mu < s2 * b ->
  [/\ exists P, stable P, mu <= s2 * a -> stable all_alone &
      s2 * a <= mu -> smalls n a != set0 ->
        [/\ forall guests : {set I}, guests \subset larges n b -> #|guests| = recipe n mu s2 a b ->
              stable (arrangement (smalls n a :|: guests)),
            (bisected n mu s2 a b).1 = recipe n mu s2 a b &
            seq.size (bisected n mu s2 a b).2 = (trunc_log 2 #|larges n b|).+1]].
Proof.
move=> /ltW high; have all_high : mu <= s2 * a -> stable all_alone.
  by move=> above; apply: everybody_alone => i; case: (two i) => ->.
have finds : s2 * a <= mu -> smalls n a != set0 -> forall guests : {set I}, guests \subset larges n b ->
    #|guests| = recipe n mu s2 a b -> stable (arrangement (smalls n a :|: guests)).
  by move=> low some guests; apply: algorithm_5_5.
split=> // [|low some]; last first.
  have [E count] := bisection_finds a_pos ab s2_pos some high.
  by split; [exact: finds|rewrite E (recipe_is mu a_pos ab s2_pos some)|].
have [none|some] := eqVneq (smalls n a) set0.
  exists all_alone; apply: everybody_alone => i; case: (two i) => [e|-> //].
  by move/setP/(_ i): none; rewrite !inE e eqxx.
have [low|/ltW above] := leP (s2 * a) mu; last by exists all_alone; apply: all_high.
have [guests large count] : exists2 guests : {set I}, guests \subset larges n b & #|guests| = most_guests n mu s2 a b.
  have most : (most_guests n mu s2 a b <= #|larges n b|)%N.
    by case/orP: (most_is n mu s2 a b) => [/eqP ->|/andP[]].
  exists [set i in take (most_guests n mu s2 a b) (enum (larges n b))].
    by apply/subsetP => i; rewrite inE => /mem_take; rewrite mem_enum.
  by rewrite cardsE (card_uniqP _) ?take_uniq ?enum_uniq // size_takel // -cardE.
by exists (arrangement (smalls n a :|: guests)); apply: finds; rewrite // (recipe_is mu a_pos ab s2_pos some).
Qed.

Theorem two_sizes_stable (i0 : I) : exists P, stable P.
Proof.
have [low|high] := leP (s2 * b) mu; last by have [] := theorem_5_5 high.
by exists [set [set: I]]; apply: everybody_together.
Qed.
End Theorems.

(* --- The steps of the paper's proof, for the numbers of players of a game --- *)
Section Steps.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K).
Hypotheses (a_pos : 0 < a) (ab : a < b) (s2_pos : 0 < s2).
Local Notation error := (TwoSizesShapes.error mu s2 a b).
Local Notation S := #|smalls n a|.
Local Notation guests := (recipe n mu s2 a b).

(* No small player leaves to be alone. *)
Theorem small_player_alone : smalls n a != set0 -> s2 * a <= mu ->
  [/\ error a S%:R guests%:R <= error a S%:R 0, error a S%:R 0 <= error a 1 0,
      (1 < S)%N -> s2 * a < mu -> error a S%:R 0 < error a 1 0 &
      S = 1%N \/ s2 * a = mu -> error a S%:R 0 = error a 1 0].
Proof.
move=> some low; rewrite (recipe_is mu a_pos ab s2_pos some).
have strict : (1 < S)%N -> s2 * a < mu -> error a S%:R 0 < error a 1 0.
  by rewrite -(ltr1n K) => S1 l; apply: (lemma_c_1 a_pos ab s2_pos ltr01 S1 (lexx 0) low).1; left.
have equal : S = 1%N \/ s2 * a = mu -> error a S%:R 0 = error a 1 0.
  case=> [->//|tie]; have [one|more] := eqVneq S 1%N; first by rewrite one.
  have S1 : (1 < #|smalls n a|)%N by rewrite ltn_neqAle eq_sym more card_gt0.
  move: S1; rewrite -(ltr1n K) => S1; by have [_ same] := lemma_c_1 a_pos ab s2_pos ltr01 S1 (lexx 0) low; apply: same.
split=> //; [exact: nobody_objects|apply: (@fewer_smalls _ _ n mu s2 a b a_pos ab s2_pos low 1)]; by rewrite ?card_gt0.
Qed.

(* No small player moves to a single large one. *)
Theorem small_player_to_a_large_one : smalls n a != set0 -> s2 * a <= mu ->
  [/\ (0 < guests)%N -> error a S%:R guests%:R <= error a S%:R 1,
      guests = 0%N -> (0 < #|larges n b|)%N -> error a S%:R 0 < error a S%:R 1,
      error a S%:R 1 <= error a 1 1 & (1 < S)%N -> error a S%:R 1 < error a 1 1].
Proof.
move=> some low; rewrite (recipe_is mu a_pos ab s2_pos some).
split=> [||//|]; [exact: fewer_guests| |exact: more_smalls|].
  move=> none some_large; apply: refused => //; rewrite ltNge; apply/negP => w.
  by have := most_is_most some_large w; rewrite none.
by rewrite -(ltr1n K) => S1; apply: (lemma_c_1 a_pos ab s2_pos ltr01 S1 ler01 low).1; right.
Qed.

(* Two large players do worse than alone. *)
Theorem large_player_to_a_large_one : mu < s2 * b -> mu / b < error b 0 2%:R.
Proof.
move=> high; rewrite -(alone_large mu s2 a_pos ab); have two1 : 1 < 2%:R :> K by rewrite ltr1n.
by apply: (lemma_c_2 a_pos ab s2_pos (lexx 0) ltr01 two1 (ltW high)).1; left.
Qed.
End Steps.
