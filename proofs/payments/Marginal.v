(* How payments move with the report (payments/new-marginal-payments). Any number of outcomes.
   Modelled: V S is the best welfare at the total reward S, model S the chosen model, H S its change. Training is
   smooth if along every line of total rewards the slope of V is the mean of the direction under the model, and the
   model moves by H, which is symmetric; H is then the second derivative of V. That KL is smooth in this sense is part
   of the theorem. S is the others' total, r the weighted reward that the group reports.
   Not modelled: derivatives along curves other than lines. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Tilting SharpKL.
Open Scope R_scope.

Definition line (S d : nat -> R) s x := S x + s * d x.
Definition plus (S r : nat -> R) x := S x + r x.
Definition scaled (w : R) (r : nat -> R) x := w * r x.
Definition inner N (m r : nat -> R) := sum N (fun x => m x * r x).
Definition form N (A : nat -> nat -> R) (r d : nat -> R) := sum N (fun x => r x * sum N (fun y => A x y * d y)).
Definition smooth N (V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R) (H : (nat -> R) -> nat -> nat -> R) :=
  (forall S d s, derivable_pt_lim (fun t => V (line S d t)) s (inner N (model (line S d s)) d)) /\
  (forall S d s x, (x <= N)%nat ->
     derivable_pt_lim (fun t => model (line S d t) x) s (sum N (fun y => H (line S d s) x y * d y))) /\
  (forall S x y, (x <= N)%nat -> (y <= N)%nat -> H S x y = H S y x).
Definition payment N (V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R) (S r : nat -> R) :=
  V S - V (plus S r) + inner N (model (plus S r)) r.

Lemma slope_of_sum N (f : nat -> R -> R) (l : nat -> R) s :
  (forall x, (x <= N)%nat -> derivable_pt_lim (f x) s (l x)) ->
  derivable_pt_lim (fun t => sum N (fun x => f x t)) s (sum N l).
Proof.
  unfold sum. induction N as [|n IH]; intro D; cbn [sum_f_R0]; [apply D; lia|].
  apply (derivable_pt_lim_plus (fun t => sum_f_R0 (fun x => f x t) n) (f (S n))); [|apply D; lia].
  apply IH. intros. apply D. lia.
Qed.
Lemma slope_is s f l l' : l = l' -> derivable_pt_lim f s l -> derivable_pt_lim f s l'.
Proof. now intros ->. Qed.
Lemma slope_ext s f g l : (forall t, f t = g t) -> derivable_pt_lim f s l -> derivable_pt_lim g s l.
Proof. intros E D e He. destruct (D e He) as [d B]. exists d. intros h. rewrite <- !E. apply B. Qed.
Lemma form_symmetric N A r d : (forall x y, (x <= N)%nat -> (y <= N)%nat -> A x y = A y x) ->
  form N A r d = form N A d r.
Proof.
  intro Sy. unfold form.
  assert (E : forall r d, sum N (fun x => r x * sum N (fun y => A x y * d y)) =
    sum N (fun x => sum N (fun y => r x * A x y * d y))).
  { intros. apply sum_ext. intros. rewrite <- sum_times. apply sum_ext. intros. ring. }
  assert (swap : forall M (g : nat -> nat -> R), sum N (fun x => sum M (fun y => g x y)) =
    sum M (fun y => sum N (fun x => g x y))).
  { intros M g. induction M as [|k IH]; unfold sum in *; cbn [sum_f_R0]; [reflexivity|].
    rewrite <- IH. exact (sum_plus N (fun x => sum_f_R0 (g x) k) (fun x => g x (S k))). }
  rewrite !E, swap. apply sum_ext. intros y Hy. apply sum_ext. intros x Hx. rewrite (Sy x y Hx Hy). ring.
Qed.
Lemma inner_ext N m m' r r' : (forall x, (x <= N)%nat -> m x = m' x) -> (forall x, (x <= N)%nat -> r x = r' x) ->
  inner N m r = inner N m' r'.
Proof. intros E E'. apply sum_ext. intros x Hx. now rewrite E, E'. Qed.

Section Smooth.
Variables (N : nat) (V : (nat -> R) -> R) (model : (nat -> R) -> nat -> R) (H : (nat -> R) -> nat -> nat -> R).
Hypothesis training : smooth N V model H.

(* What a reward is worth along a line of total rewards, and what is paid along it. *)
Lemma slope_of_value T d s (a : nat -> R) :
  derivable_pt_lim (fun t => inner N (model (line T d t)) a) s (form N (H (line T d s)) a d).
Proof.
  destruct training as [_ [M _]]. apply slope_of_sum. intros x Hx.
  apply (slope_is s _ (sum N (fun y => H (line T d s) x y * d y) * a x + model (line T d s) x * 0)); [ring|].
  apply (derivable_pt_lim_mult (fun t => model (line T d t) x) (fun _ => a x)); [now apply M|].
  apply derivable_pt_lim_const.
Qed.
Lemma slope_of_charge T r d v0 s :
  derivable_pt_lim (fun t => v0 - V (line T d t) + inner N (model (line T d t)) (line r d t)) s
    (form N (H (line T d s)) (line r d s) d).
Proof.
  assert (E : forall t, v0 - V (line T d t) + (inner N (model (line T d t)) r + t * inner N (model (line T d t)) d) =
    v0 - V (line T d t) + inner N (model (line T d t)) (line r d t)).
  { intro t. f_equal. unfold inner. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold line. ring. }
  apply (slope_ext s _ _ _ E). pose proof (slope_of_value T d s r) as A. pose proof (slope_of_value T d s d) as B.
  destruct training as [W _]. specialize (W T d s). set (m := inner N (model (line T d s)) d) in *.
  apply (slope_is s _ (0 - m + (form N (H (line T d s)) r d + (1 * m + s * form N (H (line T d s)) d d)))).
  - replace (form N (H (line T d s)) (line r d s) d) with
      (form N (H (line T d s)) r d + s * form N (H (line T d s)) d d); [ring|].
    unfold form. rewrite <- sum_times, <- sum_plus. apply sum_ext. intros. unfold line. ring.
  - apply (derivable_pt_lim_plus (fun t => v0 - V (line T d t))
      (fun t => inner N (model (line T d t)) r + t * inner N (model (line T d t)) d)).
    + apply (derivable_pt_lim_minus (fun _ => v0)); [apply derivable_pt_lim_const|assumption].
    + apply (derivable_pt_lim_plus (fun t => inner N (model (line T d t)) r)); [assumption|].
      apply (derivable_pt_lim_mult (fun t => t) (fun t => inner N (model (line T d t)) d)); [|assumption].
      apply derivable_pt_lim_id.
Qed.
End Smooth.

(* KL: the normaliser, its logarithm and the tilts along a line. *)
Section KL.
Variables (N : nat) (q : nat -> R) (lam : R).
Hypothesis lam_pos : 0 < lam.
Hypothesis q_pos : forall x, (x <= N)%nat -> 0 < q x.
Definition covariance (p : nat -> R) x y := ((if Nat.eq_dec x y then p x else 0) - p x * p y) / lam.
Notation Z := (normaliser N q lam).

Lemma slope_of_weight T d s x :
  derivable_pt_lim (fun t => q x * exp (line T d t x / lam)) s (q x * exp (line T d s x / lam) * (d x / lam)).
Proof.
  apply (slope_is s _ (0 * exp (line T d s x / lam) + q x * (exp (line T d s x / lam) * (d x / lam)))); [ring|].
  apply (derivable_pt_lim_mult (fun _ => q x) (fun t => exp (line T d t x / lam))); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_comp (fun t => line T d t x / lam) exp); [|apply derivable_pt_lim_exp].
  unfold line. apply (slope_ext s (fun t => T x / lam + d x / lam * t)); [intro; field; lra|].
  apply (slope_is s _ (0 + d x / lam * 1)); [ring|].
  apply (derivable_pt_lim_plus (fun _ => T x / lam)); [apply derivable_pt_lim_const|].
  apply (derivable_pt_lim_scal (fun t => t)). apply derivable_pt_lim_id.
