(* What the theorem of FourPlayers.v needs: five players of sizes 1, 3, 3, 3, 62 have an empty core at noise 11, and so
   would four players have at noise 16, one of them with a negative size: -6, 1, 3 and 4. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability NoNegative NoiseThresholds FourPlayers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- All partitions of a game with whole sizes, and a coalition that blocks each --- *)
Section Whole.
Variables (K : realFieldType) (m : nat) (s : seq Z) (mu : Z).
Hypothesis size_s : seq.size s = m.
Fixpoint lists (T : Type) (letters : seq T) k :=
  if k is k'.+1 then [seq x :: l | x <- letters, l <- lists letters k'] else [:: [::]].
Definition tot C := total_of Z.add Z0 s C.
Definition squ C := squares_of Z.add Z.mul Z0 s C.
(* The error times the square of the total, at spread 1. *)
Definition num C j := let x := nth Z0 s j in let rest := Z.sub (tot C) x in
  Z.add (Z.mul mu (tot C)) (Z.add (Z.sub (squ C) (Z.mul x x)) (Z.mul rest rest)).
Definition less C D j := Z.ltb (Z.mul (num C j) (Z.mul (tot D) (tot D))) (Z.mul (num D j) (Z.mul (tot C) (tot C))).
Definition table (l : seq nat) p : seq bool := [seq nth 0 l q == nth 0 l p | q <- iota 0 m]%N.
Definition some_coalitions := [seq C <- lists [:: true; false] m | has id C].
Definition low_first (l : seq nat) := all (fun i => nth 0 l i <= i)%N (iota 0 m).
Definition each_left := all (fun C => ~~ Z.eqb (tot C) Z0) some_coalitions &&
  all (fun l => has (fun C => all (fun j => nth false C j ==> less C (table l j) j) (iota 0 m)) some_coalitions)
    [seq l <- lists (iota 0 m) m | low_first l].
Hypothesis left : each_left.

