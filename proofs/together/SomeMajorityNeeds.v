(* What the theorem of SomeMajority.v needs: each hypothesis below is dropped in turn; three members break the rest.
   *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Half Alike SomeMajority.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition gains (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (c : I -> I -> I -> K) (honest :
  I -> V)
  (u : V) (t : nat) := exists2 T : {set I}, #|T| = t & change E c T honest (fun i => if i \in T then u else 0) < 0.
Definition times (f g : rat^o) : rat := f * g.
Lemma times_sym f g : times f g = times g f. Proof. exact: mulrC. Qed.
Lemma times_add f g h : times (f + g) h = times f h + times g h. Proof. exact: mulrDl. Qed.
Lemma times_scale a f h : times (a *: f) h = a * times f h. Proof. by rewrite /times -mulrA. Qed.
Lemma same (u : rat^o) j k : times ((fun _ : 'I_3 => 0) j - (fun _ : 'I_3 => 0) k) u = 0.
Proof. by rewrite /times subrr mul0r. Qed.

(* Both of a pair pay, the third member receives what they pay. *)
Definition third (i j k : 'I_3) : rat := if j == k then 0 else if (i == j) || (i == k) then 1 else - 2%:R.
Lemma third_paired : paired third.
Proof. by move=> i j k; rewrite /third eq_sym orbC. Qed.
Lemma each (P : 'I_3 -> Prop) : P ord0 -> P (lift ord0 ord0) -> P (lift ord0 (lift ord0 ord0)) -> forall i, P i.
Proof. by move=> a b c i; case: (unliftP ord0 i) => [j|] -> //; case: (unliftP ord0 j) => [k|] -> //; rewrite (ord1
  k). Qed.
Lemma sum3 (f : 'I_3 -> rat) : \sum_i f i = f ord0 + (f (lift ord0 ord0) + f (lift ord0 (lift ord0 ord0))).
Proof. by rewrite !big_ord_recl big_ord0 addr0. Qed.
Lemma third_balanced : balanced_rule third.
Proof. by apply: each; apply: each => // _; rewrite sum3; apply/eqP; vm_compute. Qed.
Lemma third_factor : forall i, factor third i = 4%:R.
Proof. by apply: each; rewrite /factor big_mkcond sum3; apply/eqP; vm_compute. Qed.

Lemma change_zero c (T : {set 'I_3}) u : change times c T (fun=> 0) (fun i => if i \in T then u else 0) =
  times u u * \sum_(i in T) charge c (joined rat_realFieldType T) i.
Proof.
have -> : change times c T (fun=> 0) (fun i => if i \in T then u else 0) =
    change times c T (fun=> 0) (fun i => joined rat_realFieldType T i *: u).
  rewrite /change; congr (_ - _); apply: eq_bigr => i _; apply: eq_bigr => j _; apply: eq_bigr => k _.
  by rewrite /joined; case: ifP; case: ifP; rewrite ?scale1r ?scale0r.
by apply: change_is; [exact: times_sym|exact: times_add|exact: times_scale|move=> j k; apply: (same _ j k)|..].
Qed.

Theorem some_majority_gains_needs_4 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> True -> balanced_rule c ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u
    u ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gains E c honest u t).
Proof.
pose c (i j k : 'I_3) : rat := (if i == j then 1 else 0) - (if i == k then 1 else 0).
have bal : balanced_rule c by apply: each; apply: each => // _; rewrite sum3; apply/eqP; vm_compute.
have four : forall i, factor c i = 4%:R by apply: each; rewrite /factor big_mkcond sum3; apply/eqP; vm_compute.
have none x i : charge c x i = 0.
  have turned : charge c x i = - charge c x i.
    rewrite {1}/charge exchange_big -sumrN; apply: eq_bigr => j _; rewrite -sumrN; apply: eq_bigr => k _.
    rewrite /c; move: (x j) (x k) => a b; ring.
  by move/eqP: turned; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 /= => /eqP.
move=> H; have [] := H _ _ _ _ c (fun=> 0) 1 2%N times_sym times_add times_scale I bal.
- by move=> i; rewrite four.
- by exists ord0; rewrite four.
- by move=> j k; apply: (same _ j k).
- exact: isT.
- by rewrite card_ord.
- by rewrite card_ord.
by move=> T _; rewrite change_zero big1 ?mulr0 // => i _; apply: none.
Qed.

Theorem some_majority_gains_needs_5 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> True ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u
    u ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gains E c honest u t).
Proof.
pose c (i j k : 'I_3) : rat := 1.
have four : forall i, factor c i = 4%:R by apply: each; rewrite /factor big_mkcond sum3; apply/eqP; vm_compute.
move=> H; have [] := H _ _ _ _ c (fun=> 0) 1 2%N times_sym times_add times_scale (fun _ _ _ => erefl) I.
- by move=> i; rewrite four.
- by exists ord0; rewrite four.
- by move=> j k; apply: (same _ j k).
- exact: isT.
- by rewrite card_ord.
- by rewrite card_ord.
move=> T _; rewrite change_zero ltNge mulr_ge0 // sumr_ge0 // => i _.
by apply: sumr_ge0 => j _; apply: sumr_ge0 => k _; rewrite mul1r sqr_ge0.
Qed.

Theorem some_majority_gains_needs_7 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  (forall i, 0 <= factor c i) -> True -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u u ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gains E c honest u t).
Proof.
pose c (i j k : 'I_3) : rat := 0.
move=> H; have [] := H _ _ _ _ c (fun=> 0) 1 2%N times_sym times_add times_scale (fun _ _ _ => erefl).
- by move=> j k _; rewrite big1.
- by move=> i; rewrite /factor big1 ?mulr0.
- exact: I.
- by move=> j k; apply: (same _ j k).
- exact: isT.
- by rewrite card_ord.
- by rewrite card_ord.
move=> T _; rewrite change_zero big1 ?mulr0 // => i _; rewrite /charge big1 // => j _; rewrite big1 // => k _; exact:
  mul0r.
Qed.

(* The rule of three members: nothing is moved, one member alone, everybody. *)
Lemma no_gain u t : (forall i, 0 <= factor third i) -> (exists i, 0 < factor third i) ->
  (forall T : {set 'I_3}, #|T| = t -> 0 <= times u u * \sum_(i in T) charge third (joined rat_realFieldType T) i) ->
  ~ gains times third (fun=> 0) u t.
Proof. by move=> _ _ all [T Tt]; rewrite change_zero ltNge all. Qed.
Lemma rewarded : (forall i, 0 <= factor third i) /\ exists i, 0 < factor third i.
Proof. by split=> [i|]; [rewrite third_factor|exists ord0; rewrite third_factor]. Qed.

Theorem some_majority_gains_needs_9 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) -> (forall j k, E (honest j - honest k) u = 0) -> True ->
  (#|I| < 2 * t)%N -> (t < #|I|)%N -> gains E c honest u t).
Proof.
have [pos some] := rewarded; move=> H; apply: (@no_gain 0 2%N pos some) => [T _|]; first by rewrite /times !mul0r.
by apply: (H _ _ _ _ third (fun=> 0) 0 2%N times_sym times_add times_scale third_paired third_balanced pos some);
  rewrite ?card_ord.
Qed.
Theorem some_majority_gains_needs_10 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u
    u ->
  True -> (t < #|I|)%N -> gains E c honest u t).
Proof.
have [pos some] := rewarded; move=> H; apply: (@no_gain 1 1%N pos some) => [T /eqP/cards1P[i ->]|].
  by rewrite big_set1 (reward_alone third_paired) third_factor.
by apply: (H _ _ _ _ third (fun=> 0) 1 1%N times_sym times_add times_scale third_paired third_balanced pos some);
  rewrite ?card_ord.
Qed.
Theorem some_majority_gains_needs_11 : ~ (forall (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K)
  (c : I -> I -> I -> K) (honest : I -> V) (u : V) (t : nat), (forall f g, E f g = E g f) ->
  (forall f g h, E (f + g) h = E f h + E g h) -> (forall a f h, E (a *: f) h = a * E f h) -> paired c -> balanced_rule
    c ->
  (forall i, 0 <= factor c i) -> (exists i, 0 < factor c i) -> (forall j k, E (honest j - honest k) u = 0) -> 0 < E u
    u ->
  (#|I| < 2 * t)%N -> True -> gains E c honest u t).
Proof.
have [pos some] := rewarded; move=> H; apply: (@no_gain 1 3%N pos some) => [T Tt|].
  have -> : T = setT by apply/eqP; rewrite eqEcard subsetT cardsT card_ord Tt.
  rewrite big1 ?mulr0 // => i _; rewrite /charge big1 // => j _; rewrite big1 // => k _.
  by rewrite /joined !inE subrr expr0n mulr0.
by apply: (H _ _ _ _ third (fun=> 0) 1 3%N times_sym times_add times_scale third_paired third_balanced pos some);
  rewrite ?card_ord.
Qed.
