"""Proofs that two expressions are the same: SymPy reduces their difference to nothing, exactly and never at samples."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod

import sympy as sp
from sympy.core.evalf import PrecisionExhausted


class Unproved(ValueError):
    """No proof was found; `refuted` says whether the statement is known to be wrong."""

    def __init__(self, message: str, *, refuted: bool) -> None:
        super().__init__(message)
        self.refuted = refuted


@dataclass(frozen=True)
class IdentityProof:
    """Two expressions (or two arrays of them) that are equal, and the step that reduced each difference to zero."""

    left: tuple[sp.Expr, ...]  # one entry, or the entries of a matrix or list in reading order
    right: tuple[sp.Expr, ...]
    steps: tuple[str, ...]  # per entry, a name from STEPS


def _numerator(difference: sp.Expr) -> sp.Expr:
    """The numerator over a common denominator, expanded: zero exactly if a rational function is."""
    return sp.expand(sp.fraction(sp.together(difference))[0])


# In this order. The first two decide every polynomial and rational function; the others are exact rewriting rules for
# cases, roots and factorials, which may fail to find a proof but never find a wrong one.
STEPS: dict[str, Callable[[sp.Expr], sp.Expr]] = {
    "expanding": sp.expand,
    "common denominator": _numerator,
    "factorials and gammas combined": lambda d: sp.expand(sp.gammasimp(sp.combsimp(d))),
    "roots rationalised": lambda d: sp.expand(sp.radsimp(sp.sqrtdenest(d))),
    "cases folded": lambda d: sp.simplify(sp.piecewise_fold(d)),
}

# It can take minutes, so it is left out where the difference is known not to be zero somewhere.
SLOW = "cases folded"


def exact(value: object, name: str) -> sp.Expr:
    """`value` as a SymPy expression without floats.

    Raises:
        ValueError: it holds a float, or is no expression.

    >>> exact(3, "left")
    3
    """
    try:
        expression = sp.sympify(value, strict=True)
    except sp.SympifyError as error:
        raise ValueError(f"{name} must be an exact number or a SymPy expression; got {value!r}") from error
    if not isinstance(expression, sp.Expr):
        raise ValueError(f"{name} must be an exact number or a SymPy expression; got {value!r}")
    if expression.atoms(sp.Float):
        raise ValueError(f"{name} must be exact (ints, Fractions, SymPy numbers), not floats; got {value!r}")
    return expression


def flatten(value: object, name: str) -> tuple[tuple[int, ...], tuple[sp.Expr, ...]]:
    """The shape and the entries of an expression, a matrix, or a (nested) list or tuple of them."""
    if isinstance(value, sp.MatrixBase):
        return value.shape, tuple(exact(entry, name) for entry in value)
    if isinstance(value, (list, tuple, sp.Tuple)):
        if not value:
            raise ValueError(f"{name} must not be empty")
        inner = [flatten(entry, name) for entry in value]
        if len({shape for shape, _ in inner}) > 1:
            raise ValueError(f"{name} must have rows of one length; got {value!r}")
        return (len(value), *inner[0][0]), tuple(entry for _, entries in inner for entry in entries)
    return (), (exact(value, name),)


def is_rational_function(expression: sp.Expr) -> bool:
    """True if `expression` is a quotient of polynomials in its symbols with rational coefficients.

    >>> x = sp.Symbol("x")
    >>> is_rational_function(1 / (1 + x)), is_rational_function(sp.sqrt(x))
    (True, False)
    """
    if expression.is_Rational or expression.is_Symbol:
        return True
    if expression.is_Pow:
        return bool(expression.exp.is_Integer) and is_rational_function(expression.base)
    return bool(expression.is_Add or expression.is_Mul) and all(map(is_rational_function, expression.args))


def at_point(expression: sp.Expr, point: Mapping[sp.Symbol, Fraction]) -> Fraction:
    """The exact value of a rational function at a point.

    Raises:
        ZeroDivisionError: the function has no value there.

    >>> x = sp.Symbol("x")
    >>> at_point(1 / (1 + x), {x: Fraction(1, 2)})
    Fraction(2, 3)
    """
    # SymPy's own substitution rewrites the expression as it goes and takes a hundred times as long.
    if expression.is_Symbol:
        return point[expression]
    if expression.is_Rational:
        return Fraction(int(expression.p), int(expression.q))
    if expression.is_Pow:
        return at_point(expression.base, point) ** int(expression.exp)
    values = [at_point(part, point) for part in expression.args]
    return sum(values, Fraction(0)) if expression.is_Add else prod(values, start=Fraction(1))


def random_point(
    symbols: Iterable[sp.Symbol], chance: random.Random, largest: int = 30
) -> dict[sp.Symbol, sp.Rational]:
    """Exact values that respect each symbol's assumptions (sign and integrality)."""
    point = {}
    for symbol in sorted(symbols, key=lambda s: s.name):
        value = Fraction(chance.randint(1, largest), 1 if symbol.is_integer else chance.choice([1, 1, 2, 3, 5, 7]))
        if symbol.is_nonnegative and not symbol.is_positive and chance.random() < 0.3:
            value = Fraction(0)
        elif not symbol.is_nonnegative and (symbol.is_nonpositive or chance.random() < 0.5):
            value = -value
        point[symbol] = value
    return point


