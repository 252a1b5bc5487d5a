"""Unions of intervals against membership of single numbers: ends, neighbours of ends, and between."""

from fractions import Fraction
from itertools import product

import pytest

from incentives_book.coalitions.can_the_core_be_empty.intervals import (
    END,
    EVERYWHERE,
    START,
    Interval,
    complement,
    intersection,
    meet,
    to_intervals,
    union,
    where,
)

# Quarters: all ends below are whole, so every piece shows.
POINTS = [Fraction(k, 4) for k in range(1, 30)]
PIECES = [
    ((low, a), (high, b))
    for low, high in ((1, 1), (1, 3), (2, 5), (3, 4), (4, 6))
    for a in (-1, 1)
    for b in (-1, 1)
    if (low, a) < (high, b)
]


def holds(piece, number):
    (low, a), (high, b) = piece
    return (low < number or (a < 0 and low == number)) and (number < high or (b > 0 and number == high))


def inside(pieces, number):
    return any(number in interval for interval in to_intervals(pieces))


@pytest.mark.parametrize("piece", PIECES)
def test_an_interval_holds_the_numbers_between_its_ends(piece):
    assert [number in to_intervals([piece])[0] for number in POINTS] == [holds(piece, number) for number in POINTS]


@pytest.mark.parametrize(("one", "other"), list(product(PIECES, repeat=2)))
def test_union_intersection_and_meet_are_set_operations(one, other):
    both, either, shared = intersection([one], [other]), union([one, other]), meet(one, other)
    for number in POINTS:
        assert inside(both, number) == (holds(one, number) and holds(other, number))
        assert inside(either, number) == (holds(one, number) or holds(other, number))
        assert (shared is not None and holds(shared, number)) == inside(both, number)
        assert inside(complement(either), number) != inside(either, number)


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("slope", "shift"), [(2, -6), (-2, 6), (2, 6), (-2, -6), (0, 1), (0, 0), (0, -1), (1, 0), (-1, 0)]
)
def test_where_solves_a_linear_inequality(slope, shift, strict):
    piece = where(Fraction(slope), Fraction(shift), strict=strict)
    for number in POINTS:
        value = slope * number + shift
        assert inside([piece] if piece else [], number) == (value > 0 if strict else value >= 0)


def test_everything_and_nothing():
    assert complement([]) == [EVERYWHERE]
    assert complement([(START, END)]) == []
    assert str(to_intervals([EVERYWHERE])[0]) == "(0, oo)"
    assert 10**9 in Interval(Fraction(0), None, False, False)
    assert 0 not in Interval(Fraction(0), None, False, False)
