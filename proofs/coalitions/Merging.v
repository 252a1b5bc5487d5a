(* Two coalitions merge (coalitions/new-merging-equation, new-merging-groups, new-one-joiner, new-joiner-decides).
   Any number of players, any positive sizes, any real field.
   Modelled: uniform federation in mean estimation, [err] of Coalitions.v;
     [seen C] of OneThird.v is the mean size that a sample
   of C sees. Not modelled: what the players outside of the two coalitions do. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence OneThird Preferences.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Merging.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypothesis n_pos : forall i, 0 < n i.
Implicit Types C D : {set I}.
Local Notation size := (size n).
Local Notation err := (err n mu s2).
Local Notation seen := (seen n).

(* What a member of C saves when C and D merge. *)
Theorem merging_equation C D j : [disjoint C & D] -> D != set0 -> j \in C ->
  let w := size C / (size C + size D) in
  err C j - err (C :|: D) j = size D / (size C * (size C + size D)) *
    (mu - 2%:R * s2 * n j + s2 * (seen C * (1 + w) - seen D * w)).
Proof. exact: merging. Qed.

(* What a coalition errs in total, weighted by size. *)
Definition total_error C := \sum_(j in C) n j * err C j.
Theorem joiner_decides C d : C != set0 -> d \notin C ->
  total_error C + total_error [set d] - total_error (d |: C) =
  n d * (n d + size C) / size C * (err [set d] d - err (d |: C) d).
Proof.
move=> C0 dC; have d0 : [set d] != set0 by apply/set0Pn; exists d; rewrite inE.
have U0 : d |: C != set0 by apply/set0Pn; exists d; rewrite setU11.
have p := nonempty_size n_pos C0; have x := n_pos d; have px := addr_gt0 x p.
have disj : [disjoint [set d] & C] by rewrite disjoints1.
have one : size [set d] = n d by rewrite /Coalitions.size big_set1.
have one2 : squares n [set d] = n d ^+ 2 by rewrite /squares big_set1.
rewrite /total_error !welfare // (alone mu s2 n_pos) (err_two_numbers _ _ n_pos (setU11 d C)).
rewrite sizeU // squaresU // one one2; move: (size C) (squares n C) (n d) p x px => P Q X p x px.
by field; rewrite !gt_eqF.
Qed.

(* --- A group of players of size a and one of size b. --- *)
Section Groups.
Variables (C D : {set I}) (a b : K).
Hypotheses (C0 : C != set0) (D0 : D != set0) (CD : [disjoint C & D]).
Hypotheses (sizeC : forall i, i \in C -> n i = a) (sizeD : forall i, i \in D -> n i = b).
Local Notation s := (#|C|%:R : K).
Local Notation l := (#|D|%:R : K).

Lemma group_size (X : {set I}) x : (forall i, i \in X -> n i = x) -> size X = #|X|%:R * x.
Proof. by move=> H; rewrite /Coalitions.size (eq_bigr _ H) sumr_const mulr_natl. Qed.
Lemma group_seen (X : {set I}) x : X != set0 -> (forall i, i \in X -> n i = x) -> seen X = x.
Proof.
move=> X0 H; rewrite /OneThird.seen; have N := nonempty_size n_pos X0.
have -> : squares n X = x * size X.
  by rewrite /squares mulr_sumr; apply: eq_bigr => i /H e; rewrite expr2 e.
by rewrite mulfK // gt_eqF.
Qed.
Lemma positive : [/\ 0 < a, 0 < b, 0 < s, 0 < l & 0 < s * a + l * b].
Proof.
have a0 : 0 < a by case/set0Pn: C0 => i /sizeC <-.
have b0 : 0 < b by case/set0Pn: D0 => i /sizeD <-.
have s0 : 0 < s by rewrite ltr0n card_gt0.
have l0 : 0 < l by rewrite ltr0n card_gt0.
by split=> //; rewrite addr_gt0 // mulr_gt0.
Qed.

(* A harmonic mean of the two sizes: each has the other group's share of the heads as its weight. *)
Definition harmonic := (l / (s + l) / a + s / (s + l) / b)^-1.
Lemma harmonic_is : harmonic = a * b * (s + l) / (s * a + l * b).
Proof.
have [a0 b0 s0 l0 N] := positive; rewrite /harmonic.
have -> : l / (s + l) / a + s / (s + l) / b = (s * a + l * b) / (a * b * (s + l)).
  by field; rewrite !gt_eqF // addr_gt0.
by rewrite invf_div.
Qed.

Lemma saves (X Y : {set I}) x y j : X != set0 -> Y != set0 -> [disjoint X & Y] -> (forall i, i \in X -> n i = x) ->
  (forall i, i \in Y -> n i = y) -> j \in X -> let N := #|X|%:R * x + #|Y|%:R * y in
  err X j - err (X :|: Y) j = #|Y|%:R * y / (#|X|%:R * x * N) * ((mu * N - s2 * x * y * (#|X|%:R + #|Y|%:R)) / N).
Proof.
move=> X0 Y0 XY sX sY jX N; rewrite merging // /gain !(group_size sX) !(group_size sY) (group_seen X0 sX) (group_seen
  Y0 sY).
have nx := nonempty_size n_pos X0; have ny := nonempty_size n_pos Y0.
move: nx ny; rewrite (group_size sX) (group_size sY) (sX j jX) => nx ny; have N0 := addr_gt0 nx ny.
have N1 : N != 0 by rewrite gt_eqF.
congr (_ * _); rewrite /N in N1 *; move: (#|X|%:R) (#|Y|%:R) N1 => p q N1; field; exact: N1.
Qed.

Lemma same_sign (x y u v : K) : 0 < u -> x - y = u * v -> [/\ 0 < v -> y < x, v < 0 -> x < y & v = 0 -> x = y].
Proof.
move=> u0 e; split=> [v0|v0|v0]; first by rewrite -subr_gt0 e mulr_gt0.
  by rewrite -subr_lt0 e pmulr_rlt0.
by apply/eqP; rewrite -subr_eq0 e v0 mulr0.
Qed.

Lemma signs j : (j \in C) || (j \in D) -> let v := mu * (s * a + l * b) - s2 * a * b * (s + l) in
  let here := if j \in C then C else D in
  [/\ 0 < v -> err (C :|: D) j < err here j, v < 0 -> err here j < err (C :|: D) j &
      v = 0 -> err here j = err (C :|: D) j].
Proof.
move=> jCD v here; have [a0 b0 s0 l0 N] := positive; have NN : 0 < (s * a + l * b) ^+ 2 by rewrite exprn_gt0.
rewrite /here; case: ifP jCD => [jC _|_ /= jD].
  apply: (@same_sign _ _ (l * b / (s * a * (s * a + l * b) ^+ 2))); first by rewrite divr_gt0 // ?mulr_gt0.
  rewrite (saves C0 D0 CD sizeC sizeD jC) /v; move: s l s0 l0 N NN => p q p0 q0 N NN.
  by field; rewrite !gt_eqF.
apply: (@same_sign _ _ (s * a / (l * b * (s * a + l * b) ^+ 2))); first by rewrite divr_gt0 // ?mulr_gt0.
rewrite setUC (saves D0 C0 _ sizeD sizeC jD) 1?disjoint_sym // /v; move: s l s0 l0 N NN => p q p0 q0 N NN.
by field; rewrite !gt_eqF // addrC.
Qed.

(* Both groups gain, or both lose, or nobody cares. *)
Theorem two_groups : 0 < s2 ->
  [/\ s2 * a * b * (s + l) < mu * (s * a + l * b) ->
        (forall j, j \in C -> err (C :|: D) j < err C j) /\ (forall j, j \in D -> err (C :|: D) j < err D j),
      mu * (s * a + l * b) < s2 * a * b * (s + l) ->
        (forall j, j \in C -> err C j < err (C :|: D) j) /\ (forall j, j \in D -> err D j < err (C :|: D) j),
      mu * (s * a + l * b) = s2 * a * b * (s + l) ->
        (forall j, j \in C -> err C j = err (C :|: D) j) /\ (forall j, j \in D -> err D j = err (C :|: D) j),
      (s2 * a * b * (s + l) < mu * (s * a + l * b)) = (harmonic < mu / s2) &
      (mu * (s * a + l * b) < s2 * a * b * (s + l)) = (mu / s2 < harmonic)].
Proof.
move=> s20; have [a0 b0 s0 l0 N] := positive.
have D_C j : j \in D -> j \in C = false by move=> jD; apply/negbTE/negP => jC; move/pred0P/(_ j): CD; rewrite /= jC jD.
have sC j (jC : j \in C) := @signs j (introT orP (or_introl jC)).
have sD j (jD : j \in D) := @signs j (introT orP (or_intror jD)).
split.
- rewrite -subr_gt0 => v; split=> j jX; first by have [+ _ _] := sC j jX; rewrite jX; apply.
  by have [+ _ _] := sD j jX; rewrite (D_C j jX); apply.
- rewrite -subr_lt0 => v; split=> j jX; first by have [_ + _] := sC j jX; rewrite jX; apply.
  by have [_ + _] := sD j jX; rewrite (D_C j jX); apply.
- move/eqP; rewrite -subr_eq0 => /eqP v; split=> j jX; first by have [_ _ +] := sC j jX; rewrite jX; apply.
  by have [_ _ +] := sD j jX; rewrite (D_C j jX); apply.
- rewrite harmonic_is ltr_pdivr_mulr // [mu / s2 * _]mulrAC ltr_pdivl_mulr //; congr (_ < _); ring.
rewrite harmonic_is ltr_pdivl_mulr // [mu / s2 * _]mulrAC ltr_pdivr_mulr //; congr (_ < _); ring.
Qed.
End Groups.

(* One player of size n k merges with players of size a. *)
Lemma one_joiner C k a : C != set0 -> k \notin C -> (forall i, i \in C -> n i = a) -> 0 < s2 ->
  let v := mu * (#|C|%:R * a + n k) - s2 * n k * a * (#|C|%:R + 1) in
  [/\ 0 < v -> (forall j, j \in C -> err (k |: C) j < err C j) /\ err (k |: C) k < err [set k] k,
      v < 0 -> (forall j, j \in C -> err C j < err (k |: C) j) /\ err [set k] k < err (k |: C) k &
      v = 0 -> (forall j, j \in C -> err C j = err (k |: C) j) /\ err [set k] k = err (k |: C) k].
Proof.
move=> C0 kC sizeC s20 v; have D0 : [set k] != set0 by apply/set0Pn; exists k; rewrite inE.
have CD : [disjoint C & [set k]] by rewrite disjoint_sym disjoints1.
have sizeD i : i \in [set k] -> n i = n k by rewrite inE => /eqP ->.
have [g l e _ _] := two_groups C0 D0 CD sizeC sizeD s20; rewrite cards1 mul1r in g l e.
rewrite /v [k |: C]setUC; have -> : s2 * n k * a = s2 * a * n k by rewrite mulrAC.
split; first by rewrite subr_gt0 => /g[gC gD]; split=> //; apply: gD; rewrite inE.
  by rewrite subr_lt0 => /l[lC lD]; split=> //; apply: lD; rewrite inE.
by move/eqP; rewrite subr_eq0 => /eqP/e[eC eD]; split=> //; apply: eD; rewrite inE.
Qed.

(* A pair gains exactly if the harmonic mean of its two sizes is below the ratio. *)
Lemma a_pair i k : i != k -> 0 < s2 ->
  (err [set i; k] i < err [set i] i /\ err [set i; k] k < err [set k] k) <-> 2%:R * n i * n k / (n i + n k) < mu / s2.
Proof.
move=> ik s20; have I0 : [set i] != set0 by apply/set0Pn; exists i; rewrite inE.
have kI : k \notin [set i] by rewrite inE eq_sym.
have N : 0 < n i + n k by rewrite addr_gt0.
have [|g l e] := @one_joiner [set i] k (n i) I0 kI _ s20; first by move=> j; rewrite inE => /eqP ->.
rewrite cards1 setUC mul1r in g l e.
have -> : (2%:R * n i * n k / (n i + n k) < mu / s2) = (0 < mu * (n i + n k) - s2 * n k * n i * (1 + 1)).
  rewrite subr_gt0 ltr_pdivr_mulr // [mu / s2 * _]mulrAC ltr_pdivl_mulr //; congr (_ < _); ring.
have at_i := set11 i.
split=> [[gi gk]|v]; last by have [gC gk] := g v; split=> //; apply: gC.
rewrite ltNge; apply/negP; rewrite le_eqVlt => /orP[/eqP v|v].
  by have [_ ek] := e v; move: gk; rewrite ek ltxx.
by have [_ lk] := l v; move: (lt_trans gk lk); rewrite ltxx.
Qed.
(* Both together, as the page states them. *)
Theorem one_joiner_and_a_pair : 0 < s2 ->
  (forall C k a, C != set0 -> k \notin C -> (forall i, i \in C -> n i = a) ->
    let v := mu * (#|C|%:R * a + n k) - s2 * n k * a * (#|C|%:R + 1) in
    [/\ 0 < v -> (forall j, j \in C -> err (k |: C) j < err C j) /\ err (k |: C) k < err [set k] k,
        v < 0 -> (forall j, j \in C -> err C j < err (k |: C) j) /\ err [set k] k < err (k |: C) k &
        v = 0 -> (forall j, j \in C -> err C j = err (k |: C) j) /\ err [set k] k = err (k |: C) k]) /\
  (forall i k, i != k -> (err [set i; k] i < err [set i] i /\ err [set i; k] k < err [set k] k) <->
    2%:R * n i * n k / (n i + n k) < mu / s2).
Proof. by move=> s20; split=> [C k a C0 kC sizeC|i k ik]; [exact: one_joiner|exact: a_pair]. Qed.
End Merging.

