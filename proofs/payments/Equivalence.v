(* When a training rule fixes its payments (payments/lemma-e-4, theorem-3-6-proof-weights, theorem-3-6-proof-cycles,
   new-price-interval, definition-3-4, new-most-revenue). Any set of types, any set of models, any ordered ring.
   Modelled: one group, the reports of the others fixed. [value t m] is what the model m is worth to a group of type
     t (size
   times valuation), [f r] the model after the report r, [loss s t] the l(s, t) of the paper: what a group of type t
     loses,
   payments aside, if it pretends to be s. A path is its first type and the list of the others; [least V] says that
     V s t is
   the greatest number that is at most the weight of every path from s to t, that is, the least weight where there
     is one.
   Several groups: a profile of reports is a function on the groups, [set_report r i x] the profile with x for group i.
   Not modelled: how types are made of rewards and sizes; that is FreeEquivalence.v. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* An inequality that is the sum of others. *)
Section Sums.
Variable K : realDomainType.
Implicit Types a b c d : K.
Lemma by1 a b c d : a <= b -> d - c = b - a -> c <= d.
Proof. by move=> H E; rewrite -subr_ge0 E subr_ge0. Qed.
Lemma by2 a b a' b' c d : a <= b -> a' <= b' -> d - c = (b - a) + (b' - a') -> c <= d.
Proof. by move=> H H' E; rewrite -subr_ge0 E addr_ge0 // subr_ge0. Qed.
End Sums.

Section OneGroup.
Variables (K : realDomainType) (T Model : Type) (value : T -> Model -> K) (f : T -> Model).
Implicit Types (price p q : T -> K) (V : T -> T -> K) (s t : T) (ps : seq T).
Definition truthful price := forall t r, value t (f r) - price r <= value t (f t) - price t.
Definition loss s t := value t (f t) - value t (f s).
Fixpoint weight s ps := if ps is t :: rest then loss s t + weight t rest else 0.
Definition least V := forall s t, (forall ps, last s ps = t -> V s t <= weight s ps) /\
  (forall low, (forall ps, last s ps = t -> low <= weight s ps) -> low <= V s t).

Lemma weight_cat s ps qs : weight s (ps ++ qs) = weight s ps + weight (last s ps) qs.
Proof. by elim: ps s => [|t ps IH] s /=; rewrite ?add0r // IH addrA. Qed.

(* Truth is best exactly if no price rises by more than the lie loses. *)
Theorem truth_by_weights price : truthful price <-> forall s t, price t - price s <= loss s t.
Proof. by split=> H s t; [apply: (by1 (H t s))|apply: (by1 (H t s))]; rewrite /loss; ring. Qed.

Lemma along price s ps : truthful price -> price (last s ps) - price s <= weight s ps.
Proof.
move=> /truth_by_weights H; elim: ps s => [|t ps IH] s /=; first by rewrite subrr.
by apply: (by2 (H s t) (IH t)); ring.
Qed.

(* A rule that some payments make truthful has no cycle of negative weight, and no path there and back either. *)
Theorem no_negative_cycle price V : truthful price -> least V ->
  (forall t ps, last t ps = t -> 0 <= weight t ps) /\ (forall s t, 0 <= V s t + V t s).
Proof.
move=> H L; split=> [t ps back|s t].
  by have := along t ps H; rewrite back subrr.
have [_ /(_ (price t - price s)) A] := L s t; have [_ /(_ (price s - price t)) B] := L t s.
have {}A : price t - price s <= V s t by apply: A => ps <-; apply: along.
have {}B : price s - price t <= V t s by apply: B => ps <-; apply: along.
by apply: (by2 A B); ring.
Qed.

Lemma price_between price V s t : truthful price -> least V -> - V t s <= price t - price s <= V s t.
Proof.
move=> H L; have [_ A] := L s t; have [_ B] := L t s; apply/andP; split; last by apply: A => ps <-; apply: along.
by rewrite ler_oppl; apply: (@le_trans _ _ (price s - price t)); [rewrite opprB|apply: B => ps <-; apply: along].
Qed.
End OneGroup.

