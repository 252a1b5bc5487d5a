"""Numbers and matrices that stay exact: reading them, solving linear systems, and deciding positive semidefiniteness.

Whether a point lies in a set is decided by comparisons, and the interesting points lie on boundaries. So ints
become Fractions, Fractions stay, and only a caller who passes floats gets floats back.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

Number = Fraction | float
Vector = tuple[Number, ...]
Matrix = tuple[Vector, ...]


def number(name: str, value: Any) -> Number:
    """`value` as a Fraction if it is exact, as a float if it is a finite float; ValueError otherwise.

    >>> number("level", 3), number("level", 0.5)
    (Fraction(3, 1), 0.5)
    """
    if isinstance(value, numbers.Rational) and not isinstance(value, bool):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, (float, np.floating)) and math.isfinite(value):
        return float(value)
    raise ValueError(f"{name} must be a number (int, Fraction or finite float), got {value!r}")


def vector(name: str, values: Any) -> Vector:
    """A tuple of numbers; ValueError if `values` is not a sequence of them."""
    if isinstance(values, (str, bytes)) or not np.iterable(values):
        raise ValueError(f"{name} must be a list of numbers, got {values!r}")
    return tuple(number(name, value) for value in values)


def matrix(name: str, rows: Any) -> Matrix:
    """A tuple of rows of one length, at least one of each; ValueError otherwise."""
    if isinstance(rows, (str, bytes)) or not np.iterable(rows):
        raise ValueError(f"{name} must be a list of rows, got {rows!r}")
    read = tuple(vector(name, row) for row in rows)
    if not read or not read[0] or any(len(row) != len(read[0]) for row in read):
        raise ValueError(f"{name} must have at least one row, all rows of one length >= 1; got {rows!r}")
    return read


def is_exact(*values: Any) -> bool:
    """Whether numbers, vectors and matrices that were read by this module hold no float."""
    return all(
        is_exact(*value) if isinstance(value, tuple) else not isinstance(value, float) for value in values
    )


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


def is_semidefinite(H: Sequence[Sequence[Any]]) -> bool:
    """Whether a symmetric matrix is positive semidefinite: exactly if it is exact, else up to rounding.

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
