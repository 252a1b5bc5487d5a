(* Chance and rounds on numbers: clients drawn from two archetypes, as on the page "How many clients make everybody
   replaceable?" (exercise "Two archetypes by hand") and in the red pen, where four clients are covered with the
   chance 3/8; and the hard family of the page "How many rounds until everybody is content?" for two clients and one
   round. Modelled: nothing new. Not modelled: what the theorems of the other files say of all numbers. *)
Require Import Reals Lra Lia List PeanoNat.
From Incentives Require Rewards Moments LocalSteps Pasts Draws HardFamily.
Import ListNotations.
Open Scope R_scope.

(* Archetypes 0 and 1, each with probability 1/2. *)
Example what_was_drawn : Draws.uniform 1 [] 0 = 1/2 /\ Draws.uniform 2 [1%nat] 0 = 1/3 /\
  Draws.drawn 1 [0; 1; 1; 1]%nat = 3%nat /\ Draws.short 0 [0; 1; 1; 1]%nat = true /\
  Draws.short 1 [0; 1; 1; 1]%nat = false /\ Draws.covered 1 [0; 1; 1; 1]%nat = false /\
  Draws.covered 1 [0; 1; 1; 0]%nat = true /\ Draws.covered 2 [0; 1; 1; 0]%nat = false.
Proof. unfold Draws.uniform, Rewards.clients. repeat split; simpl; field. Qed.
(* Four clients of two archetypes are covered with the chance 3/8, and of 2 * (1 + 4) bad draws five are short of the
   first. Three clients never are; three archetypes need six. *)
Example four_clients_of_two_archetypes : Draws.probability 1 4 (Draws.covered 1) = 3/8 /\
  Draws.probability 1 4 (Draws.short 0) = 5/16 /\ Draws.probability 1 3 (Draws.covered 1) = 0 /\
  Draws.probability 1 4 (fun q => Nat.eqb (Draws.drawn 1 q) 3) = 1/4 /\ Draws.binomial 1 4 3 = 1/4 /\
  Draws.binomial 1 4 5 = 0 /\ Draws.binomial 2 2 1 = 4/9 /\ Draws.probability 2 3 (Draws.covered 2) = 0.
Proof.
  unfold Draws.probability, Draws.binomial, C, LocalSteps.expectation, Draws.uniform, Rewards.clients.
  repeat split; simpl; unfold LocalSteps.expectation, Rewards.sum; simpl; field.
Qed.
Example powers : Draws.power 0 0 = 1 /\ Draws.power 0 2 = 0 /\ Draws.power 4 (/ 2) = 2 /\ Draws.power (1/2) 0 = 1.
Proof.
  assert (two : Rpower 4 (/ 2) = 2).
  { rewrite Rpower_sqrt by lra. replace 4 with (2 * 2) by ring. apply sqrt_square. lra. }
  unfold Draws.power. repeat destruct (Req_EM_T _ _); repeat split; try lra; exact two.
Qed.

(* --- Two clients, of whom one has the loss lam/2 x^2; L = B = 1, one round. The worst curvature is 2/3, with the gap
   4/27; curvature 1 leaves 1/8 only. --- *)
Example one_round_of_the_hard_family : HardFamily.descent 2 1 1 1 = 1/2 /\ HardFamily.descent 4 1 2 1 = 7/8 /\
  HardFamily.gap_after 2 1 (2/3) 1 1 = 4/27 /\ HardFamily.worst_gap 2 1 1 1 = 4/27 /\
  HardFamily.gap_after 2 1 1 1 1 = 1/8 /\ HardFamily.gap_after 2 2 1 1 1 = 1/32 /\
  HardFamily.worst_gap 3 2 1 2 = 3 * 4 / 10 * (4/5) ^ 4 /\ HardFamily.about 2 1 1 1 * exp 1 = 1/2.
Proof.
  pose proof (exp_pos 1). unfold HardFamily.gap_after, HardFamily.worst_gap, HardFamily.about, HardFamily.descent.
  repeat split; simpl; field; lra.
Qed.
