"""The best allocation when every level between floor and best is on offer.

Fix the mean gain. The least variance is then reached by pouring the same gain t to everybody, cut off where a
client's range begins or ends: a_i = clip(c_i + t, max(floor, c_i), best). What is left is one number t. Along
it the least variance V is a convex function of the mean m with slope 2 (t - m), so every cost of `costs.py`
first falls and then rises, and the turning point is found from the signs of its slope at the 2N cut-offs.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np

from incentives.numbers import Numbers, Real, as_row, is_exact
from incentives.rewards.allocation import Allocation
from incentives.rewards.costs import AnyCost, Cost, as_cost
from incentives.rewards.menus import no_level
from incentives.rewards.surds import rational_root, surd


def allocate_continuous(
    contributions: Numbers, *, best: Real, floor: Real | None = None, cost: AnyCost = "ratio"
) -> Allocation:
    """The allocation of least cost; among equally good ones the one with the largest mean gain.

    Args:
        contributions: accuracy of each client alone, shape (clients,), in any order.
        best: largest level on offer.
        floor: least level that anybody may be given.
        cost: a name or a `Cost`; "anchor" also gives every top contributor the best level.

    Returns:
        An `Allocation`: Fractions if the input is exact and the optimum rational; otherwise floats. On exact
        input every decision is exact, and only an irrational turning point is rounded, at the end.

    Raises:
        ValueError: bad numbers, an unknown cost, a floor above `best`, or a contribution above `best`.

    >>> F = Fraction
    >>> c = [F(5, 10), F(6, 10), F(7, 10)]
    >>> [str(a) for a in allocate_continuous(c, best=F(9, 10)).levels]
    ['7/10', '4/5', '9/10']
    >>> [str(a) for a in allocate_continuous(c, best=F(9, 10), cost="linear").levels]
    ['33/40', '9/10', '9/10']
    """
    rule, exact = as_cost(cost), is_exact(contributions, best, *([] if floor is None else [floor]))
    row = as_row("contributions", contributions, exact=exact)
    bounds = [best] if floor is None else [best, floor]
    # A float is a rational number too, so the decisions are exact either way.
    c = [Fraction(x) for x in row]
    top, *least = (Fraction(x) for x in as_row("best and floor", bounds, exact=exact, of="entry"))
    low = [max(x, *least) if least else x for x in c]
    for i, needed in enumerate(low):
        if needed > top:
            raise no_level(i, row[i], floor, None, best)
    if rule.name == "anchor":
        low = [top if x == max(c) else needed for x, needed in zip(c, low, strict=True)]
    t = _best_shift([a - x for a, x in zip(low, c, strict=True)], [top - x for x in c], rule)
    levels = [min(max(x + t, needed), top) for x, needed in zip(c, low, strict=True)]
    gains = [a - x for a, x in zip(levels, c, strict=True)]
    if exact and isinstance(t, Fraction):
        return Allocation(tuple(levels), tuple(gains), rule(gains), t)
    rounded = np.array(gains, dtype=float)
    return Allocation(np.array(levels, dtype=float), rounded, rule(rounded), float(t))


def _best_shift(low: list[Fraction], high: list[Fraction], rule: Cost) -> Fraction | float:
    """The largest t at which the cost of gains clip(t, low_i, high_i) is least."""
    N = len(low)
    cuts = sorted({*low, *high})
    s, q, free = sum(low), sum(u * u for u in low), 0  # sums of the fixed gains and their squares
    starts, ends = sorted(low), sorted(high)
    begun = finished = 0
    for start, end in pairwise(cuts):
        while begun < N and starts[begun] <= start:
            s, q, free, begun = s - starts[begun], q - starts[begun] ** 2, free + 1, begun + 1
        while finished < N and ends[finished] <= start:
            s, q, free, finished = s + ends[finished], q + ends[finished] ** 2, free - 1, finished + 1
        if free == 0:
            continue
        piece = (s / N, q / N, Fraction(free, N))  # m = s/N + f t and V = q/N + f t^2 - m^2
        if _slope(rule, piece, end, before=True) <= 0:
            continue
        return start if _slope(rule, piece, start) >= 0 else _turn(rule, piece, start, end)
    return cuts[-1]


def _at(piece: tuple[Any, Any, Any], t: Any) -> tuple[Any, Any]:
    """Mean and variance of the gains at t."""
    s, q, f = piece
    mean = s + f * t
    return mean, q + f * t * t - mean * mean


def _slope(rule: Cost, piece: tuple[Any, Any, Any], t: Any, *, before: bool = False) -> Any:
    """A number with the sign of the derivative of the cost by m at t: to the right, or to the left if `before`."""
    m, V = _at(piece, t)
    read = Fraction if isinstance(t, Fraction) else float
    eps, steep = read(rule.epsilon), 2 * (t - m)  # the slope of V
    if V == 0 and piece[2] < 1 and rule.name in ("sharpe", "deviation-ratio"):
        # The deviation has a corner at 0; its slope to either side is sqrt(1/f - 1), f the share that moves.
        if before or rule.name == "deviation-ratio":
            return -1 if before else 1
        return m * m * (1 - piece[2]) - eps * eps * piece[2]
    match rule.name:
        case "ratio":
            return steep * (m + eps) - V
        case "deviation-ratio":
            return steep * (m + eps) - 2 * V
        case "growth":
            return steep * m - V - eps
        case "sharpe":
            if V == 0:  # everybody gains t, and more is better
                return -eps
            return surd(steep * m / 2 - V, -eps, V) if read is Fraction else steep * m / 2 - V - eps * sqrt(V)
        case "sum":
            unit = read(rule.points)
            return unit * steep * (unit * m + eps) ** 2 - 1
        case "linear":
            return steep - read(rule.weight)
    return steep


def _turn(rule: Cost, piece: tuple[Any, Any, Any], start: Fraction, end: Fraction) -> Fraction | float:
    """The t inside (start, end) at which the slope is 0; a Fraction if it is rational and no root of a cubic."""
    for t in _rational_turns(rule, piece):
        if start < t < end and _slope(rule, piece, t) == 0:
            return t
    a, b, c = piece
    floats, low, high = (float(a), float(b), float(c)), float(start), float(end)
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if _slope(rule, floats, middle) <= 0 else (low, middle)
    return low


def _rational_turns(rule: Cost, piece: tuple[Any, Any, Any]) -> list[Fraction]:
    """Rational zeros of a quadratic in t that vanishes where the slope does (none for "sum", a cubic)."""
    if rule.name == "sum":
        return []

    def quadratic(t: int) -> Fraction:
        m, V = _at(piece, Fraction(t))
        steep, eps = 2 * (t - m), Fraction(rule.epsilon)
        if rule.name == "sharpe":  # both sides of steep m / 2 - V = eps sd, squared
            return (steep * m / 2 - V) ** 2 - eps * eps * V
        if rule.name == "deviation-ratio":
            return steep * (m + eps) - 2 * V
        return _slope(rule, piece, Fraction(t))

    c, plus, minus = quadratic(0), quadratic(1), quadratic(-1)
    a, b = (plus + minus) / 2 - c, (plus - minus) / 2
    if a == 0:
        return [-c / b] if b else []
    root = rational_root(max(b * b - 4 * a * c, Fraction(0)))
    return [] if root is None else [(-b + root) / (2 * a), (-b - root) / (2 * a)]
