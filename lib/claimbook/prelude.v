(* What every exported file starts with. *)
From Coq Require Import Reals Lra.
Open Scope R_scope.

(* Steps of a sign certificate. *)
Lemma apart x : 0 < x -> x <> 0. Proof. lra. Qed.
Lemma below x : 0 < - x -> x <> 0. Proof. lra. Qed.
Lemma same x y : x = y -> 0 < y -> 0 < x. Proof. lra. Qed.
Lemma same_weak x y : x = y -> 0 <= y -> 0 <= x. Proof. lra. Qed.
Lemma opposite x y : x = - y -> 0 < y -> x < 0. Proof. lra. Qed.
Lemma opposite_weak x y : x = - y -> 0 <= y -> x <= 0. Proof. lra. Qed.
Lemma between a b x : a < b -> x = b - a -> 0 < x. Proof. lra. Qed.
Lemma between_weak a b x : a <= b -> x = b - a -> 0 <= x. Proof. lra. Qed.

(* A power of an exponential. *)
Lemma exp_power x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n known]; [simpl INR; rewrite Rmult_0_l, exp_0; reflexivity |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, <- known; simpl; ring.
Qed.

(* Signs of sums, products and powers of what is known, read off their form. *)
Ltac weak := first [assumption | apply Rlt_le; assumption | match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; weak
  | |- 0 <= ?x * ?x => apply Rle_0_sqr
  | |- 0 <= _ * _ => apply Rmult_le_pos; weak
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; weak
  | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; strict
  | |- 0 <= _ / _ => apply Rmult_le_pos; [weak | apply Rlt_le, Rinv_0_lt_compat; strict]
  | |- 0 <= IZR _ => apply IZR_le; discriminate
  end]
with strict := first [assumption | match goal with
  | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; [strict | weak]
  | |- 0 < _ + _ => apply Rplus_le_lt_0_compat; [weak | strict]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; strict
  | |- 0 < _ ^ _ => apply pow_lt; strict
  | |- 0 < / _ => apply Rinv_0_lt_compat; strict
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; strict
  | |- 0 < IZR _ => apply IZR_lt; reflexivity
  end].

(* A denominator is not zero: by its sign, or because a hypothesis says so of one that differs by a factor. *)
Ltac plain := repeat split; first [assumption | apply apart; strict].
Ltac hence rest := match goal with
  H : _ <> 0 |- _ <> 0 => solve [intro; apply H; first [lra | field_simplify_eq; [lra | rest]]] end.
Ltac inner := repeat split; first [assumption | apply apart; strict | hence plain].
Ltac nonzero := repeat split; first [assumption | apply apart; strict | hence inner
  | apply apart; ring_simplify; strict | apply below; ring_simplify; strict].

(* Equal as rational functions; an assumption of the receipt in the form in which a step needs it. *)
Ltac equal := first [reflexivity | ring | field; nonzero].
Ltac assumed := first [lra | match goal with
  | H : ?a < ?b |- 0 < ?x => solve [apply (between a b x H); equal]
  | H : ?a <= ?b |- 0 <= ?x => solve [apply (between_weak a b x H); equal]
  end].
