"""James and Stein's exact error against quadrature and simulation, and predictions against least squares."""

import math
from fractions import Fraction

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sympy as sp

from incentives_book.coalitions import weighing_everybody as page


def chi_square_average(f, df, noncentral):
    """Average of f over a noncentral chi-square variable: Poisson mixture, each density by the trapezoid rule in log
    x.
    """
    logs = np.linspace(math.log(1e-9), math.log(1e3), 20_001)
    x = np.exp(logs)
    average = 0.0
    for k in range(80):
        poisson = (
            math.exp(-noncentral / 2 + k * math.log(noncentral / 2) - math.lgamma(k + 1))
            if noncentral
            else float(k == 0)
        )
        half = (df + 2 * k) / 2
        density = np.exp((half - 1) * logs - x / 2 - half * math.log(2) - math.lgamma(half))
        heights = f(x) * density * x
        average += poisson * float((heights[1:] + heights[:-1]) @ np.diff(logs)) / 2
    return average


@pytest.mark.backs("coalitions/appendix-a-james-stein")
@pytest.mark.parametrize("means", [(0, 0, 0), (1, -2, 0, 3), (4, *(0,) * 9)])
def test_total_error_against_quadrature(means):
    m, noncentral = len(means), sum(x * x for x in means)
    low, high = page.james_stein_total(means, variance=1)
    quadrature = m - (m - 2) ** 2 * chi_square_average(lambda x: 1 / x, m, noncentral)
    assert low <= high < m
    assert high - low < Fraction(1, 10**9)
    assert float(low) == pytest.approx(quadrature, abs=2e-4)


def test_owners_errors_add_up_to_the_total():
    means = (Fraction(1, 2), 3, -1, 0, 2)
    errors = [page.james_stein_error(means, owner, variance=Fraction(3, 2)) for owner in range(5)]
    low, high = page.james_stein_total(means, variance=Fraction(3, 2))
    assert sum(bounds[0] for bounds in errors) <= high
    assert sum(bounds[1] for bounds in errors) >= low
    assert abs(float(sum(bounds[0] for bounds in errors) - low)) < 1e-9


@pytest.mark.backs("coalitions/appendix-a-james-stein")
def test_one_player_can_lose_while_the_total_falls():
    means = (4, *(0,) * 9)
    rng = np.random.default_rng(3)
    sample = rng.normal(size=(100_000, 10)) + np.array(means)
    estimate = sample - 8 * sample / (sample**2).sum(axis=1, keepdims=True)
    squared = (estimate - np.array(means)) ** 2
    error, spread = squared.mean(axis=0), squared.std(axis=0) / math.sqrt(len(sample))
    for owner in (0, 1):
        assert abs(float(page.james_stein_error(means, owner, variance=1)[0]) - error[owner]) < 5.5 * spread[owner]
    assert page.james_stein_error(means, 0, variance=1)[0] > 2
    assert page.james_stein_total(means, variance=1)[1] < 8


def test_with_two_owners_nothing_is_shrunk():
    assert page.james_stein_total([3, 4], variance=Fraction(1, 2)) == (1, 1)


def test_scaling_means_and_noise_scales_the_error():
    low, _ = page.james_stein_total([1, 2, 3], variance=1)
    scaled, _ = page.james_stein_total([3, 6, 9], variance=9)
    assert scaled == 9 * low


@pytest.mark.backs("coalitions/new-james-stein-estimates-the-share", "coalitions/new-price-of-estimating-the-share")
def test_estimating_the_share_costs_two_players():
    m, s2, spread, draws = 9, 1.0, 2.0, 200_000
    V = s2 + spread
    rng = np.random.default_rng(12)
    theta = 3 + math.sqrt(spread) * rng.normal(size=(draws, m))
    sample = theta + math.sqrt(s2) * rng.normal(size=theta.shape)
    centre = sample.mean(axis=1, keepdims=True)
    Q = ((sample - centre) ** 2).sum(axis=1, keepdims=True)
    noise_share = (m - 3) * s2 / Q
    assert abs(noise_share.mean() - s2 / V) < 5.5 * noise_share.std() / math.sqrt(draws)
    known = ((sample - s2 / V * (sample - centre) - theta) ** 2).sum(axis=1)
    estimated = ((sample - noise_share * (sample - centre) - theta) ** 2).sum(axis=1)
    loss = estimated - known
    assert abs(loss.mean() - 2 * s2**2 / V) < 5.5 * loss.std() / math.sqrt(draws)


