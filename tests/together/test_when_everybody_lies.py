"""When everybody lies: its claims by linear systems, draws and listed partitions; and the page's own functions."""

from fractions import Fraction as F
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest

from incentives import coalitions as co
from incentives.coalitions.shares import share_costs
from incentives_book.together.when_everybody_lies import (
    best_first,
    draw_threshold,
    equal_gains,
    equilibrium,
    joint_costs,
    precision_errors,
    threshold,
    unblocked,
    uncollected,
)


def solved(sizes, weights, noise, spread, prior):
    """Stretches that are best replies to each other at announced weights, from covariances, and the pulls they make."""
    n, w = np.asarray(sizes, dtype=float), np.asarray(weights)
    members = len(n)
    together = np.full((members, members), prior) + np.diag(spread + noise / n)
    system, right = np.zeros((members, members)), np.zeros(members)
    for i in range(members):
        # The model's error given y_i has mean zero: sum_j w_j s_j cov(y_j, y_i) = cov(theta_i, y_i).
        system[i] = w * together[:, i]
        right[i] = prior + spread
    stretches = np.linalg.solve(system, right)
    return stretches, w * stretches


@pytest.mark.backs("together/new-equilibrium-of-lies")
@pytest.mark.parametrize("weights", [[0.2, 0.3, 0.5], [0.6, 0.3, 0.1], [1 / 3] * 3])
def test_whatever_weights_are_announced_the_pulls_are_the_same(weights):
    stretches, pulls = solved([5, 8, 25], weights, 10, 1.5, 4)
    expected = equilibrium([5, 8, 25], noise=10, spread=F(3, 2), prior=4)
    assert np.allclose(pulls, [float(p) for p in expected])
    assert np.allclose(stretches * weights, pulls)
    rng = np.random.default_rng(1)
    common = rng.normal(0, 2, 400_000)
    means = common[:, None] + rng.normal(0, 1.5**0.5, (400_000, 3))
    reports = means + rng.normal(size=(400_000, 3)) * np.sqrt(10 / np.array([5, 8, 25]))
    lost = (reports @ pulls - means[:, 0]) ** 2
    precision = sum(1 / (1.5 + 10 / n) for n in (5, 8, 25))
    told = (1.5 + 4) * (1 + 1.5 * precision - 2 * 1.5 / (1.5 + 2)) / (1 + 4 * precision)
    assert abs(lost.mean() - told) < 4 * lost.std() / np.sqrt(len(lost))


@pytest.mark.backs("together/new-who-stays-among-liars")
@pytest.mark.parametrize("seed", range(5))
def test_who_stays_is_decided_by_the_threshold_in_listed_partitions(seed):
    rng = np.random.default_rng(seed)
    sizes = [int(x) for x in rng.choice(np.arange(1, 30), 4, replace=False)]
    prior = F(int(rng.integers(11, 60)), 10)

    def lying(members, *, noise, spread):
        variances = [spread + F(noise) / F(size) for size in members]
        precision = sum(1 / v for v in variances)
        return tuple(
            (spread + prior) * (1 + spread * precision - 2 * spread / v) / (1 + prior * precision) for v in variances
        )

    limit = threshold(noise=10, spread=1, prior=prior)
    found = co.stable_partitions(co.Game(sizes, noise=10, spread=1, federation=lying), concept="core")
    small = frozenset(i for i, size in enumerate(sizes) if size < limit)
    blocks = ([small] if small else []) + [frozenset({i}) for i in range(4) if i not in small]
    assert found == [co.Partition(tuple(blocks))]


@pytest.mark.backs("together/new-precision-weights")
def test_errors_of_precision_weights_are_those_of_the_coalitions_part():
    sizes = [5, 8, 25]
    precision = [1 / (F(3, 2) + F(10, n)) for n in sizes]
    row = [p / sum(precision) for p in precision]
    told = co.fine_errors(sizes, noise=10, spread=F(3, 2), weights=[row] * 3)
    assert precision_errors(sizes, noise=10, spread=F(3, 2)) == told


@pytest.mark.backs("together/new-two-welfares")
def test_other_weights_have_larger_sums():
    sizes, rng = np.array([5.0, 8.0, 25.0]), np.random.default_rng(2)
    by_size, by_precision = sizes / sizes.sum(), 1 / (1.5 + 10 / sizes)
    by_precision = by_precision / by_precision.sum()

    def sums(weights):
        errors = co.fine_errors(sizes, noise=10, spread=1.5, weights=np.array([weights] * 3))
        return sizes @ errors, errors.sum()

    for _ in range(200):
        change = rng.normal(size=3) * 0.1
        change -= change.mean()
        assert sums(by_size + change)[0] > sums(by_size)[0]
        assert sums(by_precision + change)[1] > sums(by_precision)[1]


