(* Redundant quadratics (consensus/new-quadratics-need-twins): any number of clients, any dimension.
   Modelled: client m's loss at the distance x from a common minimiser is half of [x H_m x], with H_m symmetric and nowhere negative.
   It accepts x at the tolerance eps if half of [x H_m x] is at most eps. Numbers: any ordered field for (a), any
   real closed field, which has square roots, for (b). *)
From mathcomp Require Import all_ssreflect all_algebra.
From Incentives Require Import LeaveOneOut.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forms.
Variables (K : realFieldType) (d : nat).
Definition form (H : 'M[K]_d) (x : 'rV[K]_d) : K := (x *m H *m x^T) 0 0.
Definition semidefinite (H : 'M[K]_d) := H^T = H /\ forall x, 0 <= form H x.

Lemma form_scale H a x : form H (a *: x) = a ^+ 2 * form H x.
Proof. by rewrite /form -!scalemxAl linearZ /= -scalemxAr scalerA mxE expr2. Qed.

Lemma form_sum (I : finType) (P : pred I) (H : I -> 'M[K]_d) x : form (\sum_(m | P m) H m) x = \sum_(m | P m) form (H m) x.
Proof. by rewrite /form mulmx_sumr mulmx_suml summxE. Qed.

(* Where the form of a semidefinite matrix vanishes, the matrix does. *)
Lemma vanishes H x : semidefinite H -> form H x = 0 <-> x *m H = 0.
Proof.
move=> [sym pos]; split=> [zero|e]; last by rewrite /form e mul0mx mxE.
have cross (y : 'rV[K]_d) : (x *m H *m y^T) 0 0 = 0.
  set b := (x *m H *m y^T) 0 0; have same : (y *m H *m x^T) 0 0 = b.
    rewrite /b -[in RHS](trmxK (x *m H *m y^T)) [RHS]mxE; congr (_ 0 0).
    by rewrite !trmx_mul trmxK sym mulmxA.
  have line t : 0 <= t * (b + b) + form H y.
    pose q (u v : 'rV[K]_d) := (u *m H *m v^T) 0 0.
    have ql u v z : q (t *: u + v) z = t * q u z + q v z by rewrite /q !mulmxDl -!scalemxAl 2!mxE.
    have qr u v z : q z (t *: u + v) = t * q z u + q z v.
      by rewrite /q linearD /= linearZ /= mulmxDr -scalemxAr 2!mxE.
    have := pos (t *: x + y); rewrite /form -/(q _ _) ql !qr /q -/b same -/(form H x) -/(form H y) zero mulr0 add0r.
    by rewrite addrA -mulrDr.
  have [//|b0] := eqVneq b 0; have b2 : b + b != 0 by rewrite -mulr2n mulrn_eq0.
  have := line (- (form H y + 1) / (b + b)); rewrite divfK // opprD addrAC addNr add0r => bad.
  by have := ltrN10 K; rewrite ltNge bad.
by apply/rowP => i; have := cross (delta_mx 0 i); rewrite trmx_delta -colE !mxE.
Qed.
End Forms.

(* (a) At the tolerance 0: exactly if leaving out any one matrix leaves the rank of the sum as it is. *)
Lemma redundant_at_zero (K : realFieldType) (d : nat) (I : finType) (H : I -> 'M[K]_d) : (forall m, semidefinite (H m)) ->
  redundant (fun m x => form (H m) x <= 0) <-> forall n, \rank (\sum_(m | m != n) H m)%R = \rank (\sum_m H m)%R.
Proof.
move=> psd; have zero m x : (form (H m) x <= 0) = (form (H m) x == 0) by rewrite eq_le (psd m).2 andbT.
have sum_psd (P : pred I) : semidefinite (\sum_(m | P m) H m).
  split=> [|x]; first by rewrite linear_sum; apply: eq_bigr => m _; have [] := psd m.
  by rewrite form_sum; apply: sumr_ge0 => m _; have [] := psd m.
have kernel (P : pred I) x : (x *m (\sum_(m | P m) H m) == 0) = [forall (m | P m), form (H m) x <= 0].
  apply/eqP/forall_inP => [/(vanishes _ (sum_psd P))/eqP|all].
    rewrite form_sum psumr_eq0 => [/allP all m Pm|m _]; last by have [] := psd m.
    by have := all m (mem_index_enum m); rewrite Pm zero.
  apply/(vanishes _ (sum_psd P)); rewrite form_sum big1 // => m /all; rewrite zero; exact/eqP.
pose A n := \sum_(m | m != n) H m; pose B := \sum_m H m.
have sub n : (kermx B <= kermx (A n))%MS.
  apply/rV_subP => v; rewrite !sub_kermx !kernel => /forall_inP all; apply/forall_inP => m _; exact: all.
have ranks n : (\rank (A n) == \rank B) = (kermx (A n) <= kermx B)%MS.
  rewrite -(mxrank_leqif_sup (sub n)) !mxrank_ker; apply/eqP/eqP => [-> //|e].
  by rewrite -(subKn (rank_leq_row (A n))) -e subKn ?rank_leq_row.
split=> [red n|same n x ok m].
  change (\rank (A n) = \rank B); apply/eqP; rewrite ranks; apply/rV_subP => v; rewrite !sub_kermx !kernel => /forall_inP ok.
  by apply/forall_inP => m _; apply: (red n) => k kn; apply: ok.
have : (kermx (A n) <= kermx B)%MS by rewrite -ranks; apply/eqP; apply: same.
move=> /rV_subP/(_ x); rewrite !sub_kermx !kernel => imp.
have /imp/forall_inP/(_ m isT) // : [forall (k | k != n), form (H k) x <= 0] by apply/forall_inP => k kn; apply: ok.
Qed.

(* (b) At every positive tolerance: exactly if every matrix that is strictly the largest in some direction is there twice. *)
Lemma redundant_at_a_tolerance (K : rcfType) (d : nat) (I : finType) (H : I -> 'M[K]_d) (eps : K) : (1 < #|I|)%N -> 0 < eps ->
  (forall m x, 0 <= form (H m) x) ->
  redundant (fun m x => form (H m) x / 2%:R <= eps) <->
  forall n x, (forall m, H m != H n -> form (H m) x < form (H n) x) -> exists2 k, k != n & H k = H n.
Proof.
move=> many e0 pos; have two0 : 0 < 2%:R :> K by rewrite ltr0n.
have E m x : (form (H m) x / 2%:R <= eps) = (form (H m) x <= eps * 2%:R) by rewrite ler_pdivr_mulr.
have t0 : 0 < eps * 2%:R by rewrite mulr_gt0.
split=> [red n x largest|twins n x ok m].
  have [/existsP[k /andP[kn /eqP e]]|none] := boolP [exists k, (k != n) && (H k == H n)]; first by exists k.
  have strict m : m != n -> form (H m) x < form (H n) x.
    move=> mn; apply: largest; apply: contraNN none => /eqP e; apply/existsP; exists m; by rewrite mn e eqxx.
  have [m0 m0n] : exists m0, m0 != n.
    have /card_gt0P[m0] : (0 < #|predC1 n|)%N by rewrite cardC1 -ltnS prednK // (ltn_trans _ many).
    by rewrite inE; exists m0.
  case: (@arg_maxP _ _ I m0 (fun m => m != n) (fun m => form (H m) x) m0n) => k kn top.
  pose c := (form (H k) x + form (H n) x) / 2%:R.
  have kc : form (H k) x < c by rewrite ltr_pdivl_mulr // mulr_natr mulr2n ltr_add2l strict.
  have cn : c < form (H n) x by rewrite ltr_pdivr_mulr // mulr_natr mulr2n ltr_add2r strict.
  have c0 : 0 < c by apply: le_lt_trans kc.
  pose a := Num.sqrt (eps * 2%:R / c).
  have scaled m : (form (H m) (a *: x) / 2%:R <= eps) = (form (H m) x <= c).
    have s : a ^+ 2 = eps * 2%:R / c by rewrite sqr_sqrtr // divr_ge0 // ltW.
    by rewrite E form_scale s mulrAC ler_pdivr_mulr // ler_pmul2l.
  have := red n (a *: x) _ n; rewrite scaled leNgt cn => /(_ _)/negP; case=> // m mn.
  by rewrite scaled; apply: le_trans (ltW kc); apply: top.
rewrite E leNgt; apply/negP => big.
have mn : m = n by apply/eqP; apply: contraTT big => mn; rewrite -leNgt -E ok.
rewrite mn in big.
have largest j : H j != H n -> form (H j) x < form (H n) x.
  move=> jn; apply: le_lt_trans big; rewrite -E; apply: ok; apply: contraNneq jn => ->; exact: eqxx.
have [k kn e] := twins n x largest; have := ok k kn; by rewrite E e leNgt big.
Qed.
