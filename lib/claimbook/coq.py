"""Receipts of proofs as text for Coq: terms, hypotheses, and the proof of an identity by `field`.

Every lemma is about real numbers and takes as hypotheses what SymPy was told: the signs that the symbols are declared
with, the assumptions of the receipt, and that no denominator as written is zero unless its declared signs show it. A
proof follows its certificate, and each equation that it uses is decided by `ring` or `field`. Coq's own
`exp` stands for exponentials; any other function, root or symbolic power is a number of which nothing is known.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import chain, count
from math import lcm

import sympy as sp

from claimbook.certificates import is_rational_function
from claimbook.slacks import plainly_positive

PRELUDE = files("claimbook").joinpath("prelude.v").read_text(encoding="utf-8")


class Names:
    """Coq's names of the symbols and unknown numbers of one lemma: letters, digits, underscores, none twice."""

    def __init__(self) -> None:
        self.known: dict[sp.Expr, str] = {}

    def __call__(self, symbol: sp.Expr) -> str:
        if symbol not in self.known:
            plain = "v_" + re.sub(r"[^A-Za-z0-9_]", "", getattr(symbol, "name", "unknown"))
            taken = set(self.known.values())
            self.known[symbol] = next(n for n in chain([plain], (f"{plain}_{i}" for i in count(2))) if n not in taken)
        return self.known[symbol]


def exponent(e: sp.Expr) -> sp.Expr | None:
    """The argument of exp, None where `e` is no value of exp; SymPy's constant E is exp(1).

    >>> [exponent(e) for e in (sp.exp(2), sp.E, sp.pi)]
    [2, 1, None]
    """
    if e is sp.E:
        return sp.S.One
    return e.exp if isinstance(e, sp.exp) else None


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
    inside = exponent(e)
    return names(e) if inside is None else f"(exp {term(inside, names)})"


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
    found = {e: inside for side in sides for e in beyond(side) if (inside := exponent(e)) is not None}
    summands = {
        e: [t.as_coeff_Mul(rational=True) for t in sp.Add.make_args(sp.expand(inside))] for e, inside in found.items()
    }
    whole: dict[sp.Expr, int] = {}
    for several in summands.values():
        for number, rest in several:
            whole[rest] = lcm(whole.get(rest, 1), int(number.q))
    return {e: {r / whole[r]: int(c * whole[r]) for c, r in several} for e, several in summands.items()}


def decidable(left: sp.Expr, right: sp.Expr) -> bool:
    """True if two expressions are equal as rational functions of their exponentials and unknown numbers."""
    split, numbers = exponentials(left, right), {}

    def dummy(e: sp.Expr) -> sp.Symbol:
        return numbers.setdefault(e, sp.Dummy())

    values = {e: sp.Mul(*(dummy(sp.exp(base)) ** n for base, n in parts.items())) for e, parts in split.items()}
    values |= {e: dummy(e) for side in (left, right) for e in beyond(side) if e not in values}
    difference = left.xreplace(values) - right.xreplace(values)
    return is_rational_function(difference) and sp.expand(sp.fraction(sp.together(difference))[0]) == 0


def denominators(e: sp.Expr) -> Iterator[sp.Expr]:
    """The factors of everything that `e`, as written, divides by, innermost first."""
    if exponent(e) is not None or e not in beyond(e):
        for part in e.args:
            yield from denominators(part)
    if e.is_Pow and e.exp.is_Integer and e.exp < 0:
        for factor in sp.Mul.make_args(e.base):
            yield factor.base if factor.is_Pow and factor.exp.is_Integer and factor.exp > 0 else factor


def declared(symbol: sp.Symbol, name: str) -> str:
    """The sign of a symbol as declared to SymPy."""
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
        if parts != {exponent(e): 1}:
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
