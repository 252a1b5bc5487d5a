(* The swap (rewards/new-swap): clients whose models are in the wrong order exchange them. Any number of clients.
   Modelled: client k has contribution c k and gets the model of accuracy a k; its gain is the difference; variance is that
   of the gains over the clients. Numbers: any ordered field. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum fingroup perm.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Swap.
Variables (K : realFieldType) (I : finType) (c : I -> K).
Definition mean_gain (a : I -> K) := (\sum_k (a k - c k)) / #|I|%:R.
Definition variance (a : I -> K) := (\sum_k (a k - c k - mean_gain a) ^+ 2) / #|I|%:R.
Definition swapped (a : I -> K) i j := fun k => a (tperm i j k).

Theorem swap (a : I -> K) i j : c i < c j -> a j < a i -> (forall k, c k <= a k) ->
  [/\ forall k, c k <= swapped a i j k, mean_gain (swapped a i j) = mean_gain a &
      variance (swapped a i j) = variance a - 2%:R * (c j - c i) * (a i - a j) / #|I|%:R].
Proof.
move=> cij aij rational; have ij : i != j by apply: contraTneq cij => ->; rewrite ltxx.
have mean : mean_gain (swapped a i j) = mean_gain a.
  rewrite /mean_gain !sumrB; congr ((_ - _) / _).
  by rewrite [RHS](reindex_inj (@perm_inj _ (tperm i j))).
split=> // [k|].
  rewrite /swapped; case: tpermP => [->|->|_ _] //; first by apply: ltW; apply: lt_le_trans cij (rational j).
  by apply: le_trans (rational j) (ltW aij).
rewrite /variance mean -mulrBl; congr (_ / _); move: (mean_gain a) => m.
have two (f : I -> K) : \sum_k f k = f i + (f j + \sum_(k | (k != i) && (k != j)) f k).
  by rewrite (bigD1 i) //=; congr (_ + _); rewrite (bigD1 j) //= eq_sym.
rewrite (two (fun k => (swapped a i j k - c k - m) ^+ 2)) (two (fun k => (a k - c k - m) ^+ 2)) /swapped tpermL tpermR.
have -> : \sum_(k | (k != i) && (k != j)) (a (tperm i j k) - c k - m) ^+ 2 =
          \sum_(k | (k != i) && (k != j)) (a k - c k - m) ^+ 2.
  by apply: eq_bigr => k /andP[ki kj]; rewrite tpermD // eq_sym.
move: (\sum_(k | _) _) => others; move: (a i) (a j) (c i) (c j) => ai aj ci cj; ring.
Qed.
End Swap.
