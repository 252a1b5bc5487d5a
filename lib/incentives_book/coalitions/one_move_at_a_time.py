"""Blocks between which no single move is welcome, in exact numbers, for the page one-move-at-a-time.

Uniform federation, with sizes in units of the noise and spread 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from matplotlib.axes import Axes

from incentives.coalitions.set_partitions import partitions
from incentives_book.coalitions.how_bad_can_stability_be import Sums
from incentives_book.figures import COLOURS, INK, label


@dataclass(frozen=True)
class Block:
    """The sizes of the members of one block."""

    sizes: tuple[Fraction, ...]

    @cached_property
    def sums(self) -> Sums:
        return Sums.of(self.sizes)

    @cached_property
    def different(self) -> frozenset[Fraction]:
        """Its sizes, each once: members of one size want the same."""
        return frozenset(self.sizes)

    @property
    def weight(self) -> Fraction:
        """The total of the sizes and twice their mean per sample; a block is light where this is below 2."""
        return self.sums.total + 2 * self.sums.seen

    @property
    def is_light(self) -> bool:
        return self.weight < 2

    def error(self, size: Fraction) -> Fraction:
        """The error of a member of this size, less 1."""
        return (1 - 2 * size + self.sums.seen) / self.sums.total

    def joined(self, size: Fraction) -> Block:
        """The block with one more member."""
        return Block((*self.sizes, size))

    def keeps_out(self, size: Fraction) -> bool:
        """True if some member would lose by a newcomer of this size."""
        new = self.joined(size)
        return any(new.error(n) > self.error(n) for n in self.different)


class Blocks(NamedTuple):
    """Several blocks of one game."""

    blocks: tuple[Block, ...]

    @property
    def is_settled(self) -> bool:
        """True if nobody would gain by leaving one block for another that does not keep the newcomer out."""
        return not any(
            new.joined(size).error(size) < old.error(size) and not new.keeps_out(size)
            for old in self.blocks
            for new in self.blocks
            if new is not old
            for size in old.different
        )

    @property
    def light(self) -> list[Block]:
        """The light blocks, the one with the smallest mean size per sample first."""
        return sorted((block for block in self.blocks if block.is_light), key=lambda block: block.sums.seen)

    @property
    def union(self) -> Sums:
        return Sums.of(size for block in self.blocks for size in block.sizes)

    @property
    def excess(self) -> Fraction:
        """Three times the cost of the union less twice the costs of the blocks."""
        return 3 * self.union.cost - 2 * sum((block.sums.cost for block in self.blocks), Fraction(0))


def settled(sizes: Iterable[Fraction], *, players: Iterable[int]) -> Iterator[Blocks]:
    """All ways to split so many players with sizes from a list, in which no single move is welcome."""
    for count in players:
        for chosen in combinations_with_replacement(sorted(sizes), count):
            for partition in partitions(count):
                blocks = Blocks(tuple(Block(tuple(chosen[j] for j in block)) for block in partition))
                if blocks.is_settled:
                    yield blocks


def obeys_the_lemma(block: Block, size: Fraction) -> bool:
    """True if a light block lets a newcomer in, or has what the lemma says of one that keeps the newcomer out."""
    if max(block.sizes) >= Fraction(5, 6) or block.sums.seen >= Fraction(2, 3):
        return False
    if not block.keeps_out(size):
        return True
    few = block.weight >= Fraction(8, 3) * (1 - size) and block.weight + size > 2
    return size > max(block.sums.seen, Fraction(1, 4)) and few


def light_blocks(*, parts: int, small: int) -> list[Block]:
    """Light blocks of one larger member and up to `small` equal small ones, with sizes in whole parts of 1."""
    found = []
    for large in range(1, parts):
        for little in range(1, large + 1):
            for many in range(small + 1):
                if many == 0 and little > 1:
                    continue
                block = Block((Fraction(large, parts), *[Fraction(little, parts)] * many))
                if block.is_light:
                    found.append(block)
    return found


def light_pairs(*, parts: int, small: int) -> list[Blocks]:
    """All pairs of the `light_blocks` between which no single move is welcome."""
    pairs = (Blocks(pair) for pair in combinations(light_blocks(parts=parts, small=small), 2))
    return [pair for pair in pairs if pair.is_settled]


def draw_light_pairs(ax: Axes, pairs: Iterable[Blocks]) -> None:
    """Each pair as two joined points: mean size per sample against total size; light blocks lie below the line."""
    for number, pair in enumerate(pairs):
        low, high = pair.light
        xs, ys = zip(*((float(b.sums.seen), float(b.sums.total)) for b in (low, high)), strict=True)
        ax.plot(xs, ys, color=INK, linewidth=0.6, alpha=0.35, zorder=1)
        for x, y, colour, marker, name in (
            (xs[0], ys[0], COLOURS[0], "o", "the smaller mean: keeps the other out"),
            (xs[1], ys[1], COLOURS[1], "s", "the larger mean"),
        ):
            ax.plot(x, y, marker, color=colour, markersize=5, label=None if number else name, zorder=2)
    ax.plot([0, 2 / 3], [2, 2 / 3], color=INK, linestyle=":")
    ax.annotate("light below this line", (0.3, 1.4), xytext=(8, 4), textcoords="offset points", color=INK)
    ax.set_xlim(0.15, 0.75)
    ax.set_ylim(0.4, 1.65)
    ax.legend(loc="lower left")
    label(ax, x=r"mean size per sample, $\alpha$", y="total size, $N$",
          title="Two light blocks get along if one keeps the other out")  # fmt: skip
