(* Chance that comes step by step, of any kind: what later steps bring, expected from any past on. The files on local
   training rest on it.
   Modelled: as in Chance.v, whose rules hold given each past; what is measurable is so by the rules below, which hold
   for the measurable functions on the pasts of every length. A quantity is moderate if it is measurable and some given
   size V bounds it up to constants, as squares of lengths are here. *)
Require Import Reals Lra Psatz Lia List PeanoNat FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients Chance.
Open Scope R_scope.

Definition measurable_rules {W : Type} (measurable : (list W -> R) -> Prop) :=
  (forall t, measurable (fun _ => t)) /\
  (forall f h, measurable f -> measurable h -> measurable (fun q => f q + h q) /\ measurable (fun q => f q * h q)) /\
  (forall D phi (X : nat -> list W -> R), continuous D phi -> (forall k, (k <= D)%nat -> measurable (X k)) ->
    measurable (fun q => phi (fun k => X k q))) /\
  (forall f, measurable f -> measurable (fun q => f (tl q))) /\
  (forall f, (forall n, exists h, measurable h /\ forall q, length q = n -> f q = h q) -> measurable f).
(* Given each past the next outcome has a law; a measurable function below one that has an expectation has one too; and
   expectations are measurable functions of the past. *)
Definition chance {W : Type} (measurable : (list W -> R) -> Prop) (integrable : list W -> (W -> R) -> Prop)
  (E : list W -> (W -> R) -> R) :=
  measurable_rules measurable /\ (forall q, expectation_rules (integrable q) (E q)) /\
  (forall q f h, measurable f -> integrable q h -> (forall w, Rabs (f (w :: q)) <= h w) ->
    integrable q (fun w => f (w :: q))) /\
  (forall f, measurable f -> (forall q, integrable q (fun w => f (w :: q))) ->
    measurable (fun q => E q (fun w => f (w :: q)))).
(* The expectation of f after m more steps. *)
Fixpoint expected {W : Type} (E : list W -> (W -> R) -> R) (m : nat) (f : list W -> R) (past : list W) : R :=
  match m with
  | O => f past
  | S m => E past (fun w => expected E m f (w :: past))
  end.

Section Chances.
Variables (W : Type) (measurable : (list W -> R) -> Prop).
Variables (integrable : list W -> (W -> R) -> Prop) (E : list W -> (W -> R) -> R).
Hypothesis rules : chance measurable integrable E.
Notation EE := (expected E).

Lemma M_const t : measurable (fun _ => t).
Proof. exact (proj1 (proj1 rules) t). Qed.
Lemma M_plus f h : measurable f -> measurable h -> measurable (fun q => f q + h q).
Proof. intros F H. exact (proj1 (proj1 (proj2 (proj1 rules)) f h F H)). Qed.
Lemma M_mult f h : measurable f -> measurable h -> measurable (fun q => f q * h q).
Proof. intros F H. exact (proj2 (proj1 (proj2 (proj1 rules)) f h F H)). Qed.
Lemma M_continuous D phi (X : nat -> list W -> R) : continuous D phi -> (forall k, (k <= D)%nat -> measurable (X k)) ->
  measurable (fun q => phi (fun k => X k q)).
Proof. exact (proj1 (proj2 (proj2 (proj1 rules))) D phi X). Qed.
Lemma M_before f : measurable f -> measurable (fun q => f (tl q)).
Proof. exact (proj1 (proj2 (proj2 (proj2 (proj1 rules)))) f). Qed.
Lemma M_lengths f : (forall n, exists h, measurable h /\ forall q, length q = n -> f q = h q) -> measurable f.
Proof. exact (proj2 (proj2 (proj2 (proj2 (proj1 rules)))) f). Qed.
Lemma E_rules q : expectation_rules (integrable q) (E q).
Proof. exact (proj1 (proj2 rules) q). Qed.
Lemma E_below q f h : measurable f -> integrable q h -> (forall w, Rabs (f (w :: q)) <= h w) ->
  integrable q (fun w => f (w :: q)).
