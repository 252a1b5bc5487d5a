(* The annealing chain at one temperature: its Gibbs law, the odds as it gets colder, and why it is aperiodic
   (rewards/theorem-2-proof-gibbs, theorem-2-proof-odds, theorem-2-proof-concentration, new-aperiodic-for-free).
   Modelled: states 0, ..., N with costs C; from x the state y is proposed with probability q x y, and accepted with
   exp(-(C y - C x)/T) where it costs more, else always; what is declined stays. The chain is irreducible if every
   state is reached from every other by proposals. A law is stationary if one step leaves it as it is. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments.
Open Scope R_scope.

Definition proposals N (q : nat -> nat -> R) :=
  forall x, (x <= N)%nat -> (forall y, (y <= N)%nat -> 0 <= q x y) /\ sum N (q x) = 1.
Definition symmetric N (q : nat -> nat -> R) := forall x y, (x <= N)%nat -> (y <= N)%nat -> q x y = q y x.
Inductive reaches N (q : nat -> nat -> R) : nat -> nat -> Prop :=
  | Here x : reaches N q x x
  | Step x y z : (y <= N)%nat -> 0 < q x y -> reaches N q y z -> reaches N q x z.
Definition irreducible N q := forall x y, (x <= N)%nat -> (y <= N)%nat -> reaches N q x y.

Section Metropolis.
Variables (N : nat) (C : nat -> R) (q : nat -> nat -> R).
Definition accept T x y := exp (- Rmax 0 (C y - C x) / T).
Definition leave T x := sum N (fun z => if Nat.eq_dec z x then 0 else q x z * accept T x z).
Definition move T x y := if Nat.eq_dec x y then 1 - leave T x else q x y * accept T x y.
Definition weight T x := exp (- C x / T).
Definition gibbs T x := weight T x / sum N (weight T).
Definition law (p : nat -> R) := (forall x, (x <= N)%nat -> 0 <= p x) /\ sum N p = 1.
Definition stationary T (p : nat -> R) := forall y, (y <= N)%nat -> sum N (fun x => p x * move T x y) = p y.

Lemma weight_pos T x : 0 < weight T x.
Proof. apply exp_pos. Qed.
Lemma weights_pos T : 0 < sum N (weight T).
Proof.
  apply Rlt_le_trans with (weight T 0); [apply weight_pos|]. apply (sum_at_least N (weight T) 0); [lia|].
  intros. apply Rlt_le, weight_pos.
Qed.
Lemma gibbs_pos T x : 0 < gibbs T x.
Proof. apply Rdiv_lt_0_compat; [apply weight_pos|apply weights_pos]. Qed.
Lemma gibbs_law T : law (gibbs T).
Proof.
  split; [intros; apply Rlt_le, gibbs_pos|]. pose proof (weights_pos T).
  unfold gibbs, Rdiv. rewrite (sum_ext N _ (fun x => / sum N (weight T) * weight T x)) by (intros; ring).
  rewrite sum_times. apply Rinv_l. lra.
Qed.
(* Balance: between two states as much flows one way as the other. *)
Lemma balance T x y : weight T x * accept T x y = weight T y * accept T y x.
Proof.
  unfold weight, accept. rewrite <- !exp_plus. f_equal. unfold Rmax, Rdiv. repeat destruct (Rle_dec _ _); try lra.
  assert (E : C x = C y) by lra. rewrite E. ring.
Qed.
Lemma rows_sum T x : (x <= N)%nat -> sum N (move T x) = 1.
Proof.
  intro Hx. rewrite (sum_ext N _ (fun z => if Nat.eq_dec z x then 1 - leave T x else q x z * accept T x z)).
  - rewrite (sum_change N (fun z => q x z * accept T x z) x _ Hx). unfold leave.
    rewrite (sum_change N (fun z => q x z * accept T x z) x _ Hx). ring.
  - intros z _. unfold move. destruct (Nat.eq_dec x z), (Nat.eq_dec z x); congruence.
Qed.

Theorem gibbs_is_stationary T : symmetric N q -> law (gibbs T) /\ stationary T (gibbs T).
Proof.
  intro S. split; [apply gibbs_law|]. intros y Hy.
  rewrite (sum_ext N _ (fun x => gibbs T y * move T y x)).
  - rewrite sum_times, rows_sum by assumption. ring.
  - intros x Hx. unfold move. destruct (Nat.eq_dec x y) as [->|ne].
    + destruct (Nat.eq_dec y y); congruence.
    + destruct (Nat.eq_dec y x); [congruence|]. pose proof (balance T x y) as B. rewrite (S x y Hx Hy).
      unfold gibbs, Rdiv. transitivity (/ sum N (weight T) * q y x * (weight T x * accept T x y)); [ring|].
      rewrite B. ring.
Qed.

Lemma odds T x a : gibbs T x / gibbs T a = exp (- (C x - C a) / T).
Proof.
  unfold gibbs. pose proof (weights_pos T). pose proof (weight_pos T a).
  replace (weight T x / sum N (weight T) / (weight T a / sum N (weight T))) with (weight T x * / weight T a)
    by (field; lra).
  unfold weight. rewrite <- exp_Ropp, <- exp_plus. f_equal. unfold Rdiv. ring.
Qed.
Lemma odds_vanish g e : 0 < g -> 0 < e -> exists d, 0 < d /\ forall T, 0 < T < d -> exp (- g / T) < e.
Proof.
  intros G E. exists (g * e). split; [nra|]. intros T [T0 T1].
  (* exp (g / T) is at least 1 + g / T, hence more than 1 / e. *)
  assert (A : 1 + g / T <= exp (g / T)) by apply exp_ineq1_le.
  assert (B : / e < g / T).
  { apply (Rmult_lt_reg_r (T * e)); [nra|]. replace (/ e * (T * e)) with T by (field; lra).
    replace (g / T * (T * e)) with (g * e) by (field; lra). assumption. }
  replace (- g / T) with (- (g / T)) by (field; lra). rewrite exp_Ropp.
  rewrite <- (Rinv_involutive e) by lra. apply Rinv_lt_contravar; [|lra].
  apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; assumption|apply exp_pos].
