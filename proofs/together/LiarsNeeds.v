(* What the theorems of Liars.v need: each hypothesis below is dropped in turn; one member with three coordinates
   breaks the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import FineWeights PrecisionRanks Liars RiskNeeds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition alone_says (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K) (common : U) (d e : I -> U)
  (n : I -> K)
  (mu s2 t2 : K) := forall i, E (mean common d i - guess E common d e n mu s2 t2 (mean common d i) i)
  (mean common d i - guess E common d e n mu s2 t2 (mean common d i) i) = liars_error s2 t2 (V n mu s2 i)^-1 (V n mu
    s2 i).
Definition x := at_ 1 0 0.
Notation it v := (fun _ : unit => v).
Ltac number := by apply/eqP; vm_compute.
Theorem alone_with_the_posterior_mean_needs_4 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> True -> 0 < mu -> 0 < s2 -> 0 < t2 -> E common
  common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i
  == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i else
  0) -> alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 (-1)) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it (-1)) 1 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [exact: I | by vm_compute | by vm_compute | by vm_compute | number | move=> i; number | move=> i; number | move=>
      [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_5 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> True -> 0 < s2 -> 0 < t2 -> E
  common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) =
  if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i
  else 0) -> alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 (-1)) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) (-1) 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | exact: I | by vm_compute | by vm_compute | number | move=> i; number | move=> i; number
      | move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_6 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> True -> 0 < t2 -> E
  common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) =
  if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i
  else 0) -> alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 2%:R (-1) 1) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) 1 (-1) 2%:R.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | exact: I | by vm_compute | number | move=> i; number | move=> i; number
      | move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_7 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> E
  common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) =
  if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i
  else 0) -> alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form (- 2%:R) 1 1) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) 1 1 (- 2%:R).
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | exact: I | number | move=> i; number | move=> i; number
      | move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_8 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2 ->
  True -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j
  then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) ->
  alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) 1 1 3%:R.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | exact: I | move=> i; number | move=> i;
      number | move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_9 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U
  -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f + g)
  h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2 ->
  E common common = t2 -> True -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j then s2 else
  0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> alone_says E
  common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 1 1 0)) (it (at_ 0 0 1)) (it 1) 1 2%:R 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | number | exact: I | move=> i; number |
      move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_10 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U ->
  U -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f +
  g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2
  -> E common common = t2 -> (forall i, E common (d i) = 0) -> True -> (forall i j, E (d i) (d j) = if i == j then s2
  else 0) -> (forall i j, E (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) ->
  alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 0 1 0)) (it (at_ 1 0 1)) (it 1) 2%:R 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | number | move=> i; number | exact: I |
      move=> [] []; number | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_11 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U ->
  U -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f +
  g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2
  -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> True -> (forall i j, E
  (d i) (e j) = 0) -> (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> alone_says E common d e n mu s2
  t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) 1 3%:R 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | number | move=> i; number | move=> i;
      number | exact: I | move=> [] []; number | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_12 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U ->
  U -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f +
  g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2
  -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d
  j) = if i == j then s2 else 0) -> True -> (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> alone_says E
  common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 0 1 0)) (it (at_ 0 1 1)) (it 1) 2%:R 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | number | move=> i; number | move=> i;
      number | move=> [] []; number | exact: I | move=> [] []; number].
by move=> /(_ tt)/eqP; vm_compute.
Qed.
Theorem alone_with_the_posterior_mean_needs_13 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U ->
  U -> K) (common : U) (d e : I -> U) (n : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) -> (forall f g h, E (f +
  g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2
  -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall i, E common (e i) = 0) -> (forall i j, E (d i) (d
  j) = if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) -> True -> alone_says E common d e n mu s2 t2).
Proof.
move=> H; have : alone_says (form 1 1 1) x (it (at_ 0 1 0)) (it (at_ 0 0 1)) (it 1) 2%:R 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _;
    [by move=> i; vm_compute | by vm_compute | by vm_compute | by vm_compute | number | move=> i; number | move=> i;
      number | move=> [] []; number | move=> [] []; number | exact: I].
by move=> /(_ tt)/eqP; vm_compute.
Qed.