Proof. exact (proj1 (proj2 (proj2 rules)) q f h). Qed.
Lemma E_measurable f : measurable f -> (forall q, integrable q (fun w => f (w :: q))) ->
  measurable (fun q => E q (fun w => f (w :: q))).
Proof. exact (proj2 (proj2 (proj2 rules)) f). Qed.
Lemma M_sum n (f : nat -> list W -> R) : (forall i, (i <= n)%nat -> measurable (f i)) ->
  measurable (fun q => sum n (fun i => f i q)).
Proof.
  unfold sum. induction n as [|n IH]; intro H; cbn [sum_f_R0]; [exact (H 0%nat (le_n 0))|].
  apply M_plus; [apply IH; intros; apply H; lia|exact (H (S n) (le_n _))].
Qed.
Lemma M_mean n (f : nat -> list W -> R) : (forall i, (i <= n)%nat -> measurable (f i)) ->
  measurable (fun q => mean n (fun i => f i q)).
Proof. intro H. unfold mean, Rdiv. apply (M_mult _ (fun _ => / clients n)); [now apply M_sum|apply M_const]. Qed.
Lemma M_minus f h : measurable f -> measurable h -> measurable (fun q => f q - h q).
Proof.
  intros F H. replace (fun q => f q - h q) with (fun q => f q + - 1 * h q)
    by (apply functional_extensionality; intro; ring).
  apply M_plus; [assumption|]. apply (M_mult (fun _ => - 1)); [apply M_const|assumption].
Qed.
Lemma M_norm2 D (x : list W -> nat -> R) : (forall k, (k <= D)%nat -> measurable (fun q => x q k)) ->
  measurable (fun q => norm2 D (x q)).
Proof. intro H. unfold norm2, dot. apply (M_sum D (fun k q => x q k * x q k)). intros. apply M_mult; now apply H. Qed.

Variable V : list W -> R.
Definition moderate f := measurable f /\ exists A B, 0 <= A /\ 0 <= B /\ forall q, Rabs (f q) <= A + B * V q.
Definition size_grows := measurable V /\ (forall q, 0 <= V q) /\
  exists h : list W -> W -> R, (forall q w, V (w :: q) <= h q w) /\ (forall q, integrable q (h q)) /\
  exists a b, 0 <= a /\ 0 <= b /\ forall q, E q (h q) <= a + b * V q.
Hypothesis size : size_grows.

Lemma V_next q : integrable q (fun w => V (w :: q)).
Proof.
  destruct size as [M [P [h [L [I _]]]]]. apply (E_below q V (h q) M (I q)).
  intro w. rewrite Rabs_pos_eq by apply P. apply L.
Qed.
Lemma V_grows : exists a b, 0 <= a /\ 0 <= b /\ forall q, E q (fun w => V (w :: q)) <= a + b * V q.
Proof.
  destruct size as [M [P [h [L [I [a [b [A [B G]]]]]]]]]. exists a, b. repeat split; try assumption.
  intro q. apply Rle_trans with (2 := G q). apply (E_le _ _ (E_rules q)); [apply V_next|apply I|apply L].
Qed.
Lemma moderate_below f h : measurable f -> moderate h -> (forall q, Rabs (f q) <= h q) -> moderate f.
Proof.
  intros F [_ [A [B [PA [PB H]]]]] L. split; [assumption|]. exists A, B. repeat split; try assumption.
  intro q. apply Rle_trans with (1 := L q). apply Rle_trans with (2 := H q). apply Rle_abs.
Qed.
Lemma moderate_const t : moderate (fun _ => t).
Proof.
  split; [apply M_const|]. exists (Rabs t), 0. repeat split; [apply Rabs_pos|lra|]. intro. rewrite Rmult_0_l. lra.
Qed.
Lemma moderate_size : moderate V.
Proof.
  destruct size as [M [P _]]. split; [assumption|]. exists 0, 1. repeat split; try lra. intro q.
  rewrite Rabs_pos_eq by apply P. lra.
