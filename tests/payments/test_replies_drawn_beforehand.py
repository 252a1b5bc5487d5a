"""Anchors by simulation and by the library's mechanism on the drawn replies."""

import math

import numpy as np
import pytest
from matplotlib import pyplot as plt

from incentives import payments as pay
from incentives_book.payments import replies_drawn_beforehand as before, small_languages


@pytest.mark.backs("payments/new-anchor")
def test_enumerated_samples_agree_with_drawn_ones():
    rng = np.random.default_rng(0)
    n = 5
    heads = rng.integers(2, size=(200_000, n)).sum(axis=1)
    worth = 4 * heads + (n - heads)
    found = before.anchored(n)
    assert float(found.served[0]) == pytest.approx((4 * heads / worth).mean(), abs=3e-3)
    assert found.own == pytest.approx(-np.log(worth / n / 2.5).mean(), abs=3e-3)
    assert sum(found.served) == 1


@pytest.mark.backs("payments/new-anchor")
def test_losses_keep_their_bounds_and_have_their_orders():
    found = [before.anchored(n) for n in (2, 10, 60, 120)]
    assert all(a.true <= a.own <= a.bound for a in found)
    chi = float(found[0].chi_squared)
    assert chi == pytest.approx(0.8**2 / 0.5 + 0.2**2 / 0.5 - 1)
    assert found[-1].own * 240 / chi == pytest.approx(1, abs=0.01)
    assert found[-2].true / found[-1].true == pytest.approx(4, abs=0.1)


@pytest.mark.backs("payments/new-anchor")
@pytest.mark.parametrize("seed", range(5))
def test_on_any_sample_no_lie_gains_payments_are_not_negative_and_nobody_loses(seed):
    rng = np.random.default_rng(seed)
    replies = int(rng.integers(2, 6))
    rule = pay.AffineMaximizer(np.full(replies, 1 / replies))
    truth = rng.uniform(size=(3, replies)) * 2
    honest = rule(truth)
    keeps = truth[0] @ honest.policy - honest.payments[0]
    assert honest.payments.min() >= -1e-12
    assert keeps >= 0
    for _ in range(40):
        lie = truth.copy()
        lie[0] = rng.uniform(size=replies) * 2
        told = rule(lie)
        assert truth[0] @ told.policy - told.payments[0] <= keeps + 1e-12
    assert before.best_of_lies(seed, replies=replies) <= 1e-12


def test_the_parabola_is_above_minus_the_logarithm():
    u = np.linspace(0.5, 6, 1000)
    assert (1 - u + (4 * math.log(2) - 2) * (1 - u) ** 2 + np.log(u) >= -1e-12).all()


def test_losses_are_drawn(ax):
    before.draw_losses([before.anchored(n) for n in (1, 3)], ax=ax)
    assert len(ax.lines) == 3


@pytest.mark.parametrize("replies", [1, 2, 7, 40])
def test_the_integral_gives_the_law_that_all_samples_give(replies):
    exact = [float(p) for p in before.anchored(replies).served]
    found = before.served_law(np.array([0.5, 0.5]), np.array([0.8, 0.2]), replies)
    assert found == pytest.approx(exact, abs=1e-12)


def test_candidates_of_another_speaker_are_served_as_drawn_ones_with_importance_weights():
    rng = np.random.default_rng(4)
    q, s, reward = rng.dirichlet(np.ones(4)), rng.dirichlet(np.ones(4)), rng.uniform(size=4) * 3
    drawn = rng.choice(4, size=(100_000, 5), p=s)
    weight = (q / s * np.exp(reward))[drawn]
    share = weight / weight.sum(axis=1, keepdims=True)
    served = np.bincount(drawn.ravel(), share.ravel(), 4) / len(drawn)
    best = q * np.exp(reward) / (q @ np.exp(reward))
    assert before.served_law(s, best, 5) == pytest.approx(served, abs=4e-3)


