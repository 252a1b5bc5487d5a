(* Least squares needs linearly independent columns (coalitions/prose-independent-columns). Any numbers of data points and inputs,
   any ordered field. Modelled: the rows of X are inputs. Not modelled: how close to dependent columns may come. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Columns.
Variables (K : realFieldType) (n D : nat).

(* A row whose squares sum to zero is zero. *)
Lemma no_length (v : 'rV[K]_n) : v *m v^T = 0 -> v = 0.
Proof.
move=> /matrixP/(_ 0 0); rewrite !mxE => sum; apply/rowP => l; rewrite mxE; apply/eqP.
have squares : \sum_k v 0 k ^+ 2 = 0 by rewrite -[RHS]sum; apply: eq_bigr => k _; rewrite mxE expr2.
have := psumr_eq0P (fun k _ => sqr_ge0 (v 0 k)) squares (i := l) isT.
by move=> /eqP; rewrite sqrf_eq0.
Qed.

Theorem independent_columns (X : 'M[K]_(n, D)) : X^T *m X \in unitmx <-> forall a : 'cV_D, X *m a = 0 -> a = 0.
Proof.
split=> [unit a Xa|independent].
  by rewrite -[a](mulKmx unit) -mulmxA Xa !mulmx0.
rewrite -row_free_unit; apply: inj_row_free => v vG.
have none : v *m X^T = 0.
  by apply: no_length; rewrite trmx_mul trmxK mulmxA -[v *m X^T *m X]mulmxA vG mul0mx.
by apply: trmx_inj; rewrite trmx0; apply: independent; rewrite -[X]trmxK -trmx_mul none trmx0.
Qed.
End Columns.
