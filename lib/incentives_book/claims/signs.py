"""Proofs that a rational function has one sign on a box of positive, nonnegative or real symbols.

`find_sign` searches and returns a tree of reasons; `recheck` goes through that tree again and uses nothing but expansion
and the signs of coefficients (and a Sturm chain for polynomials in one symbol), so that the search need not be trusted.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import sympy as sp

from incentives_book.claims.certificates import is_rational_function

ONE = sp.Integer(1)
LARGEST = 4000  # terms: beyond, a multiplier is not tried
DEPTH = 3  # how often a reason may rest on the signs of smaller polynomials


@dataclass(frozen=True)
class Reason:
    """Why `expression` is positive (sign 1) or negative (sign -1) wherever its symbols are allowed to be.

    Not strict: the expression may also vanish. Sign 0 with no method: nothing is known (only under an even power).
    """

    expression: sp.Expr
    sign: int
    strict: bool
    method: str  # constant, coefficients, roots, collected, completed square, multiplier, factors, unknown
    parts: "tuple[Reason, ...]" = ()
    powers: tuple[int, ...] = ()  # factors: the exponent of each part, negative in the denominator
    symbol: sp.Symbol | None = None  # collected, completed square: in which symbol
    multiplier: sp.Expr = ONE  # positive; expression * multiplier has coefficients of one sign

    def leaves(self) -> Iterator["Reason"]:
        """The reasons at the ends of the tree."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.leaves()


def names(expression: sp.Expr) -> list[sp.Symbol]:
    """The symbols of an expression in alphabetical order."""
    return sorted(expression.free_symbols, key=lambda s: s.name)


def coefficient_sign(polynomial: sp.Expr) -> tuple[int, bool] | None:
    """Sign and strictness of a polynomial whose coefficients show it at a glance, else None.

    All coefficients have one sign, and symbols that may be negative occur in even powers only.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> coefficient_sign(-x - 2 * y), coefficient_sign(x - y)
    ((-1, True), None)
    """
    polynomial = sp.expand(polynomial)
    symbols = names(polynomial)
    if not symbols:
        return (0 if polynomial == 0 else 1 if polynomial > 0 else -1, polynomial != 0)
    if not polynomial.is_polynomial(*symbols):
        return None
    terms = sp.Poly(polynomial, *symbols).terms()
    signs = {1 if coefficient > 0 else -1 for _, coefficient in terms}
    even = all(
        s.is_nonnegative or exponent % 2 == 0
        for m, _ in terms
        for s, exponent in zip(symbols, m, strict=True)
    )
    if len(signs) > 1 or not even:
        return None
    strict = any(all(s.is_positive for s, e in zip(symbols, m, strict=True) if e) for m, _ in terms)
    return signs.pop(), strict


def _at_sample(polynomial: sp.Expr) -> int:
    """Sign of the polynomial at a point, or 0 if two points disagree: then there is nothing to prove."""
    seen = set()
    for start, stride in ((1, 0), (1, 7), (97, -13), (2, 31)):
        point = {s: sp.Rational(abs(start + stride * i) + 1, 3) for i, s in enumerate(names(polynomial))}
        value = polynomial.subs(point, simultaneous=True)
        if value != 0:
            seen.add(1 if value > 0 else -1)
    return seen.pop() if len(seen) == 1 else 0


def single(polynomial: sp.Expr) -> sp.Poly | None:
    """The polynomial in one symbol that decides the sign: itself, or a homogeneous one in two with the second set to 1."""
    symbols = names(polynomial)
    if len(symbols) == 1:
        return sp.Poly(polynomial, symbols[0])
    if (
        len(symbols) == 2
        and all(s.is_positive for s in symbols)
        and sp.Poly(polynomial, *symbols).is_homogeneous
    ):
        return sp.Poly(polynomial.subs(symbols[1], 1), symbols[0])
    return None


def _roots(polynomial: sp.Expr, guess: int) -> Reason | None:
    """By counting real roots exactly: none where the symbol may be."""
    alone = single(polynomial)
    if alone is None:
        return None
    lowest = 0 if alone.gen.is_nonnegative else None
    count = alone.count_roots(lowest, None)
    if alone.gen.is_positive and alone.eval(0) == 0:
        count -= 1
    return Reason(polynomial, guess, True, "roots") if count == 0 else None


