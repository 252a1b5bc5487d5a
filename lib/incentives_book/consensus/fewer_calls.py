"""Adversaries that hide a liar among convex sets: polytopes in R^d with witnesses, intervals without.

The worlds of `ConvexAdversary` are faces of a simplex in R^d, written as sets of corners: faces meet in the
face of their common corners, so sets of corners meet exactly if the polytopes do (`hulls_meet` decides that
from coordinates).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from incentives.consensus.half_spaces import nonnegative_solution
from incentives.consensus.oracles import Answer, Members
from incentives.consensus.sets import Interval
from incentives.numbers import as_exact, as_list
from incentives_book.consensus.adversaries import Exchange, World


@dataclass(frozen=True)
class ConvexAdversary:
    """Convex sets in R^d, Model F with witnesses of at most d+1 clients, one liar, r of whom can be left out.

    A call that leaves out more than r clients gets a new corner p_i, which fails exactly those left out. Any
    other call is "empty", with a witness that meets all of those and holds as many suspects as fit. World of
    the suspect a: S_j is the hull of w and the corners that do not fail j, and a reports its corners without
    w.

    >>> adversary = ConvexAdversary(clients=5, dimension=1)
    >>> answer, adversary = adversary.answer(frozenset(range(5)))
    >>> sorted(answer.witness), sorted(adversary.suspects), len(list(adversary.worlds()))
    ([0, 1], [0, 1], 4)
    """

    clients: int
    dimension: int
    redundancy: int = 1
    exchanges: tuple[Exchange, ...] = ()

    def __post_init__(self) -> None:
        if min(self.dimension, self.redundancy) < 1 or self.clients < self.redundancy + 2:
            raise ValueError(
                "dimension and redundancy must be at least 1 and clients at least redundancy + 2, "
                f"got {self.dimension}, {self.redundancy}, {self.clients}"
            )

    @property
    def everybody(self) -> Members:
        return frozenset(range(self.clients))

    @property
    def missed(self) -> tuple[Members, ...]:
        """For each returned corner, the clients it fails."""
        return tuple(
            self.everybody - asked for asked, answer in self.exchanges if not answer.is_empty and answer.point != "w"
        )

    @property
    def accused(self) -> list[Members]:
        """The witnesses so far."""
        return [answer.witness for _, answer in self.exchanges if answer.is_empty]

    @property
    def suspects(self) -> Members:
        """The clients who may still be the liar: those in every witness."""
        return self.everybody.intersection(*self.accused)

    def answer(self, members: Members) -> tuple[Answer, ConvexAdversary]:
        left_out = self.everybody - members
        if known := next((witness for witness in self.accused if witness <= members), None):
            answer = Answer(witness=known)
        elif len(left_out) > self.redundancy:
            answer = Answer(point=len(self.missed))
        elif not members & self.suspects:
            answer = Answer(point="w")  # the adversary gives in
        else:
            answer = Answer(witness=self._witness(members))
        return answer, replace(self, exchanges=(*self.exchanges, (members, answer)))

    def _witness(self, members: Members) -> Members:
        chosen: set[int] = set()
        for missed in self.missed:
            if not chosen & missed:
                chosen.add(min(missed & members, key=lambda m: (m not in self.suspects, m)))
        for client in sorted(members & self.suspects):
            if len(chosen) <= self.dimension:
                chosen.add(client)
        if len(chosen) == 1:  # nobody's report is empty, so nobody contradicts the rest alone
            chosen.add(min(members - chosen))
        if len(chosen) > self.dimension + 1:
            raise ValueError(f"clients must be asked at most {self.dimension + 1} times, the bound is reached")
        return frozenset(chosen)

    def failing(self, point: int | str) -> Members:
        """Which clients a returned corner fails."""
        return frozenset() if point == "w" else self.missed[point]

    def worlds(self) -> Iterator[World]:
        corners = len(self.missed)
        # With a witness the corners and w must be independent; without one, w may lie inside their simplex.
        if corners > self.dimension + (not self.accused):
            return
        for common in ("w", "w'"):
            truths = tuple(
                frozenset([common, *(i for i, missed in enumerate(self.missed) if j not in missed)])
                for j in range(self.clients)
            )
            if not self.accused:
                yield World(truths, truths, frozenset())
            for liar in sorted(self.suspects) if self.accused else ():
                # With nothing left to report, the liar reports a point on the far side of w.
                report = truths[liar] - {common} or frozenset({"far"})
                yield World(truths, (*truths[:liar], report, *truths[liar + 1 :]), frozenset({liar}))

    def coordinates(self) -> dict[Hashable, tuple[Fraction, ...]]:
        """Where the corners, w, w' and the far point lie: unit vectors, and multiples of (1, ..., 1)."""
        d, corners = self.dimension, len(self.missed)
        places: dict[Hashable, tuple[Fraction, ...]] = {
            i: tuple(Fraction(int(i == k)) for k in range(d)) for i in range(min(corners, d))
        }
        if corners > d:
            places[d] = (Fraction(-1),) * d
        for name, value in (("w", Fraction(0)), ("w'", Fraction(-1, 2 * d)), ("far", Fraction(-2))):
            places[name] = (value,) * d
        return places


