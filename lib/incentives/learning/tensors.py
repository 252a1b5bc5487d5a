"""Reading tensors: what is no array of numbers is refused under the name of its argument."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor


def as_tensor(name: str, value: Any, *, finite: bool = True) -> Tensor:
    """A tensor of real numbers where it lies, or an array, list or range of numbers as one.

    Args:
        name: what a message calls it.
        value: what is read.
        finite: whether floats must be finite.

    Raises:
        ValueError: it is none, holds complex numbers, or numbers that are not finite.

    >>> as_tensor("labels", [0, 1])
    tensor([0, 1])
    """
    try:
        if isinstance(value, (bool, str, bytes)) or value is None:
            raise TypeError(type(value).__name__)
        found = torch.as_tensor(value)
    except (TypeError, ValueError, RuntimeError, OverflowError) as problem:
        raise ValueError(f"{name} must be a tensor or an array of numbers, got {type(value).__name__} ({problem})") from problem
    if found.is_complex():
        raise ValueError(f"{name} must be real numbers, got {found.dtype}")
    if finite and found.is_floating_point() and not found.isfinite().all():
        raise ValueError(f"{name} must be finite numbers, got {found[~found.isfinite()].flatten()[0]}")
    return found
