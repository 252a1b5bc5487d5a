(* Annealing on a path with the costs 1, 3, 0: which schedules lead to the best state (rewards/new-three-states).
   Modelled: the states A, B, G are 0, 1, 2; each proposes each neighbour with probability 1/2. The probabilities after
   k steps come from those before by the moves of Annealing.v at the temperature T k. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Pasts Annealing Schedules.
Open Scope R_scope.

Definition valley (x : nat) : R := match x with O => 1 | S O => 3 | _ => 0 end.
Definition neighbours (x y : nat) : R := match x, y with
  | O, O | O, S O | S O, O | S O, S (S O) | S (S O), S O | S (S O), S (S O) => / 2
  | _, _ => 0
  end.
Fixpoint probability (T : nat -> R) k (y : nat) : R := match k with
  | O => if Nat.eq_dec y 0 then 1 else 0
  | S k => sum 2 (fun x => probability T k x * move 2 valley neighbours (T k) x y)
  end.

(* The three probabilities, with the odds of a climb by two and by three. *)
Section Steps.
Variable T : nat -> R.
Hypothesis T_pos : forall k, 0 < T k.
Notation a k := (probability T k 0).
Notation b k := (probability T k 1).
Notation g k := (probability T k 2).
Definition odd k := exp (- 1 / T k).

Lemma odd_range k : 0 < odd k <= 1.
Proof.
  split; [apply exp_pos|]. rewrite <- exp_0. apply Rlt_le, exp_increasing.
  assert (0 < / T k) by (apply Rinv_0_lt_compat; auto). unfold Rdiv. lra.
Qed.
Lemma climb_two k : exp (- 2 / T k) = odd k ^ 2.
Proof. unfold odd. simpl. rewrite Rmult_1_r, <- exp_plus. f_equal. field. specialize (T_pos k). lra. Qed.
Lemma climb_three k : exp (- 3 / T k) = odd k ^ 3.
Proof. unfold odd. simpl. rewrite Rmult_1_r, <- !exp_plus. f_equal. field. specialize (T_pos k). lra. Qed.
Lemma free t : exp (- 0 / t) = 1.
Proof. rewrite <- exp_0. f_equal. unfold Rdiv. ring. Qed.
Lemma one_step k :
  a (S k) = a k * (1 - odd k ^ 2 / 2) + b k / 2 /\ b (S k) = a k * (odd k ^ 2 / 2) + g k * (odd k ^ 3 / 2) /\
  g (S k) = b k / 2 + g k * (1 - odd k ^ 3 / 2).
Proof.
  cbn [probability]. unfold sum, move, leave, accept, valley, neighbours, sum. cbn [sum_f_R0 Nat.eq_dec nat_rec
    nat_rect sumbool_rec sumbool_rect].
  assert (up2 : Rmax 0 (3 - 1) = 2) by (rewrite Rmax_right; lra).
  assert (up3 : Rmax 0 (3 - 0) = 3) by (rewrite Rmax_right; lra).
  assert (down2 : Rmax 0 (1 - 3) = 0) by (rewrite Rmax_left; lra).
  assert (down3 : Rmax 0 (0 - 3) = 0) by (rewrite Rmax_left; lra).
  simpl. rewrite ?up2, ?up3, ?down2, ?down3, ?climb_two, ?climb_three, ?free. simpl. repeat split; field.
Qed.
Lemma law k : 0 <= a k /\ 0 <= b k /\ 0 <= g k /\ a k + b k + g k = 1.
Proof.
  induction k as [|k [A [B [G S]]]]; [simpl; lra|]. destruct (one_step k) as [-> [-> ->]].
  destruct (odd_range k) as [z0 z1]. assert (z2 : 0 <= odd k ^ 2 <= 1) by (split; [apply pow2_ge_0|simpl; nra]).
  assert (z3 : 0 <= odd k ^ 3 <= 1) by (simpl in *; nra). repeat split; nra.
Qed.

(* If the climbs are few, the chain may never leave A. *)
Lemma stays k : exp (- total k (fun j => exp (- 2 / T j))) <= a k.
Proof.
  induction k as [|k IH]; [simpl; rewrite Ropp_0, exp_0; lra|]. destruct (one_step k) as [-> _].
  destruct (law k) as [A [B _]]. cbn [total]. rewrite climb_two. set (x := odd k ^ 2 / 2).
  assert (X : 0 <= x <= / 2).
  { destruct (odd_range k). unfold x. split; [pose proof (pow2_ge_0 (odd k)); lra|simpl; nra]. }
  assert (E : exp (- (2 * x)) <= 1 - x).
  { rewrite exp_Ropp. assert (L : / (1 - x) <= exp (2 * x)).
    - apply Rle_trans with (1 + 2 * x); [|apply exp_ineq1_le]. apply (Rmult_le_reg_l (1 - x)); [lra|].
      rewrite Rinv_r by lra. nra.
    - rewrite <- (Rinv_involutive (1 - x)) by lra. apply Rinv_le_contravar; [apply Rinv_0_lt_compat; lra|assumption]. }
  replace (- (total k (fun j => exp (- 2 / T j)) + odd k ^ 2)) with (- total k (fun j => exp (- 2 / T j)) + - (2 * x))
    by (unfold x; field).
  rewrite exp_plus. pose proof (exp_pos (- (2 * x))). pose proof (exp_pos (- total k (fun j => exp (- 2 / T j)))).
  apply Rle_trans with (a k * (1 - x)); [|lra]. apply Rmult_le_compat; lra.
Qed.
End Steps.

(* What shrinks by factors 1 - alpha, the sum of the alphas being infinite, up to something small, becomes small. *)
Lemma infinite_tail f K :
  (forall k, 0 <= f k) -> infinite f -> forall B, exists n, B < total n (fun j => f (K + j)%nat).
Proof.
  intros P H B. destruct (H (B + total K f)) as [n Hn]. exists n.
  assert (E : forall m, total (K + m) f = total K f + total m (fun j => f (K + j)%nat)).
  { induction m as [|m IH]; [rewrite Nat.add_0_r; simpl; lra|]. rewrite Nat.add_succ_r. cbn [total]. rewrite IH. lra. }
  assert (M : total n f <= total (n + K) f).
  { clear - P. induction K as [|k IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r. cbn [total].
    specialize (P (n + k)%nat). lra. }
  rewrite Nat.add_comm, E in M. lra.
Qed.
Lemma shrinks s alpha beta : (forall k, 0 <= s k) -> (forall k, 0 <= alpha k <= 1) -> infinite alpha -> Un_cv beta 0 ->
  (forall k, s (S k) <= (1 - alpha k) * s k + alpha k * beta k) -> Un_cv s 0.
Proof.
  intros S0 A inf small step e He. destruct (small (e / 2) ltac:(lra)) as [K HK].
  assert (below : forall j, beta (K + j)%nat <= e / 2).
  { intro j. specialize (HK (K + j)%nat ltac:(lia)). unfold R_dist in HK. rewrite Rminus_0_r in HK.
    pose proof (Rle_abs (beta (K + j)%nat)). lra. }
  set (u := fun j => Rmax (s (K + j)%nat - e / 2) 0). set (S := fun j => total j (fun i => alpha (K + i)%nat)).
  assert (u0 : forall j, 0 <= u j) by (intro; apply Rmax_r).
  assert (P : forall j, 0 <= S j) by (intro; apply total_nonneg; intro i; apply A).
  assert (one : forall j, u (Datatypes.S j) <= (1 - alpha (K + j)%nat) * u j).
  { intro j. specialize (A (K + j)%nat). specialize (below j). specialize (step (K + j)%nat). specialize (u0 j).
    apply Rmax_lub; [|nra]. rewrite Nat.add_succ_r. assert (s (K + j)%nat - e / 2 <= u j) by apply Rmax_l. nra. }
  assert (product : forall j, u j * (1 + S j) <= u 0%nat).
  { induction j as [|j IH]; [unfold S; simpl; lra|]. apply Rle_trans with (2 := IH). specialize (one j).
    specialize (A (K + j)%nat). specialize (P j). specialize (u0 j).
    assert (E : S (Datatypes.S j) = S j + alpha (K + j)%nat) by reflexivity. rewrite E.
    apply Rle_trans with ((1 - alpha (K + j)%nat) * u j * (1 + (S j + alpha (K + j)%nat))).
    - apply Rmult_le_compat_r; lra.
    - replace ((1 - alpha (K + j)%nat) * u j * (1 + (S j + alpha (K + j)%nat))) with
        (u j * (1 + S j) - u j * (alpha (K + j)%nat * S j + alpha (K + j)%nat ^ 2)) by ring.
      assert (0 <= u j * (alpha (K + j)%nat * S j + alpha (K + j)%nat ^ 2)); [|lra].
      apply Rmult_le_pos; [assumption|]. pose proof (pow2_ge_0 (alpha (K + j)%nat)). nra. }
  destruct (infinite_tail alpha K (fun k => proj1 (A k)) inf (2 * u 0%nat / e)) as [n Hn]. fold (S n) in Hn.
  assert (far : forall j, S n <= S (n + j)%nat).
  { induction j as [|j IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r. unfold S in *. cbn [total].
    pose proof (proj1 (A (K + (n + j))%nat)). lra. }
  exists (K + n)%nat. intros k Hk. replace k with (K + (n + (k - K - n)))%nat by lia. set (j := (k - K - n)%nat).
  unfold R_dist. rewrite Rminus_0_r, Rabs_pos_eq by apply S0.
  assert (s (K + (n + j))%nat - e / 2 <= u (n + j)%nat) by apply Rmax_l.
  specialize (product (n + j)%nat). specialize (far j). specialize (u0 (n + j)%nat).
  assert (u (n + j)%nat < e / 2); [|lra]. apply Rnot_le_lt. intro C.
  apply (Rmult_lt_compat_r e) in Hn; [|assumption]. unfold Rdiv in Hn. rewrite Rmult_assoc, Rinv_l in Hn by lra.
  assert (e / 2 * (1 + S n) <= u (n + j)%nat * (1 + S (n + j)%nat)) by (pose proof (P n); apply Rmult_le_compat; lra).
  lra.
Qed.

Theorem three_states T :
  (forall k, 0 < T k) -> Un_cv T 0 ->
  (Un_cv (fun k => probability T k 2) 1 <-> infinite (fun k => exp (- 2 / T k))).
Proof.
  intros PT cold. split.
  - (* where the chain is almost surely at G, it has left A *)
    intros H B. destruct (H (exp (- B)) (exp_pos _)) as [n Hn]. specialize (Hn n (le_n n)). exists n.
    destruct (law T PT n) as [A [Bn [G S]]]. unfold R_dist in Hn. rewrite Rabs_minus_sym, Rabs_pos_eq in Hn by lra.
    pose proof (stays T PT n) as Q. assert (E : exp (- total n (fun j => exp (- 2 / T j))) < exp (- B)) by lra.
    apply exp_lt_inv in E. lra.
  - intro inf. set (s := fun k => probability T k 0 + probability T k 1 / 2).
    set (w := fun k => match k with O => 0 | S j => odd T j end).
    assert (passes : forall k, probability T k 1 <= w k ^ 2 / 2).
    { intros [|k]; [unfold w; simpl; lra|]. destruct (one_step T PT k) as [_ [-> _]]. unfold w.
      destruct (law T PT k) as [A [B [G S]]]. destruct (odd_range T PT k) as [z0 z1].
      assert (odd T k ^ 3 <= odd T k ^ 2) by (simpl; assert (0 <= odd T k * odd T k) by nra; nra).
      pose proof (pow2_ge_0 (odd T k)). nra. }
    assert (Z : Un_cv (odd T) 0).
    { intros e He. destruct (odds_vanish 1 e Rlt_0_1 He) as [d [D Hd]]. destruct (cold d D) as [K HK]. exists K.
      intros k Hk. specialize (HK k Hk). unfold R_dist in *. rewrite Rminus_0_r in *. specialize (PT k).
      rewrite Rabs_pos_eq in HK by lra. rewrite Rabs_pos_eq by (apply Rlt_le, exp_pos). apply Hd. lra. }
    assert (small : Un_cv (fun k => w k ^ 2 / 4 + odd T k) 0).
    { intros e He. destruct (Z (Rmin (e / 2) 1) ltac:(apply Rmin_glb_lt; lra)) as [K HK]. exists (S K). intros k Hk.
      destruct k as [|k]; [lia|]. pose proof (HK k ltac:(lia)) as H1. pose proof (HK (S k) ltac:(lia)) as H2.
      unfold R_dist in *. rewrite Rminus_0_r in *. destruct (odd_range T PT k) as [p0 p1].
      destruct (odd_range T PT (S k)) as [q0 q1]. rewrite Rabs_pos_eq in H1, H2 by lra. unfold w.
      pose proof (Rmin_l (e / 2) 1). assert (odd T k ^ 2 <= odd T k) by (simpl; nra).
      pose proof (pow2_ge_0 (odd T k)). rewrite Rabs_pos_eq; lra. }
    assert (gone : Un_cv s 0).
    { apply (shrinks s (fun k => odd T k ^ 2 / 4) (fun k => w k ^ 2 / 4 + odd T k)); [| | |exact small|].
      - intro k. unfold s. destruct (law T PT k) as [A [B _]]. lra.
      - intro k. destruct (odd_range T PT k). pose proof (pow2_ge_0 (odd T k)). split; [lra|simpl in *; nra].
      - intro B. destruct (inf (4 * B)) as [n Hn]. exists n.
        rewrite (total_ext n _ (fun k => / 4 * exp (- 2 / T k))) by (intros; rewrite climb_two by assumption; field).
        rewrite total_times. lra.
      - intro k. unfold s. destruct (one_step T PT k) as [-> [-> _]]. destruct (law T PT k) as [A [B [G S]]].
        specialize (passes k). destruct (odd_range T PT k) as [z0 z1]. set (z := odd T k) in *.
        set (a := probability T k 0) in *. set (b := probability T k 1) in *. set (g := probability T k 2) in *.
        assert (z2 : 0 <= z ^ 2 / 4) by (pose proof (pow2_ge_0 z); lra).
        replace (a * (1 - z ^ 2 / 2) + b / 2 + (a * (z ^ 2 / 2) + g * (z ^ 3 / 2)) / 2) with
          ((1 - z ^ 2 / 4) * (a + b / 2) + z ^ 2 / 4 * (b / 2 + g * z)) by (simpl; field).
        apply Rplus_le_compat_l, Rmult_le_compat_l; [assumption|]. assert (g * z <= 1 * z) by (apply Rmult_le_compat_r;
          lra). lra. }
    intros e He. destruct (gone (e / 2) ltac:(lra)) as [K HK]. exists K. intros k Hk. specialize (HK k Hk).
    destruct (law T PT k) as [A [B [G S]]]. unfold s in HK. unfold R_dist in *. rewrite Rminus_0_r, Rabs_pos_eq in HK
      by lra. rewrite Rabs_minus_sym, Rabs_pos_eq by lra. lra.
Qed.
