from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
import torch
from hypothesis import given, strategies as st

from incentives import consensus as cs
from incentives.consensus import sets as worlds

F = Fraction
ENDS = st.tuples(st.integers(-4, 4), st.integers(-4, 4)).map(sorted)
GRID = [F(k, 2) for k in range(-9, 10)]


@given(st.lists(ENDS, min_size=1, max_size=4), ENDS)
def test_intervals_as_sets_of_halves(family, other):
    sets, last = [cs.Interval(*ends) for ends in family], cs.Interval(*other)
    inside = {x for x in GRID if all(lo <= x <= hi for lo, hi in family)}
    shared = cs.intersection(sets)
    assert inside == ({x for x in GRID if x in shared} if shared else set())
    point = cs.common_point(sets)
    assert (point is None) == (not inside)
    assert point is None or all(point in s for s in sets)
    assert worlds.contains(sets, last) == all(other[0] <= x <= other[1] for x in inside)


@given(st.lists(st.tuples(ENDS, ENDS), min_size=1, max_size=3), st.tuples(ENDS, ENDS))
def test_boxes_and_their_half_spaces_agree(family, other):
    boxes, last = [cs.Box(sides) for sides in family], cs.Box(other)
    polyhedra = [box.half_spaces() for box in boxes]
    assert (cs.common_point(boxes) is None) == (cs.common_point(polyhedra) is None)
    assert worlds.contains(boxes, last) == worlds.contains(polyhedra, last.half_spaces())
    mixed = cs.common_point([boxes[0], *polyhedra])
    assert mixed is None or all(mixed in box for box in boxes)
    shared = cs.intersection(polyhedra)
    assert (shared is None) == (cs.intersection(boxes) is None)
    for place in product(GRID[::3], repeat=2):
        assert all(place in box for box in boxes) == (shared is not None and place in shared)


@given(
    st.lists(st.sets(st.integers(0, 3), min_size=1), min_size=1, max_size=4),
    st.sets(st.integers(0, 3), min_size=1),
)
def test_finite_sets(family, other):
    sets, last = [cs.FiniteSet(s) for s in family], cs.FiniteSet(other)
    shared = set.intersection(*family)
    found = cs.intersection(sets)
    assert (found.points if found else set()) == shared
    assert cs.common_point(sets) == min(shared, default=None)
    assert worlds.contains(sets, last) == (shared <= other)


def test_unbounded_sets():
    right, left = cs.Interval(1, None), cs.Interval(None, 3)
    assert cs.intersection([right, left]) == cs.Interval(1, 3)
    assert cs.common_point([right]) == 1
    assert cs.common_point([cs.Interval(None, None)]) == 0
    assert not worlds.contains([right], left)
    assert str(cs.Box([(None, None), (0, F(1, 2))])) == "(-oo, oo) x [0, 1/2]"
    with pytest.raises(ValueError, match="at least one row"):
        cs.Box([(None, None)]).half_spaces()


def test_flat_quadratics_contain_by_rank():
    line, plane = cs.Quadratic([[1, 0], [0, 0]], [0, 0], 0), cs.Quadratic([[0, 0], [0, 0]], [0, 0], 0)
    point = cs.Quadratic([[1, 0], [0, 1]], [0, 0], 0)
    assert worlds.contains([line], plane)
    assert not worlds.contains([plane], line)
    assert worlds.contains([point, plane], line)
    assert worlds.contains([line, cs.Quadratic([[1, 0], [0, 0]], [1, 0], 0)], point)  # nothing lies in everything


def test_points_of_any_kind():
    mixed = cs.FiniteSet({"a", 1})
    assert cs.common_point([mixed]) in mixed
    assert len(mixed) == 2
    assert str(cs.FiniteSet({2, 1})) == "{1, 2}"
    assert hash(cs.Interval(0, 1)) == hash(cs.Interval(F(0), F(1)))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cs.FiniteSet([]), "at least one point"),
        (lambda: cs.FiniteSet("ab"), "points must be a set"),
        (lambda: cs.FiniteSet(3), "points must be a set"),
        (lambda: cs.Interval(2, 1), "low must be at most high"),
        (lambda: cs.Interval("a", 1), "low must be a number"),
        (lambda: cs.Box([]), "at least one interval"),
        (lambda: cs.Box(3), "intervals must be a list"),
        (lambda: cs.common_point([]), "at least one client's set"),
        (lambda: cs.intersection([]), "at least one client's set"),
        (lambda: cs.common_point([cs.Interval(0, 1), cs.FiniteSet({0})]), "one kind of world"),
        (lambda: cs.common_point([{0, 1}]), "one kind of world"),
        (lambda: cs.common_point([cs.Box([(0, 1)]), cs.Box([(0, 1)] * 2)]), "one dimension"),
        (lambda: cs.intersection([cs.Quadratic([[1]], [c], 1) for c in (0, 1)]), "use common_point"),
        (lambda: worlds.contains([cs.Quadratic([[1]], [0], 1)], cs.Quadratic([[1]], [1], 1)), "level 0"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    "points",
    [
        torch.tensor([0, 1]),
        [torch.tensor(0)],
        [(0, torch.tensor(1))],
        [float("nan")],
        [(0.5, float("nan"))],
        [np.array([0, 1])],
        np.zeros((2, 2)),
        [None],
        [[0, 1]],
        {0: 5, 1: 5},
        pd.DataFrame({0: [1], 1: [2]}),
    ],
    ids=lambda points: f"{type(points).__name__}",
)
def test_points_that_do_not_compare_by_value_are_refused(points):
    with pytest.raises(ValueError, match="points must be"):
        cs.FiniteSet(points)


def test_points_from_arrays_and_series_compare_by_value():
    assert cs.FiniteSet(np.array([0, 1])) == cs.FiniteSet(pd.Series([1, 0], index=["a", "b"])) == cs.FiniteSet({0, 1})
    assert cs.common_point([cs.FiniteSet([np.int64(2), 0.5]), cs.FiniteSet([2, 7])]) == 2
    assert cs.common_point([cs.FiniteSet([(0, 1.5)]), cs.FiniteSet([(0, F(3, 2)), "a"])]) == (0, 1.5)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cs.QuadraticLoss([[2, 0], [0, 2]], {0: 5, 1: 5}),
        lambda: cs.QuadraticLoss({(2, 0): 1, (0, 2): 1}, [0, 0]),
        lambda: cs.HalfSpaces([(1, 0)], {3: 1}),
        lambda: cs.HalfSpaces({(1, 0)}, [3]),
        lambda: cs.HalfSpaces([(1, 0)], pd.DataFrame({3: [1]})),
    ],
)
def test_keys_and_columns_are_no_numbers(make):
    with pytest.raises(ValueError, match="must be a list of"):
        make()
