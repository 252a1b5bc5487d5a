(* Small and large players, and players of one size (coalitions/lemma-5-1, lemma-5-1-error, lemma-c-5-proof-difference,
   new-merging-groups, new-one-joiner, theorem-5-4).
   Any numbers of players, any positive sizes, any real field.
   Modelled: [err_S s l] is the error of a small player in a coalition of s small and l large ones, [err_L s l] that of a large
   player: Corollary 4.3 for mean estimation; [two_sizes_form] proves the two forms from [err] of Coalitions.v. Numbers of
   players are natural numbers. Not modelled: derivatives in the number of players (Appendix C). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- From the error formula to two sizes --- *)
Section Form.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K) (C : {set I}).
Hypotheses (a_pos : 0 < a) (b_pos : 0 < b).
Definition with_size x := [set i in C | n i == x].

(* Members of size a and of size b, and no others: total and squares. *)
Theorem two_sizes_form j : a != b -> (forall i, 0 < n i) -> (forall i, i \in C -> n i = a \/ n i = b) -> j \in C ->
  let s := #|with_size a|%:R in let l := #|with_size b|%:R in let N := s * a + l * b in
  err n mu s2 C j = mu / N + s2 * ((s * a ^+ 2 + l * b ^+ 2) / N ^+ 2 + 1 - 2%:R * n j / N).
