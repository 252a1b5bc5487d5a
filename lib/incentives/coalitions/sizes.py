"""Reading one coalition: its members' sizes, the variances beside them, and the weights of fine-grained federation."""

from __future__ import annotations

from typing import Any

import numpy as np
import sympy

from incentives.floats import shown, unit_of
from incentives.numbers import NOT_A_LIST, as_array, no_booleans
from incentives.reading import require


def read(exact: bool, sizes: Any, *, idle: bool = False, **parameters: Any) -> list[np.ndarray]:
    """`sizes` (..., members) and each parameter (..., 1), all above zero and of one number type.

    With `idle` a size may be zero.
    """
    if isinstance(sizes, NOT_A_LIST) or not np.iterable(sizes):
        raise ValueError(f"sizes must be a list, tuple or array with one entry per member, got {shown(sizes)}")
    for name, value in {"sizes": sizes, **parameters}.items():
        no_booleans(name, value)
    arrays = {"sizes": as_array("sizes", sizes, exact=exact)}
    if arrays["sizes"].size == 0 or (exact and arrays["sizes"].ndim != 1):
        raise ValueError(f"sizes must name at least one member, in one row; got {sizes!r}")
    for name, value in parameters.items():
        arrays[name] = as_array(name, value, exact=exact)[..., None]
        if exact and arrays[name].ndim != 1:
            raise ValueError(f"{name} must be one number, got {value!r}")
    for name, array in arrays.items():
        if idle and name == "sizes":
            require(name, array, least=0)
        else:
            require(name, array, above=0)
    return list(arrays.values())


def read_in_range(exact: bool, sizes: Any, *, noise: Any, **parameters: Any) -> list[np.ndarray]:
    """`read`, with sizes whose squares floats do not hold divided by a power of two, and `noise` with them.

    Every error depends on noise / size and on ratios of sizes alone, and so do the best weights.
    """
    n, mu, *others = read(exact, sizes, noise=noise, **parameters)
    if exact:
        return [n, mu, *others]
    unit = unit_of(n)
    return [n / unit, mu / unit, *others]


def rows_of_one(weights: Any, members: int, *, exact: bool) -> np.ndarray:
    """Fine-grained weights (..., members, members) whose rows sum to 1 (floats: within 1e-9)."""
    no_booleans("weights", weights)
    v = as_array("weights", weights, exact=exact)
    if v.shape[-2:] != (members, members):
        raise ValueError(f"weights must have shape ({members}, {members}), one row per member; got {v.shape}")
    gaps = (v.sum(axis=-1) - 1).ravel().tolist()
    wrong = [gap for gap in gaps if (sympy.simplify(gap) != 0 if exact else abs(gap) > 1e-9)]
    if wrong:
        raise ValueError(f"weights must have rows that sum to 1, got a row that sums to {1 + wrong[0]}")
    return v