Qed.
Theorem odds_of_a_worse_state x a :
  (forall T, gibbs T x / gibbs T a = exp (- (C x - C a) / T)) /\
  (C a < C x -> forall e, 0 < e -> exists d, 0 < d /\ forall T, 0 < T < d -> gibbs T x / gibbs T a < e).
Proof.
  split; [intro; apply odds|]. intros L e E. destruct (odds_vanish (C x - C a) e ltac:(lra) E) as [d [D H]].
  exists d. split; [assumption|]. intros T HT. rewrite odds. now apply H.
Qed.

Lemma accept_le_1 T x y : 0 < T -> accept T x y <= 1.
Proof.
  intro P. rewrite <- exp_0. unfold accept. apply Rnot_lt_le. intro L. apply exp_lt_inv in L.
  pose proof (Rmax_l 0 (C y - C x)) as M. assert (Rmax 0 (C y - C x) / T < 0) by (unfold Rdiv in *; lra).
  assert (0 <= Rmax 0 (C y - C x) / T); [|lra].
  apply Rmult_le_pos; [assumption|]. apply Rlt_le, Rinv_0_lt_compat; assumption.
Qed.
Lemma leave_le_1 T x : 0 < T -> proposals N q -> (x <= N)%nat -> leave T x <= 1.
Proof.
  intros P Q Hx. destruct (Q x Hx) as [Q0 Q1]. rewrite <- Q1. apply sum_le. intros v Hv. specialize (Q0 v Hv).
  destruct (Nat.eq_dec v x); [assumption|]. pose proof (accept_le_1 T x v P). pose proof (exp_pos (- Rmax 0 (C v - C x)
    / T)). unfold accept in *. nra.
