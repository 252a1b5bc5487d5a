"""Known games against definitions and plain loops, and how often promises are kept in them."""

import math

import numpy as np
import pytest

from incentives_book.study import known_games as games


def test_the_best_model_without_a_cap_that_bites_is_the_tilted_one():
    q, r = np.array([0.2, 0.5, 0.3]), np.array([0.0, 1.0, 0.5])
    best, model = games.best_below_cap(q, r, 0.5, cap=100)
    tilted = q * np.exp(r / 0.5)
    assert best == pytest.approx(0.5 * math.log(tilted.sum()))
    assert model == pytest.approx(tilted / tilted.sum())


def test_a_cap_that_bites_is_kept_and_reached():
    q, r = np.array([0.01, 0.99]), np.array([1.0, 0.0])
    best, model = games.best_below_cap(q, r, 0.01, cap=4)
    assert model == pytest.approx([0.04, 0.96], abs=1e-9)
    assert best == pytest.approx(games.value_of(model, q, r, 0.01))


def test_games_keep_their_cap_and_what_they_miss_is_not_negative():
    rng = np.random.default_rng(0)
    for _ in range(20):
        game = games.some_game(rng, strength=20, cap=16)
        assert (game.model / game.initial).max() <= 16 + 1e-6
        assert game.missed >= -1e-9


def test_the_normal_interval_breaks_where_the_certificate_holds():
    cell = games.coverage(4, 100, games=40, cap=16, seed=1)
    assert cell.held("certificate") == cell.held("least") == 40
    assert cell.held("normal") < 38
    assert cell.held("bootstrap") < 38


def test_games_are_the_same_however_many_are_played():
    few, many = (games.coverage(20, 60, games=number, cap=16, seed=3) for number in (8, 16))
    for end in ("certificate", "normal", "bootstrap", "least"):
        assert getattr(few, end) == tuple(k for k in getattr(many, end) if k < 8)


def test_the_ends_of_a_sample_by_plain_loops():
    """The normal end and the bootstrap, of one prompt: terms by their definition at the guess with the least mean."""
    rng = np.random.default_rng(4)
    game = games.some_game(rng, strength=4, cap=16)
    found = games.promises([game], 400, np.random.default_rng(5))
    chance = np.random.default_rng(5)
    chance.integers(1, size=400)
    drawn = chance.choice(game.reward.size, size=400, p=game.proposal)

    def terms(guess):
        out = []
        for k in drawn:
            x, t = (game.reward[k] - guess) / game.penalty, game.model[k] / game.initial[k]
            top = math.exp(x) if x <= math.log(16) else 16 * (1 + x - math.log(16))
            out.append(game.initial[k] / game.proposal[k] * game.penalty * (top - t * (1 + x) + t * math.log(t)))
        return np.array(out)

    means = [terms(guess).mean() for guess in np.linspace(0, 1, 401)]
    guess = np.linspace(0, 1, 401)[int(np.argmin(means))]
    error = terms(guess).std(ddof=1) / 20
    assert found.normal - 1.645 * error == pytest.approx(min(means), abs=2e-3)
    means = [chance.choice(terms(guess), size=400).mean() for _ in range(400)]
    spread = np.quantile(means, 0.95) - terms(guess).mean()
    assert found.bootstrap - spread == pytest.approx(found.normal - 1.645 * error, abs=0.3 * error)


def test_with_several_prompts_each_has_its_own_part_of_the_range():
    rng = np.random.default_rng(0)
    asked = games.some_prompts(rng, 12, strength=4, cap=16)
    ends = [(game.reward.min(), game.reward.max()) for game in asked]
    assert all(0 <= low < high <= 1 for low, high in ends)
    assert max(low for low, _ in ends) > min(high for _, high in ends)  # some are above all of others
    cell = games.coverage(4, 300, prompts=12, games=30, cap=16, seed=2)
    assert cell.held("certificate") >= 28
    assert cell.held("least") >= 28
    assert cell.width < 0.2
