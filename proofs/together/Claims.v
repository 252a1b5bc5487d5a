(* Claimed sizes never settle (new-no-equilibrium-of-claims), for any number of members and any sizes, over any
   ordered field.
   Modelled: shares are claims over their sum; a member's error at any weights that sum to one is [fine] of
   FineWeights.v, which is Theorem 4.2 of the part on coalitions, proved there from expectations. Claims may be zero,
   as long as somebody claims something; a member may change its claim to any positive one. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Claims.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Implicit Types (c : I -> K) (i j : I).
Definition share c i := c i / \sum_j c j.
(* Member i claims x instead. *)
Definition claims c i x j := if j == i then x else c j.
Definition settled c := forall i x, 0 < x -> fine n mu s2 i (share c) <= fine n mu s2 i (share (claims c i x)).

Hypotheses (many : (1 < #|I|)%N) (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation V := (V n mu s2).
Variable c : I -> K.
Hypotheses (c_pos : forall i, 0 <= c i) (something : 0 < \sum_i c i).
Definition rest i := \sum_(j | j != i) c j.
Definition all_squares := \sum_j V j * share c j ^+ 2.

Lemma shares_sum (a : I -> K) : \sum_j a j != 0 -> \sum_i share a i = 1.
Proof. by move=> a0; rewrite -mulr_suml divff. Qed.
Lemma all_rest (a : I -> K) i : \sum_j a j = a i + \sum_(j | j != i) a j.
Proof. exact: bigD1. Qed.
Lemma share_ge0 i : 0 <= share c i.
Proof. by rewrite divr_ge0 // ltW. Qed.

(* The error is a parabola in the own share: [alone] is the error of the own mean, [without] that of the others'
   model. *)
Definition alone i := mu / n i.
Definition without i := s2 + (\sum_(j | j != i) V j * c j ^+ 2) / rest i ^+ 2.
Lemma parabola i x : 0 < rest i -> 0 <= x -> let w := x / (x + rest i) in
  fine n mu s2 i (share (claims c i x)) = alone i * w ^+ 2 + without i * (1 - w) ^+ 2.
Proof.
move=> r x0 w; have T : 0 < x + rest i by apply: ltr_paddl.
have total : \sum_j claims c i x j = x + rest i.
  rewrite (all_rest _ i) /claims eqxx; congr (_ + _); apply: eq_bigr => j /negPf ->; exact: erefl.
rewrite fine_is; last by apply: shares_sum; rewrite total gt_eqF.
rewrite (bigD1 i) //= /share total {1 3}/claims eqxx -/w.
have -> : \sum_(j | j != i) V j * (claims c i x j / (x + rest i)) ^+ 2 = (without i - s2) * (1 - w) ^+ 2.
  rewrite /without addrAC subrr add0r mulrAC mulr_suml mulr_suml; apply: eq_bigr => j /negPf ji; rewrite /claims ji /w.
  by move: (rest i) T r => R T r; field; rewrite !gt_eqF.
rewrite /alone /FineWeights.V; ring.
Qed.

Lemma as_it_is i : share (claims c i (c i)) =1 share c.
Proof.
have same j : claims c i (c i) j = c j by rewrite /claims; case: eqP => [->|].
by move=> j; rewrite /share same; congr (_ / _); apply: eq_bigr => k _.
Qed.

(* A best claim in shares. *)
Lemma best_claim i : settled c -> 0 < rest i -> share c i * (V i + s2) = s2 + all_squares.
Proof.
move=> best r; have A : 0 < alone i by rewrite divr_gt0.
have D : 0 < without i.
  apply: ltr_paddr => //; rewrite divr_ge0 ?sqr_ge0 // sumr_ge0 // => j _.
  by rewrite mulr_ge0 ?sqr_ge0 // ltW // V_pos.
have total : \sum_j c j = c i + rest i by apply: all_rest.
have T : 0 < c i + rest i by rewrite -total.
pose x := without i / alone i * rest i; have x0 : 0 < x by rewrite mulr_gt0 // divr_gt0.
have AD := addr_gt0 A D.
have xw : x / (x + rest i) = without i / (alone i + without i).
  have xr : x + rest i = (alone i + without i) / alone i * rest i by rewrite /x; field; rewrite gt_eqF.
  by rewrite xr /x; field; rewrite !gt_eqF.
have := best i x x0; rewrite (parabola r (ltW x0)) xw.
have -> : fine n mu s2 i (share c) = fine n mu s2 i (share (claims c i (c i))).
  rewrite /fine; congr (mu * _ + (_ + _ ^+ 2) * s2); apply: eq_bigr => j _; by rewrite as_it_is.
rewrite (parabola r (c_pos i)) -total -/(share c i) -subr_le0.
have -> : alone i * share c i ^+ 2 + without i * (1 - share c i) ^+ 2 - (alone i * (without i / (alone i + without i))
  ^+ 2
   + without i * (1 - without i / (alone i + without i)) ^+ 2)
   = (alone i + without i) * (share c i - without i / (alone i + without i)) ^+ 2.
  by move: (share c i) => w; field; rewrite gt_eqF.
rewrite pmulr_rle0 // => sq; have /eqP : (share c i - without i / (alone i + without i)) ^+ 2 = 0.
  by apply/eqP; rewrite eq_le sq sqr_ge0.
rewrite expf_eq0 /= subr_eq0 => /eqP w.
have pull : share c i * (alone i + without i) = without i by rewrite w divfK // gt_eqF.
have -> : all_squares = V i * share c i ^+ 2 + (without i - s2) * (1 - share c i) ^+ 2.
  rewrite /all_squares (bigD1 i) //=; congr (_ + _); rewrite /without addrAC subrr add0r mulrAC !mulr_suml.
  apply: eq_bigr => j _; rewrite /share total; move: (rest i) T r => R T r; field; by rewrite !gt_eqF.
have -> : V i = alone i + s2 by rewrite /FineWeights.V addrC.
move: (share c i) (without i) (alone i) pull => z d a pull.
apply/eqP; rewrite -subr_eq0; apply/eqP.
have -> : z * (a + s2 + s2) - (s2 + ((a + s2) * z ^+ 2 + (d - s2) * (1 - z) ^+ 2))
  = (1 - z) * (z * (a + d) - d) by ring.
by rewrite pull subrr mulr0.
Qed.

Lemma nobody_has_all i : 0 < rest i -> share c i < 1.
Proof. by move=> r; rewrite ltr_pdivr_mulr // mul1r (all_rest _ i) ltr_addl. Qed.

Lemma never : ~ settled c.
Proof.
move=> best; have Q0 : 0 <= all_squares.
  by apply: sumr_ge0 => j _; rewrite mulr_ge0 ?sqr_ge0 // ltW // V_pos.
have rest0 i : 0 <= rest i by apply: sumr_ge0.
(* If one member claimed all, another one would have to claim something. *)
have r i : 0 < rest i.
  rewrite lt_def rest0 andbT; apply/negP => /eqP none.
  have zero j : j != i -> c j = 0 by move/eqP: none; rewrite psumr_eq0 // => /allP h; have := h j (mem_index_enum _)
    => /implyP h'; move=> ji; apply/eqP/h'.
  have [j ji] : exists j, j != i.
    have : (0 < #|predC1 i|)%N by rewrite cardC1 -subn1 subn_gt0.
    by case/card_gt0P => j; rewrite inE => ji; exists j.
  have rj : 0 < rest j by move: something; rewrite (all_rest _ j) zero // add0r.
  have := best_claim best rj; rewrite {1}/share zero // !mul0r => /eqP; rewrite eq_sym gt_eqF //.
  by rewrite ltr_paddr.
have one : \sum_i share c i = 1 by apply: shares_sum; rewrite gt_eqF.
(* So all equations hold: multiplied by the shares and added, they say that the squares of the shares sum to 1. *)
have : \sum_i share c i * (share c i * (V i + s2)) = \sum_i share c i * (s2 + all_squares).
  by apply: eq_bigr => i _; rewrite (best_claim best (r i)).
rewrite -mulr_suml one mul1r (eq_bigr (fun i => s2 * share c i ^+ 2 + V i * share c i ^+ 2)) => [|i _]; last by ring.
rewrite big_split /= -mulr_sumr -/all_squares => /addIr/eqP.
rewrite -{2}[s2]mulr1 (inj_eq (mulfI (lt0r_neq0 s2_pos))) => /eqP squares.
(* But each positive share is below 1, and its square below the share. *)
have gap i : 0 <= share c i * (1 - share c i).
  by rewrite mulr_ge0 ?share_ge0 // subr_ge0 ltW // nobody_has_all.
have : \sum_i share c i * (1 - share c i) = 0.
  rewrite (eq_bigr (fun i => share c i - share c i ^+ 2)) => [|i _]; last by ring.
  by rewrite sumrB one squares subrr.
move/eqP; rewrite psumr_eq0 // => /allP all0.
have zero i : share c i = 0.
  have := all0 i (mem_index_enum _); rewrite /= mulf_eq0 => /orP[/eqP //|]; rewrite subr_eq0 eq_sym.
  by rewrite lt_eqF // nobody_has_all.
by move: one; rewrite big1 // => /eqP; rewrite eq_sym oner_eq0.
Qed.
End Claims.

(* The page's theorem. *)
Theorem claims_never_settle (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) :
  (1 < #|I|)%N -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 ->
  ~ exists c : I -> K, [/\ forall i, 0 <= c i, 0 < \sum_i c i & settled n mu s2 c].
Proof. by move=> many n0 mu0 s0 [c [c0 some best]]; apply: (never many n0 mu0 s0 c0 some best). Qed.
