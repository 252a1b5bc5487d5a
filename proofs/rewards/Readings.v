(* Six costs of mean and variance, and who gets the best model under them (rewards/new-six-costs, lemma-3-proof-shift,
   lemma-3-strict-readings, new-three-levels-needed).
   Modelled: any number of clients 0, ..., N with contributions c; an allocation is a level for each, on offer, and no
   worse than what the client has; a cost looks at the mean and the variance of the gains only. eps and k are the
   constants of the costs. Not modelled: how a server finds an optimum. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Inductive reading := ratio | deviation_ratio | growth | sharpe | total | linear.
Definition cost (eps k : R) r m V :=
  match r with
  | ratio => V / (m + eps)
  | deviation_ratio => sqrt V / (m + eps)
  | growth => - m / (V + eps)
  | sharpe => - m / (sqrt V + eps)
  | total => 1 / (m + eps) + V
  | linear => V - k * m
  end.
Definition divides_by_mean r := r = ratio \/ r = deviation_ratio.

Lemma div_lt x y d : 0 < d -> x < y -> x / d < y / d.
Proof. intros P L. apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|assumption]. Qed.
Lemma div_lt_den x d e : 0 < x -> 0 < d -> d < e -> x / e < x / d.
Proof. intros X P L. apply Rmult_lt_compat_l; [assumption|]. apply Rinv_lt_contravar; nra. Qed.
Lemma opp_div x d : - x / d = - (x / d).
Proof. unfold Rdiv. ring. Qed.

Theorem six_costs (eps k : R) r : 0 < eps -> 0 < k ->
  (forall m V W, 0 < m -> 0 <= V < W -> cost eps k r m V < cost eps k r m W) /\
  (forall m q V, 0 < V -> 0 <= m < q -> cost eps k r q V < cost eps k r m V).
Proof.
  intros E K. split.
  - intros m V W M [V0 L]. assert (S : sqrt V < sqrt W) by (apply sqrt_lt_1; lra).
    assert (S0 := sqrt_pos V). destruct r; simpl; rewrite ?opp_div.
    + apply div_lt; lra.
    + apply div_lt; lra.
    + apply Ropp_lt_contravar, div_lt_den; lra.
    + apply Ropp_lt_contravar, div_lt_den; lra.
    + lra.
    + lra.
  - intros m q V P [M L]. assert (S : 0 < sqrt V) by now apply sqrt_lt_R0.
    destruct r; simpl; rewrite ?opp_div.
    + apply div_lt_den; lra.
    + apply div_lt_den; lra.
    + apply Ropp_lt_contravar, div_lt; lra.
    + apply Ropp_lt_contravar, div_lt; lra.
    + pose proof (div_lt_den 1 (m + eps) (q + eps)). lra.
    + nra.
Qed.

(* More mean is strictly better at equal gains, too, unless the cost divides by the mean. *)
Lemma more_mean (eps k : R) r m q V : 0 < eps -> 0 < k -> 0 <= V -> 0 <= m < q ->
  ~ divides_by_mean r \/ 0 < V -> cost eps k r q V < cost eps k r m V.
Proof.
  intros E K V0 [M L] [S|P]; [|now apply six_costs].
  assert (S0 := sqrt_pos V). unfold divides_by_mean in S. destruct r; simpl; rewrite ?opp_div; try tauto.
  - apply Ropp_lt_contravar, div_lt; lra.
  - apply Ropp_lt_contravar, div_lt; lra.
  - pose proof (div_lt_den 1 (m + eps) (q + eps)). lra.
  - nra.
Qed.

Section Clients.
Variables (N : nat) (c : nat -> R) (eps k : R).
Notation mean_gain := (mean_gain N c).
Notation variance := (variance N c).
Definition value r a := cost eps k r (mean_gain a) (variance a).
Definition optimal (admissible : (nat -> R) -> Prop) r a :=
  admissible a /\ forall b, admissible b -> value r a <= value r b.
Definition rational a := forall i, (i <= N)%nat -> c i <= a i.
Definition equal_gains a := forall i j, (i <= N)%nat -> (j <= N)%nat -> a i - c i = a j - c j.

Lemma variance_var a : variance a = var N (fun i => a i - c i).
Proof. reflexivity. Qed.
Lemma mean_gain_mean a : mean_gain a = mean N (fun i => a i - c i).
Proof. reflexivity. Qed.
Lemma variance_nonneg a : 0 <= variance a.
Proof. rewrite variance_var. apply var_nonneg. Qed.
Lemma mean_gain_nonneg a : rational a -> 0 <= mean_gain a.
Proof. intro H. rewrite mean_gain_mean. apply mean_nonneg. intros i Hi. specialize (H i Hi). lra. Qed.
Lemma variance_zero a : variance a = 0 <-> equal_gains a.
Proof.
  rewrite variance_var, var_zero. split; intro H; [intros i j Hi Hj; now rewrite (H i Hi), (H j Hj)|].
  intros i Hi. rewrite (mean_ext N _ (fun _ => a i - c i)); [now rewrite mean_const|]. intros j Hj. now apply H.
