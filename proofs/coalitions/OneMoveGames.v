(* From players to numbers: the block of a game has the five numbers of OneMoveBlocks.v, and who gains by a single move or loses
   by a newcomer is what the formulas there say. Any number of players, any positive sizes, any real field, uniform federation,
   sizes in units of mu/s2, errors in units of s2.
   Modelled: [err] of Coalitions.v; a move takes one member of a block to another block; it is welcome if the mover gains and
   no member of the other block loses. Not modelled: moves of several players at once. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Deterrence OneThird BestPartition InnerOuter.
From Incentives Require Import OneMoveArithmetic OneMoveBlocks OneMoveFamily OneMoveInner.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* No member of a block of P gains by a move to another block of P that harms nobody there. *)
Definition no_single_move (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) (P : {set {set I}}) :=
  forall C D j, C \in P -> D \in P -> C != D -> j \in C ->
  ~ (err n mu s2 (j |: D) j < err n mu s2 C j /\ forall i, i \in D -> err n mu s2 (j |: D) i <= err n mu s2 D i).

Section Games.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypothesis n_pos : forall i, 0 < n i.
Implicit Types (C D : {set I}) (P R : {set {set I}}).
Local Notation size := (size n).
Local Notation squares := (squares n).
Local Notation seen := (seen n).
Local Notation err := (err n 1 1).

Theorem block_of_players C i k : i \in C -> (forall j, j \in C -> n j <= n i) -> (forall j, j \in C -> n k <= n j) ->
  block (size C) (seen C) (n i) (n k).
Proof.
move=> iC high low; have C0 : C != set0 by apply/set0Pn; exists i.
have sizeE : size C = n i + size (C :\ i) by rewrite /Coalitions.size (big_setD1 i iC).
have squaresE : squares C = n i ^+ 2 + squares (C :\ i) by rewrite /Coalitions.squares (big_setD1 i iC).
have rest j : j \in C :\ i -> j \in C by rewrite inE => /andP[].
have N0 := nonempty_size n_pos C0.
split=> //.
- by rewrite ler_pdivl_mulr //; apply: squares_low.
- exact: seen_high.
- exact: member_size.
- rewrite seen_size // squaresE ler_add2l sizeE addrAC subrr add0r; apply: squares_low => // j /rest; exact: low.
rewrite seen_size // squaresE ler_add2l sizeE addrAC subrr add0r expr2; apply: squares_high => // j; exact: member_size.
Qed.

Lemma with_newcomer D x : x \notin D -> size (x |: D) = size D + n x /\ squares (x |: D) = squares D + n x ^+ 2.
Proof. by move=> xD; rewrite /Coalitions.size /Coalitions.squares !big_setU1 //= ![n x + _]addrC [n x ^+ 2 + _]addrC. Qed.

Theorem who_does_not_gain C D x : x \in C -> x \notin D -> D != set0 -> err C x <= err (x |: D) x ->
  stays (size C) (seen C) (size D) (seen D) (n x).
Proof.
move=> xC xD D0; have C0 : C != set0 by apply/set0Pn; exists x.
have N0 := nonempty_size n_pos C0; have M0 := nonempty_size n_pos D0; have x0 := n_pos x; have Mx := addr_gt0 M0 x0.
rewrite (err_two_numbers _ _ n_pos xC) (err_two_numbers _ _ n_pos (setU11 x D)); have [-> ->] := with_newcomer xD.
rewrite -(seen_size n_pos C0) -(seen_size n_pos D0) /stays -subr_ge0 -[in X in _ -> X]subr_ge0.
move: (size C) (size D) (seen C) (seen D) (n x) N0 M0 x0 Mx => N M al be y N0 M0 y0 My.
rewrite -(pmulr_rge0 _ (mulr_gt0 N0 (exprn_gt0 2 My))); congr (_ <= _) => //=; field; by rewrite !gt_eqF.
Qed.

Theorem who_accepts D x a y : x \notin D -> y \in D -> (forall i, i \in D -> n i <= a) ->
  ~~ keeps_out (size D) (seen D) a (n x) -> err (x |: D) y <= err D y.
