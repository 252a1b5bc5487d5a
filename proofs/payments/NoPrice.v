(* Two types, two models, no price (payments/new-no-price): chi-squared with weight 2, three equally likely outcomes, sizes
   (2, 1), a table of the initial model and two copies trained on the reports. No payments make the truth dominant. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.
Record triple := T3 { c1 : R; c2 : R; c3 : R }.
Definition dot x y := c1 x * c1 y + c2 x * c2 y + c3 x * c3 y.
Definition start := T3 (1/3) (1/3) (1/3).
Definition simplex x := 0 <= c1 x /\ 0 <= c2 x /\ 0 <= c3 x /\ c1 x + c2 x + c3 x = 1.
(* sum of p0 (p/p0 - 1)^2 *)
Definition chi2 x := 3 * ((c1 x - 1/3) * (c1 x - 1/3) + (c2 x - 1/3) * (c2 x - 1/3) + (c3 x - 1/3) * (c3 x - 1/3)).
Definition legal r := (0 <= c1 r <= 1 /\ 0 <= c2 r <= 1 /\ 0 <= c3 r <= 1) /\ (c1 r = 1 \/ c2 r = 1 \/ c3 r = 1).

(* A copy is the model that training with all the weight W = 3 on one reward gives: best among all distributions. *)
Definition copy_of r x := simplex x /\ forall y, simplex y -> 3 * dot y r - 2 * chi2 y <= 3 * dot x r - 2 * chi2 x.

Lemma copy_unique r x : simplex x ->
  (forall y, c1 y + c2 y + c3 y = 1 -> 3 * dot y r - 2 * chi2 y =
     3 * dot x r - 2 * chi2 x - 6 * ((c1 y - c1 x) ^ 2 + (c2 y - c2 x) ^ 2 + (c3 y - c3 x) ^ 2)) ->
  copy_of r x /\ forall z, copy_of r z -> z = x.
Proof.
  intros Sx Hx. split.
  - split; [assumption|]. intros y [_ [_ [_ Sy]]]. rewrite (Hx y Sy).
    pose proof (pow2_ge_0 (c1 y - c1 x)). pose proof (pow2_ge_0 (c2 y - c2 x)). pose proof (pow2_ge_0 (c3 y - c3 x)). lra.
  - intros z [[A [B [C Sz]]] Best]. specialize (Best x Sx). rewrite (Hx z Sz) in Best.
    pose proof (pow2_ge_0 (c1 z - c1 x)). pose proof (pow2_ge_0 (c2 z - c2 x)). pose proof (pow2_ge_0 (c3 z - c3 x)).
    assert ((c1 z - c1 x)^2 = 0 /\ (c2 z - c2 x)^2 = 0 /\ (c3 z - c3 x)^2 = 0) as [E1 [E2 E3]] by (repeat split; lra).
    assert (Z : forall t, t ^ 2 = 0 -> t = 0) by (intros t Ht; nra).
    apply Z in E1, E2, E3. destruct z as [z1 z2 z3], x as [x1 x2 x3]; simpl in *. f_equal; lra.
Qed.

Definition welfare r s x := 2 * dot x r + dot x s - 2 * chi2 x.      (* sizes 2 and 1 *)
(* What the provider may choose after the reports r and s: best in the table of the initial model and two copies. *)
Definition chosen r s x := exists a b, copy_of r a /\ copy_of s b /\ (x = start \/ x = a \/ x = b) /\
  forall y, (y = start \/ y = a \/ y = b) -> welfare r s y <= welfare r s x.

Definition typeA := T3 (1/4) 1 0.
Definition typeB := T3 (1/2) 1 (3/4).
Definition rival := T3 0 0 1.
Definition copyA := T3 (7/24) (23/48) (11/48).
Definition copyB := T3 (13/48) (19/48) (1/3).
Definition copyR := T3 (1/4) (1/4) (1/2).

Lemma copies r x : (r = typeA /\ x = copyA) \/ (r = typeB /\ x = copyB) \/ (r = rival /\ x = copyR) ->
  copy_of r x /\ forall z, copy_of r z -> z = x.
Proof.
  intros [[-> ->]|[[-> ->]| [-> ->]]]; apply copy_unique;
    unfold simplex, dot, chi2, typeA, typeB, rival, copyA, copyB, copyR; simpl; try lra;
    intros [y1 y2 y3]; simpl; intro E; replace y3 with (1 - y1 - y2) by lra; ring_simplify; lra.
Qed.

Lemma the_choice r a z : copy_of r a -> (forall y, copy_of r y -> y = a) ->
  (forall y, y = start \/ y = a \/ y = copyR -> y <> z -> welfare r rival y < welfare r rival z) ->
  (z = start \/ z = a \/ z = copyR) -> forall x, chosen r rival x -> x = z.
Proof.
  intros Ca Ua Best In x [a' [b' [Ha [Hb [Inx Top]]]]]. apply Ua in Ha.
  apply (proj2 (copies rival copyR ltac:(auto))) in Hb. subst a' b'.
  destruct (Req_dec (welfare r rival x) (welfare r rival z)) as [Eq|Ne].
  - assert (D : {c1 x = c1 z /\ c2 x = c2 z /\ c3 x = c3 z} + {~ (c1 x = c1 z /\ c2 x = c2 z /\ c3 x = c3 z)}).
    { destruct (Req_EM_T (c1 x) (c1 z)) as [one|one]; [|right; now intros [same _]].
      destruct (Req_EM_T (c2 x) (c2 z)) as [two|two]; [|right; now intros [_ [same _]]].
      destruct (Req_EM_T (c3 x) (c3 z)) as [three|three]; [left; auto|right; now intros [_ [_ same]]]. }
    destruct D as [D|D]; [destruct D as (E1 & E2 & E3); destruct x, z; simpl in *; congruence|].
    assert (x <> z) by (intros ->; tauto). specialize (Best x Inx H). lra.
  - assert (x <> z) by (intros ->; lra). specialize (Best x Inx H). specialize (Top z In). lra.
