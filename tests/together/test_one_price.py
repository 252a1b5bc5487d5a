"""One price: its claims by linear systems, finite differences and draws; and the page's own functions."""

from fractions import Fraction as F
from itertools import combinations, product

import matplotlib.pyplot as plt
import numpy as np
import pytest
import sympy as sp

from incentives.coalitions import optimal_fine_errors
from incentives.together import Federation, Stakes, best_size, blocking_coalition, peer_stakes
from incentives_book.together import one_price

from . import worlds

SIZES, NOISE, SPREAD = [5.0, 8.0, 25.0, 3.0], 10.0, 1.5


@pytest.mark.backs("together/new-one-number")
def test_squared_weights_are_slopes_of_errors_and_harms_of_lies():
    v = worlds.best_weights(SIZES, NOISE, SPREAD)
    for i in range(4):
        step = 1e-5 * np.eye(4)[i]
        slope = (worlds.errors(SIZES + step, NOISE, SPREAD) - worlds.errors(SIZES - step, NOISE, SPREAD)) / 2e-5
        assert np.allclose(-slope * SIZES[i] ** 2 / NOISE, v[:, i] ** 2, rtol=1e-6)
    means, reports = worlds.draws(np.random.default_rng(1), SIZES, NOISE, SPREAD, 200_000)
    lied = reports.copy()
    lied[:, 2] += 3
    harm = ((lied @ v.T - means) ** 2 - (reports @ v.T - means) ** 2)[:, [0, 1, 3]]
    error = harm.std(axis=0) / np.sqrt(len(harm))
    assert (abs(harm.mean(axis=0) - 9 * v[[0, 1, 3], 2] ** 2) < 4 * error).all()


@pytest.mark.backs("together/new-truth")
@pytest.mark.parametrize("law", ["normal", "two points"])
def test_a_lie_costs_its_square_whatever_the_law(law):
    federation = Federation.priced([5, 8, 25, 3], noise=10, spread=F(3, 2))
    stakes = peer_stakes(federation)
    _, reports = worlds.draws(np.random.default_rng(2), SIZES, NOISE, SPREAD, 20_000, law)
    lied = reports.copy()
    lied[:, 1] += 1.5
    cost = np.array([stakes(a)[1] - stakes(b)[1] for a, b in zip(lied[:4000], reports[:4000], strict=True)])
    expected = 1.5**2 * float(sum(federation.weights[j][1] ** 2 for j in (0, 2, 3)))
    assert abs(cost.mean() - expected) < 4 * cost.std() / np.sqrt(len(cost))


@pytest.mark.backs("together/new-unverified-sizes")
def test_another_size_costs_more_by_the_formula_in_an_average_over_draws():
    federation = Federation.priced([5, 8, 25, 3], noise=10, spread=F(3, 2))
    stakes, v = peer_stakes(federation), worlds.best_weights(SIZES, NOISE, SPREAD)
    cost = [float(c) for c in federation.costs]

    def paid(size):
        sizes = [5.0, 8.0, size, 3.0]
        means, reports = worlds.draws(np.random.default_rng(3), sizes, NOISE, SPREAD, 6000)
        paid = np.array([stakes(m)[2] for m in reports])
        return (reports @ v[2] - means[:, 2]) ** 2 + cost[2] * size + paid

    for size in (10.0, 50.0):
        more = paid(size) - paid(25.0)
        assert abs(more.mean() - cost[2] * (size - 25) ** 2 / size) < 4 * more.std() / np.sqrt(len(more))
    assert best_size(federation, 2, stakes=stakes) == 25


@pytest.mark.backs("together/new-nobody-leaves")
@pytest.mark.parametrize("seed", range(8))
def test_no_coalition_does_better_at_sizes_drawn_at_random(seed):
    rng = np.random.default_rng(seed)
    spread = rng.uniform(0.1, 3)
    sizes = rng.uniform(1, 40, 4)
    v = worlds.best_weights(sizes, 10, spread)
    prices = v**2 * 10 / sizes**2
    costs = prices.sum(axis=0)
    bills = worlds.errors(sizes, 10, spread) + costs * sizes + prices @ sizes - sizes * prices.sum(axis=0)
    assert bills.sum() == pytest.approx((worlds.errors(sizes, 10, spread) + costs * sizes).sum())
    for members in (list(who) for count in range(1, 5) for who in combinations(range(4), count)):
        for _ in range(40):
            own = sizes[members] * rng.uniform(0.2, 3, len(members))
            alone = len(members) == 1
            error = 10 / own if alone else worlds.errors(own, 10, spread)
            assert bills[members].sum() <= (error + costs[members] * own).sum() + 1e-12


