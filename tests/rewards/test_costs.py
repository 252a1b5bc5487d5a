"""The readings of the cost by hand, exact against floats."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from incentives import rewards as rw
from incentives.rewards import costs

F = Fraction

# Gains 1/10, 2/10, 6/10: mean 3/10, variance 7/150. With eps = 1/10, k = 1/2, points = 10.
BY_HAND = {
    "ratio": F(7, 60),
    "growth": F(-45, 22),
    "linear": F(-31, 300),
    "sum": F(10, 31) + F(14, 3),
    "least-variance": F(7, 150),
    "anchor": F(7, 150),
    "deviation-ratio": sp.sqrt(sp.Rational(7, 150)) / sp.Rational(4, 10),
    "sharpe": -sp.Rational(3, 10) / (sp.sqrt(sp.Rational(7, 150)) + sp.Rational(1, 10)),
}


@pytest.mark.parametrize("name", costs.READINGS)
def test_costs_by_hand(name):
    cost = rw.Cost(name, epsilon=F(1, 10), weight=F(1, 2), points=10)
    gains = [F(1, 10), F(2, 10), F(6, 10)]
    value = cost(gains)
    if name in ("deviation-ratio", "sharpe"):
        as_sympy = sp.Rational(value.rational) + sp.Rational(value.factor) * sp.sqrt(sp.Rational(value.radicand))
        assert sp.simplify(as_sympy - BY_HAND[name]) == 0
    else:
        assert value == BY_HAND[name]
    assert cost.of_sums(F(9, 10), F(41, 100), 3) == value
    assert cost([0.1, 0.2, 0.6]) == pytest.approx(float(value))
    assert cost.of_sums(0.9, 0.41, 3) == pytest.approx(float(value))
    rows = np.array([[0.1, 0.2, 0.6], [0.3, 0.3, 0.3]])
    assert cost(rows)[0] == pytest.approx(float(value))
    assert cost(rows)[1] == pytest.approx(float(cost([F(3, 10)] * 3)))
    assert cost.of_sums(rows.sum(axis=1), (rows**2).sum(axis=1), 3) == pytest.approx(cost(rows), rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("name", costs.READINGS)
def test_more_spread_never_costs_less(name):
    cost = rw.Cost(name, epsilon=F(1, 20))
    for mean in (F(0), F(1, 10), F(1, 2)):
        values = [cost.of_moments(mean, F(k, 50)) for k in range(12)]
        assert values == sorted(values)


def test_equal_gains_leave_no_spread():
    assert rw.Cost("ratio")([F(1, 5)] * 4) == 0
    assert rw.Cost("deviation-ratio")([F(1, 5)] * 4) == 0
    assert rw.Cost("sharpe", epsilon=F(1, 10))([F(1, 5)] * 4) == -2
    assert rw.Cost("growth", epsilon=F(1, 10))([F(1, 5)] * 4) == -2
    assert rw.Cost("sharpe", epsilon=F(1, 5))([F(1, 5), F(3, 5)]) == -1  # sd equals eps: the rational branch


def test_a_variance_rounded_below_zero_counts_as_zero():
    assert rw.Cost("deviation-ratio").of_sums(0.9, 0.27 - 1e-12, 3) == 0
    assert rw.Cost("sharpe", epsilon=1).of_sums(np.array([0.9]), np.array([0.27 - 1e-12]), 3) == pytest.approx([-0.3])


def test_names_and_constants_are_checked():
    with pytest.raises(ValueError, match=r"cost must be one of ratio, .* got 'variance'"):
        rw.Cost("variance")
    with pytest.raises(ValueError, match="epsilon must be greater than 0, got 0"):
        rw.Cost("ratio", epsilon=0)
    with pytest.raises(ValueError, match=r"weight must be a number \(int, Fraction or finite float\), got nan"):
        rw.Cost("linear", weight=float("nan"))
    with pytest.raises(ValueError, match=r"points must be a number \(int, Fraction or finite float\), got True"):
        rw.Cost("sum", points=True)
    with pytest.raises(ValueError, match="cost must be a name"):
        costs.as_cost(3)
    assert costs.as_cost("ratio") == rw.Cost("ratio")
    assert str(rw.Cost("ratio")) == "ratio: V / (m + eps)"


def test_rows_of_gains_are_read_whether_they_are_whole_numbers_or_floats():
    cost = rw.Cost("linear", weight=1)
    for rows in ([[1, 3], [2, 2]], [[F(1), F(3)], [F(2), F(2)]], [[1.0, 3.0], [2.0, 2.0]]):
        assert cost(rows).tolist() == [-1.0, -2.0]


def test_a_constant_of_a_narrow_type_is_the_decimal_that_it_prints_as():
    assert rw.Cost("linear", weight=np.float32(0.1)).weight == 0.1
    assert rw.Cost("ratio", epsilon=F(1, 10**400)).epsilon == F(1, 10**400)  # too small for a float, and exact
    with pytest.raises(ValueError, match=r"epsilon must be a number \(int, Fraction or finite float\), got inf"):
        rw.Cost("ratio", epsilon=float("inf"))
