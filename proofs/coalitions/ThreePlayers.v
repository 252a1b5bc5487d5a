(* Three players with any preferences (coalitions/new-three-players-without-cycle): without a cycle of pairs
   some partition is core stable.
   Modelled: the core of Stability.v; a, b, c are all players. Costs are of any kind that can be compared.
   Not modelled: where the costs come from. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From Incentives Require Import Stability EqualSizes.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory.
Local Open Scope order_scope.

Section Three.
Variables (disp : unit) (K : orderType disp) (I : finType) (cost : {set I} -> I -> K).
Local Notation has_core := (exists2 P, partition P setT & core_stable cost P).
(* The three players x, y, z are all. *)
Definition three (x y z : I) := [/\ x != y, x != z, y != z & forall i, [|| i == x, i == y | i == z]].
Lemma rotate x y z : three x y z -> three y z x.
Proof.
case=> xy xz yz all; split; rewrite ?(eq_sym y x) ?(eq_sym z x) // => i; by case/or3P: (all i) => ->; rewrite ?orbT.
Qed.
Lemma swap x y z : three x y z -> three y x z.
Proof.
case=> xy xz yz all; split; rewrite ?(eq_sym y x) ?(eq_sym z x) // => i; by case/or3P: (all i) => ->; rewrite ?orbT.
Qed.

Lemma by_members x y z (C D : {set I}) : three x y z -> (x \in C) = (x \in D) -> (y \in C) = (y \in D) ->
  (z \in C) = (z \in D) -> C = D.
Proof. by case=> _ _ _ all ex ey ez; apply/setP => i; have /or3P[] := all i => /eqP ->. Qed.

Lemma seven x y z (C : {set I}) : three x y z -> C != set0 ->
  [\/ C = [set x], C = [set y] | C = [set z]] \/ [\/ C = [set x; y], C = [set x; z], C = [set y; z] | C = setT].
Proof.
move=> t /set0Pn[i iC]; have [/negPf xy /negPf xz /negPf yz all] := t.
have yx : (y == x) = false by rewrite eq_sym.
have zx : (z == x) = false by rewrite eq_sym.
have zy : (z == y) = false by rewrite eq_sym.
have e D := @by_members x y z C D t; move: (all i) iC.
have s := (inE, eqxx, xy, xz, yz, yx, zx, zy).
case X: (x \in C) e; case Y: (y \in C); case Z: (z \in C) => e ai iC.
- by right; constructor 4; apply: e; rewrite !inE.
- by right; constructor 1; apply: e; rewrite !s.
- by right; constructor 2; apply: e; rewrite !s.
- by left; constructor 1; apply: e; rewrite !s.
- by right; constructor 3; apply: e; rewrite !s.
- by left; constructor 2; apply: e; rewrite !s.
- by left; constructor 3; apply: e; rewrite !s.
by case/or3P: ai iC => /eqP ->; rewrite ?X ?Y ?Z.
Qed.

(* A pair and the third player alone; everybody together; everybody alone. *)
Lemma pair_core x y z : three x y z -> cost [set x; y] x <= cost [set x] x -> cost [set x; y] y <= cost [set y] y ->
  ~ (cost [set x; z] x < cost [set x; y] x /\ cost [set x; z] z < cost [set z] z) ->
  ~ (cost [set y; z] y < cost [set x; y] y /\ cost [set y; z] z < cost [set z] z) ->
  ~ [/\ cost setT x < cost [set x; y] x, cost setT y < cost [set x; y] y & cost setT z < cost [set z] z] -> has_core.
Proof.
move=> t sx sy nxz nyz nT; have [xy xz yz all] := t.
have part : partition [set [set x; y]; [set z]] setT.
  have dis : [disjoint [set x; y] & [set z]] by rewrite disjoint_sym disjoints1 !inE negb_or ![z == _]eq_sym xz yz.
  apply/and3P; split.
  - apply/eqP/setP => i; rewrite /cover !inE; apply/bigcupP; case/or3P: (all i) => /eqP ->.
    + by exists [set x; y]; rewrite !inE eqxx.
    + by exists [set x; y]; rewrite !inE eqxx ?orbT.
    by exists [set z]; rewrite !inE eqxx ?orbT.
  - apply/trivIsetP => A B; rewrite !inE => /orP[] /eqP -> /orP[] /eqP -> //; rewrite ?eqxx // => _.
    by rewrite disjoint_sym.
  by rewrite !inE negb_or ![set0 == _]eq_sym; apply/andP; split; apply/set0Pn; [exists x|exists z]; rewrite !inE eqxx.
have [_ tr _] := and3P part.
have hx : at_home cost [set [set x; y]; [set z]] x = cost [set x; y] x.
  by rewrite /at_home (def_pblock tr (B := [set x; y])) // !inE eqxx.
have hy : at_home cost [set [set x; y]; [set z]] y = cost [set x; y] y.
  by rewrite /at_home (def_pblock tr (B := [set x; y])) // !inE eqxx ?orbT.
have hz : at_home cost [set [set x; y]; [set z]] z = cost [set z] z.
  by rewrite /at_home (def_pblock tr (B := [set z])) // !inE eqxx ?orbT.
exists [set [set x; y]; [set z]] => // C C0 gain.
have gx : x \in C -> cost C x < cost [set x; y] x by move=> iC; rewrite -hx gain.
have gy : y \in C -> cost C y < cost [set x; y] y by move=> iC; rewrite -hy gain.
have gz : z \in C -> cost C z < cost [set z] z by move=> iC; rewrite -hz gain.
case: (seven t C0) => [[]|[]] e; rewrite e in gx gy gz.
- by have := gx (set11 _); rewrite ltNge sx.
- by have := gy (set11 _); rewrite ltNge sy.
- by have := gz (set11 _); rewrite ltxx.
- by have := gx (set21 _ _); rewrite ltxx.
- by case: nxz; rewrite gx ?gz ?set21 ?set22.
- by case: nyz; rewrite gy ?gz ?set21 ?set22.
by case: nT; rewrite gx ?gy ?gz ?inE.
Qed.

Lemma together_core x y z : three x y z -> cost setT x <= cost [set x] x -> cost setT y <= cost [set y] y ->
  cost setT z <= cost [set z] z -> ~ (cost [set x; y] x < cost setT x /\ cost [set x; y] y < cost setT y) ->
  ~ (cost [set x; z] x < cost setT x /\ cost [set x; z] z < cost setT z) ->
  ~ (cost [set y; z] y < cost setT y /\ cost [set y; z] z < cost setT z) -> has_core.
Proof.
move=> t sx sy sz nxy nxz nyz; have part : partition [set setT : {set I}] setT.
  rewrite /partition /cover /trivIset !big_set1 /cover big_set1 !eqxx /= inE eq_sym.
  by apply/set0Pn; exists x; rewrite inE.
have [_ tr _] := and3P part; exists [set setT : {set I}] => // C C0 gain.
have g i : i \in C -> cost C i < cost setT i.
  by move=> iC; have := gain i iC; rewrite /at_home (def_pblock tr (B := setT)) ?inE.
case: (seven t C0) => [[]|[]] e; rewrite e in g.
- by have := g x (set11 _); rewrite ltNge sx.
- by have := g y (set11 _); rewrite ltNge sy.
- by have := g z (set11 _); rewrite ltNge sz.
- by case: nxy; rewrite !g ?set21 ?set22.
- by case: nxz; rewrite !g ?set21 ?set22.
- by case: nyz; rewrite !g ?set21 ?set22.
by have := g x (in_setT _); rewrite ltxx.
Qed.

Lemma apart_core x y z : three x y z -> ~ (cost [set x; y] x < cost [set x] x /\ cost [set x; y] y < cost [set y] y) ->
  ~ (cost [set x; z] x < cost [set x] x /\ cost [set x; z] z < cost [set z] z) ->
  ~ (cost [set y; z] y < cost [set y] y /\ cost [set y; z] z < cost [set z] z) ->
  ~ [/\ cost setT x < cost [set x] x, cost setT y < cost [set y] y & cost setT z < cost [set z] z] -> has_core.
Proof.
move=> t nxy nxz nyz nT; exists [set [set j] | j in I]; first exact: alone_partition.
move=> C C0 gain; have g i : i \in C -> cost C i < cost [set i] i by move=> iC; have := gain i iC;
  rewrite /at_home alone_home.
case: (seven t C0) => [[]|[]] e; rewrite e in g.
- by have := g x (set11 _); rewrite ltxx.
- by have := g y (set11 _); rewrite ltxx.
- by have := g z (set11 _); rewrite ltxx.
- by case: nxy; rewrite !g ?set21 ?set22.
- by case: nxz; rewrite !g ?set21 ?set22.
- by case: nyz; rewrite !g ?set21 ?set22.
by case: nT; rewrite !g ?inE.
Qed.

(* Both members of the pair gain by it; x leaves it for z. *)
Definition good x y := cost [set x; y] x < cost [set x] x /\ cost [set x; y] y < cost [set y] y.
Definition leaves x y z := cost [set x; z] x < cost [set x; y] x /\ cost [set x; z] z < cost [set z] z.
Lemma good_sym x y : good x y -> good y x.
Proof. by rewrite /good setUC => -[]. Qed.

Lemma good_pair x y z : three x y z -> good x y -> has_core \/ (leaves x y z \/ leaves y x z).
Proof.
move=> t [gx gy]; rewrite /leaves [[set y; x]]setUC.
have [/andP[lx lz]|nx] := boolP ((cost [set x; z] x < cost [set x; y] x) && (cost [set x; z] z < cost [set z] z)).
  by right; left.
have [/andP[ly lz]|ny] := boolP ((cost [set y; z] y < cost [set x; y] y) && (cost [set y; z] z < cost [set z] z)).
  by right; right.
left; have [/and3P[Tx Ty Tz]|nT] := boolP [&& cost setT x < cost [set x; y] x, cost setT y < cost [set x; y] y &
    cost setT z < cost [set z] z].
  apply: (together_core t); rewrite ?ltW ?(lt_trans Tx) ?(lt_trans Ty) //.
  - by case=> h _; have := lt_trans Tx h; rewrite ltxx.
  - by case=> hx hz; case/andP: nx; rewrite (lt_trans hx Tx) (lt_trans hz Tz).
  by case=> hy hz; case/andP: ny; rewrite (lt_trans hy Ty) (lt_trans hz Tz).
apply: (pair_core t); rewrite ?ltW //.
- by case=> hx hz; case/andP: nx.
- by case=> hy hz; case/andP: ny.
by case=> Tx Ty Tz; case/and3P: nT.
Qed.

(* A pair whose member x leaves for z: then z leaves for y, and y for x. *)
Lemma chase x y z : three x y z -> leaves x y z -> good x y -> has_core \/
  [/\ cost [set x; z] x < cost [set x; y] x, cost [set y; z] z < cost [set x; z] z & cost [set x;
    y] y < cost [set y; z] y].
Proof.
move=> t [lx lz] [gx gy]; have xz : good x z by split=> //; apply: lt_trans gx.
case: (good_pair (rotate (swap t)) xz) => [|[[h _]|[lz' ly]]]; [by left|by have := lt_trans h lx; rewrite ltxx|].
rewrite [[set z; x]]setUC [[set z; y]]setUC in lz' ly.
have yz : good y z by split=> //; apply: lt_trans lz.
case: (good_pair (rotate t) yz) => [|[[ly' _]|[h _]]]; first by left.
  by right; split=> //; move: ly'; rewrite [[set y; x]]setUC.
by move: h; rewrite [[set z; x]]setUC [[set z; y]]setUC => h; have := lt_trans h lz'; rewrite ltxx.
Qed.

(* No cycle of pairs: some partition is core stable. *)
Theorem three_players_without_cycle a b c : three a b c ->
  ~ [/\ cost [set a; b] a < cost [set a; c] a, cost [set b; c] b < cost [set a; b] b & cost [set a;
    c] c < cost [set b; c] c] ->
  ~ [/\ cost [set a; c] a < cost [set a; b] a, cost [set a; b] b < cost [set b; c] b & cost [set b;
    c] c < cost [set a; c] c] ->
  has_core.
Proof.
move=> t one other.
have from x y z : three x y z -> good x y -> has_core \/
    ([/\ cost [set x; z] x < cost [set x; y] x, cost [set y; z] z < cost [set x; z] z & cost [set x;
      y] y < cost [set y; z] y] \/
     [/\ cost [set y; z] y < cost [set x; y] y, cost [set x; z] z < cost [set y; z] z & cost [set x;
       y] x < cost [set x; z] x]).
  move=> t' g; case: (good_pair t' g) => [|[l|l]]; [by left|by case: (chase t' l g); [left|right; left]|].
  by case: (chase (swap t') l (good_sym g)); [left|rewrite [[set y; x]]setUC; right; right].
have [/andP g|nab] := boolP ((cost [set a; b] a < cost [set a] a) && (cost [set a; b] b < cost [set b] b)).
  by case: (from a b c t g) => [//|[[]|[]] *]; [case: other|case: one].
have [/andP g|nbc] := boolP ((cost [set b; c] b < cost [set b] b) && (cost [set b; c] c < cost [set c] c)).
  by case: (from b c a (rotate t) g) => [//|]; rewrite [[set b; a]]setUC [[set c; a]]setUC => -[[]|[]] *;
    [case: other|case: one].
have [/andP g|nac] := boolP ((cost [set a; c] a < cost [set a] a) && (cost [set a; c] c < cost [set c] c)).
  by case: (from a c b (rotate (swap t)) g) => [//|]; rewrite [[set c; b]]setUC => -[[]|[]] *; [case: one|case: other].
have no (p q r s : K) : ~~ ((p < q) && (r < s)) -> ~ (p < q /\ r < s) by move=> + /andP h; rewrite h.
have [/and3P[Ta Tb Tc]|nT] := boolP [&& cost setT a < cost [set a] a,
  cost setT b < cost [set b] b & cost setT c < cost [set c] c].
  apply: (together_core t); rewrite ?(ltW Ta) ?(ltW Tb) ?(ltW Tc) // => -[h h'].
  - by apply: (no _ _ _ _ nab); rewrite (lt_trans h Ta) (lt_trans h' Tb).
  - by apply: (no _ _ _ _ nac); rewrite (lt_trans h Ta) (lt_trans h' Tc).
  by apply: (no _ _ _ _ nbc); rewrite (lt_trans h Tb) (lt_trans h' Tc).
by apply: (apart_core t); [exact: no|exact: no|exact: no|move=> [? ? ?]; case/and3P: nT].
Qed.
End Three.
