"""Anchors by simulation and by the library's mechanism on the drawn replies."""

import math

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments import replies_drawn_beforehand as before


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
