"""The equilibrium of lies, for the page when-everybody-lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions import partitions, uniform_errors
from incentives.together import core_bills
from incentives_book.figures import COLOURS, INK


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


# All coalitions of three members, in a fixed order, and all partitions.
THREE = tuple(frozenset(who) for who in ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)))
SPLITS = tuple(
    split
    for size in (1, 2, 3)
    for split in combinations(THREE, size)
    if sum(map(len, split)) == 3 and len(frozenset().union(*split)) == 3
)


def unblocked(gains: Sequence[int]) -> list[frozenset[frozenset[int]]]:
    """Partitions of three members that no coalition blocks, where all members of coalition k of `THREE` gain gains[k].

    >>> [sorted(map(sorted, split)) for split in unblocked([0, 1, 2, 6, 3, 4, 5])]
    [[[0, 1], [2]]]
    """
    known = dict(zip(THREE, gains, strict=True))
    found = []
    for split in SPLITS:
        now = {i: known[block] for block in split for i in block}
        if not any(all(known[who] > now[i] for i in who) for who in THREE):
            found.append(frozenset(split))
    return found


def best_first(gains: Sequence[int]) -> frozenset[frozenset[int]]:
    """The coalition of `THREE` with the largest gain is set aside, and so on among the rest."""
    ranked = sorted(THREE, key=dict(zip(THREE, gains, strict=True)).__getitem__, reverse=True)
    chosen: list[frozenset[int]] = []
    for who in ranked:
        if not any(who & block for block in chosen):
            chosen.append(who)
    return frozenset(chosen)


def joint_costs(sizes: Sequence[int], who: Iterable[int], *, noise: int) -> tuple[Fraction, ...]:
    """What each member of a coalition pays for its records, its error for each of them, at spread 1.

    >>> joint_costs([5, 5], [0, 1], noise=10)
    (Fraction(15, 2), Fraction(15, 2))
    """
    members = [sizes[i] for i in who]
    errors = uniform_errors(members, noise=noise, spread=1)
    return tuple(size * error for size, error in zip(members, errors, strict=True))


def uncollected(sizes: Sequence[int], *, noise: int) -> Fraction:
    """What the cheapest partition costs, less the largest sum of bills that no coalition undercuts, at spread 1.

    >>> uncollected([1, 3, 3, 3, 62], noise=11)
    Fraction(0, 1)
    """
    members = range(len(sizes))
    groups = [frozenset(who) for count in members for who in combinations(members, count + 1)]
    costs = {who: joint_costs(sizes, sorted(who), noise=noise) for who in groups}
    cheapest = min(sum(sum(costs[block]) for block in split.coalitions) for split in partitions(len(sizes)))
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
