(* The sum of the payments, one table for choice and charge, and games on a coin (payments/new-budget,
   new-one-table).
   Any finite number of groups, any set of models, any ordered ring in the general statements.
   Modelled: payments as in Payments.v. The examples are those of Affine.v: all distributions over two outcomes,
   chi-squared with weight 1 against a fair coin, two or three groups; a model is the probability of the first outcome.
   Not modelled: other penalties in the examples. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum rat.
From mathcomp Require Import ring.
From Incentives Require Import Payments Equivalence Repairs Affine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Three groups that want the same collect less than the penalty; two that disagree collect more. *)
Definition agreement (_ : 'I_3) : report := (1, 0, 1).
Definition conflict (j : 'I_3) : report :=
  if (j == 0%N :> nat) then (1, 0, 1) else if (j == 1%N :> nat) then (0, 1, 1) else (1, 1, 1).

(* Sums over three groups, written out so that a machine can add them. *)
Definition sum3 (f : 'I_3 -> rat) := f ord0 + (f (lift ord0 ord0) + (f (lift ord0 (lift ord0 ord0)) + 0)).
Definition others3 i (f : 'I_3 -> rat) := sum3 (fun j => if j != i then f j else 0).
Lemma sum_is f : \sum_j f j = sum3 f.
Proof. by rewrite !big_ord_recl big_ord0. Qed.
Lemma others_is i f : \sum_(j | j != i) f j = others3 i f.
Proof. by rewrite big_mkcond sum_is. Qed.
Definition welfare3 i (r : 'I_3 -> report) y := others3 i (fun j => coin_value (r j) y) - chi_squared y.
Definition paid (r : 'I_3 -> report) i :=
  welfare3 i r (best_coin (others3 i (fun j => lean (r j)))) - welfare3 i r (best_coin (sum3 (fun j => lean (r j)))).
Lemma payment_is i r : payment coin_value chi_squared psi psi_without i r = paid r i.
Proof. by rewrite /payment /ASW_without /psi_without /psi !others_is sum_is. Qed.
Lemma total_is r : \sum_i payment coin_value chi_squared psi psi_without i r = sum3 (paid r).
Proof. by rewrite sum_is /sum3 !payment_is. Qed.

Theorem no_deficit_no_balance :
  (forall (K : realDomainType) (I : finType) (Report Model : Type) (menu : Model -> Prop) (value : Report -> Model -> K)
     (D : Model -> K) (psi : (I -> Report) -> Model) (psi_without : I -> (I -> Report) -> Model) (r : I -> Report),
     menu (psi r) -> (forall i, menu (psi_without i r)) ->
     (forall i m, menu m -> ASW_without value D i r m <= ASW_without value D i r (psi_without i r)) ->
     0 <= \sum_i payment value D psi psi_without i r /\
     (\sum_i payment value D psi psi_without i r = 0 <->
      forall i m, menu m -> ASW_without value D i r m <= ASW_without value D i r (psi r))) /\
  [/\ forall r, probability (psi r) /\
        forall y, probability y -> ASW coin_value chi_squared r y <= ASW coin_value chi_squared r (psi r),
      forall i r, probability (psi_without i r) /\ forall y, probability y ->
        ASW_without coin_value chi_squared i r y <= ASW_without coin_value chi_squared i r (psi_without i r) &
      \sum_i payment coin_value chi_squared psi psi_without i agreement < chi_squared (psi agreement) /\
      chi_squared (psi conflict) < \sum_i payment coin_value chi_squared psi psi_without i conflict].
Proof.
split=> [K I Report Model menu value D f without r inp inw best|].
  exact: (@budget K I Model menu (fun i => ASW_without value D i r) (fun i => without i r) (f r) inp inw best).
split=> [r|i r|].
- split=> [|y py]; first by have [] := best_coin_is (\sum_j lean (r j)).
  by rewrite /ASW !coin_sum -!addrA ler_add2l; have [_] := best_coin_is (\sum_j lean (r j)); apply.
- split=> [|y py]; first by have [] := best_coin_is (\sum_(j | j != i) lean (r j)).
  by rewrite /ASW_without !coin_sum -!addrA ler_add2l; have [_] := best_coin_is (\sum_(j | j != i) lean (r j)); apply.
by rewrite !total_is /psi !sum_is; split; vm_cast_no_check (erefl true).
Qed.

(* One table for choice and charge, with a run without the group that misses xi0 for the others. [all] are all models,
   [table r] those of the table after the report r, [h r] is the best welfare of the others in this table. *)
Definition one_table_rule (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K)
    (table : T -> Model -> Prop) (f : T -> Model) (h : T -> K) :=
  forall r, [/\ table r (f r), forall m, table r m -> v r m + others m <= v r (f r) + others (f r),
                exists2 m, table r m & h r = others m & forall m, table r m -> others m <= h r].
Definition misses (K : realDomainType) (Model : Type) (all : Model -> Prop) (welfare : Model -> K) m (xi : K) :=
  (forall m', all m' -> welfare m' <= welfare m + xi) /\ exists2 m', all m' & welfare m' = welfare m + xi.
Definition keeps (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K) (f : T -> Model)
    (h : T -> K) t r := v t (f r) - (h r - others (f r)).

(* Two reports of group 1, the truth and a lie, as two rewards; group 2 likes the second outcome only. *)
Definition worth (truth lie : rat * rat) (lies : bool) (y : rat) :=
  let told := if lies then lie else truth in coin_value (told.1, told.2, 1) y.
Definition rival (y : rat) := coin_value (0, 1, 1) y - chi_squared y.
Definition k32 (n : nat) : rat := n%:R / 32%:R.
Definition with_runs (lies : bool) : seq rat := [:: 2%:R^-1; k32 11; k32 16; k32 (if lies then 13 else 12)%N].
Definition alone_run (lies : bool) : seq rat := [:: 2%:R^-1; if lies then 2%:R^-1 else 7%:R / 16%:R].

Theorem one_table_with_runs :
  (forall (K : realDomainType) (T Model : Type) (v : T -> Model -> K) (others : Model -> K) (all : Model -> Prop)
     (table : T -> Model -> Prop) (f : T -> Model) (h : T -> K) (without : Model) (t : T) (xi xi0 : K),
     (forall r m, table r m -> all m) -> (forall r, table r without) -> misses all others without xi0 ->
     one_table_rule v others table f h -> misses all (fun m => v t m + others m) (f t) xi ->
     [/\ forall r, 0 <= h r - others (f r), (forall m, 0 <= v t m) -> 0 <= keeps v others f h t t &
         forall r, keeps v others f h t r <= keeps v others f h t t + (xi + xi0)]) /\
  (let v := worth (1, 3%:R / 4%:R) (1, 2%:R^-1) in
   exists (f : bool -> rat) (h : bool -> rat),
     [/\ forall r m, m \in with_runs r -> probability m, one_table_rule v rival (fun r m => m \in with_runs r) f h,
         misses probability (fun m => v false m + rival m) (f false) 256%:R^-1,
         misses probability rival (k32 11) 256%:R^-1 &
         keeps v rival f h false true = keeps v rival f h false false + 128%:R^-1]) /\
  let v := worth (1, 2%:R^-1) (1, 0) in
  exists (f : bool -> rat) (h : bool -> rat),
    [/\ forall r m, m \in alone_run r -> probability m,
        forall r m, probability m -> v r m + rival m <= v r (nth 0 (alone_run r) 1) + rival (nth 0 (alone_run r) 1),
        one_table_rule v rival (fun r m => m \in alone_run r) f h &
        keeps v rival f h false true = keeps v rival f h false false + 32%:R^-1].
Proof.
split=> [K T Model v others all table f h without t xi xi0 sub inw [missed0 _] rule [missed _]|].
  split=> [r|pos|r].
  - by have [inf _ _ top] := rule r; rewrite subr_ge0 top.
  - rewrite /keeps; have [inf best [m inm ->] _] := rule t.
    have -> : v t (f t) - (others m - others (f t)) = v t (f t) + others (f t) - (v t m + others m) + v t m by ring.
    by rewrite addr_ge0 // subr_ge0 best.
  have [inf _ _ top] := rule r; have [_ _ [m inm E] _] := rule t; rewrite /keeps -subr_ge0 E.
  have -> : v t (f t) - (others m - others (f t)) + (xi + xi0) - (v t (f r) - (h r - others (f r))) =
    (v t (f t) + others (f t) + xi - (v t (f r) + others (f r))) + (h r - others without) +
    (others without + xi0 - others m) by ring.
  apply: addr_ge0; [apply: addr_ge0|]; rewrite subr_ge0; [exact: missed (sub _ _ inf)|exact: top|].
  exact: missed0 (sub _ _ inm).
split=> [v|v].
  pose f (r : bool) : rat := if r then k32 13 else k32 12.
  exists f, (fun r => rival (if r then k32 11 else k32 12)); split=> [r||||].
  - by apply/allP; case: r; vm_compute.
  - move=> r; split=> [|m|| m].
    + by case: r; vm_compute.
    + by move: m; apply/allP; case: r; vm_compute.
    + by case: r; [exists (k32 11)|exists (k32 12)] => //; rewrite !inE eqxx ?orbT.
    + by move: m; apply/allP; case: r; vm_compute.
  - split=> [m _|]; last by exists (k32 13); [|apply/eqP]; vm_compute.
    rewrite -subr_ge0; have -> : v false (f false) + rival (f false) + 256%:R^-1 - (v false m + rival m) =
      4%:R * (m - k32 13) ^+ 2 by rewrite /v /worth /rival /coin_value /chi_squared /f /k32 /=; field.
    by rewrite mulr_ge0 ?sqr_ge0.
  - split=> [m _|]; last by exists (k32 12); [|apply/eqP]; vm_compute.
    rewrite -subr_ge0; have -> : rival (k32 11) + 256%:R^-1 - rival m = 4%:R * (m - k32 12) ^+ 2.
      by rewrite /rival /coin_value /chi_squared /k32 /=; field.
    by rewrite mulr_ge0 ?sqr_ge0.
  by apply/eqP; vm_compute.
pose f (r : bool) : rat := if r then 2%:R^-1 else 7%:R / 16%:R.
exists f, (fun r => rival (f r)); split=> [r|r m _|r|].
- by apply/allP; case: r; vm_compute.
- rewrite -subr_ge0; have -> : v r (nth 0 (alone_run r) 1) + rival (nth 0 (alone_run r) 1) - (v r m + rival m) =
    4%:R * (m - f r) ^+ 2 by case: r; rewrite /v /worth /rival /coin_value /chi_squared /f /=; field.
  by rewrite mulr_ge0 ?sqr_ge0.
- split=> [|m||m].
  + by case: r; rewrite !inE eqxx ?orbT.
  + by move: m; apply/allP; case: r; vm_compute.
  + by exists (f r) => //; case: r; rewrite !inE eqxx ?orbT.
  by move: m; apply/allP; case: r; vm_compute.
by apply/eqP; vm_compute.
Qed.
