(* The depth rule and verified groups, the rest of it (consensus/new-depth-union, new-depth-sandwich, new-verified-groups,
   new-copies-for-depth, new-depth-not-dominant, future-leave-c-out): any number of clients, any sets of models unless intervals are named.
   Modelled: client m accepts x if [S m x] and reports [R m]; outside [liars], at most c clients, reports are true. A point is
   [deep], in D, if all but c reports hold it. A run without a group returns a point that all the others report to accept; it
   returns nothing only if there is none. Not modelled: how a run finds a point. *)
From mathcomp Require Import all_ssreflect.
From Incentives Require Import Trust Thresholds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

Lemma group_of_size (I : finType) (G : {set I}) c : #|G| <= c -> c <= #|I| -> exists2 H : {set I}, G \subset H & #|H| = c.
Proof.
move=> small cM; have many : c - #|G| <= #|~: G| by rewrite -(leq_add2l #|G|) subnKC // cardsC.
have [D DG cD] := subset_of_size many; exists (G :|: D); first exact: subsetUl.
have /eqP apart : G :&: D == set0.
  by rewrite -subset0; apply/subsetP => m; rewrite inE => /andP[mG /(subsetP DG)]; rewrite !inE mG.
by rewrite cardsU apart cards0 subn0 cD subnKC.
Qed.

