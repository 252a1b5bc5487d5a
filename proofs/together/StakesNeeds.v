(* What the theorems of Stakes.v need: each hypothesis below is dropped in turn; three members whose reports are numbers,
   two who pay each other nothing, or one, break the rest. A form that is additive over the rationals is linear, so nothing here
   drops the rule on multiples. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights OneNumber Stakes SmallStakes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Only the first pays, and only to the second; two reports count. *)
Definition first_to_second (j i : three) : rat := ((j == o1) && (i == ord0))%:R.
Section FirstPays.
Variables (U : lmodType rat) (E : U -> U -> rat) (x y : U).
Lemma pays_first a (m : three -> U) : pays E first_to_second a (@nothing _) m ord0 = E (gap a m ord0 o1) (gap a m ord0 o1).
Proof.
rewrite /pays (bigD1 o1) //= big1 ?addr0 => [|j /andP[j0 /negPf j1]].
  by rewrite /stake /first_to_second /nothing /= expr1n mul1r expr0n mul0r !subr0.
by rewrite /stake /first_to_second j1 /= expr0n !mul0r subrr.
Qed.
Definition reports (k : three) : U := if k == ord0 then x else y.
Lemma paid_now : pays E first_to_second third (@nothing _) reports ord0 = E (x - y) (x - y).
Proof. by rewrite pays_first (gap_third _ (isT : o2 != ord0)). Qed.
Lemma paid_then u : pays E first_to_second third (@nothing _) (shifted reports ord0 u) ord0 = E (x + u - y) (x + u - y).
Proof. by rewrite pays_first (gap_third _ (isT : o2 != ord0)). Qed.
Lemma differences u : E (x - y) u = 0 -> E (y - x) u = 0 -> E 0 u = 0 -> forall j k, E (reports j - reports k) u = 0.
Proof. by move=> xy yx zero j k; rewrite /reports; case: eqP => _; case: eqP => _; rewrite ?subrr. Qed.
End FirstPays.

(* Numbers with their product; a pairing that is not symmetric. *)
Definition product (f g : rat^o) : rat := f * g.
Lemma product_sym f g : product f g = product g f.
Proof. exact: mulrC. Qed.
Lemma product_add f g h : product (f + g) h = product f h + product g h.
Proof. exact: mulrDl. Qed.
Lemma product_scale c f h : product (c *: f) h = c * product f h.
Proof. by rewrite /product -mulrA. Qed.
Definition second (f g : rat^o) : rat := if (g : rat) == 1 then f else 0.
Lemma second_add f g h : second (f + g) h = second f h + second g h.
Proof. by rewrite /second; case: ifP => // _; rewrite addr0. Qed.
Lemma second_scale c f h : second (c *: f) h = c * second f h.
Proof. by rewrite /second; case: ifP => // _; rewrite mulr0. Qed.
Lemma second_pos f : 0 <= second f f.
Proof. by rewrite /second; case: eqP => // ->. Qed.
(* A pairing of vectors that is not additive: a second entry hides the first. *)
Definition bare (f : vec) : rat := if (f.2 : rat) == 0 then f.1 else 0.
Definition hides (f g : vec) : rat := bare f * bare g.
Lemma hides_scale c f h : hides (c *: f) h = c * hides f h.
Proof.
rewrite /hides mulrA; congr (_ * _); rewrite /bare /= -[c *: f.1]/(c * f.1) -[c *: f.2]/(c * f.2) mulf_eq0.
by case: eqP => [->|_] /=; [rewrite mul0r; case: ifP; rewrite ?mul0r|case: ifP; rewrite ?mulr0].
Qed.

Notation truth K I U E v a constant m i u := [/\ pays E v a constant (shifted m i u) i = pays E v a constant m i +
  (\sum_(j | j != i) v j i ^+ 2) * E u u, pays E v a constant m i <= pays E v a constant (shifted m i u) i &
  (exists2 j : I, j != i & v j i != 0) -> 0 < E u u -> pays E v a constant m i < pays E v a constant (shifted m i u) i].
Theorem truth_is_best_needs_1 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K)
  (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K), True -> (forall f g h, E (f + g) h = E f h + E g h)
  -> (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a -> forall (m : I -> U) (i : I) (u : U),
  (forall f, 0 <= E f f) -> (forall j k, E (m j - m k) u = 0) -> truth K I U E v a constant m i u).
