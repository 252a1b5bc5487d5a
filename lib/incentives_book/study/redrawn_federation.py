"""The study of what one price promises on average over who the clinics are: class pairs drawn anew for each federation.

    python -m incentives_book.study experiments/redrawn-federation/study.toml

Everything but the pairs is as in `priced_federation`. There the pairs are fixed, so that it is about five particular
clinics. Here chance deals the ten classes to the clinics, so that none is special. The goals below were fixed before
the runs. Needs INCENTIVES_DATA or the Hugging Face hub, except for the digits.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from incentives.methods.priced_rule import PricedFederation
from incentives.randomness import stream
from incentives_book.study.kinds import Kind
from incentives_book.study.priced_federation import CLINICS, KIND as FIXED, Setting, collection, world

GOALS = {
    "bill": "the mean bill is below the mean cost alone",
    "leaving": "no coalition gains on average after retraining at its own sizes",
}
GROUPS = [group for count in range(1, CLINICS) for group in combinations(range(CLINICS), count)]


def run(setting: Setting) -> dict[str, Any]:
    """The payments of all clinics, and the costs of each coalition by itself, on average over the collections.

    Returns:
        The fields of a record: `classes` in the order in which they are dealt, two for each clinic; estimated `noise`
        and `spread`, announced `sizes`, `bills`, and `spends`, the errors and costs of all members of each proper
        coalition (in the order of `GROUPS`), retrained at its own sizes.
    """
    started = time.perf_counter()
    classes = stream(setting.seed, "classes").permutation(10).tolist()
    here = world(setting, classes)
    rule = PricedFederation.estimated(here.pilot, here.public, costs=here.costs)
    bills, spends = [], []
    for draw in range(setting.draws):
        data = collection(here.pools, setting.seed, draw)
        bills.append(rule.settle(data, here.held_out).bills)
        apart = rule.retrained(data, here.held_out)
        spends.append([apart[frozenset(group)].sum() for group in GROUPS])
    return {
        "classes": classes,
        "noise": float(rule.federation.noise),
        "spread": float(rule.federation.spread),
        "sizes": [int(size) for size in rule.federation.sizes],
        "bills": np.mean(bills, axis=0).tolist(),
        "spends": np.mean(spends, axis=0).tolist(),
        "seconds": round(time.perf_counter() - started, 1),
    }


def saved(record: Mapping[str, Any]) -> list[float]:
    """The savings of the members of each of `GROUPS` by staying; negative where they gain by leaving.

    >>> saved({"bills": [1, 1, 1, 1, 1], "spends": [1.5] * 5 + [2.5] * 25})[:6]
    [0.5, 0.5, 0.5, 0.5, 0.5, 0.5]
    """
    return [
        spent - sum(record["bills"][k] for k in group) for group, spent in zip(GROUPS, record["spends"], strict=True)
    ]


class Mean(NamedTuple):
    """A mean over federations, its standard error, and in how many federations the number is positive."""

    value: float
    error: float
    positive: int


def mean(numbers: Sequence[float]) -> Mean:
    """The mean of one number for each federation.

    >>> mean([1.0, 3.0, -1.0, 1.0])
    Mean(value=1.0, error=0.816496580927726, positive=3)
    """
    values = np.asarray(numbers, dtype=float)
    return Mean(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5), int((values > 0).sum()))


def by_coalition(records: Sequence[Mapping[str, Any]]) -> dict[tuple[int, ...], Mean]:
    """For each coalition, what its members save by staying, on average over federations."""
    return dict(zip(GROUPS, map(mean, zip(*map(saved, records), strict=True)), strict=True))


def by_size(records: Sequence[Mapping[str, Any]]) -> dict[int, Mean]:
    """For coalitions of each size, what a member saves by staying, on average over coalitions and federations.

    The standard error is that over federations, whose coalitions share their clinics.
    """
    kept, found = [saved(record) for record in records], {}
    for size in range(1, CLINICS):
        places = [k for k, group in enumerate(GROUPS) if len(group) == size]
        found[size] = mean([float(np.mean([one[k] for k in places])) / size for one in kept])
    return found


def reached(records: Sequence[Mapping[str, Any]]) -> dict[str, bool]:
    """For each of the goals whether it is reached, over all federations."""
    return {
        "bill": by_size(records)[1].value > 0,
        "leaving": all(found.value > 0 for found in by_coalition(records).values()),
    }


def line(record: Mapping[str, Any]) -> str:
    """A record in one line."""
    kept = saved(record)
    return (
        f"{record['settings']['name']} seed {record['settings']['seed']}: classes {record['classes']}, sizes "
        f"{record['sizes']}, all together save {sum(kept[:CLINICS]):.4f}, {sum(value < 0 for value in kept)} of "
        f"{len(kept)} coalitions gain by leaving, {record['seconds']:.0f} s"
    )


KIND = Kind(
    setting=Setting,
    run=run,
    line=line,
    code=lambda setting: ("incentives_book.study.redrawn_federation:run",),
    packages=FIXED.packages,
    precision=FIXED.precision,
    data=FIXED.data,
)
