"""Consensus oracles on finitely many points with every answer that they may give.

"Any oracle" in a theorem means: whichever common point, whichever witness comes back. In a finite world these
are finitely many, and `every_run` plays a mechanism against all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, TypeVar

from incentives.consensus.oracles import Answer, Members, check_members
from incentives.consensus.points import as_points
from incentives.consensus.sets import FiniteSet
from incentives.lists import as_list
from incentives.numbers import as_count

Choose = Callable[[Sequence[Any]], Any]
Result = TypeVar("Result")

_MOST_CLIENTS = 12


@dataclass(frozen=True)
class FiniteOracle:
    """All answers that a consensus oracle may give to finite reports; called, it gives the first of them.

    Args:
        reports: one set of points per client; empty sets are allowed here.
        witnesses: "minimal" (no member is superfluous), "any" (every infeasible family) or None (Model E).
        size: largest witness that the oracle may return when witnesses are "any"; None for no limit.

    >>> oracle = FiniteOracle([{0, 1}, {1, 2}, {0, 2}])
    >>> [answer.point for answer in oracle.options({0})]
    [0, 1]
    >>> [sorted(answer.witness) for answer in oracle.options({0, 1, 2})]
    [[0, 1, 2]]
    """

    reports: tuple[frozenset[Any], ...]
    witnesses: str | None = "minimal"
    size: int | None = None

    def __post_init__(self) -> None:
        told = as_list("reports", self.reports)
        reports = tuple(
            r.points if isinstance(r, FiniteSet) else as_points("reports, each a collection of points,", r)
            for r in told
        )
        object.__setattr__(self, "reports", reports)
        if not 1 <= len(self.reports) <= _MOST_CLIENTS:
            raise ValueError(f"reports must hold 1 to {_MOST_CLIENTS} sets, one per client; got {len(self.reports)}")
        if self.witnesses not in ("minimal", "any", None):
            raise ValueError(f'witnesses must be "minimal", "any" or None, got {self.witnesses!r}')
        if self.size is not None:
            if self.witnesses != "any":
                raise ValueError(f'size belongs to witnesses "any", got {self.size!r} with {self.witnesses!r}')
            object.__setattr__(self, "size", as_count("size", self.size, least=1))

    @property
    def clients(self) -> int:
        return len(self.reports)

    def __call__(self, members: Iterable[int]) -> Answer:
        return self.options(members)[0]

    def options(self, members: Iterable[int]) -> list[Answer]:
        """Every answer to a call with these members, in a fixed order."""
        some = frozenset(check_members(self, members))
        if some not in self._known:
            self._known[some] = self._answers(some)
        return self._known[some]

    @cached_property
    def _known(self) -> dict[Members, list[Answer]]:
        return {}

    @cached_property
    def _common(self) -> dict[Members, frozenset[Any]]:
        """The common points of every family of clients, small families first."""
        grown: dict[tuple[int, ...], frozenset[Any]] = {(m,): r for m, r in enumerate(self.reports)}
        for count in range(2, self.clients + 1):
            for family in combinations(range(self.clients), count):
                grown[family] = grown[family[:-1]] & self.reports[family[-1]]
        return {frozenset(family): points for family, points in grown.items()}

    @cached_property
    def _infeasible(self) -> list[Members]:
        """Every witness that may be named, small ones first."""
        found: list[Members] = []
        for family, points in self._common.items():
            if points or len(family) > (self.size or self.clients):
                continue
            if self.witnesses == "any" or not any(known < family for known in found):
                found.append(family)
        return found

    def _answers(self, some: Members) -> list[Answer]:
        if points := self._common[some]:
            return [Answer(point) for point in sorted(points, key=lambda p: (str(type(p)), p))]
        if self.witnesses is None:
            return [Answer()]
        named = [Answer(witness=family) for family in self._infeasible if family <= some]
        if not named:
            raise ValueError(f"size must allow some witness; {sorted(some)} has none of at most {self.size}")
        return named


@dataclass(frozen=True)
class Choosing:
    """A finite oracle whose answers somebody chooses: an adversary, or `every_run`."""

    oracle: FiniteOracle
    choose: Choose

    @property
    def clients(self) -> int:
        return self.oracle.clients

    def __call__(self, members: Iterable[int]) -> Answer:
        return self.choose(self.oracle.options(members))


def every_run(oracle: FiniteOracle, play: Callable[[Choosing], Result]) -> Iterator[Result]:
    """The answers of `play(oracle)` for every way in which the oracle can choose its answers.

    Runs are repeated from the start with one answer changed, so `play` must be deterministic apart from the
    oracle.

    >>> oracle = FiniteOracle([{0, 1}, {1, 2}])
    >>> list(every_run(oracle, lambda ask: (ask({0}).point, ask({1}).point)))
    [(0, 1), (0, 2), (1, 1), (1, 2)]
    """
    script: list[int] = []
    while True:
        widths: list[int] = []

        def choose(options: Sequence[Any], widths: list[int] = widths) -> Any:
            if len(widths) == len(script):
                script.append(0)
            widths.append(len(options))
            return options[script[len(widths) - 1]]

        yield play(Choosing(oracle, choose))
        while script and script[-1] + 1 == widths[len(script) - 1]:
            script.pop()
        if not script:
            return
        script[-1] += 1


def set_systems(points: int, clients: int, *, redundancy: int = 1) -> Iterator[tuple[frozenset[int], ...]]:
    """Every way to give each client some of the points, such that all agree and some can be spared.

    Points are 0..points-1. All sets share one, and leaving out any `redundancy` clients gains none.

    >>> sum(1 for _ in set_systems(2, 3))
    9
    """
    if points < 1 or clients < 1 or not 0 <= redundancy < clients:
        raise ValueError(
            f"points and clients must be at least 1 and redundancy below clients, got {points}, {clients}, {redundancy}"
        )
    masks = range(1, 1 << points)
    full = (1 << points) - 1
    sets = [frozenset(p for p in range(points) if mask >> p & 1) for mask in range(1 << points)]

    def extend(chosen: tuple[int, ...], shared: int) -> Iterator[tuple[int, ...]]:
        if not shared:
            return
        if len(chosen) == clients:
            # Every point outside the common ones must be missed by more than `redundancy` clients.
            if all(
                sum(not mask >> p & 1 for mask in chosen) > redundancy for p in range(points) if not shared >> p & 1
            ):
                yield chosen
            return
        for mask in masks:
            yield from extend((*chosen, mask), shared & mask)

    for chosen in extend((), full):
        yield tuple(sets[mask] for mask in chosen)