(* The deep points are the union, over all groups of exactly c clients, of what all the others report. *)
Theorem depth_union_of_groups (I : finType) (X : Type) (R : I -> X -> bool) (c : nat) x : c <= #|I| ->
  (#|I| - c <= depth R x) <-> exists2 G : {set I}, #|G| = c & forall m, m \notin G -> R m x.
Proof.
move=> cM; rewrite leq_subLR addnC -/(deep c R x).
split=> [/(depth_union c R x)[G small H]|[G cG H]]; last by apply/depth_union; exists G; rewrite ?cG.
have [B /subsetP GB cB] := group_of_size small cM; exists B => // m mB; apply: H; exact: contra (GB m) mB.
Qed.

Section Line.
Variables (disp : unit) (K : orderType disp).
Local Open Scope order_scope.

(* If at most n entries lie beyond x, then so does not entry n, counted from 0, of the list that begins with the farthest. *)
Lemma rank_bound (far : rel K) (s : seq K) n (x d : K) : total far -> transitive far -> reflexive far ->
  (forall a b, far a b -> forall y, (y != b) && far b y -> (y != a) && far a y) ->
  (count (fun y => (y != x) && far y x) s <= n)%N -> (n < size s)%N -> far x (nth d (sort far s) n).
Proof.
move=> tot tr rf strict few inside; apply: contraLR few => near; rewrite -ltnNge.
set e := nth d (sort far s) n in near *.
have ex : (e != x) && far e x.
  by have := tot x e; rewrite (negPf near) /= => ->; rewrite andbT; apply: contraNneq near => ->; apply: rf.
have sorted_s : sorted far (sort far s) by apply: sort_sorted.
rewrite -(permP (permEl (perm_sort far s))) -(cat_take_drop n.+1 (sort far s)) count_cat.
have /eqP -> : count (fun y => (y != x) && far y x) (take n.+1 (sort far s)) == n.+1; last exact: leq_addr.
rewrite -[X in _ == X](_ : size (take n.+1 (sort far s)) = n.+1); last by rewrite size_takel // size_sort.
rewrite -all_count; apply/(all_nthP d) => i; rewrite size_takel ?size_sort // => i_n; rewrite nth_take //.
have fi : far (nth d (sort far s) i) e by apply: (sorted_leq_nth tr rf d sorted_s); rewrite ?inE ?size_sort // (leq_trans i_n).
by have := strict _ _ fi x; rewrite ![x == _]eq_sym; apply.
Qed.

(* On the line, if the true sets are intervals with a common point: every deep point lies at or above the (2c + 1)-th largest
   true low end, and the largest true low end is deep. So the low end of D lies between the two; likewise for high ends. *)
Lemma depth_sandwich_on_the_line (I : finType) (lo hi : I -> K) (R : I -> K -> bool) (liars : {set I}) (c : nat) (d : K) :
  (#|liars| <= c)%N -> (2 * c < #|I|)%N -> (forall m, m \notin liars -> R m =1 (fun x => lo m <= x <= hi m)) ->
  (exists w, forall m, lo m <= w <= hi m) ->
  let deep x := (#|I| - c <= depth R x)%N in
  let S m x := lo m <= x <= hi m in
  [/\ forall x, (forall m, S m x) -> deep x,
    forall x, deep x -> exists2 G : {set I}, (#|G| <= 2 * c)%N & forall m, m \notin G -> S m x,
    (forall x, deep x -> nth d (sort >=%O [seq lo m | m <- enum I]) (2 * c) <= x) /\
      (forall top, (forall m, lo m <= lo top) -> deep (lo top)) &
    (forall x, deep x -> x <= nth d (sort <=%O [seq hi m | m <- enum I]) (2 * c)) /\
      (forall low, (forall m, hi low <= hi m) -> deep (hi low))].
Proof.
move=> few many honest [w W] dp S; have honest' m : m \notin liars -> R m =1 S m by apply: honest.
have sandwich x := depth_sandwich few honest' x.
have dpE x : dp x = Trust.deep c R x by rewrite /dp /Trust.deep leq_subLR addnC.
have agreed_deep x : (forall m, S m x) -> dp x by rewrite dpE => H; have [up _] := sandwich x; apply: up.
have all_but x : dp x -> exists2 G : {set I}, (#|G| <= 2 * c)%N & forall m, m \notin G -> S m x.
  by rewrite dpE => H; have [_ down] := sandwich x; apply: down.
have counted (P : pred K) (f : I -> K) (G : {set I}) : (#|G| <= 2 * c)%N -> (forall m, P (f m) -> m \in G) ->
    (count P [seq f m | m <- enum I] <= 2 * c)%N.
  move=> small inG; rewrite count_map -size_filter; apply: leq_trans small.
  rewrite cardE; apply: uniq_leq_size; first by rewrite filter_uniq // enum_uniq.
  by move=> m; rewrite mem_filter => /andP[/inG mG _]; rewrite mem_enum.
split=> //; [split=> [x /all_but[G small H]|top high]|split=> [x /all_but[G small H]|low least]].
- apply: (rank_bound (far := >=%O)); last by rewrite size_map -cardE.
  + by move=> a b; apply: le_total.
  + by move=> a b e ab be; apply: le_trans be ab.
  + exact: lexx.
  + move=> a b ba y /andP[yb bgt]; have y_b : y < b by rewrite lt_neqAle yb.
    by have := lt_le_trans y_b ba; rewrite lt_neqAle.
  by apply: (counted _ _ G) => // m /andP[ne far]; apply: contraTT far => /H/andP[low _]; rewrite -ltNge lt_neqAle ne.
- by apply: agreed_deep => m; rewrite /S high /=; have /andP[_ hm] := W m; apply: le_trans hm; have /andP[] := W top.
- apply: (rank_bound (far := <=%O)); last by rewrite size_map -cardE.
  + by move=> a b; apply: le_total.
  + exact: le_trans.
  + exact: lexx.
  + move=> a b ab y /andP[yb bly]; have b_y : b < y by rewrite lt_neqAle eq_sym yb.
    by have := le_lt_trans ab b_y; rewrite lt_neqAle eq_sym.
  by apply: (counted _ _ G) => // m /andP[ne far]; apply: contraTT far => /H/andP[_ high]; rewrite -ltNge lt_neqAle eq_sym ne.
- by apply: agreed_deep => m; rewrite /S least andbT; have /andP[lm _] := W m; apply: le_trans lm _; have /andP[] := W low.
Qed.
End Line.

(* With trusted tests redundancy against c removals is enough. The server makes a run without each group of c clients and outputs
   any point that passes the true test at everybody; there is one, whatever passes is right, and there are M over c runs. *)
Definition groups (I : finType) (c : nat) := [set G : {set I} | #|G| == c].
Theorem all_groups_of_c (I : finType) (X : Type) (S R : I -> X -> bool) (liars : {set I}) (c : nat) (run : {set I} -> option X) :
  #|liars| <= c -> (forall m, m \notin liars -> R m =1 S m) -> c <= #|I| -> (exists w, agreed S w) -> spares S c ->
  (forall G, if run G is Some x then forall m, m \notin G -> R m x else ~ exists x, forall m, m \notin G -> R m x) ->
  let passes G := if run G is Some x then [forall m, S m x] else false in
  [/\ #|groups I c| = 'C(#|I|, c), exists2 G : {set I}, G \in groups I c & passes G &
    forall G x, run G = Some x -> passes G -> agreed S x].
Proof.
move=> few honest cM [w W] spared answers passes; split=> [||G x e]; first exact: card_draws.
  have many : c - #|liars| <= #|~: liars| by rewrite -(leq_add2l #|liars|) subnKC // cardsC.
  have [D DG cD] := subset_of_size many.
  have out : liars \subset liars :|: D by apply: subsetUl.
  have full : #|liars :|: D| = c.
    have /eqP apart : liars :&: D == set0.
      by rewrite -subset0; apply/subsetP => m; rewrite inE => /andP[ml /(subsetP DG)]; rewrite !inE ml.
    by rewrite cardsU apart cards0 subn0 cD subnKC.
  exists (liars :|: D); first by rewrite /groups inE full.
  have := answers (liars :|: D); rewrite /passes; case: (run _) => [x H|none].
    apply/forallP; apply: (spared (liars :|: D)) => [|m mG]; first by rewrite full.
    by rewrite -honest ?H //; apply: contra mG => /(subsetP out).
  by case: none; exists w => m mG; rewrite honest //; apply: contra mG => /(subsetP out).
by rewrite /passes e => /forallP.
Qed.

(* r + 1 copies of each archetype: any r clients can be spared. So c + 1 copies serve verified groups, 2c + 1 the depth rule; r
   copies can be too few. *)
Theorem copies_for_both_rules :
  (forall (I : finType) (Q : eqType) (X : Type) (has : Q -> X -> bool) (kind : I -> Q) (c : nat),
    let S := truth has kind in
    ((forall m, c < #|of_kind kind (kind m)|) -> spares S c) /\
    ((forall m, 2 * c < #|of_kind kind (kind m)|) -> spares S (2 * c) /\
      forall (R : I -> X -> bool) (liars : {set I}), #|liars| <= c -> (forall m, m \notin liars -> R m =1 S m) ->
        forall x, deep c R x <-> agreed S x)) /\
  (forall r, 0 < r -> exists (kind : 'I_r * bool -> bool) (has : bool -> bool -> bool),
    (forall m, #|of_kind kind (kind m)| = r) /\ ~ spares (truth has kind) r).
Proof.
split=> [I Q X has kind c S|r]; last by have [_] := copies_and_one_fewer r.
have enough r := (copies_and_one_fewer r).1 I Q X has kind; split=> many; first exact: enough.
have spared := enough _ many; split=> // R liars few honest x; have [up down] := depth_sandwich few honest x.
by split=> [/down[G cG H]|/up //]; apply: spared cG H.
Qed.

(* Everybody accepts both models, so that any number of clients can be spared. The server takes the model true if it is deep,
   and false otherwise; both are deep if all are truthful, and then it takes true, whatever c clients report. If c clients
   withdraw from true, one more can move the choice to false, which is deep, by withdrawing, too. So such a client gains if it
   prefers false, and so does each member of a group of c + 1 that withdraws from true together. *)
Theorem depth_not_dominant (I : finType) (c : nat) : c < #|I| ->
  let choice (R : I -> bool -> bool) := #|I| <= depth R true + c in
  let S (_ : I) (_ : bool) := true in
  let without_true (A : {set I}) (m : I) x := (m \notin A) || ~~ x in
  [/\ forall x, agreed S x, exists A : {set I}, #|A| = c.+1,
    forall (R : I -> bool -> bool) (liars : {set I}), #|liars| <= c -> (forall m, m \notin liars -> R m =1 S m) -> choice R = true,
    forall (A : {set I}) (a : I), #|A| = c.+1 -> a \in A ->
      #|A :\ a| = c /\ choice (without_true (A :\ a)) = true /\ choice (without_true A) = false &
    forall A : {set I}, #|I| <= depth (without_true A) false + c].
Proof.
move=> many choice S without_true.
have counted (A : {set I}) : depth (without_true A) true + #|A| = #|I|.
  by rewrite /depth (_ : [set m | _] = ~: A) 1?addnC ?cardsC //; apply/setP => m; rewrite [LHS]inE [RHS]inE /without_true orbF.
split=> // [|R liars few honest|A a cA aA|A].
- by have [|A _ cA] := @group_of_size I set0 c.+1 _ many; [rewrite cards0|exists A].
- have : ~: liars \subset [set m | R m true] by apply/subsetP => m; rewrite !inE => ml; rewrite honest.
  by move/subset_leq_card => le; rewrite /choice -(cardsC liars) addnC leq_add.
- have one : #|A :\ a| = c by have := cardsD1 a A; rewrite aA cA => -[].
  rewrite one /choice -{1}(counted (A :\ a)) one leqnn; split=> //; split=> //.
  by rewrite -(counted A) cA leq_add2l ltnn.
by rewrite /depth (_ : [set m | _] = setT) ?cardsT ?leq_addr //; apply/setP => m; rewrite [LHS]inE [RHS]inE /without_true orbT.
Qed.

(* The page's theorem: both inclusions for any sets, and both ends on the line. *)
Theorem depth_sandwich_everywhere (I : finType) (liars : {set I}) c : #|liars| <= c -> 2 * c < #|I| ->
  (forall (X : Type) (S R : I -> X -> bool), (forall m, m \notin liars -> R m =1 S m) -> forall x,
    (agreed S x -> #|I| <= depth R x + c) /\
    (#|I| <= depth R x + c -> exists2 G : {set I}, #|G| = 2 * c & forall m, m \notin G -> S m x)) /\
  forall (disp : unit) (K : orderType disp) (lo hi : I -> K) (R : I -> K -> bool) (d : K),
    (forall m, m \notin liars -> R m =1 (fun x => (lo m <= x <= hi m)%O)) ->
    (exists w, forall m, (lo m <= w <= hi m)%O) ->
    ((forall x, #|I| - c <= depth R x -> (nth d (sort >=%O [seq lo m | m <- enum I]) (2 * c) <= x)%O) /\
      forall top, (forall m, (lo m <= lo top)%O) -> #|I| - c <= depth R (lo top)) /\
    ((forall x, #|I| - c <= depth R x -> (x <= nth d (sort <=%O [seq hi m | m <- enum I]) (2 * c))%O) /\
      forall low, (forall m, (hi low <= hi m)%O) -> #|I| - c <= depth R (hi low)).
Proof.
move=> few many; split=> [X S R honest x|disp K lo hi R d honest common].
  have [up down] := depth_sandwich few honest x; split=> // /down[G small H].
  by have [B /subsetP GB cB] := group_of_size small (ltnW many); exists B => // m mB; apply: H; exact: contra (GB m) mB.
by have [_ _ low high] := @depth_sandwich_on_the_line disp K I lo hi R liars c d few many honest common.
Qed.
