(* The best lie under KL and normalisation by the sum if nobody pays, and who is truthful
   (payments/new-best-response-kl-sum). Any number N + 1 of outcomes, any reports of the others, real numbers.
   Modelled: as in BestReplies.v; [single y] reports 1 at y and 0 elsewhere. Reports are not negative and add up to 1.
   Not modelled: other penalties. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting LiesThatPay BestReplies.
Open Scope R_scope.

Section Sums.
Variables (N : nat) (q : nat -> R) (lam w : R) (R0 rm : nat -> R) (psi : (nat -> R) -> nat -> R).
Hypotheses (lam_pos : 0 < lam) (q_pos : forall x, (x <= N)%nat -> 0 < q x) (w_pos : 0 < w).
Notation legal := (by_sum N).
Hypotheses (norm : legal rm) (T : trained_kl N q lam w R0 psi legal).
Notation v r := (worth N rm (psi r)).
Notation om := (w / lam).
Notation B := (base q lam R0).
Notation balance := (balance N q lam w R0 rm).
Notation at_most := (at_most N q lam w R0 rm psi lam_pos q_pos legal).
Notation at_least := (at_least N q lam w R0 rm psi lam_pos q_pos legal).
Notation equal := (equal N q lam w R0 rm psi lam_pos q_pos legal).
Definition gross c := sum N (fun x => B x * (rm x - c)).

Lemma single_legal y : (y <= N)%nat -> legal (single y).
Proof.
  intro Hy. split; [intros x _; unfold single; destruct (Nat.eq_dec x y); lra|]. unfold single.
  rewrite (sum_change N (fun _ => 0) y 1 Hy), sum_const. ring.
Qed.
Lemma unit r x : legal r -> (x <= N)%nat -> 0 <= r x <= 1.
Proof. intros [P P1] Hx. split; [auto|]. rewrite <- P1. now apply (sum_at_least N r x Hx). Qed.
Lemma jump : 0 < exp om - 1.
Proof.
  pose proof (om_pos lam w lam_pos w_pos). pose proof (exp_ineq1 om ltac:(lra)). lra.
Qed.
Lemma balance_single c y : (y <= N)%nat -> balance c (single y) = gross c + B y * (rm y - c) * (exp om - 1).
Proof.
  intro Hy. unfold balance, gross. rewrite (sum_ext N _ (fun x => if Nat.eq_dec x y then B y * (rm y - c) * exp om else
    B x * (rm x - c))).
  - rewrite (sum_change N (fun x => B x * (rm x - c)) y _ Hy). ring.
  - intros x _. unfold single. destruct (Nat.eq_dec x y) as [->|]; [now rewrite Rmult_1_r|rewrite Rmult_0_r, exp_0;
    ring].
Qed.
(* One term, against its chord, where y has the largest coefficient. *)
Lemma term c r x k : legal r -> (x <= N)%nat -> B x * (rm x - c) <= k -> 0 <= k ->
  B x * (rm x - c) * exp (om * r x) <= B x * (rm x - c) + r x * k * (exp om - 1) /\
  (c < rm x -> 0 < r x < 1 -> B x * (rm x - c) * exp (om * r x) < B x * (rm x - c) + r x * k * (exp om - 1)).
Proof.
  intros L Hx le k0. pose proof (unit r x L Hx) as U. pose proof jump as J.
  pose proof (base_pos N q lam R0 q_pos x Hx) as Bx. destruct (exp_range lam w lam_pos w_pos (r x) U) as [lo _].
  destruct (below_chord om (r x) (om_pos lam w lam_pos w_pos) U) as [chord strict].
  assert (rk : r x * (B x * (rm x - c)) <= r x * k) by (apply Rmult_le_compat_l; lra).
  assert (K : r x * (B x * (rm x - c)) * (exp om - 1) <= r x * k * (exp om - 1)) by (apply Rmult_le_compat_r; lra).
  split.
  - destruct (Rle_lt_dec c (rm x)) as [ge|lt].
    + assert (0 <= B x * (rm x - c)) by (apply Rmult_le_pos; lra).
      assert (B x * (rm x - c) * exp (om * r x) <= B x * (rm x - c) * (1 + r x * (exp om - 1)))
        by (apply Rmult_le_compat_l; assumption). lra.
    + assert (0 <= r x * k * (exp om - 1)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra|lra]).
      assert (0 <= B x * (c - rm x)) by (apply Rmult_le_pos; lra). nra.
  - intros ge inside. assert (0 < B x * (rm x - c)) by (apply Rmult_lt_0_compat; lra).
    assert (B x * (rm x - c) * exp (om * r x) < B x * (rm x - c) * (1 + r x * (exp om - 1)))
      by (apply Rmult_lt_compat_l; [assumption|auto]). lra.
