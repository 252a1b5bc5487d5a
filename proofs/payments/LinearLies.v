(* The best lie under chi-squared with interior models if nobody pays (payments/new-best-response-chi-squared).
Any number
   N + 1 of outcomes, any reports of the others (R0, their total), real numbers.
   Modelled: outcomes and best models as in ChiSquared.v, reports as in LiesThatPay.v; [psi r] is a best model if the
   group, of size w, reports r, and gives every outcome a positive probability, for each legal report.
   Not modelled: models on the boundary. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting ChiSquared LiesThatPay BestReplies.
Open Scope R_scope.

Section Linear.
Variables (N : nat) (q : nat -> R) (lam w : R) (R0 rm : nat -> R) (psi : (nat -> R) -> nat -> R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x) (q_sum : sum N q = 1) (w_pos : 0 < w).
Definition trained_squared (legal : (nat -> R) -> Prop) := forall r, legal r ->
  squared_best N q lam (fun x => R0 x + w * r x) (psi r) /\ forall x, (x <= N)%nat -> 0 < psi r x.
Definition prior := sum N (fun x => q x * rm x).
Definition coefficient x := q x * (rm x - prior).
Definition linear (r : nat -> R) := sum N (fun x => coefficient x * r x).
Notation v r := (worth N rm (psi r)).

Lemma valuation legal r : trained_squared legal -> legal r ->
  v r = worth N rm (inner_model N q lam R0) + w / (2 * lam) * linear r.
Proof.
  intros T L. destruct (T r L) as [B pos]. pose proof (best_inside N q lam lam_pos q_pos q_sum _ _ B pos) as I.
  set (k := sum N (fun x => q x * r x)).
  assert (M : inner_multiplier N q (fun x => R0 x + w * r x) = inner_multiplier N q R0 + w * k).
  { unfold inner_multiplier, k. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. ring. }
  assert (E : linear r = sum N (fun x => q x * rm x * r x) - k * prior).
  { unfold linear, coefficient, k. rewrite (sum_ext N _ (fun x => q x * rm x * r x - prior * (q x * r x))) by
    (intros; ring).
    rewrite sum_minus, sum_times. ring. }
  rewrite E. unfold worth, prior. set (m0 := inner_multiplier N q R0) in *.
  replace (sum N (fun x => inner_model N q lam R0 x * rm x) +
    w / (2 * lam) * (sum N (fun x => q x * rm x * r x) - k * sum N (fun x => q x * rm x))) with
    (sum N (fun x => inner_model N q lam R0 x * rm x + w / (2 * lam) * (q x * rm x * r x - k * (q x * rm x))))
    by (rewrite sum_plus, sum_times, sum_minus, sum_times; ring).
  apply sum_ext. intros x Hx. rewrite (I x Hx). unfold inner_model. rewrite M. fold m0. field. lra.
Qed.
Lemma rate_pos : 0 < w / (2 * lam).
Proof. apply Rdiv_lt_0_compat; lra. Qed.
Lemma best_linear legal r : trained_squared legal -> legal r ->
  (best_report N rm psi legal r <-> forall r', legal r' -> linear r' <= linear r).
Proof.
  intros T L. pose proof rate_pos. split.
  - intros [_ B] r' L'. specialize (B r' L'). rewrite (valuation legal r'), (valuation legal r) in B by assumption.
    apply (Rmult_le_reg_l (w / (2 * lam))); lra.
  - intro B. split; [assumption|]. intros r' L'. specialize (B r' L').
    rewrite (valuation legal r'), (valuation legal r) by assumption.
    apply (Rmult_le_compat_l (w / (2 * lam))) in B; lra.
Qed.
Lemma changed r x y : (x <= N)%nat ->
  linear (fun z => if Nat.eq_dec z x then y else r z) = linear r + coefficient x * (y - r x).
Proof.
  intro Hx. unfold linear. rewrite (sum_ext N _ (fun z => if Nat.eq_dec z x then coefficient x * y else coefficient z
    * r z)).
  - rewrite (sum_change N (fun z => coefficient z * r z) x _ Hx). ring.
  - intros z _. destruct (Nat.eq_dec z x) as [->|]; reflexivity.
Qed.
Lemma sign x : (x <= N)%nat -> (prior < rm x -> 0 < coefficient x) /\ (rm x < prior -> coefficient x < 0).
Proof. intro Hx. pose proof (q_pos x Hx). unfold coefficient. split; intro; nra. Qed.

Lemma by_maximum_best r : by_maximum N rm -> by_maximum N r ->
  ((forall r', by_maximum N r' -> linear r' <= linear r) <->
   forall x, (x <= N)%nat -> (prior < rm x -> r x = 1) /\ (rm x < prior -> r x = 0)).
Proof.
  intros [unit [b [Hb one]]] L. pose proof L as [L0 [t [Ht top]]]. split.
  - intro B. assert (up : forall x, (x <= N)%nat -> prior < rm x -> r x = 1).
    { intros x Hx above. apply Rle_antisym; [apply L0, Hx|]. apply Rnot_lt_le. intro less.
      specialize (B (fun z => if Nat.eq_dec z x then 1 else r z)). rewrite changed in B by assumption.
      destruct (sign x Hx) as [S _]. specialize (S above).
      assert (linear r + coefficient x * (1 - r x) <= linear r); [apply B|nra].
      split; [intros z Hz; specialize (L0 z Hz); destruct (Nat.eq_dec z x); lra|].
      exists x. split; [assumption|]. destruct (Nat.eq_dec x x); [reflexivity|contradiction]. }
    intros x Hx. split; [now apply up|]. intro below. apply Rle_antisym; [|apply L0, Hx]. apply Rnot_lt_le. intro more.
    assert (high : prior < rm b).
    { rewrite one. enough (0 < sum N (fun z => q z * (1 - rm z))) as P.
      - rewrite (sum_ext N _ (fun z => q z - q z * rm z)) in P by (intros; ring). rewrite sum_minus in P.
        change (sum N (fun x => q x)) with (sum N q) in P. unfold prior. lra.
      - apply Rlt_le_trans with (q x * (1 - rm x)).
        + apply Rmult_lt_0_compat; [auto|].
          assert (prior <= 1); [|lra]. unfold prior. rewrite <- q_sum. apply sum_le. intros z Hz.
          specialize (unit z Hz).
          pose proof (q_pos z Hz). nra.
        + apply (sum_at_least N (fun z => q z * (1 - rm z)) x Hx). intros z Hz. specialize (unit z Hz).
          pose proof (q_pos z Hz). apply Rmult_le_pos; lra. }
    pose proof (up b Hb high) as full. specialize (B (fun z => if Nat.eq_dec z x then 0 else r z)).
    rewrite changed in B by assumption. destruct (sign x Hx) as [_ S]. specialize (S below).
    assert (linear r + coefficient x * (0 - r x) <= linear r); [apply B|nra].
    split; [intros z Hz; specialize (L0 z Hz); destruct (Nat.eq_dec z x); lra|].
    exists b. split; [assumption|]. destruct (Nat.eq_dec b x) as [->|]; [lra|assumption].
  - intros H r' [L' _]. apply sum_le. intros x Hx. destruct (H x Hx) as [up down]. destruct (sign x Hx) as [S S'].
    specialize (L' x Hx). destruct (Rtotal_order prior (rm x)) as [above|[same|below]].
    + rewrite (up above). specialize (S above). nra.
    + unfold coefficient. rewrite <- same, Rminus_diag_eq by reflexivity. lra.
    + rewrite (down below). specialize (S' below). nra.
Qed.
Lemma by_sum_best r : by_sum N r ->
  ((forall r', by_sum N r' -> linear r' <= linear r) <->
   forall x y, (x <= N)%nat -> (y <= N)%nat -> 0 < r x -> coefficient y <= coefficient x).
Proof.
  intros [L0 L1]. split.
  - intros B x y Hx Hy some. apply Rnot_lt_le. intro more. destruct (Nat.eq_dec x y) as [->|ne]; [lra|].
    set (r1 := fun z => if Nat.eq_dec z x then 0 else r z).
    set (r2 := fun z => if Nat.eq_dec z y then r y + r x else r1 z).
    assert (r1y : r1 y = r y) by (unfold r1; destruct (Nat.eq_dec y x) as [e|]; [now rewrite e in ne|reflexivity]).
    assert (legal : by_sum N r2).
    { split.
      - intros z Hz. unfold r2, r1. pose proof (L0 z Hz). pose proof (L0 y Hy). destruct (Nat.eq_dec z y); [lra|].
        destruct (Nat.eq_dec z x); lra.
      - unfold r2. rewrite (sum_change N r1 y _ Hy), r1y. unfold r1. rewrite (sum_change N r x _ Hx). lra. }
    specialize (B r2 legal). unfold r2 in B. rewrite changed, r1y in B by assumption. unfold r1 in B.
    rewrite changed in B by assumption. nra.
  - intros H r' [L0' L1']. destruct (largest N coefficient) as [t [Ht most]].
    assert (E : linear r = coefficient t).
    { unfold linear. rewrite (sum_ext N _ (fun x => coefficient t * r x)).
      - rewrite sum_times. change (sum N (fun x => r x)) with (sum N r). rewrite L1. ring.
      - intros x Hx. destruct (Rle_lt_or_eq_dec 0 (r x) (L0 x Hx)) as [some|<-]; [|ring].
        rewrite (Rle_antisym _ _ (most x Hx) (H x t Hx Ht some)). ring. }
    rewrite E, <- (Rmult_1_r (coefficient t)), <- L1', <- sum_times. apply sum_le. intros x Hx.
    apply Rmult_le_compat_r; auto.
Qed.

(* The valuation is linear in the report; so the best reports are the same whatever the others report. *)
Theorem linear_lies :
  (forall legal r, trained_squared legal -> legal r ->
    v r = worth N rm (inner_model N q lam R0) + w / (2 * lam) * sum N (fun x => q x * (rm x - prior) * r x)) /\
  (forall r, trained_squared (by_maximum N) -> by_maximum N rm -> by_maximum N r ->
    (best_report N rm psi (by_maximum N) r <->
     forall x, (x <= N)%nat -> (prior < rm x -> r x = 1) /\ (rm x < prior -> r x = 0))) /\
  forall r, trained_squared (by_sum N) -> by_sum N r ->
    (best_report N rm psi (by_sum N) r <-> forall x y, (x <= N)%nat -> (y <= N)%nat -> 0 < r x ->
      q y * (rm y - prior) <= q x * (rm x - prior)).
Proof.
  split; [intros legal r T L; exact (valuation legal r T L)|split].
  - intros r T norm L. rewrite (best_linear _ r T L). now apply by_maximum_best.
  - intros r T L. rewrite (best_linear _ r T L). now apply by_sum_best.
Qed.
End Linear.
