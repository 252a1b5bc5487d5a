(* What the theorem of JointSizes.v needs: each hypothesis below is dropped in turn; one member, who stakes nothing,
   breaks the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import FineWeights JointSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Vectors of two numbers, and a form that makes the square of (q, 1/2) the number q. *)
Notation vec := (rat^o * rat^o)%type.
Definition cross (f g : vec) : rat := f.1 * g.2 + f.2 * g.1.
Lemma cross_sym f g : cross f g = cross g f.
Proof. by rewrite /cross addrC [f.2 * _]mulrC [f.1 * _]mulrC. Qed.
Lemma cross_add f g h : cross (f + g) h = cross f h + cross g h.
Proof. by rewrite /cross /= !mulrDl addrACA. Qed.
Lemma cross_scale c f h : cross (c *: f) h = c * cross f h.
Proof. by rewrite /cross /= -[c *: f.1]/(c * f.1) -[c *: f.2]/(c * f.2) mulrDr !mulrA. Qed.
Definition noise (mu : rat) (k : unit -> rat) (i : unit) : vec := (1 + mu / k i, 2%:R^-1).
Lemma noise_is mu k i j : (forall l, 0 < k l) -> cross (noise mu k i) (noise mu k j) = if i == j then 1 + mu / k i
  else 0.
Proof.
move=> _; case: i; case: j; rewrite eqxx /cross /= [2%:R^-1 * _]mulrC -mulrDr.
by have -> : 2%:R^-1 + 2%:R^-1 = 1 :> rat; [apply/eqP; vm_compute|rewrite mulr1].
Qed.
Lemma over_one (f : unit -> rat) : \sum_i f i = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.
Lemma apart (i j : unit) (P : Prop) : i != j -> P.
Proof. by case: i; case: j. Qed.
(* What one member spends at a size. *)
Lemma spends_one cost mu k :
  \sum_(i in [set: unit]) spends (fun _ _ => 1) (fun=> cost) mu 1 cross 0 (noise mu) (fun _ _ _ => 0) (fun _ _ _ => 0)
    (fun _ _ => 0) (fun=> k) i
    = mu / k + cost * k.
Proof.
rewrite (eq_bigl xpredT) => [|i]; rewrite ?inE // over_one /spends /fine !over_one.
have none (F : unit -> rat) : \sum_(j | j != tt) F j = 0 by rewrite big_pred0 // => -[].
by rewrite !none expr0n add0r mul0r !addr0 expr1n mul1r.
Qed.

Theorem joint_sizes_needs_11 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K) (constant : I
    -> I -> K),
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f
    h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k
    = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) -> forall (T : {set I}) (n k : I -> K), True -> efficient v cost mu
    n ->
  (forall l, 0 < n l) -> (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends v cost mu s2 E common noise a b constant n i <= \sum_(i in T) spends v cost mu s2 E common
    noise a b constant k i).
Proof.
move=> H; have := H _ _ (fun _ _ => 1) (fun=> - 1) (- 1) 1 _ cross 0 (noise (- 1)) (fun _ _ _ => 0) (fun _ _ _ => 0)
  (fun _ _ => 0)
  cross_sym cross_add cross_scale (@noise_is _) (fun=> over_one _) (fun i j => @apart i j _) (fun i j => @apart i j _)
  (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j k => @apart i j _) setT (fun=> 1) (fun=> 2%:R) I.
rewrite !spends_one => bad; suff : (- 1 / 1 + - 1 * 1 <= - 1 / 2%:R + - 1 * 2%:R :> rat) by vm_compute.
by apply: bad => // i; rewrite ?over_one ?inE // /efficient over_one; apply/eqP; vm_compute.
Qed.
Theorem joint_sizes_needs_12 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K) (constant : I
    -> I -> K),
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f
    h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k
    = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) -> forall (T : {set I}) (n k : I -> K), (forall i, 0 <= cost i) ->
    True ->
  (forall l, 0 < n l) -> (forall l, 0 < k l) -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends v cost mu s2 E common noise a b constant n i <= \sum_(i in T) spends v cost mu s2 E common
    noise a b constant k i).
Proof.
move=> H; have := H _ _ (fun _ _ => 1) (fun=> 1) 1 1 _ cross 0 (noise 1) (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ =>
  0)
  cross_sym cross_add cross_scale (@noise_is _) (fun=> over_one _) (fun i j => @apart i j _) (fun i j => @apart i j _)
  (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j k => @apart i j _) setT (fun=> 2%:R) (fun=> 1) (fun=>
    isT) I.
rewrite !spends_one => bad; suff : (1 / 2%:R + 1 * 2%:R <= 1 / 1 + 1 * 1 :> rat) by vm_compute.
by apply: bad => // i; rewrite ?inE.
Qed.
Theorem joint_sizes_needs_14 : ~ (forall (K : realFieldType) (I : finType) (v : I -> I -> K) (cost : I -> K) (mu s2 : K)
  (U : lmodType K) (E : U -> U -> K) (common : U) (noise : (I -> K) -> I -> U) (a b : I -> I -> I -> K) (constant : I
    -> I -> K),
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f
    h) ->
  (forall k i j, (forall l, 0 < k l) -> E (noise k i) (noise k j) = if i == j then s2 + mu / k i else 0) ->
  (forall j, \sum_i v j i = 1) -> (forall i j, i != j -> \sum_k a i j k = 1) -> (forall i j, i != j -> \sum_k b i j k
    = 1) ->
  (forall i j, i != j -> a i j i = 0 /\ a i j j = 0) -> (forall i j, i != j -> b i j i = 0 /\ b i j j = 0) ->
  (forall i j k, i != j -> a i j k * b i j k = 0) -> forall (T : {set I}) (n k : I -> K), (forall i, 0 <= cost i) ->
  efficient v cost mu n -> (forall l, 0 < n l) -> True -> (forall i, i \notin T -> k i = n i) ->
  \sum_(i in T) spends v cost mu s2 E common noise a b constant n i <= \sum_(i in T) spends v cost mu s2 E common
    noise a b constant k i).
Proof.
move=> H; have := H _ _ (fun _ _ => 1) (fun=> 1) 1 1 _ cross 0 (noise 1) (fun _ _ _ => 0) (fun _ _ _ => 0) (fun _ _ =>
  0)
  cross_sym cross_add cross_scale (@noise_is _) (fun=> over_one _) (fun i j => @apart i j _) (fun i j => @apart i j _)
  (fun i j => @apart i j _) (fun i j => @apart i j _) (fun i j k => @apart i j _) setT (fun=> 1) (fun=> - 1) (fun=>
    isT).
rewrite !spends_one => bad; suff : (1 / 1 + 1 * 1 <= 1 / (- 1) + 1 * (- 1) :> rat) by vm_compute.
by apply: bad => // i; rewrite ?inE // over_one; apply/eqP; vm_compute.
Qed.
