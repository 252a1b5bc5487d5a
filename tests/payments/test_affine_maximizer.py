"""The mechanism: two derivations of the payments, and incentives on exact numbers."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import payments as pay

ALL = [pay.KL(), pay.ChiSquared(), pay.TotalVariation(), pay.reverse_kl(), pay.jensen_shannon()]


def payments_by_definition(rule, r, w):
    """Welfare of the others without group i, minus their welfare with it; a loop that trains n + 1 models."""
    n = len(w)
    p = rule.models.best(sum(w[j] * r[j] for j in range(n)), rule.penalty)[0]
    found = []
    for i in range(n):
        others = sum((w[j] * r[j] for j in range(n) if j != i), start=0 * r[0])
        alone = rule.models.best(others, rule.penalty)[0]

        def welfare(model, total=others):
            return model @ total - rule.penalty * rule.divergence.between(model, rule.reference)

        found.append(welfare(alone) - welfare(p))
    return np.array(found)


@pytest.mark.parametrize("f", ALL, ids=lambda f: f.name)
@given(seed=st.integers(0, 10**6), groups=st.integers(1, 4))
@settings(max_examples=30)
def test_payments_are_what_the_definition_says(f, seed, groups):
    rng = np.random.default_rng(seed)
    r, w = rng.uniform(size=(groups, 5)), rng.uniform(0.5, 4, groups)
    rule = pay.AffineMaximizer(rng.dirichlet(np.ones(5)), penalty=rng.uniform(0.2, 2), divergence=f)
    outcome = rule(r, w)
    assert outcome.payments == pytest.approx(payments_by_definition(rule, r, w), abs=1e-9)
    assert outcome.welfare == pytest.approx(
        w @ r @ outcome.policy - rule.penalty * f.between(outcome.policy, rule.reference), abs=1e-9
    )


def test_payments_from_the_policy_with_rewards_that_underflow():
    """A reward of 2000 penalties: the others' best outcomes have probability 0.0 in the final policy."""
    rule = pay.AffineMaximizer([0.5, 0.25, 0.25], penalty=1e-3)
    r, w = np.array([[1.0, 0, 0], [0, 1.0, 0.5]]), np.array([2.0, 1.0])
    outcome = rule(r, w)
    assert outcome.payments == pytest.approx(payments_by_definition(rule, r, w), abs=1e-9)
    assert outcome.payments[0] == pytest.approx(1 - 1e-3 * np.log(4) + 1e-3 * np.log(2), abs=1e-6)


def test_payments_from_the_policy_alone():
    rng = np.random.default_rng(0)
    q = rng.dirichlet(np.ones(70_000))
    r, w = rng.uniform(-1, 2, size=(3, 70_000)), np.array([1.0, 2.0, 0.5])
    rule = pay.AffineMaximizer(q, penalty=0.4)
    outcome = rule(r, w)
    found = pay.payments_from_policy(outcome.policy, r, w, penalty=0.4, optimal=True)
    assert found == pytest.approx(payments_by_definition(rule, r, w), abs=1e-9)
    far = pay.payments_from_policy(outcome.policy, r - 1000, w, penalty=0.4, optimal=True)
    assert far == pytest.approx(found, abs=1e-9)
    repaired = pay.payments_from_policy(outcome.policy, r, w, reference=q, penalty=0.4)
    assert repaired == pytest.approx(found, abs=1e-9)


def test_offers_are_calls():
    rng = np.random.default_rng(2)
    r, w = rng.uniform(size=(3, 4)), np.array([1.0, 2.0, 3.0])
    table = pay.FiniteModels(rng.dirichlet(np.ones(4), size=6), rng.uniform(size=6))
    rules = [pay.AffineMaximizer(np.full(4, 0.25), divergence=f) for f in ALL]
    for rule in [*rules, pay.AffineMaximizer(models=table), pay.WithoutPayments(rules[0])]:
        reports = rng.uniform(size=(5, 4))
        policies, payments = rule.offers(r, w, who=1, reports=reports)
        for k in range(5):
            r2, w2 = r.copy(), w.copy()
            r2[1], w2[1] = reports[k], 1.0
            outcome = rule(r2, w2)
            assert policies[k] == pytest.approx(outcome.policy)
            assert payments[k] == pytest.approx(outcome.payments[1], abs=1e-12)


