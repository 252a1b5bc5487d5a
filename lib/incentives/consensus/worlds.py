"""Worlds in which everything is decidable: finite sets, intervals, boxes, polyhedra and sublevel sets of quadratics.

A client wants a point of its set, and reports a set. All worlds speak one small language:

    point in some_set                   exact for exact numbers
    common_point(sets)                  a point of all of them, always the same one, or None
    intersection(sets)                  their intersection as a set of the same world, or None if empty
    contains(sets, other)               whether the intersection of `sets` lies inside `other`

Points are anything hashable (`FiniteSet`), numbers (`Interval`) or tuples of numbers (`Box`, `HalfSpaces`,
`Quadratic`). No set is empty: a client that reports an empty set is refused. Sets are frozen, hashable and
equal if they are written the same way. `HalfSpaces` and `Quadratic` live in modules of their own, with what
proves their answers: `half_spaces.point_or_refutation` (Farkas multipliers) and `quadratics.minimax` (dual
weights).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from incentives.consensus.exact_algebra import echelon
from incentives.consensus.half_spaces import HalfSpaces, implies, point_or_refutation
from incentives.consensus.quadratics import Quadratic, common_point_of_quadratics
from incentives.numbers import Number, as_number


class ReportedSet(Protocol):
    """One client's sublevel set, true or reported: all that the mechanisms need to know of it."""

    def __contains__(self, point: Any) -> bool: ...


@dataclass(frozen=True)
class FiniteSet:
    """Finitely many points, at least one.

    >>> 2 in FiniteSet({1, 2}), list(FiniteSet([2, 1, 2]))
    (True, [1, 2])
    """

    points: frozenset[Hashable]

    def __post_init__(self) -> None:
        if isinstance(self.points, (str, bytes)) or not isinstance(self.points, Iterable):
            raise ValueError(f"points must be a set or list of points, got {self.points!r}")
        object.__setattr__(self, "points", frozenset(self.points))
        if not self.points:
            raise ValueError("points must hold at least one point: no client accepts nothing")

    def __contains__(self, point: Hashable) -> bool:
        return point in self.points

    def __iter__(self) -> Iterator[Any]:
        """The points in order (of their text, if they cannot be compared)."""
        try:
            return iter(sorted(self.points))
        except TypeError:
            return iter(sorted(self.points, key=repr))

    def __len__(self) -> int:
        return len(self.points)

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self)) + "}"


@dataclass(frozen=True)
class Interval:
    """All numbers from `low` to `high`, both included; None where there is no end.

    >>> print(1 in Interval(0, 1), Interval(Fraction(1, 2), None))
    True [1/2, oo)
    """

    low: Number | None
    high: Number | None

    def __post_init__(self) -> None:
        for name in ("low", "high"):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, as_number(name, getattr(self, name)))
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(
                f"low must be at most high, or the interval is empty; got {self.low} > {self.high}"
            )

    def __contains__(self, point: Any) -> bool:
        return (self.low is None or self.low <= point) and (self.high is None or point <= self.high)

    @property
    def middle(self) -> Number:
        """The midpoint; the end if there is only one; 0 on the whole line."""
        ends = [end for end in (self.low, self.high) if end is not None]
        return sum(ends) / len(ends) if ends else Fraction(0)

    def __str__(self) -> str:
        low = "(-oo" if self.low is None else f"[{self.low}"
        return f"{low}, " + ("oo)" if self.high is None else f"{self.high}]")


@dataclass(frozen=True)
class Box:
    """A product of intervals, one per coordinate; pairs (low, high) are read as intervals.

    >>> (1, 50) in Box([(-1, 1), (None, None)])
    True
    """

    intervals: tuple[Interval, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.intervals, Iterable):
            raise ValueError(
                f"intervals must be a list with one interval per coordinate, got {self.intervals!r}"
            )
        sides = tuple(side if isinstance(side, Interval) else Interval(*side) for side in self.intervals)
        if not sides:
            raise ValueError("intervals must hold at least one interval, got none")
        object.__setattr__(self, "intervals", sides)

    def __contains__(self, point: Sequence[Any]) -> bool:
        return all(value in side for value, side in zip(point, self.intervals, strict=True))

    @property
    def middle(self) -> tuple[Number, ...]:
        """The midpoint of every side."""
        return tuple(side.middle for side in self.intervals)

    def half_spaces(self) -> HalfSpaces:
        """The same box as a polyhedron; its ends must be exact.

        Raises:
            ValueError: no side has an end (the whole space is no polyhedron with a row).
        """
        rows, bounds, width = [], [], len(self.intervals)
        for i, side in enumerate(self.intervals):
            for sign, end in ((-1, side.low), (1, side.high)):
                if end is not None:
                    rows.append([sign * (i == k) for k in range(width)])
                    bounds.append(sign * end)
        return HalfSpaces(rows, bounds)

    def __str__(self) -> str:
        return " x ".join(map(str, self.intervals))


ClientSet = FiniteSet | Interval | Box | HalfSpaces | Quadratic