Proof.
move=> H; have [_ + _] := H _ _ _ second first_to_second third (@nothing _) I second_add second_scale third_means
  (reports (1 : rat^o) 0) ord0 2%:R second_pos (@differences _ _ _ _ _ erefl erefl erefl).
by rewrite paid_now paid_then; vm_compute.
Qed.
Theorem truth_is_best_needs_2 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K)
  (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K), (forall f g, E f g = E g f) -> True ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a -> forall (m : I -> U) (i : I) (u : U),
  (forall f, 0 <= E f f) -> (forall j k, E (m j - m k) u = 0) -> truth K I U E v a constant m i u).
Proof.
move=> H; have [_ + _] := H _ _ _ hides first_to_second third (@nothing _) (fun f g => mulrC _ _) I hides_scale third_means
  (reports ((1, 0) : vec) 0) ord0 ((0, 1) : vec) (fun f => sqr_ge0 (bare f)) (@differences _ _ _ _ _ erefl erefl erefl).
by rewrite paid_now paid_then; vm_compute.
Qed.
Theorem truth_is_best_needs_4 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K)
  (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> True ->
  forall (m : I -> U) (i : I) (u : U), (forall f, 0 <= E f f) -> (forall j k, E (m j - m k) u = 0) ->
  truth K I U E v a constant m i u).
Proof.
move=> H; have [_ + _] := H _ _ _ product first_to_second (fun _ _ _ => 0) (@nothing _) product_sym product_add product_scale I
  (reports (1 : rat^o) 1) ord0 (- 1) (fun f => sqr_ge0 f) (@differences _ _ _ _ _ erefl erefl erefl).
have own (m : three -> rat^o) : gap (fun _ _ _ => 0) m ord0 o1 = m ord0.
  by rewrite /gap big1 ?subr0 // => k _; rewrite scale0r.
by rewrite !pays_first !own; vm_compute.
Qed.
Theorem truth_is_best_needs_5 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K)
  (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  forall (m : I -> U) (i : I) (u : U), True -> (forall j k, E (m j - m k) u = 0) -> truth K I U E v a constant m i u).
Proof.
move=> H; pose minus (f g : rat^o) : rat := - product f g.
have sym f g : minus f g = minus g f by rewrite /minus product_sym.
have add f g h : minus (f + g) h = minus f h + minus g h by rewrite /minus product_add opprD.
have scale c f h : minus (c *: f) h = c * minus f h by rewrite /minus product_scale mulrN.
have [_ + _] := H _ _ _ minus first_to_second third (@nothing _) sym add scale third_means (reports (0 : rat^o) 0) ord0 1 I
  (@differences _ _ _ _ _ erefl erefl erefl).
by rewrite paid_now paid_then; vm_compute.
Qed.
Theorem truth_is_best_needs_6 : ~ (forall (K : realFieldType) (I : finType) (U : lmodType K) (E : U -> U -> K)
  (v : I -> I -> K) (a : I -> I -> I -> K) (constant : I -> I -> K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  forall (m : I -> U) (i : I) (u : U), (forall f, 0 <= E f f) -> True -> truth K I U E v a constant m i u).
Proof.
move=> H; have [_ + _] := H _ _ _ product first_to_second third (@nothing _) product_sym product_add product_scale third_means
  (reports (1 : rat^o) 0) ord0 (- 1) (fun f => sqr_ge0 f) I.
by rewrite paid_now paid_then; vm_compute.
Qed.

Lemma cross_none (f : vec) : cross f 0 = 0.
Proof. by rewrite /cross /= !mulr0 addr0. Qed.
Lemma three_pay : \sum_(j : three) all_to_one ord0 j ord0 ^+ 2 = 3%:R.
Proof. by rewrite !big_ord_recr big_ord0 /all_to_one eqxx; apply/eqP; vm_compute. Qed.
Theorem best_size_needs_1 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), True -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> 0 < best ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one ord0) (fun=> 3%:R) 1 1 _ (@half_linear _) 0 (errors 1) third (@nothing _) I
  (@half_add _) (@half_scale _) third_means (@half_errors _ _) (sums_to_one ord0) ord0 1 isT isT.
rewrite three_pay => /(_ erefl); apply: (@not_the_best _ _ _ _ _ _ _ _ _ _ 2%:R) => // k j _ j0.
by rewrite /half_linear big1 // => l _; rewrite gap_errors // cross_none.
Qed.
Theorem best_size_needs_2 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> True ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> 0 < best ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one ord0) (fun=> 3%:R) 1 1 _ (@not_linear _) 0 (errors 1) third (@nothing _)
  (@not_linear_sym _) I (@not_scale _) third_means (@not_errors _ _) (sums_to_one ord0) ord0 1 isT isT.
