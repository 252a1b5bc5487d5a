"""Pictures of a partition, and of a move against it.

A player is a disc whose area grows with its number of samples; a coalition is a box around its members.
Somebody who moves keeps a place in the old box, drawn hollow, and an arrow leads to the coalition that would
result, drawn below in a dashed box.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any, Protocol

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.patches import Circle, FancyBboxPatch

from incentives.coalitions.set_partitions import Partition
from incentives.colours import COLOURS, INK

ROW = 1.9  # distance between the row of the partition and the row of the move
GAP = 0.35  # space between two coalitions


class Move(Protocol):
    """The part of a deviation that a drawing needs: who moves, and the coalition that results."""

    @property
    def who(self) -> Collection[int]: ...

    @property
    def instead(self) -> object: ...


def _names(players: int, names: Sequence[str] | None) -> list[str]:
    if names is None:
        return [str(player) for player in range(players)]
    if len(names) != players:
        raise ValueError(f"names must hold one name per player, {players} of them; got {len(names)}")
    return list(names)


def _disc(
    ax: Axes,
    at: tuple[float, float],
    size: float | Fraction | None,
    largest: float | Fraction,
    name: str,
    colour: str,
    *,
    hollow: bool,
) -> None:
    # Area tells the size; the smallest disc still has room for its number.
    radius = 0.20 + 0.18 * float(1 if size is None else size / largest) ** 0.5
    ax.add_patch(Circle(at, radius, facecolor="none" if hollow else colour, edgecolor=colour, linewidth=1.6,
                        linestyle=":" if hollow else "-", zorder=3))  # fmt: skip
    ax.text(
        *at,
        "" if size is None else f"{size}",
        ha="center",
        va="center",
        color=INK if hollow else "white",
        fontsize=9,
        zorder=4,
    )
    ax.text(at[0], at[1] - 0.56, name, ha="center", va="center", color=INK, fontsize=9)


def _box(ax: Axes, left: float, right: float, y: float, *, dashed: bool) -> None:
    ax.add_patch(FancyBboxPatch((left, y - 0.62), right - left, 1.12, boxstyle="round,pad=0.05,rounding_size=0.2",
                                facecolor="none", edgecolor=COLOURS[1] if dashed else INK, linewidth=1.6 if dashed else 1.2,  # noqa: E501
                                linestyle="--" if dashed else "-"))  # fmt: skip


def draw_partition(
    partition: Partition,
    sizes: Sequence[int | Fraction] | None,
    *,
    move: Move | None = None,
    names: Sequence[str] | None = None,
    title: str = "",
    ax: Axes | None = None,
) -> Axes:
    """Boxes of discs for a partition and, in a dashed box below, what a move would make of it.

    Args:
        partition: who federates with whom.
        sizes: samples of each player, shape (players,); None for discs of one size without a number.
        move: a deviation from the partition: `who` moves, `instead` the coalition that results (players; anything
            that is not a collection of players is read as "the movers on their own").
        names: a name per player; the player's number if left out.
        title: shown above.
        ax: where to draw; a new figure if left out.

    Raises:
        ValueError: `sizes` or `names` do not have one entry per player.

    >>> ax = draw_partition(Partition([[0, 1], [2]]), [5, 5, 25], names="abc")
    >>> [text.get_text() for text in ax.texts]
    ['5', 'a', '5', 'b', '25', 'c']
    >>> plt.close(ax.figure)
    """
    players = [player for block in partition.coalitions for player in sorted(block)]
    if sizes is not None and len(sizes) != len(players):
        raise ValueError(f"sizes must hold one size per player, {len(players)} of them; got {len(sizes)}")
    called = _names(len(players), names)
    shown: Sequence[Any] = [None] * len(players) if sizes is None else sizes
    largest = 1 if sizes is None else max(sizes)
    movers = frozenset(move.who) if move is not None else frozenset()

    width = len(players) + GAP * (len(partition.coalitions) - 1)
    if ax is None:
        rows = 1 if move is None else 2
        ax = plt.figure(figsize=(max(2.4, 0.8 * width), 1.3 * rows + (0.3 if title else 0))).add_subplot()
    ax.set_axis_off()
    ax.set_aspect("equal")

    place: dict[int, float] = {}
    x = 0.5
    for block in partition.coalitions:
        left = x - 0.45
        for player in sorted(block):
            place[player] = x
            _disc(ax, (x, 0.0), shown[player], largest, called[player], COLOURS[0], hollow=player in movers)
            x += 1.0
        _box(ax, left, x - 0.55, 0.0, dashed=False)
        x += GAP

    if move is not None:
        together = move.instead if isinstance(move.instead, frozenset | set | tuple | list) else movers
        # In order of their old places, so that arrows do not cross.
        after = sorted(frozenset(together) | movers, key=place.__getitem__)
        middle = sum(place[player] for player in after) / len(after)
        for offset, player in enumerate(after):
            x = middle + offset - (len(after) - 1) / 2
            _disc(ax, (x, -ROW), shown[player], largest, called[player], COLOURS[1], hollow=False)
            if player in movers:
                ax.annotate("", xy=(x, -ROW + 0.53), xytext=(place[player], -0.67),
                            arrowprops={"arrowstyle": "->", "color": COLOURS[1], "linewidth": 1.4, "shrinkA": 0, "shrinkB": 0})  # fmt: skip  # noqa: E501
        _box(ax, middle - len(after) / 2 + 0.05, middle + len(after) / 2 - 0.05, -ROW, dashed=True)

    ax.set_xlim(-0.2, width + 0.2)
    ax.set_ylim((-ROW if move is not None else 0) - 0.8, 0.7)
    if title:
        ax.set_title(title)
    return ax
