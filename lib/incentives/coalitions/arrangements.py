"""Arrangements of two kinds of player, written by counts: who sits with how many of whom, names forgotten.

A coalition of `s` small and `ell` large players is the pair `(s, ell)`; an arrangement is a multiset of such
pairs, written as a tuple in decreasing order. Players of one kind are interchangeable, so a few hundred
arrangements stand for many thousands of partitions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from incentives.floats import shown
from incentives.lists import as_list, as_members
from incentives.numbers import is_whole

Block = tuple[int, int]
Arrangement = tuple[Block, ...]


@dataclass(frozen=True)
class CountedMove:
    """Some small and some large players who would rather sit in another coalition.

    Attributes:
        smalls, larges: how many of each kind move.
        into: the coalition (small, large) in which they end, themselves included.
        small_gains, large_gains: error before minus error after, one per mover, least gain first.

    >>> str(CountedMove(1, 1, (1, 1), (Fraction(1, 10),), (Fraction(1, 5),)))
    '1 small and 1 large form π(1,1) and gain from 0.1 to 0.2'
    >>> str(CountedMove(0, 1, (2, 1), (), (Fraction(1, 5),)))
    '1 large joins π(2,1) and gains 0.2'
    """

    smalls: int
    larges: int
    into: Block
    small_gains: tuple[Fraction, ...]
    large_gains: tuple[Fraction, ...]

    def __str__(self) -> str:
        who = " and ".join(f"{n} {kind}" for n, kind in ((self.smalls, "small"), (self.larges, "large")) if n)
        low, high = (f"{float(pick(self.small_gains + self.large_gains)):.3g}" for pick in (min, max))
        amount = low if low == high else f"from {low} to {high}"
        third = "s" if self.smalls + self.larges == 1 else ""
        act = "form" if (self.smalls, self.larges) == self.into else "join"
        return f"{who} {act}{third} π({self.into[0]},{self.into[1]}) and gain{third} {amount}"


def as_arrangement(blocks: Iterable[Block], *, smalls: int, larges: int) -> Arrangement:
    """Blocks in decreasing order, after checking that they seat every player exactly once.

    Raises:
        ValueError: a block is empty or not a pair of counts, or the blocks do not add up.

    >>> as_arrangement([(0, 1), (2, 1)], smalls=2, larges=2)
    ((2, 1), (0, 1))
    """
    name = "blocks of an arrangement"
    given = [block if type(block) is tuple else tuple(as_list(name, block)) for block in as_members(name, blocks)]
    for block in given:
        if len(block) != 2 or any(not is_whole(n) or n < 0 for n in block) or not any(block):
            raise ValueError(f"{name} must be pairs (small, large) of counts, not both zero; got {shown(block)}")
    arrangement = tuple(sorted(((int(s), int(ell)) for s, ell in given), reverse=True))
    seated = (sum(s for s, _ in arrangement), sum(ell for _, ell in arrangement))
    if seated != (smalls, larges):
        raise ValueError(
            f"blocks must make an arrangement that seats {smalls} small and {larges} large players; got {seated}"
        )
    return arrangement


def arrangements(smalls: int, larges: int, *, blocks: Iterable[Block] | None = None) -> Iterator[Arrangement]:
    """All arrangements of so many small and large players, each once.

    Args:
        smalls: how many small players, at least 0.
        larges: how many large players, at least 0.
        blocks: the coalitions that may occur; all of them if left out.

    Raises:
        ValueError: a count is negative or not an int.

    >>> list(arrangements(1, 1))
    [((1, 1),), ((1, 0), (0, 1))]
    >>> sum(1 for _ in arrangements(2, 2))
    9
    """
    for name, count in (("smalls", smalls), ("larges", larges)):
        if type(count) is not int or count < 0:
            raise ValueError(f"{name} must be a count, at least 0; got {count!r}")
    if blocks is None:
        blocks = [(s, ell) for s in range(smalls + 1) for ell in range(larges + 1) if s or ell]
    allowed = sorted(blocks, reverse=True)

    def seat(s: int, ell: int, first: int) -> Iterator[Arrangement]:
        if not (s or ell):
            yield ()
        # Blocks in decreasing order, each at or after the one before: every multiset comes up once.
        for index in range(first, len(allowed)):
            small, large = allowed[index]
            if small <= s and large <= ell:
                for rest in seat(s - small, ell - large, index):
                    yield (allowed[index], *rest)

    return seat(smalls, larges, 0)
