(* What the theorems of Transfers.v need: each hypothesis below is dropped in turn; one member, or two, break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Stakes SmallStakes StakesNeeds Transfers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A mean that does not turn round with the sign; two payments that are not opposite. *)
Theorem at_most_one_needs_1 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K), True ->
  (forall a b : K, p a b + q a b = 0) -> forall v w h : K,
  ~ (Transfers.first p mean (v - h) w < Transfers.first p mean v w /\
     Transfers.second q mean v (w - h) < Transfers.second q mean v w)).
Proof.
move=> H; apply: (H rat_realFieldType (fun _ _ => 0) (fun _ _ => 0) (fun v _ => v) I (fun _ _ => addr0 _) 1 1 1).
by split; vm_compute.
Qed.
Theorem at_most_one_needs_2 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K),
  (forall (v : K) (f g : K -> K), (forall x : K, f x = - g x) -> mean v f = - mean v g) -> True -> forall v w h : K,
  ~ (Transfers.first p mean (v - h) w < Transfers.first p mean v w /\
     Transfers.second q mean v (w - h) < Transfers.second q mean v w)).
Proof.
move=> H; apply: (H rat_realFieldType (fun _ _ => 1) (fun _ _ => 1) (fun v f => v * f 0) _ I 1 1 1).
  by move=> v f g fg; rewrite fg mulrN.
by split; vm_compute.
Qed.
Theorem two_members_needs_1 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K), True ->
  (forall a b : K, p a b + q a b = 0) -> forall v w h : K, Transfers.second q mean v (w - h) - Transfers.second q mean v
  w = - (Transfers.first p mean (v - h) w - Transfers.first p mean v w)).
Proof.
move=> H; have /eqP := H rat_realFieldType (fun _ _ => 0) (fun _ _ => 0) (fun v _ => v) I (fun _ _ => addr0 _) 1 1 1.
by vm_compute.
Qed.
Theorem two_members_needs_2 : ~ (forall (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K),
  (forall (v : K) (f g : K -> K), (forall x : K, f x = - g x) -> mean v f = - mean v g) -> True -> forall v w h : K,
  Transfers.second q mean v (w - h) - Transfers.second q mean v w =
  - (Transfers.first p mean (v - h) w - Transfers.first p mean v w)).
Proof.
move=> H; have turns v (f g : rat -> rat) : (forall x, f x = - g x) -> v * f 0 = - (v * g 0).
  by move=> fg; rewrite fg mulrN.
by have /eqP := H rat_realFieldType (fun _ _ => 0) (fun _ _ => 1) (fun v f => v * f 0) turns I 1 1 1; vm_compute.
Qed.