Section Interval.
Variables (K : realFieldType) (T Model : Type) (value : T -> Model -> K) (f : T -> Model).

Lemma mixtures (p q : T -> K) a : 0 <= a <= 1 -> truthful value f p -> truthful value f q ->
  truthful value f (fun t => a * p t + (1 - a) * q t).
Proof.
move=> /andP[a0 a1] P Q t r; rewrite -subr_ge0.
have -> : value t (f t) - (a * p t + (1 - a) * q t) - (value t (f r) - (a * p r + (1 - a) * q r)) =
  a * (value t (f t) - p t - (value t (f r) - p r)) + (1 - a) * (value t (f t) - q t - (value t (f r) - q r)) by ring.
by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 // ?P // Q.
Qed.

(* The difference of two prices takes just the values between the weights of the two ways; so payments are fixed up to a
   constant only if these weights are opposite, and reports that bring the same model cost the same. *)
Theorem price_interval (p0 : T -> K) (V : T -> T -> K) : truthful value f p0 -> least value f V ->
  [/\ forall s t d, (exists p, truthful value f p /\ p t - p s = d) <-> - V t s <= d <= V s t,
      forall s t, (forall p q, truthful value f p -> truthful value f q -> p t - p s = q t - q s) <-> V s t = - V t s &
      forall p s t, truthful value f p -> f s = f t -> p s = p t].
Proof.
move=> H0 L; have [cycle wide] := no_negative_cycle H0 L.
have self s : V s s = 0.
  have [A B] := L s s; apply/eqP; rewrite eq_le (A [::]) //=; apply: B => ps back; exact: cycle back.
have P s : truthful value f (V s).
  apply/truth_by_weights => x y; have [A _] := L s y; have [_ B] := L s x.
  rewrite ler_subl_addr -ler_subl_addl; apply: B => ps end_x; rewrite ler_subl_addl addrC.
  by have := A (rcons ps y); rewrite -cats1 weight_cat last_cat /= end_x addr0 => ->.
have Q s : truthful value f (fun x => - V x s).
  apply/truth_by_weights => x y; have [A _] := L x s; have [_ B] := L y s.
  rewrite opprK addrC ler_subl_addl addrC -ler_subl_addl; apply: B => ps end_s.
  by rewrite ler_subl_addl; apply: (A (y :: ps)).
have all_between s t d : - V t s <= d <= V s t -> exists p, truthful value f p /\ p t - p s = d.
  move=> /andP[lo hi]; have [none|some] := eqVneq (V s t + V t s) 0.
    exists (V s); split=> //; rewrite self subr0; apply/eqP; rewrite eq_le hi andbT.
    by have -> : V s t = - V t s by apply/eqP; rewrite -addr_eq0 none.
  pose a := (d + V t s) / (V s t + V t s).
  have width : 0 < V s t + V t s by rewrite lt_neqAle eq_sym some wide.
  exists (fun x => a * V s x + (1 - a) * - V x s); split.
    apply: (@mixtures (V s)) => //; rewrite divr_ge0 ?(ltW width) ?ler_pdivr_mulr ?mul1r ?ler_add2r ?hi //.
    by rewrite -ler_subl_addr sub0r.
  have := mulfVK some (d + V t s); rewrite -/a => aE; rewrite !self.
  have -> : a * V s t + (1 - a) * - V t s - (a * 0 + (1 - a) * - 0) = a * (V s t + V t s) - V t s by ring.
  by rewrite aE addrK.
split=> [s t d|s t|p s t Hp same].
- by split=> [[p [Hp <-]]|]; [apply: price_between|apply: all_between].
- split=> [fixed|opp p q Hp Hq].
    have := fixed _ _ (P s) (Q s); rewrite !self subr0 oppr0 subr0; exact.
  have := price_between s t Hp L; have := price_between s t Hq L; rewrite opp => /le_anti <- /le_anti <-; by [].
have /truth_by_weights E := Hp; apply/eqP; rewrite eq_le -subr_le0 -[X in _ && X]subr_le0.
by apply/andP; split; [have := E t s|have := E s t]; rewrite /loss same subrr.
Qed.
End Interval.

