(* Polynomials in four unknowns with whole coefficients that a computation can add, multiply and look through: one
   without a negative coefficient has no negative value where no unknown is negative (a tool of
   coalitions/new-four-players-core). Any ordered field.
   Modelled: a polynomial is the list of its coefficients, the constant first; they are polynomials in the other
   unknowns.
   Not modelled: positive polynomials that have a negative coefficient. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* What can be computed with; [fine] coefficients are not negative. *)
Record numbers := Numbers {carrier :> Type; zero : carrier; plus : carrier -> carrier -> carrier;
  times : carrier -> carrier -> carrier; fine : carrier -> bool}.
Arguments zero {n}.
Arguments plus {n}.
Arguments times {n}.
Arguments fine {n}.
Definition integers := Numbers Z0 Z.add Z.mul (Z.leb Z0).

(* One more unknown. *)
Section More.
Variable R : numbers.
Fixpoint sum_lists (p q : seq R) : seq R :=
  match p, q with
  | [::], _ => q
  | _, [::] => p
  | a :: p', b :: q' => plus a b :: sum_lists p' q'
  end.
Fixpoint product_lists (p q : seq R) : seq R :=
  if p is a :: p' then sum_lists (map (times a) q) (zero :: product_lists p' q) else [::].
Definition more := Numbers [::] sum_lists product_lists (all fine).
End More.
Definition polynomials := more (more (more (more integers))).
Definition one := Zpos xH.
Definition constant (z : Z) : polynomials := [:: [:: [:: [:: z]]]].
Definition unknown k : polynomials :=
  match k with
  | 0 => [:: [:: [:: [:: Z0; one]]]]
  | 1 => [:: [:: [:: [::]; [:: one]]]]
  | 2 => [:: [:: [::]; [:: [:: one]]]]
  | _ => [:: [::]; [:: [:: [:: one]]]]
  end%N.
Definition minus (p q : polynomials) := plus p (times (constant (Zneg xH)) q).

Section Values.
Variable K : realFieldType.
Definition sound (R : numbers) (value : R -> K) := [/\ value zero = 0, {morph value : p q / plus p q >-> p + q},
  {morph value : p q / times p q >-> p * q} & forall p, fine p -> 0 <= value p].

Definition whole (z : Z) : K := (int_of_Z z)%:~R.
Lemma integers_sound : @sound integers whole.
Proof.
split=> [//|p q|p q|p pos]; rewrite /whole.
- by rewrite /= [int_of_Z _]rmorphD rmorphD.
- by rewrite /= [int_of_Z _]rmorphM rmorphM.
by rewrite ler0z; case: p pos.
Qed.

Definition horner (R : numbers) (value : R -> K) (x : K) (p : more R) : K := foldr (fun a r => value a + x * r) 0 p.
Lemma more_sound (R : numbers) (value : R -> K) x : sound value -> 0 <= x -> sound (horner value x).
Proof.
case=> v0 vD vM pos x0.
have D p q : horner value x (sum_lists p q) = horner value x p + horner value x q.
  elim: p q => [|a p IH] [|b q] /=; rewrite ?add0r ?addr0 // vD IH; ring.
split=> // [p q|p] /=; last by elim: p => //= a p IH /andP[a0 /IH p0]; rewrite addr_ge0 ?pos ?mulr_ge0.
elim: p => [|a p IH] /=; first by rewrite mul0r.
rewrite D /= v0 IH; have -> : horner value x (map (times a) q) = value a * horner value x q.
  by elim: q {IH} => [|b q IH] /=; rewrite ?mulr0 // vM IH; ring.
ring.
Qed.

Section At.
Variables (t0 t1 t2 t3 : K).
Definition value : polynomials -> K := horner (horner (horner (@horner integers whole t0) t1) t2) t3.
Lemma value_constant z : value (constant z) = whole z.
Proof. by rewrite /value /= !mulr0 !addr0. Qed.
Lemma value_unknown : [/\ value (unknown 0) = t0, value (unknown 1) = t1, value (unknown 2) = t2 &
  value (unknown 3) = t3].
Proof.
have [z w] : whole Z0 = 0 /\ whole one = 1 by [].
by split; rewrite /value /= ?z ?w ?(mulr0, mulr1, addr0, add0r).
Qed.

Hypotheses (t0_ge0 : 0 <= t0) (t1_ge0 : 0 <= t1) (t2_ge0 : 0 <= t2) (t3_ge0 : 0 <= t3).
Lemma value_sound : sound value.
Proof. by do 4!apply: more_sound => //; exact: integers_sound. Qed.
Lemma value0 : value zero = 0. Proof. by case: value_sound. Qed.
Lemma valueD p q : value (plus p q) = value p + value q. Proof. by case: value_sound. Qed.
Lemma valueM p q : value (times p q) = value p * value q. Proof. by case: value_sound. Qed.
Lemma valueB p q : value (minus p q) = value p - value q.
Proof. by rewrite valueD valueM value_constant mulN1r. Qed.
Lemma no_negative p : fine p -> 0 <= value p. Proof. by case: value_sound => _ _ _; apply. Qed.
End At.
End Values.
