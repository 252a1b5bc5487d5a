"""Labels as class numbers: texts and truth values are numbered in their order, and their names are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incentives.floats import is_frame, is_tensor, shown
from incentives.learning.tensors import as_tensor

Names = tuple[Any, ...]


def _column(name: str, value: Any) -> Any:
    """One row of labels; a frame of one column is its column."""
    if is_frame(value):
        if value.shape[1] != 1:
            raise ValueError(f"{name} must be one column, got the columns {shown(list(value.columns))}")
        return value.to_numpy()[:, 0]
    return value if is_tensor(value) else np.asarray(value, dtype=object) if _holds_text(value) else value


def _holds_text(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and any(isinstance(entry, str) for entry in value)


def _named(name: str, value: Any) -> np.ndarray | None:
    """Labels that are names, as an array of objects; None where they are numbers."""
    if is_tensor(value):
        return value.cpu().numpy().astype(object) if value.dtype == torch.bool else None
    if isinstance(value, (str, bytes)) or np.ma.isMaskedArray(value):
        return None
    try:
        found = np.asarray(value)
    except (TypeError, ValueError, RuntimeError):
        return None
    if found.dtype.kind == "T" or found.dtype.kind == "U":
        found = found.astype(object)
    if found.dtype.kind == "b":
        return found.astype(object)
    # Whatever is no number stays as it came, for the reader of numbers to refuse.
    if found.dtype.kind != "O" or not any(isinstance(entry, (str, bool, np.bool_)) for entry in found.flat):
        return None
    for place, entry in enumerate(found.flat):
        if not isinstance(entry, (str, bool, np.bool_)) or isinstance(entry, str) != isinstance(found.flat[0], str):
            raise ValueError(
                f"{name} must be all texts, all truth values or all numbers, none of them missing; got "
                f"{shown(entry)} at {place}: "
                "leave those examples out, or name them"
            )
    return found


def as_class_numbers(named: Mapping[str, Any], *, known: Names | None = None) -> tuple[list[Tensor], Names | None]:
    """Labels of several sets of examples as tensors, and what the numbers are called (None where numbers came).

    Args:
        named: labels of each set, by what a message calls them: numbers, texts, or truth values; lists, arrays,
            tensors,
            a Series, or a frame of one column.
        known: names that are numbered already; others are refused.

    Raises:
        ValueError: numbers here and names there, a label that is missing, or a name that is not known.

    >>> as_class_numbers({"labels of a": ["dog", "cat"], "labels of b": ["cat"]})
    ([tensor([1, 0]), tensor([0])], ('cat', 'dog'))
    """
    columns = {name: _column(name, value) for name, value in named.items()}
    texts: dict[str, Any] = {name: _named(name, value) for name, value in columns.items()}
    plain = [name for name, text in texts.items() if text is None]
    if len(plain) == len(texts):
        return [as_tensor(name, value) for name, value in columns.items()], known
    if plain:
        other = next(name for name in texts if name not in plain)
        raise ValueError(f"{plain[0]} must be names of classes, like {other}; got {shown(named[plain[0]])}")
    found = {entry.item() if isinstance(entry, np.generic) else entry for text in texts.values() for entry in text.flat}
    if len({isinstance(entry, str) for entry in found}) > 1:
        raise ValueError(
            f"labels must be texts everywhere or truth values everywhere, got {shown(sorted(map(str, found)))}"
        )
    names: Sequence[Any] = (
        known if known is not None else (False, True) if True in found or False in found else sorted(found)
    )
    if strange := found - set(names):
        raise ValueError(f"labels must be among {shown(list(names))}, got {shown(min(strange))}")
    number = {entry: place for place, entry in enumerate(names)}
    tensors = [torch.tensor([number[entry] for entry in text.ravel()]).view(text.shape) for text in texts.values()]
    return tensors, tuple(names)