@pytest.mark.backs("coalitions/appendix-a-estimating-the-variance")
def test_the_entries_of_one_vector_overstate_the_noise():
    # Two players with means 0 and 6, noise +-1: the four vectors, and the average of their sample variance.
    variances = [Fraction((0 + a - 6 - b) ** 2, 2) for a in (-1, 1) for b in (-1, 1)]
    assert sum(variances) / 4 == 19


@pytest.mark.backs("coalitions/appendix-a-estimating-the-variance")
def test_no_polynomial_of_one_observation_estimates_the_noise_without_bias():
    theta, noise = sp.symbols("theta v", positive=True)
    # Moments of a normal variable, by the recursion E Y^(k+1) = theta E Y^k + k v E Y^(k-1).
    moments = [sp.Integer(1), theta]
    for k in range(1, 8):
        moments.append(sp.expand(theta * moments[k] + k * noise * moments[k - 1]))
    unknown = sp.symbols("c:9")
    bias = sp.Poly(sum(c * moment for c, moment in zip(unknown, moments, strict=True)) - noise, theta, noise)
    assert sp.linsolve(bias.coeffs(), unknown) == sp.EmptySet


def test_predictions_solve_the_weighted_least_squares_problem():
    averages, sizes, noise, spread = np.array([0.3, -1.2, 2.0]), np.array([5.0, 9.0, 40.0]), 10.0, 1.0
    # Henderson's equations: minimise sum n (avg - m - u)^2 / noise + sum u^2 / spread over m and u.
    n = sizes / noise
    equations = np.block([[np.array([[n.sum()]]), n[None, :]], [n[:, None], np.diag(n + 1 / spread)]])
    solution = np.linalg.solve(equations, np.concatenate(([n @ averages], n * averages)))
    np.testing.assert_allclose(page.pooled_mean(averages, sizes, noise=noise, spread=spread), solution[0])
    predictions = page.best_linear_predictions(averages, sizes, noise=noise, spread=spread)
    np.testing.assert_allclose(predictions, solution[0] + solution[1:])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: page.james_stein_total([1], variance=1), "means must be at least 2"),
        (lambda: page.james_stein_error([1, 2], 0, variance=1), "means must be at least 3"),
        (lambda: page.james_stein_error([1, 2, 3], 3, variance=1), r"owner must be a whole number from 0 to 2"),
        (lambda: page.james_stein_total([1.5, 2, 3], variance=1), "means and variance must be ints or Fractions"),
        (lambda: page.james_stein_total([1, 2, 3], variance=0), "variance must be greater than 0"),
        (lambda: page.pooled_mean([1], [5, 5], noise=1, spread=1), "averages must hold one number per owner, 2"),
        (lambda: page.best_linear_predictions([1, 2], [5, 0], noise=1, spread=1), "sizes must be greater than 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_picture_of_the_methods_names_each_curve_at_its_end():
    ax = page.draw_methods(plt.figure().add_subplot(), own=5, partners=(5, 5), noise=10, spread=1)
    assert [text.get_text() for text in ax.texts] == list(page.METHODS.values())
    ends = [line.get_ydata()[-1] for line in ax.lines]
    assert ends[0] == pytest.approx(2)  # alone: 10 / 5
    assert ends[3] < ends[2] < ends[1] < ends[0]
    pulled = (2 * 5**2 + 1000**2 + 1010**2) / 1015**2
    assert ends[1] == pytest.approx(10 / 1015 + pulled)


def test_the_picture_of_shrinking_starts_at_two_and_at_a_fifth():
    axes = page.draw_james_stein(plt.figure().subplots(1, 2), others=9, most=4)
    total, one = (ax.lines[0].get_ydata() for ax in axes)
    assert total[0] == pytest.approx(2)
    assert one[0] == pytest.approx(2 / 10)
    assert (total < 10).all()
    assert one[-1] == pytest.approx(2.9003, abs=1e-4)
