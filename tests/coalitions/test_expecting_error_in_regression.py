"""Words of matrices, against matrices of numbers."""

import random
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

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


@pytest.mark.backs("coalitions/prose-slightly-different-coefficient")
@pytest.mark.parametrize("inputs", [1, 2, 4, 7])
def test_correlation_changes_the_spread_to_between_nothing_and_d_times_the_printed(inputs):
    rng = np.random.default_rng(inputs)
    for _ in range(200):
        sigma, spread = (root @ root.T for root in rng.normal(size=(2, inputs, max(1, inputs // 2))))
        printed = (np.diag(sigma) * np.diag(spread)).sum()
        assert -1e-9 <= np.trace(sigma @ spread) <= inputs * printed + 1e-9
    ones = np.ones((inputs, inputs))
    assert np.trace(ones @ ones) == inputs * inputs  # the upper end occurs: D times D
