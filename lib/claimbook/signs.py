"""Proofs that a rational function has one sign on a box of positive, nonnegative or real symbols.

`find_sign` searches and returns a tree of reasons; `recheck` goes through that tree again and uses nothing but
expansion
and the signs of coefficients, so that the search need not be trusted. A sign that coefficients do not show becomes one
that they do under a substitution: a page states it (`given={m: n + d}`), or an assumption becomes one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp

from claimbook.certificates import is_rational_function


@dataclass(frozen=True)
class Reason:
    """Why `expression` is positive (sign 1) or negative (sign -1) wherever its symbols are allowed to be.

    Not strict: the expression may also vanish. Sign 0 with no method: nothing is known (only under an even power).
    """

    expression: sp.Expr
    sign: int
    strict: bool
    method: str  # constant, coefficients, factors, unknown
    parts: "tuple[Reason, ...]" = ()
    powers: tuple[int, ...] = ()  # factors: the exponent of each part, negative in the denominator

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
    even = all(s.is_nonnegative or exponent % 2 == 0 for m, _ in terms for s, exponent in zip(symbols, m, strict=True))
    if len(signs) > 1 or not even:
        return None
    strict = any(all(s.is_positive for s, e in zip(symbols, m, strict=True) if e) for m, _ in terms)
    return signs.pop(), strict


def find_sign(expression: sp.Expr) -> Reason | None:
    """A reason why a rational function has one sign for all allowed values of its symbols, or None if none is found.

    Args:
        expression: quotient of polynomials with rational coefficients; symbols positive, nonnegative or real.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> find_sign((x - y) ** 2 / x).sign
    1
    >>> find_sign(x - y) is None
    True
    """
    above, below = sp.fraction(sp.together(expression))
    if not is_rational_function(expression) or sp.expand(below) == 0:
        return None  # a substitution may have divided by zero
    constant = sp.Integer(1)
    parts, powers = [], []
    for side, whole in ((1, above), (-1, below)):
        number, factors = sp.factor_list(whole, *names(whole)) if whole.free_symbols else (whole, [])
        constant *= number**side
        for factor, exponent in factors:
            polynomial = sp.expand(factor)
            seen = coefficient_sign(polynomial)
            part = (
                Reason(polynomial, *seen, "coefficients" if polynomial.free_symbols else "constant") if seen else None
            )
            if part is None and side == 1 and exponent % 2 == 0:
                part = Reason(polynomial, 0, False, "unknown")
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
    if reason.method == "factors":
        sign = 1
        for part, power in zip(parts, reason.powers, strict=True):
            # Nothing may be divided by what could vanish, and an unknown sign counts only under an even power.
            if (power < 0 and not part.strict) or (part.sign == 0 and (power % 2 or power < 0)):
                return False
            sign *= part.sign if power % 2 else 1
        adds_up = _same(expression, sp.Mul(*(p.expression**e for p, e in zip(parts, reason.powers, strict=True))))
        return adds_up and sign == reason.sign and (all(p.strict for p in parts) or not reason.strict)
    return False
