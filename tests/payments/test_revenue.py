from fractions import Fraction as F

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import minimize

from incentives import payments as pay
from incentives_book.payments import revenue


def least_utility(rule, others, reports):
    return (rule.models.welfare(others + reports, rule.penalty) - rule.models.welfare(others, rule.penalty)).min()


@given(seed=st.integers(0, 10**6))
@settings(max_examples=25)
def test_no_type_of_the_domain_has_less(seed):
    rng = np.random.default_rng(seed)
    q, others = rng.dirichlet(np.ones(4)), rng.uniform(0, 3, 4)
    rule = pay.AffineMaximizer(q, penalty=rng.uniform(0.3, 2))
    for how in ("max", "sum"):
        found = revenue.worst_type(rule, [others, np.ones(4)], who=1, normalised=how)
        reports = pay.normalise(rng.uniform(size=(500, 4)) ** 4, how)
        sizes = rng.integers(1, 4, size=(500, 1))
        assert least_utility(rule, others, sizes * reports) >= found.constant - 1e-12
        assert found.constant > 0
        scale = found.reward.max() if how == "max" else found.reward.sum()
        assert scale == pytest.approx(1)
        assert least_utility(rule, others, found.reward[None, :]) == pytest.approx(found.constant)


@pytest.mark.parametrize("seed", range(5))
def test_filling_up_against_scipy(seed):
    rng = np.random.default_rng(seed)
    q, others = rng.dirichlet(np.ones(4)), rng.uniform(0, 2, 4)
    rule = pay.AffineMaximizer(q, penalty=0.6)
    found = revenue.worst_type(rule, [others, np.ones(4)], who=1, normalised="sum", smallest_size=2)
    base = rule.models.welfare(others, 0.6)
    numeric = minimize(
        lambda r: rule.models.welfare(others + 2 * r, 0.6) - base,
        np.full(4, 0.25),
        method="SLSQP",
        bounds=[(0, 1)] * 4,
        constraints={"type": "eq", "fun": lambda r: r.sum() - 1},
        options={"ftol": 1e-13},
    )
    assert found.constant == pytest.approx(numeric.fun, abs=1e-7)
    assert found.reward == pytest.approx(numeric.x, abs=1e-3)


def test_exact_constants():
    rule = pay.AffineMaximizer([F(1, 5), F(4, 5)], divergence=pay.ChiSquared(), penalty=2)
    found = revenue.worst_type(rule, [[1, 0], [1, 1]], [1, 1], who=1)
    assert isinstance(found.constant, F)
    table = pay.FiniteModels([[1, 0], [0, 1]], [0, F(1, 2)])
    free = revenue.worst_type(pay.AffineMaximizer(models=table), [[0, 1], [0, 1]], [1, 1], who=1)
    assert free.reward.tolist() == [1, 0]
    assert free.constant == F(1, 2)


def test_the_full_fee_leaves_the_worst_type_nothing_and_keeps_the_incentives():
    rule = pay.AffineMaximizer([0.5, 0.3, 0.2], penalty=0.5)
    fee = revenue.FullFee(rule)
    others = [0.2, 1.0, 0.6]
    worst = revenue.worst_type(rule, [others, others], [2, 1], who=1)
    profile = [others, worst.reward]
    assert fee(profile, [2, 1]).utilities(profile, [2, 1])[1] == pytest.approx(0, abs=1e-12)
    truth = [others, [1.0, 0.5, 0.0]]
    assert (fee(truth, [2, 1]).payments > rule(truth, [2, 1]).payments).all()
    assert fee(truth, [2, 1]).utilities(truth, [2, 1]).min() >= -1e-12
    assert pay.best_misreport(fee, truth, [2, 1], who=1, tolerance=1e-12) is None
    policies, payments = fee.offers(truth, [2, 1], who=1, reports=np.array([truth[1]]))
    assert payments[0] == pytest.approx(fee(truth, [2, 1]).payments[1])
    assert policies[0] == pytest.approx(fee(truth, [2, 1]).policy)


def test_bad_questions():
    rule = pay.AffineMaximizer([0.5, 0.5], divergence=pay.ChiSquared())
    with pytest.raises(ValueError, match="KL"):
        revenue.worst_type(rule, [[1, 0]], who=0, normalised="sum")
    with pytest.raises(ValueError, match="who must be"):
        revenue.worst_type(rule, [[1, 0]], who=1)
    with pytest.raises(ValueError, match="smallest_size"):
        revenue.worst_type(rule, [[1, 0]], who=0, smallest_size=0)
