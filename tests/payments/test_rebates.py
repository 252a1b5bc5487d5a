"""Rebates against the definition, and that they neither run a deficit nor invite a lie."""

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments.rebates import rebates


def paid_by(q, weighted, penalty):
    """What every group pays, from the definition: the others' best welfare less what the optimum leaves them."""

    def best(total):
        return penalty * np.log(q @ np.exp(total / penalty))

    total = weighted.sum(axis=0)
    p = q * np.exp(total / penalty)
    p /= p.sum()
    divergence = p @ np.log(p / q)
    return np.array([best(total - r) - (p @ (total - r) - penalty * divergence) for r in weighted])


@pytest.mark.backs("payments/new-rebates")
@pytest.mark.parametrize("seed", range(8))
def test_rebates_are_a_share_of_what_the_others_would_pay_and_keep_both_bounds(seed):
    rng = np.random.default_rng(seed)
    groups, penalty = int(rng.integers(2, 7)), rng.uniform(0.5, 2)
    q, r, w = rng.dirichlet(np.ones(4)), rng.uniform(size=(groups, 4)), rng.uniform(0.2, 1, size=groups)
    weighted = w[:, None] * r
    rule = pay.AffineMaximizer(q, penalty=penalty)
    back = rebates(rule, r, w, most=1.0)
    for i in range(groups):
        rest = paid_by(q, np.delete(weighted, i, axis=0), penalty).sum()
        assert back[i] == pytest.approx(np.exp(-1 / penalty) * rest / groups, abs=1e-12)
    paid = paid_by(q, weighted, penalty).sum()
    assert (1 - 1 / groups) * np.exp(-2 / penalty) * paid <= back.sum() <= paid


@pytest.mark.backs("payments/new-rebates")
def test_no_lie_gains_and_nobody_loses():
    rng = np.random.default_rng(3)
    rule = pay.AffineMaximizer([0.1, 0.3, 0.6])
    for _ in range(20):
        truth = rng.uniform(size=(3, 3))

        def keeps(told, truth=truth):
            found = rule(told)
            return truth[1] @ found.policy - found.payments[1] + rebates(rule, told, most=1)[1]

        honest = keeps(truth)
        assert honest >= 0
        for _ in range(20):
            lie = truth.copy()
            lie[1] = rng.uniform(size=3)
            assert keeps(lie) <= honest + 1e-12


@pytest.mark.parametrize(
    ("rule", "rewards", "most", "words"),
    [
        (pay.AffineMaximizer([0.5, 0.5], divergence=pay.ChiSquared()), [[1, 0], [0, 1]], 1, "under KL"),
        (pay.AffineMaximizer(models=pay.FiniteModels([[1, 0]], [0])), [[1, 0], [0, 1]], 1, "under KL"),
        (pay.AffineMaximizer([0.5, 0.5]), [[2, 0], [0, 1]], 1, "between 0 and most"),
        (pay.AffineMaximizer([0.5, 0.5]), [[-1, 0], [0, 1]], 1, "between 0 and most"),
        (pay.AffineMaximizer([0.5, 0.5]), [[1, 0], [0, 1]], 0, "most"),
    ],
)
def test_what_would_break_the_promise_is_refused(rule, rewards, most, words):
    with pytest.raises(ValueError, match=words):
        rebates(rule, rewards, most=most)


def test_one_group_gets_nothing():
    assert rebates(pay.AffineMaximizer([0.5, 0.5]), [[1, 0]], most=1).tolist() == [0]