Proof.
move=> xD yD high; have D0 : D != set0 by apply/set0Pn; exists y.
have M0 := nonempty_size n_pos D0; have x0 := n_pos x; have Mx := addr_gt0 M0 x0.
have yU : y \in x |: D by rewrite inE yD orbT.
rewrite (err_two_numbers _ _ n_pos yD) (err_two_numbers _ _ n_pos yU); have [-> ->] := with_newcomer xD.
rewrite -(seen_size n_pos D0) /keeps_out -leNgt; have := high y yD.
move: (size D) (seen D) (n x) (n y) M0 x0 Mx => M be z y' M0 z0 Mz ya ko; rewrite -subr_ge0.
have h : 0 <= (1 - 2%:R * y') * (M + z) + be * (2%:R * M + z) - M * z by have := le_le ya (ltW Mz); lra.
rewrite -(pmulr_rge0 _ (mulr_gt0 M0 (exprn_gt0 2 Mz))); have := mulr_ge0 (ltW z0) h.
congr (_ <= _) => //=; field; by rewrite !gt_eqF.
Qed.

Section Partition.
Variables (P R : {set {set I}}).
Hypotheses (part : partition P setT) (RP : R \subset P) (unwelcome : no_single_move n 1 1 R).

(* The largest and the smallest size in a block, f.1 and f.2. *)
Definition ends C (f : K * K) := C != set0 -> [/\ block (size C) (seen C) f.1 f.2, exists2 i, i \in C & n i = f.1,
  exists2 i, i \in C & n i = f.2 & forall i, i \in C -> n i <= f.1].
Lemma ends_of_blocks : exists f : {set I} -> K * K, forall C, ends C (f C).
Proof.
apply: (@fin_all_exists _ _ ends) => C; have [->|/set0Pn[i0 i0C]] := eqVneq C set0; first by exists (0, 0); rewrite /ends eqxx.
case: (@arg_maxP _ _ I i0 (mem C) n i0C) => i iC high; case: (@arg_minP _ _ I i0 (mem C) n i0C) => k kC low.
exists (n i, n k) => _; split=> /=; [exact: block_of_players|by exists i|by exists k|exact: high].
Qed.

Theorem excess_of_blocks : R != set0 -> 0 < excess n R /\ 1 - 3%:R * seen (cover R) < excess n R.
Proof.
move=> R0; have [f numbers] := ends_of_blocks; have nonempty C (CR : C \in R) := block_not_empty part (subsetP RP C CR).
have blocks C : C \in R -> block (size C) (seen C) (f C).1 (f C).2 by move=> /nonempty/numbers[].
have moves : no_welcome_move R size seen (fun C => (f C).1) (fun C => (f C).2).
  move=> C D x CR DR CD which; have [_ [i iC ei] [k kC ek] _] := numbers C (nonempty C CR).
  have [j jC ->] : exists2 j, j \in C & x = n j by case: which => ->; [exists k|exists i].
  have [_ _ _ high] := numbers D (nonempty D DR); have [CP DP] := (subsetP RP C CR, subsetP RP D DR).
  have jD : j \notin D by apply/negP => jD; move: (blocks_disjoint part CP DP CD) => /pred0P/(_ j); rewrite /= jC jD.
  case: (boolP (keeps_out (size D) (seen D) (f D).1 (n j))) => [|accepts]; [by left|right].
  apply: who_does_not_gain => //; first exact: nonempty.
  rewrite leNgt; apply/negP => gain; apply: (unwelcome CR DR CD jC); split=> // i' i'D; exact: who_accepts accepts.
have triv : trivIset R by apply: trivIsetS (partition_trivIset part).
have sum (g : I -> K) : \sum_(i in cover R) g i = \sum_(C in R) \sum_(i in C) g i by rewrite big_trivIset.
have U0 : cover R != set0.
  have /set0Pn[C CR] := R0; have /set0Pn[i iC] := nonempty C CR.
  by apply/set0Pn; exists i; apply/bigcupP; exists C.
have sizeE : size (cover R) = \sum_(C in R) size C by rewrite {1}/Coalitions.size sum.
have union : seen (cover R) * (\sum_(C in R) size C) = \sum_(C in R) seen C * size C.
  rewrite -sizeE seen_size // {1}/Coalitions.squares sum; apply: eq_bigr => C CR; by rewrite seen_size // nonempty.
have [] := inner_blocks blocks moves union R0.
have -> // : 3%:R - 2%:R * #|R|%:R + \sum_(C in R) (size C + 2%:R * seen C) - 3%:R * seen (cover R) = excess n R.
have costs : \sum_(C in R) cost n C = #|R|%:R + \sum_(C in R) size C - \sum_(C in R) seen C.
  by rewrite sumrB big_split /= sumr_const.
rewrite /excess costs -[cost n (cover R)]/(1 + size (cover R) - seen (cover R)) sizeE big_split /= -mulr_sumr.
have alg (k S Q b : K) : 3%:R - 2%:R * k + (S + 2%:R * Q) - 3%:R * b = 3%:R * (1 + S - b) - 2%:R * (k + S - Q) by ring.
exact: alg.
Qed.
End Partition.
End Games.
