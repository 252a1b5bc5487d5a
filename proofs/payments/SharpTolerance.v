(* The sharp tolerance of strongly convex penalties (payments/new-sharp-strongly-convex). Any finite number of outcomes,
   any ordered field.
   Modelled: as in SharpMoves.v. A larger distance than 2 alpha eps fails for chi-squared on a fair coin, with reports
   that are normalised by the maximum or by the sum, at every size that is large enough.
   Not modelled: the existence of a best model, and sizes as whole numbers. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching HowFar SharpMoves.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Only differences of rewards count. *)
Lemma best_shifted (K : realFieldType) (X : finType) D (R R' p : X -> K) k : (forall x, R' x = R x + k) ->
  best_for (@distribution K X) D R p -> best_for (@distribution K X) D R' p.
Proof.
move=> shift [inp B]; have E m : @distribution K X m -> mean m R' = mean m R + k.
  move=> [_ one]; rewrite /mean -[k in RHS]mulr1 -one mulr_sumr -big_split /=; apply: eq_bigr => x _.
  by rewrite shift mulrDr [k * _]mulrC.
by split=> // m inm; rewrite !E // ![_ + k - _]addrAC ler_add2r; apply: B.
Qed.
Lemma reached (K : realFieldType) (sc : scale) (lambda D w : K) : 0 < lambda -> 0 <= D -> D <= w -> 0 < w ->
  D <= 4%:R * lambda ->
  let f x := lambda * (x - 1) ^+ 2 in
  let best := best_for (@distribution K [finType of bool]) (fun m => divergence f m (fun _ : bool => 2%:R^-1)) in
  strongly_convex (2%:R * lambda) f /\
  exists rm rm' p p' : bool -> K, [/\ normalised sc rm /\ normalised sc rm',
    forall x, `|w * rm' x - w * rm x| <= D, best (fun x => w * rm x) p, best (fun x => w * rm' x) p' &
    forall x, `|p' x - p x| = D / (2%:R * (2%:R * lambda))].
Proof.
move=> l0 D0 Dw w0 Dl f best; split; first exact: parabola.
have [A [B C]] := extremal_coin l0 D0 Dw w0 Dl.
have [wn ln] : w != 0 /\ lambda != 0 by rewrite !gt_eqF.
pose c : K := if sc is Sum then (1 - D / w) / 2%:R else 0.
pose r b x := coin_report D w b x - c.
have part : 0 <= 1 - D / w by rewrite subr_ge0 ler_pdivr_mulr // mul1r.
have legal b : normalised sc (r b).
  rewrite /r /c; case: (sc) => /=.
    have [u [x x1]] := A b; split=> [y|]; first by rewrite subr0; apply: u.
    by exists x; rewrite subr0.
  split=> [x|]; last by rewrite big_bool /coin_report; case: b => /=; field.
  have half : 0 <= (1 - D / w) / 2%:R by rewrite divr_ge0 ?ler0n.
  rewrite /coin_report; case: ifP => _; last first.
    by have -> : 1 - D / w - (1 - D / w) / 2%:R = (1 - D / w) / 2%:R by field.
  have -> : 1 - (1 - D / w) / 2%:R = (1 - D / w) / 2%:R + D / w by field.
  by rewrite addr_ge0 // divr_ge0 // ltW.
have moved b : coin_model D lambda false b - coin_model D lambda true b =
    if b then - (D / (2%:R * (2%:R * lambda))) else D / (2%:R * (2%:R * lambda)).
  by case: b; rewrite /coin_model /=; field.
have far : 0 <= D / (2%:R * (2%:R * lambda)) by rewrite divr_ge0 // !mulr_ge0 ?ler0n // ltW.
exists (r true), (r false), (coin_model D lambda true), (coin_model D lambda false).
split=> [|x| | |x]; first by split; apply: legal.
- by have -> : w * r false x - w * r true x = w * coin_report D w false x - w * coin_report D w true x
    by rewrite /r; ring.
- by apply: (best_shifted (k := - (w * c))) (C true) => x; rewrite /r mulrBr.
- by apply: (best_shifted (k := - (w * c))) (C false) => x; rewrite /r mulrBr.
by rewrite moved; case: x; rewrite ?normrN ger0_norm.
Qed.

(* The distance delta serves for all initial models and totals, and for normalised reports of any size alone, exactly if
   delta <= 2 alpha eps. *)
Theorem sharp_tolerance (K : realFieldType) :
  (forall (X : finType) (f : K -> K) (alpha D : K) (q R R' p p' : X -> K) (x : X), 0 < alpha ->
     strongly_convex alpha f -> (forall x, 0 < q x) -> \sum_x q x = 1 -> (forall x, `|R' x - R x| <= D) ->
     best_for (@distribution K X) (fun m => divergence f m q) R p ->
     best_for (@distribution K X) (fun m => divergence f m q) R' p' ->
     `|p' x - p x| <= 2%:R * q x * (1 - q x) * D / alpha /\
     2%:R * q x * (1 - q x) * D / alpha <= D / (2%:R * alpha)) /\
  (forall (sc : scale) (lambda D w : K), 0 < lambda -> 0 <= D -> D <= w -> 0 < w -> D <= 4%:R * lambda ->
     let f x := lambda * (x - 1) ^+ 2 in
     let best := best_for (@distribution K [finType of bool]) (fun m => divergence f m (fun _ : bool => 2%:R^-1)) in
     strongly_convex (2%:R * lambda) f /\
     exists rm rm' p p' : bool -> K, [/\ normalised sc rm /\ normalised sc rm',
       forall x, `|w * rm' x - w * rm x| <= D, best (fun x => w * rm x) p, best (fun x => w * rm' x) p' &
       forall x, `|p' x - p x| = D / (2%:R * (2%:R * lambda))]) /\
  forall (sc : scale) (alpha eps delta w : K), 0 < alpha -> 0 < eps < 1 -> 2%:R * alpha * eps < w ->
    (delta <= 2%:R * alpha * eps -> forall (X : finType) (f : K -> K) (q R R' p p' : X -> K),
       strongly_convex alpha f -> (forall x, 0 < q x) -> \sum_x q x = 1 -> (forall x, `|R' x - R x| <= delta) ->
       best_for (@distribution K X) (fun m => divergence f m q) R p ->
       best_for (@distribution K X) (fun m => divergence f m q) R' p' -> forall x, `|p' x - p x| <= eps) /\
    (2%:R * alpha * eps < delta ->
       let f x := alpha / 2%:R * (x - 1) ^+ 2 in
       let best := best_for (@distribution K [finType of bool]) (fun m => divergence f m (fun _ : bool => 2%:R^-1)) in
       strongly_convex alpha f /\
       exists rm rm' p p' : bool -> K, [/\ normalised sc rm /\ normalised sc rm',
         forall x, `|w * rm' x - w * rm x| <= delta, best (fun x => w * rm x) p, best (fun x => w * rm' x) p' &
         forall x, eps < `|p' x - p x|]).
Proof.
have [bound _] := sharp_strongly_convex K.
split; [exact: bound|split=> [sc lambda D w l0 D0 Dw w0 Dl f best|]]; first exact: reached.
move=> scl alpha eps delta w a0 /andP[e0 e1] wide; have an : alpha != 0 by rewrite gt_eqF.
have a2 : 0 < 2%:R * alpha by rewrite mulr_gt0 ?ltr0n.
split=> [small X f q R R' p p' sc q0 q1 close best best' x|big f best].
  have [A B] := bound X f alpha delta q R R' p p' x a0 sc q0 q1 close best best'.
  apply: le_trans A (le_trans B _); rewrite ler_pdivr_mulr //; apply: le_trans small _.
  by rewrite [eps * _]mulrC.
pose D := Num.min delta (Num.min w (2%:R * alpha)).
have eD : 2%:R * alpha * eps < D.
  by rewrite !lt_minr big wide /= gtr_pmulr.
have l0 : 0 < alpha / 2%:R by rewrite divr_gt0 ?ltr0n.
have D0 : 0 <= D by apply: ltW (le_lt_trans _ eD); rewrite mulr_ge0 ?(ltW a2) ?(ltW e0).
have Dw : D <= w by rewrite !le_minl lexx orbT.
have w0 : 0 < w by apply: le_lt_trans wide; rewrite mulr_ge0 ?(ltW a2) ?(ltW e0).
have Dl : D <= 4%:R * (alpha / 2%:R).
  have -> : 4%:R * (alpha / 2%:R) = 2%:R * alpha by field.
  by rewrite !le_minl lexx !orbT.
have [sc [rm [rm' [p [p' [legal close B B' move_]]]]]] := reached scl l0 D0 Dw w0 Dl.
have E : 2%:R * (alpha / 2%:R) = alpha by field.
rewrite E in sc move_; split; first exact: sc.
exists rm, rm', p, p'; split=> // [x|x]; first by apply: le_trans (close x) _; rewrite le_minl lexx.
by rewrite move_ ltr_pdivl_mulr // mulrC.
Qed.
