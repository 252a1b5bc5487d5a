"""Adversaries for the lower bounds: oracles that leave two worlds possible without a common good point.

An adversary fixes no world in advance. It answers a call by "empty" or by a point that nobody needs, keeps a
list of clients who may still be the liar, and can show, for each of them, a world that explains every answer
so far although no point that it returned lies in W. Here is the adversary of arbitrary sets; those of convex
sets and of the line are in `convex_adversaries`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, Protocol, Self, TypeVar

from incentives.consensus.oracles import Answer, Members
from incentives.consensus.sets import Interval

Exchange = tuple[Members, Answer]


@dataclass(frozen=True)
class World:
    """True sets, reports and who lied; sets of points, or intervals."""

    truths: tuple[Any, ...]
    reports: tuple[Any, ...]
    liars: Members

    def common(self, sets: Sequence[Any], members: Members) -> Any:
        """The intersection of some clients' sets: a set of points, or an interval or None."""
        chosen = [sets[m] for m in sorted(members)]
        if not isinstance(chosen[0], Interval):
            return frozenset.intersection(*chosen)
        low, high = max(s.low for s in chosen), min(s.high for s in chosen)
        return Interval(low, high) if low <= high else None

    @property
    def agreement(self) -> Any:
        """W, the intersection of all true sets."""
        return self.common(self.truths, frozenset(range(len(self.truths))))

    def is_redundant(self, removed: int) -> bool:
        """True if W is not empty and leaving out any `removed` clients does not enlarge it."""
        everybody = frozenset(range(len(self.truths)))
        rests = (everybody - set(out) for out in combinations(sorted(everybody), removed))
        return bool(self.agreement) and all(self.common(self.truths, rest) == self.agreement for rest in rests)

    def explains(self, exchanges: Sequence[Exchange], failing: Callable[[Any], Members]) -> bool:
        """True if only the liars misreport, and every answer and test is what this world gives."""
        honest = (t == r for m, (t, r) in enumerate(zip(self.truths, self.reports, strict=True)) if m not in self.liars)
        return all(honest) and all(self._explains(asked, answer, failing) for asked, answer in exchanges)

    def _explains(self, asked: Members, answer: Answer, failing: Callable[[Any], Members]) -> bool:
        if answer.is_empty:
            known = asked if answer.witness is None else answer.witness
            return known <= asked and not self.common(self.reports, known)
        missed = frozenset(m for m, truth in enumerate(self.truths) if answer.point not in truth)
        return all(answer.point in self.reports[m] for m in asked) and missed == failing(answer.point)


class Adversary(Protocol):
    """An oracle that answers calls and remembers them; frozen, so that a search can go back."""

    @property
    def clients(self) -> int: ...

    @property
    def exchanges(self) -> tuple[Exchange, ...]: ...

    def answer(self, members: Members) -> tuple[Answer, Self]: ...

    def failing(self, point: Any) -> Members: ...

    def worlds(self) -> Iterator[World]: ...


Player = TypeVar("Player", bound=Adversary)


def every_strategy(adversary: Player, calls: int) -> Iterator[Player]:
    """The adversary after every sequence of that many calls: all that a deterministic server can do.

    What a server does next may depend on the answers and verifications, but they follow from the calls
    before.

    >>> sum(1 for _ in every_strategy(SparseAdversary(3), 2))
    49
    """
    if calls == 0:
        yield adversary
        return
    for size in range(1, adversary.clients + 1):
        for members in combinations(range(adversary.clients), size):
            yield from every_strategy(adversary.answer(frozenset(members))[1], calls - 1)


def survives(adversary: Adversary) -> bool:
    """True if two worlds explain everything, no returned point is good in either, and no point in both.

    Then whatever the server puts out now is wrong in one of them.

    >>> survives(SparseAdversary(3).answer(frozenset({0, 1, 2}))[1])
    True
    """
    returned = [answer.point for _, answer in adversary.exchanges if not answer.is_empty]
    good: list[Any] = []
    for world in adversary.worlds():
        agreed = world.agreement
        if any(point in agreed for point in returned):
            continue
        if world.explains(adversary.exchanges, adversary.failing):
            if any(not _meets(agreed, other) for other in good):
                return True
            good.append(agreed)
    return False


def _meets(one: Any, other: Any) -> bool:
    if isinstance(one, Interval):
        return max(one.low, other.low) <= min(one.high, other.high)
    return bool(one & other)


@dataclass
class AdversaryOracle:
    """An adversary in the place of an oracle and of its verification, to run a mechanism against it."""

    adversary: Any

    @property
    def clients(self) -> int:
        return self.adversary.clients

    def __call__(self, members: Members) -> Answer:
        answer, self.adversary = self.adversary.answer(frozenset(members))
        return answer

    def failing(self, point: Any) -> Members:
        """Which clients the point fails."""
        return self.adversary.failing(point)


@dataclass(frozen=True)
class SparseAdversary:
    """Arbitrary sets: families without more than r clients have a point of their own, others are "empty".

    The world of some liars has a point w for everybody, and for every family J of at most M - r - 1 clients a
    point p_J that serves exactly J; the liars deny w. A call that leaves out at most r clients brings nothing
    unless it leaves out the liars. Witnesses are minimal: M - r clients.

    >>> adversary = SparseAdversary(4)
    >>> answer, adversary = adversary.answer(frozenset({0, 1, 2}))
    >>> answer.witness == {0, 1, 2}, [sorted(liars) for liars in adversary.suspects]
    (True, [[0], [1], [2]])
    """

    clients: int
    redundancy: int = 1
    liars: int = 1
    exchanges: tuple[Exchange, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.liars <= self.redundancy <= self.clients - 2:
            raise ValueError(
                "liars, redundancy and clients must satisfy 1 <= liars <= redundancy <= clients - 2, "
                f"got {self.liars}, {self.redundancy}, {self.clients}"
            )

    @property
    def everybody(self) -> Members:
        return frozenset(range(self.clients))

    @property
    def suspects(self) -> list[Members]:
        """The families of `liars` clients that may still be the liars: every witness holds one of them."""
        accused = [answer.witness for _, answer in self.exchanges if answer.is_empty]
        families = map(frozenset, combinations(range(self.clients), self.liars))
        return [family for family in families if all(family & witness for witness in accused)]

    def answer(self, members: Members) -> tuple[Answer, SparseAdversary]:
        left_out = self.everybody - members
        if len(left_out) > self.redundancy:
            answer = Answer(point=tuple(sorted(members)))
        elif all(liars <= left_out for liars in self.suspects):
            answer = Answer(point="w")  # nobody else is left to suspect: the adversary gives in
        else:
            # Leave out as many more as a minimal witness must, first those who are no longer suspect.
            suspect = frozenset().union(*self.suspects)
            spare = sorted(members, key=lambda m: (m in suspect, m))
            answer = Answer(witness=members - set(spare[: self.redundancy - len(left_out)]))
        return answer, replace(self, exchanges=(*self.exchanges, (members, answer)))

    def failing(self, point: tuple[int, ...] | str) -> Members:
        """Which clients a returned point fails: all but those it was made for."""
        return frozenset() if point == "w" else self.everybody - set(point)

    def worlds(self) -> Iterator[World]:
        sizes = range(1, self.clients - self.redundancy)
        points = [family for size in sizes for family in combinations(range(self.clients), size)]
        for liars in self.suspects:
            for common in ("w", "w'"):
                truths = tuple(frozenset([common, *(p for p in points if j in p)]) for j in range(self.clients))
                reports = tuple(t - {common} if j in liars else t for j, t in enumerate(truths))
                yield World(truths, reports, liars)
