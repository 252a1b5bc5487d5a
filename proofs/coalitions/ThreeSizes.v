(* Three players under uniform federation, and under one fixed weight for all (coalitions/new-three-players-core,
   new-three-players-fixed-weight). Any positive sizes, any real field.
   Modelled: the core of Stability.v; [err] of Coalitions.v, and [coarse] of Weights.v; a, b, c are all players. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability Weights ThreePlayers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* --- Uniform federation --- *)
Section Uniform.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2).
Local Notation err := (err n mu s2).

(* One quadratic speaks for all three players. *)
Definition quadratic (e2 e3 t : K) := mu * t ^+ 2 - 2%:R * s2 * e2 * t + mu * e2 - 2%:R * s2 * e3.
Lemma pair_err x y : x != y -> err [set x; y] x = mu / (n x + n y) + s2 * (2%:R * n y ^+ 2) / (n x + n y) ^+ 2.
Proof.
move=> xy; have N : 0 < n x + n y by rewrite addr_gt0.
have two (f : I -> K) : \sum_(i in [set x; y]) f i = f x + f y by rewrite big_setU1 ?big_set1 // inE.
by rewrite err_two_numbers ?set21 // /squares /size !two; field; rewrite gt_eqF.
Qed.
Lemma prefers x y z : x != y -> x != z -> err [set x; y] x < err [set x; z] x ->
  (n z - n y) * quadratic (n x * n y + n x * n z + n y * n z) (n x * n y * n z) (n x) < 0.
Proof.
move=> xy xz; rewrite !pair_err // -subr_lt0; have Y := addr_gt0 (n_pos x) (n_pos y); have Z :=
  addr_gt0 (n_pos x) (n_pos z).
have -> : mu / (n x + n y) + s2 * (2%:R * n y ^+ 2) / (n x + n y) ^+ 2 -
    (mu / (n x + n z) + s2 * (2%:R * n z ^+ 2) / (n x + n z) ^+ 2) =
  (n z - n y) * quadratic (n x * n y + n x * n z + n y * n z) (n x * n y * n z) (n x) / ((n x + n y) * (n x + n z))
    ^+ 2.
  by rewrite /quadratic; field; rewrite !gt_eqF.
by rewrite pmulr_llt0 // invr_gt0 exprn_gt0 // mulr_gt0.
Qed.

Lemma no_cycle_from (a b c : K) : 0 < a -> 0 < b -> 0 < c -> a <= b -> a <= c ->
  let q := quadratic (a * b + a * c + b * c) (a * b * c) in
  (c - b) * q a < 0 -> (a - c) * q b < 0 -> (b - a) * q c < 0 -> False.
Proof.
move=> a0 b0 c0 ab ac q A B C.
have ac' : a < c by rewrite lt_neqAle ac andbT; apply: contraTneq B => ->; rewrite subrr mul0r ltxx.
have ab' : a < b by rewrite lt_neqAle ab andbT; apply: contraTneq C => ->; rewrite subrr mul0r ltxx.
have qb : 0 < q b by move: B; rewrite nmulr_rlt0 // subr_lt0.
have qc : q c < 0 by move: C; rewrite pmulr_rlt0 // subr_gt0.
have cb : c < b.
  have := ltr_add (ltr_add A B) C; rewrite !addr0.
  have -> : (c - b) * q a + (a - c) * q b + (b - a) * q c = mu * ((b - a) * (c - a)) * (c - b) by
    rewrite /q /quadratic; ring.
  by rewrite pmulr_rlt0 ?subr_lt0 // !mulr_gt0 ?subr_gt0.
have : 0 < (a + c) * q b - (a + b) * q c.
  rewrite subr_gt0; apply: (@lt_trans _ _ 0); first by rewrite pmulr_rlt0 // addr_gt0.
  by rewrite mulr_gt0 // addr_gt0.
have -> : (a + c) * q b - (a + b) * q c = - (2%:R * s2 * a ^+ 2 * (b + c) * (b - c)) by rewrite /q /quadratic; ring.
rewrite oppr_gt0; apply/negP; rewrite -leNgt ltW // mulr_gt0 ?subr_gt0 // mulr_gt0 ?addr_gt0 // !mulr_gt0 ?ltr0n
  ?exprn_gt0 //.
Qed.
Lemma no_cycle_sizes (a b c : K) : 0 < a -> 0 < b -> 0 < c ->
  let q := quadratic (a * b + a * c + b * c) (a * b * c) in
  (c - b) * q a < 0 -> (a - c) * q b < 0 -> (b - a) * q c < 0 -> False.
