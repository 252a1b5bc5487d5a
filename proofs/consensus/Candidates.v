(* Leaving one client out, the rest of it (consensus/new-redundancy-by-types, new-empty-runs, new-all-but-one,
   new-comparisons-suffice, new-largest-cluster): any number of clients, any sets of models.
   Modelled: client m accepts x if [S m x] and reports [R m]; everybody but [liar] reports the truth. A run without n returns
   a point that all the others report to accept; it returns nothing only if they report to accept no point in common.
   Not modelled: how a run finds a point; noise. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Require Import Classical.
From Incentives Require Import LeaveOneOut Clusters.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* What is true of the type of a point: who accepts it, and who reports to. Sets are convex if they hold what lies between. *)
Definition type (I : finType) (X : Type) (T : I -> X -> bool) x := [set m | T m x].
Definition order_convex (K : realFieldType) (C : K -> bool) := forall x y z, (x <= y)%R -> (y <= z)%R -> C x -> C z -> C y.

(* A statement about single points that is built from "client j accepts x" and "client j reports that it accepts x" is a
   relation P of two sets of clients. It is true in all worlds where any r can be spared exactly if it is true of every
   pair of types, the first of which has all M clients or fewer than M - r; and exactly if it is true in those worlds whose
   sets and reports are convex sets of numbers. *)
