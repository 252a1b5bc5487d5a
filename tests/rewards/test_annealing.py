"""Simulated annealing on allocations: the walk's rules, its frequencies, and refused input."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import rewards as rw
from incentives.rewards import annealing

F = Fraction


def chance(seed=0):
    return np.random.default_rng(seed)


def test_schedules_are_what_they_say():
    steps = np.arange(1, 6)
    np.testing.assert_allclose(annealing.Logarithmic(3).temperatures(5), [3 / np.log(k + 1) for k in steps])
    np.testing.assert_allclose(annealing.Geometric(2, 0.5).temperatures(5), [2, 1, 0.5, 0.25, 0.125])
    np.testing.assert_allclose(annealing.Geometric.between(8, 0.5, 5).temperatures(5), [8, 4, 2, 1, 0.5])
    assert annealing.Logarithmic(2) == annealing.Logarithmic(2)


@pytest.mark.parametrize("cost", ["ratio", "deviation-ratio", "growth", "sharpe", "linear", "least-variance"])
@pytest.mark.parametrize("moves", ["step", "any"])
def test_small_problems_are_solved_as_by_brute_force(cost, moves):
    c, menu = [F(3, 10), F(45, 100), F(6, 10)], [F(k, 10) for k in (4, 5, 7, 8, 10)]
    rule = rw.Cost(cost, epsilon=F(1, 1000))
    every = [a for a in product(menu, repeat=3) if all(x >= y for x, y in zip(a, c, strict=True))]
    least = min(float(rule(np.array([float(x - y) for x, y in zip(a, c, strict=True)]))) for a in every)
    found = rw.anneal(c, menu, cost=rule, schedule=annealing.Geometric(1, 0.999), steps=6000, rng=chance(), moves=moves)
    assert float(found.cost) == pytest.approx(least, rel=1e-9, abs=1e-12)
    assert found.cost == rule(found.gains)


def test_anchor_keeps_the_best_level_for_the_top_contributor():
    found = rw.anneal([0.5, 0.6], [0.6, 0.7, 0.95], cost="anchor", steps=300, rng=chance())
    assert found.levels[1] == 0.95


@settings(max_examples=40)
@given(st.integers(0, 10**6))
def test_every_walk_stays_feasible_and_never_reports_worse_than_it_saw(seed):
    rng = chance(seed)
    menu = np.sort(rng.choice(np.arange(30, 100), 5, replace=False)) / 100
    c = rng.uniform(0.1, menu[-1], 4)
    found = rw.anneal(c, menu, steps=200, rng=rng, record_every=1, floor=menu[1])
    for at in (found, found.start, found.last):
        assert (at.levels >= c).all()
        assert (at.levels >= menu[1]).all()
        assert set(at.levels) <= set(menu)
        assert at.cost == pytest.approx(rw.Cost("ratio")(at.levels - c))
    assert found.visited.shape == (201,)
    assert found.visited[0] == pytest.approx(found.start.cost, abs=1e-9)
    assert found.visited[-1] == pytest.approx(found.last.cost, abs=1e-6)
    assert found.cost <= found.visited.min() + 1e-6


def test_a_cold_walk_never_climbs_and_a_hot_walk_does():
    c, menu = [0.3, 0.4, 0.5], np.linspace(0.5, 1, 11)
    cold = rw.anneal(
        c,
        menu,
        schedule=annealing.Geometric(1e-12, 1),
        steps=400,
        rng=chance(),
        start=[0.5, 0.5, 0.5],
        record_every=1,
    )
    hot = rw.anneal(c, menu, schedule=annealing.Geometric(1e6, 1), steps=400, rng=chance(), record_every=1)
    assert (np.diff(cold.visited) <= 1e-12).all()
    assert (np.diff(hot.visited) > 1e-6).any()


def test_the_walk_follows_the_gibbs_law_at_a_constant_temperature():
    """Frequencies of a long walk against weights exp(-cost / T), which no line of the walk computes."""
    c, menu, T = [0.3, 0.4], [0.5, 0.9, 1.0], 0.1
    rule = rw.Cost("ratio", epsilon=0.001)
    places = list(product(menu, repeat=2))
    weights = np.array([np.exp(-rule(np.array(a) - c) / T) for a in places])
    ends = [
        rw.anneal(c, menu, cost=rule, schedule=annealing.Geometric(T, 1), steps=60, rng=chance(s)).last.levels
        for s in range(3000)
    ]
    share = np.array([np.mean([tuple(e) == a for e in ends]) for a in places])
    expected = weights / weights.sum()
    assert (np.abs(share - expected) < 5.5 * np.sqrt(expected * (1 - expected) / 3000)).all()


def test_exact_input_gives_exact_output_and_equal_seeds_equal_walks():
    c, menu = [F(1, 2), F(3, 5)], [F(3, 5), F(7, 10), F(19, 20)]
    first, second = (
        rw.anneal(c, menu, schedule=annealing.Geometric(0.1, 0.99), steps=500, rng=chance(5), record_every=10)
        for _ in range(2)
    )
    assert first.levels == (F(3, 5), F(7, 10))
    assert first.cost == 0
    assert first.levels == second.levels
    assert (first.visited == second.visited).all()


def test_running_sums_do_not_drift():
    c, menu = np.linspace(0.3, 0.6, 30), np.linspace(0.5, 0.9, 41)
    found = rw.anneal(c, menu, steps=20_000, rng=chance(), record_every=20_000)
    assert found.visited[-1] == pytest.approx(found.last.cost, rel=1e-9)


def test_no_steps_return_the_start():
    found = rw.anneal([0.3, 0.4], [0.5, 0.9], steps=0, rng=chance(), start=[0.9, 0.5], record_every=1)
    assert found.levels.tolist() == found.last.levels.tolist() == [0.9, 0.5]
    assert found.accepted == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rng": 7}, "rng must be a numpy.random.Generator"),
        ({"moves": "swap"}, "moves must be one of step, any"),
        ({"steps": -1}, "steps must be a whole number"),
        ({"steps": 1.5}, "steps must be a whole number"),
        ({"record_every": True}, "record_every must be"),
        ({"cost": "variance"}, "cost must be one of"),
        ({"menu": [0.5, 0.4]}, "strictly increasing"),
        ({"menu": []}, "menu must be"),
        ({"contributions": [0.3, float("nan")]}, "finite"),
        ({"contributions": [0.3, 0.95]}, "client 1"),
        ({"start": [0.5]}, "one level per client"),
        ({"start": [0.5, 0.8]}, "client 1 the level 0.8"),
    ],
)
def test_bad_input_is_refused(change, message):
    given_ = {"contributions": [0.3, 0.4], "menu": [0.5, 0.9], "steps": 5, "rng": chance()} | change
    with pytest.raises(ValueError, match=message):
        rw.anneal(given_.pop("contributions"), given_.pop("menu"), **given_)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: annealing.Logarithmic(0), "scale must be"),
        (lambda: annealing.Logarithmic(float("inf")), "scale must be"),
        (lambda: annealing.Geometric(-1, 0.5), "first must be"),
        (lambda: annealing.Geometric(1, 1.5), "factor must lie"),
        (lambda: annealing.Geometric.between(1, 2, 10), "last <= first"),
        (lambda: annealing.Geometric.between(2, 1, 1), "steps >= 2"),
    ],
)
def test_bad_schedules_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
