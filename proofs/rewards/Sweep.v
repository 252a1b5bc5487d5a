(* One shift decides every optimal allocation on finite menus (rewards/new-nearest-levels, new-costs-of-the-sweep).
   Modelled: clients 0, ..., N; client i may be given a level of the list menu i. A cost g looks at the sum S of the
   gains and at the sum Q of their squares. A certificate for the value alpha is a function of S and Q, concave,
     strictly
   where S changes, increasing with Q, not negative where g is at least alpha, and zero where it is alpha; it is asked
   for on S >= least and Q >= S^2 / n only. Not modelled: the order in which a program visits the shifts, and its
     time. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings.
Open Scope R_scope.

Section Sweep.
Variables (N : nat) (c : nat -> R) (menu : nat -> list R).
Notation n := (clients N).
Definition total_gain a := sum N (fun i => a i - c i).
Definition total_square a := sum N (fun i => (a i - c i) ^ 2).
Definition offered (a : nat -> R) := forall i, (i <= N)%nat -> In (a i) (menu i).
Definition optimum (g : R -> R -> R) a :=
  offered a /\ forall b, offered b -> g (total_gain a) (total_square a) <= g (total_gain b) (total_square b).
(* Nearest to c i + t among the levels of its menu, and none is as near. *)
Definition nearest_at t (a : nat -> R) := forall i b, (i <= N)%nat -> In b (menu i) -> b <> a i ->
  Rabs (a i - (c i + t)) < Rabs (b - (c i + t)).

Definition region (least S Q : R) := least <= S /\ S ^ 2 / n <= Q.
Definition certificate (least : R) (g : R -> R -> R) (alpha : R) (F : R -> R -> R) :=
  (forall S Q, region least S Q -> alpha <= g S Q -> 0 <= F S Q) /\
  (forall S Q, region least S Q -> g S Q = alpha -> F S Q = 0) /\
  (forall S Q S' Q' x, region least S Q -> region least S' Q' -> 0 < x < 1 ->
     let between := F (x * S + (1 - x) * S') (x * Q + (1 - x) * Q') in
     x * F S Q + (1 - x) * F S' Q' <= between /\ (S <> S' -> x * F S Q + (1 - x) * F S' Q' < between)) /\
  (forall S Q Q', region least S Q -> Q < Q' -> F S Q < F S Q').

(* Between two finite lists of numbers, all of the first below all of the second, there is a number. *)
Lemma bound_above (X : list R) : exists m, forall x, In x X -> x < m.
Proof.
  induction X as [|x X [m H]]; [now exists 0|]. exists (Rmax m (x + 1)). intros y [<-|Hy].
  - pose proof (Rmax_r m (x + 1)). lra.
  - specialize (H y Hy). pose proof (Rmax_l m (x + 1)). lra.
Qed.
Lemma between (X Y : list R) : (forall x y, In x X -> In y Y -> x < y) ->
  exists t, (forall x, In x X -> x < t) /\ forall y, In y Y -> t < y.
Proof.
  revert Y. induction X as [|x X IH]; intros Y H.
  - destruct (bound_above (map Ropp Y)) as [m Hm]. exists (- m). split; [intros x []|]. intros y Hy.
    specialize (Hm (- y) (in_map Ropp Y y Hy)). lra.
  - destruct (IH Y) as [t [Ht1 Ht2]]; [intros; apply H; [now right|assumption]|].
    destruct (Rle_lt_dec t x) as [L|L].
    + assert (G : exists s, x < s /\ forall y, In y Y -> s < y).
      { assert (Hx : forall y, In y Y -> x < y) by (intros; apply H; [now left|assumption]). clear - Hx.
        induction Y as [|y Y IH]; [exists (x + 1); split; [lra|intros ? []]|].
        destruct IH as [s [S1 S2]]; [intros; apply Hx; now right|]. pose proof (Hx y (or_introl eq_refl)) as P.
        exists (Rmin s ((x + y) / 2)). split; [apply Rmin_glb_lt; lra|]. intros z [<-|Hz].
        - pose proof (Rmin_r s ((x + y) / 2)). lra.
        - specialize (S2 z Hz). pose proof (Rmin_l s ((x + y) / 2)). lra. }
      destruct G as [s [S1 S2]]. exists s. split; [|assumption]. intros z [<-|Hz]; [lra|]. specialize (Ht1 z Hz). lra.
    + exists t. split; [|assumption]. intros z [<-|Hz]; [lra|auto].
Qed.

(* One client is given another level. *)
Definition instead (a : nat -> R) i b := fun j => if Nat.eq_dec j i then b else a j.
Lemma instead_offered a i b : offered a -> In b (menu i) -> offered (instead a i b).
Proof. intros A Hb j Hj. unfold instead. destruct (Nat.eq_dec j i) as [->|]; auto. Qed.
Lemma instead_sums a i b : (i <= N)%nat -> total_gain (instead a i b) = total_gain a + (b - a i) /\
  total_square (instead a i b) = total_square a + (b - a i) * (a i + b - 2 * c i).
Proof.
  intro Hi. unfold total_gain, total_square, instead. split.
  - rewrite (sum_ext N _ (fun j => if Nat.eq_dec j i then b - c i else a j - c j)), sum_change by
      (assumption || (intros j _; destruct (Nat.eq_dec j i) as [->|]; reflexivity)). ring.
  - rewrite (sum_ext N _ (fun j => if Nat.eq_dec j i then (b - c i) ^ 2 else (a j - c j) ^ 2)), sum_change by
      (assumption || (intros j _; destruct (Nat.eq_dec j i) as [->|]; reflexivity)). ring.
Qed.
Lemma in_region least a : least <= total_gain a -> region least (total_gain a) (total_square a).
Proof.
  intro L. split; [assumption|]. pose proof (var_nonneg N (fun i => a i - c i)) as V. unfold var, mean in V.
  fold (total_gain a) (total_square a) in V. pose proof (n_pos N).
  assert (0 <= n * (total_square a / n - (total_gain a / n) ^ 2)) by (apply Rmult_le_pos; lra).
  replace (n * (total_square a / n - (total_gain a / n) ^ 2)) with (total_square a - total_gain a ^ 2 / n) in H0
    by (field; lra). lra.
Qed.
Lemma region_mixed least S Q S' Q' x : region least S Q -> region least S' Q' -> 0 < x < 1 ->
  region least (x * S + (1 - x) * S') (x * Q + (1 - x) * Q').
Proof.
  intros [L U] [L' U'] X. pose proof (n_pos N). split; [nra|].
  assert (E : (x * S + (1 - x) * S') ^ 2 / n = x * (S ^ 2 / n) + (1 - x) * (S' ^ 2 / n) - x * (1 - x) * ((S - S') ^ 2
    / n))
    by (field; lra).
  assert (0 <= (S - S') ^ 2 / n) by (apply Rmult_le_pos; [apply pow2_ge_0|apply Rlt_le, Rinv_0_lt_compat; lra]).
  assert (x * (S ^ 2 / n) <= x * Q) by (apply Rmult_le_compat_l; lra).
  assert ((1 - x) * (S' ^ 2 / n) <= (1 - x) * Q') by (apply Rmult_le_compat_l; lra).
  assert (0 <= x * (1 - x) * ((S - S') ^ 2 / n)) by (apply Rmult_le_pos; nra). lra.
Qed.

(* With a certificate for the least cost every optimal allocation consists of nearest levels, for one shift. *)
Theorem nearest_levels (least : R) g F a : (forall b, offered b -> least <= total_gain b) ->
  certificate least g (g (total_gain a) (total_square a)) F -> optimum g a -> exists t, nearest_at t a.
Proof.
  intros floor [Fpos [Fzero [Fcave Fup]]] [A Best]. set (S := total_gain a) in *. set (Q := total_square a) in *.
  assert (slopes : forall i b j d, (i <= N)%nat -> (j <= N)%nat -> In b (menu i) -> In d (menu j) -> b < a i -> a j <
    d ->
    a i + b - 2 * c i < a j + d - 2 * c j).
  { intros i b j d Hi Hj Hb Hd Lb Ld. destruct (instead_sums a i b Hi) as [S1 Q1].
    destruct (instead_sums a j d Hj) as [S2 Q2]. fold S Q in S1, Q1, S2, Q2.
    pose proof (instead_offered a i b A Hb) as O1. pose proof (instead_offered a j d A Hd) as O2.
    pose proof (in_region least _ (floor _ O1)) as R1. pose proof (in_region least _ (floor _ O2)) as R2.
    pose proof (Fpos _ _ R1 (Best _ O1)) as P1. pose proof (Fpos _ _ R2 (Best _ O2)) as P2.
    pose proof (in_region least _ (floor _ A)) as R0. fold S Q in R0. pose proof (Fzero S Q R0 eq_refl) as Z.
    set (u := a i - b) in *. set (v := d - a j) in *. assert (U : 0 < u) by (unfold u; lra).
    assert (V : 0 < v) by (unfold v; lra). set (x := v / (u + v)).
    assert (X : 0 < x < 1).
    { unfold x. split; [apply Rdiv_lt_0_compat; lra|]. apply (Rmult_lt_reg_r (u + v)); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l; lra. }
    pose proof (region_mixed least _ _ _ _ x R1 R2 X) as Rm.
    assert (D : total_gain (instead a i b) <> total_gain (instead a j d)) by (rewrite S1, S2; unfold u, v in *; lra).
    destruct (Fcave _ _ _ _ x R1 R2 X) as [_ C]. specialize (C D).
    assert (Es : x * total_gain (instead a i b) + (1 - x) * total_gain (instead a j d) = S).
    { rewrite S1, S2. replace (b - a i) with (- u) by (unfold u; ring). fold v. unfold x. field. lra. }
    rewrite Es in C, Rm. set (Qm := x * total_square (instead a i b) + (1 - x) * total_square (instead a j d)) in *.
    assert (0 <= x * F (total_gain (instead a i b)) (total_square (instead a i b))) by (apply Rmult_le_pos; lra).
    assert (0 <= (1 - x) * F (total_gain (instead a j d)) (total_square (instead a j d))) by (apply Rmult_le_pos; lra).
    assert (LQ : Q < Qm).
    { destruct (Rle_lt_dec Qm Q) as [[L|E]|L]; [|rewrite E in C; lra|assumption].
      pose proof (Fup S Qm Q Rm L). lra. }
    assert (EQ : Qm = Q + u * v / (u + v) * ((a j + d - 2 * c j) - (a i + b - 2 * c i))).
    { unfold Qm. rewrite Q1, Q2. replace (b - a i) with (- u) by (unfold u; ring). fold v. unfold x. field. lra. }
    assert (0 < u * v / (u + v)) by (apply Rdiv_lt_0_compat; nra). nra. }
  set (below := flat_map (fun i => map (fun b => a i + b - 2 * c i)
    (filter (fun b => if Rlt_dec b (a i) then true else false) (menu i))) (seq 0 (N + 1))).
  set (above := flat_map (fun i => map (fun b => a i + b - 2 * c i)
    (filter (fun b => if Rlt_dec (a i) b then true else false) (menu i))) (seq 0 (N + 1))).
  destruct (between below above) as [t [T1 T2]].
  { intros x y Hx Hy. apply in_flat_map in Hx. apply in_flat_map in Hy. destruct Hx as [i [Hi Hx]].
    destruct Hy as [j [Hj Hy]]. apply in_map_iff in Hx. apply in_map_iff in Hy. destruct Hx as [b [<- Hb]].
    destruct Hy as [d [<- Hd]]. apply filter_In in Hb. apply filter_In in Hd. destruct Hb as [Hb Lb].
    destruct Hd as [Hd Ld]. apply in_seq in Hi. apply in_seq in Hj. destruct (Rlt_dec b (a i)); [|discriminate].
    destruct (Rlt_dec (a j) d); [|discriminate]. apply slopes; auto; lia. }
  exists (t / 2). intros i b Hi Hb D.
  assert (Hs : In i (seq 0 (N + 1))) by (apply in_seq; lia).
  destruct (Rtotal_order b (a i)) as [L|[E|L]]; [|contradiction|].
  - assert (M : a i + b - 2 * c i < t).
    { apply T1. apply in_flat_map. exists i. split; [assumption|]. apply (in_map (fun b => a i + b - 2 * c i)).
      apply filter_In. split; [assumption|]. now destruct (Rlt_dec b (a i)). }
    unfold Rabs. repeat destruct (Rcase_abs _); lra.
  - assert (M : t < a i + b - 2 * c i).
    { apply T2. apply in_flat_map. exists i. split; [assumption|]. apply (in_map (fun b => a i + b - 2 * c i)).
      apply filter_In. split; [assumption|]. now destruct (Rlt_dec (a i) b). }
    unfold Rabs. repeat destruct (Rcase_abs _); lra.
Qed.

(* The costs of Readings.v as functions of the two sums; the least variance is a seventh. *)
Definition of_sums (f : R -> R -> R) S Q := f (S / n) (Q / n - (S / n) ^ 2).
Lemma bend S Q S' Q' x :
  let V := of_sums (fun _ v => v) in
  V (x * S + (1 - x) * S') (x * Q + (1 - x) * Q') = x * V S Q + (1 - x) * V S' Q' + x * (1 - x) * ((S - S') / n) ^ 2.
Proof. unfold of_sums. pose proof (n_pos N). field. lra. Qed.
Lemma region_variance least S Q : region least S Q -> 0 <= Q / n - (S / n) ^ 2.
Proof.
  intros [_ H]. pose proof (n_pos N). apply (Rmult_le_compat_r (/ n)) in H; [|apply Rlt_le, Rinv_0_lt_compat; lra].
  replace ((S / n) ^ 2) with (S ^ 2 / n * / n) by (field; lra). unfold Rdiv in *. lra.
Qed.
End Sweep.
