"""Roots are compared without rounding."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import pytest

from incentives.rewards import surds

F = Fraction


def test_surds_compare_as_decimals_of_fifty_digits_do():
    rng = random.Random("surds")
    numbers = [
        (
            F(rng.randint(-3, 3), rng.randint(1, 3)),
            F(rng.randint(-3, 3), rng.randint(1, 3)),
            F(rng.choice([2, 3, 8, 12, F(1, 2)])),
        )
        for _ in range(60)
    ]

    def decimal(number):
        return Decimal(number.numerator) / Decimal(number.denominator)

    with localcontext() as context:
        context.prec = 60
        for (a, b, v), (c, d, w) in product(numbers, repeat=2):
            x, y = surds.surd(a, b, v), surds.surd(c, d, w)
            gap = decimal(a) - decimal(c) + decimal(b) * decimal(v).sqrt() - decimal(d) * decimal(w).sqrt()
            sign = 0 if abs(gap) < Decimal("1e-50") else 1 if gap > 0 else -1
            assert (x < y, x == y, x > y) == (sign < 0, sign == 0, sign > 0)
            assert (x <= y, x >= y) == (sign <= 0, sign >= 0)
            if x == y:
                assert hash(x) == hash(y)


def test_surds_that_floats_cannot_tell_apart():
    near = F(14142135623730950488016887242096980785, 10**37)  # sqrt(2) cut after 37 digits
    assert near < surds.surd(0, 1, 2) < near + F(1, 10**37)
    assert float(near) == float(surds.surd(0, 1, 2))
    assert surds.surd(0, 1, F(4, 9)) == F(2, 3)
    assert -surds.surd(1, 1, 2) + 1 == surds.surd(0, -1, 2)
    assert 2 * surds.surd(1, 1, 2) == surds.surd(2, 1, 8)
    assert surds.surd(0, 1, 2) != "root"
    with pytest.raises(ValueError, match="radicand must be at least 0, got -1"):
        surds.surd(0, 1, -1)
