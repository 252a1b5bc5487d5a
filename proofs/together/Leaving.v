(* Errors are convex in all sizes, so nobody leaves (new-nobody-leaves), for any number of members over any ordered field;
   and so it is with convex costs (new-nobody-leaves-convex), of which costs in proportion to sizes are a case.
   Modelled: member i with the size n i has the error of Prices.v and costs C i (n i). Sizes are efficient if no others have
   a smaller sum of errors and costs. Then all prices for a record of j together are a slope at which its costs stay above
   the line ([above_the_line]). That is all that the argument uses of efficient sizes ([nobody_leaves]), and sizes with such
   prices are efficient ([efficient_sizes]).
   Not modelled: where the formula of the error comes from (part on coalitions). *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Tangents Prices.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Leaving.
Variables (K : realFieldType) (I : finType) (s mu : K).
Hypotheses (s_pos : 0 <= s) (mu_pos : 0 < mu).
Variables (n : I -> K) (C : I -> K -> K).
Hypotheses (n_pos : forall j, 0 <= n j) (some : exists j, 0 < n j).
Implicit Types (k : I -> K) (i j : I).
Local Notation err := (err s mu).
Local Notation price := (price s mu).
Local Notation worth j := (\sum_i price n i j).

Definition bill i := err i n + C i (n i) + \sum_j price n i j * n j - n i * worth i.

Lemma bills_cover : \sum_i bill i = \sum_i (err i n + C i (n i)).
Proof.
rewrite /bill sumrB big_split /= -[RHS]addr0 -addrA; congr (_ + _); rewrite exchange_big /= -sumrB.
by rewrite big1 // => j _; rewrite mulr_sumr -sumrB big1 // => i _; rewrite mulrC subrr.
Qed.

(* No coalition that collects anything does better by leaving with sizes of its own, however it shares its cost. *)
Lemma nobody_leaves (A : {set I}) k : (forall j x, 0 <= x -> C j (n j) + worth j * (x - n j) <= C j x) ->
  (forall j, 0 <= k j) -> (forall j, j \notin A -> k j = 0) -> (exists j, 0 < k j) ->
  \sum_(i in A) bill i <= \sum_(i in A) (err i k + C i (k i)).
Proof.
move=> above k0 outside some_k.
have used : \sum_(i in A) \sum_j price n i j * k j <= \sum_(i in A) worth i * k i.
  rewrite exchange_big /= (bigID (mem A)) /= addrC big1 ?add0r => [|j jA]; last first.
    by rewrite big1 // => i _; rewrite outside // mulr0.
  apply: ler_sum => j _; rewrite -mulr_suml; apply: ler_wpmul2r => //.
  by rewrite [X in _ <= X](bigID (mem A)) /= ler_addl; apply: sumr_ge0 => i _; apply: price_pos.
apply: (@le_trans _ _ (\sum_(i in A) (bill i + worth i * k i - \sum_j price n i j * k j))).
  by rewrite [X in _ <= X]sumrB [X in _ <= X - _]big_split /= -addrA ler_addl subr_ge0.
apply: ler_sum => i _; apply: le_trans _ (ler_add (tangent s_pos mu_pos i n_pos k0 some some_k) (above i _ (k0 i))).
rewrite le_eqVlt; apply/orP; left; apply/eqP.
have -> : \sum_j price n i j * (n j - k j) = \sum_j price n i j * n j - \sum_j price n i j * k j.
  by rewrite -sumrB; apply: eq_bigr => j _; rewrite mulrBr.
by rewrite /bill; ring.
Qed.

(* So such sizes are the efficient ones: everybody together cannot spend less. *)
Lemma efficient_sizes k : (forall j x, 0 <= x -> C j (n j) + worth j * (x - n j) <= C j x) ->
  (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i (err i n + C i (n i)) <= \sum_i (err i k + C i (k i)).
Proof.
move=> above k0 some_k; have := @nobody_leaves setT k above k0 _ some_k.
have all f : \sum_(i in [set: I]) f i = \sum_i f i by apply: eq_bigl => i; rewrite inE.
by rewrite !all bills_cover; apply=> j; rewrite inE.
Qed.

(* From here on costs are convex, and these sizes are efficient. *)
Hypothesis bent : forall j x y t, 0 <= x -> 0 <= y -> 0 <= t -> t <= 1 ->
  C j (t * x + (1 - t) * y) <= t * C j x + (1 - t) * C j y.
Hypothesis least : forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
  \sum_i (err i n + C i (n i)) <= \sum_i (err i k + C i (k i)).

(* A little more or less of j: what it saves all, at the prices there, is at most what it costs. *)
Lemma little j x : 0 <= x -> (exists l, 0 < collects n j x l) ->
  (\sum_i price (collects n j x) i j) * (x - n j) <= C j x - C j (n j).
Proof.
move=> x0 some_x; set k := collects n j x.
have k0 l : 0 <= k l by rewrite /k /collects; case: ifP.
have kj : k j = x by rewrite /k /collects eqxx.
have kl l : l != j -> k l = n l by move=> /negPf lj; rewrite /k /collects lj.
have each i : price k i j * (x - n j) <= err i n - err i k.
  rewrite ler_subr_addl; have := tangent s_pos mu_pos i k0 n_pos some_x some.
  by rewrite (bigD1 j) //= kj big1 ?addr0 // => l lj; rewrite kl // subrr mulr0.
have costs : \sum_i C i (k i) - \sum_i C i (n i) = C j x - C j (n j).
  by rewrite -sumrB (bigD1 j) //= kj big1 ?addr0 // => l lj; rewrite kl // subrr.
have := least k0 some_x; rewrite !big_split /= => le.
rewrite mulr_suml; apply: (@le_trans _ _ (\sum_i (err i n - err i k))); first exact: ler_sum.
have regroup (a b d e : K) : a + d <= b + e -> a - b <= e - d.
  by move=> h; rewrite ler_subl_addr addrAC ler_subr_addr [e + b]addrC.
by rewrite sumrB -costs; apply: regroup.
Qed.

Lemma above_the_line j x : 0 <= x -> C j (n j) + worth j * (x - n j) <= C j x.
Proof.
move=> x0; rewrite addrC -ler_subr_addr; move: x x0.
pose y := n j; have y0 : 0 <= y := n_pos j.
have same : collects n j y =1 n by move=> l; rewrite /collects; case: eqP => [->|].
have told_same i : told s mu (collects n j y) i = told s mu n i by apply: eq_bigr => l _; rewrite same.
have price_same i : price (collects n j y) i j = price n i j.
  by rewrite /Prices.price /Prices.err /precision told_same !same.
have prec x i : 0 <= x -> (exists l, 0 < collects n j x l) -> 0 < precision s mu (collects n j x) i.
  move=> x0 ex; apply: precision_pos => // l; rewrite /collects; by case: ifP.
have some_y : exists l, 0 < collects n j y l by have [l nl] := some; exists l; rewrite same.
have [f fE] : exists f : I -> K * K, forall i, 0 <= (f i).1 /\ 0 < (f i).2 /\ forall x, 0 <= x ->
    0 < precision s mu (collects n j x) i -> 0 < (f i).1 + (f i).2 * x /\
    price (collects n j x) i j = mu / ((f i).1 + (f i).2 * x) ^+ 2.
  apply: (@fin_all_exists I (fun=> (K * K)%type) (fun i p => 0 <= p.1 /\ 0 < p.2 /\ forall x, 0 <= x ->
    0 < precision s mu (collects n j x) i -> 0 < p.1 + p.2 * x /\
    price (collects n j x) i j = mu / (p.1 + p.2 * x) ^+ 2)) => i.
  by have [al [be H]] := price_shape s_pos mu_pos i j n_pos; exists (al, be).
have shape x : 0 <= x -> (exists l, 0 < collects n j x l) -> (forall i, 0 < (f i).1 + (f i).2 * x) /\
    \sum_i price (collects n j x) i j = \sum_i mu / ((f i).1 + (f i).2 * x) ^+ 2.
  move=> x0 ex; have at_x i : 0 < (f i).1 + (f i).2 * x /\
      price (collects n j x) i j = mu / ((f i).1 + (f i).2 * x) ^+ 2.
    by have [_ [_ H]] := fE i; apply: H (prec x i x0 ex).
  by split=> [i|]; [|apply: eq_bigr => i _]; have [] := at_x i.
have [q0 sum_y] := shape y y0 some_y.
have -> : worth j = \sum_i mu / ((f i).1 + (f i).2 * y) ^+ 2.
  by rewrite -sum_y; apply: eq_bigr => i _; rewrite price_same.
apply: (at_a_least_sum mu_pos y0 _ _ q0 (@bent j)) => [i|i|x x0]; [by have [] := fE i|by have [_ []] := fE i|].
have ex : exists l, 0 < collects n j x l by exists j; rewrite /collects eqxx.
by have [_ <-] := shape x (ltW x0) ex; apply: little (ltW x0) ex.
Qed.
End Leaving.

(* The page's theorem, for any efficient sizes and any convex costs: all prices for a record together are a slope below the
   costs of whoever collects it; bills that cover what everybody spends, and nobody who leaves. *)
Theorem with_convex_costs (K : realFieldType) (I : finType) (s mu : K) (n : I -> K) (C : I -> K -> K) :
  0 <= s -> 0 < mu -> (forall j, 0 <= n j) -> (exists j, 0 < n j) ->
  (forall j x y t, 0 <= x -> 0 <= y -> 0 <= t -> t <= 1 -> C j (t * x + (1 - t) * y) <= t * C j x + (1 - t) * C j y) ->
  let spent k i := err s mu i k + C i (k i) in
  (forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i spent n i <= \sum_i spent k i) ->
  [/\ forall j x, 0 <= x -> C j (n j) + (\sum_i price s mu n i j) * (x - n j) <= C j x,
    forall (A : {set I}) k, (forall j, 0 <= k j) -> (forall j, j \notin A -> k j = 0) -> (exists j, 0 < k j) ->
      \sum_(i in A) bill s mu n C i <= \sum_(i in A) spent k i &
    \sum_i bill s mu n C i = \sum_i spent n i].
Proof.
move=> s0 mu0 n0 some bent spent least; have above := above_the_line s0 mu0 n0 some bent least.
by split=> // [A k k0 outside some_k|]; [apply: nobody_leaves|apply: bills_cover].
Qed.

(* Costs in proportion to sizes: a record costs at least what it is worth to all, and just that where it is collected. *)
Theorem with_lump_sums (K : realFieldType) (I : finType) (s mu : K) (n c : I -> K) :
  0 <= s -> 0 < mu -> (forall j, 0 <= n j) -> (exists j, 0 < n j) ->
  let spent k i := err s mu i k + c i * k i in
  (forall k, (forall j, 0 <= k j) -> (exists j, 0 < k j) -> \sum_i spent n i <= \sum_i spent k i) ->
  [/\ forall i k, (forall j, 0 <= k j) -> (exists j, 0 < k j) ->
      err s mu i n + \sum_j price s mu n i j * (n j - k j) <= err s mu i k,
    forall j, \sum_i price s mu n i j <= c j /\ (0 < n j -> \sum_i price s mu n i j = c j),
    forall (C : {set I}) k, (forall j, 0 <= k j) -> (forall j, j \notin C -> k j = 0) -> (exists j, 0 < k j) ->
      \sum_(i in C) bill s mu n (fun j x => c j * x) i <= \sum_(i in C) spent k i &
    \sum_i bill s mu n (fun j x => c j * x) i = \sum_i spent n i].
Proof.
move=> s0 mu0 n0 some spent least.
have flat j x y t : 0 <= x -> 0 <= y -> 0 <= t -> t <= 1 ->
    c j * (t * x + (1 - t) * y) <= t * (c j * x) + (1 - t) * (c j * y).
  by move=> *; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have [above nobody cover] := @with_convex_costs K I s mu n (fun j x => c j * x) s0 mu0 n0 some flat least.
split=> // [i k k0 some_k|j]; first exact: tangent.
have at_most : \sum_i price s mu n i j <= c j.
  have := above j (n j + 1) (addr_ge0 (n0 j) ler01).
  by rewrite [n j + 1 - _]addrC addKr mulr1 mulrDr mulr1 ler_add2l.
split=> // nj; apply/eqP; rewrite eq_le at_most /=.
by have := above j 0 (lexx 0); rewrite mulr0 sub0r mulrN subr_le0 ler_pmul2r.
Qed.
