"""Types of points: statements about single points decided for all sets at once, infinite and non-convex ones included.

The *type* of a point is the set of clients whose true set holds it, so W holds the points of the type of everybody.
With
reports, a point also has the set of clients who report it; it differs from the type at liars only. A statement that is
built
from "the set of client j holds x" and "client j reports x" sees nothing else of a point. So it is true in every world
exactly
if it is true of every point that can occur, and for a given number of clients these are finitely many: any family of
types occurs, in the world that has one point of each (`world_of`).

That removing any r of M clients leaves W as it is says that no point has a type of M-r to M-1 clients.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, combinations
from typing import NamedTuple

from incentives.consensus.sets import FiniteSet

Members = frozenset[int]


class Point(NamedTuple):
    """All that a statement about memberships can see of a point.

    >>> x = Point(clients=3, liars=frozenset({1}), accepted=frozenset({2}), reported=frozenset({1, 2}))
    >>> sorted(x.failing), x.agreed
    ([0, 1], False)
    """

    clients: int
    liars: Members  # who may misreport
    accepted: Members  # its type: the clients whose true set holds it
    reported: Members  # the clients whose reported set holds it

    @property
    def failing(self) -> Members:
        """V(x), the clients whose true set lacks the point."""
        return frozenset(range(self.clients)) - self.accepted

    @property
    def agreed(self) -> bool:
        """True if it lies in W."""
        return len(self.accepted) == self.clients

    def unreported(self) -> Members:
        """The clients whose reported set lacks the point."""
        return frozenset(range(self.clients)) - self.reported


def groups(members: Iterable[int], *, most: int | None = None) -> Iterator[Members]:
    """All groups of some clients, the empty one first, of at most `most` members.

    >>> [sorted(group) for group in groups(range(3), most=1)]
    [[], [0], [1], [2]]
    """
    everybody = sorted(members)
    sizes = range(len(everybody) + 1 if most is None else min(most, len(everybody)) + 1)
    return map(frozenset, chain.from_iterable(combinations(everybody, size) for size in sizes))


def types(clients: int, *, redundancy: int) -> Iterator[Members]:
    """The types that may occur where removing any `redundancy` clients leaves W as it is; that of everybody last.

    Args:
        clients: M, at least 1.
        redundancy: r, from 0 (no assumption) to M - 1 (all sets are equal); Assumption 3 is 1.

    Raises:
        ValueError: `redundancy` is not among these.

    >>> [sorted(t) for t in types(3, redundancy=1)]
    [[], [0], [1], [2], [0, 1, 2]]
    """
    if clients < 1 or not 0 <= redundancy < clients:
        raise ValueError(f"redundancy must be from 0 to clients - 1 = {clients - 1}, got {redundancy}")
    yield from groups(range(clients), most=clients - redundancy - 1)
    yield frozenset(range(clients))


def points(clients: int, *, redundancy: int, liars: int = 1) -> Iterator[Point]:
    """Every point that may occur: each allowed type, each group of possible liars, everything that these may report.

    Args:
        clients: M, at least 1.
        redundancy: r, as for `types`.
        liars: how many may misreport, from 0 to M.

    >>> sum(1 for _ in points(3, redundancy=1, liars=1))
    30
    """
    if not 0 <= liars <= clients:
        raise ValueError(f"liars must be from 0 to clients = {clients}, got {liars}")
    for group in map(frozenset, combinations(range(clients), liars)):
        for accepted in types(clients, redundancy=redundancy):
            for told in groups(group):
                yield Point(clients, group, accepted, accepted - group | told)


def families(clients: int, *, redundancy: int = 0) -> Iterator[frozenset[Members]]:
    """Every family of allowed types that holds the type of everybody (W is not empty): all worlds, up to what types
    see.

    >>> [sum(1 for _ in families(M)) for M in (1, 2, 3)], sum(1 for _ in families(3, redundancy=1))
    ([2, 8, 128], 16)
    """
    *others, everybody = types(clients, redundancy=redundancy)
    for size in range(len(others) + 1):
        for some in combinations(others, size):
            yield frozenset((*some, everybody))


def is_redundant_family(occurring: Collection[Members], clients: int, redundancy: int = 1) -> bool:
    """True if no type of M-r to M-1 clients occurs.

    >>> is_redundant_family([frozenset({0, 1, 2}), frozenset({0, 1})], 3)
    False
    """
    return not any(clients - redundancy <= len(accepted) < clients for accepted in occurring)


def states(clients: int) -> Iterator[tuple[Members, Members]]:
    """The states of a point under two nested sets per client: the clients whose inner set does, and those whose outer
    set does.

    The inner set may be that of the minimisers, the outer one that of the models within epsilon; or both are sublevel
    sets.

    >>> [(sorted(inner), sorted(outer)) for inner, outer in states(1)]
    [([], []), ([], [0]), ([0], [0])]
    """
    return ((inner, outer) for outer in groups(range(clients)) for inner in groups(outer))


def world_of(occurring: Iterable[Members], clients: int) -> list[FiniteSet]:
    """A world in which exactly these types occur: one point, numbered from 0, of each, in the order of their size.

    The type of everybody, point 0, must be among them: no set of the library is empty.

    >>> print(*world_of([frozenset({0, 1, 2}), frozenset({1})], 3))
    {0} {0, 1} {0}
    """
    ordered = sorted(occurring, key=lambda accepted: (-len(accepted), sorted(accepted)))
    if not ordered or len(ordered[0]) != clients:
        raise ValueError(f"occurring must hold the type of all {clients} clients, got {ordered}")
    return [FiniteSet({x for x, accepted in enumerate(ordered) if j in accepted}) for j in range(clients)]


def types_in(world: Iterable[FiniteSet]) -> frozenset[Members]:
    """The types that occur in a world of finite sets, but for that of a point in nobody's set.

    >>> sorted(map(sorted, types_in([FiniteSet({0, 1}), FiniteSet({0, 2})])))
    [[0], [0, 1], [1]]
    """
    sets = [s.points for s in world]
    return frozenset(frozenset(j for j, s in enumerate(sets) if x in s) for x in frozenset().union(*sets))


def first_exception(
    candidates: Iterable[Point], conclusion: Callable[[Point], bool], *, given: Callable[[Point], bool]
) -> Point | None:
    """The first point that meets the hypothesis `given` and not the conclusion; None if there is none.

    >>> in_all = lambda x: len(x.reported) == x.clients
    >>> first_exception(points(3, redundancy=1), lambda x: x.agreed, given=in_all) is None
    True
    >>> sorted(first_exception(points(3, redundancy=0), lambda x: x.agreed, given=in_all).accepted)
    [1, 2]
    """
    return next((x for x in candidates if given(x) and not conclusion(x)), None)


def can_spoil(one: Members, two: Members, clients: int, *, silently: bool = False) -> bool:
    """True if a lie makes points of these two types, both outside W, the models of a minimal one-shot output.

    Somebody lies about the two points, no point is left in all reports (a point of W would be, so the liar gives it
    up), and the clients are cut into those who get one model and those who get the other, each reporting its own.

    Args:
        one, two: types other than that of everybody.
        clients: M.
        silently: ask also that every client, the liar included, truly accepts its own model.
    """
    everybody = frozenset(range(clients))
    if everybody in (one, two):
        raise ValueError(f"one and two must be types of points outside W, got {sorted(one)} and {sorted(two)}")
    for liar in everybody:
        for told_one in (frozenset(), {liar}):
            for told_two in (frozenset(), {liar}):
                reports = one - {liar} | told_one, two - {liar} | told_two
                served = (reports[0] & one, reports[1] & two) if silently else reports
                # Both clusters have members: if all are served and nothing is in all reports, neither serves alone.
                if everybody not in reports and everybody == served[0] | served[1]:
                    return True
    return False
