(* What the theorem of FourMembers.v needs: each hypothesis below is dropped in turn; two or four members break the
   rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike SomeMajority FourMembers.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation member := [finType of bool * bool].
Definition times (f g : rat^o) : rat := f * g.
Lemma times_sym f g : times f g = times g f. Proof. exact: mulrC. Qed.
Lemma times_add f g h : times (f + g) h = times f h + times g h. Proof. exact: mulrDl. Qed.
Lemma times_scale a f h : times (a *: f) h = a * times f h. Proof. by rewrite /times -mulrA. Qed.
Lemma same (I : finType) (u : rat^o) (j k : I) : times ((fun _ : I => 0) j - (fun _ : I => 0) k) u = 0.
Proof. by rewrite /times subrr mul0r. Qed.
Lemma four : #|member| = 4%N.
Proof. by rewrite card_prod card_bool. Qed.
Lemma sum4 (f : member -> rat) :
  \sum_i f i = f (true, true) + f (true, false) + (f (false, true) + f (false, false)).
Proof.
transitivity (\sum_(p : bool * bool) f (p.1, p.2)); first by apply: eq_bigr => -[].
by rewrite -(pair_bigA _ (fun a b => f (a, b))) /= !big_bool.
Qed.
Lemma change_form (I : finType) (c : I -> I -> I -> rat) (T : {set I}) (x : I -> rat) (u : rat^o) :
  change times c T (fun=> 0) (fun i => x i *: u) = times u u * \sum_(i in T) charge c x i.
Proof.
apply: change_is => [f g|f g h|a f h|j k]; [exact: times_sym|exact: times_add|exact: times_scale|exact: (same u j k)].
Qed.
Lemma too_much (c : member -> member -> member -> rat) :
  factor c (true, true) > \sum_(j | j != (true, true)) factor c j ->
  ~ (forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof. by move=> more all; have := all (true, true); rewrite leNgt more. Qed.

(* The first member pays three times what each other one receives. *)
Definition first (i : member) : bool := i == (true, true).
Definition pays_all (i j k : member) : rat := if j == k then 0 else if first i then 3%:R else - 1.
Lemma pays_all_paired : paired pays_all.
Proof. by move=> i j k; rewrite /pays_all eq_sym. Qed.
Lemma pays_all_balanced : balanced_rule pays_all.
Proof. by move=> j k /negPf jk; rewrite sum4 /pays_all jk; apply/eqP; vm_compute. Qed.
Lemma pays_all_too_much : factor pays_all (true, true) > \sum_(j | j != (true, true)) factor pays_all j.
Proof. by rewrite big_mkcond sum4 /factor !(big_mkcond (fun k => k != _)) !sum4; vm_compute. Qed.

Theorem four_members_rewards_needs_9 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  #|I| = 4%N -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u -> True ->
  forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof.
move=> H; apply: (too_much pays_all_too_much); apply: (H _ _ _ times pays_all (fun=> 0) 1) => //;
  [exact: times_sym|exact: times_add|exact: times_scale|exact: pays_all_paired|exact: pays_all_balanced|exact: four].
Qed.
Theorem four_members_rewards_needs_8 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  #|I| = 4%N -> (forall j k, E (honest j - honest k) u = 0) -> True ->
  (forall (T : {set I}) (x : I -> K), #|T| = 2%N -> (forall i, i \notin T -> x i = 0) ->
    0 <= change E c T honest (fun i => x i *: u)) -> forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof.
move=> H; apply: (too_much pays_all_too_much).
apply: (H _ _ _ times pays_all (fun=> 0) 0 times_sym times_add times_scale pays_all_paired pays_all_balanced four) =>
  //.
by move=> T x _ _; rewrite change_form /times !mul0r.
Qed.

(* Payments that do not balance: the first member pays for every distance. *)
Theorem four_members_rewards_needs_5 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> True ->
  #|I| = 4%N -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u ->
  (forall (T : {set I}) (x : I -> K), #|T| = 2%N -> (forall i, i \notin T -> x i = 0) ->
    0 <= change E c T honest (fun i => x i *: u)) -> forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof.
pose c (i j k : member) : rat := if first i then 1 else 0.
have more : factor c (true, true) > \sum_(j | j != (true, true)) factor c j.
  by rewrite big_mkcond sum4 /factor !(big_mkcond (fun k => k != _)) !sum4; vm_compute.
move=> H; apply: (too_much more).
apply: (H _ _ _ times c (fun=> 0) 1 times_sym times_add times_scale (fun _ _ _ => erefl) I four) => //.
move=> T x _ _; rewrite change_form mul1r; apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; apply: sumr_ge0 => k _.
by rewrite mulr_ge0 ?sqr_ge0 // /c; case: ifP.
Qed.

(* Factors that change their sign with the order of the pair: nobody pays anything. *)
Theorem four_members_rewards_needs_4 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> True -> balanced_rule c ->
  #|I| = 4%N -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u ->
  (forall (T : {set I}) (x : I -> K), #|T| = 2%N -> (forall i, i \notin T -> x i = 0) ->
    0 <= change E c T honest (fun i => x i *: u)) -> forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof.
pose one (i : member) : rat := if first i then 1 else 0.
pose c (i j k : member) : rat := (4%:R * one i - 1) * (one j - one k).
have bal : balanced_rule c.
  by move=> j k _; rewrite -mulr_suml sum4; apply/eqP; rewrite mulf_eq0; apply/orP; left; vm_compute.
have more : factor c (true, true) > \sum_(j | j != (true, true)) factor c j.
  by rewrite big_mkcond sum4 /factor !(big_mkcond (fun k => k != _)) !sum4; vm_compute.
move=> H; apply: (too_much more).
apply: (H _ _ _ times c (fun=> 0) 1 times_sym times_add times_scale I bal four) => //.
move=> T x _ _; rewrite change_form big1 ?mulr0 // => i _.
have turned : charge c x i = - charge c x i.
  rewrite {1}/charge exchange_big -sumrN; apply: eq_bigr => j _; rewrite -sumrN; apply: eq_bigr => k _.
  rewrite /c; move: (x j) (x k) (one i) (one j) (one k) => a b p q r; ring.
by move/eqP: turned; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 /= => /eqP.
Qed.

(* Two members: the only pair is everybody, and what the one pays the other receives. *)
Theorem four_members_rewards_needs_6 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  True -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u ->
  (forall (T : {set I}) (x : I -> K), #|T| = 2%N -> (forall i, i \notin T -> x i = 0) ->
    0 <= change E c T honest (fun i => x i *: u)) -> forall i, factor c i <= \sum_(j | j != i) factor c j).
Proof.
pose c (i j k : bool) : rat := if i then 1 else - 1.
have bal : balanced_rule c by move=> j k _; rewrite big_bool /= subrr.
move=> H; have := H _ _ _ times c (fun=> 0) 1 times_sym times_add times_scale (fun _ _ _ => erefl) bal I.
move=> /(_ (fun j k => same 1 j k) isT) safe; have : factor c true <= \sum_(j | j != true) factor c j.
  apply: safe => T x two _; rewrite change_form mul1r.
  have -> : T = setT by apply/eqP; rewrite eqEcard subsetT cardsT card_bool two.
  by rewrite (eq_bigl xpredT) => [|i]; rewrite ?inE // (all_charges bal).
by rewrite big_mkcond big_bool /factor !(big_mkcond (fun k => k != _)) !big_bool; vm_compute.
Qed.
