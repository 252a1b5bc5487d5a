(* Leaving one client out, for any number of clients and any sets of models (consensus/new-redundancy-by-types,
   new-reports-only-shrink, new-empty-runs, new-harm-does-not-pay, new-slack, new-all-but-one, new-comparisons-suffice,
   new-relative-test, new-nested-sets, new-two-clients-or-two-points).
   Modelled: clients are a finite set I; client m accepts the model x if [S m x], [R m] is what it reports; everybody but
   [liar] reports the truth. A run without client n returns a point that all the others report to accept.
   Not modelled: how a run finds such a point; it is an arbitrary point of that kind. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Redundancy.
Variables (I : finType) (X : Type) (S : I -> X -> bool).
Definition agreed x := forall m, S m x.                                 (* the agreement set W *)
Definition without (T : I -> X -> bool) n x := forall m, m != n -> T m x.
Definition redundant := forall n x, without S n x -> agreed x.          (* Assumption 3 *)
Definition spares r := forall (A : {set I}) x, #|A| <= r -> (forall m, m \notin A -> S m x) -> agreed x.
Definition accepting x := #|[set m | S m x]|.

Lemma accepting_all x : agreed x <-> accepting x = #|I|.
Proof.
rewrite /accepting; split=> [H|H m]; first by rewrite -cardsT; congr #|pred_of_set _|; apply/setP => m; rewrite !inE H.
have : [set m | S m x] == setT by rewrite eqEcard subsetT cardsT H leqnn.
by move=> /eqP /setP /(_ m); rewrite !inE.
Qed.

(* Any r clients, or fewer, can be spared exactly if no point is accepted by M - r to M - 1 clients. *)
Theorem redundancy_by_types r : spares r <-> forall x, ~ (#|I| <= accepting x + r /\ accepting x < #|I|).
Proof.
split=> [H x [many few]|H A x cA inA].
  have /accepting_all E : agreed x.
    apply: (H (~: [set m | S m x])) => [|m]; last by rewrite !inE negbK.
    by rewrite cardsCs setCK leq_subLR.
  by rewrite E ltnn in few.
apply/accepting_all/eqP; rewrite eqn_leq max_card leqNgt /=; apply/negP => few; apply: (H x); split=> //.
have /subset_leq_card : ~: A \subset [set m | S m x] by apply/subsetP => m; rewrite !inE => /inA.
by rewrite cardsCs setCK leq_subLR addnC => /leq_trans; apply; rewrite leq_add2l.
Qed.

Section OneLiar.
Variables (R : I -> X -> bool) (liar : I).
Hypothesis honest : forall m, m != liar -> R m =1 S m.

(* The intersection of all reports lies in the agreement set. *)
Theorem reports_only_shrink x : redundant -> (forall m, R m x) -> agreed x.
Proof. by move=> red H; apply: (red liar) => m mn; rewrite -honest. Qed.

(* The run without the liar always has a result, and it serves everybody. *)
Theorem run_without_the_liar : (exists x, agreed x) -> redundant ->
  (exists x, without R liar x) /\ forall x, without R liar x -> agreed x.
Proof.
move=> [w W] red; split; first by exists w => m mn; rewrite honest.
by move=> x H; apply: (red liar) => m mn; rewrite -honest ?H.
Qed.

(* A candidate that harms somebody lies outside the liar's own set. *)
Theorem harm_does_not_pay n x : redundant -> without R n x -> ~ agreed x -> ~~ S liar x.
Proof.
move=> red H nW; apply/negP => inL; apply: nW; apply: (red n) => m mn.
by have [->//|ml] := eqVneq m liar; rewrite -honest ?H.
Qed.

(* So whoever fails the test of a run without n, beside n itself, is the liar. *)
Lemma only_the_liar_fails n m x : without R n x -> m != n -> ~~ S m x -> m = liar.
Proof. by move=> H mn; apply: contraNeq => ml; rewrite -honest ?H. Qed.

(* If the others' agreement lies in wider sets, so does every candidate that passes there (Assumption 3 with slack). *)
Theorem slack (V : X -> Prop) : (forall n x, without S n x -> V x) ->
  forall x, without R liar x -> V x.
Proof. by move=> wide x H; apply: (wide liar) => m mn; rewrite -honest ?H. Qed.

(* Without trust: if any two can be spared, a point that passes at all but one of the clients who answer is right. *)
Theorem all_but_one (answer : I -> X -> bool) : (forall m, m != liar -> answer m =1 S m) -> spares 2 ->
  (forall x, #|I| <= #|[set m | answer m x]| + 1 -> agreed x) /\
  (forall x, agreed x -> #|I| <= #|[set m | answer m x]| + 1).
Proof.
move=> true two; split=> x.
  move=> H; apply: (two (liar |: ~: [set m | answer m x])) => [|m].
    by rewrite cardsU1; apply: (@leq_add _ _ 1 1); [case: (_ \notin _)|rewrite cardsCs setCK leq_subLR].
  by rewrite !inE negb_or negbK => /andP[ml]; rewrite true.
move=> W; have /subset_leq_card : ~: [set liar] \subset [set m | answer m x].
  by apply/subsetP => m; rewrite !inE => ml; rewrite true.
by rewrite cardsCs setCK cards1 leq_subLR addnC.
Qed.
End OneLiar.

(* Nested sets: whoever is left out, another client has the agreement set, so the smallest set is there twice. *)
Theorem nested_sets : (1 < #|I|) -> redundant ->
  (forall m n, (forall x, S m x -> S n x) \/ (forall x, S n x -> S m x)) ->
  forall m, exists2 k, k != m & forall x, S k x <-> agreed x.
Proof.
move=> two red chain m.
have [k km least] : exists2 k, k != m & forall n, n != m -> forall x, S k x -> S n x.
  pose others := [set n | n != m].
  have nonempty : others != set0.
    have /card_gt0P [k] : 0 < #|predC1 m| by rewrite cardC1 -ltnS prednK // (ltn_trans _ two).
    rewrite inE => km; apply/set0Pn; exists k; by rewrite inE.
  have : forall s : seq I, (forall n, n \in s -> n != m) -> s != [::] ->
      exists2 k, k \in s & forall n, n \in s -> forall x, S k x -> S n x.
    elim=> [//|a s IH] sub _; case: s IH sub => [|b s] IH sub.
      by exists a; rewrite ?mem_head // => n; rewrite inE => /eqP ->.
    have [|//|k ks least] := IH _ _; first by move=> n ns; apply: sub; rewrite inE ns orbT.
    case: (chain a k) => H; [exists a; rewrite ?mem_head // | exists k; first by rewrite inE ks orbT] => n.
      by rewrite inE => /orP[/eqP -> //|ns] x /H /(least _ ns).
    by rewrite inE => /orP[/eqP -> x /H //|ns] x /(least _ ns).
  move=> choice; have [n||k ko least] := choice (enum others).
  - by rewrite mem_enum inE.
  - by apply: contraNneq nonempty => e; apply/eqP/setP => y; rewrite -mem_enum e inE.
  exists k => [|n nm]; first by move: ko; rewrite mem_enum inE.
  by apply: least; rewrite mem_enum inE.
exists k => // x; split=> [Sk|W]; last exact: W.
by apply: (red m) => n nm; apply: least Sk.
Qed.

(* Two clients: each set is the agreement set, so nothing can be spoiled. *)
Theorem two_clients (a b : I) : (forall m, m = a \/ m = b) -> redundant ->
  forall m x, S m x <-> agreed x.
Proof.
move=> both red m x; split=> [Sm|]; last exact.
by case: (both m) Sm => -> Sm; [apply: (red b)|apply: (red a)] => n; case: (both n) => ->; rewrite ?eqxx.
Qed.
End Redundancy.

Section Values.
Local Open Scope ring_scope.
Variables (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K) (eps : K).
Definition content t m x := F m x <= least m + t.                      (* S_m at the tolerance t *)
Definition serves t x := forall m, content t m x.
Variables (run : I -> X) (liar : I).
Hypothesis optimal : forall m x, least m <= F m x.
Hypothesis redundant_values : forall n x, (forall m, m != n -> content eps m x) -> serves eps x.

(* A test without known optima: at most eps worse, for everybody, than every candidate. Only the run without the liar is
   known to serve the others; the other runs may return anything. *)
Definition passes x := forall m n, F m x <= F m (run n) + eps.

Theorem relative_test : (forall m, m != liar -> content eps m (run liar)) ->
  passes (run liar) /\ forall x, passes x -> serves (eps + eps) x.
Proof.
move=> truthful; have served := redundant_values truthful.
split=> [m n|x ok m]; first by apply: (le_trans (served m)); rewrite ler_add2r optimal.
by apply: (le_trans (ok m liar)); rewrite addrA ler_add2r; apply: served.
Qed.

(* A sound oracle: the run without n returns a point that every truthful client but n accepts. Candidate n is kept if some
   other candidate is no better for client n; if that keeps none, all are kept. *)
Definition kept n := exists2 k, k != n & F n (run n) <= F n (run k).

Theorem comparisons_suffice : (forall n m, m != n -> m != liar -> content eps m (run n)) ->
  (forall n, kept n -> serves eps (run n)) /\ ((forall n, ~ kept n) -> forall n, serves eps (run n)).
Proof.
move=> sound; have liar_left_out : serves eps (run liar) by apply: (redundant_values (n := liar)) => m ml; apply: sound.
split=> [n [k kn no_better]|none n].
  have [->//|nl] := eqVneq n liar; apply: (redundant_values (n := liar)) => m ml.
  have [->|mn] := eqVneq m n; last exact: sound.
  by apply: (le_trans no_better); apply: sound => //; rewrite eq_sym.
have [->//|nl] := eqVneq n liar; apply: (redundant_values (n := n)) => m mn.
have [->|ml] := eqVneq m liar; last exact: sound.
apply: (le_trans _ (liar_left_out liar)); rewrite leNgt; apply/negP => worse.
by apply: (none liar); exists n => //; apply: ltW.
Qed.
End Values.

(* What is needed: the common point, redundancy, and the honesty of the others. *)
Lemma other (n : 'I_2) : exists m : 'I_2, m != n.
Proof. by exists (if n == ord0 then ord_max else ord0); case: (eqVneq n ord0) => [->|]; rewrite // eq_sym. Qed.
Lemma alike (X : Type) (T : X -> bool) : redundant (fun (_ : 'I_2) x => T x).
Proof. by move=> n x K m; have [k kn] := other n; apply: (K k). Qed.

Theorem run_without_the_liar_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m : I, m != liar -> R m =1 S m) -> True -> redundant S ->
  (exists x : X, without R liar x) /\ (forall x : X, without R liar x -> agreed S x)).
Proof.
move=> H; pose S (_ : 'I_2) (x : unit) := false.
have [[x bad] _] := H _ _ S S ord0 (fun _ _ _ => erefl) I (@alike unit xpred0).
by have := bad ord_max isT.
Qed.
Theorem run_without_the_liar_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m : I, m != liar -> R m =1 S m) -> (exists x : X, agreed S x) -> True ->
  (exists x : X, without R liar x) /\ (forall x : X, without R liar x -> agreed S x)).
Proof.
move=> H; pose S (m : 'I_2) (x : bool) := x || (m != ord0).
have common : exists x, agreed S x by exists true.
have [_ all] := H _ _ S S ord0 (fun _ _ _ => erefl) common I.
have alone : without S ord0 false by move=> m m0; rewrite /S m0.
by have := all false alone ord0.
Qed.
Theorem reports_only_shrink_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  True -> forall x : X, redundant S -> (forall m : I, R m x) -> agreed S x).
Proof.
move=> H; pose S (_ : 'I_2) (x : unit) := false.
by have := H _ _ S (fun _ _ => true) ord0 I tt (@alike unit xpred0) (fun _ => isT) ord0.
Qed.
Theorem reports_only_shrink_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I),
  (forall m : I, m != liar -> R m =1 S m) -> forall x : X, True -> (forall m : I, R m x) -> agreed S x).
Proof.
move=> H; pose S (m : 'I_2) (_ : unit) := m != ord0.
have honest (m : 'I_2) : m != ord0 -> (fun _ => true) =1 S m by move=> m0 x; rewrite /S m0.
by have := H _ _ S (fun _ _ => true) ord0 honest tt I (fun _ => isT) ord0.
Qed.
