"""The small noisy world, against a search over its three models."""

from fractions import Fraction

import numpy as np
import pytest

from incentives_book.payments.noisy_rewards import small_noisy_world as small

MODELS = ((1, 0), (0, 1), (Fraction(1, 2), Fraction(1, 2)))
COSTS = (Fraction(0), Fraction(1, 4), Fraction(1, 8))


def welfare(model, rewards, sizes):
    expected = [sum(a * b for a, b in zip(MODELS[model], r, strict=True)) for r in rewards]
    return sum(w * v for w, v in zip(sizes, expected, strict=True)) - COSTS[model]


def test_noise_is_a_quarter_at_most_and_chances_add_up():
    for game in small.games()[::7]:
        draws = list(game.noise(game.truth.rewards))
        assert sum(chance for _, chance in draws) == 1
        assert max(abs(noisy - game.truth.rewards).max() for noisy, _ in draws) == small.QUARTER


@pytest.mark.parametrize("number", range(0, 50, 9))
def test_losses_are_those_of_a_plain_search(number):
    game = small.games()[number]
    rewards, sizes = game.truth.rewards.tolist(), game.truth.sizes.tolist()
    best = max(welfare(k, rewards, sizes) for k in range(3))
    for (noisy, chance), (lost, chance_) in zip(game.noise(game.truth.rewards), game.losses(), strict=True):
        chosen = game.rule(noisy, sizes).model
        assert chance == chance_
        assert welfare(chosen, noisy.tolist(), sizes) == max(welfare(k, noisy.tolist(), sizes) for k in range(3))
        assert lost == best - welfare(chosen, rewards, sizes)


def test_harsh_games_have_one_error_for_certain():
    for game in small.harsh_games()[::41]:
        draws = list(game.noise(game.truth.rewards))
        assert len(draws) == 1
        assert (draws[0][0][1] == np.array(game.truth.rewards[1])).all()
