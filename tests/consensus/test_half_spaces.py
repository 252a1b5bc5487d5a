from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy.optimize import linprog

from incentives.consensus import half_spaces
from incentives.consensus.half_spaces import HalfSpaces, implies, nonnegative_solution, point_or_refutation

F = Fraction
SYSTEMS = st.tuples(st.integers(1, 3), st.integers(1, 9)).flatmap(
    lambda shape: st.tuples(
        st.lists(
            st.lists(st.integers(-3, 3), min_size=shape[0], max_size=shape[0]),
            min_size=shape[1],
            max_size=shape[1],
        ),
        st.lists(st.integers(-2, 3), min_size=shape[1], max_size=shape[1]),
    )
)


def feasible(rows, bounds):
    width = len(rows[0])
    return linprog(np.zeros(width), A_ub=rows, b_ub=bounds, bounds=[(None, None)] * width).status == 0


@given(SYSTEMS)
def test_a_point_or_a_proof(system):
    rows, bounds = system
    point, multipliers = point_or_refutation([tuple(r) for r in rows], bounds)
    assert (point is None) != (multipliers is None)
    assert feasible(rows, bounds) == (point is not None)
    if point is not None:
        assert all(sum(a * x for a, x in zip(r, point, strict=True)) <= b for r, b in zip(rows, bounds, strict=True))
    else:
        assert all(y >= 0 for y in multipliers)
        assert sum(y > 0 for y in multipliers) <= len(rows[0]) + 1
        assert sum(y * b for y, b in zip(multipliers, bounds, strict=True)) == -1
        for k in range(len(rows[0])):
            assert sum(y * r[k] for y, r in zip(multipliers, rows, strict=True)) == 0


@given(SYSTEMS, st.data())
def test_implications_against_linear_programming(system, data):
    rows, bounds = system
    width = len(rows[0])
    row = tuple(data.draw(st.lists(st.integers(-2, 2), min_size=width, max_size=width)))
    bound = data.draw(st.integers(-2, 4))
    if not feasible(rows, bounds):
        return
    best = linprog([-v for v in row], A_ub=rows, b_ub=bounds, bounds=[(None, None)] * width)
    # There is a point, so what the solver calls infeasible or unbounded has no largest value.
    largest = np.inf if best.fun is None else -best.fun
    assert implies([tuple(r) for r in rows], bounds, row, bound) == (largest <= bound + 1e-9)


def test_touching_is_decided_exactly():
    third = F(1, 3)
    assert point_or_refutation([(3,), (-3,)], (1, -1))[0] == (third,)
    assert point_or_refutation([(3,), (-3,)], (1, -1 - F(1, 10**30)))[0] is None


def test_nonnegative_solutions_of_degenerate_systems():
    assert nonnegative_solution([(0, 0)], (0, 0))[0] == (0,)
    solution, proof = nonnegative_solution([(1, 1), (1, 1)], (1, 2))
    assert solution is None
    assert all(p[0] * 1 + p[1] * 1 <= 0 for p in [proof])
    assert proof[0] * 1 + proof[1] * 2 > 0


def test_membership_and_dimension():
    triangle = HalfSpaces([(-1, 0), (0, -1), (1, 1)], [0, 0, 1])
    assert triangle.dimension == 2
    assert (0, 1) in triangle
    assert (F(1, 2), F(501, 1000)) not in triangle


@pytest.mark.parametrize(
    ("rows", "bounds", "message"),
    [
        ([(1,), (-1,)], [0, -1], "must leave a point"),
        ([(0,)], [-1], "must leave a point"),
        ([(1,)], [0, 1], "one entry per row"),
        ([(0.5,)], [1], "must be ints or Fractions"),
        ([], [], "at least one row"),
    ],
)
def test_bad_polyhedra(rows, bounds, message):
    with pytest.raises(ValueError, match=message):
        HalfSpaces(rows, bounds)


@pytest.mark.parametrize("seed", range(6))
def test_many_rows_are_decided_as_in_one_tableau(seed):
    """More rows than are looked at at once; half of the systems are empty, by a row against another one."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(-9, 10, (150, 3)).tolist()
    bounds = [sum(map(abs, row)) + int(rng.integers(0, 3)) for row in rows]
    if seed % 2:
        rows.append([-v for v in rows[70]])
        bounds.append(-bounds[70] - 1)
    point, multipliers = half_spaces.point_or_refutation(rows, bounds)
    at_once = half_spaces._of_all(rows, bounds)
    assert (point is None) == (at_once[0] is None) == bool(seed % 2)
    if point is None:
        assert min(multipliers) >= 0
        assert sum(y > 0 for y in multipliers) <= 4
        assert [sum(y * row[k] for y, row in zip(multipliers, rows, strict=True)) for k in range(3)] == [0, 0, 0]
        assert sum(y * b for y, b in zip(multipliers, bounds, strict=True)) == -1
    else:
        assert all(
            sum(a * x for a, x in zip(row, point, strict=True)) <= b for row, b in zip(rows, bounds, strict=True)
        )


def test_a_thousand_reports_in_ten_dimensions_clash_in_a_few_of_them():
    rng = np.random.default_rng(3)
    rows = rng.integers(-9, 10, (500, 10)).tolist()
    told = [HalfSpaces([row], [sum(map(abs, row))]) for row in rows for _ in range(2)]
    told[500] = HalfSpaces([[-v for v in rows[250]]], [-3 * sum(map(abs, rows[250]))])
    point, clash = told[0].point_or_clash(told[1:])
    assert point is None
    assert 500 in clash
    assert len(clash) <= 11
    assert half_spaces._of_all(*half_spaces._system([told[i] for i in sorted(clash)]))[0] is None
