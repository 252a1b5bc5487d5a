"""For every mean gain its least variance: exact for any cost that grows with the variance.

A cost that grows with the variance needs, for each sum of gains, only the allocation with the least sum of
squared gains. Those are built client by client. The number of different sums is what it costs: with levels and
contributions on a grid of G steps it is at most N G, so the time is O(N^2 K G) (pseudo-polynomial); without a
common grid it can double with every client.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from incentives.numbers import Numbers, Real
from incentives.rewards.menus import Menus, Problem, read_problem


@dataclass(frozen=True)
class FrontierPoint:
    """One attainable mean gain, the least variance that goes with it, and levels that attain both."""

    mean_gain: Fraction
    variance: Fraction
    levels: tuple[Fraction, ...]


def frontier_of(problem: Problem) -> tuple[FrontierPoint, ...]:
    """The points of `least_variance_by_mean` for a problem that was read already."""
    c, options, N = problem.contributions, problem.options, len(problem.contributions)
    unit = lcm(*(x.denominator for x in c), *(m.denominator for row in options for m in row))
    table: dict[int, tuple[int, Any]] = {0: (0, None)}  # sum of gains -> least sum of squares, and the path to it
    for x, row in zip(c, options, strict=True):
        gains = [(int((m - x) * unit), m) for m in row]
        grown: dict[int, tuple[int, Any]] = {}
        for S, (Q, path) in table.items():
            for u, m in gains:
                if S + u not in grown or Q + u * u < grown[S + u][0]:
                    grown[S + u] = (Q + u * u, (path, m))
        table = grown
    points = []
    for S, (Q, path) in sorted(table.items()):
        levels = []
        while path is not None:
            path, m = path
            levels.append(m)
        variance = Fraction(N * Q - S * S, (N * unit) ** 2)
        points.append(FrontierPoint(Fraction(S, N * unit), variance, tuple(reversed(levels))))
    return tuple(points)


def least_variance_by_mean(
    contributions: Numbers, menu: Menus, *, floor: Real | None = None, cap: Real | None = None
) -> tuple[FrontierPoint, ...]:
    """Every attainable mean gain with the least variance that it can have, by increasing mean gain.

    Args:
        contributions: accuracy of each client alone, shape (clients,); ints and Fractions.
        menu: levels, strictly increasing, or one row per client; ints and Fractions.
        floor, cap: least and largest level that anybody may be given.

    Raises:
        ValueError: bad input as for `allocate`, or a float.

    >>> [(str(p.mean_gain), str(p.variance)) for p in least_variance_by_mean([1, 2], [2, 4])]
    [('1/2', '1/4'), ('3/2', '1/4'), ('5/2', '1/4')]
    """
    problem = read_problem(contributions, menu, floor=floor, cap=cap)
    if not problem.exact:
        raise ValueError("contributions, menu, floor and cap must be ints and Fractions in lists or tuples")
    return frontier_of(problem)


def pareto_frontier(
    contributions: Numbers, menu: Menus, *, floor: Real | None = None, cap: Real | None = None
) -> tuple[FrontierPoint, ...]:
    """The means and variances of the gains that cannot both be bettered, by increasing mean gain.

    Arguments and errors are those of `least_variance_by_mean`.

    >>> [(str(p.mean_gain), str(p.variance)) for p in pareto_frontier([1, 2], [2, 4])]
    [('5/2', '1/4')]
    """
    kept: list[FrontierPoint] = []
    for point in reversed(least_variance_by_mean(contributions, menu, floor=floor, cap=cap)):
        if not kept or point.variance < kept[-1].variance:
            kept.append(point)
    return tuple(reversed(kept))


def best_on_frontier(points: tuple[FrontierPoint, ...], cost: Callable[[Fraction, Fraction], Any]) -> FrontierPoint:
    """The point of least `cost(mean_gain, variance)`; among equals the one with the largest mean gain.

    Exact for every cost that does not fall when the variance grows, if `points` are all means.

    Raises:
        ValueError: there are no points.

    >>> points = least_variance_by_mean([1, 2], [2, 4])
    >>> [str(m) for m in best_on_frontier(points, lambda mean, variance: abs(mean - 1)).levels]
    ['2', '4']
    """
    if not points:
        raise ValueError("points must hold at least one point, got none")
    best = min(cost(p.mean_gain, p.variance) for p in points)
    return max((p for p in points if cost(p.mean_gain, p.variance) == best), key=lambda p: p.mean_gain)