Qed.
Lemma slope_of_normaliser T d s : derivable_pt_lim (fun t => Z (line T d t)) s
  (Z (line T d s) * (inner N (tilted N q lam (line T d s)) d / lam)).
Proof.
  pose proof (normaliser_pos N q lam q_pos (line T d s)) as P.
  apply (slope_is s _ (sum N (fun x => q x * exp (line T d s x / lam) * (d x / lam)))).
  - replace (Z (line T d s) * (inner N (tilted N q lam (line T d s)) d / lam)) with
      (Z (line T d s) / lam * inner N (tilted N q lam (line T d s)) d) by (field; lra).
    unfold inner. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold tilted. field. split; lra.
  - apply slope_of_sum. intros x _. apply slope_of_weight.
Qed.
Lemma kl_smooth : smooth N (fun S => lam * ln (Z S)) (tilted N q lam) (fun S => covariance (tilted N q lam S)).
Proof.
  split; [|split].
  - intros T d s. pose proof (normaliser_pos N q lam q_pos (line T d s)) as P.
    apply (slope_is s _ (lam * (/ Z (line T d s) * (Z (line T d s) *
      (inner N (tilted N q lam (line T d s)) d / lam))))); [field; lra|].
    apply (derivable_pt_lim_scal (fun t => ln (Z (line T d t)))).
    apply (derivable_pt_lim_comp (fun t => Z (line T d t)) ln); [apply slope_of_normaliser|].
    now apply derivable_pt_lim_ln.
  - intros T d s x Hx. pose proof (normaliser_pos N q lam q_pos (line T d s)) as P.
    set (p := tilted N q lam (line T d s)). set (m := inner N p d).
    apply (slope_is s _ ((q x * exp (line T d s x / lam) * (d x / lam) * Z (line T d s) -
      Z (line T d s) * (m / lam) * (q x * exp (line T d s x / lam))) / Rsqr (Z (line T d s)))).
    + assert (E : sum N (fun y => covariance p x y * d y) = p x * (d x - m) / lam).
      { rewrite (sum_ext N _ (fun y => if Nat.eq_dec y x then p x * (d x - p x * d x) / lam else - (p x / lam) * (p y *
          d y))).
        - rewrite (sum_change N (fun y => - (p x / lam) * (p y * d y)) x _ Hx), sum_times. fold (inner N p d) m.
          field. lra.
        - intros y Hy. unfold covariance. destruct (Nat.eq_dec y x) as [->|ne].
          + destruct (Nat.eq_dec x x) as [_|n]; [field; lra|now elim n].
          + destruct (Nat.eq_dec x y) as [->|_]; [now elim ne|field; lra]. }
      rewrite E. unfold p, tilted, Rsqr. field. split; lra.
    + apply (derivable_pt_lim_div (fun t => q x * exp (line T d t x / lam)) (fun t => Z (line T d t)));
        [apply slope_of_weight|apply slope_of_normaliser|lra].
  - intros S x y _ _. unfold covariance. destruct (Nat.eq_dec x y) as [e|ne].
    + destruct (Nat.eq_dec y x) as [_|n]; [now rewrite e|now elim n].
    + destruct (Nat.eq_dec y x) as [e|_]; [now elim ne|]. unfold Rdiv. ring.