Qed.

Lemma choice_A x : chosen typeA rival x -> x = start.
Proof.
  destruct (copies typeA copyA) as [Ca Ua]; [auto|]. apply (the_choice typeA copyA start Ca Ua); [|auto].
  intros y [->|[->| ->]] N; try contradiction; unfold welfare, dot, chi2, start, typeA, rival, copyA, copyR; simpl; lra.
Qed.
Lemma choice_B x : chosen typeB rival x -> x = copyB.
Proof.
  destruct (copies typeB copyB) as [Ca Ua]; [auto|]. apply (the_choice typeB copyB copyB Ca Ua); [|auto].
  intros y [->|[->| ->]] N; try contradiction; unfold welfare, dot, chi2, start, typeB, rival, copyB, copyR; simpl; lra.
Qed.

Lemma chosen_A : chosen typeA rival start.
Proof.
  exists copyA, copyR. split; [apply (copies typeA copyA); auto|split; [apply (copies rival copyR); auto|split; [auto|]]].
  intros y [->|[->| ->]]; unfold welfare, dot, chi2, start, typeA, rival, copyA, copyR; simpl; lra.
Qed.
Lemma chosen_B : chosen typeB rival copyB.
Proof.
  exists copyB, copyR. split; [apply (copies typeB copyB); auto|split; [apply (copies rival copyR); auto|split; [auto|]]].
  intros y [->|[->| ->]]; unfold welfare, dot, chi2, start, typeB, rival, copyB, copyR; simpl; lra.
Qed.

(* Whatever the rule for ties, and whatever the payments, of any sign: one of the two types lies, and gains 1/64 or more. *)
Theorem no_price (f : triple -> triple) (price : triple -> R) :
  (forall r x, legal r -> chosen r rival x -> chosen r rival (f r)) ->
  exists t r, legal t /\ legal r /\ (2 * dot (f r) t - price r) - (2 * dot (f t) t - price t) >= 1/64.
Proof.
  intro H.
  assert (LA : legal typeA) by (unfold legal, typeA; simpl; lra).
  assert (LB : legal typeB) by (unfold legal, typeB; simpl; lra).
  pose proof (choice_A _ (H _ _ LA chosen_A)) as FA. pose proof (choice_B _ (H _ _ LB chosen_B)) as FB.
  destruct (Rle_lt_dec (price typeB - price typeA) (3/32 - 1/64)) as [L|L].
  - exists typeA, typeB. split; [assumption|split; [assumption|]]. rewrite FA, FB.
    unfold dot, start, copyB, typeA at 1 3. simpl. lra.
  - exists typeB, typeA. split; [assumption|split; [assumption|]]. rewrite FA, FB.
    unfold dot, start, copyB, typeB at 1 3. simpl. lra.
Qed.

(* The two gains add up to 1/32, whatever the payments: they cancel. *)
Theorem two_types_without_a_price (f : triple -> triple) (price : triple -> R) :
  (forall r x, legal r -> chosen r rival x -> chosen r rival (f r)) -> legal typeA /\ legal typeB /\
  ((2 * dot (f typeB) typeA - price typeB) - (2 * dot (f typeA) typeA - price typeA)) +
  ((2 * dot (f typeA) typeB - price typeA) - (2 * dot (f typeB) typeB - price typeB)) = 1/32.
Proof.
  intro H.
  assert (LA : legal typeA) by (unfold legal, typeA; simpl; lra).
  assert (LB : legal typeB) by (unfold legal, typeB; simpl; lra).
  split; [assumption|split; [assumption|]].
  rewrite (choice_A _ (H _ _ LA chosen_A)), (choice_B _ (H _ _ LB chosen_B)).
  generalize (price typeA), (price typeB). intros a b. unfold dot, start, copyB, typeA, typeB. simpl. lra.
Qed.
