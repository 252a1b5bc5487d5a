"""Reading numbers: what is exact, and how counts, indices, probabilities and rows of numbers are refused.

One meaning of *exact* holds in all parts. Whole numbers, Fractions and SymPy's rational numbers are exact, bare or in
lists, tuples and arrays of objects; a computation on them alone is exact, because ties decide stability. A float, or
an array of NumPy's own number types (whole ones too), asks for the fast path in floating point. Exact arrays are NumPy
arrays of objects, so `+`, `@` and `sum` serve both paths.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational
from typing import Any, Protocol

import numpy as np

from incentives.floats import NOT_A_LIST, as_printed, as_real_array, shown
from incentives.lists import as_list as as_list, as_rows, no_single_column


class HasArray(Protocol):
    """Anything that NumPy reads as an array: its own arrays, PyTorch's tensors, pandas' frames and Series."""

    def __array__(self) -> np.ndarray: ...


# What people hand over. SymPy's numbers and expressions have no types, so a type checker lets them through.
Exact = int | Fraction | np.integer
Real = Exact | float | np.floating
Numbers = Sequence[Real] | HasArray
Table = Sequence[Numbers] | HasArray
# What comes back. Exact numbers give Fractions (in tuples) and floats give floats (in arrays). No type checker can tell
# which, so `Any` stands for the exact answer: what an array does not have either is still found.
Row = np.ndarray | Any
Value = float | Any
Number = Fraction | float
Vector = tuple[Number, ...]
Matrix = tuple[Vector, ...]


def _is_expression(value: Any) -> bool:
    """True if this is a SymPy expression; whoever holds one has imported SymPy, so nobody else waits for it."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Expr) and not isinstance(value, sympy.Float)


def is_rational(value: Any) -> bool:
    """True if this is a rational number of any library. True and False are none, and NumPy's spans of time, which say
    they are.

    >>> is_rational(np.int64(3)), is_rational(True), is_rational(np.timedelta64(3, "D"))
    (True, False, False)
    """
    return isinstance(value, Rational) and not isinstance(value, (bool, np.timedelta64))


