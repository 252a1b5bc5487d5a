"""What a model misses against definitions, a search over models and fractions; no line is shared with the library."""

import math
from fractions import Fraction

import numpy as np
import pytest

from incentives.payments.missed_value import estimated_miss, largest_term, missed_terms

from .games_below_a_cap import CAPS, a_game, best_by_search, conjugate, value


@pytest.mark.backs("payments/new-what-is-missed")
@pytest.mark.parametrize("cap", CAPS)
@pytest.mark.parametrize("seed", range(4))
def test_terms_are_the_conjugate_minus_the_score_and_their_mean_bounds_what_is_missed(seed, cap):
    q, p, r, penalty = a_game(seed, cap=cap)
    s = (p + q) / 2
    best = best_by_search(q, r, penalty, cap)
    means = []
    for guess in np.linspace(-0.5, 1.5, 9):
        terms = missed_terms(r, np.log(p), np.log(q), np.log(s), guess, cap=cap, penalty=penalty)
        for k in range(q.size):
            x, t = (r[k] - guess) / penalty, p[k] / q[k]
            by_hand = q[k] / s[k] * penalty * (conjugate(x, cap) - t * (1 + x) + t * math.log(t))
            assert terms[k] == pytest.approx(by_hand, rel=1e-4, abs=1e-6)
        means.append(s @ terms)
        assert means[-1] >= best - value(p, q, r, penalty) - 1e-9
    fine = [
        s @ missed_terms(r, np.log(p), np.log(q), np.log(s), u, cap=cap, penalty=penalty)
        for u in np.linspace(0, 1, 2001)
    ]
    assert min(fine) == pytest.approx(best - value(p, q, r, penalty), abs=2e-3)


@pytest.mark.backs("payments/new-what-is-missed")
def test_the_mean_is_told_by_the_value_only_where_no_outcome_is_beyond_the_cap():
    """The cap excludes nothing that is best here, and yet a guess of -1 brings rewards beyond it."""
    p = q = np.array([0.3, 0.3, 0.4])
    r, cap = np.array([0.0, 1.0, 2.0]), math.exp(2)
    best = math.log(q @ np.exp(r))
    off = []
    for guess in (1.0, 0.0, -1.0):
        terms = missed_terms(r, np.log(p), np.log(q), np.log(q), guess, cap=cap, penalty=1.0)
        told = best - p @ r + math.exp(best - guess) - 1 - (best - guess)
        off.append(told - q @ terms)
    assert off[:2] == pytest.approx([0, 0], abs=1e-9)
    assert off[2] > 2


@pytest.mark.backs("payments/new-what-is-missed")
def test_a_term_in_fractions_where_the_model_is_not_heard():
    """Where the model gives nothing only Psi is left: its tangent beyond a cap of 1 is 1 + x, a fraction."""
    x, guess, penalty = Fraction(3), Fraction(1, 4), Fraction(1, 2)
    reward = guess + x * penalty
    found = missed_terms([float(reward)], [-np.inf], [0.0], [0.0], float(guess), cap=1.0, penalty=0.5)
    assert Fraction(float(found[0])) == penalty * (1 + x)


@pytest.mark.backs("payments/new-bill-certificate")
@pytest.mark.parametrize("cap", CAPS)
def test_no_term_is_above_the_largest_and_some_reach_it(cap):
    alpha, beta, penalty = 0.5, 0.25, 0.2
    for guess in (0.0, 0.3, 1.0):
        most = float(largest_term(guess, span=1, cap=cap, penalty=penalty, reference_share=alpha, model_share=beta))
        found = max(
            penalty
            * (conjugate((reward - guess) / penalty, cap) - t * (1 + (reward - guess) / penalty) + t * math.log(t))
            / (alpha + beta * t)
            for reward in np.linspace(0, 1, 5)
            for t in (1e-12, *np.linspace(1e-6, cap, 25))
        )
        assert found <= most + 1e-4 * most
        assert found >= most - 1e-3 * most


@pytest.mark.backs("payments/new-prompts-cannot-be-chosen")
@pytest.mark.parametrize("seed", range(10))
def test_estimates_on_ten_tiny_models_with_several_prompts(seed):
    """Within .05 of the listed truth."""
    rng = np.random.default_rng(seed)
    prompts, many, replies = 5, 6, 1500
    q = rng.dirichlet(np.ones(many), size=prompts)
    r = np.clip(rng.uniform(size=(prompts, many)) + rng.normal(size=(prompts, 1)), 0, 2)
    tilted = q * np.exp(0.7 * r)
    p = tilted / tilted.sum(axis=1, keepdims=True)
    missed = np.mean([math.log(q[k] @ np.exp(r[k])) - value(p[k], q[k], r[k], 1.0) for k in range(prompts)])
    asked = rng.integers(prompts, size=replies)
    said = np.array([rng.choice(many, p=(p[k] + q[k]) / 2) for k in asked])
    logs = [np.log(law[asked, said]) for law in (p, q, (p + q) / 2)]
    assert estimated_miss(r[asked, said], *logs, asked) == pytest.approx(missed, abs=0.05)


def test_replies_to_few_prompts_leave_little_bias():
    """Five replies per prompt: the estimate without its correction is too small."""
    rng = np.random.default_rng(2)
    q, r = np.full(4, 0.25), np.array([0.0, 0.5, 1.0, 1.5])
    truth = math.log(q @ np.exp(r)) - r.mean()
    found = []
    for _ in range(200):
        asked = np.repeat(np.arange(40), 5)
        said = rng.integers(4, size=200)
        logs = [np.log(q)[said]] * 3
        found.append(estimated_miss(r[said], *logs, asked))
    assert np.mean(found) == pytest.approx(truth, abs=0.03)
