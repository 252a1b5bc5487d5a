"""Partitions: who federates with whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from incentives.floats import shown
from incentives.lists import as_members
from incentives.numbers import as_index, is_whole

MOST_COUNTED = 10**8  # players of one partition
MOST = 500  # players whose partitions can be begun: a call deep per player


@dataclass(frozen=True)
class Partition:
    """Players 0..n-1 split into coalitions; equal splits compare equal.

    Args:
        coalitions: the blocks, in any order, each a collection of player numbers.

    Raises:
        ValueError: a block is empty, a player appears twice, or the players are not exactly 0..n-1.

    >>> Partition([[2], [1, 0]]) == Partition.parse("0,1 | 2")
    True
    >>> print(Partition([[2], [1, 0]]))
    0,1 | 2
    """

    coalitions: tuple[frozenset[int], ...]

    if TYPE_CHECKING:  # what may be given; what is kept stands above

        def __init__(self, coalitions: Iterable[Iterable[int]]) -> None: ...

    def __post_init__(self) -> None:
        given = [
            as_members("coalitions, each a collection of players,", block)
            for block in as_members("coalitions", self.coalitions)
        ]
        players = [player for block in given for player in block]
        if not all(map(is_whole, players)):
            raise ValueError(f"coalitions must hold players, integers 0..n-1; got {shown(given)}")
        if not players or not all(given) or sorted(players) != list(range(len(players))):
            raise ValueError(
                "a partition must name every player 0..n-1 exactly once, in coalitions that are not empty; "
                f"got {shown(given)}"
            )
        blocks = sorted((frozenset(int(player) for player in block) for block in given), key=min)
        object.__setattr__(self, "coalitions", tuple(blocks))

    @classmethod
    def grand(cls, players: int) -> Partition:
        """Everybody together."""
        return cls((range(_count(players)),))

    @classmethod
    def singles(cls, players: int) -> Partition:
        """Everybody alone."""
        return cls(tuple((player,) for player in range(_count(players))))

    @classmethod
    def parse(cls, text: str) -> Partition:
        """The partition that `str` prints as `text`.

        >>> Partition.parse("0,2 | 1").coalitions == (frozenset({0, 2}), frozenset({1}))
        True
        """
        try:
            blocks = [[int(player) for player in block.split(",")] for block in text.split("|")]
        except (ValueError, AttributeError):
            raise ValueError(f"text must look like '0,1 | 2'; got {text!r}") from None
        return cls(tuple(blocks))

    @property
    def players(self) -> int:
        """The number of players."""
        return sum(len(block) for block in self.coalitions)

    def block_of(self, player: int) -> frozenset[int]:
        """The coalition that `player` is in."""
        player = player if type(player) is int else as_index("player", player, self.players)
        for block in self.coalitions:
            if player in block:
                return block
        raise ValueError(f"player must be one of 0..{self.players - 1}; got {player!r}")

    def __iter__(self) -> Iterator[frozenset[int]]:
        return iter(self.coalitions)

    def __len__(self) -> int:
        return len(self.coalitions)

    def __str__(self) -> str:
        return " | ".join(",".join(str(player) for player in sorted(block)) for block in self.coalitions)

    def __repr__(self) -> str:
        return f"Partition.parse({str(self)!r})"


def _count(players: int) -> int:
    if not is_whole(players) or players < 1:
        raise ValueError(f"players must be a count >= 1; got {shown(players)}")
    if players > MOST_COUNTED:
        raise ValueError(f"players must be at most {MOST_COUNTED}; got {shown(players)}")
    return int(players)


def partitions(players: int) -> Iterator[Partition]:
    """Every partition of players 0..players-1, each once, the grand coalition first.

    Their number is the Bell number: 1, 2, 5, 15, 52, 203, 877, 4140, ... for 1, 2, 3, ... players.

    >>> [str(partition) for partition in partitions(3)]
    ['0,1,2', '0,1 | 2', '0,2 | 1', '0 | 1,2', '0 | 1 | 2']
    """
    last = _count(players) - 1
    if last >= MOST:
        raise ValueError(
            f"players must be at most {MOST}, whose partitions nobody can list anyway; got {shown(players)}"
        )
    blocks: list[list[int]] = [[0]]

    def place(player: int) -> Iterator[Partition]:
        if player > last:
            yield Partition(tuple(tuple(block) for block in blocks))
            return
        for block in blocks:
            block.append(player)
            yield from place(player + 1)
            block.pop()
        blocks.append([player])
        yield from place(player + 1)
        blocks.pop()

    return place(1)
