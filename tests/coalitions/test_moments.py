"""Symbolic expectations against finite distributions."""

from fractions import Fraction as F
from itertools import product

import pytest
import sympy as sp

from incentives_book.coalitions.moments import expectation

a, b, c, m = sp.symbols("a b c m")
POLYNOMIALS = [m, a, a * b, (m + a - 2 * b) ** 2, (a + b + c) ** 2 - m * a * b, 3 * c**2 + m * c + 1]


@pytest.mark.parametrize("polynomial", POLYNOMIALS)
def test_two_valued_variables(polynomial):
    """a is +-1, b is 2 or -1/2 (chances 1/5, 4/5), c is a times an independent sign: uncorrelated, not independent."""
    total = 0
    for x, (p, y), sign in product((1, -1), ((F(1, 5), 2), (F(4, 5), F(-1, 2))), (1, -1)):
        value = polynomial.subs({a: x, b: sp.Rational(y), c: x * sign}, simultaneous=True)
        total += sp.Rational(p) * value / 4
    assert sp.expand(expectation(polynomial, {a: 1, b: 1, c: 1}) - total) == 0


@pytest.mark.parametrize(
    ("expression", "variances", "message"),
    [
        (a**3, {a: 1}, "degree at most 2"),
        (a**2 * b, {a: 1, b: 1}, "degree at most 2"),
        (1 / a, {a: 1}, "must be a polynomial"),
        (a, {}, "at least one random symbol"),
    ],
)
def test_bad_input_is_named(expression, variances, message):
    with pytest.raises(ValueError, match=message):
        expectation(expression, variances)
