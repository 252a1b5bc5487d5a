(* Noise in the reports, in rewards and on average (payments/lemma-b-2, theorem-b-3, new-sizes-too,
  new-noise-may-be-correlated,
   new-loss-total-variation, new-noise-bounds-attained). Any finite number of outcomes and groups, any set of models.
   Modelled: a model is a distribution over the outcomes X. The provider trains and charges by noisy rewards; what is
   enjoyed is the true reward. In the theorems on lies O lists what the others' reports can become, E and E' the noise
   of the own report. If it is independent, the expectations are any functionals with the properties of [expectation]; if
   not, a law gives each of finitely many pairs its probability. [others o m] is what the model m is worth to the others
   at o minus the penalty, and h o is what the payment takes from the others' reports alone. Numbers: any ordered field.
   Not modelled: dependent noise with infinitely many outcomes; which functions are measurable. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import Noise Equivalence TwoDraws.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Reports.
Variables (K : realFieldType) (X : finType) (O : Type).
Definition mean (m r : X -> K) := \sum_x m x * r x.
Definition distribution (m : X -> K) := (forall x, 0 <= m x) /\ \sum_x m x = 1.
Definition enjoyed (w : K) (rm : X -> K) (others : O -> (X -> K) -> K) (h : O -> K) o m := w * mean m rm - (h o -
  others o m).
(* [psi s r o] is the model after the size s, the noisy reward r and the others' noisy reports o. *)
Definition welfare_maximising (menu : (X -> K) -> Prop) (others : O -> (X -> K) -> K) (psi : K -> (X -> K) -> O -> X
  -> K) :=
  forall s r o, menu (psi s r o) /\
    (0 <= s -> forall m, menu m -> s * mean m r + others o m <= s * mean (psi s r o) r + others o (psi s r o)).

End Reports.

Section Lies.
Variables (K : realFieldType) (X O : finType).
Definition expected (E : finType) (law : E -> O -> K) (u : O -> (X -> K) -> K) (model : E -> O -> X -> K) :=
  \sum_o \sum_e law e o * u o (model e o).

(* Theorem B.3 for noise of any joint law, as long as the law of the others' reports does not depend on the own one. *)
Lemma dependent_noise (E E' : finType) (menu : (X -> K) -> Prop) (w w' eps : K) (rm rm' : X -> K) (noise : E -> X -> K)
    (noise' : E' -> X -> K) (others : O -> (X -> K) -> K) (h : O -> K) (psi : K -> (X -> K) -> O -> X -> K)
    (law : E -> O -> K) (law' : E' -> O -> K) : 0 <= w ->
  (forall m, menu m -> distribution m) -> welfare_maximising menu others psi ->
  (forall e o, 0 <= law e o) -> (forall e o, 0 <= law' e o) -> \sum_o \sum_e law e o = 1 ->
  (forall e o, law e o != 0 -> forall x, `|noise e x| <= eps) -> (forall o, \sum_e law e o = \sum_e law' e o) ->
  expected law' (enjoyed w rm others h) (fun e o => psi w' (fun x => rm' x + noise' e x) o) <=
  expected law (enjoyed w rm others h) (fun e o => psi w (fun x => rm x + noise e x) o) + 2%:R * (w * eps).
Proof.
move=> w0 models best pos pos' one small same; apply: averages => // e e' o nz.
have [inm top] := best w (fun x => rm x + noise e x) o.
have [inm' _] := best w' (fun x => rm' x + noise' e' x) o.
apply: (@truth_loses_little _ _ menu w eps (h o) (fun m => mean m rm) (fun m => mean m (fun x => rm x + noise e x)))
  => //.
  move=> m inm0; have [m0 m1] := models m inm0; apply: error_of_a_valuation => // x.
  by rewrite opprD addrA subrr sub0r normrN; apply: small nz x.
by move=> m; apply: top.
Qed.

(* Expectations of any kind. [mean_of] takes each function of the class [integrable] to a number; it keeps constants,
  moves with them, and does not fall if the function does not fall [surely], with probability one. Finite sums and
  Lebesgue's integrals are such. *)
Definition expectation (A : Type) (surely : A -> Prop) (integrable : (A -> K) -> Prop) (mean_of : (A -> K) -> K) :=
  [/\ forall c, integrable (fun=> c) /\ mean_of (fun=> c) = c,
      forall g c, integrable g -> integrable (fun a => g a + c) /\ mean_of (fun a => g a + c) = mean_of g + c &
      forall g g', integrable g -> integrable g' -> (forall a, surely a -> g a <= g' a) -> mean_of g <= mean_of g'].

Lemma finite_expectation (A : finType) (law : A -> K) : (forall a, 0 <= law a) -> \sum_a law a = 1 ->
  expectation (fun a => law a != 0) (fun=> True) (fun g => \sum_a law a * g a).
Proof.
move=> pos one; split=> [c|g c _|g g' _ _ low]; first by rewrite -mulr_suml one mul1r.
  by split=> //; rewrite -[c in RHS]mul1r -one mulr_suml -big_split; apply: eq_bigr => a _; rewrite mulrDr.
apply: ler_sum => a _; have [->|nz] := eqVneq (law a) 0; first by rewrite !mul0r.
by apply: ler_wpmul2l => //; apply: low.
Qed.
End Lies.

(* Theorem B.3, with sizes: independent noise of any law; no lie about reward or size gains more than 2 w eps, w the
  true size. The mean over the draw o of the others is taken of the mean over the own draw e or e'. *)
Theorem lies_under_noise (K : realFieldType) (X : finType) (O E E' : Type) (menu : (X -> K) -> Prop) (w w' eps : K)
    (rm rm' : X -> K) (noise : E -> X -> K) (noise' : E' -> X -> K) (others : O -> (X -> K) -> K) (h : O -> K)
    (psi : K -> (X -> K) -> O -> X -> K) sure ok own sure' ok' own' sure_o ok_o rest : 0 <= w ->
  (forall m, menu m -> distribution m) -> welfare_maximising menu others psi ->
  @expectation K E sure ok own -> @expectation K E' sure' ok' own' -> @expectation K O sure_o ok_o rest ->
  (forall e, sure e -> forall x, `|noise e x| <= eps) ->
  let u o e := enjoyed w rm others h o (psi w (fun x => rm x + noise e x) o) in
  let u' o e' := enjoyed w rm others h o (psi w' (fun x => rm' x + noise' e' x) o) in
  (forall o, ok (u o) /\ ok' (u' o)) -> ok_o (fun o => own (u o)) -> ok_o (fun o => own' (u' o)) ->
  rest (fun o => own' (u' o)) <= rest (fun o => own (u o)) + 2%:R * (w * eps).
Proof.
move=> w0 models best [const move_ mono] [const' move_' mono'] [_ move_o mono_o] small u u' ok_u ok_r ok_r'.
have [ok_d <-] := move_o _ (2%:R * (w * eps)) ok_r; apply: mono_o => // o _; have [ok_uo ok_uo'] := ok_u o.
have each e e' : sure e -> u' o e' <= u o e + 2%:R * (w * eps).
  move=> se; have [inm top] := best w (fun x => rm x + noise e x) o.
  have [inm' _] := best w' (fun x => rm' x + noise' e' x) o.
  apply: (@truth_loses_little _ _ menu w eps (h o) (fun m => mean m rm) (fun m => mean m (fun x => rm x + noise e x)))
    => //.
    move=> m inm0; have [m0 m1] := models m inm0; apply: error_of_a_valuation => // x.
    by rewrite opprD addrA subrr sub0r normrN; apply: small se x.
  by move=> m; apply: top.
have [ok_e <-] := move_ _ (2%:R * (w * eps)) ok_uo.
have [ok_c <-] := const (own' (u' o)); apply: mono => // e se.
have [ok_c' <-] := const' (u o e + 2%:R * (w * eps)); apply: mono' => // e' _; exact: each.
Qed.

(* Dependent noise is allowed; noise of the others that reacts to the own report is not. In the example two models
  are certain of
   one outcome each, the other group has the size 5 and equal rewards, eps is 1/10, and a lie gains 1, five times 2
     w eps. *)
Theorem noise_may_be_correlated (K : realFieldType) :
  (forall (X O E E' : finType) (menu : (X -> K) -> Prop) (w w' eps : K) (rm rm' : X -> K) (noise : E -> X -> K)
     (noise' : E' -> X -> K) (others : O -> (X -> K) -> K) (h : O -> K) (psi : K -> (X -> K) -> O -> X -> K)
     (law : E -> O -> K) (law' : E' -> O -> K), 0 <= w ->
     (forall m, menu m -> distribution m) -> welfare_maximising menu others psi ->
     (forall e o, 0 <= law e o) -> (forall e o, 0 <= law' e o) -> \sum_o \sum_e law e o = 1 ->
     (forall e o, law e o != 0 -> forall x, `|noise e x| <= eps) -> (forall o, \sum_e law e o = \sum_e law' e o) ->
     expected law' (enjoyed w rm others h) (fun e o => psi w' (fun x => rm' x + noise' e x) o) <=
     expected law (enjoyed w rm others h) (fun e o => psi w (fun x => rm x + noise e x) o) + 2%:R * (w * eps)) /\
  let point (b x : bool) : K := (x == b)%:R in
  let menu m := m = point true \/ m = point false in
  let reward2 (o x : bool) : K := 1 + (if x == o then 10%:R^-1 else - 10%:R^-1) in
  let others o m := 5%:R * mean m (reward2 o) in
  let h o := 5%:R * (1 + 10%:R^-1) in
  let rm (x : bool) : K := x%:R in
  exists (psi : K -> (bool -> K) -> bool -> bool -> K) (rm' : bool -> K), welfare_maximising menu others psi /\
    [/\ forall o m, menu m -> others o m <= h o, rm' true = 1 /\ 0 <= rm' false <= 1 &
      enjoyed 1 rm others h true (psi 1 rm' true) =
      enjoyed 1 rm others h false (psi 1 rm false) + 5%:R * (2%:R * (1 * 10%:R^-1))].
Proof.
split=> [|point menu reward2 others h rm]; first by move=> X O E E' menu w w' *; apply: (@dependent_noise K X O E E'
  menu).
have val b r : mean (point b) r = r b.
  by rewrite /mean big_bool /point; case: b; rewrite /= mul1r mul0r ?addr0 ?add0r.
pose psi s (r : bool -> K) o := point (if s * r true + 5%:R * reward2 o true <= s * r false + 5%:R * reward2 o false
  then false else true).
exists psi, (fun x => if x then 1 else 2%:R^-1); split=> [s r o|].
  split=> [|s0 m]; first by rewrite /psi; case: ifP => _; [right|left].
  rewrite /others /psi; case: ifP => [low|/negbT]; first by case=> ->; rewrite !val ?lexx.
  by rewrite -ltNge => /ltW high; case=> ->; rewrite !val ?lexx.
have ten : 10%:R != 0 :> K by rewrite pnatr_eq0.
split=> [o m []->||].
- rewrite /others val /h ler_pmul2l ?ltr0n // ler_add2l; case: ifP => // _.
  by apply: (@le_trans _ _ 0); rewrite ?oppr_le0 invr_ge0 ler0n.
- rewrite /others val /h ler_pmul2l ?ltr0n // ler_add2l; case: ifP => // _.
  by apply: (@le_trans _ _ 0); rewrite ?oppr_le0 invr_ge0 ler0n.
- by split=> //; rewrite invr_ge0 ler0n invf_le1 ?ltr0n // ler1n.
have tie : 1 * rm true + 5%:R * reward2 false true = 1 * rm false + 5%:R * reward2 false false by rewrite /rm
  /reward2 /=; field.
have clear_cut : (1 * 1 + 5%:R * reward2 true true <= 1 * 2%:R^-1 + 5%:R * reward2 true false) = false.
  apply/negbTE; rewrite -ltNge -subr_gt0.
  have -> : 1 * 1 + 5%:R * reward2 true true - (1 * 2%:R^-1 + 5%:R * reward2 true false) = 3%:R / 2%:R by rewrite
    /reward2 /=; field.
  by rewrite divr_gt0 ?ltr0n.
by rewrite /enjoyed /others /h /psi clear_cut tie lexx !val /rm /reward2 /=; field.
Qed.

Section Losses.
Variables (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I -> K) (D : (X -> K) -> K) (eps : K).
Variables (rm rm' : I -> X -> K).                                      (* true and noisy rewards *)
Hypotheses (sizes : forall i, 0 <= w i) (models : forall m, menu m -> distribution m).
Hypothesis close : forall i x, `|rm i x - rm' i x| <= eps.
Definition welfare (r : I -> X -> K) m := \sum_i w i * mean m (r i) - D m.

(* Lemma B.2: what is chosen for the noisy rewards loses at most 2 eps for each member. *)
Theorem lost_by_noise chosen m : menu chosen -> menu m -> (forall m', menu m' -> welfare rm' m' <= welfare rm'
  chosen) ->
  welfare rm m - welfare rm chosen <= 2%:R * (eps * \sum_i w i).
Proof.
move=> inc inm best; rewrite ler_subl_addl.
apply: (@lost_welfare K I _ menu w (fun i m => mean m (rm i)) (fun i m => mean m (rm' i)) D eps) => // i t int.
by have [m0 m1] := models int; apply: error_of_a_valuation.
Qed.

(* The loss is proportional to the displacement: at most 2 eps for each member, times the total variation distance. *)
Theorem lost_by_displacement chosen m : menu m ->
  (forall m', menu m' -> welfare rm' m' <= welfare rm' chosen) ->
  welfare rm m - welfare rm chosen <= 2%:R * (eps * \sum_i w i) * (2%:R^-1 * \sum_x `|m x - chosen x|).
Proof.
move=> inm best; set dist := \sum_x `|_|.
have -> : 2%:R * (eps * \sum_i w i) * (2%:R^-1 * dist) = (\sum_i w i) * (eps * dist) by field.
have part i : w i * (mean m (rm i) - mean m (rm' i)) - w i * (mean chosen (rm i) - mean chosen (rm' i)) <= w i *
  (eps * dist).
  rewrite -mulrBr; apply: ler_wpmul2l => //; rewrite /mean -!sumrB.
  apply: le_trans (error_of_a_comparison m chosen (close i)); rewrite le_eqVlt; apply/orP; left; apply/eqP.
  by apply: eq_bigr => x _; ring.
have all : \sum_i (w i * (mean m (rm i) - mean m (rm' i)) - w i * (mean chosen (rm i) - mean chosen (rm' i))) <=
  \sum_i w i * (eps * dist) by apply: ler_sum.
have parts : \sum_i (w i * (mean m (rm i) - mean m (rm' i)) - w i * (mean chosen (rm i) - mean chosen (rm' i))) =
  \sum_i w i * mean m (rm i) - \sum_i w i * mean m (rm' i) -
  (\sum_i w i * mean chosen (rm i) - \sum_i w i * mean chosen (rm' i)).
  by rewrite -!sumrB; apply: eq_bigr => i _; ring.
by rewrite mulr_suml; rewrite parts in all; apply: (by2 all (best m inm)); rewrite /welfare; ring.
Qed.
End Losses.

(* Both bounds are attained, whatever the rule does with ties: two models, certain of one outcome each, so that no
  penalty tells
   them apart. [kept] leaves out what the payment takes from the others' reports alone, the same for the truth and
     the lie. *)
Theorem noise_bounds_attained (K : realFieldType) (I : finType) (w : I -> K) (eps : K)
    (psi : (I -> bool -> K) -> bool) : (forall i, 0 < w i) -> 0 <= eps -> 2%:R * eps < 1 ->
  let total (r : I -> bool -> K) m := \sum_i w i * r i m in
  let normalised (r : bool -> K) := (forall x, 0 <= r x <= 1) /\ exists x, r x = 1 in
  let kept i (rm : bool -> K) r := w i * rm (psi r) + \sum_(j | j != i) w j * r j (psi r) in
  (forall r m, total r m <= total r (psi r)) ->
  (exists rm rm' : I -> bool -> K, [/\ forall i, normalised (rm i), forall i x, `|rm i x - rm' i x| <= eps &
     total rm (~~ psi rm') - total rm (psi rm') = 2%:R * (eps * \sum_i w i)]) /\
  forall i, exists (rm noisy : I -> bool -> K) (lie : bool -> K),
    [/\ forall j, normalised (rm j), forall j x, `|rm j x - noisy j x| <= eps, normalised lie &
        kept i (rm i) (fun j => if j == i then lie else noisy j) - kept i (rm i) noisy = 2%:R * (w i * eps)].
Proof.
move=> pos eps0 half total normalised kept best.
have low0 : 0 <= 1 - 2%:R * eps by rewrite subr_ge0 ltW.
have low1 : 1 - 2%:R * eps <= 1 by rewrite ger_addl oppr_le0 mulr_ge0 ?ler0n.
have within b x : `|(if x == b then 1 - 2%:R * eps else 1) - (1 - eps)| <= eps.
  case: ifP => _; last by rewrite opprB addrC subrK ger0_norm.
  have -> : 1 - 2%:R * eps - (1 - eps) = - eps by ring.
  by rewrite normrN ger0_norm.
have norm b : normalised (fun x => if x == b then 1 - 2%:R * eps else 1).
  split=> [x|]; first by case: ifP; rewrite ?low0 ?low1 ?ler01 ?lexx.
  by exists (~~ b); case: b.
have other b : (~~ b == b) = false by case: b.
split=> [|i].
  pose level (_ : I) (_ : bool) := 1 - eps; pose b := psi level.
  exists (fun _ x => if x == b then 1 - 2%:R * eps else 1), level; split=> //.
  rewrite /total -sumrB -/b; under eq_bigr do rewrite eqxx other -mulrBr.
  by rewrite !mulr_sumr; apply: eq_bigr => i _; ring.
pose noisy (j : I) (_ : bool) := if j == i then 1 - eps else 1; pose b := psi noisy.
pose lie (x : bool) : K := if x == b then 0 else 1.
exists (fun j (x : bool) => if j == i then if x == b then 1 - 2%:R * eps else 1 else 1), noisy, lie.
pose lied (j : I) := if j == i then lie else noisy j; rewrite -/lied; have flat (m : bool) r : (forall j, j != i ->
  r j m = 1) -> \sum_(j | j != i) w j * r j m = \sum_(j | j != i) w j.
  by move=> one; apply: eq_bigr => j ji; rewrite one // mulr1.
have moved : psi lied = ~~ b.
  apply/eqP; apply: contraLR (best lied (~~ b)); rewrite -ltNge => stay.
  have -> : psi lied = b by move: stay; case: (psi lied) (b) => -[].
  rewrite /total (bigD1 i) //= [X in _ < X](bigD1 i) //= !flat => [|j /negbTE ji|j /negbTE ji].
  - by rewrite /lied eqxx /lie eqxx other mulr0 mulr1 ltr_add2r.
  - by rewrite /lied ji /noisy ji.
  by rewrite /lied ji /noisy ji.
split=> [j|j x||].
- by case: (j == i); [apply: norm|split=> [x|]; [rewrite ler01 lexx|exists true]].
- by rewrite /noisy; case: (j == i); [apply: within|rewrite subrr normr0].
- by split=> [x|]; [rewrite /lie; case: ifP; rewrite ?ler01 ?lexx|exists (~~ b); rewrite /lie other].
rewrite /kept moved -/b !flat ?eqxx ?other /= => [|j /negbTE ji|j /negbTE ji]; first by ring.
  by rewrite /noisy ji.
by rewrite /lied ji /noisy ji.
Qed.
