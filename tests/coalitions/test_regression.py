"""Regression errors against the covariance of the fits, hand-computed inverses, enumeration and mean estimation."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings, strategies as st

from incentives.coalitions.errors import fine_errors, optimal_fine_weights
from incentives.coalitions.regression import (
    coefficient_spreads,
    common_gaussian_costs,
    gaussian_costs,
    moment_costs,
    regression_errors,
    same_size_threshold,
)
from incentives_book.coalitions.mixing import uniform_mixing


def product_of(a, b):
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)] for row in a]


def trace(matrix):
    return sum(matrix[d][d] for d in range(len(matrix)))


def inverse_2x2(m):
    det = F(m[0][0] * m[1][1] - m[0][1] * m[1][0])
    return [[m[1][1] / det, -m[0][1] / det], [-m[1][0] / det, m[0][0] / det]]


def error_by_covariance(member, row, inverses, test, noise, coefficients):
    """trace(T Cov(mixed fit - own coefficients)), with the covariance put together from covariances of fits."""
    D = range(len(test))
    covariance = [[F(coefficients[a][b]) for b in D] for a in D]
    for i, v in enumerate(row):
        for a, b in product(D, D):
            covariance[a][b] += v * v * (coefficients[a][b] + noise * inverses[i][a][b])
            if i == member:
                covariance[a][b] -= 2 * v * coefficients[a][b]
    return trace(product_of(test, covariance))


small = st.integers(-4, 4)


@st.composite
def covariances(draw):
    """A positive definite 2 by 2 matrix of integers."""
    a, b, c = draw(st.integers(1, 4)), draw(small), draw(st.integers(1, 4))
    return [[a * a, a * b], [a * b, b * b + c * c]]


@settings(max_examples=50)
@given(st.data(), st.integers(1, 4))
def test_errors_match_the_covariance_of_the_fits(data, members):
    inverses = [data.draw(covariances()) for _ in range(members)]
    tests = [data.draw(covariances()) for _ in range(members)]
    coefficients = data.draw(covariances())
    raw = [[F(data.draw(small), 2) for _ in range(members)] for _ in range(members)]
    rows = [[*row[:-1], 1 - sum(row[:-1])] for row in raw]
    costs = moment_costs(inverses, test_moments=tests)
    assert costs == tuple(tuple(trace(product_of(t, e)) for e in inverses) for t in tests)
    spreads = coefficient_spreads(tests, coefficients=coefficients)
    errors = regression_errors(costs, noise=7, spreads=spreads, weights=rows)
    assert errors == tuple(error_by_covariance(j, rows[j], inverses, tests[j], 7, coefficients) for j in range(members))


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(4, 40), covariances()), min_size=1, max_size=4))
def test_gaussian_costs_match_a_hand_computed_inverse(players):
    sizes, sigmas = [n for n, _ in players], [s for _, s in players]
    expected = tuple(
        tuple(trace(product_of(mine, inverse_2x2(theirs))) / (n - 3) for n, theirs in players) for mine in sigmas
    )
    assert gaussian_costs(sizes, covariances=sigmas) == expected
    floats = gaussian_costs(np.array(sizes), covariances=np.array(sigmas, dtype=float))
    np.testing.assert_allclose(floats, np.array(expected, dtype=float), rtol=1e-9)


@given(covariances(), st.lists(st.integers(4, 40), min_size=1, max_size=4))
def test_a_common_covariance_cancels(sigma, sizes):
    assert gaussian_costs(sizes, covariances=sigma) == common_gaussian_costs(sizes, dimension=2)
    assert gaussian_costs(sizes, covariances=sp.Matrix(sigma)) == common_gaussian_costs(sizes, dimension=2)


def test_mean_of_the_inverse_wishart_in_one_dimension():
    """n - 2 from the beta integral: E[1 / chi^2_n] by recursion of the gamma function, for even n by factorials."""
    for half in range(2, 9):
        n = 2 * half
        gamma = [F(1)]
        for k in range(1, half):
            gamma.append(gamma[-1] * k)
        # integral of t^(half-2) e^(-t/2) is 2^(half-1) (half-2)!, over 2^half (half-1)!
        assert common_gaussian_costs([n], dimension=1)[0][0] == gamma[half - 2] / (2 * gamma[half - 1])


@pytest.mark.parametrize("values", [(1, 2), (1, 3), (-1, 1)])
def test_one_input_by_going_through_every_outcome(values):
    """D = 1, two members with 2 and 1 points, inputs and disturbances drawn independently, no formula used."""
    owners, row = [(F(0), 1), (F(2), 3)], (F(3, 4), F(1, 4))
    total, outcomes = F(0), 0
    for xs in product(values, repeat=4):  # three inputs and one test input
        for (t0, s0), (t1, s1) in product(owners, repeat=2):
            for e in product((1, -1), repeat=3):
                y0, y1, y2 = xs[0] * t0 + s0 * e[0], xs[1] * t0 + s0 * e[1], xs[2] * t1 + s1 * e[2]
                first, second = (xs[0] * y0 + xs[1] * y1) / F(xs[0] ** 2 + xs[1] ** 2), y2 / F(xs[2])
                total += (xs[3] * (row[0] * first + row[1] * second - t0)) ** 2
                outcomes += 1
    square = F(sum(x * x for x in values), 2)
    inverses = [
        [[sum(F(1, a * a + b * b) for a, b in product(values, repeat=2)) / 4]],
        [[sum(F(1, a * a) for a in values) / 2]],
    ]
    costs = moment_costs(inverses, test_moments=[[square]])
    errors = regression_errors(costs, noise=5, spreads=square, weights=[row, (0, 1)])
    assert errors[0] == total / outcomes


@given(st.lists(st.integers(5, 40), min_size=1, max_size=5))
def test_gaussian_regression_is_mean_estimation_with_smaller_sizes(sizes):
    rows = optimal_fine_weights(sizes, noise=3, spread=1)
    costs = common_gaussian_costs(sizes, dimension=3)
    assert regression_errors(costs, noise=7, spreads=2, weights=rows) == fine_errors(
        [n - 4 for n in sizes], noise=21, spread=2, weights=rows
    )


def test_arrays_have_leading_dimensions():
    sizes = np.array([[10, 20], [30, 40]])
    costs = common_gaussian_costs(sizes, dimension=2)
    assert costs.shape == (2, 2, 2)
    errors = regression_errors(costs, noise=10, spreads=1, weights=uniform_mixing(sizes))
    for row, error in zip(sizes.tolist(), errors, strict=True):
        exact = regression_errors(
            common_gaussian_costs(row, dimension=2), noise=10, spreads=1, weights=uniform_mixing(row)
        )
        np.testing.assert_allclose(error, [float(e) for e in exact], rtol=1e-12)


@pytest.mark.parametrize(("dimension", "noise", "spread"), [(2, 10, 1), (1, 7, 2), (5, F(3, 2), F(1, 3))])
def test_threshold_is_where_together_and_alone_cross(dimension, noise, spread):
    threshold = same_size_threshold(dimension, noise=noise, spread=spread)
    for n, members in product(range(dimension + 2, 80), (2, 3, 7)):
        cost = F(dimension, n - dimension - 1)
        # A member's own 1/M is right, the M - 1 others pull with 1/M each and jointly with (M - 1)/M.
        pull = F((members - 1) + (members - 1) ** 2, members**2)
        together = noise * cost / members + pull * spread
        gain = noise * cost - together
        assert (gain > 0) == (n < threshold)
        assert (gain == 0) == (n == threshold)


def test_symbols_pass_through():
    n, mu, tau, v = sp.symbols("n mu tau v", positive=True)
    costs = common_gaussian_costs([n, n], dimension=2)
    error = regression_errors(costs, noise=mu, spreads=tau, weights=[[1 - v, v], [0, 1]])[0]
    assert sp.simplify(error - (2 * mu * ((1 - v) ** 2 + v**2) / (n - 3) + 2 * v**2 * tau)) == 0
    assert same_size_threshold(2, noise=mu, spread=tau) == 3 + 2 * mu / tau


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: common_gaussian_costs([10, 3], dimension=2), r"sizes must exceed D \+ 1 = 3 .* got 3"),
        (lambda: common_gaussian_costs(np.array([10, 3]), dimension=2), r"sizes must exceed D \+ 1 = 3"),
        (lambda: gaussian_costs([3, 9], covariances=[[1, 0], [0, 1]]), r"sizes must exceed D \+ 1 = 3"),
        (lambda: common_gaussian_costs([10], dimension=0), "dimension must be a whole number of at least 1, got 0"),
        (lambda: common_gaussian_costs([10], dimension=1.5), "dimension must be a whole number of at least 1"),
        (lambda: gaussian_costs([9, 9], covariances=[[1, 1], [1, 1]]), "covariances must be invertible"),
        (
            lambda: gaussian_costs(np.array([9]), covariances=np.ones((2, 2))),
            "covariances must be invertible",
        ),
        (lambda: gaussian_costs([9, 9], covariances=[[1, 1]]), "covariances must be square"),
        (lambda: gaussian_costs([9] * 3, covariances=[np.eye(2)] * 2), r"one per member \(3\), got 2"),
        (lambda: moment_costs([[[1]]], test_moments=[[1, 0], [0, 1]]), "test_moments must match"),
        (
            lambda: coefficient_spreads([[1]], coefficients=[[1, 0], [0, 1]]),
            "coefficients must be one matrix",
        ),
        (lambda: regression_errors([[1]], noise=0, spreads=1, weights=[[1]]), "noise must be greater than 0"),
        (
            lambda: regression_errors([[1]], noise=1, spreads=-1, weights=[[1]]),
            "spreads must be greater than 0",
        ),
        (lambda: regression_errors([[0]], noise=1, spreads=1, weights=[[1]]), "costs must be greater than 0"),
        (lambda: regression_errors([1, 1], noise=1, spreads=1, weights=[[1]]), "costs must have shape"),
        (
            lambda: regression_errors([[1]], noise=1, spreads=[1, 1], weights=[[1]]),
            "spreads must be one number",
        ),
        (lambda: regression_errors([[1]], noise=1, spreads=1, weights=[[2]]), "a row that sums to 2"),
        (lambda: same_size_threshold(0, noise=1, spread=1), "dimension must be greater than 0"),
        (lambda: same_size_threshold(1, noise=1, spread=0), "spread must be greater than 0"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