Qed.
Lemma moderate_plus f h : moderate f -> moderate h -> moderate (fun q => f q + h q).
Proof.
  intros [MF [A [B [PA [PB F]]]]] [MH [A2 [B2 [PA2 [PB2 H]]]]]. split; [now apply M_plus|].
  exists (A + A2), (B + B2). repeat split; try lra. intro q. pose proof (Rabs_triang (f q) (h q)).
  specialize (F q). specialize (H q). lra.
Qed.
Lemma moderate_times t f : moderate f -> moderate (fun q => t * f q).
Proof.
  intros [MF [A [B [PA [PB F]]]]]. split; [apply M_mult; [apply M_const|assumption]|].
  pose proof (Rabs_pos t) as T. exists (Rabs t * A), (Rabs t * B).
  repeat split; [now apply Rmult_le_pos|now apply Rmult_le_pos|].
  intro q. rewrite Rabs_mult. pose proof (Rmult_le_compat_l _ _ _ T (F q)). lra.
Qed.
Lemma moderate_minus f h : moderate f -> moderate h -> moderate (fun q => f q - h q).
Proof.
  intros F H. replace (fun q => f q - h q) with (fun q => f q + - 1 * h q)
    by (apply functional_extensionality; intro; ring).
  apply moderate_plus; [assumption|now apply moderate_times].
Qed.
Lemma moderate_sum n (f : nat -> list W -> R) : (forall i, (i <= n)%nat -> moderate (f i)) ->
  moderate (fun q => sum n (fun i => f i q)).
Proof.
  unfold sum. induction n as [|n IH]; intro H; cbn [sum_f_R0]; [exact (H 0%nat (le_n 0))|].
  apply moderate_plus; [apply IH; intros; apply H; lia|exact (H (S n) (le_n _))].
Qed.
Lemma moderate_mean n (f : nat -> list W -> R) : (forall i, (i <= n)%nat -> moderate (f i)) ->
  moderate (fun q => mean n (fun i => f i q)).
Proof.
  intro H. unfold mean. replace (fun q => sum n (fun i => f i q) / clients n) with
    (fun q => / clients n * sum n (fun i => f i q)) by (apply functional_extensionality; intro; unfold Rdiv; ring).
  apply moderate_times. now apply moderate_sum.
Qed.
Lemma moderate_next f q : moderate f -> integrable q (fun w => f (w :: q)).
Proof.
  intros [M [A [B [PA [PB F]]]]]. apply (E_below q f (fun w => A + B * V (w :: q)) M); [|intro; apply F].
  apply (E_plus _ _ (E_rules q) (fun _ => A)); [apply (E_const _ _ (E_rules q))|].
  apply (E_times _ _ (E_rules q)). apply V_next.
Qed.
Lemma moderate_expectation f : moderate f -> moderate (fun q => E q (fun w => f (w :: q))).
Proof.
  intro F. split; [apply E_measurable; [apply F|intro; now apply moderate_next]|].
  destruct F as [M [A [B [PA [PB F]]]]]. destruct V_grows as [a [b [Pa [Pb G]]]].
  exists (A + B * a), (B * b). repeat split; [apply Rplus_le_le_0_compat; [|apply Rmult_le_pos]|apply Rmult_le_pos|];
    try assumption. intro q.
  pose proof (E_rules q) as R. pose proof (V_next q) as I.
  destruct (E_times _ _ R B _ I) as [I1 E1]. destruct (E_const _ _ R A) as [I0 E0].
  destruct (E_plus _ _ R _ _ I0 I1) as [I2 E2]. destruct (E_times _ _ R (- 1) _ I2) as [I3 E3].
  assert (J : integrable q (fun w => f (w :: q))).
  { apply moderate_next. split; [assumption|]. exists A, B. auto. }
  assert (U : E q (fun w => f (w :: q)) <= E q (fun w => A + B * V (w :: q))).
  { apply (E_le _ _ R _ _ J I2). intro w. apply Rle_trans with (2 := F (w :: q)). apply Rle_abs. }
  assert (L : E q (fun w => - 1 * (A + B * V (w :: q))) <= E q (fun w => f (w :: q))).
  { apply (E_le _ _ R _ _ I3 J). intro w. specialize (F (w :: q)). unfold Rabs in F. destruct (Rcase_abs _); lra. }
  rewrite E3 in L. rewrite E2, E0, E1 in *. pose proof (Rmult_le_compat_l _ _ _ PB (G q)).
  apply Rabs_le. lra.
