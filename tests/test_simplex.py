"""The steps of the simplex method, against another solver and where Dantzig's rule runs in a circle."""

from fractions import Fraction as F

import numpy as np
import pytest
from scipy.optimize import linprog

from incentives.simplex import lower


def tableau_of(rows, right, costs):
    """Slack columns as the first basis, all in Fractions."""
    height, width = len(rows), len(costs)
    table = [
        [*map(F, row), *(F(i == k) for k in range(height)), F(b)]
        for i, (row, b) in enumerate(zip(rows, right, strict=True))
    ]
    return table, list(range(width, width + height)), [*map(F, costs), *[F(0)] * (height + 1)]


@pytest.mark.parametrize("seed", range(20))
def test_the_least_sum_is_that_of_another_solver(seed):
    rng = np.random.default_rng(seed)
    height, width = rng.integers(1, 5), rng.integers(1, 6)
    # A last row with positive entries bounds the sum; right sides of 0 make ties.
    rows = [*rng.integers(-4, 5, (height - 1, width)).tolist(), rng.integers(1, 5, width).tolist()]
    right, costs = rng.integers(0, 4, height).tolist(), rng.integers(-5, 3, width).tolist()
    table, basis, top = tableau_of(rows, right, costs)
    lower(table, basis, top, width + height)
    assert float(-top[-1]) == pytest.approx(linprog(costs, A_ub=rows, b_ub=right).fun, abs=1e-9)
    found = [F(0)] * (width + height)
    for row, column in zip(table, basis, strict=True):
        found[column] = row[-1]
    assert min(found) >= 0
    assert sum(c * x for c, x in zip(costs, found[:width], strict=True)) == -top[-1]
    assert all(
        sum(a * x for a, x in zip(row, found[:width], strict=True)) <= b for row, b in zip(rows, right, strict=True)
    )


def test_the_steps_end_where_the_steepest_column_runs_in_a_circle():
    """Beale's example: with the most negative cost first the sixth basis is the first again."""
    rows = [[F(1, 4), -60, F(-1, 25), 9], [F(1, 2), -90, F(-1, 50), 3], [0, 0, 1, 0]]
    table, basis, top = tableau_of(rows, [0, 0, 1], [F(-3, 4), 150, F(-1, 50), 6])
    lower(table, basis, top, 7)
    assert -top[-1] == F(-1, 20)


def test_columns_beyond_the_first_ones_never_enter():
    table, basis, top = tableau_of([[1, 1]], [1], [0, -1])
    lower(table, basis, top, 1)
    assert (basis, top[-1]) == ([2], 0)


def test_of_equal_rows_the_one_whose_column_comes_first_gives_way():
    for slack, end in (([1, 2], [0, 2]), ([2, 1], [2, 0])):
        table = [[F(1), F(slack[i] == 1), F(slack[i] == 2), F(1)] for i in range(2)]
        basis = list(slack)
        lower(table, basis, [F(-1), F(0), F(0), F(0)], 3)
        assert basis == end
