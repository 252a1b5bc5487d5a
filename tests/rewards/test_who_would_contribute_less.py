"""The deviation search against loops that share no line with it."""

from fractions import Fraction as F
from itertools import product

import numpy as np
import pytest

from incentives_book.rewards import who_would_contribute_less as page


def equal_gains(c, best, floor=0):
    return [max(floor, x + best - max(c)) for x in c]


def payoff(i, x, abilities, best, price):
    return max(abilities[i], equal_gains(x, best)[i]) - price * x[i]


@pytest.mark.parametrize("seed", range(40))
def test_best_contribution_is_the_best(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 5))
    able = [F(int(v), 12) for v in rng.integers(0, 10, size=n)]
    given = [F(int(rng.integers(0, int(a * 12) + 1)), 12) for a in able]
    price, i = F(int(rng.integers(0, 20)), 16), int(rng.integers(n))
    options = [F(k, 12) for k in range(12)]
    found = page.best_contribution(page.EqualGains(F(10, 12)), able, options, who=i, effort=price, contributions=given)
    values = [payoff(i, [*given[:i], x, *given[i + 1 :]], able, F(10, 12), price) for x in options if x <= able[i]]
    gain = max(values) - payoff(i, given, able, F(10, 12), price)
    assert (found.gains[i] if found else 0) == gain
    assert found is None or found.who == {i}


@pytest.mark.parametrize("price", [F(1, 10), F(1, 2), F(9, 10), F(2)])
def test_equilibria_by_enumeration(price):
    able = [F(1, 5), F(2, 5), F(2, 5)]
    grid = [F(k, 5) for k in range(3)]
    profiles = [p for p in product(grid, repeat=3) if all(x <= a for x, a in zip(p, able, strict=True))]
    expected = [
        p
        for p in profiles
        if all(
            payoff(i, p, able, F(4, 5), price) >= payoff(i, [*p[:i], x, *p[i + 1 :]], able, F(4, 5), price)
            for i in range(3)
            for x in grid
            if x <= able[i]
        )
    ]
    assert page.contribution_equilibria(page.EqualGains(F(4, 5)), able, grid, effort=price) == expected


@pytest.mark.parametrize("seed", range(20))
def test_best_report_closes_the_gap(seed):
    rng = np.random.default_rng(seed)
    said = [F(int(v), 20) for v in rng.integers(0, 15, size=4)]
    for i in range(4):
        found = page.best_report(page.EqualGains(F(9, 10)), said, [F(k, 20) for k in range(19)], who=i)
        gap = max(said) - said[i]
        assert (found.gains[i] if found else 0) == gap
        if found:
            assert str(max(said)) in found.instead
            assert set(found.gains) == {i}


def test_witness_names_the_others():
    found = page.best_contribution(page.EqualGains(F(9, 10)), [F(3, 10), F(7, 10)], [F(3, 10)], who=1, effort=F(1, 4))
    assert dict(found.gains) == {0: F(4, 10), 1: F(1, 10)}
    assert str(found) == "1 contributes 3/10 instead of 7/10; gains: 0: 2/5, 1: 1/10"


def test_rules():
    assert page.EqualGains(lambda c: sum(c), floor=F(2))([1, 3]) == (2, 4)
    assert page.FixedGain(F(1), F(3))([1, F(5, 2)]) == (2, 3)
    assert page.FromMenu((F(1), F(2), F(4)), "anchor")([0, 2]) == (2, 4)


def test_bad_input():
    rule = page.EqualGains(F(9, 10))
    with pytest.raises(ValueError, match=r"abilities must be ints and Fractions, at least one; got \[0.5\]"):
        page.best_contribution(rule, [0.5], [0], who=0)
    with pytest.raises(ValueError, match=r"who must be a whole number from 0 to 1, got 2"):
        page.best_contribution(rule, [0, 1], [0], who=2)
    with pytest.raises(ValueError, match=r"who must be a whole number from 0 to 1, got -1"):
        page.best_report(rule, [0, 1], [0], who=-1)
    with pytest.raises(ValueError, match="effort must be at least 0"):
        page.best_contribution(rule, [0, 1], [0], who=0, effort=F(-1, 2))
    with pytest.raises(ValueError, match="none above its ability"):
        page.best_contribution(rule, [0, F(1, 2)], [0], who=0, contributions=[0, 1])