def test_a_tie_is_broken_by_the_report_and_not_by_what_the_group_wants():
    """Both models are worth the same to all together; the report prefers the first, the reward in its place not."""
    rule = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0], [0, 1]], [0, 0]))
    policies, payments = rule.offers([[0, 1], [0, 1]], [1, 1], who=0, reports=[[1, 0]])
    called = rule([[1, 0], [0, 1]], [1, 1])
    assert policies[0].tolist() == called.policy.tolist() == [1, 0]
    assert payments[0] == called.payments[0] == 1


# -- exact incentives -------------------------------------------------------------------------------------------

LEVELS = (F(0), F(1, 2), F(1))
REPORTS = [*product(LEVELS, repeat=3), (F(-2), F(1), F(3)), (F(7, 3), F(-1, 5), F(0)), (F(9), F(9), F(9))]


def exact_rules():
    q = [F(1, 5), F(2, 5), F(2, 5)]
    yield pay.AffineMaximizer(q, penalty=F(1, 3), divergence=pay.ChiSquared())
    yield pay.AffineMaximizer(q, penalty=F(1, 2), divergence=pay.TotalVariation())
    corners = [[1, 0, 0], [0, 1, 0], [0, 0, 1], q]
    yield pay.AffineMaximizer(models=pay.FiniteModels(corners, [0, 0, 0, 0]))
    yield pay.AffineMaximizer(models=pay.FiniteModels(corners, [F(-1), F(3, 7), 0, F(1, 2)]), penalty=F(2, 3))


@pytest.mark.parametrize("rule", list(exact_rules()), ids=["chi-squared", "total variation", "ties", "any numbers"])
@pytest.mark.parametrize("truth", [(F(1), F(1, 2), F(0)), (F(0), F(0), F(1)), (F(1, 2), F(1), F(1))])
def test_no_report_beats_the_truth_exactly(rule, truth):
    others = [[F(0), F(1), F(1, 2)], [F(1, 2), F(0), F(1)]]
    for w in (F(1), F(2)):
        everybody = [list(truth), *others]
        sizes = [w, F(2), F(1)]
        honest = rule(everybody, sizes)
        utility = honest.utilities(everybody, sizes)[0]
        assert utility >= 0
        assert min(honest.payments) >= 0
        reports = np.array([[size * v for v in row] for row in REPORTS for size in (1, F(5, 2))], dtype=object)
        policies, payments = rule.offers(everybody, sizes, who=0, reports=reports)
        gained = policies @ np.array([w * v for v in truth], dtype=object) - payments
        assert max(gained) <= utility
        assert all(isinstance(v, F) for v in gained)


def test_truth_pays_among_many_random_lies():
    rng = np.random.default_rng(3)
    for f in ALL:
        rule = pay.AffineMaximizer(rng.dirichlet(np.ones(5)), penalty=0.7, divergence=f)
        r, w = rng.uniform(size=(3, 5)), np.array([2.0, 1.0, 3.0])
        honest = rule(r, w).utilities(r, w)
        for who in range(3):
            lies = rng.uniform(-1, 4, size=(300, 5))
            policies, payments = rule.offers(r, w, who=who, reports=lies)
            assert (policies @ (w[who] * r[who]) - payments).max() <= honest[who] + 1e-9


def test_one_group_alone_pays_the_divergence():
    for f in ALL:
        rule = pay.AffineMaximizer([0.3, 0.7], penalty=0.4, divergence=f)
        outcome = rule([[1.0, 0.0]], [2.0])
        assert outcome.payments[0] == pytest.approx(0.4 * f.between(outcome.policy, [0.3, 0.7]), abs=1e-12)


def test_reports_of_any_kind_are_answered():
    rule = pay.AffineMaximizer([F(1, 2), F(1, 2)])
    assert rule([[1, 0], [0, 1]]).policy.dtype == float  # KL has no exact answer
    assert rule(pay.Preferences([[1, 0], [0, 1]], [3, 1])).policy[0] > 0.5
    halved = pay.AffineMaximizer([F(1, 2), F(1, 2)], penalty=F(1, 2))([[1, 0], [0, 1]], [1, F(3, 2)])
    floats = pay.AffineMaximizer([0.5, 0.5], penalty=0.5)([[1.0, 0.0], [0.0, 1.0]], [1.0, 1.5])
    assert halved.payments.tolist() == floats.payments.tolist()
    with pytest.raises(ValueError, match="finite"):
        rule([[np.nan, 0], [0, 1]])