Proof.
move=> a0 b0 c0 q A B C.
have e1 : b * c + b * a + c * a = a * b + a * c + b * c by ring.
have e2 : c * a + c * b + a * b = a * b + a * c + b * c by ring.
have f1 : b * c * a = a * b * c by ring.
have f2 : c * a * b = a * b * c by ring.
have [ab|/ltW ba] := lerP a b; have [bc|/ltW cb] := lerP b c; have [ac|/ltW ca] := lerP a c.
- exact: (@no_cycle_from a b c).
- exact: (@no_cycle_from a b c a0 b0 c0 ab (le_trans ab bc)).
- exact: (@no_cycle_from a b c).
- by apply: (@no_cycle_from c a b); rewrite // e2 f2.
- by apply: (@no_cycle_from b c a); rewrite // e1 f1.
- by apply: (@no_cycle_from b c a); rewrite // e1 f1.
- by apply: (@no_cycle_from c a b); rewrite // ?e2 ?f2 //; apply: le_trans cb ba.
by apply: (@no_cycle_from c a b); rewrite // e2 f2.
Qed.

Theorem three_players_core (a b c : I) : three a b c -> exists2 P, partition P setT & core_stable err P.
Proof.
move=> t; have [ab ac bc _] := t; have ba : b != a by rewrite eq_sym.
have ca : c != a by rewrite eq_sym. have cb : c != b by rewrite eq_sym.
apply: (three_players_without_cycle t) => -[].
  move=> /(prefers ab ac) A; rewrite [[set a; b]]setUC => /(prefers bc ba) B.
  rewrite [[set a; c]]setUC [[set b; c]]setUC => /(prefers ca cb) C.
  apply: (@no_cycle_sizes (n a) (n b) (n c)) => //; [move: B|move: C]; rewrite /quadratic; apply: eq_ind;
    congr (_ * _ < 0); ring.
move=> /(prefers ac ab) A; rewrite [[set a; b]]setUC => /(prefers ba bc) B.
rewrite [[set a; c]]setUC [[set b; c]]setUC => /(prefers cb ca) C.
apply: (@no_cycle_sizes (n a) (n c) (n b)) => //; [move: C|move: B]; rewrite /quadratic; apply: eq_ind;
  congr (_ * _ < 0); ring.
Qed.
End Uniform.

(* --- One fixed weight for all --- *)
Section Fixed.
Variables (K : realFieldType) (I : finType) (n : I -> K) (mu s2 w : K).
Hypotheses (n_pos : forall i, 0 < n i) (mu_pos : 0 < mu) (s2_pos : 0 < s2) (w_ge0 : 0 <= w) (w_lt1 : w < 1).
Definition noise := mu * (1 + w) / (1 - w).
Definition fixed (C : {set I}) j := coarse n mu s2 C j w.

(* A uniform game with more noise, and a constant of the player. *)
Theorem fixed_weight : (forall (C : {set I}) j, j \in C -> fixed C j = (1 - w) ^+ 2 * err n noise s2 C j + mu * w ^+
  2 / n j) /\
  (forall (C D : {set I}) j, j \in C -> j \in D -> (fixed C j < fixed D j) = (err n noise s2 C j < err n noise s2 D
    j)) /\
  (forall a b c : I, three a b c -> exists2 P, partition P setT & core_stable fixed P).
Proof.
have u : 0 < 1 - w by rewrite subr_gt0.
have formula (C : {set I}) j : j \in C -> fixed C j = (1 - w) ^+ 2 * err n noise s2 C j + mu * w ^+ 2 / n j.
  move=> jC; have N : 0 < size n C by apply: size_pos jC.
  rewrite /fixed /coarse /err /noise -/(squares n (C :\ j)) -/(bias n C j);
    move: (bias _ _ _) (n j) (n_pos j) (size n C) N => q x x0 N N0.
  by field; rewrite !gt_eqF.
have order (C D : {set I}) j : j \in C -> j \in D -> (fixed C j < fixed D j) = (err n noise s2 C j < err n noise s2 D
  j).
  by move=> jC jD; rewrite !formula // ltr_add2r ltr_pmul2l // exprn_gt0.
split=> //; split=> // a b c t; have noise_pos : 0 < noise by rewrite divr_gt0 // mulr_gt0 // ltr_paddr ?ltr01.
have [P part core] := three_players_core n_pos noise_pos s2_pos t; exists P => // C C0 gain.
apply: (core C C0) => j jC; rewrite -order ?gain //; case/and3P: part => /eqP cov _ _; by rewrite mem_pblock cov inE.
Qed.
End Fixed.
