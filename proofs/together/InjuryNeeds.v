(* What the theorems of Injury.v need: each hypothesis below is dropped in turn; numbers break the rest. *)
Require Import Reals Lra Psatz.
From Incentives Require Import Injury.
Open Scope R_scope.

(* Errors that move together; no error of one's own and none of the others. *)
Theorem parabola_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall v : R,
  Injury.error A D C v = (v ^ 2 * A + (1 - v) ^ 2 * D)%R /\
  Injury.error A D C v = (A * D / (A + D) + (A + D) * (Injury.best A D - v) ^ 2)%R).
Proof.
  intro H; destruct (H 1 1 1 ltac:(lra) ltac:(lra) I (1 / 2)) as [E _]; unfold Injury.error in E; lra.
Qed.
Theorem chord_needs_1 : ~ (forall A D C : R, True -> forall n r : R, (0 < n)%R -> (0 < r)%R ->
  let w := (n / (n + r))%R in let paid := (r * w ^ 2 * Injury.distance A D C / n)%R in
  paid = (w * (1 - w) * (A + D))%R /\ (Injury.error A D C w + paid)%R = (w * A + (1 - w) * D)%R /\
  ((Injury.error A D C w + paid < A)%R <-> (D < A)%R)).
Proof.
  intro H; destruct (H 1 1 1 I 1 1 ltac:(lra) ltac:(lra)) as [E _]; unfold Injury.distance in E.
  replace (1 / (1 + 1)) with (1 / 2) in E by lra; lra.
Qed.
Theorem personalisation_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall w z : R, (w < 1)%R ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H 1 3 1 ltac:(lra) ltac:(lra) I 0 (3 / 4) ltac:(lra)) as [_ E].
  assert (B : 3 / 4 + (1 - 3 / 4) * 0 = Injury.best 1 3) by (unfold Injury.best; lra).
  pose proof (E B 1) as F; unfold Injury.error in F; lra.
Qed.
Theorem personalisation_needs_4 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> C = 0%R -> forall w z : R, True ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H 1 1 0 ltac:(lra) ltac:(lra) eq_refl 1 0 I) as [E _].
  assert (F : 0 + (1 - 0) * 1 = Injury.best 1 1); [apply E; intro z; unfold Injury.error; nra |].
  unfold Injury.best in F; lra.
Qed.
Theorem payments_reverse_the_lie_needs_3 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> True -> forall w k : R,
  (0 < w)%R -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H 1 1 1 ltac:(lra) ltac:(lra) I (1 / 2) 0 ltac:(lra)) as [E _].
  unfold Injury.charged, Injury.error, Injury.best, Injury.distance in E; lra.
Qed.
Theorem payments_reverse_the_lie_needs_4 : ~ (forall A D C : R, (0 < A)%R -> (0 < D)%R -> C = 0%R -> forall w k : R,
  True -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H 1 1 0 ltac:(lra) ltac:(lra) eq_refl 0 0 I) as [_ [E _]].
  assert (F : 0 <> Injury.best 1 1) by (unfold Injury.best; lra); apply E in F.
  unfold Injury.charged, Injury.error, Injury.best, Injury.distance in F; lra.
Qed.

(* Errors below zero turn the parabola over, or leave none. *)
Theorem parabola_needs_1 : ~ (forall A D C : R, True -> (0 < D)%R -> C = 0%R -> forall v : R,
  Injury.error A D C v = (v ^ 2 * A + (1 - v) ^ 2 * D)%R /\
  Injury.error A D C v = (A * D / (A + D) + (A + D) * (Injury.best A D - v) ^ 2)%R).
Proof.
  intro H; destruct (H (-1) 1 0 I ltac:(lra) eq_refl 0) as [_ E]; destruct (H (-1) 1 0 I ltac:(lra) eq_refl 1) as [_ F].
  unfold Injury.error in *; replace (-1 + 1) with 0 in * by lra; lra.
Qed.
Theorem parabola_needs_2 : ~ (forall A D C : R, (0 < A)%R -> True -> C = 0%R -> forall v : R,
  Injury.error A D C v = (v ^ 2 * A + (1 - v) ^ 2 * D)%R /\
  Injury.error A D C v = (A * D / (A + D) + (A + D) * (Injury.best A D - v) ^ 2)%R).
Proof.
  intro H; destruct (H 1 (-1) 0 ltac:(lra) I eq_refl 0) as [_ E]; destruct (H 1 (-1) 0 ltac:(lra) I eq_refl 1) as [_ F].
  unfold Injury.error in *; replace (1 + -1) with 0 in * by lra; lra.
