(* What the theorem of Pairs.v needs: each hypothesis below is dropped in turn; two or three members break the rest. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From Incentives Require Import Pairs.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition all_said (K : realFieldType) (I : finType) (e : I -> I -> K) := let M := #|I|%:R : K in
  [/\ forall m : I -> K, \sum_i pays (fun j k => e j k * (m j - m k) ^+ 2) i = 0,
    forall (v v' : I -> K) i, (forall j, j != i -> v' j = v j) ->
      pays (fun j k => if j == k then 0 else e j k * (v' j + v' k)) i
      - pays (fun j k => if j == k then 0 else e j k * (v j + v k)) i = reward e i * (v' i - v i) &
    forall (V : lmodType K) (E : V -> V -> K) (honest : I -> V),
      (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) -> (forall f, 0 <= E f f) ->
      [/\ forall i u, (forall j k, E (honest j - honest k) u = 0) ->
          expects E e (fun j => honest j + (if j == i then u else 0)) i = expects E e honest i + reward e i * E u u,
        forall (T : {set I}) lie, (forall i, i \notin T -> lie i = 0) ->
          (forall i j k, i \in T -> E (honest j - honest k) (lie i) = 0) -> (2 * #|T| <= #|I|)%N ->
          \sum_(i in T) expects E e honest i <= \sum_(i in T) expects E e (lied honest lie) i &
        forall (T : {set I}) lie u, (forall i, i \notin T -> lie i = 0) ->
          (forall i j k, i \in T -> E (honest j - honest k) (lie i) = 0) -> (forall i, i \in T -> lie i = u) ->
          \sum_(i in T) expects E e (lied honest lie) i - \sum_(i in T) expects E e honest i
          = (M - 2%:R * #|T|%:R) / (M - 2%:R) * ((\sum_(j in T) \sum_(k | k \notin T) e j k) * E u u)]].

(* Two members: nobody is left to share what a pair pays. *)
Theorem pair_stakes_needs_1 : ~ (forall (K : realFieldType) (I : finType) (e : I -> I -> K), True -> (forall j k : I,
  e j k = e k j) -> (forall j k : I, 0 <= e j k) -> all_said e).
Proof.
move=> H; have [zero _ _] := H rat_realFieldType _ (fun _ _ : bool => 1) I (fun _ _ => erefl) (fun _ _ => isT).
have /eqP := zero (fun b => if b then 1 else 0); rewrite big_bool /pays /own /rest card_bool.
by rewrite !big_bool /= subrr invr0 !mulr0.
Qed.

(* Three members with negative stakes: one of them gains by every lie. *)
Theorem pair_stakes_needs_3 : ~ (forall (K : realFieldType) (I : finType) (e : I -> I -> K), (2 < #|I|)%N -> (forall j
  k : I, e j k = e k j) -> True -> all_said e).
Proof.
move=> H; have many : (2 < #|'I_3|)%N by rewrite card_ord.
have [_ _ lies] := H rat_realFieldType _ (fun _ _ => - 1) many (fun _ _ => erefl) I.
pose E (f g : rat^o) : rat := f * g; have sym f g : E f g = E g f by exact: mulrC.
have add f g h : E (f + g) h = E f h + E g h by exact: mulrDl.
have [truth safe _] := lies _ E (fun=> 0) sym add (fun f => sqr_ge0 f).
pose lie (i : 'I_3) : rat^o := if i == ord0 then 1 else 0.
have out i : i \notin [set ord0] -> lie i = 0 by rewrite inE /lie => /negPf ->.
have flat (u : rat^o) : E (0 - 0) u = 0 by rewrite /E subr0 mul0r.
have := safe [set ord0] lie out (fun i j k _ => flat (lie i)) _; rewrite cards1 card_ord => /(_ isT).
rewrite !big_set1 (truth ord0 1 (fun j k => flat 1)) ler_addl /reward.
have -> : \sum_(j | j != ord0 :> 'I_3) (-1 : rat) = - 2%:R.
  by rewrite (eq_bigl (mem (predC1 ord0))) // sumr_const cardC1 card_ord.
by vm_compute.
Qed.
