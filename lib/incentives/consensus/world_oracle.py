"""Consensus oracles for reported sets: a common point or a witness, decided in Fractions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from incentives.consensus.dual_weights import point_or_weights
from incentives.consensus.half_spaces import HalfSpaces, point_or_refutation
from incentives.consensus.quadratics import Quadratic
from incentives.consensus.witnesses import Answer, check_members
from incentives.consensus.worlds import Box, ClientSet, Interval, common_point


def _clash(sides: Sequence[Interval]) -> tuple[int, int] | None:
    """Two intervals that do not meet, the latest start and the earliest end; None if all meet."""
    starts = [i for i, side in enumerate(sides) if side.low is not None]
    ends = [i for i, side in enumerate(sides) if side.high is not None]
    if not starts or not ends:
        return None
    latest = max(starts, key=lambda i: sides[i].low)
    earliest = min(ends, key=lambda i: sides[i].high)
    return (latest, earliest) if sides[latest].low > sides[earliest].high else None


def _polyhedra(some: list[int], chosen: Sequence[Box | HalfSpaces]) -> Answer:
    systems = [s.half_spaces() if isinstance(s, Box) else s for s in chosen]
    owners = [m for m, system in zip(some, systems, strict=True) for _ in system.rows]
    rows = [row for system in systems for row in system.rows]
    bounds = [bound for system in systems for bound in system.bounds]
    point, multipliers = point_or_refutation(rows, bounds)
    if multipliers is None:
        return Answer(point)
    return Answer(witness=frozenset(m for m, y in zip(owners, multipliers, strict=True) if y > 0))


@dataclass(frozen=True)
class WorldOracle:
    """Model F for reported sets: the point of `common_point`, or a witness as a solver would find it.

    A witness has two clients on the line and for boxes (Helly), at most d+1 for polyhedra (the rows of a
    Farkas certificate) and for quadratics (the support of rounded dual weights); in finite worlds it is
    minimal. Everything is decided in Fractions.

    Args:
        sets: one report per client, all of one kind of world (boxes may stand beside polyhedra).

    >>> oracle = WorldOracle([Interval(0, 4), Interval(1, 2), Interval(3, 5)])
    >>> oracle({0, 1}).point, sorted(oracle({0, 1, 2}).witness)
    (Fraction(3, 2), [1, 2])
    """

    sets: tuple[ClientSet, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "sets", tuple(self.sets))
        if not self.sets:
            raise ValueError("sets must hold one report per client, got none")

    @property
    def clients(self) -> int:
        return len(self.sets)

    def __call__(self, members: Iterable[int]) -> Answer:
        some = check_members(self, members)
        chosen = [self.sets[m] for m in some]
        kinds = {type(s) for s in chosen}
        if kinds == {Interval}:
            pair = _clash(chosen)
        elif kinds == {Box}:
            sides = zip(*(box.intervals for box in chosen), strict=True)
            pair = next((found for side in sides if (found := _clash(side))), None)
        elif kinds <= {Box, HalfSpaces}:
            return _polyhedra(some, chosen)
        elif kinds == {Quadratic} and all(q.level > 0 for q in chosen):
            point, weights = point_or_weights(chosen)
            if point is not None:
                return Answer(point)
            return Answer(witness=frozenset(m for m, w in zip(some, weights, strict=True) if w))
        else:
            return self._by_deletion(some, chosen)
        if pair is None:
            return Answer(common_point(chosen))
        return Answer(witness=frozenset(some[i] for i in pair))

    def _by_deletion(self, some: list[int], chosen: Sequence[ClientSet]) -> Answer:
        """Finite worlds and flats: nothing but whether sets meet is used."""
        if (point := common_point(chosen)) is not None:
            return Answer(point)
        kept = list(some)
        for m in some:
            rest = [n for n in kept if n != m]
            if rest and common_point([self.sets[n] for n in rest]) is None:
                kept = rest
        return Answer(witness=frozenset(kept))
