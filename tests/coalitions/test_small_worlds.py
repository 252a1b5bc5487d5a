"""Enumerated worlds against hand-computed answers, against each other, and against the simulation."""

from fractions import Fraction as F

import numpy as np
import pytest

from incentives.coalitions.errors import fine_errors
from incentives_book.coalitions.simulation import rademacher_noise, simulate_means
from incentives_book.coalitions.small_worlds import enumerate_means, enumerate_regression

HALF = F(1, 2)
OWNERS = [(HALF, -1, 1), (HALF, 1, 3)]
MIX = [[F(2, 3), F(1, 3)], [F(-1, 4), F(5, 4)]]


def test_two_members_by_hand():
    """Alone 5/2 and 5; together half of both noises, and half of the means' distance: 2 * 1/4 * ... by hand."""
    assert enumerate_means([2, 1], weights=[[1, 0], [0, 1]], owners=OWNERS) == (F(5, 2), 5)
    # (5/2 + 5) / 4 from noise, and (a - b)^2 / 4 with E (a - b)^2 = 2.
    assert enumerate_means([2, 1], weights=[[HALF, HALF]] * 2, owners=OWNERS) == (F(15, 8) + HALF,) * 2


def test_disturbances_with_other_moments_change_the_answer():
    louder = [(HALF, 2), (HALF, -2)]
    assert enumerate_means([2], weights=[[1]], owners=OWNERS, disturbances=louder) == (10,)


def test_regression_on_ones_is_mean_estimation():
    designs = [[(1, ((1,),) * 2)], [(1, ((1,),))]]
    people = [(p, (mean,), scale) for p, mean, scale in OWNERS]
    fitted = enumerate_regression(designs, tests=[[(1, (1,))]] * 2, owners=people, weights=MIX)
    assert fitted == enumerate_means([2, 1], weights=MIX, owners=OWNERS)
    assert fitted == fine_errors([2, 1], noise=5, spread=1, weights=MIX)


def test_one_point_and_one_input_by_hand():
    """Input 2 or 4, error of the coefficient 3/2 or 3/4, judged at 10."""
    designs = [[(HALF, ((2,),)), (HALF, ((4,),))]]
    errors = enumerate_regression(designs, tests=[[(1, (10,))]], owners=[(1, (5,), 3)], weights=[[1]])
    assert errors == (100 * (F(9, 4) + F(9, 16)) / 2,)


def test_the_simulation_of_a_small_world_agrees():
    def owners(rng, shape):
        means = rng.choice([-1.0, 1.0], size=shape)
        return means, np.where(means > 0, 9.0, 1.0)

    played = simulate_means(
        [2, 1],
        weights=MIX,
        owners=owners,
        rounds=40_000,
        rng=np.random.default_rng(2),
        noise=rademacher_noise,
    )
    exact = np.array(enumerate_means([2, 1], weights=MIX, owners=OWNERS), dtype=float)
    assert (np.abs(played.errors - exact) < 5 * played.standard_errors).all()


@pytest.mark.parametrize(
    ("owners", "disturbances", "message"),
    [
        ([(HALF, 0, 1)], [(1, 1)], "owners must have probabilities that sum to 1"),
        ([(1, 0, 1)], [(HALF, 1), (1, -1)], "disturbances must have probabilities that sum to 1"),
        ([], [(1, 1)], "owners must have probabilities that sum to 1"),
        ([(2, 0, 1), (-1, 0, 1)], [(1, 1)], "owners must have probabilities that sum to 1"),
    ],
)
def test_bad_chances_are_named(owners, disturbances, message):
    with pytest.raises(ValueError, match=message):
        enumerate_means([1], weights=[[1]], owners=owners, disturbances=disturbances)


def test_designs_without_a_unique_fit_are_named():
    with pytest.raises(ValueError, match="designs must have linearly independent columns"):
        enumerate_regression([[(1, ((1, 1), (2, 2)))]], tests=[[(1, (1, 0))]], owners=[(1, (0, 0), 1)], weights=[[1]])
