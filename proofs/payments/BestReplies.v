(* The best lie under KL if nobody pays, and who is truthful (payments/new-best-response-kl-max).
Any number N + 1 of outcomes, any reports of the others (R0, their total), real numbers.
   Modelled: outcomes, best models and KL as in Tilting.v,
     reports and truth as in LiesThatPay.v: [psi r] is a best model
   if the group, of size w, reports r. [indicator c] reports 1 where the true reward is at least c, else 0.
   Not modelled: other penalties. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting LiesThatPay.
Open Scope R_scope.

(* The exponential lies below its chords, strictly in between. *)
Lemma below_chord om r : 0 < om -> 0 <= r <= 1 ->
  exp (om * r) <= 1 + r * (exp om - 1) /\ (0 < r < 1 -> exp (om * r) < 1 + r * (exp om - 1)).
Proof.
  intros O [r0 r1]. set (u := om * r). set (E := exp u). assert (E0 : 0 < E) by apply exp_pos.
  assert (top : exp om = E * exp (om - u)) by (unfold E; rewrite <- exp_plus; f_equal; ring).
  assert (bottom : 1 = E * exp (- u)) by (unfold E; rewrite <- exp_plus, Rplus_opp_r; now rewrite exp_0).
  pose proof (exp_ineq1_le (om - u)) as A. pose proof (exp_ineq1_le (- u)) as B.
  assert (id : 1 + r * (exp om - 1) - E = E * ((1 - r) * (exp (- u) - (1 - u)) + r * (exp (om - u) - (1 + (om - u))))).
  { rewrite top. rewrite bottom at 1 2. unfold u. ring. }
  assert (a0 : 0 <= r * (exp (om - u) - (1 + (om - u)))) by (apply Rmult_le_pos; lra). split.
  - assert (0 <= (1 - r) * (exp (- u) - (1 - u))) by (apply Rmult_le_pos; lra).
    assert (0 <= E * ((1 - r) * (exp (- u) - (1 - u)) + r * (exp (om - u) - (1 + (om - u))))); [|lra].
    apply Rmult_le_pos; lra.
  - intros [p0 p1]. assert (u0 : 0 < u) by (now apply Rmult_lt_0_compat).
    pose proof (exp_ineq1 (- u) ltac:(lra)) as S.
    assert (0 < (1 - r) * (exp (- u) - (1 - u))) by (apply Rmult_lt_0_compat; lra).
    assert (0 < E * ((1 - r) * (exp (- u) - (1 - u)) + r * (exp (om - u) - (1 + (om - u))))); [|lra].
    apply Rmult_lt_0_compat; lra.
Qed.

Section Replies.
Variables (N : nat) (q : nat -> R) (lam w : R) (R0 rm : nat -> R) (psi : (nat -> R) -> nat -> R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x) (w_pos : 0 < w).
Definition trained_kl (legal : (nat -> R) -> Prop) := forall r,
  legal r -> best N q lam (fun x => R0 x + w * r x) (psi r).
Definition best_report (legal : (nat -> R) -> Prop) r :=
  legal r /\ forall r', legal r' -> worth N rm (psi r') <= worth N rm (psi r).
Definition indicator c x := if Rle_dec c (rm x) then 1 else 0.
Definition single y x := if Nat.eq_dec x y then 1 else 0.

Notation om := (w / lam).
Definition base x := q x * exp (R0 x / lam).
Definition balance c (r : nat -> R) := sum N (fun x => base x * (rm x - c) * exp (om * r x)).
Lemma om_pos : 0 < om.
Proof. now apply Rdiv_lt_0_compat. Qed.
Lemma base_pos x : (x <= N)%nat -> 0 < base x.
Proof. intro Hx. apply Rmult_lt_0_compat; [auto|apply exp_pos]. Qed.

(* What the group gets is compared with c by one sum. *)
Lemma compared legal c r : trained_kl legal -> legal r -> exists Z, 0 < Z /\ balance c r = Z * (worth N rm (psi r) - c).
Proof.
  intros T L. set (R := fun x => R0 x + w * r x). exists (normaliser N q lam R).
  pose proof (normaliser_pos N q lam q_pos R) as P. split; [assumption|].
  destruct (closed_form N q lam lam_pos q_pos R) as [_ [_ [_ U]]]. specialize (U _ (T r L)).
  replace (worth N rm (psi r) - c) with (worth N rm (psi r) - c * sum N (psi r)) by (rewrite (proj2 (proj1 (T r L)));
    ring).
  unfold worth, balance. rewrite <- sum_times, <- sum_minus, <- sum_times.
  apply sum_ext. intros x Hx. rewrite (U x Hx). unfold tilted, base, R.
  replace ((R0 x + w * r x) / lam) with (R0 x / lam + om * r x) by (field; lra). rewrite exp_plus. unfold R in P.
  field. lra.
Qed.
Lemma at_least legal c r : trained_kl legal -> legal r -> (c <= worth N rm (psi r) <-> 0 <= balance c r).
Proof. intros T L. destruct (compared legal c r T L) as [Z [P ->]]. split; intro; nra. Qed.
Lemma equal legal r : trained_kl legal -> legal r -> balance (worth N rm (psi r)) r = 0.
Proof. intros T L. destruct (compared legal (worth N rm (psi r)) r T L) as [Z [P ->]]. ring. Qed.
Lemma at_most legal c r : trained_kl legal -> legal r -> balance c r <= 0 -> worth N rm (psi r) <= c.
Proof. intros T L B. destruct (compared legal c r T L) as [Z [P E]]. rewrite E in B. nra. Qed.
Lemma worth_same legal r r' : trained_kl legal -> legal r -> legal r' -> (forall x, (x <= N)%nat -> r x = r' x) ->
  worth N rm (psi r) = worth N rm (psi r').
Proof.
  intros T L L' E. assert (S : forall c, balance c r = balance c r').
  { intro c. apply sum_ext. intros x Hx. now rewrite E. }
  apply Rle_antisym; apply (at_least legal); try assumption; [rewrite <- S|rewrite S]; rewrite (equal legal);
    lra || assumption.
Qed.
Lemma exp_mono u v : u <= v -> exp u <= exp v.
Proof. intros [L| ->]; [now apply Rlt_le, exp_increasing|lra]. Qed.
Lemma exp_range r : 0 <= r <= 1 -> 1 <= exp (om * r) <= exp om.
Proof.
  intros [a b]. pose proof om_pos. rewrite <- exp_0. split; apply exp_mono; [apply Rmult_le_pos; lra|].
  rewrite <- (Rmult_1_r om) at 2. apply Rmult_le_compat_l; lra.
Qed.

Section Maximum.
Notation legal := (by_maximum N).
Hypotheses (norm : legal rm) (T : trained_kl legal).
Notation v r := (worth N rm (psi r)).
Lemma value_range r : legal r -> 0 <= v r <= 1.
Proof.
  intro L. destruct norm as [unit _]. destruct (proj1 (T r L)) as [P P1]. split.
  - apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [auto|apply unit, Hx].
  - rewrite <- P1. apply sum_le. intros x Hx. specialize (unit x Hx). specialize (P x Hx). nra.
Qed.
Lemma indicator_legal c : c <= 1 -> legal (indicator c).
Proof.
  intro C. split.
  - intros x _. unfold indicator. destruct (Rle_dec c (rm x)); lra.
  - destruct norm as [_ [b [Hb one]]]. exists b. split; [assumption|]. unfold indicator.
    destruct (Rle_dec c (rm b)) as [|no]; [reflexivity|]. rewrite one in no. contradiction.
Qed.
Lemma indicator_better r : legal r -> v r <= v (indicator (v r)).
Proof.
  intro L. set (c := v r). assert (C : c <= 1) by (apply value_range, L).
  apply (at_least legal); [assumption|now apply indicator_legal|]. rewrite <- (equal legal r T L). fold c. apply sum_le.
  intros x Hx. pose proof (base_pos x Hx) as B. destruct (exp_range (r x) (proj1 L x Hx)) as [lo hi].
  rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|]. unfold indicator. destruct (Rle_dec c (rm x)) as [ge|lt].
  - rewrite Rmult_1_r. apply Rmult_le_compat_l; lra.
  - rewrite Rmult_0_r, exp_0. nra.
Qed.

(* A threshold is best, and it is what the group gets then.
Truth is optimal exactly if all outcomes in between are worth
   just that; a(x) is q / f'' at the truthful model, with f = lam x log x and so f'' = lam / x. *)
Theorem best_threshold :
  (exists c, best_report legal (indicator c) /\ v (indicator c) = c) /\
  (truth_optimal N rm psi legal <-> forall x, (x <= N)%nat -> 0 < rm x < 1 -> rm x = v rm) /\
  let a x := q x / (lam / (psi rm x / q x)) in
  let t z := sum N (fun x => (rm z - rm x) * a x) in
  forall z, (z <= N)%nat -> (rm z = v rm <-> t z = 0).
Proof.
  destruct norm as [unit [b [Hb one]]]. split; [|split; [split|]].
  - destruct (largest N (fun y => v (indicator (rm y)))) as [y [Hy most]].
    assert (levels : forall r, legal r -> v r <= v (indicator (rm y))).
    { intros r L. pose proof (value_range r L) as [v0 v1]. set (c := v r) in *.
      destruct (largest N (fun x => if Rle_dec c (rm x) then - rm x else -2)) as [z [Hz least]].
      assert (zc : c <= rm z).
      { specialize (least b Hb). specialize (unit b Hb). destruct (Rle_dec c (rm z)); [assumption|].
        destruct (Rle_dec c (rm b)); lra. }
      apply Rle_trans with (1 := indicator_better r L). apply Rle_trans with (2 := most z Hz). apply Req_le.
      apply (worth_same legal); [assumption|now apply indicator_legal|apply indicator_legal, unit, Hz|].
      intros x Hx. unfold indicator. fold c. specialize (least x Hx). destruct (Rle_dec c (rm x)).
      - destruct (Rle_dec c (rm z)) as [_|]; [|contradiction]. destruct (Rle_dec (rm z) (rm x)); lra.
      - destruct (Rle_dec (rm z) (rm x)); lra. }
    assert (Ly : legal (indicator (rm y))) by (apply indicator_legal, unit, Hy).
    set (c := v (indicator (rm y))). assert (Lc : legal (indicator c)) by (apply indicator_legal, value_range, Ly).
    pose proof (indicator_better _ Ly) as up. fold c in up. exists c.
    assert (eq : v (indicator c) = c) by (apply Rle_antisym; [now apply levels|assumption]).
    split; [|assumption]. split; [assumption|]. intros r' L'. rewrite eq. now apply levels.
  - intros opt x Hx mid. set (c := v rm) in *. apply Rle_antisym; apply Rnot_lt_le; intro far.
    + set (r := fun z => if Nat.eq_dec z x then 1 else rm z).
      assert (L : legal r).
      { split; [intros z Hz; specialize (unit z Hz); unfold r; destruct (Nat.eq_dec z x); lra|].
        exists x. split; [assumption|]. unfold r. destruct (Nat.eq_dec x x); [reflexivity|contradiction]. }
      specialize (opt r L). fold c in opt. destruct (compared legal c r T L) as [Z [P E]].
      assert (D : balance c r = balance c rm - base x * (rm x - c) * exp (om * rm x) + base x * (rm x - c) * exp (om
        * 1)).
      { unfold balance. rewrite <- (sum_change N (fun z => base z * (rm z - c) * exp (om * rm z)) x _ Hx).
        apply sum_ext.
        intros z Hz. unfold r. destruct (Nat.eq_dec z x) as [->|]; reflexivity. }
      rewrite (equal legal rm T norm : balance c rm = 0) in D.
      assert (exp (om * rm x) < exp (om * 1)) by (apply exp_increasing, Rmult_lt_compat_l; [apply om_pos|lra]).
      assert (0 < base x * (rm x - c)) by (apply Rmult_lt_0_compat; [now apply base_pos|lra]). nra.
    + set (r := fun z => if Nat.eq_dec z x then 0 else rm z).
      assert (L : legal r).
      { split; [intros z Hz; specialize (unit z Hz); unfold r; destruct (Nat.eq_dec z x); lra|].
        exists b. split; [assumption|]. unfold r. destruct (Nat.eq_dec b x) as [->|]; [lra|assumption]. }
      specialize (opt r L). fold c in opt. destruct (compared legal c r T L) as [Z [P E]].
      assert (D : balance c r = balance c rm - base x * (rm x - c) * exp (om * rm x) + base x * (rm x - c) * exp (om
        * 0)).
      { unfold balance. rewrite <- (sum_change N (fun z => base z * (rm z - c) * exp (om * rm z)) x _ Hx).
        apply sum_ext.
        intros z Hz. unfold r. destruct (Nat.eq_dec z x) as [->|]; reflexivity. }
      rewrite (equal legal rm T norm : balance c rm = 0) in D.
      assert (exp (om * 0) < exp (om * rm x)) by (apply exp_increasing, Rmult_lt_compat_l; [apply om_pos|lra]).
      assert (0 < base x * (c - rm x)) by (apply Rmult_lt_0_compat; [now apply base_pos|lra]). nra.
  - intros mid r L. set (c := v rm) in *. apply (at_most legal); [assumption|assumption|].
    rewrite <- (equal legal rm T norm : balance c rm = 0). apply sum_le. intros x Hx.
    pose proof (base_pos x Hx) as B. rewrite !Rmult_assoc. apply Rmult_le_compat_l; [lra|].
    destruct (exp_range (r x) (proj1 L x Hx)) as [lo hi]. pose proof (value_range rm norm) as [c0 c1]. fold c in c0, c1.
    destruct (Req_dec (rm x) 1) as [->|n1]; [rewrite Rmult_1_r; apply Rmult_le_compat_l; lra|].
    destruct (Req_dec (rm x) 0) as [->|n0]; [rewrite Rmult_0_r, exp_0; nra|].
    specialize (unit x Hx). rewrite (mid x Hx ltac:(lra)). lra.
  - intros a t z Hz. assert (E : t z = (rm z - v rm) / lam).
    { unfold t, a. rewrite (sum_ext N _ (fun x => / lam * (rm z * psi rm x - psi rm x * rm x))).
      - rewrite sum_times, sum_minus, sum_times. change (sum N (fun x => psi rm x)) with (sum N (psi rm)).
        rewrite (proj2 (proj1 (T rm norm))). unfold worth. field. lra.
      - intros x Hx. pose proof (q_pos x Hx). destruct (closed_form N q lam lam_pos q_pos (fun x => R0 x + w * rm x))
          as [_ [_ [_ U]]]. pose proof (U _ (T rm norm) x Hx) as Ux.
        pose proof (tilted_pos N q lam q_pos (fun x => R0 x + w * rm x) x Hx). rewrite Ux. field. lra. }
    rewrite E. split; [intros ->; field; lra|]. intro Z0. apply (Rmult_eq_reg_r (/ lam)); [unfold Rdiv in Z0; lra|].
    apply Rinv_neq_0_compat. lra.
Qed.
End Maximum.
End Replies.
