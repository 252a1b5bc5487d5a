(* With every accuracy from l to h on offer each of the six costs has an optimum: a best clipped shift. It is what the
   theorems of EqualGains.v need where they say that some optimum is not of a kind. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Readings.
Open Scope R_scope.

Section Optimum.
Variables (N : nat) (c : nat -> R) (l h eps k : R).
Hypotheses (E : 0 < eps) (K : 0 < k).
Notation allocation := (allocation N c l h).
Notation shifted := (shifted c l h).

Lemma less_variance r m V W : 0 <= m -> 0 <= V <= W -> cost eps k r m V <= cost eps k r m W.
Proof.
  intros [M|<-] [V0 [L| ->]]; try apply Rle_refl.
  - apply Rlt_le, six_costs; auto.
  - assert (S : sqrt V <= sqrt W) by (apply sqrt_le_1_alt; lra). assert (0 < / (0 + eps)) by (apply Rinv_0_lt_compat;
    lra).
    destruct r; simpl; unfold Rdiv; rewrite ?Ropp_0, ?Rmult_0_l; try lra; apply Rmult_le_compat_r; lra.
Qed.

(* Continuity of all that is made of the levels of a clipped shift. *)
Lemma shifted_continuous i : continuity (fun t => shifted t i).
Proof.
  intros x e He. exists e. split; [assumption|]. intros y [_ D]. simpl in *. unfold R_dist in *.
  pose proof (clip_lipschitz (c i + y) (c i + x) (lo c l i) h) as L.
  replace (c i + y - (c i + x)) with (y - x) in L by ring. unfold Rewards.shifted. lra.
Qed.
Lemma sum_continuous (f : nat -> R -> R) : (forall i, continuity (f i)) -> continuity (fun t => sum N (fun i => f i t)).
Proof.
  intro H. unfold sum. induction N as [|m IH]; simpl; [apply H|]. now apply (continuity_plus _ (f (S m))).
Qed.
Lemma const_continuous x : continuity (fun _ => x).
Proof. apply continuity_const. now intros ? ?. Qed.
Lemma mean_continuous : continuity (fun t => mean_gain N c (shifted t)).
Proof.
  unfold mean_gain, Rdiv. apply (continuity_mult (fun t => sum N (fun i => shifted t i - c i)) (fun _ => / clients N));
    [|apply const_continuous].
  apply (sum_continuous (fun i t => shifted t i - c i)). intro i.
  apply continuity_minus; [apply shifted_continuous|apply const_continuous].
Qed.
Lemma variance_continuous : continuity (fun t => variance N c (shifted t)).
Proof.
  unfold variance. apply continuity_minus.
  - unfold Rdiv. apply (continuity_mult (fun t => sum N (fun i => (shifted t i - c i) ^ 2)) (fun _ => / clients N));
      [|apply const_continuous].
    apply (sum_continuous (fun i t => (shifted t i - c i) ^ 2)). intro i.
    assert (G : continuity (fun t => shifted t i - c i)).
    { apply continuity_minus; [apply shifted_continuous|apply const_continuous]. }
    simpl. apply continuity_mult; [assumption|]. apply continuity_mult; [assumption|apply const_continuous].
  - simpl. apply continuity_mult; [apply mean_continuous|].
    apply continuity_mult; [apply mean_continuous|apply const_continuous].
Qed.

Lemma cost_continuous r : (forall t, 0 <= mean_gain N c (shifted t)) -> continuity (fun t => value N c eps k r
  (shifted t)).
Proof.
  intro M. unfold value.
  set (m := fun t => mean_gain N c (shifted t)) in *. set (V := fun t => variance N c (shifted t)).
  assert (Cm : continuity m) by exact mean_continuous. assert (CV : continuity V) by exact variance_continuous.
  assert (V0 : forall t, 0 <= V t) by (intro; apply variance_nonneg).
  assert (Cs : continuity (fun t => sqrt (V t))).
  { intro t. apply (continuity_pt_comp V sqrt); [apply CV|apply continuity_pt_sqrt, V0]. }
  assert (plus : forall f, continuity f -> continuity (fun t => f t + eps)).
  { intros f Cf. apply continuity_plus; [assumption|apply const_continuous]. }
  intro t. assert (s0 : 0 <= sqrt (V t)) by apply sqrt_pos. specialize (M t). specialize (V0 t).
  destruct r.
  - apply (continuity_pt_div V (fun t => m t + eps)); [apply CV|apply (plus m Cm)|unfold m in *; lra].
  - apply (continuity_pt_div (fun t => sqrt (V t)) (fun t => m t + eps)); [apply Cs|apply (plus m Cm)|unfold m in *;
    lra].
  - apply (continuity_pt_div (fun t => - m t) (fun t => V t + eps)); [apply (continuity_opp m Cm)|apply (plus V
    CV)|lra].
  - apply (continuity_pt_div (fun t => - m t) (fun t => sqrt (V t) + eps));
      [apply (continuity_opp m Cm)|apply (plus (fun t => sqrt (V t)) Cs)|lra].
  - apply (continuity_pt_plus (fun t => 1 / (m t + eps)) V); [|apply CV].
    apply (continuity_pt_div (fun _ => 1) (fun t => m t + eps));
      [apply const_continuous|apply (plus m Cm)|unfold m in *; lra].
  - apply (continuity_pt_minus V (fun t => k * m t)); [apply CV|].
    apply (continuity_pt_mult (fun _ => k) m); [apply const_continuous|apply Cm].
Qed.

Lemma optimum_exists r : (forall i, (i <= N)%nat -> c i <= h) -> l <= h ->
  exists a, optimal N c eps k allocation r a.
Proof.
  intros C L. destruct (largest N (fun i => h - c i)) as [low [Hl Low]].
  assert (A : forall t, allocation (shifted t)) by (intro; apply shifted_is_allocation; auto).
  assert (M : forall t, 0 <= mean_gain N c (shifted t)).
  { intro t. apply mean_gain_nonneg. intros i Hi. apply (A t i Hi). }
  destruct (continuity_ab_min (fun t => value N c eps k r (shifted t)) 0 (h - c low)) as [s [Min Hs]].
  - specialize (C low Hl). lra.
  - intros t _. now apply cost_continuous.
  - exists (shifted s). split; [apply A|]. intros b Hb.
    destruct (clipped_shift N c l h C L b Hb) as [t [_ [G Least]]]. destruct (Least b Hb eq_refl) as [Le _].
    set (t' := Rmin (Rmax t 0) (h - c low)).
    assert (same : forall i, (i <= N)%nat -> shifted t' i = shifted t i).
    { intros i Hi. specialize (C i Hi). specialize (Low i Hi). pose proof (C0 := Rmax_l l (c i)).
      pose proof (C1 := Rmax_r l (c i)). unfold t', Rewards.shifted, clip. fold (lo c l i) in *.
      assert (lo c l i <= h) by (apply Rmax_lub; assumption).
      unfold Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
    assert (Hs' : 0 <= t' <= h - c low).
    { specialize (C low Hl). unfold t', Rmin, Rmax. repeat destruct (Rle_dec _ _); lra. }
    specialize (Min t' Hs'). apply Rle_trans with (1 := Min).
    assert (V : value N c eps k r (shifted t') = value N c eps k r (shifted t)).
    { unfold value. rewrite !mean_gain_mean, !variance_var.
      rewrite (mean_ext N _ (fun i => shifted t i - c i)), (var_ext N _ (fun i => shifted t i - c i)); [reflexivity| |];
        intros i Hi; now rewrite same. }
    rewrite V. unfold value. rewrite <- G. apply less_variance; [apply M|]. split; [apply variance_nonneg|assumption].
Qed.
End Optimum.