(* Payments that look at one report only; payments that both members make. *)
Definition alone : {set bool} := [set true].
Lemma of_alone (f : bool -> rat) : \sum_(i in alone) f i = f true.
Proof. by rewrite big_set1. Qed.
Lemma of_other (f : bool -> rat) : \sum_(i in ~: alone) f i = f false.
Proof. by rewrite (_ : ~: alone = [set false]) ?big_set1 //; apply/setP => -[]; rewrite !inE. Qed.
Theorem shift_and_counter_shift_needs_2 : ~ (forall (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K), (forall
  (i : I) (m m' : I -> K), m =1 m' -> p i m = p i m') -> True -> (forall m : I -> K, \sum_i p i m = 0) ->
  (forall (T : {set I}) (u : K) (m : I -> K), cost p (~: T) (- u) m = - cost p T u m) /\
  (forall (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) (T : {set I}) (u : K),
  (forall f g : W -> K, (forall w : W, f w = - g w) -> mean f = - mean g) ->
  ~ (0 < mean (fun w : W => cost p T u (reports w)) /\ 0 < mean (fun w : W => cost p (~: T) (- u) (reports w))))).
Proof.
move=> H; pose p (i : bool) (m : bool -> rat) := if i then m true else - m true.
have same i m m' : m =1 m' -> p i m = p i m' by rewrite /p => ->.
have zero m : \sum_i p i m = 0 by rewrite big_bool /= subrr.
have [e _] := H rat_realFieldType _ p same I zero; have /eqP := e alone 1 (fun=> 0).
by rewrite /cost /joint !of_alone !of_other /p /shifted !inE.
Qed.
Theorem shift_and_counter_shift_needs_3 : ~ (forall (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K), (forall
  (i : I) (m m' : I -> K), m =1 m' -> p i m = p i m') -> (forall (i : I) (m : I -> K) (a : K),
  p i (fun j : I => m j + a) = p i m) -> True ->
  (forall (T : {set I}) (u : K) (m : I -> K), cost p (~: T) (- u) m = - cost p T u m) /\
  (forall (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) (T : {set I}) (u : K),
  (forall f g : W -> K, (forall w : W, f w = - g w) -> mean f = - mean g) ->
  ~ (0 < mean (fun w : W => cost p T u (reports w)) /\ 0 < mean (fun w : W => cost p (~: T) (- u) (reports w))))).
Proof.
move=> H; pose p (i : bool) (m : bool -> rat) := m true - m false.
have same i m m' : m =1 m' -> p i m = p i m' by rewrite /p => e; rewrite !e.
have differences i m a : p i (fun j => m j + a) = p i m by rewrite /p opprD addrACA subrr addr0.
have [e _] := H rat_realFieldType _ p same differences I; have /eqP := e alone 1 (fun=> 0).
by rewrite /cost /joint !of_alone !of_other /p /shifted !inE.
Qed.

(* Two members, of whom each is compared with the other; the first is the coalition. *)
Definition other (i j : bool) : rat := (j == ~~ i)%:R.
Lemma other_one i : \sum_j other i j = 1.
Proof. by rewrite big_bool /other; case: i. Qed.
Definition told (V : lmodType rat) (x y : V) (i : bool) : V := if i then x else y.
Section Two.
Variables (V : lmodType rat) (E : V -> V -> rat) (b : rat).
Lemma first_pays m : \sum_(i in [set true]) to_outsider E (fun=> b) (fun=> 0) other m i =
  b * E (m true - m false) (m true - m false).
Proof. by rewrite big_set1 /to_outsider /gap big_bool /other /= scale0r scale1r add0r subr0. Qed.
Lemma only_first (u : V) i : i \notin [set true] -> told u 0 i = 0.
Proof. by rewrite inE; case: i. Qed.
Lemma uncorrelated x y u : E (x - y) u = 0 -> E (y - x) u = 0 -> E 0 u = 0 ->
  forall i j k, i \in [set true] -> E (told x y j - told x y k) (told u 0 i) = 0.
Proof. by move=> xy yx zero i j k; rewrite inE => /eqP ->; case: j k => -[]; rewrite /= ?subrr. Qed.
End Two.
Theorem outsider_stops_all_needs_1 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), True -> (forall f g h : V, E (f + g) h = E f h + E g h) -> (forall (x : K) (f
  g : V), E (x *: f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> (forall i : I, 0 <= b i) -> (forall i : I, \sum_j
  a i j = 1) -> forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T -> lie i = 0) -> (forall i j k :
  I, i \in T -> E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <= \sum_(i
  in T) to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ StakesNeeds.second (fun=> 1) (fun=> 0) other I second_add second_scale second_pos (fun=> isT) other_one
  [set true] (told (1 : rat^o) 0) _ (@only_first _ (- 1)) (@uncorrelated _ _ _ _ _ erefl erefl erefl).
by rewrite !first_pays; vm_compute.
Qed.
Theorem outsider_stops_all_needs_2 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> True -> (forall (x : K) (f g : V), E (x *:
  f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> (forall i : I, 0 <= b i) -> (forall i : I, \sum_j a i j = 1) ->
  forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T -> lie i = 0) -> (forall i j k : I, i \in T ->
  E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <= \sum_(i in T)
  to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ hides (fun=> 1) (fun=> 0) other (fun f g => mulrC _ _) I hides_scale (fun f => sqr_ge0 (bare f))
  (fun=> isT) other_one [set true] (told ((- 1, 0) : vec) 0) _ (@only_first _ ((0, 1) : vec))
  (@uncorrelated _ _ _ _ _ erefl erefl erefl).
by rewrite !first_pays; vm_compute.
Qed.
Theorem outsider_stops_all_needs_4 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E
  g h) -> (forall (x : K) (f g : V), E (x *: f) g = x * E f g) -> True -> (forall i : I, 0 <= b i) -> (forall i : I,
  \sum_j a i j = 1) -> forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T -> lie i = 0) -> (forall
  i j k : I, i \in T -> E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <=
  \sum_(i in T) to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
pose minus (f g : rat^o) : rat := - product f g.
have sym f g : minus f g = minus g f by rewrite /minus product_sym.
have add f g h : minus (f + g) h = minus f h + minus g h by rewrite /minus product_add opprD.
have scale c f h : minus (c *: f) h = c * minus f h by rewrite /minus product_scale mulrN.
move=> H; have := H rat_realFieldType _ _ minus (fun=> 1) (fun=> 0) other sym add scale I (fun=> isT) other_one
  [set true] (told (0 : rat^o) 0) _ (@only_first _ 1) (@uncorrelated _ _ _ _ _ erefl erefl erefl).
by rewrite !first_pays; vm_compute.
Qed.
Theorem outsider_stops_all_needs_5 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E
  g h) -> (forall (x : K) (f g : V), E (x *: f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> True -> (forall i : I,
  \sum_j a i j = 1) -> forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T -> lie i = 0) -> (forall
  i j k : I, i \in T -> E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <=
  \sum_(i in T) to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ product (fun=> - 1) (fun=> 0) other product_sym product_add product_scale (fun f => sqr_ge0 f) I
  other_one [set true] (told (0 : rat^o) 0) _ (@only_first _ 1) (@uncorrelated _ _ _ _ _ erefl erefl erefl).
by rewrite !first_pays; vm_compute.
Qed.
Theorem outsider_stops_all_needs_6 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E
  g h) -> (forall (x : K) (f g : V), E (x *: f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> (forall i : I, 0 <= b
  i) -> True -> forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T -> lie i = 0) -> (forall i j k :
  I, i \in T -> E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <= \sum_(i
  in T) to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ product (fun=> 1) (fun=> 0) (fun _ _ => 0) product_sym product_add product_scale (fun f => sqr_ge0 f)
  (fun=> isT) I [set true] (told (1 : rat^o) 1) _ (@only_first _ (- 1)) (@uncorrelated _ _ _ _ _ erefl erefl erefl).
have own (m : bool -> rat^o) : gap (fun _ _ => 0) m true = m true by rewrite /gap big1 ?subr0 // => k _; rewrite scale0r.
by rewrite !big_set1 /to_outsider !own; vm_compute.
Qed.
Theorem outsider_stops_all_needs_7 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E
  g h) -> (forall (x : K) (f g : V), E (x *: f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> (forall i : I, 0 <= b
  i) -> (forall i : I, \sum_j a i j = 1) -> forall (T : {set I}) (honest lie : I -> V), True -> (forall i j k : I, i
  \in T -> E (honest j - honest k) (lie i) = 0) -> \sum_(i in T) to_outsider E b constant a honest i <= \sum_(i in T)
  to_outsider E b constant a (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ product (fun=> 1) (fun=> 0) other product_sym product_add product_scale (fun f => sqr_ge0 f)
  (fun=> isT) other_one [set true] (told (1 : rat^o) 0) (told (0 : rat^o) 1) I.
rewrite !first_pays => bad; suff : (1 : rat) <= 0 by [].
by apply: bad => i j k; rewrite inE => /eqP ->; rewrite /product mulr0.
Qed.
Theorem outsider_stops_all_needs_8 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b
  constant : I -> K) (a : I -> I -> K), (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E
  g h) -> (forall (x : K) (f g : V), E (x *: f) g = x * E f g) -> (forall f : V, 0 <= E f f) -> (forall i : I, 0 <= b
  i) -> (forall i : I, \sum_j a i j = 1) -> forall (T : {set I}) (honest lie : I -> V), (forall i : I, i \notin T ->
  lie i = 0) -> True -> \sum_(i in T) to_outsider E b constant a honest i <= \sum_(i in T) to_outsider E b constant a
  (fun j : I => honest j + lie j) i).
Proof.
move=> H; have := H rat_realFieldType _ _ product (fun=> 1) (fun=> 0) other product_sym product_add product_scale (fun f => sqr_ge0 f)
  (fun=> isT) other_one [set true] (told (1 : rat^o) 0) _ (@only_first _ (- 1)) I.
by rewrite !first_pays; vm_compute.
Qed.
