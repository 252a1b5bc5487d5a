"""The number of channels that a width keeps. Needs no PyTorch."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np


def kept_channels(channels: int, width: Any) -> int:
    """The number of channels that a width keeps: its share, rounded up.

    Args:
        channels: at least 1.
        width: in (0, 1]; a float counts as the decimal number that it prints as.

    Raises:
        ValueError: either is out of range.

    >>> [kept_channels(100, p) for p in (0.001, 0.5, 0.55, 1)]
    [1, 50, 55, 100]
    """
    if isinstance(channels, bool) or not isinstance(channels, (int, np.integer)) or channels < 1:
        raise ValueError(f"channels must be a whole number of at least 1, got {channels!r}")
    try:
        share = Fraction(str(width))  # 0.55 * 100 is 55.00000000000001 in binary, but 55 channels are meant
    except ValueError:
        raise ValueError(f"width must be a number above 0 and at most 1, got {width!r}") from None
    if not 0 < share <= 1:
        raise ValueError(f"width must be a number above 0 and at most 1, got {width!r}")
    return ceil(share * int(channels))
