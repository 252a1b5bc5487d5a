from fractions import Fraction as F

import numpy as np
import pytest

from incentives import coalitions as co
from incentives.coalitions.sizes import read, read_in_range, rows_of_one

RULES = [co.uniform_errors, co.optimal_coarse_errors, co.optimal_coarse_weights, co.optimal_fine_errors]


def test_sizes_in_range_stay_as_they_are_to_the_last_digit():
    for read_them in (read, read_in_range):
        n, mu, tau = read_them(False, [0.3, 1e50], noise=0.7, spread=3.0)
        assert (n.tolist(), mu.tolist(), tau.tolist()) == ([0.3, 1e50], [0.7], [3.0])
    assert read_in_range(True, [3, F(1, 2)], noise=10**400, spread=1)[1].tolist() == [10**400]


def test_sizes_out_of_range_are_divided_by_a_power_of_two_and_noise_with_them():
    n, mu = read_in_range(False, [[3.0, 5.0], [3e200, 5e200]], noise=np.array([10.0, 10e200]))
    unit = 5e200 / n[1, 1]
    assert n[0].tolist() == [3.0, 5.0]
    assert np.frexp(unit)[0] == 0.5
    assert mu.tolist() == [[10.0], [10e200 / unit]]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("scale", [2.0**700, 2.0**-700, 1e200, 1e-200])
def test_errors_and_weights_depend_on_noise_over_size_alone(rule, scale):
    plain = rule([5.0, 25.0, 12.0], noise=10, spread=1)
    scaled = rule([5 * scale, 25 * scale, 12 * scale], noise=10 * scale, spread=1)
    assert scaled == pytest.approx(plain, rel=1e-13)


def test_rows_of_weights_sum_to_one():
    assert rows_of_one([[F(1, 2), F(1, 2)], [0, 1]], 2, exact=True).sum() == 2
    with pytest.raises(ValueError, match="weights must have rows that sum to 1"):
        rows_of_one([[0.5, 0.4], [0, 1]], 2, exact=False)
