(* Lies against what training misses, and the converse (payments/new-gain-at-most-loss). Any set of models, any
  ordered field; the types of the last part are finitely many.
   Modelled: one group, the reports of the others fixed; [gain price t r] is what a group of type t gains by the
     report r;
   [weight] of a path of types is from Equivalence.v: what pretending loses along it, each type pretending to be the
     one before
   it. A cycle is a path that ends where it begins.
   Not modelled: what makes training miss. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring.
From Incentives Require Import Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Potentials.
Variables (K : realDomainType) (T : eqType).
Implicit Types (l : T -> T -> K) (s t v : T) (ps us : seq T).
Fixpoint total l s ps := if ps is t :: rest then l s t + total l t rest else 0.

Lemma total_cat l s ps qs : total l s (ps ++ qs) = total l s ps + total l (last s ps) qs.
Proof. by elim: ps s => [|t ps IH] s /=; rewrite ?add0r // IH addrA. Qed.

Lemma least_of (g : T -> K) u us : exists2 m, m \in u :: us & forall s, s \in u :: us -> g m <= g s.
Proof.
elim: us u => [|v us IH] u; first by exists u => [|s]; rewrite inE // => /eqP->.
have [m inm low] := IH v; have [mu|um] := lerP (g m) (g u).
  by exists m => [|s]; rewrite inE ?inm ?orbT // => /orP[/eqP->|/low].
exists u => [|s]; rewrite inE ?eqxx // => /orP[/eqP->//|/low]; exact: le_trans (ltW um).
Qed.

(* Without a negative cycle there are numbers, one for each type, whose differences are at most the lengths. *)
Lemma potentials us l : (forall t ps, t \in us -> {subset ps <= us} -> last t ps = t -> 0 <= total l t ps) ->
  exists p : T -> K, forall s t, s \in us -> t \in us -> p t - p s <= l s t.
Proof.
elim: us l => [|v us IH] l pos; first by exists (fun=> 0).
have [inv|outv] := boolP (v \in us).
  have same x : (x \in v :: us) = (x \in us) by rewrite inE; case: eqP => // ->.
  have [|p pP] := IH l; last by exists p => s t; rewrite !same; apply: pP.
  by move=> t ps int sub; apply: pos; [rewrite same|move=> x /sub; rewrite same].
pose l' s t := Num.min (l s t) (l s v + l v t).
have expand s ps : s \in us -> {subset ps <= us} ->
    exists qs, [/\ last s qs = last s ps, {subset qs <= v :: us} & total l s qs <= total l' s ps].
  elim: ps s => [|t ps IHps] s ins sub; first by exists [::].
  have int : t \in us by apply: sub; rewrite mem_head.
  have [|qs [lq sq tq]] := IHps t int; first by move=> x xps; apply: sub; rewrite inE xps orbT.
  have inside x : x \in t :: qs -> x \in v :: us by rewrite !inE => /orP[/eqP->|/sq]; rewrite ?int ?orbT // inE.
  rewrite /= /l'; case: leP => _; first by exists (t :: qs); split=> //=; rewrite ler_add2l.
  exists (v :: t :: qs); split=> //=; last by rewrite addrA ler_add2l.
  by move=> x; rewrite inE => /orP[/eqP->|/inside //]; rewrite mem_head.
have [|p pP] := IH l'.
  move=> t ps int sub back; have [qs [lq sq tq]] := expand t ps int sub.
  by apply: le_trans tq; apply: pos => //; rewrite ?lq // inE int orbT.
have self : 0 <= l v v.
  have := pos v [:: v]; rewrite /= addr0; apply; rewrite ?mem_head //.
  by move=> x; rewrite inE => /eqP->; rewrite mem_head.
have [n [into out]] : exists n, (forall s, s \in us -> n - p s <= l s v) /\ (forall t, t \in us -> p t - n <= l v t).
  case: us {IH expand} pos outv pP => [|u us] pos outv pP; first by exists 0.
  have [m inm low] := least_of (fun s => p s + l s v) u us; exists (p m + l m v); split=> [s ins|t int].
    by apply: (by1 (low s ins)); ring.
  have := pP m t inm int; rewrite /l' le_minr => /andP[_ H]; apply: (by1 H); ring.
exists (fun x => if x == v then n else p x) => s t; rewrite !inE.
have [->|_] := eqVneq s v; have [->|_] := eqVneq t v => //=.
- by rewrite subrr.
- by move=> _; apply: out.
- by move=> ins _; apply: into.
by move=> ins int; have := pP s t ins int; rewrite /l' le_minr => /andP[].
Qed.
End Potentials.

Lemma total_weight (K : realFieldType) (T : finType) (Model : Type) (value : T -> Model -> K) (f : T -> Model) l
    (e : K) s ps : (forall s t, l s t = loss value f s t + e) -> total l s ps = weight value f s ps + e * (size ps)%:R.
Proof.
move=> lE; elim: ps s => [|t ps IH] s /=; first by rewrite mulr0 addr0.
by rewrite lE IH -addn1 natrD mulrDr mulr1 [e * _ + e]addrC addrACA.
Qed.

Section Converse.
Variables (K : realFieldType) (T Model : Type) (value : T -> Model -> K) (f : T -> Model).
Implicit Types (price : T -> K) (s t : T) (ps : seq T).
Definition gain price t r := value t (f r) - price r - (value t (f t) - price t).

(* Around a cycle somebody gains at least the mean, by the report before the own one. *)
Lemma somebody_gains price t ps : last t ps = t -> (0 < size ps)%N ->
  exists k, (k < size ps)%N /\ - weight value f t ps / (size ps)%:R <= gain price (nth t ps k) (nth t (t :: ps) k).
Proof.
move=> back some; set a := _ / _; have n0 : 0 < (size ps)%:R :> K by rewrite ltr0n.
have [/existsP[k low]|none] := boolP [exists k : 'I_(size ps), a <= gain price (nth t ps k) (nth t (t :: ps) k)].
  by exists k.
have sums u qs : (forall k, (k < size qs)%N -> gain price (nth t qs k) (nth t (u :: qs) k) < a) ->
    price (last u qs) - price u - weight value f u qs <= a * (size qs)%:R ?= iff (size qs == 0)%N.
  elim: qs u => [|v qs IH] u small /=; first by rewrite subrr subr0 mulr0; split; rewrite ?eqxx.
  have lt_a : gain price v u < a by apply: (small 0%N).
  have [|le_a _] := IH v; first by move=> k lt_k; apply: (small k.+1).
  have strict : price (last v qs) - price u - (loss value f u v + weight value f v qs) < a * (size qs).+1%:R.
    rewrite -addn1 natrD -subr_gt0.
    have -> : a * ((size qs)%:R + 1%:R) - (price (last v qs) - price u - (loss value f u v + weight value f v qs)) =
      (a * (size qs)%:R - (price (last v qs) - price v - weight value f v qs)) + (a - gain price v u).
      by rewrite /gain /loss; ring.
    by apply: ltr_paddl; rewrite ?subr_ge0 ?subr_gt0.
  by split; [apply: ltW|rewrite lt_eqF].
have nu : (size ps)%:R != 0 :> K by rewrite gt_eqF.
have [|_] := sums t ps; last first.
  by rewrite back subrr sub0r /a mulfVK // eqxx => /esym/eqP empty; rewrite empty in some.
move=> k lt_k; rewrite ltNge; apply: contra none => low; apply/existsP; by exists (Ordinal lt_k).
Qed.
End Converse.

(* In order: a lie gains at most what the truth's own model misses, and this is attained; around a cycle of n types
  that loses -s
   in all, some type gains s / n or more under any payments; some payments leave no more than the largest such mean. *)
Theorem lies_and_losses (K : realFieldType) :
  [/\ forall (T Model : Type) (value : T -> Model -> K) (f : T -> Model) (others : Model -> K) (h : K)
        (menu : Model -> Prop) (t : T) (xi : K), (forall r, menu (f r)) ->
        (forall m, menu m -> value t m + others m <= value t (f t) + others (f t) + xi) ->
        forall r, value t (f r) - (h - others (f r)) <= value t (f t) - (h - others (f t)) + xi,
      forall xi : K, 0 <= xi -> exists (T Model : Type) (value : T -> Model -> K) (f : T -> Model) (others : Model -> K)
        (t r : T), (forall m, value t m + others m <= value t (f t) + others (f t) + xi) /\
        forall h, value t (f r) - (h - others (f r)) = value t (f t) - (h - others (f t)) + xi,
      forall (T Model : Type) (value : T -> Model -> K) (f : T -> Model) (price : T -> K) (t : T) (ps : seq T),
        last t ps = t -> (0 < size ps)%N ->
        exists k, (k < size ps)%N /\
          - weight value f t ps / (size ps)%:R <= gain value f price (nth t ps k) (nth t (t :: ps) k) &
      forall (T : finType) (Model : Type) (value : T -> Model -> K) (f : T -> Model) (e : K),
        (forall t ps, last t ps = t -> - weight value f t ps <= e * (size ps)%:R) ->
        exists price, forall t r, gain value f price t r <= e].
Proof.
split=> [T Model value f others h menu t xi inm short r|xi xi0|T Model value f price t ps|T Model value f e mean].
- by apply: (by1 (short _ (inm r))); ring.
- exists bool, bool, (fun _ m => if m then xi else 0), negb, (fun=> 0), true, false.
  split=> [[]|h] /=; last by ring.
    by rewrite !addr0 add0r.
  by rewrite !addr0 add0r.
- exact: somebody_gains.
pose l s t := loss value f s t + e; have lE s t : l s t = loss value f s t + e by [].
have [|p pP] := @potentials K T (enum T) l.
  move=> t ps _ _ back; rewrite (total_weight _ _ lE) -ler_subl_addl sub0r; exact: mean.
exists p => t r; have := pP r t (mem_enum _ _) (mem_enum _ _); rewrite /l => H.
by apply: (by1 H); rewrite /gain /loss; ring.
Qed.
