(* Bounds for e and pi that "about 4.13" needs (new-least-range): exp is above its tangent at 0, and squaring ten times
   leads from 1 / 1024 to 1; pi is a series of Machin's in the standard library. *)
Require Import Reals Lra Psatz Machin.
Open Scope R_scope.
Lemma double x l m : 0 <= l -> m <= l * l -> l <= exp x -> m <= exp (2 * x).
Proof. intros. replace (2 * x) with (x + x) by ring. rewrite exp_plus. nra. Qed.
Lemma e_below : 2.711 <= exp 1.
Proof.
  pose proof (exp_ineq1_le ((1 / 1024))) as H.
  assert (H10 : 2001953 / 2000000 <= exp ((1 / 1024))) by lra.
  assert (H9 : 10019539 / 10000000 <= exp ((1 / 512))).
  { replace ((1 / 512)) with (2 * ((1 / 1024))) by lra. apply (double _ (2001953 / 2000000)); [lra|lra|assumption]. }
  assert (H8 : 2509779 / 2500000 <= exp ((1 / 256))).
  { replace ((1 / 256)) with (2 * ((1 / 512))) by lra. apply (double _ (10019539 / 10000000)); [lra|lra|assumption]. }
  assert (H7 : 2015677 / 2000000 <= exp ((1 / 128))).
  { replace ((1 / 128)) with (2 * ((1 / 256))) by lra. apply (double _ (2509779 / 2500000)); [lra|lra|assumption]. }
  assert (H6 : 1269673 / 1250000 <= exp ((1 / 64))).
  { replace ((1 / 64)) with (2 * ((1 / 128))) by lra. apply (double _ (2015677 / 2000000)); [lra|lra|assumption]. }
  assert (H5 : 2579311 / 2500000 <= exp ((1 / 32))).
  { replace ((1 / 32)) with (2 * ((1 / 64))) by lra. apply (double _ (1269673 / 1250000)); [lra|lra|assumption]. }
  assert (H4 : 1330569 / 1250000 <= exp ((1 / 16))).
  { replace ((1 / 16)) with (2 * ((1 / 32))) by lra. apply (double _ (2579311 / 2500000)); [lra|lra|assumption]. }
  assert (H3 : 1416331 / 1250000 <= exp ((1 / 8))).
  { replace ((1 / 8)) with (2 * ((1 / 16))) by lra. apply (double _ (1330569 / 1250000)); [lra|lra|assumption]. }
  assert (H2 : 6419179 / 5000000 <= exp ((1 / 4))).
  { replace ((1 / 4)) with (2 * ((1 / 8))) by lra. apply (double _ (1416331 / 1250000)); [lra|lra|assumption]. }
  assert (H1 : 16482343 / 10000000 <= exp ((1 / 2))).
  { replace ((1 / 2)) with (2 * ((1 / 4))) by lra. apply (double _ (6419179 / 5000000)); [lra|lra|assumption]. }
  assert (H0 : 27166763 / 10000000 <= exp ((1 / 1))).
  { replace ((1 / 1)) with (2 * ((1 / 2))) by lra. apply (double _ (16482343 / 10000000)); [lra|lra|assumption]. }
  replace (1 / 1) with 1 in H0 by lra. lra.
Qed.
Lemma e_above : exp 1 <= 2.721.
Proof.
  pose proof (exp_ineq1_le (- (1 / 1024))) as H.
  assert (H10 : 4995117 / 5000000 <= exp (- (1 / 1024))) by lra.
  assert (H9 : 9980477 / 10000000 <= exp (- (1 / 512))).
  { replace (- (1 / 512)) with (2 * (- (1 / 1024))) by lra. apply (double _ (4995117 / 5000000)); [lra|lra|assumption]. }
  assert (H8 : 311281 / 312500 <= exp (- (1 / 256))).
  { replace (- (1 / 256)) with (2 * (- (1 / 512))) by lra. apply (double _ (9980477 / 10000000)); [lra|lra|assumption]. }
  assert (H7 : 1240267 / 1250000 <= exp (- (1 / 128))).
  { replace (- (1 / 128)) with (2 * (- (1 / 256))) by lra. apply (double _ (311281 / 312500)); [lra|lra|assumption]. }
  assert (H6 : 4922439 / 5000000 <= exp (- (1 / 64))).
  { replace (- (1 / 64)) with (2 * (- (1 / 128))) by lra. apply (double _ (1240267 / 1250000)); [lra|lra|assumption]. }
  assert (H5 : 4846081 / 5000000 <= exp (- (1 / 32))).
  { replace (- (1 / 32)) with (2 * (- (1 / 64))) by lra. apply (double _ (4922439 / 5000000)); [lra|lra|assumption]. }
  assert (H4 : 46969 / 50000 <= exp (- (1 / 16))).
  { replace (- (1 / 16)) with (2 * (- (1 / 32))) by lra. apply (double _ (4846081 / 5000000)); [lra|lra|assumption]. }
  assert (H3 : 8824347 / 10000000 <= exp (- (1 / 8))).
  { replace (- (1 / 8)) with (2 * (- (1 / 16))) by lra. apply (double _ (46969 / 50000)); [lra|lra|assumption]. }
  assert (H2 : 7786909 / 10000000 <= exp (- (1 / 4))).
  { replace (- (1 / 4)) with (2 * (- (1 / 8))) by lra. apply (double _ (8824347 / 10000000)); [lra|lra|assumption]. }
  assert (H1 : 1212719 / 2000000 <= exp (- (1 / 2))).
  { replace (- (1 / 2)) with (2 * (- (1 / 4))) by lra. apply (double _ (7786909 / 10000000)); [lra|lra|assumption]. }
  assert (H0 : 1838359 / 5000000 <= exp (- (1 / 1))).
  { replace (- (1 / 1)) with (2 * (- (1 / 2))) by lra. apply (double _ (1212719 / 2000000)); [lra|lra|assumption]. }
  replace (- (1 / 1)) with (Ropp 1) in H0 by lra. rewrite exp_Ropp in H0. pose proof (exp_pos 1).
  apply (Rmult_le_compat_r (exp 1)) in H0; [|lra]. rewrite Rinv_l in H0 by lra. lra.
Qed.
Lemma pi_between : 3.1415 <= PI <= 3.1416.
Proof.
  pose proof (PI_2_3_7_ineq 2) as [A B]. unfold tg_alt, PI_2_3_7_tg, Ratan_seq in A, B. simpl in A, B. lra.
Qed.
