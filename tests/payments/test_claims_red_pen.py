"""Slips of print that no other test of this part meets, from formulas written out here."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

F = Fraction


@pytest.mark.backs("payments/prose-d-1-polarised")
def test_exaggeration_moves_the_mean_and_not_the_median():
    for places in product([F(k, 2) for k in range(-2, 3)], repeat=3):
        own, others = places[0], list(places[1:])
        middle = sum(others) / 2
        reached = (3 * own - sum(others) + sum(others)) / 3  # the report 3 x - S
        assert reached == own
        assert (2 * own - sum(others)) * (own - middle) >= 0  # it lies on the far side
        now = sorted(places)[1]
        for k in range(1, 9):
            further = own + (k if own >= middle else -k)
            assert abs(sorted([further, *others])[1] - own) >= abs(now - own) or now == own


@pytest.mark.backs("payments/theorem-3-6-proof-letter-n")
def test_two_groups_make_no_short_steps_but_enough_steps_do():
    largest, delta = 2, F(1, 10)
    assert F(largest, 2) > delta
    for steps in range(21, 40):
        path = [F(j, steps) * largest for j in range(steps + 1)]
        assert max(b - a for a, b in pairwise(path)) <= delta


@pytest.mark.backs("payments/lemma-e-4-proof-size-one")
def test_the_constant_report_costs_the_same_at_every_size_of_a_domain_without_one():
    reference, rival = np.array([0.2, 0.5, 0.3]), np.array([0.0, 1.0, 0.4])

    def value(total):
        return np.log(reference @ np.exp(total))

    tilted = reference * np.exp(rival)
    for size in (2, 3, 7):
        total = rival + size * np.ones(3)
        policy = reference * np.exp(total)
        policy /= policy.sum()
        assert np.allclose(policy, tilted / tilted.sum())
        assert abs(value(rival) - value(total) + size * policy.sum()) < 1e-12


@pytest.mark.backs("payments/prose-c-beta-without-payments")
def test_a_mixture_gains_without_payments_unless_the_favourite_is_chosen_anyway():
    models = [((F(0), F(0)), F(0)), ((F(1), F(-1, 2)), F(3, 4))]  # values to both groups, and the divergence

    def share(b):
        return max(models, key=lambda m: b * m[0][0] + (1 - b) * m[0][1] + m[0][1] - m[1])

    assert share(F(1))[0][0] == 0
    assert share(F(3, 2))[0][0] == 1
    favourite = [((F(1), F(1)), F(0)), ((F(0), F(0)), F(1))]

    def chosen(b):
        return max(favourite, key=lambda m: b * m[0][0] + (1 - b) * m[0][1] + m[0][1] - m[1])

    assert all(chosen(F(k, 2))[0][0] == 1 for k in range(-2, 6))
