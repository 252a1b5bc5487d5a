"""Minimal outputs against a plain walk over all partitions, and the one-shot mechanism on top of them."""

from fractions import Fraction as F
from itertools import combinations

import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import personalization

LINE = [cs.Interval(-2, 1), cs.Interval(-1, 2), cs.Interval(-1, 1)]
TOLD = [*LINE[:2], cs.Interval(F(-9, 4), F(-5, 4))]


def partitions(clients):
    if not clients:
        yield []
        return
    first, *rest = clients
    for n in range(len(rest) + 1):
        for friends in combinations(rest, n):
            for others in partitions([m for m in rest if m not in friends]):
                yield [frozenset({first, *friends}), *others]


def plain(sets, meet):
    """All partitions of fewest blocks such that `meet` holds for each block."""
    served = [p for p in partitions(list(range(len(sets)))) if all(meet([sets[m] for m in b]) for b in p)]
    fewest = min(map(len, served))
    return {frozenset(p) for p in served if len(p) == fewest}


def library(sets):
    def consensus(some):
        return cs.common_point([sets[m] for m in some])

    return [frozenset(clusters) for clusters in personalization.minimal_clusterings(len(sets), consensus)]


finite = st.lists(st.frozensets(st.integers(0, 4), min_size=1, max_size=3).map(cs.FiniteSet), min_size=1, max_size=6)
interval = st.tuples(st.integers(0, 9), st.integers(0, 4)).map(lambda p: cs.Interval(p[0], p[0] + p[1]))


@settings(max_examples=80)
@given(finite)
def test_finite_clusterings_agree_with_all_partitions(sets):
    found = library(sets)
    assert len(found) == len(set(found))
    assert set(found) == plain(sets, lambda some: bool(frozenset.intersection(*(s.points for s in some))))


@settings(max_examples=60)
@given(st.lists(interval, min_size=1, max_size=6))
def test_interval_clusterings_agree_with_all_partitions(sets):
    assert set(library(sets)) == plain(sets, lambda some: max(s.low for s in some) <= min(s.high for s in some))


@settings(max_examples=40)
@given(finite)
def test_outputs_list_every_model_once(sets):
    outputs = list(cs.minimal_outputs(sets, models=personalization.corner_models))
    assert len(outputs) == len(set(outputs))
    for output in outputs:
        assert output.serves(sets)
        assert personalization.is_minimal(output, sets)
    expected = 0
    for clusters in library(sets):
        count = 1
        for cluster in clusters:
            count *= len(frozenset.intersection(*(sets[m].points for m in cluster)))
        expected += count
    assert len(outputs) == expected


def test_outputs_for_quadratics():
    strips = [cs.Quadratic([[2, 0], [0, 0]], [0, 0], 1)] * 2 + [cs.Quadratic([[0, 0], [0, 2]], [0, 0], 1)] * 2
    lie = cs.Quadratic([[2, 0], [0, 2]], [0, 10], 1)
    assert [len(o) for o in cs.minimal_outputs(strips)] == [1]
    told = [lie, *strips[1:]]
    clusters = {frozenset(o.clusters) for o in cs.minimal_outputs(told)}
    assert clusters == {
        frozenset({frozenset({0, 1}), frozenset({2, 3})}),
        frozenset({frozenset({0}), frozenset({1, 2, 3})}),
    }


def test_outputs_for_boxes_and_half_spaces():
    boxes = [cs.Box([(0, 1), (0, 1)]), cs.Box([(1, 2), (0, 1)]), cs.Box([(2, 3), (0, 1)])]
    for sets in (boxes, [box.half_spaces() for box in boxes]):
        assert [sorted(map(sorted, o.clusters)) for o in cs.minimal_outputs(sets)] == [
            [[0, 1], [2]],
            [[0], [1, 2]],
        ]


def test_a_personalization_reads_its_clusters_in_order():
    output = personalization.Personalization(({1, 3}, {0, 2}), (F(7), (F(1), F(2))))
    assert output.clusters == (frozenset({0, 2}), frozenset({1, 3}))
    assert output.assignment == (0, 1, 0, 1)
    assert str(output) == "0,2: (1, 2) | 1,3: 7"
    assert output == personalization.Personalization(({0, 2}, {1, 3}), ((F(1), F(2)), F(7)))
    assert len(output) == 2


def test_serving_and_minimality_are_different_things():
    apart = personalization.Personalization(({0}, {1}, {2}), (0, 0, 0))
    assert apart.serves(LINE)
    assert not personalization.is_minimal(apart, LINE)
    assert not personalization.Personalization(({0, 1, 2},), (2,)).serves(LINE)


def test_corners():
    assert list(personalization.corner_models([cs.Interval(1, 1)])) == [1]
    box = [cs.Box([(0, 2), (5, 5)]), cs.Box([(1, 3), (None, None)])]
    assert list(personalization.corner_models(box)) == [(1, 5), (2, 5)]
    assert list(personalization.corner_models([cs.FiniteSet({3, 1}), cs.FiniteSet({1, 2, 3})])) == [1, 3]


def test_the_mechanism_takes_what_the_oracle_selects():
    server = cs.Trusted(LINE)
    good = cs.one_shot(TOLD, server)
    assert good in cs.intersection(LINE)
    bad = personalization.fooling_output(TOLD, server)
    assert str(bad) == "0,2: -2 | 1: 2"
    worst = lambda outputs: next(o for o in outputs if all(map(server, o.models)))  # noqa: E731
    assert cs.one_shot(TOLD, server, select=worst, models=personalization.corner_models) is None
    assert personalization.fooling_output(LINE, server) is None


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: personalization.Personalization(({0}, {0}), (1, 2)), "every client 0..M-1 exactly once"),
        (lambda: personalization.Personalization(({0}, {2}), (1, 2)), "every client 0..M-1 exactly once"),
        (lambda: personalization.Personalization(({0}, set()), (1, 2)), "none may be empty"),
        (lambda: personalization.Personalization(((),), (1,)), "none may be empty"),
        (lambda: personalization.Personalization(({0}, {1}), (1,)), "one model per cluster, got 1"),
        (lambda: list(personalization.minimal_clusterings(0, lambda some: 0)), "clients must be a number from 1 to 14"),
        (
            lambda: list(personalization.minimal_clusterings(15, lambda some: 0)),
            "clients must be a number from 1 to 14",
        ),
        (
            lambda: list(personalization.minimal_clusterings(2, lambda some: None)),
            "report of client 0 must accept some model",
        ),
        (lambda: list(personalization.corner_models([cs.Interval(0, None)])), "must be bounded to have corners"),
        (lambda: list(personalization.corner_models([cs.HalfSpaces([[1]], [0])])), "finite sets, intervals or boxes"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
