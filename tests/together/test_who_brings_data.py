"""Who brings data: its claims by finite differences, best replies and grids; and the page's own functions."""

from fractions import Fraction as F

import matplotlib.pyplot as plt
import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from incentives import coalitions as co
from incentives.rewards import allocate, allocate_continuous
from incentives_book.together import who_brings_data as page


@pytest.mark.backs("together/new-sample-pollutes")
def test_rates_are_finite_differences_of_the_library_s_errors():
    sizes, step = np.array([5.0, 8.0, 25.0, 3.0]), 1e-5
    for i in range(4):
        up, down = sizes.copy(), sizes.copy()
        up[i] += step
        down[i] -= step
        found = (co.uniform_errors(up, noise=10, spread=1.5) - co.uniform_errors(down, noise=10, spread=1.5)) / (
            2 * step
        )
        total, squares = sizes.sum(), (sizes**2).sum()
        for j in range(4):
            if j != i:
                told = (2 * 1.5 * (sizes[i] + sizes[j] - squares / total) - 10) / total**2
                assert found[j] == pytest.approx(told, abs=1e-8)


@pytest.mark.backs("together/new-half-threshold", "together/new-same-learning")
@pytest.mark.parametrize("members", [2, 5])
@pytest.mark.parametrize("cost", [0.5, 0.08, 0.004])
def test_best_replies_end_at_the_equilibrium_on_the_side_that_the_threshold_says(members, cost):
    for spread in (1.0, 1e-9):
        size = page.equilibrium(members, noise=10, spread=spread, cost=cost)

        def pays(n, size=size, spread=spread):
            sizes = np.array([n, *[size] * (members - 1)])
            return co.uniform_errors(sizes, noise=10, spread=spread)[0] + cost * n

        best = minimize_scalar(pays, bounds=(size / 10, 10 * size), method="bounded", options={"xatol": 1e-8}).x
        assert best == pytest.approx(size, rel=1e-4)
        wanted = page.efficient(members, noise=10, cost=cost)
        assert np.sign(size - wanted) == np.sign(wanted - 10 / (2 * spread))
        if spread < 1e-6:
            assert members * size == pytest.approx((10 / cost) ** 0.5, rel=1e-4)


@pytest.mark.backs("together/new-largest-may-bring")
@pytest.mark.parametrize(("third", "stays"), [(5, True), (13, True), (20, True), (F(201, 10), False), (25, False)])
def test_whether_any_coalition_would_leave_a_member_who_brings_more(third, stays):
    sizes = [F(5), F(5), F(third)]

    def errors(group):
        n, squares = sum(sizes[i] for i in group), sum(sizes[i] ** 2 for i in group)
        return {i: F(10) / n + squares / n**2 + 1 - 2 * sizes[i] / n for i in group}

    now = errors((0, 1, 2))
    groups = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert any(all(e < now[i] for i, e in errors(group).items()) for group in groups) == (not stays)


@pytest.mark.backs("together/new-crowding-out")
def test_a_gift_displaces_as_many_records():
    for gift in (0.5, 2.0):
        best = minimize_scalar(
            lambda n, gift=gift: 1 / (n / 10 + 1 / gift) + 0.1 * n, bounds=(0, 50), method="bounded"
        ).x
        assert best == pytest.approx(max(0, 10 - 10 / gift), abs=1e-3)


@pytest.mark.backs("together/new-equal-gains-interval", "together/new-working-for-nothing")
def test_what_equal_gains_give_is_what_the_rewards_part_allocates():
    mine, others, members = F(4), F(6), 3
    own = [-F(10) / n for n in (mine, others, others)]
    best = -F(10) / (mine + 2 * others)
    given = allocate_continuous(own, best=best, floor=own[0])
    levels = given.levels if hasattr(given, "levels") else given
    assert page.rewarded(mine, others, members, noise=10, cost=0) == -F(levels[0])
    all_alone = page.rewarded(F(10), F(10), members, noise=10, cost=F(1, 10))
    free_ride = page.rewarded(F(10, 3), F(10, 3), members, noise=10, cost=F(1, 10))
    assert all_alone == free_ride


def test_one_member_of_a_plain_average():
    assert page.averaged(5, 25, 3, noise=10, spread=1) == co.uniform_errors([5, 25, 25], noise=10, spread=1)[0]


def test_the_drawing_crosses_one_at_the_threshold():
    _, ax = plt.subplots()
    page.draw_pollutant(5, noise=10, spread=1, ax=ax)
    x, y = ax.lines[0].get_data()
    assert ((y > 1) == (x > 5)).all()


@pytest.mark.backs("together/new-top-contributor")
def test_the_allocation_of_the_rewards_part_leaves_the_top_contributor_alone():
    """Models on a menu in steps of a common gain: the allocation of least cost spoils all but the large member's."""
    totals = {}
    for size in range(1, 26):
        sizes = [5, 5, size]
        own = [-F(10, n) for n in sizes]
        best = [-error for error in co.optimal_coarse_errors(sizes, noise=10, spread=1)]
        reach = [b - a for a, b in zip(own, best, strict=True)]
        menus = [[a + gain for gain in sorted(set(reach)) if gain <= r] for a, r in zip(own, reach, strict=True)]
        given = allocate(own, menus)
        assert set(given.gains) == {page.common_gain(*sizes, noise=10)} == {min(reach)}
        if size >= 5:
            assert given.levels[2] == best[2]
            assert page.gains(*sizes, noise=10) == reach
        totals[size] = -given.levels[2] + F(10, 625) * size
    assert min(totals, key=totals.get) == 21
    assert totals[25] - totals[21] == F(32, 3625)


@pytest.mark.backs("together/new-top-contributor")
def test_what_a_top_contributor_saves_is_what_a_search_finds():
    for mu, gift, alone in ((10.0, 2.5, 25.0), (7.0, 3.0, 4.0), (1.0, 0.5, 30.0)):
        cost, error = mu / alone**2, mu / alone
        found = minimize_scalar(
            lambda n, mu=mu, gift=gift, cost=cost: 1 / (n / mu + 1 / gift) + cost * n,
            bounds=(0, 2 * alone),
            method="bounded",
            options={"xatol": 1e-9},
        )
        honest = 1 / (alone / mu + 1 / gift) + cost * alone
        assert found.x == pytest.approx(alone - mu / gift, rel=1e-4)
        assert honest - found.fun == pytest.approx(error**3 / (gift * (error + gift)), rel=1e-6)
