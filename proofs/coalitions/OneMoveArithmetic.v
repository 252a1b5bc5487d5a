(* Arithmetic for the files OneMove*.v: Coq's own solver of linear inequalities over any ordered field. Products of variables
   are read as further variables; where a product of two inequalities is needed, a proof names it.
   Modelled: hypotheses and goal are comparisons of polynomials with whole coefficients. The solver finds a combination of the
   hypotheses that contradicts them, with rational coefficients; the checker of Coq's standard library checks it, and what it
   accepts is proved here to hold in any ordered field. Not modelled: division. *)
From Coq Require Import NArith Nnat ZArith Lia QArith micromega.Lqa micromega.OrderedRing micromega.EnvRing micromega.RingMicromega.
From Coq Require Import micromega.Refl micromega.Tauto micromega.QMicromega.
From mathcomp Require Import all_ssreflect ssralg ssrnum ssrint.
From mathcomp Require Import ring ssrZ.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Fractions.
Variable K : realFieldType.
Definition of_Z (z : Z) : K := (int_of_Z z)%:~R.
Definition of_Q (q : Q) : K := of_Z (Qnum q) / of_Z (Z.pos (Qden q)).

Lemma of_ZD x y : of_Z (Z.add x y) = of_Z x + of_Z y.
Proof. by rewrite /of_Z -rmorphD -(rmorphD [rmorphism of int_of_Z]). Qed.
Lemma of_ZM x y : of_Z (Z.mul x y) = of_Z x * of_Z y.
Proof. by rewrite /of_Z -rmorphM -(rmorphM [rmorphism of int_of_Z]). Qed.
Lemma of_ZN x : of_Z (Z.opp x) = - of_Z x.
Proof. by rewrite /of_Z -rmorphN -(rmorphN [rmorphism of int_of_Z]). Qed.
Lemma of_pos p : 0 < of_Z (Z.pos p).
Proof. by rewrite /of_Z /= -pmulrn ltr0n; apply/ssrnat.ltP/Pos2Nat.is_pos. Qed.
Lemma of_ge0 z : Z.le 0 z -> 0 <= of_Z z.
Proof. by case: z => [|p|p] // _; apply: ltW; apply: of_pos. Qed.
Lemma of_Z_le x y : Z.le x y -> of_Z x <= of_Z y.
Proof. by move=> /Zle_minus_le_0/of_ge0; rewrite of_ZD of_ZN subr_ge0. Qed.
Lemma of_Z_inj x y : of_Z x = of_Z y -> x = y.
Proof.
have less a b : Z.lt a b -> of_Z a < of_Z b.
  move=> ab; rewrite -subr_gt0 -of_ZN -of_ZD; case E: (Z.add b (Z.opp a)) => [|p|p]; [lia|exact: of_pos|lia].
