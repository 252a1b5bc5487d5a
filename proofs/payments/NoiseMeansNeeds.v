(* What the theorems of NoiseMeans.v need: each hypothesis below is dropped in turn; one group and two outcomes
  break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import NoiseMeans.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation X1 := [finType of 'I_1].
Notation X2 := [finType of bool].
Definition sure (c : rat) (_ : 'I_1) := c.
Definition hit (b x : bool) : rat := (x == b)%:R.                      (* also the model that is certain of b *)
Definition only (m : 'I_1 -> rat) := m = sure 1.
Definition certain (m : bool -> rat) := m = hit true \/ m = hit false.
Definition free (_ : bool -> rat) : rat := 0.
Definition none (_ : bool) : rat := 0.
Lemma only_distribution m : only m -> distribution m.
Proof. by move=> ->; split=> //; rewrite big_ord1. Qed.
Lemma certain_distribution m : certain m -> distribution m.
Proof. by case=> ->; split=> [x|]; rewrite ?ler0n ?big_bool. Qed.
Lemma exact_noise (X I : finType) (r : I -> X -> rat) (i : I) x : `|r i x - r i x| <= 0.
Proof. by rewrite subrr normr0. Qed.
Lemma of_one (w : 'I_1 -> rat) D (r : 'I_1 -> bool -> rat) m : welfare w D r m = w ord0 * (m true * r ord0 true + m
  false * r ord0 false) - D m.
Proof. by rewrite /welfare big_ord1 /mean big_bool. Qed.

Theorem lost_by_noise_needs_1 : ~ (forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I -> K)
  (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), True -> (forall m : X -> K, menu m -> distribution m) ->
  (forall (i : I) (x : X), `|rm i x - rm' i x| <= eps) -> forall chosen m : X -> K, menu chosen -> menu m -> (forall
  m' : X -> K, menu m' -> welfare w D rm' m' <= welfare w D rm' chosen) -> welfare w D rm m - welfare w D rm chosen <=
  2 * (eps * (\sum_i w i))).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure (- 1)) free 1 (fun=> hit true) (fun=> hit true) I
  certain_distribution.
have near (i : 'I_1) x : `|hit true x - hit true x| <= 1 by rewrite subrr normr0.
move=> /(_ near (hit false) (hit false) (or_intror erefl) (or_intror erefl)).
rewrite subrr big_ord1 => bad; have : (0 : rat) <= 2%:R * (1 * - 1); last by [].
by apply: bad => m [] ->; rewrite !of_one.
Qed.

Theorem lost_by_noise_needs_3 : ~ (forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I -> K)
  (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), (forall i : I, 0 <= w i) -> (forall m : X -> K, menu m ->
  distribution m) -> True -> forall chosen m : X -> K, menu chosen -> menu m -> (forall m' : X -> K, menu m' ->
  welfare w D rm' m' <= welfare w D rm' chosen) -> welfare w D rm m - welfare w D rm chosen <= 2 * (eps * (\sum_i w
  i))).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free (- 1) (fun=> none) (fun=> none) (fun=> isT)
  certain_distribution I
  (hit true) (hit true) (or_introl erefl) (or_introl erefl).
rewrite subrr big_ord1 => bad; have : (0 : rat) <= 2%:R * (- 1 * 1); last by [].
by apply: bad => m [] ->; rewrite !of_one.
Qed.

Theorem lost_by_noise_needs_6 : ~ (forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I -> K)
  (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), (forall i : I, 0 <= w i) -> (forall m : X -> K, menu m ->
  distribution m) -> (forall (i : I) (x : X), `|rm i x - rm' i x| <= eps) -> forall chosen m : X -> K, menu chosen ->
  menu m -> True -> welfare w D rm m - welfare w D rm chosen <= 2 * (eps * (\sum_i w i))).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  certain_distribution
  (@exact_noise _ _ _) (hit false) (hit true) (or_intror erefl) (or_introl erefl) I.
by rewrite !of_one big_ord1.
Qed.

Theorem lost_by_displacement_needs_4 : ~ (forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I
  -> K) (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), (forall i : I, 0 <= w i) -> (forall (i : I) (x : X),
  `|rm i x - rm' i x| <= eps) -> forall chosen m : X -> K, menu m -> True -> welfare w D rm m - welfare
  w D rm chosen <= 2 * (eps * (\sum_i w i)) * (2^-1 * (\sum_x `|m x - chosen x|))).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  (@exact_noise _ _ _) (hit false) (hit true) (or_introl erefl) I.
by rewrite !of_one big_ord1 mul0r mulr0 mul0r.
Qed.

Definition at_once (T : Type) (a : T) (g : T -> rat) := g a.
Lemma at_once_expectation (T : Type) (a : T) : expectation (fun=> True) (fun=> True) (at_once a).
Proof. by split=> // g g' _ _; apply. Qed.
Theorem lies_under_noise_needs_7 : ~ (forall (K : realFieldType) (X : finType) (O0 E E' : Type) (menu : (X -> K) -> Prop)
  (w w' eps : K) (rm rm' : X -> K) (noise : E -> X -> K) (noise' : E' -> X -> K) (others : O0 -> (X -> K) -> K) (h : O0
  -> K) (psi : K -> (X -> K) -> O0 -> X -> K) (sure : E -> Prop) (ok : (E -> K) -> Prop) (own : (E -> K) -> K)
  (sure' : E' -> Prop) (ok' : (E' -> K) -> Prop) (own' : (E' -> K) -> K) (sure_o : O0 -> Prop) (ok_o : (O0 -> K) ->
  Prop) (rest : (O0 -> K) -> K), 0 <= w -> (forall m : X -> K, menu m -> distribution m) -> welfare_maximising menu
  others psi -> expectation sure ok own -> expectation sure' ok' own' -> expectation sure_o ok_o rest -> True -> let u
  := fun (o : O0) (e : E) => enjoyed w rm others h o (psi w (fun x : X => rm x + noise e x) o) in let u' := fun (o : O0)
  (e' : E') => enjoyed w rm others h o (psi w' (fun x : X => rm' x + noise' e' x) o) in (forall o : O0, ok (u o) /\ ok'
  (u' o)) -> ok_o (fun o : O0 => own (u o)) -> ok_o (fun o : O0 => own' (u' o)) -> rest (fun o : O0 => own' (u' o)) <=
  rest (fun o : O0 => own (u o)) + 2 * (w * eps)).
Proof.
pose psi (s : rat) (r : 'I_1 -> rat) (o : 'I_1) := sure 1.
have best : welfare_maximising only (fun (_ : 'I_1) (_ : 'I_1 -> rat) => 0) psi by move=> s r o; split=> // _ m ->.
have law := at_once_expectation (ord0 : 'I_1).
move=> H; have := H rat_realFieldType X1 _ _ _ only 1 1 (- 1) (sure 0) (sure 0) (fun=> sure 0) (fun=> sure 0)
  (fun _ _ => 0) (sure 0) psi _ _ _ _ _ _ _ _ _ isT only_distribution best law law law I (fun=> conj I I) I I.
by rewrite /at_once -ler_subl_addl subrr.
Qed.
