"""Reading lists, whose order counts, and collections of members, whose order says nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from incentives.floats import NOT_A_LIST, Keyed, as_printed, check_held, is_frame, is_tensor, shown

COLLECTIONS = (tuple, list, set, frozenset, range)  # read without a second look: there may be many of them


def as_list(name: str, values: Any, *, least: int = 0) -> list[Any]:
    """The entries of a list, tuple or other iterable that has an order and is no text.

    Raises:
        ValueError: it is none, such as a set or a mapping, or has fewer than `least` entries.

    >>> as_list("reports", (1, 2))
    [1, 2]
    """
    if isinstance(values, NOT_A_LIST) or not np.iterable(values):
        raise ValueError(f"{name} must be a list, got {shown(values)}")
    no_single_column(name, values)
    found = list(as_rows(name, values))
    if len(found) < least:
        raise ValueError(f"{name} must hold at least {least}, got {shown(values)}")
    return found


def as_members(name: str, values: Any, *, least: int = 0) -> tuple[Any, ...]:
    """The entries of a set, list or other collection, in any order.

    Raises:
        ValueError: it is none: a text, bytes, a mapping or a frame, whose entries would be letters, keys or names of
            columns; or it has fewer than `least` entries.

    >>> as_members("coalition", {0, 1})
    (0, 1)
    """
    if type(values) in COLLECTIONS and len(values) >= least:
        return tuple(values)
    keyed = isinstance(values, (str, bytes, bytearray, memoryview, Keyed)) or is_frame(values)
    if keyed or not isinstance(values, Iterable) or getattr(values, "ndim", 1) != 1:
        raise ValueError(f"{name} must be a set or a list, got {shown(values)}")
    found = tuple(as_rows(name, values))
    if len(found) < least:
        raise ValueError(f"{name} must hold at least {least}, got {shown(values)}")
    return found


def no_single_column(name: str, values: Any) -> None:
    """Refuse a frame of one column, whose rows would be read as lists of one number.

    Raises:
        ValueError: it is one.
    """
    if is_frame(values) and values.shape[1] == 1 and values.shape[0] > 1:
        raise ValueError(
            f"{name} must not be a frame of one column; give the column, frame[{values.columns[0]!r}], or its transpose"
        )


def as_rows(name: str, values: Any) -> Any:
    """The contents of a list: a frame's rows, no names of columns; the numbers of a Series or tensor, which compare and
    hash as numbers do.

    Raises:
        ValueError: a number is masked, or has fields.
    """
    if hasattr(values, "to_numpy"):
        return values.to_numpy()
    if isinstance(values, np.ndarray) and (values.dtype.kind == "V" or np.ma.is_masked(values)):
        raise ValueError(
            f"{name} must be a list of numbers, none of them masked and without fields; got {shown(values)}"
        )
    if is_tensor(values):
        if values.is_floating_point():
            return as_printed(name, values)
        check_held(name, values)
        return values.tolist()
    return values
