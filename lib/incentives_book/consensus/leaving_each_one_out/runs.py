"""Every run of leave-one-out in the worlds of three clients on three points, and the worlds that no server tells
apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

from incentives import consensus as cs
from incentives.consensus import agreement, verification
from incentives.consensus.leave_one_out import Outcome
from incentives.consensus.quadratics import Quadratic

POINTS = (0, 1, 2)
SUBSETS = tuple(cs.FiniteSet(s) for s in ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}))
W_of = cs.intersection

World = tuple[cs.FiniteSet, ...]


def redundant_worlds() -> list[World]:
    """The worlds of three clients on three points in which W is not empty and any one can be spared.

    >>> len(redundant_worlds())
    61
    """
    return [w for w in product(SUBSETS, repeat=3) if W_of(w) is not None and cs.is_redundant(w)]


def without(sets: Sequence[Any], client: int) -> list[Any]:
    """The sets of the others."""
    return [s for j, s in enumerate(sets) if j != client]


class Run(NamedTuple):
    """A world, its liar, what the liar reports, and what the oracle returned without each client (None: no point)."""

    truths: World
    liar: int
    report: cs.FiniteSet
    candidates: tuple[int | None, ...]

    @property
    def delivers(self) -> bool:
        """True if some candidate passes a trusted exact test, and all that pass lie in W."""
        passed = [c for c, failing in zip(self.candidates, judged(self).failing, strict=True) if failing == frozenset()]
        return bool(passed) and all(c in W_of(self.truths) for c in passed)

    @property
    def is_spoilt(self) -> bool:
        """True if some candidate is missing or lies outside W."""
        return any(c is None or c not in W_of(self.truths) for c in self.candidates)

    @property
    def suspects(self) -> frozenset[int]:
        """The clients whose candidates pass, if some candidate does not."""
        return judged(self).suspects

    @property
    def used(self) -> int:
        """The number of trainings of a server that stops at the first candidate that passes."""
        return 1 + [failing == frozenset() for failing in judged(self).failing].index(True)


@cache
def judged(run: Run) -> Outcome:
    """The verdict of the library's mechanism on these candidates, with a trusted exact test."""
    return cs.LeaveOneOut().choose(run.candidates, cs.Trusted(run.truths), clients=3)


def every_run(*, sound: bool = False) -> Iterator[Run]:
    """Each redundant world, each liar, each report, and each choice of the oracle.

    Args:
        sound: whether the oracle says so if the reports share no point; otherwise it may then return anything.
    """
    clash: list[int | None] = [None] if sound else [*POINTS, None]
    for truths, liar, report in product(redundant_worlds(), range(3), SUBSETS):
        told = [report if j == liar else s for j, s in enumerate(truths)]
        shared = [W_of(without(told, n)) for n in range(3)]
        for candidates in product(*(clash if s is None else list(s) for s in shared)):
            yield Run(truths, liar, report, candidates)


def breach(rule: Callable[[Sequence[cs.FiniteSet]], Any], truths: World, *, nothing: Any) -> Any:
    """A breach of Definition 3 by any client and any report; None if there is none.

    Each client has loss 0 on its set and 2 elsewhere, and the utility of Assumption 1 as corrected.

    Args:
        rule: the outcome of a list of reports; None for nothing.
        truths: the true sets.
        nothing: what nothing is worth to a client.
    """
    game = [cs.TableLoss({y: 0 if y in s else 2 for y in POINTS}) for s in truths]
    utilities = [cs.HierarchicalUtility(game, 1, who=m) for m in range(3)]
    worth = [{y: u(y) for y in POINTS}.__getitem__ for u in utilities]
    return agreement.breach(rule, truths, utilities=worth, agreed=W_of(truths), nothing=nothing, reports=SUBSETS)


def simplex_reports(clients: int) -> list[cs.FiniteSet]:
    """Client j reports every point but point j."""
    return [cs.FiniteSet(set(range(clients)) - {j}) for j in range(clients)]


def simplex_world(clients: int, liar: int) -> list[cs.FiniteSet]:
    """The truth behind these reports if this client lies: its set is its own point, which is W."""
    return [cs.FiniteSet({liar}) if j == liar else s for j, s in enumerate(simplex_reports(clients))]


def look_the_same(clients: int) -> bool:
    """True if all these worlds are redundant, one lie away from the reports, and answer all tests alike.

    >>> look_the_same(3)
    True
    """
    reports, answers = simplex_reports(clients), set()
    for liar in range(clients):
        truths = simplex_world(clients, liar)
        test = verification.Reported(truths, {liar: lambda point, liar=liar: point in reports[liar]})
        if W_of(truths) != cs.FiniteSet({liar}) or not cs.is_redundant(truths):
            return False
        if [j for j in range(clients) if truths[j] != reports[j]] != [liar]:
            return False
        answers.add(tuple(test(point) for point in range(clients)))
    return len(answers) == 1


def hyperplane(t: int, dimension: int) -> Quadratic:
    """The points with x_1 + t x_2 + ... + t^(d-1) x_d = t^d, as the minimisers of a quadratic loss."""
    row = [Fraction(t) ** i for i in range(dimension)]
    foot = [a * Fraction(t) ** dimension / sum(b * b for b in row) for a in row]
    return Quadratic([[2 * a * b for b in row] for a in row], foot, 0)


def vertex_worlds(clients: int, liars: int) -> dict[tuple[Fraction, ...], list[Quadratic]]:
    """By the vertex that the others' hyperplanes share: the truth if a group of so many clients lies."""
    dimension = clients - liars
    reports = [hyperplane(t, dimension) for t in range(1, clients + 1)]
    one = [[int(i == j) for j in range(dimension)] for i in range(dimension)]
    truths = {}
    for group in combinations(range(clients), liars):
        vertex = cs.common_point([r for j, r in enumerate(reports) if j not in group])
        truths[vertex] = [Quadratic(one, vertex, 0) if j in group else r for j, r in enumerate(reports)]
    return truths


def needs_all(case: tuple[int, int]) -> bool:
    """True if every group of liars has its own vertex, in a world that stays as it is when so many are removed."""
    clients, liars = case
    worlds = vertex_worlds(clients, liars)
    return len(worlds) == comb(clients, liars) and all(
        cs.common_point(truths) == vertex and cs.is_redundant(truths, liars) for vertex, truths in worlds.items()
    )
