"""The figures of the page "Can the core be empty?" that take more than a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import ConnectionPatch

from incentives.coalitions.game import Game
from incentives.coalitions.set_partitions import Partition, partitions
from incentives_book import figures
from incentives_book.coalitions.can_the_core_be_empty.four_players import Region
from incentives_book.coalitions.can_the_core_be_empty.noise_sweep import empty_ratios, stable_ratios
from incentives_book.coalitions.can_the_core_be_empty.regions import noise_at
from incentives_book.coalitions.drawings import draw_partition, with_room


def draw_cycle(game: Game, stops: Sequence[Partition], movers: Sequence[set[int]], *, names: str) -> Figure:
    """Four partitions in a square, clockwise from the top left, and the coalition that leads from each to the next."""
    corners = [(0, 0), (0, 1), (1, 1), (1, 0)]
    fig, axes = plt.subplots(2, 2, figsize=(6.6, 4.3), gridspec_kw={"wspace": 0.55, "hspace": 0.6})
    for stop, corner in zip(stops, corners, strict=True):
        with_room(draw_partition(stop, game.sizes, names=names, ax=axes[corner]))
    right, left, top, bottom = (1.02, 0.5), (-0.02, 0.5), (0.5, 1.08), (0.5, -0.12)
    ends = [(right, left), (bottom, top), (left, right), (top, bottom)]
    places = [(0.5, 0.92, "center"), (0.78, 0.5, "right"), (0.5, 0.08, "center"), (0.22, 0.5, "left")]
    for i, ((tail, head), (x, y, side)) in enumerate(zip(ends, places, strict=True)):
        here, there = axes[corners[i]], axes[corners[(i + 1) % 4]]
        fig.add_artist(ConnectionPatch(tail, head, here.transAxes, there.transAxes, arrowstyle="-|>",
                                       mutation_scale=16, color=figures.LARGE, linewidth=1.6))  # fmt: skip
        after = game.errors(movers[i])
        least = min(game.errors(stops[i].block_of(j))[j] - after[j] for j in movers[i])
        who = "".join(names[j] for j in sorted(movers[i]))
        fig.text(x, y, f"{who} form\neach gains at\nleast {float(least):.1g}", ha=side, va="center", fontsize=10)
    fig.text(0.5, 0.5, "four moves,\nand all is as before", ha="center", va="center")
    return fig


def draw_stretches(sizes: Sequence[int], *, top: float, ax: Axes) -> Axes:
    """A bar for each kind of partition where it is core stable, and a band where none is.

    Args:
        sizes: of the players, with an empty core at some ratio noise / spread.
        top: ratio at which the bars that go on for ever are cut.
        ax: where to draw.
    """
    kinds = {}
    for partition in partitions(len(sizes)):
        blocks = sorted(partition, key=lambda block: (-len(block), sorted(block)))
        name = " | ".join(",".join(str(sizes[k]) for k in sorted(block)) for block in blocks)
        kinds.setdefault(name, stable_ratios(sizes, partition))
    bars = sorted(((i, name) for name, found in kinds.items() for i in found), key=lambda bar: (bar[0].low, bar[1]))
    for row, (stretch, name) in enumerate(bars):
        end = float(stretch.high or top)
        ax.hlines(row, max(1, stretch.low), end, color=figures.COLOURS[row % 6], linewidth=5)
        ax.text(end * 1.03, row, name, va="center", fontsize=9)
    hole = empty_ratios(sizes)[0]
    ax.axvspan(float(hole.low), float(hole.high), color=figures.LARGE, alpha=0.5)
    middle = float(hole.low + hole.high) / 2
    ax.set_ylim(-0.6, len(bars) + 0.2)
    ax.text(middle * 0.94, len(bars) - 0.3, "hole", ha="right", va="center", color=figures.LARGE)
    ax.set_xscale("log")
    ax.set_yticks([])
    return ax


def draw_questions(region: Region, sizes: Sequence[int | Fraction], *, ax: Axes) -> Axes:
    """The tree of questions of one piece, with the thresholds that it has for one tuple of sizes."""
    ax.set_axis_off()
    column = 0.0

    def draw(questions: Any, depth: int) -> float:
        nonlocal column
        if isinstance(questions, str):
            column += 1
            ax.text(column, -depth, questions.replace(" ", " | "), ha="center", va="center", color=figures.GRAND,
                    fontweight="bold")  # fmt: skip
            return column
        threshold, low, high = questions
        children = [draw(low, depth + 1), draw(high, depth + 1)]
        at = sum(children) / 2
        noise = float(noise_at(threshold, sizes))
        for child, sign, side in zip(children, "≤≥", ("right", "left"), strict=True):
            ax.plot([at, child], [-depth - 0.22, -depth - 0.78], color=figures.INK, linewidth=1, linestyle="-")
            ax.text((at + child) / 2, -depth - 0.45, f" μ {sign} {noise:.2f} ", ha=side, va="center", fontsize=10)
        was = "alone" if threshold.smaller == threshold.player else f"in {threshold.smaller}"
        ax.text(at, -depth, f"{threshold.player}: {was}, or in {threshold.larger}?", ha="center", va="center")
        return at

    draw(region.questions, 0)
    ax.set_xlim(0.3, column + 0.7)
    ax.margins(y=0.15)
    return ax
