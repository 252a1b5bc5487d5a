(* What the first theorem of NormalRisk.v needs: integrals that do not add up, or that know no normal density, make
   every mean the same whatever the variance, so that not even the square charges anything. *)
Require Import Reals Lra Psatz.
From Incentives Require Import NormalRisk.
Open Scope R_scope.

Definition least_risk_says (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop) (integral : (W -> R) -> R)
    (V Q b : R) :=
  let tau2 := V + Q in let square := fun w => b * d w ^ 2 in
  (forall p, has_mean W d integrable tau2 (fun w => p w ^ 2) -> charges W d integrable integral V Q p b ->
    sqrt 2 * b * tau2 <= deviation W d integral tau2 p) /\
  charges W d integrable integral V Q square b /\ deviation W d integral tau2 square = sqrt 2 * b * tau2.

Lemma constant_charges_nothing c : ~ least_risk_says R (fun w => w) (fun _ => True) (fun _ => c) 1 0 1.
Proof.
  intros (_ & (_ & slope) & _). unfold mean in slope.
  pose proof (uniqueness_limite _ _ _ _ slope (derivable_pt_lim_const c 1)). lra.
Qed.
Theorem least_risk_needs_1 : ~ (forall (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop)
  (integral : (W -> R) -> R) (V Q b : R), True -> normal W d integrable integral -> 0 < V -> 0 <= Q -> 0 <= b ->
  least_risk_says W d integrable integral V Q b).
Proof.
  intro H. apply (constant_charges_nothing 1). apply (H R); [exact I| |lra..]. intros v Hv. repeat split.
Qed.
Theorem least_risk_needs_2 : ~ (forall (W : Type) (d : W -> R) (integrable : (W -> R) -> Prop)
  (integral : (W -> R) -> R) (V Q b : R), linear_and_positive W integrable integral -> True -> 0 < V -> 0 <= Q ->
  0 <= b -> least_risk_says W d integrable integral V Q b).
Proof.
  intro H. apply (constant_charges_nothing 0). apply (H R); [|exact I|lra..].
  split; intros; [split; [exact I|ring]|lra].
Qed.
