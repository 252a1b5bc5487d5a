(* The pivot rule for an average is a quadratic score of the report (new-pivot-is-a-score), over the reals.
   Modelled: a member with n records, r records of the others; w is its share, x the others' model, th its own mean, m its
   report; its pivot payment is r w^2 (m - x)^2 (Tax.v). What it believes is an expectation E: linear, and one on the
   constant one. Posterior beliefs: F stands for the integral over the line, linear and the same after a reflection about
   any point; a belief with the density k, up to its scale, expects F (g k) / F k. Flat prior, sealed reports: k is the
   density f of the average's error, of mean zero, at y - th; if x is seen, the errors of y and of x are normal with the
   variances A and D, independent, and k is the product of their densities. Not modelled: which functions have integrals. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

Definition linear {W : Type} (E : (W -> R) -> R) := (forall f g, (forall t, f t = g t) -> E f = E g) /\
  (forall a b f g, E (fun t => a * f t + b * g t) = a * E f + b * E g).
Definition belief {W : Type} (E : (W -> R) -> R) := linear E /\ E (fun _ => 1) = 1.
Definition reflected (F : (R -> R) -> R) := forall c f, F (fun t => f (2 * c - t)) = F f.
Definition expects (F : (R -> R) -> R) (k g : R -> R) := F (fun t => g t * k t) / F k.
Definition bell V t := exp (- (t ^ 2 / (2 * V))).

Section Score.
Variables n r : R.
Hypotheses (n_pos : 0 < n) (r_pos : 0 < r).
Definition share := n / (n + r).
Definition model m x := share * m + (1 - share) * x.
Definition loses m x th := n * (model m x - th) ^ 2 + r * share ^ 2 * (m - x) ^ 2.

Lemma score m x th : loses m x th = n * share * (m - th) ^ 2 + r * share * (x - th) ^ 2.
Proof. unfold loses, model, share; field; lra. Qed.

(* Whatever is believed, another report than the expectation of th costs more, by the square of the difference. *)
Lemma report_costs (W : Type) (E : (W -> R) -> R) (th x : W -> R) m : belief E ->
  E (fun t => loses m (x t) (th t)) = E (fun t => loses (E th) (x t) (th t)) + n * share * (m - E th) ^ 2.
Proof.
  intros [[same lin] one]; set (e := E th).
  transitivity (E (fun t => 1 * loses e (x t) (th t) + 1 * (n * share * (m ^ 2 - e ^ 2) * 1
                                                            + (-2 * n * share * (m - e)) * th t))).
  - apply same; intro t; rewrite !score; ring.
  - rewrite lin, (lin (n * share * (m ^ 2 - e ^ 2)) _ (fun _ => 1) th), one; fold e; ring.
Qed.
End Score.

Section Posterior.
Variable F : (R -> R) -> R.
Hypotheses (F_linear : linear F) (F_reflected : reflected F).

(* Any density gives a belief. *)
Lemma believes (k : R -> R) : F k <> 0 -> belief (expects F k).
Proof.
  intro some; destruct F_linear as [same lin]; unfold expects; split; [split |].
  - intros f g fg; rewrite (same (fun t => f t * k t) (fun t => g t * k t)); [reflexivity | intro t; rewrite fg; ring].
  - intros a b f g; rewrite (same _ (fun t => a * (f t * k t) + b * (g t * k t))) by (intro; ring).
    rewrite lin; field; exact some.
  - rewrite (same _ k) by (intro; ring); field; exact some.
Qed.

(* A density that is symmetric about c has the mean c. *)
Lemma symmetric_mean (k : R -> R) c : F k <> 0 -> (forall t, k (2 * c - t) = k t) -> expects F k (fun t => t) = c.
Proof.
  intros some sym; destruct F_linear as [same lin].
  assert (Z : F (fun t => (t - c) * k t) = - F (fun t => (t - c) * k t)).
  { rewrite <- (F_reflected c (fun t => (t - c) * k t)) at 1.
    transitivity (F (fun t => (-1) * ((t - c) * k t) + 0 * k t)); [| rewrite lin; ring].
    apply same; intro t; rewrite sym; ring. }
  assert (S : F (fun t => t * k t) = c * F k).
  { transitivity (F (fun t => 1 * ((t - c) * k t) + c * k t)); [apply same; intro t; ring | rewrite lin; lra]. }
  unfold expects; rewrite S; field; exact some.
Qed.

(* Sealed reports: an error of mean zero, flat prior. *)
Lemma sealed (f : R -> R) y : F f <> 0 -> F (fun e => e * f e) = 0 ->
  belief (expects F (fun t => f (y - t))) /\ expects F (fun t => f (y - t)) (fun t => t) = y.
Proof.
  intros some zero; destruct F_linear as [same lin].
  assert (T : forall g, F (fun t => g (y - t)) = F g).
  { intro g; rewrite <- (F_reflected (y / 2) g); apply same; intro t; f_equal; field. }
  assert (S : F (fun t => t * f (y - t)) = y * F f).
  { transitivity (F (fun t => (fun e => y * f e + (-1) * (e * f e)) (y - t))).
    - apply same; intro t; ring.
    - rewrite (T (fun e => y * f e + (-1) * (e * f e))), (lin y (-1) f (fun e => e * f e)), zero; ring. }
  split; [apply believes; rewrite T; exact some |].
  unfold expects; rewrite S, (T f); field; exact some.
Qed.

(* Whoever sees x: two normal errors. *)
Lemma open_reports A D y x : 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
  F k <> 0 -> belief (expects F k) /\ expects F k (fun t => t) = (D * y + A * x) / (A + D).
Proof.
  intros A0 D0 k some; split; [apply believes, some |]; apply symmetric_mean; [exact some |]; intro t; unfold k, bell.
  rewrite <- !exp_plus; f_equal; field; lra.
Qed.
End Posterior.

(* The page's theorem. *)
Theorem pivot_is_a_score n r : 0 < n -> 0 < r ->
  (forall m x th, n * (model n r m x - th) ^ 2 + r * share n r ^ 2 * (m - x) ^ 2
                  = n * share n r * (m - th) ^ 2 + r * share n r * (x - th) ^ 2) /\
  (forall (W : Type) (E : (W -> R) -> R) (th x : W -> R), belief E -> forall m, m <> E th ->
    E (fun t => loses n r (E th) (x t) (th t)) < E (fun t => loses n r m (x t) (th t))) /\
  (forall F, linear F -> reflected F ->
    (forall f y, F f <> 0 -> F (fun e => e * f e) = 0 -> let k := fun t => f (y - t) in
      belief (expects F k) /\ expects F k (fun t => t) = y) /\
    (forall A D y x, 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
      F k <> 0 -> belief (expects F k) /\ expects F k (fun t => t) = (D * y + A * x) / (A + D))).
Proof.
  intros n0 r0; split; [| split].
  - intros; apply score; assumption.
  - intros W E th x bel m other; rewrite (report_costs n r n0 r0 W E th x m bel).
    assert (0 < share n r) by (apply Rdiv_lt_0_compat; lra).
    assert (Q : m - E th <> 0) by lra; pose proof (Rsqr_pos_lt _ Q) as P; unfold Rsqr in P.
    assert (0 < n * share n r) by (apply Rmult_lt_0_compat; assumption).
    pose proof (Rmult_lt_0_compat _ _ H0 P); replace ((m - E th) ^ 2) with ((m - E th) * (m - E th)) by ring; lra.
  - intros F lin ref; split; [intros f y; exact (sealed F lin ref f y) | intros A D y x;
      exact (open_reports F lin ref A D y x)].
Qed.
