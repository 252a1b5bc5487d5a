"""Expectations in small worlds of mean estimation, for the page what-a-coalition-can-expect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Any


def expected(
    value: Callable[[tuple[Any, ...], tuple[Any, ...]], Any],
    *,
    members: int,
    owners: Sequence[tuple[Any, Any, Any]],
    disturbances: Sequence[tuple[Any, Any]],
) -> Any:
    """Expected value, over every outcome, of a function of the members' means and of their sampling errors.

    Args:
        value: takes the means and the sampling errors (scale times disturbance, one sample each).
        members: how many, drawn independently.
        owners: (probability, mean, scale) for each kind of owner.
        disturbances: (probability, value).

    Returns:
        A sum over all outcomes; exact for ints, Fractions and SymPy expressions.

    >>> coin = [(0.5, 1), (0.5, -1)]
    >>> expected(lambda means, errors: errors[0] ** 2, members=1, owners=[(1, 7, 3)], disturbances=coin)
    9.0
    """
    total = 0
    for drawn in product(owners, repeat=members):
        for hits in product(disturbances, repeat=members):
            chance = prod(p for p, *_ in (*drawn, *hits))
            means = tuple(mean for _, mean, _ in drawn)
            errors = tuple(scale * hit for (_, _, scale), (_, hit) in zip(drawn, hits, strict=True))
            total += chance * value(means, errors)
    return total
