"""Exact linear algebra on small matrices: solving linear systems, and deciding positive semidefiniteness.

Whether a point lies in a set is decided by comparisons, and the interesting points lie on boundaries. So ints
become Fractions, Fractions stay, and only a caller who passes floats gets floats back.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from incentives.numbers import NOT_A_LIST, Vector


def in_order(name: str, values: Any) -> Any:
    """`values` as they came, if they have an order of their own.

    Raises:
        ValueError: a set, or a mapping or data frame, whose keys or columns would be read in place of its numbers.

    >>> in_order("centre", [0, 1])
    [0, 1]
    """
    if isinstance(values, NOT_A_LIST) or hasattr(values, "columns"):
        raise ValueError(f"{name} must be a list of numbers or rows, got {values!r}")
    return values


def dot(left: Sequence[Any], right: Sequence[Any]) -> Any:
    """Sum of products, without strict checks of length: the callers have made them."""
    return sum((a * b for a, b in zip(left, right, strict=True)), Fraction(0))


def echelon(rows: Sequence[Sequence[Any]]) -> tuple[list[list[Fraction]], list[int]]:
    """Reduced row echelon form of an exact matrix, zero rows dropped, and its pivot columns.

    >>> echelon([[2, 4], [1, 2]])
    ([[Fraction(1, 1), Fraction(2, 1)]], [0])
    """
    work = [[Fraction(value) for value in row] for row in rows]
    pivots: list[int] = []
    for column in range(len(work[0]) if work else 0):
        done = len(pivots)
        found = next((i for i in range(done, len(work)) if work[i][column]), None)
        if found is None:
            continue
        work[done], work[found] = work[found], work[done]
        head = work[done][column]
        work[done] = [value / head for value in work[done]]
        for i, row in enumerate(work):
            if i != done and row[column]:
                factor = row[column]
                work[i] = [a - factor * b for a, b in zip(row, work[done], strict=True)]
        pivots.append(column)
    return work[: len(pivots)], pivots


def solve(rows: Sequence[Sequence[Any]], right: Sequence[Any]) -> tuple[Vector, tuple[Vector, ...]] | None:
    """One solution of an exact linear system and a basis of the null space; None if there is no solution.

    Args:
        rows: the matrix, shape (equations, unknowns), exact.
        right: right-hand sides, shape (equations,), exact.

    >>> solve([[1, 1]], [2])
    ((Fraction(2, 1), Fraction(0, 1)), ((Fraction(-1, 1), Fraction(1, 1)),))
    >>> solve([[1], [1]], [0, 1]) is None
    True
    """
    width = len(rows[0])
    reduced, pivots = echelon([[*row, b] for row, b in zip(rows, right, strict=True)])
    if width in pivots:
        return None
    point = [Fraction(0)] * width
    for row, column in zip(reduced, pivots, strict=True):
        point[column] = row[-1]
    basis = []
    for free in (c for c in range(width) if c not in pivots):
        direction = [Fraction(0)] * width
        direction[free] = Fraction(1)
        for row, column in zip(reduced, pivots, strict=True):
            direction[column] = -row[free]
        basis.append(tuple(direction))
    return tuple(point), tuple(basis)


def solution(rows: Sequence[Sequence[Any]], right: Sequence[Any]) -> Vector:
    """One solution of an exact linear system that is known to have one.

    Raises:
        ArithmeticError: it has none.

    >>> solution([[1, 1]], [2])
    (Fraction(2, 1), Fraction(0, 1))
    """
    solved = solve(rows, right)
    if solved is None:
        raise ArithmeticError(f"rows x = right must have a solution; {rows} x = {right} has none")
    return solved[0]


def is_semidefinite(H: Sequence[Sequence[Any]]) -> bool:
    """True if a symmetric matrix is positive semidefinite: exactly if it is exact, else up to rounding.

    Exact: eliminate symmetrically. Every pivot must be positive, or zero with a zero row.

    >>> is_semidefinite([[1, 1], [1, 1]]), is_semidefinite([[1, 2], [2, 1]])
    (True, False)
    """
    if any(isinstance(value, float) for row in H for value in row):
        values = np.linalg.eigvalsh(np.array(H, dtype=float))
        return bool(values[0] >= -1e-12 * max(1.0, abs(values[-1])))
    work = [[Fraction(value) for value in row] for row in H]
    for k in range(len(work)):
        head = work[k][k]
        if head < 0 or (head == 0 and any(work[k][k:])):
            return False
        for i in range(k + 1, len(work)):
            if work[i][k]:
                factor = work[i][k] / head
                work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return True
