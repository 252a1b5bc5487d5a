(* What runs without one client, or without a group, show (consensus/theorem-1-proof-step-2, theorem-2-proof-step-2,
   theorem-1-proof-step-3, prose-detectable, remark-2-some-fails, prose-archetypes-give-redundancy,
   new-work-of-m-runs, new-redundancy-by-types, new-verified-silence, new-quadratics-need-twins, theorem-1-proof-step-4,
   theorem-2-proof-step-5). Any number of clients, any sets of models.
   Modelled as in LeaveOneOut.v: client m accepts x if [S m x] and reports [R m]; everybody but [liar] reports the truth; a run
   without n returns a point that all the others report to accept. Definition 3 is that of Definition3.v.
   Not modelled: how a run finds a point; noise in the test. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut Candidates Definition3 TwinForms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* Step 2 of both proofs: all sets but the liar's have the agreement set as their intersection, and the run without the liar,
   which hears true reports only, returns a point of it. *)
Theorem truthful_run (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) :
  (forall m, m != liar -> R m =1 S m) -> redundant S ->
  (forall x, without S liar x <-> agreed S x) /\ forall x, without R liar x -> agreed S x.
Proof.
move=> honest red; split=> [x|x H]; last by apply: (red liar) => m ml; rewrite -honest ?H.
by split=> [|W m _]; [exact: red|exact: W].
Qed.

(* Step 3: with true values and known optima the candidate of the run without the liar passes at every client, and whatever
   passes is content everywhere. *)
Theorem candidate_passes (K : realDomainType) (I : finType) (X : Type) (F : I -> X -> K) (least : I -> K) (eps : K)
    (R : I -> X -> bool) (liar : I) :
  (forall m, m != liar -> R m =1 (fun x => F m x <= least m + eps)%R) -> redundant (fun m x => F m x <= least m + eps)%R ->
  let passes x := forall m, (F m x - least m <= eps)%R in
  (forall x, without R liar x -> passes x) /\ forall x, passes x -> agreed (fun m x => F m x <= least m + eps)%R x.
Proof.
move=> honest red passes; have same x : passes x <-> agreed (fun m x => F m x <= least m + eps)%R x.
  by split=> H m; have := H m; rewrite ler_subl_addl.