Definition n (i : 'I_m) : K := whole K (nth Z0 s i).
Definition seen (A : {set 'I_m}) := [seq i \in A | i <- enum 'I_m].
Lemma wholeB x y : whole K (Z.sub x y) = whole K x - whole K y.
Proof. by rewrite /whole [int_of_Z _](raddfB [additive of int_of_Z]) rmorphB. Qed.
Lemma whole_less x y : Z.ltb x y -> whole K x < whole K y.
Proof.
move=> /Z.ltb_lt/Z.lt_0_sub xy; rewrite -subr_gt0 -wholeB /whole ltr0z.
by move: xy => /Z.ltb_lt; case: (Z.sub y x) => // p _; rewrite ltz_nat; apply/ssrnat.ltP; exact: Pos2Nat.is_pos.
Qed.
Lemma sum_seen (f : Z -> Z) A :
  whole K (foldr Z.add Z0 (mask (seen A) (map f s))) = \sum_(i in A) whole K (f (nth Z0 s i)).
Proof.
have [v0 vD _ _] := integers_sound K; rewrite [LHS](value_sum v0 vD) map_mask -map_comp.
have -> : [seq (whole K \o f) i | i <- s] = [seq whole K (f (nth Z0 s (i : 'I_m))) | i <- enum 'I_m].
  by rewrite -[in LHS](mkseq_nth Z0 s) size_s /mkseq -val_enum_ord -!map_comp.
have -> : \sum_(i in A) whole K (f (nth Z0 s i)) = \sum_(i <- enum 'I_m | i \in A) whole K (f (nth Z0 s i)).
  by rewrite big_enum_cond; apply: eq_bigl.
rewrite /seen -map_mask -filter_mask -[RHS]big_filter.
by elim: [seq _ <- _ | _] => [|i r IH] /=; rewrite ?big_nil // big_cons IH.
Qed.
Lemma in_lists (T : eqType) (letters l : seq T) : all (mem letters) l -> l \in lists letters (seq.size l).
Proof. by elim: l => [|x l IH] //= /andP[xl /IH ll]; apply/allpairsP; exists (x, l). Qed.
Lemma seen_some (A : {set 'I_m}) j : j \in A -> seen A \in some_coalitions.
Proof.
move=> jA; rewrite mem_filter has_map; apply/andP; split; first by apply/hasP; exists j; rewrite ?mem_enum.
have := @in_lists _ [:: true; false] (seen A); rewrite size_map size_enum_ord; apply.
by apply/allP => b _; case: b.
Qed.
Lemma err_seen (A : {set 'I_m}) j : j \in A ->
  err n (whole K mu) 1 A j = whole K (num (seen A) j) / whole K (tot (seen A)) ^+ 2.
Proof.
move=> jA; have [v0 vD vM _] := integers_sound K; have [/allP/(_ _ (seen_some jA)) no0 _] := andP left.
have t : size n A = whole K (tot (seen A)).
  by have := sum_seen id A; rewrite map_id => ->.
have q : \sum_(i in A :\ j) n i ^+ 2 = whole K (squ (seen A)) - n j ^+ 2.
  have -> : whole K (squ (seen A)) = \sum_(i in A) n i ^+ 2.
    by rewrite [LHS](sum_seen (fun x => Z.mul x x)); apply: eq_bigr => i _; rewrite vM expr2.
  by rewrite [X in _ = X - _](big_setD1 j) //= addrC addKr.
have t0 : whole K (tot (seen A)) != 0.
  rewrite /whole intr_eq0; apply: contra no0 => /eqP e.
  have z : tot (seen A) = Z0 by apply: (can_inj int_of_ZK).
  by rewrite /= z.
rewrite /err t q mul1r [num _ _]/num !(vD, wholeB, vM) /n -[whole K (nth _ _ _)]/(n j); field; exact: t0.
Qed.

Lemma nobody_stays P : partition P setT -> ~ Stability.core_stable (err n (whole K mu) 1) P.
Proof.
move=> part core; have [/eqP cov tr _] := and3P part; have own i : i \in pblock P i by rewrite mem_pblock cov inE.
pose first i := find (fun j => j \in pblock P i) (enum 'I_m); pose l := [seq first i | i <- enum 'I_m].
have low i : (first i < m)%N.
  rewrite -[X in (_ < X)%N](size_enum_ord m) -has_find; apply/hasP; exists i; by rewrite ?mem_enum.
have same i j : (first i == first j) = (i \in pblock P j).
  apply/eqP/idP => [e|ij]; last by rewrite /first (same_pblock tr ij).
  have inn k : nth i (enum 'I_m) (first k) \in pblock P k.
    by apply: (@nth_find _ i (fun j => j \in pblock P k)); rewrite has_find size_enum_ord; apply: low.
  have := inn j; rewrite -e => inj; have ini := inn i.
  by rewrite -(same_pblock tr inj) (same_pblock tr ini).
have tableE (j : 'I_m) : table l j = seen (pblock P j).
  rewrite /table -val_enum_ord -map_comp; apply: eq_map => i /=.
  by rewrite /l !(nth_map j) -?enumT ?size_enum_ord // !nth_ord_enum same.
have inl : l \in lists (iota 0 m) m.
  have := @in_lists _ (iota 0 m) l; rewrite size_map size_enum_ord; apply.
  by rewrite all_map; apply/allP => i _ /=; rewrite mem_iota low.
have lowl : low_first l.
  apply/allP => p; rewrite mem_iota add0n => /andP[_ pm]; pose i := Ordinal pm.
  rewrite (nth_map i) ?size_enum_ord // leqNgt; apply/negP => late; have := @before_find _ i _ _ _ late.
  by rewrite -[p]/(val i) !nth_ord_enum own.
have [_ /allP/(_ l)] := andP left; rewrite mem_filter lowl => /(_ inl)/hasP[C].
rewrite mem_filter => /andP[some inC] /allP gain.
pose A := [set i : 'I_m | nth false C i].
have C4 : seq.size C = m.
  have sizes k (D : seq bool) : D \in lists [:: true; false] k -> seq.size D = k.
    by elim: k D => [|k IH] D; [rewrite inE => /eqP ->|case/allpairsP => -[x r] [_ /IH <- ->]].
  exact: sizes inC.
have seenA : seen A = C.
  apply: (@eq_from_nth _ false) => [|p]; rewrite size_map size_enum_ord // => pm.
  by rewrite (nth_map (Ordinal pm)) ?size_enum_ord // inE nth_enum_ord.
have [p pC Cp] := has_nthP false some; rewrite C4 in pC.
case: (core A); first by apply/set0Pn; exists (Ordinal pC); rewrite inE.
have t0 (B : {set 'I_m}) i : i \in B -> 0 < whole K (tot (seen B)) ^+ 2.
  move=> iB; have [/allP/(_ _ (seen_some iB)) no0 _] := andP left.
  rewrite lt_neqAle sqr_ge0 andbT eq_sym expf_eq0 /= /whole intr_eq0; apply: contra no0 => /eqP e.
  have z : tot (seen B) = Z0 by apply: (can_inj int_of_ZK).
  by rewrite /= z.
move=> j jA; have := gain j; rewrite mem_iota add0n ltn_ord => /(_ isT)/implyP.
rewrite -seenA (nth_map j) ?size_enum_ord // nth_ord_enum => /(_ jA); rewrite tableE => /whole_less.
have [_ _ vM _] := integers_sound K; rewrite !vM -!expr2 => lt.
by rewrite /at_home !err_seen // ltr_pdivr_mulr ?(t0 A j) // mulrAC ltr_pdivl_mulr // (t0 _ j).
Qed.
End Whole.

Definition five : seq Z := [seq Z.of_nat k | k <- [:: 1; 3; 3; 3; 62]]%N.
Definition negative : seq Z := [:: Zneg 6; Zpos 1; Zpos 3; Zpos 4]%positive.
Lemma five_left : each_left 5 five (Z.of_nat 11). Proof. by vm_cast_no_check (erefl true). Qed.
Lemma negative_left : each_left 4 negative (Z.of_nat 16). Proof. by vm_cast_no_check (erefl true). Qed.

Lemma five_positive i : 0 < @n [realFieldType of rat] 5 five i.
Proof. by rewrite /n /whole ltr0z; case: i => -[|[|[|[|[|//]]]]]. Qed.

Theorem four_players_core_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), True -> #|I| = 4%N ->
  (forall mu s2 : K, 0 < mu -> 0 < s2 -> exists2 P : {set {set I}}, partition P [set: I] &
    core_stable (err n mu s2) P) /\
  (exists2 t : inquiry I, (steps t <= 6)%N & forall mu s2 : K, 0 < mu -> 0 < s2 ->
    exists2 P : {set {set I}}, P \in named_by (err n mu s2) t & partition P [set: I] /\ core_stable (err n mu s2) P)).
Proof.
move=> H; have some := proj1 (H [realFieldType of rat] _ (@n _ 4 negative) I (card_ord 4)).
have [|//|P part core] := some (whole _ (Z.of_nat 16)) 1; first by rewrite /whole ltr0z.
exact: (nobody_stays (K := [realFieldType of rat]) _ negative_left part core).
Qed.
Theorem four_players_core_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K), (forall i : I, 0 < n i) ->
  True ->
  (forall mu s2 : K, 0 < mu -> 0 < s2 -> exists2 P : {set {set I}}, partition P [set: I] &
    core_stable (err n mu s2) P) /\
  (exists2 t : inquiry I, (steps t <= 6)%N & forall mu s2 : K, 0 < mu -> 0 < s2 ->
    exists2 P : {set {set I}}, P \in named_by (err n mu s2) t & partition P [set: I] /\ core_stable (err n mu s2) P)).
Proof.
move=> H; have some := proj1 (H [realFieldType of rat] _ _ five_positive I).
have [|//|P part core] := some (whole _ (Z.of_nat 11)) 1; first by rewrite /whole ltr0z.
exact: (nobody_stays (K := [realFieldType of rat]) _ five_left part core).
Qed.
