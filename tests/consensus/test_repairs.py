"""The repairs: what they promise under their conditions, and that they can fail without."""

from fractions import Fraction as F
from itertools import combinations, combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import personalization
from incentives_book.consensus.one_shot_personalization import covering, repairs

LINE = [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)]
LIE = cs.Interval(F(-9, 4), F(-5, 4))
TOLD = [*LINE[:2], LIE]
SETS = [cs.FiniteSet(frozenset(s)) for n in (1, 2, 3) for s in combinations(range(3), n)]


def spared(clients, removed):
    for sets in combinations_with_replacement(SETS, clients):
        if cs.common_point(sets) is not None and cs.is_redundant(sets, removed):
            yield sets


def told(sets):
    for a, lie in product(range(len(sets)), SETS):
        yield [lie if m == a else s for m, s in enumerate(sets)]


def test_all_outputs_hold_a_point_of_W():
    for sets in spared(3, 1):
        for reports in told(sets):
            assert repairs.verified_output(reports, cs.Trusted(sets)) in cs.intersection(sets)
    # nobody can be spared here, and the report of client 1 hides the only good point
    sets = [cs.FiniteSet({0, 1}), cs.FiniteSet({0, 2})]
    assert repairs.verified_output([sets[0], cs.FiniteSet({1})], cs.Trusted(sets)) is None


low_high = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: cs.Interval(min(p), max(p)))


@settings(max_examples=200)
@given(st.lists(low_high, min_size=2, max_size=4), st.integers(0, 7), low_high)
def test_opposite_ends_on_the_line(kinds, who, lie):
    sets = [s for s in kinds for _ in range(2)]
    if cs.common_point(sets) is None:
        return
    reports = [lie if m == who % len(sets) else s for m, s in enumerate(sets)]
    output = repairs.opposite_ends(reports)
    assert personalization.is_minimal(output, reports)
    assert any(x in cs.intersection(sets) for x in output.models)


def test_opposite_ends_for_boxes():
    sets = [cs.Box([(0, 2), (0, 4)])] * 2 + [cs.Box([(1, 3), (2, 5)])] * 2
    for lie in (cs.Box([(9, 9), (3, 3)]), cs.Box([(1, 1), (9, 9)]), cs.Box([(0, 0), (0, 0)])):
        for a in range(4):
            output = repairs.opposite_ends([lie if m == a else s for m, s in enumerate(sets)])
            assert any(x in cs.intersection(sets) for x in output.models)


def test_opposite_ends_when_only_one_client_can_be_the_liar():
    reports = [cs.Interval(0, 1), cs.Interval(0, 1), cs.Interval(5, 6)]
    assert str(repairs.opposite_ends(reports)) == "0,1: 1/2 | 2: 11/2"
    assert str(repairs.opposite_ends(reports[::-1])) == "0: 11/2 | 1,2: 1/2"
    assert str(repairs.opposite_ends(LINE)) == "0,1,2: 0"


def test_own_clusters():
    output = personalization.fooling_output(TOLD, cs.Trusted(LINE))
    assert repairs.caught_by_own_cluster(output, LINE) == {2}
    assert repairs.caught_by_own_cluster(covering.minimal_output(LINE), LINE) == frozenset()


def test_retry_counts_its_draws():
    reports = [cs.FiniteSet(set(range(4)) - {j}) for j in range(4)]
    world = [*reports[:3], cs.FiniteSet({3})]
    draws = [repairs.retry(reports, cs.Trusted(world), rng=np.random.default_rng(seed)) for seed in range(300)]
    assert {point for point, _ in draws} == {3}
    # one minimal clustering of seven holds the point 3: a geometric law of mean 7
    mean = np.mean([n for _, n in draws])
    assert abs(mean - 7) < 5 * np.sqrt(42 / 300)
    never = repairs.retry(reports, lambda point: frozenset({0}), rng=np.random.default_rng(0), most=5)
    assert never == (None, 5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: repairs.opposite_ends([]), "non-empty list of intervals or boxes"),
        (lambda: repairs.opposite_ends([cs.FiniteSet({0})]), "non-empty list of intervals or boxes"),
        (
            lambda: repairs.opposite_ends([cs.Interval(0, 0), cs.Interval(1, 1), cs.Interval(2, 2)]),
            "more than one report lies",
        ),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
