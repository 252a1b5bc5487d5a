(* What the theorems of PrecisionRanks.v need: each hypothesis below is dropped in turn; one member breaks the rest.
   *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights Stability Ranking PrecisionRanks.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition weights_say (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K) := let small j := n j < mu / s2 in
  [/\ forall (C : {set I}) j, j \in C -> precision_err n mu s2 C j = s2 + (1 - 2%:R * s2 / V n mu s2 j) / precision n
    mu s2 C,
    forall (C D : {set I}) j, j \in C -> j \in D -> small j ->
      (precision_err n mu s2 C j < precision_err n mu s2 D j) = (precision n mu s2 D < precision n mu s2 C),
    (forall (C D : {set I}) j, j \in C -> j \in D -> mu / s2 < n j ->
      (precision_err n mu s2 C j < precision_err n mu s2 D j) = (precision n mu s2 C < precision n mu s2 D)) /\
      (forall (C : {set I}) j, j \in C -> mu / s2 < n j -> C != [set j] ->
        precision_err n mu s2 [set j] j < precision_err n mu s2 C j),
    partition (arranged small) setT /\ core_stable (precision_err n mu s2) (arranged small) &
    (forall j, n j != mu / s2) -> forall Q : {set {set I}}, partition Q setT -> core_stable (precision_err n mu s2) Q ->
      Q = arranged small].

(* A member of variance zero has no precision in an ordered field, and no weight. *)
Lemma without_variance (n : unit -> rat) (mu s2 : rat) : V n mu s2 tt = 0 -> s2 != 0 -> ~ weights_say n mu s2.
Proof.
move=> zero s0 [/(_ setT tt (in_setT _)) + _ _ _ _].
have none i : precision_weight n mu s2 setT i = 0 by case: i; rewrite /precision_weight inE zero mul0r invr0.
rewrite /precision_err /fine !big1 => [|i _|i _|i _]; rewrite ?none ?expr0n ?mul0r //.
have -> : precision n mu s2 setT = 0.
  by rewrite /precision big1 // => -[] _; rewrite zero invr0.
by rewrite !(invr0, mulr0, mul0r, addr0, expr0n) /= => /eqP; rewrite eq_sym (negPf s0).
Qed.
Theorem precision_weights_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True -> 0 <
  mu ->
  0 < s2 -> weights_say n mu s2).
Proof. by move=> H; apply: (@without_variance (fun=> -1) 1 1) => //; apply: H. Qed.
Theorem precision_weights_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> weights_say n mu s2).
Proof. by move=> H; apply: (@without_variance (fun=> 1) (-1) 1) => //; apply: H. Qed.
Theorem precision_weights_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> weights_say n mu s2).
Proof. by move=> H; apply: (@without_variance (fun=> 1) 1 (-1)) => //; apply: H. Qed.

Definition liars_say (K : realFieldType) (I : finType) (n : I -> K) (mu s2 t2 : K) := let below j := n j < threshold
  mu s2 t2 in
  [/\ forall j, liars_err n mu s2 t2 [set j] j = s2 + t2 - (s2 + t2) ^+ 2 / (t2 + V n mu s2 j),
    (1 < #|I|)%N -> forall j, (forall C : {set I}, j \in C -> C != [set j] ->
      liars_err n mu s2 t2 C j < liars_err n mu s2 t2 [set j] j) <-> below j,
    forall (C D : {set I}) j, j \in C -> j \in D -> below j ->
      (liars_err n mu s2 t2 C j < liars_err n mu s2 t2 D j) = (precision n mu s2 D < precision n mu s2 C),
    partition (arranged below) setT /\ core_stable (liars_err n mu s2 t2) (arranged below) &
    (forall j, n j != threshold mu s2 t2) -> forall Q : {set {set I}}, partition Q setT ->
      core_stable (liars_err n mu s2 t2) Q -> Q = arranged below].
Lemma alone_differs (n : unit -> rat) (mu s2 t2 : rat) : let v := V n mu s2 tt in
  liars_error s2 t2 v^-1 v != s2 + t2 - (s2 + t2) ^+ 2 / (t2 + v) -> ~ liars_say n mu s2 t2.
Proof. by move=> v /eqP differs [/(_ tt) + _ _ _ _]; rewrite /liars_err precision_alone. Qed.

Theorem who_stays_among_liars_needs_1 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K), True ->
  0 < mu ->
  0 < s2 -> forall t2 : K, 0 < t2 -> liars_say n mu s2 t2).
Proof. by move=> H; apply: (@alone_differs (fun=> -1) 1 1 1); [vm_compute|apply: H]. Qed.
Theorem who_stays_among_liars_needs_2 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> True -> 0 < s2 -> forall t2 : K, 0 < t2 -> liars_say n mu s2 t2).
Proof. by move=> H; apply: (@alone_differs (fun=> 1) (-1) 1 1); [vm_compute|apply: H]. Qed.
Theorem who_stays_among_liars_needs_3 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> True -> forall t2 : K, 0 < t2 -> liars_say n mu s2 t2).
Proof. by move=> H; apply: (@alone_differs (fun=> 1) 1 (-1) 2%:R); [vm_compute|apply: H]. Qed.
Theorem who_stays_among_liars_needs_4 : ~ (forall (K : realFieldType) (I : finType) (n : I -> K) (mu s2 : K),
  (forall i : I, 0 < n i) -> 0 < mu -> 0 < s2 -> forall t2 : K, True -> liars_say n mu s2 t2).
Proof. by move=> H; apply: (@alone_differs (fun=> 1) 2%:R^-1 2%:R^-1 (-1)); [vm_compute|apply: H]. Qed.