def test_sentences_have_the_law_of_their_grammar():
    task = small_languages.conflicting(words=4, longest=3)
    law = before.sentence_law(task)
    assert law.sum() == pytest.approx(1)
    counted = task.corpus(200_000, rng=np.random.default_rng(0)) / 200_000
    assert law == pytest.approx(counted, abs=4e-3)


def test_which_speaker_wins_depends_on_what_it_knows_as_the_page_says():
    coin, opposite, similar = before.compared((1, 16, 256))
    times = {
        game.model: {who: [x / y for x, y in zip(losses, game.losses[before.ANCHOR], strict=True)]
                     for who, losses in game.losses.items()}
        for game in (coin, opposite, similar)
    }  # fmt: skip
    for game in times.values():
        assert 1 / 13 < game[before.INFORMED][1] < 1 / 4
        assert max(game[before.MIXED]) < 3
        assert all(t < 1 for t in game[before.INFORMED])
    assert 180 < times[coin.model][before.PARTIAL][1] < 200
    assert times[opposite.model][before.PARTIAL][1] == pytest.approx(10.8, abs=0.3)
    assert times[similar.model][before.PARTIAL][1] < 1 / 6
    assert times[similar.model][before.MIXED][1] == pytest.approx(1 / 8, abs=0.01)


def test_truth_is_best_whatever_the_fixed_speaker_was():
    """With weights q / s as the initial model of the drawn candidates, by the library's mechanism."""
    rng = np.random.default_rng(6)
    for _ in range(20):
        weights = rng.dirichlet(np.ones(6))
        rule = pay.AffineMaximizer(reference=weights)
        truth = rng.uniform(size=(2, 6)) * 3
        honest = rule(truth)
        kept = truth[0] @ honest.policy - honest.payments[0]
        for lie in rng.uniform(size=(20, 6)) * 3:
            told = rule(np.vstack([lie, truth[1]]))
            assert truth[0] @ told.policy - told.payments[0] <= kept + 1e-9


def test_the_comparison_has_a_panel_for_each_model():
    found = before.compared((1, 4))
    _, axes = plt.subplots(1, 3)
    before.draw_compared(found, axes=tuple(axes))
    assert [len(ax.lines) for ax in axes] == [4, 4, 4]
    assert axes[2].get_title() == "faithful and informative"


@pytest.mark.backs("payments/new-anchor-orders")
@pytest.mark.parametrize("seed", range(3))
def test_the_served_law_is_off_by_what_the_expansion_says_in_games_of_three_replies(seed):
    """All samples, listed with float probabilities by the multinomial law."""
    rng = np.random.default_rng(seed)
    q, worth = rng.dirichlet(np.full(3, 3.0)), np.exp(rng.uniform(0, 2, 3))
    best = q * worth / (q @ worth)
    u, chi = best / q, ((best - q) ** 2 / q).sum()

    def served_and_own(n):
        law, own = np.zeros(3), 0.0
        for a in range(n + 1):
            for b in range(n + 1 - a):
                counts = np.array([a, b, n - a - b])
                log_chance = math.lgamma(n + 1) - sum(math.lgamma(c + 1) for c in counts) + counts @ np.log(q)
                mean = counts @ u / n
                law += math.exp(log_chance) * counts * u / (counts @ u)
                own -= math.exp(log_chance) * math.log(mean)
        return law, own

    spread = best @ u**2 - (best @ u) ** 2
    off = []
    for n in (40, 80):
        law, own = served_and_own(n)
        assert law.sum() == pytest.approx(1)
        true = law @ np.log(law / best)
        off.append([np.abs(n * (law / best - 1) - (1 + chi - u)).max(), n * own - chi / 2, n * n * true - spread / 2])
    assert np.abs(off[1]) == pytest.approx(np.abs(off[0]) / 2, rel=0.2)  # what is left falls by one order more
    assert max(np.abs(off[1])) < 0.1 * max(chi, spread)
