(* The pivot rule for an average is a quadratic score of the report (new-pivot-is-a-score), over the reals.
   Modelled: a member with n records, r records of the others; w is its share, x the others' model, th its own mean, m its
   report; its pivot payment is r w^2 (m - x)^2 (Tax.v). What it believes is an expectation E of those functions that have
   one: linear, and one on the constant one. Posterior beliefs: F stands for the integral over the line of the functions
   that are integrable, linear and the same after a reflection about any point (of all functions only zero would be so);
   a belief with the density k, up to its scale, expects F (g k) / F k. Flat prior, sealed reports: k is the density f of
   the average's error, of mean zero, at y - th; if x is seen, the errors of y and of x are normal with the variances A
   and D, independent, and k is the product of their densities. Not modelled: which functions are integrable. *)
Require Import Reals Lra Psatz.
Open Scope R_scope.

(* [ok f]: f has an expectation, or an integral. *)
Definition linear {W : Type} (ok : (W -> R) -> Prop) (E : (W -> R) -> R) :=
  (forall f g, (forall t, f t = g t) -> ok f -> ok g /\ E f = E g) /\
  (forall a b f g, ok f -> ok g -> ok (fun t => a * f t + b * g t) /\ E (fun t => a * f t + b * g t) = a * E f + b * E g).
Definition belief {W : Type} (ok : (W -> R) -> Prop) (E : (W -> R) -> R) :=
  linear ok E /\ ok (fun _ => 1) /\ E (fun _ => 1) = 1.
Definition reflected (ok : (R -> R) -> Prop) (F : (R -> R) -> R) :=
  forall c f, ok f -> ok (fun t => f (2 * c - t)) /\ F (fun t => f (2 * c - t)) = F f.
Definition times (k g : R -> R) t := g t * k t.
Definition expects (F : (R -> R) -> R) (k g : R -> R) := F (times k g) / F k.
(* The belief with the density k: it expects what is integrable against k, and its own mean is c. *)
Definition believes_mean (ok : (R -> R) -> Prop) (F : (R -> R) -> R) (k : R -> R) c :=
  let some g := ok (times k g) in
  belief some (expects F k) /\ some (fun t => t) /\ expects F k (fun t => t) = c.
Definition bell V t := exp (- (t ^ 2 / (2 * V))).

Lemma same_as {W : Type} (ok : (W -> R) -> Prop) E f g x : linear ok E -> ok f -> E f = x -> (forall t, f t = g t) ->
  ok g /\ E g = x.
Proof. intros [same _] okf <- fg; destruct (same f g fg okf) as [okg e]; auto. Qed.

Section Score.
Variables n r : R.
Hypotheses (n_pos : 0 < n) (r_pos : 0 < r).
Definition share := n / (n + r).
Definition model m x := share * m + (1 - share) * x.
Definition loses m x th := n * (model m x - th) ^ 2 + r * share ^ 2 * (m - x) ^ 2.

Lemma score m x th : loses m x th = n * share * (m - th) ^ 2 + r * share * (x - th) ^ 2.
Proof. unfold loses, model, share; field; lra. Qed.

(* Whatever is believed, another report than the expectation of th costs more, by the square of the difference. *)
Lemma report_costs (W : Type) ok (E : (W -> R) -> R) (th x : W -> R) m : belief ok E -> ok th ->
  (forall m, ok (fun t => loses m (x t) (th t))) ->
  E (fun t => loses m (x t) (th t)) = E (fun t => loses (E th) (x t) (th t)) + n * share * (m - E th) ^ 2.
Proof.
  intros [L [ok1 one]] okth okl; assert (lin := proj2 L); set (e := E th).
  destruct (lin (n * share * (m ^ 2 - e ^ 2)) (-2 * n * share * (m - e)) (fun _ => 1) th ok1 okth) as [ok2 V2].
  destruct (lin 1 1 (fun t => loses e (x t) (th t)) _ (okl e) ok2) as [ok3 V3].
  destruct (same_as ok E _ (fun t => loses m (x t) (th t)) _ L ok3 V3) as [_ ->]; [intro t; rewrite !score; ring |].
  rewrite V2, one; fold e; ring.
Qed.
End Score.

Section Posterior.
Variables (ok : (R -> R) -> Prop) (F : (R -> R) -> R).
Hypotheses (F_linear : linear ok F) (F_reflected : reflected ok F).

