"""Figures of what sampling leaves open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from incentives.payments.sampled_mechanism import PaymentInterval

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_intervals(
    found: Mapping[tuple[int, ...], Sequence[PaymentInterval]],
    again: Mapping[tuple[int, ...], Sequence[float]],
    *,
    ax: Axes,
) -> Axes:
    """One bar per payment with its interval, and a cross for the same payment by another sample.

    Args:
        found: one interval per group for each choice of sizes.
        again: the same payments by another sample.
        ax: where to draw.
    """
    from incentives_book import figures

    rows = [(sizes, who) for sizes, intervals in found.items() for who in range(len(intervals))]
    for row, (sizes, who) in enumerate(rows):
        told, colour = found[sizes][who], figures.COLOURS[who]
        reach = [[told.payment - told.low], [told.high - told.payment]]
        ax.barh(row, told.payment, height=0.6, color=colour, alpha=0.5)
        ax.errorbar(told.payment, row, xerr=reach, color=figures.INK, capsize=3)
        ax.plot(again[sizes][who], row, "x", color=figures.INK)
        said = f"group {who + 1}" + (": interval, and x by a second sample" if row == 0 else "")
        ax.annotate(said, (told.high, row), (6, 0), textcoords="offset points", va="center", color=colour)
    ax.set_yticks(range(len(rows)), ["" if who else " and ".join(map(str, sizes)) for sizes, who in rows])
    ax.invert_yaxis()
    ax.grid(visible=False, axis="y")
    ax.set_xlim(left=0)
    return figures.label(ax, x="payment", y="sizes")
