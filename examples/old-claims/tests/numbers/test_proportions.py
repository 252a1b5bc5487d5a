"""Four proportional magnitudes and three means, in whole numbers."""

from fractions import Fraction
from itertools import product

import pytest


@pytest.mark.backs("numbers/elements-v-25")
def test_four_proportional_numbers():
    found = [(b * c, b * d, c * d, d * d) for b, c, d in product(range(2, 9), range(2, 9), range(1, 8)) if b > d < c]
    assert found
    assert all(a + least > one + other for a, one, other, least in found)


@pytest.mark.backs("numbers/prose-three-means")
def test_means_of_squares_are_in_order():
    for u, v in product(range(1, 12), repeat=2):
        if u != v:
            x, y = u * u, v * v
            assert Fraction(2 * x * y, x + y) < u * v < Fraction(x + y, 2)
