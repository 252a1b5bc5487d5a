"""The best allocation from a finite menu, exactly, by one sweep.

For the costs of `costs.py` every optimal allocation gives client i the level of its menu that is nearest to
c_i + t, with one number t for everybody. So it is enough to raise t from below: client i moves from level m to
the next level m' when t passes (m + m') / 2 - c_i. Sorting these switch points costs O(NK log NK), and each
switch changes the sums S of gains and Q of squared gains by O(1).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm, sqrt
from typing import Any

import numpy as np

from incentives.numbers import Number, Numbers, Real, Row
from incentives.rewards.costs import AnyCost, Cost, Score, as_cost
from incentives.rewards.frontier import frontier_of
from incentives.rewards.menus import Menus, Problem, read_problem


@dataclass(frozen=True, eq=False)
class Allocation:
    """Who gets which level, and what that costs.

    Args:
        levels: accuracy given to each client, in the order of the contributions.
        gains: levels minus contributions.
        cost: the value of the cost that was minimised.
        shift: a t such that every level is the nearest one to c_i + t; None where the solver has no such t.
    """

    levels: Row
    gains: Row
    cost: Score
    shift: Score | None = None

    def __str__(self) -> str:
        return f"levels {', '.join(f'{float(a):.6g}' for a in self.levels)}; cost {float(self.cost):.6g}"

    @property
    def mean_gain(self) -> Number:
        """Average gain, in the unit of the menu."""
        return sum(self.gains) / len(self.gains)

    @property
    def variance(self) -> Number:
        """Population variance of the gains, squared unit of the menu."""
        mean = self.mean_gain
        return sum((u - mean) ** 2 for u in self.gains) / len(self.gains)


def allocate(
    contributions: Numbers,
    menu: Menus,
    *,
    cost: AnyCost = "ratio",
    floor: Real | None = None,
    cap: Real | None = None,
) -> Allocation:
    """The allocation of least cost; among equally good ones the one with the largest mean gain.

    Args:
        contributions: accuracy of each client alone, shape (clients,), in any order.
        menu: accuracies on offer, strictly increasing, shape (levels,); or one such row per client.
        cost: a name or a `Cost`; "anchor" also gives every top contributor its largest level.
        floor, cap: least and largest level that anybody may be given.

    Returns:
        An `Allocation`. Lists and tuples of ints and Fractions are solved exactly, ties included; floats and
        arrays by array operations, where costs that rounding cannot tell apart count as equal.

    Raises:
        ValueError: bad numbers, an empty or unsorted menu, an unknown cost, a client without a feasible level,
            or float input for "sum" outside the range in which the sweep is exact.

    The time is O(NK log NK) for N clients and K levels.

    >>> F = Fraction
    >>> best = allocate([F(5, 10), F(6, 10)], [F(6, 10), F(7, 10), F(95, 100)])
    >>> [str(a) for a in best.levels], best.cost
    (['3/5', '7/10'], Fraction(0, 1))
    """
    rule, problem = _read(contributions, menu, cost, floor, cap)
    return _sweep_exact(problem, rule)[-1] if problem.exact else _sweep_floats(problem, rule)


def optimal_allocations(
    contributions: Numbers,
    menu: Menus,
    *,
    cost: AnyCost = "ratio",
    floor: Real | None = None,
    cap: Real | None = None,
) -> tuple[Allocation, ...]:
    """All allocations of least cost, by increasing mean gain; exact numbers only.

    "anchor" and "least-variance" break ties by the mean gain, so they have one answer. Where "sum" leaves the
    range of its theorem (see `allocate`) there is one answer for each mean gain that is optimal.

    Raises:
        ValueError: as for `allocate`, and if there is a float or an array.

    >>> F = Fraction
    >>> found = optimal_allocations([F(1, 2), F(3, 5)], [F(1, 2), F(3, 5), F(7, 10)])
    >>> [[str(a) for a in each.levels] for each in found]
    [['1/2', '3/5'], ['3/5', '7/10']]
    """
    rule, problem = _read(contributions, menu, cost, floor, cap)
    if not problem.exact:
        raise ValueError("contributions, menu, floor and cap must be ints and Fractions in lists or tuples")
    return _sweep_exact(problem, rule)


def _read(
    contributions: Numbers, menu: Menus, cost: AnyCost, floor: Real | None, cap: Real | None
) -> tuple[Cost, Problem]:
    rule = as_cost(cost)
    return rule, read_problem(contributions, menu, floor=floor, cap=cap, top_gets_best=rule.name == "anchor")


def _certain(rule: Cost, least_mean: Any, most: Any, best: Any) -> bool:
    """True if the sweep's best allocation is known to be optimal, from the least mean and the largest gain.

    1/(m + eps) + V is quasi-concave in the sums (S, Q) where m + eps >= 1, and at every level of cost up to 1
    anyhow. Where no gain exceeds 1 (and eps <= 1/2) everybody's best level is optimal, which is a corner too.
    """
    if rule.name != "sum" or best <= 1 or rule.points * least_mean + rule.epsilon >= 1:
        return True
    return rule.points * most <= 1 and 2 * rule.epsilon <= 1


def _sweep_exact(problem: Problem, rule: Cost) -> tuple[Allocation, ...]:
    """All optima, by increasing mean gain.

    A corner is an allocation in which every client has the level whose gain is closest to one number t.

    1. Write contributions and levels over one common denominator, so that all sums are of whole numbers.
    2. Sort the switches: a client leaves a level for the next one where t passes the middle of the two gains.
    3. Start with everybody at its lowest level, make the switches in this order, and note the sum and the sum of
       squares of all gains at each corner. Between switches at the same t there is none.
    4. Leave out the corners whose cost in floats is too large, and compare the others' exact costs.
    5. If the best corner is not known to be optimal, which happens under "sum" only, search the frontier instead.
    6. Count each client's switches before each of the best corners: they give its level. Under "anchor" and
       "least-variance" the last corner, the one of the largest mean gain, is the answer.
    """
    c, options, N = problem.contributions, problem.options, len(problem.contributions)
    unit = lcm(*(x.denominator for x in c), *(m.denominator for row in options for m in row))
    own = [int(x * unit) for x in c]
    rows = [[int(m * unit) for m in row] for row in options]
    switches = sorted(
        (low + high - 2 * own[i], i, high - low) for i, row in enumerate(rows) for low, high in pairwise(row)
    )
    S = sum(row[0] - x for row, x in zip(rows, own, strict=True))
    Q = sum((row[0] - x) ** 2 for row, x in zip(rows, own, strict=True))

    places, sums = [0], [(S, Q)]
    for place, (point, _, step) in enumerate(switches, start=1):
        S += step
        Q += step * point  # (high - c)^2 - (low - c)^2
        # Between clients that switch at the same t there are no corners.
        if place == len(switches) or switches[place][0] != point:
            places.append(place)
            sums.append((S, Q))
    kept = _within_rounding(rule, [(S / (N * unit), (N * Q - S * S) / (N * unit) ** 2) for S, Q in sums])
    values = [rule.of_sums(Fraction(S, unit), Fraction(Q, unit * unit), N) for S, Q in (sums[k] for k in kept)]
    best, least_mean = min(values), Fraction(sums[0][0], unit * N)
    ties = [places[k] for k, value in zip(kept, values, strict=True) if value == best]
    most = Fraction(max(row[-1] - x for row, x in zip(rows, own, strict=True)), unit)
    if not _certain(rule, least_mean, most, best):
        return _from_frontier(problem, rule)
    if rule.name in ("anchor", "least-variance"):
        ties = ties[-1:]
    found = []
    for place in ties:
        at = [0] * N
        for _, i, _ in switches[:place]:
            at[i] += 1
        levels = tuple(row[k] for row, k in zip(options, at, strict=True))
        before = Fraction(switches[place - 1][0], 2 * unit) if place else None
        after = Fraction(switches[place][0], 2 * unit) if place < len(switches) else None
        found.append(_answer(c, levels, best, _between(before, after, Fraction(1, 2 * unit))))
    return tuple(found)


def _within_rounding(rule: Cost, moments: list[tuple[float, float]]) -> list[int]:
    """Which corners may be optimal, judged by floats with a margin of a thousand rounding errors.

    No cost subtracts except "linear", so floats are accurate to a few units in the last place of the terms.
    """
    mean, V = np.array(moments).T
    with np.errstate(all="ignore"):
        cost = rule.of_moments(mean, V)
    if not np.isfinite(cost).all():
        return list(range(len(cost)))
    terms = V + float(rule.weight) * mean if rule.name == "linear" else np.abs(cost)
    margin = 1e-12 * terms
    return np.flatnonzero(cost - margin <= (cost + margin).min()).tolist()


def _between(before: Any, after: Any, beyond: Any) -> Any:
    """A shift strictly between two switch points, or `beyond` the only one there is."""
    if before is None or after is None:
        return 0 * beyond if before is after else after - beyond if before is None else before + beyond
    return (before + after) / 2


def _answer(c: Any, levels: tuple[Fraction, ...], cost: Any, shift: Any) -> Allocation:
    return Allocation(levels, tuple(a - x for a, x in zip(levels, c, strict=True)), cost, shift)


def _from_frontier(problem: Problem, rule: Cost) -> tuple[Allocation, ...]:
    """All mean gains with their least variance: slower, but exact for every cost that grows with the variance."""
    points = frontier_of(problem)
    costs = [rule.of_moments(p.mean_gain, p.variance) for p in points]
    best = min(costs)
    return tuple(
        _answer(problem.contributions, p.levels, best, None)
        for p, value in zip(points, costs, strict=True)
        if value == best
    )


def _sweep_floats(problem: Problem, rule: Cost) -> Allocation:
    """The same sweep on arrays: sort all switch points once, then cumulative sums."""
    c, owner, level, N = problem.contributions, problem.owner, problem.level, len(problem.contributions)
    first = np.searchsorted(owner, np.arange(N, dtype=owner.dtype))
    pairs = np.flatnonzero(owner[1:] == owner[:-1])
    switch = (level[pairs] + level[pairs + 1]) / 2 - c[owner[pairs]]
    order = np.argsort(switch)
    who, step, switch = owner[pairs][order], (level[pairs + 1] - level[pairs])[order], switch[order]
    gains = level[first] - c
    S = gains.sum() + np.concatenate(([0.0], np.cumsum(step)))
    Q = (gains**2).sum() + np.concatenate(([0.0], np.cumsum(2 * step * switch)))
    places = _candidates(rule, S / N, Q / N)
    del step, S, Q, order, pairs
    # The cumulative sums only select candidates; their moments are computed again without cancellation.
    at, done, moments, found = first.copy(), 0, [], []
    for place in places:
        at += np.bincount(who[done:place], minlength=N)
        done = place
        u = level[at] - c
        moments.append((u.mean(), u.var()))
        found.append(at.copy())
    values = [rule.of_moments(m, V) for m, V in moments]
    # Gains carry the rounding of levels and contributions, and so does their deviation.
    blur = 4 * np.finfo(float).eps * max(np.abs(level).max(), np.abs(c).max())
    limit = min(rule.of_moments(m, (sqrt(V) + blur) ** 2) for m, V in moments)
    ties = [k for k, value in enumerate(values) if value <= limit]
    k = max(ties, key=lambda k: moments[k][0])
    if not _certain(rule, gains.mean(), (level - c[owner]).max(), values[k]):
        raise ValueError(
            "cost 'sum' is certain for floats where every mean gain is at least 1 or the cost at most 1; got "
            "a cost of "
            f"{values[k]:.6g} (gains in units of 1/{rule.points}): pass ints and Fractions, which have no such limit"
        )
    place = places[k]
    before = switch[place - 1] if place else None
    after = switch[place] if place < len(switch) else None
    levels = level[found[k]]
    return Allocation(levels, levels - c, float(values[k]), float(_between(before, after, 1e-9)))


_KEPT = 24


def _candidates(rule: Cost, mean: np.ndarray, square: np.ndarray) -> list[int]:
    """Places in the sweep that may hold the optimum, given that the cumulative sums carry rounding errors."""
    V = np.maximum(square - mean**2, 0.0)
    cost = rule.of_moments(mean, V)
    if len(cost) <= 2 * _KEPT:
        return list(range(len(cost)))
    kept = set(np.argpartition(cost, _KEPT)[:_KEPT].tolist())
    # Of many near-ties the ones with the largest mean gain are kept as well.
    best = int(cost.argmin())
    slack = 1e-12 * float(square.max())
    limit = rule.of_moments(float(mean[best]), float(V[best]) + slack)
    return sorted(kept | set(np.flatnonzero(cost <= limit)[-_KEPT:].tolist()))