Section Groups.
Variables (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K) (f : {ffun I -> T} -> Model).
Implicit Types (p : I -> {ffun I -> T} -> K) (r : {ffun I -> T}).
Definition set_report r i x : {ffun I -> T} := [ffun j => if j == i then x else r j].
Definition seen_by r i x := f (set_report r i x).
Definition dsic p := forall i r t x,
  value t (f (set_report r i x)) - p i (set_report r i x) <= value t (f (set_report r i t)) - p i (set_report r i t).
Definition blind i (g : {ffun I -> T} -> K) := forall r x, g (set_report r i x) = g r.
Definition payment_equivalence := forall p p', dsic p -> dsic p' ->
  forall i, exists g, blind i g /\ forall r, p' i r = p i r + g r.

Lemma set_own r i : set_report r i (r i) = r.
Proof. by apply/ffunP => j; rewrite ffunE; case: eqP => // ->. Qed.
Lemma set_twice r i x y : set_report (set_report r i x) i y = set_report r i y.
Proof. by apply/ffunP => j; rewrite !ffunE; case: eqP. Qed.

(* An amount that depends on the reports of the others only disturbs nothing. *)
Theorem fee_cancels p (g : I -> {ffun I -> T} -> K) : dsic p -> (forall i, blind i (g i)) ->
  dsic (fun i r => p i r + g i r).
Proof. by move=> H B i r t x; rewrite !B; apply: (by1 (H i r t x)); ring. Qed.

Lemma equivalence_by_group : (forall i r q q', truthful value (seen_by r i) q -> truthful value (seen_by r i) q' ->
  forall s t, q' s - q s = q' t - q t) -> payment_equivalence.
Proof.
move=> each p p' H H' i; exists (fun r => p' i r - p i r); split=> [r x|r]; last by rewrite addrC subrK.
by rewrite -{3 4}(set_own r i); apply: (each i r (fun x => p i (set_report r i x)) (fun x => p' i (set_report r i x)))
   => t y; [apply: H|apply: H'].
Qed.

(* Lemma E.4: if the way there always weighs minus the way back, payments are fixed but for what the others report. *)
Theorem opposite_paths : (forall i r, exists V, least value (seen_by r i) V /\ forall s t, V s t = - V t s) ->
  payment_equivalence.
Proof.
move=> opp; apply: equivalence_by_group => i r q q' H H' s t; have [V [L O]] := opp i r.
have := price_between s t H L; have := price_between s t H' L; rewrite -O => /le_anti A /le_anti B.
have -> : q' s = q' t - V s t by rewrite A; ring.
have -> : q s = q t - V s t by rewrite B; ring.
ring.
Qed.

(* The largest fees: with payment equivalence, what the worst type keeps may be taken from everybody, and nothing
  more. *)
Theorem most_revenue p (fee : I -> {ffun I -> T} -> K) : payment_equivalence -> dsic p -> (forall i, blind i (fee i)) ->
  (forall i r t, fee i r <= value t (f (set_report r i t)) - p i (set_report r i t)) ->
  (forall i r low, (forall t, low <= value t (f (set_report r i t)) - p i (set_report r i t)) -> low <= fee i r) ->
  let full := fun i r => p i r + fee i r in
  [/\ dsic full, forall i r t, 0 <= value t (f (set_report r i t)) - full i (set_report r i t) &
      forall q, dsic q -> (forall i r t, 0 <= value t (f (set_report r i t)) - q i (set_report r i t)) ->
        forall i r, q i r <= full i r].
Proof.
move=> E H B low best full; split=> [|i r t|q Hq keeps i r]; first exact: fee_cancels.
  by rewrite /full B; apply: (by1 (low i r t)); ring.
have [g [G eq_g]] := E _ _ H Hq i; rewrite eq_g ler_add2l; apply: best => t.
by have := keeps i r t; rewrite eq_g G => K0; apply: (by1 K0); ring.
Qed.
End Groups.
