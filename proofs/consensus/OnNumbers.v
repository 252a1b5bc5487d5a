(* Tools for the files OnNumbers*.v, in which the definitions of this part are put on the numbers of its pages.
   Clients are the numbers below n, so that a set, a choice or a count of clients becomes a list that Coq computes.
   Modelled: nothing. *)
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint rat.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.

Fixpoint ords n : seq 'I_n := if n is k.+1 then ord0 :: map (lift ord0) (ords k) else [::].
(* Client k of n. *)
Definition client n k : 'I_n.+1 := nth ord0 (ords n.+1) k.

Lemma enum_ords n : enum 'I_n = ords n.
Proof.
elim: n => [|n IH] /=; last by rewrite enum_ordSl IH.
by apply/eqP; rewrite -size_eq0 size_enum_ord.
Qed.
Lemma listed n (P : pred 'I_n) : enum P = [seq m <- ords n | P m].
Proof. by rewrite -enum_ords enumT. Qed.
Lemma counted n (P : pred 'I_n) : #|P| = count P (ords n).
Proof. by rewrite cardE listed size_filter. Qed.
Lemma picked n (P : pred 'I_n) : [pick m | P m] = ohead [seq m <- ords n | P m].
Proof. by rewrite /pick listed. Qed.
Lemma tested n (P : pred 'I_n) : [forall m, P m] = all P (ords n).
Proof. by apply/forallP/allP => [all_P m _ //|all_P m]; apply: all_P; rewrite -enum_ords mem_enum. Qed.
Lemma found n (P : pred 'I_n) : [exists m, P m] = has P (ords n).
Proof.
by apply/existsP/hasP => [[m Pm]|[m _ Pm]]; exists m => //; rewrite -enum_ords mem_enum.
Qed.
(* A sentence about every client is one about each in turn. *)
Lemma every n (P : 'I_n -> Prop) : foldr (fun m Q => P m /\ Q) True (ords n) -> forall m, P m.
Proof.
move=> told m; have: m \in ords n by rewrite -enum_ords mem_enum.
by elim: (ords n) told => //= k s IH [Pk told]; rewrite inE => /orP[/eqP->|/IH]; last exact.
Qed.
(* A group of clients, given as a list. *)
Definition group n (s : seq 'I_n) : {set 'I_n} := [set m in s].
Arguments group : simpl never.
Lemma in_group n (s : seq 'I_n) m : (m \in group s) = (m \in s).
Proof. by rewrite inE. Qed.
Lemma enum_group n (s : seq 'I_n) : [seq m <- ords n | m \in s] == s -> enum (group s) = s.
Proof. by move=> /eqP {2}<-; rewrite listed; apply: eq_filter => m; exact: in_group. Qed.
Lemma card_group n (s : seq 'I_n) : uniq s -> #|group s| = size s.
Proof. by move=> /card_uniqP <-; rewrite /group cardsE. Qed.
Lemma as_group n (P : pred 'I_n) s : [seq m <- ords n | P m] == s -> [set m | P m] = group s.
Proof.
by move=> /eqP <-; apply/setP=> m; rewrite in_group mem_filter inE -enum_ords mem_enum andbT.
Qed.
Lemma set_size n (P : pred 'I_n) : #|[set m | P m]| = count P (ords n).
Proof. by rewrite cardsE counted. Qed.
(* Of r + 1 clients of one kind r cannot all be away. *)
Lemma copies_stay n X (has : nat -> X -> bool) (kind : 'I_n -> nat) r (A : {set 'I_n}) x :
  all (fun m => r < count (fun k => kind k == kind m) (ords n)) (ords n) -> #|A| <= r ->
  (forall m, m \notin A -> has (kind m) x) -> forall m, has (kind m) x.
Proof.
move=> /allP copies few told m; have/copies: m \in ords n by rewrite -enum_ords mem_enum.
rewrite -(counted (fun k => kind k == kind m)) => many.
have /subsetPn[k]: ~~ ([set k | kind k == kind m] \subset A).
  by apply/negP => /subset_leq_card; rewrite cardsE => /(leq_trans many); rewrite ltnNge few.
by rewrite inE => /eqP same /told; rewrite same.
Qed.

(* Intervals of fractions: what is inside of one is inside of every wider one. *)
Local Open Scope ring_scope.
Definition between (a b x : rat) := a <= x <= b.
Arguments between : simpl never.
Lemma wider (c d : rat) a b x : c <= a -> b <= d -> between a b x -> between c d x.
Proof. by move=> ca bd /andP[ax xb]; rewrite /between (le_trans ca ax) (le_trans xb bd). Qed.
(* Only closed goals are computed: what a simplification would unfold too far stays as it is. *)
Ltac computed := vm_compute; reflexivity.
