(* Mechanism design for fine-tuning: Theorem 3.3 (truth is dominant, nobody regrets), which rules have payments at all,
   and a scheme that has none: two copies trained on the reports, chi-squared, three outcomes. *)
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section AffineMaximizer.
Variables (K : realDomainType) (I : finType) (Model Report : Type).
Variable menu : Model -> Prop.               (* any set of models, the same for every report *)
Variable value : Report -> Model -> K.       (* w_i v_i(theta; rm_i) *)
Variable D : Model -> K.                     (* any function in the place of the weighted divergence *)
Definition ASW (r : I -> Report) t := (\sum_i value (r i) t) - D t.
Definition ASW_without i (r : I -> Report) t := (\sum_(j | j != i) value (r j) t) - D t.
Variable psi : (I -> Report) -> Model.
Variable psi_without : I -> (I -> Report) -> Model.
Hypothesis psi_in : forall r, menu (psi r).
Hypothesis psi_best : forall r t, menu t -> ASW r t <= ASW r (psi r).
Hypothesis without_in : forall i r, menu (psi_without i r).
Hypothesis without_best : forall i r t, menu t -> ASW_without i r t <= ASW_without i r (psi_without i r).
(* The model without a group may depend on the others' reports only. *)
Definition set_report (r : I -> Report) i x := fun j => if j == i then x else r j.
Hypothesis without_blind : forall i r x, psi_without i (set_report r i x) = psi_without i r.

Definition payment i r := ASW_without i r (psi_without i r) - ASW_without i r (psi r).
Definition utility i (type : Report) r := value type (psi r) - payment i r.

Lemma without_set i r x t : ASW_without i (set_report r i x) t = ASW_without i r t.
Proof. by congr (_ - _); apply: eq_bigr => j ji; rewrite /set_report (negbTE ji). Qed.

Lemma all_set i r x t : ASW (set_report r i x) t = value x t + ASW_without i r t.
Proof.
rewrite /ASW (bigD1 i) //= -addrA; congr (_ + _); first by rewrite /set_report eqxx.
exact: without_set.
Qed.

Lemma utility_is_welfare i type r x :
  utility i type (set_report r i x) =
  ASW (set_report r i type) (psi (set_report r i x)) - ASW_without i r (psi_without i r).
Proof. by rewrite /utility /payment !without_set without_blind all_set opprB addrA. Qed.

Theorem truth_is_dominant i type r x :
  utility i type (set_report r i x) <= utility i type (set_report r i type).
Proof. by rewrite !utility_is_welfare; apply: ler_sub => //; apply: psi_best. Qed.

Theorem nobody_regrets i type r : (forall t, 0 <= value type t) ->
  value type (psi_without i r) <= utility i type (set_report r i type) /\ 0 <= utility i type (set_report r i type).
Proof.
move=> pos; have H : value type (psi_without i r) <= utility i type (set_report r i type).
  by rewrite utility_is_welfare ler_subr_addr -all_set; apply: psi_best; apply: without_in.
by split=> //; apply: le_trans H.
Qed.

(* What a lie changes in utility is what it changes in welfare at the true type, and truth makes that best. *)
Theorem dominant_by_welfare i type r x :
  utility i type (set_report r i x) - utility i type (set_report r i type) =
    ASW (set_report r i type) (psi (set_report r i x)) - ASW (set_report r i type) (psi (set_report r i type)) /\
  utility i type (set_report r i x) <= utility i type (set_report r i type).
Proof. by split; [rewrite !utility_is_welfare opprB addrA subrK|exact: truth_is_dominant]. Qed.

Lemma payment_is_not_negative i r : 0 <= payment i r.
Proof. by rewrite subr_ge0; apply: without_best; apply: psi_in. Qed.

(* A payment is at most what the group's own report gives to the choice over the model without it. *)
Theorem payment_bounds i r (w : K) : (forall t, 0 <= value (r i) t <= w) ->
  [/\ 0 <= payment i r, payment i r <= value (r i) (psi r) - value (r i) (psi_without i r) &
      value (r i) (psi r) - value (r i) (psi_without i r) <= w].
Proof.
move=> unit; split; first exact: payment_is_not_negative.
  have parts t : ASW r t = value (r i) t + ASW_without i r t by rewrite /ASW (bigD1 i) //= -addrA.
  have := psi_best r (without_in i r); rewrite !parts => H.
  by rewrite /payment ler_subr_addr addrAC ler_subl_addr addrC.
have /andP[_ high] := unit (psi r); have /andP[low _] := unit (psi_without i r).
by rewrite ler_subl_addr (le_trans high) // ler_addl.
Qed.
End AffineMaximizer.

Section Range.
Variables (K : realDomainType) (Type_ Model : Type) (value : Type_ -> Model -> K) (f : Type_ -> Model).
Definition truthful (price : Type_ -> K) := forall t r, value t (f r) - price r <= value t (f t) - price t.

(* Truth is a best report under VCG-like payments exactly if the rule is maximal in its range. *)
Theorem maximal_in_range (others : Model -> K) (h : K) :
  truthful (fun r => h - others (f r)) <-> forall t r, value t (f r) + others (f r) <= value t (f t) + others (f t).
Proof.
by split=> H t r; move: (H t r); rewrite !opprB !addrA [value t (f r) + _]addrC [value t (f t) + _]addrC;
   rewrite ?ler_add2r // ![_ + others _]addrC; rewrite ![others _ + _ - h]addrAC ?ler_add2r // !addrA;
   rewrite -!addrA ![_ - h]addrC ?ler_add2l.
Qed.

(* A lie gains at most what the model chosen at the truth falls short of the best true welfare. *)
Theorem gain_at_most_loss (others : Model -> K) (h : K) (menu : Model -> Prop) (t : Type_) (xi : K) :
  (forall r, menu (f r)) -> (forall m, menu m -> value t m + others m <= value t (f t) + others (f t) + xi) ->
  forall r, value t (f r) - (h - others (f r)) <= value t (f t) - (h - others (f t)) + xi.
Proof.
move=> inm short r; rewrite !opprB !addrA ![_ + others _ - h]addrAC.
have := short _ (inm r); rewrite -(ler_add2r (- h)).
by rewrite [value t (f r) + _ - h]addrAC [_ + xi - h]addrAC [value t (f t) + _ - h]addrAC.
Qed.

(* Around a cycle of types payments cancel: under truthful payments pretending loses, in all, at least nothing. *)
Theorem no_negative_cycle n (c : 'I_n.+1 -> Type_) (price : Type_ -> K) :
  truthful price -> 0 <= \sum_i (value (c i) (f (c i)) - value (c i) (f (c (i + Zp1)))).
Proof.
move=> T.
have P : \sum_i (price (c i) - price (c (i + Zp1))) = 0.
  rewrite sumrB [X in _ - X](_ : _ = \sum_i price (c i)) ?subrr // [RHS](reindex_inj (@addIr _ Zp1)) //.
rewrite -[X in X <= _]P; apply: ler_sum => i _.
have := T (c i) (c (i + Zp1)); rewrite -[X in is_true X -> _]subr_ge0 => H.
rewrite -subr_ge0; move: H; congr (is_true (0 <= _)); ring.
Qed.
End Range.

