"""Least variance for every mean gain."""

import random
from fractions import Fraction
from itertools import product

import pytest

from incentives import rewards as rw
from incentives.rewards import frontier

from .instances import random_instance

F = Fraction


@pytest.mark.backs("rewards/new-least-variance-by-mean")
def test_the_frontier_is_the_one_of_brute_force():
    rng = random.Random("frontier")
    for _ in range(150):
        contributions, menu, menus, floor = random_instance(rng)
        least = {}
        for levels in product(
            *[[m for m in own if m >= max(c, floor or 0)] for c, own in zip(contributions, menus, strict=True)]
        ):
            gains = [a - c for a, c in zip(levels, contributions, strict=True)]
            mean = sum(gains) / len(gains)
            V = sum((u - mean) ** 2 for u in gains) / len(gains)
            least[mean] = min(V, least.get(mean, V))
        points = frontier.least_variance_by_mean(contributions, menu, floor=floor)
        assert {p.mean_gain: p.variance for p in points} == least
        for p in points:
            gains = [a - c for a, c in zip(p.levels, contributions, strict=True)]
            assert sum(gains) / len(gains) == p.mean_gain
        kept = {m for m in least if not any(n > m and least[n] <= least[m] for n in least)}
        assert [p.mean_gain for p in rw.pareto_frontier(contributions, menu, floor=floor)] == sorted(kept)
