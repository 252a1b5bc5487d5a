(* What holds strictly holds nearby: sizes that move a little along a direction keep all strict wishes, and their
   coalitions have different totals if the direction tells them apart (a tool of
   coalitions/new-four-players-core). Any ordered field.
   Modelled: "soon" means for all positive steps below some bound; four players with the errors of
   NoiseThresholds.v.
   Not modelled: continuity in general; a function is tame if it moves at most in proportion to the step. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
From Incentives Require Import NoiseThresholds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Soon.
Variable K : realFieldType.
Implicit Types (Q R : K -> Prop) (f g : K -> K).
(* For all steps that are small enough. *)
Definition soon Q := exists2 far, 0 < far & forall e, 0 < e -> e < far -> Q e.
Lemma soon_and Q R : soon Q -> soon R -> soon (fun e => Q e /\ R e).
Proof.
move=> [x x0 Qx] [y y0 Ry]; exists (Num.min x y) => [|e e0]; first by rewrite lt_minr x0.
by rewrite lt_minr => /andP[ex ey]; split; [exact: Qx|exact: Ry].
Qed.
Lemma soon_then Q R : (forall e, 0 < e -> Q e -> R e) -> soon Q -> soon R.
Proof. by move=> QR [x x0 Qx]; exists x => // e e0 ex; apply: QR => //; apply: Qx. Qed.
Lemma soon_all (T : eqType) (s : seq T) (Q : T -> K -> Prop) : (forall x, x \in s -> soon (Q x)) ->
  soon (fun e => forall x, x \in s -> Q x e).
Proof.
elim: s => [|x s IH] all; first by exists 1.
have rest : soon (fun e => forall y, y \in s -> Q y e) by apply: IH => y ys; apply: all; rewrite inE ys orbT.
apply: soon_then (soon_and (all x (mem_head _ _)) rest) => e _ [Qx Qs] y.
by rewrite inE => /orP[/eqP ->//|]; apply: Qs.
Qed.
Lemma soon_once Q : soon Q -> exists2 e, 0 < e & Q e.
Proof.
move=> [x x0 Qx]; exists (x / 2%:R); first by rewrite divr_gt0 ?ltr0n.
by apply: Qx; rewrite ?divr_gt0 ?ltr0n // ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
Qed.

(* Functions of the step that change little at first. *)
Definition tame f := exists rate : K, forall e, 0 <= e -> e <= 1 -> `|f e - f 0| <= rate * e.
Lemma tame_const c : tame (fun=> c).
Proof. by exists 0 => e _ _; rewrite subrr normr0 mul0r. Qed.
Lemma tame_step : tame id.
Proof. by exists 1 => e e0 _; rewrite subr0 mul1r ger0_norm. Qed.
Lemma tame_add f g : tame f -> tame g -> tame (fun e => f e + g e).
Proof.
move=> [r F] [s G]; exists (r + s) => e e0 e1; rewrite mulrDl.
have -> : f e + g e - (f 0 + g 0) = (f e - f 0) + (g e - g 0) by ring.
by apply: le_trans (ler_norm_add _ _) _; rewrite ler_add ?F ?G.
Qed.
Lemma tame_mul f g : tame f -> tame g -> tame (fun e => f e * g e).
Proof.
move=> [r F] [s G]; exists (r * s + r * `|g 0| + `|f 0| * s) => e e0 e1; rewrite !mulrDl.
have -> : f e * g e - f 0 * g 0 = (f e - f 0) * (g e - g 0) + (f e - f 0) * g 0 + f 0 * (g e - g 0) by ring.
have Fe := F e e0 e1; have Ge := G e e0 e1; have s0 := le_trans (normr_ge0 _) Ge.
apply: le_trans (ler_norm_add _ _) (ler_add (le_trans (ler_norm_add _ _) (ler_add _ _)) _); rewrite normrM.
- apply: le_trans (ler_pmul _ _ Fe Ge) _; rewrite ?normr_ge0 //.
  have -> : r * e * (s * e) = r * s * e * e by ring.
  have rs : 0 <= r * s * e.
    have r1 := le_trans (normr_ge0 _) (F 1 ler01 (lexx 1)); have s1 := le_trans (normr_ge0 _) (G 1 ler01 (lexx 1)).
    by move: r1 s1; rewrite !mulr1 => r1 s1; rewrite mulr_ge0 ?mulr_ge0.
  by rewrite -[X in _ <= X]mulr1 ler_wpmul2l.
- by rewrite mulrAC ler_wpmul2r.
by rewrite -mulrA ler_wpmul2l.
Qed.
Lemma tame_sub f g : tame f -> tame g -> tame (fun e => f e - g e).
Proof.
move=> F G; have [r H] := tame_add F (tame_mul (tame_const (-1)) G); exists r => e e0 e1.
by have := H e e0 e1; rewrite !mulN1r.
Qed.
Lemma tame_sum (f : nat -> K -> K) s C : (forall i, tame (f i)) ->
  tame (fun e => foldr +%R 0 (mask C [seq f i e | i <- s])).
Proof.
move=> F; elim: s C => [|i s IH] C /=; first by rewrite mask0; exact: tame_const.
by case: C => [|[] C] /=; [exact: tame_const|apply: tame_add|].
Qed.
Lemma tame_pos f : tame f -> 0 < f 0 -> soon (fun e => 0 < f e).
Proof.
move=> [r F] f0; have r0 : 0 <= r by have := le_trans (normr_ge0 _) (F 1 ler01 (lexx 1)); rewrite mulr1.
have r1 : 0 < r + 1 by rewrite ltr_paddl ?ltr01.
exists (Num.min 1 (f 0 / (r + 1))) => [|e e0]; first by rewrite lt_minr ltr01 divr_gt0.
rewrite lt_minr ltr_pdivl_mulr // => /andP[/ltW e1 small]; have := F e (ltW e0) e1.
rewrite distrC => /(le_trans (ler_norm _)); rewrite ler_subl_addr => near.
rewrite -(ltr_addl (r * e)); apply: lt_le_trans near; apply: le_lt_trans small.
by rewrite [r * e]mulrC ler_wpmul2l ?(ltW e0) // ler_addl ler01.
Qed.
End Soon.

(* --- Sizes that move --- *)
Section Moved.
Variables (K : realFieldType) (x u : nat -> K).
Definition moved e := [seq x i + e * u i | i <- iota 0 4].
Local Notation soon := (@soon K).
Lemma tame_size i : tame (fun e => x i + e * u i).
Proof. by apply: tame_add; [exact: tame_const|apply: tame_mul; [exact: tame_step|exact: tame_const]]. Qed.
Lemma tame_total C : tame (fun e => total (moved e) C).
Proof. by apply: tame_sum => i; apply: tame_size. Qed.
Lemma tame_squares C : tame (fun e => squares (moved e) C).
Proof.
have tame_square i := tame_mul (tame_size i) (tame_size i).
have [r H] := @tame_sum K (fun i e => (x i + e * u i) * (x i + e * u i)) (iota 0 4) C tame_square.
by exists r => e e0 e1; have := H e e0 e1; rewrite /squares /squares_of /moved -!map_comp.
Qed.
Lemma tame_below C D : tame (fun e => below (moved e) C D).
Proof. by apply: tame_mul; [apply: tame_mul|apply: tame_sub]; exact: tame_total. Qed.
Lemma tame_above p C D : (p < 4)%N -> tame (fun e => above (moved e) p C D).
Proof.
move=> p4; have tp : tame (fun e => nth 0 (moved e) p * below (moved e) C D).
  apply: tame_mul (tame_below C D); have [r H] := tame_size p; exists r => e e0 e1.
  by have := H e e0 e1; rewrite !(nth_map 0%N) ?size_iota // !nth_iota.
apply: tame_add; last exact: tame_add.
by apply: tame_sub; apply: tame_mul (tame_squares _) (tame_mul (tame_total _) (tame_total _)).
Qed.

Hypothesis pos : forall C, C \in companies -> 0 < total (moved 0) C.
Lemma soon_pos : soon (fun e => forall C, C \in companies -> 0 < total (moved e) C).
Proof. by apply: soon_all => C inC; apply: tame_pos (tame_total C) (pos inC). Qed.

(* Who strictly prefers something still does nearby. *)
Lemma soon_strict mu s2 p C D : (p < 4)%N -> C \in companies -> D \in companies ->
  ~~ prefers (moved 0) mu s2 (p, C, D) ->
  soon (fun e => ~~ prefers (moved e) mu s2 (p, C, D)).
Proof.
move=> p4 inC inD; rewrite prefersE ?pos // -ltNge -subr_gt0 => strict.
have t : tame (fun e => mu * below (moved e) C D - s2 * above (moved e) p C D).
  by apply: tame_sub; apply: tame_mul (tame_const _) _; [exact: tame_below|exact: tame_above].
apply: soon_then (soon_and soon_pos (tame_pos t strict)) => e _ [pose up].
by rewrite prefersE ?pose // -ltNge -subr_gt0.
Qed.

(* If the direction tells all totals apart, so do the sizes nearby. *)
Lemma total_moved e C : total (moved e) C = total (moved 0) C + e * total [seq u i | i <- iota 0 4] C.
Proof.
rewrite /total /total_of /moved; elim: (iota 0 4) C => [|i s IH] [|[] C] /=;
  rewrite ?mulr0 ?addr0 // ?mul0r ?addr0 IH //.
by rewrite mulrDr !addrA; congr (_ + _); rewrite -!addrA; congr (_ + _); exact: addrC.
Qed.
Lemma soon_general : (forall C D, C \in companies -> D \in companies -> C != D ->
  total [seq u i | i <- iota 0 4] C != total [seq u i | i <- iota 0 4] D) -> soon (fun e => general (moved e)).
Proof.
move=> apart; apply: soon_and soon_pos _; pose differ C D e := C != D -> total (moved e) C != total (moved e) D.
have : soon (fun e => forall C, C \in companies -> forall D, D \in companies -> differ C D e).
  apply: soon_all => C inC; apply: soon_all => D inD; rewrite /differ.
  have [->|CD] := eqVneq C D; first by exists 1.
  have sooner E F : total (moved 0) E < total (moved 0) F -> soon (fun e => total (moved e) E < total (moved e) F).
    rewrite -subr_gt0 => lt; apply: soon_then (tame_pos (tame_sub (tame_total F) (tame_total E)) lt) => e _.
    by rewrite subr_gt0.
  have [/sooner|/sooner|eq] := ltgtP (total (moved 0) C) (total (moved 0) D).
  - by apply: soon_then => e _ lt _; rewrite lt_eqF.
  - by apply: soon_then => e _ lt _; rewrite gt_eqF.
  exists 1 => // e e0 _ _; have e1 : e != 0 by rewrite gt_eqF.
  by rewrite !(total_moved e) eq (inj_eq (addrI _)) (inj_eq (mulfI e1)) apart.
by apply: soon_then => e _ all C D inC inD; apply: all.
Qed.
End Moved.
