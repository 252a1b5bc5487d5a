"""Exact laws of sample means against plain enumeration, choices against brute force, refused input."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from incentives_book.payments.noisy_rewards import sampled_valuations

F = Fraction
POLICIES = [[F(1, 2), F(1, 6), F(1, 3)], [F(1, 5), F(2, 5), F(2, 5)], [F(1), F(0), F(0)]]
REWARD = [F(1), F(1, 3), F(0)]


def law_by_enumeration(policy, reward, samples):
    law = Counter()
    for draw in product(range(len(policy)), repeat=samples):
        law[sum((reward[x] for x in draw), F(0))] += prod((policy[x] for x in draw), start=F(1))
    return {value: chance for value, chance in law.items() if chance}


@pytest.mark.parametrize("samples", [1, 2, 3, 6])
@pytest.mark.parametrize("policy", POLICIES)
def test_the_law_of_a_sum(policy, samples):
    for reward in (REWARD, [F(-1, 2), F(1, 4), F(1)]):
        assert sampled_valuations.sample_sum_law(policy, reward, samples) == law_by_enumeration(policy, reward, samples)


@pytest.mark.parametrize("samples", [1, 2, 3])
def test_choices_regret_and_spread_by_enumeration(samples):
    others, size = [F(0), F(1, 4), F(-1, 3)], 2
    game = sampled_valuations.SampledGame(POLICIES, others, REWARD, size=size, samples=samples)
    for report in (REWARD, [F(1), F(0), F(1, 2)]):
        wins, spread = [F(0)] * 3, F(0)
        laws = [law_by_enumeration(policy, report, samples) for policy in POLICIES]
        for draw in product(*(law.items() for law in laws)):
            chance = prod((c for _, c in draw), start=F(1))
            scores = [size * total / samples + o for (total, _), o in zip(draw, others, strict=True)]
            wins[scores.index(max(scores))] += chance
            errors = [
                total / samples - sum(a * b for a, b in zip(policy, report, strict=True))
                for (total, _), policy in zip(draw, POLICIES, strict=True)
            ]
            spread += chance * (max(errors) - min(errors))
        assert game.choice_law(report).tolist() == wins
        if report == REWARD:
            assert game.error_spread() == spread
    truth = [
        size * sum(a * b for a, b in zip(p, REWARD, strict=True)) + o for p, o in zip(POLICIES, others, strict=True)
    ]
    assert game.welfare.tolist() == truth
    assert game.regret() == max(truth) - sum(game.choice_law() * np.array(truth))


def test_a_lie_about_style_removes_the_regret():
    styles = [[F(2, 5), F(3, 5), 0, 0], [0, 0, F(3, 5), F(2, 5)]]
    game = sampled_valuations.SampledGame(styles, [0, 0], [1, 0, 1, 0], size=1, samples=1)
    assert game.choice_law()[1] == F(3, 5) ** 2  # the first model wins ties
    assert game.regret() == F(1, 5) * (1 - F(9, 25))
    lie = game.best_lie([[0, 0, 1, 1], [1, 1, 0, 0]])
    assert lie.gains[0] == game.regret()
    assert game.best_lie([[1, 1, 0, 0], [1, 0, 1, 0]]) is None


def test_many_samples_find_the_better_model():
    game = sampled_valuations.SampledGame([[F(1, 2), F(1, 2)], [F(3, 4), F(1, 4)]], [0, 0], [1, 0], size=1, samples=200)
    assert game.regret() < F(1, 10**6)


def test_the_bound_covers_the_spread_of_fair_coins():
    coins = [[F(1, 2), F(1, 2)]] * 4
    for samples in (1, 5, 20):
        game = sampled_valuations.SampledGame(coins, [0] * 4, [1, 0], size=1, samples=samples)
        assert game.error_spread() <= sampled_valuations.sampling_gain_bound(models=4, samples=samples)


@pytest.mark.parametrize(("gain", "models", "size"), [(0.1, 2, 1), (0.5, 21, 5), (0.03, 100, 2)])
def test_samples_needed_is_the_first_number_that_serves(gain, models, size):
    m = sampled_valuations.samples_needed(gain, models=models, size=size)
    assert sampled_valuations.sampling_gain_bound(models=models, samples=m, size=size) <= gain
    assert sampled_valuations.sampling_gain_bound(models=models, samples=m - 1, size=size) > gain


def test_reweighted_reward_is_unbiased():
    q = [F(1, 2), F(1, 3), F(1, 6)]
    mean = sum(
        prod((q[x] for x in draw), start=F(1))
        * sampled_valuations.reweighted_reward(REWARD, q, [draw.count(x) for x in range(3)])
        for draw in product(range(3), repeat=3)
    )
    assert mean.tolist() == REWARD


GAME = {"policies": [[1, 0], [0, 1]], "others": [0, 0], "reward": [1, 0], "size": 1, "samples": 1}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sampled_valuations.sample_sum_law([0.5, 0.5], [1, 0], 1), "ints and Fractions"),
        (lambda: sampled_valuations.sample_sum_law([F(1, 2)], [1, 0], 1), "one per entry of reward"),
        (lambda: sampled_valuations.sample_sum_law([F(1, 2)] * 2, [1, 0], 0), "samples must be a whole number"),
        (lambda: sampled_valuations.SampledGame(**GAME | {"reward": [2, 0]}), "between 0 and 1"),
        (lambda: sampled_valuations.SampledGame(**GAME | {"others": [0]}), "others"),
        (lambda: sampled_valuations.SampledGame(**GAME | {"policies": [[1, 0]], "others": [0]}), "at least 2 models"),
        (lambda: sampled_valuations.SampledGame(**GAME | {"others": [0.5, 0]}), "ints and Fractions"),
        (
            lambda: sampled_valuations.sampling_gain_bound(models=1, samples=1),
            "models must be a whole number of at least 2",
        ),
        (lambda: sampled_valuations.samples_needed(0, models=2), "gain must be a finite number above 0"),
        (lambda: sampled_valuations.samples_needed(1, models=1), "models must be a whole number of at least 2"),
        (lambda: sampled_valuations.reweighted_reward([1, 1], [F(1, 2), F(1, 2)], [0, 0]), "counts a positive sum"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