(* --- The equilibrium --- *)
Definition says (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K) (knows : I -> U -> Prop) (common
  : U)
  (d e : I -> U) (n w : I -> K) (mu s2 t2 : K) :=
  [/\ forall k, equilibrium E knows common d e w k <-> k =1 stretch n w mu s2 t2,
    model w (sent common d e (stretch n w mu s2 t2)) = (1 + s2 / t2) *: posterior common d e n mu s2 t2,
    forall j, E (common - posterior common d e n mu s2 t2) (average common d e j) = 0 &
    forall i, error E common d w (sent common d e (stretch n w mu s2 t2)) i
      = liars_error s2 t2 (precision n mu s2 [set: I]) (V n mu s2 i)].
Lemma over_one (W : zmodType) (f : unit -> W) : \sum_i f i = f tt.
Proof. by rewrite (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.
Lemma precision_one (n : unit -> rat) mu s2 : precision n mu s2 setT = (V n mu s2 tt)^-1.
Proof. by rewrite /precision (eq_bigl xpredT) => [|i]; rewrite ?over_one ?inE. Qed.
Notation y := (it (at_ 0 1 0)).
Notation z := (it (at_ 0 0 1)).
Notation plain := (form 1 1 1).
Definition multiples (v : vec) (_ : unit) (u : vec) := exists c : rat, u = c *: v.
Definition seen (x : vec) (d e : unit -> vec) := multiples (average x d e tt).
Lemma seen_own x d e i (c : rat) : seen x d e i (c *: average x d e i).
Proof. by case: i; exists c. Qed.
Lemma form_zero a b c u : form a b c 0 u = 0.
Proof. by rewrite -(scale0r (0 : vec)) form_scale mul0r. Qed.
Lemma uncorrelated (E : vec -> vec -> rat) (f v u : vec) i : (forall f g, E f g = E g f) ->
  (forall c f h, E (c *: f) h = c * E f h) -> E f v = 0 -> multiples v i u -> E f u = 0.
Proof. by move=> sym scale zero [c ->]; rewrite sym scale sym zero mulr0. Qed.
(* A weight of zero: the report does not reach the model. *)
Theorem equilibrium_of_lies_needs_15 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K)
  (knows : I -> U -> Prop) (common : U) (d e : I -> U) (n w : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall f, 0 <= E f f) ->
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2 -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall
  i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) ->
  (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> True -> (forall i c, knows i (c *: average common d e
  i)) -> (forall i j u, knows i u -> E (average common d e j - guess E common d e n mu s2 t2 (average common d e j) i) u
  = 0) -> (forall i u, knows i u -> E (mean common d i - guess E common d e n mu s2 t2 (mean common d i) i) u = 0) ->
  says E knows common d e n w mu s2 t2).
Proof.
move=> H; have : says plain (seen x y z) x y z (it 1) (it 0) 1 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _;
    [exact: (@form_pos 1 1 1 isT isT isT) | move=> []; by vm_compute | by vm_compute | by vm_compute | by vm_compute |
      number | move=> i; number | move=> i; number | move=> [] []; number | move=> [] []; number | move=> [] [];
      number | exact: I | exact: seen_own | move=> [] [] u; apply: uncorrelated (form_sym _ _ _) (form_scale _ _ _) _;
      number | move=> [] u; apply: uncorrelated (form_sym _ _ _) (form_scale _ _ _) _; number].
case=> _ + _ _; rewrite /model /posterior !over_one /sent /stretch !precision_one => /(congr1 (fun f : vec =>
  f.2))/eqP; by vm_compute.
Qed.
(* No uncertainty about the common mean. *)
Theorem equilibrium_of_lies_needs_8 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K)
  (knows : I -> U -> Prop) (common : U) (d e : I -> U) (n w : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall f, 0 <= E f f) ->
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> True -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall
  i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) ->
  (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> (forall i, w i != 0) -> (forall i c, knows i (c *:
  average common d e i)) -> (forall i j u, knows i u -> E (average common d e j - guess E common d e n mu s2 t2 (average
  common d e j) i) u = 0) -> (forall i u, knows i u -> E (mean common d i - guess E common d e n mu s2 t2 (mean common d
  i) i) u = 0) -> says E knows common d e n w mu s2 t2).
