(* How far a round brings the model, and what noise leaves (consensus/new-local-steps, new-noisy-rounds, new-no-sure-oracle).
   Modelled: the hard family, M losses on the line of which the first is lam/2 x^2 and the others are 0; a client walks along
   its own gradient, the server averages. Random variables with a finite second moment are vectors of a space [V]; [E X Y] is
   the mean of the product of two of them, so that E X one is the mean of X; that it is linear in X, symmetric, and 1 on the
   constant [one] are the facts used of it. Independent noise is used only through: the mean of a product is the product of
   the means. Paths of fair coins are counted, all equally likely.
   Not modelled: the space on which random variables live; noise of single clients before it is averaged. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section HardFamily.
Variable K : realFieldType.
Definition curvature (lam : K) (m : nat) : K := if m == 0%N then lam else 0.
Definition gap (lam : K) m x := curvature lam m / 2%:R * x ^+ 2.          (* the loss of client m, least at 0 *)
Definition gradient (lam : K) m x := curvature lam m * x.
(* Every client walks [steps] steps of length 1/L from x, and the server takes the mean of where they arrive. *)
Definition walk (lam L : K) (steps m : nat) x := iter steps (fun y => y - L^-1 * gradient lam m y) x.
Definition round (lam L : K) (steps M : nat) x := M%:R^-1 * \sum_(m < M) walk lam L steps m x.

Lemma walkE lam L steps m x : walk lam L steps m x = (1 - curvature lam m / L) ^+ steps * x.
Proof.
elim: steps => [|n IH]; first by rewrite expr0 mul1r.
by rewrite /walk iterS -/(walk lam L n m x) IH exprS /gradient; ring.
Qed.

(* A round multiplies the point, and its distance from 0, by this factor, which is never below 1 - 1/M. *)
Theorem local_steps (lam L : K) (steps M : nat) (x : K) : 0 < lam -> lam <= L -> (0 < M)%N ->
  let factor := 1 - M%:R^-1 * (1 - (1 - lam / L) ^+ steps) in
  [/\ round lam L steps M x = factor * x, `|round lam L steps M x| = factor * `|x| & 1 - M%:R^-1 <= factor].
Proof.
move=> lam0 lamL; case: M => // M _ factor.
have M0 : 0 < M.+1%:R :> K by rewrite ltr0Sn.
have L0 : 0 < L by apply: lt_le_trans lamL.
have inside : 0 <= 1 - lam / L by rewrite subr_ge0 ler_pdivr_mulr ?mul1r.
have power : 0 <= (1 - lam / L) ^+ steps by rewrite exprn_ge0.
have moved : round lam L steps M.+1 x = factor * x.
  rewrite /round big_ord_recl walkE /curvature /= (eq_bigr (fun=> x)) => [|m _]; last first.
    by rewrite walkE /curvature /= mul0r subr0 expr1n mul1r.
  rewrite sumr_const card_ord -[x *+ M]mulr_natl /factor.
  have -> : M%:R = M.+1%:R - 1 :> K by rewrite -[in RHS]addn1 natrD addrK.
  by field; move: (lt0r_neq0 M0); rewrite -[M.+1]addn1 natrD addrC.
have low : 1 - M.+1%:R^-1 <= factor.
  by rewrite /factor ler_add2l ler_opp2 ger_pmulr ?invr_gt0 // ler_subl_addr ler_addl.
split=> //; rewrite moved normrM ger0_norm //; apply: le_trans low.
by rewrite subr_ge0 invf_le1 // ler1n.
Qed.
End HardFamily.

(* A point that shrinks by a fixed factor and is disturbed by independent noise, after any number of rounds. *)
Section Noise.
Variables (K : realFieldType) (V : lmodType K) (E : V -> V -> K) (one : V).
Variables (xi : nat -> V) (a eta x0 v : K).
Fixpoint position (t : nat) : V := if t is s.+1 then a *: position s - eta *: xi s else x0 *: one.

Theorem any_noisy_rounds :
  (forall b X Y Z, E (b *: X + Y) Z = b * E X Z + E Y Z) -> (forall X Y, E X Y = E Y X) -> E one one = 1 ->
  (forall t, E (xi t) one = 0) -> (forall t, E (xi t) (xi t) = v) ->
  (forall s t, s != t -> E (xi s) (xi t) = E (xi s) one * E (xi t) one) ->
  forall rounds, E (position rounds) (position rounds) =
    a ^+ (2 * rounds) * x0 ^+ 2 + eta ^+ 2 * v * \sum_(i < rounds) a ^+ (2 * i).
Proof.
move=> lin sym one1 mean variance independent.
have step b c X Y Z : E (b *: X - c *: Y) Z = b * E X Z - c * E Y Z.
  have none : E 0 Z = 0 by have := lin 1 0 0 Z; rewrite scaler0 addr0 mul1r => /eqP; rewrite -subr_eq0 opprD addNKr oppr_eq0 => /eqP.
  by rewrite lin -scaleNr -[- c *: Y]addr0 lin none addr0 mulNr.
have scale b X Z : E (b *: X) Z = b * E X Z by have := step b 0 X X Z; rewrite scale0r mul0r !subr0.
have fresh t s : (t <= s)%N -> E (position t) (xi s) = 0.
  elim: t => [|t IH] ts /=; first by rewrite scale sym mean mulr0.
  rewrite step IH ?(ltnW ts) // independent ?mean ?mul0r ?mulr0 ?subr0 //.
  by rewrite neq_ltn ts.
elim=> [|n IH]; first by rewrite big_ord0 mulr0 addr0 expr0 mul1r /= scale sym scale one1 mulr1 expr2.
rewrite /= step ![E _ (_ - _)]sym !step [E (xi n) (position n)]sym fresh // IH variance.
rewrite big_ord_recl muln0 expr0.
have -> : \sum_(i < n) a ^+ (2 * lift ord0 i) = a ^+ 2 * \sum_(i < n) a ^+ (2 * i).
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite -exprD -mulnS lift0.
rewrite mulnS exprD.
by ring.
Qed.
End Noise.

(* Two clients, curvature and step 1/2, and a coin that moves the averaged gradient by 1 up or down; the start is at distance 1.
   One path is outside after every number of rounds; so of all paths of this length a share below one ends inside. *)
Section Coins.
Variable K : realFieldType.
Definition half : K := 2%:R^-1.
Definition coin (up : bool) : K := if up then 1 else -1.
Definition noisy_step (x : K) (up : bool) := x - half * (2%:R^-1 * (\sum_(m < 2) gradient half m x) + coin up).
Definition inside (x : K) := [forall m : 'I_2, gap half m x <= 10%:R^-1].

(* The paths of so many coins that end inside. *)
Definition inside_at_last (start : K) (rounds : nat) := [set p : rounds.-tuple bool | inside (foldl noisy_step start p)].

Theorem no_sure_oracle (start : K) : `|start| = 1 ->
  (exists path : nat -> bool, forall rounds, ~~ inside (foldl noisy_step start (mkseq path rounds))) /\
  forall rounds, #|inside_at_last start rounds|%:R / (2 ^ rounds)%:R < 1 :> K.
Proof.
move=> at1; pose b := start < 0.
have stepE x up : noisy_step x up = 7%:R / 8%:R * x - half * coin up.
  by rewrite /noisy_step !big_ord_recl big_ord0 /gradient /curvature /= /half; field.
have far (x : K) : 1 <= start * x -> ~~ inside x.
  move=> x1; have {}x1 : 1 <= `|x| by apply: le_trans x1 _; rewrite -[`|x|]mul1r -at1 -normrM ler_norm.
  apply/negP => /forallP/(_ ord0); rewrite leNgt => /negP; apply.
  have : 1 <= x ^+ 2 by rewrite -real_normK ?num_real // exprn_ege1.
  have -> : gap half (ord0 : 'I_2) x = x ^+ 2 / 4%:R by rewrite /gap /curvature /= /half; field.
  move=> x2; apply: (@lt_le_trans _ _ 4%:R^-1); first by rewrite ltf_pinv ?posrE ?ltr_nat ?ltr0n.
  by rewrite -[X in X <= _]mul1r ler_pmul2r // invr_gt0 ltr0n.
have against : start * coin b = -1.
  rewrite /coin /b; move: at1; case: (ltP start 0) => s0.
    by rewrite ltr0_norm // mulr1 => <-; rewrite opprK.
  by rewrite ger0_norm // => ->; rewrite mul1r.
have path_far n x : 1 <= start * x -> 1 <= start * foldl noisy_step x (nseq n b).
  elim: n x => [//|n IH] x x1 /=; apply: IH.
  have -> : start * noisy_step x b = 7%:R / 8%:R * (start * x) - half * (start * coin b) by rewrite stepE; ring.
  rewrite against; apply: (@le_trans _ _ (7%:R / 8%:R * 1 - half * -1)); last first.
    by rewrite ler_add2r ler_pmul2l // divr_gt0 ?ltr0n.
  rewrite -subr_ge0 (_ : _ - _ = 3%:R / 8%:R); last by rewrite /half; field.
  by rewrite divr_ge0 ?ler0n.
have begin : 1 <= start * start by rewrite -expr2 -real_normK ?num_real // at1 expr1n.
split=> [|rounds].
  exists (fun=> b) => rounds; apply: far; rewrite (_ : mkseq _ _ = nseq rounds b); first exact: path_far.
  by apply: (@eq_from_nth _ b) => [|i]; rewrite size_mkseq ?size_nseq // => ir; rewrite nth_mkseq // nth_nseq ir.
rewrite ltr_pdivr_mulr ?mul1r ?ltr0n ?expn_gt0 // ltr_nat.
have := card_tuple rounds [finType of bool]; rewrite card_bool => <-; rewrite -cardsT; apply: proper_card.
apply/properP; split; first by apply/subsetP => p _; rewrite inE.
by exists [tuple of nseq rounds b]; rewrite inE // far // path_far.
Qed.
End Coins.
