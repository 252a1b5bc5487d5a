"""Enumerations and a drawing for the page equal-sizes: games around the threshold 10 (noise 10, spread 1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives import coalitions as co
from incentives_book.figures import MARKERS, label, threshold

NOTIONS = ("core", "strict-core", "individual", "nash")
THRESHOLD = 10  # noise / spread of the games on the page


def stable(sizes: Sequence[int], concept: str = "core") -> set[co.Partition]:
    """The stable partitions of players with these sizes, noise 10 and spread 1."""
    return set(co.stable_partitions(co.Game(sizes, noise=THRESHOLD, spread=1), concept=concept))


def core_of(sizes: Sequence[int]) -> list[str]:
    """The core, written for people.

    >>> core_of([5, 5, 25])
    ['0,1 | 2']
    """
    return sorted(map(str, stable(sizes)))


class EqualGame(NamedTuple):
    """So many players with the same size."""

    size: int
    players: int

    @property
    def sizes(self) -> list[int]:
        return [self.size] * self.players

    @property
    def predicted(self) -> set[co.Partition]:
        """The partitions that should be stable: all at the threshold, one below and one above it."""
        if self.size == THRESHOLD:
            return set(co.partitions(self.players))
        below = self.size < THRESHOLD
        return {co.Partition.grand(self.players) if below else co.Partition.singles(self.players)}


def equal_games(most: int) -> list[EqualGame]:
    """Sizes below, at and above the threshold, one to `most` players."""
    return [EqualGame(*game) for game in product((1, 5, 9, 10, 11, 30), range(1, most + 1))]


class Best(NamedTuple):
    """A hedonic game of three players and the partition that is strictly best for all of them."""

    partition: co.Partition
    game: co.HedonicGame


def games_with_a_strictly_best_partition() -> Iterator[Best]:
    """All of three players in which the other coalitions have one of two costs."""
    coalitions = [frozenset(c) for c in ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2})]
    for best in co.partitions(3):
        other = [(i, C) for C in coalitions for i in C if C not in best.coalitions]
        for levels in product((1, 2), repeat=len(other)):
            cost = dict(zip(other, levels, strict=True)) | {(i, C): 0 for C in best.coalitions for i in C}
            yield Best(best, co.HedonicGame(3, lambda player, coalition, cost=cost: cost[player, coalition]))


def big_ones_alone(sizes: Sequence[int], partition: co.Partition) -> bool:
    """True if every player above the threshold is alone."""
    return all(len(partition.block_of(i)) == 1 for i, size in enumerate(sizes) if size > THRESHOLD)


class TwoKinds(NamedTuple):
    """Small players at or just above the threshold, and large ones with 25 samples."""

    small: tuple[int, ...]
    large: tuple[int, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.small + self.large


def two_kinds(most: int) -> list[TwoKinds]:
    """All of at most `most` players, the small ones with 10 or with 12 samples."""
    return [
        TwoKinds((size,) * s, (25,) * (count - s))
        for count in range(1, most + 1)
        for s in range(count + 1)
        for size in (10, 12)
    ]


def pair_gains(one: int, other: int) -> bool:
    """True if the harmonic mean of two sizes lies below the threshold.

    >>> pair_gains(5, 100), pair_gains(9, 12)
    (True, False)
    """
    return Fraction(2 * one * other, one + other) < THRESHOLD


def draw_company(ax: Axes, *, short: bool = False) -> None:
    """Error of each of M equal members with fewer samples than the threshold, exactly as many, and more."""
    findings = ("gains", "same", "loses") if short else ("gains from company", "does not care", "loses by company")
    members = np.arange(1, 9)
    for marker, size, finding in zip(MARKERS, (5, 10, 20), findings, strict=False):
        errors = [float(co.uniform_errors([size] * m, noise=10, spread=1)[0]) for m in members]
        line = ax.plot(members, errors, marker=marker)[0]
        ax.annotate(f"{size}: {finding}" if short else f"{size} samples: {finding}", (members[1], errors[1]), xytext=(8, 8 if size < 20 else -14),  # noqa: E501
                    textcoords="offset points", color=line.get_color())  # fmt: skip
    threshold(ax, 1, r"$\sigma^2$", along="y")
    label(
        ax,
        x="members of the coalition",
        y="expected error",
        title="Who starts above the line gains, who starts below loses",
    )
    ax.set_ylim(0.35, 2.15)
    ax.set_xlim(0.6, 9.1)  # room for the name of the threshold beside the last marker
