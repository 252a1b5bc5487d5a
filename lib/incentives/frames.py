"""Rows of results as a data frame, where pandas is installed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any


def as_frame(rows: Sequence[Mapping[str, Any]]) -> Any:
    """A pandas DataFrame of these rows; Fractions become floats, because frames compute in floats.

    Raises:
        ModuleNotFoundError: pandas is not installed; the rows themselves need nothing.
    """
    try:
        import pandas  # optional: no part of the library needs it
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "a frame needs pandas (pip install pandas); rows() needs nothing", name="pandas"
        ) from error
    return pandas.DataFrame([{k: float(v) if isinstance(v, Fraction) else v for k, v in row.items()} for row in rows])