def is_whole(value: Any) -> bool:
    """True if this is a whole number of any library, True and False apart.

    >>> is_whole(np.uint8(3)), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return type(value) is int or (isinstance(value, Integral) and is_rational(value))


def is_exact(*values: Any, symbols: bool = False) -> bool:
    """True if there are only exact numbers, bare or in lists, tuples and arrays of objects.

    Args:
        values: numbers, or nested lists, tuples and arrays of them.
        symbols: whether SymPy expressions that are no numbers count as well.

    >>> is_exact([1, Fraction(1, 2)], 3), is_exact([1, 0.5]), is_exact(True), is_exact(np.array([1, 2]))
    (True, False, False, False)
    """
    for value in values:
        if isinstance(value, (list, tuple)):
            if not is_exact(*value, symbols=symbols):
                return False
        elif isinstance(value, np.ndarray):
            if value.dtype != object or not is_exact(*value.ravel().tolist(), symbols=symbols):
                return False
        elif not is_rational(value) and not (symbols and _is_expression(value)):
            return False
    return True


def _fraction(value: Any) -> Any:
    """A rational number as a Fraction, so that `/` between whole ones stays exact; anything else unchanged."""
    return Fraction(int(value.numerator), int(value.denominator)) if is_rational(value) else value


def as_exact(name: str, value: Any) -> Fraction:
    """`value`, any rational type, as a Fraction.

    Raises:
        ValueError: it is no rational number.

    >>> as_exact("noise", 2)
    Fraction(2, 1)
    """
    if not is_rational(value):
        raise ValueError(f"{name} must be exact, an int or a Fraction; got {shown(value)}")
    return _fraction(value)


def as_decimal(name: str, value: Any) -> Fraction:
    """`value` as a Fraction; a float stands for the decimal number that it prints as.

    Raises:
        ValueError: it is no number, or not finite.

    >>> as_decimal("noise", 0.1), as_decimal("noise", 3)
    (Fraction(1, 10), Fraction(3, 1))
    """
    if isinstance(value, (float, np.floating)):
        if not isfinite(value):
            raise ValueError(f"{name} must be a finite number, got {shown(value)}")
        return Fraction(repr(as_printed(name, value).item()))
    return as_exact(name, value)


def as_count(name: str, value: Any, *, least: int = 0, most: int | None = None) -> int:
    """A whole number in a range, as an int.

    Raises:
        ValueError: it is no whole number (a bool is none), or out of range.

    >>> as_count("rounds", np.int64(3), least=1)
    3
    """
    if not is_whole(value) or value < least or (most is not None and value > most):
        words = f"of at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{name} must be a whole number {words}, got {shown(value)}")
    return int(value)


def as_index(name: str, value: Any, count: int) -> int:
    """A position from 0 to `count` - 1, as an int; a negative one does not count from the end.

    Raises:
        ValueError: it is no whole number (a bool is none), or out of range.

    >>> as_index("who", 1, 3)
    1
    """
    return as_count(name, value, most=count - 1)


def no_booleans(name: str, value: Any) -> None:
    """Refuse True and False where numbers are meant, bare, in lists and in arrays.

    Raises:
        ValueError: there is one.

    >>> no_booleans("sizes", [5, 1])
    """
    if isinstance(value, (list, tuple)):
        for entry in value:
            no_booleans(name, entry)
    elif isinstance(value, (bool, np.bool_)) or (isinstance(value, np.ndarray) and value.dtype == bool):
        raise ValueError(f"{name} must be numbers, got {shown(value)}")


def as_array(name: str, value: Any, *, exact: bool, finite: bool = True) -> np.ndarray:
    """`value` as an array: Fractions and SymPy expressions (`exact`), or floats.

    Args:
        name: what a message calls it.
        value: a number, or lists, tuples or an array of one shape.
        exact: whether `is_exact` holds of it.
        finite: whether floats must be finite.

    Raises:
        ValueError: it is no array of numbers, or not finite.

    >>> as_array("rewards", [1, 2], exact=True)
    array([Fraction(1, 1), Fraction(2, 1)], dtype=object)
    """
    if not exact:
        no_single_column(name, value)
        found, _ = as_real_array(name, value)
        if finite and not _all_finite(found):
            raise ValueError(f"{name} must be finite numbers, got {shown(value)}")
        return found
    if isinstance(value, NOT_A_LIST):
        raise ValueError(f"{name} must be numbers, got {shown(value)}")
    try:
        if isinstance(value, np.ndarray) and value.dtype == object:
            found = value.copy()
        else:
            found = np.empty(np.shape(value), dtype=object)
            found[...] = np.array(value, dtype=object)
    except (TypeError, ValueError) as problem:
        raise ValueError(f"{name} must be numbers, in rows of one length; got {shown(value)}") from problem
    for place, entry in np.ndenumerate(found):
        found[place] = _fraction(entry)
    return found


def _all_finite(values: np.ndarray) -> bool:
    # One cheap pass finds every NaN and infinity; the slow test runs only if it may have overflowed.
    if values.size <= 32:  # too few for NumPy to be faster
        total = sum(values.reshape(-1).tolist())
    else:
        with np.errstate(over="ignore", invalid="ignore"):
            total = np.add.reduce(values, axis=None)
    return isfinite(total) or bool(np.isfinite(values).all())


def as_number(name: str, value: Any, *, exact: bool | None = None, above: Any = None) -> Any:
    """One number: a Fraction or a finite float, greater than `above` if that is given.

    Args:
        name: what a message calls it.
        value: the number.
        exact: what is wanted; what `value` itself is if None.
        above: a bound, exclusive.

    Raises:
        ValueError: it is no number, more than one, not finite, or too small.

    >>> as_number("level", 3), as_number("level", 0.5), as_number("penalty", 2, exact=False, above=0)
    (Fraction(3, 1), 0.5, 2.0)
    """
    if exact is None:
        exact = is_rational(value)
        if not (exact or (isinstance(value, (float, np.floating)) and isfinite(value))):
            raise ValueError(f"{name} must be a number (int, Fraction or finite float), got {shown(value)}")
    if isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{name} must be a number, got {shown(value)}")
    if exact and is_rational(value):
        found = _fraction(value)
    elif not exact and (isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**300)):
        found = float(value)
    else:
        entries = as_array(name, value, exact=True) if exact else as_printed(name, value)
        if entries.ndim != 0:
            raise ValueError(f"{name} must be one number, got {shown(value)}")
        found = entries.item()
    if not exact and not isfinite(found):
        raise ValueError(f"{name} must be finite, got {shown(value)}")
    if above is not None and not found > above:
        raise ValueError(f"{name} must be greater than {above}, got {shown(value)}")
    return found


def _filled(values: Any) -> bool:
    return getattr(values, "ndim", 1) > 0 and len(values) > 0


def as_row(name: str, values: Any, *, exact: bool, of: str = "client") -> Any:
    """A non-empty row of finite numbers, one for each client, level, ...: a tuple of Fractions, or a float array.

    Raises:
        ValueError: it is empty, not a row, or holds something else; the place is named after `of`.

    >>> as_row("contributions", [1, 2], exact=True)
    (Fraction(1, 1), Fraction(2, 1))
    """
    if isinstance(values, NOT_A_LIST) or not hasattr(values, "__len__") or not _filled(values):
        raise ValueError(f"{name} must be a non-empty list or array of numbers, got {shown(values)}")
    if exact:
        if any(isinstance(value, (list, tuple, np.ndarray)) for value in values):
            raise ValueError(f"{name} must be one row of numbers, got {shown(values)}")
        return tuple(map(_fraction, values))
    found = as_printed(name, values)
    if found.ndim != 1:
        raise ValueError(f"{name} must be one row of numbers, got shape {found.shape}")
    wrong = np.flatnonzero(~np.isfinite(found))
    if wrong.size:
        raise ValueError(f"{name} must be finite numbers, got {found[wrong[0]]} for {of} {wrong[0]}")
    return found


def as_vector(name: str, values: Any) -> Vector:
    """A tuple of numbers, each a Fraction or a finite float.

    Raises:
        ValueError: `values` is no list of them.

    >>> as_vector("push", [1, 0.5])
    (Fraction(1, 1), 0.5)
    """
    if isinstance(values, NOT_A_LIST) or not np.iterable(values):
        raise ValueError(f"{name} must be a list of numbers, got {shown(values)}")
    return tuple(as_number(name, value) for value in as_rows(name, values))


def as_matrix(name: str, rows: Any) -> Matrix:
    """A tuple of rows of one length, at least one of each.

    Raises:
        ValueError: `rows` is something else.

    >>> as_matrix("H", [[1, 2]])
    ((Fraction(1, 1), Fraction(2, 1)),)
    """
    if isinstance(rows, NOT_A_LIST) or not np.iterable(rows):
        raise ValueError(f"{name} must be a list of rows, got {shown(rows)}")
    found = tuple(as_vector(name, entries) for entries in as_rows(name, rows))
    if not found or not found[0] or any(len(entries) != len(found[0]) for entries in found):
        raise ValueError(f"{name} must have at least one row, all rows of one length >= 1; got {shown(rows)}")
    return found


def answer(values: np.ndarray) -> Any:
    """The form in which callers get an answer: tuples (nested for a matrix) of exact values, or the float array.

    >>> answer(np.array([Fraction(1, 2), Fraction(3)], dtype=object))
    (Fraction(1, 2), Fraction(3, 1))
    """
    if values.dtype != object:
        return values
    return tuple(answer(entry) if isinstance(entry, np.ndarray) else entry for entry in values)
