(* Balanced payments that treat members alike are one rule (new-one-symmetric-rule), in the page's words, for any number of
   members over any ordered field.
   Modelled: payments that are quadratic in differences, [charge] of Alike.v with any factors; they sum to zero for all
   reports; "alike": whoever takes another's place among the same reports pays what that one paid. Alike.v says the same of
   factors; here the payments are shown to have such factors. Not modelled: payments that are not quadratic. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum all_fingroup.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forms.
Variables (K : realFieldType) (I : finType).
Implicit Types (b : I -> I -> K) (c : I -> I -> I -> K) (m : I -> K).
Definition form b m := \sum_j \sum_k b j k * (m j - m k) ^+ 2.

(* A form in squared differences that is always zero has no factors. *)
Lemma form_zero b : (forall j k, b j k = b k j) -> (forall m, form b m = 0) -> forall j k, j != k -> b j k = 0.
Proof.
move=> sym zero j k jk; pose at_ (i l : I) : K := (l == i)%:R.
have two : 2%:R != 0 :> K by rewrite pnatr_eq0.
have e m m' : form b (fun l => m l + m' l) = form b m + form b m'
    + 2%:R * \sum_i \sum_l b i l * ((m i - m l) * (m' i - m' l)).
  rewrite /form mulr_sumr -!big_split; apply: eq_bigr => i _ /=.
  by rewrite mulr_sumr -!big_split; apply: eq_bigr => l _ /=; ring.
have := e (at_ j) (at_ k); rewrite !zero !addr0 add0r => /esym/eqP; rewrite mulf_eq0 (negPf two) /= => /eqP.
rewrite (bigD1 j) //= [X in _ + X](bigD1 k) 1?eq_sym //= [X in _ + (_ + X)]big1 => [|i /andP[ij ik]]; last first.
  rewrite big1 // => l _; rewrite /at_ (negPf ij) (negPf ik) !sub0r mulrNN.
  by have [->|lj] := eqVneq l j; rewrite ?(negPf jk) ?mulr0 ?mul0r ?mulr0.
rewrite (bigD1 k) 1?eq_sym //= big1 => [|l lk]; last first.
  by rewrite /at_ (negPf lk) (negPf jk) subrr !mulr0.
rewrite (bigD1 j) //= big1 => [|l lj]; last first.
  by rewrite /at_ (negPf lj) [k == j]eq_sym (negPf jk) subrr mul0r mulr0.
rewrite /at_ !eqxx [k == j]eq_sym (negPf jk) !addr0 (sym k j) => h.
have : b j k * (- 2%:R) = 0 by rewrite -h (_ : true%:R = 1) // (_ : false%:R = 0) //; ring.
by move/eqP; rewrite mulf_eq0 oppr_eq0 (negPf two) orbF => /eqP.
Qed.

Lemma form_same b b' : (forall j k, b j k = b k j) -> (forall j k, b' j k = b' k j) ->
  (forall m, form b m = form b' m) -> forall j k, j != k -> b j k = b' j k.
Proof.
move=> sym sym' same j k jk; apply/eqP; rewrite -subr_eq0; apply/eqP.
apply: (@form_zero (fun j k => b j k - b' j k)) => // [i l|m]; first by rewrite sym sym'.
rewrite -[RHS](subrr (form b m)) {2}same /form -sumrB; apply: eq_bigr => i _.
by rewrite -sumrB; apply: eq_bigr => l _; rewrite mulrBl.
Qed.

(* The factors of a pair, counted twice; none of a member with itself. *)
Definition factors c i j k := if j == k then 0 else (c i j k + c i k j) / 2%:R.

Lemma factors_paired c : paired (factors c).
Proof. by move=> i j k; rewrite /factors [k == j]eq_sym addrC. Qed.

Lemma factors_charge c m i : charge (factors c) m i = charge c m i.
Proof.
have e : charge c m i = \sum_j \sum_k c i k j * (m j - m k) ^+ 2.
  rewrite /charge exchange_big; apply: eq_bigr => j _; apply: eq_bigr => k _.
  by rewrite -[m k - m j]opprB sqrrN.
have -> : charge c m i = (charge c m i + charge c m i) / 2%:R by field.
rewrite {2}e /charge -big_split mulr_suml; apply: eq_bigr => j _ /=.
rewrite -big_split mulr_suml; apply: eq_bigr => k _ /=; rewrite /factors.
by case: eqP => [->|_]; [rewrite subrr expr0n !mulr0 addr0 mul0r|field].
Qed.
End Forms.

(* The page's proposition: with three members or more the payments are the rule of the page, up to a scale; with two members
   nobody ever pays. *)
Theorem one_symmetric_rule (K : realFieldType) (I : finType) (c : I -> I -> I -> K) :
  (forall m, \sum_i charge c m i = 0) ->
  (forall (s : {perm I}) m i, charge c (fun k => m (s k)) i = charge c m (s i)) ->
  ((2 < #|I|)%N -> exists alpha, forall m i, charge c m i =
    alpha * ((\sum_(j | j != i) (m i - m j) ^+ 2) / (#|I|%:R - 1)
      - (\sum_(j | j != i) \sum_(k | (k != i) && (k != j)) (m j - m k) ^+ 2) / ((#|I|%:R - 1) * (#|I|%:R - 2%:R)))) /\
  (#|I| = 2%N -> forall m i, charge c m i = 0).
Proof.
move=> zero same; set c' := factors c.
have [many two] : ((2 < #|I|)%N -> exists alpha, forall m i, charge c' m i = pays alpha m i) /\
    (#|I| = 2%N -> forall m i, charge c' m i = 0); [apply: symmetric_rules|split].
- exact: factors_paired.
- apply: form_zero => [j k|m]; first by apply: eq_bigr => i _; apply: factors_paired.
  rewrite -[RHS](zero m) -(eq_bigr _ (fun i _ => factors_charge c m i)) /charge /form.
  rewrite [RHS]exchange_big; apply: eq_bigr => j _ /=.
  rewrite [RHS]exchange_big; apply: eq_bigr => k _ /=.
  by rewrite mulr_suml.
- move=> s i j k; have [->|jk] := eqVneq j k; first by rewrite /c' /factors !eqxx.
  apply: (@form_same _ _ (fun j k => c' (s i) (s j) (s k)) (c' i)) => // [||m]; try by move=> *; apply: factors_paired.
  transitivity (charge c' m i); last by [].
  pose m' k := m ((s^-1)%g k).
  have -> : charge c' m i = charge c' (fun k => m' (s k)) i.
    by apply: eq_bigr => l _; apply: eq_bigr => h _; rewrite /m' !permK.
  rewrite /c' !factors_charge same -factors_charge /charge [RHS](reindex_inj (@perm_inj _ s)) /=.
  apply: eq_bigr => l _; rewrite [RHS](reindex_inj (@perm_inj _ s)) /=.
  by apply: eq_bigr => h _; rewrite /m' !permK.
- move=> three; have [alpha rule] := many three; exists alpha => m i.
  rewrite -factors_charge -/c' rule /pays /own /others; congr (_ * (_ / _ - _ / _)).
    by rewrite (bigD1 i) //= d_same add0r.
  apply: eq_bigr => j ji; rewrite (bigD1 j) //= d_same add0r.
  by apply: eq_bigl => k.
- by move=> one m i; rewrite -factors_charge; apply: two.
Qed.
