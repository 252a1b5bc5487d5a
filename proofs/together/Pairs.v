(* Pair stakes (new-pair-stakes) for any number of members and any coalition, over any ordered field.
   Modelled: each pair stakes e j k on the squared distance of its two reports; both pay it, and the other members share what
   the two pay. Expectation of a product is a symmetric bilinear form E, and E f f is not negative. A flat prior, with members
   who share no data: the difference of any two honest reports is uncorrelated with each lie (a lie depends on what its own
   member has seen, and given that the others are expected at the own mean). Not modelled: densities. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Amounts.
Variables (K : realFieldType) (I : finType).
Local Notation M := (#|I|%:R : K).
Implicit Types (y : I -> I -> K) (T : {set I}).

(* y j k: what each of the pair j, k pays. [pays]: what i pays in its own pairs, less its share of what other pairs pay. *)
Definition own y i := \sum_j y i j.
Definition rest y i := \sum_(j | j != i) \sum_(k | k != i) y j k.
Definition pays y i := own y i - rest y i / (M - 2%:R).

Definition inside y T := \sum_(j in T) \sum_(k in T) y j k.
Definition border y T := \sum_(j in T) \sum_(k | k \notin T) y j k.
Definition beyond y T := \sum_(j | j \notin T) \sum_(k | k \notin T) y j k.

Lemma rest_all y i : (forall j k, y j k = y k j) -> (forall j, y j j = 0) ->
  rest y i = \sum_j own y j - 2%:R * own y i.
Proof.
move=> sym diag.
have column : \sum_(j | j != i) y j i = own y i.
  by rewrite /own [RHS](bigD1 i) //= diag add0r; apply: eq_bigr => j _; apply: sym.
have -> : \sum_j own y j = own y i + (own y i + rest y i).
  rewrite (bigD1 i) //=; congr (_ + _); rewrite -{1}column /rest -big_split /=.
  by apply: eq_bigr => j _; rewrite /own (bigD1 i).
ring.
Qed.

Lemma sum_own y T : \sum_(i in T) own y i = inside y T + border y T.
Proof.
rewrite -big_split /=; apply: eq_bigr => i _; rewrite /own (bigID (mem T)) /=; congr (_ + _).
Qed.

Lemma all_own y T : (forall j k, y j k = y k j) ->
  \sum_i own y i = inside y T + border y T + (border y T + beyond y T).
Proof.
move=> sym; rewrite (bigID (mem T)) /= sum_own; congr (_ + _).
have -> : border y T = \sum_(j | j \notin T) \sum_(k in T) y j k.
  by rewrite /border exchange_big /=; apply: eq_bigr => j _; apply: eq_bigr => k _; apply: sym.
by rewrite -big_split /=; apply: eq_bigr => i _; rewrite /own (bigID (mem T)).
Qed.

Lemma sum_const T (a : K) : \sum_(i in T) a = a * #|T|%:R.
Proof. by rewrite sumr_const mulr_natr. Qed.

(* How often each pair's amount is counted in what a coalition pays. *)
Lemma joint_payment y T : (2 < #|I|)%N -> (forall j k, y j k = y k j) -> (forall j, y j j = 0) ->
  \sum_(i in T) pays y i = (M - #|T|%:R) / (M - 2%:R) * inside y T + (M - 2%:R * #|T|%:R) / (M - 2%:R) * border y T
                           - #|T|%:R / (M - 2%:R) * beyond y T.
Proof.
move=> many sym diag.
have M2 : M - 2%:R != 0 by rewrite subr_eq0 eqr_nat gtn_eqF.
rewrite /pays sumrB -mulr_suml [\sum_(i in T) rest y i](eq_bigr (fun i => \sum_j own y j - 2%:R * own y i)) => [|i _]; last exact: rest_all.
rewrite sumrB -mulr_sumr sum_const sum_own (all_own T sym).
by move: (inside y T) (border y T) (beyond y T) (#|T|%:R : K) M M2 => a b c t m m2; field.
Qed.

Lemma balanced (m : I -> K) (e : I -> I -> K) : (2 < #|I|)%N -> (forall j k, e j k = e k j) ->
  \sum_i pays (fun j k => e j k * (m j - m k) ^+ 2) i = 0.
Proof.
move=> many sym; pose y j k := e j k * (m j - m k) ^+ 2.
change (\sum_i pays y i = 0).
have := @joint_payment y setT many.
have -> : inside y [set: I] = \sum_j \sum_k y j k.
  by rewrite /inside; under eq_bigl do rewrite inE; apply: eq_bigr => j _; under eq_bigl do rewrite inE.
have -> : border y [set: I] = 0 by rewrite /border big1 // => j _; rewrite big_pred0 // => k; rewrite inE.
have -> : beyond y [set: I] = 0 by rewrite /beyond big_pred0 // => k; rewrite inE.
under eq_bigl do rewrite inE.
move=> ->; first by rewrite cardsT subrr mul0r !mulr0 mul0r addr0 subr0.
  by move=> j k; rewrite /y sym -[m j - _]opprB sqrrN.
by move=> j; rewrite /y subrr expr0n mulr0.
Qed.
End Amounts.

Section Lies.
Variables (K : realFieldType) (I : finType) (V : lmodType K) (E : V -> V -> K) (e : I -> I -> K).
Hypotheses (E_sym : forall f g, E f g = E g f) (E_add : forall f g h, E (f + g) h = E f h + E g h).
Hypotheses (E_pos : forall f, 0 <= E f f) (many : (2 < #|I|)%N).
Hypotheses (e_sym : forall j k, e j k = e k j) (e_pos : forall j k, 0 <= e j k).
Local Notation M := (#|I|%:R : K).

(* The stakes on expected squared distances, and what i expects to pay. *)
Definition staked (m : I -> V) j k := e j k * E (m j - m k) (m j - m k).
Definition expects (m : I -> V) i := pays (staked m) i.

Lemma E_0l f : E 0 f = 0.
Proof. by have /eqP := E_add 0 0 f; rewrite addr0 -subr_eq subrr eq_sym => /eqP. Qed.
Lemma E_0 f : E f 0 = 0.
Proof. by rewrite E_sym E_0l. Qed.
Lemma E_addr f g h : E h (f + g) = E h f + E h g.
Proof. by rewrite E_sym E_add !(E_sym h). Qed.
Lemma E_opp f g : E (- f) g = - E f g.
Proof. by apply/eqP; rewrite -addr_eq0 -E_add addNr E_0l. Qed.
Lemma E_oppr f g : E f (- g) = - E f g.
Proof. by rewrite E_sym E_opp E_sym. Qed.

Lemma staked_sym m j k : staked m j k = staked m k j.
Proof. by rewrite /staked e_sym -[m j - _]opprB E_opp E_oppr opprK. Qed.
Lemma staked_diag m j : staked m j j = 0.
Proof. by rewrite /staked subrr E_0 mulr0. Qed.

Variables (T : {set I}) (honest lie : I -> V).
Hypothesis outside : forall i, i \notin T -> lie i = 0.
Hypothesis flat : forall i j k, i \in T -> E (honest j - honest k) (lie i) = 0.
Definition lied i := honest i + lie i.

Lemma staked_lied j k : staked lied j k = staked honest j k + staked lie j k.
Proof.
have cross i : E (honest j - honest k) (lie i) = 0.
  by have [iT|iT] := boolP (i \in T); [apply: flat | rewrite outside // E_0].
rewrite /staked -mulrDr; congr (_ * _); rewrite /lied.
have -> : honest j + lie j - (honest k + lie k) = (honest j - honest k) + (lie j - lie k) by rewrite opprD addrACA.
have zero : E (honest j - honest k) (lie j - lie k) = 0.
  by move: (honest j - honest k) cross => a cross; rewrite E_addr E_oppr !cross oppr0 addr0.
move: (honest j - honest k) (lie j - lie k) zero => a b ab.
by rewrite E_add !E_addr [E b a]E_sym ab addr0 add0r.
Qed.

Lemma expects_lied i : expects lied i = expects honest i + expects lie i.
Proof.
rewrite /expects /pays.
have -> : own (staked lied) i = own (staked honest) i + own (staked lie) i.
  by rewrite /own -big_split; apply: eq_bigr => j _; apply: staked_lied.
have -> : rest (staked lied) i = rest (staked honest) i + rest (staked lie) i.
  by rewrite /rest -big_split; apply: eq_bigr => j _; rewrite -big_split; apply: eq_bigr => k _; apply: staked_lied.
by rewrite mulrDl opprD addrACA.
Qed.

(* What a joint lie of any kind changes: squares of differences within the coalition, and squares of single lies. *)
Lemma joint_lie : \sum_(i in T) expects lied i - \sum_(i in T) expects honest i =
  (M - #|T|%:R) / (M - 2%:R) * (\sum_(j in T) \sum_(k in T) e j k * E (lie j - lie k) (lie j - lie k))
  + (M - 2%:R * #|T|%:R) / (M - 2%:R) * (\sum_(j in T) (\sum_(k | k \notin T) e j k) * E (lie j) (lie j)).
Proof.
rewrite (eq_bigr _ (fun i _ => expects_lied i)) big_split /= addrAC subrr add0r.
rewrite (joint_payment T many (staked_sym lie) (staked_diag lie)) -/(inside (staked lie) T).
have -> : beyond (staked lie) T = 0.
  by rewrite /beyond big1 // => j jT; rewrite big1 // => k kT; rewrite /staked !outside // subrr E_0 mulr0.
rewrite mulr0 subr0; congr (_ + _ * _); rewrite /border; apply: eq_bigr => j _.
by rewrite mulr_suml; apply: eq_bigr => k kT; rewrite /staked (outside kT) subr0.
Qed.

Lemma M2_pos : 0 < M - 2%:R.
Proof. by rewrite subr_gt0 ltr_nat. Qed.

Lemma half_is_safe : (2 * #|T| <= #|I|)%N -> \sum_(i in T) expects honest i <= \sum_(i in T) expects lied i.
Proof.
move=> half; rewrite -subr_ge0 joint_lie; apply: addr_ge0; apply: mulr_ge0.
- by rewrite divr_ge0 ?(ltW M2_pos) // subr_ge0 ler_nat max_card.
- by apply: sumr_ge0 => j _; apply: sumr_ge0 => k _; apply: mulr_ge0.
- by rewrite divr_ge0 ?(ltW M2_pos) // subr_ge0 -natrM ler_nat.
- by apply: sumr_ge0 => j _; apply: mulr_ge0 => //; apply: sumr_ge0.
Qed.

Lemma crossing : 0 <= \sum_(j in T) \sum_(k | k \notin T) e j k.
Proof. by apply: sumr_ge0 => j _; apply: sumr_ge0. Qed.

(* A common shift: what crosses the border counts, and the sign is that of M - 2 t. *)
Lemma common_shift (u : V) : (forall i, i \in T -> lie i = u) ->
  \sum_(i in T) expects lied i - \sum_(i in T) expects honest i
  = (M - 2%:R * #|T|%:R) / (M - 2%:R) * ((\sum_(j in T) \sum_(k | k \notin T) e j k) * E u u).
Proof.
move=> same; rewrite joint_lie big1 => [|j jT]; last first.
  by rewrite big1 // => k kT; rewrite !same // subrr E_0 mulr0.
by rewrite mulr0 add0r; congr (_ * _); rewrite mulr_suml; apply: eq_bigr => j jT; rewrite same.
Qed.

Lemma majority_gains (u : V) : (forall i, i \in T -> lie i = u) -> (#|I| < 2 * #|T|)%N ->
  0 < \sum_(j in T) \sum_(k | k \notin T) e j k -> 0 < E u u ->
  \sum_(i in T) expects lied i < \sum_(i in T) expects honest i.
Proof.
move=> same most cross real; rewrite -subr_lt0 (common_shift same) nmulr_rlt0 ?mulr_gt0 //.
by rewrite pmulr_llt0 ?invr_gt0 ?M2_pos // subr_lt0 -natrM ltr_nat.
Qed.
End Lies.

Section Single.
Variables (K : realFieldType) (I : finType) (e : I -> I -> K).
Hypotheses (many : (2 < #|I|)%N) (e_sym : forall j k, e j k = e k j).
Definition reward i := \sum_(j | j != i) e i j.

(* One member alone: every lie costs its square times the reward, so truth is best. *)
Lemma truth (V : lmodType K) (E : V -> V -> K) (i : I) (honest : I -> V) (u : V) :
  (forall f g, E f g = E g f) -> (forall f g h, E (f + g) h = E f h + E g h) ->
  (forall j k, E (honest j - honest k) u = 0) ->
  expects E e (fun j => honest j + (if j == i then u else 0)) i = expects E e honest i + reward i * E u u.
Proof.
move=> E_sym E_add flat; pose lie j := if j == i then u else 0.
have out j : j \notin [set i] -> lie j = 0 by rewrite inE /lie => /negbTE ->.
have fl j k l : j \in [set i] -> E (honest k - honest l) (lie j) = 0 by rewrite inE /lie => ->.
have same j : j \in [set i] -> lie j = u by rewrite inE /lie => ->.
have := common_shift E_sym E_add many e_sym out fl same.
rewrite !big_set1 cards1 mulr1 divff ?mul1r; last by rewrite subr_eq0 eqr_nat gtn_eqF.
have -> : \sum_(k | k \notin [set i]) e i k = reward i by apply: eq_bigl => k; rewrite inE.
by rewrite /lied /lie => <-; rewrite addrC subrK.
Qed.

(* The reward: how fast i's expected payment falls with the variance of its report; reports around the common mean err
   independently, so that the expected squared distance of two is the sum of their variances. *)
Lemma reward_is_slope (v v' : I -> K) i : (forall j, j != i -> v' j = v j) ->
  pays (fun j k => if j == k then 0 else e j k * (v' j + v' k)) i
  - pays (fun j k => if j == k then 0 else e j k * (v j + v k)) i = reward i * (v' i - v i).
Proof.
move=> same; rewrite /pays.
have -> : rest (fun j k => if j == k then 0 else e j k * (v' j + v' k)) i
          = rest (fun j k => if j == k then 0 else e j k * (v j + v k)) i.
  by apply: eq_bigr => j ji; apply: eq_bigr => k ki; rewrite !same.
rewrite opprB addrA subrK /own [X in X - _](bigD1 i) //= [X in _ - X](bigD1 i) //= !eqxx !add0r -sumrB mulr_suml.
apply: eq_bigr => j ji; rewrite eq_sym (negbTE ji) (same j ji); ring.
Qed.
End Single.

(* All that the page says of pair stakes. *)
Theorem pair_stakes (K : realFieldType) (I : finType) (e : I -> I -> K) :
  (2 < #|I|)%N -> (forall j k, e j k = e k j) -> (forall j k, 0 <= e j k) ->
  let M := #|I|%:R : K in
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
Proof.
move=> many sym pos M; split=> [m|v v' i|V E honest Es Ea Ep]; [exact: balanced|exact: reward_is_slope|split].
- by move=> i u flat; apply: truth.
- by move=> T lie out flat; apply: half_is_safe.
by move=> T lie u out flat; apply: common_shift.
Qed.
