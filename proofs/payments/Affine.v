(* The affine maximizer with other models, weights and coalitions (payments/new-one-set-of-models, new-sampled-game,
   prose-c-hybrid-set, prose-d-3-inherent, new-collusion). Any number of groups and reports.
   Modelled: as in Payments.v. In the example of the allies all distributions over two outcomes are models, a model
     is the
   probability of the first outcome, and the penalty is chi-squared against a fair coin, with weight 1.
   Not modelled: randomised choices. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Payments Equivalence.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.
Notation set_report := Payments.set_report.

(* A table that was made before anybody reports: truth is best, whatever numbers stand in it; nobody loses if its own
  are not negative. *)
Theorem table_is_enough (K : realDomainType) (I : finType) (Model Report : Type) (table : Model -> Prop)
    (value : Report -> Model -> K) (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report)
      -> Model) :
  (forall r, table (psi r)) -> (forall r t, table t -> ASW value D r t <= ASW value D r (psi r)) ->
  (forall i r, table (psi_without i r)) -> (forall i r x, psi_without i (set_report r i x) = psi_without i r) ->
  forall i type r, (forall x, utility value D psi psi_without i type (set_report r i x) <=
             utility value D psi psi_without i type (set_report r i type)) /\
  ((forall t, table t -> 0 <= value type t) -> 0 <= utility value D psi psi_without i type (set_report r i type)).
Proof.
move=> inp best inw blind i type r; split=> [x|pos]; first exact: (truth_is_dominant inp best blind).
rewrite (utility_is_welfare value D psi blind) subr_ge0; apply: le_trans (best _ _ (inw i r)).
by rewrite all_set ler_addr pos.
Qed.

(* The drawn sentences are outcomes, the scaled weights models: in this game truth is best and nobody loses, on
  every sample. *)
Theorem sampled_game (K : realDomainType) (I S : finType) (Theta : Type) (weight : Theta -> S -> K) (D : Theta -> K)
    (models : Theta -> Prop) (psi : (I -> (S -> K) * K) -> Theta) (psi_without : I -> (I -> (S -> K) * K) -> Theta) :
  let value (report : (S -> K) * K) theta := report.2 * \sum_s weight theta s * report.1 s in
  (forall r, models (psi r)) -> (forall r t, models t -> ASW value D r t <= ASW value D r (psi r)) ->
  (forall i r, models (psi_without i r)) -> (forall i r x, psi_without i (set_report r i x) = psi_without i r) ->
  (forall theta s, 0 <= weight theta s) ->
  forall i type r, 0 <= type.2 -> (forall s, 0 <= type.1 s) ->
  (forall x, utility value D psi psi_without i type (set_report r i x) <=
             utility value D psi psi_without i type (set_report r i type)) /\
  0 <= utility value D psi psi_without i type (set_report r i type).
Proof.
move=> value inp best inw blind pos i type r size0 reward0.
have [truth kept] := table_is_enough inp best inw blind i type r; split=> //; apply: kept => t _.
by rewrite mulr_ge0 // sumr_ge0 // => s _; rewrite mulr_ge0.
Qed.

(* The model without a group may come from another set: truth stays dominant, but taking part can cost more than it
  brings. *)
Theorem one_set_of_models (K : realDomainType) :
  (forall (I : finType) (Model Report : Type) (menu : Model -> Prop) (value : Report -> Model -> K) (D : Model -> K)
     (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report) -> Model),
     (forall r, menu (psi r)) -> (forall r t, menu t -> ASW value D r t <= ASW value D r (psi r)) ->
     (forall i r x, psi_without i (set_report r i x) = psi_without i r) ->
     forall i type r x, utility value D psi psi_without i type (set_report r i x) <=
       utility value D psi psi_without i type (set_report r i type)) /\
  exists (menu other : bool -> Prop) (value : bool -> bool -> K) (psi : (bool -> bool) -> bool)
     (psi_without : bool -> (bool -> bool) -> bool) (i : bool) (r : bool -> bool),
     [/\ forall r, menu (psi r), forall r t, menu t -> ASW value (fun=> 0) r t <= ASW value (fun=> 0) r (psi r),
         forall i r, other (psi_without i r) /\ forall t, other t ->
           ASW_without value (fun=> 0) i r t <= ASW_without value (fun=> 0) i r (psi_without i r) &
         [/\ forall t m, 0 <= value t m, forall t, value (r i) t <= 1, payment value (fun=> 0) psi psi_without i r =
           3%:R &
             utility value (fun=> 0) psi psi_without i (r i) r < 0]].
