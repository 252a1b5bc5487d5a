(* What a minimal personalization oracle returns (consensus/definition-4, prose-separates-incompatible, remark-3-one-cluster,
   remark-3-outlier, remark-3-outlier-forced, remark-3-clusters, theorem-2-proof-step-3-two-clusters, new-greedy-is-minimal). Any number of clients, any sets of models.
   Modelled: clients are a finite set I, [R m] is what client m reports to accept. An output is k models x and a model x (a m)
   for each client; it is feasible if everybody accepts its own, minimal if no feasible output has fewer models. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
Require Import Classical.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.

Section Clusters.
Variables (I : finType) (X : Type) (R : I -> X -> Prop).
Definition feasible k (x : 'I_k -> X) (a : I -> 'I_k) := forall m, R m (x (a m)).
Definition enough k := exists x a, @feasible k x a.
Definition minimal k (x : 'I_k -> X) (a : I -> 'I_k) := feasible x a /\ forall k', enough k' -> k <= k'.
Definition common x := forall m, R m x.

Lemma least_of n : enough n -> exists k x a, @minimal k x a.
Proof.
elim/ltn_ind: n => n IH [x [a ok]]; have [[k [kn some]]|none] := classic (exists k, k < n /\ enough k); first exact: IH kn some.
by exists n, x, a; split=> // k some; rewrite leqNgt; apply/negP => kn; apply: none; exists k.
Qed.

(* With non-empty reports a minimal output exists. *)
Theorem minimal_exists : (forall m, exists x, R m x) -> exists k x a, @minimal k x a.
Proof.
move=> /fin_all_exists[f H]; apply: least_of (_ : enough #|I|).
by exists (fun i => f (enum_val i)), enum_rank => m; rewrite enum_rankK.
Qed.

(* Clients whose reports are disjoint do not share a model. *)
Theorem incompatible_are_apart k x a i j : @feasible k x a -> ~ (exists y, R i y /\ R j y) -> a i <> a j.
Proof. by move=> ok apart same; apply: apart; exists (x (a i)); split; [|rewrite same]; apply: ok. Qed.

(* A common model: one model is all, and it suits everybody. *)
Theorem one_cluster k x a : @minimal k x a -> 0 < #|I| -> (exists y, common y) <-> k = 1.
Proof.
move=> [ok least] /card_gt0P[i _]; split=> [[y H]|k1].
  apply/eqP; rewrite eqn_leq; apply/andP; split; last by case: (a i) => j; apply: leq_trans.
  by apply: least; exists (fun=> y), (fun=> ord0) => m; apply: H.
exists (x (a i)) => m; have -> : a i = a m; last exact: ok.
by apply: val_inj => /=; move: (a i) (a m); rewrite k1 => u v; rewrite !ord1.
Qed.

(* No common model, but one for all except n: two models are enough, and minimal. *)
Theorem outlier n y z : ~ (exists x, common x) -> (forall m, m != n -> R m y) -> R n z ->
  let x (i : 'I_2) := if i == ord0 then y else z in let a m := if m == n then ord_max else ord0 : 'I_2 in
  minimal x a.
Proof.
move=> none others own x a; split=> [m|k [x' [a' ok]]].
  by rewrite /x /a; case: (eqVneq m n) => [->//|mn] /=; apply: others.
case: k x' a' ok => [|[|k]] x' a' ok //; first by case: (a' n).
by case: none; exists (x' ord0) => m; have := ok m; rewrite (ord1 (a' m)).
Qed.

(* If moreover nobody shares a model with n, every minimal output leaves n alone and gives the others one model. *)
Lemma outlier_apart n y z k x a : ~ (exists x, common x) -> (forall m, m != n -> R m y) -> R n z ->
  (forall m, m != n -> ~ exists x, R n x /\ R m x) -> @minimal k x a ->
  [/\ k = 2, forall m, m != n -> a m <> a n & forall m j, m != n -> j != n -> a m = a j].
Proof.
move=> none others own apart [ok least].
have k2 : k = 2.
  apply/eqP; rewrite eqn_leq; apply/andP; split; last first.
    by have [_] := outlier none others own; apply; exists x, a.
  by apply: least; have [] := outlier none others own; move=> H _; do 2 eexists; exact: H.
have alone m : m != n -> a m <> a n.
  by move=> mn same; apply: (apart m mn); exists (x (a n)); split; [|rewrite -same]; apply: ok.
split=> // m j mn jn; have two (u : 'I_k) : u < 2 by rewrite -[X in _ < X]k2.
have apart_in_nat i : i != n -> nat_of_ord (a i) <> a n by move=> i_n e; apply: (alone i i_n); apply: val_inj.
apply: val_inj => /=; move: (apart_in_nat m mn) (apart_in_nat j jn) (two (a m)) (two (a j)) (two (a n)).
by case: (nat_of_ord (a m)) => [|[|]] //; case: (nat_of_ord (a j)) => [|[|]] //; case: (nat_of_ord (a n)) => [|[|]].
Qed.

(* And only then: if n shares a model with somebody, these two and all others are the clusters of a minimal output. Where there
   are two clients, nobody shares a model with n. *)
Theorem outlier_is_alone n y z : ~ (exists x, common x) -> (forall m, m != n -> R m y) -> R n z ->
  let apart := forall m, m != n -> ~ exists x, R n x /\ R m x in
  ((forall k x a, @minimal k x a ->
    [/\ k = 2, forall m, m != n -> a m <> a n & forall m j, m != n -> j != n -> a m = a j]) <-> apart) /\ (#|I| = 2 -> apart).
Proof.
move=> none others own apart; split; [split=> [forced m mn [v [nv mv]]|far k x a]|move=> two m mn [v [nv mv]]].
- pose x (i : 'I_2) := if i == ord0 then v else y; pose a j := if (j == n) || (j == m) then ord0 else ord_max : 'I_2.
  have least : minimal x a.
    split=> [j|]; last by have [] := outlier none others own.
    by rewrite /x /a; have [->//|jn] := eqVneq j n; have [->//|_] := eqVneq j m; apply: others.
  by have [_ /(_ m mn) bad _] := forced 2 x a least; apply: bad; rewrite /a !eqxx orbT.
- exact: outlier_apart none others own far.
apply: none; exists v => j; have : j \in [set n; m].
  suff -> : [set n; m] = setT by rewrite inE.
  by apply/eqP; rewrite eqEcard subsetT cardsT two cards2 eq_sym mn.
by rewrite !inE => /orP[] /eqP ->.
Qed.

(* Groups of clients, each with a common model, and no model for clients of two groups: the minimal outputs are the groups. *)
Theorem clusters_are_recovered (Q : finType) (kind : I -> Q) (best : Q -> X) k x a :
  (forall q, exists m, kind m = q) -> (forall m, R m (best (kind m))) ->
  (forall y i j, R i y -> R j y -> kind i = kind j) -> @minimal k x a ->
  k = #|Q| /\ forall i j, (a i = a j) <-> (kind i = kind j).
Proof.
move=> onto suits apart [ok least].
have same i j : a i = a j -> kind i = kind j by move=> e; apply: (apart (x (a i))); [|rewrite e]; apply: ok.
have /fin_all_exists[rep repK] : forall q, exists m, kind m = q by [].
have inj : injective (a \o rep) by move=> p q /= /same; rewrite !repK.
have few : #|Q| <= k by rewrite -[X in _ <= X](card_ord k); apply: leq_card inj.
have kQ : k = #|Q|.
  apply/eqP; rewrite eqn_leq few andbT; apply: least.
  by exists (fun i => best (enum_val i)), (fun m => enum_rank (kind m)) => m; rewrite enum_rankK.
split=> // i j; split=> [/same//|e].
have onto' u : exists q, u = a (rep q).
  have : u \in codom (a \o rep) by apply: inj_card_onto => //; rewrite card_ord kQ.
  by case/codomP => q ->; exists q.
have [p ep] := onto' (a i); have [q eq] := onto' (a j).
by move: (same _ _ ep) (same _ _ eq); rewrite !repK ep eq e => -> ->.
Qed.
End Clusters.

(* The truthful in one cluster with a model in W, and the deviator alone with a model of its own: two models are enough. If the
   deviator reports to accept the model of the others, it can be in their cluster, and one model is enough. *)
Theorem two_clusters_suffice (I : finType) (X : Type) (S R : I -> X -> Prop) (liar : I) (w l : X) :
  (forall m, m != liar -> forall x, R m x <-> S m x) -> (forall m, S m w) -> R liar l ->
  (exists (x : 'I_2 -> X) (a : I -> 'I_2),
    [/\ feasible R x a, forall m, a m = if m == liar then ord_max else ord0 & forall m, S m (x ord0)]) /\
  (R liar w -> feasible R (fun=> w) (fun=> ord0 : 'I_1)).
Proof.
move=> honest W own; split=> [|with_them m]; last by have [->//|ml] := eqVneq m liar; apply/honest.
exists (fun i => if i == ord0 then w else l), (fun m => if m == liar then ord_max else ord0); split=> // m.
by have [->//|ml] := eqVneq m liar; apply/honest.
Qed.

Section Greedy.
Variables (disp : unit) (K : orderType disp) (I : eqType) (lo hi : I -> K).
Local Open Scope order_scope.
Definition serves (points : seq K) m := has (fun x => lo m <= x <= hi m) points.
(* Stab the smallest high end among those not yet served. *)
Fixpoint sweep (fuel : nat) (waiting : seq I) : seq K :=
  match fuel, waiting with
  | k.+1, m :: rest =>
    let end_ := foldr (fun i e => Order.min (hi i) e) (hi m) rest in
    end_ :: sweep k [seq i <- waiting | end_ < lo i]
  | _, _ => [::]
  end.

Lemma smallest m rest : let e := foldr (fun i e => Order.min (hi i) e) (hi m) rest in
  (forall i, i \in m :: rest -> e <= hi i) /\ exists2 i, i \in m :: rest & hi i = e.
Proof.
elim: rest => [|j rest [low [i iin ie]]] /=.
  by split=> [i|]; [rewrite inE => /eqP ->|exists m; rewrite ?inE].
set e := foldr _ _ _ in low ie *; split=> [k|].
  rewrite !inE => /or3P[/eqP ->|/eqP ->|kr]; rewrite le_minl ?lexx ?orbT //.
    by rewrite low ?orbT ?mem_head.
  by rewrite low ?orbT // inE kr orbT.
case: (leP (hi j) e) => _; first by exists j; rewrite ?inE ?eqxx ?orbT.
by exists i => //; move: iin; rewrite !inE => /orP[->//|->]; rewrite !orbT.
Qed.

Local Arguments filter : simpl never.
Lemma sweep_works fuel waiting : (size waiting <= fuel)%N -> (forall m, m \in waiting -> lo m <= hi m) ->
  (forall m, m \in waiting -> serves (sweep fuel waiting) m) /\
  forall other, (forall m, m \in waiting -> serves other m) -> (size (sweep fuel waiting) <= size other)%N.
Proof.
elim: fuel waiting => [|k IH] [|m rest] //= few proper.
set e := foldr _ _ _; have [low [i iin ie]] := smallest m rest; rewrite -/e in low ie.
set later := filter _ _.
have less : (size later <= k)%N.
  have some : (0 < count (predC (fun j => (e < lo j)%O)) (m :: rest))%N.
    rewrite -has_count; apply/hasP; exists i => //=.
    by rewrite -leNgt -ie proper.
  rewrite -ltnS size_filter; apply: leq_trans few; rewrite -[(size rest).+1]/(size (m :: rest)).
  by rewrite -(count_predC (fun j => (e < lo j)%O) (m :: rest)) -addn1 leq_add2l.
have [|served best] := IH later less; first by move=> j; rewrite mem_filter => /andP[_ /proper].
split=> [j jin|other ok].
  rewrite /serves /=; case: (leP (lo j) e) => le; first by rewrite low.
  by rewrite [X in _ || X]served ?orbT // mem_filter le.
have /hasP[y yin /andP[_ ye]] := ok i iin; rewrite ie in ye.
have -> : size other = (size (rem y other)).+1 by rewrite size_rem // prednK //; case: (other) yin.
rewrite ltnS; apply: best => j; rewrite mem_filter => /andP[after jin].
have /hasP[z zin /andP[lz zh]] := ok j jin; apply/hasP; exists z; last by rewrite lz zh.
have zy : z != y by apply: contraTneq after => zy; rewrite -leNgt (le_trans lz) // zy.
by move: zin; rewrite (perm_mem (perm_to_rem yin)) inE (negPf zy).
Qed.

(* On the line the sweep serves everybody with as few models as possible. *)
Theorem greedy_is_minimal (waiting : seq I) : (forall m, m \in waiting -> lo m <= hi m) ->
  let points := sweep (size waiting) waiting in
  (forall m, m \in waiting -> serves points m) /\
  forall other, (forall m, m \in waiting -> serves other m) -> (size points <= size other)%N.
Proof. by move=> proper; apply: sweep_works. Qed.
End Greedy.

(* The same sweep in the opposite order: it stabs the largest low end among the intervals not yet served. *)
Definition sweep_down (disp : unit) (K : orderType disp) (I : eqType) (lo hi : I -> K) (n : nat) (waiting : seq I) : seq K :=
  @sweep _ (Order.DualOrder.dual_orderType K) I hi lo n waiting.

(* Either sweep: over the smallest high ends, or over the largest low ends. *)
Theorem either_sweep_is_minimal (disp : unit) (K : orderType disp) (I : eqType) (lo hi : I -> K) (waiting : seq I) :
  (forall m, m \in waiting -> (lo m <= hi m)%O) ->
  let right points := (forall m, m \in waiting -> serves lo hi points m) /\
    forall other, (forall m, m \in waiting -> serves lo hi other m) -> size points <= size other in
  right (sweep lo hi (size waiting) waiting) /\ right (sweep_down lo hi (size waiting) waiting).
Proof.
move=> proper right; split; first exact: greedy_is_minimal.
have same points m : @serves _ (Order.DualOrder.dual_orderType K) I hi lo points m = serves lo hi points m.
  by apply: eq_has => x; rewrite andbC.
have [served best] := @greedy_is_minimal _ (Order.DualOrder.dual_orderType K) I hi lo waiting proper.
by split=> [m mw|other ok]; [rewrite -same; apply: served|apply: best => m mw; rewrite same; apply: ok].
Qed.