def test_the_drawing_starts_at_nobody():
    _, ax = plt.subplots()
    draw_threshold(noise=10, spread=1, ax=ax)
    curve = ax.lines[0].get_ydata()
    assert curve[0] == 0
    assert (np.diff(curve) > 0).all()
    assert curve[-1] < 10


@pytest.mark.backs("together/new-equal-gains-core")
def test_equal_gains_by_the_library_for_four_members():
    """A random gain for each coalition of four: the core is what is found by taking the best coalition first."""
    rng = np.random.default_rng(5)
    for _ in range(20):
        groups = [frozenset(who) for n in (1, 2, 3, 4) for who in combinations(range(4), n)]
        gains = dict(zip(groups, rng.permutation(15).tolist(), strict=True))
        game = co.HedonicGame(4, lambda player, who, gains=gains: -gains[who])
        expected, left = [], set(range(4))
        while left:
            best = max((who for who in groups if who <= left), key=gains.__getitem__)
            expected.append(best)
            left -= best
        assert co.stable_partitions(game) == [co.Partition(tuple(expected))]


def test_three_members_with_one_gain_each():
    ranks = [0, 1, 2, 6, 3, 4, 5]
    split = co.Partition((frozenset({0, 1}), frozenset({2})))
    assert unblocked(ranks) == [split]
    assert best_first(ranks) == (split, True)


@pytest.mark.backs("together/new-equal-gains-core")
@pytest.mark.parametrize("seed", range(30))
def test_with_ties_every_way_to_take_the_best_first_lasts_and_only_one_way_is_the_whole_core(seed):
    """All ways to take a best coalition, by a plain recursion, beside the core of the library."""
    rng = np.random.default_rng(seed)
    members = int(rng.integers(2, 5))
    groups = [frozenset(who) for n in range(1, members + 1) for who in combinations(range(members), n)]
    gains = dict(zip(groups, rng.integers(0, 2 + seed, len(groups)).tolist(), strict=True))

    def ways(left):
        if not left:
            return {frozenset()}
        inside = [who for who in groups if who <= left]
        most = max(gains[who] for who in inside)
        best = [who for who in inside if gains[who] == most]
        return {rest | {who} for who in best for rest in ways(left - who)}

    found = {co.Partition(tuple(way)) for way in ways(frozenset(range(members)))}
    core = set(co.stable_partitions(co.HedonicGame(members, lambda player, who: -gains[who]), concept="core"))
    assert found <= core
    if len(found) == 1:
        assert found == core
    else:  # the page's function does not say that each time one coalition was best
        assert not best_first([gains[who] for who in groups])[1]


def test_with_ties_there_can_be_others():
    same = [0] * 7
    split, alone = best_first(same)
    assert (str(split), alone) == ("0 | 1 | 2", False)
    assert len(unblocked(same)) == 5


@pytest.mark.backs("together/new-equal-gains-for-five")
@pytest.mark.parametrize("rule", ["uniform", "coarse"])
def test_equal_gains_for_five_by_the_library(rule):
    """The core of the game in which everybody in a coalition gains what its least gainer gains."""
    sizes = [1, 3, 3, 3, 62]

    def cost(player, who):
        members = [sizes[i] for i in sorted(who)]
        errors = co.expected_errors(members, noise=11, spread=1, federation=rule)
        return -min(F(11, n) - error for n, error in zip(members, errors, strict=True))

    game = co.HedonicGame(5, cost)
    assert [str(split) for split in co.stable_partitions(game, concept="core")] == ["0,1,2,3 | 4"]
    listed = [who for count in range(1, 6) for who in combinations(range(5), count)]
    assert equal_gains(sizes, noise=11, federation=rule) == [-cost(0, who) for who in listed]
    if rule == "uniform":
        assert (cost(0, (0, 1, 2, 3)), cost(0, range(5))) == (F(-283, 150), F(1, 20088))


@pytest.mark.backs("together/new-bill-per-record")
def test_the_bill_for_each_record_is_in_the_core_below_the_limit_and_not_above():
    def worst(sizes, noise):
        total, slacks = sum(sizes), []
        for count in range(1, len(sizes) + 1):
            for who in combinations(range(len(sizes)), count):
                billed = sum(sizes[i] * (1 + F(noise - sizes[i], total)) for i in who)
                slacks.append(sum(joint_costs(sizes, who, noise=noise)) - billed)
        assert slacks[-1] == 0  # everybody together
        return min(slacks)

    assert worst((5, 9, 2, 10, 3), 10) >= 0
    assert worst((1, 3, 3, 3, 62), 11) < 0


