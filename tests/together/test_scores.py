"""Peer stakes and pair stakes: balance for all reports, truth, rewards, and which coalitions they deter."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from incentives.together import Federation, best_size, pair_stakes, peer_stakes
from incentives.together.federation import least_cost_sizes

FIVE = Federation.priced([5, 7, 25, 3, 11], noise=10, spread=1)
EQUAL = Federation.priced([8] * 5, noise=10, spread=1)


def payments_by_hand(federation, reports):
    """The stakes of Theorem A by two loops: what i pays j, out and in."""
    members = len(reports)
    v = [[float(x) for x in row] for row in federation.weights]
    variance = [float(x) for x in federation.variances]
    paid = np.zeros(members)
    for i in range(members):
        for j in range(members):
            if i != j:
                rest = [k for k in range(members) if k not in (i, j)]
                share = np.array([1 / variance[k] for k in rest])
                share /= share.sum()
                reference = sum(s * reports[k] for s, k in zip(share, rest, strict=True))
                honest = variance[i] + sum(s**2 * variance[k] for s, k in zip(share, rest, strict=True))
                amount = v[j][i] ** 2 * ((reports[i] - reference) ** 2 - honest)
                paid[i] += amount
                paid[j] -= amount
    return paid


def test_payments_are_those_of_two_loops_and_sum_to_zero():
    rng = np.random.default_rng(3)
    stakes = peer_stakes(FIVE)
    assert stakes.balanced
    for reports in rng.normal(0, 5, (20, 5)):
        assert np.allclose(stakes(reports), payments_by_hand(FIVE, reports))
    exact = stakes([F(1, 3), 2, -7, 10**9, 0])
    assert sum(exact) == 0


@pytest.mark.parametrize("score", ["square", "halves"])
@pytest.mark.parametrize("outsider", [False, True])
def test_truth_is_best_a_reward_is_what_noise_costs_the_others_and_nobody_expects_to_pay(score, outsider):
    stakes = peer_stakes(FIVE, score=score, outsider=outsider)
    assert stakes.balanced != outsider
    for i in range(5):
        assert stakes.best_report(i, [F(9, 2)] * 5) == F(9, 2)
        assert stakes.rewards[i] == sum(FIVE.weights[j][i] ** 2 for j in range(5) if j != i)
    assert stakes.expected(FIVE.variances) == (0,) * 5


def test_where_two_collect_a_bystander_takes_their_stakes():
    """The third member collects nothing, and the stakes of the two make the efficient sizes best all the same."""
    costs, noise, spread = [0.05, 0.05, 0.2], 10, 0.3
    with pytest.raises(ValueError, match=r"these members \[2\] collect nothing: leave them out"):
        Federation.efficient(costs, noise=noise, spread=spread)
    with pytest.raises(
        ValueError, match=r"at these members \[1\] collect nothing: nobody could be compared with the other"
    ):
        Federation.efficient([0.05, 50], noise=noise, spread=spread)
    sizes = least_cost_sizes(costs, noise=noise, spread=spread)
    assert (sizes > 0).tolist() == [True, True, False]
    stakes = peer_stakes(Federation(sizes, costs, noise, spread))
    # The third mixes the two reports alike, so that a sample of each of the two is worth something to it.
    pair = Federation(sizes[:2], costs[:2], noise, spread)
    weights = np.vstack([pair.weights, [0.5, 0.5]])
    staked = [sum(weights[j][i] ** 2 for j in range(3) if j != i) for i in range(2)]
    assert sizes[:2] == pytest.approx(
        [(noise * (weights[i][i] ** 2 + staked[i]) / costs[i]) ** 0.5 for i in range(2)], rel=1e-6
    )
    # Towards the other there is no third report, so all of it goes to the third member.
    apart = np.array([[1.0, -1, 0], [-1, 1, 0], [0, 0, 0]])
    assert np.allclose(stakes.forms, [staked[0] * apart, staked[1] * apart, -sum(staked) * apart])
    assert np.allclose(stakes.constants, np.array([*staked, -sum(staked)]) * sum(pair.variances))
    assert stakes.balanced
    assert np.allclose(stakes.expected([*pair.variances, 1e9]), 0)  # the third has no report that counts
    for i in range(2):
        assert stakes.best_report(i, [7.0, 7, 0]) == 7
        assert stakes.rewards[i] == pytest.approx(staked[i])
    # Two members alone ask for somebody outside.
    with pytest.raises(ValueError, match="at least 3 members for the score 'square' with exact balance, one less with"):
        peer_stakes(pair)
    assert peer_stakes(pair, outsider=True).best_report(0, [7.0, 7]) == 7


@pytest.mark.parametrize(("score", "collect"), [("square", 2), ("square", 3), ("halves", 3), ("halves", 4)])
@pytest.mark.parametrize("idle", [1, 2])
def test_members_who_collect_nothing_stake_nothing_and_everything_else_holds(score, collect, idle):
    federation = Federation.priced([0] + [5, 7, 25, 3][:collect] + [0] * (idle - 1), noise=10, spread=1)
    for outsider in (False, True):
        stakes = peer_stakes(federation, score=score, outsider=outsider)
        members = len(federation.sizes)
        assert stakes.balanced != outsider
        assert stakes.expected([n and v for n, v in zip(federation.sizes, federation.variances, strict=True)]) == (
            (0,) * members
        )
        for i, size in enumerate(federation.sizes):
            assert stakes.rewards[i] == sum(federation.weights[j][i] ** 2 for j in range(members) if j != i)
            assert best_size(federation, i, stakes=stakes) == size
            if size:
                assert stakes.best_report(i, [F(9, 2) if n else -7 for n in federation.sizes]) == F(9, 2)
            else:
                assert stakes.rewards[i] == 0
                assert not stakes.forms[:, i].any()
        reports = [F(k * k, 3) for k in range(members)]
        others = [report if n else report + 1000 for n, report in zip(federation.sizes, reports, strict=True)]
        assert stakes(reports) == stakes(others)
        assert (sum(stakes(reports)) == 0) != outsider


@pytest.mark.parametrize(
    ("score", "sizes"), [("square", [5, 0, 7, 25]), ("square", [5, 3, 0, 7, 0]), ("halves", [5, 7, 25, 3, 0])]
)
def test_stakes_where_somebody_collects_nothing_are_the_limit_of_ever_smaller_sizes(score, sizes):
    for n in (F(1, 10**6), F(1, 10**12)):
        small, none = (Federation([size or least for size in sizes], [1] * len(sizes), 10, 1) for least in (n, 0))
        for outsider in (False, True):
            near, there = (peer_stakes(federation, score=score, outsider=outsider) for federation in (small, none))
            assert 0 < max(abs(near.forms - there.forms).max(), abs(near.constants - there.constants).max()) < 10 * n


def test_whoever_sees_the_others_copies_them():
    stakes = peer_stakes(FIVE, outsider=True)
    seen = [F(0), F(4), F(4), F(4), F(4)]
    assert stakes.best_report(0, seen) == 4


def test_with_halves_no_coalition_gains_by_choosing_sizes():
    halves = peer_stakes(FIVE, score="halves")
    for size in range(1, 5):
        for who in combinations(range(5), size):
            # What the members' payments cost per unit of a member's variance: what outsiders lose by it.
            for i in who:
                joint = sum(halves.forms[k][i, i] for k in who)
                assert joint == sum(FIVE.weights[j][i] ** 2 for j in range(5) if j not in who)
    square = peer_stakes(FIVE)
    assert any(
        sum(square.forms[k][i, i] for k in (0, 1)) != sum(FIVE.weights[j][i] ** 2 for j in (2, 3, 4)) for i in (0, 1)
    )


def test_half_is_the_limit_of_exact_balance_and_an_outsider_lifts_it():
    for rule in (peer_stakes(EQUAL), pair_stakes([[int(i != j) for j in range(5)] for i in range(5)])):
        for size in range(1, 5):
            for who in combinations(range(5), size):
                assert (rule.joint_lie(who) is None) == (2 * size <= 5)
    outside = peer_stakes(EQUAL, outsider=True)
    assert all(outside.joint_lie(who) is None for size in range(1, 6) for who in combinations(range(5), size))


@pytest.mark.parametrize(
    "rewards", [[1, 2, 3, 4], [F(2, 3), 1, F(1, 2)], [6, 1, 2, 3], [1] * 6, [5, 4, 3, 2, 1, 1], [1, 0, 1], [2, 0, 1, 1]]
)
def test_pairs_have_the_rewards_asked_for_and_deter_every_half(rewards):
    rule = pair_stakes(rewards)
    assert rule.balanced
    assert rule.rewards == tuple(rewards)
    members = len(rewards)
    for size in range(1, members + 1):
        for who in combinations(range(members), size):
            curvature = sum(map(sum, rule.joint_form(who)))
            crossing = -sum(sum(rule.forms[a][a, b] for b in range(members) if b not in who) for a in who)
            if 2 * size <= members:
                assert rule.joint_lie(who) is None
            assert curvature == F(members - 2 * size, members - 2) * crossing
    assert rule.best_report(0, [F(7)] * members) == 7


def test_whoever_has_no_reward_only_takes_what_the_others_pay_in_pairs():
    rule = pair_stakes([3, 0, 3])
    assert rule([4, 1000, 7]) == (27, -54, 27)
    assert not pair_stakes([2, 0, 1, 3]).forms[:, 1].any()
    federation = Federation.priced([5, 7, 0, 9, 6], noise=10, spread=1)
    owed = pair_stakes(peer_stakes(federation).rewards)
    assert [best_size(federation, i, stakes=owed) for i in range(5)] == list(federation.sizes)


def test_a_reward_above_the_sum_of_the_others_is_refused():
    with pytest.raises(ValueError, match="no reward above the sum of the others'"):
        pair_stakes([1, 2, 4])
    assert pair_stakes([1, 2, 3]).rewards == (1, 2, 3)


def test_the_members_of_a_federation_that_pays_by_pairs_collect_the_efficient_sizes():
    owed = peer_stakes(FIVE).rewards
    rule = pair_stakes(owed)
    assert [best_size(FIVE, i, stakes=rule) for i in range(5)] == list(FIVE.sizes)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: peer_stakes([5, 5, 5]), "federation must be a Federation"),
        (lambda: peer_stakes(EQUAL, score="cubes"), r"score must be one of \['halves', 'square'\], got 'cubes'"),
        (lambda: peer_stakes(EQUAL, outsider=1), "outsider must be True or False, got 1"),
        (lambda: peer_stakes(Federation.priced([5, 5], noise=1, spread=1)), "at least 3 members .* balance, .*, got 2"),
        (lambda: peer_stakes(Federation.priced([5] * 3, noise=1, spread=1), score="halves"), "at least 4 members"),
        (lambda: pair_stakes([1, 1]), "stakes must be rewards or a matrix of stakes of at least three members"),
        (lambda: pair_stakes([1, -1, 1]), "stakes must be at least 0, got"),
        (
            lambda: peer_stakes(Federation.priced([5, 0, 0], noise=1, spread=1)),
            "federation must have at least 2 members who collect something for the score 'square', got 1",
        ),
        (
            lambda: peer_stakes(Federation.priced([5, 5, 0, 0], noise=1, spread=1), score="halves"),
            "federation must have at least 3 members who collect something for the score 'halves', got 2",
        ),
        (lambda: pair_stakes([1e308] * 3), "stakes must be numbers for which floats can hold every result"),
        (lambda: pair_stakes([[0, 1, 1], [1, 0, 1], [0, 1, 0]]), "stakes must be a symmetric matrix with zeros"),
        (lambda: pair_stakes([[0, -1, 1], [-1, 0, 1], [1, 1, 0]]), "stakes must be at least 0, got"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()
