"""Allocation without a menu."""

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from incentives import rewards as rw
from incentives.rewards import costs as costs_of

F = Fraction


@pytest.mark.parametrize("name", costs_of.READINGS)
def test_the_continuous_optimum_is_no_worse_than_any_fine_menu_and_close_to_it(name):
    rng = random.Random(f"continuous {name}")
    for _ in range(30):
        clients = rng.randint(1, 6)
        contributions = [F(rng.randint(10, 70), 100) for _ in range(clients)]
        best, floor = F(rng.randint(70, 99), 100), rng.choice([None, F(rng.randint(20, 69), 100)])
        rule = rw.Cost(name, epsilon=rng.choice([F(1, 100), F(1, 4)]), weight=rng.choice([F(1, 10), F(1, 2)]))
        found = rw.allocate_continuous(contributions, best=best, floor=floor, cost=rule)
        for c, level in zip(contributions, found.levels, strict=True):
            assert max(c, floor or c) <= F(level) + F(1, 10**12)
            assert F(level) <= best + F(1, 10**12)
        low = [best if name == "anchor" and c == max(contributions) else max(c, floor or c) for c in contributions]
        steps = 300
        costs = []
        for j in range(steps + 1):  # the whole family clip(c + t, ...), by a plain grid
            t = j / steps
            levels = [min(max(float(c) + t, float(lo)), float(best)) for c, lo in zip(contributions, low, strict=True)]
            costs.append(rule([a - float(c) for a, c in zip(levels, contributions, strict=True)]))
        scale = max(costs) - min(costs)
        assert float(found.cost) <= min(costs) + 1e-9 * (1 + abs(min(costs)))
        if name != "sharpe":  # its peak can be too sharp for a grid
            assert float(found.cost) >= min(costs) - 0.02 * scale - 1e-9
        quick = rw.allocate_continuous(
            np.array(contributions, float),
            best=float(best),
            floor=None if floor is None else float(floor),
            cost=rule,
        )
        assert float(found.cost) == pytest.approx(quick.cost, rel=1e-6, abs=1e-9)


@pytest.mark.backs("rewards/new-clip")
def test_no_transfer_between_two_clients_lowers_the_spread_of_a_clipped_allocation():
    rng = random.Random("transfers")
    for _ in range(200):
        c = [F(rng.randint(0, 60), 100) for _ in range(rng.randint(2, 6))]
        best, floor, t = F(9, 10), F(rng.randint(0, 80), 100), F(rng.randint(0, 80), 100)
        low = [max(x, floor) for x in c]
        levels = [min(max(x + t, lo), best) for x, lo in zip(c, low, strict=True)]
        before = sum((a - x) ** 2 for a, x in zip(levels, c, strict=True))
        for giver, taker in product(range(len(c)), repeat=2):
            amount = F(rng.randint(1, 30), 1000)
            if giver != taker and levels[giver] - amount >= low[giver] and levels[taker] + amount <= best:
                moved = list(levels)
                moved[giver] -= amount
                moved[taker] += amount
                assert sum((a - x) ** 2 for a, x in zip(moved, c, strict=True)) > before


def test_the_closed_form_of_the_repaired_rules():
    contributions = [F(1, 2), F(3, 5), F(7, 10)]
    for name in ("anchor", "least-variance", "ratio", "deviation-ratio"):
        found = rw.allocate_continuous(contributions, best=F(9, 10), floor=F(3, 5), cost=name)
        assert found.levels == (F(7, 10), F(8, 10), F(9, 10))
        assert found.shift == F(1, 5)
    floored = rw.allocate_continuous(contributions, best=F(9, 10), floor=F(3, 4), cost="anchor")
    assert floored.levels[2] == F(9, 10)
    assert floored.levels[0] == F(3, 4)
