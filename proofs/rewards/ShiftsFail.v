(* Without a certificate one shift may not be enough (rewards/new-sweep-needs-the-condition).
   Modelled: as in FiniteMenus.v; gains of the first example are in points. A shift t gives an allocation if everybody's
   level is as near to c i + t as every other level that the client may have. *)
Require Import Reals Lra Psatz Lia List.
From Incentives Require Import Rewards Moments Readings FiniteMenus.
Import ListNotations.
Open Scope R_scope.

Definition shift_gives N c menu t (a : nat -> R) := forall i b, (i <= N)%nat -> In b menu -> c i <= b ->
  Rabs (a i - (c i + t)) <= Rabs (b - (c i + t)).
(* Of two levels the nearer one is on the side of c i + t where their middle is not. *)
Lemma nearer x y z : Rabs (x - z) <= Rabs (y - z) -> (x < y -> 2 * z <= x + y) /\ (y < x -> x + y <= 2 * z).
Proof. unfold Rabs. repeat destruct (Rcase_abs _); lra. Qed.

Definition in_points := listed [85; 87; 90; 90; 90; 90].
Definition in_hundredths := listed [10 / 100; 24 / 100; 44 / 100].
Theorem sweep_needs_the_condition eps k : 0 < eps <= 1 / 1000 ->
  (forall m V W, V < W -> cost eps k total m V < cost eps k total m W) /\
  (let menu := [85; 89; 90] in let best := optimal 5 in_points eps k (from_menu 5 in_points menu) total in
   (exists a, best a) /\ forall a, best a -> ~ exists t, shift_gives 5 in_points menu t a) /\
  (let menu := [37 / 100; 49 / 100; 50 / 100] in
   let best := least_of 2 in_hundredths
     (fun a => from_menu 2 in_hundredths menu a /\ / 5 <= mean_gain 2 in_hundredths a) in
   (exists a, best a) /\ forall a, best a -> ~ exists t, shift_gives 2 in_hundredths menu t a).