Qed.
Lemma moderate_expected m f : moderate f -> moderate (EE m f).
Proof. intro F. induction m as [|m IH]; [exact F|]. exact (moderate_expectation _ IH). Qed.

Lemma expected_le_at m : forall f h past, moderate f -> moderate h ->
  (forall q, length q = (m + length past)%nat -> f q <= h q) -> EE m f past <= EE m h past.
Proof.
  induction m as [|m IH]; intros f h past F H L; [now apply L|].
  apply (E_le _ _ (E_rules past) (fun w => EE m f (w :: past)) (fun w => EE m h (w :: past)));
    try (apply moderate_next; now apply moderate_expected).
  intro w. apply IH; [assumption|assumption|]. intros q Lq. apply L. rewrite Lq. simpl. lia.
Qed.
Lemma expected_ext m f h past : (forall q, f q = h q) -> EE m f past = EE m h past.
Proof. intro H. replace h with f by now apply functional_extensionality. reflexivity. Qed.
Lemma expected_plus m f h : moderate f -> moderate h ->
  forall past, EE m (fun q => f q + h q) past = EE m f past + EE m h past.
Proof.
  intros F H. induction m as [|m IH]; intro past; [reflexivity|]. cbn [expected].
  rewrite <- (proj2 (E_plus _ _ (E_rules past) _ _ (moderate_next _ past (moderate_expected m f F))
    (moderate_next _ past (moderate_expected m h H)))).
  f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma expected_times m t f : moderate f -> forall past, EE m (fun q => t * f q) past = t * EE m f past.
Proof.
  intro F. induction m as [|m IH]; intro past; [reflexivity|]. cbn [expected].
  rewrite <- (proj2 (E_times _ _ (E_rules past) t _ (moderate_next _ past (moderate_expected m f F)))).
  f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma expected_const m t : forall past, EE m (fun _ => t) past = t.
Proof.
  induction m as [|m IH]; intro past; [reflexivity|]. cbn [expected].
  transitivity (E past (fun _ => t)); [|apply (E_const _ _ (E_rules past))].
  f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma expected_nonneg m f past : moderate f -> (forall q, 0 <= f q) -> 0 <= EE m f past.
Proof.
  intros F H. rewrite <- (expected_const m 0 past). apply expected_le_at; [apply moderate_const|assumption|].
  intros. apply H.
Qed.
Lemma expected_last m f : forall past, EE (S m) f past = EE m (fun q => E q (fun w => f (w :: q))) past.
Proof.
  induction m as [|m IH]; intro past; [reflexivity|].
  change (EE (S (S m)) f past) with (E past (fun w => EE (S m) f (w :: past))).
  cbn [expected] in *. f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma expected_expected m n f : forall past, EE (m + n) f past = EE m (EE n f) past.
Proof.
  induction m as [|m IH]; intro past; cbn [expected Nat.add]; [reflexivity|].
  f_equal. apply functional_extensionality. intro. apply IH.
Qed.
Lemma expected_mean N m (f : nat -> list W -> R) past : (forall i, (i <= N)%nat -> moderate (f i)) ->
  EE m (fun q => mean N (fun i => f i q)) past = mean N (fun i => EE m (f i) past).
Proof.
  intro F. unfold mean. rewrite (expected_ext m _ (fun q => / clients N * sum N (fun i => f i q)))
    by (intro; unfold Rdiv; ring).
  rewrite expected_times by now apply moderate_sum. unfold Rdiv. rewrite Rmult_comm. f_equal. unfold sum.
  induction N as [|n IH]; cbn [sum_f_R0]; [reflexivity|].
  rewrite expected_plus, IH; [reflexivity|intros; apply F; lia| |apply F; lia].
  apply (moderate_sum n f). intros. apply F. lia.
Qed.
End Chances.
