(* The equilibrium of lies (new-equilibrium-of-lies), for any number of members over any ordered field.
   Modelled: expectation of a product is a symmetric bilinear form, never negative on squares. The common mean has
   variance t2, members' means vary around it by s2, the noise of an average of n i records is mu / n i. [knows i]
   holds what member i can compute from its average. Normal laws enter as one property: given the own average, the
   best guess of another average or of the own mean is proportional to it, so that what is left is uncorrelated with
   all that i knows. Reports are k i times the own average, and a best reply is compared with every report that the
   member can compute. A posterior mean given all data is the combination of them whose error is uncorrelated with
   each. Not modelled: densities, and equilibria whose reports are not proportional to the average. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights Stability Ranking PrecisionRanks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Liars.
Variables (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K) (knows : I -> U -> Prop).
Variables (common : U) (d e : I -> U) (n w : I -> K) (mu s2 t2 : K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall c f h, E (c *: f) h = c * E f h) (E_pos : forall f, 0 <= E f f).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2) (t2_pos : 0 < t2).
Hypotheses (cc : E common common = t2) (cd : forall i, E common (d i) = 0) (ce : forall i, E common (e i) = 0).
Hypotheses (dd : forall i j, E (d i) (d j) = if i == j then s2 else 0) (de : forall i j, E (d i) (e j) = 0).
Hypothesis ee : forall i j, E (e i) (e j) = if i == j then mu / n i else 0.
Hypothesis weights : forall i, w i != 0.
Local Notation V := (V n mu s2).
Local Notation P := (precision n mu s2 setT).

Definition mean i := common + d i.
Definition average i := mean i + e i.
Definition guess (f : U) i := (E f (average i) / (t2 + V i)) *: average i.
Hypothesis knows_own : forall i c, knows i (c *: average i).
Hypothesis normal_others : forall i j u, knows i u -> E (average j - guess (average j) i) u = 0.
Hypothesis normal_own : forall i u, knows i u -> E (mean i - guess (mean i) i) u = 0.

(* The model when i sends the report r i, and the error of member i. *)
Definition model (r : I -> U) := \sum_i w i *: r i.
Definition error (r : I -> U) i := E (model r - mean i) (model r - mean i).
Definition sent (k : I -> K) i := k i *: average i.
Definition instead (r : I -> U) i u j := if j == i then u else r j.
Definition equilibrium k := forall i u, knows i u -> error (sent k) i <= error (instead (sent k) i u) i.
Definition posterior := \sum_i (t2 / (1 + t2 * P) / V i) *: average i.

Lemma E_add_r h f g : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.
Lemma E_scale_r c h f : E h (c *: f) = c * E h f.
Proof. by rewrite E_sym E_scale E_sym. Qed.
Lemma E_opp f g : E (- f) g = - E f g.
Proof. by rewrite -scaleN1r E_scale mulN1r. Qed.
Lemma E_opp_r f g : E g (- f) = - E g f.
Proof. by rewrite E_sym E_opp E_sym. Qed.
Lemma E_0 h : E 0 h = 0.
Proof. by rewrite -(scale0r (0 : U)) E_scale mul0r. Qed.
Lemma E_sum (F : I -> U) h : E (\sum_i F i) h = \sum_i E (F i) h.
Proof. by apply: (big_morph (fun f => E f h)) => [f g|]; [exact: E_add|exact: E_0]. Qed.

Lemma regroup (a b c f : U) : a - b - (c - f) = a - c + (f - b).
Proof. by rewrite opprB [f - c]addrC addrACA [- b + f]addrC. Qed.
Lemma extract (a b c f : U) : a + b - c = b - c + f + (a - f).
Proof. by rewrite -[RHS]addrA [f + _]addrC subrK -addrA addrC. Qed.

Lemma v_pos i : 0 < V i. Proof. exact: V_pos. Qed.
Lemma tv i : 0 < t2 + V i. Proof. by rewrite addr_gt0 ?v_pos. Qed.
Lemma precision_ge0 : 0 <= P.
Proof. by apply: sumr_ge0 => i _; rewrite invr_ge0 ltW // v_pos. Qed.
Lemma tp : 0 < 1 + t2 * P.
Proof. by rewrite ltr_paddr ?ltr01 // mulr_ge0 ?precision_ge0 // ltW. Qed.
Lemma precision_all : \sum_i (V i)^-1 = P.
Proof. by apply: eq_bigl => i; rewrite inE. Qed.

