"""Every federation as one matrix: how much of whose local model each member uses.

Row j of a mixing matrix holds member j's weights on all local models and sums to 1. Local, uniform and
coarse-grained federation are three special matrices, so whatever is shown for `fine_errors` covers them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from incentives.coalitions.errors import Sizes, read
from incentives.numbers import answer, as_array, is_exact
from incentives.reading import require


def coarse_mixing(sizes: Sizes, *, weights: Any) -> Any:
    """Mixing matrix of coarse-grained federation: row j is w_j times itself plus (1 - w_j) times sizes / total.

    Args:
        sizes: samples per member, shape (members,) or, for arrays, (..., members); greater than 0.
        weights: share in [0, 1] of each member's own model, shape (members,), or one number for all.

    Returns:
        Matrix (members, members), or (..., members, members) for arrays; tuples of tuples for exact input.

    Raises:
        ValueError: `sizes` is empty, an entry is not a positive number, or a weight is outside [0, 1].

    Reference:
        Donahue and Kleinberg (2021), section 3.

    >>> from fractions import Fraction
    >>> coarse_mixing([1, 3], weights=[Fraction(1, 2), 1])
    ((Fraction(5, 8), Fraction(3, 8)), (Fraction(0, 1), Fraction(1, 1)))
    """
    exact = is_exact(sizes, weights, symbols=True)
    (n,) = read(exact, sizes)
    members = n.shape[-1]
    w = as_array("weights", weights, exact=exact)
    if w.ndim and w.shape[-1] not in (1, members):
        raise ValueError(f"weights must be one number, or one per member ({members}); got {weights!r}")
    require("weights", w, least=0, most=1)
    w = np.broadcast_to(w, (*n.shape[:-1], members))[..., :, None]
    own = as_array("identity", np.eye(members, dtype=int).tolist(), exact=exact)
    shares = (n / n.sum(axis=-1, keepdims=True))[..., None, :]
    return answer(w * own + (1 - w) * shares)


def uniform_mixing(sizes: Sizes) -> Any:
    """Mixing matrix of uniform federation: every row is sizes / total.

    Args:
        sizes: samples per member, shape (members,) or, for arrays, (..., members); greater than 0.

    Returns:
        Matrix (members, members), or (..., members, members) for arrays; tuples of tuples for exact input.

    Raises:
        ValueError: `sizes` is empty, or an entry is not a positive number.

    Reference:
        Donahue and Kleinberg (2021), section 3.

    >>> uniform_mixing([1, 3])[0]
    (Fraction(1, 4), Fraction(3, 4))
    """
    return coarse_mixing(sizes, weights=0)
