(* Small worlds that settle a question (consensus/new-redundancy-without-copies, new-copies-are-not-agreement,
   new-quadratic-counterexample, new-factor-two, new-target-is-not-wanted), over any ordered field.
   Modelled: client m accepts x if [S m x], that is, if its loss [F m x] is at most eps above its least value; one client may report
   another set. A minimal output is that of Clusters.v, a utility that of Wants.v. A rule that chooses a candidate sees the values of
   all clients at all candidates, and nothing else. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
From Incentives Require Import Clusters Wants MechanismH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

(* The sets {0,1}, {0,2}, {0,3}: any one can be spared, and no two are equal. *)
Theorem redundancy_without_copies : let S (m : 'I_3) (x : nat) := x \in [:: 0; m.+1] in
  redundant S /\ forall m k, m != k -> ~ (S m =1 S k).
Proof.
move=> S; split=> [n x H m|m k mk same]; last first.
  by have := same m.+1; rewrite /S !inE eqxx orbT /= eqSS (inj_eq val_inj) (negPf mk).
have [a [b [an bn ab]]] : exists a b : 'I_3, [/\ a != n, b != n & a != b].
  case: n {H} => [[|[|[|//]]] n3]; [exists (@Ordinal 3 1 isT), (@Ordinal 3 2 isT)|exists ord0, (@Ordinal 3 2 isT)|exists ord0, (@Ordinal 3 1 isT)];
    by split.
have := H a an; have := H b bn; rewrite /S !inE; case: (x == 0) => //= /eqP -> /eqP[ba].
by case/negP: ab; apply/eqP/val_inj; apply: esym.
Qed.

Local Open Scope ring_scope.
Section Numbers.
Variable K : realFieldType.

(* Two archetypes, each twice: at every tolerance any one client can be spared; the losses have no common minimiser. *)
Theorem copies_are_not_agreement : exists F : bool * bool -> bool -> K,
  [/\ forall m, exists2 k, k != m & F k =1 F m, forall m, (exists x, F m x = 0) /\ forall x, 0 <= F m x,
      forall eps, redundant (fun m x => F m x <= eps) & ~ exists w, forall m x, F m w <= F m x].
Proof.
exists (fun m x => (m.1 != x)%:R); split=> [[k c]|[k c]|eps n x H m|[w least]].
- by exists (k, ~~ c) => //; apply/eqP => -[]; case: c.
- by split=> [|x]; [exists k; rewrite /= eqxx|apply: ler0n].
- have [->|mn] := eqVneq m n; last exact: H.
  by apply: (H (n.1, ~~ n.2)); apply/eqP; case: n {H} => k []; case.
by have := least (~~ w, true) (~~ w); rewrite /= eqxx; case: w {least} => /=; rewrite ler10.
Qed.

(* Four quadratics in the plane: x1^2 twice and x2^2 twice, tolerance 1; client 0 reports x1^2 + (x2 - 10)^2. *)
Definition plane (m : 'I_4) (p : K * K) : K := if (m < 2)%N then p.1 ^+ 2 else p.2 ^+ 2.
Definition told (m : 'I_4) (p : K * K) : K := if m == ord0 then p.1 ^+ 2 + (p.2 - 10%:R) ^+ 2 else plane m p.
Definition pair_model (i : 'I_2) : K * K := if i == ord0 then (0, 10%:R) else (10%:R, 0).
Definition pair_cluster (m : 'I_4) : 'I_2 := if (m < 2)%N then ord0 else ord_max.

Lemma twin_of (n : 'I_4) : exists2 k : 'I_4, k != n & (k < 2)%N = (n < 2)%N.
Proof.
case: n => [[|[|[|[|//]]]] n4];
  [exists (@Ordinal 4 1 isT)|exists ord0|exists (@Ordinal 4 3 isT)|exists (@Ordinal 4 2 isT)] => //.
Qed.

Theorem quadratic_counterexample : let S m p := plane m p <= 1 in
  [/\ (forall m p, 0 <= plane m p) /\ (forall m, plane m (0, 0) = 0), redundant S,
      minimal (fun m p => told m p <= 1) pair_model pair_cluster &
      forall i m, S m (pair_model i) = (pair_cluster m == i)].
Proof.
move=> S; have big : 1 < 10%:R ^+ 2 :> K by rewrite -natrX ltr1n.
have not_big : (10%:R ^+ 2 <= 1 :> K) = false by rewrite leNgt big.
split.
- by split=> m *; rewrite /plane; case: ifP => _; rewrite ?sqr_ge0 ?expr0n.
- move=> n p H m; have [->|mn] := eqVneq m n; last exact: H.
  by have [k kn same] := twin_of n; have := H k kn; rewrite /S /plane same.
- split=> [m|k [x [a ok]]].
    rewrite /told /plane /pair_model /pair_cluster; case: m => [[|[|[|[|//]]]] m4] //=;
      by rewrite ?subrr expr0n ?addr0 ler01.
  case: k x a ok => [|[|k]] x a ok //; first by case: (a ord0).
  have := ok ord0; have := ok ord_max; rewrite /told /plane /= !ord1; set p := x _ => y1 far.
  have {}far : (p.2 - 10%:R) ^+ 2 <= 1 by apply: le_trans far; rewrite ler_addr sqr_ge0.
  have small : p.2 <= 1 by rewrite leNgt; apply: contraL y1 => large; rewrite -ltNge expr_gt1 // ltW // (lt_trans ltr01).
  have : 1 < (p.2 - 10%:R) ^+ 2.
    rewrite -sqrrN opprB expr_gt1 //; last by rewrite subr_ge0 (le_trans small) // ler1n.
    by rewrite ltr_subr_addr (le_lt_trans (_ : _ <= 1 + 1)) ?ler_add2l // -[1 + 1]/(2%:R) ltr_nat.
  by rewrite ltNge far.
case=> [[|[|//]] i2] m; rewrite /S /plane /pair_model /pair_cluster /=;
  by case: ifP => _; rewrite ?expr0n ?ler01 ?not_big.
Qed.

(* Four clients and four models, at tolerance 1: the candidates x, y, z = 0, 1, 2 and a common minimiser, in two worlds. Client 0 lies in world A, client 1
   in world B; the run without client 0 returns x, the run without client 1 returns y, the others return z. *)
Definition values (i : 'I_3) (m : 'I_4) : K := if i == 0%N :> nat then (~~ (m < 2)%N)%:R else if i == 1%N :> nat then (m < 2)%N%:R else 9%:R.
Definition least (b : bool) (m : 'I_4) : K := if b == (m < 2)%N then -1 else 0.
Definition loss (b : bool) (m : 'I_4) (x : option 'I_3) : K := if x is Some i then values i m else least b m.
Definition returned (n : 'I_4) : 'I_3 := if n == 0%N :> nat then ord0 else if n == 1%N :> nat then @Ordinal 3 1 isT else ord_max.
Definition lying (b : bool) : 'I_4 := if b then ord0 else @Ordinal 4 1 isT.

Lemma factor_two_at_one (rule : ('I_4 -> 'I_4 -> K) -> 'I_4) (rho : K) : rho < 2%:R ->
  let gap b m x := loss b m x - least b m in
  (forall b, [/\ forall m x, least b m <= loss b m x, forall m, loss b m None = least b m,
      redundant (fun m x => gap b m x <= 1) & forall m, gap b m (Some (returned (lying b))) <= 1]) /\
  (forall n m, loss true m (Some (returned n)) = loss false m (Some (returned n))) /\
  exists b m, rho < gap b m (Some (returned (rule (fun n m => loss b m (Some (returned n)))))).
Proof.
move=> small gap.
have gap_of b m x : gap b m x = if x is Some i then values i m - least b m else 0 by case: x => [i //|]; apply: subrr.
have one_one : 1 + 1 = 2%:R :> K by rewrite -[1 + 1]/(2%:R).
have big : rho < 1 + 1 by rewrite one_one.
have neg : -1 <= 0 :> K by rewrite oppr_le0 ler01.
split=> [b|]; last split=> //.
  split=> //.
  - move=> m [[[|[|[|//]]] i3]|] //; rewrite /loss /values /least /=; case: (b == _); case: (m < 2)%N => //=;
      rewrite ?ler0n ?(le_trans neg) ?ler0n //.
  - move=> n x H m; have [->|mn] := eqVneq m n; last exact: H.
    have [k kn same] := twin_of n; have := H k kn.
    by rewrite /gap /loss /least /values same; case: x {H} => [i|]; rewrite ?same.
  move=> m; rewrite /gap /loss /least /values; case: b => /=; case: (m < 2)%N; rewrite /= ?opprK ?add0r ?addr0 ?subr0 ?lexx ?ler01 //.
pose n := rule (fun n m => values (returned n) m).
change (exists b m, rho < gap b m (Some (returned n))); case: (returned n) => [[|[|[|//]]] i3].
- by exists false, ord_max; rewrite /gap /loss /values /least /= opprK.
- by exists true, ord0; rewrite /gap /loss /values /least /= opprK.
exists true, ord_max; rewrite /gap /loss /values /least /= subr0; apply: (lt_trans big).
by rewrite one_one ltr_nat.
Qed.

(* At every tolerance: all losses are multiplied by it. *)
Theorem factor_two (rule : ('I_4 -> 'I_4 -> K) -> 'I_4) (eps rho : K) : 0 < eps -> rho < 2%:R ->
  let F b m x := eps * loss b m x in let gap b m x := F b m x - F b m None in
  (forall b, [/\ forall m x, F b m None <= F b m x, redundant (fun m x => gap b m x <= eps) &
      forall m, gap b m (Some (returned (lying b))) <= eps]) /\
  (forall n m, F true m (Some (returned n)) = F false m (Some (returned n))) /\
  exists b m, rho * eps < gap b m (Some (returned (rule (fun n m => F b m (Some (returned n)))))).
Proof.
move=> e0 small F gap; have [worlds [same [b [m far]]]] := factor_two_at_one (fun v => rule (fun n m => eps * v n m)) small.
have gapE b' k x : gap b' k x = eps * (loss b' k x - least b' k) by rewrite /gap /F -mulrBr.
split=> [b'|]; last split=> [n k|]; last by exists b, m; rewrite gapE mulrC ltr_pmul2l.
  have [low _ red one] := worlds b'; split=> [k x|n x H k|k].
  - by rewrite /F ler_pmul2l //; apply: low.
  - by rewrite gapE ger_pmulr //; apply: (red n) => j jn; rewrite -(ger_pmulr _ e0) -gapE; apply: H.
  by rewrite gapE ger_pmulr //; apply: one.
by rewrite /F same.
Qed.
End Numbers.

(* Any two clients or more: to each its own model is the best, and hurts all others; one more model is the best for all. *)
Theorem target_is_not_wanted (K : realFieldType) (I : finType) (eps : K) : (1 < #|I|)%N -> 0 <= eps ->
  exists (X : Type) (G : I -> X -> K) (u : I -> X -> option K) (favourite : I -> X),
    [/\ (forall m x, 0 <= G m x) /\ (exists w, forall m, G m w = 0), forall m, assumption_1 G eps m (u m),
        forall m, exists k, eps < G k (favourite m) &
        forall m x, (forall k, G k x = 0) -> above (u m (favourite m)) (u m x)].
Proof.
move=> two e0; have two_of m : exists2 k : I, k != m & true.
  move: two; rewrite (cardD1 m) inE add1n ltnS => /card_gt0P[k]; rewrite !inE andbT => km.
  by exists k.
pose G (m : I) (x : option I) : K := if x is Some k then (k != m)%:R * (eps + 1) else 0.
have e1 : 0 < eps + 1 by rewrite ltr_spaddr // ltr01.
have G0 m x : 0 <= G m x by case: x => [k|] //=; rewrite mulr_ge0 ?ler0n // ltW.
have legal m : assumption_1 G eps m (hierarchical G eps m (fun=> 1)).
  by apply: corrected_assumption_is_satisfiable => // n; apply: ltr01.
exists (option I), G, (fun m => hierarchical G eps m (fun=> 1)), Some; split=> //.
- by split=> //; exists None.
- by move=> m; have [k km _] := two_of m; exists k; rewrite /= eq_sym km mul1r ltr_addl ltr01.
move=> m x best; have [_ _ clause] := legal m; have own : G m (Some m) = 0 by rewrite /= eqxx mul0r.
apply: clause => // [|n nm]; last by rewrite best.
by have [k km _] := two_of m; exists k => //; rewrite best /= eq_sym km mul1r.
Qed.
