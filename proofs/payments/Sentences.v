(* Sentences under the penalty KL (payments/new-kl-from-samples, new-sentence-mixture, new-one-set-behind).
   Modelled: outcomes (sentences) 0, ..., N with divergence, welfare and best model as in Tilting.v; reports 0, ..., M.
   In the theorem on tables [v t m] is what the model m is worth to a group of type t, [others m] what it is worth to
   the others less the penalty, [table r m] says that m lies in the table after the report r, and the group pays
   h - others (f r).
   Not modelled: languages with infinitely many sentences. *)
Require Import Reals Lra Psatz Lia.
From Incentives Require Import Rewards Moments Tilting.
Open Scope R_scope.

(* A term of the estimate, for one sentence x that is drawn from s. *)
Definition estimate_term (p q s : nat -> R) x := q x / s x * (p x / q x * ln (p x / q x) - p x / q x + 1).
Theorem kl_from_samples N (p q s : nat -> R) :
  (forall x, (x <= N)%nat -> 0 < q x) -> sum N q = 1 -> (forall x, (x <= N)%nat -> 0 < s x) -> distribution N p ->
  sum N (fun x => s x * estimate_term p q s x) = divergence N p q /\
  forall x, (x <= N)%nat -> 0 <= estimate_term p q s x.
Proof.
  intros Q Q1 S [P P1]. split.
  - rewrite (sum_ext N _ (fun x => p x * ln (p x / q x) - (p x - q x))).
    + rewrite !sum_minus, P1, Q1. unfold divergence. ring.
    + intros x Hx. specialize (Q x Hx). specialize (S x Hx). unfold estimate_term. field. lra.
  - intros x Hx. specialize (Q x Hx). specialize (S x Hx). specialize (P x Hx).
    destruct (term_at_least (p x) (q x) P Q) as [T _]. unfold estimate_term.
    replace (q x / s x * (p x / q x * ln (p x / q x) - p x / q x + 1)) with
      ((p x * ln (p x / q x) - (p x - q x)) * / s x) by (field; lra).
    apply Rmult_le_pos; [lra|]. now apply Rlt_le, Rinv_0_lt_compat.
Qed.

(* The product of the p_j with exponents a_j, and what it becomes when it is normalised over all sentences. *)
Definition product M (p : nat -> nat -> R) (a : nat -> R) x := prod_f_R0 (fun j => Rpower (p j x) (a j)) M.
Definition normalised N (f : nat -> R) x := f x / sum N f.

Lemma product_exp M p a x : product M p a x = exp (sum M (fun j => a j * ln (p j x))).
Proof.
  unfold product, sum. induction M as [|k IH]; cbn [prod_f_R0 sum_f_R0]; [reflexivity|].
  rewrite IH, exp_plus. reflexivity.
Qed.
Lemma normalised_distribution N f : (forall x, (x <= N)%nat -> 0 < f x) -> distribution N (normalised N f).
Proof.
  intro F. assert (T : 0 < sum N f).
  { apply Rlt_le_trans with (1 := F 0%nat (Nat.le_0_l N)). apply (sum_at_least N f 0 (Nat.le_0_l N)).
    intros. now apply Rlt_le, F. }
  split.
  - intros x Hx. apply Rlt_le, Rdiv_lt_0_compat; auto.
  - unfold normalised, Rdiv. rewrite (sum_ext N _ (fun x => / sum N f * f x)) by (intros; ring).
    rewrite sum_times. apply Rinv_l. lra.
Qed.
(* What differs by one factor becomes the same. *)
Lemma normalised_factor N f g k : k <> 0 -> sum N g <> 0 -> (forall x, (x <= N)%nat -> f x = k * g x) ->
  forall x, (x <= N)%nat -> normalised N f x = normalised N g x.
Proof.
  intros K G E x Hx. unfold normalised. rewrite (sum_ext N f (fun x => k * g x) E), sum_times, E by assumption.
  field. now split.