def _known_not_zero(value: sp.Expr) -> bool:
    """True if `value` is a number of which SymPy can tell fifteen digits and thus that it is not zero."""
    if value.is_Rational:
        return value != 0
    if not value.is_number or value.has(sp.Sum, sp.Product, sp.Integral, sp.Limit):
        return False
    try:
        told = value.evalf(15, strict=True)
    except PrecisionExhausted:  # the digits of a zero are all cancelled
        return False
    return bool(told.is_number and told.is_finite and abs(told) > 1e-9)


def difference_witness(
    difference: sp.Expr, tries: int = 20
) -> tuple[dict[sp.Symbol, Fraction], Fraction | sp.Expr] | None:
    """A point at which `difference` is a number known not to be zero, and that number; or None.

    Rational functions are evaluated exactly, everything else to fifteen certain digits.
    """
    chance = random.Random(0)
    rational = is_rational_function(difference)
    for attempt in range(tries):
        point = random_point(difference.free_symbols, chance, largest=3 + attempt)
        try:
            value = at_point(difference, point) if rational else difference.subs(point, simultaneous=True)
        except ZeroDivisionError:
            continue
        if value != 0 and (rational or _known_not_zero(value)):
            return point, value if rational or value.is_Rational else value.evalf(6)
    return None


def _reduce(left: sp.Expr, right: sp.Expr) -> str:
    """The name of the step that reduces left - right to zero."""
    unlike = left.free_symbols ^ right.free_symbols
    if len({s.name for s in unlike}) < len(unlike):
        raise ValueError(f"left and right use different symbols of one name among {sorted(s.name for s in unlike)}")
    difference = (left - right).doit()
    rational = is_rational_function(difference)
    # One point where a rational function is not zero settles it; only without one is there something to prove.
    where = difference_witness(difference) if rational else None
    for name, step in list(STEPS.items())[: 2 if rational else None] if where is None else []:
        if name == SLOW and (where := difference_witness(difference, 3)) is not None:
            break
        reduced = step(difference)
        if reduced == 0:
            return name
        if reduced.is_Rational:
            raise Unproved(f"left - right is {reduced}", refuted=True)
    where = where or difference_witness(difference)
    # Factoring is for the reader's eyes only: not worth minutes.
    shown = sp.factor(difference) if rational and sp.count_ops(difference) < 60 else difference
    if where is not None:
        point, value = where
        at = ", ".join(f"{symbol} = {number}" for symbol, number in point.items())
        told = f"for example {value} at {at}" if at else "not zero"
        raise Unproved(f"left - right is {shown}, {told}", refuted=True)
    if rational:
        raise Unproved(f"left - right is {shown}, which is not zero", refuted=True)
    raise Unproved(f"undecided: no exact step reduces left - right = {shown} to zero", refuted=False)


def prove_identity(left: object, right: object) -> IdentityProof:
    """Proof that `left` and `right` are equal as expressions, entry by entry.

    Args:
        left: an expression, or a matrix or (nested) list of expressions.
        right: the same shape as `left`.

    Raises:
        ValueError: the shapes differ, something is not exact, or is not an expression.
        Unproved: they differ (with the difference and a witness), or no exact step decides.

    >>> n = sp.Symbol("n", positive=True)
    >>> prove_identity((n + 1) ** 2, n**2 + 2 * n + 1).steps
    ('expanding',)
    >>> prove_identity(n + 1, n - 1)
    Traceback (most recent call last):
    claimbook.certificates.Unproved: left - right is 2, not zero
    """
    left_shape, left_entries = flatten(left, "left")
    right_shape, right_entries = flatten(right, "right")
    if left_shape != right_shape:
        raise ValueError(f"left and right must have one shape; got {left_shape} and {right_shape}")
    steps: Sequence[str] = [_reduce(a, b) for a, b in zip(left_entries, right_entries, strict=True)]
    return IdentityProof(left_entries, right_entries, tuple(steps))