def _collected(polynomial: sp.Expr, guess: int, depth: int) -> Reason | None:
    """By the coefficients of the powers of one nonnegative symbol, each of which has a reason of its own."""
    for symbol in names(polynomial):
        if not symbol.is_nonnegative:
            continue
        terms = sp.Poly(polynomial, symbol).terms()
        if len(terms) == 1 or any(sp.expand(c) == polynomial for _, c in terms):
            continue
        parts = []
        for (_exponent,), coefficient in terms:
            part = find_sign(coefficient, depth - 1)
            if part is None or part.sign == -guess:
                break
            parts.append(part)
        else:
            strict = any(
                p.strict and (symbol.is_positive or not e) for p, ((e,), _) in zip(parts, terms, strict=True)
            )
            return Reason(
                polynomial, guess, strict, "collected", tuple(parts), tuple(e for (e,), _ in terms), symbol
            )
    return None


def _completed_square(polynomial: sp.Expr, guess: int, depth: int) -> Reason | None:
    """By 4 a (a x^2 + b x + c) = (2 a x + b)^2 + (4 a c - b^2), with a and the last bracket of known sign."""
    for symbol in names(polynomial):
        if sp.degree(polynomial, symbol) != 2:
            continue
        a, b, c = sp.Poly(polynomial, symbol).all_coeffs()
        lead = find_sign(a, depth - 1)
        if lead is None or not lead.strict or lead.sign != guess:
            continue
        rest = find_sign(sp.expand(4 * a * c - b**2), depth - 1)
        if rest is not None and rest.sign >= 0:
            return Reason(polynomial, guess, rest.strict, "completed square", (lead, rest), (), symbol)
    return None


def _multiplied(polynomial: sp.Expr, guess: int) -> Reason | None:
    """By Pólya's multiplier: times a power of the sum of the symbols (and 1), all coefficients have one sign."""
    symbols = names(polynomial)
    if not all(s.is_nonnegative for s in symbols):
        return None
    homogeneous = sp.Poly(polynomial, *symbols).is_homogeneous
    base = sp.Poly(sum(symbols) + (0 if homogeneous else 1), *symbols)
    if not homogeneous or all(s.is_positive for s in symbols):
        product = sp.Poly(polynomial, *symbols)
        for power in range(1, 13):
            product = product * base
            if len(product.terms()) > LARGEST:
                return None
            found = coefficient_sign(product.as_expr()) if _one_sign(product) else None
            if found is not None:
                return Reason(polynomial, guess, found[1], "multiplier", multiplier=base.as_expr() ** power)
    return None


def _one_sign(polynomial: sp.Poly) -> bool:
    return len({coefficient > 0 for coefficient in polynomial.coeffs()}) == 1


def _polynomial_sign(polynomial: sp.Expr, depth: int) -> Reason | None:
    """A reason for one polynomial that does not factor, trying the simplest first."""
    seen = coefficient_sign(polynomial)
    if seen is not None:
        return Reason(polynomial, *seen, "coefficients" if polynomial.free_symbols else "constant")
    guess = _at_sample(polynomial)
    if not guess or depth == 0:
        return None
    return (
        _roots(polynomial, guess)
        or _collected(polynomial, guess, depth)
        or _completed_square(polynomial, guess, depth)
        or _multiplied(polynomial, guess)
    )


def find_sign(expression: sp.Expr, depth: int = DEPTH) -> Reason | None:
    """A reason why a rational function has one sign for all allowed values of its symbols, or None if none is found.

    Args:
        expression: quotient of polynomials with rational coefficients; symbols positive, nonnegative or real.
        depth: how often a reason may rest on smaller polynomials.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> find_sign((x - y) ** 2 / x).sign
    1
    >>> find_sign(x - y) is None
    True
    """
    above, below = sp.fraction(sp.together(expression))
    if not is_rational_function(expression) or sp.expand(below) == 0:
        return None  # a substitution may have divided by zero
    constant = ONE
    parts, powers = [], []
    for side, polynomial in ((1, above), (-1, below)):
        number, factors = (
            sp.factor_list(polynomial, *names(polynomial)) if polynomial.free_symbols else (polynomial, [])
        )
        constant *= number**side
        for factor, exponent in factors:
            part = _polynomial_sign(sp.expand(factor), depth)
            if part is None and side == 1 and exponent % 2 == 0:
                part = Reason(sp.expand(factor), 0, False, "unknown")
            if part is None or (side == -1 and not part.strict):
                return None
            parts.append(part)
            powers.append(side * exponent)
    if constant == 0 or not parts:
        return Reason(constant, *coefficient_sign(constant), "constant")
    if constant == 1 and powers == [1]:
        return parts[0]
    sign = 1 if constant > 0 else -1
    for part, power in zip(parts, powers, strict=True):
        sign *= part.sign if power % 2 else 1
    parts.append(Reason(constant, *coefficient_sign(constant), "constant"))
    return Reason(expression, sign, all(p.strict for p in parts), "factors", tuple(parts), (*powers, 1))


