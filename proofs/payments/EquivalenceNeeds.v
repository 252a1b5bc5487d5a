(* What the theorems of Equivalence.v need: each hypothesis below is dropped in turn; one group and two types break
  the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
From Incentives Require Import Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition none (_ _ : bool) : int := 0.
Definition wish (t m : bool) : int := (t == m)%:R.                     (* every type prefers what it reports *)
Definition only (r : {ffun 'I_1 -> bool}) := r ord0.
Definition free (_ : 'I_1) (_ : {ffun 'I_1 -> bool}) : int := 0.
Definition dear (_ : 'I_1) (r : {ffun 'I_1 -> bool}) : int := (r ord0)%:R.   (* the report true costs 1 *)
Definition one (_ : 'I_1) (_ : {ffun 'I_1 -> bool}) : int := 1.
Definition known (x : bool) : {ffun 'I_1 -> bool} := [ffun=> x].
Lemma set_known (r : {ffun 'I_1 -> bool}) i x : set_report r i x ord0 = x.
Proof. by rewrite ffunE (ord1 i) eqxx. Qed.
Lemma dsic_wish p : (forall i r t x, (x == t)%:R - p i (set_report r i x) <= 1 - p i (set_report r i t)) -> dsic
  wish only p.
Proof. by move=> H i r t x; have := H i r t x; rewrite /wish /only !set_known eqxx eq_sym. Qed.
Lemma dsic_free : dsic wish only free.
Proof. by apply: dsic_wish => i r t x; rewrite /free !subr0; case: (x == t). Qed.
Lemma dsic_dear : dsic wish only dear.
Proof. by apply: dsic_wish => i r t x; rewrite /dear !set_known; case: x; case: t. Qed.
Lemma dsic_one : dsic wish only one.
Proof. by apply: dsic_wish => i r t x; rewrite /one; case: (x == t). Qed.
Lemma same_unit (r r' : {ffun 'I_1 -> unit}) : r = r'.
Proof. by apply/ffunP => i; case: (r i) (r' i) => -[]. Qed.
Definition zero (_ : unit) (_ : unit) : int := 0.
Definition still (_ : {ffun 'I_1 -> unit}) := tt.
Lemma unit_equivalence : payment_equivalence zero still.
Proof.
move=> p p' _ _ i; exists (fun r => p' i r - p i r); split=> [r x|r]; last by rewrite addrC subrK.
by rewrite (same_unit (set_report r i x) r).
Qed.

Theorem no_negative_cycle_needs_2 : ~ (forall (K : realDomainType) (T Model : Type) (value : T -> Model -> K) (f : T
  -> Model) (price : T -> K) (V : T -> T -> K), truthful value f price -> True -> (forall (t : T) (ps : seq T), last t
  ps = t -> 0 <= weight value f t ps) /\ (forall s t : T, 0 <= V s t + V t s)).
Proof.
move=> H; have [_ /(_ tt tt)] := H int_realDomainType unit unit zero id (fun=> 0) (fun _ _ => - 1) (fun _ _ => lexx
  _) I.
by [].
Qed.

Theorem price_interval_needs_2 : ~ (forall (K : realFieldType) (T Model : Type) (value : T -> Model -> K) (f : T ->
  Model) (p0 : T -> K) (V : T -> T -> K), truthful value f p0 -> True -> [/\ forall (s t : T) (d : K), (exists p : T
  -> K, truthful value f p /\ p t - p s = d) <-> - V t s <= d <= V s t, forall s t : T, (forall p q : T -> K, truthful
  value f p -> truthful value f q -> p t - p s = q t - q s) <-> V s t = - V t s & forall (p : T -> K) (s t : T),
  truthful value f p -> f s = f t -> p s = p t]).
Proof.
move=> H; have [/(_ tt tt 0) [E _] _ _] := H rat_realFieldType unit unit (fun _ _ => 0) id (fun=> 0) (fun _ _ => - 1)
  (fun _ _ => lexx _) I.
by have /andP[] : - - 1 <= (0 : rat) <= - 1 by apply: E; exists (fun=> 0); split.
Qed.

Theorem fee_cancels_needs_1 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K)
  (f : {ffun I -> T} -> Model) (p g : I -> {ffun I -> T} -> K), True -> (forall i : I, blind i (g i)) -> dsic value f
  (fun (i : I) (r : {ffun I -> T}) => p i r + g i r)).
Proof.
move=> H; have := H int_realDomainType [finType of 'I_1] bool bool none only dear (fun _ _ => 0) I (fun _ _ _ =>
  erefl) ord0
  (known true) true false.
by rewrite /dear !set_known.
Qed.

Theorem fee_cancels_needs_2 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K)
  (f : {ffun I -> T} -> Model) (p g : I -> {ffun I -> T} -> K), dsic value f p -> True -> dsic value f (fun (i : I) (r
  : {ffun I -> T}) => p i r + g i r)).
Proof.
move=> H; have := H int_realDomainType [finType of 'I_1] bool bool none only free dear (fun _ _ _ _ => lexx _) I ord0
  (known true) true false.
by rewrite /dear !set_known.
Qed.

Theorem opposite_paths_needs_1 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model ->
  K) (f : {ffun I -> T} -> Model), True -> payment_equivalence value f).
