(* What the theorem of Score.v needs: each hypothesis below is dropped in turn; numbers break the rest. *)
Require Import Reals Lra Psatz.
From Incentives Require Import Score.
Open Scope R_scope.

(* No records of one's own; others whose records count less than nothing. *)
Definition certain (f : unit -> R) := f tt.
Lemma certain_belief : belief (fun _ => True) certain.
Proof. unfold belief, linear, certain; repeat split; auto. Qed.

Theorem pivot_is_a_score_needs_1 : ~ (forall n r : R, True -> 0 < r ->
  (forall m x th : R, n * (model n r m x - th) ^ 2 + r * share n r ^ 2 * (m - x) ^ 2
                  = n * share n r * (m - th) ^ 2 + r * share n r * (x - th) ^ 2) /\
  (forall (W : Type) (ok : (W -> R) -> Prop) (E : (W -> R) -> R) (th x : W -> R), belief ok E -> ok th ->
    (forall m : R, ok (fun t => loses n r m (x t) (th t))) -> forall m : R, m <> E th ->
    E (fun t => loses n r (E th) (x t) (th t)) < E (fun t => loses n r m (x t) (th t))) /\
  (forall (ok : (R -> R) -> Prop) (F : (R -> R) -> R), linear ok F -> reflected ok F ->
    (forall (f : R -> R) (y : R), ok f -> F f <> 0 -> ok (times f (fun e => e)) -> F (times f (fun e => e)) = 0 ->
      believes_mean ok F (fun t => f (y - t)) y) /\
    (forall A D y x : R, 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
      ok k -> F k <> 0 -> ok (times k (fun t => t)) -> believes_mean ok F k ((D * y + A * x) / (A + D))))).
Proof.
  intro H; destruct (H 0 1 I ltac:(lra)) as [_ [L _]].
  assert (o : 1 <> certain (fun _ : unit => 0)) by (unfold certain; lra).
  pose proof (L unit (fun _ => True) certain (fun _ => 0) (fun _ => 0) certain_belief I (fun _ => I) 1 o) as B.
  unfold certain, loses, model, share in B; replace (0 / (0 + 1)) with 0 in B by field; lra.
Qed.
Theorem pivot_is_a_score_needs_2 : ~ (forall n r : R, 0 < n -> True ->
  (forall m x th : R, n * (model n r m x - th) ^ 2 + r * share n r ^ 2 * (m - x) ^ 2
                  = n * share n r * (m - th) ^ 2 + r * share n r * (x - th) ^ 2) /\
  (forall (W : Type) (ok : (W -> R) -> Prop) (E : (W -> R) -> R) (th x : W -> R), belief ok E -> ok th ->
    (forall m : R, ok (fun t => loses n r m (x t) (th t))) -> forall m : R, m <> E th ->
    E (fun t => loses n r (E th) (x t) (th t)) < E (fun t => loses n r m (x t) (th t))) /\
  (forall (ok : (R -> R) -> Prop) (F : (R -> R) -> R), linear ok F -> reflected ok F ->
    (forall (f : R -> R) (y : R), ok f -> F f <> 0 -> ok (times f (fun e => e)) -> F (times f (fun e => e)) = 0 ->
      believes_mean ok F (fun t => f (y - t)) y) /\
    (forall A D y x : R, 0 < A -> 0 < D -> let k := fun t => bell A (y - t) * bell D (x - t) in
      ok k -> F k <> 0 -> ok (times k (fun t => t)) -> believes_mean ok F k ((D * y + A * x) / (A + D))))).
Proof.
  intro H; destruct (H 1 (-2) ltac:(lra) I) as [_ [L _]].
  assert (o : 1 <> certain (fun _ : unit => 0)) by (unfold certain; lra).
  pose proof (L unit (fun _ => True) certain (fun _ => 0) (fun _ => 0) certain_belief I (fun _ => I) 1 o) as B.
  unfold certain, loses, model, share in B; replace (1 / (1 + -2)) with (-1) in B by field; lra.
Qed.
