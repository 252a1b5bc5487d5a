"""The parts of a study: its settings, what is run, and what a record says in one line."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any


def _nothing(setting: Any) -> None:
    """For studies without data, or without runs that others are measured against."""


def as_minutes(told: str) -> float:
    """The minutes after which a call of a study ends.

    Raises:
        ValueError: they are no positive number.

    >>> as_minutes("1.5")
    1.5
    """
    try:
        minutes = float(told)
    except ValueError:
        minutes = math.nan
    if not 0 < minutes < math.inf:
        raise ValueError(f"minutes must be a positive number; got {told!r}")
    return minutes


@dataclass(frozen=True)
class Kind:
    """One kind of study.

    Args:
        setting: a frozen dataclass of plain values, one run.
        run: from a setting, and from the options that were given, to the fields of a record that say what came out.
        line: from a record to a line of text.
        code: from a setting to the definitions ("module:name") that its result depends on.
        packages: whose versions a record names.
        precision: of the arithmetic; where it is an option, the usual one.
        data: from a setting to a checksum of the data that are trained on; None where there are none.
        splits: from a setting to a digest of every split that is read, those that choose and score included; None where
            there are none, or where `data` covers them.
        needs: from a setting to the one that it is measured against, whose record `run` takes as `against`; or None.
        options: what the command line may pass on to `run`, with the values that are allowed; none given, any is.
        told: from a setting to the settings of its record.
    """

    setting: type
    run: Callable[..., Mapping[str, Any]]
    line: Callable[[Mapping[str, Any]], str]
    code: Callable[[Any], tuple[str, ...]]
    packages: tuple[str, ...]
    precision: str
    data: Callable[[Any], str | None] = _nothing
    splits: Callable[[Any], str | None] = _nothing
    needs: Callable[[Any], Any] = _nothing
    options: Mapping[str, Collection[str]] = field(default_factory=dict)
    told: Callable[[Any], dict[str, Any]] = asdict
