(* Noise in valuations, and what truth keeps under noise (payments/new-valuation-noise, new-noisy-rationality).
Any set of
   models, any number of groups, any ordered field.
   Modelled: as in NoiseMeans.v. In the first theorem [used] is what the mechanism takes for the valuation of the group,
   within e of what was reported, for whatever reason; a lie may bring about any other. [others o m] is what the model m
   is worth to the others, as the mechanism counts it at o, minus the penalty. In the second theorem a model is a
   distribution over the outcomes X, and [alone o] is best for the others at o.
   Not modelled: where errors come from; dependent noise; which functions are measurable. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Noise Equivalence NoiseMeans.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lemma B.2 and Theorem B.3 in terms of valuations. The lie is any other valuation that the mechanism may use, with any
   other noise and any other size. *)
Theorem valuation_noise (K : realFieldType) (Model : Type) (menu : Model -> Prop) :
  (forall (I : finType) (w : I -> K) (v used : I -> Model -> K) (D : Model -> K) (e : K), (forall i, 0 <= w i) ->
     (forall i m, menu m -> `|v i m - used i m| <= e) -> forall chosen m, menu chosen -> menu m ->
     (forall m', menu m' -> \sum_i w i * used i m' - D m' <= \sum_i w i * used i chosen - D chosen) ->
     \sum_i w i * v i m - D m - (\sum_i w i * v i chosen - D chosen) <= 2%:R * (e * \sum_i w i)) /\
  forall (O E E' : Type) (w w' eps : K) (v : Model -> K) (used : E -> Model -> K) (used' : E' -> Model -> K)
    (others : O -> Model -> K) (h : O -> K) (psi : K -> (Model -> K) -> O -> Model) sure ok own sure' ok' own' sure_o
    ok_o rest, 0 <= w ->
    (forall s g o, menu (psi s g o)) ->
    (forall s g o, 0 <= s -> forall m, menu m -> s * g m + others o m <= s * g (psi s g o) + others o (psi s g o)) ->
    @expectation K E sure ok own -> @expectation K E' sure' ok' own' -> @expectation K O sure_o ok_o rest ->
    (forall e, sure e -> forall m, menu m -> `|v m - used e m| <= eps) ->
    let u o e := w * v (psi w (used e) o) - (h o - others o (psi w (used e) o)) in
    let u' o e' := w * v (psi w' (used' e') o) - (h o - others o (psi w' (used' e') o)) in
    (forall o, ok (u o) /\ ok' (u' o)) -> ok_o (fun o => own (u o)) -> ok_o (fun o => own' (u' o)) ->
    rest (fun o => own' (u' o)) <= rest (fun o => own (u o)) + 2%:R * (w * eps).
Proof.
split=> [I w v used D e w0 close chosen m inc inm best|O E E' w w' eps v used used' others h psi sure ok own sure' ok'
  own' sure_o ok_o rest w0 inside top [const move_ mono] [const' move_' mono'] [_ move_o mono_o] small u u' ok_u ok_r
  ok_r'].
  by rewrite ler_subl_addl; apply: (@lost_welfare K I _ menu w v used D e).
have [ok_d <-] := move_o _ (2%:R * (w * eps)) ok_r; apply: mono_o => // o _; have [ok_uo ok_uo'] := ok_u o.
have each e e' : sure e -> u' o e' <= u o e + 2%:R * (w * eps).
  move=> se; apply: (@truth_loses_little _ _ menu w eps (h o) v (used e) (others o)) => //.
    by move=> m; apply: small.
  by move=> m; apply: top.
