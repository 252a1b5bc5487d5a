(* What the theorem of FourCoarse.v needs. Somebody would rather be alone than together with all: the player of size -1
   among the sizes 4, 4, 4, -1, and each of four of size 1 at a negative noise or spread. Those of size 1 would rather
   be by themselves than together with all: three of them and one of size 8, which is not among them, and also four
   of them and one of size 4, who has as much as they have together. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Weights Precision FourCoarse.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Players with these sizes. *)
Definition sized m (s : seq rat) (i : 'I_m) : rat := nth 0 s i.
Arguments sized : clear implicits.
Lemma all_four (Q : 'I_4 -> Prop) : Q ord0 -> Q (lift ord0 ord0) -> Q (lift ord0 (lift ord0 ord0)) -> Q ord_max ->
  forall i, Q i.
Proof.
by move=> q0 q1 q2 q3 [[|[|[|[|//]]]] i4]; [move: q0|move: q1|move: q2|move: q3]; congr (Q _); apply: val_inj.
Qed.

Lemma one_leaves (I : finType) (n : I -> rat) mu s2 j w c : n j != 0 -> best_weight n mu s2 setT j = w ->
  Weights.coarse n mu s2 setT j w = c -> mu / n j < c -> ~ core_stable (coarse_err n mu s2) [set setT].
Proof.
move=> x wE cE gain core; apply: (core [set j]) => [|i]; first by apply/set0Pn; exists j; apply: set11.
rewrite inE => /eqP ->; rewrite /at_home home_of_all {2}/coarse_err wE cE.
have no_bias : bias n [set j] j = 0.
  by rewrite /bias /Coalitions.size /Coalitions.squares setDv big_set0 big_set1; ring.
rewrite /coarse_err /best_weight /Weights.coarse no_bias /Coalitions.size big_set1 !mul0r.
by apply: le_lt_trans gain; rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
(* The sums over all four, and over all of them but one. *)
Lemma sums_of_four (n : 'I_4 -> rat) j N q : \sum_i n i = N -> \sum_(i | i != j) n i ^+ 2 = q ->
  Coalitions.size n setT = N /\ bias n setT j = q + (N - n j) ^+ 2.
Proof.
move=> <- <-; rewrite /bias /Coalitions.size /Coalitions.squares.
have -> : \sum_(i in setT) n i = \sum_i n i by apply: eq_bigl => i; rewrite inE.
by split=> //; congr (_ + _); apply: eq_bigl => i; rewrite !inE andbT.
Qed.
(* All but d have size 1. *)
Lemma ones_leave (I : finType) (n : I -> rat) mu c (d : I) : (forall i, 0 < n i) -> 0 < mu -> #|I| = c.+2 ->
  (0 < c)%N -> (forall i, i != d -> n i = 1) ->
  mu / c%:R + c%:R / c%:R ^+ 2 < mu / (n d + c%:R) + (n d ^+ 2 + c%:R) / (n d + c%:R) ^+ 2 ->
  ~ core_stable (coarse_err n mu 1) [set setT].
Proof.
move=> n_pos mu0 all c0 one better core; have C1 : #|~: [set d]| = c.+1 by rewrite cardsCs setCK cards1 all subn1.
apply: (core (~: [set d])) => [|i iC]; first by rewrite -card_gt0 C1.
have T : #|~: [set d] :\ i| = c by move: C1; rewrite (cardsD1 i) iC => -[].
have [k kT] : exists k, k \in ~: [set d] :\ i by apply/set0Pn; rewrite -card_gt0 T.
have id : i != d by move: iC; rewrite !inE.
have dT : d \notin ~: [set d] :\ i by rewrite !inE eqxx andbF.
have sum (f : rat -> rat) : f 1 = 1 -> \sum_(h in ~: [set d] :\ i) f (n h) = c%:R.
  move=> f1; rewrite (eq_bigr (fun=> 1)) ?sumr_const ?T // => h; rewrite !inE => /andP[_ hd].
  by rewrite one.
have A : setT :\ i = d |: (~: [set d] :\ i).
  by apply/setP => h; rewrite !inE; have [->|_] := eqVneq h d; rewrite ?(eq_sym d) ?id //= andbT.
move: kT; rewrite !inE => /andP[ki kd]; rewrite /at_home home_of_all.
rewrite (gain_others n_pos mu0 ltr01 iC (in_setT i) _ ki (in_setT k) ki) ?inE // A /Precision.b.
have [-> ->] := with_one n dT; rewrite /Coalitions.size /Coalitions.squares.
rewrite !(sum (fun x => x)) // !(sum (fun x => x ^+ 2)).
  by rewrite !mul1r.
by rewrite expr1n.
Qed.

Theorem four_players_coarse_core_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), True -> 0 < mu -> 0 < s2 -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [|_] := H _ _ (sized 4 [:: 4%:R; 4%:R; 4%:R; -1]) 4%:R 1 ord0 I isT isT (card_ord 4).
  exact: all_four.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT).
have [||sum pull] := @sums_of_four (sized 4 [:: 4%:R; 4%:R; 4%:R; -1]) ord_max 11%:R 48%:R;
  try by rewrite ?big_mkcond !big_ord_recr big_ord0; vm_compute.
apply: (@one_leaves _ _ _ _ ord_max (- (4%:R / 7%:R)) (20%:R / 7%:R));
  rewrite /best_weight ?/Weights.coarse ?sum ?pull /sized /=; [by []|field|field|by []]; by vm_compute.
Qed.
Theorem four_players_coarse_core_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> True -> 0 < s2 -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [||_] := H _ _ (sized 4 [:: 1; 1; 1; 1]) (- 7%:R) 1 ord0 _ I isT (card_ord 4); try exact: all_four.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT).
have [||sum pull] := @sums_of_four (sized 4 [:: 1; 1; 1; 1]) ord0 4%:R 3%:R;
  try by rewrite ?big_mkcond !big_ord_recr big_ord0; vm_compute.
apply: (@one_leaves _ _ _ _ ord0 (- 6%:R^-1) (- (7%:R / 8%:R)));
  rewrite /best_weight ?/Weights.coarse ?sum ?pull /sized /=; [by []|field|field|by []]; by vm_compute.
Qed.
Theorem four_players_coarse_core_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> True -> #|I| = 4%N -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have [||_] := H _ _ (sized 4 [:: 1; 1; 1; 1]) 1 (- 2%:R) ord0 _ isT I (card_ord 4); try exact: all_four.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT).
have [||sum pull] := @sums_of_four (sized 4 [:: 1; 1; 1; 1]) ord0 4%:R 3%:R;
  try by rewrite ?big_mkcond !big_ord_recr big_ord0; vm_compute.
apply: (@one_leaves _ _ _ _ ord0 2%:R (7%:R / 4%:R));
  rewrite /best_weight ?/Weights.coarse ?sum ?pull /sized /=; [by []|field|field|by []]; by vm_compute.
Qed.
Theorem four_players_coarse_core_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> (forall i : I, n i <= n d) ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have pos (i : 'I_5) : 0 < sized 5 [:: 1; 1; 1; 1; 4%:R] i by case: i => -[|[|[|[|[|//]]]]] ?.
have [|_] := H _ _ _ (4%:R)^-1 1 ord_max pos isT isT I; first by case=> -[|[|[|[|[|//]]]]] ?.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT).
by apply: (@ones_leave _ _ (4%:R)^-1 3 ord_max pos isT (card_ord 5) isT); [case=> -[|[|[|[|[|//]]]]] ?|vm_compute].
Qed.
Theorem four_players_coarse_core_needs_5 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K)
  (d : I), (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> #|I| = 4%N -> True ->
  (core_stable (coarse_err n mu s2) [set [set: I]] \/ core_stable (coarse_err n mu s2) [set ~: [set d]; [set d]]) /\
  (n d <= \sum_(i | i != d) n i -> core_stable (coarse_err n mu s2) [set [set: I]])).
Proof.
move=> H; have pos (i : 'I_4) : 0 < sized 4 [:: 1; 1; 1; 8%:R] i by move: i; apply: all_four.
have [_] := H _ _ _ (3%:R)^-1 1 ord0 pos isT isT (card_ord 4) I.
rewrite big_mkcond !big_ord_recr big_ord0 /= => /(_ isT).
by apply: (@ones_leave _ _ (3%:R)^-1 2 ord_max pos isT (card_ord 4) isT); [apply: all_four|vm_compute].
Qed.