Qed.
Lemma variance_pos a : ~ equal_gains a -> 0 < variance a.
Proof.
  intro H. destruct (Rle_lt_or_eq_dec 0 _ (variance_nonneg a)) as [|Z]; [assumption|]. elim H. now apply variance_zero.
Qed.
Lemma lift a d : mean_gain (fun i => a i + d) = mean_gain a + d /\ variance (fun i => a i + d) = variance a.
Proof.
  split.
  - rewrite !mean_gain_mean. rewrite (mean_ext N _ (fun i => (a i - c i) + d)) by (intros; ring).
    now rewrite mean_plus, mean_const.
  - rewrite !variance_var, (var_ext N _ (fun i => (a i - c i) + d)) by (intros; ring). apply var_shift.
Qed.

(* Lifting everybody strictly lowers the cost, under ratio and deviation-ratio unless the gains are equal. *)
Theorem lift_lowers r a d : 0 < eps -> 0 < k -> rational a -> 0 < d -> ~ divides_by_mean r \/ ~ equal_gains a ->
  value r (fun i => a i + d) < value r a.
Proof.
  intros E K Ra D S. unfold value. destruct (lift a d) as [-> ->].
  pose proof (mean_gain_nonneg a Ra). apply more_mean; [assumption|assumption|apply variance_nonneg|lra|].
  destruct S as [S|S]; [now left|right; now apply variance_pos].
Qed.

(* Two levels are changed and keep their sum: the variance changes as the two squares do. *)
Definition moved (a : nat -> R) i v j w := fun l => if Nat.eq_dec l i then v else if Nat.eq_dec l j then w else a l.
Lemma sum_moved (F : nat -> R -> R) a i v j w : (i <= N)%nat -> (j <= N)%nat -> i <> j ->
  sum N (fun l => F l (moved a i v j w l)) = sum N (fun l => F l (a l)) - F i (a i) - F j (a j) + F i v + F j w.
Proof.
  intros Hi Hj ne.
  rewrite (sum_ext N _ (fun l => if Nat.eq_dec l i then F i v else
    (fun l => if Nat.eq_dec l j then F j w else F l (a l)) l)).
  - rewrite sum_change, sum_change by assumption. destruct (Nat.eq_dec i j); [contradiction|]. ring.
  - intros l _. unfold moved. destruct (Nat.eq_dec l i) as [->|]; [reflexivity|].
    destruct (Nat.eq_dec l j) as [->|]; reflexivity.
Qed.
Lemma move_lowers r a i v j w : 0 < eps -> 0 < k -> (i <= N)%nat -> (j <= N)%nat -> i <> j ->
  v + w = a i + a j -> (v - c i) ^ 2 + (w - c j) ^ 2 < (a i - c i) ^ 2 + (a j - c j) ^ 2 -> 0 < mean_gain a ->
  value r (moved a i v j w) < value r a.
Proof.
  intros E K Hi Hj ne T Q M. set (b := moved a i v j w). pose proof (n_pos N).
  assert (G : mean_gain b = mean_gain a).
  { unfold Rewards.mean_gain, b. rewrite (sum_moved (fun l x => x - c l)) by assumption. f_equal. lra. }
  unfold value. rewrite G. apply six_costs; [assumption|assumption|assumption|split; [apply variance_nonneg|]].
  unfold Rewards.variance. rewrite G. unfold b at 1. rewrite (sum_moved (fun l x => (x - c l) ^ 2)) by assumption.
  apply Rplus_lt_compat_r, div_lt; [assumption|]. lra.
Qed.

(* Where more is strictly better, or gains cannot be equal, the best contributor gets the best of all levels. *)
Lemma top_of_optimum (l h : R) r a top : 0 < eps -> 0 < k -> (top <= N)%nat ->
  (forall i, (i <= N)%nat -> c i <= c top) -> ~ divides_by_mean r \/ ~ equal_gains a ->
  optimal (allocation N c l h) r a -> a top = h.