have [ok_e <-] := move_ _ (2%:R * (w * eps)) ok_uo.
have [ok_c <-] := const (own' (u' o)); apply: mono => // e se.
have [ok_c' <-] := const' (u o e + 2%:R * (w * eps)); apply: mono' => // e' _; exact: each.
Qed.

Section Kept.
Variables (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (w eps low : K) (rm noisy : X -> K).
Variables (others : (X -> K) -> K) (chosen alone : X -> K).
Hypotheses (w0 : 0 <= w) (models : forall m, menu m -> distribution m) (inc : menu chosen) (ina : menu alone).
Hypothesis best : forall m, menu m -> w * mean m noisy + others m <= w * mean chosen noisy + others chosen.
Hypothesis close : forall x, `|noisy x - rm x| <= eps.

Lemma mean_at_least m (r : X -> K) c : menu m -> (forall x, c <= r x) -> c <= mean m r.
Proof.
move=> inm up; have [pos one] := models inm; rewrite -[c]mul1r -one mulr_suml; apply: ler_sum => x _.
exact: ler_wpmul2l.
Qed.
Lemma kept_at_least : (forall x, low <= noisy x) -> w * (low - eps) <= w * mean chosen rm - (others alone - others
  chosen).
Proof.
move=> up; have A := ler_wpmul2l w0 (mean_at_least ina up); have B := best ina.
have C : mean chosen noisy - mean chosen rm <= eps.
  have [pos one] := models inc; exact: le_trans (ler_norm _) (error_of_a_valuation pos one close).
have {}C := ler_wpmul2l w0 C; rewrite -subr_ge0.
have -> : w * mean chosen rm - (others alone - others chosen) - w * (low - eps) =
  (w * mean alone noisy - w * low) + (w * mean chosen noisy + others chosen - (w * mean alone noisy + others alone)) +
  (w * eps - w * (mean chosen noisy - mean chosen rm)) by ring.
by apply: addr_ge0; [apply: addr_ge0|]; rewrite subr_ge0.
Qed.
End Kept.

(* The average over the draw o of the others is taken of the average over the own draw e.
In the example one group of size
   w wants an outcome that no model gives, and noise makes it pay for one of two models;
     the penalty of the other is 0. *)
Theorem kept_under_noise (K : realFieldType) :
  (forall (X : finType) (O E : Type) (menu : (X -> K) -> Prop) (w eps : K) (rm : X -> K) (noise : E -> X -> K)
     (others : O -> (X -> K) -> K) (h : O -> K) (psi : K -> (X -> K) -> O -> X -> K) (alone : O -> X -> K) sure ok own
     sure_o ok_o rest, 0 <= w -> (forall m, menu m -> distribution m) -> welfare_maximising menu others psi ->
     (forall o, menu (alone o)) -> (forall o m, menu m -> others o m <= others o (alone o)) ->
     (forall o, h o = others o (alone o)) -> (forall x, 0 <= rm x) -> @expectation K E sure ok own ->
     @expectation K O sure_o ok_o rest -> (forall e, sure e -> forall x, `|noise e x| <= eps) ->
     let model o e := psi w (fun x => rm x + noise e x) o in
     let u o e := enjoyed w rm others h o (model o e) in
     (forall o, ok (u o)) -> ok_o (fun o => own (u o)) ->
     [/\ forall o e, 0 <= h o - others o (model o e), - (2%:R * (w * eps)) <= rest (fun o => own (u o)) &
         (forall e, sure e -> forall x, 0 <= rm x + noise e x) -> - (w * eps) <= rest (fun o => own (u o))]) /\
  forall w eps : K, 0 < w -> 0 <= eps ->
    let point (b : option bool) (x : option bool) : K := (x == b)%:R in
    let menu m := m = point (Some true) \/ m = point (Some false) in
    let rm (x : option bool) : K := (x == None)%:R in
    let attained (noise : option bool -> K) (cost kept : K) :=
      exists D : (option bool -> K) -> K, [/\ D (point (Some true)) = cost /\ D (point (Some false)) = 0,
        forall x, `|noise x| <= eps,
        forall m, menu m -> w * mean m (fun x => rm x + noise x) - D m <=
          w * mean (point (Some true)) (fun x => rm x + noise x) - D (point (Some true)),
        forall m, menu m -> - D m <= - D (point (Some false)) &
        w * mean (point (Some true)) rm - (- D (point (Some false)) - - D (point (Some true))) = - kept] in
    attained (fun x => if x == Some true then eps else if x == Some false then - eps else 0) (2%:R * (w * eps))
      (2%:R * (w * eps)) /\
    (let noise := fun x => if x == Some true then eps else 0 in
     attained noise (w * eps) (w * eps) /\ forall x, 0 <= rm x + noise x).
Proof.
split=> [X O E menu w eps rm noise others h psi alone sure ok own sure_o ok_o rest w0 models best ina most hE pos
  [const _ mono] [const_o _ mono_o] small model u ok_u ok_r|w eps w0 e0 point menu rm attained].
  have at_least c : (forall o e, sure e -> c <= u o e) -> c <= rest (fun o => own (u o)).
    move=> up; have [ok_c <-] := const_o c; apply: mono_o => // o _.
    by have [ok_c' <-] := const c; apply: mono => // e se; apply: up.
  have draw low o e : sure e -> (forall x, low <= rm x + noise e x) -> w * (low - eps) <= u o e.
    move=> se up; have [inm top] := best w (fun x => rm x + noise e x) o; rewrite /u /enjoyed hE.
    apply: (@kept_at_least K X menu w eps low rm (fun x => rm x + noise e x)) => //; first exact: top.
    by move=> x; rewrite addrAC subrr add0r; apply: small.
  split=> [o e||nonneg].
  - by rewrite hE subr_ge0; apply: most; have [] := best w (fun x => rm x + noise e x) o.
  - apply: at_least => o e se; have -> : - (2%:R * (w * eps)) = w * (- eps - eps) by ring.
    apply: draw => // x; move: (small e se x); rewrite ler_norml => /andP[low _].
    by apply: le_trans low _; rewrite ler_addr.
  by apply: at_least => o e se; rewrite -mulrN -[- eps]add0r; apply: draw => // x; apply: nonneg.
have val b r : mean (point b) r = r b.
  rewrite /mean (bigD1 b) //= /point eqxx mul1r big1 ?addr0 // => x /negbTE ->.
  by rewrite mul0r.
have mk noise cost : 0 <= cost -> (forall x, `|noise x| <= eps) ->
    w * noise (Some false) <= w * noise (Some true) - cost -> attained noise cost cost.
  move=> c0 small better; exists (fun m => cost * m (Some true)).
  have [one zero] : point (Some true) (Some true) = 1 /\ point (Some false) (Some true) = 0 by [].
  split=> [|//|m [] ->|m [] ->|]; rewrite ?val ?one ?zero ?mulr1 ?mulr0 //.
  - by rewrite /rm /= !add0r subr0.
  - by rewrite oppr0 oppr_le0.
  by rewrite oppr0 sub0r sub0r opprK.
have we0 : 0 <= w * eps by rewrite mulr_ge0 // ltW.
split; last split.
- apply: mk => [|x|]; first by rewrite mulr_ge0 ?ler0n.
    by case: ifP => _; [rewrite ger0_norm|case: ifP => _; rewrite ?normrN ?normr0 // ger0_norm].
  by rewrite /= le_eqVlt; apply/orP; left; apply/eqP; ring.
- apply: mk => // [x|]; first by case: ifP => _; rewrite ?normr0 // ger0_norm.
  by rewrite /= mulr0 subrr.
by move=> x; rewrite addr_ge0 // /rm; [rewrite ler0n|case: ifP].
Qed.