Proof.
move=> ab n_pos two jC s l N.
have sum (f : K -> K) : \sum_(i in C) f (n i) = s * f a + l * f b.
  rewrite (bigID (fun i => n i == a)) /=; congr (_ + _).
    rewrite (eq_bigr (fun=> f a)) => [|i /andP[_ /eqP -> //]].
    by rewrite (eq_bigl (mem (with_size a))) => [|i]; rewrite ?inE // sumr_const /s mulr_natl.
  rewrite (eq_bigr (fun=> f b)) => [|i /andP[iC na]]; last by case: (two i iC) => [e|-> //]; rewrite e eqxx in na.
  rewrite (eq_bigl (mem (with_size b))) => [|i]; first by rewrite sumr_const /l mulr_natl.
  rewrite /= !inE; case iC: (i \in C) => //=; have [->|->] := two i iC; first by rewrite eqxx (negPf ab).
  by rewrite eqxx eq_sym ab.
by rewrite (err_two_numbers _ _ n_pos jC) /squares /size (sum id) (sum (fun x => x ^+ 2)).
Qed.
End Form.

Section TwoSizes.
Variables (K : realFieldType) (mu s2 a b : K).
Hypotheses (a_pos : 0 < a) (b_pos : 0 < b) (s2_pos : 0 < s2).
Definition total s l : K := s%:R * a + l%:R * b.
Definition common s l : K :=
  mu / total s l + s2 * ((s%:R * a ^+ 2 + l%:R * b ^+ 2) / total s l ^+ 2 + 1).
Definition err_S s l := common s l - s2 * 2%:R * a / total s l.
Definition err_L s l := common s l - s2 * 2%:R * b / total s l.

Lemma total_pos s l : (0 < s + l)%N -> 0 < total s l.
Proof.
move=> some; rewrite /total; case: s some => [|s] some; last by rewrite ltr_paddr ?mulr_gt0 ?mulr_ge0 ?ltr0n ?ler0n // ltW.
by rewrite mul0r add0r mulr_gt0 // ltr0n.
Qed.

(* In one coalition the small players err more, by a fixed amount. *)
Theorem difference s l : (0 < s + l)%N -> err_S s l = err_L s l + s2 * 2%:R * (b - a) / total s l.
Proof. by move=> /total_pos/lt0r_neq0 N; rewrite /err_S /err_L; field. Qed.

(* M players of one size. *)
Theorem equal_sizes M : (0 < M)%N -> err_S M 0 = mu / (M%:R * a) + s2 * (M%:R - 1) / M%:R.
Proof.
move=> M0; have M1 : M%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
by rewrite /err_S /common /total !mul0r !addr0; field; rewrite M1 gt_eqF.
Qed.

(* Lemma 5.1: in larger coalitions of equals the error falls below the ratio, rises above it, and stays on it. *)
Theorem lemma_5_1 M M' : (0 < M)%N -> (M < M')%N ->
  [/\ s2 * a < mu -> err_S M' 0 < err_S M 0, mu < s2 * a -> err_S M 0 < err_S M' 0 &
      mu = s2 * a -> err_S M 0 = s2 /\ err_S M' 0 = s2].
Proof.
move=> M0 MM; have M0' := ltn_trans M0 MM.
have diff : err_S M 0 - err_S M' 0 = (mu - s2 * a) * ((M'%:R - M%:R) / (M%:R * M'%:R * a)).
  by rewrite !equal_sizes //; field; rewrite !pnatr_eq0 -!lt0n M0 M0' gt_eqF.
have pos : 0 < (M'%:R - M%:R) / (M%:R * M'%:R * a) by rewrite divr_gt0 ?subr_gt0 ?ltr_nat // !mulr_gt0 ?ltr0n.
split=> [low|high|tie]; first by rewrite -subr_gt0 diff pmulr_lgt0 // subr_gt0.
  by rewrite -subr_lt0 diff pmulr_llt0 // subr_lt0.
by rewrite !equal_sizes // tie; split; field; rewrite pnatr_eq0 -lt0n ?M0 ?M0' gt_eqF.
Qed.

(* Two groups of equals merge: both gain, or both lose, or nobody cares. *)
Definition bracket s l : K := mu * total s l - s2 * a * b * (s + l)%:R.
Theorem merging_groups s l : (0 < s)%N -> (0 < l)%N ->
  err_S s 0 - err_S s l = bracket s l * (l%:R * b / (s%:R * a * total s l ^+ 2)) /\
  err_L 0 l - err_L s l = bracket s l * (s%:R * a / (l%:R * b * total s l ^+ 2)).
Proof.
move=> s0 l0; have N : total s l != 0 by rewrite gt_eqF // total_pos // addn_gt0 s0.
have sN : s%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
have lN : l%:R != 0 :> K by rewrite pnatr_eq0 -lt0n.
move: N; rewrite /err_S /err_L /common /bracket /total natrD; move: (s%:R) (l%:R) sN lN => x y x0 y0 N.
by split; rewrite ?mul0r ?addr0 ?add0r; field; rewrite ?x0 ?y0 ?N ?gt_eqF.
Qed.

Theorem both_or_neither s l : (0 < s)%N -> (0 < l)%N ->
  (err_S s l < err_S s 0) = (0 < bracket s l) /\ (err_L s l < err_L 0 l) = (0 < bracket s l).
Proof.
move=> s0 l0; have [S_ L_] := merging_groups s0 l0; have N : 0 < total s l by rewrite total_pos // addn_gt0 s0.
rewrite -subr_gt0 S_ -[err_L s l < _]subr_gt0 L_; split; rewrite pmulr_lgt0 // divr_gt0 ?mulr_gt0 ?exprn_gt0 ?ltr0n //.
Qed.

(* A pair gains exactly if the harmonic mean of the two sizes is below the ratio. *)
Theorem a_pair_gains : (err_S 1 1 < err_S 1 0) = (s2 * (2%:R * a * b / (a + b)) < mu).
Proof.
have [-> _] := @both_or_neither 1 1 isT isT; rewrite /bracket /total !mul1r subr_gt0 -ltr_pdivr_mulr ?addr_gt0 //.
by congr (_ < _); field; rewrite gt_eqF // addr_gt0.
Qed.
End TwoSizes.

(* Theorem 5.4: two sizes, both at most the ratio: no coalition blocks everybody together. *)
Theorem theorem_5_4 (K : realFieldType) (I : finType) (n : I -> K) (mu s2 a b : K) :
  (forall i, n i = a \/ n i = b) -> 0 < a -> a < b -> 0 < s2 -> s2 * b <= mu -> core_stable_grand n mu s2.
Proof.
move=> two a0 ab s0 low; have n_pos i : 0 < n i by case: (two i) => ->; last exact: lt_trans ab.
have small i : s2 * n i <= mu.
  by apply: le_trans low; rewrite ler_pmul2l //; case: (two i) => -> //; apply: ltW.
move=> C /set0Pn[j jC] gain; apply: (grand_coalition n_pos s0 small (C := C)); split=> [i iC|]; first exact/ltW/gain.
by exists j => //; apply: gain.
Qed.