(* How averages and means go together. *)
Lemma averages i j : E (average i) (average j) = t2 + if i == j then V i else 0.
Proof.
rewrite /average /mean !E_add !E_add_r cc cd ce dd de [E (d i) _]E_sym cd [E (e i) common]E_sym ce [E (e i) (d
  j)]E_sym de ee.
by rewrite /FineWeights.V; case: eqP => [->|_]; rewrite ?addr0 ?add0r -?addrA.
Qed.
Lemma mean_average i j : E (mean i) (average j) = t2 + if i == j then s2 else 0.
Proof.
rewrite /average /mean !E_add !E_add_r cc cd ce dd de [E (d i) common]E_sym cd.
by case: eqP => _; rewrite ?addr0 ?add0r.
Qed.
Lemma mean_mean i : E (mean i) (mean i) = t2 + s2.
Proof. by rewrite /mean !E_add !E_add_r cc cd dd [E (d i) common]E_sym cd eqxx addr0 add0r. Qed.
Lemma common_average j : E common (average j) = t2.
Proof. by rewrite /average /mean !E_add_r cc cd ce !addr0. Qed.

(* The pulls on the model are weight times stretch. *)
Definition pull (k : I -> K) i := w i * k i.
Lemma error_is k i : error (sent k) i =
  t2 * (\sum_j pull k j - 1) ^+ 2 + \sum_j pull k j ^+ 2 * V j - 2%:R * pull k i * s2 + s2.
Proof.
have combined : model (sent k) = \sum_j pull k j *: average j by apply: eq_bigr => j _; rewrite scalerA.
have one j : E (\sum_l pull k l *: average l) (average j) = t2 * (\sum_l pull k l) + pull k j * V j.
  rewrite E_sum [LHS](eq_bigr (fun l => t2 * pull k l + pull k l * (if l == j then V l else 0))) => [|l _].
    rewrite big_split /= -mulr_sumr; congr (_ + _); rewrite (bigD1 j) //= eqxx big1 ?addr0 // => l /negPf ->.
    by rewrite mulr0.
  by rewrite E_scale averages; ring.
have own : E (\sum_l pull k l *: average l) (mean i) = t2 * (\sum_l pull k l) + pull k i * s2.
  rewrite E_sum [LHS](eq_bigr (fun l => t2 * pull k l + pull k l * (if i == l then s2 else 0))) => [|l _].
    rewrite big_split /= -mulr_sumr; congr (_ + _); rewrite (bigD1 i) //= eqxx big1 ?addr0 // => l.
    by rewrite eq_sym => /negPf ->; rewrite mulr0.
  by rewrite E_scale E_sym mean_average; ring.
have all : E (\sum_l pull k l *: average l) (\sum_l pull k l *: average l)
  = t2 * (\sum_l pull k l) ^+ 2 + \sum_l pull k l ^+ 2 * V l.
  move: one; set m := \sum_l pull k l *: average l => one; rewrite {1}/m E_sum.
  rewrite [LHS](eq_bigr (fun l => t2 * (\sum_j pull k j) * pull k l + pull k l ^+ 2 * V l)) => [|l _].
    by rewrite big_split /=; congr (_ + _); rewrite -mulr_sumr expr2 mulrA.
  by rewrite E_scale E_sym one; move: (\sum_j _) => S; ring.
rewrite /error combined; move: (\sum_l pull k l *: average l) own all => m own all.
rewrite E_add E_opp !E_add_r !E_opp_r [E (mean i) m]E_sym all own mean_mean; ring.
Qed.

