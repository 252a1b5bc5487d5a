"""Tables of records as the pages on studies show them: means over seeds, and numbers of a witness."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import mean
from typing import Any

import numpy as np
from IPython.display import Markdown

from incentives_book.rewards.rewards_on_real_data import OTHER_SETS, SETS, WORDS
from incentives_book.rewards.rewards_that_follow_contributions import table
from incentives_book.study.rewards.results import Outcome

NAMES = WORDS | SETS | OTHER_SETS | {"mnist-writers": "MNIST, distorted", "by-writer": "by writer"}


def in_words(header: Sequence[Any], rows: Iterable[Sequence[Any]]) -> Markdown:
    """A table in which partitions and data sets have the names of the text, not those of the settings.

    >>> print(in_words(["data", "divided"], [("mnist", "quantity-2x0.4")]).data.splitlines()[-1])
    | MNIST | two large clients |
    """
    return table(
        header, [[NAMES.get(entry, entry) if isinstance(entry, str) else entry for entry in row] for row in rows]
    )


def means(found: Iterable[Outcome], quantity: str) -> dict[tuple[str, str, str], float]:
    """Mean over seeds per data set, partition and method; a correlation that is undefined counts as zero.

    Args:
        found: what the runs of a study came to.
        quantity: an attribute of an outcome, such as "accuracy" or "correlation".
    """
    seen = defaultdict(list)
    for each in found:
        seen[each.data, each.partition, each.name].append(getattr(each, quantity) or 0.0)
    return {key: mean(row) for key, row in seen.items()}


def hundredths(number: float) -> Fraction:
    """Rounded to hundredths, as a fraction: witnesses are exact.

    >>> hundredths(0.126)
    Fraction(13, 100)
    """
    return Fraction(round(100 * number), 100)


def furthest(one: Any, other: Any) -> float:
    """The largest difference of two rows of numbers.

    >>> furthest([1, 2], [1, 2.5])
    0.5
    """
    return float(np.abs(np.subtract(one, other)).max())
