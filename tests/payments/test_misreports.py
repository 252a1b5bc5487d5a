from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import payments as pay
from incentives.payments import misreports, preferences

RULE = pay.AffineMaximizer([0.5, 0.25, 0.25], penalty=0.5)
TRUTH = np.array([[1.0, 0.4, 0.0], [0.0, 0.3, 1.0]])


def test_grids_of_reports():
    assert sum(1 for _ in pay.grid_reports(3, levels=2, normalised="max", sizes=[1])) == 3**3 - 2**3
    assert sum(1 for _ in pay.grid_reports(3, levels=4, normalised="sum", sizes=range(1, 3))) == 2 * 15
    assert sum(1 for _ in pay.grid_reports(2, levels=3, normalised=None, sizes=[1])) == 16
    with pytest.raises(ValueError, match="normalised"):
        list(pay.grid_reports(2, levels=2, normalised="mean", sizes=[1]))


def test_a_grid_of_reports_has_the_size_of_the_group():
    """Sizes 7 and 6: at its own size a lie about the reward gains 7/2; a grid of size 1 would hide it."""
    free = pay.WithoutPayments(
        pay.AffineMaximizer(models=pay.FiniteModels([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0]))
    )
    truth, sizes = [[1, F(1, 2), 0], [0, 1, 0]], [7, 6]
    of_its_size, of_one = (list(pay.grid_reports(3, levels=2, normalised="max", sizes=[w])) for w in (7, 1))
    assert pay.best_misreport(free, truth, sizes, who=0, reports=of_its_size).gains[0] == F(7, 2)
    assert pay.best_misreport(free, truth, sizes, who=0, reports=of_one) is None
    with pytest.raises(TypeError, match="sizes"):
        pay.grid_reports(3, levels=2, normalised="max")
    with pytest.raises(ValueError, match="sizes"):
        list(pay.grid_reports(3, levels=2, normalised="max", sizes=[]))


def test_given_reports_decide():
    rule = pay.AffineMaximizer([F(1, 2), F(1, 4), F(1, 4)], divergence=pay.ChiSquared())
    truth = [[1, F(1, 2), 0], [0, 1, 1]]
    reports = list(pay.grid_reports(3, levels=4, normalised="max", sizes=range(1, 4)))
    assert pay.best_misreport(rule, truth, [2, 1], who=0, reports=reports) is None
    lie = pay.best_misreport(pay.WithoutPayments(rule), truth, [2, 1], who=0, reports=reports)
    assert lie.reward.tolist() == [1, 0, 0]
    assert lie.size == 3
    # the gain by brute force
    free = pay.WithoutPayments(rule)
    honest = free(truth, [2, 1]).utilities(truth, [2, 1])[0]
    brute = max(2 * free([list(r), truth[1]], [w, 1]).policy @ np.array(truth[0], dtype=object) for r, w in reports)
    assert lie.gains[0] == brute - honest > 0
    assert str(lie) == f"0 reports (1, 0, 0) with size 3; gains: 0: {lie.gains[0]}"
    with pytest.raises(ValueError, match="at least one pair"):
        pay.best_misreport(rule, truth, who=0, reports=[])


