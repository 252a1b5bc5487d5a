(* Three small statements about what a client trains and receives (rewards/lemma-2, new-width-reward-ends-are-flat,
   new-masked-averaging-owners). Modelled: a model is a list of numbers, one for each coordinate; a client trains the coordinates
   of a set S and holds the others at fixed values; a width is a share of the coordinates. Not modelled: training. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Lemma 2: what a convex function of all coordinates is of some of them, the others held fixed, is convex. *)
Definition convex_on (K : realFieldType) (J : Type) (F : (J -> K) -> K) := forall (x y : J -> K) (t : K), 0 <= t <= 1 ->
  F (fun j => t * x j + (1 - t) * y j) <= t * F x + (1 - t) * F y.
Definition placed (K : realFieldType) (J : finType) (S : {set J}) (held : J -> K) (x : {j | j \in S} -> K) j :=
  if insub j is Some k then x k else held j.
Theorem lemma_2 (K : realFieldType) (J : finType) (S : {set J}) (held : J -> K) (F : (J -> K) -> K) :
  (forall x y, x =1 y -> F x = F y) -> convex_on F -> convex_on (fun x => F (placed (S := S) held x)).
Proof.
move=> same convex x y t t01; rewrite (same _ (fun j => t * placed held x j + (1 - t) * placed held y j)); first exact: convex.
by move=> j; rewrite /placed; case: insubP => // _; ring.
Qed.

(* Widths by contributions, normalised to their range: the least contributor has the least width and the top contributor the
   whole, by however much they are ahead of or behind their neighbours; and every width lies between. *)
Theorem ends_are_flat (K : realFieldType) (I : finType) (c : I -> K) (p : K) (low top : I) :
  (forall i, c low <= c i <= c top) -> c low < c top -> p <= 1 ->
  let width i := p + (1 - p) * ((c i - c low) / (c top - c low)) in
  [/\ forall i, c i = c low -> width i = p, forall i, c i = c top -> width i = 1 & forall i, p <= width i <= 1].
Proof.
move=> ends some p1 width; have D : 0 < c top - c low by rewrite subr_gt0.
split=> [i e|i e|i]; first by rewrite /width e subrr mul0r mulr0 addr0.
  by rewrite /width e divff ?gt_eqF // mulr1 addrC subrK.
have /andP[lo hi] := ends i; have q0 : 0 <= 1 - p by rewrite subr_ge0.
rewrite /width ler_addl mulr_ge0 ?divr_ge0 ?subr_ge0 ?(ltW some) //=.
rewrite -[X in _ <= X](subrK p) [X in _ <= X]addrC ler_add2l -[X in _ <= X]mulr1 ler_wpmul2l //.
by rewrite ler_pdivr_mulr // mul1r ler_add2r.
Qed.

(* Clients of widths 2, 5 and 8 hold the first 2, 5 and 8 of eight coordinates: how many hold each, and who holds the last. *)
Definition holders (widths : seq nat) (j : nat) := [seq k <- iota 0 (size widths) | (j < nth 0 widths k)%N].
Theorem masked_averaging_owners :
  [seq size (holders [:: 2; 5; 8]%N j) | j <- iota 0 8] = [:: 3; 3; 2; 2; 2; 1; 1; 1]%N /\
  forall j, (5 <= j < 8)%N -> holders [:: 2; 5; 8]%N j = [:: 2]%N.
Proof. by split=> // j; case: j => [|[|[|[|[|[|[|[|j]]]]]]]]. Qed.