Qed.
Theorem chord_needs_2 : ~ (forall A D C : R, C = 0%R -> forall n r : R, True -> (0 < r)%R ->
  let w := (n / (n + r))%R in let paid := (r * w ^ 2 * Injury.distance A D C / n)%R in
  paid = (w * (1 - w) * (A + D))%R /\ (Injury.error A D C w + paid)%R = (w * A + (1 - w) * D)%R /\
  ((Injury.error A D C w + paid < A)%R <-> (D < A)%R)).
Proof.
  intro H; destruct (H 1 0 0 eq_refl (-2) 1 I ltac:(lra)) as [_ [E [_ F]]]; rewrite E in F.
  replace (-2 / (-2 + 1)) with 2 in F by lra; specialize (F ltac:(lra)); lra.
Qed.
Theorem chord_needs_3 : ~ (forall A D C : R, C = 0%R -> forall n r : R, (0 < n)%R -> True ->
  let w := (n / (n + r))%R in let paid := (r * w ^ 2 * Injury.distance A D C / n)%R in
  paid = (w * (1 - w) * (A + D))%R /\ (Injury.error A D C w + paid)%R = (w * A + (1 - w) * D)%R /\
  ((Injury.error A D C w + paid < A)%R <-> (D < A)%R)).
Proof.
  intro H; destruct (H 1 0 0 eq_refl 2 (-1) ltac:(lra) I) as [_ [E [_ F]]]; rewrite E in F.
  replace (2 / (2 + -1)) with 2 in F by lra; specialize (F ltac:(lra)); lra.
Qed.
Theorem personalisation_needs_1 : ~ (forall A D C : R, True -> (0 < D)%R -> C = 0%R -> forall w z : R, (w < 1)%R ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H (-2) 1 0 I ltac:(lra) eq_refl 0 (-1) ltac:(lra)) as [_ E].
  assert (B : -1 + (1 - -1) * 0 = Injury.best (-2) 1) by (unfold Injury.best; lra).
  pose proof (E B 0) as F; unfold Injury.error in F; lra.
Qed.
Theorem personalisation_needs_2 : ~ (forall A D C : R, (0 < A)%R -> True -> C = 0%R -> forall w z : R, (w < 1)%R ->
  (forall z' : R, (Injury.error A D C (z + (1 - z) * w) <= Injury.error A D C (z' + (1 - z') * w))%R) <->
  (z + (1 - z) * w)%R = Injury.best A D).
Proof.
  intro H; destruct (H 1 (-2) 0 ltac:(lra) I eq_refl 0 2 ltac:(lra)) as [_ E].
  assert (B : 2 + (1 - 2) * 0 = Injury.best 1 (-2)) by (unfold Injury.best; lra).
  pose proof (E B 0) as F; unfold Injury.error in F; lra.
Qed.
Theorem exclusion_is_a_favour_needs_1 : ~ (forall A D w : R, True -> (0 < D)%R -> (w < 1)%R ->
  let honest := Injury.error A D 0 w in ((honest < A)%R <-> ((1 - w) * D < (1 + w) * A)%R) /\
  (forall v : R, (Injury.error A D 0 (Injury.best A D) <= Injury.error A D 0 v)%R) /\
  ((0 < w)%R -> exists k : R, (k * w)%R = Injury.best A D /\
    (forall k' : R, (Injury.error A D 0 (k * w) <= Injury.error A D 0 (k' * w))%R))).
Proof.
  intro H; destruct (H (-2) 1 0 I ltac:(lra) ltac:(lra)) as [_ [E _]]; specialize (E 0).
  replace (Injury.best (-2) 1) with (-1) in E by (unfold Injury.best; lra); unfold Injury.error in E; lra.
Qed.
Theorem exclusion_is_a_favour_needs_2 : ~ (forall A D w : R, (0 < A)%R -> True -> (w < 1)%R ->
  let honest := Injury.error A D 0 w in ((honest < A)%R <-> ((1 - w) * D < (1 + w) * A)%R) /\
  (forall v : R, (Injury.error A D 0 (Injury.best A D) <= Injury.error A D 0 v)%R) /\
  ((0 < w)%R -> exists k : R, (k * w)%R = Injury.best A D /\
    (forall k' : R, (Injury.error A D 0 (k * w) <= Injury.error A D 0 (k' * w))%R))).
Proof.
  intro H; destruct (H 1 (-2) 0 ltac:(lra) I ltac:(lra)) as [_ [E _]]; specialize (E 0).
  replace (Injury.best 1 (-2)) with 2 in E by (unfold Injury.best; lra); unfold Injury.error in E; lra.
Qed.
Theorem exclusion_is_a_favour_needs_3 : ~ (forall A D w : R, (0 < A)%R -> (0 < D)%R -> True ->
  let honest := Injury.error A D 0 w in ((honest < A)%R <-> ((1 - w) * D < (1 + w) * A)%R) /\
  (forall v : R, (Injury.error A D 0 (Injury.best A D) <= Injury.error A D 0 v)%R) /\
  ((0 < w)%R -> exists k : R, (k * w)%R = Injury.best A D /\
    (forall k' : R, (Injury.error A D 0 (k * w) <= Injury.error A D 0 (k' * w))%R))).
