(* What a client wants (consensus/new-satisfiable, new-silent-ties): Assumption 1 with minus infinity in its first clause, in
   every game: any number of clients, any models, any losses, over any ordered field.
   Modelled: the excess [G n x] of client n at the model x, its loss above the least value; a utility gives a number, or
   minus infinity (None). [above v u] says that v is strictly more than u. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Wants.
Variables (K : realFieldType) (I : finType) (X : Type) (G : I -> X -> K) (eps : K) (m : I).
Definition above (v u : option K) : bool := match v, u with
  | Some a, Some b => b < a | Some _, None => true | None, _ => false end.
Definition clause_1 (u : X -> option K) := forall x, eps < G m x -> u x = None.
Definition clause_2 (u : X -> option K) := forall x y, G m x <= eps -> G m y <= eps -> G m x < G m y -> above (u x) (u y).
Definition clause_3 (u : X -> option K) := forall x y, G m x = 0 -> G m y = 0 ->
  (exists2 n, n != m & G n y < G n x) -> (forall n, n != m -> G n y <= G n x) -> above (u x) (u y).
Definition assumption_1 u := [/\ clause_1 u, clause_2 u & clause_3 u].

(* The utility of the page, with weights w. *)
Definition hierarchical (w : I -> K) x : option K :=
  if G m x == 0 then Some (\sum_(n | n != m) w n * (G n x / (1 + G n x)))
  else if G m x <= eps then Some (- G m x) else None.

Lemma share_grows (a b : K) : 0 <= a -> a <= b -> a / (1 + a) <= b / (1 + b) ?= iff (a == b).
Proof.
move=> a0 ab; have b0 := le_trans a0 ab.
have pos (c : K) : 0 <= c -> 0 < 1 + c by move=> c0; rewrite ltr_spaddl // ltr01.
have key : b / (1 + b) - a / (1 + a) = (b - a) / ((1 + b) * (1 + a)).
  have := lt0r_neq0 (pos a a0); have := lt0r_neq0 (pos b b0) => nb na.
  by field; rewrite na nb.
have den : 0 < ((1 + b) * (1 + a))^-1 by rewrite invr_gt0 mulr_gt0 ?pos.
split; first by rewrite -subr_ge0 key mulr_ge0 ?subr_ge0 // ltW.
rewrite -subr_eq0 -oppr_eq0 opprB key mulf_eq0 (gt_eqF den) orbF subr_eq0; exact: eq_sym.
Qed.

Theorem corrected_assumption_is_satisfiable (w : I -> K) : 0 <= eps -> (forall n x, 0 <= G n x) -> (forall n, 0 < w n) ->
  assumption_1 (hierarchical w).
Proof.
move=> e0 G0 w0; split=> [x high|x y xe ye xy|x y x0 y0 [n nm worse] none_better]; rewrite /hierarchical.
- by rewrite gt_eqF ?(le_lt_trans e0 high) // leNgt high.
- rewrite [G m y == 0]gt_eqF ?(le_lt_trans (G0 m x) xy) // ye; case: eqP => [_|_] /=; last by rewrite xe /= ltr_opp2.
  apply: (@lt_le_trans _ _ 0); first by rewrite oppr_lt0 (le_lt_trans (G0 m x) xy).
  apply: sumr_ge0 => n _; apply: mulr_ge0; first exact: ltW.
  by rewrite divr_ge0 ?G0 // addr_ge0 ?ler01 ?G0.
rewrite x0 y0 eqxx /= (bigD1 n) //= [X in _ < X](bigD1 n) //=; apply: ltr_le_add.
  by rewrite ltr_pmul2l // (lt_leif (share_grows (G0 n y) (ltW worse))) lt_eqF.
apply: ler_sum => k /andP[km _]; rewrite ler_pmul2l //.
by have [] := share_grows (G0 k y) (none_better k km).
Qed.

(* A jump at the loss g, and at that loss z0 is liked a little less than the other models. *)
Definition tie (X' : eqType) (to : X' -> X) (g : K) (z0 : X') (z : X') : option K :=
  if G m (to z) < g then hierarchical (fun=> 1) (to z)
  else if G m (to z) <= eps then Some (- G m (to z) - (if g < G m (to z) then 1 + 1 else (z == z0)%:R)) else None.
End Wants.

(* What it leaves open: the order of two models with the same own loss above the minimum, and of two minimisers at which one
   rival suffers more and another less; in every game, whichever these models are. *)
Theorem silent_ties (K : realFieldType) (I : finType) (X : eqType) (G : I -> X -> K) (eps : K) (m : I) (x y : X) :
  (forall n z, 0 <= G n z) ->
  x != y /\ G m x = G m y /\ 0 < G m x /\ G m x <= eps \/
  0 <= eps /\ G m x = 0 /\ G m y = 0 /\ (exists2 n, n != m & G n y < G n x) /\ (exists2 k, k != m & G k x < G k y) ->
  exists u v, [/\ assumption_1 G eps m u, assumption_1 G eps m v, above (u x) (u y) & above (v y) (v x)].
Proof.
move=> G0; case=> [[xy [same [pos low]]]|[e0 [x0 [y0 [[n nm worse] [k km better]]]]]]; last first.
  have e w : (forall n, 0 < w n) -> assumption_1 G eps m (hierarchical G eps m w).
    by move=> w0; apply: corrected_assumption_is_satisfiable.
  have gain a b j : j != m -> G m a = 0 -> G m b = 0 -> G j b < G j a ->
      exists2 u, assumption_1 G eps m u & above (u a) (u b).
    move=> jm a0 b0 more; pose share i z := G i z / (1 + G i z).
    have pos i z : 0 < 1 + G i z by rewrite ltr_spaddl // ltr01.
    have share0 i z : 0 <= share i z by rewrite divr_ge0 // ltW.
    have share1 i z : share i z <= 1 by rewrite ler_pdivr_mulr // mul1r ler_addr ler01.
    have d : 0 < share j a - share j b by rewrite subr_gt0 (lt_leif (share_grows (G0 j b) (ltW more))) lt_eqF.
    pose w i : K := if i == j then (#|I|%:R + 1) / (share j a - share j b) else 1.
    have w0 i : 0 < w i by rewrite /w; case: eqP => _; rewrite ?ltr01 // divr_gt0 // ltr_paddl ?ler0n // ltr01.
    exists (hierarchical G eps m w); first exact: e.
    rewrite /hierarchical a0 b0 eqxx /= (bigD1 j) //= [X in _ < X](bigD1 j) //= -!/(share _ _).
    rewrite -subr_gt0 opprD addrACA -mulrBr {1}/w eqxx divfK ?gt_eqF //.
    have few : \sum_(i | (i != m) && (i != j)) w i * (G i b / (1 + G i b)) <= #|I|%:R.
      rewrite -sum1_card natr_sum [X in _ <= X](bigID (fun i => (i != m) && (i != j))) /=.
      rewrite -[X in X <= _]addr0; apply: ler_add; last by apply: sumr_ge0 => i _; rewrite ler01.
      by apply: ler_sum => i /andP[_ /negPf ij]; rewrite /w ij mul1r share1.
    have some : 0 <= \sum_(i | (i != m) && (i != j)) w i * (G i a / (1 + G i a)).
      by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?(ltW (w0 i)) ?share0.
    by rewrite addrA subr_gt0; apply: (le_lt_trans few); rewrite -addrA ltr_addl ltr_spaddl // ltr01.
  have [u u1 ux] := gain x y n nm x0 y0 worse; have [v v1 vy] := gain y x k km y0 x0 better.
  by exists u, v.
have e0 : 0 <= eps by apply: le_trans (ltW pos) low.
have [h1 h2 h3] : assumption_1 G eps m (hierarchical G eps m (fun=> 1)).
  by apply: corrected_assumption_is_satisfiable => // n; exact: ltr01.
have legal z0 : assumption_1 G eps m (tie G eps m id (G m x) z0).
  have at_most z : - G m z - (if G m x < G m z then 1 + 1 else (z == z0)%:R) <= - G m z.
    by rewrite ler_subl_addr ler_addl; case: ifP => _; rewrite ?addr_ge0 ?ler01 ?ler0n.
  split=> [z high|z z' ze ze' zz|z z' z0' z0'']; rewrite /tie.
  - by rewrite ltNge (le_trans low (ltW high)) /= leNgt high.
  - case: (ltP (G m z) (G m x)) => zx; case: (ltP (G m z') (G m x)) => zx'; rewrite ?ze ?ze'.
    + exact: h2.
    + have [h -> hz] : exists2 h, hierarchical G eps m (fun=> 1) z = Some h & - G m z <= h.
        rewrite /hierarchical ze; case: eqP => [z1|_]; last by exists (- G m z).
        exists (\sum_(n | n != m) 1 * (G n z / (1 + G n z))) => //; apply: (@le_trans _ _ 0); first by rewrite oppr_le0.
        by apply: sumr_ge0 => n _; rewrite mul1r divr_ge0 // addr_ge0 // ler01.
      rewrite /=; apply: lt_le_trans hz; apply: le_lt_trans (at_most z') _; by rewrite ltr_opp2.
    + by move: (lt_le_trans zz (ltW zx')); rewrite ltNge zx.
    + rewrite (le_lt_trans zx zz) /=; apply: ltr_le_add; first by rewrite ltr_opp2.
      rewrite ler_opp2; case: ifP => // _; case: (_ == _); first by rewrite ler_addl ler01.
      by rewrite addr_ge0 // ler01.
  - by rewrite z0' z0'' pos; apply: h3.
exists (tie G eps m id (G m x) y), (tie G eps m id (G m x) x); split; rewrite ?legal //.
- by rewrite /tie /= -same ltxx low /= eqxx (negPf xy) subr0 ltr_subl_addr ltr_addl ltr01.
- by rewrite /tie /= -same ltxx low /= eqxx eq_sym (negPf xy) subr0 ltr_subl_addr ltr_addl ltr01.
Qed.
