"""Small worlds of finite sets in which the depth rule and the leave-out runs are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

from incentives import consensus as cs
from incentives.consensus import depth

Reports = Sequence[cs.FiniteSet | None]


def some_sets(points: Iterable[int]) -> list[cs.FiniteSet]:
    """Every set of at least one of some points, small ones first.

    >>> [sorted(s.points) for s in some_sets(range(2))]
    [[0], [1], [0, 1]]
    """
    points = list(points)
    return [cs.FiniteSet(frozenset(s)) for n in range(1, len(points) + 1) for s in combinations(points, n)]


def redundant_worlds(points: Iterable[int], clients: int, removed: int) -> Iterator[list[cs.FiniteSet]]:
    """Worlds with W not empty in which any `removed` clients can be spared, up to the order of the clients.

    >>> [[sorted(s.points) for s in sets] for sets in redundant_worlds(range(2), 2, 1)]
    [[[0], [0]], [[1], [1]], [[0, 1], [0, 1]]]
    """
    for sets in combinations_with_replacement(some_sets(points), clients):
        if cs.common_point(sets) is not None and (removed >= clients or cs.is_redundant(sets, removed)):
            yield list(sets)


def joint_lies(sets: Reports, liars: int, points: Iterable[int]) -> Iterator[list[cs.FiniteSet | None]]:
    """All profiles of reports in which some `liars` of the clients say anything; None is a report that accepts nothing.

    >>> len(list(joint_lies([cs.FiniteSet({0})] * 3, 1, range(2))))
    12
    """
    options = [None, *some_sets(points)]
    for group in combinations(range(len(sets)), liars):
        for told in product(options, repeat=liars):
            false = dict(zip(group, told, strict=True))
            yield [false.get(m, s) for m, s in enumerate(sets)]


def union_of_runs(reports: Reports, removed: int) -> frozenset[object]:
    """The points that the runs without any `removed` clients choose from.

    >>> sorted(union_of_runs([cs.FiniteSet({0, 1}), cs.FiniteSet({1}), cs.FiniteSet({0, 1})], 1))
    [0, 1]
    """
    found: frozenset[object] = frozenset()
    for kept in combinations(reports, len(reports) - removed):
        told = [s for s in kept if s is not None]
        shared = cs.intersection(told) if len(told) == len(kept) else None
        if isinstance(shared, cs.FiniteSet):
            found |= shared.points
    return found


def by_depth(reports: Reports, liars: int) -> frozenset[object]:
    """The points that all but at most `liars` of the reports hold.

    >>> sorted(by_depth([cs.FiniteSet({0, 1}), cs.FiniteSet({1}), cs.FiniteSet({0, 1})], 1))
    [0, 1]
    """
    pieces = depth.depth_set(reports, at_least=len(reports) - liars)
    return pieces[0].points if pieces and isinstance(pieces[0], cs.FiniteSet) else frozenset()