def _one_kind(sets: Sequence[ClientSet]) -> type:
    """The kind of all sets (boxes beside polyhedra count as polyhedra); ValueError if there is none."""
    if not sets:
        raise ValueError("sets must name at least one client's set, got none")
    kinds = {type(s) for s in sets}
    if kinds == {Box, HalfSpaces}:
        return HalfSpaces
    kind = kinds.pop()
    if kinds or kind not in (FiniteSet, Interval, Box, HalfSpaces, Quadratic):
        raise ValueError(
            f"sets must all be of one kind of world, got {sorted({type(s).__name__ for s in sets})}"
        )
    if kind is not FiniteSet and len({_width(s) for s in sets}) > 1:
        raise ValueError(f"sets must have one dimension, got {sorted({_width(s) for s in sets})}")
    return kind


def _width(some_set: ClientSet) -> int:
    match some_set:
        case Box(intervals):
            return len(intervals)
        case HalfSpaces(rows, _):
            return len(rows[0])
        case Quadratic(_, centre, _):
            return len(centre)
    return 1


def _meet(intervals: Sequence[Interval]) -> Interval | None:
    low = max((i.low for i in intervals if i.low is not None), default=None)
    high = min((i.high for i in intervals if i.high is not None), default=None)
    return None if low is not None and high is not None and low > high else Interval(low, high)


def _system(sets: Sequence[ClientSet]) -> tuple[list, list]:
    polyhedra = [s.half_spaces() if isinstance(s, Box) else s for s in sets]
    return [row for p in polyhedra for row in p.rows], [bound for p in polyhedra for bound in p.bounds]


def intersection(sets: Iterable[ClientSet]) -> ClientSet | None:
    """The points that lie in every set, as a set of the same world; None if there are none.

    Raises:
        ValueError: no sets, sets of different worlds, or several quadratics (their intersection is no
            quadratic: use `common_point`).

    >>> print(intersection([FiniteSet({0, 1}), FiniteSet({1, 2})]))
    {1}
    >>> intersection([Interval(0, 1), Interval(2, 3)]) is None
    True
    """
    sets = list(sets)
    kind = _one_kind(sets)
    if len(set(sets)) == 1:
        return sets[0]
    if kind is FiniteSet:
        points = frozenset.intersection(*(s.points for s in sets))
        return FiniteSet(points) if points else None
    if kind is Interval:
        return _meet(sets)
    if kind is Box:
        sides = [_meet(sides) for sides in zip(*(s.intervals for s in sets), strict=True)]
        return None if None in sides else Box(tuple(sides))
    if kind is Quadratic:
        raise ValueError("sets must not be several quadratics: their intersection is none; use common_point")
    rows, bounds = _system(sets)
    return HalfSpaces(rows, bounds) if point_or_refutation(rows, bounds)[0] is not None else None


def common_point(sets: Iterable[ClientSet]) -> Any | None:
    """A point that lies in every set, or None: what an honest consensus computes.

    Which point is a convention: the first of a finite set, the middle of an interval or box, some vertex-like
    point of a polyhedron, and for quadratics the mean of the centres if it serves, else the point of least
    largest excess.

    Raises:
        ValueError: no sets, or sets of different worlds or dimensions.

    >>> common_point([Interval(0, 3), Interval(2, 5)])
    Fraction(5, 2)
    >>> common_point([FiniteSet({0}), FiniteSet({1})]) is None
    True
    """
    sets = list(sets)
    kind = _one_kind(sets)
    if kind is Quadratic:
        return common_point_of_quadratics(sets)
    if kind is HalfSpaces:
        return point_or_refutation(*_system(sets))[0]
    shared = intersection(sets)
    if shared is None:
        return None
    return next(iter(shared)) if kind is FiniteSet else shared.middle


def contains(sets: Iterable[ClientSet], other: ClientSet) -> bool:
    """Whether every point that lies in all of `sets` lies in `other`: is `other` redundant beside them?

    Decided exactly. An empty intersection lies in everything.

    Raises:
        ValueError: sets of different worlds, or quadratics of positive level (no finite test: see
            `quadratic_slack`).

    >>> contains([Interval(0, 2), Interval(1, 3)], Interval(1, 2))
    True
    """
    sets = list(sets)
    kind = _one_kind([*sets, other])
    if other in sets:
        return True
    if kind is Quadratic:
        return _flat_contains(sets, other)
    shared = intersection(sets)
    if shared is None:
        return True
    if kind is FiniteSet:
        return shared.points <= other.points
    if kind is HalfSpaces:
        rows, bounds = _system(sets)
        outer = _system([other])
        return all(implies(rows, bounds, row, bound) for row, bound in zip(*outer, strict=True))
    return intersection([shared, other]) == shared


def _flat_contains(sets: Sequence[Quadratic], other: Quadratic) -> bool:
    if any(q.level > 0 or not q.is_exact for q in (*sets, other)):
        raise ValueError(
            "sets must be exact quadratics of level 0 for this test; at a positive level use a slack"
        )
    point = common_point_of_quadratics(sets)
    if point is None:
        return True
    rows = [row for q in sets for row in q.H]
    return point in other and len(echelon(rows)[1]) == len(echelon([*rows, *other.H])[1])