Qed.
Lemma all_terms c r k : legal r -> sum N (fun x => B x * (rm x - c) + r x * k * (exp om - 1)) = gross c + k * (exp om
  - 1).
Proof.
  intros [_ P1]. rewrite sum_plus. rewrite (sum_ext N (fun x => r x * k * (exp om - 1)) (fun x => k * (exp om - 1) *
    r x))
    by (intros; ring). rewrite sum_times. change (sum N (fun x => r x)) with (sum N r). rewrite P1. unfold gross. ring.
Qed.
Lemma some_gain c r : balance c r = 0 -> exists y, (y <= N)%nat /\ 0 <= B y * (rm y - c) /\
  forall x, (x <= N)%nat -> B x * (rm x - c) <= B y * (rm y - c).
Proof.
  intro Z. destruct (largest N (fun x => B x * (rm x - c))) as [y [Hy most]]. exists y.
  split; [assumption|split; [|assumption]]. apply Rnot_lt_le. intro neg. set (k := B y * (rm y - c)) in *.
  pose proof (sum_at_least N (fun x => - (B x * (rm x - c) * exp (om * r x))) y Hy) as S. cbv beta in S.
  assert (P : forall x, (x <= N)%nat -> 0 <= - (B x * (rm x - c) * exp (om * r x))).
  { intros x Hx. specialize (most x Hx). pose proof (exp_pos (om * r x)). nra. }
  specialize (S P). fold k in S. pose proof (exp_pos (om * r y)).
  rewrite (sum_ext N _ (fun x => -1 * (B x * (rm x - c) * exp (om * r x)))) in S by (intros; ring).
  rewrite sum_times in S. change (sum N (fun x => B x * (rm x - c) * exp (om * r x))) with (balance c r) in S. nra.
Qed.
Lemma single_better r : legal r -> exists y, (y <= N)%nat /\ v r <= v (single y).
Proof.
  intro L. set (c := v r). pose proof (equal r T L) as Z. fold c in Z. destruct (some_gain c r Z) as [y [Hy [k0 most]]].
  exists y. split; [assumption|]. apply at_least; [assumption|now apply single_legal|].
  rewrite <- Z, balance_single, <- (all_terms c r) by assumption. apply sum_le. intros x Hx. apply term; auto.
Qed.

Theorem best_single :
  (exists y, (y <= N)%nat /\ best_report N rm psi legal (single y)) /\
  (truth_optimal N rm psi legal <->
    (forall x y, (x <= N)%nat -> (y <= N)%nat -> rm x = rm y) \/
    exists y, (y <= N)%nat /\ forall x, (x <= N)%nat -> rm x = single y x).