def hulls_meet(hulls: Sequence[Sequence[Sequence[Any]]]) -> bool:
    """True if the convex hulls of some lists of points in R^d have a common point, decided in Fractions.

    >>> hulls_meet([[(0, 0), (2, 2)], [(0, 2), (2, 0)]]), hulls_meet([[(0, 0)], [(1, 1), (2, 0)]])
    (True, False)
    """
    hulls = [
        [tuple(as_exact("hulls", value) for value in corner) for corner in as_list("hulls", corners, least=1)]
        for corners in as_list("hulls", hulls, least=1)
    ]
    width = len(hulls[0][0])
    if not width or any(len(corner) != width for corners in hulls for corner in corners):
        raise ValueError(f"hulls must hold points of one dimension, at least 1; got {hulls!r}")
    # Weights on every hull's corners; each hull's weighted sum equals that of the first.
    height = len(hulls) + width * (len(hulls) - 1)
    columns = []
    for number, corners in enumerate(hulls):
        for corner in corners:
            column = [Fraction(0)] * height
            column[number] = Fraction(1)
            blocks = range(1, len(hulls)) if number == 0 else [number]
            for block in blocks:
                for k, value in enumerate(corner):
                    column[len(hulls) + width * (block - 1) + k] = Fraction(value) * (1 if number == 0 else -1)
            columns.append(tuple(column))
    right = [Fraction(1)] * len(hulls) + [Fraction(0)] * (height - len(hulls))
    return nonnegative_solution(columns, right)[0] is not None


@dataclass(frozen=True)
class LineAdversary:
    """Intervals on the line, Model E: every call can halve the suspects, and no more.

    Everybody's true set is [0, r_j]. Two suspects have the least r, and the liar reports the upper part of
    its own interval only, so a family has no point exactly if it holds the liar and a tight client. Among the
    suspects, either those who were asked stay ("empty"), or those who were not (a point beyond their reach),
    whoever are more.

    >>> adversary = LineAdversary(8)
    >>> answer, adversary = adversary.answer(frozenset(range(5)))
    >>> answer.is_empty, sorted(adversary.suspects)
    (True, [0, 1, 2, 3, 4])
    """

    clients: int
    exchanges: tuple[Exchange, ...] = ()

    def __post_init__(self) -> None:
        if self.clients < 3:
            raise ValueError(f"clients must be at least 3, got {self.clients}")

    @property
    def history(self) -> list[Members]:
        """The clients among whom the liar and both tight clients are: at first, and after each call."""
        left = [frozenset(range(self.clients))]
        for asked, answer in self.exchanges:
            left.append(left[-1] & asked if answer.is_empty else left[-1] - asked)
        return left

    @property
    def suspects(self) -> Members:
        """The last of `history`."""
        return self.history[-1]

    def answer(self, members: Members) -> tuple[Answer, LineAdversary]:
        asked, others = self.suspects & members, self.suspects - members
        answer = Answer(_reach(len(self.exchanges))) if len(others) >= len(asked) else Answer()
        return answer, replace(self, exchanges=(*self.exchanges, (members, answer)))

    def failing(self, point: Fraction) -> Members:
        """Which clients a returned point fails: those who were suspect after it."""
        for step, (_, answer) in enumerate(self.exchanges):
            if answer.point == point:
                return self.history[step + 1]
        raise ValueError(f"point must have been returned, got {point}")

    def worlds(self) -> Iterator[World]:
        """One world for each liar and pair of tight clients among the suspects, at two places on the line."""
        history = self.history
        # Whoever was cleared by call k reaches the point of that call and of later ones, but no earlier one.
        reach = {m: _reach(k) for k, left in enumerate(history[:-1]) for m in left - history[k + 1]}
        for liar in sorted(self.suspects):
            for tight in combinations(sorted(self.suspects - {liar}), 2):
                for low in (Fraction(0), Fraction(-9)):
                    highs = [low + 1 if m in tight else reach.get(m, Fraction(3)) for m in range(self.clients)]
                    truths = tuple(Interval(low, high) for high in highs)
                    reports = [Interval(2, t.high) if m == liar else t for m, t in enumerate(truths)]
                    yield World(truths, tuple(reports), frozenset({liar}))


def _reach(step: int) -> Fraction:
    """Points fall from call to call and stay above 3, the reach of those who are still suspect."""
    return 3 + Fraction(1, 1 + step)
