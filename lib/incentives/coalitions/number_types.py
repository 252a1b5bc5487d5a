"""Exact where the caller is exact, fast where the caller has arrays: the two number types of this part.

Exact values travel as NumPy arrays of objects, so the formulas of `errors` and `regression` are written once
and serve both types. Ties decide stability; that is why an int is never turned into a float here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy

WHOLE = (int, np.integer)
EXACT = (*WHOLE, Fraction, sympy.Expr)


def all_exact(*values: Any) -> bool:
    """Whether there are only ints, Fractions and SymPy expressions, bare or in lists and tuples.

    >>> all_exact([5, Fraction(1, 3)], sympy.Symbol("mu")), all_exact([5, 0.5]), all_exact(np.array([5]))
    (True, False, False)
    """
    return all(
        all_exact(*value)
        if isinstance(value, (list, tuple))
        else isinstance(value, EXACT) and not isinstance(value, (bool, sympy.Float))
        for value in values
    )


def as_numbers(name: str, value: Any, *, exact: bool) -> np.ndarray:
    """`value` as an array: objects that compute exactly, or finite floats; ValueError for anything else."""
    try:
        if not exact:
            array = np.asarray(value, dtype=float)
        else:
            array = np.empty(np.shape(value), dtype=object)
            # Whole numbers become Fractions, so that `/` between them stays exact.
            array[...] = np.array(value, dtype=object)
            for place, entry in np.ndenumerate(array):
                array[place] = Fraction(int(entry)) if isinstance(entry, WHOLE) else entry
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{name} must be numbers, in rows of one length; got {value!r}") from problem
    if not exact and not np.isfinite(array).all():
        raise ValueError(f"{name} must be finite numbers, got {value!r}")
    return array


def require(name: str, array: np.ndarray, *, above: Any = None, least: Any = None, most: Any = None) -> None:
    """ValueError unless every entry lies in the range; a symbol whose sign is unknown is let through."""
    checks = [
        (above, lambda entry: entry > above, f"greater than {above}"),
        (least, lambda entry: entry >= least, f"at least {least}"),
        (most, lambda entry: entry <= most, f"at most {most}"),
    ]
    for bound, inside, words in checks:
        for entry in array.flat if bound is not None else ():
            verdict = inside(entry)
            if verdict is sympy.false or (isinstance(verdict, (bool, np.bool_)) and not verdict):
                raise ValueError(f"{name} must be {words}, got {entry}")


def read(exact: bool, sizes: Any, **parameters: Any) -> list[np.ndarray]:
    """`sizes` (..., members) and each parameter (..., 1), all above zero and of one number type."""
    if isinstance(sizes, (str, bytes, set, frozenset, dict)) or not np.iterable(sizes):
        raise ValueError(f"sizes must be a list, tuple or array with one entry per member, got {sizes!r}")
    arrays = {"sizes": as_numbers("sizes", sizes, exact=exact)}
    if arrays["sizes"].size == 0 or (exact and arrays["sizes"].ndim != 1):
        raise ValueError(f"sizes must name at least one member, in one row; got {sizes!r}")
    for name, value in parameters.items():
        arrays[name] = as_numbers(name, value, exact=exact)[..., None]
        if exact and arrays[name].ndim != 1:
            raise ValueError(f"{name} must be one number, got {value!r}")
    for name, array in arrays.items():
        require(name, array, above=0)
    return list(arrays.values())


def rows_of_one(weights: Any, members: int, *, exact: bool) -> np.ndarray:
    """Fine-grained weights (..., members, members) whose rows sum to 1 (floats: within 1e-9)."""
    v = as_numbers("weights", weights, exact=exact)
    if v.shape[-2:] != (members, members):
        raise ValueError(f"weights must have shape ({members}, {members}), one row per member; got {v.shape}")
    gaps = (v.sum(axis=-1) - 1).ravel().tolist()
    wrong = [gap for gap in gaps if (sympy.simplify(gap) != 0 if exact else abs(gap) > 1e-9)]
    if wrong:
        raise ValueError(f"weights must have rows that sum to 1, got a row that sums to {1 + wrong[0]}")
    return v


def answer(array: np.ndarray) -> Any:
    """What callers get back: tuples (nested for a matrix) of exact values, or the float array."""
    if array.dtype != object:
        return array
    return tuple(answer(row) if isinstance(row, np.ndarray) else row for row in array)
