"""Noisy games against hand-made sums and simulation, the games that reach the bounds, refused input."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments.noisy_rewards import noise

F = Fraction
E = F(1, 10)


def test_the_law_of_independent_noise():
    first = noise.Shifts([[E, 0], [0, -E], [E, E]], [F(1, 2), F(1, 3), F(1, 6)])
    second = noise.Shifts([[-E, 0], [0, 0]])
    reports = np.array([[F(1), F(0)], [F(0), F(1)]], dtype=object)
    draws = noise.independent(first, second)(reports)
    assert len(draws) == 6
    assert sum(chance for _, chance in draws) == 1
    marginal = sum(chance for noisy, chance in draws if tuple(noisy[0]) == (1 + E, E))
    assert marginal == F(1, 6)
    assert sum((noisy * chance for noisy, chance in draws)).tolist() == [
        [1 + E / 2 + E / 6, -E / 3 + E / 6],
        [-E / 2, F(1)],
    ]


def test_bound_ignores_impossible_draws():
    assert noise.Shifts([[E, -E], [1, 1]], [1, 0]).bound == E


def test_expected_utility_by_simulation():
    """The simplex under KL, noise of both groups; means of a hundred thousand draws."""
    rng = np.random.default_rng(4)
    rule = pay.AffineMaximizer([0.2, 0.3, 0.5], penalty=0.5)
    truth = pay.Preferences([[1.0, 0.2, 0.5], [0.1, 1.0, 0.4]], [2, 1])
    rows = [[0.2, -0.2, 0.1], [-0.1, 0.1, 0.0]]
    game = noise.NoisyGame(rule, truth, noise.independent(noise.Shifts(rows, [0.3, 0.7]), noise.Shifts(rows)))
    drawn = []
    for _ in range(4000):
        a = rows[int(rng.random() >= 0.3)]
        b = rows[int(rng.random() >= 0.5)]
        outcome = rule(truth.rewards + np.array([a, b]), truth.sizes)
        drawn.append(2 * truth.rewards[0] @ outcome.policy - outcome.payments[0])
    error = np.std(drawn) / len(drawn) ** 0.5
    assert abs(np.mean(drawn) - game.utility(0)) < 5 * error


def test_without_noise_no_lie_pays_and_nothing_is_lost():
    models = pay.FiniteModels([[1, 0], [0, 1], [F(1, 2), F(1, 2)]], [0, F(1, 3), 0])
    for rows in product([(1, 0), (1, F(1, 2)), (F(1, 3), 1)], repeat=2):
        truth = pay.Preferences(rows, [2, 1])
        game = noise.NoisyGame(pay.AffineMaximizer(models=models), truth, noise.independent(None, None))
        assert game.losses() == [(0, 1)]
        assert game.best_lie(0, [(1, 0), (0, 1), (1, F(9, 10))], sizes=(1, 2, 5)) is None


@pytest.mark.parametrize("sizes", [(1,), (2, 3), (1, 1, 4)])
@pytest.mark.parametrize("error", [F(1, 50), F(1, 3)])
def test_two_models_lose_all_that_the_bound_allows(error, sizes):
    game = noise.two_models(error, sizes)
    assert game.losses() == [(2 * error * sum(sizes), 1)]
    for who, size in enumerate(sizes):
        lie = game.best_lie(who, [(1, F(k, 10)) for k in range(11)])
        assert lie.gains[who] == 2 * error * size
        # a lie is anything that asks for less of outcome 1 than the truth
        assert game.gain(who, report=(1, 1 - 2 * error - F(1, 10**9))) == 2 * error * size
        assert game.gain(who, report=(1, 1 - 2 * error + F(1, 10**9))) <= 0


def test_the_wrong_model_is_only_chosen_at_the_tie():
    game = noise.two_models(E, [3])
    weaker = noise.NoisyGame(game.rule, game.truth, noise.independent(noise.Shifts([[-E / 2, E / 2]])))
    assert weaker.losses() == [(0, 1)]


@pytest.mark.parametrize("size", [1, 4])
def test_paying_for_nothing(size):
    game = noise.paying_for_nothing(E, size)
    outcome = game.rule(np.array([[E, -E, 1]], dtype=object), [size])
    assert outcome.model == 0
    assert outcome.payments[0] == 2 * size * E
    assert game.utility(0) == -2 * size * E


def test_misreported_sizes_are_used_by_the_mechanism_and_not_enjoyed():
    rule = pay.AffineMaximizer(models=pay.FiniteModels([[1, 0], [0, 1]], [0, 0]))
    game = noise.NoisyGame(rule, pay.Preferences([[1, 0], [0, 1]], [1, 2]), noise.independent(None, None))
    assert game.utility(0) == 0
    assert game.utility(0, size=3) == 1 - 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: noise.Shifts([1, 2]), "rows must have shape"),
        (lambda: noise.Shifts([[1, 2]], [F(1, 2)]), "add up to 1"),
        (lambda: noise.Shifts([[1], [2]], [F(3, 2), F(-1, 2)]), "at least 0"),
        (lambda: noise.Shifts([[1], [2]], [1]), "must be 2 numbers"),
        (lambda: noise.independent(None)(np.zeros((2, 2))), "noise was given for 1 groups"),
        (lambda: noise.two_models(0.1, [1]), "epsilon must be an int or Fraction"),
        (lambda: noise.two_models(F(3, 4), [1]), r"in \(0, 1/2\]"),
        (lambda: noise.paying_for_nothing(0, 1), "epsilon must be"),
        (lambda: noise.two_models(E, [1]).utility(1), "who must be a group 0..0"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
