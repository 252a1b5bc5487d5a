"""Words of matrices, against matrices of numbers."""

import random

import pytest
import sympy as sp

from incentives_book.coalitions.expecting_error_in_regression import entries, matrices, rewrite, trace


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
