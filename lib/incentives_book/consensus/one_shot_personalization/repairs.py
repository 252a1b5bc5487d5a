"""Four repairs of the one-shot mechanism, each with what it needs.

| repair | needs | verification |
|---|---|---|
| `verified_output` | removing any one client leaves the agreement set as it is; every minimal clustering is tried | of all models |
| `opposite_ends` | the same, and sets that share a point as soon as any two do: intervals, boxes | of two models |
| `retry` | the same, and an oracle that draws a minimal clustering at random | of every draw |
| `caught_by_own_cluster` | agreement in one half of every split of all clients, and true value oracles | of each model by its cluster |
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from incentives.consensus.personalization import (
    Members,
    Personalization,
    minimal_clusterings,
    minimal_outputs,
)
from incentives.consensus.sets import Box, ClientSet, Interval, common_point, intersection
from incentives.consensus.verification import Verify


def verified_output(reports: Sequence[ClientSet], verify: Verify) -> Any | None:
    """The first model of any minimal clustering that passes the test; None if none does.

    >>> from incentives.consensus.verification import Trusted
    >>> truths = [Interval(-2, 1), Interval(-1, 2), Interval(-1, 1)]
    >>> verified_output([*truths[:2], Interval(-2, -2)], Trusted(truths))
    Fraction(1, 2)
    """
    models = (model for output in minimal_outputs(reports) for model in output.models)
    return next((model for model in models if not verify(model)), None)


def opposite_ends(sets: Sequence[Interval] | Sequence[Box]) -> Personalization:
    """The minimal output that puts two clients who contradict each other at opposite ends.

    If the reports of p and q are disjoint and at most one client lies, the liar is p or q. One model is made without
    p and serves everybody else; the other is made without q and serves p. One of them was made by the truthful alone.

    Args:
        sets: intervals, or boxes of one dimension; of such sets any that meet pairwise share a point.

    Raises:
        ValueError: other sets, or reports that no single lie explains.

    >>> print(opposite_ends([Interval(-2, 1), Interval(-1, 2), Interval(-2, -2)]))
    0,2: -2 | 1: 0
    """
    sets = list(sets)
    if not sets or not all(isinstance(s, (Interval, Box)) for s in sets):
        raise ValueError(f"sets must be a non-empty list of intervals or boxes, got {sets!r}")
    everybody = frozenset(range(len(sets)))

    def without(m: int) -> Any | None:
        return common_point([s for n, s in enumerate(sets) if n != m])

    point = common_point(sets)
    if point is not None:
        return Personalization((everybody,), (point,))
    pairs = combinations(range(len(sets)), 2)
    p, q = next((p, q) for p, q in pairs if intersection([sets[p], sets[q]]) is None)
    found = {left_out: without(left_out) for left_out in (p, q)}
    match found[p], found[q]:
        case None, None:
            raise ValueError(f"sets must agree once client {p} or client {q} is left out; more than one report lies")
        case None, model:
            return Personalization((everybody - {q}, frozenset({q})), (model, common_point([sets[q]])))
        case model, None:
            return Personalization((everybody - {p}, frozenset({p})), (model, common_point([sets[p]])))
    return Personalization((everybody - {p}, frozenset({p})), (found[p], found[q]))


def caught_by_own_cluster(output: Personalization, truths: Sequence[ClientSet]) -> Members:
    """The clients whom the model of their own cluster does not serve in truth: each of them has lied.

    Args:
        output: what the oracle returned for the reports.
        truths: the true sets, as a trusted value oracle shows them.

    >>> output = Personalization(({0, 2}, {1}), (-2, 1))
    >>> sorted(caught_by_own_cluster(output, [Interval(-2, 1), Interval(-1, 2), Interval(-1, 1)]))
    [2]
    """
    return frozenset(m for m, i in enumerate(output.assignment) if output.models[i] not in truths[m])


def retry(
    reports: Sequence[ClientSet],
    verify: Verify,
    *,
    rng: np.random.Generator,
    most: int = 10_000,
) -> tuple[Any | None, int]:
    """Draws minimal clusterings, all equally likely, until a returned model passes the test.

    Returns:
        The model and how many draws it took; None after `most` draws.

    >>> from incentives.consensus.verification import Trusted
    >>> retry([Interval(0, 1)] * 2, Trusted([Interval(0, 1)] * 2), rng=np.random.default_rng(0))
    (Fraction(1, 2), 1)
    """
    sets = list(reports)

    def consensus(some: Members) -> Any:
        return common_point([sets[m] for m in sorted(some)])

    clusterings = list(minimal_clusterings(len(sets), consensus))
    for draw in range(1, most + 1):
        for cluster in clusterings[rng.integers(len(clusterings))]:
            if not verify(model := consensus(cluster)):
                return model, draw
    return None, most