Proof.
  intro E. split; [intros m V W L; simpl; lra|split].
  - intros menu best. set (c := in_points). set (b := listed [85; 90; 90; 90; 90; 90]).
    assert (any : forall x, In x menu -> x = 85 \/ x = 89 \/ x = 90)
      by (intros x [<-|[<-|[<-|[]]]]; [left|right; left|right; right]; reflexivity).
    assert (high : forall x, In x menu -> 87 <= x -> x = 89 \/ x = 90)
      by (intros x [<-|[<-|[<-|[]]]] L; [lra|left|right]; reflexivity).
    assert (only : forall x, In x menu -> 90 <= x -> x = 90) by (intros x [<-|[<-|[<-|[]]]] L; lra).
    assert (rest : forall a, from_menu 5 c menu a -> forall i, (2 <= i <= 5)%nat -> a i = 90).
    { intros a A i Hi. destruct (A i ltac:(lia)) as [I G]. apply only; [assumption|].
      do 6 (destruct i as [|i]; [lia || exact G|]). lia. }
    assert (of_two : forall a, a 2%nat = 90 -> a 3%nat = 90 -> a 4%nat = 90 -> a 5%nat = 90 ->
      let m := (a 0%nat - 85 + (a 1%nat - 87)) / 6 in
      value 5 c eps k total a = 1 / (m + eps) + (((a 0%nat - 85) ^ 2 + (a 1%nat - 87) ^ 2) / 6 - m ^ 2)).
    { intros a A2 A3 A4 A5 m. unfold value, cost.
      assert (M : mean_gain 5 c a = m).
      { unfold mean_gain, sum, clients, c, in_points, listed, m. simpl. rewrite A2, A3, A4, A5. field. }
      unfold variance. rewrite M. do 2 f_equal. unfold sum, clients, c, in_points, listed. simpl.
      rewrite A2, A3, A4, A5. field. }
    assert (B : from_menu 5 c menu b).
    { intros i Hi. do 6 (destruct i as [|i]; [unfold b, c, in_points, menu, listed; simpl; lra|]). lia. }
    assert (Vb : value 5 c eps k total b < 2 + 5 / 4).
    { rewrite of_two by reflexivity. unfold b, listed. cbn [nth].
      assert (1 / ((85 - 85 + (90 - 87)) / 6 + eps) < 2); [|lra].
      apply (Rmult_lt_reg_r (1 / 2 + eps)); [lra|]. replace ((85 - 85 + (90 - 87)) / 6) with (1 / 2) by field.
      unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (far : forall q v x, 0 < q -> x * (q + 1 / 1000) <= 1 -> 0 <= x -> 2 + 5 / 4 <= x + v ->
      2 + 5 / 4 <= 1 / (q + eps) + v).
    { intros q v x Q X P V. assert (x <= 1 / (q + eps)); [|lra]. apply (Rmult_le_reg_r (q + eps)); [lra|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. nra. }
    assert (other : forall a, from_menu 5 c menu a -> 
      (a 0%nat = 85 /\ a 1%nat = 90) \/ 2 + 5 / 4 <= value 5 c eps k total a).
    { intros a A. destruct (A 0%nat ltac:(lia)) as [I0 _]. destruct (A 1%nat ltac:(lia)) as [I1 G1].
      rewrite of_two by (apply (rest a A); lia).
      destruct (any _ I0) as [Z|[Z|Z]]; destruct (high _ I1 G1) as [Y|Y]; rewrite Z, Y; [right|now left|right..];
        match goal with |- _ <= 1 / (?q + eps) + ?v =>
          apply (far q v (1 / (q + 1 / 1000))); [lra|right; field; lra|apply Rlt_le, Rdiv_lt_0_compat; lra|lra] end. }
    split.
    + exists b. split; [assumption|]. intros a A.
      destruct (other a A) as [[Z Y]|L]; [|exact (Rlt_le _ _ (Rlt_le_trans _ _ _ Vb L))]. apply Req_le.
      assert (same : forall i, (i <= 5)%nat -> b i = a i).
      { intros i Hi. destruct i as [|[|i]]; [now rewrite Z|now rewrite Y|].
        rewrite (rest b B), (rest a A) by lia. reflexivity. }
      unfold value. rewrite !mean_gain_mean, !variance_var. f_equal; [apply mean_ext|apply var_ext]; intros i Hi;
        now rewrite same.
    + intros a [A Best] [t Sh]. specialize (Best b B).
      destruct (other a A) as [[Z Y]|L]; [|exfalso; exact (Rlt_not_le _ _ Vb (Rle_trans _ _ _ L Best))].
      pose proof (Sh 0%nat 89 ltac:(lia) ltac:(unfold menu; simpl; tauto)
        ltac:(unfold c, in_points, listed; simpl; lra)) as S0.
      pose proof (Sh 1%nat 89 ltac:(lia) ltac:(unfold menu; simpl; tauto)
        ltac:(unfold c, in_points, listed; simpl; lra)) as S1.
      rewrite Z in S0. rewrite Y in S1. apply nearer in S0. apply nearer in S1.
      destruct S0 as [S0 _], S1 as [_ S1]. specialize (S0 ltac:(lra)). specialize (S1 ltac:(lra)).
      unfold c, in_points, listed in S0, S1. simpl in S0, S1. lra.
  - intros menu best. set (c := in_hundredths). set (b := listed [49 / 100; 49 / 100; 50 / 100]).
    assert (V3 : forall a, variance 2 c a =
      ((a 0%nat - 10 / 100) ^ 2 + (a 1%nat - 24 / 100) ^ 2 + (a 2%nat - 44 / 100) ^ 2) / 3 -
      mean_gain 2 c a ^ 2 /\ mean_gain 2 c a = (a 0%nat + a 1%nat + a 2%nat - 78 / 100) / 3).
    { intro a. unfold variance. split; [f_equal|];
      unfold mean_gain, sum, clients, c, in_hundredths, listed; simpl; field. }
    assert (feasible : forall a, from_menu 2 c menu a /\ / 5 <= mean_gain 2 c a ->
      (a 0%nat = 49 / 100 \/ a 0%nat = 50 / 100) /\ (a 1%nat = 49 / 100 \/ a 1%nat = 50 / 100) /\
      (a 2%nat = 49 / 100 \/ a 2%nat = 50 / 100)).
    { intros a [A M]. destruct (V3 a) as [_ E3]. rewrite E3 in M. pose proof (A 0%nat ltac:(lia)) as A0.
      pose proof (A 1%nat ltac:(lia)) as A1. pose proof (A 2%nat ltac:(lia)) as A2.
      assert (three : forall x, In x menu -> x = 37 / 100 \/ x = 49 / 100 \/ x = 50 / 100)
        by (intros x [<-|[<-|[<-|[]]]]; [left|right; left|right; right]; reflexivity).
      destruct A0 as [I0 _], A1 as [I1 _], A2 as [I2 G2]. change (44 / 100 <= a 2%nat) in G2. apply three in I0.
      apply three in I1. apply three in I2. clear - M I0 I1 I2 G2.
      destruct I0 as [I0|I0], I1 as [I1|I1], I2 as [I2|I2]; try (exfalso; lra); try tauto;
        destruct I2 as [I2|I2]; try (exfalso; lra); tauto. }
    assert (B : from_menu 2 c menu b /\ / 5 <= mean_gain 2 c b).
    { split; [|destruct (V3 b) as [_ ->]; unfold b, listed; simpl; lra]. intros i Hi.
      do 3 (destruct i as [|i]; [unfold b, c, in_hundredths, menu, listed; simpl; lra|]). lia. }
    assert (least : forall a, from_menu 2 c menu a /\ / 5 <= mean_gain 2 c a -> variance 2 c b <= variance 2 c a /\
      (variance 2 c a <= variance 2 c b -> a 0%nat = 49 / 100 /\ a 1%nat = 49 / 100 /\ a 2%nat = 50 / 100)).
    { intros a A. apply feasible in A. destruct (V3 a) as [-> ->]. destruct (V3 b) as [-> ->].
      unfold b, listed. cbn [nth].
      destruct A as [[-> | ->] [[-> | ->] [-> | ->]]]; split; lra. }
    split.
    + exists b. split; [assumption|]. intros a A. now apply least.
    + intros a [A Best] [t Sh]. destruct (least a A) as [_ U]. destruct (U (Best b B)) as [X [Y Z]].
      pose proof (Sh 0%nat (37 / 100) ltac:(lia) ltac:(unfold menu; simpl; tauto)
        ltac:(unfold c, in_hundredths, listed; simpl; lra)) as S0.
      pose proof (Sh 1%nat (50 / 100) ltac:(lia) ltac:(unfold menu; simpl; tauto)
        ltac:(unfold c, in_hundredths, listed; simpl; lra)) as S1.
      rewrite X in S0. rewrite Y in S1. apply nearer in S0. apply nearer in S1.
      destruct S0 as [_ S0], S1 as [S1 _]. specialize (S0 ltac:(lra)). specialize (S1 ltac:(lra)).
      unfold c, in_hundredths, listed in S0, S1. simpl in S0, S1. lra.
Qed.
