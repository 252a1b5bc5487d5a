(* What the theorems of LeaveOneOut.v need: each hypothesis below is dropped in turn, and a small example breaks the rest.
   Examples: two clients are the truth values, three are [option bool]; a client that accepts everything or nothing. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Definition only_true (m : bool) (_ : unit) := m.                       (* one of two clients accepts *)
Definition only_none (m : option bool) (_ : unit) := m == None.        (* one of three *)

Lemma only_none_redundant : redundant only_none.
Proof. by move=> [b|] x /=; [move=> /(_ (Some (~~ b)))|move=> /(_ (Some true))]; case: b || idtac; move=> /(_ isT). Qed.
Lemma all_alike (X : Type) (T : X -> bool) : redundant (fun (_ : bool) x => T x).
Proof. by move=> n x H m; apply: (H (~~ n)); case: n {H}. Qed.

Theorem all_but_one_needs_1 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (liar : I) (answer : I -> X
  -> bool), True -> spares S0 2 -> (forall x : X, (#|I| <= #|[set m | answer m x]| + 1)%N -> agreed S0 x) /\ (forall
  x : X, agreed S0 x -> (#|I| <= #|[set m | answer m x]| + 1)%N)).
Proof.
move=> /(_ _ unit (fun _ _ => true) true (fun _ _ => false) I) [//|_ /(_ tt (fun _ => isT))].
by rewrite card_bool (_ : [set _ | _] = set0) ?cards0 //; apply/setP => m; rewrite !inE.
Qed.
Theorem all_but_one_needs_2 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool) (liar : I) (answer : I -> X
  -> bool), (forall m : I, m != liar -> answer m =1 S0 m) -> True -> (forall x : X, (#|I| <= #|[set m | answer m x]|
  + 1)%N -> agreed S0 x) /\ (forall x : X, agreed S0 x -> (#|I| <= #|[set m | answer m x]| + 1)%N)).
Proof.
move=> /(_ _ unit only_true true only_true (fun _ _ _ => erefl) I) [/(_ tt) H _].
suff enough : #|[finType of bool]| <= #|[set m | only_true m tt]| + 1 by have := H enough false.
by rewrite card_bool (_ : [set _ | _] = [set true]) ?cards1 //; apply/setP => -[]; rewrite !inE.
Qed.
Theorem harm_does_not_pay_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True ->
  forall (n : I) (x : X), redundant S -> without R n x -> ~ agreed S x -> ~~ S liar x).
Proof.
move=> /(_ _ unit only_none (fun _ _ => true) None I None tt only_none_redundant (fun _ _ => isT)).
by move=> /(_ (fun H => notF (H (Some true)))).
Qed.
Theorem harm_does_not_pay_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m
  : I, m != liar -> R m =1 S m) -> forall (n : I) (x : X), True -> without R n x -> ~ agreed S x -> ~~ S liar x).
Proof.
move=> /(_ _ unit only_true only_true true (fun _ _ _ => erefl) false tt I) H.
by have /H /(_ (fun K => notF (K false))) : without only_true false tt by case.
Qed.
Theorem harm_does_not_pay_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m
  : I, m != liar -> R m =1 S m) -> forall (n : I) (x : X), redundant S -> True -> ~ agreed S x -> ~~ S liar x).
Proof.
by move=> /(_ _ unit only_none only_none None (fun _ _ _ => erefl) None tt only_none_redundant I
  (fun H => notF (H (Some true)))).
Qed.
Theorem harm_does_not_pay_needs_4 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m
  : I, m != liar -> R m =1 S m) -> forall (n : I) (x : X), redundant S -> without R n x -> True -> ~~ S liar x).
Proof.
by move=> /(_ _ unit (fun _ _ => true) (fun _ _ => true) true (fun _ _ _ => erefl) true tt
  (@all_alike unit xpredT) (fun _ _ => isT) I).
Qed.
Theorem slack_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True -> forall V : X
  -> Prop, (forall (n : I) (x : X), without S n x -> V x) -> forall x : X, without R liar x -> V x).
