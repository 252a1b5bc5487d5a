"""Depth by sweep, by points and by families against plain counting; selections; the rules."""

from fractions import Fraction as F
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from incentives import consensus as cs
from incentives.consensus import depth

end = st.one_of(st.none(), st.integers(-4, 4))


@st.composite
def intervals(draw):
    low, high = draw(end), draw(end)
    if low is not None and high is not None and low > high:
        low, high = high, low
    return cs.Interval(low, high)


maybe = st.one_of(st.none(), intervals())
PLACES = [F(n, 2) for n in range(-11, 12)]


@settings(max_examples=200)
@given(st.lists(maybe, min_size=1, max_size=6), st.data())
def test_the_sweep_agrees_with_counting(sets, data):
    if not any(sets):
        return
    at_least = data.draw(st.integers(1, len(sets)))
    pieces = depth.depth_set(sets, at_least=at_least)
    for x in PLACES:
        count = sum(s is not None and x in s for s in sets)
        assert depth.depth_at(sets, x) == count
        assert (count >= at_least) == any(x in piece for piece in pieces)
    # pieces are maximal: in order and apart
    for left, right in pairwise(pieces):
        assert left.high < right.low


@settings(max_examples=60)
@given(st.lists(st.tuples(intervals(), intervals()), min_size=1, max_size=5), st.data())
def test_boxes_agree_with_counting(sides, data):
    sets = [cs.Box(pair) for pair in sides]
    at_least = data.draw(st.integers(1, len(sets)))
    pieces = depth.depth_set(sets, at_least=at_least)
    for x in [(a, b) for a in PLACES[::3] for b in PLACES[::3]]:
        assert (depth.depth_at(sets, x) >= at_least) == any(x in piece for piece in pieces)
    assert not any(p != q and cs.intersection([p, q]) == p for p in pieces for q in pieces)


def test_finite_sets_and_polyhedra():
    sets = [cs.FiniteSet({0, 1}), None, cs.FiniteSet({1, 2}), cs.FiniteSet({1})]
    assert depth.depth_set(sets, at_least=3) == (cs.FiniteSet({1}),)
    assert depth.depth_set(sets, at_least=4) == ()
    half = [cs.HalfSpaces([[1, 0]], [b]) for b in (0, 1, 2)]
    (piece,) = {p.bounds for p in depth.depth_set(half, at_least=3)}
    assert piece == (0, 1, 2)
    pieces = depth.depth_set(half, at_least=2)
    for x, count in ((F(-1), 3), (F(1, 2), 2), (F(3, 2), 1)):
        assert depth.depth_at(half, (x, 7)) == count
        assert (count >= 2) == any((x, 7) in p for p in pieces)


def test_selections():
    pieces = [cs.Interval(-3, -1), cs.Interval(1, 5)]
    assert (depth.select_point(pieces, "lowest"), depth.select_point(pieces, "least-norm")) == (-3, -1)
    assert depth.select_point([cs.Interval(-1, None)], "least-norm") == 0
    assert depth.select_point([], "lowest") is None
    assert depth.select_point([cs.FiniteSet({-2, 1, 4})], "least-norm") == 1
    assert depth.select_point([cs.FiniteSet({"b", "a"})], "lowest") == "a"
    boxes = [cs.Box([(1, 2), (-1, 1)]), cs.Box([(-3, 0), (2, 3)])]
    assert depth.select_point(boxes, "least-norm") == (1, 0)
    assert depth.select_point(boxes, "lowest") == (-3, 2)


@settings(max_examples=60)
@given(st.lists(intervals(), min_size=1, max_size=5))
def test_least_norm_is_the_nearest_to_zero(sets):
    pieces = depth.depth_set(sets, at_least=1)
    chosen = depth.select_point(pieces, "least-norm")
    assert any(chosen in piece for piece in pieces)
    assert all(abs(chosen) <= abs(x) for x in PLACES if any(x in piece for piece in pieces))


@pytest.mark.parametrize("select", ["least-norm", "lowest"])
@pytest.mark.parametrize("c", [1, 2])
def test_the_rule_does_not_move(select, c):
    """Three archetypes with 2c+1 copies each, c random liars."""
    kinds = [cs.Interval(-5, 3), cs.Interval(1, 9), cs.Interval(-2, 6)]
    truths = [k for k in kinds for _ in range(2 * c + 1)]
    rule = cs.DepthRule(resists=c, select=select)
    assert rule.pieces(truths) == (cs.Interval(1, 3),)
    rng = np.random.default_rng(c)
    for _ in range(200):
        reports = list(truths)
        for m in rng.choice(len(truths), c, replace=False):
            a, b = sorted(map(int, rng.integers(-8, 12, size=2)))
            reports[m] = None if rng.random() < 0.2 else cs.Interval(a, b)
        assert rule(reports) == rule(truths) == 1


def test_too_little_depth_gives_nothing():
    apart = [cs.Interval(0, 1), cs.Interval(2, 3), cs.Interval(4, 5)]
    assert cs.DepthRule(resists=1)(apart) is None
    assert cs.DepthRule(resists=2)(apart) == 0
    assert depth.deepest(apart, select="lowest") == 0


def test_rules_are_values():
    assert cs.DepthRule() == cs.DepthRule(resists=1, select="least-norm")
    assert repr(cs.DepthRule(2, "lowest")) == "DepthRule(resists=2, select='lowest')"


ONE = [cs.Interval(0, 1)]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: depth.depth_set(ONE, at_least=0), "at_least must be a whole number from 1 to 1"),
        (lambda: depth.depth_set(ONE, at_least=2), "at_least must be"),
        (lambda: depth.depth_set(ONE, at_least=True), "at_least must be"),
        (lambda: depth.depth_set([None, None], at_least=1), "at least one report"),
        (lambda: depth.depth_set([*ONE, cs.FiniteSet({0})], at_least=1), "sets must all be finite sets"),
        (lambda: depth.depth_set([cs.Quadratic([[2]], [0], 1)], at_least=1), "sets must all be finite sets"),
        (lambda: depth.depth_set([cs.Box([(0, 1)])] * 20, at_least=10), "at most 20000 families of 10"),
        (lambda: depth.select_point(ONE, "median"), "select must be one of least-norm, lowest"),
        (lambda: depth.select_point([cs.Interval(None, 0)], "lowest"), "low end is missing"),
        (lambda: depth.select_point([cs.HalfSpaces([[1]], [0])], "lowest"), "finite sets, intervals or boxes"),
        (lambda: cs.DepthRule(resists=-1), "resists must be a whole number"),
        (lambda: cs.DepthRule(resists=True), "resists must be a whole number"),
        (lambda: cs.DepthRule(select="median"), "select must be one of"),
        (lambda: cs.DepthRule(resists=1)(ONE), "reports must be more than the 1"),
        (lambda: depth.deepest([None]), "at least one report"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
