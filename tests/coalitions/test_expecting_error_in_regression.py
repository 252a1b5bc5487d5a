"""Words of matrices, against matrices of numbers."""

import random
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sympy as sp

from incentives_book.coalitions import expecting_error_in_regression as page
from incentives_book.coalitions.expecting_error_in_regression import (
    entries,
    is_covariance,
    is_distribution,
    matrices,
    rewrite,
    trace,
)


def numbers(rng, rows, columns):
    return sp.Matrix(rows, columns, [rng.randint(-4, 4) for _ in range(rows * columns)])


@pytest.mark.backs("coalitions/theorem-4-1-proof-residual", "coalitions/theorem-4-1-proof-trace")
@pytest.mark.parametrize(("points", "inputs"), [(1, 1), (4, 2), (5, 3)])
def test_what_the_words_say_holds_for_matrices_of_these_sizes(points, inputs):
    rng = random.Random(points)
    X = numbers(rng, points, inputs)
    while (X.T * X).det() == 0:
        X = numbers(rng, points, inputs)
    theta, eta, x = numbers(rng, inputs, 1), numbers(rng, points, 1), numbers(rng, inputs, 1)
    W = (X.T * X).inv()
    residual = x.T * theta - x.T * W * X.T * (X * theta + eta)
    assert residual == -x.T * W * X.T * eta
    white = x.T * W * X.T * (3 * sp.eye(points)) * X * W * x
    assert white[0] == 3 * (x * x.T * W).trace()


def test_factors_do_not_change_places():
    A, B, C = matrices("A B C")
    assert entries(A * B) != entries(B * A)
    assert trace(A * B) == trace(B * A)
    assert trace(A * B * C) == trace(C * A * B) != trace(A * C * B)
    assert trace(2 * A + A) == 3 * trace(A)
    assert trace(A**2 * B) == trace(A * B * A)


def test_a_product_is_exchanged_only_where_its_factors_are_neighbours():
    A, B, C = matrices("A B C")
    assert rewrite(A * C * B, {A * B: 1}) == A * C * B
    assert rewrite(C * (A + C) * B, {A * B: 1}) == C + C**2 * B


@pytest.mark.backs("coalitions/theorem-4-2")
def test_without_independence_the_products_remain():
    A, AT, d, dT, K, B = matrices("A A^T d d^T K B")
    w = sp.Symbol("w")
    square = (A + w * d) * (AT + w * dT)
    known = {A * AT: K, d * dT: B}
    assert entries(rewrite(square, known)) != entries(K + w**2 * B)
    assert entries(rewrite(square, {A * dT: 0, d * AT: 0, **known})) == entries(K + w**2 * B)


def test_the_trace_of_a_number_is_that_of_the_identity():
    A, B = matrices("A B")
    assert trace(rewrite(5 * A * B, {A * B: 1})) == 5 * trace(sp.Integer(1)) != 5


def test_a_covariance_is_what_has_no_negative_eigenvalue():
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        root = numbers(rng, 2, 3)
        matrix = root * root.T - rng.choice((0, 0, 3)) * sp.eye(2)
        lowest = np.linalg.eigvalsh(np.array(matrix.tolist(), dtype=float)).min()
        if abs(lowest) > 1e-6:
            assert is_covariance(matrix.tolist()) == (lowest > 0)
            seen.add(lowest > 0)
    assert seen == {True, False}
    assert not is_covariance([[2, 1], [0, 2]])


def test_a_distribution_has_positive_chances_that_sum_to_one():
    half = Fraction(1, 2)
    assert is_distribution([(half, 0), (half, 2)])
    assert not is_distribution([(half, 0), (half, 2), (half, 3)])
    assert not is_distribution([(3 * half, 0), (-half, 2)])


