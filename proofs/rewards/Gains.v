(* Equal gains and what they cost, margins, reports (rewards/new-price-of-equal-gains, new-margin-on-new-data,
   new-reports-end-equal). Any number of clients, any ordered field.
   Modelled: client i contributes c i and is given a model of accuracy a i, at most h; its gain is the difference.
   Not modelled: how accuracies are measured. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Gains.
Variables (K : realFieldType) (I : finType) (c : I -> K) (h : K).
Definition mean (f : I -> K) := (\sum_i f i) / #|I|%:R.
Definition gain (a : I -> K) i := a i - c i.

Lemma mean_le (f g : I -> K) : (forall i, f i <= g i) -> mean f <= mean g.
Proof. by move=> le; apply: ler_wpmul2r; rewrite ?invr_ge0 ?ler0n //; apply: ler_sum. Qed.
Lemma mean_sub f g : mean (fun i => f i - g i) = mean f - mean g.
Proof. by rewrite /mean sumrB mulrBl. Qed.
Lemma mean_const (i0 : I) x : mean (fun=> x) = x.
Proof.
have M : #|I|%:R != 0 :> K by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists i0.
by rewrite /mean sumr_const -[x *+ _]mulr_natr mulfK.
Qed.
Lemma mean_eq (i0 : I) f g : (forall i, f i <= g i) -> mean f = mean g -> forall i, f i = g i.
Proof.
have M : #|I|%:R != 0 :> K by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists i0.
move=> le /(congr1 ( *%R^~ #|I|%:R)); rewrite /mean !divfK // => /eqP.
rewrite -subr_eq0 -oppr_eq0 opprB -sumrB psumr_eq0 => [/allP all i|i _]; last by rewrite subr_ge0.
by have := all i (mem_index_enum i); rewrite /= subr_eq0 => /eqP.
Qed.

(* The most that allocations give on average, and equal gains: the price is what the top contributor is above the mean. *)
Theorem price_of_equal_gains top : (forall i, c i <= c top) ->
  [/\ forall a, (forall i, a i <= h) ->
        mean (gain a) <= h - mean c /\ (mean (gain a) = h - mean c <-> forall i, a i = h),
      forall a t, (forall i, a i <= h) -> (forall i, gain a i = t) -> mean (gain a) = t /\ t <= h - c top,
      [/\ forall i, c i + (h - c top) <= h, forall i, gain (fun j => c j + (h - c top)) i = h - c top &
        h - mean c - (h - c top) = c top - mean c] &
      c top - mean c = 0 <-> forall i, c i = c top].
Proof.
move=> high; split=> [a low|a t low same||].
- have e : mean (fun=> h) = h := mean_const top h.
  rewrite mean_sub ler_add2r -{1 2}e; split; first exact: mean_le.
  split=> [/addIr eq i|same]; first exact: (mean_eq top low).
  by congr (_ / _ - _); apply: eq_bigr => i _; rewrite same.
- split; last by rewrite -(same top) /gain ler_add2r.
  by rewrite -[RHS](mean_const top t); congr (_ / _); apply: eq_bigr => i _; rewrite same.
- by split=> [i|i|]; [rewrite addrCA ger_addl subr_le0|rewrite /gain addrC addKr|ring].
split=> [/eqP|same]; last first.
  apply/eqP; rewrite subr_eq0; apply/eqP; rewrite -{1}(mean_const top (c top)); congr (_ / _).
  by apply: eq_bigr => i _; rewrite same.
by rewrite subr_eq0 => /eqP e; apply: (mean_eq top high); rewrite mean_const.
Qed.

(* A gain of twice the measuring error survives new measurements, and no smaller number will do. Where all gain what the top
   contributor does, that gain is what is asked of. *)
Theorem margin_on_new_data (rho : K) :
  (forall top i, (2%:R * rho <= c i + h - c top - c i) = (2%:R * rho <= h - c top)) /\
  (forall a c0 a' c' : K, `|a' - a| <= rho -> `|c' - c0| <= rho -> 2%:R * rho <= a - c0 -> c' <= a') /\
  (forall g, 0 <= g -> g < 2%:R * rho -> exists a c0 a' c' : K,
     [/\ `|a' - a| <= rho, `|c' - c0| <= rho, a - c0 = g & a' < c']).
Proof.
split=> [top i|]; first by congr (_ <= _); ring.
split=> [a c0 a' c'|g g0 small].
  rewrite !ler_norml => /andP[lo _] /andP[_ hi] enough; rewrite -subr_ge0.
  have -> : a' - c' = (a' - a - - rho) + (rho - (c' - c0)) + (a - c0 - 2%:R * rho) by ring.
  by apply: addr_ge0; [apply: addr_ge0|]; rewrite subr_ge0.
have r0 : 0 <= rho by rewrite -(pmulr_rge0 (x := 2%:R)) ?ltr0n // ltW // (le_lt_trans g0 small).
exists g, 0, (g - rho), rho; split.
- by rewrite addrAC subrr add0r normrN ger0_norm.
- by rewrite subr0 ger0_norm.
- exact: subr0.
by rewrite ltr_subl_addr -mulr2n -mulr_natl.
Qed.

(* Free reports under equal gains: who reports the most gets the best model, so at an equilibrium everybody does. *)
Definition given (r : I -> K) i a := exists top, (forall j, r j <= r top) /\ a = h - (r top - r i).
Definition instead (r : I -> K) i x := fun j => if j == i then x else r j.
Definition equilibrium r := forall i x a b, given r i a -> given (instead r i x) i b -> b <= a.

Theorem reports_end_equal (r : I -> K) : equilibrium r -> forall i a, given r i a -> a = h.
Proof.
move=> eq i a ga; have [top [high ea]] := ga; apply/eqP; rewrite eq_le ea ger_addl oppr_le0 subr_ge0 high /= -ea.
apply: (eq i (r top) a h ga); exists i; rewrite /instead eqxx subrr subr0; split=> // j.
by case: ifP.
Qed.
End Gains.

(* The definition on numbers: contributions 1 and 3 have the mean 2. *)
Example two_clients_numbers : mean (fun i : 'I_2 => (if i == ord0 then 1%N else 3%N)%:R : rat) = 2%:R.
Proof. by rewrite /mean card_ord big_ord_recl big_ord1. Qed.
