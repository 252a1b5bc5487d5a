(* Four players always have a core-stable partition, and at most six questions name one
   (coalitions/new-four-players-core, new-four-players-individual). Any positive sizes, equal ones too, and any
   ordered field.
   Modelled: [err] of Coalitions.v, the core of Stability.v. An inquiry asks players which of two coalitions they
   would rather have; it depends on the sizes and not on the noise. Where a player is indifferent, each answer is
   followed.
   Not modelled: how few questions are enough; which of the named partitions is stable, if somebody is
   indifferent. *)
From mathcomp Require Import all_ssreflect all_algebra ssrZ.
From mathcomp Require Import ring.
From Incentives Require Import Coalitions Stability NoNegative NoiseThresholds NearbySizes FourQuestions.
From Incentives Require FourPieces.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Questions to players, and the partitions at their ends. *)
Inductive inquiry (I : finType) := Answer of {set {set I}} | Question of I & {set I} & {set I} & inquiry I & inquiry I.
Fixpoint steps (I : finType) (t : inquiry I) :=
  if t is Question _ _ _ low high then (maxn (steps low) (steps high)).+1 else 0%N.
(* Where the wishes lead; an indifferent player may give either answer. *)
Fixpoint named_by (K : realFieldType) (I : finType) (cost : {set I} -> I -> K) (t : inquiry I) : seq {set {set I}} :=
  match t with
  | Answer P => [:: P]
  | Question j C D low high => (if cost C j <= cost D j then named_by cost low else [::]) ++
      (if cost D j <= cost C j then named_by cost high else [::])
  end.

