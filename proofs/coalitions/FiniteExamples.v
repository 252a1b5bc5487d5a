(* Games of four players with the stability of each of their partitions (coalitions/new-table-4-all-notions,
   new-5-4-not-unique). Exact rational numbers; the programs are those of FiniteGames.v, which proves them right.
   Modelled: partitions are equivalence relations, written as labels: [0; 0; 0;
     3] seats the first three players together.
   Not modelled: where the error formulas come from (Coalitions.v, Weights.v). Standard library alone. *)
Require Import QArith List Bool Arith Lia.
From Incentives Require Import FiniteGames.
Import ListNotations.

(* What a player pays under uniform federation and at the best coarse weight (Corollary 4.3, Lemma 6.3,
   mean estimation). *)
Section Costs.
Variables (sizes : list Q) (mu s2 : Q).
Definition n j := nth j sizes 0.
Definition sum (l : list nat) := Qred (fold_right Qplus 0 (map n l)).
Definition squares (l : list nat) := Qred (fold_right Qplus 0 (map (fun j => n j * n j) l)).
Definition uniform (l : list nat) j := let N := sum l in
  Qred (mu / N + s2 * (squares l / (N * N) + 1 - (2 # 1) * n j / N)).
Definition coarse (l : list nat) j := let others := filter (fun i => negb (Nat.eqb i j)) l in
  let rest := sum others in let bias := squares others + rest * rest in
  match others with
  | [] => Qred (mu / n j)
  | _ => Qred ((mu * rest + bias * s2) / (rest * (n j + rest) + n j * bias * s2 / mu))
  end.
End Costs.

(* --- Table 4: sizes 30, 30, 30, 300, noise 10, best coarse weights --- *)
Definition table_4 := coarse [30; 30; 30; 300] 10 1.
Example table_4_errors : table_4 [0; 1; 2]%nat 0%nat = 5 # 18 /\ table_4 [0; 1; 2; 3]%nat 3%nat = 13 # 399.
Proof. vm_compute. auto. Qed.

Lemma one {A} (P : A -> Prop) x : (exists u, In u [x] /\ P u) <-> P x.
Proof. split; [intros [u [[<-|[]] H]]; exact H|intros H; exists x; simpl; auto]. Qed.
Lemma two {A} (P : A -> Prop) x y : (exists u, In u [x; y] /\ P u) <-> P x \/ P y.
Proof.
  split; [intros [u [[<-|[<-|[]]] H]]; auto|intros [H|H]; [exists x|exists y]; simpl; auto].
Qed.

Lemma one_of_three {A} (P : A -> Prop) x y z : (exists u, In u [x; y; z] /\ P u) <-> P x \/ P y \/ P z.
Proof.
  split; [intros [u [[<-|[<-|[<-|[]]]] H]]; auto|intros [H|[H|H]]; [exists x|exists y|exists z]; simpl; auto].
Qed.

Theorem table_4_all_notions same : partition same ->
  (core 4 table_4 same <-> looks 4 same [0; 0; 0; 3]%nat) /\ (strict_core 4 table_4 same <-> looks 4 same [0; 0; 0;
    3]%nat) /\
  (individual 4 table_4 same <-> looks 4 same [0; 0; 0; 3]%nat \/ looks 4 same [0; 0; 0; 0]%nat) /\
  (nash 4 table_4 same <-> looks 4 same [0; 0; 0; 0]%nat).
Proof.
  intros part.
  rewrite (exactly 4 _ _ [[0; 0; 0; 3]]%nat (core_right 4 table_4) ltac:(vm_compute; reflexivity) same part).
  rewrite (exactly 4 _ _ [[0; 0; 0; 3]]%nat (strict_right 4 table_4) ltac:(vm_compute; reflexivity) same part).
  rewrite (exactly 4 _ _ [[0; 0; 0; 3]; [0; 0; 0; 0]]%nat (individual_right 4 table_4) ltac:(vm_compute;
    reflexivity) same part).
  rewrite (exactly 4 _ _ [[0; 0; 0; 0]]%nat (nash_right 4 table_4) ltac:(vm_compute; reflexivity) same part).
  rewrite !one, two. tauto.
Qed.

(* --- Sizes 1, 1, 8, 8, noise 10: below the ratio, and yet not only everybody together --- *)
Definition below := uniform [1; 1; 8; 8] 10 1.
Theorem not_unique_below_the_ratio same : partition same ->
  (core 4 below same <->
   looks 4 same [0; 0; 0; 0]%nat \/ looks 4 same [0; 0; 0; 3]%nat \/ looks 4 same [0; 0; 2; 0]%nat).
Proof.
  intros part.
  rewrite (exactly 4 _ _ [[0; 0; 0; 0]; [0; 0; 0; 3]; [0; 0; 2; 0]]%nat (core_right 4 below)
    ltac:(vm_compute; reflexivity) same part).
  apply one_of_three.
Qed.
