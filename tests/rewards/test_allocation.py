"""The sweep, the frontier and the continuous solver against brute force, an integer programme and plain grids."""

import random
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import LinearConstraint, milp

from incentives import rewards as rw
from incentives.rewards import costs as costs_of, frontier

from .instances import random_instance

F = Fraction


EPSILONS = (F(1, 10**8), F(1, 100), F(1, 2))


def oracle_cost(name, S, Q, N, eps):
    """The formulas of the readings typed again from sums; roots as decimals of 60 digits."""
    m, V = F(S) / N, F(Q) / N - (F(S) / N) ** 2
    if name in ("deviation-ratio", "sharpe"):
        with localcontext() as context:
            context.prec = 60

            def number(x):
                return Decimal(x.numerator) / Decimal(x.denominator)

            sd = number(V).sqrt()
            cost = sd / number(m + eps) if name == "deviation-ratio" else -number(m) / (sd + number(eps))
            return round(cost, 45)
    return {
        "ratio": lambda: V / (m + eps),
        "growth": lambda: -m / (V + eps),
        "sum": lambda: 1 / (100 * m + eps) + 10_000 * V,
        "linear": lambda: V - m / 10,
        "least-variance": lambda: (V, -m),
        "anchor": lambda: (V, -m),
    }[name]()


def brute_force(contributions, menus, name, eps, floor=0, cap=1):
    """Every allocation there is; those of least cost."""
    top, found = max(contributions), {}
    choices = []
    for c, menu in zip(contributions, menus, strict=True):
        allowed = [m for m in menu if max(c, floor) <= m <= cap]
        choices.append([max(allowed)] if name == "anchor" and c == top else allowed)
    for levels in product(*choices):
        gains = [a - c for a, c in zip(levels, contributions, strict=True)]
        found.setdefault((sum(gains), sum(u * u for u in gains)), []).append(levels)
    costs = {sums: oracle_cost(name, *sums, len(contributions), eps) for sums in found}
    least = min(costs.values())
    return sorted(levels for sums, cost in costs.items() if cost == least for levels in found[sums])


@pytest.mark.backs(
    "rewards/new-nearest-levels",
    "rewards/new-costs-of-the-sweep",
    "rewards/new-sum-in-points",
)
@pytest.mark.parametrize("name", costs_of.READINGS)
def test_all_optima_are_those_of_brute_force(name):
    rng = random.Random(f"sweep {name}")
    for _ in range(500):
        contributions, menu, menus, floor = random_instance(rng)
        eps = rng.choice(EPSILONS)
        expected = brute_force(contributions, menus, name, eps, floor=floor or 0)
        found = rw.optimal_allocations(contributions, menu, cost=rw.Cost(name, epsilon=eps), floor=floor)
        if name == "sum" and found[0].shift is None:  # outside its theorem: one for each optimal mean gain
            assert {sum(each.levels) for each in found} == {sum(levels) for levels in expected}
            assert {each.levels for each in found} <= set(expected)
        else:
            assert sorted(each.levels for each in found) == expected
        means = [each.mean_gain for each in found]
        assert means == sorted(means)
        chosen = rw.allocate(contributions, menu, cost=rw.Cost(name, epsilon=eps), floor=floor)
        assert chosen.levels == found[-1].levels
        assert chosen.cost == rw.Cost(name, epsilon=eps)(chosen.gains)


@pytest.mark.backs("rewards/new-nearest-levels")
@pytest.mark.parametrize("name", ["ratio", "deviation-ratio", "growth", "sharpe", "linear", "least-variance"])
def test_levels_are_the_nearest_ones_to_contribution_plus_shift(name):
    rng = random.Random(f"nearest {name}")
    for _ in range(200):
        contributions, menu, menus, floor = random_instance(rng)
        for found in rw.optimal_allocations(contributions, menu, cost=name, floor=floor):
            for c, own, level in zip(contributions, menus, found.levels, strict=True):
                target = c + found.shift
                allowed = [m for m in own if m >= max(c, floor or 0)]
                assert all(abs(level - target) < abs(m - target) for m in allowed if m != level)


@pytest.mark.parametrize("name", [name for name in costs_of.READINGS if name != "sum"])
def test_floats_find_a_cost_as_good_as_the_exact_one(name):
    rng = random.Random(f"floats {name}")
    for _ in range(150):
        contributions, menu, _, floor = random_instance(rng)
        exact = rw.allocate(contributions, menu, cost=name, floor=floor)
        as_floats = [[float(m) for m in row] for row in menu] if isinstance(menu[0], list) else np.array(menu, float)
        quick = rw.allocate(
            np.array(contributions, float),
            as_floats,
            cost=name,
            floor=None if floor is None else float(floor),
        )
        assert quick.levels == pytest.approx(np.array(exact.levels, float), abs=1e-12)
        assert quick.mean_gain == pytest.approx(float(exact.mean_gain), abs=1e-12)


