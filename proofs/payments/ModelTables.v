(* Tables of models: which one chooses, which one charges, and what is estimated from samples
  (payments/new-runs-without,
   new-appeals, new-two-tables, new-payment-interval, new-payment-biased-up). Any models, any ordered ring.
   Modelled: from one group's side. [v m] is what the model m is worth to the group at its true type, [others m]
     what m is worth
   to the others minus the penalty. A table is a set of models.
   Not modelled: how the models are trained, and the laws of the errors of samples. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Best.
Variables (K : realDomainType) (Model : Type).
Definition best_in (table : Model -> Prop) (welfare : Model -> K) m := table m /\ forall m', table m' -> welfare m'
  <= welfare m.
Definition largest (J : Type) (g : J -> K) top := (exists j, g j = top) /\ forall j, g j <= top.
End Best.

(* A run without the group: [alone] is the table of that run, [table] the one of the choice, [all] any larger set of
  models. In
   order: what a truthful group keeps; nothing is lost if the table holds the other one, or the optimum for the
     reports; whatever
   model is chosen, a payment is at least minus what the run without the group misses; and the first bound is
   attained. *)
Theorem left_out_runs (K : realDomainType) :
  (forall (Model : Type) (table alone all : Model -> Prop) (v others : Model -> K) (chosen best0 top : Model),
     best_in table (fun m => v m + others m) chosen -> best_in alone others best0 -> best_in table others top ->
     (forall m, 0 <= v m) ->
     let kept := v chosen - (others best0 - others chosen) in
     [/\ - Num.max 0 (others best0 - others top) <= kept,
         (forall m, alone m -> table m) -> 0 <= kept,
         forall opt, (forall m, alone m -> all m) -> table opt -> best_in all (fun m => v m + others m) opt -> 0 <=
           kept &
         forall any opt0 missed, all any -> best_in all others opt0 ->
           others opt0 - others best0 <= missed -> - missed <= others best0 - others any]) /\
  exists (table alone : bool -> Prop) (v others : bool -> K) (chosen best0 top : bool),
    [/\ best_in table (fun m => v m + others m) chosen /\ best_in alone others best0, best_in table others top,
        forall m, 0 <= v m, 0 < others best0 - others top &
        v chosen - (others best0 - others chosen) = - (others best0 - others top)].
Proof.
split=> [Model table alone all v others chosen best0 top [inc best_c] [in0 best_0] [int best_t] pos kept|].
  have more m : table m -> - (others best0 - others m) <= kept.
    by move=> inm; apply: (by2 (best_c m inm) (pos m)); rewrite /kept; ring.
  split=> [|sub|opt sub ino [_ best_o]|any opt0 missed ina [_ best_all] short].
  - by apply: le_trans (more top int); rewrite ler_opp2 le_maxr lexx orbT.
  - by apply: (by2 (best_c _ (sub _ in0)) (pos best0)); rewrite /kept; ring.
  - apply: (by2 (le_trans (best_o _ (sub _ in0)) (best_c _ ino)) (pos best0)); rewrite /kept; ring.
  by apply: (by2 short (best_all _ ina)); ring.
exists (fun m => m = false), (fun=> True), (fun=> 0), (fun m => m%:R), false, true, false.
have flat b : best_in (fun m : bool => m = false) (fun m => b + m%:R : K) false by split=> // m ->.
split=> [|||//|]; rewrite ?subr0 ?ltr01 ?sub0r //.
  by split; [apply: flat|split=> // -[]; rewrite ?lexx ?ler01].
by split=> // m ->.
Qed.

(* Appeals. [run a] is the model trained as if the group had reported a, one for each report; [base] holds the
  models that
   are made in any case. After the report r with the appeals in the list L the table holds all of these, and the
     best one for r is
   chosen; the group pays h minus what the others get. Truth, with the lie as an appeal, leaves at least as much as
     the lie. *)
Theorem appeals (K : realDomainType) (Type_ : eqType) (Model : Type) (v : Type_ -> Model -> K) (others : Model -> K)
    (run : Type_ -> Model) (base : Model -> Prop) (choice : Type_ -> seq Type_ -> Model) :
  let table r (L : seq Type_) m := base m \/ exists2 a, a \in r :: L & m = run a in
  (forall r L, best_in (table r L) (fun m => v r m + others m) (choice r L)) ->
  forall (t s : Type_) (L : seq Type_) (h : K),
    v t (choice s L) - (h - others (choice s L)) <= v t (choice t (s :: L)) - (h - others (choice t (s :: L))).
Proof.
move=> table best t s L h; have [inc _] := best s L; have [_ top] := best t (s :: L).
suff inside : table t (s :: L) (choice s L) by apply: (by1 (top _ inside)); ring.
by case: inc => [?|[a ina ->]]; [left|right; exists a => //; rewrite inE ina orbT].
Qed.

(* One table chooses and another one charges. [vA t m + oA m] is the welfare of the first, [vB t m + oB m] that of
  the second. A
   lie gains, measured in the second, at most the range of the difference; the bound is attained; and a payment
     whose first term
   is the best of one table, while its second is from the other one, can be negative. *)
Theorem two_tables (K : realDomainType) :
  [/\ forall (Type_ Model : Type) (menu : Model -> Prop) (vA vB : Type_ -> Model -> K) (oA oB : Model -> K)
        (f : Type_ -> Model) (t : Type_) (range : K), (forall r, best_in menu (fun m => vA r m + oA m) (f r)) ->
        (forall m m', menu m -> menu m' -> vB t m + oB m - (vA t m + oA m) - (vB t m' + oB m' - (vA t m' + oA m'))
          <= range) ->
        forall r h, vB t (f r) - (h - oB (f r)) <= vB t (f t) - (h - oB (f t)) + range,
      forall range : K, 0 <= range -> exists (v : bool -> bool -> K) (oA oB : bool -> K) (f : bool -> bool) (t r :
        bool),
        [/\ forall x, best_in (fun=> True) (fun m => v x m + oA m) (f x),
            forall m m', v t m + oB m - (v t m + oA m) - (v t m' + oB m' - (v t m' + oA m')) <= range &
            forall h, v t (f r) - (h - oB (f r)) = v t (f t) - (h - oB (f t)) + range] &
      exists (v oA oB : bool -> K) (chosen best0 : bool), [/\ best_in (fun=> True) (fun m => v m + oA m) chosen,
        best_in (fun=> True) oA best0 & oA best0 - oB chosen < 0]].
Proof.
split=> [Type_ Model menu vA vB oA oB f t range best wide r h|range r0|].
- have [inr _] := best r; have [int top] := best t.
  by apply: (by2 (wide _ _ inr int) (top _ inr)); ring.
- exists (fun _ _ => 0), (fun=> 0), (fun m => if m then range else 0), id, false, true.
  split=> [x|m m'|h]; [by split=> // m _; rewrite lexx| |by rewrite /=; ring].
  rewrite !add0r !subr0; case: m m' => -[]; rewrite ?subrr ?subr0 //.
  by rewrite sub0r (le_trans _ r0) // oppr_le0.
exists (fun=> 0), (fun=> 0), (fun=> 1), true, true.
by split; [split=> // m _; rewrite lexx|split=> // m _; rewrite lexx|rewrite sub0r oppr_lt0 ltr01].
Qed.

Section Samples.
Variables (K : realDomainType) (J : finType).
Implicit Types (lead estimate error : J -> K).

(* A payment is the largest lead of a model over the chosen one for the others. If each estimate is within its
  error, and the
   chosen model has neither, the payment lies between the largest lower end, which is not negative, and the largest
     upper end. *)
Theorem payment_interval lead estimate error (k : J) (payment lower upper : K) :
  (forall j, `|estimate j - lead j| <= error j) -> estimate k = 0 -> error k = 0 ->
  largest lead payment -> largest (fun j => estimate j - error j) lower -> largest (fun j => estimate j + error j)
    upper ->
  [/\ 0 <= lower, lower <= payment & payment <= upper].
Proof.
move=> close ek dk [[j lj] top] [[a la] low] [[b ub] up]; split.
- by have := low k; rewrite ek dk subr0.
- rewrite -la; apply: le_trans (top a); rewrite ler_subl_addl -ler_subl_addr.
  exact: le_trans (ler_norm _) (close a).
have := close j; rewrite ler_norml => /andP[lo _].
by rewrite -lj; apply: le_trans (up j); apply: (by1 lo); ring.
Qed.

(* Unbiased estimates of the leads overcharge on average. *)
Theorem payment_biased_up (S : finType) (chance : S -> K) (estimate : S -> J -> K) lead (charged : S -> K) (payment
  : K) :
  (forall s, 0 <= chance s) -> (forall j, \sum_s chance s * estimate s j = lead j) -> largest lead payment ->
  (forall s, largest (estimate s) (charged s)) -> payment <= \sum_s chance s * charged s.
Proof.
move=> pos unbiased [[j <-] _] tops; rewrite -unbiased; apply: ler_sum => s _.
by apply: ler_wpmul2l => //; have [_] := tops s; apply.
Qed.
End Samples.
