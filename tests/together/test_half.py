"""Half: its claims by draws, eigenvalues, other algebra and linear programs; and the page's own functions."""

from fractions import Fraction as F
from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.optimize import linprog

from incentives.together import Federation, Stakes, pair_stakes, peer_stakes
from incentives_book.together import half

from . import worlds

EQUAL = Federation.priced([8] * 5, noise=10, spread=1)


def paid_together(rule, who, shifted, rounds=4000, seed=1):
    """What members pay more together when they turn honest reports into `shifted(reports)`, drawn."""
    _, reports = worlds.draws(np.random.default_rng(seed), [8.0] * 5, 10, 1, rounds)
    lied = reports.copy()
    lied[:, list(who)] = shifted(reports[:, list(who)])
    return np.array([sum((rule(a) - rule(b))[list(who)]) for a, b in zip(lied, reports, strict=True)])


@pytest.mark.backs("together/new-half-curvature", "together/new-half-is-safe", "together/new-complement")
def test_a_shift_of_three_costs_a_minority_what_it_brings_a_majority():
    rule = Stakes(peer_stakes(EQUAL).forms.astype(float))
    reward = float(rule.rewards[0])
    for who, expected in (((0,), 9), ((0, 1), 4.5), ((0, 1, 2), -4.5), ((0, 1, 2, 3), -9)):
        found = paid_together(rule, who, lambda m: m + 3)
        assert abs(found.mean() - expected * reward) < 4 * found.std() / np.sqrt(len(found))