@pytest.mark.parametrize("normalised", ["max", "sum"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_the_search_reaches_the_best_response_under_kl(normalised, seed):
    rng = np.random.default_rng(seed)
    groups = preferences.random_preferences(3, 5, rng=rng, normalised=normalised)
    q, penalty = rng.dirichlet(np.ones(5)), rng.uniform(0.3, 2)
    free = pay.WithoutPayments(pay.AffineMaximizer(q, penalty=penalty))
    best = pay.best_response_without_payments(
        groups.rewards, groups.sizes, q, who=0, penalty=penalty, normalised=normalised
    )
    lie = pay.best_misreport(free, groups.rewards, groups.sizes, who=0, normalised=normalised, tolerance=1e-12)
    gained = groups.sizes[0] * (best.valuation - best.truthful)
    assert (lie.gains[0] if lie else 0) == pytest.approx(gained, abs=1e-9)


@pytest.mark.parametrize("normalised", ["max", "sum"])
@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_no_report_beats_the_best_response(normalised, seed):
    """All indicators, and many random reports of the domain."""
    rng = np.random.default_rng(seed)
    groups = preferences.random_preferences(2, 5, rng=rng, normalised=normalised)
    q = rng.dirichlet(np.ones(5))
    best = pay.best_response_without_payments(
        groups.rewards, groups.sizes, q, who=1, penalty=0.8, normalised=normalised
    )
    rows = np.array([row for row in product([0.0, 1.0], repeat=5) if any(row)])
    reports = pay.normalise(np.concatenate([rows, rng.uniform(size=(200, 5)) ** 3]), normalised)
    others = groups.weighted[0]
    policies = pay.best_policy(others + groups.sizes[1] * reports, q, penalty=0.8)
    assert (policies @ groups.rewards[1]).max() <= best.valuation + 1e-12
    own = pay.best_policy(groups.total, q, penalty=0.8)
    assert best.truthful == pytest.approx(own @ groups.rewards[1])
    reached = pay.best_policy(others + groups.sizes[1] * best.report, q, penalty=0.8)
    assert best.valuation == pytest.approx(reached @ groups.rewards[1])


def test_best_responses_do_not_overflow():
    best = pay.best_response_without_payments([[1, 0.5, 0]], [3000], [0.2, 0.3, 0.5], who=0, penalty=1e-3)
    assert best.valuation == pytest.approx(1)


def test_a_search_in_fractions_stays_in_the_domain():
    rule = pay.WithoutPayments(pay.AffineMaximizer([F(1, 2), F(1, 2)], divergence=pay.ChiSquared(), penalty=2))
    lie = pay.best_misreport(rule, [[1, F(1, 2)], [0, 1]], [1, 1], who=0, rounds=4)
    assert max(lie.reward) == 1
    assert lie.reward.tolist() == [1, 0]
    assert isinstance(lie.gains[0], F)


def test_no_lie_is_found_where_none_pays():
    for normalised in ("max", "sum"):
        rewards = pay.normalise(TRUTH, normalised)
        assert pay.best_misreport(RULE, rewards, [2, 1], who=0, normalised=normalised, tolerance=1e-12) is None


def test_false_names_by_hand():
    rule = pay.AffineMaximizer([0.5, 0.5])
    rewards = [[1, 0], [0, 1]]
    split = rule([[1, 0], [1, 0], [0, 1]], [1, 3, 1])
    assert misreports.false_names(rule, rewards, [4, 1], who=0, parts=[1, 3]) == pytest.approx(split.payments[:2].sum())
    assert misreports.false_names(rule, rewards, [4, 1], who=1, parts=[1]) == pytest.approx(
        rule(rewards, [4, 1]).payments[1]
    )
    with pytest.raises(ValueError, match="at least one size"):
        misreports.false_names(rule, rewards, [4, 1], who=0, parts=[])


def test_bad_questions():
    with pytest.raises(ValueError, match="outcomes per row"):
        pay.best_response_without_payments([[1, 0]], [1], [0.2, 0.3, 0.5], who=0)
    with pytest.raises(ValueError, match="normalised"):
        pay.best_response_without_payments([[1, 0]], [1], [0.5, 0.5], who=0, normalised=None)


def test_a_constant_in_the_truth_is_no_gain():
    rule = pay.AffineMaximizer([0.5, 0.5], penalty=1)
    truth = [[1e15, 1e15 + 1], [0.75, 0.0]]
    lies = [(np.array(row) + 1e15, 1) for row in ([0, 0], [1, 0], [0, 2], [0, 0.5], [0, 4])]
    assert pay.best_misreport(rule, truth, [1, 1], who=0, reports=lies, tolerance=1e-9) is None
    free = pay.best_misreport(pay.WithoutPayments(rule), truth, [1, 1], who=0, reports=lies, tolerance=1e-9)
    plain = pay.best_misreport(
        pay.WithoutPayments(rule),
        [[0, 1], truth[1]],
        [1, 1],
        who=0,
        reports=[(reward - 1e15, 1) for reward, _ in lies],
        tolerance=1e-9,
    )
    assert free.gains[0] == pytest.approx(plain.gains[0], rel=1e-12)


def test_where_no_mass_is_left_for_floats_the_best_answer_without_payments_is_as_with_a_larger_penalty():
    told = [[1, 0, 0.5], [0, 1, 0.2]], [2, 1], [0.5, 0.3, 0.2]
    for penalty in (0.002, 0.001, 1e-6, 1e-300):
        found = pay.best_response_without_payments(*told, who=0, penalty=penalty)
        assert (found.report.tolist(), found.valuation, found.truthful) == ([1, 0, 0], 1, 1)
    with pytest.raises(ValueError, match="penalty not so small that they overflow"):
        pay.best_response_without_payments(*told, who=0, penalty=5e-324)
