"""The equilibrium of lies, for the page when-everybody-lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions import Partition, partitions, uniform_errors
from incentives.coalitions.errors import AnyFederation
from incentives.together import core_bills
from incentives_book.figures import COLOURS, INK
from incentives_book.together.who_brings_data import common_gain


def equilibrium(sizes: Sequence[Any], *, noise: Any, spread: Any, prior: Any) -> tuple[Any, ...]:
    """The pull of each member's mean on the common model when all lie best, whatever weights were announced.

    >>> equilibrium([5, 5], noise=10, spread=1, prior=3)
    (Fraction(4, 9), Fraction(4, 9))
    """
    variances = [spread + Fraction(noise) / size for size in sizes]
    precision = sum(1 / v for v in variances)
    return tuple((spread + prior) / (v * (1 + prior * precision)) for v in variances)


def threshold(*, noise: Any, spread: Any, prior: Any) -> Any:
    """Below how many samples a member prefers any company of liars to being alone.

    >>> threshold(noise=10, spread=1, prior=3)
    Fraction(5, 1)
    """
    return Fraction(noise) / spread * (prior - spread) / (prior + spread)


def precision_errors(sizes: Sequence[Any], *, noise: Any, spread: Any) -> tuple[Any, ...]:
    """Errors of the members of a coalition that weighs its means by their precisions.

    >>> precision_errors([5, 5], noise=10, spread=1)
    (Fraction(3, 2), Fraction(3, 2))
    """
    variances = [spread + Fraction(noise) / Fraction(size) for size in sizes]
    precision = sum(1 / v for v in variances)
    return tuple(spread + (1 - 2 * spread / v) / precision for v in variances)


def coalitions_of(members: int) -> list[frozenset[int]]:
    """All coalitions, smaller ones first.

    >>> [sorted(who) for who in coalitions_of(2)]
    [[0], [1], [0, 1]]
    """
    return [frozenset(who) for count in range(1, members + 1) for who in combinations(range(members), count)]


@cache
def _splits(members: int) -> tuple[Partition, ...]:
    return tuple(partitions(members))


def unblocked(gains: Sequence[Any]) -> list[Partition]:
    """Partitions that no coalition blocks, where all members of coalition k of `coalitions_of` gain gains[k].

    >>> print(*unblocked([0, 1, 2, 6, 3, 4, 5]))
    0,1 | 2
    """
    members = (len(gains) + 1).bit_length() - 1
    known = dict(zip(coalitions_of(members), gains, strict=True))
    found = []
    for split in _splits(members):
        now = {i: known[block] for block in split.coalitions for i in block}
        if not any(all(known[who] > now[i] for i in who) for who in known):
            found.append(split)
    return found


def best_first(gains: Sequence[Any]) -> tuple[Partition, bool]:
    """The partition for which a coalition with the largest gain is set aside, and so on among the rest.

    Returns:
        This partition, and whether each time only one coalition had the largest gain.

    >>> print(*best_first([0, 1, 2, 6, 3, 4, 5]), *best_first([0, 0, 1]))
    0,1 | 2 True 0,1 True
    """
    known = dict(zip(coalitions_of((len(gains) + 1).bit_length() - 1), gains, strict=True))
    chosen, alone = [], True
    while known:
        most = max(known.values())
        best = [who for who, gain in known.items() if gain == most]
        chosen.append(best[0])
        alone &= len(best) == 1
        known = {who: gain for who, gain in known.items() if not who & best[0]}
    return Partition(tuple(chosen)), alone


def equal_gains(sizes: Sequence[int], *, noise: int, federation: AnyFederation = "uniform") -> list[Fraction]:
    """For each coalition of `coalitions_of` what all its members gain over being alone, as much as who gains least.

    Args:
        sizes: records of the members.
        noise: variance of a record, in spreads.
        federation: how a coalition makes its models, as in `incentives.coalitions.expected_errors`.

    >>> equal_gains([5, 5], noise=10)
    [Fraction(0, 1), Fraction(0, 1), Fraction(1, 2)]
    """
    groups = coalitions_of(len(sizes))
    return [common_gain(*(sizes[i] for i in sorted(who)), noise=noise, federation=federation) for who in groups]


def joint_costs(sizes: Sequence[int], who: Iterable[int], *, noise: int) -> tuple[Fraction, ...]:
    """The cost of each member of a coalition for its records, its error for each of them, at spread 1.

    >>> joint_costs([5, 5], [0, 1], noise=10)
    (Fraction(15, 2), Fraction(15, 2))
    """
    members = [sizes[i] for i in who]
    errors = uniform_errors(members, noise=noise, spread=1)
    return tuple(size * error for size, error in zip(members, errors, strict=True))


def uncollected(sizes: Sequence[int], *, noise: int) -> Fraction:
    """The cost of the cheapest partition, less the largest sum of bills that no coalition undercuts, at spread 1.

    >>> uncollected([1, 3, 3, 3, 62], noise=11)
    Fraction(0, 1)
    """
    costs = {who: joint_costs(sizes, sorted(who), noise=noise) for who in coalitions_of(len(sizes))}
    cheapest = min(Fraction(sum(sum(costs[block]) for block in split.coalitions)) for split in _splits(len(sizes)))
    return cheapest - sum(core_bills(costs).bills)


def draw_threshold(*, noise: float, spread: float, ax: Axes) -> Axes:
    """Who stays among liars: the threshold against the prior's variance.

    Args:
        noise: variance of a sample.
        spread: variance of the members' means.
        ax: where to draw.
    """
    prior = np.geomspace(spread, 100 * spread, 200)
    limit = noise / spread * (prior - spread) / (prior + spread)
    ax.plot(prior, limit, color=COLOURS[1], label="everybody lies")
    ax.fill_between(prior, limit, color=COLOURS[1], alpha=0.15)
    ax.axhline(noise / spread, color=COLOURS[0], linestyle="--", label="everybody is truthful")
    ax.plot(3 * spread, noise / spread / 2, "o", color=INK)
    ax.set_xscale("log")
    ax.set_ylim(0, 1.15 * noise / spread)
    ax.set(xlabel="prior variance of the common mean, in spreads", ylabel="records below which it stays")
    ax.set_title("Lies shrink the club, the more is known")
    ax.legend()
    return ax
