(* Redundancy by chance: clients drawn from archetypes (consensus/proposition-1, proposition-1-proof-binomial,
   proposition-1-proof-shortage, proposition-1-proof-union, proposition-1-proof-exponential).
   Modelled: the archetypes are 0, ..., K, so there are K + 1; M clients are M draws, each archetype with probability
   1 / (K + 1), and what was drawn is a list. Probabilities are expectations of 0 and 1 as Pasts.v has them. *)
Require Import Reals Lra Psatz Lia List PeanoNat.
From Incentives Require Import Rewards Moments LocalSteps Pasts.
Open Scope R_scope.

Lemma later_sum P prob m n (f : nat -> list nat -> R) past :
  later P prob m (fun q => sum n (fun j => f j q)) past = sum n (fun j => later P prob m (f j) past).
Proof. unfold sum. induction n as [|n IH]; cbn [sum_f_R0]; [reflexivity|]. now rewrite later_plus, IH. Qed.

Section Draws.
Variable K : nat.
Notation k := (clients K).                            (* the number of archetypes, K + 1 *)
Definition uniform (past : list nat) (p : nat) := / k.
Definition probability (M : nat) (event : list nat -> bool) :=
  later K uniform M (fun q => if event q then 1 else 0) nil.
Definition drawn (j : nat) (q : list nat) := count_occ Nat.eq_dec q j.
Definition short j q := Nat.leb (drawn j q) 1.
Definition covered (q : list nat) := forallb (fun j => negb (short j q)) (seq 0 (S K)).

Lemma uniform_is_chance : probabilities K uniform.
Proof.
  pose proof (clients_pos K). intro past. split.
  - intros. apply Rlt_le, Rinv_0_lt_compat. assumption.
  - unfold uniform. rewrite sum_const. apply Rinv_r. lra.
Qed.
(* One draw: archetype j, or another. *)
Lemma one_draw j past u v : (j <= K)%nat ->
  expectation K (uniform past) (fun p => if Nat.eq_dec p j then u else v) = / k * u + (1 - / k) * v.
Proof.
  intro Hj. pose proof (clients_pos K). unfold expectation, uniform. rewrite sum_times.
  rewrite (sum_change K (fun _ => v) j u Hj), sum_const. field. lra.
Qed.
(* The count of one archetype is binomial. *)
Definition binomial (m i : nat) := if Nat.leb i m then C m i * (/ k) ^ i * (1 - / k) ^ (m - i) else 0.
Lemma binomial_none m : binomial (S m) 0 = (1 - / k) * binomial m 0.
Proof.
  assert (E : forall n, C n 0 = 1) by (intro n; unfold C; rewrite Nat.sub_0_r; simpl; field; apply INR_fact_neq_0).
  unfold binomial. cbn [Nat.leb]. rewrite !E, !Nat.sub_0_r. simpl. ring.
Qed.
Lemma binomial_some m i : binomial (S m) (S i) = / k * binomial m i + (1 - / k) * binomial m (S i).
Proof.
  assert (E : forall n, C n n = 1) by (intro n; unfold C; rewrite Nat.sub_diag; simpl; field; apply INR_fact_neq_0).
  unfold binomial. destruct (Nat.lt_trichotomy i m) as [L|[->|L]].
  - rewrite !(proj2 (Nat.leb_le _ _)) by lia. rewrite <- pascal by assumption.
    replace (S m - S i)%nat with (S (m - S i)) by lia. replace (m - i)%nat with (S (m - S i)) by lia. simpl. ring.
  - rewrite !(proj2 (Nat.leb_le _ _)) by lia. rewrite (proj2 (Nat.leb_gt _ _)) by lia. rewrite !E, !Nat.sub_diag.
    simpl. ring.
  - rewrite !(proj2 (Nat.leb_gt _ _)) by lia. ring.
Qed.
Theorem count_is_binomial M j n : (j <= K)%nat ->
  probability M (fun q => Nat.eqb (drawn j q) n) = binomial M n.
