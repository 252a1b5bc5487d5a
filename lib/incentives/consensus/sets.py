"""Sets of points for which everything is decidable: finite sets, intervals, boxes, polyhedra, quadratics.

A client wants a point of its set, and reports a set. All kinds speak one small language:

    point in some_set                   exact for exact numbers
    common_point(sets)                  a point of all of them, always the same one, or None
    intersection(sets)                  their intersection as a set of the same kind, or None if empty
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
from operator import itemgetter
from typing import TYPE_CHECKING, Any, overload

from incentives.consensus.client_set import ClientSet
from incentives.consensus.half_spaces import HalfSpaces
from incentives.consensus.points import Point, as_coordinate, as_coordinates, as_points, as_value
from incentives.numbers import Number, Vector, as_list, as_number

if TYPE_CHECKING:
    from incentives.consensus.quadratics import Quadratic


@dataclass(frozen=True)
class FiniteSet(ClientSet):
    """Finitely many points, at least one: numbers, texts, tuples of them, or other values that compare by value.

    A float of a narrower type than doubles is the decimal number that it prints as: 0.1 in single precision is 0.1.

    Raises:
        ValueError: no point, or one that is not equal to its copy: a tensor, an array, NaN.

    >>> 2 in FiniteSet({1, 2}), list(FiniteSet([2, 1, 2]))
    (True, [1, 2])
    """

    points: frozenset[Any]

    if TYPE_CHECKING:  # what may be given; the field holds it as it was read

        def __init__(self, points: Iterable[Hashable]) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "points", as_points("points", self.points))
        if not self.points:
            raise ValueError("points must hold at least one point: no client accepts nothing")

    @property
    def dimension(self) -> int:
        """1: the points are taken as they are."""
        return 1

    def __contains__(self, point: Hashable) -> bool:
        return as_value(point) in self.points

    def meet(self, others: Sequence[FiniteSet]) -> FiniteSet | None:
        shared = self.points.intersection(*(other.points for other in others))
        return FiniteSet(shared) if shared else None

    def common_point(self, others: Sequence[FiniteSet]) -> Hashable | None:
        """The first point of all, in order."""
        shared = self.meet(others)
        return None if shared is None else next(iter(shared))

    def __iter__(self) -> Iterator[Hashable]:
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
class Interval(ClientSet):
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
            raise ValueError(f"low must be at most high, or the interval is empty; got {self.low} > {self.high}")

    @property
    def dimension(self) -> int:
        """1: a point is a number."""
        return 1

    def __contains__(self, point: Number) -> bool:
        point = as_coordinate(point)
        return (self.low is None or self.low <= point) and (self.high is None or point <= self.high)

    def meet(self, others: Sequence[Interval]) -> Interval | None:
        low = max((i.low for i in (self, *others) if i.low is not None), default=None)
        high = min((i.high for i in (self, *others) if i.high is not None), default=None)
        return None if low is not None and high is not None and low > high else Interval(low, high)

    def common_point(self, others: Sequence[Interval]) -> Number | None:
        """The middle of the intersection."""
        shared = self.meet(others)
        return None if shared is None else shared.middle

    def point_or_clash(self, others: Sequence[Interval]) -> tuple[Number | None, frozenset[int] | None]:
        """By Helly's theorem on the line: if intervals do not meet, the latest start is after the earliest end."""
        sides = (self, *others)
        point = self.common_point(others)
        if point is not None:
            return point, None
        starts = [(side.low, i) for i, side in enumerate(sides) if side.low is not None]
        ends = [(side.high, i) for i, side in enumerate(sides) if side.high is not None]
        first = itemgetter(0)  # of equal ones the first client's
        return None, frozenset({max(starts, key=first)[1], min(ends, key=first)[1]})

    @property
    def middle(self) -> Number:
        """The midpoint; the end if there is only one; 0 on the whole line."""
        ends = [end for end in (self.low, self.high) if end is not None]
        return sum(ends) / len(ends) if ends else Fraction(0)

    def __str__(self) -> str:
        low = "(-oo" if self.low is None else f"[{self.low}"
        return f"{low}, " + ("oo)" if self.high is None else f"{self.high}]")