@pytest.mark.backs("together/new-nobody-leaves-convex")
@pytest.mark.parametrize("power", [1.5, 2, 4])
def test_no_coalition_does_better_where_costs_are_convex_powers(power):
    sizes = np.array([4.0, 9.0, 30.0])
    prices = worlds.best_weights(sizes, 10, 0.7) ** 2 * 10 / sizes**2
    slope = prices.sum(axis=0)

    def costs(k, power):  # with that slope at the efficient sizes
        return slope * sizes / power * (k / sizes) ** power

    def least(members, power):
        grid = np.array([*np.ndindex(*[30] * len(members))]) * 2.0 + 1
        own = np.zeros((len(grid), 3))
        own[:, members] = grid
        precision = own / (0.7 * own + 10)
        rest = precision.sum(axis=1, keepdims=True) - precision
        spent = 1 / (own / 10 + rest / (0.7 * rest + 1)) + costs(own, power)
        return spent[:, members].sum(axis=1).min()

    def bill(power):
        return worlds.errors(sizes, 10, 0.7) + costs(sizes, power) + prices @ sizes - sizes * slope

    for members in (list(who) for count in range(1, 4) for who in combinations(range(3), count)):
        assert bill(power)[members].sum() <= least(members, power) + 1e-12
    assert bill(0.3).sum() > least([0, 1, 2], 0.3)  # concave: other sizes are cheaper for everybody together


def test_what_a_coalition_spends_is_its_errors_by_the_library_and_its_costs():
    prices = [F(1, 3), F(1, 7)]
    federation = Federation([F(4), F(9), F(2)], [*prices, F(1, 5)], F(10), F(3, 2))

    def spent(own):
        errors = optimal_fine_errors(own, noise=F(10), spread=F(3, 2))
        return sum(errors) + sum(c * k**2 / (2 * n) for c, k, n in zip(prices, own, [4, 9], strict=True))

    numbers = [1, 2, 3, 5]
    assert one_price.least_quadratic(federation, {0, 1}, numbers) == min(map(spent, product(numbers, repeat=2)))


@pytest.mark.parametrize("bad", [(set(), [1]), ({0}, []), ({0}, [0, 2])])
def test_sizes_to_try_are_positive_and_some(bad):
    with pytest.raises(ValueError, match="who and numbers must not be empty"):
        one_price.least_quadratic(Federation.priced([5, 5], noise=10, spread=1), *bad)


@pytest.mark.backs("together/new-payments-sum-to-zero")
def test_payments_of_whole_numbers_sum_to_zero_exactly():
    rng = np.random.default_rng(4)
    for members in range(3, 7):
        stakes = peer_stakes(Federation.priced(list(range(1, members + 1)), noise=7, spread=2))
        for _ in range(10):
            assert sum(stakes([F(int(x), 3) for x in rng.integers(-(10**6), 10**6, members)])) == 0


@pytest.mark.backs("together/new-two-members")
def test_balanced_payments_of_two_reward_one_and_punish_the_other():
    for a in (F(1), F(-2, 3)):
        duel = Stakes([[[a, -a], [-a, a]], [[-a, a], [a, -a]]])
        assert duel.balanced
        assert duel.rewards[0] == -duel.rewards[1] == a
    with pytest.raises(ValueError, match="at least 3 members"):
        peer_stakes(Federation.priced([5, 5], noise=10, spread=1))


@pytest.mark.backs("together/new-proportional-reward")
def test_with_little_spread_every_record_earns_nearly_the_same():
    sizes = np.array([1.0, 10.0, 100.0])
    v = worlds.best_weights(sizes, 10, 1e-9)
    earned = (v**2).sum(axis=0) - np.diag(v) ** 2
    assert np.allclose(earned * 10 / sizes**2, 2 * 10 / 111**2, rtol=1e-5)


def test_the_mean_of_a_polynomial_knows_the_first_two_moments():
    e, s, u = sp.symbols("e s u")
    assert one_price.expected(3 * e**2 + 5 * e * u + u, e, s) == 3 * s + u
    assert one_price.expected((e - u) ** 2, e, s) == s + u**2


def test_the_least_reason_to_stay_is_that_of_the_tightest_coalition():
    federation = Federation.efficient([0.05, 0.06, 0.08], noise=10, spread=0.5)
    apart = federation.coalition_costs(own_sizes=True)
    who, lost = one_price.least(federation, apart)
    assert blocking_coalition(federation.bills, apart) is None
    assert lost > 0
    assert sum(apart[who]) * (1 - lost) == pytest.approx(sum(federation.bills[sorted(who)]))
    assert one_price.named(who) == " and ".join("abc"[i] for i in sorted(who))


def test_the_drawing_has_its_lowest_points_where_the_library_says():
    federation = Federation.priced([5, 5, 25], noise=10, spread=1)
    _, axes = plt.subplots(1, 2)
    one_price.draw_two_choices(federation, peer_stakes(federation), 2, axes)
    lows = sorted(line.get_xdata()[0] for line in axes[0].lines if line.get_marker() == "o")
    assert abs(lows[0] - float(best_size(federation, 2))) < 1
    assert abs(lows[1] - 25) < 1