def _sturm_free(polynomial: sp.Expr) -> bool:
    """Whether a Sturm chain counts no root where the symbol may be (an end at 0 excluded)."""
    alone = single(polynomial)
    if alone is None:
        return False
    chain = sp.sturm(alone)

    def changes(signs: list[int]) -> int:
        signs = [s for s in signs if s]
        return sum(a != b for a, b in pairwise(signs))

    far = [sp.sign(p.LC()) for p in chain]
    if alone.gen.is_nonnegative:
        # Sturm counts roots in (0, infinity]; the end itself matters for a symbol that may be zero.
        near = [sp.sign(p.eval(0)) for p in chain]
        return changes(near) == changes(far) and (bool(alone.gen.is_positive) or alone.eval(0) != 0)
    near = [sp.sign(p.LC()) * (-1) ** p.degree() for p in chain]
    return changes(near) == changes(far)


def _same(left: sp.Expr, right: sp.Expr) -> bool:
    return sp.expand(sp.fraction(sp.together(left - right))[0]) == 0


def recheck(reason: Reason) -> bool:
    """Go through a reason again by expansion and signs of coefficients alone; False if any step does not follow.

    >>> x = sp.Symbol("x", positive=True)
    >>> recheck(Reason(x - 1, 1, True, "coefficients"))
    False
    """
    expression, parts = reason.expression, reason.parts
    if reason.method == "unknown":
        return reason.sign == 0 and not reason.strict
    if not is_rational_function(expression) or not all(map(recheck, parts)):
        return False
    if reason.method in ("constant", "coefficients"):
        found = coefficient_sign(expression)
        return found is not None and found[0] == reason.sign and (found[1] or not reason.strict)
    if reason.method == "multiplier":
        product = coefficient_sign(expression * reason.multiplier)
        factor = coefficient_sign(reason.multiplier)
        return (
            factor == (1, True)
            and product is not None
            and product[0] == reason.sign
            and (product[1] or not reason.strict)
        )
    if reason.method == "roots":
        return _sturm_free(expression) and _at_sample(expression) == reason.sign
    if reason.method == "collected":
        x, powers = reason.symbol, reason.powers
        adds_up = _same(expression, sum(p.expression * x**e for p, e in zip(parts, powers, strict=True)))
        agree = all(p.sign in (0, reason.sign) for p in parts)
        strict = any(
            p.strict and p.sign and (x.is_positive or e == 0) for p, e in zip(parts, powers, strict=True)
        )
        return bool(adds_up and agree and x.is_nonnegative and (strict or not reason.strict))
    if reason.method == "completed square":
        lead, rest = parts
        slope = sp.diff(expression, reason.symbol)
        adds_up = _same(4 * lead.expression * expression, slope**2 + rest.expression)
        return (
            adds_up
            and lead.sign == reason.sign
            and lead.strict
            and rest.sign >= 0
            and (rest.strict or not reason.strict)
        )
    if reason.method == "factors":
        sign = 1
        for part, power in zip(parts, reason.powers, strict=True):
            # Nothing may be divided by what could vanish, and an unknown sign counts only under an even power.
            if (power < 0 and not part.strict) or (part.sign == 0 and (power % 2 or power < 0)):
                return False
            sign *= part.sign if power % 2 else 1
        adds_up = _same(
            expression, sp.Mul(*(p.expression**e for p, e in zip(parts, reason.powers, strict=True)))
        )
        return adds_up and sign == reason.sign and (all(p.strict for p in parts) or not reason.strict)
    return False
