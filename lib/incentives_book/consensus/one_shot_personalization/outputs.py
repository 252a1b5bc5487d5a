"""Every output of a minimal oracle, listed by the definition, and the small worlds and lies on which it is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import NamedTuple

import numpy as np

from incentives import consensus as cs
from incentives.consensus import personalization, redundancy
from incentives.consensus.client_set import ClientSet
from incentives_book.consensus.types_of_points import Members, types

Sets = tuple[cs.FiniteSet, ...]


def some_sets(points: Sequence[int]) -> list[cs.FiniteSet]:
    """Every set of some of the points, at least one, small sets first.

    >>> print(*some_sets(range(2)))
    {0} {1} {0, 1}
    """
    return [cs.FiniteSet(some) for size in range(1, len(points) + 1) for some in combinations(points, size)]


def by_definition(sets: Sequence[frozenset | cs.FiniteSet], points: Sequence[int]) -> set[frozenset]:
    """Definition 4 word for word: the clusters and models of all feasible outputs with the smallest k; none if none
    exists.

    >>> by_definition([{0}, {0, 1}], [0, 1]) == {frozenset({(frozenset({0, 1}), 0)})}
    True
    >>> by_definition([{0}, set()], [0, 1])
    set()
    """
    everybody = range(len(sets))
    for k in range(1, len(sets) + 1):
        tried = product(product(points, repeat=k), product(range(k), repeat=len(sets)))
        serving = [(x, a) for x, a in tried if all(x[a[m]] in sets[m] for m in everybody)]
        if serving:
            return {
                frozenset((frozenset(m for m in everybody if a[m] == i), x[i]) for i in range(k)) for x, a in serving
            }
    return set()


def listed(reports: Sequence[ClientSet]) -> list[personalization.Personalization]:
    """The library's minimal outputs, with every point of a finite set and every corner of an interval or a box."""
    return list(cs.minimal_outputs(reports, models=personalization.corner_models))


def meet(sets: Sequence[ClientSet], members: Sequence[int]) -> bool:
    """True if these clients' sets have a common point."""
    return cs.common_point([sets[m] for m in members]) is not None


@cache
def clusterings(sets: Sets) -> list[tuple[Members, ...]]:
    """The clusters of all minimal outputs, models left aside."""
    return list(personalization.minimal_clusterings(len(sets), lambda some: cs.common_point([sets[m] for m in some])))


def partitions(members: Sequence[int]) -> Iterator[tuple[Members, ...]]:
    """Every way to divide some clients into clusters.

    >>> [sum(1 for _ in partitions(range(M))) for M in range(5)]
    [1, 1, 2, 5, 15]
    """
    if not members:
        yield ()
        return
    first, *rest = members
    for size in range(len(rest) + 1):
        for friends in combinations(rest, size):
            for others in partitions([m for m in rest if m not in friends]):
                yield (frozenset((first, *friends)), *others)


def fewest_by_trying(sets: Sets) -> set[frozenset[Members]]:
    """The partitions with as few clusters as possible whose members share a point, found by trying all partitions."""
    fitting = [split for split in partitions(range(len(sets))) if all(meet(sets, cluster) for cluster in split)]
    fewest = min(map(len, fitting), default=0)
    return {frozenset(split) for split in fitting if len(split) == fewest}


class Outlier(NamedTuple):
    """A client without whom the others agree, while with it nobody does."""

    sets: Sets
    client: int

    @property
    def alone(self) -> frozenset[Members]:
        """The split of Remark 3: the outlier by itself, the others together."""
        return frozenset({frozenset({self.client}), frozenset(range(len(self.sets))) - {self.client}})

    @property
    def is_forced(self) -> bool:
        """True if that split is the only minimal one."""
        return [frozenset(split) for split in clusterings(self.sets)] == [self.alone]

    @property
    def meets_somebody(self) -> bool:
        """True if its set has a point in common with another client's."""
        return any(meet(self.sets, {m, self.client}) for m in range(len(self.sets)) if m != self.client)


def outliers(sets: Sets) -> Iterator[Outlier]:
    """The outliers of a world: none if everybody agrees."""
    M = len(sets)
    if M > 1 and not meet(sets, range(M)):
        yield from (Outlier(sets, n) for n in range(M) if meet(sets, [m for m in range(M) if m != n]))


def well_separated(sets: Sets, split: Sequence[Members]) -> bool:
    """True if each cluster shares a model and no model serves two clients of different clusters."""
    apart = (not meet(sets, {m, n}) for a, b in combinations(split, 2) for m in a for n in b)
    return all(meet(sets, cluster) for cluster in split) and all(apart)


class Told(NamedTuple):
    """A world, its liar, and what everybody reports."""

    truths: Sets
    liar: int
    reports: Sets


def spared(clients: int, points: Sequence[int] = range(3)) -> Iterator[Sets]:
    """The worlds of these points, up to the order of clients, where W is not empty and anyone can be spared."""
    for sets in combinations_with_replacement(some_sets(points), clients):
        if meet(sets, range(clients)) and cs.is_redundant(sets):
            yield sets


