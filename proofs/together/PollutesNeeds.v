(* What the theorem of Pollutes.v needs: each hypothesis below is dropped in turn; one or two members break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Pollutes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* A member's own record, of a member who is alone; members with no records. *)
Theorem sample_pollutes_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall k : I, 0 < n k) -> forall i j : I, True ->
  rate_is (fun h : K => err (more n i h) mu s2 [set: I] j) (rate n mu s2 i j) /\
  (forall a : K, (forall k : I, n k = a) -> rate n mu s2 i j = (2%:R * s2 * a - mu) / size n [set: I] ^+ 2)).
Proof.
move=> H; have [near _] := H rat_realFieldType _ (fun _ : unit => 1) 1 1 (fun=> ltr01) tt tt I.
have [d d0 close] := near 1 ltr01; pose h := Num.min (d / 2%:R) 1.
have h0 : 0 < h by rewrite lt_minr divr_gt0.
have hd : `|h| < d.
  rewrite gtr0_norm //; apply: (@le_lt_trans _ _ (d / 2%:R)); first by rewrite /h le_minl lexx.
  by rewrite ltr_pdivr_mulr // mulr_natr mulr2n ltr_addl.
have hn : h != 0 by rewrite gt_eqF.
have sums (f : unit -> rat) : \sum_(k in [set: unit]) f k = f tt by rewrite (bigD1 tt) ?inE //= big1 ?addr0 // => -[]; rewrite andbF.
have none (f : unit -> rat) : \sum_(k in [set: unit] :\ tt) f k = 0 by rewrite big1 // => -[]; rewrite !inE.
have := close h hn hd; rewrite /err /rate /size /squares !sums !none /more /= addr0.
have T0 : 0 < 1 + h by rewrite addr_gt0.
rewrite (_ : _ - _ = - (1 + (1 + h)^-1)); last by field; rewrite !gt_eqF.
by rewrite normrN gtr0_norm ?addr_gt0 ?invr_gt0 // -subr_gt0 opprD addrA subrr add0r oppr_gt0 ltNge invr_ge0 ltW.
Qed.

Theorem sample_pollutes_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  True -> forall i j : I, i != j ->
  rate_is (fun h : K => err (more n i h) mu s2 [set: I] j) (rate n mu s2 i j) /\
  (forall a : K, (forall k : I, n k = a) -> rate n mu s2 i j = (2%:R * s2 * a - mu) / size n [set: I] ^+ 2)).
Proof.
move=> H; have [near _] := H rat_realFieldType _ (fun _ : bool => 0) 0 1 I true false isT.
have [d d0 close] := near 1 ltr01; pose h := Num.min (d / 2%:R) 1.
have h0 : 0 < h by rewrite lt_minr divr_gt0.
have hd : `|h| < d.
  rewrite gtr0_norm //; apply: (@le_lt_trans _ _ (d / 2%:R)); first by rewrite /h le_minl lexx.
  by rewrite ltr_pdivr_mulr // mulr_natr mulr2n ltr_addl.
have h1 : h <= 1 by rewrite /h le_minl lexx orbT.
have hn : h != 0 by rewrite gt_eqF.
have sums (f : bool -> rat) : \sum_(k in [set: bool]) f k = f true + f false.
  by rewrite (eq_bigl xpredT) ?big_bool // => k; rewrite inE.
have others (f : bool -> rat) : \sum_(k in [set: bool] :\ false) f k = f true.
  by rewrite (eq_bigl (pred1 true)) ?big_pred1_eq // => -[]; rewrite !inE.
have := close h hn hd; rewrite /err /rate /size /squares !sums !others /more /= !addr0 !add0r.
have -> : (0 / h + 1 * (h ^+ 2 + h ^+ 2) / h ^+ 2) / h = 2%:R / h by field.
rewrite gtr0_norm ?divr_gt0 // ltr_pdivr_mulr // mul1r => /lt_le_trans/(_ h1).
by [].
Qed.
