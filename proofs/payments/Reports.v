(* Reports that come to the same, and legal ones (payments/new-normalising-weighs, new-mixture-is-size,
  new-mixture-not-monotone,
   prose-c-legal, prose-3-disconnected, definition-reward-models). Any finite number of outcomes and groups, any
     ordered field.
   Modelled: models are distributions out of any set, welfare is the weighted sum of valuations minus any function D
     of the model;
   a payment is what the others lose, [others (without) - others (chosen)], so that it depends on the chosen model only.
   A legal size is a whole number from 1 to a bound, where it matters. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence Fees Stretching Repairs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Same.
Variables (K : realFieldType) (X : finType) (menu : (X -> K) -> Prop) (D : (X -> K) -> K).
Hypothesis sub : forall m, menu m -> distribution m.

Lemma mean_affine m (reward : X -> K) a b : distribution m -> mean m (fun x => a * reward x + b) = a * mean m reward
  + b.
Proof.
move=> [_ one]; rewrite -[b in RHS]mul1r -one mulr_suml /mean mulr_sumr -big_split /=.
by apply: eq_bigr => x _; ring.
Qed.

(* Rewards scaled to [0, 1] with sizes w give the same models and payments as raw rewards with sizes w over the
  range. *)
Theorem normalising_weighs (I : finType) (raw : I -> X -> K) (w low high : I -> K) : (forall i, low i < high i) ->
  let scaled i x := (raw i x - low i) / (high i - low i) in
  let weight i := w i / (high i - low i) in
  let best (P : pred I) (reward : I -> X -> K) (v : I -> K) m :=
    menu m /\ forall m', menu m' -> \sum_(i | P i) v i * mean m' (reward i) - D m' <= \sum_(i | P i) v i * mean m
      (reward i) - D m in
  let others i (reward : I -> X -> K) (v : I -> K) m := \sum_(j | j != i) v j * mean m (reward j) - D m in
  (forall P m, best P scaled w m <-> best P raw weight m) /\
  forall i m m', menu m -> menu m' ->
    others i scaled w m - others i scaled w m' = others i raw weight m - others i raw weight m'.
Proof.
move=> spread scaled weight best others.
have shifted (P : pred I) m : menu m -> \sum_(i | P i) w i * mean m (scaled i) =
    \sum_(i | P i) weight i * mean m (raw i) - \sum_(i | P i) weight i * low i.
  move=> inm; rewrite -sumrB; apply: eq_bigr => i _; have gn : high i - low i != 0 by rewrite gt_eqF // subr_gt0.
  have -> : mean m (scaled i) = mean m (fun x => (high i - low i)^-1 * raw i x + - (low i / (high i - low i))).
    by apply: eq_bigr => x _; rewrite /scaled; field.
  by rewrite (mean_affine _ _ _ (sub inm)) /weight; field.
split=> [P m|i m m' inm inm']; last by rewrite /others !shifted //; ring.
split=> -[inm top]; split=> // m' inm'; have := top m' inm'; rewrite !shifted // => H; apply: (by1 H); ring.
Qed.

(* The other group's reward is a + b times the own one. Then the mixture beta has the same best models as the size
  alpha; a
   payment depends on the model only. For opposed rewards it never rises until beta = 1/2 and never falls after it. *)
Theorem mixture_is_size (R0 rm : X -> K) (w a b : K) : 0 < w ->
  let mixture (a b beta : K) x := R0 x + w * (beta * rm x + (1 - beta) * (a + b * rm x)) in
  (forall beta m, best_for menu D (mixture a b beta) m <-> best_for menu D (truth R0 (w * (b + (1 - b) * beta)) rm)
    m) /\
  forall (f : K -> X -> K) (h : K), (forall beta, best_for menu D (mixture a (- 1) beta) (f beta)) ->
    let paid beta := h - (mean (f beta) R0 - D (f beta)) in
    (forall s t, s < t -> t <= 2%:R^-1 -> paid t <= paid s) /\ (forall s t, s < t -> 2%:R^-1 <= s -> paid s <= paid t).
Proof.
move=> w0 mixture; have line m b' beta : menu m ->
    mean m (mixture a b' beta) = mean m (truth R0 (w * (b' + (1 - b') * beta)) rm) + w * ((1 - beta) * a).
  move=> inm; rewrite -[X in X + _]mul1r -(mean_affine _ _ _ (sub inm)).
  by apply: eq_bigr => x _; rewrite /mixture /truth; ring.
split=> [beta m|f h best paid].
  by split=> -[inm top]; split=> // m' inm'; have := top m' inm'; rewrite !line // => H; apply: (by1 H); ring.
have in_f t : menu (f t) by have [] := best t.
pose o m := mean m R0 - D m; pose v m := mean m rm.
have at_best t m : menu m -> w * (t + t - 1) * v m + o m <= w * (t + t - 1) * v (f t) + o (f t).
  move=> inm; have [_ top] := best t; have := top m inm; rewrite !line // !mean_truth /o /v => H; apply: (by1 H); ring.
have up s t : s < t -> v (f s) <= v (f t).
  move=> st; apply: (@weighted_more K (X -> K) menu v o (w * (s + s - 1)) (w * (t + t - 1))) => //; try exact: at_best.
  by rewrite ltr_pmul2l // ltr_add2r ltr_add.
have side s t : s < t -> o (f t) - o (f s) = (w * (t + t - 1) * v (f t) + o (f t) - (w * (t + t - 1) * v (f s) + o
  (f s))) +
    w * (1 - (t + t)) * (v (f t) - v (f s)) by move=> _; ring.
split=> s t st half; rewrite -subr_ge0.
  have -> : paid s - paid t = o (f t) - o (f s) by rewrite /paid /o; ring.
  rewrite side // addr_ge0 ?subr_ge0 ?at_best // mulr_ge0 ?subr_ge0 ?up // mulr_ge0 ?(ltW w0) // subr_ge0.
  by rewrite -mulr2n -mulr_natr -ler_pdivl_mulr ?ltr0n // mul1r.
have -> : paid t - paid s = (w * (s + s - 1) * v (f s) + o (f s) - (w * (s + s - 1) * v (f t) + o (f t))) +
    w * (s + s - 1) * (v (f t) - v (f s)) by rewrite /paid /o; ring.
rewrite addr_ge0 ?subr_ge0 ?at_best // mulr_ge0 ?subr_ge0 ?up // mulr_ge0 ?(ltW w0) // subr_ge0.
by rewrite -mulr2n -mulr_natr -ler_pdivr_mulr ?ltr0n // mul1r.
Qed.
End Same.

Lemma maximum_mixtures (K : realFieldType) (X : finType) (rm1 rm2 : X -> K) (beta : K) :
  let mixed x := beta * rm1 x + (1 - beta) * rm2 x in
  normalised Maximum rm1 -> normalised Maximum rm2 -> 0 < beta < 1 ->
  normalised Maximum mixed <-> exists x, rm1 x = 1 /\ rm2 x = 1.
Proof.
move=> mixed [u1 _] [u2 _] /andP[b0 b1].
have c0 : 0 < 1 - beta by rewrite subr_gt0.
split=> [[_ [x]]|[x [r1 r2]]].
  rewrite /mixed => top; exists x; have /andP[_ h1] := u1 x; have /andP[_ h2] := u2 x.
  have : beta * (1 - rm1 x) + (1 - beta) * (1 - rm2 x) = 0.
    have -> : beta * (1 - rm1 x) + (1 - beta) * (1 - rm2 x) = 1 - (beta * rm1 x + (1 - beta) * rm2 x) by ring.
    by rewrite top subrr.
  have A : 0 <= beta * (1 - rm1 x) by rewrite mulr_ge0 ?(ltW b0) ?subr_ge0.
  have B : 0 <= (1 - beta) * (1 - rm2 x) by rewrite mulr_ge0 ?(ltW c0) ?subr_ge0.
  move/eqP; rewrite paddr_eq0 // !mulf_eq0 (gt_eqF b0) (gt_eqF c0) /= !subr_eq0 => /andP[/eqP <- /eqP <-].
  by [].
split=> [y|]; last by exists x; rewrite /mixed r1 r2 !mulr1 addrC subrK.
have /andP[l1 h1] := u1 y; have /andP[l2 h2] := u2 y.
rewrite /mixed addr_ge0 ?mulr_ge0 ?(ltW b0) ?(ltW c0) //= -[X in _ <= X](subrK beta 1) addrC.
by rewrite ler_add // -[X in _ <= X]mulr1 ler_wpmul2l ?(ltW b0) ?(ltW c0).
Qed.
Lemma sum_mixtures (K : realFieldType) (X : finType) (rm1 rm2 : X -> K) (beta : K) :
  let mixed x := beta * rm1 x + (1 - beta) * rm2 x in
  normalised Sum rm1 -> normalised Sum rm2 -> 0 <= beta <= 1 -> normalised Sum mixed.
Proof.
move=> mixed [p1 o1] [p2 o2] /andP[b0 b1].
split=> [x|]; first by rewrite addr_ge0 ?mulr_ge0 ?subr_ge0.
by rewrite /mixed big_split /= -!mulr_sumr o1 o2 !mulr1 addrC subrK.
Qed.

(* Legal reports: a normalised reward with a whole number from 1 to the bound as the size. A size report is legal
   exactly if its size is such a number. With rewards normalised by the maximum a mixture is legal exactly if the two
   have a best outcome in common; with rewards normalised by the sum it always is. *)
Definition legal_report (K : realFieldType) (X : finType) sc (bound : nat) (report : (X -> K) * K) :=
  normalised sc report.1 /\ exists n : nat, (1 <= n <= bound)%N /\ report.2 = n%:R.

Theorem legal_mixtures (K : realFieldType) (X : finType) (bound : nat) (rm1 rm2 : X -> K) (w alpha beta : K) :
  let mixed x := beta * rm1 x + (1 - beta) * rm2 x in
  [/\ forall sc, legal_report sc bound (rm1, w) -> legal_report sc bound (rm1, alpha * w) <->
        exists n : nat, (1 <= n <= bound)%N /\ alpha * w = n%:R,
      legal_report Maximum bound (rm1, w) -> normalised Maximum rm2 -> 0 < beta < 1 ->
        legal_report Maximum bound (mixed, w) <-> exists x, rm1 x = 1 /\ rm2 x = 1 &
      legal_report Sum bound (rm1, w) -> normalised Sum rm2 -> 0 <= beta <= 1 -> legal_report Sum bound (mixed, w)].
Proof.
move=> mixed; split=> [sc [own _]|[own size] other range|[own size] other range].
- by split=> [[]|].
- have both : normalised Maximum mixed <-> exists x, rm1 x = 1 /\ rm2 x = 1 by exact: maximum_mixtures.
  by split=> [[/both]|/both].
by split=> //; exact: sum_mixtures.
Qed.

(* Sizes are whole numbers, so weighted rewards of different sizes are at least 1 apart: in some outcome, or in sum. *)
Theorem sizes_apart (K : realFieldType) (X : finType) sc (rm rm' : X -> K) (n n' : nat) : (n' < n)%N ->
  normalised sc rm -> normalised sc rm' ->
  match sc with
  | Maximum => exists x, 1 <= n%:R * rm x - n'%:R * rm' x
  | Sum => 1 <= \sum_x `|n%:R * rm x - n'%:R * rm' x|
  end.
Proof.
move=> more; have step : n'%:R + 1 <= n%:R :> K by rewrite -[1]/(1%:R) -natrD addn1 ler_nat.
case: sc => /= -[pos top] [pos' top'].
  have [x rx] := top; exists x; rewrite rx mulr1; apply: (by2 step (_ : n'%:R * rm' x <= n'%:R)); last by ring.
  by have /andP[_ r1] := pos' x; rewrite -[X in _ <= X]mulr1 ler_wpmul2l // ler0n.
apply: (@le_trans _ _ (\sum_x (n%:R * rm x - n'%:R * rm' x))); last by apply: ler_sum => x _; apply: ler_norm.
by rewrite sumrB -!mulr_sumr top top' !mulr1; apply: (by1 step); ring.
Qed.

(* Each domain holds one constant, and only the indicators of single outcomes belong to both. *)
Theorem domains (K : realFieldType) (X : finType) (x0 : X) (rm : X -> K) :
  [/\ forall c : K, normalised Maximum (fun _ : X => c) <-> c = 1, forall c : K, normalised Sum (fun _ : X => c) <->
    c = #|X|%:R^-1 &
      normalised Maximum rm /\ normalised Sum rm <-> exists x, forall y, rm y = (y == x)%:R].
Proof.
have card : #|X|%:R != 0 :> K by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists x0.
have total (c : K) : \sum_(x : X) c = #|X|%:R * c by rewrite mulr_natl sumr_const (@eq_card _ _ X).
split=> [c|c|].
- by split=> [[_ [_ ->]] //|->]; split=> [_|]; [rewrite ler01 lexx|exists x0].
- split=> [[_ /eqP]|->]; first by rewrite total => /eqP E; apply: (mulfI card); rewrite E divff.
  by split=> [_|]; rewrite ?invr_ge0 ?ler0n // total divff.
split=> [[[unit [x rx]] [pos one]]|[x E]].
  exists x => y; have [->|yx] := eqVneq y x; first by rewrite rx.
  move/eqP: one; rewrite (bigD1 x) //= rx -subr_eq0 addrAC subrr add0r psumr_eq0 // => /allP/(_ y (mem_index_enum y)).
  by rewrite yx => /eqP.
have unit y : 0 <= rm y <= 1 by rewrite E; case: (y == x); rewrite ?lexx ?ler01.
have rx : rm x = 1 by rewrite E eqxx.
split; first by split=> //; exists x.
split=> [y|]; first by have /andP[] := unit y.
by rewrite (bigD1 x) //= rx big1 ?addr0 // => y yx; rewrite E (negbTE yx).
Qed.
