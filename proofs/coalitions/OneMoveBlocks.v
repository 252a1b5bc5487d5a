(* Two blocks of a partition in which no single move is welcome: when both cost little, the one of which a sample sees less
   keeps every member of the other out. Any sizes above zero, any ordered field, uniform federation, sizes in units of mu/s2.
   Modelled: a block as five numbers, its sum N, what a sample of it sees (alpha), its largest member a, its smallest s; who would
   like to move and who is kept out, by the formulas that OneMoveGames.v derives from the errors. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import OneMoveArithmetic.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Numbers.
Variable K : realFieldType.
Implicit Types N M al be a b s t x g : K.

(* What is known of the numbers of a block. *)
Record block N al a s : Prop := Block {
  above_0 : 0 < s; s_al : s <= al; al_a : al <= a; a_N : a <= N;
  at_least : a ^+ 2 + s * (N - a) <= al * N; at_most : al * N <= a ^+ 2 + (N - a) ^+ 2 }.
Definition light N al := N + 2%:R * al < 2%:R.
(* The largest member loses when x comes. *)
Definition keeps_out N al a x := N * (1 - 2%:R * a + 2%:R * al) < x * (N - 1 + 2%:R * a - al).
(* The member x of the block N, al does not gain in the block M, be. *)
Definition stays N al M be x :=
  (M + x) ^+ 2 * (1 - 2%:R * x + al) <= N * ((1 - 2%:R * x) * (M + x) + be * M + x ^+ 2).

(* Products of two inequalities, as hints. *)
Lemma le_le x y z t : x <= y -> z <= t -> 0 <= (y - x) * (t - z).
Proof. by move=> xy zt; rewrite mulr_ge0 ?subr_ge0. Qed.
Lemma lt_lt x y z t : x < y -> z < t -> 0 < (y - x) * (t - z).
Proof. by move=> xy zt; rewrite mulr_gt0 ?subr_gt0. Qed.

Lemma stays_below N al M be x g : 0 < N -> 0 < M -> 0 < x -> be <= g -> x <= g -> stays N al M be x ->
  (M + x) * (1 - 2%:R * x + al) <= N * (1 - 2%:R * x + g).
Proof.
move=> N0 M0 x0 beg xg; rewrite /stays => st; rewrite -(ler_pmul2l (addr_gt0 M0 x0)).
have h1 : 0 <= N * (M * (g - be)) by factors.
have h2 : 0 <= N * (x * (g - x)) by factors.
lra.
Qed.

Lemma square_at_most N al a s : block N al a s -> a ^+ 2 <= al * N.
Proof. by case=> s0 _ _ aN low _; have := le_le (ltW s0) aN; lra. Qed.

(* --- L1. --- *)
Theorem light_block N al a s : block N al a s -> light N al ->
  [/\ 2%:R * a < 1 + al, 3%:R * al < 2%:R, 6%:R * a < 5%:R & forall x, 0 < x -> x <= al -> ~ keeps_out N al a x].
Proof.
move=> B; have sq := square_at_most B; move: B sq; rewrite /light => -[s0 sal ala aN _ _] sq li.
have al0 : 0 < al by lra.
have h3 : 3%:R * al < 2%:R by lra.
have h2 : 2%:R * a < 1 + al.
  rewrite ltNge; apply/negP => le.
  have e : 0 <= 2%:R * a + (1 + al) by lra.
  have := lt_lt al0 li; have := sqr_ge0 (1 - 3%:R * al); have := le_le le e; lra.
split=> //; first by lra.
move=> x x0 xal; rewrite /keeps_out => ko.
have N0 : 0 < N by lra.
have := lt_lt h2 N0; have := lt_lt N0 al0; have := lt_lt h2 al0; case: (lerP (N - 1 + 2%:R * a - al) 0) => de.
  have := le_le de (ltW x0); lra.
have := le_le xal (ltW de); lra.
Qed.

Lemma keeps_out_larger N al a s x y : block N al a s -> 2%:R * a <= 1 + 2%:R * al -> 0 < x -> keeps_out N al a x -> x <= y ->
  keeps_out N al a y.
Proof.
case=> s0 sal ala aN _ _ le x0; rewrite /keeps_out => ko xy; have N0 : 0 <= N by lra.
have pos : 0 < N - 1 + 2%:R * a - al.
  rewrite -(pmulr_rgt0 _ x0); apply: le_lt_trans ko; apply: mulr_ge0 => //; lra.
have := le_le xy (ltW pos); lra.
Qed.
End Numbers.