@pytest.mark.backs("coalitions/prose-slightly-different-coefficient", "coalitions/new-spread-bounds")
@pytest.mark.parametrize("inputs", [1, 2, 4, 7])
def test_correlation_changes_the_spread_to_between_nothing_and_d_times_the_printed(inputs):
    rng = np.random.default_rng(inputs)
    for _ in range(200):
        sigma, spread = (root @ root.T for root in rng.normal(size=(2, inputs, max(1, inputs // 2))))
        printed = (np.diag(sigma) * np.diag(spread)).sum()
        assert -1e-9 <= np.trace(sigma @ spread) <= inputs * printed + 1e-9
    ones = np.ones((inputs, inputs))
    assert np.trace(ones @ ones) == inputs * inputs  # the upper end occurs: D times D


def test_a_product_of_matrices_exists_if_numpy_can_form_it():
    for shapes in [((3, 2), (2, 1)), ((2, 3), (2, 1)), ((1, 2), (2, 4), (4, 3)), ((1, 2), (3, 4), (4, 1))]:
        try:
            product = np.linalg.multi_dot([np.ones(shape) for shape in shapes]).shape
        except ValueError:
            product = None
        assert page.product_shape(*shapes) == product


def test_moments_are_those_of_many_draws():
    rng = np.random.default_rng(1)
    values = [(Fraction(1, 4), 1), (Fraction(3, 4), 3)]
    drawn = rng.choice([1, 3], p=[0.25, 0.75], size=(200_000, 2)).astype(float)
    assert float(page.moment(values, 2)) == pytest.approx((drawn**2).mean(), rel=0.01)
    inverse = 1 / (drawn**2).sum(axis=1)
    assert float(page.inverse_moment(values, 2)) == pytest.approx(inverse.mean(), rel=0.01)
    assert page.one_input_cost(values, 2) == page.moment(values, 2) * page.inverse_moment(values, 2)
    designs = [(Fraction(1, 2), ((1, 0), (1, 2))), (Fraction(1, 2), ((2, 1), (0, 1)))]
    by_numpy = sum(np.linalg.inv(np.array(x).T @ np.array(x)) / 2 for _, x in designs)
    assert np.array(page.mean_inverse(designs).tolist(), dtype=float) == pytest.approx(by_numpy)
    tests = [(Fraction(1, 3), (1, 2)), (Fraction(2, 3), (3, -1))]
    by_numpy = np.outer([1, 2], [1, 2]) / 3 + 2 * np.outer([3, -1], [3, -1]) / 3
    assert np.array(page.second_moment(tests).tolist(), dtype=float) == pytest.approx(by_numpy)


@pytest.mark.backs("coalitions/new-regression-threshold", "coalitions/prose-all-results-apply")
def test_equal_members_join_below_the_threshold_and_are_torn_at_it():
    verdicts = [page.equal_members(n, 2, lambda n: Fraction(2, n - 3), noise=10, spread=1).join for n in (22, 23, 24)]
    assert verdicts == [1, 0, -1]
    pair = page.equal_members(13, 2, lambda n: Fraction(2, n - 3), noise=10, spread=1)
    assert pair.together == pair.alone / 2 + Fraction(1, 2)  # half the noise, and a bias of spread / 2


def test_the_pictures_of_regression_name_what_they_show():
    ax = page.draw_flip(plt.figure().add_subplot(), dimension=2, noise=10, spread=1)
    assert {"rule of thumb: 20", "truth: 23"} <= {text.get_text() for text in ax.texts}
    alone, pair = (ax.lines[k] for k in (0, 1))
    crossing = np.interp(0, (alone.get_ydata() - pair.get_ydata())[::-1], alone.get_xdata()[::-1])
    assert crossing == pytest.approx(23, abs=0.05)
    ax = page.draw_factor(plt.figure().add_subplot(), dimensions=(2, 50))
    assert [line.get_ydata()[-1] for line in ax.lines[:2]] == pytest.approx([100 / 97, 2500 / 2449])
    ax = page.draw_spreads(plt.figure().add_subplot())
    assert [bar.get_width() for bar in ax.patches] == [0, 2, 4]