Qed.
Lemma move_nonneg T x y : 0 < T -> proposals N q -> (x <= N)%nat -> (y <= N)%nat -> 0 <= move T x y.
Proof.
  intros P Q Hx Hy. unfold move. destruct (Nat.eq_dec x y) as [->|]; [pose proof (leave_le_1 T y P Q Hy); lra|].
  apply Rmult_le_pos; [now apply Q|apply Rlt_le, exp_pos].
Qed.
Lemma move_pos T x y : x <> y -> 0 < q x y -> 0 < move T x y.
Proof.
  intros ne P. unfold move. destruct (Nat.eq_dec x y); [congruence|]. apply Rmult_lt_0_compat; [assumption|apply
    exp_pos].
Qed.

(* Where a stationary measure is zero, it is zero wherever one can come from. *)
Lemma zero_spreads T r y : 0 < T -> proposals N q -> (forall x, (x <= N)%nat -> 0 <= r x) -> stationary T r ->
  forall x, reaches N q x y -> (x <= N)%nat -> (y <= N)%nat -> r y = 0 -> r x = 0.
Proof.
  intros PT Q P S x R. induction R as [x|x z y Hz L R IH]; intros Hx Hy Z; [assumption|].
  specialize (IH Hz Hy Z). destruct (Nat.eq_dec x z) as [->|ne]; [assumption|].
  assert (M : r x * move T x z <= 0).
  { rewrite <- IH, <- (S z Hz). apply (sum_at_least N (fun x => r x * move T x z) x Hx). intros u Hu.
    apply Rmult_le_pos; [now apply P|now apply move_nonneg]. }
  pose proof (P x Hx). pose proof (move_pos T x z ne L). nra.
Qed.
(* Any law that is stationary is the Gibbs law: take away the largest multiple of the Gibbs law that it holds. *)
Lemma only_gibbs T p : 0 < T -> proposals N q -> symmetric N q -> irreducible N q -> law p -> stationary T p ->
  forall x, (x <= N)%nat -> p x = gibbs T x.
Proof.
  intros PT Q S I [P P1] SP. destruct (gibbs_is_stationary T S) as [[_ G1] SG].
  destruct (largest N (fun x => - (p x / gibbs T x))) as [t [Ht least]].
  set (m := p t / gibbs T t) in *. set (r := fun x => p x - m * gibbs T x).
  assert (R0 : forall x, (x <= N)%nat -> 0 <= r x).
  { intros x Hx. specialize (least x Hx). pose proof (gibbs_pos T x) as Gx.
    assert (m * gibbs T x <= p x / gibbs T x * gibbs T x) by (apply Rmult_le_compat_r; lra).
    unfold r. replace (p x / gibbs T x * gibbs T x) with (p x) in * by (field; lra). lra. }
  assert (RS : stationary T r).
  { intros y Hy. unfold r. rewrite (sum_ext N _ (fun x => p x * move T x y - m * (gibbs T x * move T x y)))
      by (intros; ring). now rewrite sum_minus, sum_times, (SP y Hy), (SG y Hy). }
  assert (Z : r t = 0) by (unfold r, m; pose proof (gibbs_pos T t); field; lra).
  assert (all : forall x, (x <= N)%nat -> r x = 0)
    by (intros x Hx; now apply (zero_spreads T r t PT Q R0 RS x (I x t Hx Ht))).
  assert (m1 : m = 1).
  { assert (E : sum N r = 1 - m) by (unfold r; rewrite sum_minus, sum_times, P1, G1; ring).
    rewrite (sum_ext N r (fun _ => 0) all), sum_const in E. lra. }
  intros x Hx. specialize (all x Hx). unfold r in all. rewrite m1 in all. lra.
Qed.

