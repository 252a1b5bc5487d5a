"""The oracle of reported sets: its points and witnesses checked by membership, in every world."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from incentives import consensus as cs
from incentives.randomness import stream

F = Fraction
ends = st.integers(-6, 6)
intervals = st.tuples(ends, ends).map(lambda p: cs.Interval(min(p), max(p)))
boxes = st.tuples(intervals, intervals).map(cs.Box)
finite = st.frozensets(st.integers(0, 5), min_size=1).map(cs.FiniteSet)


def right(sets, most):
    """A point of all sets if there is one, otherwise at most `most` clients who have none."""
    answer = cs.WorldOracle(sets)(range(len(sets)))
    if cs.common_point(sets) is not None:
        return answer.witness is None and all(answer.point in s for s in sets)
    K = sorted(answer.witness)
    return answer.point is None and len(K) <= most and cs.common_point([sets[j] for j in K]) is None


@given(st.lists(intervals, min_size=1, max_size=7))
def test_intervals_name_two(sets):
    assert right(sets, 2)


@given(st.lists(boxes, min_size=1, max_size=7))
def test_boxes_name_two(sets):
    assert right(sets, 2)


@given(st.lists(finite, min_size=1, max_size=6))
def test_finite_sets_name_a_minimal_family(sets):
    assert right(sets, 6)
    answer = cs.WorldOracle(sets)(range(len(sets)))
    for n in answer.witness or ():
        rest = [sets[j] for j in answer.witness if j != n]
        assert not rest or cs.common_point(rest) is not None


@pytest.mark.parametrize("d", [1, 2, 3])
def test_polyhedra_name_at_most_d_plus_one(d):
    rng = stream(1, "polyhedra", d)
    for _ in range(40):
        rows = rng.integers(-4, 5, (9, 2, d))
        rows[:, :, 0] += 9
        rows = rows * rng.choice([-1, 1], (9, 1, 1))
        sets = [cs.HalfSpaces(r.tolist(), rng.integers(-3, 8, 2).tolist()) for r in rows]
        assert right(sets, d + 1)


def test_boxes_beside_polyhedra():
    sets = [cs.Box([(0, 1), (0, 1)]), cs.HalfSpaces([(-1, -1)], [-3]), cs.Box([(None, 0), (None, 5)])]
    assert cs.WorldOracle(sets)({0, 1}).witness == {0, 1}
    point = cs.WorldOracle(sets)({1, 2}).point
    assert all(point in s for s in sets[1:])


@pytest.mark.parametrize("d", [1, 2, 4])
def test_quadratics_name_at_most_d_plus_one(d):
    rng = stream(2, "quadratics", d)
    empty = 0
    for _ in range(8):
        sets = []
        for _ in range(6):
            root = rng.integers(-2, 3, (d, d))
            H = root @ root.T
            H[range(d), range(d)] += 1
            sets.append(
                cs.Quadratic(H.tolist(), rng.integers(-4, 5, d).tolist(), int(rng.choice([2, 80 * d], p=[0.15, 0.85])))
            )
        assert right(sets, d + 1)
        empty += cs.WorldOracle(sets)(range(6)).is_empty
    assert 0 < empty < 8


def test_flats_are_decided_without_weights():
    """Level 0: lines in the plane, three of them through no common point, any two through one."""
    lines = [
        cs.Quadratic([[a * a, a * b], [a * b, b * b]], c, 0)
        for a, b, c in ((1, 0, (0, 0)), (0, 1, (0, 0)), (1, 1, (1, 1)))
    ]
    oracle = cs.WorldOracle(lines)
    assert oracle({0, 1, 2}).witness == {0, 1, 2}
    assert oracle({0, 2}).point == (0, 2)


def test_half_lines_and_whole_lines():
    whole, up, down = cs.Interval(None, None), cs.Interval(1, None), cs.Interval(None, F(1, 2))
    assert cs.WorldOracle([whole, up])({0, 1}).point == 1
    assert cs.WorldOracle([whole, up, down])({0, 1, 2}).witness == {1, 2}


def test_no_clients_are_refused():
    with pytest.raises(ValueError, match="sets must hold one report per client"):
        cs.WorldOracle([])
