"""Costs of stable partitions, the account that bounds them, and the games that come close, for the page
how-bad-can-stability-be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from incentives.coalitions.game import Game
from incentives.coalitions.search import stable_partitions
from incentives.coalitions.set_partitions import Partition, partitions
from incentives.coalitions.stability import is_stable
from incentives.coalitions.welfare import best_partition, total_error
from incentives_book.figures import COLOURS, INK, label


class Sums(NamedTuple):
    """A set of players: the total of its sizes and its mean size per sample; both 0 for nobody."""

    total: Fraction
    seen: Fraction

    @classmethod
    def of(cls, sizes: Iterable[Fraction]) -> Sums:
        sizes = list(sizes)
        total = sum(sizes, Fraction(0))
        return cls(total, sum((n * n for n in sizes), Fraction(0)) / total if total else Fraction(0))

    @property
    def cost(self) -> Fraction:
        """The cost of the players as one block, in units of the noise."""
        return 1 + self.total - self.seen


class Outer(NamedTuple):
    """A block with a member outside of the pool: its term of the account, and the mean size that its guests see."""

    term: Fraction
    guests_see: Fraction | None  # None without a guest, that is without a member from the pool


class Account(NamedTuple):
    """Three times the least total minus twice the cost of a partition, block by block; in units of the noise."""

    inner: Fraction  # the term of all blocks inside of the pool
    inner_see: Fraction
    outer: tuple[Outer, ...]
    pool_sees: Fraction
    difference: Fraction

    @property
    def adds_up(self) -> bool:
        terms = self.inner + sum((block.term for block in self.outer), Fraction(0))
        return terms - 3 * (self.pool_sees - self.inner_see) == self.difference

    @property
    def inner_holds(self) -> bool:
        """True if the term of the inner blocks is as the lemma says."""
        return self.inner > 0 and self.inner >= 1 - self.inner_see

    @property
    def outer_holds(self) -> bool:
        """True if the terms of the outer blocks are as the lemma says."""
        return all(b.term > 0 and (b.guests_see is None or b.term >= 3 * b.guests_see - 1) for b in self.outer)


class Split(NamedTuple):
    """A partition of a game under uniform federation with spread 1, and a best partition of that game."""

    game: Game
    partition: Partition
    best: Partition

    @property
    def ratio(self) -> Fraction:
        """Its total error over the least possible one."""
        return total_error(self.game, self.partition) / total_error(self.game, self.best)

    @property
    def account(self) -> Account:
        """The account of the proof, from the sizes in units of the noise."""
        size = [n / self.game.noise for n in self.game.sizes]
        smallest = min(range(len(size)), key=size.__getitem__)
        pool = self.best.block_of(smallest)
        inner = [block for block in self.partition if block <= pool]
        united = Sums.of(size[j] for block in inner for j in block)
        costs = sum((Sums.of(size[j] for j in block).cost for block in inner), Fraction(0))
        outer = []
        for block in self.partition:
            if not block <= pool:
                guests = Sums.of(size[j] for j in block & pool)
                term = 3 * guests.total + 3 * len(block - pool) - 2 * Sums.of(size[j] for j in block).cost
                outer.append(Outer(term, guests.seen if block & pool else None))
        whole = Sums.of(size[j] for j in pool)
        least, now = (total_error(self.game, p) / self.game.noise for p in (self.best, self.partition))
        return Account(3 * (1 + united.total - united.seen) - 2 * costs, united.seen, tuple(outer), whole.seen,
                       3 * least - 2 * now)  # fmt: skip


def splits(
    *, sizes: Iterable[int], players: Iterable[int], noises: Iterable[int], concept: str = "core"
) -> Iterator[Split]:
    """Every stable partition of every game with sizes from a list; spread 1."""
    for count in players:
        for chosen in combinations_with_replacement(sorted(sizes), count):
            for noise in noises:
                game = Game(chosen, noise=noise, spread=1)
                best = best_partition(game)
                for partition in stable_partitions(game, concept=concept):
                    yield Split(game, partition, best)


class Tower(NamedTuple):
    """A few players, one of them huge: sizes, noise and a partition; spread 1."""

    sizes: tuple[int, ...]
    noise: int
    partition: Partition

    @property
    def game(self) -> Game:
        return Game(self.sizes, noise=self.noise, spread=1)

    @property
    def stable(self) -> bool:
        """True if it is core stable and individually stable, decided exactly over all coalitions."""
        return all(is_stable(self.game, self.partition, concept=one) for one in ("core", "individual"))

    @property
    def ratio(self) -> Fraction:
        """Its total error over the least possible one."""
        return Split(self.game, self.partition, best_partition(self.game)).ratio


class Dear(NamedTuple):
    """A game whose best partition is not stable: sizes, noise and that partition; spread 1."""

    sizes: tuple[int, ...]
    noise: int
    best: Partition

    @property
    def is_best(self) -> bool:
        """True if no partition has a smaller total error, by looking at all of them."""
        game = Game(self.sizes, noise=self.noise, spread=1)
        least = min(total_error(game, partition) for partition in partitions(game.players))
        return total_error(game, self.best) == least

    @property
    def ratio(self) -> Fraction:
        """The total error of the best core-stable partition over the least possible one."""
        game = Game(self.sizes, noise=self.noise, spread=1)
        return min(Split(game, one, self.best).ratio for one in stable_partitions(game))


def cost(noise: Any, sizes: Iterable[Any]) -> Any:
    """The cost of one block, by numbers or symbols; spread 1."""
    sizes = [Fraction(n) if isinstance(n, int) else n for n in sizes]
    return noise + sum(sizes) - sum(n**2 for n in sizes) / sum(sizes)


def four(a: Any, huge: Any) -> Any:
    """The ratio of the four players 1, a, a and a huge one against all together, at noise 4 a + 1."""
    noise = 4 * a + 1
    return (cost(noise, [1]) + cost(noise, [a, a, huge])) / cost(noise, [1, a, a, huge])


def three(a: Any, huge: Any) -> Any:
    """The ratio of the three players a, a + 1 and a huge one against all together, at noise 4 a - 4."""
    noise = 4 * a - 4
    return (cost(noise, [a + 1]) + cost(noise, [a, huge])) / cost(noise, [a, a + 1, huge])


class Change(NamedTuple):
    """A member of this size exchanges its block for a new one; blocks are lists of sizes."""

    size: Any
    new: list[Any]
    old: list[Any]


class Dearest(NamedTuple):
    """Some small players and a huge one, by symbols, at a noise; spread 1.

    Args:
        noise: of one sample.
        stays: for every coalition that is no block of the stable partition, a member who would not gain by it.
        leaves: all members of a coalition that blocks a partition, for each partition that costs less.
        blocked: how many partitions these coalitions block.
        cheap: the small ones together, and the huge one alone.
        others: every partition that is not among those blocked, the stable one first.
    """

    noise: Any
    stays: tuple[Change, ...]
    leaves: tuple[Change, ...]
    blocked: int
    cheap: list[list[Any]]
    others: tuple[list[list[Any]], ...]

    def ratio(self, partition: list[list[Any]]) -> Any:
        """Its cost over that of the small ones together and the huge one alone."""
        total, least = (sum(cost(self.noise, block) for block in p) for p in (partition, self.cheap))
        return total / least


def dearest_three(m: Any, huge: Any) -> Dearest:
    """Players of m, m + 2 and a huge number of samples at noise 3 m + 1; the second one is left alone."""
    a, b, H = m, m + 2, huge
    asked = ((a, [a]), (a, [a, b]), (H, [H]), (H, [b, H]), (H, [a, b, H]))
    return Dearest(
        noise=3 * m + 1,
        stays=tuple(Change(size, new, [a, H]) for size, new in asked),
        leaves=(
            Change(a, [a, H], [a, b]), Change(H, [a, H], [H]),
            Change(H, [H], [a, b, H]),
        ),
        blocked=2,
        cheap=[[a, b], [H]],
        others=([[a, H], [b]], [[b, H], [a]], [[a], [b], [H]]),
    )  # fmt: skip


def dearest_four(m: Any, huge: Any) -> Dearest:
    """Players of m - 2, m + 1, m + 2 and a huge number of samples at noise 4 m; the third one is left alone."""
    a, b, c, H = m - 2, m + 1, m + 2, huge
    asked = (
        (a, [a]), (b, [b]), (H, [H]), (a, [a, b]), (a, [a, c]), (b, [b, c]), (a, [a, b, c]), (a, [a, H]), (b, [b, H]),
        (H, [c, H]), (H, [a, c, H]), (H, [b, c, H]), (H, [a, b, c, H]),
    )  # fmt: skip
    return Dearest(
        noise=4 * m,
        stays=tuple(Change(size, new, [a, b, H]) for size, new in asked),
        leaves=(
            Change(a, [a, H], [a, b, c]), Change(H, [a, H], [H]),
            Change(H, [H], [a, b, c, H]),
            Change(a, [a, b, c], [a, b]), Change(b, [a, b, c], [a, b]), Change(c, [a, b, c], [c, H]),
            Change(a, [a, b, c], [a, c]), Change(c, [a, b, c], [a, c]), Change(b, [a, b, c], [b, H]),
            Change(a, [a, b, H], [a, H]), Change(b, [a, b, H], [b, c]), Change(H, [a, b, H], [a, H]),
        ),
        blocked=5,
        cheap=[[a, b, c], [H]],
        others=(
            [[a, b, H], [c]], [[a, c, H], [b]], [[b, c, H], [a]],
            [[a, b], [c], [H]], [[a, c], [b], [H]], [[b, c], [a], [H]],
            [[a, H], [b], [c]], [[b, H], [a], [c]], [[c, H], [a], [b]],
            [[a], [b], [c], [H]],
        ),
    )  # fmt: skip


def draw_towers(ax: Axes) -> None:
    """Both families against a, with a huge player of size 10**9, and the limits that they approach."""
    for ratio, limit, low, colour, name, words in (
        (four, 1.5, 2, COLOURS[0], "four players: 1, a, a, huge", "three halves: no stable partition reaches it"),
        (three, 1.25, 5, COLOURS[1], "three players: a, a + 1, huge", "five quarters"),
    ):
        steps = np.unique(np.geomspace(low, 3000, 60).round())
        heights = [float(ratio(Fraction(int(a)), 10**9)) for a in steps]
        ax.plot(steps, heights, color=colour, linestyle="-")
        ax.annotate(name, (steps[20], heights[20]), xytext=(6, -8), textcoords="offset points", color=colour, va="top")
        ax.axhline(limit, color=INK, linestyle=":")
        ax.text(2, limit + 0.006, words, color=INK, va="bottom")
    ax.set_xscale("log")
    ax.set_ylim(1.05, 1.55)
    label(ax, x="a (sizes in multiples of the smallest one)", y="total error / all together",
          title="Stability may waste almost half as much again, never half")  # fmt: skip