by case: (Z.lt_trichotomy x y) => [/less|[//|/less]] => l e; move: l; rewrite e ltxx.
Qed.

Lemma ordered : SOR (0 : K) 1 +%R *%R (fun x y => x - y) -%R eq (fun x y => x <= y) (fun x y => x < y).
Proof.
constructor=> [|_ x -> _ y ->|_ x -> _ y ->|_ x ->|_ x -> _ y ->|_ x -> _ y -> //||x|x y|x y z|x y|x y|x y z|x y|] //.
- by split=> [x|x y|x y z] // -> ->.
- by split=> //; [exact: add0r|exact: addrC|exact: addrA|exact: mul1r|exact: mulrC|exact: mulrA|exact: mulrDl|exact: subrr].
- by move=> xy yx; apply/eqP; rewrite eq_le xy yx.
- exact: le_trans.
- by rewrite lt_neqAle; split=> [/andP[/eqP]|[-> /eqP->]].
- by case: (ltgtP x y); [left|right; right|right; left].
- by rewrite ler_add2l.
- exact: mulr_gt0.
by apply/eqP; rewrite eq_sym oner_eq0.
Qed.

Lemma fractions : SORaddon (0 : K) 1 +%R *%R (fun x y => x - y) -%R eq (fun x y => x <= y)
  (Qmake 0 1) (Qmake 1 1) Qplus Qmult Qminus Qopp Qeq_bool Qle_bool of_Q N.to_nat (fun x n => x ^+ n).
Proof.
have P p := of_pos p; have U p : of_Z (Z.pos p) != 0 by rewrite gt_eqF.
have addQ x y : of_Q (Qplus x y) = of_Q x + of_Q y.
  by rewrite /of_Q /Qplus /= Pos2Z.inj_mul of_ZD !of_ZM; field; rewrite !U.
have oppQ x : of_Q (Qopp x) = - of_Q x by rewrite /of_Q /= of_ZN mulNr.
have leQ x y : Qle_bool x y -> of_Q x <= of_Q y.
  move/Qle_bool_imp_le/of_Z_le; rewrite !of_ZM /of_Q ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
split=> [|| x y /negP ne e|]; last exact: leQ.
- split=> [||x y|x y|x y|x|x y].
  + exact: mul0r.
  + exact: divff (U 1%positive).
  + exact: addQ.
  + by rewrite /Qminus addQ oppQ.
  + by rewrite /of_Q /Qmult /= Pos2Z.inj_mul !of_ZM; field; rewrite !U.
  + exact: oppQ.
  move/Qeq_bool_eq => e; rewrite /of_Q; apply: (@mulIf _ (of_Z (Z.pos (Qden x)) * of_Z (Z.pos (Qden y)))).
    by rewrite mulf_neq0.
  have := congr1 of_Z e; rewrite !of_ZM => {}e.
  transitivity (of_Z (Qnum x) * of_Z (Z.pos (Qden y))); first by field; rewrite !U.
  by rewrite e; field; rewrite !U.
- split=> x [|p] //=; elim: p => [p IH|p IH|] //=.
    by rewrite Pos2Nat.inj_xI multE mul2n -addnn exprS exprD IH.
  by rewrite Pos2Nat.inj_xO multE mul2n -addnn exprD IH.
apply: ne; apply/Qeq_bool_iff; apply: of_Z_inj; rewrite !of_ZM.
have := congr1 (fun z => z * (of_Z (Z.pos (Qden x)) * of_Z (Z.pos (Qden y)))) e; rewrite /of_Q.
have -> : of_Z (Qnum x) / of_Z (Z.pos (Qden x)) * (of_Z (Z.pos (Qden x)) * of_Z (Z.pos (Qden y))) =
  of_Z (Qnum x) * of_Z (Z.pos (Qden y)) by field; rewrite !U.
by move=> ->; field; rewrite !U.
Qed.

(* --- What is compared, as the checker reads it. --- *)
Inductive term := Var of positive | Nat of nat | Zero | One | Add of term & term | Opp of term | Mul of term & term
  | Exp of term & nat.
Inductive comparison := Le of term & term | Lt of term & term | Eq of term & term.

Fixpoint value (env : positive -> K) t := match t with
  Var p => env p | Nat n => n%:R | Zero => 0 | One => 1 | Add t u => value env t + value env u | Opp t => - value env t
  | Mul t u => value env t * value env u | Exp t n => value env t ^+ n end.
Definition truth env c := match c with
  Le t u => is_true (value env t <= value env u) | Lt t u => is_true (value env t < value env u)
  | Eq t u => value env t = value env u end.
Fixpoint contradict env cs := if cs is c :: cs then truth env c -> contradict env cs else False.

Fixpoint read t : PExpr Q := match t with
  Var p => PEX p | Nat n => PEc (Qmake (Z.of_nat n) 1) | Zero => PEc (Qmake 0 1) | One => PEc (Qmake 1 1)
  | Add t u => PEadd (read t) (read u) | Opp t => PEopp (read t) | Mul t u => PEmul (read t) (read u) | Exp t n => PEpow (read t) (N.of_nat n) end.
Definition read_comparison c := match c with
  Le t u => Build_Formula (read t) OpLe (read u) | Lt t u => Build_Formula (read t) OpLt (read u)
  | Eq t u => Build_Formula (read t) OpEq (read u) end.
Fixpoint read_all cs : BFormula (Formula Q) isProp :=
  if cs is c :: cs then IMPL (A isProp (read_comparison c) tt) None (read_all cs) else FF isProp.

Notation means := (eval_formula +%R *%R (fun x y : K => x - y) -%R eq (fun x y => x <= y) (fun x y => x < y) of_Q N.to_nat
  (fun x n => x ^+ n)).

Lemma read_is env t : eval_pexpr +%R *%R (fun x y : K => x - y) -%R of_Q N.to_nat (fun x n => x ^+ n) env (read t) = value env t.
Proof.
elim: t => [p|n|||t IHt u IHu|t IHt|t IHt u IHu|t IHt n] /=; rewrite ?IHt ?IHu ?Nat2N.id //.
- rewrite -[LHS]/(of_Z (Z.of_nat n) / 1) divr1; elim: n => // n IH.
  by rewrite Nat2Z.inj_succ /Z.succ of_ZD IH mulrSr.
- exact: mul0r.
exact: divr1.
Qed.
Lemma read_means env c : truth env c -> means env (read_comparison c).
Proof. by case: c => t u /=; rewrite !read_is. Qed.

(* The same as a truth value. *)
Definition decide env (f : Formula Q) : bool :=
  let value t := eval_pexpr +%R *%R (fun x y : K => x - y) -%R of_Q N.to_nat (fun x n => x ^+ n) env t in
  let t := value (Flhs f) in let u := value (Frhs f) in
  match Fop f with OpEq => t == u | OpNEq => t != u | OpLe => t <= u | OpGe => u <= t | OpLt => t < u | OpGt => u < t end.
Definition decided env k f : rtyp k := if k is isProp then is_true (decide env f) else decide env f.

Lemma decide_means env f : decide env f <-> means env f.
Proof.
case: f => t [] u; rewrite /decide //=; split; do ?[by move/eqP|by move=> ->; rewrite eqxx].
Qed.
Lemma hold_decided env k f : hold k (decided env k f) <-> means env f.
Proof. by rewrite -decide_means; case: k. Qed.

Theorem contradiction_checked env cs w : QTautoChecker (read_all cs) w -> contradict env cs.
Proof.
move=> ok; have {ok} : eval_bf (decided env) (read_all cs).
  pose normal := eval_nformula 0 +%R *%R eq (fun x y : K => x <= y) (fun x y => x < y) of_Q.
  revert env; move: ok; apply tauto_checker_sound with (eval' := normal) (eval := decided).
  - by move=> e d; exact: (eval_nformula_dec ordered).
  - by move=> [p o] un e; apply: (check_inconsistent_sound ordered fractions).
  - by move=> t u v d e; move=> *; apply: (nformula_plus_nformula_correct ordered fractions) d.
  - by move=> e k f tg; rewrite hold_decided; exact: (proj1 (cnf_normalise_correct ordered fractions e f tg)).
  - by move=> e k f tg; rewrite hold_eNOT hold_decided; exact: (proj1 (cnf_negate_correct ordered fractions e f tg)).
  move=> cl wit good e; rewrite (make_impl_map (normal e)) //.
  exact: (checker_nf_sound ordered fractions) good e.
elim: cs => [//|c cs IH] /= all hc; apply: IH; apply: all.
by apply/decide_means/read_means.
Qed.
End Fractions.

(* --- From a goal [comparison -> ... -> False] to what the checker reads. --- *)
Ltac known x l := match l with nil => constr:(false) | cons x _ => constr:(true) | cons _ ?l => known x l end.
Ltac place x l := match l with cons x _ => constr:(xH) | cons _ ?l => let n := place x l in eval compute in (Pos.succ n) end.
Ltac atoms t l := lazymatch t with
  | (?t + ?u)%R => let l := atoms t l in atoms u l | (- ?t)%R => atoms t l | (?t * ?u)%R => let l := atoms t l in atoms u l
  | (?t ^+ ?n)%R => atoms t l | (?n%:R)%R => l | 0%R => l | 1%R => l
  | _ => match known t l with true => l | false => constr:(cons t l) end end.
Ltac reads K l t := lazymatch t with
  | (?t + ?u)%R => let t := reads K l t in let u := reads K l u in constr:(Add t u)
  | (- ?t)%R => let t := reads K l t in constr:(Opp t)
  | (?t * ?u)%R => let t := reads K l t in let u := reads K l u in constr:(Mul t u)
  | (?t ^+ ?n)%R => let t := reads K l t in constr:(Exp t n)
  | (?n%:R)%R => constr:(Nat n) | 0%R => constr:(Zero) | 1%R => constr:(One)
  | _ => let p := place t l in constr:(Var p) end.
Ltac all_atoms g l := lazymatch g with
  | is_true (?t <= ?u)%R -> ?g => let l := atoms t l in let l := atoms u l in all_atoms g l
  | is_true (?t < ?u)%R -> ?g => let l := atoms t l in let l := atoms u l in all_atoms g l
  | ?t = ?u -> ?g => let l := atoms t l in let l := atoms u l in all_atoms g l
  | False => l end.
Ltac all_reads K l g := lazymatch g with
  | is_true (?t <= ?u)%R -> ?g =>
    let t := reads K l t in let u := reads K l u in let g := all_reads K l g in constr:(cons (Le t u) g)
  | is_true (?t < ?u)%R -> ?g =>
    let t := reads K l t in let u := reads K l u in let g := all_reads K l g in constr:(cons (Lt t u) g)
  | ?t = ?u -> ?g => let t := reads K l t in let u := reads K l u in let g := all_reads K l g in constr:(cons (Eq t u) g)
  | False => constr:(@nil comparison) end.
Ltac goes_back := repeat match goal with
  | H : is_true (@Order.le _ _ _ _) |- _ => revert H | H : is_true (@Order.lt _ _ _ _) |- _ => revert H
  | K : realFieldType, H : @eq ?T _ _ |- _ => unify T (Num.RealField.sort K); revert H end.
Ltac lra := intros; match goal with
  | |- is_true (@Order.le _ _ _ _) => rewrite leNgt; apply/negP => ?
  | |- is_true (@Order.lt _ _ _ _) => rewrite ltNge; apply/negP => ? | |- False => idtac end;
  goes_back; match goal with K : realFieldType |- ?g =>
    let l := all_atoms g (@nil (Num.RealField.sort K)) in let cs := all_reads K l g in
    let ff := eval compute in (read_all cs) in let w := fresh "w" in
    wlra_Q w ff; let wit := eval cbv [w] in w in clear w;
    exact (@contradiction_checked K (fun p => nth 0%R l (Pos.to_nat p).-1) cs wit
      (@erefl bool true <: QTautoChecker (read_all cs) wit = true)) end.
(* A product whose factors are squares or not negative by linear arithmetic. *)
Ltac factors := repeat first [apply: mulr_ge0 | apply: sqr_ge0 | apply: exprn_ge0]; lra.