Proof.
move=> H; have : says plain (seen 0 y z) 0 y z (it 1) (it 1) 1 1 0.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _;
    [exact: (@form_pos 1 1 1 isT isT isT) | move=> []; by vm_compute | by vm_compute | by vm_compute | exact: I |
      number | move=> i; number | move=> i; number | move=> [] []; number | move=> [] []; number | move=> [] [];
      number | move=> []; by vm_compute | exact: seen_own | move=> [] [] u; apply: uncorrelated (form_sym _ _ _)
      (form_scale _ _ _) _; number | move=> [] u; apply: uncorrelated (form_sym _ _ _) (form_scale _ _ _) _; number].
case=> _ + _ _; rewrite /model /posterior !over_one /sent /stretch !precision_one => /(congr1 (fun f : vec =>
  f.2))/eqP; by vm_compute.
Qed.
(* A member that can compute nothing has no better reply. *)
Theorem equilibrium_of_lies_needs_16 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K)
  (knows : I -> U -> Prop) (common : U) (d e : I -> U) (n w : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall f, 0 <= E f f) ->
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2 -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall
  i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) ->
  (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> (forall i, w i != 0) -> True -> (forall i j u, knows i
  u -> E (average common d e j - guess E common d e n mu s2 t2 (average common d e j) i) u = 0) -> (forall i u, knows i
  u -> E (mean common d i - guess E common d e n mu s2 t2 (mean common d i) i) u = 0) -> says E knows common d e n w mu
  s2 t2).
Proof.
move=> H; have : says plain (fun _ _ => False) x y z (it 1) (it 1) 1 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _;
    [exact: (@form_pos 1 1 1 isT isT isT) | move=> []; by vm_compute | by vm_compute | by vm_compute | by vm_compute |
      number | move=> i; number | move=> i; number | move=> [] []; number | move=> [] []; number | move=> [] [];
      number | move=> []; by vm_compute | exact: I | by [] | by []].
case=> /(_ (it 0))[+ _] _ _ _; move=> /(_ (fun i u no => match no with end) tt)/eqP.
by rewrite /stretch !precision_one; vm_compute.
Qed.
(* A member that knows its own mean reports what makes the model that mean. *)
Theorem equilibrium_of_lies_needs_18 : ~ (forall (K : realFieldType) (U : lmodType K) (I : finType) (E : U -> U -> K)
  (knows : I -> U -> Prop) (common : U) (d e : I -> U) (n w : I -> K) (mu s2 t2 : K), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall c f h, E (c *: f) h = c * E f h) -> (forall f, 0 <= E f f) ->
  (forall i, 0 < n i) -> 0 < mu -> 0 < s2 -> 0 < t2 -> E common common = t2 -> (forall i, E common (d i) = 0) -> (forall
  i, E common (e i) = 0) -> (forall i j, E (d i) (d j) = if i == j then s2 else 0) -> (forall i j, E (d i) (e j) = 0) ->
  (forall i j, E (e i) (e j) = if i == j then mu / n i else 0) -> (forall i, w i != 0) -> (forall i c, knows i (c *:
  average common d e i)) -> (forall i j u, knows i u -> E (average common d e j - guess E common d e n mu s2 t2 (average
  common d e j) i) u = 0) -> True -> says E knows common d e n w mu s2 t2).
Proof.
move=> H; have : says plain (fun _ _ => True) x y z (it 1) (it 1) 1 1 1.
  apply: H (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) _ _ _ _ _ _ _ _ _ _ _ _ _ _ _;
    [exact: (@form_pos 1 1 1 isT isT isT) | move=> []; by vm_compute | by vm_compute | by vm_compute | by vm_compute |
      number | move=> i; number | move=> i; number | move=> [] []; number | move=> [] []; number | move=> [] [];
      number | move=> []; by vm_compute | by [] | move=> [] [] u _; rewrite (_ : _ - _ = 0) ?form_zero //; number |
      exact: I].
case=> /(_ (stretch (it 1) (it 1) 1 1 1))[_ /(_ (fun=> erefl))] + _ _ _; move=> /(_ tt (mean x y tt) I).
by rewrite /error /model !over_one /sent /instead /stretch !precision_one; vm_compute.
Qed.
