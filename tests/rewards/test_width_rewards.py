"""Widths as rewards: by hand, by brute force, and bad input."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from incentives import rewards as rw
from incentives.rewards import width_rewards


@pytest.mark.parametrize("narrowest", [F(1, 4), F(1, 2)])
@pytest.mark.parametrize("c", [(1, 2, 5), (7, 3, 3, 9), (0, 1)])
def test_maps(c, narrowest):
    by_range = width_rewards.normalised_contributions(list(c), narrowest)
    assert by_range[c.index(min(c))] == narrowest
    assert by_range[c.index(max(c))] == 1
    slopes = {(by_range[i] - narrowest) / (c[i] - min(c)) for i in range(len(c)) if c[i] > min(c)}
    assert len(slopes) == 1
    assert width_rewards.normalised_contributions(list(c), narrowest, by="share") == tuple(F(x, max(c)) for x in c)
    floats = width_rewards.normalised_contributions(np.array(c, dtype=float), float(narrowest))
    np.testing.assert_allclose(floats, [float(x) for x in by_range])


@pytest.mark.parametrize("seed", range(30))
def test_menu_of_widths_against_all_allocations(seed):
    rng = np.random.default_rng(seed)
    c = [int(v) for v in rng.choice(40, size=4, replace=False)]
    widths = [F(1, 4), F(7, 16), F(11, 16), F(1)]
    scaled = [F(1, 4) + F(3, 4) * F(x - min(c), max(c) - min(c)) for x in c]
    cost = rw.Cost("ratio", epsilon=F(1, 100))

    def value(levels):
        u = [p - x for p, x in zip(levels, scaled, strict=True)]
        mean = sum(u) / 4
        return sum((v - mean) ** 2 for v in u) / 4 / (mean + F(1, 100))

    feasible = [a for a in product(widths, repeat=4) if all(p >= x for p, x in zip(a, scaled, strict=True))]
    found = rw.allocate_widths(c, widths, cost=cost)
    assert found.cost == min(map(value, feasible)) == value(found.levels)


def test_share_meets_the_floor():
    levels = rw.allocate_widths([F(1, 10), F(2, 10), F(7, 10)], narrowest=F(1, 4), by="share").levels
    assert float(levels[0]) == 0.25
    assert rw.pearson([float(p) for p in levels], [0.1, 0.2, 0.7]) < 1


@pytest.mark.parametrize("seed", range(10))
def test_increasing_menu(seed):
    rng = np.random.default_rng(seed)
    accuracies = [int(v) for v in rng.integers(0, 12, size=9)]
    menu = rw.increasing_menu(list(range(1, 10)), accuracies)
    expected = [(i + 1, a) for i, a in enumerate(accuracies) if all(a > b for b in accuracies[:i])]
    assert [(int(w), int(a)) for w, a in menu] == expected


def test_bad_input():
    with pytest.raises(ValueError, match="contributions must differ"):
        width_rewards.normalised_contributions([2, 2], F(1, 4))
    with pytest.raises(ValueError, match="by must be one of range, share; got 'rank'"):
        width_rewards.normalised_contributions([1, 2], F(1, 4), by="rank")
    with pytest.raises(ValueError, match="narrowest must be a width between 0 and 1"):
        width_rewards.normalised_contributions([1, 2], 1)
    with pytest.raises(ValueError, match="at least 0 and not all 0"):
        width_rewards.normalised_contributions([-1, 2], F(1, 4))
    with pytest.raises(ValueError, match="finite numbers"):
        width_rewards.normalised_contributions([float("nan"), 1.0], 0.25)
    with pytest.raises(ValueError, match="either widths or narrowest"):
        rw.allocate_widths([1, 2])
    with pytest.raises(ValueError, match="widths must end at 1"):
        rw.allocate_widths([1, 2], [F(1, 4), F(1, 2)])
    with pytest.raises(ValueError, match="widths must be strictly increasing"):
        rw.allocate_widths([1, 2], [F(1, 2), F(1, 4), F(1)])
    with pytest.raises(ValueError, match="one length, got 2 and 1"):
        rw.increasing_menu([F(1, 2), 1], [3])
    with pytest.raises(ValueError, match=r"widths must be greater than 0, got 0"):
        rw.increasing_menu([0, 1], [3, 4])
    with pytest.raises(ValueError, match=r"widths must be greater than 0, got -0\.5"):
        rw.increasing_menu([-0.5, 1.0], [3, 4])
