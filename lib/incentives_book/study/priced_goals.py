"""The trials in a federation with one price, and what counts as a success there; fixed before the runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

FACTORS = (0.25, 1 / 3, 0.5, 2 / 3, 1.0, 1.5, 2.0, 3.0, 4.0)  # own sizes that are tried, over the efficient size
PUSHES = ("pushed away", "pushed blindly")


class Goal(NamedTuple):
    """A success, and in how large a share of the cases it is asked for."""

    what: str
    share: float


GOALS = {
    "alone": Goal("every clinic's bill is below what it pays alone", 1.0),
    "leaving": Goal("no coalition gains after retraining at its own sizes", 1.0),
    "push": Goal("a report that is pushed loses", 0.95),
    "size": Goal("a clinic that collects half or twice what it says loses", 0.95),
    "best": Goal("the best own size is within a factor of 1.5 of the efficient one", 0.8),
}


def tried(record: Mapping[str, Any]) -> np.ndarray:
    """The effect of own sizes on a clinic's bill, shape (clinics, FACTORS); not a number beyond what a clinic holds."""
    return np.array(record["own_sizes"], dtype=float)


def cases(record: Mapping[str, Any]) -> dict[str, list[bool]]:
    """For each goal whether it is met, in every case of one record.

    A record of a federation that misses nothing has 1 case of nobody leaving, 5 of bills and best sizes, 10 of lies;
    a lie about the size that a clinic cannot tell, because it holds less, is no case.
    """
    change = tried(record)
    best = [FACTORS[int(np.nanargmin(row))] for row in change]
    half, twice = FACTORS.index(0.5), FACTORS.index(2.0)
    return {
        "alone": [bill < alone for bill, alone in zip(record["bills"], record["alone"], strict=True)],
        "leaving": [not record["leaving"]],
        "push": [loss > 0 for name in PUSHES for loss in record["lies"][name]],
        "size": [bool(row[place] > 0) for place in (half, twice) for row in change if not np.isnan(row[place])],
        "best": [2 / 3 <= factor <= 1.5 for factor in best],
    }


def met(goal: str, counted: list[bool]) -> bool:
    """True if the share of cases is as large as the goal asks."""
    return sum(counted) >= GOALS[goal].share * len(counted)


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    told = cases(record)
    return (
        f"{record['settings']['name']} seed {record['settings']['seed']}: sizes {record['sizes']}, "
        + ", ".join(f"{goal} {sum(seen)}/{len(seen)}" for goal, seen in told.items())
        + f", {record['seconds']:.0f} s"
    )
