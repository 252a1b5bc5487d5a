"""Receipts of proofs as text for Coq: an identity becomes `field`, a sign certificate its substitutions and its signs.

Every lemma is about real numbers and takes as hypotheses what SymPy was told: the signs that the symbols are declared
with, the assumptions of the receipt, and that no denominator as written is zero unless its declared signs show it. No
proof searches: each follows the certificate, and each equation that it uses is decided by `ring` or `field`. Coq's own
`exp` stands for exponentials; any other function, root or symbolic power is a number of which nothing is known.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, count
from math import lcm

import sympy as sp

from incentives_book.claims.certificates import is_rational_function
from incentives_book.claims.inequalities import SignCertificate
from incentives_book.claims.signs import Reason
from incentives_book.claims.slacks import gap, plainly_positive

# Signs of sums, products and powers, read off their form.
PRELUDE = """From Coq Require Import Reals Lra.
Open Scope R_scope.
Lemma apart x : 0 < x -> x <> 0. Proof. lra. Qed.
Lemma apart_below x : 0 < - x -> x <> 0. Proof. lra. Qed.
Lemma square x : 0 <= x * x. Proof. apply Rle_0_sqr. Qed.
Lemma same x y : x = y -> 0 < y -> 0 < x. Proof. lra. Qed.
Lemma same_weak x y : x = y -> 0 <= y -> 0 <= x. Proof. lra. Qed.
Lemma opposite x y : x = - y -> 0 < y -> x < 0. Proof. lra. Qed.
Lemma opposite_weak x y : x = - y -> 0 <= y -> x <= 0. Proof. lra. Qed.
Lemma divided m x y : 0 < m -> m * x = y -> 0 < y -> 0 < x.
Proof. intros M E Y. apply (Rmult_lt_reg_l m); [exact M | rewrite Rmult_0_r, E; exact Y]. Qed.
Lemma divided_weak m x y : 0 < m -> m * x = y -> 0 <= y -> 0 <= x.
Proof. intros M E Y. apply (Rmult_le_reg_l m); [exact M | rewrite Rmult_0_r, E; exact Y]. Qed.
Lemma between a b x : a < b -> x = b - a -> 0 < x. Proof. lra. Qed.
Lemma between_weak a b x : a <= b -> x = b - a -> 0 <= x. Proof. lra. Qed.
Lemma exp_power x n : exp x ^ n = exp (INR n * x).
Proof.
  induction n as [|n known]; [simpl INR; rewrite Rmult_0_l, exp_0; reflexivity |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, <- known; simpl; ring.
Qed.
Ltac weak := first [assumption | apply Rlt_le; assumption | match goal with
  | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; weak
  | |- 0 <= ?x * ?x => apply square
  | |- 0 <= _ * _ => apply Rmult_le_pos; weak
  | |- 0 <= _ ^ 2 => apply pow2_ge_0
  | |- 0 <= _ ^ _ => apply pow_le; weak
  | |- 0 <= / _ => apply Rlt_le, Rinv_0_lt_compat; strict
  | |- 0 <= _ / _ => apply Rmult_le_pos; [weak | apply Rlt_le, Rinv_0_lt_compat; strict]
  | |- 0 <= IZR _ => apply IZR_le; discriminate
  end]
with strict := first [assumption | match goal with
  | |- 0 < _ + _ => apply Rplus_lt_le_0_compat; [strict | weak]
  | |- 0 < _ + _ => apply Rplus_le_lt_0_compat; [weak | strict]
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; strict
  | |- 0 < _ ^ _ => apply pow_lt; strict
  | |- 0 < / _ => apply Rinv_0_lt_compat; strict
  | |- 0 < _ / _ => apply Rdiv_lt_0_compat; strict
  | |- 0 < IZR _ => apply IZR_lt; reflexivity
  end].
Ltac plain := repeat split; first [assumption | apply apart; strict].
Ltac hence rest := match goal with
  H : _ <> 0 |- _ <> 0 => solve [intro; apply H; first [lra | field_simplify_eq; [lra | rest]]] end.
Ltac inner := repeat split; first [assumption | apply apart; strict | hence plain].
Ltac nonzero := repeat split; first [assumption | apply apart; strict | hence inner
  | apply apart; ring_simplify; strict | apply apart_below; ring_simplify; strict].
Ltac equal := first [reflexivity | ring | field; nonzero].
Ltac assumed := first [lra | match goal with
  | H : ?a < ?b |- 0 < ?x => solve [apply (between a b x H); equal]
  | H : ?a <= ?b |- 0 <= ?x => solve [apply (between_weak a b x H); equal]
  end].
"""

STRICT = {True: "<", False: "<="}


class Names:
    """What the symbols of one lemma are called in Coq, and the unknown numbers: letters, digits, underscores, none twice."""

    def __init__(self) -> None:
        self.known: dict[sp.Expr, str] = {}

    def __call__(self, symbol: sp.Expr) -> str:
        if symbol not in self.known:
            plain = "v_" + re.sub(r"[^A-Za-z0-9_]", "", getattr(symbol, "name", "unknown"))
            taken = set(self.known.values())
            self.known[symbol] = next(
                n for n in chain([plain], (f"{plain}_{i}" for i in count(2))) if n not in taken
            )
        return self.known[symbol]


def term(e: sp.Expr, names: Names) -> str:
    """An expression as a Coq term, every operation in brackets; what is not rational gets a name, but for `exp`.

    >>> x, y = sp.symbols("x y")
    >>> term(x / (1 + y) ** 2, Names())
    '(v_x * (/ ((1 + v_y) ^ 2)))'
    """
    if e.is_Symbol:
        return names(e)
    if e.is_Rational:
        if e.q == 1:
            return str(e.p) if e.p >= 0 else f"(- {-e.p})"
        return f"({e.p} / {e.q})" if e.p >= 0 else f"(- {-e.p} / {e.q})"
    if e.is_Pow and e.exp.is_Integer:
        power = term(e.base, names) if abs(e.exp) == 1 else f"({term(e.base, names)} ^ {abs(e.exp)})"
        return power if e.exp > 0 else f"(/ {power})"
    if e.is_Add or e.is_Mul:
        sign = " + " if e.is_Add else " * "
        return f"({sign.join(term(part, names) for part in e.args)})"
    return f"(exp {term(e.exp, names)})" if isinstance(e, sp.exp) else names(e)


def beyond(e: sp.Expr) -> Iterator[sp.Expr]:
    """The largest parts of an expression that are no rational functions.

    >>> x = sp.Symbol("x")
    >>> list(beyond(x + 1 / sp.log(x)))
    [log(x)]
    """
    if e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer):
        for part in e.args:
            yield from beyond(part)
    elif not (e.is_Symbol or e.is_Rational):
        yield e


def exponentials(*sides: sp.Expr) -> dict[sp.Expr, dict[sp.Expr, int]]:
    """Each exponential in `sides` as a product of whole powers of common ones, given by their exponents.

    >>> x, y = sp.symbols("x y")
    >>> exponentials(sp.exp(x - 2 * y), sp.exp(x / 3))
    {exp(x - 2*y): {x/3: 3, y: -2}, exp(x/3): {x/3: 1}}
    """
    found = dict.fromkeys(e for side in sides for e in beyond(side) if isinstance(e, sp.exp))
    summands = {e: [t.as_coeff_Mul(rational=True) for t in sp.Add.make_args(sp.expand(e.exp))] for e in found}
    whole: dict[sp.Expr, int] = {}
    for several in summands.values():
        for number, rest in several:
            whole[rest] = lcm(whole.get(rest, 1), int(number.q))
    return {e: {r / whole[r]: int(c * whole[r]) for c, r in several} for e, several in summands.items()}


def decidable(left: sp.Expr, right: sp.Expr) -> bool:
    """Whether two expressions are equal as rational functions of their exponentials and unknown numbers."""
    split, numbers = exponentials(left, right), {}

    def dummy(e: sp.Expr) -> sp.Symbol:
        return numbers.setdefault(e, sp.Dummy())

    values = {
        e: sp.Mul(*(dummy(sp.exp(base)) ** n for base, n in parts.items())) for e, parts in split.items()
    }
    values |= {e: dummy(e) for side in (left, right) for e in beyond(side) if e not in values}
    difference = left.xreplace(values) - right.xreplace(values)
    return is_rational_function(difference) and sp.expand(sp.fraction(sp.together(difference))[0]) == 0


def denominators(e: sp.Expr) -> Iterator[sp.Expr]:
    """The factors of everything that `e`, as written, divides by, innermost first."""
    if isinstance(e, sp.exp) or e not in beyond(e):
        for part in e.args:
            yield from denominators(part)
    if e.is_Pow and e.exp.is_Integer and e.exp < 0:
        for factor in sp.Mul.make_args(e.base):
            yield factor.base if factor.is_Pow and factor.exp.is_Integer and factor.exp > 0 else factor


def declared(symbol: sp.Symbol, name: str) -> str:
    """What SymPy was told about the sign of a symbol."""
    facts = {
        "positive": "0 < {}",
        "negative": "{} < 0",
        "nonnegative": "0 <= {}",
        "nonpositive": "{} <= 0",
        "nonzero": "{} <> 0",
    }
    return next((text.format(name) for fact, text in facts.items() if getattr(symbol, f"is_{fact}")), "")


def may_vanish(divisors: Iterable[sp.Expr]) -> list[sp.Expr]:
    """Those divisors, each once, whose declared signs do not show that they are not zero.

    Raises:
        ValueError: one is zero everywhere, so that a lemma which assumes otherwise would be about nothing.
    """
    found = [
        d
        for d in dict.fromkeys(divisors)
        if not d.is_Rational and not (is_rational_function(d) and plainly_positive(d))
    ]
    if any(sp.cancel(d) == 0 for d in found):
        raise ValueError("something is divided by zero")
    return found


def lemma(name: str, names: Names, symbols: Iterable[sp.Expr], hypotheses: Iterable[str], goal: str) -> str:
    """The statement: for all values of the symbols with their declared signs, the hypotheses give the goal."""
    known = sorted(symbols, key=names)
    facts = [fact for s in known if s.is_Symbol and (fact := declared(s, names(s)))] + list(hypotheses)
    over = f"forall {' '.join(map(names, known))} : R, " if known else ""
    return f"Lemma {name} : {over}{' -> '.join([*facts, goal])}."


def split(left: sp.Expr, right: sp.Expr, names: Names) -> list[str]:
    """Every exponential of a sum becomes a product, by Coq's own laws; all exponentials are positive."""
    lines, found = [], exponentials(left, right)
    for base in dict.fromkeys(base for parts in found.values() for base in parts):
        lines.append(f"assert (0 < exp {term(base, names)}) by apply exp_pos.")
    for e, parts in found.items():
        if parts != {e.exp: 1}:
            powers = [(f"exp {term(base, names)} ^ {abs(n)}", n) for base, n in parts.items()]
            product = " * ".join(power if n > 0 else f"/ ({power})" for power, n in powers)
            lines.append(
                f"assert (law : {term(e, names)} = {product}) by (rewrite ?exp_power, <- ?exp_Ropp, <- ?exp_plus; "
                "f_equal; simpl; equal).\nrewrite law in *; clear law."
            )
    return lines


def identity(name: str, left: sp.Expr, right: sp.Expr) -> str:
    """Lemma and proof that two expressions are equal wherever both, as written, have a value.

    >>> x = sp.Symbol("x")
    >>> print(identity("halves", 1 / x, 2 / (2 * x)))
    Lemma halves : forall v_x : R, v_x <> 0 -> (/ v_x) = (/ v_x).
    Proof. intros.
    equal. Qed.
    """
    names = Names()
    rest = may_vanish(d for side in (left, right) for d in denominators(side))
    goal = f"{term(left, names)} = {term(right, names)}"
    nonzero = [f"{term(d, names)} <> 0" for d in rest]
    stated = lemma(name, names, tuple(names.known), nonzero, goal)
    return "\n".join([stated, "Proof. intros.", *split(left, right, names), "equal. Qed."])


def monomials(polynomial: sp.Expr, names: Names) -> str:
    """An expanded polynomial as a sum whose terms show their signs, those that cannot vanish first."""
    symbols = sorted(polynomial.free_symbols, key=lambda s: s.name)
    found = sp.Poly(polynomial, *symbols).terms() if symbols else [((), polynomial)]

    def shown(exponents: tuple[int, ...], coefficient: sp.Expr) -> str:
        factors = [term(coefficient, names)]
        for s, e in zip(symbols, exponents, strict=True):
            if e and not s.is_nonnegative and e % 2 == 0:
                factors.append(f"({names(s)} * {names(s)}) ^ {e // 2}")
            elif e:
                factors.append(f"{names(s)} ^ {e}" if e > 1 else names(s))
        return " * ".join(factors)

    def vanishes(exponents: tuple[int, ...]) -> bool:
        return not all(s.is_positive for s, e in zip(symbols, exponents, strict=True) if e)

    return f"({' + '.join(shown(m, c) for m, c in sorted(found, key=lambda t: vanishes(t[0])))})"


class Signs:
    """The assertions that follow one tree of reasons from its leaves to its root."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.lines: list[str] = []

    def claim(self, text: str, strict: bool, proof: str) -> str:
        """Assert that `text` is positive (not negative)."""
        self.lines.append(f"assert (0 {STRICT[strict]} {text}) by ({proof}).")
        return text

    def shown(self, reason: Reason) -> str:
        """A term that is the reason's expression times its sign; the lines now hold that it is positive."""
        polynomial, tactic = reason.sign * reason.expression, "strict" if reason.strict else "weak"
        same = "same" if reason.strict else "same_weak"
        divided = "divided" if reason.strict else "divided_weak"
        if reason.method == "unknown":
            return term(reason.expression, self.names)
        if reason.method in ("constant", "coefficients"):
            return self.claim(monomials(sp.expand(polynomial), self.names), reason.strict, tactic)
        text = monomials(sp.expand(polynomial), self.names) if reason.method != "factors" else ""
        if reason.method == "multiplier":
            m, product = (
                monomials(sp.expand(reason.multiplier), self.names),
                sp.expand(polynomial * reason.multiplier),
            )
            proof = f"apply ({divided} {m} _ {monomials(product, self.names)}); [strict | ring | {tactic}]"
            return self.claim(text, reason.strict, proof)
        parts = [self.shown(part) for part in reason.parts]
        if reason.method == "collected":
            x = self.names(reason.symbol)
            both = zip(reason.parts, parts, reason.powers, strict=True)
            # The summand that cannot vanish comes first.
            ranked = sorted(
                both, key=lambda b: not (b[0].strict and (reason.symbol.is_positive or b[2] == 0))
            )
            total = " + ".join(f"{part} * {x} ^ {e}" if e else part for _, part, e in ranked)
            return self.claim(text, reason.strict, f"apply ({same} _ ({total})); [ring | {tactic}]")
        if reason.method == "completed square":
            slope = term(sp.expand(sp.diff(polynomial, reason.symbol)), self.names)
            proof = f"apply ({divided} (4 * {parts[0]}) _ ({parts[1]} + {slope} * {slope})); [strict | ring | {tactic}]"
            return self.claim(text, reason.strict, proof)
        if reason.method != "factors":
            raise ValueError(f"no export for the method {reason.method}")
        factors = []
        for child, part, power in zip(reason.parts, parts, reason.powers, strict=True):
            if child.method == "unknown":
                raised = f"({part} * {part}) ^ {power // 2}"
            else:
                raised = f"{part} ^ {abs(power)}" if abs(power) > 1 else part
            factors.append(f"/ ({raised})" if power < 0 else raised)
        return self.claim(f"({' * '.join(factors)})", reason.strict, tactic)


def sign(name: str, certificate: SignCertificate) -> str:
    """Lemma and proof of what a sign certificate certifies, wherever the expression as written has a value."""
    names, e = Names(), certificate.expression
    rest = may_vanish(denominators(e))
    relation = {">0": "0 < {}", ">=0": "0 <= {}", "<0": "{} < 0", "<=0": "{} <= 0"}[certificate.relation]
    symbols = e.free_symbols | {s for g in certificate.givens for s in g.free_symbols}
    givens = []
    for given in certificate.givens:
        rest += [d for d in may_vanish(denominators(given)) if d not in rest]
        givens.append(f"{term(given.lts, names)} {STRICT[gap(given)[1]]} {term(given.gts, names)}")
    value = term(e, names)
    nonzero = [f"{term(d, names)} <> 0" for d in rest]
    if certificate.stated:
        # The kernel substitutes: functions of the replaced symbols, applied to what replaces them.
        replaced = [s for s, _ in certificate.stated]
        values = [v for _, v in certificate.stated]
        over = f"fun {' '.join(map(names, replaced))} : R =>"
        into = " ".join(term(v, names) for v in values)
        value = f"(({over} {value}) {into})"
        nonzero = [f"({over} {d}) {into}" for d in nonzero]
        rest += [d for v in values for d in may_vanish(denominators(v)) if d not in rest]
        nonzero += [f"{term(d, names)} <> 0" for v in values for d in may_vanish(denominators(v))]
        symbols = (symbols - set(replaced)) | {s for v in values for s in v.free_symbols}
    lines = [
        lemma(name, names, symbols, givens + nonzero, relation.format(value)),
        "Proof. intros; cbv beta in *.",
    ]
    before: dict[sp.Symbol, sp.Expr] = {}
    for step in certificate.chain:
        difference, strict = gap(step.given)
        difference = difference.subs(before, simultaneous=True)
        meaning, ratio = term(step.meaning, names), term(sp.cancel(step.meaning / difference), names)
        same = "same" if strict else "same_weak"
        lines.append(
            f"assert (exists x, 0 {STRICT[strict]} x /\\ {names(step.symbol)} = "
            f"(fun {names(step.slack)} => {term(step.value, names)}) x) as [{names(step.slack)} [? ?]].\n"
            f"{{ exists {meaning}; split; [apply ({same} _ ({term(difference, names)} * {ratio})); "
            f"[equal | {'apply Rmult_lt_0_compat; [assumed | strict]' if strict else 'apply Rmult_le_pos; [assumed | weak]'}] "
            f"| cbv beta; equal]. }}\ncbv beta in *; subst {names(step.symbol)}."
        )
        before = {s: v.subs(step.symbol, step.value) for s, v in before.items()}
        before.setdefault(step.symbol, step.value)
    signs = Signs(names)
    shown = signs.shown(certificate.reason)
    strict = "=" not in certificate.relation
    rule = ("same" if ">" in certificate.relation else "opposite") + ("" if strict else "_weak")
    end = "strict" if strict else "weak"
    return "\n".join([*lines, *signs.lines, f"apply ({rule} _ {shown}); [equal | {end}]. Qed."])