(* Any density gives a belief. *)
Lemma believes (k : R -> R) : ok k -> F k <> 0 -> belief (fun g => ok (times k g)) (expects F k).
Proof.
  intros okk some; destruct F_linear as [same lin].
  destruct (same_as ok F k (times k (fun _ => 1)) _ F_linear okk eq_refl) as [ok1 V1]; [intro; unfold times; ring |].
  unfold expects; split; [split | split; [exact ok1 | rewrite V1; field; exact some]].
  - intros f g fg okf.
    destruct (same_as ok F _ (times k g) _ F_linear okf eq_refl) as [okg V]; [intro t; unfold times; now rewrite fg |].
    split; [exact okg | now rewrite V].
  - intros a b f g okf okg; destruct (lin a b _ _ okf okg) as [okc V].
    destruct (same_as ok F _ (times k (fun t => a * f t + b * g t)) _ F_linear okc V) as [okc' V'];
      [intro t; unfold times; ring |].
    split; [exact okc' |]; rewrite V'; field; exact some.
Qed.

(* A density that is symmetric about c has the mean c. *)
Lemma symmetric_mean (k : R -> R) c : ok k -> F k <> 0 -> ok (times k (fun t => t)) ->
  (forall t, k (2 * c - t) = k t) -> expects F k (fun t => t) = c.
Proof.
  intros okk some okt sym; destruct F_linear as [same lin]; set (g := times k (fun t => t)) in *.
  destruct (F_reflected c g okt) as [okr Vr].
  destruct (lin (2 * c) (-1) k g okk okt) as [okc Vc].
  destruct (same_as ok F _ (fun t => g (2 * c - t)) _ F_linear okc Vc) as [_ V];
    [intro t; unfold g, times; rewrite sym; ring |].
  unfold expects; fold g; assert (F g = c * F k) as -> by lra; field; exact some.
Qed.

(* Sealed reports: an error of mean zero, flat prior. *)
Lemma sealed (f : R -> R) y : ok f -> F f <> 0 -> ok (times f (fun e => e)) -> F (times f (fun e => e)) = 0 ->
  believes_mean ok F (fun t => f (y - t)) y.
Proof.
  intros okf some oke zero; destruct F_linear as [same lin].
  assert (T : forall g, ok g -> ok (fun t => g (y - t)) /\ F (fun t => g (y - t)) = F g).
  { intros g okg; destruct (F_reflected (y / 2) g okg) as [okr <-].
    apply (same_as ok F _ (fun t => g (y - t)) _ F_linear okr eq_refl); intro t; f_equal; field. }
  destruct (T f okf) as [okk Vk]; destruct (lin y (-1) f _ okf oke) as [okc Vc]; destruct (T _ okc) as [okr Vr].
  destruct (same_as ok F _ (times (fun t => f (y - t)) (fun t => t)) _ F_linear okr Vr) as [okt Vt];
    [intro t; unfold times; ring |].
  split; [apply believes; [exact okk | rewrite Vk; exact some] | split; [exact okt |]].
  unfold expects; rewrite Vt, Vc, zero, Vk; field; exact some.
Qed.

(* Whoever sees x: two normal errors. *)
Lemma open_reports A D y x : 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
  ok k -> F k <> 0 -> ok (times k (fun t => t)) -> believes_mean ok F k ((D * y + A * x) / (A + D)).
Proof.
  intros A0 D0 k okk some okt; split; [apply believes; assumption |]; split; [exact okt |].
  apply symmetric_mean; trivial; intro t; unfold k, bell; rewrite <- !exp_plus; f_equal; field; lra.
Qed.
End Posterior.

(* The page's theorem. *)
Theorem pivot_is_a_score n r : 0 < n -> 0 < r ->
  (forall m x th, n * (model n r m x - th) ^ 2 + r * share n r ^ 2 * (m - x) ^ 2
                  = n * share n r * (m - th) ^ 2 + r * share n r * (x - th) ^ 2) /\
  (forall (W : Type) ok (E : (W -> R) -> R) (th x : W -> R), belief ok E -> ok th ->
    (forall m, ok (fun t => loses n r m (x t) (th t))) -> forall m, m <> E th ->
    E (fun t => loses n r (E th) (x t) (th t)) < E (fun t => loses n r m (x t) (th t))) /\
  (forall ok F, linear ok F -> reflected ok F ->
    (forall f y, ok f -> F f <> 0 -> ok (times f (fun e => e)) -> F (times f (fun e => e)) = 0 ->
      believes_mean ok F (fun t => f (y - t)) y) /\
    (forall A D y x, 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
      ok k -> F k <> 0 -> ok (times k (fun t => t)) -> believes_mean ok F k ((D * y + A * x) / (A + D)))).
Proof.
  intros n0 r0; split; [| split].
  - intros; apply score; assumption.
  - intros W ok E th x bel okth okl m other; rewrite (report_costs n r n0 r0 W ok E th x m bel okth okl).
    assert (0 < share n r) by (apply Rdiv_lt_0_compat; lra).
    assert (Q : m - E th <> 0) by lra; pose proof (Rsqr_pos_lt _ Q) as P; unfold Rsqr in P.
    assert (0 < n * share n r) by (apply Rmult_lt_0_compat; assumption).
    pose proof (Rmult_lt_0_compat _ _ H0 P); replace ((m - E th) ^ 2) with ((m - E th) * (m - E th)) by ring; lra.
  - intros ok F lin ref; split; [intros f y; exact (sealed ok F lin ref f y) | intros A D y x;
      exact (open_reports ok F lin ref A D y x)].
Qed.
