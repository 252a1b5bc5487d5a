(* How many calls mechanism H makes (consensus/new-mechanism-h, new-three-calls-for-boxes, new-random-order, new-approximate-calls): any
   number of clients, any sets of models.
   Modelled as in MechanismH.v: a call leaves out one client, or nobody; it returns a point that all the others report to accept, or
   a witness, a group of them whose reports have no common point, whatever the oracle chooses. A test is the truth of every
   client about one point. Here the last suspect's point is not tested, H begins with everybody or by leaving out, and suspects
   are left out in any order; as every choice is final, an order that is fixed in advance is as general as one that is not. The
   name is that of a client other than the one left out at which a point fails, the last suspect, or the client without whom a
   point passes; the last of these says something only if the reports are known to be infeasible.
   Not modelled: how a call finds a point or a witness. *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import SlackH MoreH Helly MechanismH.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Section Mechanism.
Variables (I : finType) (X : Type) (S : I -> X -> bool).
Section Calls.
Variable call : I -> X + {set I}.
(* Step 4: the call without the last suspect, untested. Step 3: the suspects in the order in which they are left out. *)
Definition last_call u : outcome I X := Outcome (if call u is inl y then Some y else None) (Some u) 1 0.
Fixpoint leave_out (fuel : nat) (suspects : seq I) : outcome I X :=
  match fuel, suspects with
  | k.+1, n :: others =>
    if others is [::] then last_call n else
    match call n with
    | inl x => if [pick m | (m != n) && ~~ S m x] is Some m then Outcome (output (last_call m)) (Some m) 2 1
               else Outcome (Some x) (Some n) 1 1
    | inr A => one_more (leave_out k [seq m <- others | m \in A])
    end
  | _, _ => Outcome None None 0 0
  end.
Definition begun_by_leaving_out (order : seq I) := leave_out (size order) order.
Definition begun_with_everybody (all : X + {set I}) (order : seq I) : outcome I X :=
  match all with inl x => Outcome (Some x) None 1 0 | inr A => one_more (leave_out (size order) order) end.
End Calls.

Variables (R : I -> X -> bool) (liar : I).
Hypotheses (honest : forall m, m != liar -> R m =1 S m) (common : exists w, agreed S w) (red : redundant S).

Lemma index_of_filter (T : eqType) (P : pred T) x s : P x -> index x [seq y <- s | P y] <= index x s.
Proof.
move=> Px; elim: s => //= y s IH; case: (eqVneq y x) => [->|yx]; first by rewrite Px /= eqxx.
by case: (P y) => /=; [rewrite (negPf yx)|apply: leq_trans IH _].
Qed.

(* A liar in place i, from 0 on, costs at most i + 1 calls. *)
Lemma leaving_out call fuel suspects : (forall n, sound R call n) -> liar \in suspects -> size suspects <= fuel ->
  let o := leave_out call fuel suspects in
  [/\ right S o, calls o <= (index liar suspects).+1, tested o <= 1 & ~ (exists y, joint R y) -> named o = Some liar].
Proof.
move=> answers.
have [y ey Wy] : exists2 y, call liar = inl y & agreed S y.
  have := answers liar; rewrite /sound; case: (call liar) => [y H|A [out wit]].
    by exists y => //; apply: (red (n := liar)) => m ml; rewrite -(honest ml); apply: H.
  by rewrite (witness_holds_the_liar honest common wit) in out.
elim: fuel suspects => [|k IH] [|n others] //= inside few.
case: others inside few => [|n' others] inside few.
  by move: inside; rewrite inE => /eqP <-; rewrite /last_call ey eqxx; split=> //; exists y.
move: (n' :: others) inside few => {n' others} others inside few.
have second m : m != n -> m = liar -> 2 <= (if n == liar then 0 else (index liar others).+1).+1.
  by move=> mn <-; rewrite eq_sym (negPf mn).
case e: (call n) (answers n) => [x|A]; rewrite /sound e => H.
  have [W|[fails only]] := exposure honest red H.
    case: pickP => [m /andP[_]|_]; first by rewrite W.
    by split=> //; [exists x|move=> none; rewrite (good_point_names honest none H W)].
  case: pickP => [m /andP[mn bad]|nobody].
    have ml := only m mn bad; split=> //=; [|exact: second ml|by rewrite ml].
    by exists y => //; rewrite /= ml ey.
  have nl : n = liar by have := nobody liar; rewrite fails andbT => /negbFE/eqP.
  by move: e fails; rewrite nl ey => -[<-]; rewrite Wy.
have [out wit] := H; have inA := witness_holds_the_liar honest common wit.
have nl : n != liar by apply: contraNneq out => ->.
have left : liar \in [seq m <- others | m \in A].
  by move: inside; rewrite mem_filter inA inE eq_sym (negPf nl).
have shorter : size [seq m <- others | m \in A] <= size others by rewrite size_filter count_size.
have [good few_calls few_tests name] := IH _ left (leq_trans shorter few).
by rewrite (negPf nl); split=> //=; rewrite ltnS (leq_trans few_calls) // ltnS index_of_filter.
Qed.

(* Begun with everybody: one call and no test if the reports are feasible, else at most #K + 1 <= h + 1 calls. Begun by
   leaving out, with all clients as suspects: at most min(M, h + 1) calls. At most one test. And h = d + 1 will do for minimal
   witnesses of convex sets in d dimensions. *)
Theorem mechanism_h_in_full all call h : sound_all R all -> (forall n, sound R call n) -> 0 < h ->
  (forall A, all = inr A \/ (exists n, call n = inr A) -> #|A| <= h) ->
  (forall order, (forall A, all = inr A -> perm_eq order (enum A)) -> let o := begun_with_everybody call all order in
    [/\ right S o, tested o <= 1, (exists y, joint R y) -> calls o = 1 /\ tested o = 0,
        ~ (exists y, joint R y) -> named o = Some liar & forall A, all = inr A -> calls o <= #|A|.+1 <= h.+1]) /\
  (forall order, perm_eq order (enum I) -> let o := begun_by_leaving_out call order in
    [/\ right S o, tested o <= 1, calls o <= minn #|I| h.+1 & ~ (exists y, joint R y) -> named o = Some liar]) /\
  forall (K : realFieldType) d (C : I -> 'rV[K]_d -> bool) A, (forall m, convex (C m)) -> Trust.minimal_witness C A -> #|A| <= d.+1.
Proof.
move=> first answers h0 small; split=> [order ordered o|].
  move: first ordered small @o; rewrite /begun_with_everybody /sound_all; case: all => [x H _ _|A wit ordered small].
    split=> //; last by move=> none; case: none; exists x.
    by exists x => //; apply: (red (n := liar)) => m ml; rewrite -(honest ml); apply: H.
  have none : ~ exists y, joint R y by move=> [y H]; apply: wit; exists y => m _; apply: H.
  have same := ordered A erefl.
  have inside : liar \in order by rewrite (perm_mem same) mem_enum (witness_holds_the_liar honest common wit).
  have [good few_calls few_tests name] := leaving_out answers inside (leqnn _).
  split=> // A' [<-].
  rewrite ltnS (small A) ?andbT; last by left.
  by apply: leq_trans few_calls _; rewrite cardE -(perm_size same) index_mem.
split=> [order ordered o|K d C A]; last exact: convex_witnesses_are_small.
have inside : liar \in order by rewrite (perm_mem ordered) mem_enum.
have total : size order = #|I| by rewrite (perm_size ordered) -cardE.
have [good few_calls few_tests name] := leaving_out answers inside (leqnn _).
split=> //; rewrite leq_min; apply/andP; split; first by apply: leq_trans few_calls _; rewrite -total index_mem.
rewrite /o /begun_by_leaving_out {few_calls few_tests name good o}; case: order ordered inside {total} => [|n others] //= ordered inside.
case: others ordered inside => [//|n' others] ordered inside; move: (n' :: others) ordered inside => {n' others} others ordered inside.
case e: (call n) (answers n) => [x|A] H; first by case: pickP.
move: H; rewrite /sound e => -[out wit]; have inA := witness_holds_the_liar honest common wit.
have nl : n != liar by apply: contraNneq out => ->.
have left : liar \in [seq m <- others | m \in A].
  by move: inside; rewrite mem_filter inA inE eq_sym (negPf nl).
have shorter : size [seq m <- others | m \in A] <= size others by rewrite size_filter count_size.
have [_ few_calls _ _] := leaving_out answers left shorter.
rewrite /= ltnS; apply: leq_trans few_calls _; apply: (@leq_trans #|A|); last by apply: small; right; exists n.
apply: leq_trans (_ : size [seq m <- others | m \in A] <= _); first by rewrite index_mem.
have : uniq (n :: others) by rewrite (perm_uniq ordered) enum_uniq.
rewrite /= => /andP[_ once]; rewrite cardE; apply: uniq_leq_size; first by rewrite filter_uniq.
by move=> m; rewrite mem_filter mem_enum => /andP[].
Qed.

(* All orders of the first witness equally likely, and the oracle may know the order: at most 1 + (#K + 1)/2 calls on average. *)
Theorem random_order (K : realFieldType) (A : {set I}) (call : seq I -> I -> X + {set I}) : witness R A ->
  (forall order n, sound R (call order) n) ->
  ((\sum_(order <- permutations (enum A)) (calls (begun_with_everybody (call order) (inr A) order))%:R) / (#|A|`!)%:R
    <= 1 + (#|A|%:R + 1) / 2%:R :> K)%R.
Proof.
move=> wit answers; have inA := witness_holds_the_liar honest common wit.
pose P := permutations (enum A).
have each order : order \in P -> calls (begun_with_everybody (call order) (inr A) order) <= (index liar order).+2.
  rewrite mem_permutations => same; have inside : liar \in order by rewrite (perm_mem same) mem_enum.
  by have [_ few _ _] := leaving_out (answers order) inside (leqnn _); rewrite /= ltnS.
have reversed : perm_eq (map rev P) P.
  apply: uniq_perm; rewrite ?permutations_uniq //.
    by rewrite map_inj_uniq ?permutations_uniq //; apply: can_inj (@revK _).
  move=> s; apply/mapP/idP => [[t tP ->]|sP]; first by move: tP; rewrite !mem_permutations perm_rev.
  by exists (rev s); rewrite ?revK // mem_permutations perm_rev -mem_permutations.
have both order : order \in P -> (index liar order + index liar (rev order)).+1 = #|A|.
  rewrite mem_permutations => same; have inside : liar \in order by rewrite (perm_mem same) mem_enum.
  rewrite cardE -(perm_size same); have once : uniq order by rewrite (perm_uniq same) enum_uniq.
  have i_lt : index liar order < size order by rewrite index_mem.
  have -> : index liar (rev order) = size order - (index liar order).+1.
    rewrite -{1}(nth_index liar inside) -{1}(revK order) nth_rev ?size_rev // index_uniq ?rev_uniq //.
    by rewrite size_rev subnSK // leq_subr.
  by rewrite -addSn subnKC.
have twice : 2 * (\sum_(order <- P) (index liar order).+1) = #|A|`! * #|A|.+1.
  rewrite mul2n -addnn -[X in _ + X](perm_big _ reversed) big_map -big_split /=.
  rewrite big_seq (eq_bigr (fun=> #|A|.+1)) => [|order /both <-]; last by rewrite addSn addnS.
  by rewrite -big_seq big_const_seq count_predT size_permutations ?enum_uniq // -cardE iter_addn_0 mulnC.
have total : 2 * (\sum_(order <- P) calls (begun_with_everybody (call order) (inr A) order)) <= #|A|`! * (2 + #|A|.+1).
  rewrite mulnDr -twice -[X in _ <= X + _]mulnC -mulnDr leq_mul2l /=.
  have -> : #|A|`! = \sum_(order <- P) 1 by rewrite sum1_size size_permutations ?enum_uniq // -cardE.
  rewrite -big_split /= big_seq [X in _ <= X]big_seq; apply: leq_sum => order /each; by rewrite add1n.
have f0 : (0 < (#|A|`!)%:R :> K)%R by rewrite ltr0n fact_gt0.
rewrite ler_pdivr_mulr // -natr_sum -(ler_pmul2l (ltr0Sn K 1)) -natrM.
apply: le_trans (_ : (#|A|`! * (2 + #|A|.+1))%:R <= _)%R; first by rewrite ler_nat.
rewrite natrM mulrA [X in (_ <= X)%R]mulrC ler_pmul2l // mulrDr mulr1 mulrCA divff ?pnatr_eq0 // mulr1.
by rewrite natrD -[#|A|.+1]addn1 [(#|A| + 1)%:R%R]natrD.
Qed.
End Mechanism.

(* Boxes of any number of coordinates, products of intervals of any kind: a minimal witness has at most two clients, so H makes at most three
   calls, begun either way. *)
Theorem three_calls_for_boxes (disp : unit) (K : orderType disp) (J I : finType) (B : I -> J -> K -> bool) (S : I -> (J -> K) -> bool)
    (liar : I) (all : (J -> K) + {set I}) (call : I -> (J -> K) + {set I}) (order : seq I) :
  let R m (x : J -> K) := [forall i, B m i (x i)] in (forall m i, interval (B m i)) ->
  (forall m, m != liar -> R m =1 S m) -> (exists w, agreed S w) -> redundant S -> sound_all R all -> (forall n, sound R call n) ->
  (forall A, all = inr A \/ (exists n, call n = inr A) -> forall m, m \in A -> exists x, forall k, k \in A :\ m -> R k x) ->
  ((forall A, all = inr A -> perm_eq order (enum A)) -> calls (begun_with_everybody S call all order) <= 3) /\
  (perm_eq order (enum I) -> calls (begun_by_leaving_out S call order) <= 3).
Proof.
move=> R itv honest common red first answers minimal.
have bound A : all = inr A \/ (exists n, call n = inr A) -> #|A| <= 2.
  move=> some; have wit : witness R A.
    case: some => [e|[n e]]; first by move: first; rewrite /sound_all e.
    by have := answers n; rewrite /sound e => -[].
  have inA := witness_holds_the_liar honest common wit.
  rewrite leqNgt; apply/negP => big.
  have pair m k : m \in A -> k \in A -> exists x, (forall i, B m i (x i)) /\ (forall i, B k i (x i)).
    move=> mA kA; have [j jA /andP[jm jk]] : exists2 j, j \in A & (j != m) && (j != k).
      have /card_gt0P[j] : 0 < #|A :\ m :\ k|.
        move: big; rewrite (cardsD1 m) mA (cardsD1 k (A :\ m)) add1n ltnS.
        by case: (k \in A :\ m); rewrite ?add1n ?add0n // => /ltnW.
      by rewrite !inE => /and3P[jk jm jA]; exists j; rewrite ?jm.
    have [x H] := minimal A some j jA.
    by exists x; split; apply/forallP; apply: H; rewrite !inE eq_sym ?jm ?jk.
  apply: wit; have [|x H] := boxes_need_two itv pair; first by apply/set0Pn; exists liar.
  by exists x => m mA; apply/forallP; apply: H.
have [everybody [leaving _]] := mechanism_h_in_full honest common red first answers (ltn0Sn 1) bound.
split=> [ordered|ordered]; last by have [_ _ few _] := leaving order ordered; apply: leq_trans few (geq_minr _ _).
have [_ _ _ _] := everybody order ordered; case: all {first minimal bound everybody ordered} => [x _ //|A few].
by have /andP[one two] := few A erefl; apply: leq_trans one two.
Qed.

(* Calls up to a slack tau, in full: the counts, the output, and who is the liar: a client that fails at a point which it reported,
   or the last suspect. The client without whom a point passes may be innocent, though it is in the first witness. *)
Theorem approximate_calls_in_full (K : realFieldType) :
  (forall (I : finType) (X : Type) (g : I -> X -> K) (eps tau : K) (R : I -> X -> Prop) (liar : I)
      (call : option I -> X + {set I}) (h : nat), let accepts t m x := (g m x <= t)%R in
    (exists w, forall m, accepts eps m w) -> (forall m x, m != liar -> R m x <-> accepts eps m x) ->
    (forall c, SlackH.sound (fun m x => accepts (eps + tau)%R m x) (fun=> R) liar call c) -> (forall c A, call c = inr A -> #|A| <= h) ->
    let o := mechanism call (SlackH.search (accepts (eps + tau)%R) call) in
    [/\ exists2 x, output o = Some x & (exists n, forall m, m != n -> accepts (eps + tau)%R m x) /\
          ((forall n y, (forall m, m != n -> accepts (eps + tau)%R m y) -> forall m, accepts (eps + tau)%R m y) ->
            forall m, accepts (eps + tau)%R m x),
      calls o <= h.+1, tested o <= 1, forall m, named o = Some m -> m = liar &
      forall c x m, call c = inl x -> Some m != c -> ~~ accepts (eps + tau)%R m x -> m = liar]) /\
  forall (I : finType) (liar n : I) (eps tau : K), n != liar -> (0 <= eps)%R -> (0 < tau)%R ->
    let told x : K := if x is Some true then (eps + tau + 1)%R else if x is Some false then (eps + tau)%R else 0%R in
    exists (g : I -> option bool -> K) (call : option I -> option bool + {set I}),
    let report m x := if m == liar then (told x <= eps)%R else (g m x <= eps)%R in
    [/\ (forall m x, 0 <= g m x)%R /\ (exists w, forall m, g m w = 0%R) /\ (forall m, exists x, report m x) /\ (forall m k x, g m x = g k x),
      forall c, SlackH.sound (fun m x => accepted g (eps + tau)%R m x) (fun _ m x => report m x) liar call c &
      (exists2 A, call None = inr A & n \in A) /\ exists x, [/\ call (Some n) = inl x, (told x <= eps + tau)%R & forall m, accepted g (eps + tau)%R m x]].
Proof.
split; last exact: a_name_for_a_point_that_passes.
move=> I X g eps tau R liar call h accepts common honest answers small o.
have [good name few_calls few_tests] := approximate_calls common honest answers small; split=> // c x m e mc.
by apply: contraNeq => ml; have := answers c; rewrite /SlackH.sound e; apply.
Qed.
