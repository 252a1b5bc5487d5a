(* Small worlds of stakes, for the counterexamples of the files that show what is needed: one member; three, of whom the first
   is measured by the third; errors that are vectors of their own. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights OneNumber Stakes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Vectors of two numbers, and a form that makes the square of (q, 1/2) the number q. *)
Notation vec := (rat^o * rat^o)%type.
Definition cross (f g : vec) : rat := f.1 * g.2 + f.2 * g.1.
Lemma cross_sym f g : cross f g = cross g f.
Proof. by rewrite /cross addrC [f.2 * _]mulrC [f.1 * _]mulrC. Qed.
Lemma cross_add f g h : cross (f + g) h = cross f h + cross g h.
Proof. by rewrite /cross /= !mulrDl addrACA. Qed.
Lemma cross_scale c f h : cross (c *: f) h = c * cross f h.
Proof. by rewrite /cross /= -[c *: f.1]/(c * f.1) -[c *: f.2]/(c * f.2) mulrDr !mulrA. Qed.
Definition of_variance (q : rat) : vec := (q, 2%:R^-1).
Lemma variance q : cross (of_variance q) (of_variance q) = q.
Proof.
rewrite /cross /= [2%:R^-1 * _]mulrC -mulrDr.
by have -> : 2%:R^-1 + 2%:R^-1 = 1 :> rat; [apply/eqP; vm_compute|rewrite mulr1].
Qed.
Lemma some_variance q : of_variance q != 0.
Proof. by apply/eqP => /(congr1 (fun f : vec => (f.2 : rat) == 0)); vm_compute. Qed.
Lemma over_one (f : unit -> rat) : \sum_i f i = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.
Lemma over_none (f : unit -> rat) : \sum_(j | j != tt) f j = 0.
Proof. by rewrite big_pred0 // => -[]. Qed.
Lemma apart (i j : unit) (P : Prop) : i != j -> P.
Proof. by case: i; case: j. Qed.

