"""Reading tensors: what is no array of numbers is refused under the name of its argument."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from incentives.floats import as_came, check_held, is_frame


def _columns_at_fault(value: Any) -> str:
    """Which columns of a frame hold what is no finite number, in words."""
    if not is_frame(value):
        return ""
    texts = [str(name) for name in value.columns if np.asarray(value[name]).dtype.kind not in "iuf"]
    missing = [str(name) for name in value.columns if bool(value[name].isna().any())]
    words = [
        f"{', '.join(names)} {what}" for names, what in ((texts, "hold no numbers"), (missing, "miss values")) if names
    ]
    return f" (columns: {'; '.join(words)})" if words else ""


def _from_numpy(found: np.ndarray) -> Tensor:
    """A copy that PyTorch can hold: in the machine's order of bytes, in a type that it computes in."""
    if found.dtype.kind == "O" or found.dtype.itemsize > 8:  # Fractions, Decimals, long doubles
        return torch.from_numpy(found.astype(float))
    if found.dtype.kind == "u" and found.dtype.itemsize > 1:
        if found.size and found.max() > np.iinfo(np.int64).max:
            raise ValueError("a whole number that 64 bits with a sign do not hold")
        return torch.from_numpy(found.astype(np.int64))
    return torch.from_numpy(np.array(found, dtype=found.dtype.newbyteorder("=")))


def as_tensor(name: str, value: Any, *, finite: bool = True, double: bool = False) -> Tensor:
    """A tensor of real numbers where it lies, no gradient with it, or a copy of an array, frame, Series, list or range.

    Args:
        name: what a message calls it.
        value: what is read.
        finite: whether floats must be finite.
        double: whether all numbers come in double precision, those of lists too, which else are in PyTorch's usual one.

    Raises:
        ValueError: it is none, holds truth values outside a tensor, complex numbers, texts, dates or masked numbers, or
            numbers that are not finite.

    >>> as_tensor("labels", [0, 1])
    tensor([0, 1])
    """
    if isinstance(value, Tensor):
        check_held(name, value)
        found = (value.detach() if value.requires_grad else value).resolve_neg()
    else:
        try:
            came, _ = as_came(name, value)
            # Lists of Python's floats are read in PyTorch's usual type, arrays in their own.
            listed = not double and isinstance(value, Sequence) and came.dtype.kind != "O"
            found = torch.as_tensor(list(value)) if listed and came.dtype == float else _from_numpy(came)
        except (TypeError, ValueError, RuntimeError, OverflowError) as problem:
            raise ValueError(
                f"{name} must be a tensor or an array of numbers, got {type(value).__name__} "
                f"({problem}){_columns_at_fault(value)}"
            ) from problem
    if found.is_complex():
        raise ValueError(f"{name} must be real numbers, got {found.dtype}")
    if finite and found.is_floating_point() and not found.isfinite().all():
        raise ValueError(
            f"{name} must be finite numbers, got {found[~found.isfinite()].flatten()[0]}{_columns_at_fault(value)}: "
            "fill in what is missing, or leave it out"
        )
    return found.double() if double else found
