(* The mean of the inverse of a Wishart matrix (coalitions/theorem-4-1-proof-inverse-wishart). Any number m of rows and
   D of columns, any ordered field.
   Modelled: random variables are elements of a commutative algebra A, and an expectation is a linear map from A to the
   numbers with Ex 1 = 1. A Gaussian law enters by integration by parts, the rule of expectation that goes with
   independent rows of mean 0 and covariance C. With del i b for the derivative in the entry Z i b it says
     Ex (Z i a * f) = \sum_b C a b * Ex (del i b f).
   It is asked only where f is an entry of Z (Z^T Z)^-1, and only if m > D + 1: with fewer rows (Z^T Z)^-1 has no mean,
   and [gaussian] asks nothing.
   Proved: the divergence of these entries, hence that C is invertible and that (Z^T Z)^-1 has the mean
   C^-1 / (m - D - 1). Also that no expectation obeys the rule if m = D + 1, because then 1 = 0.
   Not modelled: measure theory, that expectations exist, and that integrals over a normal density obey the rule. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Derivatives: additive maps that obey the product rule. Those of a design are one for each of its entries. *)
Definition derivation (A : comRingType) (d : A -> A) :=
  (forall f g, d (f + g) = d f + d g) /\ (forall f g, d (f * g) = d f * g + f * d g).
