"""Metropolis chains: laws against plain loops and simulation, depths against brute force, refused input."""

from fractions import Fraction
from itertools import pairwise, permutations, product
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import rewards as rw
from incentives.rewards import annealing
from incentives_book.rewards import does_annealing_find_the_best as page

F = Fraction
HALF = F(1, 2)
VALLEY = page.MetropolisChain.path([1, 3, 0])


def plain_law(costs, temperatures, start):
    """The law on a path, one state and one neighbour at a time."""
    law = [float(x == start) for x in range(len(costs))]
    for T in temperatures:
        new = [0.0] * len(costs)
        for x, p in enumerate(law):
            left = p
            for y in (x - 1, x + 1):
                if 0 <= y < len(costs):
                    moved = p * 0.5 * min(1.0, exp(-(costs[y] - costs[x]) / T))
                    new[y] += moved
                    left -= moved
            new[x] += left
        law = new
    return law


def depth_by_paths(costs, edges, x):
    """Least maximum over all simple paths to a lower state, minus the start."""
    joined = {frozenset(e) for e in edges}
    others = [y for y in range(len(costs)) if y != x]
    found = []
    for length in range(1, len(costs)):
        for way in permutations(others, length):
            walk = (x, *way)
            if costs[way[-1]] < costs[x] and all(frozenset(p) in joined for p in pairwise(walk)):
                found.append(max(costs[y] for y in walk) - costs[x])
    return min(found, default=None)


@pytest.mark.parametrize("costs", [[1, 3, 0], [1, 2, 1.5, 2.5, 0], [0, 1], [2, 2, 0, 5]])
@pytest.mark.parametrize("scale", [0.7, 2])
def test_laws_agree_with_a_plain_loop(costs, scale):
    marks = [0, 1, 7, 300]
    laws = page.MetropolisChain.path(costs).laws(annealing.Logarithmic(scale), marks, start=0)
    for mark, law in zip(marks, laws, strict=True):
        expected = plain_law(costs, [scale / log(k + 1) for k in range(1, mark + 1)], 0)
        np.testing.assert_allclose(law, expected, atol=1e-12)


def test_laws_are_exact_where_everything_is_rational():
    exact = VALLEY.exact_law([F(1, k + 1) for k in range(1, 31)], start=0)
    assert sum(exact) == 1
    np.testing.assert_allclose(
        VALLEY.laws(annealing.Logarithmic(1), [30], start=0)[0], [float(p) for p in exact], rtol=1e-12
    )


def test_laws_across_the_chunks_of_matrices():
    one = VALLEY.laws(annealing.Logarithmic(2), [4095, 4096, 4097, 9000], start=0)
    for mark, law in zip([4095, 4096, 4097, 9000], one, strict=True):
        np.testing.assert_allclose(law, VALLEY.laws(annealing.Logarithmic(2), [mark], start=0)[0], atol=1e-14)


def test_laws_agree_with_simulated_walks():
    rng, walks, steps = np.random.default_rng(3), 20_000, 40
    costs, at = np.array([1.0, 3.0, 0.0]), np.zeros(20_000, dtype=int)
    for k in range(1, steps + 1):
        to = at + rng.choice([-1, 1], size=walks)
        inside = (to >= 0) & (to <= 2)
        to = np.where(inside, to, at)
        accepted = rng.random(walks) < np.exp(-np.maximum(costs[to] - costs[at], 0) * log(k + 1) / 1.3)
        at = np.where(accepted, to, at)
    exact = VALLEY.laws(annealing.Logarithmic(1.3), [steps], start=0)[0]
    share = np.bincount(at, minlength=3) / walks
    assert (np.abs(share - exact) < 5.5 * np.sqrt(exact * (1 - exact) / walks)).all()