def test_floats_agree_with_a_plain_loop_on_large_instances():
    rng = np.random.default_rng(5)
    contributions, menu = rng.uniform(0.3, 0.7, 200), np.linspace(0.25, 0.95, 101)
    for name in ("ratio", "deviation-ratio", "growth", "sharpe", "linear", "least-variance", "anchor", "sum"):
        rule = rw.Cost(name)
        best = np.inf
        pinned = (contributions == contributions.max()) & (name == "anchor")
        for t in np.linspace(-0.01, 0.7, 3000):
            levels = menu[np.abs(menu - (contributions + t)[:, None]).argmin(axis=1)]
            levels = np.maximum(levels, menu[np.searchsorted(menu, contributions)])
            best = min(best, rule(np.where(pinned, menu[-1], levels) - contributions))
        found = rw.allocate(contributions, menu, cost=name)
        assert found.cost <= best + 1e-15
        assert found.cost == pytest.approx(rule(found.levels - contributions), rel=1e-9)


def test_an_integer_programme_finds_no_smaller_spread():
    """HiGHS, told only the definition: least sum of squared gains for the mean gain that was found."""
    rng = np.random.default_rng(11)
    for _ in range(12):
        grid = rng.integers(20, 70, 12)
        menu = np.sort(rng.choice(np.arange(60, 100), 8, replace=False))
        menu[-1] = 99
        found = rw.allocate([F(int(c), 100) for c in grid], [F(int(m), 100) for m in menu], cost="ratio")
        gains = menu[None, :] - grid[:, None]
        one_each = np.kron(np.eye(12), np.ones(8))
        total = int(sum(found.gains) * 100)
        solved = milp(
            (gains**2).ravel(),
            integrality=np.ones(96),
            bounds=(0, (gains >= 0).astype(float).ravel()),
            constraints=[
                LinearConstraint(one_each, 1, 1),
                LinearConstraint(gains.ravel()[None, :], total, total),
            ],
        )
        assert solved.success
        assert round(solved.fun) == sum((u * 100) ** 2 for u in found.gains)


def test_an_integer_programme_finds_no_smaller_linear_cost_of_the_corner():
    """Corners minimise Q - 2 t S; HiGHS minimises that over all allocations at the shift that was returned."""
    rng = np.random.default_rng(12)
    for _ in range(8):
        grid = rng.integers(20, 70, 15)
        menu = np.append(np.sort(rng.choice(np.arange(60, 99), 9, replace=False)), 99)
        for name in ("ratio", "sharpe"):
            found = rw.allocate([F(int(c), 100) for c in grid], [F(int(m), 100) for m in menu], cost=name)
            gains = menu[None, :] - grid[:, None]
            shift = float(found.shift) * 100
            weights = gains.astype(float) ** 2 - 2 * shift * gains
            solved = milp(
                weights.ravel(),
                integrality=np.ones(150),
                bounds=(0, (gains >= 0).astype(float).ravel()),
                constraints=[LinearConstraint(np.kron(np.eye(15), np.ones(10)), 1, 1)],
            )
            mine = sum(float(u * 100) ** 2 - 2 * shift * float(u * 100) for u in found.gains)
            assert mine == pytest.approx(solved.fun, abs=1e-6)


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 50), min_size=1, max_size=6),
    st.sets(st.integers(0, 60), min_size=1, max_size=6),
    st.sampled_from(sorted(costs_of.READINGS)),
    st.integers(-20, 20),
)
def test_order_and_common_shifts_do_not_matter(own, levels, name, move):
    contributions = [F(c, 50) for c in own]
    menu = sorted({F(m, 50) for m in levels} | {F(60, 50)})
    found = rw.allocate(contributions, menu, cost=name)
    backwards = rw.allocate(contributions[::-1], menu, cost=name)
    assert backwards.levels[::-1] == found.levels
    moved = rw.allocate([c + move for c in contributions], [m + move for m in menu], cost=name)
    assert moved.gains == found.gains
    assert all(u >= 0 for u in found.gains)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([F(1, 2)], []), "menu must be a non-empty row"),
        (([F(1, 2)], [F(3, 4), F(2, 3)]), "strictly increasing, got 3/4 before 2/3 .level 0."),
        (([0.5], [0.7, 0.7]), "strictly increasing, got 0.7 before 0.7"),
        (([0.5, float("nan")], [0.7]), "contributions must be finite numbers, got nan for client 1"),
        (([0.5], [0.7, float("inf")]), "menu must be finite numbers, got inf for level 1"),
        (([], [0.7]), "contributions must be a non-empty list"),
        (
            ([F(1, 2), F(9, 10)], [F(3, 5), F(4, 5)]),
            "client 1 can be given no level: needs at least its contribution 9/10; .*best level 4/5",
        ),
        (
            ([0.5, 0.9], [0.6, 0.8]),
            "client 1 can be given no level: needs at least its contribution 0.9; .*best level 0.8",
        ),
        (([0.5, 0.6], [[0.6, 0.8]]), "one row per client .2., got 1 rows"),
        (([0.5, 0.6], [[0.6, 0.8], [0.9, 0.7]]), "menu of client 1 must be strictly increasing"),
        ((["a"], [0.6]), "contributions must be numbers"),
        ((np.zeros((2, 2)), [0.6]), "one row of numbers, got shape"),
        (("abc", [0.6]), "contributions must be a non-empty list"),
        (([0.5], 0.6), "menu must be a non-empty row"),
    ],
)
def test_bad_input_is_refused_by_name(arguments, message):
    with pytest.raises(ValueError, match=message):
        rw.allocate(*arguments)


