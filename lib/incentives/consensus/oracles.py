"""Consensus calls that say why they fail: a point of some reports, or "empty", perhaps with a witness.

A witness is an infeasible subset: clients whose reports alone have no common point. Model E: a failed call only
says "empty". Model F: it names a witness, as solvers of linear and convex programs do through their duals
(`world_oracle`, `loss_oracle`). `Transcript` counts calls. `infeasible_subsets` makes a witness irreducible, or
finds one without any help from the oracle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from incentives.consensus.infeasible_subsets import Members, quickxplain
from incentives.floats import shown
from incentives.lists import as_members
from incentives.numbers import is_whole


@dataclass(frozen=True)
class Answer:
    """The answer to one call: a point, or none and perhaps some clients who have none either.

    >>> Answer(point=3).is_empty, Answer(witness=frozenset({0, 2})).is_empty
    (False, True)
    """

    point: Any = None
    witness: Members | None = None

    def __post_init__(self) -> None:
        if self.witness is not None:
            object.__setattr__(self, "witness", frozenset(self.witness))
            if self.point is not None:
                raise ValueError("an answer holds a point or a witness of emptiness, not both")

    @property
    def is_empty(self) -> bool:
        """True if the reports asked for have no point in common."""
        return self.point is None


class Oracle(Protocol):
    """A consensus oracle as the server meets it."""

    @property
    def clients(self) -> int: ...

    def __call__(self, members: Members) -> Answer: ...


def check_members(oracle: Oracle, members: Iterable[int]) -> list[int]:
    """The clients asked for, in order; ValueError if there are none or one does not exist."""
    some = as_members("members", members)
    if not some or not all(is_whole(m) and 0 <= m < oracle.clients for m in some):
        raise ValueError(f"members must name some of the clients 0..{oracle.clients - 1}, got {shown(members)}")
    return sorted(set(map(int, some)))


class _Around:
    """An oracle that asks another one."""

    oracle: Oracle

    @property
    def clients(self) -> int:
        """The number of clients."""
        return self.oracle.clients


@dataclass
class Transcript(_Around):
    """An oracle that remembers what it was asked and what it answered.

    >>> from incentives.consensus.world_oracle import WorldOracle
    >>> from incentives.consensus.sets import Interval
    >>> calls = Transcript(WorldOracle([Interval(0, 1), Interval(2, 3)]))
    >>> calls({0}).point, calls({0, 1}).is_empty, len(calls)
    (Fraction(1, 2), True, 2)
    """

    oracle: Oracle
    exchanges: list[tuple[Members, Answer]] = field(default_factory=list)

    def __call__(self, members: Iterable[int]) -> Answer:
        asked = frozenset(members)
        answer = self.oracle(asked)
        self.exchanges.append((asked, answer))
        return answer

    def __len__(self) -> int:
        return len(self.exchanges)

    def __iter__(self) -> Iterator[tuple[Members, Answer]]:
        return iter(self.exchanges)

    @property
    def asked(self) -> tuple[Members, ...]:
        """The families asked for, in order."""
        return tuple(members for members, _ in self.exchanges)


@dataclass(frozen=True)
class WithoutWitness(_Around):
    """The same oracle in Model E: an empty call comes without a witness."""

    oracle: Oracle

    def __call__(self, members: Iterable[int]) -> Answer:
        return Answer(self.oracle(frozenset(members)).point)


@dataclass(frozen=True)
class SelfExplaining(_Around):
    """An oracle of Model E that explains itself: on "empty", QuickXplain finds a minimal witness.

    Put a `Transcript` inside, and those calls are counted.

    >>> from incentives.consensus.world_oracle import WorldOracle
    >>> from incentives.consensus.sets import Interval
    >>> calls = Transcript(WithoutWitness(WorldOracle([Interval(k, 9) for k in range(8)] + [Interval(0, 2)])))
    >>> sorted(SelfExplaining(calls)(range(9)).witness), len(calls)
    ([3, 8], 13)
    """

    oracle: Oracle

    def __call__(self, members: Iterable[int]) -> Answer:
        asked = frozenset(members)
        answer = self.oracle(asked)
        if not answer.is_empty:
            return answer
        return Answer(witness=quickxplain(lambda some: self.oracle(some).is_empty, asked))
