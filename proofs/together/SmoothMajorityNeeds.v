(* What the theorem of SmoothMajority.v needs: each hypothesis below is dropped in turn; three members break the rest.
   *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike SomeMajority SmoothMajority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition gain_of (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K) (t : nat) :=
  exists2 T : {set I}, #|T| = t & exists u, \sum_(i in T) P i (moved T u) < 0.
Notation rats := rat_realFieldType.
Lemma sum3 (f : 'I_3 -> rat) : \sum_i f i = f ord0 + (f (lift ord0 ord0) + f (lift ord0 (lift ord0 ord0))).
Proof. by rewrite !big_ord_recl big_ord0 addr0. Qed.
Lemma each (Q : 'I_3 -> Prop) : Q ord0 -> Q (lift ord0 ord0) -> Q (lift ord0 (lift ord0 ord0)) -> forall i, Q i.
Proof. by move=> a b c i; case: (unliftP ord0 i) => [j|] -> //; case: (unliftP ord0 j) => [k|] -> //; rewrite (ord1
  k). Qed.

(* A quadratic payment is its own expansion. *)
Lemma exact (I : finType) (H : I -> I -> rat) : second_order (K := rats) (form H) (fun=> 0) H.
Proof.
move=> x e e0; exists 1 => [|s _]; first exact: ltr01.
have -> : \sum_j 0 * x j = 0 by apply: big1 => j _; rewrite mul0r.
have -> : form H (scaled s x) = s ^+ 2 * form H x.
  rewrite /form mulr_sumr; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite !ffunE; ring.
by rewrite mulr0 add0r subrr normr0 mulr_ge0 ?sqr_ge0 // ltW.
Qed.
Lemma alone (I : finType) (H : I -> I -> rat) (i : I) (u : rat) : form H (moved (K := rats) [set i] u) = H i i * u ^+ 2.
Proof.
rewrite /form (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|j /negPf ji]; last first.
  by apply: big1 => k _; rewrite !ffunE !inE ji mul0r mulr0.
rewrite (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|k /negPf ki]; last by rewrite !ffunE !inE eqxx ki mulr0 mulr0.
by rewrite !ffunE !inE eqxx.
Qed.

(* Both of a pair pay, the third receives what they pay. *)
Definition third (i j k : 'I_3) : rat :=
  if j == k then (if j == i then 2%:R else - 1) else if (i == j) || (i == k) then - 1 else 2%:R.
Definition pays i := form (K := rats) (third i).
Lemma pays_raised i x a : pays i (raised a x) = pays i x.
Proof. by move: i; apply: each; rewrite /pays /form !sum3 !ffunE /third /=; ring. Qed.
Lemma pays_zero x : \sum_i pays i x = 0.
Proof. by rewrite sum3 /pays /form !sum3 /third /=; ring. Qed.
Lemma pays_truth i u : 0 <= pays i (moved [set i] u).
Proof. by rewrite /pays alone /third !eqxx mulr_ge0 ?sqr_ge0. Qed.
Lemma pays_some : exists i, 0 < third i i i.
Proof. by exists ord0. Qed.

Theorem majority_beyond_squares_needs_1 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), True -> (forall i x a, P i (raised a x) = P i x) ->
  (forall x, \sum_i P i x = 0) -> (forall i u, 0 <= P i (moved [set i] u)) -> (exists i, 0 < H i i i) ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gain_of P t).
Proof.
move=> all; have [] := all rats [finType of 'I_3] (fun _ _ => 0) (fun _ _ => 0) third 2%N I.
- by [].
- by move=> x; rewrite big1.
- by [].
- exact: pays_some.
- by rewrite card_ord.
- by rewrite card_ord.
by move=> T _ [u]; rewrite big1.
Qed.

(* Each pays its own square and gets half of the others': payments that do not depend on differences. *)
Definition halves (i j k : 'I_3) : rat := if j != k then 0 else if j == i then 1 else - 2%:R^-1.
Theorem majority_beyond_squares_needs_2 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), (forall i, second_order (P i) (l i) (H i)) -> True ->
  (forall x, \sum_i P i x = 0) -> (forall i u, 0 <= P i (moved [set i] u)) -> (exists i, 0 < H i i i) ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gain_of P t).
Proof.
pose P i := form (K := rats) (halves i).
have zero x : \sum_i P i x = 0 by rewrite sum3 /P /form !sum3 /halves /=; field.
move=> all; have [] := all rats [finType of 'I_3] P (fun _ _ => 0) halves 2%N.
- by move=> i; apply: exact.
- exact: I.
- exact: zero.
- by move=> i u; rewrite /P alone /halves !eqxx mul1r sqr_ge0.
- by exists ord0.
- by rewrite card_ord.
- by rewrite card_ord.
move=> T T2 [u]; have /cards1P[i Ti] : #|~: T| == 1%N by rewrite -(eqn_add2l #|T|) cardsC card_ord T2.
have := zero (moved T u); rewrite (bigID (fun j => j \in T)) /= => /eqP; rewrite addr_eq0 => /eqP ->.
have out j : (j \notin T) = (j == i) by rewrite -in_setC Ti inE.
rewrite (eq_bigl (pred1 i)) ?big_pred1_eq // ltNge oppr_ge0 => /negP; apply.
have own : moved (K := rats) T u i = 0 by rewrite ffunE -[i \in T]negbK out eqxx.
move: i Ti out own; apply: each => _ _ own; rewrite /P /form !sum3 own /halves /=.
all: by rewrite !(mul0r, mulr0, add0r, addr0) ?mulNr -?opprD ?oppr_le0 addr_ge0 // mulr_ge0 // -expr2 sqr_ge0.
Qed.

(* An outsider receives what each pays, the square of twice its distance from the mean of the others. *)
Definition distance (i j : 'I_3) : rat := if j == i then 2%:R else - 1.
Theorem majority_beyond_squares_needs_3 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), (forall i, second_order (P i) (l i) (H i)) ->
  (forall i x a, P i (raised a x) = P i x) -> True -> (forall i u, 0 <= P i (moved [set i] u)) ->
  (exists i, 0 < H i i i) -> (#|I| < 2 * t)%N -> (t < #|I|)%N -> gain_of P t).
Proof.
pose H i j k := distance i j * distance i k; pose P i := form (K := rats) (H i).
have square i x : P i x = (\sum_j distance i j * x j) ^+ 2 by rewrite /P /form /H !sum3; ring.
have lifted i x a : P i (raised a x) = P i x.
  by rewrite !square; congr (_ ^+ 2); move: i; apply: each; rewrite !sum3 !ffunE /distance /=; ring.
move=> all; have [] := all rats [finType of 'I_3] P (fun _ _ => 0) H 2%N.
- by move=> i; apply: exact.
- exact: lifted.
- exact: I.
- by move=> i u; rewrite square sqr_ge0.
- by exists ord0.
- by rewrite card_ord.
- by rewrite card_ord.
by move=> T _ [u]; rewrite ltNge sumr_ge0 // => i _; rewrite square sqr_ge0.
Qed.

Theorem majority_beyond_squares_needs_5 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), (forall i, second_order (P i) (l i) (H i)) ->
  (forall i x a, P i (raised a x) = P i x) -> (forall x, \sum_i P i x = 0) ->
  (forall i u, 0 <= P i (moved [set i] u)) -> True -> (#|I| < 2 * t)%N -> (t < #|I|)%N -> gain_of P t).
Proof.
pose H (i j k : 'I_3) : rat := 0.
have none x : form (K := rats) (H ord0) x = 0 by apply: big1 => j _; apply: big1 => k _; rewrite mul0r.
move=> all; have [] := all rats [finType of 'I_3] (fun i => form (H i)) (fun _ _ => 0) H 2%N.
- by move=> i; apply: exact.
- by move=> i x a; rewrite !none.
- by move=> x; rewrite big1 // => i _; apply: none.
- by move=> i u; rewrite none.
- exact: I.
- by rewrite card_ord.
- by rewrite card_ord.
by move=> T _ [u]; rewrite big1 // => i _; apply: none.
Qed.

Theorem majority_beyond_squares_needs_6 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), (forall i, second_order (P i) (l i) (H i)) ->
  (forall i x a, P i (raised a x) = P i x) -> (forall x, \sum_i P i x = 0) ->
  (forall i u, 0 <= P i (moved [set i] u)) -> (exists i, 0 < H i i i) -> True -> (t < #|I|)%N -> gain_of P t).
Proof.
move=> all; have [||T /eqP/cards1P[i ->] [u]] := all rats [finType of 'I_3] pays (fun _ _ => 0) third 1%N
  (fun i => @exact _ (third i)) pays_raised pays_zero pays_truth pays_some; rewrite ?card_ord //.
by rewrite big_set1 ltNge pays_truth.
Qed.

Theorem majority_beyond_squares_needs_7 : ~ (forall (K : realFieldType) (I : finType) (P : I -> {ffun I -> K} -> K)
  (l : I -> I -> K) (H : I -> I -> I -> K) (t : nat), (forall i, second_order (P i) (l i) (H i)) ->
  (forall i x a, P i (raised a x) = P i x) -> (forall x, \sum_i P i x = 0) ->
  (forall i u, 0 <= P i (moved [set i] u)) -> (exists i, 0 < H i i i) -> (#|I| < 2 * t)%N -> True -> gain_of P t).
Proof.
move=> all; have [||T T3 [u]] := all rats [finType of 'I_3] pays (fun _ _ => 0) third 3%N
  (fun i => @exact _ (third i)) pays_raised pays_zero pays_truth pays_some; rewrite ?card_ord //.
have full i : i \in T by have /eqP -> : T == setT by rewrite eqEcard subsetT cardsT card_ord T3.
by rewrite (eq_bigl xpredT) ?pays_zero.
Qed.
