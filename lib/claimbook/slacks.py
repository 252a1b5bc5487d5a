"""Turning assumptions such as n_s < n_l <= mu/s2 into substitutions whose new symbols range freely over the positives.

Every step is invertible: the slack is a positive multiple of the difference that the assumption calls positive, so each
point that satisfies the assumptions is reached by some value of the slacks. That direction is the one a proof needs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations

import sympy as sp
from sympy.core.relational import Relational


@dataclass(frozen=True)
class Slack:
    """One assumption as `symbol` = `value`, where `slack` is new and equals `meaning` on the old symbols."""

    given: Relational  # as stated
    symbol: sp.Symbol  # the symbol that is replaced
    value: sp.Expr  # what replaces it
    slack: sp.Symbol  # the new symbol: positive for a strict assumption, nonnegative otherwise
    meaning: sp.Expr  # the slack in the symbols in force before this step


def gap(relation: Relational) -> tuple[sp.Expr, bool]:
    """The difference that `relation` calls positive (or not negative), and whether it is strict.

    >>> x = sp.Symbol("x", positive=True)
    >>> gap(x < 3)
    (3 - x, True)
    """
    if not isinstance(relation, (sp.Lt, sp.Le, sp.Gt, sp.Ge)):
        raise ValueError(f"given must hold relations <, <=, >, >= between expressions; got {relation!r}")
    return relation.gts - relation.lts, isinstance(relation, (sp.Lt, sp.Gt))


def plainly_positive(expression: sp.Expr, *, strict: bool = True) -> bool:
    """True if numerator and denominator have coefficients of one sign in nonnegative symbols, which shows the sign.

    >>> x, y = sp.symbols("x y", positive=True)
    >>> plainly_positive((x + y) / x), plainly_positive(x - y)
    (True, False)
    """
    above, below = sp.fraction(sp.together(expression))
    return _plain(sp.expand(above), strict) and _plain(sp.expand(below), True)


def _plain(polynomial: sp.Expr, strict: bool) -> bool:
    symbols = sorted(polynomial.free_symbols, key=lambda s: s.name)
    if not symbols:
        return bool(polynomial > 0 if strict else polynomial >= 0)
    if not polynomial.is_polynomial(*symbols) or not all(s.is_nonnegative for s in symbols):
        return False
    terms = sp.Poly(polynomial, *symbols).terms()
    if not all(c.is_Rational and c > 0 for _, c in terms):
        return False
    return not strict or any(all(s.is_positive for s, e in zip(symbols, m, strict=True) if e) for m, _ in terms)


def _new_symbol(taken: set[str], strict: bool) -> sp.Symbol:
    free = (name for name in ("d", "e", "f", "g", "h", "k", *(f"d_{i}" for i in range(1, 99))) if name not in taken)
    return sp.Symbol(next(free), positive=True) if strict else sp.Symbol(next(free), nonnegative=True)


def _ways(relation: Relational, difference: sp.Expr, strict: bool, taken: set[str]) -> Iterator[Slack]:
    """The ways to read `difference` > 0 (>= 0) as a substitution for one of its symbols, most useful first."""
    above, below = sp.fraction(sp.together(difference))
    above, below = sp.expand(above), sp.expand(below)
    if not plainly_positive(below):
        above, below = -above, sp.expand(-below)
        if not plainly_positive(below):
            return
    slack = _new_symbol(taken, strict)
    ways: list[tuple[int, Slack]] = []
    for symbol in sorted(above.free_symbols, key=lambda s: s.name):
        if not symbol.is_nonnegative or sp.degree(above, symbol) != 1:
            continue
        slope, rest = above.coeff(symbol, 1), above.coeff(symbol, 0)
        if plainly_positive(slope):
            # symbol exceeds -rest/slope: add the slack. A lower bound that is plainly nonnegative loses nothing.
            complete = plainly_positive(-rest, strict=False)
            rank = (0 if complete else 4) + (0 if slope.is_number else 1)
            ways.append((rank, Slack(relation, symbol, sp.cancel((slack - rest) / slope), slack, above)))
        elif plainly_positive(-slope) and symbol.is_positive and plainly_positive(rest):
            # symbol stays below bound = -rest/slope: bound/(1 + slack) covers exactly that interval.
            bound = sp.cancel(rest / -slope)
            ways.append(
                (3, Slack(relation, symbol, sp.cancel(bound / (1 + slack)), slack, sp.cancel(bound / symbol - 1)))
            )
    for _, way in sorted(ways, key=lambda w: w[0]):
        yield way


def _chains(
    givens: Sequence[Relational], taken: set[str], before: Mapping[sp.Symbol, sp.Expr]
) -> Iterator[tuple[Slack, ...]]:
    """Depth-first over the ways to read each assumption in the symbols that the earlier ones left."""
    if not givens:
        yield ()
        return
    difference, strict = gap(givens[0])
    difference = sp.cancel(difference.subs(before, simultaneous=True))
    if plainly_positive(difference, strict=strict):  # already implied
        yield from _chains(givens[1:], taken, before)
        return
    ways = list(_ways(givens[0], difference, strict, taken))
    if not ways:  # a proof may leave an assumption unused
        yield from _chains(givens[1:], taken, before)
    for way in ways:
        after = {s: sp.cancel(v.subs(way.symbol, way.value)) for s, v in before.items()}
        after.setdefault(way.symbol, way.value)
        for rest in _chains(givens[1:], taken | {way.slack.name}, after):
            yield (way, *rest)


def substitution(chain: Sequence[Slack]) -> dict[sp.Symbol, sp.Expr]:
    """The steps of `chain` as one simultaneous substitution."""
    total: dict[sp.Symbol, sp.Expr] = {}
    for step in chain:
        total = {s: sp.cancel(v.subs(step.symbol, step.value)) for s, v in total.items()}
        total.setdefault(step.symbol, step.value)
    return total


def slack_chains(givens: Sequence[Relational], taken: set[str], limit: int = 60) -> Iterator[tuple[Slack, ...]]:
    """Ways to read all assumptions as substitutions: first in the order given, then in other orders.

    >>> n, m = sp.symbols("n m", positive=True)
    >>> [(s.symbol, s.value) for s in next(slack_chains([n < m], {"n", "m"}))]
    [(m, d + n)]
    """
    orders = permutations(givens) if len(givens) <= 4 else iter([tuple(givens)])
    yield from islice((chain for order in orders for chain in _chains(order, taken, {})), limit)


def sound(chain: Sequence[Slack]) -> bool:
    """Recheck every step: the slack is a positive multiple of what its assumption calls positive, and it inverts."""
    before: dict[sp.Symbol, sp.Expr] = {}
    for step in chain:
        difference, strict = gap(step.given)
        difference = difference.subs(before, simultaneous=True)
        seen = difference.free_symbols | {s for v in before.values() for s in v.free_symbols} | set(before)
        fresh = step.slack not in seen and (
            step.slack.is_positive if strict else step.slack.is_nonnegative and not step.slack.is_positive
        )
        inverts = sp.cancel(step.value.subs(step.slack, step.meaning) - step.symbol) == 0
        if not (fresh and inverts and plainly_positive(sp.cancel(step.meaning / difference))):
            return False
        before = {s: v.subs(step.symbol, step.value) for s, v in before.items()}
        before.setdefault(step.symbol, step.value)
    return True
