(* The smallest network with a hidden layer: its loss is neither convex nor smooth
   (rewards/new-hidden-layer-not-convex).
   Modelled: the two weights are the coordinates 0 and 1 of a vector. *)
Require Import Reals Lra Psatz Lia FunctionalExtensionality.
From Incentives Require Import Rewards Moments Quadratics Gradients LocalSteps RandomWidths WidthOptima.
Open Scope R_scope.

Definition loss (x : nat -> R) := / 2 * (x 0%nat * x 1%nat - 1) ^ 2.
Definition weights (a b : R) (k : nat) := match k with O => a | _ => b end.
Lemma loss_has_gradient : is_gradient 1 loss (fun x => weights ((x 0%nat * x 1%nat - 1) * x 1%nat)
  ((x 0%nat * x 1%nat - 1) * x 0%nat)).
Proof.
  intros x d. pose proof (derivable_pt_lim_mult _ _ 0 _ _ (slope_line (x 0%nat) (d 0%nat)) (slope_line (x 1%nat) (d
    1%nat))) as Q.
  pose proof (derivable_pt_lim_scal _ (/ 2) 0 _ (slope_square _ _ (slope_shift _ _ (- 1) 1 Q))) as W.
  match type of W with derivable_pt_lim ?f 0 ?l => replace (fun t => loss (along x t d)) with f;
    [match goal with |- derivable_pt_lim _ 0 ?m => replace m with l; [exact W|] end|] end.
  - unfold dot, sum, weights, mult_fct. cbn [sum_f_R0]. field.
  - apply functional_extensionality. intro t. unfold mult_real_fct, mult_fct, loss, along. field.
Qed.
Theorem hidden_layer :
  ~ convex loss /\ (exists G, is_gradient 1 loss G) /\ forall G, is_gradient 1 loss G -> forall L, ~ smooth 1 L G.
Proof.
  split; [|split].
  - (* between (1, 1) and (-1, -1), where the loss is zero *)
    intro H. specialize (H (weights 1 1) (weights (- 1) (- 1)) (/ 2) ltac:(lra)). unfold loss, weights in H. lra.
  - eexists. exact loss_has_gradient.
  - (* from (w, 0) up and down by one: the loss curves by w^2 *)
    intros G HG L HL. set (w := Rabs L + 1). pose proof (Rle_abs L). pose proof (Rabs_pos L).
    pose proof (smooth_below_parabola 1 L loss G HG HL (weights w 0) (weights w 1)) as U.
    pose proof (smooth_below_parabola 1 L loss G HG HL (weights w 0) (weights w (- 1))) as V.
    rewrite norm_square in U, V. unfold norm2, dot, sum, less, loss, weights in U, V. cbn [sum_f_R0] in U, V.
    set (s := G _ 1%nat) in *. set (r := G _ 0%nat) in *. assert (w * w <= L) by lra. unfold w in *. nra.
Qed.