@dataclass(frozen=True)
class Box(ClientSet):
    """A product of intervals, one per coordinate; pairs (low, high) are read as intervals.

    >>> (1, 50) in Box([(-1, 1), (None, None)])
    True
    """

    intervals: tuple[Interval, ...]

    def __post_init__(self) -> None:
        given = [
            side if isinstance(side, Interval) else as_list("intervals, each an Interval or two ends,", side)
            for side in as_list("intervals", self.intervals)
        ]
        if any(not isinstance(side, Interval) and len(side) != 2 for side in given):
            raise ValueError(f"intervals must each be an Interval or two ends, got {self.intervals!r}")
        sides = tuple(side if isinstance(side, Interval) else Interval(*side) for side in given)
        if not sides:
            raise ValueError("intervals must hold at least one interval, got none")
        object.__setattr__(self, "intervals", sides)

    @property
    def dimension(self) -> int:
        return len(self.intervals)

    def __contains__(self, point: Sequence[Number]) -> bool:
        read = as_coordinates(point, self.dimension)
        return all(value in side for value, side in zip(read, self.intervals, strict=True))

    def _sides(self, others: Sequence[Box]) -> Iterator[tuple[Interval, ...]]:
        """The intervals of all boxes, coordinate by coordinate."""
        return zip(*(box.intervals for box in (self, *others)), strict=True)

    def meet(self, others: Sequence[Box]) -> Box | None:
        sides = []
        for side, *rest in self._sides(others):
            if (shared := side.meet(rest)) is None:
                return None
            sides.append(shared)
        return Box(tuple(sides))

    def common_point(self, others: Sequence[Box]) -> tuple[Number, ...] | None:
        """The middle of the intersection."""
        shared = self.meet(others)
        return None if shared is None else shared.middle

    def point_or_clash(self, others: Sequence[Box]) -> tuple[tuple[Number, ...] | None, frozenset[int] | None]:
        """Boxes that do not meet have two that differ in one coordinate already."""
        for side, *rest in self._sides(others):
            if (clash := side.point_or_clash(rest)[1]) is not None:
                return None, clash
        return self.common_point(others), None

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
                    rows.append(tuple(sign * (i == k) for k in range(width)))
                    bounds.append(sign * end)
        return HalfSpaces(tuple(rows), tuple(bounds))

    def __str__(self) -> str:
        return " x ".join(map(str, self.intervals))


def as_sets(name: str, sets: Any) -> tuple[Any, ...]:
    """One set per client, as a tuple.

    Raises:
        ValueError: it is no list, or an entry is no set of points.

    >>> len(as_sets("reports", [Interval(0, 1), Interval(0, 2)]))
    2
    """
    found = tuple(as_list(name, sets))
    for entry in found:
        if not hasattr(entry, "__contains__") or isinstance(entry, (str, bytes)):
            raise ValueError(f"{name} must hold one set of points per client, got {entry!r}")
    return found


def of_one_kind(sets: Iterable[ClientSet]) -> list[ClientSet]:
    """The sets, all of one kind: boxes beside polyhedra are written as polyhedra.

    Raises:
        ValueError: no sets, or sets of different kinds or dimensions.
    """
    sets = list(as_sets("sets", sets))
    if not sets:
        raise ValueError("sets must name at least one client's set, got none")
    kinds = {type(s) for s in sets}
    if kinds == {Box, HalfSpaces}:
        sets = [s.half_spaces() if isinstance(s, Box) else s for s in sets]
    elif len(kinds) > 1 or not all(isinstance(s, ClientSet) for s in sets):
        raise ValueError(f"sets must all be of one kind of world, got {sorted(k.__name__ for k in kinds)}")
    if len({s.dimension for s in sets}) > 1:
        raise ValueError(f"sets must have one dimension, got {sorted({s.dimension for s in sets})}")
    return sets


def intersection(sets: Iterable[ClientSet]) -> ClientSet | None:
    """The points that lie in every set, as a set of the same kind; None if there are none.

    Raises:
        ValueError: no sets, sets of different kinds, or several quadratics (their intersection is no
            quadratic: use `common_point`).

    >>> print(intersection([FiniteSet({0, 1}), FiniteSet({1, 2})]))
    {1}
    >>> intersection([Interval(0, 1), Interval(2, 3)]) is None
    True
    """
    first, *others = of_one_kind(sets)
    return first if {first} >= set(others) else first.meet(others)


@overload
def common_point(sets: Iterable[Interval]) -> Number | None: ...
@overload
def common_point(sets: Iterable[Box | HalfSpaces | Quadratic]) -> Vector | None: ...
@overload
def common_point(sets: Iterable[FiniteSet]) -> Hashable | None: ...
@overload
def common_point(sets: Iterable[ClientSet]) -> Point | None: ...
def common_point(sets: Iterable[ClientSet]) -> Point | None:
    """A point that lies in every set, or None: what an honest consensus computes.

    Which point is a convention: the first of a finite set, the middle of an interval or box, some vertex-like
    point of a polyhedron, and for quadratics the mean of the centres if it serves, else the point of least
    largest excess.

    Raises:
        ValueError: no sets, or sets of different kinds or dimensions.

    >>> common_point([Interval(0, 3), Interval(2, 5)])
    Fraction(5, 2)
    >>> common_point([FiniteSet({0}), FiniteSet({1})]) is None
    True
    """
    first, *others = of_one_kind(sets)
    return first.common_point(others)


def contains(sets: Iterable[ClientSet], other: ClientSet) -> bool:
    """True if every point that lies in all of `sets` lies in `other`: is `other` redundant beside them?

    Decided exactly. An empty intersection lies in everything.

    Raises:
        ValueError: sets of different kinds, or quadratics of positive level (no finite test: see
            `quadratic_slack`).

    >>> contains([Interval(0, 2), Interval(1, 3)], Interval(1, 2))
    True
    """
    other, *rest = of_one_kind([other, *as_sets("sets", sets)])
    if not rest:
        raise ValueError("sets must name at least one client's set, got none")
    return other in rest or other.holds(rest)
