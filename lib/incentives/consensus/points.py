"""Reading the points that clients are asked about: numbers on the line, rows of them, or any value of a finite set."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from math import isinf
from typing import Any

import numpy as np

from incentives.floats import NOT_A_LIST, as_printed, is_frame, shown
from incentives.lists import as_rows
from incentives.numbers import HasArray, Number, as_number, is_exact

PLAIN = (int, Fraction, str)
# What a client is asked about: a number, a row of numbers, or a value of a finite set.
Point = Hashable | Sequence[Number] | HasArray


def as_coordinate(point: Any, name: str = "point") -> Any:
    """One number, as it came; a symbol may stand for one.

    Raises:
        ValueError: it is no real number, or none at all (NaN).

    >>> as_coordinate(Fraction(1, 2))
    Fraction(1, 2)
    """
    kind = type(point)
    if kind is int or kind is Fraction or (isinstance(point, float) and point == point):
        return point
    return point if is_exact(point, symbols=True) and kind.__module__.startswith("sympy") else as_number(name, point)


def as_coordinates(point: Any, dimension: int, *, name: str = "point", finite: bool = False) -> tuple[Any, ...]:
    """A row of numbers, one for each coordinate.

    Raises:
        ValueError: it is no list of so many numbers: a mapping, a set, a generator; or, with `finite`, one of them is
            infinite, whose product with zero has no value.

    >>> as_coordinates([1, Fraction(1, 2)], 2)
    (1, Fraction(1, 2))
    """
    if isinstance(point, NOT_A_LIST) or not hasattr(point, "__len__") or not np.iterable(point) or is_frame(point):
        raise ValueError(f"{name} must be a list of {dimension} numbers, got {shown(point)}")
    found = tuple(as_coordinate(entry, name) for entry in as_rows(name, point))
    if len(found) != dimension:
        raise ValueError(f"{name} must be a list of {dimension} numbers, got {len(found)}: {shown(point)}")
    if finite and any(isinstance(entry, float) and isinf(entry) for entry in found):
        raise ValueError(f"{name} must be a list of {dimension} finite numbers, got {shown(point)}")
    return found


def as_value(point: Any) -> Any:
    """A value that can be looked up; a float of a narrower type is the double that prints like it, also in tuples, with
    names or without.

    Raises:
        ValueError: it cannot be looked up, such as a list or a mapping.

    >>> as_value(np.float32(0.1)), as_value((np.float16(0.1), 1))
    (0.1, (0.1, 1))
    """
    if type(point) in PLAIN:
        return point
    if isinstance(point, np.floating) and point.itemsize < 8:
        return as_printed("point", point).item()
    if hasattr(point, "_make") and isinstance(point, tuple):
        return getattr(point, "_make")(map(as_value, point))  # noqa: B009  a type checker knows no named tuple here
    if type(point) in (tuple, frozenset):
        return type(point)(map(as_value, point))
    if _is_strange(point):
        raise ValueError(f"point must be a value that can be looked up, got {shown(point)}")
    return point


def _is_strange(point: Any) -> bool:
    """True if a value does not compare by what it says: an array, a tensor, a list."""
    try:
        hash(point)
    except TypeError:
        return True
    return hasattr(point, "ndim") and not isinstance(point, np.generic)


def as_points(name: str, given: Any) -> frozenset[Any]:
    """Different points of a finite set, each equal to its copy.

    Args:
        name: of the argument, for the message.
        given: a set or list.

    Raises:
        ValueError: no collection of points; or one that is not equal to its copy: a tensor is equal only to itself, NaN
            to nothing, and None says "no point".

    >>> sorted(as_points("points", [2, 1, 2]))
    [1, 2]
    """
    keyed = isinstance(given, NOT_A_LIST) and not isinstance(given, (set, frozenset))
    if keyed or not isinstance(given, Iterable) or is_frame(given):
        raise ValueError(f"{name} must be a set or list of points, got {shown(given)}")
    return frozenset(_as_point(name, point) for point in given)


def _as_point(name: str, point: Any) -> Hashable:
    _check_point(name, point)
    return as_value(point)


def _check_point(name: str, point: Any) -> None:
    if type(point) in PLAIN:
        return
    if isinstance(point, (tuple, frozenset)):
        for part in point:
            _check_point(name, part)
    elif _is_strange(point) or point is None or _is_missing(point):
        raise ValueError(f"{name} must be numbers, texts or tuples of them, got {point!r}")


def _is_missing(point: Any) -> bool:
    """NaN does not equal itself, and pandas' word for what is missing does not say."""
    try:
        return bool(point != point)
    except TypeError:
        return True