def lies(truths: Sets, points: Sequence[int] = range(3)) -> Iterator[Told]:
    """Every report of every single client."""
    for liar, report in product(range(len(truths)), some_sets(points)):
        yield Told(truths, liar, (*truths[:liar], report, *truths[liar + 1 :]))


@cache
def spoiled(truths: Sets) -> tuple[int, cs.FiniteSet, personalization.Personalization] | None:
    """The first lie and minimal output without a point of W: liar, report and output; None if every output is safe."""
    server = cs.Trusted(truths)
    for told in lies(truths):
        if (output := personalization.fooling_output(told.reports, server)) is not None:
            return told.liar, told.reports[told.liar], output
    return None


class BadPair(NamedTuple):
    """The types of two points outside W (they may be equal) among so many clients; anyone can be spared."""

    one: Members
    two: Members
    clients: int

    @property
    def fail_together(self) -> int:
        """The number of clients that accept neither point."""
        return self.clients - len(self.one | self.two)

    @property
    def has_bad_cut(self) -> bool:
        """True if some client can be left out and the others cut into two groups that each accept one of the points."""
        everybody = range(self.clients)
        cuts = (cut for m in everybody for cut in redundancy.splits([j for j in everybody if j != m]))
        return any(
            (A.issubset(x) and B.issubset(y)) for A, B in cuts for x, y in ((self.one, self.two), (self.two, self.one))
        )


def bad_types(clients: int, *, redundancy: int = 1) -> list[Members]:
    """The types of points outside W that occur where any `redundancy` clients can be spared."""
    return [kind for kind in types(clients, redundancy=redundancy) if len(kind) < clients]


def bad_pairs(most: int, *, fewest: int = 3, redundancy: int = 1) -> list[BadPair]:
    """All pairs of types of points outside W, for each number of clients.

    >>> [len(bad_pairs(M, fewest=M)) for M in (3, 4)]
    [10, 66]
    """
    return [
        BadPair(one, two, M)
        for M in range(fewest, most + 1)
        for one, two in combinations_with_replacement(bad_types(M, redundancy=redundancy), 2)
    ]


def world_of_ranks(ranks: Sequence[Sequence[int]], copies: int = 2) -> list[cs.Box]:
    """Boxes around a common point, one archetype after the other: box j reaches ranks[i][j] + 1 in direction i.

    Directions come in pairs, low end and high end of each coordinate.

    >>> print(*world_of_ranks([(0, 1), (1, 0)], copies=1))
    [-1, 2] [-2, 1]
    """
    lows, highs = ranks[::2], ranks[1::2]
    sides = [[(-1 - low[j], 1 + high[j]) for low, high in zip(lows, highs, strict=True)] for j in range(len(ranks[0]))]
    return [cs.Box(side) for side in sides for _ in range(copies)]


def orders_of_ends(kinds: int, dimension: int) -> list[tuple[tuple[int, ...], ...]]:
    """All orders in which the archetypes can have their ends, one order for each of the 2d directions."""
    return list(product(permutations(range(kinds)), repeat=2 * dimension))


def share_spoiled(kinds: int, dimension: int, copies: int = 2) -> Fraction:
    """The share of the orders of ends whose world some lie can spoil, counted by the library's bad cuts.

    >>> share_spoiled(2, 1)
    Fraction(1, 2)
    """
    orders = orders_of_ends(kinds, dimension)
    bad = sum(redundancy.unguarded_split(world_of_ranks(order, copies)) is not None for order in orders)
    return Fraction(bad, len(orders))


def safe_by_types(kinds: int, ends: int) -> int:
    """In how many ways the ends of W can be set by archetypes, two clients each, so that no two bad points spoil the
    world.

    A point just beyond an end fails at the two clients of the archetype that sets it; other points fail at more.

    >>> safe_by_types(3, 2)
    3
    """
    ways = product(range(kinds), repeat=ends)
    return sum(all(2 * len({one} & {two}) >= 2 for one, two in product(setters, repeat=2)) for setters in ways)


def share_of_random(kinds: int, draws: int, *, rng: np.random.Generator) -> float:
    """The share of random worlds on the line that some lie can spoil: exponential ends, two clients of each
    archetype.
    """
    spoilt = 0
    for _ in range(draws):
        ends = rng.exponential(size=(kinds, 2))
        world = [cs.Interval(-float(low), float(high)) for low, high in ends for _ in range(2)]
        spoilt += redundancy.unguarded_split(world) is not None
    return spoilt / draws


def simplex_worlds(clients: int) -> tuple[list[cs.FiniteSet], list[list[cs.FiniteSet]]]:
    """Reports of everything but one point each, and the worlds that fit them: in world a client a lies and W is point
    a.

    >>> reports, worlds = simplex_worlds(3)
    >>> print(*reports, "|", *worlds[2])
    {1, 2} {0, 2} {0, 1} | {1, 2} {0, 2} {2}
    """
    reports = [cs.FiniteSet(set(range(clients)) - {j}) for j in range(clients)]
    return reports, [[*reports[:a], cs.FiniteSet({a}), *reports[a + 1 :]] for a in range(clients)]
