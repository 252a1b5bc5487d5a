"""Runs of mechanism H in which calls stop early, tests are noisy, or neither: all of them by types, and random ones.

Each client has three nested sets. Calls are proved empty by the innermost ones, returned points lie in the middle ones,
and a test accepts what is in the middle set, refuses what is outside the outermost one, and may do either in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from operator import and_
from typing import Any, NamedTuple

import numpy as np

from incentives.consensus.finite_oracle import FiniteOracle, every_run
from incentives.consensus.helly_mechanism import CallOutcome, mechanism_h
from incentives.consensus.oracles import Answer, Members
from incentives_book.consensus.types_of_points import groups


class Kind(NamedTuple):
    """The kind of a run: what is inexact in it, and what is known of the clients.

    Args:
        fixed: whether calls are exact and the liar reports one set, so that a point after a contradiction lies outside
            of
            some report that was left out.
        noise: whether tests may err between the two outer sets.
        redundancy: r, for the middle sets: how many clients can be left out without gaining a point; 0 if nothing is
            known.
    """

    fixed: bool = False
    noise: bool = False
    redundancy: int = 1


EXACT, SLACK, NOISE = Kind(fixed=True), Kind(), Kind(noise=True)
UNKNOWN = Kind(noise=True, redundancy=0)  # nothing is known of redundancy, and tests are noisy


class Seen(NamedTuple):
    """All that a run can see of a returned point.

    >>> Seen(inside=frozenset({0}), near=frozenset({0, 1}), failed=frozenset({2})).suits(range(2))
    True
    """

    inside: Members  # the clients whose middle set holds it
    near: Members  # the clients whose outermost set holds it
    failed: Members  # the clients whom the test refuses it for

    def suits(self, clients: Iterable[int]) -> bool:
        """True if it lies in the outermost sets of these clients."""
        return self.near >= set(clients)


@dataclass
class TypedCalls:
    """An oracle for all sets at once: to each call every witness and every type of point that some sets allow.

    Runs that no single world holds are among its runs, and every run of every world is. So what is true of all of them
    is true of mechanism H with as many clients, whatever the sets.

    Args:
        clients: M.
        liar: the client that may misreport.
        kind: what is inexact.
        choose: takes one of several answers, as in `finite_oracle.every_run`.
    """

    clients: int
    liar: int
    kind: Kind
    choose: Callable[[Sequence[Any]], Any]
    witnesses: list[Members] = field(default_factory=list)

    def __call__(self, members: Iterable[int]) -> Answer:
        asked = frozenset(members)
        answer = self.choose([*self.empty(asked), *map(Answer, self.points(asked))])
        if answer.is_empty:
            self.witnesses.append(answer.witness)
        return answer

    def empty(self, asked: Members) -> Iterator[Answer]:
        """Truthful families share W, so a witness holds the liar; no report is empty, so it holds somebody else."""
        if self.liar in asked:
            others = groups(asked - {self.liar})
            yield from (Answer(witness=some | {self.liar}) for some in others if some)

    def points(self, asked: Members) -> Iterator[Seen]:
        """Points that truthful clients who were asked reported: what they may be for the others, and for the test."""
        everybody = frozenset(range(self.clients))
        unsure = sorted((everybody - asked) | {self.liar})
        for places in product(("in", "near", "out") if self.kind.noise else ("in", "out"), repeat=len(unsure)):
            where = dict(zip(unsure, places, strict=True))
            out = frozenset(j for j in unsure if where[j] == "out")
            close = frozenset(j for j in unsure if where[j] == "near")
            inside = everybody - out - close
            if self.clients - self.kind.redundancy <= len(inside) < self.clients:
                continue  # leaving out `redundancy` clients would gain this point
            innocent = everybody - asked - {self.liar}
            if self.kind.fixed and self.witnesses and self.liar in asked and innocent <= inside:
                continue  # it would lie in all reports, which have no common point
            for some in groups(close):
                yield Seen(inside, everybody - out, out | some)


def runs_by_types(clients: int, kind: Kind, **options: Any) -> Iterator[tuple[int, CallOutcome, int]]:
    """Every run of mechanism H with this many clients: the liar, the outcome, and the size of the first witness, or 0.

    Args:
        clients: M; six take minutes.
        kind: what is inexact.
        options: how mechanism H is played, as in `helly_mechanism.mechanism_h`; redundancy is the kind's.

    >>> sum(1 for _ in runs_by_types(3, EXACT, exact=True))
    18
    """
    nobody = FiniteOracle([{0}])  # `every_run` asks for an oracle; ours makes its answers itself

    for liar in range(clients):

        def play(asked: Any, liar: int = liar) -> tuple[int, CallOutcome, int]:
            calls = TypedCalls(clients, liar, kind, asked.choose)
            out = mechanism_h(calls, lambda point: point.failed, redundancy=kind.redundancy, **options)
            return liar, out, len(calls.witnesses[0]) if calls.witnesses else 0

        yield from every_run(nobody, play)


def as_stated(run: tuple[int, CallOutcome, int], *, clients: int, kind: Kind) -> bool:
    """Nobody innocent named, a point that is good enough, no more calls and tested points than promised.

    Without redundancy the point may fail the one client that was left out; otherwise it lies in all outermost sets.
    """
    liar, out, first = run
    suits = sum(out.point.suits([j]) for j in range(clients))
    return (
        out.liars <= {liar}
        and suits >= clients - (kind.redundancy == 0)
        and len(out.calls) <= first + 1
        and out.rounds <= max(first - 1 if kind.noise and kind.redundancy else 1, 0)
    )


def witness_of_crossed_off(size: int) -> tuple[list[frozenset[int]], list[frozenset[int]]]:
    """A world in which noise makes mechanism H test one point less than the first witness has clients.

    Client i of the first `size` - 1 refuses point i + 1 only. The last client accepts point 0 alone, reports all the
    others, and noise hides that it does not accept them.

    Returns:
        The true sets and the reports.

    >>> witness_of_crossed_off(3)[1]
    [frozenset({0, 2}), frozenset({0, 1}), frozenset({1, 2})]
    """
    points = frozenset(range(size))
    truths = [points - {i + 1} for i in range(size - 1)]
    return [*truths, frozenset({0})], [*truths, points - {0}]


@dataclass
class RandomCalls:
    """Calls and tests in one random world of three nested sets per client, sets of points written as bits.

    Args:
        proofs: what each client reports, against which "empty" is proved.
        reports: the larger sets that returned points lie in.
        middle, outer: the true sets that tests accept and refuse by.
        draw: an endless source of random whole numbers.
    """

    proofs: list[int]
    reports: list[int]
    middle: list[int]
    outer: list[int]
    draw: Callable[[], int]

    @property
    def clients(self) -> int:
        return len(self.reports)

    def __call__(self, members: Iterable[int]) -> Answer:
        some = sorted(members)
        shared = reduce(and_, (self.reports[j] for j in some))
        surely = reduce(and_, (self.proofs[j] for j in some))
        if shared and (surely or self.draw() % 2):
            points = [p for p in range(shared.bit_length()) if shared >> p & 1]
            return Answer(point=points[self.draw() % len(points)])
        for _ in range(len(some)):  # drop clients at random as long as the rest has no common point
            rest = [*some]
            rest.pop(self.draw() % len(some))
            if rest and not reduce(and_, (self.proofs[j] for j in rest)):
                some = rest
        return Answer(witness=frozenset(some))

    def verify(self, point: int) -> frozenset[int]:
        """Who refuses the point: a coin between the two sets."""
        return frozenset(
            j
            for j in range(self.clients)
            if not self.middle[j] >> point & 1 and (not self.outer[j] >> point & 1 or self.draw() % 2)
        )


def _widened(sets: list[int], bits: list[int], by: bool) -> list[int]:
    return [s | more for s, more in zip(sets, bits, strict=True)] if by else [*sets]


def random_outcomes(runs: int, rng: np.random.Generator, *, slack: bool, noise: bool) -> dict[str, int]:
    """The outcomes of random runs of mechanism H, in worlds of 3 to 6 clients and 2 to 6 points with one liar.

    Every two clients accept point 0, and no point of the middle sets is missed by exactly one client. Witnesses,
    returned points and what noise does are drawn; suspects are left out in a random order.

    Args:
        runs: how many.
        rng: source of chance.
        slack: whether calls stop early.
        noise: whether tests err between the middle and the outer sets. Without slack and noise the mechanism
            is told that everything is exact.

    Returns:
        How many runs named somebody, named an innocent client, put out a point that some outer set lacks, and tested
        several points; and how many runs took more calls or tests than promised.

    >>> counts = random_outcomes(200, np.random.default_rng(0), slack=True, noise=True)
    >>> counts["innocent"], counts["outside"], counts["too many"]
    (0, 0, 0)
    """
    counts = dict.fromkeys(("runs", "named", "innocent", "outside", "several tests", "too many"), 0)
    numbers = iter(())

    def draw() -> int:
        nonlocal numbers
        value = next(numbers, None)
        if value is None:
            numbers = iter(rng.integers(0, 1 << 30, 1 << 16).tolist())
            value = next(numbers)
        return value

    def bits(clients: int, points: int) -> list[int]:
        return [draw() % (1 << points) & draw() % (1 << points) for _ in range(clients)]

    while counts["runs"] < runs:
        clients, points = 3 + draw() % 4, 2 + draw() % 5
        sets = [draw() % (1 << points) | 1 for _ in range(clients)]
        middle = _widened(sets, bits(clients, points), slack)
        for p in range(points):
            missing = [j for j in range(clients) if not middle[j] >> p & 1]
            if len(missing) == 1:  # nobody may hold a boundary alone: a second client misses the point, too
                other = (missing[0] + 1 + draw() % (clients - 1)) % clients
                middle[other] &= ~(1 << p)
                sets[other] &= ~(1 << p)
        liar, lie = draw() % clients, 1 + draw() % ((1 << points) - 1)
        wider_lie = lie | (draw() % (1 << points) if slack else 0)
        oracle = RandomCalls(
            [lie if j == liar else s for j, s in enumerate(sets)],
            [wider_lie if j == liar else s for j, s in enumerate(middle)],
            middle,
            _widened(middle, bits(clients, points), noise),
            draw,
        )
        order = sorted(range(clients), key=lambda _: draw())
        first: list[int] = []
        out = mechanism_h(
            oracle,
            oracle.verify,
            order=lambda K, first=first, order=order: first.append(len(K)) or order,
            exact=not slack and not noise,
        )
        size = first[0] if first else 0
        counts["runs"] += 1
        counts["named"] += bool(out.liars)
        counts["innocent"] += not out.liars <= {liar}
        counts["outside"] += not all(s >> out.point & 1 for s in oracle.outer)
        counts["several tests"] += out.rounds > 1
        counts["too many"] += len(out.calls) > size + 1 or out.rounds > max(size - 1 if noise else 1, 0)
    return counts
