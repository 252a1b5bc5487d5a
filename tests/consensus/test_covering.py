"""One minimal output by four ways that share no line: dynamic programming, MILP, the sweep, halving."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import personalization
from incentives_book.consensus.one_shot_personalization import covering

interval = st.tuples(st.integers(0, 12), st.integers(0, 5)).map(lambda p: cs.Interval(p[0], p[0] + p[1]))
finite = st.frozensets(st.integers(0, 6), min_size=1, max_size=3).map(cs.FiniteSet)


@settings(max_examples=50)
@given(st.lists(interval, min_size=1, max_size=7))
def test_four_methods_on_the_line(sets):
    outputs = [
        covering.minimal_output(sets),
        covering.minimal_output(sets, method="milp"),
        covering.minimal_output(sets, method="greedy"),
        covering.greedy_stabbing(sets, ends="low"),
    ]
    assert all(output.serves(sets) for output in outputs)
    assert len({len(output) for output in outputs}) == 1


@settings(max_examples=40)
@given(st.lists(finite, min_size=1, max_size=7))
def test_milp_agrees_with_subsets_on_finite_sets(sets):
    by_milp = covering.minimal_output(sets, method="milp")
    assert by_milp.serves(sets)
    assert personalization.is_minimal(by_milp, sets)


def test_milp_on_convex_worlds():
    boxes = [cs.Box([(i % 3, i % 3 + 1), (i // 3, i // 3 + 1)]) for i in range(9)]
    for sets in (boxes, [box.half_spaces() for box in boxes[:6]]):
        found = [covering.minimal_output(sets, method=method) for method in ("milp", "subsets")]
        assert all(output.serves(sets) for output in found)
        assert len(found[0]) == len(found[1])


def test_milp_goes_where_subsets_cannot():
    rng = np.random.default_rng(0)
    sets = [cs.FiniteSet(map(int, rng.choice(40, 4, replace=False))) for _ in range(60)]
    output = covering.minimal_output(sets, method="milp")
    assert output.serves(sets)
    # no point serves more than `most` clients, so at least this many models are needed
    most = max(sum(x in s for s in sets) for x in range(40))
    assert -(-60 // most) <= len(output) < 60


def test_the_sweep_handles_half_lines():
    sets = [cs.Interval(None, 0), cs.Interval(5, None), cs.Interval(7, None), cs.Interval(None, None)]
    for ends in ("high", "low"):
        output = covering.greedy_stabbing(sets, ends=ends)
        assert output.serves(sets)
        assert len(output) == 2
    assert len(covering.greedy_stabbing([cs.Interval(None, None)] * 3)) == 1


def test_families_cover_with_as_few_as_possible():
    families = [frozenset(f) for f in ({0, 1}, {2, 3}, {0, 2}, {1}, {3}, {1, 3})]
    chosen = covering.fewest_families(4, families)
    assert len(chosen) == 2
    assert frozenset().union(*chosen) == frozenset(range(4))


@settings(max_examples=60)
@given(st.lists(st.frozensets(st.integers(1, 5), max_size=4), min_size=2, max_size=9), st.integers(0, 8), finite)
def test_halving_finds_a_minimal_output_if_one_client_lies(extras, who, lie):
    sets = [cs.FiniteSet({0} | extra) for extra in extras]
    sets[who % len(sets)] = lie
    calls = []

    def consensus(some):
        calls.append(some)
        return cs.common_point([sets[m] for m in some])

    output = covering.halving(len(sets), consensus)
    assert personalization.is_minimal(output, sets)
    assert len(calls) <= 2 + 2 * int(np.ceil(np.log2(len(sets))))
    if len(output) == 1:
        assert len(calls) == 1


def test_halving_says_when_two_clients_lie():
    sets = [cs.FiniteSet({x}) for x in (0, 0, 1, 2)]
    with pytest.raises(ValueError, match="more than one report contradicts"):
        covering.halving(4, lambda some: cs.common_point([sets[m] for m in some]))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: covering.minimal_output([]), "at least one client's set"),
        (lambda: covering.minimal_output([cs.Interval(0, 1)], method="luck"), 'method must be "subsets", "milp"'),
        (lambda: covering.minimal_output([cs.FiniteSet({0})], method="greedy"), "non-empty list of Interval"),
        (
            lambda: covering.minimal_output([cs.Interval(0, 1)] * 15, method="milp"),
            "at most 14 outside finite worlds",
        ),
        (lambda: covering.greedy_stabbing([cs.Interval(0, 1)], ends="middle"), 'ends must be "high" or "low"'),
        (lambda: covering.greedy_stabbing([]), "non-empty list of Interval"),
        (lambda: covering.fewest_families(2, [frozenset({0})]), "cover all clients 0..1"),
        (lambda: covering.fewest_families(2, []), "cover all clients 0..1"),
        (lambda: covering.halving(0, lambda some: 0), "clients must be at least 1"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_greedy_is_as_good_as_the_number_of_disjoint_intervals():
    rng = np.random.default_rng(1)
    for _ in range(100):
        low = rng.integers(0, 30, size=8)
        sets = [cs.Interval(int(a), int(a + w)) for a, w in zip(low, rng.integers(0, 8, size=8), strict=True)]
        disjoint = max(
            n
            for n in range(1, 9)
            for some in combinations(sets, n)
            if all(a.high < b.low or b.high < a.low for a, b in combinations(some, 2))
        )
        assert len(covering.greedy_stabbing(sets)) == disjoint