Proof.
move=> H; have [g [B E]] := H int_realDomainType [finType of 'I_1] bool bool wish only I _ _ dsic_free dsic_dear ord0.
have := E (set_report (known true) ord0 true); have := E (set_report (known true) ord0 false).
by rewrite !B /free /dear !set_known !add0r => <-.
Qed.

Theorem most_revenue_needs_1 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K)
  (f : {ffun I -> T} -> Model) (p fee : I -> {ffun I -> T} -> K), True -> dsic value f p -> (forall i : I, blind i
  (fee i)) -> (forall (i : I) (r : {ffun I -> T}) (t : T), fee i r <= value t (f (set_report r i t)) - p i (set_report
  r i t)) -> (forall (i : I) (r : {ffun I -> T}) (low : K), (forall t : T, low <= value t (f (set_report r i t)) - p i
  (set_report r i t)) -> low <= fee i r) -> let full := fun (i : I) (r : {ffun I -> T}) => p i r + fee i r in [/\ dsic
  value f full, forall (i : I) (r : {ffun I -> T}) (t : T), 0 <= value t (f (set_report r i t)) - full i (set_report r
  i t) & forall q : I -> {ffun I -> T} -> K, dsic value f q -> (forall (i : I) (r : {ffun I -> T}) (t : T), 0 <= value
  t (f (set_report r i t)) - q i (set_report r i t)) -> forall (i : I) (r : {ffun I -> T}), q i r <= full i r]).
Proof.
pose r := known false; have low i r' t : (0 : int) <= wish t (only (set_report r' i t)) - dear i (set_report r' i t).
  by rewrite /wish /only /dear !set_known eqxx; case: t.
move=> H; have [|_ _ most] := H int_realDomainType [finType of 'I_1] bool bool wish only dear free I dsic_dear (fun
  _ _ _ => erefl) low.
  by move=> i r' lo /(_ true); rewrite /wish /only /dear !set_known.
have := most one dsic_one _ ord0 (set_report r ord0 false); rewrite /one /dear /free set_known.
by move=> bad; have : (1 : int) <= 0 by apply: bad => i r' t; rewrite /wish /only set_known eqxx.
Qed.

Theorem most_revenue_needs_4 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K)
  (f : {ffun I -> T} -> Model) (p fee : I -> {ffun I -> T} -> K), payment_equivalence value f -> dsic value f p ->
  (forall i : I, blind i (fee i)) -> True -> (forall (i : I) (r : {ffun I -> T}) (low : K), (forall t : T, low <=
  value t (f (set_report r i t)) - p i (set_report r i t)) -> low <= fee i r) -> let full := fun (i : I) (r : {ffun I
  -> T}) => p i r + fee i r in [/\ dsic value f full, forall (i : I) (r : {ffun I -> T}) (t : T), 0 <= value t (f
  (set_report r i t)) - full i (set_report r i t) & forall q : I -> {ffun I -> T} -> K, dsic value f q -> (forall (i :
  I) (r : {ffun I -> T}) (t : T), 0 <= value t (f (set_report r i t)) - q i (set_report r i t)) -> forall (i : I) (r :
  {ffun I -> T}), q i r <= full i r]).
Proof.
move=> H; have [|_ /(_ ord0 [ffun=> tt] tt)] := H int_realDomainType [finType of 'I_1] unit unit zero still (fun _ _
  => 0)
  (fun _ _ => 1) unit_equivalence (fun _ _ _ _ => lexx _) (fun _ _ _ => erefl) I; last by [].
by move=> i r low /(_ tt) /= H0; apply: le_trans H0 _.
Qed.

Theorem most_revenue_needs_5 : ~ (forall (K : realDomainType) (I : finType) (T Model : Type) (value : T -> Model -> K)
  (f : {ffun I -> T} -> Model) (p fee : I -> {ffun I -> T} -> K), payment_equivalence value f -> dsic value f p ->
  (forall i : I, blind i (fee i)) -> (forall (i : I) (r : {ffun I -> T}) (t : T), fee i r <= value t (f (set_report r
  i t)) - p i (set_report r i t)) -> True -> let full := fun (i : I) (r : {ffun I -> T}) => p i r + fee i r in [/\
  dsic value f full, forall (i : I) (r : {ffun I -> T}) (t : T), 0 <= value t (f (set_report r i t)) - full i
  (set_report r i t) & forall q : I -> {ffun I -> T} -> K, dsic value f q -> (forall (i : I) (r : {ffun I -> T}) (t :
  T), 0 <= value t (f (set_report r i t)) - q i (set_report r i t)) -> forall (i : I) (r : {ffun I -> T}), q i r <=
  full i r]).
Proof.
move=> H; have [|_ _ /(_ (fun _ _ => 0) (fun _ _ _ _ => lexx _) (fun _ _ _ => lexx _) ord0 [ffun=> tt])] :=
  H int_realDomainType [finType of 'I_1] unit unit zero still (fun _ _ => 0) (fun _ _ => - 1) unit_equivalence
  (fun _ _ _ _ => lexx _) (fun _ _ _ => erefl) _ I; last by [].
by [].
Qed.