Proof.
move=> H; have := H _ unit (fun _ _ => false) (fun _ _ => true) true I (fun _ => False) _ tt (fun _ _ => isT).
by apply=> n x /(_ (~~ n)); case: n => /(_ isT).
Qed.
Theorem slack_needs_2 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m : I, m !=
  liar -> R m =1 S m) -> forall V : X -> Prop, True -> forall x : X, without R liar x -> V x).
Proof.
by move=> /(_ _ unit (fun _ _ => true) (fun _ _ => true) true (fun _ _ _ => erefl) (fun _ => False) I tt); apply.
Qed.
Theorem nested_sets_needs_1 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool), True -> redundant S0 ->
  (forall m n : I, (forall x : X, S0 m x -> S0 n x) \/ (forall x : X, S0 n x -> S0 m x)) -> forall m : I,
  exists2 k : I, k != m & forall x : X, S0 k x <-> agreed S0 x).
Proof.
move=> H; have [n x _ m //|m n|[] //] := H _ unit (fun (_ : unit) _ => true) I _ _ tt.
by left.
Qed.
Theorem nested_sets_needs_2 : ~ (forall (I : finType) (X : Type) (S0 : I -> X -> bool), (1 < #|I|)%N -> True ->
  (forall m n : I, (forall x : X, S0 m x -> S0 n x) \/ (forall x : X, S0 n x -> S0 m x)) -> forall m : I,
  exists2 k : I, k != m & forall x : X, S0 k x <-> agreed S0 x).
Proof.
move=> H; have [|m n|k km same] := H _ _ only_true _ I _ false; first by rewrite card_bool.
  by case: m n => -[]; [left|right|left|left].
by case: k km same => // _ /(_ tt)[/(_ isT)/(_ false)].
Qed.
Theorem two_clients_needs_1 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (a b : I), True -> redundant S
  -> forall (m : I) (x : X), S m x <-> agreed S x).
Proof.
move=> /(_ _ unit only_none None None I only_none_redundant None tt) [/(_ isT) H _].
by have := H (Some true).
Qed.
Theorem two_clients_needs_2 : ~ (forall (I : finType) (X : Type) (S : I -> X -> bool) (a b : I), (forall m : I, m =
  a \/ m = b) -> True -> forall (m : I) (x : X), S m x <-> agreed S x).
Proof.
move=> /(_ _ unit only_true true false) H; have [|/(_ isT)/(_ false)] // := H _ I true tt.
by case; [left|right].
Qed.

Local Open Scope ring_scope.
Definition one_at_true (_ : bool) (x : bool) : rat := x%:R.             (* a loss of 1 at the model true *)

Lemma one_at_true_redundant n x : (forall m, m != n -> content one_at_true (fun=> 0) 0 m x) ->
  serves one_at_true (fun=> 0) 0 x.
Proof. by move=> H m; apply: (H (~~ n)); case: n {H}. Qed.

Theorem relative_test_needs_1 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I
  -> K) (eps : K) (run : I -> X) (liar : I), True -> (forall (n : I) (x : X), (forall m : I, m != n -> content F
  least eps m x) -> serves F least eps x) -> (forall m : I, m != liar -> content F least eps m (run liar)) -> passes
  F eps run (run liar) /\ (forall x : X, passes F eps run x -> serves F least (eps + eps) x)).
Proof.
move=> /(_ _ _ bool one_at_true (fun=> 1) 0 id true I) H.
have ok m x : content one_at_true (fun=> 1) 0 m x by rewrite /content /one_at_true addr0; case: x.
by have [/(_ true false)] := H (fun _ x _ m => ok m x) (fun m _ => ok m true).
Qed.
Theorem relative_test_needs_2 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I
  -> K) (eps : K) (run : I -> X) (liar : I), (forall (m : I) (x : X), least m <= F m x) -> True -> (forall m : I, m
  != liar -> content F least eps m (run liar)) -> passes F eps run (run liar) /\ (forall x : X, passes F eps run x
  -> serves F least (eps + eps) x)).
