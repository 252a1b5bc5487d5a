(* What the theorems of Risk.v need: each hypothesis below is dropped in turn; three coordinates or two outcomes break
   the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Risk.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Vectors of three numbers, and a form with given weights. *)
Notation vec := (rat^o * rat^o * rat^o)%type.
Definition at_ (x y z : rat) : vec := (x, y, z).
Definition form (a b c : rat) (f g : vec) : rat := a * (f.1.1 * g.1.1) + b * (f.1.2 * g.1.2) + c * (f.2 * g.2).
Lemma form_sym a b c f g : form a b c f g = form a b c g f.
Proof. by rewrite /form [f.1.1 * _]mulrC [f.1.2 * _]mulrC [f.2 * _]mulrC. Qed.
Lemma form_add a b c f g h : form a b c (f + g) h = form a b c f h + form a b c g h.
Proof.
have line (k x y z : rat) : k * ((x + y) * z) = k * (x * z) + k * (y * z) by rewrite mulrDl mulrDr.
by rewrite /form /= 3!line [X in X + _ = _]addrACA [LHS]addrACA.
Qed.
Lemma form_scale a b c k f h : form a b c (k *: f) h = k * form a b c f h.
Proof.
have line (x y z : rat) : x * ((k * y) * z) = k * (x * (y * z)) by rewrite -mulrA mulrCA.
by rewrite /form /= -[k *: f.1.1]/(k * f.1.1) -[k *: f.1.2]/(k * f.1.2) -[k *: f.2]/(k * f.2) 3!line -!mulrDr.
Qed.
Lemma form_pos a b c : 0 <= a -> 0 <= b -> 0 <= c -> forall f, 0 <= form a b c f f.
Proof. by move=> a0 b0 c0 f; rewrite /form !addr_ge0 // mulr_ge0 // -expr2 sqr_ge0. Qed.

Definition least (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K) := forall b : K,
  (forall p : V, E p (score one square v) = b -> 2%:R * b ^+ 2 * v ^+ 2 <= variance E one p) /\
  E (b *: square) (score one square v) = b /\ variance E one (b *: square) = 2%:R * b ^+ 2 * v ^+ 2.

Theorem least_risk_needs_4 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K),
  (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall (c : K) (f h : V), E (c *: f) h = c * E f h) -> True -> 0 < v -> E one one = 1 -> E square one = v ->
  E square square = 3%:R * v ^+ 2 -> least E one square v).
Proof.
move=> H; pose E := form 1 2%:R (-1); pose one := at_ 1 0 0; pose square := at_ 1 1 0.
have eone : E one one = 1 by apply/eqP; vm_compute.
have emean : E square one = 1 by apply/eqP; vm_compute.
have efourth : E square square = 3%:R * 1 ^+ 2 by apply/eqP; vm_compute.
have [low [charge _]] := H _ _ E one square 1 (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) I isT eone emean
  efourth 1.
have e : E (at_ 1 1 1) (score one square 1) = 1 by apply/eqP; vm_compute.
by have := low _ e; vm_compute.
Qed.
Theorem least_risk_needs_5 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K),
  (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall (c : K) (f h : V), E (c *: f) h = c * E f h) -> (forall f : V, 0 <= E f f) -> True -> E one one = 1 ->
  E square one = v -> E square square = 3%:R * v ^+ 2 -> least E one square v).
Proof.
move=> H; pose E := form 1 1 1; pose one := at_ 1 0 0; pose square := at_ 0 0 0.
have eone : E one one = 1 by apply/eqP; vm_compute.
have emean : E square one = 0 by apply/eqP; vm_compute.
have efourth : E square square = 3%:R * 0 ^+ 2 by apply/eqP; vm_compute.
have [low [charge _]] := H _ _ E one square 0 (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) (@form_pos 1 1 1
  isT isT isT) I eone emean efourth 1.
by move/eqP: charge; vm_compute.
Qed.
Theorem least_risk_needs_6 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K),
  (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall (c : K) (f h : V), E (c *: f) h = c * E f h) -> (forall f : V, 0 <= E f f) -> 0 < v -> True ->
  E square one = v -> E square square = 3%:R * v ^+ 2 -> least E one square v).
Proof.
move=> H; pose E := form 1 11%:R 1; pose one := at_ 2%:R 0 0; pose square := at_ 1 1 0.
have emean : E square one = 2%:R by apply/eqP; vm_compute.
have efourth : E square square = 3%:R * 2%:R ^+ 2 by apply/eqP; vm_compute.
have [low [charge _]] := H _ _ E one square 2%:R (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) (@form_pos 1
  11%:R 1 isT isT isT) isT I emean efourth 0.
have e : E (at_ 11%:R 3%:R 0) (score one square 2%:R) = 0 by apply/eqP; vm_compute.
by have := low _ e; vm_compute.
Qed.
Theorem least_risk_needs_7 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K),
  (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall (c : K) (f h : V), E (c *: f) h = c * E f h) -> (forall f : V, 0 <= E f f) -> 0 < v -> E one one = 1 -> True
    ->
  E square square = 3%:R * v ^+ 2 -> least E one square v).