(* One member gives its own average all the weight; the efficient size is 1 where noise and cost are. *)
Lemma best_one (k : unit -> rat) mu s2 : FineWeights.best k mu s2 tt tt = 1.
Proof. by rewrite /FineWeights.best eqxx /H over_none !mulr0 addr0 divr1. Qed.
Lemma fine_one (k : unit -> rat) mu s2 v : v tt = 1 -> fine k mu s2 tt v = mu / k tt.
Proof. by move=> e; rewrite /fine over_one !over_none e expr0n add0r mul0r addr0 expr1n mul1r. Qed.
Lemma one_is_efficient : OneNumber.efficient 1 1 (fun=> 1) (fun _ : unit => 1 : rat).
Proof.
move=> k k0; rewrite /everything !over_one /least_error !fine_one ?best_one // -subr_ge0; move: (k tt) (k0 tt) => x x0.
have -> : 1 / x + 1 * x - (1 / 1 + 1 * 1) = (x - 1) ^+ 2 / x by field; rewrite gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // ltW.
Qed.
(* Three members; the others' reports are the third one's. *)
Notation three := [finType of 'I_3].
Definition o1 : three := Ordinal (isT : (1 < 3)%N).
Definition o2 : three := Ordinal (isT : (2 < 3)%N).
Definition third (i j k : three) : rat := ((k != i) && (k != j))%:R.
Lemma third_means : means_of_others third.
Proof.
move=> i j ij; split; rewrite /third ?eqxx ?andbF //; move: ij.
by case: i => -[|[|[|?]]] //= ?; case: j => -[|[|[|?]]] //= ?; rewrite !big_ord_recr big_ord0 => _; apply/eqP; vm_compute.
Qed.

Lemma third_none (j t k : three) : t != ord0 -> t != j -> j != ord0 -> k != t -> third ord0 j k = 0.
Proof.
by case: j => -[|[|[|?]]] //= ?; case: t => -[|[|[|?]]] //= ?; case: k => -[|[|[|?]]] //= ?; rewrite /third; vm_compute.
Qed.
Lemma gap_third (U : lmodType rat) (m : three -> U) j t : t != ord0 -> t != j -> j != ord0 ->
  gap third m ord0 j = m ord0 - m t.
Proof.
move=> t0 tj j0; rewrite /gap (bigD1 t) //= big1 ?addr0 => [|k kt]; last by rewrite (third_none t0 tj j0 kt) scale0r.
by rewrite /third t0 tj scale1r.
Qed.

Definition nothing (I : Type) (i j : I) : rat := 0.

(* Sizes. Each member's error is a vector of its own, of the variance that it should have. *)
Section Own.
Variable I : finType.
Notation all := {ffun I -> vec}.
Definition errors (mu : rat) (k : I -> rat) (i : I) : all :=
  [ffun j => if j == i then of_variance (1 + mu / k i) else 0].
(* What is left of a vector at l if nothing is left elsewhere. *)
Definition only (f : all) l : vec := if [forall j, (j != l) ==> (f j == 0)] then f l else 0.
Definition linear (f g : all) := \sum_l cross (f l) (g l).
Definition half_linear (f g : all) := \sum_l cross (f l) (only g l).
Definition not_linear (f g : all) := \sum_l cross (only f l) (only g l).
Lemma only_errors mu k i l : only (errors mu k i) l = errors mu k i l.
Proof.
rewrite /only; case: ifP => // /negbT; rewrite negb_forall => /existsP[j]; rewrite negb_imply !ffunE.
by case: (j =P i) => [->|_]; rewrite ?eqxx ?andbF // eq_sym => /andP[/negPf ->].
Qed.
Lemma linear_errors mu k i j : (forall l, 0 < k l) ->
  linear (errors mu k i) (errors mu k j) = if i == j then 1 + mu / k i else 0.
Proof.
have zero f : cross 0 f = 0 by rewrite /cross /= !mul0r addr0.
move=> _; rewrite /linear (bigD1 i) //= big1 ?addr0 => [|l /negPf li]; last by rewrite ffunE li zero.
by rewrite !ffunE eqxx; case: eqP => [->|_]; [rewrite variance|rewrite cross_sym zero].
Qed.
Lemma half_errors mu k i j : (forall l, 0 < k l) ->
  half_linear (errors mu k i) (errors mu k j) = if i == j then 1 + mu / k i else 0.
Proof. by move=> k0; rewrite -linear_errors //; apply: eq_bigr => l _; rewrite only_errors. Qed.
Lemma not_errors mu k i j : (forall l, 0 < k l) ->
  not_linear (errors mu k i) (errors mu k j) = if i == j then 1 + mu / k i else 0.
Proof. by move=> k0; rewrite -linear_errors //; apply: eq_bigr => l _; rewrite !only_errors. Qed.
Lemma linear_sym f g : linear f g = linear g f.
Proof. by apply: eq_bigr => l _; rewrite cross_sym. Qed.
Lemma not_linear_sym f g : not_linear f g = not_linear g f.
Proof. by apply: eq_bigr => l _; rewrite cross_sym. Qed.
Lemma linear_add f g h : linear (f + g) h = linear f h + linear g h.
Proof. by rewrite /linear -big_split; apply: eq_bigr => l _; rewrite ffunE cross_add. Qed.
Lemma half_add f g h : half_linear (f + g) h = half_linear f h + half_linear g h.
Proof. by rewrite /half_linear -big_split; apply: eq_bigr => l _; rewrite ffunE cross_add. Qed.
Lemma linear_scale c f h : linear (c *: f) h = c * linear f h.
Proof. by rewrite /linear mulr_sumr; apply: eq_bigr => l _; rewrite ffunE cross_scale. Qed.
Lemma half_scale c f h : half_linear (c *: f) h = c * half_linear f h.
Proof. by rewrite /half_linear mulr_sumr; apply: eq_bigr => l _; rewrite ffunE cross_scale. Qed.
Lemma only_scale c f l : only (c *: f) l = c *: only f l.
Proof.
have [->|c0] := eqVneq c 0; first by rewrite !scale0r /only !ffunE if_same.
rewrite /only (eq_forallb (P2 := fun j => (j != l) ==> (f j == 0))) => [|j]; last first.
  by rewrite ffunE scaler_eq0 (negPf c0).
by case: ifP; rewrite ?ffunE ?scaler0.
Qed.
Lemma not_scale c f h : not_linear (c *: f) h = c * not_linear f h.
Proof. by rewrite /not_linear mulr_sumr; apply: eq_bigr => l _; rewrite only_scale cross_scale. Qed.

(* All give their weight to the report of one, i; if no stake counts, it spends this. *)
Variable i : I.
Definition all_to_one (j l : I) : rat := (l == i)%:R.
Lemma sums_to_one j : \sum_l all_to_one j l = 1.
Proof. by rewrite (bigD1 i) //= big1 ?addr0 /all_to_one ?eqxx // => l /negPf ->. Qed.
Lemma spends_free (U : lmodType rat) (E : U -> U -> rat) cost mu common noise a k :
  (forall j, j != i -> E (gap a (truthful common noise k) i j) (gap a (truthful common noise k) i j) = 0) ->
  spends all_to_one cost mu 1 E common noise a (@nothing I) k i = mu / k i + cost i * k i.
Proof.
move=> none; have zero : pays E all_to_one a (@nothing I) (truthful common noise k) i = 0.
  apply: big1 => j ji; rewrite /stake /all_to_one /nothing none // (negPf ji) !subr0.
  by rewrite mulr0 expr0n mul0r subr0.
rewrite /spends zero addr0 /fine (bigD1 i) //= /all_to_one eqxx !big1 => [|l /negPf ->|l /negPf ->|l /negPf ->];
  rewrite ?expr0n ?mul0r //.
by rewrite /= ?expr1n ?mulr1 ?add0r ?addr0 ?expr0n ?mul0r ?addr0 ?mul1r.
Qed.
End Own.

Notation one_size K I v cost mu s2 E common noise a constant i best := ((forall (k : I -> K) (x : K), (forall l, 0 < k l) -> 0 < x ->
    spends v cost mu s2 E common noise a constant (collects k i x) i =
    spends v cost mu s2 E common noise a constant (collects k i best) i + cost i * (x - best) ^+ 2 / x /\
    (x != best -> spends v cost mu s2 E common noise a constant (collects k i best) i <
      spends v cost mu s2 E common noise a constant (collects k i x) i)) /\
  forall n : I -> K, (forall l, 0 < n l) -> 0 < mu -> 0 < s2 -> efficient mu s2 cost n ->
    (forall j : I, v j =1 FineWeights.best n mu s2 j) -> n i = best).
(* Whoever pays nothing would spend less at other sizes. *)
Lemma not_the_best (I : finType) (i : I) (U : lmodType rat) (E : U -> U -> rat) cost mu common noise a best x : 0 < x ->
  (forall k j, (forall l, 0 < k l) -> j != i ->
    E (gap a (truthful common noise k) i j) (gap a (truthful common noise k) i j) = 0) -> 0 < best ->
  mu / x + cost * x != mu / best + cost * best + cost * (x - best) ^+ 2 / x ->
  ~ one_size rat I (all_to_one i) (fun=> cost) mu (1 : rat) E common noise a (@nothing I) i best.
Proof.
move=> x0 none b0 differs [/(_ (fun=> 1) x (fun=> isT) x0)[same _] _]; move/eqP: differs; apply.
have at_i z : collects (fun=> 1 : rat) i z i = z by rewrite /collects eqxx.
have pos z : 0 < z -> forall l, 0 < collects (fun=> 1 : rat) i z l by move=> z0 l; rewrite /collects; case: ifP.
by move: same; rewrite !spends_free ?at_i // => j ji; apply: none => //; apply: pos.
Qed.

Lemma two_entries (I : finType) (f : {ffun I -> vec}) p q l : p != q -> f p != 0 -> f q != 0 -> only f l = 0.
Proof.
move=> pq fp fq; rewrite /only; case: ifP => // /forallP all.
have [e|pl] := eqVneq p l; last by have := all p; rewrite pl (negPf fp).
by have := all q; rewrite -e eq_sym pq (negPf fq).
Qed.
(* The first member's distance from the third has two entries. *)
Lemma gap_errors mu (k : three -> rat) (j l : three) : j != ord0 ->
  only (gap third (truthful (0 : {ffun three -> vec}) (errors mu) k) ord0 j) l = 0.
Proof.
move=> j0; have [t t0 tj] : exists2 t : three, t != ord0 & t != j by have [->|j1] := eqVneq j o1; [exists o2|exists o1; rewrite // eq_sym].
rewrite (gap_third _ t0 tj j0); apply: (@two_entries _ _ ord0 t); first by rewrite eq_sym.
- have t0' : (ord0 == t) = false by rewrite eq_sym (negPf t0).
  by rewrite /truthful !add0r !ffunE eqxx t0' subr0 some_variance.
by rewrite /truthful !add0r !ffunE eqxx (negPf t0) sub0r oppr_eq0 some_variance.
Qed.
