"""Unions of intervals of positive numbers, with exact ends that are included or not.

An end is stored as a *cut*: (value, -1) lies just below the value, (value, +1) just above it. The open interval
(a, b) runs from the cut (a, +1) to (b, -1), the closed one from (a, -1) to (b, +1), and comparing cuts as tuples
does all the rest: two intervals meet when the later start lies before the earlier end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from numbers import Rational

Cut = tuple[Fraction | float, int]
Piece = tuple[Cut, Cut]

# Everything starts just above zero; infinity is the one float, and it compares exactly with fractions.
START: Cut = (Fraction(0), +1)
END: Cut = (inf, -1)
EVERYWHERE: Piece = (START, END)


@dataclass(frozen=True)
class Interval:
    """Positive numbers between two ends; `high` is None where the interval never ends.

    >>> print(Interval(Fraction(1, 2), Fraction(3), False, True))
    (1/2, 3]
    >>> Fraction(3) in Interval(Fraction(1, 2), Fraction(3), False, True)
    True
    """

    low: Fraction
    high: Fraction | None
    low_included: bool
    high_included: bool

    def __contains__(self, number: Rational) -> bool:
        above = self.low < number or (self.low_included and self.low == number)
        below = self.high is None or number < self.high or (self.high_included and number == self.high)
        return above and below

    def __str__(self) -> str:
        high = "oo" if self.high is None else self.high
        return f"{'[' if self.low_included else '('}{self.low}, {high}{']' if self.high_included else ')'}"


def where(slope: Fraction, shift: Fraction, *, strict: bool) -> Piece | None:
    """The numbers r > 0 with slope * r + shift > 0 (`strict`) or >= 0; None where there are none.

    >>> where(Fraction(2), Fraction(-6), strict=True) == ((3, +1), END)
    True
    """
    if slope == 0:
        return EVERYWHERE if shift > 0 or (shift == 0 and not strict) else None
    root = -shift / slope
    piece = ((root, +1 if strict else -1), END) if slope > 0 else (START, (root, -1 if strict else +1))
    return meet(piece, EVERYWHERE)


def meet(one: Piece | None, other: Piece | None) -> Piece | None:
    """The part that two intervals share, None where they share nothing."""
    if one is None or other is None:
        return None
    start, end = max(one[0], other[0]), min(one[1], other[1])
    return (start, end) if start < end else None


def union(pieces: Iterable[Piece]) -> list[Piece]:
    """The same set as disjoint intervals in increasing order.

    >>> union([((1, -1), (2, -1)), ((2, -1), (3, +1))]) == [((1, -1), (3, +1))]
    True
    """
    merged: list[Piece] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def intersection(ones: list[Piece], others: list[Piece]) -> list[Piece]:
    """The part that two unions of disjoint, ordered intervals share, in the same form."""
    return [shared for one in ones for other in others if (shared := meet(one, other))]


def complement(pieces: list[Piece]) -> list[Piece]:
    """The positive numbers outside a union of disjoint, ordered intervals."""
    starts = [START, *(end for _, end in pieces)]
    ends = [*(start for start, _ in pieces), END]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def to_intervals(pieces: list[Piece]) -> tuple[Interval, ...]:
    """The form that readers see."""
    return tuple(
        Interval(start[0], None if end == END else end[0], start[1] < 0, end != END and end[1] > 0)
        for start, end in pieces
    )
