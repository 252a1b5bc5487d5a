"""Drawings and an enumeration for the page small-and-large-players; sizes are in units where the ratio is 10."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import BoundaryNorm, ListedColormap

from incentives.coalitions.two_sizes import TwoSizes, uniform_error_by_counts
from incentives_book.figures import ALONE, COLOURS, GRAND, INK, MARKERS, SMALL, label, threshold

SMALLS, LARGES = 20, 7  # who is there already, in the four curves


class Curve(NamedTuple):
    """Error of one kind of player against a count, and where it turns (None: nowhere)."""

    own: str  # whose error: "small" or "large"
    joins: str  # who joins
    turns: dict[int, Fraction | None]  # by size of the large players
    finding: str


FOUR = (
    Curve("small", "small", {25: None, 8: None}, "small players want\nsmall company"),
    Curve("large", "large", {25: None, 8: Fraction(25)}, "large players dislike\none another, at first or always"),
    Curve(
        "small",
        "large",
        {25: Fraction(12, 5), 8: None},
        "above the ratio large ones repel\nat first, below it they attract",
    ),
    Curve("large", "small", {25: Fraction(5), 8: None}, "small company helps a large one,\nat first"),
)


def curve(own: str, joins: str, large: int, counts: Sequence[int]) -> list[Fraction]:
    """The error of a small (5 samples) or a large player, ratio 10, as players of a kind join the 20 small and 7 large.

    >>> curve("large", "small", 25, [0, 5])
    [Fraction(32, 35), Fraction(73, 80)]
    """
    size = {"small": 5, "large": large}[own]
    at = [(c, LARGES) if joins == "small" else (SMALLS, c) for c in counts]
    return [uniform_error_by_counts(size, s, ell, small=5, large=large, noise=10, spread=1) for s, ell in at]


def draw_four_curves(axes: Sequence[Axes]) -> None:
    """The errors of players as others join: one panel for each question, one curve below and one above the ratio."""
    for ax, each in zip(axes, FOUR, strict=True):
        first = 1 if each.own == each.joins else 0
        counts = range(first, 61 if each.joins == "large" == each.own else 21)
        for (large, turn), colour, marker in zip(each.turns.items(), COLOURS, MARKERS, strict=False):
            errors = [float(error) for error in curve(each.own, each.joins, large, counts)]
            ax.plot(counts, errors, color=colour, marker=marker, markersize=3, linestyle="-")
            flat = each.own == each.joins == "large"  # two curves meet, and one of them turns unseen
            name = f"large: {large}" + (f", highest at {turn}" if flat and turn is not None else "")
            at = (counts[-1], errors[-1]) if not flat else (counts[12], errors[12])
            place = {"xytext": (4, 0), "va": "center"} if not flat else {"xytext": (0, 7 if large == 8 else -16)}
            ax.annotate(name, at, textcoords="offset points", color=colour, **place)
            if turn is not None and not flat:
                threshold(ax, float(turn), f"turns at {turn}")
        ax.margins(x=0.02, y=0.22)
        ax.set_xlim(right=counts[-1] * (1.02 if each.own == each.joins == "large" else 1.32))
        label(ax, x=f"{each.joins} players", y=f"error of a {each.own} player", title=each.finding)


def seated(steps: int) -> tuple[list[Fraction], list[Fraction], np.ndarray]:
    """For five small and three large players, how many large ones sit with the small ones, by both sizes.

    Returns:
        Small sizes and large sizes in units of the ratio, and an array (large, small) that holds -1 where everybody is
        alone, else the number of large players seated, and NaN where the large size is not larger.
    """
    small = [Fraction(11, 10) * (i + 1) / steps for i in range(steps)]  # up to 1.1
    large = [Fraction(3, 5) + Fraction(7, 5) * (i + 1) / steps for i in range(steps)]  # 0.6 to 2
    field = np.full((steps, steps), np.nan)
    for (row, b), (column, a) in product(enumerate(large), enumerate(small)):
        if a < b:
            game = TwoSizes(small=a, large=b, smalls=5, larges=3, noise=1, spread=1)
            first = game.individually_stable()[0]
            field[row, column] = -1 if first == (1, 0) else first[1]
    return small, large, field


def draw_map(ax: Axes, steps: int) -> None:
    """Who sits together with five small and three large players; each region carries its name."""
    small, large, field = seated(steps)
    paint = ListedColormap([ALONE, *COLOURS[4:6], SMALL, GRAND])
    ax.pcolormesh([float(v) for v in small], [float(v) for v in large], field, cmap=paint,
                  norm=BoundaryNorm(np.arange(-1.5, 4), 5), rasterized=True)  # fmt: skip
    box = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "boxstyle": "round,pad=0.2"}
    for x, y, text in (
        (0.4, 0.8, "all together"),
        (0.7, 1.75, "small ones among themselves"),
        (0.14, 1.6, "with one\nlarge"),
        (1.05, 1.3, "alone"),
    ):
        ax.text(x, y, text, ha="center", va="center", color="black", bbox=box, rotation=90 if text == "alone" else 0)
    ax.annotate(
        "with two large",
        (0.25, 1.12),
        (0.36, 1.32),
        color="black",
        bbox=box,
        arrowprops={"arrowstyle": "->", "color": "black"},
    )
    ax.text(1.09, 0.65, "not the\nlarger size", ha="right", va="bottom", color=INK, fontsize=9)
    ax.axhline(1, color="white", linewidth=1, linestyle=":")
    ax.axvline(1, color="white", linewidth=1, linestyle=":")
    label(
        ax,
        x="small size / ratio",
        y="large size / ratio",
        title="Above the ratio, large players are shut out one by one",
    )


def games_below(ratio: int, smalls: int, larges: int) -> Iterator[TwoSizes]:
    """Every game of two whole sizes up to the ratio, with at most so many players of each kind."""
    for a, b in combinations_with_replacement(range(1, ratio + 1), 2):
        for s, ell in product(range(1, smalls + 1), range(1, larges + 1)):
            if a < b:
                yield TwoSizes(small=a, large=b, smalls=s, larges=ell, noise=ratio, spread=1)
