"""The definitions that the pages compare the library with, against answers known in closed form."""

from fractions import Fraction
from math import e, log

import numpy as np
import pytest

from incentives_book.payments import by_definition as plain

EVEN = [0.5, 0.5]


def test_a_tilt_multiplies_by_the_exponential_and_adds_up_to_one():
    assert plain.tilt([0, 2 * log(4)], [0.2, 0.8], 2) == pytest.approx([1 / 17, 16 / 17])


def test_the_best_welfare_is_the_logarithm_of_the_mean_exponential():
    total = [1.0, 3.0]
    best = plain.tilt(total, EVEN, 1)
    assert plain.welfare(best, total, EVEN, 1) == pytest.approx(log((e + e**3) / 2))
    assert plain.welfare([1, 0], total, EVEN, 1) == pytest.approx(1 - log(2))


def test_nobody_else_loses_by_the_model_that_is_best_for_the_others():
    rewards, sizes = [[1, 0, 0.5], [0, 1, 0.5]], [2, 3]
    thirds = [1 / 3] * 3
    for who in range(2):
        others = [sizes[1 - who] * r for r in rewards[1 - who]]
        lost = plain.what_the_others_lose(plain.tilt(others, thirds, 0.5), rewards, sizes, thirds, 0.5)
        assert lost[who] == pytest.approx(0, abs=1e-12)
        assert lost[1 - who] > 0.1


def test_the_slope_vanishes_at_the_optimum_and_points_to_the_liked_outcome_elsewhere():
    rewards, thirds = [1.0, 0.0, 0.5], [1 / 3] * 3
    at_best = plain.slope_of_the_objective([2 * r for r in rewards], rewards, thirds, 0.5)
    assert at_best == pytest.approx([0, 0, 0], abs=1e-9)
    start = plain.slope_of_the_objective([0, 0, 0], rewards, thirds, 0.5)
    assert start == pytest.approx([1 / 6, -1 / 6, 0], abs=1e-9)


def test_batches_are_weighed_by_their_chance():
    found = plain.mean_over_batches([0.2, 0.3, 0.5], 3, lambda batch: [float(batch[0] == batch[2]), 1.0])
    assert found == pytest.approx([0.04 + 0.09 + 0.25, 1])


def sample(many=400):
    chance = np.random.default_rng(3)
    law = np.array([[0.5, 0.3, 0.2], [0.2, 0.2, 0.6]])
    spoken = law.mean(axis=0)
    drawn = chance.choice(3, size=many, p=spoken)
    return plain.Judged(np.log(law[:, drawn]), np.log(law[0, drawn]), np.log(spoken[drawn]), np.eye(3)[:2][:, drawn])


def test_equal_weights_count_in_full_and_a_single_weight_counts_once():
    logs = np.log([[0.25] * 4, [1 - 3e-9, 1e-9, 1e-9, 1e-9]])
    judged = plain.Judged(logs, logs[0], np.full(4, log(0.25)), np.ones((1, 4)))
    assert judged.effective_samples() == pytest.approx([4, 1], abs=1e-6)


def test_estimates_are_near_what_they_estimate_and_errors_are_those_of_an_average():
    judged = sample(4000)
    assert judged.valuations() == pytest.approx(np.array([[0.5, 0.3], [0.2, 0.2]]), abs=0.05)
    exact = 0.2 * log(0.2 / 0.5) + 0.2 * log(0.2 / 0.3) + 0.6 * log(0.6 / 0.2)
    assert judged.divergences() == pytest.approx([0, exact], abs=0.05)
    few = sample(60)
    by_hand = few.rewards[0].std(ddof=1) / np.sqrt(60)
    assert few.error_of(lambda s: s.rewards[0].mean()) == pytest.approx(by_hand)


def test_an_interval_holds_the_largest_lead_and_grows_with_certainty():
    judged = sample()
    best = judged.leads(1, [0, 4], 1.0).max()
    narrow, wide = (plain.payment_interval(judged, 1, [3, 4], who=0, penalty=1.0, level=a) for a in (0.3, 1e-4))
    assert wide[0] < narrow[0] <= best <= narrow[1] < wide[1]
    assert plain.normal_quantile(0.3173105) == pytest.approx(1, abs=1e-6)


def test_a_detour_can_be_cheaper_than_the_arrow():
    types = [[Fraction(k)] for k in (0, 1, 2)]
    policies = [[Fraction(k, 3)] for k in (0, 1, 2)]
    assert plain.least_way(types, policies, 0, 2) == 1  # 1/3 and 2/3 by way of the middle, 4/3 straight
    assert plain.least_way(types, policies, 2, 0) == Fraction(-1, 3)
