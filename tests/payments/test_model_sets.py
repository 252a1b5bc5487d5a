from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from incentives import payments as pay


def test_the_best_of_finitely_many_by_hand():
    models = pay.FiniteModels([[1, 0], [F(1, 2), F(1, 2)], [0, 1]], [F(1, 4), 0, F(1, 4)])
    assert models.scores([1, 0], 2).tolist() == [F(1, 2), F(1, 2), F(-1, 2)]
    policy, welfare, index = models.best([3, 0], 2)
    assert (policy.tolist(), welfare, index) == ([1, 0], F(5, 2), 0)
    assert models.welfare([0, 0], 2) == 0


def test_ties_are_broken_by_the_groups_in_order_then_by_place():
    models = pay.FiniteModels([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
    a, b = [1, 1, 0], [0, 0, 1]
    total = np.array([1, 1, 1])
    assert models.best(total, 1)[2] == 0
    assert models.best(total, 1, ranking=[b, a])[2] == 2
    assert models.best(total, 1, ranking=[a, b])[2] == 0
    assert models.best(total, 1, ranking=[[0, 1, 1], b])[2] == 2


def test_ties_in_a_batch_are_broken_row_by_row():
    models = pay.FiniteModels([[1, 0], [0, 1]], [0, 0])
    total = np.array([[1, 1], [1, 1], [2, 1]])
    own = np.array([[0, 1], [1, 0], [0, 1]])
    assert models.best(total, 1, ranking=[own])[2].tolist() == [1, 0, 0]


def test_exact_and_float_scores_agree_on_a_grid():
    models = pay.FiniteModels([[1, 0, 0], [F(1, 2), F(1, 4), F(1, 4)], [0, F(1, 3), F(2, 3)]], [1, 0, F(1, 2)])
    for total in product([0, F(1, 2), 2], repeat=3):
        exact = models.best(list(total), F(1, 3))
        floats = models.best([float(v) for v in total], 1 / 3)
        assert float(exact[1]) == pytest.approx(floats[1])
        assert floats[0].dtype == float


def test_tables_of_valuations_need_not_be_distributions():
    """Two models by what two groups expect of them."""
    table = pay.FiniteModels([[0.9, 0.1], [0.2, 0.8]], [0.0, 0.1], features=True)
    outcome = pay.AffineMaximizer(models=table)([[1, 0], [0, 1]], [3, 1])
    assert outcome.model == 0
    assert outcome.welfare == pytest.approx(2.8)
    assert outcome.payments == pytest.approx([0.7 - 0.1, 0.0])


def test_all_models_is_the_simplex():
    q = np.array([0.2, 0.3, 0.5])
    models = pay.AllModels(q, pay.reverse_kl())
    R = np.array([[1.0, 2.0, 0.5], [0.0, 0.0, 0.0]])
    policy, welfare, index = models.best(R, 2.0)
    assert index is None
    assert np.allclose(policy, pay.best_policy(R, q, penalty=2.0, divergence=pay.reverse_kl()))
    assert np.allclose(models.welfare(R, 2.0), welfare)
    assert policy[1] == pytest.approx(q)


def test_exact_reference_with_float_reports():
    rule = pay.AffineMaximizer([F(1, 2), F(1, 2)], divergence=pay.ChiSquared())
    assert rule([[1.0, 0.0]], [1]).policy == pytest.approx([0.625, 0.375])


@pytest.mark.parametrize(
    ("policies", "divergences", "says"),
    [
        ([[0.5, 0.6]], [0], "add up to 1"),
        ([[1.5, -0.5]], [0], "add up to 1"),
        ([[F(1, 2), F(1, 3)]], [0], "add up to 1"),
        ([[1, 0]], [0, 0], "shape"),
        ([1, 0], [0], "shape"),
        ([[np.nan, 1]], [0], "finite"),
    ],
)
def test_what_is_no_model_set(policies, divergences, says):
    with pytest.raises(ValueError, match=says):
        pay.FiniteModels(policies, divergences)


def test_scores_want_the_right_number_of_outcomes():
    with pytest.raises(ValueError, match="2 outcomes"):
        pay.FiniteModels([[1, 0]], [0]).scores([1, 2, 3], 1)


def test_ties_with_negative_likings():
    models = pay.FiniteModels([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
    total = np.array([0, 1, 1])
    assert models.best(total, 1, ranking=[[5, -3, -2]])[2] == 2
    assert models.best(total, 1, ranking=[[5, -2, -3]])[2] == 1


def test_offers_break_ties_as_calls_do():
    models = pay.FiniteModels([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0])
    rule = pay.AffineMaximizer(models=models)
    others = [[0, F(1, 2), 1], [1, 1, F(1, 2)]]
    tied = 0
    for own in product([0, F(1, 2), 1], repeat=3):
        for who in range(3):
            rows = [*others[:who], list(own), *others[who:]]
            outcome = rule(rows)
            policies, payments = rule.offers(rows, who=who, reports=[list(own)])
            assert policies[0].tolist() == outcome.policy.tolist()
            assert payments[0] == outcome.payments[who]
            totals = np.array(rows, dtype=object).sum(axis=0)
            tied += (totals == totals.max()).sum() > 1
    assert tied > 20


def test_ties_are_broken_by_the_report_and_not_by_the_truth():
    """Both models are equally good after the lie; the lie likes the second better, and the truth the first."""
    rule = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0, 0], [0, 1, 0]], [0, 0]))
    truth, others = [3, 0, 0], [1, 0, 0]
    lie = [0, 1, 0]
    policies, _ = rule.offers([truth, others], [1, 1], who=0, reports=[lie])
    assert policies.tolist() == rule([lie, others], [1, 1]).policy[None].tolist() == [[0, 1, 0]]
