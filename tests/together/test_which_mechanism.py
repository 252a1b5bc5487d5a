"""The table of temptations, again by the errors of the coalitions part, grids of lies, and all coalitions."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from incentives import coalitions as co
from incentives_book.together import which_mechanism as page

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


def test_the_grid_never_beats_the_exact_gain():
    for mechanism in page.MECHANISMS:
        for temptation in page.TEMPTATIONS:
            for who in (0, 2):
                assert page.on_a_grid(mechanism, temptation, who, steps=60) <= page.gain(mechanism, temptation, who)