Proof.
  split.
  - destruct (largest N (fun y => v (single y))) as [y [Hy most]]. exists y. split; [assumption|].
    split; [now apply single_legal|]. intros r L. destruct (single_better r L) as [z [Hz le]].
    exact (Rle_trans _ _ _ le (most z Hz)).
  - set (c := v rm). pose proof (equal rm T norm) as Z. fold c in Z. split.
    + intro opt. destruct (some_gain c rm Z) as [y [Hy [k0 most]]]. set (k := B y * (rm y - c)) in *.
      assert (low : balance c (single y) <= 0).
      { pose proof (compared N q lam w R0 rm psi lam_pos q_pos legal c (single y) T (single_legal y Hy)) as [W [W0 E]].
        specialize (opt _ (single_legal y Hy)). fold c in opt. rewrite E. nra. }
      rewrite balance_single in low by assumption. fold k in low. pose proof (all_terms c rm k norm) as A.
      set (gap := fun x => B x * (rm x - c) + rm x * k * (exp om - 1) - B x * (rm x - c) * exp (om * rm x)).
      assert (G : forall x, (x <= N)%nat -> gap x = 0).
      { apply sum_zero; [intros x Hx; unfold gap; destruct (term c rm x k norm Hx (most x Hx) k0); lra|].
        unfold gap. rewrite sum_minus, A. change (sum N (fun x => B x * (rm x - c) * exp (om * rm x))) with (balance
          c rm).
        rewrite Z. lra. }
      destruct (Rle_lt_dec (rm y) c) as [none|above].
      * left. assert (level : forall x, (x <= N)%nat -> rm x = c).
        { assert (kz : k <= 0) by (unfold k; pose proof (base_pos N q lam R0 q_pos y Hy); nra).
          assert (down : forall x, (x <= N)%nat -> 0 <= - (B x * (rm x - c) * exp (om * rm x))).
          { intros x Hx. specialize (most x Hx). pose proof (exp_pos (om * rm x)). nra. }
          intros x Hx. pose proof (sum_zero N _ down) as S.
          rewrite (sum_ext N _ (fun x => -1 * (B x * (rm x - c) * exp (om * rm x)))) in S by (intros; ring).
          rewrite sum_times in S. change (sum N (fun x => B x * (rm x - c) * exp (om * rm x))) with (balance c rm) in S.
          specialize (S ltac:(lra) x Hx). pose proof (exp_pos (om * rm x)). pose proof (base_pos N q lam R0 q_pos x Hx).
          assert (0 < B x * exp (om * rm x)) by (now apply Rmult_lt_0_compat). nra. }
        intros x z Hx Hz. now rewrite !level.
      * right. exists y. split; [assumption|]. destruct (unit rm y norm Hy) as [y0 y1].
        assert (c0 : 0 <= c).
        { apply sum_nonneg. intros x Hx. apply Rmult_le_pos; [apply (T rm norm), Hx|apply norm, Hx]. }
        assert (top : rm y = 1).
        { apply Rle_antisym; [assumption|]. apply Rnot_lt_le. intro lt. specialize (G y Hy). unfold gap in G.
          destruct (term c rm y k norm Hy (most y Hy) k0) as [_ S]. specialize (S above ltac:(lra)). lra. }
        intros x Hx. unfold single. destruct (Nat.eq_dec x y) as [->|ne]; [assumption|]. destruct norm as [P P1].
        pose proof (sum_change N rm y 0 Hy) as S. rewrite P1, top in S.
        pose proof (sum_zero N (fun i => if Nat.eq_dec i y then 0 else rm i)) as O. cbv beta in O.
        specialize (O ltac:(intros i Hi; destruct (Nat.eq_dec i y); [lra|auto]) ltac:(lra) x Hx).
        destruct (Nat.eq_dec x y); [contradiction|assumption].
    + intros [flat|[y [Hy one]]] r L.
      * assert (level : forall m, distribution N m -> worth N rm m = rm 0%nat).
        { intros m [_ M1]. unfold worth. rewrite (sum_ext N _ (fun x => rm 0%nat * m x)).
          - rewrite sum_times. change (sum N (fun x => m x)) with (sum N m). rewrite M1. ring.
          - intros x Hx. rewrite (flat x 0%nat Hx (Nat.le_0_l N)). ring. }
        rewrite !level; [lra|apply (T rm norm)|apply (T r L)].
      * apply at_most; [assumption|assumption|]. fold c. rewrite <- Z.
        assert (P0 : forall x, (x <= N)%nat -> 0 <= psi rm x) by (apply (T rm norm)).
        assert (P1 : sum N (psi rm) = 1) by (apply (T rm norm)).
        assert (cE : c = psi rm y).
        { unfold c, worth. rewrite (sum_ext N _ (fun x => if Nat.eq_dec x y then psi rm y else 0)).
          - rewrite (sum_change N (fun _ => 0) y _ Hy), sum_const. ring.
          - intros x Hx. rewrite (one x Hx). unfold single. destruct (Nat.eq_dec x y) as [->|]; ring. }
        assert (c01 : 0 <= c <= 1).
        { rewrite cE. split; [auto|]. rewrite <- P1. now apply (sum_at_least N (psi rm) y Hy). }
        apply sum_le. intros x Hx. pose proof (base_pos N q lam R0 q_pos x Hx).
        destruct (exp_range lam w lam_pos w_pos (r x) (unit r x L Hx)) as [lo hi]. rewrite !Rmult_assoc.
        apply Rmult_le_compat_l; [lra|]. rewrite (one x Hx). unfold single. destruct (Nat.eq_dec x y).
        -- rewrite Rmult_1_r. apply Rmult_le_compat_l; lra.
        -- rewrite Rmult_0_r, exp_0. nra.
Qed.
End Sums.