Qed.
Lemma best_ext N q lam R p p' : best N q lam R p -> (forall x, (x <= N)%nat -> p' x = p x) -> best N q lam R p'.
Proof.
  intros [[P P1] B] E. split; [split|].
  - intros x Hx. rewrite E by assumption. auto.
  - now rewrite (sum_ext N p' p E).
  - intros m Hm. specialize (B m Hm). replace (welfare N q lam R p') with (welfare N q lam R p); [assumption|].
    unfold welfare, divergence. f_equal; [|f_equal]; apply sum_ext; intros x Hx; now rewrite E.
Qed.

(* Exact optima for W times one reward each, W the total size, mixed by whole sentences with the shares w_j / W. *)
Theorem sentence_mixture N M (q : nat -> R) (lam : R) (w : nat -> R) (rm p : nat -> nat -> R) :
  0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) -> sum M w <> 0 ->
  (forall j, (j <= M)%nat -> best N q lam (fun x => sum M w * rm j x) (p j)) ->
  let mixture := normalised N (product M p (fun j => w j / sum M w)) in
  let total x := sum M (fun j => w j * rm j x) in
  best N q lam total mixture /\ forall p', best N q lam total p' -> forall x, (x <= N)%nat -> p' x = mixture x.
Proof.
  intros L Q W B mixture total. set (T := sum M w) in *.
  destruct (closed_form N q lam L Q total) as [Bt [_ [_ U]]].
  set (k := exp (sum M (fun j => w j / T * - ln (normaliser N q lam (fun x => T * rm j x))))).
  assert (Kn : k <> 0) by (pose proof (exp_pos (sum M (fun j => w j / T *
    - ln (normaliser N q lam (fun x => T * rm j x))))); unfold k; lra).
  assert (Zn : sum N (fun x => q x * exp (total x / lam)) <> 0)
    by (pose proof (normaliser_pos N q lam Q total); unfold normaliser in *; lra).
  assert (E : forall x, (x <= N)%nat -> product M p (fun j => w j / T) x = k * (q x * exp (total x / lam))).
  { intros x Hx. pose proof (Q x Hx) as Qx. rewrite product_exp. unfold k. rewrite <- (exp_ln (q x) Qx) at 1.
    rewrite <- !exp_plus. f_equal. rewrite <- (Rmult_1_r (ln (q x))).
    replace 1 with (sum M (fun j => w j / T)).
    2:{ unfold Rdiv. rewrite (sum_ext M _ (fun j => / T * w j)) by (intros; ring). rewrite sum_times.
        fold T. field. assumption. }
    replace (total x / lam) with (sum M (fun j => w j * rm j x / lam)).
    2:{ unfold total, Rdiv. rewrite (sum_ext M _ (fun j => / lam * (w j * rm j x))) by (intros; ring).
        rewrite sum_times. ring. }
    rewrite <- sum_times, <- !sum_plus. apply sum_ext. intros j Hj.
    destruct (closed_form N q lam L Q (fun x => T * rm j x)) as [_ [_ [_ Uj]]]. rewrite (Uj (p j) (B j Hj) x Hx).
    set (t := tilted N q lam (fun x => T * rm j x) x).
    assert (P : 0 < t) by now apply tilted_pos.
    replace (ln t) with (ln (q x) + ln (t / q x)).
    2:{ rewrite <- ln_mult; [|assumption|now apply Rdiv_lt_0_compat]. f_equal. field. lra. }
    unfold t. rewrite (log_tilted N q lam Q (fun x => T * rm j x) x Hx). field. split; [lra|assumption]. }
  assert (same : forall x, (x <= N)%nat -> mixture x = tilted N q lam total x)
    by exact (normalised_factor N _ _ k Kn Zn E).
  split; [now apply (best_ext N q lam total _ _ Bt)|]. intros p' B' x Hx. rewrite same by assumption. auto.
Qed.

(* Tables that may depend on the reports, all in one set, each with a model that is best in the set. *)
Definition dominant (T Model : Type) (v : T -> Model -> R) (others : Model -> R) (f : T -> Model) (h : R) :=
  forall t r, v t (f r) - (h - others (f r)) <= v t (f t) - (h - others (f t)).
Definition chosen (T Model : Type) (v : T -> Model -> R) (others : Model -> R) (table : T -> Model -> Prop)
    (f : T -> Model) :=
  forall r, table r (f r) /\ forall m, table r m -> v r m + others m <= v r (f r) + others (f r).
Definition holds_the_best (T Model : Type) (v : T -> Model -> R) (others : Model -> R) (table : T -> Model -> Prop)
    (menu : Model -> Prop) :=
  forall r, (forall m, table r m -> menu m) /\
    exists m, table r m /\ forall m', menu m' -> v r m' + others m' <= v r m + others m.

Lemma dominant_in_the_set T Model v others table menu (f : T -> Model) h :
  holds_the_best T Model v others table menu -> chosen T Model v others table f -> dominant T Model v others f h.
Proof.
  intros H C t r. destruct (H t) as [_ [m [In Best]]]. destruct (C t) as [_ Top].
  specialize (Best (f r) (proj1 (H r) _ (proj1 (C r)))). specialize (Top m In). lra.
Qed.

(* A report is a size and a reward; [rest] is the total reward of the others and [penalty] any penalty. *)
Definition worth N (t : R * (nat -> R)) (m : nat -> R) := fst t * sum N (fun x => m x * snd t x).
Definition rest_less N (rest : nat -> R) (penalty : (nat -> R) -> R) m := sum N (fun x => m x * rest x) - penalty m.

(* For two groups: copies for the total size times one reward each, mixed by whole sentences; the own copy has a share
   from [shares]. *)
Definition two_copies (own other : nat -> R) (s : R) N :=
  normalised N (fun x => Rpower (own x) s * Rpower (other x) (1 - s)).

Theorem one_set_behind :
  (forall T Model v others table menu (f : T -> Model) h, holds_the_best T Model v others table menu ->
     chosen T Model v others table f -> dominant T Model v others f h) /\
  (forall T Model v others (fixed : Model -> Prop) (f : T -> Model) h, chosen T Model v others (fun _ => fixed) f ->
     dominant T Model v others f h) /\
  (forall N rest penalty (table : R * (nat -> R) -> (nat -> R) -> Prop) f h,
     (forall r m, table r m -> distribution N m) ->
     (forall r, exists m, table r m /\ forall m', distribution N m' ->
        sum N (fun x => m' x * (fst r * snd r x + rest x)) - penalty m' <=
        sum N (fun x => m x * (fst r * snd r x + rest x)) - penalty m) ->
     chosen _ _ (worth N) (rest_less N rest penalty) table f ->
     dominant _ _ (worth N) (rest_less N rest penalty) f h) /\
  forall N q lam w w2 rm2 (copy : (nat -> R) -> nat -> R) copy2 (shares : R -> Prop) f h,
    0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) -> 0 < w -> 0 < w2 -> shares (w / (w + w2)) ->
    (forall rm, best N q lam (fun x => (w + w2) * rm x) (copy rm)) ->
    best N q lam (fun x => (w + w2) * rm2 x) copy2 ->
    let v rm := worth N (w, rm) in
    let others := rest_less N (fun x => w2 * rm2 x) (fun m => lam * divergence N m q) in
    let table rm m := exists s, shares s /\ m = two_copies (copy rm) copy2 s N in
    chosen _ _ v others table f -> dominant _ _ v others f h.
Proof.
  split; [exact dominant_in_the_set|split; [|split]].
  - intros T Model v others fixed f h C t r. destruct (C t) as [_ Top]. specialize (Top (f r) (proj1 (C r))). lra.
  - intros N rest penalty table f h dist H C. apply (dominant_in_the_set _ _ _ _ table (distribution N)); [|exact C].
    intro r. split; [apply dist|]. destruct (H r) as [m [In Best]]. exists m. split; [assumption|]. intros m' D.
    specialize (Best m' D). unfold worth, rest_less.
    assert (E : forall m, sum N (fun x => m x * (fst r * snd r x + rest x)) =
      fst r * sum N (fun x => m x * snd r x) + sum N (fun x => m x * rest x)).
    { intro. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. ring. }
    rewrite !E in Best. lra.
  - intros N q lam w w2 rm2 copy copy2 shares f h L Q W W2 In B B2 v others table C.
    apply (dominant_in_the_set _ _ _ _ table (distribution N)); [|exact C]. intro rm. split.
    + intros m [s [_ ->]]. apply normalised_distribution. intros. apply Rmult_lt_0_compat; apply exp_pos.
    + exists (two_copies (copy rm) copy2 (w / (w + w2)) N). split; [now exists (w / (w + w2))|]. intros m' D.
      set (sizes := fun j : nat => match j with 0%nat => w | _ => w2 end).
      set (rewards := fun j : nat => match j with 0%nat => rm | _ => rm2 end).
      set (copies := fun j : nat => match j with 0%nat => copy rm | _ => copy2 end).
      assert (Bj : forall j, (j <= 1)%nat -> best N q lam (fun x => sum 1 sizes * rewards j x) (copies j))
        by (intros [|j] _; [apply B|apply B2]).
      assert (Wn : sum 1 sizes <> 0) by (unfold sum; simpl; lra).
      destruct (sentence_mixture N 1 q lam sizes rewards copies L Q Wn Bj) as [[_ Best] _].
      assert (E : forall x, (x <= N)%nat -> two_copies (copy rm) copy2 (w / (w + w2)) N x =
        normalised N (product 1 copies (fun j => sizes j / sum 1 sizes)) x).
      { intros x Hx. unfold two_copies, product, sum. simpl. replace (1 - w / (w + w2)) with (w2 / (w + w2))
          by (field; lra). reflexivity. }
      specialize (Best m' D). unfold welfare, divergence in Best.
      assert (F : forall m, worth N (w, rm) m + others m = welfare N q lam (fun x => sum 1 (fun j => sizes j *
        rewards j x)) m).
      { intro m. unfold worth, others, rest_less, welfare, sum. cbn [fst snd sum_f_R0 sizes rewards].
        rewrite (sum_eq (fun x => m x * (w * rm x + w2 * rm2 x)) (fun x => w * (m x * rm x) + m x * (w2 * rm2 x)) N)
          by (intros; ring).
        pose proof (sum_plus N (fun x => w * (m x * rm x)) (fun x => m x * (w2 * rm2 x))) as P. unfold sum in P.
        rewrite P. pose proof (sum_times N w (fun x => m x * rm x)) as P2. unfold sum in P2. rewrite P2. ring. }
      unfold v. rewrite !F. unfold welfare, divergence.
      rewrite (sum_ext N (fun x => two_copies (copy rm) copy2 (w / (w + w2)) N x * _) _
        (fun x Hx => f_equal (fun y => y * _) (E x Hx))).
      rewrite (sum_ext N (fun x => two_copies (copy rm) copy2 (w / (w + w2)) N x * ln _) (fun x =>
        normalised N (product 1 copies (fun j => sizes j / sum 1 sizes)) x *
        ln (normalised N (product 1 copies (fun j => sizes j / sum 1 sizes)) x / q x))) by (intros x Hx; now rewrite E).
      exact Best.
Qed.
