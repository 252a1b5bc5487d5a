"""Depth: how many reported sets hold a point, and the rule that no few deviators can move.

If c clients may lie, the points held by at least M - c reported sets contain everything that the truthful agree on.
If removing any 2c clients leaves the agreement set W as it is, they hold nothing else: the set is W whatever the c
report. A fixed choice from it is then beyond their reach, without anything being verified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any, Literal, get_args

from incentives.consensus.points import Point
from incentives.consensus.sets import Box, ClientSet, FiniteSet, HalfSpaces, Interval, intersection
from incentives.lists import as_list

Selection = Literal["least-norm", "lowest"]
SELECTIONS: tuple[Selection, ...] = get_args(Selection)
_MOST_FAMILIES = 20_000


def depth_at(sets: Sequence[ClientSet | None], point: Any) -> int:
    """The number of sets that hold the point; None stands for a report that accepts nothing.

    >>> depth_at([Interval(0, 2), Interval(1, 3), None], 1)
    2
    """
    return sum(s is not None and point in s for s in sets)


def depth_set(sets: Sequence[ClientSet | None], *, at_least: int) -> tuple[ClientSet, ...]:
    """The points that at least so many sets hold, as pieces of the same world; no pieces if there are none.

    On the line an exact sweep, O(M log M), gives the disjoint pieces in order. Finite sets give one piece. Boxes and
    polyhedra give the largest intersections of `at_least` sets, which may overlap: the set is their union.

    Args:
        sets: reports of one world; None stands for a report that accepts nothing.
        at_least: from 1 to the number of reports.

    Raises:
        ValueError: `at_least` out of range, no report with a set, quadratics, or too many families of boxes.

    >>> [str(piece) for piece in depth_set([Interval(0, 2), Interval(1, 3), Interval(2, 5)], at_least=2)]
    ['[1, 3]']
    """
    given = [s for s in sets if s is not None]
    if isinstance(at_least, bool) or not isinstance(at_least, int) or not 1 <= at_least <= len(sets):
        raise ValueError(f"at_least must be a whole number from 1 to {len(sets)}, got {at_least!r}")
    if not given:
        raise ValueError("sets must hold at least one report that accepts something")
    kind = type(given[0])
    if kind not in (FiniteSet, Interval, Box, HalfSpaces) or any(type(s) is not kind for s in given):
        raise ValueError("sets must all be finite sets, all intervals, all boxes or all polyhedra")
    if kind is FiniteSet:
        listed = [s for s in given if isinstance(s, FiniteSet)]
        points = frozenset(x for s in listed for x in s if depth_at(given, x) >= at_least)
        return (FiniteSet(points),) if points else ()
    if kind is Interval:
        return _sweep([s for s in given if isinstance(s, Interval)], at_least)
    return _largest_intersections(given, at_least)


def _sweep(intervals: Sequence[Interval], at_least: int) -> tuple[Interval, ...]:
    # At equal coordinates intervals open before others close: their ends belong to them.
    events = [(i.low, 0) for i in intervals if i.low is not None]
    events += [(i.high, 1) for i in intervals if i.high is not None]
    count = sum(i.low is None for i in intervals)
    inside, start, pieces = count >= at_least, None, []
    for place, closes in sorted(events):
        count += -1 if closes else 1
        if not inside and count >= at_least:
            inside, start = True, place
        elif inside and count < at_least:
            inside = False
            pieces.append(Interval(start, place))
    return (*pieces, Interval(start, None)) if inside else tuple(pieces)


def _largest_intersections(sets: Sequence[ClientSet], at_least: int) -> tuple[ClientSet, ...]:
    if comb(len(sets), at_least) > _MOST_FAMILIES:
        raise ValueError(
            f"sets must have at most {_MOST_FAMILIES} families of {at_least}, got {comb(len(sets), at_least)}"
        )
    pieces = {piece for family in combinations(sets, at_least) if (piece := intersection(family)) is not None}
    ordered = sorted(pieces, key=str)
    if any(isinstance(piece, HalfSpaces) for piece in ordered):
        return tuple(ordered)
    return tuple(p for p in ordered if not any(p != q and intersection([p, q]) == p for q in ordered))


# -- one point of the set
# -----------------------------------------------------------------------------------------------


def select_point(pieces: Sequence[ClientSet], select: Selection) -> Point | None:
    """A point of the pieces that depends on the set alone; None if there are no pieces.

    Args:
        pieces: as `depth_set` returns them.
        select: "lowest" (the first of a finite set, the low end of an interval, the lexicographically lowest corner of
            boxes) or "least-norm" (the point nearest to 0; the lower one of two).

    Raises:
        ValueError: an unknown selection, a missing low end, or a world without the selection.

    >>> select_point([Interval(-3, -1), Interval(1, 5)], "least-norm")
    Fraction(-1, 1)
    """
    if select not in SELECTIONS:
        raise ValueError(f"select must be one of {', '.join(SELECTIONS)}, got {select!r}")
    candidates = [_candidate(piece, select) for piece in pieces]
    if not candidates:
        return None
    if len(candidates) == 1:  # finite sets come in one piece, and their points need no order
        return candidates[0]
    return min(candidates) if select == "lowest" else min(candidates, key=lambda x: (_square(x), x))


def _candidate(piece: ClientSet, select: Selection) -> Any:
    match piece:
        case FiniteSet():
            return next(iter(piece)) if select == "lowest" else min(piece, key=lambda x: (_square(x), x))
        case Interval():
            return _of_interval(piece, select)
        case Box():
            return tuple(_of_interval(side, select) for side in piece.intervals)
    raise ValueError("pieces must be finite sets, intervals or boxes for a point to be selected")


def _of_interval(side: Interval, select: Selection) -> Any:
    if select == "lowest":
        if side.low is None:
            raise ValueError(f'select must be "least-norm" where a low end is missing, as in {side}')
        return side.low
    if side.low is not None and side.low > 0:
        return side.low
    return side.high if side.high is not None and side.high < 0 else Fraction(0)


def _square(point: Any) -> Any:
    return sum(x * x for x in point) if isinstance(point, tuple) else point * point


# -- the rules
# ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DepthRule:
    """Outputs one fixed choice among the points that all but `resists` of the reported sets hold.

    Args:
        resists: c, how many clients may lie together without moving the outcome, at least 0.
        select: "least-norm" or "lowest"; see `select_point`.

    Raises:
        ValueError: bad arguments.

    >>> rule = DepthRule(resists=1, select="lowest")
    >>> truths = [Interval(-1, 1)] * 3
    >>> rule(truths), rule([*truths[:2], Interval(7, 9)])
    (Fraction(-1, 1), Fraction(-1, 1))
    """

    resists: int = 1
    select: Selection = "least-norm"

    def __post_init__(self) -> None:
        if isinstance(self.resists, bool) or not isinstance(self.resists, int) or self.resists < 0:
            raise ValueError(f"resists must be a whole number of at least 0, got {self.resists!r}")
        if self.select not in SELECTIONS:
            raise ValueError(f"select must be one of {', '.join(SELECTIONS)}, got {self.select!r}")

    def pieces(self, reports: Sequence[ClientSet | None]) -> tuple[ClientSet, ...]:
        """The points that all but `resists` reports accept.

        Raises:
            ValueError: there are not more reports than may lie.
        """
        reports = as_list("reports", reports)
        if len(reports) <= self.resists:
            raise ValueError(f"reports must be more than the {self.resists} that may lie, got {len(reports)}")
        return depth_set(reports, at_least=len(reports) - self.resists)

    def __call__(self, reports: Sequence[ClientSet | None]) -> Point | None:
        """The outcome for these reports; None if no point is deep enough."""
        return select_point(self.pieces(reports), self.select)


def deepest(reports: Sequence[ClientSet | None], *, select: Selection = "least-norm") -> Any:
    """A fixed choice among the points that most reports accept: as close to W as `DepthRule`, and easy to steer.

    >>> deepest([Interval(-1, 1), Interval(-1, 1), Interval(1, 1)])
    Fraction(1, 1)
    """
    for at_least in range(len(reports), 0, -1):
        if pieces := depth_set(reports, at_least=at_least):
            return select_point(pieces, select)
    raise ValueError("reports must hold at least one that accepts something")
