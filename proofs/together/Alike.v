(* Balanced payments that treat members alike are one rule (new-one-symmetric-rule). Any number of members, any ordered field.
   Modelled: payments that are quadratic in differences, c i j k being the factor of (m j - m k)^2 in what i pays, each pair
   counted twice; "alike": renaming the members changes nothing. Not modelled: payments that are not quadratic. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum all_fingroup.
From mathcomp Require Import ring.
From Incentives Require Import Half.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rules.
Variables (K : realFieldType) (I : finType).
Local Notation M := (#|I|%:R : K).
Implicit Types (c : I -> I -> I -> K) (m : I -> K).

Definition charge c m i := \sum_j \sum_k c i j k * (m j - m k) ^+ 2.
Definition paired c := forall i j k, c i j k = c i k j.
Definition balanced_rule c := forall j k, j != k -> \sum_i c i j k = 0.
Definition alike c := forall (s : {perm I}) i j k, c (s i) (s j) (s k) = c i j k.
(* The factor of m i ^ 2 in i's own payment. *)
Definition factor c i := 2%:R * \sum_(k | k != i) c i i k.

Lemma rename2 (i k i' k' : I) : i != k -> i' != k' -> exists s : {perm I}, s i = i' /\ s k = k'.
Proof.
move=> ik ik'; exists (tperm i i' * tperm (tperm i i' k) k')%g; rewrite !permM tpermL tpermL; split=> //.
by rewrite tpermD 1?eq_sym // -{1}(tpermL i i') (inj_eq perm_inj).
Qed.

Lemma rename3 (i k l i' k' l' : I) : i != k -> i != l -> k != l -> i' != k' -> i' != l' -> k' != l' ->
  exists s : {perm I}, [/\ s i = i', s k = k' & s l = l'].
Proof.
move=> ik il kl ik' il' kl'; have [s [si sk]] := rename2 ik ik'.
exists (s * tperm (s l) l')%g; rewrite !permM tpermL si sk; split=> //.
  by rewrite tpermD // 1?eq_sym // -si (inj_eq perm_inj).
by rewrite tpermD // 1?eq_sym // -sk (inj_eq perm_inj).
Qed.

Variable c : I -> I -> I -> K.
Hypotheses (c_paired : paired c) (c_balanced : balanced_rule c) (c_alike : alike c).

Lemma charge_split (a b : K) m i : (forall k, k != i -> c i i k = a) ->
  (forall j k, j != i -> k != i -> j != k -> c i j k = b) ->
  charge c m i = 2%:R * a * own m i + b * others m i.
Proof.
move=> one two; rewrite /charge (bigD1 i) //=.
have first_row : \sum_k c i i k * (m i - m k) ^+ 2 = a * own m i.
  rewrite /own mulr_sumr; apply: eq_bigr => k _.
  by have [->|ki] := eqVneq k i; [rewrite /d subrr expr0n !mulr0 | rewrite one].
have other_rows : \sum_(j | j != i) \sum_k c i j k * (m j - m k) ^+ 2 = a * own m i + b * others m i.
  rewrite /others mulr_sumr /own [X in a * X](bigD1 i) //= d_same add0r mulr_sumr -big_split /=.
  apply: eq_bigr => j ji; rewrite (bigD1 i) //= c_paired one // -[(m j - m i) ^+ 2]/(d m j i) d_sym; congr (_ + _).
  rewrite mulr_sumr; apply: eq_bigr => k ki.
  by have [->|jk] := eqVneq j k; [rewrite /d subrr expr0n !mulr0 | rewrite two].
by rewrite first_row other_rows; ring.
Qed.

Lemma factor_same i j : factor c i = factor c j.
Proof.
pose s := tperm i j; have si : s i = j by rewrite tpermL.
rewrite /factor -si; congr (_ * _); rewrite [RHS](reindex_inj (@perm_inj _ s)) /=.
by apply: eq_big => [k|k _]; rewrite ?(inj_eq perm_inj) // c_alike.
Qed.

Lemma rule_of_each : (2 < #|I|)%N -> forall m i, charge c m i = pays (factor c i) m i.
Proof.
move=> many m i.
have M1 : M - 1 != 0 by rewrite subr_eq0 -[1]/(1%:R) eqr_nat gtn_eqF // ltnW.
have M2 : M - 2%:R != 0 by rewrite subr_eq0 eqr_nat gtn_eqF.
have [k ki] : exists k, k != i.
  have : (0 < #|predC1 i|)%N by rewrite cardC1 -subn1 subn_gt0 ltnW.
  by case/card_gt0P => k; rewrite inE => ki; exists k.
have [l [li lk]] : exists l, l != i /\ l != k.
  have e := cardC (pred2 i k); move: many; rewrite -e card2 eq_sym ki /= -{1}[2%N]addn0 ltn_add2l.
  by case/card_gt0P => l; rewrite !inE negb_or => /andP[]; exists l.
set a := c i i k; set b := c i k l.
have one j k' : k' != j -> c j j k' = a.
  move=> kj; have [s [<- <-]] : exists s : {perm I}, s i = j /\ s k = k' by apply: rename2; rewrite eq_sym.
  exact: c_alike.
have two h j k' : j != h -> k' != h -> j != k' -> c h j k' = b.
  move=> jh kh jk; have [s [<- <- <-]] : exists s : {perm I}, [/\ s i = h, s k = j & s l = k'].
    by apply: rename3 => //; rewrite eq_sym.
  exact: c_alike.
clearbody a b; have link : 2%:R * a + (M - 2%:R) * b = 0.
  have := @c_balanced i k; rewrite eq_sym ki => /(_ isT) <-.
  rewrite (bigD1 i) //= (bigD1 k) //= one // c_paired one 1?eq_sym //.
  rewrite (eq_bigr (fun=> b)) => [|h /andP[hi hk]]; last by rewrite two // eq_sym.
  have -> : \sum_(h | (h != i) && (h != k)) b = (M - 2%:R) * b.
    have e : M * b = b + (b + \sum_(h | (h != i) && (h != k)) b).
      by rewrite mulr_natl -sumr_const (bigD1 i) //= (bigD1 k).
    by rewrite mulrBl e; ring.
  by move: (#|I|%:R : K) => N; ring.
rewrite (charge_split _ (one i) (two i)) /pays.
have -> : factor c i = 2%:R * ((M - 1) * a).
  have e : M * a = a + \sum_(h | h != i) a by rewrite mulr_natl -sumr_const (bigD1 i).
  by congr (_ * _); rewrite mulrBl mul1r e [a + _]addrC addrK; apply: eq_bigr => h hi; apply: one.
have -> : b = - (2%:R * a) / (M - 2%:R).
  by apply: (mulfI M2); rewrite [RHS]mulrC divfK //; apply/eqP; rewrite -addr_eq0 addrC link.
by move: (own m i) (others m i) (#|I|%:R : K) M1 M2 => x y N N1 N2; field; apply/andP.
Qed.

(* One number for all members: the scale. *)
Lemma one_symmetric_rule : (2 < #|I|)%N -> exists alpha, forall m i, charge c m i = pays alpha m i.
Proof.
move=> many; have [i0 _] : exists i0 : I, i0 \in I by apply/card_gt0P/(ltn_trans _ many).
by exists (factor c i0) => m i; rewrite (factor_same i0 i); apply: rule_of_each.
Qed.

(* With two members there is none. *)
Lemma two_members_none : #|I| = 2%N -> forall m i, charge c m i = 0.
Proof.
move=> two m h; rewrite /charge big1 // => j _; rewrite big1 // => k _.
have [->|jk] := eqVneq j k; first by rewrite subrr expr0n mulr0.
have whole i : (i == j) || (i == k).
  have /eqP e : [set j; k] == [set: I] by rewrite eqEcard subsetT cardsT two cards2 jk.
  by have := in_setT i; rewrite -e !inE.
have same : c k k j = c j j k.
  have kj : k != j by rewrite eq_sym.
  by have [s [sj sk]] := rename2 jk kj; have := c_alike s j j k; rewrite sj sk.
have zero : c j j k = 0.
  have := c_balanced jk; rewrite (bigD1 j) //= (bigD1 k) 1?eq_sym //= big1 => [|i /andP[ij ik]]; last first.
    by have := whole i; rewrite (negbTE ij) (negbTE ik).
  by rewrite addr0 (c_paired k j) same -mulr2n => /eqP; rewrite mulrn_eq0 /= => /eqP.
by have /orP[/eqP-> | /eqP->] := whole h; rewrite ?(c_paired k j) ?same zero mul0r.
Qed.
End Rules.

(* Both statements together: from three members on there is one such rule, up to its scale, and with two there is none. *)
Theorem symmetric_rules (K : realFieldType) (I : finType) (c : I -> I -> I -> K) :
  paired c -> balanced_rule c -> alike c ->
  ((2 < #|I|)%N -> exists alpha, forall m i, charge c m i = pays alpha m i) /\
  (#|I| = 2%N -> forall m i, charge c m i = 0).
Proof. by move=> pair bal same; split; [exact: one_symmetric_rule|exact: two_members_none]. Qed.