rewrite three_pay => /(_ erefl); apply: (@not_the_best _ _ _ _ _ _ _ _ _ _ 2%:R) => // k j _ j0.
by rewrite /not_linear big1 // => l _; rewrite gap_errors // cross_none.
Qed.
Theorem best_size_needs_4 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> True ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> 0 < best ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
pose a (i j k : bool) : rat := (k == i)%:R.
move=> H; have := H _ _ (all_to_one true) (fun=> 2%:R) 1 1 _ (@linear _) 0 (errors 1) a (@nothing _) (@linear_sym _)
  (@linear_add _) (@linear_scale _) I (@linear_errors _ _) (sums_to_one true) true 1 isT isT.
rewrite big_bool => /(_ erefl); apply: (@not_the_best _ _ _ _ _ _ _ _ _ _ 2%:R) => // k j _ _.
have -> : gap a (truthful 0 (errors 1) k) true j = 0.
  rewrite /gap (bigD1 true) //= big1 ?addr0 /a ?scale1r ?subrr // => l /negPf ->; exact: scale0r.
by rewrite -(scale0r 0) linear_scale mul0r.
Qed.
Theorem best_size_needs_5 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  True ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> 0 < best ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one ord0) (fun=> 3%:R) 1 1 _ product 0 (fun _ _ => 0) third (@nothing _) product_sym
  product_add product_scale third_means I (sums_to_one ord0) ord0 1 isT isT.
rewrite three_pay => /(_ erefl); apply: (@not_the_best _ _ _ _ _ _ _ _ _ _ 2%:R) => // k j _ j0.
by rewrite /product /gap /truthful addr0 big1 ?subrr ?mul0r // => l _; rewrite /= ?addr0 ?scaler0.
Qed.

(* One member: a cost or a size that is negative, and a size that is not the best. *)
Lemma alone_means : means_of_others (fun _ _ _ : unit => 0 : rat).
Proof. by move=> i j; apply: apart. Qed.
Lemma spends_alone cost mu k : spends (all_to_one tt) (fun=> cost) mu 1 (@linear _) 0 (errors mu) (fun _ _ _ => 0)
  (@nothing _) k tt = mu / k tt + cost * k tt.
Proof. by rewrite spends_free // => -[]. Qed.
Theorem best_size_needs_7 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), True -> 0 < best ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one tt) (fun=> - 1) (- 1) 1 _ (@linear _) 0 (errors (- 1)) (fun _ _ _ => 0) (@nothing _)
  (@linear_sym _) (@linear_add _) (@linear_scale _) alone_means (@linear_errors _ _) (sums_to_one tt) tt 1 I isT.
rewrite over_one => /(_ erefl)[/(_ (fun=> 1) 2%:R (fun=> isT) isT)[_ /(_ isT) less] _].
by move: less; rewrite !spends_alone; vm_compute.
Qed.
Theorem best_size_needs_8 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> True ->
  best ^+ 2 = mu * (\sum_j v j i ^+ 2) / cost i -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one tt) (fun=> 1) 1 1 _ (@linear _) 0 (errors 1) (fun _ _ _ => 0) (@nothing _)
  (@linear_sym _) (@linear_add _) (@linear_scale _) alone_means (@linear_errors _ _) (sums_to_one tt) tt (- 1) isT I.
rewrite over_one => /(_ erefl)[_ /(_ (fun=> 1) (fun=> isT) isT isT one_is_efficient) same].
by have /eqP : 1 = - 1 :> rat by apply: same => -[] []; rewrite best_one.
Qed.
Theorem best_size_needs_9 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a : I -> I -> I -> K)
  (constant : I -> I -> K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall c f h, E (c *: f) h = c * E f h) -> means_of_others a ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> forall (i : I) (best : K), 0 < cost i -> 0 < best ->
  True -> one_size K I v cost mu s2 E common noise a constant i best).
Proof.
move=> H; have := H _ _ (all_to_one tt) (fun=> 1) 1 1 _ (@linear _) 0 (errors 1) (fun _ _ _ => 0) (@nothing _)
  (@linear_sym _) (@linear_add _) (@linear_scale _) alone_means (@linear_errors _ _) (sums_to_one tt) tt 2%:R isT isT I.
by apply: (@not_the_best _ _ _ _ _ _ _ _ _ _ 1) => // k [].
Qed.
