"""The number of samples that a member collects when nobody counts them."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np

from incentives.floats import held_by_floats, shown
from incentives.numbers import Value, as_index
from incentives.together.federation import Federation
from incentives.together.stakes import Stakes


def _root(value: Any) -> Any:
    """The square root, exact where it is rational."""
    if isinstance(value, Fraction):
        up, down = isqrt(value.numerator), isqrt(value.denominator)
        return Fraction(up, down) if up**2 == value.numerator and down**2 == value.denominator else float(value) ** 0.5
    return np.sqrt(value) if isinstance(value, (float, np.floating)) else value**0.5


def best_size(federation: Federation, who: int, *, stakes: Stakes | None = None) -> Value:
    """The number of samples with which a member expects to pay least in error, costs and stakes.

    The others use the announced weights, and so does the member. Nobody else's size matters: with weight v on its own
    mean and reward b it minimises (v^2 + b) noise / size + cost size.

    Args:
        federation: the sizes that are announced and their best weights.
        who: the member.
        stakes: the rule of payments; none if None.

    Returns:
        A number, exact where the federation and the root are; 0 for a member that collects nothing and has no weight on
        its own mean, and where the stakes reward noise.

    Raises:
        ValueError: there is no such member, or stakes are of another number of members.

    >>> from incentives.together import peer_stakes
    >>> federation = Federation.priced([5, 5, 25], noise=10, spread=1)
    >>> best_size(federation, 2, stakes=peer_stakes(federation)), round(best_size(federation, 2), 2)
    (Fraction(25, 1), 21.76)
    """
    if not isinstance(federation, Federation):
        raise ValueError(f"federation must be a Federation, got {shown(federation)}")
    i = as_index("who", who, len(federation.sizes))
    if stakes is not None and (not isinstance(stakes, Stakes) or len(stakes.forms) != len(federation.sizes)):
        raise ValueError(f"stakes must be Stakes of {len(federation.sizes)} members or None, got {shown(stakes)}")
    exposed = federation.weights[i][i] ** 2 + (0 if stakes is None else stakes.rewards[i])
    with held_by_floats("federation", federation):
        return _root(federation.noise * exposed / federation.costs[i]) if exposed > 0 else 0
