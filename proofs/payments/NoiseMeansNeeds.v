(* What the theorems of NoiseMeans.v need: each hypothesis below is dropped in turn; one group and two outcomes
  break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Unless NoiseMeans.
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

(* Theorems without their hypothesis k. *)
Definition noise_without (k : nat) := forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w : I ->
  K) (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), unless k 1 (forall i, 0 <= w i) -> unless k 2 (forall m,
  menu m -> distribution m) -> unless k 3 (forall i x, `|rm i x - rm' i x| <= eps) -> forall chosen m, unless k 4
  (menu chosen) -> unless k 5 (menu m) -> unless k 6 (forall m', menu m' -> welfare w D rm' m' <= welfare w D rm'
  chosen) -> welfare w D rm m - welfare w D rm chosen <= 2%:R * (eps * (\sum_i w i)).
Definition displacement_without (k : nat) := forall (K : realFieldType) (X I : finType) (menu : (X -> K) -> Prop) (w
  : I -> K) (D : (X -> K) -> K) (eps : K) (rm rm' : I -> X -> K), unless k 1 (forall i, 0 <= w i) -> unless k 2
  (forall i x, `|rm i x - rm' i x| <= eps) -> forall chosen m, unless k 3 (menu m) -> unless k 4 (forall m', menu m'
  -> welfare w D rm' m' <= welfare w D rm' chosen) -> welfare w D rm m - welfare w D rm chosen <= 2%:R * (eps *
  (\sum_i w i)) * (2%:R^-1 * (\sum_x `|m x - chosen x|)).
Theorem lost_by_noise_needs_1 : ltac:(fails (noise_without 1)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure (- 1)) free 1 (fun=> hit true) (fun=> hit true) I
  certain_distribution.
have near (i : 'I_1) x : `|hit true x - hit true x| <= 1 by rewrite subrr normr0.
move=> /(_ near (hit false) (hit false) (or_intror erefl) (or_intror erefl)).
rewrite subrr big_ord1 => bad; have : (0 : rat) <= 2%:R * (1 * - 1); last by [].
by apply: bad => m [] ->; rewrite !of_one.
Qed.
Theorem lost_by_noise_needs_3 : ltac:(fails (noise_without 3)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free (- 1) (fun=> none) (fun=> none) (fun=> isT)
  certain_distribution I
  (hit true) (hit true) (or_introl erefl) (or_introl erefl).
rewrite subrr big_ord1 => bad; have : (0 : rat) <= 2%:R * (- 1 * 1); last by [].
by apply: bad => m [] ->; rewrite !of_one.
Qed.
Theorem lost_by_noise_needs_6 : ltac:(fails (noise_without 6)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  certain_distribution
  (@exact_noise _ _ _) (hit false) (hit true) (or_intror erefl) (or_introl erefl) I.
by rewrite !of_one big_ord1.
Qed.
Theorem lost_by_displacement_needs_4 : ltac:(fails (displacement_without 4)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 certain (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  (@exact_noise _ _ _) (hit false) (hit true) (or_introl erefl) I.
by rewrite !of_one big_ord1 mul0r mulr0 mul0r.
Qed.

(* Models that are no distributions weigh more than 1; a choice or a model from outside of the menu. *)
Definition four (b x : bool) : rat := 4%:R * hit b x.
Definition heavy (m : bool -> rat) := m = four true \/ m = four false.
Definition just (b : bool) (m : bool -> rat) := m = hit b.
Lemma just_distribution b m : just b m -> distribution m.
Proof. by move=> ->; apply: certain_distribution; case: b; [left|right]. Qed.
Lemma by_one (r r' : bool -> rat) : `|r true - r' true| <= 1 -> `|r false - r' false| <= 1 ->
  forall (i : 'I_1) x, `|r x - r' x| <= 1.
Proof. by move=> t f _ []. Qed.
Lemma apart_by_one : (2%:R^-1 : rat) * (\sum_x `|hit true x - hit false x|) = 1.
Proof. by rewrite big_bool; apply/eqP; vm_compute. Qed.
Theorem lost_by_noise_needs_2 : ltac:(fails (noise_without 2)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 heavy (sure 1) free 1 (fun=> hit true) (fun=> hit false) (fun=> isT) I
  (@by_one (hit true) (hit false) isT isT) (four false) (four true) (or_intror erefl) (or_introl erefl).
rewrite !of_one big_ord1 => bad; have : (4%:R : rat) <= 2%:R; last by [].
by apply: le_trans (bad _) _ => // m [] ->; rewrite !of_one.
Qed.
Theorem lost_by_noise_needs_4 : ltac:(fails (noise_without 4)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 (just true) (sure 1) free 1 (fun=> fun x => - hit false x) (fun=> none) (fun=> isT)
  (@just_distribution true) (@by_one (fun x => - hit false x) none isT isT) (four false) (hit true) I erefl.
rewrite !of_one big_ord1 => bad; have : (4%:R : rat) <= 2%:R; last by [].
by apply: le_trans (bad _) _ => [m ->|]; rewrite ?of_one; vm_compute.
Qed.
Theorem lost_by_noise_needs_5 : ltac:(fails (noise_without 5)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 (just false) (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  (@just_distribution false) (@exact_noise _ _ _) (hit false) (hit true) erefl I.
by rewrite !of_one big_ord1 => bad; suff : (1 : rat) <= 0 by []; apply: bad => m ->; rewrite !of_one.
Qed.
Theorem lost_by_displacement_needs_1 : ltac:(fails (displacement_without 1)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 (just true) (sure (- 1)) free 1 (fun=> none) (fun=> none) I
  (@by_one none none isT isT) (hit false) (hit true) erefl.
rewrite !of_one big_ord1 apart_by_one => bad; suff : (0 : rat) <= - 2%:R by vm_compute.
by apply: bad => m ->; rewrite !of_one; vm_compute.
Qed.
Theorem lost_by_displacement_needs_2 : ltac:(fails (displacement_without 2)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 (just true) (sure 1) free (- 1) (fun=> none) (fun=> none) (fun=> isT) I
  (hit false) (hit true) erefl.
rewrite !of_one big_ord1 apart_by_one => bad; suff : (0 : rat) <= - 2%:R by vm_compute.
by apply: bad => m ->; rewrite !of_one; vm_compute.
Qed.
Theorem lost_by_displacement_needs_3 : ltac:(fails (displacement_without 3)).
Proof.
move=> H; have := H rat_realFieldType X2 X1 (just false) (sure 1) free 0 (fun=> hit true) (fun=> hit true) (fun=> isT)
  (@exact_noise _ _ _) (hit false) (hit true) I.
rewrite !of_one big_ord1 apart_by_one => bad; suff : (1 : rat) <= 0 by []; apply: bad => m ->; by rewrite !of_one.
Qed.

Definition lies_without (k : nat) := forall (K : realFieldType) (X : finType) (O0 E E' : Type) (menu : (X -> K) ->
  Prop)
  (w w' eps : K) (rm rm' : X -> K) (noise : E -> X -> K) (noise' : E' -> X -> K) (others : O0 -> (X -> K) -> K) (h :
  O0
  -> K) (psi : K -> (X -> K) -> O0 -> X -> K) (sure : E -> Prop) (ok : (E -> K) -> Prop) (own : (E -> K) -> K)
  (sure' : E' -> Prop) (ok' : (E' -> K) -> Prop) (own' : (E' -> K) -> K) (sure_o : O0 -> Prop) (ok_o : (O0 -> K) ->
  Prop) (rest : (O0 -> K) -> K), unless k 1 (0 <= w) -> unless k 2 (forall m, menu m -> distribution m) -> unless k
  3 (welfare_maximising menu others psi) -> unless k 4 (expectation sure ok own) -> unless k 5 (expectation sure'
  ok' own') -> unless k 6 (expectation sure_o ok_o rest) -> unless k 7 (forall e, sure e -> forall x, `|noise e x|
  <= eps) ->
  let u := fun (o : O0) (e : E) => enjoyed w rm others h o (psi w (fun x : X => rm x + noise e x) o) in
  let u' := fun (o : O0) (e' : E') => enjoyed w rm others h o (psi w' (fun x : X => rm' x + noise' e' x) o) in
  (forall o : O0, ok (u o) /\ ok' (u' o)) -> ok_o (fun o : O0 => own (u o)) -> ok_o (fun o : O0 => own' (u' o)) ->
  rest (fun o : O0 => own' (u' o)) <= rest (fun o : O0 => own (u o)) + 2%:R * (w * eps).
Definition at_once (T : Type) (a : T) (g : T -> rat) := g a.
Lemma at_once_expectation (T : Type) (a : T) : expectation (fun=> True) (fun=> True) (at_once a).
Proof. by split=> // g g' _ _; apply. Qed.
Theorem lies_under_noise_needs_7 : ltac:(fails (lies_without 7)).
Proof.
pose psi (s : rat) (r : 'I_1 -> rat) (o : 'I_1) := sure 1.
have best : welfare_maximising only (fun (_ : 'I_1) (_ : 'I_1 -> rat) => 0) psi by move=> s r o; split=> // _ m ->.
have law := at_once_expectation (ord0 : 'I_1).
move=> H; have := H rat_realFieldType X1 _ _ _ only 1 1 (- 1) (sure 0) (sure 0) (fun=> sure 0) (fun=> sure 0)
  (fun _ _ => 0) (sure 0) psi _ _ _ _ _ _ _ _ _ isT only_distribution best law law law I (fun=> conj I I) I I.
by rewrite /at_once -ler_subl_addl subrr.
Qed.
(* One draw of each kind of noise; the rule takes the model of the weight c that the report prefers. *)
Definition nobody (_ : 'I_1) (_ : bool -> rat) : rat := 0.
Definition weighed (c : rat) (b x : bool) : rat := c * hit b x.
Definition one_of (c : rat) (m : bool -> rat) := m = weighed c true \/ m = weighed c false.
Definition prefers (c : rat) (_ : rat) (r : bool -> rat) (_ : 'I_1) := weighed c (r false <= r true).
Lemma mean_weighed c b r : mean (weighed c b) r = c * r b.
Proof. by rewrite /mean big_bool /weighed /hit; case: b; rewrite /= mulr1 mulr0 mul0r ?addr0 ?add0r. Qed.
Lemma prefers_best c : 0 <= c -> welfare_maximising (one_of c) nobody (prefers c).
Proof.
move=> c0 s r o; rewrite /prefers; split=> [|s0 m]; first by case: (r false <= r true); [left|right].
by case=> ->; rewrite !mean_weighed ler_add2r ler_wpmul2l // ler_wpmul2l //; case: (leP (r false) (r true)) => // /ltW.
Qed.
Lemma weighed_distribution m : one_of 1 m -> distribution m.
Proof.
have one b : weighed 1 b =1 hit b by move=> x; rewrite /weighed mul1r.
by case=> ->; split=> [x|]; rewrite ?big_bool ?one ?ler0n.
Qed.
Lemma quiet (e : 'I_1) (x : bool) : `|(0 : rat)| <= 0.
Proof. by rewrite normr0. Qed.
Notation law := (at_once_expectation (ord0 : 'I_1)).
Definition stays (s : rat) (r : 'I_1 -> rat) (o : 'I_1) := sure 1.
Lemma stays_best : welfare_maximising only (fun (_ : 'I_1) (_ : 'I_1 -> rat) => 0) stays.
Proof. by move=> s r o; split=> // _ m ->. Qed.
Lemma enjoys w r h c b : enjoyed w r nobody h (ord0 : 'I_1) (weighed c b) = w * (c * r b) - h ord0.
Proof. by rewrite /enjoyed mean_weighed subr0. Qed.
Theorem lies_under_noise_needs_1 : ltac:(fails (lies_without 1)).
Proof.
have small (e : 'I_1) : True -> forall x : 'I_1, `|sure 0 x| <= 1 by move=> _ x; rewrite normr0.
move=> H; have := H rat_realFieldType X1 _ _ _ only (- 1) 1 1 (sure 0) (sure 0) (fun=> sure 0) (fun=> sure 0)
  (fun _ _ => 0) (sure 0) stays _ _ _ _ _ _ _ _ _ I only_distribution stays_best law law law small (fun=> conj I I) I I.
by rewrite /at_once /enjoyed /mean big_ord1.
Qed.
Theorem lies_under_noise_needs_2 : ltac:(fails (lies_without 2)).
Proof.
pose noise (_ : 'I_1) (x : bool) : rat := if x then - 1 else 1.
have small e : True -> forall x, `|noise e x| <= 1 by move=> _ [].
move=> H; have := H rat_realFieldType X2 _ _ _ (one_of 4%:R) 1 1 1 (hit true) (hit true) noise (fun=> none) nobody (sure 0)
  (prefers 4%:R) _ _ _ _ _ _ _ _ _ isT I (@prefers_best 4%:R isT) law law law small (fun=> conj I I) I I.
by rewrite /at_once /prefers !enjoys; vm_compute.
Qed.
Theorem lies_under_noise_needs_3 : ltac:(fails (lies_without 3)).
Proof.
pose psi (s : rat) (_ : bool -> rat) (_ : 'I_1) := weighed 1 (s != 1).
move=> H; have := H rat_realFieldType X2 _ _ _ (one_of 1) 1 0 0 (hit true) (hit true) (fun=> none) (fun=> none) nobody (sure 0)
  psi _ _ _ _ _ _ _ _ _ isT weighed_distribution I law law law (fun e _ x => quiet e x) (fun=> conj I I) I I.
by rewrite /at_once /psi !enjoys; vm_compute.
Qed.
Theorem lies_under_noise_needs_4 : ltac:(fails (lies_without 4)).
Proof.
move=> H; have := H rat_realFieldType X1 'I_1 'I_1 'I_1 only 1 1 0 (sure 0) (sure 0) (fun=> sure 0) (fun=> sure 0)
  (fun _ _ => 0) (sure 0) stays (fun=> True) (fun=> True) (fun=> - 1) _ _ _ _ _ _ isT only_distribution stays_best I law law
  (fun e _ x => quiet e true) (fun=> conj I I) I I.
by rewrite /at_once /enjoyed /mean big_ord1.
Qed.
Theorem lies_under_noise_needs_5 : ltac:(fails (lies_without 5)).
Proof.
move=> H; have := H rat_realFieldType X1 'I_1 'I_1 'I_1 only 1 1 0 (sure 0) (sure 0) (fun=> sure 0) (fun=> sure 0)
  (fun _ _ => 0) (sure 0) stays _ _ _ (fun=> True) (fun=> True) (fun=> 1) _ _ _ isT only_distribution stays_best law I law
  (fun e _ x => quiet e true) (fun=> conj I I) I I.
by rewrite /at_once /enjoyed /mean big_ord1.
Qed.
Theorem lies_under_noise_needs_6 : ltac:(fails (lies_without 6)).
Proof.
(* A mean that falls where every number rises. *)
move=> H; have := H rat_realFieldType X2 'I_1 'I_1 'I_1 (one_of 1) 1 1 0 (hit true) (hit false) (fun=> none) (fun=> none) nobody
  (sure 0) (prefers 1) _ _ _ _ _ _ (fun=> True) (fun=> True) (fun g => - g ord0) isT weighed_distribution (@prefers_best 1 isT) law law I
  (fun e _ x => quiet e x) (fun=> conj I I) I I.
by rewrite /at_once /prefers !enjoys; vm_compute.
Qed.

(* Rewards between 0 and 1 are never further apart than 1, and never closer than 0. *)
Definition better_of (r : 'I_1 -> bool -> rat) : bool := r ord0 false <= r ord0 true.
Lemma better_is_best (r : 'I_1 -> bool -> rat) m : \sum_i 1 * r i m <= \sum_i 1 * r i (better_of r).
Proof. by rewrite !big_ord1 !mul1r /better_of; case: m; case: (leP (r ord0 false) (r ord0 true)) => // /ltW. Qed.
Definition attained_without (k : nat) := forall (K : realFieldType) (I : finType) (w : I -> K) (eps : K) (psi : (I -> bool -> K) -> bool),
  unless k 1 (forall i, 0 < w i) -> unless k 2 (0 <= eps) -> unless k 3 (2%:R * eps < 1) ->
  let total (r : I -> bool -> K) m := \sum_i w i * r i m in
  let normalised (r : bool -> K) := (forall x, 0 <= r x <= 1) /\ exists x, r x = 1 in
  let kept i (rm : bool -> K) r := w i * rm (psi r) + \sum_(j | j != i) w j * r j (psi r) in
  unless k 4 (forall r m, total r m <= total r (psi r)) ->
  (exists rm rm' : I -> bool -> K, [/\ forall i, normalised (rm i), forall i x, `|rm i x - rm' i x| <= eps &
     total rm (~~ psi rm') - total rm (psi rm') = 2%:R * (eps * \sum_i w i)]) /\
  forall i, exists (rm noisy : I -> bool -> K) (lie : bool -> K),
    [/\ forall j, normalised (rm j), forall j x, `|rm j x - noisy j x| <= eps, normalised lie &
        kept i (rm i) (fun j => if j == i then lie else noisy j) - kept i (rm i) noisy = 2%:R * (w i * eps)].
Theorem noise_bounds_attained_needs_2 : ltac:(fails (attained_without 2)).
Proof.
move=> H; have [[r [r' [_ near _]]] _] := H rat_realFieldType _ (fun=> 1) (- 1) better_of (fun=> isT) I isT better_is_best.
by have := le_trans (normr_ge0 _) (near ord0 true).
Qed.
Theorem noise_bounds_attained_needs_3 : ltac:(fails (attained_without 3)).
Proof.
move=> H; have [[r [r' [inside _ far]]] _] := H rat_realFieldType _ (fun=> 1) 1 better_of (fun=> isT) isT I better_is_best.
move: far; rewrite !big_ord1 !mul1r mulr1 => far; have [/(_ (~~ better_of r'))/andP[_ up] _] := inside ord0.
have [/(_ (better_of r'))/andP[low _] _] := inside ord0.
by have := ler_sub up low; rewrite far.
Qed.