Proof.
pose F (m x : bool) : rat := if m then x%:R else 0.
move=> /(_ _ _ bool F (fun=> 0) 0 id true) H.
have best m x : 0 <= F m x by case: m; case: x.
have fine m : m != true -> content F (fun=> 0) 0 m true by case: m; rewrite // /content /F addr0.
by have [/(_ true false)] := H best I fine.
Qed.
Theorem relative_test_needs_3 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I
  -> K) (eps : K) (run : I -> X) (liar : I), (forall (m : I) (x : X), least m <= F m x) -> (forall (n : I) (x : X),
  (forall m : I, m != n -> content F least eps m x) -> serves F least eps x) -> True -> passes F eps run (run liar)
  /\ (forall x : X, passes F eps run x -> serves F least (eps + eps) x)).
Proof.
move=> /(_ _ _ bool one_at_true (fun=> 0) 0 id true) H.
by have [|/(_ true false)] := H _ one_at_true_redundant I; first by move=> m; case.
Qed.
Theorem comparisons_suffice_needs_1 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K)
  (least : I -> K) (eps : K) (run : I -> X) (liar : I), True -> (forall n m : I, m != n -> m != liar -> content F
  least eps m (run n)) -> (forall n : I, kept F run n -> serves F least eps (run n)) /\ ((forall n : I, ~ kept F run
  n) -> forall n : I, serves F least eps (run n))).
Proof.
pose F (m x : bool) : rat := (m == x)%:R.
move=> /(_ _ _ bool F (fun=> 0) 0 id false I) [|_ H].
  by move=> [] [].
by have /(_ false false) : forall n, serves F (fun=> 0) 0 n by apply: H => -[] [[]].
Qed.
Theorem comparisons_suffice_needs_2 : ~ (forall (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K)
  (least : I -> K) (eps : K) (run : I -> X) (liar : I), (forall (n : I) (x : X), (forall m : I, m != n -> content F
  least eps m x) -> serves F least eps x) -> True -> (forall n : I, kept F run n -> serves F least eps (run n)) /\
  ((forall n : I, ~ kept F run n) -> forall n : I, serves F least eps (run n))).
Proof.
move=> /(_ _ _ bool one_at_true (fun=> 0) 0 (fun=> true) true one_at_true_redundant I) [/(_ true) H _].
by have /H /(_ true) : kept one_at_true (fun=> true) true by exists false.
Qed.

(* A client that reports nothing though it is truthful by name; reports that hold nothing; a point that no run returned. *)
Theorem run_without_the_liar_needs_1 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), True ->
  (exists x : X, agreed S x) -> redundant S -> (exists x : X, without R liar x) /\ (forall x : X, without R liar x ->
  agreed S x)).
Proof.
move=> H; have common : exists x, agreed (fun (_ : bool) (_ : unit) => true) x by exists tt.
have [[x K] _] := H _ _ _ (fun _ _ => false) true I common (@all_alike unit xpredT).
by have := K false isT.
Qed.
Theorem reports_only_shrink_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m :
  I, m != liar -> R m =1 S m) -> forall x : X, redundant S -> True -> agreed S x).
Proof.
move=> H; have := H _ _ (fun _ _ => false) (fun _ _ => false) true (fun _ _ _ => erefl) tt (@all_alike unit xpred0) I.
by move/(_ true).
Qed.
Theorem slack_needs_3 : ~ (forall (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I), (forall m : I, m != liar
  -> R m =1 S m) -> forall V : X -> Prop, (forall (n : I) (x : X), without S n x -> V x) -> forall x : X, True -> V x).
Proof.
move=> H; apply: (H _ unit (fun _ _ => false) (fun _ _ => false) true (fun _ _ _ => erefl) (fun=> False) _ tt I).
by move=> n x /(_ (~~ n)); case: n => /(_ isT).
Qed.
