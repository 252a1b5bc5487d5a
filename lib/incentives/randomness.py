"""Named, independent streams of chance from one seed.

Each use of chance has its own name, so that adding one leaves the others as they were. A name may carry numbers:
`seed_for(7, "batches", client, round)` is the same wherever, and in whatever order, it is asked for.
"""

from __future__ import annotations

import hashlib

import numpy as np

from incentives.floats import shown
from incentives.numbers import is_rational


def seed_for(seed: int, *names: str | int) -> int:
    """The seed of one named stream, a whole number from 0 to 2**63 - 1, the same on every platform.

    Args:
        seed: of the whole run, a whole number >= 0.
        names: what the stream is for; texts and whole numbers.

    Raises:
        ValueError: `seed` is negative or no whole number, or no name is given.

    >>> seed_for(7, "weights") == seed_for(7, "weights"), seed_for(7, "weights") == seed_for(7, "batches")
    (True, False)
    >>> seed_for(7, "batches", 1, 12) == seed_for(7, "batches", 11, 2)
    False
    """
    if not isinstance(seed, (int, np.integer)) or not is_rational(seed) or seed < 0 or seed >= 10**1000:
        raise ValueError(f"seed must be a whole number >= 0 of at most 1,000 digits, got {shown(seed)}")
    if not names or not all(isinstance(name, (str, int, np.integer)) for name in names):
        raise ValueError(f"names must be one or more texts or whole numbers, got {names!r}")
    text = "\0".join([str(int(seed)), *(f"{type(name) is str}{name}" for name in names)])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """NumPy's generator for one named use of chance.

    >>> stream(7, "split").integers(100, size=3).tolist() == stream(7, "split").integers(100, size=3).tolist()
    True
    """
    return np.random.default_rng(seed_for(seed, *names))