Proof.
  intros E K Ht High S [Ha Best]. destruct (largest N a) as [i [Hi Max]].
  assert (Ra : rational a) by (intros j Hj; apply Ha; assumption).
  assert (Ai : a i = h).
  { destruct (Ha i Hi) as [[_ L] _]. destruct (Rle_lt_or_eq_dec _ _ L) as [Lt|]; [exfalso|assumption].
    assert (B : allocation N c l h (fun j => a j + (h - a i))).
    { intros j Hj. destruct (Ha j Hj) as [[A1 A2] A3]. specialize (Max j Hj). lra. }
    specialize (Best _ B). apply (Rle_not_lt _ _ Best). apply lift_lowers; auto; lra. }
  destruct (Ha top Ht) as [[T1 T2] T3]. destruct (Rle_lt_or_eq_dec _ _ T2) as [Lt|]; [exfalso|assumption].
  assert (ne : i <> top) by (intros ->; lra). specialize (High i Hi).
  assert (M : 0 < mean_gain a).
  { rewrite mean_gain_mean. apply (mean_pos N _ i Hi); [|lra]. intros j Hj. specialize (Ra j Hj). lra. }
  destruct (Rle_lt_or_eq_dec _ _ High) as [Less|Same].
  - assert (B : allocation N c l h (moved a i (a top) top (a i))).
    { intros j Hj. unfold moved. destruct (Nat.eq_dec j i) as [->|]; [lra|].
      destruct (Nat.eq_dec j top) as [->|]; [lra|now apply Ha]. }
    specialize (Best _ B). apply (Rle_not_lt _ _ Best). apply move_lowers; auto; [lra|nra].
  - set (x := (a i + a top) / 2). assert (X : x = (a i + a top) / 2) by reflexivity.
    assert (B : allocation N c l h (moved a i x top x)).
    { intros j Hj. unfold moved. destruct (Nat.eq_dec j i) as [->|]; [lra|].
      destruct (Nat.eq_dec j top) as [->|]; [lra|now apply Ha]. }
    specialize (Best _ B). apply (Rle_not_lt _ _ Best). apply move_lowers; auto; [lra|rewrite Same, X; nra].
Qed.
Theorem best_contributor (l h : R) r a top : 0 < eps -> 0 < k -> (top <= N)%nat ->
  (forall i, (i <= N)%nat -> c i <= c top) -> ~ divides_by_mean r ->
  optimal (allocation N c l h) r a -> a top = h.
Proof. intros. apply (top_of_optimum l h r a top); auto. Qed.

(* One menu of two levels: the one top contributor gets the better one, under all six costs. *)
Definition two_level_allocation (lo hi : R) a := forall i, (i <= N)%nat -> (a i = lo \/ a i = hi) /\ c i <= a i.
Theorem two_levels (lo hi : R) r a top : 0 < eps -> 0 < k -> (1 <= N)%nat -> lo < hi -> (top <= N)%nat ->
  (forall i, (i <= N)%nat -> i <> top -> c i < c top) ->
  optimal (two_level_allocation lo hi) r a -> a top = hi.
Proof.
  intros E K Two L Ht High [Ha Best]. destruct (Ha top Ht) as [[T|] C]; [exfalso|assumption]. rewrite T in C.
  assert (low : forall i, (i <= N)%nat -> c i <= lo).
  { intros i Hi. destruct (Nat.eq_dec i top) as [->|D]; [assumption|]. specialize (High i Hi D). lra. }
  assert (Ra : rational a) by (intros j Hj; apply Ha; assumption).
  destruct (largest N a) as [i [Hi Max]]. destruct (Ha i Hi) as [[A|A] _].
  - assert (all : forall j, (j <= N)%nat -> a j = lo).
    { intros j Hj. specialize (Max j Hj). destruct (Ha j Hj) as [[|] _]; lra. }
    assert (B : two_level_allocation lo hi (fun j => a j + (hi - lo))).
    { intros j Hj. rewrite (all j Hj). specialize (low j Hj). split; [right; lra|lra]. }
    specialize (Best _ B). apply (Rle_not_lt _ _ Best). apply lift_lowers; try assumption; [lra|right].
    intro same. assert (O : exists j, (j <= N)%nat /\ j <> top).
    { destruct top; [exists 1%nat|exists 0%nat]; split; lia. }
    destruct O as [j [Hj D]]. specialize (same j top Hj Ht). specialize (High j Hj D).
    rewrite (all j Hj), (all top Ht) in same. lra.
  - assert (ne : i <> top) by (intros ->; lra). specialize (High i Hi ne).
    assert (B : two_level_allocation lo hi (moved a i lo top hi)).
    { intros j Hj. unfold moved. destruct (Nat.eq_dec j i) as [->|]; [split; [now left|auto]|].
      destruct (Nat.eq_dec j top) as [->|]; [split; [now right|lra]|now apply Ha]. }
    specialize (Best _ B). apply (Rle_not_lt _ _ Best). apply move_lowers; try assumption; [lra| |].
    + rewrite T, A. nra.
    + rewrite mean_gain_mean. apply (mean_pos N _ i Hi); [|lra]. intros j Hj. specialize (Ra j Hj). lra.
Qed.
End Clients.

(* The costs on numbers: mean gain 20 and variance 4, the constants 1 and 2. *)
Example on_numbers : cost 1 2 ratio 20 4 = 4 / 21 /\ cost 1 2 growth 20 4 = -4 /\ cost 1 2 linear 20 4 = -36.
Proof. simpl. repeat split; lra. Qed.