Qed.
End KL.

Theorem marginal_payments :
  (forall N V model H, smooth N V model H ->
     (forall S r d, derivable_pt_lim (fun t => payment N V model S (line r d t)) 0
        (inner N d (fun x => sum N (fun y => H (plus S r) x y * r y)))) /\
     (forall S w rm alpha, let total t := plus S (scaled (t * w) rm) in
        let slope := w ^ 2 * form N (H (total alpha)) rm rm in
        derivable_pt_lim (fun t => w * inner N (model (total t)) rm) alpha slope /\
        derivable_pt_lim (fun t => payment N V model S (scaled (t * w) rm)) alpha (alpha * slope)) /\
     (forall S w rm1 rm2 beta, let d x := rm1 x - rm2 x in
        let mixture t := scaled w (fun x => t * rm1 x + (1 - t) * rm2 x) in
        let A := H (plus S (mixture beta)) in
        let paid t := payment N V model S (mixture t) in
        derivable_pt_lim paid beta (w ^ 2 * (beta * form N A d d + form N A rm2 d)) /\
        derivable_pt_lim (fun t => w * inner N (model (plus S (mixture t))) rm1 - paid t) beta
          ((1 - beta) * w ^ 2 * form N A d d))) /\
  forall N q lam, 0 < lam -> (forall x, (x <= N)%nat -> 0 < q x) ->
    smooth N (fun S => lam * ln (normaliser N q lam S)) (tilted N q lam) (fun S => covariance lam (tilted N q lam S)) /\
    forall S, best N q lam S (tilted N q lam S) /\
      lam * ln (normaliser N q lam S) = welfare N q lam S (tilted N q lam S).