def test_bounds_that_leave_nothing_are_reported():
    with pytest.raises(ValueError, match=r"client 0 can be given no level.*floor 9/10.*best level 4/5"):
        rw.allocate([F(1, 2)], [F(3, 5), F(4, 5)], floor=F(9, 10))
    with pytest.raises(ValueError, match=r"client 1 can be given no level.*0.75.*cap 0.7"):
        rw.allocate([0.5, 0.75], [0.6, 0.8], cap=0.7)
    with pytest.raises(ValueError, match=r"client 0 can be given no level: needs at least its contribution 0.95"):
        rw.allocate_continuous([0.95], best=0.9)
    with pytest.raises(ValueError, match="cost must be one of ratio"):
        rw.allocate([0.5], [0.6], cost="median")
    with pytest.raises(ValueError, match="must be ints and Fractions"):
        rw.optimal_allocations([0.5], [0.6])
    with pytest.raises(ValueError, match="must be ints and Fractions"):
        rw.pareto_frontier([0.5], [0.6])
    with pytest.raises(ValueError, match="points must hold at least one point"):
        frontier.best_on_frontier((), lambda mean, variance: variance)


@pytest.mark.backs("rewards/new-sum-in-points")
def test_the_cost_in_points_says_when_floats_leave_its_theorem():
    contributions = [F(85, 100), F(87, 100), *[F(9, 10)] * 4]
    menu = [F(85, 100), F(89, 100), F(9, 10)]
    with pytest.raises(ValueError, match="'sum' is certain for floats where"):
        rw.allocate(np.array(contributions, float), np.array(menu, float), cost="sum")
    exact = rw.allocate(contributions, menu, cost="sum")
    assert [exact.levels] == brute_force(contributions, [menu] * 6, "sum", F(1, 10**8))
    assert exact.shift is None


@pytest.mark.backs("rewards/new-sum-on-fractions")
def test_on_the_fraction_scale_everybody_gets_the_best_level():
    rng = random.Random("fraction scale")
    for _ in range(150):
        clients, levels = rng.randint(1, 5), rng.randint(1, 4)
        contributions = [F(rng.randint(0, 39), 40) for _ in range(clients)]
        menu = sorted({F(rng.randint(0, 40), 40) for _ in range(levels)} | {F(1)})
        eps = rng.choice([F(1, 10**8), F(1, 10), F(1, 2)])
        costs = {}
        for chosen in product(*[[m for m in menu if m >= c] for c in contributions]):
            gains = [a - c for a, c in zip(chosen, contributions, strict=True)]
            m = sum(gains) / clients
            costs[chosen] = 1 / (m + eps) + sum((u - m) ** 2 for u in gains) / clients
        best = (F(1),) * clients
        assert all(costs[best] < cost for chosen, cost in costs.items() if chosen != best)
        rule = rw.Cost("sum", points=1, epsilon=eps)
        assert rw.allocate(contributions, menu, cost=rule).levels == best
        assert (
            rw.allocate(np.array(contributions, float), np.array(menu, float), cost=rule).levels.tolist()
            == [1.0] * clients
        )


def test_the_spread_of_an_allocation_is_the_mean_square_from_the_mean_gain():
    # Gains 1/5, 1/5 and 1/2, whose mean is 3/10: squares 1/100, 1/100 and 4/100.
    found = rw.allocate([F(7, 10), F(7, 10), F(2, 5)], [F(9, 10)], cost="least-variance")
    assert found.gains == (F(1, 5), F(1, 5), F(1, 2))
    assert (found.mean_gain, found.variance) == (F(3, 10), F(1, 50))
    rng = random.Random("spread")
    for _ in range(50):
        contributions, menu, _, floor = random_instance(rng)
        gains = (found := rw.allocate(contributions, menu, floor=floor)).gains
        # Half the mean square between two gains: no mean in it.
        assert found.variance == sum((u - v) ** 2 for u, v in product(gains, repeat=2)) / (2 * len(gains) ** 2)
