(* What the theorem of Claims.v needs: each hypothesis below is dropped in turn; one member or two break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import FineWeights Claims.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition never_settle (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) :=
  ~ exists c : I -> K, [/\ forall i, 0 <= c i, 0 < \sum_i c i & settled n mu s2 c].

(* Who is alone has all of the model, whatever it claims. *)
Theorem claims_never_settle_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> never_settle n mu s2).
Proof.
move=> H; apply: (H rat_realFieldType [finType of unit] (fun=> 1) 1 1 I (fun=> isT) isT isT).
have sum (f : unit -> rat) : \sum_i f i = f tt by rewrite (bigD1 tt) //= big1 ?addr0 // => -[].
exists (fun=> 1); split=> [i||[] x x0] //; first by rewrite sum.
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /fine; congr (1 * _ + (_ + _ ^+ 2) * 1).
- by rewrite !sum /share !sum /claims /= divff ?oner_eq0 // divff ?gt_eqF.
- by rewrite !big_pred0 // => -[].
by rewrite !big_pred0 // => -[].
Qed.

(* Two members, claims a and b of the first and the second: what the first and the second expect. *)
Definition two (a b : rat) (i : bool) : rat := if i then a else b.
Lemma error_of (n : bool -> rat) (mu s2 : rat) (c : bool -> rat) i : fine n mu s2 i (share c) =
  mu * ((c true / (c true + c false)) ^+ 2 / n true + (c false / (c true + c false)) ^+ 2 / n false)
  + 2%:R * (c (~~ i) / (c true + c false)) ^+ 2 * s2.
Proof.
rewrite /fine /share !big_bool; have -> : \sum_(j | j != i) (c j / (c true + c false)) ^+ 2 = (c (~~ i) / (c true + c
  false)) ^+ 2.
  by rewrite (big_pred1 (~~ i)) // => j; case: i; case: j.
have -> : \sum_(j | j != i) c j / (c true + c false) = c (~~ i) / (c true + c false).
  by rewrite (big_pred1 (~~ i)) // => j; case: i; case: j.
by rewrite -mulr2n -mulr_natl.
Qed.

(* Members who do not differ are content with honest claims. *)
Theorem claims_never_settle_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (1 <
  #|I|)%N ->
  (forall i : I, 0 < n i) -> 0 < mu -> True -> never_settle n mu s2).
Proof.
move=> H; have many : (1 < #|[finType of bool]|)%N by rewrite card_bool.
apply: (H rat_realFieldType [finType of bool] (fun=> 1) 1 0 many (fun=> isT) isT I).
exists (fun=> 1); split=> [i||i x x0] //; first by rewrite big_bool.
rewrite !error_of !mulr0 !addr0 !divr1 !mul1r; have x1 : 0 < x + 1 by rewrite addr_gt0.
have -> : (claims (fun=> 1) i x true / (claims (fun=> 1) i x true + claims (fun=> 1) i x false)) ^+ 2
  + (claims (fun=> 1) i x false / (claims (fun=> 1) i x true + claims (fun=> 1) i x false)) ^+ 2
  = (1 + 1)^-1 ^+ 2 + (1 + 1)^-1 ^+ 2 + 2%:R^-1 * ((x - 1) / (x + 1)) ^+ 2.
  by rewrite /claims; case: i => /=; field; rewrite ?gt_eqF // addrC gt_eqF.
by rewrite ler_addl mulr_ge0 ?sqr_ge0.
Qed.

(* Noise or sizes below zero: the second member claims nothing, and each is content. *)
Lemma all_to_one (n : bool -> rat) (mu : rat) : mu / n true = - 4%:R -> mu / n false = - 1 ->
  settled n mu 1 (two 1 0).
Proof.
move=> one other i x x0; rewrite !error_of /claims /two.
have each a b : mu * (a / n true + b / n false) = - (4%:R * a) - b.
  by rewrite mulrDr mulrCA one mulrCA other; ring.
rewrite !each; case: i => /=; first by rewrite !addr0 !mul0r !divff ?gt_eqF.
have x1 : 0 < 1 + x by rewrite addr_gt0.
rewrite -subr_ge0; set left_ := _ - _.
have -> : left_ = (4%:R * x + x ^+ 2) / (1 + x) ^+ 2 by rewrite /left_; field; rewrite gt_eqF.
by rewrite divr_ge0 ?sqr_ge0 // addr_ge0 ?sqr_ge0 // mulr_ge0 // ltW.
Qed.
Theorem claims_never_settle_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (1 <
  #|I|)%N ->
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> never_settle n mu s2).
Proof.
move=> H; have many : (1 < #|[finType of bool]|)%N by rewrite card_bool.
have pos i : 0 < two 1 4%:R i by case: i.
apply: (H rat_realFieldType [finType of bool] (two 1 4%:R) (- 4%:R) 1 many pos I isT).
exists (two 1 0); split=> [[]||] //; first by rewrite big_bool.
by apply: all_to_one; apply/eqP.
Qed.
Theorem claims_never_settle_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), (1 <
  #|I|)%N ->
  True -> 0 < mu -> 0 < s2 -> never_settle n mu s2).
Proof.
move=> H; have many : (1 < #|[finType of bool]|)%N by rewrite card_bool.
apply: (H rat_realFieldType [finType of bool] (two (- 1) (- 4%:R)) 4%:R 1 many I isT isT).
exists (two 1 0); split=> [[]||] //; first by rewrite big_bool.
by apply: all_to_one; apply/eqP.
Qed.