Lemma one_bound n (Q : nat -> R -> Prop) :
  (forall x, (x <= n)%nat -> exists d, 0 < d /\ forall T, 0 < T < d -> Q x T) ->
  exists d, 0 < d /\ forall T, 0 < T < d -> forall x, (x <= n)%nat -> Q x T.
Proof.
  induction n as [|n IH]; intro H.
  - destruct (H 0%nat (le_n 0)) as [d [D K]]. exists d. split; [assumption|]. intros T HT x Hx.
    replace x with 0%nat by lia. now apply K.
  - destruct IH as [d [D K]]; [intros x Hx; apply H; lia|]. destruct (H (S n) (le_n _)) as [d' [D' K']].
    exists (Rmin d d'). split; [now apply Rmin_glb_lt|]. intros T [T0 T1] x Hx.
    pose proof (Rmin_l d d'). pose proof (Rmin_r d d').
    destruct (Nat.eq_dec x (S n)) as [->|]; [apply K'; lra|]. apply K; [lra|lia].
Qed.
(* The mass of the states that cost no more than a; of the minimisers, if a is one of them. *)
Theorem stationary_law_settles a e :
  proposals N q -> symmetric N q -> irreducible N q -> (a <= N)%nat -> 0 < e ->
  exists d, 0 < d /\ forall T p, 0 < T < d -> law p -> stationary T p ->
    1 - e < sum N (fun x => if Rlt_dec (C a) (C x) then 0 else p x).
Proof.
  intros Q S I Ha E. pose proof (clients_pos N) as PN.
  destruct (one_bound N (fun x T => C a < C x -> gibbs T x / gibbs T a < e / clients N)) as [d [D H]].
  { intros x Hx. destruct (Rlt_dec (C a) (C x)) as [L|L].
    - destruct (odds_of_a_worse_state x a) as [_ O]. destruct (O L (e / clients N)) as [d [D K]].
      + now apply Rdiv_lt_0_compat.
      + exists d. auto.
    - exists 1. split; [lra|]. intros. contradiction. }
  exists d. split; [assumption|]. intros T p HT LP SP. specialize (H T HT).
  pose proof (only_gibbs T p (proj1 HT) Q S I LP SP) as G. destruct LP as [P0 P1].
  assert (W : sum N (fun x => if Rlt_dec (C a) (C x) then p x else 0) < e).
  { apply Rlt_le_trans with (sum N (fun _ => e / clients N)); [|rewrite sum_const; apply Req_le; field; lra].
    assert (part : forall x, (x <= N)%nat -> (if Rlt_dec (C a) (C x) then p x else 0) < e / clients N).
    { intros x Hx. destruct (Rlt_dec (C a) (C x)) as [L|]; [|now apply Rdiv_lt_0_compat].
      rewrite (G x Hx). apply Rle_lt_trans with (2 := H x Hx L). pose proof (gibbs_pos T x). pose proof (gibbs_pos T a).
      assert (A1 : gibbs T a <= 1).
      { destruct (gibbs_law T) as [_ <-]. apply (sum_at_least N (gibbs T) a Ha). intros. apply Rlt_le, gibbs_pos. }
      apply (Rmult_le_reg_r (gibbs T a)); [assumption|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    revert part. generalize (e / clients N). clear. intros c part. unfold sum.
    induction N as [|n IH]; cbn [sum_f_R0]; [apply part; lia|].
    apply Rplus_lt_compat; [apply IH; intros; apply part; lia|apply part; lia]. }
  assert (A : sum N (fun x => if Rlt_dec (C a) (C x) then 0 else p x) + sum N (fun x => if Rlt_dec (C a) (C x) then p x
    else 0) = 1); [|lra].
  rewrite <- P1, <- sum_plus. apply sum_ext. intros x _. destruct (Rlt_dec _ _); ring.
Qed.

(* Walks of moves of positive probability, with their lengths. *)
Inductive walk T : nat -> nat -> nat -> Prop :=
  | Stand x : walk T 0 x x
  | Go n x y z : (y <= N)%nat -> 0 < move T x y -> walk T n y z -> walk T (S n) x z.
Lemma walk_on T m n x y z : walk T m x y -> walk T n y z -> walk T (m + n) x z.
Proof. induction 1; intro W; [assumption|]. simpl. apply (Go T _ x y); auto. Qed.
Lemma reaches_walk T x y : reaches N q x y -> exists n, walk T n x y.
Proof.
  induction 1 as [x|x y z Hy L R [n W]]; [exists 0%nat; constructor|].
  destruct (Nat.eq_dec x y) as [->|ne]; [now exists n|]. exists (S n). apply (Go T n x y); [assumption| |assumption].
  now apply move_pos.
Qed.
Lemma climb_on_the_way x y : reaches N q x y -> (x <= N)%nat -> C x < C y ->
  exists u v, (u <= N)%nat /\ (v <= N)%nat /\ 0 < q u v /\ C u < C v.
Proof.
  induction 1 as [x|x y z Hy L R IH]; intros Hx H; [lra|].
  destruct (Rlt_dec (C x) (C y)) as [U|U]; [exists x, y; auto|]. apply IH; [assumption|lra].
Qed.
Theorem aperiodic_for_free T x d :
  0 < T -> proposals N q -> irreducible N q ->
  (exists u v, (u <= N)%nat /\ (v <= N)%nat /\ C u <> C v) -> (x <= N)%nat ->
  (forall n, walk T n x x -> Nat.divide d n) -> d = 1%nat.
Proof.
  intros PT Q I [s [t [Hs [Ht ne]]]] Hx H.
  assert (climb : exists u v, (u <= N)%nat /\ (v <= N)%nat /\ 0 < q u v /\ C u < C v).
  { destruct (Rlt_dec (C s) (C t)); [apply (climb_on_the_way s t); auto|].
    apply (climb_on_the_way t s); auto. lra. }
  destruct climb as [u [v [Hu [Hv [L U]]]]].
  (* The climb from u to v may be declined, so the chain may stay at u. *)
  assert (stay : 0 < move T u u).
  { unfold move. destruct (Nat.eq_dec u u) as [_|]; [|congruence]. assert (leave T u < 1); [|lra].
    destruct (Q u Hu) as [Q0 Q1]. assert (A : accept T u v < 1).
    { rewrite <- exp_0. apply exp_increasing. rewrite Rmax_right by lra.
      assert (0 < (C v - C u) / T) by (apply Rdiv_lt_0_compat; lra). unfold Rdiv in *. lra. }
    assert (gap : sum N (fun z => if Nat.eq_dec z v then q u v * accept T u v else q u z) < 1).
    { rewrite (sum_change N (q u) v _ Hv), Q1. nra. }
    apply Rle_lt_trans with (2 := gap). apply sum_le. intros z Hz. specialize (Q0 z Hz).
    pose proof (accept_le_1 T u z PT). pose proof (exp_pos (- Rmax 0 (C z - C u) / T)). fold (accept T u z) in *.
    destruct (Nat.eq_dec z u) as [e1|], (Nat.eq_dec z v) as [e2|]; [subst; lra|assumption|subst; lra|nra]. }
  destruct (reaches_walk T x u (I x u Hx Hu)) as [m W1]. destruct (reaches_walk T u x (I u x Hu Hx)) as [n W2].
  pose proof (H _ (walk_on T m n x u x W1 W2)) as A.
  pose proof (H _ (walk_on T m (S n) x u x W1 (Go T n u u x Hu stay W2))) as B.
  replace (m + S n)%nat with (m + n + 1)%nat in B by lia.
  apply Nat.divide_1_r. now apply (Nat.divide_add_cancel_r d (m + n) 1).
Qed.
End Metropolis.
