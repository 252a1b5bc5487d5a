(* Two tools for games of two sizes (coalitions/algorithm-5-5, theorem-5-5, new-5-5-all-sizes): arrangements with one table, and a
   search by bisection. Any finite set of players.
   Modelled: [arrangement T] seats the players of T together and leaves each other one alone; [bisect ask k low] gives the number
   that the search finds in k steps and the list of the numbers that it asks about. Not modelled: what one question costs. *)
From mathcomp Require Import all_ssreflect.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.

(* --- One table, the others alone --- *)
Section Table.
Variables (I : finType) (T : {set I}).
Definition arrangement := T |: [set [set i] | i in ~: T].
Hypothesis someone : T != set0.

Lemma blocks C : C \in arrangement -> C = T \/ exists2 i, i \notin T & C = [set i].
Proof. by case/setU1P => [->|/imsetP[i]]; [left|rewrite inE => iT ->; right; exists i]. Qed.
Lemma single i : i \notin T -> [set i] \in arrangement.
Proof. by move=> iT; apply/setU1P; right; apply/imsetP; exists i; rewrite ?inE. Qed.
Lemma arrangement_partition : partition arrangement setT.
Proof.
apply/and3P; split.
- apply/eqP/setP => i; rewrite inE; apply/bigcupP; have [iT|iT] := boolP (i \in T); first by exists T; rewrite ?setU11.
  by exists [set i]; rewrite ?set11 ?single.
- apply/trivIsetP => C D /blocks[->|[i iT ->]] /blocks[->|[k kT ->]] ne; first by rewrite eqxx in ne.
  + by rewrite disjoint_sym disjoints1.
  + by rewrite disjoints1.
  by rewrite disjoints1 inE; apply: contra ne => /eqP ->.
apply/negP => /blocks[e|[i _ e]]; first by have := someone; rewrite -e eqxx.
by have := set11 i; rewrite -e inE.
Qed.
Lemma home_table j : j \in T -> pblock arrangement j = T.
Proof. by move=> jT; apply: def_pblock jT; [case/and3P: arrangement_partition|rewrite setU11]. Qed.
Lemma home_alone j : j \notin T -> pblock arrangement j = [set j].
Proof. by move=> jT; apply: def_pblock (set11 j); [case/and3P: arrangement_partition|apply: single]. Qed.
End Table.

(* --- Bisection: the largest number about which the answer is yes --- *)
Section Bisection.
Variable ask : nat -> bool.
Fixpoint bisect k low : nat * seq nat :=
  if k is k'.+1 then
    let middle := (low + 2 ^ k') in
    let rest := bisect k' (if ask middle then middle else low) in (rest.1, middle :: rest.2)
  else (low, [::]).

Lemma questions k low : size (bisect k low).2 = k.
Proof. by elim: k low => //= k IH low; rewrite IH. Qed.
Hypothesis falls : forall l l', (0 < l) -> (l <= l') -> ask l' -> ask l.
Lemma bisect_finds k low : (low == 0) || ask low -> (forall l, ask l -> (l < low + 2 ^ k)) ->
  let l := (bisect k low).1 in ((l == 0) || ask l) /\ forall l', ask l' -> (l' <= l).
Proof.
elim: k low => [|k IH] low start bound /=; first by split=> // l /bound; rewrite addn1 ltnS.
have [yes|no] := boolP (ask (low + 2 ^ k)).
  by apply: IH => [|l /bound]; rewrite ?yes ?orbT // expnS mul2n -addnn addnA.
apply: IH => // l yes; rewrite ltnNge; apply: contra no => above; apply: falls above yes.
by rewrite addn_gt0 expn_gt0 orbT.
Qed.
End Bisection.