def test_bad_mechanisms_and_reports():
    with pytest.raises(ValueError, match="either reference"):
        pay.AffineMaximizer()
    models = pay.FiniteModels([[1, 0]], [0])
    with pytest.raises(ValueError, match="either reference"):
        pay.AffineMaximizer([0.5, 0.5], models=models)
    with pytest.raises(ValueError, match="divergence belongs to reference"):
        pay.AffineMaximizer(models=models, divergence=pay.KL())
    with pytest.raises(ValueError, match="penalty must be greater than 0"):
        pay.AffineMaximizer([0.5, 0.5], penalty=0)
    with pytest.raises(ValueError, match="probability greater than 0"):
        pay.AffineMaximizer([1.0, 0.0])
    rule = pay.AffineMaximizer([0.5, 0.5])
    with pytest.raises(ValueError, match="2 outcomes per row"):
        rule([[1, 0, 0]])
    with pytest.raises(ValueError, match="who, a group, must be a whole number"):
        rule.offers([[1, 0]], who=1, reports=[[1, 0]])
    with pytest.raises(ValueError, match="neither of them 0"):
        rule(np.empty((0, 2)))


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16"])
def test_probabilities_of_a_softmax_in_any_precision_are_taken(dtype):
    torch = pytest.importorskip("torch")
    chance = torch.Generator().manual_seed(0)
    for size in (2, 50, 1000):
        probabilities = (
            torch.softmax(torch.randn(40, size, generator=chance), dim=1).to(getattr(torch, dtype)).clamp(min=1e-4)
        )
        for row in (probabilities / probabilities.sum(1, keepdim=True)).to(getattr(torch, dtype)):
            if float((row.double().sum() - 1).abs()) <= 0.01:  # beyond that no rounding of probabilities goes
                rule = pay.AffineMaximizer(row)
                assert rule.reference.dtype == float
                assert abs(rule.reference.sum() - 1) < 1e-12
    with pytest.raises(ValueError, match="add up to 1"):
        pay.AffineMaximizer(np.array([0.5, 0.4999], dtype=np.float32))
    with pytest.raises(ValueError, match="without a gradient"):
        pay.AffineMaximizer(torch.softmax(torch.zeros(3, requires_grad=True), 0))


def test_an_outcome_prints_a_few_numbers():
    rule = pay.AffineMaximizer(np.full(50, 0.02))
    told = repr(rule(np.eye(50)[:7]))
    assert len(told) < 250
    assert "most likely of 50 outcomes 0: 0.04" in told
    assert "payments of 7 groups" in told


def test_a_group_of_less_than_nobody_is_refused():
    rule = pay.AffineMaximizer([0.5, 0.5])
    for call in (
        lambda: rule([[1, 0], [0, 1]], [-1, 1]),
        lambda: rule.offers([[1, 0], [0, 1]], [1.0, -0.5], who=0, reports=[[1, 0]]),
    ):
        with pytest.raises(ValueError, match="sizes must be at least 0, got -"):
            call()


@pytest.mark.parametrize("ignored", [[0.0, 0.0], [0.0, 1e13], [1e14, 1e14 + 1], [-1e13, 3.0]])
def test_an_offer_does_not_depend_on_the_row_that_it_replaces(ignored):
    rule = pay.AffineMaximizer([0.5, 0.5], penalty=1)
    for own, same in (([1e14, 1e14 + 1], [0.0, 1.0]), ([0.25, 0.5], [0.25, 0.5])):
        offer = [part.tolist() for part in rule.offers([ignored, [0.75, 0.0]], [1, 1], who=0, reports=own)]
        plain = [part.tolist() for part in rule.offers([same, [0.75, 0.0]], [1, 1], who=0, reports=same)]
        assert offer == [pytest.approx(part, rel=1e-12) for part in plain]


def test_which_mechanisms_train_distributions():
    rule = pay.AffineMaximizer([0.5, 0.5])
    assert pay.affine_maximizer.gives_distributions(pay.WithoutPayments(rule))
    assert not pay.affine_maximizer.gives_distributions(pay.WithoutPayments)
