"""Every run of mechanism H in small worlds: worlds, liars, reports, and whatever the oracle may answer.

A finite world is convex: take its N points as corners of a simplex in N - 1 dimensions and read a set of points as the
face that they span. Faces meet in the face of their common corners, so these are runs on convex sets whose witnesses
have at most N clients.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import Any, NamedTuple

from incentives import consensus as cs
from incentives.consensus import finite_oracle
from incentives.consensus.helly_mechanism import CallOutcome

Points = frozenset[Any]


class Case(NamedTuple):
    """True sets, who may lie, and the reports."""

    truths: tuple[Points, ...]
    liar: int
    reports: tuple[Points, ...]


def subsets(points: Iterable[Any]) -> list[Points]:
    """All subsets, the empty one first.

    >>> [sorted(s) for s in subsets(range(2))]
    [[], [0], [1], [0, 1]]
    """
    points = list(points)
    return [frozenset(some) for size in range(len(points) + 1) for some in combinations(points, size)]


def meet(sets: Sequence[Points]) -> Points:
    """The common part of all sets."""
    return frozenset.intersection(*sets)


def lies(points: int, clients: int, redundancy: int = 1) -> Iterator[Case]:
    """Every world of few points in which `redundancy` clients can be spared, every liar, every report of it.

    >>> sum(1 for _ in lies(3, 3))
    1464
    """
    for truths in finite_oracle.set_systems(points, clients, redundancy=redundancy):
        for liar in range(clients):
            for lie in subsets(range(points)):
                yield Case(truths, liar, (*truths[:liar], lie, *truths[liar + 1 :]))


def family_lies(family: Sequence[Points], clients: int) -> Iterator[Case]:
    """The same for sets and lies from a family, such as intervals or boxes of a grid; any one client can be spared."""
    for truths in product(family, repeat=clients):
        core = meet(truths)
        if core and all(meet([s for j, s in enumerate(truths) if j != n]) == core for n in range(clients)):
            for liar, lie in product(range(clients), family):
                yield Case(truths, liar, (*truths[:liar], lie, *truths[liar + 1 :]))


def outcomes_of(case: Case, size: int, **options: Any) -> list[CallOutcome]:
    """The outputs of mechanism H, for every choice of points and of witnesses of at most `size` clients."""
    oracle = finite_oracle.FiniteOracle(case.reports, witnesses="any", size=size)
    play = lambda asked: cs.mechanism_h(asked, cs.Trusted(case.truths), **options)  # noqa: E731
    return list(finite_oracle.every_run(oracle, play))


def as_promised(case: Case, size: int) -> bool:
    """A point of W; one call and no test if the reports are feasible; otherwise at most size + 1 calls, and the
    name.
    """
    feasible = bool(meet(case.reports))
    return all(
        out.point in meet(case.truths)
        and ((len(out.calls) == 1 and out.rounds == 0) or not feasible)
        and ((out.liars == {case.liar} and out.rounds <= 1) or feasible)
        and len(out.calls) <= size + 1
        for out in outcomes_of(case, size, exact=True)
    )


def begun_by_leaving_out(case: Case, size: int) -> bool:
    """A point of W with at most min(clients, size + 1) calls, if the joint call is left out."""
    most = min(len(case.truths), size + 1)
    found = outcomes_of(case, size, joint_first=False)
    return all(out.point in meet(case.truths) and len(out.calls) <= most for out in found)


def nearly_as_promised(case: Case, size: int) -> bool:
    """Without redundancy: in all sets but at most one, at most size + 1 calls and one test, nobody innocent named."""
    return all(
        len(cs.Trusted(case.truths)(out.point)) <= 1
        and len(out.calls) <= size + 1
        and out.rounds <= 1
        and out.liars <= {case.liar}
        for out in outcomes_of(case, size, redundancy=0)
    )


def stretches(length: int) -> list[Points]:
    """All intervals of a line of so many points."""
    return [frozenset(range(i, j)) for i in range(length) for j in range(i + 1, length + 1)]


def boxes(length: int) -> list[Points]:
    """All boxes of a square grid."""
    return [frozenset(product(p, q)) for p, q in product(stretches(length), repeat=2)]


class JointCase(NamedTuple):
    """True sets, a coalition that may lie, the reports, and the archetype of each client (None: no archetypes)."""

    truths: Sequence[Points]
    coalition: frozenset[int]
    reports: Sequence[Points]
    owner: Sequence[int] | None


def _joint_lies(truths: Sequence[Points], points: int, liars: int, owner: Sequence[int] | None) -> Iterator[JointCase]:
    for coalition in combinations(range(len(truths)), liars):
        for lie in product(subsets(range(points)), repeat=liars):
            reports = list(truths)
            for who, told in zip(coalition, lie, strict=True):
                reports[who] = told
            yield JointCase(truths, frozenset(coalition), reports, owner)


def kinds_and_lies(points: int, copies: Sequence[int], liars: int = 1) -> Iterator[JointCase]:
    """Worlds of archetypes with these numbers of copies and a common point, all coalitions and joint lies.

    >>> sum(1 for _ in kinds_and_lies(2, (2,)))
    24
    """
    owner = [i for i, count in enumerate(copies) for _ in range(count)]
    for base in product(subsets(range(points)), repeat=len(copies)):
        if meet(base):
            yield from _joint_lies([base[i] for i in owner], points, liars, owner)


def redundant_lies(points: int, clients: int, liars: int, redundancy: int) -> Iterator[JointCase]:
    """Worlds in which `redundancy` clients can be spared, all coalitions of so many liars and their joint lies."""
    for truths in finite_oracle.set_systems(points, clients, redundancy=redundancy):
        yield from _joint_lies(truths, points, liars, None)