Lemma statements_by_types (I : finType) (r : nat) (P : {set I} -> {set I} -> Prop) (K : realFieldType) :
  let allowed := forall A B : {set I}, (#|A| = #|I| \/ #|A| + r < #|I|) -> P A B in
  ((forall (X : Type) (S R : I -> X -> bool), spares S r -> (exists w, agreed S w) -> forall x, P (type S x) (type R x)) <->
    allowed) /\
  ((forall S R : I -> K -> bool, (forall m, order_convex (S m)) -> (forall m, order_convex (R m)) -> spares S r ->
     (exists w, agreed S w) -> forall x, P (type S x) (type R x)) <-> allowed).
Proof.
have sound X (S R : I -> X -> bool) : (forall A B : {set I}, (#|A| = #|I| \/ #|A| + r < #|I|) -> P A B) ->
    spares S r -> (exists w, agreed S w) -> forall x, P (type S x) (type R x).
  move=> ok /redundancy_by_types spared _ x; apply: ok; case: (ltnP (#|type S x| + r) #|I|) => [|many]; first by right.
  left; apply/eqP; rewrite eqn_leq max_card leqNgt /=; apply/negP => few; exact: (spared x).
have few (A : {set I}) : (#|A| = #|I| \/ #|A| + r < #|I|) -> ~ (#|I| <= #|A| + r /\ #|A| < #|I|).
  by case=> [->|some] [many]; [rewrite ltnn|rewrite leqNgt some in many].
split; split=> [all A B /few {}few|ok]; try by move=> *; apply: sound.
- pose S (m : I) (x : bool) := x || (m \in A); pose R (m : I) (x : bool) := m \in B.
  have full (x : bool) : x -> type S x = setT by move=> e; apply/setP => m; rewrite !inE /S e.
  have part : type S false = A by apply/setP => m; rewrite inE.
  have spared : spares S r.
    by apply/redundancy_by_types => x; rewrite /accepting -/(type S x); case: x; [rewrite full // cardsT ltnn; case|rewrite part; exact: few].
  have := all bool S R spared _ false; rewrite part (_ : type R false = B); last by apply/setP => m; rewrite inE.
  by apply; exists true => m.
- pose S (m : I) (x : K) := (x == 0)%R || (m \in A); pose R (m : I) (x : K) := m \in B.
  have convex_S m : order_convex (S m).
    move=> x y z xy yz; rewrite /S; case: (m \in A); rewrite ?orbT ?orbF // => /eqP x0 /eqP z0.
    by rewrite eq_le -{1}z0 -x0 xy yz.
  have full (x : K) : x == 0%R -> type S x = setT by move=> e; apply/setP => m; rewrite !inE /S e.
  have part (x : K) : x != 0%R -> type S x = A by move=> /negPf e; apply/setP => m; rewrite !inE /S e.
  have spared : spares S r.
    apply/redundancy_by_types => x; rewrite /accepting -/(type S x).
    by have [/eqP/full ->|/part ->] := eqVneq x 0%R; [rewrite cardsT ltnn; case|exact: few].
  have := all S R convex_S _ spared _ 1%R; rewrite part ?oner_eq0 // (_ : type R 1%R = B); last by apply/setP => m; rewrite inE.
  by apply=> [m x y z _ _ //|]; exists 0%R => m; rewrite /S eqxx.
Qed.

Section Runs.
Variables (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) (run : I -> option X).
(* A run returns a point that all the others report to accept, or there is none. *)
Definition sound_runs := forall n, if run n is Some x then without R n x else ~ exists x, without R n x.
Definition candidate x := exists n, run n = Some x.
Hypothesis honest : forall m, m != liar -> R m =1 S m.
Hypothesis answers : sound_runs.

Lemma run_without_liar : (exists w, agreed S w) -> redundant S -> exists2 x, run liar = Some x & agreed S x.
Proof.
move=> [w W] red; have := answers liar; case: (run liar) => [x H|none].
  by exists x => //; apply: (red liar) => m ml; rewrite -honest ?H.
by case: none; exists w => m ml; rewrite honest.
Qed.

(* Comparisons: candidate n is kept if client n finds some other candidate no better; if none is kept, all are. *)
Local Open Scope ring_scope.
Variables (K : realDomainType) (F : I -> X -> K) (least : I -> K) (eps : K).
Definition kept n := exists x k y, [/\ run n = Some x, run k = Some y, k != n & F n x <= F n y].
Theorem comparisons_with_empty_runs : (forall m x, S m x = (F m x <= least m + eps)) ->
  (exists w, agreed S w) -> redundant S ->
  (exists2 x, run liar = Some x & agreed S x) /\
  forall n x, run n = Some x -> kept n \/ (forall k, ~ kept k) -> agreed S x.
Proof.
move=> means common red; have [z ez W] := run_without_liar common red; split=> [|n x e]; first by exists z.
have others m : m != n -> m != liar -> S m x by move=> mn ml; have := answers n; rewrite e -honest // => ->.
have [nl|nl] := eqVneq n liar; first by move: e; rewrite nl ez => -[<-].
case=> [[x' [k [y [ex ey kn no_better]]]]|none].
  apply: (red liar) => m ml; have [->|mn] := eqVneq m n; last exact: others.
  have Sy : S n y by have := answers k; rewrite ey -honest // => ->; rewrite // eq_sym.
  by move: no_better; rewrite means; move: ex; rewrite e => -[<-] /le_trans -> //; rewrite -means.
apply: (red n) => m mn; have [->|ml] := eqVneq m liar; last exact: others.
rewrite means; apply: (@le_trans _ _ (F liar z)); last by rewrite -means.
rewrite leNgt; apply/negP => worse; apply: (none liar); exists z, n, x; split=> //; exact: ltW.
Qed.
End Runs.

(* A run that contains the liar may have no common point, though every report accepts something; the run without it never
   fails. So failed runs can be treated as failed candidates: some candidate passes the true test. *)
Theorem empty_runs (I : finType) (liar : I) :
  (forall (X : Type) (S R : I -> X -> bool) (run : I -> option X), (forall m, m != liar -> R m =1 S m) -> sound_runs R run ->
    (exists w, agreed S w) -> redundant S -> exists2 x, run liar = Some x & agreed S x) /\
  forall n k, n != liar -> k != liar -> k != n ->
    exists (S R : I -> bool -> bool), [/\ forall m, m != liar -> R m =1 S m, exists w, agreed S w, redundant S,
      forall m, exists x, R m x & ~ exists x, without R n x].
Proof.
split=> [X S R run honest answers common red|n k nl kl kn]; first exact: (run_without_liar honest answers common red).
exists (fun _ x => x), (fun m x => if m == liar then ~~ x else x); split=> [m /negPf -> //||m x H j||[x H]].
- by exists true.
- by have [e|e] := eqVneq m n; [apply: (H k); rewrite e|apply: (H n); rewrite eq_sym].
- by move=> m; exists (m != liar); case: (m == liar).
by have := H liar; have := H k kn; rewrite (negPf kl) eqxx eq_sym => -> /(_ nl).
Qed.

(* Accept a candidate that passes at all clients but one, each of whom answers for itself. If any two can be spared, the one
   made without the liar is accepted and everything accepted is right; under Assumption 3 alone a wrong one is accepted. *)
Theorem all_but_one_and_no_less (I : finType) (liar b : I) : b != liar ->
  let accepted (X : Type) (answer : I -> X -> bool) x := #|I| <= #|[set m | answer m x]| + 1 in
  (forall (X : Type) (S R answer : I -> X -> bool), (forall m, m != liar -> R m =1 S m) ->
    (forall m, m != liar -> answer m =1 S m) -> spares S 2 ->
    (forall x, without R liar x -> accepted X answer x) /\
    forall x, accepted X answer x -> agreed S x) /\
  exists (S R : I -> bool -> bool), [/\ forall m, m != liar -> R m =1 S m, exists w, agreed S w, redundant S &
    exists2 x, without R b x & accepted bool R x /\ ~ agreed S x].
Proof.
move=> bl accepted; split=> [X S R answer honest true two|].
  have [right all_right] := all_but_one true two; split=> [x H|]; last exact: right.
  apply: all_right; apply: (two [set liar]) => [|m]; first by rewrite cards1.
  by rewrite inE => ml; rewrite -honest ?H.
exists (fun m x => x || (m != liar) && (m != b)), (fun m x => x || (m != b)); split.
- by move=> m ml x; rewrite ml.
- by exists true.
- move=> n [] // H m; have := H liar; have := H b; rewrite !eqxx andbF /=.
  have [<-|_] := eqVneq b n; last by move/(_ isT).
  by move=> _; rewrite eq_sym bl => /(_ isT).
exists false => [m /= -> //|]; split; last by move=> /(_ b); rewrite eqxx andbF.
rewrite /accepted (_ : [set m | _] = ~: [set b]); last by apply/setP => m; rewrite !inE.
by rewrite cardsCs setCK cards1 subnK //; apply/card_gt0P; exists b.
Qed.

(* Two can be spared: the model of a largest cluster among all minimal outputs lies in W, whatever one client reports. *)
Theorem largest_cluster_is_right (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) k (x : 'I_k -> X) (a : I -> 'I_k) i :
  (forall m, m != liar -> R m =1 S m) -> (exists w, agreed S w) -> spares S 2 ->
  minimal (fun m y => R m y) x a ->
  (forall k' (x' : 'I_k' -> X) (a' : I -> 'I_k') i', minimal (fun m y => R m y) x' a' ->
    #|[set m | a' m == i']| <= #|[set m | a m == i]|) -> agreed S (x i).
Proof.
move=> honest [w W] two [ok least] largest.
have many : #|I| <= #|[set m | a m == i]| + 1.
  have [[y H]|none] := classic (exists y, forall m, R m y).
    apply: leq_trans (leq_addr _ _); have := largest 1 (fun=> y) (fun=> ord0) ord0.
    rewrite (_ : [set m | _] = setT) ?cardsT; last by apply/setP => m; rewrite !inE.
    by apply; split=> [m|k' [x' [a' _]]]; [exact: H|case: k' x' a' => // x' a'; case: (a' liar)].
  pose x2 (j : 'I_2) := if j == ord0 then w else x (a liar).
  pose a2 m := if m == liar then ord_max else ord0 : 'I_2.
  have two_models : minimal (fun m y => R m y) x2 a2.
    by apply: (outlier none); [move=> m ml; rewrite honest|exact: ok].
  have := largest 2 x2 a2 ord0 two_models.
  rewrite (_ : [set m | _] = ~: [set liar]); last by apply/setP => m; rewrite !inE /a2; case: (m == liar).
  by rewrite cardsCs setCK cards1 leq_subLR addnC.
apply: (two (liar |: ~: [set m | a m == i])) => [|m].
  rewrite cardsU1; apply: (@leq_add _ _ 1 1); [by case: (_ \notin _)|by rewrite cardsCs setCK leq_subLR].
by rewrite !inE negb_or negbK => /andP[ml /eqP <-]; rewrite -honest //; apply: ok.
Qed.
