"""The table of temptations, again by the errors of the coalitions part, grids of lies, and all coalitions."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from incentives import coalitions as co, payments as pay, rewards as rw
from incentives_book.together.which_mechanism import best_deviations as page
from incentives_book.together.which_mechanism.tried_deviations import expectation

from . import worlds

WORLD = {"noise": 10, "spread": 1}
PAIR, ALL = (0, 1), (0, 1, 2)


def averaged(who, weights):
    """The exact error of a member when all use these weights on the honest means."""
    return co.fine_errors(page.SIZES, **WORLD, weights=[weights] * 3)[who]


def pivot_per_sample(who, weights):
    """Expected pivot payment of a member, each of its samples: others' loss by its report, from second moments."""
    rest = [size if i != who else 0 for i, size in enumerate(page.SIZES)]
    without = [F(size, sum(rest)) for size in rest]
    variances = [1 + F(10, size) for size in page.SIZES]
    gap = [(a - b) ** 2 * v for a, b, v in zip(weights, without, variances, strict=True)]
    return sum(rest) * sum(gap) / page.SIZES[who]


@pytest.mark.backs("together/new-which-mechanism")
@pytest.mark.parametrize("who", [0, 2])
def test_claims_of_size_on_a_grid_of_weights(who):
    rest = 35 - page.SIZES[who]
    for mechanism, paid in (("plain averaging", lambda *_: 0), ("pivot payments", pivot_per_sample)):
        totals = []
        for k in range(1, 400):
            share = F(k, 400)
            weights = [share if i == who else (1 - share) * F(n, rest) for i, n in enumerate(page.SIZES)]
            totals.append(averaged(who, weights) + paid(who, weights))
        honest = [F(n, 35) for n in page.SIZES]
        gained = averaged(who, honest) + paid(who, honest) - min(totals)
        exact = page.gain(mechanism, "claim a size", who)
        assert 0 <= exact - gained < F(1, 1000)


@pytest.mark.backs("together/new-which-mechanism")
def test_leaving_and_collecting_less_by_the_errors_of_the_coalitions_part():
    def errors(group, rule):
        return dict(
            zip(group, co.expected_errors([page.SIZES[i] for i in group], **WORLD, federation=rule), strict=True)
        )

    grand = errors(ALL, "uniform")
    blocking = {}
    for group in (group for k in (1, 2, 3) for group in combinations(ALL, k)):
        own = errors(group, "uniform")
        if all(own[i] < grand[i] for i in group):
            blocking[group] = {i: grand[i] - own[i] for i in group}
    for who in (0, 2):
        told = max((gains[who] for gains in blocking.values() if who in gains), default=0)
        assert page.gain("plain averaging", "leave", who) == told
    for rule, mechanism in (("uniform", "plain averaging"), ("coarse", "mix at home")):
        for who in (0, 2):
            totals = {}
            for z in range(1, page.SIZES[who] + 1):
                sizes = [z if i == who else n for i, n in enumerate(page.SIZES)]
                totals[z] = co.expected_errors(sizes, **WORLD, federation=rule)[who] + page.COSTS[who] * z
            others = [n for i, n in enumerate(page.SIZES) if i != who]
            totals[0] = 1 + F(10, sum(others)) + F(sum(n**2 for n in others), sum(others) ** 2)
            assert page.gain(mechanism, "bring fewer", who) == totals[page.SIZES[who]] - min(totals.values())


@pytest.mark.backs("together/new-which-mechanism")
def test_equal_gains_drive_out_the_pair_and_make_size_worth_lying_about():
    alone = [F(10, n) for n in page.SIZES]
    mixed = co.optimal_coarse_errors(page.SIZES, **WORLD)
    common = min(a - m for a, m in zip(alone, mixed, strict=True))
    pair = co.optimal_coarse_errors([5, 5], **WORLD)
    assert page.gain("equal gains", "leave", 0) == (alone[0] - pair[0]) - common == F(266, 435)
    assert page.gain("equal gains", "claim a size", 0) == alone[0] - common - mixed[0]
    assert page.equal_gain(ALL) == common
    assert page.equal_gain(PAIR) == alone[0] - pair[0]


@pytest.mark.backs("together/new-last-row")
def test_the_last_row_is_zero_for_everybody_and_not_by_default():
    assert {page.gain("one price", t, who) for t in page.TEMPTATIONS for who in ALL} == {0}
    v = worlds.best_weights(page.SIZES, 10, 1)
    prices = v**2 * 10 / np.array(page.SIZES) ** 2
    costs = prices.sum(axis=0)
    # Without stakes a member would collect less at these costs: the zero is the stake's doing.
    assert ((np.diag(v) ** 2 * 10 / costs) ** 0.5 < page.SIZES).all()


@pytest.mark.backs("together/new-open-reports")
def test_copying_what_one_sees_pays_in_draws():
    from incentives.together import Federation, Stakes, peer_stakes

    exact = peer_stakes(Federation.priced([5, 5, 25], **WORLD))
    stakes = Stakes(exact.forms.astype(float), exact.constants.astype(float))
    _, reports = worlds.draws(np.random.default_rng(1), [5.0, 5.0, 25.0], 10, 1, 4000)
    paid = []
    for row in reports:
        copied = [stakes.best_report(0, row), *row[1:]]
        paid.append(stakes(copied)[0])
    assert np.mean(paid) < -4 * np.std(paid) / len(paid) ** 0.5


