(* What a member of an average gets (new-parabola, new-two-lies-one-gain, new-lie-is-personalisation,
   new-exclusion-is-a-favour, new-chord, new-payments-reverse-the-lie), over the reals.
   Modelled: the model's error for a member is v times the error of its own mean plus 1 - v times that of the others' model;
   A and D are the expected squares of the two and C is the expected product, zero where they err independently. w is the honest
   share. Not modelled: where A and D come from (new-two-lies-one-gain writes them out by sizes). *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition error A D C v := v ^ 2 * A + 2 * v * (1 - v) * C + (1 - v) ^ 2 * D.
Definition best A D := D / (A + D).

Lemma square_pos x : x <> 0 -> 0 < x ^ 2.
Proof. intro H; pose proof (Rsqr_pos_lt x H); unfold Rsqr in *; simpl; lra. Qed.

Section Parabola.
Variables A D C : R.
Hypotheses (A_pos : 0 < A) (D_pos : 0 < D) (apart : C = 0).

(* Every pull v lies on one parabola, whose lowest point is A D / (A + D) at [best]; a share w misses it by the last term. *)
Theorem parabola v : error A D C v = v ^ 2 * A + (1 - v) ^ 2 * D /\
  error A D C v = A * D / (A + D) + (A + D) * (best A D - v) ^ 2.
Proof. unfold error, best; rewrite apart; split; [ring | field; lra]. Qed.

Lemma lowest : error A D C (best A D) = A * D / (A + D).
Proof. rewrite (proj2 (parabola _)); ring. Qed.

Lemma least v : error A D C (best A D) <= error A D C v.
Proof. rewrite lowest, (proj2 (parabola v)); pose proof (pow2_ge_0 (best A D - v)); nra. Qed.

Lemma only v : error A D C v <= A * D / (A + D) -> v = best A D.
Proof.
  rewrite (proj2 (parabola v)); intro H; pose proof (pow2_ge_0 (best A D - v)).
  assert (Z : (best A D - v) ^ 2 = 0) by nra.
  replace ((best A D - v) ^ 2) with (Rsqr (best A D - v)) in Z by (unfold Rsqr; ring).
  apply Rsqr_0_uniq in Z; lra.
Qed.

(* Mixing the common model, of honest share w, with a part z of the own mean is best exactly where the pull is [best]. *)
Theorem personalisation w z : w < 1 ->
  (forall z', error A D C (z + (1 - z) * w) <= error A D C (z' + (1 - z') * w)) <-> z + (1 - z) * w = best A D.
Proof.
  intro w1; split; intro H; [| intro z'; rewrite H; apply least].
  apply only; rewrite <- lowest.
  replace (best A D) with ((best A D - w) / (1 - w) + (1 - (best A D - w) / (1 - w)) * w) at 1 by (field; lra).
  apply H.
Qed.

(* Without the model a member is back at A: worse off than honest exactly if (1 - w) D < (1 + w) A. With the others' model it
   mixes at home as the best liar does. *)
Lemma exclusion w : w < 1 ->
  (error A D C w < A <-> (1 - w) * D < (1 + w) * A) /\
  (forall v, error A D C (best A D) <= error A D C v).
Proof.
  intro w1; split; [| apply least].
  assert (E : A - error A D C w = (1 - w) * ((1 + w) * A - (1 - w) * D)) by (unfold error; rewrite apart; ring).
  split; intro H; nra.
Qed.

(* The expected squared distance of the own mean from the others' model. *)
Definition distance := A - 2 * C + D.

(* A pivot payment of R w^2 times the squared distance, for each of n records; error and payment are a chord, and joining is
   better than being alone exactly if D < A. *)
Theorem chord n r : 0 < n -> 0 < r ->
  let w := n / (n + r) in let paid := r * w ^ 2 * distance / n in
  paid = w * (1 - w) * (A + D) /\ error A D C w + paid = w * A + (1 - w) * D /\ (error A D C w + paid < A <-> D < A).
Proof.
  intros n0 r0 w paid.
  assert (P : paid = w * (1 - w) * (A + D)) by (unfold paid, distance, w; rewrite apart; field; lra).
  assert (Q : error A D C w + paid = w * A + (1 - w) * D) by (rewrite P; unfold error; rewrite apart; ring).
  assert (w1 : w < 1) by (unfold w; apply Rmult_lt_reg_r with (n + r); [lra |]; field_simplify; lra).
  repeat split; [exact P | exact Q | rewrite Q | rewrite Q]; intro H; nra.
Qed.

(* A stretch k of the own mean away from the others' model, with pivot payments: the best one shades, k = D / (A + D) < 1. *)
Definition charged w k := error A D C (w * k) + w * (1 - w) * k ^ 2 * distance.
Theorem payments_reverse_the_lie w k : 0 < w ->
  charged w k = charged w (best A D) + w * (A + D) * (k - best A D) ^ 2
  /\ (k <> best A D -> charged w (best A D) < charged w k) /\ best A D < 1
  /\ charged w 1 - charged w (best A D) = w * A ^ 2 / (A + D).
Proof.
  intro w0.
  assert (E : charged w k = charged w (best A D) + w * (A + D) * (k - best A D) ^ 2).
  { unfold charged, error, distance, best; rewrite apart; field; lra. }
  repeat split; [exact E | | |].
  - intro other; rewrite E.
    assert (0 < (k - best A D) ^ 2) by (apply square_pos; lra).
    assert (0 < w * (A + D)) by nra; nra.
  - unfold best; apply Rmult_lt_reg_r with (A + D); [lra |]; field_simplify; lra.
  - unfold charged, error, distance, best; rewrite apart; field; lra.
Qed.
End Parabola.

(* Two lies. n records of one's own, r of the others, whose squared sizes sum to S. *)
Section Lies.
Variables n r S mu s : R.
Hypotheses (n_pos : 0 < n) (r_pos : 0 < r) (S_pos : 0 < S) (mu_pos : 0 < mu) (s_pos : 0 <= s).
Definition alone := mu / n.
Definition without := s + mu / r + s * S / r ^ 2.
Definition share x := x / (x + r).
Definition claim := n * (1 + (r + S / r) * s / mu).

Lemma alone_pos : 0 < alone.
Proof. apply Rdiv_lt_0_compat; assumption. Qed.
Lemma without_pos : 0 < without.
Proof.
  unfold without; assert (0 < mu / r) by (apply Rdiv_lt_0_compat; assumption).
  assert (0 <= s * S / r ^ 2) by (apply Rmult_le_pos; [nra | left; apply Rinv_0_lt_compat, pow_lt; assumption]); lra.
Qed.

Lemma claim_best : share claim = best alone without.
Proof. unfold share, claim, best, alone, without; field; repeat split; try lra.
  apply Rgt_not_eq, Rplus_lt_le_0_compat; [|apply Rmult_le_pos; [|lra]].
  - repeat apply Rmult_lt_0_compat; assumption.
  - assert (0 <= s * r) by (apply Rmult_le_pos; lra). assert (0 <= s * S) by (apply Rmult_le_pos; lra). nra.
Qed.

(* The average, reported as x + k (own - x), has the pull k w on the model; the best stretch and the best claim end at the same
   error, below which no pull goes; and the best claim exceeds the true size where members differ. *)
Theorem two_lies_one_gain : let w := share n in let k := best alone without / w in let err := error alone without 0 in
  (forall own x, w * (x + k * (own - x)) + (1 - w) * x = k * w * own + (1 - k * w) * x)
  /\ err (k * w) = alone * without / (alone + without) /\ err (share claim) = alone * without / (alone + without)
  /\ (forall v, alone * without / (alone + without) <= err v) /\ (0 < s -> n < claim).
Proof.
  pose proof alone_pos; pose proof without_pos.
  intros w k err; repeat split.
  - intros; ring.
  - replace (k * w) with (best alone without).
    + apply lowest; auto.
    + unfold k; field; unfold w, share; apply Rgt_not_eq, Rdiv_lt_0_compat; lra.
  - rewrite claim_best; apply lowest; auto.
  - intro v; rewrite <- (lowest alone without 0); auto; apply least; auto.
  - intro; unfold claim; assert (0 < (r + S / r) * s / mu); [| nra].
    apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat; [| assumption] | assumption].
    assert (0 < S / r) by (apply Rdiv_lt_0_compat; assumption); lra.
Qed.
End Lies.

(* The page's example: a clinic with 5 of 35 records, the others with 5 and 25, noise 10, spread 1. *)
Example claim_of_five : claim 5 30 650 10 1 = 185 / 6.
Proof. unfold claim; field. Qed.
Example gain_of_five :
  error (alone 5 10) (without 30 650 10 1) 0 (5 / 35) - error (alone 5 10) (without 30 650 10 1) 0 (share 30 (185 / 6))
  = 1922 / 3577.
Proof. unfold error, alone, without, share; field. Qed.

(* Exclusion, as the page says it: a member that would be worse off without the model would rather stay honest than leave; one
   that keeps the others' model has at home what the best lie brings, whatever the shares. *)
Theorem exclusion_is_a_favour A D w : 0 < A -> 0 < D -> w < 1 ->
  let honest := error A D 0 w in
  (honest < A <-> (1 - w) * D < (1 + w) * A) /\
  (forall v, error A D 0 (best A D) <= error A D 0 v) /\
  (0 < w -> exists k, k * w = best A D /\ forall k', error A D 0 (k * w) <= error A D 0 (k' * w)).
Proof.
  intros A0 D0 w1 honest; destruct (exclusion A D 0 A0 D0 eq_refl w w1) as [E L].
  split; [exact E | split; [exact L |]].
  intro w0; exists (best A D / w).
  assert (e : best A D / w * w = best A D) by (field; lra).
  split; [exact e | intro k'; rewrite e; apply L].
Qed.