@pytest.mark.backs("together/new-money-for-five")
def test_two_twenty_fifths_and_nothing_else_of_that_kind():
    sizes = (1, 3, 3, 3, 62)
    cost = {
        who: co.uniform_errors([sizes[i] for i in who], noise=11, spread=1)
        for count in range(1, 6)
        for who in combinations(range(5), count)
    }

    def blocked(moved):
        errors = [*cost[0, 1, 2, 3], *cost[4,]]
        pays = [n * e + m for n, e, m in zip(sizes, errors, [-3 * moved, moved, moved, moved, 0], strict=True)]
        return any(
            sum(pays[i] for i in who) > sum(sizes[i] * e for i, e in zip(who, own, strict=True))
            for who, own in cost.items()
        )

    assert not blocked(F(2, 25))
    assert blocked(F(0))
    assert co.stable_partitions(co.Game(list(sizes), noise=11, spread=1)) == []


@pytest.mark.backs("together/new-equal-gains-cost")
def test_gains_of_blending_by_a_grid_of_weights():
    """No weight on a grid beats the stated gains, and the best weights of the grid come near to them."""
    sizes, told = (5, 5, 25), (F(72, 73), F(72, 73), F(8, 145))
    for i, gain in enumerate(told):
        others = [n for k, n in enumerate(sizes) if k != i]
        away = 1 + F(10, sum(others)) + F(sum(n * n for n in others), sum(others) ** 2)
        found = max(
            F(10, sizes[i]) - w * w * F(10, sizes[i]) - (1 - w) ** 2 * away for w in (F(k, 500) for k in range(501))
        )
        assert gain - F(1, 10000) < found <= gain
    pair = max(2 - w * w * 2 - (1 - w) ** 2 * 4 for w in (F(k, 300) for k in range(301)))
    assert pair == F(2, 3)
    lost = 1 - 3 * min(told) / sum(told)
    assert lost == F(2464, 2683) > F(9, 10)


def balanced_payments(sizes, means):
    """The payments of the statement, sum by sum."""
    many, total = len(sizes), sum(sizes)
    model = sum(n * m for n, m in zip(sizes, means, strict=True)) / total
    paid = []
    for i in range(many):
        first = sum(sizes[j] * (model - means[j]) ** 2 for j in range(many) if j != i)
        apart = [j for j in range(many) if j != i]
        second = sum(sizes[j] * sizes[k] * (means[j] - means[k]) ** 2 / total for j, k in combinations(apart, 2))
        paid.append(first - F(many - 1, many - 2) * second)
    return model, paid


@pytest.mark.backs("together/new-truth-that-balances")
@pytest.mark.parametrize("members", [3, 4, 5])
def test_balanced_payments_sum_to_zero_and_leave_truth_alone_best(members):
    rng = np.random.default_rng(members)
    for _ in range(20):
        sizes = [F(int(n)) for n in rng.integers(1, 20, members)]
        means = [F(int(m), 7) for m in rng.integers(-30, 30, members)]
        model, paid = balanced_payments(sizes, means)
        assert sum(paid) == 0
        truth = -sizes[0] * (model - means[0]) ** 2 - paid[0]
        for lie in (F(-3), F(-1, 9), F(1, 100), F(5)):
            moved, owed = balanced_payments(sizes, [means[0] + lie, *means[1:]])
            assert sum(owed) == 0
            assert -sizes[0] * (moved - means[0]) ** 2 - owed[0] < truth


@pytest.mark.backs("together/new-money-always-suffices")
def test_money_suffices_in_drawn_games_by_the_least_core_of_the_coalitions_part():
    rng = np.random.default_rng(12)
    for _ in range(60):
        sizes = sorted(int(n) for n in 10 ** rng.uniform(0, 2, int(rng.integers(3, 6))))
        noise = int(rng.integers(1, 40))
        assert share_costs(co.Game(sizes, noise=noise, spread=1)).excess <= 0
        assert uncollected(sizes, noise=noise) == 0


def test_what_is_left_uncollected_is_seen_where_pairs_are_cheap(monkeypatch):
    """Three members whose pairs cost as much as one alone: the cheapest partition costs 2, bills collect 3/2."""
    costs = {1: [F(1)], 2: [F(1, 2)] * 2, 3: [F(1)] * 3}
    monkeypatch.setattr(
        "incentives_book.together.when_everybody_lies.joint_costs", lambda _, who, **__: costs[len(who)]
    )
    assert uncollected([1, 1, 1], noise=1) == F(1, 2)
