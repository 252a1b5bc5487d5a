(* The cost 1 / (m + eps) + V in points (rewards/new-sum-in-points).
   Modelled: clients 0, ..., N with finite menus as in Sweep.v, of levels no worse than what a client has. "Visited" is
   what the sweep looks at: the allocations of nearest levels, one for each shift at which no two levels are equally near. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings Sweep Certificates.
Open Scope R_scope.

Section Points.
Variables (N : nat) (eps : R) (c : nat -> R) (menu : nat -> list R).
Hypothesis E : 0 < eps.
Hypothesis rational : forall i b, (i <= N)%nat -> In b (menu i) -> c i <= b.
Notation n := (clients N).
Notation m S := (S / n).
Notation V S Q := (Q / n - (S / n) ^ 2).
Definition points := of_sums N (cost eps 0 total).
Definition price a := points (total_gain N c a) (total_square N c a).
Definition visited a := offered N menu a /\ exists t, nearest_at N c menu t a.

Lemma inv_lower x y : 0 < x -> 0 < y -> 1 / x - 1 / y + (x - y) / y ^ 2 = (x - y) ^ 2 * / (x * y ^ 2).
Proof. intros. field. lra. Qed.
(* m^2 - 1 / (m + eps) bends up from one point on: strictly above its tangents where both places are at least 1. *)
Lemma above_tangent x y : 0 < x -> 1 <= y -> 1 < x * y ^ 2 -> x <> y -> 2 * y * (x - y) + (x - y) / y ^ 2 < x ^ 2 - y ^ 2 - 1 / x + 1 / y.
Proof.
  intros X Y G D. pose proof (inv_lower x y X ltac:(lra)) as I.
  assert (/ (x * y ^ 2) < 1) by (rewrite <- Rinv_1; apply Rinv_lt_contravar; lra).
  assert (0 < (x - y) ^ 2) by nra. nra.
Qed.
Lemma first_certificate alpha :
  certificate N (n * (1 - eps)) points alpha (fun S Q => V S Q - alpha + 1 / (m S + eps)).
Proof.
  pose proof (n_pos N) as P. cbv beta iota delta [points of_sums cost].
  assert (big : forall S Q, region N (n * (1 - eps)) S Q -> 1 <= m S + eps).
  { intros S Q [L _]. assert (1 - eps <= m S); [|lra]. apply (Rmult_le_reg_l n); [assumption|].
    replace (n * m S) with S by (field; lra). assumption. }
  split; [|split; [|split]].
  - intros S Q _ H. lra.
  - intros S Q _ H. lra.
  - intros S Q S' Q' x R R' X D. destruct (variance_mixed N S Q S' Q' x D X) as [_ _]. rewrite mean_mixed.
    pose proof (region_mixed N _ _ _ _ _ x R R' X) as Rm. apply big in R. apply big in R'. apply big in Rm.
    rewrite mean_mixed in Rm. replace ((x * Q + (1 - x) * Q') / n) with (x * m Q + (1 - x) * m Q') by (field; lra).
    assert (D' : m S <> m S').
    { intro Z. apply D. replace S with (n * m S) by (field; lra). replace S' with (n * m S') by (field; lra). nra. }
    set (a := m S + eps) in *. set (b := m S' + eps) in *.
    assert (W : x * m S + (1 - x) * m S' + eps = x * a + (1 - x) * b) by (unfold a, b; ring). rewrite W in *.
    set (w := x * a + (1 - x) * b) in *. assert (ab : a <> b) by (unfold a, b; lra).
    assert (wa : w - a = (1 - x) * (b - a)) by (unfold w; ring). assert (wb : w - b = x * (a - b)) by (unfold w; ring).
    assert (a <> w) by nra. assert (b <> w) by nra.
    assert (T1 : 1 < a * w ^ 2) by (destruct (Req_dec w 1); nra).
    assert (T2 : 1 < b * w ^ 2) by (destruct (Req_dec w 1); nra).
    pose proof (above_tangent a w ltac:(lra) Rm T1 H). pose proof (above_tangent b w ltac:(lra) Rm T2 H0).
    assert (x * (2 * w * (a - w) + (a - w) / w ^ 2) + (1 - x) * (2 * w * (b - w) + (b - w) / w ^ 2) = 0).
    { unfold w. field. unfold w in Rm. nra. }
    assert (ma : m S = a - eps) by (unfold a; ring). assert (mb : m S' = b - eps) by (unfold b; ring).
    rewrite ma, mb. replace (x * (a - eps) + (1 - x) * (b - eps)) with (w - eps) by (unfold w; ring).
    pose proof (Rmult_lt_compat_l x _ _ ltac:(lra) H1). pose proof (Rmult_lt_compat_l (1 - x) _ _ ltac:(lra) H2).
    assert (x * a + (1 - x) * b = w) by reflexivity. nra.
  - intros S Q Q' _ L. pose proof (more_square N S Q Q' L). lra.
Qed.
End Points.