Definition derivatives (A : comRingType) (m D : nat) (Z : 'M[A]_(m, D)) (del : 'I_m -> 'I_D -> A -> A) :=
  forall i b, derivation (del i b) /\ forall k c, del i b (Z k c) = ((k == i) && (c == b))%:R.

(* Integration by parts, for the entries of Z V. *)
Definition by_parts (K : realFieldType) (A : comAlgType K) (Ex : A -> K) (m D : nat) (Z : 'M[A]_(m, D)) (V : 'M[A]_D)
    (C : 'M[K]_D) (del : 'I_m -> 'I_D -> A -> A) :=
  forall i a c, Ex (Z i a * (Z *m V) i c) = \sum_b C a b * Ex (del i b ((Z *m V) i c)).
(* The rows of Z are independent draws from one Gaussian distribution with mean 0 and covariance C. *)
Definition gaussian (K : realFieldType) (A : comAlgType K) (Ex : A -> K) (m D : nat) (Z : 'M[A]_(m, D)) (C : 'M[K]_D) :=
  (D.+1 < m)%N -> exists2 del, derivatives Z del &
  forall V, V *m (Z^T *m Z) = 1%:M -> by_parts Ex Z V C del.

(* A derivation, entry by entry. *)
Section Derivation.
Variables (A : comRingType) (d : A -> A).
Hypothesis rules : derivation d.

Lemma derive_0 : d 0 = 0.
Proof. by have [add _] := rules; apply: (addrI (d 0)); rewrite -add !addr0. Qed.
Lemma derive_1 : d 1 = 0.
Proof. by have [_ prod] := rules; apply: (addrI (d 1)); rewrite addr0 -{3}(mulr1 1) prod mulr1 mul1r. Qed.
Lemma derive_product m n p (M : 'M[A]_(m, n)) (N : 'M[A]_(n, p)) :
  map_mx d (M *m N) = map_mx d M *m N + M *m map_mx d N.
Proof.
have [add prod] := rules; apply/matrixP => i j; rewrite !mxE (big_morph d add derive_0) -big_split /=.
by apply: eq_bigr => k _; rewrite prod !mxE.
Qed.
Lemma derive_one n : map_mx d (1%:M : 'M[A]_n) = 0.
Proof. by apply/matrixP => i j; rewrite !mxE; case: (i == j); rewrite ?derive_0 ?derive_1. Qed.

(* The derivative of an inverse. *)
Lemma derive_inverse n (V G : 'M[A]_n) : V *m G = 1%:M -> map_mx d V = - (V *m map_mx d G *m V).
Proof.
move=> one; have := congr1 (map_mx d) one; rewrite derive_product derive_one => /eqP; rewrite addr_eq0 => /eqP E.
by rewrite -[LHS]mulmx1 -(mulmx1C one) mulmxA E mulNmx.
Qed.
End Derivation.

Section Design.
Variables (A : comRingType) (m D : nat) (Z : 'M[A]_(m, D)) (V : 'M[A]_D).
Hypothesis inverse : V *m (Z^T *m Z) = 1%:M.

Lemma inverse_right : Z^T *m Z *m V = 1%:M.
Proof. exact: mulmx1C. Qed.
Lemma inverse_symmetric : V^T = V.
Proof.
have square : (Z^T *m Z)^T = Z^T *m Z by rewrite trmx_mul trmxK.
have one : V^T *m (Z^T *m Z) = 1%:M by rewrite -{1}square -trmx_mul inverse_right trmx1.
by rewrite -[LHS]mulmx1 -inverse_right mulmxA one mul1mx.
Qed.

(* A product with a matrix that has one entry 1 between, and else 0. *)
Lemma with_one_entry n p q r (M : 'M[A]_(n, p)) (N : 'M[A]_(q, r)) i j k c :
  (M *m delta_mx i j *m N) k c = M k i * N j c.
Proof.
by rewrite -(mul_delta_mx (0 : 'I_1)) mulmxA -colE -mulmxA -rowE !mxE big_ord1 !mxE.
Qed.

Variable del : 'I_m -> 'I_D -> A -> A.
Hypothesis of_Z : derivatives Z del.

Lemma derive_design i b : map_mx (del i b) Z = delta_mx i b.
Proof. by apply/matrixP => k c; rewrite !mxE; have [_ ->] := of_Z i b. Qed.
Lemma derive_transposed i b : map_mx (del i b) Z^T = delta_mx b i.
Proof. by rewrite -map_trmx derive_design trmx_delta. Qed.

(* How an entry of Z V changes with the entry i b of Z: three terms. *)
Lemma derive_entry i b c : del i b ((Z *m V) i c) =
  V b c - ((Z *m V) i b * (Z *m V) i c + (Z *m V *m Z^T) i i * V b c).
Proof.
have [rules _] := of_Z i b.
have -> : del i b ((Z *m V) i c) = map_mx (del i b) (Z *m V) i c by rewrite [RHS]mxE.
rewrite (derive_product rules) (derive_inverse rules inverse) (derive_product rules) derive_design derive_transposed.
rewrite mulmxN mulmxDr mulmxDl mulmxDr mxE [X in _ + X]mxE [X in _ - X]mxE; congr (_ - (_ + _)).
- by rewrite -[delta_mx i b](mul1mx _) with_one_entry mxE eqxx mul1r.
- by rewrite !mulmxA -(mulmxA (Z *m V *m _)) with_one_entry.
by rewrite !mulmxA with_one_entry.
Qed.

(* Their sum over the rows, the divergence. *)
Lemma divergence b c : \sum_i del i b ((Z *m V) i c) = (m%:R - D%:R - 1) * V b c.
Proof.
have squares : \sum_i (Z *m V) i b * (Z *m V) i c = V b c.
  have <- : ((Z *m V)^T *m (Z *m V)) b c = V b c.
    by rewrite trmx_mul inverse_symmetric -mulmxA (mulmxA Z^T) inverse_right mulmx1.
  by rewrite [RHS]mxE; apply: eq_bigr => i _; rewrite [_^T b i]mxE.
have trace : \sum_i (Z *m V *m Z^T) i i = D%:R.
  by rewrite -[LHS]/(\tr _) mxtrace_mulC mulmxA mxtrace_mulC inverse mxtrace1.
have -> : \sum_i del i b ((Z *m V) i c) =
    \sum_i (V b c - ((Z *m V) i b * (Z *m V) i c + (Z *m V *m Z^T) i i * V b c)).
  by apply: eq_bigr => i _; apply: derive_entry.
rewrite sumrB big_split /= squares -mulr_suml trace sumr_const card_ord -(mulr_natl (V b c)).
by rewrite !mulrBl mul1r opprD addrA addrAC.
Qed.
End Design.

Section Mean.
Variables (K : realFieldType) (A : comAlgType K) (Ex : A -> K).
Hypotheses (Ex_add : forall f g, Ex (f + g) = Ex f + Ex g) (Ex_scale : forall c f, Ex (c *: f) = c * Ex f).
Hypothesis Ex_one : Ex 1 = 1.
Variables (m D : nat) (Z : 'M[A]_(m, D)) (V : 'M[A]_D) (C : 'M[K]_D).
Hypothesis inverse : V *m (Z^T *m Z) = 1%:M.
Local Notation excess := (m%:R - D%:R - 1 : K).

Lemma Ex_zero : Ex 0 = 0.
Proof. by rewrite -(scale0r (0 : A)) Ex_scale mul0r. Qed.

(* Z^T (Z V) is 1; by parts its mean is the covariance times the mean of the divergence. *)
Lemma one_by_parts del : derivatives Z del -> by_parts Ex Z V C del -> excess *: (C *m map_mx Ex V) = 1%:M.
Proof.
move=> of_Z rule; apply/matrixP => a c; have Ex_sum := big_morph Ex Ex_add Ex_zero.
have <- : Ex ((Z^T *m (Z *m V)) a c) = (1%:M : 'M[K]_D) a c.
  by rewrite mulmxA inverse_right // !mxE; case: (a == c); rewrite ?Ex_one ?Ex_zero.
transitivity (\sum_b C a b * Ex (\sum_i del i b ((Z *m V) i c))); last first.
  rewrite [in RHS]mxE Ex_sum; under [RHS]eq_bigr => i _ do rewrite [Z^T a i]mxE rule.
  by rewrite exchange_big /=; apply: eq_bigr => b _; rewrite -mulr_sumr Ex_sum.
rewrite !mxE mulr_sumr; apply: eq_bigr => b _; rewrite (divergence inverse of_Z) mxE mulrCA; congr (_ * _).
by rewrite -Ex_scale -mulr_algl !scalerBl scale1r !scaler_nat.
Qed.

Theorem mean_of_the_inverse : gaussian Ex Z C -> (D.+1 < m)%N ->
  C \in unitmx /\ map_mx Ex V = excess^-1 *: invmx C.
Proof.
move=> normal many; have [del of_Z rule] := normal many; have one := one_by_parts of_Z (rule V inverse).
have positive : excess != 0 by rewrite -addrA -opprD subr_eq0 -mulrSr eqr_nat gtn_eqF.
have unit : C \in unitmx by move: one; rewrite scalemxAr => /mulmx1_unit [].
split=> //; apply: (scalerI positive); rewrite scalerA mulfV // scale1r.
by rewrite -[LHS](mulKmx unit) -scalemxAr one mulmx1.
Qed.

(* With one row less the rule has no expectation at all. *)
Theorem no_rule_at_one_row_less del : (0 < D)%N -> m = D.+1 -> derivatives Z del -> ~ by_parts Ex Z V C del.
Proof.
move=> some rows of_Z rule; have := one_by_parts of_Z rule.
have -> : excess = 0 by rewrite rows mulrSr -addrA -opprD subrr.
rewrite scale0r => /matrixP /(_ (Ordinal some) (Ordinal some)); rewrite !mxE eqxx => /eqP.
by rewrite eq_sym oner_eq0.
Qed.
End Mean.
