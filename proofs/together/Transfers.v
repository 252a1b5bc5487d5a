(* Payments that depend on differences and stay among the members, or go to an outsider (new-complement, new-two-members,
   new-outsider), for any number of members over any ordered field.
   Modelled: payments are any functions of all reports; "of differences": adding one number to all reports changes nothing.
   [mean] is any way to take means that turns round with the sign. For the outsider, expectation of a product is a symmetric
   bilinear form, and a flat prior makes differences of honest reports uncorrelated with every lie. Not modelled: densities. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Complement.
Variables (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K).
Hypothesis same_function : forall i m m', m =1 m' -> p i m = p i m'.
Hypothesis of_differences : forall i m a, p i (fun j => m j + a) = p i m.
Hypothesis sums_to_zero : forall m, \sum_i p i m = 0.
Implicit Types (T : {set I}) (m : I -> K) (u : K).

Definition shifted T u m j := if j \in T then m j + u else m j.
Definition joint T m := \sum_(i in T) p i m.
Definition cost T u m := joint T (shifted T u m) - joint T m.

Lemma other_side T m : joint (~: T) m = - joint T m.
Proof.
apply/eqP; rewrite -addr_eq0 addrC -(sums_to_zero m) [X in _ == X](bigID (mem T)) /=.
by apply/eqP; congr (_ + _); apply: eq_bigl => i; rewrite inE.
Qed.

(* For all reports: what a shift costs a coalition the opposite shift brings the others. *)
Lemma complement T u m : cost (~: T) (- u) m = - cost T u m.
Proof.
rewrite /cost !other_side opprK opprB addrC; congr (_ - _); rewrite /joint.
apply: eq_bigr => i _; rewrite -[RHS](of_differences i _ (- u)); apply: same_function => j.
by rewrite /shifted inE; case: (j \in T); rewrite //= addrK.
Qed.

(* So in the mean, over any outcomes, not both lose. *)
Lemma never_both (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) T u :
  (forall f g, (forall w, f w = - g w) -> mean f = - mean g) ->
  ~ (0 < mean (fun w => cost T u (reports w)) /\ 0 < mean (fun w => cost (~: T) (- u) (reports w))).
Proof.
move=> turns [one]; rewrite (turns _ (fun w => cost T u (reports w))) => [|w]; last exact: complement.
by rewrite oppr_gt0 ltNge (ltW one).
Qed.
End Complement.

(* Two members: [p] is what the first pays and [q] what the second pays, at two reports; [mean v] takes the mean of a function
   of the difference of the reports, whose law depends on the sum v of the two variances. *)
Section Two.
Variables (K : realFieldType) (p q : K -> K -> K) (mean : K -> (K -> K) -> K).
Hypothesis turns : forall v f g, (forall x, f x = - g x) -> mean v f = - mean v g.
Hypothesis p_of_difference : forall a b s, p (a + s) (b + s) = p a b.
Hypothesis q_of_difference : forall a b s, q (a + s) (b + s) = q a b.
Hypothesis balance : forall a b, p a b + q a b = 0.
Definition first v w := mean (v + w) (fun x => p x 0).
Definition second v w := mean (v + w) (fun x => q x 0).

Lemma opposite v w : second v w = - first v w.
Proof. by apply: turns => x; apply/eqP; rewrite -addr_eq0 addrC balance. Qed.

(* What a smaller own variance changes for the one, it changes with the other sign for the other. *)
Theorem two_members v w h : second v (w - h) - second v w = - (first (v - h) w - first v w).
Proof. by rewrite !opposite opprB opprK addrC /first addrA [v - h + w]addrAC. Qed.

Corollary at_most_one v w h : ~ (first (v - h) w < first v w /\ second v (w - h) < second v w).
Proof.
by rewrite -subr_lt0 => -[one]; rewrite -[X in _ < X]add0r -ltr_subl_addr two_members oppr_lt0 ltNge (ltW one).
Qed.
End Two.

Section Outsider.
Variables (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (b constant : I -> K) (a : I -> I -> K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_scale : forall x f g, E (x *: f) g = x * E f g) (E_pos : forall f, 0 <= E f f).
Hypotheses (b_pos : forall i, 0 <= b i) (a_mean : forall i, \sum_j a i j = 1).

(* The reference of i is a mean of reports, and i pays b times the squared distance from it, less a constant. *)
Definition gap (m : I -> V) i := m i - \sum_j a i j *: m j.
Definition to_outsider (m : I -> V) i := b i * (E (gap m i) (gap m i) - constant i).

Variables (T : {set I}) (honest lie : I -> V).
Hypothesis outside : forall i, i \notin T -> lie i = 0.
Hypothesis flat : forall i j k, i \in T -> E (honest j - honest k) (lie i) = 0.

Lemma E_sum (r : I -> K) (g : I -> V) f : E (\sum_j r j *: g j) f = \sum_j r j * E (g j) f.
Proof.
have zero : E 0 f = 0 by rewrite -(scale0r 0) E_scale mul0r.
rewrite (big_morph (fun g => E g f) (fun x y => E_add x y f) zero).
by apply: eq_bigr => j _; rewrite E_scale.
Qed.

Lemma gap_differences m i : gap m i = \sum_j a i j *: (m i - m j).
Proof.
rewrite /gap [RHS](eq_bigr (fun j => a i j *: m i - a i j *: m j)) => [|j _]; last exact: scalerBr.
by rewrite sumrB -scaler_suml a_mean scale1r.
Qed.

Lemma uncorrelated i k : E (gap honest i) (lie k) = 0.
Proof.
have [kT|kT] := boolP (k \in T); last by rewrite outside // E_sym -(scale0r 0) E_scale mul0r.
by rewrite gap_differences E_sum big1 // => j _; rewrite flat // mulr0.
Qed.

Lemma gap_lied i : gap (fun j => honest j + lie j) i = gap honest i + gap lie i.
Proof.
rewrite !gap_differences -big_split; apply: eq_bigr => j _ /=.
by rewrite -scalerDr; congr (_ *: _); rewrite opprD addrACA.
Qed.

Lemma outsider : \sum_(i in T) to_outsider (fun j => honest j + lie j) i - \sum_(i in T) to_outsider honest i
  = \sum_(i in T) b i * E (gap lie i) (gap lie i).
Proof.
rewrite -sumrB; apply: eq_bigr => i _; rewrite /to_outsider gap_lied.
have zero : E (gap lie i) (gap honest i) = 0.
  rewrite gap_differences E_sum big1 // => j _.
  have -> : lie i - lie j = 1 *: lie i + (-1) *: lie j by rewrite scale1r scaleN1r.
  by rewrite E_add !E_scale ![E (lie _) _]E_sym !uncorrelated !mulr0 addr0 mulr0.
move: (gap honest i) (gap lie i) zero => x y xy.
by rewrite E_add [E x (x + y)]E_sym [E y (x + y)]E_sym !E_add [E x y]E_sym !xy; ring.
Qed.

Corollary outsider_stops_all : \sum_(i in T) to_outsider honest i
  <= \sum_(i in T) to_outsider (fun j => honest j + lie j) i.
Proof. by rewrite -subr_ge0 outsider; apply: sumr_ge0 => i _; apply: mulr_ge0. Qed.
End Outsider.

(* Both statements together: the page's theorem. *)
Theorem shift_and_counter_shift (K : realFieldType) (I : finType) (p : I -> (I -> K) -> K) :
  (forall i m m', m =1 m' -> p i m = p i m') -> (forall i m a, p i (fun j => m j + a) = p i m) ->
  (forall m, \sum_i p i m = 0) ->
  (forall T u m, cost p (~: T) (- u) m = - cost p T u m) /\
  forall (W : Type) (reports : W -> I -> K) (mean : (W -> K) -> K) T u,
    (forall f g, (forall w, f w = - g w) -> mean f = - mean g) ->
    ~ (0 < mean (fun w => cost p T u (reports w)) /\ 0 < mean (fun w => cost p (~: T) (- u) (reports w))).
Proof. by move=> same shift zero; split; [exact: complement|exact: never_both]. Qed.
