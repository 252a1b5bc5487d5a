"""What it costs: its claims by best replies, draws, other quadrature and a linear program; and the page's functions."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.optimize import linprog, minimize_scalar
from scipy.stats import norm

from incentives.together import Federation
from incentives_book.together import what_it_costs as page

from . import worlds

WORLD = {"noise": 10, "spread": 1, "cost": 0.05}


@pytest.mark.backs("together/new-least-risk", "together/new-other-scores")
def test_the_square_has_the_least_deviation_for_its_reward_in_draws():
    z = np.random.default_rng(1).standard_normal(2_000_000)
    scores = {"square": z**2, "distance": abs(z), "fourth": z**4, "capped": np.minimum(z**2, 4), "fine": abs(z) > 1}
    found = {name: s.std() / np.cov(s, (z**2 - 1) / 2)[0, 1] for name, s in scores.items()}
    assert found["square"] == pytest.approx(2**0.5, rel=0.01)
    told = {"distance": 1.07, "fourth": 1.15, "capped": 1.06, "fine": 1.36}
    assert all(found[name] / 2**0.5 == pytest.approx(told[name], rel=0.02) for name in told)


@pytest.mark.backs("together/new-least-range")
def test_a_linear_program_over_bounded_payments_finds_the_same_range():
    z = np.linspace(-6, 6, 2001)
    weight = norm.pdf(z) / norm.pdf(z).sum()
    found = linprog(-1e4 * weight * (z**2 - 1) / 2, bounds=(0, 1))
    assert -found.fun / 1e4 == pytest.approx(norm.pdf(1), abs=1e-3)
    assert 1 / norm.pdf(1) == pytest.approx(4.13, abs=0.005)
    seen = (abs(z) < 3) & (abs(abs(z) - 1) > 0.01)  # the solver ignores what hardly counts
    assert ((found.x > 0.5) == (abs(z) > 1))[seen].all()


@pytest.mark.backs("together/new-without-money", "together/new-worth-and-risk-in-numbers")
def test_best_replies_without_money_end_where_the_page_says():
    sizes = np.full(5, 8.0)
    for _ in range(60):
        for i in range(5):

            def pays(n, i=i):
                trial = sizes.copy()
                trial[i] = n
                return worlds.errors(trial, 10, 1)[i] + 0.05 * n

            sizes[i] = minimize_scalar(pays, bounds=(0.1, 30), method="bounded", options={"xatol": 1e-9}).x
    found = page.without_money(5, **WORLD)
    assert np.allclose(sizes, found.size, rtol=1e-4)
    assert np.allclose(worlds.errors(sizes, 10, 1), 0.5**0.5, rtol=1e-4)
    best = Federation.efficient([0.05] * 5, noise=10, spread=1)
    assert sum(best.bills) == pytest.approx(5 * page.efficient(5, **WORLD).total)
    assert round(5 * found.total / sum(best.bills), 3) == 1.003
    for members in (4, 100):
        agree = page.ratio(members, noise=10, spread=1e-9, cost=0.05)
        assert agree == pytest.approx((members + 1) / (2 * members**0.5), rel=1e-4)


def test_the_risk_is_that_of_draws():
    members, rounds = 10, 60_000
    size, total = page.efficient(members, **WORLD)
    _, reports = worlds.draws(np.random.default_rng(2), [size] * members, 10, 1, rounds)
    staked = (worlds.best_weights([size] * members, 10, 1)[1:, 0] ** 2).sum()
    paid = staked * (reports[:, 0] - reports[:, 1:].mean(axis=1)) ** 2
    assert paid.std() / total == pytest.approx(page.risk(members, **WORLD), rel=0.03)


def test_alone_and_roots_and_errors():
    assert page.alone(**WORLD).total == pytest.approx(2 * 0.5**0.5)
    assert page.root(lambda x: 2 - x * x, 0, 2) == pytest.approx(2**0.5)
    assert page.error(8.0, 5, noise=10, spread=1) == pytest.approx(worlds.errors([8.0] * 5, 10, 1)[0])
    assert page.deviation(lambda z: z**2) == pytest.approx(2**0.5, rel=1e-6)


def test_the_drawings_show_both_curves():
    _, axes = plt.subplots(1, 2)
    page.draw_worth([5, 20], [0.01, 0.1, 1.0], noise=10, cost=0.05, ax=axes[0])
    page.draw_risk([3, 10], **WORLD, ax=axes[1])
    assert all((np.diff(line.get_ydata()) < 0).all() for line in axes[0].lines[:2])
    assert np.allclose(axes[1].lines[0].get_ydata(), [100 * page.risk(m, **WORLD) for m in (3, 10)])