(* What member i wants its own pull to be, given the others'. *)
Definition wants k i := (t2 + s2) / (t2 + V i) - t2 / (t2 + V i) * (\sum_j pull k j - pull k i).

Lemma reply k i u : knows i u -> exists left_over,
  error (instead (sent k) i u) i = left_over +
    E (w i *: u - wants k i *: average i) (w i *: u - wants k i *: average i) /\
  forall u', knows i u' -> error (instead (sent k) i u') i = left_over +
    E (w i *: u' - wants k i *: average i) (w i *: u' - wants k i *: average i).
Proof.
pose rest := \sum_(j | j != i) pull k j *: (average j - guess (average j) i) - (mean i - guess (mean i) i).
have zero v : knows i v -> E rest v = 0.
  move=> kv; rewrite E_add E_opp normal_own // subr0 (big_morph (fun f => E f v) (fun f g => E_add f g v) (E_0 v)).
  by rewrite big1 // => j _; rewrite E_scale normal_others // mulr0.
have split v : model (instead (sent k) i v) - mean i = rest + (w i *: v - wants k i *: average i).
  rewrite /model (bigD1 i) //= /instead eqxx.
  have -> : \sum_(j | j != i) w j *: (if j == i then v else sent k j) = \sum_(j | j != i) pull k j *: average j.
    by apply: eq_bigr => j /negPf ->; rewrite scalerA.
  have -> : rest = \sum_(j | j != i) pull k j *: average j - mean i + wants k i *: average i.
    rewrite /rest (eq_bigr (fun j => pull k j *: average j - (pull k j * (t2 / (t2 + V i))) *: average i)) => [|j
      /negPf ji].
      rewrite sumrB -scaler_suml -mulr_suml /wants /guess mean_average eqxx.
      rewrite [\sum_j pull k j](bigD1 i) //= [_ + _ - pull k i]addrAC subrr add0r scalerBl [t2 / _ * _]mulrC.
      exact: regroup.
    by rewrite /guess averages ji addr0 scalerBr scalerA.
  exact: extract.
have whole v : knows i v -> error (instead (sent k) i v) i = E rest rest +
    E (w i *: v - wants k i *: average i) (w i *: v - wants k i *: average i).
  move=> kv; have cross : E rest (w i *: v - wants k i *: average i) = 0.
    rewrite E_add_r E_opp_r !E_scale_r zero // zero ?mulr0 ?oppr0 ?addr0 //.
    by have := knows_own i 1; rewrite scale1r.
  rewrite /error split; move: (w i *: v - _) (rest) cross => z r cross.
  by rewrite E_add !E_add_r [E z r]E_sym cross addr0 add0r.
by move=> ku; exists (E rest rest); split; [exact: whole|exact: whole].
Qed.

Lemma instead_same k i : error (instead (sent k) i (sent k i)) i = error (sent k) i.
Proof.
have same : model (instead (sent k) i (sent k i)) = model (sent k).
  by apply: eq_bigr => j _; rewrite /instead; case: eqP => [->|].
by rewrite /error same.
Qed.

(* A best reply. *)
Lemma best_reply k i : (forall u, knows i u -> error (sent k) i <= error (instead (sent k) i u) i) <-> pull k i =
  wants k i.
Proof.
have [c [whole all]] := reply k (knows_own i (k i)); rewrite -/(sent k i) instead_same in whole.
have at_own : w i *: sent k i - wants k i *: average i = (pull k i - wants k i) *: average i.
  by rewrite scalerBl /sent scalerA.
split=> [best|same u ku]; last by rewrite whole at_own same subrr scale0r E_0 addr0 all // ler_addl.
have := best _ (knows_own i (wants k i / w i)); rewrite whole all //.
rewrite at_own scalerA [w i * _]mulrC divfK // subrr E_0 ler_add2l E_scale E_scale_r averages eqxx mulrA -expr2.
rewrite pmulr_lle0 ?tv // => sq; apply/eqP; rewrite -subr_eq0 -sqrf_eq0.
by rewrite eq_le sq sqr_ge0.
Qed.

(* All best replies at once: one linear equation for each member, and their sum. *)
Definition stretch i := (s2 + t2) / (V i * (1 + t2 * P)) / w i.
Lemma best_replies k : (forall i, pull k i = wants k i) <-> forall i, pull k i = (s2 + t2) / (V i * (1 + t2 * P)).
Proof.
split=> all i.
  pose S := \sum_j pull k j; have one j : pull k j * V j = s2 + t2 - t2 * S.
    have t := tv j; have := all j; rewrite /wants -/S => eq.
    have : (t2 + V j) * pull k j = t2 + s2 - t2 * (S - pull k j) by rewrite {1}eq; field; rewrite gt_eqF.
    by move=> eq'; have -> : pull k j * V j = (t2 + V j) * pull k j - t2 * pull k j; [ring|rewrite eq'; ring].
  have added : S = (s2 + t2 - t2 * S) * P.
    rewrite -precision_all mulr_sumr; apply: eq_bigr => j _; by rewrite -(one j) mulfK ?gt_eqF ?v_pos.
  have v := v_pos i; have p := tp.
  have total : (s2 + t2 - t2 * S) * (1 + t2 * P) = s2 + t2.
    by rewrite mulrDr mulr1 mulrCA -added; ring.
  by rewrite -total -(one i); field; rewrite !gt_eqF.
have p := tp; have t := tv i; have v := v_pos i; rewrite /wants all (eq_bigr _ (fun j _ => all j)).
have -> : \sum_j (s2 + t2) / (V j * (1 + t2 * P)) = (s2 + t2) / (1 + t2 * P) * P.
  by rewrite -[X in _ = _ * X]precision_all [RHS]mulr_sumr; apply: eq_bigr => j _; have vj := v_pos j; field; rewrite
    !gt_eqF.
by move: P (V i) p t v => q a p t v; field; rewrite !gt_eqF.
Qed.
Lemma stretch_pull i : pull stretch i = (s2 + t2) / (V i * (1 + t2 * P)).
Proof. by rewrite /pull /stretch mulrC divfK. Qed.

Theorem equilibrium_of_lies :
  [/\ forall k, equilibrium k <-> k =1 stretch, model (sent stretch) = (1 + s2 / t2) *: posterior,
    forall j, E (common - posterior) (average j) = 0 &
    forall i, error (sent stretch) i = liars_error s2 t2 P (V i)].
Proof.
have p := tp; have total : \sum_j pull stretch j = (s2 + t2) * P / (1 + t2 * P).
  rewrite (eq_bigr (fun j => (s2 + t2) / (1 + t2 * P) * (V j)^-1)) => [|j _]; last first.
    by have v := v_pos j; rewrite stretch_pull; field; rewrite !gt_eqF.
  by rewrite -mulr_sumr precision_all mulrAC.
split=> [k||j|i].
- have equal : equilibrium k <-> forall i, pull k i = (s2 + t2) / (V i * (1 + t2 * P)).
    apply: iff_trans (best_replies k); split=> [best i|same i]; first by apply/best_reply => u; apply: best.
    by apply/best_reply.
  apply: iff_trans equal _; split=> same i; last by rewrite /pull same mulrC divfK.
  by rewrite /stretch -same /pull mulrAC divff ?mul1r.
- rewrite /model /posterior scaler_sumr; apply: eq_bigr => i _; rewrite /sent !scalerA; congr (_ *: _).
  by have v := v_pos i; rewrite -/(pull stretch i) stretch_pull; field; rewrite !gt_eqF.
- rewrite E_add E_opp common_average /posterior E_sum.
  rewrite (eq_bigr (fun i => t2 / (1 + t2 * P) * (t2 * (V i)^-1) + (if i == j then t2 / (1 + t2 * P) else 0))) => [|i
    _].
    rewrite big_split /= -!mulr_sumr precision_all -big_mkcond big_pred1_eq; by field; rewrite gt_eqF.
  by have v := v_pos i; rewrite E_scale averages; case: eqP => _; field; rewrite !gt_eqF.
rewrite error_is total /liars_error.
have -> : \sum_j pull stretch j ^+ 2 * V j = ((s2 + t2) / (1 + t2 * P)) ^+ 2 * P.
  by rewrite -[X in _ = _ * X]precision_all [RHS]mulr_sumr; apply: eq_bigr => j _; have v := v_pos j; rewrite
    stretch_pull; field; rewrite !gt_eqF.
by have v := v_pos i; rewrite stretch_pull; move: P (V i) p v => q a p v; field; rewrite !gt_eqF.
Qed.

(* A member by itself: its posterior mean errs as if it were a coalition of one. *)
Theorem alone_with_the_posterior_mean i :
  E (mean i - guess (mean i) i) (mean i - guess (mean i) i) = liars_error s2 t2 (V i)^-1 (V i).
Proof.
have t := tv i; have v := v_pos i; rewrite /guess mean_average eqxx; set c := _ / _.
move: (mean_average i i) (averages i i) (mean_mean i); rewrite !eqxx.
move: (mean i) (average i) => x y xy yy xx.
rewrite E_add E_opp !E_add_r !E_opp_r !E_scale !E_scale_r [E y x]E_sym xy yy xx.
by rewrite /c /liars_error; move: (V i) t v => a t v; field; rewrite !gt_eqF // addrC.
Qed.
End Liars.
