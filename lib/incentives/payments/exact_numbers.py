"""Exact where the caller is exact, fast where the caller has floats: the two number types of this part.

Exact arrays hold Fractions in NumPy arrays of objects, so `@`, `+` and `sum` serve both types.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import Any

import numpy as np

WHOLE = (int, np.integer)


def is_exact(*values: Any) -> bool:
    """Whether there are only whole numbers and Fractions, bare or in lists, tuples and arrays.

    >>> is_exact([1, Fraction(1, 2)], 3), is_exact([1, 0.5]), is_exact(np.array([1, 2])), is_exact(True)
    (True, False, True, False)
    """
    for value in values:
        if isinstance(value, np.ndarray):
            if value.dtype == object:
                if not is_exact(*value.ravel().tolist()):
                    return False
            elif value.dtype.kind not in "iu":
                return False
        elif isinstance(value, (list, tuple)):
            if not is_exact(*value):
                return False
        elif isinstance(value, (bool, np.bool_)) or not isinstance(value, (*WHOLE, Fraction)):
            return False
    return True


def as_array(name: str, value: Any, *, exact: bool, finite: bool = True) -> np.ndarray:
    """`value` as an array of Fractions (`exact`) or of floats, finite ones unless `finite` is False.

    Raises:
        ValueError: `value` is no array of numbers, or not finite.

    >>> as_array("rewards", [1, 2], exact=True)
    array([Fraction(1, 1), Fraction(2, 1)], dtype=object)
    """
    if isinstance(value, (str, bytes, set, frozenset, dict)):
        raise ValueError(f"{name} must be numbers, got {value!r}")
    if exact:
        if isinstance(value, np.ndarray) and value.dtype == object:
            array = value.copy()
        else:
            array = np.empty(np.shape(value), dtype=object)
            array[...] = np.array(value, dtype=object)
        for place, entry in np.ndenumerate(array):
            # Whole numbers become Fractions, so that `/` between them stays exact.
            array[place] = Fraction(int(entry)) if isinstance(entry, WHOLE) else Fraction(entry)
        return array
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{name} must be numbers, in rows of one length; got {value!r}") from problem
    if finite and not _all_finite(array):
        raise ValueError(f"{name} must be finite numbers")
    return array


def _all_finite(array: np.ndarray) -> bool:
    # One cheap pass finds every NaN and infinity; the slow test runs only if it may have overflowed.
    if array.size <= 32:  # too few for NumPy to be faster
        total = sum(array.reshape(-1).tolist())
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.add.reduce(array, axis=None)
    return isfinite(total) or bool(np.isfinite(array).all())


def as_number(name: str, value: Any, *, exact: bool, above: Any = None) -> Any:
    """One number, a Fraction or a float, greater than `above` if that is given."""
    if not exact and isinstance(value, (int, float)):
        number = float(value)
    else:
        array = as_array(name, value, exact=exact)
        if array.ndim != 0:
            raise ValueError(f"{name} must be one number, got {value!r}")
        number = array.item()
    if not exact and not isfinite(number):
        raise ValueError(f"{name} must be finite, got {value!r}")
    if above is not None and not number > above:
        raise ValueError(f"{name} must be greater than {above}, got {value!r}")
    return number


def as_distribution(name: str, value: Any, *, exact: bool) -> np.ndarray:
    """`value` as positive probabilities that add up to 1 (floats: within 1e-9), shape (outcomes,).

    Raises:
        ValueError: not one row, an entry is not positive, or the sum is not 1.

    >>> as_distribution("reference", [0.5, 0.5], exact=False)
    array([0.5, 0.5])
    """
    # A NaN or an infinity fails the comparisons below.
    array = as_array(name, value, exact=exact, finite=False)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be one row of probabilities, got shape {array.shape}")
    least, total = np.minimum.reduce(array), np.add.reduce(array)
    if not least > 0:
        raise ValueError(f"{name} must give every outcome a probability greater than 0, got {least}")
    if (total != 1) if exact else not abs(total - 1) <= 1e-9:
        raise ValueError(f"{name} must add up to 1, got {total}")
    return array
