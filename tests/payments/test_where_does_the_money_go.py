"""The companion of the page: random games, and the linear program against rebates that are tried."""

import numpy as np
import pytest

from incentives import payments as pay
from incentives_book.payments import where_does_the_money_go as money


@pytest.mark.backs("payments/new-rebates")
def test_random_games_hand_back_between_what_is_promised_and_everything():
    games = [money.handed_back(n, reach=4 / n, seed=s) for n in (2, 10, 30) for s in range(30)]
    assert all(g.promised <= g.scaled <= 1 for g in games)
    assert any(g.plain > 1 for g in games)


@pytest.mark.backs("payments/new-rebate-ceiling")
@pytest.mark.parametrize(("reach", "most"), [(1, 0.5589), (2, 0.1678)])
def test_no_rebates_that_are_tried_beat_the_linear_program(reach, most):
    """Against any rebates: by the game's symmetry z(b) + z(a) is enough, improved by chance from the library's form."""
    found = money.most_that_two_can_be_promised((0.5, 0.5), reach=reach)
    assert found == pytest.approx(most, abs=1e-3)
    grid = np.linspace(-reach, reach, 9)
    rule = pay.AffineMaximizer([0.5, 0.5])
    rewards = [[max(d, 0.0), max(-d, 0.0)] for d in grid]
    paid = np.array([[rule([a, b]).payments.sum() for b in rewards] for a in rewards])
    rng = np.random.default_rng(0)

    def guaranteed(z):
        both = z[:, None] + z[None, :]
        some = paid > 1e-12
        z = z * min(1.0, (paid[some] / both[some]).min())  # scaled down to no deficit
        return ((z[:, None] + z[None, :])[some] / paid[some]).min()

    z = paid.mean(axis=0) / 2
    best = guaranteed(z)
    for _ in range(3000):
        tried = np.maximum(z * np.exp(rng.normal(size=9) * 0.1), 0)
        if (value := guaranteed(tried)) > best:
            z, best = tried, value
    assert best <= found + 1e-9
    assert best >= 0.6 * found


def test_the_picture_has_what_is_given_back_and_what_is_promised(ax):
    games = [money.handed_back(n, reach=1 / n, seed=0) for n in (2, 10)]
    money.draw_handed_back(games, ax=ax)
    assert len(ax.lines) == 2