def test_the_lowest_value_of_a_quadratic():
    assert page.lowest(lambda x: 3 * (x - F(2, 7)) ** 2 + 5) == 5
    assert page.lowest(lambda x: F(4)) == 4


@pytest.mark.backs("together/new-what-they-cost")
def test_what_all_pay_by_the_models_of_other_parts_and_no_weights_or_sizes_are_cheaper():
    n, ones = np.array(page.SIZES, dtype=float), np.ones(3)
    pivot = [
        float(averaged(i, [F(k, 35) for k in page.SIZES]) + pivot_per_sample(i, [F(k, 35) for k in page.SIZES]))
        for i in ALL
    ]
    mixed = np.array(co.optimal_coarse_errors(page.SIZES, **WORLD), dtype=float)
    common = min(10 / n - mixed)
    paid = {
        "alone": 10 / n,
        "plain averaging": np.array(co.uniform_errors(page.SIZES, **WORLD), dtype=float),
        "choose your coalition": np.array([*co.uniform_errors([5, 5], **WORLD), F(10, 25)], dtype=float),
        "mix at home": mixed,
        "pivot payments": np.array(pivot),
        "equal gains": 10 / n - common,
    }
    # Each member once, and each member once for each of its records.
    assert {m: (round(ones @ p, 3), round(n @ p, 3)) for m, p in paid.items()} == {
        "alone": (4.4, 30.0),
        "plain averaging": (3.51, 25.714),
        "choose your coalition": (3.4, 25.0),
        "mix at home": (2.372, 18.758),
        "pivot payments": (5.095, 45.476),
        "equal gains": (4.234, 28.069),
    }
    v = worlds.best_weights(page.SIZES, 10, 1)
    costs = ((v**2).sum(axis=0) * 10 / n**2).tolist()
    least = worlds.errors(page.SIZES, 10, 1).sum()
    for mechanism, spent in paid.items():
        assert float(page.extra_cost(mechanism)) == pytest.approx(spent.sum() - least)
    total = least + n @ costs
    assert total == pytest.approx(28868 / 7569)
    rng = np.random.default_rng(3)
    for _ in range(200):
        other = n * np.exp(rng.normal(size=3) * 0.3)
        assert worlds.errors(other, 10, 1).sum() + other @ costs > total - 1e-12
        weights = v + (shift := rng.normal(size=(3, 3)) * 0.05) - shift.mean(axis=1, keepdims=True)
        assert sum(co.fine_errors(n, noise=10, spread=1, weights=weights)) > least


@pytest.mark.backs("together/new-which-mechanism", "together/new-what-they-cost")
@pytest.mark.parametrize("who", [0, 2])
def test_the_pivot_payment_is_that_of_the_payments_part_for_quadratic_values(who):
    """The affine maximizer chooses among points of a line; its payment, expected, is w (1 - w) (A + D) a record."""
    variances = [F(1)] * 3 + [F(10, n) for n in page.SIZES]

    def paid(errors):
        means = [errors[i] + errors[3 + i] for i in ALL]
        models = {sum(n * m for n, m in zip(page.SIZES, means, strict=True)) / 35}
        for i in ALL:
            rest = [(n, m) for j, (n, m) in enumerate(zip(page.SIZES, means, strict=True)) if j != i]
            models.add(sum(n * m for n, m in rest) / sum(n for n, _ in rest))
        points = sorted(models | {F(k, 4) for k in range(-6, 7)})
        one_each = [[int(j == k) for k in range(len(points))] for j in range(len(points))]
        rule = pay.AffineMaximizer(models=pay.FiniteModels(one_each, [0] * len(points)))
        outcome = rule([[-((x - m) ** 2) for x in points] for m in means], page.SIZES)
        return outcome.payments[who] / page.SIZES[who]

    seen = page.seen_by(who, ALL)
    honest = page.pays("pivot payments", who, ALL) - page.pays("plain averaging", who, ALL)
    assert expectation(paid, variances) == honest == seen.share * (1 - seen.share) * (seen.alone + seen.without)


@pytest.mark.backs("together/new-which-mechanism", "together/new-what-they-cost")
@pytest.mark.parametrize("group", [ALL, PAIR, (0, 2), (1,)])
def test_equal_gains_are_what_the_rewards_part_allocates(group):
    """Each member's menu has steps of what some member could gain, up to its best model; the least cost is spread 0."""
    sizes = [page.SIZES[i] for i in group]
    own = [-error for error in co.local_errors(sizes, noise=10)]
    best = [-error for error in co.optimal_coarse_errors(sizes, **WORLD)]
    reach = [b - a for a, b in zip(own, best, strict=True)]
    menus = [[a + gain for gain in sorted({0, *reach}) if gain <= r] for a, r in zip(own, reach, strict=True)]
    given = rw.allocate(own, menus)
    assert given.levels == tuple(-page.pays("equal gains", i, group) for i in group)
    assert set(given.gains) == {page.equal_gain(group)}
