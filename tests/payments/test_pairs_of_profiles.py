"""The small world of pairs, against formulas written out."""

from fractions import Fraction

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments.how_continuous_is_training import pairs_of_profiles as pairs
from incentives_book.payments.how_continuous_is_training.moduli import extremal_profiles

F = Fraction


def test_the_world_holds_every_pair_once():
    found = pairs.compared()
    assert len(found) == 10 * 2 * 27 * 26 // 2
    assert len({(tuple(p.reference), p.penalty, p.rewards) for p in found}) == len(found)


def test_distance_and_moves_are_the_largest_differences():
    pair = pairs.Pair(
        [F(1, 2)] * 2, F(1), ((0, 2), (1, 1)), (np.array([F(1, 4), F(3, 4)]), np.array([F(1, 2), F(1, 2)]))
    )
    assert pair.distance == 1
    assert list(pair.moves) == [F(1, 4), F(1, 4)]


def test_interior_models_are_linear_tilts():
    for pair in pairs.compared()[::97]:
        if pair.penalty == 2:
            for total, model in zip(pair.rewards, pair.models, strict=True):
                middle = sum(q * r for q, r in zip(pair.reference, total, strict=True))
                assert list(model) == [q * (1 + (r - middle) / 4) for q, r in zip(pair.reference, total, strict=True)]


def test_a_choice_flips_at_any_distance():
    for k in range(1, 9):
        assert pairs.legal_and_near(F(1, 10**k), F(99, 100))
        assert not pairs.moves_at_most(F(1, 10**k), F(99, 100))
    assert not pairs.legal_and_near(F(1), F(1, 2))


def test_random_pairs_are_below_the_bounds_and_repeat():
    distance, move, lost = pairs.random_pairs(pay.KL(), 0.25, 100)
    assert (move <= np.tanh(distance / 0.5) + 1e-12).all()
    assert lost.min() >= -1e-12
    assert (pairs.random_pairs(pay.KL(), 0.25, 100)[0] == distance).all()


def test_extremal_profiles_are_trained_twice():
    before, after = pairs.trained(extremal_profiles(F(1, 2)), pay.ChiSquared(), F(1))
    assert after[0] - before[0] == pytest.approx(F(1, 8))