@pytest.mark.backs("together/new-some-majority-gains")
@pytest.mark.parametrize("members", [3, 4, 5, 6])
def test_of_drawn_rules_that_balance_each_has_majorities_of_every_size_that_gain(members):
    """Laplacians of drawn weights that sum to zero over the payers; made rewarding where they are not."""
    rng = np.random.default_rng(members)
    for _ in range(20):
        weights = rng.integers(-9, 10, (members,) * 3)
        weights = weights + weights.transpose(0, 2, 1)
        exact = members * weights - weights.sum(axis=0)  # sums to zero over the first axis
        exact[:, range(members), range(members)] = 0
        rewards = np.array([2 * exact[i, i].sum() for i in range(members)])
        if (rewards < 0).any():  # a multiple of the symmetric rule makes up for it
            exact = exact + symmetric_weights(members) * (1 - rewards.min())
        assert (exact.sum(axis=0) == 0).all()
        for size in range(members // 2 + 1, members):
            changes = []
            for who in combinations(range(members), size):
                inside = np.isin(np.arange(members), who)
                crossing = inside[:, None] != inside[None, :]
                changes.append(sum(exact[i][crossing].sum() for i in who))
            assert min(changes) < 0


@pytest.mark.backs("together/new-majority-beyond-squares")
@pytest.mark.parametrize("members", [3, 4, 5, 6])
def test_of_drawn_capped_rules_that_balance_each_has_majorities_of_every_size_that_gain(members):
    """Capped stakes 1 - exp(-d^2/2) under drawn weights, on reports of different variances; expectations by formula."""
    rng = np.random.default_rng(10 + members)

    def average(shift, spread):
        return 1 - np.exp(-(shift**2) / (2 * (1 + spread))) / np.sqrt(1 + spread)

    for _ in range(20):
        variances = rng.uniform(0.1, 3, members)
        spread = variances[:, None] + variances[None, :]
        bend = average(0.01, spread) - average(0, spread)
        weights = rng.integers(-9, 10, (members,) * 3)
        weights = weights + weights.transpose(0, 2, 1)
        exact = members * weights - weights.sum(axis=0)
        alike = symmetric_weights(members)
        alone = np.array([(exact[i, i] * bend[i]).sum() for i in range(members)])
        if (alone < 0).any():
            least = min((alike[i, i] * bend[i]).sum() for i in range(members))
            exact = exact + alike * (1 - alone.min() / least)
        inside_pays = [(exact[i, i] * bend[i]).sum() for i in range(members)]
        assert min(inside_pays) > 0  # a small lie of one member costs it
        for size in range(members // 2 + 1, members):
            changes = []
            for who in combinations(range(members), size):
                inside = np.isin(np.arange(members), who)
                crossing = inside[:, None] != inside[None, :]
                changes.append(sum((exact[i] * bend)[crossing].sum() for i in who))
            assert min(changes) < 0


def symmetric_weights(members):
    """Whole factors of the squared differences in what each pays when both of a pair pay and the others receive."""
    pays = np.full((members,) * 3, -2)
    for i in range(members):
        pays[i, i, :] = pays[i, :, i] = members - 2
    pays[:, range(members), range(members)] = 0
    return pays


@pytest.mark.backs("together/new-one-symmetric-rule")
@pytest.mark.parametrize("members", range(2, 7))
def test_balanced_symmetric_rules_have_one_dimension_or_none(members):
    # Unknowns: all entries of all forms; equations: symmetry under exchanges, differences, balance.
    count = members**3

    def at(i, j, k):
        row = np.zeros(count)
        row[(i * members + j) * members + k] = 1
        return row

    rows = []
    for i in range(members):
        for j in range(members):
            rows.append(sum(at(i, j, k) for k in range(members)))
            rows.append(sum(at(k, i, j) for k in range(members)))
            for k in range(members):
                rows.append(at(i, j, k) - at(i, k, j))
                for swap in range(members - 1):
                    order = list(range(members))
                    order[swap], order[swap + 1] = order[swap + 1], order[swap]
                    rows.append(at(i, j, k) - at(order[i], order[j], order[k]))
    assert count - np.linalg.matrix_rank(np.array(rows)) == (0 if members == 2 else 1)


@pytest.mark.backs("together/new-pair-stakes")
def test_eigenvalues_of_pair_stakes_change_sign_at_half():
    rng = np.random.default_rng(2)
    for members in (3, 4, 5, 6):
        e = rng.uniform(0.1, 1, (members, members))
        e = np.triu(e, 1) + np.triu(e, 1).T
        rule = pair_stakes(e)
        assert np.allclose(rule.rewards, e.sum(axis=1))
        for size in range(1, members):
            for who in combinations(range(members), size):
                least = np.linalg.eigvalsh(np.array(rule.joint_form(who))).min()
                assert (least > -1e-12) == (2 * size <= members)


@pytest.mark.backs("together/new-which-rewards")
@pytest.mark.parametrize("seed", range(30))
def test_a_linear_program_finds_a_graph_with_these_degrees_when_the_circle_does(seed):
    rng = np.random.default_rng(seed)
    members = int(rng.integers(3, 7))
    owed = rng.integers(1, 12, members)
    pairs = list(combinations(range(members), 2))
    rows = [[float(i in pair) for pair in pairs] for i in range(members)]
    exists = linprog(np.zeros(len(pairs)), A_eq=rows, b_eq=owed).status == 0
    assert exists == (2 * owed.max() <= owed.sum())
    if exists:
        assert pair_stakes([int(r) for r in owed]).rewards == tuple(owed)


@pytest.mark.backs("together/new-four-members-rewards")
@pytest.mark.parametrize("owed", [(1, 1, 1, 1), (3, 1, 1, 1), (1, 2, 3, 4), (7, 1, 2, 3), (5, 1, 1, 2)])
def test_for_four_members_a_linear_program_over_all_rules_agrees(owed):
    # Unknowns: forms of four payers (differences, balance, these rewards); no joint shift (x, y) of a pair gains.
    count, at = 64, {}
    for place, key in enumerate((i, j, k) for i in range(4) for j in range(4) for k in range(4)):
        at[key] = np.eye(count)[place]
    equal, right = [], []
    for i in range(4):
        for j in range(4):
            equal += [sum(at[i, j, k] for k in range(4)), sum(at[k, i, j] for k in range(4))]
            equal += [at[i, j, k] - at[i, k, j] for k in range(4)]
        equal.append(at[i, i, i])
        right += [0.0] * (len(equal) - len(right) - 1) + [float(owed[i])]
    below = []
    for a, b in combinations(range(4), 2):
        near = np.pi / 4 + np.array([-1e-3, 1e-3])  # around the common shift, where the form is zero
        for angle in [*np.linspace(0, np.pi, 16, endpoint=False), *near]:
            x, y = np.cos(angle), np.sin(angle)
            below.append(-sum(x * x * at[i, a, a] + 2 * x * y * at[i, a, b] + y * y * at[i, b, b] for i in (a, b)))
    found = linprog(np.zeros(count), A_ub=below, b_ub=np.zeros(len(below)), A_eq=equal, b_eq=right, bounds=(None, None))
    assert (found.status == 0) == (2 * max(owed) <= sum(owed))


@pytest.mark.backs("together/new-outsider")
def test_with_an_outsider_a_joint_lie_of_all_but_one_costs_in_draws():
    rule = Stakes(peer_stakes(EQUAL, outsider=True).forms.astype(float))
    found = paid_together(rule, (0, 1, 2, 3), lambda m: m + np.array([3.0, 3, 3, 2]))
    assert found.mean() > 4 * found.std() / np.sqrt(len(found))


@pytest.mark.backs("together/new-joint-sizes")
def test_a_coalition_that_collects_less_pays_the_others_what_they_lose():
    federation = Federation.priced([5, 7, 25, 3, 11], noise=10, spread=1)
    rule, v = peer_stakes(federation, score="halves"), worlds.best_weights(federation.sizes, 10, 1)
    sizes, less = [5, 7, 25, 3, 11], [2, 3, 25, 3, 11]
    variances = [[1 + F(10, n) for n in each] for each in (sizes, less)]
    more = sum(rule.expected(variances[1])[:2]) - sum(rule.expected(variances[0])[:2])
    harm = sum(v[j, i] ** 2 * (10 / less[i] - 10 / sizes[i]) for i in (0, 1) for j in (2, 3, 4))
    assert float(more) == pytest.approx(harm)


@pytest.mark.backs("together/new-pooling-pair")
def test_a_pair_that_reports_its_average_twice_gains_by_the_formula():
    rule = Stakes(peer_stakes(EQUAL).forms.astype(float))
    found = paid_together(rule, (0, 1), lambda m: np.repeat(m.mean(axis=1, keepdims=True), 2, axis=1), rounds=8000)
    expected = -5 / 4 * float(rule.rewards[0]) * float(EQUAL.variances[0])
    assert abs(found.mean() - expected) < 4 * found.std() / np.sqrt(len(found))


@pytest.mark.backs("together/new-pair-risk")
@pytest.mark.parametrize("members", [3, 5, 8])
def test_the_risk_of_equal_pairs_over_the_least_in_draws_of_normal_reports(members):
    rule = pair_stakes(half.equal_pairs(members))
    reports = np.random.default_rng(members).normal(size=(200_000, members))
    paid = ((reports @ rule.forms[0].astype(float)) * reports).sum(axis=1)
    alone = (members - 1) * (reports[:, 0] - reports[:, 1:].mean(axis=1)) ** 2  # the least risk with this reward
    assert paid.std() / alone.std() == pytest.approx(((members - 1) / (members - 2)) ** 0.5, rel=0.02)
    assert half.squared_risks(rule, [F(3)] * members) == [F(members - 1, members - 2)] * members


def test_pair_stakes_of_unequal_members_risk_more_than_peer_stakes_and_by_how_much_in_draws():
    federation = Federation.priced([5, 6, 7, 8], noise=10, spread=1)
    rules = [peer_stakes(federation), pair_stakes(peer_stakes(federation).rewards)]
    deviations = np.array(federation.variances, dtype=float) ** 0.5
    reports = np.random.default_rng(1).normal(size=(200_000, 4)) * deviations
    found = []
    for rule in rules:
        for i, form in enumerate(rule.forms.astype(float)):
            precision = [0 if k == i else 1 / d**2 for k, d in enumerate(deviations)]
            others = reports @ precision / sum(precision)
            least = float(rule.rewards[i]) * (reports[:, i] - others) ** 2
            found.append(((reports @ form) * reports).sum(axis=1).std() / least.std())
    told = half.mean_risks([federation])
    assert told.peers == pytest.approx(np.mean(found[:4]), rel=0.02)
    assert told.pairs == pytest.approx(np.mean(found[4:]), rel=0.02)
    assert told.pairs > told.peers
    with pytest.raises(ValueError, match="rewards that pairs can pay, got none of 1"):
        half.mean_risks([Federation.priced([5, 5, 25], noise=10, spread=1)])


def test_the_four_numbers_are_those_of_equal_pairs():
    form = pair_stakes(half.equal_pairs(5)).forms[0]
    entries = half.symmetric_entries(F(4), 5)
    assert (form[0, 0], form[0, 1], form[1, 1], form[1, 2]) == entries


def test_counts_of_coalitions():
    rule = pair_stakes(half.equal_pairs(4))
    assert [half.deterred(rule, t) for t in (1, 2, 3)] == [(4, 4), (6, 6), (0, 4)]
    found = half.tallied([Federation.priced([5, 6, 7, 8], noise=10, spread=1)])
    assert found.payable == 1
    assert found.pairs[2] == (6, 6)
    assert found.peers[1] == (4, 4)


def test_the_drawing_crosses_at_half():
    _, ax = plt.subplots()
    half.draw_gains(8, ax=ax)
    gains = ax.lines[0].get_ydata()
    assert list(np.sign(np.round(gains, 9))) == [-1, -1, -1, 0, 1, 1, 1]
    assert (ax.lines[1].get_ydata() < 0).all()
