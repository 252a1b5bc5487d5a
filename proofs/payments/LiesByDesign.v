(* Theorem E.2 and the condition behind it (payments/theorem-e-2-max, theorem-e-2-sum-negative,
  theorem-e-2-sum-positive,
   new-marginal-conditions). Any number N + 1 of outcomes, any reports of the others (their total), real numbers.
   Modelled: as in LiesThatPay.v. In Theorem E.2 f is strongly convex; the condition needs only that f is convex, its
   value at 0 included, and that f2 is positive. [by_maximum] and [by_sum] are the two domains of reports.
   Not modelled: the existence of a trained model, which a rule psi with [trains] presupposes. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting SmallLies LiesThatPay.
Open Scope R_scope.

Lemma strongly_convex_is_convex alpha f : 0 <= alpha -> strongly_convex_from_zero alpha f -> convex_from_zero f.
Proof.
  intros A S x y a x0 y0 H. specialize (S x y a x0 y0 H). pose proof (pow2_ge_0 (x - y)).
  assert (0 <= alpha / 2 * (a * (1 - a) * (x - y) ^ 2)); [|lra].
  apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rmult_le_pos; lra|assumption].
Qed.
Lemma strongly_curved alpha f f1 f2 r : strongly_convex_from_zero alpha f -> derivative f f1 -> derivative f1 f2 ->
  0 < r -> alpha <= f2 r.
Proof.
  intros S D1 D2 r0. apply Rnot_lt_le. intro less. set (g := fun x => f x - alpha / 2 * x ^ 2).
  assert (C : convex_from_zero g).
  { intros x y a x0 y0 H. specialize (S x y a x0 y0 H). unfold g. lra. }
  assert (G : derivative g (fun x => f1 x - alpha * x)).
  { intros x x0. unfold g. replace (f1 x - alpha * x) with (f1 x - alpha / 2 * (INR 2 * x ^ pred 2)) by (simpl; field).
    apply derivable_pt_lim_minus; [now apply D1|]. apply (derivable_pt_lim_scal (fun x => x ^ 2)).
    apply derivable_pt_lim_pow. }
  destruct (near f1 r _ ((alpha - f2 r) / 2) (D2 r r0) ltac:(lra)) as [d [d0 H]].
  specialize (H (d / 2) ltac:(rewrite Rabs_pos_eq; lra)). apply within in H. rewrite Rabs_pos_eq in H by lra.
  pose proof (slopes_rise g _ C G r (r + d / 2) r0 ltac:(lra)) as K. cbv beta in K.
  assert (0 < (alpha - f2 r) * d) by (apply Rmult_lt_0_compat; lra).
  assert (f1 (r + d / 2) - f1 r - alpha * (d / 2) < 0) by lra. nra.
Qed.

Section Theorem_E_2.
Variables (N : nat) (q : nat -> R) (f f1 f2 : R -> R) (alpha w : R) (others rm : nat -> R).
Variable psi : (nat -> R) -> nat -> R.
Hypotheses (q_pos : forall x, (x <= N)%nat -> 0 < q x) (strong : 0 < alpha) (conv : strongly_convex_from_zero alpha f).
Hypotheses (first : derivative f f1) (second : derivative f1 f2) (w_pos : 0 < w).
Hypothesis interior : forall x, (x <= N)%nat -> 0 < psi rm x.
Notation a := (responsive q f2 rm psi).
Notation t := (marginal N q f2 rm psi).

Lemma curved x : (x <= N)%nat -> 0 < f2 (psi rm x / q x).
Proof.
  intro Hx. apply Rlt_le_trans with (1 := strong). apply (strongly_curved alpha f f1); try assumption.
  apply Rdiv_lt_0_compat; auto.
Qed.
Notation all_conditions := (conditions N q f f1 f2 w others rm psi q_pos
  (strongly_convex_is_convex alpha f (Rlt_le _ _ strong) conv) first second w_pos interior curved).

Theorem maximum_in_between x1 : by_maximum N rm -> trains N q f w others psi (by_maximum N) ->
  (x1 <= N)%nat -> t x1 <> 0 -> 0 < rm x1 < 1 -> ~ truth_optimal N rm psi (by_maximum N).
Proof.
  intros norm T H1 ne mid opt. destruct all_conditions as [A [_ C]]. now apply (proj1 (C x1 H1) ne mid), A.
Qed.
Theorem sum_negative x1 : by_sum N rm -> trains N q f w others psi (by_sum N) ->
  (x1 <= N)%nat -> t x1 < 0 -> 0 < rm x1 < 1 -> ~ truth_optimal N rm psi (by_sum N).
Proof.
  intros norm T H1 neg mid opt. destruct all_conditions as [_ [B C]]. now apply (proj1 (proj2 (C x1 H1)) neg mid), B.
Qed.
Theorem sum_positive x1 x2 : by_sum N rm -> trains N q f w others psi (by_sum N) ->
  (x1 <= N)%nat -> (x2 <= N)%nat -> 0 < t x1 -> rm x1 < 1 -> rm x2 <= rm x1 -> 0 < rm x2 -> a x2 < a x1 ->
  ~ truth_optimal N rm psi (by_sum N).
Proof.
  intros norm T H1 H2 t1 top order low less opt. destruct all_conditions as [_ [B C]].
  apply (proj2 (proj2 (C x1 H1)) x2 H2 t1 top order low less). now apply B.
Qed.
End Theorem_E_2.

Theorem small_lies (N : nat) (q : nat -> R) (f f1 f2 : R -> R) (w : R) (others rm : nat -> R) psi :
  (forall x, (x <= N)%nat -> 0 < q x) -> convex_from_zero f -> derivative f f1 -> derivative f1 f2 ->
  (forall r, 0 < r -> 0 < f2 r) -> 0 < w -> (forall x, (x <= N)%nat -> 0 < psi rm x) ->
  let a := responsive q f2 rm psi in
  let t := marginal N q f2 rm psi in
  let at_one := forall x, (x <= N)%nat -> 0 < rm x < 1 -> t x = 0 in
  let between_two := forall x y, (x <= N)%nat -> (y <= N)%nat -> 0 < rm x -> 0 < rm y -> a x * t x = a y * t y in
  (by_maximum N rm -> trains N q f w others psi (by_maximum N) -> truth_optimal N rm psi (by_maximum N) -> at_one) /\
  (by_sum N rm -> trains N q f w others psi (by_sum N) -> truth_optimal N rm psi (by_sum N) -> between_two) /\
  forall x1, (x1 <= N)%nat ->
    (t x1 <> 0 -> 0 < rm x1 < 1 -> ~ at_one) /\ (t x1 < 0 -> 0 < rm x1 < 1 -> ~ between_two) /\
    forall x2, (x2 <= N)%nat -> 0 < t x1 -> rm x1 < 1 -> rm x2 <= rm x1 -> 0 < rm x2 -> a x2 < a x1 ->
      ~ between_two.
Proof.
  intros Q C D1 D2 curved' W pos a t at_one between_two.
  assert (K : forall x, (x <= N)%nat -> 0 < f2 (psi rm x / q x)).
  { intros x Hx. apply curved', Rdiv_lt_0_compat; auto. }
  destruct (conditions N q f f1 f2 w others rm psi Q C D1 D2 W pos K) as [A [B E]].
  exact (conj A (conj B E)).
Qed.
