from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, strategies as st

from incentives.consensus.exact_algebra import echelon, is_semidefinite, solve
from incentives.numbers import as_matrix, as_number, as_vector, is_exact

SMALL = st.integers(-3, 3)
MATRICES = st.integers(1, 4).flatmap(
    lambda rows: st.integers(1, 4).flatmap(
        lambda columns: st.lists(st.lists(SMALL, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
    )
)


@pytest.mark.parametrize("value", [3, Fraction(3), np.int64(3), sp.Integer(3)])
def test_exact_numbers_become_fractions(value):
    assert as_number("x", value) == 3
    assert isinstance(as_number("x", value), Fraction)


@pytest.mark.parametrize("value", [True, "3", None, float("nan"), float("inf"), sp.Symbol("x")])
def test_no_number(value):
    with pytest.raises(ValueError, match="level must be a number"):
        as_number("level", value)


def test_bad_shapes():
    with pytest.raises(ValueError, match="push must be a list"):
        as_vector("push", 3)
    for rows in ([], [[]], [[1], [1, 2]]):
        with pytest.raises(ValueError, match="H must have at least one row"):
            as_matrix("H", rows)


def test_floats_are_told_apart():
    assert is_exact(as_matrix("H", [[1, Fraction(1, 2)]]), as_number("x", 2))
    assert not is_exact(as_matrix("H", [[1, 0.5]]))


@given(MATRICES)
def test_echelon_agrees_with_sympy(rows):
    reduced, pivots = echelon(rows)
    theirs, columns = sp.Matrix(rows).rref()
    assert tuple(pivots) == columns
    assert reduced == [[Fraction(int(v.p), int(v.q)) for v in theirs.row(i)] for i in range(len(pivots))]


@given(MATRICES, st.data())
def test_solutions_solve(rows, data):
    right = data.draw(st.lists(SMALL, min_size=len(rows), max_size=len(rows)))
    solved = solve(rows, right)
    M = sp.Matrix(rows)
    assert (solved is None) == (M.rank() < M.row_join(sp.Matrix(right)).rank())
    if solved is not None:
        point, basis = solved
        assert len(basis) == M.cols - M.rank()
        for shift in ((0,) * M.cols, *basis):
            moved = [a + b for a, b in zip(point, shift, strict=True)]
            assert [sum(a * b for a, b in zip(row, moved, strict=True)) for row in rows] == right


@given(st.integers(1, 4).flatmap(lambda n: st.lists(SMALL, min_size=n * n, max_size=n * n)))
def test_semidefinite_agrees_with_eigenvalues(entries):
    n = int(len(entries) ** 0.5)
    square = np.array(entries).reshape(n, n)
    symmetric = square + square.T
    gram = square.T @ square
    assert is_semidefinite(gram.tolist())
    lowest = np.linalg.eigvalsh(symmetric)[0]
    if abs(lowest) > 1e-9:
        assert is_semidefinite(symmetric.tolist()) == (lowest > 0)
    else:
        # Singular: decided exactly by the principal minors of all sizes.
        M = sp.Matrix(symmetric.tolist())
        minors = [
            M.extract(list(keep), list(keep)).det()
            for size in range(1, n + 1)
            for keep in sp.utilities.iterables.subsets(range(n), size)
        ]
        assert is_semidefinite(symmetric.tolist()) == all(minor >= 0 for minor in minors)
    assert is_semidefinite(gram.astype(float).tolist())