Proof.
  split.
  - intros N V model H T. assert (T' := T). destruct T' as [_ [_ Sy]]. split; [|split].
    + intros S r d. assert (E : forall t,
        V S - V (line (plus S r) d t) + inner N (model (line (plus S r) d t)) (line r d t) =
        payment N V model S (line r d t)).
      { intro t. unfold payment. replace (line (plus S r) d t) with (plus S (line r d t)); [reflexivity|].
        apply functional_extensionality. intro x. unfold plus, line. ring. }
      apply (slope_ext 0 _ _ _ E). pose proof (slope_of_charge N V model H T (plus S r) r d (V S) 0) as C.
      replace (line (plus S r) d 0) with (plus S r) in C
        by (apply functional_extensionality; intro x; unfold line; ring).
      replace (line r d 0) with r in C by (apply functional_extensionality; intro x; unfold line; ring).
      rewrite (form_symmetric N _ r d (Sy (plus S r))) in C. exact C.
    + intros S w rm alpha total slope.
      assert (E : forall t, line S (scaled w rm) t = total t)
        by (intro; apply functional_extensionality; intro x; unfold total, line, plus, scaled; ring).
      assert (scale : forall A (a : nat -> R) d, form N A a (scaled w d) = w * form N A a d).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled.
        rewrite (sum_ext N _ (fun y => w * (A x y * d y))) by (intros; ring). rewrite sum_times. ring. }
      assert (scale' : forall A d, form N A (scaled w rm) d = w * form N A rm d).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled. ring. }
      split.
      * pose proof (slope_of_value N V model H T S (scaled w rm) alpha rm) as C. rewrite E, scale in C.
        apply (slope_is alpha _ (w * (w * form N (H (total alpha)) rm rm))); [unfold slope; ring|].
        apply (slope_ext alpha (fun t => w * inner N (model (line S (scaled w rm) t)) rm)); [intro; now rewrite E|].
        now apply (derivable_pt_lim_scal (fun t => inner N (model (line S (scaled w rm) t)) rm)).
      * pose proof (slope_of_charge N V model H T S (fun _ => 0) (scaled w rm) (V S) alpha) as C. rewrite E in C.
        assert (F : forall t, line (fun _ => 0) (scaled w rm) t = scaled (t * w) rm)
          by (intro; apply functional_extensionality; intro x; unfold line, scaled; ring).
        apply (slope_ext alpha (fun t => V S - V (line S (scaled w rm) t) + inner N (model (line S (scaled w rm) t))
          (line (fun _ => 0) (scaled w rm) t))); [intro t; rewrite E, F; reflexivity|].
        eapply slope_is; [|exact C]. rewrite F, scale. unfold slope.
        replace (form N (H (total alpha)) (scaled (alpha * w) rm) rm) with
          (alpha * w * form N (H (total alpha)) rm rm); [ring|].
        unfold form. rewrite <- sum_times. apply sum_ext. intros. unfold scaled. ring.
    + intros S w rm1 rm2 beta d mixture A paid.
      set (base := scaled w rm2). set (dir := scaled w d).
      assert (E : forall t, line (plus S base) dir t = plus S (mixture t))
        by (intro; apply functional_extensionality; intro x; unfold base, dir, mixture, d, line, plus, scaled; ring).
      assert (F : forall t, line base dir t = mixture t)
        by (intro; apply functional_extensionality; intro x; unfold base, dir, mixture, d, line, scaled; ring).
      assert (scale : forall (a e : nat -> R), form N A a (scaled w e) = w * form N A a e).
      { intros. unfold form. rewrite <- sum_times. apply sum_ext. intros x Hx. unfold scaled.
        rewrite (sum_ext N _ (fun y => w * (A x y * e y))) by (intros; ring). rewrite sum_times. ring. }
      assert (P : derivable_pt_lim paid beta (w ^ 2 * (beta * form N A d d + form N A rm2 d))).
      { pose proof (slope_of_charge N V model H T (plus S base) base dir (V S) beta) as C. rewrite E in C. fold A in C.
        apply (slope_ext beta (fun t => V S - V (line (plus S base) dir t) + inner N (model (line (plus S base) dir t))
          (line base dir t))); [intro t; rewrite E, F; reflexivity|].
        eapply slope_is; [|exact C]. unfold dir. rewrite scale.
        replace (form N A (line base (scaled w d) beta) d) with (w * (beta * form N A d d + form N A rm2 d)); [ring|].
        unfold form. rewrite <- sum_times, <- sum_plus, <- sum_times. apply sum_ext. intros.
        unfold base, line, scaled. ring. }
      split; [exact P|].
      pose proof (slope_of_value N V model H T (plus S base) dir beta rm1) as C. rewrite E in C. fold A in C.
      apply (slope_is beta _ (w * form N A rm1 dir - w ^ 2 * (beta * form N A d d + form N A rm2 d))).
      * unfold dir. rewrite scale. replace (form N A rm1 d) with (form N A d d + form N A rm2 d); [ring|].
        unfold form. rewrite <- sum_plus. apply sum_ext. intros. unfold d. ring.
      * apply (derivable_pt_lim_minus (fun t => w * inner N (model (plus S (mixture t))) rm1) paid); [|exact P].
        apply (derivable_pt_lim_scal (fun t => inner N (model (plus S (mixture t))) rm1)).
        apply (slope_ext beta (fun t => inner N (model (line (plus S base) dir t)) rm1)); [intro; now rewrite E|].
        exact C.
  - intros N q lam L Q. split; [now apply kl_smooth|]. intro S.
    destruct (closed_form N q lam L Q S) as [B [E _]]. now split.
Qed.