Section Game.
Variables (K : realFieldType) (I : finType) (n : I -> K).
Hypotheses (n_pos : forall i, 0 < n i) (four : #|I| = 4%N).
Definition players := sort (fun i j => n i <= n j) (enum I).
Definition first_player : I := enum_val (cast_ord (esym four) ord0).
Local Notation player p := (nth first_player players p).
Definition sizes := map n players.
Definition as_seen (A : {set I}) : coalition := [seq i \in A | i <- players].
Definition members (C : coalition) := [set i | nth false C (index i players)].

Lemma size_players : seq.size players = 4%N. Proof. by rewrite size_sort -cardE. Qed.
Lemma uniq_players : uniq players. Proof. by rewrite sort_uniq enum_uniq. Qed.
Lemma mem_players i : i \in players. Proof. by rewrite mem_sort mem_enum. Qed.
Lemma index_player p : (p < 4)%N -> index (player p) players = p.
Proof. by move=> p4; rewrite index_uniq ?size_players // uniq_players. Qed.
Lemma nth_as_seen A p : (p < 4)%N -> nth false (as_seen A) p = (player p \in A).
Proof. by move=> p4; rewrite (nth_map first_player) ?size_players. Qed.
Lemma as_seen_members C : seq.size C = 4%N -> as_seen (members C) = C.
Proof.
move=> C4; apply: (@eq_from_nth _ false) => [|p]; rewrite size_map size_players // => p4.
by rewrite nth_as_seen // inE index_player.
Qed.

Lemma sum_as_seen (f : I -> K) A : foldr +%R 0 (mask (as_seen A) (map f players)) = \sum_(i in A) f i.
Proof.
have -> : \sum_(i in A) f i = \sum_(i <- players | i \in A) f i.
  by rewrite [RHS](perm_big (enum I)) ?perm_sort //= big_enum_cond; apply: eq_bigl.
rewrite -map_mask -filter_mask -big_filter.
by elim: [seq _ <- _ | _] => [|i s IH] /=; rewrite ?big_nil // big_cons IH.
Qed.
Lemma total_as_seen A : total sizes (as_seen A) = size n A. Proof. exact: sum_as_seen. Qed.
Lemma squares_as_seen A : squares sizes (as_seen A) = Coalitions.squares n A.
Proof. by rewrite /squares /squares_of -map_comp sum_as_seen; apply: eq_bigr => i _; rewrite /= expr2. Qed.
Lemma error_as_seen mu s2 p (A : {set I}) : (p < 4)%N -> player p \in A ->
  error sizes mu s2 p (as_seen A) = err n mu s2 A (player p).
Proof.
move=> p4 pA; rewrite err_two_numbers // /error total_as_seen squares_as_seen.
by rewrite (nth_map first_player) ?size_players.
Qed.
Lemma companyP C : C \in companies -> seq.size C = 4%N /\ has id C.
Proof.
rewrite mem_filter => /andP[-> inC]; split=> //; apply/eqP.
by have /allP := erefl true : all (fun D => seq.size D == 4%N) (choices 4); apply.
Qed.
Lemma company_pos C : C \in companies -> 0 < total sizes C.
Proof.
case/companyP => C4 some; rewrite -(as_seen_members C4) total_as_seen; case/(has_nthP false): some => p.
by rewrite C4 => p4 Cp; apply: (@size_pos _ _ _ n_pos _ (player p)); rewrite inE index_player.
Qed.

Lemma sizes_ordered : within FourPieces.ordered sizes.
Proof.
have := size_players; have : sorted (fun i j => n i <= n j) players.
  by apply: sort_sorted => i j; exact: le_total.
rewrite /sizes; case: players => [|w [|x [|y [|z [|//]]]]] //= /and4P[wx xy yz _] _.
apply/withinP; exists (n z - n y), (n y - n x), (n x - n w), (n w); split; rewrite ?subr_ge0 ?(ltW (n_pos w)) //.
have [e0 e1] : whole K BinNums.Z0 = 0 /\ whole K one = 1 by [].
rewrite /= /entry /= /FourPieces.i /FourPieces.z ?e0 ?e1 !(mul0r, mul1r, add0r).
congr [:: _; _; _; _]; ring.
Qed.

(* --- A partition from the tables of the players --- *)
Definition arrangement (l : tables) := preim_partition (fun i => nth 0%N l (index i players)) setT.
Lemma arrangement_partition l : partition (arrangement l) setT. Proof. exact: preim_partitionP. Qed.
Lemma home_as_seen l p : (p < 4)%N -> as_seen (pblock (arrangement l) (player p)) = home l p.
Proof.
move=> p4; apply: (@eq_from_nth _ false) => [|q]; rewrite !size_map size_players // => q4.
rewrite nth_as_seen // /home (nth_map 0%N) ?size_iota // nth_iota // add0n.
pose table i := nth 0%N l (index i players).
have same : {in setT & &, equivalence_rel (fun i j => table i == table j)} by move=> i j k _ _ _; split=> // /eqP ->.
by rewrite [LHS](pblock_equivalence_partition same) ?inE // /table !index_player // eq_sym.
Qed.
Lemma stays_stable mu s2 l : stays sizes mu s2 l -> core_stable (err n mu s2) (arrangement l).
Proof.
move=> stay A /set0Pn[i iA] gain; have : as_seen A \in companies.
  apply: mem_companies; first by rewrite size_map size_players.
  by rewrite has_map; apply/hasP; exists i; rewrite ?mem_players.
move=> /(allP stay)/hasP[p]; rewrite mem_iota add0n => /andP[_ p4] /andP[]; rewrite nth_as_seen // => pA.
rewrite error_as_seen // -home_as_seen // error_as_seen ?mem_pblock //.
  by rewrite leNgt; have := gain _ pA; rewrite /at_home => ->.
by have /and3P[/eqP -> _ _] := arrangement_partition l; rewrite inE.
Qed.

(* --- Questions to players --- *)
Fixpoint to_players (q : questions) : inquiry I :=
  match q with
  | Name l => Answer (arrangement l)
  | Ask (p, C, D) low high => Question (player p) (members C) (members D) (to_players low) (to_players high)
  end.
Lemma steps_to_players q : steps (to_players q) = depth q.
Proof. by elim: q => [//|[[p C] D] low IHl high IHh] /=; rewrite IHl IHh. Qed.
Lemma named_to_players mu s2 q : asked q ->
  named_by (err n mu s2) (to_players q) = map arrangement (named (prefers sizes mu s2) q).
Proof.
elim: q => [//|[[p C] D] low IHl high IHh] /= /and4P[p4 /and4P[/companyP[C4 _] /companyP[D4 _] pC pD] /IHl -> /IHh ->].
have same E F : seq.size E = 4%N -> seq.size F = 4%N -> nth false E p -> nth false F p ->
    (err n mu s2 (members E) (player p) <= err n mu s2 (members F) (player p)) = prefers sizes mu s2 (p, E, F).
  by move=> E4 F4 pE pF; rewrite /prefers -!error_as_seen ?inE ?index_player // !as_seen_members.
by rewrite map_cat !same //; do 2!case: ifP.
Qed.
End Game.

Theorem four_players_core (K : realFieldType) (I : finType) (n : I -> K) : (forall i, 0 < n i) -> #|I| = 4%N ->
  (forall mu s2, 0 < mu -> 0 < s2 -> exists2 P, partition P setT & core_stable (err n mu s2) P) /\
  exists2 t : inquiry I, (steps t <= 6)%N & forall mu s2, 0 < mu -> 0 < s2 ->
    exists2 P, P \in named_by (err n mu s2) t & partition P setT /\ core_stable (err n mu s2) P.
Proof.
move=> n_pos four.
have inside := sizes_ordered n_pos four.
have [q /andP[ask deep] stay] := settled_sound (company_pos n_pos four) inside FourPieces.all_settled.
have ends mu s2 : 0 < mu -> 0 < s2 -> exists2 P, P \in named_by (err n mu s2) (to_players n four q) &
    partition P setT /\ core_stable (err n mu s2) P.
  move=> /ltW mu0 s20; have /hasP[l inl] := stay mu s2 mu0 s20; exists (arrangement n l).
    by rewrite named_to_players // map_f.
  by split; [exact: arrangement_partition|exact: stays_stable].
split=> [mu s2 mu0 s20|]; first by have [P _ [part core]] := ends mu s2 mu0 s20; exists P.
by exists (to_players n four q) => //; rewrite steps_to_players.
Qed.

(* Nobody gains by moving where all gain: in a partition that is core stable, those would block. *)
Theorem four_players_individual (K : realFieldType) (I : finType) (n : I -> K) : (forall i, 0 < n i) -> #|I| = 4%N ->
  forall mu s2, 0 < mu -> 0 < s2 -> exists2 P, partition P setT & forall B j, place P B -> j \notin B ->
    ~ forall i, i \in j |: B -> err n mu s2 (j |: B) i < at_home (err n mu s2) P i.
Proof.
move=> n_pos four mu s2 mu0 s20; have [some _] := four_players_core n_pos four.
have [P part core] := some mu s2 mu0 s20; exists P => // B j _ _.
by apply: core; apply/set0Pn; exists j; apply: setU11.
Qed.
