"""Two players at one third and a pool of small ones, for the page who-is-left-if-everybody-is-small."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.game import Game
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.set_partitions import Partition
from incentives.coalitions.stability import is_stable
from incentives_book.figures import COLOURS, INK, label


class Judged(NamedTuple):
    """A game and its stable partitions."""

    game: Game
    stable: tuple[Partition, ...]

    def largest(self, block: Iterable[int]) -> Fraction:
        """The size of the largest member."""
        return max(self.game.sizes[j] for j in block)

    def small_blocks(self, partition: Partition) -> int:
        """The number of blocks without a member above one third of the noise; the spread is 1."""
        return sum(3 * self.largest(block) <= self.game.noise for block in partition)

    def deficits(self, partition: Partition) -> Fraction:
        """The distances of the blocks' largest members from half of the noise, in parts of that half, added up."""
        return sum(
            (max(Fraction(0), 1 - 2 * self.largest(block) / self.game.noise) for block in partition), Fraction(0)
        )


def judged(
    *, sizes: Iterable[int], players: Iterable[int], noises: Iterable[int], concept: str = "core"
) -> Iterator[Judged]:
    """Every game with sizes from a list, and all of its stable partitions; spread 1."""
    for count in players:
        for chosen in combinations_with_replacement(sorted(sizes), count):
            for noise in noises:
                game = Game(chosen, noise=noise, spread=1)
                yield Judged(game, tuple(stable_partitions(game, concept=concept)))


class Seat(NamedTuple):
    """A pool of one player of size x and many of size t, and beside it another player of size x alone; spread 1."""

    x: int
    t: int
    many: int
    noise: int | Fraction

    @property
    def seated_saves(self) -> Fraction:
        """The saving of the seated player of size x by the other one in the pool, up to a positive factor."""
        return Fraction(seated(Fraction(self.x), self.t, self.t * self.many, self.noise))

    @property
    def noise_of_a_tie(self) -> Fraction:
        """The noise at which the seated player would neither gain nor lose."""
        return self.noise - self.seated_saves

    @property
    def game(self) -> Game:
        return Game([self.x, self.x] + [self.t] * self.many, noise=self.noise, spread=1)

    @property
    def partition(self) -> Partition:
        """The pool, and the other player alone."""
        return Partition([[0, *range(2, self.many + 2)], [1]])

    @property
    def stable(self) -> bool:
        """True if the partition is core stable, decided exactly."""
        return is_stable(self.game, self.partition)

    @property
    def individually_stable(self) -> bool:
        """True if it is individually stable, decided exactly."""
        return is_stable(self.game, self.partition, concept="individual")


def seated(x: Any, t: Any, rest: Any, noise: Any) -> Any:
    """The gain of the seated player of size x by the other one, up to a positive factor; `rest` samples are of size
    t.
    """
    seen, weight = (x**2 + t * rest) / (x + rest), (x + rest) / (2 * x + rest)
    return noise - 2 * x + seen * (1 + weight) - x * weight


def boundary(rest: np.ndarray, t: float) -> np.ndarray:
    """The size x from which on the seated player refuses the other one; sizes in units of noise / spread.

    Args:
        rest: samples of the small players in the pool.
        t: the size of each of them.

    Returns:
        One x for each entry of `rest`, NaN where it would be above one half.
    """
    low, high = np.full(len(rest), 0.25), np.full(len(rest), 0.5)
    outside = seated(high, t, rest, 1.0) > 0
    for _ in range(40):  # halves the interval in which the sign changes
        middle = (low + high) / 2
        gains = seated(middle, t, rest, 1.0) > 0
        low, high = np.where(gains, middle, low), np.where(gains, high, middle)
    return np.where(outside, np.nan, high)


def draw_sharpness(ax: Axes) -> None:
    """Where two players of size x stay apart, by x and by the samples of the pool; sizes in units of noise / spread."""
    rest = np.geomspace(0.3, 300, 400)
    for t, colour, name, height, beside in (
        (1e-9, COLOURS[0], "very small", 1.4, {"xytext": (-6, -6), "ha": "right", "va": "top"}),
        (1 / 60, COLOURS[1], "of size 1/60", 40.0, {"xytext": (6, 0), "va": "center"}),
    ):
        ax.plot(boundary(rest, t), rest, "-", color=colour)
        at = (boundary(np.array([height]), t)[0], height)
        ax.annotate(name, at, textcoords="offset points", color=colour, **beside)
    ax.axvline(1 / 3, color=INK, linestyle=":")
    ax.text(0.335, 0.34, "one third", color=INK, va="bottom")
    ax.text(0.29, 20, "all together", color=INK, ha="center")
    ax.text(0.45, 20, "apart, and stable", color=INK, ha="center")
    ax.set_xlim(0.25, 0.5)
    ax.set_ylim(0.3, 300)
    ax.set_yscale("log")
    label(ax, x="size of the two players", y="samples of the small ones",
          title="Above one third two players can stay apart")  # fmt: skip
