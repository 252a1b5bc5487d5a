"""Estimates against exact tables, coverage of the intervals, refused input."""

from fractions import Fraction
from statistics import NormalDist

import numpy as np
import pytest

from incentives import payments as pay
from incentives.payments.sampled_mechanism import (
    SampledModels,
    divergence_terms,
    separate_estimates,
    tempting_lie,
)

RNG = np.random.default_rng(5)
LAWS = RNG.dirichlet(np.ones(12), size=5)
REWARDS = RNG.random(12) * [[1], [-1]] + [[0], [1]]  # opposed, so that payments are not 0
PROPOSAL = LAWS[:3].mean(axis=0)
SIZES = [9, 8]


def sampled(many, rng):
    drawn = rng.choice(12, size=many, p=PROPOSAL)
    logs = np.log(LAWS[:, drawn])
    return SampledModels(logs, logs[0], np.log(PROPOSAL[drawn]), REWARDS[:, drawn])


def exact_table():
    return LAWS @ REWARDS.T, (LAWS * np.log(LAWS / LAWS[0])).sum(axis=1)


def test_terms_average_to_the_divergence_and_are_never_negative():
    terms = divergence_terms(np.log(LAWS), np.log(LAWS[0]), np.log(PROPOSAL))
    assert np.allclose(terms @ PROPOSAL, exact_table()[1], atol=1e-12)
    assert (terms >= 0).all()
    assert (terms[0] == 0).all()


def test_every_interval_covers_as_often_as_it_says():
    rng = np.random.default_rng(0)
    values, divergences = exact_table()
    welfare = values @ SIZES - divergences
    covered = np.zeros(4)
    for _ in range(200):
        found = sampled(400, rng)
        lead = found.welfare_lead(1, SIZES)
        model, intervals = found.payment_intervals(SIZES, level=0.1)
        others = [values[:, 1 - who] * SIZES[1 - who] - divergences for who in range(2)]
        true = [o.max() - o[model] for o in others]
        assert max(true) > 0.1
        covered += [
            (abs(found.valuations.value - values) <= found.valuations.half_width(0.1)).all(),
            (abs(found.divergences.value - divergences) <= found.divergences.half_width(0.1) + 1e-12).all(),
            (abs(lead.value - (welfare - welfare[1])) <= lead.half_width(0.1) + 1e-12).all(),
            all(payment in interval for payment, interval in zip(true, intervals, strict=True)),
        ]
    # 90 per cent are promised; 200 repetitions have a standard deviation of 2.1 per cent.
    assert (covered / 200 > 0.83).all(), covered


def test_effective_samples_count_equal_weights():
    # Three sentences, the second drawn from half of its probability: weights 1/4, 1/2, 1/4.
    logs = np.log([[0.25, 0.5, 0.25], [0.25, 0.25, 0.25]])
    found = SampledModels(logs, logs[0], np.log([0.25, 0.25, 0.25]), np.zeros((1, 3)))
    assert found.effective_samples == pytest.approx([1 / (1 / 16 + 1 / 4 + 1 / 16), 3])
    many = sampled(5000, np.random.default_rng(4))
    ratio = LAWS / PROPOSAL
    assert many.effective_samples == pytest.approx(5000 / (ratio**2 @ PROPOSAL), rel=0.1)


def test_a_lead_scatters_as_much_as_its_error_says_and_intervals_are_built_from_it():
    rng = np.random.default_rng(6)
    leads = [sampled(400, rng).welfare_lead(1, SIZES) for _ in range(300)]
    scatter = np.std([lead.value for lead in leads], axis=0)
    told = np.mean([lead.error for lead in leads], axis=0)
    other = [k for k in range(5) if k != 1]  # the lead over itself is 0
    assert told[other] == pytest.approx(scatter[other], rel=0.25)
    found = sampled(400, rng)
    model, intervals = found.payment_intervals(SIZES, level=0.1)
    z = NormalDist().inv_cdf(1 - 0.1 / 2 / (2 * 5 * 4))  # two groups, all ordered pairs of five models
    for who, interval in enumerate(intervals):
        lead = found.welfare_lead(model, [0 if i == who else w for i, w in enumerate(SIZES)])
        assert interval.high == pytest.approx((lead.value + z * lead.error).max())
        assert interval.low == pytest.approx((lead.value - z * lead.error).max())


def test_the_two_forms_of_the_sampled_game_agree():
    found = sampled(300, np.random.default_rng(1))
    table = found.rule()([[1, 0], [0, 1]], SIZES)
    whole = pay.AffineMaximizer(models=found.finite_models())(found.rewards, SIZES)
    assert whole.model == table.model
    assert np.allclose(whole.payments, table.payments.astype(float))
    assert (found.effective_samples <= 300 + 1e-9).all()
    model, intervals = found.payment_intervals(SIZES)
    assert model == table.model
    for who, interval in enumerate(intervals):
        assert interval.payment == float(table.payments[who])
        assert 0 <= interval.low <= interval.payment
        assert interval.payment in interval


def test_differences_are_known_better_than_values():
    rng = np.random.default_rng(2)
    near = np.array([LAWS[0], 0.98 * LAWS[0] + 0.02 * LAWS[1]])
    drawn = rng.choice(12, size=2000, p=LAWS[0])
    logs = np.log(near[:, drawn])
    found = SampledModels(logs, logs[0], logs[0], REWARDS[:, drawn])
    lead = found.welfare_lead(0, [1, 0])
    assert lead.error[0] == 0
    assert lead.error[1] < found.valuations.error[0, 0] / 10


def test_separate_samples():
    rng = np.random.default_rng(3)
    drawn = np.array([rng.choice(12, size=4000, p=p) for p in LAWS])
    valuations, divergences = separate_estimates(
        REWARDS[:, drawn].transpose(1, 0, 2),
        np.array([np.log(p[x] / LAWS[0][x]) for p, x in zip(LAWS, drawn, strict=True)]),
    )
    values, exact = exact_table()
    assert (abs(valuations.value - values) < 5 * valuations.error).all()
    assert (abs(divergences.value - exact) <= 5 * divergences.error).all()
    with pytest.raises(ValueError, match="rewards"):
        separate_estimates(np.ones((2, 3)), np.ones((2, 3)))


def test_a_lie_between_two_tables():
    F = Fraction
    assert tempting_lie([0, 1], [0, F(-1)], own=[F(1, 2), F(1, 2)], size=1) == (1, 0, 1)
    assert tempting_lie([0, 1], [0, 1], own=[1, 0], size=1) is None


def test_bad_input():
    good = sampled(5, np.random.default_rng(0))
    with pytest.raises(ValueError, match="samples"):
        SampledModels(good.log_models, good.log_reference[:4], good.log_proposal, good.rewards)
    with pytest.raises(ValueError, match="finite"):
        SampledModels(good.log_models - np.inf, good.log_reference, good.log_proposal, good.rewards)
    with pytest.raises(ValueError, match="level"):
        good.payment_intervals(SIZES, level=1)
