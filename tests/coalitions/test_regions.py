"""Pieces of the ordered sizes and thresholds on them, against plain numbers."""

from fractions import Fraction
from itertools import combinations

import pytest
import sympy as sp
from definitions import mixed_error

from incentives_book.coalitions.can_the_core_be_empty.regions import (
    ORDERED,
    Region,
    Threshold,
    coalitions,
    in_order,
    noise_at,
    nowhere_negative,
    pieces,
    quotient,
    volume,
)


def test_in_a_piece_every_two_totals_keep_their_order():
    for cone in pieces():
        for one, other in combinations(coalitions("abcd"), 2):
            gaps = [sum(g["abcd".index(p)] for p in one) - sum(g["abcd".index(p)] for p in other) for g in cone]
            assert min(gaps) >= 0 or max(gaps) <= 0
            assert any(gaps)


def test_the_pieces_do_not_overlap():
    """Two different pieces have no inner point in common: some pair of totals or some facet lies between them."""
    cones = [sp.Matrix(cone).T for cone in pieces()]
    for one, other in combinations(cones, 2):
        normals = [m.inv().row(k) for m in (one, other) for k in range(4)]
        normals += [
            sp.Matrix([row])
            for row in (
                [1, 1, -1, 0],
                [1, 1, 0, -1],
                [1, 0, 1, -1],
                [0, 1, 1, -1],
                [1, 1, 1, -1],
                [1, -1, -1, 1],
            )
        ]
        sides = [((n * one), (n * other)) for n in normals]
        assert any(min(a) >= 0 >= max(b) or min(b) >= 0 >= max(a) for a, b in sides)


def test_the_volumes_add_up():
    assert volume(ORDERED) == Fraction(1, 24)
    assert sum(map(volume, pieces())) == Fraction(1, 24)


@pytest.mark.parametrize(
    "threshold", [Threshold("a", "a", "ab"), Threshold("b", "bc", "abd"), Threshold("c", "c", "abcd")]
)
def test_at_the_threshold_the_player_is_indifferent(threshold):
    sizes = (3, 4, 6, 11)
    noise = noise_at(threshold, sizes)

    def error(noise, who):
        inside = [sizes["abcd".index(p)] for p in who]
        return mixed_error(inside, noise, 1, who.index(threshold.player), Fraction(0))

    gains = [error(at, threshold.smaller) - error(at, threshold.larger) for at in (noise - 1, noise, noise + 1)]
    assert gains[0] < 0 == gains[1] < gains[2]


def test_the_polynomials_are_the_thresholds():
    region = Region(next(iter(pieces())), (), "abcd")
    weights = (3, 1, 4, 2)
    sizes = [sum(w * g[k] for w, g in zip(weights, region.generators, strict=True)) for k in range(4)]
    for threshold in (Threshold("a", "ab", "abc"), Threshold("d", "d", "cd"), Threshold("b", "b", "abcd")):
        above, below = quotient(region, threshold)
        assert below(*weights) > 0
        assert Fraction(int(above(*weights)), int(below(*weights))) == noise_at(threshold, sizes)


def test_only_coefficients_decide():
    region = Region(ORDERED, (), "abcd")
    ring = quotient(region, Threshold("a", "a", "ab"))[1].ring
    x, y, *_ = ring.gens
    assert nowhere_negative(x**2 + 3 * y)
    assert not nowhere_negative((x - y) ** 2)


def test_a_threshold_that_is_never_positive_is_recognised():
    # a large player alone gains nothing from small company at any noise: with sizes t, t + s its threshold is positive,
    # so none of these is claimed
    region = Region(ORDERED, (), "abcd")
    assert not in_order(region, (Threshold("d", "d", "abcd"),))


def test_equal_totals_have_no_threshold():
    with pytest.raises(ValueError, match="totals must differ"):
        noise_at(Threshold("a", "ab", "ac"), (1, 2, 2, 3))