Proof.
  intro Hj. unfold probability.
  enough (L : forall past, later K uniform M (fun q => if Nat.eqb (drawn j q) n then 1 else 0) past =
    if Nat.leb (drawn j past) n then binomial M (n - drawn j past) else 0).
  { rewrite L. simpl. now rewrite Nat.sub_0_r. }
  induction M as [|m IH]; intro past.
  - cbn [later]. destruct (Nat.eqb_spec (drawn j past) n) as [->|ne].
    + rewrite Nat.leb_refl, Nat.sub_diag. unfold binomial, C. simpl. field.
    + destruct (Nat.leb_spec (drawn j past) n) as [L|]; [|reflexivity]. unfold binomial.
      now rewrite (proj2 (Nat.leb_gt _ _)) by lia.
  - cbn [later]. set (d := drawn j past) in *. set (b := fun d => if Nat.leb d n then binomial m (n - d) else 0).
    rewrite (expectation_ext K (uniform past) _ (fun p => if Nat.eq_dec p j then b (S d) else b d)).
    + rewrite one_draw by assumption. unfold b. destruct (Nat.lt_trichotomy d n) as [L|[->|L]].
      * rewrite !(proj2 (Nat.leb_le _ _)) by lia. replace (n - d)%nat with (S (n - S d)) by lia.
        now rewrite binomial_some.
      * rewrite Nat.leb_refl, (proj2 (Nat.leb_gt _ _)) by lia. rewrite Nat.sub_diag, binomial_none. ring.
      * rewrite !(proj2 (Nat.leb_gt _ _)) by lia. ring.
    + intros p _. rewrite IH. unfold b, d, drawn. cbn [count_occ]. destruct (Nat.eq_dec p j); reflexivity.
Qed.
Definition at_most_one_more (m seen : nat) := match seen with
  | O => (1 - / k) ^ m + INR m * / k * (1 - / k) ^ (m - 1)
  | S O => (1 - / k) ^ m
  | _ => 0
  end.
Lemma short_later j m : (j <= K)%nat -> forall past,
  later K uniform m (fun q => if short j q then 1 else 0) past = at_most_one_more m (drawn j past).
Proof.
  intro Hj. induction m as [|m IH]; intro past.
  - unfold later, short, at_most_one_more. destruct (drawn j past) as [|[|c]]; simpl; ring.
  - cbn [later]. rewrite (expectation_ext K (uniform past) _ (fun p => if Nat.eq_dec p j then
      at_most_one_more m (S (drawn j past)) else at_most_one_more m (drawn j past))).
    + rewrite one_draw by assumption. unfold at_most_one_more. destruct (drawn j past) as [|[|c]].
      * rewrite S_INR. replace (S m - 1)%nat with m by lia. destruct m as [|m]; [simpl; ring|].
        replace (S m - 1)%nat with m by lia. simpl. ring.
      * simpl. ring.
      * ring.
    + intros p _. rewrite IH. unfold drawn. cbn [count_occ]. destruct (Nat.eq_dec p j); reflexivity.
Qed.

Theorem shortage M j : (j <= K)%nat ->
  probability M (short j) = (1 - / k) ^ M + INR M * / k * (1 - / k) ^ (M - 1).
Proof. intro Hj. unfold probability. now rewrite (short_later j M Hj nil). Qed.

(* Who is not covered is short somewhere. *)
Lemma not_covered q : 1 - (if covered q then 1 else 0) <= sum K (fun j => if short j q then 1 else 0).
Proof.
  assert (P : forall j, (j <= K)%nat -> 0 <= if short j q then 1 else 0) by (intros; destruct (short j q); lra).
  destruct (covered q) eqn:C; [pose proof (sum_nonneg K _ P); lra|].
  unfold covered in C. apply Bool.not_true_iff_false in C. rewrite forallb_forall in C.
  destruct (existsb (fun j => short j q) (seq 0 (S K))) eqn:X.
  - apply existsb_exists in X. destruct X as [j [Hj Sj]]. apply in_seq in Hj.
    pose proof (sum_at_least K (fun j => if short j q then 1 else 0) j ltac:(lia) P) as A. cbv beta in A.
    rewrite Sj in A. lra.
  - elim C. intros j Hj. destruct (short j q) eqn:Y; [|reflexivity].
    assert (existsb (fun j => short j q) (seq 0 (S K)) = true) by (apply existsb_exists; now exists j). congruence.
