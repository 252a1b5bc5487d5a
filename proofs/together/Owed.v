(* Which rewards pair stakes can have (new-which-rewards), for any number of members, over any ordered field.
   Modelled: rewards a i; stakes e i j of pairs. The proof lays the rewards as arcs on a circle of length S, the sum of all;
   e i j is how much of arc i lies opposite arc j, and [overlap] measures what two intervals share. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum.
From mathcomp Require Import ring.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Overlap.
Variable K : realFieldType.
Implicit Types a b c d x : K.

(* x held between a and b; what the intervals from a to b and from c to d share. *)
Definition held a b x := if x <= a then a else if b <= x then b else x.
Definition overlap a b c d := held a b d - held a b c.

Lemma held_low a b x : x <= a -> held a b x = a.
Proof. by rewrite /held => ->. Qed.
Lemma held_high a b x : a <= b -> b <= x -> held a b x = b.
Proof. by rewrite /held => ab bx; rewrite bx; case: leP => // xa; apply/eqP; rewrite eq_le ab (le_trans bx xa). Qed.

Lemma held_mono a b x x' : a <= b -> x <= x' -> held a b x <= held a b x'.
Proof.
move=> ab xx; rewrite /held; case: (leP x a) => [xa|ax].
  by case: (leP x' a) => // ax'; case: (leP b x') => // _; apply: ltW.
have ax' := lt_le_trans ax xx; rewrite [x' <= a]leNgt ax' /=; case: (leP b x) => [bx|xb]; first by rewrite (le_trans bx xx).
by case: (leP b x') => // _; apply: ltW.
Qed.

Lemma overlap_pos a b c d : a <= b -> c <= d -> 0 <= overlap a b c d.
Proof. by move=> ab cd; rewrite subr_ge0; apply: held_mono. Qed.

Lemma held_shift a b x s : held (a + s) (b + s) (x + s) = held a b x + s.
Proof. by rewrite /held !ler_add2r; case: ifP => // _; case: ifP. Qed.

Lemma overlap_shift a b c d s : overlap (a + s) (b + s) (c + s) (d + s) = overlap a b c d.
Proof. by rewrite /overlap !held_shift opprD addrACA subrr addr0. Qed.

Lemma overlap_length a b c d : a <= b -> c <= d ->
  overlap a b c d = if (d <= a) || (b <= c) then 0 else Num.min b d - Num.max a c.
Proof.
move=> ab cd; rewrite /overlap.
case: (leP d a) => [da|ad] /=; first by rewrite !held_low ?subrr // (le_trans cd da).
case: (leP b c) => [bc|cb] /=; first by rewrite !held_high ?subrr // (le_trans bc cd).
congr (_ - _); rewrite /held; first by rewrite leNgt ad /=; case: (leP b d).
by case: (leP c a) => // ac; rewrite leNgt cb.
Qed.

Lemma overlap_sym a b c d : a <= b -> c <= d -> overlap a b c d = overlap c d a b.
Proof. by move=> ab cd; rewrite !overlap_length // orbC minC maxC. Qed.
End Overlap.

Section Rewards.
Variables (K : realFieldType) (n : nat) (a : 'I_n -> K).
Hypothesis a_pos : forall i, 0 <= a i.

(* Where arc i begins, counted along the circle; half of the circle. *)
Definition sofar (k : nat) := \sum_(j < n | (j < k)%N) a j.
Definition half := (\sum_j a j) / 2%:R.
Definition opposite (i j : 'I_n) :=
  overlap (sofar i) (sofar i.+1) (sofar j + half) (sofar j.+1 + half)
  + overlap (sofar i) (sofar i.+1) (sofar j - half) (sofar j.+1 - half).

Lemma sofar_next (i : 'I_n) : sofar i.+1 = sofar i + a i.
Proof.
rewrite /sofar (bigD1 i) //= addrC; congr (_ + _); apply: eq_bigl => j.
by rewrite ltnS leq_eqVlt -(inj_eq val_inj) /=; case: ltngtP.
Qed.
Lemma sofar_all : sofar n = \sum_j a j.
Proof. by apply: eq_bigl => j; rewrite ltn_ord. Qed.
Lemma sofar_mono k l : (k <= l)%N -> sofar k <= sofar l.
Proof.
move=> kl; rewrite /sofar [X in _ <= X](bigID (fun j : 'I_n => (j < k)%N)) /= -[X in X <= _]addr0.
apply: ler_add; last exact: sumr_ge0.
by rewrite le_eqVlt; apply/orP; left; apply/eqP/eq_bigl => j; case: (ltnP j k) => jk; rewrite ?andbF // (leq_trans jk kl).
Qed.
Lemma sofar_0 : sofar 0 = 0.
Proof. by rewrite /sofar big_pred0. Qed.
Lemma all_halves : \sum_j a j = half + half.
Proof. by rewrite /half; field. Qed.

Lemma telescope (f : nat -> K) : \sum_(j < n) (f j.+1 - f j) = f n - f 0%N.
Proof. by rewrite -(big_mkord xpredT (fun j => f j.+1 - f j)) telescope_sumr. Qed.

(* If no reward exceeds the sum of the others', the lengths of opposite arcs are pair stakes with these rewards. *)
Lemma enough : (forall i, a i <= \sum_(j | j != i) a j) ->
  [/\ forall i j, opposite i j = opposite j i, forall i j, 0 <= opposite i j, forall i, opposite i i = 0
    & forall i, \sum_j opposite i j = a i].
Proof.
move=> short.
have arc (i : 'I_n) : sofar i <= sofar i.+1 by apply: sofar_mono.
have le_half i : a i <= half.
  have e : a i + \sum_(j | j != i) a j = half + half by rewrite -all_halves [RHS](bigD1 i).
  have := short i; rewrite -(ler_add2l (a i)) e => h.
  by rewrite -(@ler_pmuln2r _ 2) // !mulr2n.
split.
- move=> i j; rewrite /opposite addrC; congr (_ + _).
    rewrite overlap_sym ?ler_add2r // -(overlap_shift _ _ _ _ half) !subrK.
    by [].
  by rewrite overlap_sym ?ler_add2r // -(overlap_shift _ _ _ _ (- half)) !addrK.
- by move=> i j; apply: addr_ge0; apply: overlap_pos; rewrite ?ler_add2r.
- move=> i; rewrite /opposite !overlap_length ?ler_add2r //.
  have h : sofar i.+1 <= sofar i + half by rewrite sofar_next ler_add2l.
  by rewrite h orbT ler_subl_addr h /= addr0.
move=> i; rewrite /opposite big_split /= /overlap.
rewrite (telescope (fun j => held (sofar i) (sofar i.+1) (sofar j + half))).
rewrite (telescope (fun j => held (sofar i) (sofar i.+1) (sofar j - half))).
have top : sofar i.+1 <= sofar n by apply: sofar_mono.
have low : 0 <= sofar i by rewrite -sofar_0; apply: sofar_mono.
have half0 : 0 <= half by rewrite (le_trans (a_pos i)).
rewrite sofar_0 !add0r sofar_all all_halves addrK.
rewrite (@held_high _ _ _ (half + half + half)) //; last first.
  by rewrite (le_trans top) // sofar_all all_halves ler_addl.
rewrite (@held_low _ _ _ (- half)); last by rewrite (le_trans _ low) // oppr_le0.
by rewrite sofar_next; ring.
Qed.

(* Pair stakes with given rewards exist exactly if no reward exceeds the sum of the others'. *)
Theorem which_rewards :
  (exists e : 'I_n -> 'I_n -> K,
     [/\ forall i j, e i j = e j i, forall i j, 0 <= e i j, forall i, e i i = 0 & forall i, \sum_j e i j = a i])
  <-> (forall i, a i <= \sum_(j | j != i) a j).
Proof.
split=> [[e [sym pos diag sum]] i|short]; last by exists opposite; apply: enough.
rewrite -(sum i) (bigD1 i) //= diag add0r; apply: ler_sum => j ji.
by rewrite -(sum j) (bigD1 i) //= sym ler_addl; apply: sumr_ge0.
Qed.
End Rewards.
