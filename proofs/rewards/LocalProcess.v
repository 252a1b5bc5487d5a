(* Local training as a process: its definitions, and that smooth convex objectives are continuous and grow like squares.
   Modelled: clients 0, ..., N, coordinates 0, ..., D; outcomes come step by step with laws of any kind, as Chances.v
   says. The stochastic gradient g i past w of client i may depend on the whole past. After every tau steps all clients
   go on from their average. Independent means: in pairs, given the past. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance LocalSteps LocalPairs Chances.
Open Scope R_scope.

Section Definitions.
Context {W : Type}.
Variable N : nat.
Variables (x0 : nat -> R) (eta : R) (tau : nat).
Variable g : nat -> list W -> W -> nat -> R.

(* Where the clients are after a past, and their average. *)
Fixpoint places (past : list W) : nat -> nat -> R := match past with
  | nil => fun _ => x0
  | w :: before =>
      let moved i := along (places before i) (- eta) (g i before w) in
      if Nat.eqb (Nat.modulo (length past) tau) 0 then fun _ => average N moved else moved
  end.
Definition middle past := average N (places past).

(* Stochastic gradients are random vectors, right on average, vary at most by sigma, and are drawn by each client on
   its own. *)
Variables (D : nat) (measurable : (list W -> R) -> Prop).
Variables (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R).
Definition random_gradients := forall i k, (i <= N)%nat -> (k <= D)%nat ->
  measurable (fun past => match past with nil => 0 | w :: before => g i before w k end).
Definition unbiased (at_ : list W -> nat -> nat -> R) (G : nat -> (nat -> R) -> nat -> R) :=
  forall i past k, (i <= N)%nat -> (k <= D)%nat ->
    integrable past (fun w => g i past w k) /\ E past (fun w => g i past w k) = G i (at_ past i) k.
Definition bounded_noise sigma (at_ : list W -> nat -> nat -> R) (G : nat -> (nat -> R) -> nat -> R) :=
  forall i past, (i <= N)%nat -> integrable past (fun w => norm D (less (g i past w) (G i (at_ past i))) ^ 2) /\
    E past (fun w => norm D (less (g i past w) (G i (at_ past i))) ^ 2) <= sigma ^ 2.
Definition independent_clients := forall i j past, (i < j <= N)%nat ->
  independent_vectors (integrable past) (E past) D (g i past) (g j past).
End Definitions.
Definition convex_and_smooth N D L (F : nat -> (nat -> R) -> R) G :=
  forall i, (i <= N)%nat -> is_gradient D (F i) (G i) /\ smooth D L (G i) /\ convex (F i).
Definition objective N (F : nat -> (nat -> R) -> R) (x : nat -> R) := mean N (fun i => F i x).
(* Mean squared distance of the clients' points from their average. *)
Definition drift N D (x : nat -> nat -> R) := mean N (fun i => norm D (less (x i) (average N x)) ^ 2).

(* Smooth functions and their gradients are continuous, and grow at most like squares. *)
Notation origin := (fun _ : nat => 0).
Lemma norm2_less D x y : norm2 D (less x y) <= 2 * norm2 D x + 2 * norm2 D y.
Proof.
  pose proof (norm2_nonneg D (fun k => 1 * x k + 1 * y k)) as P.
  assert (Q : norm2 D (less x y) + norm2 D (fun k => 1 * x k + 1 * y k) = 2 * norm2 D x + 2 * norm2 D y)
    by (coordinates; ring). lra.
Qed.
Lemma norm2_origin D x : norm2 D (less x origin) = norm2 D x.
Proof. coordinates. ring. Qed.
Lemma close_points D u d : (forall k, (k <= D)%nat -> Rabs (u k) < d) -> norm2 D u <= clients D * d ^ 2.
Proof.
  intro H. rewrite <- (sum_const D (d ^ 2)). unfold norm2, dot. apply sum_le. intros k Hk.
  specialize (H k Hk). apply Rabs_def2 in H. nra.
Qed.
Lemma gradient_continuous D L G k : smooth D L G -> (k <= D)%nat -> continuous D (fun x => G x k).
Proof.
  intros S Hk x e He. pose proof (n_pos D) as PD. set (K := L ^ 2 * clients D + 1).
  assert (K1 : 1 <= K) by (unfold K; pose proof (pow2_ge_0 L); nra).
  exists (e / K). split; [apply Rdiv_lt_0_compat; lra|]. intros y H. set (d := e / K) in *.
  assert (Ed : e = K * d) by (unfold d; field; lra). assert (d0 : 0 < d) by (apply Rdiv_lt_0_compat; lra).
  pose proof (smooth_square D L G y x S) as Q. pose proof (close_points D (less y x) d H) as C.
  assert (B : (G y k - G x k) * (G y k - G x k) <= norm2 D (less (G y) (G x))).
  { apply (sum_at_least D (fun k => less (G y) (G x) k * less (G y) (G x) k)); [assumption|]. intros. nra. }
  apply (Rmult_le_compat_l (L ^ 2)) in C; [|apply pow2_ge_0].
  assert (P : 0 < d ^ 2) by (apply pow_lt; assumption).
  assert (U : L ^ 2 * (clients D * d ^ 2) < K * d ^ 2) by (unfold K; lra).
  assert (U2 : K * d ^ 2 <= e * e) by (rewrite Ed; replace (K * d * (K * d)) with (K * (K * d ^ 2)) by ring; nra).
  rewrite <- (Rabs_pos_eq e) by lra. apply Rsqr_lt_abs_0. unfold Rsqr. lra.
Qed.
Lemma gradient_grows D L G x : smooth D L G -> norm2 D (G x) <= 2 * L ^ 2 * norm2 D x + 2 * norm2 D (G origin).
Proof.
  intro S. pose proof (smooth_square D L G x origin S) as Q. rewrite norm2_origin in Q.
  pose proof (norm2_less D (less (G x) (G origin)) (fun k => - G origin k)) as B.
  replace (less (less (G x) (G origin)) (fun k => - G origin k)) with (G x) in B
    by (apply functional_extensionality; intro; unfold less; ring).
  replace (norm2 D (fun k => - G origin k)) with (norm2 D (G origin)) in B by (coordinates; ring). lra.
Qed.
Lemma objective_between D L F G x y : is_gradient D F G -> smooth D L G -> convex F ->
  Rabs (F y - F x) <= Rabs (dot D (G x) (less y x)) + L / 2 * norm2 D (less y x).
Proof.
  intros HG HS HC. pose proof (smooth_below_parabola D L F G HG HS x y) as U. rewrite norm_square in U.
  pose proof (above_tangents D F G HG HC x y) as V. pose proof (norm2_nonneg D (less y x)) as P.
  pose proof (smooth_positive D L G HS) as PL. assert (0 <= L / 2 * norm2 D (less y x)) by nra.
  unfold Rabs. repeat destruct (Rcase_abs _); lra.
Qed.
Lemma objective_continuous D L F G : is_gradient D F G -> smooth D L G -> convex F -> continuous D F.
Proof.
  intros HG HS HC x e He. pose proof (n_pos D) as PD. pose proof (smooth_positive D L G HS) as PL.
  set (S := sum D (fun k => Rabs (G x k))). assert (S0 : 0 <= S) by (apply sum_nonneg; intros; apply Rabs_pos).
  set (K := S + L / 2 * clients D + 1). assert (K1 : 1 <= K) by (unfold K; nra).
  set (d := Rmin 1 (e / K)). assert (d0 : 0 < d) by (apply Rmin_pos; [lra|apply Rdiv_lt_0_compat; lra]).
  exists d. split; [assumption|]. intros y H. pose proof (objective_between D L F G x y HG HS HC) as B.
  pose proof (close_points D (less y x) d H) as C.
  assert (T : Rabs (dot D (G x) (less y x)) <= d * S).
  { unfold dot, S. rewrite <- sum_times. apply Rle_trans with (sum D (fun k => Rabs (G x k * less y x k))).
    - unfold sum. apply Rsum_abs.
    - apply sum_le. intros k Hk. rewrite Rabs_mult, Rmult_comm. apply Rmult_le_compat_r; [apply Rabs_pos|].
      apply Rlt_le, H, Hk. }
  assert (d1 : d <= 1) by apply Rmin_l. assert (d2 : d * K <= e).
  { pose proof (Rmin_r 1 (e / K)) as M. fold d in M. apply (Rmult_le_compat_r K) in M; [|lra].
    unfold Rdiv in M. rewrite Rmult_assoc, Rinv_l in M by lra. lra. }
  apply (Rmult_le_compat_l (L / 2)) in C; [|lra].
  assert (L / 2 * (clients D * d ^ 2) <= d * (L / 2 * clients D)).
  { replace (L / 2 * (clients D * d ^ 2)) with (d * (L / 2 * clients D) * d) by ring.
    rewrite <- (Rmult_1_r (d * (L / 2 * clients D))) at 2. apply Rmult_le_compat_l; [|assumption].
    repeat apply Rmult_le_pos; lra. }
  unfold K in d2. lra.
Qed.
Lemma objective_grows D L F G x : is_gradient D F G -> smooth D L G -> convex F ->
  Rabs (F x) <= (Rabs (F origin) + norm2 D (G origin)) + (1 + L / 2) * norm2 D x.
Proof.
  intros HG HS HC. pose proof (objective_between D L F G origin x HG HS HC) as B. rewrite norm2_origin in B.
  replace (less x origin) with x in B by (apply functional_extensionality; intro; unfold less; ring).
  pose proof (square_of_sum D 1 1 (G origin) x) as Q1. pose proof (square_of_sum D 1 (- 1) (G origin) x) as Q2.
  pose proof (norm2_nonneg D (fun k => 1 * G origin k + 1 * x k)).
  pose proof (norm2_nonneg D (fun k => 1 * G origin k + - 1 * x k)).
  pose proof (norm2_nonneg D (G origin)). pose proof (norm2_nonneg D x).
  pose proof (Rabs_triang (F x - F origin) (F origin)) as T. replace (F x - F origin + F origin) with (F x) in T by
    ring.
  assert (Rabs (dot D (G origin) x) <= norm2 D (G origin) + norm2 D x) by (apply Rabs_le; lra). lra.
Qed.