Proof.
split=> [I Model Report menu value D psi psi_without inp best blind i type r x|].
  exact: (truth_is_dominant inp best blind).
pose value (t m : bool) : K := if t then (if m then 1 else 0) else (if m then 0 else 3%:R).
exists (fun m => m = true), (fun m => m = false), value, (fun=> true), (fun _ _ => false), true, id.
have alone m : ASW_without value (fun=> 0) true id m = value false m by rewrite /ASW_without big_mkcond big_bool /=
  add0r subr0.
split=> [//|r t ->|i r|]; rewrite ?lexx //; first by split=> // t ->; rewrite lexx.
have pay : payment value (fun=> 0) (fun=> true) (fun _ _ => false) true id = 3%:R by rewrite /payment !alone subr0.
split=> //; last by rewrite /utility pay /value subr_lt0 ltr1n.
  by move=> [] [] /=; rewrite ?ler0n ?ler01 ?lexx.
by case; rewrite /= ?lexx ?ler01.
Qed.

(* Welfare in which group j counts with a weight m_j, any function b on top, charges divided by the own weight. *)
Theorem inherent (K : realFieldType) (I : finType) (T Model : Type) (menu : Model -> Prop) (m : I -> K) (b : Model -> K)
    (v : T -> Model -> K) (psi : {ffun I -> T} -> Model) (without : I -> {ffun I -> T} -> Model) :
  let welfare (r : {ffun I -> T}) t := \sum_j m j * v (r j) t + b t in
  let others i (r : {ffun I -> T}) t := \sum_(j | j != i) m j * v (r j) t + b t in
  let price i r := (others i r (without i r) - others i r (psi r)) / m i in
  (forall j, 0 < m j) -> (forall r, menu (psi r)) -> (forall r t, menu t -> welfare r t <= welfare r (psi r)) ->
  (forall i r, menu (without i r)) -> (forall i r x, without i (Equivalence.set_report r i x) = without i r) ->
  dsic v psi price /\ forall i r t, (forall theta, 0 <= v t theta) ->
    0 <= v t (psi (Equivalence.set_report r i t)) - price i (Equivalence.set_report r i t).
Proof.
move=> welfare others price pos inp best inw blind.
have same i r x t : others i (Equivalence.set_report r i x) t = others i r t.
  by congr (_ + _); apply: eq_bigr => j ji; rewrite ffunE (negbTE ji).
have split_at i r x t : welfare (Equivalence.set_report r i x) t = m i * v x t + others i r t.
  by rewrite /welfare (bigD1 i) //= -addrA ffunE eqxx -(same i r x).
have keeps i r t x : v t (psi (Equivalence.set_report r i x)) - price i (Equivalence.set_report r i x) =
    (welfare (Equivalence.set_report r i t) (psi (Equivalence.set_report r i x)) - others i r (without i r)) / m i.
  have mi : m i != 0 by rewrite gt_eqF.
  by rewrite /price !same blind split_at; field.
split=> [i r t x|i r t v0].
  by rewrite !keeps ler_pmul2r ?invr_gt0 // ler_add2r; apply: best.
rewrite keeps divr_ge0 ?(ltW (pos i)) // subr_ge0.
apply: le_trans (best (Equivalence.set_report r i t) _ (inw i r)).
by rewrite split_at ler_addr mulr_ge0 // ltW.
Qed.

(* Two allies of size 1 who like the first outcome, and a rival of size 3 who likes the second one. A report is two
  rewards and a
   size; a model is the probability y of the first outcome; chi-squared against a fair coin is (2 y - 1)^2. *)
Section Allies.
Ltac sure := repeat first [done | by rewrite subr_ge0 | apply: mulr_ge0 | apply: addr_ge0].
Definition report := (rat * rat * rat)%type.
Definition coin_value (r : report) (y : rat) : rat := r.2 * (r.1.1 * y + r.1.2 * (1 - y)).
Definition chi_squared (y : rat) : rat := (2%:R * y - 1) ^+ 2.
Definition probability (y : rat) := 0 <= y <= 1.
Definition lean (r : report) : rat := r.2 * (r.1.1 - r.1.2).
Definition best_coin (d : rat) : rat :=
  if 4%:R <= d then 1 else if d <= - 4%:R then 0 else 2%:R^-1 + d / 8%:R.
Definition psi (r : 'I_3 -> report) := best_coin (\sum_j lean (r j)).
Definition psi_without (i : 'I_3) (r : 'I_3 -> report) := best_coin (\sum_(j | j != i) lean (r j)).
Definition honest (j : 'I_3) : report := if (j < 2)%N then (1, 0, 1) else (0, 1, 3%:R).
Definition together (j : 'I_3) : report := if (j < 2)%N then (1, 0, 5%:R) else honest j.

Lemma best_coin_is d : probability (best_coin d) /\
  forall y, probability y -> d * y - chi_squared y <= d * best_coin d - chi_squared (best_coin d).
Proof.
rewrite /best_coin /probability /chi_squared; case: (lerP 4%:R d) => [high|low].
  split=> // y /andP[y0 y1]; rewrite -subr_ge0.
  have -> : d * 1 - (2%:R * 1 - 1) ^+ 2 - (d * y - (2%:R * y - 1) ^+ 2) = (1 - y) * ((d - 4%:R) + 4%:R * (1 - y)) by
    ring.
  by sure.
case: (lerP d (- 4%:R)) => [low'|high].
  split=> // y /andP[y0 y1]; rewrite -subr_ge0.
  have -> : d * 0 - (2%:R * 0 - 1) ^+ 2 - (d * y - (2%:R * y - 1) ^+ 2) = y * ((- d - 4%:R) + 4%:R * y) by ring.
  have room : 0 <= - d - 4%:R by rewrite subr_ge0 ler_oppr.
  by sure.
split=> [|y _].
  have -> : 2%:R^-1 + d / 8%:R = (4%:R + d) / 8%:R by field.
  rewrite divr_ge0 ?ler_pdivr_mulr //=; last by rewrite -ler_subl_addl sub0r ltW.
  by rewrite mul1r -ler_subr_addl (le_trans (ltW low)).
rewrite -subr_ge0; have -> : d * (2%:R^-1 + d / 8%:R) - (2%:R * (2%:R^-1 + d / 8%:R) - 1) ^+ 2 -
  (d * y - (2%:R * y - 1) ^+ 2) = (2%:R * (y - (2%:R^-1 + d / 8%:R))) ^+ 2 by field.
exact: sqr_ge0.
Qed.

Lemma coin_sum (P : pred 'I_3) (r : 'I_3 -> report) y :
  \sum_(j | P j) coin_value (r j) y = \sum_(j | P j) (r j).2 * (r j).1.2 + (\sum_(j | P j) lean (r j)) * y.
Proof. by rewrite mulr_suml -big_split /=; apply: eq_bigr => j _; rewrite /coin_value /lean; ring. Qed.

Theorem collusion :
  [/\ forall r, probability (psi r), forall r y, probability y -> ASW coin_value chi_squared r y <= ASW coin_value
    chi_squared r (psi r),
      forall i r, probability (psi_without i r) & forall i r y, probability y ->
        ASW_without coin_value chi_squared i r y <= ASW_without coin_value chi_squared i r (psi_without i r)] /\
  let kept := utility coin_value chi_squared psi psi_without in
  (forall i : 'I_3, (i < 2)%N -> kept i (honest i) honest < kept i (honest i) together) /\
  forall i x, kept i (honest i) (set_report honest i x) <= kept i (honest i) (set_report honest i (honest i)).
Proof.
have blind i r x : psi_without i (set_report r i x) = psi_without i r.
  by congr best_coin; apply: eq_bigr => j ji; rewrite /set_report (negbTE ji).
have best r y : probability y -> ASW coin_value chi_squared r y <= ASW coin_value chi_squared r (psi r).
  by move=> py; rewrite /ASW !coin_sum -!addrA ler_add2l; have [_] := best_coin_is (\sum_j lean (r j)); apply.
have inp r : probability (psi r) by have [] := best_coin_is (\sum_j lean (r j)).
split; first split=> // [i r|i r y py]; first by have [] := best_coin_is (\sum_(j | j != i) lean (r j)).
  rewrite /ASW_without !coin_sum -!addrA ler_add2l.
  by have [_] := best_coin_is (\sum_(j | j != i) lean (r j)); apply.
move=> kept; split=> [i small|i x]; last exact: (truth_is_dominant (psi_without := psi_without) inp best blind i
  (honest i) honest x).
rewrite /kept /utility /payment /ASW_without /psi_without /psi.
rewrite ![\sum_(j | _ != _) _]big_mkcond !big_ord_recl !big_ord0.
by case: i small => -[|[|[]]] // i3 _; vm_cast_no_check (erefl true).
Qed.
End Allies.