def test_annealing_on_allocations_follows_the_law_of_its_chain():
    """Two modules, one walk: where `anneal` ends against the exact law of the landscape."""
    c, menu, rule = [0.3, 0.4], [0.5, 0.9, 1.0], rw.Cost("ratio", epsilon=0.001)
    states, chain = page.allocation_chain(c, menu, cost=rule)
    start = states.index((0.5, 0.5))
    law = chain.laws(annealing.Logarithmic(0.2), [25], start=start)[0]
    ends = [
        rw.anneal(
            c,
            menu,
            cost=rule,
            schedule=annealing.Logarithmic(0.2),
            steps=25,
            rng=np.random.default_rng(s),
            start=[0.5, 0.5],
        ).last.levels
        for s in range(3000)
    ]
    share = np.array([np.mean([tuple(e) == s for e in ends]) for s in states])
    assert (np.abs(share - law) < 5.5 * np.sqrt(law * (1 - law) / 3000)).all()


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 4), min_size=5, max_size=5),
    st.sets(st.sampled_from([(x, y) for y in range(5) for x in range(y)])),
)
def test_depths_agree_with_all_simple_paths(costs, edges):
    chain = page.MetropolisChain.graph(costs, sorted(edges), F(1, 5))
    assert list(chain.depths) == [depth_by_paths(costs, edges, x) for x in range(5)]
    assert chain.is_symmetric
    connected = len(chain.reachable(0)) == 5
    assert chain.is_irreducible == connected
    if connected:
        depths = [d for x, d in enumerate(chain.depths) if costs[x] > min(costs)]
        assert chain.depth == max(depths, default=0)


def test_depth_is_refused_where_the_best_cannot_be_reached():
    split = page.MetropolisChain.graph([1, 2, 0], [(0, 1)])
    with pytest.raises(ValueError, match="from state 0 no state of lower cost"):
        _ = split.depth


def test_reachable_under_a_height():
    assert VALLEY.reachable(0) == {0, 1, 2}
    assert VALLEY.reachable(0, 2) == {0}
    assert VALLEY.reachable(1, 2) == set()


def test_numbers_of_a_flat_landscape():
    flat = page.MetropolisChain.path([2, 2, 2])
    assert (flat.depth, flat.exit_height, flat.smallest_gap, flat.minimisers) == (0, None, None, (0, 1, 2))


@pytest.mark.parametrize("T", [0.3, 1, 5])
def test_gibbs_is_stationary_for_symmetric_proposals(T):
    chain = page.MetropolisChain.path([1, 2, 1.5, 2.5, 0])
    np.testing.assert_allclose(chain.gibbs(T) @ chain.transitions(T), chain.gibbs(T), atol=1e-14)


def test_allocation_chain_lists_the_feasible_allocations():
    c, menu = [F(3, 10), F(6, 10)], [F(5, 10), F(7, 10), F(9, 10)]
    states, chain = page.allocation_chain(c, menu, cost="linear", floor=F(1, 2))
    assert states == [(a, b) for a, b in product(menu, repeat=2) if b >= F(6, 10)]
    for x, y in product(range(len(states)), repeat=2):
        steps = [abs(menu.index(a) - menu.index(b)) for a, b in zip(states[x], states[y], strict=True)]
        if x != y:
            assert chain.proposals[x][y] == (F(1, 4) if sum(steps) == 1 else 0)
    assert chain.costs[chain.minimisers[0]] == rw.allocate(c, menu, cost="linear").cost


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: page.MetropolisChain([], []), "non-empty"),
        (lambda: page.MetropolisChain([0.0, float("nan")], [[1, 0], [0, 1]]), "finite"),
        (lambda: page.MetropolisChain([0, 1], [[1, 0]]), "shape"),
        (lambda: page.MetropolisChain([0, 1], [[1, 0], [HALF, 1]]), "state 1 must be probabilities"),
        (lambda: page.MetropolisChain.path([0, 1, 0], F(2, 3)), "state 1 must be probabilities"),
        (lambda: VALLEY.exact_transition(0.5), "odds must be"),
        (lambda: VALLEY.exact_transition(2), "odds must be"),
        (lambda: page.MetropolisChain.path([0, HALF]).exact_transition(HALF), "whole numbers"),
        (lambda: VALLEY.transitions([1.0, 0.0]), "temperatures must be greater"),
        (lambda: VALLEY.laws(annealing.Logarithmic(1), [], start=0), "steps must be"),
        (lambda: VALLEY.laws(annealing.Logarithmic(1), [5, 5], start=0), "steps must be"),
        (lambda: VALLEY.laws(annealing.Logarithmic(1), [5], start=3), "start must be a state 0..2"),
        (lambda: page.allocation_chain([0.1] * 8, [0.5, 0.6, 0.7]), "at most 5,000"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
