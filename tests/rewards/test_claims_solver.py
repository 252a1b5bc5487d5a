"""The theorems behind the solver, each from numbers and definitions typed here."""

import random
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from incentives import rewards as rw

F = Fraction


def moments(gains):
    m = F(sum(gains)) / len(gains)
    return m, sum((u - m) ** 2 for u in gains) / F(len(gains))


def all_gains(contributions, menu):
    return product(*[[m - c for m in menu if m >= c] for c in contributions])


def nearest(contributions, menu, t):
    """Every allocation of levels nearest to c_i + t; ties go either way."""
    rows = []
    for c in contributions:
        allowed = [m for m in menu if m >= c]
        least = min(abs(m - c - t) for m in allowed)
        rows.append([m - c for m in allowed if abs(m - c - t) == least])
    return product(*rows)


def by_shifts(contributions, menu):
    """Gains of all allocations that are nearest levels for some shift."""
    turns = sorted({(a + b) / 2 - c for c in contributions for a, b in pairwise([m for m in menu if m >= c])})
    shifts = [turns[0] - 1, *((a + b) / 2 for a, b in pairwise(turns)), turns[-1] + 1] if turns else [F(0)]
    return {gains for t in [*shifts, *turns] for gains in nearest(contributions, menu, t)}


def misses(contributions, menu, cost):
    """Least cost of all allocations, and of the nearest-level ones."""
    best = min(cost(*moments(gains)) for gains in all_gains(contributions, menu))
    return best, min(cost(*moments(gains)) for gains in by_shifts(contributions, menu))


@pytest.mark.backs("rewards/new-nearest-levels")
def test_any_concave_cost_of_the_sums_has_a_nearest_level_optimum():
    """Costs drawn at random among minima of linear functions of (S, Q) that grow with Q: all are concave."""
    rng = random.Random("concave")
    for _ in range(150):
        contributions = [F(rng.randint(0, 9), 10) for _ in range(rng.randint(1, 4))]
        menu = sorted({F(rng.randint(0, 10), 10) for _ in range(4)} | {F(1)})
        pieces = [(rng.randint(-20, 20), rng.randint(0, 20), rng.randint(-5, 5)) for _ in range(4)]

        clients = len(contributions)

        def cost(m, V, n=clients, pieces=pieces):
            S, Q = n * m, n * (V + m * m)
            return min(a * S + b * Q + d for a, b, d in pieces)

        best, found = misses(contributions, menu, cost)
        assert found == best


@pytest.mark.backs("rewards/new-costs-of-the-sweep")
def test_mixing_two_sums_never_costs_less_than_the_cheaper_one():
    rng = np.random.default_rng(4)
    m = rng.uniform(0, 1, (20_000, 2))
    Q = m**2 + rng.exponential(0.05, (20_000, 2))
    share = rng.uniform(0, 1, 20_000)

    def mix(rows):
        return share * rows[:, 0] + (1 - share) * rows[:, 1]

    for eps in (1e-8, 0.01, 0.5):
        costs = {
            "ratio": lambda m, V, e=eps: V / (m + e),
            "deviation-ratio": lambda m, V, e=eps: np.sqrt(V) / (m + e),
            "growth": lambda m, V, e=eps: -m / (V + e),
            "sharpe": lambda m, V, e=eps: -m / (np.sqrt(V) + e),
            "linear": lambda m, V: V - 0.1 * m,
            "least-variance": lambda m, V: V,
        }
        for cost in costs.values():
            ends = cost(m, Q - m**2).min(axis=1)
            middle = cost(mix(m), mix(Q) - mix(m) ** 2)
            assert (middle >= ends - 1e-9 * (1 + np.abs(ends))).all()


@pytest.mark.backs("rewards/new-sum-in-points")
def test_the_cost_in_points_can_miss_but_never_below_one():
    rng = random.Random("points")
    for _ in range(300):
        stuck, free = rng.randint(1, 3), rng.randint(1, 3)
        contributions = [F(-rng.randint(1, 10), 2) for _ in range(free)] + [F(0)] * stuck
        menu = sorted({F(-rng.randint(1, 8), 2) for _ in range(3)} | {F(0)})
        best, found = misses(contributions, menu, lambda m, V: 1 / (m + F(1, 10**8)) + V)
        assert found == best or best >= 1
    witness = [F(85), F(87), *[F(90)] * 4], [F(85), F(89), F(90)]
    best, found = misses(*witness, lambda m, V: 1 / (m + F(1, 10**8)) + V)
    assert best < F(13, 4) < F(333, 100) < found


@pytest.mark.backs("rewards/new-sweep-needs-the-condition")
def test_a_least_mean_as_a_side_condition_breaks_the_form():
    contributions, menu = [F(10, 100), F(24, 100), F(44, 100)], [F(37, 100), F(49, 100), F(50, 100)]
    best, found = misses(contributions, menu, lambda m, V: V if m >= F(1, 5) else 10 + V)
    assert best < found < 10