Qed.
Theorem union_of_shortages M : 1 - k * (1 - / k) ^ M - INR M * (1 - / k) ^ (M - 1) <= probability M covered.
Proof.
  pose proof (clients_pos K) as Pk. pose proof uniform_is_chance as U. unfold probability.
  assert (A : 1 - later K uniform M (fun q => if covered q then 1 else 0) nil <=
    later K uniform M (fun q => sum K (fun j => if short j q then 1 else 0)) nil).
  { rewrite <- (later_const K uniform U M 1 nil) at 1.
    replace (later K uniform M (fun _ => 1) nil - later K uniform M (fun q => if covered q then 1 else 0) nil) with
      (later K uniform M (fun q => 1 + - 1 * (if covered q then 1 else 0)) nil) by
      (rewrite later_plus, later_times; ring).
    apply later_le_at; [assumption|]. intros q _. pose proof (not_covered q). lra. }
  assert (B : later K uniform M (fun q => sum K (fun j => if short j q then 1 else 0)) nil =
    sum K (fun j => probability M (short j))).
  { apply (later_sum K uniform M K (fun j q => if short j q then 1 else 0)). }
  rewrite B, (sum_ext K _ (fun _ => (1 - / k) ^ M + INR M * / k * (1 - / k) ^ (M - 1))) in A
    by (intros; now apply shortage).
  rewrite sum_const in A. replace (k * ((1 - / k) ^ M + INR M * / k * (1 - / k) ^ (M - 1))) with
    (k * (1 - / k) ^ M + INR M * (1 - / k) ^ (M - 1)) in A by (field; lra). lra.
Qed.

Lemma power_below_exponential x n : 0 <= x <= 1 -> (1 - x) ^ n <= exp (- (INR n * x)).
Proof.
  intro X. replace (exp (- (INR n * x))) with (exp (- x) ^ n).
  - apply pow_incr. split; [lra|]. pose proof (exp_ineq1_le (- x)). lra.
  - rewrite <- Rpower_pow by apply exp_pos. unfold Rpower. rewrite ln_exp. f_equal. ring.
Qed.
Theorem redundancy_by_chance M :
  1 - k * exp (- (INR M / k)) - INR M * exp (- ((INR M - 1) / k)) <= probability M covered.
Proof.
  pose proof (clients_pos K) as Pk. apply Rle_trans with (2 := union_of_shortages M).
  assert (X : 0 <= / k <= 1).
  { split; [apply Rlt_le, Rinv_0_lt_compat; assumption|]. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|].
    unfold clients. pose proof (pos_INR K). lra. }
  destruct (Nat.eq_dec M 0) as [->|some].
  { replace (INR 0 / k) with 0 by (simpl; unfold Rdiv; ring). rewrite Ropp_0, exp_0. simpl. lra. }
  assert (HM : (1 <= M)%nat) by lia. pose proof (power_below_exponential (/ k) M X) as A.
  pose proof (power_below_exponential (/ k) (M - 1) X) as B.
  rewrite minus_INR in B by assumption. simpl in B. fold (INR M / k) in A. fold ((INR M - 1) / k) in B.
  apply (Rmult_le_compat_l k) in A; [|lra]. apply (Rmult_le_compat_l (INR M)) in B; [|apply pos_INR]. lra.
Qed.
End Draws.

(* Real powers of numbers from 0 on; Coq's own speak of positive ones. *)
Definition power x r := if Req_EM_T r 0 then 1 else if Req_EM_T x 0 then 0 else Rpower x r.
Theorem powers_below_exponentials x r : 0 <= x <= 1 -> 0 <= r -> power (1 - x) r <= exp (- r * x).
Proof.
  intros X P. unfold power. destruct (Req_EM_T r 0) as [->|]; [rewrite Ropp_0, Rmult_0_l, exp_0; lra|].
  destruct (Req_EM_T (1 - x) 0) as [|ne]; [apply Rlt_le, exp_pos|].
  unfold Rpower. assert (L : ln (1 - x) <= - x).
  { rewrite <- (ln_exp (- x)). pose proof (exp_ineq1_le (- x)) as E.
    destruct (Rle_lt_or_eq_dec (1 - x) (exp (- x)) ltac:(lra)) as [Q|Q]; [|rewrite Q; right; reflexivity].
    apply Rlt_le, ln_increasing; lra. }
  assert (M : r * ln (1 - x) <= - r * x) by nra.
  destruct (Rle_lt_or_eq_dec _ _ M) as [Q|Q]; [apply Rlt_le, exp_increasing; assumption|rewrite Q; lra].
Qed.