Proof.
move=> H; pose E := form 1 3%:R 1; pose one := at_ 1 0 0; pose square := at_ 0 1 0.
have eone : E one one = 1 by apply/eqP; vm_compute.
have efourth : E square square = 3%:R * 1 ^+ 2 by apply/eqP; vm_compute.
have [low [charge _]] := H _ _ E one square 1 (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) (@form_pos 1 3%:R 1
  isT isT isT) isT eone I efourth 1.
by move/eqP: charge; vm_compute.
Qed.
Theorem least_risk_needs_8 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one square : V) (v : K),
  (forall f g : V, E f g = E g f) -> (forall f g h : V, E (f + g) h = E f h + E g h) ->
  (forall (c : K) (f h : V), E (c *: f) h = c * E f h) -> (forall f : V, 0 <= E f f) -> 0 < v -> E one one = 1 ->
  E square one = v -> True -> least E one square v).
Proof.
move=> H; pose E := form 1 1 1; pose one := at_ 1 0 0; pose square := at_ 1 1 0.
have eone : E one one = 1 by apply/eqP; vm_compute.
have emean : E square one = 1 by apply/eqP; vm_compute.
have [low [charge _]] := H _ _ E one square 1 (form_sym _ _ _) (form_add _ _ _) (form_scale _ _ _) (@form_pos 1 1 1
  isT isT isT) isT eone emean I 1.
by move/eqP: charge; vm_compute.
Qed.

Definition range (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K) (b : K) :=
  (forall (p : W -> K) (top : K), (forall w : W, 0 <= p w) -> (forall w : W, p w <= top) -> charges mean score p b ->
    b / gain mean score <= top) /\ charges mean score (fine score (b / gain mean score)) b.
Definition both (f : bool -> rat) := f true - f false.
Definition shifted (f : unit -> rat) := f tt + 1.
Definition higher (f : bool -> rat) := Num.max (f true) (f false).
Definition sign (w : bool) : rat := if w then 1 else -1.
Definition first (w : bool) : rat := if w then 1 else 0.

Theorem least_range_needs_1 : ~ (forall (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K), True ->
  (forall (c : K) (f : W -> K), 0 <= c -> mean (fun w : W => c * f w) = c * mean f) -> 0 < gain mean score -> forall b
    : K,
  0 <= b -> range mean score b).
Proof.
move=> H; have [low _] := H _ _ both sign I (fun c f _ => esym (mulrBr c _ _)) isT 2%:R isT.
have e : charges both sign (fun=> 1) 2%:R by apply/eqP; vm_compute.
by have := low (fun=> 1) 1 (fun=> isT) (fun=> isT) e; vm_compute.
Qed.
Theorem least_range_needs_2 : ~ (forall (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K),
  (forall f g : W -> K, (forall w : W, f w <= g w) -> mean f <= mean g) -> True -> 0 < gain mean score -> forall b :
    K, 0 <= b ->
  range mean score b).
Proof.
move=> H; have mono f g : (forall w, f w <= g w) -> shifted f <= shifted g by move=> fg; rewrite ler_add2r.
have [low _] := H _ _ shifted (fun=> 1) mono I isT 1 isT.
have e : charges shifted (fun=> 1) (fun=> 0) 1 by apply/eqP; vm_compute.
by have := low (fun=> 0) 0 (fun=> isT) (fun=> isT) e; vm_compute.
Qed.
Theorem least_range_needs_3 : ~ (forall (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K),
  (forall f g : W -> K, (forall w : W, f w <= g w) -> mean f <= mean g) ->
  (forall (c : K) (f : W -> K), 0 <= c -> mean (fun w : W => c * f w) = c * mean f) -> True -> forall b : K, 0 <= b ->
  range mean score b).
Proof.
move=> H; have mono (f g : unit -> rat) : (forall w, f w <= g w) -> f tt <= g tt by [].
have [_ /eqP] := H _ _ (fun f : unit -> rat => f tt) (fun=> 0) mono (fun c f _ => erefl) I 1 isT; by vm_compute.
Qed.
Theorem least_range_needs_4 : ~ (forall (K : realFieldType) (W : Type) (mean : (W -> K) -> K) (score : W -> K),
  (forall f g : W -> K, (forall w : W, f w <= g w) -> mean f <= mean g) ->
  (forall (c : K) (f : W -> K), 0 <= c -> mean (fun w : W => c * f w) = c * mean f) -> 0 < gain mean score -> forall b
    : K, True ->
  range mean score b).
Proof.
move=> H; have mono f g : (forall w, f w <= g w) -> higher f <= higher g.
  by move=> fg; rewrite /higher le_maxl !le_maxr !fg orbT.
have scale c f : 0 <= c -> higher (fun w => c * f w) = c * higher f by move=> c0; rewrite /higher maxr_pmulr.
have [_ /eqP] := H _ _ higher first mono scale isT (-1) I; by vm_compute.
Qed.

Theorem others_split_needs_1 : ~ (forall (K : realFieldType) (J : finType) (V m : J -> K) (theta : K), True ->
  let P := \sum_j (V j)^-1 in let x := (\sum_j m j / V j) / P in
  \sum_j (m j - theta) ^+ 2 / V j = P * (x - theta) ^+ 2 + \sum_j (m j - x) ^+ 2 / V j).
Proof.
move=> H; have := H rat_realFieldType _ (fun b : bool => if b then 1 else -1) (fun b : bool => if b then 1 else 0) 1 I.
by rewrite /= !big_bool => /eqP; vm_compute.
Qed.