by split=> x => [H|/same //]; apply/same; apply: (truthful_run honest red).2.
Qed.

(* Whatever a run returns outside of the agreement set fails at an honest client, and of those who were asked at the liar
   alone. A point that no run returned fails at an honest client, too. *)
Theorem harm_shows (I : finType) (X : Type) (S R : I -> X -> bool) (liar : I) :
  (forall m, m != liar -> R m =1 S m) -> redundant S ->
  (forall x, ~ agreed S x -> exists2 m, m != liar & ~~ S m x) /\
  forall n x, without R n x -> ~ agreed S x ->
    (exists2 m, m != liar & ~~ S m x) /\ forall m, m != n -> ~~ S m x -> m = liar.
Proof.
move=> honest red; have shows x : ~ agreed S x -> exists2 m, m != liar & ~~ S m x.
  move=> out; have [/exists_inP[m]|none] := boolP [exists m in [pred m | m != liar], ~~ S m x]; first by exists m.
  case: out; apply: (red liar) => m ml; apply: contraNT none => bad; by apply/exists_inP; exists m.
split=> // n x H out; split; [exact: shows|move=> m mn; exact: (only_the_liar_fails honest H mn)].
Qed.

(* Two clients or more of each archetype: whoever leaves, the others' sets still have the agreement set as intersection. *)
Theorem archetypes_twice (I : finType) (X Kind : Type) (has : Kind -> X -> bool) (kind : I -> Kind) :
  (forall m, exists2 k, k != m & kind k = kind m) ->
  let S m := has (kind m) in forall n x, without S n x <-> agreed S x.
Proof.
move=> twin S n x; split=> [H m|W m _]; last exact: W.
by have [->|mn] := eqVneq m n; [have [k kn e] := twin n; rewrite /S -e; apply: H|apply: H].
Qed.

(* Updates in a round: what all runs without one client ask for, and that with the run of everybody. *)
Theorem work_of_runs (I : finType) : let M := #|I| in
  \sum_(n : I) #|[set m | m != n]| = M * (M - 1) /\ \sum_(n : I) #|[set m | m != n]| + M = M * M.
Proof.
move=> M; have -> : \sum_(n : I) #|[set m | m != n]| = M * (M - 1).
  rewrite -sum_nat_const; apply: eq_bigr => n _.
  by rewrite (_ : [set m | m != n] = ~: [set n]); [rewrite cardsCs setCK cards1|apply/setP => m; rewrite !inE].
by split=> //; case: M => // k; rewrite subn1 /= [in RHS]mulnS addnC.
Qed.

(* Both sentences on types: of all worlds, of those with a common point, and of convex ones on the line. *)
Theorem types_decide (I : finType) (r : nat) :
  (forall (X : Type) (S : I -> X -> bool), spares S r <-> forall x, ~ (#|I| <= accepting S x + r /\ accepting S x < #|I|)) /\
  forall (P : {set I} -> {set I} -> Prop) (K : realFieldType),
  let allowed := forall A B : {set I}, (#|A| = #|I| \/ #|A| + r < #|I|) -> P A B in
  ((forall (X : Type) (S R : I -> X -> bool), spares S r -> forall x, P (type S x) (type R x)) <-> allowed) /\
  ((forall (X : Type) (S R : I -> X -> bool), spares S r -> (exists w, agreed S w) -> forall x, P (type S x) (type R x)) <->
    allowed) /\
  ((forall S R : I -> K -> bool, (forall m, order_convex (S m)) -> (forall m, order_convex (R m)) -> spares S r ->
     (exists w, agreed S w) -> forall x, P (type S x) (type R x)) <-> allowed).
Proof.
split=> [X S|P K allowed]; first exact: redundancy_by_types.
have [[to_types of_types] on_the_line] := statements_by_types r P K; split=> //; split=> [all|ok X S R /redundancy_by_types spared x].
  by apply: to_types => X S R spared _; apply: all.
apply: ok; have [few|many] := ltnP (#|type S x| + r) #|I|; [by right|left].
by apply/eqP; rewrite eqn_leq max_card leqNgt /=; apply/negP => few; apply: (spared x).
Qed.

(* Silence without chance, silence worth minus infinity, and silence as a gamble. *)
Theorem silence (K : realFieldType) :
  (forall (Seed : Type) (ch : chance K Seed) (I : finType) (X : Type) (Strategy : I -> Type) (truth : forall m, Strategy m)
      (W : X -> bool) (u : I -> option X -> worth K) (mechanism : (forall m, Strategy m) -> Seed -> option X),
    (forall s w, if mechanism s w is Some x then W x else true) ->
    ((forall s w v, mechanism s w = mechanism s v) -> (forall a x, ~~ more (u a None) (u a (Some x))) ->
      definition_3 ch truth W u mechanism) /\
    ((forall a, u a None = Bottom K) -> definition_3 ch truth W u mechanism)) /\
  exists (p : bool -> K) (one : (\sum_w p w = 1)%R) (u : unit -> option bool -> worth K)
      (mechanism : (unit -> bool) -> bool -> option bool),
    [/\ forall w, (0 < p w)%R, forall s w, if mechanism s w is Some x then xpredT x else true,
      forall a x, more (u a (Some x)) (u a None) & ~ definition_3 (finite one) (fun=> true) xpredT u mechanism].
Proof.
split=> [Seed ch I X Strategy truth W u mechanism verified|].
  by split=> [fixed least|bottom]; [exact: verified_silence|exact: verified_or_nothing].
have [p [one [u [mechanism [law worse breach]]]]] := silence_with_chance K.
by exists p, one, u, mechanism; split=> // s w; case: (mechanism s w).
Qed.

(* Both tolerances. *)
Theorem quadratics_need_twins (K : rcfType) (d : nat) (I : finType) (H : I -> 'M[K]_d) : (forall m, semidefinite (H m)) ->
  (redundant (fun m x => form (H m) x <= 0)%R <-> forall n, \rank (\sum_(m | m != n) H m)%R = \rank (\sum_m H m)%R) /\
  forall eps : K, 1 < #|I| -> (0 < eps)%R ->
    redundant (fun m x => form (H m) x / 2%:R <= eps)%R <->
    forall n x, (forall m, H m != H n -> form (H m) x < form (H n) x)%R -> exists2 k, k != n & H k = H n.
Proof.
move=> psd; split=> [|eps many e0]; first exact: redundant_at_zero.
by apply: redundant_at_a_tolerance => // m x; have [] := psd m.
Qed.

(* Whoever is sure to be served makes Definition 3 true: the last steps of both proofs. *)
Theorem always_served (K : realFieldType) (Seed : Type) (ch : chance K Seed) (I : finType) (X : Type) (Strategy : I -> Type)
    (truth : forall m, Strategy m) (W : X -> bool) (u : I -> option X -> worth K)
    (mechanism : (forall m, Strategy m) -> Seed -> option X) :
  (forall a s, deviates truth s a -> surely ch (fun w => served W (mechanism s w))) -> definition_3 ch truth W u mechanism.
Proof. by move=> sure a s dev _; apply: sure dev. Qed.
