"""Section 7 and appendices A and E, from linear equations, perturbed weights and plain matrices of fractions."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

import definitions
import numpy as np
import pytest

from incentives_book.coalitions import weighing_everybody as page

SIZES = [(5, 25), (10, 5, 25), (1, 1, 100), (3, 7, 20, 60), (30, 30, 30, 300)]
CASES = list(product(SIZES, [Fraction(10), Fraction(1, 3)], [Fraction(1), Fraction(5, 2)]))


def printed_weights(sizes, mu, s2, j):
    """Lemma 7.1 as printed."""
    V = [s2 + mu / n for n in sizes]
    rest = sum(1 / v for i, v in enumerate(V) if i != j)
    return [
        (1 + s2 * rest) / (1 + V[j] * rest) if k == j else (V[j] - s2) / (V[k] * (1 + V[j] * rest))
        for k in range(len(sizes))
    ]


def error(sizes, mu, s2, j, weights):
    return definitions.weighted_error(sizes, mu, s2, j, weights)


@pytest.mark.backs("coalitions/lemma-7-1", "coalitions/lemma-7-1-proof")
@pytest.mark.parametrize(("sizes", "mu", "s2"), CASES)
def test_printed_weights_are_the_minimum(sizes, mu, s2):
    for j in range(len(sizes)):
        weights = printed_weights(sizes, mu, s2, j)
        least = error(sizes, mu, s2, j, weights)
        assert sum(weights) == 1
        assert least == definitions.best_weighted_error(sizes, mu, s2, j)
        # A convex quadratic is least where both neighbours on every line are worse.
        for k in set(range(len(sizes))) - {j}:
            for step in (Fraction(1, 50), Fraction(-1, 50)):
                moved = [v + step * ((i == k) - (i == j)) for i, v in enumerate(weights)]
                assert error(sizes, mu, s2, j, moved) > least


@pytest.mark.backs("coalitions/lemma-7-1-proof-minimum")
@pytest.mark.parametrize(("sizes", "mu", "s2"), CASES)
def test_the_rise_from_the_minimum_is_a_sum_of_squares(sizes, mu, s2):
    rng = np.random.default_rng(5)
    weights = printed_weights(sizes, mu, s2, 0)
    for _ in range(5):
        d = [Fraction(int(x), 7) for x in rng.integers(-20, 21, len(sizes) - 1)]
        moved = [weights[0] - sum(d), *(v + step for v, step in zip(weights[1:], d, strict=True))]
        rise = error(sizes, mu, s2, 0, moved) - error(sizes, mu, s2, 0, weights)
        squares = sum((s2 + mu / n) * step**2 for n, step in zip(sizes[1:], d, strict=True))
        assert rise == squares + (s2 + mu / sizes[0]) * sum(d) ** 2


def test_curving_upwards_along_the_axes_is_not_enough():
    def saddle(a, b):
        return a * a + 3 * a * b + b * b

    assert saddle(1, 0) > 0 < saddle(0, 1)
    assert saddle(1, -1) < 0


@pytest.mark.backs("coalitions/lemma-7-1-proof-index")
def test_the_slipped_index_gives_weights_that_do_not_add_up():
    mu, s2, n_j, n_k, n_i = Fraction(10), Fraction(1), 10, 5, 25
    V = {n: s2 + mu / n for n in (n_j, n_k, n_i)}
    as_printed = (1 + 2 * s2 / V[n_k]) / (1 + 2 * V[n_j] / V[n_k])
    corrected = (1 + s2 / V[n_k] + s2 / V[n_i]) / (1 + V[n_j] / V[n_k] + V[n_j] / V[n_i])

    def total(own):
        return own + sum((own * V[n_j] - s2) / V[n] for n in (n_k, n_i))

    assert total(corrected) == 1
    assert total(as_printed) != 1


@pytest.mark.backs("coalitions/prose-weights-between-0-and-1")
@pytest.mark.parametrize(("sizes", "mu", "s2"), CASES)
def test_weights_lie_strictly_between_0_and_1(sizes, mu, s2):
    for j in range(len(sizes)):
        assert all(0 < v < 1 for v in printed_weights(sizes, mu, s2, j))
    assert printed_weights(sizes[:1], mu, s2, 0) == [1]


@pytest.mark.backs(
    "coalitions/corollary-7-2", "coalitions/prose-fine-only-core-element", "coalitions/new-fine-all-notions"
)
@pytest.mark.parametrize("sizes", [s for m in (1, 2, 3, 4) for s in combinations_with_replacement((1, 10, 300), m)])
def test_the_grand_coalition_is_the_only_stable_partition(sizes):
    players = len(sizes)
    cost = definitions.cost_table(sizes, 10, 1, "fine")
    everybody = frozenset(range(players))
    for c in definitions.coalitions(players):
        assert all(c == everybody or cost(j, everybody) < cost(j, c) for j in c)
    for concept in ("core", "strict-core", "individual", "nash"):
        stable = [p for p in definitions.all_partitions(players) if definitions.is_stable(cost, p, players, concept)]
        assert stable == [frozenset({everybody})]


@pytest.mark.backs("coalitions/new-precision-addition-fine")
@pytest.mark.parametrize(("sizes", "mu", "s2"), CASES)
def test_precisions_add(sizes, mu, s2):
    H = sum(1 / (s2 + mu / n) for n in sizes[1:])
    assert 1 / definitions.best_weighted_error(sizes, mu, s2, 0) == sizes[0] / mu + 1 / (s2 + 1 / H)


@pytest.mark.backs("coalitions/new-fine-is-blup")
@pytest.mark.parametrize(("sizes", "mu", "s2"), CASES)
def test_blup_is_the_fine_grained_estimate(sizes, mu, s2):
    averages = [Fraction(3 * i * i - 4, 5) for i in range(len(sizes))]
    for j, prediction in enumerate(page.best_linear_predictions(averages, sizes, noise=mu, spread=s2)):
        weights = printed_weights(sizes, mu, s2, j)
        assert prediction == sum(v * t for v, t in zip(weights, averages, strict=True))


@pytest.mark.backs("coalitions/new-fine-is-posterior-mean")
def test_the_posterior_mean_tends_to_the_fine_grained_estimate():
    # Normal prior with variance tau for the common mean; weights solve Cov(Y) w = Cov(Y, theta_1).
    sizes, mu, s2 = (10, 5, 25), 10.0, 1.0
    exact = np.array(printed_weights(sizes, Fraction(10), Fraction(1), 0), dtype=float)
    gaps = []
    for tau in (1e2, 1e4, 1e6):
        covariance = np.diag([s2 + mu / n for n in sizes]) + tau
        gaps.append(np.abs(np.linalg.solve(covariance, np.array([s2 + tau, tau, tau])) - exact).max())
    assert gaps[0] > 50 * gaps[1] > 2500 * gaps[2]
    assert gaps[2] < 1e-5


@pytest.mark.backs("coalitions/appendix-a-bayes")
def test_bayes_formula_by_counting_equally_likely_outcomes():
    # 12 outcomes (lambda, theta, y), multiplicities as probabilities in twelfths.
    times = {
        (0, 0, 0): 1,
        (0, 0, 1): 1,
        (0, 1, 0): 2,
        (0, 1, 1): 2,
        (1, 0, 0): 2,
        (1, 0, 1): 2,
        (1, 1, 0): 1,
        (1, 1, 1): 1,
    }

    def p(**fixed):
        return Fraction(
            sum(q for outcome, q in times.items() if all(outcome["lty".index(k)] == v for k, v in fixed.items())), 12
        )

    for t, y in product((0, 1), repeat=2):
        prior = sum(p(l=lam, t=t) / p(l=lam) * p(l=lam) for lam in (0, 1))
        assert p(t=t, y=y) / p(y=y) == p(t=t, y=y) / p(t=t) / p(y=y) * prior


@pytest.mark.backs("coalitions/appendix-a-linear-family")
def test_the_printed_linear_family_misses_a_common_truth():
    # Everybody's average is 1, without noise: an estimate of a mean must be 1.
    w, n = Fraction(1, 2), (5, 25)
    assert w + (1 - w) * sum(1 for _ in n) == Fraction(3, 2)
    assert w + (1 - w) * sum(Fraction(size, sum(n)) for size in n) == 1


@pytest.mark.backs("coalitions/new-equal-sizes-shrinkage")
@pytest.mark.parametrize(("m", "n"), list(product((2, 3, 5), (1, 10, 40))))
def test_equal_sizes_shrink_to_the_grand_mean(m, n):
    mu, s2 = Fraction(10), Fraction(1)
    share = s2 / (s2 + mu / n)
    weights = [share * (i == 0) + (1 - share) / m for i in range(m)]
    least = error([n] * m, mu, s2, 0, weights)
    assert (
        least == definitions.best_weighted_error([n] * m, mu, s2, 0) == definitions.best_mixed_error([n] * m, mu, s2, 0)
    )


@pytest.mark.backs("coalitions/appendix-a-other-estimators")
def test_estimators_outside_the_family_can_win():
    for sizes, mu, s2 in CASES:
        V = s2 + mu / sizes[0]
        shrunk = s2 / V
        known_mean_0 = shrunk**2 * mu / sizes[0] + (1 - shrunk) ** 2 * s2
        assert known_mean_0 < definitions.best_weighted_error(sizes, mu, s2, 0)