Proof.
  intro H; destruct (H 1 1 2 ltac:(lra) ltac:(lra) I) as [[_ E] _].
  specialize (E ltac:(lra)); unfold Injury.error in E; lra.
Qed.
Theorem payments_reverse_the_lie_needs_1 : ~ (forall A D C : R, True -> (0 < D)%R -> C = 0%R -> forall w k : R,
  (0 < w)%R -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H (-1) 3 0 I ltac:(lra) eq_refl 1 0 ltac:(lra)) as [_ [_ [E _]]]; unfold Injury.best in E; lra.
Qed.
Theorem payments_reverse_the_lie_needs_2 : ~ (forall A D C : R, (0 < A)%R -> True -> C = 0%R -> forall w k : R,
  (0 < w)%R -> Injury.charged A D C w k =
  (Injury.charged A D C w (Injury.best A D) + w * (A + D) * (k - Injury.best A D) ^ 2)%R /\
  (k <> Injury.best A D -> (Injury.charged A D C w (Injury.best A D) < Injury.charged A D C w k)%R) /\
  (Injury.best A D < 1)%R /\
  (Injury.charged A D C w 1 - Injury.charged A D C w (Injury.best A D))%R = (w * A ^ 2 / (A + D))%R).
Proof.
  intro H; destruct (H 1 (-3) 0 ltac:(lra) I eq_refl 1 0 ltac:(lra)) as [_ [_ [E _]]]; unfold Injury.best in E; lra.
Qed.

(* With a negative number in place of a size, a square or a variance, the best claim is below the true size. *)
Definition said n r S mu s := let w := Injury.share r n in
  let k := (Injury.best (Injury.alone n mu) (Injury.without r S mu s) / w)%R in
  let err := Injury.error (Injury.alone n mu) (Injury.without r S mu s) 0 in
  (forall own x : R, (w * (x + k * (own - x)) + (1 - w) * x)%R = (k * w * own + (1 - k * w) * x)%R) /\
  err (k * w)%R = (Injury.alone n mu * Injury.without r S mu s / (Injury.alone n mu + Injury.without r S mu s))%R /\
  err (Injury.share r (Injury.claim n r S mu s)) =
  (Injury.alone n mu * Injury.without r S mu s / (Injury.alone n mu + Injury.without r S mu s))%R /\
  (forall v : R,
   (Injury.alone n mu * Injury.without r S mu s / (Injury.alone n mu + Injury.without r S mu s) <= err v)%R) /\
  ((0 < s)%R -> (n < Injury.claim n r S mu s)%R).
Ltac claims_less H := destruct H as [_ [_ [_ [_ E]]]]; specialize (E ltac:(lra)); unfold Injury.claim in E; lra.
Theorem two_lies_one_gain_needs_1 : ~ (forall n r S mu s : R, True -> (0 < r)%R -> (0 < S)%R -> (0 < mu)%R -> (0 <=
  s)%R -> said n r S mu s).
Proof. intro H; claims_less (H (-1) 1 1 1 1 I ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). Qed.
Theorem two_lies_one_gain_needs_2 : ~ (forall n r S mu s : R, (0 < n)%R -> True -> (0 < S)%R -> (0 < mu)%R -> (0 <=
  s)%R -> said n r S mu s).
Proof. intro H; claims_less (H 1 (-2) 1 1 1 ltac:(lra) I ltac:(lra) ltac:(lra) ltac:(lra)). Qed.
Theorem two_lies_one_gain_needs_3 : ~ (forall n r S mu s : R, (0 < n)%R -> (0 < r)%R -> True -> (0 < mu)%R -> (0 <=
  s)%R -> said n r S mu s).
Proof. intro H; claims_less (H 1 1 (-4) 1 1 ltac:(lra) ltac:(lra) I ltac:(lra) ltac:(lra)). Qed.
Theorem two_lies_one_gain_needs_4 : ~ (forall n r S mu s : R, (0 < n)%R -> (0 < r)%R -> (0 < S)%R -> True -> (0 <= s)%R
  -> said n r S mu s).
Proof. intro H; claims_less (H 1 1 1 (-1) 1 ltac:(lra) ltac:(lra) ltac:(lra) I ltac:(lra)). Qed.
Theorem two_lies_one_gain_needs_5 : ~ (forall n r S mu s : R, (0 < n)%R -> (0 < r)%R -> (0 < S)%R -> (0 < mu)%R ->
  True -> said n r S mu s).
Proof.
  intro H; destruct (H 1 1 1 1 (-2) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) I) as [_ [_ [_ [P _]]]].
  specialize (P 1); unfold Injury.error, Injury.alone, Injury.without in P; lra.
Qed.