@pytest.mark.backs("rewards/new-clip", "rewards/new-one-valley")
def test_least_variance_for_a_mean_is_the_clipped_one_and_its_curve_is_convex():
    """A fine grid of gains, all combinations: for each mean the least variance."""
    contributions, best, floor, steps = [F(2, 10), F(5, 10), F(8, 10)], F(1), F(4, 10), 20
    menus = [[max(c, floor) + (best - max(c, floor)) * F(k, steps) for k in range(steps + 1)] for c in contributions]
    least = {}
    for levels in product(*menus):
        m, V = moments([a - c for a, c in zip(levels, contributions, strict=True)])
        least[m] = min(V, least.get(m, V))
    curve = []
    for k in range(200):
        t = F(k, 250)
        m, V = moments([min(max(c + t, max(c, floor)), best) - c for c in contributions])
        if not curve or m > curve[-1][0]:
            curve.append((m, V, t))
    for m, V in least.items():  # the curve lies below all of them
        below = [(a, b) for a, b in pairwise(curve) if a[0] <= m <= b[0]]
        for (m0, V0, t0), _ in below:
            assert V0 + 2 * (t0 - m0) * (m - m0) <= V  # tangent with slope 2 (t - m)
    slopes = [(b[1] - a[1]) / (b[0] - a[0]) for a, b in pairwise(curve)]
    assert slopes == sorted(slopes)
    assert all(2 * (a[2] - a[0]) <= s <= 2 * (b[2] - b[0]) for (a, b), s in zip(pairwise(curve), slopes, strict=True))
    for cost in (
        lambda m, V: V / (m + 0.01),
        lambda m, V: V**0.5 / (m + 0.01),
        lambda m, V: -m / (V + 0.01),
        lambda m, V: -m / (V**0.5 + 0.01),
        lambda m, V: V - 0.1 * m,
        lambda m, V: 1 / (100 * m + 0.01) + 10_000 * V,
    ):
        values = [cost(float(m), float(V)) for m, V, _ in curve]
        low = values.index(min(values))
        assert all(a >= b - 1e-12 * abs(b) for a, b in pairwise(values[: low + 1]))
        assert all(a <= b + 1e-12 * abs(b) for a, b in pairwise(values[low:]))


@pytest.mark.backs("rewards/new-rounding-bound", "rewards/new-rounding-bound-sharp")
def test_rounding_bound_on_random_roundings_and_on_the_extreme_family():
    rng = np.random.default_rng(8)
    for _ in range(4000):
        clients = int(rng.integers(2, 9))
        c = rng.uniform(0, 1, clients)
        gap = rng.uniform(0, 2) * c.std()
        levels = c + 0.3 + rng.uniform(-gap / 2, gap / 2, clients) * rng.choice([1.0, rng.uniform()])
        assert np.corrcoef(c, levels)[0, 1] >= np.sqrt(1 - (gap / (2 * c.std())) ** 2) - 1e-12
    for k in range(1, 30, 2):
        c, levels = np.array([k - 1, k + 1, -k - 1, 1 - k]), np.array([k, k, -k, -k])
        assert np.corrcoef(c, levels)[0, 1] == pytest.approx(np.sqrt(1 - 1 / c.var()))
        assert np.corrcoef(c, levels)[0, 1] == pytest.approx(k / np.sqrt(k * k + 1))


@pytest.mark.backs("rewards/new-annealing-gap")
@pytest.mark.parametrize("name", ["ratio", "sharpe"])
def test_random_local_moves_end_above_the_exact_cost(name):
    """Annealing typed again: one client, one level up or down, geometric cooling."""
    rng = np.random.default_rng(21)
    contributions, menu = rng.uniform(0.3, 0.7, 100), np.linspace(0.4, 0.95, 56)
    exact = rw.allocate(contributions, menu, cost=name).cost
    value = rw.Cost(name)
    lowest = np.searchsorted(menu, contributions)
    state = rng.integers(lowest, len(menu))
    S, Q = (menu[state] - contributions).sum(), ((menu[state] - contributions) ** 2).sum()
    now = best = value.of_sums(float(S), float(Q), 100)
    heat = 0.1 * abs(now)
    for _ in range(10_000):
        i, move = int(rng.integers(100)), int(rng.choice([-1, 1]))
        if lowest[i] <= state[i] + move < len(menu):
            old, new = menu[state[i]] - contributions[i], menu[state[i] + move] - contributions[i]
            cost = value.of_sums(float(S + new - old), float(Q + new**2 - old**2), 100)
            if cost <= now or rng.random() < np.exp((now - cost) / heat):
                state[i] += move
                S, Q, now = S + new - old, Q + new**2 - old**2, cost
        best = min(best, now)
        heat *= 1e-4 ** (1 / 10_000)
    assert best > exact + 0.5 * abs(exact)
