(* What the theorems of Rounds.v need: each hypothesis below is dropped in turn; fractions break the rest. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import Rounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation factor lam L steps M := (1 - M%:R^-1 * (1 - (1 - lam / L) ^+ steps)).
Notation stepped K lam L steps M x := (let f := factor lam L steps M in
  [/\ round lam L steps M x = f * x, `|round lam L steps M x| = f * `|x| & 1 - M%:R^-1 <= f :> K]).
(* One client, and a step of more than twice the length that would end at 0. *)
Theorem local_steps_needs_1 : ~ (forall (K : realFieldType) (lam L : K) (steps M : nat) (x : K), True -> lam <= L -> (0 < M)%N ->
  stepped K lam L steps M x).
Proof.
move=> H; have down : - 4%:R <= -1 :> rat by rewrite ler_opp2 ler1n.
have [_ _] := H rat_realFieldType (- 4%:R) (-1) 1%N 1%N 1 I down isT.
by rewrite invrN1 mulrN1 opprK !mulr1n !invr1 ?subrr subr_ge0 lern1.
Qed.
Theorem local_steps_needs_2 : ~ (forall (K : realFieldType) (lam L : K) (steps M : nat) (x : K), 0 < lam -> True -> (0 < M)%N ->
  stepped K lam L steps M x).
Proof.
move=> H; have [_ _] := H rat_realFieldType 4%:R 1 1%N 1%N 1 (ltr0Sn _ 3) I isT.
by rewrite divr1 !mulr1n !invr1 mul1r expr1 opprB addrCA subrr addr0 subr_ge0 lern1.
Qed.
Theorem local_steps_needs_3 : ~ (forall (K : realFieldType) (lam L : K) (steps M : nat) (x : K), 0 < lam -> lam <= L -> True ->
  stepped K lam L steps M x).
Proof.
move=> H; have [moved _ _] := H rat_realFieldType 1 1 1%N 0%N 1 ltr01 (lexx _) I.
by move/eqP: moved; rewrite /round big_ord0 mulr0 invr0 mul0r subr0 mul1r eq_sym oner_eq0.
Qed.

(* Noise that is always 1; a mean that is always 0; no noise at all. *)
Notation adds_up K E position a eta x0 v := (forall rounds : nat, E (position rounds) (position rounds) =
  a ^+ (2 * rounds) * x0 ^+ 2 + eta ^+ 2 * v * (\sum_(i < rounds) a ^+ (2 * i)) :> K).
Theorem any_noisy_rounds_needs_3 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one : V) (xi : nat -> V)
  (a eta x0 v : K), (forall b X Y Z, E (b *: X + Y) Z = b * E X Z + E Y Z) -> (forall X Y, E X Y = E Y X) -> True ->
  (forall t, E (xi t) one = 0) -> (forall t, E (xi t) (xi t) = v) ->
  (forall s t, s != t -> E (xi s) (xi t) = E (xi s) one * E (xi t) one) -> adds_up K E (position one xi a eta x0) a eta x0 v).
Proof.
move=> /(_ rat_realFieldType [lmodType rat of rat^o] (fun _ _ => 0) 0 (fun=> 0) 1 1 1 0) H.
have E : (0 : rat) = 1 ^+ 2.
  have := H _ _ I _ _ _ 0%N; rewrite big_ord0 mulr0 addr0 expr0 mul1r; apply=> // *; by rewrite ?mulr0 ?addr0.
by move/eqP: E; rewrite expr1n eq_sym oner_eq0.
Qed.
Theorem any_noisy_rounds_needs_4 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one : V) (xi : nat -> V)
  (a eta x0 v : K), (forall b X Y Z, E (b *: X + Y) Z = b * E X Z + E Y Z) -> (forall X Y, E X Y = E Y X) -> E one one = 1 ->
  True -> (forall t, E (xi t) (xi t) = v) ->
  (forall s t, s != t -> E (xi s) (xi t) = E (xi s) one * E (xi t) one) -> adds_up K E (position one xi a eta x0) a eta x0 v).
Proof.
move=> /(_ rat_realFieldType [lmodType rat of rat^o] (fun x y : rat => x * y) (1 : rat) (fun=> 1 : rat) 1 1 1 1) H.
have E : (0 : rat) = 1 + 1.
  have := H _ _ _ I _ _ 1%N; rewrite /= big_ord_recl big_ord0 !expr1n addr0 !mul1r !scale1r subrr mul0r.
  by apply=> // [b X Y Z|X Y]; [rewrite mulrDl; congr (_ + _); exact: esym (mulrA b X Z)|exact: mulrC].
by move/eqP: E; rewrite eq_sym (pnatr_eq0 _ 2).
Qed.
Theorem any_noisy_rounds_needs_5 : ~ (forall (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one : V) (xi : nat -> V)
  (a eta x0 v : K), (forall b X Y Z, E (b *: X + Y) Z = b * E X Z + E Y Z) -> (forall X Y, E X Y = E Y X) -> E one one = 1 ->
  (forall t, E (xi t) one = 0) -> True ->
  (forall s t, s != t -> E (xi s) (xi t) = E (xi s) one * E (xi t) one) -> adds_up K E (position one xi a eta x0) a eta x0 v).
Proof.
move=> /(_ rat_realFieldType [lmodType rat of rat^o] (fun x y : rat => x * y) (1 : rat) (fun=> 0 : rat) 1 1 1 1) H.
have E : (1 : rat) = 1 + 1.
  have := H _ _ _ _ I _ 1%N; rewrite /= big_ord_recl big_ord0 !expr1n addr0 !mul1r.
  by apply=> // [b X Y Z|X Y]; [rewrite mulrDl; congr (_ + _); exact: esym (mulrA b X Z)|exact: mulrC].
by move/eqP: E; rewrite -[X in X == _]addr0 (inj_eq (addrI _)) eq_sym oner_eq0.
Qed.

(* A start at the optimum: after no round it is inside. *)
Theorem no_sure_oracle_needs_1 : ~ (forall (K : realFieldType) (start : K), True ->
  (exists path : nat -> bool, forall rounds, ~~ inside (foldl (@noisy_step K) start (mkseq path rounds))) /\
  forall rounds, #|inside_at_last start rounds|%:R / (2 ^ rounds)%:R < 1 :> K).
Proof.
move=> /(_ rat_realFieldType 0 I)[[path /(_ 0%N)/negP out] _]; apply: out; apply/forallP => m.
by rewrite /gap /= expr0n mulr0.
Qed.
