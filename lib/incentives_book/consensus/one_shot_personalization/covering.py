"""Ways to one minimal output: subset dynamic programming, set cover by an integer program, stabbing, halving.

A model serves all clients whose set holds it, so the fewest models are the fewest points that meet every set. With
finitely many points that is set cover, which is hard in general; on the line a greedy sweep solves it; and if at most
one client lies, a few calls of a consensus oracle do.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from incentives.consensus.personalization import (
    MOST_CLIENTS,
    Consensus,
    Members,
    Personalization,
    minimal_outputs,
)
from incentives.consensus.sets import ClientSet, FiniteSet, Interval, common_point


def minimal_output(sets: Sequence[ClientSet], *, method: str = "subsets") -> Personalization:
    """One minimal output.

    Args:
        sets: one reported set per client.
        method: "subsets" (dynamic programming, at most 14 clients), "milp" (set cover by SciPy's solver; finite sets
            of any size, other worlds over all families of at most 14 clients) or "greedy" (intervals, any number).

    Raises:
        ValueError: no sets, an unknown method, or "greedy" beyond the line.

    >>> sets = [FiniteSet({0, 1}), FiniteSet({0, 2}), FiniteSet({1})]
    >>> [len(minimal_output(sets, method=method)) for method in ("subsets", "milp")]
    [2, 2]
    """
    sets = list(sets)
    if not sets:
        raise ValueError("sets must name at least one client's set, got none")
    match method:
        case "subsets":
            return next(minimal_outputs(sets))
        case "greedy":
            return greedy_stabbing(sets)
        case "milp":
            families = _families(sets)
            chosen = fewest_families(len(sets), list(families))
            return _each_to_one(len(sets), [(members, families[members]) for members in chosen])
    raise ValueError(f'method must be "subsets", "milp" or "greedy", got {method!r}')


def _families(sets: Sequence[ClientSet]) -> dict[Members, Any]:
    """Families of clients that share a model, and the model: per point of a finite world, else all that do."""
    if isinstance(sets[0], FiniteSet):
        points = sorted({point for s in sets for point in s}, key=repr)
        return {frozenset(m for m, s in enumerate(sets) if point in s): point for point in points}
    if len(sets) > MOST_CLIENTS:
        raise ValueError(f"sets must be at most {MOST_CLIENTS} outside finite worlds, got {len(sets)}")
    families: dict[Members, Any] = {}
    for size in range(1, len(sets) + 1):
        for some in combinations(range(len(sets)), size):
            # Asked only if all smaller families are feasible; a larger family makes its parts superfluous.
            if size == 1 or all(frozenset(part) in families for part in combinations(some, size - 1)):
                point = common_point([sets[m] for m in some])
                if point is not None:
                    families[frozenset(some)] = point
    return families


def fewest_families(clients: int, families: Sequence[Members]) -> list[Members]:
    """As few families as possible that together hold every client: set cover, by a mixed integer program.

    Raises:
        ValueError: some client is in no family.

    >>> [sorted(family) for family in fewest_families(3, [frozenset({0}), frozenset({0, 1}), frozenset({1, 2})])]
    [[0, 1], [1, 2]]
    """
    from scipy.optimize import Bounds, LinearConstraint, milp

    holds = np.array([[m in family for family in families] for m in range(clients)], dtype=float)
    if holds.size == 0 or not holds.any(axis=1).all():
        raise ValueError(f"families must cover all clients 0..{clients - 1}, got {families!r}")
    solved = milp(
        np.ones(len(families)),
        integrality=np.ones(len(families)),
        bounds=Bounds(0, 1),
        constraints=LinearConstraint(holds, lb=1),
    )
    return [family for family, taken in zip(families, solved.x, strict=True) if taken > 0.5]


def _each_to_one(clients: int, served: Sequence[tuple[Members, Any]]) -> Personalization:
    """Each client to the first model that serves it."""
    where = [next(i for i, (members, _) in enumerate(served) if m in members) for m in range(clients)]
    clusters = [frozenset(m for m in range(clients) if where[m] == i) for i in range(len(served))]
    return Personalization(tuple(clusters), tuple(point for _, point in served))


def greedy_stabbing(intervals: Sequence[Interval], *, ends: str = "high") -> Personalization:
    """A minimal output on the line: again and again, the smallest high end among those not yet served.

    Args:
        intervals: one per client; `ends="low"` sweeps from the right and uses the largest low ends.

    Raises:
        ValueError: something is not an interval, or `ends` is neither.

    >>> print(greedy_stabbing([Interval(0, 2), Interval(1, 3), Interval(4, 5)]))
    0,1: 2 | 2: 5
    """
    if ends not in ("high", "low"):
        raise ValueError(f'ends must be "high" or "low", got {ends!r}')
    if not intervals or not all(isinstance(s, Interval) for s in intervals):
        raise ValueError(f"intervals must be a non-empty list of Interval, got {intervals!r}")
    waiting, clusters, models = list(range(len(intervals))), [], []
    while waiting:
        bounds = [getattr(intervals[m], ends) for m in waiting if getattr(intervals[m], ends) is not None]
        extreme = min if ends == "high" else max
        # Without a finite end left, the remaining half-lines share all points far enough out.
        model = extreme(bounds) if bounds else common_point([intervals[m] for m in waiting])
        clusters.append(frozenset(m for m in waiting if model in intervals[m]))
        models.append(model)
        waiting = [m for m in waiting if model not in intervals[m]]
    return Personalization(tuple(clusters), tuple(models))


def halving(clients: int, consensus: Consensus) -> Personalization:
    """A minimal output with at most 2 + 2 ceil(log2(clients)) calls, if all but at most one client share a model.

    The suspects are halved. If one half together with everybody cleared has no model, the liar is in that half;
    otherwise the other half either has a model of its own, which ends the search, or holds the liar.

    Args:
        clients: how many there are, at least 1.
        consensus: a common point of some clients' reports, or None.

    Raises:
        ValueError: no client can be left out so that the others share a model, or one accepts nothing.

    >>> sets = [Interval(-2, 1), Interval(-1, 2), Interval(-2, -2)]
    >>> print(halving(3, lambda some: common_point([sets[m] for m in some])))
    0,1: 0 | 2: -2
    """
    if clients < 1:
        raise ValueError(f"clients must be at least 1, got {clients!r}")
    everybody = frozenset(range(clients))
    suspects, point = everybody, consensus(everybody)
    if point is not None:
        return Personalization((everybody,), (point,))
    while len(suspects) > 1:
        ordered = sorted(suspects)
        half = frozenset(ordered[: len(ordered) // 2])
        rest = suspects - half
        if (first := consensus(everybody - rest)) is None:
            suspects = half
        elif (second := consensus(rest)) is None:
            suspects = rest
        else:
            return Personalization((everybody - rest, rest), (first, second))
    parts = (everybody - suspects, suspects)
    models = tuple(map(consensus, parts))
    if None in models:
        raise ValueError("consensus must serve all clients but one: more than one report contradicts the others")
    return Personalization(parts, models)
